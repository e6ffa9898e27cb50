/// The texts of numbers and identifiers in a URL; stricter than Swift's own parsers. Inlinable, since lookups read the
/// bytes of a URL with it.
@usableFromInline
package enum Grammar: Sendable {
  /// `[0-9]+` within a type, of a signed one `[+-]?[0-9]+`.
  @inlinable
  package static func integer<T: FixedWidthInteger>(
    _ bytes: some Sequence<UInt8>, _ type: T.Type
  ) -> T? {
    var value: T = 0
    var position = 0
    var sign: T = 1
    var hasDigits = false
    for byte in bytes {
      defer { position += 1 }
      if T.isSigned, position == 0, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
        sign = byte == UInt8(ascii: "-") ? 0 &- 1 : 1
        continue
      }
      guard byte.isDigit else { return nil }
      hasDigits = true
      let digit = T(truncatingIfNeeded: byte - UInt8(ascii: "0"))
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tenfold.addingReportingOverflow(sign &* digit)
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return hasDigits ? value : nil
  }

  /// `[+-]?[0-9]+(\.[0-9]+)?` within the finite numbers.
  @inlinable
  package static func isDecimal(_ bytes: some Sequence<UInt8>) -> Bool {
    var digits = 0
    var whole = 0
    var hasPoint = false
    for (position, byte) in bytes.enumerated() {
      if byte.isDigit {
        digits += 1
        // Leading zeros do not count.
        if !hasPoint, whole > 0 || byte != UInt8(ascii: "0") { whole += 1 }
      } else if byte == UInt8(ascii: "."), digits > 0, !hasPoint {
        hasPoint = true
        digits = 0
      } else if position > 0 || (byte != UInt8(ascii: "-") && byte != UInt8(ascii: "+")) {
        return false
      }
    }
    guard digits > 0, whole > 308 else { return digits > 0 }
    // A number of up to 308 digits is finite; one of 309 may be.
    return whole == 309 && Double(String(decoding: Array(bytes), as: UTF8.self))?.isFinite == true
  }

  /// Hexadecimal digits in groups of 8, 4, 4, 4 and 12 (RFC 9562 section 4).
  @inlinable
  package static func isUUID(_ bytes: some Sequence<UInt8>) -> Bool {
    var position = 0
    for byte in bytes {
      let isHyphen = position == 8 || position == 13 || position == 18 || position == 23
      guard isHyphen ? byte == UInt8(ascii: "-") : byte.hexDigitValue != nil else { return false }
      position += 1
    }
    return position == 36
  }
}
