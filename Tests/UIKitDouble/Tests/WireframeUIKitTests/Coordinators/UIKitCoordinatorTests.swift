import Testing
import UIKit
import WireframeCoordinators
import WireframeCore
import WireframeUIKit

@MainActor
@Suite(.hangsNever)
struct UIKitCoordinatorTests {
  @Test("3.1 A coordinator is made, put into the window, and started; 3.14 it pushes friends")
  func friends() async throws {
    let town = try await Town()
    #expect(town.stage.titles == ["friends"])
    #expect(town.stage.window.rootViewController is UINavigationController)
    let list = try #require(try town.top as? FriendsController)
    try await town.run { try await list.tap("Ada") }
    #expect(town.stage.titles == ["friends", "Ada"])
    let info = try #require(try town.top as? InfoController)
    try await town.run { try await info.tapMap() }
    #expect(town.stage.titles == ["friends", "Ada", "map of Ada"])
    let map = try #require(town.stage.host.state.layers.last).selectedStack
    #expect(map.canPush && map.entries.count == 1)
    try await town.run { try await town.top.go.dismiss() }
    #expect(town.stage.titles == ["friends", "Ada"])
    #expect(town.stage.window.faults.isEmpty)
  }

  @Test("3.17 A result goes back by delegate, and the screen leaves as it came") func delegate()
    async throws
  {
    let town = try await Town()
    try await town.run { try await town.friends.pushInfo(friend: "Ada") }
    let info = try #require(try town.top as? InfoController)
    try await town.run { try await info.tapUnfriend() }
    #expect(town.friends.friends == ["Bo"])
    #expect(town.stage.titles == ["friends"])
    #expect(town.friends.node.children.isEmpty)
  }

  @Test("3.10 go.present, go.push, go.pop and go.dismiss move the window's screens") func moves()
    async throws
  {
    let town = try await Town()
    try await town.run { try await town.top.go.push(named("a")) }
    try await town.run { try await town.top.go.present(named("b")) }
    #expect(town.stage.titles == ["friends", "a", "b"])
    #expect(try town.top.presentingViewController != nil)
    try await town.run { try await town.top.go.dismiss() }
    try await town.run { try await town.top.go.pop() }
    #expect(town.stage.titles == ["friends"])
    #expect(town.stage.window.faults.isEmpty)
  }

  @Test("3.11 popOrDismiss leaves as the screen came, pushOrPresent shows as it can")
  func asItCan() async throws {
    let town = try await Town()
    try await town.run { try await town.friends.pushOrPresent(named("a")) }
    #expect(town.stage.host.state.layers.count == 1)
    try await town.run { try await town.top.go.present(named("b")) }
    try await town.run { try await town.top.go.pushOrPresent(named("c")) }
    #expect(town.stage.host.state.layers.count == 3)
    for count in [3, 2, 1] {
      try await town.run { try await town.top.go.popOrDismiss() }
      #expect(town.stage.titles.count == count)
    }
    #expect(await code { try await town.friends.popOrDismiss() } == .nothingToLeave)
  }

  @Test("3.10 A stack that is presented looks as its option says")
  func lookOfAStack() async throws {
    let town = try await Town()
    let stack = NavigationCoordinator(root: named("stack"))
    try await town.run {
      try await town.friends.present(stack, option: .sheet([.medium], isSwipeable: false))
    }
    let shown = try town.stage.stack
    #expect(shown.sheetPresentationController?.detents.map(\.identifier) == [.medium])
    #expect(shown.isModalInPresentation)
    try await town.run { try await stack.push(named("above")) }
    #expect(town.stage.titles == ["friends", "stack", "above"])
    #expect(town.stage.window.faults.isEmpty)
  }

  @Test("3.16 A navigation coordinator wraps its root, which is not popped") func rootStays()
    async throws
  {
    let town = try await Town()
    #expect(await code { try await town.friends.pop() } == .nothingToLeave)
    #expect(await code { try await town.app.pop() } == .nothingToLeave)
    try town.stage.stack.swipeBack()
    await town.stage.rest()
    #expect(town.stage.titles == ["friends"])
    #expect(town.friends.node.parent === town.app)
  }

  @Test("3.19 Pushing with no navigation controller is an error, and nothing is shown")
  func noStack() async throws {
    let stage = Stage()
    let alone = named("alone")
    try await stage.run { try await stage.host.setRoot(alone) }
    #expect(await code { try await alone.push(named("a")) } == .noStack)
    #expect(stage.titles == ["alone"])
    #expect(alone.node.children.isEmpty)
  }

  @Test(
    "3.20 allowsDismissal == false rejects coordinators, moves in one line and routings, not the user"
  )
  func dismissal() async throws {
    let town = try await Town()
    let editor = named("editor")
    try await town.run { try await town.friends.push(editor) }
    editor.allowsDismissal = false
    #expect(await code { try await editor.pop() } == .dismissalRejected)
    #expect(await code { try await town.top.wireframeHost.pop() } == .dismissalRejected)
    try town.stage.wireframe.register("/new", option: .root) { _ in Screen("new") }
    #expect(await code { try await town.stage.wireframe.route(to: "/new") } == .dismissalRejected)
    // What it shows does not leave either, if that takes it along.
    #expect(town.stage.titles == ["friends", "editor"])
    try town.stage.stack.swipeBack()
    await town.stage.rest()
    #expect(town.stage.titles == ["friends"])
    let modal = named("modal")
    try await town.run { try await town.friends.present(modal) }
    modal.allowsDismissal = false
    #expect(await code { try await modal.dismiss() } == .dismissalRejected)
    #expect(await code { try await town.friends.push(named("a")) } == .dismissalRejected)
    modal.allowsDismissal = true
    try await town.run { try await modal.dismiss() }
    #expect(town.stage.titles == ["friends"])
  }

  @Test("3.23 A coordinator is the destination of a URL route, and go routes to a URL")
  func routes() async throws {
    let town = try await Town()
    try town.stage.wireframe.register("/friends/:name", option: .push, under: town.app) { route in
      InfoCoordinator(friend: try route["name"])
    }
    try await town.run { try await town.top.go.route(to: "/friends/Ada") }
    #expect(town.stage.titles == ["friends", "Ada"])
    #expect(try town.top.go(as: InfoCoordinator.self).node.parent === town.friends)
    try town.stage.stack.tapBackButton()
    await town.stage.rest()
    #expect(town.friends.node.children.isEmpty)
  }
}

@MainActor
func named(_ title: String) -> ManualCoordinator<UIViewController> {
  ManualCoordinator(Screen(title))
}
