/// Notices when something takes longer than it may: one task, which sleeps until the oldest deadline.
///
/// It sleeps only while something is watched, so that a test's clock has no needless sleeper.
@MainActor
package final class Watchdog {
  private let clock: any Clock<Duration>
  private lazy var stopwatch: any Stopwatch = startStopwatch(on: clock)
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
    lastID += 1
    watches.append((lastID, stopwatch.elapsed + time, action))
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
        try? await stopwatch.sleep(until: deadline)
        if !Task.isCancelled { self?.endOverdue(at: deadline) }
      }
    }
  }

  private func endOverdue(at deadline: Duration) {
    wakeUp = nil
    // A clock may wake its sleepers without moving its time.
    let now = max(stopwatch.elapsed, deadline)
    let due = watches.filter { $0.deadline <= now }
    watches.removeAll { $0.deadline <= now }
    for watch in due { watch.action() }
    if wakeUp == nil { sleepUntilOldest() }
  }
}

/// The time since a start, without the type of the clock.
private protocol Stopwatch: Sendable {
  var elapsed: Duration { get }
  func sleep(until elapsed: Duration) async throws
}

private func startStopwatch<C: Clock<Duration>>(on clock: C) -> any Stopwatch {
  RunningStopwatch(clock: clock, start: clock.now)
}

private struct RunningStopwatch<C: Clock<Duration>>: Stopwatch {
  let clock: C
  let start: C.Instant

  var elapsed: Duration { start.duration(to: clock.now) }

  func sleep(until elapsed: Duration) async throws {
    try await clock.sleep(until: start.advanced(by: elapsed), tolerance: nil)
  }
}
