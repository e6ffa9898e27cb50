import WireframeFlows
import WireframeCore

/// `sequence`: runs a flow of steps to its end, and prints which of them came on screen.
struct SequenceCommand {
  private struct Numbered: NumberedStep {
    let number: Int
    let count: Int

    var name: String { "of \(count)" }
    var next: Numbered? { number < count ? Numbered(number: number + 1, count: count) : nil }
  }

  private let statuses: [StepStatus]

  init(arguments: [String]) throws(UsageError) {
    let known = StepStatus.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    if let first = arguments.first, first != "--status" {
      throw UsageError(description: "'sequence' takes no argument '\(first.printable)'.")
    }
    guard arguments.count > 1 else {
      throw UsageError(description: "'sequence' needs '--status' and a list of \(known).")
    }
    if arguments.count > 2 {
      throw UsageError(description: "'sequence' takes no argument '\(arguments[2].printable)'.")
    }
    var statuses: [StepStatus] = []
    for word in arguments[1].split(separator: ",", omittingEmptySubsequences: false) {
      guard let status = StepStatus(rawValue: String(word)) else {
        throw UsageError(
          description: "There is no status '\(String(word).printable)'. The statuses are: \(known)."
        )
      }
      statuses.append(status)
    }
    self.statuses = statuses
  }

  @MainActor
  func run(_ console: Console) async throws {
    let steps = statuses.enumerated().map { place, status in
      Step(Numbered(number: place + 1, count: statuses.count), status: status)
    }
    try await StepPlayer(steps).play { console.write("\($0)") }
  }
}
