import CAllocationHook
import WireframeCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A table and URLs that it is to match.
struct Case {
  let name: String
  /// Whether a lookup may not allocate, ever.
  let isStrict: Bool
  let patterns: [String]
  let urls: [String]

  static let all = [
    Case(
      name: "plain", isStrict: true,
      patterns: ["/", "/cart", "/users/:name", "/users/:name/posts"],
      urls: ["/", "/cart", "/users/ada", "/users/ada/posts"]),
    Case(
      name: "typed", isStrict: true,
      patterns: [
        "/a/:x<int>", "/a/:x<uuid>", "/a/:x<double>", "/a/:x<bool>", "/a/:x<red|green|blue>",
        "/a/:x",
      ],
      urls: [
        "/a/42", "/a/123e4567-e89b-12d3-a456-426614174000", "/a/2.5", "/a/true", "/a/green",
        "/a/word",
      ]),
    Case(
      name: "a type of the app's", isStrict: true, patterns: ["/c/:x<sku>", "/c/:x"],
      urls: ["/c/S42", "/c/S4711-blue-xl", "/c/word"]),
    Case(
      name: "the same, 32 bytes", isStrict: false, patterns: ["/c/:x<sku>"],
      urls: ["/c/S" + String(repeating: "1", count: 31)]),
    Case(
      name: "backtracking", isStrict: true,
      patterns: [
        "/a/b/c/d", "/a/b/:x/e", "/a/:x/c/f", "/:x/b/c/g", "/:x/:y/:z/h", "/:x/*rest",
      ],
      urls: ["/a/b/c/e", "/a/b/c/f", "/a/b/c/g", "/a/b/c/h", "/a/b/c/i"]),
    Case(
      name: "optional, catch-all", isStrict: true, patterns: ["/a/:x?", "/b/*rest", "/c/*rest?"],
      urls: ["/a", "/a/1", "/b/1/2/3", "/c", "/c/1/2"]),
    Case(
      name: "source, query, fragment", isStrict: true, patterns: ["/products/:id<int>"],
      urls: [
        "myapp://products/42?ref=mail&q=two%20words#top",
        "https://example.com/products/42?a=b&a=c",
      ]),
    Case(
      name: "miss", isStrict: true, patterns: ["/a/:x<int>", "/a/b/c"],
      urls: ["/nothing", "/a/word", "/a/b/d", "/a/b/c/d"]),
    Case(
      name: "foreign, refused", isStrict: false, patterns: ["/a"],
      urls: ["http://example.org/a", "/a%2", "/a/../b"]),
    Case(
      name: "escaped segment", isStrict: false, patterns: ["/caf%C3%A9/:x", "/a%20b/:x<int>"],
      urls: ["/caf%C3%A9/1", "/a%20b/%34%32"]),
    Case(
      name: "24 segments, then 40", isStrict: false, patterns: ["/s/*rest"],
      urls: [24, 40].map { "/s" + String(repeating: "/x", count: $0 - 1) }),
    Case(
      name: "24 parameters, then 40", isStrict: false,
      patterns: [24, 40].map { count in (1...count).map { "/:p\($0)" }.joined() },
      urls: [24, 40].map { String(repeating: "/x", count: $0) }),
  ]
}

@inline(never)
func look(up urls: [String], in table: RouteTable<Int>, rounds: Int) -> Int {
  var hits = 0
  for _ in 0..<rounds {
    for url in urls {
      if case .match = table.match(url) { hits += 1 }
    }
  }
  return hits
}

/// What allocates on purpose: were it to count nothing, no other count would mean anything.
@inline(never)
func allocateOnPurpose(rounds: Int) -> Int {
  var bytes = 0
  for round in 0..<rounds { bytes += Array(repeating: UInt8(1), count: 64 + round % 2).count }
  return bytes
}

func allocations(of body: () -> Int) -> (count: Int, result: Int) {
  let before = allocation_count()
  let result = body()
  return (allocation_count() - before, result)
}

func line(_ name: String, _ rest: String) {
  print(name + String(repeating: " ", count: max(1, 30 - name.count)) + rest)
}

func run() throws -> Bool {
  let rounds = 10_000
  var isGood = true
  line("table", "allocations a lookup")
  for example in Case.all {
    var table = RouteTable<Int>(sources: ["myapp:", "https://example.com"])
    try table.add(type: ParameterType("sku") { $0.utf8.first == UInt8(ascii: "S") })
    for (place, pattern) in example.patterns.enumerated() {
      try table.insert(place, for: try RoutePattern(pattern))
    }
    _ = look(up: example.urls, in: table, rounds: 1)
    let (count, hits) = allocations {
      look(up: example.urls, in: table, rounds: rounds)
    }
    let lookups = rounds * example.urls.count
    let isBad = example.isStrict && count != 0
    line(
      example.name,
      "\(Double(count) / Double(lookups))  (\(count) in \(lookups), \(hits) hits)"
        + (isBad ? "  TOO MANY" : ""))
    if isBad { isGood = false }
  }
  let (count, _) = allocations { allocateOnPurpose(rounds: rounds) }
  let isCounting = count >= rounds
  line("control: an array a round", "\(Double(count) / Double(rounds))")
  if !isCounting { print("The control was not counted: this machine's malloc cannot be watched.") }
  return isGood && isCounting
}

exit(try run() ? 0 : 1)
