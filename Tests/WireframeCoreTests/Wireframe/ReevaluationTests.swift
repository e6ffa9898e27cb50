import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// Asking again about what is on screen.
@MainActor
@Suite(.hangsNever)
final class ReevaluationTests {
  var isLoggedIn = true
  private var isClosed = false
  private var isTrusted = true
  var answer: RoutingDecision = .redirect(to: "/denied")

  private func makeShop(option: (any RoutingOption)? = nil) async throws -> Shop {
    let shop = try await Shop()
    try shop.register("/a", "/b")
    try shop.register("/sheet", option: .modal(hasStack: true))
    try shop.register("/denied", option: .modal)
    try shop.register("/account", "/account/orders", tags: [.requiresLogin])
    try shop.register("/account/sheet", option: .modal, tags: [.requiresLogin])
    shop.wireframe.observe(tag: .requiresLogin) { [unowned self] _ in
      isLoggedIn ? .proceed : answer
    }
    return shop
  }

  @Test(
    "Screens that are not let pass leave with all above them; then the redirect is routed once",
    arguments: [
      (["/a", "/b"], ["root", "/a", "/b"]),
      (["/account"], ["root", "/denied"]),
      (["/a", "/account", "/b"], ["root", "/a", "/denied"]),
      (["/a", "/account", "/account/orders"], ["root", "/a", "/denied"]),
      (["/a", "/account/sheet"], ["root", "/a", "/denied"]),
      (["/account", "/account/sheet"], ["root", "/denied"]),
      (["/sheet", "/a", "/account"], ["root", "/sheet", "/a", "/denied"]),
    ])
  func refusals(urls: [String], shown: [String]) async throws {
    let shop = try await makeShop()
    for url in urls { try await shop.wireframe.route(to: url) }
    #expect(try await shop.wireframe.reevaluate().refused.isEmpty)
    isLoggedIn = false
    let left = try await shop.wireframe.reevaluate().refused
    #expect(left.map(\.urlText) == urls.filter { $0.hasPrefix("/account") })
    #expect(shop.shown == shown)
    let routed = shop.recorder.routed.map(\.route.urlText)
    #expect(routed == urls + (left.isEmpty ? [] : ["/denied"]))
  }

  @Test("Asking again and again leaves the screen of the gate that has to be passed first")
  func firstGateStays() async throws {
    let shop = try await Shop()
    try shop.register("/login", "/pin", option: .modal)
    try shop.register("/account", tags: [.requiresLogin])
    try shop.register("/vault", tags: ["pin"])
    for (tag, path) in [(.requiresLogin, "/login"), ("pin", "/pin")] as [(RouteTag, String)] {
      shop.wireframe.addGate(for: tag, at: path) { [unowned self] in isLoggedIn }
    }
    for path in ["/account", "/vault"] { try await shop.wireframe.route(to: path) }
    isLoggedIn = false
    for shown in ["/pin", "/login", "/login"] {
      try await shop.wireframe.reevaluate()
      #expect(shop.shown == ["root", shown])
    }
    isLoggedIn = true
    try await shop.wireframe.resume(after: .requiresLogin)
    #expect(shop.shown == ["root", "/account", "/vault"])
  }

  @Test("Of two that wait while a screen is presented, one is cancelled: the other has its turn")
  func cancelledWhileWaiting() async throws {
    let (shop, gate) = (try await makeShop(), Barrier())
    shop.wireframe.add(presenter: SlowPresenter(gate))
    let routing = Task { try await shop.wireframe.route(to: "/a", option: Slow()) }
    await gate.waitForArrivals()
    let cancelled = Task { try await shop.wireframe.reevaluate() }
    #expect(await shop.wireframe.isAwaited(by: 1))
    var hasEnded = false
    Task {
      try await shop.wireframe.reevaluate()
      hasEnded = true
    }
    #expect(await shop.wireframe.isAwaited(by: 2))
    cancelled.cancel()
    #expect(try await failure { try await cancelled.value }.code == .cancelled)
    gate.open()
    _ = try await routing.value
    #expect(await eventually { hasEnded })
  }

  @Test("A reevaluation asks about the screens of the host that the window has in its turn")
  func hostMeanwhile() async throws {
    let (shop, gate, new) = (try await makeShop(), Barrier(), NavigationTree<Screen>())
    shop.wireframe.add(presenter: SlowPresenter(gate))
    let routing = Task { try await shop.wireframe.route(to: "/a", option: Slow()) }
    await gate.waitForArrivals()
    let asking = Task { try await shop.wireframe.reevaluate() }
    #expect(await shop.wireframe.isAwaited(by: 1))
    try await new.setRoot(Screen("root"))
    let route = try Route("/account", matching: "/account", tags: [.requiresLogin])
    try await new.push(Screen("/account"), route: route)
    shop.wireframe.addStandardPresenters(on: new)
    (isLoggedIn, answer) = (false, .stop("signed out"))
    gate.open()
    _ = try await routing.value
    #expect(try await asking.value.refused.map(\.urlText) == ["/account"])
    #expect(new.state.shown.map(\.controller.description) == ["root"])
  }

  @Test("A routing that fails while a reevaluation has its turn gives that to nobody")
  func failsMeanwhile() async throws {
    let (shop, slow, asking) = (try await makeShop(), Barrier(), Barrier())
    try shop.wireframe.register("/slow") { _ in
      await slow.pass()
      throw Broken()
    }
    try await shop.wireframe.route(to: "/a")
    let isAsking = OpenState()
    shop.wireframe.observe { _ in
      if isAsking.isSet { await asking.pass() }
      return .proceed
    }
    let routing = Task { try await shop.wireframe.route(to: "/slow") }
    await slow.waitForArrivals()
    isAsking.isSet = true
    let first = Task { try await shop.wireframe.reevaluate() }
    await asking.waitForArrivals()
    slow.open()
    #expect(try await failure { try await routing.value }.code == .providerFailed)
    let second = Task { try await shop.wireframe.reevaluate() }
    #expect(await shop.wireframe.isAwaited(by: 1))
    asking.open()
    _ = (try await first.value, try await second.value)
  }

  @Test("A screen that loads gives its turn to one reevaluation after the other")
  func interruptedTwice() async throws {
    let (shop, slow) = (try await makeShop(), Barrier())
    let (asking, askedAnew) = (Barrier(), Barrier())
    try shop.register("/slow", behind: slow)
    try await shop.wireframe.route(to: "/a")
    let routing = Task { _ = try await shop.wireframe.route(to: "/slow") }
    await slow.waitForArrivals()
    shop.wireframe.observe { route in
      await (route.pattern == "/slow" ? askedAnew : asking).pass()
      return .proceed
    }
    let first = Task { try await shop.wireframe.reevaluate() }
    await asking.waitForArrivals()
    slow.open()
    // It waits for its turn, and then for what its guard says by now.
    #expect(await eventually { slow.passed > 0 })
    await tasksHaveBegun()
    asking.open()
    _ = try await first.value
    await askedAnew.waitForArrivals()
    try await shop.wireframe.reevaluate()
    askedAnew.open()
    try await routing.value
    #expect(shop.shown == ["root", "/a", "/slow"])
  }

  @Test(
    "While a sign-out has the turn of a screen that loads, that screen is asked for or rejected as before",
    arguments: [RoutingPolicy.firstComeFirstServed, .rejectWhileBusy])
  func secondTap(policy: RoutingPolicy) async throws {
    let shop = try await Shop(policy: policy)
    let (slow, asking, isAsking) = (Barrier(), Barrier(), OpenState())
    try shop.register("/a", "/other")
    try shop.register("/slow", behind: slow)
    shop.wireframe.observe { _ in
      if isAsking.isSet { await asking.pass() }
      return .proceed
    }
    try await shop.wireframe.route(to: "/a")
    let first = Task { try await shop.wireframe.route(to: "/slow") }
    await slow.waitForArrivals()
    isAsking.isSet = true
    let signOut = Task { try await shop.wireframe.reevaluate() }
    await asking.waitForArrivals()
    let second = Task { try await shop.wireframe.route(to: "/slow") }
    if policy == .rejectWhileBusy {
      #expect(try await failure { try await shop.wireframe.route(to: "/other") }.code == .busy)
    }
    await tasksHaveBegun()
    for barrier in [asking, slow] { barrier.open() }
    _ = (try await signOut.value, try await first.value, try await second.value)
    #expect(shop.shown == ["root", "/a", "/slow"])
  }

  @Test("No leave guard keeps what a sign-out replaces")
  func leaveGuards() async throws {
    let shop = try await makeShop()
    for url in ["/a", "/account"] { try await shop.wireframe.route(to: url) }
    var asked = 0
    shop.wireframe.observeLeaving { _ in
      asked += 1
      return .stay("unsaved")
    }
    (isLoggedIn, answer) = (false, .redirect(to: RoutingRequest("/denied", option: .root)))
    try await shop.wireframe.reevaluate()
    #expect(shop.shown == ["/denied"])
    #expect(asked == 0)
  }

  @Test("A stop takes the screen away and shows nothing else")
  func stops() async throws {
    let shop = try await makeShop()
    try await shop.wireframe.route(to: "/account")
    isLoggedIn = false
    answer = .stop("signed out")
    try await shop.wireframe.reevaluate()
    #expect(shop.shown == ["root"])
  }

  @Test("A guard that throws takes the screen away, too; its error is thrown when all is done")
  func throwing() async throws {
    let shop = try await makeShop()
    try await shop.wireframe.route(to: "/account")
    try await shop.wireframe.route(to: "/b")
    isLoggedIn = false
    shop.wireframe.observe(priority: 1) { route in
      if route.pattern == "/b" { throw Broken() }
      return .proceed
    }
    let error = await #expect(throws: RoutingError.self) {
      try await shop.wireframe.reevaluate()
    }
    #expect(error?.code == .observerFailed)
    #expect(error?.pattern == "/b")
    #expect(shop.recorder.events.last == "didFail /b observerFailed")
    #expect(shop.shown == ["root", "/denied"])
  }

  @Test("Tabs are left empty; one redirect is shown, for what the user was looking at")
  func firstScreens() async throws {
    let tree = NavigationTree<Screen>(tabs: ["A", "B", "C"])
    let wireframe = Wireframe<Screen>()
    wireframe.addStandardPresenters(on: tree)
    for name in ["A", "B", "C"] {
      try wireframe.register(
        RoutePattern("/\(name)/:n"), option: .tab(name), tags: [.requiresLogin]
      ) { route in Screen(route.urlText) }
    }
    try wireframe.register("/denied", option: .modal) { _ in Screen("denied") }
    try wireframe.register("/free", option: .push) { _ in Screen("free") }
    wireframe.observe(tag: .requiresLogin) { [unowned self] _ in isLoggedIn ? .proceed : answer }
    for name in ["A", "B", "C"] {
      try await wireframe.route(to: "/\(name)/1")
      try await wireframe.route(to: "/free")
    }
    isLoggedIn = false
    let left = try await wireframe.reevaluate().refused
    #expect(left.map(\.urlText) == ["/A/1", "/B/1", "/C/1"])
    #expect(tree.state.entries.map { "\($0.controller)" } == ["denied"])
    #expect(tree.state.layers[0].selected == 2)
  }

  @Test("The redirect parks what left, if it says so; the leaving screen is not asked")
  func parking() async throws {
    let shop = try await makeShop()
    try await shop.wireframe.route(to: "/account/orders")
    let keeping = shop.wireframe.observeLeaving { _ in .stay("unsaved edits") }
    isLoggedIn = false
    answer = .redirect(to: "/denied", resuming: .newest)
    try await shop.wireframe.reevaluate()
    #expect(shop.shown == ["root", "/denied"])
    keeping.remove()
    isLoggedIn = true
    try await shop.wireframe.resume()
    #expect(shop.shown.last == "/account/orders")
  }

  @Test("A sign-out for good also drops what waits for `resume()`; any other does not")
  func parkedAtTheEnd() async throws {
    for keeping in [KeepingRule.screens, .nothing] {
      let shop = try await makeShop()
      isLoggedIn = false
      answer = .redirect(to: "/denied", resuming: .newest)
      try await shop.wireframe.route(to: "/account")
      try await shop.wireframe.reevaluate(keeping: keeping)
      #expect((shop.wireframe.parked == nil) == (keeping == .nothing))
      isLoggedIn = true
      let result = try await shop.wireframe.resume()
      #expect(result?.route.urlText == (keeping == .nothing ? nil : "/account"))
    }
  }

  @Test("Screens leave without animation")
  func animation() async throws {
    let host = RecordingHost()
    let wireframe = Wireframe<Screen>()
    wireframe.addStandardPresenters(on: host)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/account", option: .push) { _ in Screen("Account") }
    try await wireframe.route(to: "/")
    try await wireframe.route(to: "/account")
    wireframe.observe { $0.pattern == "/account" ? .stop("signed out") : .proceed }
    host.animations = []
    try await wireframe.reevaluate()
    #expect(host.animations == [false])
  }

  @Test("J6 A reevaluation waits for no routing that loads; a role that awaits it gets 'reentrant'")
  func order() async throws {
    let shop = try await makeShop()
    let gate = Barrier()
    try shop.register("/slow", behind: gate)
    try await shop.wireframe.route(to: "/account")
    isLoggedIn = false
    let slow = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    #expect(try await shop.wireframe.reevaluate().refused.map(\.urlText) == ["/account"])
    #expect(shop.shown == ["root", "/denied"])
    gate.open()
    _ = try await slow.value
    #expect(shop.shown == ["root", "/slow"], "a push dismisses the modal")

    try shop.wireframe.handle("/sign-out") {
      [wireframe = shop.wireframe] _ in
      _ = try await wireframe.reevaluate()
    }
    #expect(try await shop.failure("/sign-out").code == .reentrant)
  }

  @Test("Who gives up the call has refused nothing: every screen stays")
  func cancelled() async throws {
    let shop = try await makeShop()
    try await shop.wireframe.route(to: "/a")
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await shop.wireframe.reevaluate()
    }
    let error = await #expect(throws: RoutingError.self) { try await call.value }
    #expect(error?.code == .cancelled)
    #expect(shop.shown == ["root", "/a"])
  }

  @Test(
    "A first screen is replaced without being asked; if nothing takes its place, that is an error")
  func firstScreensGo() async throws {
    let shop = try await makeShop()
    try await shop.wireframe.route(to: "/account", option: .root)
    for url in ["/b", "/sheet"] { try await shop.wireframe.route(to: url) }
    shop.wireframe.observeLeaving { _ in .stay("unsaved edits") }
    isLoggedIn = false
    answer = .stop("signed out")
    let error = await #expect(throws: RoutingError.self) {
      try await shop.wireframe.reevaluate()
    }
    #expect(error?.code == .nothingToLeave)
    #expect(
      error?.description == """
        The observers no longer allow a first screen, but nothing replaced it. Let them redirect it \
        to a route that shows a screen, or set another root.
        """)
    #expect(shop.shown == ["/account"], "what is above it has left")
    answer = .redirect(to: "/denied")
    try await shop.wireframe.reevaluate()
    #expect(shop.shown == ["/denied"])
  }

  @Test("What is not let pass in a hidden tab leaves there; nothing is shown for it")
  func hiddenTabs() async throws {
    let tree = NavigationTree<Screen>(tabs: ["A", "B"])
    let wireframe = Wireframe<Screen>(defaultOption: .push)
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/a", option: .tab("A")) { _ in Screen("a") }
    try wireframe.register("/b", option: .tab("B"), tags: [.requiresLogin]) { _ in Screen("b") }
    try wireframe.register("/secret", tags: [.requiresLogin]) { _ in Screen("secret") }
    try wireframe.register("/denied", option: .modal) { _ in Screen("denied") }
    wireframe.observe(tag: .requiresLogin) { [unowned self] _ in isLoggedIn ? .proceed : answer }
    try await wireframe.route(to: "/b")
    try await wireframe.route(to: "/secret")
    try await wireframe.route(to: "/a")
    isLoggedIn = false
    answer = .stop("no")
    try await wireframe.reevaluate()
    #expect(tree.state.top?.controller.description == "a")
    #expect(tree.state.entries.map { "\($0.controller)" } == ["a"])
    isLoggedIn = true
    try await wireframe.route(to: "/b")
    try await wireframe.route(to: "/a")
    isLoggedIn = false
    answer = .redirect(to: "/denied")
    try await wireframe.reevaluate()
    #expect(tree.state.entries.map { "\($0.controller)" } == ["a"])
  }

  @Test("A modal above the shown tab stays if only screens of hidden tabs are not let pass")
  func modalAboveHiddenTab() async throws {
    let tree = NavigationTree<Screen>(tabs: ["A", "B"])
    let wireframe = Wireframe<Screen>(defaultOption: .push)
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/a", option: .tab("A")) { _ in Screen("a") }
    try wireframe.register("/b", option: .tab("B")) { _ in Screen("b") }
    try wireframe.register("/secret", tags: [.requiresLogin]) { _ in Screen("secret") }
    try wireframe.register("/form", option: .modal) { _ in Screen("form") }
    wireframe.observe(tag: .requiresLogin) { [unowned self] _ in isLoggedIn ? .proceed : answer }
    for path in ["/b", "/secret", "/a", "/form"] { try await wireframe.route(to: path) }
    (isLoggedIn, answer) = (false, .stop("no"))
    #expect(try await wireframe.reevaluate().refused.map(\.urlText) == ["/secret"])
    #expect(tree.state.entries.map { "\($0.controller)" } == ["a", "b", "form"])
  }

  @Test("Of several redirects that of the uppermost visible screen is followed")
  func uppermost() async throws {
    let shop = try await makeShop()
    try shop.register("/denied/:name", option: .modal)
    shop.wireframe.observe { [unowned self] route in
      isClosed && ["/a", "/b"].contains(route.urlText)
        ? .redirect(to: "/denied\(route.urlText)") : .proceed
    }
    for url in ["/a", "/b"] { try await shop.wireframe.route(to: url) }
    isClosed = true
    #expect(try await shop.wireframe.reevaluate().refused.map(\.urlText) == ["/a", "/b"])
    #expect(shop.recorder.routed.last?.route.urlText == "/denied/b")
  }

  @Test("A limit that one screen's guard passes does not end the asking about the others")
  func limits() async throws {
    for startsAtOnce in [true, false] {
      let clock = ManualClock()
      let shop = try await Shop(limits: RoutingLimits(decide: .seconds(5)), clock: clock)
      shop.wireframe.settings.startsTasksAtOnce = startsAtOnce
      try shop.register("/a", "/b")
      for url in ["/a", "/b"] { try await shop.wireframe.route(to: url) }
      let gate = Barrier()
      var asked: [String] = []
      shop.wireframe.observe { route in
        asked.append(route.urlText)
        if route.pattern == "/a" { await gate.pass() }
        return .proceed
      }
      let call = Task { try await shop.wireframe.reevaluate() }
      await gate.waitForArrivals()
      await clock.waitForSleepers(1)
      clock.advance(by: .seconds(5))
      let error = await #expect(throws: RoutingError.self) { try await call.value }
      #expect(error?.code == .timedOut)
      #expect(asked == ["/a", "/b"])
      #expect(shop.shown == ["root"])
      gate.open()
    }
  }

  @Test("What a gate brings back comes where it was, however it was asked for at first")
  func placesOfTheKept() async throws {
    let shop = try await Shop()
    try shop.register("/login", option: .modal)
    try shop.register("/orders", exposure: .external)
    try shop.wireframe.register(
      "/orders/:id", tags: [.requiresLogin], exposure: .external, place: .under("/orders")
    ) { _ in Screen("order") }
    shop.wireframe.addGate(for: .requiresLogin, at: "/login") { [unowned self] in isLoggedIn }
    let closed = shop.wireframe.observe { $0.pattern == "/orders" ? .stop("closed") : .proceed }
    await shop.wireframe.open("myapp://orders/1", origin: .customScheme)
    #expect(shop.shown == ["root", "order"])
    closed.remove()
    isLoggedIn = false
    try await shop.wireframe.reevaluate()
    #expect(shop.shown == ["root", "/login"])
    isLoggedIn = true
    try await shop.wireframe.resume(after: .requiresLogin)
    #expect(shop.shown == ["root", "order"])
  }

  @Test("A gate's own screen that is refused is not what another gate keeps")
  func screensOfGates() async throws {
    let shop = try await Shop()
    try shop.register("/pin", option: .modal, tags: ["device"])
    try shop.register("/trust", option: .modal)
    try shop.register("/account", tags: [.requiresLogin])
    shop.wireframe.addGate(for: .requiresLogin, at: "/pin") { [unowned self] in isLoggedIn }
    shop.wireframe.addGate(for: "device", at: "/trust") { [unowned self] in isTrusted }
    isLoggedIn = false
    try await shop.wireframe.route(to: "/account")
    #expect(shop.shown == ["root", "/pin"])
    isTrusted = false
    try await shop.wireframe.reevaluate()
    #expect(shop.shown == ["root"])
    isTrusted = true
    try await shop.wireframe.resume(after: "device")
    #expect(shop.shown == ["root"])
  }

  @Test(
    "What a gate brings back comes where it was, also if a screen like it is there",
    arguments: [("/a", PresentedRule.bringToFront), ("/b", .presentAgain)])
  func likeOthers(top: String, rule: PresentedRule) async throws {
    let shop = try await Shop()
    try shop.register("/login", "/a")
    try shop.wireframe.register("/b", place: .init(ifPresented: .bringToFront)) { _ in
      Screen("/b")
    }
    try shop.register("/account", tags: [.requiresLogin])
    shop.wireframe.addGate(for: .requiresLogin, at: "/login") { [unowned self] in isLoggedIn }
    for url in ["/b", "/account"] { try await shop.wireframe.route(to: url) }
    try await shop.wireframe.route(to: top, ifPresented: rule)
    isLoggedIn = false
    try await shop.wireframe.reevaluate()
    #expect(shop.shown == ["root", "/b", "/login"])
    try await shop.wireframe.route(to: top, ifPresented: .presentAgain)
    isLoggedIn = true
    try await shop.wireframe.resume(after: .requiresLogin)
    #expect(shop.shown == ["root", "/b", "/account", top])
  }

  @Test("A gate behind the redirect keeps what has left, up to the first that cannot come back")
  func gateBehindRedirect() async throws {
    let shop = try await makePinnedShop()
    try await shop.wireframe.route(to: "/account")
    try await shop.navigation.push(Screen("own"))
    try await shop.wireframe.route(to: "/account/orders")
    isLoggedIn = false
    try await shop.wireframe.reevaluate()
    #expect(shop.shown == ["root", "/code"])
    (isLoggedIn, isTrusted) = (true, true)
    try await shop.wireframe.resume(after: "pinned")
    #expect(shop.shown == ["root", "/account"])
  }

  @Test("After a sign-out for good, a gate behind the redirect brings back nothing that has left")
  func gateBehindLastRedirect() async throws {
    let shop = try await makePinnedShop()
    try await shop.wireframe.route(to: "/account", option: .root)
    isLoggedIn = false
    try await shop.wireframe.reevaluate(keeping: .nothing)
    #expect(shop.shown == ["/code"])
    (isLoggedIn, isTrusted) = (true, true)
    try await shop.wireframe.resume(after: "pinned")
    #expect(shop.shown == ["/pinned"])
  }

  /// A shop whose observer redirects to a screen behind a gate.
  private func makePinnedShop() async throws -> Shop {
    let shop = try await makeShop()
    try shop.register("/code", option: .modal)
    try shop.register("/pinned", tags: ["pinned"])
    isTrusted = false
    shop.wireframe.addGate(for: "pinned", at: "/code") { [unowned self] in isTrusted }
    answer = .redirect(to: "/pinned")
    return shop
  }

  @Test("Who signs out for good while a gate keeps a request sees neither again")
  func gateAtTheEnd() async throws {
    let shop = try await Shop()
    try shop.register("/login", option: .modal)
    try shop.register("/account", tags: [.requiresLogin])
    shop.wireframe.addGate(for: .requiresLogin, at: "/login") { [unowned self] in isLoggedIn }
    isLoggedIn = false
    try await shop.wireframe.route(to: "/account")
    #expect(shop.shown == ["root", "/login"])
    try await shop.wireframe.reevaluate(keeping: .nothing)
    #expect(shop.shown == ["root"])
    #expect(shop.wireframe.keptRequestCount == 0)
  }

  @Test("What loads is asked about again once it is ready, if rights have changed meanwhile")
  func whileLoading() async throws {
    let shop = try await makeShop()
    let slow = Barrier()
    try shop.wireframe.register("/account/slow", tags: [.requiresLogin]) { _ in
      await slow.pass()
      return Screen("Slow")
    }
    let routing = Task { try await shop.wireframe.route(to: "/account/slow") }
    await slow.waitForArrivals()
    isLoggedIn = false
    try await shop.wireframe.reevaluate()
    slow.open()
    _ = try await routing.value
    #expect(shop.shown == ["root", "/denied"])
  }

  @Test(
    "A private first screen leaves also if what takes its place cannot be made",
    arguments: [nil, "/broken"] as [String?])
  func failingFirstScreen(home: String?) async throws {
    let wireframe = Wireframe<Screen>(home: home)
    let navigation = NavigationTree<Screen>()
    wireframe.addStandardPresenters(on: navigation)
    try wireframe.register("/account", option: .root, tags: [.requiresLogin]) { _ in
      Screen("Account")
    }
    try wireframe.register("/broken", option: .root) { _ -> Screen? in throw Broken() }
    wireframe.observe(tag: .requiresLogin) { [unowned self] _ in
      if isLoggedIn { return .proceed }
      return home == nil ? .redirect(to: "/broken") : .stop("signed out")
    }
    try await wireframe.route(to: "/account")
    isLoggedIn = false
    #expect(try await failure { try await wireframe.reevaluate() }.code == .providerFailed)
    #expect(navigation.state.shown.isEmpty)
  }

  @Test("What takes the place of a first screen has the option of its redirect")
  func optionOfRedirect() async throws {
    let shop = try await makeShop()
    try await shop.wireframe.route(to: "/account", option: .root)
    isLoggedIn = false
    answer = .redirect(to: RoutingRequest("/denied", option: .root(hasStack: false)))
    try await shop.wireframe.reevaluate()
    #expect("\(shop.navigation.state)" == "root: /denied")
  }

  @Test(
    "A tab's only screen that cannot leave its tab gives way to home, below a lock when that opens",
    arguments: [false, true])
  func tabWithoutStack(isLocked: Bool) async throws {
    let (wireframe, tree) = (Wireframe<Screen>(home: "/"), NavigationTree<Screen>())
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/account", option: .root, tags: [.requiresLogin]) { _ in
      Screen("Account")
    }
    wireframe.observe(tag: .requiresLogin) { [unowned self] _ in isLoggedIn ? .proceed : answer }
    try await wireframe.route(to: "/account")
    let entry = try #require(tree.state.top)
    let alone = NavigationState<Screen>.Stack(name: "Alone", entries: [entry], canPush: false)
    try tree.perform(
      NavigationOperation { state in
        state.layers = [.init(id: NavigationEntryID(), kind: .tabs, stacks: [alone])]
      }, animated: false)
    (isLoggedIn, answer) = (false, .stop("signed out"))
    if isLocked {
      try wireframe.register("/locked", option: .modal) { _ in Screen("Locked") }
      let lock = Gate(at: "/locked", covers: true) { true }
      try await wireframe.add(lock: lock)
      try await tree.present(Screen("Own"))
      let closing = tree.onChange { _ in lock.cover() }
      #expect(try await failure { try await wireframe.reevaluate() }.code == .nothingToLeave)
      closing.remove()
      #expect(tree.state.shown.map(\.controller.description) == ["Account"])
      try await wireframe.resume(after: lock)
    } else {
      #expect(try await wireframe.reevaluate().refused.map(\.urlText) == ["/account"])
    }
    #expect(tree.state.shown.map(\.controller.description) == ["Home"])
  }

  @Test("A sign-out for good without a host drops what is kept, and asks about what loads again")
  func withoutHost() async throws {
    let wireframe = Wireframe<Screen>(defaultOption: OnStage(), limits: .none)
    let slow = Barrier()
    wireframe.add(presenter: Stage())
    try wireframe.register("/login") { _ in Screen("Log in") }
    try wireframe.register("/account", tags: [.requiresLogin]) { _ in
      await slow.pass()
      return Screen("Account")
    }
    wireframe.addGate(for: .requiresLogin, at: "/login") { [unowned self] in isLoggedIn }
    isLoggedIn = false
    try await wireframe.route(to: "/account")
    #expect(wireframe.keptRequestCount == 1)
    isLoggedIn = true
    let loading = Task { try await wireframe.controller(for: "/account") }
    await slow.waitForArrivals()
    isLoggedIn = false
    let error = try await failure { try await wireframe.reevaluate(keeping: .nothing) }
    #expect(error.code == .noHost)
    #expect(wireframe.keptRequestCount == 0)
    slow.open()
    #expect(try await loading.value.description == "Log in")
  }

  @Test("Screens without a route are left alone")
  func withoutRoute() async throws {
    let shop = try await makeShop()
    try await shop.navigation.push(Screen("own"))
    try await shop.wireframe.route(to: "/account", option: .modal)
    isLoggedIn = false
    answer = .stop("signed out")
    let report = try await shop.wireframe.reevaluate()
    #expect(shop.shown == ["root", "own"])
    #expect(report.refused.map(\.urlText) == ["/account"])
    #expect(report.unrouted == ["Screen", "Screen"])
  }
}
