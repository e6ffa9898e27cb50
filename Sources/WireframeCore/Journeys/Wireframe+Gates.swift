extension Wireframe {
  /// Puts a gate in front of all routes with a tag: an observer, a kept request and a screen, in one.
  ///
  /// As long as the gate is closed, a request for such a route is kept, and the gate's screen is shown on top,
  /// once, however often the user asks. The screen's presenter says when the user has passed:
  ///
  /// ```swift
  /// wireframe.addGate(for: .requiresLogin, at: "/login", owner: { session.userID }) {
  ///   session.isLoggedIn
  /// }
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
  ///   - owner: Whose session it is; see ``Gate/init(at:keeps:owner:covers:isOpen:)``.
  ///   - priority: The order among observers, and so among gates: higher is asked first.
  ///   - isOpen: Whether the user has passed; asked before each routing, and by ``Router/resume(after:)-(RouteTag)``.
  ///     With the key ``GateKey/once`` it is asked only then.
  /// - Returns: The registration, for removing the gate; what it kept is forgotten then.
  @discardableResult
  public func addGate(
    for tag: RouteTag, at urlText: String, keeps key: GateKey = .always,
    owner: (@MainActor () -> String?)? = nil, priority: Int = 0,
    isOpen: @escaping @MainActor () async throws -> Bool
  ) -> Registration {
    add(
      gate: Gate(at: urlText, keeps: key, owner: owner, isOpen: isOpen), for: tag,
      priority: priority)
  }

  /// Puts a gate in front of all routes with a tag; other wireframes, for other windows, may have the same gate.
  ///
  /// A gate that covers is a plain gate here: only the lock covers; see ``add(lock:)``.
  ///
  /// - Parameters:
  ///   - gate: The gate.
  ///   - tag: The tag of the routes behind the gate. The gate's own route must not have it.
  ///   - priority: The order among observers, and so among gates: higher is asked first.
  /// - Returns: The registration, for removing the gate; what it kept here is forgotten then.
  @discardableResult
  public func add(gate: Gate, for tag: RouteTag, priority: Int = 0) -> Registration {
    let entry = GateEntry(gate, for: tag) { [weak self] in self?.outermost.passMeanwhile($0) }
    gates.append(entry)
    if gate.owner != nil { haveOwners = true }
    let registration = add(observer: entry, priority: priority)
    return Registration { [weak self] in
      registration.remove()
      self?.gates.removeAll { $0 === entry }
      gate.remove(entry)
      entry.discard()
      // A screen of the gate that is still being made is not shown: the request is resolved anew.
      self?.outermost.queue.current?.note { $0.wasInterrupted = true }
    }
  }

  /// Runs what was kept until the user has passed; ``resume()``, ``Router/resume(after:)-(RouteTag)`` and
  /// ``Router/resume(after:)-(Gate)`` are the calls for it.
  ///
  /// - Parameter kept: What was kept.
  /// - Returns: The outcome of the request.
  /// - Throws: As these calls.
  public func resume(_ kept: Resumption) async throws(RoutingError) -> GateOutcome {
    switch kept {
    case .parked:
      guard let ended = try await resumedResult() else { return .nothingKept }
      return .passed(ended.summary)
    case .tag(let tag): return try await resume(gates, tag.rawValue) { $0.tag == tag }
    case .gate(let gate): return try await resume(gates, gate.urlText) { $0.gate === gate }
    }
  }

  /// Passes a gate that fits: preferably one that keeps a request, and one of the asking wireframe.
  private func resume(
    _ own: [GateEntry], _ name: String, where fits: (GateEntry) -> Bool
  ) async throws(RoutingError) -> GateOutcome {
    if let mount, let parent = mount.parent {
      let outcome = try await parent.resume(own, name, where: fits)
      guard case .passed(let summary) = outcome else { return outcome }
      return .passed(summary.map { mount.local($0) ?? $0 })
    }
    let fitting = (own + gatesAndLock).filter(fits)
    // The same gate may keep something for another tag.
    let found = fitting + allGates.filter { gate in fitting.contains { $0.gate === gate.gate } }
    // A lock that covers comes first: nothing else is passed below it.
    let gate = found.first { $0.isCovering } ?? found.first { $0.kept != nil } ?? found.first
    guard let gate else { throw RoutingError(.noGate(tag: name)) }
    return try await resume(gate)
  }

  /// Passes a gate: for the app, or, with `count`, since another window has passed it. What that brings waits for its
  /// turn, whatever the policy, and so does a second tap; a lock that has covered more often since stays closed.
  private func resume(
    _ gate: GateEntry, afterCover count: Int? = nil
  ) async throws(RoutingError) -> GateOutcome {
    let screen = gateScreens.first { $0.gate === gate }?.request
    let routing = Routing(
      gate.kept?.request ?? screen ?? gate.request, for: .resumedScreen, settings,
      isFollowUp: count != nil || gate.isPassing)
    try checkReentrancy(routing.request)
    if gate.isLock || isCovered { queue.interrupt(by: routing) } else { try reserve(routing) }
    return try await run(routing) {
      guard try await self.isOpen(gate, routing), count == nil || count == gate.gate.coverCount
      else {
        // Whoever asks a lock and finds it closed is covered.
        self.cover(foundClosed: gate)
        return .stillClosed
      }
      if !gate.isLock, await self.coverIfClosed(in: routing) {
        // The user has passed it below the lock, as by a password in the lock's screen. It may close before that opens.
        self.whenOpened(for: .resumedScreen) { wireframe, routing -> RoutingSummary? in
          guard try await wireframe.isOpen(gate, routing),
            case .passed(let summary) = try await wireframe.passNow(
              gate, isTold: count != nil, routing)
          else { return nil }
          return summary
        }
        return .covered
      }
      return try await self.passNow(gate, isTold: count != nil, routing)
    }
  }

  /// One that another window has told of it tells nobody: they would tell each other for ever.
  private func passNow(
    _ asked: GateEntry, isTold: Bool, _ routing: Routing
  ) async throws -> GateOutcome {
    asked.isPassing = true
    if asked.isLock { asked.gate.isCovering = false }
    if !isTold { asked.gate.pass(besides: asked) }
    if asked.isLock { return try await open(asked, routing) }
    // The same gate for other tags is passed next: what it keeps stays, though its screen leaves now. Screens that come
    // back are first, for whichever tag: what else is kept comes above them.
    let passed = [asked] + allGates.filter { $0.gate === asked.gate && $0.gate.key != .once }
    let gate = passed.first { $0.kept?.isList == true } ?? passed.first { $0.kept != nil } ?? asked
    for gate in passed { gate.isPassing = true }
    defer {
      for gate in passed { gate.isPassing = false }
      // The user has left a gate whose passing was given up.
      if let screen = gate.screen, host?.state.layer(of: screen) == nil { gate.discard() }
    }
    if haveOwners { try await removeScreensOfOthers(routing) }
    let screen = screenShown(by: gate)
    return try await run(gate.take(), behind: gate, whoseScreenIs: screen, routing)
  }

  /// Passes a gate that the user has passed in another window, also if its screen is still made. If it keeps nothing
  /// here, the screens of a former owner leave. So does one that is being presented: nobody is asked about it again.
  func passMeanwhile(_ gate: GateEntry) {
    let passes =
      !gate.isPassing && (gate.kept != nil || gate.isCovering || screenShown(by: gate) != nil)
      || queue.running.contains {
        !$0.isReplaceable && $0.purpose != .controller || !$0.isLoading
          || $0.innermost.reached?.closedGate?.gate === gate
      }
    if passes {
      queue.activity.handOver { [weak self, count = gate.gate.coverCount] in
        _ = try? await self?.resume(gate, afterCover: count)
      }
    } else if host?.state.entries.contains(where: {
      $0.route?.request.owners?.owner(of: gate.gate)?.isFormer == true
    }) == true {
      queue.activity.handOver { [weak self] in _ = try? await self?.reevaluate() }
    }
  }

  private func isOpen(_ gate: GateEntry, _ routing: Routing) async throws -> Bool {
    try await routing.stage(.observe) {
      do {
        // A lock that covers is closed for all others; here its own closure decides.
        return gate.isLock ? (try? await gate.gate.isOpen()) == true : try await gate.isOpen()
      } catch { throw RoleError(of: gate, error) }
    }
  }

  /// Runs what a gate kept: a list first, then the request above it. A cancellation forgets it, unless a lock covers.
  /// `show` resolves what `routing.take` notes. Then the gate's screen leaves; the first failure is thrown.
  func run(
    _ kept: KeptRequest?, behind gate: GateEntry, whoseScreenIs screen: NavigationEntryID?,
    _ routing: Routing, after failure: (any Error)? = nil
  ) async throws -> GateOutcome {
    var (outcome, failed, failure): (GateOutcome?, Resolution?, (any Error)?) = (nil, nil, failure)
    var parts = [kept?.with(next: nil), kept?.next].compactMap(\.self)
    while !parts.isEmpty {
      let part = parts.removeFirst()
      // Screens do not expire, however the clock is set.
      guard part.isList || part.time?.contains(now()) == true else {
        part.tellWaiters()
        outcome = outcome ?? .expired
        continue
      }
      guard let list = part.partOfOwner(of: gate.gate) else { continue }
      // A gate that takes the list over takes the request above it along.
      let whole = list.with(next: parts.first)
      // One key for once does not let in what was asked for above the screens, too.
      let isUsedUp = gate.gate.key == .once && outcome != nil
      routing.take(isUsedUp ? whole : whole.passed(gate, whoseScreenIs: screen))
      do {
        try await queue.letUrgentGo(before: routing)
        let summary = try await showKept(routing).summary
        let isKept = isKept(summary, routing)
        // It has passed its gate, and was then stopped or redirected.
        if !isKept, summary.outcome != .presented || !summary.redirects.isEmpty {
          list.request.waiter?.fail(summary.noAnswer(to: list.request))
        }
        if routing.reached?.isOfAnotherOwner != true { outcome = .passed(summary) }
        if isKept { break }
      } catch {
        let error = routing.error(endedBy: error)
        if failure == nil { failed = routing.reached }
        // What has landed before its upper screen was asked for anew comes no second time.
        let landed = max(0, list.below.count - (routing.kept?.below.count ?? 0))
        if error.code == .cancelled, routing.stage != .handle, lock?.entry.isCovering == true,
          !queue.isClosed
        {
          // What passes it is done again when the lock opens. An action is not: it may have been done.
          gate.keep(whole.without(first: landed))
          failure = error
          break
        }
        list.request.waiter?.fail(error)
        // The list ends before the first screen that cannot come back; those below may be there without it.
        let shown = landed + (routing.reached?.below.count { isOnHost($0.route) } ?? 0)
        let rest = shown > 0 || error.code == .cancelled ? nil : list.cut(before: error)
        if rest == nil, failure == nil { failure = error } else { announce(error, routing) }
        if rest == nil { for request in list.below.dropFirst(shown) { request.waiter?.leave() } }
        parts = [rest].compactMap(\.self) + parts
        if error.code == .cancelled {
          parts.first?.tellWaiters()
          break
        }
      }
    }
    // A stop, a presenter of the app's own, or nothing at all has left it on screen. It leaves before a handler begins.
    let (screen, reached) = (screen ?? kept?.gateScreen, routing.reached)
    do { try await leave(routing.stage == .handle ? nil : screen, routing) } catch {
      guard Task.isCancelled || routing.isSuperseded else { throw failure ?? error }
      // In a turn of its own, since the routing that passed the gate has been ended; no request replaces this one.
      let later = Routing(homeRequest ?? RoutingRequest(""), for: .loadedScreen, settings)
      queue.activity.handOver { [weak self] in
        guard let self else { return }
        queue.interrupt(by: later)
        try? await run(later) { try await self.leave(screen, later) }
      }
    }
    guard let failure else { return outcome ?? .nothingKept }
    // Another part, or home, may have come since.
    routing.reached = failed ?? reached
    throw failure
  }

  /// Takes an open gate's screen away. Home comes alone in place of a first or only one, which stays if home fails.
  func leave(_ screen: NavigationEntryID?, _ routing: Routing) async throws {
    guard let host else { return }
    // A guard that has kept a screen is asked again before home comes, but not about what is above this one.
    let former = routing.stage == .leave ? routing.askedToLeave : []
    if !former.isEmpty { routing.askedToLeave = [] }
    try await queue.regainTurn(routing)
    guard !isCovered else {
      return whenOpened(for: .resumedScreen) { wireframe, routing in
        // It leaves with the move that brings what the lock has kept.
        guard wireframe.lock?.entry.kept?.gateScreen != screen else { return }
        try await wireframe.leave(screen, routing)
      }
    }
    let acts = routing.reached?.handler != nil  // What it shows would leave with the screen later.
    if let screen, !allGates.contains(where: { $0.screen == screen && !(acts && $0.isPassing) }) {
      let isOnly = host.state.onlyEntry == screen && haveHomes
      if isOnly || host.state.isFirst(screen) {
        let others = host.state.entries.filter { $0.id != screen }
        if !former.isDisjoint(with: others.map { $0.id }) { return try routing.checkMayGoOn() }
        routing.take(KeptRequest(routing.request, gateScreen: screen))
        if isOnly {
          try await fillShownPlace(of: host, routing)
        } else {
          try await showHome(routing)
        }
      }
      if isCovered { return try await leave(screen, routing) }  // Whoever opens the lock goes on.
      // Guards keep what the user has opened above it, and not the screen of a gate that was passed.
      let above = host.state.leavingScreens(
        with: { $0.take(away: screen) }, showing: nil,
        besides: routing.askedToLeave.union([screen]))
      if hasLeaveGuards, !above.isEmpty, !host.state.isFirst(screen) {
        if !former.isDisjoint(with: above.map(\.entry)) { return try routing.checkMayGoOn() }
        routing.askedToLeave.formUnion(above.map(\.entry))
        if try await routing.stage(.leave, reasonToStay(of: above)) != nil { return }
        routing.stage = .present
        return try await leave(screen, routing)
      }
      try await remove(screen, from: host)
    }
    try await fillEmptyPlace(routing)
  }

  /// Tries again what has failed: shows home where nothing is shown, or only the screen of a gate that is open.
  func fillBlankWindow(_ routing: Routing) async throws {
    // What loads fills the window.
    guard haveHomes, let host, !queue.isSuspended, queue.interrupted.isEmpty, filling.isEmpty
    else { return }
    if let only = host.state.onlyEntry,
      let gate = allGates.first(where: {
        $0.kept == nil && $0.gate.key != .once && screenShown(by: $0) == only
      }),
      try await isOpen(gate, routing)
    {
      return try await leave(only, routing)
    }
    try await fillEmptyPlace(routing)
  }

  /// The entry of a gate's screen, also if it was shown without a request to keep.
  private func screenShown(by gate: GateEntry) -> NavigationEntryID? {
    if let screen = gate.screen { return screen }
    let request = gateScreens.first { $0.gate === gate }?.request ?? gate.request
    guard let host, let (route, _) = try? find(request) else { return nil }
    let others = allGates.filter { $0 !== gate }.map { $0.screen }
    return host.state.nearest { entry in
      !others.contains(entry.id) && entry.route?.leadsToSamePlace(as: route) == true
    }?.id
  }

  /// Removes a screen with the screens above it, unless it is the root's first. Waits until no lock covers it.
  func takeAway(_ screen: NavigationEntryID?) async throws {
    guard let host, let screen else { return }
    try await waitUntilUncovered(toLeave: true)
    try await remove(screen, from: host)
    await outermost.leaveEmptyTab()
  }

  private func remove(
    _ screen: NavigationEntryID, from host: any NavigationHost<Controller>
  ) async throws {
    guard host.state.layer(of: screen) != nil, !host.state.isFirst(screen) else { return }
    try await host.perform(NavigationOperation { $0.take(away: screen) }, animated: true)
  }

  var allGates: [GateEntry] {
    Steps.add(gates.count)
    return modules.isEmpty ? gates : modules.all.reduce(into: gates) { $0 += $1.gates }
  }

  var gatesAndLock: [GateEntry] { allGates + [lock?.entry].compactMap(\.self) }

  /// How many of the gates, the lock included, keep something, which is in no saved state.
  public var keptRequestCount: Int {
    let keepsState = outermost.lock?.deferred.contains { $0.isRestoration } == true
    return outermost.gatesAndLock.count { $0.kept != nil || $0.isLock && keepsState }
  }
}
