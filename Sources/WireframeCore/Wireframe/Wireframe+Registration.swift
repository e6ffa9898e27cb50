extension Wireframe {
  /// Registers a route: its pattern, and a closure that makes its controller.
  ///
  /// ```swift
  /// try wireframe.register("/products/:id<int>", option: .push, exposure: .external) { route in
  ///   ProductScreen(id: try route["id"])
  /// }
  /// ```
  ///
  /// A closure with two parameters gets the router, too, for what the screen does later. Without a closure, a
  /// `provider:`, or the providers that were added, make the controller.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - option: How to present the route when the call names no option.
  ///   - tags: Marks by which observers know the route.
  ///   - exposure: Which requests from outside the app may reach the route; none by default.
  ///   - place: Where the screen belongs: its parent, its tab.
  ///   - priority: The closure's order among the providers that are asked for the route.
  ///   - controller: Makes the controller; nil means "not mine", and the providers that were added are asked.
  /// - Returns: The registration, for removing the route.
  /// - Throws: ``RoutingError/Code/conflictingPattern``, ``RoutingError/Code/invalidPattern``,
  ///   ``RoutingError/Code/invalidSource``, ``RoutingError/Code/invalidParent``; then nothing has changed.
  @discardableResult
  public func register(
    _ pattern: RoutePattern, option: (any RoutingOption)? = nil, tags: Set<RouteTag> = [],
    exposure: RouteExposure = .closed, place: ScreenPlace = .onTop, priority: Int = 0,
    controller: @escaping @MainActor (Route) async throws -> Controller?
  ) throws(RoutingError) -> Registration {
    let provider = BoundProvider(alone: [.closure(controller)], priority: priority)
    return try insert(pattern, option, tags, exposure, place, .provider(provider))
  }

  /// Registers a route whose closure gets the router, too; throws as for a closure with one parameter.
  @discardableResult
  public func register(
    _ pattern: RoutePattern, option: (any RoutingOption)? = nil, tags: Set<RouteTag> = [],
    exposure: RouteExposure = .closed, place: ScreenPlace = .onTop, priority: Int = 0,
    controller: @escaping @MainActor (Route, any Router) async throws -> Controller?
  ) throws(RoutingError) -> Registration {
    try register(
      pattern, option: option, tags: tags, exposure: exposure, place: place, priority: priority
    ) { [weak self] route in
      guard let self else { return nil }
      return try await controller(route, self)
    }
  }

  /// Registers a route whose controller a provider makes. The provider is asked for this pattern only; without one, the
  /// providers that were added are asked. Throws as for a closure.
  @discardableResult
  public func register(
    _ pattern: RoutePattern, option: (any RoutingOption)? = nil, tags: Set<RouteTag> = [],
    exposure: RouteExposure = .closed, place: ScreenPlace = .onTop, priority: Int = 0,
    provider: (any ControllerProvider<Controller>)? = nil
  ) throws(RoutingError) -> Registration {
    let provider = provider.map { BoundProvider(alone: [.role($0)], priority: priority) }
    return try insert(pattern, option, tags, exposure, place, .provider(provider))
  }

  /// Registers a pattern with a closure that acts and shows nothing; observers guard it as any route.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - tags: Marks by which observers know the route.
  ///   - exposure: Which requests from outside the app may reach the route; none by default.
  ///   - handler: Acts; the routing is handled when it returns.
  /// - Returns: The registration, for removing the route.
  /// - Throws: ``RoutingError/Code/conflictingPattern``, ``RoutingError/Code/invalidPattern``,
  ///   ``RoutingError/Code/invalidSource``; then nothing has changed.
  @discardableResult
  public func handle(
    _ pattern: RoutePattern, tags: Set<RouteTag> = [], exposure: RouteExposure = .closed,
    handler: @escaping @MainActor (Route) async throws -> Void
  ) throws(RoutingError) -> Registration {
    try handle(pattern, tags: tags, exposure: exposure) { route, _ in try await handler(route) }
  }

  /// Registers a pattern with a closure that acts, and gets the router to call `enqueue`; throws as without the router.
  @discardableResult
  public func handle(
    _ pattern: RoutePattern, tags: Set<RouteTag> = [], exposure: RouteExposure = .closed,
    handler: @escaping @MainActor (Route, any Router) async throws -> Void
  ) throws(RoutingError) -> Registration {
    try insert(
      pattern, nil, tags, exposure, .onTop,
      .handler { route, router in
        try await handler(route, router)
        return nil
      })
  }

  /// Adds a type that patterns registered later may name.
  ///
  /// - Parameter type: The type.
  /// - Throws: ``RoutingError/Code/invalidPattern`` if the name is malformed or taken;
  ///   ``RoutingError/Code/invalidMount`` if a wireframe on which this one is mounted has another type of the name.
  public func add(type: ParameterType) throws(RoutingError) {
    dropSnapshot()
    try table.add(type: type)
    do throws(RoutingError) {
      if let mount { try mount.parent?.register([], types: [type.name: type], through: mount) }
    } catch {
      table.forget(types: [type.name])
      throw error
    }
  }

  func insert(
    _ pattern: RoutePattern, _ option: (any RoutingOption)?, _ tags: Set<RouteTag>,
    _ exposure: RouteExposure, _ place: ScreenPlace, _ target: RouteRecord.Target
  ) throws(RoutingError) -> Registration {
    if let parent = place.parent { try table.check(parent: parent, of: pattern) }
    let registered = RouteRecord(
      option: option, tags: tags, exposure: exposure, target: target, place: place)
    try register([(pattern, registered)], through: nil)
    if place.tab != nil { haveHomes = true }
    // A module may have had a route of this name before.
    if !modules.isEmpty { modules.noteOwn(pattern) }
    return Registration { [weak self] in self?.forget([pattern]) }
  }

  /// Removes patterns, here and on the wireframes above, in one update.
  package func forget(_ patterns: [RoutePattern]) {
    // Mounts keep the names: a screen of a removed route may still be shown, guarded by its module.
    if let mount { mount.parent?.forget(patterns.compactMap(mount.absolute)) }
    dropSnapshot()
    withExtendedLifetime(table.removeAll(patterns)) {}
  }
}
