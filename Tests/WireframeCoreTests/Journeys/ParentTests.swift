import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// Screens that land, where those below or above them are there already, are the same object, or leave meanwhile.
@MainActor
@Suite(.hangsNever)
struct ParentTests {
  let bank: Bank

  init() async throws { bank = try await Bank() }

  private func show(_ paths: String...) async throws {
    for path in paths { try await bank.wireframe.route(to: path) }
  }

  // MARK: What is below

  @Test("A screen that loads while guards are asked anew, and let it pass, is made once")
  func askedAnewMeanwhile() async throws {
    let barrier = Barrier()
    try bank.register("/slow", "Slow", behind: barrier)
    try await show("/", "/news")
    let slow = Task { try await bank.wireframe.route(to: "/slow") }
    await barrier.waitForArrivals()
    try await bank.wireframe.reevaluate()
    barrier.open()
    _ = try await slow.value
    #expect(bank.shown == ["Home", "News", "Slow"])
    #expect(bank.made == ["Home", "News", "Slow"])
  }

  @Test("A gate's screen that loads while guards are asked anew is made once")
  func gateAskedAnew() async throws {
    let barrier = Barrier()
    try bank.register("/proof", "Proof", behind: barrier, option: .modal)
    try bank.register("/odd", "Odd", tags: ["odd"])
    bank.wireframe.addGate(for: "odd", at: "/proof") { false }
    try await show("/", "/news")
    let odd = Task { try await bank.wireframe.route(to: "/odd") }
    await barrier.waitForArrivals()
    bank.wireframe.observe { _ in .proceed }
    barrier.open()
    _ = try await odd.value
    #expect(bank.shown == ["Home", "News", "Proof"])
    #expect(bank.made == ["Home", "News", "Proof"])
  }

  @Test("What was made below a screen is made once, though the user leaves what is below that")
  func parentsMadeOnce() async throws {
    let (bank, barrier) = (try await Bank(), Barrier())
    try bank.register("/a", "A", place: .under("/"))
    try bank.register("/a/b", "B", place: .under("/a"))
    try bank.register("/a/b/c", "C", behind: barrier, place: .under("/a/b"))
    for path in ["/", "/a"] { try await bank.wireframe.route(to: path) }
    let link = Task { try await bank.wireframe.route(to: "/a/b/c", landing: .underParents) }
    await barrier.waitForArrivals()
    try bank.navigation.performAsUser(.pop(to: bank.navigation.state.shown[0].id))
    barrier.open()
    _ = try await link.value
    #expect(bank.shown == ["Home", "A", "B", "C"])
    #expect(bank.made.count { $0 == "B" } == 1)
  }

  @Test("What the app shows in another tab while a link and its parents load stays there")
  func otherTabMeanwhile() async throws {
    let bank = try await Bank(tabs: ["Home", "More"])
    let barrier = Barrier()
    try bank.register("/slow", "Slow", behind: barrier, place: .under("/news"))
    try await bank.wireframe.route(to: "/")
    let slow = Task { try await bank.wireframe.route(to: "/slow", landing: .underParents) }
    await barrier.waitForArrivals()
    try await bank.navigation.selectTab("More")
    try await bank.navigation.push(Screen("Terms"))
    barrier.open()
    _ = try await slow.value
    #expect(bank.shown == ["Home", "News", "Slow"])
    let stacks = bank.navigation.state.layers[0].stacks
    #expect(stacks[1].entries.map { "\($0.controller)" } == ["Terms"])
  }

  @Test("A parent gets a word that the link has as its host, in capitals")
  func wordInCapitals() async throws {
    let shop = try await Shop()
    try shop.register("/shop/:size<small|large>")
    try shop.wireframe.register(
      "/:size<small|large>/prices", place: .under("/shop/:size<small|large>")
    ) { _ in Screen("prices") }
    try await shop.wireframe.route(to: "myapp://SMALL/prices", landing: .underParents)
    #expect(shop.shown == ["root", "/shop/:size<small|large>", "prices"])
  }

  @Test("Parents that lead back by a mount are an error of the link", arguments: ["/x", "/y"])
  func circle(link: String) async throws {
    let module = Wireframe<Screen>(defaultOption: .push)
    try module.register("/a") { _ in Screen("a") }
    try bank.register("/x", "X", place: .under("/m/a"))
    try bank.register("/y", "Y", place: .under("/x"))
    try bank.wireframe.mount(module, at: "/m", parent: "/x")
    try bank.register("/z", "Z", place: .under("/y"))
    let error = try await failure {
      try await bank.wireframe.route(to: link, landing: .underParents)
    }
    #expect(error.code == .invalidParent)
    #expect(
      error.description
        == "The parents of '/x' lead back to it: its parent is '/m/a'. Name another.")
  }

  @Test("In a module in a module, a parent is looked for by its own name in each wireframe around")
  func parentOfNestedModule() async throws {
    let (middle, inner) = (Wireframe<Screen>(), Wireframe<Screen>())
    try inner.register("/item", option: .push, place: .under("/list")) { _ in Screen("Item") }
    try middle.mount(inner, at: "/in")
    try bank.wireframe.mount(middle, at: "/shop")
    try bank.register("/list", "List")
    // The name of a parent in the module between, and no parent here.
    try bank.register("/in/list", "Other")
    try await show("/")
    try await bank.wireframe.route(to: "/shop/in/item", landing: .underParents)
    #expect(bank.shown == ["Home", "List", "Item"])
  }

  @Test("A parent that is an old name without a route is not suggested in its own place")
  func oldNameWithoutRoute() async throws {
    try bank.wireframe.alias("/konto/:id", for: "/acounts/:id")
    try bank.register("/card/:id", "Card", place: .under("/konto/:id"))
    try await show("/")
    let error = try await failure {
      try await bank.wireframe.route(to: "/card/7", landing: .underParents)
    }
    #expect(
      error.description == """
        The parent '/konto/:id' of '/card/:id' is not registered. Register it, or remove it from the \
        route's place.
        """)
  }

  @Test("Parents count wherever they are on screen, also above another screen")
  func higherUp() async throws {
    try bank.register("/list", "List")
    try bank.register("/list/:id<int>", "Entry", place: .under("/list"))
    try await show("/", "/list")
    await bank.open("/list/1")
    #expect(bank.shown == ["Home", "List", "Entry 1"])
    #expect(bank.made == ["Home", "List", "Entry 1"])
  }

  @Test("The most parents that are above each other are kept, also if one is there once more")
  func mostParents() async throws {
    try bank.register("/list", "List")
    try bank.register("/list/:id<int>", "Entry", place: .under("/list"))
    try bank.register("/list/:id<int>/more", "More", place: .under("/list/:id<int>"))
    try await show("/", "/list", "/list/1", "/list", "/news", "/news/1")
    await bank.open("/list/1/more")
    #expect(bank.shown == ["Home", "List", "Entry 1", "More 1"])
    #expect(bank.made.last == "More 1")
    #expect(bank.made.count == 7)
  }

  @Test(
    "A first screen with other values gives way to the parent of its pattern, above home if there is one",
    arguments: [nil, "/"])
  func otherFirstScreen(home: String?) async throws {
    let bank = try await Bank(root: .stack, home: home)
    try bank.register("/users/:id<int>", "User")
    try bank.register("/users/:id<int>/posts", "Posts", place: .under("/users/:id<int>"))
    try await bank.wireframe.route(to: "/users/1", option: .root)
    #expect(bank.shown == ["User 1"])
    await bank.open("/users/2/posts")
    #expect(bank.shown == (home == nil ? [] : ["Home"]) + ["User 2", "Posts 2"])
  }

  @Test("A root that belongs to no tab takes the place of all tabs")
  func rootWithoutTab() async throws {
    let bank = try await Bank(tabs: ["Home", "More"])
    try bank.register("/tour", "Tour", option: .root)
    try bank.register("/tour/:page<int>", "Page", place: .under("/tour"))
    try await bank.navigation.selectTab("More")
    try await bank.navigation.push(Screen("More"))
    await bank.open("/tour/1")
    #expect(bank.shown == ["Tour", "Page 1"])
    #expect(bank.navigation.state.layers.map(\.kind) == [.stack])
  }

  @Test("A root that belongs to a tab takes the place of what is in it, and of the modal above")
  func rootOfTab() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"])
    try await bank.navigation.push(Screen("Welcome"))
    try await bank.wireframe.route(to: "/help")
    await bank.open("/news")
    #expect(bank.shown == ["Home", "News"])
    #expect(bank.navigation.state.layers.map(\.kind) == [.tabs])
  }

  @Test("A parent without a tab stays in a modal above an empty tab")
  func modalParentAboveEmptyTab() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"])
    try bank.register("/filter", "Filter", option: .modal(.sheet, hasStack: true))
    try bank.register("/filter/:id<int>", "Value", place: .under("/filter"))
    let route = try Route("/filter", matching: "/filter")
    try await bank.navigation.present(
      Screen("Filter"), route: route, option: .modal(.sheet, hasStack: true))
    await bank.open("/filter/1")
    #expect(bank.shown == ["Filter", "Value 1"])
    #expect(bank.made == ["Value 1"])
  }

  @Test("A parent in a modal above the tab that is shown stays")
  func modalParent() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"])
    try bank.register(
      "/filter", "Filter", option: .modal(.sheet, hasStack: true), place: .under("/"))
    try bank.register("/filter/:id<int>", "Value", place: .under("/filter"))
    for path in ["/", "/filter"] { try await bank.wireframe.route(to: path) }
    await bank.open("/filter/1")
    #expect(bank.shown == ["Home", "Filter", "Value 1"])
    #expect(bank.made == ["Home", "Filter", "Value 1"])
  }

  @Test("A parent without an option comes by the default option")
  func defaultOption() async throws {
    let wireframe = Wireframe<Screen>(defaultOption: .modal(.sheet, hasStack: true))
    let navigation = NavigationTree<Screen>()
    wireframe.addStandardPresenters(on: navigation)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/list", place: .under("/")) { _ in Screen("List") }
    try wireframe.register("/list/1", option: .push, place: .under("/list")) { _ in Screen("One") }
    try await wireframe.route(to: "/list/1", landing: .underParents)
    #expect(
      "\(navigation.state)" == """
        root, stack
        └─ Home
        modal (sheet), stack
        ├─ List
        └─ One
        """)
  }

  @Test(
    "If the wanted screen cannot be made, the error names it, and its watchers hear of it, whatever became of a parent",
    arguments: ["kept", "made", "refused"])
  func failingTarget(parent: String) async throws {
    try bank.wireframe.register(
      "/news/broken", option: .push, tags: ["odd"], place: .under("/news")
    ) { _ in throw Broken() }
    try await show("/")
    if parent == "kept" { try await show("/news") }
    bank.wireframe.observe {
      parent == "refused" && $0.pattern == "/news" ? .stop("closed") : .proceed
    }
    let recorder = TagWatcher("odd")
    bank.wireframe.add(observer: recorder)
    let error = try await failure {
      try await bank.wireframe.route(to: "/news/broken", landing: .underParents)
    }
    #expect(error.code == .providerFailed)
    #expect(error.pattern == "/news/broken")
    #expect(recorder.failed == ["/news/broken"])
  }

  @Test("A controller comes into one place only, also if a parent and its child are the same one")
  func oneObject() async throws {
    try await show("/")
    let home = try #require(bank.navigation.state.top?.controller)
    let other = Screen("Other")
    for (name, parent, child) in [("a", other, other), ("b", home, other)] {
      try bank.wireframe.register(
        RoutePattern("/\(name)"), option: .push, place: .under("/")
      ) { _ in parent }
      try bank.wireframe.register(
        RoutePattern("/\(name)/1"), option: .push, place: .under(RoutePattern("/\(name)"))
      ) { _ in child }
      let error = try await failure {
        try await bank.wireframe.route(to: "/\(name)/1", landing: .underParents)
      }
      #expect(error.code == .alreadyOnScreen)
      #expect(bank.shown == ["Home"])
    }
  }

  // MARK: What is above

  @Test("A modal over a tab without screens leaves before the tab's first screen comes")
  func modalOverEmptyTab() async throws {
    let bank = try await Bank(
      tabs: ["Home", "Accounts"], loginOption: .modal(.sheet, hasStack: true))
    try bank.register("/branches", "Branches", place: .tab("Accounts"))
    bank.isLoggedIn = true
    for path in ["/", "/accounts"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Log in"])
    await bank.open("/branches")
    #expect(bank.shown == ["Branches"])
    #expect(bank.navigation.state.layers[0].selected == 1)
  }

  @Test("The first screen of a modal is replaced in its modal")
  func replacedModal() async throws {
    try await show("/", "/help")
    try await bank.wireframe.route(to: "/help", ifPresented: .replace)
    #expect(bank.made == ["Home", "Help", "Help"])
    #expect(
      "\(bank.navigation.state)" == """
        root, stack
        └─ Home
        modal (sheet), stack
        └─ Help
        """)
  }

  // MARK: The user meanwhile

  @Test("A screen that was there, and leaves while a guard thinks, is no success")
  func goneTarget() async throws {
    try await show("/", "/news", "/news/1", "/help")
    bank.wireframe.observeLeaving { [unowned bank] leaving in
      guard leaving.from?.pattern == "/help", bank.shown.last == "Help" else { return .leave }
      try bank.navigation.performAsUser(.dismiss(1))
      try bank.navigation.performAsUser(.pop(to: bank.navigation.state.shown[1].id))
      return .leave
    }
    let error = try await failure {
      try await bank.wireframe.route(to: "/news/1", landing: .underParents)
    }
    #expect(error.code == .notOnScreen)
    #expect(bank.shown == ["Home", "News"])
  }

  @Test("A screen comes, though the user has left the one that it was to replace")
  func leftBeforeReplaced() async throws {
    let barrier = Barrier()
    try bank.wireframe.register("/slow", option: .push) { [unowned bank] _ in
      if bank.isVaultOpen { await barrier.pass() }
      return Screen("Slow")
    }
    try await show("/", "/slow")
    bank.isVaultOpen = true
    let replacing = Task { try await bank.wireframe.route(to: "/slow", ifPresented: .replace) }
    await barrier.waitForArrivals()
    try bank.navigation.performAsUser(.pop(to: bank.navigation.state.shown[0].id))
    barrier.open()
    _ = try await replacing.value
    #expect(bank.shown == ["Home", "Slow"])
  }

  @Test("What the user leaves while a screen behind a gate is made does not come back with it")
  func leftMeanwhile() async throws {
    let barrier = Barrier()
    try bank.register("/slow", "Slow", behind: barrier, tags: [.requiresLogin])
    try await show("/", "/news", "/slow")
    bank.isLoggedIn = true
    let resuming = Task { try await bank.wireframe.resume(after: .requiresLogin) }
    await barrier.waitForArrivals()
    try bank.navigation.performAsUser(.dismiss(1))
    try bank.navigation.performAsUser(.pop(to: bank.navigation.state.shown[0].id))
    barrier.open()
    _ = try await resuming.value
    #expect(bank.shown == ["Home", "Slow"])
  }

  // MARK: Presenters and hosts

  @Test("What a presenter of the app's own takes away is asked about, also where parents come")
  func ownLeaving() async throws {
    let panel = PanelPresenter()
    bank.wireframe.add(presenter: panel)
    try bank.register("/poster", "Poster", option: Panel(), place: .under("/news"))
    let keeping = bank.wireframe.observeLeaving { leaving in
      "\(leaving.controller)" == "Draft" ? .stay("draft") : .leave
    }
    try await show("/")
    let link = RoutingRequest("/poster", landing: .underParents)
    #expect(try await bank.wireframe.perform(link).outcome == .stopped(reason: "draft"))
    #expect(bank.shown == ["Home"])
    #expect("\(panel.screen)" == "Draft")
    keeping.remove()
    try await bank.wireframe.perform(link)
    #expect(bank.shown == ["Home", "News"])
    #expect("\(panel.screen)" == "Poster")
  }

  @Test("A presenter of the app's own that goes back to its screen does so behind a gate, too")
  func ownReturn() async throws {
    let panel = PanelPresenter()
    panel.goesBack = true
    bank.wireframe.add(presenter: panel)
    try bank.register("/poster", "Poster", option: Panel(), tags: [.requiresLogin])
    try await show("/", "/poster")
    #expect(bank.shown == ["Home", "Log in"])
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home"])
    #expect(panel.count == 1)
    #expect(bank.made == ["Home", "Log in"])
  }

  @Test(
    "A link is animated if its option is; if the app's own presenter shows it, its parents are not",
    arguments: [true, false, nil])
  func animation(isAnimated: Bool?) async throws {
    let host = RecordingHost()
    let wireframe = Wireframe<Screen>()
    wireframe.addStandardPresenters(on: host)
    wireframe.add(presenter: PanelPresenter())
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    let option: any RoutingOption = isAnimated.map { .push(animated: $0) } ?? Panel()
    try wireframe.register("/news", option: option, place: .under("/")) { _ in Screen("News") }
    try await wireframe.route(to: "/")
    host.animations = []
    try await wireframe.route(to: "/news", landing: .underParents)
    #expect(host.animations == [isAnimated ?? false])
  }

  @Test("A screen takes its placeholder's place without a transition")
  func loadedScreen() async throws {
    let (host, barrier) = (RecordingHost(), Barrier())
    let wireframe = Wireframe<Screen>(limits: RoutingLimits(provide: nil, placeholder: .zero))
    wireframe.addStandardPresenters(on: host)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/news", option: .push(animated: true)) { _ in
      await barrier.pass()
      return Screen("News")
    }
    wireframe.addPlaceholder(for: "/news") { _, _ in Screen("Loading") }
    try await wireframe.route(to: "/")
    host.animations = []
    let task = Task { _ = try await wireframe.route(to: "/news") }
    await barrier.waitForArrivals()
    barrier.open()
    try await task.value
    #expect(host.animations == [true, false])
  }
}

/// Notes the failures of routes with a tag.
private final class TagWatcher: RoutingObserver {
  private let tag: RouteTag
  private(set) var failed: [RoutePattern?] = []

  init(_ tag: RouteTag) { self.tag = tag }

  func observes(_ route: Route) -> Bool { route.tags.contains(tag) }
  func decision(for route: Route) -> RoutingDecision { .proceed }
  func didFail(_ error: RoutingError, route: Route?, router: any Router) {
    failed.append(route?.pattern)
  }
}

private struct Panel: RoutingOption {}

/// Shows one screen beside the host's; the new one takes the place of the old one.
@MainActor
private final class PanelPresenter: ControllerRoutingPresenter {
  private(set) var screen = Screen("Draft")
  /// Whether the screen that is shown is the one that is wanted.
  var goesBack = false
  private(set) var count = 0

  func existingController(for route: Route, option: Panel) -> Screen? { goesBack ? screen : nil }

  func leavingScreens(for route: Route, option: Panel) -> [LeavingScreen] {
    [LeavingScreen(of: screen, from: nil, to: route)]
  }

  func present(_ controller: Screen, option: Panel, event: RoutingEvent) {
    screen = controller
    count += 1
  }
}
