// Which roles a routing asks, in their order; those of mounted modules come out of Mounting/.
extension Wireframe {
  /// The watchers of a route: this wireframe's own, then those of modules. All of them for nil: a URL that was not
  /// admitted has no route.
  package func observers(of route: Route?) -> [ObserverEntry] {
    var own = observers.elements
    if let route { own = own.all { $0.watcher.observes(route) } }
    return modules.isEmpty ? own : own.joined(with: modules.observers(of: route))
  }

  /// The option providers of a route: this wireframe's own, then those of modules.
  package func optionProviders(for route: Route) -> [any RoutingOptionProvider] {
    let own = optionProviders.elements
    guard haveModuleOptions else { return own }
    return own.joined(with: modules.optionProviders(for: route))
  }

  /// The default option of a route; its module's default comes first.
  package func defaultOption(for registered: RouteRecord?) -> (any RoutingOption)? {
    guard let module = module(of: registered) else { return defaultOption }
    return module.wireframe.defaultOption(for: module.registered) ?? defaultOption
  }

  /// The presenters for a route; those of its module come before this wireframe's own.
  package func presenters(for registered: RouteRecord?) -> [any PresenterEntry] {
    guard let module = module(of: registered) else { return presenters.elements }
    return module.wireframe.presenters(for: module.registered).joined(with: presenters.elements)
  }

  /// The pattern's own provider and the unbound ones, in their order.
  func providers(of route: Route, _ registered: RouteRecord?) -> [ProviderEntry] {
    let unbound = unboundProviders(for: route)
    guard case .provider(let own?)? = registered?.target else { return unbound }
    guard !unbound.isEmpty else { return own.alone }
    let index = providers.index(before: own.priority)
    return unbound[..<index] + own.alone + unbound[index...]
  }

  /// The providers that were added for every route; those of modules, too, if no pattern matches.
  func unboundProviders(for route: Route) -> [ProviderEntry] {
    guard route.pattern == nil else { return providers.elements }
    return providers.elements.joined(with: modules.unboundProviders(for: route))
  }

  /// Whether a provider without pattern may know a route that no pattern matches.
  package func mayBeKnown(_ route: Route) -> Bool {
    route.request.isTrusted && !unboundProviders(for: route).isEmpty
  }
}
