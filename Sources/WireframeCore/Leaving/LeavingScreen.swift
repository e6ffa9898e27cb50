/// A screen that is about to leave, by a routing or by another move of the framework.
public struct LeavingScreen {
  /// How a screen leaves.
  public enum Cause: Hashable, Sendable {
    /// It is popped off its stack.
    case pop
    /// It is dismissed with its modal.
    case dismiss
    /// Another screen takes its place.
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
  /// The stay on screen that ends; nil if a presenter of the app's own made the leaving.
  var entry: NavigationEntryID?

  /// Makes a leaving; for presenters that take screens away in a way of their own.
  ///
  /// - Parameters:
  ///   - controller: The screen's controller.
  ///   - from: The route that brought it; nil if code put it there without one.
  ///   - to: The route that the user sees instead; nil if there is none.
  ///   - cause: How the screen leaves.
  public init(of controller: Any, from: Route?, to: Route?, by cause: Cause) {
    self.controller = controller
    self.from = from
    self.to = to
    self.cause = cause
  }
}

@available(*, unavailable)
extension LeavingScreen: Sendable {}

/// An observer's answer to a leaving.
public enum LeaveDecision: Hashable, Sendable {
  /// The screen leaves.
  case leave
  /// The screen stays, and nothing else happens. The reason is for the result and for logs.
  case stay(String)
}
