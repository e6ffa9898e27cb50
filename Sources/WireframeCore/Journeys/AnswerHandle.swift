/// Returns the answer of a screen to the caller that asked for it: the screen leaves, and the caller continues.
///
/// It holds neither the screen nor the wireframe. If nobody waits for the answer, as when a link
/// opened the screen, the screen only leaves.
///
/// ```swift
/// try wireframe.register("/payees/pick", option: .modal) { route, router in
///   PickerScreen(answer: AnswerHandle<Int>(for: route, router))
/// }
///
/// let payee = try await router.answer(to: "/payees/pick", as: Int.self)  // nil: the user left without one
/// ```
@MainActor
public final class AnswerHandle<Answer: Sendable> {
  private let route: Route
  private weak var router: (any Router)?

  /// Makes the handle of a screen; in its provider.
  ///
  /// - Parameters:
  ///   - route: The screen's route, as the provider got it.
  ///   - router: The router that the provider got.
  public init(for route: Route, _ router: any Router) {
    self.route = route
    self.router = router
  }

  /// Gives the answer, and removes the screen with the screens above it. Only the first call counts.
  ///
  /// Leave guards are not asked: the screen says that it is done. The first screen of the root's only stack stays, and
  /// so does one that a presenter shows off the host.
  ///
  /// - Parameter answer: The answer.
  public func finish(with answer: Answer) async {
    let waiter = route.request.waiter
    waiter?.note(answer)
    try? await router?.move(.close(route))
    waiter?.leave()
  }
}

/// One answer that a caller waits for; it comes once.
@MainActor
package final class AnswerTicket<Answer>: RequestWaiter {
  private let race = Race()
  private var result: Result<Answer?, any Error>?
  /// The request whose screen answers; nil if a coordinator shows the screen.
  private let request: RoutingRequest?
  /// The answer, until the screen has left.
  private var noted: Answer?
  private let activity: Activity
  /// Whether a caller waits, and whether it is about to go on.
  private var isAwaited = false
  private var isHandedOver = false
  /// Takes away what is to answer; nil until it is kept or shown.
  private var close: (@MainActor () async -> Void)?
  /// The callers that have asked for the same since.
  private var sharers: [AnswerTicket] = []
  private var hasGivenUp = false
  var isPending: Bool { close != nil }

  /// Makes a ticket; `activity` is under way while the answer goes to its caller.
  package init(for request: RoutingRequest? = nil, in activity: Activity? = nil) {
    self.request = request
    self.activity = activity ?? Activity()
  }

  package var waitsAgain: Bool { false }
  package var isOver: Bool { race.isOver && sharers.isEmpty }

  package func canShare(with other: any RequestWaiter) -> Bool {
    guard let other = other as? AnswerTicket, let asked = other.request, let request, !isOver else {
      return false
    }
    return request.isSame(as: asked)
  }

  package func share(with other: any RequestWaiter) {
    // One who has given up by now would keep the screen.
    guard let other = other as? AnswerTicket, other !== self, !other.isOver else { return }
    sharers.append(other)
    other.keep { [weak self, weak other] in
      guard let self else { return }
      sharers.removeAll { $0 === other }
      if hasGivenUp { await giveUp() }
    }
  }

  package func keep(discard: @escaping @MainActor () async -> Void) { close = discard }

  package func show(_ entry: NavigationEntryID?, close: @escaping @MainActor () async -> Void) {
    keep(discard: close)
    // The caller has given up while a gate kept the request.
    if race.isOver { activity.handOver(close) }
  }

  package func note(_ answer: Any) {
    guard noted == nil else { return }
    noted = answer as? Answer
    if noted == nil, let request {
      let reason = CoreReason.otherAnswer(type: "\(type(of: answer))", wanted: "\(Answer.self)")
      fail(RoutingError(reason, request: request))
    }
  }

  package func forget() { noted = nil }
  package func leave() { finish(.success(noted)) }
  package func fail(_ error: RoutingError) { finish(.failure(error)) }

  private func finish(_ result: Result<Answer?, any Error>) {
    for sharer in sharers.take() { sharer.finish(result) }
    guard !race.isOver else { return }
    if isAwaited {
      isHandedOver = true
      activity.begin()
    }
    self.result = result
    race.finish()
  }

  /// Throws what the request behind a gate failed with, or `CancellationError`; then the screen stays.
  package func answer() async throws -> Answer? {
    isAwaited = true
    defer { if isHandedOver { activity.end() } }
    try await race.end()
    defer { result = nil }
    return try result?.get() ?? nil
  }

  /// Removes the screen once nobody waits for its answer.
  func giveUp() async {
    hasGivenUp = true
    if sharers.isEmpty { await close?() }
  }
}

extension Router {
  /// Asks a screen for an answer: routes to it, and waits until it gives one or leaves.
  ///
  /// The answer comes once, however the screen leaves, and whatever gates are in front of it. Cancelling the calling
  /// task removes the screen.
  ///
  /// - Parameters:
  ///   - urlText: The URL's text.
  ///   - type: The type of the answer; the screen's ``AnswerHandle`` has the same.
  ///   - payload: Objects to pass with the request.
  ///   - option: How to present.
  /// - Returns: The answer, or nil if the screen left without one.
  /// - Throws: ``RoutingError``; also ``RoutingError/Code/stopped`` if an observer stops the request, or redirects
  ///   it to a screen that is no gate, if the route is a handler, or if the answer is of another type.
  public func answer<Answer: Sendable>(
    to urlText: String, as type: Answer.Type = Answer.self, payload: RoutingPayload = [:],
    option: (any RoutingOption)? = nil
  ) async throws(RoutingError) -> Answer? {
    try await answer(to: RoutingRequest(urlText, payload: payload, option: option), as: type)
  }

  /// Asks a screen for an answer: routes to it, and waits until it gives one or leaves.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - type: The type of the answer.
  /// - Returns: The answer, or nil if the screen left without one.
  /// - Throws: As ``answer(to:as:payload:option:)``.
  public func answer<Answer: Sendable>(
    to request: RoutingRequest, as type: Answer.Type = Answer.self
  ) async throws(RoutingError) -> Answer? {
    let owner = self as? any OwnRouter
    let ticket = AnswerTicket<Answer>(for: request, in: owner?.ownActivity)
    let request = request.waited(for: ticket)
    // A screen that comes although the routing has failed answers nobody.
    defer { if !ticket.isPending { ticket.leave() } }
    let result = try await perform(request)
    if result.outcome.reason != nil || !ticket.isPending { throw result.noAnswer(to: request) }
    do {
      return try await ticket.answer()
    } catch let error as RoutingError {
      throw error
    } catch {
      if let owner { await owner.giveUp { await ticket.giveUp() } } else { await ticket.giveUp() }
      throw RoutingError(.answerCancelled, request: request)
    }
  }
}

extension RoutingSummary {
  func noAnswer(to request: RoutingRequest) -> RoutingError {
    guard case .stopped(let reason) = outcome else {
      return RoutingError(.noAnswer(route: "\(route)"), request: request)
    }
    return RoutingError(.stopped(reason: reason), request: request, pattern: route.pattern)
  }
}

extension Wireframe {
  /// Tells who waits for a route's screen, if anybody does, that it is there, and later that it has left.
  func tellWaiter(ofShown route: Route, _ arrivals: Arrivals?) {
    guard let waiter = route.waiter else { return }
    if outermost.queue.isClosed {
      waiter.show(nil, close: {})
      return waiter.leave()
    }
    let own = entry(of: route)?.id
    if own == nil, let top = host?.state.top?.route, top.leadsToSamePlace(as: route),
      let other = top.waiter, other.canShare(with: waiter)
    {
      return other.share(with: waiter)
    }
    // The end of the window finds others by the routes of their screens.
    if own == nil { outermost.queue.note(offHost: { [weak waiter] in waiter }) }
    guard let host, let id = own ?? arrivals?.last(in: host.state) else {
      // The user may have been faster than its presenter.
      waiter.show(arrivals?.lastLeft, close: {})
      if arrivals?.lastLeft != nil { waiter.leave() }
      return
    }
    waiter.show(id) { [weak self] in try? await self?.takeAway(id) }
    _ = host.events.onLeave(of: id) { [weak waiter] in
      waiter?.leave()
    } whenGone: { [weak waiter] in
      Task { @MainActor in waiter?.leave() }
    }
  }
}
