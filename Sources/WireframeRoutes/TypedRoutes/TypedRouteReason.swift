/// Why no URL holds a route's value, or a URL no value, and the sentences for it.
package enum TypedRouteReason: RoutingError.Reason {
  /// A key of the query that is there more than once.
  case repeatedItem(type: String, property: String)
  case unfitProperty(type: String, property: String)
  case noSingleText(type: String, property: String)
  case optionalList(type: String, property: String)
  /// The type's own `init(from:)` threw.
  case notRead(type: String)
  /// The type's own `encode(to:)` threw.
  case notWritten(type: String)
  /// The type reads its own texts as another value, or not at all.
  case notTheSame(type: String)
  case otherSource(type: String, RoutePattern, source: String)
  case noMountPath(RoutePattern)
  /// `offset` is that of the part of the URL that is too long.
  case overLimit(URLLimit, Int, offset: Int)

  package var code: RoutingError.Code {
    switch self {
    case .repeatedItem, .unfitProperty, .noSingleText, .optionalList, .notRead, .notWritten,
      .notTheSame:
      .unfitValue
    case .otherSource: .invalidSource
    case .noMountPath: .invalidPattern
    case .overLimit: .rejected
    }
  }

  package var pattern: RoutePattern? {
    switch self {
    case .otherSource(_, let pattern, _), .noMountPath(let pattern): pattern
    default: nil
    }
  }

  package func sentence(about route: String) -> String {
    switch self {
    case .repeatedItem(let type, let property):
      "The query of \(route) has '\(property)' more than once, which has two readings: in "
        + "'\(type)' it is one value. Leave one item, or make the property an array."
    case .unfitProperty(let type, let property):
      "No URL holds the value of '\(property)' in '\(type)': what would be read is not the "
        + "same value. Use another value."
    case .noSingleText(let type, let property):
      "No URL holds the value of '\(property)' in '\(type)'. " + Self.noSingleText(property)
    case .optionalList(let type, let property):
      "No URL holds the value of '\(property)' in '\(type)'. " + Self.optionalList(property)
    case .notRead(let type):
      "The URL of \(route) holds no '\(type)': its 'init(from:)' threw. See 'underlyingError'."
    case .notWritten(let type):
      "No URL holds the value of '\(type)': its 'encode(to:)' threw. See 'underlyingError'."
    case .notTheSame(let type):
      "No URL holds the value of '\(type)': what would be read is not the same value. Let 'init(from:)' "
        + "read what 'encode(to:)' writes, or use another value."
    case .otherSource(let type, let pattern, let source):
      "The pattern '\(pattern)' of '\(type)' is bound to '\(source)', so there is no URL of "
        + "another source. Leave 'source' out."
    case .noMountPath(let pattern):
      "No wireframe can be mounted at '\(pattern)'. Use a path of literals such as '/shop'."
    case .overLimit(let limit, let most, _): "The URL was refused: \(limit.sentence(most))"
    }
  }

  /// Why a property whose values are more than one text cannot be in a URL.
  package static func noSingleText(_ property: String, type: String? = nil) -> String {
    "'\(property)' is\(type.map { " of type '\($0)', which is" } ?? "") not one text. Use an enum with "
      + "raw values, or a type that conforms to 'RouteTextConvertible'."
  }

  /// Why an optional array cannot be in a URL.
  package static func optionalList(_ property: String) -> String {
    "'\(property)' is an optional array, and a URL without values has two readings: nil and an empty "
      + "array. Make it non-optional."
  }
}

extension RoutingError {
  init(_ reason: TypedRouteReason, pattern: RoutePattern? = nil, underlying: (any Error)? = nil) {
    self.init(reason as any Reason, pattern: pattern, underlying: underlying)
  }
}
