import TestSupport
import Testing
import WireframeCore
import WireframeCoordinators

/// What a coordinator leaves with: by delegate, and as an async value.
@MainActor
@Suite(.hangsNever)
struct CoordinatorResultTests {
  @Test("3.17 A result goes back by delegate")
  func delegates() async throws {
    let town = try await Town()
    try await town.friends.pushInfo(friend: "Ada")
    try await #require(town.tree.state.top?.controller as? InfoPage).tapUnfriend()
    #expect(town.friends.friends == ["Bo"])
    #expect(town.shown == ["Friends"])
  }

  @Test("3.17 A result is an async value, once the screen has left", arguments: [true, false])
  func results(isModal: Bool) async throws {
    let town = try await Town()
    let picker = PickerCoordinator(Page("Picker"))
    try await isModal ? town.friends.present(picker) : town.friends.push(picker)
    async let picked = picker.result()
    try await #require(town.tree.state.top?.controller)
      .go(as: PickerCoordinator.self).finish(with: 7)
    #expect(town.shown == ["Friends"])
    #expect(try await picked == 7)
    #expect(try await picker.result() == 7)
  }

  @Test("3.17 A result is nil if the user simply leaves, whichever way", arguments: Leaving.all)
  func noResult(leaving: Leaving) async throws {
    let town = try await Town()
    let picker = PickerCoordinator(Page("Picker"))
    try await town.friends.present(NavigationCoordinator(root: picker))
    let waiting = Task { try await picker.result() }
    await tasksHaveBegun()
    try await leaving.leave(town)
    #expect(try await waiting.value == nil)
  }

  @Test("3.17 A result is settled before its screen leaves by itself; the first one counts")
  func settledResults() async throws {
    let town = try await Town()
    let picker = PickerCoordinator(Page("Picker"))
    picker.settle(with: 1)
    try await town.friends.present(picker)
    let picked = Task { try await picker.result() }
    await tasksHaveBegun()
    picker.settle(with: 2)
    picker.settle(with: 3)
    #expect(town.shown == ["Friends", "Picker"])
    try town.tree.performAsUser(.dismiss(1))
    picker.settle(with: 4)
    #expect(try await picked.value == 2)
    #expect(try await picker.result() == 2)
  }

  @Test("3.17 What is settled once the screen has left without a result counts for nothing")
  func settledTooLate() async throws {
    let town = try await Town()
    let picker = PickerCoordinator(Page("Picker"))
    try await town.friends.present(picker)
    try town.tree.performAsUser(.dismiss(1))
    picker.settle(with: 1)
    #expect(try await picker.result() == nil)
  }

  /// Is done before its screen comes, which never does.
  private final class HastyCoordinator: ManualCoordinator<Page>, ResultCoordinator {
    typealias Output = Int

    override func start() throws {
      settle(with: 1)
      throw Broken()
    }
  }

  @Test("3.17 What is settled in start counts for nothing if the screen does not come")
  func settledInStart() async throws {
    let town = try await Town()
    let picker = HastyCoordinator(Page("Picker"))
    await #expect(throws: Broken.self) { try await town.friends.present(picker) }
    #expect(try await picker.result() == nil)
  }

  @Test("3.1 A coordinator says where its screen is, and that it is not on screen yet")
  func hosts() async throws {
    let town = try await Town()
    let picker = PickerCoordinator(Page("Picker"))
    let error = #expect(throws: RoutingError.self) { _ = try picker.host }
    #expect(error?.code == .notOnScreen)
    try await town.friends.present(picker)
    #expect(try picker.host === town.tree)
  }

  @Test("3.17 A result is that of the screen's last stay")
  func resultsOfLaterStays() async throws {
    let town = try await Town()
    let picker = PickerCoordinator(Page("Picker"))
    try await town.friends.push(picker)
    try await picker.finish(with: 1)
    try await town.friends.push(picker)
    try await picker.pop()
    #expect(try await picker.result() == nil)
    try await town.friends.push(picker)
    try await picker.finish(with: 2)
    #expect(try await picker.result() == 2)
  }

  @Test("3.17 Who waits gets the result of the stay he waited for, also if the next begins at once")
  func resultsOfEarlierStays() async throws {
    let town = try await Town()
    let picker = PickerCoordinator(Page("Picker"))
    try await town.friends.push(picker)
    let first = Task { try await picker.result() }
    await tasksHaveBegun()
    try await picker.finish(with: 1)
    try await town.friends.push(picker)
    let second = Task { try await picker.result() }
    #expect(try await first.value == 1)
    try await picker.finish(with: 2)
    #expect(try await second.value == 2)
  }

  @Test("3.17 All who wait get the result, and each once")
  func severalWaiters() async throws {
    let town = try await Town()
    let picker = PickerCoordinator(Page("Picker"))
    try await town.friends.push(picker)
    let waiting = (1...3).map { _ in Task { try await picker.result() } }
    await tasksHaveBegun()
    try await picker.finish(with: 5)
    for task in waiting { #expect(try await task.value == 5) }
  }

  @Test("3.17 The first of two results counts; the second is an error")
  func finishingTwice() async throws {
    let town = try await Town()
    let picker = PickerCoordinator(Page("Picker"))
    try await town.friends.push(picker)
    try await picker.finish(with: 1)
    #expect(await code { try await picker.finish(with: 2) } == .notOnScreen)
    #expect(try await picker.result() == 1)
  }

  @Test("3.17 A result that was settled before its screen leaves is not finished with another one")
  func finishingAfterSettling() async throws {
    let town = try await Town()
    let picker = PickerCoordinator(Page("Picker"))
    try await town.friends.push(picker)
    picker.settle(with: 1)
    #expect(await code { try await picker.finish(with: 2) } == .notOnScreen)
    try await picker.pop()
    #expect(try await picker.result() == 1)
  }

  @Test("3.17 A result counts for nothing while the dismissal is rejected")
  func rejectedFinish() async throws {
    let town = try await Town()
    let picker = PickerCoordinator(Page("Picker"))
    try await town.friends.push(picker)
    picker.allowsDismissal = false
    #expect(await code { try await picker.finish(with: 1) } == .dismissalRejected)
    picker.allowsDismissal = true
    let waiting = Task { try await picker.result() }
    await tasksHaveBegun()
    try town.tree.performAsUser(.pop(to: #require(town.tree.state.shown.first).id))
    #expect(try await waiting.value == nil)
  }

  @Test("3.17 A result counts though the move is refused once the user has left; so does the next")
  func refusedTooLate() async throws {
    let (town, barrier) = (try await Town(), Barrier())
    let picker = PickerCoordinator(Page("Picker"))
    var asked = 0
    town.wireframe.observeLeaving { _ in
      asked += 1
      let isFirst = asked == 1
      await barrier.pass()
      return isFirst ? .stay("unsaved") : .leave
    }
    try await town.friends.present(picker)
    let first = Task { try await picker.finish(with: 1) }
    await barrier.waitForArrivals()
    try town.tree.performAsUser(.dismiss(1))
    #expect(try await picker.result() == 1)
    try await town.friends.present(picker)
    let second = Task { try await picker.finish(with: 2) }
    await barrier.waitForArrivals(2)
    barrier.open()
    try await first.value
    try await second.value
    #expect(try await picker.result() == 2)
  }

  @Test("3.17 Who is cancelled waits no longer; the screen stays, and its result is for the others")
  func cancellation() async throws {
    let town = try await Town()
    let picker = PickerCoordinator(Page("Picker"))
    try await town.friends.push(picker)
    let (cancelled, other) = (
      Task { try await picker.result() }, Task { try await picker.result() }
    )
    await tasksHaveBegun()
    cancelled.cancel()
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    #expect(town.shown == ["Friends", "Picker"])
    let late = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await picker.result()
    }
    await #expect(throws: CancellationError.self) { try await late.value }
    try await picker.finish(with: 3)
    #expect(try await other.value == 3)
  }

  @Test("3.17 Who waits for a coordinator that was never shown gets an error")
  func neverShown() async throws {
    #expect(await code { _ = try await PickerCoordinator(Page("a")).result() } == .notOnScreen)
  }

  @Test("3.17 Nobody hangs, and nothing stays alive, when the host goes while a result is awaited")
  func hostGoes() async throws {
    var town: Town? = try await Town()
    weak var tree: NavigationTree<Page>?
    tree = town?.tree
    let (waiting, links) = try await showAndWait(in: #require(town))
    await tasksHaveBegun()
    town = nil
    #expect(tree == nil)
    #expect(try await waiting.value == nil)
    // A task lets go of what it held once it has ended, on another thread.
    #expect(await eventually { links.allSatisfy { $0.object == nil } })
  }

  @MainActor
  private final class Wait {
    var hasBegun = false
    var hasEnded = false
  }

  @Test("3.17 Who waits for a result gets none when the window is closed, though the host stays")
  func windowCloses() async throws {
    let (town, wait) = (try await Town(), Wait())
    let picker = PickerCoordinator(Page("Picker"))
    try await town.friends.present(picker)
    let waiting = Task {
      wait.hasBegun = true
      let result = try await picker.result()
      wait.hasEnded = true
      return result
    }
    #expect(await eventually { wait.hasBegun })
    town.wireframe.close()
    try #require(await eventually { wait.hasEnded })
    #expect(try await waiting.value == nil)
    let late = Wait()
    Task {
      _ = try? await picker.result()
      late.hasEnded = true
    }
    #expect(await eventually { late.hasEnded })
  }

  @Test("3.17 In a window that is closed no coordinator shows another one, though the host stays")
  func closedWindow() async throws {
    let town = try await Town()
    town.wireframe.close()
    await tasksHaveBegun()
    #expect(await code { try await town.friends.push(named("Late")) } == .cancelled)
    #expect(await code { try await town.friends.present(named("Late")) } == .cancelled)
    #expect(town.shown == ["Friends"])
  }

  @Test("3.17 A cancelled wait keeps no coordinator alive")
  func cancelledWaitLeaksNothing() async throws {
    let town = try await Town()
    let (waiting, links) = try await showAndWait(in: town)
    await tasksHaveBegun()
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(links.allSatisfy { $0.object != nil })
    try await town.tree.pop()
    // A task lets go of what it held once it has ended, on another thread.
    #expect(await eventually { links.allSatisfy { $0.object == nil } })
  }

  @Test("3.17 Cancelled waits leave nothing behind, though the coordinator stays on screen")
  func cancelledWaitsAreForgotten() async throws {
    var tree: NavigationTree<Page>? = NavigationTree()
    // Each wait has it, and the host.
    let activity = Weak(try #require(tree).events.activity)
    let picker = PickerCoordinator(Page("Picker"))
    try await #require(tree).setRoot(picker)
    let waiting = (1...3).map { _ in Task { try await picker.result() } }
    await tasksHaveBegun()
    for task in waiting {
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    tree = nil
    #expect(activity.object == nil)
    #expect(try await picker.result() == nil)
  }

  private func showAndWait(in town: Town) async throws -> (Task<Int?, any Error>, [Weak]) {
    let picker = PickerCoordinator(Page("Picker"))
    try await town.friends.push(picker)
    return (Task { try await picker.result() }, [Weak(picker), Weak(picker.node)])
  }
}
/// A way to leave a picker in a modal stack without a result.
struct Leaving: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let leave: @MainActor @Sendable (Town) async throws -> Void

  static let all: [Leaving] = [
    Leaving(testDescription: "dismiss") { try await $0.top.dismiss() },
    Leaving(testDescription: "swipe down") { try $0.tree.performAsUser(.dismiss(1)) },
    Leaving(testDescription: "a push below") { try await $0.friends.push(named("next")) },
    Leaving(testDescription: "a replacement") { try await $0.tree.replaceTop(Page("Other")) },
    Leaving(testDescription: "a new root") { try await $0.tree.setRoot(Page("New")) },
    Leaving(testDescription: "a new root coordinator") {
      try await $0.tree.setRoot(FriendsCoordinator())
    },
  ]
}
