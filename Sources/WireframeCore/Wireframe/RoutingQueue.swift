/// The order in time: routings never overlap, first come, first served.
@MainActor
final class RoutingQueue {
  /// The most requests of the app's own that wait for ``activate()``.
  nonisolated static let maximumWaiting = 100

  private(set) var current: RoutingRun?
  private(set) var isSuspended: Bool
  private var waiting: [RoutingRun] = [] { didSet { hasWaiting = !waiting.isEmpty } }
  // Apart, since reading an array that is changed in place has to be guarded.
  private var hasWaiting = false

  init(isSuspended: Bool) { self.isSuspended = isSuspended }

  var isIdle: Bool { current == nil && !hasWaiting }

  /// The routing that would end last.
  var last: RoutingRun? { hasWaiting ? waiting.last : current }

  /// Takes the next place; the turn may be had at once.
  func reserve(_ run: RoutingRun) {
    if current == nil, !isSuspended {
      current = run
    } else {
      run.turn = .reserved
      if isSuspended { wait(run) } else { waiting.append(run) }
    }
  }

  /// Takes the place before all that wait.
  func reserveNext(_ run: RoutingRun) {
    run.turn = .reserved
    waiting.insert(run, at: 0)
  }

  /// Waits for the turn; a cancelled waiter leaves the queue at once.
  ///
  /// - Returns: Nil once the turn is had, or why it never will be.
  func turn(_ run: RoutingRun) async -> RoutingError.Fact? {
    if case .reserved = run.turn {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if Task.isCancelled {
            lose(run, .cancelled(.queue))
            continuation.resume()
          } else {
            run.turn = .waiting(continuation)
          }
        }
      } onCancel: {
        Task { @MainActor [weak self] in self?.lose(run, .cancelled(.queue)) }
      }
    }
    if case .lost(let fact) = run.turn { return fact }
    return nil
  }

  /// Ends a routing's turn and gives the next one its own.
  func leave() {
    current = nil
    advance()
  }

  /// Lets those in who came before the UI was there.
  func activate() {
    isSuspended = false
    if current == nil { advance() }
  }

  /// Whether a routing to a screen runs or waits.
  var isRouting: Bool {
    current?.isReplaceable == true || waiting.contains(where: \.isReplaceable)
  }

  /// Cancels the routings to a screen that have not begun to present.
  ///
  /// - Parameter run: Which one takes their place; what a role asks for takes that of what roles asked for.
  func supersede(by run: RoutingRun) {
    for other in waiting where other.isReplaceable {
      if !run.isFollowUp || other.isFollowUp { lose(other, .superseded) }
    }
    if !run.isFollowUp { current?.supersede() }
  }

  /// Whether no more of the app's own requests may wait for the UI.
  var isFull: Bool { isSuspended && waiting.count >= Self.maximumWaiting }

  /// Ends all waiting, since nobody will give a turn any more.
  func close() {
    for run in waiting { lose(run, .cancelled(.queue)) }
  }

  /// Before the UI is there, of the links from outside only the newest waits.
  private func wait(_ run: RoutingRun) {
    if !run.request.isTrusted {
      for older in waiting where !older.request.isTrusted { lose(older, .superseded) }
    } else if isFull {
      run.turn = .lost(.tooManyWaiting(limit: Self.maximumWaiting))
      return
    }
    waiting.append(run)
  }

  private func advance() {
    guard hasWaiting else { return }
    let next = waiting.removeFirst()
    current = next
    let turn = next.turn
    next.turn = .granted
    if case .waiting(let continuation) = turn { continuation.resume() }
  }

  private func lose(_ run: RoutingRun, _ fact: RoutingError.Fact) {
    switch run.turn {
    case .granted, .lost: return
    case .reserved: run.turn = .lost(fact)
    case .waiting(let continuation):
      run.turn = .lost(fact)
      continuation.resume()
    }
    if case .cancelled = fact, let place = waiting.firstIndex(where: { $0 === run }) {
      run.bequeath { heir in
        heir.turn = .reserved
        waiting.insert(heir, at: place)
      }
    }
    waiting.removeAll { $0 === run }
  }
}
