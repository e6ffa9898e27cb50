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
  public let name: String
  /// Whether a decoded segment is of the type.
  public let accepts: @Sendable (_ text: String) -> Bool
  /// A text of the type, by which audits make URLs; nil if the app gives none.
  public let example: String?
  /// Identifies the copies of a type.
  let identity = Identity()

  final class Identity: Sendable {}

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
enum TypeKind: UInt8, Sendable {
  case words, uuid, bool, uint, int, double, custom

  /// The kind of a built-in type, or nil for another name.
  init?(_ name: String) {
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
  func accepts(_ bytes: some Sequence<UInt8>) -> Bool {
    switch self {
    case .uuid: Grammar.isUUID(bytes)
    case .bool: bytes.elementsEqual("true".utf8) || bytes.elementsEqual("false".utf8)
    case .uint: Grammar.unsigned(bytes) != nil
    case .int: Grammar.integer(bytes) != nil
    case .double: Grammar.isDecimal(bytes)
    case .words, .custom: false
    }
  }
}

/// A constraint of a pattern as a table applies it: words folded, types looked up. A class, since most segments have
/// none: an array of them is one of references then.
final class SegmentMatcher: Sendable {
  let kind: TypeKind
  /// The words, folded.
  let words: [[UInt8]]
  let type: ParameterType?

  /// The matcher of a constraint, or nil if its type is unknown.
  init?(
    _ constraint: RoutePattern.Constraint, types: [String: ParameterType], rules: MatchingRules
  ) {
    switch constraint {
    case .words(let words):
      kind = .words
      self.words = words.map { rules.folded(Array($0.utf8)) }
      type = nil
    case .type(let name):
      let builtIn = TypeKind(name)
      type = builtIn == nil ? types[name] : nil
      guard builtIn != nil || type != nil else { return nil }
      kind = builtIn ?? .custom
      words = []
    }
  }
}

/// The texts of numbers and identifiers in a URL; stricter than Swift's own parsers.
enum Grammar {
  /// `[+-]?[0-9]+` within Int64.
  static func integer(_ bytes: some Sequence<UInt8>) -> Int64? {
    var value: Int64 = 0
    var position = 0
    var sign: Int64 = 1
    var hasDigits = false
    for byte in bytes {
      defer { position += 1 }
      if position == 0, byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+") {
        sign = byte == UInt8(ascii: "-") ? -1 : 1
        continue
      }
      guard byte.isDigit else { return nil }
      hasDigits = true
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tenfold.addingReportingOverflow(sign * Int64(byte - UInt8(ascii: "0")))
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return hasDigits ? value : nil
  }

  /// `[0-9]+` within UInt64.
  static func unsigned(_ bytes: some Sequence<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    var hasDigits = false
    for byte in bytes {
      guard byte.isDigit else { return nil }
      hasDigits = true
      let (tenfold, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) = tenfold.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
      guard !overflow, !carry else { return nil }
      value = sum
    }
    return hasDigits ? value : nil
  }

  /// `[+-]?[0-9]+(\.[0-9]+)?` within the finite numbers.
  static func isDecimal(_ bytes: some Sequence<UInt8>) -> Bool {
    var digits = 0
    var whole = 0
    var hasPoint = false
    for (position, byte) in bytes.enumerated() {
      if byte.isDigit {
        digits += 1
        // Leading zeros do not count.
        if !hasPoint, whole > 0 || byte != UInt8(ascii: "0") { whole += 1 }
      } else if byte == UInt8(ascii: "."), digits > 0, !hasPoint {
        hasPoint = true
        digits = 0
      } else if position > 0 || (byte != UInt8(ascii: "-") && byte != UInt8(ascii: "+")) {
        return false
      }
    }
    guard digits > 0, whole > 308 else { return digits > 0 }
    // A number of up to 308 digits is finite; one of 309 may be.
    return whole == 309 && Double(String(decoding: Array(bytes), as: UTF8.self))?.isFinite == true
  }

  /// Hexadecimal digits in groups of 8, 4, 4, 4 and 12 (RFC 9562 section 4).
  static func isUUID(_ bytes: some Sequence<UInt8>) -> Bool {
    var position = 0
    for byte in bytes {
      let isHyphen = position == 8 || position == 13 || position == 18 || position == 23
      guard isHyphen ? byte == UInt8(ascii: "-") : byte.hexDigitValue != nil else { return false }
      position += 1
    }
    return position == 36
  }
}
