import TestSupport
import Testing
import WireframeCore

/// Whoever asks for what is being routed already gets its result, if the guards let it pass by now.
@MainActor
@Suite(.hangsNever)
struct JoiningTests {
  @MainActor
  final class Session { var isLoggedIn = true }

  private func makeShop(_ session: Session, _ gate: Barrier) async throws -> Shop {
    let shop = try await Shop()
    try shop.wireframe.register("/account", tags: [.requiresLogin], exposure: .external) { _ in
      await gate.pass()
      return Screen("account")
    }
    try shop.register("/login")
    shop.wireframe.observe(tag: .requiresLogin) { _ in
      session.isLoggedIn ? .proceed : .redirect(to: "/login")
    }
    return shop
  }

  @Test("After a sign-out, the second call does not share what the first was let pass to")
  func signOutWhileProviding() async throws {
    let session = Session()
    let gate = Barrier()
    let shop = try await makeShop(session, gate)
    let first = Task { try await shop.wireframe.route(to: "/account") }
    await gate.waitForArrivals()
    session.isLoggedIn = false
    let second = Task { try await shop.wireframe.route(to: "/account") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    #expect(try await first.value.route.pattern == "/account")
    #expect(try await second.value.route.pattern == "/login")
    #expect(shop.shown == ["root", "account", "/login"])
  }

  @Test("A route that was closed to a link while its screen was made is not shown")
  func closedWhileProviding() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    let registration = try shop.wireframe.register("/a", exposure: .external) { _ in
      await gate.pass()
      return Screen("a")
    }
    let first = Task { await shop.wireframe.open("myapp://a", origin: .customScheme) }
    await gate.waitForArrivals()
    registration.remove()
    try shop.register("/a")
    let second = Task { await shop.wireframe.open("myapp://a", origin: .customScheme) }
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    #expect(await first.value.error?.code == .notExposed)
    #expect(await second.value.error?.code == .notExposed)
  }

  @Test(
    "What comes behind a guard's answer is asked about once more, and those behind it share that")
  func answersInBetween() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    let gate = Barrier()
    var asked = 0
    shop.wireframe.observe { _ in
      asked += 1
      await gate.pass()
      return .stop("no")
    }
    let taps = (0..<3).map { _ in Task { try await shop.wireframe.route(to: "/a") } }
    await gate.waitForArrivals()
    #expect(await shop.wireframe.isAwaited(by: 2))
    gate.open()
    for tap in taps { #expect(try await tap.value.outcome == .stopped(reason: "no")) }
    // The shop's recorder had decided on the first tap, but not on the second.
    #expect(asked == 2)
  }

  @Test("A call that comes before any guard has answered shares the answers")
  func sharedAnswers() async throws {
    let wireframe = Wireframe<Screen>(defaultOption: .root, limits: .none)
    let navigation = NavigationTree<Screen>()
    wireframe.addStandardPresenters(on: navigation)
    try wireframe.register("/a") { _ in Screen("a") }
    let gate = Barrier()
    var asked = 0
    wireframe.observe { _ in
      asked += 1
      await gate.pass()
      return .proceed
    }
    let taps = (0..<3).map { _ in Task { try await wireframe.route(to: "/a") } }
    await gate.waitForArrivals()
    #expect(await wireframe.isAwaited(by: 2))
    gate.open()
    var screens: Set<ObjectIdentifier> = []
    for tap in taps {
      screens.insert(ObjectIdentifier(try #require(try await tap.value.controller)))
    }
    #expect(screens.count == 1)
    #expect(asked == 1)
  }

  @Test(
    "Of equal links each is asked about, also before any guard has answered; they share a screen")
  func linksShareNoAnswer() async throws {
    let wireframe = Wireframe<Screen>(sources: ["myapp:"], defaultOption: .root, limits: .none)
    let navigation = NavigationTree<Screen>()
    wireframe.addStandardPresenters(on: navigation)
    try wireframe.register("/a", exposure: .external) { _ in Screen("a") }
    let gate = Barrier()
    var asked = 0
    wireframe.observe { _ in
      asked += 1
      await gate.pass()
      return .proceed
    }
    let links = (0..<2).map { _ in
      Task { await wireframe.open("myapp://a", origin: .customScheme) }
    }
    await gate.waitForArrivals()
    #expect(await wireframe.isAwaited(by: 1))
    gate.open()
    let screens = (await links[0].value.result?.controller, await links[1].value.result?.controller)
    #expect(screens.0 != nil && screens.0 === screens.1)
    #expect(asked == 2)
  }

  @Test("A call that is let pass does not share that the one before was stopped")
  func stoppedBefore() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    let gate = Barrier()
    var isFirst = true
    shop.wireframe.observe { _ in
      defer { isFirst = false }
      guard isFirst else { return .proceed }
      await gate.pass()
      return .stop("no")
    }
    let first = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    let second = Task { try await shop.wireframe.route(to: "/a") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    #expect(try await first.value.outcome == .stopped(reason: "no"))
    #expect(try await second.value.outcome == .presented)
    #expect(shop.shown == ["root", "/a"])
  }

  @Test("A call for a screen does not share that resuming the same request has failed")
  func failedWhileResumed() async throws {
    let (shop, gate, isOpen, hasFailed) = (try await Shop(), Barrier(), OpenState(), OpenState())
    try shop.register("/login")
    try shop.wireframe.register("/a") { _ in
      if hasFailed.isSet { return Screen("/a") }
      await gate.pass()
      hasFailed.isSet = true
      throw Broken()
    }
    shop.wireframe.observe {
      $0.pattern == "/a" && !isOpen.isSet ? .redirect(to: "/login", resuming: .newest) : .proceed
    }
    try await shop.wireframe.route(to: "/a")
    isOpen.isSet = true
    let resumed = Task { _ = try await shop.wireframe.resume() }
    await gate.waitForArrivals()
    let call = Task { try await shop.wireframe.route(to: "/a").outcome }
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    #expect(try await failure { try await resumed.value }.code == .providerFailed)
    #expect(try await call.value == .presented)
    #expect(shop.shown == ["root", "/login", "/a"])
  }

  @Test("A call that leads elsewhere by now does not share that the one before has failed")
  func failedElsewhere() async throws {
    let session = Session()
    let gate = Barrier()
    let shop = try await makeShop(session, gate)
    try shop.wireframe.register("/orders", tags: [.requiresLogin]) { _ in
      await gate.pass()
      throw Broken()
    }
    let first = Task { try await shop.wireframe.route(to: "/orders") }
    await gate.waitForArrivals()
    session.isLoggedIn = false
    let second = Task { try await shop.wireframe.route(to: "/orders") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    #expect(try await failure { try await first.value }.code == .providerFailed)
    #expect(try await second.value.route.pattern == "/login")
    #expect(shop.shown == ["root", "/login"])
  }

  @Test("A call that is let pass does not share that a guard has failed before")
  func failedBefore() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    let gate = Barrier()
    var isFirst = true
    shop.wireframe.observe { _ in
      defer { isFirst = false }
      guard isFirst else { return .proceed }
      await gate.pass()
      throw Broken()
    }
    let first = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    let second = Task { try await shop.wireframe.route(to: "/a") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    #expect(try await failure { try await first.value }.code == .observerFailed)
    #expect(try await second.value.outcome == .presented)
    #expect(shop.shown == ["root", "/a"])
  }

  @Test("A typed route that a module has is not joined with the app's own route at the same URL")
  func typedRoutes() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.register("/slow", behind: gate)
    try shop.register("/items/:id<int>")
    let module = Wireframe<Screen>(defaultOption: .push, limits: .none)
    try module.register(Item.self) { item in Screen("the module's item \(item.id)") }
    try shop.wireframe.mount(module, at: "/module")
    let slow = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    let own = Task { try await shop.wireframe.route(to: "/items/1") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    let typed = Task { try await shop.wireframe.route(to: Item(id: 1)) }
    #expect(await shop.wireframe.isAwaited(by: 2))
    gate.open()
    _ = try await slow.value
    _ = try await own.value
    #expect(try await typed.value.controller?.description == "the module's item 1")
  }

  @Test("Requests of different origins are never joined, nor links with the app's own request")
  func differentOrigins() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.wireframe.register("/a", exposure: .external) { _ in
      await gate.pass()
      return Screen("a")
    }
    let requests = [
      RoutingRequest("myapp://a"), RoutingRequest(untrusted: "myapp://a", origin: .customScheme),
      RoutingRequest(untrusted: "myapp://a", origin: .notification),
      RoutingRequest(untrusted: "myapp://a", origin: .app),
    ]
    let routings = requests.map { request in Task { try await shop.wireframe.route(request) } }
    await gate.waitForArrivals()
    #expect(await shop.wireframe.isAwaited(by: 3))
    gate.open()
    for routing in routings { _ = try await routing.value }
    #expect(shop.shown == ["root", "a", "a", "a", "a"])
  }

  @Test("A routing that was superseded is not joined")
  func supersededRoutings() async throws {
    let shop = try await Shop(policy: .latestWins)
    let gate = Barrier()
    for pattern in ["/a", "/b"] as [RoutePattern] { try shop.register(pattern, behind: gate) }
    let a = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    let b = Task { try await shop.wireframe.route(to: "/b") }
    await gate.waitForArrivals(2)
    b.cancel()
    let again = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals(3)
    gate.open()
    let error = await #expect(throws: RoutingError.self) { try await a.value }
    #expect(error?.code == .cancelled)
    #expect(try await again.value.outcome == .presented)
    #expect(shop.shown == ["root", "/a"])
  }

  @Test("Behind a routing that was superseded, what that would have joined is not joined, either")
  func behindSuperseded() async throws {
    let shop = try await Shop(policy: .latestWins)
    let (gate, asked, isSlow) = (Barrier(), Barrier(), OpenState())
    try shop.register("/a", behind: gate)
    try shop.register("/b", "/login", "/locked")
    shop.wireframe.addGate(for: .requiresLogin, at: "/login", owner: { "ada" }) { true }
    try await shop.wireframe.add(
      lock: Gate(at: "/locked", covers: true) {
        if isSlow.isSet { await asked.pass() }
        return true
      })
    let first = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    let second = Task { try await shop.wireframe.route(to: "/a") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    isSlow.isSet = true
    gate.open()
    let shown = try await first.value.controller
    // The second one's turn begins with the lock.
    await asked.waitForArrivals()
    let other = Task { try await shop.wireframe.route(to: "/b") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    other.cancel()
    _ = await other.result
    let third = Task { try await shop.wireframe.route(to: "/a") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    isSlow.isSet = false
    asked.open()
    #expect(try await failure { try await second.value }.code == .cancelled)
    #expect(try await third.value.controller !== shown)
  }

  @Test("A route that was registered anew while its screen was made shows the new screen only")
  func registeredAnew() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    let registration = try shop.wireframe.register("/a") { _ in
      await gate.pass()
      return Screen("old")
    }
    let first = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    registration.remove()
    try shop.wireframe.register("/a") { _ in Screen("new") }
    let second = Task { try await shop.wireframe.route(to: "/a") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    _ = try await first.value
    #expect(try await second.value.controller?.description == "new")
    #expect(shop.shown == ["root", "new"])
  }

  @Test("What a call has shown is not kept alive by the equal ones behind it")
  func formerResults() async throws {
    let shop = try await Shop()
    let gates = (0..<3).map { _ in Barrier() }
    @MainActor final class Session {
      var (asked, made) = (0, 0)
      weak var first: Screen?
    }
    let session = Session()
    try shop.register("/login")
    try shop.wireframe.register("/a") { _ in
      session.made += 1
      await gates[session.made == 1 ? 0 : 2].pass()
      let screen = Screen("a")
      session.first = session.first ?? screen
      return screen
    }
    shop.wireframe.observe { route in
      guard route.pattern == "/a" else { return .proceed }
      session.asked += 1
      guard session.asked == 2 else { return .proceed }
      await gates[1].pass()
      return .redirect(to: "/login")
    }
    func tap() -> Task<Void, any Error> { Task { _ = try await shop.wireframe.route(to: "/a") } }
    var taps = [tap()]
    await gates[0].waitForArrivals()
    taps.append(tap())
    #expect(await shop.wireframe.isAwaited(by: 1))
    gates[0].open()
    await gates[1].waitForArrivals()
    taps.append(tap())
    #expect(await shop.wireframe.isAwaited(by: 1))
    gates[1].open()
    await gates[2].waitForArrivals()
    try await shop.navigation.setRoot(Screen("new"))
    shop.recorder.routed = []
    #expect(await eventually { session.first == nil })
    gates[2].open()
    for tap in taps { try await tap.value }
  }

  @Test("A redirect shares the screen to which it leads")
  func redirects() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.register("/login", behind: gate)
    try shop.register("/account")
    try shop.wireframe.observe(under: "/account") { _ in .redirect(to: "/login") }
    let taps = (0..<2).map { _ in Task { try await shop.wireframe.route(to: "/account") } }
    await gate.waitForArrivals()
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    for tap in taps { #expect(try await tap.value.route.pattern == "/login") }
    #expect(shop.shown == ["root", "/login"])
  }

  @Test("A call that comes while a parent's guard is asked is asked about, too")
  func parentIsAsked() async throws {
    let (session, gate) = (Session(), Barrier())
    let (wireframe, navigation) = (
      Wireframe<Screen>(defaultOption: .push, limits: .none), NavigationTree<Screen>()
    )
    wireframe.addStandardPresenters(on: navigation)
    try await navigation.setRoot(Screen("root"))
    try wireframe.register("/account") { _ in Screen("account") }
    try wireframe.register(
      "/account/mail", tags: [.requiresLogin], place: .under("/account")
    ) { _ in Screen("mail") }
    wireframe.observe(tag: .requiresLogin) { _ in session.isLoggedIn ? .proceed : .stop("no") }
    wireframe.observe { route in
      if route.pattern == "/account" { await gate.pass() }
      return .proceed
    }
    let request = RoutingRequest("/account/mail", landing: .underParents)
    let first = Task { try await wireframe.route(request) }
    await gate.waitForArrivals()
    session.isLoggedIn = false
    let second = Task { try await wireframe.route(request) }
    #expect(await wireframe.isAwaited(by: 1))
    gate.open()
    #expect(try await first.value.outcome == .presented)
    #expect(try await second.value.outcome == .stopped(reason: "no"))
  }

  @Test("A call that comes once all who see its route have heard of it is looked up anew")
  func onlyWatchers() async throws {
    let gate = Barrier()
    let (wireframe, navigation) = (
      Wireframe<Screen>(defaultOption: .root, limits: .none), NavigationTree<Screen>()
    )
    wireframe.addStandardPresenters(on: navigation)
    try wireframe.register("/a") { _ in
      await gate.pass()
      return Screen("a")
    }
    wireframe.add(watcher: Closer(wireframe))
    let first = Task { try await wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    let second = Task { try await wireframe.route(to: "/a") }
    #expect(await wireframe.isAwaited(by: 1))
    gate.open()
    #expect(try await first.value.outcome == .presented)
    #expect(try await failure { try await second.value }.code == .disabled)
  }

  @Test("A call that is let pass does not share that the one before was redirected")
  func redirectedBefore() async throws {
    let (session, gate) = (Session(), Barrier())
    let (wireframe, navigation) = (
      Wireframe<Screen>(defaultOption: .root, limits: .none), NavigationTree<Screen>()
    )
    wireframe.addStandardPresenters(on: navigation)
    for path in ["/account", "/login"] as [RoutePattern] {
      try wireframe.register(path) { _ in Screen(path.text) }
    }
    try wireframe.observe(under: "/account") { _ in
      session.isLoggedIn ? .proceed : .redirect(to: "/login")
    }
    try wireframe.observe(under: "/login") { _ in
      await gate.pass()
      return .proceed
    }
    session.isLoggedIn = false
    let first = Task { try await wireframe.route(to: "/account") }
    await gate.waitForArrivals()
    session.isLoggedIn = true
    let second = Task { try await wireframe.route(to: "/account") }
    #expect(await wireframe.isAwaited(by: 1))
    gate.open()
    #expect(try await first.value.route.pattern == "/login")
    #expect(try await second.value.route.pattern == "/account")
    #expect(navigation.state.top?.controller.description == "/account")
  }
}

/// Closes a route once its screen is there.
private final class Closer: RoutingWatcher {
  private weak var wireframe: Wireframe<Screen>?
  init(_ wireframe: Wireframe<Screen>) { self.wireframe = wireframe }

  func didRoute(_ event: RoutingEvent) { wireframe?.switches.disable(.pattern("/a")) }
}

private struct Item: TypedRoute {
  static let pattern: RoutePattern = "/items/:id<int>"
  let id: Int
}
