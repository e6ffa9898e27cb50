#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The small face of a wireframe, without its controller type.
///
/// Roles get it to route further and to close screens, VIPER presenters hold it, and tests fake it: a fake implements
/// the three requirements that have no default, and ``move(_:)`` to learn of ``back()`` and its like. A router that
/// passes calls on to another one implements all five: ``move(_:)`` and ``resume(_:)`` do nothing by default.
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
  /// - Returns: False for what only providers without a pattern may know, and for a link to which the route is closed.
  func canRoute(_ request: RoutingRequest) -> Bool

  /// Runs what was kept until the user has passed; ``resume()``, ``resume(after:)-(RouteTag)`` and
  /// ``resume(after:)-(Gate)`` are the calls for it.
  ///
  /// - Parameter kept: What was kept.
  /// - Returns: The outcome of the request; by default that nothing was kept, as of a parked request that has expired.
  /// - Throws: ``RoutingError``; see its codes.
  func resume(_ kept: Resumption) async throws(RoutingError) -> GateOutcome

  /// Takes screens away; ``back()``, ``dismiss()``, ``dismissAll()``, ``backToRoot()`` and
  /// ``AnswerHandle/finish(with:)`` are the calls for it.
  ///
  /// - Parameter move: What leaves.
  /// - Throws: ``RoutingError``, as when a leave guard keeps a screen; by default nothing happens.
  func move(_ move: RouterMove) async throws(RoutingError)
}

/// What a ``Router`` runs again once the user has passed.
public enum Resumption: Sendable {
  /// The request that a redirect has parked.
  case parked
  /// What the gate in front of the routes with a tag has kept.
  case tag(RouteTag)
  /// What a gate or a lock has kept in this window.
  case gate(Gate)
}

/// A move of a ``Router``: it takes screens away, and needs no URL.
public enum RouterMove: Sendable {
  /// The top is popped, or its modal is dismissed.
  case back
  /// The uppermost modal leaves.
  case dismiss
  /// All modals leave.
  case dismissAll
  /// All that is above the first screen leaves.
  case backToRoot
  /// A screen leaves, with the screens above it, and no leave guard is asked; the route is what its provider got.
  case close(Route)
}

extension Router {
  /// Returns that nothing was kept.
  public func resume(_ kept: Resumption) async throws(RoutingError) -> GateOutcome { .nothingKept }
  /// Does nothing.
  public func move(_ move: RouterMove) async throws(RoutingError) {}

  /// Goes back by one screen: pops the top, or dismisses the modal of which it is the first screen.
  ///
  /// - Throws: ``RoutingError/Code/nothingToLeave``, ``RoutingError/Code/leaveRefused``, ``RoutingError/Code/covered``,
  ///   ``RoutingError/Code/noHost``; ``RoutingError/Code/observerFailed``, ``RoutingError/Code/timedOut`` or
  ///   ``RoutingError/Code/cancelled`` for a leave guard; or ``RoutingError/Code/presenterFailed`` for the host.
  public func back() async throws(RoutingError) { try await move(.back) }

  /// Dismisses the uppermost modal with all that it holds.
  ///
  /// - Throws: As ``back()``.
  public func dismiss() async throws(RoutingError) { try await move(.dismiss) }

  /// Dismisses all modals; does nothing if there is none.
  ///
  /// - Throws: As ``back()``, but for ``RoutingError/Code/nothingToLeave``.
  public func dismissAll() async throws(RoutingError) { try await move(.dismissAll) }

  /// Goes back to the first screen of the tab that is shown, or of the only stack; all modals are dismissed.
  ///
  /// - Throws: As ``back()``, but for ``RoutingError/Code/nothingToLeave``.
  public func backToRoot() async throws(RoutingError) { try await move(.backToRoot) }

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
  public func resume() async throws(RoutingError) -> RoutingSummary? {
    guard case .passed(let summary) = try await resume(.parked) else { return nil }
    return summary
  }

  /// Asks a gate again, and runs what it kept: call it when the user has passed.
  ///
  /// If the gate is open, its screen leaves, and what it kept goes through the whole pipeline: the next gate may take
  /// over. Both happen in one move of the host where it can. What was kept for another owner is dropped, and all if the
  /// calling task is cancelled.
  ///
  /// While a lock covers the screens, or if it is found closed, nothing of this happens before it opens: then the gate
  /// is asked again, also with `.once`. The outcome is ``GateOutcome/covered``.
  ///
  /// - Parameter tag: The tag of the routes behind the gate.
  /// - Returns: The outcome of the request.
  /// - Throws: ``RoutingError/Code/noGate`` if there is no such gate; else what routing the request throws: the screen
  ///   of an open gate leaves all the same. It stays with what is kept if the screens of a former owner cannot leave.
  @discardableResult
  public func resume(after tag: RouteTag) async throws(RoutingError) -> GateOutcome {
    try await resume(.tag(tag))
  }

  /// Asks a gate or a lock again, and runs what it kept in this window: call it when the user has passed.
  ///
  /// A lock's screen leaves at once in all windows. In the other windows of a gate, what was kept there is run.
  ///
  /// - Parameter gate: The gate, or the lock.
  /// - Returns: The outcome of the request.
  /// - Throws: As ``resume(after:)-(RouteTag)``.
  @discardableResult
  public func resume(after gate: Gate) async throws(RoutingError) -> GateOutcome {
    try await resume(.gate(gate))
  }

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

  /// Routes to a URL, whose `absoluteString` is the text, and returns when the screen is there; throws as for a text.
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
