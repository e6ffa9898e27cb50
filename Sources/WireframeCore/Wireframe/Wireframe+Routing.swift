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
    RoutingResult(
      try await end(of: errand(RoutingRequest(urlText, payload: payload, option: option))))
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
    RoutingResult(
      try await end(of: errand(RoutingRequest(url, payload: payload, option: option))))
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
    RoutingResult(try await end(of: errand(request)))
  }

  /// Opens a URL that came from outside the app: the door for links, notifications and codes.
  ///
  /// The same pipeline as for ``route(to:payload:option:)-(String,_,_)``, but the URL must bear a declared
  /// source, and lead to a route that is exposed to the origin. Never throws, and never calls the system.
  ///
  /// ```swift
  /// switch await wireframe.open(link, origin: .universalLink) {
  /// case .handled: break
  /// case .foreign: await system.open(link)
  /// case .refused(let error), .failed(let error): log(error)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - urlText: The URL's text, as it came.
  ///   - origin: The way on which it came.
  /// - Returns: What became of it, and what the app should do with it.
  @discardableResult
  public func open(
    _ urlText: String, origin: RoutingOrigin
  ) async -> OpenOutcome<RoutingResult<Controller>> {
    await OpenOutcome { () async throws(RoutingError) in
      try await self.route(RoutingRequest(untrusted: urlText, origin: origin))
    }
  }

  /// Opens a URL that came from outside the app: the door for links, notifications and codes.
  ///
  /// - Parameters:
  ///   - url: The URL; its `absoluteString` is the text.
  ///   - origin: The way on which it came.
  /// - Returns: What became of it, and what the app should do with it.
  @discardableResult
  public func open(
    _ url: URL, origin: RoutingOrigin
  ) async -> OpenOutcome<RoutingResult<Controller>> {
    await open(url.absoluteString, origin: origin)
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
    if let (_, parent, request) = above(request) {
      return try await parent.controller(for: request)
    }
    var request = request
    request.option = .embedded
    let run = RoutingRun(request, pace)
    try checkReentrancy(run.request)
    queue.reserve(run)
    return try await inTurn(run) { () async throws(RoutingError) in
      let made = try await self.embedded(run)
      guard let controller = made as? Controller else {
        throw run.failure(.noController(asked: []))
      }
      return controller
    }
  }

  /// Routes a request after the current routing and those that wait already; does not wait.
  ///
  /// The place in the queue is taken at once. What becomes of it is told to the observers.
  ///
  /// - Parameter request: The request.
  public func enqueue(_ request: RoutingRequest) {
    if let (_, parent, request) = above(request) { return parent.enqueue(request) }
    let isInside = isAnnouncing || queue.current?.isAwaitedHere == true
    if !isInside, let same = same(as: request) {
      let share = same.join()
      Task { [weak self] in
        guard case .takeOver(let heir)? = try? await share.result() else { return }
        _ = try? await self?.end(of: .own(heir))
      }
      return
    }
    // That nothing more can wait was told before; an observer that enqueues then would be told for ever.
    if isAnnouncing, queue.isFull { return }
    let run = SharedRun(request, pace)
    run.isFollowUp = isInside
    guard (try? reserve(run)) != nil else { return }
    Task { [weak self, queue] in
      // Who waits does not keep the wireframe.
      _ = await queue.turn(run)
      _ = try? await self?.end(of: .own(run))
    }
  }

  /// Lets those in who waited for the UI, if the wireframe was made suspended; call it once the UI is there.
  public func activate() {
    if let parent = mount?.parent { parent.activate() } else { queue.activate() }
  }
}

// MARK: - Order in time

extension Wireframe {
  func checkReentrancy(_ request: RoutingRequest) throws(RoutingError) {
    guard let current = queue.current, current.isAwaitedHere else { return }
    throw RoutingError(.reentrant(current.stage), request: request, pattern: current.route?.pattern)
  }

  /// The routing that does the same and would end last, so that joining it does not change the order.
  private func same(as request: RoutingRequest) -> SharedRun? {
    guard let last = queue.last, !last.isSuperseded, last.request.isSame(as: request) else {
      return nil
    }
    return last as? SharedRun
  }

  /// Takes a place in the queue, as the policy says.
  func reserve(_ run: RoutingRun) throws(RoutingError) {
    switch pace.policy {
    case .latestWins where !queue.isSuspended: queue.supersede(by: run)
    case .rejectWhileBusy where !queue.isSuspended && queue.isRouting && !run.isFollowUp:
      let error = RoutingError(.busy, request: run.request)
      announce(error, run)
      throw error
    case .firstComeFirstServed, .latestWins, .rejectWhileBusy: break
    }
    queue.reserve(run)
  }

  /// What is to be done for a request; its place in the queue is taken at once.
  func errand(_ request: consuming RoutingRequest) throws(RoutingError) -> Errand {
    if isMounted, mount?.parent != nil { return .above(request) }
    try checkReentrancy(request)
    if let same = same(as: request) { return .join(same) }
    let run = SharedRun(request, pace)
    try reserve(run)
    return .own(run)
  }

  /// Presents in turn, and hands the end to those who joined.
  ///
  /// Inlined, since a frame of an asynchronous function costs as much as a lookup in a small table.
  @inline(__always)
  func end(of errand: Errand) async throws(RoutingError) -> RoutingEnd {
    guard case .own(let run) = errand else { return try await othersEnd(of: errand) }
    if queue.current !== run { try await wait(for: run) }
    run.takeTurn()
    do throws(RoutingError) {
      let end = try await present(run)
      queue.leave()
      run.tellJoined(.success(end))
      return end
    } catch {
      fail(error, run)
      queue.leave()
      run.tellJoined(.failure(error))
      throw error
    }
  }

  private func othersEnd(of errand: Errand) async throws(RoutingError) -> RoutingEnd {
    switch errand {
    case .own(let run): return try await end(of: .own(run))
    case .above(let request):
      guard let (mount, parent, request) = above(request) else {
        return try await end(of: self.errand(request))
      }
      return mount.inside(try await parent.end(of: parent.errand(request)))
    case .join(let run):
      do {
        switch try await run.join().result() {
        case .end(let end): return end
        case .takeOver(let heir): return try await end(of: .own(heir))
        }
      } catch {
        throw error as? RoutingError ?? RoutingError(.cancelled(.queue), request: run.request)
      }
    }
  }

  /// Waits for the routing's turn, runs it, tells the observers of a failure, and lets the next one in.
  func inTurn<T>(
    _ run: RoutingRun, _ body: () async throws(RoutingError) -> T
  ) async throws(RoutingError) -> T {
    if queue.current !== run { try await wait(for: run) }
    defer { queue.leave() }
    run.takeTurn()
    do throws(RoutingError) {
      if run.isSuperseded { throw run.failure(.superseded) }
      return try await body()
    } catch {
      fail(error, run)
      throw error
    }
  }

  private func wait(for run: RoutingRun) async throws(RoutingError) {
    guard let loss = await queue.turn(run) else { return }
    let error = RoutingError(loss, request: run.request)
    if case .cancelled = loss {} else { announce(error, run) }
    run.tellJoined(.failure(error))
    throw error
  }

  private func fail(_ error: RoutingError, _ run: RoutingRun) {
    if case .cancelled = error.fact { run.bequeath(queue.reserveNext) }
    announce(error, run)
    // A stage that hangs for ever holds the run.
    run.letGo()
  }
}

/// What is to be done for a request to a screen.
enum Errand {
  case own(SharedRun)
  /// What another routing does already.
  case join(SharedRun)
  /// What the wireframe above is to do.
  case above(RoutingRequest)
}
