// Every move asks the observers first whether the screens leave that it would take away. The standard
// presenters use the forms that begin with `perform`, since the pipeline has asked before.
extension NavigationHost {
  /// Pushes onto the innermost stack at the top; modals without a stack above it are dismissed first.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it.
  ///   - option: How to push.
  /// - Throws: ``RoutingError/Code/noStack``, ``RoutingError/Code/modalInTheWay``,
  ///   ``RoutingError/Code/alreadyOnScreen``, ``RoutingError/Code/leaveRefused``, or what the host throws.
  public func push(
    _ controller: Controller, route: Route? = nil, option: some PushOption = .push
  ) async throws {
    try await askToLeave { leavingScreens(forPush: option, of: route) }
    try await performPush(controller, route: route, option: option)
  }

  package func leavingScreens(forPush option: some PushOption, of route: Route?) -> [LeavingScreen]
  {
    guard option.dismissesModals, let above = state.modalsAboveStack else { return [] }
    return state.leavingScreens(dismissing: above, for: route)
  }

  package func performPush(_ controller: Controller, route: Route?, option: some PushOption)
    async throws
  {
    guard let above = state.modalsAboveStack else { throw RoutingError(.noStack) }
    guard above == 0 || option.dismissesModals else { throw RoutingError(.modalInTheWay) }
    try checkIsNew(controller, in: state.layers.dropLast(above))
    try await dismissModals(above, animated: option.isAnimated)
    try await perform(.push(controller, route: route, option: option), animated: option.isAnimated)
  }

  /// Presents a modal over the top.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it.
  ///   - option: How to present.
  /// - Throws: ``RoutingError/Code/nothingOnScreen``, ``RoutingError/Code/alreadyOnScreen``, or what the
  ///   host throws.
  public func present(
    _ controller: Controller, route: Route? = nil, option: some ModalOption = .modal
  ) async throws {
    guard !state.layers.isEmpty else { throw RoutingError(.nothingOnScreen) }
    try checkIsNew(controller, in: state.layers[...])
    try await perform(
      .present(controller, route: route, option: option), animated: option.isAnimated)
  }

  /// Pushes if there is a stack at the top, else presents a modal.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it.
  ///   - animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/nothingOnScreen``, ``RoutingError/Code/alreadyOnScreen``, or what the
  ///   host throws.
  public func show(
    _ controller: Controller, route: Route? = nil, animated: Bool = true
  ) async throws {
    if state.layers.last?.stack != nil {
      try await push(controller, route: route, option: .push(animated: animated))
    } else {
      try await present(controller, route: route, option: .modal(animated: animated))
    }
  }

  /// Replaces the top by a controller.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it.
  ///   - animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/nothingOnScreen``, ``RoutingError/Code/alreadyOnScreen``,
  ///   ``RoutingError/Code/leaveRefused``, or what the host throws.
  public func replaceTop(
    _ controller: Controller, route: Route? = nil, animated: Bool = false
  ) async throws {
    try await askToLeave { leavingScreensForReplacement(by: route) }
    try await performReplaceTop(controller, route: route, animated: animated)
  }

  package func leavingScreensForReplacement(by route: Route?) -> [LeavingScreen] {
    state.leavingScreens(replacing: [state.top].compactMap(\.self), by: route)
  }

  package func performReplaceTop(_ controller: Controller, route: Route?, animated: Bool)
    async throws
  {
    guard state.top != nil else { throw RoutingError(.nothingOnScreen) }
    try checkIsNew(controller, in: state.layers[...])
    try await perform(.replaceTop(controller, route: route), animated: animated)
  }

  /// Clears everything and begins anew.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it.
  ///   - hasStack: Whether the controller is the first of a stack.
  ///   - animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/leaveRefused``, or what the host throws.
  public func setRoot(
    _ controller: Controller, route: Route? = nil, hasStack: Bool = true, animated: Bool = false
  ) async throws {
    try await askToLeave { leavingScreensForRoot(of: route) }
    try await perform(
      .setRoot(controller, route: route, hasStack: hasStack), animated: animated)
  }

  package func leavingScreensForRoot(of route: Route?) -> [LeavingScreen] {
    state.leavingScreens(replacing: state.entries, by: route)
  }

  /// Goes back to an entry: the screens above it in its stack, and the modals over it, leave.
  ///
  /// An entry in a tab that is not shown is shown again.
  ///
  /// - Parameters:
  ///   - entry: The entry to go back to.
  ///   - animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/notOnScreen``, ``RoutingError/Code/leaveRefused``, or what the host
  ///   throws.
  public func back(to entry: NavigationEntryID, animated: Bool = true) async throws {
    try await askToLeave { leavingScreens(forBackTo: entry) }
    try await performBack(to: entry, animated: animated)
  }

  package func leavingScreens(forBackTo entry: NavigationEntryID) -> [LeavingScreen] {
    guard let layer = state.layer(of: entry) else { return [] }
    return state.leavingScreens(dismissing: state.layers.count - 1 - layer, poppingTo: entry)
  }

  package func performBack(to entry: NavigationEntryID, animated: Bool) async throws {
    guard let layer = state.layer(of: entry) else { throw RoutingError(.notOnScreen) }
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
  /// - Throws: ``RoutingError/Code/nothingToLeave``, ``RoutingError/Code/leaveRefused``, or what the host
  ///   throws.
  public func pop(animated: Bool = true) async throws {
    guard let stack = state.layers.last?.stack, stack.count > 1 else {
      throw RoutingError(.nothingToPop)
    }
    let (top, below) = (stack[stack.count - 1].id, stack[stack.count - 2].id)
    try await askToLeave { state.layer(of: top) == nil ? [] : leavingScreens(forBackTo: below) }
    // A guard that was asked may have taken it away already.
    guard state.layer(of: top) != nil else { return }
    try await performBack(to: below, animated: animated)
  }

  /// Dismisses the uppermost modal with all that it holds.
  ///
  /// - Parameter animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/nothingToLeave``, ``RoutingError/Code/leaveRefused``, or what the host
  ///   throws.
  public func dismiss(animated: Bool = true) async throws {
    guard state.layers.count > 1 else { throw RoutingError(.nothingToDismiss) }
    guard let first = state.layers.last?.entries.first?.id else {
      return try await perform(.dismiss(1), animated: animated)
    }
    /// The modal and those over it; none once it has gone, while its screens were asked.
    func count() -> Int { state.layer(of: first).map { state.layers.count - $0 } ?? 0 }
    try await askToLeave { state.leavingScreens(dismissing: count()) }
    try await dismissModals(count(), animated: animated)
  }

  /// Leaves the top as it came: pops what was pushed, dismisses what was presented.
  ///
  /// - Parameter animated: Whether the transition is animated.
  /// - Throws: ``RoutingError/Code/nothingToLeave``, ``RoutingError/Code/leaveRefused``, or what the host
  ///   throws.
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
  /// - Throws: ``RoutingError/Code/noTab``, ``RoutingError/Code/leaveRefused``, or what the host throws.
  public func selectTab(_ name: String, animated: Bool = false) async throws {
    try await askToLeave { leavingScreens(forTab: name) }
    try await performSelectTab(name, animated: animated)
  }

  package func leavingScreens(forTab name: String) -> [LeavingScreen] {
    guard let index = try? index(ofTab: name) else { return [] }
    return state.leavingScreens(dismissing: state.layers.count - 1 - index.layer)
  }

  package func performSelectTab(_ name: String, animated: Bool) async throws {
    let (layer, index) = try index(ofTab: name)
    try await dismissModals(state.layers.count - 1 - layer, animated: animated)
    guard case .tabs(_, let selected)? = state.layers.last?.content, selected != index else {
      return
    }
    try await perform(.selectTab(index), animated: animated)
  }

  /// The uppermost layer that has a tab of this name, and the tab's index.
  func index(ofTab name: String) throws(RoutingError) -> (layer: Int, tab: Int) {
    var known: [String] = []
    for (layer, content) in state.layers.map(\.content).enumerated().reversed() {
      guard case .tabs(let tabs, _) = content else { continue }
      if let tab = tabs.firstIndex(where: { $0.name == name }) { return (layer, tab) }
      known += tabs.map(\.name)
    }
    throw RoutingError(.noTab(tabs: known))
  }

  /// Asks the observers about the screens that a move would take away, and about those that have come
  /// while they were asked.
  private func askToLeave(_ leavingScreens: () -> [LeavingScreen]) async throws {
    var asked: Set<NavigationEntryID?> = []
    while true {
      let new = leavingScreens().filter { !asked.contains($0.entry) }
      guard !new.isEmpty else { return }
      try await events.ask(new)
      asked.formUnion(new.map(\.entry))
    }
  }

  /// Refuses a controller that is in one of the layers already: toolkits trap on that, or ignore it.
  ///
  /// A value may be shown twice, an object may not.
  private func checkIsNew(
    _ controller: Controller, in layers: ArraySlice<NavigationState<Controller>.Layer>
  ) throws(RoutingError) {
    guard type(of: controller as Any) is any AnyObject.Type else { return }
    let object = controller as AnyObject
    for layer in layers
    where layer.entries.contains(where: { $0.controller as AnyObject === object }) {
      throw RoutingError(.alreadyOnScreen)
    }
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
  /// - Throws: ``RoutingError/Code/notOnScreen``, ``RoutingError/Code/leaveRefused``, or what the host
  ///   throws.
  public func back(to controller: Controller, animated: Bool = true) async throws {
    guard let entry = state.nearest(where: { $0.controller === controller }) else {
      throw RoutingError(.notOnScreen)
    }
    try await back(to: entry.id, animated: animated)
  }
}
