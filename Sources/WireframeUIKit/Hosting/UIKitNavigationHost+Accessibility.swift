#if canImport(UIKit) && !os(watchOS)
  internal import UIKit

  extension UIKitNavigationHost {
    /// Whether moves may be animated: not where animations are off, nor if the user reduces motion and nothing fades.
    static var animatesMoves: Bool {
      UIView.areAnimationsEnabled
        && (!UIAccessibility.isReduceMotionEnabled || UIAccessibility.prefersCrossFadeTransitions)
    }

    /// Tells assistive technologies that a move has brought another screen to the top. They go on at its title.
    ///
    /// Not below a cover or an alert, nor in the background; of a screen that the user goes back to UIKit tells itself.
    func tellOfScreen(after former: UIViewController?) {
      guard cover == nil, foreignAlert == nil, window?.windowScene?.activationState != .background,
        let top = topController, top !== former
      else { return }
      // Reading begins at the title's own view, else at the first heading, else at the view.
      let start = top.navigationItem.titleView ?? top.viewIfLoaded.map { $0.firstHeading ?? $0 }
      UIAccessibility.post(notification: .screenChanged, argument: start)
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
