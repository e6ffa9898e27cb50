/// How a routing ended that did not fail, within the pipeline: there a controller is anything.
final class PipelineResult {
  let outcome: RoutingOutcome
  let route: Route
  let redirects: [Route]
  /// Nil unless the outcome is `presented`.
  private let presentation: Presentation?
  /// What a named page returned.
  let returnValue: (any Sendable)?

  @MainActor
  init(
    _ outcome: RoutingOutcome, _ route: Route, _ routing: Routing,
    _ presentation: Presentation? = nil, returnValue: (any Sendable)? = nil
  ) {
    self.outcome = outcome
    self.route = route
    redirects = routing.redirects
    self.presentation = presentation
    self.returnValue = returnValue
    routing.journal?.note(.finished(outcome, route))
  }

  private init(_ other: PipelineResult, _ map: (Route) -> Route) {
    outcome = other.outcome
    route = map(other.route)
    redirects = other.redirects.map(map)
    presentation = other.presentation
    returnValue = other.returnValue
  }

  var option: (any RoutingOption)? { presentation?.option }
  var controller: Any? { presentation?.controller }

  /// The same result with other routes.
  func map(_ other: (Route) -> Route) -> PipelineResult { PipelineResult(self, other) }
}

extension RoutingResult {
  init(_ result: PipelineResult) {
    outcome = result.outcome
    controller = result.controller as? Controller
    route = result.route
    redirects = result.redirects
    option = result.option
    returnValue = result.returnValue
  }
}

extension RoutingSummary {
  init(_ result: PipelineResult) {
    self.init(result.outcome, route: result.route, redirects: result.redirects)
  }
}
