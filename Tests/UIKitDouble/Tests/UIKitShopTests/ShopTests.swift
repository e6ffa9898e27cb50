import Foundation
import Testing
import UIKit
import UserNotifications
import WireframeCore
import WireframeUIKit

@testable import UIKitShop

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct ShopTests {
  @Test func `The shop begins with its tabs`() async throws {
    let stage = try await ShopStage()
    #expect(stage.titles == ["Shop"])
    try await stage.route(to: "/cart")
    #expect(stage.titles == ["Cart"])
    try await stage.route(to: "/")
    #expect(stage.titles == ["Shop"])
  }

  @Test func `A link that starts the app waits for the tabs`() async throws {
    let stage = try await ShopStage(
      opening: .init(urlContexts: [UIOpenURLContext(url: try url("uikitshop://products/2"))]))
    #expect(stage.titles == ["Shop", "Chair"])
  }

  @Test func `A universal link, a notification and a quick action start the app, too`() async throws
  {
    let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
    activity.webpageURL = try url("https://shop.example.com/products/1")
    let linked = try await ShopStage(opening: .init(userActivities: [activity]))
    #expect(linked.titles == ["Shop", "Lamp"])

    let notified = try await ShopStage(
      opening: .init(notificationResponse: notification("uikitshop://orders/7")))
    #expect(notified.titles == ["Shop", "Log in"])

    let item = UIApplicationShortcutItem(
      type: "search", userInfo: ["url": "uikitshop://search" as NSString])
    let tapped = try await ShopStage(opening: .init(shortcutItem: item))
    #expect(tapped.titles == ["Shop", "Search"])
  }

  @Test func `A link that comes before the tabs are there waits for them`() async throws {
    var link: Task<OpenOutcome<RoutingSummary>, Never>?
    let stage = try await ShopStage(storyboardsIn: .main) { shop in
      link = Task {
        await (shop.wireframe as any Router).open("uikitshop://products/3", origin: .customScheme)
      }
      for _ in 0..<20 { await Task.yield() }
    }
    #expect(await link?.value.result != nil)
    #expect(stage.titles == ["Shop", "Table"])
  }

  @Test func `A notification that starts the app and arrives by two delegate calls is opened once`()
    async throws
  {
    let response = notification("uikitshop://products/1")
    let stage = try await ShopStage(opening: .init(notificationResponse: response)) {
      $0.open(response)
    }
    #expect(stage.titles == ["Shop", "Lamp"])
  }

  @Test func `Links reach the running app through the delegate calls of its scene`() async throws {
    let stage = try await ShopStage()
    stage.delegate.scene(
      stage.scene,
      openURLContexts: [UIOpenURLContext(url: try url("uikitshop://products/3"))])
    await stage.rest()
    #expect(stage.titles == ["Shop", "Table"])

    let activity = NSUserActivity(activityType: NSUserActivityTypeBrowsingWeb)
    activity.webpageURL = try url("https://shop.example.com/search?q=LA")
    stage.delegate.scene(stage.scene, continue: activity)
    await stage.rest()
    #expect(stage.titles == ["Shop", "Table", "Search"])
    #expect(try stage.screen.buttons.map(\.title) == ["Lamp"])

    let item = UIApplicationShortcutItem(
      type: "cart", userInfo: ["url": "uikitshop://cart" as NSString])
    var isDone: Bool?
    stage.delegate.windowScene(stage.scene, performActionFor: item) { isDone = $0 }
    await stage.rest()
    #expect(isDone == true)
    #expect(stage.titles == ["Cart"])
  }

  @Test func `The app's delegate hands a notification to the scene that it is for`() async throws {
    let stage = try await ShopStage()
    let app = AppDelegate()
    #expect(app.application(.shared, didFinishLaunchingWithOptions: nil))
    let response = notification("https://shop.example.com/products/1")
    response.targetScene = stage.scene
    var isDone = false
    UNUserNotificationCenter.current().delegate?.userNotificationCenter(
      .current(), didReceive: response
    ) { isDone = true }
    await stage.rest()
    #expect(isDone)
    #expect(stage.titles == ["Shop", "Lamp"])
  }

  @Test func `Members log in, and come to where they were headed`() async throws {
    let stage = try await ShopStage()
    try await stage.open("uikitshop://account", .customScheme)
    #expect(stage.titles == ["Shop", "Log in"])
    try await stage.tap("Log in")
    #expect(stage.titles == ["Shop", "Account"])
    try await stage.tap("Log out")
    #expect(stage.titles == ["Shop"])
    #expect(!stage.shop.session.isLoggedIn)
  }

  @Test func `Who does not log in is back where the user was`() async throws {
    let stage = try await ShopStage()
    try await stage.open("uikitshop://account", .customScheme)
    try await stage.tap("Not now")
    #expect(stage.titles == ["Shop"])
    stage.tabs?.tap(tab: 2)
    await stage.rest()
    #expect(stage.titles == ["Log in"])
    try await stage.tap("Not now")
    #expect(stage.titles == ["Shop"])
  }

  @Test(
    "Who left the login by \"Not now\" gets it again with the next tap on the wallet",
    arguments: [UIUserInterfaceIdiom.phone, .pad])
  func emptyTab(idiom: UIUserInterfaceIdiom) async throws {
    let stage = try await ShopStage(on: idiom)
    for _ in 0..<2 {
      stage.tabs?.tap(tab: 2)
      await stage.rest()
      #expect(stage.titles == ["Log in"])
      try await stage.tap("Not now")
      #expect(stage.titles == ["Shop"])
    }
    // Code that selects the empty tab has it filled, too.
    stage.tabs?.selectedIndex = 2
    await stage.rest()
    #expect(stage.titles == ["Log in"])
    try await stage.tap("Log in")
    #expect(stage.titles == ["Wallet"])
    // The last screen of the shown tab leaves, and the user is back where there is something to see.
    try await stage.run { try await stage.shop.logOut() }
    #expect(stage.titles == ["Shop"])
  }

  @Test(
    "A wallet of the last session asks for the login once",
    arguments: [UIUserInterfaceIdiom.phone, .pad])
  func restoredWallet(idiom: UIUserInterfaceIdiom) async throws {
    let stage = try await ShopStage(on: idiom)
    stage.shop.session.logIn()
    stage.tabs?.tap(tab: 2)
    await stage.rest()
    #expect(stage.titles == ["Wallet"])
    let activity = try #require(stage.delegate.stateRestorationActivity(for: stage.scene))
    let next = try await ShopStage(on: idiom, restoring: activity)
    #expect(next.titles == ["Log in"])
    // The wallet, which the login keeps, comes back also if the app ends now.
    #expect(next.delegate.stateRestorationActivity(for: next.scene) === activity)
    try await next.tap("Not now")
    #expect(next.titles == ["Shop"])
    #expect(next.delegate.stateRestorationActivity(for: next.scene) !== activity)
  }

  @Test func `A login that comes after the restoration keeps no former state`() async throws {
    let stage = try await ShopStage()
    let activity = try #require(stage.delegate.stateRestorationActivity(for: stage.scene))
    let next = try await ShopStage(restoring: activity)
    try await next.open("uikitshop://account", .customScheme)
    #expect(next.titles.last == "Log in")
    #expect(next.shop.wireframe.keptRequestCount == 1)
    let saved = next.delegate.stateRestorationActivity(for: next.scene)
    #expect(saved != nil && saved !== activity)
  }

  @Test func `The wallet is a module behind the login, its statement behind a payment`()
    async throws
  {
    let stage = try await ShopStage()
    try await stage.open("uikitshop://wallet/statement", .customScheme)
    #expect(stage.titles == ["Shop", "Log in"])
    try await stage.tap("Log in")
    #expect(stage.titles == ["Shop", "Shop Plus"])
    try await stage.tap("Subscribe")
    #expect(stage.titles == ["Wallet", "Statement"])
    try await stage.tapBack()
    try await stage.tap("Send money")
    #expect(try stage.screen.lines == ["To: ?"])
    let transfer = try stage.screen
    try await stage.tap("Choose a payee")
    try await stage.tap("Ben Okri")
    #expect(transfer.lines == ["To: Ben Okri"])
    #expect(stage.titles == ["Wallet", "Transfer"])
    try await stage.tap("Choose a payee")
    try #require(stage.top).swipeDown()
    await stage.rest()
    #expect(transfer.lines == ["To: Ben Okri"])
  }

  @Test func `A window that goes away closes its wireframe: nobody waits there any more`()
    async throws
  {
    let stage = try await ShopStage()
    stage.delegate.sceneDidDisconnect(stage.scene)
    let error = await #expect(throws: RoutingError.self) { try await stage.route(to: "/cart") }
    #expect(error?.code == .cancelled)
  }

  @Test func `The address editor asks before it leaves with changes`() async throws {
    let stage = try await ShopStage()
    stage.shop.session.logIn()
    try await stage.route(to: "/account/address")
    try await stage.tap("2 Side Street")
    // A link, the button and a swipe: all of them ask.
    stage.delegate.scene(
      stage.scene, openURLContexts: [UIOpenURLContext(url: try url("uikitshop://products/1"))])
    await stage.rest()
    try await stage.tap(alert: "Keep editing")
    #expect(stage.titles.last == "Address")
    try await stage.tap("Close")
    try await stage.tap(alert: "Keep editing")
    #expect(try stage.screen.lines == ["2 Side Street"])
    #expect(try stage.screen.failure == nil, "who stays is told of no failure")
    #expect(try !#require(stage.screen.navigationController).beginSwipeDown())
    await stage.rest()
    try await stage.tap(alert: "Discard")
    #expect(stage.titles.last != "Address")
    #expect(stage.shop.session.address == "1 Main Street")
    try await stage.route(to: "/account/address")
    try await stage.tap("2 Side Street")
    try await stage.tap("Save")
    #expect(stage.shop.session.address == "2 Side Street")
    #expect(stage.titles.last != "Address")
    try await stage.run { try await stage.shop.logOut() }
    #expect(stage.shop.session.address == "1 Main Street", "another user may log in")
  }

  @Test func `A sign-out takes the address editor away with its question`() async throws {
    let stage = try await ShopStage()
    stage.shop.session.logIn()
    try await stage.route(to: "/account/address")
    try await stage.tap("2 Side Street")
    weak var editor: UIViewController?
    editor = stage.top
    #expect(try !#require(stage.screen.navigationController).beginSwipeDown())
    await stage.rest()
    #expect(editor?.presentedViewController is UIAlertController)
    try await stage.run { try await stage.shop.logOut() }
    await stage.rest()
    #expect(stage.titles == ["Shop"])
    #expect(editor == nil, "nobody waits for an answer any more")
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `On an iPad the products are beside their list`() async throws {
    let stage = try await ShopStage(on: .pad)
    #expect(stage.titles == ["Shop"])
    try await stage.tap("Lamp")
    let layer = stage.shop.host.state.layers[0]
    #expect(layer.stacks.map(\.name) == ["Shop/primary", "Shop", "Cart", "Wallet"])
    #expect(
      layer.stacks.map { $0.entries.map { $0.controller.title } } == [["Shop"], ["Lamp"], [], []])
    try await stage.open("uikitshop://products/2/photo", .customScheme)
    #expect(stage.titles == ["Chair", "Photo of Chair"])
    try await stage.tap("Back")
    let split = try #require(stage.tabs?.viewControllers?[0] as? UISplitViewController)
    split.collapse(onto: .secondary)
    #expect(stage.titles == ["Chair"])
    split.expand()
    try await stage.route(to: "/cart")
    #expect(stage.titles == ["Cart"])
    try await stage.open("uikitshop://products/3", .customScheme)
    #expect(stage.titles == ["Table"])
  }

  @Test(
    "A narrow window on an iPad shows what was chosen, else the list", arguments: [false, true])
  func narrow(isChosen: Bool) async throws {
    let stage = try await ShopStage(on: .pad)
    if isChosen { try await stage.tap("Lamp") }
    let split = try #require(stage.tabs?.viewControllers?[0] as? UISplitViewController)
    let list = try #require(split.viewController(for: .primary) as? UINavigationController)
    split.collapse(onto: .secondary)
    await stage.rest()
    #expect(stage.titles == [isChosen ? "Lamp" : "Shop"])
    #expect((list.topViewController is UINavigationController) == isChosen)
    #expect(stage.window.faults.isEmpty)
  }

  @Test(
    "What the last session showed is shown again", arguments: [UIUserInterfaceIdiom.phone, .pad])
  func restored(idiom: UIUserInterfaceIdiom) async throws {
    let stage = try await ShopStage(on: idiom)
    try await stage.route(to: "/products/2")
    try await stage.route(to: "/products/2/photo")
    let before = stage.titles
    let activity = try #require(stage.delegate.stateRestorationActivity(for: stage.scene))
    let next = try await ShopStage(on: idiom, restoring: activity)
    #expect(next.titles == before)
    // A link that has started the app comes above that.
    let linked = try await ShopStage(
      opening: .init(urlContexts: [UIOpenURLContext(url: try url("uikitshop://cart"))]), on: idiom,
      restoring: activity)
    #expect(linked.titles == ["Cart"])
    linked.tabs?.tap(tab: 0)
    #expect(linked.titles == before)
    activity.userInfo = nil
    #expect(try await ShopStage(on: idiom, restoring: activity).titles == ["Shop"])
  }

  @Test func `A link that comes first is not lost where the last session cannot be read`()
    async throws
  {
    let link = UIOpenURLContext(url: try url("uikitshop://products/2"))
    let damaged = NSUserActivity(activityType: "damaged")
    let stage = try await ShopStage(restoring: damaged) { delegate in
      delegate.scene(UIWindowScene(), openURLContexts: [link])
    }
    #expect(stage.titles == ["Shop", "Chair"])
  }

  @Test func `What is still being restored when the app leaves is not lost`() async throws {
    let hold = Hold()
    let (next, activity) = try await stage(restoringBehind: hold)
    #expect(next.delegate.stateRestorationActivity(for: next.scene) === activity)
    hold.open()
    await next.rest()
    #expect(next.titles == ["Cart"])
    #expect(next.delegate.stateRestorationActivity(for: next.scene) !== activity)
  }

  @Test func `A screen shows the last failure only, until its button works`() async {
    let catalogue = Hold()
    let screen = ShopScreen(
      "Shop",
      buttons: [
        ShopButton("Look") { if !catalogue.isOpen { throw NoSuchProduct(id: 9) } }
      ])
    func labels() -> Int {
      let parts = screen.view.subviews.compactMap { $0 as? UIStackView }.flatMap(\.arrangedSubviews)
      return parts.filter { $0 is UILabel }.count
    }
    for _ in 0..<2 {
      await screen.tap(screen.buttons[0])
      #expect(labels() == 1)
    }
    catalogue.open()
    await screen.tap(screen.buttons[0])
    #expect(labels() == 0)
  }

  @Test func `An order is for notifications and verified links only`() async throws {
    let stage = try await ShopStage()
    stage.shop.session.logIn()
    let forged = try await stage.open("uikitshop://orders/7", .customScheme)
    #expect(forged.error?.code == .notExposed)
    #expect(stage.titles == ["Shop"])
    try await stage.open("uikitshop://orders/7", .notification)
    #expect(stage.titles == ["Shop", "Account", "Order 7"])
  }

  @Test(
    "What is closed cannot be reached from outside",
    arguments: ["uikitshop://checkout", "uikitshop://login", "https://shop.example.com/checkout"])
  func closed(link: String) async throws {
    let stage = try await ShopStage()
    stage.shop.session.logIn()
    let outcome = try await stage.open(
      link, link.hasPrefix("https") ? .universalLink : .customScheme)
    #expect(outcome.error?.code == .notExposed)
    #expect(stage.titles == ["Shop"])
  }

  @Test func `A link that does not work is shown as an alert`() async throws {
    let stage = try await ShopStage()
    stage.delegate.scene(
      stage.scene,
      openURLContexts: [UIOpenURLContext(url: try url("uikitshop://products/99"))])
    await stage.rest()
    let alert = try #require(
      stage.window.rootViewController?.presentedViewController as? UIAlertController)
    #expect(alert.title == "This link does not work.")
    alert.tap("OK")
    await stage.rest()
    #expect(stage.titles == ["Shop"])
  }

  @Test func `A link that gives way to a newer one is not said not to work`() async throws {
    let hold = Hold()
    let (next, _) = try await stage(restoringBehind: hold)
    for link in ["uikitshop://products/1", "uikitshop://products/3"] {
      next.delegate.scene(next.scene, openURLContexts: [UIOpenURLContext(url: try url(link))])
      await next.rest()
    }
    #expect(next.window.rootViewController?.presentedViewController == nil)
    hold.open()
    await next.rest()
    #expect(next.titles == ["Shop", "Table"])
  }

  @Test func `The photo hides the bars, and brings the navigation bar back`() async throws {
    let stage = try await ShopStage()
    try await stage.tap("Lamp")
    let stack = try #require(stage.screen.navigationController)
    try await stage.tap("Photo")
    #expect(stack.isNavigationBarHidden)
    #expect(stack.topViewController?.hidesBottomBarWhenPushed == true)
    try await stage.tap("Back")
    #expect(stage.titles == ["Shop", "Lamp"])
    #expect(!stack.isNavigationBarHidden)
  }

  @Test func `The search is a sheet of two heights, and leaves for what was found`() async throws {
    let stage = try await ShopStage()
    try await stage.route(to: "/search?q=a")
    let sheet = try #require(stage.screen.sheetPresentationController)
    #expect(sheet.detents.map(\.identifier) == [.medium, .large])
    #expect(sheet.prefersGrabberVisible)
    try await stage.tap("Table")
    #expect(stage.titles == ["Shop", "Table"])
  }

  @Test func `The help comes from its storyboard`() async throws {
    let folder = try BundleFolder()
    try folder.addStoryboard("Help", ["help": { HelpViewController() }])
    let stage = try await ShopStage(storyboardsIn: folder.bundle)
    try await stage.route(to: "/help/orders/returns")
    let help = try #require(stage.top as? HelpViewController)
    #expect(help.storyboard != nil)
    #expect(help.topic == ["orders", "returns"])
    #expect(stage.titles == ["Shop", "Orders / Returns"])
  }

  @Test func `The cart's presenter routes to the checkout, past the login`() async throws {
    let stage = try await ShopStage()
    try await stage.route(to: "/cart")
    #expect(try stage.screen.lines == ["Lamp, €49.80", "Chair, €89.00", "Total €138.80"])
    try await stage.tap("Check out")
    #expect(stage.titles == ["Cart", "Log in"])
    try await stage.tap("Log in")
    #expect(stage.titles == ["Cart", "Checkout"])
  }

  @Test func `The checkout gets the address that was chosen, or keeps what it has`() async throws {
    let stage = try await ShopStage()
    stage.shop.session.logIn()
    try await stage.route(to: "/checkout")
    let checkout = try stage.screen
    try await stage.tap("Choose an address")
    #expect(stage.titles == ["Shop", "Checkout", "Addresses"])
    try await stage.tap("2 Side Street")
    #expect(stage.titles == ["Shop", "Checkout"])
    #expect(checkout.lines == ["Delivered to: 2 Side Street"])

    try await stage.tap("Choose an address")
    try #require(stage.screen.navigationController).swipeBack()
    await stage.rest()
    #expect(checkout.lines == ["Delivered to: 2 Side Street"])
    try await stage.tap("Close")
    #expect(stage.titles == ["Shop"])
  }

  @Test func `A fake router is all that the cart's presenter needs in a test`() async throws {
    let router = FakeRouter()
    let presenter = CartPresenter(interactor: CartInteractor(), router: router)
    try await presenter.checkoutTapped()
    #expect(router.asked == ["/checkout"])
  }

  @Test func `Nothing stays when the window goes`() async throws {
    weak var shop: Shop?
    weak var host: UIKitNavigationHost?
    do {
      let stage = try await ShopStage()
      try await stage.route(to: "/cart")
      (shop, host) = (stage.shop, stage.shop.host)
    }
    for _ in 0..<100_000 {
      if shop == nil, host == nil { break }
      await Task.yield()
    }
    #expect(shop == nil)
    #expect(host == nil)
  }

  /// A shop whose tabs are there, while the screen of its last session, the cart, is still being restored.
  private func stage(
    restoringBehind hold: Hold
  ) async throws -> (stage: ShopStage, activity: NSUserActivity) {
    let former = try await ShopStage()
    try await former.route(to: "/cart")
    let activity = try #require(former.delegate.stateRestorationActivity(for: former.scene))
    let stage = try await ShopStage(restoring: activity) { delegate in
      _ = delegate.shop?.wireframe.observe { _ in
        await hold.pass()
        return .proceed
      }
    }
    return (stage, activity)
  }

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  private func notification(_ url: String) -> UNNotificationResponse {
    UNNotificationResponse(
      userInfo: ["url": url], actionIdentifier: UNNotificationDefaultActionIdentifier)
  }
}

/// Holds up whoever passes, until it is open.
@MainActor
private final class Hold {
  private(set) var isOpen = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func pass() async { if !isOpen { await withCheckedContinuation { waiting.append($0) } } }

  func open() {
    isOpen = true
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}

private final class FakeRouter: Router {
  var asked: [String] = []

  func perform(_ request: RoutingRequest) async throws(RoutingError) -> RoutingSummary {
    asked.append(request.urlText)
    return RoutingSummary(
      route: try Route(request.urlText, matching: RoutePattern(request.urlText)))
  }
  func enqueue(_ request: RoutingRequest) { asked.append(request.urlText) }
  func canRoute(_ request: RoutingRequest) -> Bool { true }
}
