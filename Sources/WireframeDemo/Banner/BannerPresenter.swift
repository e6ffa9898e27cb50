import WireframeCore

/// Shows one banner over the top screen, and takes it down with the next routing.
///
/// A presenter, since it puts the banner there; a watcher, since it has to know of the next routing. It decides
/// nothing, so a plan leaves the banner alone. A URL that is refused or foreign is none of the shop's, and the banner
/// stays.
@MainActor
final class BannerPresenter: ControllerRoutingPresenter, RoutingWatcher {
  private(set) var screen: Screen?
  /// Called with each banner that is shown.
  var didShow: (@MainActor (Screen) -> Void)?

  func present(_ controller: Screen, option: BannerOption, event: RoutingEvent) {
    screen = controller
    didShow?(controller)
  }

  func willPresent(_ event: RoutingEvent) { takeDown() }

  func didRoute(_ event: RoutingEvent) {
    if event.controller == nil { takeDown() }
  }

  func didStop(_ reason: String, route: Route, router: any Router) { takeDown() }

  func didFail(_ error: RoutingError, route: Route?, router: any Router) {
    if route != nil { takeDown() }
  }

  /// Takes the banner down; false if there is none.
  @discardableResult
  func takeDown() -> Bool {
    defer { screen = nil }
    return screen != nil
  }
}
