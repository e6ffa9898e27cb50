/// The modules that are mounted on a wireframe, and the roles of those on a route's way.
/// Without the type of controllers, which each look at a list of mounts would look up at run time.
@MainActor
final class MountedModules {
  private(set) var all: [any MountedModule] = []
  /// For each pattern of modules, the one that has registered it, after those that had it before; with its name there.
  private var owners: [RoutePattern: [Owner]] = [:]

  private typealias Owner = (mount: any MountedModule, local: RoutePattern)

  var isEmpty: Bool { all.isEmpty }

  func add(_ mount: any MountedModule) { all.append(mount) }

  func remove(_ mount: any MountedModule) {
    if let index = all.firstIndex(where: { $0 === mount }) { all.remove(at: index) }
    for pattern in mount.names {
      let others = owners[pattern, default: []].filter { $0.mount !== mount }
      owners[pattern] = others.isEmpty ? nil : others
    }
  }

  /// Notes that a module has registered a pattern of the wireframe.
  func note(_ pattern: RoutePattern, of mount: any MountedModule, as local: RoutePattern) {
    guard let others = owners.updateValue([(mount, local)], forKey: pattern) else { return }
    owners[pattern]?.insert(contentsOf: others.filter { $0.mount !== mount }, at: 0)
  }

  /// Forgets that modules had a pattern once, since the wireframe has registered it itself.
  func forget(_ pattern: RoutePattern) {
    for owner in owners.removeValue(forKey: pattern) ?? [] { owner.mount.forget(pattern) }
  }

  /// The watchers of modules that observe a route; nil for those of all modules.
  func observers(of route: Route?) -> [ObserverEntry] {
    guard let route else {
      return all.flatMap { mount in
        mount.observers(of: nil).map { ObserverEntry($0, in: mount, nil) }
      }
    }
    return onTheWay(to: route) { mount, local in
      mount.observers(of: local).map { ObserverEntry($0, in: mount, local) }
    }
  }

  func optionProviders(for route: Route) -> [any RoutingOptionProvider] {
    onTheWay(to: route) { mount, local in
      mount.optionProviders(for: local).map { MountedOptionProvider(provider: $0, route: local) }
    }
  }

  func unboundProviders(for route: Route) -> [ProviderEntry] {
    onTheWay(to: route) { mount, local in
      mount.unboundProviders(for: local).map { provider in
        guard case .role(let role) = provider else { return provider }
        return role.mounted(as: local)
      }
    }
  }

  /// What the modules on a route's way bring, each asked with the route as it knows it. Only where no pattern matches,
  /// every module has to look whether the path is under its own.
  private func onTheWay<Role>(
    to route: Route, _ roles: (any MountedModule, Route) -> [Role]
  ) -> [Role] {
    var found: [Role] = []
    if let pattern = route.pattern {
      for (mount, local) in owners[pattern] ?? [] {
        found = found.joined(with: roles(mount, mount.local(route, as: local)))
      }
    } else {
      for mount in all {
        if let local = mount.local(route) { found = found.joined(with: roles(mount, local)) }
      }
    }
    return found
  }
}

/// A mount, without the type of its controllers.
@MainActor
protocol MountedModule: RouteScope {
  /// The gates of the module and of those mounted on it.
  var gates: [GateEntry] { get }
  /// The patterns of the parent that the module has registered.
  var names: [RoutePattern] { get }
  /// A route of the parent whose pattern the module has under another name.
  func local(_ route: Route, as pattern: RoutePattern) -> Route
  /// Forgets the module's name for a pattern of the wireframe around it.
  func forget(_ pattern: RoutePattern)
  /// The watchers of a route as the module knows it; nil for all watchers.
  func observers(of local: Route?) -> [ObserverEntry]
  func optionProviders(for local: Route) -> [any RoutingOptionProvider]
  func unboundProviders(for local: Route) -> [ProviderEntry]
}
