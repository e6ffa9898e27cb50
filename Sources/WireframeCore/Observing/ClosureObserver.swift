/// An observer made of a closure, for all routes, for those with a tag, or for those under a path.
final class ClosureObserver: RoutingObserver {
  enum Scope {
    case all
    case tag(RouteTag)
    case under(PathPrefix)
  }

  private let scope: Scope
  private let decide: @MainActor (Route) async throws -> RoutingDecision

  init(scope: Scope, decide: @escaping @MainActor (Route) async throws -> RoutingDecision) {
    self.scope = scope
    self.decide = decide
  }

  func observes(_ route: Route) -> Bool {
    switch scope {
    case .all: true
    case .tag(let tag): route.tags.contains(tag)
    case .under(let prefix): route.isUnder(prefix)
    }
  }

  func decision(for route: Route) async throws -> RoutingDecision {
    try await decide(route)
  }
}
