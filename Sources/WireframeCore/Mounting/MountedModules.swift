/// The modules that are mounted on a wireframe, and the roles of those on a route's way.
/// Without the type of controllers, which each look at a list of mounts would look up at run time.
@MainActor
final class MountedModules {
  private(set) var all: [any MountedModule] = []
  /// For each pattern of modules, the one that has registered it, after those that had it before.
  private var owners: [RoutePattern: [any MountedModule]] = [:]
  /// The patterns of modules that the wireframe has registered itself since; a module's screen may still be shown.
  private var taken: Set<RoutePattern> = []

  // Stored, as the lists are not: each routing asks, and their reading has to be guarded.
  private(set) var isEmpty = true

  func add(_ mount: any MountedModule) {
    all.append(mount)
    isEmpty = false
  }

  func remove(_ mount: any MountedModule) {
    if let index = all.firstIndex(where: { $0 === mount }) { all.remove(at: index) }
    isEmpty = all.isEmpty
    for pattern in mount.names {
      let others = owners[pattern, default: []].filter { $0 !== mount }
      owners[pattern] = others.isEmpty ? nil : others
    }
  }

  func note(_ pattern: RoutePattern, of mount: any MountedModule) {
    taken.remove(pattern)
    guard let others = owners.updateValue([mount], forKey: pattern) else { return }
    owners[pattern]?.insert(contentsOf: others.filter { $0 !== mount }, at: 0)
  }

  /// Notes a pattern that the wireframe has registered itself.
  func noteOwn(_ pattern: RoutePattern) { if owners[pattern] != nil { taken.insert(pattern) } }

  /// The watchers of modules that observe a route; nil for those of all modules. Of modules that had the pattern before
  /// only for a screen that is shown, whose `registered` is not known: it may be theirs.
  func observers(of route: Route?, _ registered: RouteRecord?) -> [ObserverEntry] {
    guard let route else {
      return all.flatMap { mount in
        mount.observers(of: nil, nil).map { ObserverEntry($0, in: mount, nil) }
      }
    }
    return onTheWay(to: route, atMost: registered == nil ? .max : 1) { mount, local in
      mount.observers(of: local, registered?.module?.registered)
        .map { ObserverEntry($0, in: mount, local) }
    }
  }

  func optionProviders(for route: Route) -> [any RoutingOptionProvider] {
    onTheWay(to: route, atMost: 1) { mount, local in
      mount.optionProviders(for: local).map { MountedOptionProvider(provider: $0, route: local) }
    }
  }

  func unboundProviders(for route: Route) -> [ProviderEntry] {
    onTheWay(to: route) { mount, local in
      mount.unboundProviders(for: local).map { $0.mounted(as: local) }
    }
  }

  /// What the modules on a route's way bring, each asked with the route as it knows it. Only where no pattern matches,
  /// every module has to look whether the path is under its own.
  private func onTheWay<Role>(
    to route: Route, atMost count: Int = .max, _ roles: (any MountedModule, Route) -> [Role]
  ) -> [Role] {
    if count == 1, let pattern = route.pattern, taken.contains(pattern) { return [] }
    let mounts: ArraySlice<any MountedModule> =
      if let pattern = route.pattern { (owners[pattern] ?? []).suffix(count) } else { all[...] }
    return mounts.flatMap { mount in mount.local(route).map { roles(mount, $0) } ?? [] }
  }
}

struct MountedOptionProvider: RoutingOptionProvider, RoleWrapper {
  let provider: any RoutingOptionProvider
  let route: Route

  var role: Any { provider }

  func option(
    for route: Route, current: (any RoutingOption)?
  ) async throws -> (any RoutingOption)? {
    try await provider.option(for: self.route, current: current)
  }
}

extension ProviderEntry {
  /// The same for a module, which knows the route as `route`.
  @MainActor
  func mounted(as route: Route) -> ProviderEntry {
    switch self {
    case .closure(let make): .closure { _ in try await make(route) }
    case .role(let role): .mounted(role, route)
    case .mounted: self
    }
  }
}
