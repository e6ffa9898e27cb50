extension Wireframe {
  /// Asks the observers again about every screen that has a route, and removes the screens that they no longer allow.
  ///
  /// Call it when rights have changed, as after a sign-out. A screen whose observers stop, redirect or throw, or whose
  /// gate is closed, leaves with all above it; no leave guard is asked. Modals stay if only a hidden tab's leave.
  /// It does not wait for a routing that loads: that one asks its observers again before it presents.
  ///
  /// Then one screen is shown: that of the uppermost gate or redirect among the visible screens. The gate keeps the
  /// visible screens that have left, up to the first that cannot come back, as one that waits for an answer, and shows
  /// them again in the same order when their owner has passed. If nothing can come back, no gate is shown unless home
  /// is behind it. A redirect that is no gate parks the uppermost request only.
  ///
  /// A request that a gate keeps, and that another gate stops by now, is kept by that one, and comes above the screens.
  ///
  /// Where nothing is shown, as home has failed before, it is tried again; so it is in place of an open gate's screen
  /// that is the only one. A tab is left empty only under a gate's screen. The first screen of the root's only stack is
  /// replaced by the gate's or the redirect's, else by the wireframe's home.
  ///
  /// - Parameter keeping: What is kept: `.screens` for a session that has ended, `.nothing` for a user who has signed
  ///   out. `.nothing` also drops what gates, the lock and ``resume()`` keep.
  /// - Returns: The routes of the screens that were not let pass, and what nobody could be asked about.
  /// - Throws: ``RoutingError/Code/noHost``, ``RoutingError/Code/reentrant``, ``RoutingError/Code/cancelled``, and no
  ///   screen has left; else, after all has been done, the first error of an observer or of the redirect, or
  ///   ``RoutingError/Code/nothingToLeave`` if a first screen could not be replaced; or what the host throws, at once.
  @discardableResult
  public func reevaluate(
    keeping: KeepingRule = .screens
  ) async throws(RoutingError) -> ReevaluationReport {
    if let mount, let parent = mount.parent {
      var report = try await parent.reevaluate(keeping: keeping)
      report.refused = report.refused.map { mount.local($0) ?? $0 }
      return report
    }
    // Nothing of this request is routed: errors name it until a screen is asked about.
    let routing = Routing(RoutingRequest(""), for: .reevaluation, settings)
    try checkReentrancy(routing.request)
    rightsVersion.rights += 1
    if keeping == .nothing {
      if host == nil { discardParked() }
      parked = nil
      lock?.entry.discard()
      queue.keepNothing()
    }
    guard let hostBefore = host else { throw RoutingError(.noHost) }
    if await coverIfClosed(in: routing), !queue.isClosed { return reevaluateWhenOpened(keeping) }
    queue.interrupt(by: routing)
    return try await run(routing) {
      if self.isCovered { return self.reevaluateWhenOpened(keeping) }
      return try await self.reevaluate(keeping, on: self.host ?? hostBefore, routing)
    }
  }

  private func reevaluateWhenOpened(_ keeping: KeepingRule) -> ReevaluationReport {
    // Once, however often the app asks meanwhile: each would ask about all screens before they are seen.
    if lock?.reevaluations.insert(keeping).inserted == true {
      whenOpened { wireframe, routing in
        wireframe.lock?.reevaluations.remove(keeping)
        guard let host = wireframe.host else { return }
        _ = try await wireframe.reevaluate(keeping, on: host, routing)
      }
    }
    return ReevaluationReport(isDeferred: true)
  }

  private func reevaluate(
    _ keeping: KeepingRule, on host: any NavigationHost<Controller>, _ routing: Routing
  ) async throws -> ReevaluationReport {
    let ofOthers = haveOwners ? try await removeScreensOfOthers(routing) : []
    let refused = try await refused(host.state, keeping, routing)
    if keeping == .nothing {
      for gate in allGates {
        if isCovered { break }
        await gate.drop()
      }
    }
    if isCovered {
      // A lock has closed meanwhile: nothing leaves before it opens.
      var report = reevaluateWhenOpened(keeping)
      report.refused = ofOthers
      return report
    }
    if refused.isEmpty {
      if ofOthers.isEmpty { try await fillBlankWindow(routing) }
    } else {
      // From here on all of it is done, also if the calling task is cancelled.
      try await withTimeLimit(
        nil, by: settings.watchdog, isCancellable: false, tasks: routing.tasksOfStages()
      ) { [self] in
        try await replace(refused, keeping, on: host, routing)
      }
    }
    let unrouted = host.state.entries.filter { $0.route == nil }
    return ReevaluationReport(
      refused: ofOthers + refused.compactMap(\.entry.route),
      unrouted: unrouted.map { "\(type(of: $0.controller))".escaped })
  }

  /// Takes refused screens away, and shows what comes instead: a gate's screen, a redirect's or home. Goes on if that
  /// fails, and throws the first failure in the end.
  private func replace(
    _ refused: [Refusal], _ keeping: KeepingRule, on host: any NavigationHost<Controller>,
    _ routing: Routing
  ) async throws {
    let shown = Set(host.state.shown.map(\.id))
    let (before, entries) = (host.state, refused.map(\.entry))
    let answer = refused.last { shown.contains($0.entry.id) && $0.redirect != nil }
    let (left, moved) = try await takeAway(refused, for: answer, on: host, routing)
    // The gate's screen comes above what the user sees by now.
    routing.meanwhile?.userMoves = nil
    var failures = refused.compactMap(\.error)
    do {
      try await show(answer, insteadOf: left, of: before, moved, keeping, host, routing)
    } catch {
      moved?.tellWaiters()
      failures.append(routing.error(endedBy: error))
    }
    do {
      try await replaceFirst(of: entries, routing)
      if let entry = entries.first(where: { host.state.layer(of: $0.id) != nil }) {
        throw routing.error(.firstScreenStays, entry.route?.request)
      }
    } catch { failures.append(routing.error(endedBy: error)) }
    // That a route is off is no failure of the call.
    if let failure = failures.first(where: { $0.code != .disabled }) {
      // Another screen may have come since.
      routing.reached = refused.first { $0.error != nil }?.resolution ?? routing.reached
      throw failure
    }
  }

  /// Takes refused screens away. Returns those that were shown, without gates' screens, and what comes above them: what
  /// was kept by the gate that is shown now (`answer`), or by one whose screen is refused, for any tag.
  private func takeAway(
    _ refused: [Refusal], for answer: Refusal?, on host: any NavigationHost<Controller>,
    _ routing: Routing
  ) async throws -> (left: [NavigationEntry<Controller>], moved: KeptRequest?) {
    let screens = Set(allGates.map { $0.screen })
    let routes = gateScreens.compactMap { try? find($0.request).0 }
    let gates = allGates.filter { gate in
      gate.gate === answer?.redirect?.gate?.gate
        || refused.contains { $0.gate != nil && $0.entry.id == gate.screen }
    }.sorted { ($0.kept?.time?.keptAt ?? 0) < ($1.kept?.time?.keptAt ?? 0) }
    for gate in gates { gate.isPassing = true }
    defer {
      for gate in gates {
        gate.isPassing = false
        // If the move fails, what stays keeps what it kept.
        if let screen = gate.screen, host.state.layer(of: screen) == nil { gate.discard() }
      }
    }
    let left = try await takeAway(
      refused.map(\.entry), on: host, isReplaced: answer != nil, routing
    ).filter { entry in
      !screens.contains(entry.id)
        && !routes.contains { entry.route?.leadsToSamePlace(as: $0) == true }
    }
    for kept in gates.dropFirst().compactMap({ $0.take() }) { gates.first?.keep(kept) }
    return (left, gates.first?.take())
  }

  private struct Refusal {
    let entry: NavigationEntry<Controller>
    let resolution: Resolution
    /// The gate whose screen it is, and what it keeps is behind another gate by now; nil for any other screen.
    var gate: GateEntry?

    var redirect: Redirect? {
      if case .redirect(let redirect) = resolution.verdict { redirect } else { nil }
    }

    /// What an observer threw. That a route is off is no failure of the call.
    var error: RoutingError? {
      guard case .failure(let error) = resolution.verdict else { return nil }
      return error.code == .disabled ? nil : error
    }
  }

  /// The entries that observers do not let pass, from the lowest to the uppermost.
  private func refused(
    _ state: NavigationState<Controller>, _ keeping: KeepingRule, _ routing: Routing
  ) async throws -> [Refusal] {
    // A gate for once was passed when its screen came; it is not asked again.
    let keys = allGates
    var refused: [Refusal] = []
    for entry in state.entries {
      guard let route = entry.route else { continue }
      if keeping != .nothing,
        let gate = keys.first(where: { $0.kept != nil && $0.screen == entry.id }),
        let resolution = try await resolutionBehindAnother(gate, routing)
      {
        refused.append(Refusal(entry: entry, resolution: resolution, gate: gate))
        continue
      }
      var resolution: Resolution
      repeat {
        resolution = try await resolve(shown: route, keys: keys, routing)
        if isCovered { return [] }
        // Once more if the lock was removed meanwhile.
      } while resolution.gateInFront?.gate?.isLock == true
      if !resolution.passes { refused.append(Refusal(entry: entry, resolution: resolution)) }
    }
    // Its owner may be back by now.
    return refused.filter {
      !$0.resolution.isOfAnotherOwner || $0.entry.route?.request.owners?.hasFormer != false
    }
  }

  /// The first request that a gate keeps and that is stopped now; nil if none is, or if the same gate stops it.
  private func resolutionBehindAnother(
    _ gate: GateEntry, _ routing: Routing
  ) async throws -> Resolution? {
    guard let kept = gate.kept else { return nil }
    for request in kept.requests {
      guard let (route, registered) = try? find(request) else { continue }
      let resolution = try await resolve(shown: route, registered, keys: kept.keys, routing)
      if let first = resolution.gateInFront?.gate, !first.isLock {
        return first.gate === gate.gate ? nil : resolution
      }
    }
    return nil
  }

  /// Removes entries with all entries above them, in one move; goes back to a first screen that has to stay. The root's
  /// need not if there is a home, or something else comes in its place (`isReplaced`). Returns the entries that were
  /// shown, and have left or have to be replaced, from the lowest up.
  func takeAway(
    _ entries: [NavigationEntry<Controller>], on host: any NavigationHost<Controller>,
    isReplaced: Bool = false, _ routing: Routing
  ) async throws(RoutingError) -> [NavigationEntry<Controller>] {
    let before = host.state
    let isReplaced = isReplaced || homeRequest != nil
    let operation = NavigationOperation<Controller> { state in
      for entry in entries.reversed() { state.empty(downTo: entry.id, isReplaced) }
    }
    // What leaves so has no answer, not even one that waits for a lock.
    if let target = try? operation.target(from: before) {
      for entry in before.entries(missingIn: target) { entry.route?.waiter?.forget() }
    }
    if let journal = routing.journal { noteScreens(in: journal) }
    do { try await host.perform(operation, animated: false) } catch {
      throw routing.error(error, thrownBy: roleName(host), in: .present)
    }
    if let journal = routing.journal { noteScreens(in: journal) }
    let refused = Set(entries.map(\.id))
    let standing = Set(host.state.entries.map(\.id))
    return before.shown.filter { !standing.contains($0.id) || refused.contains($0.id) }
  }

  /// Shows the gate or the redirect of the uppermost visible screen that left; the gate keeps what can come back.
  private func show(
    _ answer: Refusal?, insteadOf left: [NavigationEntry<Controller>],
    of before: NavigationState<Controller>, _ moved: KeptRequest?, _ keeping: KeepingRule,
    _ host: any NavigationHost<Controller>, _ routing: Routing
  ) async throws {
    guard let answer, let redirect = answer.redirect else {
      moved?.tellWaiters()
      return
    }
    let again = keeping == .nothing ? [] : left.map { $0.requestAgain(in: before) }
    let requests = again.prefix { $0 != nil }.compactMap(\.self)
    let kept =
      (redirect.gate == nil ? nil : moved)?.above(requests)
      ?? requests.last.map { KeptRequest($0, above: requests.dropLast(), isList: true) }
    let isFirst = host.state.layers.isEmpty || left.contains { host.state.layer(of: $0.id) != nil }
    // Home takes the place of the first screen, unless it is behind the gate, too.
    let bringsNothingBack = redirect.gate != nil && kept == nil || keeping == .nothing
    if bringsNothingBack, !isFirst || homeRequest != nil { return }
    var rest = redirect
    if keeping == .nothing { rest.parking = nil }
    var (next, way) = follow(rest, from: answer.resolution, ResolutionWay(kept: kept), routing)
    if kept == nil { way = ResolutionWay(redirects: way.redirects, off: way.off) }
    if isFirst { next.option = next.option ?? .root }
    let ended = try await show(routing, at: try await resolve(next, way, for: routing))
    if redirect.gate == nil || !isKept(ended.summary, routing) { moved?.tellWaiters() }
    // If a lock is opening, the sign-out has had its turn: it does not drop what is kept now.
    if routing.keepsNothing, queue.current !== routing { for gate in allGates { gate.discard() } }
  }
}

extension NavigationEntry {
  /// The request that shows the screen again in its place of a state; nil if code put it there without a route.
  @MainActor
  fileprivate func requestAgain(in state: NavigationState<Controller>) -> RoutingRequest? {
    guard var request = route?.request, request.waiter?.waitsAgain != false else { return nil }
    (request.landing, request.loading, request.isIndirect) = (.onTop, nil, true)
    // What it has replaced is gone.
    if option is ReplaceTop { request.option = .push }
    // It comes back into its tab or column, or above a modal that is still there.
    if let place = state.place(of: id), place.layer == 0 {
      request.tab = state.layers[0].stacks[place.stack].name
    }
    return request
  }
}

extension NavigationState {
  /// Removes an entry with those above it; the first of the root's only stack, or of a place for one, stays at the top.
  fileprivate mutating func empty(downTo entry: NavigationEntryID, _ isReplaced: Bool) {
    guard let (layer, stack, index) = place(of: entry) else { return }
    if layer == 0, index == 0, layers[0].kind == .stack, isReplaced {
      layers = []
    } else if layer == 0, index == 0, layers[0].kind == .stack || !layers[0].stacks[stack].canPush {
      try? goBack(to: entry)
    } else {
      take(away: entry)
    }
  }
}

/// The outcome of ``Wireframe/reevaluate(keeping:)``.
public struct ReevaluationReport: Sendable, DescribedValue {
  /// The routes of the screens that were not let pass, from the lowest up; also of a gate's screen if what the gate
  /// keeps is behind another gate by now.
  public internal(set) var refused: [Route] = []
  /// The types of the screens that are still shown and have no route: nobody can be asked about them. One that code has
  /// shown above a screen that left has left with it.
  public internal(set) var unrouted: [String] = []
  /// Whether a lock covers the screens: then all is done when it opens, before anything is seen.
  public internal(set) var isDeferred = false

  /// How many screens were refused, and how many have no route; free of values.
  public var description: String {
    isDeferred ? "deferred" : "\(refused.count) refused, \(unrouted.count) without route"
  }
}
