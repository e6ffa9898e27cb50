/// Decides whether screens leave that are about to be popped, dismissed or replaced.
///
/// **Called** once for each such screen, the uppermost first: by the pipeline before a controller is built and before
/// it is presented, and by every move of a host on which ``Wireframe/addStandardPresenters(on:)`` was called.
/// The user's own ways ask, too, except those that an audit names, such as UIKit's back button menu. The guards that
/// observe the screen's route are asked, and all of them if it has no route.
///
/// ```swift
/// struct DraftGuard: LeaveGuard {
///   func decision(onLeaving screen: LeavingScreen) async -> LeaveDecision {
///     guard let editor = screen.controller as? EditorScreen, editor.hasChanges else { return .leave }
///     return await editor.askToDiscard() ? .leave : .stay("unsaved changes")
///   }
/// }
///
/// wireframe.add(leaveGuard: DraftGuard())
/// ```
@MainActor
public protocol LeaveGuard: RoutingWatcher {
  /// Whether a screen leaves.
  ///
  /// - Parameter screen: The screen, and what comes instead.
  /// - Returns: The decision; a routing that would have taken the screen away ends as stopped.
  /// - Throws: Anything; the screen stays, and the routing, or the move of the host, fails with
  ///   ``RoutingError/Code/observerFailed``.
  func decision(onLeaving screen: LeavingScreen) async throws -> LeaveDecision
}

/// A leave guard's decision on a screen.
public enum LeaveDecision: Hashable, Sendable, DescribedValue {
  /// The screen leaves.
  case leave
  /// The screen stays, and nothing else happens. The reason is for the result and for logs.
  case stay(String)

  /// Whether the screen leaves, and why it stays.
  public var description: String {
    if case .stay(let reason) = self { "stay: \(reason.escaped)" } else { "leave" }
  }
}

/// A leave guard that can say at once which screens it ignores: users may remove those without a question.
@MainActor
package protocol SelectiveLeaveGuard: LeaveGuard {
  /// Whether it is to be asked about a screen.
  func concerns(_ leaving: LeavingScreen) -> Bool
  /// Whether it is there without the app having asked for a guard.
  var isOfFramework: Bool { get }
}

extension SelectiveLeaveGuard { package var isOfFramework: Bool { false } }

extension ObserverEntry {
  /// Whether it is a leave guard that the app has asked for.
  package var isLeaveGuardOfApp: Bool {
    guard let leaveGuard else { return false }
    return (leaveGuard as? any SelectiveLeaveGuard)?.isOfFramework != true
  }
}

struct ClosureLeaveGuard: SelectiveLeaveGuard, RoleWrapper {
  let tag: RouteTag?
  let decide: @MainActor (LeavingScreen) async throws -> LeaveDecision

  var role: Any { tag.map { "the closure leave guard of '\($0)'" } ?? "a closure leave guard" }

  func observes(_ route: Route) -> Bool { tag.map(route.tags.contains) ?? true }

  func concerns(_ leaving: LeavingScreen) -> Bool {
    tag.map { leaving.from?.tags.contains($0) == true } ?? true
  }

  func decision(onLeaving leaving: LeavingScreen) async throws -> LeaveDecision {
    guard concerns(leaving) else { return .leave }
    return try await decide(leaving)
  }
}
