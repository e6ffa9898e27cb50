// How a routing gets its turn in the queue, and what it takes from an earlier one of the same request.
extension Wireframe {
  /// Puts a request to a screen into the queue, as the policy says.
  func enter(_ asked: consuming RoutingRequest, isFollowUp: Bool) throws(RoutingError) -> Routing {
    let routing = Routing(asked, settings, isFollowUp: isFollowUp)
    noteAsker(of: routing)
    if !isFollowUp, let last = queue.last, last.purpose == .screen, !last.isOutdated,
      last.request.isSame(as: routing.request)
    {
      // What the guards answer from now on is valid for both requests. A link from outside never shares an answer.
      routing.earlier = (last, routing.request.isTrusted && last.reached?.isDecided != true)
      queue.reserve(routing)
    } else {
      try reserve(routing)
    }
    return routing
  }

  /// Notes who asks for it: the owners that gates have now.
  func noteAsker(of routing: Routing) {
    if haveOwners, let asker = GateOwners(of: gatesAndLock) { routing.note { $0.asker = asker } }
  }

  func reserve(_ routing: Routing) throws(RoutingError) {
    if !queue.isSuspended {
      switch settings.policy {
      case .latestWins where !routing.isFollowUp:
        // A lock opens, whatever comes meanwhile.
        let opens =
          lock?.entry.isCovering == true && queue.running.contains { $0.purpose == .resumedScreen }
        if !opens { queue.supersede() }
      case .rejectWhileBusy where routing.purpose == .screen && !routing.isFollowUp && queue.isBusy:
        throw refuse(routing, .busy)
      case .firstComeFirstServed, .latestWins, .rejectWhileBusy: break
      }
    }
    queue.reserve(routing)
  }

  /// Runs the pipeline for a routing in its turn, announces a failure, and lets the next one run.
  func run<T>(_ routing: Routing, _ body: () async throws -> T) async throws(RoutingError) -> T {
    if queue.current !== routing, let reason = await queue.waitForTurn(routing) {
      throw refuse(routing, reason)
    }
    begin(routing)
    defer { leaveQueue(routing) }
    do {
      return try await body()
    } catch { throw end(routing, with: error) }
  }

  private func begin(_ routing: Routing) {
    routing.markRunning()
    guard haveProgressWatchers else { return }
    routing.progress = ProgressNote(routing, observers(of: nil).compactMap { $0.progressWatcher })
  }

  func leaveQueue(_ routing: Routing) {
    if routing.ending != nil { routing.earlier = nil }
    routing.journal?.close()
    routing.progress?.end()
    routing.progress = nil
    queue.leave(routing)
  }

  func end(_ routing: Routing, with error: any Error) -> RoutingError {
    let error = routing.error(endedBy: error)
    routing.journal?.note(.failed(error))
    routing.journal?.close()
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
    of request: consuming RoutingRequest, entered: Routing? = nil
  ) async throws(RoutingError) -> Ended {
    if entered == nil {
      if isMounted, let (mount, parent, request) = forwarded(request) {
        return mount.local(try await parent.result(of: request))
      }
      try checkReentrancy(request)
    }
    let routing = if let entered { entered } else { try enter(request, isFollowUp: false) }
    if queue.current !== routing, let reason = await queue.waitForTurn(routing) {
      throw refuse(routing, reason)
    }
    begin(routing)
    defer { leaveQueue(routing) }
    let shown: Ended
    do {
      shown = if let shared = try routing.sharedResult() { shared } else { try await show(routing) }
      routing.ending = .succeeded(
        shown.summary, shown.presentation,
        (routing.reached ?? routing.earlier?.routing.reached)?.registered)
    } catch {
      guard let ended = openedElsewhere(routing, error) else { throw end(routing, with: error) }
      routing.ending = .succeeded(ended.summary, nil, nil)
      return ended
    }
    if case .stopped = shown.summary.outcome { fillBlankWindow(insteadOf: routing) }
    guard let load = shown.presentation?.load, routing.request.waiter == nil else { return shown }
    // Nobody waits: a screen that never comes would keep the wireframe alive.
    if entered != nil { return shown }
    leaveQueue(routing)
    return try await screen(of: load) ?? shown
  }

  /// Throws if the calling task is one that the current routing waits for.
  func checkReentrancy(_ request: RoutingRequest) throws(RoutingError) {
    guard let current = queue.innermostInCurrentTask else { return }
    throw RoutingError(
      .reentrant(current.stage), request: request, pattern: current.reached?.route.pattern)
  }

  /// The error of a routing that never gets its turn.
  private func refuse(_ routing: Routing, _ reason: CoreReason) -> RoutingError {
    let error = RoutingError(reason, request: routing.request)
    switch reason {
    case .cancelled, .closed: break
    default: announce(error, routing)
    }
    routing.journal?.note(.failed(error))
    routing.journal?.close()
    return error
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
    guard let earlier, earlier.sharesDecisions, !isOutdated else { return nil }
    return try result(of: earlier.routing.ending) { route, _, _ in !route.ownerHasGone }
  }

  /// The result of the earlier equal routing, once the observers have let this one pass to the same route.
  func joinedResult(leadingTo wanted: Resolution) throws(RoutingError) -> Ended? {
    // Calls that were cancelled in between do not count.
    var earlier = earlier?.routing
    while let routing = earlier, routing.ending == nil { earlier = routing.earlier?.routing }
    return try result(of: earlier?.ending) { route, registered, isPastObservers in
      isPastObservers && registered === wanted.registered && !route.ownerHasGone
        && route.leadsToSamePlace(as: wanted.route)
    }
  }

  private func result(
    of ending: Ending?,
    ifShared isShared: (Route, RouteRecord?, _ isPastObservers: Bool) -> Bool
  ) throws(RoutingError) -> Ended? {
    switch ending {
    case .succeeded(let summary, let presentation, let registered)?:
      if (presentation?.load as? ScreenLoad)?.hasFailed == true { return nil }  // It is made anew.
      guard isShared(summary.route, registered, summary.outcome.reason == nil) else { return nil }
      journal?.note(.finished(summary.outcome, summary.route))
      return (summary, presentation)
    case .failed(let error, let route?, let registered, let stage)?:
      guard isShared(route, registered, stage != .observe) else { return nil }
      self.ending = ending
      throw error
    case .failed?, nil: return nil
    }
  }
}

/// What watchers have heard of a routing.
@MainActor
final class ProgressNote {
  private let progress: RoutingProgress
  private let watchers: [any RoutingProgressWatcher]
  /// Tells that it takes long.
  private var watch: Registration?
  private var hasTold = false
  /// One watcher may hear of several wireframes.
  private static var lastID = 0

  init(_ routing: Routing, _ watchers: [any RoutingProgressWatcher]) {
    Self.lastID += 1
    progress = RoutingProgress(
      id: Self.lastID, request: routing.asksForNothing ? nil : routing.request)
    self.watchers = watchers
    for watcher in watchers { watcher.didBegin(progress) }
    watch(routing)
  }

  /// Tells the watchers if the routing takes long from now on.
  func watch(_ routing: Routing) {
    guard !hasTold, let time = routing.settings.limits.placeholder else { return }
    watch = routing.settings.watchdog.watch(for: time) { [weak self, weak routing] in
      guard let self, let routing else { return }
      hasTold = true
      for watcher in watchers { watcher.takesLong(progress, in: routing.stage.rawValue) }
    }
  }

  /// Tells nothing of a routing whose placeholder does.
  func pause() { watch?.remove() }

  func end() {
    watch?.remove()
    for watcher in watchers { watcher.didEnd(progress) }
  }
}
