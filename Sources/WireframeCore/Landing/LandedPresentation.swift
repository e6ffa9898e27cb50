/// A presentation whose screen does not just go on top: the screens below it come with it, in one move where possible.
final class LandedPresentation<Controller>: Presentation {
  private let inner: Presentation
  private let host: any NavigationHost<Controller>
  var place: LandingPlace { didSet { cleared = nil } }
  /// What the place clears, as long as the user does not move.
  private var cleared: Cleared?
  /// The screens below that have to be made.
  private(set) var missing: [ScreenBelow] = []

  init(_ inner: Presentation, on host: any NavigationHost<Controller>, _ place: LandingPlace) {
    (self.inner, self.host, self.place) = (inner, host, place)
    super.init(inner.option)
    if let existing = inner.controller { take(existing, isNew: inner.isNew) }
    (load, asked) = (inner.load, inner.asked)
  }

  private struct Cleared {
    let before: NavigationState<Controller>
    let after: NavigationState<Controller>
    /// Whether the wanted screen is there.
    let hasTarget: Bool
  }

  override var role: Any { inner.role }

  override var placement: Placement? { inner.placement }

  override var parentRoutes: [Route] {
    place.below.compactMap { $0.made == nil ? nil : $0.resolution?.route }
  }

  override var hasParents: Bool { !place.below.isEmpty }

  /// Whether it just goes on top of the stack in which it was wanted.
  var isOnTop: Bool {
    if case .top(tab: nil) = place.base { place.leaving.isEmpty && !hasParents } else { false }
  }

  var screensBelow: [Resolution] { missing.compactMap { $0.resolution } }

  override var loads: [any PendingScreen] { missing.compactMap { $0.load } + super.loads }

  override func take(_ controller: Any, isNew: Bool) {
    super.take(controller, isNew: isNew)
    if isNew { inner.take(controller, isNew: true) } else { load = nil }
  }

  /// Finds out what is on screen: takes the wanted screen over, or notes which screens below it are missing.
  @MainActor
  func settle() throws(RoutingError) {
    let cleared = try cleared(host.state)
    if cleared.hasTarget, let top = cleared.after.top { take(top.controller, isNew: false) }
  }

  /// Whether screens below have to be made now that were there before, or whose observers were not asked.
  @MainActor
  func hasLostParents() throws(RoutingError) -> Bool {
    _ = try cleared(host.state)
    return missing.contains { $0.made == nil }
  }

  private func cleared(_ state: NavigationState<Controller>) throws(RoutingError) -> Cleared {
    if let cleared, state.isUnmoved(since: cleared.before) { return cleared }
    if case .entry(let old, replaced: true) = place.base, state.layer(of: old) == nil {
      // The user has left what it was to replace.
      place.base = .top(tab: nil)
    }
    var after = state
    _ = after.select(place.stacks)
    let found = try place.clear(&after)
    missing = found.missing
    // Something may fill the place of a home by now.
    if missing.contains(where: { $0.isHome }), after.layers.first?.top != nil {
      missing.removeAll { $0.isHome }
    }
    let cleared = Cleared(before: state, after: after, hasTarget: found.hasTarget)
    self.cleared = cleared
    return cleared
  }

  /// The place that nothing fills yet, once what leaves has left: the root, or a tab; nil if there is something.
  @MainActor
  func emptyPlace() throws(RoutingError) -> EmptyPlace? {
    let after = try cleared(host.state).after
    // A screen that is replaced leaves no place empty.
    guard after.layers.count <= 1, place.base.entry == nil else { return nil }
    let first = after.layers.first
    if first?.top != nil || first?.kind == .columns { return nil }
    let lowest = missing.first.map { $0.placement } ?? inner.placement
    guard let root = first, root.kind == .tabs else {
      if case .root? = lowest { return nil }
      return lowest == nil ? nil : .root
    }
    // A new root of the tab fills that itself.
    switch (place.base, lowest) {
    case (.parents, .root?), (.top(tab: _?), .root?): return nil
    default: return .tab(root.selectedStack.name)
    }
  }

  @MainActor
  override func leavingScreens(for route: Route) -> [LeavingScreen] {
    // What the parents' options take away leaves, too: the state is worked out as in a plan.
    guard let after = try? plannedState(for: route) else { return [] }
    let leaving = host.state.planned.leavingScreens(to: after, showing: route)
    return inner.placement == nil ? leaving + inner.leavingScreens(for: route) : leaving
  }

  @MainActor
  override func show(_ event: RoutingEvent) async throws {
    do {
      try await land(event.route)
      if inner.placement == nil, isNew || inner.hasController { try await inner.show(event) }
    } catch { throw RoleError(of: role, error) }
  }

  /// Does all of it in one operation; without placement, all but the wanted screen.
  @MainActor
  private func land(_ route: Route) async throws {
    let controller = inner.placement == nil ? nil : taken as? Controller
    let operation = NavigationOperation<Controller> { state throws(RoutingError) in
      let chosen = state.select(self.place.stacks)
      let cleared = try self.cleared(state)
      state = cleared.after
      try self.put(controller, route, cleared.hasTarget, on: &state) { $0.made as? Controller }
      _ = state.select(chosen)
      if let asked = self.asked {
        try self.host.events.check(cleared.before.leavingScreens(to: state), besides: asked)
        // A presenter of the app's own may take away what comes now: nobody has used that yet.
        self.asked = asked.union(state.entries(missingIn: cleared.before).map { $0.id })
      }
    }
    try await host.perform(operation, animated: inner.placement?.isAnimated ?? false)
    if controller != nil, isNew, cleared?.hasTarget == true, let top = cleared?.after.top {
      // Another routing has brought it while it was made.
      take(top.controller, isNew: false)
    }
    cleared = nil  // A caller that waits for the screen does not keep those alive that have left.
  }

  /// Puts what is missing onto a cleared state, with the wanted screen unless that is nil, or a presenter of the app's
  /// own shows it; `made` is the controller of a screen below it. Throws if the host cannot show it so.
  @MainActor
  private func put<Screen>(
    _ controller: Screen?, _ route: Route, _ hasTarget: Bool,
    on state: inout NavigationState<Screen>, made: (ScreenBelow) -> Screen?
  ) throws(RoutingError) {
    for parent in missing {
      try place.select(column: parent.tab, in: &state)
      guard let placement = parent.placement, let screen = made(parent) else { continue }
      let entry = NavigationEntry(
        screen, route: parent.load?.shownRoute ?? parent.resolution?.route.absolute,
        option: placement.option)
      try state.checkIsNew(entry)
      try place.add(entry, by: placement, to: &state)
    }
    guard let controller, let placement = inner.placement else {
      // The app's presenter fills a modal's stack by a push only, else it brings a modal of its own.
      let isEmpty = state.layerCount > 1 && state.uppermost?.layer.entries.isEmpty == true
      if isEmpty, !(option is any PushOption) { try state.dismiss(1) }
      return
    }
    guard isNew else {
      if inner.hasController, !inner.isNew {
        try state.clear(by: placement, for: route)
      } else if !hasTarget {
        // The user has taken it away meanwhile.
        throw RoutingError(.notOnScreen)
      }
      return
    }
    // Another routing has brought it while it was made.
    if hasTarget { return }
    try place.select(column: place.tab, in: &state)
    let entry = NavigationEntry(controller, route: route, option: placement.option)
    if !place.fillsPlace(in: state, by: placement) { try state.clear(by: placement, for: route) }
    try state.checkIsNew(entry)
    try place.add(entry, by: placement, to: &state)
  }

  @MainActor
  override func plannedState(for route: Route) throws -> NavigationState<Any>? {
    let cleared = try cleared(host.state)
    var state = cleared.after.planned
    try put(PlannedScreen() as Any, route, cleared.hasTarget, on: &state) { _ in PlannedScreen() }
    return state
  }
}

enum EmptyPlace: Hashable {
  case root
  case tab(String)
}

extension NavigationState {
  /// Selects stacks of layers, and returns those that were selected before.
  package mutating func select(_ stacks: [NavigationEntryID: Int]) -> [NavigationEntryID: Int] {
    guard !stacks.isEmpty else { return [:] }
    var before: [NavigationEntryID: Int] = [:]
    for (index, layer) in layers.enumerated() {
      guard let stack = stacks[layer.id], layer.stacks.indices.contains(stack) else { continue }
      before[layer.id] = layer.selected
      layers[index].selected = stack
    }
    return before
  }
}
