// The stage *land*: between the presenter that is found and the leave guards that are asked.
extension Wireframe {
  /// The host on which screens land: that of the outermost wireframe.
  var host: (any NavigationHost<Controller>)? { outermost.ownHost }

  /// Whether a routing's screen may land otherwise than on top.
  func hasPlace(_ hop: Hop, _ routing: Routing) -> Bool {
    routing.gateToLeave = routing.gateToLeave ?? openGateScreen(before: hop, routing)
    return hop.registered?.place != nil || hop.route.hasPlacingRequest
      || routing.gateToLeave != nil || !routing.kept.isEmpty
  }

  /// Finds out where a routing's screen lands, and asks the observers of the parents that are missing.
  ///
  /// - Returns: The presentation as it was, if the screen lands on top.
  func land(
    _ presentation: Presentation, _ hop: Hop, _ routing: Routing
  ) async throws -> Presentation {
    guard let host, let plan = try plan(of: presentation, hop, host.state, routing) else {
      return presentation
    }
    let landed = LandedPresentation(presentation, on: host, plan)
    try landed.settle()
    try await askAboutParents(of: landed, below: hop, routing)
    return landed
  }

  /// Asks the observers of the parents that have to be made; those that they refuse are left out.
  private func askAboutParents(
    of landed: LandedPresentation<Controller>, below hop: Hop, _ routing: Routing
  ) async throws {
    var refused: [Int] = []
    for index in landed.missing.reversed() {
      let parent = landed.parent(index)
      if let missing = try parent.hop ?? self.hop(to: parent, below: hop.route, routing) {
        landed.set(missing, ofParent: index, by: placement(of: missing, routing))
        if try await letsPass(missing, routing) { continue }
      }
      refused.append(index)
    }
    try landed.remove(parents: refused)
  }

  /// Makes the parents that the user has taken away while others were made.
  func replaceLostParents(
    of presentation: Presentation, below hop: Hop, _ routing: Routing
  ) async throws {
    guard let landed = presentation as? LandedPresentation<Controller>, try landed.hasLostParents()
    else { return }
    try await askAboutParents(of: landed, below: hop, routing)
    try await provideParents(of: landed, routing)
  }

  private func plan(
    of presentation: Presentation, _ hop: Hop, _ state: NavigationState<Controller>,
    _ routing: Routing
  ) throws(RoutingError) -> LandingPlan<Controller>? {
    let request = hop.route.request
    // The screen of a question is its own: another one's answer would come to nobody.
    let isAsked = request.waiter?.waitsAgain == false
    var rule = request.ifPresented ?? hop.registered?.place?.ifPresented ?? .presentAgain
    if isAsked, rule == .bringToFront { rule = .replace }
    func plan(
      _ base: LandingPlan<Controller>.Base, _ parents: [ParentPlace] = [], tab: String? = nil
    ) -> LandingPlan<Controller> {
      LandingPlan(
        base: base, parents: parents, tab: tab,
        gate: base.entry == routing.gateToLeave ? nil : routing.gateToLeave, target: hop.route,
        isTargetRoot: presentation.option is Root,
        keepsTarget: rule != .replace && request.payload.isEmpty && !isAsked)
    }
    // A presenter that goes back to a screen has found the place itself.
    if presentation.hasController { return routing.gateToLeave == nil ? nil : plan(.top(tab: nil)) }
    if rule != .presentAgain,
      let standing = state.nearest(where: { $0.route?.leadsToSamePlace(as: hop.route) == true })
    {
      return plan(.entry(standing.id, replaced: rule == .replace))
    }
    if !routing.kept.isEmpty, routing.redirects.isEmpty {
      var below: [ParentPlace] = []
      for request in routing.kept {
        let hop = try self.hop(to: request, in: tableSnapshot, routing)
        below.append(ParentPlace(hop, tab: try parents(of: hop, routing).tab))
      }
      return plan(.top(tab: below[0].tab), below, tab: try parents(of: hop, routing).tab)
    }
    if request.landsUnderParents {
      let chain = try parents(of: hop, routing)
      let below = state.layers.first?.kind == .columns ? chain.all : chain.inStack
      if !below.isEmpty || chain.tab != nil {
        return plan(.parents(tab: chain.tab), below, tab: chain.tab)
      }
    } else if hop.registered?.place?.tab != nil,
      let chain = try? parents(of: hop, routing), chain.inStack.isEmpty
    {
      // The first screen of a tab stands only there.
      return plan(.parents(tab: chain.tab))
    }
    return routing.gateToLeave == nil ? nil : plan(.top(tab: nil))
  }

  /// How a parent is put below its child: by its route's standard option, else by a push.
  private func placement(of parent: Hop, _ routing: Routing) -> Placement {
    let option = parent.namedOption ?? defaultOption(for: parent.registered) ?? .push
    let presentation = try? findPresenter(for: option, parent, routing)
    return presentation?.placement ?? .push(.push)
  }

  /// Makes the parents that are missing.
  func provideParents(of presentation: Presentation, _ routing: Routing) async throws {
    guard let landed = presentation as? LandedPresentation<Controller> else { return }
    let route = routing.route
    for index in landed.missing {
      let place = landed.parent(index)
      guard let parent = place.hop, let placement = place.placement, place.made == nil else {
        continue
      }
      // Errors name the parent.
      routing.route = parent.route
      let controller = try await provide(parent, placement.option, routing)
      landed.take(controller, asParent: index)
    }
    routing.route = route
  }
}
