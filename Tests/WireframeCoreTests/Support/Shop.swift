import Foundation
import Testing
import WireframeCore

/// A screen that knows its name.
@MainActor
final class Screen: CustomStringConvertible {
  nonisolated let description: String
  /// Whatever is to live as long as the screen.
  var token: AnyObject?
  nonisolated init(_ description: String) { self.description = description }
}

struct Broken: Error, Equatable {
  var what = "broken"
}

extension RouteTag {
  static let requiresLogin: RouteTag = "requires-login"
}

/// A wireframe over a headless host with a root on screen.
@MainActor
struct Shop {
  let wireframe: Wireframe<Screen>
  let navigation = NavigationTree<Screen>()
  let recorder = Recorder()

  init(
    sources: [URLSource] = ["myapp:"], defaultOption: (any RoutingOption)? = .push,
    policy: RoutingPolicy = .firstComeFirstServed, isSuspended: Bool = false,
    limits: RoutingLimits = .none, clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @MainActor () -> Date = { Date() }
  ) async throws {
    wireframe = Wireframe(
      sources: sources, defaultOption: defaultOption, policy: policy, isSuspended: isSuspended,
      limits: limits, clock: clock, now: now)
    wireframe.addStandardPresenters(on: navigation)
    try await navigation.setRoot(Screen("root"))
    wireframe.add(observer: recorder, priority: 1000)
  }

  var shown: [String] { navigation.state.shown.map { "\($0.controller)" } }

  func register(
    _ patterns: RoutePattern..., option: (any RoutingOption)? = nil, tags: Set<RouteTag> = [],
    exposure: RouteExposure = .closed
  ) throws {
    for pattern in patterns {
      try wireframe.register(pattern, option: option, tags: tags, exposure: exposure) { _ in
        Screen(pattern.text)
      }
    }
  }

  /// Registers a pattern whose screen waits at a gate.
  func register(_ pattern: RoutePattern, behind gate: Gate) throws {
    try wireframe.register(pattern) { _ in
      await gate.pass()
      return Screen(pattern.text)
    }
  }

  /// The error of a routing that has to fail.
  func failure(
    _ urlText: String, option: (any RoutingOption)? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) async throws -> RoutingError {
    try await wireframe.failure(urlText, option: option, location)
  }
}

extension Wireframe {
  /// The error of a routing that has to fail.
  func failure(
    _ urlText: String, option: (any RoutingOption)? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) async throws -> RoutingError {
    let error = await #expect(throws: RoutingError.self, sourceLocation: location) {
      _ = try await route(to: urlText, option: option)
    }
    return try #require(error, sourceLocation: location)
  }
}

/// Records every call of an observer.
final class Recorder: RoutingObserver {
  var events: [String] = []
  var routed: [RoutingEvent] = []
  var errors: [RoutingError] = []

  func decision(for route: Route) -> RoutingDecision {
    events.append("decide \(route.urlText)")
    return .proceed
  }

  func willPresent(_ event: RoutingEvent) {
    events.append("willPresent \(event.route.urlText)")
  }

  func didRoute(_ event: RoutingEvent) {
    events.append("didRoute \(event.route.urlText)")
    routed.append(event)
  }

  func didStop(_ reason: String, route: Route, router: any Router) {
    events.append("didStop \(route.urlText) \(reason)")
  }

  func didFail(_ error: RoutingError, route: Route?, router: any Router) {
    events.append("didFail \(route?.urlText ?? "-") \(error.code.rawValue)")
    errors.append(error)
  }
}

/// The error of a call that has to fail.
@MainActor
func failure<T>(
  _ location: SourceLocation = #_sourceLocation, of body: () async throws -> T
) async throws -> RoutingError {
  let error = await #expect(throws: RoutingError.self, sourceLocation: location) {
    _ = try await body()
  }
  return try #require(error, sourceLocation: location)
}
