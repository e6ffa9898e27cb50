/// A URL that no pattern matches: how far it got, what could have followed, and what it resembles.
///
/// Everything is worked out when it is read, so that a miss costs a lookup no more than a hit.
public struct NearMiss: Sendable {
  let url: AdmittedURL
  let patterns: [RoutePattern]
  let types: [String: ParameterType]
  let rules: MatchingRules

  /// The longest beginning that some pattern does match, in that pattern's spelling; `/` if none.
  public var longestPrefix: String {
    let (count, patterns) = farthest
    let prefixes = patterns.map {
      $0.segments.prefix(count).map(\.description).joined(separator: "/")
    }
    // Several may match as far: the last by text is the same in every order of registration.
    return "/" + (prefixes.max() ?? "")
  }

  /// The segments that could have followed ``longestPrefix``, in the patterns' spelling, sorted.
  public var expected: [String] {
    let (count, patterns) = farthest
    return Set(patterns.compactMap { $0.segments.dropFirst(count).first?.description }).sorted()
  }

  /// The patterns that match the most segments from the left, and how many those are.
  private var farthest: (count: Int, patterns: [RoutePattern]) {
    let segments = url.segments
    let counts = patterns.map { matchedCount($0, segments) }
    let most = counts.max() ?? 0
    return (most, zip(patterns, counts).filter { $0.1 == most }.map(\.0))
  }

  /// At most three patterns that differ little from the URL, the nearest first.
  public var nearestPatterns: [RoutePattern] {
    let segments = url.segments
    let rated = patterns.compactMap { pattern in
      distance(to: pattern, segments).map { (pattern: pattern, distance: $0) }
    }
    return
      rated
      .sorted { ($0.distance, $0.pattern.text) < ($1.distance, $1.pattern.text) }
      .prefix(3).map(\.pattern)
  }

  /// The URL's path with its values left out: only segments that are literals of the nearest
  /// pattern, or nearly so, are shown.
  var redactedPath: String {
    let nearest = (nearestPatterns.first ?? farthestPattern)?.segments ?? []
    var shown = ""
    for (index, segment) in url.segments.enumerated() {
      guard index < nearest.count, case .literal(let literal) = nearest[index],
        edits(literal, segment, atMost: Self.tolerance) != nil
      else { return shown + "/…" }
      shown += "/" + PercentEncoding.encode(segment.text)
    }
    return shown.isEmpty ? "/" : shown
  }

  /// The edits between a literal and a segment; nil if there are too many for the literal to be meant.
  private func edits(
    _ literal: String, _ segment: AdmittedURL.Segment, atMost most: Int
  ) -> Int? {
    // Four bytes are one scalar at least: what is longer than this is not worth a look.
    guard segment.bytes.count <= 4 * (literal.utf8.count + most) else { return nil }
    // A short word is not resembled by whatever else is short.
    return EditDistance.between(literal, segment.text, atMost: min(most, literal.count / 2))
  }

  private var farthestPattern: RoutePattern? { farthest.patterns.min { $0.text < $1.text } }

  /// The most edits, or their worth, by which a pattern may differ and still be offered.
  private static let tolerance = 3

  private func matches(
    _ segment: AdmittedURL.Segment, at index: Int, _ part: RoutePattern.Segment
  ) -> Bool {
    part.matches(
      segment.bytes, isHost: index == 0 && url.hasHost, types: types, rules: rules)
  }

  private func matchedCount(_ pattern: RoutePattern, _ segments: [AdmittedURL.Segment]) -> Int {
    zip(segments, pattern.segments).enumerated()
      .prefix { matches($1.0, at: $0, $1.1) }.count
  }

  /// How far a pattern is from the URL, or nil if too far to be meant.
  private func distance(to pattern: RoutePattern, _ segments: [AdmittedURL.Segment]) -> Int? {
    let parts = pattern.segments
    let isOpen = parts.last?.ending == .catchAll || parts.last?.ending == .optionalCatchAll
    let least = parts.last?.isOptional == true ? parts.count - 1 : parts.count
    let lacking = max(0, least - segments.count)
    let surplus = isOpen ? 0 : max(0, segments.count - parts.count)
    var total = 2 * (lacking + surplus)
    var hasLiteral = false
    for (index, (segment, part)) in zip(segments, parts).enumerated()
    where total <= Self.tolerance {
      if matches(segment, at: index, part) {
        if case .literal = part { hasLiteral = true }
        continue
      }
      guard case .literal(let text) = part else {
        total += 2
        continue
      }
      guard let edits = edits(text, segment, atMost: Self.tolerance - total) else { return nil }
      hasLiteral = true
      total += edits
    }
    return total <= Self.tolerance && hasLiteral ? total : nil
  }
}

extension NearMiss: CustomStringConvertible {
  /// The path with its values left out.
  public var description: String { redactedPath }
}

/// The number of edits between two texts, a swap of neighbours being one (optimal string alignment).
package enum EditDistance {
  /// The distance, or nil if it is larger than `most`.
  package static func between(_ left: String, _ right: String, atMost most: Int) -> Int? {
    let left = Array(left.unicodeScalars)
    let right = Array(right.unicodeScalars)
    guard abs(left.count - right.count) <= most else { return nil }
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in 1...left.count {
      var current = [row]
      for column in 1...right.count {
        let change = left[row - 1] == right[column - 1] ? 0 : 1
        var best = min(
          last[column] + 1, current[column - 1] + 1, last[column - 1] + change)
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          best = min(best, beforeLast[column - 2] + 1)
        }
        current.append(best)
      }
      guard current.contains(where: { $0 <= most }) else { return nil }
      (beforeLast, last) = (last, current)
    }
    return last[right.count] <= most ? last[right.count] : nil
  }
}

extension NearMiss: CustomReflectable {
  /// The description only; free of values.
  public var customMirror: Mirror { Mirror(describing: self) }
}
