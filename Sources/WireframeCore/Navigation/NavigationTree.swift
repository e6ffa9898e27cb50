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
public final class NavigationTree<Controller>: NavigationHost {
  /// What is on screen now.
  public private(set) var state: NavigationState<Controller>

  /// The listeners to the tree's changes, and its leave guards.
  public let events = NavigationEvents<Controller>()

  private var nextNumber = 1

  /// Makes a tree with nothing on screen: the first routing has to set a root.
  public init() { state = NavigationState() }

  /// Makes a tree with tabs, all of them empty, the first one shown.
  ///
  /// - Parameter names: The tabs' names; without any, nothing is on screen.
  public init(tabs names: [String]) {
    let tabs = names.map { NavigationState<Controller>.Tab(name: $0) }
    state = NavigationState(
      layers: tabs.isEmpty ? [] : [.init(content: .tabs(tabs, selected: 0), style: nil)])
  }

  /// Does one operation at once.
  ///
  /// - Parameters:
  ///   - operation: The operation.
  ///   - animated: Ignored: nothing moves.
  /// - Throws: A navigation code of ``RoutingError`` if the operation does not fit the state.
  public func perform(
    _ operation: NavigationOperation<Controller>, animated: Bool
  ) throws {
    try apply(operation, by: .app)
  }

  /// Does one operation as if the user had done it: a swipe back, the back button, a tab.
  ///
  /// - Parameter operation: The operation.
  /// - Throws: A navigation code of ``RoutingError`` if the operation does not fit the state.
  public func performAsUser(_ operation: NavigationOperation<Controller>) throws {
    try apply(operation, by: .user)
  }

  private func apply(
    _ operation: NavigationOperation<Controller>, by cause: NavigationChange<Controller>.Cause
  ) throws {
    let before = state
    var after = state
    try change(&after, by: operation)
    state = after
    events.send(NavigationChange(from: before, to: after, by: cause))
  }

  private func change(
    _ state: inout NavigationState<Controller>, by operation: NavigationOperation<Controller>
  ) throws {
    let last = state.layers.count - 1
    switch operation {
    case .setRoot(let controller, let route, let hasStack):
      let entry = entry(controller, route)
      state.layers = [.init(content: hasStack ? .stack([entry]) : .screen(entry), style: nil)]
    case .present(let controller, let route, let option):
      guard last >= 0 else { throw RoutingError(.nothingOnScreen) }
      let entry = entry(controller, route)
      state.layers.append(
        .init(content: option.hasStack ? .stack([entry]) : .screen(entry), style: option.style))
    case .push(let controller, let route, _):
      guard last >= 0, state.layers[last].stack != nil else { throw RoutingError(.noStack) }
      state.layers[last].stack?.append(entry(controller, route))
    case .replaceTop(let controller, let route):
      guard last >= 0, !state.layers[last].shown.isEmpty else {
        throw RoutingError(.nothingOnScreen)
      }
      let entry = entry(controller, route)
      if let stack = state.layers[last].stack {
        state.layers[last].stack = stack.dropLast() + [entry]
      } else {
        state.layers[last].content = .screen(entry)
      }
    case .pop(let id):
      guard last >= 0, let stack = state.layers[last].stack,
        let place = stack.firstIndex(where: { $0.id == id })
      else { throw RoutingError(.notOnScreen) }
      state.layers[last].stack = Array(stack[...place])
    case .dismiss(let count):
      guard (1..<max(state.layers.count, 1)).contains(count) else {
        throw RoutingError(.nothingToDismiss)
      }
      state.layers.removeLast(count)
    case .selectTab(let index):
      guard last >= 0, case .tabs(let tabs, _) = state.layers[last].content,
        tabs.indices.contains(index)
      else { throw RoutingError(.noTab(tabs: [])) }
      state.layers[last].content = .tabs(tabs, selected: index)
    }
  }

  private func entry(_ controller: Controller, _ route: Route?) -> NavigationEntry<Controller> {
    defer { nextNumber += 1 }
    return NavigationEntry(
      id: NavigationEntryID(nextNumber), controller: controller, route: route)
  }
}
