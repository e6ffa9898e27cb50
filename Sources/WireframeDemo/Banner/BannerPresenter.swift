import WireframeCore

/// Shows one banner over the top screen, and takes it down with the next routing.
///
/// A presenter, since it puts the banner there; an observer, since it has to know of the next routing.
/// A URL that is refused or foreign reaches no observer, and the banner stays.
@MainActor
final class BannerPresenter: ControllerRoutingPresenter, RoutingObserver {
  private(set) var screen: Screen?

  func present(_ controller: Screen, option: BannerOption, event: RoutingEvent) {
    screen = controller
  }

  func decision(for route: Route) -> RoutingDecision {
    takeDown()
    return .proceed
  }

  /// Takes the banner down, if there is one.
  ///
  /// - Returns: Whether there was one.
  @discardableResult
  func takeDown() -> Bool {
    defer { screen = nil }
    return screen != nil
  }
}
