// Every move is refused while a lock covers the screens, and asks the leave guards about those that it would take away.
// The standard presenters call `place`, since the pipeline has asked before.
extension NavigationHost {
  /// Pushes onto the innermost stack at the top; modals without a stack above it are dismissed first.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it.
  ///   - option: How to push.
  /// - Throws: ``RoutingError/Code/noStack``, ``RoutingError/Code/modalInTheWay``, ``RoutingError/Code/leaveRefused``,
  ///   ``RoutingError/Code/alreadyOnScreen``, ``RoutingError/Code/covered``, or what a guard or the host throws.
  public func push(
    _ controller: Controller, route: Route? = nil, option: some PushOption = .push
  ) async throws {
    try await ask(about: .push(option), route)
    try await place(controller, route: route, by: .push(option))
  }

  /// Presents a modal over the top.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it.
  ///   - option: How to present.
  /// - Throws: ``RoutingError/Code/nothingOnScreen``, ``RoutingError/Code/alreadyOnScreen``,
  ///   ``RoutingError/Code/covered``, or what the host throws.
  public func present(
    _ controller: Controller, route: Route? = nil, option: some ModalOption = .modal
  ) async throws {
    try events.checkUncovered()
    try await place(controller, route: route, by: .modal(option))
  }

  /// Pushes if there is a stack at the top, else presents a modal.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it.
  ///   - animated: Whether the transition is animated.
  /// - Throws: As ``present(_:route:option:)``.
  public func show(
    _ controller: Controller, route: Route? = nil, animated: Bool = true
  ) async throws {
    try events.checkUncovered()
    try await place(controller, route: route, by: .show(.show(animated: animated)))
  }

  /// Replaces the top by a controller.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it.
  ///   - animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/nothingOnScreen``, ``RoutingError/Code/alreadyOnScreen``,
  ///   ``RoutingError/Code/leaveRefused``, ``RoutingError/Code/covered``, or what a guard or the host throws.
  public func replaceTop(
    _ controller: Controller, route: Route? = nil, animated: Bool = false
  ) async throws {
    let placement = Placement.replaceTop(.replaceTop(animated: animated))
    try await ask(about: placement, route)
    try await place(controller, route: route, by: placement)
  }

  /// Removes everything and shows a new root.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it.
  ///   - hasStack: Whether the controller is the first of a stack.
  ///   - animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/leaveRefused``, ``RoutingError/Code/covered``, or what a guard or the host throws.
  public func setRoot(
    _ controller: Controller, route: Route? = nil, hasStack: Bool = true, animated: Bool = false
  ) async throws {
    let placement = Placement.root(.root(hasStack: hasStack, animated: animated))
    try await ask(about: placement, route)
    try await place(controller, route: route, by: placement)
  }

  /// Goes back to an entry: the screens above it in its stack, and the modals over it, leave.
  ///
  /// An entry in a tab that is not shown is shown again.
  ///
  /// - Parameters:
  ///   - entry: The entry to go back to.
  ///   - animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/notOnScreen``, ``RoutingError/Code/leaveRefused``, ``RoutingError/Code/covered``, or
  ///   what a guard or the host throws.
  public func back(to entry: NavigationEntryID, animated: Bool = true) async throws {
    try await askToLeave { try? $0.goBack(to: entry) }
    try await performBack(to: entry, animated: animated)
  }

  package func performBack(to entry: NavigationEntryID, animated: Bool) async throws {
    try await perform(
      NavigationOperation { state throws(RoutingError) in try state.goBack(to: entry) },
      animated: animated)
  }

  /// Pops the top off its stack; a modal above it is not dismissed.
  ///
  /// - Parameter animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/nothingToLeave``, ``RoutingError/Code/leaveRefused``, ``RoutingError/Code/covered``,
  ///   or what a guard or the host throws.
  public func pop(animated: Bool = true) async throws {
    try events.checkUncovered()
    guard let place = state.topStack?.uppermost, let below = place.below?.entry.id else {
      throw RoutingError(.nothingToPop)
    }
    let top = place.entry.id
    try await askToLeave { target in
      if target.layer(of: top) != nil { try? target.goBack(to: below) }
    }
    // A guard that was asked may have taken it away already.
    if state.layer(of: top) != nil { try await performBack(to: below, animated: animated) }
  }

  /// Dismisses the uppermost modal with all that it holds.
  ///
  /// - Parameter animated: Whether the transition is animated.
  /// - Throws: As ``pop(animated:)``.
  public func dismiss(animated: Bool = true) async throws {
    try events.checkUncovered()
    guard let modal = state.uppermost?.id, state.layerCount > 1 else {
      throw RoutingError(.nothingToDismiss)
    }
    try await leave(animated) { $0.removeLayers(from: modal) }
  }

  /// Dismisses all modals; does nothing if there is none.
  ///
  /// - Parameter animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/leaveRefused``, ``RoutingError/Code/covered``, or what a guard or the host throws.
  public func dismissAll(animated: Bool = true) async throws {
    try await leave(animated) { $0.keepLayers(1) }
  }

  /// Goes back to the first screen of the stack that the root shows; all modals are dismissed.
  ///
  /// - Parameter animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/leaveRefused``, ``RoutingError/Code/covered``, or what a guard or the host throws.
  public func backToRoot(animated: Bool = true) async throws {
    try await leave(animated) { state in
      state.keepLayers(1)
      state.uppermost = state.uppermost?.keeping(1)
    }
  }

  package func leave(
    _ animated: Bool, _ change: @escaping (inout NavigationState<Controller>) -> Void
  ) async throws {
    try await askToLeave(change)
    let before = state
    var after = before
    change(&after)
    // There is nothing to leave, or the user was faster.
    guard !after.hasSameScreens(as: before) else { return try events.checkUncovered() }
    try await perform(NavigationOperation { change(&$0) }, animated: animated)
    // What has left was above a tab without screens.
    if state.top == nil { events.follow?(NavigationChange(from: before, to: state, by: .app)) }
  }

  /// Leaves the top as it came: pops what was pushed, dismisses what was presented.
  ///
  /// - Parameter animated: Whether the transition is animated.
  /// - Throws: As ``pop(animated:)``.
  public func popOrDismiss(animated: Bool = true) async throws {
    try events.checkUncovered()
    if let stack = state.topStack, stack.count > 1 { return try await pop(animated: animated) }
    guard state.layerCount > 1 else { throw RoutingError(.nothingToLeave) }
    try await dismiss(animated: animated)
  }

  /// Shows a tab, as it was left; modals above the tabs are dismissed first. The wireframe fills one without screens.
  ///
  /// - Parameters:
  ///   - name: The tab's name.
  ///   - animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/noTab``, ``RoutingError/Code/covered``, ``RoutingError/Code/leaveRefused``, or what
  ///   a guard or the host throws.
  public func selectTab(_ name: String, animated: Bool = false) async throws {
    try await ask(about: .tab(.tab(name)), nil)
    let place = try state.stack(named: name)
    let before = state
    if place.layer != state.layers.count - 1 || state.layers[place.layer].selected != place.stack {
      try await perform(
        NavigationOperation { state throws(RoutingError) in try state.selectStack(named: name) },
        animated: animated)
    }
    events.follow?(NavigationChange(from: before, to: state, by: .app))
  }

  package func ask(about placement: Placement, _ route: Route?) async throws {
    try await askToLeave(by: placement.cause, showing: placement.bringsScreen ? route : nil) {
      try? $0.clear(by: placement, for: route)
    }
  }

  /// Asks the leave guards about the screens that a move would take away, and about those that have come while they
  /// were asked.
  package func askToLeave(
    by cause: LeavingScreen.Cause? = nil, showing route: Route? = nil,
    _ change: (inout NavigationState<Controller>) -> Void
  ) async throws {
    var asked: Set<NavigationEntryID?> = []
    while true {
      try events.checkUncovered()
      guard events.mayAsk else { return }
      var target = state
      change(&target)
      let leaving = state.leavingScreens(to: target, showing: route, by: cause)
      let new = leaving.filter { !asked.contains($0.entry) }
      guard !new.isEmpty else { return }
      try await events.ask(new)
      asked.formUnion(new.map(\.entry))
    }
  }
}

extension NavigationHost where Controller: AnyObject {
  /// Goes back to a controller.
  ///
  /// - Parameters:
  ///   - controller: A controller that is on screen.
  ///   - animated: Whether the transition is animated.
  /// - Throws: As for an entry.
  public func back(to controller: Controller, animated: Bool = true) async throws {
    guard let entry = state.nearest(where: { $0.controller === controller }) else {
      throw RoutingError(.notOnScreen)
    }
    try await back(to: entry.id, animated: animated)
  }
}
