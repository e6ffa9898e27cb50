extension RouteTrie {
  /// The arrays of a trie, lent for one lookup.
  struct View {
    let nodes: Borrowed<Node>
    let typed: Borrowed<Typed>
    let leaves: Borrowed<Leaf>
    let slots: Borrowed<Slot>
    let literals: Borrowed<UInt8>
    let types: Borrowed<ParameterType>
  }

  /// Lends the arrays.
  @inline(__always)
  func lend<R>(_ body: (View) -> R) -> R {
    nodes.lend { nodes in
      typed.lend { typed in
        leaves.lend { leaves in
          slots.lend { slots in
            literals.lend { literals in
              types.lend { types in
                body(
                  View(
                    nodes: nodes, typed: typed, leaves: leaves, slots: slots, literals: literals,
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
    let range: Range<Int>
    /// The place of the URL's source, or -1.
    let source: Int32
    /// Whether the path ends with a slash and that counts.
    let endsWithSlash: Bool
    /// The most segments that the rules allow.
    let limit: Int
  }

  /// What is left of a lookup to ``View/descend(_:)``.
  enum Descent {
    case found(Int32)
    /// Nothing matches.
    case none
    /// The straight way ends, and there are others; or a segment needs a closer look.
    case unclear
  }
}

// MARK: - The straight way

extension RouteTrie.View {
  /// Takes the most special way at each node while the segments are read, and notes nothing.
  ///
  /// If it arrives, that is the answer, since it is the first in the order of the choice. Only for paths that
  /// are known to hold no escape, in tables that do not ignore case.
  ///
  /// - Complexity: Linear in the path's length.
  @inline(__always)
  func descend(_ path: RouteTrie.Path) -> RouteTrie.Descent {
    var offset = path.range.lowerBound
    var node: Int32 = 0
    var found: Int32 = -1
    var canTurnBack = false
    var left = path.limit
    while true {
      guard left > 0,
        let segment = path.reader.readPlain(from: offset, to: path.range.upperBound)
      else { return .unclear }
      left &-= 1
      let start = offset
      offset &+= Int(truncatingIfNeeded: segment.length)
      let isLast = offset >= path.range.upperBound
      if node >= 0 {
        let ways = nodes[node].ways
        var child: Int32 = -1
        if ways.contains(.literals) {
          child = target(of: segment, RouteTrie.key(node, .literal)) { slot in
            path.reader.hasSamePlainRest(from: start, as: literals, slot.start, slot.length)
          }
          if child >= 0, ways != .literals { canTurnBack = true }
        }
        if child < 0 {
          if ways.isDisjoint(with: [.words, .typed, .endings]) {
            child = nodes[node].parameter
          } else {
            child = specialChild(
              node, segment, Int32(truncatingIfNeeded: start), path, isLast, &canTurnBack, &found)
          }
        }
        node = child
      }
      if isLast { break }
      offset &+= 1
    }
    if node >= 0 { found = endBehindLast(node, path) }
    return found >= 0 ? .found(found) : canTurnBack ? .unclear : .none
  }

  /// The child of a node that has more than literals and a plain parameter, or -1.
  @inline(never)
  private func specialChild(
    _ index: Int32, _ key: SegmentKey, _ start: Int32, _ path: RouteTrie.Path, _ isLast: Bool,
    _ canTurnBack: inout Bool, _ found: inout Int32
  ) -> Int32 {
    let segment = PathSegment(
      key: key, start: start, length: key.length, isHost: false, holdsSlash: false)
    let node = nodes[index]
    if node.ways.contains(.words) {
      let words = target(of: segment, path, RouteTrie.key(index, .word))
      if words >= 0 {
        if !node.ways.isDisjoint(with: [.typed, .parameter, .endings]) { canTurnBack = true }
        return typed[words].target
      }
    }
    if node.ways.contains(.typed) {
      var next = node.typed
      let child = typedChild(&next, segment, path)
      if child >= 0 {
        if next >= 0 || !node.ways.isDisjoint(with: [.parameter, .endings]) { canTurnBack = true }
        return child
      }
    }
    if node.ways.contains(.parameter) {
      if node.ways.contains(.endings) { canTurnBack = true }
      return node.parameter
    }
    if node.ways.contains(.endings) {
      found = endAround(index, segment, path, isLast: isLast, allowsCatchAll: true)
    }
    return -1
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
            child = target(of: segment, path, RouteTrie.key(node, .literal))
          } else if ways.contains(.words) {
            ways.remove(.words)
            let words = target(of: segment, path, RouteTrie.key(node, .word))
            if words >= 0 { child = typed[words].target }
          } else if ways.contains(.typed) {
            child = typedChild(&nextTyped, segment, path)
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
    _ next: inout Int32, _ segment: PathSegment, _ path: RouteTrie.Path
  ) -> Int32 {
    while next >= 0 {
      let candidate = typed[next]
      next = candidate.next
      if accepts(candidate, segment, path) { return candidate.target }
    }
    return -1
  }

  /// A pattern that ends at a node which the whole path leads to, or -1.
  @inline(__always)
  func endBehindLast(_ index: Int32, _ path: RouteTrie.Path) -> Int32 {
    let node = nodes[index]
    let found = choose(node.end, path)
    return found >= 0 || !node.ways.contains(.endings) ? found : endWithout(node, path)
  }

  /// A pattern that matches without its optional segment or catch-all, or -1.
  @inline(never)
  private func endWithout(_ node: RouteTrie.Node, _ path: RouteTrie.Path) -> Int32 {
    var place = node.typedOptional
    while place >= 0 {
      let found = choose(typed[place].target, path)
      if found >= 0 { return found }
      place = typed[place].next
    }
    let found = choose(node.optional, path)
    return found >= 0 ? found : choose(node.optionalCatchAll, path)
  }

  /// A pattern that ends with a segment and what follows it, or -1.
  private func endAround(
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
        ? target(of: segment, path, RouteTrie.key(index, .optionalWord)) == place
        : accepts(candidate, segment, path)
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
  private func choose(_ first: Int32, _ path: RouteTrie.Path) -> Int32 {
    var found: Int32 = -1
    var place = first
    while place >= 0 {
      let leaf = leaves[place]
      if leaf.endsWithSlash == path.endsWithSlash {
        if leaf.source < 0 {
          found = leaf.pattern
        } else if leaf.source == path.source {
          return leaf.pattern
        }
      }
      place = leaf.next
    }
    return found
  }

  private func accepts(
    _ candidate: RouteTrie.Typed, _ segment: PathSegment, _ path: RouteTrie.Path
  ) -> Bool {
    guard candidate.kind == .custom else {
      return candidate.kind.accepts(EscapedBytes(path.reader.bytes, segment.range))
    }
    return types[candidate.type].accepts(path.reader.text(of: segment))
  }

  /// What the hash table holds for a segment at a node, or -1.
  private func target(of segment: PathSegment, _ path: RouteTrie.Path, _ key: UInt32) -> Int32 {
    target(of: segment.key, key) { slot in
      path.reader.hasSameRest(segment, as: literals, slot.start..<slot.start &+ slot.length)
    }
  }

  @inline(__always)
  private func target(
    of segment: SegmentKey, _ key: UInt32, _ hasSameRest: (RouteTrie.Slot) -> Bool
  ) -> Int32 {
    let mask = Int32(truncatingIfNeeded: slots.count &- 1)
    var place = RouteTrie.home(segment.hash, key) & mask
    while true {
      let slot = slots[place]
      guard slot.target >= 0 else { return -1 }
      if slot.key == key, slot.prefix == segment.prefix, slot.length == segment.length,
        slot.length <= 8 || hasSameRest(slot)
      {
        return slot.target
      }
      place = (place &+ 1) & mask
    }
  }
}
