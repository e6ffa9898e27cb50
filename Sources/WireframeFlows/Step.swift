internal import WireframeCore

/// A step of a flow: where it leads, and whether it is shown.
///
/// ```swift
/// Step(Onboarding.terms, status: .completed)
/// Step(Onboarding.name, validator: StepValidator { try await profile.lacksName() })
/// ```
public struct Step<Guide: Guider>: Sendable {
  /// Where the step leads.
  public let guider: Guide
  /// Whether the step is shown.
  public let validator: StepValidator

  /// Makes a step that is shown if its status is pending.
  ///
  /// - Parameters:
  ///   - guider: Where to.
  ///   - status: How far the step is.
  public init(_ guider: Guide, status: StepStatus = .pending) {
    self.init(guider, validator: .status(status))
  }

  /// Makes a step that is shown if a validator of the app's own agrees.
  ///
  /// - Parameters:
  ///   - guider: Where to.
  ///   - validator: Whether.
  public init(_ guider: Guide, validator: StepValidator) {
    (self.guider, self.validator) = (guider, validator)
  }
}

/// How far a step is; the raw values are the words of a list in JSON.
public enum StepStatus: String, CaseIterable, Hashable, Sendable {
  /// Nothing is done yet: the step is shown.
  case pending
  /// Work on the step has begun: the step is skipped.
  case inProgress
  /// All is done: the step is skipped.
  case completed
}

/// Says whether a step is to be shown; asked anew each time that a flow looks for a step.
public struct StepValidator: Sendable {
  let isDue: @MainActor () async throws -> Bool

  /// Makes a validator.
  ///
  /// - Parameter isDue: True to show the step, false to skip it. What it throws ends the move with
  ///   `RoutingError.Code.stepFailed`; past the flow's limit, 30 seconds unless the flow says otherwise, with
  ///   ``/WireframeCore/RoutingError/Code/timedOut``. It should not ask the user, and may not await its own flow.
  public init(_ isDue: @escaping @MainActor () async throws -> Bool) { self.isDue = isDue }

  /// The standard validator: pending is shown, in progress and completed are skipped.
  ///
  /// - Parameter status: How far the step is.
  /// - Returns: The validator.
  public static func status(_ status: StepStatus) -> StepValidator {
    StepValidator { status == .pending }
  }
}
