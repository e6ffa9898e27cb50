import Testing
import UIKit
import WireframeCore
import WireframeUIKit

@MainActor
@Suite(.hangsNever)
struct HostTests {
  let stage = Stage()

  @Test
  func `A root, a push, a modal and the way back are the same in the window and in the state`()
    async throws
  {
    let (stage, host) = (stage, stage.host)
    let news = News(of: host)
    try await stage.run { try await host.setRoot(Screen("home")) }
    #expect(stage.window.rootViewController is UINavigationController)
    #expect(!stage.window.isHidden)
    try await stage.run { try await host.push(Screen("list")) }
    try await stage.run {
      try await host.present(Screen("help"), option: .modal(.sheet, hasStack: true))
    }
    try await stage.run { try await host.push(Screen("detail")) }
    #expect(stage.titles == ["home", "list", "help", "detail"])
    #expect(
      "\(host.state.layers.map { $0.style.map { "\($0)" } ?? "root" })" == #"["root", "sheet"]"#)
    #expect(host.topController?.title == "detail")
    try await stage.run { try await host.pop() }
    try await stage.run { try await host.dismiss() }
    try await stage.run { try await host.popOrDismiss() }
    #expect(stage.titles == ["home"])
    #expect(
      news.take() == [
        "+home app", "+list app", "+help app", "+detail app", "-detail app", "-help app",
        "-list app",
      ])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("2.12 A push, a pop, a modal and its dismissal end when the animation has ended")
  func ends() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let moves: [@MainActor () async throws -> Void] = [
      { try await host.push(Screen("list")) }, { try await host.pop() },
      { try await host.present(Screen("help")) }, { try await host.dismiss() },
    ]
    for move in moves {
      var isDone = false
      let task = Task { @MainActor in
        try await move()
        isDone = true
      }
      for _ in 0..<50 { await Task.yield() }
      stage.window.clock.advance(by: 0.3)
      for _ in 0..<50 { await Task.yield() }
      #expect(!isDone)
      stage.window.clock.advance(by: 0.1)
      #expect(await eventually { isDone })
      try await stage.run { try await task.value }
      #expect((host.topController as? Screen)?.isVisible == true)
    }
  }

  @Test func `A root that fades in is there once it has, with a stack or without`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("old")
    for root in [Screen("alone"), makeTabs("Home")] as [UIViewController] {
      let start = stage.window.clock.now
      try await stage.run { try await host.setRoot(root, hasStack: false, animated: true) }
      #expect((0.3..<2).contains(stage.window.clock.now - start))
    }
    #expect(stage.titles == ["Home"])
  }

  @Test func `The user's ways back are noticed, each once`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home", "list", "detail")
    let news = News(of: host)
    try stage.stack.swipeBack()
    await stage.rest()
    #expect(news.take() == ["-detail user"])
    try stage.stack.tapBackButton()
    await stage.rest()
    #expect(news.take() == ["-list user"])
    try await stage.run { try await host.present(Screen("sheet"), option: .modal(.sheet)) }
    #expect(news.take() == ["+sheet app"])
    host.topController?.swipeDown()
    await stage.rest()
    #expect(news.take() == ["-sheet user"])
    #expect(stage.titles == ["home"])
  }

  @Test
  func `A swipe that is cancelled half-way changes nothing, and while it lasts all is as before`()
    async throws
  {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home", "list")
    try await stage.run { try await host.present(Screen("sheet"), option: .modal(.sheet)) }
    let news = News(of: host)
    let (state, sheet) = (host.state, try #require(host.topController))
    #expect(sheet.beginSwipeDown())
    #expect(host.state == state)
    sheet.endSwipeDown(isCancelled: true)
    await stage.rest()
    #expect(host.state == state)
    try await stage.run { try await host.dismiss() }
    _ = news.take()
    let stack = try stage.stack
    let below = host.state
    stack.beginSwipeBack()
    #expect(host.state == below)
    stack.endSwipeBack(isCancelled: true)
    await stage.rest()
    #expect(host.state == below)
    #expect(news.take().isEmpty)
  }

  @Test func `A swipe back in a column that is not selected changes nothing until it ends`()
    async throws
  {
    let (stage, host) = (stage, stage.host)
    let split = UISplitViewController(style: .doubleColumn)
    let menu = UINavigationController(rootViewController: Screen("menu"))
    split.setViewController(menu, for: .primary)
    split.setViewController(Screen("detail"), for: .secondary)
    try await stage.run { try await host.setRoot(split) }
    try await stage.run { try await host.selectTab("primary") }
    try await stage.run { try await host.push(Screen("folder")) }
    try await stage.run { try await host.selectTab("secondary") }
    let (state, news) = (host.state, News(of: host))
    menu.beginSwipeBack()
    #expect(host.state == state)
    host.refresh()
    #expect(news.take().isEmpty)
    // What is pushed meanwhile waits, since the finger may bring back what is below.
    let task = Task { @MainActor in try await host.push(Screen("photo")) }
    for _ in 0..<50 { await Task.yield() }
    menu.endSwipeBack(isCancelled: true)
    try await stage.run { try await task.value }
    #expect(news.take() == ["+photo app"])
    #expect(stage.titles == ["menu", "folder", "detail", "photo"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `A swipe back changes nothing until it ends, though another column moves by itself`()
    async throws
  {
    let (stage, host) = (stage, stage.host)
    let split = UISplitViewController(style: .doubleColumn)
    let menu = UINavigationController(rootViewController: Screen("menu"))
    let details = UINavigationController(rootViewController: Screen("detail"))
    split.setViewController(menu, for: .primary)
    split.setViewController(details, for: .secondary)
    try await stage.run { try await host.setRoot(split) }
    try await stage.run { try await host.push(Screen("photo")) }
    let (state, news) = (host.state, News(of: host))
    menu.pushViewController(Screen("folder"), animated: true)
    details.beginSwipeBack()
    host.refresh()
    #expect(host.state == state)
    #expect(news.take().isEmpty)
    details.endSwipeBack(isCancelled: true)
    await stage.rest()
    #expect(news.take() == ["+folder user"])
    #expect(stage.titles == ["menu", "folder", "detail", "photo"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `A move waits for the user's swipe, and does what is still to be done`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home", "list", "detail")
    for isCancelled in [true, false] {
      let stack = try stage.stack
      stack.beginSwipeBack()
      let task = Task { @MainActor in try await host.push(Screen("next \(isCancelled)")) }
      for _ in 0..<50 { await Task.yield() }
      #expect(stack.viewControllers.count == (isCancelled ? 2 : 3))
      stack.endSwipeBack(isCancelled: isCancelled)
      try await stage.run { try await task.value }
    }
    #expect(stage.titles == ["home", "list", "detail", "next false"])
    #expect(stage.window.faults.isEmpty)
    // What is to be dismissed is swiped away meanwhile.
    try await stage.run { try await host.present(Screen("sheet"), option: .modal(.sheet)) }
    host.topController?.beginSwipeDown()
    let sheet = try #require(host.topController)
    let task = Task { @MainActor in try await host.dismiss() }
    for _ in 0..<50 { await Task.yield() }
    sheet.endSwipeDown(isCancelled: false)
    try await stage.run { try await task.value }
    #expect(stage.titles == ["home", "list", "detail", "next false"])
    #expect(stage.window.faults.isEmpty)
  }
}
