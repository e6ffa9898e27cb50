/// Everything that printing shows: interpolation, reflection, `dump`, inside and outside of containers.
package func allTexts(of thing: Any) -> [String] {
  var dumped = ""
  dump(thing, to: &dumped)
  dump([thing], to: &dumped)
  return ["\(thing)", String(describing: [thing]), String(reflecting: thing), dumped]
}
