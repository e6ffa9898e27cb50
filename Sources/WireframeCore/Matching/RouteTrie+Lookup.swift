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
}

extension RouteTrie.View {
  /// The index of the pattern that matches best, or -1.
  ///
  /// A walk down the trie, the most special way first; where another way is left, the segment
  /// remembers it. Each node is visited at most once, since only one way leads to it.
  ///
  /// - Complexity: Linear in the number of nodes to which the segments lead.
  @inline(__always)
  func lookup(_ path: SplitPath) -> Int32 {
    let segments = path.segments
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
        while !ways.isEmpty {
          if ways.contains(.literals) {
            ways.remove(.literals)
            child = target(of: path, depth, RouteTrie.key(node, .literal))
          } else if ways.contains(.words) {
            ways.remove(.words)
            let words = target(of: path, depth, RouteTrie.key(node, .word))
            if words >= 0 { child = typed[words].target }
          } else if ways.contains(.typed) {
            child = typedChild(&nextTyped, path, depth)
            if nextTyped < 0 { ways.remove(.typed) }
          } else if ways.contains(.parameter) {
            ways.remove(.parameter)
            child = nodes[node].parameter
          } else {
            ways = []
            let found = endAround(depth, node, path)
            if found >= 0 { return found }
          }
          if child >= 0 { break }
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

  /// The first child, from a typed parameter on, that accepts a segment; and where to go on from there.
  @inline(never)
  private func typedChild(_ next: inout Int32, _ path: SplitPath, _ depth: Int32) -> Int32 {
    while next >= 0 {
      let candidate = typed[next]
      next = candidate.next
      if accepts(candidate, path, depth) { return candidate.target }
    }
    return -1
  }

  /// A pattern that ends at a node which the whole path leads to, or -1.
  @inline(__always)
  private func endBehindLast(_ index: Int32, _ path: SplitPath) -> Int32 {
    let node = nodes[index]
    var found = choose(node.end, path)
    if found >= 0 || !node.ways.contains(.endings) { return found }
    var place = node.typedOptional
    while place >= 0 {
      found = choose(typed[place].target, path)
      if found >= 0 { return found }
      place = typed[place].next
    }
    found = choose(node.optional, path)
    return found >= 0 ? found : choose(node.optionalCatchAll, path)
  }

  /// A pattern that ends with a segment and what follows it, or -1.
  private func endAround(_ depth: Int32, _ index: Int32, _ path: SplitPath) -> Int32 {
    let node = nodes[index]
    var found: Int32 = -1
    if depth &+ 1 == path.segments.count {
      found = typedEnd(depth, index, path)
      if found >= 0 { return found }
      found = choose(node.optional, path)
      if found >= 0 { return found }
    }
    // An encoded slash may stand inside one parameter, but not among several segments.
    guard depth > path.lastWithSlash else { return -1 }
    found = choose(node.catchAll, path)
    return found >= 0 ? found : choose(node.optionalCatchAll, path)
  }

  private func typedEnd(_ depth: Int32, _ index: Int32, _ path: SplitPath) -> Int32 {
    var place = nodes[index].typedOptional
    while place >= 0 {
      let candidate = typed[place]
      let isAccepted =
        candidate.kind == .words
        ? target(of: path, depth, RouteTrie.key(index, .optionalWord)) == place
        : accepts(candidate, path, depth)
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
  private func choose(_ first: Int32, _ path: SplitPath) -> Int32 {
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

  private func accepts(_ candidate: RouteTrie.Typed, _ path: SplitPath, _ depth: Int32) -> Bool {
    let segment = path.segments[depth]
    guard candidate.kind == .custom else {
      return candidate.kind.accepts(EscapedBytes(path.reader.bytes, segment.range))
    }
    return types[candidate.type].accepts(path.reader.text(of: segment))
  }

  /// What the hash table holds for a segment at a node, or -1.
  @inline(__always)
  private func target(of path: SplitPath, _ depth: Int32, _ key: UInt32) -> Int32 {
    let segment = path.segments[depth]
    let mask = Int32(truncatingIfNeeded: slots.count &- 1)
    var place = RouteTrie.home(segment.hash, key) & mask
    while true {
      let slot = slots[place]
      guard slot.target >= 0 else { return -1 }
      if slot.key == key, slot.prefix == segment.prefix, slot.length == segment.decodedLength,
        slot.length <= 8
          || path.reader.hasSameRest(segment, as: literals, slot.start..<slot.start &+ slot.length)
      {
        return slot.target
      }
      place = (place &+ 1) & mask
    }
  }
}
