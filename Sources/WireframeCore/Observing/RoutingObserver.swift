/// Watches routings and decides whether they go on; the second stage of the pipeline.
///
/// **Called** for every request, on every way in, before any option, presenter or provider is asked:
/// an observer is a guard that nothing gets around. Higher priority first, then in order of
/// registration; the first answer that is not ``RoutingDecision/proceed`` wins. An observer that
/// throws ends the routing.
///
/// The four announcements are synchronous and cannot change anything; each routing that reaches
/// ``willPresent(_:)`` reaches ``didRoute(_:)`` or ``didFail(_:route:router:)`` as well, of the same observers.
/// To route further, call `router.enqueue(…)`.
///
/// ```swift
/// final class LoginGuard: RoutingObserver {
///   let session: Session
///   init(session: Session) { self.session = session }
///
///   func observes(_ route: Route) -> Bool { route.tags.contains(.requiresLogin) }
///
///   func decision(for route: Route) -> RoutingDecision {
///     session.isLoggedIn ? .proceed : .redirect(to: "/access-denied")
///   }
/// }
/// ```
@MainActor
public protocol RoutingObserver {
  /// Whether the observer wants to see a routing; true by default.
  ///
  /// - Parameter route: The route; its request bears the *requested* option, which may be nil.
  /// - Returns: True if so; otherwise it is neither asked nor told.
  func observes(_ route: Route) -> Bool

  /// Whether a routing goes on; ``RoutingDecision/proceed`` by default.
  ///
  /// - Parameter route: The route; a route whose pattern is nil matched nothing.
  /// - Returns: The decision.
  /// - Throws: Anything; the routing fails with ``RoutingError/Code/observerFailed``.
  func decision(for route: Route) async throws -> RoutingDecision

  /// The decision of an observer that need not wait. An observer writes its decision once, with `async` or without.
  ///
  /// Called first, since an observer that is awaited costs three times as much; by default it says that the observer
  /// has to be awaited. A decision that was not awaited though it has to be fails the routing.
  ///
  /// - Parameter route: The route; a route whose pattern is nil matched nothing.
  /// - Returns: The decision.
  /// - Throws: Anything; the routing fails with ``RoutingError/Code/observerFailed``.
  func decision(for route: Route) throws -> RoutingDecision

  /// Whether a screen leaves that is about to be popped, dismissed or replaced; yes by default.
  ///
  /// Called once for each such screen, the uppermost first: by this wireframe's pipeline before a controller
  /// is built, and by every move of a host on which ``Wireframe/addStandardPresenters(on:)`` was called. What
  /// the user does by a swipe or the back button is not asked about.
  ///
  /// ```swift
  /// func decision(onLeaving departure: Departure) async -> LeaveDecision {
  ///   guard let editor = departure.controller as? EditorScreen, editor.hasChanges else { return .leave }
  ///   return await editor.askToDiscard() ? .leave : .stay("unsaved changes")
  /// }
  /// ```
  ///
  /// - Parameter departure: Which screen leaves for which, and how. Asked of observers that observe the
  ///   route of the screen, and of all if it has none.
  /// - Returns: The decision; a routing that would have taken the screen away ends as stopped.
  /// - Throws: Anything; the screen stays, and the routing fails with
  ///   ``RoutingError/Code/observerFailed``.
  func decision(onLeaving departure: Departure) async throws -> LeaveDecision

  /// Tells that a controller is about to be presented.
  ///
  /// - Parameter event: Route, settled option, controller and presenter.
  func willPresent(_ event: RoutingEvent)

  /// Tells that a controller is on screen, or that a handler has run.
  ///
  /// - Parameter event: Route, option, controller and presenter; the last three are nil for a handler.
  func didRoute(_ event: RoutingEvent)

  /// Tells that an observer has stopped a routing, which is not a failure.
  ///
  /// - Parameters:
  ///   - reason: The reason that the observer gave.
  ///   - route: The route.
  ///   - router: The wireframe.
  func didStop(_ reason: String, route: Route, router: any Router)

  /// Tells that a routing has failed.
  ///
  /// - Parameters:
  ///   - error: Why.
  ///   - route: The last route of the chain; nil if its URL was not admitted. Without a route every
  ///     observer is told.
  ///   - router: The wireframe.
  func didFail(_ error: RoutingError, route: Route?, router: any Router)
}

extension RoutingObserver {
  /// True.
  public func observes(_ route: Route) -> Bool { true }
  /// Says that the observer has to be awaited.
  public func decision(for route: Route) throws -> RoutingDecision { RoutingDecision(kind: nil) }
  /// Proceeds.
  public func decision(for route: Route) async throws -> RoutingDecision { .proceed }
  /// Leaves.
  public func decision(onLeaving departure: Departure) async throws -> LeaveDecision { .leave }
  /// Does nothing.
  public func willPresent(_ event: RoutingEvent) {}
  /// Does nothing.
  public func didRoute(_ event: RoutingEvent) {}
  /// Does nothing.
  public func didStop(_ reason: String, route: Route, router: any Router) {}
  /// Does nothing.
  public func didFail(_ error: RoutingError, route: Route?, router: any Router) {}
}

/// What observers and presenters are told of a routing.
public struct RoutingEvent {
  /// The final route.
  public let route: Route
  /// The routes that were left by a redirect, in order.
  public let redirects: [Route]
  /// The settled option; nil for a handler.
  public let option: (any RoutingOption)?
  /// The controller; nil for a handler.
  public var controller: Any? { presentation?.controller }
  /// The presenter; nil for a handler.
  public var presenter: Any? { presentation?.role }
  /// The wireframe, to route further with: `event.router.enqueue("/next")`.
  public let router: any Router
  let presentation: Presentation?
  /// Whether the controller was made for this routing, and does not stand already.
  var isNew: Bool { presentation?.isNew ?? true }
}

@available(*, unavailable)
extension RoutingEvent: Sendable {}

extension RoutingEvent: CustomStringConvertible {
  /// Pattern and option; free of values.
  public var description: String {
    "\(route) with \(option.map { "\(type(of: $0))".escaped } ?? "no option")"
  }
}

/// An observer as the pipeline holds it: a reference, which each of its walks passes on at less cost than a value.
typealias ObserverObject = RoutingObserver & AnyObject

extension RoutingObserver {
  /// The decision without waiting, from where one could wait as well.
  func decisionAtOnce(for route: Route) throws -> RoutingDecision { try decision(for: route) }

  var asObject: any ObserverObject {
    // Where a value could be cast to an object as well, it would be to one that is no observer.
    guard Self.self is AnyClass, let object = self as? any ObserverObject else {
      return ValueObserver(self)
    }
    return object
  }
}

/// Holds an observer that is a value.
private final class ValueObserver<Observer: RoutingObserver>: RoutingObserver, StandsForRole {
  private let observer: Observer

  init(_ observer: Observer) { self.observer = observer }

  var role: Any { observer }

  func observes(_ route: Route) -> Bool { observer.observes(route) }
  func decision(for route: Route) throws -> RoutingDecision {
    try observer.decisionAtOnce(for: route)
  }
  func decision(for route: Route) async throws -> RoutingDecision {
    try await observer.decision(for: route)
  }
  func decision(onLeaving departure: Departure) async throws -> LeaveDecision {
    try await observer.decision(onLeaving: departure)
  }
  func willPresent(_ event: RoutingEvent) { observer.willPresent(event) }
  func didRoute(_ event: RoutingEvent) { observer.didRoute(event) }
  func didStop(_ reason: String, route: Route, router: any Router) {
    observer.didStop(reason, route: route, router: router)
  }
  func didFail(_ error: RoutingError, route: Route?, router: any Router) {
    observer.didFail(error, route: route, router: router)
  }
}
