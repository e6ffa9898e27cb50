import WireframeCore

/// A routing whose last provider answers only when it is told to.
@MainActor
final class HeldRouting {
  /// That of the task that runs now.
  @TaskLocal static var current: HeldRouting?

  let urlText: String
  /// What waits for the answer.
  fileprivate var answer: CheckedContinuation<Void, any Error>?
  /// A routing is held once: if it asks the provider again, it gets an answer at once.
  fileprivate var wasHeld = false

  init(_ urlText: String) { self.urlText = urlText }

  var isHeld: Bool { answer != nil }
}

/// The providers that wait to be told to answer, the oldest first.
@MainActor
final class HeldProviders {
  private var held: [HeldRouting] = []
  /// Where guards and gates send a routing: their screens are nobody's parents.
  private let detours: Set<RoutePattern>

  init(detours: Set<RoutePattern>) { self.detours = detours }

  var isEmpty: Bool { held.isEmpty }

  /// Called by each provider: waits if it is the last one of a routing that is to be held.
  func hold(_ route: Route) async throws {
    guard let routing = HeldRouting.current, !routing.wasHeld,
      route.request.urlText == routing.urlText || route.pattern.map(detours.contains) == true
    else { return }
    routing.wasHeld = true
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (continuation: CheckedContinuation<Void, any Error>) in
        guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
        routing.answer = continuation
        held.append(routing)
      }
    } onCancel: {
      Task { @MainActor in self.end(routing, .failure(CancellationError())) }
    }
  }

  /// Lets the oldest one answer, or throw; false if there is none.
  func answerOldest(_ error: (any Error)? = nil) -> Bool {
    guard let first = held.first else { return false }
    end(first, error.map { .failure($0) } ?? .success(()))
    return true
  }

  private func end(_ routing: HeldRouting, _ result: Result<Void, any Error>) {
    held.removeAll { $0 === routing }
    routing.answer?.resume(with: result)
    routing.answer = nil
  }
}

/// What a provider throws that is told to.
struct BrokenProvider: Error, CustomStringConvertible {
  let description = "The provider was told to throw."
}
