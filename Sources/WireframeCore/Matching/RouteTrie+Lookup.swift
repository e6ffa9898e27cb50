extension RouteTrie {
  /// The arrays of a trie, lent for one lookup.
  struct View {
    let nodes: Borrowed<Node>
    let slots: Borrowed<Slot>
    let slotCount: Int
    let longTexts: Borrowed<UInt64>
    let extras: Borrowed<Extras>
    let typed: Borrowed<Typed>
    let leaves: Borrowed<Leaf>
    let types: Borrowed<ParameterType>
  }

  /// Lends the arrays.
  @inline(__always)
  func lend<R>(_ body: (View) -> R) -> R {
    nodes.lend { nodes in
      slots.lend { slots in
        longTexts.lend { longTexts in
          extras.lend { extras in
            typed.lend { typed in
              leaves.lend { leaves in
                types.lend { types in
                  body(
                    View(
                      nodes: nodes, slots: slots, slotCount: self.slots.count,
                      longTexts: longTexts, extras: extras, typed: typed, leaves: leaves,
                      types: types))
                }
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

  /// What a plain path comes to by the quick way.
  struct QuickEnd {
    /// The index of the pattern, or what came of the quick way.
    let place: Int32
    var length: Int32 = 0
    var isSlash = false

    static var isClosed: QuickEnd { QuickEnd(place: QuickWay.isClosed) }
  }
}

extension RouteTrie.View {
  /// Looks up a text that is nothing but a plain path, and sees whether it is.
  @inline(never)
  func quickEnd(
    of text: TextBytes, atMost longest: Int, maximumSegments: Int
  ) -> RouteTrie.QuickEnd {
    guard text.count > 1, text.count <= longest, text[0] == UInt8(ascii: "/"),
      !text.maySpecialsStand
    else { return .isClosed }
    let endsWithSlash = text[text.count &- 1] == UInt8(ascii: "/")
    let place = quickPlace(
      text, from: 1, to: endsWithSlash ? text.count &- 1 : text.count, source: -1,
      maximumSegments: maximumSegments)
    return RouteTrie.QuickEnd(
      place: place, length: Int32(truncatingIfNeeded: text.count), isSlash: endsWithSlash)
  }

  /// The index of the pattern that matches best, or ``RouteTrie/QuickWay/leadsNowhere``.
  ///
  /// Takes the most special way at each node while the segments are read, and notes nothing. If it arrives,
  /// that is the answer, since it is the first in the order of the choice. It gives up at the end of a way and
  /// at segments that are not allowed. No specials may stand in the text.
  ///
  /// - Complexity: Linear in the path's length.
  @inline(__always)
  func quickPlace(
    _ text: TextBytes, from start: Int, to end: Int, source: Int32, maximumSegments: Int
  ) -> Int32 {
    // A segment with its slash takes two bytes at least: so short a path has not too many.
    guard (end &- start) &>> 1 < maximumSegments else {
      return RouteTrie.QuickWay.leadsNowhere
    }
    guard text.count >= 8 else {
      return walkApart(text, from: start, to: end, source, foldsCase: false)
    }
    return walk(text, from: start, to: end, source, foldsCase: false)
  }

  /// The same where case is ignored.
  @inline(never)
  func quickFoldedPlace(
    _ text: TextBytes, from start: Int, to end: Int, source: Int32, maximumSegments: Int
  ) -> Int32 {
    guard (end &- start) &>> 1 < maximumSegments else {
      return RouteTrie.QuickWay.leadsNowhere
    }
    return walkApart(text, from: start, to: end, source, foldsCase: true)
  }

  @inline(never)
  private func walkApart(
    _ text: TextBytes, from start: Int, to end: Int, _ source: Int32, foldsCase: Bool
  ) -> Int32 {
    text.withEightBytes {
      foldsCase
        ? walk($0, from: start, to: end, source, foldsCase: true)
        : walk($0, from: start, to: end, source, foldsCase: false)
    }
  }

  // One function with its probe of the hash table in it, and all that is rare out of line: so its loop keeps to the
  // processor's registers. What is inlined or not here and in what it calls was chosen by counting instructions.
  @inline(__always)
  private func walk(
    _ text: TextBytes, from first: Int, to end: Int, _ source: Int32, foldsCase: Bool
  ) -> Int32 {
    let (nodes, slots, slotCount) = (nodes, slots, slotCount)
    var offset = first
    var node: Int32 = 0
    nextSegment: while offset <= end {
      let start = offset
      let word = text.wordBeforeSlashes(at: start)
      // Nothing, or it may be a dot segment.
      guard !SWAR.beginsWithDotOrSlash(word) else { return RouteTrie.QuickWay.leadsNowhere }
      let slash = SWAR.slashes(ascii: word)
      if slash != 0 {
        offset = start &+ slash.trailingZeroBitCount &>> 3 &+ 1
        if nodes[node].ways.contains(.literals) {
          let piece = SWAR.folded(word & SWAR.bytesBelow(first: slash), if: foldsCase)
          let edge = RouteTrie.EdgeKey(node, .literal)
          var place = edge.home(SegmentHash(piece), among: slotCount)
          while true {
            let slot = slots[place]
            if slot.stands(for: piece, edge) {
              node = slot.target
              continue nextSegment
            }
            guard slot.target >= 0 else { break }
            place = (place &+ 1) & Int32(truncatingIfNeeded: slotCount &- 1)
          }
        }
      } else {
        text.skipLongSegment(from: &offset)
        let range = start..<offset
        offset &+= 1
        if nodes[node].ways.contains(.literals) {
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
        nodes[node].ways.isDisjoint(with: [.words, .typed])
        ? nodes[node].parameter
        : specialChild(of: node, start, text, to: end, foldsCase: foldsCase)
      guard child >= 0 else {
        guard nodes[node].ways.contains(.endings) else { return RouteTrie.QuickWay.leadsNowhere }
        return straightEnd(around: start, at: node, text, to: end, source, foldsCase: foldsCase)
      }
      node = child
    }
    return nodes[node].extras < 0 ? nodes[node].end : straightEnd(of: node, source: source)
  }

  /// What the hash table holds for a segment of eight bytes or more, or -1.
  @inline(__always)
  private func longTarget(
    of prefix: UInt64, _ edge: RouteTrie.EdgeKey, _ text: TextBytes, _ range: Range<Int>,
    foldsCase: Bool
  ) -> Int32 {
    var hash = SegmentHash(prefix)
    text.forEachWord(behindFirstIn: range) { hash.add(SWAR.folded($0, if: foldsCase)) }
    let length = Int32(truncatingIfNeeded: range.upperBound &- range.lowerBound)
    return target(of: prefix, hash, edge) { place in
      longTexts.target(at: place, of: length) {
        text.hasWords(in: longTexts, at: $0, behindFirstIn: range, foldsCase: foldsCase)
      }
    }
  }

  /// The pattern that ends at a node, or -1 if only a search can tell.
  @inline(never)
  func straightEnd(of node: Int32, source: Int32) -> Int32 {
    endBehindLast(node, source: source, endsWithSlash: false)
  }

  /// The pattern that ends with a segment and those that follow, or -1 if only a search can tell.
  @inline(never)
  private func straightEnd(
    around start: Int, at node: Int32, _ text: TextBytes, to end: Int, _ source: Int32,
    foldsCase: Bool
  ) -> Int32 {
    let reader = SegmentReader(bytes: text, ignoresCase: foldsCase)
    guard let segment = try? reader.read(from: start, to: end, isPlain: true) else {
      return RouteTrie.QuickWay.leadsNowhere
    }
    var offset = segment.range.upperBound &+ 1
    while offset <= end {
      guard text.skipSegment(from: &offset) else { return RouteTrie.QuickWay.leadsNowhere }
      offset &+= 1
    }
    let path = RouteTrie.Path(reader: reader, source: source, endsWithSlash: false)
    return endAround(
      node, segment, path, isLast: segment.range.upperBound == end, allowsCatchAll: true)
  }

  /// The child of a node that has words or types, none of whose literals is the segment, or -1.
  @inline(never)
  private func specialChild(
    of node: Int32, _ start: Int, _ text: TextBytes, to end: Int, foldsCase: Bool
  ) -> Int32 {
    let reader = SegmentReader(bytes: text, ignoresCase: foldsCase)
    guard let segment = try? reader.read(from: start, to: end, isPlain: true) else { return -1 }
    return specialChild(of: node, segment, reader)
  }
}

extension Borrowed where Element == UInt64 {
  /// What the long text at a place leads to if it is so long and its bytes are the same, or -1.
  @inline(__always)
  func target(at place: Int32, of length: Int32, hasWords: (Int32) -> Bool) -> Int32 {
    guard place >= 0 else { return -1 }
    let head = RouteTrie.LongHead(word: self[place])
    return head.length == length && hasWords(place &+ 1) ? head.target : -1
  }
}
