// The stage *land*, between the presenter that is found and the leave guards that are asked: it resolves the screens
// below the wanted one, and works out what is kept, what is missing, and what leaves.
extension Wireframe {
  /// Finds out where the screens land, and asks the observers of missing parents. On top, nothing changes.
  func land(
    _ presentation: Presentation, _ wanted: Resolution, _ routing: Routing
  ) async throws -> Presentation {
    guard let host, let place = try place(of: presentation, wanted, host.state, routing) else {
      return presentation
    }
    let landed = LandedPresentation(presentation, on: host, place)
    if let moves = routing.meanwhile?.userMoves { landed.place.stacks = moves.stacks }
    try landed.settle()
    if !landed.missing.isEmpty { try await resolveParents(of: landed, below: wanted, routing) }
    return landed
  }

  /// Resolves the parents that have to be made; those that are refused, or whose values do not fit, are left out.
  private func resolveParents(
    of landed: LandedPresentation<Controller>, below wanted: Resolution, _ routing: Routing
  ) async throws {
    for parent in landed.missing.reversed() {
      if parent.resolution == nil {
        parent.resolution = try await resolve(parent, below: wanted, routing)
      }
      parent.placement = parent.resolution.map { placement(of: $0, routing) }
    }
    let refused = landed.missing.filter { $0.resolution == nil }
    if refused.isEmpty { return }
    landed.place.below.removeAll { parent in refused.contains { $0 === parent } }
    // More may be on screen of what is left.
    try landed.settle()
  }

  /// Resolves a parent, with the values of the wanted screen; nil if these lead to another route, or it is refused.
  private func resolve(
    _ parent: ScreenBelow, below wanted: Resolution, _ routing: Routing
  ) async throws -> Resolution? {
    guard let pattern = parent.pattern,
      let text = tableSnapshot.urlText(of: pattern, with: wanted.route.values)
    else { return nil }
    var request = RoutingRequest(text)
    request.origin = wanted.route.request.origin
    request.isDryRun = routing.isDryRun
    guard let (route, registered) = try? find(request), route.pattern == pattern else { return nil }
    let resolution = try await resolve(shown: route, registered, routing)
    return resolution.passes ? resolution : nil
  }

  /// Where the wanted screen goes; nil for on top.
  private func place(
    of presentation: Presentation, _ wanted: Resolution, _ state: NavigationState<Controller>,
    _ routing: Routing
  ) throws(RoutingError) -> LandingPlace? {
    let (route, request) = (wanted.route, wanted.route.request)
    // Never reuse a screen that must answer.
    let isAsked = request.waiter?.waitsAgain == false
    var rule = request.ifPresented ?? wanted.registered?.place?.ifPresented ?? .presentAgain
    // Each screen of a list has its former place again, also beside an equal one.
    let isList = routing.kept?.isList == true
    if isList, wanted.redirects.isEmpty { rule = .presentAgain }
    if isAsked, rule == .bringToFront { rule = .replace }
    var leaving = gateScreen(behind: wanted, routing).map { [$0] } ?? []
    let step: NavigationEntryID? =
      if case .replaceTop? = presentation.placement { nil } else { request.waiter?.leaving }
    if let step, state.layer(of: step) != nil { leaving.append(step) }
    func place(
      _ base: LandingPlace.Base, _ below: [ScreenBelow] = [], tab: String? = nil
    ) -> LandingPlace {
      LandingPlace(
        base: base, below: below, tab: tab, leaving: leaving.filter { $0 != base.entry },
        target: route, option: presentation.option,
        keepsTarget: rule != .replace && request.payload.isEmpty && !isAsked)
    }
    // What is above the gate's screen leaves with it.
    var staying = state
    for screen in leaving { staying.take(away: screen) }
    if !leaving.isEmpty, presentation.hasController, case .tab? = presentation.placement {
      let top = try? presentation.placement?.standing(for: route, in: staying)
      presentation.take(standing: top?.controller)
    }
    // A presenter that goes back to a screen has found the place itself.
    if presentation.hasController { return leaving.isEmpty ? nil : place(.top(tab: nil)) }
    if let shown = shared(with: wanted, on: state) {
      return place(.entry(shown.id, replaced: false))
    }
    if rule != .presentAgain, wanted.below.isEmpty,
      let shown = state.nearest(where: {
        $0.route?.leadsToSamePlace(as: route) == true
          && (leaving.contains($0.id) || staying.layer(of: $0.id) != nil)
      })
    {
      return place(.entry(shown.id, replaced: rule == .replace))
    }
    if !wanted.below.isEmpty {
      var below: [ScreenBelow] = []
      for screen in wanted.below {
        let own = try? parents(of: screen, routing).tab
        below.append(ScreenBelow(screen, tab: state.known(tab: screen.route.request.tab) ?? own))
      }
      let tab = state.known(tab: wanted.below[0].route.request.tab) ?? (isList ? nil : below[0].tab)
      let own = try? parents(of: wanted, routing).tab
      return place(.top(tab: tab), below, tab: state.known(tab: request.tab) ?? own)
    }
    if request.landsUnderParents {
      let chain = try parents(of: wanted, routing)
      let below = state.hasColumns ? chain.all : chain.inStack
      if !below.isEmpty || chain.tab != nil {
        return place(.parents(tab: chain.tab), below.map(ScreenBelow.init), tab: chain.tab)
      }
    } else if wanted.registered?.place?.tab != nil, !(presentation.option is any ModalOption),
      let chain = try? parents(of: wanted, routing), chain.inStack.isEmpty
    {
      // A tab's first screen is never stacked elsewhere.
      return place(.parents(tab: chain.tab))
    }
    let tab = state.known(tab: request.tab)
    return leaving.isEmpty && tab == nil ? nil : place(.top(tab: tab))
  }

  /// The screen that answers another caller who has asked for the same: a double tap shows it once.
  func shared(
    with wanted: Resolution, on state: NavigationState<Controller>
  ) -> NavigationEntry<Controller>? {
    guard let waiter = wanted.route.waiter, let top = state.top, let route = top.route,
      let other = route.waiter, route.leadsToSamePlace(as: wanted.route)
    else { return nil }
    return other === waiter || other.canShare(with: waiter) ? top : nil
  }

  /// Lands a screen in the stack in which it was wanted, even if the user has chosen another one meanwhile. Throws if
  /// the stack has left. What a tap has brought there is taken over; if that has left, the move throws.
  func reland(
    _ presentation: inout Presentation, _ wanted: Resolution, _ routing: Routing
  ) throws {
    guard let moves = routing.meanwhile?.userMoves, let host, let placement = presentation.placement
    else { return }
    let own = presentation as? LandedPresentation<Controller>
    let left = moves.left.filter { $0.isStack || placement.replacesTop }.map(\.number)
    if own?.isOnTop != false, placement.comesIntoStack, left.min() ?? .max <= routing.newestStack {
      throw routing.error(.stackLeft)
    }
    if own == nil, moves.stacks.isEmpty { return }
    let landed = own ?? onTop(presentation, wanted, of: host)
    landed.place.stacks = moves.stacks
    try? landed.settle()
    presentation = landed
  }

  /// A presentation that lands on top of what is shown, as one that can land elsewhere.
  func onTop(
    _ presentation: Presentation, _ wanted: Resolution, of host: any NavigationHost<Controller>
  ) -> LandedPresentation<Controller> {
    LandedPresentation(
      presentation, on: host,
      LandingPlace(base: .top(tab: nil), target: wanted.route, option: presentation.option))
  }

  /// How a screen is put below the next one: by its route's standard option, else by a push. A modal of a presenter of
  /// the app's own stays one.
  private func placement(of screen: Resolution, _ routing: Routing) -> Placement {
    let option =
      screen.namedOption ?? defaultOption(for: screen.registered, of: screen.route) ?? .push
    return (try? findPresenter(for: option, screen, routing))?.placement
      ?? (option as? any ModalOption).map { .modal($0) } ?? .push(.push)
  }

  // MARK: Provide what is below

  /// Makes the screens that are missing below the wanted one, unless one of them is refused by now.
  func provideBelow(
    _ presentation: Presentation, _ wanted: Resolution, _ routing: Routing
  ) async throws {
    guard let landed = presentation as? LandedPresentation<Controller> else { return }
    for screen in landed.missing {
      guard let resolution = screen.resolution, let option = screen.placement?.option,
        screen.made == nil
      else { continue }
      if mayBeRefused(wanted, landed, routing) { try await confirm(wanted, landed, routing) }
      // Errors name this screen.
      routing.reached = resolution
      defer { routing.reached = wanted }
      do {
        let load = try await load(resolution, option, by: landed.role, isWanted: false, routing)
        screen.load = load?.shownRoute == nil ? nil : load
        screen.made =
          if let load { load.shown } else { try await provide(resolution, option, routing) }
      } catch { throw routing.error(endedBy: error) }
    }
    if mayBeRefused(wanted, landed, routing) { try await confirm(wanted, landed, routing) }
  }

  /// Makes the screens again that the user has left while others were made; throws as `provideBelow`.
  func replaceLost(
    _ presentation: Presentation, below wanted: Resolution, _ routing: Routing
  ) async throws {
    guard let landed = presentation as? LandedPresentation<Controller> else { return }
    if let moves = routing.meanwhile?.userMoves { landed.place.stacks = moves.stacks }
    guard try landed.hasLostParents() else { return }
    try await resolveParents(of: landed, below: wanted, routing)
    try await provideBelow(landed, wanted, routing)
  }

  private func parents(
    of screen: Resolution, _ routing: Routing
  ) throws(RoutingError) -> ParentChain {
    do {
      return try tableSnapshot.parents(of: screen.route.pattern, screen.registered)
    } catch {
      // The error belongs to no routing yet: it gets this one's URL.
      throw routing.error(error, thrownBy: "", in: .observe)
    }
  }
}
