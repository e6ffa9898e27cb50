import WireframeCore
import WireframeFlows

/// A flow over a small app with one numbered screen a step, played to its end.
@MainActor
struct StepPlayer<Guide: NumberedStep> {
  let navigation = NavigationTree<Screen>()
  private let wireframe = Wireframe<Screen>()
  private let flow: StepFlow<Guide>

  init(_ steps: [Step<Guide>]) throws(RoutingError) {
    wireframe.addStandardPresenters(on: navigation)
    try wireframe.register("/", option: .root) { _ in Screen("Start") }
    let names = Dictionary(steps.map { ($0.guider.number, $0.guider.name) }) { first, _ in first }
    try wireframe.register("/steps/:number<int>") { route in
      let number: Int = try route["number"]
      return names[number].map { StepScreen(number: number, name: $0) }
    }
    flow = StepFlow(StepQueue(steps), wireframe: wireframe, host: navigation)
  }

  /// Plays the flow to its end, as if somebody tapped "Next" on each screen.
  ///
  /// - Parameter show: Called after each routing that showed a step, with the number on the top screen.
  /// - Throws: What routing throws.
  func play(_ show: (Int) -> Void) async throws(RoutingError) {
    try await wireframe.route(to: "/")
    var outcome = try await flow.start()
    while case .shown(let step) = outcome {
      // What is on screen, not what the flow says it did.
      if let screen = navigation.state.top?.controller as? StepScreen { show(screen.number) }
      outcome = try await flow.advance(from: step)
    }
  }
}

/// A step with a number and a URL of its own.
protocol NumberedStep: Guider where Controller == Screen {
  var number: Int { get }
  var name: String { get }
}

extension NumberedStep { var destination: StepDestination<Screen> { .url("/steps/\(number)") } }

/// The screen of a step.
final class StepScreen: Screen {
  let number: Int

  init(number: Int, name: String) {
    self.number = number
    super.init("\(number) \(name)")
  }
}
