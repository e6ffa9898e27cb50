extension RouteTrie {
  /// The arrays of a trie, lent for one lookup.
  struct View {
    let nodes: Borrowed<Node>
    let typed: Borrowed<Typed>
    let leaves: Borrowed<Leaf>
    let slots: Borrowed<Slot>
    let rests: Borrowed<UInt64>
    let types: Borrowed<ParameterType>
  }

  /// Lends the arrays.
  @inline(__always)
  func lend<R>(_ body: (View) -> R) -> R {
    nodes.lend { nodes in
      typed.lend { typed in
        leaves.lend { leaves in
          slots.lend { slots in
            rests.lend { rests in
              types.lend { types in
                body(
                  View(
                    nodes: nodes, typed: typed, leaves: leaves, slots: slots, rests: rests,
                    types: types))
              }
            }
          }
        }
      }
    }
  }

  /// A URL's path, as it is looked up.
  struct Path {
    let reader: SegmentReader
    /// The place of the URL's source, or -1.
    let source: Int32
    /// Whether the path ends with a slash and that counts.
    let endsWithSlash: Bool
  }
}

// MARK: - The quick way

extension RouteTrie {
  /// What came of the quick way, where it is not the index of a pattern.
  enum QuickWay {
    /// It ended where only a search can tell.
    static let leadsNowhere: Int32 = -1
    /// It cannot be taken: something stands in the way that has to be looked at more closely.
    static let isClosed: Int32 = -2
  }
}

extension RouteTrie.View {
  /// The index of the pattern that matches best, or ``RouteTrie/QuickWay/leadsNowhere``.
  ///
  /// Takes the most special way at each node while the segments are read, and notes nothing. If it arrives,
  /// that is the answer, since it is the first in the order of the choice. It gives up at the end of a way and
  /// at segments that are not allowed. No specials may stand in the text, and it is compared byte by byte.
  ///
  /// - Complexity: Linear in the path's length.
  @inline(__always)
  func quickPlace(
    _ text: TextBytes, from start: Int, to end: Int, at first: Int32, source: Int32,
    maximumSegments: Int
  ) -> Int32 {
    // A segment with its slash takes two bytes at least: so short a path has not too many.
    guard (end &- start) &>> 1 < maximumSegments else { return RouteTrie.QuickWay.leadsNowhere }
    guard text.count >= 8 else {
      return walkShort(text, from: start, to: end, at: first, source: source)
    }
    return walk(text, from: start, to: end, at: first, source: source)
  }

  @inline(never)
  private func walkShort(
    _ text: TextBytes, from start: Int, to end: Int, at first: Int32, source: Int32
  ) -> Int32 {
    text.withEightBytes { walk($0, from: start, to: end, at: first, source: source) }
  }

  @inline(__always)
  private func walk(
    _ text: TextBytes, from start: Int, to end: Int, at first: Int32, source: Int32
  ) -> Int32 {
    var offset = start
    var node = first
    while true {
      let start = offset
      guard let key = text.readPlainSegment(from: &offset) else {
        return RouteTrie.QuickWay.leadsNowhere
      }
      let ways = nodes[node].ways
      var child: Int32 = -1
      if ways.contains(.literals) {
        child = target(of: key, RouteTrie.EdgeKey(node, .literal)) {
          text.hasRest(of: $0, in: rests, from: start, foldsCase: false)
        }
      }
      if child < 0 {
        child =
          ways.isDisjoint(with: [.words, .typed])
          ? nodes[node].parameter : specialChild(of: node, key, start, text)
        guard child >= 0 else {
          guard ways.contains(.endings) else { return RouteTrie.QuickWay.leadsNowhere }
          return straightEnd(around: key, start, at: node, text, to: end, source)
        }
      }
      node = child
      if offset >= end { return straightEnd(of: node, source: source) }
      offset &+= 1
    }
  }

  /// The pattern that ends at a node, or -1 if only a search can tell.
  @inline(__always)
  func straightEnd(of node: Int32, source: Int32) -> Int32 {
    let here = nodes[node]
    let found = choose(here.end, source: source, endsWithSlash: false)
    guard found < 0, here.ways.contains(.endings) else { return found }
    return endWithout(here, source: source, endsWithSlash: false)
  }

  /// The pattern that ends with a segment and those that follow, or -1 if only a search can tell.
  @inline(never)
  private func straightEnd(
    around key: SegmentKey, _ start: Int, at node: Int32, _ text: TextBytes, to end: Int,
    _ source: Int32
  ) -> Int32 {
    var offset = start &+ Int(key.length)
    let isLast = offset >= end
    while offset < end {
      offset &+= 1
      guard text.readPlainSegment(from: &offset) != nil else {
        return RouteTrie.QuickWay.leadsNowhere
      }
    }
    let path = RouteTrie.Path(
      reader: SegmentReader(bytes: text, ignoresCase: false), source: source, endsWithSlash: false)
    return endAround(
      node, PathSegment(plain: key, start), path, isLast: isLast, allowsCatchAll: true)
  }

  /// The child of a node that has words or types, or -1.
  @inline(never)
  private func specialChild(
    of node: Int32, _ key: SegmentKey, _ start: Int, _ text: TextBytes
  ) -> Int32 {
    straightChild(
      of: node, PathSegment(plain: key, start), SegmentReader(bytes: text, ignoresCase: false))
  }

  /// The child of a node that a segment leads to by the most special way, or -1.
  func straightChild(
    of node: Int32, _ segment: PathSegment, _ reader: SegmentReader
  ) -> Int32 {
    let here = nodes[node]
    if here.ways.contains(.literals) {
      let child = target(of: segment, reader, RouteTrie.EdgeKey(node, .literal))
      if child >= 0 { return child }
    }
    if here.ways.contains(.words) {
      let words = target(of: segment, reader, RouteTrie.EdgeKey(node, .word))
      if words >= 0 { return typed[words].target }
    }
    var next = here.typed
    let child = here.ways.contains(.typed) ? typedChild(&next, segment, reader) : -1
    return child >= 0 ? child : here.parameter
  }
}

// MARK: - The search

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
    var nextTyped = nodes[0].typed
    while true {
      var child: Int32 = -1
      if depth == segments.count {
        let found = endBehindLast(node, path)
        if found >= 0 { return found }
      } else {
        let segment = segments[depth]
        while child < 0, !ways.isEmpty {
          if ways.contains(.literals) {
            ways.remove(.literals)
            child = target(of: segment, path.reader, RouteTrie.EdgeKey(node, .literal))
          } else if ways.contains(.words) {
            ways.remove(.words)
            let words = target(of: segment, path.reader, RouteTrie.EdgeKey(node, .word))
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
        nextTyped = nodes[node].typed
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
  private func endBehindLast(_ index: Int32, _ path: RouteTrie.Path) -> Int32 {
    let node = nodes[index]
    let found = choose(node.end, path)
    if found >= 0 || !node.ways.contains(.endings) { return found }
    return endWithout(node, source: path.source, endsWithSlash: path.endsWithSlash)
  }

  /// A pattern that matches without its optional segment or catch-all, or -1.
  private func endWithout(
    _ node: RouteTrie.Node, source: Int32, endsWithSlash: Bool
  ) -> Int32 {
    var place = node.typedOptional
    while place >= 0 {
      let found = choose(typed[place].target, source: source, endsWithSlash: endsWithSlash)
      if found >= 0 { return found }
      place = typed[place].next
    }
    let found = choose(node.optional, source: source, endsWithSlash: endsWithSlash)
    if found >= 0 { return found }
    return choose(node.optionalCatchAll, source: source, endsWithSlash: endsWithSlash)
  }

  /// A pattern that ends with a segment and what follows it, or -1.
  fileprivate func endAround(
    _ index: Int32, _ segment: PathSegment, _ path: RouteTrie.Path, isLast: Bool,
    allowsCatchAll: Bool
  ) -> Int32 {
    let node = nodes[index]
    var found: Int32 = -1
    if isLast {
      found = typedEnd(index, segment, path)
      if found >= 0 { return found }
      found = choose(node.optional, path)
      if found >= 0 { return found }
    }
    guard allowsCatchAll else { return -1 }
    found = choose(node.catchAll, path)
    return found >= 0 ? found : choose(node.optionalCatchAll, path)
  }

  private func typedEnd(
    _ index: Int32, _ segment: PathSegment, _ path: RouteTrie.Path
  ) -> Int32 {
    var place = nodes[index].typedOptional
    while place >= 0 {
      let candidate = typed[place]
      let isAccepted =
        candidate.kind == .words
        ? target(of: segment, path.reader, RouteTrie.EdgeKey(index, .optionalWord)) == place
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
  @inline(__always)
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

  private func choose(_ first: Int32, _ path: RouteTrie.Path) -> Int32 {
    choose(first, source: path.source, endsWithSlash: path.endsWithSlash)
  }

  private func accepts(
    _ candidate: RouteTrie.Typed, _ segment: PathSegment, _ reader: SegmentReader
  ) -> Bool {
    guard candidate.kind == .custom else {
      let bytes = EscapedBytes(reader.bytes, segment.range)
      return segment.isHost
        ? candidate.kind.accepts(bytes.lazy.map(\.lowercased)) : candidate.kind.accepts(bytes)
    }
    return types[candidate.type].accepts(reader.text(of: segment))
  }

  private func target(of segment: PathSegment, _ reader: SegmentReader, _ edge: RouteTrie.EdgeKey)
    -> Int32
  {
    target(of: segment.key, edge) { reader.hasSameRest(segment, as: $0, in: rests) }
  }

  /// What the hash table holds for a segment at a node, or -1.
  @inline(__always)
  private func target(
    of key: SegmentKey, _ edge: RouteTrie.EdgeKey, hasRest: (RouteTrie.Slot) -> Bool
  ) -> Int32 {
    let mask = Int32(truncatingIfNeeded: slots.count &- 1)
    let tag = edge.tag(key.length)
    var place = RouteTrie.home(key.hash, tag, among: slots.count)
    while true {
      let slot = slots[place]
      if slot.prefix == key.prefix, slot.tag == tag, key.length <= 8 || hasRest(slot) {
        return slot.target
      }
      guard slot.target >= 0 else { return -1 }
      place = (place &+ 1) & mask
    }
  }
}
