/// The faults that make no difference for anybody, each with its reason.
///
/// They are named by file, source line and fault, not by number, so that the list stays true when code moves. Equal
/// ones on equal lines of a file are named once.
package struct KnownFaults: Sendable {
  package struct Entry: Sendable, Equatable {
    package let file: String
    package let source: String
    package let fault: String
    package let reason: String
  }

  package let entries: [Entry]
  package let problems: [String]

  /// Reads entries of four lines, `file:`, `line:`, `fault:` and `reason:`; an empty line is between two.
  package init(_ text: String) {
    var entries: [Entry] = []
    var problems: [String] = []
    var fields: [String: String] = [:]
    var start = 0
    func finish() {
      guard !fields.isEmpty else { return }
      if let file = fields["file"], let source = fields["line"], let fault = fields["fault"],
        let reason = fields["reason"], !reason.isEmpty, fields.count == 4
      {
        entries.append(Entry(file: file, source: source, fault: fault, reason: reason))
      } else {
        problems.append("line \(start): an entry needs file, line, fault and reason")
      }
      fields = [:]
    }
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      if line.isEmpty {
        finish()
      } else if !line.hasPrefix("#") {
        if fields.isEmpty { start = index + 1 }
        guard let colon = line.firstIndex(of: ":") else {
          problems.append("line \(index + 1): no field")
          continue
        }
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        fields[String(line[..<colon])] = String(value)
      }
    }
    finish()
    self.entries = entries
    self.problems = problems
  }

  package func contain(_ fault: Fault) -> Bool {
    entries.contains { Self.fits($0, fault) }
  }

  /// The entries that no fault fits any more: the line has changed, and with it perhaps the reason.
  package func outdated(besides faults: [Fault]) -> [Entry] {
    entries.filter { entry in !faults.contains { Self.fits(entry, $0) } }
  }

  private static func fits(_ entry: Entry, _ fault: Fault) -> Bool {
    entry.file == fault.file && entry.source == fault.source
      && entry.fault == fault.text
  }
}
