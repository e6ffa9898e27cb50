import Foundation
import WireframeCore

/// The shop's clock, which only goes on when it is told to: for the limits of providers, and for what expires.
///
/// It is read on the main actor, as everything of a wireframe.
final class ShopClock: Clock {
  struct Instant: InstantProtocol {
    var offset = Swift.Duration.zero

    func advanced(by duration: Swift.Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  @MainActor
  private final class State {
    let start = Date()
    var now = Instant()
    /// How much later the time of day is than the clock says.
    var lead = Duration.zero
    var sleepers: [Int: (deadline: Instant, wake: CheckedContinuation<Void, any Error>)] = [:]
    var lastID = 0
  }

  @MainActor private let state = State()

  let minimumResolution = Swift.Duration.zero
  var now: Instant { MainActor.assumeIsolated { state.now } }

  @MainActor init() {}

  /// The time of day.
  @MainActor var date: Date { state.start + (state.now.offset + state.lead) / .seconds(1) }

  /// Lets the clock go on, and the time of day with it.
  ///
  /// - Returns: Whether somebody wakes up.
  @MainActor
  func advance(by duration: Swift.Duration) -> Bool {
    state.now = state.now.advanced(by: duration)
    let due = state.sleepers.filter { $0.value.deadline <= state.now }
    for (id, sleeper) in due {
      state.sleepers[id] = nil
      sleeper.wake.resume()
    }
    return !due.isEmpty
  }

  /// Lets the time of day go on, and nobody wake up.
  @MainActor
  func advanceDate(by duration: Swift.Duration) { state.lead += duration }

  func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    let id = await makeID()
    try await withTaskCancellationHandler {
      try await rest(id, until: deadline)
    } onCancel: {
      Task { await cancel(id) }
    }
  }

  @MainActor
  private func makeID() -> Int {
    state.lastID += 1
    return state.lastID
  }

  @MainActor
  private func rest(_ id: Int, until deadline: Instant) async throws {
    guard deadline > state.now else { return }
    try await withCheckedThrowingContinuation {
      (continuation: CheckedContinuation<Void, any Error>) in
      // A cancellation from now on comes to `cancel` in a later turn.
      guard !Task.isCancelled else { return continuation.resume(throwing: CancellationError()) }
      state.sleepers[id] = (deadline, continuation)
    }
  }

  @MainActor
  private func cancel(_ id: Int) {
    state.sleepers.removeValue(forKey: id)?.wake.resume(throwing: CancellationError())
  }
}
