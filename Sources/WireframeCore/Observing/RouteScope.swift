/// The names that a module has for the routes and requests of the wireframe around it.
@MainActor
protocol RouteScope: AnyObject {
  var router: any Router { get }
  /// A route as the module knows it; nil if it is none of the module's.
  func local(_ route: Route) -> Route?
  /// A request of the module as the wireframe around it has to read it.
  func absolute(_ request: RoutingRequest) -> RoutingRequest
}
