/// One result that several may bring: the first wins, and one waits for it.
@MainActor
final class Race<T> {
  private(set) var isOver = false
  private var result: Result<T, any Error>?
  private var waiter: CheckedContinuation<Void, Never>?

  func finish(_ result: Result<T, any Error>) {
    guard !isOver else { return }
    isOver = true
    self.result = result
    waiter?.resume()
    waiter = nil
  }

  func wait() async {
    guard !isOver else { return }
    await withCheckedContinuation { waiter = $0 }
  }

  /// The result, which the race does not keep: a task that ends late still holds the race.
  func takeResult() throws -> T {
    defer { result = nil }
    guard let result else { throw LimitPassed() }
    return try result.get()
  }

  /// Waits for the result, or for the cancellation of the calling task.
  ///
  /// - Throws: What the result throws, or `CancellationError`.
  func result() async throws -> T {
    await withTaskCancellationHandler {
      await wait()
    } onCancel: {
      Task { @MainActor in finish(.failure(CancellationError())) }
    }
    return try takeResult()
  }
}
