/// A server that answers when a test says so.
@MainActor
package final class SlowServer {
  private var requests: [(path: String, answer: CheckedContinuation<Void, any Error>)] = []
  /// How often a request was given up before it was answered.
  package private(set) var cancelledCount = 0

  package init() {}

  /// Waits for the answer.
  package func load(_ path: String) async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { requests.append((path, $0)) }
    } onCancel: {
      Task { @MainActor in self.cancelled(path) }
    }
  }

  private func cancelled(_ path: String) {
    guard let index = requests.firstIndex(where: { $0.path == path }) else { return }
    cancelledCount += 1
    requests.remove(at: index).answer.resume(throwing: CancellationError())
  }

  /// The paths that are asked for, the oldest first.
  package var asked: [String] { requests.map(\.path) }

  /// Answers the oldest request for a path; false if nobody asks for it.
  @discardableResult
  package func answer(_ path: String, with error: (any Error)? = nil) -> Bool {
    guard let index = requests.firstIndex(where: { $0.path == path }) else { return false }
    let request = requests.remove(at: index)
    if let error { request.answer.resume(throwing: error) } else { request.answer.resume() }
    return true
  }
}
