/// What came of a routing that did not fail.
public struct RoutingResult<Controller> {
  /// How the routing ended.
  public let outcome: RoutingOutcome
  /// The final route, behind all redirects.
  public let route: Route
  /// The routes that were left by a redirect, in order.
  public let redirects: [Route]
  /// The controller that was presented; nil unless ``outcome`` is `presented`.
  public let controller: Controller?
  /// The option with which it was presented; nil unless ``outcome`` is `presented`.
  public let option: (any RoutingOption)?
  /// What a ``Navigable`` returned; nil for everything else.
  public let answer: (any Sendable)?
}

extension RoutingResult {
  init(_ end: RoutingEnd) {
    outcome = end.outcome
    route = end.route
    redirects = end.redirects
    controller = if let controller = end.presentation?.controller { controller as? Controller } else { nil }
    option = end.presentation?.option
    answer = end.answer
  }
}

/// The result of a routing within the pipeline, for which a controller is anything.
struct RoutingEnd {
  let outcome: RoutingOutcome
  var route: Route
  var redirects: [Route]
  let presentation: Presentation?
  let answer: (any Sendable)?

  @MainActor
  init(
    _ outcome: RoutingOutcome, _ run: RoutingRun, _ route: Route,
    _ presentation: Presentation? = nil, answer: (any Sendable)? = nil
  ) {
    self.outcome = outcome
    self.route = route
    redirects = run.redirects
    self.presentation = presentation
    self.answer = answer
  }
}

extension RoutingResult: Sendable where Controller: Sendable {}

/// How a routing ended that did not fail.
public enum RoutingOutcome: Hashable, Sendable {
  /// A controller is on screen.
  case presented
  /// A handler ran; there is nothing to show.
  case handled
  /// An observer stopped the routing, which is not an error.
  case stopped(reason: String)
}

extension RoutingResult: CustomStringConvertible {
  /// Outcome, pattern and option; free of values.
  public var description: String {
    switch outcome {
    case .presented: "presented \(route) with \(option.map { "\(type(of: $0))" } ?? "no option")"
    case .handled: "handled \(route)"
    case .stopped(let reason): "stopped \(route): \(reason)"
    }
  }
}
