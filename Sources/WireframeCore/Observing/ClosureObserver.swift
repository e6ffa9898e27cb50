/// An observer made of a closure, for all routes, for those with a tag, or for those under a path.
final class ClosureObserver: RoutingObserver {
  enum Scope {
    case all
    case tag(RouteTag)
    case under(RoutePattern, types: [String: ParameterType])
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
    case .under(let prefix, let types): route.isUnder(prefix, types: types)
    }
  }

  func decision(for route: Route) async throws -> RoutingDecision {
    try await decide(route)
  }
}

extension Route {
  /// Whether the path is the prefix itself or below it, as the table compares segments.
  func isUnder(_ prefix: RoutePattern, types: [String: ParameterType]) -> Bool {
    let segments = url.segments.dropFirst(depth)
    return prefix.segments.count <= segments.count
      && zip(prefix.segments, segments).allSatisfy { part, segment in
        part.matches(segment, types: types, rules: rules)
      }
  }
}
