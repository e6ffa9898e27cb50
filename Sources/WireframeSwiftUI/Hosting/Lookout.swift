import WireframeCore

/// Waits until something is seen, for one move at a time.
@MainActor
final class Lookout {
  private let watchdog: Watchdog
  private var waiter:
    (continuation: CheckedContinuation<Bool, Never>, isSeen: @MainActor () -> Bool)?

  init(clock: any Clock<Duration>) { watchdog = Watchdog(clock: clock) }

  /// Waits until something is seen, or the wait is interrupted; whether the calling task is cancelled makes no
  /// difference. Returns whether that was within the limit.
  func wait(_ limit: Duration, until isSeen: @escaping @MainActor () -> Bool) async -> Bool {
    if isSeen() { return true }
    let timer = watchdog.watch(for: limit) { [weak self] in self?.end(false) }
    defer { timer.remove() }
    return await withCheckedContinuation { waiter = ($0, isSeen) }
  }

  /// Looks whether it is there now.
  func look() {
    if let waiter, waiter.isSeen() { end(true) }
  }

  /// Ends the wait: something else has happened that may change what is to be waited for.
  func interrupt() { end(true) }

  private func end(_ isInTime: Bool) {
    let ended = waiter
    waiter = nil
    ended?.continuation.resume(returning: isInTime)
  }
}
