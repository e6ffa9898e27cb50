/// A table that changes between lookups: the same as a naive list that changes with it.
///
/// An input is lines: letters for the rules, then steps. `+` inserts a pattern, `-` removes the one
/// at a place, and whatever else is a URL to look up.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTableChanges(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let lines = String(input: start, count).lines
  var twins = TwinTable(rules: lines[0])
  var copy = twins
  var urls: [String] = []
  for line in lines.dropFirst().prefix(16) where !line.isEmpty {
    switch line.unicodeScalars.first {
    case "+":
      twins.insert(String(line.unicodeScalars.dropFirst()))
    case "-":
      copy = twins
      // A digit's value, modulo sixteen, is the digit.
      twins.remove(at: Int(line.unicodeScalars.last?.value ?? 0) % 16)
    default:
      urls.append(line)
      twins.check(line)
    }
  }
  // A copy keeps its own patterns, whatever became of the table.
  for url in urls { copy.check(url) }
  return 0
}
