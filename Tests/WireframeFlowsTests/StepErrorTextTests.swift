import TestSupport
import Testing
import WireframeCore
public import WireframeFlows
import WireframeTesting

/// The exact sentences of step flows.
@MainActor
@Suite(.hangsNever)
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

  @Test("A step is named by its case or its type, and no value of it is shown")
  func names() async throws {
    let steps: [(String, any Guider<Screen>)] = [
      ("plain", Secretive.plain), ("code", Secretive.code("s3cr3t")),
      ("labelled", Secretive.labelled(code: "s3cr3t", number: 1)),
      ("outer", Secretive.outer(.code("s3cr3t"))), ("maybe", Secretive.maybe("s3cr3t")),
      ("list", Secretive.list(["s3cr3t"])),
      ("StructStep", StructStep()), ("ClassStep", ClassStep()), ("Box", Box("s3cr3t")),
      ("code", Secretive?.some(.code("s3cr3t"))), ("nil", Secretive?.none),
      ("StructStep", StructStep?.some(StructStep())), ("code", Secretive??.some(.code("s3cr3t"))),
      ("told", Talkative.told("s3cr3t")), ("TalkativeStruct", TalkativeStruct()),
      ("TalkativeClass", TalkativeClass()), ("Mirrored", Mirrored.code("s3cr3t")),
    ]
    for (name, step) in steps {
      let text = try await text(of: step)
      #expect(
        text == "The validator of step '\(name)' failed: it threw Broken. See 'underlyingError'.")
    }
    for text in allTexts(of: StepOutcome.shown(Secretive.code("s3cr3t")))
      + allTexts(of: StepOutcome.redirected(Colour.red, to: "/s3cr3t"))
    {
      #expect(!text.contains("s3cr3t"))
    }
    #expect(
      "\(StepOutcome.stopped(Secretive.code("s3cr3t"), reason: "no"))" == "stopped 'code': no")
  }

  private func text(of step: some Guider<Screen>) async throws -> String {
    let queue = StepQueue([Step(step, validator: StepValidator { throw Broken() })])
    return try await failure { try await queue.next() }.description
  }

  @Test("What a flow says of a stop is one line")
  func outcomes() {
    expectOneLine("\(StepOutcome<Colour>.stopped(.red, reason: Hostile.text))", "outcome")
  }

  @Test("timedOut names part, step, limit and where to raise it")
  func timedOut() async throws {
    let shop = try await ColourShop()
    let (clock, gate) = (ManualClock(), Barrier())
    let flow = shop.flow(
      [Step(Colour.red, validator: .waiting(at: gate))], limit: .seconds(9), clock: clock)
    let move = Task { try await flow.start() }
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(9))
    #expect(
      try await failure { try await move.value }.description == """
        The validator of step 'red' took longer than 9.0 seconds. Make it faster, or raise the \
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
        A validator or a screen awaited the flow that waits for it; both would wait forever. \
        Answer first, and move on from the screen.
        """)
  }

  @Test("stepLoop shows the circle, or where the endless chain began")
  func loop() async throws {
    let ways: [Colour: Colour] = [.red: .blue, .blue: .green, .green: .blue]
    let shop = try await ColourShop()
    let flow = shop.flow([Step<Colour>](), order: StepOrder { step, _ in ways[step] })
    #expect(
      try await failure { try await flow.advance(from: .red) }.description == """
        The steps form a loop, and none of them is to be shown: 'blue' → 'green' → 'blue'. \
        Return nil from the 'next' of one of them.
        """)
    var number = 0
    let endless = StepOrder<Waypoint> { _, _ in
      number += 1
      return Waypoint("\(number)")
    }
    let made = shop.flow([Step<Waypoint>](), order: endless)
    #expect(
      try await failure { try await made.advance(from: Waypoint("a")) }.description == """
        More than 1000 steps after 'Waypoint' are not in the list. Return nil from the last \
        step's 'next'.
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
        The step 'red' is not in the list, so it has no next step. The steps are: \
        \(colours.isEmpty ? "none" : "'blue', 'green'"). Add it to the list, or use the order \
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
        The flow's wireframe or host is gone: the flow holds them weakly. Retain both in the app.
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

// MARK: - Steps with values that are nobody's business

extension Guider where Controller == Screen {
  fileprivate var nowhere: StepDestination<Screen> { .url("/nowhere") }
}

private indirect enum Secretive: Guider {
  case plain
  case code(String)
  case labelled(code: String, number: Int)
  case outer(Secretive)
  case maybe(String?)
  case list([String])

  var destination: StepDestination<Screen> { nowhere }
  var next: Secretive? { nil }
}

private struct StructStep: Guider {
  var code = "s3cr3t"
  var destination: StepDestination<Screen> { nowhere }
  var next: StructStep? { nil }
}

private final class ClassStep: Guider {
  let code = "s3cr3t"
  var destination: StepDestination<Screen> { nowhere }
  var next: ClassStep? { nil }
  static func == (left: ClassStep, right: ClassStep) -> Bool { left === right }
  func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

private struct Box<Value: Hashable & Sendable>: Guider {
  let value: Value
  init(_ value: Value) { self.value = value }
  var destination: StepDestination<Screen> { nowhere }
  var next: Box? { nil }
}

extension Optional: Guider where Wrapped: Guider {
  /// The step's own.
  public typealias Controller = Wrapped.Controller
  /// Nowhere.
  public var destination: StepDestination<Wrapped.Controller> { .url("/nowhere") }
  /// None.
  public var next: Wrapped?? { nil }
}

private enum Talkative: Guider, CustomStringConvertible, CustomDebugStringConvertible {
  case told(String)
  var description: String { "s3cr3t" }
  var debugDescription: String { "s3cr3t" }
  var destination: StepDestination<Screen> { nowhere }
  var next: Talkative? { nil }
}

private struct TalkativeStruct: Guider, CustomStringConvertible {
  var description: String { "s3cr3t" }
  var destination: StepDestination<Screen> { nowhere }
  var next: TalkativeStruct? { nil }
}

private final class TalkativeClass: Guider, CustomStringConvertible {
  var description: String { "s3cr3t" }
  var destination: StepDestination<Screen> { nowhere }
  var next: TalkativeClass? { nil }
  static func == (left: TalkativeClass, right: TalkativeClass) -> Bool { left === right }
  func hash(into hasher: inout Hasher) {}
}

private enum Mirrored: Guider, CustomReflectable {
  case code(String)
  var customMirror: Mirror { Mirror(self, children: ["s3cr3t": self], displayStyle: .enum) }
  var destination: StepDestination<Screen> { nowhere }
  var next: Mirrored? { nil }
}
