extension Wireframe {
  /// Puts a gate in front of all routes with a tag: an observer, a kept request and a screen, in one.
  ///
  /// As long as the gate is closed, a request for such a route is kept, and the gate's screen is shown on top,
  /// once, however often the user asks. The screen's presenter says when the user has passed:
  ///
  /// ```swift
  /// wireframe.addGate(for: .requiresLogin, at: "/login") { session.isLoggedIn }
  ///
  /// try await router.resume(after: .requiresLogin)  // in the presenter of the login
  /// ```
  ///
  /// The newest request of a gate is kept, with payload and option. If the screen leaves in another way, such as a
  /// swipe, the kept request is forgotten. Several gates in front of a route show their screens one after another.
  ///
  /// - Parameters:
  ///   - tag: The tag of the routes behind the gate. The gate's own route must not have it.
  ///   - urlText: The path of the gate's screen.
  ///   - key: How long the gate stays open once the user has passed.
  ///   - priority: The order among observers, and so among gates: higher is asked first.
  ///   - isOpen: Whether the user has passed; asked before each routing, and by ``resume(after:)``. With the key
  ///     ``GateKey/once`` it is asked by ``resume(after:)`` only.
  /// - Returns: The registration, for removing the gate; what it kept is forgotten then.
  @discardableResult
  public func addGate(
    for tag: RouteTag, at urlText: String, keeps key: GateKey = .always, priority: Int = 0,
    isOpen: @escaping @MainActor () async throws -> Bool
  ) -> Registration {
    let gate = Gate(for: tag, at: urlText, key: key, isOpen: isOpen)
    gates.append(gate)
    outermost.watchTabs()
    let registration = add(observer: gate, priority: priority)
    return Registration { [weak self] in
      registration.remove()
      if let self, let index = gates.firstIndex(where: { $0 === gate }) { gates.remove(at: index) }
      gate.discard()
    }
  }

  /// Asks a gate again, and runs what it kept: call it when the user has passed.
  ///
  /// If the gate is open, its screen leaves, and the request that it kept goes through the whole pipeline: the next
  /// gate may take over. Both happen in one move of the host where it can.
  ///
  /// - Parameter tag: The tag of the routes behind the gate.
  /// - Returns: The outcome of the request.
  /// - Throws: ``RoutingError/Code/noGate`` if there is no such gate; else what routing the request throws. The screen
  ///   of an open gate leaves all the same.
  @discardableResult
  public func resume(after tag: RouteTag) async throws(RoutingError) -> GateOutcome {
    try await resume(after: tag, of: gates)
  }

  private func resume(
    after tag: RouteTag, of asking: [Gate]
  ) async throws(RoutingError) -> GateOutcome {
    if let parent = mount?.parent { return try await parent.resume(after: tag, of: asking) }
    guard let gate = gate(for: tag, of: asking) else {
      throw RoutingError(.noGate(tag: tag.rawValue))
    }
    let routing = Routing(gate.kept?.request ?? gate.request, for: .resumedScreen, settings)
    try checkReentrancy(routing.request)
    try reserve(routing)
    return try await run(routing) { try await pass(gate, routing) }
  }

  private func pass(_ gate: Gate, _ routing: Routing) async throws -> GateOutcome {
    let isOpen = try await routing.stage(.observe) {
      do {
        return try await gate.isOpen()
      } catch {
        throw RoleError(of: gate, error)
      }
    }
    guard isOpen else { return .stillClosed }
    gate.isPassing = true
    defer { gate.isPassing = false }
    let screen = screenShown(by: gate)
    guard let stopped = gate.take() else {
      try await takeAway(screen)
      return .nothingKept
    }
    guard stopped.time?.contains(now()) == true else {
      stopped.request.waiter?.leave()
      try await takeAway(screen)
      return .expired
    }
    let kept = stopped.passed(gate, whoseScreenIs: screen)
    routing.take(kept)
    do {
      let result = try await show(routing)
      if let waiter = kept.request.waiter, routing.reached?.closedGate == nil {
        tell(waiter, ifNotShownBy: result.summary, of: kept.request)
      }
      // A stop, a handler, or a presenter of the app's own has left it on screen.
      if !allGates.contains(where: { $0.screen == screen }) { try await takeAway(screen) }
      return .passed(result.summary)
    } catch {
      kept.request.waiter?.fail(routing.error(endedBy: error))
      try? await takeAway(screen)
      throw error
    }
  }

  /// The entry of a gate's screen, also if it was shown without a request to keep.
  private func screenShown(by gate: Gate) -> NavigationEntryID? {
    if let screen = gate.screen, host?.state.layer(of: screen) != nil { return screen }
    guard let host, let (route, _) = try? find(gate.request) else { return nil }
    let others = allGates.filter { $0 !== gate }.map(\.screen)
    return host.state.nearest { entry in
      !others.contains(entry.id) && entry.route?.leadsToSamePlace(as: route) == true
    }?.id
  }

  /// Removes a screen with the screens above it, unless it is the root's first.
  func takeAway(_ screen: NavigationEntryID?) async throws {
    guard let host, let screen, let (layer, _, index) = host.state.place(of: screen),
      layer > 0 || index > 0 || host.state.layers[layer].stacks.count > 1
    else { return }
    try await host.perform(NavigationOperation { $0.take(away: screen) }, animated: true)
    await leaveEmptyTab(of: host)
  }

  /// The gate for a tag: preferably one that keeps a request, and one of the asking wireframe before those of
  /// others.
  private func gate(for tag: RouteTag, of asking: [Gate]) -> Gate? {
    let own = asking.filter { $0.tag == tag }
    let all = allGates.filter { $0.tag == tag }
    return own.first { $0.kept != nil } ?? all.first { $0.kept != nil } ?? own.first ?? all.first
  }

  var allGates: [Gate] {
    Steps.add(gates.count)
    return modules.isEmpty ? gates : modules.all.reduce(into: gates) { $0 += $1.gates }
  }

  /// How many requests the gates keep; for tests and tools.
  public var keptRequestCount: Int { outermost.allGates.count { $0.kept != nil } }

  /// Keeps what a gate has stopped, once the gate's screen is there.
  func keep(
    _ stopped: KeptRequest, by gate: Gate, behind route: Route, _ arrivals: Arrivals?
  ) {
    let host = host
    let entry =
      host?.state.nearest { $0.route?.leadsToSamePlace(as: route) == true }?.id
      ?? host.flatMap { arrivals?.last(in: $0.state) }
    // The user may have been faster than its presenter.
    if entry == nil, arrivals?.haveLeft == true {
      stopped.request.waiter?.keep(discard: {})
      stopped.request.waiter?.leave()
      return
    }
    var watch: Registration?
    if let host, let entry { watch = watchGate(gate, on: host, entry) }
    gate.keep(stopped.kept(.init(at: now(), for: limits.parked)), behind: entry, watch) {
      [weak self] in
      try? await self?.takeAway(entry)
    }
  }

  /// Forgets what a gate keeps when its screen leaves in any way but ``resume(after:)``.
  private func watchGate(
    _ gate: Gate, on host: any NavigationHost<Controller>, _ screen: NavigationEntryID
  ) -> Registration {
    host.events.onLeave(of: screen) { [weak self, weak gate, weak host] in
      guard let gate, !gate.isPassing else { return }
      gate.discard()
      guard let self, let host else { return }
      self.ownActivity.handOver { await self.leaveEmptyTab(of: host) }
    }
  }

  /// Shows the previous tab again if the user has left a gate, and the tab behind it is empty.
  func leaveEmptyTab(of host: any NavigationHost<Controller>) async {
    guard let layer = host.state.layers.last, layer.kind == .tabs, layer.top == nil else { return }
    let filled = layer.stacks.filter { !$0.entries.isEmpty }.map(\.name)
    guard let name = recentTabs.last(where: filled.contains) ?? filled.first else { return }
    try? await host.selectTab(name)
  }

  /// Notes which tab is shown, once there is a gate behind which a tab may be empty.
  func watchTabs() {
    guard tabWatch == nil, let host = ownHost, !allGates.isEmpty else { return }
    noteTab(of: host)
    tabWatch = host.onChange { [weak self, weak host] _ in
      if let host { self?.noteTab(of: host) }
    }
  }

  private func noteTab(of host: any NavigationHost<Controller>) {
    guard let layer = host.state.layers.first, layer.kind == .tabs, layer.top != nil else { return }
    let name = layer.stacks[layer.selected].name
    recentTabs.removeAll { $0 == name }
    recentTabs.append(name)
  }

  /// Informs the caller that waits for a request which passed its gate, but was then stopped or redirected.
  private func tell(
    _ waiter: any RequestWaiter, ifNotShownBy result: RoutingSummary, of request: RoutingRequest
  ) {
    switch result.outcome {
    case .stopped(let reason):
      waiter.fail(RoutingError(CoreReason.stopped(reason: reason), request: request))
    case .presented where result.redirects.isEmpty: break
    case .presented, .handled:
      waiter.fail(
        RoutingError(CoreReason.noAnswer(route: "\(result.route)"), request: request))
    }
  }
}
