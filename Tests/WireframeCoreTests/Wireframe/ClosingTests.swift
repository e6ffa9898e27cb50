import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// Nothing outlives a wireframe, and nothing waits without bounds.
@MainActor
@Suite(.onEverySystem, .hangsNever)
struct ClosingTests {
  @Test("What was enqueued ends with the wireframe, equal requests too", arguments: 1...4)
  func enqueuedEnds(count: Int) async throws {
    weak var token: Ended?
    do {
      let wireframe = Wireframe<Screen>(isSuspended: true)
      // Each task keeps the token of its caller until it ends.
      let own = Ended()
      Ended.$current.withValue(own) {
        for _ in 0..<count { wireframe.enqueue("/a") }
        wireframe.enqueue("/b", payload: ["token": own])
      }
      token = own
      await tasksHaveBegun()
    }
    #expect(await eventually { token == nil })
  }

  @Test("A routing whose stages have limits leaves no task behind")
  func endsItsTasks() async throws {
    weak var token: Ended?
    let shop = try await Shop(limits: RoutingLimits(decide: .seconds(60)), clock: ManualClock())
    try shop.register("/a")
    do {
      let own = Ended()
      try await Ended.$current.withValue(own) { _ = try await shop.wireframe.route(to: "/a") }
      token = own
    }
    #expect(await eventually { token == nil })
    #expect(shop.shown == ["root", "/a"])
  }

  /// Whether all tasks that a closure begins have ended.
  private func endsTasks(_ body: @MainActor () async throws -> Void) async throws -> Bool {
    weak var token: Ended?
    do {
      let own = Ended()
      try await Ended.$current.withValue(own) { try await body() }
      token = own
    }
    return await eventually { token == nil }
  }

  @Test("Stages outside the queue leave no task behind: of a plan, a lock, and what waits for it")
  func endsTasksOutsideTheQueue() async throws {
    let shop = try await Shop(limits: RoutingLimits(decide: .seconds(60)), clock: ManualClock())
    try shop.register("/a", "/locked")
    try await shop.wireframe.route(to: "/a")
    #expect(try await endsTasks { _ = await shop.wireframe.plan("/a") })
    let open = OpenState()
    open.isSet = true
    let lock = Gate(at: "/locked", covers: true) { open.isSet }
    #expect(try await endsTasks { try await shop.wireframe.add(lock: lock) })
    open.isSet = false
    #expect(try await shop.wireframe.reevaluate().isDeferred)
    open.isSet = true
    #expect(try await endsTasks { try await shop.wireframe.resume(after: lock) })
    #expect(shop.shown == ["root", "/a"])
  }

  @Test("A module's screen that answers below a lock waits no longer than the window is there")
  func answerBelowALock() async throws {
    let (tree, module) = (NavigationTree<Screen>(), Wireframe<Screen>(limits: .none))
    var handle: AnswerHandle<Int>?
    try module.register("/pick", option: .push) { route, router in
      handle = AnswerHandle(for: route, router)
      return Screen("/pick")
    }
    try await tree.setRoot(Screen("root"))
    var hasAnswered = false
    do {
      let window = Wireframe<Screen>(limits: .none)
      window.addStandardPresenters(on: tree)
      try window.mount(module, at: "/shop")
      try window.register("/locked") { _ in Screen("/locked") }
      try await window.route(to: "/shop/pick")
      let lock = Gate(at: "/locked", covers: true) { false }
      try await window.add(lock: lock)
      lock.cover()
      Task {
        await handle?.finish(with: 1)
        hasAnswered = true
      }
      await tasksHaveBegun()
      #expect(!hasAnswered)
    }
    #expect(await eventually { hasAnswered })
  }

  @Test("A caller that waits at a module's gate waits no longer than the window is there")
  func askingAtAModulesGate() async throws {
    let (tree, module) = (NavigationTree<Screen>(), Wireframe<Screen>(limits: .none))
    try module.register("/login", option: .modal) { _ in Screen("/login") }
    try module.register("/pick", option: .push, tags: [.requiresLogin]) { _ in Screen("/pick") }
    module.addGate(for: .requiresLogin, at: "/login") { false }
    try await tree.setRoot(Screen("root"))
    var answers: [Int?] = []
    do {
      let window = Wireframe<Screen>(limits: .none)
      window.addStandardPresenters(on: tree)
      try window.mount(module, at: "/shop")
      Task {
        let answer = try await module.answer(to: "/pick", as: Int.self)
        answers.append(answer)
      }
      #expect(await eventually { window.keptRequestCount == 1 })
      await window.settled()
      #expect(tree.shownTexts == ["root", "/login"])
    }
    #expect(await eventually { answers == [nil] })
  }

  @Test("Two callers that wait at a module's gates wait no longer than the window is there")
  func askingAtTwoGates() async throws {
    let (tree, module) = (NavigationTree<Screen>(), Wireframe<Screen>(limits: .none))
    try await tree.setRoot(Screen("root"))
    let gates: [(tag: RouteTag, screen: RoutePattern, page: RoutePattern)] = [
      ("a", "/door-a", "/page-a"), ("b", "/door-b", "/page-b"),
    ]
    for (tag, screen, page) in gates {
      try module.register(screen, option: .modal) { _ in Screen(screen.text) }
      try module.register(page, option: .push, tags: [tag]) { _ in Screen(page.text) }
      module.addGate(for: tag, at: screen.text) { false }
    }
    var answers: [Int?] = []
    do {
      let window = Wireframe<Screen>(limits: .none)
      window.addStandardPresenters(on: tree)
      try window.mount(module, at: "/shop")
      for (index, gate) in gates.enumerated() {
        Task {
          let answer = try await module.answer(to: gate.page.text, as: Int.self)
          answers.append(answer)
        }
        #expect(await eventually { window.keptRequestCount == index + 1 })
        await window.settled()
      }
    }
    #expect(await eventually { answers == [nil, nil] })
  }

  enum Wanted: CaseIterable {
    case controller, savedScreens, lock
  }

  @Test(
    "Waiting for a controller, saved screens or a lock ends when the window closes",
    arguments: Wanted.allCases)
  func waitingForScreens(wanted: Wanted) async throws {
    let limits = RoutingLimits(provide: .seconds(60), placeholder: nil)
    let shop = try await Shop(limits: limits, clock: ManualClock())
    let (barrier, isSlow) = (Barrier(), OpenState())
    try shop.wireframe.register("/slow", option: .root) { _ in
      if isSlow.isSet { await barrier.pass() }
      return Screen("/slow")
    }
    try await shop.wireframe.route(to: "/slow")
    let saved = try shop.wireframe.savedState()
    isSlow.isSet = true
    var codes: [RoutingError.Code] = []
    Task {
      do throws(RoutingError) {
        switch wanted {
        case .controller: _ = try await shop.wireframe.controller(for: "/slow")
        case .savedScreens: try await shop.wireframe.restore(saved, trusting: true)
        case .lock: try await shop.wireframe.add(lock: Gate(at: "/slow", covers: true) { true })
        }
      } catch {
        codes.append(error.code)
      }
    }
    await barrier.waitForArrivals()
    shop.wireframe.close()
    #expect(await eventually { codes == [.cancelled] })
    barrier.open()
  }

  @Test("No lock is added once the window is closed")
  func lockOfClosedWindow() async throws {
    let shop = try await Shop()
    try shop.wireframe.register("/locked") { _ in Screen("/locked") }
    shop.wireframe.close()
    let error = try await failure {
      try await shop.wireframe.add(lock: Gate(at: "/locked", covers: true) { true })
    }
    #expect(error.code == .cancelled)
  }

  private struct Untold: RoutingOption {}

  /// Pushes without telling the host which route brings the screen.
  private struct UntoldPushes: ControllerRoutingPresenter {
    let tree: NavigationTree<Screen>

    func present(_ controller: Screen, option: Untold, event: RoutingEvent) async throws {
      try await tree.push(controller)
    }
  }

  @Test("Who waits for a screen whose route the host does not know gets nil when the window closes")
  func askingScreenWithoutRoute() async throws {
    let shop = try await Shop()
    shop.wireframe.add(presenter: UntoldPushes(tree: shop.navigation))
    try shop.register("/pick", option: Untold())
    var answers: [Int?] = []
    Task {
      let answer = try await shop.wireframe.answer(to: "/pick", as: Int.self)
      answers.append(answer)
    }
    #expect(await eventually { shop.shown == ["root", "/pick"] })
    await shop.wireframe.settled()
    shop.wireframe.close()
    #expect(await eventually { answers == [nil] })
  }

  @Test("A lock whose screen is made as its window closes is not added: nobody could open it")
  func closedAsLockComes() async throws {
    let (shop, barrier) = (try await Shop(), Barrier())
    try shop.register("/locked", behind: barrier)
    let lock = Gate(at: "/locked", covers: true) { true }
    lock.cover()
    let adding = Task { try await shop.wireframe.add(lock: lock) }
    await barrier.waitForArrivals()
    shop.wireframe.close()
    barrier.open()
    let error = try await failure { try await adding.value }
    #expect(error.code == .cancelled)
    #expect("\(error)" == "The wireframe is closed. Make another one for another window.")
    #expect(shop.navigation.cover == nil)
  }

  @Test("Below the lock of a window that has gone, nothing is put off until it opens")
  func closedBelowALock() async throws {
    let shop = try await Shop()
    try shop.register("/locked")
    let lock = Gate(at: "/locked", covers: true) { false }
    try await shop.wireframe.add(lock: lock)
    lock.cover()
    let saved = try shop.wireframe.savedState()
    shop.wireframe.close()
    #expect(try await failure { try await shop.wireframe.reevaluate() }.code == .cancelled)
    #expect(try await failure { try await shop.wireframe.restore(saved) }.code == .cancelled)
    #expect(shop.navigation.cover != nil)
  }

  @Test("What loads, and what waits, says that its window has closed, not that another one came")
  func closedWhileLoading() async throws {
    let (shop, gate) = (try await Shop(), Barrier())
    try shop.register("/slow", behind: gate)
    try shop.register("/a")
    let slow = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    let waiting = Task { try await shop.wireframe.route(to: "/a") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    shop.wireframe.close()
    gate.open()
    for call in [slow, waiting] {
      let error = try await failure { try await call.value }
      #expect(error.code == .cancelled)
      #expect("\(error)" == "The wireframe is closed. Make another one for another window.")
    }
  }

  @Test("A screen that is about to come when its window closes comes, and all are told so")
  func closedAsScreenComes() async throws {
    final class Closing: RoutingWatcher {
      func willPresent(_ event: RoutingEvent) { (event.router as? Wireframe<Screen>)?.close() }
    }
    let shop = try await Shop()
    try shop.register("/a")
    shop.wireframe.add(watcher: Closing())
    #expect(try await shop.wireframe.route(to: "/a").outcome == .presented)
    #expect(shop.recorder.events == ["decide /a", "willPresent /a", "didRoute /a"])
    #expect(shop.shown == ["root", "/a"])
  }

  @Test("A routing that loads when its window closes says so", arguments: [true, false])
  func closedWhileLoading(hasLimit: Bool) async throws {
    let limits: RoutingLimits = hasLimit ? RoutingLimits(provide: .seconds(60)) : .none
    let (shop, gate) = (try await Shop(limits: limits, clock: ManualClock()), Barrier())
    try shop.register("/a", behind: gate)
    let task = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    shop.wireframe.close()
    gate.open()
    let error = await #expect(throws: RoutingError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    #expect(error?.description.contains("The wireframe is closed.") == true)
    #expect(shop.recorder.errors.map(\.code) == [.cancelled])
  }

  @Test("A host that outlives its wireframes keeps none of their guards and listeners")
  func hostOutlivesWireframes() async throws {
    let tree = NavigationTree<Screen>()
    func count(_ list: String) -> Int? {
      Mirror(reflecting: tree.events).descendant(list).map { Mirror(reflecting: $0).children.count }
    }
    try await tree.setRoot(Screen("root"))
    for _ in 0..<5 {
      do {
        let wireframe = Wireframe<Screen>(limits: .none)
        wireframe.addStandardPresenters(on: tree)
        try wireframe.register("/login", option: .push) { _ in Screen("/login") }
        try wireframe.register("/account", option: .push, tags: [.requiresLogin]) { _ in
          Screen("/account")
        }
        wireframe.addGate(for: .requiresLogin, at: "/login") { false }
        try await wireframe.route(to: "/account")
      }
      try await tree.pop()
    }
    // The last one's guard stays until another one comes.
    #expect(count("leaveAskers") == 1)
    #expect(count("leaveListeners") == 0)
  }

  @Test(
    "Limits without end are no limits",
    arguments: [Duration.seconds(Int64.max), .seconds(400_000_000_000)])
  func endlessLimits(limit: Duration) async throws {
    let shop = try await Shop(
      limits: RoutingLimits(
        decide: limit, provide: limit, present: limit, placeholder: limit, parked: limit))
    shop.wireframe.addPlaceholder { _, _ in Screen("placeholder") }
    shop.wireframe.observeLeaving { _ in
      await Task.yield()
      return .leave
    }
    try shop.wireframe.register("/a") { _ in
      await Task.yield()
      return Screen("a")
    }
    try await shop.wireframe.route(to: "/a")
    #expect(shop.shown == ["root", "a"])
    try await shop.wireframe.back()
    #expect(shop.shown == ["root"])
  }

  @Test("A limit of 36600 days is none; one that is a second shorter ends its stage")
  func longestLimit() async throws {
    let (clock, gate, days) = (ManualClock(), Barrier(), Duration.seconds(36_600 * 86_400))
    func begin(limit: Duration) async throws -> Task<RoutingResult<Screen>, any Error> {
      let shop = try await Shop(limits: RoutingLimits(provide: limit, present: nil), clock: clock)
      try shop.register("/a", behind: gate)
      return Task { try await shop.wireframe.route(to: "/a") }
    }
    let endless = try await begin(limit: days)
    await gate.waitForArrivals(1)
    let other = try await begin(limit: days - .seconds(1))
    await gate.waitForArrivals(2)
    await clock.waitForSleepers(1)
    clock.advance(by: days)
    #expect(try await failure { try await other.value }.code == .timedOut)
    gate.open()
    _ = try await endless.value
  }

  @Test(
    "A flood of links behind a guard that hangs is bounded; the app's own requests are not lost")
  func floodOfLinks() async throws {
    var limits = RoutingLimits.none
    limits.waitingLinks = 5
    let shop = try await Shop(limits: limits)
    let gate = Barrier()
    try shop.register("/slow", behind: gate)
    try shop.register("/:n<int>", exposure: .external)
    let slow = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    let links = (0..<8).map { number in
      Task { await shop.wireframe.open("myapp://\(number)", origin: .customScheme) }
    }
    await tasksHaveBegun()
    #expect(await shop.wireframe.isAwaited(by: 5))
    for number in 100..<110 { shop.wireframe.enqueue("/\(number)") }
    #expect(await shop.wireframe.isAwaited(by: 15))
    gate.open()
    _ = try await slow.value
    var errors: [RoutingError] = []
    for link in links { if let error = await link.value.error { errors.append(error) } }
    #expect(errors.map(\.code) == [.busy, .busy, .busy])
    #expect(
      errors.first?.description == """
        5 links are already waiting for their turn. To allow more, raise 'waitingLinks' in the \
        wireframe's 'limits'.
        """)
    await shop.wireframe.settled()
    // The root, '/slow', five links and ten requests.
    #expect(shop.shown.count == 17)
    #expect(shop.recorder.errors.count == 3)
    // Those that waited have left: there is room again.
    #expect(await shop.wireframe.open("myapp://1", origin: .customScheme).result != nil)
  }

  /// A shop that loads a screen until the barrier opens, and in which one link may wait.
  private func busyShop() async throws -> (Shop, Barrier, Task<RoutingResult<Screen>, any Error>) {
    var limits = RoutingLimits.none
    limits.waitingLinks = 1
    let (shop, gate) = (try await Shop(limits: limits), Barrier())
    try shop.register("/slow", behind: gate)
    try shop.register("/a", "/b", exposure: .external)
    let slow = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    return (shop, gate, slow)
  }

  @Test("A link that leaves the queue makes room for another")
  func roomAgain() async throws {
    let (shop, gate, slow) = try await busyShop()
    let a = Task { await shop.wireframe.open("myapp://a", origin: .customScheme) }
    #expect(await shop.wireframe.isAwaited(by: 1))
    a.cancel()
    _ = await a.value
    let b = Task { await shop.wireframe.open("myapp://b", origin: .customScheme) }
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    _ = try await slow.value
    #expect(await b.value.result != nil)
    #expect(shop.shown == ["root", "/slow", "/b"])
  }

  @Test("A link of a task that is cancelled already takes no room, and nobody hears of it")
  func cancelledBefore() async throws {
    let (shop, gate, slow) = try await busyShop()
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await shop.wireframe.open("myapp://a", origin: .customScheme).error
    }
    let other = Task { await shop.wireframe.open("myapp://b", origin: .customScheme).error }
    #expect(await late.value?.description.contains("waiting in the queue") == true)
    gate.open()
    _ = try await slow.value
    #expect(await other.value == nil)
    #expect(shop.recorder.errors.isEmpty)
    #expect(shop.shown == ["root", "/slow", "/b"])
  }

  @Test("A request of the app's own that leaves the queue makes no room for links")
  func noRoom() async throws {
    let (shop, gate, slow) = try await busyShop()
    let own = Task { try await shop.wireframe.route(to: "/a") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    let link = Task { await shop.wireframe.open("myapp://a", origin: .customScheme) }
    #expect(await shop.wireframe.isAwaited(by: 2))
    own.cancel()
    _ = await own.result
    let late = Task { await shop.wireframe.open("myapp://b", origin: .customScheme) }
    await tasksHaveBegun()
    gate.open()
    #expect(await late.value.error?.code == .busy)
    #expect(await link.value.result != nil)
    _ = try await slow.value
  }

  @Test("A link that has had its turn waits no longer: the next one finds room, round after round")
  func roomRoundAfterRound() async throws {
    var limits = RoutingLimits.none
    limits.waitingLinks = 1
    let shop = try await Shop(limits: limits)
    try shop.register("/a/:n", exposure: .external)
    for round in 0..<3 {
      let gate = Barrier()
      let registration = try shop.wireframe.register("/slow") { _ in
        await gate.pass()
        return Screen("/slow")
      }
      let slow = Task { try await shop.wireframe.route(to: "/slow") }
      await gate.waitForArrivals()
      let link = Task { await shop.wireframe.open("myapp://a/\(round)", origin: .customScheme) }
      #expect(await shop.wireframe.isAwaited(by: 1))
      gate.open()
      _ = try await slow.value
      #expect(await link.value.error?.code == nil, "round \(round)")
      registration.remove()
    }
  }

  @Test("An observer that enqueues a link whenever one fails is called once for a full queue")
  func linkForLink() async throws {
    var limits = RoutingLimits.none
    limits.waitingLinks = 0
    let shop = try await Shop(limits: limits)
    let gate = Barrier()
    try shop.register("/slow", behind: gate)
    let slow = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    let watcher = EnqueuesLinks()
    shop.wireframe.add(watcher: watcher)
    _ = await shop.wireframe.open("myapp://a", origin: .customScheme)
    await tasksHaveBegun()
    #expect(watcher.calls == 1)
    gate.open()
    _ = try await slow.value
    await shop.wireframe.settled()
    #expect(watcher.calls == 1)
  }

  @Test("Waiters that are cancelled in any order leave the others in theirs")
  func manyCancelled() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.register("/slow", behind: gate)
    var order: [Int] = []
    try shop.wireframe.handle("/:n<int>") { route in order.append(try route["n"]) }
    let slow = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    let count = 400
    let waiting = (0..<count).map { n in Task { try await shop.wireframe.route(to: "/\(n)") } }
    #expect(await shop.wireframe.isAwaited(by: 400))
    var random = SplitMix64(seed: 12)
    var left = Set(0..<count)
    for number in (0..<count).shuffled(using: &random).prefix(count / 2) {
      waiting[number].cancel()
      left.remove(number)
    }
    for number in Set(0..<count).subtracting(left) { _ = await waiting[number].result }
    gate.open()
    _ = try await slow.value
    for number in left { _ = try await waiting[number].value }
    #expect(order == left.sorted())
  }
}

private final class Ended: Sendable {
  @TaskLocal static var current: Ended?
}

private final class EnqueuesLinks: RoutingWatcher {
  var calls = 0
  func didFail(_ error: RoutingError, route: Route?, router: any Router) {
    calls += 1
    if calls < 1000 {
      router.enqueue(RoutingRequest(untrusted: "myapp://b", origin: .customScheme))
    }
  }
}
