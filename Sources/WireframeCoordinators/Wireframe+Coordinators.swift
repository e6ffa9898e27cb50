public import WireframeCore

extension NavigationHost
where Controller: Coordinated, Controller.CoordinatedController == Controller {
  /// Sets the app's root coordinator: connects it, starts it, and shows its controller as the root.
  ///
  /// - Parameters:
  ///   - coordinator: The coordinator, which the app retains; a ``NavigationCoordinator`` for a stack.
  ///   - router: The wireframe for ``Coordinator/route(to:payload:option:)``; not retained.
  ///   - animated: Whether the transition is animated.
  /// - Throws: ``/WireframeCore/RoutingError/Code/alreadyOnScreen``; what the coordinator or the host throws.
  public func setRoot(
    _ coordinator: any Coordinator<Controller>, router: (any Router)? = nil, animated: Bool = false
  ) async throws {
    let controller = try coordinator.begin(on: self, router: router)
    try await coordinator.startAndShow {
      try await setRoot(
        controller, hasStack: coordinator is NavigationCoordinator<Controller>, animated: animated)
    }
  }
}

extension Wireframe where Controller: Coordinated, Controller.CoordinatedController == Controller {
  /// Registers a pattern with a closure that makes the coordinator of its screen.
  ///
  /// The route passes the whole pipeline. The coordinator is started before its screen is presented,
  /// and retained by the nearest coordinator below it, else by the root, until the screen leaves. The result of a
  /// ``ResultCoordinator`` is the answer that `router.answer(to:)` waits for.
  ///
  /// ```swift
  /// try wireframe.register("/friends/:id<int>", option: .push, under: app) { route in
  ///   FriendInfoCoordinator(friend: try friends.friend(route["id"]))
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - option: How to present the route when the call names no option; it has to show on the root's host.
  ///   - tags: Marks by which observers know the route.
  ///   - exposure: Which requests from outside the app may reach the route; none by default.
  ///   - place: Where the screen belongs: its parent, its tab.
  ///   - priority: The closure's order among the providers that are asked for the route.
  ///   - root: The app's root coordinator, connected when the route is taken; not retained.
  ///   - coordinator: Makes the coordinator; nil means "not mine", and the providers that were added are asked.
  /// - Returns: The registration, for removing the route.
  /// - Throws: ``/WireframeCore/RoutingError/Code/conflictingPattern``,
  ///   ``/WireframeCore/RoutingError/Code/invalidPattern``, ``/WireframeCore/RoutingError/Code/invalidSource``,
  ///   `RoutingError.Code.invalidParent`; then nothing has changed.
  @discardableResult
  public func register(
    _ pattern: RoutePattern, option: (any RoutingOption)? = nil, tags: Set<RouteTag> = [],
    exposure: RouteExposure = .closed, place: ScreenPlace = .onTop, priority: Int = 0,
    under root: any Coordinator<Controller>,
    coordinator: @escaping @MainActor (Route) async throws -> (any Coordinator<Controller>)?
  ) throws(RoutingError) -> Registration {
    let destination = CoordinatorDestination(of: pattern, under: root, coordinator)
    let route = try register(
      pattern, option: option, tags: tags, exposure: exposure, place: place, priority: priority,
      provider: destination)
    let observer = add(watcher: destination)
    return Registration {
      route.remove()
      observer.remove()
    }
  }
}

/// Makes the coordinator of a route; its scene retains it until its screen is there.
@MainActor
private final class CoordinatorDestination<Controller: Coordinated>: ControllerProvider,
  RoutingWatcher, RoleWrapper
where Controller.CoordinatedController == Controller {
  private let pattern: RoutePattern
  private weak var root: (any Coordinator<Controller>)?
  private let make: @MainActor (Route) async throws -> (any Coordinator<Controller>)?

  init(
    of pattern: RoutePattern, under root: any Coordinator<Controller>,
    _ make: @escaping @MainActor (Route) async throws -> (any Coordinator<Controller>)?
  ) {
    (self.pattern, self.root, self.make) = (pattern, root, make)
  }

  var role: Any { "the route's closure" }

  func controller(for route: Route, option: any RoutingOption) async throws -> Controller? {
    guard let root, let scene = root.node.scene else { throw RoutingError(.rootCoordinatorGone) }
    guard !(option is Embedded) else { throw RoutingError(.coordinatorEmbedded) }
    guard let coordinator = try await make(route) else { return nil }
    // The routing is past its limit, or was cancelled: nothing would report its end.
    try Task.checkCancellation()
    let stack = coordinator as? NavigationCoordinator<Controller>
    if stack != nil, option is any PushOption {
      throw RoutingError(.stackInStack(coordinator: roleName(coordinator)))
    }
    // A routing that a lock has kept has told nobody of its end.
    scene.abandonComing(before: coordinator)
    let controller = try coordinator.join(scene, under: nil)
    scene.expect(coordinator, under: root)
    try coordinator.start()
    for node in [stack?.root.node, coordinator.node] { node?.requestWaiter = route.request.waiter }
    return controller
  }

  func observes(_ route: Route) -> Bool { route.pattern == pattern }
  func didRoute(_ event: RoutingEvent) { endRouting() }
  func didFail(_ error: RoutingError, route: Route?, router: any Router) { endRouting() }
  func didStop(_ reason: String, route: Route, router: any Router) { endRouting() }

  private func endRouting() { root?.node.scene?.abandonComing() }
}
