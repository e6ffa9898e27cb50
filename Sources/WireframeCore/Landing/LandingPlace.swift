/// Where a routing's screen goes, if not on top of what is shown: what stays below it, and what has to be made.
/// It is worked out again when the screens are made, since the user may have moved meanwhile.
struct LandingPlace {
  enum Base {
    case top(tab: String?)
    case parents(tab: String?)
    /// Where the screen is already.
    case entry(NavigationEntryID, replaced: Bool)

    var entry: NavigationEntryID? { if case .entry(let entry, _) = self { entry } else { nil } }
  }

  var base: Base
  /// The screens below the wanted one; in a host with columns also those in the columns beside.
  var below: [ScreenBelow] = []
  /// The tab or the column of the wanted screen.
  var tab: String?
  /// The stacks of layers in which it lands, where the user has chosen others meanwhile: the user's stay selected.
  var stacks: [NavigationEntryID: Int] = [:]
  /// The gate's screen, and that of the step from which a flow goes back: they leave with the move.
  var leaving: [NavigationEntryID] = []
  let target: Route
  /// The wanted screen's.
  let option: any RoutingOption
  /// Whether the wanted screen may be kept if it is above its parents already.
  var keepsTarget = false

  /// Clears what is above the place. Returns the screens below the wanted one that have to be made, and whether the
  /// wanted one is there.
  func clear<Controller>(
    _ state: inout NavigationState<Controller>
  ) throws(RoutingError) -> (missing: [ScreenBelow], hasTarget: Bool) {
    for screen in leaving { state.take(away: screen) }
    switch base {
    case .top(let tab):
      if let tab { try state.select(tab: tab) }
      return (below, false)
    case .entry(let entry, let isReplaced):
      try state.goBack(to: entry)
      if isReplaced { try state.removeTop() }
      return ([], !isReplaced)
    case .parents(let tab):
      var own = 0
      var missing: [ScreenBelow] = []
      if state.hasColumns {
        own = below.lastIndex { $0.tab != tab }.map { $0 + 1 } ?? 0
        missing = clearColumns(of: &state, forFirst: own)
      }
      if let tab { try state.select(tab: tab) }
      let kept = try clearAboveParents(&state, from: own, hasTab: tab != nil)
      return (missing + below.dropFirst(own + kept), kept > below.count - own)
    }
  }

  /// Empties the columns in which one of the first so many screens below the wanted one is missing; the modals above
  /// them leave then. Returns the screens that have to be made there.
  private func clearColumns<Controller>(
    of state: inout NavigationState<Controller>, forFirst count: Int
  ) -> [ScreenBelow] {
    var missing: [ScreenBelow] = []
    for (column, stack) in state.layers[0].stacks.enumerated() {
      let own = below.indices.prefix(count).filter { below[$0].tab == stack.name }
      let areAllKept =
        stack.count >= own.count && zip(stack.entries, own).allSatisfy { isKept($0.route, at: $1) }
      if areAllKept { continue }
      state.layers = [state.layers[0]]
      state.layers[0].stacks[column].entries = []
      missing += own.map { below[$0] }
    }
    return missing
  }

  /// Clears what is above the parents from an index on. Returns how many stay, the target above them included.
  private func clearAboveParents<Controller>(
    _ state: inout NavigationState<Controller>, from own: Int, hasTab: Bool
  ) throws(RoutingError) -> Int {
    if hasTab, let root = state.layers.first, root.selectedStack.count == 0 {
      // Modals above an empty tab have nothing below them.
      state.layers = [root]
    }
    let shown = state.selectedScreens
    var best: (count: Int, last: NavigationEntryID)?
    for start in shown.indices where shown.count - start > best?.count ?? 0 {
      var count = 0
      while start + count < shown.count, isKept(shown[start + count].route, at: own + count) {
        count += 1
      }
      if count > best?.count ?? 0 { best = (count, shown[start + count - 1].id) }
    }
    if let best {
      try state.goBack(to: best.last)
      return best.count
    }
    let lowest = own < below.count ? below[own] : nil
    let new: (any RoutingOption)? = lowest.map { $0.registered?.option } ?? option
    // In a stack, a file's own comes as one all the same.
    if new is Root || hasTab && (new as? any NamedOption)?.isRoot == true {
      state.clearRoot(keepsTabs: hasTab)
      return 0
    }
    guard let first = shown.first else { return 0 }
    try state.goBack(to: first.id)
    // A modal is above all of the window.
    if lowest == nil, option is any ModalOption { return 0 }
    // The first place is taken by a screen of the same pattern, and that of a column by any.
    let isSamePattern = first.route?.pattern == (lowest?.pattern ?? target.pattern)
    if isSamePattern || state.uppermost?.kind == .columns { try state.removeTop() }
    return 0
  }

  /// Whether a screen's route is that of the parent of an index, or above them that of the wanted screen.
  private func isKept(_ route: Route?, at index: Int) -> Bool {
    guard let route, index <= below.count else { return false }
    guard index < below.count else { return keepsTarget && route.leadsToSamePlace(as: target) }
    guard let pattern = below[index].pattern else { return false }
    return route.isRoute(of: pattern, withValuesOf: target)
  }

  /// Columns are shown side by side: each screen comes into its own.
  func select<Controller>(
    column: String?, in state: inout NavigationState<Controller>
  ) throws(RoutingError) {
    if let column, state.layerCount == 1, state.hasColumns { try state.select(tab: column) }
  }

  /// Puts a screen onto the state; the first one of a tab comes into its empty stack.
  @MainActor
  func add<Controller>(
    _ entry: NavigationEntry<Controller>, by placement: Placement,
    to state: inout NavigationState<Controller>
  ) throws(RoutingError) {
    // A root that comes back into its tab takes the place of what is there, and keeps the tabs.
    if case .top(tab: _?) = base, case .root = placement { state.clearRoot(keepsTabs: true) }
    if fillsPlace(in: state, by: placement) { return state.add(entry) }
    try state.add(entry, by: placement)
  }

  /// Whether the next screen comes into the cleared place, whatever its option: a tab's first, or one that replaces.
  func fillsPlace<Controller>(
    in state: NavigationState<Controller>, by placement: Placement
  ) -> Bool {
    if case .entry(_, replaced: true) = base { return true }
    guard let layer = state.uppermost else { return false }
    // What it would replace has left already, down to its parents.
    if case .parents = base, placement.replacesTop, !below.isEmpty, state.canPush { return true }
    guard layer.kind != .stack, layer.stack.count == 0 else { return false }
    // It chooses its own.
    if case .tab = placement { return false }
    // A modal, or a new root, is for all of the window.
    if case .top(tab: nil) = base, !placement.comesIntoStack { return state.isBlank }
    if case .modal = placement, layer.kind == .columns { return state.isBlank }
    return true
  }
}

extension NavigationState {
  /// The screens of the selected stacks of all layers, from the root up.
  fileprivate var selectedScreens: [(id: NavigationEntryID, route: Route?)] {
    var screens: [(id: NavigationEntryID, route: Route?)] = []
    screens.reserveCapacity(topStack?.count ?? 0)
    var layer = uppermost
    while let current = layer {
      var place = current.stack.uppermost
      while let current = place {
        screens.append((current.entry.id, current.entry.route))
        place = current.below
      }
      layer = current.below
    }
    screens.reverse()
    return screens
  }

  /// Takes an entry away with what is above it: its modal, if it is the first there. Modals are above the shown tab.
  package mutating func take(away entry: NavigationEntryID?) {
    guard let entry, let (layer, stack, index) = place(of: entry) else { return }
    if layer > 0, index == 0 { return keepLayers(layer) }
    if layers[layer].kind == .columns || layers[layer].selected == stack { keepLayers(layer + 1) }
    layers[layer].stacks[stack].keep(index)
  }

  /// Makes room for a new root: for one that belongs to a tab or a column, in the selected one.
  mutating func clearRoot(keepsTabs: Bool) {
    guard keepsTabs, let layer = layers.first, layer.kind != .stack else { return layers = [] }
    layers = [layer]
    layers[0].stacks[layer.selected].entries = []
  }

  /// A tab that was noted, unless the app has set another root since.
  func known(tab: String?) -> String? {
    guard let tab, (try? stack(named: tab)) != nil else { return nil }
    return tab
  }

  /// Shows a tab; the modals over its layer stay if it is shown already.
  mutating func select(tab name: String) throws(RoutingError) {
    let (layer, stack) = try stack(named: name)
    if layers[layer].selected != stack { try selectStack(named: name) }
  }
}

/// A screen below the wanted one. A reference, since what is found out about it is noted as the routing goes on.
final class ScreenBelow {
  /// Its pattern, whose values are the wanted screen's; nil for a home, and for one that comes back.
  let pattern: RoutePattern?
  let registered: RouteRecord?
  var isHome = false
  let tab: String?
  /// Nil until it is known to be missing.
  var resolution: Resolution?
  /// How it is put below the next one; nil until it is known to be missing.
  var placement: Placement?
  /// Nil if it was on screen already, or until it is made.
  var made: Any?
  /// What is being made while its placeholder is there.
  var load: (any PendingScreen)?

  init(_ parent: Parent) {
    pattern = parent.pattern
    registered = parent.registered
    tab = parent.tab
  }

  /// A screen that comes back, or a home, for which the observers were asked.
  init(_ resolution: Resolution, tab: String?) {
    pattern = nil
    registered = resolution.registered
    self.tab = tab
    self.resolution = resolution
  }
}
