import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// What rights that change meanwhile are worth: a right is read when a screen is shown, not before.
@MainActor
@Suite(.hangsNever)
struct MeanwhileTests {
  enum Change: CaseIterable { case signOut, sessionEnd, switchOff, newGuard, removal }

  /// Changes rights, so that a route is refused.
  private func change(_ change: Change, _ bank: Bank, _ path: String, _ route: Registration?)
    async throws
  {
    switch change {
    case .signOut:
      bank.isLoggedIn = false
      try await bank.wireframe.reevaluate(keeping: .nothing)
    case .sessionEnd:
      bank.isLoggedIn = false
      try await bank.wireframe.reevaluate()
    case .switchOff:
      bank.wireframe.switches = try RouteSwitches(
        #"{"version": 1, "off": [{"pattern": "\#(path)"}]}"#)
    case .newGuard:
      bank.wireframe.observe { $0.urlText == path ? .stop("new") : .proceed }
    case .removal: route?.remove()
    }
  }

  @Test(
    "A right that is lost while a parent is made again, which the user has left, counts",
    arguments: Change.allCases)
  func lostParent(change: Change) async throws {
    let bank = try await Bank()
    bank.isLoggedIn = true
    let (file, desk) = (Barrier(), Barrier())
    let state = Flags()
    try bank.wireframe.register("/desk", option: .push, place: .under("/")) { _ in
      if state.isAsking { await desk.pass() }
      return Screen("Desk")
    }
    let registration = try bank.wireframe.register(
      "/desk/file", option: .push, tags: [.requiresLogin], place: .under("/desk")
    ) { _ in
      await file.pass()
      return Screen("File")
    }
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/desk")
    let link = Task { try await bank.wireframe.route(to: "/desk/file", landing: .underParents) }
    await file.waitForArrivals()
    state.isAsking = true
    try bank.navigation.performAsUser(
      .pop(to: try #require(bank.navigation.state.entries.first?.id)))
    file.open()
    await desk.waitForArrivals()
    try await self.change(change, bank, "/desk/file", registration)
    desk.open()
    _ = try? await link.value
    #expect(!bank.shown.contains("File"))
  }

  @Test("J7 A parent stays where a link was asked for, though the user has chosen another tab")
  func parentInFormerTab() async throws {
    let (tree, state, desk) = (NavigationTree<Screen>(tabs: ["A", "B"]), Flags(), Barrier())
    let wireframe = Wireframe<Screen>(limits: .none)
    wireframe.addStandardPresenters(on: tree)
    for tab in ["A", "B"] {
      try wireframe.register(RoutePattern("/\(tab)"), option: .push, place: .tab(tab)) { _ in
        Screen(tab)
      }
    }
    try wireframe.register("/desk", option: .push) { _ in Screen("Desk") }
    try wireframe.register("/desk/file", option: .push, place: .under("/desk")) { _ in
      await desk.pass()
      return Screen("File")
    }
    wireframe.observe { $0.urlText == "/desk" && state.isAsking ? .stop("new") : .proceed }
    for url in ["/B", "/A", "/desk"] { try await wireframe.route(to: url) }
    let link = Task { try await wireframe.route(to: "/desk/file", landing: .underParents) }
    await desk.waitForArrivals()
    state.isAsking = true
    try tree.performAsUser(.selectTab(1))
    desk.open()
    #expect(try await link.value.isHidden)
    let root = try #require(tree.state.layers.first)
    #expect(root.selected == 1)
    let shown = root.stacks.map { $0.entries.map { "\($0.controller)" } }
    #expect(shown == [["A", "Desk", "File"], ["B"]])
  }

  /// A window whose tabs A and B have their first screens; A is shown.
  private func makeTabs(on tree: NavigationTree<Screen>) async throws -> Wireframe<Screen> {
    let wireframe = Wireframe<Screen>(limits: .none)
    wireframe.addStandardPresenters(on: tree)
    for tab in ["B", "A"] {
      try wireframe.register(RoutePattern("/\(tab)"), option: .push, place: .tab(tab)) { _ in
        Screen(tab)
      }
      try await wireframe.route(to: "/\(tab)")
    }
    return wireframe
  }

  @Test("J7 A screen comes where it was asked for, whatever tab is shown as guards are asked again")
  func tabChosenAsGuardIsAsked() async throws {
    let (tree, file, asked) = (NavigationTree<Screen>(tabs: ["A", "B"]), Barrier(), Barrier())
    let wireframe = try await makeTabs(on: tree)
    try wireframe.register("/file", option: .push) { _ in
      await file.pass()
      return Screen("File")
    }
    let routing = Task { try await wireframe.route(to: "/file") }
    await file.waitForArrivals()
    wireframe.observe { route in
      if route.urlText == "/file" { await asked.pass() }
      return .proceed
    }
    file.open()
    await asked.waitForArrivals()
    try tree.performAsUser(.selectTab(1))
    asked.open()
    #expect(try await routing.value.isHidden)
    let shown = tree.state.layers[0].stacks.map { $0.entries.map { "\($0.controller)" } }
    #expect(shown == [["A", "File"], ["B"]])
  }

  @Test("J7 A screen brings no home of the empty tab that the user chooses while guards are asked")
  func noHomeOfOtherTab() async throws {
    let (tree, asked, home) = (NavigationTree<Screen>(tabs: ["A", "B"]), Barrier(), Barrier())
    let wireframe = Wireframe<Screen>(limits: .none)
    wireframe.addStandardPresenters(on: tree)
    var made = 0
    try wireframe.register("/A", option: .push, place: .tab("A")) { _ in Screen("A") }
    try wireframe.register("/B", option: .push, place: .tab("B")) { _ in
      made += 1
      await home.pass()
      return Screen("B")
    }
    try wireframe.register("/file", option: .push) { _ in Screen("File") }
    wireframe.observe { route in
      if route.urlText == "/file" { await asked.pass() }
      return .proceed
    }
    try await wireframe.route(to: "/A")
    let routing = Task { try await wireframe.route(to: "/file") }
    await asked.waitForArrivals()
    try tree.performAsUser(.selectTab(1))
    await home.waitForArrivals()
    asked.open()
    #expect(await eventually { asked.passed > 0 })
    for _ in 0..<20 { await tasksHaveBegun() }
    home.open()
    #expect(try await routing.value.isHidden)
    await wireframe.settled()
    let shown = tree.state.layers[0].stacks.map { $0.entries.map { "\($0.controller)" } }
    #expect(shown == [["A", "File"], ["B"]])
    #expect(made == 1)
  }

  @Test("J7 A parent stays, though the user has chosen another tab before it is looked for")
  func tabChosenBeforeLanding() async throws {
    let (tree, state, asked) = (NavigationTree<Screen>(tabs: ["A", "B"]), Flags(), Barrier())
    let wireframe = Wireframe<Screen>(limits: .none)
    wireframe.addStandardPresenters(on: tree)
    for tab in ["A", "B"] {
      try wireframe.register(RoutePattern("/\(tab)"), option: .push, place: .tab(tab)) { _ in
        Screen(tab)
      }
    }
    try wireframe.register("/desk", option: .push) { _ in Screen("Desk") }
    try wireframe.register("/desk/file", option: .push, place: .under("/desk")) { _ in
      Screen("File")
    }
    for url in ["/B", "/A", "/desk"] { try await wireframe.route(to: url) }
    wireframe.observe { route in
      if route.urlText == "/desk/file" { await asked.pass() }
      return route.urlText == "/desk" && state.isAsking ? .stop("new") : .proceed
    }
    let link = Task { try await wireframe.route(to: "/desk/file", landing: .underParents) }
    await asked.waitForArrivals()
    state.isAsking = true
    try tree.performAsUser(.selectTab(1))
    asked.open()
    #expect(try await link.value.isHidden)
    let shown = tree.state.layers[0].stacks.map { $0.entries.map { "\($0.controller)" } }
    #expect(shown == [["A", "Desk", "File"], ["B"]])
  }

  @Test("J7 The stack in which a screen was wanted has left after a change of tab: it is cancelled")
  func stackLeftAfterTab() async throws {
    let (tree, file, asked) = (NavigationTree<Screen>(tabs: ["A", "B"]), Barrier(), Barrier())
    let wireframe = try await makeTabs(on: tree)
    try wireframe.register("/file", option: .push) { _ in
      await file.pass()
      return Screen("File")
    }
    wireframe.observe { route in
      if route.urlText == "/file" { await asked.pass() }
      return .proceed
    }
    let routing = Task { try await wireframe.route(to: "/file") }
    await asked.waitForArrivals()
    try tree.performAsUser(.selectTab(1))
    asked.open()
    await file.waitForArrivals()
    try tree.performAsUser(
      NavigationOperation {
        let start = NavigationEntry(Screen("Start"))
        $0.layers = [.init(id: NavigationEntryID(), stacks: [.init(entries: [start])])]
      })
    file.open()
    #expect(try await failure { try await routing.value }.code == .cancelled)
    #expect(tree.state.entries.map { "\($0.controller)" } == ["Start"])
  }

  @Test("J7 No leave guard is asked about the tab that the user chooses while guards are asked")
  func leaveGuardOfOtherTab() async throws {
    let (tree, asked) = (NavigationTree<Screen>(tabs: ["A", "B"]), Barrier())
    let wireframe = try await makeTabs(on: tree)
    try wireframe.register("/file", option: .replaceTop) { _ in Screen("File") }
    wireframe.observeLeaving { $0.from?.urlText == "/B" ? .stay("a draft") : .leave }
    wireframe.observe { route in
      if route.urlText == "/file" { await asked.pass() }
      return .proceed
    }
    let routing = Task { try await wireframe.route(to: "/file") }
    await asked.waitForArrivals()
    try tree.performAsUser(.selectTab(1))
    asked.open()
    #expect(try await routing.value.outcome == .presented)
    let shown = tree.state.layers[0].stacks.map { $0.entries.map { "\($0.controller)" } }
    #expect(shown == [["File"], ["B"]])
  }

  @Test("Signed out for good while a home's gate is made, nothing above the home is kept")
  func layGate() async throws {
    let app = try await SlowBank(privateHome: true)
    try app.wireframe.register("/help", option: .modal) { _ in Screen("help") }
    (app.user, app.slow) = (nil, ["/login"])
    let tap = Task { try await app.wireframe.route(to: "/help") }
    await app.loading()
    app.slow = []
    try await app.wireframe.reevaluate(keeping: .nothing)
    app.arrive()
    guard case .stopped("It was asked for before the sign-out.") = try await tap.value.outcome
    else {
      throw Broken(what: "it was not stopped")
    }
    await app.wireframe.settled()
    #expect(app.shown == "/login")
    app.user = "B"
    try await app.wireframe.resume(after: app.login)
    #expect(app.shown == "/(B)")
  }

  @Test(
    "Signed out for good while a restoration's gate is made, it keeps nothing",
    arguments: [false, true])
  func restorationGate(hasPrivateHome: Bool) async throws {
    let app = try await SlowBank(privateHome: hasPrivateHome)
    for url in ["/", "/accounts"] { try await app.wireframe.route(to: url) }
    let saved = try app.wireframe.savedState()
    (app.user, app.slow) = (nil, ["/login"])
    let restoring = Task { try await app.wireframe.restore(saved, trusting: true) }
    await app.loading()
    app.slow = []
    try await app.wireframe.reevaluate(keeping: .nothing)
    app.arrive()
    let report = try await restoring.value
    await app.wireframe.settled()
    app.user = "A"
    try await app.wireframe.resume(after: app.login)
    #expect(app.shown == (hasPrivateHome ? "/(A)" : "/(-)"), "\(report)")
  }

  @Test("A restoration that has taken too long shows nothing that is refused meanwhile")
  func lateRestoration() async throws {
    let clock = ManualClock()
    let (wireframe, tree) = (
      Wireframe<Screen>(
        limits: RoutingLimits(provide: .seconds(30), present: nil, placeholder: nil), clock: clock),
      NavigationTree<Screen>()
    )
    wireframe.addStandardPresenters(on: tree)
    let state = Flags()
    var barriers: [String: Barrier] = [:]
    func register(_ path: RoutePattern, _ option: any RoutingOption) throws {
      try wireframe.register(path, option: option, tags: ["private"]) { route in
        await barriers[route.urlText]?.pass()
        return Screen(route.urlText)
      }
    }
    try register("/a", .root)
    try register("/b", .push)
    wireframe.observe(tag: "private") { _ in state.isRefused ? .stop("no") : .proceed }
    for url in ["/a", "/b"] { try await wireframe.route(to: url) }
    let saved = try wireframe.savedState()
    try wireframe.register("/", option: .root) { _ in Screen("home") }
    try await wireframe.route(to: "/")
    barriers = ["/a": Barrier(), "/b": Barrier()]
    let restoring = Task { try await wireframe.restore(saved, trusting: true) }
    await barriers["/a"]?.waitForArrivals()
    clock.advance(by: .seconds(20))
    barriers["/a"]?.open()
    await barriers["/b"]?.waitForArrivals()
    clock.advance(by: .seconds(15))
    await tasksHaveBegun()
    state.isRefused = true
    try await wireframe.reevaluate()
    barriers["/b"]?.open()
    let report = try await restoring.value
    #expect("\(tree.state.shown.map(\.controller))" == "[home]", "\(report)")
  }

  @Test(
    "A request after the sign-out does not share the end of one before it", arguments: [nil, "bob"])
  func sharedStop(user: String?) async throws {
    let bank = try await makeBank()
    let barrier = Barrier()
    bank.user = "ada"
    bank.wireframe.observe(priority: 5) { route in
      if route.urlText == "/accounts" { await barrier.pass() }
      return .proceed
    }
    let before = Task { try await bank.wireframe.route(to: "/accounts") }
    await barrier.waitForArrivals()
    bank.user = user
    try await bank.wireframe.reevaluate(keeping: .nothing)
    let after = Task { try await bank.wireframe.route(to: "/accounts") }
    await tasksHaveBegun()
    barrier.open()
    #expect("\(try await before.value.outcome)".hasPrefix("stopped"))
    #expect("\(try await after.value.outcome)" == "presented")
    #expect(bank.shown == ["Home", user == nil ? "Log in" : "Accounts"])
  }

  @Test("A role of what waited below a lock that awaits a routing is re-entrant")
  func deferredRole() async throws {
    let app = try await SlowBank()
    app.user = nil
    var code: RoutingError.Code?
    try app.wireframe.register("/x", option: .push, tags: ["login"]) {
      [weak wireframe = app.wireframe] _ in
      await Task.yield()
      do { try await wireframe?.route(to: "/") } catch { code = (error as? RoutingError)?.code }
      return Screen("x")
    }
    for url in ["/", "/x"] { try await app.wireframe.route(to: url) }
    app.lock.cover()
    app.user = "A"
    _ = try await app.wireframe.resume(after: app.login)
    try await app.wireframe.resume(after: app.lock)
    #expect(code == .reentrant)
    #expect(app.shown == "/(-) x")
  }

  @Test("A restoration waits for a sign-out that asks while its screens are asked about again")
  func restorationTurn() async throws {
    let bank = try await Bank()
    bank.isLoggedIn = true
    try bank.register("/file", "File")
    for url in ["/", "/file"] { try await bank.wireframe.route(to: url) }
    let saved = try bank.wireframe.savedState()
    try await bank.wireframe.route(to: "/")
    let comesEarly = try await comesWhileSignOutAsks(bank, behind: Barrier(), isGuard: true) {
      _ = try await bank.wireframe.restore(saved, trusting: true)
    }
    #expect(comesEarly == false)
    #expect(bank.shown == ["Home", "File"])
  }

  /// Signs out while something is done to show `/file`, and again while its guards are asked again.
  ///
  /// - Parameters:
  ///   - bank: The bank, with a route `/file`.
  ///   - first: What the first sign-out comes during: its guard waits there, or its provider.
  ///   - isGuard: Whether it is the guard.
  ///   - show: What is done.
  /// - Returns: Whether a screen came before the second sign-out had its answers; nil if none came.
  /// - Throws: What it throws.
  private func comesWhileSignOutAsks(
    _ bank: Bank, behind first: Barrier, isGuard: Bool,
    _ show: @escaping @MainActor () async throws -> Void
  ) async throws -> Bool? {
    let (again, last, asked) = (Barrier(), Barrier(), Barrier())
    let state = Flags()
    bank.wireframe.observe { route in
      if route.urlText == "/file" {
        try await state.ask([1: isGuard ? first : nil, 2: again, 3: last].compactMapValues(\.self))
      }
      if route.urlText == "/", state.isAsking {
        state.isAsking = false
        await asked.pass()
      }
      return .proceed
    }
    var comesEarly: Bool?
    bank.navigation.onChange { _ in comesEarly = comesEarly ?? !asked.isOpen }
    let shown = Task { try await show() }
    await first.waitForArrivals()
    try await bank.wireframe.reevaluate()
    first.open()
    await again.waitForArrivals()
    state.isAsking = true
    let out = Task { try await bank.wireframe.reevaluate() }
    await asked.waitForArrivals()
    last.open()
    again.open()
    await last.waitForArrivals()
    asked.open()
    _ = try await (shown.value, out.value)
    return comesEarly
  }

  @Test("Signed out for good while a lock opens, a restoration that waited keeps nothing")
  func deferredRestoration() async throws {
    let app = try await SlowBank()
    for url in ["/", "/accounts"] { try await app.wireframe.route(to: url) }
    let saved = try app.wireframe.savedState()
    app.lock.cover()
    _ = try await app.wireframe.restore(saved, trusting: true)
    app.slow = ["/accounts"]
    let opening = Task { try await app.wireframe.resume(after: app.lock) }
    await app.loading()
    app.user = nil
    try await app.wireframe.reevaluate(keeping: .nothing)
    app.arrive()
    _ = try await opening.value
    await app.wireframe.settled()
    #expect(app.wireframe.keptRequestCount == 0)
    #expect(app.shown == "/(-)" || app.shown == "/(A)")
  }

  @Test("A leave guard that lets go after a sign-out takes nothing else away")
  func leaveGuard() async throws {
    let app = try await SlowBank()
    for url in ["/", "/accounts", "/cards"] { try await app.wireframe.route(to: url) }
    app.slow = ["guard"]
    app.wireframe.observeLeaving { [unowned app] _ in
      _ = try await app.page("guard")
      return .leave
    }
    let back = Task { try await app.wireframe.back() }
    await app.loading()
    app.user = nil
    try await app.wireframe.reevaluate()
    #expect(app.shown == "/(A) /login")
    app.arrive()
    _ = try? await back.value
    #expect(app.shown == "/(A) /login")
    #expect(app.wireframe.keptRequestCount == 1)
  }

  @Test(
    "A placeholder's screen that waits for its turn is asked about with the newest rights",
    arguments: Change.allCases)
  func placeholder(change: Change) async throws {
    let (wireframe, tree) = (
      Wireframe<Screen>(limits: RoutingLimits(provide: nil, placeholder: .zero)),
      NavigationTree<Screen>()
    )
    wireframe.addStandardPresenters(on: tree)
    wireframe.addPlaceholder(for: "/file") { _, _ in Screen("Loading") }
    let (barrier, guardBarrier) = (Barrier(), Barrier())
    let state = Flags()
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    let route = try wireframe.register("/file", option: .push) { _ in
      await barrier.pass()
      return Screen("File")
    }
    wireframe.observe { route in
      guard route.urlText == "/file" else { return .proceed }
      let isRefused = state.isRefused
      if state.isAsking { await guardBarrier.pass() }
      return isRefused ? .stop("no") : .proceed
    }
    try await wireframe.route(to: "/")
    let tap = Task { try await wireframe.route(to: "/file") }
    await barrier.waitForArrivals()
    _ = await eventually { tree.state.shown.count == 2 }
    state.isAsking = true
    barrier.open()
    await guardBarrier.waitForArrivals()
    switch change {
    case .signOut, .sessionEnd:
      state.isRefused = true
      let out = Task {
        try await wireframe.reevaluate(keeping: change == .signOut ? .nothing : .screens)
      }
      await tasksHaveBegun()
      guardBarrier.open()
      _ = try? await out.value
    case .switchOff:
      wireframe.switches = try RouteSwitches(#"{"version": 1, "off": [{"pattern": "/file"}]}"#)
    case .newGuard: wireframe.observe { $0.urlText == "/file" ? .stop("new") : .proceed }
    case .removal: route.remove()
    }
    guardBarrier.open()
    _ = try? await tap.value
    await wireframe.settled()
    #expect("\(tree.state.shown.map(\.controller))" == "[Home]")
  }

  @Test("The guard of an action that answered before a sign-out is asked once more, and no more")
  func askedOnceMore() async throws {
    let (bank, barrier) = (try await Bank(), Barrier())
    try await bank.wireframe.route(to: "/")
    var (askedCount, paidCount) = (0, 0)
    bank.wireframe.observe { route in
      guard route.urlText == "/pay" else { return .proceed }
      askedCount += 1
      if askedCount == 1 { await barrier.pass() }
      return .proceed
    }
    try bank.wireframe.handle("/pay") { _ in paidCount += 1 }
    let tap = Task { try await bank.wireframe.route(to: "/pay") }
    await barrier.waitForArrivals()
    try await bank.wireframe.reevaluate()
    barrier.open()
    _ = try await tap.value
    #expect([askedCount, paidCount] == [2, 1])
  }

  @Test(
    "A route that gives way to another one while its guards are asked is not taken",
    arguments: ["/pay/1", "/:any/*rest"] as [RoutePattern])
  func formerRoute(pattern: RoutePattern) async throws {
    let (shop, barrier) = (try await Shop(), Barrier())
    var taken: [String] = []
    let former = try shop.wireframe.handle("/pay/:id") { _ in taken.append("former") }
    shop.wireframe.observe { _ in
      await barrier.pass()
      return .proceed
    }
    let tap = Task { try await shop.wireframe.route(to: "/pay/1") }
    await barrier.waitForArrivals()
    if pattern != "/pay/1" { former.remove() }
    try shop.wireframe.handle(pattern) { _ in taken.append("new") }
    barrier.open()
    #expect(try await tap.value.route.pattern == pattern)
    #expect(taken == ["new"])
  }

  @Test("What another user asks for is done, though the same runs for the former one")
  func sharedAction() async throws {
    let app = try await SlowBank()
    try await app.wireframe.route(to: "/")
    var users: [String] = []
    let barrier = Barrier()
    try app.wireframe.handle("/pay", tags: ["login"]) { [unowned app] _ in
      users.append(app.user ?? "-")
      await barrier.pass()
    }
    let first = Task { try await app.wireframe.route(to: "/pay") }
    await barrier.waitForArrivals()
    app.user = "B"
    try await app.wireframe.reevaluate(keeping: .nothing)
    let second = Task { try await app.wireframe.route(to: "/pay") }
    await tasksHaveBegun()
    barrier.open()
    _ = try await (first.value, second.value)
    #expect(users == ["A", "B"])
  }

  @Test("Who asks for an answer in a window that closes while its screen comes gets none")
  func closedWhilePresented() async throws {
    let (app, barrier) = (try await SlowBank(), Barrier())
    try await app.wireframe.route(to: "/")
    app.wireframe.add(presenter: SlowPush(on: app.tree, behind: barrier))
    let request = RoutingRequest("/accounts", option: SlowOption())
    let asking = Task { try await app.wireframe.answer(to: request, as: Int.self) }
    await barrier.waitForArrivals()
    app.wireframe.close()
    barrier.open()
    #expect(try await asking.value == nil)
  }

  @Test(
    "What another user asks for is shown, though the same is being presented for the former one")
  func sharedScreen() async throws {
    let app = try await SlowBank()
    try await app.wireframe.route(to: "/")
    let barrier = Barrier()
    app.wireframe.add(presenter: SlowPush(on: app.tree, behind: barrier))
    let first = Task { try await app.wireframe.route(to: "/accounts", option: SlowOption()) }
    await barrier.waitForArrivals()
    app.user = "B"
    let second = Task { try await app.wireframe.route(to: "/accounts", option: SlowOption()) }
    await tasksHaveBegun()
    barrier.open()
    _ = try await first.value
    let result = try await second.value
    #expect("\(result.controller.map { "\($0)" } ?? "-")" == "/accounts(B)")
    #expect(app.shown == "/(A) /accounts(B)")
  }

  @Test(
    "A controller that one user asked for is not made for another one",
    arguments: ["queue", "guard"])
  func controllerOfOther(place: String) async throws {
    let app = try await SlowBank()
    try await app.wireframe.route(to: "/")
    app.slow = [place == "queue" ? "/cards" : "guard"]
    app.wireframe.observe(priority: 5) { [unowned app] route in
      if route.urlText == "/accounts", place == "guard" { _ = try await app.page("guard") }
      return .proceed
    }
    let first = place == "queue" ? Task { try await app.wireframe.route(to: "/cards") } : nil
    if first != nil { await app.loading() }
    let task = Task { try await app.wireframe.controller(for: "/accounts") }
    await (place == "queue" ? tasksHaveBegun() : app.loading())
    app.user = "B"
    app.arrive()
    _ = try? await first?.value
    let error = try await failure { try await task.value }
    #expect(error.code == .stopped)
    #expect(!app.loads.contains("B:/accounts"))
  }

  @Test("Signed out for good while a lock opens, what waited below it is kept by no gate")
  func deferred() async throws {
    let bank = try await Bank()
    try await bank.addLock()
    try await bank.wireframe.route(to: "/")
    let barrier = Barrier()
    try bank.register("/file", "File", behind: barrier, tags: [.requiresLogin])
    try await bank.wireframe.route(to: "/file")
    bank.cover()
    bank.isLoggedIn = true
    #expect("\(try await bank.wireframe.resume(after: .requiresLogin))" == "covered")
    bank.isLocked = false
    let opening = Task { try await bank.unlock() }
    await barrier.waitForArrivals()
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate(keeping: .nothing)
    barrier.open()
    _ = try await opening.value
    await bank.wireframe.settled()
    #expect(bank.wireframe.keptRequestCount == 0)
    #expect(bank.shown == ["Home"])
  }

  @Test("Signed out for good while a lock opens, screens that were to be restored last stay away")
  func deferredLast() async throws {
    let (bank, slow) = (try await Bank(), Barrier())
    try await bank.addLock()
    bank.wireframe.addGate(for: "odd", at: "/help") { [unowned bank] in
      bank.openGates.contains("odd")
    }
    try bank.register("/slow", "Slow", behind: slow, tags: ["odd"])
    bank.isLoggedIn = true
    for path in ["/", "/accounts"] { try await bank.wireframe.route(to: path) }
    let saved = try bank.wireframe.savedState()
    try await bank.wireframe.route(to: "/slow")
    bank.cover()
    bank.openGates = ["odd"]
    try await bank.wireframe.resume(after: "odd")
    try await bank.wireframe.restore(saved, trusting: true)
    let opening = Task { try await bank.unlock() }
    await slow.waitForArrivals()
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate(keeping: .nothing)
    slow.open()
    _ = try await opening.value
    await bank.wireframe.settled()
    #expect(bank.wireframe.keptRequestCount == 0)
    #expect(bank.shown == ["Home"])
  }

  @Test("A screen of what waited below a lock comes in its turn, not while a sign-out asks")
  func deferredTurn() async throws {
    let bank = try await Bank()
    try await bank.addLock()
    try await bank.wireframe.route(to: "/")
    let (barrier, guardBarrier) = (Barrier(), Barrier())
    try bank.register("/file", "File", behind: barrier, tags: [.requiresLogin])
    try await bank.wireframe.route(to: "/file")
    bank.cover()
    bank.isLoggedIn = true
    _ = try await bank.wireframe.resume(after: .requiresLogin)
    bank.isLocked = false
    let opening = Task { try await bank.unlock() }
    await barrier.waitForArrivals()
    bank.wireframe.observe { [unowned bank] route in
      if route.urlText == "/", bank.isVaultOpen { await guardBarrier.pass() }
      return .proceed
    }
    bank.isVaultOpen = true
    let out = Task { try await bank.wireframe.reevaluate() }
    await guardBarrier.waitForArrivals()
    barrier.open()
    #expect(await eventually { barrier.passed == 1 })
    #expect(!bank.shown.contains("File"))
    guardBarrier.open()
    _ = try await (opening.value, out.value)
    #expect(bank.shown == ["Home", "File"])
  }

  @Test(
    "A gate that is passed in one window, while its screen is made in another, leaves there, too")
  func twoWindows() async throws {
    let session = try await SlowBank()
    session.user = nil
    func window() throws -> (Wireframe<Screen>, NavigationTree<Screen>) {
      let (wireframe, tree) = (
        Wireframe<Screen>(home: "/", limits: .none), NavigationTree<Screen>()
      )
      wireframe.addStandardPresenters(on: tree)
      for (path, option): (RoutePattern, any RoutingOption) in [
        ("/", .root), ("/login", .modal), ("/accounts", .push),
      ] {
        try wireframe.register(
          path, option: option, tags: path.text == "/accounts" ? ["login"] : []
        ) {
          [unowned session] in try await session.page($0.urlText)
        }
      }
      wireframe.add(gate: session.login, for: "login")
      return (wireframe, tree)
    }
    let (a, first) = try window()
    let (b, second) = try window()
    for wireframe in [a, b] { try await wireframe.route(to: "/") }
    try await a.route(to: "/accounts")
    session.slow = ["/login"]
    let tap = Task { try await b.route(to: "/accounts") }
    await session.loading()
    session.user = "A"
    try await a.resume(after: session.login)
    session.arrive()
    _ = try await tap.value
    await b.settled()
    #expect("\(first.state.shown.map(\.controller))" == "[/(-), /accounts(A)]")
    #expect("\(second.state.shown.map(\.controller))" == "[/(-), /accounts(A)]")
  }

  @Test("A routing whose guard is asked again does not present while a sign-out asks")
  func turn() async throws {
    let bank = try await Bank()
    bank.isLoggedIn = true
    try await bank.wireframe.route(to: "/")
    let maker = Barrier()
    try bank.register("/file", "File", behind: maker, tags: [.requiresLogin])
    let comesEarly = try await comesWhileSignOutAsks(bank, behind: maker, isGuard: false) {
      try await bank.wireframe.route(to: "/file")
    }
    #expect(comesEarly == false)
    #expect(bank.shown == ["Home", "File"])
    #expect(bank.made.count { $0 == "File" } == 1)
  }
}

/// What a test changes while a role is asked.
@MainActor
private final class Flags {
  var isAsking = false
  var isRefused = false
  private(set) var count = 0

  /// Waits at the barrier for this time of asking.
  func ask(_ barriers: [Int: Barrier]) async throws {
    count += 1
    await barriers[count]?.pass()
  }
}

private struct SlowOption: RoutingOption, Hashable {}

/// Pushes once the test lets it.
private final class SlowPush: ControllerRoutingPresenter {
  let tree: NavigationTree<Screen>
  let barrier: Barrier

  init(on tree: NavigationTree<Screen>, behind barrier: Barrier) {
    (self.tree, self.barrier) = (tree, barrier)
  }

  func present(_ controller: Screen, option: SlowOption, event: RoutingEvent) async throws {
    await barrier.pass()
    try tree.perform(.push(controller, route: event.route, option: .push), animated: false)
  }
}
