/// A clock that a test moves; for use on the main actor.
package final class ManualClock: Clock {
  package struct Instant: InstantProtocol {
    package var offset = Swift.Duration.zero

    package func advanced(by duration: Swift.Duration) -> Instant {
      Instant(offset: offset + duration)
    }
    package func duration(to other: Instant) -> Swift.Duration { other.offset - offset }
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  @MainActor
  private final class State {
    var now = Instant()
    var sleepers: [(id: Int, deadline: Instant, wake: CheckedContinuation<Void, any Error>)] = []
    var cancelled: Set<Int> = []
    var lastID = 0
    var watchers: [(count: Int, wake: CheckedContinuation<Void, Never>)] = []
  }

  @MainActor private let state = State()

  package let minimumResolution = Swift.Duration.zero
  package var now: Instant { MainActor.assumeIsolated { state.now } }

  @MainActor package init() {}

  package func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
    let id = await makeID()
    try await withTaskCancellationHandler {
      try await rest(id, until: deadline)
    } onCancel: {
      Task { await cancel(id) }
    }
  }

  /// Moves the time on and wakes whoever is due.
  @MainActor
  package func advance(by duration: Swift.Duration) {
    state.now = state.now.advanced(by: duration)
    let due = state.sleepers.filter { $0.deadline <= state.now }
    state.sleepers.removeAll { $0.deadline <= state.now }
    for sleeper in due { sleeper.wake.resume() }
  }

  /// Returns once so many are asleep.
  @MainActor
  package func waitForSleepers(_ count: Int) async {
    guard state.sleepers.count < count else { return }
    await withCheckedContinuation { state.watchers.append((count, $0)) }
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
      guard !Task.isCancelled, !state.cancelled.contains(id) else {
        return continuation.resume(throwing: CancellationError())
      }
      state.sleepers.append((id, deadline, continuation))
      let count = state.sleepers.count
      for watcher in state.watchers where watcher.count <= count { watcher.wake.resume() }
      state.watchers.removeAll { $0.count <= count }
    }
  }

  @MainActor
  private func cancel(_ id: Int) {
    state.cancelled.insert(id)
    guard let place = state.sleepers.firstIndex(where: { $0.id == id }) else { return }
    state.sleepers.remove(at: place).wake.resume(throwing: CancellationError())
  }
}

/// A gate that a test opens: callers before that wait.
@MainActor
package final class Gate {
  package private(set) var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private var arrivals = 0
  private var watchers: [(count: Int, wake: CheckedContinuation<Void, Never>)] = []

  package init() {}

  package func pass() async {
    arrivals += 1
    for watcher in watchers where watcher.count <= arrivals { watcher.wake.resume() }
    watchers.removeAll { $0.count <= arrivals }
    guard !isOpen else { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  package func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }

  /// Returns once so many callers wait at the gate.
  package func waitForArrivals(_ count: Int = 1) async {
    guard arrivals < count else { return }
    await withCheckedContinuation { watchers.append((count, $0)) }
  }
}
