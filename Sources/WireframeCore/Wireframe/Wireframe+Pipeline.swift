extension Wireframe {
  typealias Hop = (route: Route, registered: RegisteredRoute?)

  /// admit → match → observe → option → presenter → leave → provide → present → announce.
  ///
  /// - Parameters:
  ///   - run: The routing.
  ///   - other: What is routed to in place of the routing's request; nil for the request itself.
  /// - Returns: How the routing ended.
  /// - Throws: Why it failed.
  func present(
    _ run: RoutingRun, to other: RoutingRequest? = nil
  ) async throws(RoutingError) -> RoutingEnd {
    do {
      if run.isSuperseded { throw run.failure(.superseded) }
      var hop = if let other { try match(other, run) } else { try match(run.request, run) }
      var decision = try await run.decision(on: hop.route)
      while let next = try nextHop(from: hop, decision, run) {
        hop = next
        decision = try await run.decision(on: hop.route)
      }
      if case .stop(let reason) = decision { return stopped(reason, hop.route, run) }
      if case .handler(let handle)? = hop.registered?.target {
        let answer = try await run.answer { [weak self, hop] in
          guard let self else { return nil }
          return try await handle(hop.route, self)
        }
        announce(event(run, hop.route), run)
        return RoutingEnd(.handled, run, hop.route, answer: answer)
      }
      let option =
        if hasOptionProviders {
          try await askedOption(for: hop, run)
        } else {
          try namedOption(for: hop, run)
        }
      let presentation = try presentation(with: option, for: hop, run)
      try presentation.takeStanding(for: hop.route, run)
      if let questions = questionsToLeave(for: hop.route, presentation, run),
        let reason = try await run.reasonToStay(questions)
      {
        return stopped(reason, hop.route, run)
      }
      if !presentation.hasController {
        let made = try await run.controller(providers(for: hop), for: hop.route, option)
        guard let made else { throw noController(for: hop, run) }
        presentation.take(made, isNew: true)
      }
      // Others may have come on screen meanwhile.
      if let questions = questionsToLeave(for: hop.route, presentation, run),
        let reason = try await run.reasonToStay(questions)
      {
        return stopped(reason, hop.route, run)
      }
      let event = event(run, hop.route, presentation)
      for observer in run.observers { observer.willPresent(event) }
      try await presentation.show(event, in: run)
      announce(event, run)
      return RoutingEnd(.presented, run, hop.route, presentation)
    } catch {
      throw run.failure(error)
    }
  }

  func embedded(_ run: RoutingRun) async throws(RoutingError) -> Any {
    do {
      // As in `present`: a function for both would be one more to await.
      var hop = try match(run.request, run)
      var decision = try await run.decision(on: hop.route)
      while let next = try nextHop(from: hop, decision, run) {
        hop = next
        decision = try await run.decision(on: hop.route)
      }
      if case .stop(let reason) = decision { throw run.failure(.stopped(reason: reason)) }
      if case .handler? = hop.registered?.target { throw run.failure(.handlerHasNoController) }
      let made = try await run.controller(providers(for: hop), for: hop.route, .embedded)
      guard let made else { throw noController(for: hop, run) }
      return made
    } catch {
      throw run.failure(error)
    }
  }

  /// The next hop, if the observers redirect; nil if they let the route pass or stop it.
  private func nextHop(
    from hop: Hop, _ decision: RoutingDecision.Kind, _ run: RoutingRun
  ) throws(RoutingError) -> Hop? {
    switch decision {
    case .proceed:
      try checkKnown(hop, run)
      return nil
    case .stop:
      return nil
    case .redirect(let next, let parking):
      let next = redirected(hop.route.request, to: next, parking, run)
      run.redirects = run.redirects + [hop.route]
      run.route = nil
      return try match(next, run)
    }
  }

  /// What only unbound providers may know is closed to the outside.
  private func checkKnown(_ hop: Hop, _ run: RoutingRun) throws(RoutingError) {
    guard hop.route.pattern == nil, !mayBeKnown(hop.route) else { return }
    throw run.failure(.noRoute(table.index.nearMiss(of: hop.route.url), asked: []))
  }

  /// The request that an observer puts in the place of another, which is parked if it says so.
  func redirected(
    _ request: RoutingRequest, to next: RoutingRequest, _ parking: ParkingRule?, _ run: RoutingRun
  ) -> RoutingRequest {
    if let parking { park(request, parking, run) }
    var next = next
    next.origin = request.origin
    return next
  }
}
