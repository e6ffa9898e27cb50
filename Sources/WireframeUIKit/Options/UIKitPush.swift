#if canImport(UIKit) && !os(watchOS)
  import UIKit
  public import WireframeCore

  /// A push that hides bars while the screen is shown, or uses your own animators.
  ///
  /// The standard push presenter accepts it.
  public struct UIKitPush: PushOption {
    let hidesNavigationBar: Bool
    let hidesBottomBar: Bool
    let transition: ScreenTransition?
    /// Whether the transition is animated.
    public var isAnimated: Bool
    /// Whether modals above the stack are dismissed first; if not, a modal there is an error.
    public var dismissesModals: Bool

    @MainActor
    func prepare(_ controller: UIViewController) {
      if hidesNavigationBar { controller.notes.hidesNavigationBar = true }
      #if !os(tvOS)
        if hidesBottomBar, !controller.hidesBottomBarWhenPushed {
          (controller.hidesBottomBarWhenPushed, controller.notes.hidesBottomBar) = (true, true)
        }
      #endif
      controller.setForStay(transition)
    }
  }

  extension RoutingOption where Self == UIKitPush {
    /// A push that hides bars while the screen is shown, or uses your own animators.
    ///
    /// - Parameters:
    ///   - hidesNavigationBar: Whether the navigation bar is hidden while the screen is at the top; UIKit turns the
    ///     swipe back off meanwhile.
    ///   - hidesBottomBar: Whether tab bar and toolbar are hidden while the screen, or one above it, is at the top.
    ///   - transition: The animators of its push and pop; nil for UIKit's own.
    ///   - animated: Whether the transition is animated.
    ///   - dismissesModals: Whether modals above the stack are dismissed first; if not, a modal there is an error.
    /// - Returns: The option.
    public static func uiPush(
      hidesNavigationBar: Bool = false, hidesBottomBar: Bool = false,
      transition: ScreenTransition? = nil, animated: Bool = true, dismissesModals: Bool = true
    ) -> UIKitPush {
      UIKitPush(
        hidesNavigationBar: hidesNavigationBar, hidesBottomBar: hidesBottomBar,
        transition: transition, isAnimated: animated, dismissesModals: dismissesModals)
    }
  }

  // MARK: - The navigation bar

  extension UINavigationController {
    /// Hides the bar before a screen that wants so, and brings it back after it; one that the app hides stays hidden.
    func updateBars(for controller: UIViewController, animated: Bool) {
      transitionCoordinator?.animate(alongsideTransition: nil) { [weak self] context in
        // The swipe was cancelled: the bar is as the screen wants it that stays.
        guard context.isCancelled, let self, let top = topViewController else { return }
        updateBars(for: top, animated: false)
      }
      // In a narrow split view a stack is on that of the column before, which has the bar.
      if let outer = parent as? UINavigationController {
        guard outer.topViewController === self else { return }
        return outer.updateBars(for: controller, animated: animated)
      }
      let screen = (controller as? UINavigationController)?.topViewController ?? controller
      let isToHide = screen.notes.hidesNavigationBar
      // The mark is on the stack itself: the bar is hidden by us.
      guard isToHide ? !isNavigationBarHidden : notes.hidesNavigationBar else { return }
      notes.hidesNavigationBar = isToHide
      setNavigationBarHidden(isToHide, animated: animated)
    }
  }
#endif
