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
