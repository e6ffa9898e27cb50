public import WireframeCore

/// What happens among coordinators, and the sentences for it.
enum CoordinatorReason: RoutingError.Reason {
  case noCoordinator(controller: String, wanted: String, found: [String])
  case rootCoordinatorGone
  case coordinatorEmbedded
  case noRouter(coordinator: String)
  case coordinatorOnScreen(coordinator: String)
  case coordinatorNotOnScreen(coordinator: String)
  case noStackAround(coordinator: String)
  case stackInStack(coordinator: String)
  case dismissalRejected(coordinator: String)

  var code: RoutingError.Code {
    switch self {
    case .noCoordinator, .rootCoordinatorGone: .noCoordinator
    case .coordinatorEmbedded: .noController
    case .noRouter: .noRouter
    case .coordinatorOnScreen: .alreadyOnScreen
    case .coordinatorNotOnScreen: .notOnScreen
    case .noStackAround, .stackInStack: .noStack
    case .dismissalRejected: .dismissalRejected
    }
  }

  func sentence(about route: String) -> String {
    switch self {
    case .noCoordinator(let controller, let wanted, let found):
      guard !found.isEmpty else {
        return "'\(controller)' has no coordinator, nor has its container. Show it by a "
          + "coordinator, and let the app retain its root coordinator."
      }
      let names = found.map { "'\($0)'" }.joined(separator: ", ")
      return "'\(controller)' has no coordinator of type '\(wanted)'. There are: \(names)."
    case .rootCoordinatorGone:
      return "The route \(route) shows a coordinator, but the root coordinator is gone or not "
        + "connected. Let the app retain it, and call 'setRoot(_:router:)' with it first."
    case .coordinatorEmbedded:
      return "The route \(route) shows a coordinator, which leaves with its screen, and cannot be "
        + "embedded. Register a pattern with a closure that makes the screen alone."
    case .noRouter(let coordinator):
      return "'\(coordinator)' has no wireframe to route with. Hand one to "
        + "'setRoot(_:router:)', and let the app retain it."
    case .coordinatorOnScreen(let coordinator):
      return "'\(coordinator)' is shown already. Make another one, or let it leave first."
    case .coordinatorNotOnScreen(let coordinator):
      return "'\(coordinator)' is not on screen: it was never shown, has left, or is leaving. "
        + "Show it by another coordinator, or by 'setRoot(_:router:)'."
    case .noStackAround(let coordinator):
      return "The screen of '\(coordinator)' stands in no stack to push onto. Show it in a "
        + "'NavigationCoordinator', or call 'pushOrPresent'."
    case .stackInStack(let coordinator):
      return "'\(coordinator)' has a stack of its own, and is neither pushed onto another nor its "
        + "root. Present it, or use its root coordinator instead."
    case .dismissalRejected(let coordinator):
      return "'\(coordinator)' does not allow that its screen is popped or dismissed. Let its "
        + "'allowsDismissal' be true first."
    }
  }
}

extension RoutingError {
  init(_ reason: CoordinatorReason) {
    self.init(reason as any Reason)
  }
}

extension RoutingError.Code {
  /// The controller has no coordinator, or none of the wanted type.
  public static let noCoordinator = Self(rawValue: "noCoordinator")
  /// The coordinator has no wireframe to route with.
  public static let noRouter = Self(rawValue: "noRouter")
  /// A coordinator does not allow that its screen is popped or dismissed.
  public static let dismissalRejected = Self(rawValue: "dismissalRejected")
}
