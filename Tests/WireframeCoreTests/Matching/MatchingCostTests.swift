import TestSupport
import Testing
import WireframeCore

/// Costs as counts of work: a type of the app counts its calls. Benchmarks/README.md lists the measurements.
struct MatchingCostTests {
  /// Calls the body with a type that accepts every text, and returns how often a table called it.
  private func calls(_ body: (ParameterType) throws -> Void) async rethrows -> Int {
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    try body(
      ParameterType("counted") { _ in
        continuation.yield()
        return true
      })
    continuation.finish()
    return await stream.reduce(0) { count, _ in count + 1 }
  }

  /// Patterns of this length, each with a literal at another depth and parameters elsewhere.
  private func overlapping(_ length: Int, type: String = "") -> [String] {
    (0..<length).map { literal in
      (0..<length).map { $0 == literal ? "/a" : "/:p\($0)\(type)" }.joined()
    }
  }

  @Test("C4: overlapping patterns make no exponential table", .timeLimit(.minutes(5)))
  func noExponentialTable() throws {
    // A table with a state for each set of patterns that still fit would have 2^48 of them.
    let patterns = overlapping(48)
    let table = try RouteTable(patterns)
    for index in patterns.indices {
      let url = patterns.indices.map { $0 == index ? "/a" : "/b" }.joined()
      #expect(table.match(url).finding == .match(patterns[index]))
    }
    #expect(table.match(String(repeating: "/b", count: 48)).finding == .noMatch)
    #expect(table.match(String(repeating: "/a", count: 48)).finding == .match(patterns[0]))
  }

  @Test("C4: a search that always turns back visits each node at most once", arguments: [6, 48])
  func noExponentialSearch(length: Int) async throws {
    let count = try await calls { type in
      let table = try RouteTable(
        overlapping(length, type: "<counted>").map { $0 + "/end" }, types: [type])
      let url = String(repeating: "/a", count: length) + "/other"
      #expect(table.match(url).finding == .noMatch)
    }
    // The nodes behind a parameter: one at each depth, and those below each literal.
    let nodes = length - 1 + length * (length - 1) / 2
    #expect(count >= nodes)
    // The fast path may walk down once before the search.
    #expect(count <= nodes + length)
  }

  @Test(
    "I5: a hit and a miss are independent of the number of routes",
    arguments: [
      "/shop7/products/5", "/shop7/items/new", "/shop7/items/5", "/shop7/nothing/5",
      "/shop7/products/5/x", "/unlike/products/5",
    ])
  func numberOfRoutes(url: String) async throws {
    var counts: [Int] = []
    for routes in [10, Load.scaled(2_000)] {
      counts.append(
        try await calls { type in
          let table = try RouteTable(
            (0..<routes).flatMap { ["/shop\($0)/products/:id<counted>", "/shop\($0)/items/new"] },
            types: [type])
          _ = table.match(url).finding
        })
    }
    #expect(counts[0] == counts[1], "more routes")
    #expect((url.contains("shop7/products") ? 1...2 : 0...0).contains(counts[0]))
  }

  static let questions: [Case<(RoutePattern, String), Int>] = [
    Case(("/:x<counted>", "/7"), 1), Case(("/:x<counted>", "/7?a=1"), 1),
    Case(("/:x<counted>", "myapp://7/"), 1), Case(("/:x<counted>/*rest", "/7/a/b"), 1),
    Case(("/:x<counted>/y", "/7/x"), 2), Case(("/:x<counted>/y", "/7/x?a=1"), 2),
  ]

  @Test(
    "I5: a type is asked once about a URL that matches, and twice about one that does not",
    arguments: questions)
  @MainActor func askedOnce(row: Case<(RoutePattern, String), Int>) async throws {
    let (pattern, url) = row.given
    let expected = row.expected == 1 ? pattern : nil
    let byTable = try await calls { type in
      let table = try RouteTable([pattern.text], types: [type])
      #expect(table.match(url).matched?.pattern == expected)
    }
    let byWireframe = try await calls { type in
      let wireframe = Wireframe<String>(sources: ["myapp:"])
      try wireframe.add(type: type)
      try wireframe.register(pattern) { _ in "" }
      #expect(try wireframe.find(RoutingRequest(url)).0.pattern == expected)
    }
    #expect((byTable, byWireframe) == (row.expected, row.expected))
  }

  @Test("I5: a type is asked as often beside 1,000 word lists as beside one")
  func listsBesideType() async throws {
    var counts: [Int] = []
    for lists in [1, 1_000] {
      counts.append(
        try await calls { type in
          let table = try RouteTable(
            ["/a/:x<counted>"] + (0..<lists).map { "/a/:y<v\($0)|w\($0)>" }, types: [type])
          #expect(table.match("/a/7").finding == .match("/a/:x<counted>"))
          #expect(table.match("/a/w0").finding == .match("/a/:y<v0|w0>"))
        })
    }
    #expect(counts[0] == counts[1])
    #expect((1...2).contains(counts[0]))
  }

  @Test("I5: a removed pattern costs a lookup nothing once more were removed than are left")
  func removedPatterns() async throws {
    let count = try await calls { type in
      var table = try RouteTable(["/a", "/:x<counted>/b", "/:x<counted>/c"], types: [type])
      table.remove("/:x<counted>/b")
      table.remove("/:x<counted>/c")
      #expect(table.match("/x/c").finding == .noMatch)
    }
    #expect(count == 0)
  }

  @Test(
    "A path with escapes is read to its end before a type is asked",
    arguments: ["/a/%2E", "/%61/..", "/a/b/%zz", "/a/%62//"])
  func refusedURLs(url: String) async throws {
    let count = try await calls { type in
      let table = try RouteTable(["/:x<counted>", "/:x<counted>/:y<counted>"], types: [type])
      #expect(table.match(url).refusal != nil)
    }
    #expect(count == 0)
  }

  // Release builds count no steps.
  #if DEBUG
    static let patterns = [
      "/shop", "/", "/shop/:id", "/shop/:id/reviews", "/shop/:id/special-offers",
      "/sizes/:size<s|m>", "/numbers/:number<int>/x", "/pages/:page<int>?", "/pages/*rest",
      "/names/:name?", "/files/*path",
    ]

    static let plainURLs: [TextCase] = [
      TextCase("/shop", "/shop"), TextCase("/shop/", "/shop"), TextCase("/", "/"),
      TextCase("/shop/7", "/shop/:id"), TextCase("/shop/7/", "/shop/:id"),
      TextCase("/shop/7/reviews", "/shop/:id/reviews"),
      TextCase("/shop/7/special-offers", "/shop/:id/special-offers"),
      TextCase("/shop/an-offer-of-today/reviews", "/shop/:id/reviews"),
      TextCase("/sizes/m", "/sizes/:size<s|m>"),
      TextCase("/numbers/5/x", "/numbers/:number<int>/x"),
      TextCase("/pages", "/pages/:page<int>?"), TextCase("/pages/5", "/pages/:page<int>?"),
      TextCase("/pages/x", "/pages/*rest"), TextCase("/pages/x/y/z", "/pages/*rest"),
      TextCase("/names/ann", "/names/:name?"), TextCase("/names/annabella", "/names/:name?"),
      TextCase("/files/a", "/files/*path"), TextCase("/files/a/b/", "/files/*path"),
      TextCase("/files/holidays-2026/beach.jpg", "/files/*path"),
      TextCase("/names/" + String(repeating: "long", count: 64), "/names/:name?"),
    ]

    @Test(
      "C4: a URL without escapes whose first choice of each segment fits needs no search",
      arguments: plainURLs, [false, true])
    func noSearch(row: TextCase, ignoresCase: Bool) async throws {
      let rules = MatchingRules(ignoresCase: ignoresCase)
      let table = try RouteTable(Self.patterns, rules: rules)
      let path = String(row.given.dropFirst())
      var links = ["myapp:/", "myapp://", "https://example.com/"].map { $0 + path }
      links += links.map { $0 + "?sort=price%20first#top" }
      if ignoresCase { links.append("MyApp://" + path.uppercased()) }
      let expected = Finding.match(row.expected)
      let steps = await steps {
        for text in links {
          #expect(table.match(text, isTrusted: false).finding == expected, "\(text)")
        }
        for text in links + [row.given, row.given + "?sort=price"] {
          #expect(table.match(text).finding == expected, "\(text)")
        }
      }
      #expect(steps == 0)
    }
  #endif
}
