import TestSupport
import Testing
import WireframeCore
import WireframeSwiftUI
import WireframeTesting

/// Screens that a slow server makes, and their placeholders, in a window that a model of SwiftUI draws.
@MainActor
private final class SlowShop {
  let stage: Stage
  let server = SlowServer()
  let wireframe: Wireframe<ViewScreen>
  var isLoggedIn = true
  /// What the placeholders know, by their URLs.
  private(set) var loadings: [String: ScreenLoading] = [:]

  init(
    tabs: [String] = [], columns: [String] = [], habits: Habits = Habits()
  ) throws {
    stage = try Stage(tabs: tabs, columns: columns, habits: habits)
    wireframe = Wireframe<ViewScreen>(
      sources: ["shop:"], home: "/", limits: RoutingLimits(provide: .seconds(6000)),
      clock: stage.clock)
    wireframe.addStandardPresenters(on: stage.host)
    try wireframe.register("/", option: .root) { _ in ViewScreen("/") }
    try wireframe.register("/help", option: .push) { _ in ViewScreen("/help") }
    try wireframe.register("/login", option: .modal(.sheet)) { _ in ViewScreen("/login") }
    wireframe.addGate(for: .requiresLogin, at: "/login") { [unowned self] in isLoggedIn }
    wireframe.addPlaceholder(tag: "slow") { [unowned self] route, loading in
      loadings[route.urlText] = loading
      return ViewScreen("Loading \(route.urlText)")
    }
    try add("/a", .push)
    try add("/b", .push, place: .under("/a"))
    try add("/orders", .push, tags: [.requiresLogin])
    try add("/sheet", .modal(.sheet))
    try add("/flow", .modal(.sheet, hasStack: true))
    try add("/top", .replaceTop)
    for name in tabs + columns {
      try add("/in/\(name)", .push, place: .init(tab: name))
    }
  }

  func add(
    _ path: String, _ option: any RoutingOption, tags: Set<RouteTag> = [],
    place: ScreenPlace = .onTop
  ) throws {
    try wireframe.register(
      RoutePattern(path), option: option, tags: tags.union(["slow"]), exposure: .external,
      place: place
    ) { [unowned self] _ in
      try await server.load(path)
      return ViewScreen(path)
    }
  }

  /// Shows what is there at once.
  func show(_ paths: String...) async {
    for path in paths {
      await stage.run { [wireframe] in _ = try await wireframe.route(to: path) }
    }
  }

  /// Routes, and waits until the placeholder is there.
  @discardableResult
  func begin(_ path: String) async -> Task<Result<RoutingResult<ViewScreen>, any Error>, Never> {
    let task = Task { () -> Result<RoutingResult<ViewScreen>, any Error> in
      do { return .success(try await wireframe.route(to: path)) } catch { return .failure(error) }
    }
    await pass()
    return task
  }

  /// Lets the server answer, and waits until the screen is there.
  func answer(
    _ path: String, with error: (any Error)? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    #expect(server.answer(path, with: error), sourceLocation: sourceLocation)
    await pass(sourceLocation: sourceLocation)
  }

  /// Lets some seconds pass; then SwiftUI shows what the state says.
  func pass(sourceLocation: SourceLocation = #_sourceLocation) async {
    for _ in 0..<4 { await stage.model.pass(.seconds(1)) }
    await wireframe.settled()
    await stage.settle(sourceLocation: sourceLocation)
  }

  /// All screens, also those that cannot be seen.
  var names: [String] { stage.host.state.entries.map(\.controller.name) }
  var isLoading: Bool { stage.host.state.top?.isPlaceholder == true }
}

/// The view of a placeholder becomes that of its screen, in the same stay.
@MainActor
@Suite(.hangsNever)
struct PlaceholderTests {
  nonisolated static let habits = [
    Habits(), Habits(write: .late, repeatsWrites: true, drop: .isWrittenNil, drawsLate: true),
    Habits(losesAppearance: 3, losesDismissal: 3),
  ]

  @Test(arguments: 0..<3)
  func `the view changes in place: nothing is pushed, presented or taken away`(
    habits: Int
  ) async throws {
    for (path, above) in [
      ("/a", []), ("/a", ["/help"]), ("/sheet", []), ("/sheet", ["/login"]), ("/flow", []),
      ("/flow", ["/help", "/login"]), ("/top", []), ("/top", ["/help"]),
    ] as [(String, [String])] {
      let shop = try SlowShop(habits: Self.habits[habits])
      let (host, model) = (shop.stage.host, shop.stage.model)
      await shop.show("/")
      let task = await shop.begin(path)
      for path in above { await shop.show(path) }
      let placeholder = try #require(host.state.entries.first { $0.isPlaceholder })
      #expect(placeholder.controller.name == "Loading \(path)")
      let (before, presentations) = (host.state.entries.map(\.id), model.presentationCount)
      await shop.answer(path)
      _ = try await task.value.get()
      #expect(shop.names.contains(path))
      #expect(host.state.entries.map(\.id) == before)
      #expect(model.presentationCount == presentations)
      #expect(host.state.entries.contains { $0.isPlaceholder } == false)
      let change = try #require(shop.stage.changes.last)
      #expect(change.entered.map(\.controller.name) == [path])
      #expect(change.entered.map(\.id) == [placeholder.id])
      #expect(change.left.isEmpty)
      #expect(model.picture.entries.map(\.controller.name) == shop.names)
    }
  }

  @Test func `in a tab that is not shown, in a column, and in one behind another`() async throws {
    let tabs = try SlowShop(tabs: ["A", "B"])
    await tabs.begin("/in/A")
    await tabs.answer("/in/A")
    let inTab = await tabs.begin("/in/B")
    #expect(tabs.stage.model.choose(0))
    await tabs.answer("/in/B")
    _ = try await inTab.value.get()
    #expect(tabs.stage.host.state.layers[0].selected == 0)
    #expect(tabs.names == ["/in/A", "/in/B"])
    let columns = try SlowShop(columns: ["A", "B"])
    let first = await columns.begin("/in/A")
    let second = await columns.begin("/in/B")
    #expect(columns.names == ["Loading /in/A", "Loading /in/B"])
    columns.stage.model.toggleColumns()
    await columns.answer("/in/A")
    await columns.answer("/in/B")
    _ = (try await first.value.get(), try await second.value.get())
    #expect(columns.names == ["/in/A", "/in/B"])
  }

  @Test func `a sheet that leaves shows its screen to the end, not the placeholder again`()
    async throws
  {
    let shop = try SlowShop()
    let model = shop.stage.model
    await shop.show("/")
    await shop.begin("/flow")
    await shop.begin("/b")
    await shop.answer("/flow")
    await shop.answer("/b")
    #expect(model.swipeDown())
    await model.pass(.milliseconds(100))
    #expect(model.modals.last?.isLeaving == true)
    #expect(model.picture.entries.map(\.controller.name) == ["/", "/flow", "/b"])
    await shop.pass()
    #expect(shop.names == ["/"])
  }

  @Test func `what a view keeps is the last screen of its stay, of another one nothing`()
    async throws
  {
    let (host, shown) = (SwiftUINavigationHost(), ShownScreen())
    let placeholder = NavigationEntry(ViewScreen("Loading"))
    #expect(shown.screen(of: placeholder, on: host).name == "Loading")
    let other = NavigationEntry(ViewScreen("Other"))
    #expect(shown.screen(of: other, on: host).name == "Other")
    #expect(shown.screen(of: placeholder, on: host).name == "Loading")
  }

  @Test func `a swipe back that SwiftUI writes late takes away what has come meanwhile`()
    async throws
  {
    let shop = try SlowShop(
      habits: Habits(write: .late, repeatsWrites: true, drop: .isWrittenNil, drawsLate: true))
    await shop.show("/")
    await shop.begin("/a")
    #expect(shop.stage.model.goBack())
    await shop.answer("/a")
    #expect(shop.names == ["/"])
    await shop.show("/help")
    #expect(shop.names == ["/", "/help"])
  }

  @Test func `a swipe back that is let go changes nothing, and the screen comes`() async throws {
    let shop = try SlowShop()
    await shop.show("/")
    let task = await shop.begin("/a")
    #expect(shop.stage.model.cancelSwipeBack())
    await shop.answer("/a")
    _ = try await task.value.get()
    #expect(shop.names == ["/", "/a"])
  }
}

/// The journeys of users whose server is slow.
@MainActor
@Suite(.hangsNever)
struct PlaceholderJourneyTests {
  @Test(arguments: 0..<3)
  func `links and the way back work while a screen loads`(habits: Int) async throws {
    let shop = try SlowShop(habits: PlaceholderTests.habits[habits])
    await shop.show("/")
    let task = await shop.begin("/a")
    await shop.show("/help")
    #expect(shop.names == ["/", "Loading /a", "/help"])
    #expect(shop.stage.model.goBack())
    await shop.pass()
    #expect(shop.names == ["/", "Loading /a"])
    await shop.answer("/a")
    #expect(try await task.value.get().controller?.name == "/a")
    #expect(shop.names == ["/", "/a"])
  }

  @Test(arguments: ["/a", "/sheet", "/flow"], 0..<3)
  func `leaving the placeholder cancels the server's work`(path: String, habits: Int) async throws {
    let shop = try SlowShop(habits: PlaceholderTests.habits[habits])
    await shop.show("/")
    let task = await shop.begin(path)
    #expect(path == "/a" ? shop.stage.model.goBack() : shop.stage.model.swipeDown())
    await shop.pass()
    let error = await #expect(throws: RoutingError.self) { try await task.value.get() }
    #expect(error?.code == .cancelled)
    #expect(await eventually { shop.server.cancelledCount == 1 })
    #expect(shop.names == ["/"])
  }

  @Test(arguments: 0..<3)
  func `a failure is told to the placeholder, which tries again`(habits: Int) async throws {
    let shop = try SlowShop(habits: PlaceholderTests.habits[habits])
    await shop.show("/")
    let task = await shop.begin("/sheet")
    let loading = try #require(shop.loadings["/sheet"])
    await shop.answer("/sheet", with: Broken())
    #expect(await eventually { loading.failure?.underlyingError is Broken })
    #expect(shop.isLoading)
    loading.retry()
    #expect(loading.failure == nil)
    await shop.pass()
    await shop.answer("/sheet")
    _ = try await task.value.get()
    #expect(shop.names == ["/", "/sheet"])
  }

  @Test(arguments: 0..<3)
  func `the login comes first, then the placeholder; a sign-out takes it away again`(
    habits: Int
  ) async throws {
    let shop = try SlowShop(habits: PlaceholderTests.habits[habits])
    shop.isLoggedIn = false
    await shop.show("/")
    await shop.begin("/orders")
    #expect(shop.names == ["/", "/login"])
    for _ in 0..<2 {
      shop.isLoggedIn = true
      let resumed = Task { try await shop.wireframe.resume(after: .requiresLogin) }
      await shop.pass()
      #expect(shop.names == ["/", "Loading /orders"])
      shop.isLoggedIn = false
      await shop.stage.run { _ = try await shop.wireframe.reevaluate() }
      #expect(shop.names == ["/", "/login"])
      _ = try? await resumed.value
    }
    shop.isLoggedIn = true
    let resumed = Task { try await shop.wireframe.resume(after: .requiresLogin) }
    await shop.pass()
    await shop.answer("/orders")
    _ = try await resumed.value
    #expect(shop.names == ["/", "/orders"])
  }

  @Test(arguments: 0..<3)
  func `saved screens come back as placeholders, and become screens in any order`(
    habits: Int
  ) async throws {
    let shop = try SlowShop(habits: PlaceholderTests.habits[habits])
    await shop.show("/")
    for path in ["/a", "/b", "/sheet"] { await shop.begin(path) }
    let state = try shop.wireframe.savedState()
    let again = try SlowShop(habits: PlaceholderTests.habits[habits])
    await again.stage.run { _ = try await again.wireframe.restore(state, trusting: true) }
    #expect(again.names == ["/", "Loading /a", "Loading /b", "Loading /sheet"])
    for path in ["/b", "/sheet", "/a"] { await again.answer(path) }
    #expect(again.names == ["/", "/a", "/b", "/sheet"])
  }

  @Test func `an answer comes from the screen; leaving the placeholder is none`() async throws {
    let shop = try SlowShop()
    var handle: AnswerHandle<Int>?
    try shop.wireframe.register("/pick", option: .modal(.sheet), tags: ["slow"]) {
      [server = shop.server] route, router in
      try await server.load("/pick")
      handle = AnswerHandle(for: route, router)
      return ViewScreen("/pick")
    }
    await shop.show("/")
    func ask() async -> Task<Int?, any Error> {
      let task = Task { try await shop.wireframe.answer(to: "/pick", as: Int.self) }
      await shop.pass()
      return task
    }
    let first = await ask()
    #expect(shop.names == ["/", "Loading /pick"])
    #expect(shop.stage.model.swipeDown())
    await shop.pass()
    #expect(try await first.value == nil)
    let second = await ask()
    await shop.answer("/pick")
    await shop.stage.run { await handle?.finish(with: 7) }
    #expect(try await second.value == 7)
    #expect(shop.names == ["/"])
  }
}
