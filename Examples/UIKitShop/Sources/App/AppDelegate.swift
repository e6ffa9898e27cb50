import UIKit
import UserNotifications

@main
final class AppDelegate: UIResponder, UIApplicationDelegate {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool {
    // Before the launch ends, or the system does not tell of the notification that was tapped.
    UNUserNotificationCenter.current().delegate = self
    // A real shop asks when the user has a reason to agree.
    UNUserNotificationCenter.current().requestAuthorization(options: .alert) { @Sendable _, _ in }
    return true
  }
}

extension AppDelegate: @MainActor UNUserNotificationCenterDelegate {
  func userNotificationCenter(
    _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
    withCompletionHandler completionHandler: @escaping () -> Void
  ) {
    (response.targetScene?.delegate as? SceneDelegate)?.open(response)
    completionHandler()
  }
}
