#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The small face of a wireframe, without its controller type.
///
/// Roles get it to route further and to close screens, VIPER presenters hold it, and tests fake it: a fake implements
/// the three requirements that have no default.
///
/// ```swift
/// @MainActor final class CartPresenter {
///   private weak var router: (any Router)?
///   init(router: any Router) { self.router = router }
///   func checkoutTapped() async throws { try await router?.route(to: "/checkout") }
/// }
/// ```
///
/// Hold it weakly in whatever a screen holds: the wireframe holds the host, and the host the screens.
@MainActor
public protocol Router: AnyObject, Sendable {
  /// Routes a request through the whole pipeline, and returns when the screen is there.
  ///
  /// - Parameter request: The request.
  /// - Returns: The result: an observer may have stopped or redirected the request.
  /// - Throws: ``RoutingError``; see its codes.
  @discardableResult
  func perform(_ request: RoutingRequest) async throws(RoutingError) -> RoutingSummary

  /// Routes a request after the current routing and those that are already waiting; does not wait.
  ///
  /// Its result is announced to the watchers.
  ///
  /// - Parameter request: The request.
  func enqueue(_ request: RoutingRequest)

  /// Whether a pattern matches the request's URL; guards and providers are not asked.
  ///
  /// - Parameter request: The request.
  /// - Returns: False for what only providers without a pattern may know.
  func canRoute(_ request: RoutingRequest) -> Bool

  /// Runs the parked request again; ``resume()`` is the call for it.
  ///
  /// - Returns: The result; nil, the default, if nothing is parked.
  /// - Throws: ``RoutingError``; see its codes.
  func performParked() async throws(RoutingError) -> RoutingSummary?

  /// Asks a gate again, and runs what it kept: call it when the user has passed.
  ///
  /// - Parameter tag: The tag of the routes behind the gate.
  /// - Returns: The outcome of the request; by default that nothing was kept.
  /// - Throws: ``RoutingError``; see its codes.
  @discardableResult
  func resume(after tag: RouteTag) async throws(RoutingError) -> GateOutcome

  /// Asks a gate or a lock again, and runs what it kept in this window: call it when the user has passed.
  ///
  /// - Parameter gate: The gate, or the lock.
  /// - Returns: The outcome of the request; by default that nothing was kept.
  /// - Throws: ``RoutingError``; see its codes.
  @discardableResult
  func resume(after gate: Gate) async throws(RoutingError) -> GateOutcome

  /// Goes back by one screen: pops the top, or dismisses the modal of which it is the first screen.
  ///
  /// - Throws: ``RoutingError``, as when a leave guard keeps the screen; by default nothing happens.
  func back() async throws(RoutingError)

  /// Dismisses the uppermost modal with all that it holds.
  ///
  /// - Throws: ``RoutingError``, as when a leave guard keeps a screen; by default nothing happens.
  func dismiss() async throws(RoutingError)

  /// Dismisses all modals.
  ///
  /// - Throws: ``RoutingError``, as when a leave guard keeps a screen; by default nothing happens.
  func dismissAll() async throws(RoutingError)

  /// Goes back to the first screen of the tab that is shown, or of the only stack; all modals are dismissed.
  ///
  /// - Throws: ``RoutingError``, as when a leave guard keeps a screen; by default nothing happens.
  func backToRoot() async throws(RoutingError)

  /// Removes the screen of a route with the screens above it; ``AnswerHandle/finish(with:)`` is the call for it.
  ///
  /// - Parameter route: The route, as the screen's provider got it; by default nothing happens.
  func close(_ route: Route) async
}

extension Router {
  /// Nil.
  public func performParked() async throws(RoutingError) -> RoutingSummary? { nil }
  /// Nothing was kept.
  @discardableResult
  public func resume(after tag: RouteTag) async throws(RoutingError) -> GateOutcome { .nothingKept }
  /// Nothing was kept.
  @discardableResult
  public func resume(after gate: Gate) async throws(RoutingError) -> GateOutcome { .nothingKept }
  /// Nothing.
  public func back() async throws(RoutingError) {}
  /// Nothing.
  public func dismiss() async throws(RoutingError) {}
  /// Nothing.
  public func dismissAll() async throws(RoutingError) {}
  /// Nothing.
  public func backToRoot() async throws(RoutingError) {}
  /// Nothing.
  public func close(_ route: Route) async {}

  /// Opens a URL that came from outside the app: a link, a notification or a code.
  ///
  /// - Parameters:
  ///   - urlText: The URL's text, as it came.
  ///   - origin: The way on which it came.
  /// - Returns: The outcome, which says what the app should do with the URL.
  @discardableResult
  public func open(_ urlText: String, origin: RoutingOrigin) async -> OpenOutcome<RoutingSummary> {
    await OpenOutcome { () async throws(RoutingError) in
      try await self.perform(RoutingRequest(untrusted: urlText, origin: origin))
    }
  }

  /// Opens a URL that came from outside the app; its `absoluteString` is the text.
  @discardableResult
  public func open(_ url: URL, origin: RoutingOrigin) async -> OpenOutcome<RoutingSummary> {
    await open(url.absoluteString, origin: origin)
  }

  /// Runs the parked request again, through the whole pipeline, guards included.
  ///
  /// - Returns: The result; nil if nothing is parked, or the parked request has expired.
  /// - Throws: ``RoutingError``; see its codes.
  @discardableResult
  public func resume() async throws(RoutingError) -> RoutingSummary? { try await performParked() }

  /// Routes to a URL through the whole pipeline, and returns when the screen is there.
  ///
  /// - Parameters:
  ///   - urlText: The URL's text.
  ///   - payload: Objects to pass with the request.
  ///   - option: How to present.
  ///   - landing: Where the screen is shown; nil for on top, or as the first screen of its tab.
  ///   - ifPresented: What happens to a screen that is already shown; nil leaves it to the route.
  /// - Returns: The result: an observer may have stopped or redirected the request.
  /// - Throws: ``RoutingError``; see its codes.
  @discardableResult
  public func route(
    to urlText: String, payload: RoutingPayload = [:], option: (any RoutingOption)? = nil,
    landing: Landing? = nil, ifPresented: PresentedRule? = nil
  ) async throws(RoutingError) -> RoutingSummary {
    try await perform(
      RoutingRequest(
        urlText, payload: payload, option: option, landing: landing, ifPresented: ifPresented))
  }

  /// Routes to a URL, whose `absoluteString` is the text, and returns when the screen is there.
  @discardableResult
  public func route(
    to url: URL, payload: RoutingPayload = [:], option: (any RoutingOption)? = nil,
    landing: Landing? = nil, ifPresented: PresentedRule? = nil
  ) async throws(RoutingError) -> RoutingSummary {
    try await perform(
      RoutingRequest(
        url, payload: payload, option: option, landing: landing, ifPresented: ifPresented))
  }

  /// Routes to a URL after the current routing and those that are already waiting; does not wait.
  ///
  /// - Parameters:
  ///   - urlText: The URL's text.
  ///   - payload: Objects to pass with the request.
  ///   - option: How to present.
  public func enqueue(
    _ urlText: String, payload: RoutingPayload = [:], option: (any RoutingOption)? = nil
  ) { enqueue(RoutingRequest(urlText, payload: payload, option: option)) }

  /// Whether a pattern matches a URL; guards and providers are not asked.
  ///
  /// - Parameter urlText: The URL's text.
  /// - Returns: False for what only providers without a pattern may know.
  public func canRoute(to urlText: String) -> Bool { canRoute(RoutingRequest(urlText)) }

  /// Whether a pattern matches a URL, whose `absoluteString` is the text.
  public func canRoute(to url: URL) -> Bool { canRoute(RoutingRequest(url.absoluteString)) }
}
