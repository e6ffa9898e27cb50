public import WireframeCore

/// The outcome of a move of a flow that did not fail.
public enum StepOutcome<Guide: Guider>: Hashable, Sendable {
  /// The step is on screen.
  case shown(Guide)
  /// The step's route is a handler: it has run, and nothing is on screen. Advance from it to go on.
  case handled(Guide)
  /// A guard redirected the step's URL to the URL with this text; the flow stays where it was.
  case redirected(Guide, to: String)
  /// A guard stopped the step's URL, or the step that asked has left meanwhile; the flow stays where it was.
  case stopped(Guide, reason: String)
  /// No step is left to be shown; nothing on screen has changed.
  case finished
}

extension StepOutcome: DescribedValue {
  /// The outcome and the step, as error texts name it; free of URLs.
  public var description: String {
    switch self {
    case .shown(let guider): "shown '\(stepName(guider))'"
    case .handled(let guider): "handled '\(stepName(guider))'"
    case .redirected(let guider, _): "redirected '\(stepName(guider))'"
    case .stopped(let guider, let reason): "stopped '\(stepName(guider))': \(reason.escaped)"
    case .finished: "finished"
    }
  }
}

/// How far a flow is: step `number` of the `count` that are shown, as its validators say now.
public struct StepProgress: Hashable, Sendable, CustomStringConvertible {
  /// The number of the step on screen, from 1.
  public let number: Int
  /// How many steps have been shown or will be.
  public let count: Int

  /// Such as `2 of 5`.
  public var description: String { "\(number) of \(count)" }
}
