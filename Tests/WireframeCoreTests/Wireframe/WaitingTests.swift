import Dispatch
import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// A suspended start, joined double taps, and the policies on top of the queue.
@MainActor
@Suite(.hangsNever)
struct WaitingTests {
  // MARK: Suspended start

  @Test("Until 'activate()' everything waits; then first come, first served")
  func suspendedStart() async throws {
    let shop = try await Shop(isSuspended: true)
    try shop.register("/a", "/b", "/c", exposure: .external)
    let a = Task { try await shop.wireframe.route(to: "/a") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    let b = Task { await shop.wireframe.open("myapp://b", origin: .notification) }
    #expect(await shop.wireframe.isAwaited(by: 2))
    shop.wireframe.enqueue("/c")
    await shop.wireframe.settled()
    #expect(shop.shown == ["root"])
    #expect(shop.recorder.events.isEmpty)
    shop.wireframe.activate()
    _ = try await a.value
    #expect(await b.value.result != nil)
    try await shop.wireframe.route(to: "/a?last")
    #expect(shop.shown == ["root", "/a", "/b", "/c", "/a"])
    shop.wireframe.activate()
    #expect(shop.shown.count == 5)
  }

  @Test(
    "Of the links from outside that wait for the UI, the newest wins; the others end as cancelled")
  func newestExternalWins() async throws {
    let shop = try await Shop(isSuspended: true)
    try shop.register("/:n", exposure: .external)
    var links: [Task<OpenOutcome<RoutingResult<Screen>>, Never>] = []
    let count = Load.scaled(10_000)
    for number in 0..<count {
      links.append(Task { await shop.wireframe.open("myapp://\(number)", origin: .customScheme) })
      if number == count / 2 { shop.wireframe.enqueue("/own") }
    }
    await tasksHaveBegun()
    shop.wireframe.activate()
    var handled: [String] = []
    var codes: Set<String> = []
    for link in links {
      let outcome = await link.value
      if let route = outcome.result?.route { handled.append(route.urlText) }
      if let error = outcome.error { codes.insert("\(error.code): \(error)") }
    }
    #expect(handled == ["myapp://\(count - 1)"])
    #expect(
      codes == [
        """
        cancelled: The routing was cancelled before anything was presented: a later one replaced it.
        """
      ])
    #expect(shop.recorder.errors.count == count - 1)
    #expect(shop.shown == ["root", "/:n", "/:n"])
  }

  @Test("Of many links at a login, those without room are told; the newest other one is kept")
  func linksAtLogin() async throws {
    var limits = RoutingLimits.none
    limits.waitingLinks = 10
    let (shop, login, isOpen) = (try await Shop(limits: limits), Barrier(), OpenState())
    try shop.register("/login", behind: login)
    try shop.wireframe.register("/mine/:n", tags: [.requiresLogin], exposure: .external) { route in
      Screen("\(try route["n"] as Int)")
    }
    shop.wireframe.addGate(for: .requiresLogin, at: "/login") { isOpen.isSet }
    let links = (0..<100).map { number in
      Task {
        await shop.wireframe.open("myapp://mine/\(number)", origin: .customScheme).error?.code
      }
    }
    await tasksHaveBegun()
    login.open()
    var codes: [RoutingError.Code?] = []
    for link in links { codes.append(await link.value) }
    #expect(codes.prefix(11).allSatisfy { $0 == nil })
    #expect(codes.dropFirst(11).allSatisfy { $0 == .busy })
    #expect(shop.recorder.errors.count == 89)
    #expect(shop.shown == ["root", "/login"])
    isOpen.isSet = true
    try await shop.wireframe.resume(after: .requiresLogin)
    #expect(shop.shown == ["root", "10"])
  }

  @Test("The same link three times before 'activate()' is one: all calls get its screen")
  func equalLinksBeforeTheUI() async throws {
    let shop = try await Shop(isSuspended: true)
    try shop.register("/a", exposure: .external)
    let links = (0..<3).map { _ in
      Task { await shop.wireframe.open("myapp://a", origin: .customScheme) }
    }
    #expect(await shop.wireframe.isAwaited(by: 3))
    shop.wireframe.activate()
    var screens: [Screen?] = []
    for link in links { screens.append(await link.value.result?.controller) }
    #expect(screens[0] != nil && screens.allSatisfy { $0 === screens[0] })
    #expect(shop.shown == ["root", "/a"])
  }

  @Test("A hundred requests of the app wait for the UI; more are 'busy'")
  func waitingIsBounded() async throws {
    let shop = try await Shop(isSuspended: true)
    try shop.register("/:n<int>")
    let calls = (0..<120).map { number in
      Task { try await shop.wireframe.route(to: "/\(number)") }
    }
    await tasksHaveBegun()
    shop.wireframe.activate()
    var busy = 0
    for call in calls {
      do {
        _ = try await call.value
      } catch let error as RoutingError {
        #expect(error.code == .busy)
        #expect(
          error.description
            == "100 requests are already waiting for 'activate()'. Call it when the UI is ready.")
        busy += 1
      }
    }
    #expect(busy == 20)
    #expect(shop.shown.count == 101)
    #expect(shop.recorder.errors.map(\.code) == Array(repeating: .busy, count: 20))
  }

  @Test("Who waits for the UI may be cancelled, and leaves at once")
  func cancelledBeforeTheUI() async throws {
    let shop = try await Shop(isSuspended: true)
    try shop.register("/a", "/b")
    let a = Task { try await shop.wireframe.route(to: "/a") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    a.cancel()
    let error = await #expect(throws: RoutingError.self) { try await a.value }
    #expect(error?.code == .cancelled)
    shop.wireframe.activate()
    try await shop.wireframe.route(to: "/b")
    #expect(shop.shown == ["root", "/b"])
  }

  @Test("Before 'activate()' a restoration runs, and all is at rest once it has ended")
  func restBeforeTheUI() async throws {
    let before = try await Shop()
    try before.register("/home", option: .root)
    try await before.wireframe.route(to: "/home")
    let saved = try before.wireframe.savedState()
    let (shop, gate) = (try await Shop(isSuspended: true), Barrier())
    try shop.register("/home", behind: gate)
    try shop.register("/b")
    shop.wireframe.enqueue("/b")
    let restoring = Task { _ = try await shop.wireframe.restore(saved, trusting: true) }
    await gate.waitForArrivals()
    var isAtRest = false
    Task {
      await shop.wireframe.settled()
      isAtRest = true
    }
    await tasksHaveBegun()
    #expect(!isAtRest)
    gate.open()
    try await restoring.value
    #expect(await eventually { isAtRest })
    #expect(shop.shown == ["/home"])
  }

  @MainActor
  private final class Session { var isLoggedIn = true }

  @Test(
    "Before 'activate()' passing a gate that keeps restored screens, and a link, spare each other",
    arguments: [true, false])
  func gateBeforeTheUI(isLinkFirst: Bool) async throws {
    let session = Session()
    func makeShop(isSuspended: Bool) async throws -> Shop {
      let shop = try await Shop(isSuspended: isSuspended)
      try shop.register("/home", option: .root, exposure: .external)
      try shop.register("/account", tags: [.requiresLogin], exposure: .external)
      try shop.register("/login", "/news", exposure: .external)
      shop.wireframe.addGate(for: .requiresLogin, at: "/login") { session.isLoggedIn }
      return shop
    }
    let before = try await makeShop(isSuspended: false)
    for path in ["/home", "/account"] { try await before.wireframe.route(to: path) }
    session.isLoggedIn = false
    let shop = try await makeShop(isSuspended: true)
    try await shop.wireframe.restore(before.wireframe.savedState())
    #expect(shop.shown == ["/home", "/login"])
    session.isLoggedIn = true
    let link = RoutingRequest(untrusted: "myapp://news", origin: .notification)
    if isLinkFirst { shop.wireframe.enqueue(link) }
    let passing = Task { try await shop.wireframe.resume(after: .requiresLogin) }
    #expect(await shop.wireframe.isAwaited(by: isLinkFirst ? 2 : 1))
    if !isLinkFirst { shop.wireframe.enqueue(link) }
    shop.wireframe.activate()
    _ = try await passing.value
    await shop.wireframe.settled()
    #expect(shop.recorder.events.contains("didRoute myapp://news"))
    #expect(shop.shown.contains("/account") && !shop.shown.contains("/login"))
  }

  // MARK: Joining

  @Test("A double tap joins the routing that runs, and gets its result")
  func doubleTap() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.register("/a", behind: gate)
    let taps = (0..<10).map { _ in Task { try await shop.wireframe.route(to: "/a") } }
    await gate.waitForArrivals()
    #expect(await shop.wireframe.isAwaited(by: 9))
    shop.wireframe.enqueue("/a")
    gate.open()
    var screens: Set<ObjectIdentifier> = []
    for tap in taps {
      screens.insert(ObjectIdentifier(try #require(try await tap.value.controller)))
    }
    #expect(screens.count == 1)
    #expect(shop.shown == ["root", "/a"])
    // The second tap is asked about in its turn, and the others share that answer.
    #expect(
      shop.recorder.events == ["decide /a", "willPresent /a", "didRoute /a", "decide /a"])
    await shop.wireframe.settled()
    try await shop.wireframe.route(to: "/a")
    #expect(shop.shown == ["root", "/a", "/a"])
  }

  @Test("A joined call gets the error, too")
  func joinedErrors() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.wireframe.register("/a") { _ in
      await gate.pass()
      throw Broken()
    }
    let taps = (0..<3).map { _ in Task { try await shop.wireframe.route(to: "/a") } }
    await gate.waitForArrivals()
    #expect(await shop.wireframe.isAwaited(by: 2))
    gate.open()
    for tap in taps {
      let error = await #expect(throws: RoutingError.self) { try await tap.value }
      #expect(error?.underlyingError is Broken)
    }
    #expect(shop.recorder.errors.count == 1)
  }

  struct Opaque: RoutingOption { var seconds = 3 }

  @Test(
    "Only what is the same is joined: text, origin, trust, option, landing, rule, and no payload",
    arguments: [
      (RoutingRequest("/a"), true), (RoutingRequest("/a", option: .push), false),
      (RoutingRequest("/a?"), false), (RoutingRequest("/a", payload: ["x": 1]), false),
      (RoutingRequest(untrusted: "/a", origin: .app), false),
      (RoutingRequest("/a", option: Opaque()), false),
      (RoutingRequest("/a", landing: .underParents), false),
      (RoutingRequest("/a", ifPresented: .presentAgain), false),
    ])
  func sameness(second: RoutingRequest, joins: Bool) async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.register("/a", behind: gate)
    let first = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    let other = Task { try? await shop.wireframe.route(second) }
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    let one = try await first.value.controller
    #expect((await other.value?.controller === one) == joins)
  }

  @Test("Options that are equal are the same; those that cannot be compared are not")
  func sameOptions() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.register("/a", behind: gate)
    let modals = (0..<2).map { _ in
      Task { try await shop.wireframe.route(to: "/a", option: .modal(.sheet)) }
    }
    #expect(await shop.wireframe.isAwaited(by: 1))
    let opaque = (0..<2).map { _ in
      Task { try? await shop.wireframe.route(to: "/a", option: Opaque()) }
    }
    #expect(await shop.wireframe.isAwaited(by: 3))
    gate.open()
    for modal in modals { _ = try await modal.value }
    for call in opaque { _ = await call.value }
    #expect(shop.shown == ["root", "/a"])
    #expect(shop.recorder.errors.map(\.code) == [.noPresenter, .noPresenter])
  }

  struct Plain: PushOption {}
  struct OtherPlain: PushOption {}
  struct Timed: PushOption, Equatable { var seconds = 3 }
  struct Keyed: PushOption, Hashable { var seconds = 3 }
  struct OpaquePush: PushOption { var seconds = 3 }

  @Test(
    "An option of the call joins an equal one, if it is Equatable or has no values",
    arguments: [
      (Plain(), Plain(), true), (Plain(), OtherPlain(), false), (Plain(), .push, false),
      (Timed(), Timed(), true), (Timed(), Timed(seconds: 4), false), (Timed(), Keyed(), false),
      (Keyed(), Keyed(), true), (Keyed(), Keyed(seconds: 4), false),
      (OpaquePush(), OpaquePush(), false),
    ] as [(any RoutingOption, any RoutingOption, Bool)])
  func ownOptions(first: any RoutingOption, second: any RoutingOption, joins: Bool) async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.register("/a", behind: gate)
    let taps = [first, second].map { option in
      Task { try await shop.wireframe.route(to: "/a", option: option) }
    }
    await gate.waitForArrivals()
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    for tap in taps { _ = try await tap.value }
    #expect(shop.shown == (joins ? ["root", "/a"] : ["root", "/a", "/a"]))
  }

  @Test("Only the last of the queue is joined, so that the order of the screens stays")
  func joiningKeepsTheOrder() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.register("/a", behind: gate)
    try shop.register("/b")
    let calls = ["/a", "/b", "/a", "/a"].map { text in
      Task { try await shop.wireframe.route(to: text) }
    }
    await gate.waitForArrivals()
    #expect(await shop.wireframe.isAwaited(by: 3))
    gate.open()
    for call in calls { _ = try await call.value }
    #expect(shop.shown == ["root", "/a", "/b", "/a"])
  }

  @Test("A request that gives up leaves no hole: what is asked for then joins the one before it")
  func joiningPastOneThatLeft() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.register("/slow", behind: gate)
    try shop.register("/a", "/b")
    let slow = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    let first = Task { try await shop.wireframe.route(to: "/a") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    let other = Task { try await shop.wireframe.route(to: "/b") }
    #expect(await shop.wireframe.isAwaited(by: 2))
    other.cancel()
    #expect(await shop.wireframe.isAwaited(by: 1))
    let second = Task { try await shop.wireframe.route(to: "/a") }
    #expect(await shop.wireframe.isAwaited(by: 2))
    gate.open()
    _ = try await slow.value
    #expect(try await first.value.controller === second.value.controller)
    #expect(shop.shown == ["root", "/slow", "/a"])
  }

  @Test(
    "If the first caller gives up, those who joined go on by themselves, and one may leave alone")
  func theFirstGivesUp() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.register("/a", behind: gate)
    let calls = (0..<4).map { _ in Task { try await shop.wireframe.route(to: "/a") } }
    await gate.waitForArrivals()
    #expect(await shop.wireframe.isAwaited(by: 3))
    calls[0].cancel()
    calls[2].cancel()
    gate.open()
    var outcomes: [String] = []
    for call in calls {
      do {
        outcomes.append("\(try await call.value.outcome)")
      } catch let error as RoutingError {
        outcomes.append(error.code.rawValue)
      }
    }
    #expect(outcomes == ["cancelled", "presented", "cancelled", "presented"])
    #expect(shop.shown == ["root", "/a"])
  }

  @Test("A role may enqueue the URL that is being routed")
  func rolesDoNotJoinThemselves() async throws {
    let shop = try await Shop()
    var runs = 0
    try shop.wireframe.handle("/again") { _, router in
      runs += 1
      if runs < 3 { router.enqueue("/again") }
    }
    try await shop.wireframe.route(to: "/again")
    #expect(await eventually { runs == 3 })
  }

  // MARK: Policies

  @Test(
    "latestWins: a later routing cancels those that have not begun to present",
    arguments: ["observing", "settling the option", "providing the controller"])
  func latestWins(stage: String) async throws {
    let shop = try await Shop(policy: .latestWins)
    let gate = Barrier()
    try shop.register("/a", "/b", "/c")
    shop.wireframe.add(observer: SlowRole(stage, gate))
    shop.wireframe.add(optionProvider: SlowRole(stage, gate))
    shop.wireframe.add(provider: SlowRole(stage, gate), priority: 1)
    let a = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    // Begun in one turn: else the second one may have presented before the third one comes.
    let b = Task { try await shop.wireframe.route(to: "/b") }
    let c = Task { try await shop.wireframe.route(to: "/c") }
    for earlier in [a, b] {
      let error = await #expect(throws: RoutingError.self) { try await earlier.value }
      #expect(error?.code == .cancelled)
      #expect(
        error?.description == """
          The routing was cancelled before anything was presented: a later one replaced it.
          """)
    }
    _ = try await c.value
    #expect(shop.shown == ["root", "/c"])
    gate.open()
    #expect(await eventually { gate.passed == 1 })
    await shop.wireframe.settled()
    #expect(shop.shown == ["root", "/c"])
  }

  @Test("latestWins: a routing that is replaced as its turn comes asks no guard")
  func replacedAtItsTurn() async throws {
    let (shop, gate) = (try await Shop(policy: .latestWins), Barrier())
    try shop.wireframe.handle("/do") { _ in await gate.pass() }
    try shop.register("/a", "/b")
    let handling = Task {
      try await shop.wireframe.route(to: "/do")
      // '/a' has its turn by now, and has not begun.
      shop.wireframe.enqueue("/b")
    }
    await gate.waitForArrivals()
    let a = Task { try await shop.wireframe.route(to: "/a") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    #expect(try await failure { try await a.value }.code == .cancelled)
    try await handling.value
    await shop.wireframe.settled()
    #expect(shop.shown == ["root", "/b"])
    #expect(!shop.recorder.events.contains("decide /a"))
  }

  @Test("latestWins: the guard of a routing that was replaced is the last one that is asked")
  func replacedAsksNobodyElse() async throws {
    let shop = try await Shop(policy: .latestWins)
    try shop.register("/a", "/b")
    let gate = Barrier()
    var asked: [String] = []
    shop.wireframe.observe { route in
      if route.pattern == "/a" { await gate.pass() }
      return .proceed
    }
    shop.wireframe.observe { route in
      asked.append(route.urlText)
      return .proceed
    }
    let first = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    try await shop.wireframe.route(to: "/b")
    let error = await #expect(throws: RoutingError.self) { try await first.value }
    #expect(error?.code == .cancelled)
    gate.open()
    #expect(await eventually { gate.passed == 1 })
    #expect(asked == ["/b"])
  }

  @Test("latestWins: what a button asks for, outside of all tasks, replaces a screen that loads")
  func outsideOfTasks() async throws {
    let (shop, gate) = (try await Shop(policy: .latestWins), Barrier())
    try shop.register("/a", behind: gate)
    try shop.register("/b")
    let a = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    DispatchQueue.main.async { [wireframe = shop.wireframe] in
      MainActor.assumeIsolated { wireframe.enqueue("/b") }
    }
    #expect(await eventually { shop.shown == ["root", "/b"] })
    gate.open()
    #expect(try await failure { try await a.value }.code == .cancelled)
  }

  @Test("latestWins: a screen that loads is replaced also while a reevaluation has its turn")
  func replacedInReevaluation() async throws {
    let shop = try await Shop(policy: .latestWins)
    let (slow, asking, isAsking) = (Barrier(), Barrier(), OpenState())
    try shop.register("/slow", behind: slow)
    try shop.register("/a", "/b")
    try await shop.wireframe.route(to: "/a")
    shop.wireframe.observe { _ in
      if isAsking.isSet { await asking.pass() }
      return .proceed
    }
    let loading = Task { _ = try await shop.wireframe.route(to: "/slow") }
    await slow.waitForArrivals()
    isAsking.isSet = true
    let reevaluation = Task { try await shop.wireframe.reevaluate() }
    await asking.waitForArrivals()
    let later = Task { _ = try await shop.wireframe.route(to: "/b") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    asking.open()
    slow.open()
    #expect(try await failure { try await loading.value }.code == .cancelled)
    _ = try await reevaluation.value
    try await later.value
    #expect(shop.shown == ["root", "/a", "/b"])
  }

  @Test("latestWins: what presents or handles already goes on, and the later one waits")
  func latestWaitsForThePresenter() async throws {
    let shop = try await Shop(policy: .latestWins)
    let gate = Barrier()
    try shop.register("/a", "/b")
    let handlerGate = Barrier()
    try shop.wireframe.handle("/do") { _ in await handlerGate.pass() }
    shop.wireframe.add(presenter: SlowPresenter(gate))
    let first = Task { try await shop.wireframe.route(to: "/a", option: Slow()) }
    await gate.waitForArrivals()
    let second = Task { try await shop.wireframe.route(to: "/b") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    #expect(try await first.value.outcome == .presented)
    #expect(try await second.value.outcome == .presented)
    let handling = Task { try await shop.wireframe.route(to: "/do") }
    await handlerGate.waitForArrivals()
    let third = Task { try await shop.wireframe.route(to: "/b") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    handlerGate.open()
    #expect(try await handling.value.outcome == .handled)
    _ = try await third.value
  }

  @Test("latestWins: a controller for the app itself waits for its turn, and cancels nothing")
  func embeddingWaits() async throws {
    let shop = try await Shop(policy: .latestWins)
    let gate = Barrier()
    try shop.register("/a", behind: gate)
    try shop.register("/b", "/part")
    let a = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    let part = Task { try await shop.wireframe.controller(for: "/part") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    _ = try await a.value
    #expect(try await part.value.description == "/part")
  }

  @Test("latestWins: what a role enqueues does not cancel its own routing, nor what waits")
  func rolesCancelNothing() async throws {
    let shop = try await Shop(policy: .latestWins)
    try shop.register("/b", "/c")
    try shop.wireframe.register("/a") { _, router in
      router.enqueue("/b")
      router.enqueue("/c")
      return Screen("/a")
    }
    try await shop.wireframe.route(to: "/a")
    #expect(await eventually { shop.shown == ["root", "/a", "/b", "/c"] })
  }

  @Test("rejectWhileBusy: what comes while a routing runs fails at once; a double tap joins")
  func rejecting() async throws {
    let shop = try await Shop(policy: .rejectWhileBusy)
    let gate = Barrier()
    try shop.register("/a", behind: gate)
    try shop.register("/b", "/part")
    let a = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    let error = try await shop.failure("/b")
    #expect(error.code == .busy)
    #expect(
      error.description == """
        Another routing is running, and this wireframe rejects new ones meanwhile. Try again later, \
        or make the wireframe with another 'policy'.
        """)
    #expect(await shop.wireframe.open("myapp://b", origin: .notification).error?.code == .busy)
    shop.wireframe.enqueue("/b")
    #expect(shop.recorder.errors.map(\.code) == [.busy, .busy, .busy])
    let again = Task { try await shop.wireframe.route(to: "/a") }
    let part = Task { try await shop.wireframe.controller(for: "/part") }
    #expect(await shop.wireframe.isAwaited(by: 2))
    gate.open()
    #expect(try await a.value.controller === again.value.controller)
    _ = try await part.value
    try await shop.wireframe.route(to: "/b")
    #expect(shop.shown == ["root", "/a", "/b"])
  }

  @Test("rejectWhileBusy: what waits behind a controller for the app itself rejects later ones")
  func rejectingBehindController() async throws {
    let shop = try await Shop(policy: .rejectWhileBusy)
    let gate = Barrier()
    try shop.register("/part", behind: gate)
    try shop.register("/a", "/b")
    let part = Task { _ = try await shop.wireframe.controller(for: "/part") }
    await gate.waitForArrivals()
    let a = Task { _ = try await shop.wireframe.route(to: "/a") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    let b = Task { _ = try await shop.wireframe.route(to: "/b") }
    await tasksHaveBegun()
    gate.open()
    #expect(try await failure { try await b.value }.code == .busy)
    try await part.value
    try await a.value
    #expect(shop.shown == ["root", "/a"])
  }

  @Test("rejectWhileBusy: a call that has left the queue rejects no later one")
  func leftTheQueue() async throws {
    let shop = try await Shop(policy: .rejectWhileBusy)
    let gate = Barrier()
    try shop.register("/part", behind: gate)
    try shop.register("/a")
    let parts = (0..<4).map { _ in
      Task { _ = try await shop.wireframe.controller(for: "/part") }
    }
    await gate.waitForArrivals()
    #expect(await shop.wireframe.isAwaited(by: 3))
    parts[2].cancel()
    await #expect(throws: RoutingError.self) { try await parts[2].value }
    let a = Task { try await shop.wireframe.route(to: "/a").outcome }
    #expect(await shop.wireframe.isAwaited(by: 3))
    gate.open()
    #expect(try await a.value == .presented)
    for index in [0, 1, 3] { try await parts[index].value }
  }

  @Test("rejectWhileBusy: what a role enqueues waits for its turn")
  func rolesAreNotRejected() async throws {
    let shop = try await Shop(policy: .rejectWhileBusy)
    try shop.register("/b")
    try shop.wireframe.handle("/a") { _, router in router.enqueue("/b") }
    try await shop.wireframe.route(to: "/a")
    #expect(await eventually { shop.shown == ["root", "/b"] })
  }
}

/// A role of every kind that waits at one stage of '/a'.
private final class SlowRole: RoutingObserver, RoutingOptionProvider, ControllerProvider {
  let stage: String
  let gate: Barrier
  init(_ stage: String, _ gate: Barrier) {
    self.stage = stage
    self.gate = gate
  }

  private func wait(_ stage: String, _ route: Route) async {
    if stage == self.stage, route.pattern == "/a" { await gate.pass() }
  }
  func decision(for route: Route) async -> RoutingDecision {
    await wait("observing", route)
    return .proceed
  }
  func option(for route: Route, current: (any RoutingOption)?) async -> (any RoutingOption)? {
    await wait("settling the option", route)
    return nil
  }
  func controller(for route: Route, option: any RoutingOption) async -> Screen? {
    await wait("providing the controller", route)
    return nil
  }
}
