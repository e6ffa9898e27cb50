#if canImport(UIKit) && !os(watchOS)
  import UIKit
  import WireframeCore

  extension UIKitNavigationHost {
    /// Observes the containers that are in the window now, and no others.
    func watch() {
      var onScreen: Set<UIViewController> = []
      for (index, container) in containers.enumerated() {
        let content = container.content()
        let children = content?.screens.children.compactMap(\.controller) ?? []
        for child in [container] + (content?.owners ?? []) + children
        where onScreen.insert(child).inserted {
          watch(child, isPresented: index > 0 && child === container)
        }
      }
      watches.keep(onScreen)
    }

    /// Listens to a container that is on screen, or about to come.
    func watch(_ container: UIViewController, isPresented: Bool) {
      if let stack = container.asStack {
        put(StackWatch.self, as: \.delegate, of: stack, in: container)
        askForAnimators(stack)
        guardWaysBack(of: stack)
        // UIKit gives the tab the item of the first screen again.
        if let item = stack.notes.itemWhileEmpty, !stack.viewControllers.isEmpty {
          if stack.tabBarItem === item { stack.tabBarItem = nil }
          stack.notes.itemWhileEmpty = nil
        }
      }
      if let pages = container as? UIPageViewController, pages.content() != nil {
        put(PageWatch.self, as: \.delegate, of: pages, in: container)
      }
      if let split = container as? UISplitViewController {
        put(SplitWatch.self, as: \.delegate, of: split, in: container)
      }
      if let tabs = container as? UITabBarController {
        put(TabWatch.self, as: \.delegate, of: tabs, in: container)
        if #available(iOS 18, tvOS 18, visionOS 2, *) {
          (tabs.delegate as? TabWatch)?.answersAll = !tabs.tabs.isEmpty
        }
      }
      // A stack or tabs that leave the window: a new root, or another tab, past the host.
      if container is UINavigationController || container is UITabBarController,
        let view = container.viewIfLoaded, view.window != nil
      {
        putDepartureWatch(into: view)
      }
      guard isPresented else { return }
      putDepartureWatch(into: container.presentationController?.containerView)
      // Alerts are their own delegates.
      guard !(container is UIAlertController) else { return }
      if let presentation = container.presentationController {
        put(DismissalWatch.self, as: \.delegate, of: presentation, in: container)
      }
      if let transition = container.notes.transition, container.transitioningDelegate == nil {
        let watch = TransitionWatch(transition, lookout)
        container.transitioningDelegate = watch
        watches.add(watch, of: container) { [weak container] in
          if container?.transitioningDelegate === watch { container?.transitioningDelegate = nil }
        }
      }
    }

    private func putDepartureWatch(into view: UIView?) {
      let isThere = view?.subviews.contains { ($0 as? DepartureWatch)?.host === self }
      if isThere == false { view?.addSubview(DepartureWatch(host: self)) }
    }

    /// Lets a stack ask for animators only while a screen brings its own: UIKit switches the swipe back off
    /// for a delegate that could answer.
    func askForAnimators(_ stack: UINavigationController, about coming: UIViewController? = nil) {
      guard let watch = stack.delegate as? StackWatch else { return }
      watch.answersAll = [coming, stack.topViewController].contains { $0?.notes.transition != nil }
    }

    /// Puts a watch before the delegate of an object, as long as a container is there, unless this host has one there.
    private func put<Watch: DelegateProxy, Owner: AnyObject, Delegate>(
      _ type: Watch.Type, as delegate: ReferenceWritableKeyPath<Owner, Delegate?>,
      of owner: Owner, in container: UIViewController
    ) {
      let app = owner[keyPath: delegate] as? any NSObjectProtocol
      let other = app as? Watch
      guard other?.host !== self else { return }
      // A watch of another host goes with that, and one of no host any more with the screen that has put it back.
      let watch = Watch(before: other == nil ? app : other?.app, host: self) { [weak owner] watch in
        // The app may have set another delegate since.
        guard owner?[keyPath: delegate] as? AnyObject === watch else { return }
        owner?[keyPath: delegate] = nil
        owner?[keyPath: delegate] = watch as? Delegate
      }
      owner[keyPath: delegate] = watch as? Delegate
      watches.add(watch, of: container) { [weak owner] in
        let app = watch.release() as? Delegate
        if owner?[keyPath: delegate] as? AnyObject === watch { owner?[keyPath: delegate] = app }
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
      // The app has set its delegate anew: a watch before one that has gone, or before the same one, is of no use.
      let former = all[container, default: []].take { former in
        let proxy = type(of: former.watch) == type(of: watch) ? former.watch as? DelegateProxy : nil
        return proxy.map { $0.app == nil || $0.app === (watch as? DelegateProxy)?.app } == true
      }
      for watch in former { watch.remove() }
      all[container, default: []].append((watch, remove))
    }

    func keep(_ onScreen: Set<UIViewController>) {
      for container in all.keys where !onScreen.contains(container) {
        for watch in all.removeValue(forKey: container) ?? [] { watch.remove() }
      }
    }
  }

  /// Observes what a stack shows.
  final class StackWatch: DelegateProxy, UINavigationControllerDelegate {
    /// The screen that the stack has shown last, by UIKit's own account.
    weak var shown: UIViewController?
    /// The screen that UIKit has announced, and has not shown yet; also in a transition without coordinator.
    private(set) weak var coming: UIViewController?
    /// The animator that was made last, and the transition that has made it.
    private var latest: (animator: any UIViewControllerAnimatedTransitioning, of: ScreenTransition)?
    /// The screen whose push or pop the user has cancelled.
    weak var takenBack: UIViewController?

    nonisolated override class var switchedSelectors: [String] {
      [
        "navigationController:animationControllerForOperation:fromViewController:toViewController:",
        "navigationController:interactionControllerForAnimationController:",
      ]
    }

    private var appDelegate: (any UINavigationControllerDelegate)? {
      app as? any UINavigationControllerDelegate
    }

    func navigationController(
      _ navigationController: UINavigationController, willShow viewController: UIViewController,
      animated: Bool
    ) {
      (coming, takenBack) = (viewController, nil)
      let isHeard = navigationController.transitionCoordinator?.animate(alongsideTransition: nil) {
        [weak self, weak viewController] context in
        self?.host?.refreshLater()
        guard context.isCancelled, let self else { return }
        (coming, latest, takenBack) = (nil, nil, viewController)
        host?.lookout.look()
      }
      // A screen may set a delegate of its own as it appears, which alone hears that it is shown.
      if isHeard != true { host?.refreshLater() }
      navigationController.updateBars(for: viewController, animated: animated)
      (appDelegate?.navigationController(_:willShow:animated:))?(
        navigationController, viewController, animated)
    }

    func navigationController(
      _ navigationController: UINavigationController, didShow viewController: UIViewController,
      animated: Bool
    ) {
      // A stack that comes back from below a modal has not changed. The modal may have something to say yet.
      let isReturn = shown === viewController && coming == nil
      (shown, coming) = (viewController, nil)
      // An animator may hold a screen.
      latest = nil
      let app = refreshHost(later: isReturn) as? any UINavigationControllerDelegate
      (app?.navigationController(_:didShow:animated:))?(
        navigationController, viewController, animated)
    }

    func navigationController(
      _ navigationController: UINavigationController,
      animationControllerFor operation: UINavigationController.Operation,
      from fromVC: UIViewController, to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? {
      let transition = operation == .push ? toVC.notes.transition : fromVC.notes.transition
      if let transition {
        let animator = operation == .push ? transition.arriving() : transition.leaving()
        latest = animator.map { ($0, transition) }
        return animator
      }
      return (appDelegate?.navigationController(_:animationControllerFor:from:to:))?(
        navigationController, operation, fromVC, toVC)
    }

    func navigationController(
      _ navigationController: UINavigationController,
      interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? {
      if let latest, latest.animator === animationController {
        return latest.of.driver(animationController)
      }
      return (appDelegate?.navigationController(_:interactionControllerFor:))?(
        navigationController, animationController)
    }
  }

  /// Observes which tab the user chooses.
  final class TabWatch: DelegateProxy, UITabBarControllerDelegate {
    // For iOS 18's tabs: a delegate that hears of those may hear of no controllers any more.
    nonisolated override class var switchedSelectors: [String] {
      ["tabBarController:didSelectTab:previousTab:", "tabBarController:shouldSelectTab:"]
    }

    /// A second tap on the selected tab pops its stack to the first screen: guards are asked about that.
    @available(iOS 18, tvOS 18, visionOS 2, *)
    func tabBarController(
      _ tabBarController: UITabBarController, shouldSelectTab tab: UITab
    ) -> Bool {
      let app = app as? any UITabBarControllerDelegate
      let isAllowed = (app?.tabBarController(_:shouldSelectTab:))?(tabBarController, tab) ?? true
      guard isAllowed, tab === tabBarController.selectedTab, tabBarController.shownMore == nil
      else { return isAllowed }
      return mayGoToFirstScreen(of: tabBarController.selectedViewController)
    }

    func tabBarController(
      _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
    ) -> Bool {
      let app = app as? any UITabBarControllerDelegate
      let isAllowed =
        (app?.tabBarController(_:shouldSelect:))?(tabBarController, viewController) ?? true
      let isSecondTap = viewController === tabBarController.selectedViewController
      return isAllowed && (!isSecondTap || mayGoToFirstScreen(of: viewController))
    }

    private func mayGoToFirstScreen(of tab: UIViewController?) -> Bool {
      tab?.asStack.map { host?.asksBefore($0, goesToFirst: true) != true } ?? true
    }

    @available(iOS 18, tvOS 18, visionOS 2, *)
    func tabBarController(
      _ tabBarController: UITabBarController, didSelectTab selectedTab: UITab, previousTab: UITab?
    ) {
      let app = refreshHost() as? any UITabBarControllerDelegate
      (app?.tabBarController(_:didSelectTab:previousTab:))?(
        tabBarController, selectedTab, previousTab)
    }

    func tabBarController(
      _ tabBarController: UITabBarController, didSelect viewController: UIViewController
    ) {
      let app = refreshHost() as? any UITabBarControllerDelegate
      (app?.tabBarController(_:didSelect:))?(tabBarController, viewController)
    }
  }

  /// Observes which page the user turns to.
  final class PageWatch: DelegateProxy, UIPageViewControllerDelegate {
    func pageViewController(
      _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
      previousViewControllers: [UIViewController], transitionCompleted completed: Bool
    ) {
      let app = refreshHost() as? any UIPageViewControllerDelegate
      (app?.pageViewController(_:didFinishAnimating:previousViewControllers:transitionCompleted:))?(
        pageViewController, finished, previousViewControllers, completed)
    }
  }

  /// Observes that a split view collapses or expands. In the background the system lays it out narrow and wide again at
  /// once, for its pictures of the app: nothing has changed then.
  final class SplitWatch: DelegateProxy, UISplitViewControllerDelegate {
    func splitViewControllerDidCollapse(_ svc: UISplitViewController) {
      (update(svc)?.splitViewControllerDidCollapse(_:))?(svc)
    }

    func splitViewControllerDidExpand(_ svc: UISplitViewController) {
      (update(svc)?.splitViewControllerDidExpand(_:))?(svc)
    }

    private func update(_ split: UISplitViewController) -> (any UISplitViewControllerDelegate)? {
      // Each column has a bar of its own; narrow, the first one has that of all.
      let columns = split.content()?.screens.children.compactMap { $0.controller?.asStack } ?? []
      for stack in columns {
        if let top = stack.topViewController { stack.updateBars(for: top, animated: false) }
      }
      return refreshHost(later: true) as? any UISplitViewControllerDelegate
    }
  }
#endif
