// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Several windows: which one is above, and which one has the keyboard.

extension UIWindow {
  public struct Level: RawRepresentable, Hashable, Sendable {
    public let rawValue: CGFloat
    public init(rawValue: CGFloat) { self.rawValue = rawValue }
    public static let normal = Level(rawValue: 0)
    public static let statusBar = Level(rawValue: 1000)
    public static let alert = Level(rawValue: 2000)
  }

  public nonisolated static let didBecomeVisibleNotification = NSNotification.Name(
    "UIWindowDidBecomeVisibleNotification")
  public nonisolated static let didBecomeKeyNotification = NSNotification.Name(
    "UIWindowDidBecomeKeyNotification")

  /// The windows of the scene, or those of the device that have none.
  private var neighbours: [UIWindow] {
    if let windowScene { return windowScene.windows }
    return device.windows.all.filter { $0.windowScene == nil }
  }

  func visibilityChanged() {
    if windowScene == nil { device.windows.add(self) }
    if isHidden {
      isKeyWindow = false
    } else {
      NotificationCenter.default.post(name: Self.didBecomeVisibleNotification, object: self)
    }
  }

  public func makeKey() {
    guard !isKeyWindow else { return }
    for window in neighbours { window.isKeyWindow = false }
    isKeyWindow = true
    NotificationCenter.default.post(name: Self.didBecomeKeyNotification, object: self)
  }

  public func makeKeyAndVisible() {
    isHidden = false
    makeKey()
  }

  /// Whether the user's finger reaches it: it takes touches, and no window is above it.
  public var isReachable: Bool {
    isUserInteractionEnabled
      && !neighbours.contains {
        $0 !== self && !$0.isHidden && $0.windowLevel.rawValue > windowLevel.rawValue
      }
  }
}

/// Windows that nothing retains.
@MainActor
final class WindowList {
  private struct Place {
    weak var window: UIWindow?
  }
  private var places: [Place] = []

  nonisolated init() {}

  var all: [UIWindow] { places.compactMap(\.window) }

  func add(_ window: UIWindow) {
    places.removeAll { $0.window == nil || $0.window === window }
    places.append(Place(window: window))
  }
}

extension UIViewController {
  /// Whether the user's finger reaches it: no other window covers its own.
  final var isInReach: Bool { windowAround?.isReachable ?? true }

  /// Its view, unless the app has put it into another one by hand.
  var freeView: UIView? { viewIfLoaded.flatMap { $0.superview == nil ? $0 : nil } }

  /// What presents for it.
  var uppermost: UIViewController { parent?.uppermost ?? self }
}

extension UIView {
  /// Whether the user's finger reaches it, as far as windows go.
  final var isInReach: Bool { window?.isReachable ?? true }

  public enum TintAdjustmentMode: Int, Sendable { case automatic = 0, normal, dimmed }

  /// - Returns: Whether nothing in it is the first responder any more.
  @discardableResult
  public func endEditing(_ force: Bool) -> Bool {
    if isFirstResponder, !resignFirstResponder(), force { isFirstResponder = false }
    return subviews.reduce(!isFirstResponder) { $1.endEditing(force) && $0 }
  }
}

public enum UIUserInterfaceStyle: Int, Sendable { case unspecified, light, dark }

open class UITextField: UIView {
  open var text: String?
  /// Whether its delegate refuses that it ends.
  public var keepsKeyboard = false

  open override func resignFirstResponder() -> Bool {
    keepsKeyboard ? false : super.resignFirstResponder()
  }

  /// The user types; false if the keyboard does not write here.
  @discardableResult
  public func type(_ letters: String) -> Bool {
    guard isFirstResponder, window?.isKeyWindow == true else { return false }
    text = (text ?? "") + letters
    return true
  }
}

/// What assistive technologies are told; a test reads it.
@MainActor
public enum UIAccessibility {
  public struct Notification: RawRepresentable, Hashable, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    public static let screenChanged = Notification(rawValue: 1000)
    public static let layoutChanged = Notification(rawValue: 1001)
  }

  public static var isReduceMotionEnabled: Bool { UIKitDevice.current.reducesMotion }
  public static var prefersCrossFadeTransitions: Bool { UIKitDevice.current.prefersCrossFade }

  public static func post(notification: Notification, argument: Any?) {
    UIKitDevice.current.announced.append((notification, argument))
  }
}

/// What a view is for assistive technologies.
public struct UIAccessibilityTraits: OptionSet, Sendable {
  public let rawValue: UInt64
  public init(rawValue: UInt64) { self.rawValue = rawValue }
  public static let header = UIAccessibilityTraits(rawValue: 1 << 16)
}
