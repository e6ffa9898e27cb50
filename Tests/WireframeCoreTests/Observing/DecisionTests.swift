import TestSupport
import Testing
import WireframeCore

/// Decisions are written with `async` or without, and count alike.
@MainActor
@Suite(.hangsNever)
struct DecisionTests {
  @Test(
    "2.14: decisions with and without async are asked in one order, and the first that is not to go on wins"
  )
  func bothKinds() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/b")
    let log = Calls()
    shop.wireframe.add(observer: AtOnce("1", log), priority: 5)
    shop.wireframe.add(observer: Awaited("2", log), priority: 4)
    shop.wireframe.add(observer: AtOnceValue(name: "3", log: log), priority: 3)
    shop.wireframe.add(observer: Awaited("4", log, to: "/b", from: "/a"), priority: 2)
    shop.wireframe.add(observer: AtOnce("5", log), priority: 1)
    try await shop.wireframe.route(to: "/a")
    #expect(log.texts == ["1 /a", "2 /a", "3 /a", "4 /a", "1 /b", "2 /b", "3 /b", "4 /b", "5 /b"])
    #expect(shop.shown == ["root", "/b"])
  }

  @Test("A decision without async redirects, stops and throws")
  func decisions() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/b", "/c", "/d")
    shop.wireframe.add(
      observer: AtOnceDeciding { route in
        switch route.urlText {
        case "/a": return .redirect(to: "/b")
        case "/c": return .stop("closed")
        case "/d": throw Broken()
        default: return .proceed
        }
      })
    #expect(try await shop.wireframe.route(to: "/a").route.urlText == "/b")
    #expect(try await shop.wireframe.route(to: "/c").outcome == .stopped(reason: "closed"))
    let error = await #expect(throws: RoutingError.self) {
      try await shop.wireframe.route(to: "/d")
    }
    #expect(error?.code == .observerFailed)
    #expect(error?.underlyingError is Broken)
    #expect(error?.description.contains("AtOnceDeciding") == true)
  }

  @Test("A module's observer redirects within the module")
  func mounted() async throws {
    let shop = try await Shop()
    let module = Wireframe<Screen>()
    let log = Calls()
    try module.register("/a") { route in Screen(route.urlText) }
    try module.register("/b") { route in Screen(route.urlText) }
    module.add(
      observer: AtOnceDeciding { route in
        log.texts.append(route.path.joined(separator: "/"))
        return route.path == ["a"] ? .redirect(to: "/b") : .proceed
      })
    try shop.wireframe.mount(module, at: "/module")
    try await shop.wireframe.route(to: "/module/a")
    #expect(log.texts == ["a", "b"])
    #expect(shop.shown == ["root", "/module/b"])
  }
}

private final class Calls {
  var texts: [String] = []
}

private final class AtOnce: RoutingObserver {
  let name: String
  let log: Calls
  init(_ name: String, _ log: Calls) {
    self.name = name
    self.log = log
  }

  func decision(for route: Route) -> RoutingDecision {
    log.texts.append("\(name) \(route.urlText)")
    return .proceed
  }
}

private struct AtOnceValue: RoutingObserver {
  let name: String
  let log: Calls

  func decision(for route: Route) -> RoutingDecision {
    log.texts.append("\(name) \(route.urlText)")
    return .proceed
  }
}

private final class Awaited: RoutingObserver {
  let name: String
  let log: Calls
  let target: String?
  let origin: String?
  init(_ name: String, _ log: Calls, to target: String? = nil, from origin: String? = nil) {
    self.name = name
    self.log = log
    self.target = target
    self.origin = origin
  }

  func decision(for route: Route) async -> RoutingDecision {
    await Task.yield()
    log.texts.append("\(name) \(route.urlText)")
    guard let target, route.urlText == origin else { return .proceed }
    return .redirect(to: target)
  }
}

private struct AtOnceDeciding: RoutingObserver {
  let decide: (Route) throws -> RoutingDecision
  init(_ decide: @escaping (Route) throws -> RoutingDecision) { self.decide = decide }

  func decision(for route: Route) throws -> RoutingDecision { try decide(route) }
}
