/// What is wrong with a pattern, a source, a value or a typed route.
/// Each case has its code and its sentence.
package enum RouteReason: RoutingError.Reason {
  case missingValue(RoutingError.ValueKind, name: String, type: String, names: [String])
  case unfitValue(RoutingError.ValueKind, name: String, type: String)
  case unknownNamesForURL(pattern: RoutePattern, unknown: [String])
  case noValueForURL(pattern: RoutePattern, name: String)
  case unfitForURL(pattern: RoutePattern, segment: RoutePattern.Segment, name: String)
  case invalidPattern(text: String, fault: PatternFault)
  case invalidSource(text: String, fault: SourceFault)
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
    case .missingValue, .noValueForURL: .missingValue
    case .unfitValue, .unfitForURL, .repeatedItem, .unfitProperty, .noSingleText, .optionalList,
      .notRead, .notWritten, .notTheSame:
      .unfitValue
    case .unknownNamesForURL: .unknownValue
    case .invalidPattern, .noMountPath: .invalidPattern
    case .invalidSource, .otherSource: .invalidSource
    case .overLimit: .rejected
    }
  }

  package var pattern: RoutePattern? {
    switch self {
    case .unknownNamesForURL(let pattern, _), .noValueForURL(let pattern, _),
      .unfitForURL(let pattern, _, _), .otherSource(_, let pattern, _), .noMountPath(let pattern):
      pattern
    default: nil
    }
  }

  package func sentence(about route: String) -> String {
    switch self {
    case .missingValue(let kind, let name, let type, let names):
      let advice =
        switch kind {
        case .path where names.contains(name): "The segment is optional: read it as an optional."
        case .path: "The pattern declares: \(names.asNames)."
        case .query: "Read it as an optional, or use a default."
        case .payload: "The payload's keys are: \(names.asNames)."
        }
      return "The \(kind.rawValue) '\(name)' (\(type)) of \(route) is missing. \(advice)"
    case .unfitValue(let kind, let name, let type):
      let advice =
        kind == .path
        ? "Read it as another type, or give the parameter a type in the pattern."
        : "Read it as another type."
      return "The \(kind.rawValue) '\(name)' of \(route) is not of type \(type). \(advice)"
    case .unknownNamesForURL(let pattern, let unknown):
      return "Pattern '\(pattern)' has no parameter\(unknown.count == 1 ? "" : "s") "
        + "\(unknown.asNames). Its parameters are: \(pattern.names.asNames)."
    case .noValueForURL(let pattern, let name):
      return "Pattern '\(pattern)' gives no URL without a value for '\(name)'. Pass one."
    case .unfitForURL(let pattern, let segment, let name):
      return "Pattern '\(pattern)' gives no URL: '\(segment)' would not match the value for "
        + "'\(name)'. Pass one that it matches."
    case .invalidPattern(let text, let fault):
      return "Pattern '\(text)' is invalid at column \(fault.column): \(fault.reason.sentence)"
    case .invalidSource(let text, let fault): return "'\(text)' is not a source: \(fault.sentence)"
    case .repeatedItem(let type, let property):
      return "The query of \(route) has '\(property)' more than once, which has two readings: in "
        + "'\(type)' it is one value. Leave one item, or make the property an array."
    case .unfitProperty(let type, let property):
      return "No URL holds the value of '\(property)' in '\(type)': what would be read is not the "
        + "same value. Use another value."
    case .noSingleText(let type, let property):
      return "No URL holds the value of '\(property)' in '\(type)'. " + Self.noSingleText(property)
    case .optionalList(let type, let property):
      return "No URL holds the value of '\(property)' in '\(type)'. " + Self.optionalList(property)
    case .notRead(let type):
      return "The URL of \(route) holds no '\(type)': its 'init(from:)' threw. "
        + "See 'underlyingError'."
    case .notWritten(let type):
      return "No URL holds the value of '\(type)': its 'encode(to:)' threw. See 'underlyingError'."
    case .notTheSame(let type):
      return "No URL holds the value of '\(type)': what would be read is not the same value. Let "
        + "'init(from:)' read what 'encode(to:)' writes, or use another value."
    case .otherSource(let type, let pattern, let source):
      return "The pattern '\(pattern)' of '\(type)' is bound to '\(source)', so there is no URL of "
        + "another source. Leave 'source' out."
    case .noMountPath(let pattern):
      return "No wireframe can be mounted at '\(pattern)'. Use a path of literals such as '/shop'."
    case .overLimit(let limit, let most, _): return "The URL was refused: \(limit.sentence(most))"
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
  /// Where a value was looked for, as errors name it.
  package enum ValueKind: String, Sendable {
    case path = "path value"
    case query = "query value"
    case payload = "payload object"
  }
}

extension PatternFault.Reason {
  package var sentence: String {
    switch self {
    case .noSlash: "a pattern begins with '/' or with a source such as 'myapp://'."
    case .badSource(let sentence): sentence
    case .badHost: "a host holds ASCII letters, digits, '-' and '.', without escapes."
    case .rawCharacter:
      "a control character, space or backslash. Write a space as '%20'; the others are refused."
    case .query: "a pattern has no query and no fragment. Read query items from 'route.query'."
    case .emptySegment: "an empty segment. Write one '/' between segments."
    case .dotSegment: "a '.' or '..' segment, which is refused in every URL."
    case .badEscape:
      "a '%' that is not followed by two hexadecimal digits, or bytes that are not UTF-8."
    case .encodedControl: "an encoded control character, which is refused in every URL."
    case .encodedSlash: "an encoded slash or backslash, which no literal matches."
    case .reservedCharacter(let character):
      "'\(character)' inside a literal. A parameter is a whole segment; percent-encode the character in a literal."
    case .emptyName: "a parameter without a name. Write ':name'."
    case .badName: "a name may hold ASCII letters, digits, '_' and '-'."
    case .repeatedName(let name):
      "the name '\(name)' is used twice. Use each name once in a pattern."
    case .unclosedType: "a '<' without '>'."
    case .emptyType: "a type without a name. Write ':name<int>' or ':name'."
    case .emptyWord: "an empty word in a word list."
    case .repeatedWord(let word):
      "the word '\(word)' is in its list twice, as the table compares words."
    case .textBehindType: "only '?' may follow the type."
    case .notLast(let part): "\(part) may only be at the end."
    case .unknownType(let name, let known):
      "unknown type '\(name)'. The types are: \(known.joined(separator: ", "))."
    }
  }
}

extension SourceFault {
  package var sentence: String {
    switch self {
    case .noScheme: "it has no scheme. Write 'myapp:' or 'https://example.com'."
    case .http: "a link with 'http:' does not prove where it comes from. Use 'https:'."
    case .noHost: "an https source needs a host. Write 'https://example.com'."
    case .badOrigin: "its host or port is malformed. Write 'https://example.com' without a path."
    case .originWithPath:
      "its host is followed by a path, a query or a fragment. Leave that out, the slash as well."
    case .schemeWithHost: "a custom scheme is declared without a host. Write 'myapp:'."
    }
  }
}

/// A limit of ``MatchingRules`` that a URL can pass.
package enum URLLimit: CaseIterable, Sendable {
  case length, segments, queryItems

  /// What is too much, and how to fix it.
  package func sentence(_ most: Int) -> String {
    let fault =
      switch self {
      case .length: "it is longer than \(most) bytes. Raise 'maximumLength'"
      case .segments: "its path has more than \(most) segments. Raise 'maximumSegments'"
      case .queryItems: "its query has more than \(most) items. Raise 'maximumQueryItems'"
      }
    return "\(fault) in the rules if that is meant."
  }
}
