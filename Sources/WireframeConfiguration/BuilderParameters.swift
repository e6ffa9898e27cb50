public import WireframeCore

/// What a builder gets of one navigation: path values, query, payload, and what its entry says.
///
/// The three kinds of parameters stay apart, as on a ``/WireframeCore/Route``: nothing that the app passes can be
/// replaced by the values of a link. A builder may ignore them all.
///
/// ```swift
/// configuration.register(builder: "product") { parameters in
///   let id: Int = try parameters["id"]                            // of the path
///   let campaign = parameters.query["ref"]                        // of the query
///   let user = parameters.payload["user", as: User.self]          // an object that the app passed
///   return ProductScreen(id: id, campaign: campaign, user: user)
/// }
/// ```
///
/// Keys may be the cases of an enum with raw values: `parameters[Key.id]`, `parameters.query[Key.ref]`.
public struct BuilderParameters {
  /// The route, with everything that was asked for.
  public let route: Route
  /// The entry of the configuration file.
  let entry: ConfiguredRoute
  /// The wireframe, for the presenter of a screen, which holds it weakly.
  public let router: any Router

  /// The query items.
  public var query: RouteQuery { route.query }
  /// The objects that the app passed with the request.
  public var payload: RoutingPayload { route.payload }
  /// The entry's title.
  public var title: String? { entry.title }
  /// The entry's option values.
  public var options: OptionValues { entry.options }

  /// A path value as the type that is asked for.
  ///
  /// - Parameter name: A name of the pattern.
  /// - Throws: ``/WireframeCore/RoutingError/Code/missingValue`` or ``/WireframeCore/RoutingError/Code/unfitValue``.
  public subscript<T: RouteTextConvertible>(name: String) -> T {
    get throws(RoutingError) { try route[name] }
  }

  /// The value of an optional parameter, or nil if the URL does not have it.
  ///
  /// - Parameter name: A name of the pattern.
  /// - Throws: ``/WireframeCore/RoutingError/Code/unfitValue`` or, for a name that the pattern does not declare,
  ///   ``/WireframeCore/RoutingError/Code/missingValue``.
  public subscript<T: RouteTextConvertible>(name: String) -> T? {
    get throws(RoutingError) { try route[name] }
  }

  /// The segments of a catch-all, each as the type that is asked for.
  ///
  /// - Parameter name: The catch-all's name.
  /// - Throws: ``/WireframeCore/RoutingError/Code/missingValue`` or ``/WireframeCore/RoutingError/Code/unfitValue``.
  public subscript<T: RouteTextConvertible>(name: String) -> [T] {
    get throws(RoutingError) { try route[name] }
  }
}

@available(*, unavailable)
extension BuilderParameters: Sendable {}

// MARK: - Keys from an enum

extension BuilderParameters {
  /// A path value as the type that is asked for.
  ///
  /// - Parameter key: A case whose raw value is a name of the pattern.
  /// - Throws: ``/WireframeCore/RoutingError/Code/missingValue`` or ``/WireframeCore/RoutingError/Code/unfitValue``.
  public subscript<T: RouteTextConvertible>(key: some RawRepresentable<String>) -> T {
    get throws(RoutingError) { try route[key.rawValue] }
  }

  /// The value of an optional parameter, or nil if the URL does not have it.
  ///
  /// - Parameter key: A case whose raw value is a name of the pattern.
  /// - Throws: ``/WireframeCore/RoutingError/Code/unfitValue`` or, for a name that the pattern does not declare,
  ///   ``/WireframeCore/RoutingError/Code/missingValue``.
  public subscript<T: RouteTextConvertible>(key: some RawRepresentable<String>) -> T? {
    get throws(RoutingError) { try route[key.rawValue] }
  }

  /// The segments of a catch-all, each as the type that is asked for.
  ///
  /// - Parameter key: A case whose raw value is the catch-all's name.
  /// - Throws: ``/WireframeCore/RoutingError/Code/missingValue`` or ``/WireframeCore/RoutingError/Code/unfitValue``.
  public subscript<T: RouteTextConvertible>(key: some RawRepresentable<String>) -> [T] {
    get throws(RoutingError) { try route[key.rawValue] }
  }
}

extension RouteQuery {
  /// The first value of a key, or nil.
  ///
  /// - Parameter key: A case whose raw value is the decoded key.
  public subscript(key: some RawRepresentable<String>) -> String? { self[key.rawValue] }

  /// The first value of a key as a type, or nil if the key is not there.
  ///
  /// - Parameters:
  ///   - key: A case whose raw value is the decoded key.
  ///   - type: The wanted type.
  /// - Throws: ``/WireframeCore/RoutingError/Code/unfitValue`` if the text does not fit the type.
  public subscript<T: RouteTextConvertible>(
    key: some RawRepresentable<String>, as type: T.Type
  ) -> T? {
    get throws(RoutingError) { try self[key.rawValue, as: type] }
  }
}

extension RoutingPayload {
  /// The object under a key; nil if there is none or it is of another type.
  ///
  /// - Parameters:
  ///   - key: A case whose raw value is the key.
  ///   - type: The wanted type.
  public subscript<T>(key: some RawRepresentable<String>, as type: T.Type) -> T? {
    self[key.rawValue, as: type]
  }
}
