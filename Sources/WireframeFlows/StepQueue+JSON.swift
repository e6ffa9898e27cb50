#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import WireframeCore

extension StepQueue {
  /// Reads a list that came from outside, such as from a server.
  ///
  /// ```json
  /// [
  ///   { "id": "terms", "status": "completed" },
  ///   { "id": "name" }
  /// ]
  /// ```
  ///
  /// An array of objects, in the order of the steps. `id` is one of the keys of `guiders`, each at most
  /// once; `status` is `pending` (also if left out), `inProgress` or `completed`. There are no other keys,
  /// and none stands twice. The text is UTF-8. A list is at most 1000 steps and 256 KiB long. It is taken
  /// whole or not at all. It can neither name a URL nor a screen that the app did not offer.
  ///
  /// - Parameters:
  ///   - json: The list.
  ///   - guiders: The steps that a list may name, by id.
  /// - Throws: ``/WireframeCore/RoutingError/Code/invalidSteps`` with all faults, see ``/WireframeCore/RoutingError/stepFaults``.
  public init(json: Data, guiders: [String: Guide]) throws(RoutingError) {
    let ids = guiders.keys.sorted()
    let list = try StepEntry.list(of: json)
    let repeated = repeatedKeys(in: json)
    var faults: [StepListFault] = []
    var steps: [Step<Guide>] = []
    var known: Set<Guide> = []
    for (index, entry) in list.enumerated() {
      let (id, status, found) = entry.read(at: index, ids: ids)
      faults += found
      for key in repeated[index, default: []].sorted() {
        faults.append(
          StepListFault(
            index, key.onOneLine, found: "the key once more", allowed: "each key at most once"))
      }
      guard let id, let guider = guiders[id] else { continue }
      if known.insert(guider).inserted {
        steps.append(Step(guider, status: status))
      } else {
        faults.append(
          StepListFault(
            index, "id", found: "\(id.inQuotes) once more", allowed: "each step at most once"))
      }
    }
    guard faults.isEmpty else { throw RoutingError(.invalidList(faults)) }
    self.init(steps)
  }
}

extension StepQueue where Guide: CaseIterable & RawRepresentable, Guide.RawValue == String {
  /// Reads a list that came from outside; the ids are the raw values of the guiders.
  ///
  /// See ``init(json:guiders:)`` for what a list is.
  ///
  /// - Parameter json: The list.
  /// - Throws: ``/WireframeCore/RoutingError/Code/invalidSteps`` with all faults, see ``/WireframeCore/RoutingError/stepFaults``.
  public init(json: Data) throws(RoutingError) {
    let guiders = Guide.allCases.map { ($0.rawValue, $0) }
    try self.init(json: json, guiders: Dictionary(guiders) { first, _ in first })
  }
}

/// A fault of a list of steps that came from outside.
public struct StepListFault: Hashable, Sendable, CustomStringConvertible {
  /// The place of the faulty step in the list, from 0, or nil if the whole list is meant.
  public let index: Int?
  /// The key of the faulty value, or nil if the whole step is meant.
  public let key: String?
  /// What stands there, shortened and with escapes.
  public let found: String
  /// What may stand there.
  public let allowed: String

  package init(_ index: Int?, _ key: String? = nil, found: String, allowed: String) {
    self.index = index
    self.key = key
    self.found = found
    self.allowed = allowed
  }

  /// Such as `step 2, 'status': found 'done'; allowed: 'pending', 'inProgress', 'completed'`.
  public var description: String {
    let place = index.map { "step \($0)" } ?? "the list"
    return "\(place)\(key.map { ", '\($0)'" } ?? ""): found \(found); allowed: \(allowed)".escaped
  }
}

extension RoutingError {
  /// All faults of a list of steps, if the code is ``/WireframeCore/Code/invalidSteps``.
  public var stepFaults: [StepListFault] {
    guard case .invalidList(let faults)? = reason as? StepFlowReason else {
      return []
    }
    return faults
  }
}

/// One element of the list, as it stands there.
private enum StepEntry: Decodable {
  case object([String: JSONKind])
  case other(JSONKind)

  static let maximumBytes = 256 * 1024
  static let maximumSteps = 1000

  static func list(of json: Data) throws(RoutingError) -> [StepEntry] {
    func fault(_ found: String, _ allowed: String) -> RoutingError {
      RoutingError(.invalidList([StepListFault(nil, found: found, allowed: allowed)]))
    }
    guard json.count <= maximumBytes else {
      throw fault("\(json.count) bytes", "at most \(maximumBytes) bytes")
    }
    // A zero byte is another encoding: JSON in UTF-8 has none.
    guard !json.contains(0), let list = try? JSONDecoder().decode(StepEntries.self, from: json)
    else {
      throw fault("text that is not JSON", "an array of steps")
    }
    switch list {
    case .other(let kind): throw fault(kind.words, "an array of steps")
    case .entries(let entries) where entries.count > maximumSteps:
      throw fault("more than \(maximumSteps) steps", "at most \(maximumSteps) steps")
    case .entries(let entries): return entries
    }
  }

  init(from decoder: any Decoder) throws {
    guard let object = try? decoder.container(keyedBy: AnyKey.self) else {
      self = .other(try JSONKind(from: decoder))
      return
    }
    var values: [String: JSONKind] = [:]
    for key in object.allKeys {
      values[key.stringValue] = try object.decode(JSONKind.self, forKey: key)
    }
    self = .object(values)
  }

  /// Id and status, and every fault that can be told from this element alone.
  func read(
    at index: Int, ids: [String]
  ) -> (id: String?, status: StepStatus, faults: [StepListFault]) {
    let values: [String: JSONKind]
    switch self {
    case .object(let found): values = found
    case .other(let kind):
      let fault = StepListFault(
        index, found: kind.words, allowed: "an object with 'id' and 'status'")
      return (nil, .pending, [fault])
    }
    var faults: [StepListFault] = []
    func fault(_ key: String, _ found: String, _ allowed: String) {
      faults.append(StepListFault(index, key, found: found, allowed: allowed))
    }
    var id: String?
    switch values["id"] {
    case .text(let text)? where ids.contains(text): id = text
    case let value: fault("id", value?.words ?? "nothing", quotedList(ids))
    }
    var status = StepStatus.pending
    if let value = values["status"] {
      if case .text(let text) = value, let known = StepStatus(rawValue: text) {
        status = known
      } else {
        fault("status", value.words, quotedList(StepStatus.allCases.map(\.rawValue)))
      }
    }
    for key in values.keys.sorted() where key != "id" && key != "status" {
      fault(key.onOneLine, "an unknown key", "'id', 'status'")
    }
    return (id, status, faults)
  }
}

/// The whole text: an array, or what stands there instead.
private enum StepEntries: Decodable {
  case entries([StepEntry])
  case other(JSONKind)

  init(from decoder: any Decoder) throws {
    guard var array = try? decoder.unkeyedContainer() else {
      self = .other(try JSONKind(from: decoder))
      return
    }
    var entries: [StepEntry] = []
    while !array.isAtEnd, entries.count <= StepEntry.maximumSteps {
      entries.append(try array.decode(StepEntry.self))
    }
    self = .entries(entries)
  }
}

/// A text, or the name of what stands there instead; what is inside it is not looked at.
private enum JSONKind: Decodable {
  case text(String)
  case other(String)

  init(from decoder: any Decoder) throws {
    if (try? decoder.unkeyedContainer()) != nil {
      self = .other("an array")
    } else if (try? decoder.container(keyedBy: AnyKey.self)) != nil {
      self = .other("an object")
    } else {
      let value = try decoder.singleValueContainer()
      if let text = try? value.decode(String.self) {
        self = .text(text)
      } else if value.decodeNil() {
        self = .other("null")
      } else {
        self = .other((try? value.decode(Bool.self)) == nil ? "a number" : "true or false")
      }
    }
  }

  var words: String {
    switch self {
    case .text(let text): text.inQuotes
    case .other(let name): name
    }
  }
}

/// The keys that stand more than once in a step, by the step's place: the decoder takes one in silence.
///
/// - Parameter json: A list, known to be JSON.
/// - Returns: The keys.
private func repeatedKeys(in json: Data) -> [Int: Set<String>] {
  let bytes = [UInt8](json)
  var repeated: [Int: Set<String>] = [:]
  var seen: Set<String> = []
  var text = 0..<0
  var (place, index, depth) = (0, 0, 0)
  while place < bytes.count {
    switch bytes[place] {
    case UInt8(ascii: "\""):
      let start = place
      place += 1
      while place < bytes.count, bytes[place] != UInt8(ascii: "\"") {
        place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1
      }
      text = start..<min(place + 1, bytes.count)
    case UInt8(ascii: ":") where depth == 2:
      let key = try? JSONDecoder().decode(String.self, from: Data(bytes[text]))
      if let key, !seen.insert(key).inserted { repeated[index, default: []].insert(key) }
    case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
    case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
    case UInt8(ascii: ",") where depth == 1:
      index += 1
      seen = []
    default: break
    }
    place += 1
  }
  return repeated
}

private struct AnyKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

private func quotedList(_ words: [String]) -> String {
  words.isEmpty ? "none" : words.map(\.inQuotes).joined(separator: ", ")
}
