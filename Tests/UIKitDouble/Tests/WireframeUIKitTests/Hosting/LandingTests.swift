import Testing
import UIKit
import WireframeCore
import WireframeUIKit

/// Links land under their parents and in their tabs, in one transition.
@MainActor
@Suite(.hangsNever)
struct LandingTests {
  let stage = Stage()

  init() throws {
    func add(
      _ path: RoutePattern, _ option: any RoutingOption, parent: RoutePattern? = nil,
      tab: String? = nil, ifPresented: PresentedRule = .presentAgain
    ) throws {
      try stage.wireframe.register(
        path, option: option, exposure: .external,
        place: .init(under: parent, tab: tab, ifPresented: ifPresented)
      ) { Screen(of: $0) }
    }
    try add("/", .root)
    try add("/products", .push, parent: "/")
    try add("/products/:id", .push, parent: "/products")
    try add("/products/:id/photo", .uiModal(.fullScreen), parent: "/products/:id")
    try add("/products/:id/reviews", .sheet(hasStack: true), parent: "/products/:id")
    try add("/products/:id/reviews/new", .push, parent: "/products/:id/reviews")
    try add("/about", .push, parent: "/", ifPresented: .bringToFront)
    try add("/help", .modal(.sheet))
    try add("/cart", .push, tab: "Cart")
    try add("/cart/items", .uiPush(hidesNavigationBar: true), parent: "/cart")
    try add("/account", .push, tab: "Account", ifPresented: .replace)
  }

  /// The titles of each layer; those of a tab behind its name.
  private var layers: [[String]] {
    stage.host.state.layers.map { layer in
      let name = layer.stacks[layer.selected].name
      return (name.isEmpty ? [] : [name + ":"]) + layer.shown.map { $0.controller.title ?? "?" }
    }
  }

  private func open(_ path: String) async throws {
    let outcome = try await stage.run { [stage] in
      await stage.wireframe.open("https://shop.example" + path, origin: .universalLink)
        .result?.outcome
    }
    #expect(outcome == .presented)
  }

  private func route(to paths: String...) async throws {
    for path in paths { try await stage.run { try await stage.wireframe.route(to: path).route } }
  }

  struct Journey: CustomTestStringConvertible {
    let testDescription: String
    var before: [String] = []
    let link: String
    let after: [[String]]
    /// The screens that came and were never seen.
    var hidden: [String] = []
    var left: [String] = []

    static let all: [Self] = [
      .init(
        testDescription: "cold, all parents are made", link: "/products/3",
        after: [["/", "/products", "/products/3"]], hidden: ["/", "/products"]),
      .init(
        testDescription: "the parents that are on screen are kept",
        before: ["/", "/products"], link: "/products/3",
        after: [["/", "/products", "/products/3"]]),
      .init(
        testDescription: "what is above the parents leaves",
        before: ["/", "/products", "/products/1", "/products/2"], link: "/products/3",
        after: [["/", "/products", "/products/3"]], left: ["/products/2", "/products/1"]),
      .init(
        testDescription: "parents of other values are made anew",
        before: ["/", "/products", "/products/1"], link: "/products/2/photo",
        after: [["/", "/products", "/products/2"], ["/products/2/photo"]],
        left: ["/products/1"]),
      .init(
        testDescription: "a sheet leaves, and the screens below it are there already",
        before: ["/", "/help"], link: "/products/3",
        after: [["/", "/products", "/products/3"]], hidden: ["/products"], left: ["/help"]),
      .init(
        testDescription: "two modals leave at once",
        before: ["/", "/products", "/products/3", "/products/3/reviews", "/help"],
        link: "/products/3",
        after: [["/", "/products", "/products/3"]], left: ["/help", "/products/3/reviews"]),
      .init(
        testDescription: "a modal comes over new parents",
        before: ["/"], link: "/products/3/photo",
        after: [["/", "/products", "/products/3"], ["/products/3/photo"]], hidden: ["/products"]),
      .init(
        testDescription: "a modal takes the place of another one",
        before: ["/", "/products", "/products/3", "/help"], link: "/products/3/photo",
        after: [["/", "/products", "/products/3"], ["/products/3/photo"]], left: ["/help"]),
      .init(
        testDescription: "a sheet comes with its own stack, cold",
        link: "/products/3/reviews/new",
        after: [
          ["/", "/products", "/products/3"],
          ["/products/3/reviews", "/products/3/reviews/new"],
        ], hidden: ["/", "/products", "/products/3/reviews"]),
      .init(
        testDescription: "a sheet that is shown is kept with its stack",
        before: ["/", "/products", "/products/3", "/products/3/reviews"],
        link: "/products/3/reviews/new",
        after: [
          ["/", "/products", "/products/3"],
          ["/products/3/reviews", "/products/3/reviews/new"],
        ]),
      .init(
        testDescription: "what is on screen is brought to the front",
        before: ["/", "/about", "/products", "/help"], link: "/about",
        after: [["/", "/about"]], left: ["/help", "/products"]),
    ]
  }

  @Test("Links land under their parents in one transition", arguments: Journey.all)
  func journeys(_ journey: Journey) async throws {
    for path in journey.before { try await route(to: path) }
    let standing = stage.host.state.entries.map(\.id)
    let (transitions, news) = (stage.window.transitionCount, News(of: stage.host))
    try await open(journey.link)
    #expect(layers == journey.after)
    #expect(stage.window.transitionCount == transitions + 1)
    let entered = stage.host.state.entries.filter { !standing.contains($0.id) }
    let hidden = entered.filter { ($0.controller as? Screen)?.wasSeen == false }
    #expect(hidden.map(\.controller.title) == journey.hidden)
    let lines = entered.map { "+" + ($0.controller.title ?? "") } + journey.left.map { "-" + $0 }
    #expect(news.take() == [(lines + ["app"]).joined(separator: " ")])
    #expect((stage.host.topController as? Screen)?.isVisible == true)
    #expect(stage.window.faults.isEmpty)
  }

  /// Tabs with empty stacks: the links bring their screens.
  private func showTabs() async throws -> UITabBarController {
    let tabs = UITabBarController()
    tabs.viewControllers = ["Shop", "Cart", "Account"].map { name in
      let stack = UINavigationController(nibName: nil, bundle: nil)
      stack.tabBarItem.title = name
      return stack
    }
    try await stage.run { [stage] in try await stage.host.setRoot(tabs) }
    return tabs
  }

  @Test func `A link chooses its tab, whose stack is there when it is shown`() async throws {
    let tabs = try await showTabs()
    #expect(layers == [["Shop:"]])
    let news = News(of: stage.host)
    try await open("/cart/items")
    #expect(layers == [["Cart:", "/cart", "/cart/items"]])
    #expect(news.take() == ["+/cart +/cart/items app"])
    let stack = try #require(tabs.viewControllers?[1] as? UINavigationController)
    #expect(tabs.selectedIndex == 1)
    #expect(stack.isNavigationBarHidden)
    #expect((stack.viewControllers.first as? Screen)?.wasSeen == false)
    // The user goes on elsewhere, and comes back by a link.
    try await open("/account")
    tabs.tap(tab: 0)
    try await route(to: "/help")
    let transitions = stage.window.transitionCount
    _ = news.take()
    try await open("/cart")
    #expect(layers == [["Cart:", "/cart"]])
    #expect(news.take() == ["-/help -/cart/items app"])
    #expect(!stack.isNavigationBarHidden)
    // The sheet is dismissed; a tab changes without an animation.
    #expect(stage.window.transitionCount == transitions + 1)
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `The first screen of a tab is replaced in its tab`() async throws {
    let tabs = try await showTabs()
    try await open("/account")
    let first = stage.host.state.top
    tabs.tap(tab: 1)
    try await route(to: "/account")
    #expect(layers == [["Account:", "/account"]])
    #expect(stage.host.state.top?.id != first?.id)
    #expect(stage.host.state.entries.count == 2, "the tab that was chosen has its first screen")
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `Options shape each screen of a landing`() async throws {
    try stage.wireframe.register(
      "/movies", option: .uiPush(hidesNavigationBar: true), place: .under("/")
    ) { Screen(of: $0) }
    try stage.wireframe.register(
      "/movies/:id", option: .sheet([.medium], hasStack: true, isSwipeable: false),
      place: .under("/movies")
    ) { Screen(of: $0) }
    try await stage.run { [stage] in
      try await stage.wireframe.route(.init("/movies/7", landing: .underParents)).route
    }
    #expect(layers == [["/", "/movies"], ["/movies/7"]])
    let root = try #require(stage.window.rootViewController as? UINavigationController)
    #expect(root.isNavigationBarHidden)
    let sheet = try #require(stage.host.topController?.navigationController)
    #expect(sheet.isModalInPresentation)
    #expect(sheet.sheetPresentationController?.detents.count == 1)
    #expect(stage.host.state.shown.map { "\(type(of: $0.option))" }.count == 3)
    #expect(stage.host.state.top?.option is UIKitModal)
    #expect(stage.host.state.shown.map(\.route?.pattern?.text) == ["/", "/movies", "/movies/:id"])
  }

  @Test(
    "A popover may point to a screen that comes below it in the same move",
    arguments: [true, false])
  func anchorThatComes(isCold: Bool) async throws {
    let (list, anchor) = (Screen("/list"), UIView())
    list.view.addSubview(anchor)
    try stage.wireframe.register("/list", option: .push, exposure: .external, place: .under("/")) {
      _ in list
    }
    try stage.wireframe.register(
      "/list/filter", option: .popover(from: .view(anchor)), exposure: .external,
      place: .under("/list")
    ) { Screen(of: $0) }
    if !isCold { try await route(to: "/") }
    try await open("/list/filter")
    #expect(layers == [["/", "/list"], ["/list/filter"]])
    let popover = stage.host.topController?.popoverPresentationController
    #expect(popover?.sourceView === anchor)
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `A parent that cannot be pushed is an error, and nothing has changed`() async throws {
    try stage.wireframe.register("/split", option: .push, place: .under("/")) { _ in
      UISplitViewController()
    }
    try stage.wireframe.register("/split/detail", option: .push, place: .under("/split")) {
      Screen(of: $0)
    }
    try await route(to: "/", "/help")
    let state = stage.host.state
    let error = await #expect(throws: RoutingError.self) {
      try await stage.run { [stage] in
        try await stage.wireframe.route(.init("/split/detail", landing: .underParents)).route
      }
    }
    #expect((error?.underlyingError as? UIKitError)?.code == .cannotBePushed)
    #expect(stage.host.state == state)
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `A root that comes as a container takes its children into its own stack`()
    async throws
  {
    let (stage, tabs) = (stage, makeTabs("Home", "Cart"))
    try stage.wireframe.register("/app", option: .root) { _ in tabs }
    try stage.wireframe.register("/app/news", option: .push, place: .under("/app")) {
      Screen(of: $0)
    }
    let request = RoutingRequest("/app/news", landing: .underParents)
    try await stage.run { try await stage.wireframe.route(request).route }
    #expect(stage.window.rootViewController === tabs)
    #expect(layers == [["Home:", "Home", "/app/news"]])
    #expect(stage.host.state.shown.map(\.route?.pattern?.text) == ["/app", "/app/news"])
    let alone = UITabBarController()
    try stage.wireframe.register("/empty", option: .root) { _ in alone }
    try stage.wireframe.register("/empty/news", option: .push, place: .under("/empty")) {
      Screen(of: $0)
    }
    let state = stage.host.state
    let error = await #expect(throws: RoutingError.self) {
      try await stage.run {
        try await stage.wireframe.route(.init("/empty/news", landing: .underParents)).route
      }
    }
    #expect(
      error?.underlyingError.map { "\($0)" }
        == "There is no navigation controller at the top to push Screen onto.")
    #expect(stage.host.state == state)
  }

  @Test func `Over a search a modal is dismissed before the stack below it changes`() async throws {
    try await route(to: "/", "/products")
    let search = UISearchController()
    search.begin(over: try #require(stage.host.topController))
    await stage.rest()
    try await route(to: "/help")
    let transitions = stage.window.transitionCount
    try await open("/products/3")
    #expect(layers == [["/", "/products", "/products/3"]])
    #expect(stage.window.transitionCount == transitions + 1)
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `Operations at the same time run one after the other, each as one change`()
    async throws
  {
    try await route(to: "/", "/help")
    let (stage, news) = (stage, News(of: stage.host))
    let moves: [@MainActor () async throws -> Void] = [
      { try await stage.host.replaceTop(Screen("a")) },
      { try await stage.host.push(Screen("b")) },
      { try await stage.host.present(Screen("c")) },
    ]
    var tasks: [Task<Void, any Error>] = []
    for move in moves {
      tasks.append(Task { @MainActor in try await move() })
      // Each has begun before the next one.
      for _ in 0..<50 { await Task.yield() }
    }
    for task in tasks { try await stage.run { try await task.value } }
    #expect(layers == [["/", "b"], ["c"]])
    #expect(news.take() == ["+a -/help app", "+b -a app", "+c app"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `What the user has done before an operation begins is a change of the user's`()
    async throws
  {
    try await route(to: "/", "/products", "/products/1")
    let (stage, news) = (stage, News(of: stage.host))
    let stack = try stage.stack
    stack.beginSwipeBack()
    let task = Task { @MainActor in try await stage.host.push(Screen("next")) }
    for _ in 0..<50 { await Task.yield() }
    stack.endSwipeBack(isCancelled: false)
    try await stage.run { try await task.value }
    #expect(news.take() == ["-/products/1 user", "+next app"])
  }
}

extension Screen {
  /// A screen named after its route's path.
  convenience init(of route: Route) {
    self.init("/" + route.path.joined(separator: "/"))
  }
}
