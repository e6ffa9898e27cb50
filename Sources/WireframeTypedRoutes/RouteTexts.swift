internal import WireframeCore

/// The texts of a route's value, neither encoded nor typed: what a URL holds of it.
struct RouteTexts: Sendable {
  /// The values of the path, by name.
  var path: [String: RouteValues.Value] = [:]
  /// The items of the query, in order.
  var query: [(name: String, text: String)] = []

  init() {}

  /// The texts of a URL.
  init(of route: Route) {
    for (name, value) in route.values.all { path[name] = value }
    query = route.query.items.map { ($0.name, $0.value) }
  }

  /// The texts that stand for a value.
  ///
  /// - Throws: `unfitValue`, naming the property that no text stands for.
  init<T: TypedRoute>(of value: T) throws(RoutingError) {
    let writer = RouteWriter(type: "\(T.self)", pattern: T.pattern)
    do {
      try value.encode(to: RouteEncoder(writer: writer))
    } catch {
      throw error as? RoutingError
        ?? RoutingError(.notWritten(type: "\(T.self)"), underlying: error)
    }
    if let error = writer.error { throw error }
    self = writer.texts
  }

  /// The value that the texts stand for.
  ///
  /// - Throws: `missingValue` or `unfitValue`, naming the property.
  func value<T: TypedRoute>(of type: T.Type, pattern: RoutePattern) throws(RoutingError) -> T {
    do {
      return try T(
        from: RouteDecoder(reader: TextReader(self, type: "\(type)", pattern: pattern)))
    } catch {
      throw error as? RoutingError
        ?? RoutingError(.notRead(type: "\(type)"), pattern: pattern, underlying: error)
    }
  }

  /// The URL that holds the texts.
  ///
  /// - Throws: `missingValue` or `unfitValue` for a text that the pattern does not match.
  func urlText(for pattern: RoutePattern, rules: MatchingRules) throws(RoutingError) -> String {
    var text = try pattern.urlText(with: path, rules: rules)
    var separator = "?"
    for (name, value) in query {
      text += "\(separator)\(PercentEncoding.encode(name))=\(PercentEncoding.encode(value))"
      separator = "&"
    }
    return text
  }

  /// Whether two URLs of these texts would be the same.
  func equals(_ other: RouteTexts) -> Bool {
    path == other.path && query.elementsEqual(other.query) { $0 == $1 }
  }
}
