import Testing
import UIKit

/// All journeys, one after the other: they share a screen.
@Suite(.serialized)
enum DeviceTests {}

/// A window on the scene of the app `Device`, and what a test has to wait for.
@MainActor
struct DeviceWindow {
  let window: UIWindow

  /// Puts a window above that of the app, once the app's scene is active.
  init() async throws {
    for _ in 0..<100 {
      if Self.scene != nil { break }
      // It sleeps, since the app may still be starting, and a notification that never comes would hang the tests.
      try await Task.sleep(for: .milliseconds(50))
    }
    window = UIWindow(windowScene: try #require(Self.scene))
    window.windowLevel = UIWindow.Level(rawValue: UIWindow.Level.normal.rawValue + 1)
  }

  private static var scene: UIWindowScene? {
    UIApplication.shared.connectedScenes.compactMap { $0 as? UIWindowScene }
      .first { $0.activationState == .foregroundActive }
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
