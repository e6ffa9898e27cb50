/// Holds the screens of a window or a scene: its root, stacks, tabs and modals. ``NavigationTree`` is the headless one.
///
/// A host does one operation at a time and reports what came and what left; which operation a push or
/// a modal amounts to is decided once, in the extension of this protocol that the standard
/// presenters use. A platform, or a test, needs to write only the three requirements.
@MainActor
public protocol NavigationHost<Controller>: AnyObject {
  /// What a screen is.
  associatedtype Controller

  /// What is on screen now. A screen that is being dismissed is not in it any more.
  var state: NavigationState<Controller> { get }

  /// The listeners to changes, and the guards that are asked before a screen leaves: one object for the host's
  /// whole life.
  var events: NavigationEvents<Controller> { get }

  /// Does one operation, and returns when its transition has ended.
  ///
  /// - Parameters:
  ///   - operation: The operation; it fits ``state``.
  ///   - animated: Whether the transition is animated.
  /// - Throws: An error if the operation cannot be done; then nothing has changed.
  func perform(_ operation: NavigationOperation<Controller>, animated: Bool) async throws
}

/// One thing that a host does.
public enum NavigationOperation<Controller> {
  /// Puts a controller onto the shown stack of the top layer; the option may say more than the host knows.
  case push(Controller, route: Route?, option: any PushOption)
  /// Removes all entries above one from the shown stack of the top layer.
  case pop(to: NavigationEntryID)
  /// Puts a controller over the top, in a stack of its own or alone, as the option says.
  case present(Controller, route: Route?, option: any ModalOption)
  /// Takes the uppermost modals away, so many of them.
  case dismiss(Int)
  /// Replaces the top by a controller.
  case replaceTop(Controller, route: Route?)
  /// Clears everything and begins anew with a controller, in a stack or alone.
  case setRoot(Controller, route: Route?, hasStack: Bool)
  /// Shows another tab of the top layer.
  case selectTab(Int)
}

/// What came and what left with one operation.
public struct NavigationChange<Controller> {
  /// Who caused a change.
  public enum Cause: Hashable, Sendable {
    /// The app's code.
    case app
    /// The user: a swipe, the back button, a tab.
    case user
  }

  /// Who caused it.
  public let cause: Cause
  /// The entries that are there now and were not before.
  public let entered: [NavigationEntry<Controller>]
  /// The entries that were there before and are not now, the uppermost first.
  public let left: [NavigationEntry<Controller>]

  /// Makes a change out of the states before and after it; for hosts.
  ///
  /// - Parameters:
  ///   - before: The state before.
  ///   - after: The state after.
  ///   - cause: Who caused it.
  public init(
    from before: NavigationState<Controller>, to after: NavigationState<Controller>, by cause: Cause
  ) {
    let old = Set(before.entries.map(\.id))
    let new = Set(after.entries.map(\.id))
    self.cause = cause
    entered = after.entries.filter { !old.contains($0.id) }
    left = before.entries.reversed().filter { !new.contains($0.id) }
  }
}

extension NavigationOperation: Sendable where Controller: Sendable {}
extension NavigationChange: Sendable where Controller: Sendable {}
