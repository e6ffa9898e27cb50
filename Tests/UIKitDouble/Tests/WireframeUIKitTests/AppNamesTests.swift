import Testing
import UIKit
import WireframeCoordinators
import WireframeCore
import WireframeUIKit

/// An app's own class: each of these names is one that apps use, and none of them is taken.
private final class AppScreen: UIViewController {
  struct Controller {}

  var wireframe: String = "wireframe"
  var router: String = "router"
  var coordinator: String = "coordinator"
  var coordination: String = "coordination"
  var host: String = "host"
  var route: String = "route"
  var navigationHost: String = "navigationHost"
  var links: String = "links"
  var controller = Controller()
  func go() -> String { "go" }
}

private final class AppView: UIView {
  var wireframe: String = "wireframe"
  var router: String = "router"
  var host: String = "host"
  func go() -> String { "go" }
}

private final class AppWindow: UIWindow {
  var host: String = "host"
  var navigationHost: String = "navigationHost"
  var router: String = "router"
}

@MainActor
@Suite(.hangsNever)
struct AppNamesTests {
  @Test("U15 A view controller, a view and a window may declare the names that apps use")
  func names() {
    let screen = AppScreen()
    #expect(
      [
        screen.wireframe, screen.router, screen.coordinator, screen.coordination, screen.host,
        screen.route, screen.navigationHost, screen.links, screen.go(),
      ] == [
        "wireframe", "router", "coordinator", "coordination", "host", "route", "navigationHost",
        "links", "go",
      ])
    #expect(type(of: screen.controller) == AppScreen.Controller.self)
    let view = AppView()
    #expect(
      [view.wireframe, view.router, view.host, view.go()] == ["wireframe", "router", "host", "go"])
    let window = AppWindow()
    #expect(
      [window.host, window.navigationHost, window.router] == ["host", "navigationHost", "router"])
  }
}
