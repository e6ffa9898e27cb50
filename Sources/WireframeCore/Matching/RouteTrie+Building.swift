extension RouteTrie {
  /// Adds a pattern of a source's place, or -1, under an index; on a conflict nothing has changed.
  ///
  /// Returns the nodes behind the root to which the segments lead.
  mutating func insert(
    _ segments: [RoutePattern.Segment], matchers: [SegmentMatcher?], source: Int32,
    endsWithSlash: Bool, index: Int
  ) throws(Conflict) -> [Int32] {
    let leaf = Leaf(
      source: source, endsWithSlash: rules.distinguishesTrailingSlash && endsWithSlash,
      pattern: Int32(index), next: -1)
    let literals = segments.map { segment -> PackedText? in
      guard case .literal(let text) = segment else { return nil }
      return PackedText(rules.folded(Array(text.utf8)))
    }
    try check(segments, literals, matchers, leaf)
    let ending = segments.last.flatMap(\.ending)
    var node: Int32 = 0
    var path: [Int32] = []
    path.reserveCapacity(segments.count)
    for place in segments.indices.dropLast(ending == nil ? 0 : 1) {
      node = child(of: node, for: literals[place], matchers[place], index)
      path.append(node)
    }
    if ending != nil { nodes[Int(node)].ways.insert(.endings) }
    switch ending {
    case nil where leaf.isShared:
      nodes[Int(node)].end = leaf.pattern
    case nil:
      add(leaf, to: \.ends, of: node)
    case .optional:
      if let matcher = matchers.last ?? nil {
        addOptional(matcher, leaf, to: node)
      } else {
        add(leaf, to: \.optional, of: node)
      }
    case .catchAll:
      add(leaf, to: \.catchAll, of: node)
    case .optionalCatchAll:
      add(leaf, to: \.optionalCatchAll, of: node)
    }
    return path
  }

  private func extras(of node: Int32) -> Extras {
    let place = nodes[Int(node)].extras
    return place < 0 ? Extras() : extras[Int(place)]
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

  private mutating func add(
    _ leaf: Leaf, to list: WritableKeyPath<Extras, Int32>, of node: Int32
  ) {
    change(list, of: node, to: add(leaf, before: extras(of: node)[keyPath: list]))
  }

  private mutating func add(_ leaf: Leaf, before next: Int32) -> Int32 {
    leaves.append(
      Leaf(
        source: leaf.source, endsWithSlash: leaf.endsWithSlash, pattern: leaf.pattern, next: next))
    return Int32(leaves.count - 1)
  }

  private mutating func child(
    of node: Int32, for literal: PackedText?, _ matcher: SegmentMatcher?, _ index: Int
  ) -> Int32 {
    if let text = literal {
      let key = EdgeKey(node, .literal)
      if let known = target(of: text, key) { return known }
      nodes[Int(node)].ways.insert(.literals)
      let child = addNode()
      addEdge(text, key, to: child)
      return child
    }
    guard let matcher else {
      if nodes[Int(node)].parameter < 0 {
        nodes[Int(node)].parameter = addNode()
        nodes[Int(node)].ways.insert(.parameter)
      }
      return nodes[Int(node)].parameter
    }
    let first = extras(of: node).typed
    if let known = find(matcher, from: first, EdgeKey(node, .word)) {
      return typed[Int(known)].target
    }
    let child = addNode()
    let place = add(matcher, target: child, index, key: EdgeKey(node, .word))
    if matcher.kind == .words {
      // The hash table leads to them: a list of all would be walked by every lookup.
      nodes[Int(node)].ways.insert(.words)
    } else {
      change(\.typed, of: node, to: link(place, into: first))
      nodes[Int(node)].ways.insert(.typed)
    }
    return child
  }

  private mutating func addOptional(_ matcher: SegmentMatcher, _ leaf: Leaf, to node: Int32) {
    let first = extras(of: node).typedOptional
    let key = EdgeKey(node, .optionalWord)
    if let known = find(matcher, from: first, key) {
      typed[Int(known)].target = add(leaf, before: typed[Int(known)].target)
      return
    }
    let place = add(matcher, target: add(leaf, before: -1), Int(leaf.pattern), key: key)
    change(\.typedOptional, of: node, to: link(place, into: first))
  }

  private mutating func addNode() -> Int32 {
    // An edge keeps a node's number in thirty bits.
    precondition(nodes.count < 1 << 30, "A table has room for a thousand million segments")
    nodes.append(Node())
    return Int32(nodes.count - 1)
  }

  private mutating func add(
    _ matcher: SegmentMatcher, target: Int32, _ index: Int, key: EdgeKey
  ) -> Int32 {
    let place = Int32(typed.count)
    for word in matcher.words { addEdge(PackedText(word), key, to: place) }
    if let type = matcher.type { types.append(type) }
    typed.append(
      Typed(
        kind: matcher.kind, type: Int32(types.count - 1), target: target, pattern: Int32(index),
        wordCount: Int32(matcher.words.count)))
    return place
  }

  /// Puts a typed parameter in its place in a list, and returns the list's first.
  private mutating func link(_ place: Int32, into first: Int32) -> Int32 {
    guard first >= 0, comesBefore(first, place) else {
      typed[Int(place)].next = first
      return place
    }
    var before = first
    while typed[Int(before)].next >= 0, comesBefore(typed[Int(before)].next, place) {
      before = typed[Int(before)].next
    }
    typed[Int(place)].next = typed[Int(before)].next
    typed[Int(before)].next = place
    return first
  }

  private func comesBefore(_ left: Int32, _ right: Int32) -> Bool {
    let (left, right) = (typed[Int(left)], typed[Int(right)])
    guard left.kind == .custom, right.kind == .custom else {
      return left.kind.rawValue < right.kind.rawValue
    }
    return types[Int(left.type)].name < types[Int(right.type)].name
  }

  /// The typed parameter of a list that is the same as a matcher.
  private func find(_ matcher: SegmentMatcher, from first: Int32, _ key: EdgeKey) -> Int32? {
    if matcher.kind == .words {
      guard let known = matcher.words.first.flatMap({ target(of: PackedText($0), key) }) else {
        return nil
      }
      return known
    }
    var place = first
    while place >= 0 {
      let candidate = typed[Int(place)]
      if candidate.kind == matcher.kind,
        matcher.type.map({ $0.name == types[Int(candidate.type)].name }) ?? true
      {
        return place
      }
      place = candidate.next
    }
    return nil
  }
}

// MARK: - Conflicts

extension RouteTrie {
  private func check(
    _ segments: [RoutePattern.Segment], _ literals: [PackedText?], _ matchers: [SegmentMatcher?],
    _ leaf: Leaf
  ) throws(Conflict) {
    let ending = segments.last.flatMap(\.ending)
    var node: Int32 = 0
    for place in segments.indices.dropLast(ending == nil ? 0 : 1) {
      let next: Int32?
      if let literal = literals[place] {
        next = target(of: literal, EdgeKey(node, .literal))
      } else if let matcher = matchers[place] {
        let key = EdgeKey(node, .word)
        try checkWords(matcher, key)
        next = find(matcher, from: extras(of: node).typed, key).map { typed[Int($0)].target }
      } else {
        next = nodes[Int(node)].parameter
      }
      guard let next, next >= 0 else { return }
      node = next
    }
    let here = extras(of: node)
    var rival: Int32
    switch ending {
    case nil where leaf.isShared:
      let known = nodes[Int(node)].end
      if known >= 0 { throw .sameShape(Int(known)) }
      return
    case nil: rival = here.ends
    case .catchAll: rival = here.catchAll
    case .optionalCatchAll: rival = here.optionalCatchAll
    case .optional:
      rival = here.optional
      if let matcher = matchers.last ?? nil {
        rival = try optionalRival(matcher, at: node)
      }
    }
    while rival >= 0 {
      let other = leaves[Int(rival)]
      if other.source == leaf.source, other.endsWithSlash == leaf.endsWithSlash {
        throw .sameShape(Int(other.pattern))
      }
      rival = other.next
    }
  }

  /// The leaves of the same optional type; two lists of optional words cannot be told apart without one.
  private func optionalRival(_ matcher: SegmentMatcher, at node: Int32) throws(Conflict) -> Int32 {
    let key = EdgeKey(node, .optionalWord)
    let first = extras(of: node).typedOptional
    try checkWords(matcher, key)
    if let known = find(matcher, from: first, key) { return typed[Int(known)].target }
    if matcher.kind == .words, first >= 0, typed[Int(first)].kind == .words {
      throw .optionalWords(Int(typed[Int(first)].pattern))
    }
    return -1
  }

  /// Words at one place belong to one list: all to the same one, or none to any.
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
}

extension RoutePattern.Segment {
  /// How a pattern ends that does not end with one segment exactly.
  enum Ending {
    case optional, catchAll, optionalCatchAll
  }

  var ending: Ending? {
    switch self {
    case .literal: nil
    case .parameter(_, _, let isOptional): isOptional ? .optional : nil
    case .catchAll(_, let isOptional): isOptional ? .optionalCatchAll : .catchAll
    }
  }
}

// MARK: - The hash table

extension RouteTrie {
  private func target(of text: PackedText, _ edge: EdgeKey) -> Int32? {
    guard !slots.isEmpty else { return nil }
    var place = home(text, edge)
    while slots[place].target >= 0 {
      let slot = slots[place]
      if slot.prefix == text.key.prefix, slot.edge == edge {
        guard slot.isLong else { return slot.target }
        let known = longText(at: slot.target)
        if known.head.length == text.key.length, known.rest == text.rest {
          return known.head.target
        }
      }
      place = (place + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Whether a literal or a word of a first segment is this one.
  func hasLiteralOrWord(_ bytes: [UInt8]) -> Bool {
    let text = PackedText(bytes)
    return [EdgeKind.literal, .word, .optionalWord].contains {
      target(of: text, EdgeKey(0, $0)) != nil
    }
  }

  private func home(_ text: PackedText, _ edge: EdgeKey) -> Int {
    Int(edge.home(text.key.hash, among: slots.count))
  }

  private func longText(at place: Int32) -> (head: LongHead, rest: ArraySlice<UInt64>) {
    let head = LongHead(word: longTexts[Int(place)])
    return (head, longTexts[(Int(place) + 1)...].prefix(max(1, Int(head.length - 1) / 8)))
  }

  private mutating func addEdge(_ text: PackedText, _ edge: EdgeKey, to target: Int32) {
    edgeCount += 1
    if edgeCount * 3 > slots.count * 2 { grow() }
    var slot = Slot(prefix: text.key.prefix, edge: edge, target: target)
    if slot.isLong {
      slot.target = Int32(longTexts.count)
      longTexts.append(LongHead(length: text.key.length, target: target).word)
      longTexts += text.rest
    }
    put(slot, text)
  }

  private mutating func put(_ slot: Slot, _ text: PackedText) {
    var place = home(text, slot.edge)
    while slots[place].target >= 0 { place = (place + 1) & (slots.count - 1) }
    slots[place] = slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: max(8, old.count * 2))
    for slot in old where slot.target >= 0 {
      let rest = slot.isLong ? longText(at: slot.target).rest : []
      // The hash needs no length.
      put(slot, PackedText(prefix: slot.prefix, rest: rest, length: 0))
    }
  }
}
