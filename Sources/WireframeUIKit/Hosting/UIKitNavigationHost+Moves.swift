#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  public import WireframeCore

  extension UIKitNavigationHost {
    /// Does one operation, and returns when its transition has ended.
    ///
    /// A transition that runs already, the user's swipe for one, is waited for.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - animated: Whether the transition is animated.
    /// - Throws: ``UIKitHostError`` if UIKit would ignore the operation or trap on it; then nothing has
    ///   changed.
    public func perform(
      _ operation: NavigationOperation<UIViewController>, animated: Bool
    ) async throws {
      operationCount += 1
      do {
        try await run(operation, animated)
        finishOperation()
      } catch {
        finishOperation()
        throw error
      }
    }

    private func finishOperation() {
      // Before the update, which keeps what leaves alive as long as an operation runs.
      operationCount -= 1
      update(by: .app)
    }

    private func run(
      _ operation: NavigationOperation<UIViewController>, _ animated: Bool
    ) async throws {
      switch operation {
      case .push(let controller, let route, let option):
        await settle()
        try await push(controller, route, option, animated)
      case .present(let controller, let route, let option):
        await settle()
        try await present(controller, route, option, animated)
      case .pop(let id):
        let target = controller(of: id)
        await settle()
        try await pop(to: target, animated)
      case .dismiss(let count):
        let containers = containers
        guard (1..<max(containers.count, 1)).contains(count) else {
          throw UIKitHostError(.notOnScreen)
        }
        await settle()
        await dismiss(containers[containers.count - count], animated)
      case .replaceTop(let controller, let route):
        await settle()
        try await replaceTop(by: controller, route, animated)
      case .setRoot(let controller, let route, let hasStack):
        await settle()
        try await setRoot(controller, route, hasStack: hasStack, animated)
      case .selectTab(let index):
        guard let tabs = containers.last?.asTabs,
          tabs.viewControllers?.indices.contains(index) == true
        else { throw UIKitHostError(.notOnScreen) }
        tabs.selectedIndex = index
      }
    }

    private func push(
      _ controller: UIViewController, _ route: Route?, _ option: any PushOption, _ animated: Bool
    ) async throws {
      guard let stack = containers.last?.shownStack else {
        throw UIKitHostError(.noStack, about: controller)
      }
      guard !controller.isRefusedByStacks else {
        throw UIKitHostError(.cannotBePushed, about: controller)
      }
      try checkIsFree(controller)
      (option as? UIKitPush)?.prepare(controller)
      enter(controller, route: route)
      await change(stack, to: controller, animated) {
        stack.pushViewController(controller, animated: animated)
      }
    }

    private func present(
      _ controller: UIViewController, _ route: Route?, _ option: any ModalOption, _ animated: Bool
    ) async throws {
      guard let presenter = containers.last?.shownPresenter else {
        throw UIKitHostError(.windowGone)
      }
      // A stack inserts the view of its top with the next layout.
      window?.layoutIfNeeded()
      if let menu = presenter.presentedViewController, menu.isMenu { await dismiss(menu, false) }
      guard presenter.viewIfLoaded?.window != nil else {
        throw UIKitHostError(.notInWindow, about: presenter)
      }
      guard presenter.presentedViewController == nil, !(presenter is UIAlertController) else {
        throw UIKitHostError(.alreadyPresenting, about: presenter)
      }
      try checkIsFree(controller)
      let isWrapped = option.hasStack && !controller.isRefusedByStacks
      let presented = isWrapped ? makeStack(controller) : controller
      prepare(presented, around: controller, option)
      presented.anchorPopover(over: presenter)
      enter(controller.shownLeaf, route: route)
      watch(presented)
      try await withCheckedThrowingContinuation { continuation in
        let ending = Ending { continuation.resume(with: $0) }
        presenter.present(presented, animated: animated) {
          MainActor.assumeIsolated { ending.end(.success(())) }
        }
        // UIKit says so only in the log, and never calls the completion.
        if presented.presentingViewController == nil {
          abandon(controller.shownLeaf)
          ending.end(.failure(UIKitHostError(.ignored, about: controller)))
        }
      }
    }

    /// Makes the controller look as the option says, unless it comes with a presentation of its own.
    private func prepare(
      _ presented: UIViewController, around controller: UIViewController, _ option: any ModalOption
    ) {
      if let option = option as? UIKitModal {
        option.prepare(presented)
      } else if presented.modalPresentationStyle != .custom, !presented.leavesByItself {
        #if os(tvOS)
          presented.modalPresentationStyle = .fullScreen
        #else
          presented.modalPresentationStyle = option.style == .sheet ? .pageSheet : .fullScreen
        #endif
      }
      if presented !== controller, presented.screenTransition == nil {
        presented.screenTransition = controller.screenTransition
      }
    }

    private func pop(to target: UIViewController?, _ animated: Bool) async throws {
      guard let target, let stack = containers.last?.shownStack,
        stack.viewControllers.contains(target)
      else { throw UIKitHostError(.notOnScreen, about: target) }
      guard stack.topViewController !== target else { return }
      await change(stack, to: target, animated) {
        stack.popToViewController(target, animated: animated)
      }
    }

    private func dismiss(_ lowest: UIViewController, _ animated: Bool) async {
      guard let presenting = lowest.presentingViewController, !lowest.isBeingDismissed else {
        // The user was faster.
        return
      }
      await withCheckedContinuation { continuation in
        presenting.dismiss(animated: animated) { continuation.resume() }
      }
    }

    private func replaceTop(
      by controller: UIViewController, _ route: Route?, _ animated: Bool
    ) async throws {
      let containers = containers
      guard let container = containers.last else { throw UIKitHostError(.windowGone) }
      try checkIsFree(controller)
      if let stack = container.shownStack {
        guard !controller.isRefusedByStacks else {
          throw UIKitHostError(.cannotBePushed, about: controller)
        }
        enter(controller, route: route)
        let controllers = Array(stack.viewControllers.dropLast()) + [controller]
        await change(stack, to: controller, animated) {
          stack.setViewControllers(controllers, animated: animated)
        }
      } else if let tabs = container.asTabs, let shown = tabs.selectedViewController {
        enter(controller.shownLeaf, route: route)
        controller.tabBarItem = shown.tabBarItem
        tabs.viewControllers = tabs.viewControllers?.map { $0 === shown ? controller : $0 }
      } else if containers.count == 1 {
        try await setRoot(controller, route, hasStack: false, animated)
      } else {
        let style = container.modalStyle
        await dismiss(container, false)
        try await present(controller, route, .modal(style, animated: animated), animated)
      }
    }

    private func setRoot(
      _ controller: UIViewController, _ route: Route?, hasStack: Bool, _ animated: Bool
    ) async throws {
      guard let window else { throw UIKitHostError(.windowGone) }
      if controller !== window.rootViewController {
        // It may be in the hierarchy that leaves.
        if let stack = controller.parent?.asStack {
          let others = stack.viewControllers.filter { $0 !== controller }
          stack.setViewControllers(others, animated: false)
          window.layoutIfNeeded()
          controller.willMove(toParent: nil)
          controller.removeFromParent()
        }
        guard controller.parent == nil else {
          throw UIKitHostError(.alreadyEmbedded, about: controller)
        }
      }
      // UIKit leaves the views of modals in the window when the root below them is replaced.
      if let lowest = window.rootViewController?.shownLeaf.presentedViewController {
        await dismiss(lowest, false)
      }
      let isWrapped =
        hasStack && !controller.isRefusedByStacks && !(controller is UITabBarController)
      enter(controller.shownLeaf, route: route)
      window.rootViewController = isWrapped ? makeStack(controller) : controller
      if window.isHidden { window.makeKeyAndVisible() }
      window.layoutIfNeeded()
      guard animated else { return }
      await withCheckedContinuation { continuation in
        UIView.transition(
          with: window, duration: 0.3, options: .transitionCrossDissolve, animations: nil
        ) { _ in continuation.resume() }
      }
    }

    /// Refuses a controller that is shown somewhere already: UIKit traps on it, or ignores it.
    private func checkIsFree(_ controller: UIViewController) throws(UIKitHostError) {
      guard controller.parent == nil else {
        throw UIKitHostError(.alreadyEmbedded, about: controller)
      }
      guard controller.presentingViewController == nil, controller !== window?.rootViewController
      else { throw UIKitHostError(.alreadyPresented, about: controller) }
    }
  }

  extension UIViewController {
    /// The stack at the top of a container: itself, or that of its selected tab.
    fileprivate var shownStack: UINavigationController? {
      asStack ?? asTabs?.selectedViewController?.asStack
    }

    /// Gives a popover without a source the middle of what it is shown over: UIKit traps without one.
    fileprivate func anchorPopover(over presenter: UIViewController) {
      #if !os(tvOS)
        // A phone adapts it to a sheet of its own kind.
        guard presenter.traitCollection.userInterfaceIdiom != .phone,
          let popover = popoverPresentationController, popover.sourceItem == nil,
          popover.barButtonItem == nil, popover.sourceView == nil, let view = presenter.viewIfLoaded
        else { return }
        popover.sourceView = view
        popover.sourceRect = CGRect(x: view.bounds.midX, y: view.bounds.midY, width: 0, height: 0)
        popover.permittedArrowDirections = []
      #endif
    }
  }

  // MARK: - Waiting

  extension UIKitNavigationHost {
    /// The transition that runs, the user's or the app's.
    var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
      for container in containers {
        if let coordinator = container.transitionCoordinator
          ?? container.shownStack?.transitionCoordinator
        {
          return coordinator
        }
      }
      return nil
    }

    /// Waits until no transition runs.
    private func settle() async {
      while let coordinator = transitionCoordinator {
        var isQueued = false
        await withCheckedContinuation { continuation in
          let ending = Ending { (_: Result<Void, Never>) in continuation.resume() }
          isQueued = coordinator.animate(alongsideTransition: nil) { _ in
            MainActor.assumeIsolated { ending.end(.success(())) }
          }
          // UIKit may run the completion even then.
          if !isQueued { ending.end(.success(())) }
        }
        guard isQueued else { return }
        // The coordinator is there until its completions have run.
        await Task.yield()
      }
    }
  }

  extension UIKitNavigationHost {
    /// Changes a stack, and returns when the transition has ended: the coordinator's, or, without one, that of
    /// the transaction, which is set before.
    private func change(
      _ stack: UINavigationController, to top: UIViewController, _ isAnimated: Bool,
      _ change: () -> Void
    ) async {
      askForAnimators(stack, about: top)
      // A stack puts a change off while the one before it waits for its layout.
      window?.layoutIfNeeded()
      guard isAnimated else {
        change()
        window?.layoutIfNeeded()
        return
      }
      await withCheckedContinuation { continuation in
        let ending = Ending { (_: Result<Void, Never>) in continuation.resume() }
        CATransaction.begin()
        CATransaction.setCompletionBlock {
          // An endless animation in the new screen keeps the transaction open: the coordinator comes first.
          MainActor.assumeIsolated { if !ending.isCoordinated { ending.end(.success(())) } }
        }
        change()
        ending.isCoordinated =
          stack.transitionCoordinator?.animate(alongsideTransition: nil) { _ in
            MainActor.assumeIsolated { ending.end(.success(())) }
          } ?? false
        CATransaction.commit()
      }
    }
  }

  /// The end of a transition, of which several may tell: the first one counts.
  @MainActor
  private final class Ending<Failure: Error> {
    var isCoordinated = false
    private var body: ((Result<Void, Failure>) -> Void)?

    init(_ body: @escaping (Result<Void, Failure>) -> Void) { self.body = body }

    func end(_ result: Result<Void, Failure>) {
      body?(result)
      body = nil
    }
  }
#endif
