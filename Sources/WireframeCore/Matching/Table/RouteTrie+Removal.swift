// Removal clears only the end of a pattern. The nodes and edges that lead to it stay: a search finds no end there, and
// goes on. `PatternIndex` builds a new trie before too many of them are left.
extension RouteTrie {
  /// Where a pattern ends.
  private enum End {
    case node(Int32)
    /// A leaf of a list that a node's extras hold, and the leaf before it, or -1.
    case leaf(Int32, after: Int32, in: WritableKeyPath<Extras, Int32>, of: Int32)
    /// The same of an optional typed parameter.
    case typedLeaf(Int32, after: Int32, of: Int32)
  }

  /// The index of a pattern, or of another one of the same shape.
  func index(of key: Key) -> Int? {
    switch end(of: key) {
    case .node(let node)?: Int(nodes[Int(node)].end)
    case .leaf(let leaf, _, _, _)?, .typedLeaf(let leaf, _, _)?: Int(leaves[Int(leaf)].pattern)
    case nil: nil
    }
  }

  mutating func remove(_ key: Key) {
    switch end(of: key) {
    case .node(let node)?: nodes[Int(node)].end = -1
    case .leaf(let leaf, let before, _, _)? where before >= 0,
      .typedLeaf(let leaf, let before, _)? where before >= 0:
      leaves[Int(before)].next = leaves[Int(leaf)].next
    case .leaf(let leaf, _, let list, let node)?:
      extras[Int(nodes[Int(node)].extras)][keyPath: list] = leaves[Int(leaf)].next
    case .typedLeaf(let leaf, _, let parameter)?:
      typed[Int(parameter)].target = leaves[Int(leaf)].next
    case nil: break
    }
  }

  mutating func move(_ key: Key, to index: Int) {
    switch end(of: key) {
    case .node(let node)?: nodes[Int(node)].end = Int32(index)
    case .leaf(let leaf, _, _, _)?, .typedLeaf(let leaf, _, _)?:
      leaves[Int(leaf)].pattern = Int32(index)
    case nil: break
    }
  }

  private func end(of key: Key) -> End? {
    var node: Int32 = 0
    for position in 0..<key.pathCount {
      guard let next = knownChild(of: node, for: key, at: position) else { return nil }
      node = next
    }
    let wanted = leaf(of: key, 0)
    if key.ending == nil, wanted.isShared { return nodes[Int(node)].end < 0 ? nil : .node(node) }
    guard let matcher = key.optionalMatcher else {
      return place(of: wanted, from: extras(of: node)[keyPath: key.list]).map {
        .leaf($0.leaf, after: $0.before, in: key.list, of: node)
      }
    }
    let first = extras(of: node).typedOptional
    guard let parameter = find(matcher, from: first, EdgeKey(node, .optionalWord)) else {
      return nil
    }
    return place(of: wanted, from: typed[Int(parameter)].target).map {
      .typedLeaf($0.leaf, after: $0.before, of: parameter)
    }
  }

  /// The leaf of a list that serves the same source in the same way, and the one before it, or -1.
  func place(of wanted: Leaf, from first: Int32) -> (leaf: Int32, before: Int32)? {
    var (leaf, before) = (first, Int32(-1))
    while leaf >= 0 {
      let known = leaves[Int(leaf)]
      if known.source == wanted.source, known.endsWithSlash == wanted.endsWithSlash {
        return (leaf, before)
      }
      (leaf, before) = (known.next, leaf)
    }
    return nil
  }
}
