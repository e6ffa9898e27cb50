/// Holds the screens of a window or a scene: its root, stacks, tabs and modals. ``NavigationTree`` is the headless one.
///
/// A host brings its screens to a state and reports what came and what left; what a push or a modal makes of the state
/// is decided once, in ``NavigationOperation``. A platform, or a test, needs to write only the three requirements:
///
/// ```swift
/// func perform(_ operation: NavigationOperation<Page>, animated: Bool) throws {
///   let before = state
///   state = try operation.target(from: state)
///   events.send(from: before, to: state, by: .app)
/// }
/// ```
@MainActor
public protocol NavigationHost<Controller>: AnyObject {
  /// What a screen is.
  associatedtype Controller

  /// What is on screen now. A screen that is being dismissed is not in it any more.
  var state: NavigationState<Controller> { get }

  /// The listeners to changes, and the guards that are asked before a screen leaves: one object for the host's
  /// whole life.
  var events: NavigationEvents<Controller> { get }

  /// Brings the screens to the operation's target, in one transition if possible, and returns when it has ended.
  ///
  /// - Parameters:
  ///   - operation: The operation; its target is asked for when no transition runs.
  ///   - animated: Whether the transition is animated.
  /// - Throws: An error if the operation cannot be done; then nothing has changed.
  func perform(_ operation: NavigationOperation<Controller>, animated: Bool) async throws
}

/// A host that can put one screen over everything that it shows: what a lock needs.
///
/// The tree and the hosts of UIKit and SwiftUI are such hosts. ``Wireframe/add(lock:)`` sets the cover, no app does.
@MainActor
public protocol CoveringHost<Controller>: NavigationHost {
  /// The screen that covers everything, also what is presented later; nil for none.
  ///
  /// Setting it takes effect at once, without animation, and in the middle of a transition, too. What is below stays as
  /// it is: ``NavigationHost/state`` is that of below, and the user cannot reach it.
  var cover: Controller? { get set }
}

/// A host whose users can take screens away without a leave guard being asked.
@MainActor
package protocol UnaskedWays {
  /// What such users do, as the middle of a sentence names it: "the menu of the back button".
  var unaskedWays: [String] { get }
}

/// What came and what left with one operation.
public struct NavigationChange<Controller> {
  /// Who caused a change.
  public enum Cause: Hashable, Sendable {
    /// The app's code.
    case app
    /// The user: a swipe, the back button, a tab.
    case user
  }

  /// Who caused it.
  public let cause: Cause
  /// What is on screen now.
  public var state: NavigationState<Controller> { after }
  // Worked out when somebody reads it: most listeners read neither, or one of both.
  package let before: NavigationState<Controller>
  private let after: NavigationState<Controller>

  /// The entries that are there now and were not before, also a screen that has taken its placeholder's place; each
  /// call compares both states.
  public var entered: [NavigationEntry<Controller>] { after.entries(missingIn: before) }
  /// The entries that were there before and are not now, the uppermost first; each call compares both states. A
  /// placeholder whose screen is there has not left.
  public var left: [NavigationEntry<Controller>] { before.entries(missingIn: after).reversed() }

  package init(
    from before: NavigationState<Controller>, to after: NavigationState<Controller>, by cause: Cause
  ) {
    self.cause = cause
    self.before = before
    self.after = after
  }
}

extension NavigationChange: Sendable where Controller: Sendable {}

/// Lets the moves of a host run one after the other, in the order of the calls.
@MainActor
package final class MoveQueue {
  private var isBusy = false
  // A slice, whose first element leaves without moving the others.
  private var waiting: ArraySlice<CheckedContinuation<Void, Never>> = []

  package init() {}

  package var isFree: Bool { !isBusy }

  package func enterIfFree() -> Bool {
    guard !isBusy else { return false }
    isBusy = true
    return true
  }

  /// Waits for its turn. Throws if the calling task was cancelled meanwhile: the move is no longer wanted.
  package func enter() async throws {
    if enterIfFree() { return }
    let wasCancelled = Task.isCancelled
    await withCheckedContinuation { waiting.append($0) }
    guard wasCancelled || !Task.isCancelled else {
      leave()
      throw CancellationError()
    }
  }

  package func leave() {
    if let next = waiting.popFirst() { next.resume() } else { isBusy = false }
  }
}
