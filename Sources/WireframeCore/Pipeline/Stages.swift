// The stages of the pipeline, in their order. What awaits a role runs in `routing.stage(…)`, and keeps no reference
// to the wireframe there: a role that hangs for ever would keep it alive.

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

/// Where an observer sends a routing.
struct Redirect {
  let request: RoutingRequest
  /// Whether the request that is left is parked; nil for not.
  var parking: ParkingRule?
  /// The gate that keeps the request that is left.
  var gate: Gate?
}

// MARK: - Admit and match

extension Wireframe {
  /// Reads the URL, finds its pattern, and checks that the request may reach it.
  func match(_ request: RoutingRequest, _ routing: Routing) throws(RoutingError) -> Hop {
    guard request.isTrusted || request.payload.isEmpty else {
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
          routing.journal?.note(
            .decided(
              RoleReference(observer), RoutingDecision(kind: entry.absolute(decision.kind)), route))
          if routing.isDryRun, let gate = observer as? Gate {
            routing.journal?.note(gate, isOpen: decision.isProceed)
          }
          if !routing.hasDecisions { routing.hasDecisions = true }
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
        return Redirect(request: request, parking: parking)
      case .gate(let gate, let request):
        return Redirect(request: request, gate: gate)
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
    routing.observers += observers(of: route).filter { !asked.contains($0.id) }
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

// MARK: - Option and presenter

extension Wireframe {
  /// Asks the option providers how to present a route.
  func ask(
    _ providers: [any RoutingOptionProvider], about hop: Hop, _ routing: Routing
  ) async throws -> (any RoutingOption)? {
    let route = hop.route
    var current = hop.namedOption
    return try await routing.stage(.option) {
      for provider in providers.reversed() {
        do {
          let answer = try await provider.option(for: route, current: current)
          if let answer { routing.journal?.note(.answered(RoleReference(provider), answer)) }
          current = answer ?? current
        } catch {
          throw RoleError(of: provider, error)
        }
      }
      return current
    }
  }

  /// Settles how to present: as was named or answered, else by the default.
  func settle(
    _ option: (any RoutingOption)?, _ hop: Hop, _ routing: Routing
  ) throws(RoutingError) -> any RoutingOption {
    let isDefault = option == nil
    if let option = option ?? defaultOption(for: hop.registered) {
      routing.journal?.note(.settled(option, isDefault: isDefault))
      return option
    }
    // A link that nobody registered is the likelier fault than an option that is missing.
    guard hop.route.pattern == nil else { throw routing.error(.noOption) }
    throw noRoute(hop, routing)
  }

  /// Finds the presenter: the first one for exactly this type of option, else the first that accepts it.
  func findPresenter(
    for option: any RoutingOption, _ hop: Hop, _ routing: Routing
  ) throws(RoutingError) -> Presentation {
    let presenters = presenters(for: hop.registered)
    do {
      if let found = presentation(with: option, by: presenters) {
        routing.journal?.note(.presenter(RoleReference(found.role)))
        return try found.reusing(for: hop.route)
      }
    } catch {
      throw routing.error(error.error, thrownBy: error.role, in: .present)
    }
    if let named = option as? any NamedOption { throw routing.error(named.missingPart) }
    throw routing.error(
      .noPresenter(option: "\(type(of: option))", presenters: presenters.map { roleName($0) }))
  }
}

extension Wireframe {
  /// The first presenter's that is made for exactly this type of option, else the first that takes it.
  func presentation(
    with option: any RoutingOption, by presenters: [any ControllerRoutingPresenter]
  ) -> Presentation? {
    var found: Presentation?
    for presenter in presenters where found == nil || presenter.isMade(for: option) {
      guard let presentation = presenter.presentation(with: option) else { continue }
      if presentation.isExact { return presentation }
      found = presentation
    }
    return found
  }
}

// MARK: - Leave

extension Wireframe {
  /// The screens that presenting would take away and that nobody was asked about yet; nil for none.
  func screensToLeave(
    _ presentation: Presentation, _ hop: Hop, _ routing: Routing
  ) -> [LeavingScreen]? {
    // A plan names what would leave, whoever is asked.
    guard routing.asksToLeave, hasLeaveGuards || routing.journal != nil else { return nil }
    let leaving = presentation.leavingScreens(for: hop.route)
    guard !leaving.isEmpty else { return nil }
    let unasked = leaving.filter { !routing.askedToLeave.contains($0.entry) }
    return unasked.isEmpty ? nil : unasked
  }

  /// Asks whether screens may leave.
  ///
  /// - Returns: The reason of the first observer that keeps a screen, or nil.
  func askToLeave(_ leaving: [LeavingScreen], _ routing: Routing) async throws -> String? {
    routing.askedToLeave.formUnion(leaving.map(\.entry))
    routing.journal?.note(.leaving(leaving.map(\.from)))
    if routing.isDryRun { return nil }
    let questions = questions(about: leaving)
    return try await routing.stage(.leave) { try await questions.reasonToStay() }
  }
}

// MARK: - Provide

extension Wireframe {
  /// The first controller that a provider makes.
  func provide(
    _ hop: Hop, _ option: any RoutingOption, _ routing: Routing
  ) async throws -> Any {
    let providers = providers(for: hop)
    let route = hop.route
    if routing.isDryRun, let first = providerNames(for: hop).first {
      routing.journal?.note(.provider(.words(first)))
      return Unmade()
    }
    let made: Any? = try await routing.stage(.provide) {
      for provider in providers {
        routing.journal?.note(.provider(RoleReference(provider.role)))
        do {
          let made: Any? =
            switch provider {
            case .closure(let make): try await make(route)
            case .role(let role): try await role.controller(for: route, option: option)
            }
          if let made { return made }
        } catch {
          throw RoleError(of: provider.role, error)
        }
      }
      return nil
    }
    if let made { return made }
    guard hop.route.pattern == nil else {
      throw routing.error(.noController(asked: providerNames(for: hop)))
    }
    throw noRoute(hop, routing, asked: providerNames(for: hop))
  }

  func noRoute(
    _ hop: Hop, _ routing: Routing, asked providers: [String] = []
  ) -> RoutingError {
    routing.error(.noRoute(table.index.nearMiss(of: hop.route.url), asked: providers))
  }
}

// MARK: - Present and announce

extension Wireframe {
  /// Announces that a controller is about to be presented: from here on the routing completes.
  func announceStart(
    of presentation: Presentation, _ hop: Hop, _ routing: Routing
  ) -> RoutingEvent {
    if routing.gate != nil || hop.route.waiter != nil {
      routing.presence = host.map { Presence(on: $0) }
    }
    let event = event(hop.route, routing, presentation)
    if let journal = routing.journal { noteStanding(in: journal) }
    for entry in routing.observers { entry.willPresent(event) }
    return event
  }

  /// Announces that a controller is on screen.
  func announceEnd(
    of event: RoutingEvent, _ presentation: Presentation, _ routing: Routing
  ) -> PipelineResult {
    if let journal = routing.journal { noteChange(in: journal) }
    for route in presentation.parentRoutes {
      if let waiter = route.waiter { tell(waiter, thatShown: route, routing) }
    }
    if let gate = routing.gate, let gated = routing.gated {
      keep(gated, below: routing.kept, by: gate, routing)
    } else if let waiter = event.route.waiter {
      tell(waiter, thatShown: event.route, routing)
    }
    routing.presence?.end()
    announce(event, routing)
    return PipelineResult(.presented, event.route, routing, presentation)
  }

  /// Announces the top screen of those that were restored.
  func announceRestored(
    _ controller: Any, _ route: Route, _ option: any RoutingOption, _ routing: Routing
  ) {
    let presentation = Presentation(option, isExact: false)
    presentation.take(controller, isNew: true)
    announce(event(route, routing, presentation), routing)
  }

  func stopped(_ reason: String, _ hop: Hop, _ routing: Routing) -> PipelineResult {
    if !routing.isDryRun {
      for entry in routing.observers { entry.didStop(reason, hop.route, router: self) }
    }
    return PipelineResult(.stopped(reason: reason), hop.route, routing)
  }

  func announce(_ error: RoutingError, _ routing: Routing) {
    // A URL that was not admitted has no route by which observers could be chosen.
    let entries = routing.route == nil ? observers(of: nil) : routing.observers
    isAnnouncing = true
    defer { isAnnouncing = false }
    for entry in entries { entry.didFail(error, routing.route, router: self) }
  }

  private func announce(_ event: RoutingEvent, _ routing: Routing) {
    for entry in routing.observers { entry.didRoute(event) }
  }

  private func event(
    _ route: Route, _ routing: Routing, _ presentation: Presentation? = nil
  ) -> RoutingEvent {
    RoutingEvent(
      route: route, redirects: routing.redirects, router: self,
      presentation: presentation)
  }
}
