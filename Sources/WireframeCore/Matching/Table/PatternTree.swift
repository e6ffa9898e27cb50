/// The patterns of a table as a tree of segments: what a near miss compares a URL with.
///
/// Lookups do not use it. Its nodes have the numbers of the trie's nodes.
struct PatternTree: Sendable {
  /// The segments before a node identify it. Numbers are indices; -1 is none.
  struct Node: Sendable {
    var firstChild: Int32 = -1
    let nextSibling: Int32
    /// The first by text of the patterns through the node, so that the order of registration does not matter.
    var pattern: Int32
    /// The most segments that a URL of a pattern through the node may have.
    var longest: Int32
    /// The end of the node's literal in ``literals``.
    let literalEnd: Int32
    /// The last registered pattern that ends at the node, or in an optional segment or a catch-all after it.
    var lastEnd: Int32 = -1
  }

  let rules: MatchingRules
  private(set) var patterns: [RoutePattern] = []
  private(set) var nodes = [Node(nextSibling: -1, pattern: -1, longest: 0, literalEnd: 0)]
  /// The literals of all nodes, concatenated, under the table's case rule.
  private(set) var literals: [UInt8] = []
  /// For each pattern, the one before it that ends at the same node.
  private(set) var previousEnds: [Int32] = []

  init(rules: MatchingRules) { self.rules = rules }

  /// Adds a pattern.
  ///
  /// - Parameters:
  ///   - pattern: The pattern.
  ///   - path: The nodes of its segments; new ones have the next numbers.
  mutating func insert(_ pattern: RoutePattern, along path: [Int32]) {
    let index = Int32(patterns.count)
    let longest = pattern.longestPath
    patterns.append(pattern)
    var parent = 0
    lead(index, through: 0, longest)
    for (node, segment) in zip(path, pattern.segments) {
      if Int(node) == nodes.count {
        if case .literal(let text) = segment { literals += rules.folded(Array(text.utf8)) }
        nodes.append(
          Node(
            nextSibling: nodes[parent].firstChild, pattern: index, longest: longest,
            literalEnd: Int32(literals.count)))
        nodes[parent].firstChild = node
      } else {
        lead(index, through: Int(node), longest)
      }
      parent = Int(node)
    }
    previousEnds.append(nodes[parent].lastEnd)
    nodes[parent].lastEnd = index
  }

  private mutating func lead(_ index: Int32, through node: Int, _ longest: Int32) {
    nodes[node].longest = max(nodes[node].longest, longest)
    let known = nodes[node].pattern
    if known < 0 || patterns[Int(index)].text < patterns[Int(known)].text {
      nodes[node].pattern = index
    }
  }

  /// The range of a node's literal in ``literals``; empty for another segment.
  func literal(of node: Int32) -> Range<Int> {
    Int(nodes[Int(node) &- 1].literalEnd)..<Int(nodes[Int(node)].literalEnd)
  }

  /// The segment of a pattern before a node.
  func segment(before node: Int32, at depth: Int) -> RoutePattern.Segment {
    patterns[Int(nodes[Int(node)].pattern)].segments[depth]
  }

  /// The children of a node.
  func children(of node: Int32) -> some Sequence<Int32> {
    sequence(state: nodes[Int(node)].firstChild) { child -> Int32? in
      guard child >= 0 else { return nil }
      defer { child = nodes[Int(child)].nextSibling }
      return child
    }
  }

  /// The patterns that end at a node, or in an optional segment or a catch-all after it.
  func ends(of node: Int32) -> some Sequence<Int32> {
    sequence(state: nodes[Int(node)].lastEnd) { end -> Int32? in
      guard end >= 0 else { return nil }
      defer { end = previousEnds[Int(end)] }
      return end
    }
  }
}

extension RoutePattern {
  /// The most segments of a URL that matches.
  fileprivate var longestPath: Int32 {
    if case .catchAll? = segments.last { return .max }
    return Int32(segments.count)
  }
}

/// A large value in one reference, which is copied when one of several owners changes it.
struct CopyOnWrite<Value> {
  // An array of one element is such a reference.
  private var elements: [Value]

  init(_ value: Value) { elements = [value] }

  var value: Value {
    _read { yield elements[0] }
    _modify { yield &elements[0] }
  }
}

extension CopyOnWrite: Sendable where Value: Sendable {}
