/// An observer's answer: go on, go elsewhere, or stop.
public struct RoutingDecision: Sendable {
  enum Kind: Sendable {
    case proceed
    case redirect(RoutingRequest)
    case stop(reason: String)
  }

  let kind: Kind

  /// The routing goes on.
  public static var proceed: RoutingDecision { RoutingDecision(kind: .proceed) }

  /// The routing goes to another URL instead, through the whole pipeline.
  ///
  /// The new request keeps the origin and inherits neither payload nor option; it may bring its own.
  ///
  /// - Parameters:
  ///   - urlText: The URL's text, chosen by the app.
  ///   - payload: Objects for the new request.
  ///   - option: How to present the new request.
  /// - Returns: The decision.
  public static func redirect(
    to urlText: String, payload: RoutingPayload = [:], option: (any RoutingOption)? = nil
  ) -> RoutingDecision {
    redirect(to: RoutingRequest(urlText, payload: payload, option: option))
  }

  /// The routing goes to another request instead, through the whole pipeline.
  ///
  /// - Parameter request: The new request; its origin is replaced by that of the routing.
  /// - Returns: The decision.
  public static func redirect(to request: RoutingRequest) -> RoutingDecision {
    RoutingDecision(kind: .redirect(request))
  }

  /// The routing ends here, as a normal outcome.
  ///
  /// - Parameter reason: Why, for the result and for logs.
  /// - Returns: The decision.
  public static func stop(_ reason: String) -> RoutingDecision {
    RoutingDecision(kind: .stop(reason: reason))
  }
}
