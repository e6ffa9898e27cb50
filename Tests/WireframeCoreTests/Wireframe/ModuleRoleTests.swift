import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// What a module brings with it, and what it takes away again: rules of its routes, URLs, guards, gates and providers.
@MainActor
@Suite(.hangsNever)
struct ModuleRoleTests {
  let bank: Bank
  let module = Wireframe<Screen>(defaultOption: .push, limits: .none)

  init() async throws {
    bank = try await Bank(tabs: ["Home", "Other"])
    try await bank.wireframe.route(to: "/")
  }

  // MARK: Routes

  @Test(
    "A module's gate knows its screen by the module's path: that one leaves, and no other",
    arguments: ["/terms", "/news"])
  func pathOfGate(path: String) async throws {
    let bank = try await Bank()
    let module = Wireframe<Screen>(defaultOption: .push)
    try module.register(RoutePattern(path), option: .modal) { _ in Screen("Terms") }
    module.addGate(for: "accepted", at: path) { true }
    try bank.wireframe.mount(module, at: "/m")
    for path in ["/", "/news"] { try await bank.wireframe.route(to: path) }
    try await module.resume(after: "accepted")
    #expect(bank.shown == ["Home", "News"])
    try await module.route(to: path)
    #expect(bank.shown == ["Home", "News", "Terms"])
    try await module.resume(after: "accepted")
    #expect(bank.shown == ["Home", "News"])
    let report = try await bank.wireframe.restore(bank.wireframe.savedState(), trusting: true)
    #expect(report.omitted.isEmpty)
    #expect(bank.shown == ["Home", "News"])
  }

  @Test("The error of a module's gate that fails when it is asked again has the whole URL")
  func failingGate() async throws {
    try module.register("/terms", option: .modal) { _ in Screen("Terms") }
    module.addGate(for: "accepted", at: "/terms") { throw Broken() }
    try bank.wireframe.mount(module, at: "/m")
    let error = try await failure { try await module.resume(after: "accepted") }
    #expect(error.code == .observerFailed)
    #expect(error.urlText == "/m/terms")
  }

  @Test(
    "A module's screen that is never saved is not saved, wherever its module or its parent is",
    arguments: [
      (nil, nil, nil), ("/news", nil, nil), (nil, "Other", nil), (nil, nil, "/list"),
      ("/news", nil, "/list"), (nil, nil, "/news"),
    ] as [(RoutePattern?, String?, RoutePattern?)])
  func neverSaved(parent: RoutePattern?, tab: String?, own: RoutePattern?) async throws {
    try module.register("/list") { _ in Screen("List") }
    try module.register(
      "/secret", place: .init(under: own, ifPresented: .bringToFront, restoration: .never)
    ) { _ in Screen("Secret") }
    try bank.wireframe.mount(module, at: "/m", parent: parent, tab: tab)
    for path in ["/secret", "/list", "/secret"] { try await module.route(to: path) }
    #expect(bank.shown.filter { $0 == "Secret" }.count == 1, "it is brought to the front")
    #expect(try bank.wireframe.savedState().omittedCount == 1)
  }

  @Test(
    "A module's URL keeps its escapes and its last slash behind the module's path",
    arguments: [
      ("/files/a%2Fb", "a/b", "/m/files/a%2Fb"), ("/files/a%2Fb/", "a/b", "/m/files/a%2Fb/"),
      ("/files/a%25b?x#y", "a%b", "/m/files/a%25b?x#y"),
    ])
  func escapes(url: String, value: String, whole: String) async throws {
    var values: [String] = []
    try module.register("/files/:name") { route in
      values.append(try route["name"])
      return Screen("File")
    }
    try bank.wireframe.mount(module, at: "/m")
    let recorder = Recorder()
    bank.wireframe.add(observer: recorder)
    try await module.route(to: url)
    #expect(values == [value])
    #expect(recorder.routed.map(\.route.urlText) == [whole])
  }

  @Test("Where a last slash makes another path, a module's patterns and URLs keep theirs")
  func lastSlash() async throws {
    let app = Wireframe<Screen>(rules: MatchingRules(distinguishesTrailingSlash: true))
    let module = Wireframe<Screen>(rules: MatchingRules(distinguishesTrailingSlash: true))
    try module.register("/cart") { _ in Screen("cart") }
    try module.register("/cart/") { _ in Screen("cart/") }
    try module.register("/") { _ in Screen("start") }
    try app.mount(module, at: "/m")
    #expect(try await module.controller(for: "/").description == "start")
    #expect(try await app.controller(for: "/m").description == "start")
    for path in ["cart", "cart/"] {
      #expect(try await module.controller(for: "/\(path)").description == path)
      #expect(try await app.controller(for: "/m/\(path)").description == path)
    }
  }

  @Test("A module that passes its gate, or restores, learns of routes as it knows them")
  func ownRoutes() async throws {
    let (inner, isOpen) = (Wireframe<Screen>(defaultOption: .push, limits: .none), OpenState())
    try inner.register("/list", tags: ["accepted"]) { _ in Screen("List") }
    try inner.register("/terms", option: .modal) { _ in Screen("Terms") }
    inner.addGate(for: "accepted", at: "/terms") { isOpen.isSet }
    try module.mount(inner, at: "/i")
    try bank.wireframe.mount(module, at: "/m")
    try await inner.route(to: "/list")
    isOpen.isSet = true
    guard case .passed(let summary) = try await inner.resume(after: "accepted") else {
      throw Broken()
    }
    #expect(summary.route.pattern == "/list" && summary.route.path == ["list"])
    let report = try await inner.restore(inner.savedState(), trusting: true)
    #expect(report.restored.map(\.pattern) == ["/", "/list"])
    #expect(bank.shown == ["Home", "List"])
  }

  @Test("A saved path that a module opens is that of its own route, and not the app's")
  func savedPath() async throws {
    try module.register("/news", exposure: .external) { _ in Screen("Module's news") }
    try bank.wireframe.mount(module, at: "/m")
    await module.open("/news", origin: .restoration)
    #expect(bank.shown == ["Home", "Module's news"])
    #expect(await module.plan("/news", origin: .restoration).route?.urlText == "/m/news")
  }

  // MARK: Unmounting

  @Test(
    "A module that was unmounted decides no more about another's route at its former place",
    arguments: [false, true])
  func unmounted(isModule: Bool) async throws {
    let recorder = Recorder()
    module.add(observer: recorder)
    module.add(optionProvider: Deciding { _ in .modal })
    try module.register("/list") { _ in Screen("Module's") }
    let mounting = try bank.wireframe.mount(module, at: "/m")
    try await module.route(to: "/list")
    #expect(bank.navigation.state.layers.count == 2)
    try await bank.wireframe.dismiss()
    recorder.events = []
    mounting.remove()
    let next = Wireframe<Screen>(defaultOption: .push)
    if isModule {
      try next.register("/list") { _ in Screen("Next") }
    } else {
      try bank.register("/m/list", "Next")
    }
    try bank.wireframe.mount(next, at: "/m")
    try await bank.wireframe.route(to: "/m/list")
    #expect(bank.shown == ["Home", "Next"])
    #expect(recorder.events == [])
  }

  @Test("A route of the app's own takes the place of one that a module has removed")
  func removedRoute() async throws {
    module.observe { _ in .stop("the module's") }
    let own = try module.register("/list") { _ in Screen("Module's") }
    try bank.wireframe.mount(module, at: "/m")
    own.remove()
    try bank.register("/m/list", "App's")
    #expect(try await bank.wireframe.route(to: "/m/list").outcome == .presented)
    let result = try await module.route(to: "/list")
    #expect(result.outcome == .presented)
    #expect(result.route.pattern == "/list", "as the module asks for it")
  }

  // MARK: What was added before the mount

  @Test("A leave guard that was added to a module before the mount keeps its screens")
  func leaveGuard() async throws {
    try module.register("/draft") { _ in Screen("Draft") }
    module.observeLeaving { _ in .stay("draft") }
    try bank.wireframe.mount(module, at: "/m")
    try await module.route(to: "/draft")
    let result = try await bank.wireframe.route(to: "/news", option: .root)
    #expect(result.outcome == .stopped(reason: "draft"))
    #expect(bank.shown == ["Home", "Draft"])
  }

  @Test(
    "An option provider that was added to a module, or to one on it, sees its own route",
    arguments: [
      ["/in/a/:n<int> in/a/1"], ["/a/:n<int> a/1"], ["/a/:n<int> a/1", "/in/a/:n<int> in/a/1"],
    ])
  func optionProvider(expected: [String]) async throws {
    var seen: [String] = []
    let inner = Wireframe<Screen>()
    for (wireframe, route) in [(module, "/in/a/:n<int> in/a/1"), (inner, "/a/:n<int> a/1")]
    where expected.contains(route) {
      wireframe.add(
        optionProvider: Deciding { route in
          seen.append("\(route.pattern?.text ?? "-") \(route.path.joined(separator: "/"))")
          return nil
        })
    }
    try inner.register("/a/:n<int>", option: .push) { _ in Screen("A") }
    try module.mount(inner, at: "/in")
    try bank.wireframe.mount(module, at: "/m")
    try await bank.wireframe.route(to: "/m/in/a/1")
    #expect(seen.sorted() == expected)
  }

  @Test("An option provider that is added to a mounted module decides at once, at any depth")
  func lateOptionProvider() async throws {
    let inner = Wireframe<Screen>()
    try inner.register("/a", option: .push) { _ in Screen("A") }
    try module.mount(inner, at: "/in")
    try bank.wireframe.mount(module, at: "/m")
    inner.add(optionProvider: Deciding { _ in .modal })
    #expect(try await bank.wireframe.route(to: "/m/in/a").option is Modal)
  }

  @Test("A module's option provider decides no more about a route that another module has by now")
  func formerOptionProvider() async throws {
    let heir = Wireframe<Screen>(defaultOption: .push)
    let former = try module.register("/list") { _ in Screen("Former") }
    module.add(optionProvider: Deciding { _ in .modal })
    for mounted in [module, heir] { try bank.wireframe.mount(mounted, at: "/m") }
    former.remove()
    try heir.register("/list") { _ in Screen("Heir") }
    #expect(try await bank.wireframe.route(to: "/m/list").option is Push)
    #expect(bank.shown == ["Home", "Heir"])
  }

  @Test("A module's observer decides no more about a route that another module has by now")
  func formerObserver() async throws {
    let heir = Wireframe<Screen>(defaultOption: .push)
    let former = try module.register("/list") { _ in Screen("Former") }
    module.observe { _ in .stop("the former one's") }
    for mounted in [module, heir] { try bank.wireframe.mount(mounted, at: "/m") }
    former.remove()
    try heir.register("/list") { _ in Screen("Heir") }
    #expect(try await bank.wireframe.route(to: "/m/list").outcome == .presented)
    #expect(bank.shown == ["Home", "Heir"])
  }

  @Test("A gate that was added to a module before the mount knows which tab was shown before")
  func gate() async throws {
    let app = Wireframe<Screen>(defaultOption: .push)
    let navigation = NavigationTree<Screen>(tabs: ["Home", "News", "Other"])
    app.addStandardPresenters(on: navigation)
    try app.register("/", place: .tab("Home")) { _ in Screen("Home") }
    try app.register("/news", place: .tab("News")) { _ in Screen("News") }
    try module.register("/terms", option: .modal) { _ in Screen("Terms") }
    try module.register("/list", tags: ["accepted"], place: .tab("Other")) { _ in Screen("List") }
    bank.openGates = ["terms"]
    module.addGate(for: "accepted", at: "/terms") { [unowned bank] in
      bank.openGates.contains("terms")
    }
    try app.mount(module, at: "/m")
    for path in ["/", "/news", "/m/list"] { try await app.route(to: path) }
    bank.openGates = []
    try await app.reevaluate()
    #expect(navigation.state.shown.map(\.controller.description) == ["Terms"])
    try navigation.performAsUser(.dismiss(1))
    await app.settled()
    #expect(navigation.state.shown.map(\.controller.description) == ["News"])
  }

  @Test("What a module's gate has kept before the mount is forgotten: its URL may be the app's")
  func keptBeforeTheMount() async throws {
    let tree = NavigationTree<Screen>()
    let alone = Wireframe<Screen>(
      defaultOption: .push, limits: .none, now: { [unowned bank] in bank.time })
    let presenters = alone.addStandardPresenters(on: tree)
    try alone.register("/", option: .root) { _ in Screen("Start") }
    try alone.register("/terms", option: .modal) { _ in Screen("Terms") }
    try alone.register("/news", tags: ["accepted"]) { _ in Screen("Module's news") }
    alone.addGate(for: "accepted", at: "/terms") { [unowned bank] in
      bank.openGates.contains("terms")
    }
    for path in ["/", "/news"] { try await alone.route(to: path) }
    #expect(tree.state.shown.map(\.controller.description) == ["Start", "Terms"])
    #expect(alone.keptRequestCount == 1)
    presenters.remove()
    try bank.wireframe.mount(alone, at: "/m")
    #expect(bank.wireframe.keptRequestCount == 0)
    bank.openGates = ["terms"]
    let outcome = try await alone.resume(after: "accepted")
    guard case .nothingKept = outcome else { throw Broken(what: "\(outcome)") }
    #expect(bank.shown == ["Home"])
    #expect(tree.state.shown.map(\.controller.description) == ["Start", "Terms"])
  }

  @Test("The screens of a module's gate with an owner leave when another user comes")
  func owner() async throws {
    bank.user = "ann"
    try module.register("/code", option: .modal) { _ in Screen("Code") }
    try module.register("/list", tags: ["mine"]) { _ in Screen("List") }
    module.addGate(
      for: "mine", at: "/code", owner: { [unowned bank] in bank.user }, isOpen: { true })
    try bank.wireframe.mount(module, at: "/m")
    try await module.route(to: "/list")
    bank.user = "bob"
    try await bank.wireframe.route(to: "/news")
    #expect(bank.shown == ["Home", "News"])
  }

  @Test(
    "A module's route is the home of its tab, whether the route or the mount names the tab",
    arguments: [false, true])
  func home(isOfMount: Bool) async throws {
    let app = Wireframe<Screen>(defaultOption: .push)
    let navigation = NavigationTree<Screen>(tabs: ["Other"])
    app.addStandardPresenters(on: navigation)
    try app.register("/help", option: .modal) { _ in Screen("Help") }
    try module.register("/list", place: isOfMount ? .onTop : .tab("Other")) { _ in Screen("List") }
    try app.mount(module, at: "/m", tab: isOfMount ? "Other" : nil)
    try await app.route(to: "/help")
    #expect(navigation.state.shown.map(\.controller.description) == ["List", "Help"])
  }

  @Test("A module's route whose option names a tab comes into that one, whichever the mount names")
  func tabOfOption() async throws {
    let app = Wireframe<Screen>(defaultOption: .push, limits: .none)
    let navigation = NavigationTree<Screen>(tabs: ["Shop", "Cart"])
    app.addStandardPresenters(on: navigation)
    try module.register("/cart", option: .tab("Cart")) { _ in Screen("Cart") }
    try module.register("/") { _ in Screen("Start") }
    try module.register("/item") { _ in Screen("Item") }
    try app.mount(module, at: "/m", tab: "Shop")
    for path in ["/m", "/m/item", "/m/cart"] { try await app.route(to: path) }
    let stacks = navigation.state.layers[0].stacks.map { $0.entries.map(\.controller.description) }
    #expect(stacks == [["Start", "Item"], ["Cart"]])
  }

  @Test("A module's route whose option names another tab than the mount is not that one's home")
  func homeOfTabOfOption() async throws {
    let app = Wireframe<Screen>(defaultOption: .push, limits: .none)
    let navigation = NavigationTree<Screen>(tabs: ["Shop", "Cart"])
    app.addStandardPresenters(on: navigation)
    try module.register("/gift", option: .tab("Cart")) { _ in Screen("Gift") }
    try module.register("/list") { _ in Screen("List") }
    try app.mount(module, at: "/m", tab: "Shop")
    try app.register("/cart", place: .tab("Cart")) { _ in Screen("Cart") }
    try await app.route(to: "/m/list")
    try navigation.performAsUser(.selectTab(1))
    await app.settled()
    #expect(navigation.state.shown.map(\.controller.description) == ["Cart"])
  }

  @Test("A module's handler is not the home of the tab that the mount names")
  func handlerIsNoHome() async throws {
    let app = Wireframe<Screen>(defaultOption: .push, limits: .none)
    let navigation = NavigationTree<Screen>(tabs: ["Home", "Other"])
    app.addStandardPresenters(on: navigation)
    var runs = 0
    try module.handle("/sign-out") { _ in runs += 1 }
    try module.register("/list") { _ in Screen("List") }
    try app.register("/", place: .tab("Home")) { _ in Screen("Home") }
    try app.mount(module, at: "/m", tab: "Other")
    try await app.route(to: "/")
    try navigation.performAsUser(.selectTab(1))
    await app.settled()
    #expect(runs == 0)
    #expect(navigation.state.shown.map(\.controller.description) == ["List"])
  }

  @Test(
    "A module's placeholder is shown while a screen loads, added before the mount or after it",
    arguments: [false, true])
  func placeholder(isLate: Bool) async throws {
    let clock = ManualClock()
    let app = Wireframe<Screen>(
      limits: RoutingLimits(provide: nil, present: nil, placeholder: .seconds(1)), clock: clock)
    let navigation = NavigationTree<Screen>()
    app.addStandardPresenters(on: navigation)
    let barrier = Barrier()
    try module.register("/list", option: .root) { _ in
      await barrier.pass()
      return Screen("List")
    }
    if isLate { try app.mount(module, at: "/m") }
    module.addPlaceholder { _, _ in Screen("Loading") }
    if !isLate { try app.mount(module, at: "/m") }
    let routing = Task { try await module.route(to: "/list") }
    await barrier.waitForArrivals()
    await tasksHaveBegun()
    clock.advance(by: .seconds(1))
    let isShown = await eventually { navigation.state.top?.controller.description == "Loading" }
    barrier.open()
    try #require(isShown)
    // It is seen for as long as it was waited for.
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    _ = try await routing.value
    #expect(navigation.state.shown.map(\.controller.description) == ["List"])
  }

  @Test("A URL that only a module's provider without pattern knows has the module's placeholder")
  func placeholderOfUnknownURL() async throws {
    let app = Wireframe<Screen>(
      limits: RoutingLimits(provide: nil, present: nil, placeholder: .zero))
    let (navigation, barrier) = (NavigationTree<Screen>(), Barrier())
    app.addStandardPresenters(on: navigation)
    module.add(provider: SlowProvider(barrier: barrier))
    module.addPlaceholder { _, _ in Screen("Loading") }
    try app.mount(module, at: "/m")
    let routing = Task { try await app.route(to: "/m/x", option: .root).outcome }
    let isShown = await eventually { navigation.state.top?.controller.description == "Loading" }
    barrier.open()
    #expect(isShown)
    #expect(try await routing.value == .presented)
    #expect(navigation.state.shown.map(\.controller.description) == ["x"])
  }

  @Test("A module's guard is asked once, also if an observer is added meanwhile")
  func askedOnce() async throws {
    let recorder = Recorder()
    module.add(observer: recorder)
    try module.register("/list") { _ in Screen("List") }
    try bank.wireframe.mount(module, at: "/m")
    var count = 0
    bank.wireframe.observe(priority: -1) { [unowned bank] _ in
      count += 1
      if count == 1 { bank.wireframe.observe { _ in .proceed } }
      return .proceed
    }
    try await module.route(to: "/list")
    #expect(recorder.events.filter { $0.hasPrefix("decide") }.count == 1)
  }

  @Test(
    "What watches a module, or one on it, is told with its own route and router how a routing ends",
    arguments: [true, false])
  func ends(isStopped: Bool) async throws {
    let inner = Wireframe<Screen>(defaultOption: .push)
    try inner.register("/list") { _ -> Screen? in throw Broken() }
    if isStopped { inner.observe { _ in .stop("closed") } }
    let wireframes = [bank.wireframe, module, inner]
    let watchers = wireframes.map { EndWatcher($0) }
    for (wireframe, watcher) in zip(wireframes, watchers) { wireframe.add(watcher: watcher) }
    try module.mount(inner, at: "/in")
    try bank.wireframe.mount(module, at: "/m")
    _ = try? await bank.wireframe.route(to: "/m/in/list")
    #expect(watchers.map(\.ends) == [["/m/in/list"], ["/in/list"], ["/list"]])
  }

  @Test("A module that is mounted while an observer is awaited has its guards asked")
  func mountedMeanwhile() async throws {
    let barrier = Barrier()
    bank.wireframe.observe { route in
      if route.pattern == nil { await barrier.pass() }
      return .proceed
    }
    bank.wireframe.add(provider: Every())
    module.observe { _ in .stop("the module's") }
    let routing = Task { try await bank.wireframe.route(to: "/m/anything") }
    await barrier.waitForArrivals()
    try bank.wireframe.mount(module, at: "/m")
    barrier.open()
    #expect(try await routing.value.outcome == .stopped(reason: "the module's"))
    #expect(bank.shown == ["Home"])
  }
}

private struct Deciding: RoutingOptionProvider {
  let decide: @MainActor (Route) -> (any RoutingOption)?

  func option(for route: Route, current: (any RoutingOption)?) -> (any RoutingOption)? {
    decide(route)
  }
}

/// Notes the pattern of each routing that is stopped or fails, if the router is its own.
private final class EndWatcher: RoutingWatcher {
  private let wireframe: Wireframe<Screen>
  private(set) var ends: [String?] = []

  init(_ wireframe: Wireframe<Screen>) { self.wireframe = wireframe }

  func didStop(_ reason: String, route: Route, router: any Router) { note(route, router) }
  func didFail(_ error: RoutingError, route: Route?, router: any Router) { note(route, router) }

  private func note(_ route: Route?, _ router: any Router) {
    ends.append(router === wireframe ? route?.pattern?.text : "another's")
  }
}

/// Knows every URL, and is slow.
private struct SlowProvider: ControllerProvider {
  let barrier: Barrier

  func controller(for route: Route, option: any RoutingOption) async -> Screen? {
    await barrier.pass()
    return Screen(route.path.joined())
  }
}

/// Knows every URL.
private struct Every: ControllerProvider {
  func controller(for route: Route, option: any RoutingOption) -> Screen? { Screen(route.urlText) }
}
