import Testing
import UIKit
import WireframeCoordinators
import WireframeCore
import WireframeUIKit

/// Coordinators of navigation and tab bar controllers of the app's own: the host knows only their children.
@MainActor
@Suite(.hangsNever)
struct ContainerTests {
  @Test("3.10 The coordinator of tabs is the root: it pushes onto the shown tab, and presents")
  func tabs() async throws {
    let tabs = UITabBarController()
    tabs.viewControllers = ["one", "two"].map {
      UINavigationController(rootViewController: Screen($0))
    }
    let (stage, root) = (Stage(), ManualCoordinator<UIViewController>(tabs))
    try await stage.run { try await stage.host.setRoot(root, router: stage.wireframe) }
    let one = try #require(stage.host.topController)
    #expect(try one.go === root)
    tabs.tap(tab: 1)
    await stage.rest()
    try await stage.run { try await root.push(named("a")) }
    #expect(stage.titles == ["two", "a"])
    try await stage.run { try await root.present(named("b")) }
    #expect(stage.titles == ["two", "a", "b"])
    #expect(root.node.children.count == 2)
    #expect(await code { try await root.popOrDismiss() } == .nothingToLeave)
    try await stage.run { try await stage.host.setRoot(Screen("end")) }
    #expect(root.node.children.isEmpty)
    #expect(await code { try await root.push(named("c")) } == .notOnScreen)
  }

  @Test("3.22 The coordinator of a stack of the app's own is released by whatever way it leaves")
  func stack() async throws {
    let town = try await Town()
    for way in 0...2 {
      var links: [Weak] = []
      try await present(in: town, &links)
      #expect(town.stage.titles == ["friends", "inner", "pushed"])
      #expect(town.friends.node.children.count == 1)
      switch way {
      case 0: try town.top.navigationController?.swipeDown()
      case 1: try town.top.dismiss(animated: true)
      default: try await town.run { try await town.friends.node.children.first?.popOrDismiss() }
      }
      await town.stage.rest()
      #expect(town.stage.titles == ["friends"])
      #expect(town.friends.node.children.isEmpty)
      #expect(links.allSatisfy { $0.object == nil }, "way \(way)")
    }
  }

  private func present(in town: Town, _ links: inout [Weak]) async throws {
    let stack = UINavigationController(rootViewController: Screen("inner"))
    let coordinator = ManualCoordinator<UIViewController>(stack)
    links = [Weak(stack), Weak(coordinator)]
    try await town.run { try await town.friends.present(coordinator, option: .modal(.sheet)) }
    try await town.run { try await coordinator.push(named("pushed")) }
  }

  @Test("3.20 The coordinator of a stack of the app's own may forbid its dismissal")
  func dismissal()
    async throws
  {
    let town = try await Town()
    let stack = ManualCoordinator<UIViewController>(
      UINavigationController(rootViewController: Screen("inner")))
    try await town.run { try await town.friends.present(stack) }
    stack.allowsDismissal = false
    #expect(await code { try await stack.dismiss() } == .dismissalRejected)
    #expect(await code { try await town.stage.host.dismiss() } == .dismissalRejected)
    #expect(await code { try await town.friends.push(named("a")) } == .dismissalRejected)
    // All above its first screen leaves.
    try await town.run { try await stack.push(named("pushed")) }
    try await town.run { try await town.stage.host.pop() }
    #expect(town.stage.titles == ["friends", "inner"])
  }
}
