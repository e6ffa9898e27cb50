#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  public import WireframeCore

  extension UIKitNavigationHost {
    /// Brings the screens to an operation's target, and returns when the transition has ended.
    ///
    /// An operation or a transition that runs already, the user's swipe for one, is waited for. Only what the user sees
    /// last is animated: the uppermost new modal, else the dismissal, else the new root or the shown stack.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - animated: Whether the transition is animated.
    /// - Throws: A navigation code of `RoutingError` if the operation does not fit what is on screen,
    ///   ``UIKitHostError`` if UIKit would ignore it or trap on it; then nothing has changed.
    public func perform(
      _ operation: NavigationOperation<UIViewController>, animated: Bool
    ) async throws {
      await settle()
      // What the user did meanwhile is a change of its own.
      update(by: .user)
      isMoving = true
      defer {
        isMoving = false
        update(by: .app)
        for operation in waiting { operation.resume() }
        waiting = []
      }
      guard let window else { throw UIKitHostError(.windowGone) }
      let state = read()
      try await bring(window, from: state, to: operation.target(from: state), animated)
    }

    private func bring(
      _ window: UIWindow, from state: State, to target: State, _ animated: Bool
    ) async throws {
      let containers = containers
      // One screen alone is replaced with its container.
      let kept = zip(state.layers, target.layers).prefix { old, new in
        old.id == new.id
          && (old.kind != .stack || old.stacks[0].canPush
            || old.entries.map(\.id) == new.entries.map(\.id))
      }.count
      let new = target.layers.dropFirst(kept).filter { !$0.entries.isEmpty }
      let container = containers.prefix(kept).last
      let leaving =
        kept > 0
        ? containers.dropFirst(kept).first
        : window.rootViewController?.shownLeaf.presentedViewController

      try check(target, from: state, keeping: kept)
      if let container, !new.isEmpty { try checkPresenter(container, dismissing: leaving) }
      enter(target, from: state)

      // A root does not go below a modal, nor what presents one: a search, for one.
      if let leaving, leaving.presentingViewController !== container {
        await dismiss(leaving, animated && new.isEmpty)
      }
      // Other stacks change before the dismissal, which uncovers the new screens then.
      for (index, container) in containers.prefix(kept).enumerated() {
        let isSeen = index == kept - 1 && leaving == nil && new.isEmpty
        await change(
          container, from: state.layers[index], to: target.layers[index], animated && isSeen)
      }
      if let leaving { await dismiss(leaving, animated && new.isEmpty) }
      if kept == 0, new.isEmpty { window.rootViewController = nil }
      for (index, layer) in new.enumerated() {
        try await show(layer, in: window, animated && index == new.count - 1)
      }
    }
  }

  // MARK: - Checks

  extension UIKitNavigationHost {
    /// Refuses new screens that UIKit would trap on, or ignore: those that are shown somewhere already, and those that
    /// cannot be where they are to come.
    private func check(
      _ target: State, from state: State, keeping kept: Int
    ) throws(UIKitHostError) {
      let standing = Set(state.entries.map(\.id))
      for (index, layer) in target.layers.enumerated() {
        let first = index < kept ? nil : layer.entries.first
        for stack in layer.stacks {
          for entry in stack.entries where !standing.contains(entry.id) {
            let (controller, isFirst) = (entry.controller, entry.id == first?.id)
            // A new root may be a screen of what leaves.
            let isAmongLeaving =
              containers.contains(controller) || controller.parent?.asStack != nil
            if isFirst, index == 0, isAmongLeaving { continue }
            guard controller.parent == nil else {
              throw UIKitHostError(.alreadyEmbedded, about: controller)
            }
            guard controller.presentingViewController == nil, !containers.contains(controller)
            else { throw UIKitHostError(.alreadyPresented, about: controller) }
            guard isFirst || !stack.canPush || !controller.isRefusedByStacks else {
              throw UIKitHostError(.cannotBePushed, about: controller)
            }
          }
        }
        // A container that comes as one takes the others into its own stack.
        if let first = first?.controller, first.comesAsContainer, first.shownStack == nil,
          layer.entries.count > 1
        {
          throw UIKitHostError(.noStack, about: layer.entries[1].controller)
        }
      }
    }

    /// Refuses a container over which UIKit would present nothing.
    private func checkPresenter(
      _ container: UIViewController, dismissing leaving: UIViewController?
    ) throws(UIKitHostError) {
      // A stack inserts the view of its top with the next layout.
      window?.layoutIfNeeded()
      let presenter = container.shownPresenter
      guard presenter.viewIfLoaded?.window != nil else {
        throw UIKitHostError(.notInWindow, about: presenter)
      }
      let presented = presenter.presentedViewController
      guard presented == nil || presented === leaving || presented?.isMenu == true,
        !(presenter is UIAlertController)
      else { throw UIKitHostError(.alreadyPresenting, about: presenter) }
    }
  }

  // MARK: - Changes

  extension UIKitNavigationHost {
    /// Brings the stacks of a container, and the shown one, to those of a layer.
    private func change(
      _ container: UIViewController, from old: State.Layer, to new: State.Layer, _ animated: Bool
    ) async {
      let tabs = container.asTabs
      var children = tabs?.viewControllers ?? [container]
      for (index, stacks) in zip(old.stacks, new.stacks).enumerated()
      where stacks.0.entries.map(\.id) != stacks.1.entries.map(\.id) {
        if let stack = children[index].asStack {
          let isShown = index == old.selected && index == new.selected
          await change(stack, to: stacks.1.entries.map(\.controller), animated && isShown)
        } else if let controller = stacks.1.entries.last?.controller {
          controller.tabBarItem = children[index].tabBarItem
          children[index] = controller
          tabs?.viewControllers = children
        }
      }
      if tabs?.selectedViewController !== children[new.selected] {
        tabs?.selectedViewController = children[new.selected]
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

    /// Makes a new layer the root, or presents it over the others.
    private func show(
      _ layer: State.Layer, in window: UIWindow, _ animated: Bool
    ) async throws {
      guard layer.style != nil, let presenter = containers.last?.shownPresenter else {
        window.rootViewController = makeContainer(of: layer)
        if window.isHidden { window.makeKeyAndVisible() }
        window.layoutIfNeeded()
        guard animated else { return }
        return await withCheckedContinuation { continuation in
          UIView.transition(
            with: window, duration: 0.3, options: .transitionCrossDissolve, animations: nil
          ) { _ in continuation.resume() }
        }
      }
      window.layoutIfNeeded()
      if let menu = presenter.presentedViewController, menu.isMenu { await dismiss(menu, false) }
      let presented = makeContainer(of: layer)
      presented.anchorPopover(over: presenter)
      try await withCheckedThrowingContinuation { continuation in
        let ending = Ending { continuation.resume(with: $0) }
        presenter.present(presented, animated: animated) {
          MainActor.assumeIsolated { ending.end(.success(())) }
        }
        // UIKit says so only in the log, and never calls the completion.
        if presented.presentingViewController == nil {
          ending.end(.failure(UIKitHostError(.ignored, about: layer.entries[0].controller)))
        }
      }
    }

    /// Makes the controller that holds the screens of a new layer, and listens to it.
    private func makeContainer(of layer: State.Layer) -> UIViewController {
      let controllers = layer.entries.map(\.controller)
      let first = controllers[0]
      if let stack = first.parent?.asStack {
        stack.setViewControllers(stack.viewControllers.filter { $0 !== first }, animated: false)
      }
      let isWrapped = layer.stacks[0].canPush && !first.comesAsContainer
      let container = isWrapped ? makeStack(first) : first
      layerIDs[container] = layer.id
      if layer.style != nil { prepare(container, for: layer) }
      watch(container, isPresented: layer.style != nil)
      if controllers.count > 1, let stack = container.shownStack {
        stack.show(stack.viewControllers + controllers.dropFirst(), animated: false)
      }
      return container
    }

    /// Makes a modal look as its option says, unless it comes with a presentation of its own.
    private func prepare(_ presented: UIViewController, for layer: State.Layer) {
      let first = layer.entries[0]
      if let option = first.option as? UIKitModal {
        option.prepare(presented)
      } else if presented.modalPresentationStyle != .custom, !presented.leavesByItself {
        #if os(tvOS)
          presented.modalPresentationStyle = .fullScreen
        #else
          presented.modalPresentationStyle = layer.style == .sheet ? .pageSheet : .fullScreen
        #endif
      }
      if presented.screenTransition == nil {
        presented.screenTransition = first.controller.screenTransition
      }
    }
  }

  extension UIViewController {
    /// Whether it is no screen of a stack, but comes with stacks of its own, or alone.
    fileprivate var comesAsContainer: Bool { isRefusedByStacks || self is UITabBarController }

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

    /// Waits until neither an operation nor a transition runs.
    private func settle() async {
      while isMoving { await withCheckedContinuation { waiting.append($0) } }
      guard let coordinator = transitionCoordinator else { return }
      var isQueued = false
      await withCheckedContinuation { continuation in
        let ending = Ending { (_: Result<Void, Never>) in continuation.resume() }
        isQueued = coordinator.animate(alongsideTransition: nil) { _ in
          MainActor.assumeIsolated { ending.end(.success(())) }
        }
        // UIKit may run the completion even then.
        if !isQueued { ending.end(.success(())) }
      }
      // The coordinator is there until its completions have run.
      if isQueued { await Task.yield() }
      if isQueued || isMoving { await settle() }
    }
  }

  extension UIKitNavigationHost {
    /// Changes a stack, and returns when the transition has ended: the coordinator's, or, without one, that of
    /// the transaction, which is set before.
    private func change(
      _ stack: UINavigationController, to controllers: [UIViewController], _ isAnimated: Bool
    ) async {
      askForAnimators(stack, about: controllers.last)
      // A stack puts a change off while the one before it waits for its layout.
      window?.layoutIfNeeded()
      guard isAnimated else {
        stack.show(controllers, animated: false)
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
        stack.show(controllers, animated: true)
        ending.isCoordinated =
          stack.transitionCoordinator?.animate(alongsideTransition: nil) { _ in
            MainActor.assumeIsolated { ending.end(.success(())) }
          } ?? false
        CATransaction.commit()
      }
    }
  }

  extension UINavigationController {
    /// Pushes or pops where it is just that: the app's delegate sees which it is.
    fileprivate func show(_ controllers: [UIViewController], animated: Bool) {
      guard let top = controllers.last else { return setViewControllers([], animated: animated) }
      if controllers.dropLast().elementsEqual(viewControllers) {
        pushViewController(top, animated: animated)
      } else if viewControllers.starts(with: controllers) {
        popToViewController(top, animated: animated)
      } else {
        setViewControllers(controllers, animated: animated)
      }
      // The delegate hears only of what comes into the window.
      if !animated { updateBars(for: top, animated: false) }
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
