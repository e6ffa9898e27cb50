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
      case let type as any FixedWidthInteger.Type: Grammar.integer(text.utf8, type)
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

package func isEqual<T: Equatable>(_ value: T, _ other: Any) -> Bool {
  (other as? T) == value
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
    try texts.map { text throws(TextFault) in try SingleText.read(Element.self, from: text) }
  }

  package static func sample(of texts: [String]) throws(TextFault) -> [Element]? {
    try SingleText.sample(Element.self, of: texts).map { [$0] }
  }
}

protocol WritableTextList { func texts() throws(TextFault) -> [String] }

extension Array: WritableTextList where Element: Encodable {
  func texts() throws(TextFault) -> [String] {
    try map { element throws(TextFault) in try SingleText.write(element) }
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

/// Dates as ISO 8601 has them (RFC 3339): `2026-11-22T08:43:37.25Z`; exact to the last bit.
enum DateText {
  /// The text of a date of the years 1 to 9999, in UTC; nil for others.
  static func text(of date: Date) -> String? {
    let time = date.timeIntervalSinceReferenceDate
    let whole = time.rounded(.down)
    guard firstSecond...lastSecond ~= whole else { return nil }
    let seconds = Int(whole)
    let day = Int((whole / 86_400).rounded(.down))
    let second = seconds - day * 86_400
    let (year, month, dayOfMonth) = civil(day + daysBeforeReferenceDate)
    let fraction = time - whole
    let digits = fraction == 0 ? "" : PlainDecimal.text(of: "\(fraction)").dropFirst()
    return "\(padded(year, 4))-\(padded(month))-\(padded(dayOfMonth))T\(padded(second / 3_600))"
      + ":\(padded(second / 60 % 60)):\(padded(second % 60))\(digits)Z"
  }

  /// The date of a text with seconds and a time zone; nil for any other text.
  static func date(of text: String) -> Date? {
    let bytes = Array(text.utf8)
    // Separators at their offsets, digits between them.
    for (offset, separator) in zip([4, 7, 10, 13, 16], "--T::".utf8) {
      guard bytes.count > 19, bytes[offset] == separator else { return nil }
    }
    guard let year = number(bytes[0..<4]), let month = number(bytes[5..<7]),
      let day = number(bytes[8..<10]), let hour = number(bytes[11..<13]),
      let minute = number(bytes[14..<16]), let second = number(bytes[17..<19]),
      year >= 1, hour < 24, minute < 60, second < 60
    else { return nil }
    let days = days(year, month, day)
    guard day >= 1, civil(days) == (year, month, day) else { return nil }
    var rest = bytes[19...]
    var fraction = 0.0
    if rest.first == UInt8(ascii: ".") {
      let digits = rest.dropFirst().prefix(while: \.isDigit)
      guard !digits.isEmpty else { return nil }
      fraction = Double("0.\(String(decoding: digits, as: UTF8.self))") ?? 0
      rest = rest[digits.endIndex...]
    }
    guard let offset = offset(rest) else { return nil }
    let whole = (days - daysBeforeReferenceDate) * 86_400 + hour * 3_600 + minute * 60 + second
    return Date(timeIntervalSinceReferenceDate: Double(whole - offset) + fraction)
  }

  /// From 1970 to 2001.
  private static let daysBeforeReferenceDate = 11_323
  private static let firstSecond = Double((days(1, 1, 1) - daysBeforeReferenceDate) * 86_400)
  private static let lastSecond = Double(
    (days(10_000, 1, 1) - daysBeforeReferenceDate) * 86_400 - 1)

  /// The seconds of `Z`, `+02:00` or `-05:30`.
  private static func offset(_ text: ArraySlice<UInt8>) -> Int? {
    if text.elementsEqual("Z".utf8) { return 0 }
    guard text.count == 6, let sign = text.first, "+-".utf8.contains(sign),
      text[text.startIndex + 3] == UInt8(ascii: ":"),
      let hours = number(text.dropFirst().prefix(2)), let minutes = number(text.suffix(2)),
      hours < 24, minutes < 60
    else { return nil }
    return (sign == UInt8(ascii: "-") ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    guard digits.allSatisfy(\.isDigit) else { return nil }
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  private static func padded(_ number: Int, _ width: Int = 2) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// The days from 1970-01-01 to a date; years begin in March, so that a leap day is a year's last.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month < 3 ? year - 1 : year
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }

  /// The date so many days from 1970-01-01; the inverse of `days`.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let days = days + 719_468
    let era = days / 146_097
    let rest = days % 146_097
    let yearOfEra = (rest - rest / 1_460 + rest / 36_524 - rest / 146_096) / 365
    let dayOfYear = rest - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let year = era * 400 + yearOfEra + (month < 10 ? 0 : 1)
    return (year, month < 10 ? month + 3 : month - 9, dayOfYear - (153 * month + 2) / 5 + 1)
  }
}
