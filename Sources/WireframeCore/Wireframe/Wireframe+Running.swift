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
    _ run: RoutingRun, _ route: Route, _ option: (any RoutingOption)? = nil,
    _ controller: Any? = nil, _ presenter: Any? = nil
  ) -> RoutingEvent {
    RoutingEvent(
      route: route, redirects: run.redirects, option: option, controller: controller,
      presenter: presenter, router: self)
  }
}

/// An option that a presenter has accepted: asked for once in a routing, whatever their types.
@MainActor
protocol AcceptedOption: AnyObject {
  /// The presenter.
  var role: Any { get }
  /// Whether the presenter is made for exactly this type of option.
  var isExact: Bool { get }

  func standing(for route: Route) throws -> Any?
  func departures(for route: Route) -> [Departure]
  func show(_ controller: Any, _ event: RoutingEvent, in run: RoutingRun, isApart: Bool) async throws
}

private final class OwnOption<Presenter: ControllerRoutingPresenter>: AcceptedOption {
  private let presenter: Presenter
  private let option: Presenter.Option
  let isExact: Bool

  init(_ presenter: Presenter, _ option: Presenter.Option, isExact: Bool) {
    self.presenter = presenter
    self.option = option
    self.isExact = isExact
  }

  var role: Any { presenter }

  func standing(for route: Route) throws -> Any? {
    try presenter.standing(for: route, option: option)
  }

  func departures(for route: Route) -> [Departure] {
    presenter.departures(for: route, option: option)
  }

  func show(
    _ controller: Any, _ event: RoutingEvent, in run: RoutingRun, isApart: Bool
  ) async throws {
    if !isApart, try run.begin(.present) {
      return try await run.apart {
        try await self.show(controller, event, in: run, isApart: true)
      }
    }
    do {
      guard let controller = controller as? Presenter.Controller else {
        throw RoutingError(.noPresenter(option: "\(type(of: option))", presenters: []))
      }
      try await presenter.present(controller, option: option, event: event)
    } catch {
      throw RoleFailure(of: presenter, error)
    }
  }
}

extension ControllerRoutingPresenter {
  /// The option as the presenter's own, or nil if it is not responsible.
  func accepted(_ option: any RoutingOption) -> (any AcceptedOption)? {
    guard let own = accepts(option) else { return nil }
    return OwnOption(self, own, isExact: Option.self == type(of: option))
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
  case is any ClosureRole: "the route's closure"
  default: String("\(type(of: role))".prefix { $0 != "<" })
  }
}
