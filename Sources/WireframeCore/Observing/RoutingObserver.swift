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

  /// Whether it counts as a guard in an audit and in a manifest; true by default. False for one that is asked about
  /// routes that it does not protect, such as a maintenance mode.
  var isGuard: Bool { get }

  /// The routes to which it may redirect, for an audit; none by default.
  var redirects: [RoutePattern] { get }

  /// Whether a routing goes on.
  ///
  /// - Parameter route: The route; a route whose pattern is nil matched nothing.
  /// - Returns: The decision.
  /// - Throws: Anything; the routing fails with ``RoutingError/Code/observerFailed``. An error of `route["id"]` or
  ///   `route.query` keeps its own code.
  func decision(for route: Route) async throws -> RoutingDecision
}

extension RoutingObserver {
  /// True.
  public var isAskedInPlans: Bool { true }
  /// True.
  public var isGuard: Bool { true }
  /// None.
  public var redirects: [RoutePattern] { [] }
}

/// An observer made of a closure, for all routes, for those with a tag, or for those under a path.
package final class ClosureObserver: RoutingObserver, RoleWrapper {
  private let tag: RouteTag?
  /// The path at which and below which it observes all routes, whatever their tags; nil for none.
  package let path: RoutePattern?
  /// The path in the form in which URLs are compared with it.
  private let prefix: PathPrefix?
  /// Where it was added. Its name in errors and traces leaves that out, since a line moves with every edit.
  package let place: String
  private let decide: @MainActor (Route) async throws -> RoutingDecision

  init(
    tag: RouteTag? = nil, under path: RoutePattern? = nil, _ prefix: PathPrefix? = nil,
    at place: String, decide: @escaping @MainActor (Route) async throws -> RoutingDecision
  ) {
    self.tag = tag
    self.path = path
    self.prefix = prefix
    self.place = place
    self.decide = decide
  }

  package var role: Any {
    if let tag { return "the closure observer of '\(tag)'" }
    if let path { return "the closure observer under '\(path)'" }
    return "a closure observer"
  }

  package func observes(_ route: Route) -> Bool {
    if let prefix { return route.isUnder(prefix) }
    if let tag { return route.tags.contains(tag) }
    return true
  }

  package func decision(for route: Route) async throws -> RoutingDecision {
    try await decide(route)
  }
}
