/// Tests on the eight bytes of a word at once (Warren, Hacker's Delight, section 6-1).
///
/// Unless a test says otherwise, the lowest set bit of its result is exact and higher ones may be false, so
/// that only the first find of a word may be used.
enum SWAR {
  static let ones: UInt64 = 0x0101_0101_0101_0101
  static let highs: UInt64 = 0x8080_8080_8080_8080

  @inline(__always)
  static func matches(_ word: UInt64, _ byte: UInt8) -> UInt64 {
    let zeros = word ^ (ones &* UInt64(byte))
    return (zeros &- ones) & ~zeros & highs
  }

  /// Bytes below `(`, the backslash, `?`, DEL, and those that are not ASCII.
  ///
  /// Only ``hasFound(_:)`` tells whether there are any.
  @inline(__always)
  static func specials(_ words: SIMD2<UInt64>) -> SIMD2<UInt64> {
    let backslash = words ^ (ones &* 0x5C)
    let question = (words | (ones &* 0x40)) ^ (ones &* 0x7F)
    return (words &- ones &* 0x28) | (backslash &- ones) | (question &- ones)
  }

  /// The same of one word. Of the bytes' highest bits, the lowest that is set tells where the first find is; those
  /// above it may be false.
  @inline(__always)
  static func specials(_ word: UInt64) -> UInt64 {
    let question = (word | (ones &* 0x40)) ^ (ones &* 0x7F)
    return (word &- ones &* 0x28) | ((word ^ (ones &* 0x5C)) &- ones) | (question &- ones)
  }

  /// Controls, space, backslash, DEL, and bytes that are not ASCII; to be asked as ``specials(_:)``.
  @inline(__always)
  static func forbidden(_ words: SIMD2<UInt64>) -> SIMD2<UInt64> {
    (words &- ones &* 0x21) | ((words ^ (ones &* 0x5C)) &- ones)
      | ((words ^ (ones &* 0x7F)) &- ones)
  }

  /// `%`; to be asked as ``specials(_:)``.
  @inline(__always)
  static func percents(_ words: SIMD2<UInt64>) -> SIMD2<UInt64> {
    (words ^ (ones &* 0x25)) &- ones
  }

  /// Whether a byte's highest bit is set.
  @inline(__always)
  static func hasFound(_ words: SIMD2<UInt64>) -> Bool { (words[0] | words[1]) & highs != 0 }

  /// The highest bit of each byte that is a slash, exactly, in a word of ASCII.
  @inline(__always)
  static func slashes(ascii word: UInt64) -> UInt64 {
    (((word ^ (ones &* 0x2F)) &+ ones &* 0x7F) & highs) ^ highs
  }

  /// The highest bit of each byte that is not the same in two words, exactly.
  static func differences(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let bits = left ^ right
    return (((bits & ~highs) &+ ~highs) | bits) & highs
  }

  /// Whether the first byte is a slash or a dot.
  @inline(__always)
  static func beginsWithDotOrSlash(_ word: UInt64) -> Bool { word & 0xFE == 0x2E }

  /// All bits of the bytes below the first find, of which there has to be one.
  @inline(__always)
  static func bytesBelow(first found: UInt64) -> UInt64 {
    (found ^ (found &- 1)) &>> 8
  }

  /// All bits of so many low bytes; of all eight from eight on.
  @inline(__always)
  static func firstBytes(_ count: Int) -> UInt64 {
    count >= 8 ? ~0 : (1 &<< UInt64(truncatingIfNeeded: 8 &* count)) &- 1
  }

  @inline(__always)
  static func folded(_ word: UInt64, if foldsCase: Bool) -> UInt64 {
    foldsCase ? lowercased(word) : word
  }

  /// The word with ASCII capitals made small.
  @inline(__always)
  static func lowercased(_ word: UInt64) -> UInt64 {
    let ascii = word & ~highs
    let fromA = ascii &+ ones &* (0x80 - 0x41)
    let behindZ = ascii &+ ones &* (0x80 - 0x5B)
    return word | (fromA & ~behindZ & ~word & highs) >> 2
  }
}
