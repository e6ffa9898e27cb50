import UIKit
import WireframeCoordinators
import WireframeCore
import WireframeUIKit

/// The shop in one window: its wireframe, its host and its root.
@MainActor
final class Shop {
  let wireframe: UIWireframe
  let host: UIKitNavigationHost
  let session = Session()
  /// Where the storyboards are.
  let bundle: Bundle
  /// The coordinator of the tabs, the root of all others; nobody else keeps it.
  let root: ManualCoordinator<UIViewController>

  init(in window: UIWindow, storyboardsIn bundle: Bundle = .main) throws(RoutingError) {
    // Links that come before the tabs are there wait.
    wireframe = UIWireframe(
      sources: ["uikitshop:", "https://shop.example.com"], isSuspended: true)
    host = UIKitNavigationHost(window: window)
    self.bundle = bundle
    root = ManualCoordinator(
      makeTabs([
        .shop: HomeModule.screen(router: wireframe), .cart: CartModule.screen(router: wireframe),
      ]))
    wireframe.addStandardPresenters(on: host)
    try registerRoutes()
    wireframe.observe(tag: .requiresLogin) { [session] _ in
      session.isLoggedIn ? .proceed : .redirect(to: "/login", resuming: .newest)
    }
  }

  /// Shows the tabs, then what has started the app.
  func start(opening options: UIScene.ConnectionOptions) async {
    await session.restore()
    do {
      try await host.setRoot(root, router: wireframe)
    } catch {
      assertionFailure("The tabs cannot be shown: \(error)")
    }
    wireframe.activate()
    await report(wireframe.open(options))
  }

  /// Tells the user of links that do not work; what was refused is dropped in silence.
  func report(_ links: [OpenedLink?]) async {
    for case .failed? in links.map(\.?.outcome) {
      let alert = AlertCoordinator(
        "This link does not work.", actions: [AlertAction("OK", style: .cancel)])
      // If something else is being shown there, the user has moved on.
      try? await root.present(alert)
    }
  }

  /// Logs in, and goes to where the user was headed.
  func logIn() async throws {
    session.logIn()
    try await host.dismiss()  // the login first: what comes may be a modal, too
    try await wireframe.resume()
  }

  /// Logs out; what only members may see leaves, and the login comes.
  func logOut() async throws {
    session.logOut()
    wireframe.discardParked()
    try await wireframe.reevaluate()
  }
}
