import WireframeCore

extension NaiveMatcher {
  /// A segment without its name: two patterns of the same shapes match the same paths.
  private enum Shape: Hashable {
    case literal([UInt8])
    case words(Set<[UInt8]>, isOptional: Bool)
    case parameter(type: String?, isOptional: Bool)
    case catchAll(isOptional: Bool)
  }

  /// Whether one table cannot hold both patterns.
  func conflict(_ left: Row, _ right: Row) -> Bool {
    let mine = left.segments.map(shape)
    let other = right.segments.map(shape)
    guard mine != other else {
      return left.source == right.source
        && (!rules.distinguishesTrailingSlash || left.endsWithSlash == right.endsWithSlash)
    }
    // Where the ways part, two lists must not share a word; optional ones both match without.
    guard let (here, there) = zip(mine, other).first(where: { $0 != $1 }),
      case .words(let words, let isOptional) = here,
      case .words(let others, isOptional: isOptional) = there
    else { return false }
    return isOptional || !words.isDisjoint(with: others)
  }

  private func shape(_ segment: RoutePattern.Segment) -> Shape {
    switch segment {
    case .literal(let text):
      .literal(folded(text))
    case .parameter(_, .words(let words)?, let isOptional):
      .words(Set(words.map(folded)), isOptional: isOptional)
    case .parameter(_, .type(let name)?, let isOptional):
      .parameter(type: name, isOptional: isOptional)
    case .parameter(_, nil, let isOptional):
      .parameter(type: nil, isOptional: isOptional)
    case .catchAll(_, let isOptional):
      .catchAll(isOptional: isOptional)
    }
  }
}
