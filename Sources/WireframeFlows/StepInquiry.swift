internal import WireframeCore

/// Asks the app's own code of a step: names it in errors, limits its time, notices cancellation.
@MainActor
struct StepInquiry {
  let limit: Duration?
  let watchdog: Watchdog
  /// The tasks that run the flow: an `await` of the flow from one of them would wait for itself.
  let tasks = RoutingTasks()
  /// The tasks in which a validator or the order answers, whether a move asks or the progress.
  let answers = RoutingTasks()

  init(limit: Duration?, clock: any Clock<Duration>) {
    (self.limit, watchdog) = (limit, Watchdog(clock: clock))
  }

  func ask<Guide>(whether step: Step<Guide>) async throws(RoutingError) -> Bool {
    try await ask(.validator, of: step.guider) { try await answer(step.validator.isDue) }
  }

  func ask<Guide: Guider>(
    _ order: StepOrder<Guide>, behind guider: Guide, in queue: StepQueue<Guide>
  ) async throws(RoutingError) -> Guide? {
    try await ask(.order, of: guider) { try await answer { try await order.next(guider, queue) } }
  }

  private func answer<T>(_ body: @MainActor () async throws -> T) async throws -> T {
    let task = answers.enter()
    defer { answers.leave(task) }
    return try await body()
  }

  // What is about to be shown is not cancellable: it is shown then.
  func ask<T>(
    _ part: StepPart, of guider: some Guider, isCancellable: Bool = true, isLimited: Bool = true,
    _ body: @escaping @MainActor () async throws -> T
  ) async throws(RoutingError) -> T {
    if Task.isCancelled { throw RoutingError(.cancelled) }
    // Without a limit it is asked in the calling task, and may give up as that is cancelled.
    let limit = isLimited ? limit : nil
    let mayGiveUp = isCancellable || limit == nil
    let answer: T
    do {
      answer = try await withTimeLimit(
        limit, by: watchdog, isCancellable: mayGiveUp, tasks: tasks, body)
    } catch is LimitPassed {
      throw RoutingError(.timedOut(part, step: stepName(guider), limit: limit ?? .zero))
    } catch {
      if mayGiveUp, Task.isCancelled { throw RoutingError(.cancelled) }
      // As in the pipeline: an error of ours that belongs to no routing keeps its code.
      if let error = error as? RoutingError, error.urlText == nil || error.code == .reentrant {
        throw error
      }
      throw RoutingError(.failed(part, step: stepName(guider), error: error), underlying: error)
    }
    if isCancellable, Task.isCancelled { throw RoutingError(.cancelled) }
    return answer
  }
}

/// What of a step is the app's own code, as errors name it.
package enum StepPart: String, CaseIterable, Sendable {
  case validator = "The validator of"
  case order = "The order behind"
  case screen = "The screen of"
  case presentation = "The presentation of"
}
