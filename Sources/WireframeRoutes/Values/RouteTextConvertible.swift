#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type that a path value or a query value can be read as: `let id: Int = try route["id"]`; and written from, for
/// URLs that the app makes.
///
/// `String`, `Int`, `Int64`, `UInt`, `UInt64`, `Double`, `Bool` and `UUID` are ready; an enum with
/// raw values needs only the conformance:
///
/// ```swift
/// enum Section: String, RouteTextConvertible { case orders, addresses, payment }
///
/// let section: Section = try route["section"]
/// ```
///
/// Reading a value's ``routeText`` has to give the same value. A conformance belongs to no actor: in a module
/// whose default isolation is the main actor, a type that declares it does not, either.
public protocol RouteTextConvertible: SendableMetatype {
  /// Reads a decoded text; nil if it does not fit the type.
  ///
  /// - Parameter routeText: The decoded segment or query value.
  init?(routeText: String)

  /// The text of the value, not encoded.
  var routeText: String { get }
}

extension RouteTextConvertible where Self: RawRepresentable, RawValue: RouteTextConvertible {
  /// Reads the raw value; nil if there is no such case.
  public init?(routeText: String) {
    guard let raw = RawValue(routeText: routeText) else { return nil }
    self.init(rawValue: raw)
  }

  /// The raw value's text.
  public var routeText: String { rawValue.routeText }
}

extension String: RouteTextConvertible {
  /// Takes the text as it is.
  public init?(routeText: String) { self = routeText }

  /// The text itself.
  public var routeText: String { self }
}

extension RouteTextConvertible where Self: FixedWidthInteger {
  /// Reads `[+-]?[0-9]+`; an unsigned type takes no sign.
  public init?(routeText: String) {
    guard let value = Grammar.integer(routeText.utf8, Self.self) else { return nil }
    self = value
  }

  /// The decimal digits.
  public var routeText: String { "\(self)" }
}

extension Int: RouteTextConvertible {}
extension Int64: RouteTextConvertible {}
extension UInt: RouteTextConvertible {}
extension UInt64: RouteTextConvertible {}

extension Double: RouteTextConvertible {
  /// Reads `[+-]?[0-9]+(\.[0-9]+)?`, within the finite numbers.
  public init?(routeText: String) {
    guard Grammar.isDecimal(routeText.utf8), let number = Double(routeText), number.isFinite else {
      return nil
    }
    self = number
  }

  /// The shortest decimal digits that are read as the number, without an exponent.
  ///
  /// A number that is not finite has no text that can be read.
  public var routeText: String { PlainDecimal.text(of: "\(self)") }
}

extension Bool: RouteTextConvertible {
  /// Reads `true` or `false`.
  public init?(routeText: String) { self.init(routeText) }

  /// `true` or `false`.
  public var routeText: String { "\(self)" }
}

extension UUID: RouteTextConvertible {
  /// Reads groups of 8, 4, 4, 4 and 12 hexadecimal digits.
  public init?(routeText: String) {
    guard Grammar.isUUID(routeText.utf8) else { return nil }
    self.init(uuidString: routeText)
  }

  /// The hexadecimal digits in capitals.
  public var routeText: String { uuidString }
}

/// Numbers written without an exponent, which no URL has.
package enum PlainDecimal {
  /// A number's description, such as `1.5e-07`, with its exponent worked out: `0.00000015`.
  package static func text(of description: String) -> String {
    guard let mark = description.firstIndex(of: "e"),
      let exponent = Int(description[description.index(after: mark)...])
    else { return description }
    let number = description[..<mark]
    let sign = number.hasPrefix("-") ? "-" : ""
    let parts = number.dropFirst(sign.count).split(separator: ".")
    let digits = parts.joined()
    let point = (parts.first?.count ?? 0) + exponent
    if point <= 0 { return sign + "0." + String(repeating: "0", count: -point) + digits }
    guard point < digits.count else {
      return sign + digits + String(repeating: "0", count: point - digits.count)
    }
    return sign + digits.prefix(point) + "." + digits.dropFirst(point)
  }
}

/// One path value, as a URL is written with it and read of it.
public enum RouteValue: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  /// The decoded text of a parameter.
  case text(String)
  /// The decoded segments of a catch-all.
  case list([String])

  /// A parameter's text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A catch-all's segments.
  public init(arrayLiteral elements: String...) { self = .list(elements) }
}
