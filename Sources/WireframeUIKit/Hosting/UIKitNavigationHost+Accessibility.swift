#if canImport(UIKit) && !os(watchOS)
  internal import UIKit

  extension UIKitNavigationHost {
    /// Whether moves may be animated: not for a user who reduces motion, unless the system fades instead of sliding.
    static var animatesMoves: Bool {
      !UIAccessibility.isReduceMotionEnabled || UIAccessibility.prefersCrossFadeTransitions
    }

    /// Tells assistive technologies that a move has brought another screen to the top. They go on at its title.
    ///
    /// Not for a screen that a cover hides, nor for one that the user went back to: UIKit tells that itself.
    func tellOfScreen(after former: UIViewController?) {
      guard cover == nil, let screen = topController, screen !== former else { return }
      UIAccessibility.post(notification: .screenChanged, argument: screen.titleElement)
    }
  }

  extension UIViewController {
    /// Where reading a screen begins: the title's own view, else the first heading, else the view.
    fileprivate var titleElement: UIView? {
      navigationItem.titleView ?? viewIfLoaded?.firstHeading ?? viewIfLoaded
    }
  }

  extension UIView {
    /// The first view in it that is a heading, and seen.
    fileprivate var firstHeading: UIView? {
      guard !isHidden, !accessibilityElementsHidden else { return nil }
      if accessibilityTraits.contains(.header) { return self }
      return subviews.lazy.compactMap(\.firstHeading).first
    }
  }
#endif
