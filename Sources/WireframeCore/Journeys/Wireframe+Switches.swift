extension Wireframe {
  /// What is off: patterns and tags, each with the screen that is shown instead.
  ///
  /// A request for a route that is off fails with ``RoutingError/Code/disabled``, or leads to the fallback, as by a
  /// redirect: the fallback's observers are asked, a link from outside reaches it only if it is exposed to the link,
  /// and one that leads nowhere, in a circle or to a handler is passed over. Exposure is asked before switches, and
  /// switches before gates and observers. A screen whose route is off leaves at the next ``reevaluate(keeping:)``; one
  /// that loads is not shown.
  ///
  /// The routes of gates and locks, the wireframe's home, and the homes of tabs are never off. Names that are not known
  /// switch nothing off. The audit finds both.
  ///
  /// A wireframe that is mounted has the switches of the outermost one: patterns are whole, with the paths of mounts.
  ///
  /// ```swift
  /// wireframe.switches = try RouteSwitches(json)
  /// try await wireframe.reevaluate()
  /// ```
  public var switches: RouteSwitches {
    get { outermost.switchTable?.switches ?? RouteSwitches() }
    set {
      let outermost = outermost
      guard newValue != switches || newValue.fallbacks != switches.fallbacks else { return }
      outermost.switchTable = newValue.off.isEmpty ? nil : SwitchTable(newValue)
      outermost.rightsVersion.rights += 1
    }
  }

  package func switchedOff(
    _ pattern: RoutePattern, _ registered: RouteRecord
  ) -> RouteSwitches.Switch? {
    if let mount, let parent = mount.parent {
      guard let whole = mount.absolute(pattern),
        let (_, registered) = parent.tableSnapshot.route(of: whole)
      else { return nil }
      return parent.switchedOff(whole, registered)
    }
    let aliases = tableSnapshot.aliases[pattern] ?? []
    guard let found = switchTable?.first(for: pattern, aliases, registered.tags) else { return nil }
    return reasonNeverOff(pattern, registered) == nil ? found : nil
  }

  package func reasonNeverOff(_ pattern: RoutePattern, _ registered: RouteRecord) -> String? {
    func leadsHere(_ request: RoutingRequest) -> Bool { (try? find(request))?.0.pattern == pattern }
    if let homeRequest, leadsHere(homeRequest) { return "the home" }
    if let lockRequest, leadsHere(lockRequest) { return "the screen of the lock" }
    if gateScreens.contains(where: { leadsHere($0.request) }) { return "the screen of a gate" }
    guard let tab = registered.place?.tab, let home = tableSnapshot.home(ofTab: tab),
      leadsHere(home)
    else { return nil }
    return "the home of the tab \(tab.inQuotes)"
  }

  /// The gates and the lock with the requests for their screens, as this wireframe reads them.
  var gateScreens: [GateScreen] {
    (gates + [lock?.entry].compactMap(\.self)).map { ($0, $0.request) }
      + mounts.flatMap { mount in
        mount.child.gateScreens.map { ($0.gate, mount.absolute($0.request)) }
      }
  }

  /// What the switches say of a route: nil if it is on, else its fallback or an error.
  func verdict(ofSwitchesOn resolution: Resolution, _ routing: Routing) -> Resolution.Verdict? {
    let route = resolution.route
    guard let pattern = route.pattern,
      let registered = tableSnapshot.route(of: pattern)?.registered,
      let off = switchedOff(pattern, registered)
    else { return nil }
    let error = RoutingError(
      .disabled(by: "\(off.name)", fallback: nil), request: route.request,
      redirects: resolution.redirects, pattern: pattern)
    guard let fallback = off.fallback else { return .failure(error) }
    var request = RoutingRequest(fallback)
    if !route.request.isTrusted, fallback.hasPrefix("/"), let source = route.source {
      request.urlText = source.urlText(at: fallback)
    }
    // What a link may not reach, its fallback may not either.
    request.isTrusted = route.request.isTrusted
    routing.journal?.note(.decided("the switch for \(off.name)", .redirect(to: request), route))
    return .redirect(Redirect(request: request, off: error))
  }
}
