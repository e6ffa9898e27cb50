// The stages of the pipeline, in their order.
extension Wireframe {
  func match(
    _ request: RoutingRequest, _ run: RoutingRun
  ) throws(RoutingError) -> Hop {
    // One copy, since each reading of the property would make one.
    let table = table
    let (url, place) = try admit(request, to: table, run)
    let (pattern, registered) = table.entry(at: place)
    if !request.isTrusted, let pattern, let exposure = registered?.exposure,
      case let origin = provenOrigin(of: request, url), !exposure.admits(origin)
    {
      throw failure(
        .notExposed(pattern: pattern, origin: origin, exposure: exposure), run, request)
    }
    let source = Int(url.parts.source)
    let route = Route(
      request: request, pattern: pattern,
      tags: registered?.tags ?? [], source: source >= 0 ? table.sources[source] : nil, url: url,
      rules: table.rules)
    see(route, run)
    if run.redirects.contains(where: route.leadsToSamePlace) {
      throw failure(.redirectLoop(patterns: run.patterns), run)
    }
    guard run.redirects.count <= RoutingRun.maximumRedirects else {
      throw failure(.tooManyRedirects(patterns: run.patterns), run)
    }
    return (route, registered)
  }

  private func admit(
    _ request: RoutingRequest, to table: RouteTable<RegisteredRoute>, _ run: RoutingRun
  ) throws(RoutingError) -> (AdmittedURL, place: Int?) {
    guard request.isTrusted || request.payload.isEmpty else {
      throw failure(.rejected(URLRefusal(.payloadFromOutside)), run, request)
    }
    switch table.index.read(request.urlText, isTrusted: request.isTrusted) {
    case .admitted(let url, let place): return (url, place)
    case .foreign where !request.isTrusted && !run.redirects.isEmpty:
      throw failure(.rejected(URLRefusal(.foreignRedirect)), run, request)
    case .foreign: throw failure(.foreign(declared: table.sources), run, request)
    case .refused(let refusal): throw failure(.rejected(refusal), run, request)
    }
  }

  /// The origin by which exposure goes: a custom scheme's link is none that the system has verified,
  /// though an app that takes both at one door may say so.
  func provenOrigin(of request: RoutingRequest, _ url: AdmittedURL) -> RoutingOrigin {
    let source = Int(url.parts.source)
    guard request.origin == .universalLink, source >= 0, table.sources[source].isCustomScheme else {
      return request.origin
    }
    return .customScheme
  }

  /// Makes a route the routing's current one, and finds the observers that want to see it.
  func see(_ route: Route, _ run: RoutingRun) {
    run.route = route
    run.observers = observers(of: route)
  }

  @inline(__always)
  func observe(
    _ route: Route, _ run: RoutingRun
  ) async throws(RoutingError) -> RoutingDecision.Kind {
    let observers = run.observers
    let decision = try await stage(.observe, limits.decide, run, (observers, route)) {
      observers, route in
      for observer in observers {
        let decision: RoutingDecision
        do {
          decision = try await observer.decision(for: route)
        } catch {
          throw RoleFailure(of: observer, error)
        }
        if case .proceed = decision.kind { continue }
        return decision
      }
      return .proceed
    }
    return decision.kind
  }

  @inline(__always)
  func handle(
    _ route: Route, _ handle: @escaping RegisteredRoute.Handler, _ run: RoutingRun
  ) async throws(RoutingError) -> (any Sendable)? {
    try await stage(.handle, limits.present, run, ()) { [weak self] in
      guard let self else { return nil }
      do {
        return try await handle(route, self)
      } catch {
        throw RoleFailure(of: "the handler", error)
      }
    }
  }

  @inline(__always)
  func option(
    for hop: Hop, _ run: RoutingRun
  ) async throws(RoutingError) -> any RoutingOption {
    var settled = hop.route.request.option ?? hop.registered?.option
    let providers = optionProviders(for: hop.route)
    if !providers.isEmpty { settled = try await ask(providers, settled, hop.route, run) }
    if let option = settled ?? defaultOption(for: hop.registered) { return option }
    // A link that nobody registered is the likelier fault than an option that is missing.
    guard hop.route.pattern == nil else { throw failure(.noOption, run) }
    throw failure(.noRoute(table.index.nearMiss(of: hop.route.url), asked: []), run)
  }

  private func ask(
    _ providers: [any RoutingOptionProvider], _ settled: (any RoutingOption)?, _ route: Route,
    _ run: RoutingRun
  ) async throws(RoutingError) -> (any RoutingOption)? {
    try await stage(.option, limits.decide, run, (providers, settled, route)) {
      providers, settled, route in
      var current = settled
      for provider in providers.reversed() {
        do {
          current = try await provider.option(for: route, current: current) ?? current
        } catch {
          throw RoleFailure(of: provider, error)
        }
      }
      return current
    }
  }

  func presenter(
    for option: any RoutingOption, _ hop: Hop, _ run: RoutingRun
  ) throws(RoutingError) -> any AcceptedOption {
    let presenters = presenters(for: hop.registered)
    var first: (any AcceptedOption)?
    for presenter in presenters {
      guard let accepted = presenter.accepted(option) else { continue }
      if accepted.isExact { return accepted }
      if first == nil { first = accepted }
    }
    guard let first else {
      if let named = option as? any NamedOption { throw failure(named.missingPart, run) }
      throw failure(
        .noPresenter(
          option: "\(type(of: option))", presenters: presenters.map { roleName($0) }), run)
    }
    return first
  }

  func standing(
    for route: Route, _ presenter: any AcceptedOption, _ run: RoutingRun
  ) throws(RoutingError) -> Any? {
    do {
      return try presenter.standing(for: route)
    } catch {
      throw failure(of: roleName(presenter.role), .present, error, run)
    }
  }

  /// Asks the observers whether the screens leave that presenting would take away.
  ///
  /// - Returns: The reason of the first that keeps one, or nil.
  @inline(__always)
  func reasonToStay(
    _ route: Route, _ presenter: any AcceptedOption, _ run: RoutingRun
  ) async throws(RoutingError) -> String? {
    guard run.asksToLeave else { return nil }
    let departures = presenter.departures(for: route)
      .filter { !run.asked.contains($0.entry) }
    return departures.isEmpty ? nil : try await ask(departures, run)
  }

  private func ask(
    _ departures: [Departure], _ run: RoutingRun
  ) async throws(RoutingError) -> String? {
    run.asked.formUnion(departures.map(\.entry))
    let questions = questions(about: departures)
    return try await stage(.leave, limits.decide, run, questions) { try await $0.reasonToStay() }
  }

  @inline(__always)
  func provide(
    _ hop: Hop, _ option: any RoutingOption, _ run: RoutingRun
  ) async throws(RoutingError) -> Any {
    // The stage holds those that it asks, not the wireframe: one that hangs for ever would keep it.
    let asked = providers(for: hop.route, hop.registered)
    let controller = try await stage(.provide, limits.provide, run, (asked, hop.route, option)) {
      try await $0.firstController(for: $1, option: $2)
    }
    if let controller { return controller }
    let names = providerNames(for: hop.route, hop.registered)
    guard hop.route.pattern == nil else { throw failure(.noController(asked: names), run) }
    throw failure(.noRoute(table.index.nearMiss(of: hop.route.url), asked: names), run)
  }

  /// The pattern's own provider and the unbound ones, in their order.
  func providers(
    for route: Route, _ registered: RegisteredRoute?
  ) -> [any ControllerProvider] {
    let unbound = unboundProviders(for: route)
    guard case .provider(let own?)? = registered?.target else { return unbound }
    guard !unbound.isEmpty else { return own.alone }
    let place = providers.place(before: own.priority)
    return unbound[..<place] + own.alone + unbound[place...]
  }

  /// The names of those that are asked for a controller, for error texts.
  func providerNames(for route: Route, _ registered: RegisteredRoute?) -> [String] {
    providers(for: route, registered).flatMap { provider in
      (provider as? ModuleProvider<Controller>)?.names(for: route) ?? [roleName(provider)]
    }
  }

  @inline(__always)
  func show(
    _ controller: Any, _ event: RoutingEvent, _ presenter: any AcceptedOption, _ run: RoutingRun
  ) async throws(RoutingError) {
    for observer in run.observers { observer.willPresent(event) }
    try await stage(.present, limits.present, run, (presenter, controller, event)) {
      presenter, controller, event in
      do {
        try await presenter.show(controller, event)
      } catch {
        throw RoleFailure(of: presenter.role, error)
      }
    }
  }
}
