package import WireframeCore

/// What a text came to, in a form that compares and prints; a match by its pattern's text.
package enum Finding: Hashable, Sendable {
  case match(String)
  case noMatch
  case refused(URLRefusal.Reason)
  case foreign
}

extension RouteTable.Outcome {
  package var finding: Finding {
    switch self {
    case .match(let match): .match(match.pattern.text)
    case .noMatch: .noMatch
    case .refused(let refusal): .refused(refusal.reason)
    case .foreign: .foreign
    }
  }

  package var matched: RouteTable.Match? {
    if case .match(let match) = self { match } else { nil }
  }

  package var nearMiss: NearMiss? {
    if case .noMatch(let nearMiss) = self { nearMiss } else { nil }
  }

  package var refusal: URLRefusal? {
    if case .refused(let refusal) = self { refusal } else { nil }
  }
}

extension RouteTable where Value == Void {
  /// A table of these patterns, registered from the left.
  package init(
    _ patterns: [String], sources: [URLSource] = ["myapp:", "https://example.com"],
    types: [ParameterType] = [], rules: MatchingRules = MatchingRules()
  ) throws {
    self.init(sources: sources, rules: rules)
    for type in types { try add(type: type) }
    for pattern in patterns { try insert((), for: RoutePattern(pattern)) }
  }

  /// A table whose one pattern matches every path that is admitted and has no encoded slash.
  package static func ofEverything(rules: MatchingRules = MatchingRules()) throws -> RouteTable {
    try RouteTable(["/*all?"], rules: rules)
  }
}
