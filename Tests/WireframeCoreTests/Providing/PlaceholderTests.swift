import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// A shop whose products come from a server that answers when a test says so.
@MainActor
private final class SlowShop {
  let wireframe: Wireframe<Screen>
  let navigation: NavigationTree<Screen>
  let clock = ManualClock()
  var isLoggedIn = true
  private(set) var log: [String] = []
  private var requests: [(path: String, answer: CheckedContinuation<Void, any Error>)] = []
  private var heardCount = 0
  private(set) var cancelledCount = 0
  /// What the last placeholder knows.
  private(set) var loading: ScreenLoading?

  init(tabs: [String] = []) async throws {
    wireframe = Wireframe<Screen>(
      sources: ["shop:"], home: "/", limits: RoutingLimits(provide: .seconds(10)), clock: clock)
    navigation = tabs.isEmpty ? NavigationTree() : NavigationTree(tabs: tabs)
    wireframe.addStandardPresenters(on: navigation)
    wireframe.add(watcher: LogWatcher { [unowned self] in log.append($0) })
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/help", option: .push) { _ in Screen("Help") }
    try wireframe.register("/login", option: .modal) { _ in Screen("Log in") }
    try register("/products", "Products")
    try register("/products/:id<int>", "Product", place: .under("/products"))
    try register("/orders", "Orders", tags: [.requiresLogin])
    wireframe.addGate(for: .requiresLogin, at: "/login") { [unowned self] in isLoggedIn }
    for pattern in ["/products", "/products/:id<int>", "/orders"] as [RoutePattern] {
      wireframe.addPlaceholder(for: pattern) { [unowned self] route, loading in
        self.loading = loading
        return Screen("Loading \(route.urlText)")
      }
    }
    try await wireframe.route(to: "/")
    log = []
  }

  private func register(
    _ pattern: RoutePattern, _ title: String, tags: Set<RouteTag> = [], place: ScreenPlace = .onTop
  ) throws {
    try wireframe.register(
      pattern, option: .push, tags: tags, exposure: .external, place: place
    ) { [unowned self] route in
      try await load(route.urlText)
      return Screen(route.values.all.isEmpty ? title : "\(title) \(try route["id"] as Int)")
    }
  }

  /// Waits for the server.
  func load(_ path: String) async throws {
    defer { heardCount += 1 }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { requests.append((path, $0)) }
    } onCancel: {
      Task { @MainActor in self.cancelled(path) }
    }
  }

  private func cancelled(_ path: String) {
    guard let index = requests.firstIndex(where: { $0.path == path }) else { return }
    cancelledCount += 1
    requests.remove(at: index).answer.resume(throwing: CancellationError())
  }

  func isAsked(for path: String) -> Bool { requests.contains { $0.path == path } }

  /// Lets the server answer the oldest request for a path, or all.
  func answer(_ path: String, with error: (any Error)? = nil) async {
    guard await eventually({ isAsked(for: path) }),
      let index = requests.firstIndex(where: { $0.path == path })
    else {
      Issue.record("nobody asked for \(path)")
      return
    }
    let (request, count) = (requests.remove(at: index), heardCount)
    if let error { request.answer.resume(throwing: error) } else { request.answer.resume() }
    #expect(await eventually { heardCount > count })
    await wireframe.settled()
  }

  /// Lets time pass.
  func wait(_ milliseconds: Int) async {
    clock.advance(by: .milliseconds(milliseconds))
    for _ in 0..<20 { await tasksHaveBegun() }
  }

  /// Routes, and waits until the placeholder is there.
  func begin(_ path: String) async -> Task<Result<RoutingResult<Screen>, any Error>, Never> {
    let task = Task { () -> Result<RoutingResult<Screen>, any Error> in
      do { return .success(try await wireframe.route(to: path)) } catch { return .failure(error) }
    }
    await tasksHaveBegun()
    await waitForPlaceholder()
    return task
  }

  /// Lets time pass until another placeholder is there, which may need more turns on a busy machine.
  func waitForPlaceholder() async {
    let count = placeholderCount
    await clock.waitForSleepers(1)
    await wait(300)
    _ = await eventually { placeholderCount > count }
  }

  private var placeholderCount: Int { navigation.state.entries.count { $0.isPlaceholder } }

  var shown: [String] { navigation.state.shown.map { "\($0.controller)" } }
  var isLoading: Bool { navigation.state.top?.isPlaceholder == true }
}

/// Whether something is there: a server, or a lock's code.
@MainActor
private final class Reach {
  var isThere = false
}

private final class LogWatcher: RoutingWatcher {
  let note: (String) -> Void
  init(_ note: @escaping (String) -> Void) { self.note = note }

  func willPresent(_ event: RoutingEvent) { note("will \(event.controller ?? "")") }
  func didShowPlaceholder(_ event: RoutingEvent) { note("loads \(event.controller ?? "")") }
  func didRoute(_ event: RoutingEvent) { note("did \(event.controller ?? "")") }
  func didStop(_ reason: String, route: Route, router: any Router) { note("stopped \(reason)") }
  func didFail(_ error: RoutingError, route: Route?, router: any Router) {
    note("failed \(error.code)")
  }
}

/// A host whose moves fail once they are done, as those of a transition that takes too long.
@MainActor
private final class LateHost: NavigationHost {
  private(set) var state = NavigationState<Screen>()
  let events = NavigationEvents<Screen>()
  var fails = false

  func perform(_ operation: NavigationOperation<Screen>, animated: Bool) throws {
    let before = state
    state = try operation.target(from: state)
    events.send(from: before, to: state, by: .app)
    if fails { throw Broken() }
  }
}

/// Keeps what it hears of placeholders.
private final class EventKeeper: RoutingWatcher {
  private(set) var events: [RoutingEvent] = []
  func didShowPlaceholder(_ event: RoutingEvent) { events.append(event) }
}

@MainActor
@Suite(.hangsNever)
struct PlaceholderTests {
  @Test("A screen that is there in time has no placeholder")
  func inTime() async throws {
    let shop = try await SlowShop()
    let task = Task { try await shop.wireframe.route(to: "/products/7") }
    await tasksHaveBegun()
    await shop.wait(299)
    await shop.answer("/products/7")
    _ = try await task.value
    #expect(shop.shown == ["Home", "Product 7"])
    #expect(shop.log == ["will Product 7", "did Product 7"])
  }

  @Test("A late screen takes its placeholder's place when it is ready, in the same stay")
  func late() async throws {
    let shop = try await SlowShop()
    let task = await shop.begin("/products/7")
    #expect(shop.shown == ["Home", "Loading /products/7"])
    #expect(shop.isLoading)
    let stay = shop.navigation.state.top?.id
    await shop.wait(300)
    await shop.answer("/products/7")
    let result = try await task.value.get()
    #expect(shop.shown == ["Home", "Product 7"])
    #expect(!shop.isLoading)
    #expect(shop.navigation.state.top?.id == stay)
    #expect("\(result.controller.map { "\($0)" } ?? "")" == "Product 7")
    #expect(
      shop.log == ["loads Loading /products/7", "will Product 7", "did Product 7"])
  }

  @Test("A link whose route is off by the time its screen is ready goes elsewhere, if that is said")
  func elsewhere() async throws {
    let (shop, opened, link) = (try await SlowShop(), Reach(), "shop://products/7")
    shop.wireframe.openElsewhere(for: [.disabled], takesCustomSchemes: true) { _ in
      opened.isThere = true
    }
    let task = await shop.begin(link)
    shop.wireframe.switches = try RouteSwitches(
      #"{"version": 1, "off": [{"pattern": "/products/:id<int>"}]}"#)
    await shop.wait(300)
    await shop.answer(link)
    #expect(try await task.value.get().outcome == .handled)
    #expect(opened.isThere)
    #expect(shop.shown == ["Home"])
  }

  @Test("A placeholder does not flicker: it is shown as long as it took to come")
  func flicker() async throws {
    let shop = try await SlowShop()
    let task = await shop.begin("/products/7")
    await shop.answer("/products/7")
    #expect(shop.isLoading)
    await shop.wait(299)
    #expect(shop.isLoading)
    await shop.wait(1)
    _ = try await task.value.get()
    #expect(shop.shown == ["Home", "Product 7"])
  }

  @Test("Meanwhile links and the way back work, and the screen finds its place")
  func queue() async throws {
    let shop = try await SlowShop()
    let task = await shop.begin("/products/7")
    try await shop.wireframe.route(to: "/help")
    #expect(shop.shown == ["Home", "Loading /products/7", "Help"])
    await shop.wait(300)
    await shop.answer("/products/7")
    _ = try await task.value.get()
    #expect(shop.shown == ["Home", "Product 7", "Help"])
    try await shop.wireframe.back()
    #expect(shop.shown == ["Home", "Product 7"])
  }

  @Test(
    "J7 A screen takes its placeholder's place where it was asked for, though the user has left the tab",
    arguments: [false, true])
  func inFormerTab(isPlaceholderThere: Bool) async throws {
    let (tree, clock, server) = (
      NavigationTree<Screen>(tabs: ["A", "B"]), ManualClock(), Barrier()
    )
    let wireframe = Wireframe<Screen>(
      limits: RoutingLimits(provide: nil, present: nil), clock: clock)
    wireframe.addStandardPresenters(on: tree)
    for tab in ["B", "A"] {
      try wireframe.register(RoutePattern("/\(tab)"), option: .push, place: .tab(tab)) { _ in
        Screen(tab)
      }
      try await wireframe.route(to: "/\(tab)")
    }
    try wireframe.register("/file", option: .push) { _ in
      await server.pass()
      return Screen("File")
    }
    wireframe.addPlaceholder(for: "/file") { _, _ in Screen("Loading") }
    let routing = Task { try await wireframe.route(to: "/file") }
    await server.waitForArrivals()
    if !isPlaceholderThere { try tree.performAsUser(.selectTab(1)) }
    func stacks() -> [[String]] {
      tree.state.layers[0].stacks.map { $0.entries.map { "\($0.controller)" } }
    }
    func comes(_ title: String) async -> Bool {
      await eventually {
        clock.advance(by: .milliseconds(300))
        return stacks() == [["A", title], ["B"]]
      }
    }
    #expect(await comes("Loading"))
    if isPlaceholderThere { try tree.performAsUser(.selectTab(1)) }
    server.open()
    #expect(await comes("File"))
    #expect(try await routing.value.controller?.description == "File")
    #expect(try await routing.value.isHidden)
  }

  @Test("A screen that is ready while another one takes its placeholder's place comes after that")
  func twoAtOnce() async throws {
    let (shop, provider, observer) = (try await SlowShop(), Barrier(), Barrier())
    let task = await shop.begin("/products/7")
    await shop.wait(300)
    try shop.wireframe.register("/slow", option: .push) { _ in
      await provider.pass()
      return Screen("Slow")
    }
    shop.wireframe.observe { route in
      if route.urlText == "/products/7" { await observer.pass() }
      return .proceed
    }
    let slow = Task { _ = try await shop.wireframe.route(to: "/slow") }
    await provider.waitForArrivals()
    let answer = Task { await shop.answer("/products/7") }
    await observer.waitForArrivals()
    provider.open()
    #expect(await eventually { provider.passed > 0 })
    for _ in 0..<5 { await tasksHaveBegun() }
    #expect(shop.shown == ["Home", "Loading /products/7"])
    observer.open()
    try await slow.value
    await answer.value
    _ = try await task.value.get()
    #expect(shop.shown == ["Home", "Product 7", "Slow"])
  }

  @Test("Leaving the placeholder cancels the provider, and the routing", arguments: [false, true])
  func left(isByUser: Bool) async throws {
    let shop = try await SlowShop()
    let task = await shop.begin("/products/7")
    if isByUser {
      let first = try #require(shop.navigation.state.entries.first?.id)
      try shop.navigation.performAsUser(.pop(to: first))
    } else {
      try await shop.wireframe.back()
    }
    let error = await #expect(throws: RoutingError.self) { try await task.value.get() }
    #expect(error?.code == .cancelled)
    #expect(
      error?.description
        == "The placeholder of '/products/:id<int>' has left, or the calling task was cancelled, before its screen was there."
    )
    #expect(await eventually { shop.cancelledCount == 1 })
    #expect(shop.shown == ["Home"])
    #expect(shop.log == ["loads Loading /products/7", "failed cancelled"])
  }

  private final class Keeper: RoutingWatcher {
    private var events: [RoutingEvent] = []
    func didShowPlaceholder(_ event: RoutingEvent) { events.append(event) }
  }

  @Test("Leaving the placeholder cancels the provider also if a watcher keeps what it heard of it")
  func leftAndKept() async throws {
    let shop = try await SlowShop()
    shop.wireframe.add(watcher: Keeper())
    let task = await shop.begin("/products/7")
    try await shop.wireframe.back()
    await #expect(throws: RoutingError.self) { try await task.value.get() }
    #expect(await eventually { shop.cancelledCount == 1 })
    for _ in 0..<5 { await tasksHaveBegun() }
    #expect(shop.log == ["loads Loading /products/7", "failed cancelled"])
  }

  @Test("Closing tells of each placeholder once, also if a watcher closes again when it hears that")
  func closedTwice() async throws {
    let shop = try await SlowShop()
    shop.wireframe.add(
      watcher: LogWatcher { [unowned shop] in
        if $0.hasPrefix("failed") { shop.wireframe.close() }
      })
    let tasks = [await shop.begin("/products/7"), await shop.begin("/products/8")]
    shop.wireframe.close()
    for task in tasks {
      let error = await #expect(throws: RoutingError.self) { try await task.value.get() }
      #expect(error?.description.contains("The wireframe is closed.") == true)
    }
    #expect(shop.log.filter { $0 == "failed cancelled" }.count == 2)
  }

  @Test("A placeholder below a screen whose own presenter fails gets its screen all the same")
  func belowFailure() async throws {
    struct Drawer: RoutingOption {}
    struct BrokenPresenter: ControllerRoutingPresenter {
      func present(_ controller: Screen, option: Drawer, event: RoutingEvent) throws {
        throw Broken()
      }
    }
    let shop = try await SlowShop()
    shop.wireframe.add(presenter: BrokenPresenter())
    try shop.wireframe.register("/filter", option: Drawer(), place: .under("/products")) { _ in
      Screen("Filter")
    }
    let task = Task { try await shop.wireframe.route(to: "/filter", landing: .underParents) }
    await tasksHaveBegun()
    await shop.waitForPlaceholder()
    let error = await #expect(throws: RoutingError.self) { try await task.value }
    #expect(error?.code == .presenterFailed)
    #expect(shop.shown == ["Home", "Loading /products"])
    await shop.wait(300)
    await shop.answer("/products")
    #expect(await eventually { shop.shown == ["Home", "Products"] })
  }

  @Test("A failure is told to the placeholder, which stays and can try again")
  func failure() async throws {
    let shop = try await SlowShop()
    let task = await shop.begin("/products/7")
    let loading = try #require(shop.loading)
    var changes = 0
    loading.onChange { changes += 1 }
    await shop.answer("/products/7", with: Broken(what: "no network"))
    #expect(await eventually { loading.failure?.code == .providerFailed })
    #expect(loading.failure?.underlyingError as? Broken == Broken(what: "no network"))
    #expect(shop.shown == ["Home", "Loading /products/7"])
    loading.retry()
    #expect(loading.failure == nil)
    loading.retry()
    #expect(changes == 2)
    await shop.wait(300)
    await shop.answer("/products/7")
    _ = try await task.value.get()
    #expect(shop.shown == ["Home", "Product 7"])
    #expect(
      shop.log == [
        "loads Loading /products/7", "failed providerFailed", "will Product 7", "did Product 7",
      ])
  }

  @Test(
    "Trying again while the session is renewed asks the guards first; else the providers at once",
    arguments: [true, false])
  func retryInBetween(isRenewed: Bool) async throws {
    let shop = try await SlowShop()
    @MainActor final class Session { var user: String? = "ada" }
    let session = Session()
    try shop.wireframe.register("/sign-in", option: .modal) { _ in Screen("Sign in") }
    shop.wireframe.addGate(for: "account", at: "/sign-in", owner: { session.user }) {
      session.user != nil
    }
    try shop.wireframe.register("/letters", option: .push, tags: ["account"]) {
      [unowned shop] _ in
      try await shop.load("/letters")
      return Screen("Letters")
    }
    var loading: ScreenLoading?
    shop.wireframe.addPlaceholder(for: "/letters") {
      loading = $1
      return Screen("Loading")
    }
    let task = await shop.begin("/letters")
    await shop.answer("/letters", with: Broken(what: "no network"))
    #expect(await eventually { loading?.failure != nil })
    var asked = 0
    shop.wireframe.observe { _ in
      asked += 1
      return .proceed
    }
    if isRenewed { session.user = nil }
    loading?.retry()
    session.user = "ada"
    await shop.wireframe.settled()
    #expect(asked == (isRenewed ? 1 : 0))
    await shop.answer("/letters")
    await shop.wait(300)
    #expect(await eventually { shop.shown == ["Home", "Letters"] })
    // Without a screen it would never end by itself.
    task.cancel()
    _ = await task.value
  }

  @Test("A placeholder that has failed and left makes nothing again, though its event was kept")
  func retryAfterLeaving() async throws {
    let (shop, keeper) = (try await SlowShop(), EventKeeper())
    shop.wireframe.add(watcher: keeper)
    var count = 0
    try shop.wireframe.register("/letters", option: .push) { [unowned shop] _ in
      count += 1
      try await shop.load("/letters")
      return Screen("Letters")
    }
    var loading: ScreenLoading?
    shop.wireframe.addPlaceholder(for: "/letters") {
      loading = $1
      return Screen("Loading")
    }
    let task = await shop.begin("/letters")
    await shop.answer("/letters", with: Broken(what: "no network"))
    #expect(await eventually { loading?.failure != nil })
    try await shop.wireframe.back()
    _ = await task.value
    loading?.retry()
    await shop.wait(1)
    #expect(count == 1)
    #expect(keeper.events.count == 1)
  }

  @Test("Asking again for a screen that could not be made tries again")
  func askedAgain() async throws {
    let shop = try await SlowShop()
    let task = await shop.begin("/products/7")
    await shop.answer("/products/7", with: Broken(what: "no network"))
    #expect(await eventually { shop.loading?.failure != nil })
    let plan = await shop.wireframe.plan("/products/7")
    #expect(
      plan.outcome == .presented && plan.landing.map { $0?.text } == ["/", "/products/:id<int>"])
    #expect(shop.loading?.failure != nil)
    let again = Task { try await shop.wireframe.route(to: "/products/7") }
    await shop.wait(300)
    #expect(await eventually { shop.loading?.failure == nil })
    await shop.answer("/products/7")
    #expect(try await again.value.controller?.description == "Product 7")
    _ = try await task.value.get()
    #expect(shop.shown == ["Home", "Product 7"])
  }

  @Test("What leads to the same screen waits for it, however it is spelled")
  func spellings() async throws {
    let shop = try await SlowShop()
    try shop.wireframe.alias("/items/:id<int>", for: "/products/:id<int>")
    let task = await shop.begin("/products/7")
    let others = ["/items/7", "shop:///products/7"].map { url in
      Task { try await shop.wireframe.route(to: url) }
    }
    let link = Task { await shop.wireframe.open("shop:///items/7", origin: .customScheme) }
    let other = await shop.begin("/products/7?size=2")
    #expect(shop.shown == ["Home", "Loading /products/7", "Loading /products/7?size=2"])
    await shop.answer("/products/7")
    await shop.answer("/products/7?size=2")
    await shop.wait(300)
    for task in others { #expect(try await task.value.controller?.description == "Product 7") }
    #expect(await link.value.result?.controller?.description == "Product 7")
    _ = (try await task.value.get(), try await other.value.get())
    #expect(shop.shown == ["Home", "Product 7", "Product 7"])
  }

  @Test("A parent that fails at once has its placeholder, which says so, and the screen is shown")
  func failingParent() async throws {
    let shop = try await SlowShop()
    var failure: ScreenLoading?
    try shop.wireframe.register("/lists", option: .push) { _ in throw Broken() }
    try shop.wireframe.register(
      "/lists/:id<int>", option: .push, place: .under("/lists")
    ) { _ in Screen("Entry") }
    shop.wireframe.addPlaceholder(for: "/lists") { _, loading in
      failure = loading
      return Screen("Lists")
    }
    try await shop.wireframe.route(to: "/lists/1", landing: .underParents)
    #expect(shop.shown == ["Home", "Lists", "Entry"])
    #expect(failure?.failure?.code == .providerFailed)
    // The caller itself hears of the screen that it wants.
    let error = await #expect(throws: RoutingError.self) {
      try await shop.wireframe.route(to: "/lists")
    }
    #expect(error?.code == .providerFailed && shop.shown == ["Home", "Lists", "Entry"])
  }

  @Test("Without patience the placeholder comes at once, and says that its screen has failed")
  func atOnce() async throws {
    let navigation = NavigationTree<Screen>()
    let wireframe = Wireframe<Screen>(
      home: "/", limits: RoutingLimits(provide: nil, placeholder: .zero))
    wireframe.addStandardPresenters(on: navigation)
    let server = Reach()
    try wireframe.register("/", option: .root) { _ in
      if !server.isThere { throw Broken() }
      return Screen("Home")
    }
    var loading: ScreenLoading?
    wireframe.addPlaceholder {
      loading = $1
      return Screen("Offline")
    }
    let task = Task { try await wireframe.route(to: "/") }
    #expect(await eventually { navigation.state.shown.map { "\($0.controller)" } == ["Offline"] })
    #expect(loading?.failure?.code == .providerFailed)
    server.isThere = true
    loading?.retry()
    #expect(try await task.value.controller?.description == "Home")
    #expect(navigation.state.shown.map { "\($0.controller)" } == ["Home"])
  }

  @Test("Watchers hear of a placeholder before they hear that its screen has failed already")
  func failedBefore() async throws {
    let navigation = NavigationTree<Screen>()
    let wireframe = Wireframe<Screen>(limits: RoutingLimits(provide: nil, placeholder: .zero))
    var log: [String] = []
    wireframe.addStandardPresenters(on: navigation)
    wireframe.add(watcher: LogWatcher { log.append($0) })
    try wireframe.register("/", option: .root) { _ in throw Broken() }
    wireframe.addPlaceholder { _, _ in Screen("Offline") }
    wireframe.enqueue("/")
    await wireframe.settled()
    #expect(log == ["loads Offline", "failed providerFailed"])
  }

  @Test("If nobody makes a screen that has a placeholder, the error says who was asked")
  func madeByNobody() async throws {
    let shop = try await SlowShop()
    try shop.wireframe.register("/letters", option: .push) { _ in nil }
    shop.wireframe.addPlaceholder(for: "/letters") { _, _ in Screen("Loading") }
    let error = try await shop.wireframe.failure("/letters")
    #expect(error.code == .noController)
    #expect(error.description.contains("Asked: 'the route's closure'."))
    shop.wireframe.observe { $0.pattern == "/help" ? .redirect(to: "/letters") : .proceed }
    #expect(try await shop.wireframe.failure("/help").chain == ["/help", "/letters"])
  }

  private struct Nobody: ControllerProvider {
    func controller(for route: Route, option: any RoutingOption) -> Screen? { nil }
  }

  @Test("What nobody knows has no route, also if every route has a placeholder")
  func unknown() async throws {
    let shop = try await SlowShop()
    shop.wireframe.add(provider: Nobody())
    shop.wireframe.addPlaceholder { _, _ in Screen("Loading") }
    let error = try await shop.wireframe.failure("/nowhere", option: .push)
    #expect(error.code == .noRoute && error.nearMiss != nil)
    #expect(error.description.hasSuffix(" Asked: 'Nobody'."))
    #expect(shop.log == ["failed noRoute"] && shop.shown == ["Home"])
  }

  @Test("A failure in time is the routing's, and nothing is shown")
  func failureInTime() async throws {
    let shop = try await SlowShop()
    let task = Task { try await shop.wireframe.route(to: "/products/7") }
    await tasksHaveBegun()
    await shop.answer("/products/7", with: Broken())
    let error = await #expect(throws: RoutingError.self) { try await task.value }
    #expect(error?.code == .providerFailed)
    #expect(shop.shown == ["Home"])
  }

  @Test("The provider's limit counts from where it began; then trying again begins anew")
  func limit() async throws {
    let shop = try await SlowShop()
    let task = await shop.begin("/products/7")
    await shop.wait(9700)
    #expect(await eventually { shop.loading?.failure?.code == .timedOut })
    #expect(await eventually { shop.cancelledCount == 1 })
    shop.loading?.retry()
    await tasksHaveBegun()
    await shop.answer("/products/7")
    _ = try await task.value.get()
    #expect(shop.shown == ["Home", "Product 7"])
  }

  @Test("The limit of an attempt that has failed does not end the next one")
  func formerLimit() async throws {
    let shop = try await SlowShop()
    let task = await shop.begin("/products/7")
    await shop.answer("/products/7", with: Broken())
    await shop.wait(9000)
    #expect(await eventually { shop.loading?.failure?.code == .providerFailed })
    shop.loading?.retry()
    await shop.wait(1000)
    #expect(shop.cancelledCount == 0)
    await shop.answer("/products/7")
    #expect(await eventually { shop.shown == ["Home", "Product 7"] })
    task.cancel()
    _ = await task.value
  }

  @Test("What a provider makes too late is dropped, also while the next attempt is under way")
  func formerAttempt() async throws {
    @MainActor final class Count { var attempts = 0 }
    let (shop, count, barriers) = (try await SlowShop(), Count(), [Barrier(), Barrier()])
    try shop.wireframe.register("/letters", option: .push) { _ in
      count.attempts += 1
      let number = count.attempts
      await barriers[number - 1].pass()
      return Screen("Letters \(number)")
    }
    var loading: ScreenLoading?
    shop.wireframe.addPlaceholder(for: "/letters") {
      loading = $1
      return Screen("Loading")
    }
    let task = await shop.begin("/letters")
    await shop.wait(9700)
    #expect(await eventually { loading?.failure?.code == .timedOut })
    loading?.retry()
    await barriers[1].waitForArrivals()
    barriers[0].open()
    #expect(await eventually { barriers[0].passed > 0 })
    for _ in 0..<5 { await tasksHaveBegun() }
    barriers[1].open()
    #expect(try await task.value.get().controller?.description == "Letters 2")
    #expect(shop.shown == ["Home", "Letters 2"])
  }

  @Test("The request of a placeholder's stay, asked for anew, brings a screen as any other")
  func requestOfAPlaceholder() async throws {
    let shop = try await SlowShop()
    let task = await shop.begin("/products/7")
    let request = try #require(shop.navigation.state.top?.route?.request)
    try await shop.wireframe.back()
    _ = await task.value
    #expect(await eventually { shop.cancelledCount == 1 })
    let again = Task { try await shop.wireframe.route(request).controller?.description }
    await shop.answer("/products/7")
    #expect(try await again.value == "Product 7")
    #expect(shop.shown == ["Home", "Product 7"])
    #expect(!shop.isLoading)
  }

  @Test("The request of a question that has ended waits for its screen, as any other")
  func requestOfAnEndedQuestion() async throws {
    let shop = try await SlowShop()
    try shop.wireframe.register("/pick", option: .modal) { [unowned shop] _ in
      try await shop.load("/pick")
      return Screen("Pick")
    }
    shop.wireframe.addPlaceholder(for: "/pick") { _, _ in Screen("Loading") }
    let question = Task { try await shop.wireframe.answer(to: "/pick", as: Int.self) }
    await tasksHaveBegun()
    await shop.waitForPlaceholder()
    let request = try #require(shop.navigation.state.top?.route?.request)
    try await shop.wireframe.dismiss()
    #expect(try await question.value == nil)
    #expect(await eventually { shop.cancelledCount == 1 })
    let again = Task { try await shop.wireframe.route(request).controller?.description }
    await tasksHaveBegun()
    await shop.waitForPlaceholder()
    await shop.wait(300)
    await shop.answer("/pick")
    #expect(try await again.value == "Pick")
    #expect(shop.shown == ["Home", "Pick"])
  }

  @Test(
    "A first screen that is refused when it is ready: the login takes its place, or without home comes above its placeholder",
    arguments: ["/", nil])
  func refusedFirstScreen(home: String?) async throws {
    let (navigation, barrier, session) = (NavigationTree<Screen>(), Barrier(), Reach())
    let wireframe = Wireframe<Screen>(
      home: home, limits: RoutingLimits(provide: nil, placeholder: .zero))
    wireframe.addStandardPresenters(on: navigation)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/login", option: .modal) { _ in Screen("Log in") }
    try wireframe.register("/orders", option: .root, tags: [.requiresLogin]) { _ in
      await barrier.pass()
      return Screen("Orders")
    }
    wireframe.addGate(for: .requiresLogin, at: "/login") { session.isThere }
    wireframe.addPlaceholder(for: "/orders") { _, _ in Screen("Loading") }
    session.isThere = true
    let task = Task { _ = try await wireframe.route(to: "/orders") }
    await barrier.waitForArrivals()
    session.isThere = false
    barrier.open()
    try await task.value
    let shown = home == nil ? ["Loading", "Log in"] : ["Log in"]
    #expect(navigation.state.shown.map { "\($0.controller)" } == shown)
    session.isThere = true
    try await wireframe.resume(after: .requiresLogin)
    #expect(navigation.state.shown.last.map { "\($0.controller)" } == "Orders")
  }

  @Test(
    "A first screen that a guard stops when it is ready, or cannot judge: home takes its placeholder's place",
    arguments: [false, true])
  func stoppedFirstScreen(isBroken: Bool) async throws {
    let (navigation, barrier, isClosed) = (NavigationTree<Screen>(), Barrier(), OpenState())
    let wireframe = Wireframe<Screen>(
      home: "/", limits: RoutingLimits(provide: nil, placeholder: .zero))
    wireframe.addStandardPresenters(on: navigation)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/orders", option: .root) { _ in
      await barrier.pass()
      return Screen("Orders")
    }
    wireframe.observe {
      guard $0.pattern == "/orders", isClosed.isSet else { return .proceed }
      if isBroken { throw Broken() }
      return .stop("closed")
    }
    wireframe.addPlaceholder(for: "/orders") { _, _ in Screen("Loading") }
    let recorder = Recorder()
    wireframe.add(observer: recorder)
    let task = Task { try await wireframe.route(to: "/orders").outcome }
    await barrier.waitForArrivals()
    isClosed.isSet = true
    barrier.open()
    if isBroken {
      let error = try await TestSupport.failure { try await task.value }
      #expect(error.code == .observerFailed)
      #expect(error.urlText == "/orders")
      #expect(recorder.events.contains("didFail /orders observerFailed"))
    } else {
      #expect(try await task.value == .stopped(reason: "closed"))
    }
    #expect(navigation.state.shown.map { "\($0.controller)" } == ["Home"])
  }

  @Test("An equal request waits for the same screen, at once or later")
  func joining() async throws {
    let shop = try await SlowShop()
    let first = Task { try await shop.wireframe.route(to: "/products/7") }
    let second = Task { try await shop.wireframe.route(to: "/products/7") }
    await tasksHaveBegun()
    await shop.waitForPlaceholder()
    let third = Task { try await shop.wireframe.route(to: "/products/7") }
    await shop.wait(300)
    await shop.answer("/products/7")
    for task in [first, second, third] {
      #expect(try await task.value.controller?.description == "Product 7")
    }
    #expect(shop.shown == ["Home", "Product 7"])
    #expect(shop.log == ["loads Loading /products/7", "will Product 7", "did Product 7"])
  }

  @Test("An equal request brings a screen of its own if another one is above the placeholder")
  func coveredPlaceholder() async throws {
    let shop = try await SlowShop()
    let first = await shop.begin("/products/7")
    try await shop.wireframe.route(to: "/help")
    let second = await shop.begin("/products/7")
    #expect(shop.shown == ["Home", "Loading /products/7", "Help", "Loading /products/7"])
    shop.wireframe.close()
    for task in [first, second] { _ = await task.value }
  }

  @Test("A screen that is there in time is announced, also if an equal one still loads below it")
  func inTimeAboveLoading() async throws {
    let (shop, isFast) = (try await SlowShop(), OpenState())
    try shop.wireframe.register("/news", option: .push) { [unowned shop] _ in
      if !isFast.isSet { try await shop.load("/news") }
      return Screen("News")
    }
    shop.wireframe.addPlaceholder(for: "/news") { _, _ in Screen("Loading") }
    let first = await shop.begin("/news")
    try await shop.wireframe.route(to: "/help")
    isFast.isSet = true
    try await shop.wireframe.route(to: "/news")
    #expect(shop.shown == ["Home", "Loading", "Help", "News"])
    #expect(shop.log.suffix(2) == ["will News", "did News"])
    shop.wireframe.close()
    _ = await first.value
  }

  @Test("An equal request whose guards take longer than the screen brings no second one")
  func joiningLate() async throws {
    let (shop, asking) = (try await SlowShop(), Barrier())
    var asked = 0
    shop.wireframe.observe { route in
      guard route.urlText == "/products/7" else { return .proceed }
      asked += 1
      if asked == 2 { await asking.pass() }
      return .proceed
    }
    let first = Task { try await shop.wireframe.route(to: "/products/7") }
    #expect(await eventually { shop.isAsked(for: "/products/7") })
    let second = Task { try await shop.wireframe.route(to: "/products/7") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    await shop.waitForPlaceholder()
    await asking.waitForArrivals()
    await shop.wait(300)
    let answer = Task { await shop.answer("/products/7") }
    #expect(await eventually { shop.shown == ["Home", "Product 7"] })
    asking.open()
    for task in [first, second] {
      #expect(try await task.value.controller?.description == "Product 7")
    }
    await answer.value
    #expect(shop.shown == ["Home", "Product 7"])
  }

  @Test("Guards are asked again: a screen that is refused by now is kept by its gate")
  func guards() async throws {
    let shop = try await SlowShop()
    let task = await shop.begin("/orders")
    #expect(shop.shown == ["Home", "Loading /orders"])
    shop.isLoggedIn = false
    await shop.wait(300)
    await shop.answer("/orders")
    _ = try await task.value.get()
    #expect(shop.shown == ["Home", "Log in"])
    #expect(shop.wireframe.keptRequestCount == 1)
  }

  @Test("Watchers hear that a placeholder has left since its screen is refused when it is ready")
  func refusedIsTold() async throws {
    let shop = try await SlowShop()
    let task = await shop.begin("/orders")
    shop.isLoggedIn = false
    await shop.wait(300)
    await shop.answer("/orders")
    _ = try await task.value.get()
    #expect(
      shop.log == ["loads Loading /orders", "failed cancelled", "will Log in", "did Log in"])
  }

  @Test("A screen that is refused when it is ready leaves another placeholder as it is")
  func otherRefused() async throws {
    let shop = try await SlowShop()
    let (other, task) = (await shop.begin("/products/7"), await shop.begin("/orders"))
    shop.isLoggedIn = false
    await shop.wait(300)
    await shop.answer("/orders")
    _ = try await task.value.get()
    #expect(shop.shown == ["Home", "Loading /products/7", "Log in"])
    shop.wireframe.close()
    #expect(shop.log.last == "failed cancelled")
    other.cancel()
    await #expect(throws: RoutingError.self) { try await other.value.get() }
  }

  @Test("A screen whose placeholder leaves while its guards are asked is not announced")
  func leftWhileAsked() async throws {
    let (shop, observer) = (try await SlowShop(), Barrier())
    let task = await shop.begin("/products/7")
    await shop.wait(300)
    shop.wireframe.observe { route in
      if route.urlText == "/products/7" { await observer.pass() }
      return .proceed
    }
    let answer = Task { await shop.answer("/products/7") }
    await observer.waitForArrivals()
    let first = try #require(shop.navigation.state.entries.first?.id)
    try shop.navigation.performAsUser(.pop(to: first))
    observer.open()
    await answer.value
    await #expect(throws: RoutingError.self) { try await task.value.get() }
    #expect(shop.log == ["loads Loading /products/7", "failed cancelled"])
  }

  @Test("A screen whose placeholder leaves while its guards are asked brings no login either")
  func leftWhileRefused() async throws {
    let (shop, observer) = (try await SlowShop(), Barrier())
    let task = await shop.begin("/orders")
    await shop.wait(300)
    shop.wireframe.observe(priority: 1) { route in
      if route.urlText == "/orders" { await observer.pass() }
      return .proceed
    }
    let answer = Task { await shop.answer("/orders") }
    await observer.waitForArrivals()
    let first = try #require(shop.navigation.state.entries.first?.id)
    try shop.navigation.performAsUser(.pop(to: first))
    shop.isLoggedIn = false
    observer.open()
    await answer.value
    await #expect(throws: RoutingError.self) { try await task.value.get() }
    #expect(shop.shown == ["Home"])
    #expect(shop.wireframe.keptRequestCount == 0)
    #expect(shop.log == ["loads Loading /orders", "failed cancelled"])
  }

  @Test("Who waits for a screen that leads elsewhere when it is ready gets the screen from there")
  func redirectedWhenReady() async throws {
    let wireframe = Wireframe<Screen>(
      limits: RoutingLimits(provide: nil, present: nil, placeholder: .zero))
    let (tree, isMoved) = (NavigationTree<Screen>(), OpenState())
    let (old, new) = (Barrier(), Barrier())
    wireframe.addStandardPresenters(on: tree)
    for (path, barrier) in ["/old": old, "/new": new] as [RoutePattern: Barrier] {
      try wireframe.register(path, option: .root) { _ in
        await barrier.pass()
        return Screen(path.text)
      }
    }
    wireframe.addPlaceholder { route, _ in Screen("Loading \(route.urlText)") }
    wireframe.observe {
      $0.pattern == "/old" && isMoved.isSet ? .redirect(to: "/new") : .proceed
    }
    let task = Task { try await wireframe.route(to: "/old").controller?.description }
    #expect(await eventually { tree.state.top?.isPlaceholder == true })
    isMoved.isSet = true
    old.open()
    #expect(await eventually { tree.state.top?.controller.description == "Loading /new" })
    await wireframe.settled()
    new.open()
    #expect(try await task.value == "/new")
  }

  @Test("A wireframe whose screen loads behind a placeholder cannot be mounted")
  func mountedWhileLoading() async throws {
    let (shop, app) = (try await SlowShop(), Wireframe<Screen>())
    let task = await shop.begin("/products/7")
    let error = #expect(throws: RoutingError.self) { try app.mount(shop.wireframe, at: "/shop") }
    #expect(error?.code == .invalidMount)
    #expect(error?.description == "The wireframe is routing. Mount it before you use it.")
    task.cancel()
    _ = await task.value
  }

  @Test("A sign-out takes the placeholder away as any screen, and brings it back")
  func signOut() async throws {
    let shop = try await SlowShop()
    let task = await shop.begin("/orders")
    shop.isLoggedIn = false
    try await shop.wireframe.reevaluate()
    #expect(shop.shown == ["Home", "Log in"])
    await #expect(throws: RoutingError.self) { try await task.value.get() }
    shop.isLoggedIn = true
    let resumed = Task { try await shop.wireframe.resume(after: .requiresLogin) }
    await tasksHaveBegun()
    await shop.waitForPlaceholder()
    _ = try await resumed.value
    #expect(shop.shown == ["Home", "Loading /orders"])
    await shop.wait(300)
    await shop.answer("/orders")
    #expect(await eventually { shop.shown == ["Home", "Orders"] })
  }

  @Test("A parent has its placeholder, too; both come in any order")
  func parents() async throws {
    let shop = try await SlowShop()
    let task = Task { try await shop.wireframe.route(to: "/products/7", landing: .underParents) }
    await tasksHaveBegun()
    await shop.clock.waitForSleepers(1)
    await shop.wait(300)
    #expect(await eventually { shop.isAsked(for: "/products/7") })
    await shop.clock.waitForSleepers(1)
    await shop.wait(300)
    #expect(
      await eventually { shop.shown == ["Home", "Loading /products", "Loading /products/7"] })
    #expect(shop.navigation.state.entries.map(\.isPlaceholder) == [false, true, true])
    await shop.wait(300)
    await shop.answer("/products/7")
    #expect(await eventually { shop.shown == ["Home", "Loading /products", "Product 7"] })
    _ = try await task.value
    #expect(shop.navigation.state.entries.map(\.isPlaceholder) == [false, true, false])
    await shop.answer("/products")
    #expect(await eventually { shop.shown == ["Home", "Products", "Product 7"] })
    #expect(shop.navigation.state.entries.map(\.isPlaceholder) == [false, false, false])
  }

  @Test("What is resumed has the screen as its result, and not its placeholder")
  func resumed() async throws {
    let shop = try await SlowShop()
    let isOpen = OpenState()
    shop.wireframe.observe {
      $0.pattern == "/products" && !isOpen.isSet
        ? .redirect(to: "/help", resuming: .newest) : .proceed
    }
    try await shop.wireframe.route(to: "/products")
    #expect(shop.shown == ["Home", "Help"])
    isOpen.isSet = true
    let task = Task { try await shop.wireframe.resume() }
    await tasksHaveBegun()
    await shop.waitForPlaceholder()
    #expect(shop.shown.last == "Loading /products")
    await shop.wait(300)
    await shop.answer("/products")
    #expect(try await task.value?.controller?.description == "Products")
  }

  @Test("A request that is parked as its placeholder leaves comes back as a screen")
  func parkedPlaceholder() async throws {
    let (shop, isClosed) = (try await SlowShop(), OpenState())
    shop.wireframe.observe {
      $0.pattern == "/products" && isClosed.isSet
        ? .redirect(to: "/help", resuming: .newest) : .proceed
    }
    let task = await shop.begin("/products")
    isClosed.isSet = true
    try await shop.wireframe.reevaluate()
    #expect(shop.shown == ["Home", "Help"])
    await #expect(throws: RoutingError.self) { try await task.value.get() }
    isClosed.isSet = false
    let resumed = Task { try await shop.wireframe.resume() }
    await tasksHaveBegun()
    await shop.waitForPlaceholder()
    await shop.wait(300)
    await shop.answer("/products")
    #expect(try await resumed.value?.controller?.description == "Products")
    #expect(shop.shown == ["Home", "Help", "Products"])
    #expect(!shop.isLoading)
  }

  @Test("Saved screens come back as placeholders at once")
  func restoration() async throws {
    let before = try await SlowShop()
    let task = await before.begin("/products")
    let other = await before.begin("/products/7")
    let state = try before.wireframe.savedState()
    before.wireframe.close()
    for task in [task, other] {
      let error = await #expect(throws: RoutingError.self) { try await task.value.get() }
      #expect(error?.code == .cancelled)
    }
    let shop = try await SlowShop()
    let report = try await shop.wireframe.restore(state, trusting: true)
    #expect(report.restored.map(\.urlText) == ["/", "/products", "/products/7"])
    #expect(shop.shown == ["Home", "Loading /products", "Loading /products/7"])
    #expect(shop.log == [], "a placeholder is not announced as a screen")
    await shop.answer("/products")
    await shop.answer("/products/7")
    await shop.wait(300)
    #expect(await eventually { shop.shown == ["Home", "Products", "Product 7"] })
  }

  @Test("A restored screen that fails at once has its placeholder, and the error names its pattern")
  func restorationOffline() async throws {
    let wireframe = Wireframe<Screen>(home: "/")
    let navigation = NavigationTree<Screen>()
    wireframe.addStandardPresenters(on: navigation)
    let server = Reach()
    server.isThere = true
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    for pattern in ["/a", "/b"] as [RoutePattern] {
      try wireframe.register(pattern, option: .push) { _ in
        if !server.isThere { throw Broken() }
        return Screen(pattern.text)
      }
      try await wireframe.route(to: pattern.text)
    }
    let state = try wireframe.savedState()
    server.isThere = false
    var failures: [RoutingError?] = []
    let placeholder = wireframe.addPlaceholder(for: "/a") { _, loading in
      loading.onChange { failures.append(loading.failure) }
      return Screen("Offline")
    }
    var report = try await wireframe.restore(state, trusting: true)
    #expect(navigation.state.shown.map { "\($0.controller)" } == ["Home", "Offline"])
    #expect(failures.map { $0?.pattern?.text } == ["/a"])
    #expect(report.failures.map { $0.pattern?.text } == ["/b"])
    placeholder.remove()
    report = try await wireframe.restore(state, trusting: true)
    #expect(report.failures.map { $0.pattern?.text } == ["/a"])
    #expect(report.failures.allSatisfy { $0.description.contains("for '/a'") })
  }

  @Test("A restored placeholder gets its screen, though the host reports late that it has failed")
  func restorationByLateHost() async throws {
    let (host, server, isSlow) = (LateHost(), Barrier(), Reach())
    let wireframe = Wireframe<Screen>(
      limits: RoutingLimits(provide: nil, present: nil, placeholder: .zero))
    wireframe.addStandardPresenters(on: host)
    try wireframe.register("/", option: .root) { _ in
      if isSlow.isThere { await server.pass() }
      return Screen("Home")
    }
    try await wireframe.route(to: "/")
    let state = try wireframe.savedState()
    wireframe.addPlaceholder { _, _ in Screen("Loading") }
    (isSlow.isThere, host.fails) = (true, true)
    let error = await #expect(throws: RoutingError.self) {
      try await wireframe.restore(state, trusting: true)
    }
    #expect(error?.code == .presenterFailed)
    host.fails = false
    #expect("\(host.state.shown.map(\.controller))" == "[Loading]")
    server.open()
    #expect(await eventually { "\(host.state.shown.map(\.controller))" == "[Home]" })
  }

  @Test("Who waits for a screen gets it, though the host reports late that its move has failed")
  func lateHost() async throws {
    let (host, server, isBack) = (LateHost(), Barrier(), Reach())
    let wireframe = Wireframe<Screen>(
      limits: RoutingLimits(provide: nil, present: nil, placeholder: .zero))
    wireframe.addStandardPresenters(on: host)
    try wireframe.register("/", option: .root) { _ in
      await server.pass()
      return Screen("Home")
    }
    wireframe.addPlaceholder { _, _ in Screen("Loading") }
    let routing = Task {
      let screen = try? await wireframe.route(to: "/").controller
      isBack.isThere = true
      return screen?.description
    }
    #expect(await eventually { host.state.top?.isPlaceholder == true })
    host.fails = true
    server.open()
    #expect(await eventually { isBack.isThere })
    // Else it would wait for ever.
    wireframe.close()
    #expect(await routing.value == "Home")
  }

  @Test("An answer comes from the screen; leaving the placeholder is no answer")
  func answers() async throws {
    let shop = try await SlowShop()
    var handle: AnswerHandle<Int>?
    try shop.wireframe.register("/pick", option: .modal) { [unowned shop] route, router in
      try await shop.load("/pick")
      handle = AnswerHandle(for: route, router)
      return Screen("Pick")
    }
    shop.wireframe.addPlaceholder(for: "/pick") { _, _ in Screen("Loading") }
    func ask() async -> Task<Int?, any Error> {
      let task = Task { try await shop.wireframe.answer(to: "/pick", as: Int.self) }
      await tasksHaveBegun()
      await shop.waitForPlaceholder()
      return task
    }
    let first = await ask()
    #expect(shop.shown == ["Home", "Loading"])
    try await shop.wireframe.dismiss()
    #expect(try await first.value == nil)
    let second = await ask()
    await shop.wait(300)
    await shop.answer("/pick")
    #expect(await eventually { shop.shown == ["Home", "Pick"] })
    await handle?.finish(with: 7)
    #expect(try await second.value == 7)
    #expect(shop.shown == ["Home"])
  }

  @Test("A question whose screen is refused when it is ready is told, and does not come again")
  func refusedQuestion() async throws {
    let shop = try await SlowShop()
    try shop.wireframe.register("/pick", option: .modal, tags: [.requiresLogin]) {
      [unowned shop] _ in
      try await shop.load("/pick")
      return Screen("Pick")
    }
    shop.wireframe.addPlaceholder(for: "/pick") { _, _ in Screen("Loading") }
    let task = Task { try await shop.wireframe.answer(to: "/pick", as: Int.self) }
    await tasksHaveBegun()
    await shop.waitForPlaceholder()
    shop.isLoggedIn = false
    await shop.wait(300)
    await shop.answer("/pick")
    #expect(try await task.value == nil)
    #expect(shop.shown == ["Home"])
    #expect(shop.wireframe.keptRequestCount == 0)
  }

  @Test("Who goes back to a placeholder gets its screen, which is announced once")
  func goneBackTo() async throws {
    let shop = try await SlowShop()
    let first = await shop.begin("/products/7")
    try await shop.wireframe.route(to: "/help")
    #expect(shop.shown == ["Home", "Loading /products/7", "Help"])
    let second = Task {
      try await shop.wireframe.route(to: "/products/7", ifPresented: .bringToFront)
    }
    #expect(await eventually { shop.isLoading })
    await shop.wait(300)
    await shop.answer("/products/7")
    #expect(try await second.value.controller?.description == "Product 7")
    #expect(try await first.value.get().controller?.description == "Product 7")
    #expect(
      shop.log.filter { !$0.hasPrefix("loads") } == [
        "will Help", "did Help", "will Product 7", "did Product 7",
      ])
  }

  @Test("A cancelled caller waits no more: the placeholder stays, and gets its screen")
  func cancellation() async throws {
    let shop = try await SlowShop()
    let first = await shop.begin("/products/7")
    let second = Task { try await shop.wireframe.route(to: "/products/7") }
    await tasksHaveBegun()
    await shop.wireframe.settled()
    second.cancel()
    await #expect(throws: RoutingError.self) { try await second.value }
    #expect(shop.isLoading)
    first.cancel()
    let error = await #expect(throws: RoutingError.self) { try await first.value.get() }
    #expect(error?.code == .cancelled)
    #expect(shop.isLoading)
    await shop.wait(300)
    await shop.answer("/products/7")
    #expect(await eventually { shop.shown == ["Home", "Product 7"] })
  }

  @Test(
    "A placeholder for which nobody waits does not keep the wireframe alive, nor does a restored one",
    arguments: [false, true])
  func waitedForByNobody(isRestored: Bool) async throws {
    weak var gone: Wireframe<Screen>?
    do {
      let (wireframe, tree) = (
        Wireframe<Screen>(limits: RoutingLimits(provide: nil, present: nil, placeholder: .zero)),
        NavigationTree<Screen>()
      )
      gone = wireframe
      wireframe.addStandardPresenters(on: tree)
      try wireframe.register("/slow", option: .root) { _ in throw Broken() }
      wireframe.addPlaceholder(for: "/slow") { _, _ in Screen("Loading") }
      wireframe.enqueue("/slow")
      #expect(await eventually { tree.state.top?.isPlaceholder == true })
      await wireframe.settled()
      if isRestored { try await wireframe.restore(wireframe.savedState(), trusting: true) }
      #expect(tree.state.top?.isPlaceholder == true)
    }
    #expect(await eventually { gone == nil })
  }

  @Test("Of two who wait for a screen, one gives up: the other gets it")
  func oneGivesUp() async throws {
    let shop = try await SlowShop()
    let first = await shop.begin("/products/7")
    let second = Task { try await shop.wireframe.route(to: "/products/7") }
    await tasksHaveBegun()
    await shop.wireframe.settled()
    second.cancel()
    await #expect(throws: RoutingError.self) { try await second.value }
    var result: String?
    Task { result = try await first.value.get().controller?.description }
    await shop.wait(300)
    await shop.answer("/products/7")
    #expect(await eventually { result == "Product 7" })
  }

  @Test("A screen that comes late has the option of its placeholder")
  func optionOfLateScreen() async throws {
    let shop = try await SlowShop()
    let task = Task { try await shop.wireframe.route(to: "/products/7", option: .modal) }
    await tasksHaveBegun()
    await shop.waitForPlaceholder()
    #expect(shop.isLoading)
    await shop.wait(300)
    await shop.answer("/products/7")
    #expect(try await task.value.option is Modal)
    #expect(shop.navigation.state.top?.option is Modal)
  }

  @Test("Cancelling a routing cancels the provider also before its placeholder is due")
  func cancelledEarly() async throws {
    let shop = try await SlowShop()
    let task = Task { try await shop.wireframe.route(to: "/products/7") }
    await tasksHaveBegun()
    await shop.clock.waitForSleepers(1)
    task.cancel()
    #expect(try await TestSupport.failure { try await task.value }.code == .cancelled)
    #expect(await eventually { shop.cancelledCount == 1 })
    #expect(shop.shown == ["Home"])
  }

  @Test(
    "What a lock has kept gets a screen that loads though a caller who waits for it gives up",
    arguments: [true, false])
  func givenUpBesideLock(isCovered: Bool) async throws {
    var limits = RoutingLimits.none
    limits.placeholder = .zero
    limits.parked = .seconds(86_400)
    let shop = try await Shop(limits: limits, clock: ManualClock())
    let (server, isOpen) = (Barrier(), OpenState())
    isOpen.isSet = true
    try shop.register("/locked")
    try shop.register("/product", behind: server)
    shop.wireframe.addPlaceholder(for: "/product") { _, _ in Screen("loading") }
    let lock = Gate(at: "/locked", covers: true) { isOpen.isSet }
    try await shop.wireframe.add(lock: lock)
    let call = Task { try await shop.wireframe.route(to: "/product") }
    #expect(await eventually { shop.shown == ["root", "loading"] })
    func giveUp() async throws {
      call.cancel()
      #expect(try await TestSupport.failure { _ = try await call.value }.code == .cancelled)
      await shop.wireframe.settled()
    }
    isOpen.isSet = false
    lock.cover()
    if isCovered { try await giveUp() }
    try await shop.wireframe.route(to: "/product")
    isOpen.isSet = true
    try await shop.wireframe.resume(after: lock)
    if !isCovered { try await giveUp() }
    await shop.wireframe.settled()
    #expect(shop.shown == ["root", "loading"])
    server.open()
    #expect(await eventually { shop.shown == ["root", "/product"] })
  }

  @Test("A caller that gives up as its screen comes, before the placeholder is due, gets none")
  func cancelledInTime() async throws {
    let shop = try await SlowShop()
    var task: Task<Void, any Error>?
    try shop.wireframe.register("/letters", option: .push) { _ in
      task?.cancel()
      return Screen("Letters")
    }
    shop.wireframe.addPlaceholder(for: "/letters") { _, _ in Screen("Loading") }
    let routing = Task { _ = try await shop.wireframe.route(to: "/letters") }
    task = routing
    #expect(try await TestSupport.failure { try await routing.value }.code == .cancelled)
    #expect(shop.shown == ["Home"])
    #expect(shop.log == ["failed cancelled"])
  }

  @Test(
    "Of all who wait for a screen, one gives up during the transition in which it comes: it stays",
    arguments: [1, 2])
  func oneGivesUpAsItComes(count: Int) async throws {
    let (host, loading, coming) = (HeldHost(), Barrier(), Barrier())
    let wireframe = Wireframe<Screen>(
      limits: RoutingLimits(provide: nil, present: nil, placeholder: .zero))
    wireframe.addStandardPresenters(on: host)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/news", option: .push) { _ in
      await loading.pass()
      return Screen("News")
    }
    wireframe.addPlaceholder(for: "/news") { _, _ in Screen("Loading") }
    try await wireframe.route(to: "/")
    let calls = (0..<count).map { _ in Task { _ = try await wireframe.route(to: "/news") } }
    await loading.waitForArrivals()
    await tasksHaveBegun()
    await wireframe.settled()
    host.barrier = coming
    loading.open()
    await coming.waitForArrivals()
    calls[0].cancel()
    coming.open()
    _ = await calls[0].result
    for call in calls.dropFirst() { try await call.value }
    await wireframe.settled()
    #expect(host.state.shown.map { "\($0.controller)" } == ["Home", "News"])
  }

  @Test("A screen behind a PIN that comes late needs no second PIN")
  func behindPIN() async throws {
    let (shop, isOpen) = (try await SlowShop(), OpenState())
    try shop.wireframe.register("/pin", option: .modal) { _ in Screen("PIN") }
    try shop.wireframe.register("/letters", option: .push, tags: [.requiresPIN]) {
      [unowned shop] _ in
      try await shop.load("/letters")
      return Screen("Letters")
    }
    shop.wireframe.addPlaceholder(for: "/letters") { _, _ in Screen("Loading") }
    shop.wireframe.addGate(for: .requiresPIN, at: "/pin", keeps: .once) { isOpen.isSet }
    try await shop.wireframe.route(to: "/letters")
    #expect(shop.shown == ["Home", "PIN"])
    isOpen.isSet = true
    let passing = Task { _ = try await shop.wireframe.resume(after: .requiresPIN) }
    await tasksHaveBegun()
    await shop.waitForPlaceholder()
    try await passing.value
    #expect(shop.shown == ["Home", "Loading"])
    await shop.wait(300)
    await shop.answer("/letters")
    #expect(await eventually { shop.shown == ["Home", "Letters"] })
  }

  /// The screen that a provider has made, as long as somebody holds it.
  @MainActor
  private final class Made { weak var screen: Screen? }

  private func registerLetters(in shop: SlowShop, _ made: Made) throws {
    try shop.wireframe.register("/letters", option: .push) { [unowned shop] _ in
      try await shop.load("/letters")
      let screen = Screen("Letters")
      made.screen = screen
      return screen
    }
    shop.wireframe.addPlaceholder(for: "/letters") { _, _ in Screen("Loading") }
  }

  @Test("A guard fails when a screen is ready: the placeholder leaves, and who waits hears of it")
  func failingGuard() async throws {
    let (shop, isBroken, made) = (try await SlowShop(), OpenState(), Made())
    try registerLetters(in: shop, made)
    shop.wireframe.observe { route in
      if isBroken.isSet, route.pattern == "/letters" { throw Broken() }
      return .proceed
    }
    let task = await shop.begin("/letters")
    isBroken.isSet = true
    await shop.wait(300)
    await shop.answer("/letters")
    #expect(await eventually { shop.shown == ["Home"] })
    // It has ended already.
    task.cancel()
    let error = await #expect(throws: RoutingError.self) { try await task.value.get() }
    #expect(error?.code == .observerFailed)
    #expect(await eventually { made.screen == nil })
  }

  @Test("Below a lock the screen waits, and nothing of it is seen or moves")
  func lock() async throws {
    let shop = try await SlowShop()
    let code = Reach()
    code.isThere = true
    try shop.wireframe.register("/locked", option: .push) { _ in Screen("Locked") }
    let lock = Gate(at: "/locked", covers: true) { code.isThere }
    try await shop.wireframe.add(lock: lock)
    let task = await shop.begin("/products/7")
    code.isThere = false
    lock.cover()
    await shop.wait(300)
    await shop.answer("/products/7")
    #expect(await eventually { shop.shown == ["Home", "Loading /products/7"] })
    code.isThere = true
    try await shop.wireframe.resume(after: lock)
    _ = try await task.value.get()
    #expect(shop.shown == ["Home", "Product 7"])
  }

  @Test("A screen that a watcher covers as it is about to come waits until the lock is open")
  func coveredAsItComes() async throws {
    let shop = try await SlowShop()
    try shop.wireframe.register("/locked", option: .push) { _ in Screen("Locked") }
    let lock = Gate(at: "/locked", covers: true) { true }
    try await shop.wireframe.add(lock: lock)
    let task = await shop.begin("/products")
    let covering = shop.wireframe.add(
      watcher: LogWatcher { if $0 == "will Products" { lock.cover() } })
    await shop.wait(300)
    await shop.answer("/products")
    #expect(await eventually { shop.log.last == "failed covered" })
    covering.remove()
    #expect(shop.shown == ["Home", "Loading /products"])
    try await shop.wireframe.resume(after: lock)
    _ = try await task.value.get()
    #expect(shop.shown == ["Home", "Products"])
    #expect(
      shop.log == [
        "loads Loading /products", "will Products", "failed covered", "will Products",
        "did Products",
      ])
  }

  @Test("Closing the wireframe frees a screen that waits below the lock")
  func closedBelowLock() async throws {
    let (shop, code, made) = (try await SlowShop(), Reach(), Made())
    code.isThere = true
    try shop.wireframe.register("/locked", option: .push) { _ in Screen("Locked") }
    try registerLetters(in: shop, made)
    let lock = Gate(at: "/locked", covers: true) { code.isThere }
    try await shop.wireframe.add(lock: lock)
    let task = await shop.begin("/letters")
    code.isThere = false
    lock.cover()
    await shop.wait(300)
    await shop.answer("/letters")
    #expect(await eventually { made.screen != nil })
    shop.wireframe.close()
    _ = await task.value
    #expect(await eventually { made.screen == nil })
  }

  @Test(
    "A placeholder that was added for a tag is shown for the routes that have it, and no others",
    arguments: [Case("/letters", "of letters"), Case("/orders", "of all")])
  func tags(row: Case<String, String>) async throws {
    let wireframe = Wireframe<Screen>(
      limits: RoutingLimits(provide: nil, present: nil, placeholder: .zero))
    let (navigation, barrier) = (NavigationTree<Screen>(), Barrier())
    wireframe.addStandardPresenters(on: navigation)
    for (path, tags) in [("/letters", ["letters"]), ("/orders", [])]
      as [(RoutePattern, Set<RouteTag>)]
    {
      try wireframe.register(path, option: .root, tags: tags) { _ in
        await barrier.pass()
        return Screen(path.text)
      }
    }
    wireframe.addPlaceholder(tag: "letters") { _, _ in Screen("of letters") }
    wireframe.addPlaceholder { _, _ in Screen("of all") }
    let task = Task { try await wireframe.route(to: row.given) }
    await barrier.waitForArrivals()
    #expect(
      await eventually { navigation.state.top?.controller.description == row.expected })
    barrier.open()
    _ = try await task.value
  }

  @Test("A plan makes no placeholder; a controller for the caller has none")
  func without() async throws {
    let shop = try await SlowShop()
    _ = await shop.wireframe.plan("/products/7")
    #expect(shop.loading == nil)
    let task = Task { try await shop.wireframe.controller(for: "/products/7") }
    await tasksHaveBegun()
    await shop.wait(5000)
    await shop.answer("/products/7")
    #expect(try await task.value.description == "Product 7")
    #expect(shop.loading == nil)
  }

  @Test("A module's placeholder comes before the wireframe's, and gets the module's route")
  func modules() async throws {
    let shop = try await SlowShop()
    let module = Wireframe<Screen>()
    try module.register("/:id<int>", option: .push, tags: ["slow"]) { [unowned shop] _ in
      try await shop.load("/m")
      return Screen("Item")
    }
    shop.wireframe.addPlaceholder(tag: "slow") { _, _ in Screen("Slow") }
    try shop.wireframe.mount(module, at: "/items")
    let first = await shop.begin("/items/7")
    #expect(shop.shown == ["Home", "Slow"])
    try await shop.wireframe.back()
    _ = await first.value
    module.addPlaceholder { route, _ in Screen("\(route.pattern?.text ?? "") \(route.path)") }
    let second = await shop.begin("/items/7")
    #expect(shop.shown == ["Home", "/:id<int> [\"7\"]"])
    try await shop.wireframe.back()
    _ = await second.value
  }

  @Test("A placeholder may be added for an old name, before or after it has become one")
  func oldNames() async throws {
    let shop = try await SlowShop()
    shop.wireframe.addPlaceholder(for: "/angebote") { _, _ in Screen("Loading an offer") }
    shop.wireframe.addPlaceholder(for: "/konto") { _, _ in Screen("Loading an account") }
    try shop.wireframe.register("/offers", option: .push) { _ in
      try await shop.load("/offers")
      return Screen("Offers")
    }
    try shop.wireframe.alias("/angebote", for: "/offers")
    for path in ["/offers", "/angebote"] {
      let task = await shop.begin(path)
      #expect(shop.shown == ["Home", "Loading an offer"])
      try await shop.wireframe.back()
      _ = await task.value
    }
  }

  @Test("A removed placeholder is not shown any more")
  func removed() async throws {
    let shop = try await SlowShop()
    try shop.wireframe.register("/slow", option: .push) { [unowned shop] _ in
      try await shop.load("/slow")
      return Screen("Slow")
    }
    let registration = shop.wireframe.addPlaceholder(for: "/slow") { _, _ in Screen("Loading") }
    registration.remove()
    let task = Task { try await shop.wireframe.route(to: "/slow") }
    await tasksHaveBegun()
    await shop.wait(5000)
    #expect(shop.shown == ["Home"])
    await shop.answer("/slow")
    _ = try await task.value
    #expect(shop.shown == ["Home", "Slow"])
  }

  @Test("When the screen cannot be presented, its placeholder is told")
  func notPresented() async throws {
    let shop = try await SlowShop()
    let home = try #require(shop.navigation.state.top?.controller)
    try shop.wireframe.register("/twice", option: .push) { [unowned shop] _ in
      try await shop.load("/twice")
      return home
    }
    shop.wireframe.addPlaceholder(for: "/twice") { [unowned shop] _, loading in
      loading.onChange { [unowned shop, unowned loading] in
        shop.wireframe.enqueue("/help")
        #expect(loading.failure?.code == .alreadyOnScreen)
      }
      return Screen("Loading")
    }
    let task = await shop.begin("/twice")
    await shop.wait(300)
    await shop.answer("/twice")
    await shop.wireframe.settled()
    #expect(await eventually { shop.shown == ["Home", "Loading", "Help"] })
    try await shop.wireframe.back()
    try await shop.wireframe.back()
    _ = await task.value
  }

  @Test("A screen below another one needs no second PIN when it comes late")
  func belowBehindPIN() async throws {
    let (tree, barrier) = (NavigationTree<Screen>(), Barrier())
    let wireframe = Wireframe<Screen>(
      home: "/", limits: RoutingLimits(provide: nil, present: nil, placeholder: .zero))
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .root, tags: [.requiresPIN]) { _ in
      await barrier.pass()
      return Screen("Home")
    }
    for (path, title) in ["/help": "Help", "/pin": "PIN"] as [RoutePattern: String] {
      try wireframe.register(path, option: .modal) { _ in Screen(title) }
    }
    wireframe.addPlaceholder(for: "/") { _, _ in Screen("Loading") }
    wireframe.addGate(for: .requiresPIN, at: "/pin", keeps: .once) { true }
    func shown() -> [String] { tree.state.shown.map(\.controller.description) }
    try await wireframe.route(to: "/help")
    #expect(shown() == ["PIN"])
    try await wireframe.resume(after: .requiresPIN)
    #expect(shown() == ["Loading", "Help"])
    barrier.open()
    #expect(await eventually { !tree.state.entries.contains(where: \.isPlaceholder) })
    await wireframe.settled()
    #expect(shown() == ["Home", "Help"])
  }

  @Test("Who waits for a screen whose presenters were removed is told once it is ready")
  func removedPresenters() async throws {
    let (server, tree) = (Barrier(), NavigationTree<Screen>())
    let wireframe = Wireframe<Screen>(
      defaultOption: .root,
      limits: RoutingLimits(provide: nil, present: nil, placeholder: .zero))
    let presenters = wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/slow") { _ in
      await server.pass()
      return Screen("Slow")
    }
    wireframe.addPlaceholder(for: "/slow") { _, _ in Screen("Loading") }
    let task = Task { try await wireframe.route(to: "/slow") }
    await server.waitForArrivals()
    #expect(await eventually { tree.state.top?.isPlaceholder == true })
    presenters.remove()
    server.open()
    #expect(try await TestSupport.failure { try await task.value }.code == .cancelled)
  }

  @Test("A caller that waits for a screen keeps none alive that has left for its placeholder")
  func formerScreens() async throws {
    let shop = try await SlowShop()
    try shop.wireframe.register(
      "/offer", option: .push, exposure: .external, place: .under("/")
    ) { [unowned shop] _ in
      try await shop.load("/offer")
      return Screen("Offer")
    }
    shop.wireframe.addPlaceholder(for: "/offer") { _, _ in Screen("Loading") }
    weak var help: Screen?
    help = try await shop.wireframe.route(to: "/help").controller
    let link = Task { await shop.wireframe.open("shop://offer", origin: .customScheme) }
    await tasksHaveBegun()
    await shop.waitForPlaceholder()
    #expect(shop.shown == ["Home", "Loading"])
    #expect(await eventually { help == nil })
    await shop.answer("/offer")
    await shop.wait(300)
    #expect(await link.value.result != nil)
  }

  @Test("A watcher that comes while a placeholder is there hears of the screen")
  func lateWatcher() async throws {
    let shop = try await SlowShop()
    let task = await shop.begin("/products")
    var heard: [String] = []
    shop.wireframe.add(watcher: LogWatcher { heard.append($0) })
    await shop.wait(300)
    await shop.answer("/products")
    _ = try await task.value.get()
    #expect(shop.shown == ["Home", "Products"])
    #expect(!heard.isEmpty)
  }

  @Test("A placeholder on a host that the wireframe has no more has left: who waits is told")
  func hostChanged() async throws {
    let (old, new, barrier) = (NavigationTree<Screen>(), NavigationTree<Screen>(), Barrier())
    let wireframe = Wireframe<Screen>(
      limits: RoutingLimits(provide: nil, present: nil, placeholder: .zero))
    let presenters = wireframe.addStandardPresenters(on: old)
    wireframe.addPlaceholder { _, _ in Screen("Loading") }
    try wireframe.register("/a", option: .root) { _ in
      await barrier.pass()
      return Screen("a")
    }
    let routing = Task { try await wireframe.route(to: "/a") }
    #expect(await eventually { old.state.top?.controller.description == "Loading" })
    presenters.remove()
    wireframe.addStandardPresenters(on: new)
    barrier.open()
    #expect(try await TestSupport.failure { try await routing.value }.code == .cancelled)
    #expect(new.state.entries.isEmpty)
  }

  @Test(
    "A sign-out, and a lock that opens, wait for no guard of a screen that is ready",
    arguments: [false, true])
  func interruptedWhileReady(byLock: Bool) async throws {
    let (tree, server, asking) = (NavigationTree<Screen>(), Barrier(), Barrier())
    let wireframe = Wireframe<Screen>(
      home: "/", limits: RoutingLimits(provide: nil, present: nil, placeholder: .zero))
    wireframe.addStandardPresenters(on: tree)
    wireframe.addPlaceholder(for: "/orders") { _, _ in Screen("Loading") }
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/locked") { _ in Screen("Locked") }
    try wireframe.register("/orders", option: .push, tags: [.requiresLogin]) { _ in
      await server.pass()
      return Screen("Orders")
    }
    let lock = Gate(at: "/locked", covers: true) { true }
    try await wireframe.add(lock: lock)
    var count = 0
    wireframe.observe(tag: .requiresLogin) { _ in
      count += 1
      if count == 2 { await asking.pass() }
      return byLock || count < 3 ? .proceed : .stop("signed out")
    }
    try await wireframe.route(to: "/")
    let routing = Task { try? await wireframe.route(to: "/orders") }
    #expect(await eventually { tree.state.top?.isPlaceholder == true })
    server.open()
    await asking.waitForArrivals()
    if byLock { lock.cover() }
    let isDone = Reach()
    let other = Task {
      if byLock {
        try await wireframe.resume(after: lock)
      } else {
        try await wireframe.reevaluate()
      }
      isDone.isThere = true
    }
    #expect(await eventually { isDone.isThere })
    asking.open()
    try await other.value
    _ = await routing.value
    let shown = tree.state.shown.map(\.controller.description)
    #expect(shown == (byLock ? ["Home", "Orders"] : ["Home"]))
  }

  @Test("A placeholder whose screen is refused does not leave while a sign-out has the turn")
  func interruptedWhileRefused() async throws {
    let (tree, server, locking, asking) = (
      NavigationTree<Screen>(), Barrier(), Barrier(), Barrier()
    )
    let wireframe = Wireframe<Screen>(
      limits: RoutingLimits(decide: nil, provide: nil, present: nil, placeholder: .zero))
    wireframe.addStandardPresenters(on: tree)
    wireframe.addPlaceholder(for: "/orders") { _, _ in Screen("Loading") }
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/locked") { _ in Screen("Locked") }
    try wireframe.register("/orders", option: .push, tags: [.requiresLogin]) { _ in
      await server.pass()
      return Screen("Orders")
    }
    let isRefused = OpenState()
    let lock = Gate(at: "/locked", covers: true) {
      // The refused screen asks the lock before its placeholder leaves.
      if isRefused.isSet {
        isRefused.isSet = false
        await locking.pass()
      }
      return true
    }
    try await wireframe.add(lock: lock)
    var count = 0
    wireframe.observe(tag: .requiresLogin) { _ in
      count += 1
      if count == 2 { isRefused.isSet = true }
      if count == 3 { await asking.pass() }
      return count == 1 ? .proceed : .stop("signed out")
    }
    try await wireframe.route(to: "/")
    let routing = Task { try? await wireframe.route(to: "/orders") }
    #expect(await eventually { tree.state.top?.isPlaceholder == true })
    server.open()
    await locking.waitForArrivals()
    let signOut = Task { try await wireframe.reevaluate() }
    await asking.waitForArrivals()
    locking.open()
    for _ in 0..<20 { await tasksHaveBegun() }
    #expect(tree.state.top?.isPlaceholder == true)
    asking.open()
    #expect(try await signOut.value.refused.map(\.urlText) == ["/orders"])
    _ = await routing.value
    #expect(tree.state.shown.map(\.controller.description) == ["Home"])
  }

  @Test(
    "Who waits for a screen that has failed, or never comes, is told when another host comes",
    arguments: [true, false])
  func hostChangedBeforeScreen(hasFailed: Bool) async throws {
    let (old, new, barrier) = (NavigationTree<Screen>(), NavigationTree<Screen>(), Barrier())
    let (wireframe, told) = (
      Wireframe<Screen>(limits: RoutingLimits(provide: nil, present: nil, placeholder: .zero)),
      Reach()
    )
    let presenters = wireframe.addStandardPresenters(on: old)
    wireframe.addPlaceholder { _, _ in Screen("Loading") }
    try wireframe.register("/a", option: .root) { _ in
      if hasFailed { throw Broken() }
      await barrier.pass()
      return Screen("a")
    }
    let routing = Task {
      let error = try await TestSupport.failure { try await wireframe.route(to: "/a") }
      told.isThere = error.code == .cancelled
    }
    #expect(await eventually { old.state.top?.controller.description == "Loading" })
    await wireframe.settled()
    presenters.remove()
    wireframe.addStandardPresenters(on: new)
    #expect(await eventually { told.isThere })
    // Else it would wait for ever.
    routing.cancel()
    try await routing.value
    barrier.open()
  }

  @Test(
    "A parent, or a tab's home, that a tap has brought meanwhile is no placeholder that has left",
    arguments: ["/products/7", "/offers"])
  func broughtMeanwhile(url: String) async throws {
    let (parent, child) = (Barrier(), Barrier())
    let tree = NavigationTree<Screen>(tabs: ["Home", "Products"])
    let wireframe = Wireframe<Screen>(
      defaultOption: .push,
      limits: RoutingLimits(provide: nil, present: nil, placeholder: .zero))
    wireframe.addStandardPresenters(on: tree)
    var log: [String] = []
    wireframe.add(watcher: LogWatcher { log.append($0) })
    try wireframe.register("/", place: .tab("Home")) { _ in Screen("Home") }
    try wireframe.register("/products", place: .tab("Products")) { _ in
      await parent.pass()
      return Screen("Products")
    }
    let places: [RoutePattern: ScreenPlace] = [
      "/products/:id<int>": .under("/products"), "/offers": .tab("Products"),
    ]
    for (pattern, place) in places {
      try wireframe.register(pattern, place: place) { route in
        await child.pass()
        return Screen(route.urlText)
      }
    }
    wireframe.addPlaceholder(for: "/products") { _, _ in Screen("Loading") }
    try await wireframe.route(to: "/")
    let link = Task { try await wireframe.route(to: url, landing: .underParents) }
    await child.waitForArrivals()
    try tree.performAsUser(.selectTab(1))
    #expect(await eventually { tree.state.top?.isPlaceholder == true })
    parent.open()
    child.open()
    _ = try await link.value
    #expect(await eventually { !tree.state.entries.contains(where: \.isPlaceholder) })
    await wireframe.settled()
    #expect(tree.state.shown.map(\.controller.description) == ["Products", url])
    #expect(!log.contains("failed cancelled"))
  }

  @Test("A presenter that shows screens outside of the host gets the screen, and no placeholder")
  func outsideOfHost() async throws {
    let (shop, presenter) = (try await SlowShop(), AsidePresenter())
    shop.wireframe.add(presenter: presenter)
    let task = Task { try await shop.wireframe.route(to: "/products", option: Aside()) }
    await tasksHaveBegun()
    await shop.wait(300)
    await shop.answer("/products")
    _ = try await task.value
    #expect(presenter.shown == ["Products"])
  }
}

private struct Aside: RoutingOption {}

/// Shows screens outside of the host.
@MainActor
private final class AsidePresenter: ControllerRoutingPresenter {
  private(set) var shown: [String] = []

  func present(_ controller: Screen, option: Aside, event: RoutingEvent) {
    shown.append(controller.description)
  }
}

/// A host whose transitions wait at a barrier.
@MainActor
private final class HeldHost: NavigationHost {
  private(set) var state = NavigationState<Screen>()
  let events = NavigationEvents<Screen>()
  var barrier: Barrier?

  func perform(_ operation: NavigationOperation<Screen>, animated: Bool) async throws {
    let before = state
    state = try operation.target(from: state)
    await barrier?.pass()
    events.send(from: before, to: state, by: .app)
  }
}

@MainActor
private final class Spinner: RoutingProgressWatcher {
  private(set) var log: [String] = []
  func didBegin(_ routing: RoutingProgress) {
    log.append("began \(routing.request?.urlText ?? "")")
  }
  func takesLong(_ routing: RoutingProgress, in stage: String) { log.append("long: \(stage)") }
  func didEnd(_ routing: RoutingProgress) { log.append("ended") }
}

@MainActor
@Suite(.hangsNever)
struct ProgressTests {
  @Test("Watchers hear that a routing begins and ends, and where it takes long")
  func long() async throws {
    let shop = try await SlowShop()
    let spinner = Spinner()
    shop.wireframe.add(watcher: spinner)
    try await shop.wireframe.route(to: "/help")
    #expect(spinner.log == ["began /help", "ended"])
    let task = Task { try await shop.wireframe.controller(for: "/products/7") }
    await tasksHaveBegun()
    await shop.wait(300)
    let log = ["began /help", "ended", "began /products/7", "long: providing the controller"]
    #expect(await eventually { spinner.log == log })
    await shop.answer("/products/7")
    _ = try await task.value
    #expect(spinner.log.last == "ended")
  }

  @Test("A routing ends, whatever comes of it, and a spinner of a module hears that, too")
  func ends() async throws {
    let shop = try await SlowShop()
    let (module, spinner) = (Wireframe<Screen>(), Spinner())
    module.add(watcher: spinner)
    try shop.wireframe.mount(module, at: "/m")
    await #expect(throws: RoutingError.self) { try await shop.wireframe.route(to: "/nowhere") }
    #expect(spinner.log == ["began /nowhere", "ended"])
    let task = Task { try await shop.wireframe.route(to: "/products/7") }
    #expect(await eventually { spinner.log.last == "began /products/7" })
    task.cancel()
    await #expect(throws: RoutingError.self) { try await task.value }
    #expect(spinner.log.dropFirst(2) == ["began /products/7", "ended"])
    try await shop.wireframe.reevaluate()
    #expect(spinner.log.dropFirst(4) == ["began ", "ended"])
  }

  @Test("A spinner hears that an empty text was asked for, and that a sign-out asks for nothing")
  func requests() async throws {
    final class Requests: RoutingProgressWatcher {
      private(set) var texts: [String?] = []
      func didBegin(_ routing: RoutingProgress) { texts.append(routing.request?.urlText) }
    }
    let (shop, requests) = (try await SlowShop(), Requests())
    shop.wireframe.add(watcher: requests)
    await #expect(throws: RoutingError.self) { try await shop.wireframe.route(to: "") }
    try await shop.wireframe.reevaluate()
    #expect(requests.texts == ["", nil])
  }

  @Test("One spinner for several windows can tell their routings apart")
  func windows() async throws {
    final class Numbers: RoutingProgressWatcher {
      private(set) var ids: [Int] = []
      func didBegin(_ routing: RoutingProgress) { ids.append(routing.id) }
    }
    let numbers = Numbers()
    for _ in 0..<3 {
      let shop = try await SlowShop()
      shop.wireframe.add(watcher: numbers)
      try await shop.wireframe.route(to: "/help")
    }
    #expect(numbers.ids.count == 3)
    #expect(Set(numbers.ids).count == 3)
  }

  @Test("A spinner that a mounted module adds later hears of the app's routings as well")
  func addedLater() async throws {
    let (shop, module, spinner) = (try await SlowShop(), Wireframe<Screen>(), Spinner())
    try shop.wireframe.mount(module, at: "/m")
    module.add(watcher: spinner)
    try await shop.wireframe.route(to: "/help")
    #expect(spinner.log == ["began /help", "ended"])
  }

  @Test("A spinner that is removed meanwhile hears the end, and one that is added does not")
  func changedMeanwhile() async throws {
    let (shop, spinner, later) = (try await SlowShop(), Spinner(), Spinner())
    let spinning = shop.wireframe.add(watcher: spinner)
    let task = Task { try await shop.wireframe.controller(for: "/products/7") }
    #expect(await eventually { spinner.log == ["began /products/7"] })
    spinning.remove()
    shop.wireframe.add(watcher: later)
    await shop.wait(300)
    #expect(await eventually { spinner.log.count == 2 })
    await shop.answer("/products/7")
    _ = try await task.value
    #expect(spinner.log == ["began /products/7", "long: providing the controller", "ended"])
    #expect(later.log == [])
  }

  @Test("If a screen is there before its placeholder, a spinner hears if what follows takes long")
  func longAfterwards() async throws {
    let (shop, spinner, guarding) = (try await SlowShop(), Spinner(), Barrier())
    shop.wireframe.add(watcher: spinner)
    let task = Task { try await shop.wireframe.route(to: "/products/7") }
    #expect(await eventually { shop.isAsked(for: "/products/7") })
    // A guard that is added while the screen loads is asked before that is shown.
    shop.wireframe.observe { _ in
      await guarding.pass()
      return .proceed
    }
    let answer = Task { await shop.answer("/products/7") }
    await guarding.waitForArrivals()
    await shop.wait(300)
    #expect(await eventually { spinner.log == ["began /products/7", "long: observing"] })
    guarding.open()
    await answer.value
    _ = try await task.value
    #expect(shop.shown == ["Home", "Product 7"])
  }

  @Test("A routing that shows a placeholder does not take long; the screen comes with another one")
  func placeholder() async throws {
    let shop = try await SlowShop()
    let spinner = Spinner()
    shop.wireframe.add(watcher: spinner)
    let task = await shop.begin("/products/7")
    #expect(await eventually { spinner.log == ["began /products/7", "ended"] })
    await shop.wait(300)
    await shop.answer("/products/7")
    _ = try await task.value.get()
    #expect(spinner.log.dropFirst(2) == ["began /products/7", "ended"])
  }
}
