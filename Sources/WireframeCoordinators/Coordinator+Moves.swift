public import WireframeCore

extension Coordinator {
  // MARK: Showing

  /// Pushes another coordinator onto the stack of this one's screen, and starts it.
  ///
  /// Modals over that stack are dismissed first.
  ///
  /// - Parameters:
  ///   - other: The coordinator; this one retains it until its screen leaves.
  ///   - animated: Whether the transition is animated.
  /// - Throws: ``/WireframeCore/RoutingError/Code/noStack`` if the screen is in no stack, or the other coordinator
  ///   brings one; `RoutingError.Code.dismissalRejected`, ``/WireframeCore/RoutingError/Code/notOnScreen``,
  ///   ``/WireframeCore/RoutingError/Code/alreadyOnScreen``; what the other coordinator or the host throws.
  public func push(_ other: any Coordinator<Controller>, animated: Bool = true) async throws {
    let place = try place()
    guard let own = place.stack?[place.index].id else {
      throw RoutingError(.noStackAround(coordinator: roleName(self)))
    }
    guard !(other is NavigationCoordinator<Controller>) else {
      throw RoutingError(.stackInStack(coordinator: roleName(other)))
    }
    try allowDismissal(of: place.above)
    try await show(other) { [host = place.host] controller in
      let entry = NavigationEntry(controller, option: Push.push(animated: animated))
      // Its own stack, whichever is selected when its turn comes.
      let clear = { (state: inout NavigationState<Controller>) throws(RoutingError) -> Void in
        guard let (layer, stack, _) = state.place(of: own) else { throw RoutingError(.notOnScreen) }
        try state.goBack(to: state.layers[layer].stacks[stack].top?.id ?? own)
      }
      let push = NavigationOperation<Controller> { state throws(RoutingError) in
        try clear(&state)
        try state.place(entry, by: .push(.push(animated: animated)), isNew: true)
      }
      try await host.leave(animated, with: push, clear)
    }
  }

  /// Presents another coordinator as a modal over the top, or as a presenter of the app's own does, and starts it.
  ///
  /// A presenter that the app has added to the root's wireframe comes first; its event's route has no pattern and an
  /// empty URL. It has to show on the root's host.
  ///
  /// ```swift
  /// try await go.present(FilterCoordinator(), option: .drawer)
  /// ```
  ///
  /// - Parameters:
  ///   - other: The coordinator; this one retains it until its screen leaves.
  ///   - option: How to present: a modal option, or one that a presenter of the app's own takes; a
  ///     ``NavigationCoordinator`` always gets its stack in a modal.
  /// - Throws: ``/WireframeCore/RoutingError/Code/notOnScreen``, also if the app's presenter shows it elsewhere;
  ///   ``/WireframeCore/RoutingError/Code/alreadyOnScreen``, `RoutingError.Code.noPresenter`; in a window that has
  ///   closed `RoutingError.Code.cancelled`; what the other coordinator, the presenter or the host throws.
  public func present(
    _ other: any Coordinator<Controller>, option: some RoutingOption = .modal
  ) async throws {
    let host = try place().host
    let wireframe = node.scene?.router as? Wireframe<Controller>
    try await show(other) { controller in
      if let wireframe, try await wireframe.present(controller, byOwnPresenterOf: option) {
        // The user may have been faster than the presenter.
        guard other.isOnScreen || !other.node.isComing else { throw other.notOnScreen }
        return
      }
      guard let option = option as? any ModalOption else {
        throw RoutingError(.noOwnPresenter(option: "\(type(of: option))"))
      }
      let entry = NavigationEntry(controller, option: option)
      let hasStack = option.hasStack || other is NavigationCoordinator<Controller>
      let modal = NavigationOperation<Controller> { state throws(RoutingError) in
        try host.events.checkUncovered()
        try state.place(entry, by: .modal(.modal(option.style, hasStack: hasStack)), isNew: true)
      }
      try await host.perform(modal, animated: option.isAnimated)
    }
  }

  /// Pushes another coordinator if this one's screen is in a stack, else presents it.
  ///
  /// A ``NavigationCoordinator`` is always presented.
  ///
  /// - Parameters:
  ///   - other: The coordinator; this one retains it until its screen leaves.
  ///   - animated: Whether the transition is animated.
  /// - Throws: What ``push(_:animated:)`` or ``present(_:option:)`` throws.
  public func pushOrPresent(
    _ other: any Coordinator<Controller>, animated: Bool = true
  ) async throws {
    guard try place().stack != nil, !(other is NavigationCoordinator<Controller>) else {
      return try await present(other, option: .modal(animated: animated))
    }
    try await push(other, animated: animated)
  }

  // MARK: Leaving

  /// Pops the coordinator's screen off its stack, with everything above it.
  ///
  /// - Parameter animated: Whether the transition is animated.
  /// - Throws: ``/WireframeCore/RoutingError/Code/nothingToLeave`` for the first of a stack,
  ///   `RoutingError.Code.dismissalRejected`, ``/WireframeCore/RoutingError/Code/notOnScreen``; what the host throws.
  public func pop(animated: Bool = true) async throws {
    let place = try place()
    guard let stack = place.stack, place.index > 0 else { throw RoutingError(.nothingToPop) }
    try allowDismissal(of: stack[place.index...] + place.above)
    try await place.host.back(to: stack[place.index - 1].id, animated: animated)
  }

  /// Dismisses the modal of the coordinator's screen, with everything over it.
  ///
  /// - Parameter animated: Whether the transition is animated.
  /// - Throws: ``/WireframeCore/RoutingError/Code/nothingToLeave`` if it is in no modal,
  ///   `RoutingError.Code.dismissalRejected`, ``/WireframeCore/RoutingError/Code/notOnScreen``; what the host throws.
  public func dismiss(animated: Bool = true) async throws {
    let place = try place()
    guard place.layer > 0 else { throw RoutingError(.nothingToDismiss) }
    let modal = place.host.state.layers[place.layer]
    try allowDismissal(of: modal.entries + place.above)
    try await place.host.leave(animated) { $0.removeLayers(from: modal.id) }
  }

  /// Leaves as the coordinator's screen came: pops what was pushed, dismisses what was presented.
  ///
  /// - Parameter animated: Whether the transition is animated.
  /// - Throws: What ``pop(animated:)`` or ``dismiss(animated:)`` throws.
  public func popOrDismiss(animated: Bool = true) async throws {
    let place = try place()
    if place.index > 0 { return try await pop(animated: animated) }
    guard place.layer > 0 else { throw RoutingError(.nothingToLeave) }
    try await dismiss(animated: animated)
  }

  // MARK: Routing

  /// The host of the coordinator's screen, or its last one.
  ///
  /// - Throws: ``/WireframeCore/RoutingError/Code/notOnScreen`` if it was never shown, or the host is gone.
  public var host: any NavigationHost<Controller> {
    get throws(RoutingError) {
      guard let host = node.scene?.host else { throw notOnScreen }
      return host
    }
  }

  /// The wireframe that the root coordinator was connected with.
  ///
  /// - Throws: `RoutingError.Code.noRouter` if there is none, or it is gone.
  public var router: any Router {
    get throws(RoutingError) {
      guard let router = node.scene?.router else {
        throw RoutingError(.noRouter(coordinator: roleName(self)))
      }
      return router
    }
  }

  /// Routes to a URL through the whole pipeline of the wireframe, guards included.
  ///
  /// - Parameters:
  ///   - urlText: The URL's text.
  ///   - payload: Objects to pass with the request.
  ///   - option: How to present.
  /// - Returns: The result: an observer may have stopped or redirected the request.
  /// - Throws: ``/WireframeCore/RoutingError``; also `RoutingError.Code.noRouter`.
  @discardableResult
  public func route(
    to urlText: String, payload: RoutingPayload = [:], option: (any RoutingOption)? = nil
  ) async throws(RoutingError) -> RoutingSummary {
    try await router.route(to: urlText, payload: payload, option: option)
  }

  /// Shows another coordinator by a move of the host.
  private func show(
    _ other: any Coordinator<Controller>, by move: (Controller) async throws -> Void
  ) async throws {
    guard let scene = node.scene else { throw notOnScreen }
    if scene.isClosed { throw RoutingError(.closed) }
    let controller = try other.controller
    // The screen that comes for another one would be taken for this one's.
    if !other.node.isShown, scene.nodes(of: controller).contains(where: \.isComing) {
      throw RoutingError(.alreadyOnScreen)
    }
    try other.join(scene, under: self)
    try await other.startAndShow { try await move(controller) }
  }

  /// The position of the coordinator's screen on its host.
  private func place() throws(RoutingError) -> CoordinatorPlace<Controller> {
    guard node.isShown, let host = node.scene?.host, let controller = node.controller,
      let place = CoordinatorPlace(of: controller, on: host)
    else { throw notOnScreen }
    return place
  }

  /// Asks the coordinators of all entries that would leave, the uppermost first.
  private func allowDismissal(
    of entries: some BidirectionalCollection<NavigationEntry<Controller>>
  ) throws(RoutingError) {
    try node.scene?.allowDismissal(of: entries.reversed().map(\.controller), in: nil)
  }
}

extension Coordination
where Controller: Coordinated, Controller.CoordinatedController == Controller {
  /// Asks the coordinators of a controller that would leave: those of one scene, or of all for nil.
  func allowDismissal(
    of controller: Controller, in scene: CoordinatorScene<Controller>?
  ) throws(RoutingError) {
    for claimant in coordinators {
      // A coordinator that is about to be shown takes over the screen of the one that would leave.
      let coordinator = claimant.node.isComing ? claimant.node.previous : claimant
      // A stack stays as long as its first screen stays.
      guard let coordinator, coordinator.node.controller === controller,
        scene == nil || coordinator.node.scene === scene
      else { continue }
      guard coordinator.allowsDismissal else {
        throw RoutingError(.dismissalRejected(coordinator: roleName(coordinator)))
      }
    }
  }
}

/// The position of a controller on a host.
@MainActor
private struct CoordinatorPlace<Controller: Coordinated>
where Controller.CoordinatedController == Controller {
  let host: any NavigationHost<Controller>
  let layer: Int
  /// The controller's stack, or its tab's; nil if it is in none.
  let stack: [NavigationEntry<Controller>]?
  /// The controller's index in the stack; 0 without one.
  let index: Int

  init?(of controller: Controller, on host: any NavigationHost<Controller>) {
    for (layer, content) in host.state.layers.enumerated().reversed() {
      // A container has the position of the child that it shows.
      for stack in [content.selectedStack] + content.stacks {
        guard
          let index = stack.entries.lastIndex(where: { $0.controller === controller })
            ?? stack.entries.firstIndex(where: { stands($0.controller, in: controller) })
        else { continue }
        (self.host, self.layer, self.index) = (host, layer, index)
        self.stack = stack.canPush ? stack.entries : nil
        return
      }
    }
    return nil
  }

  /// The modals over the controller's layer.
  var above: [NavigationEntry<Controller>] { host.state.layers[(layer + 1)...].flatMap(\.entries) }
}
