#if canImport(UIKit) && !os(watchOS)
  import UIKit
  import WireframeCore

  extension UIKitNavigationHost {
    /// Listens to all that stands in the window now, and to nothing else.
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

    /// Listens to a controller that is about to be presented.
    func watch(_ presented: UIViewController) { watch(presented, isPresented: true) }

    private func watch(_ container: UIViewController, isPresented: Bool) {
      if let stack = container.asStack {
        put(StackWatch.self, before: { [weak stack] in stack?.delegate }, of: stack) {
          [weak stack] in stack?.delegate = $0
        }
      }
      if let tabs = container.asTabs {
        put(TabWatch.self, before: { [weak tabs] in tabs?.delegate }, of: tabs) {
          [weak tabs] in tabs?.delegate = $0
        }
      }
      // Alerts are their own delegates.
      guard isPresented, !(container is UIAlertController) else { return }
      if let presentation = container.presentationController {
        put(DismissalWatch.self, before: { presentation.delegate }, of: container) {
          presentation.delegate = $0
        }
      }
      if container.transitioningDelegate == nil {
        let watch = TransitionWatch(host: self)
        container.transitioningDelegate = watch
        watches.add(watch, of: container) { [weak container] in
          if container?.transitioningDelegate === watch { container?.transitioningDelegate = nil }
        }
      }
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

    /// A dismissal has begun that may be the app's own.
    fileprivate func dismissalHasBegun(of controller: UIViewController) {
      Task { @MainActor [weak self, weak controller] in
        let coordinator = controller?.transitionCoordinator
        let isQueued =
          coordinator?.animate(alongsideTransition: nil) { _ in
            // The hierarchy is as it will be once the completions have run.
            Task { @MainActor in self?.refresh() }
          } ?? false
        if !isQueued { self?.refresh() }
      }
    }
  }

  /// Who listens to which container; removed with it.
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

  /// Hears what a stack shows.
  final class StackWatch: DelegateProxy, UINavigationControllerDelegate {
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

  /// Hears which tab the user chooses.
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

  /// Hears that the user has swiped a modal away.
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

  /// Gives a modal its own animators, and hears that it is dismissed, by whomever.
  final class TransitionWatch: NSObject, UIViewControllerTransitioningDelegate {
    private weak var host: UIKitNavigationHost?

    init(host: UIKitNavigationHost) { self.host = host }

    func animationController(
      forPresented presented: UIViewController, presenting: UIViewController,
      source: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? { presented.screenTransition?.arriving() }

    func animationController(
      forDismissed dismissed: UIViewController
    ) -> (any UIViewControllerAnimatedTransitioning)? {
      host?.dismissalHasBegun(of: dismissed)
      return dismissed.screenTransition?.leaving()
    }
  }
#endif
