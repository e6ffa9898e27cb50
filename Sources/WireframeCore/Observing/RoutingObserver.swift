/// Decides whether a routing goes on: the stage *observe* of the pipeline.
///
/// **Called** for every request, on every way in, before any option, presenter or provider is asked:
/// an observer is a guard that nothing gets around. Higher priority first, then in order of
/// registration; the first answer that is not ``RoutingDecision/proceed`` wins. An observer that
/// throws ends the routing. One that is added while another one decides is asked after it.
///
/// ```swift
/// final class LoginGuard: RoutingObserver {
///   let session: Session
///   init(session: Session) { self.session = session }
///
///   func observes(_ route: Route) -> Bool { route.tags.contains(.requiresLogin) }
///
///   func decision(for route: Route) -> RoutingDecision {
///     session.isLoggedIn ? .proceed : .redirect(to: "/access-denied")
///   }
/// }
/// ```
///
/// A decision has no side effects: a plan asks for it, too, and its routing never comes. What has to be done goes into
/// the announcements.
@MainActor
public protocol RoutingObserver: RoutingWatcher {
  /// Whether plans ask it; true by default. False for one that asks the user, or cannot do without effects.
  ///
  /// A plan passes such an observer over, and says that its decision is unknown.
  var isAskedInPlans: Bool { get }

  /// The routes to which it may redirect, for an audit; none by default.
  var redirects: [RoutePattern] { get }

  /// Whether a routing goes on.
  ///
  /// - Parameter route: The route; a route whose pattern is nil matched nothing.
  /// - Returns: The decision.
  /// - Throws: Anything; the routing fails with ``RoutingError/Code/observerFailed``.
  func decision(for route: Route) async throws -> RoutingDecision
}

extension RoutingObserver {
  /// True.
  public var isAskedInPlans: Bool { true }
  /// None.
  public var redirects: [RoutePattern] { [] }
}

/// An observer made of a closure, for all routes, for those with a tag, or for those under a path.
final class ClosureObserver: RoutingObserver, RoleWrapper {
  enum Scope {
    case all
    case tag(RouteTag)
    case under(RoutePattern, PathPrefix)
  }

  private let scope: Scope
  private let decide: @MainActor (Route) async throws -> RoutingDecision

  init(scope: Scope, decide: @escaping @MainActor (Route) async throws -> RoutingDecision) {
    self.scope = scope
    self.decide = decide
  }

  var role: Any {
    switch scope {
    case .all: "a closure observer"
    case .tag(let tag): "the closure observer of '\(tag)'"
    case .under(let pattern, _): "the closure observer under '\(pattern)'"
    }
  }

  func observes(_ route: Route) -> Bool {
    switch scope {
    case .all: true
    case .tag(let tag): route.tags.contains(tag)
    case .under(_, let prefix): route.isUnder(prefix)
    }
  }

  func decision(for route: Route) async throws -> RoutingDecision {
    try await decide(route)
  }
}
