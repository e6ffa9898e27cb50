/// The patterns of a table as flat arrays, ready for lookups at any time.
///
/// The seam behind which matching lives: patterns go in with an index, path segments come out as one.
/// The place of every value follows from the pattern (a parameter at place n reads segment n), so the
/// index is all that a lookup has to find.
///
/// A node stands for the segments before it. Its literals and words stand in one hash table for
/// the whole trie, keyed by node and segment, so that a lookup costs the same among thousands of
/// siblings; its other children are numbers in the node. Nothing is allocated or counted in a lookup.
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
  }

  /// The kinds of keys in the hash table.
  enum EdgeKind: UInt64 {
    case literal, word, optionalWord
  }

  /// Numbers are places in the arrays; -1 is none.
  struct Node: Sendable {
    var parameter: Int32 = -1
    /// The first typed parameter; words are in the hash table too.
    var typed: Int32 = -1
    var end: Int32 = -1
    var typedOptional: Int32 = -1
    var optional: Int32 = -1
    var catchAll: Int32 = -1
    var optionalCatchAll: Int32 = -1
    var ways: Ways = []
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
  }

  /// A place in the hash table.
  struct Slot: Sendable {
    /// The first eight bytes.
    var prefix: UInt64 = 0
    /// Node, kind and length.
    var tag: UInt64 = 0
    /// Where the bytes behind the eighth stand.
    var rest: Int32 = 0
    /// The node below a literal, the typed parameter of a word; -1 for a free place.
    var target: Int32 = -1

    var length: Int32 { Int32(truncatingIfNeeded: tag) }
  }

  /// Why a pattern cannot stand beside one that is there.
  enum Conflict: Error {
    case sameShape(Int)
    case sharedWord(String, Int)
    case optionalWords(Int)
  }

  let rules: MatchingRules
  var nodes = [Node()]
  var typed: [Typed] = []
  var leaves: [Leaf] = []
  var types: [ParameterType] = []
  /// As many as a power of two, at most two thirds of them taken.
  var slots: [Slot] = []
  var edgeCount = 0
  /// The bytes of literals and words behind the eighth, under the table's case rule.
  var rests: [UInt64] = []

  init(rules: MatchingRules) {
    self.rules = rules
  }

  /// Whether texts compare byte by byte under the table's rules.
  var hasQuickWay: Bool { !rules.ignoresCase && !rules.distinguishesTrailingSlash }

  /// Where the search for an edge begins among so many places; it goes on to the next one.
  @inline(__always)
  static func home(_ hash: SegmentHash, _ tag: UInt64, among count: Int) -> Int32 {
    // The highest bits of a product depend on all bits of the text.
    let mixed = ((hash.value ^ tag) &* 0xA076_1D64_78BD_642F) &>> 32
    return Int32(truncatingIfNeeded: (mixed &* UInt64(truncatingIfNeeded: count)) &>> 32)
  }

  /// An edge without its text.
  struct EdgeKey {
    private let bits: UInt64

    @inline(__always)
    init(_ node: Int32, _ kind: EdgeKind) {
      bits = UInt64(UInt32(bitPattern: node)) &<< 34 | kind.rawValue &<< 32
    }

    /// What tells apart edges whose texts begin with the same eight bytes.
    @inline(__always)
    func tag(_ length: Int32) -> UInt64 { bits | UInt64(UInt32(bitPattern: length)) }
  }
}
