internal import WireframeCore

/// Waits for the screen of a step that a gate keeps.
@MainActor
final class StepWaiter: RequestWaiter {
  var onShow: ((NavigationEntryID?) -> Void)?
  var onLeave: (() -> Void)? { didSet { if hasLeft { onLeave?() } } }
  /// The user may have been faster than the flow.
  private var hasLeft = false { didSet { onLeave?() } }

  var waitsAgain: Bool { true }
  var isOver: Bool { false }

  func keep(discard: @escaping @MainActor () async -> Void) {}
  func show(_ entry: NavigationEntryID?, close: @escaping @MainActor () async -> Void) {
    onShow?(entry)
  }
  func note(_ answer: Any) {}
  func leave() { hasLeft = true }
  func fail(_ error: RoutingError) { leave() }
}
