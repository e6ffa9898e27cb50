internal import WireframeCore

/// A coordinator whose screen is left with a result, or without one.
///
/// ```swift
/// final class FriendPickerCoordinator: ManualCoordinator<Screen>, ResultCoordinator {
///   typealias Output = Friend
/// }
///
/// // In the picker's screen:
/// try await go(as: FriendPickerCoordinator.self).finish(with: friend)
///
/// // Wherever a friend is wanted:
/// let picker = FriendPickerCoordinator(PickerScreen())
/// try await go.present(picker)
/// let friend = try await picker.result()  // nil if the user simply leaves
/// ```
@MainActor
public protocol ResultCoordinator<Controller, Output>: Coordinator {
  /// What the coordinator finishes with.
  associatedtype Output
}

extension ResultCoordinator {
  /// Leaves with a result, as the screen came: pops what was pushed, dismisses what was presented.
  ///
  /// - Parameters:
  ///   - output: The result; it counts once the screen has left.
  ///   - animated: Whether the transition is animated.
  /// - Throws: What ``Coordinator/popOrDismiss(animated:)`` throws; then the screen stays, and the
  ///   waiting call goes on waiting. ``/WireframeCore/RoutingError/Code/notOnScreen`` if it is leaving already.
  public func finish(with output: Output, animated: Bool = true) async throws {
    guard node.isShown, node.output == nil else { throw notOnScreen }
    node.output = output
    let count = node.entryCount
    do {
      try await popOrDismiss(animated: animated)
    } catch {
      // The screen has left meanwhile with the result, and may be shown again.
      guard node.isShown, node.entryCount == count else { return }
      node.output = nil
      throw error
    }
  }

  /// Settles the result of a screen that leaves, or has left, without a move of the app: an alert whose
  /// button was tapped.
  ///
  /// Call it before the host reports that the screen has left. Only the first result counts.
  ///
  /// - Parameter output: The result; it counts once the screen has left.
  public func settle(with output: Output) {
    if node.isShown, node.output == nil { node.output = output }
  }

  /// Waits until the screen has left by any way, and returns the result.
  ///
  /// Called afterwards it returns at once. A task that is cancelled waits no longer; the screen stays.
  ///
  /// - Returns: What the coordinator finished with; nil if the user simply left, or the window or its host is gone.
  /// - Throws: ``/WireframeCore/RoutingError/Code/notOnScreen`` if it was never shown; `CancellationError`.
  public func result() async throws -> Output? {
    guard let scene = node.scene else { throw notOnScreen }
    // A waiting caller does not keep the host alive.
    guard node.isShown, !scene.isClosed, let activity = scene.host?.events.activity else {
      return node.isShown ? nil : node.output as? Output
    }
    let ticket = AnswerTicket<Output>(in: activity)
    scene.add(ticket, of: node)
    defer { scene.remove(ticket) }
    return try await ticket.answer()
  }
}
