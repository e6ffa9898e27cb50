import TestSupport
import Testing
import WireframeCore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The stages of one routing and their order.
@MainActor
@Suite(.hangsNever)
struct PipelineTests {
  @Test("2.1: a URL goes to a provider, and its controller to a presenter")
  func urlBecomesScreen() async throws {
    let shop = try await Shop()
    try shop.wireframe.register("/products/:id<int>") { route in
      let id: Int = try route["id"]
      return Screen("Product \(id), \(route.payload["from", as: String.self] ?? "-")")
    }
    let result = try await shop.wireframe.route(
      to: "myapp://products/42?ref=mail", payload: ["from": "mail"])
    #expect(result.outcome == .presented)
    #expect(result.controller?.description == "Product 42, mail")
    #expect(result.controller === shop.navigation.state.top?.controller)
    #expect(result.route.query["ref"] == "mail")
    #expect(shop.shown == ["root", "Product 42, mail"])
  }

  @Test("2.2: payload and option may be left out of a call, whether the URL is a text or a URL")
  func callsMayBeShort() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/b")
    try await shop.wireframe.route(to: "/a")
    let url = try #require(URL(string: "myapp://b"))
    let result = try await shop.wireframe.route(to: url)
    #expect(result.route.urlText == "myapp://b")
    #expect(result.route.payload.isEmpty)
    #expect(shop.shown == ["root", "/a", "/b"])
  }

  @Test("The stages run in their order, each once")
  func stagesRunInOrder() async throws {
    let log = Log()
    let wireframe = Wireframe<Screen>()
    wireframe.add(observer: LoggingObserver(log))
    wireframe.add(optionProvider: LoggingOptionProvider(log))
    wireframe.add(presenter: LoggingPresenter(log))
    try wireframe.register("/a", option: .push) { _ in
      log.add("provide")
      return Screen("a")
    }
    try await wireframe.route(to: "/a")
    #expect(
      log.lines == [
        "observes", "decide", "option", "accepts", "standing", "provide", "willPresent", "present",
        "didRoute",
      ])
  }

  @Test("A presenter is found before the controller is built: no orphan screens")
  func presenterComesBeforeProvider() async throws {
    let shop = try await Shop()
    var built = 0
    try shop.wireframe.register("/a", option: Unknown()) { _ in
      built += 1
      return Screen("a")
    }
    let error = try await shop.failure("/a")
    #expect(error.code == .noPresenter)
    #expect(built == 0)
    #expect(shop.shown == ["root"])
  }

  @Test("Nothing is asked of a URL that is refused or foreign", arguments: ["/a//b", "tel:1"])
  func refusedURLsReachNobody(urlText: String) async throws {
    let shop = try await Shop()
    try shop.register("/*")
    _ = try await shop.failure(urlText)
    #expect(shop.recorder.events.count == 1, "only didFail")
    #expect(shop.shown == ["root"])
  }

  @Test("A handler acts, shows nothing, and is announced")
  func handlersAct() async throws {
    let shop = try await Shop()
    var seen: [String] = []
    try shop.wireframe.handle("/sign-out") { seen.append($0.urlText) }
    let result = try await shop.wireframe.route(to: "/sign-out")
    #expect(result.outcome == .handled)
    #expect(result.controller == nil)
    #expect(result.option == nil)
    #expect(seen == ["/sign-out"])
    #expect(shop.recorder.events == ["decide /sign-out", "didRoute /sign-out"])
    #expect(shop.recorder.routed.first?.controller == nil)
    #expect(shop.shown == ["root"])
  }

  @Test("A handler needs neither option nor presenter, and may route further by its router")
  func handlersRouteFurther() async throws {
    let shop = try await Shop(defaultOption: nil)
    try shop.register("/next", option: .push)
    try shop.wireframe.handle("/go") { route, router in router.enqueue("/next") }
    try await shop.wireframe.route(to: "/go")
    try shop.wireframe.handle("/barrier") { _ in }
    try await shop.wireframe.route(to: "/barrier")
    #expect(shop.shown == ["root", "/next"])
  }

  @Test("A handler that throws ends the routing")
  func handlersThrow() async throws {
    let shop = try await Shop()
    try shop.wireframe.handle("/sign-out") { _ in throw Broken() }
    let error = try await shop.failure("/sign-out")
    #expect(error.code == .handlerFailed)
    #expect(error.underlyingError as? Broken == Broken())
    #expect(shop.recorder.events.last == "didFail /sign-out handlerFailed")
  }

  @Test("controller(for:) runs the guards and builds the controller, and presents nothing")
  func controllersAreMadeForEmbedding() async throws {
    let shop = try await Shop()
    try shop.wireframe.register("/a") { _ in Screen("a") }
    try shop.wireframe.register("/secret", tags: [.requiresLogin]) { _ in Screen("secret") }
    try shop.register("/denied")
    shop.wireframe.observe(tag: .requiresLogin) { _ in .redirect(to: "/denied") }
    #expect(try await shop.wireframe.controller(for: "/a").description == "a")
    #expect(try await shop.wireframe.controller(for: "/secret").description == "/denied")
    #expect(shop.shown == ["root"])
    #expect(shop.recorder.events.allSatisfy { $0.hasPrefix("decide") })
  }

  @Test("controller(for:) takes a whole request as well, origin and all")
  func controllersOfRequests() async throws {
    let shop = try await Shop()
    var origins: [RoutingOrigin] = []
    try shop.wireframe.register("/a") {
      origins.append($0.request.origin)
      return Screen("a")
    }
    var request = RoutingRequest(try #require(URL(string: "myapp://a")), option: .push)
    request.origin = RoutingOrigin(rawValue: "widget")
    #expect(try await shop.wireframe.controller(for: request).description == "a")
    #expect(origins.map(\.rawValue) == ["widget"])
    #expect("\(request)" == "request from widget")
  }

  @Test("controller(for:) tells providers the embedded option")
  func embeddedOptionIsTold() async throws {
    let shop = try await Shop()
    let provider = OptionReader()
    shop.wireframe.add(provider: provider)
    let screen = try await shop.wireframe.controller(for: "/a")
    #expect(screen.description == "Embedded")
  }

  @Test("controller(for:) tells guards the embedded option, whatever the request names")
  func guardsSeeTheEmbeddedOption() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    var options: [String] = []
    shop.wireframe.observe { route in
      options.append(route.request.option.map { "\(type(of: $0))" } ?? "none")
      return .proceed
    }
    _ = try await shop.wireframe.controller(for: RoutingRequest("/a", option: .modal))
    #expect(options == ["Embedded"])
  }

  @Test("controller(for:) has no controller for a handler or a stopped request")
  func someRequestsHaveNoController() async throws {
    let shop = try await Shop()
    try shop.wireframe.handle("/sign-out") { _ in }
    try shop.register("/stopped")
    try shop.wireframe.observe(under: "/stopped") { _ in .stop("not now") }
    let handler = await #expect(throws: RoutingError.self) {
      try await shop.wireframe.controller(for: "/sign-out")
    }
    #expect(handler?.code == .noController)
    let stopped = await #expect(throws: RoutingError.self) {
      try await shop.wireframe.controller(for: "/stopped")
    }
    #expect(stopped?.code == .stopped)
  }

  @Test(
    "canRoute tells whether a pattern matches, and asks nobody",
    arguments: [
      ("/products/42", true), ("myapp://products/42", true), ("/products/x", false),
      ("other://products/42", false), ("/products//42", false), ("/secret", true),
    ])
  func canRoute(urlText: String, expected: Bool) async throws {
    let shop = try await Shop()
    try shop.register("/products/:id<int>", "/secret")
    shop.wireframe.observe { _ in .stop("no") }
    #expect(shop.wireframe.canRoute(to: urlText) == expected)
    #expect(try shop.wireframe.canRoute(to: #require(URL(string: urlText))) == expected)
    #expect(shop.recorder.events.isEmpty)
  }

  @Test("A registration that is removed is gone, and its pattern free again")
  func registrationsCanBeRemoved() async throws {
    let shop = try await Shop()
    let route = try shop.wireframe.register("/a") { _ in Screen("first") }
    try await shop.wireframe.route(to: "/a")
    route.remove()
    #expect(try await shop.failure("/a").code == .noRoute)
    try shop.wireframe.register("/a") { _ in Screen("second") }
    route.remove()
    try await shop.wireframe.route(to: "/a")
    #expect(shop.shown == ["root", "first", "second"])
  }

  @Test("Everything that is added can be removed")
  func rolesCanBeRemoved() async throws {
    let shop = try await Shop(defaultOption: nil)
    try shop.wireframe.register("/a") { _ in Screen("a") }
    let stop = shop.wireframe.observe { _ in .stop("no") }
    #expect(try await shop.wireframe.route(to: "/a").outcome == .stopped(reason: "no"))
    stop.remove()
    #expect(try await shop.failure("/a").code == .noOption)
    let option = shop.wireframe.add(optionProvider: FixedOption(option: .modal))
    #expect(try await shop.wireframe.route(to: "/a").option is Modal)
    option.remove()
    #expect(try await shop.failure("/a").code == .noOption)
    let provider = shop.wireframe.add(provider: OptionReader())
    #expect(
      try await shop.wireframe.route(to: "/b", option: .modal).controller?.description == "Modal")
    provider.remove()
    #expect(try await shop.failure("/b", option: .modal).code == .noRoute)
    let presenter = shop.wireframe.add(presenter: LoggingPresenter(Log()), priority: 1)
    #expect(try await shop.wireframe.route(to: "/a", option: .push).outcome == .presented)
    let before = shop.shown
    presenter.remove()
    try await shop.wireframe.route(to: "/a", option: .modal)
    #expect(shop.shown == before + ["a"])
  }

  @Test("The standard presenters are removed together")
  func standardPresentersCanBeRemoved() async throws {
    let wireframe = Wireframe<Screen>(defaultOption: .root)
    let registration = wireframe.addStandardPresenters(on: NavigationTree<Screen>())
    try wireframe.register("/a") { _ in Screen("a") }
    try await wireframe.route(to: "/a")
    registration.remove()
    await #expect(throws: RoutingError.self) { try await wireframe.route(to: "/a") }
  }

  @Test("What a registration takes back is taken back once, also if that removes it once more")
  func removedWhileRemoved() {
    var count = 0
    var registration: Registration?
    registration = Registration {
      count += 1
      if count < 5 { registration?.remove() }
    }
    registration?.remove()
    registration?.remove()
    #expect(count == 1)
  }

  @Test("Who takes back what it has added when it goes may go with its own registration")
  func removedWithItsOwner() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    let refusing = shop.wireframe.observe { _ in .stop("closed") }
    shop.wireframe.add(watcher: Owner(of: refusing)).remove()
    var changes = 0
    let counting = shop.navigation.onChange { _ in changes += 1 }
    let owning = shop.navigation.onChange { [owner = Owner(of: counting)] _ in
      withExtendedLifetime(owner) {}
    }
    owning.remove()
    #expect(try await shop.wireframe.route(to: "/a").outcome == .presented)
    #expect(changes == 0)
  }

  @Test("A route, a placeholder and a way elsewhere may go with their own registrations")
  func removedWithItsOwnClosure() async throws {
    let wireframe = try await Shop().wireframe
    let other = try wireframe.register("/b") { _ in Screen("/b") }
    let owning = try wireframe.register("/c") { [owner = Owner(of: other)] _ in
      withExtendedLifetime(owner) { Screen("/c") }
    }
    owning.remove()
    #expect(!wireframe.canRoute(to: "/b") && !wireframe.canRoute(to: "/c"))
    let placeholder = wireframe.addPlaceholder { _, _ in Screen("first") }
    let second = wireframe.addPlaceholder { [owner = Owner(of: placeholder)] _, _ in
      withExtendedLifetime(owner) { Screen("second") }
    }
    second.remove()
    let browser = wireframe.openElsewhere(takesCustomSchemes: true) { _ in }
    let view = wireframe.openElsewhere { [owner = Owner(of: browser)] _ in
      withExtendedLifetime(owner) {}
    }
    view.remove()
    #expect(try await wireframe.failure("myapp://nowhere").code == .noRoute)
  }

  @Test(
    "Of two hosts the newer one is the wireframe's, also once the presenters of the older are gone")
  func newerHost() async throws {
    let (old, new) = (NavigationTree<Screen>(), NavigationTree<Screen>())
    let wireframe = Wireframe<Screen>(defaultOption: .push)
    for pattern in ["/a", "/b"] as [RoutePattern] {
      try wireframe.register(pattern) { _ in Screen(pattern.text) }
    }
    let registration = wireframe.addStandardPresenters(on: old)
    try await old.setRoot(Screen("old"))
    wireframe.addStandardPresenters(on: new)
    try await new.setRoot(Screen("new"))
    registration.remove()
    for url in ["/a", "/b"] { try await wireframe.route(to: url) }
    try await wireframe.back()
    #expect(wireframe.isShown("/a") && !wireframe.isShown("/b"))
    try await wireframe.back()
    #expect(new.state.entries.map { "\($0.controller)" } == ["new"])
    #expect(old.state.entries.map { "\($0.controller)" } == ["old"])
  }

  @Test("The Router face routes, enqueues and looks up without knowing the controller")
  func routerFace() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/b")
    let router: any Router = shop.wireframe
    let route = try await router.route(to: "/a").route
    #expect(route.pattern == "/a")
    try await router.route(to: #require(URL(string: "myapp://b")))
    #expect(router.canRoute(to: "/a"))
    #expect(!router.canRoute(to: "/zzz"))
    #expect(shop.shown == ["root", "/a", "/b"])
  }
}

// MARK: - Support

@MainActor
final class Log {
  var lines: [String] = []
  func add(_ line: String) { lines.append(line) }
}

struct Unknown: RoutingOption {}

/// Takes back what it has added when it goes.
private final class Owner: RoutingWatcher {
  private let registration: Registration
  init(of registration: Registration) { self.registration = registration }
  deinit { MainActor.assumeIsolated { [registration] in registration.remove() } }
}

private struct LoggingObserver: RoutingObserver {
  let log: Log
  init(_ log: Log) { self.log = log }

  func observes(_ route: Route) -> Bool {
    log.add("observes")
    return true
  }
  func decision(for route: Route) -> RoutingDecision {
    log.add("decide")
    return .proceed
  }
  func willPresent(_ event: RoutingEvent) { log.add("willPresent") }
  func didRoute(_ event: RoutingEvent) { log.add("didRoute") }
}

private struct LoggingOptionProvider: RoutingOptionProvider {
  let log: Log
  init(_ log: Log) { self.log = log }

  func option(for route: Route, current: (any RoutingOption)?) -> (any RoutingOption)? {
    log.add("option")
    return nil
  }
}

private final class LoggingPresenter: ControllerRoutingPresenter {
  let log: Log
  private var wasAsked = false
  init(_ log: Log) { self.log = log }

  func accepts(_ option: any RoutingOption) -> Push? {
    if !wasAsked { log.add("accepts") }
    wasAsked = true
    return option as? Push
  }
  func existingController(for route: Route, option: Push) -> Screen? {
    log.add("standing")
    return nil
  }
  func present(_ controller: Screen, option: Push, event: RoutingEvent) {
    log.add("present")
  }
}

struct FixedOption: RoutingOptionProvider {
  var option: (any RoutingOption)?

  func option(for route: Route, current: (any RoutingOption)?) -> (any RoutingOption)? { option }
}

struct OptionReader: ControllerProvider {
  func controller(for route: Route, option: any RoutingOption) -> Screen? {
    Screen("\(type(of: option))")
  }
}
