/// What is wrong with a pattern, a source or a value, and the sentences for it.
package enum RouteReason: RoutingError.Reason {
  case missingValue(RoutingError.ValueKind, name: String, type: String, names: [String])
  case unfitValue(RoutingError.ValueKind, name: String, type: String)
  case unknownNamesForURL(pattern: RoutePattern, unknown: [String])
  case noValueForURL(pattern: RoutePattern, name: String)
  case unfitForURL(pattern: RoutePattern, segment: RoutePattern.Segment, name: String)
  case invalidPattern(text: String, fault: PatternFault)
  case invalidSource(text: String, fault: SourceFault)

  package var code: RoutingError.Code {
    switch self {
    case .missingValue, .noValueForURL: .missingValue
    case .unfitValue, .unfitForURL: .unfitValue
    case .unknownNamesForURL: .unknownValue
    case .invalidPattern: .invalidPattern
    case .invalidSource: .invalidSource
    }
  }

  package var pattern: RoutePattern? {
    switch self {
    case .unknownNamesForURL(let pattern, _), .noValueForURL(let pattern, _),
      .unfitForURL(let pattern, _, _):
      pattern
    default: nil
    }
  }

  package func sentence(about route: String) -> String {
    switch self {
    case .missingValue(let kind, let name, let type, let names):
      return missingValue(kind, name, type, names, route)
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
    }
  }

  private func missingValue(
    _ kind: RoutingError.ValueKind, _ name: String, _ type: String, _ names: [String],
    _ route: String
  ) -> String {
    let start = "The \(kind.rawValue) '\(name)' (\(type)) of \(route) is missing."
    switch kind {
    case .path where names.contains(name):
      return "\(start) The segment is optional: read it as an optional."
    case .path: return "\(start) The pattern declares: \(names.asNames)."
    case .query: return "\(start) Read it as an optional, or use a default."
    case .payload: return "\(start) The payload's keys are: \(names.asNames)."
    }
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
