/// A screen that is about to leave, by a routing or by another move of the framework.
public struct LeavingScreen {
  /// How a screen leaves.
  public enum Cause: Hashable, Sendable {
    /// It is popped off its stack.
    case pop
    /// It is dismissed with its modal.
    case dismiss
    /// Another screen replaces it.
    case replace
  }

  /// The route that brought the screen; nil if code put it there without one.
  public let from: Route?
  /// The route that the user sees instead; nil if there is none.
  public let to: Route?
  /// How the screen leaves.
  public let cause: Cause
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
  ///   - cause: How the screen leaves.
  public init(of controller: Any, from: Route?, to: Route?, by cause: Cause) {
    (self.controller, self.cause) = (controller, cause)
    (self.from, self.to) = (from, to)
  }

  /// The same screen, which leaves in another way.
  func leaving(by cause: Cause) -> LeavingScreen {
    var leaving = LeavingScreen(of: controller, from: from, to: to, by: cause)
    leaving.entry = entry
    return leaving
  }
}

@available(*, unavailable)
extension LeavingScreen: Sendable {}

// MARK: - What moves would take away

extension NavigationState {
  /// The screens that leave with a change of the state, the uppermost first. Without a cause, a modal's are dismissed
  /// and others popped; without a route, the user sees that of the target's top.
  package func leavingScreens(
    to target: NavigationState, showing route: Route? = nil, by cause: LeavingScreen.Cause? = nil
  ) -> [LeavingScreen] {
    let missing = entries(missingIn: target)
    if missing.isEmpty { return [] }
    let to = route ?? target.top?.route
    let (layers, targets) = (layers, target.layers)
    var leaving: [LeavingScreen] = []
    for (entry, index) in missing.reversed() {
      let layer = layers[index]
      let isKept = Self.index(ofLayer: layer.id, in: targets, near: index) != nil
      let usual: LeavingScreen.Cause = isKept ? .pop : layer.style == nil ? .replace : .dismiss
      var screen = LeavingScreen(
        of: entry.controller, from: entry.route, to: to, by: cause ?? usual)
      screen.entry = entry.id
      leaving.append(screen)
    }
    return leaving
  }

  /// The same for a change that may throw, besides screens about which somebody was asked already.
  func leavingScreens(
    with change: (inout Self) throws(RoutingError) -> Void, showing route: Route?,
    by cause: LeavingScreen.Cause?, besides asked: Set<NavigationEntryID?> = []
  ) -> [LeavingScreen] {
    var target = self
    try? change(&target)
    return leavingScreens(to: target, showing: route, by: cause)
      .filter { !asked.contains($0.entry) }
  }
}
