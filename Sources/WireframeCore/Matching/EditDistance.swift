/// The number of edits between one text and others, a swap of neighbours being one edit (optimal string alignment).
///
/// Bytes of UTF-8 are edited. A column of the table is computed at once, in the bits of a word (Hyyrö, "A bit-vector
/// algorithm for computing Levenshtein and Damerau edit distances", 2003).
package struct EditDistance {
  private let bytes: [UInt8]
  private let count: Int
  /// The first eight bytes.
  private let start: UInt64
  /// For each byte the places at which it is in the text.
  private let places: [UInt64]

  /// Prepares a text; no edits are looked for in one of more than 64 bytes.
  init(from text: [UInt8]) {
    bytes = text
    count = text.count
    start = text.withBytes { $0.word(at: 0) }
    var places: [UInt64] = Array(repeating: 0, count: 256)
    for (index, byte) in text.prefix(64).enumerated() { places[Int(byte)] |= 1 << UInt64(index) }
    self.places = places
  }

  /// The distance between two texts, or nil if it is larger than a number of edits.
  package static func between(_ left: String, _ right: String, atMost most: Int) -> Int? {
    right.withBytes { EditDistance(from: Array(left.utf8)).to($0, atMost: most) }
  }

  /// The distance to another text, or nil if it is larger than a number of edits.
  func to(_ text: TextBytes, atMost most: Int) -> Int? {
    guard abs(text.count &- count) <= most else { return nil }
    guard count <= 64 else { return bytes.withBytes(text.equals) ? 0 : nil }
    // What both begin with takes no edit: it is left out of both.
    let same = (text.word(at: 0) ^ start).trailingZeroBitCount &>> 3
    let first = min(same, count, text.count)
    guard first < count else { return text.count &- count }
    guard mayBeNear(text, behind: first, atMost: most) else { return nil }
    let shift = UInt64(truncatingIfNeeded: first)
    var column = Column()
    places.lend { places in
      for offset in first..<text.count { column.add(places[Int32(text[offset])] &>> shift) }
    }
    let distance = text.count &- first &+ column.height(count &- first)
    return distance <= most ? distance : nil
  }

  /// Whether two texts of one length, of eight bytes at most behind a place, may be only so many edits apart.
  ///
  /// With three edits at most a byte stays at its place or moves by one. Any other byte is an edit.
  private func mayBeNear(_ text: TextBytes, behind first: Int, atMost most: Int) -> Bool {
    guard text.count == count, count &- first <= 8, most <= 3 else { return true }
    let own = bytes.withBytes { $0.word(at: first) }
    let other = text.word(at: first)
    let new =
      SWAR.differences(own, other) & SWAR.differences(own &<< 8, other)
      & SWAR.differences(own &>> 8, other)
    return new.nonzeroBitCount <= most
  }

  /// A column of the table, as the steps down in it: each adds an edit, takes one away, or does neither.
  private struct Column {
    private var plus: UInt64 = ~0
    private var minus: UInt64 = 0
    private var diagonal: UInt64 = 0
    /// The places of the other text's byte.
    private var found: UInt64 = 0

    /// Goes on to the column behind one more byte of the other text, which is at these places in the text.
    mutating func add(_ places: UInt64) {
      let swapped = ((~diagonal & places) &<< 1) & found
      diagonal = (((places & plus) &+ plus) ^ plus) | places | minus | swapped
      // The top of each column is one more than that before it.
      let plusRight = (minus | ~(diagonal | plus)) &<< 1 | 1
      let minusRight = (diagonal & plus) &<< 1
      plus = minusRight | ~(diagonal | plusRight)
      minus = plusRight & diagonal
      found = places
    }

    /// By how much the bottom is more than the top, so many steps above it.
    func height(_ count: Int) -> Int {
      let steps: UInt64 = ~0 &>> UInt64(truncatingIfNeeded: 64 &- count)
      return (plus & steps).nonzeroBitCount &- (minus & steps).nonzeroBitCount
    }
  }
}
