import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeFlows

/// System 1, item by item.
@MainActor
@Suite(.hangsNever)
struct SequenceTests {
  @Test("1.1 A step is a guider and a validator: where to, and whether")
  func step() async throws {
    let shop = try await ColourShop()
    var answers = [false, true]
    let step = Step(Colour.green, validator: StepValidator { answers.removeFirst() })
    #expect(step.guider == .green)
    let flow = shop.flow([step])
    #expect(try await flow.start() == .finished)
    #expect(shop.shown == ["root"])
    #expect(try await flow.start() == .shown(.green))
    #expect(shop.shown == ["root", "4"])
  }

  /// Steps of each kind.
  enum Kind: CaseIterable, Guider {
    case url, request, screen, presented

    var destination: StepDestination<Screen> {
      switch self {
      case .url: .url("/steps/red?from=flow", payload: ["word": "hello"], option: .modal)
      case .request: .request(RoutingRequest("/steps/orange", option: .modal))
      case .screen: .screen { Screen("made") }
      case .presented: .present { try await $0.present(Screen("own way"), option: .modal(.sheet)) }
      }
    }
  }

  @Test(
    "1.2 The guider routes to the screen of its step: a URL, a request, a screen, its own way")
  func guidersRoute() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow(Kind.allCases.map { Step($0) })
    #expect(try await shop.play(flow) == ["1", "2", "made", "own way"])
    let routes = shop.shop.recorder.routed.map(\.route)
    #expect(routes.map(\.urlText) == ["/steps/red?from=flow", "/steps/orange"])
    #expect(routes.first?.payload["word", as: String.self] == "hello")
    // The push dismissed the modals of the first two steps.
    #expect(shop.shown == ["root", "made", "own way"])
    #expect(shop.navigation.state.layers.last?.style == .sheet)
  }

  @Test("1.3 The guider gives the next guider, nil at the end")
  func guidersKnowTheNext() async throws {
    #expect(Colour.allCases.map(\.next) == [.orange, .yellow, .green, .blue, nil])
    let ways = ["red": "blue", "blue": "green"]
    let shop = try await ColourShop()
    let flow = shop.flow(["green", "blue", "red"].map { Step(Waypoint($0, ways)) })
    #expect(try await flow.advance(from: Waypoint("red", ways)) == .shown(Waypoint("blue", ways)))
    #expect(try await flow.advance(from: Waypoint("blue", ways)) == .shown(Waypoint("green", ways)))
    #expect(try await flow.advance(from: Waypoint("green", ways)) == .finished)
    #expect(shop.shown == ["root", "5", "4"])
  }

  /// An enum that carries values and names its own next step.
  enum Form: Guider {
    case page(Int)
    case done

    var destination: StepDestination<Screen> {
      switch self {
      case .page(let number): .screen { Screen("page \(number)") }
      case .done: .screen { Screen("done") }
      }
    }
    var next: Form? {
      switch self {
      case .page(let number): number < 2 ? .page(number + 1) : .done
      case .done: nil
      }
    }
  }

  @Test("1.4 An enum can be a guider; one that lists its cases has its order from them")
  func enumsAreGuiders() async throws {
    let shop = try await ColourShop()
    let form = shop.flow([Form.page(1), .page(2), .done].map { Step($0) })
    #expect(try await shop.play(form) == ["page 1", "page 2", "done"])
    #expect(try await shop.play(shop.flow()) == ["1", "2", "3", "4", "5"])
  }

  @Test("1.5 The default route of a step is a push on the top-most navigation stack")
  func stepsArePushed() async throws {
    enum Plain: CaseIterable, Guider {
      case url, screen
      var destination: StepDestination<Screen> {
        self == .url ? .url("/steps/red") : .screen { Screen("made") }
      }
    }
    let shop = try await ColourShop()
    try await shop.navigation.present(Screen("modal"), option: .modal(hasStack: true))
    let flow = shop.flow(Plain.allCases.map { Step($0) })
    try await flow.start()
    #expect(shop.shop.recorder.routed.last?.option is Push)
    // A modal without a stack is above the top-most stack, and blocks the push.
    try await shop.navigation.present(Screen("alert"))
    try await flow.advance(from: .url)
    #expect(
      shop.navigation.state.layers.map { $0.shown.map { "\($0.controller)" } }
        == [["root"], ["modal", "1", "made"]])
  }

  @Test(
    "1.5 Without the default, the route's own option holds", arguments: [false, true])
  func routesMayDecide(isOwn: Bool) async throws {
    let shop = try await ColourShop()
    try shop.wireframe.register("/sheet", option: .modal(.sheet)) { _ in Screen("sheet") }
    struct Sheet: Guider {
      let isOwn: Bool
      var destination: StepDestination<Screen> {
        isOwn ? .url("/sheet", option: nil) : .url("/sheet")
      }
      var next: Sheet? { nil }
    }
    try await shop.flow([Step(Sheet(isOwn: isOwn))]).start()
    #expect(shop.navigation.state.layers.count == (isOwn ? 2 : 1))
    #expect(shop.shown == ["root", "sheet"])
  }

  @Test(
    "1.6 The standard validator shows what is pending, and skips what is in progress or completed",
    arguments: [
      Case(StepStatus.pending, ["1", "2"]), Case(.inProgress, ["2"]), Case(.completed, ["2"]),
    ])
  func validators(status: Case<StepStatus, [String]>) async throws {
    let shop = try await ColourShop()
    let flow = shop.flow([Step(.red, status: status.given), Step(Colour.orange)])
    #expect(try await shop.play(flow) == status.expected)
    let named = shop.flow([
      Step(.red, validator: .status(status.given)), Step(Colour.orange),
    ])
    #expect(try await shop.play(named) == status.expected)
  }

  @Test("1.6 A validator of the app's own may wait, and is asked anew for each move")
  func ownValidators() async throws {
    let shop = try await ColourShop()
    var answers = [false, true]
    let validator = StepValidator {
      await Task.yield()
      return answers.removeFirst()
    }
    let flow = shop.flow([Step(Colour.orange, validator: validator)])
    #expect(try await flow.advance(from: .red) == .finished)
    #expect(try await flow.advance(from: .red) == .shown(.orange))
    #expect(answers.isEmpty)
  }

  @Test("1.7 The queue's next step is the first in the list whose validator agrees, nil if none")
  func queue() async throws {
    var asked: [Colour] = []
    func step(_ colour: Colour, _ isDue: Bool) -> Step<Colour> {
      Step(
        colour,
        validator: StepValidator {
          asked.append(colour)
          return isDue
        })
    }
    let queue: StepQueue<Colour> = [step(.blue, false), step(.green, true), step(.red, true)]
    #expect(try await queue.next()?.guider == .green)
    #expect(asked == [.blue, .green])
    #expect(try await StepQueue([step(.blue, false)]).next() == nil)
    #expect(try await StepQueue<Colour>([]).next() == nil)
  }

  @Test("1.8 A flow holds the queue, loads the first screen, and moves on from a step")
  func flow() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow(.completed)
    #expect(flow.queue.steps.map(\.guider) == Colour.allCases)
    #expect(flow.current == nil)
    #expect(try await flow.start() == .shown(.orange))
    #expect(try await flow.advance(from: .orange) == .shown(.yellow))
    #expect(shop.shown == ["root", "2", "3"])
    #expect(flow.current == .yellow)
    flow.queue = [Step(.red), Step(.blue)]
    #expect(try await flow.advance(from: .yellow) == .shown(.blue))
    #expect(shop.shown == ["root", "2", "3", "5"])
  }

  @Test("1.9 Loading the initial screen loads the queue's next, whatever the guiders say")
  func start() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow([Step(.blue, status: .inProgress), Step(.green), Step(Colour.red)])
    #expect(try await flow.start() == .shown(.green))
    #expect(shop.shown == ["root", "4"])
  }

  @Test("1.9 With an exhausted queue nothing is shown, and the flow says so", arguments: [0, 5])
  func exhausted(count: Int) async throws {
    let shop = try await ColourShop()
    let flow = shop.flow(Colour.allCases.prefix(count).map { Step($0, status: .completed) })
    #expect(try await flow.start() == .finished)
    #expect(try await flow.result.value == .finished)
    #expect(flow.current == nil)
    #expect(shop.shown == ["root"])
    #expect(shop.shop.recorder.events == [])
  }

  @Test("1.10 Each flow may define its own way to move on")
  func order() async throws {
    let shop = try await ColourShop()
    let steps = [Colour.blue, .red, .green].map { Step($0) }
    #expect(try await shop.play(shop.flow(steps, order: .listed)) == ["5", "1", "4"])
    #expect(try await shop.play(shop.flow(steps)) == ["5"])
    let backwards = StepOrder<Colour> { step, queue in
      await Task.yield()
      return queue.steps.last { $0.guider.number < step.number }?.guider
    }
    #expect(try await shop.play(shop.flow(steps, order: backwards)) == ["5", "4", "1"])
  }

  @Test("1.10 In the order of the list, a repeated entry is one step")
  func listedTwice() async throws {
    let shop = try await ColourShop()
    let steps = [Colour.blue, .blue, .red, .blue, .green].map { Step($0) }
    #expect(try await shop.play(shop.flow(steps, order: .listed)) == ["5", "1", "4"])
  }

  /// A presenter of a module: it knows which step it is, and nothing of the others.
  @MainActor
  final class StepPresenter {
    private let step: Colour
    private let flow: StepFlow<Colour>
    init(_ step: Colour, _ flow: StepFlow<Colour>) { (self.step, self.flow) = (step, flow) }
    func doneTapped() async throws { try await flow.advance(from: step) }
  }

  @Test("1.11 One flow object serves a whole app: it is handed in, and two of them do not meet")
  func injected() async throws {
    let (shop, other) = (try await ColourShop(), try await ColourShop())
    let (flow, otherFlow) = (shop.flow(), other.flow(.completed))
    try await flow.start()
    try await otherFlow.start()
    for colour in Colour.allCases { try await StepPresenter(colour, flow).doneTapped() }
    #expect(shop.shown == ["root", "1", "2", "3", "4", "5"])
    #expect(other.shown == ["root", "2"])
    // Another list, later on, in the same object.
    flow.queue = [Step(.red)]
    #expect(try await flow.start() == .shown(.red))
  }

  @Test("1.14 The list may come from outside: JSON from a server")
  func json() async throws {
    let shop = try await ColourShop()
    let flow = shop.flow()
    flow.queue = try StepQueue(
      json: Data(
        """
        [
          { "id": "yellow" },
          { "id": "green", "status": "completed" },
          { "status": "pending", "id": "blue" }
        ]
        """.utf8))
    #expect(try await shop.play(flow) == ["3", "5"])
  }

  @Test(
    "1.17 Five pending steps show 1 2 3 4 5; with step 1 completed and 3 in progress, 2 4 5",
    arguments: [
      Case([StepStatus.pending, .pending, .pending, .pending, .pending], "1 2 3 4 5"),
      Case([.completed, .pending, .inProgress, .pending, .pending], "2 4 5"),
    ])
  func acceptance(row: Case<[StepStatus], String>) async throws {
    let shop = try await ColourShop()
    let flow = shop.flow(zip(Colour.allCases, row.given).map { Step($0, status: $1) })
    #expect(try await shop.play(flow).joined(separator: " ") == row.expected)
    #expect(shop.shown.joined(separator: " ") == "root \(row.expected)")
  }

  @Test("1.18 Changing the flow touches the flow object or the list only, never a screen")
  func changing() async throws {
    let shop = try await ColourShop()
    // The screens: made once, they only say which step they are.
    func visit(_ flow: StepFlow<Colour>) async throws -> String {
      try await shop.navigation.setRoot(Screen("root"))
      try await flow.start()
      while let step = flow.current {
        guard case .shown = try await flow.advance(from: step) else { break }
      }
      return shop.shown.dropFirst().joined(separator: " ")
    }
    #expect(try await visit(shop.flow()) == "1 2 3 4 5")
    #expect(try await visit(shop.flow([Step(.red), Step(.blue)])) == "1 5")
    let steps = [Step(Colour.green), Step(.red)]
    #expect(try await visit(shop.flow(steps, order: .listed)) == "4 1")
  }

  @Test(
    "1.19 The queue may be replaced while the flow runs; the next advance uses the new one",
    arguments: [true, false])
  func replacing(isDue: Bool) async throws {
    let shop = try await ColourShop()
    let gate = Barrier()
    let waiting = StepValidator.waiting(at: gate, isDue: isDue)
    let flow = shop.flow([Step(Colour.red), Step(.orange, validator: waiting), Step(.yellow)])
    try await flow.start()
    let advance = Task { try await flow.advance(from: .red) }
    await gate.waitForArrivals()
    flow.queue = [Step(.blue)]
    gate.open()
    // The move that was under way is not lost: it goes on with the list that it began with.
    let shown = isDue ? Colour.orange : .yellow
    #expect(try await advance.value == .shown(shown))
    #expect(try await flow.advance(from: shown) == .shown(.blue))
    #expect(shop.shown == ["root", "1", "\(shown.number)", "5"])
  }
}
