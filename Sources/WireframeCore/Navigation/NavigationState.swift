/// A controller on screen.
public struct NavigationEntry<Controller>: Identifiable {
  /// The stay's identifier.
  public let id: NavigationEntryID
  /// The controller.
  public let controller: Controller
  /// The route that brought it, or nil if code put it there without a route.
  public let route: Route?

  /// Makes an entry; for hosts.
  ///
  /// - Parameters:
  ///   - id: An identifier that the host has not used before.
  ///   - controller: The controller.
  ///   - route: The route that brought it.
  public init(id: NavigationEntryID, controller: Controller, route: Route?) {
    self.id = id
    self.controller = controller
    self.route = route
  }
}

extension NavigationEntry: Sendable where Controller: Sendable {}

extension NavigationEntry: Equatable where Controller: Equatable {
  /// Whether both are the same stay of the same controller; the route never changes during a stay.
  public static func == (left: Self, right: Self) -> Bool {
    left.id == right.id && left.controller == right.controller
  }
}

/// Everything that is on screen, as a value: the root and the modals over it.
///
/// Printed, it draws itself as a tree.
public struct NavigationState<Controller> {
  /// A tab with its stack.
  public struct Tab {
    /// The tab's name.
    public let name: String
    /// The stack, from its first screen to its top; may be empty.
    public var entries: [NavigationEntry<Controller>]
    /// Whether screens can be pushed; otherwise the tab holds one screen alone.
    public let hasStack: Bool

    /// Makes a tab.
    ///
    /// - Parameters:
    ///   - name: The tab's name.
    ///   - entries: The stack.
    ///   - hasStack: Whether screens can be pushed.
    public init(
      name: String, entries: [NavigationEntry<Controller>] = [], hasStack: Bool = true
    ) {
      self.name = name
      self.entries = entries
      self.hasStack = hasStack
    }
  }

  /// What a layer holds.
  public enum Content {
    /// One screen, without a stack.
    case screen(NavigationEntry<Controller>)
    /// A stack, from its first screen to its top.
    case stack([NavigationEntry<Controller>])
    /// Tabs with a stack each, and the index of the one that is shown.
    case tabs([Tab], selected: Int)
  }

  /// The root, or a modal over it.
  public struct Layer {
    /// What it holds.
    public var content: Content
    /// How it covers the layer below; nil for the root.
    public let style: ModalStyle?

    /// Makes a layer.
    ///
    /// - Parameters:
    ///   - content: What it holds.
    ///   - style: How it covers the layer below; nil for the root.
    public init(content: Content, style: ModalStyle?) {
      self.content = content
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
  /// The stack that is shown in the layer, or nil if it has none.
  public var stack: [NavigationEntry<Controller>]? {
    get {
      switch content {
      case .screen: nil
      case .stack(let entries): entries
      case .tabs(let tabs, let selected): tabs[selected].hasStack ? tabs[selected].entries : nil
      }
    }
    set {
      guard let newValue else { return }
      switch content {
      case .screen: break
      case .stack: content = .stack(newValue)
      case .tabs(var tabs, let selected):
        guard tabs[selected].hasStack else { break }
        tabs[selected].entries = newValue
        content = .tabs(tabs, selected: selected)
      }
    }
  }

  /// The entries that the user sees or can go back to: the one screen, or the shown stack.
  public var shown: [NavigationEntry<Controller>] {
    switch content {
    case .screen(let entry): [entry]
    case .stack(let entries): entries
    case .tabs(let tabs, let selected): tabs[selected].entries
    }
  }

  /// All entries, those of the tabs that are not shown included.
  public var entries: [NavigationEntry<Controller>] {
    if case .tabs(let tabs, _) = content { tabs.flatMap(\.entries) } else { shown }
  }
}

extension NavigationState {
  /// The entry at the top: of the uppermost modal, in its selected tab, at the end of its stack.
  public var top: NavigationEntry<Controller>? { layers.last?.shown.last }

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
}

extension NavigationState: Equatable where Controller: Equatable {}
extension NavigationState.Layer: Equatable where Controller: Equatable {}
extension NavigationState.Content: Equatable where Controller: Equatable {}
extension NavigationState.Tab: Equatable where Controller: Equatable {}

extension NavigationState: Sendable where Controller: Sendable {}
extension NavigationState.Layer: Sendable where Controller: Sendable {}
extension NavigationState.Content: Sendable where Controller: Sendable {}
extension NavigationState.Tab: Sendable where Controller: Sendable {}

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
    switch content {
    case .screen(let entry):
      return ["\(place): \(Self.title(of: entry))"]
    case .stack(let entries):
      return ["\(place), stack"] + Self.branches(entries.map(Self.title))
    case .tabs(let tabs, let selected):
      return ["\(place), tabs"]
        + tabs.enumerated().flatMap { index, tab in
          let isLast = index == tabs.count - 1
          let head =
            (isLast ? "└─ " : "├─ ") + tab.name.escaped + (index == selected ? " (shown)" : "")
          let below = Self.branches(tab.entries.map(Self.title))
          return [head] + below.map { (isLast ? "   " : "│  ") + $0 }
        }
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
