import TestSupport
import Testing
import WireframeCore
import WireframeCoordinators
import WireframeTesting

/// Coordinators whose routing loads while another one has its turn.
@MainActor
@Suite(.hangsNever)
struct CoordinatorMeanwhileTests {
  @MainActor
  private final class Key { var isOpen = true }

  @Test("A coordinator whose screen is still to come lives on while a sign-out shows a gate")
  func coming() async throws {
    let town = try await Town()
    let (key, barrier) = (Key(), Barrier())
    try town.wireframe.register("/login", option: .modal) { _ in Page("Log in") }
    town.wireframe.addGate(for: "login", at: "/login") { key.isOpen }
    try town.wireframe.register("/secret", option: .push, tags: ["login"]) { _ in Page("Secret") }
    try town.wireframe.register("/map", option: .push, under: town.app) { _ in
      MapCoordinator(friend: "Ada")
    }
    try town.wireframe.register("/map/pin", option: .push, place: .under("/map")) { _ in
      await barrier.pass()
      return Page("Pin")
    }
    try await town.wireframe.route(to: "/secret")
    let link = Task { try await town.wireframe.route(to: "/map/pin", landing: .underParents) }
    await barrier.waitForArrivals()
    key.isOpen = false
    try await town.wireframe.reevaluate()
    barrier.open()
    _ = try await link.value
    let map = try #require(
      town.tree.state.entries.first { $0.controller.description == "Map of Ada" })
    let coordinator = try map.controller.go(as: MapCoordinator.self)
    #expect(coordinator.node.parent != nil)
    #expect(try coordinator.host === town.tree)
  }

  @Test("A coordinator whose screen waits for its placeholder's time lives on while others route")
  func placeholder() async throws {
    let (tree, clock, barrier) = (NavigationTree<Page>(), ManualClock(), Barrier())
    let wireframe = Wireframe<Page>(
      defaultOption: .push, limits: RoutingLimits(provide: nil, present: nil), clock: clock)
    wireframe.addStandardPresenters(on: tree)
    let app = NavigationCoordinator(root: FriendsCoordinator())
    try await tree.setRoot(app, router: wireframe)
    wireframe.addPlaceholder(for: "/map") { _, _ in Page("Loading") }
    try wireframe.register("/help", option: .modal) { _ in Page("Help") }
    try wireframe.register("/map", under: app) { _ in
      await barrier.pass()
      return MapCoordinator(friend: "Ada")
    }
    let tap = Task { try await wireframe.route(to: "/map") }
    await barrier.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(300))
    #expect(await eventually { tree.state.top?.isPlaceholder == true })
    barrier.open()
    await tasksHaveBegun()
    try await wireframe.route(to: "/help")
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(300))
    _ = try await tap.value
    let map = try #require(tree.state.entries.first { $0.controller.description == "Map of Ada" })
    #expect(try map.controller.go(as: MapCoordinator.self).node.parent != nil)
  }

  @Test("A coordinator that is made while the link of its placeholder loads on lives on")
  func placeholderBelow() async throws {
    let (tree, clock) = (NavigationTree<Page>(), ManualClock())
    let (ofMap, ofPin) = (Barrier(), Barrier())
    let wireframe = Wireframe<Page>(
      defaultOption: .push, limits: RoutingLimits(provide: nil, present: nil), clock: clock)
    wireframe.addStandardPresenters(on: tree)
    let app = NavigationCoordinator(root: FriendsCoordinator())
    try await tree.setRoot(app, router: wireframe)
    wireframe.addPlaceholder(for: "/map") { _, _ in Page("Loading") }
    try wireframe.register("/map", under: app) { _ in
      await ofMap.pass()
      return MapCoordinator(friend: "Ada")
    }
    try wireframe.register("/map/pin", place: .under("/map")) { _ in
      await ofPin.pass()
      return Page("Pin")
    }
    let link = Task { try await wireframe.route(to: "/map/pin", landing: .underParents) }
    await ofMap.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(300))
    await ofPin.waitForArrivals()
    ofMap.open()
    await tasksHaveBegun()
    ofPin.open()
    _ = try await link.value
    #expect(tree.state.entries.contains { $0.isPlaceholder })
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(300))
    #expect(await eventually { !tree.state.entries.contains(where: \.isPlaceholder) })
    let map = try #require(tree.state.entries.first { $0.controller.description == "Map of Ada" })
    #expect(try map.controller.go(as: MapCoordinator.self).node.parent != nil)
  }

  @Test("A second tap that is refused as busy ends no coordinator of the first")
  func busy() async throws {
    let (tree, barrier) = (NavigationTree<Page>(), Barrier())
    let wireframe = Wireframe<Page>(defaultOption: .push, policy: .rejectWhileBusy, limits: .none)
    wireframe.addStandardPresenters(on: tree)
    let app = NavigationCoordinator(root: FriendsCoordinator())
    try await tree.setRoot(app, router: wireframe)
    try wireframe.register("/map", under: app) { _ in MapCoordinator(friend: "Ada") }
    try wireframe.register("/map/pin", place: .under("/map")) { _ in
      await barrier.pass()
      return Page("Pin")
    }
    let link = Task { try await wireframe.route(to: "/map/pin", landing: .underParents) }
    await barrier.waitForArrivals()
    #expect(await code { try await wireframe.route(to: "/map") } == .busy)
    barrier.open()
    _ = try await link.value
    let map = try #require(tree.state.entries.first { $0.controller.description == "Map of Ada" })
    #expect(try map.controller.go(as: MapCoordinator.self).node.parent != nil)
  }
}
