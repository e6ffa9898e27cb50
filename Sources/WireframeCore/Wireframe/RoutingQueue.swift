/// One routing, from its turn in the queue to its end.
@MainActor
final class RoutingRun {
  /// The most hops that observers may redirect one routing.
  nonisolated static let maximumRedirects = 10

  let request: RoutingRequest
  var stage = RoutingStage.queue
  /// The routes that were left by redirect, in order.
  var redirects: [Route] = []
  /// The route of the current hop, once matched.
  var route: Route?
  /// The observers that want to see the current hop's route, in order.
  var observers: [any RoutingObserver] = []
  let tasks = RoutingTasks()

  init(_ request: RoutingRequest) { self.request = request }
}

/// The tasks that run the pipeline for one routing: an `await` of the wireframe from one of them would
/// wait for itself.
///
/// A task is forgotten when it ends, since another may then get its identity.
@MainActor
final class RoutingTasks {
  private var identities: [Int] = []

  func enter() {
    if let current { identities.append(current) }
  }

  func leave() {
    if let current { identities.removeAll { $0 == current } }
  }

  var holdCurrent: Bool { current.map(identities.contains) ?? false }

  private var current: Int? { withUnsafeCurrentTask { $0?.hashValue } }
}

/// The order in time: routings never overlap, first come, first served.
@MainActor
final class RoutingQueue {
  /// A routing's place in the queue.
  @MainActor
  final class Ticket {
    fileprivate enum State {
      case reserved
      case waiting(CheckedContinuation<Void, Never>)
      case granted
      case cancelled
    }

    let run: RoutingRun
    fileprivate var state = State.reserved

    fileprivate init(_ run: RoutingRun) { self.run = run }
  }

  private(set) var current: RoutingRun?
  private var waiting: [Ticket] = []

  /// Takes the next place; the turn may be had at once.
  func reserve(_ run: RoutingRun) -> Ticket {
    let ticket = Ticket(run)
    if current == nil {
      current = run
      ticket.state = .granted
    } else {
      waiting.append(ticket)
    }
    return ticket
  }

  /// Waits for the turn; a cancelled waiter leaves the queue at once.
  ///
  /// - Returns: Whether the turn was had; false if the task was cancelled before.
  func turn(_ ticket: Ticket) async -> Bool {
    if case .granted = ticket.state { return true }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if Task.isCancelled {
          cancel(ticket)
          continuation.resume()
        } else {
          ticket.state = .waiting(continuation)
        }
      }
    } onCancel: {
      Task { @MainActor [weak self] in self?.cancel(ticket) }
    }
    if case .granted = ticket.state { return true }
    return false
  }

  /// Ends a routing's turn and gives the next one its own.
  func leave() {
    current = nil
    guard !waiting.isEmpty else { return }
    let next = waiting.removeFirst()
    current = next.run
    let state = next.state
    next.state = .granted
    if case .waiting(let continuation) = state { continuation.resume() }
  }

  private func cancel(_ ticket: Ticket) {
    switch ticket.state {
    case .granted, .cancelled: return
    case .reserved: ticket.state = .cancelled
    case .waiting(let continuation):
      ticket.state = .cancelled
      continuation.resume()
    }
    waiting.removeAll { $0 === ticket }
  }
}
