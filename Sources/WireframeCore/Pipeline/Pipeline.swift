// The pipeline: request → admit → match → observe → option → presenter → leave → provide → present → result.
// Each line is a stage; Stages.swift has them in this order. Everything that shows a screen goes through here.
extension Wireframe {
  /// Brings the screen of a request, or runs its handler.
  func show(_ request: RoutingRequest, _ routing: Routing) async throws -> PipelineResult {
    let hop = try await resolve(request, routing)
    if let reason = routing.stopReason { return stopped(reason, hop, routing) }
    if let result = try routing.joinedResult(leadingTo: hop) { return result }
    if let handler = hop.handler { return try await handle(handler, hop, routing) }
    let option = try await settleOption(hop, routing)
    let presentation = try findPresenter(for: option, hop, routing)
    if let reason = try await askToLeave(presentation, hop, routing) {
      return stopped(reason, hop, routing)
    }
    try await provide(presentation, hop, routing)
    // Other screens may have come meanwhile.
    if let reason = try await askToLeave(presentation, hop, routing) {
      return stopped(reason, hop, routing)
    }
    return try await present(presentation, hop, routing)
  }

  /// Makes the controller of a request for the caller to put somewhere; no presenter is asked.
  func embed(_ request: RoutingRequest, _ routing: Routing) async throws -> Any {
    let hop = try await resolve(request, routing)
    if let reason = routing.stopReason { throw routing.error(.stopped(reason: reason)) }
    if hop.handler != nil { throw routing.error(.handlerHasNoController) }
    return try await makeController(hop, .embedded, routing)
  }

  /// Admits and matches a request, and asks the observers, as often as they redirect.
  private func resolve(_ request: RoutingRequest, _ routing: Routing) async throws -> Hop {
    if routing.isSuperseded { throw routing.error(.superseded) }
    var hop = try match(request, routing)
    while let redirect = try await observe(hop, routing) {
      hop = try follow(redirect, from: hop, routing)
    }
    // Only unbound providers may know what no pattern matches, and links from outside do not reach them.
    if hop.route.pattern == nil, routing.stopReason == nil, !mayBeKnown(hop.route) {
      throw noRoute(hop, routing)
    }
    return hop
  }
}
