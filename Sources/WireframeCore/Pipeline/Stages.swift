// The stages that find out where a request leads, in their order; Stages+Presenting.swift has the others. What awaits
// a role runs in `routing.stage(…)`, and keeps no reference to the wireframe there: a role that hangs for ever would
// keep it alive.

/// One request on its way: its route, and what is registered for it.
struct Hop {
  let route: Route
  /// Nil if no pattern matches: unbound providers may know the URL.
  let registered: RouteRecord?

  /// The option of the call, else of the route.
  var namedOption: (any RoutingOption)? { route.requestedOption ?? registered?.option }

  var handler: RouteRecord.Handler? {
    if case .handler(let handler)? = registered?.target { handler } else { nil }
  }
}

/// Where an observer sends a routing. A class, since most routings carry none of it.
final class Redirect {
  let request: RoutingRequest
  /// Whether the request that is left is parked; nil for not.
  let parking: ParkingRule?
  /// The gate that keeps the request that is left.
  let gate: Gate?

  init(to request: RoutingRequest, parking: ParkingRule? = nil, gate: Gate? = nil) {
    self.request = request
    self.parking = parking
    self.gate = gate
  }
}

// MARK: - Admit and match

extension Wireframe {
  /// Reads the URL, finds its pattern, and checks that the request may reach it.
  func match(_ request: RoutingRequest, _ routing: Routing) throws(RoutingError) -> Hop {
    guard request.isTrusted || !request.hasPayload else {
      throw routing.error(.rejected(URLRefusal(.payloadFromOutside)), request)
    }
    let snapshot = tableSnapshot
    let (route, registered) = try read(request, in: snapshot, routing)
    if let type = request.routeType, route.pattern?.routeType != type {
      throw routing.error(.noRouteOfType(type, among: snapshot.table.patterns), request)
    }
    if let pattern = route.pattern, let exposure = registered?.exposure,
      !exposure.admits(request.origin, isTrusted: request.isTrusted)
    {
      throw routing.error(
        .notExposed(
          pattern: pattern, origin: request.origin, isByScheme: request.hasOriginByScheme,
          exposure: exposure), request)
    }
    let hop = hop(of: route, registered, routing)
    routing.journal?.note(.matched(route))
    if routing.redirects.contains(where: route.leadsToSamePlace) {
      throw routing.error(.redirectLoop(patterns: routing.patterns))
    }
    guard routing.redirects.count <= Routing.maximumRedirects else {
      throw routing.error(.tooManyRedirects(patterns: routing.patterns))
    }
    return hop
  }

  /// Makes a route the routing's current one, and finds its observers.
  func hop(
    of route: Route, _ registered: RouteRecord?, _ routing: Routing
  ) -> Hop {
    routing.route = route
    routing.registered = registered
    routing.observers = observers(of: route)
    routing.observersVersion = observersVersion
    return Hop(route: route, registered: registered)
  }

  /// The route of a request, and what is registered for it.
  func read(
    _ request: RoutingRequest, in snapshot: TableSnapshot, _ routing: Routing
  ) throws(RoutingError) -> (Route, RouteRecord?) {
    let (url, index) = try admit(request, to: snapshot, routing)
    let (pattern, registered) = snapshot.table.entry(at: index)
    let source = Int(url.parts.source)
    let route = Route(
      request: request, pattern: pattern, tags: registered?.tags ?? [],
      source: source >= 0 ? snapshot.table.sources[source] : nil, url: url,
      rules: snapshot.table.rules)
    return (route, registered)
  }

  private func admit(
    _ request: RoutingRequest, to snapshot: TableSnapshot, _ routing: Routing
  ) throws(RoutingError) -> (AdmittedURL, index: Int?) {
    switch snapshot.table.index.read(request.urlText, isTrusted: request.isTrusted) {
    case .admitted(let url, let index): return (url, index)
    case .foreign where !request.isTrusted && !routing.redirects.isEmpty:
      throw routing.error(.rejected(URLRefusal(.foreignRedirect)), request)
    case .foreign: throw routing.error(.foreign(declared: snapshot.table.sources), request)
    case .refused(let refusal): throw routing.error(.rejected(refusal), request)
    }
  }
}

// MARK: - Observe

extension Wireframe {
  /// Asks the observers of a hop until one of them does not let it pass.
  ///
  /// - Returns: The redirect, or nil. `routing.stopReason` is not nil if one has stopped the routing.
  func observe(_ hop: Hop, _ routing: Routing) async throws -> Redirect? {
    let route = hop.route
    var first = 0
    repeat {
      let entries = routing.observers
      let decision = try await routing.stage(.observe) { [first] in
        for index in first..<entries.count {
          let entry = entries[index]
          guard let observer = entry.observer else { continue }
          if routing.isDryRun, !observer.isAskedInPlans {
            routing.journal?.note(.notAsked(entry.role, route))
            continue
          }
          let decision: RoutingDecision
          do {
            decision = try await observer.decision(for: entry.localRoute ?? route)
          } catch {
            throw RoleError(of: observer, error)
          }
          routing.hasDecisions = true
          routing.journal?.note(decision, of: entry, about: route)
          if case .proceed = decision.kind { continue }
          if case .gate(let gate, _) = decision.kind, routing.passes(gate) { continue }
          return entry.absolute(decision.kind)
        }
        routing.hasDecisions = true
        return RoutingDecision.Kind.proceed
      }
      switch decision {
      case .proceed: break
      case .stop(let reason):
        routing.stopReason = reason
        return nil
      case .redirect(let request, let parking):
        return Redirect(to: request, parking: parking)
      case .gate(let gate, let request):
        return Redirect(to: request, gate: gate)
      }
      first = entries.count
      // An observer that was added while another one was awaited is asked, too.
      addNewObservers(to: routing, hop.route)
    } while first < routing.observers.count
    return nil
  }

  /// Only unbound providers may know what no pattern matches, and links from outside do not reach them.
  func checkKnown(_ hop: Hop, _ routing: Routing) throws(RoutingError) {
    guard hop.route.pattern == nil, routing.stopReason == nil, !mayBeKnown(hop.route) else {
      return
    }
    throw noRoute(hop, routing)
  }

  /// The next hop, behind a redirect; the request that is left is parked if the observer says so.
  func follow(
    _ redirect: Redirect, from hop: Hop, _ routing: Routing
  ) throws(RoutingError) -> Hop {
    var next = request(of: redirect, from: hop.route, routing)
    // A cold link: a modal has nothing to stand on.
    if redirect.gate != nil, host?.state.layers.isEmpty == true { next.option = .root }
    routing.gateToLeave = routing.gateToLeave ?? openGateScreen(before: hop, routing)
    routing.gate = redirect.gate
    if redirect.gate != nil, routing.gated == nil { routing.gated = hop.route.request }
    routing.redirects = routing.redirects + [hop.route]
    routing.journal?.noteRedirect(to: next)
    routing.route = nil
    return try match(next, routing)
  }

  /// The request of a redirect: it keeps the origin of the request that it leaves.
  func request(of redirect: Redirect, from route: Route, _ routing: Routing) -> RoutingRequest {
    if let rule = redirect.parking, !routing.isDryRun { park(route.request, rule, routing) }
    var request = redirect.request
    request.isDryRun = routing.isDryRun
    request.origin = route.request.origin
    request.proveOrigin()
    return request
  }

  private func addNewObservers(to routing: Routing, _ route: Route) {
    guard routing.observersVersion != observersVersion else { return }
    routing.observersVersion = observersVersion
    let asked = Set(routing.observers.map(\.id))
    // Replaced, not changed in place: then reading it needs no guarding.
    routing.observers =
      routing.observers + observers(of: route).filter { !asked.contains($0.id) }
  }
}

// MARK: - Handle

extension Wireframe {
  /// Runs the handler of a route that shows nothing.
  func handle(
    _ handler: @escaping RouteRecord.Handler, _ hop: Hop, _ routing: Routing
  ) async throws -> PipelineResult {
    if routing.isDryRun { return PipelineResult(.handled, hop.route, routing) }
    let returnValue = try await routing.stage(.handle) { [weak self] in
      guard let self else { return nil as (any Sendable)? }
      do {
        return try await handler(hop.route, self)
      } catch {
        throw RoleError(of: "the handler", error)
      }
    }
    announce(event(hop.route, routing), routing)
    return PipelineResult(.handled, hop.route, routing, returnValue: returnValue)
  }
}
