/// Makes the controller of a route: the stage *provide* of the pipeline.
///
/// **Called** once observers, option and presenter are settled. A provider that was registered for
/// a pattern is asked for that pattern only; one that was added is asked for every route, those without pattern
/// included. Higher priority first; at equal priority the pattern's own provider, then in order of registration.
///
/// **Return nil** for "not mine": the next provider is asked. **Throw** if the route is yours but the
/// screen cannot be made: the routing fails.
///
/// ```swift
/// struct ProductProvider: ControllerProvider {
///   func controller(for route: Route, option: any RoutingOption) async throws -> Screen? {
///     guard route.path.first == "products" else { return nil }
///     return ProductScreen(id: try route["id"])
///   }
/// }
/// ```
@MainActor
public protocol ControllerProvider<Controller> {
  /// What a screen is.
  associatedtype Controller

  /// The controller of a route, or nil if the route is not this provider's.
  ///
  /// - Parameters:
  ///   - route: The route, with its values, query and payload.
  ///   - option: How the controller will be presented; a provider may build differently for it.
  /// - Returns: The controller, or nil.
  /// - Throws: Anything; the routing fails with ``RoutingError/Code/providerFailed``. An error of
  ///   `route["id"]` keeps its own code.
  func controller(for route: Route, option: any RoutingOption) async throws -> Controller?
}

/// A provider that was added, or registered with a pattern; a closure is called without a role around it.
package indirect enum ProviderEntry {
  case closure(@MainActor (Route) async throws -> Any?)
  case role(any ControllerProvider)
  /// One of a module, which gets the route as the module knows it.
  case mounted(any ControllerProvider, Route)

  /// What errors name: a closure by words, since its type says nothing to an app.
  var role: Any {
    switch self {
    case .closure: "the route's closure"
    case .role(let role), .mounted(let role, _): role
    }
  }
}
