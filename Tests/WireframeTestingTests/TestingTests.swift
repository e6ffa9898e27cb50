import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeInsight
import WireframeTesting

/// The kit finds what it is for, and our own hosts and roles keep the laws.
@MainActor
struct TestingTests {
  @Test(
    "The headless host keeps the laws, whether screens are objects or values", arguments: 1...20)
  func tree(seed: Int) async throws {
    try await HostConformance.check(seed: UInt64(seed)) {
      NavigationTree<Screen>()
    } screen: {
      Screen("\($0)")
    }
    try await HostConformance.check(seed: UInt64(seed)) {
      NavigationTree<Int>()
    } screen: {
      $0
    }
  }

  /// A host with one fault.
  private final class FaultyHost: NavigationHost {
    enum Fault: CaseIterable { case silent, loud, forgetful, careless, deaf }

    private(set) var state = NavigationState<Int>()
    private let own = NavigationEvents<Int>()
    var events: NavigationEvents<Int> { fault == .deaf ? NavigationEvents() : own }
    let fault: Fault

    init(_ fault: Fault) { self.fault = fault }

    func perform(_ operation: NavigationOperation<Int>, animated: Bool) async throws {
      let before = state
      var target = before
      do {
        target = try operation.target(from: before)
      } catch {
        if fault == .careless { return }
        throw error
      }
      if fault == .forgetful, target.layers.count > 1 { target.layers.removeLast() }
      state = target
      if fault == .silent { return }
      events.send(from: before, to: state, by: .app)
      if fault == .loud { events.send(from: before, to: state, by: .app) }
    }
  }

  @Test(
    "A host that breaks a law is found, and the text says after which operations",
    arguments: [
      (0, "changes were reported, not one"), (1, "changes were reported, not one"),
      (2, "The host shows "),
      (3, "did not throw though it does not fit"), (4, "'events' is not one object"),
    ])
  func faultyHosts(fault: Int, text: String) async throws {
    let error = await #expect(throws: CheckFailure.self) {
      try await HostConformance.check {
        FaultyHost(FaultyHost.Fault.allCases[fault])
      } screen: {
        $0
      }
    }
    #expect(error?.description.contains(text) == true, "\(error?.description ?? "")")
  }

  private struct Products: ControllerProvider {
    var isGreedy = false
    var cached: Screen?
    func controller(for route: Route, option: any RoutingOption) -> Screen? {
      guard isGreedy || route.pattern == "/products/:id<int>" else { return nil }
      return cached ?? Screen("product")
    }
  }

  private let product: Route
  private let cart: Route

  init() throws {
    product = try Route("/products/42", matching: "/products/:id<int>")
    cart = try Route("/cart", matching: "/cart")
  }

  @Test("A provider makes its own screens anew, and no others")
  func providers() async throws {
    try await RoleConformance.check(Products(), makes: [product], butNot: [cart])
    let greedy = await #expect(throws: CheckFailure.self) {
      try await RoleConformance.check(Products(isGreedy: true), makes: [product], butNot: [cart])
    }
    #expect(greedy?.description == "It makes a controller for '/cart', which is not its own.")
    let cached = await #expect(throws: CheckFailure.self) {
      try await RoleConformance.check(Products(cached: Screen("one")), makes: [product])
    }
    #expect(cached?.description.hasPrefix("It makes one object for two requests") == true)
  }

  private final class Guard: RoutingObserver {
    var redirects: [RoutePattern] = []
    var isFickle = false
    private var count = 0
    let target: String
    init(to target: String) { self.target = target }
    func decision(for route: Route) -> RoutingDecision {
      count += 1
      if isFickle, count.isMultiple(of: 2) { return .proceed }
      return route.pattern == "/login" ? .proceed : .redirect(to: target)
    }
  }

  @Test("An observer answers the same twice, makes no loop, and redirects where it says")
  func observers() async throws {
    let patterns: [RoutePattern] = ["/cart", "/login"]
    try await RoleConformance.check(Guard(to: "/login"), about: [cart], in: patterns)
    try await RoleConformance.check(RecordingObserver(), about: [cart, product])
    let loop = await #expect(throws: CheckFailure.self) {
      try await RoleConformance.check(Guard(to: "/cart"), about: [cart], in: patterns)
    }
    #expect(loop?.description == "It redirects '/cart', to which it redirects '/cart': a loop.")
    let fickle = Guard(to: "/login")
    fickle.isFickle = true
    let change = await #expect(throws: CheckFailure.self) {
      try await RoleConformance.check(fickle, about: [cart])
    }
    #expect(change?.description.hasPrefix("Asked twice about '/cart', it says") == true)
    let elsewhere = Guard(to: "/login")
    elsewhere.redirects = ["/pin"]
    let undeclared = await #expect(throws: CheckFailure.self) {
      try await RoleConformance.check(elsewhere, about: [cart], in: patterns)
    }
    #expect(undeclared?.description.contains("not among its 'redirects'") == true)
  }

  private final class Fickle: RoutingOptionProvider {
    private var count = 0
    func option(for route: Route, current: (any RoutingOption)?) -> (any RoutingOption)? {
      count += 1
      return count.isMultiple(of: 2) ? .push : .modal
    }
  }

  private struct Sheets: RoutingOptionProvider {
    func option(for route: Route, current: (any RoutingOption)?) -> (any RoutingOption)? {
      route.path.first == "cart" ? .modal(.sheet) : current
    }
  }

  @Test("An option provider answers the same twice")
  func optionProviders() async throws {
    try await RoleConformance.check(Sheets(), about: [cart, product])
    await #expect(throws: CheckFailure.self) {
      try await RoleConformance.check(Fickle(), about: [cart])
    }
  }

  private struct Banner: RoutingOption {}

  private final class Banners: ControllerRoutingPresenter {
    private(set) var shown: [Screen] = []
    func present(_ controller: Screen, option: Banner, event: RoutingEvent) {
      shown.append(controller)
    }
  }

  @Test("A presenter accepts its own option only, and returns when its screen is there")
  func presenters() async throws {
    let banners = Banners()
    try await RoleConformance.check(
      banners, showing: Screen("a"), by: Banner(), butNot: [.push, .root]
    ) { !banners.shown.isEmpty }
    let error = await #expect(throws: CheckFailure.self) {
      try await RoleConformance.check(Banners(), showing: Screen("a"), by: Banner()) { false }
    }
    #expect(error?.description == "It returns before its screen is there.")
    let foreign = await #expect(throws: CheckFailure.self) {
      try await RoleConformance.check(Banners(), showing: Screen("a"), by: .push) { true }
    }
    #expect(foreign?.description == "It does not accept 'Push', its own option.")
  }

  @Test("Settled means: what was enqueued, and what that enqueued, is there")
  func settled() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    let gate = Gate()
    try shop.register("/slow", behind: gate)
    try shop.wireframe.handle("/start") { _, router in
      router.enqueue("/slow")
      router.enqueue("/a")
    }
    var changes = 0
    shop.navigation.onChange { _ in changes += 1 }
    shop.wireframe.enqueue("/start")
    Task {
      await gate.waitForArrivals()
      gate.open()
    }
    await shop.wireframe.settled()
    #expect(shop.navigation.shownTexts == ["root", "/slow", "/a"])
    #expect(shop.navigation.shownPatterns == [nil, "/slow", "/a"])
    #expect(changes == 2)
    await shop.wireframe.settled()
    #expect(changes == 2)
  }

  @Test("The router remembers what a presenter asks for, and answers as the test says")
  func router() async throws {
    let router = RecordingRouter()
    try await router.route(to: "/a")
    router.enqueue("/b")
    try await router.back()
    await router.open("app://c", origin: .customScheme)
    #expect(router.urlTexts == ["/a", "/b", "app://c"])
    #expect(router.calls.count == 4)
    let missing = try failing()
    router.answer = { _ throws(RoutingError) in
      throw missing
    }
    let error = await #expect(throws: RoutingError.self) { try await router.route(to: "/a") }
    #expect(error?.code == .noRoute)
  }

  private func failing() throws -> RoutingError {
    do {
      _ = try Route("/x", matching: "/y")
    } catch {
      return error
    }
    throw Broken()
  }

  @Test("The observer remembers calls, but no plans")
  func observer() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    let observer = RecordingObserver()
    shop.wireframe.add(observer: observer)
    _ = await shop.wireframe.plan("/a")
    #expect(observer.events.isEmpty)
    try await shop.wireframe.route(to: "/a")
    #expect(observer.takeEvents() == [.asked("/a"), .willPresent("/a"), .didRoute("/a")])
    observer.decide = { _ in .stop("no") }
    try await shop.wireframe.route(to: "/a")
    _ = try? await shop.wireframe.route(to: "tel:1")
    #expect(
      observer.events == [.asked("/a"), .didStop("/a", reason: "no"), .didFail(nil, .foreign)])
    #expect(observer.errors.map(\.code) == [.foreign])
  }

  @Test("A clock that the test moves ends a stage at its limit")
  func clock() async throws {
    let clock = WireframeTesting.ManualClock()
    let shop = try await Shop(limits: RoutingLimits(provide: .seconds(30)), clock: clock)
    try shop.register("/slow", behind: Gate())
    async let failed = shop.failure("/slow")
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(30))
    #expect(try await failed.code == .timedOut)
    #expect(clock.now.offset == .seconds(30))
  }

  @Test("A leak is named; what goes is none")
  func leaks() async throws {
    let leaks = LeakCheck()
    let kept = Screen("kept")
    leaks.watch(kept, "the kept screen")
    do { leaks.watch(Screen("gone")) }
    let error = await #expect(throws: CheckFailure.self) { try await leaks.check() }
    #expect(error?.description == "the kept screen is still alive. Who holds it?")
    withExtendedLifetime(kept) {}
  }

  @Test("A URL that leads elsewhere says why")
  func leading() async throws {
    let shop = try await Shop()
    try shop.register("/a/:id<int>")
    try shop.wireframe.check("/a/1", leadsTo: "/a/:id<int>")
    let error = #expect(throws: CheckFailure.self) {
      try shop.wireframe.check("/a/x", leadsTo: "/a/:id<int>")
    }
    #expect(
      error?.description.hasPrefix("'/a/x' does not lead to '/a/:id<int>'. No route matches")
        == true)
  }

  @Test(
    "A manifest that is checked in fails the test that kills a link, and says which, and since which route"
  )
  func manifests() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let links = ["myapp://products/42", "myapp://cart"]
    func shop(_ product: RoutePattern) async throws -> Wireframe<Screen> {
      let shop = try await Shop()
      try shop.register(product, "/cart", exposure: .external)
      return shop.wireframe
    }
    let first = await #expect(throws: CheckFailure.self) {
      try await shop("/products/:id<int>").check(against: file, links: links)
    }
    #expect(first?.description.hasSuffix("It is written now: check it in.") == true)
    try await shop("/products/:id<int>").check(against: file, links: links)
    // A route that comes is known from then on.
    let more = try await shop("/products/:id<int>")
    try more.register("/offers", exposure: .external) { _ in nil }
    let renewed = await #expect(throws: CheckFailure.self) {
      try await more.check(against: file, links: links)
    }
    #expect(
      renewed?.description == """
        added: '/offers' is new.
        No link is lost. The manifest '\(file.lastPathComponent)' is written anew: check it in.
        """)
    try await more.check(against: file, links: links)
    let lost = await #expect(throws: CheckFailure.self) {
      try await shop("/products/:id<int>").check(against: file, links: links)
    }
    #expect(lost?.description == "removed: '/offers' is gone, and its links lead nowhere.")
    let former = RouteManifest(of: try await shop("/products/:id<int>"))
    try Data(former.json.utf8).write(to: file)
    let error = await #expect(throws: CheckFailure.self) {
      try await shop("/articles/:id<int>").check(against: file, links: links)
    }
    #expect(
      error?.description == """
        removed: '/products/:id<int>' is gone, and its links lead nowhere.
        myapp://products/42: dead: noRoute: No route matches '/…'. Register a pattern for it. It led to \
        '/products/:id<int>' before.
        """)
  }

  @Test("A manifest that cannot be read is left as it is, and the failure says why")
  func unreadableManifest() async throws {
    let wireframe = Wireframe<Screen>()
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    for text in ["<<<<<<< HEAD", #"{"version": 9}"#] {
      try Data(text.utf8).write(to: file)
      let error = await #expect(throws: CheckFailure.self) {
        try await wireframe.check(against: file)
      }
      #expect(
        error?.description.hasPrefix("The manifest '\(file.lastPathComponent)' cannot be read: ")
          == true)
      #expect(error?.description.hasSuffix("or delete it and run the test again.") == true)
      #expect(try String(contentsOf: file, encoding: .utf8) == text)
    }
    try Data([0xFF, 0xFE]).write(to: file)
    await #expect(throws: CheckFailure.self) { try await wireframe.check(against: file) }
    #expect(try Data(contentsOf: file) == Data([0xFF, 0xFE]))
  }
}
