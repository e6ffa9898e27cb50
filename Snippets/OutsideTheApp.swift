// "Spotlight, widgets, App Intents, notifications": what writes URLs outside the app links WireframeRoutes only.
import WireframeRoutes

// snippet.route
struct ShowProduct: TypedRoute {
  static let pattern: RoutePattern = "/products/:id<int>"
  var id: Int
}

let site: URLSource = "https://example.com"
// snippet.end

print(try ShowProduct(id: 42).urlText(source: site))  // https://example.com/products/42

#if canImport(CoreSpotlight) && canImport(UniformTypeIdentifiers) && !os(tvOS) && !os(watchOS)
  import CoreSpotlight
  import UniformTypeIdentifiers

  // snippet.spotlight
  func index(_ products: [(id: Int, title: String)]) async throws {
    let items = try products.map { product in
      let attributes = CSSearchableItemAttributeSet(contentType: .content)
      attributes.title = product.title
      return CSSearchableItem(
        uniqueIdentifier: try ShowProduct(id: product.id).urlText(source: site),
        domainIdentifier: "products", attributeSet: attributes)
    }
    try await CSSearchableIndex.default().indexSearchableItems(items)
  }
// snippet.end
#endif

#if canImport(WidgetKit) && canImport(SwiftUI) && os(iOS)
  import SwiftUI
  import WidgetKit

  // snippet.widget
  struct ProductWidgetView: View {
    let id: Int
    let title: String

    private var link: URL? { try? URL(string: ShowProduct(id: id).urlText(source: site)) }

    var body: some View {
      Text(title).widgetURL(link)
    }
  }
// snippet.end
#endif

#if canImport(UserNotifications) && os(iOS)
  import UserNotifications

  // snippet.notification
  func remind(of id: Int, title: String) async throws {
    let content = UNMutableNotificationContent()
    content.title = title
    content.categoryIdentifier = "product"
    content.userInfo = ["url": try ShowProduct(id: id).urlText(source: site)]
    let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 3600, repeats: false)
    try await UNUserNotificationCenter.current().add(
      UNNotificationRequest(identifier: "product-\(id)", content: content, trigger: trigger))
  }

  func declareCategories() {
    let show = UNNotificationAction(identifier: "show", title: "Show", options: .foreground)
    UNUserNotificationCenter.current().setNotificationCategories([
      UNNotificationCategory(identifier: "product", actions: [show], intentIdentifiers: [])
    ])
  }
// snippet.end
#endif

#if canImport(UIKit) && os(iOS)
  import UIKit

  // snippet.shortcut
  @MainActor
  func offerLast(_ id: Int, title: String) throws {
    let link = try ShowProduct(id: id).urlText(source: site)
    UIApplication.shared.shortcutItems = [
      UIApplicationShortcutItem(
        type: "product", localizedTitle: title, localizedSubtitle: nil, icon: nil,
        userInfo: ["url": link as NSString])
    ]
  }
  // snippet.end

  // snippet.handoff
  /// A view controller of the screen sets it as its `userActivity`.
  @MainActor
  func activity(of id: Int, title: String) throws -> NSUserActivity {
    let activity = NSUserActivity(activityType: "com.example.shop.product")
    let link = try ShowProduct(id: id).urlText(source: site)
    activity.title = title
    activity.userInfo = ["url": link]
    activity.webpageURL = URL(string: link)  // for a device without the app
    activity.isEligibleForHandoff = true
    return activity
  }
// snippet.end
#endif
