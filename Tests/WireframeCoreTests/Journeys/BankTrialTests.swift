import TestSupport
import Testing
import WireframeCore
import WireframeInsight
import WireframeTesting

/// What a new team found that wrote a bank's app.
@MainActor
@Suite(.hangsNever)
struct BankTrialTests {
  enum Host: CaseIterable { case stack, tabs, columns }

  // MARK: No window is blank

  @Test(
    "The user changes while a screen loads: home is shown to the new one",
    arguments: [Host.stack, .tabs], [false, true])
  func userChanges(host: Host, hasPlaceholder: Bool) async throws {
    let bank = try Trial(host)
    let barrier = try bank.registerSlow(hasPlaceholder: hasPlaceholder)
    bank.user = "ada"
    try await bank.wireframe.route(to: "/")
    let slow = Task { try await bank.wireframe.route(to: "/slow") }
    await barrier.waitForArrivals()
    if hasPlaceholder { _ = await eventually { bank.shown.last == "Loading" } }
    bank.user = "bob"
    barrier.open()
    guard case .stopped(let reason) = try await slow.value.outcome else {
      throw Broken(what: "it was not stopped")
    }
    #expect(reason == "It is another owner's.")
    #expect(bank.shown == ["/ of bob"])
  }

  @Test("In columns, a home behind the login is asked for when nothing else is shown")
  func columns() async throws {
    let bank = try Trial(.columns)
    bank.user = "ada"
    try await bank.wireframe.route(to: "/")
    bank.user = nil
    try await bank.wireframe.reevaluate(keeping: .nothing)
    #expect(bank.shown == ["/login"])
    let error = try await failure { try await bank.wireframe.back() }
    #expect(error.code == .nothingToLeave, "the login is the first screen")
    bank.user = "bob"
    try await bank.wireframe.resume(after: .login)
    #expect(bank.shown == ["/ of bob"])
    #expect(bank.tree.state.layers[0].kind == .columns)
  }

  @Test(
    "After a session's end, or without any login in between, the next user's home is shown",
    arguments: Host.allCases, [true, false])
  func nextUser(host: Host, hasEnd: Bool) async throws {
    let bank = try Trial(host)
    bank.user = "ada"
    try await bank.wireframe.route(to: "/")
    if hasEnd {
      bank.user = nil
      try await bank.wireframe.reevaluate()
      #expect(bank.shown == ["/login"])
      bank.user = "bob"
      try await bank.wireframe.resume(after: .login)
    } else {
      bank.user = "bob"
      try await bank.wireframe.reevaluate()
    }
    #expect(bank.shown == ["/ of bob"])
  }

  @Test(
    "Home fails directly after the login: the login stays, and asking again shows home",
    arguments: Host.allCases, [false, true])
  func failsAfterLogin(host: Host, asksByReevaluating: Bool) async throws {
    let bank = try Trial(host)
    try await bank.wireframe.route(to: "/")
    #expect(bank.shown == ["/login"])
    bank.user = "ada"
    bank.broken = ["/"]
    let error = try await failure { try await bank.wireframe.resume(after: .login) }
    #expect(error.code == .providerFailed)
    #expect(bank.shown == ["/login"])
    bank.broken = []
    if asksByReevaluating {
      try await bank.wireframe.reevaluate()
    } else {
      try await bank.wireframe.resume(after: .login)
    }
    #expect(bank.shown == ["/ of ada"])
  }

  @Test(
    "The shown tab's home fails for the next user: another tab is shown, and the error says which failed"
  )
  func tabFails() async throws {
    let bank = try await onCards()
    bank.broken = ["/cards"]
    bank.user = "bob"
    let error = try await failure { try await bank.wireframe.reevaluate() }
    #expect(
      error.description
        == "The route's closure failed while providing the controller for '/cards': it threw Broken. See 'underlyingError'."
    )
    #expect(bank.shown == ["/ of bob"])
  }

  @Test(
    "All homes fail for the next user: the next reevaluate() shows them", arguments: Host.allCases)
  func allFail(host: Host) async throws {
    let bank = host == .tabs ? try await onCards() : try Trial(host)
    bank.user = "ada"
    try await bank.wireframe.route(to: host == .tabs ? "/cards" : "/")
    bank.broken = ["/", "/cards"]
    bank.user = "bob"
    let error = try await failure { try await bank.wireframe.reevaluate() }
    #expect(error.pattern == (host == .tabs ? "/cards" : "/"), "the first that failed")
    #expect(bank.shown == [])
    bank.broken = []
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == [host == .tabs ? "/cards of bob" : "/ of bob"])
  }

  @Test("A gate's screen that cannot be made leaves home on screen")
  func gateFails() async throws {
    let bank = try Trial(.stack, homeTags: [])
    bank.user = "ada"
    try await bank.wireframe.route(to: "/cards", option: .root)
    bank.user = nil
    bank.broken = ["/login"]
    let error = try await failure { try await bank.wireframe.reevaluate() }
    #expect(error.pattern == "/login")
    #expect(bank.shown == ["/ of -"])
  }

  @Test(
    "A lock that is removed runs the request that it keeps; home is made, and not kept",
    arguments: ["/", "/cards"])
  func removedLock(path: String) async throws {
    let bank = try Trial(.stack)
    bank.user = "ada"
    let lock = try await bank.addLock()
    bank.isUnlocked = false
    _ = try await bank.wireframe.route(to: path)
    #expect(bank.wireframe.keptRequestCount == (path == "/" ? 0 : 1))
    lock.remove()
    await bank.wireframe.settled()
    #expect(bank.tree.cover == nil)
    #expect(bank.shown == (path == "/" ? ["/ of ada"] : ["/ of ada", "/cards of ada"]))
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("A lock that is removed shows no screen of a former user, also if nothing was asked for")
  func removedForNextUser() async throws {
    let bank = try Trial(.stack)
    bank.user = "ada"
    let lock = try await bank.addLock()
    for path in ["/", "/cards"] { try await bank.wireframe.route(to: path) }
    bank.lock.cover()
    bank.user = "bob"
    lock.remove()
    #expect(bank.tree.cover != nil, "it covers until the screens have left")
    await bank.wireframe.settled()
    #expect(bank.tree.cover == nil)
    #expect(bank.shown == ["/ of bob"])
  }

  @Test("A lock is removed, and home fails for the next user: nothing of the former one is seen")
  func removedWithoutHome() async throws {
    let bank = try Trial(.stack)
    bank.user = "ada"
    let lock = try await bank.addLock()
    for path in ["/", "/cards"] { try await bank.wireframe.route(to: path) }
    bank.lock.cover()
    try await bank.wireframe.route(to: "/cards")
    (bank.user, bank.broken) = ("bob", ["/"])
    lock.remove()
    await bank.wireframe.settled()
    #expect(bank.tree.cover == nil)
    #expect(bank.shown.allSatisfy { !$0.hasSuffix("ada") })
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("A removed lock covers on while a former screen cannot leave; a request tries again")
  func removedWithStubbornScreens() async throws {
    let bank = try Trial(.stack)
    bank.user = "ada"
    let lock = try await bank.addLock()
    for path in ["/", "/cards"] { try await bank.wireframe.route(to: path) }
    bank.lock.cover()
    bank.user = "bob"
    bank.host.fails = true
    lock.remove()
    await bank.wireframe.settled()
    #expect(bank.tree.cover?.description == "/locked")
    bank.host.fails = false
    try await bank.wireframe.route(to: "/cards")
    await bank.wireframe.settled()
    #expect(bank.tree.cover == nil)
    #expect(bank.shown == ["/ of bob", "/cards of bob"])
    try await bank.wireframe.add(lock: bank.lock)
  }

  @Test("Closing a wireframe whose lock was removed shows nothing that it covered")
  func removedAndClosed() async throws {
    let bank = try Trial(.stack)
    bank.user = "ada"
    let lock = try await bank.addLock()
    for path in ["/", "/cards"] { try await bank.wireframe.route(to: path) }
    bank.lock.cover()
    bank.user = "bob"
    lock.remove()
    bank.wireframe.close()
    await bank.wireframe.settled()
    #expect(bank.tree.cover?.description == "/locked")
  }

  @Test("A lock that is removed while a guard is asked opens, and the screen comes")
  func removedWhileAsked() async throws {
    let bank = try Trial(.stack)
    bank.user = "ada"
    let lock = try await bank.addLock()
    try await bank.wireframe.route(to: "/")
    let answer = Barrier()
    bank.wireframe.observe { route in
      if route.urlText == "/cards" { await answer.pass() }
      return .proceed
    }
    let cards = Task { try await bank.wireframe.route(to: "/cards") }
    await answer.waitForArrivals()
    bank.isUnlocked = false
    bank.lock.cover()
    #expect(try await bank.wireframe.reevaluate().isDeferred)
    answer.open()
    lock.remove()
    _ = try await cards.value
    await bank.wireframe.settled()
    #expect(bank.tree.cover == nil)
    #expect(bank.shown == ["/ of ada", "/cards of ada"])
    #expect(bank.loads.filter { $0 == "/cards of ada" }.count == 1)
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  private func onCards() async throws -> Trial {
    let bank = try Trial(.tabs)
    bank.user = "ada"
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/cards")
    return bank
  }

  // MARK: Locks

  @Test("An unknown link under the lock fails at once, as at a login, and what is kept stays")
  func junkLink() async throws {
    let bank = try Trial(.stack)
    bank.user = "ada"
    try await bank.addLock()
    try await bank.wireframe.route(to: "/")
    bank.isUnlocked = false
    _ = await bank.wireframe.open("bank://cards", origin: .notification)
    let junk = await bank.wireframe.open("bank://nowhere", origin: .customScheme)
    guard case .failed(let error) = junk else { throw Broken(what: "\(junk)") }
    #expect(error.code == .noRoute)
    #expect(bank.wireframe.keptRequestCount == 1)
    bank.isUnlocked = true
    try await bank.wireframe.resume(after: bank.lock)
    #expect(bank.shown == ["/ of ada", "/cards of ada"])
  }

  @Test("An unknown link that finds the lock closed covers the screens")
  func junkLinkCovers() async throws {
    let bank = try Trial(.stack)
    bank.user = "ada"
    try await bank.addLock()
    try await bank.wireframe.route(to: "/")
    bank.isUnlocked = false
    _ = try? await bank.wireframe.route(to: "/nowhere")
    #expect(bank.tree.cover != nil)
  }

  @Test("Who asks the lock and finds it closed is covered")
  func askedLock() async throws {
    let bank = try Trial(.stack)
    bank.user = "ada"
    try await bank.addLock()
    try await bank.wireframe.route(to: "/")
    bank.isUnlocked = false
    let outcome = try await bank.wireframe.resume(after: bank.lock)
    #expect("\(outcome)" == "stillClosed")
    #expect(bank.tree.cover?.description == "/locked")
    try await expectCovered { try await bank.wireframe.back() }
  }

  @Test(
    "A PIN for once that was passed under the lock is asked again when it opens",
    arguments: [true, false])
  func pinUnderLock(isStillRight: Bool) async throws {
    let bank = try Trial(.stack)
    bank.user = "ada"
    try await bank.addLock()
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/send")
    #expect(bank.shown == ["/ of ada", "/pin"])
    bank.lock.cover()
    bank.isPINRight = true
    #expect("\(try await bank.wireframe.resume(after: .pin))" == "covered")
    bank.isPINRight = isStillRight
    let outcome = try await bank.wireframe.resume(after: bank.lock)
    #expect("\(outcome)".hasPrefix(isStillRight ? "passed" : "nothingKept"))
    #expect(bank.shown == ["/ of ada", isStillRight ? "/send of ada" : "/pin"])
    #expect(bank.wireframe.keptRequestCount == (isStillRight ? 0 : 1))
  }

  @Test("A gate that is closed under the lock says so")
  func closedUnderLock() async throws {
    let bank = try Trial(.stack)
    bank.user = "ada"
    try await bank.addLock()
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/send")
    bank.lock.cover()
    #expect("\(try await bank.wireframe.resume(after: .pin))" == "stillClosed")
  }

  @Test("Under the lock, what has nothing to leave is refused like any move")
  func nothingToLeave() async throws {
    let bank = try Trial(.stack)
    bank.user = "ada"
    try await bank.addLock()
    try await bank.wireframe.route(to: "/")
    bank.lock.cover()
    try await expectCovered { try await bank.wireframe.dismiss() }
    try await expectCovered { try await bank.wireframe.back() }
    try await expectCovered { try await bank.tree.pop() }
  }

  private func expectCovered(_ move: @MainActor () async throws -> Void) async throws {
    let error = try await failure { try await move() }
    #expect(error.code == .covered)
  }

  @Test("The audit does not ask how a lock's screen is presented")
  func auditOfLock() async throws {
    let bank = try Trial(.stack)
    #expect(
      bank.wireframe.audit().filter { $0.pattern == "/locked" }.map(\.code) == [.noOption])
    try await bank.addLock()
    #expect(bank.wireframe.audit().filter { $0.pattern == "/locked" }.isEmpty)
  }

  // MARK: Owners

  @Test("What one user asked for is not loaded again for another one")
  func retry() async throws {
    let bank = try Trial(.stack)
    let barrier = try bank.registerSlow(hasPlaceholder: true)
    bank.user = "ada"
    try await bank.wireframe.route(to: "/")
    bank.broken = ["/slow"]
    let slow = Task { try await bank.wireframe.route(to: "/slow") }
    await barrier.waitForArrivals()
    _ = await eventually { bank.shown.last == "Loading" }
    barrier.open()
    _ = await eventually { bank.loading?.failure != nil }
    let loads = bank.loads
    bank.user = "bob"
    bank.broken = []
    bank.loading?.retry()
    guard case .stopped = try await slow.value.outcome else { throw Broken(what: "shown") }
    #expect(bank.loads.filter { $0.hasPrefix("/slow") } == loads.filter { $0.hasPrefix("/slow") })
    #expect(bank.shown == ["/ of bob"])
  }

  @Test("The same user tries again")
  func retryBySameUser() async throws {
    let bank = try Trial(.stack)
    let barrier = try bank.registerSlow(hasPlaceholder: true)
    bank.user = "ada"
    try await bank.wireframe.route(to: "/")
    bank.broken = ["/slow"]
    let slow = Task { try await bank.wireframe.route(to: "/slow") }
    await barrier.waitForArrivals()
    _ = await eventually { bank.shown.last == "Loading" }
    barrier.open()
    _ = await eventually { bank.loading?.failure != nil }
    bank.broken = []
    bank.loading?.retry()
    _ = try await slow.value
    #expect(bank.shown == ["/ of ada", "/slow of ada"])
  }

  // MARK: A request that waits at a second gate

  @Test(
    "A session that ends while a request waits at the PIN: the login keeps it, for the same user",
    arguments: [true, false], ["ada", "bob"])
  func waitsAtPIN(isAboveAccounts: Bool, next: String) async throws {
    let bank = try Trial(.stack, homeTags: [])
    bank.user = "ada"
    try await bank.wireframe.route(to: "/")
    if isAboveAccounts { try await bank.wireframe.route(to: "/cards") }
    try await bank.wireframe.route(to: "/send")
    #expect(bank.shown.last == "/pin")
    bank.user = nil
    let report = try await bank.wireframe.reevaluate()
    #expect(report.refused.map(\.urlText) == (isAboveAccounts ? ["/cards", "/pin"] : ["/pin"]))
    #expect(bank.shown == ["/ of ada", "/login"])
    #expect(bank.wireframe.keptRequestCount == 1)
    bank.user = next
    try await bank.wireframe.resume(after: .login)
    guard next == "ada" else { return #expect(bank.shown == ["/ of ada"]) }
    #expect(bank.shown == ["/ of ada"] + (isAboveAccounts ? ["/cards of ada"] : []) + ["/pin"])
    bank.isPINRight = true
    try await bank.wireframe.resume(after: .pin)
    #expect(bank.shown.last == "/send of ada")
  }

  @Test("A sign-out for good drops what waits at the PIN")
  func signOutAtPIN() async throws {
    let bank = try Trial(.stack, homeTags: [])
    bank.user = "ada"
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/send")
    bank.user = nil
    try await bank.wireframe.reevaluate(keeping: .nothing)
    #expect(bank.shown == ["/ of ada"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  // MARK: Animations

  @Test("The screen of a passed gate leaves as a user would leave it; a tab is chosen at once")
  func animations() async throws {
    let bank = try Trial(.tabs, homeTags: [])
    for path in ["/", "/login"] { try await bank.wireframe.route(to: path) }
    bank.user = "ada"
    try await bank.wireframe.resume(after: .login)
    #expect(bank.shown == ["/ of -"])
    #expect(bank.host.animations.last == true)
    try await bank.wireframe.route(to: "/cards")
    bank.user = nil
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["/login"])
    let count = bank.host.animations.count
    try bank.tree.performAsUser(.dismiss(1))
    await bank.wireframe.settled()
    #expect(bank.shown == ["/ of -"])
    #expect(!bank.host.animations.dropFirst(count).contains(true))
  }

  // MARK: Texts

  @Test("A home, a gate's screen and a lock's screen that are not registered are named")
  func unregistered() async throws {
    let wireframe = Wireframe<Screen>(
      home: "/home", limits: RoutingLimits(provide: nil, present: nil))
    let tree = NavigationTree<Screen>()
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/p", option: .push, tags: ["public"]) { _ in Screen("p") }
    try wireframe.register("/q", option: .root, tags: [.login]) { _ in Screen("q") }
    try wireframe.register("/locked") { _ in Screen("locked") }
    wireframe.addGate(for: .login, at: "/login") { false }
    let home = try await failure { try await wireframe.route(to: "/p") }
    #expect(home.code == .noRoute)
    #expect(
      home.description
        == "The wireframe's home '/home' is not registered. Register a route for it, or name another one in 'home:'."
    )
    let gate = try await failure { try await wireframe.route(to: "/q") }
    #expect(gate.code == .noRoute)
    #expect(
      gate.description
        == "The screen '/login' of the gate for 'login' is not registered. Register a route for it, or name another one in the gate's 'at:'."
    )
    let lock = try await failure {
      try await wireframe.add(lock: Gate(at: "/lokced", covers: true) { false })
    }
    #expect(lock.code == .noRoute)
    #expect(
      lock.description
        == "The lock's screen '/lokced' is not registered. Did you mean '/locked'? Register a route for it, or name another one in the gate's 'at:'."
    )
  }

  @Test("A home, a gate and a lock at an old name without a route say so")
  func oldNamesOfOwnScreens() async throws {
    let wireframe = Wireframe<Screen>(home: "/home", limits: .none)
    let tree = NavigationTree<Screen>()
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/p", option: .push, tags: ["public"]) { _ in Screen("p") }
    try wireframe.register("/q", option: .root, tags: [.login]) { _ in Screen("q") }
    wireframe.addGate(for: .login, at: "/login") { false }
    for name in ["/home", "/login", "/locked"] {
      try wireframe.alias(RoutePattern(name), for: RoutePattern("/new" + name))
    }
    let errors = [
      try await failure { try await wireframe.route(to: "/p") },
      try await failure { try await wireframe.route(to: "/q") },
      try await failure {
        try await wireframe.add(lock: Gate(at: "/locked", covers: true) { false })
      },
    ]
    #expect(
      errors.map(\.description)
        == ["/home", "/login", "/locked"].map {
          "No route matches '\($0)': '\($0)' is an old name of '/new\($0)', which is not registered as a route. "
            + "Register it, or correct the old name."
        })
  }
}

extension RouteTag {
  fileprivate static let login: RouteTag = "login"
  fileprivate static let pin: RouteTag = "pin"
}

/// The app of the team: everything is behind the login, home included.
@MainActor
private final class Trial {
  var user: String?
  var isUnlocked = true
  var isPINRight = false
  /// The paths whose providers throw.
  var broken: Set<String> = []
  private(set) var loads: [String] = []
  private(set) var loading: ScreenLoading?
  let wireframe = Wireframe<Screen>(
    sources: ["bank:"], home: "/", limits: RoutingLimits(provide: nil, placeholder: .zero))
  let tree: NavigationTree<Screen>
  let host: StubbornHost
  private(set) lazy var lock = Gate(at: "/locked", covers: true) { [unowned self] in isUnlocked }

  init(_ host: BankTrialTests.Host, homeTags: Set<RouteTag> = [.login]) throws {
    tree =
      switch host {
      case .stack: NavigationTree()
      case .tabs: NavigationTree(tabs: ["Home", "Cards"])
      case .columns: NavigationTree(columns: ["List", "Detail"])
      }
    self.host = StubbornHost(tree)
    wireframe.addStandardPresenters(on: self.host)
    func place(_ tab: String) -> ScreenPlace {
      switch host {
      case .stack: .onTop
      case .tabs: .tab(tab)
      case .columns: tab == "Home" ? .tab("List") : .onTop
      }
    }
    try register("/", host == .stack ? .root : .push, homeTags, place("Home"))
    try register("/cards", .push, [.login], place("Cards"))
    try register("/send", .modal, [.login, .pin])
    try register("/login", .modal)
    try register("/pin", .modal)
    try wireframe.register("/locked") { [unowned self] route in try screen(of: route) }
    wireframe.addGate(for: .login, at: "/login", owner: { [unowned self] in user }) {
      [unowned self] in user != nil
    }
    wireframe.addGate(for: .pin, at: "/pin", keeps: .once) { [unowned self] in isPINRight }
  }

  private func register(
    _ pattern: RoutePattern, _ option: any RoutingOption, _ tags: Set<RouteTag> = [],
    _ place: ScreenPlace = .onTop
  ) throws {
    try wireframe.register(
      pattern, option: option, tags: tags, exposure: .external, place: place
    ) { [unowned self] route in try screen(of: route) }
  }

  private func screen(of route: Route) throws -> Screen {
    let path = route.pattern?.text ?? ""
    loads.append("\(path) of \(user ?? "-")")
    if broken.contains(path) { throw Broken() }
    let isPublic = ["/login", "/pin", "/locked"].contains(path)
    return Screen(isPublic ? path : "\(path) of \(user ?? "-")")
  }

  /// Registers a private screen whose provider waits for the test.
  func registerSlow(hasPlaceholder: Bool) throws -> Barrier {
    let barrier = Barrier()
    try wireframe.register("/slow", option: .push, tags: [.login]) { [unowned self] route in
      await barrier.pass()
      return try screen(of: route)
    }
    if hasPlaceholder {
      wireframe.addPlaceholder(for: "/slow") { [unowned self] _, loading in
        self.loading = loading
        return Screen("Loading")
      }
    }
    return barrier
  }

  @discardableResult
  func addLock() async throws -> Registration { try await wireframe.add(lock: lock) }

  var shown: [String] { tree.state.shown.map(\.controller.description) }
}

/// A host that throws as long as the test wants.
@MainActor
private final class StubbornHost: CoveringHost {
  var fails = false
  /// Whether each operation was to be animated.
  private(set) var animations: [Bool] = []
  private let tree: NavigationTree<Screen>

  init(_ tree: NavigationTree<Screen>) { self.tree = tree }

  var state: NavigationState<Screen> { tree.state }
  var events: NavigationEvents<Screen> { tree.events }
  var cover: Screen? {
    get { tree.cover }
    set { tree.cover = newValue }
  }

  func perform(_ operation: NavigationOperation<Screen>, animated: Bool) async throws {
    if fails { throw Broken() }
    animations.append(animated)
    try tree.perform(operation, animated: animated)
  }
}
