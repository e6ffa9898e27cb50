public import WireframeCore
internal import WireframeJSON

/// What an option of a navigator or builder may be in a configuration file.
public enum OptionType: Hashable, Sendable {
  /// `true` or `false`.
  case bool
  /// A whole number.
  case int
  /// A number.
  case double
  /// A text.
  case string
  /// One of these texts.
  case oneOf([String])
}

/// The option values of a configuration file's entry, of the types that its navigator and builder declared.
///
/// ```swift
/// let seconds = jump.options["seconds", as: Int.self] ?? 3
/// ```
public struct OptionValues: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// One value.
  public enum Value: Hashable, Sendable {
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case int(Int)
    /// A number.
    case double(Double)
    /// A text.
    case string(String)
  }

  let values: [String: Value]

  /// Makes a set of values whose keys are known at run time only.
  ///
  /// - Parameter values: The values by key.
  public init(_ values: [String: Value]) { self.values = values }

  /// Makes a set of values from a literal; the last of two equal keys counts.
  public init(dictionaryLiteral elements: (String, Value)...) {
    values = Dictionary(elements) { _, last in last }
  }

  /// The value under a key, with the kind that it has in the file.
  package subscript(key: String) -> Value? { values[key] }

  /// The value under a key; nil if there is none or it is of another type. A whole number is a `Double`, too.
  ///
  /// - Parameters:
  ///   - key: The key.
  ///   - type: `Bool`, `Int`, `Double` or `String`.
  public subscript<T>(key: String, as type: T.Type) -> T? {
    guard let value = values[key]?.raw else { return nil }
    return value as? T ?? (value as? Int).flatMap { Double($0) as? T }
  }
}

extension OptionValues: DescribedValue {
  /// The values by key, such as `style: sheet`, on one line.
  public var description: String {
    values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.raw)" }
      .joined(separator: ", ").escaped
  }
}

extension OptionValues.Value {
  /// A value of a file; nil if no option may have such a value.
  init?(_ value: JSONValue) {
    switch value.content {
    case .bool(let value): self = .bool(value)
    case .int(let value): self = .int(value)
    case .double(let value): self = .double(value)
    case .string(let text): self = .string(text)
    case .list, .object, .other: return nil
    }
  }

  fileprivate var raw: any Sendable {
    switch self {
    case .bool(let value): value
    case .int(let value): value
    case .double(let value): value
    case .string(let value): value
    }
  }
}

extension OptionType {
  /// The type in a fault's words.
  var allowed: String {
    switch self {
    case .bool: "true or false"
    case .int: "a whole number"
    case .double: "a number"
    case .string: "a text"
    case .oneOf(let texts): texts.map(\.inQuotes).joined(separator: ", ")
    }
  }

  /// Whether an option of the type may have a value.
  func takes(_ value: OptionValues.Value) -> Bool {
    switch (self, value) {
    case (.bool, .bool), (.int, .int), (.double, .int), (.double, .double), (.string, .string): true
    case (.oneOf(let texts), .string(let text)): texts.contains(text)
    default: false
    }
  }
}
