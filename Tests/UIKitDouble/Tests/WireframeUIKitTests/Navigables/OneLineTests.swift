import Testing
import UIKit
import WireframeCore
import WireframeUIKit

/// The common jumps, each one line on the controller.
@MainActor
@Suite(.hangsNever)
struct OneLineTests {
  let stage = Stage()

  private var top: UIViewController {
    get throws { try #require(stage.host.topController) }
  }

  @Test(
    "4.12 wireframeHost.push, present, replaceTop and popOrDismiss are lines of a view controller")
  func jumps() async throws {
    try await stage.show("home")
    try await stage.run { try await top.wireframeHost.push(Screen("list")) }
    #expect(try top.navigationController?.viewControllers.count == 2)
    try await stage.run {
      try await top.wireframeHost.present(Screen("help"), option: .modal(.sheet))
    }
    #expect(try top.presentingViewController === stage.window.rootViewController)
    #expect(stage.titles == ["home", "list", "help"])
    try await stage.run { try await top.wireframeHost.popOrDismiss() }
    try await stage.run { try await top.wireframeHost.replaceTop(Screen("other")) }
    #expect(stage.titles == ["home", "other"])
    try await stage.run { try await top.wireframeHost.popOrDismiss() }
    #expect(stage.titles == ["home"])
    #expect(await code { try await top.wireframeHost.popOrDismiss() } == .nothingToLeave)
    #expect(stage.window.faults.isEmpty)
  }

  @Test("4.12 wireframeHost.back goes back to a controller, navigation.setRoot begins anew")
  func back() async throws {
    try await stage.show("home", "list", "detail")
    let home = try #require(stage.host.state.shown.first?.controller)
    try await stage.run { try await top.wireframeHost.present(Screen("help")) }
    try await stage.run { try await top.wireframeHost.back(to: home) }
    #expect(stage.titles == ["home"])
    try await stage.run { try await home.wireframeHost.setRoot(Screen("new")) }
    #expect(stage.titles == ["new"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("4.12 wireframeHost.selectTab shows a tab as it was left") func tabs() async throws {
    let tabs = UITabBarController()
    tabs.viewControllers = ["one", "two"].map {
      let stack = UINavigationController(rootViewController: Screen($0))
      stack.tabBarItem.title = $0
      return stack
    }
    try await stage.run { try await stage.host.setRoot(tabs, hasStack: false) }
    try await stage.run { try await top.wireframeHost.push(Screen("a")) }
    try await stage.run { try await top.wireframeHost.selectTab("two") }
    #expect(stage.titles == ["two"])
    try await stage.run { try await top.wireframeHost.selectTab("one") }
    #expect(stage.titles == ["one", "a"])
    #expect(await code { try await top.wireframeHost.selectTab("three") } == .noTab)
  }

  @Test("4.12 A leave guard is asked before a line removes a screen") func leaveGuard()
    async throws
  {
    let draft = Draft()
    stage.wireframe.add(leaveGuard: draft)
    stage.wireframe.guardLeaving(on: stage.host)
    try await stage.show("home", "draft")
    #expect(await code { try await top.wireframeHost.pop() } == .leaveRefused)
    #expect(await code { try await top.wireframeHost.replaceTop(Screen("a")) } == .leaveRefused)
    #expect(await code { try await top.wireframeHost.setRoot(Screen("a")) } == .leaveRefused)
    #expect(stage.titles == ["home", "draft"])
    #expect(draft.asked == ["draft", "draft", "draft"])
    draft.mayLeave = true
    try await stage.run { try await top.wireframeHost.pop() }
    #expect(stage.titles == ["home"])
  }

  @Test("4.12 A controller in no window has no host, and says so") func noWindow() {
    let error = #expect(throws: UIKitError.self) { try Screen("lost").wireframeHost }
    #expect(error?.code == .noHost)
  }
}

private final class Draft: LeaveGuard {
  var mayLeave = false
  var asked: [String] = []

  func decision(onLeaving leaving: LeavingScreen) -> LeaveDecision {
    guard let screen = leaving.controller as? Screen, screen.title == "draft" else {
      return .leave
    }
    asked.append("draft")
    return mayLeave ? .leave : .stay("unsaved")
  }
}
