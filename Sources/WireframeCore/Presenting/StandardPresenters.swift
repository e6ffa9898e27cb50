/// A presenter whose screens may land under their parents, in one move with them.
@MainActor
package protocol PlacingPresenter: ControllerRoutingPresenter {
  /// How an option puts a screen onto the host; nil if the presenter does that in a way of its own.
  func placement(of option: Option) -> Placement?
  var plannedState: NavigationState<Any> { get }
}

struct StandardPresenter<Host: NavigationHost, Option>: PlacingPresenter, RoleWrapper,
  nonisolated CustomStringConvertible
{
  let description: String
  let host: Host
  let placement: (Option) -> Placement
  var cast: (any RoutingOption) -> Option? = { $0 as? Option }

  var role: Any { description }
  func accepts(_ option: any RoutingOption) -> Option? { cast(option) }
  func placement(of option: Option) -> Placement? { placement(option) }
  var plannedState: NavigationState<Any> { host.state.planned }

  func existingController(for route: Route, option: Option) throws -> Host.Controller? {
    try placement(option).standing(for: route, in: host.state)?.controller
  }

  func leavingScreens(for route: Route, option: Option) -> [LeavingScreen] {
    host.leavingScreens(by: placement(option), for: route)
  }

  func present(_ controller: Host.Controller, option: Option, event: RoutingEvent) async throws {
    try await host.place(
      controller, route: event.route, by: placement(option),
      isNew: event.presentation?.isNew ?? true, besides: event.presentation?.asked)
  }
}
