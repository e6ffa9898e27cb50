/// The order in time: routings never overlap, first come, first served.
@MainActor
final class RoutingQueue {
  /// The most requests of the app's own that wait for ``activate()``.
  nonisolated static let maximumWaiting = 100

  /// A routing's place in the queue.
  @MainActor
  final class Ticket {
    fileprivate enum State {
      case reserved
      case waiting(CheckedContinuation<Void, Never>)
      case granted
      case lost(RoutingError.Fact)
    }

    let run: RoutingRun
    fileprivate var state: State

    fileprivate init(_ run: RoutingRun, _ state: State = .reserved) {
      self.run = run
      self.state = state
    }
  }

  private(set) var current: RoutingRun?
  private(set) var isSuspended: Bool
  private var waiting: [Ticket] = []

  init(isSuspended: Bool) { self.isSuspended = isSuspended }

  var isIdle: Bool { current == nil && waiting.isEmpty }

  /// The routing that would end last.
  var last: RoutingRun? { waiting.last?.run ?? current }

  /// Takes the next place; the turn may be had at once.
  func reserve(_ run: RoutingRun) -> Ticket {
    if current == nil, !isSuspended {
      current = run
      return Ticket(run, .granted)
    }
    let ticket = Ticket(run)
    if isSuspended { wait(ticket) } else { waiting.append(ticket) }
    return ticket
  }

  /// Takes the place before all that wait.
  func reserveNext(_ run: RoutingRun) -> Ticket {
    let ticket = Ticket(run)
    waiting.insert(ticket, at: 0)
    return ticket
  }

  /// Waits for the turn; a cancelled waiter leaves the queue at once.
  ///
  /// - Returns: Nil once the turn is had, or why it never will be.
  func turn(_ ticket: Ticket) async -> RoutingError.Fact? {
    if case .reserved = ticket.state {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if Task.isCancelled {
            lose(ticket, .cancelled(.queue))
            continuation.resume()
          } else {
            ticket.state = .waiting(continuation)
          }
        }
      } onCancel: {
        Task { @MainActor [weak self] in self?.lose(ticket, .cancelled(.queue)) }
      }
    }
    if case .lost(let fact) = ticket.state { return fact }
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
    current?.isReplaceable == true || waiting.contains { $0.run.isReplaceable }
  }

  /// Cancels the routings to a screen that have not begun to present.
  ///
  /// - Parameter run: Which one takes their place; what a role asks for takes that of what roles asked for.
  func supersede(by run: RoutingRun) {
    for ticket in waiting where ticket.run.isReplaceable {
      if !run.isFollowUp || ticket.run.isFollowUp { lose(ticket, .superseded) }
    }
    if !run.isFollowUp { current?.supersede() }
  }

  /// Whether no more of the app's own requests may wait for the UI.
  var isFull: Bool { isSuspended && waiting.count >= Self.maximumWaiting }

  /// Ends all waiting, since nobody will give a turn any more.
  func close() {
    for ticket in waiting { lose(ticket, .cancelled(.queue)) }
  }

  /// Before the UI is there, of the links from outside only the newest waits.
  private func wait(_ ticket: Ticket) {
    if !ticket.run.request.isTrusted {
      for older in waiting where !older.run.request.isTrusted { lose(older, .superseded) }
    } else if isFull {
      ticket.state = .lost(.tooManyWaiting(limit: Self.maximumWaiting))
      return
    }
    waiting.append(ticket)
  }

  private func advance() {
    guard !waiting.isEmpty else { return }
    let next = waiting.removeFirst()
    current = next.run
    let state = next.state
    next.state = .granted
    if case .waiting(let continuation) = state { continuation.resume() }
  }

  private func lose(_ ticket: Ticket, _ fact: RoutingError.Fact) {
    switch ticket.state {
    case .granted, .lost: return
    case .reserved: ticket.state = .lost(fact)
    case .waiting(let continuation):
      ticket.state = .lost(fact)
      continuation.resume()
    }
    if case .cancelled = fact, let place = waiting.firstIndex(where: { $0 === ticket }) {
      ticket.run.bequeath { heir in
        let inherited = Ticket(heir)
        waiting.insert(inherited, at: place)
        return inherited
      }
    }
    waiting.removeAll { $0 === ticket }
  }
}
