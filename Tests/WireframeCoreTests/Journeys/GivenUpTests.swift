import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// A host whose moves wait at a barrier, before or after they change something, or fail.
@MainActor
private final class HeldTree: CoveringHost {
  private(set) var state = NavigationState<Screen>()
  let events = NavigationEvents<Screen>()
  var cover: Screen?
  var before: Barrier?
  var after: Barrier?
  var isBroken = false

  func perform(_ operation: NavigationOperation<Screen>, animated: Bool) async throws {
    await before?.pass()
    if isBroken { throw Broken(what: "host") }
    let former = state
    state = try operation.target(from: state)
    events.send(from: former, to: state, by: .app)
    await after?.pass()
  }

  func performAsUser(_ operation: NavigationOperation<Screen>) throws {
    let former = state
    state = try operation.target(from: state)
    events.send(from: former, to: state, by: .user)
  }
}

@MainActor
private final class Spinner: RoutingProgressWatcher {
  private(set) var log: [String] = []
  func takesLong(_ routing: RoutingProgress, in stage: String) { log.append(stage) }
}

/// A bank whose server, host and clock do what a test says.
@MainActor
private final class HeldBank {
  let host = HeldTree()
  let wireframe: Wireframe<Screen>
  let clock = ManualClock()
  let server = SlowServer()
  let recorder = Recorder()
  var user: String? = "A"
  var isUnlocked = true
  var slow: Set<String> = []
  var broken: Set<String> = []
  private(set) lazy var lock = Gate(at: "/locked", covers: true) { [unowned self] in isUnlocked }

  init(
    _ policy: RoutingPolicy = .firstComeFirstServed, limits: RoutingLimits = .none,
    homeTags: Set<RouteTag> = [], isLockable: Bool = false
  ) async throws {
    wireframe = Wireframe<Screen>(home: "/", policy: policy, limits: limits, clock: clock)
    wireframe.addStandardPresenters(on: host)
    wireframe.add(observer: recorder, priority: 1000)
    try register("/", .root, homeTags)
    try register("/login", .modal)
    try register("/locked")
    for path in ["/a", "/b"] as [RoutePattern] { try register(path) }
    for path in ["/x", "/y"] as [RoutePattern] { try register(path, .push, ["login"]) }
    try register("/a/:id", .push, [], .under("/a"))
    wireframe.add(
      gate: Gate(at: "/login", owner: { [unowned self] in user }) { [unowned self] in user != nil },
      for: "login")
    if isLockable { try await wireframe.add(lock: lock) }
    if homeTags.isEmpty { try await wireframe.route(to: "/") }
    recorder.events = []
  }

  private func register(
    _ pattern: RoutePattern, _ option: any RoutingOption = .push, _ tags: Set<RouteTag> = [],
    _ place: ScreenPlace = .onTop
  ) throws {
    try wireframe.register(pattern, option: option, tags: tags, place: place) {
      [unowned self] route in
      let path = route.urlText
      if slow.contains(path) { try await server.load(path) }
      if broken.contains(path) { throw Broken(what: path) }
      return Screen(path)
    }
  }

  func addPlaceholder(for path: RoutePattern) {
    wireframe.addPlaceholder(for: path) { _, _ in Screen("Loading") }
  }

  /// Lets time pass.
  func wait(_ milliseconds: Int) async {
    clock.advance(by: .milliseconds(milliseconds))
    await turns()
  }

  /// Lets others run.
  func turns() async { for _ in 0..<20 { await tasksHaveBegun() } }

  /// Waits until a screen loads.
  func loading(_ path: String) async {
    #expect(await eventually { server.asked.contains(path) }, "\(path)")
  }

  /// Waits until a screen loads and its placeholder is there.
  func placeholder(of path: String) async {
    await loading(path)
    await clock.waitForSleepers(1)
    await wait(300)
    #expect(await eventually { host.state.top?.isPlaceholder == true })
  }

  var failures: [String] { recorder.events.filter { $0.hasPrefix("didFail") } }
  var shown: [String] { host.state.shown.map { "\($0.controller)" } }
}

@MainActor
private func code<T: Sendable>(_ task: Task<T, any Error>) async -> RoutingError.Code? {
  if case .failure(let error as RoutingError) = await task.result { error.code } else { nil }
}

/// Calls that are given up, replaced, limited or broken, wherever they wait.
@MainActor
@Suite(.hangsNever)
struct GivenUpTests {
  @Test("Passing a gate waits for its turn, also where what comes meanwhile is refused as busy")
  func busyGate() async throws {
    let bank = try await HeldBank(.rejectWhileBusy, homeTags: ["login"])
    bank.user = nil
    try await bank.wireframe.route(to: "/")
    bank.slow = ["/a"]
    let routing = Task { try await bank.wireframe.route(to: "/a") }
    await bank.loading("/a")
    bank.user = "A"
    let passing = Task { try await bank.wireframe.resume(after: "login") }
    await bank.turns()
    bank.server.answer("/a")
    _ = try await routing.value
    _ = try await passing.value
    #expect(bank.shown.first == "/")
  }

  @Test("A screen that fails before its placeholder was shown long enough is announced once")
  func announcedOnce() async throws {
    let bank = try await HeldBank(limits: RoutingLimits())
    bank.addPlaceholder(for: "/a")
    bank.slow = ["/a"]
    let task = Task { try await bank.wireframe.route(to: "/a") }
    await bank.placeholder(of: "/a")
    bank.server.answer("/a", with: Broken())
    #expect(await eventually { bank.failures == ["didFail /a providerFailed"] })
    await bank.wait(300)
    #expect(bank.failures == ["didFail /a providerFailed"])
    task.cancel()
    #expect(await code(task) == .cancelled)
  }

  @Test("A placeholder that the user leaves as its screen comes: watchers hear of one end")
  func leftAsScreenComes() async throws {
    let (bank, moving) = (try await HeldBank(limits: RoutingLimits()), Barrier())
    bank.addPlaceholder(for: "/a")
    bank.slow = ["/a"]
    let task = Task { try await bank.wireframe.route(to: "/a") }
    await bank.placeholder(of: "/a")
    await bank.wait(300)
    bank.host.before = moving
    bank.server.answer("/a")
    await moving.waitForArrivals()
    bank.host.before = nil
    try await bank.wireframe.back()
    #expect(await code(task) == .cancelled)
    moving.open()
    await bank.wireframe.settled()
    #expect(bank.failures == ["didFail /a cancelled"])
    #expect(!bank.recorder.events.contains("didRoute /a"))
    #expect(bank.shown == ["/"])
  }

  @Test("A refused placeholder that the host cannot take away: who waits gets the host's error")
  func brokenHostAtPlaceholder() async throws {
    let bank = try await HeldBank(limits: RoutingLimits())
    bank.addPlaceholder(for: "/x")
    bank.slow = ["/x"]
    let task = Task { try await bank.wireframe.route(to: "/x") }
    await bank.placeholder(of: "/x")
    await bank.wait(300)
    (bank.user, bank.host.isBroken) = (nil, true)
    bank.server.answer("/x")
    #expect(await code(task) == .presenterFailed)
    #expect(bank.failures == ["didFail /x presenterFailed"])
  }

  @Test("A spinner hears once that a routing takes long, though its guards and its screen do")
  func takesLongOnce() async throws {
    let (bank, spinner) = (try await HeldBank(limits: RoutingLimits()), Spinner())
    let (guarding, later) = (Barrier(), Barrier())
    bank.addPlaceholder(for: "/a")
    bank.wireframe.add(watcher: spinner)
    bank.slow = ["/a"]
    bank.wireframe.observe { _ in
      await guarding.pass()
      return .proceed
    }
    let task = Task { try await bank.wireframe.route(to: "/a") }
    await guarding.waitForArrivals()
    await bank.clock.waitForSleepers(1)
    await bank.wait(300)
    #expect(await eventually { spinner.log == ["observing"] })
    guarding.open()
    await bank.loading("/a")
    bank.wireframe.observe { _ in
      await later.pass()
      return .proceed
    }
    bank.server.answer("/a")
    await later.waitForArrivals()
    await bank.wait(300)
    later.open()
    _ = try await task.value
    #expect(spinner.log == ["observing"])
  }

  @Test("A spinner hears that a screen takes long below which a parent's placeholder comes")
  func takesLongAboveParent() async throws {
    let (bank, spinner) = (try await HeldBank(limits: RoutingLimits()), Spinner())
    bank.addPlaceholder(for: "/a")
    bank.wireframe.add(watcher: spinner)
    bank.slow = ["/a", "/a/1"]
    let task = Task { try await bank.wireframe.route(to: "/a/1", landing: .underParents) }
    await bank.loading("/a")
    await bank.clock.waitForSleepers(1)
    await bank.wait(300)
    await bank.loading("/a/1")
    await bank.wait(300)
    #expect(await eventually { spinner.log == ["providing the controller"] })
    for path in ["/a/1", "/a"] { bank.server.answer(path) }
    _ = try await task.value
  }

  @Test("A spinner hears that a screen takes long, also after the one above it has failed in time")
  func takesLongAfterFailure() async throws {
    let (bank, spinner) = (try await HeldBank(limits: RoutingLimits()), Spinner())
    for path in ["/x", "/y"] { try await bank.wireframe.route(to: path) }
    bank.user = nil
    try await bank.wireframe.reevaluate()
    bank.addPlaceholder(for: "/y")
    bank.wireframe.add(watcher: spinner)
    (bank.user, bank.slow) = ("A", ["/y"])
    let passing = Task { try await bank.wireframe.resume(after: "login") }
    await bank.loading("/y")
    bank.slow = ["/x"]
    bank.server.answer("/y", with: Broken())
    await bank.loading("/x")
    await bank.clock.waitForSleepers(1)
    await bank.wait(300)
    #expect(await eventually { spinner.log == ["providing the controller"] })
    bank.server.answer("/x")
    _ = try await passing.value
    #expect(bank.shown == ["/", "/x"])
  }

  @Test(
    "The screen of an open gate leaves, though who passed it gives up or is replaced while home comes",
    arguments: [false, true])
  func openGateLeaves(isReplaced: Bool) async throws {
    let bank = try await HeldBank(.latestWins, homeTags: ["login"])
    bank.wireframe.observe(tag: "login", priority: -1) {
      $0.urlText == "/y" ? .stop("closed today") : .proceed
    }
    bank.user = nil
    for path in ["/", "/y"] { try await bank.wireframe.route(to: path) }
    (bank.user, bank.slow) = ("A", ["/"])
    let passing = Task { try await bank.wireframe.resume(after: "login") }
    await bank.loading("/")
    bank.slow = []
    if isReplaced { bank.wireframe.enqueue("/nowhere") } else { passing.cancel() }
    guard case .passed(let summary) = try await passing.value else { throw Broken() }
    #expect(summary.outcome == .stopped(reason: "closed today"))
    await bank.wireframe.settled()
    #expect(bank.shown == ["/"])
  }

  @Test(
    "Home asks before it takes the place of an open gate's screen, though who passed it gives up")
  func openGateAsksAfterCancelling() async throws {
    final class Requests: RoutingProgressWatcher {
      private(set) var texts: [String?] = []
      func didBegin(_ routing: RoutingProgress) { texts.append(routing.request?.urlText) }
    }
    let (bank, requests) = (try await HeldBank(homeTags: ["login"]), Requests())
    bank.wireframe.add(watcher: requests)
    var asked: [String] = []
    bank.wireframe.observeLeaving { [unowned bank] leaving in
      if bank.slow.isEmpty { asked.append(leaving.from?.urlText ?? "") }
      return .leave
    }
    bank.user = nil
    try await bank.wireframe.route(to: "/")
    (bank.user, bank.slow) = ("A", ["/"])
    let passing = Task { try await bank.wireframe.resume(after: "login") }
    await bank.loading("/")
    bank.slow = []
    passing.cancel()
    #expect(await code(passing) == .cancelled)
    await bank.wireframe.settled()
    #expect(bank.shown == ["/"])
    #expect(asked == ["/login"])
    #expect(!requests.texts.contains(""))
  }

  @Test("The screen of an open gate leaves, though what the lock has kept of its request fails")
  func openGateLeavesBelowLock() async throws {
    let bank = try await HeldBank(isLockable: true)
    bank.user = nil
    try await bank.wireframe.route(to: "/x")
    (bank.user, bank.slow) = ("A", ["/x"])
    let passing = Task { try await bank.wireframe.resume(after: "login") }
    await bank.loading("/x")
    bank.isUnlocked = false
    bank.lock.cover()
    bank.server.answer("/x")
    _ = try await passing.value
    (bank.isUnlocked, bank.slow, bank.broken) = (true, [], ["/x"])
    let error = try await failure { try await bank.wireframe.resume(after: bank.lock) }
    #expect(error.code == .providerFailed)
    #expect(bank.host.cover == nil)
    #expect(bank.shown == ["/"])
  }

  @Test("If the screens that a gate kept fail, and the request above them, too, both are announced")
  func twoFailures() async throws {
    let bank = try await HeldBank()
    try await bank.wireframe.route(to: "/x")
    bank.user = nil
    try await bank.wireframe.reevaluate()
    try await bank.wireframe.route(to: "/y")
    (bank.user, bank.broken) = ("A", ["/x", "/y"])
    let error = try await failure { try await bank.wireframe.resume(after: "login") }
    #expect(error.urlText == "/x")
    #expect(bank.recorder.errors.map(\.urlText) == ["/y", "/x"])
  }

  @Test("If what a login has kept fails, and home in its place, too, the first failure is thrown")
  func homeFailsInPlaceOfLogin() async throws {
    let bank = try await HeldBank(homeTags: ["login"])
    bank.user = nil
    try await bank.wireframe.route(to: "/x")
    #expect(bank.shown == ["/login"])
    bank.wireframe.observe {
      if $0.urlText == "/x" { throw Broken() }
      return .proceed
    }
    (bank.user, bank.broken) = ("A", ["/"])
    let error = try await failure { try await bank.wireframe.resume(after: "login") }
    #expect(error.code == .observerFailed)
    #expect(error.urlText == "/x")
  }

  @Test("What fails as a lock opens is announced, though what the lock has kept fails, too")
  func twoFailuresOfLock() async throws {
    let bank = try await HeldBank(isLockable: true)
    try await bank.wireframe.route(to: "/b")
    bank.wireframe.observe {
      if $0.urlText == "/b" { throw Broken() }
      return .proceed
    }
    bank.isUnlocked = false
    bank.lock.cover()
    _ = try await bank.wireframe.reevaluate()
    bank.broken = ["/a"]
    try await bank.wireframe.route(to: "/a")
    bank.isUnlocked = true
    _ = try await failure { try await bank.wireframe.resume(after: bank.lock) }
    let codes = bank.recorder.errors.map(\.code.rawValue).sorted()
    #expect(codes == ["observerFailed", "providerFailed"])
  }

  @Test("A home that fails as a lock opens is announced, though what has waited failed, too")
  func homeFailsBelowLock() async throws {
    let bank = try await HeldBank(isLockable: true)
    bank.isUnlocked = false
    bank.lock.cover()
    _ = try await bank.wireframe.reevaluate()
    bank.wireframe.observe { _ in throw Broken() }
    bank.isUnlocked = true
    _ = try await failure { try await bank.wireframe.resume(after: bank.lock) }
    #expect(bank.recorder.errors.map(\.code) == [.observerFailed, .observerFailed])
  }

  @Test("Of two failures of what waits for a lock, one is thrown, and the other is announced")
  func twoFailuresBelowLock() async throws {
    let bank = try await HeldBank(isLockable: true)
    try await bank.wireframe.route(to: "/b")
    bank.user = nil
    try await bank.wireframe.route(to: "/x")
    bank.wireframe.observe {
      if $0.urlText == "/b" { throw Broken() }
      return .proceed
    }
    bank.isUnlocked = false
    bank.lock.cover()
    (bank.user, bank.broken) = ("A", ["/x"])
    _ = try await bank.wireframe.resume(after: "login")
    _ = try await bank.wireframe.reevaluate()
    bank.isUnlocked = true
    let error = try await failure { try await bank.wireframe.resume(after: bank.lock) }
    #expect(error.code == .providerFailed)
    #expect(bank.recorder.errors.map(\.code) == [.observerFailed, .providerFailed])
  }

  @Test("A screen that comes before its placeholder does is announced as any other")
  func broughtBeforePlaceholder() async throws {
    let limits = RoutingLimits(provide: nil, present: nil, placeholder: .zero)
    let (bank, moving) = (try await HeldBank(limits: limits), Barrier())
    bank.addPlaceholder(for: "/a/:id")
    try await bank.wireframe.route(to: "/a")
    (bank.slow, bank.host.before, bank.recorder.events) = (["/a/1"], moving, [])
    let task = Task { try await bank.wireframe.route(to: "/a/1", landing: .underParents) }
    await moving.waitForArrivals()
    let route = try Route("/a/1", matching: "/a/:id")
    try bank.host.performAsUser(.push(Screen("Brought"), route: route, option: Push.push))
    moving.open()
    #expect(try await task.value.controller?.description == "Brought")
    let events = bank.recorder.events.filter { !$0.hasPrefix("decide") }
    #expect(events == ["willPresent /a/1", "didRoute /a/1"])
  }

  @Test("The caller of a screen whose placeholder comes as the window closes is told")
  func closedAtPlaceholder() async throws {
    let limits = RoutingLimits(provide: nil, present: nil, placeholder: .zero)
    let (bank, moved) = (try await HeldBank(limits: limits), Barrier())
    bank.addPlaceholder(for: "/a")
    (bank.slow, bank.host.after) = (["/a"], moved)
    let call = Task { try await bank.wireframe.route(to: "/a") }
    await moved.waitForArrivals()
    bank.wireframe.close()
    moved.open()
    #expect(await code(call) == .cancelled)
  }

  @Test("A lock that is asked opens, whatever comes meanwhile, also where the latest one wins")
  func latestWhileLockIsAsked() async throws {
    let (bank, asked) = (try await HeldBank(.latestWins), Barrier())
    let lock = Gate(at: "/locked", covers: true) {
      await asked.pass()
      return true
    }
    try await bank.wireframe.add(lock: lock)
    lock.cover()
    let unlocking = Task { try await bank.wireframe.resume(after: lock) }
    await asked.waitForArrivals()
    let link = Task { try await bank.wireframe.route(to: "/a") }
    await bank.turns()
    asked.open()
    _ = try await unlocking.value
    _ = try await link.value
    #expect(bank.host.cover == nil)
    #expect(bank.shown == ["/", "/a"])
  }

  @Test("latestWins: a lock opens, whatever comes, also while a reevaluation has its turn")
  func latestWhileOpeningIsInterrupted() async throws {
    let (bank, asked) = (try await HeldBank(.latestWins, isLockable: true), Barrier())
    bank.isUnlocked = false
    bank.lock.cover()
    try await bank.wireframe.route(to: "/b")
    #expect(try await bank.wireframe.reevaluate().isDeferred)
    bank.wireframe.observe { _ in
      await asked.pass()
      return .proceed
    }
    bank.isUnlocked = true
    let unlocking = Task { try await bank.wireframe.resume(after: bank.lock) }
    await asked.waitForArrivals(1)
    let reevaluation = Task { try await bank.wireframe.reevaluate() }
    await asked.waitForArrivals(2)
    let link = Task { try await bank.wireframe.route(to: "/a") }
    #expect(await bank.wireframe.isAwaited(by: 1))
    asked.open()
    _ = try await unlocking.value
    _ = try await reevaluation.value
    _ = try await link.value
    #expect(bank.host.cover == nil)
    #expect(bank.shown == ["/", "/b", "/a"])
  }

  @Test("latestWins: a double tap on a login brings what that has kept")
  func doubleTapOnLogin() async throws {
    let bank = try await HeldBank(.latestWins)
    bank.user = nil
    try await bank.wireframe.route(to: "/x")
    (bank.user, bank.slow) = ("A", ["/x"])
    let first = Task { try await bank.wireframe.resume(after: "login") }
    await bank.loading("/x")
    let second = Task { try await bank.wireframe.resume(after: "login") }
    await bank.turns()
    bank.server.answer("/x")
    guard case .passed = try await first.value, case .nothingKept = try await second.value else {
      throw Broken()
    }
    #expect(bank.shown == ["/", "/x"])
  }

  @Test("A window that closes while its lock opens stays covered")
  func closedAsLockOpens() async throws {
    let (bank, asked) = (try await HeldBank(isLockable: true), Barrier())
    bank.isUnlocked = false
    bank.lock.cover()
    #expect(try await bank.wireframe.reevaluate().isDeferred)
    bank.wireframe.observe { _ in
      await asked.pass()
      return .proceed
    }
    bank.isUnlocked = true
    let unlocking = Task { try await bank.wireframe.resume(after: bank.lock) }
    await asked.waitForArrivals()
    bank.wireframe.close()
    asked.open()
    _ = await unlocking.result
    #expect(bank.host.cover != nil)
  }

  @Test("A caller is told if the window closes while a lock opens, and what passes its gate loads")
  func closedAsGateIsPassed() async throws {
    let bank = try await HeldBank(limits: RoutingLimits(), isLockable: true)
    bank.user = nil
    let asking = Task { try await bank.wireframe.answer(to: "/x", as: Int.self) }
    #expect(await eventually { bank.shown == ["/", "/login"] })
    await bank.wireframe.settled()
    bank.isUnlocked = false
    bank.lock.cover()
    (bank.user, bank.slow) = ("A", ["/x"])
    _ = try await bank.wireframe.resume(after: "login")
    bank.isUnlocked = true
    let unlocking = Task { try await bank.wireframe.resume(after: bank.lock) }
    await bank.loading("/x")
    bank.wireframe.close()
    #expect(await eventually { bank.server.cancelledCount == 1 })
    bank.server.answer("/x")
    let error = try await failure { try await asking.value }
    #expect(error.description == "The wireframe is closed. Make another one for another window.")
    _ = await unlocking.result
  }

  @Test(
    "Who gives up, or whose window closes, does not wait for the guards that a sign-out asks",
    arguments: [false, true])
  func givenUpWithoutTurn(isClosed: Bool) async throws {
    let (bank, guarding) = (try await HeldBank(), Barrier())
    bank.slow = ["/a"]
    let call = Task { try await bank.wireframe.route(to: "/a") }
    await bank.loading("/a")
    bank.wireframe.observe { _ in
      await guarding.pass()
      return .proceed
    }
    let signOut = Task { try await bank.wireframe.reevaluate() }
    await guarding.waitForArrivals()
    bank.server.answer("/a")
    await bank.turns()
    if isClosed { bank.wireframe.close() } else { call.cancel() }
    var hasEnded = false
    Task {
      _ = await call.result
      hasEnded = true
    }
    #expect(await eventually { hasEnded })
    guarding.open()
    #expect(await code(call) == .cancelled)
    _ = try await signOut.value
    #expect(bank.shown == ["/"])
  }

  @Test("A question that fails at a limit is over: its late screen is not asked again")
  func askedAgainAfterLimit() async throws {
    let limits = RoutingLimits(provide: nil, present: .seconds(30), placeholder: nil)
    let (bank, moved) = (try await HeldBank(limits: limits), Barrier())
    bank.host.after = moved
    let first = Task { try await bank.wireframe.answer(to: "/a", as: Int.self) }
    await moved.waitForArrivals()
    await bank.clock.waitForSleepers(1)
    await bank.wait(30_000)
    #expect(await code(first) == .timedOut)
    moved.open()
    var answers: [Int?] = []
    let second = Task { answers.append(try await bank.wireframe.answer(to: "/a", as: Int.self)) }
    await bank.turns()
    await bank.wireframe.settled()
    #expect(bank.shown == ["/", "/a", "/a"])
    try await bank.wireframe.back()
    #expect(await eventually { answers == [nil] })
    second.cancel()
    _ = await second.result
  }

  @Test("Of two locks that are added at once, the screen of the one that came is never off")
  func twoLocks() async throws {
    let bank = try await HeldBank()
    bank.slow = ["/locked"]
    let adding = Task { _ = try await bank.wireframe.add(lock: bank.lock) }
    await bank.loading("/locked")
    bank.broken = ["/b"]
    let other = Gate(at: "/b", covers: true) { true }
    #expect(try await failure { try await bank.wireframe.add(lock: other) }.code == .providerFailed)
    bank.server.answer("/locked")
    try await adding.value
    bank.slow = []
    bank.wireframe.switches.disable(.pattern("/locked"))
    #expect(try await bank.wireframe.controller(for: "/locked").description == "/locked")
  }

  @Test("Who gives up a sign-out for good while guards are asked has changed nothing")
  func cancelledSignOut() async throws {
    let (bank, guarding) = (try await HeldBank(), Barrier())
    bank.user = nil
    try await bank.wireframe.route(to: "/x")
    bank.wireframe.observe { _ in
      await guarding.pass()
      return .proceed
    }
    let call = Task { try await bank.wireframe.reevaluate(keeping: .nothing) }
    await guarding.waitForArrivals()
    call.cancel()
    guarding.open()
    #expect(await code(call) == .cancelled)
    #expect(bank.shown == ["/", "/login"])
    #expect(bank.wireframe.keptRequestCount == 1)
  }

  @Test(
    "Who gives up when screens have left: the gate keeps them, and is shown",
    arguments: [false, true])
  func cancelledReevaluation(isLoading: Bool) async throws {
    let (bank, moving) = (try await HeldBank(), Barrier())
    try await bank.wireframe.route(to: "/x", option: .root)
    try await bank.wireframe.route(to: "/y")
    bank.user = nil
    if isLoading { bank.slow = ["/login"] } else { bank.host.after = moving }
    let call = Task { try await bank.wireframe.reevaluate() }
    if isLoading { await bank.loading("/login") } else { await moving.waitForArrivals() }
    call.cancel()
    moving.open()
    bank.server.answer("/login")
    #expect(try await call.value.refused.map(\.urlText) == ["/x", "/y"])
    #expect(bank.shown == ["/login"])
    #expect(bank.wireframe.keptRequestCount == 1)
  }

  @Test(
    "Home comes in place of another user's screens, though the routing is given up or replaced",
    arguments: [false, true], [false, true])
  func cancelledAtHome(isReplaced: Bool, isLockable: Bool) async throws {
    let bank = try await HeldBank(.latestWins, isLockable: isLockable)
    try await bank.wireframe.route(to: "/x", option: .root)
    (bank.user, bank.slow) = ("B", ["/"])
    let call = Task { try await bank.wireframe.route(to: "/a") }
    await bank.loading("/")
    bank.slow = []
    if isReplaced { bank.wireframe.enqueue("/nowhere") } else { call.cancel() }
    #expect(await code(call) == .cancelled)
    await bank.wireframe.settled()
    #expect(bank.shown == ["/"])
  }

  @Test("Home comes in place of another user's only screen of a tab without a stack, too")
  func cancelledAtHomeOfTab() async throws {
    let bank = try await HeldBank()
    try await bank.wireframe.route(to: "/x")
    let entry = try #require(bank.host.state.top)
    let alone = NavigationState<Screen>.Stack(name: "Alone", entries: [entry], canPush: false)
    try await bank.host.perform(
      NavigationOperation { state in
        state.layers = [.init(id: NavigationEntryID(), kind: .tabs, stacks: [alone])]
      }, animated: false)
    (bank.user, bank.slow) = ("B", ["/"])
    let call = Task { try await bank.wireframe.route(to: "/a") }
    await bank.loading("/")
    bank.slow = []
    call.cancel()
    #expect(await code(call) == .cancelled)
    await bank.wireframe.settled()
    #expect(bank.shown == ["/"])
  }

  @Test("What is restored while the user signs out does not stay on screen")
  func restoredAtSignOut() async throws {
    let (bank, moving) = (try await HeldBank(), Barrier())
    try await bank.wireframe.route(to: "/x")
    let saved = try bank.wireframe.savedState()
    try await bank.wireframe.back()
    bank.host.before = moving
    let restoring = Task { try await bank.wireframe.restore(saved, trusting: true) }
    await moving.waitForArrivals()
    bank.user = nil
    let call = Task { try await bank.wireframe.reevaluate() }
    await tasksHaveBegun()
    moving.open()
    _ = try await restoring.value
    #expect(try await call.value.refused.map(\.urlText) == ["/x"])
    #expect(bank.shown == ["/", "/login"])
  }

  @Test("Signed out for good as the gate's screen comes, a restoration has left out the rest")
  func signedOutAsGateComes() async throws {
    let (bank, moving) = (try await HeldBank(), Barrier())
    try await bank.wireframe.route(to: "/x")
    let saved = try bank.wireframe.savedState()
    (bank.user, bank.slow) = (nil, ["/login"])
    let restoring = Task { try await bank.wireframe.restore(saved, trusting: true) }
    await bank.loading("/login")
    bank.host.before = moving
    bank.server.answer("/login")
    await moving.waitForArrivals()
    let call = Task { try await bank.wireframe.reevaluate(keeping: .nothing) }
    await tasksHaveBegun()
    moving.open()
    let report = try await restoring.value
    #expect(report.keptCount == 0)
    #expect(report.omitted == ["/x"])
    _ = try await call.value
  }

  @Test("What is restored as a lock opens, while the user signs out, does not stay on screen")
  func restoredAtSignOutAsLockOpens() async throws {
    let (bank, moving) = (try await HeldBank(isLockable: true), Barrier())
    try await bank.wireframe.route(to: "/x")
    let saved = try bank.wireframe.savedState()
    try await bank.wireframe.back()
    bank.isUnlocked = false
    bank.lock.cover()
    try await bank.wireframe.restore(saved, trusting: true)
    (bank.isUnlocked, bank.host.before) = (true, moving)
    let opening = Task { try await bank.wireframe.resume(after: bank.lock) }
    await moving.waitForArrivals()
    bank.user = nil
    let call = Task { try await bank.wireframe.reevaluate() }
    await bank.turns()
    moving.open()
    _ = try await opening.value
    #expect(try await call.value.refused.map(\.urlText) == ["/x"])
    #expect(bank.shown == ["/", "/login"])
  }

  @Test("A lock that opens shows nothing before a sign-out that has taken its turn is done")
  func opensAfterSignOut() async throws {
    let (bank, first, second) = (try await HeldBank(isLockable: true), Barrier(), Barrier())
    bank.isUnlocked = false
    bank.lock.cover()
    #expect(try await bank.wireframe.reevaluate().isDeferred)
    var count = 0
    bank.wireframe.observe { _ in
      count += 1
      await (count == 1 ? first : second).pass()
      return .proceed
    }
    bank.isUnlocked = true
    let unlocking = Task { try await bank.wireframe.resume(after: bank.lock) }
    await first.waitForArrivals()
    let signOut = Task { try await bank.wireframe.reevaluate() }
    await second.waitForArrivals()
    first.open()
    #expect(await eventually { first.passed > 0 })
    await bank.turns()
    #expect(bank.host.cover != nil)
    second.open()
    _ = try await signOut.value
    _ = try await unlocking.value
    #expect(bank.host.cover == nil)
  }

  @Test("A lock that opens shows nothing before the second of two sign-outs in a row, either")
  func opensAfterTwoSignOuts() async throws {
    let (bank, first, second, third) = (
      try await HeldBank(isLockable: true), Barrier(), Barrier(), Barrier()
    )
    bank.isUnlocked = false
    bank.lock.cover()
    #expect(try await bank.wireframe.reevaluate().isDeferred)
    var count = 0
    bank.wireframe.observe { _ in
      count += 1
      await [first, second, third][min(count, 3) - 1].pass()
      return .proceed
    }
    bank.isUnlocked = true
    let unlocking = Task { try await bank.wireframe.resume(after: bank.lock) }
    await first.waitForArrivals()
    let signOuts = Task { for _ in 0..<2 { _ = try await bank.wireframe.reevaluate() } }
    await second.waitForArrivals()
    first.open()
    #expect(await eventually { first.passed > 0 })
    await bank.turns()
    second.open()
    await third.waitForArrivals()
    await bank.turns()
    #expect(bank.host.cover != nil)
    third.open()
    try await signOuts.value
    _ = try await unlocking.value
    #expect(bank.host.cover == nil)
  }

  @Test("A lock that closes as it opens, and opens again, shows nothing before a sign-out is done")
  func opensAgainDuringSignOut() async throws {
    let (bank, asking) = (try await HeldBank(isLockable: true), Barrier())
    try await bank.wireframe.route(to: "/x")
    bank.isUnlocked = false
    bank.lock.cover()
    bank.user = nil
    #expect(try await bank.wireframe.reevaluate().isDeferred)
    bank.wireframe.observe { _ in
      await asking.pass()
      return .proceed
    }
    bank.isUnlocked = true
    let unlocking = Task { try await bank.wireframe.resume(after: bank.lock) }
    await asking.waitForArrivals()
    bank.lock.cover()
    try await bank.wireframe.resume(after: bank.lock)
    #expect(bank.host.cover != nil)
    asking.open()
    _ = try await unlocking.value
    #expect(bank.host.cover == nil)
    #expect(bank.shown == ["/", "/login"])
  }

  @Test("All screens come back after the login, though a lock closes while that loads")
  func closesWhileLoginLoads() async throws {
    let bank = try await HeldBank(homeTags: ["login"], isLockable: true)
    for path in ["/", "/x"] { try await bank.wireframe.route(to: path) }
    (bank.user, bank.slow) = (nil, ["/login"])
    let signOut = Task { try await bank.wireframe.reevaluate() }
    await bank.loading("/login")
    bank.isUnlocked = false
    bank.lock.cover()
    bank.server.answer("/login")
    _ = try await signOut.value
    (bank.isUnlocked, bank.slow) = (true, [])
    try await bank.wireframe.resume(after: bank.lock)
    #expect(bank.shown == ["/login"])
    bank.user = "A"
    try await bank.wireframe.resume(after: "login")
    #expect(bank.shown == ["/", "/x"])
  }

  @Test(
    "A screen that got ready below a lock, and a sign-out there: it comes by its gate, or not at all",
    arguments: [KeepingRule.screens, .nothing])
  func readyBelowLock(rule: KeepingRule) async throws {
    let bank = try await HeldBank(limits: RoutingLimits(), isLockable: true)
    let (guarding, moving) = (Barrier(), Barrier())
    bank.addPlaceholder(for: "/x")
    bank.slow = ["/x"]
    let call = Task { try await bank.wireframe.route(to: "/x") }
    await bank.placeholder(of: "/x")
    await bank.wait(300)
    bank.wireframe.observe(tag: "login") { _ in
      await guarding.pass()
      return .proceed
    }
    bank.server.answer("/x")
    await guarding.waitForArrivals()
    bank.isUnlocked = false
    bank.lock.cover()
    guarding.open()
    await bank.wireframe.settled()
    #expect(bank.shown == ["/", "Loading"])
    bank.user = nil
    #expect(try await bank.wireframe.reevaluate(keeping: rule).isDeferred)
    (bank.isUnlocked, bank.host.before) = (true, moving)
    let unlocking = Task { try await bank.wireframe.resume(after: bank.lock) }
    await moving.waitForArrivals()
    await bank.turns()
    (bank.host.before, bank.slow) = (nil, [])
    moving.open()
    _ = try await unlocking.value
    #expect(await code(call) == .cancelled)
    await bank.wireframe.settled()
    #expect(bank.shown == ["/"] + (rule == .screens ? ["/login"] : []))
    bank.user = "A"
    try await bank.wireframe.resume(after: "login")
    #expect(bank.shown == ["/"] + (rule == .screens ? ["/x"] : []))
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("A screen that gets ready while a lock opens onto a sign-out brings up no login")
  func readyWhileLockOpens() async throws {
    let bank = try await HeldBank(limits: RoutingLimits(), isLockable: true)
    let moving = Barrier()
    bank.addPlaceholder(for: "/x")
    bank.slow = ["/x"]
    let call = Task { try await bank.wireframe.route(to: "/x") }
    await bank.placeholder(of: "/x")
    await bank.wait(300)
    (bank.isUnlocked, bank.user) = (false, nil)
    bank.lock.cover()
    #expect(try await bank.wireframe.reevaluate(keeping: .nothing).isDeferred)
    (bank.isUnlocked, bank.host.before) = (true, moving)
    let unlocking = Task { try await bank.wireframe.resume(after: bank.lock) }
    await moving.waitForArrivals()
    bank.server.answer("/x")
    await bank.turns()
    bank.host.before = nil
    moving.open()
    _ = try await unlocking.value
    #expect(await code(call) == .cancelled)
    await bank.wireframe.settled()
    #expect(bank.shown == ["/"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  #if DEBUG
    @Test("A gate's screen that cannot be presented leaves no listener on the host")
    func noListeners() async throws {
      let bank = try await HeldBank()
      (bank.user, bank.host.isBroken) = (nil, true)
      for _ in 0..<50 { _ = try? await bank.wireframe.route(to: "/x") }
      bank.host.isBroken = false
      let count = try await steps { try await bank.wireframe.route(to: "/a") }
      #expect(count < 50)
    }
  #endif

  @Test(
    "Given up or replaced, and interrupted by a sign-out: one end, and nothing is shown",
    arguments: [false, true])
  func interrupted(isReplaced: Bool) async throws {
    let bank = try await HeldBank(isReplaced ? .latestWins : .firstComeFirstServed)
    try await bank.wireframe.route(to: "/y")
    bank.slow = ["/x", "/login"]
    let call = Task { try await bank.wireframe.route(to: "/x") }
    await bank.loading("/x")
    bank.user = nil
    let signOut = Task { try await bank.wireframe.reevaluate() }
    await bank.loading("/login")
    bank.recorder.events = []
    if isReplaced { bank.wireframe.enqueue("/b") } else { call.cancel() }
    for path in ["/x", "/login"] { bank.server.answer(path) }
    #expect(await code(call) == .cancelled)
    _ = try await signOut.value
    await bank.wireframe.settled()
    #expect(!bank.recorder.events.contains("willPresent /x"))
    #expect(bank.failures == ["didFail /x cancelled"])
    #expect(bank.shown == ["/", isReplaced ? "/b" : "/login"])
  }

  @Test(
    "No empty tab is left if a restoration is given up, or fails, while its gate's screen is made",
    arguments: [false, true])
  func restorationWithoutGate(isCancelled: Bool) async throws {
    let (tree, login) = (NavigationTree<Screen>(tabs: ["Home", "Mine"]), Barrier())
    let isIn = OpenState()
    let wireframe = Wireframe<Screen>(home: "/", defaultOption: .push, limits: .none)
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", place: .tab("Home")) { _ in Screen("Home") }
    try wireframe.register("/mine", tags: ["login"], place: .tab("Mine")) { _ in Screen("Mine") }
    try wireframe.register("/login", option: .modal) { _ in
      await login.pass()
      if !isCancelled { throw Broken(what: "login") }
      return Screen("Log in")
    }
    wireframe.add(gate: Gate(at: "/login") { isIn.isSet }, for: "login")
    isIn.isSet = true
    for path in ["/", "/mine"] { try await wireframe.route(to: path) }
    let saved = try wireframe.savedState()
    isIn.isSet = false
    let restoring = Task { try await wireframe.restore(saved, trusting: true) }
    await login.waitForArrivals()
    if isCancelled { restoring.cancel() }
    login.open()
    #expect(await code(restoring) == (isCancelled ? .cancelled : .providerFailed))
    await wireframe.settled()
    #expect(tree.state.shown.map { "\($0.controller)" } == ["Home"])
  }

  @Test("A question ends that shares another one's screen, if the user leaves it during the move")
  func sharedScreenLeaves() async throws {
    let (bank, moving, hasEnded) = (try await HeldBank(), Barrier(), OpenState())
    let first = Task { try await bank.wireframe.answer(to: "/a", as: Int.self) }
    #expect(await eventually { bank.shown == ["/", "/a"] })
    await bank.wireframe.settled()
    bank.host.after = moving
    let second = Task {
      defer { hasEnded.isSet = true }
      return try await bank.wireframe.answer(to: "/a", as: Int.self)
    }
    await moving.waitForArrivals()
    try bank.host.performAsUser(.pop(to: #require(bank.host.state.entries.first).id))
    moving.open()
    #expect(await eventually { hasEnded.isSet })
    bank.wireframe.close()
    #expect(try await first.value == nil)
    #expect(try await second.value == nil)
  }

  @Test(
    "Who gives up a question at a gate whose screen cannot leave hears of it; the gate passes all the same"
  )
  func brokenHostAtGate() async throws {
    let bank = try await HeldBank()
    bank.user = nil
    let asking = Task { try await bank.wireframe.answer(to: "/x", as: Int.self) }
    #expect(await eventually { bank.shown == ["/", "/login"] })
    await bank.wireframe.settled()
    bank.host.isBroken = true
    asking.cancel()
    #expect(await code(asking) == .cancelled)
    #expect(bank.wireframe.keptRequestCount == 0)
    (bank.host.isBroken, bank.user) = (false, "A")
    try await bank.wireframe.resume(after: "login")
    #expect(bank.shown == ["/"])
  }
}
