/// What is registered for a pattern. A class, so that a routing carries one reference, and without the type of
/// controllers, so that the compiler can specialise the table for it.
package final class RouteRecord {
  package typealias Handler = @MainActor (Route, any Router) async throws -> (any Sendable)?

  package enum Target {
    /// Nil if unbound providers make the controller.
    case provider(BoundProvider?)
    case handler(Handler)
    /// It is an old name of the route of this pattern.
    case alias(RoutePattern)
  }

  package let option: (any RoutingOption)?
  package let tags: Set<RouteTag>
  package let exposure: RouteExposure
  package let target: Target
  /// Whether it is an old name of another route; a copy of the target would cost more.
  package let isAlias: Bool
  /// Where its screens belong; nil for on top.
  package var place: ScreenPlace? { placeBox?.value }
  /// The tab that its place names, or its option.
  var tab: String? { place?.tab ?? (option as? SelectTab)?.name }
  // One word, which a routing looks at to see that a route has no place.
  private let placeBox: Box<ScreenPlace>?
  /// The ``Mount`` of the module that registered it, and its entry there; nil for the wireframe's own routes.
  let module: (mount: AnyObject, registered: RouteRecord)?

  init(
    option: (any RoutingOption)? = nil, tags: Set<RouteTag> = [], exposure: RouteExposure = .closed,
    target: Target, place: ScreenPlace = .onTop,
    module: (mount: AnyObject, registered: RouteRecord)? = nil
  ) {
    self.option = option
    self.tags = tags
    self.exposure = exposure
    self.target = target
    isAlias = if case .alias = target { true } else { false }
    placeBox = place.isOnTop ? nil : Box(place)
    self.module = module
  }
}

package struct BoundProvider {
  /// The list of this provider alone, for routes without other providers; empty for a module's.
  let alone: [ProviderEntry]
  let priority: Int
  /// A module's providers for one of its routes; nil for the wireframe's own routes.
  var ofModule: (@MainActor (Route) -> [ProviderEntry])?
}
