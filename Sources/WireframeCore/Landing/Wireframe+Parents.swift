// Which screens belong below a route's own: its chain of parents, in its tab.
extension Wireframe {
  /// The parents of a route, from the lowest to the direct one, each with its tab, and the route's tab.
  ///
  /// - Throws: ``RoutingError/Code/invalidParent`` for a parent that is not registered, or in a circle.
  func parents(
    of hop: Hop, _ routing: Routing
  ) throws(RoutingError) -> ParentChain {
    guard let registered = hop.registered, registered.place != nil else {
      return ParentChain([], tab: nil)
    }
    let snapshot = tableSnapshot
    if let known = snapshot.chains[ObjectIdentifier(registered)] { return known }
    var chain: [ParentPlace] = []
    var child = ParentPlace(pattern: hop.route.pattern, registered: hop.registered)
    var tabs = [child.registered?.place?.tab]
    while let pattern = child.pattern, let named = child.registered?.place?.parents.first {
      if pattern == hop.route.pattern && !chain.isEmpty
        || chain.dropLast().contains(where: { $0.pattern == pattern })
      {
        throw routing.error(.parentCircle(pattern: pattern, parent: named))
      }
      guard let index = child.parentIndex(in: snapshot) else {
        throw routing.error(.noParent(pattern: pattern, parent: named))
      }
      let (parent, registered) = snapshot.table.entry(at: index)
      child = ParentPlace(pattern: parent, registered: registered)
      chain.append(child)
      tabs.append(child.registered?.place?.tab)
    }
    // A route without tab belongs into its parent's.
    for index in tabs.indices.dropLast().reversed() { tabs[index] = tabs[index] ?? tabs[index + 1] }
    for index in chain.indices { chain[index].tab = tabs[index + 1] }
    let found = ParentChain(chain.reversed(), tab: tabs[0])
    snapshot.chains[ObjectIdentifier(registered)] = found
    return found
  }

  /// The route of a parent, with its child's values; nil if these values lead to another route, which may be closed to
  /// links.
  func hop(
    to place: ParentPlace, below child: Route, _ routing: Routing
  ) throws(RoutingError) -> Hop? {
    guard let parent = place.pattern else { return nil }
    let snapshot = tableSnapshot
    var values: [String: RouteValues.Value] = [:]
    for name in parent.names { values[name] = child.values.value(of: name) }
    var request = RoutingRequest(try parent.urlText(with: values, rules: snapshot.table.rules))
    request.origin = child.request.origin
    request.isDryRun = routing.isDryRun
    let hop = try self.hop(to: request, in: snapshot, routing)
    return hop.route.pattern == parent ? hop : nil
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
    try await observe(below: parent, routing).passes
  }

  /// Asks the observers about a screen below the wanted one, without noting it as the routing's own.
  func observe(
    below parent: Hop, _ routing: Routing
  ) async throws -> (passes: Bool, redirect: Redirect?) {
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
      let redirect = try await observe(hop, routing)
      return (redirect == nil && routing.stopReason == nil, redirect)
    } catch {
      let error = routing.error(endedBy: error)
      if error.code == .cancelled { throw error }
      return (false, nil)
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

/// A screen below the wanted one, on the way up to the root of its stack.
struct ParentPlace {
  /// Its pattern, whose values are the wanted screen's; nil for what a gate kept.
  let pattern: RoutePattern?
  let registered: RouteRecord?
  /// The tab or the column to which it belongs: its own, else its parent's.
  var tab: String?
  /// Nil until its URL is needed, since it is missing.
  var hop: Hop?
  /// How it is put below its child; nil until it is known to be missing.
  var placement: Placement?
  /// Nil if it stood already, or until it is made.
  var made: Any?

  init(pattern: RoutePattern?, registered: RouteRecord?) {
    self.pattern = pattern
    self.registered = registered
  }

  init(_ hop: Hop, tab: String?) {
    self.init(pattern: nil, registered: hop.registered)
    self.hop = hop
    self.tab = tab
  }

  /// Where the table has its parent.
  func parentIndex(in snapshot: TableSnapshot) -> Int? {
    for pattern in registered?.place?.parents ?? [] {
      if let index = snapshot.indices[pattern] { return index }
    }
    return nil
  }
}

/// The parents of a route.
struct ParentChain {
  /// From the lowest to the direct one.
  let all: [ParentPlace]
  /// Those that stand in the same stack as the route's screen.
  let inStack: [ParentPlace]
  /// The tab of the route.
  let tab: String?

  init(_ all: [ParentPlace], tab: String?) {
    self.all = all
    self.tab = tab
    inStack = Array(all[(all.lastIndex { $0.tab != tab }.map { $0 + 1 } ?? 0)...])
  }
}
