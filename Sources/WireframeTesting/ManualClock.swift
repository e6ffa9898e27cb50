import Foundation
import WireframeCore

/// A clock that a test moves, for limits and traces, and for services of the app: they may sleep on any actor.
///
/// ```swift
/// let clock = ManualClock()
/// let wireframe = Wireframe<Screen>(limits: RoutingLimits(provide: .seconds(30)), clock: clock)
/// async let result = wireframe.route(to: "/slow")
/// await clock.waitForSleepers(1)
/// clock.advance(by: .seconds(30))  // the routing fails with .timedOut
/// ```
public final class ManualClock: Clock {
  private struct State {
    typealias Sleeper = (
      id: Int, deadline: ContinuousClock.Instant, wake: CheckedContinuation<Void, any Error>
    )

    // Where it starts matters to nobody, only how far it has moved.
    var time = ContinuousClock.now
    var lastID = 0
    var sleepers: [Sleeper] = []
    var watchers: [(count: Int, enough: Race)] = []
  }

  private let lock = NSLock()
  // Unsafe, since the compiler does not see that the lock guards it; `Mutex` needs macOS 15 and iOS 18.
  nonisolated(unsafe) private var state = State()

  /// Zero: the clock is as exact as the test.
  public let minimumResolution = Swift.Duration.zero
  /// The time to which the test has moved it.
  public var now: ContinuousClock.Instant { lock.withLock { state.time } }

  /// Makes a clock that stands still until the test moves it.
  @MainActor public init() {}

  /// Sleeps until the test has moved the clock so far.
  ///
  /// - Parameters:
  ///   - deadline: The time to wake at.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(
    until deadline: ContinuousClock.Instant, tolerance: Swift.Duration?
  ) async throws {
    let id = lock.withLock {
      state.lastID += 1
      return state.lastID
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { rest(id, until: deadline, $0) }
    } onCancel: {
      cancel(id)
    }
  }

  /// Moves the time, and wakes the sleepers that are due.
  ///
  /// - Parameter duration: How far.
  @MainActor
  public func advance(by duration: Swift.Duration) {
    // Nobody is woken under the lock: a cancellation of its task may wait for that, and hold what waking needs.
    let due = lock.withLock {
      let now = state.time.advanced(by: duration)
      state.time = now
      return state.sleepers.take { $0.deadline <= now }
    }
    for sleeper in due { sleeper.wake.resume() }
  }

  /// Returns once so many tasks sleep, or its own task is cancelled.
  ///
  /// It has no limit of its own: give the test one, such as `@Test(.timeLimit(.minutes(1)))`.
  ///
  /// - Parameter count: How many.
  @MainActor
  public func waitForSleepers(_ count: Int) async {
    let enough = Race()
    lock.withLock {
      if state.sleepers.count >= count { return enough.finish() }
      state.watchers.append((count, enough))
    }
    try? await enough.end()
  }

  private func rest(
    _ id: Int, until deadline: ContinuousClock.Instant,
    _ wake: CheckedContinuation<Void, any Error>
  ) {
    lock.withLock {
      if deadline <= state.time { return wake.resume() }
      // A cancellation from now on waits for the lock in `cancel`.
      if Task.isCancelled { return wake.resume(throwing: CancellationError()) }
      state.sleepers.append((id, deadline, wake))
      let asleep = state.sleepers.count
      for watcher in state.watchers.take(where: { $0.count <= asleep }) {
        Task { @MainActor in watcher.enough.finish() }
      }
    }
  }

  /// At once: `waitForSleepers` counts it no more.
  private func cancel(_ id: Int) {
    let cancelled = lock.withLock { state.sleepers.take { $0.id == id } }
    for sleeper in cancelled { sleeper.wake.resume(throwing: CancellationError()) }
  }
}
