/// Percent-escapes, decoded once and strictly, as RFC 3986 section 2.1 and UTF-8 (RFC 3629) have it.
package enum PercentEncoding {
  /// The decoded bytes, or nil for a bad escape or for bytes that are not UTF-8.
  static func decode(_ bytes: some Collection<UInt8>) -> [UInt8]? {
    guard bytes.contains(UInt8(ascii: "%")) else { return Array(bytes) }
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var rest = bytes.makeIterator()
    while let byte = rest.next() {
      guard byte == UInt8(ascii: "%") else {
        decoded.append(byte)
        continue
      }
      guard let high = rest.next()?.hexDigitValue, let low = rest.next()?.hexDigitValue else {
        return nil
      }
      decoded.append(high << 4 | low)
    }
    return isUTF8(decoded) ? decoded : nil
  }

  /// A text as one path segment: everything but RFC 3986's unreserved characters is escaped.
  package static func encode(_ text: String) -> String {
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      if byte.isUnreserved {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  private static let hexDigits = Array("0123456789ABCDEF".utf8)

  private static func isUTF8(_ bytes: [UInt8]) -> Bool {
    var decoder = UTF8()
    var rest = bytes.makeIterator()
    while true {
      switch decoder.decode(&rest) {
      case .scalarValue: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }
}

/// A set of ASCII characters; asking it costs a shift.
///
/// Written as bits, so that no set is made at run time.
package struct ASCIISet: Sendable {
  private let low: UInt64
  private let high: UInt64

  private init(low: UInt64, high: UInt64) {
    self.low = low
    self.high = high
  }

  package func contains(_ byte: UInt8) -> Bool {
    byte < 128 && (byte < 64 ? low : high) &>> UInt64(byte & 63) & 1 == 1
  }

  /// Letters, digits and `-._~`: RFC 3986 section 2.3.
  static let unreserved = ASCIISet(low: 0x03FF_6000_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
  /// The unreserved characters and `!$&'()*+,;=`: what a host's name may hold, which is RFC 3986's reg-name
  /// without escapes, since those would have two readings.
  static let host = ASCIISet(low: 0x2BFF_7FD2_0000_0000, high: 0x47FF_FFFE_87FF_FFFE)
  /// Letters, digits and `+-.`: RFC 3986 section 3.1.
  static let scheme = ASCIISet(low: 0x03FF_6800_0000_0000, high: 0x07FF_FFFE_07FF_FFFE)
  /// Letters, digits, `_` and `-`: what the name of a parameter or of a type may hold.
  package static let name = ASCIISet(low: 0x03FF_2000_0000_0000, high: 0x07FF_FFFE_87FF_FFFE)
  /// `:*<>|`, which have a meaning in patterns.
  static let reserved = ASCIISet(low: 0x5400_0400_0000_0000, high: 0x1000_0000_0000_0000)
  /// `?#`
  static let queryMarks = ASCIISet(low: 0x8000_0008_0000_0000, high: 0x0000_0000_0000_0000)
  /// `/?#`
  static let endsOfAuthority = ASCIISet(low: 0x8000_8008_0000_0000, high: 0x0000_0000_0000_0000)
}

extension UInt8 {
  package var isDigit: Bool { self &- 0x30 < 10 }
  package var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  var isControl: Bool { self < 0x20 || self == 0x7F }
  var isUnreserved: Bool { ASCIISet.unreserved.contains(self) }
  var isHostCharacter: Bool { ASCIISet.host.contains(self) }
  var isSchemeCharacter: Bool { ASCIISet.scheme.contains(self) }

  /// The byte with an ASCII capital made small, whatever the language.
  var lowercased: UInt8 {
    self &- 0x41 < 26 ? self | 0x20 : self
  }

  package var hexDigitValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension StringProtocol {
  /// The text with ASCII capitals made small; other letters keep their case.
  package var asciiLowercased: String {
    String(decoding: utf8.map(\.lowercased), as: UTF8.self)
  }

  /// Whether two texts are the same scalar by scalar (`==` would take `é` and `e` + accent as equal).
  func hasSameScalars(as other: some StringProtocol) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}
