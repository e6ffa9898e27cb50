// What the observers are told, and how roles are named in errors.
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

/// An error of the app's own code, with the name of the role that threw it.
struct RoleFailure: Error {
  let role: String
  let error: any Error

  @MainActor
  init(of role: Any, _ error: any Error) {
    if let inner = error as? RoleFailure {
      self = inner
    } else {
      self.role = roleName(role)
      self.error = error
    }
  }
}

/// How a role is named in errors: by its type, or by the words that stand for a closure.
@MainActor
func roleName(_ role: Any) -> String {
  switch role {
  case let words as String: words
  case let other as any StandsForRole: roleName(other.role)
  case is ClosureObserver, is ClosureLeaveObserver: "a closure observer"
  default: String("\(type(of: role))".prefix { $0 != "<" })
  }
}
