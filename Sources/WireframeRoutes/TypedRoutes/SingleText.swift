#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Why a text cannot be read as a value, or a value be written as a text.
package enum TextFault: Error {
  /// The text is of no value of the type, or no text gives the value back.
  case unfit
  /// Values of the type are more than one text.
  case noSingleText
}

/// Reads and writes values that are one text each. Nothing that a text holds traps.
package enum SingleText: Sendable {
  package static func read<T: Decodable>(_ type: T.Type, from text: String) throws(TextFault) -> T {
    let value: Any? =
      switch type {
      case let type as any RouteTextConvertible.Type: type.init(routeText: text)
      case is URL.Type: URL(string: text).flatMap { $0.absoluteString == text ? $0 : nil }
      case is Date.Type: DateText.date(of: text)
      case let type as any FixedWidthInteger.Type: integer(type, from: text)
      case is Float.Type:
        Double(routeText: text).flatMap { _ in Float(text) }.flatMap { $0.isFinite ? $0 : nil }
      case is Decimal.Type: throw .noSingleText
      default: try decode(type, from: text)
      }
    guard let value = value as? T else { throw .unfit }
    return value
  }

  /// The text of a value, if reading the text gives the same value.
  package static func write<T: Encodable>(_ value: T) throws(TextFault) -> String {
    let text = try unchecked(value)
    if let type = T.self as? any Decodable.Type, !reads(type, from: text, as: value) {
      throw .unfit
    }
    return text
  }

  private static func unchecked<T: Encodable>(_ value: T) throws(TextFault) -> String {
    switch value {
    case let value as any RouteTextConvertible: return value.routeText
    case let value as URL: return value.absoluteString
    case let value as Date:
      guard let text = DateText.text(of: value) else { throw .unfit }
      return text
    case let value as any FixedWidthInteger: return "\(value)"
    case let value as Float: return PlainDecimal.text(of: "\(value)")
    case is Decimal: throw .noSingleText
    default: return try encode(value)
    }
  }

  private static func reads<T: Decodable>(_ type: T.Type, from text: String, as value: Any) -> Bool
  {
    guard let read = try? read(type, from: text) else { return false }
    guard let value = value as? any Equatable else { return true }
    return isEqual(value, read)
  }

  /// Digits, with a sign for a signed type, as the built-in types are read.
  private static func integer<T: FixedWidthInteger>(_ type: T.Type, from text: String) -> T? {
    let digits = T.isSigned && "+-".contains(text.prefix(1)) ? text.dropFirst() : text[...]
    guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return nil }
    return T(text)
  }

  private static func decode<T: Decodable>(
    _ type: T.Type, from text: String
  ) throws(TextFault) -> T {
    do {
      return try T(from: SingleTextDecoder(text: text))
    } catch {
      // What a type's own `init(from:)` throws is about the text.
      throw error as? TextFault ?? .unfit
    }
  }

  private static func encode(_ value: some Encodable) throws(TextFault) -> String {
    let result = SingleTextEncoder.Result()
    do {
      try value.encode(to: SingleTextEncoder(result: result))
    } catch {
      throw error as? TextFault ?? .unfit
    }
    guard let text = result.text, !result.isRefused else { throw .noSingleText }
    return text
  }
}

/// Whether two values of any type are equal.
func isEqual<T: Equatable>(_ value: T, _ other: Any) -> Bool {
  guard let other = other as? T else { return false }
  return other == value
}

/// A type that codes itself as a list of texts.
package protocol TextList {
  /// Reads one element for each text.
  static func read(_ texts: [String]) throws(TextFault) -> Self
  /// Reads a list of one element, for the check of a type; nil if none of the texts can be read.
  static func sample(of texts: [String]) throws(TextFault) -> Self?
}

extension Array: TextList where Element: Decodable {
  package static func read(_ texts: [String]) throws(TextFault) -> [Element] {
    var values: [Element] = []
    for text in texts { values.append(try SingleText.read(Element.self, from: text)) }
    return values
  }

  package static func sample(of texts: [String]) throws(TextFault) -> [Element]? {
    try SingleText.sample(Element.self, of: texts).map { [$0] }
  }
}

extension SingleText {
  /// The value of the first text that can be read; else the first case of an enum that lists its cases.
  package static func sample<T: Decodable>(_ type: T.Type, of texts: [String]) throws(TextFault)
    -> T?
  {
    for text in texts {
      do throws(TextFault) {
        return try read(type, from: text)
      } catch {
        if case .noSingleText = error { throw error }
      }
    }
    return (type as? any CaseIterable.Type).flatMap { first(of: $0) as? T }
  }

  private static func first<T: CaseIterable>(of type: T.Type) -> Any? { type.allCases.first }
}

/// A list whose elements are written as texts.
protocol WritableTextList { func texts() throws(TextFault) -> [String] }

extension Array: WritableTextList where Element: Encodable {
  func texts() throws(TextFault) -> [String] {
    var texts: [String] = []
    for element in self { texts.append(try SingleText.write(element)) }
    return texts
  }
}

// MARK: - Coders

/// Decodes a type that codes itself as one other value, such as an enum with raw values.
private struct SingleTextDecoder: Decoder, SingleValueDecodingContainer {
  let text: String
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    throw TextFault.noSingleText
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw TextFault.noSingleText }
  func singleValueContainer() -> any SingleValueDecodingContainer { self }
  func decodeNil() -> Bool { false }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try SingleText.read(type, from: text) }
}

/// Encodes a value that codes itself as one other value.
private struct SingleTextEncoder: Encoder, SingleValueEncodingContainer {
  final class Result {
    var text: String?
    /// Whether the value asked for more than one text.
    var isRefused = false
  }

  let result: Result
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    result.isRefused = true
    return KeyedEncodingContainer(RefusedContainer<Key>())
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    result.isRefused = true
    return RefusedContainer<PropertyKey>()
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
  func encodeNil() throws { throw TextFault.noSingleText }
  func encode<T: Encodable>(_ value: T) throws { result.text = try SingleText.write(value) }
}
