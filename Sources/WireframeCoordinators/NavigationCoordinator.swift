internal import WireframeCore

/// A coordinator that shows another one as the first screen of a stack, onto which it can push.
///
/// ```swift
/// let app = NavigationCoordinator(root: FriendsCoordinator(friends: friends))
/// try await navigation.setRoot(app, router: wireframe)  // the app keeps `app`
/// ```
///
/// Its root is not popped. It serves as ``Coordinated/go`` for screens of the stack that have no
/// coordinator of their own. It leaves with its root. Its `allowsDismissal` says whether the stack may be dismissed or
/// replaced now.
@MainActor
open class NavigationCoordinator<Controller: Coordinated>: ManualCoordinator<Controller>
where Controller.CoordinatedController == Controller {
  /// The coordinator of the stack's first screen.
  public let root: any Coordinator<Controller>

  /// Makes a coordinator of a stack; its controller is the root's.
  ///
  /// - Parameter root: The coordinator of its first screen.
  public init(root: any Coordinator<Controller>) {
    self.root = root
    super.init { try root.controller }
  }

  /// Starts the root; a subclass calls `super`.
  ///
  /// - Throws: What the root throws; then nothing is shown.
  open override func start() throws { try root.start() }
}
