/// The faults that were not noticed when they were tried before, read from what was printed then.
///
/// They are found by file, source line and fault, as code may have moved since.
package struct FormerRun: Sendable {
  private struct Survivor: Hashable {
    let file: String
    let fault: String
    let source: String
  }

  private let survivors: Set<Survivor>

  package var count: Int { survivors.count }

  /// Reads the output of a run; one that was stopped says of each fault what came of it, too.
  package init(_ output: String) {
    var survivors: Set<Survivor> = []
    let lines = output.split(separator: "\n")
    for (line, next) in zip(lines, lines.dropFirst()) {
      let words = line.split(separator: " ", maxSplits: 4)
      guard words.count == 5, words[1] == "NOT", words[2] == "NOTICED", next.hasPrefix("    "),
        let file = words[3].split(separator: ":").first
      else { continue }
      survivors.insert(
        Survivor(file: String(file), fault: String(words[4]), source: String(next.dropFirst(4))))
    }
    self.survivors = survivors
  }

  package func contains(_ fault: Fault) -> Bool {
    survivors.contains(Survivor(file: fault.file, fault: fault.text, source: fault.source))
  }
}
