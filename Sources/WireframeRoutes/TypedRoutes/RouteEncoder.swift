/// Collects the texts of the properties that a value encodes.
final class RouteWriter {
  private(set) var texts = RouteTexts()
  /// Why there is no URL, if a property asked for more than one text; that cannot be thrown at once.
  private(set) var error: RoutingError?
  private let routeType: Any.Type
  private let pattern: RoutePattern

  init(type: Any.Type, pattern: RoutePattern) {
    routeType = type
    self.pattern = pattern
  }

  /// The type's name, which costs more to work out than a URL: only errors need it.
  private var type: String { "\(routeType)" }

  /// Notes the error, and takes what the value encodes there nevertheless.
  func refuse(_ name: String) -> RefusedContainer<PropertyKey> {
    error = error ?? RoutingError(.noSingleText(type: type, property: name), pattern: pattern)
    return RefusedContainer()
  }

  func remove(_ name: String) {
    if texts.path[name] != nil { texts.path[name] = nil }
    if !texts.query.isEmpty { texts.query.removeAll { $0.name.hasSameScalars(as: name) } }
  }

  /// Writes a value of the commonest types, without a look at what the type conforms to: that costs more than the rest.
  func write(text: String?, of name: String) throws {
    remove(name)
    guard let text else { return }
    if pattern.hasName(name) {
      texts.path[name] = .text(text)
    } else if text.utf8.contains(0) {
      // A query holds everything but NUL.
      throw RoutingError(.unfitProperty(type: type, property: name), pattern: pattern)
    } else {
      texts.query.append((name, text))
    }
  }

  func write<T: Encodable>(_ value: T, of name: String, isOptional: Bool = false) throws {
    remove(name)
    let list = value as? any WritableTextList
    if isOptional, list != nil {
      throw RoutingError(.optionalList(type: type, property: name), pattern: pattern)
    }
    do throws(TextFault) {
      let values = if let list { try list.texts() } else { [try SingleText.write(value)] }
      if pattern.hasName(name) {
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

/// The placeholder of keys where there are none.
enum PropertyKey: CodingKey {}

/// Encodes a route's value, whose properties are texts.
struct RouteEncoder: Encoder {
  let writer: RouteWriter
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(WrittenProperties(writer: writer))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { writer.refuse("self") }
  func singleValueContainer() -> any SingleValueEncodingContainer { writer.refuse("self") }
}

private struct WrittenProperties<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let writer: RouteWriter
  var codingPath: [any CodingKey] { [] }

  func encodeNil(forKey key: Key) { writer.remove(key.stringValue) }

  // Also serves the requirements with a type of their own.
  func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try writer.write(value, of: key.stringValue)
  }

  func encode(_ value: String, forKey key: Key) throws {
    try writer.write(text: value, of: key.stringValue)
  }

  func encode(_ value: Int, forKey key: Key) throws {
    try writer.write(text: value.routeText, of: key.stringValue)
  }

  func encodeIfPresent(_ value: String?, forKey key: Key) throws {
    try writer.write(text: value, of: key.stringValue)
  }

  func encodeIfPresent(_ value: Int?, forKey key: Key) throws {
    try writer.write(text: value?.routeText, of: key.stringValue)
  }

  func encodeIfPresent<T: Encodable>(_ value: T?, forKey key: Key) throws {
    guard let value else { return writer.remove(key.stringValue) }
    try writer.write(value, of: key.stringValue, isOptional: true)
  }

  func nestedContainer<Nested>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { writer.refuse(key.stringValue).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    writer.refuse(key.stringValue)
  }

  func superEncoder() -> any Encoder { writer.refuse("super") }
  func superEncoder(forKey key: Key) -> any Encoder { writer.refuse(key.stringValue) }
}

/// Takes what a value encodes after it was refused, and drops it: a container cannot be refused by throwing.
struct RefusedContainer<Key: CodingKey>: Encoder, KeyedEncodingContainerProtocol,
  UnkeyedEncodingContainer, SingleValueEncodingContainer
{
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }
  var count: Int { 0 }

  func encodeNil() {}
  func encodeNil(forKey key: Key) {}
  func encode<T: Encodable>(_ value: T) {}
  func encode<T: Encodable>(_ value: T, forKey key: Key) {}

  func container<Other>(keyedBy type: Other.Type) -> KeyedEncodingContainer<Other> {
    KeyedEncodingContainer(RefusedContainer<Other>())
  }

  func nestedContainer<Other>(keyedBy type: Other.Type) -> KeyedEncodingContainer<Other> {
    container(keyedBy: type)
  }

  func nestedContainer<Other>(
    keyedBy type: Other.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Other> { container(keyedBy: type) }

  func unkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { self }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { self }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }
  func superEncoder() -> any Encoder { self }
  func superEncoder(forKey key: Key) -> any Encoder { self }
}
