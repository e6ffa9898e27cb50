// Finds out where a request leads: admit, match, exposure, then switches, observers, redirects. Whoever wants to know
// calls this: routings, parents, gates, `reevaluate()`, `restore(_:)`, plans. Mounts read the table, too, to write a
// URL.
extension Wireframe {
  // MARK: Admit and match

  /// Reads a request's URL, finds its pattern, and checks that the request may reach it. No role is asked.
  package func find(
    _ request: RoutingRequest, after redirects: [Route] = []
  ) throws(RoutingError) -> (Route, RouteRecord?) {
    guard request.isTrusted || !request.hasPayload else {
      throw RoutingError(
        .rejected(URLRefusal(.payloadFromOutside)), request: request, redirects: redirects)
    }
    let snapshot = tableSnapshot
    let reading = snapshot.read(request.urlText, isTrusted: request.mayBePath)
    guard case .admitted(var url, let index) = reading else {
      throw refusal(of: reading, request, after: redirects, snapshot)
    }
    var (pattern, registered) = snapshot.table.entry(at: index)
    if let type = request.routeType, pattern?.routeType != type {
      if let inModule = try requestInModule(of: request, url) {
        let found = try find(inModule, after: redirects)
        if found.0.pattern?.routeType == type { return found }
      }
      throw refusal(of: .admitted(url, index: index), request, after: redirects, snapshot)
    }
    if registered?.isAlias == true, let name = pattern {
      // The route of an old name has the new URL.
      do throws(URLRefusal) {
        let new = try snapshot.route(of: url, named: name)
        (pattern, registered) = (new?.pattern, new?.registered)
        url = new?.url ?? url
      } catch {
        // Its offset is one of the new URL.
        let refusal = URLRefusal(error.reason, limit: error.limit)
        throw self.refusal(of: .refused(refusal), request, after: redirects, snapshot)
      }
    }
    if let pattern, let registered,
      !registered.exposure.admits(request.origin, isTrusted: request.isTrusted)
    {
      throw RoutingError(
        .notExposed(
          pattern: pattern, origin: request.origin, isByScheme: request.hasOriginByScheme,
          exposure: registered.exposure), request: request, redirects: redirects)
    }
    let source = Int(url.parts.source)
    let route = Route(
      // Presenters of modules get this route.
      request: modules.isEmpty ? request : request.whole, pattern: pattern,
      tags: registered?.tags ?? [],
      source: source >= 0 ? snapshot.table.sources[source] : nil, url: url,
      rules: snapshot.table.rules)
    return (route, registered)
  }

  @inline(never)  // Most URLs are admitted.
  private func refusal(
    of reading: PatternIndex.Reading, _ request: RoutingRequest, after redirects: [Route],
    _ snapshot: TableSnapshot
  ) -> RoutingError {
    let reason: CoreReason =
      switch reading {
      case .refused(let refusal): .rejected(refusal)
      case .foreign where !request.isTrusted && !redirects.isEmpty:
        .rejected(URLRefusal(.foreignRedirect))
      case .foreign, .admitted:
        request.routeType.map { CoreReason.noRouteOfType($0, among: snapshot.table.patterns) }
          ?? .foreign(declared: snapshot.table.sources, urlText: request.urlText)
      }
    return RoutingError(reason, request: request, redirects: redirects)
  }

  // MARK: Resolve

  /// Resolves the wanted screen of a routing's request, and follows redirects; the verdict is `pass` or `stop`.
  func resolve(
    _ request: consuming RoutingRequest, _ way: ResolutionWay? = nil, for routing: Routing
  ) async throws -> Resolution {
    var way = way
    while true {
      routing.reached = nil
      let (route, registered): (Route, RouteRecord?)
      do throws(RoutingError) {
        (route, registered) = try find(request, after: way?.redirects ?? [])
      } catch { throw failure(error, way, routing) }
      let resolution = resolution(of: route, registered, way)
      routing.reached = resolution
      routing.journal?.note(.matched(route))
      if let way { try check(way, leadingTo: route, routing) }
      if try !isSettledUnasked(resolution, routing) {
        try await ask(about: resolution, keys: way?.keys ?? [], routing)
      }
      // An observer may have brought its route, as of a module that it has mounted.
      if route.pattern == nil, !hasItsRoute(resolution) { continue }
      guard case .redirect(let redirect) = resolution.verdict else {
        if case .failure(let error) = resolution.verdict { throw failure(error, way, routing) }
        if resolution.passes { try checkKnown(resolution, routing) }
        return resolution
      }
      // The lock keeps nothing that leads nowhere.
      if redirect.gate?.isLock == true { try checkKnown(resolution, routing) }
      (request, way) = follow(redirect, from: resolution, way, routing)
    }
  }

  private func check(
    _ way: ResolutionWay, leadingTo route: Route, _ routing: Routing
  ) throws(RoutingError) {
    if way.redirects.contains(where: route.leadsToSamePlace) {
      throw failure(routing.error(.redirectLoop(patterns: routing.patterns)), way, routing)
    }
    guard way.redirects.count <= Routing.maximumRedirects else {
      throw failure(routing.error(.tooManyRedirects(patterns: routing.patterns)), way, routing)
    }
    // A file from a server chooses screens, and does nothing else.
    if way.off != nil, routing.reached?.handler != nil {
      throw failure(routing.error(.handlerHasNoController), way, routing)
    }
  }

  /// The error of the switch, if it was its fallback that failed.
  private func failure(
    _ error: RoutingError, _ way: ResolutionWay?, _ routing: Routing
  ) -> RoutingError {
    guard let off = way?.off else { return error }
    routing.reached = off.resolution
    return off.error(passingOver: error)
  }

  /// Resolves the screens of a kept request, from the lowest up. A closed gate in front of one of them keeps that one
  /// and all above it; those below are shown, unless it is a lock. They end at the first that cannot come back: what
  /// was above it does not come either. Returns the uppermost screen that comes, with those below it.
  func resolve(_ kept: KeptRequest, for routing: Routing) async throws -> Resolution {
    var below: [Resolution] = []
    var (next, way) = (kept.request, ResolutionWay(keys: kept.keys))
    for request in kept.below {
      let (route, registered): (Route, RouteRecord?)
      do {
        (route, registered) = try find(request)
      } catch {
        kept.request.waiter?.fail(error)
        guard let wanted = uppermost(of: below, routing) else { throw error }
        return wanted
      }
      let screen = try await resolve(shown: route, registered, keys: kept.keys, routing)
      if let redirect = screen.gateInFront {
        way = ResolutionWay(kept: kept, keys: kept.keys)
        (next, way) = follow(redirect, from: screen, way, routing)
        break
      }
      if screen.passes, screen.handler == nil {
        below.append(screen)
        continue
      }
      let reason = "A screen below it did not come back."
      fail(kept, reason)
      if let wanted = uppermost(of: below, routing) { return wanted }
      switch screen.verdict {
      case .failure(let error): throw error
      case .redirect(let redirect):
        (next, way) = follow(redirect, from: screen, way, routing)
        return try await resolve(next, way, for: routing)
      case .pass, .stop:
        if screen.passes { screen.verdict = .stop(reason: reason) }
        routing.reached = screen
        return screen
      }
    }
    let wanted = try await resolve(next, way, for: routing)
    // What needs no gate comes below its screen. A lock keeps all of them.
    if let closed = wanted.closedGate, !closed.gate.isLock, !below.isEmpty {
      wanted.way?.kept = kept.without(first: below.count)
    }
    // Its route had a screen when that was taken away.
    if kept.isList, wanted.passes, wanted.handler != nil {
      wanted.verdict = .stop(reason: "Its route has no screen any more.")
    }
    if case .stop(let reason) = wanted.verdict, let lower = uppermost(of: below, routing) {
      fail(kept, reason)
      return lower
    }
    if wanted.redirects.isEmpty || wanted.closedGate?.gate.isLock == false { wanted.below = below }
    return wanted
  }

  /// Tells the caller that waits for a kept request that it is not shown.
  private func fail(_ kept: KeptRequest, _ reason: String) {
    guard let waiter = kept.request.waiter else { return }
    let pattern = (try? find(kept.request))?.0.pattern
    waiter.fail(RoutingError(.stopped(reason: reason), request: kept.request, pattern: pattern))
  }

  /// The uppermost of the screens that come back, with those below it; nil without any.
  private func uppermost(of screens: [Resolution], _ routing: Routing) -> Resolution? {
    guard let wanted = screens.last else { return nil }
    wanted.below = screens.dropLast()
    routing.reached = wanted
    return wanted
  }

  /// Asks the observers about a known route: of a screen below or on screen. Throws only that it was cancelled. With
  /// the same rights, those are not asked once more that have just let it pass (`answer`).
  func resolve(
    shown route: Route, _ registered: RouteRecord? = nil, keys: [GateEntry] = [],
    after answer: Resolution? = nil, _ routing: Routing
  ) async throws -> Resolution {
    let resolution = resolution(of: route, registered)
    var asked = 0
    if let answer, answer.rightsVersion.rights == rightsVersion.rights {
      (resolution.observers, asked) = (answer.observers, answer.observers.count)
      addNewObservers(to: resolution)
    }
    let reached = routing.reached
    // Equal requests that come from now on share nothing that was decided on the wanted screen before.
    if reached?.isDecided == true { resolution.isDecided = true }
    routing.reached = resolution
    defer { routing.reached = reached }
    do {
      if try !isSettledUnasked(resolution, routing) {
        try await ask(about: resolution, keys: keys, from: asked, routing)
      }
    } catch {
      let error = routing.error(endedBy: error)
      if error.code == .cancelled { throw error }
      resolution.verdict = .failure(error)
    }
    return resolution
  }

  func hasItsRoute(_ screen: Resolution) -> Bool {
    guard let (_, registered) = try? find(screen.route.request, after: screen.redirects)
    else { return false }
    return registered === screen.registered
  }

  func resolution(
    of route: Route, _ registered: RouteRecord? = nil, _ way: ResolutionWay? = nil
  ) -> Resolution {
    // The version is read before `observes(_:)` is called, which may add others.
    Resolution(route, registered, way, version: rightsVersion, observers(of: route, registered))
  }

  // MARK: Observe

  /// Asks the observers of a resolution until one of them does not let it pass; its verdict is theirs.
  /// Inlined: one more function to await costs 4 % of a routing.
  @inline(__always)
  private func ask(
    about resolution: Resolution, keys: [GateEntry], from start: Int = 0, _ routing: Routing
  ) async throws {
    let route = resolution.route
    let canEndEarly = settings.canEndEarly(.observe)
    var first = start
    repeat {
      let entries = resolution.observers
      let verdict: Resolution.Verdict = try await routing.stage(.observe) { [first] in
        for index in first..<entries.count {
          let entry = entries[index]
          guard let observer = entry.observer else { continue }
          // Past its limit, or once it was replaced, it asks nobody else.
          if canEndEarly, Task.isCancelled { throw CancellationError() }
          if route.isDryRun, !observer.isAskedInPlans {
            routing.journal?.note(.decided(entry.name, nil, route))
            continue
          }
          let decision: RoutingDecision
          do {
            decision = try await observer.decision(for: entry.localRoute ?? route)
          } catch { throw RoleError(of: observer, error) }
          resolution.isDecided = true
          let kind = entry.absolute(decision.kind)
          routing.journal?.note(.decided(entry.name, RoutingDecision(kind: kind), route))
          switch kind {
          case .proceed:
            guard let gate = entry.gate else { continue }
            resolution.pass(gate, for: routing.meanwhile?.asker)
          case .stop(let reason): return .stop(reason: reason)
          case .redirect(let redirect):
            guard let gate = redirect.gate, gate.gate.key == .once,
              keys.contains(where: { $0.gate === gate.gate })
            else { return .redirect(redirect) }
            resolution.pass(gate, for: routing.meanwhile?.asker, isOpen: false)
          }
          // Before a later gate keeps it.
          if resolution.isOfAnotherOwner { return .stop(reason: Route.reasonOfOwners) }
        }
        resolution.isDecided = true
        return .pass
      }
      conclude(resolution, with: verdict)
      first = entries.count
    } while resolution.passes && first < resolution.observers.count
  }

  /// Whether the verdict is known without asking: its route is off, or there is no observer.
  private func isSettledUnasked(_ resolution: Resolution, _ routing: Routing) throws -> Bool {
    if switchTable != nil, let off = verdict(ofSwitchesOn: resolution, routing) {
      resolution.verdict = off
      return true
    }
    guard resolution.observers.isEmpty else { return false }
    try routing.pass(.observe)
    conclude(resolution, with: .pass)
    return resolution.observers.isEmpty
  }

  /// Notes the verdict of those who were asked. What they let pass is stopped if its owner has gone meanwhile; else
  /// observers that were added meanwhile are to be asked, too.
  private func conclude(_ resolution: Resolution, with verdict: Resolution.Verdict) {
    resolution.verdict = verdict
    guard resolution.passes else {
      // A lock that is found closed covers, whatever becomes of the request.
      if let gate = resolution.gateInFront?.gate, gate.isLock, !resolution.route.isDryRun {
        cover(foundClosed: gate)
      }
      return
    }
    if resolution.route.ownerHasGone {
      resolution.isOfAnotherOwner = true
      resolution.verdict = .stop(reason: Route.reasonOfOwners)
    } else if resolution.rightsVersion != rightsVersion {
      addNewObservers(to: resolution)
    }
  }

  private func addNewObservers(to resolution: Resolution) {
    let asked = Set(resolution.observers.map(\.id))
    // Changed in place, each reading of the list would be checked for exclusivity.
    resolution.observers =
      resolution.observers
      + observers(of: resolution.route, resolution.registered).filter { !asked.contains($0.id) }
    // Where rights have changed, or another route has the URL, all are asked again before the screen is shown.
    guard resolution.rightsVersion.rights == rightsVersion.rights,
      let (_, registered) = try? find(resolution.route.request),
      registered == nil || registered === resolution.registered
    else { return }
    resolution.rightsVersion = rightsVersion
  }

  /// Throws if no pattern matches, unless an unbound provider may know the URL; links from outside do not reach those.
  private func checkKnown(_ resolution: Resolution, _ routing: Routing) throws(RoutingError) {
    guard resolution.route.pattern == nil, !mayBeKnown(resolution.route) else { return }
    throw failure(routing.error(noRoute(resolution)), resolution.way, routing)
  }

  /// The request of a redirect, and how it got here. It keeps the origin of the request that it replaces.
  func follow(
    _ redirect: Redirect, from left: Resolution, _ way: ResolutionWay?, _ routing: Routing
  ) -> (RoutingRequest, ResolutionWay) {
    let route = left.route
    if let rule = redirect.parking, !route.isDryRun, !routing.keepsNothing {
      park(route.request.asked(by: routing.meanwhile?.asker), rule, routing)
    }
    var next = redirect.request
    next.isDryRun = route.isDryRun
    next.origin = route.request.origin
    next.proveOrigin()
    next.dropState()
    next.isIndirect = true
    routing.journal?.note(.redirected(next))
    let redirects = left.redirects + [route]
    guard let gate = redirect.gate else {
      // A key is valid only for the request for which the user has passed the gate.
      return (
        next,
        ResolutionWay(
          redirects: redirects, kept: way?.kept, openGates: left.openGates,
          owners: left.owners,
          off: way?.off ?? redirect.off.map { PassedSwitch(resolution: left, error: $0) })
      )
    }
    next.option = optionOfFirstScreen(insteadOf: route) ?? next.option
    let keys = way?.keys ?? []
    // A home that comes since what was kept has failed comes alone. A lock keeps all.
    let former = way == nil && !gate.isLock ? nil : routing.kept
    let kept =
      way?.kept
      ?? KeptRequest(
        route.request.asked(by: routing.meanwhile?.asker), above: former?.below ?? [], keys: keys,
        gateScreen: former?.gateScreen, isList: former?.isList ?? false, next: former?.next)
    return (
      next,
      ResolutionWay(
        redirects: redirects, closedGate: gate, kept: kept, keys: keys, openGates: left.openGates,
        owners: left.owners)
    )
  }
}
