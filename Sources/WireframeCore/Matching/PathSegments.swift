/// What of a path segment the table compares first: decoded, under the table's case rule.
struct SegmentKey {
  /// The first eight bytes.
  let prefix: UInt64
  /// A hash of all of them.
  let hash: UInt64
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
struct SegmentHash {
  private(set) var value: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// The hash of a segment of at most eight bytes.
  @inline(__always)
  static func of(_ word: UInt64) -> UInt64 {
    var hash = SegmentHash()
    hash.add(word)
    return hash.value
  }

  @inline(__always)
  mutating func add(_ word: UInt64) {
    let product = (value ^ word).multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    value = product.high ^ product.low
  }

  /// The first eight bytes and the hash of bytes that stand in an array.
  static func of(_ bytes: [UInt8]) -> (prefix: UInt64, hash: UInt64) {
    var hash = SegmentHash()
    var prefix: UInt64 = 0
    var offset = 0
    repeat {
      var word: UInt64 = 0
      for (place, byte) in bytes[offset...].prefix(8).enumerated() {
        word |= UInt64(byte) << UInt64(8 * place)
      }
      if offset == 0 { prefix = word }
      hash.add(word)
      offset += 8
    } while offset < bytes.count
    return (prefix, hash.value)
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
    var hash = SegmentHash()
    var prefix: UInt64 = 0
    var offset = start
    while true {
      var word = bytes.word(at: offset)
      let length = lengthOfSegment(word, end &- offset)
      word &= SWAR.firstBytes(length)
      if ignoresCase || isHost { word = SWAR.lowercased(word) }
      if offset == start { prefix = word }
      if length > 0 { hash.add(word) }
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
      key: SegmentKey(prefix: prefix, hash: hash.value, length: total),
      start: Int32(truncatingIfNeeded: start), length: total, isHost: isHost, holdsSlash: false)
  }

  /// A segment with escapes: decoded byte by byte, without room for the decoded text.
  @inline(never)
  private func readEncoded(_ range: Range<Int>) throws(URLRefusal) -> PathSegment {
    try EscapeCheck.check(bytes, range, isPath: true)
    var decoder = EscapedBytes(bytes, range)
    var hash = SegmentHash()
    var prefix: UInt64 = 0
    var word: UInt64 = 0
    var length = 0
    var holdsSlash = false
    while let byte = decoder.next() {
      if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\") { holdsSlash = true }
      word |= UInt64(ignoresCase ? byte.lowercased : byte) << UInt64(8 * (length & 7))
      length += 1
      guard length & 7 == 0 else { continue }
      if length == 8 { prefix = word }
      hash.add(word)
      word = 0
    }
    if length < 8 { prefix = word }
    if length & 7 != 0 { hash.add(word) }
    if length <= 2, prefix == 0x2E || prefix == 0x2E2E {
      throw URLRefusal(.dotSegment, at: range.lowerBound)
    }
    return PathSegment(
      key: SegmentKey(
        prefix: prefix, hash: hash.value, length: Int32(truncatingIfNeeded: length)),
      start: Int32(truncatingIfNeeded: range.lowerBound),
      length: Int32(truncatingIfNeeded: range.count), isHost: false, holdsSlash: holdsSlash)
  }

  /// Whether a segment's bytes behind the eighth are those of a literal.
  func hasSameRest(
    _ segment: PathSegment, as literals: Borrowed<UInt8>, _ range: Range<Int32>
  ) -> Bool {
    let foldsCase = ignoresCase || segment.isHost
    var decoded = EscapedBytes(bytes, segment.range)
    for _ in 0..<8 { _ = decoded.next() }
    for place in range.dropFirst(8) {
      guard let mine = decoded.next(), literals[place] == (foldsCase ? mine.lowercased : mine)
      else { return false }
    }
    return true
  }

  /// The decoded text of a segment.
  func text(of segment: PathSegment) -> String {
    let text = String(decoding: Array(EscapedBytes(bytes, segment.range)), as: UTF8.self)
    return segment.isHost ? text.asciiLowercased : text
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
