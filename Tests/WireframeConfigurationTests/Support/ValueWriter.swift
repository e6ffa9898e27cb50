import WireframeJSON

/// Writes values as JSON and as both kinds of property lists, plainly, to compare the readers by.
enum ValueWriter {
  static func json(_ value: JSONValue) -> [UInt8] { Array(text(of: value).utf8) }

  private static func text(of value: JSONValue) -> String {
    switch value.content {
    case .bool(let bool): "\(bool)"
    case .int(let int): "\(int)"
    case .double(let double): "\(double)"
    case .string(let string): quoted(string)
    case .list(let values): "[" + values.map(text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { quoted($0.key) + ":" + text(of: $0.value) }.joined(separator: ",") + "}"
    case .other: "null"
    }
  }

  private static func quoted(_ string: String) -> String {
    let units = string.utf16.map { unit -> String in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
    return "\"" + units.joined() + "\""
  }

  /// Nil if there is a character that XML does not have.
  static func xml(_ value: JSONValue) -> [UInt8]? {
    elements(of: value).map { Array("<plist>\($0)</plist>".utf8) }
  }

  private static func elements(of value: JSONValue) -> String? {
    switch value.content {
    case .bool(let bool): return "<\(bool)/>"
    case .int(let int): return "<integer>\(int)</integer>"
    case .double(let double): return "<real>\(double)</real>"
    case .string(let string): return references(string).map { "<string>\($0)</string>" }
    case .list(let values):
      let texts = values.compactMap(elements)
      return texts.count < values.count ? nil : "<array>\(texts.joined())</array>"
    case .object(let members):
      let texts = members.compactMap { member -> String? in
        guard let key = references(member.key), let value = elements(of: member.value) else {
          return nil
        }
        return "<key>\(key)</key>\(value)"
      }
      return texts.count < members.count ? nil : "<dict>\(texts.joined())</dict>"
    case .other: return "<date/>"
    }
  }

  private static func references(_ string: String) -> String? {
    let scalars = string.unicodeScalars
    guard scalars.allSatisfy({ $0.value >= 0x20 || "\t\n\r".unicodeScalars.contains($0) }) else {
      return nil
    }
    return scalars.map { "&#\($0.value);" }.joined()
  }

  /// Without sharing: each value is an object of its own.
  static func binary(_ value: JSONValue) -> [UInt8] {
    var objects: [[UInt8]] = []
    append(value, &objects)
    var bytes = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += number(bytes.count, 4)
      bytes += object
    }
    let table = bytes.count
    return bytes + offsets + [0, 0, 0, 0, 0, 0, 4, 4] + number(objects.count, 8) + number(0, 8)
      + number(table, 8)
  }

  /// - Returns: The object's index.
  @discardableResult
  private static func append(_ value: JSONValue, _ objects: inout [[UInt8]]) -> Int {
    let index = objects.count
    objects.append([])
    switch value.content {
    case .bool(let bool): objects[index] = [bool ? 9 : 8]
    case .int(let int): objects[index] = [0x13] + number(int, 8)
    case .double(let double):
      objects[index] = [0x23] + number(Int(bitPattern: UInt(double.bitPattern)), 8)
    case .string(let string): objects[index] = self.string(string)
    case .list(let values):
      let references = values.flatMap { number(append($0, &objects), 4) }
      objects[index] = [0xAF, 0x12] + number(values.count, 4) + references
    case .object(let members):
      var keys: [UInt8] = []
      for member in members {
        keys += number(objects.count, 4)
        objects.append(string(member.key))
      }
      let references = members.flatMap { number(append($0.value, &objects), 4) }
      objects[index] = [0xDF, 0x12] + number(members.count, 4) + keys + references
    case .other: objects[index] = [0x33] + number(0, 8)
    }
    return index
  }

  private static func string(_ string: String) -> [UInt8] {
    let units = Array(string.utf16)
    return [0x6F, 0x12] + number(units.count, 4) + units.flatMap { number(Int($0), 2) }
  }

  private static func number(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
  }
}

extension JSONValue {
  /// Whether two values are equal to the last bit and byte, whatever their places.
  func isSame(as other: JSONValue) -> Bool {
    switch (content, other.content) {
    case (.bool(let left), .bool(let right)): left == right
    case (.int(let left), .int(let right)): left == right
    case (.double(let left), .double(let right)): left.bitPattern == right.bitPattern
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    case (.list(let left), .list(let right)):
      left.elementsEqual(right) { $0.isSame(as: $1) }
    case (.object(let left), .object(let right)):
      left.elementsEqual(right) {
        $0.key.utf8.elementsEqual($1.key.utf8) && $0.value.isSame(as: $1.value)
      }
    case (.other, .other): true
    default: false
    }
  }

  /// How many values there are, with this one, and how many lists and objects are inside one another.
  var extent: (values: Int, depth: Int) {
    let inner: [JSONValue]
    switch content {
    case .list(let values): inner = values
    case .object(let members): inner = members.map(\.value)
    default: return (1, 0)
    }
    let extents = inner.map(\.extent)
    return (1 + extents.reduce(0) { $0 + $1.values }, 1 + (extents.map(\.depth).max() ?? 0))
  }
}
