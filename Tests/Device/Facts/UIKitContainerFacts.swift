import Testing
import UIKit

// Assertions about UIKit alone, as in UIKitFacts.swift: stacks, roots, tabs and columns.
extension UIKitFacts {
  // MARK: Stacks

  // Source: observed on iOS 16 and 17 by others: the change is held until the next commit.
  @Test(
    "U2 An animated push changes the stack at once, up to iOS 17 with the next commit",
    arguments: Bench.systems)
  func push(system: Int) async {
    await Bench.run(on: system) { bench in
      let (home, list) = (Watched(), Watched())
      let stack = UINavigationController(rootViewController: home)
      await bench.show(stack)
      stack.pushViewController(list, animated: true)
      #expect(stack.viewControllers.count == (system < 18 ? 1 : 2))
      await bench.settle()
      #expect(stack.viewControllers == [home, list])
      #expect(list.appearances == 1)
      #expect(home.viewIfLoaded?.window == nil)
      stack.popViewController(animated: true)
      await bench.settle()
      #expect(home.appearances == 2)
    }
  }

  /// A pop in place of which a finger would be: code drives it.
  private final class Finger: NSObject, UINavigationControllerDelegate,
    UIViewControllerAnimatedTransitioning
  {
    let driver = UIPercentDrivenInteractiveTransition()
    var shown: [UIViewController] = []

    nonisolated override func responds(to aSelector: Selector!) -> Bool {
      let own = [
        "navigationController:animationControllerForOperation:fromViewController:toViewController:",
        "navigationController:interactionControllerForAnimationController:",
      ].map(NSSelectorFromString)
      return own.contains(aSelector) || super.responds(to: aSelector)
    }

    func navigationController(
      _ navigationController: UINavigationController, didShow viewController: UIViewController,
      animated: Bool
    ) { shown.append(viewController) }

    func navigationController(
      _ navigationController: UINavigationController,
      animationControllerFor operation: UINavigationController.Operation,
      from fromVC: UIViewController, to toVC: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { operation == .pop ? self : nil }

    func navigationController(
      _ navigationController: UINavigationController,
      interactionControllerFor animationController: any UIViewControllerAnimatedTransitioning
    ) -> (any UIViewControllerInteractiveTransitioning)? { driver }

    func transitionDuration(
      using transitionContext: (any UIViewControllerContextTransitioning)?
    ) -> TimeInterval { 0.3 }

    func animateTransition(using context: any UIViewControllerContextTransitioning) {
      let old = context.view(forKey: .from)
      if let new = context.view(forKey: .to) { context.containerView.addSubview(new) }
      if let old { context.containerView.addSubview(old) }
      UIView.animate(withDuration: 0.3) {
        old?.alpha = 0
      } completion: { _ in
        old?.alpha = 1
        context.completeTransition(!context.transitionWasCancelled)
      }
    }
  }

  // Source: `isCancelled` in UIViewControllerTransitionCoordinator.h; what a delegate hears then: reports of others.
  @Test(
    "A pop that is let go: the stack is without its top meanwhile, and its delegate hears nothing",
    arguments: Bench.systems, [true, false])
  func letGo(system: Int, isCancelled: Bool) async {
    await Bench.run(on: system) { bench in
      let (home, list, finger) = (Watched(), Watched(), Finger())
      let stack = UINavigationController(rootViewController: home)
      await bench.show(stack)
      stack.pushViewController(list, animated: false)
      await bench.settle()
      stack.delegate = finger
      stack.popViewController(animated: true)
      await bench.begin()
      finger.driver.update(0.4)
      #expect(stack.viewControllers == [home])
      #expect(stack.transitionCoordinator?.initiallyInteractive == true)
      #expect(finger.shown.isEmpty)
      if isCancelled { finger.driver.cancel() } else { finger.driver.finish() }
      await bench.settle()
      #expect(stack.viewControllers == (isCancelled ? [home, list] : [home]))
      #expect(finger.shown == (isCancelled ? [] : [home]))
      #expect(list.appearances == (isCancelled ? 2 : 1))
      #expect(home.appearances == (isCancelled ? 1 : 2))
      #expect((list.viewIfLoaded?.window != nil) == isCancelled)
    }
  }

  // Source: `setAnimationsEnabled` of UIView.
  @Test("Without animations an animated push has no coordinator", arguments: Bench.systems)
  func noAnimations(system: Int) async {
    await Bench.run(on: system) { bench in
      let stack = UINavigationController(rootViewController: UIViewController())
      await bench.show(stack)
      UIView.setAnimationsEnabled(false)
      defer { UIView.setAnimationsEnabled(true) }
      stack.pushViewController(UIViewController(), animated: true)
      #expect(stack.transitionCoordinator == nil)
      await bench.settle()
      #expect(stack.viewControllers.count == 2)
    }
  }

  // Source: UINavigationItem.h, `backAction`; UINavigationController.h of iOS 26: the recogniser of the content is only
  // for failure requirements.
  @Test("U18 What the ways back offer", arguments: Bench.systems)
  func waysBack(system: Int) async {
    await Bench.run(on: system) { bench in
      let (home, list) = (UIViewController(), UIViewController())
      let stack = UINavigationController(rootViewController: home)
      await bench.show(stack)
      stack.pushViewController(list, animated: false)
      await bench.settle()
      #expect(list.navigationItem.backAction == nil)
      let name = UIAction.Identifier("fact")
      list.navigationItem.backAction = UIAction(identifier: name) { _ in }
      #expect(list.navigationItem.backAction?.identifier == name)
      #expect(stack.interactivePopGestureRecognizer?.isEnabled == true)
      // A class of its own says when it begins.
      let delegate = stack.interactivePopGestureRecognizer?.delegate as AnyObject?
      #expect(delegate.map { NSStringFromClass(type(of: $0)).hasPrefix("_UI") } == true)
      if #available(iOS 26, *) {
        #expect((stack.interactiveContentPopGestureRecognizer != nil) == (system >= 26))
      }
      // An action holds nothing but the button.
      stack.popViewController(animated: false)
      await bench.settle()
      #expect(stack.viewControllers == [home])
    }
  }

  // MARK: Roots, tabs and columns

  // Source: "Displaying and managing view controllers": appearance comes with the layout, not with the property.
  @Test("U13 A root has not appeared when it is set", arguments: Bench.systems)
  func root(system: Int) async {
    await Bench.run(on: system) { bench in
      let home = Watched()
      bench.window.rootViewController = home
      bench.window.makeKeyAndVisible()
      #expect(home.appearances == 0)
      await bench.settle()
      #expect(home.appearances == 1)
    }
  }

  private final class Taps: NSObject, UITabBarControllerDelegate {
    var count = 0
    func tabBarController(
      _ tabBarController: UITabBarController, didSelect viewController: UIViewController
    ) { count += 1 }
  }

  // Source: documentation of `title`: it is that of the tab bar item, too. A stack has that of its first screen.
  @Test("A tab gets the title of its stack's first screen", arguments: Bench.systems)
  func titleOfTab(system: Int) async {
    await Bench.run(on: system) { bench in
      let (first, stack) = (UIViewController(), UINavigationController(nibName: nil, bundle: nil))
      let tabs = UITabBarController()
      stack.tabBarItem.title = "tab"
      tabs.viewControllers = [stack]
      await bench.show(tabs)
      stack.pushViewController(first, animated: false)
      first.title = "first"
      await bench.settle()
      #expect(stack.tabBarItem?.title == "first")
    }
  }

  // Source: UINavigationController overrides `tabBarItem`, which no header says; reports of others.
  @Test(
    "A tab has the image of its stack's first screen, also of a new one", arguments: Bench.systems)
  func imageOfTab(system: Int) async {
    await Bench.run(on: system) { bench in
      let (first, next, tabs) = (UIViewController(), UIViewController(), UITabBarController())
      let stack = UINavigationController(rootViewController: first)
      first.tabBarItem.image = UIImage()
      tabs.viewControllers = [stack]
      await bench.show(tabs)
      #expect(stack.tabBarItem?.image != nil)
      stack.setViewControllers([next], animated: false)
      await bench.settle()
      #expect(stack.tabBarItem?.image == nil)
    }
  }

  // Source: `tabBarItem` is null_resettable. That a stack has its first screen's again is an assumption.
  @Test(
    "A stack whose own item is taken away has that of its first screen", arguments: Bench.systems)
  func itemTakenAway(system: Int) async {
    await Bench.run(on: system) { bench in
      let (first, tabs) = (UIViewController(), UITabBarController())
      let stack = UINavigationController(rootViewController: first)
      stack.tabBarItem = UITabBarItem()
      tabs.viewControllers = [stack]
      await bench.show(tabs)
      #expect(stack.tabBarItem !== first.tabBarItem)
      stack.tabBarItem = nil
      #expect(stack.tabBarItem === first.tabBarItem)
    }
  }

  // Source: UITabBarController.h: the delegate hears of the user's taps.
  @Test("U7 U11 A tab that code selects is told to no delegate", arguments: Bench.systems)
  func tabByCode(system: Int) async {
    await Bench.run(on: system) { bench in
      let (one, two, taps) = (Watched(), Watched(), Taps())
      let tabs = UITabBarController()
      tabs.viewControllers = [one, two]
      tabs.delegate = taps
      await bench.show(tabs)
      tabs.selectedIndex = 1
      await bench.settle()
      #expect(taps.count == 0)
      #expect(two.appearances == 1)
      #expect(one.disappearances == 1)
    }
  }

  @available(iOS 18, *)
  private final class Selections: NSObject, UITabBarControllerDelegate {
    var tabs: [String] = []

    nonisolated override func responds(to aSelector: Selector!) -> Bool {
      aSelector == NSSelectorFromString("tabBarController:didSelectTab:previousTab:")
        || super.responds(to: aSelector)
    }

    func tabBarController(
      _ tabBarController: UITabBarController, didSelectTab selectedTab: UITab, previousTab: UITab?
    ) { tabs.append(selectedTab.identifier) }
  }

  // Source: UITabBarController.h of iOS 18, "called when the selected tab has changed"; react-native-screens.
  @Test("U7 A tab of iOS 18 that code selects is told to the delegate", arguments: Bench.systems)
  func newTabByCode(system: Int) async {
    await Bench.run(on: system) { bench in
      guard system >= 18, #available(iOS 18, *) else { return }
      let items = ["one", "two"].map { name in
        UITab(title: name, image: nil, identifier: name) { _ in UIViewController() }
      }
      let (tabs, selections) = (UITabBarController(tabs: items), Selections())
      await bench.show(tabs)
      #expect(tabs.selectedTab === items[0])
      tabs.delegate = selections
      tabs.selectedTab = items[1]
      await bench.settle()
      #expect(selections.tabs == ["two"])
      #expect(tabs.selectedViewController === items[1].viewController)
      #expect(tabs.selectedViewController?.tab === items[1])
    }
  }

  // Source: UITabBarController.h of iOS 18: `tabs` is empty by default; once set, `viewControllers` are not used.
  @Test("U1 Where controllers are set there are no tabs of iOS 18", arguments: Bench.systems)
  func tabs(system: Int) async {
    await Bench.run(on: system) { bench in
      let tabs = UITabBarController()
      tabs.viewControllers = [UIViewController(), UIViewController()]
      await bench.show(tabs)
      #expect(tabs.selectedViewController === tabs.viewControllers?.first)
      guard #available(iOS 18, *) else { return }
      #expect(tabs.tabs.isEmpty)
      #expect(tabs.selectedTab == nil)
    }
  }

  private final class TopColumn: NSObject, UISplitViewControllerDelegate {
    func splitViewController(
      _ svc: UISplitViewController,
      topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
    ) -> UISplitViewController.Column { .secondary }
  }

  // Source: UISplitViewController.h, "Column-style split view controllers".
  @Test(
    "U3 In a narrow split view one column's stack holds the next, which the delegate chooses",
    arguments: Bench.systems)
  func collapsed(system: Int) async {
    await Bench.run(on: system) { bench in
      let first = UINavigationController(rootViewController: UIViewController())
      let second = UINavigationController(rootViewController: UIViewController())
      let (split, delegate) = (UISplitViewController(style: .doubleColumn), TopColumn())
      split.setViewController(first, for: .primary)
      split.setViewController(second, for: .secondary)
      split.delegate = delegate
      await bench.showNarrow(split)
      #expect(split.isCollapsed)
      #expect(first.viewControllers.last === second)
      #expect(second.viewIfLoaded?.window != nil)
      second.setNavigationBarHidden(true, animated: false)
      #expect(first.isNavigationBarHidden)
      first.setNavigationBarHidden(false, animated: false)
      #expect(!second.isNavigationBarHidden)
    }
  }

  // Source: UISplitViewController.h, `hideColumn:` and `showColumn:`.
  @Test("A hidden column's view is out of the window", arguments: Bench.systems)
  func hiddenColumn(system: Int) async {
    await Bench.run(on: system) { bench in
      let first = UINavigationController(rootViewController: UIViewController())
      let split = UISplitViewController(style: .doubleColumn)
      split.setViewController(first, for: .primary)
      split.setViewController(UINavigationController(), for: .secondary)
      await bench.show(split)
      // A phone has no room for two.
      guard !split.isCollapsed else { return }
      split.show(.primary)
      // A host must not take a column that is still appearing for a hidden one.
      #expect(split.transitionCoordinator != nil || first.viewIfLoaded?.window != nil)
      await bench.settle()
      #expect(first.viewIfLoaded?.window != nil)
      split.hide(.primary)
      await bench.settle()
      #expect(first.viewIfLoaded?.window == nil)
    }
  }
}
