// The fast path of a lookup: from the text of a plain path to the index of its pattern.
//
// A path is plain if it has no escape, query or fragment. The fast path descends from the root of the trie, takes
// the first kind of child that fits a segment, and never turns back. It allocates nothing and counts no references.
// Where it ends without a pattern, ``URLReader/find(_:in:)`` reads the path again and searches with backtracking.
//
// An example. The table holds three patterns:
//
//     0: /shop     1: /shop/:id     2: /shop/:id/reviews
//
//     node 0: literals              slot (node 0, "shop") → node 1
//     node 1: parameter → node 2,   pattern 0 ends here
//     node 2: literals,             pattern 1 ends here    slot (node 2, "reviews") → node 3
//     node 3:                       pattern 2 ends here
//
// The URL is `/shop/42/reviews`:
//
// 1. The text has 16 bytes, the first one is a slash, and no byte is special (`%`, `?`, `#`, a control, …): two
//    loads of eight bytes each show that. So the whole text is the path; the last byte is no slash.
// 2. At node 0, offset 1, the next eight bytes are `shop/42/`. Their first slash is byte 4: the segment is `shop`.
//    Node 0 has literals. The hash of node and segment selects a slot, which holds (node 0, "shop"): on to node 1.
// 3. At node 1, offset 6, the next eight bytes are `42/revie`: the segment is `42`. Node 1 has no literals, words or
//    types, so its parameter takes the segment: on to node 2. The value is not stored: it is segment 1 of the URL.
// 4. At node 2, offset 9, seven bytes are left, and a slash is added: `reviews/`. The segment is `reviews`, the slot
//    for (node 2, "reviews") leads to node 3.
// 5. Offset 17 is after the end. Pattern 2 ends at node 3: the result is 2.
//
// For `/shop/42/photos` step 4 finds no slot, and node 2 has no other child: the result is -1.
//
// Counting instructions (Benchmarks/README.md) chose all attributes `@inline`: the loop is one function, and rare steps
// are out of line, so that the loop keeps its values in registers. The file is long so that all of it can be read here.

extension RouteTrie {
  /// The result of the fast path.
  struct FastMatch {
    /// The index of the pattern; -1 if the search has to look for one; or ``unsupported``.
    let index: Int
    var length = 0
    var endsWithSlash = false

    /// The text is not a plain path.
    static let unsupported = -2
  }
}

extension PatternIndex {
  /// Looks up a path that the app chose.
  @inline(__always)
  func fastMatch(_ text: String) -> RouteTrie.FastMatch {
    trie.withView { view in
      text.withBytes {
        view.fastMatch(of: $0, usualLength: trie.usualLength, maximumLength: trie.maximumLength)
      }
    }
  }

  /// Reads a text that is no plain path: its parts, then the fast path unless it failed, then the search.
  @inline(never)
  func readFully(_ text: consuming String, isTrusted: Bool, triesFastPath: Bool) -> Reading {
    var parts = URLReader.Parts()
    var index: Int32 = -1
    var refusal: URLRefusal?
    var isForeign = false
    // All arrays at once: the closure counts no references.
    trie.withView { view in
      sources.withUnsafeElements { sources in
        schemes.withUnsafeElements { schemes in
          text.withBytes { bytes in
            let reader = URLReader(
              bytes: bytes, sources: sources, schemes: schemes, sourceCount: self.sources.count,
              rules: rules, isTrusted: isTrusted)
            do throws(URLRefusal) {
              isForeign = try !reader.read(&parts)
              guard !isForeign else { return }
              if parts.isPlain, triesFastPath, !rules.distinguishesTrailingSlash {
                index = reader.fastMatch(parts, in: view)
              }
              if index < 0 { index = try reader.find(parts, in: view) }
              if !reader.isTailChecked(parts) { try reader.checkTail(parts) }
            } catch {
              refusal = error
            }
          }
        }
      }
    }
    if let refusal { return .refused(refusal) }
    if isForeign { return .foreign }
    return .admitted(AdmittedURL(text: text, parts: parts), index: index < 0 ? nil : Int(index))
  }
}

extension URLReader {
  /// The index of the pattern that the fast path finds, or -1.
  @inline(__always)
  func fastMatch(_ parts: Parts, in trie: RouteTrie.View) -> Int32 {
    let hasPath = parts.tail > parts.path.lowerBound
    let hasHost = !parts.host.isEmpty
    guard hasPath || hasHost else { return trie.fastTerminal(of: 0, source: parts.source) }
    // A host with capitals may match in two spellings, which only the search compares.
    guard !hasHost || rules.ignoresCase || !bytes.containsCapital(in: parts.host) else { return -1 }
    let start = hasHost ? parts.host.lowerBound : parts.path.lowerBound
    let end = hasPath ? parts.path.upperBound : parts.host.upperBound
    return trie.fastMatch(
      bytes[0..<end], from: start, source: parts.source, foldsCase: rules.ignoresCase,
      maximumSegments: rules.maximumSegments)
  }
}

extension AdmittedURL {
  /// A text that is nothing but a plain path.
  @inline(__always)
  init(plainPath text: String, _ match: RouteTrie.FastMatch) {
    var parts = URLReader.Parts()
    parts.pathStart = 1
    parts.tailStart = Int32(truncatingIfNeeded: match.length)
    parts.endsWithSlash = match.endsWithSlash
    self.init(text: text, parts: parts)
  }
}

// MARK: - The walk

extension RouteTrie.View {
  /// Looks up a text if it is nothing but a plain path.
  @inline(never)
  func fastMatch(of text: UTF8Bytes, usualLength: Int, maximumLength: Int) -> RouteTrie.FastMatch {
    guard text.count > 8, text.count <= usualLength else {
      return fastMatchOutOfLine(of: text, maximumLength, maximumSegments: usualLength / 2)
    }
    return fastMatch(of: text) { walk($0, from: 1, to: $0.count, -1, foldsCase: false) }
  }

  /// The fast path for what is rare: a path that is very short, or long.
  @inline(never)
  private func fastMatchOutOfLine(
    of text: UTF8Bytes, _ maximumLength: Int, maximumSegments: Int
  ) -> RouteTrie.FastMatch {
    guard text.count > 1, text.count <= maximumLength else {
      return RouteTrie.FastMatch(index: RouteTrie.FastMatch.unsupported)
    }
    return fastMatch(of: text) {
      walkOutOfLine($0, from: 1, -1, foldsCase: false, maximumSegments: maximumSegments)
    }
  }

  /// Walks along a plain path without the slash at its end.
  @inline(__always)
  private func fastMatch(of text: UTF8Bytes, _ walk: (UTF8Bytes) -> Int32) -> RouteTrie.FastMatch {
    guard text[0] == UInt8(ascii: "/"), !text.mayContainSpecials else {
      return RouteTrie.FastMatch(index: RouteTrie.FastMatch.unsupported)
    }
    let endsWithSlash = text[text.count &- 1] == UInt8(ascii: "/")
    let index = walk(text[0..<(endsWithSlash ? text.count &- 1 : text.count)])
    return RouteTrie.FastMatch(
      index: Int(truncatingIfNeeded: index), length: text.count, endsWithSlash: endsWithSlash)
  }

  /// The index of the pattern that matches best, or -1.
  ///
  /// The first pattern that the walk reaches is the best one, since the most specific child comes first. The text must
  /// hold no specials, and no slash at its end. For segments that are not allowed the result is -1.
  ///
  /// - Complexity: Linear in the path's length.
  @inline(__always)
  func fastMatch(
    _ text: UTF8Bytes, from start: Int, source: Int32, foldsCase: Bool, maximumSegments: Int
  ) -> Int32 {
    // Each segment has at least one byte, and a slash is between two: a short path cannot have too many.
    guard !foldsCase, (text.count &- start &- 1) &>> 1 < maximumSegments, text.count >= 8 else {
      return walkOutOfLine(
        text, from: start, source, foldsCase: foldsCase, maximumSegments: maximumSegments)
    }
    return walk(text, from: start, to: text.count, source, foldsCase: false)
  }

  /// The walk for what is rare: a path that is very short, or long, and a table that ignores case.
  @inline(never)
  private func walkOutOfLine(
    _ text: UTF8Bytes, from start: Int, _ source: Int32, foldsCase: Bool, maximumSegments: Int
  ) -> Int32 {
    // At most every other byte is a slash: a path with an empty segment matches nothing.
    guard
      text.hasFewer(
        than: maximumSegments, of: UInt8(ascii: "/"), in: start..<text.count,
        possible: { ($0 &+ 1) &>> 1 })
    else { return -1 }
    return text.withAtLeastEightBytes {
      walk($0, from: start, to: text.count, source, foldsCase: foldsCase)
    }
  }

  @inline(__always)
  private func walk(
    _ text: UTF8Bytes, from first: Int, to end: Int, _ source: Int32, foldsCase: Bool
  ) -> Int32 {
    let (nodes, slots, slotCount) = (nodes, slots, slotCount)
    var offset = first
    var node: Int32 = 0
    nextSegment: while offset <= end {
      let start = offset
      let word = text.wordBeforeSlashes(at: start)
      let slash = SWAR.slashes(ascii: word)
      if slash != 0 {
        // The segment is empty, or may be a dot segment.
        guard !SWAR.beginsWithDotOrSlash(word) else { return -1 }
        offset = start &+ slash.trailingZeroBitCount &>> 3 &+ 1
        if nodes[node].children.contains(.literals) {
          let key = SWAR.folded(word & SWAR.bytesBelow(first: slash), if: foldsCase)
          let edge = RouteTrie.EdgeKey(node, .literal)
          var index = edge.firstSlot(for: SegmentHash(key), among: slotCount)
          while true {
            let slot = slots[index]
            if slot.matches(key, edge) {
              node = slot.target
              continue nextSegment
            }
            guard slot.target >= 0 else { break }
            index = (index &+ 1) & Int32(truncatingIfNeeded: slotCount &- 1)
          }
        }
      } else {
        text.skipLongSegment(from: &offset)
        let range = start..<offset
        offset &+= 1
        if nodes[node].children.contains(.literals) {
          let child = longTarget(
            of: SWAR.folded(word, if: foldsCase), RouteTrie.EdgeKey(node, .literal), text, range,
            foldsCase: foldsCase)
          if child >= 0 {
            node = child
            continue nextSegment
          }
        }
      }
      let child =
        nodes[node].children.isDisjoint(with: [.words, .typed])
        ? nodes[node].parameter
        : specialChild(of: node, start, text, to: end, foldsCase: foldsCase)
      guard child >= 0 else {
        guard nodes[node].children.contains(.tails) else { return -1 }
        return fastTailMatch(from: start, at: node, text, to: end, source, foldsCase: foldsCase)
      }
      node = child
    }
    return nodes[node].extras < 0 ? nodes[node].end : fastTerminal(of: node, source: source)
  }

  /// The target of a literal of eight bytes or more, or -1.
  @inline(__always)
  private func longTarget(
    of prefix: UInt64, _ edge: RouteTrie.EdgeKey, _ text: UTF8Bytes, _ range: Range<Int>,
    foldsCase: Bool
  ) -> Int32 {
    var hash = SegmentHash(prefix)
    text.forEachWord(afterFirstIn: range) { hash.add(SWAR.folded($0, if: foldsCase)) }
    let length = Int32(truncatingIfNeeded: range.upperBound &- range.lowerBound)
    return target(of: prefix, hash, edge) { index in
      longKeyTarget(at: index, length: length) {
        text.hasWords(in: longKeys, at: $0, afterFirstIn: range, foldsCase: foldsCase)
      }
    }
  }

  /// The target of the hash table's entry for a prefix and an edge, or -1.
  ///
  /// For each slot with this prefix and edge the closure returns the target, or -1 if the rest of the text differs.
  @inline(__always)
  func target(
    of prefix: UInt64, _ hash: SegmentHash, _ edge: RouteTrie.EdgeKey, _ find: (Int32) -> Int32
  ) -> Int32 {
    var index = edge.firstSlot(for: hash, among: slotCount)
    while true {
      let slot = slots[index]
      if slot.matches(prefix, edge) {
        let found = find(slot.target)
        if found >= 0 { return found }
      }
      guard slot.target >= 0 else { return -1 }
      index = (index &+ 1) & Int32(truncatingIfNeeded: slotCount &- 1)
    }
  }

  /// The target of the long key at an index if it has this length and these words, or -1.
  @inline(__always)
  func longKeyTarget(at index: Int32, length: Int32, hasWords: (Int32) -> Bool) -> Int32 {
    let header = RouteTrie.LongKeyHeader(word: longKeys[index])
    return header.length == length && hasWords(index &+ 1) ? header.target : -1
  }

  /// The pattern that ends at a node, or -1.
  @inline(never)
  func fastTerminal(of node: Int32, source: Int32) -> Int32 {
    terminal(of: node, source: source, endsWithSlash: false)
  }

  /// The pattern whose optional segment or catch-all takes the rest of the path, or -1.
  @inline(never)
  private func fastTailMatch(
    from start: Int, at node: Int32, _ text: UTF8Bytes, to end: Int, _ source: Int32,
    foldsCase: Bool
  ) -> Int32 {
    var offset = start
    guard text.skipSegment(from: &offset) else { return -1 }
    guard offset < end else {
      let here = extras(of: node)
      guard here.typedOptional >= 0 else {
        let found = choose(here.optional, source: source, endsWithSlash: false)
        return found >= 0 ? found : catchAllMatch(node, source: source, endsWithSlash: false)
      }
      let reader = SegmentReader(bytes: text, ignoresCase: foldsCase)
      guard let segment = try? reader.read(from: start, to: end, isPlain: true) else { return -1 }
      let path = RouteTrie.Path(reader: reader, source: source, endsWithSlash: false)
      return tailMatch(node, segment, path, isLast: true, allowsCatchAll: true)
    }
    while offset < end {
      offset &+= 1
      guard text.skipSegment(from: &offset) else { return -1 }
    }
    return catchAllMatch(node, source: source, endsWithSlash: false)
  }

  /// The child for a segment that is no literal of a node with words or types, or -1.
  @inline(never)
  private func specialChild(
    of node: Int32, _ start: Int, _ text: UTF8Bytes, to end: Int, foldsCase: Bool
  ) -> Int32 {
    let reader = SegmentReader(bytes: text, ignoresCase: foldsCase)
    guard let segment = try? reader.read(from: start, to: end, isPlain: true) else { return -1 }
    return specialChild(of: node, segment, reader)
  }
}

// MARK: - The keys of the hash table

extension RouteTrie {
  /// An edge without its text.
  struct EdgeKey: Equatable, Sendable {
    private let bits: UInt32

    @inline(__always)
    init(_ node: Int32, _ kind: EdgeKind) { bits = UInt32(bitPattern: node) &<< 2 | kind.rawValue }

    /// The slot at which the search for a text begins; it continues with the next one.
    @inline(__always)
    func firstSlot(for hash: SegmentHash, among count: Int) -> Int32 {
      // The highest bits of a product depend on all bits of the text.
      let mixed = (hash.value ^ UInt64(bits) &<< 32) &* 0xA076_1D64_78BD_642F
      return Int32(
        truncatingIfNeeded: mixed.multipliedFullWidth(by: UInt64(truncatingIfNeeded: count)).high)
    }
  }
}

extension RouteTrie.Slot {
  @inline(__always)
  func matches(_ prefix: UInt64, _ edge: RouteTrie.EdgeKey) -> Bool {
    self.prefix == prefix && self.edge == edge
  }
}

/// The hash of a segment: of its first eight bytes or, if it is longer, of all its words.
///
/// The words of a long text overlap: the last one is its last eight bytes. The hash of a short segment is the segment
/// itself; the table mixes it with the node.
struct SegmentHash {
  private(set) var value: UInt64

  @inline(__always)
  init(_ first: UInt64) { value = first }

  @inline(__always)
  mutating func add(_ word: UInt64) {
    let product = value &* 0x9E37_79B9_7F4A_7C15
    value = (product ^ product &>> 32) ^ word
  }
}

// MARK: - The bytes of a plain path

extension UTF8Bytes {
  /// Whether a byte may be a control, a space, a backslash, `%`, `?` or `#`.
  ///
  /// True also for one of `!"$&'` and for bytes that are not ASCII: ``URLReader`` reads such a path.
  @inline(__always)
  var mayContainSpecials: Bool { some(SWAR.specials) }

  /// Whether a test finds a byte of the text; it must not find a slash.
  @inline(__always)
  func some(_ test: (SIMD2<UInt64>) -> SIMD2<UInt64>) -> Bool {
    guard count >= 8 else { return SWAR.hasFound(test(SIMD2(repeating: paddedWord))) }
    var found = test(SIMD2(fullWord(at: max(0, count &- 16)), fullWord(at: count &- 8)))
    var offset = 0
    while offset &+ 16 < count {
      found |= test(SIMD2(fullWord(at: offset), fullWord(at: offset &+ 8)))
      offset &+= 16
    }
    return SWAR.hasFound(found)
  }

  /// Passes this text, or a shorter one with slashes after its end.
  func withAtLeastEightBytes<R>(_ body: (UTF8Bytes) -> R) -> R {
    guard count < 8 else { return body(self) }
    return withUnsafeBytes(of: paddedWord.littleEndian) {
      $0.withMemoryRebound(to: UInt8.self) { body(UTF8Bytes($0)) }
    }
  }

  /// All bytes of a text that is shorter than a word, and slashes.
  private var paddedWord: UInt64 { word(at: 0) | SWAR.ones &* 0x2F & ~SWAR.firstBytes(count) }

  /// A word of a text of eight bytes at least; slashes replace the bytes after its end.
  @inline(__always)
  func wordBeforeSlashes(at offset: Int) -> UInt64 {
    let last = count &- 8
    if offset <= last { return fullWord(at: offset) }
    let slashes = SWAR.ones &* 0x2F
    guard offset < count else { return slashes }
    let shift = UInt64(truncatingIfNeeded: 8 &* (count &- offset))
    return fullWord(at: last) &>> (64 &- shift) | slashes &<< shift
  }

  /// Moves an offset from the start of a segment of eight bytes or more to its end.
  @inline(__always)
  func skipLongSegment(from offset: inout Int) {
    offset &+= 8
    while offset &+ 8 <= count {
      let slash = SWAR.slashes(ascii: fullWord(at: offset))
      if slash != 0 {
        offset &+= slash.trailingZeroBitCount &>> 3
        return
      }
      offset &+= 8
    }
    // The bytes that are left are the end of the last eight.
    let slashes = SWAR.slashes(ascii: fullWord(at: count &- 8))
    let left = count &- offset
    guard left > 0 else { return }
    let slash = slashes &>> UInt64(truncatingIfNeeded: 64 &- 8 &* left)
    offset = slash == 0 ? count : offset &+ slash.trailingZeroBitCount &>> 3
  }

  /// Moves an offset from the start of a segment to its end; false if it is empty, or may be a dot segment.
  func skipSegment(from offset: inout Int) -> Bool {
    let word = wordBeforeSlashes(at: offset)
    guard !SWAR.beginsWithDotOrSlash(word) else { return false }
    let slash = SWAR.slashes(ascii: word)
    if slash != 0 {
      offset &+= slash.trailingZeroBitCount &>> 3
    } else {
      skipLongSegment(from: &offset)
    }
    return true
  }

  /// Calls a closure with the words after the first of a segment of eight bytes or more; the last one overlaps.
  @inline(__always)
  func forEachWord(afterFirstIn range: Range<Int>, _ body: (UInt64) -> Void) {
    var offset = range.lowerBound &+ 8
    while offset < range.upperBound &- 8 {
      body(fullWord(at: offset))
      offset &+= 8
    }
    body(fullWord(at: range.upperBound &- 8))
  }

  /// Whether a segment's words after the first are those of a long key of the same length.
  @inline(__always)
  func hasWords(
    in longKeys: UnsafeElements<UInt64>, at first: Int32, afterFirstIn range: Range<Int>,
    foldsCase: Bool
  ) -> Bool {
    var index = first
    var offset = range.lowerBound &+ 8
    while offset < range.upperBound &- 8 {
      guard longKeys[index] == SWAR.folded(fullWord(at: offset), if: foldsCase) else {
        return false
      }
      offset &+= 8
      index &+= 1
    }
    return longKeys[index] == SWAR.folded(fullWord(at: range.upperBound &- 8), if: foldsCase)
  }
}

// MARK: - The table's arrays

extension RouteTrie {
  /// The arrays of a trie during one lookup.
  struct View {
    let nodes: UnsafeElements<Node>
    let slots: UnsafeElements<Slot>
    let slotCount: Int
    let longKeys: UnsafeElements<UInt64>
    let extras: UnsafeElements<Extras>
    let typed: UnsafeElements<Typed>
    let leaves: UnsafeElements<Leaf>
    let types: UnsafeElements<ParameterType>
  }

  @inline(__always)
  func withView<R>(_ body: (View) -> R) -> R {
    nodes.withUnsafeElements { nodes in
      slots.withUnsafeElements { slots in
        longKeys.withUnsafeElements { longKeys in
          extras.withUnsafeElements { extras in
            typed.withUnsafeElements { typed in
              leaves.withUnsafeElements { leaves in
                types.withUnsafeElements { types in
                  body(
                    View(
                      nodes: nodes, slots: slots, slotCount: self.slots.count, longKeys: longKeys,
                      extras: extras, typed: typed, leaves: leaves, types: types))
                }
              }
            }
          }
        }
      }
    }
  }
}

/// The elements of an array during one closure; release builds check no index and count no reference.
///
/// Every index comes from the table itself, which holds none that does not exist.
struct UnsafeElements<Element> {
  private let base: UnsafePointer<Element>?
  #if DEBUG
    private let count: Int
  #endif

  fileprivate init(_ buffer: UnsafeBufferPointer<Element>) {
    base = buffer.baseAddress
    #if DEBUG
      count = buffer.count
    #endif
  }

  subscript(index: Int32) -> Element {
    @inline(__always) get {
      #if DEBUG
        assert(index >= 0 && index < count)
      #endif
      return base.unsafelyUnwrapped[Int(truncatingIfNeeded: index)]
    }
  }
}

extension Array {
  @inline(__always)
  func withUnsafeElements<R>(_ body: (UnsafeElements<Element>) -> R) -> R {
    withUnsafeBufferPointer { body(UnsafeElements($0)) }
  }
}
