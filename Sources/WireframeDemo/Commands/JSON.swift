/// A JSON value that keeps the order of its keys (`JSONEncoder` does not).
enum JSON {
  case null
  case bool(Bool)
  case number(Int)
  case string(String)
  /// A value that is JSON already.
  case raw(String)
  case array([JSON])
  case object([Member])

  struct Member {
    let key: String
    let value: JSON

    init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }

  init(_ text: String?) { self = text.map(JSON.string) ?? .null }

  /// The value on one line (RFC 8259).
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let isTrue): isTrue ? "true" : "false"
    case .number(let number): "\(number)"
    case .raw(let text): text.unicodeScalars.map(Self.escaped).joined()
    case .string(let text): Self.quoted(text)
    case .array(let values): "[\(values.map(\.text).joined(separator: ","))]"
    case .object(let members):
      "{\(members.map { "\(Self.quoted($0.key)):\($0.value.text)" }.joined(separator: ","))}"
    }
  }

  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": quoted += "\\\(scalar)"
      case "\n": quoted += "\\n"
      case "\r": quoted += "\\r"
      case "\t": quoted += "\\t"
      default: quoted += escaped(scalar)
      }
    }
    return quoted + "\""
  }

  /// A control character as its escape, any other one as it is.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    guard scalar.properties.generalCategory == .control else { return String(scalar) }
    let digits = String(scalar.value, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }
}
