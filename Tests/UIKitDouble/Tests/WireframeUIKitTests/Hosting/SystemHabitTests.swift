import Testing
import UIKit
import WireframeCore
import WireframeUIKit

/// What a full screen takes out of the window, and what a style reads as: U16 and U17, on each system.
@MainActor
@Suite(.hangsNever)
struct SystemHabitTests {
  @Test(
    "U16 In the place of what covers the screen another modal is shown",
    arguments: UIKitSystem.allCases,
    [UIModalPresentationStyle.fullScreen, .currentContext, .overFullScreen, .pageSheet])
  func insteadOfCover(system: UIKitSystem, style: UIModalPresentationStyle) async throws {
    try await on(system) {
      let stage = Stage()
      let host = stage.host
      try await stage.show("home")
      for option in [UIKitModal.uiModal(style), .sheet([.medium])] {
        try await stage.run { try await host.present(Screen("login"), option: .uiModal(style)) }
        try await replaceModal(on: stage, option)
        #expect(stage.titles == ["home", "next"])
        try await stage.run { try await host.dismiss() }
      }
      #expect((host.topController as? Screen)?.title == "home")
      #expect(stage.window.faults.isEmpty)
    }
  }

  private func replaceModal(on stage: Stage, _ option: UIKitModal) async throws {
    let host = stage.host
    try await stage.run {
      try await host.perform(
        NavigationOperation { state in
          let entry = NavigationEntry<UIViewController>(Screen("next"), option: option)
          state.layers[1] = .init(
            id: NavigationEntryID(), stacks: [.init(entries: [entry], canPush: false)],
            style: option.style)
        }, animated: true)
    }
  }

  @Test("U16 A screen below what covers the screen finds its host", arguments: [true, false])
  func hostBelow(hasStack: Bool) async throws {
    let stage = Stage()
    let host = stage.host
    try await stage.show("home", "list")
    let (home, list) = (host.state.entries[0].controller, host.state.entries[1].controller)
    try await stage.run {
      try await host.present(Screen("cover"), option: .modal(.fullScreen, hasStack: hasStack))
    }
    #expect(list.viewIfLoaded?.window == nil)
    #expect(try home.wireframeHost === host)
    #expect(try list.wireframeHost === host)
    #expect(throws: UIKitError.self) { try Screen("nowhere").wireframeHost }
  }

  @Test("U16 A popover may point to what a leaving full screen covers")
  func popoverBelow() async throws {
    let stage = Stage()
    let (host, button, item) = (stage.host, UIView(), UIBarButtonItem())
    try await stage.show("home")
    let home = try #require(host.topController)
    home.view.addSubview(button)
    home.navigationItem.rightBarButtonItems = [item]
    for source in [PopoverSource.view(button), .item(item)] {
      try await stage.run { try await host.present(Screen("login"), option: .modal) }
      try await replaceModal(on: stage, .popover(from: source))
      #expect(stage.titles == ["home", "next"])
      let popover = host.topController?.popoverPresentationController
      #expect(popover?.sourceView === button || popover?.sourceItem === item)
      try await stage.run { try await host.dismiss() }
    }
    #expect(stage.window.faults.isEmpty)
  }

  @Test("A presenter below a full screen disappears and appears, one below a sheet does not")
  func appearance() async throws {
    let stage = Stage()
    let host = stage.host
    try await stage.show("home")
    let home = try #require(host.topController as? Screen)
    for (style, disappears) in [(ModalStyle.fullScreen, true), (.sheet, false)] {
      try await stage.run { try await host.present(Screen("modal"), option: .modal(style)) }
      #expect(home.isVisible != disappears)
      try await stage.run { try await host.dismiss() }
      #expect(home.isVisible)
    }
  }

  @Test(
    "A modal over the current context leaves and gives way like any other, whoever defines it")
  func currentContext() async throws {
    let stage = Stage()
    let (host, tabs) = (stage.host, makeTabs("Home", "Cart"))
    tabs.viewControllers?[0].definesPresentationContext = true
    try await stage.run { try await host.setRoot(tabs) }
    for style in [UIModalPresentationStyle.currentContext, .overCurrentContext] {
      try await stage.run { try await host.present(Screen("one"), option: .uiModal(style)) }
      #expect(tabs.viewControllers?[0].presentedViewController?.title == "one")
      #expect(tabs.presentedViewController == nil)
      try await stage.run { try await host.replaceTop(Screen("two")) }
      #expect(stage.titles == ["Home", "two"])
      try await stage.run { try await host.dismiss() }
      #expect(stage.titles == ["Home"])
    }
    #expect(stage.window.faults.isEmpty)
  }

  @Test(
    "U17 A modal that chose nothing comes as the option says, on each system",
    arguments: UIKitSystem.allCases)
  func unchosen(system: UIKitSystem) async throws {
    try await on(system) {
      let stage = Stage()
      let host = stage.host
      try await stage.show("home")
      try await stage.run { try await host.present(Screen("full"), option: .modal) }
      #expect(host.topController?.modalPresentationStyle == .fullScreen)
      try await stage.run { try await host.dismiss() }
      let sheet = Screen("sheet")
      sheet.sheetPresentationController?.detents = [.medium()]
      try await stage.run { try await host.present(sheet, option: .modal(.sheet)) }
      #expect(sheet.modalPresentationStyle == Screen("fresh").modalPresentationStyle)
      #expect(sheet.sheetPresentationController?.detents.map(\.identifier) == [.medium])
    }
  }

  @Test(
    "U17 A modal that replaces another one takes over its look, on each system",
    arguments: UIKitSystem.allCases)
  func replacedLook(system: UIKitSystem) async throws {
    try await on(system) {
      let stage = Stage()
      let host = stage.host
      try await stage.show("home")
      try await stage.run {
        try await host.present(
          Screen("one"), option: .sheet([.medium, .large], showsGrabber: true))
      }
      try await stage.run { try await host.replaceTop(Screen("two")) }
      let sheet = host.topController?.sheetPresentationController
      #expect(sheet?.detents.map(\.identifier) == [.medium, .large])
      #expect(sheet?.prefersGrabberVisible == true)
      let own = Screen("three")
      own.sheetPresentationController?.detents = [.large(), .medium()]
      try await stage.run { try await host.replaceTop(own) }
      #expect(own.sheetPresentationController?.detents.map(\.identifier) == [.large, .medium])
    }
  }

  @Test("Without animations, animated moves end all the same", arguments: UIKitSystem.allCases)
  func withoutAnimations(system: UIKitSystem) async throws {
    try await on(system) {
      UIView.setAnimationsEnabled(false)
      let stage = Stage()
      let host = stage.host
      try await stage.show("home")
      try await stage.run { try await host.push(Screen("list")) }
      try await stage.run { try await host.present(Screen("modal")) }
      #expect(stage.titles == ["home", "list", "modal"])
      try await stage.run { try await host.dismiss() }
      try await stage.run { try await host.pop() }
      #expect(stage.titles == ["home"])
      #expect(stage.window.faults.isEmpty)
    }
  }
}
