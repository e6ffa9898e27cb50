extension Wireframe {
  /// Mounts the wireframe of a module: its routes become this one's, behind a path.
  ///
  /// ```swift
  /// let shop = Wireframe<Screen>()  // made and tested by its module
  /// try shop.register("/products/:id<int>") { … }
  /// try app.mount(shop, at: "/shop")
  ///
  /// try await app.route(to: "/shop/products/42")
  /// try await shop.route(to: "/products/42")  // the same
  /// ```
  ///
  /// While it is mounted, all that the module's wireframe is asked for is done by this one, with the path
  /// put before it: sources, rules, order in time, limits and what is parked are this one's. Each role
  /// sees a route as its own wireframe knows it; presenters see it as the outermost does. Observers and
  /// option providers of this wireframe come before the module's, whatever their priority; presenters,
  /// providers and the default option of the module come before this one's, for the module's routes.
  /// A URL that no pattern matches is shown to every module under whose path it is.
  ///
  /// What is registered or added on a mounted wireframe takes effect at once. A wireframe may be mounted
  /// once; modules may mount others. This wireframe keeps the module's alive.
  ///
  /// - Parameters:
  ///   - child: The module's wireframe.
  ///   - prefix: A path of literals, without source; nil for none.
  /// - Returns: The registration, for unmounting: then the module's wireframe routes alone again.
  /// - Throws: ``RoutingError/Code/invalidMount`` if the wireframe cannot be mounted so;
  ///   ``RoutingError/Code/conflictingPattern``, ``RoutingError/Code/invalidPattern``,
  ///   ``RoutingError/Code/invalidSource`` for its routes. Then nothing has changed.
  @discardableResult
  public func mount(
    _ child: Wireframe, at prefix: RoutePattern? = nil
  ) throws(RoutingError) -> Registration {
    if let prefix, !prefix.isPlainPath { throw RoutingError(.mountPrefix(pattern: prefix)) }
    guard child.mount == nil else { throw RoutingError(.mountedAlready) }
    guard outermost !== child else { throw RoutingError(.mountedOnItself) }
    guard child.queue.isIdle else { throw RoutingError(.mountedWhileRouting) }
    let mount = Mount(child, on: self, at: prefix)
    try adopt(child.table.entries, types: child.table.index.types, through: mount)
    mounts.append(mount)
    child.mount = mount
    // From now on, and when it is unmounted, the UI is there or the outermost waits for it.
    child.queue.activate()
    return Registration { [weak self, weak mount] in
      guard let mount else { return }
      self?.unmount(mount)
    }
  }

  private func unmount(_ mount: Mount<Controller>) {
    abandon(mount.child.table.patterns, through: mount)
    mounts.removeAll { $0 === mount }
    mount.child.mount = nil
  }

  /// The wireframe that routes for this one.
  var outermost: Wireframe { mount?.parent?.outermost ?? self }
}

// MARK: - The module's routes

extension Wireframe {
  typealias Entry = (pattern: RoutePattern, registered: RegisteredRoute)

  /// Registers all that a module has registered, here and on the wireframes above, or changes nothing.
  private func adopt(
    _ entries: [Entry], types: [String: ParameterType], through mount: Mount<Controller>
  ) throws(RoutingError) {
    var merged = table
    for type in types.values.sorted(by: { $0.name < $1.name }) { try merged.learn(type) }
    var wholes: [Entry] = []
    for entry in entries {
      let whole = try mount.whole(entry)
      try merged.insert(whole.registered, for: whole.pattern)
      wholes.append(whole)
    }
    if let above = self.mount, let parent = above.parent {
      try parent.adopt(wholes, types: types, through: above)
    }
    table = merged
    for (entry, whole) in zip(entries, wholes) { mount.patterns[whole.pattern] = entry.pattern }
  }

  /// Registers a route on the wireframes above, or changes nothing.
  func tellAbove(_ entry: Entry) throws(RoutingError) {
    guard let mount, let parent = mount.parent else { return }
    let whole = try mount.whole(entry)
    parent.dropSnapshot()
    try parent.table.insert(whole.registered, for: whole.pattern)
    do {
      try parent.tellAbove(whole)
    } catch {
      parent.dropSnapshot()
      parent.table.removeAll([whole.pattern])
      throw error
    }
    mount.patterns[whole.pattern] = entry.pattern
  }

  /// Makes a type known to the wireframes above.
  func tellAbove(_ type: ParameterType) throws(RoutingError) {
    guard let parent = mount?.parent else { return }
    try parent.table.learn(type)
    try parent.tellAbove(type)
  }

  /// Forgets routes of a module, here and on the wireframes above.
  func abandon(_ patterns: [RoutePattern], through mount: Mount<Controller>) {
    let gone = Set(patterns)
    let wholes = mount.patterns.filter { gone.contains($0.value) }.map(\.key)
    if let above = self.mount { above.parent?.abandon(wholes, through: above) }
    // The names stay known: a screen of a removed route may stand, and its module's guards hold.
    dropSnapshot()
    table.removeAll(Set(wholes))
  }
}

extension RouteTable {
  /// Adds a type unless the table knows it; another one of its name would let a guard read URLs otherwise
  /// than the table.
  fileprivate mutating func learn(_ type: ParameterType) throws(RoutingError) {
    guard let known = index.types[type.name] else { return try add(type: type) }
    guard known.identity === type.identity else {
      throw RoutingError(.mountType(name: type.name))
    }
  }
}

// MARK: - Asking the wireframe above

extension Wireframe {
  /// The wireframe on which this one is mounted, and the request as it has to be put to it.
  func above(
    _ request: RoutingRequest
  ) -> (mount: Mount<Controller>, parent: Wireframe, request: RoutingRequest)? {
    guard isMounted, let mount, let parent = mount.parent else { return nil }
    return (mount, parent, mount.whole(request))
  }
}

// MARK: - The module's roles

extension Wireframe {
  /// The observers that want to see a route, those of modules behind this wireframe's own.
  ///
  /// - Parameter route: The route; nil for all observers, of a URL that was not admitted.
  /// - Returns: The observers, in their order.
  func observers(of route: Route?) -> [any ObserverObject] {
    let all = observers.elements
    let own = if let route { all.all { $0.observes(route) } } else { all }
    guard hasMounts else { return own }
    return mounts.reduce(into: own) { all, mount in
      let inside = route.flatMap(mount.inside)
      guard route == nil || inside != nil else { return }
      all += mount.child.observers(of: inside).map { MountedObserver($0, inside, mount) }
    }
  }

  var hasOptionProviders: Bool { hasMounts || !optionProviders.isEmpty }

  /// The option providers for a route, those of modules behind this wireframe's own.
  func optionProviders(for route: Route) -> [any RoutingOptionProvider] {
    guard hasMounts else { return optionProviders.elements }
    return mounts.reduce(into: optionProviders.elements) { all, mount in
      guard let inside = mount.inside(route) else { return }
      all += mount.child.optionProviders(for: inside).map { MountedOptionProvider($0, inside) }
    }
  }

  /// The providers that are asked besides the pattern's own; those of modules, too, if there is no
  /// pattern.
  func unboundProviders(for route: Route) -> [AskedProvider] {
    guard hasMounts, route.pattern == nil else { return providers.elements }
    return mounts.reduce(into: providers.elements) { all, mount in
      guard let inside = mount.inside(route) else { return }
      all += mount.child.unboundProviders(for: inside).map { provider in
        guard case .role(let role) = provider else { return provider }
        return role.mounted(as: inside)
      }
    }
  }

  /// Whether a provider without pattern may know a route that no pattern matches.
  func mayBeKnown(_ route: Route) -> Bool {
    route.request.isTrusted && !unboundProviders(for: route).isEmpty
  }

  /// The presenters for a route, those of its module before this wireframe's own.
  func presenters(
    for registered: RegisteredRoute?
  ) -> [any ControllerRoutingPresenter] {
    guard hasMounts, let module = registered?.module as? Module<Controller>,
      let wireframe = module.wireframe
    else { return presenters.elements }
    return wireframe.presenters(for: module.registered) + presenters.elements
  }

  /// How a route is presented when nothing else says so; its module's word comes first.
  func defaultOption(for registered: RegisteredRoute?) -> (any RoutingOption)? {
    guard hasMounts, let module = registered?.module as? Module<Controller> else {
      return defaultOption
    }
    return module.wireframe?.defaultOption(for: module.registered) ?? defaultOption
  }
}
