internal import WireframeCore

/// Collects the texts of the properties that a value encodes.
final class RouteWriter {
  private(set) var texts = RouteTexts()
  /// Why there is no URL, if a property asked for more than one text; that cannot be thrown at once.
  private(set) var error: RoutingError?
  private let type: String
  private let pattern: RoutePattern

  init(type: String, pattern: RoutePattern) {
    self.type = type
    self.pattern = pattern
  }

  func refuse(_ name: String) {
    error = error ?? RoutingError(.noSingleText(type: type, property: name), pattern: pattern)
  }

  /// Notes that a property has no value.
  func remove(_ name: String) {
    texts.path[name] = nil
    texts.query.removeAll { $0.name == name }
  }

  func write<T: Encodable>(_ value: T, of name: String, isOptional: Bool = false) throws {
    remove(name)
    let list = value as? any WritableTextList
    if isOptional, list != nil {
      throw RoutingError(.optionalList(type: type, property: name), pattern: pattern)
    }
    do throws(TextFault) {
      let values = if let list { try list.texts() } else { [try SingleText.write(value)] }
      if pattern.names.contains(name) {
        texts.path[name] = list == nil ? .text(values[0]) : .list(values)
      } else {
        // A query holds everything but NUL.
        guard !values.contains(where: { $0.utf8.contains(0) }) else { throw TextFault.unfit }
        texts.query += values.map { (name: name, text: $0) }
      }
    } catch {
      throw switch error {
      case .unfit: RoutingError(.unfitProperty(type: type, property: name), pattern: pattern)
      case .noSingleText: RoutingError(.noSingleText(type: type, property: name), pattern: pattern)
      }
    }
  }
}

/// Encodes a route's value, whose properties are texts.
struct RouteEncoder: Encoder {
  let writer: RouteWriter
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(WrittenProperties(writer: writer))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    writer.refuse("self")
    return RefusedList()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    writer.refuse("self")
    return RefusedValue()
  }
}

private struct WrittenProperties<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: RouteWriter
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { writer.remove(key.stringValue) }

  // These two are all of the requirements with a type of their own, too.
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try writer.write(value, of: key.stringValue)
  }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    guard let value else { return writer.remove(key.stringValue) }
    try writer.write(value, of: key.stringValue, isOptional: true)
  }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    writer.refuse(key.stringValue)
    return KeyedEncodingContainer(RefusedProperties())
  }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    writer.refuse(key.stringValue)
    return RefusedList()
  }

  func superEncoder() -> any Encoder { superEncoder(named: "super") }
  func superEncoder(forKey key: Key) -> any Encoder { superEncoder(named: key.stringValue) }

  private func superEncoder(named name: String) -> any Encoder {
    writer.refuse(name)
    return RefusedValue()
  }
}

// MARK: - What is refused

// A container cannot be refused at once: these take what is encoded, and drop it.

struct RefusedProperties<Key: CodingKey>: KeyedEncodingContainerProtocol {
  var codingPath: [any CodingKey] { [] }
  func encodeNil(forKey key: Key) {}
  func encode<T: Encodable>(_ value: T, forKey key: Key) {}

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { KeyedEncodingContainer(RefusedProperties<Nested>()) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { RefusedList() }
  func superEncoder() -> any Encoder { RefusedValue() }
  func superEncoder(forKey key: Key) -> any Encoder { RefusedValue() }
}

struct RefusedList: UnkeyedEncodingContainer {
  var codingPath: [any CodingKey] { [] }
  var count: Int { 0 }
  func encodeNil() {}
  func encode<T: Encodable>(_ value: T) {}

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> { KeyedEncodingContainer(RefusedProperties()) }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { RefusedList() }
  func superEncoder() -> any Encoder { RefusedValue() }
}

struct RefusedValue: Encoder, SingleValueEncodingContainer {
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(RefusedProperties())
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { RefusedList() }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }
  func encodeNil() {}
  func encode<T: Encodable>(_ value: T) {}
}
