// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

/// The time of one window: its transitions wait until a test lets it go on.
@MainActor
public final class TransitionClock {
  public private(set) var now = 0.0
  private var timers: [(due: Double, number: Int, body: @MainActor () -> Void)] = []
  private var count = 0

  private var turns: [@MainActor () -> Void] = []
  private var commits: [@MainActor () -> Void] = []
  /// While the app is in the background time stands still.
  public internal(set) var isInBackground = false

  public var isIdle: Bool { timers.isEmpty && turns.isEmpty && commits.isEmpty }

  func schedule(after seconds: Double, _ body: @escaping @MainActor () -> Void) {
    count += 1
    timers.append((now + seconds, count, body))
  }

  func onNextTurn(_ body: @escaping @MainActor () -> Void) { turns.append(body) }
  func onNextCommit(_ body: @escaping @MainActor () -> Void) { commits.append(body) }

  /// The main loop goes round once: what waits for its next turn runs.
  public func turn() {
    guard !isInBackground else { return }
    let due = turns
    turns = []
    for body in due { body() }
  }

  /// The layers are committed: what waits for that runs.
  public func commit() {
    guard !isInBackground else { return }
    let due = commits
    commits = []
    for body in due { body() }
  }

  private func runTurns() {
    while !turns.isEmpty || !commits.isEmpty {
      turn()
      commit()
    }
  }

  /// Ends at once what would end in time.
  func endTimers() {
    while let next = timers.min(by: { ($0.due, $0.number) < ($1.due, $1.number) }) {
      timers.removeAll { $0.number == next.number }
      next.body()
    }
  }

  /// Lets time pass, with turns and commits before all else; what is due ends in order.
  public func advance(by seconds: Double) {
    guard !isInBackground else { return }
    runTurns()
    let end = now + seconds
    while let next = timers.filter({ $0.due <= end }).min(by: {
      ($0.due, $0.number) < ($1.due, $1.number)
    }) {
      timers.removeAll { $0.number == next.number }
      now = max(now, next.due)
      next.body()
      runTurns()
    }
    now = end
  }
}

@MainActor
public protocol UIViewControllerTransitionCoordinatorContext: NSObjectProtocol {
  var isAnimated: Bool { get }
  var initiallyInteractive: Bool { get }
  var isInteractive: Bool { get }
  var isCancelled: Bool { get }
}

@MainActor
public protocol UIViewControllerTransitionCoordinator: UIViewControllerTransitionCoordinatorContext
{
  @discardableResult
  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool
}

/// A transition on its way.
@MainActor
final class Transition: UIViewControllerTransitionCoordinator {
  let isAnimated = true
  let initiallyInteractive: Bool
  private(set) var isInteractive: Bool
  private(set) var isCancelled = false
  private(set) var hasEnded = false
  /// Whether its coordinator can be had.
  private(set) var isAnnounced = false
  /// Whether the user takes the swipe back at the last moment.
  fileprivate(set) var isCancelledAtTheEnd = false
  private var completions: [(any UIViewControllerTransitionCoordinatorContext) -> Void] = []
  private let end: (_ isCancelled: Bool) -> Void

  init(isInteractive: Bool = false, end: @escaping (_ isCancelled: Bool) -> Void) {
    initiallyInteractive = isInteractive
    self.isInteractive = isInteractive
    self.end = end
  }

  nonisolated func responds(to aSelector: Selector!) -> Bool { false }

  func animate(
    alongsideTransition animation: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?,
    completion: ((any UIViewControllerTransitionCoordinatorContext) -> Void)?
  ) -> Bool {
    guard !hasEnded else { return false }
    animation?(self)
    if let completion { completions.append(completion) }
    return true
  }

  /// The user lifts the finger.
  func release(isCancelled: Bool, in window: UIWindow) {
    isInteractive = false
    if window.timing.swipeCancellation == .whenReleased {
      self.isCancelled = isCancelled
    } else {
      isCancelledAtTheEnd = isCancelled
    }
  }

  /// Whether its coordinator can be had, and is not over.
  var isRunning: Bool { isAnnounced && !hasEnded }

  /// Lets its coordinator be had, now or later; that of a swipe back is there at once.
  func announce(in window: UIWindow, isModal: Bool = false) {
    let interactive = isModal ? window.timing.interactiveCoordinator : .now
    window.run(at: initiallyInteractive ? interactive : window.timing.coordinator) { [weak self] in
      self?.isAnnounced = true
    }
  }

  func complete() {
    guard !hasEnded else { return }
    if isCancelledAtTheEnd { isCancelled = true }
    hasEnded = true
    end(isCancelled)
    for completion in completions { completion(self) }
    completions = []
  }
}

public enum UITransitionContextViewKey: Sendable { case from, to }

@MainActor
public protocol UIViewControllerContextTransitioning: NSObjectProtocol {
  var isInteractive: Bool { get }
  var transitionWasCancelled: Bool { get }
  var containerView: UIView { get }
  func view(forKey key: UITransitionContextViewKey) -> UIView?
  func finishInteractiveTransition()
  func cancelInteractiveTransition()
  func completeTransition(_ didComplete: Bool)
}

@MainActor
public protocol UIViewControllerAnimatedTransitioning: NSObjectProtocol {
  func transitionDuration(using transitionContext: (any UIViewControllerContextTransitioning)?)
    -> TimeInterval
  func animateTransition(using transitionContext: any UIViewControllerContextTransitioning)
}

@MainActor
public protocol UIViewControllerInteractiveTransitioning: NSObjectProtocol {
  func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning)
}

/// What an app's own animator gets; the transition ends when it says so.
@MainActor
final class AnimatorContext: UIViewControllerContextTransitioning {
  private let transition: Transition
  private weak var window: UIWindow?

  init(_ transition: Transition, in window: UIWindow) {
    self.transition = transition
    self.window = window
  }

  nonisolated func responds(to aSelector: Selector!) -> Bool { false }
  var isInteractive: Bool { transition.isInteractive }
  // Nothing is drawn here.
  let containerView = UIView()
  func view(forKey key: UITransitionContextViewKey) -> UIView? { nil }
  var transitionWasCancelled: Bool { transition.isCancelled || transition.isCancelledAtTheEnd }
  func finishInteractiveTransition() { release(isCancelled: false) }
  func cancelInteractiveTransition() { release(isCancelled: true) }
  func completeTransition(_ didComplete: Bool) { transition.complete() }

  private func release(isCancelled: Bool) {
    guard transition.isInteractive, let window else { return transition.complete() }
    transition.release(isCancelled: isCancelled, in: window)
    window.clock.schedule(after: UIWindow.transitionDuration / 2) { [transition] in
      transition.complete()
    }
  }
}

/// What an app's gesture recognizer drives.
@MainActor
open class UIPercentDrivenInteractiveTransition: NSObject, UIViewControllerInteractiveTransitioning
{
  private var context: (any UIViewControllerContextTransitioning)?
  public var isDriving: Bool { context != nil }

  open func startInteractiveTransition(
    _ transitionContext: any UIViewControllerContextTransitioning
  ) { context = transitionContext }
  open func update(_ percentComplete: Double) {}
  open func finish() { end { $0.finishInteractiveTransition() } }
  open func cancel() { end { $0.cancelInteractiveTransition() } }

  private func end(_ body: (any UIViewControllerContextTransitioning) -> Void) {
    if let context { body(context) }
    context = nil
  }
}

extension Transition {
  /// Runs the transition: by the app's animator if there is one, else for the system's time.
  func run(
    in window: UIWindow, by animator: (any UIViewControllerAnimatedTransitioning)?,
    drivenBy driver: (any UIViewControllerInteractiveTransitioning)? = nil
  ) {
    window.transitionCount += 1
    if let driver {
      driver.startInteractiveTransition(AnimatorContext(self, in: window))
    } else if let animator {
      animator.animateTransition(using: AnimatorContext(self, in: window))
    } else {
      window.clock.schedule(after: UIWindow.transitionDuration) { self.complete() }
    }
  }
}
