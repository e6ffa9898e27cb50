public import WireframeCore

/// What is wrong with a route's type or value, and the sentences for it.
package enum TypedRouteReason: RoutingError.Reason {
  case invalidType(String, RoutePattern, [TypedRouteFinding])
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

  package var code: RoutingError.Code {
    switch self {
    case .invalidType: .invalidTypedRoute
    case .repeatedItem, .unfitProperty, .noSingleText, .optionalList, .notRead, .notWritten,
      .notTheSame:
      .unfitValue
    case .otherSource: .invalidSource
    }
  }

  package var pattern: RoutePattern? {
    switch self {
    case .invalidType(_, let pattern, _), .otherSource(_, let pattern, _): pattern
    default: nil
    }
  }

  package func sentence(about route: String) -> String {
    switch self {
    case .invalidType(let type, let pattern, let findings):
      return "The type '\(type)' cannot be a route of '\(pattern)'. "
        + findings.map(\.sentence).joined(separator: " ")
    case .repeatedItem(let type, let property):
      return "The query of \(route) has '\(property)' more than once, which has two readings: in "
        + "'\(type)' it is one value. Leave one item, or make the property an array."
    case .unfitProperty(let type, let property):
      return "No URL holds the value of '\(property)' in '\(type)': what would be read is not the "
        + "same value. Use another value."
    case .noSingleText(let type, let property):
      return "No URL holds the value of '\(property)' in '\(type)'. "
        + TypedRouteFinding.noSingleText(property, type: nil).sentence
    case .optionalList(let type, let property):
      return "No URL holds the value of '\(property)' in '\(type)'. "
        + TypedRouteFinding.optionalList(property).sentence
    case .notRead(let type):
      return
        "The URL of \(route) holds no '\(type)': its 'init(from:)' threw. See 'underlyingError'."
    case .notWritten(let type):
      return "No URL holds the value of '\(type)': its 'encode(to:)' threw. See 'underlyingError'."
    case .notTheSame(let type):
      return
        "No URL holds the value of '\(type)': what would be read is not the same value. Let 'init(from:)' "
        + "read what 'encode(to:)' writes, or use another value."
    case .otherSource(let type, let pattern, let source):
      return "The pattern '\(pattern)' of '\(type)' is bound to '\(source)', so there is no URL of "
        + "another source. Leave 'source' out."
    }
  }
}

/// One thing that is wrong with a route's type.
package indirect enum TypedRouteFinding: Hashable, Sendable {
  case noProperty(String)
  case unfit(String, type: String, RoutePattern.Segment)
  case missingWords(String, type: String, RoutePattern.Segment, [String])
  case list(String, type: String, RoutePattern.Segment)
  case notAList(String, type: String, RoutePattern.Segment)
  case optionalProperty(String, RoutePattern.Segment, isLast: Bool)
  case optionalSegment(String, RoutePattern.Segment)
  case optionalList(String)
  case requiredInQuery(String)
  case noSingleText(String, type: String?)
  case unchecked(String, type: String)
  case uncheckedType
  case example(Int, TypedRouteFinding)
  case notTheSame
  case failed(String)

  /// Whether examples can take its place.
  var isUnchecked: Bool {
    switch self {
    case .unchecked, .uncheckedType: true
    default: false
    }
  }

  package var sentence: String {
    switch self {
    case .noProperty(let name):
      return "It has no property '\(name)', which the pattern names. Add it."
    case .unfit(let name, let type, let segment):
      return "'\(name)' is of type '\(type)', whose values '\(segment)' does not match. Change one "
        + "of the two."
    case .missingWords(let name, let type, let segment, let words):
      let list = words.map { "'\($0)'" }.joined(separator: ", ")
      return
        "'\(name)' is of type '\(type)', which has no value for \(list) of '\(segment)'. Add it."
    case .list(let name, let type, let segment):
      return
        "'\(name)' is of type '\(type)', but '\(segment)' is one segment. Make the property one "
        + "value, or the segment '*\(name)'."
    case .notAList(let name, let type, let segment):
      return
        "'\(name)' is of type '\(type)', but '\(segment)' is a list of segments. Make the property "
        + "an array."
    case .optionalProperty(let name, let segment, let isLast):
      let end = isLast ? "Make it non-optional, or write '\(segment)?'." : "Make it non-optional."
      return "'\(name)' is optional, but '\(segment)' is in every URL: only a last segment can be "
        + "optional. \(end)"
    case .optionalSegment(let name, let segment):
      return "'\(name)' is not optional, but there are URLs without '\(segment)'. Make it optional."
    case .optionalList(let name):
      return
        "'\(name)' is an optional array, and a URL without values has two readings: nil and an empty "
        + "array. Make it non-optional."
    case .requiredInQuery(let name):
      return
        "'\(name)' is not in the pattern, so it is in the query, which may lack it; a default value "
        + "does not change that. Make it optional."
    case .noSingleText(let name, let type):
      return
        "'\(name)' is\(type.map { " of type '\($0)', which is" } ?? "") not one text. Use an enum with "
        + "raw values, or a type that conforms to 'RouteTextConvertible'."
    case .unchecked(let name, let type):
      return
        "'\(name)' was not checked: no placeholder is a '\(type)'. Make an enum 'CaseIterable', or "
        + "give the route 'static var examples'."
    case .uncheckedType:
      return
        "It was not checked: its 'init(from:)' throws on placeholders. Give it 'static var examples'."
    case .example(let number, let finding):
      return "Example \(number): \(finding.sentence)"
    case .notTheSame:
      return
        "What is read of its URL is not the same value. Let 'init(from:)' read what 'encode(to:)' writes."
    case .failed(let text):
      return "It has no URL, or none that can be read. \(text)"
    }
  }
}

extension RoutingError {
  init(
    _ reason: TypedRouteReason, pattern: RoutePattern? = nil, underlying: (any Error)? = nil
  ) {
    self.init(reason as any Reason, pattern: pattern, underlying: underlying)
  }
}

extension RoutingError.Code {
  /// A route's type does not fit its pattern.
  public static let invalidTypedRoute = Self(rawValue: "invalidTypedRoute")
}
