import BenchmarkSupport
import WireframeCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The same work at two sizes, and how much longer the larger one may take.
struct Pair {
  let name: String
  let bound: Double
  let small: Double
  let large: Double
}

func makeTable(
  _ patterns: [String], rules: MatchingRules = MatchingRules()
) throws -> RouteTable<Int> {
  var table = RouteTable<Int>(sources: ["myapp:"], rules: rules)
  for (index, pattern) in patterns.enumerated() {
    try table.insert(index, for: RoutePattern(pattern))
  }
  return table
}

func hits(_ urls: [String], _ table: RouteTable<Int>) -> Int {
  urls.reduce(0) { count, url in if case .match = table.match(url) { count + 1 } else { count } }
}

/// Patterns of one length, each with a literal at another depth and parameters elsewhere.
func overlapping(_ length: Int) -> [String] {
  (0..<length).map { literal in
    (0..<length).map { $0 == literal ? "/a" : "/:p\($0)" }.joined() + "/end"
  }
}

/// Siblings of eight bytes by where they differ. What the hash does not see makes them collide.
let siblings: [(name: String, make: (String) -> String)] = [
  ("at the start", { $0 + "aaaa" }),
  ("in the middle", { "aa" + $0 + "aa" }),
  ("at the end", { "aaaa" + $0 }),
  ("at both ends", { $0.prefix(2) + "aaaa" + $0.suffix(2) }),
  ("in both halves", { $0 + $0 }),
]

@MainActor
func measure(isQuick: Bool) async throws -> [Pair] {
  var pairs: [Pair] = []
  func add(_ name: String, bound: Double, _ small: Subject, _ large: Subject) {
    let times = medians(
      of: [small, large], rounds: isQuick ? 3 : 15, round: .milliseconds(isQuick ? 1 : 4))
    pairs.append(Pair(name: name, bound: bound, small: times[0], large: times[1]))
  }
  func lookups(_ table: RouteTable<Int>, _ urls: [String]) -> Subject {
    Subject("") { count in (0..<count).reduce(0) { sum, _ in sum + hits(urls, table) } }
  }

  // The larger table has 64 times the nodes.
  let backtracking = try [6, 48].map { length in
    lookups(
      try makeTable(overlapping(length)), [String(repeating: "/a", count: length) + "/other"])
  }
  add("backtracking: 8 times the depth", bound: 1_000, backtracking[0], backtracking[1])

  let rules = MatchingRules(
    maximumLength: 1 << 20, maximumSegments: 1 << 18, maximumQueryItems: 1 << 18)
  let plain = try makeTable(["/", "/:a/:b/c", "/*rest"], rules: rules)
  let shapes: [(name: String, url: (Int) -> String)] = [
    ("long segments", { "/x/" + String(repeating: "%41", count: 8 * $0) + "/y" }),
    ("many segments", { String(repeating: "/ab", count: $0) }),
    ("many query items", { "/?" + String(repeating: "a=1&", count: $0) }),
  ]
  for shape in shapes {
    add(
      "\(shape.name): 32 times the length", bound: 256,
      lookups(plain, [shape.url(250)]), lookups(plain, [shape.url(8_000)]))
  }

  let tables = try [10, 5_000].map { count in
    try makeTable((0..<count).flatMap { ["/shop\($0)/products/:id<int>", "/shop\($0)/items/new"] })
  }
  let urls = [
    "/shop7/products/5", "/shop7/items/new", "/shop7/nothing/5", "/unlike/anything/x/y",
  ]
  for url in urls {
    add(
      "\(url): 500 times the routes", bound: 10, lookups(tables[0], [url]),
      lookups(tables[1], [url]))
  }

  for kind in siblings {
    let subjects = try [10, 5_000].map { count in
      let texts = (0..<count).map { "/" + kind.make(String(String(10_000 + $0).dropFirst())) }
      return lookups(try makeTable(texts), (0..<10).map { texts[$0 * count / 10] })
    }
    add(
      "siblings that differ \(kind.name): 500 times as many", bound: 5, subjects[0], subjects[1])
  }

  let refusing = try makeTable(["/*all?"])
  add(
    "a refused URL: 500 times the length", bound: 10,
    lookups(refusing, ["myapp://x/" + String(repeating: "%25", count: 6_000)]),
    lookups(refusing, ["myapp://x/" + String(repeating: "%25", count: 3_000_000)]))

  pairs.append(try await registration())
  pairs.append(try await miss())
  return pairs
}

/// A registration before any routing, and one after each routing: the table is not copied for it.
@MainActor
func registration() async throws -> Pair {
  let wireframe = Wireframe<String>(limits: .none)
  for number in 0..<10_000 { try wireframe.handle(RoutePattern("/p\(number)/:id")) { _ in } }
  let clock = ContinuousClock()
  var times: [[Double]] = [[], []]
  for kind in times.indices {
    for number in 0..<50 {
      if kind == 1 { _ = try await wireframe.route(to: "/p1/2") }
      let pattern = try RoutePattern("/q\(kind)/r\(number)/:id")
      let start = clock.now
      try wireframe.handle(pattern) { _ in }
      times[kind].append((clock.now - start).nanoseconds)
    }
  }
  return Pair(
    name: "a registration beside 10,000 routes: after a routing", bound: 10,
    small: median(times[0]), large: median(times[1]))
}

/// A routing that no pattern matches, and the text of its error: the URL is not read for each pattern.
@MainActor
func miss() async throws -> Pair {
  let url = "/" + String(repeating: "literal", count: 10_000)
  let clock = ContinuousClock()
  var times: [[Double]] = []
  for count in [10, 500] {
    let wireframe = Wireframe<String>(
      rules: MatchingRules(maximumLength: .max), limits: .none)
    for number in 0..<count {
      try wireframe.handle(RoutePattern("/literal\(number)/:id")) { _ in }
    }
    var rounds: [Double] = []
    for _ in 0..<15 {
      let start = clock.now
      do {
        _ = try await wireframe.route(to: url)
      } catch {
        consume("\(error)".utf8.count)
      }
      rounds.append((clock.now - start).nanoseconds)
    }
    times.append(rounds)
  }
  return Pair(
    name: "a printed miss of 70 kB: 50 times the patterns", bound: 10,
    small: median(times[0]), large: median(times[1]))
}

let arguments = CommandLine.arguments.dropFirst()
guard arguments.allSatisfy(["--markdown", "--quick"].contains) else {
  print("usage: ratios [--markdown] [--quick]")
  exit(2)
}
let pairs = try await measure(isQuick: arguments.contains("--quick"))
var text = TextTable("The same work at two sizes", ["work", "ns", "ns", "ratio", "at most"])
for pair in pairs {
  text.add([
    pair.name, short(pair.small), short(pair.large), short(pair.large / pair.small),
    short(pair.bound),
  ])
}
print(text.text(asMarkdown: arguments.contains("--markdown")))
let failures = pairs.filter { !($0.large <= $0.small * $0.bound) }
for pair in failures { print("too slow: \(pair.name)") }
if !failures.isEmpty { exit(1) }
