import TestSupport
import Testing
import WireframeCore
import WireframeFlows

/// Five steps, numbered from 1.
enum Colour: String, CaseIterable, Guider {
  case red, orange, yellow, green, blue

  var number: Int { 1 + (Self.allCases.firstIndex(of: self) ?? 0) }
  var destination: StepDestination<Screen> { .url("/steps/\(rawValue)") }
}

/// A shop with a screen for each colour, named by its number.
@MainActor
struct ColourShop {
  let shop: Shop

  var wireframe: Wireframe<Screen> { shop.wireframe }
  var navigation: NavigationTree<Screen> { shop.navigation }
  var shown: [String] { shop.shown }

  init(limits: RoutingLimits = .none) async throws {
    shop = try await Shop(defaultOption: nil, limits: limits)
    for colour in Colour.allCases {
      try wireframe.register(RoutePattern("/steps/\(colour.rawValue)")) { _ in
        Screen("\(colour.number)")
      }
    }
  }

  func flow<Guide: Guider>(
    _ steps: [Step<Guide>], order: StepOrder<Guide> = .guided, limit: Duration? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) -> StepFlow<Guide> where Guide.Controller == Screen {
    StepFlow(
      StepQueue(steps), wireframe: wireframe, host: navigation, order: order, limit: limit,
      clock: clock)
  }

  /// A flow through all five colours, of which the first ones have these statuses.
  func flow(_ statuses: StepStatus...) -> StepFlow<Colour> {
    flow(
      Colour.allCases.enumerated().map { place, colour in
        Step(colour, status: place < statuses.count ? statuses[place] : .pending)
      })
  }

  /// Goes through a flow to its end.
  ///
  /// - Returns: What the host shows at the top after each routing.
  func play<Guide: Guider>(_ flow: StepFlow<Guide>) async throws -> [String] {
    var tops: [String] = []
    var outcome = try await flow.start()
    while case .shown(let step) = outcome {
      tops.append("\(try #require(navigation.state.top).controller)")
      outcome = try await flow.advance(from: step)
    }
    #expect(outcome == .finished)
    return tops
  }
}

/// A step whose way on is written down.
struct Waypoint: Guider, CustomStringConvertible {
  let description: String
  var ways: [String: String] = [:]

  init(_ name: String, _ ways: [String: String] = [:]) {
    description = name
    self.ways = ways
  }

  var destination: StepDestination<Screen> { .url("/steps/\(description)") }
  var next: Waypoint? { ways[description].map { Waypoint($0, ways) } }
}

/// A step that leads where a test says, and has none behind it.
struct OwnStep: Guider {
  let number: Int
  let destination: StepDestination<Screen>
  var next: OwnStep? { nil }

  init(_ number: Int, _ destination: StepDestination<Screen>) {
    self.number = number
    self.destination = destination
  }

  static func == (left: OwnStep, right: OwnStep) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// A host whose pushes, or all moves, wait for the test.
@MainActor
final class SlowHost: NavigationHost {
  let tree: NavigationTree<Screen>
  var gate = Barrier()
  var holdsAll = false
  var state: NavigationState<Screen> { tree.state }
  var events: NavigationEvents<Screen> { tree.events }

  init(_ tree: NavigationTree<Screen>) { self.tree = tree }

  func perform(_ operation: NavigationOperation<Screen>, animated: Bool) async throws {
    let isPush = (try? operation.target(from: state).entries.count > state.entries.count) == true
    if isPush || holdsAll { await gate.pass() }
    try tree.perform(operation, animated: animated)
  }
}

extension StepValidator {
  /// Answers once a gate is open.
  @MainActor
  static func waiting(at gate: Barrier, isDue: Bool = true) -> StepValidator {
    StepValidator {
      await gate.pass()
      return isDue
    }
  }
}
