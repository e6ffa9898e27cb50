// The core reads URLs byte by byte with these: they are inlined there, so that they cost no calls.

/// A set of ASCII characters; asking it costs a shift. Written as bits, so that no set is made at run time.
@usableFromInline
package struct ASCIISet: Sendable {
  @usableFromInline package let low: UInt64
  @usableFromInline package let high: UInt64

  @inlinable package init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  @inlinable package func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 == 1
  }

  /// Letters, digits and `-._~`: RFC 3986 section 2.3.
  @inlinable package static var unreserved: ASCIISet {
    ASCIISet(low: 0x03FF_6000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
  }
  /// The unreserved characters and `!$&'()*+,;=`: what a host's name may hold, which is RFC 3986's reg-name
  /// without escapes, since those would have two readings.
  @inlinable package static var host: ASCIISet {
    ASCIISet(low: 0x2BFF_7FD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
  }
  /// Letters, digits and `+-.`: RFC 3986 section 3.1.
  @inlinable package static var scheme: ASCIISet {
    ASCIISet(low: 0x03FF_6800_0000_0000, high: 0x07FF_FFFE_07FF_FFFE)
  }
  /// Letters, digits, `_` and `-`: what the name of a parameter or of a type may hold.
  @inlinable package static var name: ASCIISet {
    ASCIISet(low: 0x03FF_2000_0000_0000, high: 0x07FF_FFFE_87FF_FFFE)
  }
  /// `:*<>|`, which have a meaning in patterns.
  @inlinable package static var reserved: ASCIISet {
    ASCIISet(low: 0x5400_0400_0000_0000, high: 0x1000_0000_0000_0000)
  }
  /// `?#`
  @inlinable package static var queryMarks: ASCIISet {
    ASCIISet(low: 0x8000_0008_0000_0000, high: 0x0000_0000_0000_0000)
  }
  /// `/?#`
  @inlinable package static var endsOfAuthority: ASCIISet {
    ASCIISet(low: 0x8000_8008_0000_0000, high: 0x0000_0000_0000_0000)
  }
}

extension UInt8 {
  @inlinable package var isDigit: Bool { self &- 0x30 < 10 }
  @inlinable package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  @inlinable package var isControl: Bool { self < 0x20 || self == 0x7F }
  @inlinable package var isUnreserved: Bool { ASCIISet.unreserved.contains(self) }
  @inlinable package var isHostCharacter: Bool { ASCIISet.host.contains(self) }
  @inlinable package var isSchemeCharacter: Bool { ASCIISet.scheme.contains(self) }

  /// Whether it is a slash or a backslash, which encoded never separate, and which no literal has.
  @inlinable package var isSlash: Bool { self == UInt8(ascii: "/") || self == UInt8(ascii: "\\") }

  /// The byte with an ASCII capital made small, whatever the language.
  @inlinable package var lowercased: UInt8 { self &- 0x41 < 26 ? self | 0x20 : self }

  @inlinable package var hexDigitValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Collection<UInt8> {
  package var isDots: Bool { 1...2 ~= count && allSatisfy { $0 == UInt8(ascii: ".") } }
}
