extension NearMiss {
  /// The result of comparing a URL with the patterns of a table, one after the other. The number of comparisons is
  /// bounded: the result for a larger table may be incomplete.
  package struct Findings {
    /// A pattern that may have been meant.
    private struct Candidate {
      let pattern: RoutePattern
      let distance: Int

      func isNearer(than other: Candidate) -> Bool {
        guard distance == other.distance else { return distance < other.distance }
        return pattern.text < other.pattern.text
      }
    }

    private let nearMiss: NearMiss
    private let given: [GivenSegment]
    /// The number of segments that match from the left, at most.
    private var matchedCount = 0
    /// The indices of the patterns of which so many segments match.
    private var farthest: [Int] = []
    /// At most three patterns with a literal that matches, or nearly so: the nearest first, then by text.
    private var nearest: [Candidate] = []
    /// The same of patterns without such a literal.
    private var nearestWithoutLiteral: [Candidate] = []

    /// The number of segments of patterns that were compared; it is bounded.
    package private(set) var comparisonCount = 0

    /// The largest distance of a near pattern.
    fileprivate static let tolerance = 3
    /// The largest distance that still counts: that of the third, once three are near.
    private var most: Int { nearest.count < 3 ? Self.tolerance : nearest[2].distance }
    private static let maximumComparisons = 12_288
    /// The most patterns of which the next segment is named: all of a large table would take milliseconds.
    private static let maximumFarthest = 256

    init(_ nearMiss: NearMiss) {
      self.nearMiss = nearMiss
      let rules = nearMiss.rules
      given = nearMiss.url.segments.enumerated().map { index, segment in
        GivenSegment(
          segment, isHost: index == 0 && nearMiss.url.hasHost, types: nearMiss.types, rules)
      }
      for index in nearMiss.patterns.indices {
        // The last pattern is compared to its end.
        guard comparisonCount < Self.maximumComparisons else { return }
        compare(nearMiss.patterns[index], at: index)
      }
    }

    private mutating func compare(_ pattern: RoutePattern, at place: Int) {
      let parts = pattern.segments
      let most = most
      // A segment more or less than the pattern takes counts as two edits.
      let lengths = pattern.parts.lengths
      var edits = 2 * max(0, lengths.lowerBound - given.count, given.count - lengths.upperBound)
      // Different letter case counts as one edit, wherever and however often.
      var editsOfCase = 0
      var hasLiteral = false
      var matched = 0
      for index in 0..<min(parts.count, given.count) {
        guard edits + editsOfCase <= most || matched == index else { break }
        comparisonCount += 1
        let difference: NearMiss.Difference
        if case .literal(let text) = parts[index] {
          hasLiteral = true
          difference = given[index].difference(of: text, atMost: max(0, most - edits))
        } else {
          difference = given[index].difference(of: parts[index])
        }
        switch difference {
        case .none: matched += matched == index ? 1 : 0
        case .letterCase: editsOfCase = 1
        case .edits(let count): edits += count
        case .all: edits += Self.tolerance + 1
        }
      }
      if matched > matchedCount { (matchedCount, farthest) = (matched, []) }
      if matched == matchedCount, farthest.count < Self.maximumFarthest { farthest.append(place) }
      let distance = edits + editsOfCase
      guard distance <= most else { return }
      let list: WritableKeyPath<Self, [Candidate]> =
        hasLiteral ? \.nearest : \.nearestWithoutLiteral
      self[keyPath: list].append(Candidate(pattern: pattern, distance: distance))
      self[keyPath: list].sort { $0.isNearer(than: $1) }
      if self[keyPath: list].count > 3 { self[keyPath: list].removeLast() }
    }
  }

  private enum Difference: Equatable { case none, letterCase, edits(Int), all }

  /// A segment of the URL, decoded, under the table's case rule.
  private final class GivenSegment {
    /// As the URL has it: the case rule is not for types.
    let raw: [UInt8]
    /// Whether it contains an encoded slash or backslash, which never separates, and which no literal has.
    var containsSlash: Bool { raw.contains(where: \.isSlash) }
    private let bytes: [UInt8]
    private let lowercased: [UInt8]
    private let isHost: Bool
    private let types: [String: ParameterType]
    private let rules: MatchingRules
    private let letters: UInt32

    init(
      _ raw: [UInt8], isHost: Bool, types: [String: ParameterType], _ rules: MatchingRules
    ) {
      self.raw = raw
      bytes = rules.folded(raw)
      lowercased = bytes.map(\.lowercased)
      self.isHost = isHost
      self.types = types
      self.rules = rules
      letters = bytes.withBytes(\.letters)
    }

    /// How a pattern's segment differs from this one. Out of line, so that the loop over all patterns, which compares
    /// literals itself, stays small.
    @inline(never)
    func difference(of part: RoutePattern.Segment) -> Difference {
      if case .literal(let text) = part { return difference(of: text, atMost: Findings.tolerance) }
      return part.matches(raw, isHost: isHost, types: types, rules: rules) ? .none : .edits(2)
    }

    /// How a literal differs from the segment; if more bytes are edited, it is all.
    func difference(of literal: String, atMost most: Int) -> Difference {
      // Not one expression with `?:`, which would retain each literal once more.
      guard rules.ignoresCase else {
        return literal.withBytes { difference(of: $0, atMost: most) }
      }
      return literal.asciiLowercased.withBytes { difference(of: $0, atMost: most) }
    }

    private func difference(of literal: UTF8Bytes, atMost most: Int) -> Difference {
      // Half of a short literal's bytes must be the same.
      let most = min(most, literal.count / 2)
      guard abs(literal.count - bytes.count) <= most else { return .all }
      // An edit takes away one letter and brings another, at most.
      let other = literal.letters
      guard (letters & ~other).nonzeroBitCount <= most,
        (other & ~letters).nonzeroBitCount <= most
      else { return .all }
      let edits = bytes.withBytes { EditDistance.between($0, literal, atMost: most) }
      if edits == 0 { return .none }
      return lowercased.withBytes { lowercased in
        // A host equals a literal in lower case, too.
        if isHost && literal.equals(lowercased) { return .none }
        let isSame = literal.count == lowercased.count
        if isSame && literal.contains(lowercased, at: 0, foldsCase: true) { return .letterCase }
        return edits.map { .edits($0) } ?? .all
      }
    }
  }
}

extension UTF8Bytes {
  /// The letters of a text as bits, without their case.
  fileprivate var letters: UInt32 {
    var letters: UInt32 = 0
    for offset in 0..<count { letters |= 1 &<< UInt32(self[offset]) }
    return letters
  }
}

extension NearMiss.Findings {
  private var patterns: [RoutePattern] { nearMiss.patterns }

  var nearestPatterns: [RoutePattern] { nearest.map(\.pattern) }

  /// Several may match as far: the last by text is the same in every order of registration.
  private var farthestPattern: RoutePattern? {
    farthest.lazy.map { patterns[$0] }.max { $0.text < $1.text }
  }

  var longestPrefix: String {
    let segments = matchedCount == 0 ? [] : farthestPattern?.segments ?? []
    return "/" + segments.prefix(matchedCount).map(\.description).joined(separator: "/")
  }

  /// The segments that are valid after the longest prefix.
  private var next: [RoutePattern.Segment] {
    farthest.compactMap { patterns[$0].segments.dropFirst(matchedCount).first }
  }

  /// The first by text of the segments that are valid after the longest prefix.
  func expected(atMost most: Int = .max) -> [String] {
    Array(Set(next.map(\.description)).sortedTexts().prefix(most))
  }

  /// The URL's path with its values left out: only segments that are literals of the nearest
  /// pattern, or nearly so, are shown.
  var redactedPath: String {
    let nearest = (nearestPatterns.first ?? farthestPattern)?.segments ?? []
    var shown = ""
    for (index, segment) in given.enumerated() {
      guard index < nearest.count, case .literal = nearest[index],
        given[index].difference(of: nearest[index]) != .all
      else { return shown + "/…" }
      shown += "/" + PercentEncoding.encode(String(decoding: segment.raw, as: UTF8.self))
    }
    return shown.isEmpty ? "/" : shown
  }

  /// The differences from the near patterns, by segment.
  var mismatches: [NearMiss.Mismatch] {
    let resembled = (nearest.isEmpty ? nearestWithoutLiteral : nearest).map(\.pattern)
    guard !resembled.isEmpty else { return mismatches(at: matchedCount, next) }
    let ofSegments: [NearMiss.Mismatch] = given.indices.flatMap { index in
      let parts = resembled.compactMap {
        $0.segments.dropFirst(index).first ?? $0.segments.last(where: \.isCatchAll)
      }
      return mismatches(at: index, parts)
    }
    return ofSegments.isEmpty && onlyTheSlashDiffers(from: resembled[0])
      ? [.trailingSlash] : ofSegments
  }

  private func mismatches(at index: Int, _ parts: [RoutePattern.Segment]) -> [NearMiss.Mismatch] {
    guard index < given.count else { return [] }
    var names: Set<String> = []
    var differsInCase = false
    var hasEncodedSlash = false
    for part in parts {
      switch (part, given[index].difference(of: part)) {
      case (.literal, .letterCase): differsInCase = true
      case (.catchAll, _) where given[index].containsSlash: hasEncodedSlash = true
      case (.parameter(_, let type?, _), .edits): names.insert(type.description.onOneLine)
      default: break
      }
    }
    return (differsInCase ? [.letterCase(segment: index + 1)] : [])
      + (hasEncodedSlash ? [.encodedSlash(segment: index + 1)] : [])
      + (names.isEmpty ? [] : [.type(segment: index + 1, names: names.sortedTexts())])
  }

  /// The near patterns, the nearest first; if none is near, some that match as far as any. At most six.
  package var near: [RoutePattern] {
    let others = nearestWithoutLiteral.filter { $0.distance <= most }
    let candidates = (nearest + others).sorted { $0.isNearer(than: $1) }
    guard candidates.isEmpty else { return candidates.map(\.pattern) }
    return Array(farthest.map { patterns[$0] }.sorted { $0.text < $1.text }.prefix(3))
  }

  /// Where a pattern and the URL part, by the index of the segment.
  package enum Parting {
    case segment(Int, expected: String)
    case letterCase(Int)
    case missing(Int, expected: String)
    case surplus(Int)
    case encodedSlash(Int)
    case trailingSlash
  }

  /// The first mismatch of a pattern, letter case and slash being the last to count; nil if it matches.
  package func firstMismatch(of pattern: RoutePattern) -> Parting? {
    let parts = pattern.segments
    var letterCase: Parting?
    for index in 0..<max(parts.count, given.count) {
      guard index < parts.count || parts.last?.isCatchAll == true else { return .surplus(index) }
      let part = parts[min(index, parts.count - 1)]
      guard index < given.count else {
        if part.isOptional { break }
        return .missing(index, expected: part.description.onOneLine)
      }
      if part.isCatchAll, given[index].containsSlash { return .encodedSlash(index) }
      switch given[index].difference(of: part) {
      case .none: break
      case .letterCase: letterCase = letterCase ?? .letterCase(index)
      case .edits, .all: return .segment(index, expected: part.expectation)
      }
    }
    return letterCase ?? (differsInSlash(from: pattern) ? .trailingSlash : nil)
  }

  /// Whether a slash at the end is too much, or missing; a catch-all without one takes both.
  private func differsInSlash(from pattern: RoutePattern) -> Bool {
    nearMiss.rules.distinguishesTrailingSlash
      && pattern.endsWithSlash != nearMiss.url.parts.endsWithSlash
      && (pattern.endsWithSlash || pattern.segments.last?.isCatchAll != true)
  }

  private func onlyTheSlashDiffers(from pattern: RoutePattern) -> Bool {
    guard case .trailingSlash? = firstMismatch(of: pattern) else { return false }
    return pattern.source.map(nearMiss.url.text.isURL) ?? true
  }
}

extension RoutePattern.Segment {
  fileprivate var isCatchAll: Bool { if case .catchAll = self { true } else { false } }

  /// What a URL has to have here: a type, one of some words, or a literal.
  fileprivate var expectation: String {
    if case .parameter(_, let type?, _) = self { return type.description.onOneLine }
    return description.inQuotes
  }
}

extension String {
  /// Whether the text of an admitted URL is of a source, spelled as the source is declared but for letter case.
  fileprivate func isURL(of source: URLSource) -> Bool {
    let start = source.description.utf8
    return utf8.prefix(start.count).elementsEqual(start) { $0.lowercased == $1 }
      && utf8.dropFirst(start.count).prefix(1).allSatisfy { "/?#".utf8.contains($0) }
  }
}

/// The number of edits between two texts, a swap of neighbours being one edit (optimal string alignment).
package enum EditDistance {
  /// The distance between two texts, or nil if it is larger than a small number of edits.
  package static func between(_ left: String, _ right: String, atMost most: Int) -> Int? {
    left.withBytes { left in right.withBytes { between(left, $0, atMost: most) } }
  }

  static func between(_ left: UTF8Bytes, _ right: UTF8Bytes, atMost most: Int) -> Int? {
    guard abs(left.count - right.count) <= most else { return nil }
    // A common start takes no edit. Behind it one is tried of each kind, at most three deep.
    var start = 0
    while start < min(left.count, right.count), left[start] == right[start] { start += 1 }
    let (left, right) = (left[start..<left.count], right[start..<right.count])
    guard left.count > 0, right.count > 0 else { return max(left.count, right.count) }
    guard most > 0 else { return nil }
    var best: Int?
    func tryEdit(_ leftBytes: Int, _ rightBytes: Int) {
      let (left, right) = (left[leftBytes..<left.count], right[rightBytes..<right.count])
      guard let rest = between(left, right, atMost: (best ?? most + 1) - 2) else { return }
      best = rest + 1
    }
    tryEdit(1, 1)
    if left.count > 1, right.count > 1, left[0] == right[1], left[1] == right[0] { tryEdit(2, 2) }
    tryEdit(1, 0)
    tryEdit(0, 1)
    return best
  }
}
