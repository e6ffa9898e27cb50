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
  /// The name that stands between the angle brackets: ASCII letters, digits, `_` and `-`.
  public let name: String
  /// Whether a decoded segment is of the type.
  public let accepts: @Sendable (_ text: String) -> Bool

  /// Makes a type.
  ///
  /// - Parameters:
  ///   - name: The name for patterns.
  ///   - accepts: Tells whether a decoded segment is of the type; called during matching, so it must
  ///     be quick, and a pure function of the text.
  public init(_ name: String, accepts: @escaping @Sendable (_ text: String) -> Bool) {
    self.name = name
    self.accepts = accepts
  }

  /// The names that every table knows.
  static let builtInNames = ["bool", "double", "int", "uint", "uuid"]
}

/// A constraint of a pattern as a table applies it: words folded, types looked up.
///
/// The order of the cases is the order in which typed parameters of one place are tried.
enum SegmentMatcher: Sendable {
  case words([[UInt8]])
  case uuid
  case bool
  case uint
  case int
  case double
  case custom(ParameterType)

  /// The rank among the matchers of one place; equal only for the same matcher.
  var rank: Rank {
    switch self {
    case .words(let words): Rank(order: 0, detail: Array(words.joined(separator: [0])))
    case .uuid: Rank(order: 1, detail: [])
    case .bool: Rank(order: 2, detail: [])
    case .uint: Rank(order: 3, detail: [])
    case .int: Rank(order: 4, detail: [])
    case .double: Rank(order: 5, detail: [])
    case .custom(let type): Rank(order: 6, detail: Array(type.name.utf8))
    }
  }

  struct Rank: Hashable, Comparable {
    let order: Int
    let detail: [UInt8]

    static func < (left: Rank, right: Rank) -> Bool {
      left.order != right.order
        ? left.order < right.order : left.detail.lexicographicallyPrecedes(right.detail)
    }
  }

  /// Whether a decoded segment is of the type; `folded` is the same segment under the table's case rule.
  func accepts(_ segment: AdmittedURL.Segment, folded: [UInt8]) -> Bool {
    switch self {
    case .words(let words): words.contains(folded)
    case .uuid: Grammar.isUUID(segment.bytes)
    case .bool: Bool(routeText: segment.text) != nil
    case .uint: UInt64(routeText: segment.text) != nil
    case .int: Int64(routeText: segment.text) != nil
    case .double: Double(routeText: segment.text) != nil
    case .custom(let type): type.accepts(segment.text)
    }
  }
}

/// The texts that stand for numbers and identifiers in a URL; narrower than what Swift's own parsers take.
enum Grammar {
  /// `[+-]?[0-9]+`
  static func isInteger(_ text: String) -> Bool {
    isDigits(withoutSign(text.utf8))
  }

  /// `[0-9]+`
  static func isUnsigned(_ text: String) -> Bool {
    isDigits(text.utf8[...])
  }

  /// `[+-]?[0-9]+(\.[0-9]+)?`
  static func isDecimal(_ text: String) -> Bool {
    let parts = withoutSign(text.utf8).pieces(separatedBy: ".")
    return parts.count <= 2 && parts.allSatisfy(isDigits)
  }

  /// Hexadecimal digits in groups of 8, 4, 4, 4 and 12 (RFC 9562 section 4).
  static func isUUID(_ bytes: [UInt8]) -> Bool {
    bytes.pieces(separatedBy: "-").map(\.count) == [8, 4, 4, 4, 12]
      && bytes.allSatisfy { $0 == UInt8(ascii: "-") || $0.hexDigitValue != nil }
  }

  private static func withoutSign(_ bytes: String.UTF8View) -> Substring.UTF8View {
    bytes.first.map("+-".utf8.contains) == true ? bytes.dropFirst() : bytes[...]
  }

  private static func isDigits(_ bytes: Substring.UTF8View) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy(\.isDigit)
  }
}
