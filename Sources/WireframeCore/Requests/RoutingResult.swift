/// The result of a routing that did not fail.
public struct RoutingResult<Controller>: DescribedValue {
  /// The result without its controller: what a ``Router`` returns.
  package let summary: RoutingSummary
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

  /// Outcome, pattern and option; free of values.
  public var description: String {
    guard outcome == .presented else { return "\(summary)" }
    return "\(summary) with \(option.map { "\(type(of: $0))".escaped } ?? "no option")"
  }
}

/// The result of a routing that did not fail, without the controller: presenters get this one.
public struct RoutingSummary: Sendable, DescribedValue {
  // One reference, since it goes from hand to hand.
  private let facts: Box<Facts>

  struct Facts: Sendable {
    var outcome: RoutingOutcome
    var route: Route
    var redirects: [Route]
    var option: (any RoutingOption)?
    var returnValue: (any Sendable)?
    var isHidden = false
  }

  /// How the routing ended.
  public var outcome: RoutingOutcome { facts.value.outcome }
  /// The final route, behind all redirects.
  public var route: Route { facts.value.route }
  /// The routes that were left by a redirect, in order.
  public var redirects: [Route] { facts.value.redirects }
  /// Whether the screen is in a tab that is not shown: the user has chosen another tab while it loaded.
  public var isHidden: Bool { facts.value.isHidden }
  var option: (any RoutingOption)? { facts.value.option }
  var returnValue: (any Sendable)? { facts.value.returnValue }

  /// Makes a summary; for fakes of a ``Router``.
  ///
  /// - Parameters:
  ///   - outcome: How the routing ended.
  ///   - route: The final route.
  ///   - redirects: The routes that were left by a redirect, in order.
  public init(_ outcome: RoutingOutcome = .presented, route: Route, redirects: [Route] = []) {
    self.init(Facts(outcome: outcome, route: route, redirects: redirects))
  }

  init(_ facts: Facts) { self.facts = Box(facts) }

  func map(_ other: (Route) -> Route) -> RoutingSummary {
    var facts = facts.value
    (facts.route, facts.redirects) = (other(route), redirects.map(other))
    return RoutingSummary(facts)
  }

  /// Outcome and pattern; free of values.
  public var description: String {
    let reason = outcome.reason.map { ": \($0.escaped)" } ?? ""
    return "\(outcome.name) \(route)\(reason)"
  }
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

  /// How results, plans and traces name it.
  package var name: String {
    switch self {
    case .presented: "presented"
    case .handled: "handled"
    case .stopped: "stopped"
    }
  }

  /// Why it was stopped; nil if it was not.
  package var reason: String? { if case .stopped(let reason) = self { reason } else { nil } }
}

/// The outcome of a URL from outside the app, and what the app should do with it.
///
/// No further cases will be added.
public enum OpenOutcome<Result> {
  /// The URL was routed, also if an observer or a leave guard has stopped it.
  case handled(Result)
  /// The URL is of a scheme or origin that is not declared: the app may hand it to the system.
  case foreign
  /// The URL is the app's own, but malformed, or leads to what is closed to it: drop it.
  case refused(RoutingError)
  /// The URL is the app's own and was let in, but the routing failed.
  case failed(RoutingError)

  /// Sorts the end of a routing from outside into the four answers.
  @MainActor
  init(of routing: () async throws(RoutingError) -> Result) async {
    do {
      self = .handled(try await routing())
    } catch {
      self =
        switch error.code {
        // The URL of an observer's redirect is not the one that the app could pass on.
        case .foreign where error.chain.count == 1: .foreign
        case .rejected, .notExposed: .refused(error)
        default: .failed(error)
        }
    }
  }

  /// The result, if the URL was routed.
  public var result: Result? { if case .handled(let result) = self { result } else { nil } }

  /// The error, if the URL was refused or its routing failed.
  public var error: RoutingError? {
    switch self {
    case .handled, .foreign: nil
    case .refused(let error), .failed(let error): error
    }
  }
}

extension OpenOutcome: Sendable where Result: Sendable {}

/// The outcome of the request that a gate kept.
///
/// No further cases will be added.
public enum GateOutcome: Sendable {
  /// The gate is open, and what it kept was routed: to its screen, or to the next gate.
  case passed(RoutingSummary)
  /// The gate is still closed, and its screen stays; a lock that is closed covers the screens.
  case stillClosed
  /// The gate is open, but a lock covers the screens, or was found closed: the gate is asked again when the lock opens,
  /// before anything is seen.
  case covered
  /// The gate is open, but what it kept has expired; its screen has left.
  case expired
  /// The gate is open, and nothing was kept, or only what belongs to another owner; its screen has left.
  case nothingKept
}

/// The caller that waits for the outcome of a request, however many gates the request has to pass.
@MainActor
package protocol RequestWaiter: AnyObject, Sendable {
  /// Whether its question has ended: it no longer waits.
  var isOver: Bool { get }
  /// Whether it also waits for a screen that has left after a sign-out, and is shown again behind the gate.
  var waitsAgain: Bool { get }
  /// The screen that leaves in the move in which the wanted one comes; nil for none.
  var leaving: NavigationEntryID? { get }
  /// A gate keeps the request. `discard` makes the gate forget it, and the gate's screen leaves.
  func keep(discard: @escaping @MainActor () async -> Void)
  /// The wanted screen is there: its stay, or nil if the host knows no route of it. `close` takes it away.
  func show(_ entry: NavigationEntryID?, close: @escaping @MainActor () async -> Void)
  /// The screen has an answer, which counts once it has left; the first one does.
  func note(_ answer: Any)
  /// The screen is taken away: an answer that has not been given yet does not count.
  func forget()
  /// The screen has left, or the gate that kept the request.
  func leave()
  /// Whether another caller asks for the same, and may wait for the answer of the same screen.
  func canShare(with other: any RequestWaiter) -> Bool
  /// Lets another caller wait for the answer of the same screen.
  func share(with other: any RequestWaiter)
  /// The request failed behind a gate.
  func fail(_ error: RoutingError)
}

extension RequestWaiter {
  package var leaving: NavigationEntryID? { nil }
  package func forget() {}
  package func canShare(with other: any RequestWaiter) -> Bool { false }
  package func share(with other: any RequestWaiter) {}
}
