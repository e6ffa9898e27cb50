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

/// Notes about how many screens it was asked, and lets all of them leave.
@MainActor
final class RecordingAsker: LeaveAsker {
  private(set) var asked: [Int] = []
  var mayAskToLeave: Bool { true }

  func mayKeep(_ leavingScreens: [LeavingScreen]) -> Bool { true }

  func ask(toLeave leavingScreens: [LeavingScreen]) { asked.append(leavingScreens.count) }
}
