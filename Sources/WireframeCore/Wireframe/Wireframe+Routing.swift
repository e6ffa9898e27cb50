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
  private typealias Hop = (route: Route, registered: RegisteredRoute<Controller>?)

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

  private func admit(
    _ request: RoutingRequest, _ run: RoutingRun
  ) throws(RoutingError) -> (AdmittedURL, place: Int?) {
    guard request.isTrusted || request.payload.isEmpty else {
      throw failure(.rejected(URLRefusal(.payloadFromOutside)), run, request)
    }
    switch table.index.read(request.urlText, isTrusted: request.isTrusted) {
    case .admitted(let url, let place): return (url, place)
    case .foreign: throw failure(.foreign(declared: table.sources), run, request)
    case .refused(let refusal): throw failure(.rejected(refusal), run, request)
    }
  }

  private func match(
    _ admitted: (url: AdmittedURL, place: Int?), _ request: RoutingRequest, _ run: RoutingRun
  ) throws(RoutingError) -> Hop {
    let (url, place) = admitted
    let registered = place.map { table.value(at: $0) }
    let source = Int(url.parts.source)
    let route = Route(
      request: request, pattern: place.map { table.patterns[$0] },
      tags: registered?.tags ?? [], source: source >= 0 ? table.sources[source] : nil, url: url,
      rules: table.rules)
    run.route = route
    run.observers = []
    for observer in observers.elements where observer.observes(route) {
      run.observers.append(observer)
    }
    if run.redirects.contains(where: route.leadsToSamePlace) {
      throw failure(.redirectLoop(patterns: run.patterns), run)
    }
    guard run.redirects.count <= RoutingRun.maximumRedirects else {
      throw failure(.tooManyRedirects(patterns: run.patterns), run)
    }
    return (route, registered)
  }

  private func observe(
    _ route: Route, _ run: RoutingRun
  ) async throws(RoutingError) -> RoutingDecision.Kind {
    let observers = run.observers
    let decision = try await stage(.observe, limits.decide, run) {
      for observer in observers {
        let decision: RoutingDecision
        do {
          decision = try await observer.decision(for: route)
        } catch {
          throw RoleFailure(of: observer, error)
        }
        if case .proceed = decision.kind { continue }
        return decision
      }
      return .proceed
    }
    return decision.kind
  }

  private func handle(
    _ route: Route, _ handle: @escaping @MainActor (Route, any Router) async throws -> Void,
    _ run: RoutingRun
  ) async throws(RoutingError) {
    try await stage(.handle, limits.present, run) { [weak self] in
      do {
        if let self { try await handle(route, self) }
      } catch {
        throw RoleFailure(of: "the handler", error)
      }
    }
  }

  private func option(
    for hop: Hop, _ run: RoutingRun
  ) async throws(RoutingError) -> any RoutingOption {
    let providers = optionProviders.elements
    var settled = hop.route.request.option ?? hop.registered?.option
    if !providers.isEmpty {
      settled = try await stage(.option, limits.decide, run) { [settled] in
        var current = settled
        for provider in providers.reversed() {
          do {
            current = try await provider.option(for: hop.route, current: current) ?? current
          } catch {
            throw RoleFailure(of: provider, error)
          }
        }
        return current
      }
    }
    if let option = settled ?? defaultOption { return option }
    // A link that nobody registered is the likelier fault than an option that is missing.
    guard hop.route.pattern == nil else { throw failure(.noOption, run) }
    throw failure(.noRoute(table.index.nearMiss(of: hop.route.url), asked: []), run)
  }

  private func presenter(
    for option: any RoutingOption, _ run: RoutingRun
  ) throws(RoutingError) -> any ControllerRoutingPresenter<Controller> {
    var first: (any ControllerRoutingPresenter<Controller>)?
    for presenter in presenters.elements {
      guard presenter.takes(option) else { continue }
      if presenter.isExact(for: option) { return presenter }
      if first == nil { first = presenter }
    }
    guard let first else {
      throw failure(
        .noPresenter(
          option: "\(type(of: option))", presenters: presenters.elements.map { roleName($0) }), run
      )
    }
    return first
  }

  private func standing(
    for route: Route, _ option: any RoutingOption,
    _ presenter: any ControllerRoutingPresenter<Controller>, _ run: RoutingRun
  ) throws(RoutingError) -> Controller? {
    do {
      return try presenter.standingController(for: route, option: option)
    } catch {
      throw failure(of: roleName(presenter), .present, error, run)
    }
  }

  private func provide(
    _ hop: Hop, _ option: any RoutingOption, _ run: RoutingRun
  ) async throws(RoutingError) -> Controller {
    let unbound = providers.elements
    let own = ownProvider(of: hop.registered)
    let controller = try await stage(.provide, limits.provide, run) { () -> Controller? in
      for place in 0...unbound.count {
        if let own, place == own.place,
          let controller = try await own.provider.ask(for: hop.route, option: option)
        {
          return controller
        }
        if place < unbound.count,
          let controller = try await unbound[place].ask(for: hop.route, option: option)
        {
          return controller
        }
      }
      return nil
    }
    if let controller { return controller }
    var names = unbound.map { roleName($0) }
    if let own { names.insert(roleName(own.provider), at: own.place) }
    guard hop.route.pattern == nil else { throw failure(.noController(asked: names), run) }
    throw failure(.noRoute(table.index.nearMiss(of: hop.route.url), asked: names), run)
  }

  /// The pattern's own provider, and its place before the unbound ones of equal priority.
  private func ownProvider(
    of registered: RegisteredRoute<Controller>?
  ) -> (provider: any ControllerProvider<Controller>, place: Int)? {
    guard case .provider(let own?, let priority)? = registered?.target else { return nil }
    return (own, providers.place(before: priority))
  }

  private func show(
    _ controller: Controller, _ route: Route, _ option: any RoutingOption,
    _ presenter: any ControllerRoutingPresenter<Controller>, _ run: RoutingRun
  ) async throws(RoutingError) {
    let event = event(run, route, option, controller, presenter)
    for observer in run.observers { observer.willPresent(event) }
    try await stage(.present, limits.present, run) {
      do {
        try await presenter.show(controller, option: option, event: event)
      } catch {
        throw RoleFailure(of: presenter, error)
      }
    }
  }
}

// MARK: - Running a stage

extension Wireframe {
  /// Runs the app's code of one stage: names it in errors, limits its time, notices cancellation.
  private func stage<T>(
    _ stage: RoutingStage, _ limit: Duration?, _ run: RoutingRun,
    _ body: @escaping @MainActor () async throws -> T
  ) async throws(RoutingError) -> T {
    run.stage = stage
    // What is about to be shown is shown: cancellation comes too late then.
    let isCancellable = stage != .present
    if isCancellable, Task.isCancelled { throw failure(.cancelled(stage), run) }
    let value: T
    do {
      if let limit {
        value = try await withTimeLimit(
          limit, on: clock, isCancellable: isCancellable, tasks: run.tasks, body)
      } else {
        value = try await body()
      }
    } catch is LimitPassed {
      throw failure(.timedOut(stage, limit: limit ?? .zero), run)
    } catch {
      if isCancellable, Task.isCancelled { throw failure(.cancelled(stage), run) }
      let failed = error as? RoleFailure
      throw failure(of: failed?.role ?? "a role", stage, failed?.error ?? error, run)
    }
    // What a handler has done is done.
    if isCancellable, stage != .handle, Task.isCancelled { throw failure(.cancelled(stage), run) }
    return value
  }

  private func failure(
    _ fact: RoutingError.Fact, _ run: RoutingRun, _ request: RoutingRequest? = nil
  ) -> RoutingError {
    var error = RoutingError(
      fact, request: request ?? run.route?.request ?? run.request, pattern: run.route?.pattern)
    error.chain = run.redirects.map(\.urlText) + error.chain
    return error
  }

  /// An error of a role: one of ours that belongs to no other routing keeps its code, and so does
  /// the news that the role awaited its own wireframe.
  private func failure(
    of role: String, _ stage: RoutingStage, _ error: any Error, _ run: RoutingRun
  ) -> RoutingError {
    if var error = error as? RoutingError, error.urlText == nil || error.code == .reentrant {
      let place = failure(error.fact, run)
      error.urlText = place.urlText
      error.origin = place.origin
      error.chain = place.chain
      error.pattern = error.pattern ?? place.pattern
      return error
    }
    let fact = RoutingError.Fact.roleFailed(stage, role: role, error: error)
    var failed = RoutingError(
      fact, request: run.route?.request ?? run.request, pattern: run.route?.pattern,
      underlying: error)
    failed.chain = run.redirects.map(\.urlText) + failed.chain
    return failed
  }
}

// MARK: - Announcing

extension Wireframe {
  private func announce(
    _ run: RoutingRun, _ route: Route, _ option: (any RoutingOption)? = nil,
    _ controller: Controller? = nil, _ presenter: Any? = nil
  ) {
    guard !run.observers.isEmpty else { return }
    let event = event(run, route, option, controller, presenter)
    for observer in run.observers { observer.didRoute(event) }
  }

  private func announce(_ error: RoutingError, _ run: RoutingRun) {
    // A URL that was not admitted has no route that an observer could be asked about.
    let told = run.route == nil ? observers.elements : run.observers
    for observer in told { observer.didFail(error, route: run.route, router: self) }
  }

  private func event(
    _ run: RoutingRun, _ route: Route, _ option: (any RoutingOption)?, _ controller: Controller?,
    _ presenter: Any?
  ) -> RoutingEvent {
    RoutingEvent(
      route: route, redirects: run.redirects, option: option, controller: controller,
      presenter: presenter, router: self)
  }

  private func result(
    _ outcome: RoutingOutcome, _ run: RoutingRun, _ route: Route, _ controller: Controller? = nil,
    _ option: (any RoutingOption)? = nil
  ) -> RoutingResult<Controller> {
    RoutingResult(
      outcome: outcome, route: route, redirects: run.redirects, controller: controller,
      option: option)
  }
}

extension RoutingRun {
  /// The patterns of the chain, for error texts.
  fileprivate var patterns: [String] {
    (redirects + [route].compactMap(\.self)).map { $0.pattern?.text ?? "(no pattern)" }
  }
}

extension ControllerRoutingPresenter {
  fileprivate func takes(_ option: any RoutingOption) -> Bool { accepts(option) != nil }

  fileprivate func isExact(for option: any RoutingOption) -> Bool {
    Option.self == type(of: option)
  }

  fileprivate func standingController(
    for route: Route, option: any RoutingOption
  ) throws -> Controller? {
    try accepts(option).flatMap { try standing(for: route, option: $0) }
  }

  fileprivate func show(
    _ controller: Controller, option: any RoutingOption, event: RoutingEvent
  ) async throws {
    guard let own = accepts(option) else {
      throw RoutingError(.noPresenter(option: "\(type(of: option))", presenters: []))
    }
    try await present(controller, option: own, event: event)
  }
}

extension ControllerProvider {
  fileprivate func ask(
    for route: Route, option: any RoutingOption
  ) async throws -> Controller? {
    do {
      return try await controller(for: route, option: option)
    } catch {
      throw RoleFailure(of: self, error)
    }
  }
}

/// An error of the app's own code, with the name of the role that threw it.
private struct RoleFailure: Error {
  let role: String
  let error: any Error

  init(of role: Any, _ error: any Error) {
    self.role = roleName(role)
    self.error = error
  }
}

/// How a role is named in errors: by its type, or by the words that stand for a closure.
private func roleName(_ role: Any) -> String {
  switch role {
  case let words as String: words
  case is ClosureObserver: "a closure observer"
  case is any ClosureRole: "the route's closure"
  default: String("\(type(of: role))".prefix { $0 != "<" })
  }
}
