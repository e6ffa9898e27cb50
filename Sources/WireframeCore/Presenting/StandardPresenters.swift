/// The presenters of the standard options: what ``Wireframe/addStandardPresenters(on:except:)`` adds or leaves out.
public struct StandardPresenters: OptionSet, Sendable {
  /// A bit for each presenter.
  public let rawValue: Int

  /// Makes a set of presenters, of a bit for each.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// Presents every ``PushOption`` by a push.
  public static let push = Self(rawValue: 1 << 0)
  /// Presents every ``ModalOption`` over the top.
  public static let modal = Self(rawValue: 1 << 1)
  /// Presents ``ReplaceTop`` by replacing the top by the controller.
  public static let replaceTop = Self(rawValue: 1 << 2)
  /// Presents ``Root`` by clearing the host.
  public static let root = Self(rawValue: 1 << 3)
  /// Presents ``Show`` by a push or a modal, as the top allows.
  public static let show = Self(rawValue: 1 << 4)
  /// Presents ``Back`` by going back to a screen; no provider is asked.
  public static let back = Self(rawValue: 1 << 5)
  /// Presents ``SelectTab`` by changing to a tab; a provider is asked only if the tab is empty.
  public static let tab = Self(rawValue: 1 << 6)
}

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

  init(_ name: String, _ host: Host, _ placement: @escaping (Option) -> Placement) {
    description = name
    self.host = host
    self.placement = placement
  }

  var role: Any { description }

  func placement(of option: Option) -> Placement? { placement(option) }

  var plannedState: NavigationState<Any> { host.state.planned }

  func existingController(for route: Route, option: Option) throws -> Host.Controller? {
    try placement(option).standing(for: route, in: host.state)?.controller
  }

  func leavingScreens(for route: Route, option: Option) -> [LeavingScreen] {
    host.leavingScreens(by: placement(option), for: route)
  }

  func present(_ controller: Host.Controller, option: Option, event: RoutingEvent) async throws {
    try await host.place(controller, route: event.route, by: placement(option), isNew: event.isNew)
  }
}
