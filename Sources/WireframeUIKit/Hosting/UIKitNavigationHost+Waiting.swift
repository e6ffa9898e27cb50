#if canImport(UIKit) && !os(watchOS)
  import UIKit
  import WireframeCore

  /// What there is to see of something that a move waits for.
  enum Sight {
    /// It is not there, and nothing is under way.
    case nothing
    /// Something is under way.
    case underWay
    /// It seems to be there, but UIKit has not said so.
    case likely
    /// It is there.
    case certain
  }

  /// How a transition has ended.
  @MainActor
  final class TransitionOutcome {
    /// Whether its coordinator has been there.
    var isAwaited = false
    /// Whether the user has taken it back.
    var isTakenBack = false
    /// Whether the transition was seen under way.
    var hasBegun = false

    nonisolated init() {}

    /// Throws if the user has taken it back, or its end was not seen: UIKit may still finish one that is under way.
    func check(
      isSeen: Bool, isUnderWay: Bool, otherwise code: UIKitError.Code = .unfinished,
      about screen: @autoclosure () -> UIViewController
    ) throws(UIKitError) {
      // If nothing came of one that began without a coordinator, the user has taken it back.
      let isBack = isTakenBack || !isSeen && !isUnderWay && hasBegun && !isAwaited
      guard isSeen, !isBack else {
        throw UIKitError(isBack ? .takenBack : isUnderWay ? .unfinished : code, about: screen())
      }
    }
  }

  /// Waits for what is to be seen: no callback of UIKit's is relied on, each only makes it look again.
  @MainActor
  final class Lookout {
    /// How often it looks without a callback.
    nonisolated static let tick = Duration.milliseconds(50)
    /// At how many ticks in a row something must seem to be there, or to be nowhere, if UIKit says nothing.
    nonisolated static let patience = 20

    private final class Waiter {
      let patience: Int
      let look: @MainActor () -> Sight
      var ticks = (likely: 0, nothing: 0)
      var continuation: CheckedContinuation<Bool, Never>?

      init(
        _ patience: Int, _ look: @escaping @MainActor () -> Sight,
        _ continuation: CheckedContinuation<Bool, Never>
      ) {
        (self.patience, self.look, self.continuation) = (patience, look, continuation)
      }
    }

    private let limit: Duration
    private let clock: any Clock<Duration>
    private var waiters: [Waiter] = []
    private var isToLookAgain = false

    init(limit: Duration, clock: any Clock<Duration>) {
      (self.limit, self.clock) = (limit, clock)
    }

    /// Waits until something is seen, or seems to be there at so many ticks in a row. Returns whether that was before
    /// the limit, and before it was clear that it does not come.
    func wait(
      patience: Int = Lookout.patience, until look: @escaping @MainActor () -> Sight
    ) async -> Bool {
      if look() == .certain { return true }
      var timer: Task<Void, any Error>?
      defer { timer?.cancel() }
      return await withCheckedContinuation { continuation in
        let waiter = Waiter(patience, look, continuation)
        waiters.append(waiter)
        timer = Task { @MainActor [weak self, clock, limit] in
          for _ in 0..<max(1, Int(min(limit / Self.tick, 1e12))) {
            try await sleep(Self.tick, on: clock)
            self?.tick(waiter)
            if waiter.continuation == nil { return }
          }
          self?.end(waiter, false)
        }
        lookAgain()
      }
    }

    /// Looks now, and once more when UIKit has finished what it is doing.
    func look() {
      lookOnce()
      lookAgain()
    }

    private func lookOnce() {
      for waiter in waiters where waiter.look() == .certain { end(waiter, true) }
    }

    private func lookAgain() {
      guard !waiters.isEmpty, !isToLookAgain else { return }
      isToLookAgain = true
      Task { @MainActor [weak self] in
        await Task.yield()
        self?.isToLookAgain = false
        self?.lookOnce()
      }
    }

    private func tick(_ waiter: Waiter) {
      switch waiter.look() {
      case .certain: end(waiter, true)
      case .likely: waiter.ticks = (waiter.ticks.likely + 1, 0)
      case .nothing: waiter.ticks = (0, waiter.ticks.nothing + 1)
      case .underWay: waiter.ticks = (0, 0)
      }
      if waiter.ticks.likely >= waiter.patience { end(waiter, true) }
      if waiter.ticks.nothing >= Self.patience { end(waiter, false) }
    }

    private func end(_ waiter: Waiter, _ isSeen: Bool) {
      waiters.removeAll { $0 === waiter }
      waiter.continuation?.resume(returning: isSeen)
      waiter.continuation = nil
    }
  }

  private func sleep<C: Clock<Duration>>(_ duration: Duration, on clock: C) async throws {
    try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil)
  }

  // MARK: - What is to be seen

  extension UIKitNavigationHost {
    /// The transition that runs, the user's or the app's; of several, one that the user may take back.
    var transitionCoordinator: (any UIViewControllerTransitionCoordinator)? {
      let running = containers.flatMap { container -> [any UIViewControllerTransitionCoordinator] in
        // Of columns, each stack may move.
        let children = container.content()?.screens.children.compactMap(\.controller) ?? []
        let seen = children.filter { $0.viewIfLoaded?.window != nil }
        return ([container] + seen).compactMap { $0.transitionCoordinator }
      }
      return running.first { $0.initiallyInteractive } ?? running.first
    }

    /// Looks again when a transition with a coordinator has ended; the outcome says then whether it was taken back.
    @discardableResult
    func listen(
      to coordinator: (any UIViewControllerTransitionCoordinator)?,
      _ outcome: TransitionOutcome = TransitionOutcome()
    ) -> TransitionOutcome {
      guard let coordinator, !outcome.isAwaited else { return outcome }
      outcome.isAwaited = coordinator.animate(alongsideTransition: nil) {
        [weak lookout] context in
        let isCancelled = context.isCancelled
        MainActor.assumeIsolated {
          outcome.isTakenBack = isCancelled
          lookout?.look()
        }
      }
      return outcome
    }

    /// Waits until no transition runs; throws ``UIKitError/Code/unfinished``.
    func settle() async throws {
      // UIKit may have put a transition off until the next layout.
      window?.layoutIfNeeded()
      repeat {
        listen(to: transitionCoordinator)
        let isSettled = await lookout.wait { [weak self] in
          guard let self else { return .certain }
          return isInTransition ? .underWay : isScreenComing ? .likely : .certain
        }
        guard isSettled else { throw UIKitError(.unfinished) }
        // On iOS 26 the user can grab what has just come, and begin to take it back.
      } while isInTransition
    }

    /// Whether the user, or a new screen, has undone what a move has brought, or the user has chosen another tab.
    func isOver(_ target: State) -> Bool {
      if transitionCoordinator?.initiallyInteractive == true { return true }
      let state = read()
      let isElsewhere = zip(state.layers, target.layers).contains {
        $0.id == $1.id && $0.kind == .tabs && $0.selected != $1.selected
          && $0.stacks.map(\.name) == $1.stacks.map(\.name)
      }
      if isElsewhere { return true }
      let onScreen = Set(state.entries.map(\.id))
      // Of a container, the state has only the screens in it.
      return target.newEntries(since: known).contains { entry in
        !onScreen.contains(entry.id) && entry.controller.content() == nil
          && entry.controller.asStack == nil
      }
    }

    /// Whether UIKit moves anything in the window, or is about to.
    private var isInTransition: Bool {
      var next = window?.rootViewController
      var last: UIViewController?
      while let controller = next {
        let presenter = controller.shownPresenter
        // What comes over a search while that leaves would leave with it.
        for one in [controller, presenter] where one.isBeingPresented || one.isBeingDismissed {
          return true
        }
        next = presenter.presentedViewController
        if next === controller { break }
        last = next ?? last
      }
      // A presentation that has not begun.
      if let last, last.viewIfLoaded?.window == nil { return true }
      return transitionCoordinator != nil
    }

    /// Whether a shown stack has announced a screen that it has not shown yet.
    private var isScreenComing: Bool {
      containers.contains { container in
        guard let stack = container.shownStack, let watch = stack.delegate as? StackWatch,
          stack.viewIfLoaded?.window != nil
        else { return false }
        return watch.coming != nil && watch.coming === stack.topViewController
      }
    }

    /// What there is to see of a stack's new top. A stack that is not in the window shows nothing.
    func sight(of stack: UINavigationController, showing top: UIViewController?) -> Sight {
      // The user's finger may still take back what has come.
      let isInteractive = stack.transitionCoordinator?.initiallyInteractive == true
      // A watch that a screen has put back, as it had found it, has yet to hear of what came since.
      let watch = stack.delegate as? StackWatch
      if let top, watch?.shown === top, watch?.coming == nil, !isInteractive { return .certain }
      guard stack.viewIfLoaded?.window != nil else {
        return stack.viewControllers.last === top ? .certain : .nothing
      }
      if stack.transitionCoordinator != nil { return .underWay }
      guard stack.viewControllers.last === top else { return .nothing }
      return top?.viewIfLoaded?.window == nil ? .underWay : .likely
    }

    /// What there is to see of a modal that was presented.
    func sight(ofPresented presented: UIViewController, over presenter: UIViewController) -> Sight {
      guard presented.presentingViewController != nil else {
        return presenter.presentedViewController === presented ? .underWay : .nothing
      }
      return presented.isSeen && !presented.isBeingPresented ? .certain : .underWay
    }

    /// What there is to see of a modal that was dismissed.
    func sight(ofDismissed modal: UIViewController) -> Sight {
      if modal.presentingViewController == nil { return .certain }
      return modal.isBeingDismissed || modal.transitionCoordinator != nil ? .underWay : .nothing
    }

    /// What there is to see of a root, or a tab, that was set.
    func sight(ofShown container: UIViewController) -> Sight {
      guard let stack = container.shownStack else { return container.isSeen ? .likely : .nothing }
      // Of an empty stack there is nothing to see.
      guard let top = stack.topViewController else { return .certain }
      return sight(of: stack, showing: top)
    }
  }
#endif
