public import WireframeCore

/// A route as a value: its pattern names what is in the path, all other properties are in the query.
///
/// ```swift
/// struct ShowProduct: TypedRoute {
///   static let pattern: RoutePattern = "/products/:id<int>"
///   var id: Int
///   var ref: String?  // not in the pattern: in the query
/// }
///
/// try wireframe.register(ShowProduct.self, option: .push) { show, router in
///   ProductScreen(id: show.id, router: router)
/// }
/// try await wireframe.route(to: ShowProduct(id: 42, ref: "mail"))  // /products/42?ref=mail
/// ```
///
/// Each property is one text: a `RouteTextConvertible`, a number, a `Bool`, a `UUID`, a `URL`, a `Date` (ISO 8601), an
/// enum with raw values, or whatever else codes itself as one of these. A property in the query is optional, or an
/// array, whose key repeats. A catch-all is an array. Registration checks all this.
///
/// What is read of a value's URL is the same value, or else there is no URL: writing it throws.
public protocol TypedRoute: Codable, Sendable {
  /// The pattern; each of its names is a property.
  static var pattern: RoutePattern { get }

  /// Values by which registration checks a type whose own `init(from:)` does not accept placeholders; none by default.
  static var examples: [Self] { get }
}

extension TypedRoute {
  /// None.
  public static var examples: [Self] { [] }
}

extension Route {
  /// The route as a value of its type, for observers, option providers and controller providers.
  ///
  /// ```swift
  /// wireframe.observe { route in
  ///   guard let show = route.as(ShowProduct.self), show.id == 13 else { return .proceed }
  ///   return .stop("Not for sale.")
  /// }
  /// ```
  ///
  /// - Parameter type: The type.
  /// - Returns: The value; nil if the route is registered for another type, or its URL holds what the type cannot.
  public func `as`<T: TypedRoute>(_ type: T.Type) -> T? {
    let isOfType = pattern?.routeType.map { $0 == type } ?? (pattern == T.pattern)
    return isOfType ? try? value(of: type) : nil
  }

  /// The value that the URL holds.
  func value<T: TypedRoute>(of type: T.Type) throws(RoutingError) -> T {
    try RouteTexts(of: self).value(of: type, pattern: pattern ?? T.pattern)
  }
}

extension RoutingRequest {
  /// Makes a request of the app's own for a typed route, such as for a redirect or for `enqueue`.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - payload: Objects to hand along.
  ///   - option: How to present.
  ///   - landing: How the screen comes to stand; nil for on top.
  ///   - ifPresented: What becomes of a screen that stands already; nil leaves it to the route.
  /// - Throws: `RoutingError.Code.unfitValue` or `RoutingError.Code.missingValue`, naming the property, if no URL can
  ///   hold the value.
  public init<T: TypedRoute>(
    _ route: T, payload: RoutingPayload = [:], option: (any RoutingOption)? = nil,
    landing: Landing? = nil, ifPresented: PresentedRule? = nil
  ) throws(RoutingError) {
    self.init(
      try RouteTexts(of: route).urlText(for: T.pattern), payload: payload, option: option,
      landing: landing, ifPresented: ifPresented)
    routeType = T.self
  }
}
