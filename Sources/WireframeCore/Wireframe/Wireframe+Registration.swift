extension Wireframe {
  /// Registers a pattern with a closure that makes its controller.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - option: How to present the route when the call names no option.
  ///   - parent: The pattern of the screen below, for links; its names are among this pattern's.
  ///   - tab: The tab, or the column, to which the screen belongs; nil for its parent's.
  ///   - ifPresented: What becomes of a request for a screen that stands already.
  ///   - restoration: Whether the route's screens are saved and restored.
  ///   - tags: Marks by which observers know the route.
  ///   - exposure: Which requests from outside the app may reach the route; none by default.
  ///   - priority: The closure's order among the providers that are asked for the route.
  ///   - controller: Makes the controller; nil means "not mine", and unbound providers are asked.
  /// - Returns: The registration, for removing the route.
  /// - Throws: ``RoutingError/Code/conflictingPattern``, ``RoutingError/Code/invalidPattern``,
  ///   ``RoutingError/Code/invalidSource``, ``RoutingError/Code/invalidParent``; then nothing has changed.
  @discardableResult
  public func register(
    _ pattern: RoutePattern, option: (any RoutingOption)? = nil, parent: RoutePattern? = nil,
    tab: String? = nil, ifPresented: PresentedRule = .presentAgain,
    restoration: RestorationRule = .always, tags: Set<RouteTag> = [],
    exposure: RouteExposure = .closed, priority: Int = 0,
    controller: @escaping @MainActor (Route) async throws -> Controller?
  ) throws(RoutingError) -> Registration {
    let place = RoutePlace(
      parent: parent, tab: tab, ifPresented: ifPresented, restoration: restoration)
    return try insert(
      pattern, option, place, tags, exposure,
      .provider(BoundProvider(.closure(controller), priority: priority)))
  }

  /// Registers a pattern with a closure that makes its controller and hands it the router.
  ///
  /// ```swift
  /// try wireframe.register("/cart", option: .push) { route, router in
  ///   CartScreen(presenter: CartPresenter(router: router))  // which holds the router weakly
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - option: How to present the route when the call names no option.
  ///   - parent: The pattern of the screen below, for links; its names are among this pattern's.
  ///   - tab: The tab, or the column, to which the screen belongs; nil for its parent's.
  ///   - ifPresented: What becomes of a request for a screen that stands already.
  ///   - restoration: Whether the route's screens are saved and restored.
  ///   - tags: Marks by which observers know the route.
  ///   - exposure: Which requests from outside the app may reach the route; none by default.
  ///   - priority: The closure's order among the providers that are asked for the route.
  ///   - controller: Makes the controller; the router is for what the screen does later.
  /// - Returns: The registration, for removing the route.
  /// - Throws: ``RoutingError/Code/conflictingPattern``, ``RoutingError/Code/invalidPattern``,
  ///   ``RoutingError/Code/invalidSource``, ``RoutingError/Code/invalidParent``; then nothing has changed.
  @discardableResult
  public func register(
    _ pattern: RoutePattern, option: (any RoutingOption)? = nil, parent: RoutePattern? = nil,
    tab: String? = nil, ifPresented: PresentedRule = .presentAgain,
    restoration: RestorationRule = .always, tags: Set<RouteTag> = [],
    exposure: RouteExposure = .closed, priority: Int = 0,
    controller: @escaping @MainActor (Route, any Router) async throws -> Controller?
  ) throws(RoutingError) -> Registration {
    try register(
      pattern, option: option, parent: parent, tab: tab, ifPresented: ifPresented,
      restoration: restoration, tags: tags, exposure: exposure, priority: priority
    ) { [weak self] route in
      guard let self else { return nil }
      return try await controller(route, self)
    }
  }

  /// Registers a pattern with the provider that makes its controller.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - option: How to present the route when the call names no option.
  ///   - parent: The pattern of the screen below, for links; its names are among this pattern's.
  ///   - tab: The tab, or the column, to which the screen belongs; nil for its parent's.
  ///   - ifPresented: What becomes of a request for a screen that stands already.
  ///   - restoration: Whether the route's screens are saved and restored.
  ///   - tags: Marks by which observers know the route.
  ///   - exposure: Which requests from outside the app may reach the route; none by default.
  ///   - priority: The provider's order among those that are asked for the route.
  ///   - provider: The provider; it is asked for this pattern only.
  /// - Returns: The registration, for removing the route.
  /// - Throws: ``RoutingError/Code/conflictingPattern``, ``RoutingError/Code/invalidPattern``,
  ///   ``RoutingError/Code/invalidSource``, ``RoutingError/Code/invalidParent``; then nothing has changed.
  @discardableResult
  public func register(
    _ pattern: RoutePattern, option: (any RoutingOption)? = nil, parent: RoutePattern? = nil,
    tab: String? = nil, ifPresented: PresentedRule = .presentAgain,
    restoration: RestorationRule = .always, tags: Set<RouteTag> = [],
    exposure: RouteExposure = .closed, priority: Int = 0,
    provider: any ControllerProvider<Controller>
  ) throws(RoutingError) -> Registration {
    let place = RoutePlace(
      parent: parent, tab: tab, ifPresented: ifPresented, restoration: restoration)
    return try insert(
      pattern, option, place, tags, exposure,
      .provider(BoundProvider(.role(provider), priority: priority)))
  }

  /// Registers a pattern whose controller is made by the providers that were added.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - option: How to present the route when the call names no option.
  ///   - parent: The pattern of the screen below, for links; its names are among this pattern's.
  ///   - tab: The tab, or the column, to which the screen belongs; nil for its parent's.
  ///   - ifPresented: What becomes of a request for a screen that stands already.
  ///   - restoration: Whether the route's screens are saved and restored.
  ///   - tags: Marks by which observers know the route.
  ///   - exposure: Which requests from outside the app may reach the route; none by default.
  /// - Returns: The registration, for removing the route.
  /// - Throws: ``RoutingError/Code/conflictingPattern``, ``RoutingError/Code/invalidPattern``,
  ///   ``RoutingError/Code/invalidSource``, ``RoutingError/Code/invalidParent``; then nothing has changed.
  @discardableResult
  public func register(
    _ pattern: RoutePattern, option: (any RoutingOption)? = nil, parent: RoutePattern? = nil,
    tab: String? = nil, ifPresented: PresentedRule = .presentAgain,
    restoration: RestorationRule = .always, tags: Set<RouteTag> = [],
    exposure: RouteExposure = .closed
  ) throws(RoutingError) -> Registration {
    let place = RoutePlace(
      parent: parent, tab: tab, ifPresented: ifPresented, restoration: restoration)
    return try insert(
      pattern, option, place, tags, exposure,
      .provider(nil))
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

  /// Registers a pattern with a closure that acts and may route further.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - tags: Marks by which observers know the route.
  ///   - exposure: Which requests from outside the app may reach the route; none by default.
  ///   - handler: Acts; gets the router, on which it calls `enqueue`.
  /// - Returns: The registration, for removing the route.
  /// - Throws: ``RoutingError/Code/conflictingPattern``, ``RoutingError/Code/invalidPattern``,
  ///   ``RoutingError/Code/invalidSource``; then nothing has changed.
  @discardableResult
  public func handle(
    _ pattern: RoutePattern, tags: Set<RouteTag> = [], exposure: RouteExposure = .closed,
    handler: @escaping @MainActor (Route, any Router) async throws -> Void
  ) throws(RoutingError) -> Registration {
    try insert(
      pattern, nil, nil, tags, exposure,
      .handler { route, router in
        try await handler(route, router)
        return nil
      })
  }

  /// Adds a type that patterns registered later may name.
  ///
  /// - Parameter type: The type.
  /// - Throws: ``RoutingError/Code/invalidPattern`` if the name is malformed or taken.
  public func add(type: ParameterType) throws(RoutingError) {
    var table = table
    try table.add(type: type)
    try registerInParent(type)
    self.table = table
  }

  func insert(
    _ pattern: RoutePattern, _ option: (any RoutingOption)?, _ place: RoutePlace?,
    _ tags: Set<RouteTag>, _ exposure: RouteExposure, _ target: RouteRecord.Target
  ) throws(RoutingError) -> Registration {
    if let parent = place?.parents.first { try check(parent: parent, of: pattern) }
    let registered = RouteRecord(
      option: option, tags: tags, exposure: exposure, target: target, place: place)
    dropSnapshot()
    try table.insert(registered, for: pattern)
    // A module may have had a route of this name before.
    if !modules.isEmpty { modules.forget(pattern) }
    do {
      try registerInParent((pattern, registered))
    } catch {
      dropSnapshot()
      table.remove(pattern)
      throw error
    }
    return Registration { [weak self] in self?.forget([pattern]) }
  }

  /// Takes patterns out, here and on the wireframes above, all at the cost of one.
  package func forget(_ patterns: [RoutePattern]) {
    if let mount { mount.parent?.forget(patterns, through: mount) }
    dropSnapshot()
    table.removeAll(patterns)
  }
}
