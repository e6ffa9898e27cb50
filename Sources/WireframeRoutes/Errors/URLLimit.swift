/// A limit of ``MatchingRules`` that a URL can pass.
package enum URLLimit: CaseIterable, Sendable {
  case length, segments, queryItems

  /// What is too much, and how to fix it.
  package func sentence(_ most: Int) -> String {
    switch self {
    case .length:
      "it is longer than \(most) bytes. Raise 'maximumLength' in the rules if that is meant."
    case .segments:
      "its path has more than \(most) segments. Raise 'maximumSegments' in the rules if that "
        + "is meant."
    case .queryItems:
      "its query has more than \(most) items. Raise 'maximumQueryItems' in the rules if that "
        + "is meant."
    }
  }
}
