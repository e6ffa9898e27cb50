/// Answers the properties that a type's `init(from:)` asks for: out of a URL, or with placeholders.
package protocol PropertyReader: AnyObject {
  var names: [String] { get }
  func has(_ name: String) -> Bool
  /// As `!has(_:)`; asked for properties that are optional.
  func isNil(_ name: String) -> Bool
  /// The one text of a name, if a `String` or an `Int` can be read out of it without a look at its type; else nil.
  func text(of name: String) -> String?
  func value<T: Decodable>(_ type: T.Type, of name: String) throws -> T
  func valueIfPresent<T: Decodable>(_ type: T.Type, of name: String) throws -> T?
  /// The error for a property that asks for more than one text.
  func refusal(of name: String) -> any Error
}

extension PropertyReader {
  package func isNil(_ name: String) -> Bool { !has(name) }
  package func text(of name: String) -> String? { nil }
}

/// Reads properties out of a URL's texts; nothing that a URL holds traps.
final class TextReader: PropertyReader {
  private let texts: RouteTexts
  private let routeType: Any.Type
  private let pattern: RoutePattern

  init(_ texts: RouteTexts, type: Any.Type, pattern: RoutePattern) {
    self.texts = texts
    routeType = type
    self.pattern = pattern
  }

  /// The type's name, which costs more to work out than a value: only errors need it.
  private var type: String { "\(routeType)" }

  // A name of the pattern is never filled from the query.
  var names: [String] {
    texts.path.all.map(\.name) + texts.query.map(\.name).filter { !pattern.hasName($0) }
  }

  func has(_ name: String) -> Bool {
    texts.path[name] != nil
      || !pattern.hasName(name) && texts.query.contains { $0.name.hasSameScalars(as: name) }
  }

  func text(of name: String) -> String? {
    if case .text(let text)? = texts.path[name] { return text }
    let index = texts.query.firstIndex { $0.name.hasSameScalars(as: name) }
    guard let index, !pattern.hasName(name) else { return nil }
    let isAlone = !texts.query[(index + 1)...].contains { $0.name.hasSameScalars(as: name) }
    return isAlone ? texts.query[index].text : nil
  }

  func refusal(of name: String) -> any Error {
    RoutingError(.noSingleText(type: type, property: name), pattern: pattern)
  }

  func valueIfPresent<T: Decodable>(_ type: T.Type, of name: String) throws -> T? {
    has(name) ? try value(type, of: name) : nil
  }

  func value<T: Decodable>(_ type: T.Type, of name: String) throws -> T {
    let kind: RoutingError.ValueKind = pattern.hasName(name) ? .path : .query
    let (found, isCatchAll) = find(name, in: kind)
    let list = type as? any TextList.Type
    do {
      if let list, kind == .query || isCatchAll || found.isEmpty {
        if let value = try list.read(found) as? T { return value }
      } else if found.isEmpty, !isCatchAll {
        throw RoutingError(
          .missingValue(kind, name: name, type: "\(type)", names: pattern.names), pattern: pattern)
      } else if found.count > 1, kind == .query {
        throw RoutingError(.repeatedItem(type: self.type, property: name), pattern: pattern)
      } else if !isCatchAll, list == nil {
        return try SingleText.read(type, from: found[0])
      }
    } catch TextFault.noSingleText {
      throw refusal(of: name)
    } catch TextFault.unfit {}
    throw RoutingError(.unfitValue(kind, name: name, type: "\(type)"), pattern: pattern)
  }

  private func find(
    _ name: String, in kind: RoutingError.ValueKind
  ) -> (texts: [String], isCatchAll: Bool) {
    switch texts.path[name] {
    case .text(let text)?: ([text], false)
    case .list(let list)?: (list, true)
    case nil where kind == .path: ([], false)
    // Byte by byte the same, as all keys are compared.
    case nil: (texts.query.filter { $0.name.hasSameScalars(as: name) }.map(\.text), false)
    }
  }
}

// MARK: - The decoder

/// Decodes a route's type, whose properties are texts.
package struct RouteDecoder: Decoder {
  let reader: any PropertyReader
  package var codingPath: [any CodingKey] { [] }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  package init(reader: any PropertyReader) { self.reader = reader }

  package func container<Key>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(ReadProperties(reader: reader))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    throw reader.refusal(of: "self")
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer {
    throw reader.refusal(of: "self")
  }
}

private struct ReadProperties<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let reader: any PropertyReader
  var codingPath: [any CodingKey] { [] }
  var allKeys: [Key] { Set(reader.names).sorted().compactMap(Key.init) }

  func contains(_ key: Key) -> Bool { reader.has(key.stringValue) }
  func decodeNil(forKey key: Key) -> Bool { reader.isNil(key.stringValue) }

  // Also serves the requirements with a type of their own.
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T {
    try reader.value(type, of: key.stringValue)
  }

  // Of `Int` and the like the standard library asks the three above.
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try reader.valueIfPresent(type, of: key.stringValue)
  }

  // The commonest types, without a look at what they conform to, which costs more than all else.
  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    let name = key.stringValue
    return try reader.text(of: name) ?? reader.value(type, of: name)
  }

  func decode(_ type: Int.Type, forKey key: Key) throws -> Int {
    let name = key.stringValue
    return try reader.text(of: name).flatMap(Int.init(routeText:)) ?? reader.value(type, of: name)
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    let name = key.stringValue
    return try reader.text(of: name) ?? reader.valueIfPresent(type, of: name)
  }

  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    let name = key.stringValue
    return try reader.text(of: name).flatMap(Int.init(routeText:))
      ?? reader.valueIfPresent(type, of: name)
  }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { throw reader.refusal(of: key.stringValue) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    throw reader.refusal(of: key.stringValue)
  }

  func superDecoder() throws -> any Decoder { throw reader.refusal(of: "super") }
  func superDecoder(forKey key: Key) throws -> any Decoder {
    throw reader.refusal(of: key.stringValue)
  }
}
