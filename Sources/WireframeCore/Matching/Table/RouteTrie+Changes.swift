extension RouteTrie {
  struct Key {
    let parts: RoutePattern.Parts
    /// A matcher for each segment, nil for one without a type.
    let matchers: [SegmentMatcher?]
    /// The index of its source, or -1.
    let source: Int32

    /// How many segments lead to the node at which the pattern ends.
    var pathCount: Int { parts.segments.count - (parts.hasTail ? 1 : 0) }

    /// The list that holds it where it ends, unless a node or a typed parameter does.
    var list: WritableKeyPath<Extras, Int32> {
      switch parts.segments.last {
      case .catchAll(_, isOptional: true)?: \.optionalCatchAll
      case .catchAll?: \.catchAll
      case .parameter? where parts.hasTail: \.optional
      default: \.ends
      }
    }

    /// The matcher of an optional segment with a type.
    var optionalMatcher: SegmentMatcher? { parts.hasTail ? matchers.last ?? nil : nil }
  }

  /// The literal at a position of a pattern, under the table's case rule.
  private func literal(of key: Key, at position: Int) -> PackedText? {
    guard case .literal(let text) = key.parts.segments[position] else { return nil }
    return text.withBytes { PackedText($0, foldsCase: rules.ignoresCase) }
  }

  private func leaf(of key: Key, _ index: Int) -> Leaf {
    Leaf(
      source: key.source,
      endsWithSlash: rules.distinguishesTrailingSlash && key.parts.endsWithSlash,
      pattern: Int32(index), next: -1)
  }

  /// Adds a pattern under an index; a conflict changes nothing.
  mutating func insert(_ key: Key, index: Int) throws(Conflict) {
    let leaf = leaf(of: key, index)
    var (node, known) = try knownPath(of: key)
    if known == key.pathCount { try check(key, at: node) }
    for position in known..<key.pathCount {
      node = addChild(to: node, for: literal(of: key, at: position), key.matchers[position], index)
    }
    if key.parts.hasTail { nodes[Int(node)].children.insert(.tails) }
    if let end = end(of: key, at: node) {
      store(leaf.pattern, at: end)
    } else if let matcher = key.optionalMatcher {
      addOptional(matcher, leaf, to: node)
    } else {
      change(key.list, of: node, to: add(leaf, before: extras(of: node)[keyPath: key.list]))
    }
  }

  func extras(of node: Int32) -> Extras {
    let index = nodes[Int(node)].extras
    return index < 0 ? Extras() : extras[Int(index)]
  }

  private mutating func change(
    _ list: WritableKeyPath<Extras, Int32>, of node: Int32, to first: Int32
  ) {
    if nodes[Int(node)].extras < 0 {
      nodes[Int(node)].extras = Int32(extras.count)
      extras.append(Extras())
    }
    extras[Int(nodes[Int(node)].extras)][keyPath: list] = first
  }

  private mutating func add(_ leaf: Leaf, before next: Int32) -> Int32 {
    leaves.append(leaf)
    leaves[leaves.count - 1].next = next
    return Int32(leaves.count - 1)
  }

  /// The child for the segment at a position of a pattern, if there is one.
  func knownChild(of node: Int32, for key: Key, at position: Int) -> Int32? {
    if let literal = literal(of: key, at: position) {
      return target(of: literal, EdgeKey(node, .literal))
    }
    guard let matcher = key.matchers[position] else {
      let child = nodes[Int(node)].parameter
      return child < 0 ? nil : child
    }
    let known = find(matcher, from: extras(of: node).typed, EdgeKey(node, .word))
    return known.map { typed[Int($0)].target }
  }

  /// Adds the child for a segment for which there is none.
  private mutating func addChild(
    to node: Int32, for literal: PackedText?, _ matcher: SegmentMatcher?, _ pattern: Int
  ) -> Int32 {
    // An edge stores a node's index in thirty bits.
    precondition(nodes.count < 1 << 30, "A table has at most 2^30 segments")
    let child = Int32(nodes.count)
    nodes.append(Node())
    let kind: ChildKinds
    if let literal {
      kind = .literals
      addEdge(literal, EdgeKey(node, .literal), to: child)
    } else if let matcher {
      kind = matcher.kind == .words ? .words : .typed
      let added = add(matcher, target: child, pattern, key: EdgeKey(node, .word))
      // Words are in the hash table only: a lookup would have to compare all of a list.
      if kind == .typed { change(\.typed, of: node, to: link(added, into: extras(of: node).typed)) }
    } else {
      kind = .parameter
      nodes[Int(node)].parameter = child
    }
    nodes[Int(node)].children.insert(kind)
    return child
  }

  private mutating func addOptional(_ matcher: SegmentMatcher, _ leaf: Leaf, to node: Int32) {
    let first = extras(of: node).typedOptional
    let key = EdgeKey(node, .optionalWord)
    let known = find(matcher, from: first, key)
    let index = known ?? add(matcher, target: -1, Int(leaf.pattern), key: key)
    if known == nil { change(\.typedOptional, of: node, to: link(index, into: first)) }
    typed[Int(index)].target = add(leaf, before: typed[Int(index)].target)
  }

  private mutating func add(
    _ matcher: SegmentMatcher, target: Int32, _ pattern: Int, key: EdgeKey
  ) -> Int32 {
    let index = Int32(typed.count)
    for word in matcher.words { addEdge(PackedText(word), key, to: index) }
    if let type = matcher.type { types.append(type) }
    typed.append(
      Typed(
        kind: matcher.kind, type: Int32(types.count - 1), target: target, pattern: Int32(pattern),
        wordCount: Int32(matcher.words.count)))
    return index
  }

  /// Inserts a typed parameter into a list, and returns the list's first.
  private mutating func link(_ index: Int32, into first: Int32) -> Int32 {
    guard first >= 0, comesBefore(first, index) else {
      typed[Int(index)].next = first
      return index
    }
    typed[Int(first)].next = link(index, into: typed[Int(first)].next)
    return first
  }

  private func comesBefore(_ left: Int32, _ right: Int32) -> Bool {
    let (left, right) = (typed[Int(left)], typed[Int(right)])
    guard left.kind == .custom, right.kind == .custom else {
      return left.kind.rawValue < right.kind.rawValue
    }
    return types[Int(left.type)].name < types[Int(right.type)].name
  }

  /// The typed parameter of a list that equals a matcher.
  func find(_ matcher: SegmentMatcher, from first: Int32, _ key: EdgeKey) -> Int32? {
    if matcher.kind == .words {
      return matcher.words.first.flatMap { target(of: PackedText($0), key) }
    }
    var index = first
    while index >= 0 {
      let candidate = typed[Int(index)]
      if candidate.kind == matcher.kind,
        matcher.type.map({ $0.name == types[Int(candidate.type)].name }) ?? true
      {
        return index
      }
      index = candidate.next
    }
    return nil
  }

  // MARK: Conflicts

  /// The node of the first segments that are there already, and how many these are.
  private func knownPath(of key: Key) throws(Conflict) -> (node: Int32, count: Int) {
    var node: Int32 = 0
    for position in 0..<key.pathCount {
      if let matcher = key.matchers[position] { try checkWords(matcher, EdgeKey(node, .word)) }
      guard let next = knownChild(of: node, for: key, at: position) else { return (node, position) }
      node = next
    }
    return (node, key.pathCount)
  }

  /// Throws if another pattern ends at a node in the same way; two lists of optional words both match without a word.
  private func check(_ key: Key, at node: Int32) throws(Conflict) {
    if let matcher = key.optionalMatcher {
      let edge = EdgeKey(node, .optionalWord)
      let first = extras(of: node).typedOptional
      try checkWords(matcher, edge)
      if matcher.kind == .words, first >= 0, typed[Int(first)].kind == .words,
        find(matcher, from: first, edge) == nil
      {
        throw .optionalWords(Int(typed[Int(first)].pattern))
      }
    }
    if let end = end(of: key, at: node), let other = index(at: end) { throw .sameShape(other) }
  }

  /// Checks that all words belong to one list at this node, or none to any.
  private func checkWords(_ matcher: SegmentMatcher, _ key: EdgeKey) throws(Conflict) {
    let owners = matcher.words.map { target(of: PackedText($0), key) }
    guard let first = owners.firstIndex(where: { $0 != nil }), let owner = owners[first] else {
      return
    }
    let isSameList =
      typed[Int(owner)].wordCount == owners.count && owners.allSatisfy { $0 == owner }
    guard isSameList else {
      throw .sharedWord(
        String(decoding: matcher.words[first], as: UTF8.self), Int(typed[Int(owner)].pattern))
    }
  }

  // MARK: The ends of patterns

  // A removal clears only the end of a pattern. What leads to it stays: a search finds no pattern there, and goes on.
  // `PatternIndex` builds a new trie before too much of it is left.

  /// Where the index of a pattern is stored; that is -1 if none ends there, or once it was removed.
  private enum End { case node(Int32), leaf(Int32) }

  /// The index of a pattern, or of another one of the same shape.
  func index(of key: Key) -> Int? { end(of: key).flatMap { index(at: $0) } }

  private func index(at end: End) -> Int? {
    let index =
      switch end {
      case .node(let node): nodes[Int(node)].end
      case .leaf(let leaf): leaves[Int(leaf)].pattern
      }
    return index < 0 ? nil : Int(index)
  }

  private mutating func store(_ index: Int32, at end: End) {
    switch end {
    case .node(let node): nodes[Int(node)].end = index
    case .leaf(let leaf): leaves[Int(leaf)].pattern = index
    }
  }

  mutating func remove(_ key: Key) { move(key, to: -1) }

  mutating func move(_ key: Key, to index: Int) {
    if let end = end(of: key) { store(Int32(index), at: end) }
  }

  private func end(of key: Key) -> End? {
    guard let (node, count) = try? knownPath(of: key), count == key.pathCount else { return nil }
    return end(of: key, at: node)
  }

  /// The end of a pattern at the node to which its path leads; nil if it has no leaf there.
  private func end(of key: Key, at node: Int32) -> End? {
    let wanted = leaf(of: key, 0)
    if !key.parts.hasTail, wanted.isShared { return .node(node) }
    var next = extras(of: node)[keyPath: key.list]
    if let matcher = key.optionalMatcher {
      let edge = EdgeKey(node, .optionalWord)
      let parameter = find(matcher, from: extras(of: node).typedOptional, edge)
      next = parameter.map { typed[Int($0)].target } ?? -1
    }
    while next >= 0 {
      let known = leaves[Int(next)]
      if known.source == wanted.source, known.endsWithSlash == wanted.endsWithSlash {
        return .leaf(next)
      }
      next = known.next
    }
    return nil
  }
}
