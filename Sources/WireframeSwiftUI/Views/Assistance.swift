#if canImport(SwiftUI) && !os(watchOS)
  #if canImport(UIKit)
    internal import UIKit
  #elseif canImport(AppKit)
    internal import AppKit
  #endif

  /// What a user has set who needs the screens otherwise, and what assistive technologies are told.
  @MainActor
  enum Assistance {
    /// Whether moves may be animated: not for a user who reduces motion, unless the system fades instead of sliding.
    static var allowsMotion: Bool {
      #if canImport(UIKit)
        !UIAccessibility.isReduceMotionEnabled || UIAccessibility.prefersCrossFadeTransitions
      #elseif canImport(AppKit)
        !NSWorkspace.shared.accessibilityDisplayShouldReduceMotion
      #else
        true
      #endif
    }

    /// Tells assistive technologies that another screen is shown. They go on at its first element, a title for one. A
    /// Mac's windows tell of their changes themselves.
    static func tellOfScreen() {
      #if canImport(UIKit)
        UIAccessibility.post(notification: .screenChanged, argument: nil)
      #endif
    }
  }
#endif
