/// A URL that no pattern matches: its longest known beginning, the segments that could have followed, and near patterns.
///
/// Each property is computed when it is read, so that a miss costs a lookup no more than a hit. In a table of tens of
/// thousands of patterns not all of them are compared, and the result may be incomplete.
public struct NearMiss: Sendable {
  let url: AdmittedURL
  let patterns: CopyOnWrite<PatternTree>
  let types: [String: ParameterType]

  /// The longest beginning that some pattern does match, in that pattern's spelling; `/` if none.
  public var longestPrefix: String { findings.longestPrefix }

  /// The segments that could have followed ``longestPrefix``, in the patterns' spelling, sorted.
  public var expected: [String] { findings.expected() }

  /// At most three patterns that differ little from the URL, the nearest first.
  public var nearestPatterns: [RoutePattern] { findings.nearestPatterns }

  /// The number of segments of patterns that are compared to find all this; it is bounded.
  package var comparisonCount: Int { findings.comparisonCount }

  /// All that the error's text needs, computed once.
  var findings: Findings { Findings(self) }

  /// A difference between a URL and a near pattern.
  enum Mismatch: Hashable {
    /// A segment, counted from 1, is of none of these types.
    case type(segment: Int, names: [String])
    /// A segment, counted from 1, differs only in the case of its letters.
    case letterCase(segment: Int)
    /// Only one of them ends with a slash, in a table in which it counts.
    case trailingSlash
  }

  /// The result of a search for near patterns.
  struct Findings {
    private let url: AdmittedURL
    private let tree: PatternTree
    private let search: NearMissSearch

    init(_ nearMiss: NearMiss) {
      url = nearMiss.url
      tree = nearMiss.patterns.value
      search = NearMissSearch(url, tree, nearMiss.types)
    }
  }
}

extension NearMiss.Findings {
  private var patterns: [RoutePattern] { tree.patterns }

  var comparisonCount: Int { search.comparisonCount }

  var nearestPatterns: [RoutePattern] { search.nearest.map { patterns[Int($0.pattern)] } }

  /// The patterns that match the most segments, one for each node that is reached.
  private var farthestPatterns: [RoutePattern] {
    let throughNodes = search.farthestNodes.map { tree.nodes[Int($0)].pattern }
    return (throughNodes + search.farthestEnds).filter { $0 >= 0 }.map { patterns[Int($0)] }
  }

  var longestPrefix: String {
    let prefixes = farthestPatterns.map {
      $0.segments.prefix(search.matchedCount).map(\.description).joined(separator: "/")
    }
    // Several may match as far: the last by text is the same in every order of registration.
    return "/" + (prefixes.max() ?? "")
  }

  /// The segments that could have followed the longest prefix.
  private var next: [RoutePattern.Segment] {
    let depth = search.matchedCount
    return search.farthestNodes.flatMap { node in
      let ends = tree.ends(of: node).map { patterns[Int($0)] }
      return (tree.children(of: node).map { patterns[Int(tree.nodes[Int($0)].pattern)] } + ends)
        .compactMap { $0.segments.dropFirst(depth).first }
    }
  }

  /// The first by text of the segments that could have followed the longest prefix.
  func expected(atMost most: Int = .max) -> [String] {
    var texts: Set<String> = []
    for segment in next { texts.insert(segment.description) }
    return Array(texts.sorted().prefix(most))
  }

  /// The URL's path with its values left out: only segments that are literals of the nearest
  /// pattern, or nearly so, are shown.
  var redactedPath: String {
    let pattern = nearestPatterns.first ?? farthestPatterns.min { $0.text < $1.text }
    let nearest = pattern?.segments ?? []
    var shown = ""
    for (index, segment) in search.segments.enumerated() {
      guard index < nearest.count, case .literal = nearest[index],
        search.comparisons[index].difference(of: nearest[index]) != .all
      else { return shown + "/…" }
      shown += "/" + PercentEncoding.encode(segment.text)
    }
    return shown.isEmpty ? "/" : shown
  }

  /// The differences from the near patterns, by segment.
  var mismatches: [NearMiss.Mismatch] {
    let candidates = search.nearest.isEmpty ? search.nearestWithoutLiteral : search.nearest
    let resembled = candidates.map { patterns[Int($0.pattern)] }
    guard !resembled.isEmpty else { return mismatches(at: search.matchedCount, next) }
    let count = resembled.map(\.segments.count).max() ?? 0
    let ofSegments = (0..<count).flatMap { index in
      mismatches(at: index, resembled.compactMap { $0.segments.dropFirst(index).first })
    }
    return ofSegments.isEmpty && differsInSlash(from: resembled[0]) ? [.trailingSlash] : ofSegments
  }

  /// The differences of a segment of the URL from these.
  private func mismatches(
    at index: Int, _ parts: [RoutePattern.Segment]
  ) -> [NearMiss.Mismatch] {
    guard index < search.segments.count else { return [] }
    var names: Set<String> = []
    var differsInCase = false
    for part in parts {
      switch (part, search.comparisons[index].difference(of: part)) {
      case (.literal, .letterCase): differsInCase = true
      case (.parameter(_, let type?, _), .edits): names.insert(type.description.onOneLine)
      default: break
      }
    }
    return (differsInCase ? [.letterCase(segment: index + 1)] : [])
      + (names.isEmpty ? [] : [.type(segment: index + 1, names: names.sorted())])
  }

  private func differsInSlash(from pattern: RoutePattern) -> Bool {
    tree.rules.distinguishesTrailingSlash
      && pattern.endsWithSlash != url.parts.endsWithSlash
      && pattern.segments.count == search.segments.count
  }
}

extension NearMiss: CustomStringConvertible {
  /// The path with its values left out.
  public var description: String { findings.redactedPath }
}

extension NearMiss: CustomReflectable {
  /// The description only; free of values.
  public var customMirror: Mirror { Mirror(describing: self) }
}
