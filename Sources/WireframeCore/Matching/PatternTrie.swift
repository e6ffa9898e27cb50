/// The seam behind which matching lives: patterns go in with an index, an admitted URL comes out as one.
///
/// The place of every value follows from the pattern (a parameter at place n reads segment n), so an
/// index is all that a lookup has to find.
///
/// Each node stands for the segments before it, so a lookup visits it at most once; children are
/// tried from the most special to the most general, which is the order of the choice.
struct PatternTrie: Sendable {
  /// A pattern that ends here, for one source.
  private struct Leaf: Sendable {
    let source: URLSource?
    let endsWithSlash: Bool
    let index: Int
  }

  private struct Branch: Sendable {
    let matcher: SegmentMatcher
    let node: Int
    /// The first pattern that came this way, for a conflict to name.
    let index: Int
  }

  private struct TypedEnding: Sendable {
    let matcher: SegmentMatcher
    var leaves: [Leaf]
  }

  private struct Node: Sendable {
    var literals: [[UInt8]: Int] = [:]
    var typed: [Branch] = []
    var parameter: Int?
    var end: [Leaf] = []
    var typedOptional: [TypedEnding] = []
    var optional: [Leaf] = []
    var catchAll: [Leaf] = []
    var optionalCatchAll: [Leaf] = []
  }

  /// Why a pattern cannot stand beside one that is there.
  enum Conflict: Error {
    case sameShape(Int)
    case sharedWord(String, Int)
    case optionalWords(Int)
  }

  private let rules: MatchingRules
  private var nodes = [Node()]

  init(rules: MatchingRules) {
    self.rules = rules
  }
}

// MARK: - Building

extension PatternTrie {
  /// Adds a pattern; on a conflict nothing has changed.
  mutating func insert(
    _ pattern: RoutePattern, matchers: [SegmentMatcher?], index: Int
  ) throws(Conflict) {
    try check(pattern, matchers)
    var node = 0
    for (segment, matcher) in zip(pattern.innerSegments, matchers) {
      node = child(of: node, for: segment, matcher, index: index)
    }
    let leaf = leaf(for: pattern, index: index)
    switch pattern.optionalOrCatchAll {
    case nil, .literal: nodes[node].end.append(leaf)
    case .parameter:
      if let matcher = matchers.last ?? nil {
        add(leaf, to: node, optional: matcher)
      } else {
        nodes[node].optional.append(leaf)
      }
    case .catchAll(_, false): nodes[node].catchAll.append(leaf)
    case .catchAll(_, true): nodes[node].optionalCatchAll.append(leaf)
    }
  }

  private mutating func child(
    of node: Int, for segment: RoutePattern.Segment, _ matcher: SegmentMatcher?, index: Int
  ) -> Int {
    if case .literal(let text) = segment {
      let key = rules.folded(Array(text.utf8))
      if let known = nodes[node].literals[key] { return known }
      nodes[node].literals[key] = nodes.count
    } else if let matcher {
      if let place = nodes[node].typed.firstIndex(where: { $0.matcher.rank == matcher.rank }) {
        return nodes[node].typed[place].node
      }
      let place =
        nodes[node].typed.firstIndex { matcher.rank < $0.matcher.rank } ?? nodes[node].typed.count
      nodes[node].typed.insert(
        Branch(matcher: matcher, node: nodes.count, index: index), at: place)
    } else {
      if let known = nodes[node].parameter { return known }
      nodes[node].parameter = nodes.count
    }
    nodes.append(Node())
    return nodes.count - 1
  }

  private mutating func add(_ leaf: Leaf, to node: Int, optional matcher: SegmentMatcher) {
    let endings = nodes[node].typedOptional
    if let place = endings.firstIndex(where: { $0.matcher.rank == matcher.rank }) {
      nodes[node].typedOptional[place].leaves.append(leaf)
    } else {
      let place = endings.firstIndex { matcher.rank < $0.matcher.rank } ?? endings.count
      nodes[node].typedOptional.insert(TypedEnding(matcher: matcher, leaves: [leaf]), at: place)
    }
  }

  private func leaf(for pattern: RoutePattern, index: Int) -> Leaf {
    Leaf(
      source: pattern.source,
      endsWithSlash: rules.distinguishesTrailingSlash && pattern.endsWithSlash, index: index)
  }

  private func check(
    _ pattern: RoutePattern, _ matchers: [SegmentMatcher?]
  ) throws(Conflict) {
    var node = 0
    for (segment, matcher) in zip(pattern.innerSegments, matchers) {
      let next: Int?
      if case .literal(let text) = segment {
        next = nodes[node].literals[rules.folded(Array(text.utf8))]
      } else if let matcher {
        for branch in nodes[node].typed {
          if let word = matcher.sharedWord(with: branch.matcher) {
            throw .sharedWord(word, branch.index)
          }
        }
        next = nodes[node].typed.first { $0.matcher.rank == matcher.rank }?.node
      } else {
        next = nodes[node].parameter
      }
      guard let next else { return }
      node = next
    }
    let leaf = leaf(for: pattern, index: -1)
    let rivals: [Leaf]
    switch pattern.optionalOrCatchAll {
    case nil, .literal: rivals = nodes[node].end
    case .parameter:
      guard let matcher = matchers.last ?? nil else {
        rivals = nodes[node].optional
        break
      }
      for ending in nodes[node].typedOptional {
        guard case .words = matcher, case .words = ending.matcher,
          matcher.rank != ending.matcher.rank, let other = ending.leaves.first?.index
        else { continue }
        if let word = matcher.sharedWord(with: ending.matcher) { throw .sharedWord(word, other) }
        throw .optionalWords(other)
      }
      rivals = nodes[node].typedOptional.first { $0.matcher.rank == matcher.rank }?.leaves ?? []
    case .catchAll(_, false): rivals = nodes[node].catchAll
    case .catchAll(_, true): rivals = nodes[node].optionalCatchAll
    }
    let rival = rivals.first {
      $0.source == leaf.source && $0.endsWithSlash == leaf.endsWithSlash
    }
    if let rival { throw .sameShape(rival.index) }
  }
}

extension SegmentMatcher {
  /// A word that stands in both lists, if they are two different lists.
  fileprivate func sharedWord(with other: SegmentMatcher) -> String? {
    guard case .words(let mine) = self, case .words(let theirs) = other, rank != other.rank else {
      return nil
    }
    return mine.first(where: theirs.contains).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension RoutePattern {
  /// The last segment, if it is optional or a catch-all.
  var optionalOrCatchAll: Segment? {
    guard let last = segments.last else { return nil }
    if case .catchAll = last { return last }
    return last.isOptional ? last : nil
  }

  /// The segments that each stand for exactly one segment of the URL.
  var innerSegments: ArraySlice<Segment> {
    optionalOrCatchAll == nil ? segments[...] : segments.dropLast()
  }
}

// MARK: - Looking up

extension PatternTrie {
  /// The index of the pattern that matches best, or nil.
  ///
  /// - Complexity: Linear in the URL's length for the nodes that can match; a node is visited once.
  func lookup(_ url: AdmittedURL) -> Int? {
    let segments = url.segments
    let search = Search(
      segments: segments, folded: segments.map { rules.folded($0.bytes) }, source: url.source,
      endsWithSlash: rules.distinguishesTrailingSlash && url.endsWithSlash)
    return visit(0, depth: 0, search)
  }

  private struct Search {
    let segments: [AdmittedURL.Segment]
    let folded: [[UInt8]]
    let source: URLSource?
    let endsWithSlash: Bool

    /// A pattern bound to the URL's source comes before one that serves them all.
    func choose(_ leaves: [Leaf]) -> Int? {
      let fitting = leaves.filter { $0.endsWithSlash == endsWithSlash }
      return
        (fitting.first { $0.source != nil && $0.source == source }
        ?? fitting.first { $0.source == nil })?.index
    }
  }

  private func visit(_ index: Int, depth: Int, _ search: Search) -> Int? {
    let node = nodes[index]
    guard depth < search.segments.count else {
      if let found = search.choose(node.end) { return found }
      for ending in node.typedOptional {
        if let found = search.choose(ending.leaves) { return found }
      }
      return search.choose(node.optional) ?? search.choose(node.optionalCatchAll)
    }
    let segment = search.segments[depth]
    let folded = search.folded[depth]
    if let child = node.literals[folded], let found = visit(child, depth: depth + 1, search) {
      return found
    }
    for branch in node.typed where branch.matcher.accepts(segment, folded: folded) {
      if let found = visit(branch.node, depth: depth + 1, search) { return found }
    }
    if let child = node.parameter, let found = visit(child, depth: depth + 1, search) {
      return found
    }
    if depth + 1 == search.segments.count {
      for ending in node.typedOptional where ending.matcher.accepts(segment, folded: folded) {
        if let found = search.choose(ending.leaves) { return found }
      }
      if let found = search.choose(node.optional) { return found }
    }
    guard !node.catchAll.isEmpty || !node.optionalCatchAll.isEmpty,
      !search.segments[depth...].contains(where: \.holdsSlash)
    else { return nil }
    return search.choose(node.catchAll) ?? search.choose(node.optionalCatchAll)
  }
}
