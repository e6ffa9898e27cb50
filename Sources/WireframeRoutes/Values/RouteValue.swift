/// One path value, as a URL is written with it and read of it.
public enum RouteValue: Hashable, Sendable {
  /// The decoded text of a parameter.
  case text(String)
  /// The decoded segments of a catch-all.
  case list([String])
}

extension RouteValue: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  /// A parameter's text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A catch-all's segments.
  public init(arrayLiteral elements: String...) { self = .list(elements) }
}
