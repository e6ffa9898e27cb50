import Testing
import WireframeCore
import WireframeFlows

/// The exact sentences of step flows.
@MainActor
struct StepErrorTextTests {
  @Test("stepFailed names part, step and what was thrown")
  func failed() async throws {
    let shop = try await ColourShop()
    let validator = shop.flow([Step(Colour.red, validator: StepValidator { throw Broken() })])
    #expect(
      try await failure { try await validator.start() }.description
        == "The validator of step 'red' failed: it threw Broken. See 'underlyingError'.")
    let order = shop.flow([Step(Colour.red)], order: StepOrder { _, _ in throw Broken() })
    #expect(
      try await failure { try await order.advance(from: .blue) }.description
        == "The order behind step 'blue' failed: it threw Broken. See 'underlyingError'.")
    #expect(
      try await failure { try await shop.flow([Step(Faulty.screen)]).start() }.description
        == "The screen of step 'screen' failed: it threw Broken. See 'underlyingError'.")
    let presented = try await failure { try await shop.flow([Step(Faulty.presented)]).start() }
    #expect(
      presented.description
        == "The presentation of step 'presented' failed: it threw Broken. See 'underlyingError'.")
    #expect(presented.code == .stepFailed)
    #expect(presented.urlText == nil)
    #expect(shop.shown == ["root"])
    let routing = shop.flow([
      Step(
        Colour.red,
        validator: StepValidator {
          _ = try await shop.wireframe.controller(for: "/nowhere")
          return true
        })
    ])
    #expect(
      try await failure { try await routing.start() }.description == """
        The validator of step 'red' failed: No route matches '/…'. Register a pattern for it.
        """)
  }

  enum Faulty: CaseIterable, Guider {
    case screen, presented
    var destination: StepDestination<Screen> {
      switch self {
      case .screen: .screen { throw Broken() }
      case .presented: .present { _ in throw Broken() }
      }
    }
  }

  @Test("timedOut names part, step, limit and where to raise it")
  func timedOut() async throws {
    let shop = try await ColourShop()
    let (clock, gate) = (ManualClock(), Gate())
    let flow = shop.flow(
      [Step(Colour.red, validator: .waiting(at: gate))], limit: .seconds(9), clock: clock)
    let move = Task { try await flow.start() }
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(9))
    #expect(
      try await failure { try await move.value }.description == """
        The validator of step 'red' took longer than 9.0 seconds. Make it quicker, or raise the \
        flow's 'limit'.
        """)
    gate.open()
  }

  @Test("cancelled says what was not done, and for a waiter that the flow goes on")
  func cancelled() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow()
    let result = flow.result
    let (move, wait) = (
      Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await flow.start()
      },
      Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await result.value
      }
    )
    #expect(
      try await failure { try await move.value }.description
        == "The flow's move was cancelled before a step was shown. Nothing has changed.")
    #expect(
      try await failure { try await wait.value }.description
        == "The wait for the flow's result was cancelled. The flow goes on.")
  }

  @Test("reentrant says what to do instead")
  func reentrant() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow([Step<Colour>]())
    flow.queue = [
      Step(.red, validator: StepValidator { [weak flow] in try await flow?.start() != nil })
    ]
    #expect(
      try await failure { try await flow.start() }.description == """
        A validator or a screen awaited the flow that waits for it; both would wait for ever. \
        Answer first, and move on from the screen.
        """)
  }

  @Test("stepLoop shows the circle, or where the endless chain began")
  func loop() async throws {
    let ways = ["a": "b", "b": "c", "c": "b"]
    let shop = try await ColourShop()
    let flow = shop.flow([Step<Waypoint>]())
    #expect(
      try await failure { try await flow.advance(from: Waypoint("a", ways)) }.description == """
        The steps go in a circle, and none of them is to be shown: 'b' → 'c' → 'b'. \
        Let the 'next' of one of them be nil.
        """)
    var number = 0
    let endless = StepOrder<Waypoint> { _, _ in
      number += 1
      return Waypoint("\(number)")
    }
    let made = shop.flow([Step<Waypoint>](), order: endless)
    #expect(
      try await failure { try await made.advance(from: Waypoint("a")) }.description == """
        More than 1000 steps behind 'a' are not in the list. Let the last step's 'next' be nil.
        """)
  }

  @Test("unknownStep lists the steps", arguments: [[Colour.blue, .green], []])
  func unknownStep(colours: [Colour]) async throws {
    let shop = try await ColourShop()
    let flow = shop.flow(colours.map { Step($0) }, order: .listed)
    let error = try await failure { try await flow.advance(from: .red) }
    #expect(error.code == .unknownStep)
    #expect(
      error.description == """
        The step 'red' is not in the list, so none stands behind it. The steps are: \
        \(colours.isEmpty ? "none" : "'blue', 'green'"). Put it into the list, or use the order \
        '.guided'.
        """)
  }

  @Test("nothingToLeave and wireframeGone say why")
  func others() async throws {
    let shop = try await ColourShop()
    #expect(
      try await failure { try await shop.flow().back() }.description == """
        There is no step to go back to: the flow has shown none before the current one.
        """)
    let orphan = StepFlow<Colour>(
      [Step(.red)], wireframe: Wireframe(), host: NavigationTree<Screen>())
    #expect(
      try await failure { try await orphan.start() }.description == """
        The flow's wireframe or host is gone: the flow holds them weakly. Keep both where the app is \
        put together.
        """)
  }

  @Test("Outcomes and progress describe themselves without a URL")
  func descriptions() {
    let outcomes: [StepOutcome<Colour>] = [
      .shown(.red), .handled(.red), .redirected(.red, to: "/login?for=Ada"),
      .stopped(.red, reason: "closed"), .finished,
    ]
    #expect(
      outcomes.map(\.description) == [
        "shown 'red'", "handled 'red'", "redirected 'red'", "stopped 'red': closed", "finished",
      ])
  }
}
