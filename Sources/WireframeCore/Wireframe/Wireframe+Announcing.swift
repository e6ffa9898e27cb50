// What the observers are told.
extension Wireframe {
  func announce(_ event: RoutingEvent, _ run: RoutingRun) {
    for observer in run.observers { observer.didRoute(event) }
  }

  func announce(_ error: RoutingError, _ run: RoutingRun) {
    // A URL that was not admitted has no route that an observer could be asked about.
    let told = run.route == nil ? observers(of: nil) : run.observers
    isAnnouncing = true
    defer { isAnnouncing = false }
    for observer in told { observer.didFail(error, route: run.route, router: self) }
  }

  func stopped(
    _ reason: String, _ route: Route, _ run: RoutingRun
  ) -> RoutingEnd {
    for observer in run.observers { observer.didStop(reason, route: route, router: self) }
    return RoutingEnd(.stopped(reason: reason), run, route)
  }

  func event(
    _ run: RoutingRun, _ route: Route, _ presentation: Presentation? = nil
  ) -> RoutingEvent {
    RoutingEvent(
      route: route, redirects: run.redirects, option: presentation?.option, router: self,
      presentation: presentation)
  }
}
