public import WireframeCore

/// An observer that remembers what it was asked and told; it lets everything pass, unless the test says otherwise.
@MainActor
public final class RecordingObserver: RoutingObserver {
  /// A call, with the URL's text.
  public enum Event: Hashable, Sendable {
    /// It was asked.
    case asked(String)
    /// A screen is about to be presented.
    case willPresent(String)
    /// A screen is there, or a handler has run.
    case didRoute(String)
    /// An observer or a leave guard has stopped the routing.
    case didStop(String, reason: String)
    /// The routing has failed; the URL is nil if it was not let in.
    case didFail(String?, RoutingError.Code)
  }

  /// The calls, in order; the test may remove them.
  public var events: [Event] = []
  /// The errors that were announced, in order.
  public private(set) var errors: [RoutingError] = []
  /// What it decides.
  public var decide: @MainActor (Route) async throws -> RoutingDecision

  /// Makes an observer.
  ///
  /// - Parameter decide: What it decides; to let everything pass by default.
  public init(
    decide: @escaping @MainActor (Route) async throws -> RoutingDecision = { _ in .proceed }
  ) {
    self.decide = decide
  }

  /// Remembers that it was asked, unless for a plan, and decides.
  ///
  /// - Parameter route: The route.
  /// - Returns: What ``decide`` says.
  /// - Throws: What ``decide`` throws.
  public func decision(for route: Route) async throws -> RoutingDecision {
    if !route.isDryRun { events.append(.asked(route.urlText)) }
    return try await decide(route)
  }

  /// Remembers the announcement.
  ///
  /// - Parameter event: The routing.
  public func willPresent(_ event: RoutingEvent) {
    events.append(.willPresent(event.route.urlText))
  }

  /// Remembers the announcement.
  ///
  /// - Parameter event: The routing.
  public func didRoute(_ event: RoutingEvent) { events.append(.didRoute(event.route.urlText)) }

  /// Remembers the announcement.
  public func didStop(_ reason: String, route: Route, router: any Router) {
    events.append(.didStop(route.urlText, reason: reason))
  }

  /// Remembers the announcement.
  public func didFail(_ error: RoutingError, route: Route?, router: any Router) {
    events.append(.didFail(route?.urlText, error.code))
    errors.append(error)
  }
}
