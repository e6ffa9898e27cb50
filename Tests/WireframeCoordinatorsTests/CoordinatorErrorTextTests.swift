import Testing
import TestSupport
import WireframeCore
import WireframeCoordinators

/// The exact sentences of what coordinators throw.
@MainActor
@Suite(.hangsNever)
struct CoordinatorErrorTextTests {
  @Test("What coordinators throw names the coordinator and says how to fix it")
  func coordinators() async throws {
    let town = try await Town()
    let (tree, lone, info) = (NavigationTree<Page>(), named("lone"), InfoCoordinator(friend: "Ada"))
    try await tree.setRoot(lone)
    let stack = NavigationCoordinator(root: named("stack"))
    let rejecting = NavigationCoordinator(root: named("rejecting"))
    try await town.friends.present(rejecting)
    rejecting.allowsDismissal = false
    let texts = [
      await text { _ = try Page("s3cret").go },
      await text { _ = try town.friends.controller.go(as: MapCoordinator.self) },
      await text { try await lone.route(to: "/s3cret") },
      await text { try await rejecting.push(town.friends) },
      await text { try await info.pop() },
      await text { try await lone.push(info) },
      await text { try await town.app.push(stack) },
      await text { try await rejecting.dismiss() },
      await text { try await town.friends.present(named("drawer"), option: Drawer()) },
    ]
    #expect(
      texts == [
        "'Page' has no coordinator, and neither has its container. Show it with a coordinator, and "
          + "retain the root coordinator in the app.",
        "'FriendsPage' has no coordinator of type 'MapCoordinator'. Its coordinators are: "
          + "'FriendsCoordinator', 'NavigationCoordinator'.",
        "'ManualCoordinator' has no wireframe to route with. Pass one to 'setRoot(_:router:)', and "
          + "retain it in the app.",
        "'FriendsCoordinator' is already shown. Make another one, or let it leave first.",
        "'InfoCoordinator' is not on screen: it was never shown, has left, or is leaving. Show it with "
          + "another coordinator, or with 'setRoot(_:router:)'.",
        "The screen of 'ManualCoordinator' is in no stack to push onto. Show it in a "
          + "'NavigationCoordinator', or call 'pushOrPresent'.",
        "'NavigationCoordinator' has its own stack, and can neither be pushed onto another stack nor be "
          + "its root. Present it, or use its root coordinator instead.",
        "'NavigationCoordinator' does not allow its screen to be popped or dismissed. Set "
          + "'allowsDismissal' to true first.",
        "No presenter of the app's own presents the option 'Drawer'. Add one to the wireframe of the "
          + "root coordinator, or present with a modal option.",
      ])
  }

  @Test("What routes to coordinators throw names the pattern and says how to fix it")
  func destinations() async throws {
    let (wireframe, tree) = (Wireframe<Page>(defaultOption: .push), NavigationTree<Page>())
    wireframe.addStandardPresenters(on: tree)
    let app = named("app")
    try wireframe.register("/friends/:name", under: app) { _ in named("info") }
    let gone = await text { try await wireframe.route(to: "/friends/s3cret") }
    try await tree.setRoot(app)
    let embedded = await text { _ = try await wireframe.controller(for: "/friends/s3cret") }
    let texts = [gone, embedded]
    #expect(
      texts == [
        "The route '/friends/:name' shows a coordinator, but the root coordinator is gone or not "
          + "connected. Retain it in the app, and call 'setRoot(_:router:)' with it first.",
        "The route '/friends/:name' shows a coordinator, which leaves with its screen, and cannot be "
          + "embedded. Register a pattern with a closure that makes only the screen.",
      ])
  }

  private func text(
    _ location: SourceLocation = #_sourceLocation, of body: @MainActor () async throws -> Void
  ) async -> String? {
    let error = await #expect(throws: RoutingError.self, sourceLocation: location) {
      try await body()
    }
    return error?.description
  }
}
