/// Everything that is on screen, as a value: the root and the modals over it.
///
/// Printed, it draws itself as a tree.
public struct NavigationState<Controller>: DescribedValue {
  /// Screens of which one covers the other: the one stack of a layer, that of a tab, or a column.
  public struct Stack {
    /// The name of the tab or the column; empty for the only stack of a layer.
    public let name: String
    /// The screens, from the first to the top; may be empty.
    ///
    /// Complexity: O(*n*), since the stack holds them as a list from the top down.
    public var entries: [NavigationEntry<Controller>] {
      get { uppermost?.entries(above: 0) ?? [] }
      set {
        uppermost = nil
        for entry in newValue { push(entry) }
      }
    }
    /// Whether screens can be pushed; otherwise it holds one screen alone.
    public let canPush: Bool
    /// The entry at the top, with those below it; nil for an empty stack.
    var uppermost: StackedEntry<Controller>?

    /// Makes a stack.
    ///
    /// - Parameters:
    ///   - name: The name of the tab or the column.
    ///   - entries: The screens.
    ///   - canPush: Whether screens can be pushed.
    public init(
      name: String = "", entries: [NavigationEntry<Controller>] = [], canPush: Bool = true
    ) {
      self.name = name
      self.canPush = canPush
      self.entries = entries
    }
  }

  /// The root, or a modal over it.
  public struct Layer: Identifiable {
    /// Identifies the layer as long as it is shown.
    public let id: NavigationEntryID
    /// What its stacks are.
    public let kind: LayerKind
    /// Its stacks; at least one.
    public var stacks: [Stack]
    /// The index of the stack that is shown, or onto which screens are pushed.
    public var selected: Int
    /// How it covers the layer below; nil for the root.
    public let style: ModalStyle?

    /// Makes a layer.
    ///
    /// - Parameters:
    ///   - id: Identifies the layer as long as it is shown.
    ///   - kind: What its stacks are.
    ///   - stacks: Its stacks; at least one.
    ///   - selected: The index of the stack that is shown.
    ///   - style: How it covers the layer below; nil for the root.
    public init(
      id: NavigationEntryID, kind: LayerKind = .stack, stacks: [Stack], selected: Int = 0,
      style: ModalStyle? = nil
    ) {
      precondition(stacks.indices.contains(selected), "A layer needs a stack to show.")
      self.id = id
      self.kind = kind
      self.stacks = stacks
      self.selected = selected
      self.style = style
    }
  }

  /// The root, then the modals from bottom to top; empty before anything is on screen.
  ///
  /// Complexity: O(*n*), since the state holds them as a list from the top down.
  public var layers: [Layer] {
    get { layers(above: 0) }
    set {
      uppermost = nil
      for layer in newValue { uppermost = StackedLayer(layer, above: uppermost) }
    }
  }
  /// The layer at the top, with those below it; nil for none.
  var uppermost: StackedLayer<Controller>?

  /// Makes a state of layers: the root, then the modals from bottom to top.
  public init(layers: [Layer] = []) { self.layers = layers }

  /// The state as a tree, a line a screen.
  public var description: String {
    guard !layers.isEmpty else { return "(nothing on screen)" }
    return layers.flatMap(\.lines).joined(separator: "\n")
  }

  /// The entry at the top: of the uppermost modal, in its selected tab or column, at the end of its stack.
  public var top: NavigationEntry<Controller>? { topStack?.top }

  /// The route of the screen at the top; nil if code put it there without a route.
  public var currentRoute: Route? { top?.route }

  package var canPush: Bool { topStack?.canPush ?? false }

  var layerCount: Int { uppermost?.count ?? 0 }

  private func layers(above count: Int) -> [Layer] { uppermost?.layers(above: count) ?? [] }

  var hasColumns: Bool { uppermost?.root.kind == .columns }

  /// The stack of the top layer that is shown, or onto which screens are pushed.
  var topStack: Stack? { uppermost?.stack }

  /// The shown stack from the root up, then the modals from bottom to top.
  public var shown: [NavigationEntry<Controller>] {
    let layers = layers
    return layers.count == 1 ? layers[0].shown : layers.reduce(into: []) { $0 += $1.shown }
  }

  /// All entries, those of tabs that are not shown included.
  public var entries: [NavigationEntry<Controller>] {
    let layers = layers
    return layers.count == 1 ? layers[0].entries : layers.reduce(into: []) { $0 += $1.entries }
  }

  /// The uppermost entry of what is shown that fits, else one of the tabs that are not shown.
  package func nearest(
    where fits: (NavigationEntry<Controller>) -> Bool
  ) -> NavigationEntry<Controller>? {
    let layers = layers
    for index in (0..<layers.count).reversed() {
      let layer = layers[index]
      let entry =
        layer.kind == .columns
        ? layer.last(where: fits) : layer.selectedStack.uppermost?.last(where: fits)
      if let entry { return entry }
    }
    for index in (0..<layers.count).reversed() where layers[index].stacks.count > 1 {
      if let entry = layers[index].last(where: fits) { return entry }
    }
    return nil
  }

  /// The nearest screen of the place to which a route leads.
  package func nearest(of route: Route) -> NavigationEntry<Controller>? {
    nearest { $0.route?.leadsToSamePlace(as: route) == true }
  }

  package func layer(of entry: NavigationEntryID) -> Int? { place(of: entry)?.layer }

  /// The indices of an entry's layer, of its stack there, and of the entry itself. Complexity: O(*n*) in the entries
  /// above it.
  package func place(of entry: NavigationEntryID) -> (layer: Int, stack: Int, index: Int)? {
    uppermost?.place(of: entry)
  }

  /// Whether one state is the other unmoved; two that were made apart, of the same screens, are not.
  func isUnmoved(since other: NavigationState) -> Bool { uppermost === other.uppermost }

  /// The entries that another state does not have, from the lowest up; also a screen whose placeholder that has.
  /// Complexity: O(*n*) in the layers and the entries above those that are common to both, where moves have made one of
  /// the other.
  func entries(missingIn other: NavigationState) -> [NavigationEntry<Controller>] {
    let own = entries(besides: other)
    guard !own.isEmpty else { return own }
    var arePlaceholders: [NavigationEntryID: Bool] = [:]
    for entry in other.entries(besides: self) { arePlaceholders[entry.id] = entry.isPlaceholder }
    return own.filter { entry in
      guard let isPlaceholder = arePlaceholders[entry.id] else { return true }
      return isPlaceholder && !entry.isPlaceholder
    }
  }

  /// The entries above those that are in the same place of another state.
  private func entries(besides other: NavigationState) -> [NavigationEntry<Controller>] {
    var entries: [NavigationEntry<Controller>] = []
    let shared = uppermost?.sharedCount(with: other.uppermost) ?? 0
    let (layers, others) = (layers(above: shared), other.layers(above: shared))
    for layer in 0..<layers.count {
      for stack in 0..<layers[layer].stacks.count {
        guard let uppermost = layers[layer].stacks[stack].uppermost else { continue }
        var common = 0
        if layer < others.count, stack < others[layer].stacks.count {
          common = layers[layer].stacks[stack].commonCount(with: others[layer].stacks[stack])
        }
        for entry in uppermost.entries(above: common) { entries.append(entry) }
      }
    }
    return entries
  }

  /// The uppermost layer that has a tab or a column of a name, and its index there.
  package func stack(named name: String) throws(RoutingError) -> (layer: Int, stack: Int) {
    var known: [String] = []
    for (layer, content) in layers.enumerated().reversed() where content.kind != .stack {
      if let stack = content.stacks.firstIndex(where: { $0.name == name }) { return (layer, stack) }
      known += content.stacks.map(\.name)
    }
    throw RoutingError(.noTab(name: name, tabs: known))
  }
}

/// What the stacks of a layer are. More kinds may come: a `switch` needs a default.
public enum LayerKind: String, Hashable, Sendable {
  /// One stack, or one screen alone.
  case stack
  /// Tabs, of which one is shown.
  case tabs
  /// The columns of a split view, side by side where there is room; pushes go to the selected one.
  case columns
}

extension NavigationState.Layer {
  /// The entries that the user sees or can go back to: the one screen, the shown stack, or all columns.
  package var shown: [NavigationEntry<Controller>] {
    kind == .columns ? entries : selectedStack.entries
  }

  /// All entries, those of the tabs that are not shown included.
  package var entries: [NavigationEntry<Controller>] {
    stacks.count == 1 ? stacks[0].entries : stacks.reduce(into: []) { $0 += $1.entries }
  }

  /// The stack that is shown, or onto which screens are pushed.
  public var selectedStack: NavigationState<Controller>.Stack { stacks[selected] }

  /// The entry at the top of the selected stack.
  public var top: NavigationEntry<Controller>? { selectedStack.top }

  /// The uppermost entry of the last stack that has one which fits.
  fileprivate func last(
    where fits: (NavigationEntry<Controller>) -> Bool
  ) -> NavigationEntry<Controller>? {
    for stack in stacks.reversed() {
      if let entry = stack.uppermost?.last(where: fits) { return entry }
    }
    return nil
  }

  fileprivate var lines: [String] {
    let place = style.map { "modal (\($0 == .sheet ? "sheet" : "full screen"))" } ?? "root"
    if kind == .stack {
      guard stacks[0].canPush || stacks[0].entries.isEmpty else {
        return ["\(place): \(Self.title(of: stacks[0].entries[0]))"]
      }
      return ["\(place), stack"] + Self.branches(stacks[0].entries.map(Self.title))
    }
    let mark = kind == .tabs ? " (shown)" : " (selected)"
    var lines = ["\(place), \(kind.rawValue)"]
    for (index, stack) in stacks.enumerated() {
      let isLast = index == stacks.count - 1
      let head = stack.name.escaped + (index == selected ? mark : "")
      lines.append((isLast ? "└─ " : "├─ ") + head)
      lines += Self.branches(stack.entries.map(Self.title)).map { (isLast ? "   " : "│  ") + $0 }
    }
    return lines
  }

  /// A screen's own description, which stays on its line.
  private static func title(of entry: NavigationEntry<Controller>) -> String {
    "\(entry.controller)".escaped
  }

  private static func branches(_ names: [String]) -> [String] {
    names.enumerated().map { ($0.offset == names.count - 1 ? "└─ " : "├─ ") + $0.element }
  }
}

extension NavigationState: Equatable where Controller: Equatable {}
extension NavigationState.Layer: Equatable where Controller: Equatable {}
extension NavigationState.Stack: Equatable where Controller: Equatable {}

extension NavigationState: Sendable where Controller: Sendable {}
extension NavigationState.Layer: Sendable where Controller: Sendable {}
extension NavigationState.Stack: Sendable where Controller: Sendable {}

package struct PlannedScreen: Sendable {}

extension NavigationState {
  /// The same screens, to which a plan adds others that are not made.
  package var planned: NavigationState<Any> {
    NavigationState<Any>(
      layers: layers.map { layer in
        .init(
          id: layer.id, kind: layer.kind,
          stacks: layer.stacks.map { stack in
            .init(
              name: stack.name,
              entries: stack.entries.map {
                .init(id: $0.id, controller: $0.controller, route: $0.route, option: $0.option)
              }, canPush: stack.canPush)
          }, selected: layer.selected, style: layer.style)
      })
  }
}
