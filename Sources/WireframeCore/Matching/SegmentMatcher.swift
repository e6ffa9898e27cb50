/// A constraint of a pattern as a table applies it: words folded, types looked up. A class, since most segments have
/// none: an array of them is one of references then.
final class SegmentMatcher: Sendable {
  let kind: TypeKind
  /// The words, folded.
  let words: [[UInt8]]
  let type: ParameterType?

  /// The matcher of a constraint, or nil if its type is unknown.
  init?(
    _ constraint: RoutePattern.Constraint, types: [String: ParameterType], rules: MatchingRules
  ) {
    switch constraint {
    case .words(let words):
      kind = .words
      self.words = words.map { rules.folded(Array($0.utf8)) }
      type = nil
    case .type(let name):
      let builtIn = TypeKind(name)
      type = builtIn == nil ? types[name] : nil
      guard builtIn != nil || type != nil else { return nil }
      kind = builtIn ?? .custom
      words = []
    }
  }
}
