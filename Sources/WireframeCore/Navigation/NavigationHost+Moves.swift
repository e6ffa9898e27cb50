extension NavigationHost {
  /// Pushes onto the innermost stack at the top; modals without a stack above it are dismissed first.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it.
  ///   - option: How to push.
  /// - Throws: ``RoutingError/Code/noStack``, ``RoutingError/Code/modalInTheWay``, or what the host
  ///   throws.
  public func push(
    _ controller: Controller, route: Route? = nil, option: some PushOption = .push
  ) async throws {
    guard let layer = state.layers.lastIndex(where: { $0.stack != nil }) else {
      throw RoutingError(.noStack)
    }
    let above = state.layers.count - 1 - layer
    guard above == 0 || option.dismissesModals else { throw RoutingError(.modalInTheWay) }
    try await dismissModals(above, animated: option.isAnimated)
    try await perform(.push(controller, route: route), animated: option.isAnimated)
  }

  /// Presents a modal over the top.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it.
  ///   - option: How to present.
  /// - Throws: ``RoutingError/Code/nothingOnScreen``, or what the host throws.
  public func present(
    _ controller: Controller, route: Route? = nil, option: some ModalOption = .modal
  ) async throws {
    guard !state.layers.isEmpty else { throw RoutingError(.nothingOnScreen) }
    try await perform(
      .present(controller, route: route, style: option.style, hasStack: option.hasStack),
      animated: option.isAnimated)
  }

  /// Pushes if there is a stack at the top, else presents a modal.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it.
  ///   - animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/nothingOnScreen``, or what the host throws.
  public func show(
    _ controller: Controller, route: Route? = nil, animated: Bool = true
  ) async throws {
    if state.layers.last?.stack != nil {
      try await push(controller, route: route, option: .push(animated: animated))
    } else {
      try await present(controller, route: route, option: .modal(animated: animated))
    }
  }

  /// Puts a controller in the place of the top.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it.
  ///   - animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/nothingOnScreen``, or what the host throws.
  public func replaceTop(
    _ controller: Controller, route: Route? = nil, animated: Bool = false
  ) async throws {
    guard state.top != nil else { throw RoutingError(.nothingOnScreen) }
    try await perform(.replaceTop(controller, route: route), animated: animated)
  }

  /// Clears everything and begins anew.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it.
  ///   - hasStack: Whether the controller is the first of a stack.
  ///   - animated: Whether the transition is animated.
  /// - Throws: What the host throws.
  public func setRoot(
    _ controller: Controller, route: Route? = nil, hasStack: Bool = true, animated: Bool = false
  ) async throws {
    try await perform(
      .setRoot(controller, route: route, hasStack: hasStack), animated: animated)
  }

  /// Goes back to an entry: what stands above it in its stack, and the modals over it, leave.
  ///
  /// An entry in a tab that is not shown is shown again.
  ///
  /// - Parameters:
  ///   - entry: The entry to go back to.
  ///   - animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/notOnScreen``, or what the host throws.
  public func back(to entry: NavigationEntryID, animated: Bool = true) async throws {
    guard
      let layer = state.layers.lastIndex(where: { $0.entries.contains { $0.id == entry } })
    else { throw RoutingError(.notOnScreen) }
    try await dismissModals(state.layers.count - 1 - layer, animated: animated)
    if case .tabs(let tabs, let selected)? = state.layers.last?.content,
      let tab = tabs.firstIndex(where: { $0.entries.contains { $0.id == entry } }), tab != selected
    {
      try await perform(.selectTab(tab), animated: animated)
    }
    guard state.top?.id != entry else { return }
    try await perform(.pop(to: entry), animated: animated)
  }

  /// Pops the top off its stack; a modal above it is not dismissed.
  ///
  /// - Parameter animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/nothingToLeave``, or what the host throws.
  public func pop(animated: Bool = true) async throws {
    guard let stack = state.layers.last?.stack, stack.count > 1 else {
      throw RoutingError(.nothingToPop)
    }
    try await perform(.pop(to: stack[stack.count - 2].id), animated: animated)
  }

  /// Dismisses the uppermost modal with all that it holds.
  ///
  /// - Parameter animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/nothingToLeave``, or what the host throws.
  public func dismiss(animated: Bool = true) async throws {
    guard state.layers.count > 1 else { throw RoutingError(.nothingToDismiss) }
    try await perform(.dismiss(1), animated: animated)
  }

  /// Leaves the top as it came: pops what was pushed, dismisses what was presented.
  ///
  /// - Parameter animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/nothingToLeave``, or what the host throws.
  public func popOrDismiss(animated: Bool = true) async throws {
    if let stack = state.layers.last?.stack, stack.count > 1 {
      try await pop(animated: animated)
    } else {
      guard state.layers.count > 1 else { throw RoutingError(.nothingToLeave) }
      try await dismiss(animated: animated)
    }
  }

  /// Shows a tab, as it was left; modals above the tabs are dismissed first.
  ///
  /// - Parameters:
  ///   - name: The tab's name.
  ///   - animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/noTab``, or what the host throws.
  public func selectTab(_ name: String, animated: Bool = false) async throws {
    let (layer, index) = try place(ofTab: name)
    try await dismissModals(state.layers.count - 1 - layer, animated: animated)
    guard case .tabs(_, let selected)? = state.layers.last?.content, selected != index else {
      return
    }
    try await perform(.selectTab(index), animated: animated)
  }

  /// The uppermost layer that has a tab of this name, and the tab's index.
  func place(ofTab name: String) throws(RoutingError) -> (layer: Int, tab: Int) {
    var known: [String] = []
    for (layer, content) in state.layers.map(\.content).enumerated().reversed() {
      guard case .tabs(let tabs, _) = content else { continue }
      if let tab = tabs.firstIndex(where: { $0.name == name }) { return (layer, tab) }
      known += tabs.map(\.name)
    }
    throw RoutingError(.noTab(name, tabs: known))
  }

  private func dismissModals(_ count: Int, animated: Bool) async throws {
    if count > 0 { try await perform(.dismiss(count), animated: animated) }
  }
}

extension NavigationHost where Controller: AnyObject {
  /// Goes back to a controller.
  ///
  /// - Parameters:
  ///   - controller: A controller that is on screen.
  ///   - animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/notOnScreen``, or what the host throws.
  public func back(to controller: Controller, animated: Bool = true) async throws {
    guard let entry = state.nearest(where: { $0.controller === controller }) else {
      throw RoutingError(.notOnScreen)
    }
    try await back(to: entry.id, animated: animated)
  }
}
