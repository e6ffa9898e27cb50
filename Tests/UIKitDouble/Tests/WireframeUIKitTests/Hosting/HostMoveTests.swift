import Testing
import UIKit
import WireframeCore
import WireframeUIKit

/// The screens of the window, and what the app does without the host.
@MainActor
@Suite(.hangsNever)
struct HostMoveTests {
  let stage = Stage()

  @Test func `A new root takes modals away first, and keeps a container that comes as one`()
    async throws
  {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home", "list")
    try await stage.run {
      try await host.present(Screen("modal"), option: .modal(hasStack: true))
      try await host.present(Screen("upper"))
      try await host.setRoot(Screen("new"), animated: true)
    }
    #expect(stage.titles == ["new"])
    #expect(stage.window.rootViewController is UINavigationController)
    try await stage.run { try await host.setRoot(Screen("alone"), hasStack: false) }
    #expect(stage.window.rootViewController is Screen)
    let tabs = makeTabs("a", "b")
    try await stage.run { try await host.setRoot(tabs) }
    #expect(stage.window.rootViewController === tabs)
    let stack = UINavigationController(rootViewController: Screen("first"))
    try await stage.run { try await host.setRoot(stack) }
    #expect(stage.window.rootViewController === stack)
    #expect(stage.titles == ["first"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `A screen of the stack may become the root`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home", "list")
    let list = try #require(host.topController)
    try await stage.run { try await host.setRoot(list) }
    #expect(stage.titles == ["list"])
    #expect(try stage.stack.viewControllers == [list])
  }

  @Test func `The top is replaced in a stack, as a root, in a tab and in a modal`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home", "list")
    try await stage.run { try await host.replaceTop(Screen("table"), animated: true) }
    #expect(stage.titles == ["home", "table"])
    try await stage.run {
      try await host.present(Screen("modal"), option: .modal(.sheet))
      try await host.replaceTop(Screen("other"))
    }
    #expect(stage.titles == ["home", "table", "other"])
    #expect(host.state.layers.last?.style == .sheet)
    try await stage.run { try await host.setRoot(Screen("alone"), hasStack: false) }
    try await stage.run { try await host.replaceTop(Screen("instead")) }
    #expect(stage.titles == ["instead"])
    let tabs = UITabBarController()
    let only = Screen("only")
    only.tabBarItem.title = "Only"
    tabs.viewControllers = [only]
    try await stage.run { try await host.setRoot(tabs) }
    try await stage.run { try await host.replaceTop(Screen("replaced")) }
    #expect(stage.titles == ["replaced"])
    #expect(tabs.viewControllers?.map(\.tabBarItem?.title) == ["Only"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `Tabs have names, keep their screens, and may be without a stack`() async throws {
    let (stage, host) = (stage, stage.host)
    let tabs = makeTabs("Home", "Cart")
    let alone = Screen("alone")
    alone.tabBarItem.title = "Alone"
    tabs.viewControllers?.append(alone)
    try await stage.run { try await host.setRoot(tabs) }
    try await stage.run { try await host.push(Screen("detail")) }
    try await stage.run { try await host.selectTab("Cart") }
    #expect(stage.titles == ["Cart"])
    #expect(tabs.selectedIndex == 1)
    #expect(
      host.state.entries.compactMap(\.controller.title) == ["Home", "detail", "Cart", "alone"])
    try await stage.run { try await host.selectTab("Home") }
    #expect(stage.titles == ["Home", "detail"])
    try await stage.run { try await host.selectTab("Alone") }
    let error = await #expect(throws: RoutingError.self) {
      try await stage.run { try await host.push(Screen("pushed")) }
    }
    #expect(error?.code == .noStack)
    try await stage.run { try await host.show(Screen("shown")) }
    #expect(stage.titles == ["alone", "shown"])
    #expect(alone.presentedViewController?.title == "shown")
    let unknown = await #expect(throws: RoutingError.self) {
      try await stage.run { try await host.selectTab("Nowhere") }
    }
    #expect(unknown?.code == .noTab)
  }

  @Test func `What the app dismisses itself is noticed when the animation has ended`() async throws
  {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    try await stage.run {
      try await host.present(Screen("modal"), option: .modal(hasStack: true))
      try await host.push(Screen("inner"))
    }
    let news = News(of: host)
    host.topController?.dismiss(animated: true)
    #expect(news.take().isEmpty)
    #expect(stage.titles == ["home"])
    await stage.rest()
    #expect(news.take() == ["-inner -modal user"])
  }

  @Test(
    "It is noticed without an animation too, and with transitions of the app's",
    arguments: [true, false])
  func otherDismissals(isCustom: Bool) async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let (screen, own) = (Screen("modal"), OwnTransitions())
    if isCustom {
      screen.modalPresentationStyle = .custom
      screen.transitioningDelegate = own
    }
    try await stage.run { try await host.present(screen) }
    let news = News(of: host)
    screen.dismiss(animated: isCustom)
    await stage.rest()
    #expect(news.take() == ["-modal user"])
    #expect(stage.titles == ["home"])
  }

  @Test func `Moves follow each other without waiting for a layout`() async throws {
    let (stage, host) = (stage, stage.host)
    let news = News(of: host)
    try await stage.run {
      try await host.setRoot(Screen("home"))
      try await host.present(Screen("help"))
      try await host.dismiss(animated: false)
      try await host.push(Screen("list"), option: .push(animated: false))
      try await host.push(Screen("detail"))
      try await host.replaceTop(Screen("other"))
      try await host.push(Screen("last"))
      try await host.present(Screen("modal"))
    }
    #expect(stage.titles == ["home", "list", "other", "last", "modal"])
    #expect(
      news.take() == [
        "+home app", "+help app", "-help app", "+list app", "+detail app", "+other -detail app",
        "+last app", "+modal app",
      ])
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `Moves follow what the app has changed itself in the same turn`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let stack = try stage.stack
    stack.pushViewController(Screen("own"), animated: false)
    try await stage.run { try await host.push(Screen("list")) }
    #expect(stage.titles == ["home", "own", "list"])
    stack.popViewController(animated: false)
    try await stage.run { try await host.present(Screen("modal")) }
    #expect(stage.titles == ["home", "own", "modal"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `A move without animation ends when the screen is there`() async throws {
    let host = stage.host
    try await host.setRoot(Screen("home"))
    #expect((host.topController as? Screen)?.isVisible == true)
    try await host.push(Screen("list"), option: .push(animated: false))
    #expect((host.topController as? Screen)?.isVisible == true)
    try await host.pop(animated: false)
    #expect((host.topController as? Screen)?.isVisible == true)
  }

  @Test func `What UIKit refuses in a stack is not put there`() async throws {
    let (stage, host) = (stage, stage.host)
    let split = UISplitViewController()
    try await stage.run { try await host.setRoot(split) }
    #expect(stage.window.rootViewController === split)
    let tabs = UITabBarController()
    try await stage.run { try await host.setRoot(tabs) }
    #expect(stage.window.rootViewController === tabs)
    try await stage.show("home")
    let error = await #expect(throws: UIKitError.self) {
      try await stage.run { try await host.push(UISplitViewController()) }
    }
    #expect(error?.code == .cannotBePushed)
    let picker = UIImagePickerController()
    try await stage.run { try await host.present(picker, option: .modal(hasStack: true)) }
    #expect(picker.parent == nil)
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `An open menu is no modal: a push goes below it, and a modal closes it first`()
    async throws
  {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let menu = _UIContextMenuActionsOnlyViewController(nibName: nil, bundle: nil)
    host.topController?.present(menu, animated: false)
    await stage.rest()
    #expect(stage.titles == ["home"])
    try await stage.run { try await host.push(Screen("list")) }
    #expect(menu.presentingViewController != nil)
    try await stage.run { try await host.present(Screen("modal")) }
    #expect(stage.titles == ["home", "list", "modal"])
    #expect(menu.presentingViewController == nil)
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `A window that goes takes its screens along, and the host tells`() async throws {
    var stage: Stage? = Stage()
    let host = try #require(stage?.host)
    try await stage?.show("home", "list")
    weak var home: UIViewController?
    home = host.state.shown.first?.controller
    let news = News(of: host)
    stage = nil
    #expect(await eventually { !news.lines.isEmpty && home == nil })
    #expect(news.take() == ["-list -home user"])
    #expect(host.state.layers.isEmpty)
  }

  @Test func `A tab goes by its restoration identifier, else by its title`() async throws {
    let (stage, host) = (stage, stage.host)
    let tabs = makeTabs("Start", "Korb")
    tabs.viewControllers?.last?.restorationIdentifier = "cart"
    try await stage.run { try await host.setRoot(tabs) }
    try await stage.run { try await host.selectTab("cart") }
    #expect(stage.titles == ["Korb"])
    try await stage.run { try await host.selectTab("Start") }
    #expect(stage.titles == ["Start"])
  }

  @Test func `A tab keeps its name, whatever title its first screen gives it`() async throws {
    let (stage, host) = (stage, stage.host)
    let (tabs, cart) = (makeTabs("Home"), UINavigationController(nibName: nil, bundle: nil))
    let help = Screen("help")
    cart.tabBarItem.title = "Cart"
    help.tabBarItem.title = "Help"
    tabs.viewControllers?.append(cart)
    tabs.viewControllers?.append(help)
    try await stage.run { try await host.setRoot(tabs) }
    host.topController?.title = "Welcome"
    help.title = "Help and contact"
    cart.pushViewController(Screen("Two lamps"), animated: false)
    let titles = tabs.viewControllers?.map(\.tabBarItem?.title)
    #expect(titles == ["Welcome", "Two lamps", "Help and contact"])
    try await stage.run { try await host.selectTab("Help") }
    try await stage.run { try await host.replaceTop(Screen("next")) }
    #expect(host.state.layers[0].stacks.map(\.name) == ["Home", "Cart", "Help"])
    try await stage.run { try await host.selectTab("Cart") }
    #expect(stage.titles == ["Two lamps"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `A tab keeps its image when its stack's first screen is replaced by one without`()
    async throws
  {
    let (stage, host, first, next) = (stage, stage.host, Screen("first"), Screen("next"))
    let (tabs, image, other) = (UITabBarController(), UIImage(), UIImage())
    first.tabBarItem.image = image
    tabs.viewControllers = [UINavigationController(rootViewController: first)]
    try await stage.run { try await host.setRoot(tabs) }
    try await stage.run { try await host.replaceTop(Screen("plain")) }
    #expect(stage.titles == ["plain"])
    #expect(tabs.viewControllers?.first?.tabBarItem?.image === image)
    next.tabBarItem.image = other
    try await stage.run { try await host.replaceTop(next) }
    #expect(tabs.viewControllers?.first?.tabBarItem?.image === other)
  }

  @Test func `A tab without a stack keeps its item, unless its new screen has an image of its own`()
    async throws
  {
    let (stage, host, tabs, other) = (stage, stage.host, UITabBarController(), UIImage())
    let (only, plain, next) = (Screen("only"), Screen("plain"), Screen("next"))
    (only.tabBarItem.image, next.tabBarItem.image) = (UIImage(), other)
    tabs.viewControllers = [only]
    try await stage.run { try await host.setRoot(tabs) }
    try await stage.run { try await host.replaceTop(plain) }
    #expect(plain.tabBarItem === only.tabBarItem)
    try await stage.run { try await host.replaceTop(next) }
    #expect(stage.titles == ["next"])
    #expect(next.tabBarItem.image === other)
    #expect(host.state.layers[0].stacks.map(\.name) == ["only"])
  }

  @Test func `A tab keeps its image while its stack is empty, and gets that of the next screen`()
    async throws
  {
    let (stage, host, first, next) = (stage, stage.host, Screen("first"), Screen("next"))
    let (tabs, image, other) = (UITabBarController(), UIImage(), UIImage())
    let (stack, last) = (UINavigationController(rootViewController: first), Screen("last"))
    (first.tabBarItem.image, next.tabBarItem.image) = (image, other)
    tabs.viewControllers = [stack]
    try await stage.run { try await host.setRoot(tabs) }
    func fill(_ screens: [Screen]) async throws {
      let entries = screens.map { NavigationEntry<UIViewController>($0) }
      try await stage.run {
        try await host.perform(
          NavigationOperation { $0.layers[0].stacks[0].entries = entries }, animated: false)
      }
    }
    for (screen, shown) in [(first, image), (Screen("plain"), image), (next, other)] {
      try await fill([])
      #expect(stack.tabBarItem?.image === image)
      try await fill([screen])
      #expect(stack.tabBarItem === screen.tabBarItem)
      #expect(stack.tabBarItem?.image === shown)
    }
    // Also if the app fills it itself.
    try await fill([])
    #expect(stack.tabBarItem?.image === other)
    stack.pushViewController(last, animated: false)
    await stage.rest()
    #expect(stack.tabBarItem === last.tabBarItem)
    #expect(stage.window.faults.isEmpty)
  }

  @Test(arguments: [nil, "other"])
  func `A tab keeps its name when its only screen is replaced`(identifier: String?) async throws {
    let (stage, host) = (stage, stage.host)
    let (tabs, cart, help, other) = (
      UITabBarController(), Screen("cart"), Screen("help"), Screen("other")
    )
    cart.restorationIdentifier = "cart"
    cart.tabBarItem.title = "Korb"
    help.tabBarItem.title = "Help"
    other.restorationIdentifier = identifier
    tabs.viewControllers = [cart, help]
    try await stage.run { try await host.setRoot(tabs) }
    for name in ["cart", "Help"] {
      try await stage.run { try await host.selectTab(name) }
      try await stage.run { try await host.replaceTop(name == "cart" ? other : Screen("next")) }
    }
    #expect(host.state.layers[0].stacks.map(\.name) == ["cart", "Help"])
    try await stage.run { try await host.selectTab("cart") }
    #expect(stage.titles == ["other"])
  }

  @Test(arguments: [true, false])
  func `What was the placeholder of the first root may be that root`(hasTabs: Bool) async throws {
    let (stage, host) = (stage, stage.host)
    let first: UIViewController = hasTabs ? makeTabs("Home") : Screen("Home")
    host.showPlaceholder(first)
    #expect(host.state.layers.isEmpty)
    try await stage.run { try await host.setRoot(first, hasStack: false) }
    #expect(stage.titles == ["Home"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `A container of the app's own with one screen puts another one in its place`()
    async throws
  {
    let (stage, host, frame) = (stage, stage.host, Frame())
    try await stage.run { try await host.setRoot(frame) }
    #expect(stage.titles == ["framed"])
    try await stage.run { try await host.replaceTop(Screen("other")) }
    #expect(stage.window.rootViewController === frame)
    #expect(stage.titles == ["other"])
    // A new root takes the container away.
    try await stage.run { try await host.setRoot(Screen("new")) }
    #expect(stage.titles == ["new"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `What the app pushes and pops itself is noticed`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let (news, stack) = (News(of: host), try stage.stack)
    stack.pushViewController(Screen("own"), animated: true)
    await stage.rest()
    #expect(news.take() == ["+own user"])
    stack.popToRootViewController(animated: false)
    await stage.rest()
    #expect(news.take() == ["-own user"])
  }

  @Test func `A controller that comes back begins a new stay`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let list = Screen("list")
    try await stage.run { try await host.push(list) }
    let first = host.state.top?.id
    try await stage.run { try await host.pop() }
    try await stage.run { try await host.push(list) }
    #expect(host.state.top?.id != first)
    #expect(host.state.top?.controller === list)
  }

  @Test func `Routes belong to their entries, behind stacks and in containers`() async throws {
    let (stage, host, wireframe) = (stage, stage.host, stage.wireframe)
    try wireframe.register("/", option: .root) { _ in Screen("home") }
    try wireframe.register("/list", option: .push) { _ in Screen("list") }
    try wireframe.register("/help", option: .sheet(hasStack: true)) { _ in Screen("help") }
    try wireframe.register("/tabs", option: .root) { _ in makeTabs("a", "b") }
    try await stage.run {
      for url in ["/", "/list", "/help"] { try await wireframe.route(to: url) }
    }
    #expect(host.state.shown.map(\.route?.pattern?.text) == ["/", "/list", "/help"])
    #expect(try stage.stack.isNavigationBarHidden == false)
    try await stage.run { try await wireframe.route(to: "/list", option: .back).route }
    #expect(stage.titles == ["home", "list"])
    try await stage.run { try await wireframe.route(to: "/tabs").route }
    #expect(host.state.shown.map(\.route?.pattern?.text) == ["/tabs"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `Several dismissals at once are one`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    try await stage.run {
      for title in ["one", "two", "three"] { try await host.present(Screen(title)) }
    }
    let news = News(of: host)
    try await stage.run { try await host.push(Screen("list")) }
    #expect(stage.titles == ["home", "list"])
    #expect(news.take() == ["+list -three -two -one app"])
  }

  @Test func `A system's own navigation controller is one screen`() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let picker = UIImagePickerController()
    picker.title = "picker"
    try await stage.run { try await host.present(picker) }
    #expect(stage.titles == ["home", "picker"])
    #expect(!host.state.canPush)
    #expect(picker.delegate == nil)
  }

  @Test func `A search is no modal: screens are pushed below it, and presented over it`()
    async throws
  {
    let (stage, host) = (stage, stage.host)
    try await stage.show("list")
    let search = UISearchController()
    search.begin(over: try #require(host.topController))
    await stage.rest()
    #expect(stage.titles == ["list"])
    try await stage.run { try await host.present(Screen("filter"), option: .modal(.sheet)) }
    #expect(stage.titles == ["list", "filter"])
    try await stage.run { try await host.dismiss() }
    try await stage.run { try await host.push(Screen("detail")) }
    #expect(stage.titles == ["list", "detail"])
    #expect(search.presentingViewController != nil)
    #expect(stage.window.faults.isEmpty)
  }

  @Test(arguments: [true, false])
  func `A move that empties the shown tab ends, and a modal may come over it`(isAnimated: Bool)
    async throws
  {
    let (stage, host) = (stage, stage.host)
    try await stage.run { try await host.setRoot(makeTabs("Home", "Cart")) }
    try await stage.run {
      try await host.perform(
        NavigationOperation { $0.layers[0].stacks[0].entries = [] }, animated: isAnimated)
    }
    #expect(host.state.layers[0].stacks.map(\.entries.count) == [0, 1])
    try await stage.run { try await host.present(Screen("login")) }
    #expect(stage.titles == ["login"])
    try await stage.run { try await host.dismiss() }
    await stage.rest()
    // The tab is empty: another one is shown.
    #expect(stage.titles == ["Cart"])
    try await stage.run { try await host.push(Screen("home")) }
    #expect(stage.titles == ["Cart", "home"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `A transition that UIKit has put off until the next layout is waited for`()
    async throws
  {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let stack = try stage.stack
    stack.pushViewController(Screen("own"), animated: false)
    stack.tapBackButton()
    try await stage.run { try await host.push(Screen("list")) }
    #expect(stage.titles == ["home", "list"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `An app's own navigation controller goes around stacks`() async throws {
    let window = UIWindow()
    let host = UIKitNavigationHost(window: window) { BrandedStack(rootViewController: $0) }
    try await host.setRoot(Screen("home"))
    #expect(window.rootViewController is BrandedStack)
  }
}

private final class BrandedStack: UINavigationController {}

/// A frame around one screen.
private final class Frame: UIViewController, ScreenContainer {
  private var content: UIViewController = Screen("framed")

  var containedScreens: ContainedScreens {
    ContainedScreens(kind: .stack, [("", content)], selected: 0)
  }
  func select(_ index: Int) {}
  func replace(_ index: Int, with controller: UIViewController) {
    content.removeFromParent()
    addChild(controller)
    content = controller
  }

  override func viewDidLoad() { addChild(content) }
}

private final class OwnTransitions: NSObject, UIViewControllerTransitioningDelegate {}
