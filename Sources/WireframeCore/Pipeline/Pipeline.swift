// The pipeline: request → admit → match → observe → option → land → leave → provide → leave → present
// → result.
// Stages.swift and Stages+Presenting.swift have the stages in this order. Every request for a screen goes through here.
extension Wireframe {
  /// Brings the screen of a routing's request, or runs its handler.
  func show(_ routing: Routing) async throws -> PipelineResult {
    if routing.isSuperseded { throw routing.error(.superseded) }
    var hop = try match(routing.request, routing)
    while let redirect = try await observe(hop, routing) {
      hop = try follow(redirect, from: hop, routing)
    }
    try checkKnown(hop, routing)
    if let reason = routing.stopReason { return stopped(reason, hop, routing) }
    if let result = try routing.joinedResult(leadingTo: hop) { return result }
    if let handler = hop.handler { return try await handle(handler, hop, routing) }
    let providers = optionProviders(for: hop.route)
    let named = providers.isEmpty ? hop.namedOption : try await ask(providers, about: hop, routing)
    let option = try settle(named, hop, routing)
    var presentation = try findPresenter(for: option, hop, routing)
    if hasPlace(hop, routing) { presentation = try await land(presentation, hop, routing) }
    if let leaving = screensToLeave(presentation, hop, routing),
      let reason = try await askToLeave(leaving, routing)
    {
      return stopped(reason, hop, routing)
    }
    if presentation.missesParents { try await provideParents(of: presentation, routing) }
    if !presentation.hasController {
      presentation.take(try await provide(hop, option, routing), isNew: true)
    }
    // The user may have moved meanwhile.
    if presentation.hasParents {
      try await replaceLostParents(of: presentation, below: hop, routing)
    }
    if let leaving = screensToLeave(presentation, hop, routing),
      let reason = try await askToLeave(leaving, routing)
    {
      return stopped(reason, hop, routing)
    }
    if routing.isDryRun { return try planned(presentation, hop, routing) }
    let event = announceStart(of: presentation, hop, routing)
    try await routing.stage(.present) { try await presentation.show(event) }
    return announceEnd(of: event, presentation, routing)
  }

  /// Makes the controller of a routing's request for the caller to put somewhere; no presenter is asked.
  func embed(_ routing: Routing) async throws -> Any {
    var hop = try match(routing.request, routing)
    while let redirect = try await observe(hop, routing) {
      hop = try follow(redirect, from: hop, routing)
    }
    try checkKnown(hop, routing)
    if let reason = routing.stopReason { throw routing.error(.stopped(reason: reason)) }
    if hop.handler != nil { throw routing.error(.handlerHasNoController) }
    return try await provide(hop, .embedded, routing)
  }
}
