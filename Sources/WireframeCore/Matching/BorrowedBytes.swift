// The only file with unsafe pointers. A `String.UTF8View` costs seven times as much to walk, an array
// of segments costs an allocation, and `Span` is not there on the systems that the library supports.
// What is lent here lives for one closure and is never kept.

/// The UTF-8 of a text, read eight bytes at a time.
///
/// Every offset comes from a walk that stops at ``count``; in debug builds each access is checked.
struct TextBytes {
  private let bytes: UnsafeRawPointer?
  let count: Int

  fileprivate init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = UnsafeRawPointer(bytes.baseAddress)
    count = bytes.count
  }

  subscript(offset: Int) -> UInt8 {
    @inline(__always) get {
      assert(offset >= 0 && offset < count)
      return bytes.unsafelyUnwrapped.load(fromByteOffset: offset, as: UInt8.self)
    }
  }

  /// Eight bytes from an offset, the first one lowest; zeros stand for what lies behind the end.
  @inline(__always)
  func word(at offset: Int) -> UInt64 {
    let left = count &- offset
    if left >= 8 { return fullWord(at: offset) }
    guard left > 0 else { return 0 }
    if count >= 8 {
      return fullWord(at: count &- 8) &>> UInt64(truncatingIfNeeded: 8 &* (8 &- left))
    }
    return shortWord(at: offset)
  }

  /// Lends a text of eight bytes at least: this one, or a shorter one with slashes behind its end.
  func withEightBytes<R>(_ body: (TextBytes) -> R) -> R {
    guard count < 8 else { return body(self) }
    return withUnsafeBytes(of: paddedWord.littleEndian) {
      $0.withMemoryRebound(to: UInt8.self) { body(TextBytes($0)) }
    }
  }

  /// All of a text that is shorter than a word, and slashes.
  private var paddedWord: UInt64 {
    shortWord(at: 0) | SWAR.ones &* 0x2F & ~SWAR.firstBytes(count)
  }

  /// A word of a text that is shorter than one.
  @inline(never)
  private func shortWord(at offset: Int) -> UInt64 {
    // The halves overlap in what they hold of the same bytes.
    guard count < 4 else {
      let halves =
        loadHalf(0) | loadHalf(count &- 4) &<< UInt64(truncatingIfNeeded: 8 &* count &- 32)
      return halves &>> UInt64(truncatingIfNeeded: 8 &* offset)
    }
    var word: UInt64 = 0
    for place in offset..<count { word |= UInt64(self[place]) << UInt64(8 * (place - offset)) }
    return word
  }

  /// Eight bytes that are all there.
  @inline(__always)
  func fullWord(at offset: Int) -> UInt64 {
    assert(offset >= 0 && offset + 8 <= count)
    return UInt64(
      littleEndian: bytes.unsafelyUnwrapped.loadUnaligned(
        fromByteOffset: offset, as: UInt64.self))
  }

  private func loadHalf(_ offset: Int) -> UInt64 {
    assert(offset >= 0 && offset + 4 <= count)
    return UInt64(
      UInt32(
        littleEndian: bytes.unsafelyUnwrapped.loadUnaligned(
          fromByteOffset: offset, as: UInt32.self)))
  }

  /// A piece of the text.
  subscript(range: Range<Int>) -> TextBytes {
    TextBytes(
      UnsafeBufferPointer(
        start: bytes.map { ($0 + range.lowerBound).assumingMemoryBound(to: UInt8.self) },
        count: range.count))
  }

  /// The text up to an offset.
  func prefix(_ count: Int) -> TextBytes {
    TextBytes(UnsafeBufferPointer(start: bytes?.assumingMemoryBound(to: UInt8.self), count: count))
  }

  /// The text from an offset on.
  func suffix(from start: Int) -> TextBytes {
    TextBytes(
      UnsafeBufferPointer(
        start: bytes.map { ($0 + start).assumingMemoryBound(to: UInt8.self) }, count: count - start)
    )
  }

  /// Whether some byte may be a control, a space, a backslash, `%`, `?` or `#`.
  ///
  /// It may also be one of `!"$&'` or not ASCII, which are rare in a path and are looked at more closely then.
  @inline(__always)
  var maySpecialsStand: Bool { some(SWAR.specials) }

  /// Where the first of the bytes stands that ``maySpecialsStand`` asks for, or the end.
  @inline(never)
  func firstSpecial() -> Int {
    var offset = 0
    // Only a find takes from the byte above it.
    while offset &+ 8 <= count {
      let found = SWAR.specials(fullWord(at: offset)) & SWAR.highs
      guard found == 0 else { return offset &+ found.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
    guard offset < count else { return count }
    let found = SWAR.specials(word(at: offset)) & SWAR.highs & SWAR.firstBytes(count &- offset)
    return found == 0 ? count : offset &+ found.trailingZeroBitCount &>> 3
  }

  /// Whether some byte may be a raw control, a space or a backslash, or is not ASCII.
  var mayForbiddenStand: Bool { some(SWAR.forbidden) }

  /// Whether one of those or a `%` may stand in the text from an offset on.
  func mayEscapesStand(from start: Int) -> Bool {
    guard count &- start <= 8, count >= 8 else {
      return suffix(from: start).some { SWAR.forbidden($0) | SWAR.percents($0) }
    }
    let words = SIMD2(repeating: wordBeforeSlashes(at: start))
    return SWAR.hasFound(SWAR.forbidden(words) | SWAR.percents(words))
  }

  /// Whether a test finds something in the text, a byte's highest bit being its finding.
  @inline(__always)
  private func some(_ test: (SIMD2<UInt64>) -> SIMD2<UInt64>) -> Bool {
    // No test finds a slash.
    guard count >= 8 else { return SWAR.hasFound(test(SIMD2(repeating: paddedWord))) }
    var found = test(SIMD2(fullWord(at: max(0, count &- 16)), fullWord(at: count &- 8)))
    var offset = 0
    while offset &+ 16 < count {
      found |= test(SIMD2(fullWord(at: offset), fullWord(at: offset &+ 8)))
      offset &+= 16
    }
    return SWAR.hasFound(found)
  }

  /// Moves an offset from the start of a segment of eight bytes or more to its end.
  ///
  /// For a path in which no specials stand, and that ends at a slash or with the text.
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
    // What is left is the end of the last eight bytes.
    let slashes = SWAR.slashes(ascii: fullWord(at: count &- 8))
    let left = count &- offset
    guard left > 0 else { return }
    let slash = slashes &>> UInt64(truncatingIfNeeded: 64 &- 8 &* left)
    offset = slash == 0 ? count : offset &+ slash.trailingZeroBitCount &>> 3
  }

  /// Moves an offset from the start of a segment to its end; false for nothing, and for what may be a dot segment.
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

  /// A word of a text of eight bytes at least; slashes stand for what lies behind its end.
  @inline(__always)
  func wordBeforeSlashes(at offset: Int) -> UInt64 {
    let left = count &- offset
    if left >= 8 { return fullWord(at: offset) }
    let slashes = SWAR.ones &* 0x2F
    guard left > 0 else { return slashes }
    let shift = UInt64(truncatingIfNeeded: 8 &* left)
    return fullWord(at: count &- 8) &>> (64 &- shift) | slashes &<< shift
  }

  /// The decoded text of a range; plain if it is known to hold no escape.
  func text(in range: Range<Int>, isPlain: Bool) -> String {
    guard isPlain || first(UInt8(ascii: "%"), in: range) == range.upperBound else {
      return String(decoding: Array(EscapedBytes(self, range)), as: UTF8.self)
    }
    let piece = UnsafeRawBufferPointer(
      start: bytes.unsafelyUnwrapped + range.lowerBound, count: range.count)
    guard range.count <= 15 else { return String(decoding: piece, as: UTF8.self) }
    // A short text lives in the string itself, where it is quicker written than taken over.
    return String(unsafeUninitializedCapacity: range.count) { $0.initialize(from: piece).1 }
  }

  /// Where a byte first stands in a range, or the range's end.
  func first(_ byte: UInt8, in range: Range<Int>) -> Int { first(byte, or: byte, in: range) }

  /// Where one of two bytes first stands in a range, or the range's end.
  @inline(__always)
  func first(_ byte: UInt8, or other: UInt8, in range: Range<Int>) -> Int {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let word = word(at: offset)
      let found = SWAR.matches(word, byte) | SWAR.matches(word, other)
      guard found == 0 else {
        return min(offset &+ found.trailingZeroBitCount &>> 3, range.upperBound)
      }
      offset &+= 8
    }
    return range.upperBound
  }

  /// Whether an ASCII capital stands in a range.
  @inline(__always)
  func holdsCapital(in range: Range<Int>) -> Bool {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let word = word(at: offset) & SWAR.firstBytes(range.upperBound &- offset)
      guard SWAR.lowercased(word) == word else { return true }
      offset &+= 8
    }
    return false
  }

  /// Whether another text has the same bytes.
  func equals(_ other: TextBytes) -> Bool { count == other.count && holds(other, at: 0) }

  /// Whether another text stands at an offset; if case is folded, the other one is in small letters.
  func holds(_ other: TextBytes, at start: Int, foldsCase: Bool = false) -> Bool {
    guard other.count <= count &- start else { return false }
    var offset = 0
    while offset < other.count {
      let word = word(at: start &+ offset) & SWAR.firstBytes(other.count &- offset)
      guard other.word(at: offset) == (foldsCase ? SWAR.lowercased(word) : word) else {
        return false
      }
      offset &+= 8
    }
    return true
  }
}

/// The elements of an array, for one closure and without a check or a count at each access.
///
/// Places come out of the table itself, which holds none that is not there.
struct Borrowed<Element> {
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

  subscript(place: Int32) -> Element {
    @inline(__always) get {
      #if DEBUG
        assert(place >= 0 && place < count)
      #endif
      return base.unsafelyUnwrapped[Int(truncatingIfNeeded: place)]
    }
  }
}

extension Array {
  /// Lends the elements.
  @inline(__always)
  func lend<R>(_ body: (Borrowed<Element>) -> R) -> R {
    withUnsafeBufferPointer { body(Borrowed($0)) }
  }
}

extension [UInt8] {
  /// Lends a text.
  func withBytes<R>(_ body: (TextBytes) -> R) -> R {
    withUnsafeBufferPointer { body(TextBytes($0)) }
  }
}

/// Room for the segments of one path, on the stack if there are not many.
struct SegmentList {
  private let room: UnsafeMutableBufferPointer<PathSegment>
  private(set) var count: Int32 = 0

  /// How many segments find room on the stack; 1 KiB is what a temporary allocation may take of it.
  static let stackCapacity = 16

  /// Lends room for segments.
  @inline(__always)
  static func with<R>(capacity: Int, _ body: (inout SegmentList) -> R) -> R {
    withUnsafeTemporaryAllocation(of: PathSegment.self, capacity: capacity) { room in
      var list = SegmentList(room: room)
      return body(&list)
    }
  }

  private init(room: UnsafeMutableBufferPointer<PathSegment>) { self.room = room }

  /// Adds a segment, which needs no deinitialization; false if there is no room.
  @inline(__always)
  mutating func append(_ segment: PathSegment) -> Bool {
    guard count < room.count else { return false }
    room.initializeElement(at: Int(count), to: segment)
    count &+= 1
    return true
  }

  subscript(place: Int32) -> PathSegment {
    @inline(__always) get { room[Int(place)] }
    @inline(__always) nonmutating _modify { yield &room[Int(place)] }
  }
}

extension String {
  /// Lends the text's UTF-8.
  @inline(__always)
  func withBytes<R>(_ body: (TextBytes) -> R) -> R {
    if let result = utf8.withContiguousStorageIfAvailable({ body(TextBytes($0)) }) {
      return result
    }
    var native = self
    return native.withUTF8 { body(TextBytes($0)) }
  }
}
