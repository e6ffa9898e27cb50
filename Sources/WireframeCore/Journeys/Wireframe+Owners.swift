// What belongs to another owner of a gate leaves, and is no longer kept.
extension Wireframe {
  /// Takes the screens of former owners away, and drops what gates keep for them, where the gate is open for another
  /// one. Returns the routes of the screens.
  @discardableResult
  func removeScreensOfOthers(_ routing: Routing) async throws -> [Route] {
    // What a lock covers is looked at when the lock opens.
    if await coverIfClosed(in: routing) { return [] }
    for gate in allGates {
      guard let kept = gate.kept else { continue }
      var others: Set<Int> = []
      for (index, request) in kept.requests.enumerated()
      where try await isOfAnother(request.owners, routing) { others.insert(index) }
      // Meanwhile a lock may have closed, or the gate may keep something else.
      if !others.isEmpty, gate.kept === kept, !isCovered { await gate.drop(others) }
    }
    if let kept = parkedRequest, try await isOfAnother(kept.request.owners, routing),
      kept === parkedRequest
    {
      parkedRequest = nil
    }
    guard let host else { return [] }
    var others: [NavigationEntry<Controller>] = []
    for entry in host.state.entries
    where try await isOfAnother(entry.route?.request.owners, routing) { others.append(entry) }
    guard !others.isEmpty else { return [] }
    try await queue.regainTurn(routing)
    if isCovered { return [] }
    // Also a first one without a home: it would be below what the next user sees.
    _ = try await takeAway(others, on: host, isReplaced: true, routing)
    try await replaceFirst(of: others, routing)
    return others.compactMap(\.route)
  }

  /// Shows home in place of a first screen that may not be shown any more.
  func replaceFirst(of entries: [NavigationEntry<Controller>], _ routing: Routing) async throws {
    guard let host else { return }
    if isCovered { return whenOpened { try await $0.replaceFirst(of: entries, $1) } }
    func areShown() -> Bool { entries.contains { host.state.layer(of: $0.id) != nil } }
    do {
      if areShown() { try await showHome(routing) }
      try await fillEmptyPlace(routing)
    } catch {
      // Home comes, though whoever has taken the screens away gives up. A lock that covers brings it when it opens.
      if routing.isSuperseded || Task.isCancelled, lock?.entry.isCovering != true {
        if host.state.isBlank { fill(.root) }
        if areShown() {
          queue.activity.handOver { [weak self] in _ = try? await self?.reevaluate() }
        }
      }
      throw error
    }
  }

  private func isOfAnother(_ owners: GateOwners?, _ routing: Routing) async throws -> Bool {
    let former = owners?.owners.filter { $0.isFormer } ?? []
    // One for once cannot be asked: any other gate knows better whether somebody else is there.
    let asked = former.filter { $0.gate.key != .once }
    for owner in asked.isEmpty ? former : asked {
      do {
        if try await routing.stage(.observe, { await owner.isShutOut() }) { return true }
      } catch is LimitPassed where routing.purpose == .reevaluation {
        // The screens are asked about next: they leave by the same limit.
      }
    }
    return false
  }
}

extension KeptRequest {
  /// What is below the first request of the gate's former owner; nil for nothing. Who waits for others is told.
  @MainActor func partOfOwner(of gate: Gate) -> KeptRequest? {
    cut(before: screens.firstIndex { $0.owners?.owner(of: gate)?.isFormer == true })
  }

  /// What of it is below the screen that has failed, or whose gate has; nil for nothing, or if the error names none.
  @MainActor func cut(before error: RoutingError) -> KeptRequest? {
    let index = screens.lastIndex { error.chain.contains($0.urlText) }
    return index.flatMap { cut(before: $0) }
  }

  /// What of its requests is below one; all of them if that is nil, or not of this list. Who waits for others is told.
  @MainActor func cut(before index: Int?) -> KeptRequest? {
    guard let index else { return self }
    for request in screens.dropFirst(index) { request.waiter?.leave() }
    let rest = screens.prefix(index)
    return rest.last.map {
      KeptRequest($0, above: rest.dropLast(), keys: keys, time: time, isList: isList, next: next)
    }
  }
}
