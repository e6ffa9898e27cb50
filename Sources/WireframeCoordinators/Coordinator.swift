public import WireframeCore

/// Owns how one screen is shown and left; screens talk to it through ``Coordinated/go``.
///
/// **Shown** by another coordinator (``push(_:animated:)``, ``present(_:option:)``), as the app's
/// root (`setRoot(_:router:animated:)`), or as the destination of a URL route
/// (`register(_:option:tags:exposure:place:priority:under:coordinator:)`).
///
/// **Retained** by the coordinator that showed it, until its screen leaves in any way, which the host reports. The
/// app retains the root coordinator, the wireframe and the host. A coordinator retains its controller;
/// no controller, host or wireframe retains a coordinator.
///
/// ```swift
/// final class FriendInfoCoordinator: ManualCoordinator<Screen> {
///   private let friend: Friend
///   private let screen = FriendInfoScreen()
///
///   init(friend: Friend) {
///     self.friend = friend
///     super.init(screen)
///   }
///
///   override func start() { screen.friend = friend }
/// }
/// ```
///
/// ``ManualCoordinator`` and ``NavigationCoordinator`` are made to be used and subclassed; any other
/// class conforms with two lines: a ``node`` and a ``controller``. Controllers are classes here, since a
/// screen that leaves is known by its identity.
@MainActor
public protocol Coordinator<Controller>: AnyObject {
  /// What a screen is.
  associatedtype Controller: Coordinated where Controller.CoordinatedController == Controller

  /// The screen, always the same one; asked for when the coordinator is shown.
  var controller: Controller { get throws }

  /// The node in the tree of coordinators; a stored constant: `let node = CoordinatorNode<Screen>()`.
  var node: CoordinatorNode<Controller> { get }

  /// Whether the screen may be popped, dismissed or replaced now; true by default.
  ///
  /// If not, the screens below it cannot leave either while it is there. Moves of coordinators, of the host and, where
  /// it can hold them, of the user are rejected, and so are routings of the wireframe that the root was connected with.
  var allowsDismissal: Bool { get }

  /// Hands the coordinator's inputs to its screen; does nothing by default.
  ///
  /// Called when ``Coordinated/go`` is there and the screen is about to be shown.
  ///
  /// - Throws: Anything; then nothing is shown, and the error comes out of the call that shows.
  func start() throws
}

extension Coordinator {
  /// True.
  public var allowsDismissal: Bool { true }
  /// Does nothing.
  public func start() throws {}

  /// Connects a root coordinator with a host and a wireframe, before the app puts its controller there.
  ///
  /// `setRoot(_:router:animated:)` does all three steps; this is for other places, such as the first screen of a tab:
  ///
  /// ```swift
  /// try cart.connect(to: navigation, router: wireframe)
  /// try cart.start()
  /// try await navigation.push(cart.controller)
  /// ```
  ///
  /// - Parameters:
  ///   - host: The host on which the controller will be shown; not retained.
  ///   - router: The wireframe for ``route(to:payload:option:)``; not retained.
  /// - Throws: ``/WireframeCore/RoutingError/Code/alreadyOnScreen``, or what ``controller`` throws.
  public func connect(
    to host: any NavigationHost<Controller>, router: (any Router)? = nil
  ) throws {
    try begin(on: host, router: router)
    guard isOnScreen else { return }
    node.arrive()
    (self as? NavigationCoordinator<Controller>)?.root.node.arrive()
  }

  /// Whether the host shows the controller or what it contains, or the user can go back to that.
  var isOnScreen: Bool {
    guard let controller = node.controller, let host = node.scene?.host else { return false }
    return host.state.entries.contains { stands($0.controller, in: controller) }
  }

  var notOnScreen: RoutingError { .init(.coordinatorNotOnScreen(coordinator: roleName(self))) }

  /// Connects a root coordinator, and returns the controller that is to be shown.
  @discardableResult
  func begin(on host: any NavigationHost<Controller>, router: (any Router)?) throws -> Controller {
    if node.isComing || !isOnScreen { node.abandon() }
    return try join(CoordinatorScene(host: host, router: router), under: nil)
  }

  /// Starts the coordinator, which has joined a scene, and shows its screen; whatever fails leaves it as it was.
  func startAndShow(_ show: () async throws -> Void) async throws {
    let count = node.entryCount
    do {
      try start()
      try await show()
    } catch {
      // A screen that came too late is there. And another call may have shown it meanwhile, or be about to.
      if node.isComing, node.entryCount == count { node.abandon() }
      throw error
    }
  }

  /// Joins the tree of coordinators of a scene, and returns the controller that is to be shown; throws before anything
  /// has changed.
  @discardableResult
  func join(
    _ scene: CoordinatorScene<Controller>, under parent: (any Coordinator<Controller>)?
  ) throws -> Controller {
    guard !node.isShown else {
      throw RoutingError(.coordinatorOnScreen(coordinator: roleName(self)))
    }
    let controller = try controller
    let previous: (any Coordinator<Controller>)?
    if let stack = self as? NavigationCoordinator<Controller> {
      guard !(stack.root is NavigationCoordinator<Controller>) else {
        throw RoutingError(.stackInStack(coordinator: roleName(stack.root)))
      }
      try stack.root.join(scene, under: self)
      previous = controller.wireframeCoordination.stackCoordinator
      controller.wireframeCoordination.stackCoordinator = self
    } else {
      previous = controller.wireframeCoordination.coordinator
      controller.wireframeCoordination.coordinator = self
    }
    node.enter(scene, with: controller, after: previous)
    node.parent = parent
    parent?.node.children.append(self)
    return controller
  }
}
