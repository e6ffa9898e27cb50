/// Lets the moves of a host run one after the other, in the order of the calls.
@MainActor
package final class MoveQueue {
  private var isBusy = false
  // A slice, whose first element leaves without moving the others.
  private var waiting: ArraySlice<CheckedContinuation<Void, Never>> = []

  package init() {}

  package var isFree: Bool { !isBusy }

  package func enterIfFree() -> Bool {
    guard !isBusy else { return false }
    isBusy = true
    return true
  }

  /// Waits for its turn. Throws if the calling task was cancelled meanwhile: the move is no longer wanted.
  package func enter() async throws {
    if enterIfFree() { return }
    let wasCancelled = Task.isCancelled
    await withCheckedContinuation { waiting.append($0) }
    guard wasCancelled || !Task.isCancelled else {
      leave()
      throw CancellationError()
    }
  }

  package func leave() {
    if let next = waiting.popFirst() { next.resume() } else { isBusy = false }
  }
}
