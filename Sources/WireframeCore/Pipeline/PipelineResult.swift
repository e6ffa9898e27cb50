/// How a routing ended that did not fail, within the pipeline: there a controller is anything.
final class PipelineResult {
  let outcome: RoutingOutcome
  let route: Route
  let redirects: [Route]
  let option: (any RoutingOption)?
  /// What a named page returned.
  let answer: (any Sendable)?
  /// What was presented; nil unless the outcome is `presented`.
  let controller: Any?

  @MainActor
  init(
    _ outcome: RoutingOutcome, _ route: Route, _ routing: Routing,
    _ presentation: Presentation? = nil, answer: (any Sendable)? = nil
  ) {
    self.outcome = outcome
    self.route = route
    redirects = routing.redirects
    option = presentation?.option
    controller = presentation?.controller
    self.answer = answer
  }

  private init(_ other: PipelineResult, _ map: (Route) -> Route) {
    outcome = other.outcome
    route = map(other.route)
    redirects = other.redirects.map(map)
    option = other.option
    answer = other.answer
    controller = other.controller
  }

  /// The same result with other routes.
  func map(_ other: (Route) -> Route) -> PipelineResult { PipelineResult(self, other) }
}

extension RoutingResult {
  init(_ result: PipelineResult) {
    self.init(
      outcome: result.outcome, controller: result.controller as? Controller, route: result.route,
      redirects: result.redirects, option: result.option, answer: result.answer)
  }
}
