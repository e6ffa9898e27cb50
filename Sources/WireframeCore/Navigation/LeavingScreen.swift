/// A screen that is about to leave, by a routing or by another move of the framework.
public struct LeavingScreen {
  /// The route that brought the screen; nil if code put it there without one.
  public let from: Route?
  /// The route that the user sees instead; nil if there is none.
  public let to: Route?
  /// The screen's controller.
  public let controller: Any
  /// The screen's entry; nil if a presenter of the app's own made the value.
  package var entry: NavigationEntryID?

  /// Makes the value; for presenters that take screens away in a way of their own.
  ///
  /// - Parameters:
  ///   - controller: The screen's controller.
  ///   - from: The route that brought it; nil if code put it there without one.
  ///   - to: The route that the user sees instead; nil if there is none.
  public init(of controller: Any, from: Route?, to: Route?) {
    self.controller = controller
    (self.from, self.to) = (from, to)
  }
}

@available(*, unavailable)
extension LeavingScreen: Sendable {}

// MARK: - What moves would take away

extension NavigationState {
  /// The screens that leave with a change of the state, the uppermost first. Without a route, the user sees that of the
  /// target's top.
  package func leavingScreens(
    to target: NavigationState, showing route: Route? = nil
  ) -> [LeavingScreen] {
    let missing = entries(missingIn: target)
    if missing.isEmpty { return [] }
    let to = route ?? target.top?.route
    return missing.reversed().map { entry in
      var screen = LeavingScreen(of: entry.controller, from: entry.route, to: to)
      screen.entry = entry.id
      return screen
    }
  }

  /// The same for a change that may throw, besides screens about which somebody was asked already.
  func leavingScreens(
    with change: (inout Self) throws(RoutingError) -> Void, showing route: Route?,
    besides asked: Set<NavigationEntryID?> = []
  ) -> [LeavingScreen] {
    var target = self
    try? change(&target)
    return leavingScreens(to: target, showing: route).filter { !asked.contains($0.entry) }
  }
}
