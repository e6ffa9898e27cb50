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
  /// A time of the clock: how long it is after the start.
  public struct Instant: InstantProtocol {
    /// The time since the start.
    public var offset = Swift.Duration.zero

    /// A later time.
    ///
    /// - Parameter duration: How much later.
    /// - Returns: The time.
    public func advanced(by duration: Swift.Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// How long it is to another time.
    ///
    /// - Parameter other: The other time.
    /// - Returns: The duration.
    public func duration(to other: Instant) -> Swift.Duration { other.offset - offset }

    /// Whether one time is before another.
    public static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  @MainActor
  private final class State {
    var sleepers: [(id: Int, deadline: Instant, wake: CheckedContinuation<Void, any Error>)] = []
    var lastID = 0
    var watchers: [(count: Int, enough: Race)] = []
  }

  private let lock = NSLock()
  // Unsafe, since the compiler does not see that the lock guards it; `Mutex` needs macOS 15 and iOS 18.
  nonisolated(unsafe) private var time = Instant()
  @MainActor private let state = State()

  /// Zero: the clock is as exact as the test.
  public let minimumResolution = Swift.Duration.zero
  /// The time to which the test has moved it.
  public var now: Instant { lock.withLock { time } }

  /// Makes a clock at its start.
  @MainActor public init() {}

  /// Sleeps until the test has moved the clock so far.
  ///
  /// - Parameters:
  ///   - deadline: The time to wake at.
  ///   - tolerance: Ignored.
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    let id = await makeID()
    try await withTaskCancellationHandler {
      try await rest(id, until: deadline)
    } onCancel: {
      Task { await cancel(id) }
    }
  }

  /// Moves the time, and wakes the sleepers that are due.
  ///
  /// - Parameter duration: How far.
  @MainActor
  public func advance(by duration: Swift.Duration) {
    lock.withLock { time = time.advanced(by: duration) }
    let due = state.sleepers.filter { $0.deadline <= now }
    state.sleepers.removeAll { $0.deadline <= now }
    for sleeper in due { sleeper.wake.resume() }
  }

  /// Returns once so many tasks sleep, or its own task is cancelled.
  ///
  /// It has no limit of its own: give the test one, such as `@Test(.timeLimit(.minutes(1)))`.
  ///
  /// - Parameter count: How many.
  @MainActor
  public func waitForSleepers(_ count: Int) async {
    guard state.sleepers.count < count else { return }
    let enough = Race()
    state.watchers.append((count, enough))
    try? await enough.end()
  }

  @MainActor
  private func makeID() -> Int {
    state.lastID += 1
    return state.lastID
  }

  @MainActor
  private func rest(_ id: Int, until deadline: Instant) async throws {
    guard deadline > now else { return }
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      // A cancellation from now on comes to `cancel` in a later turn.
      guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
      state.sleepers.append((id, deadline, continuation))
      let count = state.sleepers.count
      for watcher in state.watchers where watcher.count <= count { watcher.enough.finish() }
      state.watchers.removeAll { $0.count <= count }
    }
  }

  @MainActor
  private func cancel(_ id: Int) {
    guard let index = state.sleepers.firstIndex(where: { $0.id == id }) else { return }
    state.sleepers.remove(at: index).wake.resume(throwing: CancellationError())
  }
}
