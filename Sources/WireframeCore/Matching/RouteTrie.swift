/// The patterns of a table as flat arrays, ready for lookups at any time.
///
/// The seam behind which matching lives: patterns go in with an index, path segments come out as one.
/// The place of every value follows from the pattern (a parameter at place n reads segment n), so the
/// index is all that a lookup has to find.
///
/// A node stands for the segments before it. Its literals and words stand in one hash table for
/// the whole trie, keyed by node and segment, so that a lookup costs the same among thousands of
/// siblings; its other children are numbers in the node, or in its extras where few nodes have them.
/// Nothing is allocated or counted in a lookup.
struct RouteTrie: Sendable {
  /// The ways that lead on from a node, from the most special to the most general.
  struct Ways: OptionSet, Sendable {
    let rawValue: UInt8
    static let literals = Ways(rawValue: 1)
    static let words = Ways(rawValue: 2)
    static let typed = Ways(rawValue: 4)
    static let parameter = Ways(rawValue: 8)
    /// Optional segments and catch-alls.
    static let endings = Ways(rawValue: 16)
    /// Literals and words once more, with a host in lower case; never in a node.
    static let lowercasedLiterals = Ways(rawValue: 32)
    static let lowercasedWords = Ways(rawValue: 64)
  }

  /// The kinds of keys in the hash table.
  enum EdgeKind: UInt32 {
    case literal, word, optionalWord
  }

  /// Numbers are places in the arrays; -1 is none.
  struct Node: Sendable {
    var parameter: Int32 = -1
    /// The pattern that ends here and serves every source, with or without a slash at its end.
    var end: Int32 = -1
    var extras: Int32 = -1
    var ways: Ways = []
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
    /// The first leaf of the patterns that end here bound to a source, or to a slash at their end.
    var ends: Int32 = -1
  }

  /// A typed parameter: one of a node's list, in the order in which they are tried.
  struct Typed: Sendable {
    let kind: TypeKind
    /// The place of a custom type.
    let type: Int32
    /// The node below, or the first leaf if the parameter is optional.
    var target: Int32
    var next: Int32 = -1
    /// The first pattern that came this way, for a conflict to name.
    let pattern: Int32
    let wordCount: Int32
  }

  /// A pattern that ends here, for one source.
  struct Leaf: Sendable {
    /// The place of the source that the pattern is bound to, or -1 if it serves them all.
    let source: Int32
    let endsWithSlash: Bool
    let pattern: Int32
    let next: Int32

    /// Whether it serves every source, with or without a slash at its end.
    var isShared: Bool { source < 0 && !endsWithSlash }
  }

  /// A place in the hash table.
  struct Slot: Sendable {
    /// The first eight bytes; no byte of a path is zero, so a last one that is not tells of a long text.
    var prefix: UInt64 = 0
    var edge = EdgeKey(0, .literal)
    /// The node below a literal, the typed parameter of a word, or the place of a long text, which says
    /// that; -1 for a free place.
    var target: Int32 = -1

    var isLong: Bool { prefix &>> 56 != 0 }

    /// Whether the slot is of this prefix and edge.
    @inline(__always)
    func stands(for prefix: UInt64, _ edge: EdgeKey) -> Bool {
      (self.prefix ^ prefix) | self.edge.difference(to: edge) == 0
    }
  }

  /// Why a pattern cannot stand beside one that is there.
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
  /// As many as a power of two, at most two thirds of them taken.
  var slots: [Slot] = []
  var edgeCount = 0
  /// Literals and words of eight bytes or more, under the table's case rule: a head, and the words behind
  /// the first.
  var longTexts: [UInt64] = []
  /// How long a plain path may be that takes the quickest way; 0 if paths do not compare byte by byte under the
  /// rules.
  let quickLength: Int

  init(rules: MatchingRules) {
    self.rules = rules
    let isByteByByte = !rules.ignoresCase && !rules.distinguishesTrailingSlash
    quickLength = isByteByByte ? rules.longestText : 0
  }

  /// An edge without its text.
  struct EdgeKey: Equatable, Sendable {
    private let bits: UInt32

    @inline(__always)
    init(_ node: Int32, _ kind: EdgeKind) {
      bits = UInt32(bitPattern: node) &<< 2 | kind.rawValue
    }

    /// Zero if it is the same one.
    @inline(__always)
    func difference(to other: EdgeKey) -> UInt64 { UInt64(bits ^ other.bits) }

    /// Where the search for the edge with a text begins among so many places; it goes on to the next one.
    @inline(__always)
    func home(_ hash: SegmentHash, among count: Int) -> Int32 {
      // The highest bits of a product depend on all bits of the text.
      let mixed = ((hash.value ^ UInt64(bits) &<< 32) &* 0xA076_1D64_78BD_642F) &>> 32
      return Int32(truncatingIfNeeded: (mixed &* UInt64(truncatingIfNeeded: count)) &>> 32)
    }
  }

  /// What stands before the words of a long text.
  struct LongHead {
    let word: UInt64

    init(word: UInt64) { self.word = word }

    init(length: Int32, target: Int32) {
      word = UInt64(UInt32(bitPattern: length)) | UInt64(UInt32(bitPattern: target)) &<< 32
    }

    var length: Int32 { Int32(truncatingIfNeeded: word) }
    var target: Int32 { Int32(truncatingIfNeeded: word &>> 32) }
  }
}
