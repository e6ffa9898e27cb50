/// How a routing ended that did not fail, within the pipeline: there a controller is anything.
struct PipelineResult {
  let facts: RoutingFacts
  /// Nil unless the outcome is `presented`.
  private let presentation: Presentation?

  @MainActor
  init(
    _ outcome: RoutingOutcome, _ route: Route, _ routing: Routing,
    _ presentation: Presentation? = nil, returnValue: (any Sendable)? = nil
  ) {
    facts = RoutingFacts(
      outcome, route, routing.redirects, presentation?.option, returnValue: returnValue)
    self.presentation = presentation
    routing.journal?.note(.finished(outcome, route))
  }

  private init(_ facts: RoutingFacts, _ presentation: Presentation?) {
    self.facts = facts
    self.presentation = presentation
  }

  var outcome: RoutingOutcome { facts.outcome }
  var route: Route { facts.route }
  var redirects: [Route] { facts.redirects }
  /// What a named page returned.
  var returnValue: (any Sendable)? { facts.returnValue }

  var controller: Any? { presentation?.controller }

  /// The same result with other routes.
  func map(_ other: (Route) -> Route) -> PipelineResult {
    PipelineResult(facts.map(other), presentation)
  }
}

/// What came of a routing, without its controller; a reference, since it goes from hand to hand.
final class RoutingFacts: Sendable {
  let outcome: RoutingOutcome
  let route: Route
  let redirects: [Route]
  let option: (any RoutingOption)?
  let returnValue: (any Sendable)?

  init(
    _ outcome: RoutingOutcome, _ route: Route, _ redirects: [Route],
    _ option: (any RoutingOption)?, returnValue: (any Sendable)?
  ) {
    self.outcome = outcome
    self.route = route
    self.redirects = redirects
    self.option = option
    self.returnValue = returnValue
  }

  func map(_ other: (Route) -> Route) -> RoutingFacts {
    RoutingFacts(
      outcome, other(route), redirects.map(other), option, returnValue: returnValue)
  }
}

extension RoutingResult {
  init(_ result: PipelineResult) {
    facts = result.facts
    controller = result.controller as? Controller
  }
}

extension RoutingSummary {
  init(_ result: PipelineResult) {
    self.init(result.outcome, route: result.route, redirects: result.redirects)
  }
}
