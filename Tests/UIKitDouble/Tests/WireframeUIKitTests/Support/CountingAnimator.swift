import UIKit

/// An animator whose transitions end soon after they have begun; it counts them.
final class CountingAnimator: NSObject, UIViewControllerAnimatedTransitioning {
  private(set) var count = 0
  private let duration: TimeInterval

  init(duration: TimeInterval = 0) {
    self.duration = duration
    super.init()
  }

  func transitionDuration(
    using transitionContext: (any UIViewControllerContextTransitioning)?
  ) -> TimeInterval { duration }

  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning) {
    count += 1
    Task { @MainActor in transitionContext.completeTransition(true) }
  }
}
