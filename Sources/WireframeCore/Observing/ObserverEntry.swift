/// A watcher that was added, with what else it is; a reference, so that a routing's list of them costs little to make.
@MainActor
package final class ObserverEntry {
  package let watcher: any RoutingWatcher
  /// An object: copying one is a fifth cheaper than an observer as a whole, and each routing copies all.
  package let observer: (any RoutingObserver & AnyObject)?
  package let leaveGuard: (any LeaveGuard)?
  let progressWatcher: (any RoutingProgressWatcher)?
  package let gate: GateEntry?
  /// The route as the watcher's module knows it; nil for as it is.
  let localRoute: Route?
  /// The mounts between the wireframe that routes and the watcher's module, the outermost first.
  private let mounts: [any MountedModule]
  /// The entry that was added, if this one is its copy for a routing of another wireframe.
  private let original: ObserverEntry?
  /// Made once, when a plan or a recorder reads it: making it costs as much as asking several observers.
  private(set) lazy var name: String = original?.name ?? roleName(watcher)

  /// Makes the entry of what was added. A guard is asked even if it was added as a watcher.
  init(_ watcher: any RoutingWatcher) {
    self.watcher = watcher
    let observer = watcher as? any RoutingObserver
    self.observer =
      observer as? any RoutingObserver & AnyObject ?? observer.map(ObservingValue.init)
    leaveGuard = watcher as? any LeaveGuard
    progressWatcher = watcher as? any RoutingProgressWatcher
    gate = watcher as? GateEntry
    localRoute = nil
    mounts = []
    original = nil
  }

  /// Makes the copy of a mounted module's entry.
  init(_ entry: ObserverEntry, in mount: any MountedModule, _ route: Route?) {
    watcher = entry.watcher
    observer = entry.observer
    leaveGuard = entry.leaveGuard
    progressWatcher = entry.progressWatcher
    gate = entry.gate
    localRoute = entry.localRoute ?? route
    mounts = [mount].joined(with: entry.mounts)
    original = entry.original ?? entry
  }

  /// The same for an entry that was added and its copies.
  package var id: ObjectIdentifier { ObjectIdentifier(original ?? self) }

  /// An observer's decision as the wireframe that routes has to read it.
  func absolute(_ decision: RoutingDecision.Kind) -> RoutingDecision.Kind {
    guard case .redirect(var redirect) = decision else { return decision }
    for mount in mounts.reversed() { redirect.request = mount.absolute(redirect.request) }
    return .redirect(redirect)
  }

  func decision(onLeaving screen: LeavingScreen) async throws -> LeaveDecision {
    guard let leaveGuard else { return .leave }
    guard !mounts.isEmpty else { return try await leaveGuard.decision(onLeaving: screen) }
    return try await leaveGuard.decision(
      onLeaving: LeavingScreen(of: screen.controller, from: localRoute, to: screen.to.map(local)))
  }

  func willPresent(_ event: RoutingEvent) {
    if mounts.isEmpty { watcher.willPresent(event) } else { watcher.willPresent(local(event)) }
  }

  func didRoute(_ event: RoutingEvent) {
    if mounts.isEmpty { watcher.didRoute(event) } else { watcher.didRoute(local(event)) }
  }

  func didShowPlaceholder(_ event: RoutingEvent) { watcher.didShowPlaceholder(local(event)) }

  func didStop(_ reason: String, _ route: Route, router: any Router) {
    watcher.didStop(reason, route: localRoute ?? route, router: mounts.last?.router ?? router)
  }

  func didFail(_ error: RoutingError, _ route: Route?, router: any Router) {
    watcher.didFail(error, route: localRoute ?? route, router: mounts.last?.router ?? router)
  }

  private func local(_ route: Route) -> Route {
    mounts.reduce(route) { route, mount in mount.local(route) ?? route }
  }

  private func local(_ event: RoutingEvent) -> RoutingEvent {
    guard let mount = mounts.last else { return event }
    return RoutingEvent(
      route: localRoute ?? event.route, redirects: event.redirects.map(local),
      router: mount.router, presentation: event.presentation)
  }
}

/// An observer that is a value, as an object.
private final class ObservingValue: RoutingObserver, RoleWrapper {
  private let observer: any RoutingObserver

  init(_ observer: any RoutingObserver) { self.observer = observer }

  var role: Any { observer }
  var isAskedInPlans: Bool { observer.isAskedInPlans }
  var isGuard: Bool { observer.isGuard }
  var redirects: [RoutePattern] { observer.redirects }

  func decision(for route: Route) async throws -> RoutingDecision {
    try await observer.decision(for: route)
  }
}

/// A mount, without the type of its controllers.
@MainActor
protocol MountedModule: AnyObject {
  var router: any Router { get }
  /// The gates of the module and of those mounted on it.
  var gates: [GateEntry] { get }
  var names: [RoutePattern] { get }
  /// A route as the module knows it; nil if it is none of the module's.
  func local(_ route: Route) -> Route?
  /// A request of the module as the wireframe around it has to read it.
  func absolute(_ request: RoutingRequest) -> RoutingRequest
  /// The watchers of a route as the module knows it, and of what it has registered for it; nil for all watchers.
  func observers(of local: Route?, _ registered: RouteRecord?) -> [ObserverEntry]
  func optionProviders(for local: Route) -> [any RoutingOptionProvider]
  func unboundProviders(for local: Route) -> [ProviderEntry]
}
