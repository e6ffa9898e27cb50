/// Compares a URL that no pattern matches with the patterns of a table.
///
/// It descends the tree as long as the segments match, or nearly so. The number of comparisons is bounded: the result
/// for a larger table may be incomplete.
struct NearMissSearch {
  /// A pattern that may have been meant.
  struct Candidate {
    let pattern: Int32
    let distance: Int
  }

  /// The number of segments that match from the left, at most.
  private(set) var matchedCount = 0
  /// The nodes to which so many segments lead.
  private(set) var farthestNodes: [Int32] = []
  /// The patterns whose last segment, an optional one or a catch-all, is the last that matches.
  private(set) var farthestEnds: [Int32] = []
  /// At most three patterns with a literal that matches, or nearly so: the nearest first, then by text.
  private(set) var nearest: [Candidate] = []
  /// The same of patterns without such a literal.
  private(set) var nearestWithoutLiteral: [Candidate] = []

  /// The number of segments of patterns that were compared.
  private(set) var comparisonCount = 0

  let segments: [AdmittedURL.Segment]
  private let tree: PatternTree
  /// The comparison with each segment of the URL.
  let comparisons: [SegmentComparison]

  /// The largest distance of a near pattern, and the number of those.
  static let tolerance = 3
  private static let count = 3
  private static let maximumComparisons = 16_384

  init(_ url: AdmittedURL, _ tree: PatternTree, _ types: [String: ParameterType]) {
    self.tree = tree
    segments = url.segments
    comparisons = segments.enumerated().map { index, segment in
      SegmentComparison(
        segment, isHost: index == 0 && url.hasHost, types: types, rules: tree.rules)
    }
    search()
  }

  /// A node that is left to visit, and how the segments before it differ from the URL's.
  private struct Visit {
    var node: Int32
    var depth: Int
    var edits = 0
    var differsInCase = false
    var matchesSoFar = true
    var hasLiteral = false

    /// Different letter case counts as one edit, wherever and however often.
    var distance: Int { edits + (differsInCase ? 1 : 0) }

    mutating func add(_ difference: SegmentComparison.Difference) {
      switch difference {
      case .none: return
      case .letterCase: differsInCase = true
      case .edits(let count): edits += count
      case .all: edits += NearMissSearch.tolerance + 1
      }
      matchesSoFar = false
    }

    func next(_ child: Int32, differingBy difference: SegmentComparison.Difference) -> Visit {
      var next = self
      next.node = child
      next.depth += 1
      next.add(difference)
      return next
    }
  }

  /// Visits the nodes that differ least before the others, which need no visit once enough patterns are found.
  private mutating func search() {
    var visits: [[Visit]] = Array(repeating: [], count: Self.tolerance + 1)
    visits[0] = [Visit(node: 0, depth: 0)]
    var comparisonsLeft = Self.maximumComparisons
    for distance in 0...Self.tolerance {
      while distance <= largestDistance, let visit = visits[distance].popLast() {
        if visit.matchesSoFar { reach(visit.depth, node: visit.node) }
        var end = tree.nodes[Int(visit.node)].lastEnd
        while end >= 0 {
          rate(end, visit)
          end = tree.previousEnds[Int(end)]
        }
        visitChildren(of: visit, &visits, &comparisonsLeft)
      }
    }
    comparisonCount = Self.maximumComparisons - comparisonsLeft
  }

  /// The largest distance that is still of interest.
  private var largestDistance: Int {
    nearest.count < Self.count ? Self.tolerance : nearest[Self.count - 1].distance
  }

  /// Adds the children of a node to those that are left to visit, unless they differ too much.
  private func visitChildren(
    of visit: Visit, _ visits: inout [[Visit]], _ comparisonsLeft: inout Int
  ) {
    let most = largestDistance
    guard visit.depth < segments.count else {
      guard visit.distance &+ 2 <= most else { return }
      for child in tree.children(of: visit.node).prefix(comparisonsLeft) {
        // The URL lacks a segment.
        comparisonsLeft &-= 1
        let next = visit.next(child, differingBy: .edits(2))
        visits[next.distance].append(next)
      }
      return
    }
    let comparison = comparisons[visit.depth]
    tree.literals.withBytes { literals in
      var child = tree.nodes[Int(visit.node)].firstChild
      while child >= 0, comparisonsLeft > 0 {
        let literal = tree.literal(of: child)
        let surplus = max(0, segments.count &- Int(tree.nodes[Int(child)].longest))
        let room = most &- visit.distance &- 2 &* surplus
        if room >= 0 || visit.matchesSoFar {
          comparisonsLeft &-= 1
          let difference =
            literal.isEmpty
            ? comparison.difference(of: tree.segment(before: child, at: visit.depth))
            : comparison.difference(ofLiteral: literals[literal], atMost: max(0, room))
          var next = visit.next(child, differingBy: difference)
          if !literal.isEmpty { next.hasLiteral = true }
          if next.matchesSoFar || next.distance &+ 2 &* surplus <= most {
            visits[next.distance].append(next)
          }
        }
        child = tree.nodes[Int(child)].nextSibling
      }
    }
  }

  private mutating func reach(_ count: Int, node: Int32? = nil, end: Int32? = nil) {
    guard count >= matchedCount else { return }
    if count > matchedCount { (matchedCount, farthestNodes, farthestEnds) = (count, [], []) }
    if let node { farthestNodes.append(node) }
    if let end { farthestEnds.append(end) }
  }

  /// Compares the rest of the URL with the end of a pattern.
  private mutating func rate(_ end: Int32, _ visit: Visit) {
    let parts = tree.patterns[Int(end)].parts.segments
    let last = parts.count > visit.depth ? parts.last : nil
    var visit = visit
    var surplus = max(0, segments.count - visit.depth)
    if let last, surplus > 0 {
      visit.add(comparisons[visit.depth].difference(of: last))
      if visit.matchesSoFar { reach(visit.depth + 1, end: end) }
    }
    switch last?.ending {
    case nil: break
    case .optional?: surplus = max(0, surplus - 1)
    case .optionalCatchAll?: surplus = 0
    // A catch-all takes one segment at least.
    case .catchAll?: surplus = surplus > 0 ? 0 : 1
    }
    visit.edits += 2 * surplus
    guard visit.distance <= Self.tolerance else { return }
    let candidate = Candidate(pattern: end, distance: visit.distance)
    insert(candidate, into: visit.hasLiteral ? \.nearest : \.nearestWithoutLiteral)
  }

  private mutating func insert(
    _ candidate: Candidate, into list: WritableKeyPath<Self, [Candidate]>
  ) {
    let index = self[keyPath: list].firstIndex { isNearer(candidate, than: $0) }
    self[keyPath: list].insert(candidate, at: index ?? self[keyPath: list].count)
    if self[keyPath: list].count > Self.count { self[keyPath: list].removeLast() }
  }

  private func isNearer(_ left: Candidate, than right: Candidate) -> Bool {
    guard left.distance == right.distance else { return left.distance < right.distance }
    return tree.patterns[Int(left.pattern)].text < tree.patterns[Int(right.pattern)].text
  }
}

/// Compares one segment of a URL with segments of patterns.
final class SegmentComparison {
  /// How two segments differ.
  enum Difference: Equatable {
    case none, letterCase, edits(Int), all
  }

  /// Decoded, under the table's case rule.
  private let bytes: [UInt8]
  private let lowercased: [UInt8]
  private let isHost: Bool
  private let types: [String: ParameterType]
  private let rules: MatchingRules
  private let editDistance: EditDistance
  /// The first eight bytes, in lower case.
  private let start: UInt64

  init(
    _ segment: AdmittedURL.Segment, isHost: Bool, types: [String: ParameterType],
    rules: MatchingRules
  ) {
    bytes = rules.folded(segment.bytes)
    lowercased = bytes.map(\.lowercased)
    self.isHost = isHost
    self.types = types
    self.rules = rules
    editDistance = EditDistance(from: bytes)
    start = lowercased.withBytes { $0.word(at: 0) }
  }

  /// The difference of a segment of a pattern.
  func difference(of part: RoutePattern.Segment) -> Difference {
    guard case .literal(let text) = part else {
      return part.matches(bytes, isHost: isHost, types: types, rules: rules) ? .none : .edits(2)
    }
    return rules.folded(Array(text.utf8)).withBytes {
      difference(ofLiteral: $0, atMost: NearMissSearch.tolerance)
    }
  }

  /// The difference of a literal, under the table's case rule; if more bytes are edited, it is all.
  func difference(ofLiteral literal: UTF8Bytes, atMost most: Int) -> Difference {
    // Half of a short literal's bytes must be the same.
    let edits = editDistance.to(literal, atMost: max(0, min(most, literal.count &>> 1)))
    if edits == 0 { return .none }
    if literal.count == bytes.count, SWAR.lowercased(literal.word(at: 0)) == start {
      if literal.equals(lowercased, foldsCase: true) {
        // A host equals a literal in lower case, too.
        return isHost && literal.equals(lowercased) ? .none : .letterCase
      }
    }
    return edits.map { .edits($0) } ?? .all
  }
}

extension UTF8Bytes {
  fileprivate func equals(_ bytes: [UInt8], foldsCase: Bool = false) -> Bool {
    bytes.withBytes { $0.count == count && contains($0, at: 0, foldsCase: foldsCase) }
  }
}

/// The number of edits between one text and others, a swap of neighbours being one edit (optimal string alignment).
///
/// Bytes of UTF-8 are edited. A column of the table is computed at once, in the bits of a word (Hyyrö, "A bit-vector
/// algorithm for computing Levenshtein and Damerau edit distances", 2003).
package struct EditDistance {
  private let bytes: [UInt8]
  private let count: Int
  /// The first eight bytes.
  private let start: UInt64
  /// For each byte, its positions in the text, as bits.
  private let positions: [UInt64]

  /// Prepares a text; one of more than 64 bytes has no edits, it is equal or too far.
  init(from text: [UInt8]) {
    bytes = text
    count = text.count
    start = text.withBytes { $0.word(at: 0) }
    var positions: [UInt64] = Array(repeating: 0, count: 256)
    for (index, byte) in text.prefix(64).enumerated() { positions[Int(byte)] |= 1 << UInt64(index) }
    self.positions = positions
  }

  /// The distance between two texts, or nil if it is larger than a number of edits.
  package static func between(_ left: String, _ right: String, atMost most: Int) -> Int? {
    right.withBytes { EditDistance(from: Array(left.utf8)).to($0, atMost: most) }
  }

  /// The distance to another text, or nil if it is larger than a number of edits.
  func to(_ text: UTF8Bytes, atMost most: Int) -> Int? {
    guard abs(text.count &- count) <= most else { return nil }
    guard count <= 64 else { return bytes.withBytes(text.equals) ? 0 : nil }
    // The common start takes no edit.
    let same = (text.word(at: 0) ^ start).trailingZeroBitCount &>> 3
    let first = min(same, count, text.count)
    guard first < count else { return text.count &- count }
    guard mayBeNear(text, from: first, atMost: most) else { return nil }
    let shift = UInt64(truncatingIfNeeded: first)
    var column = Column()
    for offset in first..<text.count { column.add(positions[Int(text[offset])] &>> shift) }
    let distance = text.count &- first &+ column.height(count &- first)
    return distance <= most ? distance : nil
  }

  /// Whether two texts of one length, of eight bytes at most from an offset on, may be only so many edits apart.
  ///
  /// With three edits at most a byte keeps its position or moves by one. Any other byte is an edit.
  private func mayBeNear(_ text: UTF8Bytes, from first: Int, atMost most: Int) -> Bool {
    guard text.count == count, count &- first <= 8, most <= 3 else { return true }
    let own = bytes.withBytes { $0.word(at: first) }
    let other = text.word(at: first)
    let new =
      SWAR.differences(own, other) & SWAR.differences(own &<< 8, other)
      & SWAR.differences(own &>> 8, other)
    return new.nonzeroBitCount <= most
  }

  /// A column of the table, as the differences between its rows: plus one, minus one or none.
  private struct Column {
    private var plus: UInt64 = ~0
    private var minus: UInt64 = 0
    private var diagonal: UInt64 = 0
    /// The positions of the other text's last byte.
    private var found: UInt64 = 0

    /// Computes the next column, for one more byte of the other text, which is at these positions in the text.
    mutating func add(_ positions: UInt64) {
      let swapped = ((~diagonal & positions) &<< 1) & found
      diagonal = (((positions & plus) &+ plus) ^ plus) | positions | minus | swapped
      // The top of each column is one more than that before it.
      let plusRight = (minus | ~(diagonal | plus)) &<< 1 | 1
      let minusRight = (diagonal & plus) &<< 1
      plus = minusRight | ~(diagonal | plusRight)
      minus = plusRight & diagonal
      found = positions
    }

    /// The difference between the last row and the first, of so many.
    func height(_ count: Int) -> Int {
      let steps: UInt64 = ~0 &>> UInt64(truncatingIfNeeded: 64 &- count)
      return (plus & steps).nonzeroBitCount &- (minus & steps).nonzeroBitCount
    }
  }
}
