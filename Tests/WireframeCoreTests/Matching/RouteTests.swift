import TestSupport
import Testing
import WireframeCore

@Suite(.hangsNever)
struct RouteTests {
  @Test("A route for a test has everything that a routed one has")
  func madeForTests() throws {
    let route = try Route(
      "https://example.com/products/42?ref=mail#top",
      matching: "https://example.com/products/:id<int>", tags: ["shop"], payload: ["a": 1])
    #expect(route.pattern == "https://example.com/products/:id<int>")
    #expect(route.urlText == "https://example.com/products/42?ref=mail#top")
    #expect(route.source == "https://example.com")
    #expect(route.path == ["products", "42"])
    #expect(try route["id"] == 42)
    #expect(route.query["ref"] == "mail")
    #expect(route.fragment == "top")
    #expect(route.tags == ["shop"])
    #expect(route.payload["a", as: Int.self] == 1)
    #expect(route.request.isTrusted)
  }

  struct Fault: Sendable, CustomTestStringConvertible {
    let url: String
    let pattern: RoutePattern
    let code: RoutingError.Code
    let text: String
    var testDescription: String { url }

    init(_ url: String, _ pattern: RoutePattern, _ code: RoutingError.Code, _ text: String) {
      self.url = url
      self.pattern = pattern
      self.code = code
      self.text = text
    }
  }

  static let faultRows: [Fault] = [
    Fault(
      "/a//b", "/a", .rejected,
      "The URL was refused: the path has an empty segment at byte 3. Write one '/' between "
        + "segments."),
    Fault(
      "myapp:/a", "/a", .foreign,
      "The URL is foreign: its scheme or origin is none of the declared ones (there are none). "
        + "Declare it among the wireframe's sources, or hand the URL to the system."),
    Fault(
      "other:/a", "myapp:/a", .foreign,
      "The URL is foreign: its scheme or origin is none of 'myapp:'. Declare it among the "
        + "wireframe's sources, or hand the URL to the system."),
    Fault(
      "/products/x", "/products/:id<int>", .noRoute,
      "No route matches '/products/…'. Did you mean '/products/:id<int>'? Segment 2 is not of type "
        + "'int'."),
    Fault(
      "/5", "/:id<sku>", .invalidPattern,
      "Pattern '/:id<sku>' is invalid at column 6: unknown type 'sku'. The types are: bool, "
        + "double, int, uint, uuid."),
  ]

  @Test("Making one fails as routing would", arguments: faultRows)
  func faults(fault: Fault) {
    let error = #expect(throws: RoutingError.self) {
      try Route(fault.url, matching: fault.pattern)
    }
    #expect(error?.code == fault.code)
    #expect(error?.description == fault.text)
    #expect(error?.urlText == (fault.code == .invalidPattern ? nil : fault.url))
  }

  typealias PlaceCase = Case<[String], Bool>

  static let placeRows: [PlaceCase] = [
    PlaceCase(["/p/1?a=b", "/p/1?a=b"], true),
    PlaceCase(["/p/1", "/p/%31/"], true),
    PlaceCase(["/p/1", "/p/1#top"], true),
    PlaceCase(["/p/1", "/p/1?"], true),
    PlaceCase(["/p/1", "/p/2"], false),
    PlaceCase(["/p/1", "/p/1?a=b"], false),
    PlaceCase(["/p/1?a=1&b=2", "/p/1?b=2&a=1"], false),
    PlaceCase(["/p/%C3%A9", "/p/e%CC%81"], false),
  ]

  @Test("Two routes lead to the same place by pattern, values and query", arguments: placeRows)
  func samePlace(row: PlaceCase) throws {
    let routes = try row.given.map { try Route($0, matching: "/p/:id") }
    #expect(routes[0].leadsToSamePlace(as: routes[1]) == row.expected)
    #expect(routes[1].leadsToSamePlace(as: routes[0]) == row.expected)
  }

  @Test(
    "A route with an optional segment and one without lead to different places",
    arguments: ["/p/:id?", "/p/:id<int>?", "/p/*rest?"])
  func optionalSegments(pattern: RoutePattern) throws {
    let routes = try ["/p", "/p/1", "/p/2"].map { try Route($0, matching: pattern) }
    for (index, route) in routes.enumerated() {
      #expect(routes.map { route.leadsToSamePlace(as: $0) } == [0, 1, 2].map { $0 == index })
    }
  }

  @Test("Routes of different patterns lead to different places")
  func otherPatterns() throws {
    let one = try Route("/p/1", matching: "/p/:id")
    #expect(try !one.leadsToSamePlace(as: Route("/p/1", matching: "/p/:name")))
    #expect(try !one.leadsToSamePlace(as: Route("/p/1", matching: "/p/1")))
  }

  @Test("Routes without a pattern lead to the same place if they have the same path and query")
  @MainActor
  func withoutPattern() async throws {
    let shop = try await Shop()
    try shop.register("/known")
    shop.wireframe.add(provider: Knowing())
    var routes: [Route] = []
    shop.wireframe.observe { route in
      routes.append(route)
      return .proceed
    }
    let places = [("/a/b", 0), ("/%61/b/#top", 0), ("/a/c", 1), ("/a/b?x", 2), ("/known", 3)]
    for (url, _) in places { try await shop.wireframe.route(to: url) }
    #expect(routes.map { $0.pattern == nil } == [true, true, true, true, false])
    for (route, (_, place)) in zip(routes, places) {
      #expect(routes.map { route.leadsToSamePlace(as: $0) } == places.map { $0.1 == place })
    }
  }

  @Test("A path is another place once its pattern is removed: another provider makes its screen")
  @MainActor
  func withoutPatternAnyMore() async throws {
    let shop = try await Shop()
    let registration = try shop.wireframe.register("/offers") { _ in Screen("offers") }
    shop.wireframe.add(provider: Knowing())
    let before = try await shop.wireframe.route(to: "/offers").route
    registration.remove()
    let after = try await shop.wireframe.route(to: "/offers").route
    #expect(after.pattern == nil)
    #expect(!before.leadsToSamePlace(as: after) && !after.leadsToSamePlace(as: before))
  }
}

/// Knows every URL.
private struct Knowing: ControllerProvider {
  func controller(for route: Route, option: any RoutingOption) -> Screen? { Screen("known") }
}
