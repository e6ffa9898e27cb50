extension Wireframe {
  /// The screens that stand, as a value that survives a restart.
  ///
  /// Screens without a route or with a payload, gates, and routes with `restoration: .never` are left out with what
  /// stands on them; ``SavedState/omittedCount`` tells how many.
  ///
  /// - Returns: The state, for ``restore(_:trusting:)``.
  /// - Throws: ``RoutingError/Code/noHost``.
  public func savedState() throws(RoutingError) -> SavedState {
    guard let host else { throw RoutingError(.noHost) }
    let state = host.state
    let snapshot = outermost.tableSnapshot
    let gates = Set(outermost.allGates.compactMap(\.screen))
    func isSaved(_ entry: NavigationEntry<Controller>) -> Bool {
      guard let route = entry.route, let pattern = route.pattern, route.payload.isEmpty else {
        return false
      }
      let registered = snapshot.indices[pattern].flatMap { snapshot.table.entry(at: $0).value }
      return registered?.place?.restoration != .never && !gates.contains(entry.id)
    }
    var layers: [SavedState.Layer] = []
    var count = 0
    for layer in state.layers {
      let stacks = layer.stacks.map { stack in
        SavedState.Stack(
          name: stack.name, canPush: stack.canPush,
          screens: stack.entries.prefix(while: isSaved).compactMap { entry in
            entry.route.map { .init(url: $0.urlText) }
          })
      }
      // A modal without its first screen is none.
      if layer.style != nil, stacks[layer.selected].screens.isEmpty { break }
      layers.append(
        .init(
          kind: layer.kind.description, style: layer.style?.rawValue, selected: layer.selected,
          stacks: stacks))
      let saved = stacks.reduce(0) { $0 + $1.screens.count }
      count += saved
      if stacks[layer.selected].screens.count < layer.stacks[layer.selected].entries.count { break }
    }
    return SavedState(layers: layers, omittedCount: state.entries.count - count)
  }

  /// Brings saved screens back, each through the pipeline: matched, asked about, and made; without animation, in one
  /// move of the host.
  ///
  /// Their origin is ``RoutingOrigin/restoration``. What a guard refuses is left out with what stands on it. Behind a
  /// closed gate the rest of what was shown is kept, and the gate is shown. Tabs are found again by their names.
  ///
  /// - Parameters:
  ///   - saved: The state.
  ///   - isTrusted: Whether only the app can have written the state. Otherwise only routes that are exposed to
  ///     ``RoutingOrigin/restoration`` are restored.
  /// - Returns: What became of the screens. If the root cannot be restored, nothing has changed.
  /// - Throws: ``RoutingError/Code/noHost``, ``RoutingError/Code/noTab`` if the host has other tabs,
  ///   ``RoutingError/Code/cancelled``; what the gate's routing throws.
  @discardableResult
  public func restore(
    _ saved: SavedState, trusting isTrusted: Bool = false
  ) async throws(RoutingError) -> RestorationReport {
    if let parent = mount?.parent { return try await parent.restore(saved, trusting: isTrusted) }
    guard let host else { throw RoutingError(.noHost) }
    let routing = Routing(RoutingRequest(""), for: .restoration, settings)
    routing.asksToLeave = false
    try checkReentrancy(routing.request)
    queue.reserve(routing)
    return try await run(routing) {
      var restoration = Restoration<Controller>(isTrusted: isTrusted)
      for (index, layer) in saved.layers.enumerated() {
        guard try await self.restore(layer, at: index, host.state, &restoration, routing) else {
          break
        }
      }
      try await self.show(restoration, on: host, routing)
      return restoration.report
    }
  }

  /// Makes the screens of a layer.
  ///
  /// - Returns: Whether the layers above it may stand, too.
  private func restore(
    _ saved: SavedState.Layer, at index: Int, _ state: NavigationState<Controller>,
    _ restoration: inout Restoration<Controller>, _ routing: Routing
  ) async throws -> Bool {
    var layer = try container(for: saved, at: index, state)
    var isComplete = true
    for (place, stack) in saved.stacks.enumerated() {
      guard let target = layer.stacks.firstIndex(where: { $0.name == stack.name }) else {
        restoration.report.omitted += stack.screens.map(\.url)
        continue
      }
      let isShown = place == saved.selected
      let option: any RoutingOption =
        layer.style.map { .modal($0, hasStack: stack.canPush) } ?? .push(animated: false)
      let entries = try await restore(stack.screens, option, isShown, &restoration, routing)
      layer.stacks[target].entries = entries
      if isShown {
        layer.selected = target
        isComplete = entries.count == stack.screens.count
      }
    }
    if layer.style != nil, layer.top == nil { return false }
    restoration.layers.append(layer)
    return isComplete
  }

  /// The empty layer into which screens are restored: the host's own tabs or columns, else a new one.
  private func container(
    for saved: SavedState.Layer, at index: Int, _ state: NavigationState<Controller>
  ) throws(RoutingError) -> NavigationState<Controller>.Layer {
    if index == 0, let root = state.layers.first, root.kind != .stack {
      guard root.kind.description == saved.kind else {
        throw RoutingError(.noTab(tabs: root.stacks.map(\.name)))
      }
      var layer = root
      for place in layer.stacks.indices { layer.stacks[place].entries = [] }
      return layer
    }
    guard saved.kind == NavigationState<Controller>.Kind.stack.description else {
      throw RoutingError(.noTab(tabs: []))
    }
    return .init(
      id: NavigationEntryID(), stacks: saved.stacks.map { .init(canPush: $0.canPush) },
      style: saved.style.flatMap(ModalStyle.init))
  }

  /// Makes the screens of a stack, until one is refused.
  private func restore(
    _ screens: [SavedState.Screen], _ option: any RoutingOption, _ isShown: Bool,
    _ restoration: inout Restoration<Controller>, _ routing: Routing
  ) async throws -> [NavigationEntry<Controller>] {
    var entries: [NavigationEntry<Controller>] = []
    for (place, screen) in screens.enumerated() {
      var request = RoutingRequest(screen.url, option: option)
      request.origin = .restoration
      do {
        let hop = try restoredHop(request, restoration.isTrusted, routing)
        if let redirect = try await observe(hop, routing) {
          if let gate = redirect.gate, isShown {
            restoration.gate = (gate, redirect)
            restoration.kept = screens[place...].map { RoutingRequest($0.url, option: option) }
            restoration.report.keptCount = restoration.kept.count
          } else {
            restoration.report.omitted += screens[place...].map(\.url)
          }
          return entries
        }
        guard routing.stopReason == nil else { throw routing.error(.stopped(reason: "")) }
        guard let controller = try await provide(hop, option, routing) as? Controller else {
          throw routing.error(.noController(asked: []))
        }
        entries.append(NavigationEntry(controller, route: hop.route, option: option))
        restoration.report.restored.append(hop.route)
      } catch {
        let error = routing.error(endedBy: error)
        if error.code == .cancelled { throw error }
        restoration.report.omitted += screens[place...].map(\.url)
        return entries
      }
    }
    return entries
  }

  private func restoredHop(
    _ request: RoutingRequest, _ isTrusted: Bool, _ routing: Routing
  ) throws(RoutingError) -> Hop {
    routing.subject = request
    routing.redirects = []
    routing.route = nil
    routing.stopReason = nil
    let hop = try hop(to: request, in: tableSnapshot, routing)
    if let pattern = hop.route.pattern, let exposure = hop.registered?.exposure,
      !exposure.admits(.restoration, isTrusted: isTrusted)
    {
      throw routing.error(
        .notExposed(
          pattern: pattern, origin: .restoration, isByScheme: false, exposure: exposure), request)
    }
    if hop.handler != nil { throw routing.error(.handlerHasNoController) }
    return self.hop(of: hop.route, hop.registered, routing)
  }

  /// Shows the restored screens, announces the top one, and shows the gate that keeps the rest.
  private func show(
    _ restoration: Restoration<Controller>, on host: any NavigationHost<Controller>,
    _ routing: Routing
  ) async throws {
    let layers = restoration.layers
    let isEmpty = layers.allSatisfy { $0.entries.isEmpty }
    guard !isEmpty || restoration.gate != nil else { return }
    if !isEmpty || layers.first?.kind != .stack {
      try await host.perform(NavigationOperation { $0.layers = layers }, animated: false)
    }
    guard let (gate, redirect) = restoration.gate, let stopped = restoration.kept.last else {
      if let entry = host.state.top, let route = entry.route, let option = entry.option {
        announceRestored(entry.controller, route, option, routing)
      }
      return
    }
    var next = redirect.request
    if isEmpty, layers.first?.kind == .stack { next.option = .root }
    routing.subject = nil
    routing.request = next
    routing.gate = gate
    routing.gated = stopped
    routing.kept = restoration.kept.dropLast()
    routing.redirects = [routing.route].compactMap(\.self)
    routing.route = nil
    _ = try await show(routing)
  }
}

/// What is made of a saved state.
private struct Restoration<Controller> {
  let isTrusted: Bool
  var layers: [NavigationState<Controller>.Layer] = []
  var gate: (Gate, Redirect)?
  /// What the gate keeps, from the lowest up.
  var kept: [RoutingRequest] = []
  var report = RestorationReport()

  init(isTrusted: Bool) { self.isTrusted = isTrusted }
}
