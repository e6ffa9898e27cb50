#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif
internal import WireframeCore

/// Reads property lists, as XML or binary, by Foundation's decoder.
///
/// The decoder's XML parser calls itself for every container, however deep, and takes the last of two equal
/// keys in silence: a walk along the tags looks for both before.
struct PropertyListReader {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func read() throws(ConfigurationSyntaxFault) -> (
    root: ConfigurationValue, faults: [ConfigurationSyntaxFault]
  ) {
    var tags = PropertyListTags(bytes)
    if bytes.starts(with: "bplist".utf8) {
      guard isBinary else { throw .unreadableList }
    } else {
      guard isUTF8 else { throw .unreadableList }
      try tags.walk()
    }
    do {
      let node = try PropertyListDecoder().decode(PropertyListNode.self, from: Data(bytes))
      return (node.value, tags.faults)
    } catch let fault as ConfigurationSyntaxFault {
      throw fault
    } catch {
      throw .unreadableList
    }
  }

  /// Whether the decoder takes the file as binary: what is shorter it would read as the old ASCII format, by
  /// another parser that calls itself.
  private var isBinary: Bool { bytes.starts(with: "bplist0".utf8) && bytes.count > 40 }

  /// Whether the tags are what they look like: in another encoding they could be spelt otherwise.
  private var isUTF8: Bool {
    let head = String(decoding: bytes.prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
    guard let encoding = head.asciiLowercased.firstRange(of: "encoding=") else { return true }
    return head.asciiLowercased[encoding.upperBound...].dropFirst().hasPrefix("utf-8")
  }
}

/// A value of a property list, and how many it holds.
private struct PropertyListNode: Decodable {
  let value: ConfigurationValue
  private let count: Int

  init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= ConfigurationLimits.depth else {
      throw ConfigurationSyntaxFault.tooDeep(at: nil)
    }
    var count = 1
    func add(_ node: PropertyListNode) throws -> ConfigurationValue {
      count += node.count
      guard count <= ConfigurationLimits.values else {
        throw ConfigurationSyntaxFault(
          offset: nil, found: "one more", allowed: "at most \(ConfigurationLimits.values) values")
      }
      return node.value
    }
    if let object = try? decoder.container(keyedBy: Key.self) {
      let keys = object.allKeys.sorted { $0.stringValue < $1.stringValue }
      value = ConfigurationValue(
        .object(
          try keys.map { key in
            let node = try object.decode(PropertyListNode.self, forKey: key)
            return .init(key: key.stringValue, offset: nil, value: try add(node))
          }))
    } else if var list = try? decoder.unkeyedContainer() {
      var elements: [ConfigurationValue] = []
      while !list.isAtEnd { elements.append(try add(list.decode(PropertyListNode.self))) }
      value = ConfigurationValue(.list(elements))
    } else {
      value = ConfigurationValue(Self.scalar(try decoder.singleValueContainer()))
    }
    self.count = count
  }

  private static func scalar(
    _ container: any SingleValueDecodingContainer
  ) -> ConfigurationValue.Content {
    if let bool = try? container.decode(Bool.self) { return .bool(bool) }
    if let int = try? container.decode(Int.self) { return .int(int) }
    if let double = try? container.decode(Double.self) { return .double(double) }
    if let text = try? container.decode(String.self) { return .string(text) }
    return .other("a date, or data")
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// The tags of an XML property list, walked along without calling oneself.
///
/// Tags are taken apart as the decoder does: a tag goes to the next `>`, its name to the first space. Comments
/// and other text that is no tag are jumped over; what the decoder could read otherwise is refused.
private struct PropertyListTags {
  private let bytes: [UInt8]
  /// The keys of each open container.
  private var keys: [Set<String>] = []
  private var isInList = false
  private(set) var faults: [ConfigurationSyntaxFault] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func walk() throws(ConfigurationSyntaxFault) {
    var offset = 0
    while let start = bytes[offset...].firstIndex(of: UInt8(ascii: "<")) {
      let rest = bytes[start...]
      if rest.starts(with: "<!--".utf8) {
        offset = try end("-->", from: start + 4)  // `<!-->` does not end itself
      } else if rest.starts(with: "<![CDATA[".utf8) {
        offset = try end("]]>", from: start + 9)
      } else if rest.starts(with: "<?".utf8) {
        offset = try end("?>", from: start + 2)
      } else {
        offset = try end(">", from: start + 1)
        try read(bytes[start + 1..<offset - 1])
      }
    }
  }

  /// Where the text goes on behind a mark.
  private func end(_ mark: String, from start: Int) throws(ConfigurationSyntaxFault) -> Int {
    var rest = bytes[min(start, bytes.count)...]
    let mark = Array(mark.utf8)
    while let place = rest.firstIndex(of: mark[0]) {
      rest = rest[place...]
      if rest.starts(with: mark) { return place + mark.count }
      rest = rest.dropFirst()
    }
    throw .unreadableList
  }

  /// Reads a tag, from its name to before the `>`.
  private mutating func read(_ tag: ArraySlice<UInt8>) throws(ConfigurationSyntaxFault) {
    let isEmpty = tag.last == UInt8(ascii: "/")
    let name = (isEmpty ? tag.dropLast() : tag).prefix { !$0.isJSONSpace }
    switch String(decoding: name, as: UTF8.self) {
    case "dict", "array":
      guard !isEmpty else { return }
      guard keys.count < ConfigurationLimits.depth else { throw .tooDeep(at: tag.startIndex - 1) }
      keys.append([])
    case "/dict", "/array":
      _ = keys.popLast()
    case "key":
      try note(key: isEmpty ? [] : bytes[(tag.endIndex + 1)...], at: tag.startIndex - 1)
    case "plist":
      // The decoder calls itself for one inside another.
      guard !isInList else { throw .unreadableList }
      isInList = true
    case "!DOCTYPE":
      // In brackets declarations follow, of which the decoder knows none.
      guard !tag.contains(UInt8(ascii: "[")) else { throw .unreadableList }
    default: break
    }
  }

  private mutating func note(
    key rest: ArraySlice<UInt8>, at offset: Int
  ) throws(ConfigurationSyntaxFault) {
    let key = rest.prefix { $0 != UInt8(ascii: "<") }
    let text = String(decoding: key, as: UTF8.self)
    // Spelt so, one key could look like two.
    if key.contains(UInt8(ascii: "&")) || rest[key.endIndex...].starts(with: "<!".utf8) {
      faults.append(
        ConfigurationSyntaxFault(
          offset: offset, found: "the key \(text.inQuotes) with more than plain text",
          allowed: "a key without references and CDATA"))
    } else if let last = keys.indices.last, !keys[last].insert(text).inserted {
      faults.append(.repeated(text, at: offset))
    }
  }
}

extension ConfigurationSyntaxFault {
  fileprivate static let unreadableList = Self(
    offset: nil, found: "text that cannot be read", allowed: "a property list")
}
