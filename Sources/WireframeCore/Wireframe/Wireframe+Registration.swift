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
    let provider = BoundProvider(.closure(controller), priority: priority)
    return try insert(pattern, option, tags, exposure, place, .provider(provider))
  }

  /// Registers a route whose closure gets the router, too.
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

  /// Registers a route whose controller a provider makes, which is asked for this pattern only.
  @discardableResult
  public func register(
    _ pattern: RoutePattern, option: (any RoutingOption)? = nil, tags: Set<RouteTag> = [],
    exposure: RouteExposure = .closed, place: ScreenPlace = .onTop, priority: Int = 0,
    provider: any ControllerProvider<Controller>
  ) throws(RoutingError) -> Registration {
    let provider = BoundProvider(.role(provider), priority: priority)
    return try insert(pattern, option, tags, exposure, place, .provider(provider))
  }

  /// Registers a route whose controller is made by the providers that were added.
  @discardableResult
  public func register(
    _ pattern: RoutePattern, option: (any RoutingOption)? = nil, tags: Set<RouteTag> = [],
    exposure: RouteExposure = .closed, place: ScreenPlace = .onTop
  ) throws(RoutingError) -> Registration {
    try insert(pattern, option, tags, exposure, place, .provider(nil))
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
    dropSnapshot()
    try table.insert(registered, for: pattern)
    if place.tab != nil { haveHomes = true }
    do throws(RoutingError) {
      if let mount { try mount.parent?.register([(pattern, registered)], through: mount) }
    } catch {
      dropSnapshot()
      table.remove(pattern)
      throw error
    }
    // A module may have had a route of this name before.
    if !modules.isEmpty { modules.forget(pattern) }
    return Registration { [weak self] in self?.forget([pattern]) }
  }

  /// Removes patterns, here and on the wireframes above, in one update.
  package func forget(_ patterns: [RoutePattern]) {
    // Mounts keep the names: a screen of a removed route may still be shown, guarded by its module.
    if let mount { mount.parent?.forget(patterns.compactMap(mount.absolute)) }
    dropSnapshot()
    let gone = table.removeAll(patterns)
    withExtendedLifetime(gone) {}
  }

  // MARK: Old names

  /// Gives a route an old name: a pattern whose URLs lead to the route.
  ///
  /// ```swift
  /// try wireframe.alias("/konto/:id<int>", for: "/accounts/:id<int>")
  /// ```
  ///
  /// Guards, exposure, parent, type and option are the route's. Roles, hosts and saved states get the route with its
  /// new URL; the request keeps the old text. The route may be registered later, and removed: until then no route is
  /// found.
  ///
  /// - Parameters:
  ///   - name: The old name. Its parameters are those of the pattern: the same names and types.
  ///   - pattern: The pattern of the route.
  /// - Returns: The registration, for removing the old name.
  /// - Throws: ``RoutingError/Code/invalidAlias`` if the parameters differ, if only the pattern is bound to a source,
  ///   or if it is an old name itself;
  ///   ``RoutingError/Code/conflictingPattern`` if a route, or another old name, has the same URLs;
  ///   ``RoutingError/Code/invalidPattern``, ``RoutingError/Code/invalidSource``. Then nothing has changed.
  @discardableResult
  public func alias(
    _ name: RoutePattern, for pattern: RoutePattern
  ) throws(RoutingError) -> Registration {
    var fault = AliasFault(name, of: pattern)
    if case .alias(let target)? = tableSnapshot.entry(of: pattern)?.registered.target {
      fault = fault ?? .ofAlias(target)
    }
    if let fault { throw RoutingError(.alias(name, of: pattern, fault)) }
    return try insert(name, nil, [], .closed, .onTop, .alias(pattern))
  }

  /// Gives a typed route its old names, with its registration.
  func alias<T: TypedRoute>(
    _ type: T.Type, _ registration: Registration
  ) throws(RoutingError) -> Registration {
    guard !T.aliases.isEmpty else { return registration }
    var all = [registration]
    do throws(RoutingError) {
      for name in T.aliases { all.append(try alias(name, for: T.pattern)) }
    } catch {
      for registration in all.reversed() { registration.remove() }
      throw error
    }
    return Registration { for registration in all.reversed() { registration.remove() } }
  }

  /// The old name by which a request is written, and the pattern for which it stands; nil for none.
  package func oldName(in request: RoutingRequest) -> (name: RoutePattern, target: RoutePattern)? {
    guard
      case .admitted(_, let index?) = table.index.read(
        request.urlText, isTrusted: request.mayBePath),
      case let (name?, registered?) = table.entry(at: index),
      case .alias(let target) = registered.target
    else { return nil }
    return (name, target)
  }

  func noRoute(_ route: Route, asked providers: [String]) -> CoreReason {
    .noRoute(nearMiss(of: route), asked: providers, oldName: oldName(in: route.request))
  }

  /// The route of an old name's URL as if that were registered itself, and the one to which it leads; else nil.
  package func renamed(_ text: String) -> (old: Route, new: Route)? {
    let request = RoutingRequest(text)
    guard case .admitted(let url, _) = table.index.read(text, isTrusted: true),
      oldName(in: request) != nil, let new = try? find(request).0, new.pattern != nil
    else { return nil }
    let old = Route(
      request: request, pattern: new.pattern, tags: new.tags, source: new.source, url: url,
      rules: table.rules)
    return (old, new)
  }
}
