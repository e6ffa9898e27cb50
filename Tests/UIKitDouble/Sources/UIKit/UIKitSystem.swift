// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// The systems of which the double has the habits where they differ.
public enum UIKitSystem: Int, CaseIterable, Comparable, Sendable {
  case iOS16 = 16
  case iOS18 = 18
  case iOS26 = 26

  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }

  /// The system on which the code runs; the newest one if nobody says otherwise.
  public static var current: UIKitSystem { UIKitDevice.current.system }
}

/// The device on which the code of a task runs: tests that run at the same time have one each.
public final class UIKitDevice: Sendable {
  @TaskLocal public static var current = UIKitDevice(.iOS26)

  public let system: UIKitSystem
  /// Whether `animated` means anything; what `UIView.setAnimationsEnabled` says.
  @MainActor var areAnimationsEnabled = true
  /// The windows without a scene that were shown.
  let windows = WindowList()
  /// What assistive technologies were told.
  @MainActor public var announced: [(UIAccessibility.Notification, Any?)] = []
  /// What the user has set in the system's settings.
  @MainActor public var reducesMotion = false
  @MainActor public var prefersCrossFade = false

  public init(_ system: UIKitSystem) { self.system = system }
}

extension UIView {
  public class var areAnimationsEnabled: Bool { UIKitDevice.current.areAnimationsEnabled }
  public class func setAnimationsEnabled(_ enabled: Bool) {
    UIKitDevice.current.areAnimationsEnabled = enabled
  }

  public class func performWithoutAnimation(_ actions: () -> Void) {
    let before = areAnimationsEnabled
    setAnimationsEnabled(false)
    actions()
    setAnimationsEnabled(before)
  }
}
