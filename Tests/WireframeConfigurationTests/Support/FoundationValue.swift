import Foundation
import WireframeJSON

/// A value as Foundation's decoder gives it.
enum FoundationValue: Decodable {
  case bool(Bool)
  case int(Int)
  case double(Double)
  case string(String)
  case list([FoundationValue])
  case object([String: FoundationValue])
  case other

  init(from decoder: any Decoder) throws {
    if let object = try? decoder.container(keyedBy: Key.self) {
      var members: [String: FoundationValue] = [:]
      for key in object.allKeys {
        members[key.stringValue] = try object.decode(FoundationValue.self, forKey: key)
      }
      self = .object(members)
    } else if var list = try? decoder.unkeyedContainer() {
      var elements: [FoundationValue] = []
      while !list.isAtEnd { elements.append(try list.decode(FoundationValue.self)) }
      self = .list(elements)
    } else {
      let scalar = try decoder.singleValueContainer()
      if let bool = try? scalar.decode(Bool.self) {
        self = .bool(bool)
      } else if let int = try? scalar.decode(Int.self) {
        self = .int(int)
      } else if let double = try? scalar.decode(Double.self) {
        self = .double(double)
      } else if let string = try? scalar.decode(String.self) {
        self = .string(string)
      } else {
        self = .other
      }
    }
  }

  private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func isSame(as value: JSONValue) -> Bool {
    switch (self, value.content) {
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    // The decoder gives a real without fraction as a whole number.
    case (.int(let left), .double(let right)): Double(left) == right
    // What is too large for it is no number at all.
    case (.other, .double(let right)): right.magnitude >= 0x1p63
    case (.double(let left), .double(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.list(let left), .list(let right)):
      left.elementsEqual(right) { $0.isSame(as: $1) }
    case (.object(let left), .object(let right)):
      left.count == right.count
        && right.allSatisfy { left[$0.key]?.isSame(as: $0.value) == true }
    case (.other, .other): true
    default: false
    }
  }
}

extension JSONValue {
  /// Whether there is a date or data, whose text is not looked at.
  var holdsOther: Bool {
    switch content {
    case .other: true
    case .list(let values): values.contains { $0.holdsOther }
    case .object(let members): members.contains { $0.value.holdsOther }
    default: false
    }
  }
}
