/// Notices when something takes longer than it may: one task, which sleeps until the oldest deadline.
/// It sleeps only while something is watched, so that a test's clock has no needless sleeper.
@MainActor
package final class Watchdog {
  private let clock: any Clock<Duration>
  private lazy var stopwatch = Stopwatch(on: clock)
  private var watches: [(id: Int, deadline: Duration, action: @MainActor () -> Void)] = []
  private var lastID = 0
  /// When the task wakes up; nil while nothing is watched.
  private var wakeUp: Duration?
  private var sleeper: Task<Void, Never>?

  package init(clock: any Clock<Duration>) { self.clock = clock }

  deinit { sleeper?.cancel() }

  /// Calls a closure once a time has passed, unless the registration is removed before.
  package func watch(for time: Duration, _ action: @escaping @MainActor () -> Void) -> Registration
  {
    // A hundred years: the runtime's sleep traps on times that it cannot count in nanoseconds.
    guard time < .seconds(3_162_240_000) else { return Registration {} }
    lastID += 1
    watches.append((lastID, stopwatch.elapsed() + time, action))
    sleepUntilOldest()
    return Registration { [weak self, id = lastID] in
      guard let self else { return }
      watches.removeAll { $0.id == id }
      sleepUntilOldest()
    }
  }

  /// Sleeps until the oldest deadline; a task that wakes up earlier than that goes on sleeping.
  private func sleepUntilOldest() {
    let oldest = watches.map(\.deadline).min()
    if let wakeUp, let oldest, wakeUp <= oldest { return }
    sleeper?.cancel()
    wakeUp = oldest
    sleeper = oldest.map { deadline in
      Task { [weak self, stopwatch] in
        // If the clock cannot sleep, everything watched ends now: otherwise no limit would ever end anything.
        try? await stopwatch.sleep(deadline)
        if !Task.isCancelled { self?.endOverdue(at: deadline) }
      }
    }
  }

  private func endOverdue(at deadline: Duration) {
    wakeUp = nil
    // A clock may wake its sleepers without moving its time.
    let now = max(stopwatch.elapsed(), deadline)
    let due = watches.filter { $0.deadline <= now }
    watches.removeAll { $0.deadline <= now }
    for watch in due { watch.action() }
    if wakeUp == nil { sleepUntilOldest() }
  }
}

/// The time since a start, without the type of the clock.
private struct Stopwatch: Sendable {
  let elapsed: @Sendable () -> Duration
  let sleep: @Sendable (_ until: Duration) async throws -> Void

  init(on clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }
}
