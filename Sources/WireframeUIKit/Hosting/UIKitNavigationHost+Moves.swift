#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  public import WireframeCore

  extension UIKitNavigationHost {
    /// Brings the screens to an operation's target, and returns when the user sees it.
    ///
    /// Moves run one after the other, whoever calls. A transition that runs already, the user's swipe for one, is
    /// waited for. Only what the user sees last is animated: the uppermost new modal, else the dismissal, else the new
    /// root or the shown stack.
    ///
    /// - Parameters:
    ///   - operation: The operation.
    ///   - animated: Whether the transition is animated.
    /// - Throws: A navigation code of `RoutingError` if the operation does not fit what is on screen,
    ///   ``UIKitHostError`` if UIKit would ignore it or trap on it; then nothing has changed.
    ///   ``UIKitHostError/Code/unfinished`` if UIKit does not finish a transition in time: it may still do so.
    ///   ``UIKitHostError/Code/takenBack`` if the user takes an interactive transition back; then everything is as before.
    ///   `CancellationError` if the calling task is cancelled before the move begins, while others run.
    public func perform(
      _ operation: NavigationOperation<UIViewController>, animated: Bool
    ) async throws {
      try await moves.enter()
      defer { moves.leave() }
      guard let window else { throw UIKitHostError(.windowGone) }
      try await settle()
      // What the user did meanwhile is a change of its own.
      update(by: .user)
      isMoving = true
      defer {
        isMoving = false
        update(by: .app)
      }
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

      // A modal that is replaced by another one hands over how it looks.
      let isReplaced =
        kept > 0 && state.layers.count > kept && new.first?.id == state.layers[kept].id
      let replaced = isReplaced ? leaving : nil

      // A root does not go below a modal, nor what presents one: a search, for one.
      if let leaving, leaving.presentingViewController !== container {
        try await dismiss(leaving, animated && new.isEmpty)
      }
      // Other stacks change before the dismissal, which uncovers the new screens then.
      for (index, container) in containers.prefix(kept).enumerated() {
        let isSeen = index == kept - 1 && leaving == nil && new.isEmpty
        try await change(
          container, from: state.layers[index], to: target.layers[index], animated, isSeen: isSeen)
      }
      if let leaving {
        do {
          try await dismiss(leaving, animated && new.isEmpty)
        } catch  where (error as? UIKitHostError)?.code == .takenBack {
          // The user has kept the modal: what is below it comes back, too.
          for (index, container) in containers.prefix(kept).enumerated() {
            try await change(
              container, from: target.layers[index], to: state.layers[index], false, isSeen: false)
          }
          throw error
        }
      }
      if kept == 0, new.isEmpty { window.rootViewController = nil }
      for (index, layer) in new.enumerated() {
        do {
          try await show(
            layer, in: window, animated && index == new.count - 1,
            like: index == 0 ? replaced : nil)
        } catch {
          // Nothing came in its place: the old one comes back.
          if index == 0, let replaced, replaced.presentingViewController == nil {
            container?.shownPresenter.present(replaced, animated: false)
            await waitForPresentation(of: replaced, over: container?.shownPresenter)
          }
          throw error
        }
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
        if let first, !standing.contains(first.id) { try checkLook(of: first) }
        // A container that comes as one takes the others into its own stack.
        if let first = first?.controller, first.comesAsContainer, first.shownStack == nil,
          layer.entries.count > 1
        {
          throw UIKitHostError(.noStack, about: layer.entries[1].controller)
        }
      }
    }

    /// Refuses a modal whose option UIKit would not follow.
    private func checkLook(
      of entry: NavigationEntry<UIViewController>
    ) throws(UIKitHostError) {
      #if !os(tvOS)
        switch (entry.option as? UIKitModal)?.presentation {
        case .sheet(let look):
          if let fault = look.fault {
            throw UIKitHostError(.invalidDetent, about: entry.controller, detail: "\(fault)")
          }
        case .popover(let source):
          guard source.isThere(in: window) else {
            throw UIKitHostError(.noAnchor, about: entry.controller)
          }
        case .style, nil: break
        }
      #endif
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
      _ container: UIViewController, from old: State.Layer, to new: State.Layer, _ animated: Bool,
      isSeen: Bool
    ) async throws {
      let content = container.content(tabName)
      for (index, stacks) in zip(old.stacks, new.stacks).enumerated()
      where stacks.0.entries.map(\.id) != stacks.1.entries.map(\.id) {
        let name = stacks.1.name
        // A tab that was never shown has no controller before it is.
        if let content, let index = content.index(of: name, at: index),
          content.screens.children[index].controller == nil
        {
          content.select(index)
        }
        let child =
          content == nil
          ? container : container.content(tabName)?.controller(of: name, at: index)
        if let stack = child?.asStack {
          let isShown = index == old.selected && index == new.selected
          try await change(
            stack, to: stacks.1.entries.map(\.controller), animated && isSeen && isShown,
            isSeen: isSeen && isShown)
        } else if let controller = stacks.1.entries.last?.controller {
          content?.replace(index, controller)
        }
      }
      let name = new.stacks[new.selected].name
      guard let now = container.content(tabName),
        let selected = now.index(of: name, at: new.selected), now.screens.selected != selected
      else { return }
      let stack = now.screens.children[selected].controller?.asStack
      (stack?.delegate as? StackWatch)?.shown = nil
      now.select(selected)
      window?.layoutIfNeeded()
      guard isSeen, let shown = now.screens.children[selected].controller else { return }
      let isShown = await lookout.wait(patience: 1) { [weak self, weak shown] in
        guard let self, let shown else { return .certain }
        return sight(ofShown: shown)
      }
      guard isShown else { throw UIKitHostError(.unfinished, about: shown.shownLeaf) }
    }

    private func dismiss(_ lowest: UIViewController, _ animated: Bool) async throws {
      // The user may have been faster.
      guard let presenting = lowest.presentingViewController else { return }
      if !lowest.isBeingDismissed {
        presenting.dismiss(animated: animated) { [weak lookout] in
          MainActor.assumeIsolated { lookout?.look() }
        }
      }
      let outcome = listen(to: lowest.transitionCoordinator)
      let isGone = await lookout.wait { [weak self, weak lowest] in
        guard let self, let lowest, !outcome.isTakenBack else { return .certain }
        // The coordinator may come a turn later.
        listen(to: lowest.transitionCoordinator, outcome)
        return sight(ofDismissed: lowest)
      }
      guard !outcome.isTakenBack else { throw UIKitHostError(.takenBack, about: lowest.shownLeaf) }
      guard isGone else { throw UIKitHostError(.unfinished, about: lowest.shownLeaf) }
    }

    /// Makes a new layer the root, or presents it over the others, in the looks of the modal that it replaces.
    private func show(
      _ layer: State.Layer, in window: UIWindow, _ animated: Bool,
      like replaced: UIViewController? = nil
    ) async throws {
      guard layer.style != nil, let presenter = containers.last?.shownPresenter else {
        return try await showRoot(makeContainer(of: layer), in: window, animated)
      }
      window.layoutIfNeeded()
      if let menu = presenter.presentedViewController, menu.isMenu {
        try await dismiss(menu, false)
      }
      let presented = makeContainer(of: layer, like: replaced)
      presented.anchorPopover(over: presenter)
      presenter.present(presented, animated: animated) { [weak lookout] in
        MainActor.assumeIsolated { lookout?.look() }
      }
      let outcome = listen(to: presented.transitionCoordinator)
      let isShown = await waitForPresentation(of: presented, over: presenter, outcome)
      guard !outcome.isTakenBack else {
        throw UIKitHostError(.takenBack, about: layer.entries[0].controller)
      }
      guard isShown else {
        let isThere = presented.presentingViewController != nil
        throw UIKitHostError(
          isThere ? .unfinished : .ignored, about: layer.entries[0].controller)
      }
    }

    @discardableResult
    private func waitForPresentation(
      of presented: UIViewController, over presenter: UIViewController?,
      _ outcome: TransitionOutcome = TransitionOutcome()
    ) async -> Bool {
      await lookout.wait { [weak self, weak presented, weak presenter] in
        guard let self, let presented, let presenter else { return .certain }
        // A presentation that UIKit begins later has its coordinator then.
        listen(to: presented.transitionCoordinator, outcome)
        if outcome.isTakenBack { return .certain }
        return sight(ofPresented: presented, over: presenter)
      }
    }

    private func showRoot(
      _ root: UIViewController, in window: UIWindow, _ animated: Bool
    ) async throws {
      window.rootViewController = root
      if window.isHidden { window.makeKeyAndVisible() }
      window.layoutIfNeeded()
      var hasEnded = !animated
      if animated {
        UIView.transition(
          with: window, duration: 0.3, options: .transitionCrossDissolve, animations: nil
        ) { [weak lookout] _ in
          MainActor.assumeIsolated {
            hasEnded = true
            lookout?.look()
          }
        }
      }
      let isShown = await lookout.wait(patience: animated ? Lookout.patience : 1) {
        [weak self, weak root] in
        guard let self, let root else { return .certain }
        let sight = sight(ofShown: root)
        return sight == .certain && !hasEnded ? .likely : sight
      }
      guard isShown else { throw UIKitHostError(.unfinished, about: root.shownLeaf) }
    }

    /// Makes the controller that holds the screens of a new layer, and listens to it.
    private func makeContainer(
      of layer: State.Layer, like replaced: UIViewController? = nil
    ) -> UIViewController {
      let controllers = layer.entries.map(\.controller)
      let first = controllers[0]
      if let stack = first.parent?.asStack {
        stack.setViewControllers(stack.viewControllers.filter { $0 !== first }, animated: false)
      }
      let isWrapped = layer.stacks[0].canPush && !first.comesAsContainer
      let container = isWrapped ? makeStack(first) : first
      give(layer.id, to: container)
      if layer.style != nil { prepare(container, for: layer) }
      if let replaced { container.takeOverLooks(of: replaced) }
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
      } else if !presented.choosesPresentation {
        #if os(tvOS)
          presented.modalPresentationStyle = .fullScreen
        #else
          presented.modalPresentationStyle = layer.style == .sheet ? .pageSheet : .fullScreen
        #endif
      }
      if presented.ownTransition == nil {
        presented.ownTransition = first.controller.ownTransition
      }
    }
  }

  // MARK: - Stacks

  extension UIKitNavigationHost {
    /// Changes a stack, and returns when its new top is seen, if it is shown at all.
    private func change(
      _ stack: UINavigationController, to controllers: [UIViewController], _ isAnimated: Bool,
      isSeen: Bool
    ) async throws {
      askForAnimators(stack, about: controllers.last)
      // A stack puts a change off while the one before it waits for its layout.
      window?.layoutIfNeeded()
      let top = controllers.last
      let isNew = stack.topViewController !== top
      if isNew, let watch = stack.delegate as? StackWatch {
        watch.shown = nil
        watch.takenBack = nil
      }
      // In a collapsed split view, the next columns stand on the stack of the first.
      let nested = stack.viewControllers.filter { $0 is UINavigationController }
      stack.show(controllers + nested, animated: isAnimated)
      if !isAnimated { window?.layoutIfNeeded() }
      guard isSeen, isNew, nested.isEmpty else { return }
      let outcome = listen(to: stack.transitionCoordinator)
      let isShown = await lookout.wait(patience: isAnimated ? Lookout.patience : 1) {
        [weak self, weak stack, weak top] in
        guard let self, let stack else { return .certain }
        // The coordinator may come only with the transition, which the watch hears of.
        if let top, (stack.delegate as? StackWatch)?.takenBack === top {
          outcome.isTakenBack = true
        }
        return outcome.isTakenBack ? .certain : sight(of: stack, showing: top)
      }
      guard !outcome.isTakenBack else { throw UIKitHostError(.takenBack, about: top) }
      guard isShown else { throw UIKitHostError(.unfinished, about: top) }
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
#endif
