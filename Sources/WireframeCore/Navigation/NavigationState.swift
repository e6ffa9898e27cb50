/// A controller on screen.
public struct NavigationEntry<Controller>: Identifiable {
  /// The stay's identifier.
  public let id: NavigationEntryID
  /// The controller.
  public let controller: Controller
  /// The route that brought it, or nil if code put it there without a route.
  public let route: Route?
  /// How it was presented; nil if code put it there in a way of its own.
  public let option: (any RoutingOption)?

  /// Makes the entry of a new stay.
  ///
  /// - Parameters:
  ///   - controller: The controller.
  ///   - route: The route that brings it; nil for none.
  ///   - option: How it is presented; nil for a way of the app's own.
  @MainActor
  public init(_ controller: Controller, route: Route? = nil, option: (any RoutingOption)? = nil) {
    self.init(id: NavigationEntryID(), controller: controller, route: route, option: option)
  }

  /// Makes an entry with an identifier that is known already.
  ///
  /// - Parameters:
  ///   - id: The stay's identifier.
  ///   - controller: The controller.
  ///   - route: The route that brought it; nil for none.
  ///   - option: How it was presented; nil for a way of the app's own.
  public init(
    id: NavigationEntryID, controller: Controller, route: Route?,
    option: (any RoutingOption)? = nil
  ) {
    self.id = id
    self.controller = controller
    self.route = route
    self.option = option
  }
}

extension NavigationEntry: Sendable where Controller: Sendable {}

extension NavigationEntry: Equatable where Controller: Equatable {
  /// Whether both are the same stay of the same controller; route and option never change during a stay.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.controller == right.controller
  }
}

/// Everything that is on screen, as a value: the root and the modals over it.
///
/// Printed, it draws itself as a tree.
public struct NavigationState<Controller> {
  /// Screens of which one covers the other: the one stack of a layer, that of a tab, or a column.
  public struct Stack {
    /// The name of the tab or the column; empty for the only stack of a layer.
    public let name: String
    /// The screens, from the first to the top; may be empty.
    public var entries: [NavigationEntry<Controller>]
    /// Whether screens can be pushed; otherwise it holds one screen alone.
    public let canPush: Bool

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
      self.entries = entries
      self.canPush = canPush
    }
  }

  /// What the stacks of a layer are. More kinds may come.
  public struct Kind: Hashable, Sendable, CustomStringConvertible {
    /// The kind's name.
    public let description: String

    /// One stack, or one screen alone.
    public static var stack: Kind { Kind(description: "stack") }
    /// Tabs, of which one is shown.
    public static var tabs: Kind { Kind(description: "tabs") }
    /// The columns of a split view, side by side where there is room; pushes go to the selected one.
    public static var columns: Kind { Kind(description: "columns") }
  }

  /// The root, or a modal over it.
  public struct Layer: Identifiable {
    /// Identifies the layer as long as it stands.
    public let id: NavigationEntryID
    /// What its stacks are.
    public let kind: Kind
    /// Its stacks; at least one.
    public var stacks: [Stack]
    /// The index of the stack that is shown, or onto which screens are pushed.
    public var selected: Int
    /// How it covers the layer below; nil for the root.
    public let style: ModalStyle?

    /// Makes a layer.
    ///
    /// - Parameters:
    ///   - id: Identifies the layer as long as it stands.
    ///   - kind: What its stacks are.
    ///   - stacks: Its stacks; at least one.
    ///   - selected: The index of the stack that is shown.
    ///   - style: How it covers the layer below; nil for the root.
    public init(
      id: NavigationEntryID, kind: Kind = .stack, stacks: [Stack], selected: Int = 0,
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
  public var layers: [Layer]

  /// Makes a state.
  ///
  /// - Parameter layers: The root, then the modals from bottom to top.
  public init(layers: [Layer] = []) { self.layers = layers }
}

extension NavigationState.Layer {
  /// The stack onto which screens are pushed, or nil if the layer shows one screen alone.
  public var stack: [NavigationEntry<Controller>]? {
    get { stacks[selected].canPush ? stacks[selected].entries : nil }
    set {
      guard let newValue, stacks[selected].canPush else { return }
      stacks[selected].entries = newValue
    }
  }

  /// The entries that the user sees or can go back to: the one screen, the shown stack, or all columns.
  public var shown: [NavigationEntry<Controller>] {
    kind == .columns ? entries : stacks[selected].entries
  }

  /// All entries, those of the tabs that are not shown included.
  public var entries: [NavigationEntry<Controller>] {
    stacks.count == 1 ? stacks[0].entries : stacks.flatMap(\.entries)
  }

  /// The entry at the top of the selected stack.
  public var top: NavigationEntry<Controller>? { stacks[selected].entries.last }
}

extension NavigationState {
  /// The entry at the top: of the uppermost modal, in its selected tab or column, at the end of its stack.
  public var top: NavigationEntry<Controller>? { layers.last?.top }

  /// The shown stack from the root up, then the modals from bottom to top.
  public var shown: [NavigationEntry<Controller>] { layers.flatMap(\.shown) }

  /// All entries, those of tabs that are not shown included.
  public var entries: [NavigationEntry<Controller>] { layers.flatMap(\.entries) }

  /// The uppermost entry of what is shown that fits, else one of the tabs that are not shown.
  package func nearest(
    where fits: (NavigationEntry<Controller>) -> Bool
  ) -> NavigationEntry<Controller>? {
    shown.last(where: fits) ?? entries.last(where: fits)
  }

  /// The layer of an entry.
  package func layer(of entry: NavigationEntryID) -> Int? {
    layers.lastIndex { $0.entries.contains { $0.id == entry } }
  }

  /// The number of modals above the innermost stack; nil without a stack.
  var modalsAboveStack: Int? {
    layers.lastIndex { $0.stack != nil }.map { layers.count - 1 - $0 }
  }

  /// The uppermost layer that has a tab or a column of a name, and its index there.
  package func stack(named name: String) throws(RoutingError) -> (layer: Int, stack: Int) {
    var known: [String] = []
    for (layer, content) in layers.enumerated().reversed() where content.kind != .stack {
      if let stack = content.stacks.firstIndex(where: { $0.name == name }) { return (layer, stack) }
      known += content.stacks.map(\.name)
    }
    throw RoutingError(.noTab(tabs: known))
  }
}

extension NavigationState: Equatable where Controller: Equatable {}
extension NavigationState.Layer: Equatable where Controller: Equatable {}
extension NavigationState.Stack: Equatable where Controller: Equatable {}

extension NavigationState: Sendable where Controller: Sendable {}
extension NavigationState.Layer: Sendable where Controller: Sendable {}
extension NavigationState.Stack: Sendable where Controller: Sendable {}

extension NavigationState: CustomStringConvertible {
  /// The state as a tree, a line a screen.
  public var description: String {
    guard !layers.isEmpty else { return "(nothing on screen)" }
    return layers.flatMap(\.lines).joined(separator: "\n")
  }
}

extension NavigationState.Layer {
  fileprivate var lines: [String] {
    let place = style.map { "modal (\($0 == .sheet ? "sheet" : "full screen"))" } ?? "root"
    if kind == .stack {
      guard stacks[0].canPush || stacks[0].entries.isEmpty else {
        return ["\(place): \(Self.title(of: stacks[0].entries[0]))"]
      }
      return ["\(place), stack"] + Self.branches(stacks[0].entries.map(Self.title))
    }
    let heads = stacks.enumerated().map { index, stack in
      stack.name.escaped + (index == selected ? " (\(kind == .tabs ? "shown" : "selected"))" : "")
    }
    return ["\(place), \(kind)"]
      + zip(heads, stacks).enumerated().flatMap { index, stack in
        let isLast = index == stacks.count - 1
        let below = Self.branches(stack.1.entries.map(Self.title))
        return [(isLast ? "└─ " : "├─ ") + stack.0]
          + below.map { (isLast ? "   " : "│  ") + $0 }
      }
  }

  /// A screen's own description, which stays on its line.
  private static func title(of entry: NavigationEntry<Controller>) -> String {
    "\(entry.controller)".escaped
  }

  private static func branches(_ names: [String]) -> [String] {
    names.enumerated().map { ($0.offset == names.count - 1 ? "└─ " : "├─ ") + $0.element }
  }
}
