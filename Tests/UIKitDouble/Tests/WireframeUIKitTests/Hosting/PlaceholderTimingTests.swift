import Testing
import UIKit
import WireframeCore
import WireframeUIKit

/// A screen is ready at the very moment when the user does something, with every timing.
@MainActor
@Suite(.hangsNever)
struct PlaceholderTimingTests {
  let shop: SlowShop
  let stage: Stage
  let host: UIKitNavigationHost

  init() throws {
    shop = try SlowShop()
    (stage, host) = (shop.stage, shop.stage.host)
  }

  @Test(
    "A swipe back is waited for: taken back, the screen comes; done, it does not",
    arguments: [true, false])
  func swipeBack(isTakenBack: Bool) async throws {
    try await shop.show("/")
    let task = await shop.begin("/a")
    let stack = try stage.stack
    stack.beginSwipeBack()
    await stage.rest()
    shop.server.answer("/a")
    await stage.rest()
    #expect(shop.titles == ["/", "Loading /a"])
    stack.endSwipeBack(isCancelled: isTakenBack)
    await stage.rest()
    let result = await task.value
    #expect(shop.titles == (isTakenBack ? ["/", "/a"] : ["/"]))
    if isTakenBack {
      _ = try result.get()
    } else {
      let error = #expect(throws: RoutingError.self) { try result.get() }
      #expect(error?.code == .cancelled)
    }
    #expect(stage.window.faults.isEmpty)
    try await shop.show("/help")
    #expect(shop.titles.last == "/help")
  }

  @Test(
    "A sheet under the user's finger is waited for", arguments: ["/sheet", "/flow"], [true, false])
  func drag(path: String, isTakenBack: Bool) async throws {
    try await shop.show("/")
    let task = await shop.begin(path)
    let modal = try #require(stage.window.rootViewController?.presentedViewController)
    #expect(modal.beginSwipeDown())
    await stage.rest()
    shop.server.answer(path)
    await stage.rest()
    modal.endSwipeDown(isCancelled: isTakenBack)
    await stage.rest()
    let result = await task.value
    #expect(shop.titles == (isTakenBack ? ["/", path] : ["/"]))
    let isThere = (try? result.get()) != nil
    #expect(isThere == isTakenBack)
    #expect(stage.window.faults.isEmpty)
  }

  @Test(
    "A tap on another tab at that moment: the tab is shown, and the screen has come where it was asked for"
  )
  func tapOnTab() async throws {
    try await stage.run { [host] in try await host.setRoot(makeTabs("Home", "Cart")) }
    let tabs = try #require(stage.window.rootViewController as? UITabBarController)
    let task = await shop.begin("/a")
    shop.server.answer("/a")
    tabs.tap(tab: 1)
    await stage.rest()
    _ = try await task.value.get()
    #expect(tabs.selectedIndex == 1)
    #expect(shop.titles == ["Home", "/a", "Cart"])
  }

  @Test(
    "In the background, too: the user comes back to the screen",
    arguments: ["/a", "/sheet", "/flow"])
  func background(path: String) async throws {
    try await shop.show("/")
    let task = await shop.begin(path)
    stage.window.enterBackground()
    shop.server.answer(path)
    for _ in 0..<2 { await stage.rest() }
    stage.window.enterForeground()
    for _ in 0..<2 { await stage.rest() }
    _ = try await task.value.get()
    #expect(shop.titles == ["/", path])
    #expect(stage.window.faults.isEmpty)
  }

  private enum Finger: CaseIterable { case off, takesBack, goesBack }

  @Test("With every timing, whatever is above it, and whatever the user's finger does")
  func timings() async throws {
    var random = SplitMix64(seed: 33)
    for number in 0..<Load.scaled(400) {
      let timing = UIKitTiming(using: &random)
      let path = ["/a", "/sheet", "/flow", "/full", "/start"].pick(&random)
      let above = [[], ["/help"], ["/login"], ["/login", "/modal"]].pick(&random)
      let finger = Finger.allCases.pick(&random)
      let place: Comment = "\(number): \(path), above \(above), \(finger), \(timing)"
      let shop = try SlowShop()
      let (stage, host) = (shop.stage, shop.stage.host)
      try shop.add("/start", .root(hasStack: false))
      try shop.wireframe.register("/modal", option: .modal(.sheet)) { _ in Page("/modal") }
      try await shop.show("/")
      let task = await shop.begin(path)
      // Nothing is pushed onto a screen alone.
      let canPush = host.state.canPush
      for path in above where canPush || path != "/help" { try await shop.show(path) }
      await stage.rest()
      stage.window.timing = timing
      let (before, news) = (shop.titles, News(of: host))
      let stays = host.state.entries.map(\.id)
      let placeholder = Weak(
        try #require(host.state.entries.first { $0.isPlaceholder }, place).controller)
      let top = try #require(shop.top)
      let (stack, modal) = (top.navigationController, top.navigationController ?? top)
      let isPop = (stack?.viewControllers.count ?? 0) > 1
      if finger != .off {
        if isPop { stack?.beginSwipeBack() } else { modal.beginSwipeDown() }
      }
      shop.server.answer(path)
      await stage.rest()
      let isTakenBack = finger == .takesBack
      if finger != .off {
        if isPop {
          stack?.endSwipeBack(isCancelled: isTakenBack)
        } else {
          modal.endSwipeDown(isCancelled: isTakenBack)
        }
      }
      for _ in 0..<4 { await stage.rest() }
      _ = await task.value
      let left = news.lines.contains { $0.hasPrefix("-") }
      #expect(!left || finger == .goesBack, place)
      let ready = before.map { $0.replacing("Loading ", with: "") }
      #expect(shop.titles == (left ? ready.dropLast() : ready), place)
      #expect(host.state.entries.map(\.id) == (left ? stays.dropLast() : stays), place)
      #expect(!host.state.entries.contains { $0.isPlaceholder }, place)
      #expect(placeholder.object == nil || placeholder.object === top, place)
      #expect((shop.top as? Page)?.log.last?.hasPrefix("did appear") == true, place)
      #expect(stage.window.faults.isEmpty, place)
      try await shop.show("/login")
      #expect(shop.titles.last == "/login", place)
    }
  }
}
