// The stages that await roles. Each is one asynchronous function: to await a function of the main actor costs two
// looks at the executor, also from the main actor. Where a limit asks for it, a stage calls itself once more in a task
// of its own, which `isApart` tells.
extension RoutingRun {
  /// The first decision of the observers that is not to proceed.
  func decision(on route: Route, isApart: Bool = false) async throws -> RoutingDecision.Kind {
    if !isApart, try beginStage(.observe) {
      return try await apart { try await self.decision(on: route, isApart: true) }
    }
    let observers = observers
    var place = 0
    while let decision = try decisionAtOnce(of: observers, from: &place, on: route) {
      let kind: RoutingDecision.Kind
      if let decided = decision.kind {
        kind = decided
      } else {
        do {
          let decision = try await observers[place - 1].decision(for: route)
          guard let decided = decision.kind else { throw DecisionNotAwaited() }
          kind = decided
        } catch {
          throw RoleFailure(of: observers[place - 1], error)
        }
      }
      if case .proceed = kind { continue }
      try endStage()
      return kind
    }
    try endStage()
    return .proceed
  }

  /// The last word of the option providers.
  func option(
    _ providers: [any RoutingOptionProvider], _ named: (any RoutingOption)?, for route: Route,
    isApart: Bool = false
  ) async throws -> (any RoutingOption)? {
    if !isApart, try beginStage(.option) {
      return try await apart { try await self.option(providers, named, for: route, isApart: true) }
    }
    var current = named
    for provider in providers.reversed() {
      do {
        current = try await provider.option(for: route, current: current) ?? current
      } catch {
        throw RoleFailure(of: provider, error)
      }
    }
    try endStage()
    return current
  }

  /// The reason of the first observer that keeps a screen, or nil.
  func reasonToStay(_ questions: LeaveQuestions, isApart: Bool = false) async throws -> String? {
    if !isApart, try beginStage(.leave) {
      return try await apart { try await self.reasonToStay(questions, isApart: true) }
    }
    let reason = try await questions.reasonToStay()
    try endStage()
    return reason
  }

  /// The first controller that a provider makes, or nil.
  func controller(
    _ providers: [AskedProvider], for route: Route, _ option: any RoutingOption,
    isApart: Bool = false
  ) async throws -> Any? {
    if !isApart, try beginStage(.provide) {
      return try await apart {
        try await self.controller(providers, for: route, option, isApart: true)
      }
    }
    for provider in providers {
      let controller: Any?
      do {
        controller =
          switch provider {
          case .closure(let make): try await make(route)
          case .role(let role): try await role.controller(for: route, option: option)
          }
      } catch {
        throw RoleFailure(of: provider.role, error)
      }
      guard let controller else { continue }
      try endStage()
      return controller
    }
    try endStage()
    return nil
  }

  /// What a handler answers.
  func answer(
    _ handle: @escaping @MainActor () async throws -> (any Sendable)?, isApart: Bool = false
  ) async throws -> (any Sendable)? {
    if !isApart, try beginStage(.handle) {
      return try await apart { try await self.answer(handle, isApart: true) }
    }
    do {
      return try await handle()
    } catch {
      throw RoleFailure(of: "the handler", error)
    }
  }
}

extension RoutingRun {
  /// The first decision, from a place on, that is not to proceed, or that has to be awaited; nil for none.
  ///
  /// Not asynchronous, so that whoever need not be awaited costs no more than a call.
  private func decisionAtOnce(
    of observers: [any ObserverObject], from place: inout Int, on route: Route
  ) throws -> RoutingDecision? {
    while place < observers.count {
      let observer = observers[place]
      place += 1
      do {
        let decision = try observer.decision(for: route)
        if case .proceed? = decision.kind { continue }
        return decision
      } catch {
        throw RoleFailure(of: observer, error)
      }
    }
    return nil
  }
}

// MARK: - Beginning and ending

extension RoutingRun {
  /// Begins a stage: names it in errors, notices cancellation, and says whether the stage has to run apart, since
  /// something may end it early.
  func beginStage(_ stage: RoutingStage) throws(RoutingError) -> Bool {
    self.stage = stage
    // Every other stage begins where one has just ended.
    if stage == .observe, Task.isCancelled { throw failure(.cancelled(stage)) }
    return pace.canEndEarly(stage)
  }

  /// Ends the stage, unless the routing was given up meanwhile.
  func endStage() throws(RoutingError) {
    if isSuperseded { throw failure(.superseded) }
    // What a handler has done is done.
    if stage.isCancellable, stage != .handle, Task.isCancelled { throw failure(.cancelled(stage)) }
  }

  /// Runs a stage in a task of its own, which can be left.
  func apart<T>(_ body: @escaping @MainActor () async throws -> T) async throws -> T {
    let value = try await withTimeLimit(
      pace.limits[stage], on: pace.clock, isCancellable: stage.isCancellable,
      tasks: tasksOfStages(), of: self, body)
    try endStage()
    return value
  }
}

/// How long the stages of a wireframe's routings may take, and whether a later routing may end them.
final class RoutingPace {
  let limits: RoutingLimits
  let clock: any Clock<Duration>
  let policy: RoutingPolicy

  init(limits: RoutingLimits, clock: any Clock<Duration>, policy: RoutingPolicy) {
    self.limits = limits
    self.clock = clock
    self.policy = policy
  }

  func canEndEarly(_ stage: RoutingStage) -> Bool { policy == .latestWins || limits[stage] != nil }
}

// MARK: - Failing

extension RoutingRun {
  /// Whatever ended the pipeline, as the routing's error; a limit goes before the cancellation that it brings about, and
  /// both go before what a role has thrown because of them.
  func failure(_ error: any Error) -> RoutingError {
    switch error {
    case let error as RoutingError: error
    case is LimitPassed: failure(.timedOut(stage, limit: pace.limits[stage] ?? .zero))
    case _ where isSuperseded: failure(.superseded)
    case _ where stage.isCancellable && Task.isCancelled: failure(.cancelled(stage))
    case let failed as RoleFailure: failure(of: failed.role, stage, failed.error)
    default: failure(of: "a role", stage, error)
    }
  }

  func failure(
    _ fact: RoutingError.Fact, _ request: RoutingRequest? = nil, underlying: (any Error)? = nil
  ) -> RoutingError {
    var error = RoutingError(
      fact, request: request ?? route?.request ?? subject ?? self.request, pattern: route?.pattern,
      underlying: underlying)
    error.chain = redirects.map(\.urlText) + error.chain
    return error
  }

  /// An error of a role: one of ours that belongs to no other routing keeps its code, and so does
  /// the news that the role awaited its own wireframe.
  func failure(
    of role: String, _ stage: RoutingStage, _ error: any Error
  ) -> RoutingError {
    if var error = error as? RoutingError, error.urlText == nil || error.code == .reentrant {
      let place = failure(error.fact)
      error.urlText = place.urlText
      error.origin = place.origin
      error.chain = place.chain
      error.pattern = error.pattern ?? place.pattern
      return error
    }
    return failure(.roleFailed(stage, role: role, error: error), underlying: error)
  }

  /// The patterns of the chain, for error texts.
  var patterns: [String] {
    (redirects + [route].compactMap(\.self)).map { $0.pattern?.text ?? "(no pattern)" }
  }
}

/// An observer has handed on the decision of another one without waiting for it.
private struct DecisionNotAwaited: Error, CustomStringConvertible {
  var description: String { "the decision of another observer was not awaited" }
}
