// What belongs to another owner of a gate leaves, and is kept no more.
extension Wireframe {
  /// Takes the screens of former owners away, and drops what gates keep for them, where the gate is open for another one.
  func removeScreensOfOthers(_ routing: Routing) async throws {
    // What is covered is looked at before it is seen again.
    if await isCovered() { return }
    for gate in allGates {
      var others: Set<Int> = []
      for (index, request) in (gate.kept?.requests ?? []).enumerated()
      where await isOfAnother(request.owners) {
        others.insert(index)
      }
      if !others.isEmpty { await gate.drop(others) }
    }
    guard let host else { return }
    var others: [NavigationEntry<Controller>] = []
    for entry in host.state.entries where await isOfAnother(entry.route?.request.owners) {
      others.append(entry)
    }
    guard !others.isEmpty else { return }
    await queue.regainTurn(routing)
    _ = try await takeAway(others, on: host, routing)
    try await replaceFirst(of: others, routing)
  }

  /// Shows home in place of a first screen that may not be shown any more.
  func replaceFirst(
    of entries: [NavigationEntry<Controller>], _ routing: Routing
  ) async throws {
    guard let host else { return }
    if entries.contains(where: { host.state.layer(of: $0.id) != nil }) {
      try await showHome(routing)
    }
    try await fillEmptyTab(routing)
  }

  private func isOfAnother(_ owners: GateOwners?) async -> Bool {
    for owner in owners?.owners ?? [] where await owner.isAnother() { return true }
    return false
  }
}

extension KeptRequest {
  /// What of it belongs to the owner that a gate has now: all below the first request of another one; nil for nothing.
  @MainActor
  func partOfOwner(of gate: Gate) -> KeptRequest? {
    guard let owner = gate.owner else { return self }
    let name = owner()
    let all = below + [request]
    return cut(
      before: all.firstIndex { $0.owners?.owner(of: gate).map { $0.name != name } ?? false })
  }

  /// What of its requests is below one; all of them if that is nil, or not of this list. Who waits for others is told.
  @MainActor
  func cut(before index: Int?) -> KeptRequest? {
    let all = below + [request]
    guard let index, index < all.count else { return self }
    for request in all.dropFirst(index) { request.waiter?.leave() }
    return all.prefix(index).last.map {
      KeptRequest(
        $0, above: Array(all.prefix(index).dropLast()), keys: keys, time: time, isList: isList,
        next: next)
    }
  }
}
