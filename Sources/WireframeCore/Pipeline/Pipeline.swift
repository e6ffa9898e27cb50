// The pipeline: request → admit → match → observe → option → present, with what presenting takes: where the screen
// lands, whether what leaves may leave, and the screens themselves. Resolving.swift has the stages before the option,
// Stages.swift those behind it, in this order. Every screen comes through here.
extension Wireframe {
  /// Brings the screen that a routing wants, or runs its handler.
  func show(_ routing: Routing) async throws -> RoutingResult<Any> {
    if routing.isSuperseded { throw routing.error(.superseded) }
    let wanted =
      try await routing.wanted.below.isEmpty
      ? resolve(routing.request, ResolutionWay(keys: routing.wanted.keys), routing)
      : resolve(routing.wanted, routing)
    return try await show(wanted, routing)
  }

  /// Brings the screen of a resolution, with those below it.
  func show(_ wanted: Resolution, _ routing: Routing) async throws -> RoutingResult<Any> {
    if case .stop(let reason) = wanted.verdict { return stopped(reason, wanted, routing) }
    if let result = try routing.joinedResult(leadingTo: wanted) { return result }
    if let handler = wanted.handler { return try await handle(handler, wanted, routing) }
    let option = try await settle(wanted, routing)
    var presentation = try findPresenter(for: option, wanted, routing)
    if hasPlace(wanted, routing) { presentation = try await land(presentation, wanted, routing) }
    return try await bring(presentation, wanted, routing)
  }

  /// Does what was worked out, in one move: asks what would leave, makes what is missing, and presents.
  func bring(
    _ presentation: Presentation, _ wanted: Resolution, _ routing: Routing
  ) async throws -> RoutingResult<Any> {
    if let reason = try await reasonToStay(presentation, wanted, routing) {
      return stopped(reason, wanted, routing)
    }
    try await provideMissing(presentation, wanted, routing)
    // The user may have moved meanwhile.
    if let reason = try await reasonToStay(presentation, wanted, routing) {
      return stopped(reason, wanted, routing)
    }
    if routing.isDryRun { return try planned(presentation, wanted, routing) }
    let event = announceStart(of: presentation, wanted, routing)
    try await routing.stage(.present) { try await presentation.show(event) }
    return announceEnd(of: event, presentation, wanted, routing)
  }

  /// Makes the controller of a routing's request for the caller to put somewhere; no presenter is asked.
  func embed(_ routing: Routing) async throws -> Any {
    let wanted = try await resolve(routing.request, ResolutionWay(), routing)
    if case .stop(let reason) = wanted.verdict { throw routing.error(.stopped(reason: reason)) }
    if wanted.handler != nil { throw routing.error(.handlerHasNoController) }
    return try await provide(wanted, .embedded, routing)
  }
}
