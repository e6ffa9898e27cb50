#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type that a path value or a query value can be read as: `let id: Int = try route["id"]`.
///
/// `String`, `Int`, `Int64`, `UInt`, `UInt64`, `Double`, `Bool` and `UUID` are ready; an enum with
/// raw values needs only the conformance:
///
/// ```swift
/// enum Section: String, RouteTextConvertible { case orders, addresses, payment }
///
/// let section: Section = try route["section"]
/// ```
public protocol RouteTextConvertible {
  /// Reads a decoded text; nil if it does not fit the type.
  ///
  /// - Parameter routeText: The decoded segment or query value.
  init?(routeText: String)
}

extension RouteTextConvertible where Self: RawRepresentable, RawValue: RouteTextConvertible {
  /// Reads the raw value; nil if there is no such case.
  public init?(routeText: String) {
    guard let raw = RawValue(routeText: routeText) else { return nil }
    self.init(rawValue: raw)
  }
}

extension String: RouteTextConvertible {
  /// Takes the text as it is.
  public init?(routeText: String) { self = routeText }
}

extension Int: RouteTextConvertible {
  /// Reads `[+-]?[0-9]+`.
  public init?(routeText: String) {
    guard let value = Grammar.integer(routeText.utf8) else { return nil }
    self.init(exactly: value)
  }
}

extension Int64: RouteTextConvertible {
  /// Reads `[+-]?[0-9]+`.
  public init?(routeText: String) {
    guard let value = Grammar.integer(routeText.utf8) else { return nil }
    self.init(exactly: value)
  }
}

extension UInt: RouteTextConvertible {
  /// Reads `[0-9]+`.
  public init?(routeText: String) {
    guard let value = Grammar.unsigned(routeText.utf8) else { return nil }
    self.init(exactly: value)
  }
}

extension UInt64: RouteTextConvertible {
  /// Reads `[0-9]+`.
  public init?(routeText: String) {
    guard let value = Grammar.unsigned(routeText.utf8) else { return nil }
    self.init(exactly: value)
  }
}

extension Double: RouteTextConvertible {
  /// Reads `[+-]?[0-9]+(\.[0-9]+)?`, within the finite numbers.
  public init?(routeText: String) {
    guard Grammar.isDecimal(routeText.utf8), let number = Double(routeText), number.isFinite else {
      return nil
    }
    self = number
  }
}

extension Bool: RouteTextConvertible {
  /// Reads `true` or `false`.
  public init?(routeText: String) { self.init(routeText) }
}

extension UUID: RouteTextConvertible {
  /// Reads groups of 8, 4, 4, 4 and 12 hexadecimal digits.
  public init?(routeText: String) {
    guard Grammar.isUUID(routeText.utf8) else { return nil }
    self.init(uuidString: routeText)
  }
}
