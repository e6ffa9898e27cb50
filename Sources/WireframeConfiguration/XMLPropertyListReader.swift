internal import WireframeCore
package import WireframeJSON

/// Reads property lists in XML, with the offset of every key and value.
///
/// Only what a property list needs of XML is read: elements, text, references to characters, CDATA and comments.
/// There are no entities to declare and no processing instructions, nothing is loaded from anywhere, and a
/// repeated key is seen however it is spelt.
package struct XMLPropertyListReader {
  private let bytes: [UInt8]
  private var offset: Int
  private var state = SyntaxState()

  /// The value of a file in UTF-8.
  package static func read(_ bytes: [UInt8]) throws(SyntaxFault) -> JSONValue {
    if let offset = bytes.firstOffsetBeyondUTF8 { throw .notUTF8(at: offset) }
    var reader = XMLPropertyListReader(bytes: bytes, offset: bytes.startOfText)
    return try reader.readDocument()
  }

  private mutating func readDocument() throws(SyntaxFault) -> JSONValue {
    try readDeclaration()
    try skipSilence()
    try readDocumentType()
    try skipSilence()
    let start = offset
    let tag = try readTag(attributes: ["version"])
    guard tag.name == "plist", !tag.isEmpty else { throw unexpected("'<plist>'", at: start) }
    try skipSilence()
    let root = try readValue()
    try skipSilence()
    try readEnd(of: tag)
    try skipSilence()
    guard offset == bytes.count else { throw unexpected("the end of the text") }
    return root
  }

  // MARK: Before the list

  private mutating func readDeclaration() throws(SyntaxFault) {
    guard stands("<?xml"), bytes[offset...].dropFirst(5).first?.isSpace == true else { return }
    offset += 5
    try readAttributes(["version", "encoding", "standalone"]) { name, value in
      name != "encoding" || value.asciiLowercased == "utf-8" ? nil : "the encoding 'UTF-8'"
    }
    try take("?>")
  }

  /// A document type may name a definition, which is not loaded, and may declare nothing.
  private mutating func readDocumentType() throws(SyntaxFault) {
    guard stands("<!DOCTYPE") else { return }
    offset += 9
    skipSpace()
    try take("plist")
    skipSpace()
    if takes("PUBLIC") {
      skipSpace()
      _ = try readQuoted()
      skipSpace()
      _ = try readQuoted()
    } else if takes("SYSTEM") {
      skipSpace()
      _ = try readQuoted()
    }
    skipSpace()
    if stands("[") { throw unexpected("a document type without declarations") }
    try take(">")
  }

  // MARK: Values

  private mutating func readValue() throws(SyntaxFault) -> JSONValue {
    let start = offset
    try state.addValue(at: start)
    let tag = try readTag()
    return JSONValue(try readContent(of: tag, at: start), offset: start)
  }

  private mutating func readContent(
    of tag: Tag, at start: Int
  ) throws(SyntaxFault) -> JSONValue.Content {
    switch tag.name {
    case "dict": return .object(try readMembers(tag, at: start))
    case "array": return .list(try readElements(tag, at: start))
    case "string": return .string(try readText(tag))
    case "integer":
      return try readNumber(tag, "a whole number") { text in
        text.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "-") } ? JSONReader.number(text) : nil
      }
    case "real":
      return try readNumber(tag, "a number of JSON, within the finite ones") { text in
        JSONReader.real(text).map { .double($0) }
      }
    case "true", "false":
      if !tag.isEmpty { try readEnd(of: tag) }
      return .bool(tag.name == "true")
    case "date", "data":
      if !tag.isEmpty { offset += plainText.count }
      if !tag.isEmpty { try readEnd(of: tag) }
      return .other(tag.name == "date" ? "a date" : "data")
    default:
      throw unexpected(
        "'<array>', '<data>', '<date>', '<dict>', '<false/>', '<integer>', '<real>', '<string>', '<true/>'",
        at: start)
    }
  }

  private mutating func readMembers(
    _ tag: Tag, at start: Int
  ) throws(SyntaxFault) -> [JSONValue.Member] {
    try state.enter(at: start)
    defer { state.leave() }
    var members: [JSONValue.Member] = []
    if tag.isEmpty { return members }
    while true {
      try skipSilence()
      if stands("</") { break }
      let start = offset
      let opened = try readTag()
      guard opened.name == "key" else { throw unexpected("'<key>', '</dict>'", at: start) }
      let key = try readText(opened)
      try skipSilence()
      let value = try readValue()
      try state.add(.init(key: key, offset: start, value: value), to: &members)
    }
    try readEnd(of: tag)
    return members
  }

  private mutating func readElements(_ tag: Tag, at start: Int) throws(SyntaxFault) -> [JSONValue] {
    try state.enter(at: start)
    defer { state.leave() }
    var elements: [JSONValue] = []
    if tag.isEmpty { return elements }
    while true {
      try skipSilence()
      if stands("</") { break }
      elements.append(try readValue())
    }
    try readEnd(of: tag)
    return elements
  }

  /// A number is written as in JSON, without space around it.
  private mutating func readNumber(
    _ tag: Tag, _ allowed: String, _ number: (ArraySlice<UInt8>) -> JSONValue.Content?
  ) throws(SyntaxFault) -> JSONValue.Content {
    let text = tag.isEmpty ? [] : plainText
    guard let number = number(text) else {
      throw SyntaxFault(
        offset: offset, found: String(decoding: text, as: UTF8.self).inQuotes, allowed: allowed)
    }
    offset = text.endIndex
    try readEnd(of: tag)
    return number
  }

  // MARK: Text

  /// The text before the next tag or section.
  private var plainText: ArraySlice<UInt8> { bytes[offset...].prefix { $0 != UInt8(ascii: "<") } }

  /// The text of an element, and past its end.
  private mutating func readText(_ tag: Tag) throws(SyntaxFault) -> String {
    if tag.isEmpty { return "" }
    let start = offset
    var text: [UInt8] = []
    while let byte = peek {
      switch byte {
      case UInt8(ascii: "<"):
        guard takes("<![CDATA[") else {
          try readEnd(of: tag)
          return try String(decoding: text, as: UTF8.self).streamSafe(at: start)
        }
        let section = offset
        try skip(past: "]]>")
        text += try checked(bytes[section..<offset - 3])
      case UInt8(ascii: "&"):
        text += UTF8.encode(try readReference()) ?? UTF8.encodedReplacementCharacter
      default:
        let plain = try checked(
          bytes[offset...].prefix {
            Steps.add()
            return !"<&".utf8.contains($0)
          })
        text += plain
        offset += plain.count
      }
    }
    throw unexpected("'</\(tag.name)>'")
  }

  /// A text without characters that XML does not have.
  private func checked(_ text: ArraySlice<UInt8>) throws(SyntaxFault) -> ArraySlice<UInt8> {
    if let bad = text.firstIndex(where: { $0 < 0x20 && !$0.isSpace }) {
      throw unexpected("a character of XML", at: bad)
    }
    return text
  }

  private mutating func readReference() throws(SyntaxFault) -> Unicode.Scalar {
    let names: [String: Unicode.Scalar] = [
      "amp": "&", "apos": "'", "gt": ">", "lt": "<", "quot": "\"",
    ]
    let body = bytes[offset...].dropFirst().prefix(16)
      .prefix { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "#") }
    let name = String(decoding: body, as: UTF8.self)
    guard bytes[body.endIndex...].first == UInt8(ascii: ";"),
      let scalar = names[name] ?? Self.numbered(body)
    else {
      throw SyntaxFault(
        offset: offset, found: "&\(name)".inQuotes,
        allowed:
          "'&amp;', '&apos;', '&gt;', '&lt;', '&quot;', or a character's number such as '&#38;'")
    }
    offset = body.endIndex + 1
    return scalar
  }

  /// The character of a number such as `#38` or `#x26`, if XML has it.
  private static func numbered(_ body: ArraySlice<UInt8>) -> Unicode.Scalar? {
    guard body.first == UInt8(ascii: "#") else { return nil }
    let isHexadecimal = body.dropFirst().first == UInt8(ascii: "x")
    let digits = body.dropFirst(isHexadecimal ? 2 : 1)
    guard
      let number = UInt32(
        String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10),
      number >= 0x20 || number == 0x09 || number == 0x0A || number == 0x0D
    else { return nil }
    return Unicode.Scalar(number)
  }

  // MARK: Tags

  private struct Tag {
    let name: String
    /// Whether it ends in `/>`: then it has no content and no end tag.
    let isEmpty: Bool
  }

  private mutating func readTag(attributes: Set<String> = []) throws(SyntaxFault) -> Tag {
    guard peek == UInt8(ascii: "<") else { throw unexpected("a tag") }
    let start = offset
    offset += 1
    let name = readName()
    guard !name.isEmpty else { throw unexpected("a tag", at: start) }
    try readAttributes(attributes) { _, _ in nil }
    let isEmpty = takes("/>")
    if !isEmpty { try take(">") }
    return Tag(name: name, isEmpty: isEmpty)
  }

  private mutating func readEnd(of tag: Tag) throws(SyntaxFault) {
    let start = offset
    guard takes("</"), readName() == tag.name else {
      throw unexpected("'</\(tag.name)>'", at: start)
    }
    skipSpace()
    try take(">")
  }

  private mutating func readName() -> String {
    let name = bytes[offset...].prefix(while: \.isLetter)
    offset = name.endIndex
    return String(decoding: name, as: UTF8.self)
  }

  /// Reads attributes of some names, each at most once; the objection to a value says what is allowed instead.
  private mutating func readAttributes(
    _ names: Set<String>, objection: (_ name: String, _ value: String) -> String?
  ) throws(SyntaxFault) {
    var rest = names
    while true {
      skipSpace()
      let start = offset
      let name = readName()
      if name.isEmpty { return }
      guard rest.remove(name) != nil else {
        throw SyntaxFault(
          offset: start, found: "the attribute \(name.inQuotes)",
          allowed: rest.isEmpty
            ? "no attribute" : rest.sorted().map(\.inQuotes).joined(separator: ", "))
      }
      skipSpace()
      try take("=")
      skipSpace()
      let place = offset
      let value = try readQuoted()
      if let allowed = objection(name, value) {
        throw SyntaxFault(offset: place, found: value.inQuotes, allowed: allowed)
      }
    }
  }

  private mutating func readQuoted() throws(SyntaxFault) -> String {
    guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw unexpected("a text in quotes")
    }
    offset += 1
    // A plainer reader would end the tag at a mark inside the quotes.
    let text = bytes[offset...].prefix { $0 != quote && $0 >= 0x20 && !"<>[".utf8.contains($0) }
    offset = text.endIndex
    guard peek == quote else { throw unexpected("the quote at the end of the text") }
    offset += 1
    return try String(decoding: text, as: UTF8.self).streamSafe(at: text.startIndex)
  }

  // MARK: Bytes

  private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipSpace() { while let byte = peek, byte.isSpace { offset += 1 } }

  /// Passes over space and comments.
  private mutating func skipSilence() throws(SyntaxFault) {
    skipSpace()
    while takes("<!--") {
      try skip(past: "-->")
      skipSpace()
    }
  }

  private mutating func skip(past mark: String) throws(SyntaxFault) {
    let mark = Array(mark.utf8)
    while offset + mark.count <= bytes.count {
      if bytes[offset] == mark[0], bytes[offset...].starts(with: mark) {
        offset += mark.count
        return
      }
      offset += 1
    }
    offset = bytes.count
    throw unexpected(String(decoding: mark, as: UTF8.self).inQuotes)
  }

  private func stands(_ mark: String) -> Bool { bytes[offset...].starts(with: mark.utf8) }

  private mutating func takes(_ mark: String) -> Bool {
    guard stands(mark) else { return false }
    offset += mark.utf8.count
    return true
  }

  private mutating func take(_ mark: String) throws(SyntaxFault) {
    guard takes(mark) else { throw unexpected(mark.inQuotes) }
  }

  /// The fault for an unexpected tag or character.
  private func unexpected(_ allowed: String, at place: Int? = nil) -> SyntaxFault {
    let start = place ?? offset
    let rest = bytes[start...]
    var found: String?
    if rest.first == UInt8(ascii: "<") {
      let tag = rest.prefix(64).prefix { $0 != UInt8(ascii: ">") }
      let isWhole = bytes[tag.endIndex...].first == UInt8(ascii: ">")
      found = String(decoding: tag, as: UTF8.self) + (isWhole ? ">" : "")
    } else {
      // A character whole, for a fault that is read by people.
      found = String(decoding: rest.prefix(16), as: UTF8.self).first.map { String($0) }
    }
    return SyntaxFault(
      offset: start, found: found?.inQuotes ?? "the end of the text", allowed: allowed)
  }
}
