/// A barrier that a test opens: callers before that wait.
@MainActor
package final class Barrier {
  package private(set) var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var arrivals = 0
  /// How many callers have gone on.
  package private(set) var passed = 0
  private var watchers: [(count: Int, wake: CheckedContinuation<Void, Never>)] = []

  package init() {}

  package func pass() async {
    arrivals += 1
    for watcher in watchers where watcher.count <= arrivals { watcher.wake.resume() }
    watchers.removeAll { $0.count <= arrivals }
    defer { passed += 1 }
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  package func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  /// Returns once so many callers wait at the barrier.
  package func waitForArrivals(_ count: Int = 1) async {
    guard arrivals < count else { return }
    await withCheckedContinuation { watchers.append((count, $0)) }
  }
}
