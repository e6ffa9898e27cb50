/// What of a path segment the table compares first: decoded, under the table's case rule.
struct SegmentKey {
  /// The first eight bytes.
  let prefix: UInt64
  /// A hash of all of them.
  let hash: SegmentHash
  let length: Int32
}

/// One path segment of a URL, and the search's notes on it.
struct PathSegment {
  let key: SegmentKey
  /// Where the segment stands in the text.
  let start: Int32
  let length: Int32
  /// Whether it is the host of a custom scheme, which is read in small letters.
  let isHost: Bool
  let holdsSlash: Bool
  /// The node at which the segment was met, and what there is left to try.
  private(set) var node: Int32 = 0
  private(set) var nextTyped: Int32 = 0
  private(set) var ways: RouteTrie.Ways = []
  /// The nearest segment before it at which something is left to try, or -1.
  private(set) var pending: Int32 = -1

  init(key: SegmentKey, start: Int32, length: Int32, isHost: Bool, holdsSlash: Bool) {
    self.key = key
    self.start = start
    self.length = length
    self.isHost = isHost
    self.holdsSlash = holdsSlash
  }

  /// A segment without escapes.
  init(plain key: SegmentKey, _ start: Int) {
    self.init(
      key: key, start: Int32(truncatingIfNeeded: start), length: key.length, isHost: false,
      holdsSlash: false)
  }

  @inline(__always)
  mutating func note(
    _ node: Int32, _ ways: RouteTrie.Ways, _ nextTyped: Int32, _ pending: Int32
  ) {
    self.node = node
    self.ways = ways
    self.nextTyped = nextTyped
    self.pending = pending
  }

  var range: Range<Int> { Int(start)..<Int(start + length) }
}

/// The hash of a segment: eight bytes at a time, the last word filled up with zeros.
///
/// It is not mixed to its end: of a short segment, it is the segment itself. The table does that together with the
/// node, and only where a node has literals.
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

/// A literal or a word of a pattern, as the table holds it: eight bytes at a time.
struct PackedText {
  let key: SegmentKey
  /// What is behind the eighth byte.
  let rest: ArraySlice<UInt64>

  init(_ bytes: [UInt8]) {
    var words = [UInt64](repeating: 0, count: max(1, (bytes.count + 7) / 8))
    for place in bytes.indices {
      words[place / 8] |= UInt64(bytes[place]) &<< UInt64(8 * (place % 8))
    }
    self.init(prefix: words[0], rest: words.dropFirst(), length: Int32(bytes.count))
  }

  init(prefix: UInt64, rest: ArraySlice<UInt64>, length: Int32) {
    var hash = SegmentHash(prefix)
    for word in rest { hash.add(word) }
    key = SegmentKey(prefix: prefix, hash: hash, length: length)
    self.rest = rest
  }
}

/// Reads path segments out of a text: where they end, whether they are allowed, what they compare as.
struct SegmentReader {
  let bytes: TextBytes
  let ignoresCase: Bool

  /// How many of a word's bytes belong to the segment, if so many are left of the path.
  @inline(__always)
  private func lengthOfSegment(_ word: UInt64, _ left: Int) -> Int {
    min(SWAR.matches(word, UInt8(ascii: "/")).trailingZeroBitCount >> 3, left)
  }

  /// The segment that starts at an offset; its end is the next slash, or the end of the path.
  @inline(never)
  func read(
    from start: Int, to end: Int, isPlain: Bool, isHost: Bool = false
  ) throws(URLRefusal) -> PathSegment {
    var hash = SegmentHash(0)
    var prefix: UInt64 = 0
    var offset = start
    while true {
      var word = bytes.word(at: offset)
      let length = lengthOfSegment(word, end &- offset)
      word &= SWAR.firstBytes(length)
      if ignoresCase || isHost { word = SWAR.lowercased(word) }
      if offset == start {
        prefix = word
        hash = SegmentHash(word)
      } else if length > 0 {
        hash.add(word)
      }
      offset &+= length
      if length < 8 { break }
    }
    let length = offset &- start
    if length <= 2 {
      guard length > 0 else { throw URLRefusal(.emptySegment, at: start) }
      if prefix == 0x2E || prefix == 0x2E2E { throw URLRefusal(.dotSegment, at: start) }
    }
    guard isPlain || bytes.first(UInt8(ascii: "%"), in: start..<offset) == offset else {
      return try readEncoded(start..<offset)
    }
    let total = Int32(truncatingIfNeeded: length)
    return PathSegment(
      key: SegmentKey(prefix: prefix, hash: hash, length: total),
      start: Int32(truncatingIfNeeded: start), length: total, isHost: isHost, holdsSlash: false)
  }

  /// A segment with escapes: decoded byte by byte, without room for the decoded text.
  @inline(never)
  private func readEncoded(_ range: Range<Int>) throws(URLRefusal) -> PathSegment {
    try EscapeCheck.check(bytes, range, isPath: true)
    var decoder = EscapedBytes(bytes, range)
    var hash = SegmentHash(0)
    var prefix: UInt64 = 0
    var word: UInt64 = 0
    var length = 0
    var holdsSlash = false
    func endWord() {
      if length <= 8 {
        prefix = word
        hash = SegmentHash(word)
      } else {
        hash.add(word)
      }
      word = 0
    }
    while let byte = decoder.next() {
      if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") { holdsSlash = true }
      word |= UInt64(ignoresCase ? byte.lowercased : byte) << UInt64(8 * (length & 7))
      length += 1
      if length & 7 == 0 { endWord() }
    }
    if length & 7 != 0 { endWord() }
    if length <= 2, prefix == 0x2E || prefix == 0x2E2E {
      throw URLRefusal(.dotSegment, at: range.lowerBound)
    }
    return PathSegment(
      key: SegmentKey(
        prefix: prefix, hash: hash, length: Int32(truncatingIfNeeded: length)),
      start: Int32(truncatingIfNeeded: range.lowerBound),
      length: Int32(truncatingIfNeeded: range.count), isHost: false, holdsSlash: holdsSlash)
  }

  /// Whether a segment's bytes behind the eighth are those of a slot, whose length is the same.
  @inline(never)
  func hasSameRest(
    _ segment: PathSegment, as slot: RouteTrie.Slot, in rests: Borrowed<UInt64>
  ) -> Bool {
    let foldsCase = ignoresCase || segment.isHost
    guard segment.length != segment.key.length else {
      return bytes.hasRest(of: slot, in: rests, from: Int(segment.start), foldsCase: foldsCase)
    }
    var decoded = EscapedBytes(bytes, segment.range)
    for _ in 0..<8 { _ = decoded.next() }
    var place: Int32 = 0
    while let mine = decoded.next() {
      let word = rests[slot.rest + place / 8]
      let theirs = UInt8(truncatingIfNeeded: word >> UInt64(8 * (place % 8)))
      guard theirs == (foldsCase ? mine.lowercased : mine) else { return false }
      place += 1
    }
    return true
  }

  /// The decoded text of a segment.
  func text(of segment: PathSegment) -> String {
    let text = String(decoding: Array(EscapedBytes(bytes, segment.range)), as: UTF8.self)
    return segment.isHost ? text.asciiLowercased : text
  }
}

extension TextBytes {
  /// Whether a plain segment's bytes behind the eighth are those of a slot, whose length is the same.
  @inline(never)
  func hasRest(
    of slot: RouteTrie.Slot, in rests: Borrowed<UInt64>, from start: Int, foldsCase: Bool
  ) -> Bool {
    var left = Int(slot.length) - 8
    var offset = start + 8
    var place = slot.rest
    while left > 0 {
      let word = word(at: offset) & SWAR.firstBytes(left)
      guard rests[place] == (foldsCase ? SWAR.lowercased(word) : word) else { return false }
      left -= 8
      offset += 8
      place += 1
    }
    return true
  }
}

/// The decoded bytes of a part whose escapes have been checked.
struct EscapedBytes: IteratorProtocol, Sequence {
  private let bytes: TextBytes
  private var offset: Int
  private let end: Int

  init(_ bytes: TextBytes, _ range: Range<Int>) {
    self.bytes = bytes
    offset = range.lowerBound
    end = range.upperBound
  }

  mutating func next() -> UInt8? {
    guard offset < end else { return nil }
    let byte = bytes[offset]
    guard byte == UInt8(ascii: "%"), offset + 2 < end,
      let high = bytes[offset + 1].hexDigitValue, let low = bytes[offset + 2].hexDigitValue
    else {
      offset += 1
      return byte
    }
    offset += 3
    return high << 4 | low
  }
}

/// Checks the escapes of one part of a URL: two hexadecimal digits each, UTF-8 once decoded, no NUL,
/// and in a path no control.
enum EscapeCheck {
  static func check(_ bytes: TextBytes, _ range: Range<Int>, isPath: Bool) throws(URLRefusal) {
    var offset = bytes.first(UInt8(ascii: "%"), in: range)
    guard offset < range.upperBound else { return }
    while offset < range.upperBound {
      guard offset + 2 < range.upperBound, bytes[offset + 1].hexDigitValue != nil,
        bytes[offset + 2].hexDigitValue != nil
      else { throw URLRefusal(.badEscape, at: range.lowerBound) }
      offset = bytes.first(UInt8(ascii: "%"), in: offset + 3..<range.upperBound)
    }
    var decoded = EscapedBytes(bytes, range)
    var utf8 = UTF8()
    var refusal: URLRefusal.Reason?
    while true {
      switch utf8.decode(&decoded) {
      case .emptyInput:
        guard let refusal else { return }
        throw URLRefusal(refusal, at: range.lowerBound)
      case .error:
        throw URLRefusal(.badEscape, at: range.lowerBound)
      case .scalarValue("\0"):
        refusal = .encodedNUL
      case .scalarValue(let scalar):
        if isPath, scalar.value < 0x20 || scalar.value == 0x7F {
          refusal = refusal ?? .encodedControl
        }
      }
    }
  }
}
