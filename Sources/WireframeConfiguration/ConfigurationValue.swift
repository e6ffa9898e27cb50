internal import WireframeCore

/// A value of a configuration file, of either format.
struct ConfigurationValue: Sendable {
  indirect enum Content: Sendable {
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case list([ConfigurationValue])
    case object([Member])
    /// What neither format's schema has a use for: null, dates, data.
    case other(String)
  }

  struct Member: Sendable {
    let key: String
    /// Where the key begins.
    let offset: Int?
    let value: ConfigurationValue
  }

  let content: Content
  /// Where the value begins, in bytes; nil for a property list, whose reader does not tell.
  let offset: Int?

  init(_ content: Content, offset: Int? = nil) {
    self.content = content
    self.offset = offset
  }

  /// The value in a fault's words: scalars as they are, containers by their kind.
  var found: String {
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

/// Why a file cannot be read at all, or what is wrong with its writing.
struct ConfigurationSyntaxFault: Error {
  let offset: Int?
  let found: String
  let allowed: String

  static func repeated(_ key: String, at offset: Int?) -> Self {
    Self(offset: offset, found: "the key \(key.inQuotes) once more", allowed: "each key once")
  }

  static func tooDeep(at offset: Int?) -> Self {
    Self(
      offset: offset, found: "one more",
      allowed: "at most \(ConfigurationLimits.depth) lists and objects inside one another")
  }
}

/// How large a file may be: far more than any app has, and little enough to read at once.
enum ConfigurationLimits {
  /// The most bytes of a file.
  static let size = 1 << 20
  /// The most lists and objects inside one another.
  static let depth = 32
  /// The most values of a property list, whose binary form may name one object many times.
  static let values = 1 << 17
}

/// A configuration file's text as values, from whichever format it is in.
struct ConfigurationText {
  let bytes: [UInt8]
  private let lineStarts: [Int]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    lineStarts =
      [0] + bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// Line and column of a byte, both counted from 1, the column in bytes.
  func place(of offset: Int) -> (line: Int, column: Int) {
    var (low, high) = (0, lineStarts.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, offset - lineStarts[low] + 1)
  }

  /// The root value, and what is wrong with the writing although it can be read.
  func read() throws(ConfigurationSyntaxFault) -> (
    root: ConfigurationValue, faults: [ConfigurationSyntaxFault]
  ) {
    guard bytes.count <= ConfigurationLimits.size else {
      throw ConfigurationSyntaxFault(
        offset: nil, found: "\(bytes.count) bytes",
        allowed: "at most \(ConfigurationLimits.size) bytes")
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    let first = bytes[start...].first { !$0.isJSONSpace }
    if first == UInt8(ascii: "<") || bytes.starts(with: "bplist".utf8) {
      return try PropertyListReader(bytes).read()
    }
    guard String(decoding: bytes, as: UTF8.self).utf8.elementsEqual(bytes) else {
      throw ConfigurationSyntaxFault(
        offset: nil, found: "bytes that are not UTF-8", allowed: "JSON or a property list")
    }
    var reader = JSONReader(bytes, from: start)
    return (try reader.read(), reader.faults)
  }
}

extension UInt8 {
  /// Space, tab, line feed and carriage return.
  var isJSONSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }
}
