extension RouteTrie.View {
  /// The index of the pattern that matches best, or -1.
  ///
  /// A walk down the trie, the most special way first; where another way is left, the segment
  /// remembers it. Each node is visited at most once, since only one way leads to it.
  ///
  /// - Complexity: Linear in the number of nodes to which the segments lead.
  @inline(never)
  func search(_ segments: SegmentList, _ path: RouteTrie.Path, lastWithSlash: Int32) -> Int32 {
    var pending: Int32 = -1
    var depth: Int32 = 0
    var node: Int32 = 0
    var ways = nodes[0].ways
    if segments.count > 0, segments[0].isAlsoLowercased {
      if ways.contains(.literals) { ways.insert(.lowercasedLiterals) }
      if ways.contains(.words) { ways.insert(.lowercasedWords) }
    }
    var nextTyped = firstTyped(of: 0)
    while true {
      var child: Int32 = -1
      if depth == segments.count {
        let found = endBehindLast(
          node, source: path.source, endsWithSlash: path.endsWithSlash)
        if found >= 0 { return found }
      } else {
        let segment = segments[depth]
        while child < 0, !ways.isEmpty {
          if ways.contains(.literals) {
            ways.remove(.literals)
            child = target(of: segment, path.reader, RouteTrie.EdgeKey(node, .literal))
          } else if ways.contains(.lowercasedLiterals) {
            ways.remove(.lowercasedLiterals)
            child = lowercasedTarget(of: segment, path.reader, RouteTrie.EdgeKey(node, .literal))
          } else if ways.contains(.words) {
            ways.remove(.words)
            let words = target(of: segment, path.reader, RouteTrie.EdgeKey(node, .word))
            if words >= 0 { child = typed[words].target }
          } else if ways.contains(.lowercasedWords) {
            ways.remove(.lowercasedWords)
            let words = lowercasedTarget(of: segment, path.reader, RouteTrie.EdgeKey(node, .word))
            if words >= 0 { child = typed[words].target }
          } else if ways.contains(.typed) {
            child = typedChild(&nextTyped, segment, path.reader)
            if nextTyped < 0 { ways.remove(.typed) }
          } else if ways.contains(.parameter) {
            ways.remove(.parameter)
            child = nodes[node].parameter
          } else {
            ways = []
            // An encoded slash may stand inside one parameter, but not among several segments.
            let found = endAround(
              node, segment, path, isLast: depth &+ 1 == segments.count,
              allowsCatchAll: depth > lastWithSlash)
            if found >= 0 { return found }
          }
        }
      }
      if child >= 0 {
        if !ways.isEmpty {
          segments[depth].note(node, ways, nextTyped, pending)
          pending = depth
        }
        depth &+= 1
        node = child
        ways = nodes[node].ways
        nextTyped = firstTyped(of: node)
      } else {
        guard pending >= 0 else { return -1 }
        depth = pending
        let segment = segments[depth]
        node = segment.node
        ways = segment.ways
        nextTyped = segment.nextTyped
        pending = segment.pending
      }
    }
  }
}

// MARK: - The ways on from a node

extension RouteTrie.View {
  func extras(of node: Int32) -> RouteTrie.Extras {
    let place = nodes[node].extras
    return place < 0 ? RouteTrie.Extras() : extras[place]
  }

  private func firstTyped(of node: Int32) -> Int32 {
    let place = nodes[node].extras
    return place < 0 ? -1 : extras[place].typed
  }

  /// The child that a segment leads to which is no literal: by a word, a type or a parameter; or -1.
  func specialChild(
    of node: Int32, _ segment: PathSegment, _ reader: SegmentReader
  ) -> Int32 {
    let ways = nodes[node].ways
    if ways.contains(.words) {
      let words = target(of: segment, reader, RouteTrie.EdgeKey(node, .word))
      if words >= 0 { return typed[words].target }
    }
    var next = firstTyped(of: node)
    let child = ways.contains(.typed) ? typedChild(&next, segment, reader) : -1
    return child >= 0 ? child : nodes[node].parameter
  }

  /// The first child, from a typed parameter on, that accepts a segment; and where to go on from there.
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

  /// A pattern that ends at a node which the whole path leads to, or -1.
  func endBehindLast(_ index: Int32, source: Int32, endsWithSlash: Bool) -> Int32 {
    let node = nodes[index]
    let shared = endsWithSlash ? -1 : node.end
    guard node.extras >= 0 else { return shared }
    let here = extras[node.extras]
    let bound = choose(here.ends, source: source, endsWithSlash: endsWithSlash)
    if bound >= 0 || shared >= 0 { return bound >= 0 ? bound : shared }
    // Those that match without their optional segment or catch-all.
    var place = here.typedOptional
    while place >= 0 {
      let found = choose(typed[place].target, source: source, endsWithSlash: endsWithSlash)
      if found >= 0 { return found }
      place = typed[place].next
    }
    let found = choose(here.optional, source: source, endsWithSlash: endsWithSlash)
    if found >= 0 { return found }
    return chooseCatchAll(here.optionalCatchAll, source: source, endsWithSlash: endsWithSlash)
  }

  /// A pattern that ends with a segment and what follows it, or -1.
  func endAround(
    _ index: Int32, _ segment: PathSegment, _ path: RouteTrie.Path, isLast: Bool,
    allowsCatchAll: Bool
  ) -> Int32 {
    let node = extras(of: index)
    var found: Int32 = -1
    if isLast {
      found = typedEnd(index, segment, path)
      if found >= 0 { return found }
      found = choose(node.optional, path)
      if found >= 0 { return found }
    }
    guard allowsCatchAll else { return -1 }
    found = chooseCatchAll(node.catchAll, source: path.source, endsWithSlash: path.endsWithSlash)
    if found >= 0 { return found }
    return chooseCatchAll(
      node.optionalCatchAll, source: path.source, endsWithSlash: path.endsWithSlash)
  }

  private func typedEnd(
    _ index: Int32, _ segment: PathSegment, _ path: RouteTrie.Path
  ) -> Int32 {
    var place = extras(of: index).typedOptional
    while place >= 0 {
      let candidate = typed[place]
      let isAccepted =
        candidate.kind == .words
        ? isOptionalWord(segment, path.reader, at: index)
        : accepts(candidate, segment, path.reader)
      if isAccepted {
        let found = choose(candidate.target, path)
        if found >= 0 { return found }
      }
      place = candidate.next
    }
    return -1
  }

  /// Of the patterns that end at one place, the one bound to the URL's source before one that serves all.
  private func choose(_ first: Int32, source: Int32, endsWithSlash: Bool) -> Int32 {
    var found: Int32 = -1
    var place = first
    while place >= 0 {
      let leaf = leaves[place]
      if leaf.endsWithSlash == endsWithSlash {
        if leaf.source < 0 {
          found = leaf.pattern
        } else if leaf.source == source {
          return leaf.pattern
        }
      }
      place = leaf.next
    }
    return found
  }

  /// The same of catch-alls: one without a slash at its end takes that of the path, too.
  private func chooseCatchAll(_ first: Int32, source: Int32, endsWithSlash: Bool) -> Int32 {
    let exact = choose(first, source: source, endsWithSlash: endsWithSlash)
    guard exact < 0, endsWithSlash else { return exact }
    return choose(first, source: source, endsWithSlash: false)
  }

  private func choose(_ first: Int32, _ path: RouteTrie.Path) -> Int32 {
    choose(first, source: path.source, endsWithSlash: path.endsWithSlash)
  }

  private func accepts(
    _ candidate: RouteTrie.Typed, _ segment: PathSegment, _ reader: SegmentReader
  ) -> Bool {
    guard candidate.kind == .custom else {
      return candidate.kind.accepts(EscapedBytes(reader.bytes, segment.range))
    }
    return types[candidate.type].accepts(reader.text(of: segment))
  }

  /// Whether a segment is a word of the one list of optional words that a node may have.
  private func isOptionalWord(
    _ segment: PathSegment, _ reader: SegmentReader, at node: Int32
  ) -> Bool {
    let edge = RouteTrie.EdgeKey(node, .optionalWord)
    return target(of: segment, reader, edge) >= 0
      || segment.isAlsoLowercased && lowercasedTarget(of: segment, reader, edge) >= 0
  }

  private func target(
    of segment: PathSegment, _ reader: SegmentReader, _ edge: RouteTrie.EdgeKey
  ) -> Int32 {
    target(of: segment, segment.key, reader, edge, foldsCase: reader.ignoresCase)
  }

  /// The same of a host in lower case.
  private func lowercasedTarget(
    of segment: PathSegment, _ reader: SegmentReader, _ edge: RouteTrie.EdgeKey
  ) -> Int32 {
    let key = reader.key(of: segment.range, foldsCase: true)
    return target(of: segment, key, reader, edge, foldsCase: true)
  }

  private func target(
    of segment: PathSegment, _ key: SegmentKey, _ reader: SegmentReader,
    _ edge: RouteTrie.EdgeKey, foldsCase: Bool
  ) -> Int32 {
    target(of: key.prefix, key.hash, edge) { place in
      guard key.length >= 8 else { return place }
      return longTexts.target(at: place, of: key.length) {
        reader.hasWords(segment, in: longTexts, at: $0, foldsCase: foldsCase)
      }
    }
  }

  /// What the hash table holds for a text at a node, or -1; what a slot of its prefix and edge leads to says a
  /// closure, or -1 if the slot's text is another one.
  @inline(__always)
  func target(
    of prefix: UInt64, _ hash: SegmentHash, _ edge: RouteTrie.EdgeKey, _ find: (Int32) -> Int32
  ) -> Int32 {
    var place = edge.home(hash, among: slotCount)
    while true {
      let slot = slots[place]
      if slot.stands(for: prefix, edge) {
        let found = find(slot.target)
        if found >= 0 { return found }
      }
      guard slot.target >= 0 else { return -1 }
      place = (place &+ 1) & Int32(truncatingIfNeeded: slotCount &- 1)
    }
  }
}
