#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import WireframeCore
internal import WireframeJSON

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
  /// A list of objects, in the order of the steps. `id` is one of the keys of `guiders`, each at most once; `status` is
  /// `pending` (also if left out), `inProgress` or `completed`. There are no other keys, and no key twice. The text is
  /// JSON as RFC 8259 has it, in UTF-8: no comma before a bracket. A list is at most 1000 steps and 256 KiB long. It is
  /// taken whole or not at all. It can neither name a URL nor a screen that the app did not offer.
  ///
  /// - Parameters:
  ///   - json: The list.
  ///   - guiders: The steps that a list may name, by id.
  /// - Throws: `RoutingError.Code.invalidSteps` with all faults, see `stepFaults`.
  public init(json: Data, guiders: [String: Guide]) throws(RoutingError) {
    let ids = guiders.keys.sorted()
    let entries = try StepEntry.entries(of: json)
    var faults: [StepListFault] = []
    var steps: [Step<Guide>] = []
    var known: Set<Guide> = []
    for (index, entry) in entries.enumerated() {
      let (id, status) = entry.read(at: index, ids: ids, &faults)
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
  /// - Throws: `RoutingError.Code.invalidSteps` with all faults, see `stepFaults`.
  public init(json: Data) throws(RoutingError) {
    let guiders = Guide.allCases.map { ($0.rawValue, $0) }
    try self.init(json: json, guiders: Dictionary(guiders) { first, _ in first })
  }
}

/// A fault of a list of steps that came from outside.
public struct StepListFault: Hashable, Sendable, CustomStringConvertible {
  /// The index of the faulty step in the list, or nil if the fault is in the list itself.
  public let index: Int?
  /// The key of the faulty value, or nil if the whole step is meant.
  public let key: String?
  /// What the list has there, shortened and with escapes.
  public let found: String
  /// What the list may have there.
  public let allowed: String

  package init(_ index: Int?, _ key: String? = nil, found: String, allowed: String) {
    (self.index, self.key, self.found, self.allowed) = (index, key, found, allowed)
  }

  /// Such as `step 2, 'status': found 'done'; allowed: 'pending', 'inProgress', 'completed'`.
  public var description: String {
    let place = index.map { "step \($0)" } ?? "the list"
    return "\(place)\(key.map { ", '\($0)'" } ?? ""): found \(found); allowed: \(allowed)".escaped
  }
}

extension RoutingError {
  /// All faults of a list of steps, if the code is `RoutingError.Code.invalidSteps`.
  public var stepFaults: [StepListFault] {
    guard case .invalidList(let faults)? = reason as? StepFlowReason else { return [] }
    return faults
  }
}

/// One element of the list, unchecked.
private struct StepEntry {
  let value: JSONValue

  private static let maximumBytes = 256 * 1024
  private static let maximumSteps = 1000

  static func entries(of json: Data) throws(RoutingError) -> [StepEntry] {
    func fault(_ found: String, _ allowed: String) -> RoutingError {
      RoutingError(.invalidList([StepListFault(nil, found: found, allowed: allowed)]))
    }
    guard json.count <= maximumBytes else {
      throw fault("\(json.count) bytes", "at most \(maximumBytes) bytes")
    }
    let bytes = Array(json)
    let root: JSONValue
    do throws(SyntaxFault) {
      root = try JSONReader.read(bytes)
    } catch {
      let (line, column) = TextLines(bytes).place(of: error.offset ?? 0)
      throw fault("\(error.found) at line \(line), column \(column)", error.allowed)
    }
    guard case .list(let values) = root.content else { throw fault(root.found, "a list of steps") }
    guard values.count <= maximumSteps else {
      throw fault("\(values.count) steps", "at most \(maximumSteps) steps")
    }
    return values.map { StepEntry(value: $0) }
  }

  /// Id and status; notes every fault that this element alone shows.
  func read(
    at index: Int, ids: [String], _ faults: inout [StepListFault]
  ) -> (id: String?, status: StepStatus) {
    func fault(_ key: String?, _ found: String, _ allowed: String) {
      faults.append(StepListFault(index, key, found: found, allowed: allowed))
    }
    guard case .object(let members) = value.content else {
      fault(nil, value.found, "an object with 'id' and 'status'")
      return (nil, .pending)
    }
    func member(_ key: String) -> JSONValue? { members.first { $0.key == key }?.value }
    var id: String?
    switch member("id")?.content {
    case .string(let text)? where ids.contains(text): id = text
    default: fault("id", member("id")?.found ?? "nothing", ids.map(\.onOneLine).asNames)
    }
    var status = StepStatus.pending
    if let value = member("status") {
      if case .string(let text) = value.content, let known = StepStatus(rawValue: text) {
        status = known
      } else {
        fault("status", value.found, StepStatus.allCases.map(\.rawValue).asNames)
      }
    }
    for key in members.map(\.key).sorted() where key != "id" && key != "status" {
      fault(key.onOneLine, "an unknown key", "'id', 'status'")
    }
    return (id, status)
  }
}
