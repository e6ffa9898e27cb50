import TestSupport
import Testing
import WireframeCore

@MainActor
@Suite(.hangsNever)
struct ObserverTests {
  @Test("2.13: an observer says by route, option and payload what it observes")
  func observersChoose() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/b")
    let picky = Picky { route in
      route.pattern == "/a" && route.request.option is Push && route.payload["vip"] != nil
    }
    shop.wireframe.add(observer: picky)
    try await shop.wireframe.route(to: "/a", payload: ["vip": true], option: .push)
    try await shop.wireframe.route(to: "/b", payload: ["vip": true], option: .push)
    try await shop.wireframe.route(to: "/a", payload: ["vip": true], option: .modal)
    try await shop.wireframe.route(to: "/a", option: .push)
    #expect(picky.seen == 1)
    #expect(picky.events == ["willPresent", "didRoute"])
  }

  @Test("A guard that is added when a watcher is asked what it observes holds at once")
  func guardAddedByObserves() async throws {
    final class Loader: RoutingWatcher {
      private weak var wireframe: Wireframe<Screen>?
      init(of wireframe: Wireframe<Screen>) { self.wireframe = wireframe }

      func observes(_ route: Route) -> Bool {
        wireframe?.observe { _ in .stop("closed") }
        wireframe = nil
        return true
      }
    }
    let shop = try await Shop()
    try shop.register("/a")
    shop.wireframe.add(watcher: Loader(of: shop.wireframe))
    #expect(try await shop.wireframe.route(to: "/a").outcome == .stopped(reason: "closed"))
  }

  @Test("An observer that adds a role at each decision is not asked for ever")
  func observersThatAdd() async throws {
    let shop = try await Shop()
    var decisions = 0
    shop.wireframe.observe { _ in
      decisions += 1
      // Or else a routing that asks for ever would never end this test.
      if decisions < 100 { shop.wireframe.add(watcher: Recorder()) }
      return .proceed
    }
    try shop.wireframe.register("/a") { _ in
      shop.wireframe.add(watcher: Recorder())
      return Screen("/a")
    }
    #expect(try await shop.wireframe.route(to: "/a").outcome == .presented)
    #expect(decisions == 2)
  }

  @Test("An observer that adds a role at each decision ends about a screen and its parent, too")
  func observersThatAddToParents() async throws {
    let shop = try await Shop()
    var decisions = 0
    shop.wireframe.observe { _ in
      decisions += 1
      // Or else a routing that asks for ever would never end this test.
      if decisions < 100 { shop.wireframe.add(watcher: Recorder()) }
      return .proceed
    }
    try shop.register("/a")
    try shop.wireframe.register("/a/b", place: .under("/a")) { _ in
      shop.wireframe.add(watcher: Recorder())
      return Screen("/a/b")
    }
    let result = try await shop.wireframe.route(to: "/a/b", landing: .underParents)
    #expect(result.outcome == .presented)
    #expect(shop.shown == ["root", "/a", "/a/b"])
    #expect(decisions < 20)
  }

  @Test("2.14: an observer answers go on, or a URL to go to instead")
  func observersDecide() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/b", "/c")
    try shop.wireframe.observe(under: "/b") { _ in .proceed }
    try shop.wireframe.observe(under: "/a") { _ in .redirect(to: "/c") }
    #expect(try await shop.wireframe.route(to: "/b").route.urlText == "/b")
    let result = try await shop.wireframe.route(to: "/a")
    #expect(result.route.urlText == "/c")
    #expect(result.redirects.map(\.urlText) == ["/a"])
    #expect(shop.shown == ["root", "/b", "/c"])
  }

  @Test("2.15: didRoute gets controller, route, option, presenter and router once it is visible")
  func didRouteTellsAll() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/b")
    let visible = VisibilityWatcher(shop.navigation)
    shop.wireframe.add(watcher: visible)
    try await shop.wireframe.route(to: "/a", option: .modal)
    let event = try #require(shop.recorder.routed.first)
    #expect((event.controller as? Screen)?.description == "/a")
    #expect(event.route.pattern == "/a")
    #expect(event.option is Modal)
    #expect(event.presenter.map { roleName($0) } == "ModalPresenter")
    #expect(event.router === shop.wireframe)
    #expect(visible.wasVisible == [false, true], "at willPresent, at didRoute")
  }

  @Test("2.16: any number of observers, each asked, by priority and then by registration")
  func observersHaveAnOrder() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    var order: [Int] = []
    for (number, priority) in [(1, 0), (2, 10), (3, -5), (4, 10), (5, 0)] {
      shop.wireframe.observe(priority: priority) { _ in
        order.append(number)
        return .proceed
      }
    }
    for number in 6...105 {
      shop.wireframe.observe(priority: -10) { _ in
        order.append(number)
        return .proceed
      }
    }
    try await shop.wireframe.route(to: "/a")
    #expect(order == [2, 4, 1, 5, 3] + Array(6...105))
  }

  @Test("The first answer that is not to proceed wins, and nobody else is asked")
  func firstAnswerWins() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/b")
    var asked: [String] = []
    try shop.wireframe.observe(under: "/a") { _ in
      asked.append("first")
      return .redirect(to: "/b")
    }
    try shop.wireframe.observe(under: "/a") { _ in
      asked.append("second")
      return .stop("never")
    }
    #expect(try await shop.wireframe.route(to: "/a").route.urlText == "/b")
    #expect(asked == ["first"])
  }

  private final class Session {
    var isLoggedIn = false
  }

  @Test("2.17: not logged in shows the access-denied screen, a free route works as usual")
  func accessDenied() async throws {
    let shop = try await Shop()
    try shop.register("/free", "/access-denied")
    try shop.wireframe.register("/a/route/which/needs/login", tags: [.requiresLogin]) { _ in
      Screen("secret")
    }
    let session = Session()
    shop.wireframe.observe(tag: .requiresLogin) { _ in
      session.isLoggedIn ? .proceed : .redirect(to: "/access-denied")
    }
    try await shop.wireframe.route(to: "/a/route/which/needs/login")
    try await shop.wireframe.route(to: "/free")
    session.isLoggedIn = true
    try await shop.wireframe.route(to: "/a/route/which/needs/login")
    #expect(shop.shown == ["root", "/access-denied", "/free", "secret"])
  }

  @Test("2.18: observers and presenters route further by enqueue, after the current routing")
  func observersRouteFurther() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/b", "/c")
    shop.wireframe.add(watcher: Follower(from: "/a", to: "/b"))
    shop.wireframe.add(presenter: EnqueueingPresenter(shop.navigation))
    try await shop.wireframe.route(to: "/a", option: Then(next: "/c"))
    try shop.wireframe.handle("/barrier") { _ in }
    try await shop.wireframe.route(to: "/barrier")
    #expect(shop.shown == ["root", "/a", "/c", "/b"])
    #expect(
      shop.recorder.events.filter { $0.hasPrefix("didRoute") } == [
        "didRoute /a", "didRoute /c", "didRoute /b", "didRoute /barrier",
      ])
  }

  @Test("2.21: an observer that observes everything does not loop for ever; the chain is reported")
  func loopsAreFound() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/access-denied")
    shop.wireframe.observe { _ in .redirect(to: "/access-denied") }
    let error = try await shop.failure("/a")
    #expect(error.code == .redirectLoop)
    #expect(error.chain == ["/a", "/access-denied", "/access-denied"])
    #expect(shop.shown == ["root"])
    #expect(shop.recorder.events.last == "didFail /access-denied redirectLoop")
  }

  @Test("2.21: the same place counts as the same, however it is written")
  func loopsAreFoundByPlace() async throws {
    let shop = try await Shop()
    try shop.register("/a/:x")
    shop.wireframe.observe { route in
      route.urlText == "/a/caf%C3%A9" ? .redirect(to: "myapp://a/caf%c3%a9#top") : .proceed
    }
    let error = try await shop.failure("/a/caf%C3%A9")
    #expect(error.chain == ["/a/caf%C3%A9", "myapp://a/caf%c3%a9#top"])
  }

  @Test("2.21: another value or another query is another place, up to ten hops")
  func longChainsEnd() async throws {
    let shop = try await Shop()
    try shop.register("/count/:n<int>")
    shop.wireframe.observe { route in
      let number: Int = try route["n"]
      return number == 0 ? .proceed : .redirect(to: "/count/\(number - 1)")
    }
    let result = try await shop.wireframe.route(to: "/count/10")
    #expect(result.redirects.count == 10)
    let error = try await shop.failure("/count/11")
    #expect(error.code == .redirectLoop)
    #expect(error.chain.count == 12)
  }

  @Test("2.22: observers are asked first and see the requested option; the settled one comes later")
  func observersSeeTheRequestedOption() async throws {
    let shop = try await Shop()
    try shop.wireframe.register("/a", option: .modal) { _ in Screen("a") }
    var requested: [String] = []
    shop.wireframe.observe { route in
      requested.append(route.request.option.map { "\(type(of: $0))" } ?? "nil")
      return .proceed
    }
    try await shop.wireframe.route(to: "/a")
    try await shop.wireframe.route(to: "/a", option: .push)
    #expect(requested == ["nil", "Push"])
    #expect(shop.recorder.routed.map { $0.option is Modal } == [true, false])
  }

  @Test("An observer that throws ends the routing: the guard fails closed")
  func throwingObserversEndTheRouting() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    shop.wireframe.observe { _ in throw Broken() }
    let error = try await shop.failure("/a")
    #expect(error.code == .observerFailed)
    #expect(error.underlyingError is Broken)
    #expect(shop.shown == ["root"])
  }

  @Test("A stop is a normal outcome with its reason; nothing is presented or announced")
  func stopsAreNormal() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    shop.wireframe.observe { _ in .stop("closed on Sundays") }
    let result = try await shop.wireframe.route(to: "/a")
    #expect(result.outcome == .stopped(reason: "closed on Sundays"))
    #expect(result.controller == nil)
    #expect(shop.recorder.events == ["decide /a", "didStop /a closed on Sundays"])
  }

  @Test("A redirect keeps the origin, inherits neither payload nor option, and may bring its own")
  func redirectsBringTheirOwn() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/plain", "/laden")
    try shop.wireframe.observe(under: "/a") { route in
      route.query["laden"] == nil
        ? .redirect(to: "/plain")
        : .redirect(to: "/laden", payload: ["new": 1], option: .modal(.sheet))
    }
    var request = RoutingRequest("/a", payload: ["old": 1], option: .modal)
    request.origin = RoutingOrigin(rawValue: "widget")
    let plain = try await shop.wireframe.route(request)
    #expect(plain.route.payload.isEmpty)
    #expect(plain.option is Push)
    #expect(plain.route.request.origin.rawValue == "widget")
    let laden = try await shop.wireframe.route(to: "/a?laden", payload: ["old": 1])
    #expect(laden.route.payload.keys == ["new"])
    #expect((laden.option as? Modal)?.style == .sheet)
  }

  @Test("A redirect to a refused or foreign URL fails like a request of its own")
  func redirectsAreAdmitted() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/b")
    try shop.wireframe.observe(under: "/a") { _ in .redirect(to: "/x//y") }
    try shop.wireframe.observe(under: "/b") { _ in .redirect(to: "https://evil.example") }
    let refused = try await shop.failure("/a")
    #expect(refused.code == .rejected)
    #expect(refused.chain == ["/a", "/x//y"])
    #expect(try await shop.failure("/b").code == .foreign)
  }

  @Test(
    "observe(under:) observes the prefix and all below it, registered or not, and nothing beside it",
    arguments: [
      ("/account", true), ("/account/", true), ("/account/orders", true), ("myapp://account", true),
      ("myapp://ACCOUNT/x", true), ("/%61ccount/orders", true), ("/account/no/such/thing", true),
      ("/accounts", false), ("/", false), ("/my/account", false), ("/Account", false),
      ("/account%2Forders", false),
    ])
  func prefixes(urlText: String, isObserved: Bool) async throws {
    let shop = try await Shop()
    try shop.register("/", "/account/:section?", "/accounts", "/my/account", "/Account", "/:any")
    try shop.wireframe.observe(under: "/account") { _ in .stop("observed") }
    let outcome = try await shop.wireframe.route(to: urlText).outcome
    #expect((outcome == .stopped(reason: "observed")) == isObserved)
  }

  @Test("observe(under:) may have parameters, and refuses what is no prefix")
  func prefixPatterns() async throws {
    let shop = try await Shop()
    try shop.register("/shops/:shop/:page")
    try shop.wireframe.observe(under: "/shops/:n<int>/admin") { _ in .stop("admin") }
    #expect(
      try await shop.wireframe.route(to: "/shops/7/admin").outcome == .stopped(reason: "admin"))
    #expect(try await shop.wireframe.route(to: "/shops/x/admin").outcome == .presented)
    for prefix: RoutePattern in ["/a/*", "/a/:b?", "myapp://a", "/a/:b<sku>"] {
      let error = #expect(throws: RoutingError.self) {
        try shop.wireframe.observe(under: prefix) { _ in .proceed }
      }
      #expect(error?.code == .invalidPattern)
    }
  }

  @Test("Observers see routes that match no pattern, and may redirect them")
  func unknownRoutesCanBeRedirected() async throws {
    let shop = try await Shop()
    try shop.register("/not-found")
    shop.wireframe.observe { $0.pattern == nil ? .redirect(to: "/not-found") : .proceed }
    let result = try await shop.wireframe.route(to: "/no/such/page")
    #expect(result.route.pattern == "/not-found")
  }

  @Test("Every willPresent is followed by didRoute or didFail, for the same observers")
  func announcementsArePaired() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    shop.wireframe.add(presenter: ThrowingPresenter())
    try await shop.wireframe.route(to: "/a")
    _ = try await shop.failure("/a", option: Failing())
    #expect(
      shop.recorder.events == [
        "decide /a", "willPresent /a", "didRoute /a",
        "decide /a", "willPresent /a", "didFail /a presenterFailed",
      ])
  }

  @Test("A loop is reported to the observers of the route that closes it, and to no others")
  func loopsAreToldToTheirObservers() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/b")
    let (ofA, ofB) = (Picky { $0.pattern == "/a" }, Picky { $0.pattern == "/b" })
    shop.wireframe.add(observer: ofA, priority: 1)
    shop.wireframe.add(observer: ofB, priority: 1)
    shop.wireframe.observe { .redirect(to: $0.pattern == "/a" ? "/b" : "/a") }
    let error = try await shop.failure("/a")
    #expect(error.chain == ["/a", "/b", "/a"])
    #expect(ofA.events == ["didFail"])
    #expect(ofB.events.isEmpty)
  }

  @Test("Announcements go to the observers of the final route only")
  func announcementsFollowRedirects() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/b")
    let (ofA, ofB) = (Picky { $0.pattern == "/a" }, Picky { $0.pattern == "/b" })
    shop.wireframe.add(observer: ofA, priority: 1)
    shop.wireframe.add(observer: ofB)
    try shop.wireframe.observe(under: "/a") { _ in .redirect(to: "/b") }
    try await shop.wireframe.route(to: "/a")
    #expect(ofA.events.isEmpty && ofA.seen == 1)
    #expect(ofB.events == ["willPresent", "didRoute"])
  }

  @Test("A stop is reported to the observers, also for an enqueued request")
  func stopsAreTold() async throws {
    let shop = try await Shop()
    try shop.register("/a", "/b")
    try shop.wireframe.observe(under: "/a") { _ in .stop("closed") }
    shop.wireframe.enqueue("/a")
    try await shop.wireframe.route(to: "/b")
    #expect(shop.recorder.events.prefix(2) == ["decide /a", "didStop /a closed"])
  }

  @Test("An observer that is removed during its decision still hears how that routing ends")
  func removalDoesNotDisturb() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    let late = Recorder()
    var registration: Registration?
    registration = shop.wireframe.add(observer: late)
    shop.wireframe.observe { _ in
      registration?.remove()
      return .proceed
    }
    try await shop.wireframe.route(to: "/a")
    try await shop.wireframe.route(to: "/a")
    #expect(late.events == ["decide /a", "willPresent /a", "didRoute /a"])
  }

  @Test(
    "A guard that is added while another one decides is asked, too, in the app and in a module",
    arguments: [false, true])
  func lateGuards(inModule: Bool) async throws {
    let shop = try await Shop()
    let module = Wireframe<Screen>(limits: .none)
    try module.register("/a") { _ in Screen("a") }
    try shop.wireframe.mount(module, at: "/m")
    let gate = Barrier()
    shop.wireframe.observe { _ in
      await gate.pass()
      return .proceed
    }
    let routing = Task { try await shop.wireframe.route(to: "/m/a") }
    await gate.waitForArrivals()
    let guarded = inModule ? module : shop.wireframe
    guarded.observe(priority: 2000) { _ in .stop("closed meanwhile") }
    gate.open()
    #expect(try await routing.value.outcome == .stopped(reason: "closed meanwhile"))
    #expect(shop.shown == ["root"])
    #expect(shop.recorder.events == ["decide /m/a", "didStop /m/a closed meanwhile"])
  }

  private final class AnyScreen: ControllerProvider {
    func controller(for route: Route, option: any RoutingOption) -> Screen? {
      Screen(route.urlText)
    }
  }

  @Test(
    "A guard that is added while another one decides makes nobody asked twice",
    arguments: ["/a", "/known-to-a-provider"])
  func lateGuardOnce(url: String) async throws {
    let (shop, gate) = (try await Shop(), Barrier())
    try shop.register("/a")
    shop.wireframe.add(provider: AnyScreen())
    shop.wireframe.observe { _ in
      await gate.pass()
      return .proceed
    }
    let routing = Task { try await shop.wireframe.route(to: url) }
    await gate.waitForArrivals()
    var asked = 0
    shop.wireframe.observe { _ in
      asked += 1
      return .proceed
    }
    gate.open()
    #expect(try await routing.value.outcome == .presented)
    #expect(asked == 1)
    #expect(shop.recorder.events == ["decide \(url)", "willPresent \(url)", "didRoute \(url)"])
  }

  @Test("A call that was cancelled beforehand asks nobody")
  func cancelledBeforehand() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await shop.wireframe.route(to: "/a")
    }
    let error = await #expect(throws: RoutingError.self) { try await call.value }
    #expect(error?.code == .cancelled)
    #expect(shop.recorder.events == ["didFail /a cancelled"])
  }

  @Test("What a type conforms to counts, whichever call adds it")
  func conformancesCount() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    try shop.register("/b", option: .replaceTop)
    let registrations = [
      shop.wireframe.add(watcher: Both()), shop.wireframe.add(observer: Both()),
      shop.wireframe.add(leaveGuard: Both()),
    ]
    for (index, registration) in registrations.enumerated() {
      #expect(try await shop.wireframe.route(to: "/a").outcome == .stopped(reason: "observer"))
      #expect(
        try await shop.wireframe.route(to: "/b").outcome == .stopped(reason: "leave guard"),
        "registration \(index)")
      registration.remove()
    }
    #expect(try await shop.wireframe.route(to: "/b").outcome == .presented)
  }
}

/// A subclass of a watcher that is a guard: the base class asks for nothing.
private class Base: RoutingWatcher {}

private final class Both: Base, RoutingObserver, LeaveGuard {
  func decision(for route: Route) -> RoutingDecision {
    route.pattern == "/a" ? .stop("observer") : .proceed
  }
  func decision(onLeaving screen: LeavingScreen) -> LeaveDecision { .stay("leave guard") }
}

// MARK: - Support

private final class Picky: RoutingObserver {
  let choose: (Route) -> Bool
  var seen = 0
  var events: [String] = []
  init(_ choose: @escaping (Route) -> Bool) { self.choose = choose }

  func observes(_ route: Route) -> Bool { choose(route) }
  func decision(for route: Route) -> RoutingDecision {
    seen += 1
    return .proceed
  }
  func willPresent(_ event: RoutingEvent) { events.append("willPresent") }
  func didRoute(_ event: RoutingEvent) { events.append("didRoute") }
  func didFail(_ error: RoutingError, route: Route?, router: any Router) {
    events.append("didFail")
  }
}

private final class VisibilityWatcher: RoutingWatcher {
  let navigation: NavigationTree<Screen>
  var wasVisible: [Bool] = []
  init(_ navigation: NavigationTree<Screen>) { self.navigation = navigation }

  func willPresent(_ event: RoutingEvent) { note(event) }
  func didRoute(_ event: RoutingEvent) { note(event) }
  private func note(_ event: RoutingEvent) {
    wasVisible.append(navigation.state.top?.controller === event.controller as? Screen)
  }
}

private struct Follower: RoutingWatcher {
  let from: RoutePattern
  let to: String
  func didRoute(_ event: RoutingEvent) {
    if event.route.pattern == from { event.router.enqueue(to) }
  }
  init(from: RoutePattern, to: String) {
    self.from = from
    self.to = to
  }
}

private struct Then: RoutingOption {
  let next: String
}

private struct EnqueueingPresenter: ControllerRoutingPresenter {
  let navigation: NavigationTree<Screen>
  init(_ navigation: NavigationTree<Screen>) { self.navigation = navigation }

  func present(_ controller: Screen, option: Then, event: RoutingEvent) async throws {
    event.router.enqueue(option.next)
    try await navigation.push(controller, route: event.route)
  }
}

struct Failing: RoutingOption {}

struct ThrowingPresenter: ControllerRoutingPresenter {
  func present(_ controller: Screen, option: Failing, event: RoutingEvent) throws {
    throw Broken()
  }
}
