/// One wireframe mounted on another: how routes and requests of the one are called in the other.
@MainActor
final class Mount<Controller> {
  let child: Wireframe<Controller>
  weak var parent: Wireframe<Controller>?
  /// The child's patterns, by what the parent calls them.
  var patterns: [RoutePattern: RoutePattern] = [:]

  private let prefix: RoutePattern?
  private let path: PathPrefix?
  private let depth: Int

  init(_ child: Wireframe<Controller>, on parent: Wireframe<Controller>, at prefix: RoutePattern?) {
    self.child = child
    self.parent = parent
    self.prefix = prefix
    path = prefix.map { PathPrefix($0) }
    depth = prefix?.segments.count ?? 0
  }

  /// A route of the child as the parent registers it.
  func whole(_ entry: Wireframe<Controller>.Entry) throws(RoutingError)
    -> Wireframe<Controller>.Entry
  {
    let (pattern, registered) = entry
    let module = Module(child, registered)
    let target: RegisteredRoute.Target =
      switch registered.target {
      case .provider:
        // Before the unbound providers of the parent, whatever their priority.
        .provider(OwnProvider(.role(ModuleProvider(module, self)), priority: .max))
      case .handler(let handle):
        .handler { route, _ in try await handle(self.inside(route) ?? route, self.child) }
      }
    return (
      try pattern.under(prefix),
      RegisteredRoute(
        option: registered.option, tags: registered.tags, exposure: registered.exposure,
        target: target, module: module)
    )
  }

  /// A request to the child as it has to be put to the parent.
  ///
  /// It is read as the outermost wireframe reads it, whose sources and rules are those that count. What that
  /// does not admit is put as it is, and refused there.
  func whole(_ request: RoutingRequest) -> RoutingRequest {
    guard let prefix, let table = parent?.outermost.table,
      case .admitted(let url, _) = table.index.read(
        request.urlText, isTrusted: request.isTrusted)
    else { return request }
    var request = request
    let source = url.parts.source
    request.urlText = url.text(
      under: prefix, source: source < 0 ? nil : table.sources[Int(source)],
      lowercasesHost: lowercasesHost(of: url))
    return request
  }

  /// Whether a URL's host has to be in lower case to match, once it is a segment behind the prefix.
  private func lowercasesHost(of url: AdmittedURL) -> Bool {
    guard url.hasHost, let host = url.segmentText(at: 0), host != host.asciiLowercased else {
      return false
    }
    let index = child.table.index
    return !index.hasPattern(beginningWith: host)
      && index.hasPattern(beginningWith: host.asciiLowercased)
  }

  /// The end of the parent's routing, with the routes as the child knows them.
  func inside(_ end: RoutingEnd) -> RoutingEnd { end.map { inside($0) ?? $0 } }

  /// A route of the parent as the child knows it; nil if it is none of the child's.
  func inside(_ route: Route) -> Route? {
    if let pattern = route.pattern {
      return patterns[pattern].map { route.inside(pattern: $0, behind: depth) }
    }
    guard path.map({ route.isUnder($0) }) ?? true else { return nil }
    return route.inside(pattern: nil, behind: depth)
  }
}

/// Whose a registered route is, and what it is there.
final class Module<Controller> {
  /// Held by the mount.
  private(set) weak var wireframe: Wireframe<Controller>?
  let registered: RegisteredRoute

  init(_ wireframe: Wireframe<Controller>, _ registered: RegisteredRoute) {
    self.wireframe = wireframe
    self.registered = registered
  }
}

// MARK: - Roles

/// An observer of a module, which sees routes as the module's wireframe knows them.
final class MountedObserver<Controller>: RoutingObserver, StandsForRole {
  private let observer: any ObserverObject
  private let route: Route?
  private let mount: Mount<Controller>

  init(_ observer: any ObserverObject, _ route: Route?, _ mount: Mount<Controller>) {
    self.observer = observer
    self.route = route
    self.mount = mount
  }

  var role: Any { observer }

  func decision(for route: Route) throws -> RoutingDecision {
    outside(try observer.decisionAtOnce(for: self.route ?? route))
  }

  func decision(for route: Route) async throws -> RoutingDecision {
    outside(try await observer.decision(for: self.route ?? route))
  }

  private func outside(_ decision: RoutingDecision) -> RoutingDecision {
    guard case .redirect(let next, let parking)? = decision.kind else { return decision }
    return .redirect(to: mount.whole(next), resuming: parking)
  }

  func decision(onLeaving departure: Departure) async throws -> LeaveDecision {
    try await observer.decision(
      onLeaving: Departure(
        of: departure.controller, from: route,
        to: departure.to.map { mount.inside($0) ?? $0 }, by: departure.cause))
  }

  func willPresent(_ event: RoutingEvent) { observer.willPresent(inside(event)) }
  func didRoute(_ event: RoutingEvent) { observer.didRoute(inside(event)) }
  func didStop(_ reason: String, route: Route, router: any Router) {
    observer.didStop(reason, route: self.route ?? route, router: mount.child)
  }
  func didFail(_ error: RoutingError, route: Route?, router: any Router) {
    observer.didFail(error, route: self.route ?? route, router: mount.child)
  }

  private func inside(_ event: RoutingEvent) -> RoutingEvent {
    RoutingEvent(
      route: route ?? event.route, redirects: event.redirects.map { mount.inside($0) ?? $0 },
      option: event.option, router: mount.child, presentation: event.presentation)
  }
}

/// An option provider of a module.
final class MountedOptionProvider: RoutingOptionProvider, StandsForRole {
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
private final class MountedProvider<Provider: ControllerProvider>: ControllerProvider, StandsForRole
{
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
  func mounted(as route: Route) -> AskedProvider { .role(MountedProvider(self, route)) }
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
    let inside = mount.inside(route) ?? route
    let asked = module.wireframe?.providers(for: (inside, module.registered)) ?? []
    for provider in asked {
      do {
        let controller: Any? =
          switch provider {
          case .closure(let make): try await make(inside)
          case .role(let role): try await role.controller(for: inside, option: option)
          }
        if let controller { return controller as? Controller }
      } catch {
        throw RoleFailure(of: provider.role, error)
      }
    }
    return nil
  }

  func names(for route: Route) -> [String] {
    module.wireframe?.providerNames(for: (mount.inside(route) ?? route, module.registered)) ?? []
  }
}

/// A role in whose name another one is asked.
@MainActor
protocol StandsForRole {
  var role: Any { get }
}

// MARK: - Names

extension RoutePattern {
  /// Whether a wireframe can be mounted at it.
  var isPlainPath: Bool {
    let parts = parts
    return parts.source == nil && !parts.segments.isEmpty
      && parts.segments.allSatisfy { $0.name == nil }
  }

  /// The pattern behind the path of a mount.
  func under(_ prefix: RoutePattern?) throws(RoutingError) -> RoutePattern {
    guard let prefix else { return self }
    let parts = parts
    var text = parts.source.map(\.description) ?? ""
    for segment in prefix.segments + parts.segments { text += "/\(segment)" }
    return try RoutePattern(parts.endsWithSlash && !parts.segments.isEmpty ? text + "/" : text)
  }
}

extension AdmittedURL {
  /// The text of the same URL behind the path of a mount.
  func text(under prefix: RoutePattern, source: URLSource?, lowercasesHost: Bool) -> String {
    var text = source.map(\.description) ?? ""
    for segment in prefix.segments { text += "/\(segment)" }
    for (index, segment) in segments.enumerated() {
      let spelling = PercentEncoding.encode(segment.text)
      text += "/" + (lowercasesHost && index == 0 ? spelling.asciiLowercased : spelling)
    }
    if parts.endsWithSlash, !segments.isEmpty { text += "/" }
    return text + String(Substring(self.text.utf8.dropFirst(parts.tail)))
  }
}
