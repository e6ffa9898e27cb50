/// Whose a screen is, or what is kept: the owner of each gate that was passed for it.
///
/// Only gates that name an owner are in it. A request carries nil until it has passed one.
final class GateOwners: Sendable {
  struct Owner: Sendable {
    let gate: Gate
    /// Nil for a session without owner.
    let name: String?
  }

  let owners: [Owner]

  init(_ owners: [Owner]) { self.owners = owners }

  /// The owner of a gate that is no more: nobody is that again.
  @MainActor static let nobody = GateOwners([
    Owner(gate: Gate(at: "", owner: { nil }) { true }, name: "")
  ])

  /// The owners that gates have now; nil if there is none.
  @MainActor
  convenience init?(of gates: [GateEntry]) {
    var owners: [Owner] = []
    for entry in gates {
      if let name = entry.gate.owner?() { owners.append(Owner(gate: entry.gate, name: name)) }
    }
    if owners.isEmpty { return nil }
    self.init(owners)
  }

  func owner(of gate: Gate) -> Owner? { owners.first { $0.gate === gate } }

  /// The same, with the owner that a gate has now.
  @MainActor
  static func adding(_ gate: Gate, to former: GateOwners?) -> GateOwners? {
    guard let owner = gate.owner else { return former }
    let others = (former?.owners ?? []).filter { $0.gate !== gate }
    return GateOwners(others + [Owner(gate: gate, name: owner())])
  }

  /// Whether a gate has another owner now.
  @MainActor
  var differ: Bool { owners.contains { $0.gate.owner?() != $0.name } }
}

extension GateOwners.Owner {
  /// Whether the gate is open, and has another owner now.
  @MainActor
  func isAnother() async -> Bool {
    guard gate.owner?() != name else { return false }
    return gate.key == .once ? true : (try? await gate.isOpen()) == true
  }
}
