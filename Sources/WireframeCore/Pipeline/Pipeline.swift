/// The result of a routing that did not fail, and what it presented.
typealias Ended = (summary: RoutingSummary, presentation: Presentation?)

extension RoutingResult {
  init(_ ended: Ended) {
    summary = ended.summary
    // Casting an optional one would cost half as much again.
    controller = if let made = ended.presentation?.controller { made as? Controller } else { nil }
  }
}

/// Thrown where a resolution is not valid any more: rights, owners, gates, routes or the host have changed.
struct OutdatedResolution: Error {}

/// Thrown where a leave guard keeps a screen that a presentation would take away.
struct ScreenStays: Error { let reason: String }

// The pipeline: request → admit → match → observe → handle, or option → land → leave → provide → present.
// Resolving.swift has the stages up to the observers, Stages.swift and Stages+Landing.swift those behind them. Every
// screen comes through here; one that takes its placeholder's place goes on in Stages+Loading.swift.
extension Wireframe {
  /// Brings the screen that a routing wants, or runs its handler. Without a resolution it finds out where that leads.
  func show(_ routing: Routing, at resolution: Resolution? = nil) async throws -> Ended {
    if routing.isSuperseded { throw routing.error(.superseded) }
    if haveOwners, resolution == nil, !routing.isDryRun { try await removeScreensOfOthers(routing) }
    let wanted =
      if let resolution {
        resolution
      } else if let kept = routing.kept {
        try await resolve(kept, for: routing)
      } else {
        try await resolve(routing.request, for: routing)
      }
    do {
      if let ended = try endedUnshown(wanted, isResolved: resolution != nil, routing) {
        return ended
      }
      if let handler = wanted.handler {
        // What it shows would leave with the screen of the gate that was passed for it.
        if resolution == nil, let kept = routing.kept, let screen = kept.gateScreen {
          try await leave(screen, routing)
          routing.take(kept)
          (routing.reached, routing.stage) = (wanted, .observe)
          try routing.checkMayGoOn()
        }
        // A handler does not wait for a home that loads.
        if wanted.rightsVersion != rightsVersion, !routing.isDryRun {
          try await confirm(wanted, nil, routing)
        }
        return try await handle(handler, wanted, routing)
      }
      // Option and presenter.
      let providers = optionProviders(for: wanted.route)
      let named =
        providers.isEmpty ? wanted.namedOption : try await ask(providers, about: wanted, routing)
      var presentation = try findPresenter(for: settle(named, wanted, routing), wanted, routing)
      // Land.
      if hasPlace(wanted, routing) { presentation = try await land(presentation, wanted, routing) }
      try reland(&presentation, wanted, routing)
      if haveHomes, let gate = try await lay(under: &presentation, wanted, routing) {
        return try await show(routing, at: gate)
      }
      try reland(&presentation, wanted, routing)
      // Leave.
      if hasLeaveGuards || routing.isDryRun { try await askToLeave(presentation, wanted, routing) }
      // Provide. Nothing is loaded for somebody who has gone by now.
      if mayBeRefused(wanted, presentation, routing) {
        try await confirm(wanted, presentation, routing)
      }
      if presentation.hasParents { try await provideBelow(presentation, wanted, routing) }
      if !presentation.hasController {
        if havePlaceholders, presentation.placement != nil,
          let load = try await load(
            wanted, presentation.option, by: presentation.role, isWanted: true, routing)
        {
          presentation.take(load)
        } else {
          presentation.take(try await provide(wanted, presentation.option, routing), isNew: true)
        }
      }
      // Again, since the user may have moved meanwhile: what is below, and what leaves.
      if presentation.hasParents { try await replaceLost(presentation, below: wanted, routing) }
      try reland(&presentation, wanted, routing)
      if hasLeaveGuards || routing.isDryRun { try await askToLeave(presentation, wanted, routing) }
      if routing.isDryRun { return try planned(presentation, wanted, routing) }
      if mayBeRefused(wanted, presentation, routing) {
        try await confirm(wanted, presentation, routing)
      }
      try reland(&presentation, wanted, routing)
      // Present.
      defer { presentation.arrivals?.end() }
      let event = try announceStart(of: presentation, wanted, routing)
      do {
        try await routing.stage(.present) { [presentation] in try await presentation.show(event) }
      } catch { throw failure(of: presentation, error, wanted, routing) }
      return announceEnd(of: event, presentation, wanted, routing)
    } catch { return try await showAnew(after: error, wanted, resolution, routing) }
  }

  /// The end of a routing that shows nothing: it is stopped or kept, or its screen is shown already. Nil if it goes on.
  private func endedUnshown(
    _ wanted: Resolution, isResolved: Bool, _ routing: Routing
  ) throws -> Ended? {
    if case .stop(let reason) = wanted.verdict { return stopped(reason, wanted, routing) }
    if let closed = wanted.closedGate {
      if hasOpened(closed.gate, routing) { throw OutdatedResolution() }
      if closed.gate === lock?.entry { return keep(wanted, behind: closed, routing) }
      if routing.keepsNothing, !isResolved || !comesAfterSignOut(screenOf: closed, routing) {
        return stopped("It was asked for before the sign-out.", wanted, routing)
      }
      // A second tap, whose screen comes back.
      if routing.earlier != nil, let kept = closed.gate.kept, kept.isList,
        kept.request.urlText.hasSameScalars(as: routing.request.urlText)
      {
        return ended(.presented, wanted, routing)
      }
    } else if isCovered, lock?.entry.observes(wanted.route) == false {
      // It is over all others already.
      return ended(.presented, wanted, routing)
    }
    if routing.earlier != nil, let ended = try routing.joinedResult(leadingTo: wanted) {
      return ended
    }
    guard havePlaceholders, !loads.isEmpty, wanted.closedGate == nil else { return nil }
    return endedAtPlaceholder(wanted, routing)
  }

  /// Whether a gate that was found closed was removed meanwhile, or is the lock that the user has opened.
  func hasOpened(_ gate: GateEntry, _ routing: Routing) -> Bool {
    guard gate === lock?.entry else { return !allGates.contains { $0 === gate } }
    return !isCovered && !gate.isRemoved && !routing.isDryRun  // A removed one may still be closed.
  }

  /// Whether the screen of a gate comes though a sign-out keeps nothing: in front of a home, which has no owner, or for
  /// a reevaluation. A sign-out waits for that, and then takes its gate away. It does not wait for one that a lock has
  /// deferred: the gate of that comes only where nothing else would be shown.
  private func comesAfterSignOut(screenOf closed: ClosedGate, _ routing: Routing) -> Bool {
    if closed.kept.request.urlText == homeRequest?.urlText { return true }
    guard routing.purpose == .reevaluation else { return false }
    return queue.current === routing || homeRequest == nil && host?.state.isBlank == true
  }

  /// Shows what the request leads to now, if its resolution was outdated. Tells errors apart here, since the compiler
  /// writes a `catch` once for each `await` before it.
  private func showAnew(
    after error: any Error, _ wanted: Resolution, _ resolution: Resolution?, _ routing: Routing
  ) async throws -> Ended {
    if let stays = error as? ScreenStays { return stopped(stays.reason, wanted, routing) }
    guard error is OutdatedResolution else { throw error }
    guard resolution != nil else { return try await show(routing) }
    if let closed = wanted.closedGate, hasOpened(closed.gate, routing) {
      routing.take(closed.kept)
      return try await show(routing)
    }
    var request = wanted.route.request
    if isHome(wanted) { request.owners = nil }
    return try await show(routing, at: try await resolve(request, wanted.way, for: routing))
  }

  /// Whether a screen may have another place than on top.
  func hasPlace(_ wanted: Resolution, _ routing: Routing) -> Bool {
    wanted.registered?.place != nil || wanted.route.hasPlacingRequest
      || !wanted.below.isEmpty || gateScreen(behind: wanted, routing) != nil
  }

  /// The gate's screen that leaves with the move: of the gate that was passed, or of one found open, for any tag.
  func gateScreen(behind wanted: Resolution, _ routing: Routing) -> NavigationEntryID? {
    if let screen = routing.kept?.gateScreen { return screen }
    for open in wanted.openGates where !open.isLock {
      if let screen = open.screen { return screen }
      guard open.gate.isShared else { continue }
      let shown = allGates.first { $0.gate === open.gate && $0.screen != nil }
      if let shown { return shown.screen }
    }
    return nil
  }

  func ended(
    _ outcome: RoutingOutcome, _ wanted: Resolution, _ routing: Routing,
    _ presentation: Presentation? = nil, returnValue: (any Sendable)? = nil
  ) -> Ended {
    routing.journal?.note(.finished(outcome, wanted.route))
    let facts = RoutingSummary.Facts(
      outcome: outcome, route: wanted.route, redirects: wanted.redirects,
      option: presentation?.option, returnValue: returnValue,
      isHidden: (routing.purpose == .loadedScreen || routing.meanwhile?.userMoves != nil)
        && isHidden(wanted.route))
    return (RoutingSummary(facts), presentation)
  }

  private func isHidden(_ route: Route) -> Bool {
    host?.state.shown.contains { $0.route?.isIdentical(to: route) == true } == false
      && isOnHost(route)
  }

  /// Makes the controller of a routing's request for the caller to put somewhere; no presenter is asked.
  func embed(_ routing: Routing) async throws -> Controller {
    let wanted = try await resolve(routing.request, for: routing)
    if case .stop(let reason) = wanted.verdict { throw routing.error(.stopped(reason: reason)) }
    if wanted.handler != nil { throw routing.error(.handlerHasNoController) }
    guard let controller = try await provide(wanted, .embedded, routing) as? Controller else {
      throw routing.error(.noController(asked: []))
    }
    // Nobody gets it who was let pass by rights of before.
    if wanted.rightsVersion == rightsVersion, !wanted.route.ownerHasGone { return controller }
    do { try await confirm(wanted, nil, routing) } catch is OutdatedResolution {
      return try await embed(routing)
    }
    return controller
  }
}
