extension Wireframe {
  /// Restores saved screens. Each goes through the pipeline: it is matched, the observers are asked, and it is made.
  /// The host shows all of them in one move, without animation.
  ///
  /// Their origin is ``RoutingOrigin/restoration``. What a guard refuses is not restored, and neither are the screens
  /// above it. Behind a closed gate the rest of what was shown is kept, and the gate is shown. Tabs and columns are
  /// found again by their names; on a host that has none, or others, what was shown is restored.
  ///
  /// It comes before all requests that wait for ``activate()``: restore the state first, so that a link that has
  /// started the app lands on it.
  ///
  /// - Parameters:
  ///   - saved: The state.
  ///   - isTrusted: Whether only the app can have written the state. Otherwise only routes that are exposed to
  ///     ``RoutingOrigin/restoration`` are restored.
  /// - Returns: The report. If the root cannot be restored, nothing has changed.
  /// - Throws: ``RoutingError/Code/noHost``, ``RoutingError/Code/reentrant``, ``RoutingError/Code/cancelled``; what
  ///   the host, the gate's routing or home throws. What was restored by then stays: for the rest, restore it again.
  @discardableResult
  public func restore(
    _ saved: SavedState, trusting isTrusted: Bool = false
  ) async throws(RoutingError) -> RestorationReport {
    if let mount, let parent = mount.parent {
      var report = try await parent.restore(saved, trusting: isTrusted)
      report.restored = report.restored.map { mount.local($0) ?? $0 }
      return report
    }
    guard let host else { throw RoutingError(.noHost) }
    let routing = Routing(RoutingRequest(""), for: .restoration, settings)
    try checkReentrancy(routing.request)
    if isCovered, !queue.isClosed { return restoreWhenOpened(saved, trusting: isTrusted) }
    queue.reserve(routing, isFirst: true)
    return try await run(routing) {
      try await self.restore(saved, trusting: isTrusted, on: host, routing)
    }
  }

  private func restoreWhenOpened(
    _ saved: SavedState, trusting isTrusted: Bool
  ) -> RestorationReport {
    whenOpened(for: .restoration) { wireframe, routing -> RoutingSummary? in
      guard let host = wireframe.host else { return nil }
      _ = try await wireframe.restore(saved, trusting: isTrusted, on: host, routing)
      return host.state.top?.route.map { RoutingSummary(route: $0) }
    }
    return RestorationReport(keptCount: saved.screenCount)
  }

  /// Restores a state, below a lock once that opens. Starts anew if what was made may not be shown any more.
  private func restore(
    _ saved: SavedState, trusting isTrusted: Bool, on former: any NavigationHost<Controller>,
    _ routing: Routing
  ) async throws -> RestorationReport {
    while await !coverIfClosed(in: routing) {
      let (host, deadline) = (self.host ?? former, Race())
      let watch = limits[.provide].map { settings.watchdog.watch(for: $0) { deadline.finish() } }
      defer { watch?.remove() }
      var restoration: Restoration<Controller>
      do {
        repeat {
          restoration = Restoration(isTrusted: isTrusted, deadline: deadline)
          for (index, layer) in saved.layers.enumerated() {
            try await restore(layer, at: index, host.state, &restoration, routing)
          }
          try await queue.regainTurn(routing)
          if queue.isClosed { throw routing.error(.closed) }
          if isCovered { throw OutdatedResolution() }
          // Rights may have changed while the screens were made, and another one may have the turn again.
        } while try await areRefusedNow(restoration.screens, routing)
          || queue.interrupted(routing) != nil
        if let own = self.host, own !== host { throw OutdatedResolution() }
        if try await show(restoration, on: host, routing), !routing.keepsNothing {
          restoration.report.keptCount = restoration.kept.count
        } else {
          try await fillEmptyPlace(routing)
          restoration.report.omitted += restoration.kept.map(\.urlText)
        }
        return restoration.report
      } catch is OutdatedResolution {}
    }
    if queue.isClosed { throw routing.error(.closed) }
    return restoreWhenOpened(saved, trusting: isTrusted)
  }

  private func restore(
    _ saved: SavedState.Layer, at index: Int, _ state: NavigationState<Controller>,
    _ restoration: inout Restoration<Controller>, _ routing: Routing
  ) async throws {
    guard restoration.isComplete else {
      let stack = saved.stacks[saved.selected]
      return try await leaveOut(stack.screens[...], of: stack, saved, &restoration, routing)
    }
    // The host's own tabs or columns, else a new layer. A tab that the state does not know keeps its screens.
    var layer: NavigationState<Controller>.Layer =
      if index == 0, let root = state.layers.first, root.kind != .stack {
        root
      } else {
        .init(
          id: NavigationEntryID(), stacks: [.init(canPush: saved.stacks[saved.selected].canPush)],
          style: saved.style.flatMap(ModalStyle.init))
      }
    // On a host of another kind, or with other names, only what was shown is restored.
    let shown = saved.stacks[saved.selected].name
    layer.selected = layer.stacks.firstIndex { $0.name == shown } ?? layer.selected
    var restored: Set<Int> = []
    for (place, var stack) in saved.stacks.enumerated() {
      let isShown = place == saved.selected || saved.kind == "columns"
      let target =
        place == saved.selected
        ? layer.selected
        : layer.stacks.indices.first { $0 != layer.selected && layer.stacks[$0].name == stack.name }
      guard let target else {
        restoration.report.omitted += stack.screens.map(\.url)
        continue
      }
      // What code has put where nothing was saved stays.
      if stack.screens.isEmpty, layer.stacks[target].entries.first?.route == nil { continue }
      restored.insert(target)
      stack.canPush = layer.stacks[target].canPush
      layer.stacks[target].entries = try await restore(
        stack, of: saved, isShown: isShown, &restoration, routing)
    }
    if layer.style != nil, layer.top == nil { return restoration.isComplete = false }
    // Nothing comes above a root without screens; an empty tab is filled.
    if layer.kind == .stack, layer.top == nil { restoration.isComplete = false }
    if index == 0 { restoration.others = Set(layer.stacks.indices).subtracting(restored) }
    restoration.layers.append(layer)
  }

  /// Makes the screens of a stack, until one is refused.
  private func restore(
    _ stack: SavedState.Stack, of layer: SavedState.Layer, isShown: Bool,
    _ restoration: inout Restoration<Controller>, _ routing: Routing
  ) async throws -> [NavigationEntry<Controller>] {
    var entries: [NavigationEntry<Controller>] = []
    screens: for (place, screen) in stack.screens.enumerated() {
      defer { routing.reached = nil }
      do {
        let request = try await request(
          for: screen, at: place, of: stack, layer, restoration, routing)
        if let limit = limits[.provide], restoration.deadline.isOver {
          throw routing.error(.timedOut(.provide, limit: limit), request)
        }
        if place > 0, !stack.canPush { throw routing.error(.noStack, request) }
        let (route, registered) = try find(restored: request)
        let screen = try await resolve(shown: route, registered, routing)
        switch screen.verdict {
        case .pass: break
        case .failure(let error): throw error
        case .stop(let reason):
          throw RoutingError(.stopped(reason: reason), request: request, pattern: route.pattern)
        case .redirect(let redirect):
          // It has closed, and may have been removed since.
          if redirect.gate?.isLock == true { throw OutdatedResolution() }
          if isShown { restoration.isComplete = false }
          guard redirect.gate != nil, isShown else { break screens }
          restoration.gate = restoration.gate ?? (redirect, screen)
          restoration.isKeeping = true
          try await leaveOut(stack.screens[place...], of: stack, layer, &restoration, routing)
          return entries
        }
        let option = request.option ?? .push
        routing.reached = screen
        let load = try await load(screen, option, by: "the host", isWanted: false, routing)
        let made = if let load { load.shown } else { try await provide(screen, option, routing) }
        guard let controller = made as? Controller else {
          throw routing.error(.noController(asked: []))
        }
        let entry = NavigationEntry(
          controller, route: load?.shownRoute ?? screen.route, option: option)
        if let object = entry.identity, !restoration.objects.insert(object).inserted {
          throw routing.error(.alreadyOnScreen)
        }
        if let load { restoration.loads.append(load) }
        entries.append(entry)
        restoration.screens.append(screen)
        restoration.report.restored.append(route)
      } catch let error where !(error is OutdatedResolution) {
        let error = routing.error(endedBy: error)
        if error.code == .cancelled { throw error }
        if isShown { restoration.isComplete = false }
        restoration.report.failures.append(error)
        break
      }
    }
    restoration.report.omitted += stack.screens.dropFirst(entries.count).map(\.url)
    return entries
  }

  /// Has the gate keep screens whose URLs are still valid; without a gate they are left out.
  private func leaveOut(
    _ screens: ArraySlice<SavedState.Screen>, of stack: SavedState.Stack, _ layer: SavedState.Layer,
    _ restoration: inout Restoration<Controller>, _ routing: Routing
  ) async throws {
    let count = restoration.kept.count
    for (place, screen) in zip(screens.indices, screens) where restoration.isKeeping {
      var request = try await request(
        for: screen, at: place, of: stack, layer, restoration, routing)
      // It comes back into its tab or column.
      if layer.kind != "stack" { request.tab = stack.name }
      restoration.isKeeping = (try? find(restored: request)) != nil
      if restoration.isKeeping { restoration.kept.append(request) }
    }
    restoration.report.omitted += screens.dropFirst(restoration.kept.count - count).map(\.url)
  }

  /// The request that brings a saved screen again: the first one of a modal with the modal.
  private func request(
    for screen: SavedState.Screen, at place: Int, of stack: SavedState.Stack,
    _ layer: SavedState.Layer, _ restoration: Restoration<Controller>, _ routing: Routing
  ) async throws -> RoutingRequest {
    var request = RoutingRequest(screen.url, option: .push(animated: false), landing: .onTop)
    (request.origin, request.isTrusted) = (.restoration, restoration.isTrusted)
    request.isIndirect = true
    if case (let route, nil)? = try? find(request) {
      // An observer may bring its route, with its option and its gates.
      _ = try await resolve(shown: route, nil, routing)
    }
    // The option that the route has, if it is no plain one: the host may know more of it.
    let found = try? find(request)
    let own = found?.1?.option ?? defaultOption(for: found?.1)
    if place == 0, let style = layer.style.flatMap(ModalStyle.init) {
      request.option = .modal(style, hasStack: stack.canPush, animated: false)
      let fits = (own as? any ModalOption).map { ($0.style, $0.hasStack) == (style, stack.canPush) }
      if fits == true, !(own is Modal) { request.option = own }
    } else if place == 0, host?.state.layers.first.map({ $0.kind == .stack }) != false {
      request.option = .root(hasStack: stack.canPush)
    } else if own is any PushOption, !(own is Push) {
      request.option = own
    }
    // A screen whose owner's gate is gone is shown to nobody.
    if let owners = screen.owners {
      // Modules of one path may have equal gates: one in front of the screen comes first.
      let own = found.map { observers(of: $0.0, $0.1).compactMap(\.gate) } ?? []
      let screens = gateScreens
      let inFront = own.compactMap { gate in screens.first { $0.gate === gate } }
      request.owners = GateOwners(owners, of: inFront + screens) ?? .nobody
    }
    return request
  }

  /// Finds the route of a saved screen. Handlers, gates' screens and screens without pattern are never saved.
  private func find(
    restored request: RoutingRequest
  ) throws(RoutingError) -> (Route, RouteRecord?) {
    let (route, registered) = try find(request)
    guard let pattern = route.pattern else {
      throw RoutingError(noRoute(route, asked: []), request: request)
    }
    let isGate = gateScreens.contains { leads($0.request, to: route) }
    let isHandler = if case .handler? = registered?.target { true } else { false }
    if isHandler || isGate || registered?.place?.restoration == .never {
      throw RoutingError(.notRestored, request: request, pattern: pattern)
    }
    return (route, registered)
  }

  /// Shows the restored screens, announces the top one, and shows the gate of the rest; says whether it keeps that.
  private func show(
    _ restoration: Restoration<Controller>, on host: any NavigationHost<Controller>,
    _ routing: Routing
  ) async throws -> Bool {
    let (layers, isEmpty) = (restoration.layers, restoration.screens.isEmpty)
    guard !isEmpty || restoration.gate != nil else { return false }
    if !isEmpty || layers.first?.kind != .stack {
      routing.stage = .present
      let restored = NavigationOperation<Controller> { state throws(RoutingError) in
        // A sign-out takes them away, and its gate keeps them.
        if restoration.screens.contains(where: { $0.route.request.owners?.hasSuccessor == true }) {
          throw RoutingError(.stopped(reason: Route.reasonOfOwners))
        }
        let root = state.layers.first
        state.layers = layers
        guard let root, root.id == layers.first?.id else { return }
        // What other tabs show may have changed meanwhile, and so may the tabs.
        for index in restoration.others {
          let stacks = root.stacks.dropFirst(index) + root.stacks
          let stack = stacks.first { $0.name == layers[0].stacks[index].name }
          if let stack { state.layers[0].stacks[index] = stack }
        }
      }
      // A move that fails late has brought them, too.
      defer { watch(restoration.loads.filter { isOnHost($0.wanted.route) }) }
      do {
        try await host.perform(restored, animated: false)
      } catch let error as RoutingError where error.code == .stopped && error.urlText == nil {
        // Another user has come before the host was free.
        throw OutdatedResolution()
      }
      routing.meanwhile?.userMoves = nil
    }
    guard let (redirect, refused) = restoration.gate, let stopped = restoration.kept.last else {
      if let entry = host.state.top, !entry.isPlaceholder, let route = entry.route,
        let option = entry.option
      {
        let presentation = Presentation(option)
        presentation.take(entry.controller, isNew: true)
        let wanted = resolution(of: route)
        announce(event(route, wanted, presentation), wanted)
      }
      return false
    }
    let kept = KeptRequest(stopped, above: restoration.kept.dropLast(), isList: true)
    let (request, way) = follow(redirect, from: refused, ResolutionWay(kept: kept), routing)
    var next = request
    if isEmpty, layers.first?.kind == .stack { next.option = .root }
    do {
      let ended = try await show(routing, at: try await resolve(next, way, for: routing))
      return isKept(ended.summary, routing)
    } catch {
      // The gate was to come above a tab that is empty.
      queue.activity.handOver { [weak self] in await self?.leaveEmptyTab() }
      throw error
    }
  }
}

private struct Restoration<Controller> {
  let isTrusted: Bool
  /// When it is over, no further screens are made.
  let deadline: Race
  var layers: [NavigationState<Controller>.Layer] = []
  /// The root's stacks that the state does not know.
  var others: Set<Int> = []
  var loads: [ScreenLoad] = []
  var screens: [Resolution] = []
  /// The controllers that are objects: none is shown twice.
  var objects: Set<ObjectIdentifier> = []
  /// The redirect of the gate that is to be shown, and the screen that it stopped.
  var gate: (Redirect, Resolution)?
  /// Whether the gate keeps the next screen that is left out; false once it could not keep one.
  var isKeeping = false
  /// What the gate keeps, from the lowest up.
  var kept: [RoutingRequest] = []
  /// Whether everything that was shown is back so far.
  var isComplete = true
  var report = RestorationReport()
}
