extension Wireframe {
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
