/// Is informed about routings, and cannot change anything.
///
/// A watcher is never asked: a guard is a ``RoutingObserver``, and what keeps a screen is a ``LeaveGuard``; both are
/// watchers, too.
///
/// The announcements are synchronous. Each routing that reaches ``willPresent(_:)`` reaches ``didRoute(_:)`` or
/// ``didFail(_:route:router:)`` as well, of the same watchers. To route further, call `router.enqueue(…)`.
///
/// ```swift
/// final class RoutingLog: RoutingWatcher {
///   private(set) var lines: [String] = []
///   func didFail(_ error: RoutingError, route: Route?, router: any Router) { lines.append("\(error)") }
/// }
///
/// wireframe.add(watcher: RoutingLog())
/// ```
@MainActor
public protocol RoutingWatcher {
  /// Whether the routings of a route concern it; true by default.
  ///
  /// - Parameter route: The route; its request has the *requested* option, which may be nil.
  /// - Returns: False if it is to be neither asked nor called about them.
  func observes(_ route: Route) -> Bool

  /// Called when a controller is about to be presented.
  ///
  /// - Parameter event: Route, settled option, controller and presenter.
  func willPresent(_ event: RoutingEvent)

  /// Called when a placeholder is on screen, since its screen takes long; the routings of others go on.
  ///
  /// ``didRoute(_:)`` follows once the screen has taken its place, or ``didFail(_:route:router:)`` if it leaves before.
  ///
  /// - Parameter event: Route, option and presenter; the controller is the placeholder.
  func didShowPlaceholder(_ event: RoutingEvent)

  /// Called when a controller is on screen, or a handler has run.
  ///
  /// - Parameter event: Route, option, controller and presenter; the last three are nil for a handler.
  func didRoute(_ event: RoutingEvent)

  /// Called when an observer or a leave guard has stopped a routing, which is not a failure.
  ///
  /// - Parameters:
  ///   - reason: Why.
  ///   - route: The route.
  ///   - router: The wireframe.
  func didStop(_ reason: String, route: Route, router: any Router)

  /// Called when a routing has failed.
  ///
  /// For a screen whose placeholder is shown, it is called each time that it cannot be made: the placeholder stays, and
  /// ``didRoute(_:)`` may follow.
  ///
  /// - Parameters:
  ///   - error: Why.
  ///   - route: The last route of the chain; nil if its URL was not let in. Without a route every watcher is called.
  ///   - router: The wireframe.
  func didFail(_ error: RoutingError, route: Route?, router: any Router)
}

extension RoutingWatcher {
  /// True.
  public func observes(_ route: Route) -> Bool { true }
  /// Does nothing.
  public func willPresent(_ event: RoutingEvent) {}
  /// Does nothing.
  public func didShowPlaceholder(_ event: RoutingEvent) {}
  /// Does nothing.
  public func didRoute(_ event: RoutingEvent) {}
  /// Does nothing.
  public func didStop(_ reason: String, route: Route, router: any Router) {}
  /// Does nothing.
  public func didFail(_ error: RoutingError, route: Route?, router: any Router) {}
}

/// A routing under way, as a spinner needs to know it.
public struct RoutingProgress: Identifiable, Sendable, DescribedValue {
  /// Tells routings apart, also those of several wireframes.
  public let id: Int
  /// What was asked for; nil for ``Wireframe/reevaluate(keeping:)`` and a restoration.
  public let request: RoutingRequest?

  /// The number; free of values.
  public var description: String { "routing \(id)" }
}

/// A watcher that also hears when a routing begins, takes long, and ends, whatever comes of it: enough for one spinner.
///
/// ```swift
/// final class Spinner: RoutingProgressWatcher {
///   private var longIDs: Set<Int> = []  // it spins as long as there is one
///   func takesLong(_ routing: RoutingProgress, in stage: String) { longIDs.insert(routing.id) }
///   func didEnd(_ routing: RoutingProgress) { longIDs.remove(routing.id) }
/// }
/// wireframe.add(watcher: Spinner())
/// ```
///
/// Routings never overlap, but one may interrupt another one that loads. Each that has begun ends once, also when it
/// is cancelled. One that presents a placeholder ends with that; its screen comes with another one.
@MainActor
public protocol RoutingProgressWatcher: RoutingWatcher {
  /// Called when a routing begins: it has its turn.
  func didBegin(_ routing: RoutingProgress)

  /// Called once if a routing takes longer than ``RoutingLimits/placeholder``.
  ///
  /// - Parameters:
  ///   - routing: The routing.
  ///   - stage: What it does at that moment, as errors name it: "providing the controller".
  func takesLong(_ routing: RoutingProgress, in stage: String)

  /// Called when a routing has ended.
  func didEnd(_ routing: RoutingProgress)
}

extension RoutingProgressWatcher {
  /// Does nothing.
  public func didBegin(_ routing: RoutingProgress) {}
  /// Does nothing.
  public func takesLong(_ routing: RoutingProgress, in stage: String) {}
  /// Does nothing.
  public func didEnd(_ routing: RoutingProgress) {}
}
