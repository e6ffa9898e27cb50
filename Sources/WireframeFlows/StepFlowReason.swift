public import WireframeCore

/// What happens in a flow of steps, and the sentences for it.
package enum StepFlowReason: RoutingError.Reason {
  case failed(StepPart, step: String, error: any Error)
  case timedOut(StepPart, step: String, limit: Duration)
  case cancelled
  case waitCancelled
  case reentrant
  case loop(steps: [String])
  case endlessChain(from: String, limit: Int)
  case unknownStep(String, known: [String])
  case noStepBefore
  case wireframeGone
  case invalidList([StepListFault])

  package var code: RoutingError.Code {
    switch self {
    case .failed: .stepFailed
    case .timedOut: .timedOut
    case .cancelled, .waitCancelled: .cancelled
    case .reentrant: .reentrant
    case .loop, .endlessChain: .stepLoop
    case .unknownStep: .unknownStep
    case .noStepBefore: .nothingToLeave
    case .wireframeGone: .wireframeGone
    case .invalidList: .invalidSteps
    }
  }

  package func sentence(about route: String) -> String {
    switch self {
    case .failed(let part, let step, let error):
      let start = "\(part.rawValue) step '\(step)' failed"
      if let error = error as? RoutingError { return "\(start): \(error)" }
      return "\(start): it threw \(type(of: error)). See 'underlyingError'."
    case .timedOut(let part, let step, let limit):
      return
        "\(part.rawValue) step '\(step)' took longer than \(limit). Make it faster, or raise the flow's 'limit'."
    case .cancelled:
      return "The flow's move was cancelled before a step was shown. Nothing has changed."
    case .waitCancelled:
      return "The wait for the flow's result was cancelled. The flow goes on."
    case .reentrant:
      return
        "A validator or a screen awaited the flow that waits for it; both would wait forever. "
        + "Answer first, and move on from the screen."
    case .loop(let steps):
      return "The steps form a loop, and none of them is to be shown: "
        + "\(steps.map { "'\($0)'" }.joined(separator: " → ")). Return nil from the 'next' of one of them."
    case .endlessChain(let step, let limit):
      return "More than \(limit) steps after '\(step)' are not in the list. Return nil "
        + "from the last step's 'next'."
    case .unknownStep(let step, let known):
      return "The step '\(step)' is not in the list, so it has no next step. The steps are: "
        + "\(known.asNames). Add it to the list, or use the order '.guided'."
    case .noStepBefore:
      return "There is no step to go back to: the flow has shown none before the current one."
    case .wireframeGone:
      return
        "The flow's wireframe or host is gone: the flow holds them weakly. Retain both in the app."
    case .invalidList(let faults):
      let count = faults.count == 1 ? "a fault" : "\(faults.count) faults"
      let most = 10
      let texts = faults.prefix(most).map { " \($0.description.sentenceCased)." }.joined()
      let more =
        faults.count > most ? " There are \(faults.count - most) more in 'stepFaults'." : ""
      return "The list of steps has \(count) and was refused.\(texts)\(more)"
    }
  }
}

extension RoutingError {
  init(_ reason: StepFlowReason, underlying: (any Error)? = nil) {
    self.init(reason as any Reason, underlying: underlying)
  }

  /// The circle in which a chain of steps ends, without the way to it.
  init(circle chain: [some Guider]) {
    self.init(.loop(steps: chain.drop { $0 != chain.last }.map { stepName($0) }))
  }
}

extension RoutingError.Code {
  /// A step's validator, the flow's order, or a step's screen without a URL threw.
  public static let stepFailed = Self(rawValue: "stepFailed")
  /// The chain of next steps does not end, and none of its steps is to be shown.
  public static let stepLoop = Self(rawValue: "stepLoop")
  /// With the order of the list, a step that is not in the list has no next one.
  public static let unknownStep = Self(rawValue: "unknownStep")
  /// A list of steps from outside has faults.
  public static let invalidSteps = Self(rawValue: "invalidSteps")
  /// The wireframe or the host of a flow is gone.
  public static let wireframeGone = Self(rawValue: "wireframeGone")
}

/// How texts name a step: an enum's case without its values, anything else by its type.
///
/// A step's values may come from the user, so a type's own `description` is used only for a case that has none.
func stepName(_ value: Any) -> String {
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .optional {
    return mirror.children.first.map { stepName($0.value) } ?? "nil"
  }
  guard mirror.displayStyle == .enum, !(value is any CustomReflectable) else {
    return typeName(value)
  }
  guard let values = mirror.children.first else { return "\(value)" }
  return values.label ?? typeName(value)
}

/// A type's name without what its generic parameters are.
private func typeName(_ value: Any) -> String { String("\(type(of: value))".prefix { $0 != "<" }) }
