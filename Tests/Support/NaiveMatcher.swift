package import WireframeCore

/// Tries all patterns and takes the most specific one: the rules in the fewest lines, to compare with.
///
/// It reads the public segments of the patterns and shares nothing with the library's matching.
package struct NaiveMatcher {
  /// A pattern with its parts, which it parses anew whenever it is asked.
  package struct Row {
    package let pattern: RoutePattern
    package let source: URLSource?
    package let segments: [RoutePattern.Segment]
    package var endsWithSlash: Bool { pattern.endsWithSlash }

    /// A catch-all takes a slash at the end, too, where it counts.
    package func allows(slashAtEnd: Bool) -> Bool {
      if !endsWithSlash, case .catchAll? = segments.last { return true }
      return endsWithSlash == slashAtEnd
    }

    package init(_ pattern: RoutePattern) {
      self.pattern = pattern
      source = pattern.source
      segments = pattern.segments
    }
  }

  package var rows: [Row]
  package let types: [ParameterType]
  package let rules: MatchingRules

  package init(
    patterns: [RoutePattern], types: [ParameterType] = [RouteGenerator.appType],
    rules: MatchingRules = MatchingRules()
  ) {
    rows = patterns.map(Row.init)
    self.types = types
    self.rules = rules
  }

  package func winner(
    for segments: [String], of source: URLSource?, hasHost: Bool = false,
    endsWithSlash: Bool = false
  ) -> RoutePattern? {
    rows
      .filter { $0.source == nil || $0.source == source }
      .filter { !rules.distinguishesTrailingSlash || $0.allows(slashAtEnd: endsWithSlash) }
      .filter { matches($0.segments[...], segments[...], hasHost: hasHost) }
      .min {
        ranks($0, segments, hasHost).lexicographicallyPrecedes(ranks($1, segments, hasHost))
      }?.pattern
  }

  /// Whether the parts of a pattern match texts, the first of which may be the host of a custom scheme.
  package func matches(
    _ parts: ArraySlice<RoutePattern.Segment>, _ texts: ArraySlice<String>, hasHost: Bool = false
  ) -> Bool {
    guard let part = parts.first else { return texts.isEmpty }
    if case .catchAll(_, let isOptional) = part {
      return (isOptional || !texts.isEmpty)
        && !texts.contains { $0.utf8.contains { $0 == 0x2F || $0 == 0x5C } }
    }
    guard let text = texts.first else { return part.isOptional }
    let fits =
      fits(part, text) || hasHost && part.isLiteralOrWords && fits(part, text.lowercased())
    return fits && matches(parts.dropFirst(), texts.dropFirst())
  }

  /// The values of a match that a URL made of them gives back: a host that is a word in lower case only, so.
  package func rebuilt(
    _ values: [(name: String, value: RouteValue)], by pattern: RoutePattern
  ) -> [(name: String, value: RouteValue)] {
    guard let first = pattern.segments.first, first.isLiteralOrWords, first.name != nil,
      case .text(let text)? = values.first?.value, !fits(first, text)
    else { return values }
    return [(values[0].name, .text(text.lowercased()))] + values.dropFirst()
  }

  /// Whether a URL that is rebuilt from pattern and values may lead to another pattern than the URL that matched.
  ///
  /// It is spelled otherwise in three cases: with a host in lower case that is a word so only; without the slash that a
  /// catch-all took, where slashes count; and with the letter case of the pattern's literals, where case is ignored, of
  /// which a type at that place takes one only.
  package func mayMove(
    from pattern: RoutePattern, to other: RoutePattern, of segments: [String], endsWithSlash: Bool
  ) -> Bool {
    if let first = pattern.segments.first, first.isLiteralOrWords, first.name != nil,
      let host = segments.first, !fits(first, host)
    {
      return true
    }
    if rules.distinguishesTrailingSlash, endsWithSlash, !pattern.endsWithSlash,
      case .catchAll? = pattern.segments.last
    {
      return true
    }
    return rules.ignoresCase
      && zip(zip(pattern.segments, other.segments), segments).contains { parts, text in
        guard case (.literal(let literal), .parameter(_, .type?, _)) = parts else { return false }
        return !literal.utf8.elementsEqual(text.utf8)
      }
  }

  private func fits(_ part: RoutePattern.Segment, _ text: String) -> Bool {
    switch part {
    case .literal(let literal): isSame(literal, text)
    case .parameter(_, .words(let words)?, _): words.contains { isSame($0, text) }
    case .parameter(_, .type(let name)?, _): isOfType(name, text)
    default: true
    }
  }

  /// Whether two texts are the same scalar by scalar, or but for the case of ASCII letters.
  package func isSame(_ left: String, _ right: String) -> Bool {
    folded(left).elementsEqual(folded(right))
  }

  package func folded(_ text: String) -> [UInt8] {
    text.utf8.map { rules.ignoresCase && (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }

  private func isOfType(_ name: String, _ text: String) -> Bool {
    let isSigned = text.utf8.first == UInt8(ascii: "-") || text.utf8.first == UInt8(ascii: "+")
    let number = text.utf8.dropFirst(isSigned ? 1 : 0)
      .split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let isNumber = number.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }
    return switch name {
    case "uuid": Self.isUUID(text)
    case "bool": text == "true" || text == "false"
    case "uint": isNumber && !isSigned && UInt64(text) != nil
    case "int": isNumber && Int64(text) != nil
    case "double": isNumber && number.count <= 2 && Double(text)?.isFinite == true
    default: types.contains { $0.name == name && $0.accepts(text) }
    }
  }

  /// Foundation's own reading lets spaces and signs pass.
  private static func isUUID(_ text: String) -> Bool {
    let groups = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    return groups.map(\.count) == [8, 4, 4, 4, 12]
      && groups.joined().allSatisfy { "0123456789ABCDEFabcdef".utf8.contains($0) }
  }

  /// A pattern's ranks from the left, its end, and whether it is bound to a source: least is best.
  private func ranks(_ row: Row, _ texts: [String], _ hasHost: Bool) -> [Int] {
    // A pattern with a slash at its end comes first: where the slash counts, only a catch-all competes with it.
    let slash = rules.distinguishesTrailingSlash && !row.endsWithSlash ? 1 : 0
    var ranks = row.segments.map(rank) + [0, slash, row.source == nil ? 1 : 0]
    // What equals a host as it is spelled comes before what equals it in lower case.
    if hasHost, let first = row.segments.first, first.isLiteralOrWords, !fits(first, texts[0]) {
      ranks[0] += 1
    }
    return ranks
  }

  private func rank(_ part: RoutePattern.Segment) -> Int {
    let names = ["uuid", "bool", "uint", "int", "double"] + types.map(\.name).sorted()
    return switch part {
    case .literal: 1
    case .parameter(_, nil, let isOptional): isOptional ? 400 : 200
    case .parameter(_, .words?, let isOptional): isOptional ? 300 : 100
    case .parameter(_, .type(let name)?, let isOptional):
      (isOptional ? 302 : 102) + (names.firstIndex(of: name) ?? 0)
    case .catchAll(_, let isOptional): isOptional ? 600 : 500
    }
  }
}

extension RoutePattern.Segment {
  /// Whether it is a literal or a list of words, which equal a host in lower case, too.
  fileprivate var isLiteralOrWords: Bool {
    switch self {
    case .literal, .parameter(_, .words?, _): true
    default: false
    }
  }
}
