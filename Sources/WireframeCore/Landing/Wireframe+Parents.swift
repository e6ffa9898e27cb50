// Which screens belong below a route's own: its chain of parents, in its tab.
extension Wireframe {
  /// The parents of a route that belong into the same stack, from the lowest to the direct one, and their tab.
  ///
  /// - Throws: ``RoutingError/Code/invalidParent`` for a parent that is not registered, or in a circle.
  func parents(
    of hop: Hop, _ routing: Routing
  ) throws(RoutingError) -> (chain: [Hop], tab: String?) {
    let snapshot = tableSnapshot
    var chain = [hop]
    var seen: Set<RoutePattern> = []
    while let child = chain.last, let place = child.registered?.place,
      let named = place.parents.first,
      let pattern = child.route.pattern
    {
      guard seen.insert(pattern).inserted else {
        throw routing.error(.parentCircle(pattern: pattern, parent: named))
      }
      guard let parent = place.parents.first(where: { snapshot.indices[$0] != nil }) else {
        throw routing.error(.noParent(pattern: pattern, parent: named))
      }
      chain.append(try self.hop(to: parent, below: child.route, in: snapshot, routing))
    }
    let tabs = Self.tabs(of: chain)
    let sameTab = zip(chain, tabs).prefix { $0.1 == tabs[0] }.map(\.0)
    return (sameTab.dropFirst().reversed(), tabs[0])
  }

  /// The tab of each route of a chain that goes upwards: its own, else its parent's.
  private static func tabs(of chain: [Hop]) -> [String?] {
    var tabs: [String?] = []
    for hop in chain.reversed() { tabs.append(hop.registered?.place?.tab ?? tabs.last ?? nil) }
    return tabs.reversed()
  }

  /// The route of a parent, with its child's values.
  private func hop(
    to parent: RoutePattern, below child: Route, in snapshot: TableSnapshot, _ routing: Routing
  ) throws(RoutingError) -> Hop {
    var values: [String: RouteValues.Value] = [:]
    for name in parent.names { values[name] = child.values.value(of: name) }
    var request = RoutingRequest(try parent.urlText(with: values, rules: snapshot.table.rules))
    request.origin = child.request.origin
    request.isDryRun = routing.isDryRun
    return try self.hop(to: request, in: snapshot, routing)
  }

  /// The route of a request that the app itself chose, without noting it as the routing's own.
  func hop(
    to request: RoutingRequest, in snapshot: TableSnapshot, _ routing: Routing
  ) throws(RoutingError) -> Hop {
    let (route, registered) = try read(request, in: snapshot, routing)
    return Hop(route: route, registered: registered)
  }

  /// Whether the observers let a parent pass. One that they stop, redirect or fail is left out, and nothing is parked.
  func letsPass(_ parent: Hop, _ routing: Routing) async throws -> Bool {
    let (route, registered, observers, version) = (
      routing.route, routing.registered, routing.observers, routing.observersVersion
    )
    defer {
      routing.route = route
      routing.registered = registered
      routing.observers = observers
      routing.observersVersion = version
      routing.stopReason = nil
    }
    let hop = hop(of: parent.route, parent.registered, routing)
    do {
      return try await observe(hop, routing) == nil && routing.stopReason == nil
    } catch {
      let error = routing.error(endedBy: error)
      if error.code == .cancelled { throw error }
      return false
    }
  }

  /// Checks the parent of a pattern that is about to be registered.
  ///
  /// - Throws: ``RoutingError/Code/invalidParent`` if it has names that the pattern lacks, or its own parents lead
  ///   back.
  func check(parent: RoutePattern, of pattern: RoutePattern) throws(RoutingError) {
    let missing = parent.names.filter { !pattern.names.contains($0) }
    guard missing.isEmpty else {
      throw RoutingError(.parentNames(pattern: pattern, parent: parent, missing: missing))
    }
    let snapshot = tableSnapshot
    var seen: Set<RoutePattern> = []
    var next: RoutePattern? = parent
    while let current = next, seen.insert(current).inserted {
      guard current != pattern else {
        throw RoutingError(.parentCircle(pattern: pattern, parent: parent))
      }
      let registered = snapshot.indices[current].flatMap { snapshot.table.entry(at: $0).value }
      next = registered?.place?.parents.first
    }
  }
}
