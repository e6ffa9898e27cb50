#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Wireframe: Router {
  /// Routes to a URL through the whole pipeline, and returns when the screen is there.
  ///
  /// - Parameters:
  ///   - urlText: The URL's text, or a path such as `/products/42`.
  ///   - payload: Objects to pass with the request.
  ///   - option: How to present; nil leaves it to the route and the option providers.
  ///   - landing: Where the screen is shown; nil for on top, or as the first screen of its tab.
  ///   - ifPresented: What happens to a screen that is already shown; nil leaves it to the route.
  /// - Returns: The result.
  /// - Throws: ``RoutingError``; see its codes.
  @discardableResult
  public func route(
    to urlText: String, payload: RoutingPayload = [:], option: (any RoutingOption)? = nil,
    landing: Landing? = nil, ifPresented: PresentedRule? = nil
  ) async throws(RoutingError) -> RoutingResult<Controller> {
    let request = RoutingRequest(
      urlText, payload: payload, option: option, landing: landing, ifPresented: ifPresented)
    return RoutingResult(try await result(of: consume request))
  }

  /// Routes to a URL, whose `absoluteString` is the text, and returns when the screen is there; throws as for a text.
  @discardableResult
  public func route(
    to url: URL, payload: RoutingPayload = [:], option: (any RoutingOption)? = nil,
    landing: Landing? = nil, ifPresented: PresentedRule? = nil
  ) async throws(RoutingError) -> RoutingResult<Controller> {
    let request = RoutingRequest(
      url, payload: payload, option: option, landing: landing, ifPresented: ifPresented)
    return RoutingResult(try await result(of: consume request))
  }

  /// Routes a request through the whole pipeline, and returns when the screen is there.
  ///
  /// Waits for the routings before it. Cancelling the task leaves the queue, or ends the routing, until
  /// the controller is about to be presented; from then on the routing completes. At a placeholder the call throws.
  ///
  /// - Parameter request: The request.
  /// - Returns: The result.
  /// - Throws: ``RoutingError``; see its codes.
  @discardableResult
  public func route(
    _ request: RoutingRequest
  ) async throws(RoutingError) -> RoutingResult<Controller> {
    RoutingResult(try await result(of: request))
  }

  /// Opens a URL that came from outside the app: a link, a notification or a code.
  ///
  /// The same pipeline as for ``route(to:payload:option:landing:ifPresented:)-(String,_,_,_,_)``, but the URL must have
  /// a declared source, and lead to a route that is exposed to the origin. Never throws, and never calls the system.
  ///
  /// ```swift
  /// switch await wireframe.open(link, origin: .universalLink) {
  /// case .handled: break
  /// case .foreign: if link.scheme == "https" { await system.open(link) }  // never any scheme
  /// case .refused(let error), .failed(let error): log(error)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - urlText: The URL's text, as it came.
  ///   - origin: The way on which it came.
  /// - Returns: The outcome, which says what the app should do with the URL.
  @discardableResult
  public func open(
    _ urlText: String, origin: RoutingOrigin
  ) async -> OpenOutcome<RoutingResult<Controller>> {
    await OpenOutcome { () async throws(RoutingError) in
      RoutingResult(try await self.result(of: RoutingRequest(untrusted: urlText, origin: origin)))
    }
  }

  /// Opens a URL that came from outside the app; its `absoluteString` is the text.
  @discardableResult
  public func open(
    _ url: URL, origin: RoutingOrigin
  ) async -> OpenOutcome<RoutingResult<Controller>> {
    await open(url.absoluteString, origin: origin)
  }

  /// Makes the controller of a URL, for the caller to put somewhere itself.
  ///
  /// The same stages as for a routing, guards and redirects included, with the option ``Embedded`` and without a
  /// presenter. Behind a closed gate or lock it is the controller of that one's screen, and nothing is kept.
  ///
  /// - Parameters:
  ///   - urlText: The URL's text.
  ///   - payload: Objects to pass with the request.
  /// - Returns: The controller.
  /// - Throws: ``RoutingError``; also ``RoutingError/Code/stopped`` where an observer stops the
  ///   request, and ``RoutingError/Code/noController`` for a handler.
  public func controller(
    for urlText: String, payload: RoutingPayload = [:]
  ) async throws(RoutingError) -> Controller {
    try await controller(for: RoutingRequest(urlText, payload: payload))
  }

  /// Makes the controller of a request, for the caller to put somewhere itself.
  ///
  /// - Parameter request: The request; its option is replaced by ``Embedded``.
  /// - Returns: The controller.
  /// - Throws: ``RoutingError``; also ``RoutingError/Code/stopped`` where an observer stops the
  ///   request, and ``RoutingError/Code/noController`` for a handler.
  public func controller(for request: RoutingRequest) async throws(RoutingError) -> Controller {
    if let (_, parent, request) = forwarded(request) {
      return try await parent.controller(for: request)
    }
    var request = request
    request.option = .embedded
    let routing = Routing(request, for: .controller, settings)
    try checkReentrancy(routing.request)
    noteAsker(of: routing)
    queue.reserve(routing)
    return try await run(routing) { try await embed(routing) }
  }

  /// Routes a request after the current routing and those that are already waiting; does not wait.
  ///
  /// It enters the queue at once. Its result is announced to the watchers.
  ///
  /// - Parameter request: The request.
  public func enqueue(_ request: RoutingRequest) {
    if let (_, parent, request) = forwarded(request) { return parent.enqueue(request) }
    let asking = queue.runningInCurrentTask
    // If too many requests wait, watchers are called once: one that enqueues again would be called forever.
    if isAnnouncing, queue.refusal(ofLink: !request.isTrusted) != nil { return }
    let isFollowUp = isAnnouncing || runningInCurrentTask != nil
    guard let routing = try? enter(request, isFollowUp: isFollowUp) else { return }
    if let former = asking?.meanwhile, former.keepsNothing || former.wasInterrupted {
      // Its session may have ended since: what a role asks for next is the same user's.
      routing.note {
        $0.asker = former.asker ?? $0.asker
        $0.keepsNothing = former.keepsNothing
      }
    }
    queue.activity.handOver { [weak self, queue] in
      // A waiting request does not keep the wireframe alive.
      _ = await queue.waitForTurn(routing)
      _ = try? await self?.result(of: request, entered: routing)
    }
  }

  /// Runs the requests that waited for the UI, if the wireframe was made suspended; call it once the UI is there.
  public func activate() {
    if let parent = mount?.parent { parent.activate() } else { queue.activate() }
  }

  /// Ends all that waits, since the wireframe's window goes away: call it when the scene is disconnected.
  ///
  /// Callers of ``Router/answer(to:as:payload:option:)`` and of coordinators' results get nil, flows of steps are left,
  /// what gates keep is forgotten, and requests that wait fail with ``RoutingError/Code/cancelled``, as do those that
  /// come later. Without the call, a caller that waits keeps wireframe, host and screens. A lock stays closed. The
  /// wireframe of a module has no window: there the call does nothing.
  public func close() {
    guard mount?.parent == nil else { return }
    queue.close()
    parkedRequest = nil
    for gate in allGates { gate.discard() }
    lock?.endWaiting()
    for load in loads { cancel(load) }
    for entry in host?.state.entries ?? [] { entry.route?.waiter?.leave() }
    // Who waits for a flow or a coordinator may hold the host.
    for listener in host?.events.listeners ?? [] { listener.lifetime?.whenGone() }
  }

  /// Routes a request through the whole pipeline, and returns when the screen is there.
  ///
  /// - Parameter request: The request.
  /// - Returns: The result: an observer may have stopped or redirected the request.
  /// - Throws: ``RoutingError``; see its codes.
  @discardableResult
  public func perform(_ request: RoutingRequest) async throws(RoutingError) -> RoutingSummary {
    try await result(of: request).summary
  }

  /// Whether a pattern matches the request's URL; guards and providers are not asked.
  ///
  /// - Parameter request: The request.
  /// - Returns: False for what only providers without a pattern may know, and for a link to which the route is closed.
  public func canRoute(_ request: RoutingRequest) -> Bool {
    if let (_, parent, request) = forwarded(request) { return parent.canRoute(request) }
    var request = request
    request.proveOrigin()
    return (try? find(request))?.0.pattern != nil
  }

  /// Takes screens away; ``Router/back()`` and its like are the calls for it.
  ///
  /// - Parameter move: What leaves; the first screen of the root's only stack stays.
  /// - Throws: As ``Router/back()``; for ``RouterMove/close(_:)`` only ``RoutingError/Code/noHost``.
  public func move(_ move: RouterMove) async throws(RoutingError) {
    guard let host else { throw RoutingError(.noHost) }
    do {
      switch move {
      case .back: try await host.popOrDismiss()
      case .dismiss: try await host.dismiss()
      case .dismissAll: try await host.dismissAll()
      case .backToRoot: try await host.backToRoot()
      case .close(let route): await close(route)
      }
    } catch {
      throw error as? RoutingError
        ?? RoutingError(
          .roleFailed(.present, role: roleName(host), error: error), underlying: error)
    }
  }

  /// Whether a screen of a URL is among those that the user sees or can go back to; scheme and fragment do not count.
  /// False also for a URL that no route has.
  public func isShown(_ urlText: String) -> Bool {
    if let (_, parent, request) = forwarded(RoutingRequest(urlText)) {
      return parent.isShown(request.urlText)
    }
    guard let (route, _) = try? find(RoutingRequest(urlText)) else { return false }
    return host?.state.shown.contains { $0.route?.leadsToSamePlace(as: route) == true } == true
  }

  private func close(_ route: Route) async {
    let screen = entry(of: route)?.id
    do { try await takeAway(screen) } catch {
      // It is done, and leaves, though its task was cancelled while the host had another move.
      if Task.isCancelled { await startTask { [self] in try? await takeAway(screen) }.value }
    }
  }
}
