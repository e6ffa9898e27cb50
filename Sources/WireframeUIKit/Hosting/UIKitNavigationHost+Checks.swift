#if canImport(UIKit) && !os(watchOS)
  import UIKit
  import WireframeCore

  extension UIKitNavigationHost {
    /// Refuses new screens that UIKit would trap on, or ignore: those that are shown somewhere already, and those that
    /// cannot be where they are to come.
    func check(
      _ target: State, from state: State, keeping kept: Int, dismissing leaving: UIViewController?
    ) throws(UIKitError) {
      let new = Set(target.newEntries(since: state).map(\.id))
      for (index, layer) in target.layers.enumerated() {
        let first = index < kept ? nil : layer.entries.first
        for stack in layer.stacks {
          for entry in stack.entries where new.contains(entry.id) {
            let (controller, isFirst) = (entry.controller, entry.id == first?.id)
            let isElsewhere = ![nil, window].contains(controller.nearestWindow)
            guard !isElsewhere else { throw UIKitError(.alreadyPresented, about: controller) }
            // A new root may be a screen of what leaves.
            let isAmongLeaving =
              containers.contains(controller) || controller.parent?.asStack != nil
            if isFirst, index == 0, isAmongLeaving { continue }
            guard controller.parent == nil else {
              throw UIKitError(.alreadyEmbedded, about: controller)
            }
            guard controller.presentingViewController == nil, !containers.contains(controller)
            else { throw UIKitError(.alreadyPresented, about: controller) }
            guard isFirst || !stack.canPush || !controller.isRefusedByStacks else {
              throw UIKitError(.cannotBePushed, about: controller)
            }
          }
        }
        // What takes its placeholder's place needs no anchor any more, and one may come with the screens below.
        if let first, state.place(of: first.id) == nil {
          let below = target.layers[..<index].flatMap(\.entries)
          let isOverNew = below.contains { new.contains($0.id) }
          try checkLook(of: first, leaving, isOverNew)
        }
        // A container that comes as one takes the others into its own stack.
        if let first = first?.controller, first.comesAsContainer, first.shownStack == nil,
          layer.entries.count > 1
        {
          throw UIKitError(.noStack, about: layer.entries[1].controller)
        }
      }
    }

    /// Refuses a modal whose option UIKit would not follow.
    private func checkLook(
      of entry: NavigationEntry<UIViewController>, _ leaving: UIViewController?, _ isOverNew: Bool
    ) throws(UIKitError) {
      #if !os(tvOS)
        switch (entry.option as? UIKitModal)?.presentation {
        case .sheet(let look):
          if let fault = look.fault {
            throw UIKitError(.invalidDetent, about: entry.controller, detail: "\(fault)")
          }
        case .popover(let source):
          // Below a modal that covers the screen, an anchor comes back with the dismissal.
          let covered = leaving?.coveredPresenter?.viewIfLoaded
          guard isOverNew || source.anchor(in: window, orBelow: covered) != nil else {
            throw UIKitError(.noAnchor, about: entry.controller)
          }
        case .style, nil: break
        }
      #endif
    }

    /// Refuses a container over which UIKit would present nothing.
    func checkPresenter(
      _ container: UIViewController, dismissing leaving: UIViewController?
    ) throws(UIKitError) {
      // A stack inserts the view of its top with the next layout.
      window?.layoutIfNeeded()
      let presenter = container.shownPresenter
      let presented = presenter.presentedViewController
      // What covers the screen has taken its presenter out of the window, which is back when the dismissal begins.
      let comesBack = presented === leaving && leaving?.coveredPresenter != nil
      guard presenter.viewIfLoaded?.window != nil || comesBack else {
        throw UIKitError(.notInWindow, about: presenter)
      }
      guard presented == nil || presented === leaving || presented?.isMenu == true,
        !(presenter is UIAlertController)
      else { throw UIKitError(.alreadyPresenting, about: presenter) }
    }
  }
#endif
