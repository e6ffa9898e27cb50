// The stages behind the resolution, in their order. What awaits a role runs in `routing.stage(…)`, and keeps no
// reference to the wireframe there: a role that hangs for ever would keep it alive.
extension Wireframe {
  // MARK: Handle

  func handle(
    _ handler: @escaping RouteRecord.Handler, _ wanted: Resolution, _ routing: Routing
  ) async throws -> Ended {
    if routing.isDryRun { return ended(.handled, wanted, routing) }
    let returnValue = try await routing.stage(.handle) { [weak self] in
      guard let self else { return nil as (any Sendable)? }
      // Its task may begin late: its guards have answered for former rights, or for a former user.
      if wanted.rightsVersion != self.rightsVersion || wanted.route.ownerHasGone {
        throw OutdatedResolution()
      }
      do {
        return try await handler(wanted.route, self)
      } catch { throw RoleError(of: "the handler", error) }
    }
    announce(event(wanted.route, wanted), wanted)
    return ended(.handled, wanted, routing, returnValue: returnValue)
  }

  // MARK: Option and presenter

  /// Settles how to present: by the option of the call, the route or a provider, else by the default.
  func settle(
    _ named: (any RoutingOption)?, _ wanted: Resolution, _ routing: Routing
  ) throws(RoutingError) -> any RoutingOption {
    guard let option = named ?? defaultOption(for: wanted.registered, of: wanted.route) else {
      // A route that is not registered is a likelier mistake than a missing option.
      throw routing.error(wanted.route.pattern == nil ? noRoute(wanted) : .noOption)
    }
    routing.journal?.note(.settled(option, isDefault: named == nil))
    return option
  }

  func ask(
    _ providers: [any RoutingOptionProvider], about wanted: Resolution, _ routing: Routing
  ) async throws -> (any RoutingOption)? {
    let route = wanted.route
    var current = wanted.namedOption
    return try await routing.stage(.option) {
      for provider in providers.reversed() {
        do {
          let answer = try await provider.option(for: route, current: current)
          if let journal = routing.journal, let answer, !current.isSame(as: answer) {
            journal.note(.answered(roleName(provider), answer))
          }
          current = answer ?? current
          try Task.checkCancellation()
        } catch { throw RoleError(of: provider, error) }
      }
      return current
    }
  }

  /// Finds the presenter: the first one for exactly this type of option, else the first that accepts it.
  func findPresenter(
    for option: any RoutingOption, _ wanted: Resolution, _ routing: Routing
  ) throws(RoutingError) -> Presentation {
    let presenters = presenters(for: wanted.registered, of: wanted.route)
    if let found = presentation(with: option, by: presenters) {
      routing.journal?.note(.presenter(roleName(found.role)))
      do { try found.reuse(for: wanted.route) } catch {
        throw routing.error(error, thrownBy: roleName(found.role), in: .present)
      }
      return found
    }
    if let named = option as? any NamedOption { throw routing.error(named.missingPart) }
    throw routing.error(
      .noPresenter(option: "\(type(of: option))", presenters: presenters.map { roleName($0.role) }))
  }

  package func presentation(
    with option: any RoutingOption, by presenters: [any PresenterEntry]
  ) -> Presentation? {
    let type = type(of: option)
    var found: Presentation?
    for presenter in presenters where found == nil || presenter.optionType == type {
      guard let presentation = presenter.presentation(with: option) else { continue }
      if presenter.optionType == type { return presentation }
      found = presentation
    }
    return found
  }

  // MARK: Leave

  /// Asks whether screens may leave that presenting would remove, and about which no guard was asked yet, also those
  /// that come meanwhile. Throws `ScreenStays` if one is kept. A plan names them, whether a guard is asked or not.
  func askToLeave(
    _ presentation: Presentation, _ wanted: Resolution, _ routing: Routing
  ) async throws {
    if routing.asksForNothing { return }
    var leaving = presentation.leavingScreens(for: wanted.route)
    // One that a presenter of the app's own names may be on the host, which asks about it, too.
    for index in leaving.indices where leaving[index].entry == nil {
      leaving[index].entry = leaving[index].from.flatMap { entry(of: $0)?.id }
    }
    // Once, though an app's presenter and the place where it lands may both name it.
    var asked = routing.askedToLeave
    leaving.removeAll { $0.entry == nil ? asked.contains(nil) : !asked.insert($0.entry).inserted }
    presentation.asked = asked
    if leaving.isEmpty { return }
    routing.askedToLeave.formUnion(leaving.map(\.entry))
    routing.journal?.note(.leaving(leaving.map(\.from)))
    if routing.isDryRun { return }
    let reason = try await routing.stage(.leave, reasonToStay(of: leaving))
    if let reason { throw ScreenStays(reason: reason) }
    try await askToLeave(presentation, wanted, routing)
  }

  // MARK: Provide

  func provide(
    _ wanted: Resolution, _ option: any RoutingOption, _ routing: Routing
  ) async throws -> Any {
    let providers = providers(of: wanted.route, wanted.registered)
    if routing.isDryRun, let first = providers.first {
      routing.journal?.note(.provider(roleName(first.role)))
      return PlannedScreen()
    }
    guard
      let made = try await routing.stage(
        .provide, firstScreen(of: providers, for: wanted.route, option, routing.journal))
    else { throw routing.error(noScreen(of: wanted)) }
    return made
  }

  func noScreen(of wanted: Resolution) -> CoreReason {
    let asked = providers(of: wanted.route, wanted.registered).map { roleName($0.role) }
    return wanted.route.pattern == nil ? noRoute(wanted, asked: asked) : .noController(asked: asked)
  }

  func noRoute(_ wanted: Resolution, asked providers: [String] = []) -> CoreReason {
    if let screen = ownScreen(wanted) { return .noOwnScreen(screen, nearMiss(of: wanted.route)) }
    return noRoute(wanted.route, asked: providers)
  }

  /// What the app has named a URL for, if it is that of a gate, a lock or the home.
  private func ownScreen(_ wanted: Resolution) -> OwnScreen? {
    // What would be nearest to an old name is that name itself.
    if oldName(in: wanted.route.request) != nil { return nil }
    let urlText = wanted.route.request.urlText
    if let tag = wanted.closedGate?.gate.tag { return .gate(tag: tag.rawValue, urlText) }
    if urlText == lockRequest?.urlText { return .lock(urlText) }
    return urlText == homeRequest?.urlText ? .home(urlText) : nil
  }

  package func nearMiss(of route: Route) -> NearMiss { table.index.nearMiss(of: route.url) }

  // MARK: Ask again

  /// Asks again about screens that were let pass, if rights, observers or routes have changed. Throws
  /// `OutdatedResolution` if one of them is not let pass any more.
  func confirm(
    _ wanted: Resolution, _ presentation: Presentation?, _ routing: Routing
  ) async throws {
    try await queue.regainTurn(routing)
    try routing.checkMayGoOn()
    if routing.meanwhile?.wasInterrupted == true, wanted.closedGate != nil {
      // The other one may have shown the gate's screen.
      routing.note { $0.wasInterrupted = false }
      throw OutdatedResolution()
    }
    let screens = screens(of: presentation) + [wanted]
    let host = wanted.rightsVersion.host
    let areRefused = try await areRefusedNow(screens, keys: wanted.way?.keys ?? [], routing)
    // The presenter and the place were found for the host of that time.
    let landsOnHost = presentation.map { $0.hasParents || $0.placement != nil } == true
    if areRefused || landsOnHost && host != rightsVersion.host {
      noteAsker(of: wanted, routing)
      throw OutdatedResolution()
    }
    // Another one may have taken the turn again.
    if queue.interrupted(routing) != nil { try await confirm(wanted, presentation, routing) }
  }

  /// Whoever has asked for it is its owner; a home has none.
  func noteAsker(of wanted: Resolution, _ routing: Routing) {
    if routing.purpose != .home, let owners = wanted.route.request.owners, !isHome(wanted) {
      routing.note { $0.asker = owners }
    }
  }

  /// Whether a screen may be refused by now that was let pass: rights, observers or routes have changed, or an owner.
  func mayBeRefused(
    _ wanted: Resolution, _ presentation: Presentation, _ routing: Routing
  ) -> Bool {
    if routing.isDryRun { return false }
    return routing.meanwhile?.wasInterrupted == true || wanted.rightsVersion != rightsVersion
      || wanted.below.contains { $0.rightsVersion != rightsVersion }
      || ownerHasGone(wanted, presentation)
  }

  /// Whether somebody has gone for whom a screen, or one below it, was let pass.
  func ownerHasGone(_ wanted: Resolution, _ presentation: Presentation) -> Bool {
    haveOwners && (screens(of: presentation) + [wanted]).contains { $0.route.ownerHasGone }
  }

  private func screens(of presentation: Presentation?) -> [Resolution] {
    (presentation as? LandedPresentation<Controller>)?.screensBelow ?? []
  }

  /// Asks again about screens that were made meanwhile, until rights, observers and routes are those of the answers.
  /// Says whether one of them is not let pass any more, or its route is not what it was.
  func areRefusedNow(
    _ screens: [Resolution], keys: [GateEntry] = [], _ routing: Routing
  ) async throws -> Bool {
    // One that adds a role at each decision would be asked for ever.
    var answers: [Resolution?] = screens.map { _ in nil }
    while screens.contains(where: { $0.rightsVersion != rightsVersion || $0.route.ownerHasGone }) {
      for (index, screen) in screens.enumerated() {
        guard hasItsRoute(screen) else { return true }
        let again = try await resolve(
          shown: screen.route, screen.registered, keys: keys, after: answers[index], routing)
        guard again.passes, hasItsRoute(screen) else { return true }
        screen.rightsVersion = again.rightsVersion
        answers[index] = again
      }
    }
    return false
  }

  // MARK: Present and announce

  /// Announces that a controller is about to be presented: from here on the routing completes, unless a lock covers.
  func announceStart(
    of presentation: Presentation, _ wanted: Resolution, _ routing: Routing
  ) throws -> RoutingEvent {
    joinStanding(presentation, wanted)
    routing.stage = .present
    if wanted.closedGate != nil || wanted.route.waiter != nil, let host {
      let state = presentation.isNew ? nil : host.state
      presentation.arrivals = Arrivals(on: host, sharing: state?.nearest(of: wanted.route)?.id)
    }
    let event = event(presentation.load?.shownRoute ?? wanted.route, wanted, presentation)
    if let journal = routing.journal { noteScreens(in: journal) }
    if presentation.load == nil { for entry in wanted.observers { entry.willPresent(event) } }
    guard lock != nil, isCovered else { return event }
    // A watcher has just covered the screens, or this is the lock's own screen.
    if presentation.load == nil { announce(routing.error(.covered), routing) }
    throw OutdatedResolution()
  }

  /// The error that a failed presentation throws. While it waited for the host, a gate or a lock may have closed, or
  /// another user or screens to ask about may have come: then the request is resolved anew.
  func failure(
    of presentation: Presentation, _ error: any Error, _ wanted: Resolution, _ routing: Routing
  ) -> any Error {
    let failure = routing.error(endedBy: error)
    announceScreensBelow(presentation, failure)
    let isRefused = failure.code == .stopped && ownerHasGone(wanted, presentation)
    let isUnasked = failure.underlyingError is OthersHaveCome
    guard isRefused || isUnasked || failure.code == .covered && isCovered else { return error }
    if presentation.load == nil { announce(failure, routing) }
    // What has landed below a screen that an app's presenter shows is there: it comes no second time.
    let landed = wanted.below.count { isOnHost($0.route) }
    if landed > 0, let kept = routing.kept { routing.take(kept.without(first: landed)) }
    noteAsker(of: wanted, routing)
    return OutdatedResolution()
  }

  func announceEnd(
    of event: RoutingEvent, _ presentation: Presentation, _ wanted: Resolution, _ routing: Routing
  ) -> Ended {
    joinStanding(presentation, wanted)
    if let journal = routing.journal { noteScreens(in: journal) }
    let arrivals = presentation.arrivals
    for route in presentation.parentRoutes { tellWaiter(ofShown: route, arrivals) }
    if let closed = wanted.closedGate {
      keep(closed.kept, by: closed.gate, behind: wanted.route, arrivals, routing)
    } else if event.route.waiter != nil {
      tellWaiter(ofShown: event.route, arrivals)
    }
    if presentation.load != nil {
      for entry in wanted.observers { entry.didShowPlaceholder(event) }
    }
    // A screen that has failed by now is told of at once.
    if havePlaceholders { watch(presentation.loads) }
    if presentation.load == nil {
      // Another routing has brought the screen before this one's placeholder came.
      if event.route.loading != nil { for entry in wanted.observers { entry.willPresent(event) } }
      announce(event, wanted)
    }
    return ended(.presented, wanted, routing, presentation)
  }

  /// Tells who waits for the screens that have come below one whose own presenter has failed. What loads there goes on.
  func announceScreensBelow(_ presentation: Presentation, _ error: RoutingError) {
    for route in presentation.parentRoutes where isOnHost(route) {
      tellWaiter(ofShown: route, presentation.arrivals)
    }
    for case let load as ScreenLoad in presentation.loads {
      if isOnHost(load.wanted.route) { watch([load]) } else { load.loading.failure = error }
    }
  }

  func stopped(_ reason: String, _ wanted: Resolution, _ routing: Routing) -> Ended {
    if !routing.isDryRun {
      for entry in wanted.observers { entry.didStop(reason, wanted.route, router: self) }
    }
    return ended(.stopped(reason: reason), wanted, routing)
  }

  func announce(_ error: RoutingError, _ routing: Routing) {
    let reached = routing.reached
    // A URL that was not admitted has no route by which observers could be chosen.
    let entries = reached?.observers ?? observers(of: nil)
    let wasAnnouncing = isAnnouncing
    isAnnouncing = true
    defer { isAnnouncing = wasAnnouncing }
    for entry in entries { entry.didFail(error, reached?.route, router: self) }
  }

  func announce(_ event: RoutingEvent, _ wanted: Resolution) {
    for entry in wanted.observers { entry.didRoute(event) }
  }

  func event(
    _ route: Route, _ wanted: Resolution, _ presentation: Presentation? = nil
  ) -> RoutingEvent {
    RoutingEvent(
      route: route, redirects: wanted.redirects, router: self, presentation: presentation)
  }

  /// The stay of a route's screen, or of its placeholder; nil if the host has neither.
  func entry(of route: Route) -> NavigationEntry<Controller>? {
    host?.state.nearest { $0.route?.isIdentical(to: route) == true }
  }

  func isOnHost(_ route: Route) -> Bool { entry(of: route) != nil }

  // MARK: Which roles are asked, in their order

  /// The watchers of a route, this wireframe's first, then those of modules; all for nil, a URL that is not admitted.
  package func observers(of route: Route?, _ registered: RouteRecord? = nil) -> [ObserverEntry] {
    var own = observers.elements
    if let route { own = own.all { $0.watcher.observes(route) } }
    return modules.isEmpty ? own : own.joined(with: modules.observers(of: route, registered))
  }

  package func optionProviders(for route: Route) -> [any RoutingOptionProvider] {
    let own = optionProviders.elements
    return haveModuleOptions ? own.joined(with: modules.optionProviders(for: route)) : own
  }

  /// The default option of a route; its module's default comes first.
  package func defaultOption(
    for registered: RouteRecord?, of route: Route? = nil
  ) -> (any RoutingOption)? {
    guard let (child, record, local) = module(of: registered, route) else { return defaultOption }
    return child.defaultOption(for: record, of: local) ?? defaultOption
  }

  /// The presenters for a route; those of its module come before this wireframe's own.
  package func presenters(for registered: RouteRecord?, of route: Route?) -> [any PresenterEntry] {
    guard let (child, record, local) = module(of: registered, route) else {
      return presenters.elements
    }
    return child.presenters(for: record, of: local).joined(with: presenters.elements)
  }

  /// The pattern's own provider and the unbound ones, in their order.
  func providers(of route: Route, _ registered: RouteRecord?) -> [ProviderEntry] {
    let unbound = unboundProviders(for: route)
    guard case .provider(let own?)? = registered?.target else { return unbound }
    let alone = own.ofModule?(route) ?? own.alone
    guard !unbound.isEmpty else { return alone }
    let index = providers.index(before: own.priority)
    return unbound[..<index] + alone + unbound[index...]
  }

  /// The providers that were added for every route; those of modules, too, if no pattern matches.
  func unboundProviders(for route: Route) -> [ProviderEntry] {
    guard route.pattern == nil else { return providers.elements }
    return providers.elements.joined(with: modules.unboundProviders(for: route))
  }

  /// Whether a provider without pattern may know a route that no pattern matches.
  package func mayBeKnown(_ route: Route) -> Bool {
    route.request.isTrusted && !unboundProviders(for: route).isEmpty
  }
}
