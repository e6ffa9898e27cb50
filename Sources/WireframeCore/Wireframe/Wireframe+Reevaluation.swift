extension Wireframe {
  /// Asks the observers again about every screen that a route brought, and takes away what they do not let
  /// pass any more.
  ///
  /// Call it when rights have changed, as after a sign-out. A screen whose observers stop, redirect or
  /// throw leaves with all that stands above it, without being asked; modals above a tab whose screens leave
  /// are dismissed. Then each redirect is routed once. A first screen, which has nothing below it, is replaced
  /// by its redirect's screen, unless the redirect brings another option.
  ///
  /// - Parameter host: Where screens stand.
  /// - Returns: The routes of the screens that were not let pass.
  /// - Throws: ``RoutingError/Code/cancelled``, and nothing has changed; else, after all has been done, the
  ///   first error of an observer or a redirect, or ``RoutingError/Code/nothingToLeave`` if a first screen
  ///   could not be replaced and still stands; or what the host throws, at once.
  @discardableResult
  public func reevaluate<Host: NavigationHost>(
    on host: Host
  ) async throws(RoutingError) -> [Route] where Host.Controller == Controller {
    if let mount, let parent = mount.parent {
      return try await parent.reevaluate(on: host).map { mount.inside($0) ?? $0 }
    }
    // Nothing of this request is routed: it stands for the call in errors until a screen is asked about.
    let run = RoutingRun(RoutingRequest(""), pace)
    run.asksToLeave = false
    try checkReentrancy(run.request)
    queue.reserve(run)
    return try await inTurn(run) { () async throws(RoutingError) in
      let refused = try await self.refused(host.state, run)
      let tab = host.state.selectedTab
      for (entry, _) in refused { try await self.takeAway(entry, on: host, run) }
      var routed: [RoutingRequest] = []
      var failure: RoutingError?
      for (entry, decision) in refused {
        do throws(RoutingError) {
          let isFirst = host.state.layer(of: entry.id) != nil
          guard var next = try decision.get() else {
            if isFirst { throw run.failure(.firstScreenStays, entry.route?.request) }
            continue
          }
          if isFirst {
            try await self.bringToTop(entry, on: host, run)
            next.option = next.option ?? .replaceTop
          } else if routed.contains(where: next.isSame) {
            continue
          }
          routed.append(next)
          run.redirects = [entry.route].compactMap(\.self)
          run.route = nil
          _ = try await self.present(run, to: next)
          if host.state.layer(of: entry.id) != nil {
            throw run.failure(.firstScreenStays, entry.route?.request)
          }
        } catch {
          failure = failure ?? error
        }
      }
      if let tab { try await self.hosting(host, run) { try await $0.show(tab) } }
      if let failure { throw failure }
      return refused.compactMap(\.entry.route)
    }
  }

  private typealias Refusal = (
    entry: NavigationEntry<Controller>, decision: Result<RoutingRequest?, RoutingError>
  )

  /// The entries that observers do not let pass, with where they redirect to, or nil for nowhere.
  private func refused(
    _ state: NavigationState<Controller>, _ run: RoutingRun
  ) async throws(RoutingError) -> [Refusal] {
    var refused: [Refusal] = []
    for entry in state.entries {
      guard let route = entry.route else { continue }
      run.subject = route.request
      run.redirects = []
      see(route, run)
      do {
        switch try await run.decision(on: route) {
        case .proceed: break
        case .stop: refused.append((entry, .success(nil)))
        case .redirect(let next, let parking):
          refused.append((entry, .success(redirected(route.request, to: next, parking, run))))
        }
      } catch {
        let error = run.failure(error)
        // Who gives up the call has not refused the screen.
        if error.code == .cancelled { throw error }
        refused.append((entry, .failure(error)))
      }
    }
    return refused
  }

  /// Takes an entry away with all that stands above it; a first screen stays where it is.
  private func takeAway<Host: NavigationHost>(
    _ entry: NavigationEntry<Controller>, on host: Host, _ run: RoutingRun
  ) async throws(RoutingError) where Host.Controller == Controller {
    guard let layer = host.state.layer(of: entry.id) else { return }
    try await hosting(host, run) { host in
      if let below = host.state.layers[layer].entry(below: entry.id) {
        try await host.backAsked(to: below.id, animated: false)
      } else if layer > 0, host.state.layers[layer].shown.first?.id == entry.id {
        try await host.perform(.dismiss(host.state.layers.count - layer), animated: false)
      } else if host.state.layers[layer].shown.first?.id == entry.id {
        // What stands above leaves at least.
        try await host.backAsked(to: entry.id, animated: false)
      }
    }
  }

  private func bringToTop<Host: NavigationHost>(
    _ entry: NavigationEntry<Controller>, on host: Host, _ run: RoutingRun
  ) async throws(RoutingError) where Host.Controller == Controller {
    try await hosting(host, run) { try await $0.backAsked(to: entry.id, animated: false) }
  }

  private func hosting<Host: NavigationHost>(
    _ host: Host, _ run: RoutingRun, _ body: (Host) async throws -> Void
  ) async throws(RoutingError) {
    do {
      try await body(host)
    } catch {
      throw run.failure(of: roleName(host), .present, error)
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
    for (layer, content) in layers.map(\.content).enumerated().reversed() {
      if case .tabs(let tabs, let selected) = content {
        return ShownTab(layer: layer, index: selected, names: tabs.map(\.name))
      }
    }
    return nil
  }
}

extension NavigationHost {
  /// Shows a tab again that was shown before, if the same tabs are there and nothing stands over them.
  fileprivate func show(_ tab: ShownTab) async throws {
    guard case .tabs(let tabs, let selected)? = state.layers.last?.content,
      state.layers.count == tab.layer + 1, tabs.map(\.name) == tab.names, selected != tab.index
    else { return }
    try await perform(.selectTab(tab.index), animated: false)
  }
}

extension NavigationState.Layer {
  fileprivate func entry(below id: NavigationEntryID) -> NavigationEntry<Controller>? {
    for stack in stacks {
      guard let place = stack.firstIndex(where: { $0.id == id }) else { continue }
      return place > 0 ? stack[place - 1] : nil
    }
    return nil
  }
}
