// The stages that await roles. Awaiting an asynchronous function of the main actor costs two looks at the
// executor, so each stage is one such function at most, which runs itself again where a limit asks for it.

extension [any RoutingObserver] {
  /// The first decision that is not to proceed.
  @MainActor
  func decision(for route: Route, within limit: StageLimit?) async throws -> RoutingDecision {
    if let limit { return try await limit.run { try await decision(for: route, within: nil) } }
    for observer in self {
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
}

extension [any RoutingOptionProvider] {
  /// The last word on an option.
  @MainActor
  func option(
    for route: Route, current: (any RoutingOption)?, within limit: StageLimit?
  ) async throws -> (any RoutingOption)? {
    if let limit {
      return try await limit.run { try await option(for: route, current: current, within: nil) }
    }
    var current = current
    for provider in reversed() {
      do {
        current = try await provider.option(for: route, current: current) ?? current
      } catch {
        throw RoleFailure(of: provider, error)
      }
    }
    return current
  }
}

extension [any ControllerProvider] {
  /// The first answer that is not nil.
  @MainActor
  func firstController(
    for route: Route, option: any RoutingOption, within limit: StageLimit? = nil
  ) async throws -> Any? {
    if let limit {
      return try await limit.run { try await firstController(for: route, option: option) }
    }
    for provider in self {
      do {
        if let controller = try await provider.controller(for: route, option: option) {
          return controller
        }
      } catch {
        throw RoleFailure(of: provider, error)
      }
    }
    return nil
  }
}

/// What may end a stage early; holds those that it asks, but not the wireframe.
@MainActor
final class StageLimit {
  private let limit: Duration?
  private let clock: any Clock<Duration>
  private let routing: RoutingRun

  init(_ limit: Duration?, on clock: any Clock<Duration>, _ routing: RoutingRun) {
    self.limit = limit
    self.clock = clock
    self.routing = routing
  }

  func run<T>(_ body: @escaping @MainActor () async throws -> T) async throws -> T {
    try await withTimeLimit(
      limit, on: clock, isCancellable: routing.stage.isCancellable,
      tasks: routing.tasksOfStages(), of: routing, body)
  }
}
