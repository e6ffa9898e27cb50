/// Values by name; so few that a search is quicker than hashing the names.
package struct NamedValues: Sendable {
  private(set) var all: [(name: String, value: RouteValue)]

  /// - Parameter all: The values, each name once.
  package init(_ all: [(name: String, value: RouteValue)] = []) { self.all = all }

  package subscript(name: String) -> RouteValue? {
    get { index(of: name).map { all[$0].value } }
    set {
      let index = index(of: name)
      if let index { all.remove(at: index) }
      if let newValue { all.insert((name, newValue), at: index ?? all.count) }
    }
  }

  private func index(of name: String) -> Int? {
    all.firstIndex { $0.name.hasSameScalars(as: name) }
  }

  fileprivate func equals(_ other: NamedValues) -> Bool {
    all.count == other.all.count && all.allSatisfy { other[$0.name] == $0.value }
  }
}

/// The texts of a route's value, neither encoded nor typed: the parts that a URL holds.
package struct RouteTexts: Sendable {
  package var path = NamedValues()
  package var query: [(name: String, text: String)] = []

  package init() {}

  /// The texts of a value: reading them gives the same value. Throws `unfitValue`, naming the property without text.
  package init<T: TypedRoute>(of value: T) throws(RoutingError) {
    self = try Self.written(value)
    let isSame: Bool
    do throws(RoutingError) {
      let read = try self.value(of: T.self)
      isSame =
        if let value = value as? any Equatable { isEqual(value, read) } else {
          try Self.written(read).equals(self)
        }
    } catch {
      throw RoutingError(.notTheSame(type: "\(T.self)"), pattern: T.pattern, underlying: error)
    }
    guard isSame else { throw RoutingError(.notTheSame(type: "\(T.self)"), pattern: T.pattern) }
  }

  private static func written<T: TypedRoute>(_ value: T) throws(RoutingError) -> RouteTexts {
    let writer = RouteWriter(type: T.self, pattern: T.pattern)
    do {
      try value.encode(to: RouteEncoder(writer: writer))
    } catch {
      throw error as? RoutingError
        ?? RoutingError(.notWritten(type: "\(T.self)"), underlying: error)
    }
    if let error = writer.error { throw error }
    return writer.texts
  }

  /// Throws `missingValue` or `unfitValue`, naming the property.
  package func value<T: TypedRoute>(of type: T.Type) throws(RoutingError) -> T {
    let pattern = T.pattern
    do {
      return try T(from: RouteDecoder(reader: TextReader(self, type: type, pattern: pattern)))
    } catch {
      throw error as? RoutingError
        ?? RoutingError(.notRead(type: "\(type)"), pattern: pattern, underlying: error)
    }
  }

  /// The URL that holds the texts. Throws `missingValue` or `unfitValue` for a text that the pattern does not match.
  package func urlText(for pattern: RoutePattern) throws(RoutingError) -> String {
    let path = try path(of: pattern)
    return (pattern.source?.urlText(at: path) ?? path) + queryText
  }

  func path(of pattern: RoutePattern) throws(RoutingError) -> String {
    try pattern.path(rules: MatchingRules()) { path[$0] }
  }

  /// The query with its question mark; empty if there is none.
  var queryText: String {
    var text = ""
    for (name, value) in query {
      text += text.isEmpty ? "?" : "&"
      text += PercentEncoding.encode(name)
      text += "="
      text += PercentEncoding.encode(value)
    }
    return text
  }

  private func equals(_ other: RouteTexts) -> Bool {
    path.equals(other.path) && query.elementsEqual(other.query) { $0 == $1 }
  }
}
