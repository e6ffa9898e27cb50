#if canImport(UIKit) && !os(watchOS)
  import UIKit
  import WireframeCore

  extension UIKitNavigationHost {
    /// Observes the containers that are in the window now, and no others.
    func watch() {
      var standing: Set<UIViewController> = []
      for (index, container) in containers.enumerated() {
        let content = container.content(tabName)
        let children = content?.screens.children.compactMap(\.controller) ?? []
        for child in [container] + (content?.owners ?? []) + children
        where standing.insert(child).inserted {
          watch(child, isPresented: index > 0 && child === container)
        }
      }
      watches.keep(standing)
    }

    /// Listens to a container that is on screen, or about to come.
    func watch(_ container: UIViewController, isPresented: Bool) {
      if let stack = container.asStack {
        put(StackWatch.self, before: { [weak stack] in stack?.delegate }, of: stack) {
          [weak stack] in stack?.delegate = $0
        }
        askForAnimators(stack)
      }
      if let pages = container as? UIPageViewController, pages.content() != nil {
        put(PageWatch.self, before: { [weak pages] in pages?.delegate }, of: pages) {
          [weak pages] in pages?.delegate = $0
        }
      }
      if let split = container as? UISplitViewController {
        put(SplitWatch.self, before: { [weak split] in split?.delegate }, of: split) {
          [weak split] in split?.delegate = $0
        }
      }
      if let tabs = container as? UITabBarController {
        put(TabWatch.self, before: { [weak tabs] in tabs?.delegate }, of: tabs) {
          [weak tabs] in tabs?.delegate = $0
        }
        if #available(iOS 18, tvOS 18, visionOS 2, *) {
          (tabs.delegate as? TabWatch)?.hearsTabs = !tabs.tabs.isEmpty
        }
      }
      // A stack or tabs that leave the window: a new root, or another tab, past the host.
      if container is UINavigationController || container is UITabBarController,
        let view = container.viewIfLoaded, view.window != nil
      {
        putDepartureWatch(into: view)
      }
      guard isPresented else { return }
      if container.presentingViewController != nil,
        let place = container.presentationController?.containerView
      {
        putDepartureWatch(into: place)
      }
      // Alerts are their own delegates.
      guard !(container is UIAlertController) else { return }
      if let presentation = container.presentationController {
        put(DismissalWatch.self, before: { presentation.delegate }, of: container) {
          presentation.delegate = $0
        }
      }
      if let transition = container.ownTransition, container.transitioningDelegate == nil {
        let watch = TransitionWatch(transition, lookout)
        container.transitioningDelegate = watch
        watches.add(watch, of: container) { [weak container] in
          if container?.transitioningDelegate === watch { container?.transitioningDelegate = nil }
        }
      }
    }

    private func putDepartureWatch(into view: UIView) {
      guard !view.subviews.contains(where: { ($0 as? DepartureWatch)?.host === self }) else {
        return
      }
      view.addSubview(DepartureWatch(host: self))
    }

    /// Lets a stack ask for animators only while a screen brings its own: UIKit switches the swipe back off
    /// for a delegate that could answer.
    func askForAnimators(_ stack: UINavigationController, about coming: UIViewController? = nil) {
      guard let watch = stack.delegate as? StackWatch else { return }
      watch.animates = [coming, stack.topViewController].contains { $0?.ownTransition != nil }
    }

    /// Puts a watch before the delegate that is there, unless one of this host's is there already.
    private func put<Watch: DelegateProxy, Delegate>(
      _ type: Watch.Type, before delegate: @escaping @MainActor () -> Delegate?,
      of container: UIViewController, set: @escaping @MainActor (Delegate?) -> Void
    ) {
      let app = delegate() as? any NSObjectProtocol
      guard (app as? Watch)?.host !== self else { return }
      let watch = Watch(before: app, host: self) { watch in
        set(nil)
        set(watch as? Delegate)
      }
      set(watch as? Delegate)
      watches.add(watch, of: container) {
        let app = watch.release() as? Delegate
        if delegate() as? AnyObject === watch { set(app) }
      }
    }
  }

  /// The observation of a container; removed with it.
  @MainActor
  final class Watches {
    private var all: [UIViewController: [(watch: AnyObject, remove: @MainActor () -> Void)]] = [:]

    func add(
      _ watch: AnyObject, of container: UIViewController, remove: @escaping @MainActor () -> Void
    ) {
      all[container, default: []].append((watch, remove))
    }

    func keep(_ standing: Set<UIViewController>) {
      for (container, watches) in all where !standing.contains(container) {
        for watch in watches { watch.remove() }
        all[container] = nil
      }
    }

    func removeAll() { keep([]) }
  }

  /// Observes what a stack shows.
  final class StackWatch: DelegateProxy, UINavigationControllerDelegate {
    /// The screen that the stack has shown last, by UIKit's own account.
    weak var shown: UIViewController?
    /// The screen that is to come by UIKit's own account, and has not come yet. It tells of transitions that have no
    /// coordinator.
    private(set) weak var coming: UIViewController?
    /// Whether the stack is to ask for animators.
    var animates = false {
      didSet { if animates != oldValue { install() } }
    }

    /// The animator that was made last, and the transition that has made it.
    private var latest: (animator: any UIViewControllerAnimatedTransitioning, of: ScreenTransition)?
    /// The screen whose coming, or coming back, the user has taken back.
    weak var takenBack: UIViewController?

    nonisolated override func responds(to aSelector: Selector?) -> Bool {
      guard let aSelector, Self.animatorSelectors.contains(aSelector) else {
        return super.responds(to: aSelector)
      }
      return receiver?.responds(to: aSelector) == true
        || isOnMainActor && MainActor.assumeIsolated { animates }
    }

    // Written as texts, since not every system has selectors of methods.
    nonisolated private static var animatorSelectors: [Selector] {
      [
        "navigationController:animationControllerForOperation:fromViewController:toViewController:",
        "navigationController:interactionControllerForAnimationController:",
      ].map(NSSelectorFromString)
    }

    private var appDelegate: (any UINavigationControllerDelegate)? {
      app as? any UINavigationControllerDelegate
    }

    func navigationController(
      _ navigationController: UINavigationController, willShow viewController: UIViewController,
      animated: Bool
    ) {
      coming = viewController
      takenBack = nil
      _ = navigationController.transitionCoordinator?.animate(alongsideTransition: nil) {
        [weak self, weak viewController] context in
        guard context.isCancelled else { return }
        self?.coming = nil
        self?.takenBack = viewController
        self?.host?.lookout.look()
      }
      navigationController.updateBars(for: viewController, animated: animated)
      #if canImport(ObjectiveC)
        appDelegate?.navigationController?(
          navigationController, willShow: viewController, animated: animated)
      #else
        appDelegate?.navigationController(
          navigationController, willShow: viewController, animated: animated)
      #endif
    }

    func navigationController(
      _ navigationController: UINavigationController, didShow viewController: UIViewController,
      animated: Bool
    ) {
      shown = viewController
      coming = nil
      let app = refreshHost() as? any UINavigationControllerDelegate
      #if canImport(ObjectiveC)
        app?.navigationController?(
          navigationController, didShow: viewController, animated: animated)
      #else
        app?.navigationController(
          navigationController, didShow: viewController, animated: animated)
      #endif
    }

    func navigationController(
      _ navigationController: UINavigationController,
      animationControllerFor operation: UINavigationController.Operation,
      from fromVC: UIViewController, to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? {
      let transition = operation == .push ? toVC.ownTransition : fromVC.ownTransition
      if let transition {
        let animator = operation == .push ? transition.arriving() : transition.leaving()
        latest = animator.map { ($0, transition) }
        return animator
      }
      #if canImport(ObjectiveC)
        return appDelegate?.navigationController?(
          navigationController, animationControllerFor: operation, from: fromVC, to: toVC)
      #else
        return appDelegate?.navigationController(
          navigationController, animationControllerFor: operation, from: fromVC, to: toVC)
      #endif
    }

    func navigationController(
      _ navigationController: UINavigationController,
      interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? {
      if let latest, latest.animator === animationController {
        return latest.of.driver(animationController)
      }
      #if canImport(ObjectiveC)
        return appDelegate?.navigationController?(
          navigationController, interactionControllerFor: animationController)
      #else
        return appDelegate?.navigationController(
          navigationController, interactionControllerFor: animationController)
      #endif
    }
  }

  /// Observes which tab the user chooses.
  final class TabWatch: DelegateProxy, UITabBarControllerDelegate {
    /// Whether the tabs are iOS 18's: a delegate that hears of those may hear of no controllers any more.
    var hearsTabs = false {
      didSet { if hearsTabs != oldValue { install() } }
    }

    nonisolated override func responds(to aSelector: Selector?) -> Bool {
      guard aSelector == NSSelectorFromString("tabBarController:didSelectTab:previousTab:") else {
        return super.responds(to: aSelector)
      }
      return receiver?.responds(to: aSelector) == true
        || isOnMainActor && MainActor.assumeIsolated { hearsTabs }
    }

    @available(iOS 18, tvOS 18, visionOS 2, *)
    func tabBarController(
      _ tabBarController: UITabBarController, didSelectTab selectedTab: UITab, previousTab: UITab?
    ) {
      let app = refreshHost() as? any UITabBarControllerDelegate
      #if canImport(ObjectiveC)
        app?.tabBarController?(
          tabBarController, didSelectTab: selectedTab, previousTab: previousTab)
      #else
        app?.tabBarController(
          tabBarController, didSelectTab: selectedTab, previousTab: previousTab)
      #endif
    }

    func tabBarController(
      _ tabBarController: UITabBarController, didSelect viewController: UIViewController
    ) {
      let app = refreshHost() as? any UITabBarControllerDelegate
      #if canImport(ObjectiveC)
        app?.tabBarController?(tabBarController, didSelect: viewController)
      #else
        app?.tabBarController(tabBarController, didSelect: viewController)
      #endif
    }
  }

  /// Observes which page the user turns to.
  final class PageWatch: DelegateProxy, UIPageViewControllerDelegate {
    func pageViewController(
      _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
      previousViewControllers: [UIViewController], transitionCompleted completed: Bool
    ) {
      let app = refreshHost() as? any UIPageViewControllerDelegate
      #if canImport(ObjectiveC)
        app?.pageViewController?(
          pageViewController, didFinishAnimating: finished,
          previousViewControllers: previousViewControllers, transitionCompleted: completed)
      #else
        app?.pageViewController(
          pageViewController, didFinishAnimating: finished,
          previousViewControllers: previousViewControllers, transitionCompleted: completed)
      #endif
    }
  }

  /// Observes that a split view collapses or expands.
  final class SplitWatch: DelegateProxy, UISplitViewControllerDelegate {
    func splitViewControllerDidCollapse(_ svc: UISplitViewController) {
      let app = refreshHost() as? any UISplitViewControllerDelegate
      #if canImport(ObjectiveC)
        app?.splitViewControllerDidCollapse?(svc)
      #else
        app?.splitViewControllerDidCollapse(svc)
      #endif
    }

    func splitViewControllerDidExpand(_ svc: UISplitViewController) {
      let app = refreshHost() as? any UISplitViewControllerDelegate
      #if canImport(ObjectiveC)
        app?.splitViewControllerDidExpand?(svc)
      #else
        app?.splitViewControllerDidExpand(svc)
      #endif
    }
  }

  /// Observes that the user has swiped a modal away.
  final class DismissalWatch: DelegateProxy, UIAdaptivePresentationControllerDelegate {
    private var appDelegate: (any UIAdaptivePresentationControllerDelegate)? {
      app as? any UIAdaptivePresentationControllerDelegate
    }

    /// Whether a leave guard is to be asked about the swipe that UIKit has just asked about.
    private var isToAsk = false

    func presentationControllerShouldDismiss(
      _ presentationController: UIPresentationController
    ) -> Bool {
      let app = appDelegate
      #if canImport(ObjectiveC)
        let isAllowed = app?.presentationControllerShouldDismiss?(presentationController) ?? true
      #else
        let isAllowed = app?.presentationControllerShouldDismiss(presentationController) ?? true
      #endif
      guard isAllowed, let host else { return isAllowed }
      // What the app refuses is not asked about.
      isToAsk = host.mayBeKept(presentationController.presentedViewController)
      return !isToAsk
    }

    func presentationControllerDidAttemptToDismiss(
      _ presentationController: UIPresentationController
    ) {
      let app = appDelegate
      if isToAsk {
        isToAsk = false
        host?.askToDismiss(presentationController.presentedViewController)
      }
      #if canImport(ObjectiveC)
        app?.presentationControllerDidAttemptToDismiss?(presentationController)
      #else
        app?.presentationControllerDidAttemptToDismiss(presentationController)
      #endif
    }

    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
      let app = refreshHost() as? any UIAdaptivePresentationControllerDelegate
      #if canImport(ObjectiveC)
        app?.presentationControllerDidDismiss?(presentationController)
      #else
        app?.presentationControllerDidDismiss(presentationController)
      #endif
    }
  }

  #if !os(tvOS)
    extension DismissalWatch: UIPopoverPresentationControllerDelegate {
      func popoverPresentationController(
        _ popoverPresentationController: UIPopoverPresentationController,
        willRepositionPopoverTo rect: UnsafeMutablePointer<CGRect>,
        in view: AutoreleasingUnsafeMutablePointer<UIView>
      ) {
        let source = popoverPresentationController.presentedViewController.popoverSource
        // A source that has left says nothing: the popover stays where it is.
        if let place = source?.place(in: host?.window) {
          view.pointee = place.view
          rect.pointee = place.rect
        }
        let app = app as? any UIPopoverPresentationControllerDelegate
        #if canImport(ObjectiveC)
          app?.popoverPresentationController?(
            popoverPresentationController, willRepositionPopoverTo: rect, in: view)
        #else
          app?.popoverPresentationController(
            popoverPresentationController, willRepositionPopoverTo: rect, in: view)
        #endif
      }
    }
  #endif

  extension UIKitNavigationHost {
    /// Whether a leave guard would be asked about the screens of a modal and of those over it.
    fileprivate func mayBeKept(_ modal: UIViewController) -> Bool {
      guard let (state, target) = dismissal(of: modal) else { return false }
      return events.mayBeKept(state.leavingScreens(to: target))
    }

    /// Asks the leave guards about a modal that the user has tried to swipe away, and dismisses it if it may leave.
    fileprivate func askToDismiss(_ modal: UIViewController) {
      guard let id = modal.layerID(on: self) else { return }
      Task {
        // Guards that say no have said why themselves.
        while state.layers.count > 1, state.layers.contains(where: { $0.id == id }) {
          guard (try? await dismiss()) != nil else { return }
        }
      }
    }

    private func dismissal(
      of modal: UIViewController
    ) -> (from: State, to: State)? {
      let state = state
      guard let id = modal.layerID(on: self),
        let index = state.layers.firstIndex(where: { $0.id == id }), index > 0
      else { return nil }
      return (state, State(layers: Array(state.layers[..<index])))
    }
  }

  /// Gives a modal its own animators, and what drives them.
  final class TransitionWatch: NSObject, UIViewControllerTransitioningDelegate {
    private let transition: ScreenTransition
    private weak var lookout: Lookout?

    init(_ transition: ScreenTransition, _ lookout: Lookout) {
      self.transition = transition
      self.lookout = lookout
      super.init()
    }

    func animationController(
      forPresented presented: UIViewController, presenting: UIViewController,
      source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { transition.arriving() }

    func animationController(
      forDismissed dismissed: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { transition.leaving() }

    func interactionControllerForPresentation(
      using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? {
      // The coordinator is there when the presentation has begun.
      lookout?.look()
      return transition.driver(animator)
    }

    func interactionControllerForDismissal(
      using animator: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { transition.driver(animator) }
  }

  /// An invisible view in a modal, which leaves the window with it, in whatever way the modal leaves.
  final class DepartureWatch: UIView {
    private(set) weak var host: UIKitNavigationHost?

    convenience init(host: UIKitNavigationHost) {
      self.init(frame: .zero)
      self.host = host
      isHidden = true
    }

    override func didMoveToWindow() {
      super.didMoveToWindow()
      guard window == nil else { return }
      Task { @MainActor [weak host] in
        // A modal that UIKit dismisses itself reports first how it was left.
        await Task.yield()
        host?.refresh()
      }
    }
  }
#endif
