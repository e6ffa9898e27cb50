// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@MainActor
public protocol UINavigationControllerDelegate: NSObjectProtocol {
  func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController,
    animated: Bool)
  func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController,
    animated: Bool)
  func navigationController(
    _ navigationController: UINavigationController,
    animationControllerFor operation: UINavigationController.Operation,
    from fromVC: UIViewController, to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)?
  func navigationController(
    _ navigationController: UINavigationController,
    interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)?
}

extension UINavigationControllerDelegate {
  public func navigationController(
    _ navigationController: UINavigationController, willShow viewController: UIViewController,
    animated: Bool
  ) {
    forwarded(
      self, "navigationController:willShowViewController:animated:",
      to: (any UINavigationControllerDelegate).self)?
      .navigationController(navigationController, willShow: viewController, animated: animated)
  }
  public func navigationController(
    _ navigationController: UINavigationController, didShow viewController: UIViewController,
    animated: Bool
  ) {
    forwarded(
      self, "navigationController:didShowViewController:animated:",
      to: (any UINavigationControllerDelegate).self)?
      .navigationController(navigationController, didShow: viewController, animated: animated)
  }
  public func navigationController(
    _ navigationController: UINavigationController,
    animationControllerFor operation: UINavigationController.Operation,
    from fromVC: UIViewController, to toVC: UIViewController
  ) -> (any UIViewControllerAnimatedTransitioning)? {
    forwarded(
      self,
      "navigationController:animationControllerForOperation:fromViewController:toViewController:",
      to: (any UINavigationControllerDelegate).self)?
      .navigationController(
        navigationController, animationControllerFor: operation, from: fromVC, to: toVC)
  }
  public func navigationController(
    _ navigationController: UINavigationController,
    interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
  ) -> (any UIViewControllerInteractiveTransitioning)? {
    forwarded(
      self, "navigationController:interactionControllerForAnimationController:",
      to: (any UINavigationControllerDelegate).self)?
      .navigationController(navigationController, interactionControllerFor: animationController)
  }
}

open class UINavigationController: UIViewController {
  public enum Operation: Int, Sendable { case none, push, pop }

  public weak var delegate: (any UINavigationControllerDelegate)? {
    didSet {
      let name = "navigationControllerSupportedInterfaceOrientations:"
      delegateKnowsOrientations = delegate?.responds(to: Selector(name)) == true
      delegateAnimates =
        delegate?.responds(
          to: Selector(
            "navigationController:animationControllerForOperation:"
              + "fromViewController:toViewController:")) == true
      let driver = "navigationController:interactionControllerForAnimationController:"
      delegateDrives = delegate?.responds(to: Selector(driver)) == true
    }
  }
  /// Which optional methods a delegate has is asked when it is set, and never again.
  public private(set) var delegateKnowsOrientations = false
  fileprivate var delegateAnimates = false
  private var delegateDrives = false
  /// On another stack, as in a narrow split view, it has that one's bar.
  open var isNavigationBarHidden: Bool {
    get { (parent as? UINavigationController)?.isNavigationBarHidden ?? isOwnBarHidden }
    set {
      if let outer = parent as? UINavigationController {
        outer.isNavigationBarHidden = newValue
      } else {
        isOwnBarHidden = newValue
      }
    }
  }
  private var isOwnBarHidden = false
  open var isToolbarHidden = true

  private var stack: [UIViewController] = []
  /// A push or a pop on its way; its own presentation is another transition.
  private var stackTransition: Transition?
  open override var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
    if let stackTransition, stackTransition.isRunning { return stackTransition }
    return super.transitionCoordinator
  }
  /// The controller whose view is in the hierarchy.
  private weak var shown: UIViewController?
  /// The controller of which the delegate has heard last.
  private weak var told: UIViewController?

  /// The finger comes from the edge.
  public private(set) lazy var interactivePopGestureRecognizer: UIGestureRecognizer? =
    makePopRecognizer()
  private lazy var contentPop: UIGestureRecognizer = makePopRecognizer()
  private lazy var popDelegate: _UINavigationInteractiveTransition = .init(of: self)

  private func makePopRecognizer() -> UIGestureRecognizer {
    let recognizer = UIGestureRecognizer()
    recognizer.delegate = popDelegate
    return recognizer
  }

  /// The finger moves anywhere; only to be waited for, says the header.
  public var interactiveContentPopGestureRecognizer: UIGestureRecognizer? {
    UIKitSystem.current < .iOS26 ? nil : contentPop
  }

  public convenience init(rootViewController: UIViewController) {
    self.init(nibName: nil, bundle: nil)
    viewControllers = [rootViewController]
  }

  open var viewControllers: [UIViewController] {
    get { stack }
    set { setViewControllers(newValue, animated: false) }
  }
  open var topViewController: UIViewController? { stack.last }
  open var visibleViewController: UIViewController? { presentedViewController ?? stack.last }

  /// The item of its first screen, unless it has one of its own.
  open override var tabBarItem: UITabBarItem! {
    get {
      if ownTabBarItem == nil, let first = stack.first { return first.tabBarItem }
      return super.tabBarItem
    }
    set { super.tabBarItem = newValue }
  }

  open func setNavigationBarHidden(_ hidden: Bool, animated: Bool) {
    isNavigationBarHidden = hidden
  }
  open func setToolbarHidden(_ hidden: Bool, animated: Bool) { isToolbarHidden = hidden }

  override func isShowing(_ child: UIViewController) -> Bool { child === shown }

  override func willShow(animated: Bool) {
    shown = stack.last
    super.willShow(animated: animated)
  }

  override func didShow(animated: Bool) {
    super.didShow(animated: animated)
    if let top = stack.last, top !== told || windowAround?.timing.tellsStacksOfReturn != false {
      tellShown(top, animated)
    }
  }

  private func tellShown(_ top: UIViewController, _ animated: Bool) {
    told = top
    delegate?.navigationController(self, didShow: top, animated: animated)
  }

  open func pushViewController(_ viewController: UIViewController, animated: Bool) {
    if stack.contains(viewController) {
      windowAround?.record(
        "Pushing the same view controller instance more than once is not supported")
    } else if viewController is UINavigationController {
      windowAround?.record("Pushing a navigation controller is not supported")
    } else {
      if stack.isEmpty, let title = viewController.title { self.title = title }
      change(to: stack + [viewController], by: .push, animated: animated)
    }
  }

  @discardableResult
  open func popViewController(animated: Bool) -> UIViewController? {
    guard stack.count > 1 else { return nil }
    let top = stack.last
    change(to: stack.dropLast(), by: .pop, animated: animated)
    return top
  }

  @discardableResult
  open func popToViewController(
    _ viewController: UIViewController, animated: Bool
  ) -> [UIViewController]? {
    guard let index = stack.firstIndex(of: viewController) else {
      windowAround?.record("Tried to pop to a view controller that doesn't exist")
      return nil
    }
    let popped = Array(stack[(index + 1)...])
    guard !popped.isEmpty else { return nil }
    change(to: Array(stack[...index]), by: .pop, animated: animated)
    return popped
  }

  @discardableResult
  open func popToRootViewController(animated: Bool) -> [UIViewController]? {
    stack.first.flatMap { popToViewController($0, animated: animated) }
  }

  open func setViewControllers(_ viewControllers: [UIViewController], animated: Bool) {
    if Set(viewControllers).count < viewControllers.count {
      windowAround?.record("All view controllers in a navigation controller must be distinct")
      return
    }
    let isPop = viewControllers.last.map { stack.contains($0) } ?? true
    change(to: viewControllers, by: isPop ? .pop : .push, animated: animated)
  }

  private func change(
    to new: [UIViewController], by operation: Operation, animated: Bool,
    isInteractive: Bool = false, isPutOff: Bool = false
  ) {
    let animated = animated && (isInteractive || UIView.areAnimationsEnabled)
    if animated, !isInteractive, !isPutOff, let window = windowInSight,
      window.timing.stackChange == .afterCommit
    {
      // Held until the layers are committed: neither the stack nor a coordinator tell of it.
      let (old, last) = (stack, new.last)
      window.clock.onNextCommit { [self] in
        // What was held before has changed the stack meanwhile.
        let held =
          operation == .push && new.dropLast().elementsEqual(old)
          ? stack + (last.map { [$0] } ?? []) : new
        change(to: held, by: operation, animated: windowInSight != nil, isPutOff: true)
      }
      return
    }
    if let stackTransition, !stackTransition.hasEnded {
      windowAround?.record("A nested transition can result in a corrupted navigation bar")
      stackTransition.complete()
    }
    if animated, !isInteractive, !isPutOff, let window = windowInSight, window.needsLayout,
      window.timing.stackChange == .afterLayout
    {
      // Put off until the change before it is laid out.
      window.setNeedsLayout { [self] in
        change(to: new, by: operation, animated: true, isPutOff: true)
      }
      return
    }
    let (old, from) = (stack, shown)
    stack = new
    for controller in new where controller.parent !== self { addChild(controller) }
    if new.isEmpty {
      if windowInSight != nil { from?.willHide(animated: false) }
      shown = nil
      if windowInSight != nil { from?.didHide(animated: false) }
    }
    let removed = old.filter { !new.contains($0) }
    guard let to = new.last, let window = windowInSight, to !== from else {
      for controller in removed { controller.removeFromParent() }
      for controller in new where !old.contains(controller) { controller.didMove(toParent: self) }
      return
    }
    guard animated else {
      for controller in removed { controller.removeFromParent() }
      for controller in new where !old.contains(controller) { controller.didMove(toParent: self) }
      window.setNeedsLayout { [weak self] in self?.layOutTop() }
      return
    }
    let end: @MainActor (Bool) -> Void = { [self] isCancelled in
      stackTransition = nil
      if isCancelled {
        let isReplacement = !new.starts(with: old) && !old.starts(with: new)
        stack = isReplacement && window.timing.keepsTakenBackReplacement ? old + [to] : old
        for controller in new where !stack.contains(controller) { controller.removeFromParent() }
        to.willHide(animated: animated)
        to.didHide(animated: animated)
        from?.appear(animated: animated)
        return
      }
      shown = stack.last
      from?.didHide(animated: animated)
      for controller in removed where !stack.contains(controller) && controller.parent === self {
        controller.removeFromParent()
      }
      to.didShow(animated: animated)
      for controller in new where !old.contains(controller) { controller.didMove(toParent: self) }
      tellShown(to, animated)
    }
    let animator =
      delegateAnimates
      ? from.flatMap {
        delegate?.navigationController(self, animationControllerFor: operation, from: $0, to: to)
      } : nil
    let driver =
      delegateDrives
      ? animator.flatMap { delegate?.navigationController(self, interactionControllerFor: $0) }
      : nil
    let coming = Transition(isInteractive: isInteractive || driver != nil, end: end)
    stackTransition = coming
    coming.announce(in: window)
    delegate?.navigationController(self, willShow: to, animated: animated)
    from?.willHide(animated: animated)
    to.willShow(animated: animated)
    if !isInteractive { coming.run(in: window, by: animator, drivenBy: driver) }
  }

  /// Shows the top after changes without animation.
  private func layOutTop() {
    guard let to = stack.last, to !== shown, windowInSight != nil else { return }
    let from = shown
    delegate?.navigationController(self, willShow: to, animated: false)
    from?.willHide(animated: false)
    shown = to
    to.willShow(animated: false)
    from?.didHide(animated: false)
    to.didShow(animated: false)
    tellShown(to, false)
  }

  // MARK: The user's finger

  /// Whether a push, a pop or a swipe is on its way.
  var isChanging: Bool { stackTransition?.hasEnded == false }

  /// Whether the modal around it comes or leaves: UIKit takes no touches meanwhile.
  private var isInMovingModal: Bool {
    sequence(first: self as UIViewController, next: \.parent)
      .contains { $0.isBeingPresented || $0.isBeingDismissed }
  }

  /// The user taps the back button; nothing happens while the stack moves.
  public func tapBackButton() {
    // The finger touches what is laid out.
    windowAround?.layOut()
    guard isInReach, !isChanging, !isInMovingModal else { return }
    if let action = topViewController?.navigationItem.backAction {
      action.perform()
    } else {
      popViewController(animated: true)
    }
  }

  /// The user holds the back button down, and chooses a screen further below in its menu.
  public func chooseInBackMenu(_ controller: UIViewController) {
    windowAround?.layOut()
    guard isInReach, !isChanging, !isInMovingModal else { return }
    popToViewController(controller, animated: true)
  }

  /// The user swipes back, and lets go at once.
  public func swipeBack(fromEdge: Bool = true, onTrackpad: Bool = false) {
    beginSwipeBack(fromEdge: fromEdge, onTrackpad: onTrackpad)
    endSwipeBack(isCancelled: false)
  }

  /// The user begins to swipe back: the stack is without its top until the swipe is cancelled.
  ///
  /// Nothing moves if the recogniser's delegate says no.
  ///
  /// From iOS 26 on the finger may begin anywhere, also while a screen comes or goes: that ends at once then. Zoom
  /// transitions are grabbed so from iOS 18 on.
  public func beginSwipeBack(fromEdge: Bool = true, onTrackpad: Bool = false) {
    windowAround?.layOut()
    guard isInReach else { return }
    if UIKitSystem.current >= .iOS26, let stackTransition, !stackTransition.initiallyInteractive,
      !delegateAnimates, !isInMovingModal
    {
      stackTransition.complete()
    }
    let recognizer =
      fromEdge ? interactivePopGestureRecognizer : interactiveContentPopGestureRecognizer
    guard stack.count > 1, stackTransition == nil, !isInMovingModal, windowInSight != nil,
      recognizer?.begins(onTrackpad: onTrackpad) == true
    else { return }
    change(to: stack.dropLast(), by: .pop, animated: true, isInteractive: true)
    guard let recognizer, stackTransition != nil else { return }
    if recognizer.view == nil { view.addGestureRecognizer(recognizer) }
    recognizer.follow { [weak self] in self?.endSwipeBack(isCancelled: true) }
  }

  /// The user lifts the finger: the top leaves, or comes back.
  public func endSwipeBack(isCancelled: Bool) {
    let recognizers = [interactivePopGestureRecognizer, interactiveContentPopGestureRecognizer]
    for recognizer in recognizers { recognizer?.follow(nil) }
    guard let stackTransition, stackTransition.isInteractive else { return }
    // The stack has left the window under the finger.
    guard let window = windowAround else { return stackTransition.complete() }
    stackTransition.release(isCancelled: isCancelled, in: window)
    window.clock.schedule(after: UIWindow.transitionDuration / 2) { stackTransition.complete() }
  }
}

/// UIKit's own delegate of the pop recognisers, unless an app has put another one there: a swipe does what the back
/// button of the bar does, so nothing moves without both, or if the stack's delegate could animate.
private final class _UINavigationInteractiveTransition: NSObject, UIGestureRecognizerDelegate {
  private weak var stack: UINavigationController?

  init(of stack: UINavigationController) {
    self.stack = stack
    super.init()
  }

  func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
    guard let stack, let item = stack.topViewController?.navigationItem else { return false }
    return !stack.isNavigationBarHidden && !stack.delegateAnimates && item.hasBackButton
  }

  func gestureRecognizer(
    _ gestureRecognizer: UIGestureRecognizer,
    shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
  ) -> Bool { false }
}
