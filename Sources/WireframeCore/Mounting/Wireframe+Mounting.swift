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
  /// While it is mounted, this one does all that the module's wireframe is asked for, with the path put before it:
  /// sources, rules, order in time, limits and what is parked are this one's. Each role sees a route as its own
  /// wireframe knows it, presenters as the outermost does. Whatever their priority, observers of this wireframe are
  /// asked before the module's, its option providers after them. For the module's routes its presenters, providers and
  /// default option come first, as for URLs that only its providers know. A URL that matches no pattern is shown to
  /// every module whose path it has.
  ///
  /// What is registered or added on a mounted wireframe takes effect at once. A wireframe may be mounted once; modules
  /// may mount others. This wireframe keeps the module's alive.
  ///
  /// - Parameters:
  ///   - child: The module's wireframe.
  ///   - prefix: A path of literals, without source; nil for none.
  ///   - parent: The pattern below the module's routes that have no parent and no tab themselves.
  ///   - tab: The tab of those routes.
  /// - Returns: The registration, for unmounting: then the module's wireframe routes alone again.
  /// - Throws: ``RoutingError/Code/invalidMount`` if it cannot be mounted; ``RoutingError/Code/invalidLock`` if it
  ///   has a lock; ``RoutingError/Code/conflictingPattern``, ``RoutingError/Code/invalidPattern``,
  ///   ``RoutingError/Code/invalidSource`` for its routes. Then nothing has changed.
  @discardableResult
  public func mount(
    _ child: Wireframe, at prefix: RoutePattern? = nil, parent: RoutePattern? = nil,
    tab: String? = nil
  ) throws(RoutingError) -> Registration {
    if let prefix, !prefix.isMountPath { throw RoutingError(.mountPrefix(pattern: prefix)) }
    guard child.mount?.parent == nil else { throw RoutingError(.mountedAlready) }
    guard outermost !== child else { throw RoutingError(.mountedOnItself) }
    guard child.queue.isIdle, child.loads.isEmpty else { throw RoutingError(.mountedWhileRouting) }
    if child.lockRequest != nil { throw RoutingError(.lock(.ofModule)) }
    if let parent, !parent.names.isEmpty { throw RoutingError(.mountParent(parent: parent)) }
    let mount = Mount(child, on: self, at: prefix, ScreenPlace(under: parent, tab: tab))
    try register(child.table.entries, types: child.table.index.types, through: mount)
    modules.add(mount)
    // What its gates have kept so far is written as the module knows it: it is forgotten.
    for gate in mount.gates { gate.discard() }
    child.mount = mount
    outermost.rightsVersion.roles += 1
    outermost.followHost()
    if child.hasLeaveGuards { hasLeaveGuards = true }
    if child.haveOwners { haveOwners = true }
    if child.havePlaceholders { havePlaceholders = true }
    if child.haveProgressWatchers { haveProgressWatchers = true }
    if child.haveHomes || tab != nil { haveHomes = true }
    if !child.optionProviders.isEmpty || child.haveModuleOptions { haveModuleOptions = true }
    // From now on, and when it is unmounted, the UI is there or the outermost waits for it.
    child.queue.activate()
    return Registration { [weak self, weak mount] in
      guard let self, let mount else { return }
      forget(mount.child.table.patterns.compactMap(mount.absolute))
      modules.remove(mount)
      mount.child.mount = nil
      // As for removed gates: what they keep is forgotten, and no screen of theirs that is still being made is shown.
      for gate in mount.gates { gate.discard() }
      outermost.queue.current?.note { $0.wasInterrupted = true }
    }
  }

  package var mounts: [Mount<Controller>] { modules.all.compactMap { $0 as? Mount<Controller> } }

  /// The wireframe that routes for this one: the outermost of those on which it is mounted.
  package var outermost: Wireframe { isMounted ? mount?.parent?.outermost ?? self : self }

  // MARK: Routes here and above

  typealias Entry = (pattern: RoutePattern, registered: RouteRecord)

  /// Registers routes, here and on the wireframes above, or changes nothing. Those of a module come through its mount.
  func register(
    _ entries: [Entry], types: [String: ParameterType] = [:], through mount: Mount<Controller>?
  ) throws(RoutingError) {
    let newTypes = types.keys.filter { table.types[$0] == nil }
    var absolutes: [Entry] = []
    dropSnapshot()
    do throws(RoutingError) {
      for type in types.keys.sortedTexts().compactMap({ types[$0] }) {
        let known = table.types[type.name]
        if known == nil { try table.add(type: type) }
        // With another one of that name, a guard would read URLs differently.
        if let known, known.identity !== type.identity {
          throw RoutingError(.mountType(name: type.name))
        }
      }
      for entry in entries {
        let absolute: Entry = mount?.absolute(entry) ?? entry
        try table.insert(absolute.registered, for: absolute.pattern)
        absolutes.append(absolute)
      }
      if let above = self.mount {
        try above.parent?.register(absolutes, types: types, through: above)
      }
    } catch {
      // Taken back rather than tried on a copy, which would cost as much as the whole table.
      _ = table.removeAll(absolutes.map(\.pattern).reversed())
      table.forget(types: newTypes)
      throw error
    }
    for (entry, absolute) in zip(entries, absolutes) {
      mount?.note(entry.pattern, as: absolute.pattern)
    }
  }

  // MARK: Forwarding

  /// The wireframe on which this one is mounted, and a request as that one has to read it; nil without a mount.
  package func forwarded(
    _ request: RoutingRequest
  ) -> (mount: Mount<Controller>, parent: Wireframe, request: RoutingRequest)? {
    guard isMounted, let mount, let parent = mount.parent else { return nil }
    return (mount, parent, mount.absolute(request))
  }

  /// The module's wireframe that registered a route, and its entry there; nil if the route is this wireframe's own.
  /// Where no pattern matches, the first one whose providers alone may know the URL, with the route as it knows that.
  package func module(
    of registered: RouteRecord?, _ route: Route? = nil
  ) -> (wireframe: Wireframe, registered: RouteRecord?, route: Route?)? {
    if let module = registered?.module, let mount = module.mount as? Mount<Controller> {
      return (mount.child, module.registered, nil)
    }
    guard let route, route.pattern == nil, providers.isEmpty else { return nil }
    for mount in mounts {
      guard let local = mount.local(route) else { continue }
      if !mount.unboundProviders(for: local).isEmpty { return (mount.child, nil, local) }
    }
    return nil
  }

  /// A request whose URL, read as `url`, does not lead to a route of its type, with the path of the module that has
  /// registered the type; nil if it is not registered elsewhere. Throws if the module is mounted more than once.
  func requestInModule(
    of request: RoutingRequest, _ url: AdmittedURL
  ) throws(RoutingError) -> RoutingRequest? {
    guard let type = request.routeType as? any TypedRoute.Type else { return nil }
    let count = type.pattern.segments.count
    let found = table.patterns.filter { $0.routeType == type && $0.segments.count > count }
    let mounts = found.map { $0.segments.dropLast(count).map { "/\($0)" }.joined() }
    guard let mount = mounts.first, let prefix = try? RoutePattern(mount) else { return nil }
    guard mounts.count == 1 else {
      throw RoutingError(.ambiguousMount(type: "\(type)", mounts: mounts), request: request)
    }
    var request = request
    request.urlText = url.text(under: prefix, among: table.sources, lowercasesHost: false)
    return request
  }
}
