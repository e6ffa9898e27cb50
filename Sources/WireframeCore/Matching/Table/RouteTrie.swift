/// The patterns of a table as flat arrays: patterns go in with an index, a lookup returns one. The segments before a
/// node identify it. One hash table holds the literals and words of all nodes, keyed by node and segment, so that a
/// lookup costs the same among thousands of siblings; all other children are indices in the node, or in its extras
/// where few nodes have them. Values need no entry: the parameter at position n of a pattern reads segment n of the
/// URL.
struct RouteTrie: Sendable {
  /// The kinds of children of a node, from the most to the least specific.
  struct ChildKinds: OptionSet, Sendable {
    let rawValue: UInt8
    static let literals = ChildKinds(rawValue: 1)
    static let words = ChildKinds(rawValue: 2)
    static let typed = ChildKinds(rawValue: 4)
    static let parameter = ChildKinds(rawValue: 8)
    static let tails = ChildKinds(rawValue: 16)
    /// Literals and words once more, for a host in lower case; only a search uses them, no node has them.
    static let lowercasedLiterals = ChildKinds(rawValue: 32)
    static let lowercasedWords = ChildKinds(rawValue: 64)
  }

  enum EdgeKind: UInt32 { case literal, word, optionalWord }

  /// Numbers are indices in the arrays; -1 is none.
  struct Node: Sendable {
    var parameter: Int32 = -1
    /// The pattern that ends here and serves every source, with or without a slash at its end.
    var end: Int32 = -1
    var extras: Int32 = -1
    var children: ChildKinds = []
  }

  /// What few nodes have.
  struct Extras: Sendable {
    /// The first typed parameter; words are in the hash table instead.
    var typed: Int32 = -1
    /// The first typed optional, words included.
    var typedOptional: Int32 = -1
    var optional: Int32 = -1
    var catchAll: Int32 = -1
    var optionalCatchAll: Int32 = -1
    /// The first leaf of the patterns that end here and have a source, or a slash at their end that counts.
    var ends: Int32 = -1
  }

  /// A typed parameter, linked to the next one in the order in which they are tried.
  struct Typed: Sendable {
    let kind: TypeKind
    /// The index of a custom type.
    let type: Int32
    /// The node below, or the first leaf if the parameter is optional.
    var target: Int32
    var next: Int32 = -1
    /// The first pattern with this parameter, for a conflict to name.
    let pattern: Int32
    let wordCount: Int32
  }

  /// A pattern that ends here, for one source.
  struct Leaf: Sendable {
    /// The index of the pattern's source, or -1 if it serves them all.
    let source: Int32
    let endsWithSlash: Bool
    /// -1 once it was removed.
    var pattern: Int32
    var next: Int32

    /// Whether it serves every source, with or without a slash at its end.
    var isShared: Bool { source < 0 && !endsWithSlash }
  }

  struct Slot: Sendable {
    /// The first eight bytes. No byte of a path is zero: if the last one is not zero either, the key is long.
    var prefix: UInt64 = 0
    /// That of no node if the slot is free, so that no text finds it.
    var edge = EdgeKey(-1, .literal)
    /// The node below a literal, the typed parameter of a word, or the index of a long key, which has the target;
    /// -1 if the slot is free.
    var target: Int32 = -1

    var isLong: Bool { prefix &>> 56 != 0 }
  }

  /// The word before those of a long key.
  struct LongKeyHeader {
    let word: UInt64

    init(word: UInt64) { self.word = word }

    init(length: Int32, target: Int32) {
      word = UInt64(UInt32(bitPattern: length)) | UInt64(UInt32(bitPattern: target)) &<< 32
    }

    var length: Int32 { Int32(truncatingIfNeeded: word) }
    var target: Int32 { Int32(truncatingIfNeeded: word &>> 32) }
  }

  /// Why a pattern cannot be in a table with another one, whose index it has.
  enum Conflict: Error {
    case sameShape(Int)
    case sharedWord(String, Int)
    case optionalWords(Int)
  }

  let rules: MatchingRules
  var nodes = [Node()]
  var extras: [Extras] = []
  var typed: [Typed] = []
  var leaves: [Leaf] = []
  var types: [ParameterType] = []
  /// Their number is a power of two; at most two thirds are taken.
  var slots: [Slot] = []
  var edgeCount = 0
  /// Literals and words of eight bytes or more, under the table's case rule: a header, and the words after the first.
  var longKeys: [UInt64] = []
  /// The length of a text for the fast path; 0 if the rules do not compare paths byte by byte.
  let maximumLength: Int
  /// Up to this length such a text cannot have too many segments: each has a slash and one byte at least.
  let usualLength: Int

  init(rules: MatchingRules) {
    self.rules = rules
    let isByteByByte = !rules.ignoresCase && !rules.distinguishesTrailingSlash
    maximumLength = isByteByByte ? rules.longestText : 0
    usualLength = min(min(rules.maximumSegments, maximumLength) &* 2 &+ 1, maximumLength)
  }

  // MARK: The hash table

  func target(of text: PackedText, _ edge: EdgeKey) -> Int32? {
    guard !slots.isEmpty else { return nil }
    var index = firstSlot(text, edge)
    while slots[index].target >= 0 {
      let slot = slots[index]
      if slot.prefix == text.key.prefix, slot.edge == edge {
        guard slot.isLong else { return slot.target }
        let known = longKey(at: slot.target)
        if known.head.length == text.key.length, known.rest == text.rest {
          return known.head.target
        }
      }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }

  private func firstSlot(_ text: PackedText, _ edge: EdgeKey) -> Int {
    Int(edge.firstSlot(for: text.key.hash, among: slots.count))
  }

  private func longKey(at index: Int32) -> (head: LongKeyHeader, rest: ArraySlice<UInt64>) {
    let head = LongKeyHeader(word: longKeys[Int(index)])
    return (head, longKeys[(Int(index) + 1)...].prefix(max(1, Int(head.length - 1) / 8)))
  }

  mutating func addEdge(_ text: PackedText, _ edge: EdgeKey, to target: Int32) {
    edgeCount += 1
    if edgeCount * 3 > slots.count * 2 { grow() }
    var slot = Slot(prefix: text.key.prefix, edge: edge, target: target)
    if slot.isLong {
      slot.target = Int32(longKeys.count)
      longKeys.append(LongKeyHeader(length: text.key.length, target: target).word)
      longKeys += text.rest
    }
    put(slot, text)
  }

  private mutating func put(_ slot: Slot, _ text: PackedText) {
    var index = firstSlot(text, slot.edge)
    while slots[index].target >= 0 { index = (index + 1) & (slots.count - 1) }
    slots[index] = slot
  }

  private mutating func grow() {
    let old = slots
    slots = Array(repeating: Slot(), count: max(8, old.count * 2))
    for slot in old where slot.target >= 0 {
      let rest = slot.isLong ? longKey(at: slot.target).rest : []
      // A hash does not depend on the length.
      put(slot, PackedText(prefix: slot.prefix, rest: rest, length: 0))
    }
  }
}
