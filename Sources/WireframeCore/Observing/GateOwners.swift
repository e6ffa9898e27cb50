/// Whose a screen is, or what is kept: the owner of each gate that was passed for it.
/// Only gates that name an owner are in it. A request carries nil until it has passed one.
final class GateOwners: Sendable {
  struct Owner: Sendable {
    let gate: Gate
    /// Nil for a session without owner.
    let name: String?

    /// By bytes: `==` on strings equates names that a server tells apart, such as `é` and `e` with an accent.
    @MainActor var isFormer: Bool {
      let now = gate.owner?()
      guard let now, let name else { return now != name }
      return !now.hasSameScalars(as: name)
    }

    /// Whether the gate is open for another owner now: asking may bring the former one back.
    @MainActor func isShutOut() async -> Bool {
      guard isFormer else { return false }
      return gate.key == .once ? true : (try? await gate.isOpen()) == true && isFormer
    }
  }

  let owners: [Owner]
  @MainActor var hasFormer: Bool { owners.contains(where: \.isFormer) }
  /// Whether somebody else is there instead of one of them, and not nobody.
  @MainActor var hasSuccessor: Bool { owners.contains { $0.isFormer && $0.gate.owner?() != nil } }

  init(_ owners: [Owner]) { self.owners = owners }

  /// The owner of a gate that is no more: nobody is that again.
  @MainActor static let nobody = GateOwners([
    Owner(gate: Gate(at: "", owner: { nil }) { true }, name: "")
  ])

  /// The owners that gates have now; nil if there is none.
  @MainActor convenience init?(of gates: [GateEntry]) {
    let owners = gates.compactMap { entry in
      entry.gate.owner?().map { Owner(gate: entry.gate, name: $0) }
    }
    if owners.isEmpty { return nil }
    self.init(owners)
  }

  func owner(of gate: Gate) -> Owner? { owners.first { $0.gate === gate } }

  /// The same, with the owner that a gate has now.
  @MainActor static func adding(_ gate: Gate, to former: GateOwners?) -> GateOwners? {
    // Before a login, what a lock lets pass is nobody's.
    guard let owner = gate.owner, !gate.covers || owner() != nil else { return former }
    let others = (former?.owners ?? []).filter { $0.gate !== gate }
    return GateOwners(others + [Owner(gate: gate, name: owner())])
  }

  var saved: [SavedOwner] { owners.map { SavedOwner(gate: $0.gate.urlText, name: $0.name) } }

  /// Those that were saved, of the gates that are there; nil if one of these gates is missing.
  convenience init?(_ saved: [SavedOwner], of gates: [GateEntry]) {
    // One that was let pass has an owner of each gate at most; a forged one may have thousands.
    guard saved.count <= gates.count else { return nil }
    var owners: [Owner] = []
    for owner in saved {
      let fitting = gates.filter { $0.gate.urlText == owner.gate }
      // Several gates may have one screen: each has an owner of its own.
      let next = fitting.first { entry in !owners.contains { $0.gate === entry.gate } }
      guard let entry = next ?? fitting.first else { return nil }
      owners.append(Owner(gate: entry.gate, name: owner.name))
    }
    self.init(owners)
  }
}

/// The owner of a gate, as it is saved: the gate by the path of its screen.
struct SavedOwner: Hashable, Codable {
  let gate: String
  let name: String?
}
