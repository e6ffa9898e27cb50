package import WireframeCore

/// Lets others run until something is so; false if it never is.
///
/// Tests do not count turns for what comes back by way of another thread, as each timer and each freed object does: on
/// a busy machine no number of turns is enough. Where the wireframe knows what is under way, `settled()` is exact.
@MainActor
package func eventually(_ isSo: () -> Bool) async -> Bool {
  var turns = 0
  while !isSo() {
    guard turns < 100_000 else { return false }
    await Task.yield()
    turns += 1
  }
  return true
}

extension Wireframe {
  /// Returns once so many requests wait for their turn, besides the one that runs; false if they never do.
  ///
  /// For calls that a test makes in tasks of their own, of which the wireframe knows nothing until they begin.
  package func isAwaited(by count: Int) async -> Bool {
    await eventually { waitingCount == count }
  }
}

/// Returns once the tasks that were started before have run to where they first wait. Those that are woken may run
/// later: once a barrier is open or a clock was moved, wait by `eventually` for what follows.
///
/// For calls that wait elsewhere than in a wireframe's queue.
@MainActor
package func tasksHaveBegun() async { await Task { @MainActor in }.value }
