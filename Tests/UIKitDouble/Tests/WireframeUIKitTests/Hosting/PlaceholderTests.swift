import Testing
import UIKit
import WireframeCore
import WireframeUIKit

/// A screen takes the place of its placeholder, wherever that is, without animation and in the same stay.
@MainActor
@Suite(.hangsNever)
struct PlaceholderTests {
  let shop: SlowShop
  let stage: Stage
  let host: UIKitNavigationHost

  init() throws {
    shop = try SlowShop()
    (stage, host) = (shop.stage, shop.stage.host)
  }

  @Test(
    "At the top of a stack, as UIKit tells both screens of it")
  func top() async throws {
    try await shop.show("/")
    let task = await shop.begin("/a")
    #expect(shop.titles == ["/", "Loading /a"])
    #expect(shop.isLoading)
    let (stay, news) = (host.state.top?.id, News(of: host))
    let log = try #require(shop.top as? Page)
    #expect(log.take() == ["will appear, animated", "did appear, animated"])
    await shop.answer("/a")
    _ = try await task.value.get()
    #expect(shop.titles == ["/", "/a"])
    #expect(!shop.isLoading)
    #expect(host.state.top?.id == stay)
    #expect(news.take() == ["+/a app"])
    #expect(log.take() == ["will disappear", "did disappear"])
    #expect((shop.top as? Page)?.take() == ["will appear", "did appear"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("Nothing keeps a placeholder whose screen is there")
  func released() async throws {
    try await shop.show("/")
    for path in ["/a", "/sheet", "/full"] {
      let task = await shop.begin(path)
      let placeholder = Weak(try #require(host.topController))
      #expect(placeholder.object != nil)
      await shop.answer(path)
      _ = try await task.value.get()
      #expect(placeholder.object == nil, "\(path)")
    }
    #expect(shop.titles == ["/", "/a", "/sheet", "/full"])
  }

  @Test("A placeholder that an app shows again by itself has a stay of its own, and no route")
  func shownAgain() async throws {
    try await shop.show("/")
    await shop.begin("/a")
    let (placeholder, stay) = (try #require(host.topController), host.state.top?.id)
    await shop.answer("/a")
    host.topController?.navigationController?.pushViewController(placeholder, animated: false)
    await stage.rest()
    #expect(shop.titles == ["/", "/a", "Loading /a"])
    #expect(host.state.top?.route == nil)
    #expect(host.state.top?.id != stay)
    #expect(host.state.entries[1].id == stay)
  }

  @Test(
    "Below the top, where nobody sees it: the screen above it hears nothing, and the way back shows it"
  )
  func below() async throws {
    try await shop.show("/")
    let task = await shop.begin("/a")
    try await shop.show("/help")
    let help = try #require(shop.top as? Page)
    _ = help.take()
    await shop.answer("/a")
    _ = try await task.value.get()
    #expect(shop.titles == ["/", "/a", "/help"])
    #expect(shop.top === help)
    #expect(help.take() == [])
    help.navigationController?.tapBackButton()
    await stage.rest()
    #expect(shop.titles == ["/", "/a"])
    #expect((shop.top as? Page)?.take() == ["will appear, animated", "did appear, animated"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("In a tab that is not shown, which the user finds ready")
  func tab() async throws {
    try shop.add("/cart", .push, place: .init(tab: "Cart"))
    try await stage.run { [host] in try await host.setRoot(makeTabs("Home", "Cart")) }
    let tabs = try #require(stage.window.rootViewController as? UITabBarController)
    let task = await shop.begin("/cart")
    #expect(stage.titles.last == "Loading /cart")
    tabs.tap(tab: 0)
    await stage.rest()
    await shop.answer("/cart")
    _ = try await task.value.get()
    #expect(tabs.selectedIndex == 0)
    #expect(shop.titles == ["Home", "Cart", "/cart"])
    tabs.tap(tab: 1)
    await stage.rest()
    #expect(stage.titles.last == "/cart")
    #expect((shop.top as? Page)?.take().last == "did appear")
    #expect(stage.window.faults.isEmpty)
  }

  @Test("In a column of a split view")
  func column() async throws {
    let split = UISplitViewController(style: .doubleColumn)
    split.setViewController(UINavigationController(rootViewController: Page("list")), for: .primary)
    split.setViewController(
      UINavigationController(rootViewController: Page("detail")), for: .secondary)
    try await stage.run { [host] in try await host.setRoot(split) }
    let task = await shop.begin("/a")
    await shop.answer("/a")
    _ = try await task.value.get()
    #expect(shop.titles == ["list", "detail", "/a"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("In a tab without a stack, whose only screen it is")
  func tabAlone() async throws {
    let tabs = UITabBarController()
    tabs.viewControllers = [Page("one"), Page("two")]
    for tab in tabs.viewControllers ?? [] { tab.tabBarItem.title = tab.title }
    try await stage.run { [host] in try await host.setRoot(tabs) }
    try shop.add("/top", .replaceTop)
    tabs.tap(tab: 1)
    let task = await shop.begin("/top")
    #expect(shop.titles == ["one", "Loading /top"])
    await shop.answer("/top")
    _ = try await task.value.get()
    #expect(shop.titles == ["one", "/top"])
    #expect(tabs.selectedIndex == 1)
    #expect(tabs.viewControllers?.last?.tabBarItem.title == "two")
  }

  @Test("In a modal with a stack, also below its top and below another modal; the modals stay")
  func modalWithStack() async throws {
    try await shop.show("/")
    let task = await shop.begin("/flow")
    let modal = stage.window.rootViewController?.presentedViewController
    #expect(modal is UINavigationController)
    try await shop.show("/help", "/login")
    await shop.answer("/flow")
    _ = try await task.value.get()
    #expect(shop.titles == ["/", "/flow", "/help", "/login"])
    #expect(stage.window.rootViewController?.presentedViewController === modal)
    #expect((shop.top as? Page)?.take() == ["will appear, animated", "did appear, animated"])
  }

  @Test(
    "A modal without a stack is presented anew, without animation, as high as the user has made it")
  func modalAlone() async throws {
    try await shop.show("/")
    let task = await shop.begin("/sheet")
    let (stay, news) = (host.state.top?.id, News(of: host))
    let placeholder = try #require(shop.top as? Page)
    placeholder.sheetPresentationController?.selectedDetentIdentifier = .large
    _ = placeholder.take()
    await shop.answer("/sheet")
    _ = try await task.value.get()
    #expect(shop.titles == ["/", "/sheet"])
    #expect(host.state.top?.id == stay)
    #expect(news.take() == ["+/sheet app"])
    #expect(placeholder.take() == ["will disappear", "did disappear"])
    let screen = try #require(shop.top as? Page)
    #expect(screen.take() == ["will appear", "did appear"])
    #expect(screen.sheetPresentationController?.detents.map(\.identifier) == [.medium, .large])
    #expect(screen.sheetPresentationController?.selectedDetentIdentifier == .large)
    // The user's swipe is heard as before.
    screen.swipeDown()
    await stage.rest()
    #expect(news.take() == ["-/sheet user"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("A popover comes in its placeholder's place, though its anchor has left meanwhile")
  func anchorLeft() async throws {
    try await shop.show("/")
    let anchor = UIView()
    shop.top?.view.addSubview(anchor)
    try shop.add("/popover", .popover(from: .view(anchor)))
    let task = await shop.begin("/popover")
    let stay = host.state.top?.id
    #expect(shop.titles == ["/", "Loading /popover"])
    anchor.removeFromSuperview()
    await shop.answer("/popover")
    // The call waits for as long as the placeholder stays.
    try #require(shop.titles == ["/", "/popover"])
    _ = try await task.value.get()
    #expect(host.state.top?.id == stay)
    #expect(shop.top?.popoverPresentationController?.permittedArrowDirections == [])
    #expect(stage.window.faults.isEmpty)
  }

  @Test(
    "What is over a modal without a stack comes back with it: modals, their stacks, an alert of the app's"
  )
  func modalsAbove() async throws {
    try await shop.show("/")
    let task = await shop.begin("/full")
    let other = await shop.begin("/flow")
    await shop.answer("/flow")
    _ = try await other.value.get()
    try await shop.show("/help")
    let flow = shop.top?.navigationController
    let alert = UIAlertController(title: "Hello", message: nil, preferredStyle: .alert)
    shop.top?.present(alert, animated: false)
    await stage.rest()
    let news = News(of: host)
    await shop.answer("/full")
    _ = try await task.value.get()
    #expect(shop.titles == ["/", "/full", "/flow", "/help"])
    #expect(shop.top?.navigationController === flow)
    #expect(shop.top?.presentedViewController === alert)
    #expect(news.take() == ["+/full app"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("A root without a stack, with a modal over it")
  func rootAlone() async throws {
    try shop.add("/start", .root(hasStack: false))
    let task = await shop.begin("/start")
    #expect(shop.titles == ["Loading /start"])
    try await shop.show("/login")
    await shop.answer("/start")
    _ = try await task.value.get()
    #expect(shop.titles == ["/start", "/login"])
    #expect(stage.window.rootViewController?.title == "/start")
    #expect(stage.window.faults.isEmpty)
  }

  @Test("A root that comes with tabs of its own, in the place of a placeholder in a stack")
  func tabsAsRoot() async throws {
    try shop.add("/start", .root) {
      let tabs = UITabBarController()
      tabs.viewControllers = [Page("one"), Page("two")]
      return tabs
    }
    let task = await shop.begin("/start")
    #expect(shop.titles == ["Loading /start"])
    await shop.answer("/start")
    _ = try await task.value.get()
    #expect(stage.window.rootViewController is UITabBarController)
    #expect(shop.titles == ["one", "two"])
    #expect(host.state.top?.route?.urlText == "/start")
    #expect(stage.window.faults.isEmpty)
  }

  // MARK: - What does not fit

  @Test("A screen that is shown elsewhere does not come: the placeholder stays, and is told")
  func embedded() async throws {
    let page = Page("page")
    let other = UIViewController()
    other.addChild(page)
    try shop.add("/page", .push) { page }
    try await shop.show("/")
    await shop.begin("/page")
    await shop.answer("/page")
    #expect(shop.titles == ["/", "Loading /page"])
    let error = shop.loadings["/page"]?.failure
    #expect((error?.underlyingError as? UIKitError)?.code == .alreadyEmbedded)
    // It has no stay of the routing's.
    #expect(other.children == [page])
    page.removeFromParent()
    host.topController?.navigationController?.pushViewController(page, animated: false)
    await stage.rest()
    #expect(host.state.top?.route == nil)
  }

  @Test("A modal that UIKit ignores leaves its placeholder where it was, with what is over it")
  func ignored() async throws {
    let home = Picky("home")
    try await stage.run { [host] in try await host.setRoot(home) }
    try shop.add("/ignored", .sheet(hasStack: false)) { Page("ignored") }
    await shop.begin("/ignored")
    try await shop.show("/login")
    let (before, news) = (host.state, News(of: host))
    await shop.answer("/ignored")
    for _ in 0..<10 { await stage.rest() }
    #expect(host.state == before)
    #expect(shop.titles == ["home", "Loading /ignored", "/login"])
    #expect(news.take().isEmpty)
    let error = shop.loadings["/ignored"]?.failure
    #expect((error?.underlyingError as? UIKitError)?.code == .ignored)
  }
}

/// It presents nothing that is titled "ignored".
private final class Picky: UIViewController {
  convenience init(_ title: String) {
    self.init()
    self.title = title
  }

  override func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {
    guard viewControllerToPresent.title != "ignored" else { return }
    super.present(viewControllerToPresent, animated: flag, completion: completion)
  }
}
