internal import WireframeCore

/// How a run of a flow ends, as a value to wait for; it is settled exactly once.
///
/// ```swift
/// if case .stopped = try await flow.start() { return }  // no run has begun
/// switch try await flow.result.value {
/// case .finished: try await wireframe.route(to: "/")
/// case .left: break
/// }
/// ```
///
/// It does not retain the flow: when the flow is released, the run ends as left.
@MainActor
public final class StepFlowResult {
  /// How a run ended.
  public enum Value: Hashable, Sendable {
    /// No step was left to be shown.
    case finished
    /// The last screen of the flow left by another way: the user went back or closed it, the app showed
    /// something else in its place or started the flow anew, the window closed, the flow or its host was dropped.
    case left
  }

  /// Of the host: a result is under way until its callers continue.
  let activity: Activity
  private var settled: Value?
  private let waiters = Waiters<Bool, Value>()

  init(_ activity: Activity) { self.activity = activity }

  var isSettled: Bool { settled != nil }

  /// How the run ended, as soon as it has; any number of callers may wait.
  ///
  /// - Throws: ``/WireframeCore/RoutingError/Code/cancelled`` if the waiting task is cancelled; the flow goes on.
  public var value: Value {
    get async throws(RoutingError) {
      if let settled { return settled }
      guard let value = await waiters.wait(as: true) else { throw RoutingError(.waitCancelled) }
      activity.end()
      return value
    }
  }

  func settle(_ value: Value) {
    guard settled == nil else { return }
    settled = value
    while waiters.releaseFirst(with: value) { activity.begin() }
  }
}

/// Callers that wait, in the order in which they came; one whose task is cancelled leaves at once.
@MainActor
final class Waiters<Key: Sendable, Value: Sendable> {
  private var waiting: [(id: Int, key: Key, continuation: CheckedContinuation<Value?, Never>)] = []
  private var lastID = 0

  /// Waits for a value; nil if the task is cancelled before.
  func wait(as key: Key) async -> Value? {
    lastID += 1
    let id = lastID
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // If the task is cancelled already, `onCancel` was called before, and its task resumes the waiter later.
        waiting.append((id, key, continuation))
      }
    } onCancel: {
      Task { @MainActor [weak self] in self?.cancel(id) }
    }
  }

  /// Gives a value to the first that wait, as long as they fit.
  func release(with value: Value, while fits: (Key) -> Bool) {
    while let first = waiting.first, fits(first.key) { _ = releaseFirst(with: value) }
  }

  /// Gives a value to the first that waits; false if there is none.
  func releaseFirst(with value: Value) -> Bool {
    guard !waiting.isEmpty else { return false }
    waiting.removeFirst().continuation.resume(returning: value)
    return true
  }

  private func cancel(_ id: Int) {
    for gone in waiting.take(where: { $0.id == id }) { gone.continuation.resume(returning: nil) }
  }
}
