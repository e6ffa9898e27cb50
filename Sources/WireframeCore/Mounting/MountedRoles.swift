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

/// A provider of a module that is bound to no pattern, for a URL without pattern.
private struct MountedProvider<Provider: ControllerProvider>: ControllerProvider, RoleWrapper {
  let provider: Provider
  let route: Route

  var role: Any { provider }

  func controller(
    for route: Route, option: any RoutingOption
  ) async throws -> Provider.Controller? {
    try await provider.controller(for: self.route, option: option)
  }
}

extension ControllerProvider {
  func mounted(as route: Route) -> ProviderEntry {
    .role(MountedProvider(provider: self, route: route))
  }
}

/// All providers of a module, for one of its patterns.
struct ModuleProvider<Controller>: ControllerProvider {
  let module: Module<Controller>
  let mount: Mount<Controller>

  func controller(for route: Route, option: any RoutingOption) async throws -> Controller? {
    let local = mount.local(route, as: module.pattern)
    let providers = module.wireframe?.providers(of: local, module.registered) ?? []
    let made: Any? = try await firstScreen(of: providers, for: local, option, nil)()
    return made as? Controller
  }

  func names(for route: Route) -> [String] {
    module.wireframe?.providerNames(
      of: mount.local(route, as: module.pattern), module.registered) ?? []
  }
}

extension Wireframe {
  /// The names of the providers that are asked for a controller, for error texts.
  func providerNames(of route: Route, _ registered: RouteRecord?) -> [String] {
    providers(of: route, registered).flatMap { provider in
      (provider.role as? ModuleProvider<Controller>)?.names(for: route) ?? [roleName(provider.role)]
    }
  }
}
