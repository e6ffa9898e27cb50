extension Wireframe {
  /// Asks the observers again about every screen that a route brought, and takes away what they do not let
  /// pass any more.
  ///
  /// Call it when rights have changed, as after a sign-out. A screen whose observers stop, redirect or
  /// throw leaves with all that stands above it, without asking it; then each redirect is routed once.
  /// A first screen, which has nothing below it, comes to the top, and the redirect's screen takes its
  /// place, unless the redirect brings another option. Where observers only stop, a first screen stays.
  ///
  /// - Parameter host: Where screens stand.
  /// - Returns: The routes of the screens that were not let pass.
  /// - Throws: The first ``RoutingError`` of an observer or a redirect, after all has been done; or what
  ///   the host throws, as ``RoutingError/Code/presenterFailed``, at once.
  @discardableResult
  public func reevaluate<Host: NavigationHost>(
    on host: Host
  ) async throws(RoutingError) -> [Route] where Host.Controller == Controller {
    if let parent = mount?.parent { return try await parent.reevaluate(on: host) }
    // Nothing of this request is routed: it stands for the call in errors until a screen is asked about.
    let run = RoutingRun(RoutingRequest(""))
    try checkReentrancy(run.request)
    return try await inTurn(queue.reserve(run)) { run async throws(RoutingError) in
      let refused = await self.refused(host.state, run)
      for (entry, _) in refused { try await self.takeAway(entry, on: host, run) }
      var routed: [RoutingRequest] = []
      var failure: RoutingError?
      for (entry, decision) in refused {
        do throws(RoutingError) {
          guard var next = try decision.get() else { continue }
          if host.state.layer(of: entry.id) != nil {
            try await self.takeAway(entry, on: host, run)
            next.option = next.option ?? .replaceTop
          } else if routed.contains(where: next.isSame) {
            continue
          }
          routed.append(next)
          run.redirects = [entry.route].compactMap(\.self)
          run.route = nil
          _ = try await self.present(next, run)
        } catch {
          failure = failure ?? error
        }
      }
      if let failure { throw failure }
      return refused.compactMap(\.entry.route)
    }
  }

  private typealias Refusal = (
    entry: NavigationEntry<Controller>, decision: Result<RoutingRequest?, RoutingError>
  )

  /// The entries that observers do not let pass, with where they redirect to, or nil for nowhere.
  private func refused(_ state: NavigationState<Controller>, _ run: RoutingRun) async -> [Refusal] {
    var refused: [Refusal] = []
    for entry in state.entries {
      guard let route = entry.route else { continue }
      run.request = route.request
      run.redirects = []
      see(route, run)
      do throws(RoutingError) {
        switch try await observe(route, run) {
        case .proceed: break
        case .stop: refused.append((entry, .success(nil)))
        case .redirect(let next, let parking):
          refused.append((entry, .success(redirected(route.request, to: next, parking, run))))
        }
      } catch {
        refused.append((entry, .failure(error)))
      }
    }
    return refused
  }

  /// Takes an entry away with all that stands above it; a first screen only comes to the top.
  private func takeAway<Host: NavigationHost>(
    _ entry: NavigationEntry<Controller>, on host: Host, _ run: RoutingRun
  ) async throws(RoutingError) where Host.Controller == Controller {
    do {
      guard let layer = host.state.layer(of: entry.id) else { return }
      if let below = host.state.layers[layer].entry(below: entry.id) {
        try await host.backAsked(to: below.id, animated: false)
      } else if layer > 0, host.state.layers[layer].shown.first?.id == entry.id {
        try await host.perform(.dismiss(host.state.layers.count - layer), animated: false)
      } else {
        try await host.backAsked(to: entry.id, animated: false)
      }
    } catch {
      throw failure(of: roleName(host), .present, error, run)
    }
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
