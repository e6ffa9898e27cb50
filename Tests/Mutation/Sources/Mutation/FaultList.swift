/// Faults with their numbers, which stay when some are taken out.
package struct FaultList: Sendable {
  package typealias Entry = (number: Int, fault: Fault)

  package let count: Int
  package private(set) var entries: [Entry]

  package init(_ faults: [Fault]) {
    count = faults.count
    entries = faults.enumerated().map { ($0.offset, $0.element) }
  }

  /// Takes out faults that are known not to compile.
  package mutating func remove(_ numbers: Set<Int>) {
    entries.removeAll { numbers.contains($0.number) }
  }

  package func entries(in file: String) -> [Entry] { entries.filter { $0.fault.file == file } }

  /// A place that the compiler complains about.
  package struct Complaint: Hashable, Sendable {
    package let file: String
    package let line: Int
    /// Whether the cause is not on the line: a way through the code is missing a value.
    package let isAboutWays: Bool
    /// The variable that it is about.
    package let name: String?

    init(file: String, line: Int, message: Substring) {
      self.file = file
      self.line = line
      isAboutWays = message.contains("before being initialized") || message.contains("missing ret")
      name =
        isAboutWays
        ? message.split(separator: "'").dropFirst().first.map(String.init) : nil
    }

    /// Reads the errors of a compiler's output; paths begin at the root.
    package static func all(in output: String, root: String) -> Set<Complaint> {
      var all: Set<Complaint> = []
      for text in output.split(separator: "\n") where text.hasPrefix(root + "/") {
        let parts = text.dropFirst(root.count + 1).split(separator: ":", maxSplits: 3)
        if parts.count == 4, parts[3].hasPrefix(" error:"), let line = Int(parts[1]) {
          all.insert(Complaint(file: String(parts[0]), line: line, message: parts[3]))
        }
      }
      return all
    }
  }

  /// Takes out what may be the cause of the compiler's complaints; returns how many faults were taken out.
  ///
  /// The cause is on the line; or around it; or in the same declaration, as the first value of a variable that is
  /// missing.
  package mutating func remove(for complaints: Set<Complaint>) -> Int {
    var removed: Set<Int> = []
    for complaint in complaints {
      let near = entries.filter { $0.fault.file == complaint.file }
      let line = complaint.line
      let isInScope: (Fault) -> Bool = {
        $0.scope.contains(line) && $0.kind == .statementDropped
      }
      let ways: [(Fault) -> Bool] = [
        { isInScope($0) && $0.source.hasPrefix("\(complaint.name ?? "") =") }, isInScope,
      ]
      let lines: [(Fault) -> Bool] = [
        { $0.lines.lowerBound == line || $0.lines.upperBound == line },
        { $0.lines.contains(line) }, isInScope, { $0.scope.contains(line) },
      ]
      for guess in complaint.isAboutWays ? ways + lines : lines {
        let found = near.filter { guess($0.fault) }
        guard let scope = found.map(\.fault.scope.count).min() else { continue }
        // Of declarations in one another the innermost counts.
        let causes = found.filter {
          $0.fault.scope.count == scope || $0.fault.lines.contains(line)
        }
        removed.formUnion(causes.map(\.number))
        break
      }
    }
    remove(removed)
    return removed.count
  }

  /// Some of the faults, chosen by a seed.
  package func sample(
    of size: Int, seed: UInt64, where fits: (Fault) -> Bool = { _ in true }
  ) -> [Entry] {
    var generator = SplitMix64(seed: seed)
    return Array(entries.filter { fits($0.fault) }.shuffled(using: &generator).prefix(size))
  }
}

/// Random numbers that are the same for a seed on each system.
struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ state &>> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed &>> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed &>> 31
  }
}
