import UIKit
import UserNotifications
import WireframeCore
import WireframeUIKit

/// The delegate of a window: every link from outside goes through the wireframe of its shop.
final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
  var window: UIWindow?
  private(set) var shop: Shop?
  /// The clock of the shop's host; a test moves its own.
  var clock: any Clock<Duration> = ContinuousClock()

  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {
    guard let scene = scene as? UIWindowScene else { return }
    let window = UIWindow(windowScene: scene)
    do {
      let shop = try Shop(
        in: window, restoring: session.stateRestorationActivity, clock: clock)
      (self.window, self.shop) = (window, shop)
      Task { await shop.start(opening: connectionOptions) }
    } catch {
      assertionFailure("The routes contradict each other: \(error)")
    }
  }

  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? {
    shop?.stateRestorationActivity()
  }

  func sceneDidDisconnect(_ scene: UIScene) {
    // Who waits for a payee would keep the shop and its screens.
    shop?.wireframe.close()
  }

  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {
    guard let shop else { return }
    Task { await shop.report(shop.wireframe.open(URLContexts)) }
  }

  func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
    guard let shop else { return }
    Task { await shop.report([shop.wireframe.open(userActivity)]) }
  }

  func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {
    guard let shop else { return completionHandler(false) }
    Task {
      let link = await shop.wireframe.open(shortcutItem)
      await shop.report([link])
      completionHandler(link?.outcome.result != nil)
    }
  }

  /// Opens a notification that the user has tapped; the app's delegate hands it on.
  func open(_ response: UNNotificationResponse) {
    guard let shop else { return }
    Task { await shop.report([shop.wireframe.open(response)]) }
  }
}
