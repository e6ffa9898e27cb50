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

/// An observer made of a closure that is asked before screens leave.
final class ClosureLeaveObserver: RoutingObserver {
  private let tag: RouteTag?
  private let decide: @MainActor (Departure) async throws -> LeaveDecision

  init(tag: RouteTag?, decide: @escaping @MainActor (Departure) async throws -> LeaveDecision) {
    self.tag = tag
    self.decide = decide
  }

  func decision(onLeaving departure: Departure) async throws -> LeaveDecision {
    if let tag, departure.from?.tags.contains(tag) != true { return .leave }
    return try await decide(departure)
  }
}
