// The stage *provide* of a screen that has a placeholder: if it takes long, the placeholder is presented in its place,
// and the screen comes later, through the queue and its guards.
extension Wireframe {
  // MARK: Provide

  /// Begins to make a screen; nil if its route has no placeholder. The caller who asked for it (`isWanted`) hears at
  /// once that it cannot be made. The placeholder says so of a screen below, or of a restored one: what is above it is
  /// shown all the same.
  func load(
    _ wanted: Resolution, _ option: any RoutingOption, by presenter: Any, isWanted: Bool,
    _ routing: Routing
  ) async throws -> ScreenLoad? {
    guard let time = limits.placeholder, !routing.isDryRun,
      let placeholder = placeholder(of: wanted.route, wanted.registered)
    else { return nil }
    let providers = providers(of: wanted.route, wanted.registered)
    let firstScreen = firstScreen(of: providers, for: wanted.route, option, routing.journal)
    let load = ScreenLoad(wanted, by: presenter, routing) { [weak self] in
      if let made = try await firstScreen() { return made }
      // The routing that throws it gives it the URLs.
      let reason = self?.noScreen(of: wanted) ?? .noController(asked: [])
      throw RoleError(of: "", RoutingError(reason))
    }
    routing.stage = .provide
    routing.journal?.note(.began(.provide))
    let isAtOnce = routing.purpose == .restoration || time <= .zero
    routing.progress?.pause()
    defer { if load.shownRoute == nil || !isWanted { routing.progress?.watch(routing) } }
    try await load.begin(
      for: routing, isAtOnce ? nil : time, showsFailure: isAtOnce || !isWanted, orShow: placeholder)
    routing.journal?.note(.ended(.provide))
    try routing.checkMayGoOn()
    return load
  }

  // MARK: Present

  /// Waits for the screens whose placeholders were presented.
  func watch(_ loads: [any PendingScreen]) {
    for case let load as ScreenLoad in loads where load.shownRoute != nil && load.stay == nil {
      watch(load)
    }
  }

  private func watch(_ load: ScreenLoad) {
    let route = load.wanted.route
    guard !queue.isClosed, let host, let entry = entry(of: route) else { return cancel(load) }
    loads.append(load)
    load.loading.make = { [weak self, weak load] in
      guard let self, let load, !load.hasEnded else { return }
      guard load.wanted.route.ownerHasGone else { return load.start() }
      queue.activity.handOver { [weak self] in await self?.present(nil, of: load) }
    }
    let watch = host.events.onLeave(of: entry.id) { [weak self, weak load] in
      if let load { self?.cancel(load) }
    }
    load.stay(in: entry.id, watch) { [weak self, weak load] in
      guard let self, let load else { return }
      switch load.made {
      case .success(let screen)?:
        queue.activity.handOver { [weak self] in await self?.present(screen, of: load) }
      case .failure(let error)?: load.loading.failure = end(routing(of: load), with: error)
      case nil: break
      }
    }
  }

  /// The result of a routing to the screen whose placeholder is at the top; one that has failed is tried again.
  func endedAtPlaceholder(_ wanted: Resolution, _ routing: Routing) -> Ended? {
    guard let top = host?.state.top?.id else { return nil }
    let load = loads.first {
      $0.stay == top && $0.wanted.registered === wanted.registered
        && $0.wanted.route.leadsToSamePlace(as: wanted.route)
        && $0.wanted.route.request.asks(as: wanted.route.request)
    }
    guard let load else { return nil }
    if routing.isDryRun { return ended(.presented, wanted, routing) }
    load.loading.retry()
    let presentation = Presentation(wanted.namedOption ?? .push)
    presentation.load = load
    return ended(.presented, wanted, routing, presentation)
  }

  /// Has a routing that goes back to a placeholder wait for its screen; one that could not be made is tried again.
  func joinStanding(_ presentation: Presentation, _ wanted: Resolution) {
    guard !presentation.isNew, presentation.load == nil, !loads.isEmpty, wanted.route.waiter == nil
    else { return }
    let entry = host?.state.nearest(of: wanted.route)
    let load = loads.first { $0.stay == entry?.id }
    load?.loading.retry()
    presentation.load = load
  }

  /// Puts a screen into its placeholder's place, or asks for it anew if it is refused now. Nil is still to be made.
  private func present(_ screen: Any?, of load: ScreenLoad) async {
    let routing = routing(of: load)
    queue.interrupt(by: routing)
    do {
      let ended = try await run(routing) { () async throws -> Ended? in
        // Also while the lock opens: what is done then may take the placeholder away.
        if lock?.entry.isCovering == true { return presentWhenOpened(screen, of: load) }
        guard let host, let stay = load.stay,
          let entry = host.state.entries.first(where: { $0.id == stay })
        else {
          // If it has not left, it is on a former host.
          cancel(load)
          return nil
        }
        let wanted = load.wanted
        wanted.rightsVersion.rights = -1
        var isRefused = false
        while !isRefused, wanted.rightsVersion != rightsVersion {
          isRefused = try await areRefusedNow([wanted], keys: allGates, routing)
          if isRefused { _ = await coverIfClosed(in: routing) }
          // A sign-out, or a lock that opens, may have the turn meanwhile.
          try await queue.regainTurn(routing)
        }
        // Below a lock that has closed meanwhile, nothing leaves.
        if isRefused, isCovered { return presentWhenOpened(screen, of: load) }
        guard !load.hasEnded else { return nil }
        if isRefused { return try await replace(entry, of: load, on: host, routing) }
        guard let screen = screen as? Controller else {
          if screen == nil { load.start() }
          return nil
        }
        wanted.observers = observers(of: wanted.route, wanted.registered)
        let presentation = LoadedPresentation(entry.option ?? .push, by: load.presenterRole, screen)
        let event = event(wanted.route, wanted, presentation)
        for entry in wanted.observers { entry.willPresent(event) }
        if isCovered {
          // One who was told that it comes has covered the screens.
          announce(routing.error(.covered), routing)
          return presentWhenOpened(screen, of: load)
        }
        let loaded = NavigationEntry(
          id: stay, controller: screen, route: event.route, option: event.option)
        do {
          try await routing.stage(.present) {
            do {
              try await host.perform(.replacePlaceholder(by: loaded), animated: false)
            } catch {
              // If its placeholder has left meanwhile, watchers know. A move that fails late has brought the screen.
              let isThere = host.state.entries.contains { $0.id == stay && !$0.isPlaceholder }
              if !load.hasEnded, !isThere { throw RoleError(of: presentation.role, error) }
            }
          }
        } catch  where wanted.route.ownerHasGone && !load.hasEnded {
          // The host was not free before.
          return try await replace(entry, of: load, on: host, routing)
        }
        guard !load.hasEnded else { return nil }
        announce(event, wanted)
        return self.ended(.presented, wanted, routing, presentation)
      }
      if let ended { end(load, with: .success(ended)) }
    } catch {
      if !load.hasEnded { load.loading.failure = error }
      // Its placeholder is not watched any more, though the host has not let it leave.
      if !loads.contains(where: { $0 === load }) { load.end(with: .failure(error)) }
    }
  }

  /// Puts a screen into its placeholder's place once no lock covers the screens.
  private func presentWhenOpened(_ screen: Any?, of load: ScreenLoad) -> Ended? {
    lock?.ready.append { [weak self, weak load] in
      guard let self, let load else { return }
      queue.activity.handOver { [weak self] in await self?.present(screen, of: load) }
    }
    return nil
  }

  /// Takes a placeholder away whose screen is refused now, and asks for the screen anew: a gate keeps it.
  private func replace(
    _ entry: NavigationEntry<Controller>, of load: ScreenLoad,
    on host: any NavigationHost<Controller>, _ routing: Routing
  ) async throws -> Ended? {
    if let owners = load.wanted.route.request.owners { routing.note { $0.asker = owners } }
    loads.removeAll { $0 === load }
    load.stopWatching()
    _ = try await takeAway([entry], on: host, routing)
    do {
      // Who has waited for its answer knows by now that there is none.
      if load.wanted.route.waiter?.isOver == true { throw routing.error(.placeholderLeft) }
      if !isOnHost(load.wanted.route) { announce(routing.error(.placeholderLeft), routing) }
      let ended = try await showKept(routing)
      try await replaceFirst(of: [entry], routing)
      return ended
    } catch {
      let (error, reached) = (routing.error(endedBy: error), routing.reached)
      try? await replaceFirst(of: [entry], routing)
      routing.reached = reached
      throw error
    }
  }

  private func routing(of load: ScreenLoad) -> Routing {
    let routing = Routing(load.wanted.route.request, for: .loadedScreen, settings)
    routing.reached = load.wanted
    routing.stage = .provide
    return routing
  }

  func cancel(_ load: ScreenLoad) {
    guard !load.hasEnded else { return }
    let routing = routing(of: load)
    let error = routing.error(queue.isClosed ? .closed : .placeholderLeft)
    end(load, with: .failure(error))
    _ = end(routing, with: error)
  }

  private func end(_ load: ScreenLoad, with result: Result<Ended, any Error>) {
    loads.removeAll { $0 === load }
    load.end(with: result)
  }

  /// The result of a load, once its screen is there. A calling task that is cancelled stops waiting; the screen comes.
  func screen(of load: any PendingScreen) async throws(RoutingError) -> Ended? {
    guard let load = load as? ScreenLoad else { return nil }
    do {
      let ended = try await load.ended()
      // Asked for anew, it may have a placeholder again.
      guard let next = ended.presentation?.load else { return ended }
      return try await screen(of: next)
    } catch { throw error as? RoutingError ?? routing(of: load).error(.placeholderLeft) }
  }
}

/// A presentation of a screen that comes into the place of its placeholder, whose stay goes on.
private final class LoadedPresentation: Presentation {
  private let presenter: Any

  init(_ option: any RoutingOption, by presenter: Any, _ screen: Any) {
    self.presenter = presenter
    super.init(option)
    take(screen, isNew: true)
  }

  override var role: Any { presenter }
}

extension NavigationOperation {
  /// Puts a screen into the place of the placeholder of the same stay.
  @MainActor
  package static func replacePlaceholder(by entry: NavigationEntry<Controller>) -> Self {
    Self { state throws(RoutingError) in
      guard let place = state.place(of: entry.id) else { throw RoutingError(.notOnScreen) }
      try state.checkIsNew(entry)
      var stack = state.layers[place.layer].stacks[place.stack]
      let above = stack.entries.dropFirst(place.index + 1)
      stack.keep(place.index)
      for entry in [entry] + above { stack.push(entry) }
      state.layers[place.layer].stacks[place.stack] = stack
    }
  }
}

/// Makes the first controller that a provider makes.
/// A closure, and no function to await: each of these costs 1 % of a routing.
@MainActor
func firstScreen(
  of providers: [ProviderEntry], for route: Route, _ option: any RoutingOption,
  _ journal: (any RoutingJournal)?
) -> @MainActor () async throws -> Any? {
  {
    for provider in providers {
      journal?.note(.provider(roleName(provider.role)))
      do {
        let made: Any? =
          switch provider {
          case .closure(let make): try await make(route)
          case .role(let role): try await role.controller(for: route, option: option)
          case .mounted(let role, let local): try await role.controller(for: local, option: option)
          }
        if made != nil { return made }
        // Past its limit, nobody waits for the next one.
        try Task.checkCancellation()
      } catch { throw RoleError(of: provider.role, error) }
    }
    return nil
  }
}
