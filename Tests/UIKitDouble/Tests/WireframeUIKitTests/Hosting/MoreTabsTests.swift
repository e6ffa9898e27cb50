import Testing
import UIKit
import WireframeCore
import WireframeUIKit

/// Tabs of iOS 18 for which the bar has no room: UIKit tells nobody that their list is shown.
@MainActor
@Suite(.hangsNever)
struct MoreTabsTests {
  let stage = Stage()

  private func makeTabs() -> [UITab] {
    ["home", "cart", "help"].map { name in
      UITab(title: name, identifier: name) { _ in
        name == "help"
          ? Screen(name) : UINavigationController(rootViewController: Screen(name))
      }
    }
  }

  @Test("U1 The list is shown, and none of the tabs of iOS 18, though one is still selected")
  func list() async throws {
    let (stage, host, tabs) = (stage, stage.host, makeTabs())
    let controller = UITabBarController(tabs: tabs)
    try await stage.run { try await host.setRoot(controller) }
    controller.tapMore()
    await stage.rest()
    #expect(controller.selectedTab === tabs[0])
    #expect(host.state.layers[0].stacks.map(\.name) == ["home", "cart", "help", ""])
    #expect(host.state.layers[0].selected == 3)
    // A move leads back to the tab that is selected already.
    try await stage.run { try await host.selectTab("home") }
    #expect(stage.titles == ["home"])
    #expect(host.state.layers[0].stacks.count == 3)
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U1 A tab of iOS 18 that the user chooses in the list is the one that is shown")
  func chosen() async throws {
    let (stage, host, tabs) = (stage, stage.host, makeTabs())
    let controller = UITabBarController(tabs: tabs)
    try await stage.run { try await host.setRoot(controller) }
    controller.tapMore()
    await stage.rest()
    let news = News(of: host)
    controller.chooseInMore(tabs[2])
    await stage.rest()
    #expect(stage.titles == ["help"])
    #expect(news.take().count == 1)
    controller.moreNavigationController.popViewController(animated: false)
    await stage.rest()
    #expect(host.state.layers[0].selected == 3)
    controller.chooseInMore(tabs[2])
    try await stage.run { try await host.selectTab("cart") }
    #expect(stage.titles == ["cart"])
    #expect((host.topController as? Screen)?.isVisible == true)
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U18 A tap on the tab of iOS 18 that was shown before the list is no second tap")
  func firstTap() async throws {
    let (stage, host, tabs) = (stage, stage.host, makeTabs())
    var count = 0
    try stage.wireframe.register("/edit", option: .push, tags: ["editor"]) { _ in Screen("edit") }
    stage.wireframe.observeLeaving(tag: "editor") { _ in
      count += 1
      return .stay("changes")
    }
    let controller = UITabBarController(tabs: tabs)
    try await stage.run { try await host.setRoot(controller) }
    try await stage.run { try await stage.wireframe.route(to: "/edit") }
    controller.tapMore()
    await stage.rest()
    controller.tap(tabs[0])
    await stage.rest()
    #expect(stage.titles == ["home", "edit"])
    #expect(count == 0)
    controller.tap(tabs[0])
    await stage.rest()
    #expect(stage.titles == ["home", "edit"])
    #expect(count == 1)
  }
}
