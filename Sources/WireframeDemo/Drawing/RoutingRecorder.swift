import WireframeCore

/// Records the calls of the pipeline to its observers and option providers; it never decides anything.
@MainActor
final class RoutingRecorder: RoutingObserver, RoutingOptionProvider {
  enum Event {
    case observed(Route)
    case optionAsked((any RoutingOption)?)
    case willPresent(RoutingEvent)
    case didRoute(RoutingEvent)
    case didFail(RoutingError, Route?)
  }

  private(set) var events: [Event] = []

  /// What was written down since the last call.
  func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }

  func decision(for route: Route) -> RoutingDecision {
    events.append(.observed(route))
    return .proceed
  }

  func option(for route: Route, current: (any RoutingOption)?) -> (any RoutingOption)? {
    events.append(.optionAsked(current))
    return nil
  }

  func willPresent(_ event: RoutingEvent) { events.append(.willPresent(event)) }
  func didRoute(_ event: RoutingEvent) { events.append(.didRoute(event)) }

  func didFail(_ error: RoutingError, route: Route?, router: any Router) {
    events.append(.didFail(error, route))
  }
}
