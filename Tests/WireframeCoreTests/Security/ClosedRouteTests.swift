import Foundation
import TestSupport
import Testing
import WireframeCore

/// No request from outside reaches a route that is closed to it.
@MainActor
final class ClosedRouteTests {
  enum Way: CaseIterable, Sendable {
    case open, openURL, routerOpens, route, perform, enqueue, controller, redirect, suspended
  }

  nonisolated static let origins: [RoutingOrigin] = [
    .app, .universalLink, .customScheme, .notification, "", "App", "qr-code",
  ]

  private var next: RoutingDecision = .proceed
  private var built = 0

  private func makeShop(isSuspended: Bool = false) async throws -> Shop {
    let shop = try await Shop(
      sources: ["myapp:", "https://example.com"], isSuspended: isSuspended)
    let build: @MainActor (Route) -> Screen? = { [unowned self] _ in
      built += 1
      return Screen("closed")
    }
    try shop.wireframe.register("/closed/:id?", controller: build)
    try shop.wireframe.register("/verified", exposure: .only(.universalLink), controller: build)
    try shop.wireframe.register("/none", exposure: .only(), controller: build)
    try shop.wireframe.handle("/act") { [unowned self] _ in built += 1 }
    try shop.wireframe.register("/go", tags: ["go"], exposure: .external) { _ in Screen("go") }
    shop.wireframe.observe(tag: "go") { [unowned self] _ in next }
    return shop
  }

  /// Lets an untrusted request in on one way, and says with what error it ended.
  private func enter(
    _ text: String, _ origin: RoutingOrigin, by way: Way, _ shop: Shop
  ) async throws -> RoutingError? {
    let request = RoutingRequest(untrusted: text, origin: origin)
    shop.recorder.events = []
    shop.recorder.errors = []
    switch way {
    case .open: return await shop.wireframe.open(text, origin: origin).error
    case .openURL:
      return await shop.wireframe.open(try #require(URL(string: text)), origin: origin).error
    case .routerOpens: return await (shop.wireframe as any Router).open(text, origin: origin).error
    case .route: _ = try? await shop.wireframe.route(request)
    case .perform: _ = try? await shop.wireframe.perform(request)
    case .controller: _ = try? await shop.wireframe.controller(for: request)
    case .enqueue:
      shop.wireframe.enqueue(request)
      try await shop.wireframe.route(to: "/go?end")
    case .redirect:
      next = .redirect(toUntrusted: text)
      defer { next = .proceed }
      return await shop.wireframe.open("myapp://go", origin: origin).error
    case .suspended:
      shop.wireframe.enqueue(request)
      shop.wireframe.activate()
      try await shop.wireframe.route(to: "/go?end")
    }
    return shop.recorder.errors.first
  }

  @Test(
    "Closed routes: no request from outside reaches one, and no observer is asked about it",
    arguments: Way.allCases)
  func closed(way: Way) async throws {
    for text in [
      "myapp://closed", "myapp:/closed/7", "myapp:///closed?x=1#y", "MYAPP://CLOSED/",
      "myapp://none",
      "https://example.com/closed", "https://example.com:443/%63losed", "myapp://act",
    ] {
      for origin in Self.origins {
        let shop = try await makeShop(isSuspended: way == .suspended)
        let request = RoutingRequest(untrusted: text, origin: origin)
        #expect(!shop.wireframe.canRoute(request))
        let error = try await enter(text, origin, by: way, shop)
        #expect(error?.code == .notExposed, "\(text), \(origin.rawValue)")
        // Only an https URL can be a universal link; the redirect begins with a custom scheme.
        let isClaim = origin == .universalLink && (way == .redirect || !text.hasPrefix("https"))
        #expect(error?.origin == (isClaim ? .customScheme : origin))
        #expect(!shop.recorder.events.contains { $0 == "decide \(text)" })
        #expect(built == 0)
        shop.wireframe.activate()
        let trusted = RoutingRequest(text)
        #expect(shop.wireframe.canRoute(trusted))
        try await shop.wireframe.route(trusted)
        #expect(built == 1, "the app itself reaches it")
        built = 0
      }
    }
  }

  @Test("Closed routes: a route for some origins is closed to those that only resemble them")
  func someOrigins() async throws {
    let shop = try await makeShop()
    let link = "https://example.com/verified"
    for origin: RoutingOrigin in [
      .app, .customScheme, .notification, "", "universallink", "universalLink ", "universalLink\0",
      "*", "closed", "external",
    ] {
      #expect(await shop.wireframe.open(link, origin: origin).error?.code == .notExposed)
      #expect(!shop.wireframe.canRoute(RoutingRequest(untrusted: link, origin: origin)))
    }
    #expect(built == 0)
    await shop.wireframe.open(link, origin: .universalLink)
    #expect(built == 1)
  }

  @Test(
    "Origin spoofing: no custom scheme's link is one that the system has verified, whatever the app says",
    arguments: ["myapp://verified", "MYAPP:/verified", "myapp:///verified/?x=1"])
  func unverified(text: String) async throws {
    let shop = try await makeShop()
    #expect(!shop.wireframe.canRoute(RoutingRequest(untrusted: text, origin: .universalLink)))
    for way in Way.allCases where way != .suspended {
      let error = try await enter(text, .universalLink, by: way, shop)
      #expect(error?.code == .notExposed)
    }
    #expect(built == 0)
    try await shop.wireframe.route(to: text)
    #expect(built == 1)
  }

  @Test("Origin spoofing: to claim the app's own origin is not to be trusted")
  func appOrigin() async throws {
    let shop = try await makeShop()
    try shop.wireframe.register("/own", exposure: .only(.app)) { _ in Screen("own") }
    let outcome = await shop.wireframe.open("myapp://own", origin: .app)
    #expect(outcome.result?.route.request.isTrusted == false)
    #expect(await shop.wireframe.open("/own", origin: .app).error?.code == .rejected)
  }

  @Test(
    "Smuggled payloads: a request from outside that carries one is refused on every way in",
    arguments: Way.allCases)
  func payloads(way: Way) async throws {
    let shop = try await makeShop()
    try shop.wireframe.register("/open", exposure: .external) { [unowned self] _ in
      built += 1
      return Screen("open")
    }
    var request = RoutingRequest(untrusted: "myapp://open", origin: .notification)
    #expect(shop.wireframe.canRoute(request))
    request.payload = ["isAdmin": true]
    #expect(!shop.wireframe.canRoute(request))
    switch way {
    case .open, .openURL, .routerOpens, .route: _ = try? await shop.wireframe.route(request)
    case .perform: _ = try? await shop.wireframe.perform(request)
    case .controller: _ = try? await shop.wireframe.controller(for: request)
    case .enqueue, .suspended:
      shop.wireframe.enqueue(request)
      try await shop.wireframe.route(to: "/go")
    case .redirect:
      next = .redirect(to: request)
      await shop.wireframe.open("myapp://go", origin: .notification)
    }
    #expect(shop.recorder.errors.map(\.refusal?.reason) == [.payloadFromOutside])
    #expect(built == 0)
  }

  @Test(
    "Closed routes: what only unbound providers know is closed, also behind an untrusted redirect")
  func unboundProviders() async throws {
    let shop = try await makeShop()
    shop.wireframe.add(provider: KnowsEverything { [unowned self] in built += 1 })
    for way in Way.allCases where way != .suspended {
      let error = try await enter("myapp://unknown/1", .notification, by: way, shop)
      #expect(error?.code == .noRoute, "\(way)")
    }
    #expect(built == 0)
    #expect(!shop.wireframe.canRoute(to: "myapp://unknown/1"))
    try await shop.wireframe.route(to: "myapp://unknown/1")
    #expect(built == 1)
  }

  @Test("Closed routes: a pattern that is closed hides behind no wider one that is open")
  func noFallThrough() async throws {
    let shop = try await makeShop()
    try shop.register("/*all", exposure: .external)
    #expect(
      await shop.wireframe.open("myapp://closed/7", origin: .customScheme).error?.code
        == .notExposed)
    #expect(
      await shop.wireframe.open("myapp://other/7", origin: .customScheme).result != nil)
    #expect(built == 0)
  }
}

private struct KnowsEverything: ControllerProvider {
  let build: @MainActor () -> Void

  func controller(for route: Route, option: any RoutingOption) -> Screen? {
    guard route.pattern == nil else { return nil }
    build()
    return Screen("everything")
  }
}
