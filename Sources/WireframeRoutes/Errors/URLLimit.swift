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
