import TestSupport
import Testing
import WireframeCore
import WireframeFlows
import WireframeTesting

/// Double taps, validators that throw or hang, cancellation.
@MainActor
@Suite(.hangsNever)
struct StepOrderInTimeTests {
  /// A flow on its first step, with a move to the second one under way: its validator waits at a gate.
  @MainActor
  private struct UnderWay {
    let shop: ColourShop
    let gate = Barrier()
    let flow: StepFlow<Colour>
    let move: Task<StepOutcome<Colour>, any Error>

    init(limit: Duration? = nil, clock: any Clock<Duration> = ManualClock()) async throws {
      shop = try await ColourShop()
      let steps = [Step(Colour.red), Step(.orange, validator: .waiting(at: gate)), Step(.yellow)]
      let flow = shop.flow(steps, limit: limit, clock: clock)
      self.flow = flow
      try await flow.start()
      move = Task { try await flow.advance(from: .red) }
      await gate.waitForArrivals()
    }
  }

  @Test("A double tap while the first one waits neither skips a step nor shows one twice")
  func doubleTap() async throws {
    let test = try await UnderWay()
    let taps = (1...2).map { _ in Task { try await test.flow.advance(from: .red) } }
    await tasksHaveBegun()
    test.gate.open()
    for tap in taps + [test.move] { #expect(try await tap.value == .shown(.orange)) }
    #expect(test.shop.shown == ["root", "1", "2"])
  }

  @Test(
    "Who leaves a step while the way on is looked for sees no other step", arguments: [true, false])
  func leftMeanwhile(isDue: Bool) async throws {
    let (shop, gate) = (try await ColourShop(), Barrier())
    let flow = shop.flow([
      Step(Colour.red), Step(.orange, validator: .waiting(at: gate, isDue: isDue)),
    ])
    try await flow.start()
    let result = flow.result
    let move = Task { try await flow.advance(from: .red) }
    await gate.waitForArrivals()
    try shop.navigation.performAsUser(.pop(to: shop.navigation.state.shown[0].id))
    gate.open()
    #expect(try await move.value == .stopped(.red, reason: "Its screen has left meanwhile."))
    #expect(shop.shown == ["root"])
    #expect(try await result.value == .left)
    #expect(flow.result === result)
  }

  @Test("A second tap on a screen that is covered by the next step does nothing")
  func lateTap() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow()
    try await flow.start()
    #expect(try await flow.advance(from: .red) == .shown(.orange))
    #expect(try await flow.advance(from: .red) == .shown(.orange))
    #expect(shop.shown == ["root", "1", "2"])
    #expect(shop.shop.recorder.routed.count == 2)
  }

  @Test("Whoever has gone back to a screen may move on from it again")
  func tapAfterBack() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow()
    try await flow.start()
    try await flow.advance(from: .red)
    try shop.navigation.performAsUser(.pop(to: shop.navigation.state.shown[1].id))
    #expect(flow.current == .red)
    #expect(try await flow.advance(from: .red) == .shown(.orange))
    #expect(shop.shown == ["root", "1", "2"])
  }

  @Test("A screen that another tab covers is on top again when its tab is; then it may move on")
  func tabs() async throws {
    let navigation = NavigationTree<Screen>(tabs: ["A", "B"])
    let shop = try await ColourShop()
    shop.wireframe.addStandardPresenters(on: navigation)
    let wireframe = Wireframe<Screen>()
    wireframe.addStandardPresenters(on: navigation)
    try wireframe.register("/steps/:colour") { Screen(try $0["colour"]) }
    let flow = StepFlow(
      StepQueue(Colour.allCases.map { Step($0) }), wireframe: wireframe, host: navigation)
    try await flow.start()
    try navigation.performAsUser(.selectTab(1))
    try await flow.advance(from: .red)
    try navigation.performAsUser(.selectTab(0))
    #expect(try await flow.advance(from: .red) == .shown(.orange))
    #expect(navigation.state.shown.map { "\($0.controller)" } == ["red", "orange"])
  }

  @Test("A double tap on what begins the flow begins it once")
  func doubleStart() async throws {
    let shop = try await ColourShop()
    let gate = Barrier()
    let flow = shop.flow([Step(Colour.red, validator: .waiting(at: gate))])
    let taps = (1...2).map { _ in Task { try await flow.start() } }
    await gate.waitForArrivals()
    await tasksHaveBegun()
    gate.open()
    for tap in taps { #expect(try await tap.value == .shown(.red)) }
    #expect(shop.shown == ["root", "1"])
  }

  @Test("Different moves run one behind the other, in the order of the calls")
  func movesInOrder() async throws {
    let test = try await UnderWay()
    let second = Task { try await test.flow.advance(from: .orange) }
    await tasksHaveBegun()
    let third = Task { try await test.flow.back() }
    await tasksHaveBegun()
    test.gate.open()
    #expect(try await test.move.value == .shown(.orange))
    #expect(try await second.value == .shown(.yellow))
    #expect(try await third.value == .shown(.orange))
    #expect(test.shop.shown == ["root", "1", "2"])
  }

  @Test(
    "A move that comes in the moment in which another ends waits behind those that wait already")
  func momentOfTheEnd() async throws {
    let test = try await UnderWay()
    let second = Task { try await test.flow.advance(from: .orange) }
    await tasksHaveBegun()
    var third: Task<StepOutcome<Colour>, any Error>?
    test.shop.navigation.onChange { _ in
      if third == nil { third = Task { try await test.flow.back() } }
    }
    test.gate.open()
    #expect(try await test.move.value == .shown(.orange))
    #expect(try await second.value == .shown(.yellow))
    #expect(try await third?.value == .shown(.orange))
    #expect(test.shop.shown == ["root", "1", "2"])
  }

  @Test("A call that is cancelled asks nobody, and one that is cancelled meanwhile ends nothing")
  func cancelledCalls() async throws {
    let shop = try await ColourShop()
    let gate = Barrier()
    var asked = 0
    let validator = StepValidator {
      asked += 1
      await gate.pass()
      return false
    }
    let flow = shop.flow([Step(Colour.red, validator: validator)])
    let before = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await flow.start()
    }
    #expect(try await failure { try await before.value }.code == .cancelled)
    #expect(asked == 0)
    let meanwhile = Task { try await flow.start() }
    await gate.waitForArrivals()
    meanwhile.cancel()
    gate.open()
    #expect(try await failure { try await meanwhile.value }.code == .cancelled)
  }

  @Test("After a move that fails, one that waits runs for itself")
  func waiterAfterFailure() async throws {
    let shop = try await ColourShop()
    let gate = Barrier()
    var failures = 1
    let validator = StepValidator {
      await gate.pass()
      failures -= 1
      if failures == 0 { throw Broken() }
      return true
    }
    let flow = shop.flow([Step(Colour.red), Step(.orange, validator: validator)])
    try await flow.start()
    let first = Task { try await flow.advance(from: .red) }
    await gate.waitForArrivals()
    let second = Task { try await flow.advance(from: .red) }
    await tasksHaveBegun()
    gate.open()
    #expect(try await failure { try await first.value }.code == .stepFailed)
    #expect(try await second.value == .shown(.orange))
    #expect(shop.shown == ["root", "1", "2"])
  }

  @Test("A validator that throws is an error that names the step; nothing is lost")
  func validatorThrows() async throws {
    let shop = try await ColourShop()
    var fails = true
    let validator = StepValidator {
      defer { fails = false }
      if fails { throw Broken() }
      return true
    }
    let flow = shop.flow([Step(Colour.red), Step(.orange, validator: validator)])
    try await flow.start()
    let error = try await failure { try await flow.advance(from: .red) }
    #expect(error.code == .stepFailed)
    #expect(error.underlyingError as? Broken == Broken())
    #expect(error.description.contains("step 'orange'"))
    #expect(flow.current == .red)
    #expect(shop.shown == ["root", "1"])
    #expect(try await flow.advance(from: .red) == .shown(.orange))
  }

  @Test(
    "A validator that hangs is timedOut past the limit; a late answer is dropped, the flow goes on")
  func validatorHangs() async throws {
    let clock = ManualClock()
    let test = try await UnderWay(limit: .seconds(9), clock: clock)
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(9))
    #expect(try await failure { try await test.move.value }.code == .timedOut)
    #expect(test.flow.current == .red)
    test.gate.open()
    #expect(await eventually { test.gate.passed == 1 })
    #expect(test.shop.shown == ["root", "1"])
    #expect(try await test.flow.advance(from: .red) == .shown(.orange))
  }

  @Test("The order and a screen without URL are limited, too", arguments: ["order", "screen"])
  func othersHang(part: String) async throws {
    struct Slow: Guider {
      let gate: GateKey
      var destination: StepDestination<Screen> {
        .screen {
          await gate.gate.pass()
          return Screen("slow")
        }
      }
      var next: Slow? { self }
    }
    let shop = try await ColourShop()
    let (clock, gate) = (ManualClock(), Barrier())
    let order = StepOrder<Slow> { step, _ in
      if part == "order" { await gate.pass() }
      return step.next
    }
    let slow = Slow(gate: GateKey(gate: gate))
    let flow = shop.flow([Step(slow)], order: order, limit: .seconds(9), clock: clock)
    let move = Task { try await flow.advance(from: slow) }
    await gate.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(9))
    let error = try await failure { try await move.value }
    #expect(error.code == .timedOut)
    #expect(error.description.contains(part))
    gate.open()
    #expect(await eventually { gate.passed == 1 })
    #expect(shop.shown == ["root"])
  }

  /// A gate as part of a guider.
  struct GateKey: Hashable, Sendable {
    let gate: Barrier
    static func == (left: GateKey, right: GateKey) -> Bool { left.gate === right.gate }
    func hash(into hasher: inout Hasher) {}
  }

  @Test(
    "A step's screen that awaits its own flow is the error reentrant",
    arguments: [false, true], [nil, Duration.seconds(9)])
  func reentrantScreen(isPresented: Bool, limit: Duration?) async throws {
    let shop = try await ColourShop()
    weak var asked: StepFlow<OwnStep>?
    func ask() async throws { _ = try await asked?.back() }
    let screen = StepDestination<Screen>.screen {
      try await ask()
      return Screen("made")
    }
    let step = OwnStep(1, isPresented ? .present { _ in try await ask() } : screen)
    let flow = shop.flow([Step(step)], limit: limit, clock: ManualClock())
    asked = flow
    #expect(try await failure { try await flow.start() }.code == .reentrant)
    #expect(shop.shown == ["root"])
  }

  @Test(
    "A validator that awaits its own flow is the error reentrant",
    arguments: [nil, Duration.seconds(9)])
  func reentrant(limit: Duration?) async throws {
    let shop = try await ColourShop()
    let flow = shop.flow([Step(Colour.red)], limit: limit, clock: ManualClock())
    flow.queue.steps.append(
      Step(
        .orange,
        validator: StepValidator { [weak flow] in
          _ = try await flow?.advance(from: .orange)
          return true
        }))
    try await flow.start()
    #expect(try await failure { try await flow.advance(from: .red) }.code == .reentrant)
    #expect(shop.shown == ["root", "1"])
  }

  @Test(
    "A move that is cancelled while a validator answers shows nothing, and the next one works",
    arguments: [nil, Duration.seconds(9)])
  func cancelled(limit: Duration?) async throws {
    let test = try await UnderWay(limit: limit)
    test.move.cancel()
    test.gate.open()
    #expect(try await failure { try await test.move.value }.code == .cancelled)
    #expect(test.flow.current == .red)
    #expect(test.shop.shown == ["root", "1"])
    #expect(try await test.flow.advance(from: .red) == .shown(.orange))
  }

  @Test("A move that is cancelled while its step is routed ends as the routing does")
  func cancelledRouting() async throws {
    let shop = try await ColourShop()
    let gate = Barrier()
    try shop.wireframe.register("/steps/slow") { _ in
      await gate.pass()
      return Screen("slow")
    }
    let flow = shop.flow([Step(Waypoint("slow"))])
    let move = Task { try await flow.start() }
    await gate.waitForArrivals()
    move.cancel()
    gate.open()
    let error = try await failure { try await move.value }
    #expect(error.code == .cancelled)
    #expect(error.urlText == "/steps/slow")
    #expect(shop.shown == ["root"])
    #expect(try await flow.start() == .shown(Waypoint("slow")))
  }

  @Test("A move that is cancelled while its step waits for the host is no failure of the step")
  func cancelledPresentation() async throws {
    let (shop, gate) = (try await ColourShop(), Barrier())
    let step = OwnStep(
      1,
      .present { host in
        await gate.pass()
        // As a host whose turn comes too late.
        try Task.checkCancellation()
        try await host.push(Screen("made"))
      })
    let flow = shop.flow([Step(step)])
    let move = Task { try await flow.start() }
    await gate.waitForArrivals()
    move.cancel()
    gate.open()
    #expect(try await failure { try await move.value }.code == .cancelled)
    #expect(shop.shown == ["root"])
  }

  @Test(
    "A caller that is cancelled while it waits leaves at once; the others keep their places")
  func cancelledWaiter() async throws {
    let test = try await UnderWay()
    let waiter = Task { try await test.flow.back() }
    let other = Task { try await test.flow.advance(from: .orange) }
    await tasksHaveBegun()
    waiter.cancel()
    #expect(try await failure { try await waiter.value }.code == .cancelled)
    test.gate.open()
    #expect(try await test.move.value == .shown(.orange))
    #expect(try await other.value == .shown(.yellow))
    #expect(test.shop.shown == ["root", "1", "2", "3"])
  }

  @Test("A call from a task that is cancelled already shows nothing")
  func cancelledBefore() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow()
    let move = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await flow.start()
    }
    #expect(try await failure { try await move.value }.code == .cancelled)
    #expect(shop.shown == ["root"])
  }
}
