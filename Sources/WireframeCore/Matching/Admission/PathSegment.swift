/// The part of a segment that the table compares first: decoded, under the table's case rule.
struct SegmentKey {
  /// The first eight bytes.
  let prefix: UInt64
  /// A hash of all of them.
  let hash: SegmentHash
  let length: Int32
}

/// One path segment of a URL, and what a search stores about it.
struct PathSegment {
  let key: SegmentKey
  /// The offset in the text.
  let start: Int32
  let length: Int32
  /// Whether literals and words match it in lower case, too: a custom scheme's host with capitals.
  let alsoMatchesLowercased: Bool
  let containsSlash: Bool
  /// Where the search goes on if it comes back to the segment.
  var branch = RouteTrie.Branch()

  var range: Range<Int> { Int(start)..<Int(start + length) }
}

/// A literal or a word of a pattern, as the table holds it.
struct PackedText {
  let key: SegmentKey
  /// The words of a long text after the first.
  let rest: ArraySlice<UInt64>

  init(_ bytes: [UInt8]) { self = bytes.withBytes { PackedText($0, foldsCase: false) } }

  init(_ bytes: UTF8Bytes, foldsCase: Bool) {
    var rest: [UInt64] = []
    if bytes.count >= 8 {
      bytes.forEachWord(afterFirstIn: 0..<bytes.count) {
        rest.append(SWAR.folded($0, if: foldsCase))
      }
    }
    self.init(
      prefix: SWAR.folded(bytes.word(at: 0), if: foldsCase), rest: rest[...],
      length: Int32(bytes.count))
  }

  init(prefix: UInt64, rest: ArraySlice<UInt64>, length: Int32) {
    var hash = SegmentHash(prefix)
    for word in rest { hash.add(word) }
    key = SegmentKey(prefix: prefix, hash: hash, length: length)
    self.rest = rest
  }
}

/// Reads the path segments of a text: where they end, whether they are allowed, and their keys.
struct SegmentReader {
  let bytes: UTF8Bytes
  let ignoresCase: Bool

  /// The segment that starts at an offset and ends at the next slash, or at the end of the path.
  func read(
    from start: Int, to end: Int, isPlain: Bool, isHost: Bool = false
  ) throws(URLRefusal) -> PathSegment {
    let end = bytes.first(UInt8(ascii: "/"), in: start..<end)
    let length = end &- start
    if length <= 2 {
      let prefix = bytes.word(at: start) & SWAR.firstBytes(length)
      guard length > 0 else { throw URLRefusal(.emptySegment, at: start) }
      if prefix == 0x2E || prefix == 0x2E2E { throw URLRefusal(.dotSegment, at: start) }
    }
    guard isPlain || bytes.first(UInt8(ascii: "%"), in: start..<end) == end else {
      return try readEncoded(start..<end)
    }
    return PathSegment(
      key: key(of: start..<end, foldsCase: ignoresCase), start: Int32(truncatingIfNeeded: start),
      length: Int32(truncatingIfNeeded: length),
      alsoMatchesLowercased: isHost && !ignoresCase && bytes.containsCapital(in: start..<end),
      containsSlash: false)
  }

  /// The key of a segment without escapes.
  func key(of range: Range<Int>, foldsCase: Bool) -> SegmentKey {
    let prefix = SWAR.folded(
      bytes.word(at: range.lowerBound) & SWAR.firstBytes(range.count), if: foldsCase)
    var hash = SegmentHash(prefix)
    if range.count >= 8 {
      bytes.forEachWord(afterFirstIn: range) { hash.add(SWAR.folded($0, if: foldsCase)) }
    }
    return SegmentKey(prefix: prefix, hash: hash, length: Int32(truncatingIfNeeded: range.count))
  }

  /// A segment with escapes.
  private func readEncoded(_ range: Range<Int>) throws(URLRefusal) -> PathSegment {
    try EscapeCheck.check(bytes, range, isPath: true)
    let (key, containsSlash) = bytes.withDecoded(range) { decoded in
      let whole = 0..<decoded.count
      let slash = decoded.first(UInt8(ascii: "/"), or: UInt8(ascii: "\\"), in: whole)
      let reader = SegmentReader(bytes: decoded, ignoresCase: ignoresCase)
      return (reader.key(of: whole, foldsCase: ignoresCase), slash < decoded.count)
    }
    // The bytes behind are none: a NUL was refused above.
    if key.prefix == 0x2E || key.prefix == 0x2E2E {
      throw URLRefusal(.dotSegment, at: range.lowerBound)
    }
    return PathSegment(
      key: key, start: Int32(truncatingIfNeeded: range.lowerBound),
      length: Int32(truncatingIfNeeded: range.count), alsoMatchesLowercased: false,
      containsSlash: containsSlash)
  }

  /// Whether a segment's words after the first are those of a long key of the same length.
  func hasWords(
    _ segment: PathSegment, in longKeys: UnsafeElements<UInt64>, at first: Int32, foldsCase: Bool
  ) -> Bool {
    guard segment.length != segment.key.length else {
      return bytes.hasWords(
        in: longKeys, at: first, afterFirstIn: segment.range, foldsCase: foldsCase)
    }
    return bytes.withDecoded(segment.range) { decoded in
      decoded.hasWords(
        in: longKeys, at: first, afterFirstIn: 0..<decoded.count, foldsCase: foldsCase)
    }
  }
}

/// The decoded bytes of a part whose escapes have been checked.
struct EscapedBytes: IteratorProtocol, Sequence {
  private let bytes: UTF8Bytes
  private var offset: Int
  private let end: Int

  init(_ bytes: UTF8Bytes, _ range: Range<Int>) {
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
  static func check(_ bytes: UTF8Bytes, _ range: Range<Int>, isPath: Bool) throws(URLRefusal) {
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
