#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  /// How a screen arrives and leaves, by animators of the app's, driven by the user's finger if you like.
  ///
  /// It serves for a push and its pop, and for a modal and its dismissal. While the screen is at the top of a
  /// stack, UIKit turns the swipe back off.
  ///
  /// ```swift
  /// ScreenTransition { FadeAnimator() } leaving: { FadeAnimator() }.attach(to: controller)
  /// ```
  ///
  /// An interactive transition begins when a gesture recognizer of the app's calls the host, or UIKit itself, and `driver`
  /// returns the object that the gesture drives:
  ///
  /// ```swift
  /// ScreenTransition { CardAnimator() } leaving: {
  ///   CardAnimator()
  /// } driver: { [weak drag] _ in
  ///   drag?.isActive == true ? drag : nil
  /// }
  /// ```
  ///
  /// If the user takes it back, state and screens are as before, and a move of the host throws
  /// ``UIKitHostError/Code/takenBack``.
  ///
  /// The option ``UIKitModal`` or ``UIKitPush`` may bring it, or a `JumpTransition` of a configuration may
  /// attach it to the destination.
  @MainActor
  public final class ScreenTransition {
    let arriving: @MainActor () -> (any UIViewControllerAnimatedTransitioning)?
    let leaving: @MainActor () -> (any UIViewControllerAnimatedTransitioning)?
    let driver:
      @MainActor (any UIViewControllerAnimatedTransitioning) -> (
        any UIViewControllerInteractiveTransitioning
      )?

    /// Makes a transition.
    ///
    /// - Parameters:
    ///   - arriving: Makes the animator of the screen's arrival; nil for the system's own.
    ///   - leaving: Makes the animator of its leaving; nil for the system's own.
    ///   - driver: Finds what drives an animator that has been made, such as a `UIPercentDrivenInteractiveTransition`;
    ///     nil if it runs by itself.
    public init(
      _ arriving: @escaping @MainActor () -> (any UIViewControllerAnimatedTransitioning)?,
      leaving: @escaping @MainActor () -> (any UIViewControllerAnimatedTransitioning)? = { nil },
      driver:
        @escaping @MainActor (any UIViewControllerAnimatedTransitioning) -> (
          any UIViewControllerInteractiveTransitioning
        )? = { _ in nil }
    ) {
      self.arriving = arriving
      self.leaving = leaving
      self.driver = driver
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
