import Testing
import UIKit
import WireframeCoordinators
import WireframeCore
import WireframeTesting
import WireframeUIKit

/// What UIKit really does, where a host might believe otherwise. The numbers are those of a review beside its headers.
@MainActor
@Suite(.hangsNever)
struct UIKitAsItIsTests {
  let stage = Stage()

  @Test("U1 Tabs of iOS 18 are read by identifier, without making their controllers, and selected")
  func newTabs() async throws {
    let (stage, host) = (stage, stage.host)
    let tabs = ["home", "search", "cart"].map { name in
      UITab(title: name.uppercased(), identifier: name) { _ in
        UINavigationController(rootViewController: Screen(name))
      }
    }
    let group = UITabGroup(title: "More", identifier: "more", children: Array(tabs[1...]))
    let controller = UITabBarController(tabs: [tabs[0], group])
    try await stage.run { try await host.setRoot(controller) }
    #expect(host.state.layers[0].stacks.map(\.name) == ["home", "search", "cart"])
    #expect(stage.titles == ["home"])
    #expect(tabs.map(\.isMade) == [true, false, false])
    let news = News(of: host)
    controller.tap(tabs[1])
    #expect(news.take() == ["+search user"])
    #expect(stage.titles == ["search"])
    try await stage.run { try await host.selectTab("cart") }
    #expect(controller.selectedTab === tabs[2])
    try await stage.run { try await host.push(Screen("detail")) }
    #expect(stage.titles == ["cart", "detail"])
    try await stage.run { try await host.selectTab("home") }
    #expect(
      host.state.entries.compactMap(\.controller.title) == ["home", "search", "cart", "detail"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U1 A group of iOS 18 with a navigation controller of its own is one stack")
  func managedGroup() async throws {
    let (stage, host) = (stage, stage.host)
    let group = UITabGroup(
      title: "Library", identifier: "library", children: [UITab(title: "A", identifier: "a")])
    group.managingNavigationController = UINavigationController(rootViewController: Screen("books"))
    try await stage.run { try await host.setRoot(UITabBarController(tabs: [group])) }
    try await stage.run { try await host.push(Screen("book")) }
    #expect(host.state.layers[0].stacks.map(\.name) == ["library"])
    #expect(stage.titles == ["books", "book"])
  }

  @Test("U1 A group of iOS 18 with a controller of its own is one tab, whichever child is selected")
  func providedGroup() async throws {
    let (stage, host) = (stage, stage.host)
    let children = ["a", "b"].map { name in
      UITab(title: name, identifier: name) { _ in Screen(name) }
    }
    let group = UITabGroup(title: "Library", identifier: "library", children: children) { _ in
      UINavigationController(rootViewController: Screen("books"))
    }
    let tabs = UITabBarController(tabs: [
      UITab(title: "Home", identifier: "home") { _ in Screen("home") }, group,
    ])
    try await stage.run { try await host.setRoot(tabs) }
    #expect(host.state.layers[0].stacks.map(\.name) == ["home", "library"])
    tabs.tap(children[1])
    await stage.rest()
    try await stage.run { try await host.push(Screen("book")) }
    #expect(stage.titles == ["books", "book"])
    #expect(children.map(\.isMade) == [false, false])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U1 If a group of iOS 18 is selected itself, its selected child is shown")
  func selectedGroup() async throws {
    let (stage, host) = (stage, stage.host)
    let children = ["a", "b"].map { name in
      UITab(title: name, identifier: name) { _ in
        UINavigationController(rootViewController: Screen(name))
      }
    }
    let group = UITabGroup(title: "Library", identifier: "library", children: children)
    group.selectedChild = children[1]
    let tabs = UITabBarController(tabs: [
      UITab(title: "Home", identifier: "home") { _ in Screen("home") }, group,
    ])
    try await stage.run { try await host.setRoot(tabs) }
    tabs.tap(group)
    await stage.rest()
    #expect(stage.titles == ["b"])
    try await stage.run { try await host.push(Screen("detail")) }
    #expect(stage.titles == ["b", "detail"])
  }

  @Test("U1 The list of the tabs for which the bar has no room is shown, and none of the tabs")
  func moreTabs() async throws {
    let (stage, host) = (stage, stage.host)
    let tabs = makeTabs("Home", "Cart")
    try await stage.run { try await host.setRoot(tabs) }
    tabs.tapMore()
    host.refresh()
    #expect(host.state.layers[0].stacks.count == 3)
    #expect(host.state.layers[0].selected == 2)
    try await stage.run { try await host.push(Screen("detail")) }
    #expect(host.topController?.title == "detail")
    #expect(tabs.moreNavigationController.topViewController?.title == "detail")
    try await stage.run { try await host.selectTab("Home") }
    #expect(stage.titles == ["Home"])
    #expect(host.state.layers[0].stacks.count == 2)
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U2 A push that is held until the commit ends when it is seen, and keeps its route")
  func heldPush() async throws {
    let (stage, host, wireframe) = (stage, stage.host, stage.wireframe)
    stage.window.timing.stackChange = .afterCommit
    try wireframe.register("/", option: .root) { _ in Screen("home") }
    try wireframe.register("/list", option: .push) { _ in Screen("list") }
    try await stage.run { try await wireframe.route(to: "/").route }
    let news = News(of: host)
    var isDone = false
    let task = Task { @MainActor in
      try await wireframe.route(to: "/list")
      isDone = true
    }
    for _ in 0..<50 { await Task.yield() }
    #expect(stage.titles == ["home"])
    stage.window.clock.turn()
    for _ in 0..<50 { await Task.yield() }
    #expect(!isDone)
    try await stage.run { _ = try await task.value }
    #expect(host.state.shown.map(\.route?.pattern?.text) == ["/", "/list"])
    #expect((host.topController as? Screen)?.isVisible == true)
    #expect(news.take() == ["+list app"])
  }

  @Test("U3 A drawer of the app's own is read by the stacks that it says it has")
  func drawer() async throws {
    let (stage, host) = (stage, stage.host)
    let drawer = Drawer()
    try await stage.run { try await host.setRoot(drawer) }
    #expect(host.state.layers[0].kind == .columns)
    #expect(host.state.layers[0].stacks.map(\.name) == ["menu", "content"])
    try await stage.run { try await host.push(Screen("detail")) }
    #expect(drawer.content.viewControllers.map(\.title) == ["content", "detail"])
    try await stage.run { try await host.selectTab("menu") }
    #expect(drawer.isOpen)
    try await stage.run { try await host.push(Screen("settings")) }
    #expect(drawer.menu.viewControllers.map(\.title) == ["menu", "settings"])
    try await stage.run { try await host.present(Screen("modal")) }
    #expect(host.topController?.title == "modal")
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U3 A split view's columns are stacks, side by side and collapsed")
  func split() async throws {
    let (stage, host) = (stage, stage.host)
    let split = UISplitViewController(style: .doubleColumn)
    split.setViewController(Screen("list"), for: .primary)
    split.setViewController(Screen("empty"), for: .secondary)
    try await stage.run { try await host.setRoot(split) }
    #expect(host.state.layers[0].kind == .columns)
    #expect(host.state.layers[0].stacks.map(\.name) == ["primary", "secondary"])
    #expect(stage.titles == ["list", "empty"])
    try await stage.run { try await host.push(Screen("detail")) }
    #expect(stage.titles == ["list", "empty", "detail"])
    let state = host.state
    let news = News(of: host)
    split.collapse(onto: .secondary)
    #expect(host.state == state)
    #expect(host.state.top?.controller.title == "detail")
    split.expand()
    split.collapse(onto: .primary)
    #expect(host.state.top?.controller.title == "list")
    #expect(host.topController?.title == "list")
    #expect(host.state.entries == state.entries)
    try await stage.run { try await host.selectTab("secondary") }
    #expect(host.state.top?.controller.title == "detail")
    split.expand()
    #expect(host.state.entries == state.entries)
    #expect(news.take().allSatisfy { !$0.contains("+") && !$0.contains("-") })
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U3 In a narrow split view a hidden bar comes back for each screen that shows it")
  func barOfNarrowSplit() async throws {
    let (stage, host) = (stage, stage.host)
    let split = UISplitViewController(style: .doubleColumn)
    split.setViewController(Screen("list"), for: .primary)
    split.setViewController(Screen("empty"), for: .secondary)
    try await stage.run { try await host.setRoot(split) }
    split.collapse(onto: .secondary)
    await stage.rest()
    let outer = try #require(split.viewController(for: .primary)?.navigationController)
    try await stage.run {
      try await host.push(Screen("movie"), option: .uiPush(hidesNavigationBar: true))
    }
    #expect(outer.isNavigationBarHidden)
    try await stage.run { try await host.selectTab("primary") }
    #expect(host.state.top?.controller.title == "list")
    #expect(!outer.isNavigationBarHidden)
    try await stage.run { try await host.selectTab("secondary") }
    #expect(host.state.top?.controller.title == "movie")
    #expect(outer.isNavigationBarHidden)
    try await stage.run { try await host.pop() }
    #expect(host.state.top?.controller.title == "empty")
    #expect(!outer.isNavigationBarHidden)
    // Side by side each column has its own.
    try await stage.run {
      try await host.push(Screen("movie"), option: .uiPush(hidesNavigationBar: true))
    }
    split.expand()
    let inner = try #require(split.viewController(for: .secondary)?.navigationController)
    #expect(!outer.isNavigationBarHidden)
    #expect(inner.isNavigationBarHidden)
    // Narrow, the first one has that of the second at once.
    split.collapse(onto: .secondary)
    #expect(outer.isNavigationBarHidden)
    await stage.rest()
    try await stage.run { try await host.pop() }
    split.expand()
    #expect(!inner.isNavigationBarHidden)
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U3 A column that the user hides is not selected any more; a move that selects it shows it")
  func hiddenColumn() async throws {
    let (stage, host, list) = (stage, stage.host, makeStack("list"))
    let split = UISplitViewController(style: .doubleColumn)
    split.setViewController(list, for: .primary)
    split.setViewController(Screen("empty"), for: .secondary)
    try await stage.run { try await host.setRoot(split) }
    try await stage.run { try await host.selectTab("primary") }
    #expect(host.topController?.title == "list")
    split.hide(.primary)
    await stage.rest()
    #expect(host.topController?.title == "empty")
    try await stage.run { try await host.push(Screen("detail")) }
    #expect(stage.titles == ["list", "empty", "detail"])
    try await stage.run { try await host.selectTab("primary") }
    #expect(list.viewIfLoaded?.window === stage.window)
    try await stage.run { try await host.push(Screen("folder")) }
    #expect(stage.titles == ["list", "folder", "empty", "detail"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U3 Tabs in the compact column of a narrow split view have their names")
  func compactTabs() async throws {
    let (stage, host) = (stage, stage.host)
    let split = UISplitViewController(style: .doubleColumn)
    split.setViewController(Screen("list"), for: .primary)
    split.setViewController(Screen("detail"), for: .secondary)
    split.setViewController(makeTabs("Home", "Cart"), for: .compact)
    try await stage.run { try await host.setRoot(split) }
    #expect(stage.titles == ["list", "detail"])
    split.collapse()
    #expect(host.state.layers[0].stacks.map(\.name) == ["Home", "Cart"])
    try await stage.run { try await host.selectTab("Cart") }
    try await stage.run { try await host.push(Screen("item")) }
    #expect(stage.titles == ["Cart", "item"])
    split.expand()
    await stage.rest()
    #expect(stage.titles == ["list", "detail"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U3 The screens of a split view keep their routes while its compact column comes and goes")
  func routesOfColumns() async throws {
    let (stage, host, wireframe) = (stage, stage.host, stage.wireframe)
    for path in ["/detail", "/item"] as [RoutePattern] {
      try wireframe.register(path, option: .push) { _ in Screen("pushed") }
    }
    let split = UISplitViewController(style: .doubleColumn)
    split.setViewController(Screen("list"), for: .primary)
    split.setViewController(Screen("empty"), for: .secondary)
    split.setViewController(makeTabs("Home", "Cart"), for: .compact)
    try await stage.run { try await host.setRoot(split) }
    for path in ["/detail", "/item"] {
      try await stage.run { try await wireframe.route(to: path).route }
      #expect(host.state.currentRoute?.pattern?.text == path)
      if path == "/detail" { split.collapse() } else { split.expand() }
      await stage.rest()
    }
    #expect(host.state.currentRoute?.pattern?.text == "/detail")
    split.collapse()
    await stage.rest()
    #expect(host.state.currentRoute?.pattern?.text == "/item")
    #expect(stage.titles == ["Home", "pushed"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U3 A split view that is narrow for a picture of the app only keeps its screens")
  func picture() async throws {
    let (stage, host) = (stage, stage.host)
    try stage.wireframe.register("/detail", option: .push) { _ in Screen("detail") }
    let split = UISplitViewController(style: .doubleColumn)
    split.setViewController(Screen("list"), for: .primary)
    split.setViewController(Screen("empty"), for: .secondary)
    split.setViewController(makeTabs("Home", "Cart"), for: .compact)
    try await stage.run { try await host.setRoot(split) }
    try await stage.run { try await stage.wireframe.route(to: "/detail").route }
    let (state, news) = (host.state, News(of: host))
    split.collapse()
    split.expand()
    await stage.rest()
    #expect(host.state == state)
    #expect(host.state.top?.route?.pattern?.text == "/detail")
    #expect(news.take().isEmpty)
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U3 A split view without a style has its two controllers as columns") func oldSplit()
    async throws
  {
    let (stage, host) = (stage, stage.host)
    let split = UISplitViewController()
    let list = UINavigationController(rootViewController: Screen("list"))
    let empty = UINavigationController(rootViewController: Screen("empty"))
    split.viewControllers = [list, empty]
    try await stage.run { try await host.setRoot(split) }
    #expect(host.state.layers[0].stacks.map(\.name) == ["primary", "secondary"])
    try await stage.run { try await host.push(Screen("detail")) }
    #expect(empty.viewControllers.map(\.title) == ["empty", "detail"])
    let entries = host.state.entries
    split.collapse(onto: .secondary)
    #expect(host.state.entries == entries)
    #expect(host.state.top?.controller.title == "detail")
    try await stage.run { try await host.selectTab("primary") }
    #expect(host.state.top?.controller.title == "list")
    #expect(list.viewControllers.map(\.title) == ["list"])
    // The second column has left: pushes go to the only one there is.
    let error = await #expect(throws: RoutingError.self) {
      try await stage.run { try await host.selectTab("secondary") }
    }
    #expect(error?.code == .noTab)
    try await stage.run { try await host.push(Screen("settings")) }
    #expect(list.viewControllers.map(\.title) == ["list", "settings"])
    split.expand()
    #expect(stage.titles == ["list", "settings", "empty", "detail"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U3 A split view in a tab: its columns are stacks, the last one by the name of the tab")
  func splitInTab() async throws {
    let (stage, host) = (stage, stage.host)
    let split = UISplitViewController(style: .doubleColumn)
    split.setViewController(Screen("list"), for: .primary)
    split.setViewController(Screen("empty"), for: .secondary)
    split.tabBarItem.title = "Mail"
    let tabs = makeTabs("Home")
    tabs.viewControllers?.append(split)
    try await stage.run { try await host.setRoot(tabs) }
    #expect(host.state.layers[0].stacks.map(\.name) == ["Home", "Mail/primary", "Mail"])
    #expect(host.state.layers[0].kind == .tabs)
    try await stage.run { try await host.selectTab("Mail") }
    try await stage.run { try await host.push(Screen("detail")) }
    #expect(tabs.selectedIndex == 1)
    #expect(stage.titles == ["empty", "detail"])
    let news = News(of: host)
    try await stage.run { try await host.selectTab("Mail/primary") }
    #expect(stage.titles == ["list"])
    try await stage.run { try await host.push(Screen("folder")) }
    #expect(
      split.viewController(for: .primary)?.navigationController?.viewControllers.map(\.title)
        == ["list", "folder"])
    #expect(news.take() == ["app", "+folder app"])
    // What the user does in a column of a tab is noticed.
    split.viewController(for: .primary)?.navigationController?.swipeBack()
    await stage.rest()
    #expect(news.take() == ["-folder user"])
    split.collapse(onto: .secondary)
    tabs.tap(tab: 0)
    await stage.rest()
    #expect(stage.titles == ["Home"])
    try await stage.run { try await host.selectTab("Mail") }
    #expect(host.state.top?.controller.title == "detail")
    try await stage.run { try await host.present(Screen("modal")) }
    #expect(host.topController?.title == "modal")
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U3 A split view in a tab that becomes wide is noticed, though it showed one screen alone")
  func wideAgain() async throws {
    let (stage, host) = (stage, stage.host)
    let split = UISplitViewController(style: .doubleColumn)
    split.setViewController(Screen("list"), for: .primary)
    split.setViewController(Screen("detail"), for: .secondary)
    split.setViewController(Screen("narrow"), for: .compact)
    let tabs = makeTabs("Home")
    tabs.viewControllers?.append(split)
    tabs.selectedIndex = 1
    try await stage.run { try await host.setRoot(tabs) }
    split.collapse()
    host.refresh()
    #expect(stage.titles == ["narrow"])
    let news = News(of: host)
    split.expand()
    #expect(await eventually { !news.lines.isEmpty })
    #expect(news.take() == ["+list +detail -narrow user"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U3 A container that is pushed onto the stack of a tab is one screen, with its route")
  func routeOfContainer() async throws {
    let (stage, host, wireframe) = (stage, stage.host, stage.wireframe)
    try wireframe.register("/reviews", option: .push) { _ in
      Box(.tabs, [("best", Screen("best")), ("worst", Screen("worst"))], selected: 0)
    }
    try await stage.run { try await host.setRoot(makeTabs("Home", "Cart")) }
    try await stage.run { try await wireframe.route(to: "/reviews").route }
    #expect(host.state.layers[0].stacks.map(\.name) == ["Home", "Cart"])
    #expect(host.state.top?.controller is Box)
    #expect(host.state.currentRoute?.pattern?.text == "/reviews")
    try await stage.run { try await wireframe.back() }
    #expect(stage.titles == ["Home"])
    #expect(stage.window.faults.isEmpty)
  }

  enum Late: CaseIterable {
    case drawer, split, pages, stack, tabs

    @MainActor fileprivate var container: UIViewController {
      switch self {
      case .drawer: LateDrawer()
      case .split: LateSplit(style: .doubleColumn)
      case .pages: LatePages()
      case .stack: LateStack()
      case .tabs: LateTabs()
      }
    }
  }

  @Test(
    "U3 A container that makes its children with its view keeps its route, and takes more screens",
    arguments: Late.allCases)
  func lateChildren(late: Late) async throws {
    for url in ["/", "/detail"] {
      let stage = Stage()
      try stage.wireframe.register("/", option: .root) { _ in late.container }
      try stage.wireframe.register("/detail", option: .push, place: .under("/")) { _ in
        Screen("detail")
      }
      let request = RoutingRequest(url, landing: .underParents)
      try await stage.run { try await stage.wireframe.route(request).route }
      let routes = stage.host.state.shown.compactMap(\.route?.pattern?.text)
      #expect(routes == (url == "/" ? ["/"] : ["/", "/detail"]))
      #expect(stage.titles == (url == "/" ? ["content"] : ["content", "detail"]))
      #expect(stage.window.faults.isEmpty)
    }
  }

  @Test(
    "U3 A tab that was never shown has the screens that its container makes with its view",
    arguments: [Late.drawer, .split, .pages, .stack])
  func lateTab(late: Late) async throws {
    let (stage, host, tabs) = (stage, stage.host, makeTabs("Home"))
    let container = late.container
    container.tabBarItem.title = "Mail"
    tabs.viewControllers?.append(container)
    try stage.wireframe.register("/detail", option: .push, place: .init(tab: "Mail")) { _ in
      Screen("detail")
    }
    try await stage.run { try await host.setRoot(tabs) }
    let request = RoutingRequest("/detail", landing: .underParents)
    try await stage.run { try await stage.wireframe.route(request).route }
    #expect(stage.titles == ["content", "detail"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U3 A tab bar in a drawer's content: its tabs keep their names") func tabsInDrawer()
    async throws
  {
    let (stage, host) = (stage, stage.host)
    let (tabs, menu) = (
      makeTabs("Home", "Cart"), UINavigationController(rootViewController: Screen("menu"))
    )
    let drawer = Box(.columns, [("menu", menu), ("content", tabs)], selected: 1)
    try await stage.run { try await host.setRoot(drawer) }
    #expect(host.state.layers[0].stacks.map(\.name) == ["menu", "Home", "Cart"])
    #expect(stage.titles == ["Home"])
    try await stage.run { try await host.selectTab("Cart") }
    try await stage.run { try await host.push(Screen("detail")) }
    #expect(stage.titles == ["Cart", "detail"])
    try await stage.run { try await host.selectTab("menu") }
    #expect(drawer.index == 0)
    try await stage.run { try await host.selectTab("Home") }
    #expect((drawer.index, tabs.selectedIndex) == (1, 0))
    tabs.tap(tab: 1)
    #expect(stage.titles == ["Cart", "detail"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test(
    "U3 A name that is taken has that of its container before it; a container in itself is one screen"
  )
  func nestedNames() async throws {
    let (stage, host) = (stage, stage.host)
    let inner = Box(
      .tabs, [("menu", makeStack("inner")), ("more", makeStack("more"))], selected: 0)
    let outer = Box(.tabs, [("menu", makeStack("outer")), ("content", inner)], selected: 1)
    inner.boxes.append(("self", outer))
    try await stage.run { try await host.setRoot(outer) }
    let names = host.state.layers[0].stacks.map(\.name)
    #expect(names.prefix(3) == ["menu", "content/menu", "more"])
    #expect(Set(names).count == names.count)
    #expect(stage.titles == ["inner"])
    try await stage.run { try await host.selectTab("more") }
    #expect(inner.index == 1)
  }

  @Test("U3 A tab of the outer container keeps its name, though a nested tab has it, too")
  func outerNames() async throws {
    let (stage, host) = (stage, stage.host)
    let inner = Box(.tabs, [("B", makeStack("inner B")), ("C", makeStack("C"))], selected: 0)
    let outer = Box(.tabs, [("A", inner), ("B", makeStack("outer B"))], selected: 0)
    try await stage.run { try await host.setRoot(outer) }
    #expect(host.state.layers[0].stacks.map(\.name) == ["A/B", "C", "B"])
    try await stage.run { try await host.selectTab("B") }
    #expect(stage.titles == ["outer B"])
  }

  @Test(
    "U3 A tab of iOS 18 that was never shown, and turns out to be a split view, is found by its name",
    arguments: [false, true])
  func newTabWithSplit(tellsWhatWasSet: Bool) async throws {
    let (stage, host) = (stage, stage.host)
    let split =
      tellsWhatWasSet
      ? LoyalSplit(style: .doubleColumn) : UISplitViewController(style: .doubleColumn)
    split.setViewController(Screen("list"), for: .primary)
    split.setViewController(Screen("empty"), for: .secondary)
    let tabs = UITabBarController(tabs: [
      UITab(title: "Home", identifier: "home") { _ in makeStack("home") },
      UITab(title: "Mail", identifier: "mail") { _ in split },
      UITab(title: "Cart", identifier: "cart") { _ in makeStack("cart") },
    ])
    try await stage.run { try await host.setRoot(tabs) }
    #expect(host.state.layers[0].stacks.map(\.name) == ["home", "mail", "cart"])
    try await stage.run {
      try await host.perform(
        NavigationOperation { state in
          state.layers[0].selected = 1
          state.layers[0].stacks[1].entries.append(NavigationEntry(Screen("detail")))
        }, animated: false)
    }
    #expect(host.state.layers[0].stacks.map(\.name) == ["home", "mail/primary", "mail", "cart"])
    #expect(host.state.top?.controller.title == "detail")
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U3 A page view controller whose pages are stacks holds the stack of the shown page")
  func pages() async throws {
    let (stage, host) = (stage, stage.host)
    let pages = UIPageViewController()
    let stacks = ["one", "two"].map { UINavigationController(rootViewController: Screen($0)) }
    pages.setViewControllers([stacks[0]], direction: .forward, animated: false)
    try await stage.run { try await host.setRoot(pages) }
    try await stage.run { try await host.push(Screen("detail")) }
    #expect(stage.titles == ["one", "detail"])
    let news = News(of: host)
    pages.turn(to: stacks[1], isCompleted: false)
    #expect(news.take().isEmpty)
    pages.turn(to: stacks[1])
    #expect(news.take() == ["+two -detail -one user"])
    #expect(stage.titles == ["two"])
  }

  @Test("U3 A tab bar that is pushed onto a login's stack is what the window shows")
  func tabsOnLogin() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("login")
    let stack = try stage.stack
    let tabs = makeTabs("Home", "Cart")
    stack.pushViewController(tabs, animated: true)
    await stage.rest()
    #expect(host.state.layers[0].kind == .tabs)
    #expect(stage.titles == ["Home"])
    try await stage.run { try await host.push(Screen("detail")) }
    try await stage.run { try await host.selectTab("Cart") }
    #expect(stage.titles == ["Cart"])
    stack.popViewController(animated: true)
    await stage.rest()
    #expect(stage.titles == ["login"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U4 Moves that nobody awaits run one after the other, whenever UIKit begins them")
  func notAwaited() async throws {
    for beginning in UIKitTiming.Beginning.allCases {
      for isMarked in [true, false] {
        let stage = Stage()
        let host = stage.host
        try await stage.show("home")
        stage.window.timing.presentationBegins = beginning
        stage.window.timing.isBeingPresentedBefore = isMarked
        let home = try #require(host.topController)
        home.present(Screen("own"), animated: true)
        let moves = ["one", "two"].map { title in
          Task { @MainActor in try await host.present(Screen(title)) }
        }
        try await stage.run { for move in moves { try await move.value } }
        #expect(stage.titles == ["home", "own", "one", "two"])
        #expect(stage.window.faults.isEmpty, "\(beginning), \(isMarked)")
      }
    }
  }

  @Test("U4 A move whose task is cancelled while others run is not made")
  func cancelledInQueue() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let first = Task { @MainActor in try await host.push(Screen("one")) }
    let second = Task { @MainActor in try await host.push(Screen("two")) }
    for _ in 0..<10 { await Task.yield() }
    second.cancel()
    try await stage.run { try await first.value }
    await #expect(throws: CancellationError.self) { try await stage.run { try await second.value } }
    #expect(stage.titles == ["home", "one"])
  }

  @Test(
    "U5 A controller of the system's that is presented late is not taken for ignored",
    arguments: UIKitTiming.SystemPresentation.allCases)
  func systemControllers(presentation: UIKitTiming.SystemPresentation) async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    stage.window.timing.systemPresentation = presentation
    let picker = UIImagePickerController()
    picker.title = "picker"
    try await stage.run { try await host.present(picker) }
    #expect(stage.titles == ["home", "picker"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U5 A controller that UIKit never presents is an error, and the next move runs")
  func ignored() async throws {
    let (stage, host) = (stage, stage.host)
    let root = Deaf("home")
    try await stage.run { try await host.setRoot(root) }
    let error = await #expect(throws: UIKitError.self) {
      try await stage.run { try await host.present(Screen("modal")) }
    }
    #expect(error?.code == .ignored)
    #expect(stage.titles == ["home"])
    try await stage.run { try await host.push(Screen("list")) }
    #expect(stage.titles == ["home", "list"])
  }

  @Test("U5 A controller that comes after its routing has failed has no route")
  func lateAfterFailure() async throws {
    let (stage, host, wireframe) = (stage, stage.host, stage.wireframe)
    let (root, late) = (Deaf("home"), Screen("late"))
    try await stage.run { try await host.setRoot(root) }
    try wireframe.register("/late", option: .modal) { _ in late }
    await #expect(throws: RoutingError.self) {
      try await stage.run { try await wireframe.route(to: "/late").route }
    }
    try await stage.run { try await host.push(Screen("list")) }
    host.topController?.present(late, animated: false)
    await stage.rest()
    host.refresh()
    #expect(host.topController === late)
    #expect(host.state.top?.route == nil)
  }

  @Test("U6 Moves end without completions and without coordinators")
  func lostCompletions() async throws {
    let (stage, host) = (stage, stage.host)
    stage.window.timing.presentationCompletion = .never
    stage.window.timing.dismissalCompletion = .never
    stage.window.timing.coordinator = .never
    try await stage.show("home")
    try await stage.run { try await host.push(Screen("list")) }
    #expect((host.topController as? Screen)?.isVisible == true)
    try await stage.run { try await host.present(Screen("modal")) }
    #expect((host.topController as? Screen)?.isVisible == true)
    try await stage.run { try await host.dismiss() }
    #expect((host.topController as? Screen)?.isVisible == true)
    #expect(stage.titles == ["home", "list"])
  }

  @Test("U6 A move in the background ends at the limit, and what comes later keeps its route")
  func background() async throws {
    let (stage, host, wireframe) = (stage, stage.host, stage.wireframe)
    try wireframe.register("/", option: .root) { _ in Screen("home") }
    try wireframe.register("/list", option: .push) { _ in Screen("list") }
    try await stage.run { try await wireframe.route(to: "/").route }
    stage.window.timing.stackChange = .afterCommit
    stage.window.enterBackground()
    let error = await #expect(throws: RoutingError.self) {
      try await stage.run { try await wireframe.route(to: "/list").route }
    }
    #expect(error?.code == .presenterFailed)
    #expect(
      "\(error?.underlyingError.map { "\($0)" } ?? "")"
        == "UIKit did not show or remove Screen in time. It may still do so.")
    stage.window.enterForeground()
    await stage.rest()
    #expect(host.state.shown.map(\.route?.pattern?.text) == ["/", "/list"])
    try await stage.run { try await host.pop() }
    #expect(stage.titles == ["home"])
  }

  @Test("U6 A swipe that never ends holds a move up until the limit, and no longer")
  func endlessSwipe() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home", "list")
    let stack = try stage.stack
    stack.beginSwipeBack()
    let error = await #expect(throws: UIKitError.self) {
      try await stage.run { try await host.push(Screen("next")) }
    }
    #expect(
      error?.description
        == "UIKit did not finish a transition in time, so this move did not begin.")
    stack.endSwipeBack(isCancelled: true)
    try await stage.run { try await host.push(Screen("next")) }
    #expect(stage.titles == ["home", "list", "next"])
  }

  @Test("U6 A limit of a hundred years or more is none") func endlessLimit() async throws {
    let host = UIKitNavigationHost(
      window: stage.window, limit: .seconds(Int64.max), clock: stage.clock)
    try await stage.run { try await host.setRoot(Screen("home")) }
    try await stage.run { try await host.push(Screen("list")) }
    #expect(host.topController?.title == "list")
  }

  @Test(
    "U7 A sheet of the app's own is noticed as soon as somebody looks, and when it is swiped away")
  func ownSheet() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let (news, home, sheet) = (News(of: host), try #require(host.topController), Screen("sheet"))
    sheet.modalPresentationStyle = .pageSheet
    home.present(sheet, animated: true)
    await stage.rest()
    #expect(stage.titles == ["home", "sheet"])
    await stage.rest()
    #expect(news.take() == ["+sheet user"])
    sheet.swipeDown()
    await stage.rest()
    #expect(news.take() == ["-sheet user"])
  }

  @Test("U7 A tab that code selects and a root that code sets are noticed")
  func ownChanges() async throws {
    let (stage, host) = (stage, stage.host)
    let tabs = makeTabs("Home", "Cart")
    try await stage.run { try await host.setRoot(tabs) }
    let news = News(of: host)
    tabs.selectedIndex = 1
    await stage.rest()
    #expect(news.take() == ["user"])
    stage.window.rootViewController = UINavigationController(rootViewController: Screen("new"))
    await stage.rest()
    #expect(news.take() == ["+new -Cart -Home user"])
  }

  @Test("U7 A stack of a hidden tab is read at the next look")
  func hiddenStack() async throws {
    let (stage, host) = (stage, stage.host)
    let tabs = makeTabs("Home", "Cart")
    try await stage.run { try await host.setRoot(tabs) }
    let news = News(of: host)
    (tabs.viewControllers?[1] as? UINavigationController)?
      .pushViewController(Screen("own"), animated: false)
    #expect(host.state.entries.compactMap(\.controller.title) == ["Home", "Cart", "own"])
    await stage.rest()
    #expect(news.take() == ["+own user"])
  }

  @Test("U8 Reading the state keeps no modal of the app's alive")
  func readingKeepsNothing() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let home = try #require(host.topController)
    weak var gone: UIViewController?
    do {
      let modal = Screen("own")
      gone = modal
      home.present(modal, animated: false)
      stage.window.clock.advance(by: 0)
      #expect(host.state.top?.controller === modal)
      home.dismiss(animated: false)
      stage.window.clock.advance(by: 0)
    }
    #expect(gone == nil)
    #expect(stage.titles == ["home"])
  }

  @Test(
    "U9 A modal keeps the style that its controller chose, and takes that which an option says",
    .system(.iOS16),
    arguments: [
      UIModalPresentationStyle.formSheet, .overFullScreen, .overCurrentContext, .popover,
    ])
  func chosenStyle(style: UIModalPresentationStyle) async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    let screen = Screen("modal")
    screen.modalPresentationStyle = style
    try await stage.run { try await host.present(screen) }
    #expect(screen.modalPresentationStyle == style)
    try await stage.run { try await host.dismiss() }
    try await stage.run { try await host.present(screen, option: .uiModal(.pageSheet)) }
    #expect(screen.modalPresentationStyle == .pageSheet)
    try await stage.run { try await host.dismiss() }
    // The system resolves its own controllers' style, which is not the default's.
    let picker = UIImagePickerController()
    try await stage.run { try await host.present(picker, option: .uiModal()) }
    #expect(picker.modalPresentationStyle == .formSheet)
  }

  @Test("U10 A modal that is replaced hands over its detents and whether it may be swiped")
  func replacedModal() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.show("home")
    try await stage.run {
      try await host.present(
        Screen("one"), option: .sheet([.medium, .large], showsGrabber: true, isSwipeable: false))
    }
    let layer = host.state.layers.last?.id
    host.topController?.sheetPresentationController?.prefersPageSizing = true
    try await stage.run { try await host.replaceTop(Screen("two")) }
    let two = try #require(host.topController)
    #expect(two.sheetPresentationController?.prefersPageSizing == true)
    #expect(two.title == "two")
    #expect(two.isModalInPresentation)
    #expect(two.sheetPresentationController?.detents.map(\.identifier) == [.medium, .large])
    #expect(two.sheetPresentationController?.prefersGrabberVisible == true)
    #expect(host.state.layers.last?.id == layer)
    #expect(stage.window.faults.isEmpty)
  }

  @Test(
    "U10 A modal keeps how it says itself that it is presented, in the place of another one, too",
    .system(.iOS16), arguments: Choice.allCases)
  func ownLook(choice: Choice) async throws {
    let (stage, host) = (stage, stage.host)
    stage.window.timing.keepsPresentationController = false
    try await stage.show("home")
    let (button, transitions) = (UIView(), Transitions())
    host.topController?.view.addSubview(button)
    try await stage.run {
      try await host.present(
        Screen("one"), option: .sheet([.medium, .large], selected: .large, showsGrabber: true))
    }
    let two = Screen("two")
    switch choice {
    case .none: break
    case .detents: two.sheetPresentationController?.detents = [.large(), .medium()]
    case .selected: two.sheetPresentationController?.selectedDetentIdentifier = .large
    case .undimmed: two.sheetPresentationController?.largestUndimmedDetentIdentifier = .large
    case .grabber: two.sheetPresentationController?.prefersGrabberVisible = true
    case .corner: two.sheetPresentationController?.preferredCornerRadius = 7
    case .formSheet: two.modalPresentationStyle = .formSheet
    case .popover:
      two.modalPresentationStyle = .popover
      two.popoverPresentationController?.sourceView = button
    case .custom:
      two.modalPresentationStyle = .custom
      two.transitioningDelegate = transitions
    }
    let look = Look(of: two)
    try await stage.run { try await host.replaceTop(two) }
    #expect(stage.titles == ["home", "two"])
    guard choice == .none else {
      #expect(Look(of: two) == look)
      return
    }
    #expect(two.sheetPresentationController?.detents.map(\.identifier) == [.medium, .large])
    #expect(two.sheetPresentationController?.selectedDetentIdentifier == .large)
    #expect(two.sheetPresentationController?.prefersGrabberVisible == true)
    // The second in its place looks the same.
    try await stage.run { try await host.replaceTop(Screen("three")) }
    #expect(
      host.topController?.sheetPresentationController?.detents.map(\.identifier)
        == [.medium, .large])
    #expect(stage.window.faults.isEmpty)
  }

  enum Choice: CaseIterable {
    case none, detents, selected, undimmed, grabber, corner, formSheet, popover, custom
  }

  @Test("U10 A popover that is replaced hands over what it points to")
  func replacedPopover() async throws {
    let (stage, host, button) = (stage, stage.host, UIView())
    try await stage.show("home")
    host.topController?.view.addSubview(button)
    for (index, option) in [UIKitModal.popover(from: .view(button)), .uiModal(.popover)]
      .enumerated()
    {
      stage.window.timing.keepsPresentationController = index == 0
      let one = Screen("one")
      if index == 1 {
        one.modalPresentationStyle = .popover
        one.popoverPresentationController?.sourceView = button
      }
      try await stage.run { try await host.present(one, option: option) }
      try await stage.run { try await host.replaceTop(Screen("two")) }
      #expect(host.topController?.title == "two")
      #expect(host.topController?.popoverPresentationController?.sourceView === button)
      try await stage.run { try await host.dismiss() }
    }
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U10 A modal with animators of the app's own hands them over, with its style")
  func replacedTransition() async throws {
    let (stage, host, animator) = (stage, stage.host, CountingAnimator())
    try await stage.show("home")
    let option = UIKitModal.uiModal(.custom, transition: ScreenTransition { animator })
    try await stage.run { try await host.present(Screen("one"), option: option) }
    #expect(animator.count == 1)
    try await stage.run { try await host.replaceTop(Screen("two"), animated: true) }
    #expect(animator.count == 2)
    #expect(host.topController?.modalPresentationStyle == .custom)
    try await stage.run { try await host.dismiss() }
    // Without anything that draws it, the style is the default's.
    let three = Screen("three")
    three.modalPresentationStyle = .custom
    three.transitioningDelegate = three
    try await stage.run { try await host.present(three) }
    try await stage.run { try await host.replaceTop(Screen("four")) }
    #expect(host.topController?.modalPresentationStyle == .fullScreen)
    #expect(stage.window.faults.isEmpty)
  }

  @Test("U10 A modal that cannot be replaced comes back")
  func failedReplacement() async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.run { try await host.setRoot(Deaf("home")) }
    let home = try #require(host.topController as? Deaf)
    home.isDeaf = false
    try await stage.run { try await host.present(Screen("one"), option: .modal(.sheet)) }
    let id = host.state.top?.id
    home.refuses = "two"
    let error = await #expect(throws: UIKitError.self) {
      try await stage.run { try await host.replaceTop(Screen("two")) }
    }
    #expect(error?.code == .ignored)
    #expect(stage.titles == ["home", "one"])
    #expect(host.state.top?.id == id)
  }

  @Test("U11 Another tab waits for the swipe in the one that is shown")
  func tabDuringSwipe() async throws {
    for isCancelled in [true, false] {
      let stage = Stage()
      let host = stage.host
      stage.window.timing.swipeCancellation = .atTheEnd
      let tabs = makeTabs("Home", "Cart")
      try await stage.run { try await host.setRoot(tabs) }
      try await stage.run { try await host.push(Screen("detail")) }
      let stack = try stage.stack
      stack.beginSwipeBack()
      let task = Task { @MainActor in try await host.selectTab("Cart") }
      for _ in 0..<50 { await Task.yield() }
      stack.endSwipeBack(isCancelled: isCancelled)
      try await stage.run { try await task.value }
      #expect(stage.titles == ["Cart"])
      #expect(host.state.layers[0].stacks[0].entries.count == (isCancelled ? 2 : 1))
      #expect(stage.window.faults.isEmpty)
    }
  }

  @Test("U12 What counts of a share sheet is what was last, when it has left")
  func shareSheet() async throws {
    let town = try await Town()
    let share = ActivityCoordinator(items: ["text"])
    try await town.run { try await town.friends.present(share) }
    share.activityController.leave(.mail)
    await town.stage.rest()
    #expect(town.friends.node.children.count == 1)
    let copy = UIActivity.ActivityType(rawValue: "com.apple.UIKit.activity.CopyToPasteboard")
    share.activityController.choose(copy)
    await town.stage.rest()
    let outcome = try await share.outcome()
    #expect(outcome.activityType == copy)
    #expect(outcome.isCompleted)
  }

  @Test("U13 The first root is seen when the move ends, and a placeholder is shown before")
  func firstRoot() async throws {
    let (stage, host) = (stage, stage.host)
    stage.window.timing.rootAppearance = .afterCommit
    host.showPlaceholder(Screen("launch"))
    #expect(!stage.window.isHidden)
    #expect(host.state.layers.isEmpty)
    for hasStack in [true, false] {
      try await stage.run { try await host.setRoot(Screen("home"), hasStack: hasStack) }
      #expect((host.topController as? Screen)?.isVisible == true)
    }
    #expect(stage.titles == ["home"])
    host.showPlaceholder(Screen("launch"))
    #expect(stage.titles == ["home"])
  }

  @Test("U14 A guarded sheet is not swiped away unasked: the attempt asks the guard")
  func guardedSheet() async throws {
    let (stage, host, wireframe) = (stage, stage.host, stage.wireframe)
    try wireframe.register("/", option: .root) { _ in Screen("home") }
    try wireframe.register("/note", option: .modal(.sheet), tags: ["editor"]) { _ in Screen("note")
    }
    try wireframe.register("/help", option: .modal(.sheet)) { _ in Screen("help") }
    let editor = Editor()
    wireframe.observeLeaving(tag: "editor") { _ in
      editor.asked += 1
      return editor.mayLeave ? .leave : .stay("unsaved")
    }
    try await stage.run { for url in ["/", "/note"] { try await wireframe.route(to: url) } }
    let note = try #require(host.topController)
    for answer in [false, true] {
      editor.mayLeave = answer
      #expect(!note.beginSwipeDown())
      await stage.rest()
      #expect(stage.titles == (answer ? ["home"] : ["home", "note"]))
    }
    #expect(editor.asked == 2)
    // Nobody is asked twice at once.
    try await stage.run { try await wireframe.route(to: "/note").route }
    editor.mayLeave = false
    let again = try #require(host.topController)
    #expect(!again.beginSwipeDown())
    #expect(!again.beginSwipeDown())
    await stage.rest()
    #expect(editor.asked == 3)
    editor.mayLeave = true
    #expect(!again.beginSwipeDown())
    await stage.rest()
    #expect(editor.asked == 4)
    // The guard does not concern this one.
    try await stage.run { try await wireframe.route(to: "/help").route }
    host.topController?.swipeDown()
    await stage.rest()
    #expect(stage.titles == ["home"])
    #expect(editor.asked == 4)
  }
}

/// Tells what was set for a column, even if another screen has taken its place there.
private final class LoyalSplit: UISplitViewController {
  private var contents: [Column: UIViewController] = [:]

  override func viewController(for column: Column) -> UIViewController? { contents[column] }

  override func setViewController(_ vc: UIViewController?, for column: Column) {
    contents[column] = vc
    super.setViewController(vc, for: column)
  }
}

/// How a controller is presented, as far as it can be seen.
private struct Look: Equatable {
  private var values: [String] = []

  @MainActor
  init(of controller: UIViewController) {
    let (sheet, popover) = (
      controller.sheetPresentationController, controller.popoverPresentationController
    )
    values = [
      "\(controller.modalPresentationStyle)", "\(controller.transitioningDelegate != nil)",
      "\(sheet?.detents.map(\.identifier) ?? [])", "\(sheet?.selectedDetentIdentifier as Any)",
      "\(sheet?.largestUndimmedDetentIdentifier as Any)",
      "\(sheet?.prefersGrabberVisible as Any)", "\(sheet?.preferredCornerRadius as Any)",
      "\(popover?.sourceView.map { ObjectIdentifier($0) } as Any)",
    ]
  }
}

private final class Transitions: NSObject, UIViewControllerTransitioningDelegate {}

extension Screen: UIViewControllerTransitioningDelegate {}

/// A screen over which UIKit presents nothing, without a word.
private final class Deaf: UIViewController {
  convenience init(_ title: String) {
    self.init()
    self.title = title
  }

  var isDeaf = true
  var refuses: String?

  override func present(
    _ viewControllerToPresent: UIViewController, animated flag: Bool,
    completion: (() -> Void)? = nil
  ) {
    if let refuses, viewControllerToPresent.title != refuses {
      return super.present(viewControllerToPresent, animated: flag, completion: completion)
    }
    guard refuses == nil, !isDeaf else { return }
    super.present(viewControllerToPresent, animated: flag, completion: completion)
  }
}

@MainActor
private final class Editor {
  var asked = 0
  var mayLeave = false
}

@MainActor
private func makeStack(_ title: String) -> UINavigationController {
  UINavigationController(rootViewController: Screen(title))
}

/// A container of an app's own, with any children.
private final class Box: UIViewController, ScreenContainer {
  var boxes: [(name: String, controller: UIViewController?)] = []
  var index = 0
  private var kind = LayerKind.tabs

  convenience init(
    _ kind: LayerKind, _ children: [(name: String, controller: UIViewController?)], selected: Int
  ) {
    self.init(nibName: nil, bundle: nil)
    (self.kind, boxes, index) = (kind, children, selected)
    for case let child? in children.map(\.controller) { addChild(child) }
  }

  var containedScreens: ContainedScreens { ContainedScreens(kind: kind, boxes, selected: index) }
  func select(_ index: Int) { self.index = index }
}

/// Containers that make their children with their view.
private final class LateDrawer: UIViewController, ScreenContainer {
  private var boxes: [(name: String, controller: UIViewController?)] = []

  override func viewDidLoad() {
    let content = makeStack("content")
    addChild(content)
    boxes = [("content", content)]
  }

  var containedScreens: ContainedScreens {
    ContainedScreens(kind: .columns, boxes, selected: 0)
  }
  func select(_ index: Int) {}
}

private final class LateSplit: UISplitViewController {
  override func viewDidLoad() { setViewController(makeStack("content"), for: .secondary) }
}

private final class LatePages: UIPageViewController {
  override func viewDidLoad() {
    setViewControllers([makeStack("content")], direction: .forward, animated: false)
  }
}

private final class LateStack: UINavigationController {
  override func viewDidLoad() { viewControllers = [Screen("content")] }
}

private final class LateTabs: UITabBarController {
  override func viewDidLoad() { viewControllers = [makeStack("content")] }
}

/// A container of an app's own: a menu beside the content.
private final class Drawer: UIViewController, ScreenContainer {
  let menu = UINavigationController(rootViewController: Screen("menu"))
  let content = UINavigationController(rootViewController: Screen("content"))
  var isOpen = false

  override func viewDidLoad() {
    addChild(menu)
    addChild(content)
  }

  var containedScreens: ContainedScreens {
    ContainedScreens(
      kind: .columns, [("menu", menu), ("content", content)], selected: isOpen ? 0 : 1)
  }

  func select(_ index: Int) { isOpen = index == 0 }
}
