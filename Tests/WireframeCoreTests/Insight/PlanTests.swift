import TestSupport
import Testing
import WireframeCore

/// What a plan says, and what it leaves alone.
@MainActor
@Suite(.hangsNever)
struct PlanTests {
  private final class Asking: RoutingObserver {
    var isAskedInPlans: Bool { false }
    private(set) var asked = 0
    func decision(for route: Route) -> RoutingDecision {
      asked += 1
      return .stop("The user said no.")
    }
  }

  private final class DryGuard: RoutingObserver {
    private(set) var dryRuns: [Bool] = []
    func decision(for route: Route) -> RoutingDecision {
      dryRuns.append(route.isDryRun)
      return .proceed
    }
  }

  @Test("A plan tells decisions, option, presenter, provider, what leaves and where it lands")
  func contents() async throws {
    let shop = try await Shop()
    try shop.register("/cart", "/login")
    try shop.register("/account", option: .modal, tags: [.requiresLogin])
    shop.wireframe.observe(tag: .requiresLogin) { _ in .redirect(to: "/login") }
    try await shop.wireframe.route(to: "/cart")
    let plan = await shop.wireframe.plan("/account", option: .replaceTop)
    #expect(plan.outcome == .presented)
    #expect(plan.route?.pattern == "/login")
    #expect(plan.redirects.map(\.pattern) == ["/account"])
    #expect(plan.option is Push && plan.optionSource == "the default option")
    #expect(plan.presenter == "PushPresenter" && plan.provider == "the route's closure")
    #expect(plan.landing == [nil, "/cart", "/login"])
    #expect(
      "\(plan)" == """
        Recorder on '/account': proceed
        the closure observer of 'requires-login' on '/account': redirect to a request of the app
        Recorder on '/login': proceed
        option: Push, by the default option
        presenter: PushPresenter
        first provider: the route's closure
        would be presented: '/login'
        on screen: no pattern › '/cart' › '/login'
        """)
    let replacing = await shop.wireframe.plan("/login", option: .replaceTop)
    #expect(replacing.optionSource == "the call")
    #expect(replacing.leaving.map { $0?.pattern } == ["/cart"])
    #expect("\(replacing)".contains("\nwould leave: '/cart'\n"))
    #expect(shop.shown == ["root", "/cart"])
  }

  @Test("A plan of what would fail says why, and what would have come of it not")
  func failing() async throws {
    let shop = try await Shop()
    let plan = await shop.wireframe.plan("/nowhere")
    let error = try #require(plan.error)
    #expect(error.code == .noRoute)
    #expect("\(plan)".split(separator: "\n").last == "would fail: noRoute: \(error)")
  }

  @Test("Observers see that it is a plan; one that plans do not ask is unknown, and not asked")
  func asking() async throws {
    let shop = try await Shop()
    try shop.register("/cart")
    let (asking, dry) = (Asking(), DryGuard())
    shop.wireframe.add(observer: asking)
    shop.wireframe.add(observer: dry)
    let plan = await shop.wireframe.plan("/cart")
    #expect(plan.outcome == .presented && !plan.isCertain)
    #expect(plan.decisions.filter { $0.decision == nil }.map(\.observer) == ["Asking"])
    #expect("\(plan)".contains("Asking on '/cart': unknown, since it is not asked in plans"))
    #expect(asking.asked == 0 && dry.dryRuns == [true])
    #expect(
      try await shop.wireframe.route(to: "/cart").outcome == .stopped(reason: "The user said no."))
    #expect(asking.asked == 1)
  }

  @Test("What a plan was made of is routed as anything else: whom plans do not ask is asked")
  func routedLater() async throws {
    let shop = try await Shop()
    try shop.register("/cart")
    let (asking, dry) = (Asking(), DryGuard())
    shop.wireframe.add(observer: dry)
    shop.wireframe.add(observer: asking)
    let plan = await shop.wireframe.plan("/cart")
    let route = try #require(plan.route)
    for request in [plan.request, route.request] {
      let outcome = try await shop.wireframe.route(request).outcome
      #expect(outcome == .stopped(reason: "The user said no."))
    }
    #expect(dry.dryRuns == [true, false, false])
    #expect(asking.asked == 2 && shop.shown == ["root"])
  }

  @Test("In a plan each route that observers get says so, also of a redirect and of a parent")
  func dryRuns() async throws {
    let shop = try await Shop()
    try shop.register("/old", "/news")
    try shop.wireframe.register("/news/:id", option: .push, place: .under("/news")) { _ in
      Screen("item")
    }
    let dry = DryGuard()
    shop.wireframe.add(observer: dry)
    shop.wireframe.observe { $0.pattern == "/old" ? .redirect(to: "/news/1") : .proceed }
    #expect(await shop.wireframe.plan("/old").route?.pattern == "/news/:id")
    let plan = await shop.wireframe.plan("/news/1", landing: .underParents)
    #expect(plan.landing == [nil, "/news", "/news/:id"])
    #expect(dry.dryRuns == [true, true, true, true])
  }

  private final class Registering: RoutingOptionProvider {
    let register: () throws -> Void
    init(_ register: @escaping () throws -> Void) { self.register = register }

    func option(for route: Route, current: (any RoutingOption)?) throws -> (any RoutingOption)? {
      try register()
      return nil
    }
  }

  @Test(
    "A plan asks each observer once, whatever changes meanwhile",
    arguments: [
      Case("/cart", ["/cart"]), Case("/act", ["/act"]), Case("/cart/1", ["/cart/1", "/cart"]),
    ] as [Case<String, [String]>])
  func change(row: Case<String, [String]>) async throws {
    let shop = try await Shop()
    try shop.register("/cart")
    try shop.wireframe.register("/cart/:id", place: .under("/cart")) { _ in Screen("item") }
    try shop.wireframe.handle("/act") { _ in }
    shop.wireframe.add(optionProvider: Registering { try shop.register("/late") })
    shop.wireframe.observe { [weak wireframe = shop.wireframe] in
      if $0.pattern == "/act" { wireframe?.switches.disable(.pattern("/act")) }
      return .proceed
    }
    let plan = await shop.wireframe.plan(row.given, landing: .underParents)
    #expect(plan.outcome == (row.given == "/act" ? .handled : .presented))
    #expect(shop.recorder.events == row.expected.map { "decide \($0)" })
  }

  private struct Sheets: RoutingOptionProvider {
    func option(for route: Route, current: (any RoutingOption)?) -> (any RoutingOption)? { .modal }
  }

  private struct Keeping: RoutingOptionProvider {
    func option(for route: Route, current: (any RoutingOption)?) -> (any RoutingOption)? { current }
  }

  private struct PlainPush: PushOption {}

  @Test("A plan names the option provider that has answered, and none that keeps what it gets")
  func optionProvider() async throws {
    let shop = try await Shop()
    try shop.register("/cart", option: .replaceTop)
    let keeping = shop.wireframe.add(optionProvider: Keeping())
    #expect(await shop.wireframe.plan("/cart", option: PlainPush()).optionSource == "the call")
    keeping.remove()
    shop.wireframe.add(optionProvider: Sheets())
    shop.wireframe.add(optionProvider: Registering {}, priority: 1)
    shop.wireframe.add(optionProvider: Keeping(), priority: 2)
    let plan = await shop.wireframe.plan("/cart")
    #expect(plan.option is Modal && plan.optionSource == "Sheets")
  }

  private struct SheetFor: RoutingOptionProvider {
    let pattern: RoutePattern

    func option(for route: Route, current: (any RoutingOption)?) -> (any RoutingOption)? {
      if route.pattern == pattern { return .modal }
      return nil
    }
  }

  @Test(
    "A plan names no option provider whose answer does not count: another screen comes, or a root",
    arguments: [("/help", "/help"), ("/", "/login")] as [(String, RoutePattern)])
  func idleOptionProvider(urlText: String, answered: RoutePattern) async throws {
    let wireframe = Wireframe<Screen>(home: "/")
    wireframe.addStandardPresenters(on: NavigationTree())
    for pattern in ["/help", "/login"] as [RoutePattern] {
      try wireframe.register(pattern, option: .push) { _ in Screen(pattern.text) }
    }
    try wireframe.register("/", option: .root, tags: [.requiresLogin]) { _ in Screen("home") }
    wireframe.addGate(for: .requiresLogin, at: "/login") { false }
    wireframe.add(optionProvider: SheetFor(pattern: answered))
    let plan = await wireframe.plan(urlText)
    #expect(plan.route?.pattern == "/login" && plan.landing == ["/login"])
    #expect(plan.option is Root && plan.optionSource == "the redirect")
  }

  @Test("A plan names the redirect whose option it is, and not the call that was left")
  func optionOfARedirect() async throws {
    let shop = try await Shop()
    try shop.register("/account", tags: [.requiresLogin])
    try shop.register("/login", option: .push)
    let redirecting = shop.wireframe.observe(tag: .requiresLogin) { _ in
      .redirect(to: RoutingRequest("/login", option: .modal))
    }
    let plan = await shop.wireframe.plan("/account", option: .replaceTop)
    #expect(plan.option is Modal && plan.optionSource == "the redirect")
    redirecting.remove()
    shop.wireframe.observe(tag: .requiresLogin) { _ in .redirect(to: "/login") }
    #expect(await shop.wireframe.plan("/account", option: .replaceTop).optionSource == "the route")
  }

  @Test("A plan runs at once: in a stage, beside a routing, and before the UI is there")
  func atOnce() async throws {
    let shop = try await Shop(policy: .latestWins, isSuspended: true)
    let gate = Barrier()
    try shop.register("/cart")
    try shop.register("/slow", behind: gate)
    #expect(await shop.wireframe.plan("/cart").outcome == .presented)
    shop.wireframe.activate()
    var inner: RoutePlan?
    try shop.wireframe.register("/planner") { [weak wireframe = shop.wireframe] _ in
      inner = await wireframe?.plan("/cart")
      return Screen("planner")
    }
    try await shop.wireframe.route(to: "/planner")
    #expect(inner?.outcome == .presented)
    async let slow = shop.wireframe.route(to: "/slow")
    await gate.waitForArrivals()
    #expect(await shop.wireframe.plan("/cart").outcome == .presented)
    gate.open()
    #expect(try await slow.outcome == .presented)
  }

  @Test("What plans do not ask is not asked, whether it is an object or a value")
  func valuesThatAreNotAsked() async throws {
    struct Shy: RoutingObserver {
      var isAskedInPlans: Bool { false }
      func decision(for route: Route) -> RoutingDecision { .stop("asked") }
    }
    let shop = try await Shop()
    try shop.register("/cart")
    shop.wireframe.add(observer: Shy())
    let plan = await shop.wireframe.plan("/cart")
    #expect(plan.outcome == .presented && !plan.isCertain)
    #expect(plan.decisions.filter { $0.decision == nil }.map(\.observer) == ["Shy"])
  }

  @Test("A plan names the screens that would leave, and asks none of them")
  func leaving() async throws {
    let shop = try await Shop()
    try shop.register("/draft", "/cart")
    try await shop.wireframe.route(to: "/draft")
    var asked = 0
    shop.wireframe.observeLeaving { _ in
      asked += 1
      return .stay("unsaved")
    }
    let plan = await shop.wireframe.plan("/cart", option: .replaceTop)
    #expect(plan.outcome == .presented && plan.leaving.map { $0?.pattern } == ["/draft"])
    #expect(asked == 0)
  }

  @Test("A plan names the wanted screen's presenter, not that of a parent")
  func presenterOfParents() async throws {
    let shop = try await Shop()
    try shop.register("/orders", option: .modal(hasStack: true))
    try shop.wireframe.register("/orders/:id", place: .under("/orders")) { _ in Screen("order") }
    let plan = await shop.wireframe.plan("/orders/1", landing: .underParents)
    #expect(plan.presenter == "PushPresenter" && plan.landing == [nil, "/orders", "/orders/:id"])
  }

  @Test("A module's plan is that of the wireframe around it, with the module's routes")
  func modules() async throws {
    let shop = try await Shop()
    let orders = Wireframe<Screen>(defaultOption: .modal)
    try orders.register("/:id<int>") { _ in Screen("order") }
    try shop.wireframe.mount(orders, at: "/orders")
    let plan = await orders.plan("/7")
    #expect(plan.route?.pattern == "/:id<int>")
    #expect(plan.landing == [nil, "/orders/:id<int>"])
    #expect(plan.option is Modal && plan.provider == "the route's closure")
    #expect(await orders.plan("/x").error?.code == .noRoute)
    for request in [plan.request, try #require(plan.route).request] {
      #expect(try await orders.route(request).route.pattern == "/:id<int>")
    }
  }

  @Test("A module's plan has what decides, and what would leave, as the module knows them")
  func routesOfModule() async throws {
    let shop = try await Shop()
    let orders = Wireframe<Screen>(defaultOption: .push)
    try orders.register("/:id<int>") { _ in Screen("order") }
    try shop.wireframe.mount(orders, at: "/orders")
    try await orders.route(to: "/7")
    let plan = await orders.plan("/8", option: .replaceTop)
    #expect(plan.decisions.map(\.route.pattern) == ["/:id<int>"])
    #expect(plan.leaving.map { $0?.pattern } == ["/:id<int>"])
  }

  @Test("A parent that would replace a screen where there is none fails, and stops no program")
  func replacingParent() async throws {
    let tree = NavigationTree<Screen>()
    let wireframe = Wireframe<Screen>(defaultOption: .push)
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/a", option: .replaceTop) { _ in Screen("a") }
    try wireframe.register("/a/b", place: .under("/a")) { _ in Screen("b") }
    let request = RoutingRequest("/a/b", landing: .underParents)
    #expect(await wireframe.plan(request).error?.code == .nothingOnScreen)
    let error = try await failure { try await wireframe.route(request) }
    #expect(error.code == .nothingOnScreen)
  }

  @Test("A plan holds no value of the URL, however it is printed")
  func values() async throws {
    let shop = try await Shop()
    try shop.register("/cart/:name")
    for url in ["/cart/secret", "/secret", "/cart/secret/secret"] {
      let plan = await shop.wireframe.plan(url)
      for text in allTexts(of: plan) { #expect(!text.contains("secret"), "\(url)") }
    }
  }
}
