/// An observer's answer: proceed, redirect, or stop.
public struct RoutingDecision: Sendable, DescribedValue {
  // Indirect: nearly all decisions are `proceed`, which then takes one word of memory.
  indirect enum Kind: Sendable {
    case proceed
    case redirect(Redirect)
    case stop(reason: String)
  }

  let kind: Kind

  package var redirectedRequest: RoutingRequest? {
    if case .redirect(let redirect) = kind { redirect.request } else { nil }
  }

  /// The routing goes on.
  public static var proceed: RoutingDecision { RoutingDecision(kind: .proceed) }

  /// The routing goes to another URL instead, which the app itself chose: it may lead to a closed route.
  ///
  /// The new request passes the whole pipeline, guards included. It keeps the origin and inherits neither payload nor
  /// option; it may bring its own. A URL that came out of the request goes by ``redirect(toUntrusted:resuming:)``.
  ///
  /// ```swift
  /// wireframe.observe(tag: .requiresLogin) { _ in
  ///   session.isLoggedIn ? .proceed : .redirect(to: "/login", resuming: .newest)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - urlText: The URL's text, chosen by the app.
  ///   - payload: Objects for the new request.
  ///   - option: How to present the new request.
  ///   - resuming: Whether the request that is left is parked for ``Wireframe/resume()``; nil for not.
  /// - Returns: The decision.
  public static func redirect(
    to urlText: String, payload: RoutingPayload = [:], option: (any RoutingOption)? = nil,
    resuming: ParkingRule? = nil
  ) -> RoutingDecision {
    redirect(to: RoutingRequest(urlText, payload: payload, option: option), resuming: resuming)
  }

  /// The routing goes to another request instead, through the whole pipeline.
  ///
  /// - Parameters:
  ///   - request: The new request; its origin is replaced by that of the routing.
  ///   - resuming: Whether the request that is left is parked for ``Wireframe/resume()``; nil for not.
  /// - Returns: The decision.
  public static func redirect(
    to request: RoutingRequest, resuming: ParkingRule? = nil
  ) -> RoutingDecision {
    RoutingDecision(kind: .redirect(Redirect(request: request, parking: resuming)))
  }

  /// The routing goes to a URL that came out of the request, such as the query value `next`.
  ///
  /// It is admitted like a link from outside: it must have a declared scheme or origin, else it is
  /// refused, and lead to a route that is exposed to the routing's origin.
  ///
  /// - Parameters:
  ///   - urlText: The URL's text, chosen by the author of the link.
  ///   - resuming: Whether the request that is left is parked for ``Wireframe/resume()``; nil for not.
  /// - Returns: The decision.
  public static func redirect(
    toUntrusted urlText: String, resuming: ParkingRule? = nil
  ) -> RoutingDecision {
    redirect(to: RoutingRequest(untrusted: urlText, origin: .app), resuming: resuming)
  }

  /// The routing ends here, as a normal outcome.
  ///
  /// - Parameter reason: Why, for the result and for logs.
  /// - Returns: The decision.
  public static func stop(_ reason: String) -> RoutingDecision {
    RoutingDecision(kind: .stop(reason: reason))
  }

  /// What the routing does, with the reason of a stop; free of values, and so without the URL of a redirect.
  public var description: String {
    switch kind {
    case .proceed: "proceed"
    case .redirect(let redirect):
      if let gate = redirect.gate {
        "wait behind \(gate.tag.map { "the gate for \($0)" } ?? "the lock")"
      } else {
        "redirect to a \(redirect.request)"
      }
    case .stop(let reason): "stop: \(reason.escaped)"
    }
  }
}
