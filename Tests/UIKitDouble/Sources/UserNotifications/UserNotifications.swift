// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

open class UNNotificationContent {
  public let userInfo: [AnyHashable: Any]
  public init(userInfo: [AnyHashable: Any]) { self.userInfo = userInfo }
}

open class UNNotificationRequest {
  public let content: UNNotificationContent
  public init(content: UNNotificationContent) { self.content = content }
}

open class UNNotification {
  public let request: UNNotificationRequest
  public init(request: UNNotificationRequest) { self.request = request }
}

open class UNNotificationResponse {
  public let actionIdentifier: String
  public let notification: UNNotification
  /// What UIKit calls the target scene.
  public weak var scene: AnyObject?

  public init(userInfo: [AnyHashable: Any], actionIdentifier: String) {
    self.actionIdentifier = actionIdentifier
    notification = UNNotification(
      request: UNNotificationRequest(content: UNNotificationContent(userInfo: userInfo)))
  }
}

public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"
