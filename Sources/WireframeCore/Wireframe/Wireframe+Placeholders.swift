extension Wireframe {
  /// Shows a placeholder for screens that take long: once a provider has needed longer than
  /// ``RoutingLimits/placeholder``, the placeholder is presented, and other routings go on.
  ///
  /// ```swift
  /// wireframe.addPlaceholder(for: "/products/:id<int>") { route, loading in LoadingScreen(loading) }
  /// wireframe.addPlaceholder(tag: .fromServer) { _, loading in Skeleton(loading) }
  /// ```
  ///
  /// The screen takes its placeholder's place when it is ready, without animation, and no sooner than
  /// ``RoutingLimits/placeholder`` after the placeholder came. Its guards are asked again before. If making it fails
  /// meanwhile, ``ScreenLoading/failure`` says why, and the placeholder stays: it offers ``ScreenLoading/retry()``.
  /// Leaving the placeholder cancels the provider, and the routing fails with ``RoutingError/Code/cancelled``.
  ///
  /// The call that routes returns with the screen, and ``RoutingWatcher/didRoute(_:)`` is called for that; when the
  /// placeholder comes, ``RoutingWatcher/didShowPlaceholder(_:)`` is. A request for the same screen while the
  /// placeholder is at the top waits for it, and tries again if it has failed. A restored screen has its placeholder at
  /// once. Screens that presenters of the app's own show, and those of ``controller(for:payload:)``, have none.
  ///
  /// - Parameters:
  ///   - pattern: The pattern of the route that it is for, or an old name of it; nil for every route.
  ///   - tag: A tag that these routes have; nil for any.
  ///   - placeholder: Makes the placeholder of a route. Of several that fit, the one that was added first does.
  /// - Returns: The registration, for removing the placeholder.
  @discardableResult
  public func addPlaceholder(
    for pattern: RoutePattern? = nil, tag: RouteTag? = nil,
    _ placeholder: @escaping @MainActor (Route, ScreenLoading) -> Controller
  ) -> Registration {
    havePlaceholders = true
    let entry = PlaceholderEntry(pattern: pattern, tag: tag, make: placeholder)
    return placeholders.add(entry, priority: 0)
  }

  /// What makes the placeholder of a route; nil if it has none. A module's own comes first.
  package func placeholder(
    of route: Route, _ registered: RouteRecord?
  ) -> (@MainActor (ScreenLoading) -> Any)? {
    if let module = module(of: registered, route), let local = module.wireframe.mount?.local(route),
      let own = module.wireframe.placeholder(of: local, module.registered)
    {
      return own
    }
    let aliases = route.pattern.flatMap { tableSnapshot.aliases[$0] } ?? []
    let entry = placeholders.elements.first { entry in
      (entry.pattern.map { $0 == route.pattern || aliases.contains($0) } ?? true)
        && (entry.tag.map(route.tags.contains) ?? true)
    }
    guard let entry else { return nil }
    return { entry.make(route, $0) }
  }
}

/// A placeholder that was added: the routes that it is for, and what makes it.
package struct PlaceholderEntry {
  package let pattern: RoutePattern?
  package let tag: RouteTag?
  let make: @MainActor (Route, ScreenLoading) -> Any
}
