/// What registration finds wrong with a route's type.
package enum TypeCheckReason: RoutingError.Reason {
  case invalidType(String, [TypedRouteFinding])

  package var code: RoutingError.Code { .invalidTypedRoute }

  package func sentence(about route: String) -> String {
    switch self {
    case .invalidType(let type, let findings):
      "The type '\(type)' cannot be a route of \(route). "
        + findings.map(\.sentence).joined(separator: " ")
    }
  }
}

package indirect enum TypedRouteFinding: Equatable, Sendable {
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
    case .noProperty(let name): "It has no property '\(name)', which the pattern names. Add it."
    case .unfit(let name, let type, let segment):
      "'\(name)' is of type '\(type)', whose values '\(segment)' does not match. Change one of the two."
    case .missingWords(let name, let type, let segment, let words):
      "'\(name)' is of type '\(type)', which has no value for \(words.asNames) of '\(segment)'. Add it."
    case .list(let name, let type, let segment):
      "'\(name)' is of type '\(type)', but '\(segment)' is one segment. Make the property one "
        + "value, or the segment '*\(name)'."
    case .notAList(let name, let type, let segment):
      "'\(name)' is of type '\(type)', but '\(segment)' is a list of segments. Make the property an array."
    case .optionalProperty(let name, let segment, let isLast):
      "'\(name)' is optional, but '\(segment)' is in every URL: only a last segment can be "
        + "optional. Make it non-optional\(isLast ? ", or write '\(segment)?'" : "")."
    case .optionalSegment(let name, let segment):
      "'\(name)' is not optional, but there are URLs without '\(segment)'. Make it optional."
    case .optionalList(let name): RouteReason.optionalList(name)
    case .requiredInQuery(let name):
      "'\(name)' is not in the pattern, so it is in the query, which may lack it; a default value "
        + "does not change that. Make it optional."
    case .noSingleText(let name, let type): RouteReason.noSingleText(name, type: type)
    case .unchecked(let name, let type):
      "'\(name)' was not checked: no placeholder is a '\(type)'. Make an enum 'CaseIterable', or "
        + "give the route 'static var examples'."
    case .uncheckedType:
      "It was not checked: its 'init(from:)' throws on placeholders. Give it 'static var examples'."
    case .example(let number, let finding):
      "Example \(number): \(finding.sentence)"
    case .notTheSame:
      "What is read of its URL is not the same value. Let 'init(from:)' read what 'encode(to:)' writes."
    case .failed(let text): "It has no URL, or none that can be read. \(text)"
    }
  }
}

extension RoutingError.Code {
  /// A route's type does not fit its pattern.
  public static let invalidTypedRoute = Self(rawValue: "invalidTypedRoute")
}
