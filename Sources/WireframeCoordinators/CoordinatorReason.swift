public import WireframeCore

/// What happens among coordinators, and the sentences for it.
package enum CoordinatorReason: RoutingError.Reason {
  case noCoordinator(controller: String, wanted: String, found: [String])
  case rootCoordinatorGone
  case coordinatorEmbedded
  case noRouter(coordinator: String)
  case coordinatorOnScreen(coordinator: String)
  case coordinatorNotOnScreen(coordinator: String)
  case noStackAround(coordinator: String)
  case stackInStack(coordinator: String)
  case dismissalRejected(coordinator: String)
  case noOwnPresenter(option: String)

  package var code: RoutingError.Code {
    switch self {
    case .noCoordinator, .rootCoordinatorGone: .noCoordinator
    case .coordinatorEmbedded: .noController
    case .noRouter: .noRouter
    case .coordinatorOnScreen: .alreadyOnScreen
    case .coordinatorNotOnScreen: .notOnScreen
    case .noStackAround, .stackInStack: .noStack
    case .dismissalRejected: .dismissalRejected
    case .noOwnPresenter: .noPresenter
    }
  }

  package func sentence(about route: String) -> String {
    switch self {
    case .noCoordinator(let controller, let wanted, let found):
      guard !found.isEmpty else {
        return "'\(controller)' has no coordinator, and neither has its container. Show it with a "
          + "coordinator, and retain the root coordinator in the app."
      }
      return "'\(controller)' has no coordinator of type '\(wanted)'. Its coordinators are: "
        + "\(found.asNames)."
    case .rootCoordinatorGone:
      return "The route \(route) shows a coordinator, but the root coordinator is gone or not "
        + "connected. Retain it in the app, and call 'setRoot(_:router:)' with it first."
    case .coordinatorEmbedded:
      return "The route \(route) shows a coordinator, which leaves with its screen, and cannot be "
        + "embedded. Register a pattern with a closure that makes only the screen."
    case .noRouter(let coordinator):
      return "'\(coordinator)' has no wireframe to route with. Pass one to "
        + "'setRoot(_:router:)', and retain it in the app."
    case .coordinatorOnScreen(let coordinator):
      return "'\(coordinator)' is already shown. Make another one, or let it leave first."
    case .coordinatorNotOnScreen(let coordinator):
      return "'\(coordinator)' is not on screen: it was never shown, has left, or is leaving. "
        + "Show it with another coordinator, or with 'setRoot(_:router:)'."
    case .noStackAround(let coordinator):
      return "The screen of '\(coordinator)' is in no stack to push onto. Show it in a "
        + "'NavigationCoordinator', or call 'pushOrPresent'."
    case .stackInStack(let coordinator):
      return "'\(coordinator)' has its own stack, and can neither be pushed onto another stack "
        + "nor be its root. Present it, or use its root coordinator instead."
    case .dismissalRejected(let coordinator):
      return "'\(coordinator)' does not allow its screen to be popped or dismissed. Set "
        + "'allowsDismissal' to true first."
    case .noOwnPresenter(let option):
      return "No presenter of the app's own presents the option '\(option)'. Add one to the "
        + "wireframe of the root coordinator, or present with a modal option."
    }
  }
}

extension RoutingError {
  init(_ reason: CoordinatorReason) { self.init(reason as any Reason) }
}

extension RoutingError.Code {
  /// The controller has no coordinator, or none of the wanted type.
  public static let noCoordinator = Self(rawValue: "noCoordinator")
  /// The coordinator has no wireframe to route with.
  public static let noRouter = Self(rawValue: "noRouter")
  /// A coordinator does not allow that its screen is popped or dismissed.
  public static let dismissalRejected = Self(rawValue: "dismissalRejected")
}
