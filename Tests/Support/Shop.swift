package import Foundation
package import Testing
package import WireframeCore

/// A screen that knows its name.
@MainActor
package final class Screen: CustomStringConvertible {
  package nonisolated let description: String
  /// Whatever is to live as long as the screen.
  package var token: AnyObject?
  package nonisolated init(_ description: String) { self.description = description }
}

package struct Broken: Error, Equatable {
  private let what: String
  package init(what: String = "broken") { self.what = what }
}

extension RouteTag {
  package static let requiresLogin: RouteTag = "requires-login"
}

/// A wireframe over a headless host with a root on screen.
@MainActor
package struct Shop {
  package let wireframe: Wireframe<Screen>
  package let navigation = NavigationTree<Screen>()
  package let recorder = Recorder()

  package init(
    sources: [URLSource] = ["myapp:"], defaultOption: (any RoutingOption)? = .push,
    policy: RoutingPolicy = .firstComeFirstServed, isSuspended: Bool = false,
    limits: RoutingLimits = .none, clock: any Clock<Duration> = ContinuousClock(),
    now: @escaping @MainActor () -> Date = { Date() }
  ) async throws {
    wireframe = Wireframe(
      sources: sources, defaultOption: defaultOption, policy: policy, isSuspended: isSuspended,
      limits: limits, clock: clock, now: now)
    wireframe.settings.startsTasksAtOnce = EverySystem.startsTasksAtOnce
    wireframe.addStandardPresenters(on: navigation)
    try await navigation.setRoot(Screen("root"))
    wireframe.add(observer: recorder, priority: 1000)
  }

  package var shown: [String] { navigation.state.shown.map { "\($0.controller)" } }

  package func register(
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
  package func register(_ pattern: RoutePattern, behind gate: Barrier) throws {
    try wireframe.register(pattern) { _ in
      await gate.pass()
      return Screen(pattern.text)
    }
  }

  /// The error of a routing that has to fail.
  package func failure(
    _ urlText: String, option: (any RoutingOption)? = nil,
    _ location: SourceLocation = #_sourceLocation
  ) async throws -> RoutingError {
    try await wireframe.failure(urlText, option: option, location)
  }
}

extension Wireframe {
  /// The error of a routing that has to fail.
  package func failure(
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
package final class Recorder: RoutingObserver {
  package var events: [String] = []
  package var routed: [RoutingEvent] = []
  package var errors: [RoutingError] = []

  package init() {}

  package func decision(for route: Route) -> RoutingDecision {
    events.append("decide \(route.urlText)")
    return .proceed
  }

  package func willPresent(_ event: RoutingEvent) {
    events.append("willPresent \(event.route.urlText)")
  }

  package func didRoute(_ event: RoutingEvent) {
    events.append("didRoute \(event.route.urlText)")
    routed.append(event)
  }

  package func didStop(_ reason: String, route: Route, router: any Router) {
    events.append("didStop \(route.urlText) \(reason)")
  }

  package func didFail(_ error: RoutingError, route: Route?, router: any Router) {
    events.append("didFail \(route?.urlText ?? "-") \(error.code.rawValue)")
    errors.append(error)
  }
}

/// The error of a call that has to fail.
@MainActor
package func failure<T>(
  _ location: SourceLocation = #_sourceLocation, of body: () async throws -> T
) async throws -> RoutingError {
  let error = await #expect(throws: RoutingError.self, sourceLocation: location) {
    _ = try await body()
  }
  return try #require(error, sourceLocation: location)
}
