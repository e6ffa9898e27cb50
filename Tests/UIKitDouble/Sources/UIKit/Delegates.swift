// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

public import UserNotifications

// The delegates of an app and its scenes, as far as Examples/UIKitShop implements them.

@MainActor
public protocol UIApplicationDelegate: NSObjectProtocol {
  func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool
  func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool
  func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool
  func application(
    _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void)
}

public protocol UIUserActivityRestoring: NSObjectProtocol {}

extension UIApplicationDelegate {
  /// Where `@main` begins; nothing is run here.
  public static func main() {}
}

extension UIApplication {
  public struct LaunchOptionsKey: Hashable, Sendable {
    private let name: String
    public static let url = Self(name: "UIApplicationLaunchOptionsURLKey")
    public static let shortcutItem = Self(name: "UIApplicationLaunchOptionsShortcutItemKey")
    public static let userActivityDictionary = Self(
      name: "UIApplicationLaunchOptionsUserActivityDictionaryKey")
  }

  public struct OpenURLOptionsKey: Hashable, Sendable {}

  /// The system starts an app without scenes, and hands over what has started it as Apple says: by the delegate's other
  /// methods, if this one returns true.
  public func launch(
    _ delegate: any UIApplicationDelegate, url: URL? = nil, activity: NSUserActivity? = nil,
    shortcutItem: UIApplicationShortcutItem? = nil
  ) {
    var options: [LaunchOptionsKey: Any] = [:]
    options[.url] = url
    options[.shortcutItem] = shortcutItem
    options[.userActivityDictionary] = activity.map {
      ["UIApplicationLaunchOptionsUserActivityKey": $0] as [AnyHashable: Any]
    }
    guard delegate.application(self, didFinishLaunchingWithOptions: options.isEmpty ? nil : options)
    else { return }
    if let url { _ = delegate.application(self, open: url, options: [:]) }
    if let activity {
      _ = delegate.application(self, continue: activity, restorationHandler: { _ in })
    }
    if let shortcutItem {
      delegate.application(self, performActionFor: shortcutItem, completionHandler: { _ in })
    }
  }
}

@MainActor
public final class UISceneSession: NSObject {
  /// What the scene's delegate has given for the next start.
  public var stateRestorationActivity: NSUserActivity?
  public nonisolated override init() {}
}

@MainActor
public protocol UISceneDelegate: NSObjectProtocol {
  func stateRestorationActivity(for scene: UIScene) -> NSUserActivity?
  func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions)
  func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>)
  func scene(_ scene: UIScene, continue userActivity: NSUserActivity)
}

@MainActor
public protocol UIWindowSceneDelegate: UISceneDelegate {
  var window: UIWindow? { get set }
  func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void)
}

// What is optional there does nothing here.
extension UIApplicationDelegate {
  public func application(
    _ application: UIApplication,
    didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
  ) -> Bool { true }
  public func application(
    _ app: UIApplication, open url: URL, options: [UIApplication.OpenURLOptionsKey: Any]
  ) -> Bool { false }
  public func application(
    _ application: UIApplication, continue userActivity: NSUserActivity,
    restorationHandler: @escaping ([any UIUserActivityRestoring]?) -> Void
  ) -> Bool { false }
  public func application(
    _ application: UIApplication, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) {}
}

extension UISceneDelegate {
  public func stateRestorationActivity(for scene: UIScene) -> NSUserActivity? { nil }
  public func scene(
    _ scene: UIScene, willConnectTo session: UISceneSession,
    options connectionOptions: UIScene.ConnectionOptions
  ) {}
  public func scene(_ scene: UIScene, openURLContexts URLContexts: Set<UIOpenURLContext>) {}
  public func scene(_ scene: UIScene, continue userActivity: NSUserActivity) {}
}

extension UIWindowSceneDelegate {
  public func windowScene(
    _ windowScene: UIWindowScene, performActionFor shortcutItem: UIApplicationShortcutItem,
    completionHandler: @escaping (Bool) -> Void
  ) { completionHandler(false) }
}

extension UIScene {
  /// Set by the system; retained by it.
  public var delegate: (any UISceneDelegate)? {
    get { objc_getAssociatedObject(self, &delegateKey) as? any UISceneDelegate }
    set {
      objc_setAssociatedObject(self, &delegateKey, newValue, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    }
  }
}

@MainActor private var delegateKey: UInt8 = 0

extension UNNotificationResponse {
  /// The scene in which the app shows what the notification is about.
  @MainActor
  public var targetScene: UIScene? {
    get { scene as? UIScene }
    set { scene = newValue }
  }
}
