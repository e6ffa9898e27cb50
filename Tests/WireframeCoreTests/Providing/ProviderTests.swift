import TestSupport
import Testing
import WireframeCore

@MainActor
@Suite(.hangsNever)
struct ProviderTests {
  @Test("2.3: any number of providers; nil is \"not mine\", and the next is asked")
  func nilAsksTheNext() async throws {
    let shop = try await Shop()
    let log = Log()
    for number in 0..<100 {
      shop.wireframe.add(provider: Named("\(number)", log, makes: number == 97))
    }
    let result = try await shop.wireframe.route(to: "/anything")
    #expect(result.controller?.description == "97")
    #expect(log.lines == (0...97).map { "\($0)" })
    #expect(result.route.pattern == nil)
    #expect(result.route.path == ["anything"])
  }

  @Test("2.3: the pattern's own closure may answer nil as well")
  func closuresMayAnswerNil() async throws {
    let shop = try await Shop()
    try shop.wireframe.register("/a") { _ in nil }
    shop.wireframe.add(provider: Named("unbound", Log()))
    #expect(try await shop.wireframe.route(to: "/a").controller?.description == "unbound")
  }

  @Test("2.4: a provider sees route, option and payload, and may build differently")
  func providersSeeAll() async throws {
    let shop = try await Shop()
    try shop.wireframe.register("/a/:id", provider: Describing())
    let pushed = try await shop.wireframe.route(to: "/a/7?x=y", payload: ["who": "me"])
    let modal = try await shop.wireframe.route(to: "/a/7?x=y", option: .modal)
    #expect(pushed.controller?.description == "7 y Push me")
    #expect(modal.controller?.description == "7 y Modal nobody")
  }

  @Test("2.20: the payload is an open bag, apart from path values and query")
  func payloadIsApart() async throws {
    let shop = try await Shop()
    var failures: [RoutingError.Code] = []
    try shop.wireframe.register("/a/:id") { route in
      let basket: Basket = try route.payload.require("id")
      #expect(try route["id"] as String == "path")
      #expect(route.query["id"] == "query")
      #expect(route.payload["id", as: String.self] == nil)
      for key in ["id", "x"] {
        let error = #expect(throws: RoutingError.self) {
          try route.payload.require(key, as: Int.self)
        }
        failures.append(contentsOf: [error?.code].compactMap(\.self))
      }
      return Screen("\(basket.items)")
    }
    let basket = Basket(items: ["lamp"])
    let result = try await shop.wireframe.route(to: "/a/path?id=query", payload: ["id": basket])
    #expect(result.controller?.description == "[\"lamp\"]")
    #expect(failures == [.unfitValue, .missingValue])
  }

  @Test("The pattern's provider is asked before unbound ones of its priority, after higher ones")
  func providersHaveAnOrder() async throws {
    let shop = try await Shop()
    let log = Log()
    shop.wireframe.add(provider: Named("equal", log, makes: false))
    shop.wireframe.add(provider: Named("low", log, makes: false), priority: -1)
    shop.wireframe.add(provider: Named("high", log, makes: false), priority: 6)
    shop.wireframe.add(provider: Named("between", log, makes: false), priority: 3)
    try shop.wireframe.register("/own", provider: Named("own", log, makes: false))
    try shop.wireframe.register("/five", priority: 5, provider: Named("five", log, makes: false))
    _ = try await shop.failure("/own")
    #expect(log.lines == ["high", "between", "own", "equal", "low"])
    log.lines = []
    _ = try await shop.failure("/five")
    #expect(log.lines == ["high", "five", "between", "equal", "low"])
  }

  @Test("A provider bound to a pattern is not asked for another")
  func boundProvidersKeepToTheirPattern() async throws {
    let shop = try await Shop()
    let log = Log()
    try shop.wireframe.register("/a", provider: Named("a", log))
    try shop.wireframe.register("/b", provider: Named("b", log))
    try await shop.wireframe.route(to: "/b")
    #expect(log.lines == ["b"])
  }

  @Test("A pattern may leave its controller to unbound providers")
  func patternsWithoutProvider() async throws {
    let shop = try await Shop(defaultOption: nil)
    try shop.wireframe.register("/a/:id", option: .push, tags: ["tagged"])
    shop.wireframe.add(provider: Named("unbound", Log()))
    let result = try await shop.wireframe.route(to: "/a/1")
    #expect(result.controller?.description == "unbound")
    #expect(result.route.tags == ["tagged"])
  }

  @Test("A provider that throws ends the routing; the next is not asked")
  func throwingProvidersEndTheRouting() async throws {
    let shop = try await Shop()
    let log = Log()
    try shop.wireframe.register("/a") { _ in throw Broken(what: "no stock") }
    shop.wireframe.add(provider: Named("next", log))
    let error = try await shop.failure("/a")
    #expect(error.code == .providerFailed)
    #expect(error.underlyingError as? Broken == Broken(what: "no stock"))
    #expect(error.pattern == "/a")
    #expect(log.lines.isEmpty)
  }

  @Test("A value that does not fit keeps its own code, and gains the routing's facts")
  func valueErrorsKeepTheirCode() async throws {
    let shop = try await Shop()
    try shop.wireframe.register("/a/:id") { route in
      let id: Int = try route["id"]
      return Screen("\(id)")
    }
    let error = try await shop.failure("/a/x")
    #expect(error.code == .unfitValue)
    #expect(error.urlText == "/a/x")
    #expect(error.pattern == "/a/:id")
    #expect(error.chain == ["/a/x"])
    #expect(error.origin == .app)
  }

  @Test("An error about another pattern, as of a URL that cannot be written, goes on naming that")
  func errorsAboutOtherPatterns() async throws {
    let (shop, other) = (try await Shop(), "/items/:id" as RoutePattern)
    try shop.wireframe.register("/a") { _ in Screen(try other.urlText(with: [:])) }
    let error = try await shop.failure("/a")
    #expect(error.code == .missingValue)
    #expect(error.pattern == other)
    #expect(error.chain == ["/a"])
  }

  @Test("An error of another wireframe's routing is the provider's failure")
  func foreignRoutingErrorsAreWrapped() async throws {
    let shop = try await Shop()
    let other = Wireframe<Screen>()
    try shop.wireframe.register("/a") { _ in
      _ = try await other.controller(for: "/nowhere")
      return nil
    }
    let error = try await shop.failure("/a")
    #expect(error.code == .providerFailed)
    #expect((error.underlyingError as? RoutingError)?.code == .noRoute)
    #expect(error.urlText == "/a")
  }

  @Test("All nil is noController with a pattern, noRoute without")
  func nobodyKnows() async throws {
    let shop = try await Shop()
    try shop.wireframe.register("/a")
    shop.wireframe.add(provider: Named("unbound", Log(), makes: false))
    #expect(try await shop.failure("/a").code == .noController)
    #expect(try await shop.failure("/b").code == .noRoute)
    #expect(shop.shown == ["root"])
  }
}

// MARK: - Support

private struct Basket {
  let items: [String]
}

private struct Named: ControllerProvider {
  let name: String
  let log: Log
  let makes: Bool
  init(_ name: String, _ log: Log, makes: Bool = true) {
    self.name = name
    self.log = log
    self.makes = makes
  }

  func controller(for route: Route, option: any RoutingOption) -> Screen? {
    log.add(name)
    return makes ? Screen(name) : nil
  }
}

private struct Describing: ControllerProvider {
  func controller(for route: Route, option: any RoutingOption) throws -> Screen? {
    let id: String = try route["id"]
    let who = route.payload["who", as: String.self] ?? "nobody"
    return Screen("\(id) \(route.query["x"] ?? "-") \(type(of: option)) \(who)")
  }
}
