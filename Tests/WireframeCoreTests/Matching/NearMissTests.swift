import Testing
import WireframeCore

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
    "C5: a miss tells the longest prefix, what could follow, and what is near", arguments: missRows)
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
    Message(
      ["/products/:id<int>"], "/products/secret",
      "No route matches '/products/…'. Did you mean '/products/:id<int>'?"),
    Message(
      ["/shop/cart", "/shop/offers/:id"], "/shop/secret",
      "No route matches '/shop/…'. After '/shop' could follow: 'cart', 'offers'."),
    Message(
      ["/shop"], "/shop/secret/secret",
      "No route matches '/shop/…'. After '/shop' could follow: nothing."),
    Message(
      ["/café/x"], "/caf%c3%a9/y",
      "No route matches '/caf%C3%A9/…'. After '/caf%C3%A9' could follow: 'x'."),
    // Three edits are a slip; four may be a value.
    Message(
      ["/products"], "/produxxx", "No route matches '/produxxx'. Did you mean '/products'?"),
    Message(["/products"], "/prodxxxx", "No route matches '/…'. Register a pattern for it."),
    Message(
      ["/settings/privacy"], "/settxxxx/privacy",
      "No route matches '/…'. Register a pattern for it."),
    Message(
      ["/settings/privacy"], "/settings/privxxxx",
      "No route matches '/settings/…'. After '/settings' could follow: 'privacy'."),
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
      "No route matches '/settings/…'. After '/settings' could follow: nothing."),
    Message(
      ["myapp://hello"], "/hello", "No route matches '/hello'. Did you mean 'myapp://hello'?"),
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
}
