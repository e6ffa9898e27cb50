extension RouteTrie {
  struct Path {
    let reader: SegmentReader
    let source: Int32
    /// Whether the path ends with a slash that counts.
    let endsWithSlash: Bool
  }

  /// A node to which a search has come, and its children that it has not tried.
  struct Branch {
    var node: Int32 = 0
    var untried: ChildKinds = []
    var nextTyped: Int32 = -1
    /// The depth of the last branch before it with such children, or -1.
    var pending: Int32 = -1
  }
}

extension RouteTrie.View {
  /// The index of the pattern that matches best, or -1.
  ///
  /// The search descends to the most specific child first. Where other kinds of children are left, the segment
  /// stores the branch. It visits each node at most once, since a node has one parent.
  ///
  /// - Complexity: Linear in the number of nodes to which the segments lead.
  func search(_ segments: SegmentList, _ path: RouteTrie.Path) -> Int32 {
    var depth: Int32 = 0
    var branch = RouteTrie.Branch(untried: nodes[0].children, nextTyped: firstTyped(of: 0))
    if segments.count > 0, segments[0].alsoMatchesLowercased {
      if branch.untried.contains(.literals) { branch.untried.insert(.lowercasedLiterals) }
      if branch.untried.contains(.words) { branch.untried.insert(.lowercasedWords) }
    }
    while true {
      let node = branch.node
      var child: Int32 = -1
      if depth == segments.count {
        let found = terminal(of: node, source: path.source, endsWithSlash: path.endsWithSlash)
        if found >= 0 { return found }
      } else {
        let segment = segments[depth]
        while child < 0, !branch.untried.isEmpty {
          if branch.untried.remove(.literals) != nil {
            child = target(of: segment, path.reader, RouteTrie.EdgeKey(node, .literal))
          } else if branch.untried.remove(.lowercasedLiterals) != nil {
            let edge = RouteTrie.EdgeKey(node, .literal)
            child = target(of: segment, path.reader, edge, isLowercased: true)
          } else if branch.untried.remove(.words) != nil {
            let words = target(of: segment, path.reader, RouteTrie.EdgeKey(node, .word))
            if words >= 0 { child = typed[words].target }
          } else if branch.untried.remove(.lowercasedWords) != nil {
            let edge = RouteTrie.EdgeKey(node, .word)
            let words = target(of: segment, path.reader, edge, isLowercased: true)
            if words >= 0 { child = typed[words].target }
          } else if branch.untried.contains(.typed) {
            child = typedChild(&branch.nextTyped, segment, path.reader)
            if branch.nextTyped < 0 { branch.untried.remove(.typed) }
          } else if branch.untried.remove(.parameter) != nil {
            child = nodes[node].parameter
          } else {
            branch.untried = []
            // A parameter may contain an encoded slash, a catch-all may not.
            let found = tailMatch(
              node, segment, path, isLast: depth &+ 1 == segments.count,
              allowsCatchAll: depth > segments.lastWithSlash)
            if found >= 0 { return found }
          }
        }
      }
      if child >= 0 {
        if !branch.untried.isEmpty {
          segments[depth].branch = branch
          branch.pending = depth
        }
        depth &+= 1
        branch.node = child
        branch.untried = nodes[child].children
        branch.nextTyped = firstTyped(of: child)
      } else {
        guard branch.pending >= 0 else { return -1 }
        depth = branch.pending
        branch = segments[depth].branch
      }
    }
  }

  // MARK: The children of a node

  func extras(of node: Int32) -> RouteTrie.Extras {
    let index = nodes[node].extras
    return index < 0 ? RouteTrie.Extras() : extras[index]
  }

  private func firstTyped(of node: Int32) -> Int32 {
    let index = nodes[node].extras
    return index < 0 ? -1 : extras[index].typed
  }

  /// The child for a segment that is no literal: of a word, a type or a parameter; or -1.
  func specialChild(of node: Int32, _ segment: PathSegment, _ reader: SegmentReader) -> Int32 {
    let children = nodes[node].children
    if children.contains(.words) {
      let words = target(of: segment, reader, RouteTrie.EdgeKey(node, .word))
      if words >= 0 { return typed[words].target }
    }
    var next = firstTyped(of: node)
    let child = children.contains(.typed) ? typedChild(&next, segment, reader) : -1
    return child >= 0 ? child : nodes[node].parameter
  }

  /// The first child, from a typed parameter on, that accepts a segment; `next` becomes the parameter after it.
  private func typedChild(
    _ next: inout Int32, _ segment: PathSegment, _ reader: SegmentReader
  ) -> Int32 {
    while next >= 0 {
      let candidate = typed[next]
      next = candidate.next
      if accepts(candidate, segment, reader) { return candidate.target }
    }
    return -1
  }

  /// The pattern that ends at the node of the whole path, or -1.
  func terminal(of node: Int32, source: Int32, endsWithSlash: Bool) -> Int32 {
    let shared = endsWithSlash ? -1 : nodes[node].end
    guard nodes[node].extras >= 0 else { return shared }
    let here = extras[nodes[node].extras]
    let bound = choose(here.ends, source: source, endsWithSlash: endsWithSlash)
    if bound >= 0 || shared >= 0 { return bound >= 0 ? bound : shared }
    // Patterns match without their optional segment or catch-all, too.
    var index = here.typedOptional
    while index >= 0 {
      let found = choose(typed[index].target, source: source, endsWithSlash: endsWithSlash)
      if found >= 0 { return found }
      index = typed[index].next
    }
    let found = choose(here.optional, source: source, endsWithSlash: endsWithSlash)
    if found >= 0 { return found }
    return chooseCatchAll(here.optionalCatchAll, source: source, endsWithSlash: endsWithSlash)
  }

  /// The pattern whose optional segment or catch-all takes a segment and those after it, or -1.
  func tailMatch(
    _ node: Int32, _ segment: PathSegment, _ path: RouteTrie.Path, isLast: Bool,
    allowsCatchAll: Bool
  ) -> Int32 {
    let here = extras(of: node)
    if isLast {
      let typed = typedTailMatch(node, segment, path)
      if typed >= 0 { return typed }
      let found = choose(here.optional, source: path.source, endsWithSlash: path.endsWithSlash)
      if found >= 0 { return found }
    }
    guard allowsCatchAll else { return -1 }
    return catchAllMatch(node, source: path.source, endsWithSlash: path.endsWithSlash)
  }

  /// The pattern whose catch-all takes one or more segments from a node on, or -1.
  func catchAllMatch(_ node: Int32, source: Int32, endsWithSlash: Bool) -> Int32 {
    let here = extras(of: node)
    let found = chooseCatchAll(here.catchAll, source: source, endsWithSlash: endsWithSlash)
    if found >= 0 { return found }
    return chooseCatchAll(here.optionalCatchAll, source: source, endsWithSlash: endsWithSlash)
  }

  private func typedTailMatch(
    _ node: Int32, _ segment: PathSegment, _ path: RouteTrie.Path
  ) -> Int32 {
    var index = extras(of: node).typedOptional
    while index >= 0 {
      let candidate = typed[index]
      let isAccepted =
        candidate.kind == .words
        ? isOptionalWord(segment, path.reader, at: node)
        : accepts(candidate, segment, path.reader)
      if isAccepted {
        let found = choose(candidate.target, source: path.source, endsWithSlash: path.endsWithSlash)
        if found >= 0 { return found }
      }
      index = candidate.next
    }
    return -1
  }

  /// Of a list of leaves, the one with the URL's source, else the one that serves all; or -1.
  func choose(_ first: Int32, source: Int32, endsWithSlash: Bool) -> Int32 {
    var found: Int32 = -1
    var index = first
    while index >= 0 {
      let leaf = leaves[index]
      if leaf.endsWithSlash == endsWithSlash {
        if leaf.source < 0 {
          found = leaf.pattern
        } else if leaf.source == source, leaf.pattern >= 0 {
          return leaf.pattern
        }
      }
      index = leaf.next
    }
    return found
  }

  /// The same for catch-alls: one without a slash at its end takes that of the path, too.
  private func chooseCatchAll(_ first: Int32, source: Int32, endsWithSlash: Bool) -> Int32 {
    let exact = choose(first, source: source, endsWithSlash: endsWithSlash)
    guard exact < 0, endsWithSlash else { return exact }
    return choose(first, source: source, endsWithSlash: false)
  }

  private func accepts(
    _ candidate: RouteTrie.Typed, _ segment: PathSegment, _ reader: SegmentReader
  ) -> Bool {
    guard candidate.kind == .custom else {
      return candidate.kind.accepts(EscapedBytes(reader.bytes, segment.range))
    }
    return types[candidate.type].accepts(reader.bytes.text(in: segment.range, isPlain: false))
  }

  /// Whether a segment is a word of the node's list of optional words, of which there is at most one.
  private func isOptionalWord(
    _ segment: PathSegment, _ reader: SegmentReader, at node: Int32
  ) -> Bool {
    let edge = RouteTrie.EdgeKey(node, .optionalWord)
    return target(of: segment, reader, edge) >= 0
      || segment.alsoMatchesLowercased
        && target(of: segment, reader, edge, isLowercased: true) >= 0
  }

  /// The target of a literal or a word that a segment equals, or -1; `isLowercased` is for a host.
  private func target(
    of segment: PathSegment, _ reader: SegmentReader, _ edge: RouteTrie.EdgeKey,
    isLowercased: Bool = false
  ) -> Int32 {
    let key = isLowercased ? reader.key(of: segment.range, foldsCase: true) : segment.key
    return target(of: key.prefix, key.hash, edge) { index in
      guard key.length >= 8 else { return index }
      return longKeyTarget(at: index, length: key.length) {
        reader.hasWords(
          segment, in: longKeys, at: $0, foldsCase: isLowercased || reader.ignoresCase)
      }
    }
  }
}
