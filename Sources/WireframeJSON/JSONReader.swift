internal import WireframeRoutes

/// Reads JSON (RFC 8259) with the offset of every key and value.
///
/// `JSONDecoder` silently takes one of two equal keys, on some systems also a comma too many, and does not say where
/// a fault is. In a file that says which routes are closed, all of this matters.
package struct JSONReader {
  private let bytes: [UInt8]
  private var offset: Int
  private var state = SyntaxState()

  /// The value of a text in UTF-8.
  package static func read(_ bytes: [UInt8]) throws(SyntaxFault) -> JSONValue {
    if let offset = bytes.firstOffsetBeyondUTF8 { throw .notUTF8(at: offset) }
    var reader = JSONReader(bytes: bytes, offset: bytes.startOfText)
    let root = try reader.readValue()
    reader.skipSpace()
    guard reader.offset == bytes.count else { throw reader.unexpected("the end of the text") }
    return root
  }

  private mutating func readValue() throws(SyntaxFault) -> JSONValue {
    skipSpace()
    let start = offset
    try state.addValue(at: start)
    return JSONValue(try readContent(), offset: start)
  }

  private mutating func readContent() throws(SyntaxFault) -> JSONValue.Content {
    switch peek {
    case UInt8(ascii: "{"): .object(try readMembers())
    case UInt8(ascii: "["): .list(try readElements())
    case UInt8(ascii: "\""): .string(try readString())
    case let byte? where byte.isDigit || byte == UInt8(ascii: "-"): try readNumber()
    case UInt8(ascii: "t"): try readWord("true", .bool(true))
    case UInt8(ascii: "f"): try readWord("false", .bool(false))
    case UInt8(ascii: "n"): try readWord("null", .other("null"))
    default: throw unexpected("a value")
    }
  }

  // MARK: Objects and lists

  /// Goes past the mark that opens an object or a list.
  private mutating func enter() throws(SyntaxFault) {
    try state.enter(at: offset)
    offset += 1
  }

  private mutating func readMembers() throws(SyntaxFault) -> [JSONValue.Member] {
    try enter()
    defer { state.leave() }
    var members: [JSONValue.Member] = []
    if takes("}") { return members }
    repeat {
      skipSpace()
      let start = offset
      guard peek == UInt8(ascii: "\"") else { throw unexpected("a key between double quotes") }
      let key = try readString()
      guard takes(":") else { throw unexpected("':'") }
      let value = try readValue()
      try state.add(.init(key: key, offset: start, value: value), to: &members)
    } while takes(",")
    guard takes("}") else { throw unexpected("',' or '}'") }
    return members
  }

  private mutating func readElements() throws(SyntaxFault) -> [JSONValue] {
    try enter()
    defer { state.leave() }
    var elements: [JSONValue] = []
    if takes("]") { return elements }
    repeat {
      elements.append(try readValue())
    } while takes(",")
    guard takes("]") else { throw unexpected("',' or ']'") }
    return elements
  }

  // MARK: Strings

  private mutating func readString() throws(SyntaxFault) -> String {
    let start = offset
    offset += 1
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "\""):
        offset += 1
        return try String(decoding: text, as: UTF8.self).streamSafe(at: start)
      case UInt8(ascii: "\\"):
        text += UTF8.encode(try readEscape()) ?? UTF8.encodedReplacementCharacter
      case 0..<0x20:
        throw unexpected("a control character as '\\u' with four hexadecimal digits")
      default:
        text.append(byte)
        offset += 1
      }
    }
    throw unexpected("'\"'")
  }

  private mutating func readEscape() throws(SyntaxFault) -> Unicode.Scalar {
    let start = offset
    offset += 2
    switch bytes[start...].dropFirst().first {
    case UInt8(ascii: "\""): return "\""
    case UInt8(ascii: "\\"): return "\\"
    case UInt8(ascii: "/"): return "/"
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      if let scalar = readHexDigits() { return scalar }
    default: break
    }
    offset = start
    throw unexpected("an escape of JSON, such as '\\n' or '\\u00E9'")
  }

  /// The scalar of four digits, or of a pair of surrogates; nil if it is none.
  private mutating func readHexDigits() -> Unicode.Scalar? {
    guard let high = readUnit() else { return nil }
    guard 0xD800..<0xDC00 ~= high else { return Unicode.Scalar(high) }
    guard bytes[min(offset, bytes.count)...].starts(with: "\\u".utf8) else { return nil }
    offset += 2
    guard let low = readUnit(), 0xDC00..<0xE000 ~= low else { return nil }
    return Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
  }

  private mutating func readUnit() -> UInt32? {
    guard offset + 4 <= bytes.count else { return nil }
    var unit: UInt32 = 0
    for byte in bytes[offset..<offset + 4] {
      guard let digit = byte.hexDigitValue else { return nil }
      unit = unit << 4 | UInt32(digit)
    }
    offset += 4
    return unit
  }

  private mutating func readNumber() throws(SyntaxFault) -> JSONValue.Content {
    let digits = bytes[offset...].prefix(while: \.isInNumber)
    guard let number = Self.number(digits) else {
      throw SyntaxFault(
        offset: offset, found: String(decoding: digits, as: UTF8.self).inQuotes,
        allowed: "a number of JSON, within the finite ones")
    }
    offset = digits.endIndex
    return number
  }

  /// The number that a text is, whole if it is written so and fits; nil if it is none, or not finite.
  package static func number(_ text: ArraySlice<UInt8>) -> JSONValue.Content? {
    guard let real = real(text) else { return nil }
    return Grammar.integer(text, Int.self).map { .int($0) } ?? .double(real)
  }

  /// The number that a text is, as a real; nil if it is none, or not finite.
  package static func real(_ text: ArraySlice<UInt8>) -> Double? {
    guard isNumber(text) else { return nil }
    return Double(String(decoding: text, as: UTF8.self)).flatMap { $0.isFinite ? $0 : nil }
  }

  /// RFC 8259 section 6: `-?(0|[1-9][0-9]*)(.[0-9]+)?([eE][+-]?[0-9]+)?`.
  private static func isNumber(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    func takeDigits() -> Int {
      let count = rest.prefix(while: \.isDigit).count
      rest = rest.dropFirst(count)
      return count
    }
    func take(_ mark: Unicode.Scalar) -> Bool {
      guard rest.first == UInt8(ascii: mark) else { return false }
      rest = rest.dropFirst()
      return true
    }
    _ = take("-")
    // No other digit follows a zero.
    guard take("0") || takeDigits() > 0 else { return false }
    if take("."), takeDigits() == 0 { return false }
    if take("e") || take("E") {
      _ = take("+") || take("-")
      guard takeDigits() > 0 else { return false }
    }
    return rest.isEmpty
  }

  private mutating func readWord(
    _ word: String, _ content: JSONValue.Content
  ) throws(SyntaxFault) -> JSONValue.Content {
    guard bytes[offset...].starts(with: word.utf8) else { throw unexpected("a value") }
    offset += word.utf8.count
    return content
  }

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipSpace() { while let byte = peek, byte.isSpace { offset += 1 } }

  /// Takes a mark, and the space before it, if it comes next.
  private mutating func takes(_ mark: Unicode.Scalar) -> Bool {
    skipSpace()
    guard peek == UInt8(ascii: mark) else { return false }
    offset += 1
    return true
  }

  private func unexpected(_ allowed: String) -> SyntaxFault {
    // A character whole, for a fault that is read by people.
    let rest = String(decoding: bytes[min(offset, bytes.count)...].prefix(16), as: UTF8.self)
    return SyntaxFault(
      offset: min(offset, bytes.count),
      found: rest.first.map { String($0).inQuotes } ?? "the end of the text", allowed: allowed)
  }
}

extension UInt8 {
  fileprivate var isInNumber: Bool { isDigit || "+-.eE".utf8.contains(self) }
}
