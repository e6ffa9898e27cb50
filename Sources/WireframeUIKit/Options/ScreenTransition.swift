#if canImport(UIKit) && !os(watchOS)
  public import UIKit

  /// Your own animators for a screen's push and pop, or for its presentation and dismissal; interactive if you like.
  ///
  /// While the screen is at the top of a stack, UIKit disables the swipe back.
  ///
  /// ```swift
  /// ScreenTransition { FadeAnimator() } leaving: { FadeAnimator() }.attach(to: controller)
  /// ```
  ///
  /// For an interactive transition, your gesture recognizer calls the host, or UIKit, and `driver` returns the object
  /// that the gesture drives:
  ///
  /// ```swift
  /// ScreenTransition { CardAnimator() } leaving: {
  ///   CardAnimator()
  /// } driver: { [weak drag] _ in
  ///   drag?.isActive == true ? drag : nil
  /// }
  /// ```
  ///
  /// If the user cancels the transition, everything is as before, and a move of the host throws
  /// ``UIKitError/Code/takenBack``. Before a presentation began, the host may have put the modal's parents below
  /// it, and dismissed modals in its way. The host undoes that without animation.
  ///
  /// Give it to the option `.uiModal(…)` or `.uiPush(…)`, or let a `JumpTransition` of a configuration attach it to
  /// the screen.
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
    ///   - arriving: Makes the animator for the push or the presentation; nil for UIKit's own.
    ///   - leaving: Makes the animator for the pop or the dismissal; nil for UIKit's own.
    ///   - driver: Returns what drives an animator, such as a `UIPercentDrivenInteractiveTransition`; nil if the
    ///     transition is not interactive.
    public init(
      _ arriving: @escaping @MainActor () -> (any UIViewControllerAnimatedTransitioning)?,
      leaving: @escaping @MainActor () -> (any UIViewControllerAnimatedTransitioning)? = { nil },
      driver:
        @escaping @MainActor (any UIViewControllerAnimatedTransitioning) -> (
          any UIViewControllerInteractiveTransitioning
        )? = { _ in nil }
    ) {
      (self.arriving, self.leaving, self.driver) = (arriving, leaving, driver)
    }

    /// Uses the animators for a screen when a ``UIKitNavigationHost`` shows it.
    ///
    /// A modal with a `transitioningDelegate` of your own uses that instead.
    ///
    /// - Parameter controller: The screen.
    public func attach(to controller: UIViewController) { controller.notes.transition = self }
  }
#endif
