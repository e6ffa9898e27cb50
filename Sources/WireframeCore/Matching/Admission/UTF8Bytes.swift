// The only file beside FastMatch.swift with unsafe pointers. Walking a `String.UTF8View` costs seven times as much, an
// array of segments costs an allocation, and `Span` needs newer systems. Nothing here outlives the closure it is in.

/// The UTF-8 of a text, read eight bytes at a time. Without inlining a lookup takes 70 to 80 % more instructions. Every
/// offset comes from a loop that stops at ``count``; debug builds check each access.
struct UTF8Bytes {
  private let bytes: UnsafeRawPointer?
  let count: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = UnsafeRawPointer(bytes.baseAddress)
    count = bytes.count
  }

  subscript(offset: Int) -> UInt8 {
    @inline(__always) get {
      assert(offset >= 0 && offset < count)
      return bytes.unsafelyUnwrapped.load(fromByteOffset: offset, as: UInt8.self)
    }
  }

  subscript(range: Range<Int>) -> UTF8Bytes {
    UTF8Bytes(
      UnsafeBufferPointer(
        start: bytes.map { ($0 + range.lowerBound).assumingMemoryBound(to: UInt8.self) },
        count: range.count))
  }

  /// Eight bytes from an offset, the first one lowest; zeros replace the bytes after the end.
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

  /// Eight bytes that are all in the text.
  @inline(__always)
  func fullWord(at offset: Int) -> UInt64 {
    assert(offset >= 0 && offset + 8 <= count)
    return UInt64(
      littleEndian: bytes.unsafelyUnwrapped.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
  }

  /// A word of a text that is shorter than one.
  @inline(never)
  private func shortWord(at offset: Int) -> UInt64 {
    guard count < 4 else {
      // The two halves overlap in the same bytes.
      let halves =
        halfWord(at: 0) | halfWord(at: count &- 4) &<< UInt64(truncatingIfNeeded: 8 &* count &- 32)
      return halves &>> UInt64(truncatingIfNeeded: 8 &* offset)
    }
    var word: UInt64 = 0
    for index in offset..<count { word |= UInt64(self[index]) << UInt64(8 * (index - offset)) }
    return word
  }

  private func halfWord(at offset: Int) -> UInt64 {
    assert(offset >= 0 && offset + 4 <= count)
    return UInt64(
      UInt32(
        littleEndian: bytes.unsafelyUnwrapped.loadUnaligned(
          fromByteOffset: offset, as: UInt32.self)))
  }

  /// The decoded text of a range; `isPlain` promises that it has no escape.
  func text(in range: Range<Int>, isPlain: Bool) -> String {
    guard isPlain || first(UInt8(ascii: "%"), in: range) == range.upperBound else {
      return String(decoding: Array(EscapedBytes(self, range)), as: UTF8.self)
    }
    let piece = UnsafeRawBufferPointer(
      start: bytes.unsafelyUnwrapped + range.lowerBound, count: range.count)
    guard range.count <= 15 else { return String(decoding: piece, as: UTF8.self) }
    // A text of at most 15 bytes is stored in the string itself, which this initializer fills faster.
    return String(unsafeUninitializedCapacity: range.count) {
      UnsafeMutableRawBufferPointer($0).copyMemory(from: piece)
      return piece.count
    }
  }

  /// Passes the decoded bytes of a range whose escapes have been checked; they are on the stack if they are few.
  func withDecoded<R>(_ range: Range<Int>, _ body: (UTF8Bytes) -> R) -> R {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: range.count) { storage in
      var count = 0
      for byte in EscapedBytes(self, range) {
        storage.initializeElement(at: count, to: byte)
        count += 1
      }
      return body(UTF8Bytes(UnsafeBufferPointer(rebasing: storage[..<count])))
    }
  }

  // MARK: Tests on a text

  /// The offset of the first byte that ``mayContainSpecials`` tests for, or the end.
  @inline(never)
  func firstSpecial() -> Int {
    var offset = 0
    while offset &+ 8 <= count {
      let found = SWAR.specials(fullWord(at: offset)) & SWAR.highs
      guard found == 0 else { return offset &+ found.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
    guard offset < count else { return count }
    let found = SWAR.specials(word(at: offset)) & SWAR.highs & SWAR.firstBytes(count &- offset)
    return found == 0 ? count : offset &+ found.trailingZeroBitCount &>> 3
  }

  /// Whether a byte may be a raw control, a space or a backslash, or is not ASCII.
  var mayContainForbidden: Bool { some(SWAR.forbidden) }

  /// Whether one of those or a `%` may be in the text from an offset on.
  func mayContainEscapes(from start: Int) -> Bool {
    guard count &- start <= 8, count >= 8 else {
      return self[start..<count].some { SWAR.forbidden($0) | SWAR.percents($0) }
    }
    let words = SIMD2(repeating: wordBeforeSlashes(at: start))
    return SWAR.hasFound(SWAR.forbidden(words) | SWAR.percents(words))
  }

  /// The offset of the first such byte in a range, or the range's end.
  func first(_ byte: UInt8, in range: Range<Int>) -> Int { first(byte, or: byte, in: range) }

  /// The offset of the first of two bytes in a range, or the range's end.
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

  var slashCount: Int {
    var slashes = 0
    var offset = 0
    while offset < count {
      slashes &+= SWAR.count(SWAR.allMatches(word(at: offset), UInt8(ascii: "/")))
      offset &+= 8
    }
    return slashes
  }

  /// Whether a range has fewer than so many of a byte; it is read no further than it has to be. `possible` says how
  /// many of them so many bytes can have.
  @inline(__always)
  func hasFewer(
    than most: Int, of byte: UInt8, in range: Range<Int>, possible: (Int) -> Int = { $0 }
  ) -> Bool {
    var found = 0
    var offset = range.lowerBound
    while offset < range.upperBound {
      let left = range.upperBound &- offset
      if found &+ possible(left) < most { return true }
      let matches = SWAR.allMatches(word(at: offset), byte) & SWAR.firstBytes(left)
      found &+= SWAR.count(matches)
      offset &+= 8
    }
    return found < most
  }

  /// The segment of a path behind so many slashes, or nil if the path is shorter.
  @inline(__always)
  func segment(at index: Int, in path: Range<Int>) -> Range<Int>? {
    var left = index
    var start = path.lowerBound
    var offset = start
    while offset < path.upperBound {
      var slashes = SWAR.allMatches(word(at: offset), UInt8(ascii: "/"))
      let found = SWAR.count(slashes)
      if found > left {
        while left > 0 {
          start = offset &+ slashes.trailingZeroBitCount &>> 3 &+ 1
          slashes &= slashes &- 1
          left &-= 1
        }
        // A slash behind the path begins no segment of it.
        guard start < path.upperBound else { return nil }
        return start..<min(offset &+ slashes.trailingZeroBitCount &>> 3, path.upperBound)
      }
      if found > 0 {
        left &-= found
        start = offset &+ 8 &- slashes.leadingZeroBitCount &>> 3
      }
      offset &+= 8
    }
    return left == 0 && start < path.upperBound ? start..<path.upperBound : nil
  }

  @inline(__always)
  func containsCapital(in range: Range<Int>) -> Bool {
    var offset = range.lowerBound
    while offset < range.upperBound {
      let word = word(at: offset) & SWAR.firstBytes(range.upperBound &- offset)
      guard SWAR.lowercased(word) == word else { return true }
      offset &+= 8
    }
    return false
  }

  func equals(_ other: UTF8Bytes) -> Bool { count == other.count && contains(other, at: 0) }

  /// Whether the bytes from an offset on begin with another text; if case is folded, that one is in lower case.
  func contains(_ other: UTF8Bytes, at start: Int, foldsCase: Bool = false) -> Bool {
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

extension [UInt8] {
  func withBytes<R>(_ body: (UTF8Bytes) -> R) -> R {
    withUnsafeBufferPointer { body(UTF8Bytes($0)) }
  }
}

extension String {
  @inline(__always)
  func withBytes<R>(_ body: (UTF8Bytes) -> R) -> R {
    if let result = utf8.withContiguousStorageIfAvailable({ body(UTF8Bytes($0)) }) {
      return result
    }
    var native = self
    return native.withUTF8 { body(UTF8Bytes($0)) }
  }
}

/// The segments of one path, on the stack if they are few.
struct SegmentList {
  private let storage: UnsafeMutableBufferPointer<PathSegment>
  private(set) var count: Int32 = 0
  /// The index of the last segment with an encoded slash, which no catch-all takes; -1 for none.
  private(set) var lastWithSlash: Int32 = -1

  static func with<R>(capacity: Int, _ body: (inout SegmentList) -> R) -> R {
    withUnsafeTemporaryAllocation(of: PathSegment.self, capacity: capacity) { storage in
      var list = SegmentList(storage: storage)
      return body(&list)
    }
  }

  /// Adds a segment, which needs no deinitialization.
  mutating func append(_ segment: PathSegment) {
    precondition(count < storage.count, "The list has room for all segments of its path")
    storage.initializeElement(at: Int(count), to: segment)
    if segment.containsSlash { lastWithSlash = count }
    count &+= 1
  }

  subscript(index: Int32) -> PathSegment {
    get { storage[Int(index)] }
    nonmutating _modify { yield &storage[Int(index)] }
  }
}

/// Tests on the eight bytes of a word at once (Warren, Hacker's Delight, section 6-1). Unless a test says otherwise,
/// only the lowest set bit of its result is exact; higher ones may be false.
enum SWAR {
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highs: UInt64 = 0x8080_8080_8080_8080

  @inline(__always)
  static func matches(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let zeros = word ^ (ones &* UInt64(byte))
    return (zeros &- ones) & ~zeros & highs
  }

  /// Bytes below `(`, the backslash, `?`, DEL, and those that are not ASCII; only ``hasFound(_:)`` reads the result.
  @inline(__always)
  static func specials(_ words: SIMD2<UInt64>) -> SIMD2<UInt64> {
    let backslash = words ^ (ones &* 0x5C)
    let question = (words | (ones &* 0x40)) ^ (ones &* 0x7F)
    return (words &- ones &* 0x28) | (backslash &- ones) | (question &- ones)
  }

  /// The same of one word; of the bytes' highest bits the lowest that is set is exact.
  @inline(__always)
  static func specials(_ word: UInt64) -> UInt64 {
    let question = (word | (ones &* 0x40)) ^ (ones &* 0x7F)
    return (word &- ones &* 0x28) | ((word ^ (ones &* 0x5C)) &- ones) | (question &- ones)
  }

  /// Controls, space, backslash, DEL, and bytes that are not ASCII; for ``hasFound(_:)``.
  @inline(__always)
  static func forbidden(_ words: SIMD2<UInt64>) -> SIMD2<UInt64> {
    (words &- ones &* 0x21) | ((words ^ (ones &* 0x5C)) &- ones)
      | ((words ^ (ones &* 0x7F)) &- ones)
  }

  /// `%`; for ``hasFound(_:)``.
  @inline(__always)
  static func percents(_ words: SIMD2<UInt64>) -> SIMD2<UInt64> { (words ^ (ones &* 0x25)) &- ones }

  /// Whether a byte's highest bit is set.
  @inline(__always)
  static func hasFound(_ words: SIMD2<UInt64>) -> Bool { (words[0] | words[1]) & highs != 0 }

  /// The highest bit of each byte that is a slash, exactly, in a word of ASCII.
  @inline(__always)
  static func slashes(ascii word: UInt64) -> UInt64 {
    (((word ^ (ones &* 0x2F)) &+ ones &* 0x7F) & highs) ^ highs
  }

  /// The highest bit of each byte that equals another, exactly.
  @inline(__always)
  static func allMatches(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let others = word ^ (ones &* UInt64(byte))
    return ~(((others & ~highs) &+ ~highs) | others) & highs
  }

  /// How many bytes have the highest bit, in a word with no other bits.
  @inline(__always)
  static func count(_ found: UInt64) -> Int {
    // The product adds the eight bits in its highest byte.
    Int(truncatingIfNeeded: (found &>> 7 &* ones) &>> 56)
  }

  @inline(__always)
  static func beginsWithDotOrSlash(_ word: UInt64) -> Bool { word & 0xFE == 0x2E }

  /// All bits of the bytes below the lowest set bit, of which there must be one.
  @inline(__always)
  static func bytesBelow(first found: UInt64) -> UInt64 { (found ^ (found &- 1)) &>> 8 }

  /// All bits of so many low bytes; of all eight from eight on.
  @inline(__always)
  static func firstBytes(_ count: Int) -> UInt64 {
    count >= 8 ? ~0 : (1 &<< UInt64(truncatingIfNeeded: 8 &* count)) &- 1
  }

  @inline(__always)
  static func folded(_ word: UInt64, if foldsCase: Bool) -> UInt64 {
    foldsCase ? lowercased(word) : word
  }

  /// The word with ASCII capitals in lower case.
  @inline(__always)
  static func lowercased(_ word: UInt64) -> UInt64 {
    let ascii = word & ~highs
    let fromA = ascii &+ ones &* (0x80 - 0x41)
    let afterZ = ascii &+ ones &* (0x80 - 0x5B)
    return word | (fromA & ~afterZ & ~word & highs) >> 2
  }
}
