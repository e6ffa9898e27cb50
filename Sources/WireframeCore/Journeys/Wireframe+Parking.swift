extension Wireframe {
  /// The request that waits for ``resume()``, or nil if there is none or it has expired.
  ///
  /// Set it to what the app stored before a restart, once all gates are added and all modules mounted: they tell whose
  /// it is. In any case it expires no later than ``RoutingLimits/parked`` after it was parked.
  public var parked: ParkedRequest? {
    get { outermost.keptForResume?.parked(outermost.gateScreens) }
    set {
      let outermost = outermost
      outermost.parkedRequest = newValue.map {
        KeptRequest($0, of: outermost.gateScreens, within: outermost.limits.parked)
      }
    }
  }

  private var keptForResume: KeptRequest? {
    parkedRequest.flatMap { $0.time?.contains(now()) == true ? $0 : nil }
  }

  /// Runs the parked request again, through the whole pipeline, guards included.
  ///
  /// Call it after the login that an observer redirected to. A request is run once; if a guard redirects
  /// it with `resuming:` again, it is parked again and expires no later than before.
  ///
  /// - Returns: The result; nil if nothing is parked, or the parked request has expired.
  /// - Throws: ``RoutingError``; see its codes.
  @discardableResult
  public func resume() async throws(RoutingError) -> RoutingResult<Controller>? {
    try await resumedResult().map(RoutingResult.init)
  }

  func resumedResult() async throws(RoutingError) -> Ended? {
    if let mount, let parent = mount.parent {
      return try await parent.resumedResult().map(mount.local)
    }
    guard let kept = keptForResume else {
      parkedRequest = nil
      return nil
    }
    try checkReentrancy(kept.request)
    let routing = Routing(kept.request, for: .resumedScreen, settings)
    try reserve(routing)
    let ended = try await run(routing) { () async throws -> Ended? in
      // In the meantime another one may have been kept, or this one run or expired.
      guard let kept = self.keptForResume else { return nil }
      self.parkedRequest = nil
      routing.take(kept)
      return try await showKept(routing)
    }
    guard let load = ended?.presentation?.load else { return ended }
    return try await screen(of: load) ?? ended
  }

  /// Drops the parked request, and what gates and the lock keep: the gates' screens leave.
  public func discardParked() {
    parked = nil
    outermost.lock?.entry.discard()
    for close in outermost.allGates.compactMap({ $0.forget() }) { ownActivity.handOver(close) }
  }

  /// Keeps a request that an observer redirects. One that is run again expires no later than before.
  func park(_ request: RoutingRequest, _ rule: ParkingRule, _ routing: Routing) {
    if routing.purpose == .controller || rule == .oldest && keptForResume != nil { return }
    var request = request
    // The caller is told that no answer will come. The placeholder leaves: a screen of its own comes back.
    (request.waiter, request.loading) = (nil, nil)
    parkedRequest = KeptRequest(
      request, time: routing.kept?.time ?? .init(from: now(), for: limits.parked))
  }

  /// Whether a gate keeps what was to be shown: its screen is there, and no observer has stopped that.
  func isKept(_ summary: RoutingSummary, _ routing: Routing) -> Bool {
    summary.outcome == .presented && routing.reached?.closedGate != nil
  }

  /// Keeps what a gate has stopped, once the gate's screen is there.
  func keep(
    _ stopped: KeptRequest, by gate: GateEntry, behind route: Route, _ arrivals: Arrivals?,
    _ routing: Routing
  ) {
    var stopped = stopped
    if routing.kept != nil, stopped.isList, gate.kept?.isList == true, let old = gate.take() {
      // What was coming back belongs above what has left meanwhile.
      if stopped.next != nil { old.next?.tellWaiters() }
      stopped = stopped.with(next: stopped.next ?? old.next).above(old.screens)
    }
    let entry = host?.state.nearest(of: route)?.id ?? host.flatMap { arrivals?.last(in: $0.state) }
    // The user may have been faster than its presenter, or the gate or the window has gone away meanwhile.
    if queue.isClosed || hasOpened(gate, routing) || entry == nil && arrivals?.lastLeft != nil {
      stopped.request.waiter?.keep(discard: {})
      return stopped.tellWaiters()
    }
    if let waiter = stopped.request.waiter {
      // A module's gate may outlive the window.
      queue.note(offHost: { [weak gate, weak waiter] in
        gate?.kept?.requests.contains { $0.waiter === waiter } == true ? waiter : nil
      })
    }
    // It forgets what it keeps when its screen leaves in any way but by `resume(after:)`.
    let watch = entry.flatMap { entry in
      host?.events.onLeave(of: entry) { [weak self, weak gate] in
        guard let gate, !gate.isPassing else { return }
        gate.discard()
        self?.ownActivity.handOver { [weak self] in await self?.leaveEmptyTab() }
      }
    }
    gate.keep(stopped.kept(at: now(), for: limits.parked), behind: entry, watch) { [weak self] in
      try? await self?.waitUntilUncovered(toLeave: true)
      // The gate, or another one with the same screen, may keep something again by now.
      guard let self, !allGates.contains(where: { $0.screen == entry }) else { return }
      try? await takeAway(entry)
    }
    if gate.gate.key != .once || stopped.isList { return }
    // One key lets in one request: the newest, for whichever of the gate's tags.
    for other in allGates where other !== gate && other.gate === gate.gate {
      if other.kept?.isList == false { other.discard() }
    }
  }
}
