internal import WireframeJSON

/// Reads a file of switches strictly, and says where a fault is.
struct SwitchesReader {
  private let lines: TextLines
  /// Where the parts begin, by their key paths.
  private var offsets: [String: Int] = [:]

  static func read(_ bytes: [UInt8]) throws(RoutingError) -> RouteSwitches {
    var reader = SwitchesReader(lines: TextLines(bytes))
    do throws(SwitchesFault) {
      return try reader.read(reader.document(bytes))
    } catch {
      var fault = error
      let offset = reader.offsets[fault.keyPath] ?? reader.offsets[""]
      fault.place = fault.place ?? offset.map(reader.place)
      throw RoutingError(.invalidSwitches(fault))
    }
  }

  private func place(of offset: Int) -> String {
    let (line, column) = lines.place(of: offset)
    return "\(line):\(column)"
  }

  private func document(_ bytes: [UInt8]) throws(SwitchesFault) -> JSONValue {
    do throws(SyntaxFault) {
      return try JSONReader.read(bytes)
    } catch { throw SwitchesFault("", error.found, error.allowed, at: error.offset.map(place)) }
  }

  private mutating func read(_ root: JSONValue) throws(SwitchesFault) -> RouteSwitches {
    let members = try members(of: root, "")
    for key in ["version", "off"] { offsets[key] = members[key]?.offset }
    guard case .int(let version)? = members["version"]?.content else {
      throw SwitchesFault("version", members["version"]?.found ?? "nothing", "1")
    }
    guard case .list(let elements)? = members["off"]?.content else {
      throw SwitchesFault("off", members["off"]?.found ?? "nothing", "a list of switches")
    }
    var switches: [RouteSwitches.Switch] = []
    for (index, element) in elements.enumerated() {
      switches.append(try read(element, "off[\(index)]"))
    }
    return try RouteSwitches(version: version, switches)
  }

  private mutating func read(
    _ element: JSONValue, _ path: String
  ) throws(SwitchesFault) -> RouteSwitches.Switch {
    let members = try members(of: element, path)
    var texts: [String: String] = [:]
    for key in ["pattern", "tag", "fallback"] {
      guard let value = members[key] else { continue }
      switch value.content {
      case .string(let text): texts[key] = text
      case .other where key == "fallback": break
      default:
        offsets["\(path).\(key)"] = value.offset
        throw SwitchesFault("\(path).\(key)", value.found, "a text")
      }
    }
    do throws(SwitchesFault) {
      return try RouteSwitches.Switch(
        pattern: texts["pattern"], tag: texts["tag"], fallback: texts["fallback"])
    } catch { throw SwitchesFault(path, error.found, error.allowed) }
  }

  private mutating func members(
    of value: JSONValue, _ path: String
  ) throws(SwitchesFault) -> [String: JSONValue] {
    offsets[path] = value.offset
    guard case .object(let members) = value.content else {
      throw SwitchesFault(path, value.found, "an object")
    }
    return Dictionary(members.map { ($0.key, $0.value) }) { first, _ in first }
  }
}
