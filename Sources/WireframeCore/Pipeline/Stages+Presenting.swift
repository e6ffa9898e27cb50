// The stages that bring a route's screen, in their order; Stages.swift has those before.

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
    if let option {
      routing.journal?.note(.settled(option, isDefault: false))
      return option
    }
    if let option = defaultOption(for: hop.registered) {
      routing.journal?.note(.settled(option, isDefault: true))
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
      .noPresenter(option: "\(type(of: option))", presenters: presenters.map { roleName($0.role) }))
  }
}

extension Wireframe {
  /// The first presenter's that is made for exactly this type of option, else the first that takes it.
  func presentation(
    with option: any RoutingOption, by presenters: [any PresenterEntry]
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
    guard routing.asksToLeave, hasLeaveGuards || routing.isDryRun else { return nil }
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
      routing.journal?.note(.provider(RoleReference(first)))
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

  func announce(_ event: RoutingEvent, _ routing: Routing) {
    for entry in routing.observers { entry.didRoute(event) }
  }

  func event(
    _ route: Route, _ routing: Routing, _ presentation: Presentation? = nil
  ) -> RoutingEvent {
    RoutingEvent(
      route: route, redirects: routing.redirects, router: self,
      presentation: presentation)
  }
}
