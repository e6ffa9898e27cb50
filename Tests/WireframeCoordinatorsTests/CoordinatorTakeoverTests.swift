import TestSupport
import Testing
import WireframeCore
import WireframeCoordinators

/// Two coordinators of one controller, one after the other.
@MainActor
@Suite(.hangsNever)
struct CoordinatorTakeoverTests {
  @Test("A second coordinator of a controller that the host refuses leaves the first in its place")
  func refused() async throws {
    let town = try await Town()
    let page = Page("cached")
    let first = PickerCoordinator(page)
    try await town.friends.push(first)
    let waiting = Task { try await first.result() }
    await tasksHaveBegun()
    let second = ManualCoordinator(page)
    #expect(await code { try await town.friends.push(second) } == .alreadyOnScreen)
    let stack = NavigationCoordinator(root: ManualCoordinator(page))
    #expect(await code { try await town.friends.present(stack) } == .alreadyOnScreen)
    #expect(town.shown == ["Friends", "cached"])
    #expect(try page.go === first)
    #expect(try page.go(as: NavigationCoordinator<Page>.self) === town.app)

    try town.tree.performAsUser(.pop(to: #require(town.tree.state.shown.first).id))
    #expect(town.friends.node.children.isEmpty)
    #expect(try await waiting.value == nil)
    try await town.friends.push(second)
    #expect(try page.go === second)
  }

  @Test("A route's second coordinator of a cached controller leaves the first in its place")
  func refusedRoute() async throws {
    let town = try await Town()
    let page = Page("cached")
    try town.wireframe.register("/cached", under: town.app) { _ in ManualCoordinator(page) }
    try await town.wireframe.route(to: "/cached")
    let first = Weak(try page.go)
    #expect(await code { try await town.wireframe.route(to: "/cached") } == .alreadyOnScreen)
    #expect(try page.go === first.object)
    #expect(town.friends.node.children.count == 1)
    try await town.top.pop()
    #expect(first.object == nil)
    #expect(town.friends.node.children.isEmpty)
  }

  @Test("A coordinator that would take a controller over does not answer for the one that has it")
  func keptByTheFirst() async throws {
    let town = try await Town()
    let page = Page("cached")
    let first = PickerCoordinator(page)
    try await town.friends.present(first)
    first.allowsDismissal = false
    #expect(
      await code { try await town.friends.push(ManualCoordinator(page)) } == .dismissalRejected)
    #expect(town.shown == ["Friends", "cached"])
    #expect(try page.go === first)
  }

  @Test("A second coordinator of a controller that is about to come takes no result of the first")
  func comingTwice() async throws {
    let (town, page, barrier) = (try await Town(), Page("cached"), Barrier())
    try await town.friends.present(named("Modal"))
    town.wireframe.observeLeaving { _ in
      await barrier.pass()
      return .leave
    }
    let picker = PickerCoordinator(page)
    let first = Task {
      try await town.friends.push(picker)
      return try await picker.result()
    }
    await barrier.waitForArrivals()
    let second = Task { try await town.friends.push(ManualCoordinator(page)) }
    await tasksHaveBegun()
    barrier.open()
    #expect(await code { try await second.value } == .alreadyOnScreen)
    #expect(await eventually { town.shown == ["Friends", "cached"] })
    try await page.go(as: PickerCoordinator.self).finish(with: 7)
    #expect(try await first.value == 7)
  }

  @Test("A coordinator that takes a controller over releases the one that had it")
  func takenOver() async throws {
    let town = try await Town()
    let page = Page("cached")
    let first = PickerCoordinator(page)
    try await town.friends.present(first)
    let waiting = Task { try await first.result() }
    await tasksHaveBegun()
    // The push takes the modal away, and the same controller comes back in the same move.
    let second = ManualCoordinator(page)
    try await town.friends.push(second)
    #expect(town.shown == ["Friends", "cached"])
    #expect(try await waiting.value == nil)
    #expect(town.friends.node.children.map { $0 === second } == [true])
    try await page.go.push(named("next"))

    let third = ManualCoordinator(page)
    try await town.tree.setRoot(NavigationCoordinator(root: third))
    #expect(try page.go === third)
    #expect(town.friends.node.children.isEmpty)
    let fourth = ManualCoordinator(page)
    try fourth.connect(to: town.tree)
    #expect(try page.go === fourth)
    #expect(await code { try await third.popOrDismiss() } == .notOnScreen)
  }
}
