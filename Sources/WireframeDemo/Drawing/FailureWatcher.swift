import WireframeCore

/// Keeps the route of the last failure, which the error does not hold: values and query are the route's.
@MainActor
final class FailureWatcher: RoutingWatcher {
  var last: (error: RoutingError, route: Route?)?

  func didFail(_ error: RoutingError, route: Route?, router: any Router) { last = (error, route) }
}
