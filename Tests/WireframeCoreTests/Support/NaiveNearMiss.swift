import TestSupport
import WireframeCore

/// Compares a URL with every pattern of a table, under default rules: to check what a miss tells.
struct NaiveNearMiss {
  private let patterns: [RoutePattern]
  private let matcher = NaiveMatcher(patterns: [])
  private let matcherIgnoringCase = NaiveMatcher(
    patterns: [], rules: MatchingRules(ignoresCase: true))

  init(_ patterns: [RoutePattern]) { self.patterns = patterns }

  /// At most three patterns that differ little from the URL, the nearest first, then by text.
  func nearest(to texts: [String], hasHost: Bool) -> [RoutePattern] {
    let rated = patterns.compactMap { pattern in
      distance(to: pattern.segments, texts, hasHost).map { (pattern: pattern, distance: $0) }
    }
    return
      rated
      .sorted { ($0.distance, $0.pattern.text) < ($1.distance, $1.pattern.text) }
      .prefix(3).map(\.pattern)
  }

  /// How many segments match at most, and what could have followed.
  func farthest(for texts: [String], hasHost: Bool) -> (count: Int, expected: [String]) {
    let counts = patterns.map { pattern in
      zip(pattern.segments, texts).enumerated().prefix { index, pair in
        fits(pair.0, pair.1, isHost: hasHost && index == 0)
      }.count
    }
    let most = counts.max() ?? 0
    let next = zip(patterns, counts).filter { $0.1 == most }
      .compactMap { $0.0.segments.dropFirst(most).first?.description }
    return (most, Set(next).sorted())
  }

  private func fits(_ part: RoutePattern.Segment, _ text: String, isHost: Bool) -> Bool {
    matcher.matches([part], [text], hasHost: isHost)
  }

  /// Two for each segment that is missing, left over or of another type, and the edits of literals.
  private func distance(
    to parts: [RoutePattern.Segment], _ texts: [String], _ hasHost: Bool
  ) -> Int? {
    let isOpen = if case .catchAll? = parts.last { true } else { false }
    let least = parts.last?.isOptional == true ? parts.count - 1 : parts.count
    var edits = 2 * max(0, least - texts.count)
    if !isOpen { edits += 2 * max(0, texts.count - parts.count) }
    var differsInCase = false
    var hasLiteral = false
    for (index, (part, text)) in zip(parts, texts).enumerated() {
      if case .literal = part { hasLiteral = true }
      guard !fits(part, text, isHost: hasHost && index == 0) else { continue }
      guard case .literal(let literal) = part else {
        edits += 2
        continue
      }
      if matcherIgnoringCase.isSame(literal, text) {
        differsInCase = true
      } else {
        let count = Self.edits(Array(literal.utf8), Array(text.utf8))
        guard count <= literal.utf8.count / 2 else { return nil }
        edits += count
      }
    }
    let distance = edits + (differsInCase ? 1 : 0)
    return hasLiteral && distance <= 3 ? distance : nil
  }

  /// The edits between two texts, a swap of neighbours being one, by the table of the textbooks.
  static func edits(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var table = [Array(0...right.count)]
    for row in 1..<(left.count + 1) {
      var line = [row]
      for column in 1..<(right.count + 1) {
        let change = left[row - 1] == right[column - 1] ? 0 : 1
        var best = min(
          table[row - 1][column] + 1, line[column - 1] + 1, table[row - 1][column - 1] + change)
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          best = min(best, table[row - 2][column - 2] + 1)
        }
        line.append(best)
      }
      table.append(line)
    }
    return table[left.count][right.count]
  }
}
