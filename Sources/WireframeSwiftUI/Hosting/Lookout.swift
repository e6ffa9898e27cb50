import WireframeCore

/// Waits until something is seen, for one move at a time.
@MainActor
final class Lookout {
  /// How a wait has ended.
  enum End {
    /// What was waited for is there.
    case seen
    /// Something else has happened that may change what is to be waited for.
    case interrupted
    /// Nothing has been seen within the limit.
    case late
  }

  private let watchdog: Watchdog
  private var waiter:
    (continuation: CheckedContinuation<End, Never>, isSeen: @MainActor () -> Bool)?

  init(clock: any Clock<Duration>) { watchdog = Watchdog(clock: clock) }

  /// Waits until something is seen; whether the calling task is cancelled makes no difference.
  func wait(_ limit: Duration, until isSeen: @escaping @MainActor () -> Bool) async -> End {
    if isSeen() { return .seen }
    let timer = watchdog.watch(for: limit) { [weak self] in self?.end(.late) }
    defer { timer.remove() }
    return await withCheckedContinuation { waiter = ($0, isSeen) }
  }

  /// Looks whether it is there now.
  func look() {
    if let waiter, waiter.isSeen() { end(.seen) }
  }

  /// Ends the wait.
  func interrupt() { end(.interrupted) }

  private func end(_ end: End) {
    let ended = waiter
    waiter = nil
    ended?.continuation.resume(returning: end)
  }
}
