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
    return Hop(route: route, registered: registered)
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
  func decision(
    on route: Route, _ run: RoutingRun
  ) async throws(RoutingError) -> RoutingDecision.Kind {
    let limit = try begin(.observe, run)
    do {
      let decision = try await run.observers.decision(for: route, within: limit)
      try end(run)
      return decision.kind
    } catch {
      throw failure(error, run)
    }
  }

  @inline(__always)
  func handle(
    _ route: Route, _ handle: @escaping RegisteredRoute.Handler, _ run: RoutingRun
  ) async throws -> (any Sendable)? {
    let limit = try begin(.handle, run)
    let act: @MainActor () async throws -> (any Sendable)? = { [weak self] in
      guard let self else { return nil }
      do {
        return try await handle(route, self)
      } catch {
        throw RoleFailure(of: "the handler", error)
      }
    }
    let answer = if let limit { try await limit.run(act) } else { try await act() }
    try end(run)
    return answer
  }

  /// How the providers of options want a route presented, if nothing else is to say so.
  @inline(__always)
  func askOptionProviders(_ hop: Hop, _ run: RoutingRun) async throws -> (any RoutingOption)? {
    let limit = try begin(.option, run)
    let option = try await optionProviders(for: hop.route).option(
      for: hop.route, current: hop.namedOption, within: limit)
    try end(run)
    return option
  }

  func option(
    for hop: Hop, asked: (any RoutingOption)?, _ run: RoutingRun
  ) throws(RoutingError) -> any RoutingOption {
    if let option = asked ?? hop.namedOption ?? defaultOption(for: hop.registered) { return option }
    // A link that nobody registered is the likelier fault than an option that is missing.
    guard hop.route.pattern == nil else { throw failure(.noOption, run) }
    throw failure(.noRoute(table.index.nearMiss(of: hop.route.url), asked: []), run)
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

  /// The screens that presenting would take away and that were not asked yet whether they leave.
  ///
  /// - Returns: The departures; nil for none.
  func departures(
    for route: Route, _ presenter: any AcceptedOption, _ run: RoutingRun
  ) -> [Departure]? {
    guard run.asksToLeave else { return nil }
    let departures = presenter.departures(for: route).filter { !run.asked.contains($0.entry) }
    return departures.isEmpty ? nil : departures
  }

  /// The reason of the first observer that keeps a screen, or nil.
  @inline(__always)
  func reasonToStay(_ departures: [Departure], _ run: RoutingRun) async throws -> String? {
    run.asked.formUnion(departures.map(\.entry))
    let limit = try begin(.leave, run)
    let reason = try await questions(about: departures).reasonToStay(within: limit)
    try end(run)
    return reason
  }

  @inline(__always)
  func provide(
    _ hop: Hop, _ option: any RoutingOption, _ run: RoutingRun
  ) async throws -> Any {
    let limit = try begin(.provide, run)
    let made = try await providers(for: hop.route, hop.registered).firstController(
      for: hop.route, option: option, within: limit)
    try end(run)
    if let made { return made }
    let names = providerNames(for: hop.route, hop.registered)
    guard hop.route.pattern == nil else { throw failure(.noController(asked: names), run) }
    throw failure(.noRoute(table.index.nearMiss(of: hop.route.url), asked: names), run)
  }

  @inline(__always)
  func show(
    _ controller: Any, _ event: RoutingEvent, _ presenter: any AcceptedOption, _ run: RoutingRun
  ) async throws {
    for observer in run.observers { observer.willPresent(event) }
    let limit = try begin(.present, run)
    try await presenter.show(controller, event, within: limit)
    try end(run)
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
}
