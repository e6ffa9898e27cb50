// "Spotlight, widgets, notifications": what the app does with them.
import WireframeCore
import WireframeUIKit

struct ShowProduct: TypedRoute {
  static let pattern: RoutePattern = "/products/:id<int>"
  var id: Int
}

// snippet.handoff
extension RoutingOrigin { static let handoff: RoutingOrigin = "handoff" }
// snippet.end

#if canImport(UIKit) && os(iOS)
  import UIKit
  import UserNotifications

  final class SceneDelegate: UIResponder, UIWindowSceneDelegate {
    var wireframe: UIWireframe?

    // snippet.continue
    func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {
      guard let wireframe else { return }
      Task {
        // A web link, or a result of the search.
        if await wireframe.open(userActivity) != nil { return }
        guard let link = userActivity.userInfo?["url"] as? String else { return }
        await wireframe.open(link, origin: .handoff)
      }
    }
    // snippet.end
  }

  @MainActor
  final class NotificationDelegate: NSObject {
    var wireframe: UIWireframe?
  }

  // snippet.notification
  extension NotificationDelegate: @MainActor UNUserNotificationCenterDelegate {
    func userNotificationCenter(
      _ center: UNUserNotificationCenter, willPresent notification: UNNotification,
      withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void
    ) {
      // Also while the app is in front; nothing is opened before a tap.
      completionHandler([.banner, .list, .sound])
    }

    func userNotificationCenter(
      _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse,
      withCompletionHandler completionHandler: @escaping () -> Void
    ) {
      Task {
        await wireframe?.open(response)
        completionHandler()
      }
    }
  }
// snippet.end
#endif

#if canImport(AppIntents) && os(iOS)
  import AppIntents

  // snippet.intent
  struct ShowProductIntent: AppIntent {
    static let title: LocalizedStringResource = "Show a product"
    static let openAppWhenRun = true

    @Parameter(title: "Number")
    var id: Int

    @Dependency
    private var links: ShopLinks

    @MainActor
    func perform() async throws -> some IntentResult {
      try await links.router.route(to: ShowProduct(id: id))
      return .result()
    }
  }

  /// What intents get of the app: `AppDependencyManager.shared.add(dependency: ShopLinks(wireframe))`.
  final class ShopLinks: Sendable {
    let router: any Router

    init(_ router: any Router) { self.router = router }
  }
// snippet.end
#endif
