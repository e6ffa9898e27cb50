import TestSupport
import Testing
import WireframeCore
import WireframeFlows
import WireframeTesting

/// Back, progress, and how a run ends.
@MainActor
@Suite(.hangsNever)
struct StepFlowEndTests {
  @Test("back uncovers the step before, and the flow goes on from there")
  func back() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow(.pending, .completed)
    try await flow.start()
    try await flow.advance(from: .red)
    #expect(shop.shown == ["root", "1", "3"])
    #expect(try await flow.back() == .shown(.red))
    #expect(flow.shownSteps == [.red])
    #expect(shop.shown == ["root", "1"])
    #expect(shop.shop.recorder.routed.count == 2)
    #expect(try await flow.advance(from: .red) == .shown(.yellow))
  }

  @Test("A step that leaves as soon as back has uncovered it ends the run, and begins no other")
  func leftAsUncovered() async throws {
    let shop = try await ColourShop()
    let (flow, tree) = (shop.flow(), shop.navigation)
    try await flow.start()
    try await flow.advance(from: .red)
    let result = flow.result
    let root = tree.state.shown[0].id
    tree.onChange { [unowned tree] change in
      if change.cause == .app { try? tree.performAsUser(.pop(to: root)) }
    }
    try await flow.back()
    #expect(shop.shown == ["root"])
    #expect(flow.current == nil)
    #expect(flow.result === result)
    #expect(try await result.value == .left)
  }

  @Test("back takes away all above the step before: modals and screens of others")
  func backPastOthers() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow()
    try await flow.start()
    try await shop.navigation.push(Screen("help"))
    try await flow.advance(from: .red)
    try await shop.navigation.present(Screen("alert"))
    #expect(try await flow.back() == .shown(.red))
    #expect(shop.shown == ["root", "1"])
  }

  @Test("back without a step before is an error, and changes nothing", arguments: [0, 1])
  func noStepBefore(count: Int) async throws {
    let shop = try await ColourShop()
    let flow = shop.flow()
    if count == 1 { try await flow.start() }
    #expect(try await failure { try await flow.back() }.code == .nothingToLeave)
    #expect(shop.shown.count == 1 + count)
  }

  enum Wizard: String, CaseIterable, Guider {
    case red, orange, yellow
    var destination: StepDestination<Screen> {
      .url("/steps/\(rawValue)", option: self == .red ? .modal : .replaceTop)
    }
  }

  @Test("back shows a step again that the current one has replaced, guards included")
  func backToAReplacedStep() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow(Wizard.allCases.map { Step($0) })
    try await flow.start()
    for step in [Wizard.red, .orange] { try await flow.advance(from: step) }
    #expect(shop.shown == ["root", "3"])
    #expect(flow.shownSteps == Wizard.allCases)
    let closed = try shop.wireframe.observe(under: "/steps/orange") { _ in .stop("closed") }
    #expect(try await flow.back() == .stopped(.orange, reason: "closed"))
    #expect(flow.shownSteps == Wizard.allCases)
    closed.remove()
    #expect(try await flow.back() == .shown(.orange))
    #expect(shop.shown == ["root", "2"])
    #expect(flow.shownSteps == [.red, .orange])
    // The screen of the step before is gone: a late tap on it does nothing.
    #expect(try await flow.advance(from: .red) == .shown(.orange))
    let result = flow.result
    try shop.navigation.performAsUser(.dismiss(1))
    #expect(try await result.value == .left)
    #expect(flow.shownSteps == [])
  }

  @Test("Who closes the modal of a flow while a step loads that would replace it has left the flow")
  func closedWhileLoading() async throws {
    let (shop, gate) = (try await ColourShop(), Barrier())
    try shop.wireframe.register("/steps/slow") { _ in
      await gate.pass()
      return Screen("slow")
    }
    let steps = [
      OwnStep(1, .url("/steps/red", option: .modal)),
      OwnStep(2, .url("/steps/slow", option: .replaceTop)),
    ]
    let flow = shop.flow(steps.map { Step($0) }, order: .listed)
    try await flow.start()
    let result = flow.result
    let move = Task { try await flow.advance(from: steps[0]) }
    await gate.waitForArrivals()
    try shop.navigation.performAsUser(.dismiss(1))
    gate.open()
    #expect(try await failure { try await move.value }.code == .cancelled)
    #expect(shop.shown == ["root"] && flow.current == nil)
    #expect(try await result.value == .left)
  }

  @Test("Progress is step n of the m that are shown, as the validators say now")
  func progress() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow(.completed, .pending, .inProgress, .pending, .pending)
    #expect(try await flow.progress() == nil)
    try await flow.start()
    var texts: [String] = []
    while let step = flow.current {
      texts.append("\(try #require(try await flow.progress()))")
      guard case .shown = try await flow.advance(from: step) else { break }
    }
    #expect(texts == ["1 of 3", "2 of 3", "3 of 3"])
    try await flow.back()
    flow.queue = [Step(.green), Step(.blue, status: .completed)]
    let progress = try #require(try await flow.progress())
    #expect([progress.number, progress.count] == [2, 2])
  }

  @Test("Progress shows nothing, and reports a way that never ends")
  func endlessProgress() async throws {
    let ways = ["red": "orange", "orange": "red"]
    let shop = try await ColourShop()
    let flow = shop.flow(["red", "orange"].map { Step(Waypoint($0, ways)) })
    try await flow.start()
    #expect(try await failure { try await flow.progress() }.code == .stepLoop)
    #expect(shop.shown == ["root", "1"])
  }

  @Test("The result is finished at the end of the flow, for everybody who waits, exactly once")
  func finished() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow(.completed, .completed, .completed, .completed)
    let result = flow.result
    let waiters = (1...3).map { _ in Task { try await result.value } }
    try await flow.start()
    #expect(try await flow.advance(from: .blue) == .finished)
    for waiter in waiters { #expect(try await waiter.value == .finished) }
    // What happens to the screens afterwards does not change it.
    try await shop.navigation.setRoot(Screen("home"))
    #expect(try await result.value == .finished)
    #expect(flow.current == nil)
  }

  /// The ways in which the last screen of a flow can leave.
  enum Leaving: CaseIterable, Sendable { case swipe, dismissal, pop, root, replacement }

  @Test(
    "The result is left when the last screen of the flow leaves by any way",
    arguments: Leaving.allCases)
  func left(by way: Leaving) async throws {
    let shop = try await ColourShop()
    let tree = shop.navigation
    if way == .dismissal { try await tree.present(Screen("m"), option: .modal(hasStack: true)) }
    let flow = shop.flow()
    try await flow.start()
    try await flow.advance(from: .red)
    let result = flow.result
    let waiter = Task { try await result.value }
    switch way {
    case .swipe: try tree.performAsUser(.pop(to: tree.state.shown[0].id))
    case .dismissal: try tree.performAsUser(.dismiss(1))
    case .pop: try await tree.back(to: tree.state.shown[0].id)
    case .root: try await tree.setRoot(Screen("home"))
    case .replacement:
      try await tree.pop()
      #expect(flow.current == .red)
      try await tree.replaceTop(Screen("other"))
    }
    #expect(try await waiter.value == .left)
    #expect(flow.current == nil)
  }

  @Test("Settled: what a caller does with the result is under way, and what follows from that")
  func settledAfterResult() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow()
    try await flow.start()
    let result = flow.result
    let waiter = Task {
      #expect(try await result.value == .left)
      try await shop.wireframe.route(to: "/steps/blue", option: .push)
    }
    await tasksHaveBegun()
    try shop.navigation.performAsUser(.pop(to: shop.navigation.state.shown[0].id))
    await shop.wireframe.settled()
    #expect(shop.shown == ["root", "5"])
    try await waiter.value
  }

  @Test("A flow that is started anew leaves the run before, and has a new result")
  func restarted() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow()
    try await flow.start()
    let first = flow.result
    try await flow.start()
    #expect(try await first.value == .left)
    #expect(flow.shownSteps == [.red])
    let second = flow.result
    try shop.navigation.performAsUser(.pop(to: shop.navigation.state.shown[0].id))
    #expect(try await second.value == .left)
    flow.queue = []
    #expect(try await flow.start() == .finished)
    #expect(try await flow.result.value == .finished)
    #expect(try await second.value == .left)
  }

  @Test("A start that fails or is stopped does not end the run")
  func failedStart() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow([Step(Waypoint("purple"))])
    let result = flow.result
    let waiter = Task { try await result.value }
    #expect(try await failure { try await flow.start() }.code == .noRoute)
    try shop.shop.register("/steps/purple")
    try await flow.start()
    #expect(try await flow.advance(from: Waypoint("purple")) == .finished)
    #expect(try await waiter.value == .finished)
  }

  @Test("Whoever waits for the result can be cancelled; the flow goes on")
  func cancelledWaiter() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow()
    try await flow.start()
    let result = flow.result
    let waiter = Task { try await result.value }
    let other = Task { try await result.value }
    await tasksHaveBegun()
    waiter.cancel()
    #expect(try await failure { try await waiter.value }.code == .cancelled)
    #expect(try await flow.advance(from: .blue) == .finished)
    #expect(try await other.value == .finished)
  }

  @Test("A flow that is dropped is left, and nothing of it stays behind")
  func dropped() async throws {
    let shop = try await ColourShop()
    var flow: StepFlow<Colour>? = shop.flow()
    weak var watched: StepFlow<Colour>?
    watched = flow
    try await flow?.start()
    let result = try #require(flow?.result)
    let waiter = Task { try await result.value }
    flow = nil
    #expect(watched == nil)
    #expect(try await waiter.value == .left)
    try await shop.navigation.setRoot(Screen("home"))
  }

  @Test("A flow whose window is closed is left, though somebody holds the host")
  func closed() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow()
    try await flow.start()
    let result = flow.result
    shop.wireframe.close()
    try #require(await eventually { flow.current == nil })
    #expect(try await result.value == .left)
  }

  @Test("A step that is made while the window closes begins no run whose result never comes")
  func closedWhileMaking() async throws {
    let (shop, gate) = (try await ColourShop(), Barrier())
    let made = OwnStep(
      1,
      .screen {
        await gate.pass()
        return Screen("made")
      })
    let flow = shop.flow([Step(made)])
    let result = flow.result
    let start = Task { try await flow.start() }
    await gate.waitForArrivals()
    shop.wireframe.close()
    #expect(try await result.value == .left)
    gate.open()
    _ = await start.result
    #expect(flow.result === result)
  }

  @Test("A first step that acts while the window closes begins no run whose result never comes")
  func closedWhileActing() async throws {
    let (shop, gate, ask) = (try await ColourShop(), Barrier(), Waypoint("ask"))
    try shop.wireframe.handle("/steps/ask") { _ in await gate.pass() }
    let flow = shop.flow([Step(ask)])
    let result = flow.result
    let start = Task { try await flow.start() }
    await gate.waitForArrivals()
    shop.wireframe.close()
    #expect(try await result.value == .left)
    gate.open()
    #expect(try await start.value == .handled(ask))
    #expect(flow.result === result)
  }

  /// A wireframe and its host, held by nobody else; each screen is made with the flow at hand.
  @MainActor private final class App {
    let navigation = NavigationTree<FlowScreen>()
    let wireframe = Wireframe<FlowScreen>()
    var flow: StepFlow<FlowStep>?

    init() async throws {
      wireframe.addStandardPresenters(on: navigation)
      flow = StepFlow([Step(.only)], wireframe: wireframe, host: navigation)
      try await navigation.setRoot(FlowScreen(flow: nil))
      try wireframe.register("/step") { [flow] _ in FlowScreen(flow: flow) }
    }
  }

  private struct FlowScreen { let flow: StepFlow<FlowStep>? }

  private enum FlowStep: CaseIterable, Guider {
    case only
    var destination: StepDestination<FlowScreen> { .url("/step") }
  }

  @Test("A flow whose host goes is left; moving on says that its wireframe is gone")
  func hostGoes() async throws {
    var app: App? = try await App()
    weak var host: NavigationTree<FlowScreen>?
    host = app?.navigation
    let flow = StepFlow(
      [Step(FlowStep.only)], wireframe: try #require(app?.wireframe),
      host: try #require(app?.navigation))
    app?.flow = nil
    try await app?.navigation.push(FlowScreen(flow: nil))
    let result = flow.result
    let waiter = Task { try await result.value }
    app = nil
    #expect(host == nil)
    #expect(try await waiter.value == .left)
    #expect(try await failure { try await flow.start() }.code == .wireframeGone)
  }

  @Test("A flow that its screens and routes hold is no cycle: all of it goes with the app")
  func noCycle() async throws {
    var app: App? = try await App()
    weak var host: NavigationTree<FlowScreen>?
    host = app?.navigation
    weak var wireframe: Wireframe<FlowScreen>?
    wireframe = app?.wireframe
    weak var flow: StepFlow<FlowStep>?
    flow = app?.flow
    #expect(try await app?.flow?.start() == .shown(.only))
    #expect(host?.state.top?.controller.flow === flow)
    app = nil
    #expect(host == nil)
    #expect(wireframe == nil)
    #expect(flow == nil)
  }

  @Test("Progress does not count steps that act and show nothing", arguments: [false, true])
  func progressPastHandlers(isMounted: Bool) async throws {
    let shop = try await ColourShop()
    let main = Wireframe<Screen>(sources: ["main:"])
    if isMounted { try main.mount(shop.wireframe, at: "/module") }
    var calls = 0
    try shop.wireframe.handle("/steps/ask") { _ in calls += 1 }
    // The scheme is one that the outermost wireframe knows.
    let urls = ["/steps/red", isMounted ? "main://steps/ask" : "/steps/ask", "/steps/blue"]
    let flow = shop.flow(
      urls.enumerated().map { number, url in Step(OwnStep(number, .url(url))) }, order: .listed)
    try await flow.start()
    #expect(try await flow.progress()?.description == "1 of 2")
    #expect(calls == 0)
  }

  @Test("A flow's limit without end is none")
  func endlessLimit() async throws {
    let shop = try await ColourShop()
    let validator = StepValidator {
      await Task.yield()
      return true
    }
    let flow = shop.flow([Step(Colour.red, validator: validator)], limit: .seconds(Int64.max))
    try await flow.start()
    #expect(shop.shown == ["root", "1"])
  }

  @Test(
    "A validator or an order that asks for the progress of its own flow gets reentrant at once",
    arguments: ["validator", "order"], [nil, Duration.seconds(9)])
  func reentrantProgress(part: String, limit: Duration?) async throws {
    let shop = try await ColourShop()
    weak var asked: StepFlow<Colour>?
    var calls = 0
    func ask(as caller: String) async throws {
      guard caller == part else { return }
      calls += 1
      // Without the error it would go on for ever.
      if calls <= 3 { _ = try await asked?.progress() }
    }
    let order = StepOrder<Colour> { step, _ in
      try await ask(as: "order")
      return step.next
    }
    let validator = StepValidator {
      try await ask(as: "validator")
      return true
    }
    let steps = [Step(Colour.red), Step(.orange, validator: validator)]
    let flow = shop.flow(steps, order: order, limit: limit, clock: ManualClock())
    asked = flow
    try await flow.start()
    #expect(try await failure { try await flow.progress() }.code == .reentrant)
    #expect(calls == 1)
    #expect(try await failure { try await flow.advance(from: .red) }.code == .reentrant)
  }

  @Test("A validator that moves its flow while the progress is asked for gets reentrant at once")
  func moveInProgress() async throws {
    let shop = try await ColourShop()
    weak var asked: StepFlow<Colour>?
    var calls = 0
    let validator = StepValidator {
      calls += 1
      if calls <= 3 { _ = try await asked?.advance(from: .red) }
      return true
    }
    let flow = shop.flow([Step(Colour.red), Step(.orange, validator: validator)])
    asked = flow
    try await flow.start()
    #expect(try await failure { try await flow.progress() }.code == .reentrant)
    #expect(calls == 1)
    #expect(shop.shown == ["root", "1"])
  }

  @Test("Whoever goes back after the end is in the flow again, and waits for a new result")
  func backAfterTheEnd() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow()
    try await flow.start()
    try await flow.advance(from: .red)
    let result = flow.result
    flow.queue = []
    #expect(try await flow.advance(from: .orange) == .finished)
    #expect(try await flow.back() == .shown(.red))
    #expect(flow.result !== result)
    let waiter = Task { [result = flow.result] in try await result.value }
    try shop.navigation.performAsUser(.pop(to: shop.navigation.state.shown[0].id))
    #expect(try await waiter.value == .left)
    #expect(try await result.value == .finished)
  }

  enum Made: CaseIterable, Guider {
    case made
    var destination: StepDestination<Screen> { .screen { Screen("made") } }
  }

  @Test(
    "The flow's limit does not hurry a user who is asked whether a screen may leave")
  func leaveGuards() async throws {
    let shop = try await ColourShop()
    try shop.wireframe.register("/help", option: .modal) { _ in Screen("help") }
    let clock = ManualClock()
    var gate = Barrier()
    var questions = 0
    shop.wireframe.observeLeaving { _ in
      questions += 1
      await gate.pass()
      return .leave
    }
    func patiently<T: Sendable>(_ move: @escaping @MainActor () async throws -> T) async throws -> T
    {
      gate = Barrier()
      let move = Task { try await move() }
      await gate.waitForArrivals()
      // Another flow of the same limit, which passes: so the time did for this one, too.
      let hanging = Barrier()
      let other = shop.flow(
        [Step(Colour.red, validator: .waiting(at: hanging))], limit: .seconds(9), clock: clock)
      let start = Task { try await other.start() }
      await clock.waitForSleepers(1)
      clock.advance(by: .seconds(99))
      #expect(try await failure { try await start.value }.code == .timedOut)
      hanging.open()
      gate.open()
      return try await move.value
    }
    let flow = shop.flow(Colour.allCases.map { Step($0) }, limit: .seconds(9), clock: clock)
    try await flow.start()
    try await flow.advance(from: .red)
    #expect(try await patiently { try await flow.back() } == .shown(.red))
    try await shop.wireframe.route(to: "/help")
    let made = shop.flow([Step(Made.made)], limit: .seconds(9), clock: clock)
    #expect(try await patiently { try await made.start() } == .shown(.made))
    #expect(shop.shown == ["root", "1", "made"])
    #expect(questions == 2)
  }

  @Test(
    "A flow asks about a screen that comes while it asks whether another may leave, too",
    arguments: [false, true])
  func comingMeanwhile(isBack: Bool) async throws {
    let shop = try await ColourShop()
    let navigation = shop.navigation
    var asked: [String] = []
    shop.wireframe.observeLeaving { screen in
      asked.append("\(screen.controller)")
      guard asked.count == 1 else { return .stay("unsaved") }
      try await navigation.present(Screen("draft"))
      return .leave
    }
    let first = OwnStep(1, .url("/steps/red"))
    let second = OwnStep(2, isBack ? .url("/steps/orange") : .screen { Screen("2") })
    let flow = shop.flow([Step(first), Step(second)], order: .listed)
    try await flow.start()
    if isBack {
      try await flow.advance(from: first)
    } else {
      try await navigation.present(Screen("help"))
    }
    let error = try await failure {
      try await (isBack ? flow.back() : flow.advance(from: first))
    }
    #expect(error.code == .leaveRefused)
    #expect(asked == [isBack ? "2" : "help", "draft"])
    #expect(flow.shownSteps == (isBack ? [first, second] : [first]))
    #expect(shop.shown == ["root", "1", isBack ? "2" : "help", "draft"])
  }

  @Test(
    "A flow asks about a screen that comes before the host is free for its move, too",
    arguments: [false, true])
  func comingBeforeTheTurn(isBack: Bool) async throws {
    let shop = try await ColourShop()
    let (host, first) = (SlowHost(shop.navigation), OwnStep(1, .screen { Screen("1") }))
    let second = OwnStep(2, .screen { Screen("2") })
    let flow = StepFlow(
      StepQueue([Step(first), Step(second)]), wireframe: shop.wireframe, host: host,
      order: .listed, limit: nil)
    host.gate.open()
    try await flow.start()
    if isBack { try await flow.advance(from: first) }
    shop.wireframe.observeLeaving { screen in
      "\(screen.controller)" == "draft" ? .stay("unsaved") : .leave
    }
    (host.gate, host.holdsAll) = (Barrier(), true)
    let move = Task { try await (isBack ? flow.back() : flow.advance(from: first)) }
    await host.gate.waitForArrivals()
    try await shop.navigation.present(Screen("draft"))
    host.gate.open()
    #expect(try await failure { try await move.value }.code == .leaveRefused)
    #expect(flow.shownSteps == (isBack ? [first, second] : [first]))
    #expect(shop.shown == ["root", "1"] + (isBack ? ["2"] : []) + ["draft"])
  }
}
