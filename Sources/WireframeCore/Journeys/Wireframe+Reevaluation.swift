extension Wireframe {
  /// Asks the observers again about every screen that has a route, and removes the screens that they no longer
  /// allow.
  ///
  /// Call it when rights have changed, as after a sign-out. A screen whose observers stop, redirect or throw, or whose
  /// gate is closed, leaves with all screens above it, without being asked; modals above a tab whose screens leave are
  /// dismissed. Then one screen is shown: that of the uppermost gate or redirect among the visible screens. The gate
  /// keeps the visible screens that have left, and shows them again in the same order when the user has passed. A
  /// redirect that is no gate parks the uppermost request only.
  ///
  /// A tab may be left empty. The first screen of the root's only stack is replaced by the gate's or the redirect's.
  ///
  /// - Returns: The routes of the screens that were not let pass.
  /// - Throws: ``RoutingError/Code/noHost``, ``RoutingError/Code/cancelled``, and nothing has changed; else, after all
  ///   has been done, the first error of an observer or of the redirect, or ``RoutingError/Code/nothingToLeave`` if
  ///   a first screen could not be replaced and is still shown; or what the host throws, at once.
  @discardableResult
  public func reevaluate() async throws(RoutingError) -> [Route] {
    if let mount, let parent = mount.parent {
      return try await parent.reevaluate().map { mount.local($0) ?? $0 }
    }
    guard let host else { throw RoutingError(.noHost) }
    // Nothing of this request is routed: errors name it until a screen is asked about.
    let routing = Routing(RoutingRequest(""), for: .reevaluation, settings)
    try checkReentrancy(routing.request)
    queue.reserve(routing)
    return try await run(routing) {
      let refused = try await self.refused(host.state, routing)
      guard !refused.isEmpty else { return [] }
      let shown = Set(host.state.shown.map(\.id))
      let answer = refused.last { shown.contains($0.entry.id) && $0.redirect != nil }
      let gates = Set(self.allGates.map(\.screen))
      let left = try await self.takeAway(refused.map(\.entry), on: host, routing)
        .filter { !gates.contains($0.id) }
      var failure = refused.lazy.compactMap(\.error).first
      do {
        if let answer, let redirect = answer.redirect {
          try await self.show(redirect, insteadOf: answer.resolution, left, host, routing)
        }
        if let entry = refused.map(\.entry).first(where: { host.state.layer(of: $0.id) != nil }) {
          throw routing.error(.firstScreenStays, entry.route?.request)
        }
        await self.leaveEmptyTab(of: host)
      } catch {
        failure = failure ?? routing.error(endedBy: error)
      }
      if let failure { throw failure }
      return refused.compactMap(\.entry.route)
    }
  }

  /// An entry that observers do not let pass.
  private struct Refusal {
    let entry: NavigationEntry<Controller>
    let resolution: Resolution

    /// Where they send it; nil for nowhere.
    var redirect: Redirect? {
      if case .redirect(let redirect) = resolution.verdict { redirect } else { nil }
    }

    var error: RoutingError? {
      if case .failure(let error) = resolution.verdict { error } else { nil }
    }
  }

  /// The entries that observers do not let pass, from the lowest to the uppermost.
  private func refused(
    _ state: NavigationState<Controller>, _ routing: Routing
  ) async throws -> [Refusal] {
    // Screens shown through a `.once` gate stay.
    let keys = allGates
    var refused: [Refusal] = []
    for entry in state.entries {
      guard let route = entry.route else { continue }
      let resolution = try await resolve(shown: route, keys: keys, routing)
      if !resolution.passes { refused.append(Refusal(entry: entry, resolution: resolution)) }
    }
    return refused
  }

  /// Removes entries with all entries above them, in one move; goes back to a first screen that has to stay.
  ///
  /// - Returns: The entries that were shown, and have left or have to be replaced, from the lowest up.
  private func takeAway(
    _ entries: [NavigationEntry<Controller>], on host: any NavigationHost<Controller>,
    _ routing: Routing
  ) async throws(RoutingError) -> [NavigationEntry<Controller>] {
    let before = host.state
    do {
      try await host.perform(
        NavigationOperation { state in
          for entry in entries.reversed() { state.empty(downTo: entry.id) }
        }, animated: false)
    } catch {
      throw routing.error(error, thrownBy: roleName(host), in: .present)
    }
    let refused = Set(entries.map(\.id))
    let standing = Set(host.state.entries.map(\.id))
    return before.shown.filter { !standing.contains($0.id) || refused.contains($0.id) }
  }

  /// Shows the gate or the redirect of the uppermost visible screen that left; the gate keeps what has left.
  private func show(
    _ redirect: Redirect, insteadOf refused: Resolution, _ left: [NavigationEntry<Controller>],
    _ host: any NavigationHost<Controller>, _ routing: Routing
  ) async throws {
    let requests = left.compactMap(\.requestAgain)
    let kept = requests.last.map { KeptRequest($0, above: requests.dropLast()) }
    var (next, way) = follow(redirect, from: refused, ResolutionWay(kept: kept), routing)
    if kept == nil { way = ResolutionWay(redirects: way.redirects) }
    if left.contains(where: { host.state.layer(of: $0.id) != nil }) {
      next.option = next.option ?? .replaceTop
    }
    _ = try await show(routing, at: try await resolve(next, way, for: routing))
  }
}

extension NavigationEntry {
  /// The request that shows the screen again in its place; nil if code put it there without a route.
  @MainActor
  fileprivate var requestAgain: RoutingRequest? {
    guard var request = route?.request, request.waiter?.waitsAgain != false else { return nil }
    request.landing = .onTop
    request.ifPresented = nil
    return request
  }
}

extension NavigationState {
  /// Removes an entry with the entries above it. One that cannot be removed stays at the top: the first of the
  /// root's only stack, or a tab's only screen.
  fileprivate mutating func empty(downTo entry: NavigationEntryID) {
    guard let (layer, stack, index) = place(of: entry) else { return }
    if layer == 0, index == 0, layers[0].kind == .stack || !layers[0].stacks[stack].canPush {
      try? goBack(to: entry)
    } else {
      let selected = layers[layer].selected
      take(away: entry)
      if layers.indices.contains(layer) { layers[layer].selected = selected }
    }
  }
}
