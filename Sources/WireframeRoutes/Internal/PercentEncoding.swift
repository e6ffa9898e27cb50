/// Percent-escapes, decoded once and strictly, as RFC 3986 section 2.1 and UTF-8 (RFC 3629) have it.
package enum PercentEncoding {
  /// The decoded bytes, or nil for a bad escape or for bytes that are not UTF-8.
  package static func decode(_ bytes: some Collection<UInt8>) -> [UInt8]? {
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
    // Decoding repairs what is no UTF-8.
    return String(decoding: decoded, as: UTF8.self).utf8.elementsEqual(decoded) ? decoded : nil
  }

  /// A text as one path segment: everything but RFC 3986's unreserved characters is escaped.
  package static func encode(_ text: String) -> String {
    let isPlain = text.utf8.withContiguousStorageIfAvailable { $0.allSatisfy(\.isUnreserved) }
    if isPlain == true { return text }
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
}
