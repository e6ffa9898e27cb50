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
    ///   - animated: Whether the transition is animated. It is not if the user reduces motion, unless the system fades.
    /// - Throws: A navigation code of `RoutingError` if the operation does not fit what is on screen,
    ///   ``UIKitError`` if UIKit ignores it or would trap on it; then nothing has changed. Only a root stays
    ///   that the move has set in an empty window, or your code meanwhile.
    ///   ``UIKitError/Code/takenBack`` if the user cancels an interactive transition; then everything is as before.
    ///   What the move had changed by then, such as a modal that made room, comes back without animation.
    ///   ``UIKitError/Code/unfinished`` if UIKit does not finish a transition in time: it may still do so.
    ///   `CancellationError` if the calling task is cancelled before the move begins, while others run.
    public func perform(
      _ operation: NavigationOperation<UIViewController>, animated: Bool
    ) async throws {
      try await moves.enter()
      defer { moves.leave() }
      guard let window else { throw UIKitError(.windowGone) }
      try await settle()
      // What the user did meanwhile is a change of its own.
      update(by: .user)
      (isMoving, movedRoot) = (true, window.rootViewController)
      var reached: State?
      defer {
        isMoving = false
        update(by: operation.cause, at: reached)
      }
      let (state, top) = (read(), topController)
      let target = try operation.target(from: state)
      try await bring(window, from: state, to: target, animated && Self.animatesMoves)
      reached = target
      tellOfScreen(after: top)
    }

    private func bring(
      _ window: UIWindow, from state: State, to target: State, _ animated: Bool
    ) async throws {
      let containers = containers
      let layers = zip(state.layers, target.layers)
      // What shows one screen by itself may put another one in its place.
      let kept = zip(layers, containers).prefix { pair, container in
        pair.0.keepsContainer(as: pair.1)
          || pair.0.id == pair.1.id && !pair.0.stacks[0].canPush && container.content() != nil
      }.count
      let new = target.layers.dropFirst(kept).filter { !$0.entries.isEmpty }
      let container = containers.prefix(kept).last
      let leaving =
        kept > 0
        ? containers.dropFirst(kept).first
        : window.rootViewController?.shownLeaf.presentedViewController

      try check(target, from: state, keeping: kept, dismissing: leaving)
      if let container, !new.isEmpty { try checkPresenter(container, dismissing: leaving) }
      enter(target, from: state)

      let looks = containers.map(ModalLook.init)
      // The same stays, some of them with other controllers.
      let isInPlace =
        state.layers.count == target.layers.count
        && layers.allSatisfy { $0.entries.map(\.id) == $1.entries.map(\.id) }
      // Nobody has closed an alert over a placeholder that is presented anew.
      let alert = isInPlace && kept < looks.count ? foreignAlert.map(ModalLook.init) : nil
      do {
        // A root does not go below a modal, nor what presents one: a search, for one.
        if let leaving, leaving.presentingViewController !== container {
          try await dismiss(leaving, animated && new.isEmpty)
        }
        // Stacks change before the dismissal, which uncovers them, and before a popover, which may point to one.
        for (index, container) in containers.prefix(kept).enumerated() {
          let isSeen = index == kept - 1 && leaving == nil && new.isEmpty
          try await change(
            container, from: state.layers[index], to: target.layers[index], animated, isSeen: isSeen
          )
        }
        if let leaving { try await dismiss(leaving, animated && new.isEmpty) }
        if kept == 0, new.isEmpty { window.rootViewController = nil }
        for (index, layer) in new.enumerated() {
          // No modal belongs over a root that the app has set meanwhile.
          guard layer.style == nil || window.rootViewController === movedRoot else {
            throw UIKitError(.notInWindow, about: movedRoot?.shownLeaf)
          }
          if try await bringBack(layer, from: state, looks, keeping: kept) { continue }
          // A modal comes in the look of the one that it replaces.
          let isReplacing =
            index == 0 && kept > 0 && layer.id == state.layers.dropFirst(kept).first?.id
          try await show(
            layer, in: window, animated && index == new.count - 1,
            like: isReplacing ? looks[kept] : nil, isInPlace: isInPlace)
        }
        if let alert, alert.isGone { await present(alert) }
      } catch let error as UIKitError
        where [.takenBack, .ignored, .cannotBeReplaced, .notInWindow].contains(error.code)
      {
        await undo(to: state, looks, keeping: kept, in: window)
        forget(target, from: state)
        throw error
      }
    }

    /// Presents what was over a placeholder that is presented anew, as it was; false for any other layer.
    private func bringBack(
      _ layer: State.Layer, from state: State, _ looks: [ModalLook], keeping kept: Int
    ) async throws -> Bool {
      guard let place = state.layers.firstIndex(where: { $0.id == layer.id }), place >= kept,
        state.layers[place].keepsContainer(as: layer)
      else { return false }
      let look = looks[place]
      guard await present(look) else {
        throw UIKitError(.ignored, about: layer.entries[0].controller)
      }
      try await change(look.modal, from: state.layers[place], to: layer, false, isSeen: false)
      return true
    }
  }

  extension NavigationState<UIViewController>.Layer {
    /// Whether its container stays when it becomes another layer. One screen alone is replaced with its container, and
    /// so is the stack of a placeholder by a screen that comes with a container of its own.
    @MainActor
    fileprivate func keepsContainer(as other: Self) -> Bool {
      guard id == other.id else { return false }
      guard kind == .stack, entries != other.entries else { return true }
      guard let old = entries.first, let new = other.entries.first, old.id == new.id, old != new,
        new.controller.comesAsContainer
      else { return stacks[0].canPush }
      return false
    }
  }

  // MARK: - Changes

  extension UIKitNavigationHost {
    /// Brings the stacks of a container, and the shown one, to those of a layer.
    func change(
      _ container: UIViewController, from old: State.Layer, to new: State.Layer, _ animated: Bool,
      isSeen: Bool
    ) async throws {
      let content = container.content()
      // A tab that the user chooses while a stack changes stays chosen.
      var selects = old.selected != new.selected
      for (index, stacks) in zip(old.stacks, new.stacks).enumerated()
      where stacks.0.entries != stacks.1.entries {
        let name = stacks.1.name
        // A tab that was never shown has no controller before it is.
        if let content, let index = content.index(of: name, at: index),
          content.screens.children[index].controller == nil
        {
          content.select(index)
          selects = true
        }
        let child =
          content == nil ? container : container.content()?.controller(of: name, at: index)
        if let stack = child?.asStack {
          let isShown = index == old.selected && index == new.selected
          try await change(
            stack, to: stacks.1.entries.map(\.controller), animated && isSeen && isShown,
            isSeen: isSeen && isShown)
        } else if let content, let controller = stacks.1.entries.last?.controller {
          selects = true
          if let place = content.index(of: name, at: index) { content.replace(place, controller) }
          let now = container.content()?.screens.children
          guard now?.contains(where: { $0.controller === controller }) == true else {
            throw UIKitError(.cannotBeReplaced, about: child)
          }
        }
      }
      let name = new.stacks[new.selected].name
      guard selects, let now = container.content(),
        let selected = now.index(of: name, at: new.selected), now.screens.selected != selected
      else { return }
      (now.screens.children[selected].controller?.asStack?.delegate as? StackWatch)?.shown = nil
      now.select(selected)
      window?.layoutIfNeeded()
      guard isSeen, let shown = now.screens.children[selected].controller else { return }
      let isShown = await lookout.wait(patience: 1) { [weak self, weak shown] in
        guard let self, let shown else { return .certain }
        return sight(ofShown: shown)
      }
      guard isShown else { throw UIKitError(.unfinished, about: shown.shownLeaf) }
    }

    func dismiss(_ lowest: UIViewController, _ animated: Bool) async throws {
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
        if lowest.isBeingDismissed { outcome.hasBegun = true }
        return sight(ofDismissed: lowest)
      }
      try outcome.check(
        isSeen: isGone, isUnderWay: lowest.isBeingDismissed, about: lowest.shownLeaf)
    }

    /// Makes a new layer the root, or presents it over the others, in the looks of the modal that it replaces.
    private func show(
      _ layer: State.Layer, in window: UIWindow, _ animated: Bool,
      like replaced: ModalLook?, isInPlace: Bool
    ) async throws {
      // A screen that the move has brought or uncovered may be presenting something itself.
      if layer.style != nil { try? await settle() }
      guard layer.style != nil, let presenter = containers.last?.shownPresenter else {
        return try await showRoot(makeContainer(of: layer), in: window, animated)
      }
      if let menu = presenter.presentedViewController, menu.isMenu {
        try await dismiss(menu, false)
      }
      let presented = makeContainer(of: layer, like: replaced)
      if isInPlace { replaced?.keepHeight(of: presented) }
      presented.anchorPopover(over: presenter)
      presenter.present(presented, animated: animated) { [weak lookout] in
        MainActor.assumeIsolated { lookout?.look() }
      }
      let outcome = listen(to: presented.transitionCoordinator)
      let isShown = await waitForPresentation(of: presented, over: presenter, outcome)
      try outcome.check(
        isSeen: isShown, isUnderWay: presented.presentingViewController != nil,
        otherwise: .ignored, about: layer.entries[0].controller)
    }

    func waitForPresentation(
      of presented: UIViewController, over presenter: UIViewController?,
      _ outcome: TransitionOutcome = TransitionOutcome()
    ) async -> Bool {
      await lookout.wait { [weak self, weak presented, weak presenter] in
        guard let self, let presented, let presenter else { return .certain }
        // A presentation that UIKit begins later has its coordinator then.
        listen(to: presented.transitionCoordinator, outcome)
        if outcome.isTakenBack { return .certain }
        if presented.isBeingPresented, presented.viewIfLoaded?.window != nil {
          outcome.hasBegun = true
        }
        return sight(ofPresented: presented, over: presenter)
      }
    }

    private func showRoot(
      _ root: UIViewController, in window: UIWindow, _ animated: Bool
    ) async throws {
      (placeholder, movedRoot) = (nil, root)
      window.rootViewController = root
      if window.isHidden { window.makeKeyAndVisible() }
      window.layoutIfNeeded()
      if animated {
        var hasEnded = false
        UIView.transition(
          with: window, duration: 0.3, options: .transitionCrossDissolve, animations: nil
        ) { [weak lookout] _ in
          MainActor.assumeIsolated {
            hasEnded = true
            lookout?.look()
          }
        }
        _ = await lookout.wait { hasEnded ? .certain : .likely }
      }
      let isShown = await lookout.wait(patience: 1) { [weak self, weak root] in
        guard let self, let root else { return .certain }
        return sight(ofShown: root)
      }
      guard isShown else { throw UIKitError(.unfinished, about: root.shownLeaf) }
    }

    /// Makes the controller that holds the screens of a new layer, and listens to it.
    private func makeContainer(
      of layer: State.Layer, like replaced: ModalLook? = nil
    ) -> UIViewController {
      let controllers = layer.entries.map(\.controller)
      let first = controllers[0]
      for controller in controllers {
        guard let stack = controller.parent?.asStack else { continue }
        stack.setViewControllers(
          stack.viewControllers.filter { $0 !== controller }, animated: false)
      }
      let isWrapped = layer.stacks[0].canPush && !first.comesAsContainer
      let container = isWrapped ? makeStack(first) : first
      give(layer.id, to: container)
      if layer.style != nil { prepare(container, for: layer, like: replaced) }
      watch(container, isPresented: layer.style != nil)
      if controllers.count > 1, let stack = container.shownStack {
        stack.show(stack.viewControllers + controllers.dropFirst(), animated: false)
      }
      return container
    }

    /// Makes a modal look as its option says; without one, as it says itself, or the modal that it replaces.
    private func prepare(
      _ presented: UIViewController, for layer: State.Layer, like replaced: ModalLook?
    ) {
      let (first, notes) = (layer.entries[0], presented.notes)
      #if !os(tvOS)
        notes.popoverSource = nil
      #endif
      // The style of an earlier stay is not the controller's choice.
      if let (new, own) = notes.givenStyle, new != own, presented.modalPresentationStyle == new {
        presented.modalPresentationStyle = own
      }
      let own = presented.modalPresentationStyle
      if let option = first.option as? UIKitModal {
        option.prepare(presented)
      } else if !presented.choosesPresentation, presented.modalStyle != layer.style {
        // What UIKit makes of `automatic` is a sheet: another style would cost what is set of it already.
        presented.modalPresentationStyle = layer.style == .sheet ? .defaultSheet : .fullScreen
      }
      if notes.transition == nil { notes.transition = first.controller.notes.transition }
      if !(first.option is UIKitModal) { replaced?.apply(to: presented) }
      notes.givenStyle = (presented.modalPresentationStyle, own)
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
        (watch.shown, watch.takenBack) = (nil, nil)
      }
      // A tab has the item of its stack's first screen: a new first screen without an image takes it over, and so does
      // the stack while it is empty.
      let item = stack.viewControllers.first?.tabBarItem ?? stack.notes.itemWhileEmpty
      if stack.parent is UITabBarController, let item, item === stack.tabBarItem, item.image != nil,
        controllers.first?.tabBarItem?.image == nil
      {
        (controllers.first ?? stack).tabBarItem = item
        if controllers.isEmpty { stack.notes.itemWhileEmpty = item }
      }
      // In a collapsed split view, the next columns are on the stack of the first.
      let nested = stack.viewControllers.filter { $0 is UINavigationController }
      stack.show(controllers + nested, animated: isAnimated && isNew)
      if !isAnimated { window?.layoutIfNeeded() }
      // Of an empty stack there is nothing to see.
      guard isSeen, isNew, nested.isEmpty, let top else { return }
      let outcome = listen(to: stack.transitionCoordinator)
      let isShown = await lookout.wait(patience: isAnimated ? Lookout.patience : 1) {
        [weak self, weak stack, weak top] in
        guard let self, let stack, let top else { return .certain }
        let (watch, coordinator) = (stack.delegate as? StackWatch, stack.transitionCoordinator)
        // The coordinator may come only with the transition. The watch hears if the user takes that back.
        if coordinator?.initiallyInteractive == false { listen(to: coordinator, outcome) }
        if watch?.takenBack === top { outcome.isTakenBack = true }
        let sight = self.sight(of: stack, showing: top)
        // Where a screen has set a delegate as it appears, the watch does not hear of the end.
        let isOver = watch == nil && outcome.isAwaited && sight == .likely
        return outcome.isTakenBack || isOver ? .certain : sight
      }
      try outcome.check(isSeen: isShown, isUnderWay: true, about: top)
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
