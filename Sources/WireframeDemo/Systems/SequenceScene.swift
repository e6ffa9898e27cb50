import WireframeFlows
import WireframeCore

/// Scene 2: the sequence of five colours, once with all steps pending and once with some of them done.
struct SequenceScene {
  /// The steps; the order of the cases is the order of the flow.
  enum Colour: String, CaseIterable, NumberedStep {
    case red, orange, yellow, green, blue

    var number: Int { 1 + (Self.allCases.firstIndex(of: self) ?? 0) }
    var name: String { rawValue }
  }

  @MainActor
  func run(_ console: Console) async throws {
    console.write(console.paint("2. A flow of five steps, which a list decides", .bold))
    try await play("all five steps are pending", [:], console)
    try await play(
      "step 1 is completed, step 3 is in progress", [.red: .completed, .yellow: .inProgress],
      console)
  }

  @MainActor
  private func play(
    _ title: String, _ done: [Colour: StepStatus], _ console: Console
  ) async throws {
    console.write("   \(title)")
    let player = try StepPlayer(Colour.allCases.map { Step($0, status: done[$0] ?? .pending) })
    try await player.play { number in
      console.write("   step \(number) is on screen:")
      console.draw(player.navigation.state)
    }
    console.write("   finished")
  }
}
