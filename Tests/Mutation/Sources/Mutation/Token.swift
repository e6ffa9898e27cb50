/// A word, a sign or a literal of a Swift text.
struct Token {
  enum Kind {
    case word
    case number
    case string
    case sign
    case bracket
    case attribute
  }

  let kind: Kind
  let text: String
  /// Where it is, in bytes of the text.
  let range: Range<Int>
  let line: Int
  let isFirstOfLine: Bool
  var hasSpaceBefore = false
  var hasSpaceAfter = false

  /// Whether it is an operator between two values. The formatter puts spaces around each of them.
  var isInfix: Bool { kind == .sign && hasSpaceBefore && hasSpaceAfter }
}

/// Reads the tokens of a Swift text. Comments are left out, and so is all code between `#if` and `#endif`.
struct Tokenizer {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  private var isFirstOfLine = true

  private init(_ text: String) { bytes = Array(text.utf8) }

  static func tokens(of text: String) -> [Token] {
    var tokenizer = Tokenizer(text)
    var tokens: [Token] = []
    while let token = tokenizer.next() { tokens.append(token) }
    for index in tokens.indices {
      let (start, end) = (tokens[index].range.lowerBound, tokens[index].range.upperBound)
      tokens[index].hasSpaceBefore = start == 0 || tokenizer.isSpace(at: start - 1)
      tokens[index].hasSpaceAfter = end >= tokenizer.bytes.count || tokenizer.isSpace(at: end)
    }
    return tokens
  }

  private mutating func next() -> Token? {
    skipSpace()
    guard offset < bytes.count else { return nil }
    let (start, startLine, isFirst) = (offset, line, isFirstOfLine)
    isFirstOfLine = false
    let kind: Token.Kind
    switch bytes[offset] {
    case UInt8(ascii: "#") where takes("#if"):
      skipConditionalCode()
      isFirstOfLine = true
      return next()
    case UInt8(ascii: "\""):
      skipString()
      kind = .string
    case UInt8(ascii: "#"):
      var hashes = offset
      while byte(hashes) == UInt8(ascii: "#") { hashes += 1 }
      if byte(hashes) == UInt8(ascii: "\"") {
        skipString()
        kind = .string
      } else {
        offset += 1
        skip { Self.isWord($0) }
        kind = .word
      }
    case UInt8(ascii: "@"):
      offset += 1
      skip { Self.isWord($0) }
      kind = .attribute
    case UInt8(ascii: "`"):
      offset += 1
      skip { $0 != UInt8(ascii: "`") }
      offset += 1
      kind = .word
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      skip { Self.isWord($0) }
      // A range such as `0..<9` is no fraction.
      if byte(offset) == UInt8(ascii: "."), let next = byte(offset + 1), Self.isDigit(next) {
        offset += 1
        skip { Self.isWord($0) }
      }
      kind = .number
    case let first where Self.isWord(first):
      skip { Self.isWord($0) }
      kind = .word
    case let first where Self.signs.contains(first):
      skip { Self.signs.contains($0) }
      kind = .sign
    case UInt8(ascii: ".") where byte(offset + 1) == UInt8(ascii: "."):
      skip { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "<") }
      kind = .sign
    default:
      offset += 1
      kind = .bracket
    }
    let range = start..<min(offset, bytes.count)
    return Token(
      kind: kind, text: String(decoding: bytes[range], as: UTF8.self), range: range,
      line: startLine, isFirstOfLine: isFirst)
  }

  private static let signs = Set("/=-+!*%<>&|^~?".utf8)

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isWord(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
      || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }

  private func byte(_ offset: Int) -> UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private func isSpace(at offset: Int) -> Bool {
    [UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t")].contains(bytes[offset])
  }

  private func takes(_ text: String) -> Bool {
    bytes[offset...].starts(with: text.utf8)
      && !(byte(offset + text.utf8.count).map(Self.isWord) ?? false)
  }

  private mutating func skip(while fits: (UInt8) -> Bool) {
    while let byte = byte(offset), fits(byte) { step() }
  }

  private mutating func step() {
    if byte(offset) == UInt8(ascii: "\n") {
      line += 1
      isFirstOfLine = true
    }
    offset += 1
  }

  private mutating func skipSpace() {
    while offset < bytes.count {
      if isSpace(at: offset) || bytes[offset] == UInt8(ascii: "\r") {
        step()
      } else if bytes[offset...].starts(with: "//".utf8) {
        skip { $0 != UInt8(ascii: "\n") }
      } else if bytes[offset...].starts(with: "/*".utf8) {
        skipComment()
      } else {
        return
      }
    }
  }

  private mutating func skipComment() {
    var depth = 0
    repeat {
      if bytes[offset...].starts(with: "/*".utf8) {
        depth += 1
        offset += 2
      } else if bytes[offset...].starts(with: "*/".utf8) {
        depth -= 1
        offset += 2
      } else {
        step()
      }
    } while depth > 0 && offset < bytes.count
  }

  /// Moves behind the `#endif` of an `#if`; both begin a line.
  private mutating func skipConditionalCode() {
    var depth = 0
    repeat {
      if takes("#if") { depth += 1 }
      if takes("#endif") { depth -= 1 }
      skip { $0 != UInt8(ascii: "\n") }
      skipSpace()
    } while depth > 0 && offset < bytes.count
  }

  /// Moves behind a string, with what it interpolates.
  private mutating func skipString() {
    let hashes = count(of: UInt8(ascii: "#"))
    offset += hashes
    let isMultiline = bytes[offset...].starts(with: "\"\"\"".utf8)
    let end = Array(repeating: UInt8(ascii: "\""), count: isMultiline ? 3 : 1)
    let mark = Array(repeating: UInt8(ascii: "#"), count: hashes)
    offset += end.count
    while offset < bytes.count {
      if bytes[offset...].starts(with: end + mark) {
        offset += end.count + hashes
        return
      }
      guard bytes[offset...].starts(with: [UInt8(ascii: "\\")] + mark) else {
        step()
        continue
      }
      offset += 1 + hashes
      guard byte(offset) == UInt8(ascii: "(") else {
        step()
        continue
      }
      skipInterpolation()
    }
  }

  private func count(of wanted: UInt8) -> Int {
    bytes[offset...].prefix { $0 == wanted }.count
  }

  private mutating func skipInterpolation() {
    var depth = 0
    repeat {
      switch bytes[offset] {
      case UInt8(ascii: "("): depth += 1
      case UInt8(ascii: ")"): depth -= 1
      case UInt8(ascii: "\""):
        skipString()
        continue
      default: break
      }
      step()
    } while depth > 0 && offset < bytes.count
  }
}
