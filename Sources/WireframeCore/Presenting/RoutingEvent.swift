/// What watchers and presenters learn of a routing.
public struct RoutingEvent: DescribedValue {
  /// The final route.
  public let route: Route
  /// The routes that were left by a redirect, in order.
  public let redirects: [Route]
  /// The settled option; nil for a handler.
  public var option: (any RoutingOption)? { presentation?.option }
  /// The controller; nil for a handler.
  public var controller: Any? { presentation?.controller }
  /// The presenter; nil for a handler.
  public var presenter: Any? { presentation?.role }
  /// The wireframe, to route further with: `event.router.enqueue("/next")`.
  public let router: any Router
  package let presentation: Presentation?

  /// Pattern and option; free of values.
  public var description: String {
    "\(route) with \(option.map { "\(type(of: $0))".escaped } ?? "no option")"
  }
}

@available(*, unavailable)
extension RoutingEvent: Sendable {}
