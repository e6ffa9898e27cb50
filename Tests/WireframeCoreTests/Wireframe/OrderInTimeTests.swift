import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// Queue, re-entrancy, cancellation and limits.
@MainActor
@Suite(.onEverySystem, .hangsNever)
struct OrderInTimeTests {
  @Test("Routings never overlap: first come, first served")
  func routingsNeverOverlap() async throws {
    let shop = try await Shop()
    var running = 0
    var order: [Int] = []
    try shop.wireframe.register("/:n<int>") { route in
      running += 1
      #expect(running == 1)
      await Task.yield()
      await Task.yield()
      running -= 1
      order.append(try route["n"])
      return Screen("")
    }
    let routings = (0..<200).map { number in
      Task { try await shop.wireframe.route(to: "/\(number)") }
    }
    for routing in routings { _ = try await routing.value }
    #expect(order == Array(0..<200))
    #expect(shop.shown.count == 201)
  }

  @Test("What is enqueued runs in the order of the calls, behind what waits already")
  func enqueuedRoutingsKeepTheirOrder() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.register("/slow", behind: gate)
    try shop.register("/a", "/b", "/c")
    let first = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    shop.wireframe.enqueue("/a")
    shop.wireframe.enqueue("/b", option: .modal)
    gate.open()
    _ = try await first.value
    try await shop.wireframe.route(to: "/c")
    #expect(shop.shown == ["root", "/slow", "/a", "/c"])
    #expect(
      shop.recorder.events.filter { $0.hasPrefix("didRoute") }
        == ["didRoute /slow", "didRoute /a", "didRoute /b", "didRoute /c"])
  }

  @Test("An enqueued request that fails is reported to the observers, and the queue goes on")
  func enqueuedFailuresAreTold() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    shop.wireframe.enqueue("/nowhere")
    shop.wireframe.enqueue("/x//y")
    try await shop.wireframe.route(to: "/a")
    #expect(shop.recorder.errors.map(\.code) == [.noRoute, .rejected])
    #expect(shop.shown == ["root", "/a"])
  }

  @Test(
    "Awaiting the wireframe from a role is the error reentrant, which names the stage",
    arguments: ["observing", "settling the option", "providing the controller", "presenting"],
    [RoutingLimits.none, RoutingLimits(decide: .seconds(9))])
  func reentrancyIsAnError(stage: String, limits: RoutingLimits) async throws {
    let shop = try await Shop(limits: limits, clock: ManualClock())
    try shop.register("/a", "/b")
    shop.wireframe.add(observer: Reentrant(stage, shop.wireframe))
    shop.wireframe.add(optionProvider: Reentrant(stage, shop.wireframe))
    shop.wireframe.add(provider: Reentrant(stage, shop.wireframe), priority: 1)
    shop.wireframe.add(presenter: Reentrant(stage, shop.wireframe))
    let error = try await shop.failure("/a")
    #expect(error.code == .reentrant)
    #expect(error.urlText == "/a")
    #expect(
      error.description == """
        A role awaited its own wireframe while \(stage) for '/a'; both would wait forever. \
        Call 'router.enqueue(…)' instead: it runs after the current routing.
        """)
    try await shop.wireframe.route(to: "/b", option: .modal)
    #expect(shop.shown == ["root", "/b"])
  }

  @Test(
    "resume, controller(for:), reevaluate and restore are re-entrant, too, with limits and without",
    arguments: ["resume", "controller", "reevaluate", "restore"],
    [RoutingLimits.none, RoutingLimits(decide: .seconds(9))])
  func otherCallsAreReentrant(call: String, limits: RoutingLimits) async throws {
    let shop = try await Shop(limits: limits, clock: ManualClock())
    try shop.register("/a", "/b", "/login")
    let login = Barrier()
    try shop.wireframe.observe(under: "/a") { _ in
      login.isOpen ? .proceed : .redirect(to: "/login", resuming: .newest)
    }
    try await shop.wireframe.route(to: "/a")
    login.open()
    let saved = try shop.wireframe.savedState()
    try shop.wireframe.handle("/act") { _ in
      switch call {
      case "resume": _ = try await shop.wireframe.resume()
      case "controller": _ = try await shop.wireframe.controller(for: "/b")
      case "restore": _ = try await shop.wireframe.restore(saved)
      default: _ = try await shop.wireframe.reevaluate()
      }
    }
    let error = try await shop.failure("/act")
    #expect(error.code == .reentrant)
    #expect(error.description.contains("while handling"))
    #expect(try await shop.wireframe.resume()?.route.pattern == "/a")
  }

  @Test(
    "A role of a plan that a stage awaits cannot await its wireframe, either",
    arguments: [RoutingLimits.none, RoutingLimits(decide: .seconds(9))])
  func reentrantInPlan(limits: RoutingLimits) async throws {
    let shop = try await Shop(limits: limits, clock: ManualClock())
    try shop.register("/a", "/b", "/c")
    var code: RoutingError.Code?
    shop.wireframe.observe { [unowned wireframe = shop.wireframe] route in
      if route.isDryRun {
        code = try await failure { try await wireframe.route(to: "/c") }.code
      } else if route.pattern == "/a" {
        _ = await wireframe.plan("/b")
      }
      return .proceed
    }
    let routing = Task { try await shop.wireframe.route(to: "/a") }
    #expect(await eventually { code == .reentrant })
    routing.cancel()
    _ = await routing.result
  }

  @Test(
    "The provider of a lock that a stage adds cannot await the wireframe, either",
    arguments: [RoutingLimits.none, RoutingLimits(decide: .seconds(9), provide: .seconds(9))])
  func reentrantInLock(limits: RoutingLimits) async throws {
    let shop = try await Shop(limits: limits, clock: ManualClock())
    try shop.register("/a", "/b")
    var code: RoutingError.Code?
    try shop.wireframe.register("/locked") { [unowned wireframe = shop.wireframe] _ in
      code = try await failure { try await wireframe.route(to: "/b") }.code
      return Screen("Locked")
    }
    shop.wireframe.observe { [unowned wireframe = shop.wireframe] route in
      if route.pattern == "/a" {
        try await wireframe.add(lock: Gate(at: "/locked", covers: true) { true })
      }
      return .proceed
    }
    let routing = Task { try await shop.wireframe.route(to: "/a") }
    #expect(await eventually { code == .reentrant })
    routing.cancel()
    _ = await routing.result
  }

  @Test("A role that a reevaluation asks cannot await its wireframe, either")
  func reentrantInReevaluation() async throws {
    let (shop, isArmed) = (try await Shop(), OpenState())
    try shop.register("/a", "/b")
    try await shop.wireframe.route(to: "/a")
    var code: RoutingError.Code?
    shop.wireframe.observe { [unowned wireframe = shop.wireframe] _ in
      if isArmed.isSet {
        isArmed.isSet = false
        code = try await failure { try await wireframe.route(to: "/b") }.code
      }
      return .proceed
    }
    isArmed.isSet = true
    let asking = Task { try await shop.wireframe.reevaluate() }
    #expect(await eventually { code == .reentrant })
    asking.cancel()
    _ = await asking.result
  }

  @Test(
    "A routing that is superseded while nothing awaits its stage ends as soon as the stage does")
  func supersededBetweenStages() async throws {
    let shop = try await Shop(policy: .latestWins)
    var later: Task<RoutingResult<Screen>, any Error>?
    try shop.wireframe.register("/a") { _ in
      // It asks for its place in the queue in a task of its own, while this stage still runs.
      later = Task { try await shop.wireframe.route(to: "/b") }
      await tasksHaveBegun()
      return Screen("a")
    }
    try shop.register("/b")
    let error = try await shop.failure("/a")
    #expect(error.code == .cancelled)
    #expect(try await later?.value.outcome == .presented)
    #expect(shop.shown == ["root", "/b"])
    #expect(!shop.recorder.events.contains("willPresent /a"))
  }

  @Test("A task that a role starts is not the role: it waits for its turn")
  func tasksOfARoleAreNotReentrant() async throws {
    let shop = try await Shop()
    try shop.register("/b")
    var later: Task<Void, any Error>?
    try shop.wireframe.register("/a") { _ in
      later = Task { try await shop.wireframe.route(to: "/b") }
      return Screen("/a")
    }
    try await shop.wireframe.route(to: "/a")
    try await later?.value
    #expect(shop.shown == ["root", "/a", "/b"])
  }

  @Test("A role may await another wireframe")
  func wireframesDoNotConfuseEachOther() async throws {
    let shop = try await Shop()
    let other = Wireframe<Screen>()
    try other.register("/part") { _ in Screen("part") }
    try shop.wireframe.register("/a") { _ in
      Screen("a with \(try await other.controller(for: "/part"))")
    }
    try await shop.wireframe.route(to: "/a")
    try await shop.wireframe.route(to: "/a")
    #expect(shop.shown == ["root", "a with part", "a with part"])
  }

  @Test("A cancelled waiter leaves the queue at once; the others keep their places")
  func cancelledWaitersLeave() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.register("/slow", behind: gate)
    try shop.register("/a", "/b")
    let slow = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    let waiter = Task { try await shop.wireframe.route(to: "/a") }
    let other = Task { try await shop.wireframe.route(to: "/b") }
    #expect(await shop.wireframe.isAwaited(by: 2))
    waiter.cancel()
    let error = await #expect(throws: RoutingError.self) { try await waiter.value }
    #expect(error?.code == .cancelled)
    #expect(error?.description.contains("waiting in the queue") == true)
    gate.open()
    _ = try await slow.value
    _ = try await other.value
    #expect(shop.shown == ["root", "/slow", "/b"])
  }

  @Test("A call from a task that is cancelled already does not wait")
  func cancelledCallersDoNotWait() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.register("/slow", behind: gate)
    let slow = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await shop.wireframe.route(to: "/slow")
    }
    let error = await #expect(throws: RoutingError.self) { try await late.value }
    #expect(error?.code == .cancelled)
    gate.open()
    _ = try await slow.value
  }

  @Test(
    "Cancellation before willPresent is thrown, and nothing is shown",
    arguments: [RoutingLimits.none, RoutingLimits()])
  func cancellationIsNoticed(limits: RoutingLimits) async throws {
    let shop = try await Shop(limits: limits, clock: ManualClock())
    let gate = Barrier()
    try shop.register("/a", behind: gate)
    let routing = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    routing.cancel()
    gate.open()
    let error = await #expect(throws: RoutingError.self) { try await routing.value }
    #expect(error?.code == .cancelled)
    #expect(shop.shown == ["root"])
    #expect(shop.recorder.events == ["decide /a", "didFail /a cancelled"])
  }

  @Test("A role that notices the cancellation first makes no difference")
  func rolesMayNoticeCancellation() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.wireframe.register("/a") { _ in
      await gate.pass()
      try Task.checkCancellation()
      return Screen("a")
    }
    let routing = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    routing.cancel()
    gate.open()
    let error = await #expect(throws: RoutingError.self) { try await routing.value }
    #expect(error?.code == .cancelled)
  }

  @Test(
    "Cancellation behind willPresent comes too late: the routing completes and says so",
    arguments: [RoutingLimits.none, RoutingLimits()])
  func lateCancellationIsIgnored(limits: RoutingLimits) async throws {
    let shop = try await Shop(limits: limits, clock: ManualClock())
    try shop.register("/a")
    let gate = Barrier()
    // With a limit, the presenter runs in a task of its own, which the cancellation does not reach.
    shop.wireframe.add(presenter: SlowPresenter(gate, checks: limits.present != nil))
    let routing = Task { try await shop.wireframe.route(to: "/a", option: Slow()) }
    await gate.waitForArrivals()
    routing.cancel()
    gate.open()
    #expect(try await routing.value.outcome == .presented)
    #expect(shop.recorder.events.last == "didRoute /a")
  }

  @Test("A cancellation while watchers hear that a screen comes is too late, too")
  func cancelledByWatcher() async throws {
    let (shop, watcher) = (try await Shop(), Cancelling())
    try shop.register("/a")
    shop.wireframe.add(watcher: watcher)
    let routing = Task { try await shop.wireframe.route(to: "/a") }
    watcher.cancel = { routing.cancel() }
    #expect(try await routing.value.outcome == .presented)
    #expect(shop.shown == ["root", "/a"])
  }

  @Test(
    "Past its limit a stage fails, the queue goes on, and a late end is dropped",
    arguments: ["observing", "settling the option", "providing the controller", "presenting"])
  func limits(stage: String) async throws {
    let clock = ManualClock()
    let limit = Duration.seconds(5)
    let shop = try await Shop(
      limits: RoutingLimits(decide: limit, provide: limit, present: limit), clock: clock)
    try shop.register("/a", "/b")
    let gate = Barrier()
    let hanging = Hanging(stage, gate)
    let registrations = [
      shop.wireframe.add(observer: hanging), shop.wireframe.add(optionProvider: hanging),
      shop.wireframe.add(provider: hanging, priority: 1), shop.wireframe.add(presenter: hanging),
    ]
    let routing = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(4))
    #expect(shop.recorder.errors.isEmpty)
    clock.advance(by: .seconds(1))
    let error = await #expect(throws: RoutingError.self) { try await routing.value }
    #expect(error?.code == .timedOut)
    let sentence = stage.prefix(1).uppercased() + stage.dropFirst()
    #expect(
      error?.description == """
        \(sentence) for '/a' took longer than 5.0 seconds. Make it faster, or raise the limit in \
        the wireframe's 'limits'.
        """)
    for registration in registrations { registration.remove() }
    gate.open()
    try await shop.wireframe.route(to: "/b")
    #expect(shop.shown == ["root", "/b"])
    #expect(
      shop.recorder.events.filter { $0.hasPrefix("did") } == ["didFail /a timedOut", "didRoute /b"])
  }

  @Test(
    "Past its limit a stage asks none of its other roles",
    arguments: ["observing", "settling the option", "providing the controller"])
  func lateRoles(stage: String) async throws {
    let (clock, gate, limit) = (ManualClock(), Barrier(), Duration.seconds(5))
    let shop = try await Shop(limits: RoutingLimits(decide: limit, provide: limit), clock: clock)
    var asked: [String] = []
    let hanging = Hanging(stage, gate)
    shop.wireframe.add(observer: hanging)
    shop.wireframe.observe { _ in
      asked.append("observing")
      return .proceed
    }
    shop.wireframe.add(optionProvider: hanging)
    shop.wireframe.add(optionProvider: Noting { asked.append("settling the option") }, priority: 1)
    shop.wireframe.add(provider: hanging, priority: 1)
    try shop.wireframe.register("/a") { _ in
      asked.append("providing the controller")
      return Screen("a")
    }
    let routing = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: limit)
    let error = await #expect(throws: RoutingError.self) { try await routing.value }
    #expect(error?.code == .timedOut)
    gate.open()
    #expect(await eventually { gate.passed == 1 })
    #expect(!asked.contains(stage))
  }

  @Test("A handler has the presenter's limit")
  func handlersHaveALimit() async throws {
    let clock = ManualClock()
    let shop = try await Shop(
      limits: RoutingLimits(decide: nil, provide: nil, present: .seconds(5)), clock: clock)
    let gate = Barrier()
    try shop.wireframe.handle("/a") { _ in await gate.pass() }
    let routing = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    let error = await #expect(throws: RoutingError.self) { try await routing.value }
    #expect(error?.code == .timedOut)
    gate.open()
  }

  @Test("A task that has nothing to do with a routing is never taken for one of its own")
  func strangersAreNotReentrant() async throws {
    // A task that begins later may get the identity of one that has ended.
    let shop = try await Shop(limits: RoutingLimits(), clock: ManualClock())
    try shop.register("/a", "/b")
    let gate = Barrier()
    shop.wireframe.add(presenter: SlowPresenter(gate))
    let first = Task { try await shop.wireframe.route(to: "/a", option: Slow()) }
    await gate.waitForArrivals()
    let strangers = (0..<200).map { number in
      Task { try await shop.wireframe.route(to: "/b?\(number)", option: .replaceTop) }
    }
    #expect(await shop.wireframe.isAwaited(by: 200))
    gate.open()
    _ = try await first.value
    for stranger in strangers { #expect(try await stranger.value.outcome == .presented) }
  }

  @Test("Of two tasks of a routing, the one that ends is none of them any more; the other one is")
  func tasksOfRouting() async {
    let tasks = RoutingTasks()
    let own = tasks.enter()
    await Task {
      let other = tasks.enter()
      #expect(tasks.containCurrent)
      tasks.leave(other)
      #expect(!tasks.containCurrent)
    }.value
    #expect(tasks.containCurrent)
    tasks.leave(own)
    #expect(!tasks.containCurrent)
  }

  @Test("A call from a task that is cancelled already asks nobody to make its screen")
  func cancelledCallerMakesNothing() async throws {
    let wireframe = Wireframe<Screen>(defaultOption: .push, limits: .none)
    let tree = NavigationTree<Screen>()
    wireframe.addStandardPresenters(on: tree)
    var count = 0
    try wireframe.register("/a") { _ in
      count += 1
      return Screen("a")
    }
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await wireframe.route(to: "/a")
    }
    let error = try await failure { try await late.value }
    #expect(error.code == .cancelled)
    #expect(count == 0)
  }

  @Test("A guard that is asked as a lock opens cannot await its wireframe, with a limit, either")
  func guardAsLockOpens() async throws {
    let tree = NavigationTree<Screen>()
    let limits = RoutingLimits(decide: .seconds(5), placeholder: nil)
    let wireframe = Wireframe<Screen>(defaultOption: .root, limits: limits, clock: ManualClock())
    wireframe.addStandardPresenters(on: tree)
    for path in ["/", "/locked"] as [RoutePattern] {
      try wireframe.register(path) { _ in Screen(path.text) }
    }
    let lock = Gate(at: "/locked", covers: true) { true }
    try await wireframe.add(lock: lock)
    try await wireframe.route(to: "/")
    var codes: Set<RoutingError.Code> = []
    wireframe.observe { [unowned wireframe] _ in
      do throws(RoutingError) {
        try await wireframe.route(to: "/")
      } catch { codes.insert(error.code) }
      return .proceed
    }
    lock.cover()
    try await wireframe.reevaluate()
    _ = try await wireframe.resume(after: lock)
    #expect(codes == [.reentrant])
  }

  @Test("What a handler has done is done: a cancellation during it comes too late")
  func handlersAreNotCancelledAfterwards() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.wireframe.handle("/buy") { _ in await gate.pass() }
    let routing = Task { try await shop.wireframe.route(to: "/buy") }
    await gate.waitForArrivals()
    routing.cancel()
    gate.open()
    #expect(try await routing.value.outcome == .handled)
    #expect(shop.recorder.events.last == "didRoute /buy")
  }

  @Test(
    "A role that hangs for ever keeps its own frame, not the wireframe and no observer",
    arguments: ["settling the option", "providing the controller"])
  func hangingKeepsLittle(stage: String) async throws {
    let clock = ManualClock()
    let gate = Barrier()
    weak var wireframe: Wireframe<Screen>?
    weak var recorder: Recorder?
    do {
      let shop = try await Shop(limits: RoutingLimits(decide: .seconds(30)), clock: clock)
      try shop.register("/a")
      shop.wireframe.add(optionProvider: Hanging(stage, gate))
      shop.wireframe.add(provider: Hanging(stage, gate), priority: 1)
      shop.wireframe.add(presenter: Hanging(stage, gate))
      (wireframe, recorder) = (shop.wireframe, shop.recorder)
      let routing = Task { [wireframe = shop.wireframe] in try await wireframe.route(to: "/a") }
      await gate.waitForArrivals()
      await clock.waitForSleepers(1)
      clock.advance(by: .seconds(30))
      let error = await #expect(throws: RoutingError.self) { try await routing.value }
      #expect(error?.code == .timedOut)
    }
    // The calling task lets go of its captures once it has ended.
    #expect(await eventually { recorder == nil })
    #expect(wireframe == nil)
    gate.open()
  }

  @Test(
    "What hangs after a redirect keeps neither payload nor option of the request that was left",
    arguments: ["settling the option", "providing the controller"])
  func hangingKeepsNoPayload(stage: String) async throws {
    let clock = ManualClock()
    let gate = Barrier()
    weak var payload: HeldObject?
    weak var held: HeldObject?
    let shop = try await Shop(limits: RoutingLimits(decide: .seconds(30)), clock: clock)
    try shop.register("/a", "/b")
    shop.wireframe.add(optionProvider: Hanging(stage, gate))
    shop.wireframe.add(provider: Hanging(stage, gate), priority: 1)
    try shop.wireframe.observe(under: "/a") { _ in .redirect(to: "/b") }
    do {
      let (object, option) = (HeldObject(), Holding(object: HeldObject()))
      (payload, held) = (object, option.object)
      let routing = Task { [wireframe = shop.wireframe] in
        try await wireframe.route(to: "/a", payload: ["object": object], option: option).outcome
      }
      await gate.waitForArrivals()
      await clock.waitForSleepers(1)
      clock.advance(by: .seconds(30))
      let error = await #expect(throws: RoutingError.self) { try await routing.value }
      #expect(error?.code == .timedOut)
    }
    #expect(await eventually { payload == nil && held == nil })
    gate.open()
  }

  @Test(
    "What hangs behind a gate and a redirect keeps nothing of the request that the gate kept",
    arguments: ["settling the option", "providing the controller"])
  func hangingKeepsNothingKept(stage: String) async throws {
    let clock = ManualClock()
    let (gate, login) = (Barrier(), Barrier())
    weak var payload: HeldObject?
    weak var held: HeldObject?
    let shop = try await Shop(limits: RoutingLimits(decide: .seconds(30)), clock: clock)
    try shop.register("/login", option: .modal)
    try shop.register("/a", tags: [.requiresLogin])
    try shop.register("/b")
    shop.wireframe.addGate(for: .requiresLogin, at: "/login") { login.isOpen }
    try shop.wireframe.observe(under: "/a") { _ in login.isOpen ? .redirect(to: "/b") : .proceed }
    do {
      let (object, option) = (HeldObject(), Holding(object: HeldObject()))
      (payload, held) = (object, option.object)
      try await shop.wireframe.route(to: "/a", payload: ["object": object], option: option)
    }
    #expect(payload != nil && held != nil)
    shop.recorder.routed = []
    login.open()
    shop.wireframe.add(optionProvider: Hanging(stage, gate))
    shop.wireframe.add(provider: Hanging(stage, gate), priority: 1)
    let resumed = Task { [wireframe = shop.wireframe] in
      _ = try await wireframe.resume(after: .requiresLogin)
    }
    await gate.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(30))
    let error = await #expect(throws: RoutingError.self) { try await resumed.value }
    #expect(error?.code == .timedOut)
    #expect(await eventually { payload == nil && held == nil })
    gate.open()
  }

  @Test("A wireframe that nobody holds any more goes, with everything that it held")
  func nothingIsLeftBehind() async throws {
    weak var wireframe: Wireframe<Screen>?
    weak var observer: Recorder?
    weak var screen: Screen?
    do {
      let shop = try await Shop(limits: RoutingLimits(), clock: ManualClock())
      try shop.register("/a")
      screen = try await shop.wireframe.route(to: "/a").controller
      #expect(screen != nil)
      wireframe = shop.wireframe
      observer = shop.recorder
      shop.recorder.routed = []
    }
    #expect(wireframe == nil)
    #expect(observer == nil)
    #expect(screen == nil)
  }
}

// MARK: - Support

private final class HeldObject: Sendable {}

private struct Holding: PushOption {
  let object: HeldObject
  var isAnimated: Bool { false }
  var dismissesModals: Bool { true }
}

/// A role of every kind that awaits its own wireframe at one stage.
private final class Reentrant: RoutingObserver, RoutingOptionProvider, ControllerProvider,
  ControllerRoutingPresenter
{
  let stage: String
  weak var wireframe: Wireframe<Screen>?
  init(_ stage: String, _ wireframe: Wireframe<Screen>) {
    self.stage = stage
    self.wireframe = wireframe
  }

  private func reenter(_ stage: String) async throws {
    if stage == self.stage { try await wireframe?.route(to: "/b") }
  }
  func decision(for route: Route) async throws -> RoutingDecision {
    if route.pattern == "/a" { try await reenter("observing") }
    return .proceed
  }
  func option(
    for route: Route, current: (any RoutingOption)?
  ) async throws -> (any RoutingOption)? {
    if route.pattern == "/a" { try await reenter("settling the option") }
    return nil
  }
  func controller(for route: Route, option: any RoutingOption) async throws -> Screen? {
    if route.pattern == "/a" { try await reenter("providing the controller") }
    return nil
  }
  func present(_ controller: Screen, option: Push, event: RoutingEvent) async throws {
    try await reenter("presenting")
  }
}

private final class Cancelling: RoutingWatcher {
  var cancel = {}
  func willPresent(_ event: RoutingEvent) { cancel() }
}

/// An option provider that says that it was asked.
private struct Noting: RoutingOptionProvider {
  let note: () -> Void
  init(_ note: @escaping () -> Void) { self.note = note }

  func option(for route: Route, current: (any RoutingOption)?) -> (any RoutingOption)? {
    note()
    return nil
  }
}

/// A role of every kind that hangs at one stage until a gate opens.
private final class Hanging: RoutingObserver, RoutingOptionProvider, ControllerProvider,
  ControllerRoutingPresenter
{
  let stage: String
  let gate: Barrier
  init(_ stage: String, _ gate: Barrier) {
    self.stage = stage
    self.gate = gate
  }

  private func hang(_ stage: String) async {
    if stage == self.stage { await gate.pass() }
  }
  func decision(for route: Route) async -> RoutingDecision {
    await hang("observing")
    return .proceed
  }
  func option(for route: Route, current: (any RoutingOption)?) async -> (any RoutingOption)? {
    await hang("settling the option")
    return nil
  }
  func controller(for route: Route, option: any RoutingOption) async -> Screen? {
    await hang("providing the controller")
    return nil
  }
  func present(_ controller: Screen, option: Push, event: RoutingEvent) async {
    await hang("presenting")
  }
}
