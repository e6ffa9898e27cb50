/// Where a routing's screen comes to stand, otherwise than on top: what is kept below it, and what has to be made.
///
/// It is worked out again when the screens are there, since the user may have moved meanwhile.
struct LandingPlan<Controller> {
  enum Base {
    /// On top of what is shown, in a tab.
    case top(tab: String?)
    /// Above the parents, in the tab.
    case parents(tab: String?)
    /// Where a screen stands already.
    case entry(NavigationEntryID, replaced: Bool)

    var entry: NavigationEntryID? {
      if case .entry(let entry, _) = self { entry } else { nil }
    }
  }

  /// What of the plan does not stand.
  struct Standing {
    /// The parents that have to be made.
    var missing: [Int]
    /// Whether the wanted screen stands already.
    var hasTarget = false
  }

  let base: Base
  /// The screens below the wanted one; in a host with columns also those in the columns beside.
  var parents: [ParentPlace] = []
  /// The tab or the column of the wanted screen.
  var tab: String?
  /// The gate's screen, which leaves with the move.
  var gate: NavigationEntryID?
  let target: Route
  /// Whether the wanted screen's option is a new root.
  let isTargetRoot: Bool
  /// Whether the wanted screen may be kept if it stands above its parents.
  let keepsTarget: Bool

  /// Clears what is above the place, and says what of the parents and the target stands.
  func clear(_ state: inout NavigationState<Controller>) throws(RoutingError) -> Standing {
    if let gate { state.take(away: gate) }
    switch base {
    case .top(let tab):
      if let tab { try state.select(tab: tab) }
      return Standing(missing: Array(parents.indices))
    case .entry(let entry, let isReplaced):
      try state.goBack(to: entry)
      if isReplaced { try state.removeTop() }
      return Standing(missing: [], hasTarget: !isReplaced)
    case .parents(let tab):
      var own = 0
      var missing: [Int] = []
      if state.layers.first?.kind == .columns {
        own = parents.lastIndex { $0.tab != tab }.map { $0 + 1 } ?? 0
        missing = state.clearColumns { column in
          parents[..<own].indices.filter { parents[$0].tab == column }
        } stands: { entry, index in
          stands(entry.route, at: index)
        }
      }
      if let tab { try state.select(tab: tab) }
      let standing = try clearAboveParents(&state, from: own, hasTab: tab != nil)
      return Standing(
        missing: missing + parents.indices.dropFirst(own + standing),
        hasTarget: standing > parents.count - own)
    }
  }

  /// Puts what is missing onto a cleared state; without placement or controller, all but the wanted screen.
  @MainActor
  func land(
    _ controller: Controller?, by placement: Placement?, of route: Route, isNew: Bool,
    goesBack: Bool, behind standing: Standing, in state: inout NavigationState<Controller>
  ) throws(RoutingError) {
    try addParents(standing.missing, to: &state)
    guard let placement, let controller else { return }
    guard isNew else {
      if goesBack {
        try placement.clear(&state, for: route)
      } else if !standing.hasTarget {
        // The user has taken it away meanwhile.
        throw RoutingError(.notOnScreen)
      }
      return
    }
    try select(column: tab, in: &state)
    let entry = NavigationEntry(controller, route: route, option: placement.option)
    if !fillsPlace(in: state) { try placement.clear(&state, for: route) }
    try state.checkIsNew(entry)
    try add(entry, by: placement, to: &state)
  }

  /// Clears what is above the parents from an index on.
  ///
  /// - Returns: How many of them stand, the target behind them included.
  private func clearAboveParents(
    _ state: inout NavigationState<Controller>, from own: Int, hasTab: Bool
  ) throws(RoutingError) -> Int {
    if hasTab, let root = state.layers.first, root.selectedStack.count == 0 {
      // Modals above an empty tab have nothing to stand on.
      state.layers = [root]
    }
    let shown = state.selectedScreens
    var best: (count: Int, last: NavigationEntryID)?
    for start in shown.indices where shown.count - start > best?.count ?? 0 {
      var count = 0
      while start + count < shown.count, stands(shown[start + count].route, at: own + count) {
        count += 1
      }
      if count > best?.count ?? 0 { best = (count, shown[start + count - 1].id) }
    }
    if let best {
      try state.goBack(to: best.last)
      return best.count
    }
    let lowest = own < parents.count ? parents[own] : nil
    if lowest.map({ $0.registered?.option is Root }) ?? isTargetRoot {
      state.clearRoot(keepsTabs: hasTab)
      return 0
    }
    guard let first = shown.first else { return 0 }
    try state.goBack(to: first.id)
    // The first place is taken by a screen of the same pattern, and that of a column by any.
    let isSamePattern = first.route?.pattern == (lowest?.pattern ?? target.pattern)
    if isSamePattern || state.layers.last?.kind == .columns { try state.removeTop() }
    return 0
  }

  /// Whether a screen's route is that of the parent of an index, or behind them that of the wanted screen.
  private func stands(_ route: Route?, at index: Int) -> Bool {
    guard let route, index <= parents.count else { return false }
    guard index < parents.count else { return keepsTarget && route.leadsToSamePlace(as: target) }
    guard let pattern = parents[index].pattern else { return false }
    return route.isRoute(of: pattern, withValuesOf: target)
  }

  /// Puts the parents that were made onto the state.
  @MainActor
  func addParents(
    _ missing: [Int], to state: inout NavigationState<Controller>
  ) throws(RoutingError) {
    for index in missing {
      let parent = parents[index]
      try select(column: parent.tab, in: &state)
      guard let placement = parent.placement, let controller = parent.made as? Controller else {
        continue
      }
      let entry = NavigationEntry(
        controller, route: parent.hop?.route.absolute, option: placement.option)
      try state.checkIsNew(entry)
      try add(entry, by: placement, to: &state)
    }
  }

  /// Columns stand side by side: each screen comes into its own.
  private func select(
    column: String?, in state: inout NavigationState<Controller>
  ) throws(RoutingError) {
    if let column, state.layers.count == 1, state.layers[0].kind == .columns {
      try state.select(tab: column)
    }
  }

  /// Puts a screen onto the state; the first one of a tab comes into its empty stack.
  @MainActor
  func add(
    _ entry: NavigationEntry<Controller>, by placement: Placement,
    to state: inout NavigationState<Controller>
  ) throws(RoutingError) {
    if fillsPlace(in: state) {
      state.add(entry)
    } else {
      try placement.add(entry, to: &state)
    }
  }

  /// Whether the next screen comes into the place that was cleared, whatever its option says: the first one of a tab,
  /// and one that replaces another.
  func fillsPlace(in state: NavigationState<Controller>) -> Bool {
    if case .entry(_, replaced: true) = base { return true }
    guard !state.layers.isEmpty else { return false }
    let layer = state.layers[state.layers.count - 1]
    return layer.stacks.count > 1 && layer.selectedStack.count == 0
  }
}

extension NavigationState {
  /// Empties the columns in which not all of the screens stand that belong there.
  ///
  /// - Parameters:
  ///   - wanted: The indices of the screens that belong into a column, from its first on.
  ///   - stands: Whether an entry is the screen of an index.
  /// - Returns: The indices of the screens that do not stand.
  fileprivate mutating func clearColumns(
    _ wanted: (String) -> [Int], stands: (NavigationEntry<Controller>, Int) -> Bool
  ) -> [Int] {
    var missing: [Int] = []
    for column in layers[0].stacks.indices {
      let stack = layers[0].stacks[column]
      let indices = wanted(stack.name)
      let allStand =
        stack.count >= indices.count
        && zip(stack.entries, indices).allSatisfy { stands($0, $1) }
      if !allStand {
        layers[0].stacks[column].entries = []
        missing += indices
      }
    }
    return missing
  }

  /// The screens of the selected stacks of all layers, from the root up.
  fileprivate var selectedScreens: [(id: NavigationEntryID, route: Route?)] {
    var screens: [(id: NavigationEntryID, route: Route?)] = []
    for layer in layers.reversed() {
      var place = layer.selectedStack.uppermost
      while let current = place {
        screens.append((current.entry.id, current.entry.route))
        place = current.below
      }
    }
    return screens.reversed()
  }

  /// Takes an entry away with what is above it: its modal, if it is the first there.
  mutating func take(away entry: NavigationEntryID) {
    guard let (layer, stack, index) = place(of: entry) else { return }
    if layer > 0, index == 0 {
      layers.removeLast(layers.count - layer)
    } else {
      layers.removeLast(layers.count - 1 - layer)
      layers[layer].stacks[stack].keep(index)
    }
  }

  /// Makes room for a new root: for one that belongs to a tab or a column, in the selected one.
  mutating func clearRoot(keepsTabs: Bool) {
    guard keepsTabs, let layer = layers.first, layer.kind != .stack else { return layers = [] }
    layers = [layer]
    layers[0].stacks[layer.selected].entries = []
  }

  /// Shows a tab; what stands over its layer stays if it is shown already.
  mutating func select(tab name: String) throws(RoutingError) {
    let (layer, stack) = try stack(named: name)
    if layers[layer].selected != stack { try selectStack(named: name) }
  }
}
