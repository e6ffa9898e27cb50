// Every move is refused while a lock covers the screens, and asks the leave guards about those that it would take away.
// The standard presenters call `place`, since the pipeline has asked before.
extension NavigationHost {
  /// Pushes onto the innermost stack at the top; modals without a stack above it are dismissed first.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it; one of a former owner is ``RoutingError/Code/stopped``.
  ///   - option: How to push.
  /// - Throws: ``RoutingError/Code/noStack``, ``RoutingError/Code/modalInTheWay``, ``RoutingError/Code/leaveRefused``,
  ///   ``RoutingError/Code/alreadyOnScreen``, ``RoutingError/Code/covered``, or what a guard or the host throws.
  public func push(
    _ controller: Controller, route: Route? = nil, option: some PushOption = .push
  ) async throws {
    try await bring(controller, route, by: .push(option))
  }

  /// Presents a modal over the top.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it; one of a former owner is ``RoutingError/Code/stopped``.
  ///   - option: How to present.
  /// - Throws: ``RoutingError/Code/nothingOnScreen``, ``RoutingError/Code/alreadyOnScreen``,
  ///   ``RoutingError/Code/covered``, or what the host throws.
  public func present(
    _ controller: Controller, route: Route? = nil, option: some ModalOption = .modal
  ) async throws {
    try await bring(controller, route, by: .modal(option))
  }

  /// Pushes if there is a stack at the top, else presents a modal.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it; one of a former owner is ``RoutingError/Code/stopped``.
  ///   - animated: Whether the transition is animated.
  /// - Throws: As ``present(_:route:option:)``.
  public func show(
    _ controller: Controller, route: Route? = nil, animated: Bool = true
  ) async throws {
    try await bring(controller, route, by: .show(.show(animated: animated)))
  }

  /// Replaces the top by a controller.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it; one of a former owner is ``RoutingError/Code/stopped``.
  ///   - animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/nothingOnScreen``, ``RoutingError/Code/alreadyOnScreen``,
  ///   ``RoutingError/Code/leaveRefused``, ``RoutingError/Code/covered``, or what a guard or the host throws.
  public func replaceTop(
    _ controller: Controller, route: Route? = nil, animated: Bool = false
  ) async throws {
    try await bring(controller, route, by: .replaceTop(.replaceTop(animated: animated)))
  }

  /// Removes everything and shows a new root.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it; one of a former owner is ``RoutingError/Code/stopped``.
  ///   - hasStack: Whether the controller is the first of a stack.
  ///   - animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/leaveRefused``, ``RoutingError/Code/covered``, or what a guard or the host throws.
  public func setRoot(
    _ controller: Controller, route: Route? = nil, hasStack: Bool = true, animated: Bool = false
  ) async throws {
    try await bring(controller, route, by: .root(.root(hasStack: hasStack, animated: animated)))
  }

  /// Brings a screen, once those may leave that it takes away.
  private func bring(
    _ controller: Controller, _ route: Route?, by placement: Placement
  ) async throws {
    let entry = NavigationEntry(controller, route: route, option: placement.option)
    let operation = NavigationOperation<Controller> { state throws(RoutingError) in
      try state.place(entry, by: placement, isNew: true)
    }
    try await leave(placement.isAnimated, showing: route, with: operation) {
      state throws(RoutingError) in
      try state.clear(by: placement, for: route)
    }
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
    let back = NavigationOperation<Controller> { state throws(RoutingError) in
      try state.goBack(to: entry)
    }
    try await leave(animated, with: back) { state throws(RoutingError) in
      state = try back.target(from: state)
    }
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
    let pop = NavigationOperation<Controller> { [events] state throws(RoutingError) in
      try events.checkUncovered()
      // A guard that was asked may have taken it away already.
      if state.layer(of: top) != nil { try state.goBack(to: below) }
    }
    guard events.mayAsk else { return try await perform(pop, animated: animated) }
    try await leave(animated) { state throws(RoutingError) in state = try pop.target(from: state) }
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
      if let root = state.uppermost, root.stack.count > 1 { state.uppermost = root.keeping(1) }
    }
  }

  /// Takes screens away, also those that come before the host is free, once the leave guards let them go; `former` were
  /// asked about before. An operation that does more than that is done even if nothing leaves.
  package func leave(
    _ animated: Bool, by mover: NavigationChange<Controller>.Cause = .app,
    showing route: Route? = nil, with operation: NavigationOperation<Controller>? = nil,
    besides former: Set<NavigationEntryID?> = [],
    _ change: @escaping (inout NavigationState<Controller>) throws(RoutingError) -> Void
  ) async throws {
    var asked = former
    while true {
      asked = try await askToLeave(showing: route, besides: asked, change)
      let before = state
      if operation == nil {
        var after = before
        try change(&after)
        // There is nothing to leave, or the user was faster.
        guard !after.isUnmoved(since: before) else { return }
      }
      let move = NavigationOperation<Controller>(by: mover) {
        [self, asked] state throws(RoutingError) in
        try events.checkUncovered()
        if events.mayAsk {
          try events.check(state.leavingScreens(with: change, showing: route), besides: asked)
        }
        if let operation { state = try operation.target(from: state) } else { try change(&state) }
      }
      do {
        try await perform(move, animated: animated)
      } catch let error as RoutingError where error.underlyingError is OthersHaveCome { continue }
      // What has left was above a tab without screens.
      guard operation == nil, state.top == nil else { return }
      events.follow?(NavigationChange(from: before, to: state, by: .app))
      return
    }
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
    let before = state
    try await leave(animated) { state throws(RoutingError) in try state.selectStack(named: name) }
    events.follow?(NavigationChange(from: before, to: state, by: .app))
  }

  /// Asks the leave guards about the screens that a move would take away, and about those that have come while they
  /// were asked. Returns all about which they were asked.
  @discardableResult
  package func askToLeave(
    showing route: Route? = nil, besides former: Set<NavigationEntryID?> = [],
    _ change: (inout NavigationState<Controller>) throws(RoutingError) -> Void
  ) async throws -> Set<NavigationEntryID?> {
    var asked = former
    while true {
      try events.checkUncovered()
      guard events.mayAsk else { return asked }
      asked.formUnion(AskedToLeave.entries)
      let new = state.leavingScreens(with: change, showing: route, besides: asked)
      guard !new.isEmpty else { return asked }
      try await events.ask(new)
      asked.formUnion(new.map(\.entry))
    }
  }
}

/// The screens about which leave guards were asked before a presenter moves the host in this task.
enum AskedToLeave {
  @TaskLocal static var entries: Set<NavigationEntryID?> = []
}

/// Says that a move would take screens away about which nobody was asked.
struct OthersHaveCome: Error {}

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
