/// Settles with which option a route is presented: the stage *option* of the pipeline.
///
/// **Called** after the observers let the routing pass and before a presenter is looked for.
/// Providers are asked from last to first, each with the option so far, so that the first in order
/// (highest priority, then registration) has the last word.
///
/// **Return** the current option or nil to have no opinion; return another one to override it.
///
/// ```swift
/// struct SheetsForHelp: RoutingOptionProvider {
///   func option(for route: Route, current: (any RoutingOption)?) -> (any RoutingOption)? {
///     route.path.first == "help" ? .modal(.sheet) : current
///   }
/// }
/// ```
@MainActor
public protocol RoutingOptionProvider {
  /// The option for a route.
  ///
  /// - Parameters:
  ///   - route: The route that observers let pass.
  ///   - current: What the call, the route, or providers of lower order settled on.
  /// - Returns: The option, or nil for no opinion.
  /// - Throws: Anything; the routing fails with ``RoutingError/Code/optionProviderFailed``.
  func option(for route: Route, current: (any RoutingOption)?) async throws -> (any RoutingOption)?
}
