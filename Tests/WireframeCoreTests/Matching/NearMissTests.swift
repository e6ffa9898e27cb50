import TestSupport
import Testing
import WireframeCore

@Suite(.hangsNever)
struct NearMissTests {
  struct Miss: Sendable, CustomTestStringConvertible {
    let url: String
    let longestPrefix: String
    let expected: [String]
    let nearest: [String]
    var testDescription: String { url }

    init(_ url: String, _ longestPrefix: String, _ expected: [String], _ nearest: [String] = []) {
      self.url = url
      self.longestPrefix = longestPrefix
      self.expected = expected
      self.nearest = nearest
    }
  }

  static let patterns = [
    "/shop/products/:id<int>", "/shop/cart", "/shop/cards", "/shop/:section/offers/:page<int>?",
    "/caf%C3%A9/*rest", "/users/:id",
  ]

  static let missRows: [Miss] = [
    Miss("/", "/", ["caf%C3%A9", "shop", "users"]),
    Miss("/unlike/anything", "/", ["caf%C3%A9", "shop", "users"]),
    Miss(
      "/shop", "/shop", [":section", "cards", "cart", "products"], ["/shop/cards", "/shop/cart"]),
    Miss(
      "/shop/products", "/shop/products", [":id<int>", "offers"],
      ["/shop/:section/offers/:page<int>?", "/shop/products/:id<int>"]),
    Miss(
      "/shop/products/abc", "/shop/products", [":id<int>", "offers"], ["/shop/products/:id<int>"]),
    Miss(
      "/shop/carts", "/shop/:section", ["offers"],
      ["/shop/cards", "/shop/cart", "/shop/:section/offers/:page<int>?"]),
    Miss("/shop/products/5/x/y", "/shop/products/:id<int>", []),
    Miss(
      "/shop/x/offers/y", "/shop/:section/offers", [":page<int>?"],
      ["/shop/:section/offers/:page<int>?"]),
    Miss("/café", "/caf%C3%A9", ["*rest"], ["/caf%C3%A9/*rest"]),
    Miss("/usres/5", "/", ["caf%C3%A9", "shop", "users"], ["/users/:id"]),
    Miss("/users", "/users", [":id"], ["/users/:id"]),
  ]

  @Test(
    "C5: a miss tells the longest prefix, what is valid next, and what is near",
    arguments: missRows)
  func misses(miss: Miss) throws {
    let nearMiss = try #require(RouteTable(Self.patterns).match(miss.url).nearMiss)
    #expect(nearMiss.longestPrefix == miss.longestPrefix)
    #expect(nearMiss.expected == miss.expected)
    #expect(nearMiss.nearestPatterns.map(\.text) == miss.nearest)
  }

  @Test("C5: at most three patterns are near, the nearest first, then by text")
  func atMostThree() throws {
    let table = try RouteTable(["/cards", "/carts", "/cars", "/cast", "/cart/x"])
    let nearMiss = try #require(table.match("/cart").nearMiss)
    #expect(nearMiss.nearestPatterns.map(\.text) == ["/carts", "/cars", "/cast"].sorted())
  }

  @Test("C5: of two literals that are equal as Swift compares characters both are valid next")
  func equivalentLiterals() throws {
    let table = try RouteTable(["/a/caf\u{E9}", "/a/cafe\u{301}"])
    let nearMiss = try #require(table.match("/a/unlike").nearMiss)
    #expect(nearMiss.expected == ["caf%C3%A9", "cafe%CC%81"])
  }

  @Test("C5: a table without patterns has nothing near")
  func emptyTable() throws {
    let nearMiss = try #require(RouteTable<Void>().match("/a").nearMiss)
    #expect(nearMiss.longestPrefix == "/")
    #expect(nearMiss.expected.isEmpty)
    #expect(nearMiss.nearestPatterns.isEmpty)
  }

  @Test("C5: the order of registration does not matter to a miss", arguments: missRows.map(\.url))
  func orderOfRegistration(url: String) throws {
    let one = try #require(RouteTable(Self.patterns).match(url).nearMiss)
    let other = try #require(RouteTable(Self.patterns.reversed()).match(url).nearMiss)
    #expect(one.longestPrefix == other.longestPrefix)
    #expect(one.expected == other.expected)
    #expect(one.nearestPatterns == other.nearestPatterns)
  }

  @Test(
    "C5: what a miss tells is what a naive comparison with all patterns finds",
    arguments: Array<UInt64>(1...(Load.isFull ? 40 : 10)))
  func oracle(seed: UInt64) throws {
    var generator = RouteGenerator(seed: seed)
    let table = try generator.table(of: Int.random(in: 1...40, using: &generator.random))
    let naive = NaiveNearMiss(table.patterns)
    for _ in 0..<80 {
      let url = generator.misspeltURL(for: table)
      guard let nearMiss = table.match(url.text).nearMiss else { continue }
      let subject: Comment = "seed \(seed), URL \(url.text), patterns \(table.patterns.map(\.text))"
      #expect(
        nearMiss.nearestPatterns == naive.nearest(to: url.segments, hasHost: url.hasHost), subject)
      let (count, expected) = naive.farthest(for: url.segments, hasHost: url.hasHost)
      #expect(nearMiss.longestPrefix.split(separator: "/").count == count, subject)
      #expect(nearMiss.expected == expected, subject)
    }
  }

  static let outcomeRows: [FindingCase] = [
    FindingCase("myapp://users/5", .match("/users/:id")),
    FindingCase("myapp://nobody", .noMatch),
    FindingCase("myapp://users//5", .refused(.emptySegment)),
    FindingCase("other://users/5", .foreign),
  ]

  @Test("C5: outcomes are values", arguments: outcomeRows)
  func outcomes(row: FindingCase) throws {
    #expect(try RouteTable(Self.patterns).match(row.given).finding == row.expected)
  }
}

@Suite(.hangsNever)
struct NoRouteErrorTests {
  struct Message: Sendable, CustomTestStringConvertible {
    let patterns: [String]
    let url: String
    let text: String
    var testDescription: String { url }

    init(_ patterns: [String], _ url: String, _ text: String) {
      self.patterns = patterns
      self.url = url
      self.text = text
    }
  }

  static let messageRows: [Message] = [
    Message([], "/secret/5", "No route matches '/…'. Register a pattern for it."),
    Message([], "/", "No route matches '/'. Register a pattern for it."),
    Message(
      ["/users/:id"], "/usres/secret",
      "No route matches '/usres/…'. Did you mean '/users/:id'?"),
    Message(
      ["/cart", "/card"], "/carts", "No route matches '/carts'. Did you mean '/cart' or '/card'?"),
    Message(
      ["/cart", "/card", "/care"], "/carx",
      "No route matches '/carx'. Did you mean '/card', '/care' or '/cart'?"),
    // Neighbours that have changed places are one edit; other two letters are two.
    Message(
      ["/cart", "/cxats"], "/cxat",
      "No route matches '/cxat'. Did you mean '/cxats' or '/cart'?"),
    Message(
      ["/cart", "/crxts"], "/crxt",
      "No route matches '/crxt'. Did you mean '/crxts' or '/cart'?"),
    Message(
      ["/products/:id<int>"], "/products/secret",
      "No route matches '/products/…'. Did you mean '/products/:id<int>'? Segment 2 is not of type "
        + "'int'."),
    Message(
      ["/products/:id<int>", "/products/:id<uuid>?"], "/products/secret",
      "No route matches '/products/…'. Did you mean '/products/:id<int>' or '/products/:id<uuid>?'? "
        + "Segment 2 is not of type 'int' or 'uuid'."),
    Message(
      ["/a/:x<int>/b/:y<small|large>"], "/a/secret/b/small",
      "No route matches '/a/…'. Did you mean '/a/:x<int>/b/:y<small|large>'? Segment 2 is not of "
        + "type 'int'."),
    Message(
      ["/size/:s<small|large>"], "/size/SECRET",
      "No route matches '/size/…'. Did you mean '/size/:s<small|large>'? Segment 2 is not of type "
        + "'small|large'."),
    Message(
      ["/:id<int>"], "/secret",
      "No route matches '/…'. Segment 1 is not of type 'int'. Register a pattern for it."),
    Message(
      ["/a/:x<int>/:y<bool>"], "/a/secret/secret",
      "No route matches '/a/…'. Valid after '/a': ':x<int>'. Segment 2 is not of type 'int'."
    ),
    Message(
      ["/accounts"], "/ACCOUNTS",
      "No route matches '/ACCOUNTS'. Did you mean '/accounts'? Segment 1 differs only in letter "
        + "case."),
    Message(
      ["/accounts/:id<int>"], "/Accounts/secret",
      "No route matches '/Accounts/…'. Did you mean '/accounts/:id<int>'? Segment 1 differs only in "
        + "letter case. Segment 2 is not of type 'int'."),
    // A catch-all takes the rest, whichever of it has the slash.
    Message(
      ["/help/*topic"], "/help/secret/a%2Fb",
      "No route matches '/help/…'. Did you mean '/help/*topic'? Segment 3 has an encoded slash, which "
        + "a catch-all does not take."),
    Message(
      ["/*rest"], "/secret/a%2Fb",
      "No route matches '/…'. Valid after '/*rest': nothing. Segment 2 has an encoded slash, which a "
        + "catch-all does not take."),
    // Letter case is one edit.
    Message(
      ["/carts", "/CARTZ"], "/CARTS",
      "No route matches '/CARTS'. Did you mean '/CARTZ' or '/carts'? Segment 1 differs only in "
        + "letter case."),
    Message(
      ["/shop/products"], "/SHOP/produxxx",
      "No route matches '/SHOP/produxxx'. Segment 1 differs only in letter case. Register a "
        + "pattern for it."),
    Message(
      ["/my/accounts/of/today"], "/MY/ACCOUNTS/OF/TODAY",
      "No route matches '/MY/ACCOUNTS/OF/TODAY'. Did you mean '/my/accounts/of/today'? "
        + (1...4).map { "Segment \($0) differs only in letter case." }.joined(separator: " ")),
    Message(
      ["/shop/cart", "/shop/offers/:id"], "/shop/secret",
      "No route matches '/shop/…'. Valid after '/shop': 'cart', 'offers'."),
    Message(
      ["/shop"], "/shop/secret/secret",
      "No route matches '/shop/…'. Valid after '/shop': nothing."),
    Message(
      ["/café/x"], "/caf%c3%a9/y",
      "No route matches '/caf%C3%A9/…'. Valid after '/caf%C3%A9': 'x'."),
    // Three edits are a slip; four may be a value.
    Message(
      ["/products"], "/produxxx", "No route matches '/produxxx'. Did you mean '/products'?"),
    Message(["/products"], "/prodxxxx", "No route matches '/…'. Register a pattern for it."),
    Message(
      ["/settings/privacy"], "/settxxxx/privacy",
      "No route matches '/…'. Register a pattern for it."),
    Message(
      ["/settings/privacy"], "/settings/privxxxx",
      "No route matches '/settings/…'. Valid after '/settings': 'privacy'."),
    Message(
      ["/password-reset/:code"], "/password-s3cr3t/1",
      "No route matches '/…'. Register a pattern for it."),
    Message(
      ["/account-number/:code"], "/account-49871235",
      "No route matches '/…'. Register a pattern for it."),
    // Each segment is near, but the path is not.
    Message(
      ["/settings/privacy"], "/settinxx/privaxx",
      "No route matches '/settinxx/privaxx'. Register a pattern for it."),
    Message(
      ["/settings/privacy"], "/settinxx/privacx",
      "No route matches '/settinxx/privacx'. Did you mean '/settings/privacy'?"),
    // A segment more or less counts as two edits.
    Message(
      ["/settings/:page"], "/setting",
      "No route matches '/setting'. Did you mean '/settings/:page'?"),
    Message(
      ["/settings/:page"], "/settinx", "No route matches '/settinx'. Register a pattern for it."),
    Message(
      ["/settings"], "/settings/a/b",
      "No route matches '/settings/…'. Valid after '/settings': nothing."),
    Message(
      ["myapp://hello"], "/hello", "No route matches '/hello'. Did you mean 'myapp://hello'?"),
    Message(
      (10..<35).map { "/shop/x\($0)/y" }, "/shop/a-secret/y",
      "No route matches '/shop/…'. Valid after '/shop': "
        + (10..<30).map { "'x\($0)'" }.joined(separator: ", ") + ", …."),
  ]

  @Test(
    "C5: an error for no route suggests what is near, and shows no values", arguments: messageRows)
  @MainActor func messages(message: Message) async throws {
    let wireframe = Wireframe<String>(sources: ["myapp:"], defaultOption: .embedded)
    for text in message.patterns {
      try wireframe.register(RoutePattern(text)) { _ in "" }
    }
    let error = await #expect(throws: RoutingError.self) {
      try await wireframe.route(to: message.url)
    }
    #expect(error?.code == .noRoute)
    #expect(error?.urlText == message.url)
    #expect(error?.description == message.text)
    #expect(error?.nearMiss != nil)
  }

  @Test("C5: an error for no route says that only the slash at the end differs")
  @MainActor func slashes() async throws {
    let rules = MatchingRules(distinguishesTrailingSlash: true)
    let wireframe = Wireframe<String>(rules: rules, defaultOption: .embedded)
    for pattern: RoutePattern in ["/cart", "/shop/"] { try wireframe.register(pattern) { _ in "" } }
    for (path, pattern) in [("/cart", "/cart"), ("/shop", "/shop/")] {
      let error = await #expect(throws: RoutingError.self) {
        try await wireframe.route(to: pattern == "/cart" ? "/cart/" : "/shop")
      }
      #expect(
        error?.description == """
          No route matches '\(path)'. Did you mean '\(pattern)'? Only the slash at the end differs.
          """)
    }
  }

  @Test("C5: the text of an error for no route is worked out once")
  @MainActor func workedOutOnce() async throws {
    let counter = Counter()
    let wireframe = Wireframe<String>(defaultOption: .embedded)
    try wireframe.add(
      type: ParameterType("counted") { _ in
        counter.count()
        return false
      })
    try wireframe.register("/users/:id<counted>") { _ in "" }
    let error = await #expect(throws: RoutingError.self) {
      try await wireframe.route(to: "/users/x")
    }
    let before = counter.value
    #expect(error?.description.contains("'/users/:id<counted>'") == true)
    #expect(counter.value - before <= 2, "once in the search, and once for the reason")
  }

  @Test("C5: of many siblings at most 256 are named as what could have followed")
  func manySiblings() throws {
    let table = try RouteTable((0..<300).map { "/api/v1/module\($0)" })
    let nearMiss = try #require(table.match("/api/v1/zzzzzzzzzzzzzzzz").nearMiss)
    #expect(nearMiss.expected.count == 256)
    #expect(nearMiss.longestPrefix == "/api/v1")
  }

  @Test("C5: in a large table no pattern is compared once 12,288 segments were")
  func manySegments() throws {
    let start = (0..<63).map { "/:p\($0)" }.joined()
    let table = try RouteTable((0..<200).map { "\(start)/x\($0)" })
    let url = String(repeating: "/a", count: 63) + "/zzzzzzzz"
    #expect(try #require(table.match(url).nearMiss).findings.comparisonCount == 12_288)
  }

  @Test(
    "C5: a pattern is compared as far as it matches, or may still be near",
    arguments: [
      Case("/unlike/cart/pay", 1), Case("/shop/unlike/pay", 2), Case("/shop/cart/unlike", 3),
      Case("/shxx/cxxt/pay", 2), Case("/shxx/cart/pax", 3),
    ])
  func comparisons(row: Case<String, Int>) throws {
    let nearMiss = try #require(RouteTable(["/shop/cart/pay"]).match(row.given).nearMiss)
    #expect(nearMiss.findings.comparisonCount == row.expected)
  }

  @Test(
    "C5: the text of an error for no route compares the URL with a bounded number of segments",
    .enabled(if: Load.isFull))
  func manyPatterns() throws {
    var table = RouteTable<Void>()
    for number in 10_000..<30_000 {
      try table.insert((), for: RoutePattern("/module\(number)/items/:id/details/:page"))
      guard number == 19_999 || number == 29_999 else { continue }
      guard case .noMatch(let nearMiss) = table.match("/modula10042/items/1/details") else {
        Issue.record("a match")
        return
      }
      #expect(nearMiss.findings.comparisonCount <= 16_384)
      if number == 19_999 {
        #expect(nearMiss.nearestPatterns.first?.text == "/module10042/items/:id/details/:page")
      }
    }
  }
}

/// A counter that a type's closure may add to, which is called on the main actor only.
@MainActor
private final class Counter {
  private(set) var value = 0
  nonisolated func count() { MainActor.assumeIsolated { value += 1 } }
}
