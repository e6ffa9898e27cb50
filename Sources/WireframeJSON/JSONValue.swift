internal import WireframeRoutes

/// A value of JSON, or of a property list, which is read to the same kinds.
package struct JSONValue: Sendable {
  package indirect enum Content: Sendable {
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case list([JSONValue])
    case object([Member])
    /// What no file has a use for, in words: null, dates, data.
    case other(String)
  }

  package struct Member: Sendable {
    package let key: String
    /// The byte where the key begins; nil in a binary property list.
    package let offset: Int?
    package let value: JSONValue

    package init(key: String, offset: Int?, value: JSONValue) {
      (self.key, self.offset, self.value) = (key, offset, value)
    }
  }

  package let content: Content
  /// The byte where the value begins; nil in a binary property list, where no reader could find it.
  package let offset: Int?

  package init(_ content: Content, offset: Int? = nil) {
    (self.content, self.offset) = (content, offset)
  }

  /// The value in a fault's words: scalars as they are, containers by their kind.
  package var found: String {
    switch content {
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let text): text.inQuotes
    case .list: "a list"
    case .object: "an object"
    case .other(let kind): kind
    }
  }
}

/// Why a text or a file cannot be read.
package struct SyntaxFault: Error {
  /// The byte where reading failed; nil for the whole, and in a binary property list.
  package let offset: Int?
  package let found: String
  package let allowed: String

  package init(offset: Int?, found: String, allowed: String) {
    (self.offset, self.found, self.allowed) = (offset, found, allowed)
  }

  package static func notUTF8(at offset: Int) -> Self {
    Self(offset: offset, found: "bytes that are not UTF-8", allowed: "text in UTF-8")
  }
}

/// How much a text from outside may hold: far more than any app has, and little enough to read at once.
package enum SyntaxLimits {
  /// The most lists and objects inside one another.
  package static let depth = 32
  /// The most values, each counted as often as a binary property list refers to it.
  package static let values = 1 << 17
}

/// What a reader of any format keeps in mind: how much it has read, and which keys the objects around have already.
package struct SyntaxState {
  private var values = 0
  /// The keys of each list and object around; a list has none.
  private var keys: [Set<String>] = []

  package init() {}

  /// Counts a value.
  package mutating func addValue(at offset: Int?) throws(SyntaxFault) {
    values += 1
    guard values <= SyntaxLimits.values else {
      throw SyntaxFault(
        offset: offset, found: "one more", allowed: "at most \(SyntaxLimits.values) values")
    }
  }

  /// Goes into a list or an object.
  package mutating func enter(at offset: Int?) throws(SyntaxFault) {
    guard keys.count < SyntaxLimits.depth else {
      throw SyntaxFault(
        offset: offset, found: "one more",
        allowed: "at most \(SyntaxLimits.depth) lists and objects inside one another")
    }
    keys.append([])
  }

  /// Goes out of the innermost list or object.
  package mutating func leave() { keys.removeLast() }

  /// Adds a member to the innermost object. A key that the object has already would have two readings.
  package mutating func add(
    _ member: JSONValue.Member, to members: inout [JSONValue.Member]
  ) throws(SyntaxFault) {
    guard keys[keys.count - 1].insert(member.key).inserted else {
      throw SyntaxFault(
        offset: member.offset, found: "the key \(member.key.inQuotes) once more",
        allowed: "each key once")
    }
    members.append(member)
  }
}

/// Where the lines of a text begin.
package struct TextLines: Sendable {
  private let starts: [Int]

  package init(_ bytes: [UInt8]) {
    var starts = [0]
    var offset = 0
    // Not 'for': without optimization, an iterator takes many times as long for a large file.
    while offset < bytes.count {
      if bytes[offset] == UInt8(ascii: "\n") { starts.append(offset + 1) }
      offset += 1
    }
    self.starts = starts
  }

  /// Line and column of a byte, both counted from 1, the column in bytes.
  package func place(of offset: Int) -> (line: Int, column: Int) {
    var (low, high) = (0, starts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, offset - starts[low] + 1)
  }
}

extension String {
  /// The text of a file, unless it is not stream-safe (UAX #15): comparing it takes the square of the marks in a row.
  package func streamSafe(at offset: Int?) throws(SyntaxFault) -> String {
    var marks = 0
    let isSafe = unicodeScalars.allSatisfy { scalar in
      marks = scalar.properties.canonicalCombiningClass == .notReordered ? 0 : marks + 1
      return marks <= 30
    }
    if isSafe { return self }
    throw SyntaxFault(offset: offset, found: "31 combining marks in a row", allowed: "at most 30")
  }
}

extension [UInt8] {
  /// The offset of the first bytes that are not UTF-8; nil if there are none.
  package var firstOffsetBeyondUTF8: Int? {
    if Array(String(decoding: self, as: UTF8.self).utf8) == self { return nil }
    var parser = Unicode.UTF8.ForwardParser()
    var rest = makeIterator()
    var offset = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let scalar): offset += scalar.count
      case .emptyInput: return nil
      case .error: return offset
      }
    }
  }

  /// Where the text begins: behind a byte order mark, if there is one.
  package var startOfText: Int { starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0 }
}

extension UInt8 {
  /// Space, tab, line feed and carriage return: the space of JSON and of XML.
  package var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
