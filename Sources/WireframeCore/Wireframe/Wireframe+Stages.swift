// The stages of the pipeline, in their order.
extension Wireframe {
  func match(
    _ request: consuming RoutingRequest, _ run: RoutingRun
  ) throws(RoutingError) -> Hop {
    let snapshot = tableSnapshot
    let (url, place) = try admit(request, to: snapshot, run)
    let (pattern, registered) = snapshot.table.entry(at: place)
    if !request.isTrusted, let pattern, let exposure = registered?.exposure,
      case let origin = provenOrigin(of: request, url), !exposure.admits(origin)
    {
      throw run.failure(
        .notExposed(pattern: pattern, origin: origin, exposure: exposure), request)
    }
    let source = Int(url.parts.source)
    let route = Route(
      request: request, pattern: pattern,
      tags: registered?.tags ?? [],
      source: source >= 0 ? snapshot.table.sources[source] : nil, url: url,
      rules: snapshot.table.rules)
    see(route, run)
    if run.redirects.contains(where: route.leadsToSamePlace) {
      throw run.failure(.redirectLoop(patterns: run.patterns))
    }
    guard run.redirects.count <= RoutingRun.maximumRedirects else {
      throw run.failure(.tooManyRedirects(patterns: run.patterns))
    }
    return (route, registered)
  }

  private func admit(
    _ request: RoutingRequest, to snapshot: TableSnapshot, _ run: RoutingRun
  ) throws(RoutingError) -> (AdmittedURL, place: Int?) {
    guard request.isTrusted || request.payload.isEmpty else {
      throw run.failure(.rejected(URLRefusal(.payloadFromOutside)), request)
    }
    switch snapshot.table.index.read(request.urlText, isTrusted: request.isTrusted) {
    case .admitted(let url, let place): return (url, place)
    case .foreign where !request.isTrusted && !run.redirects.isEmpty:
      throw run.failure(.rejected(URLRefusal(.foreignRedirect)), request)
    case .foreign: throw run.failure(.foreign(declared: snapshot.table.sources), request)
    case .refused(let refusal): throw run.failure(.rejected(refusal), request)
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

  /// How the option providers want a route presented.
  @inline(__always)
  func askedOption(for hop: Hop, _ run: RoutingRun) async throws -> any RoutingOption {
    let providers = optionProviders(for: hop.route)
    guard !providers.isEmpty else { return try namedOption(for: hop, run) }
    let named = hop.route.requestedOption ?? hop.registered?.option
    if let asked = try await run.option(providers, named, for: hop.route) { return asked }
    return try defaultOption(for: hop, run)
  }

  /// How the call, or else the route, or else the wireframe wants it presented.
  func namedOption(for hop: Hop, _ run: RoutingRun) throws(RoutingError) -> any RoutingOption {
    if let option = hop.route.requestedOption { return option }
    if let option = hop.registered?.option { return option }
    return try defaultOption(for: hop, run)
  }

  private func defaultOption(
    for hop: Hop, _ run: RoutingRun
  ) throws(RoutingError) -> any RoutingOption {
    if let option = defaultOption(for: hop.registered) { return option }
    // A link that nobody registered is the likelier fault than an option that is missing.
    guard hop.route.pattern == nil else { throw run.failure(.noOption) }
    throw run.failure(.noRoute(table.index.nearMiss(of: hop.route.url), asked: []))
  }

  func presentation(
    with option: any RoutingOption, for hop: Hop, _ run: RoutingRun
  ) throws(RoutingError) -> Presentation {
    let presenters = presenters(for: hop.registered)
    var first: Presentation?
    for presenter in presenters {
      guard let presentation = presenter.presentation(with: option) else { continue }
      if presentation.isExact { return presentation }
      if first == nil { first = presentation }
    }
    if let first { return first }
    if let named = option as? any NamedOption { throw run.failure(named.missingPart) }
    throw run.failure(
      .noPresenter(option: "\(type(of: option))", presenters: presenters.map { roleName($0) }))
  }

  /// What to ask before the screens leave that presenting would take away; each is asked about once.
  ///
  /// - Returns: The questions; nil for none.
  func questionsToLeave(
    for route: Route, _ presentation: Presentation, _ run: RoutingRun
  ) -> LeaveQuestions? {
    guard run.asksToLeave else { return nil }
    var departures = presentation.departures(for: route)
    guard !departures.isEmpty else { return nil }
    departures.removeAll { run.asked.contains($0.entry) }
    guard !departures.isEmpty else { return nil }
    run.asked = run.asked.union(departures.map(\.entry))
    return questions(about: departures)
  }

  /// Why there is no controller, after all providers were asked.
  func noController(for hop: Hop, _ run: RoutingRun) -> RoutingError {
    let names = providerNames(for: hop)
    guard hop.route.pattern == nil else { return run.failure(.noController(asked: names)) }
    return run.failure(.noRoute(table.index.nearMiss(of: hop.route.url), asked: names))
  }

  /// The pattern's own provider and the unbound ones, in their order.
  func providers(for hop: Hop) -> [AskedProvider] {
    let unbound = unboundProviders(for: hop.route)
    guard case .provider(let own?)? = hop.registered?.target else { return unbound }
    guard !unbound.isEmpty else { return own.alone }
    let place = providers.place(before: own.priority)
    return unbound[..<place] + own.alone + unbound[place...]
  }

  /// The names of those that are asked for a controller, for error texts.
  func providerNames(for hop: Hop) -> [String] {
    providers(for: hop).flatMap { provider in
      (provider.role as? ModuleProvider<Controller>)?.names(for: hop.route)
        ?? [roleName(provider.role)]
    }
  }
}
