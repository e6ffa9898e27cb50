public import WireframeCore

/// The list of a flow's steps.
///
/// ```swift
/// flow.queue = [Step(.terms), Step(.name, status: .completed), Step(.address)]
/// flow.queue = try StepQueue(json: answerOfTheServer)
/// ```
public struct StepQueue<Guide: Guider>: Sendable, ExpressibleByArrayLiteral {
  /// The steps in order; of two with equal guiders the first counts.
  public var steps: [Step<Guide>]

  /// Makes a list.
  ///
  /// - Parameter steps: The steps in order.
  public init(_ steps: [Step<Guide>]) { self.steps = steps }

  /// Makes a list from a literal.
  public init(arrayLiteral elements: Step<Guide>...) { steps = elements }

  /// The first step in the list whose validator agrees, or nil if none does.
  ///
  /// - Returns: The step.
  /// - Throws: `RoutingError.Code.stepFailed` if a validator threw, ``/WireframeCore/RoutingError/Code/cancelled``.
  @MainActor
  public func next() async throws(RoutingError) -> Step<Guide>? {
    try await next(StepInquiry(limit: nil, clock: ContinuousClock()))
  }

  @MainActor
  func next(_ inquiry: StepInquiry) async throws(RoutingError) -> Step<Guide>? {
    for step in steps {
      if try await inquiry.ask(whether: step) { return step }
    }
    return nil
  }

  func step(of guider: Guide) -> Step<Guide>? { steps.first { $0.guider == guider } }
}

/// How a flow gets from one step to the next one that could be shown.
///
/// ```swift
/// let order = StepOrder<Onboarding> { step, queue in
///   step == .terms && user.isGuest ? nil : step.next
/// }
/// let flow = StepFlow(queue, wireframe: wireframe, host: navigation, order: order)
/// ```
public struct StepOrder<Guide: Guider>: Sendable {
  let next: @MainActor (Guide, StepQueue<Guide>) async throws -> Guide?

  /// Makes an order of a flow's own.
  ///
  /// - Parameter next: The step behind a step, given the list, or nil at the end. The validators decide
  ///   afterwards whether it is shown.
  public init(_ next: @escaping @MainActor (Guide, StepQueue<Guide>) async throws -> Guide?) {
    self.next = next
  }

  /// The standard order: each guider names the next one; one that is not in the list is skipped.
  public static var guided: StepOrder { StepOrder { guider, _ in guider.next } }

  /// The order of the list, whatever the guiders say.
  ///
  /// A step that is not in the list has no next one: `RoutingError.Code.unknownStep`.
  public static var listed: StepOrder {
    StepOrder { guider, queue in
      guard let place = queue.steps.firstIndex(where: { $0.guider == guider }) else {
        throw RoutingError(
          .unknownStep(stepName(guider), known: queue.steps.map { stepName($0.guider) }))
      }
      // Of two equal entries the first counts: the second one is no step.
      let seen = Set(queue.steps[...place].map(\.guider))
      return queue.steps[place...].first { !seen.contains($0.guider) }?.guider
    }
  }
}
