import BenchmarkSupport
import WireframeCore

final class Screen {}

struct Instant: RoutingOption {}

/// Presents by returning at once.
final class InstantPresenter: ControllerRoutingPresenter {
  private(set) var count = 0

  func present(_ controller: Screen, option: Instant, event: RoutingEvent) async throws {
    count += 1
  }
}

/// Lets everything pass.
final class Passing: RoutingObserver {
  private(set) var count = 0

  func decision(for route: Route) -> RoutingDecision {
    count += 1
    return .proceed
  }
}

/// A wireframe whose roles do nothing.
@MainActor
func makeWireframe(observers: Int, limits: RoutingLimits) throws -> Wireframe<Screen> {
  let wireframe = Wireframe<Screen>(limits: limits)
  let screen = Screen()
  wireframe.add(presenter: InstantPresenter())
  for _ in 0..<observers { wireframe.add(observer: Passing()) }
  try wireframe.register("/products/:id<int>", option: Instant()) { _ in screen }
  return wireframe
}

/// The median of a whole routing, in nanoseconds.
@MainActor
func routingTime(_ wireframe: Wireframe<Screen>, rounds: Int, times: Int) async throws -> Double {
  let clock = ContinuousClock()
  var results: [Double] = []
  for _ in 0..<rounds {
    let start = clock.now
    for _ in 0..<times { try await wireframe.route(to: "/products/42") }
    results.append((clock.now - start).nanoseconds / Double(times))
  }
  return median(results)
}
