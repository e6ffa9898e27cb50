/// Which requests from outside the app a route is open to; the app's own requests are never concerned.
///
/// ```swift
/// try wireframe.register("/products/:id<int>", exposure: .external) { … }
/// try wireframe.register("/transfer", exposure: .only(.universalLink)) { … }
/// ```
public struct RouteExposure: Hashable, Sendable, DescribedValue {
  /// The origins to which the route is open; nil for all.
  package let origins: Set<RoutingOrigin>?

  /// No request from outside; what a route is unless it says otherwise.
  public static let closed = RouteExposure(origins: [])
  /// Requests from outside on whatever way.
  public static let external = RouteExposure(origins: nil)

  /// Requests from outside on some ways only.
  ///
  /// - Parameter origins: The ways; none is the same as ``closed``.
  /// - Returns: The exposure.
  public static func only(_ origins: RoutingOrigin...) -> RouteExposure { only(Set(origins)) }

  /// Requests from outside on the ways of a set only; an empty one is the same as ``closed``.
  public static func only(_ origins: Set<RoutingOrigin>) -> RouteExposure {
    RouteExposure(origins: origins)
  }

  /// Whether a request may reach the route.
  ///
  /// - Parameters:
  ///   - origin: Where the request began.
  ///   - isTrusted: Whether the app itself chose the URL.
  /// - Returns: True for every trusted request.
  public func admits(_ origin: RoutingOrigin, isTrusted: Bool = false) -> Bool {
    isTrusted || origins?.contains(origin) ?? true
  }

  /// `closed`, `external`, or the names of the origins.
  public var description: String {
    guard let origins else { return "external" }
    return origins.isEmpty
      ? "closed" : origins.map(\.description).sortedTexts().joined(separator: ", ")
  }
}
