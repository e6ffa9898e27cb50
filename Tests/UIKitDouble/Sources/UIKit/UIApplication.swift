// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

public import UserNotifications

@MainActor
open class UIApplication: UIResponder {
  public static let shared = UIApplication()

  public struct OpenExternalURLOptionsKey: Hashable, Sendable {}

  /// The URLs that the system was asked to open, and whether it takes them.
  public var opened: [URL] = []
  public var takesURLs = true

  open func open(_ url: URL, options: [OpenExternalURLOptionsKey: Any] = [:]) async -> Bool {
    opened.append(url)
    return takesURLs
  }
}

@MainActor
open class UIScene: UIResponder {
  public enum ActivationState: Int, Sendable {
    case unattached = -1
    case foregroundActive
    case foregroundInactive
    case background
  }

  public var activationState = ActivationState.foregroundActive

  @MainActor
  public final class ConnectionOptions: NSObject {
    public let urlContexts: Set<UIOpenURLContext>
    public let userActivities: Set<NSUserActivity>
    public let notificationResponse: UNNotificationResponse?
    public let shortcutItem: UIApplicationShortcutItem?

    public init(
      urlContexts: Set<UIOpenURLContext> = [], userActivities: Set<NSUserActivity> = [],
      notificationResponse: UNNotificationResponse? = nil,
      shortcutItem: UIApplicationShortcutItem? = nil
    ) {
      self.urlContexts = urlContexts
      self.userActivities = userActivities
      self.notificationResponse = notificationResponse
      self.shortcutItem = shortcutItem
    }
  }
}

open class UIWindowScene: UIScene {
  /// What kind of device its windows are on.
  public var idiom = UIUserInterfaceIdiom.pad
  let clock = TransitionClock()
  private let list = WindowList()
  public var windows: [UIWindow] { list.all.filter { $0.windowScene === self } }
  public var keyWindow: UIWindow? { windows.first(where: \.isKeyWindow) }

  func add(_ window: UIWindow) { list.add(window) }
}

@MainActor
public final class UIOpenURLContext: NSObject {
  public let url: URL
  public init(url: URL) { self.url = url }
}

open class UIApplicationShortcutItem {
  public let type: String
  public let userInfo: [String: any NSSecureCoding]?
  public init(type: String, userInfo: [String: any NSSecureCoding]? = nil) {
    self.type = type
    self.userInfo = userInfo
  }
}
