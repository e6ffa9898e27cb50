import BenchmarkSupport
@_spi(Internal) import Hummingbird
import WireframeCore

/// Hummingbird's pattern for one of ours: only the catch-all is spelled otherwise.
func hummingbirdPath(_ pattern: String) -> RouterPath {
  let segments = pattern.split(separator: "/").map { $0.hasPrefix("*") ? "**" : $0 }
  return RouterPath("/" + segments.joined(separator: "/"))
}

func makeTrie(_ sample: Sample) -> RouterTrie<Int> {
  let builder = RouterPathTrieBuilder<Int>()
  for (place, pattern) in sample.patterns.enumerated() {
    builder.addEntry(hummingbirdPath(pattern), value: place)
  }
  return builder.build()
}

func makeLinear(_ sample: Sample) -> LinearMatcher {
  var matcher = LinearMatcher()
  for pattern in sample.patterns { matcher.add(pattern) }
  return matcher
}

func makeTable(_ patterns: [RoutePattern]) throws -> RouteTable<Int> {
  var table = RouteTable<Int>(sources: ["myapp:"])
  for (place, pattern) in patterns.enumerated() { try table.insert(place, for: pattern) }
  return table
}

/// Walks over texts in leaps, round and round, so that neighbours do not follow each other.
struct Walk {
  private let texts: [String]
  private let leap: Int
  private var next = 0

  init(_ texts: [String]) {
    self.texts = texts
    leap = [7_919, 104_729].first { texts.count % $0 != 0 } ?? 1
  }

  mutating func step() -> String {
    next = (next + leap) % texts.count
    let text = texts[next]
    // Fetching the text itself from memory is not to count as part of a lookup.
    if text.utf8.first == 0 { next = 0 }
    return text
  }
}

@inline(never)
func look(up walk: inout Walk, in table: RouteTable<Int>, times: Int) -> Int {
  var sum = 0
  for _ in 0..<times {
    if case .match(let match) = table.match(walk.step()) { sum &+= match.value }
  }
  return sum
}

/// A lookup, and every value that the pattern names, read by its name as a text of its own.
@inline(never)
func read(
  _ walk: inout Walk, _ names: [[String]], in table: RouteTable<Int>, times: Int
) -> Int {
  var sum = 0
  for _ in 0..<times {
    guard case .match(let match) = table.match(walk.step()) else { continue }
    let values = match.values
    for name in names[match.value] {
      if let value = values.value(of: name) { sum &+= value.length }
    }
  }
  return sum
}

/// A lookup, and the list of all values with their names.
@inline(never)
func readAll(_ walk: inout Walk, in table: RouteTable<Int>, times: Int) -> Int {
  var sum = 0
  for _ in 0..<times {
    guard case .match(let match) = table.match(walk.step()) else { continue }
    for (_, value) in match.values.all { sum &+= value.length }
  }
  return sum
}

extension RouteValue {
  fileprivate var length: Int {
    switch self {
    case .text(let text): text.utf8.count
    case .list(let texts): texts.reduce(0) { $0 + $1.utf8.count }
    }
  }
}

/// What a walk passes through to get to its texts, alone.
@inline(never)
func step(_ walk: inout Walk, times: Int) -> Int {
  var sum = 0
  for _ in 0..<times { sum &+= walk.step().utf8.count }
  return sum
}

@inline(never)
func look(up walk: inout Walk, in trie: RouterTrie<Int>, times: Int) -> Int {
  var sum = 0
  for _ in 0..<times { sum &+= trie.resolve(walk.step())?.value ?? 0 }
  return sum
}

@inline(never)
func look(up walk: inout Walk, in linear: LinearMatcher, times: Int) -> Int {
  var sum = 0
  for _ in 0..<times { sum &+= linear.match(walk.step())?.place ?? 0 }
  return sum
}

extension Subject {
  /// A thing that walks over texts, on from where it was in the round before.
  init(_ name: String, over texts: [String], _ body: @escaping (inout Walk, Int) -> Int) {
    var walk = Walk(texts)
    self.init(name) { body(&walk, $0) }
  }
}
