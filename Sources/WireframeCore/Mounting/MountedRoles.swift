/// An option provider of a module.
final class MountedOptionProvider: RoutingOptionProvider, RoleWrapper {
  private let provider: any RoutingOptionProvider
  private let route: Route

  init(_ provider: any RoutingOptionProvider, _ route: Route) {
    self.provider = provider
    self.route = route
  }

  var role: Any { provider }

  func option(
    for route: Route, current: (any RoutingOption)?
  ) async throws -> (any RoutingOption)? {
    try await provider.option(for: self.route, current: current)
  }
}

/// A provider of a module that is bound to no pattern, for a URL without pattern.
private final class MountedProvider<Provider: ControllerProvider>: ControllerProvider, RoleWrapper {
  private let provider: Provider
  private let route: Route

  init(_ provider: Provider, _ route: Route) {
    self.provider = provider
    self.route = route
  }

  var role: Any { provider }

  func controller(
    for route: Route, option: any RoutingOption
  ) async throws -> Provider.Controller? {
    try await provider.controller(for: self.route, option: option)
  }
}

extension ControllerProvider {
  func mounted(as route: Route) -> ProviderEntry { .role(MountedProvider(self, route)) }
}

/// All providers of a module, for one of its patterns.
final class ModuleProvider<Controller>: ControllerProvider {
  private let module: Module<Controller>
  private let mount: Mount<Controller>

  init(_ module: Module<Controller>, _ mount: Mount<Controller>) {
    self.module = module
    self.mount = mount
  }

  func controller(for route: Route, option: any RoutingOption) async throws -> Controller? {
    let local = mount.local(route, as: module.pattern)
    for provider in module.wireframe?.providers(of: local, module.registered) ?? [] {
      do {
        if let made = try await provider.controller(for: local, option: option) {
          return made as? Controller
        }
      } catch {
        throw RoleError(of: provider.role, error)
      }
    }
    return nil
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
      (provider.role as? ModuleProvider<Controller>)?.names(for: route)
        ?? [roleName(provider.role)]
    }
  }
}
