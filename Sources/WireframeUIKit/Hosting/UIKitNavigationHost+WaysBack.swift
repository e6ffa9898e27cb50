#if canImport(UIKit) && !os(watchOS)
  import UIKit
  import WireframeCore

  // The user's own ways back on a stack, and the leave guards: the back button, swipes, and the second tap on a tab.
  // The menu of the back button and VoiceOver's escape gesture cannot be held by public means: no guard is asked.
  extension UIKitNavigationHost: UnaskedWays {
    /// What an audit names, if the app has leave guards.
    package var unaskedWays: [String] {
      #if os(tvOS)
        ["the remote's back button"]
      #elseif os(visionOS)
        ["the menu of the back button", "VoiceOver's escape gesture"]
      #else
        [
          "the menu of the back button", "VoiceOver's escape gesture",
          "the drag and the pinch that undo a zoom transition, from iOS 18 on",
          "the swipe back over content that scrolls sideways, from iOS 26 on",
        ]
      #endif
    }

    /// Asks the leave guards before a stack goes back by one screen, or to the first, if one would be asked about its
    /// screens, and goes back then. False if none would be asked: UIKit goes back itself.
    func asksBefore(_ stack: UINavigationController, goesToFirst isLong: Bool = false) -> Bool {
      guard let (leaving, target) = leaving(stack, isLong), events.mayBeKept(leaving) else {
        return false
      }
      // A user who tries again while being asked is not asked twice.
      guard asked.insert(target).inserted else { return true }
      let going = Set(leaving.map(\.entry))
      events.activity.handOver { [self] in
        defer { asked.remove(target) }
        // Guards that say no have said why themselves. What has come since stays, and so do a sheet and the column.
        try? await leave(true, by: .user) { state in
          guard let at = state.place(of: target) else { return }
          state.layers[at.layer].stacks[at.stack].entries.removeAll { going.contains($0.id) }
        }
        // What is below tabs on their stack is not in the state. The tabs may leave while somebody is asked.
        guard stack.layerID(on: self) == target,
          (try? await askToLeave { $0.layers.removeAll { $0.id == target } }) != nil,
          let (agreed, _) = self.leaving(stack), (try? await moves.enter()) != nil
        else { return }
        defer { moves.leave() }
        // Nobody was asked about what other moves bring until then.
        guard (try? await settle()) != nil, !events.isCovered, let now = self.leaving(stack),
          now.target == target, Set(now.screens.map(\.entry)).isSubset(of: agreed.map(\.entry))
        else { return }
        stack.popViewController(animated: true)
      }
      return true
    }

    /// The screens that would leave, and the one that would be shown, or the layer of which all would leave.
    private func leaving(
      _ stack: UINavigationController, _ goesToFirst: Bool = false
    ) -> (screens: [LeavingScreen], target: NavigationEntryID)? {
      let state = state
      for (index, layer) in state.layers.enumerated() {
        for (place, entries) in layer.stacks.map(\.entries).enumerated()
        where entries.count > 1 && entries.last?.controller === stack.topViewController {
          let count = goesToFirst ? 1 : entries.count - 1
          var target = state
          target.layers[index].stacks[place].entries.removeSubrange(count...)
          return (state.leavingScreens(to: target), entries[count - 1].id)
        }
      }
      // Tabs on a login's stack leave with all that is in them.
      guard let layer = stack.layerID(on: self), stack.viewControllers.count > 1,
        stack.topViewController?.content() != nil
      else { return nil }
      let rest = State(layers: state.layers.filter { $0.id != layer })
      return (state.leavingScreens(to: rest), layer)
    }

    /// Lets the back button and the swipe back of a stack ask the leave guards, where one would be asked about its top.
    func guardWaysBack(of stack: UINavigationController) {
      #if !os(tvOS)
        let isGuarded = leaving(stack).map { events.mayBeKept($0.screens) } ?? false
        for screen in stack.viewControllers {
          let item = screen.navigationItem
          let isToAsk = isGuarded && screen === stack.topViewController && item.hasBackButton
          // One that is there may be of a host that is gone.
          item.removeBackAction(of: Self.backPrefix, except: isToAsk ? backIdentifier : nil)
          if isToAsk, item.backAction == nil {
            item.backAction = UIAction(identifier: backIdentifier) { [weak self, weak screen] _ in
              guard let self, let stack = screen?.navigationController,
                stack.topViewController === screen
              else { return }
              if !asksBefore(stack) { stack.popViewController(animated: true) }
            }
          }
        }
        guard isGuarded, stack.isViewLoaded, stack.notes.swipeGuard?.host !== self else { return }
        let swipes = SwipeGuard(host: self, stack)
        watches.add(swipes, of: stack) { [weak stack, backIdentifier] in
          swipes.remove()
          for screen in stack?.viewControllers ?? [] {
            screen.navigationItem.removeBackAction(of: backIdentifier.rawValue)
          }
        }
      #endif
    }
  }

  #if !os(tvOS)
    extension UINavigationItem {
      /// Whether the bar has a back button by itself: with an action, any item would get one.
      fileprivate var hasBackButton: Bool {
        !hidesBackButton
          && (leftItemsSupplementBackButton
            || (leftBarButtonItems ?? []).isEmpty && leadingItemGroups.isEmpty)
      }

      /// Removes the action of one host, or of any.
      fileprivate func removeBackAction(of host: String, except kept: UIAction.Identifier? = nil) {
        guard let identifier = backAction?.identifier, identifier != kept else { return }
        if identifier.rawValue.hasPrefix(host) { backAction = nil }
      }
    }

    /// Takes the swipe back of a stack, if a leave guard has to be asked: the pop recognisers of UIKit wait for its own
    /// ones to fail, which they do at once where nobody has to be asked.
    final class SwipeGuard: NSObject, UIGestureRecognizerDelegate {
      private(set) weak var host: UIKitNavigationHost?
      private weak var stack: UINavigationController?
      private let isRightToLeft: Bool
      private var recognizers: [(own: UIGestureRecognizer, pop: UIGestureRecognizer)] = []

      init(host: UIKitNavigationHost, _ stack: UINavigationController) {
        (self.host, self.stack) = (host, stack)
        isRightToLeft = stack.view.effectiveUserInterfaceLayoutDirection == .rightToLeft
        super.init()
        stack.notes.swipeGuard = self
        #if !os(visionOS)
          let edge = UIScreenEdgePanGestureRecognizer()
          edge.edges = isRightToLeft ? .right : .left
          add(edge, before: stack.interactivePopGestureRecognizer)
          // Two fingers on a trackpad are no touch, and come from no edge.
          let trackpad = UIPanGestureRecognizer()
          trackpad.allowedTouchTypes = []
          trackpad.allowedScrollTypesMask = .continuous
          add(trackpad, before: stack.interactivePopGestureRecognizer)
          if #available(iOS 26, *) {
            let anywhere = UIPanGestureRecognizer()
            anywhere.allowedScrollTypesMask = .continuous
            add(anywhere, before: stack.interactiveContentPopGestureRecognizer)
          }
        #endif
      }

      private func add(_ own: UIPanGestureRecognizer, before pop: UIGestureRecognizer?) {
        guard let pop, let view = stack?.viewIfLoaded else { return }
        own.delegate = self
        own.maximumNumberOfTouches = 1
        view.addGestureRecognizer(own)
        pop.require(toFail: own)
        recognizers.append((own, pop))
      }

      func remove() {
        for (own, _) in recognizers { own.view?.removeGestureRecognizer(own) }
        if let stack, stack.notes.swipeGuard === self { stack.notes.swipeGuard = nil }
      }

      func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard let host, let stack, let pan = gestureRecognizer as? UIPanGestureRecognizer,
          let pop = recognizers.first(where: { $0.own === pan })?.pop, pop.isEnabled,
          stack.transitionCoordinator == nil,
          // A stack in the tabs on it goes back first.
          stack.shownStack === stack || (stack.shownStack?.viewControllers.count ?? 0) < 2
        else { return false }
        let velocity = pan.velocity(in: stack.viewIfLoaded)
        let forward = isRightToLeft ? -velocity.x : velocity.x
        guard forward > abs(velocity.y), !isOverScroller(pan) else { return false }
        return goesBack(pop, of: stack) && host.asksBefore(stack)
      }

      /// Whether a swipe would go back without guards: not if UIKit has switched it off, unless the app decides itself.
      private func goesBack(_ pop: UIGestureRecognizer, of stack: UINavigationController) -> Bool {
        guard let delegate = pop.delegate,
          NSStringFromClass(type(of: delegate as AnyObject)).hasPrefix("_UI")
        else { return (pop.delegate?.gestureRecognizerShouldBegin(_:))?(pop) ?? true }
        return !stack.isNavigationBarHidden && (stack.delegate as? StackWatch)?.answersAll != true
          && stack.topViewController?.navigationItem.hasBackButton == true
      }

      func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
      ) -> Bool { true }

      /// Whether something scrolls sideways under the finger: the system decides there, too, without a guard.
      private func isOverScroller(_ pan: UIPanGestureRecognizer) -> Bool {
        guard pan !== recognizers.first?.own, let view = stack?.viewIfLoaded else { return false }
        let touched = view.hitTest(pan.location(in: view), with: nil)
        return sequence(first: touched, next: { $0?.superview }).contains { view in
          guard let scroller = view as? UIScrollView else { return false }
          return scroller.isScrollEnabled && scroller.contentSize.width > scroller.bounds.width
        }
      }
    }
  #endif
#endif
