// Finds out where a request leads: admit, match, exposure, observe, redirects. Nothing else asks the table, the exposure
// or the observers: not a routing, an embedded controller, parents, gates, `reevaluate()`, `restore(_:)` or a plan.

// MARK: - Admit and match

extension Wireframe {
  /// Reads a request's URL, finds its pattern, and checks that the request may reach it. Nobody is asked.
  package func find(
    _ request: RoutingRequest, after redirects: [Route] = []
  ) throws(RoutingError) -> (Route, RouteRecord?) {
    func error(_ reason: CoreReason) -> RoutingError {
      RoutingError(reason, request: request, redirects: redirects)
    }
    guard request.isTrusted || !request.hasPayload else {
      throw error(.rejected(URLRefusal(.payloadFromOutside)))
    }
    let snapshot = tableSnapshot
    switch snapshot.table.index.read(request.urlText, isTrusted: request.mayBePath) {
    case .refused(let refusal): throw error(.rejected(refusal))
    case .foreign where !request.isTrusted && !redirects.isEmpty:
      throw error(.rejected(URLRefusal(.foreignRedirect)))
    case .foreign: throw error(.foreign(declared: snapshot.table.sources))
    case .admitted(let url, let index):
      let (pattern, registered) = snapshot.table.entry(at: index)
      if let type = request.routeType, pattern?.routeType != type {
        throw error(.noRouteOfType(type, among: snapshot.table.patterns))
      }
      if let pattern, let exposure = registered?.exposure,
        !exposure.admits(request.origin, isTrusted: request.isTrusted)
      {
        throw error(
          .notExposed(
            pattern: pattern, origin: request.origin, isByScheme: request.hasOriginByScheme,
            exposure: exposure))
      }
      let source = Int(url.parts.source)
      let route = Route(
        request: request, pattern: pattern, tags: registered?.tags ?? [],
        source: source >= 0 ? snapshot.table.sources[source] : nil, url: url,
        rules: snapshot.table.rules)
      return (route, registered)
    }
  }
}

// MARK: - Resolve

extension Wireframe {
  /// Resolves the wanted screen of a request, wherever redirects lead, as the routing's own.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - way: What the request has behind it.
  ///   - routing: The routing.
  /// - Returns: The resolution; its verdict is `pass` or `stop`.
  /// - Throws: ``RoutingError``, or what a role throws.
  func resolve(
    _ request: RoutingRequest, _ way: ResolutionWay, _ routing: Routing
  ) async throws -> Resolution {
    var (request, way) = (request, way)
    while true {
      routing.reached = nil
      let (route, registered) = try find(request, after: way.redirects)
      let resolution = resolution(of: route, registered, way)
      routing.reached = resolution
      routing.journal?.note(.matched(route))
      if way.redirects.contains(where: route.leadsToSamePlace) {
        throw routing.error(.redirectLoop(patterns: routing.patterns))
      }
      guard way.redirects.count <= Routing.maximumRedirects else {
        throw routing.error(.tooManyRedirects(patterns: routing.patterns))
      }
      try await ask(about: resolution, keys: way.keys, routing)
      guard case .redirect(let redirect) = resolution.verdict else {
        if resolution.passes { try checkKnown(resolution, routing) }
        return resolution
      }
      request = follow(redirect, from: resolution, &way, routing)
    }
  }

  /// Resolves the screens of a kept request, from the lowest up.
  ///
  /// A closed gate in front of one of them keeps all of them. They end at the first that cannot come back: what was
  /// above it does not come either.
  ///
  /// - Returns: The resolution of the uppermost screen that comes, with those below it.
  func resolve(_ kept: KeptRequest, _ routing: Routing) async throws -> Resolution {
    var way = ResolutionWay(keys: kept.keys)
    var below: [Resolution] = []
    for request in kept.below {
      let screen = try await resolve(below: request, keys: kept.keys, routing)
      if let redirect = screen.gateInFront {
        way.kept = kept
        return try await resolve(follow(redirect, from: screen, &way, routing), way, routing)
      }
      guard screen.passes, screen.handler == nil else {
        kept.request.waiter?.fail(
          RoutingError(CoreReason.stopped(reason: "a screen below it"), request: kept.request))
        return try await uppermost(of: below, insteadOf: screen, way, routing)
      }
      below.append(screen)
    }
    let wanted = try await resolve(kept.request, way, routing)
    if case .stop(let reason) = wanted.verdict, !below.isEmpty {
      kept.request.waiter?.fail(
        RoutingError(CoreReason.stopped(reason: reason), request: kept.request))
      return try await uppermost(of: below, insteadOf: wanted, way, routing)
    }
    if wanted.redirects.isEmpty { wanted.below = below }
    return wanted
  }

  /// The uppermost of the screens that come back; without any, where the one leads that cannot.
  private func uppermost(
    of screens: [Resolution], insteadOf refused: Resolution, _ way: ResolutionWay,
    _ routing: Routing
  ) async throws -> Resolution {
    if let wanted = screens.last {
      wanted.below = screens.dropLast()
      routing.reached = wanted
      return wanted
    }
    switch refused.verdict {
    case .failure(let error): throw error
    case .redirect(let redirect):
      var way = way
      return try await resolve(follow(redirect, from: refused, &way, routing), way, routing)
    case .pass, .stop:
      routing.reached = refused
      return refused
    }
  }

  /// Resolves the screen of a request that comes below the wanted one; redirects are not followed.
  ///
  /// - Throws: What ``find(_:after:)`` throws, or that the routing was cancelled.
  func resolve(
    below request: RoutingRequest, keys: [Gate] = [], _ routing: Routing
  ) async throws -> Resolution {
    let (route, registered) = try find(request)
    return try await resolve(shown: route, registered, keys: keys, routing)
  }

  /// Asks the observers about a route that is known: of a screen below the wanted one, or of one on screen.
  ///
  /// - Throws: That the routing was cancelled.
  func resolve(
    shown route: Route, _ registered: RouteRecord? = nil, keys: [Gate] = [], _ routing: Routing
  ) async throws -> Resolution {
    let resolution = resolution(of: route, registered, ResolutionWay(keys: keys))
    let reached = routing.reached
    routing.reached = resolution
    defer { routing.reached = reached }
    do {
      try await ask(about: resolution, keys: keys, routing)
    } catch {
      let error = routing.error(endedBy: error)
      if error.code == .cancelled { throw error }
      resolution.verdict = .failure(error)
    }
    return resolution
  }

  func resolution(
    of route: Route, _ registered: RouteRecord? = nil, _ way: ResolutionWay = ResolutionWay()
  ) -> Resolution {
    Resolution(route, registered, way, observers(of: route), version: observersVersion)
  }
}

// MARK: - Observe

extension Wireframe {
  /// Asks the observers of a resolution until one of them does not let it pass; its verdict is theirs.
  private func ask(
    about resolution: Resolution, keys: [Gate], _ routing: Routing
  ) async throws {
    let route = resolution.route
    var first = 0
    repeat {
      let entries = resolution.observers
      let verdict = try await routing.stage(.observe) { [first] in
        for index in first..<entries.count {
          let entry = entries[index]
          guard let observer = entry.observer else { continue }
          if route.isDryRun, !observer.isAskedInPlans {
            routing.journal?.note(.notAsked(entry.role, route))
            continue
          }
          let decision: RoutingDecision
          do {
            decision = try await observer.decision(for: entry.localRoute ?? route)
          } catch {
            throw RoleError(of: observer, error)
          }
          resolution.isDecided = true
          let kind = entry.absolute(decision.kind)
          routing.journal?.note(.decided(entry.role, RoutingDecision(kind: kind), route))
          switch kind {
          case .proceed:
            if let gate = entry.gate { resolution.openGates = resolution.openGates + [gate] }
          case .stop(let reason): return Resolution.Verdict.stop(reason: reason)
          case .redirect(let request, let parking):
            return .redirect(Redirect(to: request, parking: parking))
          case .gate(let gate, let request):
            if gate.key == .once, keys.contains(where: { $0 === gate }) { continue }
            return .redirect(Redirect(to: request, gate: gate))
          }
        }
        resolution.isDecided = true
        return .pass
      }
      resolution.verdict = verdict
      guard resolution.passes else { return }
      first = entries.count
      // An observer that was added while another one was awaited is asked, too.
      addNewObservers(to: resolution)
    } while first < resolution.observers.count
  }

  private func addNewObservers(to resolution: Resolution) {
    guard resolution.observersVersion != observersVersion else { return }
    resolution.observersVersion = observersVersion
    let asked = Set(resolution.observers.map(\.id))
    resolution.observers =
      resolution.observers + observers(of: resolution.route).filter { !asked.contains($0.id) }
  }

  /// Only unbound providers may know what no pattern matches, and links from outside do not reach them.
  private func checkKnown(
    _ resolution: Resolution, _ routing: Routing
  ) throws(RoutingError) {
    guard resolution.route.pattern == nil, !mayBeKnown(resolution.route) else { return }
    throw noRoute(resolution, routing)
  }

  /// The request of a redirect: it keeps the origin of the request that it leaves, and none of its keys.
  func follow(
    _ redirect: Redirect, from left: Resolution, _ way: inout ResolutionWay, _ routing: Routing
  ) -> RoutingRequest {
    let route = left.route
    if let rule = redirect.parking, !route.isDryRun { park(route.request, rule, routing) }
    var next = redirect.request
    next.isDryRun = route.isDryRun
    next.origin = route.request.origin
    next.proveOrigin()
    if let gate = redirect.gate {
      // A cold link: a modal has nothing below it.
      if host?.state.layers.isEmpty == true { next.option = .root }
      let kept =
        way.kept
        ?? KeptRequest(route.request, above: routing.kept?.below ?? [], keys: way.keys)
      way.kept = kept
      way.closedGate = ClosedGate(gate, keeping: kept)
    } else {
      way.keys = []
      way.closedGate = nil
    }
    way.redirects = left.redirects + [route]
    way.openGates = left.openGates
    routing.journal?.note(.redirected(next))
    return next
  }
}
