// What is shown where nothing else would be: the wireframe's home, and those of tabs.
extension Wireframe {
  /// Lays a home under what lands in a place without screens, so that there is a way back. Returns the screen of a
  /// closed gate that comes first, since the home is behind it; throws why the home cannot be shown.
  func lay(
    under presentation: inout Presentation, _ wanted: Resolution, _ routing: Routing
  ) async throws -> Resolution? {
    guard let host, presentation.placement?.bringsScreen == true,
      presentation is LandedPresentation<Controller> || host.state.layers.first?.top == nil
    else { return nil }
    let landed =
      presentation as? LandedPresentation<Controller> ?? onTop(presentation, wanted, of: host)
    guard let place = try? landed.emptyPlace(), var request = home(of: place) else { return nil }
    request.isDryRun = routing.isDryRun
    guard let (route, registered) = try? find(request),
      registered !== wanted.registered || registered == nil && !route.hasSamePath(as: wanted.route),
      landed.place.below.first?.registered !== registered || landed.place.below.isEmpty
    else { return nil }
    // The gate brings it back with what it keeps.
    if case .tab = place, leads(wanted.closedGate?.kept.requests.first, to: route) { return nil }
    let home = try await asHome(routing) { try await resolve(shown: route, registered, routing) }
    if case .tab = place, !home.passes {
      // What is pushed fills the tab itself; a modal never does.
      guard case .modal? = presentation.placement, wanted.way?.kept == nil, home.gateInFront != nil
      else { return nil }
    }
    if wanted.way?.kept != nil, !home.passes {
      // A gate's screen, or what comes instead of it, is the first one then, whatever its option says.
      presentation = try findPresenter(for: settle(Root.root, wanted, routing), wanted, routing)
      return nil
    }
    if let gate = home.gateInFront {
      let below = landed.missing.compactMap { $0.resolution?.route.request }
      let (former, asker) = (routing.kept, routing.meanwhile?.asker)
      if case .tab(let name) = place { request.tab = name }
      let kept = KeptRequest(
        wanted.route.request.asked(by: asker), above: [request] + below,
        keys: wanted.way?.keys ?? [], gateScreen: former?.gateScreen,
        isList: former?.isList == true, next: former?.next)
      let (next, way) = follow(gate, from: home, ResolutionWay(kept: kept), routing)
      return try await resolve(next, way, for: routing)
    }
    if !home.passes { routing.reached = home }
    switch home.verdict {
    case .failure(let error): throw error
    case .stop(let reason): throw routing.error(.stopped(reason: reason))
    case .redirect: throw routing.error(.noHome)
    case .pass: break
    }
    let option: any RoutingOption =
      if case .root = place { home.rootOption ?? .root } else { .push }
    let placement = try findPresenter(for: option, home, routing).placement ?? .root(.root)
    let screen = ScreenBelow(home, tab: nil)
    (screen.isHome, screen.placement) = (true, placement)
    landed.place.below.insert(screen, at: 0)
    try landed.settle()
    presentation = landed
    return nil
  }

  /// Shows home in place of all that is on screen, or the gate in front of it; nothing changes if it throws.
  func showHome(_ routing: Routing) async throws {
    guard var request = homeRequest else { return }
    try await asHome(routing) {
      var wanted = try await resolve(request, for: routing)
      if case .stop(let reason) = wanted.verdict { throw routing.error(.stopped(reason: reason)) }
      if wanted.closedGate == nil, wanted.rootOption == nil {
        request.option = .root
        wanted = try await resolve(request, for: routing)
      }
      _ = try await show(routing, at: wanted)
    }
  }

  /// Shows a home, which has no owner and its own place, whoever has asked for what else comes, and where.
  private func asHome<T>(_ routing: Routing, _ body: () async throws -> T) async throws -> T {
    guard let meanwhile = routing.meanwhile else { return try await body() }
    let (asker, moves) = (meanwhile.asker, meanwhile.userMoves)
    (meanwhile.asker, meanwhile.userMoves) = (nil, nil)
    defer {
      let later = meanwhile.userMoves
      (meanwhile.asker, meanwhile.userMoves) = (asker, moves ?? later)
      // What else comes is wanted in the stack that was selected first.
      if let later { meanwhile.userMoves?.stacks.merge(later.stacks) { first, _ in first } }
    }
    return try await body()
  }

  /// Fills the place that is shown, if it has no screen and no modal is above it, and no screens wait behind a lock.
  /// `isAwaited` says that a home to which this routing has given way waits for it now: it does so only once.
  func fillEmptyPlace(_ routing: Routing, isAwaited: Bool = false) async throws {
    // Whoever has the turn may fill it.
    try await queue.regainTurn(routing)
    guard let host, lock?.entry.kept?.isList != true else { return }
    let layer = host.state.layers.last
    guard host.state.isBlank || layer?.kind == .tabs && layer?.top == nil else { return }
    // One that has found the lock closed has reached the lock's route, but its request is for home.
    let home = queue.interrupted.last {
      $0.request.urlText == homeRequest?.urlText || $0.reached.map { isHome($0.route) } == true
    }
    if let home, let lock, routing.purpose == .resumedScreen, !isAwaited {
      // Home is loading already. Only a lock that covers waits for it, so that no blank window is seen.
      guard lock.entry.isCovering, let current = queue.current else { return }
      try await queue.giveWay(current, to: home)
      return try await fillEmptyPlace(routing, isAwaited: queue.interrupted(home) != nil)
    }
    try await fillShownPlace(of: host, routing)
  }

  /// Shows the home of the tab that is shown, else another tab, else the wireframe's home. Throws the first failure,
  /// once all has been tried. If the user sees another tab by then, that stays.
  func fillShownPlace(of host: any NavigationHost<Controller>, _ routing: Routing) async throws {
    var (failure, isFilled): ((any Error)?, Bool) = (nil, false)
    if let layer = host.state.layers.last, layer.kind == .tabs {
      let request = tableSnapshot.home(ofTab: layer.selectedStack.name)
      do {
        if let request, try await showHomeOfTab(request, routing) { return }
      } catch {
        if request?.urlText == homeRequest?.urlText { throw error }
        // Before another one is tried, which errors would name.
        failure = routing.error(endedBy: error)
      }
      // A lock has closed meanwhile: whoever opens it fills the place.
      if isCovered { return whenOpened { _, _ in } }
      let top = host.state.top?.id
      isFilled = await top == nil ? showFilledTab() : top != routing.kept?.gateScreen
    }
    do { if !isFilled { try await showHome(routing) } } catch { throw failure ?? error }
    if let failure { throw failure }
  }

  /// - Returns: Whether the home of a tab is shown; false if it is refused.
  private func showHomeOfTab(_ request: RoutingRequest, _ routing: Routing) async throws -> Bool {
    guard let (route, registered) = try? find(request) else { return false }
    return try await asHome(routing) {
      let home = try await resolve(shown: route, registered, routing)
      guard home.passes else { return false }
      // Errors name it.
      routing.reached = home
      _ = try await show(routing, at: home)
      return true
    }
  }

  /// Shows the home of a place, if it has one; once at a time, and without waiting for a routing that loads.
  func fill(_ place: EmptyPlace) {
    guard let request = home(of: place), filling.insert(place).inserted else { return }
    let routing = Routing(request, for: .home, settings)
    queue.interrupt(by: routing)
    queue.activity.handOver { [weak self] in
      guard let self else { return }
      defer { if !routing.isSuperseded { filling.remove(place) } }
      _ = try? await result(of: request, entered: routing)
      // What has replaced it fills the tab, unless it goes elsewhere. The user may choose the tab again meanwhile.
      if routing.isSuperseded { filling.remove(place) }
      queue.activity.begin()
      while routing.isSuperseded, !queue.isAtRest { await queue.activity.change() }
      queue.activity.end()
      // Home has failed, or it is not for this user.
      if !isCovered { await leaveEmptyTab(after: place) }
    }
  }

  /// Shows home if nothing is on screen, since what was asked for is another user's by now.
  func fillBlankWindow(insteadOf routing: Routing) {
    let isOthers = routing.keepsNothing || routing.reached?.isOfAnotherOwner == true
    if isOthers, host?.state.isBlank == true { fill(.root) }
  }

  private func home(of place: EmptyPlace) -> RoutingRequest? {
    if case .tab(let name) = place { tableSnapshot.home(ofTab: name) } else { homeRequest }
  }

  /// The option of a gate's screen that comes first, whatever its own says: where nothing is shown, or home itself is
  /// behind the gate. The user cannot leave it.
  func optionOfFirstScreen(insteadOf route: Route) -> (any RoutingOption)? {
    guard let host else { return nil }
    guard let root = host.state.layers.first else { return .root }
    if root.kind == .stack { return isHome(route) ? .root : nil }
    let isFirst = root.kind == .tabs || root.kind == .columns && homeRequest != nil
    return isFirst && host.state.isBlank ? .push(animated: false) : nil
  }

  func isHome(_ route: Route) -> Bool { leads(homeRequest, to: route) }

  /// Whether a screen is the wireframe's home, or that of its tab: it has no owner.
  func isHome(_ wanted: Resolution) -> Bool {
    let homeOfTab = wanted.registered?.place?.tab.flatMap { tableSnapshot.home(ofTab: $0) }
    return isHome(wanted.route) || leads(homeOfTab, to: wanted.route)
  }

  /// Whether a request leads to the path of a route; a missing one leads nowhere.
  func leads(_ request: RoutingRequest?, to route: Route) -> Bool {
    request.flatMap { try? find($0) }?.0.hasSamePath(as: route) == true
  }

  // MARK: Empty tabs

  /// Shows the previous tab again if the user has left a gate, and the tab behind it is empty; home if all are. A tab
  /// that is being filled stays, since the user has chosen it, except `place`, which could not be filled.
  func leaveEmptyTab(after place: EmptyPlace? = nil) async {
    guard !outermost.isCovered else {
      return outermost.whenOpened { wireframe, _ in await wireframe.leaveEmptyTab() }
    }
    let shown = host?.state.layers.first?.selectedStack.name ?? ""
    if outermost.filling.contains(where: { $0 == .tab(shown) && $0 != place }) { return }
    if await !showFilledTab() { fill(.root) }
  }

  /// Shows the previous tab if the one that is shown is empty, without modals; says whether there is a screen to see.
  func showFilledTab() async -> Bool {
    guard let host else { return true }
    guard let layer = host.state.layers.last, layer.kind == .tabs, layer.top == nil else {
      return host.state.layers.isEmpty || !host.state.isBlank
    }
    let filled = layer.stacks.filter { !$0.entries.isEmpty }.map(\.name)
    guard let name = host.events.formerTabs.last(where: filled.contains) ?? filled.first
    else { return false }
    // No move of the app: also below a lock that opens.
    try? await host.perform(
      NavigationOperation { state throws(RoutingError) in try state.selectStack(named: name) },
      animated: false)
    return true
  }
}

extension TableSnapshot {
  /// The request for the first screen of a tab: its first route without values, without parent in it, and no modal.
  func home(ofTab name: String) -> RoutingRequest? {
    if let known = homes[name] { return known }
    let found = table.entries.first { pattern, registered in
      registered.place?.tab == name && !(registered.option is any ModalOption)
        && pattern.segments.allSatisfy { $0.name == nil || $0.isOptional }
        && (try? parents(of: pattern, registered).inStack.isEmpty) == true
    }
    let request = found.flatMap { pattern, _ in
      (try? pattern.urlText(with: [:], rules: table.rules)).map { RoutingRequest($0) }
    }
    homes[name] = .some(request)
    return request
  }
}

extension NavigationState {
  /// Whether nothing is on screen, in no tab and no column.
  var isBlank: Bool { layers.count <= 1 && layers.first?.entries.isEmpty != false }

  /// The entry without which nothing would be on screen; nil if there are more.
  var onlyEntry: NavigationEntryID? {
    guard layers.count == 1, layers[0].entries.count == 1 else { return nil }
    return layers[0].entries[0].id
  }

  /// Whether an entry is the first screen of the root's only stack: it can be replaced, not taken away.
  func isFirst(_ entry: NavigationEntryID) -> Bool {
    guard let (layer, _, index) = place(of: entry) else { return false }
    return layer == 0 && index == 0 && layers[0].stacks.count == 1
  }
}
