#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

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
      guard isBinary else { throw Self.unreadable }
    } else {
      guard isUTF8 else { throw Self.unreadable }
      try tags.walk()
    }
    do {
      let node = try PropertyListDecoder().decode(PropertyListNode.self, from: Data(bytes))
      return (node.value, tags.faults)
    } catch let fault as ConfigurationSyntaxFault {
      throw fault
    } catch {
      throw Self.unreadable
    }
  }

  private static let unreadable = ConfigurationSyntaxFault(
    offset: nil, found: "text that cannot be read", allowed: "a property list")

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
/// What stands in a comment or in CDATA may open a container here, but never close one: whoever tries to
/// mislead the walk is found to be deeper than he is.
private struct PropertyListTags {
  private let bytes: [UInt8]
  /// The keys of each open container.
  private var keys: [Set<[UInt8]>] = []
  private(set) var faults: [ConfigurationSyntaxFault] = []

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func walk() throws(ConfigurationSyntaxFault) {
    var offset = 0
    var endOfSilence: String?
    while offset < bytes.count {
      let rest = bytes[offset...]
      if let end = endOfSilence, rest.starts(with: end.utf8) { endOfSilence = nil }
      offset += 1
      guard rest.first == UInt8(ascii: "<") else { continue }
      if rest.starts(with: "<dict".utf8) || rest.starts(with: "<array".utf8) {
        try open(rest)
      } else if endOfSilence != nil {
        continue
      } else if rest.starts(with: "</dict".utf8) || rest.starts(with: "</array".utf8) {
        _ = keys.popLast()
      } else if rest.starts(with: "<key>".utf8) {
        note(key: rest.dropFirst(5).prefix { $0 != UInt8(ascii: "<") }, at: rest.startIndex)
      } else if rest.starts(with: "<!--".utf8) {
        endOfSilence = "-->"
        offset += 3  // `<!-->` does not end itself
      } else if rest.starts(with: "<![CDATA[".utf8) {
        endOfSilence = "]]>"
      }
    }
  }

  private mutating func open(_ tag: ArraySlice<UInt8>) throws(ConfigurationSyntaxFault) {
    let behindName = tag.dropFirst().drop(while: \.isLetter).drop(while: \.isJSONSpace)
    guard !behindName.starts(with: "/>".utf8) else { return }
    guard keys.count < ConfigurationLimits.depth else { throw .tooDeep(at: tag.startIndex) }
    keys.append([])
  }

  private mutating func note(key: ArraySlice<UInt8>, at offset: Int) {
    guard let last = keys.indices.last, !keys[last].insert(Array(key)).inserted else { return }
    let text = String(decoding: key, as: UTF8.self)
    faults.append(.repeated(text, at: offset))
  }
}
