import TestSupport
import Testing
import WireframeCoordinators
import WireframeCore
import WireframeTesting

/// Coordinators and URLs: `go.route`, and coordinators as destinations, through the one pipeline.
@MainActor
@Suite(.hangsNever)
struct CoordinatorRoutingTests {
  @Test("3.23 go routes to a URL, and tells the final route")
  func routing() async throws {
    let town = try await Town()
    try town.wireframe.register("/terms/:part") { Page("Terms \(try $0["part"] as String)") }
    let page = try #require(town.tree.state.top).controller
    let route = try await page.go.route(to: "/terms/2", option: .modal).route
    #expect(route.pattern == "/terms/:part")
    #expect(town.tree.pages == [["Friends"], ["Terms 2"]])
    #expect(try page.go.router.canRoute(to: "/terms/1"))
    #expect(await code { try await page.go.route(to: "/nowhere") } == .noRoute)
  }

  @Test(
    "3.23 A coordinator is the destination of a URL route: started, found by go, child of what is below"
  )
  func destinations() async throws {
    let town = try await Town()
    try town.registerInfo()
    try await town.wireframe.route(to: "myapp://friends/Ada")
    let page = try #require(town.tree.state.top?.controller as? InfoPage)
    #expect(page.friend == "Ada")
    #expect(try page.go === town.friends.node.children.first)
    #expect(try page.go.node.parent === town.friends)

    try await page.go.route(to: "/friends/Bo", option: .modal(hasStack: true))
    let second = try #require(town.tree.state.top?.controller as? InfoPage)
    #expect(second.friend == "Bo")
    #expect(try second.go.node.parent === page.go)
    try await second.go.popOrDismiss()
    try await page.go.popOrDismiss()
    #expect(town.tree.pages == [["Friends"]])
  }

  @Test("3.23 A destination is released when its screen leaves by a swipe", arguments: [1, 2, 3])
  func destinationsAreReleased(count: Int) async throws {
    let town = try await Town()
    try town.registerInfo()
    for _ in 1...count { try await town.wireframe.route(to: "/friends/Ada") }
    let links = town.tree.state.shown.dropFirst().compactMap { try? $0.controller.go }.map {
      Weak($0)
    }
    #expect(links.count == count)
    #expect(links.allSatisfy { $0.object != nil })
    try town.tree.performAsUser(.pop(to: #require(town.tree.state.shown.first).id))
    #expect(links.allSatisfy { $0.object == nil })
    #expect(town.friends.node.children.isEmpty)
  }

  @Test("3.23 A destination without any coordinator below is retained by the root coordinator")
  func destinationsAsRoot() async throws {
    let town = try await Town()
    try town.wireframe.register("/map/:friend", option: .root(), under: town.app) {
      NavigationCoordinator(root: MapCoordinator(friend: try $0["friend"]))
    }
    try await town.wireframe.route(to: "/map/Ada")
    #expect(town.tree.pages == [["Map of Ada"]])
    #expect(town.app.node.children.count == 1)
    try await town.top.push(named("next"))
    let plain = Page("plain")
    try await town.tree.push(plain)
    #expect(try plain.go === town.app.node.children.first)
    try await town.wireframe.route(to: "/map/Bo")
    #expect(town.tree.pages == [["Map of Bo"]])
    #expect(town.app.node.children.count == 1)
  }

  @Test("3.23 A destination in another tab is the child of that tab's coordinator")
  func destinationsInOtherTabs() async throws {
    let tree = NavigationTree<Page>(tabs: ["one", "two"])
    let wireframe = Wireframe<Page>(defaultOption: .push)
    wireframe.addStandardPresenters(on: tree)
    let (one, two) = (named("One"), named("Two"))
    for root in [one, two] {
      try root.connect(to: tree, router: wireframe)
      try await tree.push(root.controller)
      try tree.performAsUser(.selectTab(1))
    }
    try wireframe.register("/map", under: one) { _ in MapCoordinator(friend: "Ada") }
    try await two.route(to: "/map")
    #expect(tree.shownPages == ["Two", "Map of Ada"])
    #expect(two.node.children.count == 1)
    try tree.performAsUser(.pop(to: #require(tree.state.shown.first).id))
    #expect(two.node.children.isEmpty)
  }

  @Test("3.23 A destination that comes into a tab which the user has left is that tab's child")
  func destinationsInLeftTabs() async throws {
    let (tree, gate) = (NavigationTree<Page>(tabs: ["one", "two"]), Barrier())
    let wireframe = Wireframe<Page>(defaultOption: .push, limits: .none)
    wireframe.addStandardPresenters(on: tree)
    let (one, two) = (named("One"), named("Two"))
    for root in [one, two] {
      try root.connect(to: tree, router: wireframe)
      try await tree.push(root.controller)
      try tree.performAsUser(.selectTab(1))
    }
    try wireframe.register("/map", under: one) { _ in
      await gate.pass()
      return MapCoordinator(friend: "Ada")
    }
    let routing = Task { try await two.route(to: "/map") }
    await gate.waitForArrivals()
    try tree.performAsUser(.selectTab(0))
    gate.open()
    _ = try await routing.value
    #expect(tree.shownPages == ["One"])
    #expect(one.node.children.isEmpty)
    #expect(two.node.children.count == 1)
  }

  @Test("3.23 A root coordinator that has left may be connected again; its destinations stay")
  func destinationsOutliveTheRootsScreen() async throws {
    let town = try await Town()
    try town.wireframe.register("/map", option: .root, under: town.app) { _ in
      MapCoordinator(friend: "Ada")
    }
    try await town.wireframe.route(to: "/map")
    #expect(await code { try await town.app.pop() } == .notOnScreen)
    try town.app.connect(to: town.tree, router: town.wireframe)
    try town.app.connect(to: town.tree, router: town.wireframe)
    try await town.top.push(named("next"))
    #expect(town.shown == ["Map of Ada", "next"])
    try await town.tree.present(town.app.controller, option: .modal(hasStack: true))
    try await town.friends.push(named("again"))
    #expect(town.tree.pages == [["Map of Ada", "next"], ["Friends", "again"]])
    try await town.tree.setRoot(Page("New"))
    #expect(town.app.node.children.isEmpty)
  }

  @Test("3.23 A guard stops or redirects a destination, and go gets the result")
  func guards() async throws {
    let town = try await Town()
    var made = 0
    try town.wireframe.register("/friends/:name", tags: [.requiresLogin], under: town.app) {
      made += 1
      return InfoCoordinator(friend: try $0["name"])
    }
    try town.wireframe.register("/login", option: .modal, under: town.app) { _ in named("Log in") }
    let guarding = town.wireframe.observe(tag: .requiresLogin) { _ in .redirect(to: "/login") }
    let route = try await town.top.route(to: "/friends/Ada").route
    #expect(route.pattern == "/login")
    #expect(town.shown == ["Friends", "Log in"])
    #expect(try town.top.node.parent === town.friends)

    guarding.remove()
    town.wireframe.observe(tag: .requiresLogin) { _ in .stop("Closed.") }
    try await town.top.route(to: "/friends/Ada")
    #expect(town.shown == ["Friends", "Log in"])
    #expect(made == 0)
  }

  @Test("3.23 Routings of go wait for their turn; one from within a stage is an error")
  func orderInTime() async throws {
    let town = try await Town()
    let gate = Barrier()
    try town.wireframe.register("/slow") { _ in
      await gate.pass()
      return Page("slow")
    }
    try town.registerInfo()
    let app = town.app
    try town.wireframe.handle("/inner") { _ in try await app.route(to: "/slow") }
    let slow = Task { try await app.route(to: "/slow") }
    await gate.waitForArrivals()
    let quick = Task { try await app.route(to: "/friends/Ada") }
    #expect(await town.wireframe.isAwaited(by: 1))
    #expect(town.shown == ["Friends"])
    gate.open()
    _ = try await (slow.value, quick.value)
    #expect(town.shown == ["Friends", "slow", "Info"])
    #expect(await code { try await app.route(to: "/inner") } == .reentrant)
  }

  @Test("3.23 A destination that fails on its way is not kept", arguments: Failure.allCases)
  func failingDestinations(failure: Failure) async throws {
    let town = try await Town()
    var link: Weak?
    try town.wireframe.register("/a", under: town.app) { _ in
      if failure == .made { throw Broken() }
      let starter = Starter(Page("a"))
      link = Weak(starter)
      starter.onStart = { if failure == .started { throw Broken() } }
      if failure == .cancelled { withUnsafeCurrentTask { $0?.cancel() } }
      return starter
    }
    if failure == .presented { town.wireframe.add(presenter: ThrowingPushPresenter()) }
    let routing = Task { try await town.top.route(to: "/a") }
    let error = await #expect(throws: RoutingError.self) { try await routing.value }
    #expect(error?.code == failure.code)
    #expect(town.shown == ["Friends"])
    #expect(town.friends.node.children.isEmpty)
    #expect(link == nil || link?.object == nil)
  }

  @Test("3.23 A destination that is made after its time limit is not kept")
  func lateDestinations() async throws {
    let (clock, gate, tree) = (ManualClock(), Barrier(), NavigationTree<Page>())
    let wireframe = Wireframe<Page>(
      defaultOption: .push, limits: RoutingLimits(provide: .seconds(1)), clock: clock)
    let app = NavigationCoordinator(root: named("root"))
    try await tree.setRoot(app, router: wireframe)
    wireframe.addStandardPresenters(on: tree)
    var link: Weak?
    try wireframe.register("/late", under: app) { _ in
      await gate.pass()
      let late = named("late")
      link = Weak(late)
      return late
    }
    let routing = Task { try await app.route(to: "/late") }
    await gate.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(1))
    #expect(await code { _ = try await routing.value } == .timedOut)
    gate.open()
    #expect(await eventually { link != nil && link?.object == nil })
  }

  @Test("3.23 A destination that is shown elsewhere than on the host is not kept")
  func otherPresenters() async throws {
    let town = try await Town()
    town.wireframe.add(presenter: SilentPushPresenter())
    try town.registerInfo()
    let result = try await town.wireframe.route(to: "/friends/Ada")
    #expect(await code { _ = try result.controller?.go } == .noCoordinator)
  }

  @Test("3.23 A destination may answer nil: the next provider is asked")
  func notMine() async throws {
    let town = try await Town()
    try town.wireframe.register("/friends/:name", under: town.app) { _ in nil }
    town.wireframe.add(provider: AnyPage())
    try await town.wireframe.route(to: "/friends/Ada")
    #expect(town.shown == ["Friends", "any"])
  }

  @Test(
    "3.23 A destination cannot be embedded, pushed with a stack of its own, or outlive the root coordinator"
  )
  func impossibleDestinations() async throws {
    var app: NavigationCoordinator<Page>? = NavigationCoordinator(root: named("root"))
    let tree = NavigationTree<Page>()
    let wireframe = Wireframe<Page>(defaultOption: .push)
    wireframe.addStandardPresenters(on: tree)
    try await tree.setRoot(#require(app), router: wireframe)
    try wireframe.register("/a", under: #require(app)) { _ in named("a") }
    try wireframe.register("/stack", under: #require(app)) { _ in
      NavigationCoordinator(root: named("stack"))
    }
    #expect(await code { _ = try await wireframe.controller(for: "/a") } == .noController)
    #expect(await code { try await wireframe.route(to: "/stack") } == .noStack)
    #expect(tree.shownPages == ["root"])
    app = nil
    #expect(await code { try await wireframe.route(to: "/a") } == .noCoordinator)
    #expect(tree.shownPages == ["root"])
  }

  @Test("3.23 A destination's registration takes pattern and observer back")
  func registrations() async throws {
    let town = try await Town()
    weak var captured: Page?
    let registration = try {
      let page = Page("captured")
      captured = page
      return try town.wireframe.register("/friends/:name", under: town.app) { _ in
        ManualCoordinator(page)
      }
    }()
    #expect(await code { try town.registerInfo() } == .conflictingPattern)
    #expect(captured != nil)
    registration.remove()
    #expect(captured == nil)
    #expect(await code { try await town.wireframe.route(to: "/friends/Ada") } == .noRoute)
    try town.registerInfo()
    try await town.wireframe.route(to: "/friends/Ada")
    #expect(town.friends.node.children.count == 1)
  }
}

/// Where a destination fails.
enum Failure: CaseIterable {
  case made, started, cancelled, presented

  var code: RoutingError.Code {
    switch self {
    case .made, .started: .providerFailed
    case .cancelled: .cancelled
    case .presented: .presenterFailed
    }
  }
}

extension Town {
  @discardableResult
  fileprivate func registerInfo() throws -> Registration {
    try wireframe.register("/friends/:name", under: app) {
      InfoCoordinator(friend: try $0["name"])
    }
  }
}

private struct ThrowingPushPresenter: ControllerRoutingPresenter {
  func present(_ controller: Page, option: Push, event: RoutingEvent) throws { throw Broken() }
}

private struct SilentPushPresenter: ControllerRoutingPresenter {
  func present(_ controller: Page, option: Push, event: RoutingEvent) {}
}

private struct AnyPage: ControllerProvider {
  func controller(for route: Route, option: any RoutingOption) -> Page? { Page("any") }
}
