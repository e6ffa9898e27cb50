#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Wireframe {
  /// Routes to a URL through the whole pipeline, and returns when the screen is there.
  ///
  /// - Parameters:
  ///   - urlText: The URL's text, or a path such as `/products/42`.
  ///   - payload: Objects to hand along.
  ///   - option: How to present; nil leaves it to the route and the option providers.
  /// - Returns: What came of it.
  /// - Throws: ``RoutingError``; see its codes.
  @discardableResult
  public func route(
    to urlText: String, payload: RoutingPayload = [:], option: (any RoutingOption)? = nil
  ) async throws(RoutingError) -> RoutingResult<Controller> {
    try await route(RoutingRequest(urlText, payload: payload, option: option))
  }

  /// Routes to a URL through the whole pipeline, and returns when the screen is there.
  ///
  /// - Parameters:
  ///   - url: The URL; its `absoluteString` is the text.
  ///   - payload: Objects to hand along.
  ///   - option: How to present; nil leaves it to the route and the option providers.
  /// - Returns: What came of it.
  /// - Throws: ``RoutingError``; see its codes.
  @discardableResult
  public func route(
    to url: URL, payload: RoutingPayload = [:], option: (any RoutingOption)? = nil
  ) async throws(RoutingError) -> RoutingResult<Controller> {
    try await route(RoutingRequest(url, payload: payload, option: option))
  }

  /// Routes a request through the whole pipeline, and returns when the screen is there.
  ///
  /// Waits for the routings before it. Cancelling the task leaves the queue, or ends the routing, until
  /// the controller is about to be presented; from then on the routing completes.
  ///
  /// - Parameter request: The request.
  /// - Returns: What came of it.
  /// - Throws: ``RoutingError``; see its codes.
  @discardableResult
  public func route(
    _ request: RoutingRequest
  ) async throws(RoutingError) -> RoutingResult<Controller> {
    let ticket = try reserve(request)
    return try await inTurn(ticket) { run async throws(RoutingError) in
      try await self.present(request, run)
    }
  }

  /// Makes the controller of a URL, for the caller to put somewhere itself.
  ///
  /// The same stages as for a routing, guards and redirects included, with the option
  /// ``Embedded`` and without a presenter.
  ///
  /// - Parameters:
  ///   - urlText: The URL's text.
  ///   - payload: Objects to hand along.
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
  public func controller(
    for request: RoutingRequest
  ) async throws(RoutingError) -> Controller {
    var request = request
    request.option = .embedded
    let embedding = request
    let ticket = try reserve(request)
    return try await inTurn(ticket) { run async throws(RoutingError) in
      try await self.embedded(embedding, run)
    }
  }

  /// Routes a request after the current routing and those that wait already; does not wait.
  ///
  /// The place in the queue is taken at once. What becomes of it is told to the observers.
  ///
  /// - Parameter request: The request.
  public func enqueue(_ request: RoutingRequest) {
    let ticket = queue.reserve(RoutingRun(request))
    Task { [weak self] in
      _ = try? await self?.inTurn(ticket) { run async throws(RoutingError) in
        try await self?.present(request, run)
      }
    }
  }

  private func reserve(_ request: RoutingRequest) throws(RoutingError) -> RoutingQueue.Ticket {
    if let current = queue.current, current.tasks.holdCurrent {
      throw RoutingError(
        .reentrant(current.stage), request: request, pattern: current.route?.pattern)
    }
    return queue.reserve(RoutingRun(request))
  }

  /// Waits for the routing's turn, runs it, tells the observers of a failure, and lets the next one in.
  private func inTurn<T>(
    _ ticket: RoutingQueue.Ticket,
    _ body: (RoutingRun) async throws(RoutingError) -> T
  ) async throws(RoutingError) -> T {
    let run = ticket.run
    guard await queue.turn(ticket) else {
      throw RoutingError(.cancelled(.queue), request: run.request)
    }
    defer {
      // A stage that hangs may hold the run for ever.
      run.observers = []
      queue.leave()
    }
    run.tasks.enter()
    do {
      return try await body(run)
    } catch {
      announce(error, run)
      throw error
    }
  }
}

// MARK: - The pipeline

extension Wireframe {
  typealias Hop = (route: Route, registered: RegisteredRoute<Controller>?)

  /// admit → match → observe → option → presenter → provide → present → announce.
  private func present(
    _ request: RoutingRequest, _ run: RoutingRun
  ) async throws(RoutingError) -> RoutingResult<Controller> {
    let (hop, stop) = try await follow(request, run)
    if let stop {
      for observer in run.observers { observer.didStop(stop, route: hop.route, router: self) }
      return result(.stopped(reason: stop), run, hop.route)
    }
    if case .handler(let handle)? = hop.registered?.target {
      try await self.handle(hop.route, handle, run)
      announce(run, hop.route)
      return result(.handled, run, hop.route)
    }
    let option = try await option(for: hop, run)
    let presenter = try presenter(for: option, run)
    let standing = try standing(for: hop.route, option, presenter, run)
    let controller =
      if let standing { standing } else { try await provide(hop, option, run) }
    try await show(controller, hop.route, option, presenter, run)
    announce(run, hop.route, option, controller, presenter)
    return result(.presented, run, hop.route, controller, option)
  }

  private func embedded(
    _ request: RoutingRequest, _ run: RoutingRun
  ) async throws(RoutingError) -> Controller {
    let (hop, stop) = try await follow(request, run)
    if let stop { throw failure(.stopped(reason: stop), run) }
    if case .handler? = hop.registered?.target { throw failure(.handlerHasNoController, run) }
    return try await provide(hop, .embedded, run)
  }

  /// admit → match → observe, hop by hop, until the observers let a route pass or stop it.
  private func follow(
    _ request: RoutingRequest, _ run: RoutingRun
  ) async throws(RoutingError) -> (hop: Hop, stop: String?) {
    var request = request
    while true {
      let hop = try match(try admit(request, run), request, run)
      switch try await observe(hop.route, run) {
      case .proceed:
        guard hop.route.pattern != nil || !providers.elements.isEmpty else {
          throw failure(.noRoute(table.index.nearMiss(of: hop.route.url), asked: []), run)
        }
        return (hop, nil)
      case .stop(let reason):
        return (hop, reason)
      case .redirect(var next):
        next.origin = request.origin
        request = next
        run.redirects.append(hop.route)
        run.route = nil
      }
    }
  }
}
