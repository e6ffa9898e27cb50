extension Wireframe {
  /// Asks the observers again about every screen that a route brought, and takes away what they do not let
  /// pass any more.
  ///
  /// Call it when rights have changed, as after a sign-out. A screen whose observers stop, redirect or
  /// throw leaves with all screens above it, without being asked; modals above a tab whose screens leave
  /// are dismissed. Then each redirect is routed once. A first screen, which has nothing below it, is replaced
  /// by its redirect's screen, unless the redirect brings another option.
  ///
  /// - Parameter host: The host of the screens.
  /// - Returns: The routes of the screens that were not let pass.
  /// - Throws: ``RoutingError/Code/cancelled``, and nothing has changed; else, after all has been done, the
  ///   first error of an observer or a redirect, or ``RoutingError/Code/nothingToLeave`` if a first screen
  ///   could not be replaced and is still shown; or what the host throws, at once.
  @discardableResult
  public func reevaluate<Host: NavigationHost>(
    on host: Host
  ) async throws(RoutingError) -> [Route] where Host.Controller == Controller {
    if let mount, let parent = mount.parent {
      return try await parent.reevaluate(on: host).map { mount.local($0) ?? $0 }
    }
    // Nothing of this request is routed: errors name it until a screen is asked about.
    let routing = Routing(RoutingRequest(""), for: .reevaluation, settings)
    routing.asksToLeave = false
    try checkReentrancy(routing.request)
    queue.reserve(routing)
    return try await run(routing) {
      let refused = try await self.refused(host.state, routing)
      let tab = host.state.selectedTab
      for (entry, _) in refused { try await self.takeAway(entry, on: host, routing) }
      var routed: [RoutingRequest] = []
      var failure: RoutingError?
      for (entry, decision) in refused {
        do {
          let isFirst = host.state.layer(of: entry.id) != nil
          guard var next = try decision.get() else {
            if isFirst { throw routing.error(.firstScreenStays, entry.route?.request) }
            continue
          }
          if isFirst {
            try await self.bringToTop(entry, on: host, routing)
            next.option = next.option ?? .replaceTop
          } else if routed.contains(where: next.isSame) {
            continue
          }
          routed.append(next)
          routing.redirects = [entry.route].compactMap(\.self)
          routing.route = nil
          routing.request = next
          routing.subject = nil
          _ = try await self.show(routing)
          if host.state.layer(of: entry.id) != nil {
            throw routing.error(.firstScreenStays, entry.route?.request)
          }
        } catch {
          failure = failure ?? routing.error(endedBy: error)
        }
      }
      if let tab { try await self.hosting(host, routing) { try await $0.show(tab) } }
      if let failure { throw failure }
      return refused.compactMap(\.entry.route)
    }
  }

  private typealias Refusal = (
    entry: NavigationEntry<Controller>, decision: Result<RoutingRequest?, RoutingError>
  )

  /// The entries that observers do not let pass, with where they redirect to, or nil for nowhere.
  private func refused(
    _ state: NavigationState<Controller>, _ routing: Routing
  ) async throws(RoutingError) -> [Refusal] {
    var refused: [Refusal] = []
    for entry in state.entries {
      guard let route = entry.route else { continue }
      routing.subject = route.request
      routing.redirects = []
      routing.stopReason = nil
      let hop = hop(of: route, nil, routing)
      do {
        if let redirect = try await observe(hop, routing) {
          refused.append((entry, .success(self.request(of: redirect, from: route, routing))))
        } else if routing.stopReason != nil {
          refused.append((entry, .success(nil)))
        }
      } catch {
        let error = routing.error(endedBy: error)
        // A cancelled call is no refusal of the screen.
        if error.code == .cancelled { throw error }
        refused.append((entry, .failure(error)))
      }
    }
    return refused
  }

  /// Takes an entry away with all entries above it; a first screen stays.
  private func takeAway<Host: NavigationHost>(
    _ entry: NavigationEntry<Controller>, on host: Host, _ routing: Routing
  ) async throws(RoutingError) where Host.Controller == Controller {
    guard let layer = host.state.layer(of: entry.id) else { return }
    try await hosting(host, routing) { host in
      if let below = host.state.layers[layer].entry(below: entry.id) {
        try await host.performBack(to: below.id, animated: false)
      } else if layer > 0, host.state.layers[layer].shown.first?.id == entry.id {
        try await host.perform(.dismiss(host.state.layers.count - layer), animated: false)
      } else if host.state.layers[layer].shown.first?.id == entry.id {
        // The entries above it leave at least.
        try await host.performBack(to: entry.id, animated: false)
      }
    }
  }

  private func bringToTop<Host: NavigationHost>(
    _ entry: NavigationEntry<Controller>, on host: Host, _ routing: Routing
  ) async throws(RoutingError) where Host.Controller == Controller {
    try await hosting(host, routing) { try await $0.performBack(to: entry.id, animated: false) }
  }

  private func hosting<Host: NavigationHost>(
    _ host: Host, _ routing: Routing, _ body: (Host) async throws -> Void
  ) async throws(RoutingError) {
    do {
      try await body(host)
    } catch {
      throw routing.error(error, thrownBy: roleName(host), in: .present)
    }
  }
}

/// The tab that is shown in a layer.
private struct ShownTab {
  let layer: Int
  let index: Int
  let names: [String]
}

extension NavigationState {
  fileprivate var selectedTab: ShownTab? {
    for (layer, content) in layers.enumerated().reversed() where content.kind == .tabs {
      return ShownTab(layer: layer, index: content.selected, names: content.stacks.map(\.name))
    }
    return nil
  }
}

extension NavigationHost {
  /// Shows a tab again that was shown before, if the same tabs are there and no modal is over them.
  fileprivate func show(_ tab: ShownTab) async throws {
    guard let layer = state.layers.last, layer.kind == .tabs, state.layers.count == tab.layer + 1,
      layer.stacks.map(\.name) == tab.names, layer.selected != tab.index
    else { return }
    try await perform(.selectTab(tab.index), animated: false)
  }
}

extension NavigationState.Layer {
  fileprivate func entry(below id: NavigationEntryID) -> NavigationEntry<Controller>? {
    for stack in stacks.map(\.entries) {
      guard let place = stack.firstIndex(where: { $0.id == id }) else { continue }
      return place > 0 ? stack[place - 1] : nil
    }
    return nil
  }
}
