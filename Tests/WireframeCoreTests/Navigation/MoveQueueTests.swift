import TestSupport
import Testing
import WireframeCore

/// The turns of a host's moves.
@MainActor
@Suite(.hangsNever)
struct MoveQueueTests {
  @Test("A move in a task that was cancelled before waits for its turn, and is done")
  func cancelledBefore() async throws {
    let queue = MoveQueue()
    try await queue.enter()
    let move = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await queue.enter()
      queue.leave()
    }
    await tasksHaveBegun()
    queue.leave()
    try await move.value
    #expect(queue.isFree)
  }

  @Test("A move that is cancelled while it waits is not done, and the next one has its turn")
  func cancelledMeanwhile() async throws {
    let queue = MoveQueue()
    try await queue.enter()
    let moves = (0..<2).map { _ in
      Task {
        try await queue.enter()
        queue.leave()
      }
    }
    await tasksHaveBegun()
    moves[0].cancel()
    queue.leave()
    await #expect(throws: CancellationError.self) { try await moves[0].value }
    try await moves[1].value
    #expect(queue.isFree)
  }
}
