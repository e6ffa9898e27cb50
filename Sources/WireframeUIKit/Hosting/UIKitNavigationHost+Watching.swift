#if canImport(UIKit) && !os(watchOS)
  import UIKit
  import WireframeCore

  extension UIKitNavigationHost {
    /// Observes the containers that are in the window now, and no others.
    func watch() {
      var standing: Set<UIViewController> = []
      for (index, container) in containers.enumerated() {
        for child in [container] + (container.asTabs?.viewControllers ?? []) {
          standing.insert(child)
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
      if let tabs = container.asTabs {
        put(TabWatch.self, before: { [weak tabs] in tabs?.delegate }, of: tabs) {
          [weak tabs] in tabs?.delegate = $0
        }
      }
      guard isPresented else { return }
      if container.presentingViewController != nil,
        let place = container.presentationController?.containerView,
        !place.subviews.contains(where: { ($0 as? DepartureWatch)?.host === self })
      {
        place.addSubview(DepartureWatch(host: self))
      }
      // Alerts are their own delegates.
      guard !(container is UIAlertController) else { return }
      if let presentation = container.presentationController {
        put(DismissalWatch.self, before: { presentation.delegate }, of: container) {
          presentation.delegate = $0
        }
      }
      if container.screenTransition != nil, container.transitioningDelegate == nil {
        let watch = TransitionWatch()
        container.transitioningDelegate = watch
        watches.add(watch, of: container) { [weak container] in
          if container?.transitioningDelegate === watch { container?.transitioningDelegate = nil }
        }
      }
    }

    /// Lets a stack ask for animators only while a screen brings its own: UIKit switches the swipe back off
    /// for a delegate that could answer.
    func askForAnimators(_ stack: UINavigationController, about coming: UIViewController? = nil) {
      guard let watch = stack.delegate as? StackWatch else { return }
      watch.animates = [coming, stack.topViewController].contains { $0?.screenTransition != nil }
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
    /// Whether the stack is to ask for animators.
    var animates = false {
      didSet { if animates != oldValue { install() } }
    }

    nonisolated override func responds(to aSelector: Selector?) -> Bool {
      guard aSelector == Self.animatorSelector else { return super.responds(to: aSelector) }
      return receiver?.responds(to: aSelector) == true
        || isOnMainActor && MainActor.assumeIsolated { animates }
    }

    // Written as a text, since not every system has selectors of methods.
    nonisolated private static var animatorSelector: Selector {
      Selector(
        ("navigationController:animationControllerForOperation:fromViewController:toViewController:")
      )
    }

    private var appDelegate: (any UINavigationControllerDelegate)? {
      app as? any UINavigationControllerDelegate
    }

    func navigationController(
      _ navigationController: UINavigationController, willShow viewController: UIViewController,
      animated: Bool
    ) {
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
      // The watch may be removed while the host looks what has become of the container.
      let app = appDelegate
      host?.refresh()
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
      let transition = operation == .push ? toVC.screenTransition : fromVC.screenTransition
      if let transition { return operation == .push ? transition.arriving() : transition.leaving() }
      #if canImport(ObjectiveC)
        return appDelegate?.navigationController?(
          navigationController, animationControllerFor: operation, from: fromVC, to: toVC)
      #else
        return appDelegate?.navigationController(
          navigationController, animationControllerFor: operation, from: fromVC, to: toVC)
      #endif
    }
  }

  /// Observes which tab the user chooses.
  final class TabWatch: DelegateProxy, UITabBarControllerDelegate {
    private var appDelegate: (any UITabBarControllerDelegate)? {
      app as? any UITabBarControllerDelegate
    }

    func tabBarController(
      _ tabBarController: UITabBarController, didSelect viewController: UIViewController
    ) {
      // The watch may be removed while the host looks what has become of the container.
      let app = appDelegate
      host?.refresh()
      #if canImport(ObjectiveC)
        app?.tabBarController?(tabBarController, didSelect: viewController)
      #else
        app?.tabBarController(tabBarController, didSelect: viewController)
      #endif
    }
  }

  /// Observes that the user has swiped a modal away.
  final class DismissalWatch: DelegateProxy, UIAdaptivePresentationControllerDelegate {
    private var appDelegate: (any UIAdaptivePresentationControllerDelegate)? {
      app as? any UIAdaptivePresentationControllerDelegate
    }

    func presentationControllerDidDismiss(_ presentationController: UIPresentationController) {
      // The watch may be removed while the host looks what has become of the container.
      let app = appDelegate
      host?.refresh()
      #if canImport(ObjectiveC)
        app?.presentationControllerDidDismiss?(presentationController)
      #else
        app?.presentationControllerDidDismiss(presentationController)
      #endif
    }
  }

  /// Gives a modal its own animators.
  final class TransitionWatch: NSObject, UIViewControllerTransitioningDelegate {
    func animationController(
      forPresented presented: UIViewController, presenting: UIViewController,
      source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { presented.screenTransition?.arriving() }

    func animationController(
      forDismissed dismissed: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { dismissed.screenTransition?.leaving() }
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
