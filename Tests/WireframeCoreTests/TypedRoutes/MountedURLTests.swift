import TestSupport
import Testing
import WireframeCore

/// What is written without a router is what the router writes, and leads where the value does.
@MainActor
@Suite(.hangsNever)
struct MountedURLTests {
  @Test(
    "A URL that is written without a router is that of each router of the app",
    arguments: [nil, "myapp:", "https://example.com"] as [URLSource?])
  func agrees(source: URLSource?) async throws {
    let shop = Wireframe<Screen>(defaultOption: .root)
    var shown: [FindProducts] = []
    try shop.register(FindProducts.self, exposure: .external) { find in
      shown.append(find)
      return Screen(find.words)
    }
    let app = Wireframe<Screen>(sources: ["myapp:", "https://example.com"])
    app.addStandardPresenters(on: NavigationTree())
    try app.mount(shop, at: "/shop/de")
    for words in ["lamp", "a b/c?d", "Ü"] {
      let find = FindProducts(words: words, tags: ["x", "&"])
      let urlText = try find.urlText(source: source, under: "/shop/de")
      #expect(try shop.urlText(of: find, source: source) == urlText)
      #expect(try app.urlText(of: find, source: source) == urlText)
      try await app.route(to: urlText)
      #expect(shown.last == find)
    }
  }

  @Test("A value whose URL in the module leads to another route there has none")
  func otherRoute() async throws {
    let module = Wireframe<Screen>()
    try module.register(Named.self) { Screen($0.name) }
    try module.register("/named/new") { _ in Screen("new") }
    let app = Wireframe<Screen>()
    try app.mount(module, at: "/module")
    #expect(try app.urlText(of: Named(name: "old")) == "/module/named/old")
    let error = try await failure { try app.urlText(of: Named(name: "new")) }
    #expect(error.code == .noRoute)
    #expect(try await failure { try await app.route(to: Named(name: "new")) }.code == .noRoute)
  }

  @Test("A value that a module routes leads to no route of the app at the same URL")
  func routeOfApp() async throws {
    let (module, app) = (Wireframe<Screen>(), Wireframe<Screen>())
    try module.register(Named.self) { Screen($0.name) }
    try app.mount(module, at: "/module")
    try app.register("/module/named/new") { _ in Screen("the app's") }
    let error = try await failure {
      try await module.controller(for: RoutingRequest(Named(name: "new")))
    }
    #expect(error.code == .noRoute)
  }

  @Test("A value that begins with a capital leads to its route in a module")
  func capitals() async throws {
    let (module, app) = (Wireframe<Screen>(), Wireframe<Screen>())
    try module.register(Person.self) { Screen($0.name) }
    try app.mount(module, at: "/people")
    #expect(try app.urlText(of: Person(name: "Ann")) == "/people/Ann")
    #expect(try await app.controller(for: RoutingRequest(Person(name: "Ann"))).description == "Ann")
  }

  @Test("A value whose URL leads to another route in the app is looked for in the type's module")
  func otherRouteInApp() async throws {
    let (module, app) = (Wireframe<Screen>(), Wireframe<Screen>())
    for wireframe in [app, module] { try wireframe.register(Named.self) { Screen($0.name) } }
    try app.register("/named/new") { _ in Screen("the app's") }
    try app.mount(module, at: "/module")
    #expect(try app.urlText(of: Named(name: "old")) == "/named/old")
    #expect(try app.urlText(of: Named(name: "new")) == "/module/named/new")
    #expect(try await app.controller(for: RoutingRequest(Named(name: "new"))).description == "new")
  }

  @Test(
    "A module's URL keeps a source that the app does not declare, such as that of a web page",
    arguments: [
      Case(nil, "/module/named/old"),
      Case("https://page.example", "https://page.example/module/named/old"),
    ] as [Case<URLSource?, String>])
  func undeclaredSource(row: Case<URLSource?, String>) async throws {
    let (module, app) = (Wireframe<Screen>(), Wireframe<Screen>(sources: ["myapp:"]))
    try module.register(Named.self) { Screen($0.name) }
    try app.mount(module, at: "/module")
    #expect(try app.urlText(of: Named(name: "old"), source: row.given) == row.expected)
  }

  @Test("A URL with a source that is not declared may be as long as the limit, and no longer")
  func undeclaredSourceAtLimit() async throws {
    let wireframe = Wireframe<Screen>(rules: MatchingRules(maximumLength: 30))
    try wireframe.register(Named.self) { Screen($0.name) }
    let page: URLSource = "https://page.example"
    let longest = "https://page.example/named/old"
    #expect(try wireframe.urlText(of: Named(name: "old"), source: page) == longest)
    let error = try await failure { try wireframe.urlText(of: Named(name: "next"), source: page) }
    #expect(error.refusal?.reason == .tooLong)
  }

  @Test("A URL that passes a limit only with the path of its module is refused")
  func refusedInModule() async throws {
    let rules = MatchingRules(maximumLength: 12)
    let (module, app) = (Wireframe<Screen>(), Wireframe<Screen>(rules: rules))
    try module.register(Named.self) { Screen($0.name) }
    try app.mount(module, at: "/module")
    for error in [
      try await failure { try app.urlText(of: Named(name: "old")) },
      try await failure { try await app.route(to: Named(name: "old")) },
    ] {
      #expect(error.refusal?.reason == .tooLong)
    }
  }

  @Test("A limit that is passed without a router is a refusal, as that of a router")
  func refusals() async throws {
    let wireframe = Wireframe<Screen>(sources: ["https://example.com"])
    try wireframe.register(TreeRoute.self) { _ in nil }
    try wireframe.register(FindProducts.self) { _ in nil }
    for route in [
      TreeRoute(path: [String(repeating: "a", count: 8_192)]),
      TreeRoute(path: Array(repeating: "a", count: 64)),
      FindProducts(words: "a", tags: Array(repeating: "a", count: 257)),
    ] as [any TypedRoute] {
      let error = try await failure { try route.urlText(source: "https://example.com") }
      let other = try await failure {
        try wireframe.urlText(of: route, source: "https://example.com")
      }
      #expect(error.refusal == other.refusal)
      #expect(error.refusal != nil)
      #expect(error.description == other.description)
      #expect(error.urlText == other.urlText)
    }
  }
}

private struct Named: TypedRoute {
  static let pattern: RoutePattern = "/named/:name"
  let name: String
}

private struct Person: TypedRoute {
  static let pattern: RoutePattern = "/:name"
  let name: String
}
