/// What came of a routing that did not fail.
public struct RoutingResult<Controller> {
  /// The controller that was presented; nil unless ``outcome`` is `presented`.
  public let controller: Controller?
  private let ending: Ending

  /// How the routing ended.
  public var outcome: RoutingOutcome { ending.outcome }
  /// The final route, behind all redirects.
  public var route: Route { ending.route }
  /// The routes that were left by a redirect, in order.
  public var redirects: [Route] { ending.redirects }
  /// The option with which it was presented; nil unless ``outcome`` is `presented`.
  public var option: (any RoutingOption)? { ending.option }
  /// What a ``Navigable`` returned; nil for everything else.
  public var answer: (any Sendable)? { ending.answer }
}

extension RoutingResult {
  init(_ end: RoutingEnd) {
    controller =
      if let shown = end.presentation, shown.hasController {
        shown.taken as? Controller
      } else {
        nil
      }
    ending = end.ending
  }
}

/// The result of a routing within the pipeline, for which a controller is anything.
struct RoutingEnd {
  let ending: Ending
  let presentation: Presentation?

  @MainActor
  init(
    _ outcome: RoutingOutcome, _ run: RoutingRun, _ route: Route,
    _ presentation: Presentation? = nil, answer: (any Sendable)? = nil
  ) {
    ending = Ending(outcome, route, run.redirects, presentation?.option, answer)
    self.presentation = presentation
  }

  private init(_ ending: Ending, _ presentation: Presentation?) {
    self.ending = ending
    self.presentation = presentation
  }

  /// The same end with other routes.
  func map(_ other: (Route) -> Route) -> RoutingEnd {
    let routes = (route: other(ending.route), redirects: ending.redirects.map(other))
    return RoutingEnd(
      Ending(ending.outcome, routes.route, routes.redirects, ending.option, ending.answer),
      presentation)
  }
}

/// How a routing ended, but for the controller: one reference, which is handed up to the caller.
final class Ending: Sendable {
  let outcome: RoutingOutcome
  let route: Route
  let redirects: [Route]
  let option: (any RoutingOption)?
  let answer: (any Sendable)?

  init(
    _ outcome: RoutingOutcome, _ route: Route, _ redirects: [Route],
    _ option: (any RoutingOption)?, _ answer: (any Sendable)?
  ) {
    self.outcome = outcome
    self.route = route
    self.redirects = redirects
    self.option = option
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
    case .presented:
      "presented \(route) with \(option.map { "\(type(of: $0))".escaped } ?? "no option")"
    case .handled: "handled \(route)"
    case .stopped(let reason): "stopped \(route): \(reason.escaped)"
    }
  }
}
