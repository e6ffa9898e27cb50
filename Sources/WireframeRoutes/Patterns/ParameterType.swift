/// A type that the app adds to a route table, so that `/:code<sku>` matches only what it accepts.
///
/// A segment that is not accepted does not match, and the search goes on with other patterns.
/// Built in are `int`, `uint`, `double`, `bool` and `uuid`, and word lists: `<small|large>`.
///
/// ```swift
/// try wireframe.add(type: ParameterType("sku") { $0.hasPrefix("A-") && $0.count == 6 })
/// try wireframe.register("/stock/:code<sku>", option: .push) { route in … }
/// ```
public struct ParameterType: Sendable {
  /// The name between the angle brackets: ASCII letters, digits, `_` and `-`.
  package let name: String
  /// Whether a decoded segment is of the type.
  @usableFromInline package let accepts: @Sendable (_ text: String) -> Bool
  /// A text of the type, by which audits make URLs; nil if the app gives none.
  package let example: String?
  /// Identifies the copies of a type.
  package let identity = Identity()

  package final class Identity: Sendable {}

  /// Makes a type.
  ///
  /// - Parameters:
  ///   - name: The name for patterns.
  ///   - example: A text of the type, by which audits make URLs.
  ///   - accepts: Returns whether a decoded segment is of the type; called during matching, so it must
  ///     be quick, and a pure function of the text.
  public init(
    _ name: String, example: String? = nil, accepts: @escaping @Sendable (_ text: String) -> Bool
  ) {
    self.name = name
    self.example = example
    self.accepts = accepts
  }

  /// The names that every table knows.
  package static let builtInNames = ["bool", "double", "int", "uint", "uuid"]
}

/// The kinds of typed parameters, in the order in which a lookup tries them.
@usableFromInline
package enum TypeKind: UInt8, Sendable {
  case words, uuid, bool, uint, int, double, custom

  /// The kind of a built-in type, or nil for another name.
  @inlinable
  package init?(_ name: String) {
    switch name {
    case "uuid": self = .uuid
    case "bool": self = .bool
    case "uint": self = .uint
    case "int": self = .int
    case "double": self = .double
    default: return nil
    }
  }

  /// Whether decoded bytes are of the type; for the kinds that need nothing else.
  @inlinable
  package func accepts(_ bytes: some Sequence<UInt8>) -> Bool {
    switch self {
    case .uuid: Grammar.isUUID(bytes)
    case .bool: bytes.elementsEqual("true".utf8) || bytes.elementsEqual("false".utf8)
    case .uint: Grammar.integer(bytes, UInt64.self) != nil
    case .int: Grammar.integer(bytes, Int64.self) != nil
    case .double: Grammar.isDecimal(bytes)
    case .words, .custom: false
    }
  }
}
