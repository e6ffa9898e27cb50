import Testing
import UIKit

/// All journeys, one after the other: they share a screen.
@Suite(.serialized)
enum DeviceTests {}

/// A window on the scene of the app `Device`, and what a test has to wait for.
@MainActor
struct DeviceWindow {
  let window: UIWindow

  /// Puts a window above that of the app.
  init() throws {
    let scenes = UIApplication.shared.connectedScenes
    let scene = try #require(scenes.compactMap { $0 as? UIWindowScene }.first)
    window = UIWindow(windowScene: scene)
    window.windowLevel = UIWindow.Level(rawValue: UIWindow.Level.normal.rawValue + 1)
  }

  /// Takes the window away: two tests never share the screen.
  func close() {
    window.isHidden = true
    window.rootViewController = nil
    window.windowScene = nil
  }
}

/// A screen with a title.
@MainActor
func makeScreen(_ title: String) -> UIViewController {
  let controller = UIViewController()
  controller.title = title
  controller.view.backgroundColor = .systemBackground
  return controller
}
