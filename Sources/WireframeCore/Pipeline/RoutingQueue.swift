// The order of routings: they never overlap, and run first come, first served, as the policy says. The same request
// twice shows one screen.

/// The routings of a wireframe that run or wait.
@MainActor
final class RoutingQueue {
  /// The most requests of the app's own that wait for ``Wireframe/activate()``.
  nonisolated static let maximumSuspended = 100

  /// The state of a routing in the queue.
  enum Turn {
    case reserved
    case waiting(CheckedContinuation<Void, Never>)
    case running
    case lost(CoreReason)
  }

  private(set) var current: Routing?
  /// Those that load while a later one has their turn, the last one last.
  private(set) var interrupted: [Routing] = []
  /// Those that come before all others that wait.
  private var urgent: [Routing] = []
  private(set) var isSuspended: Bool
  private var isClosed = false
  private let maximumLinks: Int
  private var waiting = WaitingList() { didSet { isAnyWaiting = !waiting.isEmpty } }
  /// Lets a routing skip the list, whose reading needs an exclusivity check.
  private var isAnyWaiting = false
  /// How many requests from outside wait.
  private var waitingLinks = 0

  init(isSuspended: Bool, maximumLinks: Int) {
    self.isSuspended = isSuspended
    self.maximumLinks = maximumLinks
  }

  /// What the wireframe does beside the queue, and who waits until nothing is under way.
  let activity = Activity()

  var isIdle: Bool { current == nil && waiting.isEmpty }

  /// Whether nothing runs, and nothing can run before ``Wireframe/activate()``, or before the lock opens.
  var isAtRest: Bool {
    guard let current else { return isSuspended || waiting.isEmpty }
    return current.meanwhile?.isCovered == true
  }

  var waitingCount: Int { waiting.count + urgent.count }

  /// The routing that would end last.
  var last: Routing? { isAnyWaiting ? waiting.last : current }

  /// Whether a routing to a screen runs or waits.
  var isBusy: Bool {
    current?.isReplaceable == true || waiting.contains(where: \.isReplaceable)
  }

  /// Whether too many requests are waiting for another one to wait.
  func isFull(for request: RoutingRequest) -> Bool {
    request.isTrusted
      ? isSuspended && waiting.count >= Self.maximumSuspended : waitingLinks >= maximumLinks
  }

  /// Puts a routing at the end of the queue; it may run at once.
  ///
  /// - Parameters:
  ///   - routing: The routing.
  ///   - isFirst: Whether it comes before those that wait for the UI.
  func reserve(_ routing: Routing, isFirst: Bool = false) {
    if isClosed { return routing.turn = .lost(.closed) }
    if current == nil, !isSuspended || isFirst {
      current = routing
      return
    }
    routing.turn = .reserved
    let isLink = !routing.request.isTrusted
    // Before the UI is there, only the newest link is kept.
    if isLink, isSuspended || current?.purpose == .restoration { supersede(byLink: routing) }
    if isFull(for: routing.request) {
      let reason =
        isLink
        ? CoreReason.tooManyLinks(limit: maximumLinks)
        : .tooManyWaiting(limit: Self.maximumSuspended)
      return lose(routing, reason)
    }
    if isLink { waitingLinks += 1 }
    waiting.append(routing)
  }

  /// Takes the turn of a routing that loads: rights have changed, and what is refused leaves at once. One that presents
  /// already comes first.
  func interrupt(by routing: Routing) {
    if isClosed { return routing.turn = .lost(.closed) }
    guard let current, current.canBeInterrupted else {
      if self.current == nil { return self.current = routing }
      routing.turn = .reserved
      return urgent.append(routing)
    }
    current.note { $0.wasInterrupted = true }
    interrupted.append(current)
    self.current = routing
  }

  /// Waits until an interrupted routing has its turn again, and may present.
  func regainTurn(_ routing: Routing) async {
    guard interrupted.contains(where: { $0 === routing }) else { return }
    await withCheckedContinuation { routing.turn = .waiting($0) }
  }

  /// The routing whose role is the calling task.
  var runningInCurrentTask: Routing? {
    guard let current else { return nil }
    if current.isRunningInCurrentTask { return current }
    return interrupted.first(where: \.isRunningInCurrentTask)
  }

  /// Notes that nothing is kept of what loads now.
  func keepNothing() {
    current?.note { $0.keepsNothing = true }
    for routing in interrupted { routing.note { $0.keepsNothing = true } }
  }

  /// Notes what the user does while screens load.
  func note(_ note: (inout Routing.UserMoves) -> Void) {
    for routing in interrupted + [current].compactMap(\.self) where routing.isLoading {
      var moves = routing.meanwhile?.userMoves ?? .init()
      note(&moves)
      routing.note { $0.userMoves = moves }
    }
  }

  /// Waits for the turn; a cancelled waiter leaves the queue at once.
  ///
  /// - Returns: Nil once the routing may run, or why it never will.
  func waitForTurn(_ routing: Routing) async -> CoreReason? {
    if case .reserved = routing.turn {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          if Task.isCancelled {
            lose(routing, .cancelled(.queue))
            continuation.resume()
          } else {
            routing.turn = .waiting(continuation)
          }
        }
      } onCancel: {
        Task { @MainActor [weak self] in self?.lose(routing, .cancelled(.queue)) }
      }
    }
    if case .lost(let reason) = routing.turn { return reason }
    return nil
  }

  /// Ends a routing's turn and gives the next one its own.
  func leave(_ routing: Routing) {
    guard current === routing else { return interrupted.removeAll { $0 === routing } }
    current = nil
    if !interrupted.isEmpty {
      let current = interrupted.removeLast()
      self.current = current
      let turn = current.turn
      current.turn = .running
      if case .waiting(let continuation) = turn { continuation.resume() }
      return
    }
    if !urgent.isEmpty { return give(urgent.removeFirst()) }
    if !isSuspended, isAnyWaiting { return advance() }
    if activity.isAwaited { activity.wake() }
  }

  /// Lets the routings run that came before the UI was there.
  func activate() {
    isSuspended = false
    if current == nil { advance() }
  }

  /// Cancels the routings to a screen that have not begun to present.
  ///
  /// - Parameter routing: The routing that replaces them. What a role asks for replaces only what roles asked for.
  func supersede(by routing: Routing) {
    for other in waiting.all where other.isReplaceable {
      if !routing.isFollowUp || other.isFollowUp { lose(other, .superseded) }
    }
    guard !routing.isFollowUp else { return }
    current?.supersede()
    for other in interrupted { other.supersede() }
  }

  /// Ends all waiting once the wireframe is gone: no routing would get its turn.
  func close() {
    isClosed = true
    current?.supersede()
    for routing in urgent + waiting.all { lose(routing, .cancelled(.queue)) }
  }

  private func supersede(byLink routing: Routing) {
    for other in waiting.all where !other.request.isTrusted && other !== routing.earlier?.routing {
      lose(other, .superseded)
    }
  }

  private func advance() {
    guard let next = waiting.popFirst() else { return }
    if !next.request.isTrusted { waitingLinks -= 1 }
    give(next)
  }

  private func give(_ next: Routing) {
    current = next
    let turn = next.turn
    next.turn = .running
    if case .waiting(let continuation) = turn { continuation.resume() }
  }

  private func lose(_ routing: Routing, _ reason: CoreReason) {
    let turn = routing.turn
    switch turn {
    case .running, .lost: return
    case .reserved, .waiting: routing.turn = .lost(reason)
    }
    urgent.removeAll { $0 === routing }
    if waiting.remove(routing), !routing.request.isTrusted { waitingLinks -= 1 }
    if case .waiting(let continuation) = turn { continuation.resume() }
  }
}

/// The routings that wait, in order. Adding, removing and taking the first one cost the same however many wait.
@MainActor
private struct WaitingList {
  /// Nil for what has left; the first and the last are never nil.
  private var slots: ArraySlice<Routing?> = []
  /// The indices that `slots` would have if nothing had been taken off its front.
  private var indices: [ObjectIdentifier: Int] = [:]

  var isEmpty: Bool { indices.isEmpty }
  var count: Int { indices.count }
  var last: Routing? { slots.last ?? nil }
  var all: [Routing] { slots.compactMap(\.self) }

  func contains(where isWanted: (Routing) -> Bool) -> Bool {
    slots.contains { $0.map(isWanted) ?? false }
  }

  mutating func append(_ routing: Routing) {
    slots.append(routing)
    indices[ObjectIdentifier(routing)] = slots.endIndex - 1
  }

  mutating func popFirst() -> Routing? {
    guard let first = slots.first ?? nil else { return nil }
    remove(first)
    return first
  }

  @discardableResult
  mutating func remove(_ routing: Routing) -> Bool {
    guard let index = indices.removeValue(forKey: ObjectIdentifier(routing)) else { return false }
    slots[index] = nil
    while let last = slots.last, last == nil { slots.removeLast() }
    while let first = slots.first, first == nil { slots.removeFirst() }
    return true
  }
}

// MARK: - A routing's turn

extension Wireframe {
  /// Puts a request to a screen into the queue, as the policy says.
  func enter(
    _ request: RoutingRequest, isFollowUp: Bool = false
  ) throws(RoutingError) -> Routing {
    let routing = Routing(request, settings, isFollowUp: isFollowUp)
    if haveOwners, let asker = GateOwners(of: allGates) { routing.note { $0.asker = asker } }
    if !isFollowUp, let last = queue.last, last.purpose == .screen, !last.isSuperseded,
      last.request.isSame(as: routing.request)
    {
      // What the guards answer from now on is valid for both requests. A link from outside never shares an answer.
      routing.earlier = EarlierRouting(
        routing: last, sharesDecisions: request.isTrusted && !last.hasDecisions)
      queue.reserve(routing)
    } else {
      try reserve(routing)
    }
    return routing
  }

  /// Puts a routing into the queue, as the policy says.
  func reserve(_ routing: Routing) throws(RoutingError) {
    if !queue.isSuspended {
      switch settings.policy {
      case .firstComeFirstServed: break
      case .latestWins: queue.supersede(by: routing)
      case .rejectWhileBusy where queue.isBusy && !routing.isFollowUp:
        let error = RoutingError(CoreReason.busy, request: routing.request)
        announce(error, routing)
        throw error
      case .rejectWhileBusy: break
      }
    }
    queue.reserve(routing)
  }

  /// Runs the pipeline for a routing in its turn, announces a failure, and lets the next one run.
  func run<T>(
    _ routing: Routing, _ body: () async throws -> T
  ) async throws(RoutingError) -> T {
    if queue.current !== routing { try await waitForTurn(routing) }
    routing.markRunning()
    defer { leaveQueue(routing) }
    do {
      return try await body()
    } catch {
      throw end(routing, with: error)
    }
  }

  private func leaveQueue(_ routing: Routing) {
    if routing.ending != nil { routing.earlier = nil }
    routing.journal?.close()
    routing.closeRunner()
    queue.leave(routing)
  }

  /// Announces why a routing failed.
  private func end(_ routing: Routing, with error: any Error) -> RoutingError {
    let error = routing.error(endedBy: error)
    routing.journal?.note(.failed(error))
    // A routing that already has an ending shares an earlier one's, which the observers have been told.
    if routing.ending == nil {
      announce(error, routing)
      if error.code != .cancelled {
        let reached = routing.reached
        routing.ending = .failed(error, reached?.route, reached?.registered, routing.stage)
      }
    }
    // A stage that hangs for ever holds the routing.
    routing.releaseReferences()
    return error
  }

  /// Routes to the screen of a request, in its turn; `entered` is its routing, if it is in the queue already. As `run`,
  /// which would be two more functions to await.
  func result(
    of request: RoutingRequest, entered: Routing? = nil
  ) async throws(RoutingError) -> Ended {
    if entered == nil {
      if isMounted, let result = try await forwardedResult(of: request) { return result }
      try checkReentrancy(request)
    }
    let routing = if let entered { entered } else { try enter(request) }
    if queue.current !== routing { try await waitForTurn(routing) }
    routing.markRunning()
    defer { leaveQueue(routing) }
    do {
      let result =
        if let shared = try routing.sharedResult() {
          shared
        } else {
          try await show(routing)
        }
      routing.ending = .succeeded(
        result.summary, result.presentation,
        (routing.reached ?? routing.earlier?.routing.reached)?.registered)
      return result
    } catch {
      throw end(routing, with: error)
    }
  }

  private func forwardedResult(
    of request: RoutingRequest
  ) async throws(RoutingError) -> Ended? {
    guard let (mount, parent, request) = forwarded(request) else { return nil }
    return mount.local(try await parent.result(of: request))
  }

  /// Throws if the calling task is one that the current routing waits for.
  func checkReentrancy(_ request: RoutingRequest) throws(RoutingError) {
    guard let current = queue.runningInCurrentTask else { return }
    throw RoutingError(
      CoreReason.reentrant(current.stage), request: request, pattern: current.reached?.route.pattern
    )
  }

  private func waitForTurn(_ routing: Routing) async throws(RoutingError) {
    guard let reason = await queue.waitForTurn(routing) else { return }
    let error = RoutingError(reason, request: routing.request)
    switch reason {
    case .cancelled, .closed: break
    default: announce(error, routing)
    }
    routing.journal?.note(.failed(error))
    routing.journal?.close()
    throw error
  }
}

// MARK: - The same request twice

extension Routing {
  /// How a routing ended, for a later one of the same request; nothing if it was cancelled.
  enum Ending {
    case succeeded(RoutingSummary, Presentation?, RouteRecord?)
    /// With the route and the stage that it had reached.
    indirect case failed(RoutingError, Route?, RouteRecord?, RoutingStage)
  }

  /// The result of the earlier equal routing, if no observer had decided on it when this one was asked for.
  func sharedResult() throws(RoutingError) -> Ended? {
    guard let earlier, earlier.sharesDecisions else { return nil }
    return try result(of: earlier.routing.ending) { _, _, _ in true }
  }

  /// The result of the earlier equal routing, once the observers have let this one pass to the same route.
  func joinedResult(leadingTo wanted: Resolution) throws(RoutingError) -> Ended? {
    // Calls that were cancelled in between do not count.
    var earlier = earlier?.routing
    while let routing = earlier, routing.ending == nil { earlier = routing.earlier?.routing }
    return try result(of: earlier?.ending) { route, registered, isPastObservers in
      isPastObservers && registered === wanted.registered
        && route.leadsToSamePlace(as: wanted.route)
    }
  }

  private func result(
    of ending: Ending?,
    ifShared isShared: (Route, RouteRecord?, _ isPastObservers: Bool) -> Bool
  ) throws(RoutingError) -> Ended? {
    switch ending {
    case .succeeded(let summary, let presentation, let registered)?:
      let isStopped = if case .stopped = summary.outcome { true } else { false }
      return isShared(summary.route, registered, !isStopped) ? (summary, presentation) : nil
    case .failed(let error, let route?, let registered, let stage)?:
      guard isShared(route, registered, stage != .observe) else { return nil }
      self.ending = ending
      throw error
    case .failed?, nil:
      return nil
    }
  }
}
