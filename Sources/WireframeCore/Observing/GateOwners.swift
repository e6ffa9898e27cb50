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

  /// The owner of a gate that is gone: no user is that owner, so what it owns is never shown.
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
    // Before a login, what a lock lets pass has no owner.
    guard let owner = gate.owner, !gate.covers || owner() != nil else { return former }
    let others = (former?.owners ?? []).filter { $0.gate !== gate }
    return GateOwners(others + [Owner(gate: gate, name: owner())])
  }

  func saved(_ screens: [GateScreen]) -> [SavedOwner] {
    owners.map { owner in
      let screen = screens.first { $0.gate.gate === owner.gate }?.request
      return SavedOwner(gate: screen?.urlText ?? owner.gate.urlText, name: owner.name)
    }
  }

  /// Those that were saved, of the gates that are there; nil if one of these gates is missing.
  convenience init?(_ saved: [SavedOwner], of screens: [GateScreen]) {
    var owners: [Owner] = []
    for owner in saved {
      // Several gates may have one screen: each has an owner of its own.
      let fitting = screens.first { entry, request in
        request.urlText == owner.gate && !owners.contains { $0.gate === entry.gate }
      }
      guard let gate = fitting?.gate.gate else { return nil }
      owners.append(Owner(gate: gate, name: owner.name))
    }
    self.init(owners)
  }
}

/// A gate or a lock with the request for its screen, as the outermost wireframe reads it.
typealias GateScreen = (gate: GateEntry, request: RoutingRequest)

/// The owner of a gate, as it is saved: the gate by the path of its screen, with those of its mounts.
struct SavedOwner: Hashable, Codable {
  let gate: String
  let name: String?
}
