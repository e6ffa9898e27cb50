import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// A bank whose gates, lock and providers a test may hold.
@MainActor
private final class HeldBank {
  let wireframe: Wireframe<Screen>
  let tree: NavigationTree<Screen>
  let session: Session
  private var barriers: [String: Barrier] = [:]

  /// What all windows share.
  @MainActor
  final class Session {
    var user: String?
    var isUnlocked = true
    var time = Date(timeIntervalSinceReferenceDate: 1000)
    /// Called before the login and the lock answer.
    var beforeLogin: @MainActor () async -> Void = {}
    var beforeLock: @MainActor () async -> Void = {}
    private(set) lazy var login = Gate(at: "/login", owner: { [weak self] in self?.user }) {
      [weak self] in
      await self?.beforeLogin()
      return self?.user != nil
    }
    private(set) lazy var pin = Gate(at: "/pin") { false }
    private(set) lazy var lock = Gate(at: "/locked", covers: true) { [weak self] in
      await self?.beforeLock()
      return self?.isUnlocked == true
    }

    /// Holds the next answer of the login.
    func holdLogin() -> Barrier {
      let barrier = Barrier()
      beforeLogin = { [weak self] in
        self?.beforeLogin = {}
        await barrier.pass()
      }
      return barrier
    }
  }

  init(
    _ session: Session = Session(), tabs: [String] = [], hasPrivateHome: Bool = false,
    policy: RoutingPolicy = .firstComeFirstServed, limits: RoutingLimits = .none,
    clock: any Clock<Duration> = ContinuousClock(), isStarted: Bool = true
  ) async throws {
    self.session = session
    tree = NavigationTree(tabs: tabs)
    wireframe = Wireframe(
      home: "/", defaultOption: .push, policy: policy, limits: limits, clock: clock,
      now: { session.time })
    wireframe.addStandardPresenters(on: tree)
    let isPrivate: Set<RouteTag> = [.requiresLogin]
    try register("/", .root, hasPrivateHome ? isPrivate : [], tabs.first.map { .tab($0) })
    try register("/news", .push)
    try register("/accounts", .push, isPrivate, tabs.last.map { .tab($0) })
    try register("/accounts/:id", .push, isPrivate)
    try register("/pick", .modal, isPrivate)
    try register("/send", .modal, [.requiresLogin, .requiresPIN])
    for screen: RoutePattern in ["/login", "/pin", "/help"] { try register(screen, .modal) }
    try register("/locked", .push)
    wireframe.add(gate: session.login, for: .requiresLogin)
    wireframe.add(gate: session.pin, for: .requiresPIN)
    try await wireframe.add(lock: session.lock)
    if isStarted { try await wireframe.route(to: "/") }
  }

  private func register(
    _ pattern: RoutePattern, _ option: any RoutingOption, _ tags: Set<RouteTag> = [],
    _ place: ScreenPlace? = nil
  ) throws {
    try wireframe.register(pattern, option: option, tags: tags, place: place ?? .onTop) {
      [weak self] route in
      await self?.barriers[route.urlText]?.pass()
      return Screen(route.urlText)
    }
  }

  /// Holds the provider of a path.
  func hold(_ path: String) -> Barrier {
    let barrier = Barrier()
    barriers[path] = barrier
    return barrier
  }

  func cover() {
    session.isUnlocked = false
    session.lock.cover()
  }

  @discardableResult
  func unlock() async throws -> GateOutcome {
    session.isUnlocked = true
    return try await wireframe.resume(after: session.lock)
  }

  func route(_ paths: String...) async throws {
    for path in paths { try await wireframe.route(to: path) }
  }

  var shown: [String] { tree.state.shown.map { "\($0.controller)" } }
}

/// Does something when a screen is about to come.
private final class WillPresent: RoutingWatcher {
  private let body: @MainActor () -> Void
  init(_ body: @escaping @MainActor () -> Void) { self.body = body }
  func willPresent(_ event: RoutingEvent) { body() }
}

/// What an attack on gates, owners, locks, restoration and answers has shown.
@MainActor
@Suite(.hangsNever)
struct AttackTests {
  // MARK: Locks

  @Test("A cancelled unlocking reveals nothing: what was asked for below the lock is done first")
  func cancelledUnlocking() async throws {
    let bank = try await HeldBank()
    bank.session.user = "ada"
    try await bank.route("/accounts")
    bank.cover()
    bank.session.user = nil
    try await bank.wireframe.reevaluate(keeping: .nothing)
    let login = bank.session.holdLogin()
    bank.session.isUnlocked = true
    let unlocking = Task { try await bank.wireframe.resume(after: bank.session.lock) }
    await login.waitForArrivals()
    unlocking.cancel()
    login.open()
    let error = await #expect(throws: RoutingError.self) { try await unlocking.value }
    #expect(error?.code == .cancelled)
    #expect(bank.tree.cover != nil, "the screens of who has signed out are still below")
    try await bank.unlock()
    #expect(bank.tree.cover == nil)
    #expect(bank.shown == ["/"])
  }

  @Test("A sign-out during which the lock closes is done when it opens")
  func coveredSignOut() async throws {
    let bank = try await HeldBank()
    bank.session.user = "ada"
    try await bank.route("/accounts")
    bank.session.user = nil
    let login = bank.session.holdLogin()
    let signOut = Task { try await bank.wireframe.reevaluate(keeping: .nothing) }
    await login.waitForArrivals()
    bank.cover()
    login.open()
    #expect(try await signOut.value.isDeferred)
    #expect(bank.shown == ["/", "/accounts"], "nothing moves below a lock")
    try await bank.unlock()
    #expect(bank.shown == ["/"])
  }

  @Test("A lock that closes while kept requests of a former owner are dropped can be opened")
  func coveredDropping() async throws {
    let bank = try await HeldBank()
    bank.session.user = "ada"
    try await bank.route("/send")
    #expect(bank.shown == ["/", "/pin"])
    bank.session.user = "bob"
    let login = bank.session.holdLogin()
    let asking = Task { try await bank.wireframe.reevaluate() }
    await login.waitForArrivals()
    bank.cover()
    login.open()
    #expect(try await asking.value.isDeferred)
    try await bank.unlock()
    #expect(bank.tree.cover == nil)
    #expect(bank.shown == ["/"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("A lock that closes while an observer is asked keeps the request")
  func coveredAsking() async throws {
    let bank = try await HeldBank()
    bank.session.user = "ada"
    let login = bank.session.holdLogin()
    let routing = Task { try await bank.wireframe.route(to: "/accounts") }
    await login.waitForArrivals()
    bank.cover()
    login.open()
    #expect(try await routing.value.route.pattern == "/locked")
    #expect(bank.shown == ["/"])
    try await bank.unlock()
    #expect(bank.shown == ["/", "/accounts"])
  }

  @Test("A handler waits for a lock that closes while its observers are asked")
  func coveredHandler() async throws {
    let bank = try await HeldBank()
    bank.session.user = "ada"
    var count = 0
    try bank.wireframe.handle("/pay", tags: [.requiresLogin]) { _ in count += 1 }
    let login = bank.session.holdLogin()
    let routing = Task { try await bank.wireframe.route(to: "/pay") }
    await login.waitForArrivals()
    bank.cover()
    login.open()
    _ = try await routing.value
    #expect(count == 0)
    try await bank.unlock()
    #expect(count == 1)
  }

  @Test("An action that was cancelled while it ran is not run again when the lock opens")
  func cancelledHandler() async throws {
    let (bank, sending) = (try await HeldBank(), Barrier())
    var count = 0
    try bank.wireframe.handle("/pay") { _ in
      count += 1
      await sending.pass()
      try Task.checkCancellation()
    }
    bank.cover()
    try await bank.route("/pay")
    let unlocking = Task { try await bank.unlock() }
    await sending.waitForArrivals()
    bank.cover()
    unlocking.cancel()
    sending.open()
    let error = await #expect(throws: RoutingError.self) { try await unlocking.value }
    #expect(error?.code == .cancelled)
    #expect(bank.wireframe.keptRequestCount == 0)
    try await bank.unlock()
    #expect(count == 1)
  }

  @Test("A watcher that covers when a screen is about to come has it kept, and hears so")
  func coveredAnnouncement() async throws {
    let (bank, recorder) = (try await HeldBank(), Recorder())
    bank.wireframe.add(observer: recorder)
    let watcher = bank.wireframe.add(watcher: WillPresent { bank.cover() })
    try await bank.route("/news")
    watcher.remove()
    #expect(bank.shown == ["/"])
    try await bank.unlock()
    #expect(bank.shown == ["/", "/news"])
    #expect(
      recorder.events.filter { !$0.hasPrefix("decide") } == [
        "willPresent /news", "didFail /news covered", "willPresent /news", "didRoute /news",
      ])
  }

  @Test("The lock's own route shows nothing below it")
  func ownRoute() async throws {
    let bank = try await HeldBank()
    bank.cover()
    #expect(try await bank.wireframe.route(to: "/locked").route.pattern == "/locked")
    #expect(bank.shown == ["/"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("A placeholder stays below a lock that closes while the guards of its screen are asked")
  func coveredPlaceholder() async throws {
    let clock = ManualClock()
    var limits = RoutingLimits.none
    limits.placeholder = .milliseconds(300)
    let bank = try await HeldBank(limits: limits, clock: clock)
    bank.wireframe.addPlaceholder { _, _ in Screen("loading") }
    bank.session.user = "ada"
    let accounts = bank.hold("/accounts")
    let routing = Task { try await bank.wireframe.route(to: "/accounts") }
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(300))
    #expect(await eventually { bank.shown == ["/", "loading"] })
    await clock.waitForSleepers(1)
    let login = bank.session.holdLogin()
    accounts.open()
    clock.advance(by: .milliseconds(300))
    await login.waitForArrivals()
    bank.cover()
    login.open()
    await bank.wireframe.settled()
    #expect(bank.shown == ["/", "loading"])
    try await bank.unlock()
    #expect(try await routing.value.route.pattern == "/accounts")
    #expect(bank.shown == ["/", "/accounts"])
  }

  @Test(
    "An empty tab whose gate was left stays as it is below a lock, and is left when that opens",
    arguments: [nil, "ada"])
  func coveredTab(userWhenOpened: String?) async throws {
    let bank = try await HeldBank(tabs: ["Home", "Accounts"])
    bank.session.user = "ada"
    try await bank.route("/accounts")
    bank.session.user = nil
    try await bank.wireframe.reevaluate()
    try bank.tree.performAsUser(.dismiss(1))
    bank.cover()
    await bank.wireframe.settled()
    #expect(bank.tree.state.layers.first?.selected == 1)
    bank.session.user = userWhenOpened
    try await bank.unlock()
    #expect(bank.shown == ["/"])
  }

  @Test("A lock that covers again stays closed though another window has just passed it")
  func coveredAgain() async throws {
    let session = HeldBank.Session()
    let windows = [try await HeldBank(session), try await HeldBank(session)]
    session.lock.cover()
    try await windows[0].unlock()
    session.lock.cover()
    for window in windows { await window.wireframe.settled() }
    for window in windows { #expect(window.tree.cover != nil) }
    try await windows[0].unlock()
    for window in windows { await window.wireframe.settled() }
    for window in windows { #expect(window.tree.cover == nil) }
  }

  // MARK: Answers

  @Test("Who asks above a kept list gets nil when passing the gate is cancelled")
  func cancelledPassing() async throws {
    let bank = try await HeldBank()
    bank.session.user = "ada"
    try await bank.route("/accounts")
    bank.session.user = nil
    try await bank.wireframe.reevaluate()
    let question = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    await bank.wireframe.settled()
    await tasksHaveBegun()
    bank.session.user = "ada"
    let accounts = bank.hold("/accounts")
    let passing = Task { try await bank.wireframe.resume(after: .requiresLogin) }
    await accounts.waitForArrivals()
    passing.cancel()
    accounts.open()
    await #expect(throws: RoutingError.self) { try await passing.value }
    #expect(try await question.value == nil)
  }

  @Test("Who asks behind a gate whose screen is stopped is told", arguments: [true, false])
  func stoppedGate(isStopped: Bool) async throws {
    let bank = try await HeldBank()
    bank.wireframe.observe { route in
      isStopped && route.pattern == "/pin" ? .stop("No PIN.") : .proceed
    }
    let question = Task { try await bank.wireframe.answer(to: "/send", as: Int.self) }
    #expect(await eventually { bank.shown == ["/", "/login"] })
    bank.session.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    if !isStopped { bank.wireframe.close() }
    if isStopped {
      let error = await #expect(throws: RoutingError.self) { try await question.value }
      #expect(error?.code == .stopped)
    } else {
      #expect(try await question.value == nil)
    }
  }

  @Test("Who asks below a lock is told when a sign-out takes the request")
  func signedOutBelowLock() async throws {
    let bank = try await HeldBank()
    bank.session.user = "ada"
    bank.cover()
    let question = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { bank.wireframe.keptRequestCount == 1 })
    let pick = bank.hold("/pick")
    bank.session.isUnlocked = true
    let unlocking = Task { try await bank.wireframe.resume(after: bank.session.lock) }
    await pick.waitForArrivals()
    bank.session.user = nil
    bank.cover()
    try await bank.wireframe.reevaluate(keeping: .nothing)
    pick.open()
    _ = try await unlocking.value
    #expect(try await question.value == nil)
  }

  @Test(
    "Who asks a screen or a gate that comes as the window closes gets nil",
    arguments: ["/help", "/pick"])
  func closedWhileItComes(path: String) async throws {
    let bank = try await HeldBank()
    bank.tree.onChange { _ in bank.wireframe.close() }
    #expect(try await bank.wireframe.answer(to: path, as: Int.self) == nil)
  }

  @Test("A question is kept by a gate whose screen is still a placeholder")
  func gateLoads() async throws {
    let clock = ManualClock()
    var limits = RoutingLimits.none
    limits.placeholder = .milliseconds(300)
    let bank = try await HeldBank(limits: limits, clock: clock)
    bank.wireframe.addPlaceholder(for: "/login") { _, _ in Screen("loading") }
    let login = bank.hold("/login")
    let first = Task { try await bank.wireframe.route(to: "/accounts") }
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(300))
    #expect(await eventually { bank.shown == ["/", "loading"] })
    let question = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    await tasksHaveBegun()
    await bank.wireframe.settled()
    await clock.waitForSleepers(1)
    login.open()
    clock.advance(by: .milliseconds(300))
    _ = try await first.value
    bank.session.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["/", "/pick"])
    try await bank.wireframe.back()
    #expect(try await question.value == nil)
  }

  // MARK: Gates

  @Test("A second sign-out does not wait for a routing that loads")
  func secondSignOut() async throws {
    let bank = try await HeldBank()
    bank.session.user = "ada"
    try await bank.route("/accounts")
    let news = bank.hold("/news")
    let routing = Task { try await bank.wireframe.route(to: "/news") }
    await news.waitForArrivals()
    let login = bank.session.holdLogin()
    let first = Task { try await bank.wireframe.reevaluate() }
    await login.waitForArrivals()
    let second = Task { try await bank.wireframe.reevaluate(keeping: .nothing) }
    #expect(await bank.wireframe.isAwaited(by: 1))
    login.open()
    _ = try await first.value
    bank.session.user = nil
    _ = try await second.value
    #expect(news.passed == 0)
    news.open()
    _ = try await routing.value
  }

  @Test(
    "The screen of an open gate leaves also when passing it is cancelled or replaced",
    arguments: [true, false])
  func endedPassing(isCancelled: Bool) async throws {
    let bank = try await HeldBank(hasPrivateHome: true, policy: .latestWins)
    #expect(bank.shown == ["/login"])
    bank.session.user = "ada"
    let home = bank.hold("/")
    let passing = Task { try await bank.wireframe.resume(after: .requiresLogin) }
    await home.waitForArrivals()
    let link = isCancelled ? nil : Task { try await bank.wireframe.route(to: "/news") }
    if isCancelled { passing.cancel() } else { await tasksHaveBegun() }
    home.open()
    await #expect(throws: RoutingError.self) { try await passing.value }
    _ = try await link?.value
    await bank.wireframe.settled()
    #expect(bank.shown == (isCancelled ? ["/"] : ["/", "/news"]))
  }

  @Test("What comes in place of an open gate's screen comes in a turn of its own")
  func turnOfHome() async throws {
    let bank = try await HeldBank(hasPrivateHome: true, policy: .latestWins)
    bank.session.user = "ada"
    let first = bank.hold("/")
    let passing = Task { try await bank.wireframe.resume(after: .requiresLogin) }
    await first.waitForArrivals()
    let second = bank.hold("/")
    let link = Task { try await bank.wireframe.route(to: "/news") }
    await second.waitForArrivals()
    first.open()
    await #expect(throws: RoutingError.self) { try await passing.value }
    await tasksHaveBegun()
    #expect(bank.shown == ["/login"])
    second.open()
    _ = try await link.value
    await bank.wireframe.settled()
    #expect(bank.shown == ["/", "/news"])
  }

  @Test("A sign-out that is cancelled ends, though the lock does not answer")
  func cancelledWhileAsked() async throws {
    let (clock, ofLock) = (ManualClock(), ManualClock())
    let bank = try await HeldBank(limits: RoutingLimits(decide: .seconds(5)), clock: clock)
    bank.session.beforeLock = {
      try? await ofLock.sleep(until: ofLock.now.advanced(by: .seconds(1)), tolerance: nil)
    }
    var hasEnded = false
    let asking = Task {
      defer { hasEnded = true }
      return try await bank.wireframe.reevaluate()
    }
    await clock.waitForSleepers(1)
    asking.cancel()
    #expect(await eventually { hasEnded })
    clock.advance(by: .seconds(5))
    _ = await asking.result
  }

  @Test("Screens do not expire when the clock is set back")
  func clockSetBack() async throws {
    let bank = try await HeldBank()
    bank.session.user = "ada"
    try await bank.route("/accounts", "/accounts/1")
    bank.session.user = nil
    try await bank.wireframe.reevaluate()
    bank.session.time -= 1
    bank.session.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["/", "/accounts", "/accounts/1"])
  }

  @Test("A gate that does not answer ends at the limit, also when it is asked for its owner")
  func silentGate() async throws {
    let clock = ManualClock()
    var limits = RoutingLimits.none
    limits.decide = .seconds(5)
    let bank = try await HeldBank(limits: limits, clock: clock)
    bank.session.user = "ada"
    try await bank.route("/accounts")
    bank.session.user = "bob"
    let login = bank.session.holdLogin()
    let routing = Task { try await bank.wireframe.route(to: "/news") }
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    let error = await #expect(throws: RoutingError.self) { try await routing.value }
    #expect(error?.code == .timedOut)
    login.open()

    let silent = Barrier()
    bank.session.beforeLock = { await silent.pass() }
    let asking = Task { try await bank.wireframe.reevaluate() }
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    #expect(try await asking.value.isDeferred, "a lock that does not answer is closed")
    silent.open()
  }

  @Test("A gate passed in one window leaves in another that is busy, or shows it by itself")
  func otherWindows() async throws {
    let session = HeldBank.Session()
    let window = try await HeldBank(session)
    let busy = try await HeldBank(session, policy: .rejectWhileBusy)
    let asked = try await HeldBank(session)
    try await window.route("/accounts")
    try await busy.route("/accounts")
    try await asked.route("/login")
    let help = busy.hold("/help")
    let routing = Task { try await busy.wireframe.route(to: "/help") }
    await help.waitForArrivals()
    busy.wireframe.observe { route in route.pattern == "/help" ? .stop("late") : .proceed }
    session.user = "ada"
    try await window.wireframe.resume(after: session.login)
    await tasksHaveBegun()
    help.open()
    _ = try await routing.value
    for window in [window, busy, asked] { await window.wireframe.settled() }
    #expect(window.shown == ["/", "/accounts"])
    #expect(busy.shown == ["/", "/accounts"])
    #expect(asked.shown == ["/"])
  }

  @Test("A wireframe that is let go frees what a gate keeps that was passed before")
  func passedTwice() async throws {
    final class Object: Sendable {}
    weak var kept: Object?
    do {
      let bank = try await HeldBank()
      bank.session.user = "ada"
      let object = Object()
      kept = object
      var isOpen = false
      bank.wireframe.addGate(for: "confirmed", at: "/help") { isOpen }
      try bank.wireframe.register("/confirm", tags: ["confirmed"]) {
        [weak wireframe = bank.wireframe] _ in
        isOpen = false
        wireframe?.observe { _ in .proceed }
        return Screen("/confirm")
      }
      try await bank.wireframe.route(to: "/confirm", payload: ["object": object])
      isOpen = true
      try await bank.wireframe.resume(after: "confirmed")
      #expect(bank.shown == ["/", "/help"], "it was closed again before the screen came")
    }
    #expect(await eventually { kept == nil })
  }

  // MARK: Homes, switches and the end

  @Test("A modal is not restored above a root without screens")
  func modalAlone() async throws {
    let text = """
      {"version": 1, "omittedCount": 0, "layers": [
        {"kind": "tabs", "selected": 0, "stacks": [{"name": "Home", "canPush": true, "screens": []}]},
        {"kind": "stack", "style": "sheet", "selected": 0,
         "stacks": [{"name": "", "canPush": true, "screens": [{"url": "/help"}]}]}]}
      """
    let saved = try JSONDecoder().decode(SavedState.self, from: Data(text.utf8))
    let bank = try await HeldBank()
    let report = try await bank.wireframe.restore(saved, trusting: true)
    #expect(report.omitted == ["/help"])
    #expect(bank.shown == ["/"])
  }

  @Test("A saved screen of a module is its user's, also if another module's gate has the same path")
  func ownersOfModules() async throws {
    var users = ["bank": "ada", "shop": "bob"]
    func makeWindow() throws -> (Wireframe<Screen>, NavigationTree<Screen>) {
      let tree = NavigationTree<Screen>()
      let wireframe = Wireframe<Screen>(home: "/", defaultOption: .push)
      wireframe.addStandardPresenters(on: tree)
      try wireframe.register("/", option: .root) { _ in Screen("/") }
      for (name, path) in [("bank", "/bank"), ("shop", "/shop")] as [(String, RoutePattern)] {
        let module = Wireframe<Screen>(defaultOption: .push)
        try module.register("/login", option: .modal) { _ in Screen("login") }
        try module.register("/page", tags: [.requiresLogin]) { _ in Screen(name) }
        module.addGate(for: .requiresLogin, at: "/login", owner: { users[name] }) { true }
        try wireframe.mount(module, at: path)
      }
      return (wireframe, tree)
    }
    let (first, _) = try makeWindow()
    for path in ["/", "/bank/page", "/shop/page"] { try await first.route(to: path) }
    let saved = try first.savedState()
    let (second, tree) = try makeWindow()
    try await second.restore(saved, trusting: true)
    #expect(tree.shownTexts == ["/", "bank", "shop"])
    users["shop"] = "eve"
    let (third, others) = try makeWindow()
    try await third.restore(saved, trusting: true)
    #expect(others.shownTexts == ["/", "bank"])
  }

  @Test(
    "What is parked behind one of two gates of one path is its user's, and so is the screen that it brings",
    arguments: [true, false])
  func parkedOwnersOfModules(byModule: Bool) async throws {
    var (users, isParking) = (["bank": "ada", "shop": "bob"], true)
    func makeWindow() throws -> (Wireframe<Screen>, NavigationTree<Screen>) {
      let tree = NavigationTree<Screen>()
      let wireframe = Wireframe<Screen>(home: "/", defaultOption: .push)
      wireframe.addStandardPresenters(on: tree)
      try wireframe.register("/", option: .root) { _ in Screen("/") }
      try wireframe.register("/help", option: .modal) { _ in Screen("help") }
      for (name, path) in [("bank", "/bank"), ("shop", "/shop")] as [(String, RoutePattern)] {
        let module = Wireframe<Screen>(defaultOption: .push)
        try module.register("/login", option: .modal) { _ in Screen("login") }
        try module.register("/page", tags: [.requiresLogin]) { _ in Screen(name) }
        try module.register("/help", option: .modal) { _ in Screen("help") }
        module.addGate(for: .requiresLogin, at: "/login", owner: { users[name] }) { true }
        try wireframe.mount(module, at: path)
        // Asked after the gate or before it: what is parked has passed its own gate, or none yet.
        (byModule ? module : wireframe).observe(tag: .requiresLogin) { _ in
          isParking ? .redirect(to: "/help", resuming: .newest) : .proceed
        }
      }
      return (wireframe, tree)
    }
    let (first, _) = try makeWindow()
    for path in ["/", "/shop/page"] { try await first.route(to: path) }
    let parked = try #require(first.parked)
    isParking = false
    let (second, tree) = try makeWindow()
    try await second.route(to: "/")
    second.parked = parked
    #expect(second.parked == parked)
    #expect(try await second.resume()?.outcome == .presented)
    #expect(tree.shownTexts == ["/", "shop"])
    let saved = try second.savedState()
    let (third, restored) = try makeWindow()
    try await third.restore(saved, trusting: true)
    #expect(restored.shownTexts == ["/", "shop"])
    users["shop"] = "eve"
    let (fourth, others) = try makeWindow()
    try await fourth.route(to: "/")
    fourth.parked = parked
    _ = try? await fourth.resume()
    #expect(others.shownTexts == ["/"])
  }

  @Test("A saved screen is its user's, also if a former module of its path had the same gate")
  func ownersOfHeirs() async throws {
    var users = ["former": "ada", "heir": "ada"]
    func makeWindow() throws -> (Wireframe<Screen>, NavigationTree<Screen>) {
      let tree = NavigationTree<Screen>()
      let wireframe = Wireframe<Screen>(home: "/", defaultOption: .push)
      wireframe.addStandardPresenters(on: tree)
      try wireframe.register("/", option: .root) { _ in Screen("/") }
      for name in ["former", "heir"] {
        let module = Wireframe<Screen>(defaultOption: .push)
        let login = try module.register("/login", option: .modal) { _ in Screen("login") }
        let page = try module.register("/page", tags: [.requiresLogin]) { _ in Screen(name) }
        module.addGate(for: .requiresLogin, at: "/login", owner: { users[name] }) { true }
        try wireframe.mount(module, at: "/bank")
        guard name == "former" else { continue }
        login.remove()
        page.remove()
      }
      return (wireframe, tree)
    }
    let (first, _) = try makeWindow()
    for path in ["/", "/bank/page"] { try await first.route(to: path) }
    let saved = try first.savedState()
    users["heir"] = "eve"
    let (second, tree) = try makeWindow()
    try await second.restore(saved, trusting: true)
    #expect(tree.shownTexts == ["/"])
  }

  @Test("A home that another routing brings while it loads stays once, and in its tab")
  func homeTwice() async throws {
    let bank = try await HeldBank(tabs: ["Home", "Accounts"], isStarted: false)
    let home = bank.hold("/")
    let routing = Task { try await bank.wireframe.route(to: "/") }
    await home.waitForArrivals()
    // The user taps the empty tab.
    try bank.tree.performAsUser(.selectTab(0))
    await home.waitForArrivals(2)
    home.open()
    _ = try await routing.value
    await bank.wireframe.settled()
    #expect(bank.tree.state.layers.first?.kind == .tabs)
    #expect(bank.shown == ["/"])
  }

  @Test("A route that is switched off while its observers are asked is not shown")
  func switchedOff() async throws {
    let bank = try await HeldBank()
    bank.session.user = "ada"
    let login = bank.session.holdLogin()
    let routing = Task { try await bank.wireframe.route(to: "/accounts") }
    await login.waitForArrivals()
    let json = #"{"version": 1, "off": [{"pattern": "/accounts"}]}"#
    bank.wireframe.switches = try RouteSwitches(json.utf8)
    login.open()
    let error = await #expect(throws: RoutingError.self) { try await routing.value }
    #expect(error?.code == .disabled)
    #expect(bank.shown == ["/"])
  }

  @Test("A closed window shows nothing more of a routing that was interrupted")
  func closedWhileInterrupted() async throws {
    let bank = try await HeldBank(limits: RoutingLimits(provide: .seconds(3600), placeholder: nil))
    bank.session.user = "ada"
    try await bank.route("/accounts")
    let news = bank.hold("/news")
    let routing = Task { try await bank.wireframe.route(to: "/news") }
    await news.waitForArrivals()
    let login = bank.session.holdLogin()
    let asking = Task { try await bank.wireframe.reevaluate() }
    await login.waitForArrivals()
    bank.wireframe.close()
    let error = await #expect(throws: RoutingError.self) { try await routing.value }
    #expect(error?.code == .cancelled)
    login.open()
    _ = try await asking.value
    news.open()
    #expect(await eventually { news.passed > 0 })
    await tasksHaveBegun()
    #expect(bank.shown == ["/", "/accounts"])
  }
}
