/// One thing that a host does, as a change of its state.
///
/// A host brings its screens to ``target(from:)``, in one transition where it can. The public ones are the user's
/// moves; an app moves a host by its methods, such as ``NavigationHost/push(_:route:option:)``.
public struct NavigationOperation<Controller> {
  private let change: @MainActor (inout NavigationState<Controller>) throws(RoutingError) -> Void
  /// Who makes the move: the user, if a host has asked the leave guards before it does what the user wants.
  package let cause: NavigationChange<Controller>.Cause

  package init(
    by cause: NavigationChange<Controller>.Cause = .app,
    _ change: @escaping @MainActor (inout NavigationState<Controller>) throws(RoutingError) -> Void
  ) {
    self.cause = cause
    self.change = change
  }

  /// What is to be on screen afterwards; for hosts.
  ///
  /// - Parameter state: What is on screen now, with no transition running.
  /// - Returns: The state to bring the screens to. New screens are entries that were not in the state before.
  /// - Throws: A navigation code of ``RoutingError`` if the operation does not fit the state.
  @MainActor public func target(
    from state: NavigationState<Controller>
  ) throws(RoutingError) -> NavigationState<Controller> {
    var target = state
    try change(&target)
    return target
  }

  /// Puts a controller onto the shown stack of the top layer.
  @MainActor
  package static func push(
    _ controller: Controller, route: Route?, option: any PushOption
  ) -> Self {
    let entry = NavigationEntry(controller, route: route, option: option)
    return Self { state throws(RoutingError) in try state.push(entry) }
  }

  /// Removes all entries above one from the shown stack of the top layer: that one is at the top afterwards.
  public static func pop(to entry: NavigationEntryID) -> Self {
    Self { state throws(RoutingError) in try state.pop(to: entry) }
  }

  /// Puts a controller over the top, in a stack of its own or alone, as the option says.
  @MainActor
  package static func present(
    _ controller: Controller, route: Route?, option: any ModalOption
  ) -> Self {
    let entry = NavigationEntry(controller, route: route, option: option)
    return Self { state throws(RoutingError) in try state.present(entry, option) }
  }

  /// Dismisses so many modals, from the uppermost one down.
  public static func dismiss(_ count: Int) -> Self {
    Self { state throws(RoutingError) in try state.dismiss(count) }
  }

  /// Shows the tab of the top layer at an index, or selects that column.
  public static func selectTab(_ index: Int) -> Self {
    Self { state throws(RoutingError) in try state.selectStack(index) }
  }
}

@available(*, unavailable)
extension NavigationOperation: Sendable {}

// MARK: - Changes of a state

extension NavigationState {
  mutating func push(_ entry: NavigationEntry<Controller>) throws(RoutingError) {
    guard topStack?.canPush == true else { throw RoutingError(.noStack) }
    add(entry)
  }

  mutating func add(_ entry: NavigationEntry<Controller>) { uppermost = uppermost?.adding(entry) }

  /// Takes away the modals above the first so many layers.
  mutating func keepLayers(_ count: Int) {
    while let layer = uppermost, layer.count > count { uppermost = layer.below }
  }

  @MainActor mutating func present(
    _ entry: NavigationEntry<Controller>, _ option: any ModalOption
  ) throws(RoutingError) {
    guard let below = uppermost else { throw RoutingError(.nothingOnScreen) }
    uppermost = below.adding(
      Layer(
        id: NavigationEntryID(), stacks: [Stack(entries: [entry], canPush: option.hasStack)],
        style: option.style))
  }

  @MainActor mutating func setRoot(_ entry: NavigationEntry<Controller>, hasStack: Bool) {
    layers = [Layer(id: NavigationEntryID(), stacks: [Stack(entries: [entry], canPush: hasStack)])]
  }

  mutating func pop(to entry: NavigationEntryID) throws(RoutingError) {
    guard let stack = topStack, stack.canPush, let index = stack.index(of: entry)
    else { throw RoutingError(.notOnScreen) }
    uppermost = uppermost?.keeping(index + 1)
  }

  mutating func dismiss(_ count: Int) throws(RoutingError) {
    guard (1..<max(layerCount, 1)).contains(count) else { throw RoutingError(.nothingToDismiss) }
    keepLayers(layerCount - count)
  }

  package mutating func removeLayers(from modal: NavigationEntryID) {
    var layer = uppermost
    while let current = layer {
      layer = current.below
      if current.id == modal { return uppermost = layer }
    }
  }

  mutating func removeTop() throws(RoutingError) {
    guard let stack = topStack, stack.count > 0 else { throw RoutingError(.nothingOnScreen) }
    uppermost = uppermost?.keeping(stack.count - 1)
  }

  mutating func selectStack(_ index: Int) throws(RoutingError) {
    guard let layer = uppermost?.layer, layer.kind != .stack, layer.stacks.indices.contains(index)
    else { throw RoutingError(.noTab(name: nil, tabs: [])) }
    uppermost = uppermost?.showing(index, keeping: layer.stacks[index].count)
  }

  /// Removes the modals over an entry's layer, and the screens above it in its stack, which is selected.
  package mutating func goBack(to entry: NavigationEntryID) throws(RoutingError) {
    guard let (layer, stack, index) = place(of: entry) else { throw RoutingError(.notOnScreen) }
    keepLayers(layer + 1)
    uppermost = uppermost?.showing(stack, keeping: index + 1)
  }

  /// Takes away the modals above the innermost stack.
  mutating func dismissModals(allowed isAllowed: Bool) throws(RoutingError) {
    var layer = uppermost
    while let modal = layer, !modal.stack.canPush { layer = modal.below }
    if layer == nil { throw RoutingError(.noStack) }
    guard layer === uppermost || isAllowed else { throw RoutingError(.modalInTheWay) }
    uppermost = layer
  }

  /// Shows a tab or a column by its name; the modals above its layer leave.
  mutating func selectStack(named name: String) throws(RoutingError) {
    let (layer, stack) = try stack(named: name)
    keepLayers(layer + 1)
    if uppermost?.selected != stack { try selectStack(stack) }
  }
}
