extension RouteTrie {
  /// The index of the pattern that matches best, or -1.
  ///
  /// A walk down the trie, the most special way first; where another way is left, the segment
  /// remembers it. Each node is visited at most once, since only one way leads to it.
  ///
  /// - Complexity: Linear in the number of nodes to which the segments lead.
  func lookup(_ path: SplitPath) -> Int32 {
    let segments = path.segments
    var pending: Int32 = -1
    var depth = 0
    var node: Int32 = 0
    var step = nodes[0].firstStep
    while true {
      var child: Int32 = -1
      if depth == segments.count {
        let found = endBehindLast(nodes[Int(node)], path)
        if found >= 0 { return found }
      } else {
        (child, step) = advance(node, step, path, depth)
        if child < 0, step == .endings {
          let found = endAround(depth, node, path)
          if found >= 0 { return found }
        }
      }
      if child >= 0 {
        if step != .done {
          segments[depth].node = node
          segments[depth].step = step
          segments[depth].pending = pending
          pending = Int32(depth)
        }
        depth += 1
        node = child
        step = nodes[Int(node)].firstStep
      } else {
        guard pending >= 0 else { return -1 }
        depth = Int(pending)
        node = segments[depth].node
        step = segments[depth].step
        pending = segments[depth].pending
      }
    }
  }

  /// The next child of a node that a segment leads to, or -1; and what is left to try behind it.
  @inline(__always)
  private func advance(
    _ index: Int32, _ first: Step, _ path: SplitPath, _ depth: Int
  ) -> (child: Int32, next: Step) {
    let node = nodes[Int(index)]
    var step = first
    while true {
      switch step {
      case .literal:
        step = node.stepBehindLiterals
        let child = target(of: path, depth, Self.key(index, .literal))
        if child >= 0 { return (child, step) }
      case .words:
        step = node.stepBehindWords
        let words = target(of: path, depth, Self.key(index, .word))
        if words >= 0 { return (typed[Int(words)].target, step) }
      case .parameter:
        step = node.stepBehindParameter
        return (node.parameter, step)
      case .endings, .done:
        return (-1, step)
      default:
        let candidate = typed[Int(step.rawValue - Step.typed)]
        step =
          candidate.next >= 0
          ? Step(rawValue: Step.typed + candidate.next) : node.stepBehindTyped
        if accepts(candidate, path, depth) { return (candidate.target, step) }
      }
    }
  }

  /// A pattern that ends at a node which the whole path leads to, or -1.
  private func endBehindLast(_ node: Node, _ path: SplitPath) -> Int32 {
    var found = choose(node.end, path)
    if found >= 0 { return found }
    var place = node.typedOptional
    while place >= 0 {
      found = choose(typed[Int(place)].target, path)
      if found >= 0 { return found }
      place = typed[Int(place)].next
    }
    found = choose(node.optional, path)
    return found >= 0 ? found : choose(node.optionalCatchAll, path)
  }

  /// A pattern that ends with a segment and what follows it, or -1.
  private func endAround(_ depth: Int, _ index: Int32, _ path: SplitPath) -> Int32 {
    let node = nodes[Int(index)]
    var found: Int32 = -1
    if depth + 1 == path.segments.count {
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

  private func typedEnd(_ depth: Int, _ index: Int32, _ path: SplitPath) -> Int32 {
    var place = nodes[Int(index)].typedOptional
    while place >= 0 {
      let candidate = typed[Int(place)]
      let isAccepted =
        candidate.kind == .words
        ? target(of: path, depth, Self.key(index, .optionalWord)) == place
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
      let leaf = leaves[Int(place)]
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

  private func accepts(_ candidate: Typed, _ path: SplitPath, _ depth: Int) -> Bool {
    let segment = path.segments[depth]
    guard candidate.kind == .custom else {
      return candidate.kind.accepts(EscapedBytes(path.reader.bytes, segment.range))
    }
    return types[Int(candidate.type)].accepts(path.reader.text(of: segment))
  }

  /// What the hash table holds for a segment at a node, or -1.
  @inline(__always)
  private func target(of path: SplitPath, _ depth: Int, _ key: UInt32) -> Int32 {
    let segment = path.segments[depth]
    var place = Self.home(segment.hash, key, slots.count)
    while true {
      let slot = slots[place]
      guard slot.target >= 0 else { return -1 }
      if slot.key == key, slot.prefix == segment.prefix, slot.length == segment.decodedLength,
        slot.length <= 8
          || path.reader.hasSameRest(
            segment, as: literals[Int(slot.start)..<Int(slot.start + slot.length)])
      {
        return slot.target
      }
      place = (place + 1) & (slots.count - 1)
    }
  }
}

extension RouteTrie.Node {
  @inline(__always)
  var firstStep: RouteTrie.Step { hasLiterals ? .literal : stepBehindLiterals }
  @inline(__always)
  var stepBehindLiterals: RouteTrie.Step { hasWords ? .words : stepBehindWords }
  @inline(__always)
  var stepBehindWords: RouteTrie.Step {
    typed >= 0 ? .init(rawValue: RouteTrie.Step.typed + typed) : stepBehindTyped
  }
  @inline(__always)
  var stepBehindTyped: RouteTrie.Step { parameter >= 0 ? .parameter : stepBehindParameter }
  @inline(__always)
  var stepBehindParameter: RouteTrie.Step {
    typedOptional >= 0 || optional >= 0 || catchAll >= 0 || optionalCatchAll >= 0 ? .endings : .done
  }
}
