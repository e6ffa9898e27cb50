/// The headless host: stacks, tabs and modals without a UI toolkit, for tests, tools and previews.
///
/// ```swift
/// let navigation = NavigationTree<Screen>()
/// wireframe.addStandardPresenters(on: navigation)
/// try await wireframe.route(to: "/")  // a route with the option .root: a push needs one
/// try await wireframe.route(to: "/products/42")
/// #expect(navigation.state.top?.controller is ProductScreen)
/// print(navigation.state)
/// ```
@MainActor
public final class NavigationTree<Controller>: CoveringHost {
  /// What is on screen now.
  public private(set) var state: NavigationState<Controller>

  /// The screen that covers everything; nil for none.
  public var cover: Controller?

  /// The listeners to the tree's changes, and its leave guards.
  public let events = NavigationEvents<Controller>()

  /// Makes a tree with tabs, all of them empty, the first one shown. Without names nothing is on screen, and the first
  /// routing has to set a root.
  ///
  /// - Parameter names: The tabs' names.
  public convenience init(tabs names: [String] = []) { self.init(.tabs, names) }

  /// Makes a tree with columns, all of them empty, the first one selected.
  ///
  /// - Parameter names: The columns' names; without any, nothing is on screen.
  public convenience init(columns names: [String]) { self.init(.columns, names) }

  private init(_ kind: LayerKind, _ names: [String]) {
    let stacks = names.map { NavigationState<Controller>.Stack(name: $0) }
    state = NavigationState(
      layers: stacks.isEmpty ? [] : [.init(id: NavigationEntryID(), kind: kind, stacks: stacks)])
  }

  /// Does one operation at once.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - animated: Ignored: nothing moves.
  /// - Throws: A navigation code of ``RoutingError`` if the operation does not fit the state.
  public func perform(_ operation: NavigationOperation<Controller>, animated: Bool) throws {
    try apply(operation, by: .app)
  }

  /// Does one operation as if the user had done it: a swipe back, the back button, a tab.
  ///
  /// Leave guards are not asked: they have let it pass.
  ///
  /// - Parameter operation: The operation.
  /// - Throws: A navigation code of ``RoutingError`` if the operation does not fit the state;
  ///   ``RoutingError/Code/covered`` if the user cannot reach the screens.
  public func performAsUser(_ operation: NavigationOperation<Controller>) throws {
    if cover != nil { throw RoutingError(.covered) }
    try apply(operation, by: .user)
  }

  private func apply(
    _ operation: NavigationOperation<Controller>, by cause: NavigationChange<Controller>.Cause
  ) throws {
    let before = state
    state = try operation.target(from: state)
    events.send(from: before, to: state, by: cause)
  }
}
