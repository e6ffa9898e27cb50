import MainActorRoutes
import TestSupport
import Testing
import WireframeCore

struct ShowProduct: TypedRoute, Equatable {
  static let pattern: RoutePattern = "/products/:id<int>"
  var id: Int
  var ref: String?
}

struct FindProducts: TypedRoute, Equatable {
  static let pattern: RoutePattern = "/find/:words"
  var words: String
  var tags: [String] = []
}

/// A typed route passes the pipeline as any other, and is found by its type.
@MainActor
@Suite(.hangsNever)
struct TypedRoutingTests {
  @Test func `a provider that was added makes the screen of a type whose closure returns nil`()
    async throws
  {
    let shop = try await Shop()
    try shop.wireframe.register(ShowProduct.self) { _ in nil }
    shop.wireframe.add(provider: Products())
    try await shop.wireframe.route(to: ShowProduct(id: 3))
    #expect(shop.shown == ["root", "product 3"])
  }

  @Test func `a value is written into a URL, matched, and read again for the closure`() async throws
  {
    let shop = try await Shop()
    try shop.wireframe.register(ShowProduct.self) { Screen("\($0.id) \($0.ref ?? "-")") }
    let result = try await shop.wireframe.route(to: ShowProduct(id: 42, ref: "e & mail"))
    #expect(result.route.urlText == "/products/42?ref=e%20%26%20mail")
    #expect(result.controller?.description == "42 e & mail")
    try await shop.wireframe.route(to: "/products/-7?other=1#part")
    #expect(shop.shown == ["root", "42 e & mail", "-7 -"])
  }

  @Test func `the closure gets the router, and a presenter routes on with a value`() async throws {
    let shop = try await Shop()
    try shop.wireframe.register(ShowProduct.self) { show in Screen("\(show.id)") }
    try shop.wireframe.register(FindProducts.self, option: .modal) { find, router in
      #expect(router === shop.wireframe)
      return Screen(find.words + find.tags.joined())
    }
    let router: any Router = shop.wireframe
    let found = try await router.route(to: FindProducts(words: "a/b", tags: ["x", "y", "x"])).route
    #expect(found.urlText == "/find/a%2Fb?tags=x&tags=y&tags=x")
    #expect(shop.shown == ["root", "a/bxyx"])
    let route = try await router.route(to: ShowProduct(id: 1), option: .replaceTop).route
    #expect(route.as(ShowProduct.self) == ShowProduct(id: 1))
    #expect(route.as(FindProducts.self) == nil)
  }

  @Test func `a handler gets a value, and enqueues one`() async throws {
    let shop = try await Shop()
    var handled: [ShowProduct] = []
    try shop.wireframe.handle(ShowProduct.self, exposure: .external) { show, router in
      handled.append(show)
      if show.id < 3 { router.enqueue(try RoutingRequest(ShowProduct(id: show.id + 1))) }
    }
    let opened = await shop.wireframe.open("myapp://products/1?ref=a", origin: .customScheme)
    #expect(opened.result?.outcome == .handled)
    try await shop.wireframe.route(to: ShowProduct(id: 9))
    #expect(handled == [1, 2, 9].map { ShowProduct(id: $0, ref: $0 == 1 ? "a" : nil) })
  }

  @Test func `tags, exposure and guards are those of any route`() async throws {
    let shop = try await Shop()
    try shop.wireframe.register(ShowProduct.self, tags: [.requiresLogin]) { Screen("\($0.id)") }
    try shop.wireframe.register(FindProducts.self) { Screen($0.words) }
    shop.wireframe.observe(tag: .requiresLogin) { route in
      guard let show = route.as(ShowProduct.self), show.id == 13 else { return .proceed }
      return .redirect(to: try RoutingRequest(FindProducts(words: "login")))
    }
    try await shop.wireframe.route(to: ShowProduct(id: 13))
    try await shop.wireframe.route(to: ShowProduct(id: 12))
    #expect(shop.shown == ["root", "login", "12"])
    let closed = await shop.wireframe.open("myapp://products/1", origin: .customScheme)
    #expect(closed.error?.code == .notExposed)
  }

  @Test func `removing the registration makes the type unknown`() async throws {
    let shop = try await Shop()
    let registration = try shop.wireframe.register(ShowProduct.self) { Screen("\($0.id)") }
    #expect(shop.wireframe.canRoute(try RoutingRequest(ShowProduct(id: 1))))
    registration.remove()
    #expect(!shop.wireframe.canRoute(try RoutingRequest(ShowProduct(id: 1))))
    let error = try await failure { try await shop.wireframe.route(to: ShowProduct(id: 1)) }
    #expect(error.code == .noRoute)
  }

  @Test func `a URL that the type cannot hold fails at the closure, and names the property`()
    async throws
  {
    let shop = try await Shop()
    struct ShowByte: TypedRoute {
      static let pattern: RoutePattern = "/bytes/:byte<int>"
      var byte: UInt8
    }
    try shop.wireframe.register(ShowByte.self) { Screen("\($0.byte)") }
    let error = try await shop.failure("/bytes/256")
    #expect(error.code == .unfitValue)
    #expect(
      error.description
        == "The path value 'byte' of '/bytes/:byte<int>' is not of type UInt8. Read it as another type, or "
        + "give the parameter a type in the pattern.")
    #expect(error.urlText == "/bytes/256")
  }

  @Test("A role of a typed route asks for its request again with the URL of another route")
  func requestOfRole() async throws {
    let shop = try await Shop()
    try shop.register("/login")
    try shop.wireframe.register(ShowProduct.self) { Screen("\($0.id)") }
    shop.wireframe.observe { route in
      guard route.as(ShowProduct.self) != nil else { return .proceed }
      var request = route.request
      request.urlText = "/login"
      return .redirect(to: request)
    }
    let result = try await shop.wireframe.route(to: ShowProduct(id: 1))
    #expect(result.route.pattern == "/login")
    #expect(shop.shown == ["root", "/login"])
  }

  @Test("A typed route has parents, and lands under them; a link's value is read as any other")
  func landing() async throws {
    let shop = try await Shop()
    try shop.wireframe.register("/shelf", option: .push) { _ in Screen("shelf") }
    try shop.wireframe.register(
      ShowProduct.self, option: .push, exposure: .external, place: .under("/shelf")
    ) { show in Screen("product \(show.id)") }
    try await shop.wireframe.route(to: ShowProduct(id: 7), landing: .underParents)
    #expect(shop.shown == ["root", "shelf", "product 7"])
    try await shop.wireframe.route(to: ShowProduct(id: 7), ifPresented: .bringToFront)
    #expect(shop.shown == ["root", "shelf", "product 7"])
  }

  @Test("A typed route behind a gate keeps its value until the user has passed")
  func gates() async throws {
    let shop = try await Shop()
    let key = Barrier()
    try shop.wireframe.register("/login", option: .modal) { _ in Screen("Log in") }
    shop.wireframe.addGate(for: "login", at: "/login") { key.isOpen }
    try shop.wireframe.register(ShowProduct.self, option: .push, tags: ["login"]) { show in
      Screen("product \(show.id)")
    }
    try await shop.wireframe.route(to: ShowProduct(id: 7))
    #expect(shop.shown == ["root", "Log in"])
    key.open()
    try await shop.wireframe.resume(after: "login")
    #expect(shop.shown == ["root", "product 7"])
    let route = try #require(shop.navigation.state.top?.route)
    #expect(route.as(ShowProduct.self)?.id == 7)
  }

  @Test("A typed route that answers is restored, and brought to front, as it says")
  func answeringRules() async throws {
    let shop = try await Shop()
    try shop.wireframe.register(
      PickNumber.self, option: .modal, place: .init(ifPresented: .bringToFront, restoration: .never)
    ) { _, _, _ in Screen("pick") }
    try await shop.wireframe.route(to: PickNumber())
    try await shop.wireframe.route(to: PickNumber())
    #expect(shop.shown == ["root", "pick"])
    #expect(try shop.wireframe.savedState().omittedCount == 2)
  }

  @Test("A typed route may answer, with the type that it names")
  func answers() async throws {
    let shop = try await Shop()
    try shop.wireframe.register(PickNumber.self, option: .modal) { pick, _, answer in
      let screen = Screen("pick above \(pick.minimum ?? 0)")
      screen.token = answer
      return screen
    }
    let task = Task { try await shop.wireframe.answer(to: PickNumber(minimum: 3)) }
    #expect(await eventually { shop.shown.last == "pick above 3" })
    let handle = shop.navigation.state.top?.controller.token as? AnswerHandle<Int>
    await handle?.finish(with: 5)
    #expect(try await task.value == 5)
    #expect(shop.shown == ["root"])
  }
}

/// Makes the screens of one type.
private struct Products: ControllerProvider {
  func controller(for route: Route, option: any RoutingOption) async throws -> Screen? {
    route.as(ShowProduct.self).map { Screen("product \($0.id)") }
  }
}

/// A type that is not registered is an error that names it, whatever else its URL matches.
@MainActor
struct UnregisteredTypeTests {
  static let text =
    "No route is registered for the type 'ShowProduct'. Register it: "
    + "'wireframe.register(ShowProduct.self) { … }'."

  @Test(arguments: [nil, "/products/:id<int>", "/products/:any", "/*"] as [RoutePattern?])
  func `no other route is taken for it`(other: RoutePattern?) async throws {
    let shop = try await Shop()
    if let other { try shop.register(other) }
    let show = ShowProduct(id: 1)
    let ownPattern =
      "'/products/:id<int>' is registered, but not for the type 'ShowProduct'. Register that "
      + "instead: 'wireframe.register(ShowProduct.self) { … }'."
    for error in [
      try await failure { try await shop.wireframe.route(to: show) },
      try await failure { try await (shop.wireframe as any Router).route(to: show) },
      try await failure { try shop.wireframe.urlText(of: show) },
      try await failure { try await shop.wireframe.controller(for: RoutingRequest(show)) },
    ] {
      #expect(error.code == .noRoute)
      #expect(error.description == (other == ShowProduct.pattern ? ownPattern : Self.text))
      #expect(error.nearMiss == nil)
    }
    #expect(shop.shown == ["root"])
    #expect(shop.recorder.events.allSatisfy { $0 == "didFail - noRoute" })
  }

  @Test func `one that is bound to a source that is not declared is none of a foreign URL`()
    async throws
  {
    let (shop, levels) = (try await Shop(sources: []), LevelsRoute(levels: [.high]))
    for error in [
      try await failure { try await shop.wireframe.route(to: levels) },
      try await failure { try shop.wireframe.urlText(of: levels) },
    ] {
      #expect(error.code == .noRoute)
      #expect(error.description == Self.text.replacing("ShowProduct", with: "LevelsRoute"))
    }
  }

  @Test func `a provider that is bound to no pattern is not asked`() async throws {
    let shop = try await Shop()
    shop.wireframe.add(provider: AnyScreen())
    let error = try await failure { try await shop.wireframe.route(to: ShowProduct(id: 1)) }
    #expect(error.description == Self.text)
    try await shop.wireframe.route(to: "/products/1")
    #expect(shop.shown == ["root", "any"])
  }

  @Test func `a value whose URL is another route's is told so`() async throws {
    let shop = try await Shop()
    try shop.register("/find/new")
    try shop.wireframe.register(FindProducts.self) { Screen($0.words) }
    try await shop.wireframe.route(to: FindProducts(words: "old"))
    for error in [
      try await failure { try await shop.wireframe.route(to: FindProducts(words: "new")) },
      try await failure { try shop.wireframe.urlText(of: FindProducts(words: "new")) },
    ] {
      #expect(error.code == .noRoute)
      #expect(
        error.description
          == "The URL of this 'FindProducts' does not lead to '/find/:words', which is registered for the "
          + "type. Ask the router of the wireframe that registered it, or remove the pattern that matches "
          + "the URL instead.")
    }
    #expect(shop.shown == ["root", "old"])
  }

  @Test func `it does not join a routing of the same URL that asks for no type`() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.register("/products/:id<int>", behind: gate)
    let plain = Task { try await shop.wireframe.route(to: "/products/1").outcome }
    await gate.waitForArrivals()
    let typed = Task { try await shop.wireframe.route(to: ShowProduct(id: 1)).outcome }
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    #expect(try await plain.value == .presented)
    #expect(try await failure { try await typed.value }.code == .noRoute)
  }
}

private struct AnyScreen: ControllerProvider {
  func controller(for route: Route, option: any RoutingOption) async throws -> Screen? {
    Screen("any")
  }
}

/// A module's types have their URLs behind the path of its mount.
@MainActor
struct MountedTypeTests {
  let app = Wireframe<Screen>(
    sources: ["myapp:", "https://example.com"], defaultOption: .root, limits: .none)
  let shop = Wireframe<Screen>(rules: MatchingRules(ignoresCase: true))
  let navigation = NavigationTree<Screen>()

  init() throws {
    app.addStandardPresenters(on: navigation)
    try shop.register(ShowProduct.self) { Screen("\($0.id)") }
    try app.mount(shop, at: "/shop")
    try shop.register(FindProducts.self) { Screen($0.words) }
  }

  @Test func `the module routes by value, and its URLs have the path of the mount`() async throws {
    try await shop.route(to: ShowProduct(id: 4))
    try await shop.route(to: FindProducts(words: "x"))
    let show = ShowProduct(id: 42, ref: "mail")
    for (source, expected) in [
      (nil, "/shop/products/42?ref=mail"),
      ("https://example.com", "https://example.com/shop/products/42?ref=mail"),
      ("myapp:", "myapp:///shop/products/42?ref=mail"),
      ("https://elsewhere.net:8443", "https://elsewhere.net:8443/shop/products/42?ref=mail"),
    ] as [(URLSource?, String)] {
      #expect(try shop.urlText(of: show, source: source) == expected)
      #expect(try (shop as any Router).urlText(of: show, source: source) == expected)
    }
    try await app.route(to: try shop.urlText(of: show, source: "https://example.com"))
    #expect(navigation.state.shown.map(\.controller.description) == ["42"])
  }

  @Test func `J16 the outer wireframe finds the type behind the module's path`() async throws {
    try await app.route(to: ShowProduct(id: 4))
    #expect(navigation.state.shown.map(\.controller.description) == ["4"])
    #expect(try app.urlText(of: ShowProduct(id: 4)) == "/shop/products/4")
  }

  @Test func `observers of both wireframes read the value`() async throws {
    var seen: [ShowProduct?] = []
    for wireframe in [app, shop] {
      wireframe.observe { route in
        seen.append(route.as(ShowProduct.self))
        return .proceed
      }
    }
    try await shop.route(to: ShowProduct(id: 4))
    #expect(seen == [ShowProduct(id: 4), ShowProduct(id: 4)])
  }
}

/// Types of a module whose default isolation is the main actor need not say anything.
@MainActor
struct MainActorRouteTests {
  @Test func `a type and its properties are read and written by their own texts`() async throws {
    let wireframe = Wireframe<String>()
    let navigation = NavigationTree<String>()
    wireframe.addStandardPresenters(on: navigation)
    try await navigation.setRoot("root")
    try registerSections(on: wireframe)
    let show = ShowSection(section: .addresses, page: 2, order: .falling, code: Code(number: 7))
    #expect(
      try wireframe.urlText(of: show) == "/sections/addresses/2?order=falling&code=c7")
    try await wireframe.route(to: show)
    try await wireframe.route(to: "/sections/orders?code=c1")
    #expect(navigation.state.shown.map(\.controller) == ["root", "addresses 2 7", "orders 1 1"])
    let error = try await failure { try await wireframe.route(to: "/sections/orders?code=1") }
    #expect(error.code == .unfitValue)
  }

  @Test func `they are read and written off the main actor, too`() async throws {
    let show = ShowSection(section: .orders, code: Code(number: 7))
    let urlText = await Task.detached { try? RoutingRequest(show).urlText }.value
    #expect(urlText == "/sections/orders?code=c7")
    let route = try Route("/sections/orders?code=c7", matching: ShowSection.pattern)
    #expect(await Task.detached { route.as(ShowSection.self) }.value == show)
  }
}

private struct PickNumber: AnsweringRoute {
  typealias Answer = Int
  static let pattern: RoutePattern = "/numbers/pick"
  var minimum: Int?
}
