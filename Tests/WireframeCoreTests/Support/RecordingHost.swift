import TestSupport
import WireframeCore

/// A host that notes whether its moves are animated.
@MainActor
final class RecordingHost: NavigationHost {
  private(set) var state = NavigationState<Screen>()
  let events = NavigationEvents<Screen>()
  var animations: [Bool] = []

  func perform(_ operation: NavigationOperation<Screen>, animated: Bool) throws {
    let before = state
    state = try operation.target(from: state)
    animations.append(animated)
    events.send(from: before, to: state, by: .app)
  }
}
