/// The result of a routing that did not fail.
public struct RoutingResult<Controller> {
  /// The result without its controller: what a ``Router`` returns.
  public let summary: RoutingSummary
  /// The controller that was presented; nil unless ``outcome`` is `presented`.
  public let controller: Controller?

  /// How the routing ended.
  public var outcome: RoutingOutcome { summary.outcome }
  /// The final route, behind all redirects.
  public var route: Route { summary.route }
  /// The routes that were left by a redirect, in order.
  public var redirects: [Route] { summary.redirects }
  /// Whether the screen is in a tab that is not shown: the user has chosen another tab while it loaded.
  public var isHidden: Bool { summary.isHidden }
  /// The option with which it was presented; nil unless ``outcome`` is `presented`.
  public var option: (any RoutingOption)? { summary.option }
  /// What a ``Navigable`` returned; nil for everything else.
  public var returnValue: (any Sendable)? { summary.returnValue }
}

/// The result of a routing that did not fail, without the controller: presenters get this one.
public struct RoutingSummary: Sendable {
  // One reference, since it goes from hand to hand.
  private let facts: Facts

  private final class Facts: Sendable {
    let outcome: RoutingOutcome
    let route: Route
    let redirects: [Route]
    let option: (any RoutingOption)?
    let returnValue: (any Sendable)?
    let isHidden: Bool

    init(
      _ outcome: RoutingOutcome, _ route: Route, _ redirects: [Route],
      _ option: (any RoutingOption)?, _ returnValue: (any Sendable)?, _ isHidden: Bool
    ) {
      self.outcome = outcome
      self.route = route
      self.redirects = redirects
      self.option = option
      self.returnValue = returnValue
      self.isHidden = isHidden
    }
  }

  /// How the routing ended.
  public var outcome: RoutingOutcome { facts.outcome }
  /// The final route, behind all redirects.
  public var route: Route { facts.route }
  /// The routes that were left by a redirect, in order.
  public var redirects: [Route] { facts.redirects }
  /// Whether the screen is in a tab that is not shown: the user has chosen another tab while it loaded.
  public var isHidden: Bool { facts.isHidden }
  var option: (any RoutingOption)? { facts.option }
  var returnValue: (any Sendable)? { facts.returnValue }

  /// Makes a summary; for fakes of a ``Router``.
  ///
  /// - Parameters:
  ///   - outcome: How the routing ended.
  ///   - route: The final route.
  ///   - redirects: The routes that were left by a redirect, in order.
  public init(_ outcome: RoutingOutcome = .presented, route: Route, redirects: [Route] = []) {
    self.init(outcome, route: route, redirects: redirects, option: nil, returnValue: nil)
  }

  init(
    _ outcome: RoutingOutcome, route: Route, redirects: [Route], option: (any RoutingOption)?,
    returnValue: (any Sendable)?, isHidden: Bool = false
  ) { facts = Facts(outcome, route, redirects, option, returnValue, isHidden) }

  func map(_ other: (Route) -> Route) -> RoutingSummary {
    RoutingSummary(
      outcome, route: other(route), redirects: redirects.map(other), option: option,
      returnValue: returnValue, isHidden: isHidden)
  }
}

extension RoutingSummary: CustomStringConvertible, CustomReflectable {
  /// Outcome and pattern; free of values.
  public var description: String {
    switch outcome {
    case .presented: "presented \(route)"
    case .handled: "handled \(route)"
    case .stopped(let reason): "stopped \(route): \(reason.escaped)"
    }
  }
  /// The description only; free of values.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension RoutingResult: Sendable where Controller: Sendable {}

/// How a routing that did not fail ended.
public enum RoutingOutcome: Hashable, Sendable {
  /// A controller is on screen.
  case presented
  /// A handler ran; there is nothing to show.
  case handled
  /// An observer stopped the routing, or a leave guard kept a screen; that is not an error.
  case stopped(reason: String)

  var isStopped: Bool { if case .stopped = self { true } else { false } }
}

extension RoutingResult: CustomStringConvertible, CustomReflectable {
  /// Outcome, pattern and option; free of values.
  public var description: String {
    guard outcome == .presented else { return "\(summary)" }
    return "\(summary) with \(option.map { "\(type(of: $0))".escaped } ?? "no option")"
  }
  /// The description only; free of values.
  public var customMirror: Mirror { Mirror(describing: self) }
}
