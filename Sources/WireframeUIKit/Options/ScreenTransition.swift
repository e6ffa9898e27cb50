#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  /// How a screen arrives and leaves, by animators of the app's.
  ///
  /// It serves for a push and its pop, and for a modal and its dismissal. While the screen is at the top of a
  /// stack, UIKit turns the swipe back off.
  ///
  /// ```swift
  /// ScreenTransition { FadeAnimator() } leaving: { FadeAnimator() }.attach(to: controller)
  /// ```
  ///
  /// The option ``UIKitModal`` or ``UIKitPush`` may bring it, or a `JumpTransition` of a configuration may
  /// attach it to the destination.
  @MainActor
  public final class ScreenTransition {
    let arriving: @MainActor () -> (any UIViewControllerAnimatedTransitioning)?
    let leaving: @MainActor () -> (any UIViewControllerAnimatedTransitioning)?

    /// Makes a transition.
    ///
    /// - Parameters:
    ///   - arriving: Makes the animator of the screen's arrival; nil for the system's own.
    ///   - leaving: Makes the animator of its leaving; nil for the system's own.
    public init(
      _ arriving: @escaping @MainActor () -> (any UIViewControllerAnimatedTransitioning)?,
      leaving: @escaping @MainActor () -> (any UIViewControllerAnimatedTransitioning)? = { nil }
    ) {
      self.arriving = arriving
      self.leaving = leaving
    }

    /// Lets a screen arrive and leave so when a ``UIKitNavigationHost`` shows it.
    ///
    /// A modal that has a `transitioningDelegate` of the app's keeps to that.
    ///
    /// - Parameter controller: The screen.
    public func attach(to controller: UIViewController) { controller.ownTransition = self }
  }

  extension UIViewController {
    /// How the screen arrives and leaves; nil for the system's own way.
    var ownTransition: ScreenTransition? {
      get { objc_getAssociatedObject(self, &transitionKey) as? ScreenTransition }
      set {
        objc_setAssociatedObject(self, &transitionKey, newValue, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      }
    }
  }

  @MainActor private var transitionKey: UInt8 = 0
#endif
