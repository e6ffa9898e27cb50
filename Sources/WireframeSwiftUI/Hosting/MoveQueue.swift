/// Lets moves run one after the other, in the order of the calls.
@MainActor
final class MoveQueue {
  private var isBusy = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Whether nobody has the turn, or waits for it.
  var isFree: Bool { !isBusy }

  /// Takes the turn if nobody has it.
  func enterIfFree() -> Bool {
    guard !isBusy else { return false }
    isBusy = true
    return true
  }

  /// Waits for its turn.
  ///
  /// - Throws: `CancellationError` if the calling task was cancelled meanwhile: nobody wants the move any more.
  func enter() async throws {
    if enterIfFree() { return }
    let wasCancelled = Task.isCancelled
    await withCheckedContinuation { waiting.append($0) }
    guard wasCancelled || !Task.isCancelled else {
      leave()
      throw CancellationError()
    }
  }

  /// Lets the next move run.
  func leave() {
    guard !waiting.isEmpty else {
      isBusy = false
      return
    }
    waiting.removeFirst().resume()
  }
}

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

  private let clock: any Clock<Duration>
  private var continuation: CheckedContinuation<End, Never>?
  private var isSeen: @MainActor () -> Bool = { true }
  private var lastWait = 0

  init(clock: any Clock<Duration>) { self.clock = clock }

  /// Waits until something is seen; whether the calling task is cancelled makes no difference.
  ///
  /// - Parameters:
  ///   - limit: How long.
  ///   - isSeen: Whether it is there.
  /// - Returns: How the wait has ended.
  func wait(_ limit: Duration, until isSeen: @escaping @MainActor () -> Bool) async -> End {
    if isSeen() { return .seen }
    lastWait += 1
    let wait = lastWait
    let timer = Task { @MainActor [weak self, clock] in
      try await sleep(limit, on: clock)
      guard let self, lastWait == wait else { return }
      end(.late)
    }
    defer { timer.cancel() }
    return await withCheckedContinuation {
      continuation = $0
      self.isSeen = isSeen
    }
  }

  /// Looks whether it is there now.
  func look() {
    if continuation != nil, isSeen() { end(.seen) }
  }

  /// Ends the wait.
  func interrupt() { end(.interrupted) }

  private func end(_ end: End) {
    let waiting = continuation
    continuation = nil
    isSeen = { true }
    waiting?.resume(returning: end)
  }
}

func sleep<C: Clock<Duration>>(_ duration: Duration, on clock: C) async throws {
  try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil)
}
