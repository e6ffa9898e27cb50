import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeInsight
import WireframeTesting

/// The kit finds what it is for.
@MainActor
@Suite(.hangsNever)
struct TestingTests {
  @Test("Settled means: what was enqueued, and what that enqueued, is there")
  func settled() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    let gate = Barrier()
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

  @Test("Settled: what waits for 'activate()' is not waited for, until it is called")
  func settledWhileSuspended() async throws {
    let shop = try await Shop(isSuspended: true)
    try shop.register("/a", "/old", "/new", exposure: .external)
    shop.wireframe.enqueue("/a")
    let old = Task { await shop.wireframe.open("myapp://old", origin: .notification) }
    #expect(await shop.wireframe.isAwaited(by: 2))
    shop.wireframe.enqueue(RoutingRequest(untrusted: "myapp://new", origin: .notification))
    await shop.wireframe.settled()
    #expect(shop.navigation.shownTexts == ["root"])
    #expect(shop.recorder.errors.map(\.code) == [.cancelled])
    #expect(await old.value.error?.code == .cancelled)
    shop.wireframe.activate()
    await shop.wireframe.settled()
    #expect(shop.navigation.shownTexts == ["root", "/a", "/new"])
  }

  @Test("Settled: a move of a host that takes its time has ended, and what follows from it, too")
  func settledAfterMoves() async throws {
    let (host, wireframe) = (SlowHost(), Wireframe<Screen>(limits: .none))
    wireframe.addStandardPresenters(on: host)
    var isFirst = true
    host.onChange { _ in
      if isFirst { Task { try await host.setRoot(Screen("second")) } }
      isFirst = false
    }
    Task { try await host.setRoot(Screen("first")) }
    await host.gate.waitForArrivals()
    var seen: [String]?
    Task {
      await wireframe.settled()
      seen = host.shownTexts
    }
    await tasksHaveBegun()
    #expect(seen == nil)
    host.gate.open()
    #expect(await eventually { seen != nil })
    #expect(seen == ["second"])
  }

  @Test("Settled: what a caller does with an answer is under way, and what follows from that")
  func settledAfterAnswers() async throws {
    let shop = try await Shop()
    try shop.register("/first", "/second", "/next", option: .modal)
    let asking = Task {
      for url in ["/first", "/second"] {
        #expect(try await shop.wireframe.answer(to: url, as: Int.self) == nil)
      }
      try await shop.wireframe.route(to: "/next")
    }
    for url in ["/first", "/second"] {
      await tasksHaveBegun()
      await shop.wireframe.settled()
      #expect(shop.navigation.shownTexts == ["root", url])
      try shop.navigation.performAsUser(.dismiss(1))
    }
    await shop.wireframe.settled()
    #expect(shop.navigation.shownTexts == ["root", "/next"])
    try await asking.value
  }

  @Test("Settled: a leave guard that is asked is under way; two tests may wait at a time")
  func settledAfterGuards() async throws {
    let shop = try await Shop()
    try shop.register("/draft")
    try await shop.wireframe.route(to: "/draft")
    let gate = Barrier()
    shop.wireframe.observeLeaving { _ in
      await gate.pass()
      return .leave
    }
    let move = Task { try await shop.wireframe.back() }
    await gate.waitForArrivals()
    var ended = 0
    let waiting = (0..<2).map { _ in
      Task {
        await shop.wireframe.settled()
        #expect(shop.navigation.shownTexts == ["root"])
        ended += 1
      }
    }
    await tasksHaveBegun()
    #expect(ended == 0)
    gate.open()
    for task in waiting { await task.value }
    try await move.value
  }

  @Test("Settled: a lock that a sign-out asks before its turn is under way")
  func settledAfterLock() async throws {
    let (shop, gate) = (try await Shop(), Barrier())
    try shop.register("/locked")
    let lock = Gate(at: "/locked", covers: true) {
      await gate.pass()
      return true
    }
    try await shop.wireframe.add(lock: lock)
    let signOut = Task { try await shop.wireframe.reevaluate() }
    await gate.waitForArrivals()
    var isSettled = false
    let settling = Task {
      await shop.wireframe.settled()
      isSettled = true
    }
    await tasksHaveBegun()
    #expect(!isSettled)
    gate.open()
    await settling.value
    _ = try await signOut.value
  }

  @Test("Settled: other requests that wait at the same time are joined as if nobody waited")
  func settledJoins() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.register("/a", behind: gate)
    let first = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    let settled = Task { await shop.wireframe.settled() }
    await tasksHaveBegun()
    let second = Task { try await shop.wireframe.route(to: "/a") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    await settled.value
    #expect(shop.navigation.shownTexts == ["root", "/a"])
    #expect(try await first.value.controller === second.value.controller)
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
    _ = try await router.resume(after: Gate(at: "/login") { true })
    _ = try await router.resume(after: "login")
    try await router.dismissAll()
    try await router.backToRoot()
    #expect(
      router.calls.suffix(4).map(\.description) == [
        "resume after a gate", "resume after login", "dismissAll", "backToRoot",
      ])
    let missing = try failing()
    router.answer = { _ throws(RoutingError) in
      throw missing
    }
    let error = await #expect(throws: RoutingError.self) { try await router.route(to: "/a") }
    #expect(error?.code == .noRoute)
  }

  @Test("What the router can route to is what the test says, whatever it answers")
  func knownURLs() throws {
    let router = RecordingRouter()
    #expect(router.canRoute(to: "/a"))
    let missing = try failing()
    router.answer = { _ throws(RoutingError) in
      throw missing
    }
    #expect(router.canRoute(to: "/a"))
    router.knows = { $0.urlText == "/b" }
    #expect(!router.canRoute(to: "/a") && router.canRoute(to: "/b") && router.calls.isEmpty)
  }

  @Test(
    "The router answers with the path that was asked for, whatever its source is",
    arguments: [
      Case("/", []), Case("/a/1?x=y#z", ["a", "1"]), Case("app://x/1", ["x", "1"]),
      Case("app:/x/1", ["x", "1"]), Case("https://example.com", []),
      Case("HTTPS://Example.com:8443/x/%31?y", ["x", "1"]),
    ])
  func answers(row: SegmentsCase) async throws {
    let summary = try await RecordingRouter().route(
      to: row.given, payload: ["who": "me"])
    #expect(summary.route.path == row.expected && summary.route.urlText == row.given)
    #expect(summary.route.payload["who", as: String.self] == "me")
  }

  @Test(
    "The router throws for what no wireframe takes",
    arguments: [
      Case("a/b", RoutingError.Code.rejected), Case("//a", .rejected), Case("app:x", .rejected),
      Case("/a/%ZZ", .rejected), Case("http://a/b", .invalidSource), Case("", .rejected),
    ])
  func refusals(row: Case<String, RoutingError.Code>) async {
    let error = await #expect(throws: RoutingError.self) {
      try await RecordingRouter().route(to: row.given)
    }
    #expect(error?.code == row.expected)
  }

  @Test("The router throws for what no wireframe takes from outside")
  func refusalsFromOutside() async throws {
    let router = RecordingRouter()
    #expect(await router.open("/cart", origin: .customScheme).error?.code == .rejected)
    var request = RoutingRequest(untrusted: "app://cart", origin: .customScheme)
    _ = try await router.perform(request)
    request.payload = ["who": "me"]
    let filled = request
    let refused = await #expect(throws: RoutingError.self) { try await router.perform(filled) }
    #expect(refused?.code == .rejected)
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
    #expect(observer.events == [.asked("/a"), .willPresent("/a"), .didRoute("/a")])
    observer.events = []
    observer.decide = { _ in .stop("no") }
    try await shop.wireframe.route(to: "/a")
    _ = try? await shop.wireframe.route(to: "tel:1")
    #expect(
      observer.events == [.asked("/a"), .didStop("/a", reason: "no"), .didFail(nil, .foreign)])
    #expect(observer.errors.map(\.code) == [.foreign])
  }

  @Test("A service of the app sleeps on a clock that the test moves, on whatever actor it runs")
  func clockOfService() async throws {
    let clock = WireframeTesting.ManualClock()
    let start = clock.now
    let service = Task.detached {
      try await clock.sleep(for: .seconds(1))
      return start.duration(to: clock.now)
    }
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(2))
    #expect(try await service.value == .seconds(2))
  }

  @Test("A clock that the test moves ends a stage at its limit")
  func clock() async throws {
    let clock = WireframeTesting.ManualClock()
    let start = clock.now
    let shop = try await Shop(limits: RoutingLimits(provide: .seconds(30)), clock: clock)
    try shop.register("/slow", behind: Barrier())
    async let failed = shop.failure("/slow")
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(30))
    #expect(try await failed.code == .timedOut)
    #expect(start.duration(to: clock.now) == .seconds(30))
  }

  @Test("A test whose limit has passed waits neither for what is under way nor for sleepers")
  func cancelledWaits() async throws {
    let (shop, clock) = (try await Shop(), WireframeTesting.ManualClock())
    let gate = Barrier()
    try shop.register("/slow", behind: gate)
    let routing = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    var ended: Set<String> = []
    let waits = [
      Task {
        await shop.wireframe.settled()
        ended.insert("settled")
      },
      Task {
        await clock.waitForSleepers(1)
        ended.insert("clock")
      },
    ]
    await tasksHaveBegun()
    #expect(ended.isEmpty)
    for wait in waits { wait.cancel() }
    #expect(await eventually { ended == ["settled", "clock"] })
    gate.open()
    _ = try await routing.value
  }

  @Test("A sleeper that is cancelled is none from then on: a test waits for the next one")
  func cancelledSleeperCountsNoMore() async throws {
    let clock = WireframeTesting.ManualClock()
    let deadline = clock.now.advanced(by: .seconds(1))
    let former = Task { try await clock.sleep(until: deadline, tolerance: nil) }
    await clock.waitForSleepers(1)
    var hasBegun = false
    let next = Task {
      hasBegun = true
      try await clock.sleep(until: deadline, tolerance: nil)
    }
    former.cancel()
    await clock.waitForSleepers(1)
    #expect(hasBegun)
    clock.advance(by: .seconds(1))
    try await next.value
    await #expect(throws: CancellationError.self) { try await former.value }
  }

  @Test("A sleeper that is cancelled wakes at once, whether before it sleeps or meanwhile")
  func cancelledSleepers() async throws {
    let clock = WireframeTesting.ManualClock()
    let deadline = clock.now.advanced(by: .seconds(1))
    // The cancellation races with the sleep: of many, some are cancelled first.
    let early = (0..<200).map { _ in
      Task.detached {
        withUnsafeCurrentTask { $0?.cancel() }
        try await clock.sleep(until: deadline, tolerance: nil)
      }
    }
    for task in early { await #expect(throws: CancellationError.self) { try await task.value } }
    let late = Task { try await clock.sleep(until: deadline, tolerance: nil) }
    await clock.waitForSleepers(1)
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
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

  @Test("What a task lets go of as it ends is no leak, also on a busy machine")
  func lateRelease() async throws {
    let leaks = LeakCheck()
    let holder = Task { [screen = Screen("late")] in
      leaks.watch(screen)
      for _ in 0..<2_000 { await tasksHaveBegun() }
      withExtendedLifetime(screen) {}
    }
    await tasksHaveBegun()
    try await leaks.check()
    await holder.value
  }

  @Test("A URL that leads elsewhere says why")
  func leading() async throws {
    let shop = try await Shop()
    try shop.register("/a/:id<int>")
    try shop.register("/a/:name")
    try shop.wireframe.check("/a/1", leadsTo: "/a/:id<int>")
    let other = #expect(throws: CheckFailure.self) {
      try shop.wireframe.check("/a/x", leadsTo: "/a/:id<int>")
    }
    #expect(
      other?.description.hasPrefix("'/a/x' does not lead to '/a/:id<int>'. '/a/:name' matches.")
        == true)
    let error = #expect(throws: CheckFailure.self) {
      try shop.wireframe.check("/b", leadsTo: "/a/:id<int>")
    }
    #expect(
      error?.description.hasPrefix("'/b' does not lead to '/a/:id<int>'. No route matches")
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
    // A closed route is no promise to anybody.
    try more.register("/internal") { _ in nil }
    try await more.check(against: file, links: links)
    // A link that no manifest promises may be dead all the same.
    let dead = await #expect(throws: CheckFailure.self) {
      try await more.check(against: file, links: ["myapp://internal"])
    }
    #expect(dead?.description.hasPrefix("myapp://internal: dead: notExposed: ") == true)
    let lost = await #expect(throws: CheckFailure.self) {
      try await shop("/products/:id<int>").check(against: file, links: links)
    }
    let advice =
      "If the changes are meant, delete the manifest '\(file.lastPathComponent)' and run the test again."
    #expect(
      lost?.description == "removed: '/offers' is gone, and its links lead nowhere.\n" + advice)
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
        \(advice)
        """)
  }

  @Test(
    "An old name, a source, a route with links of a closed one, and one that is on again: all become known, too"
  )
  func newLinks() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
    defer { try? FileManager.default.removeItem(at: file) }
    func app(_ sources: URLSource...) throws -> Wireframe<Screen> {
      let app = Wireframe<Screen>(sources: sources, limits: .none)
      try app.register("/accounts/:id<int>", exposure: .external) { _ in nil }
      try app.register("/:page") { _ in nil }
      return app
    }
    func expect(
      _ news: String..., of app: Wireframe<Screen>, since former: Wireframe<Screen>
    ) async throws {
      try Data(RouteManifest(of: former).json.utf8).write(to: file)
      let error = await #expect(throws: CheckFailure.self) { try await app.check(against: file) }
      let advice =
        "No link is lost. The manifest '\(file.lastPathComponent)' is written anew: check it in."
      #expect(error?.description == (news + [advice]).joined(separator: "\n"))
      try await app.check(against: file)
    }
    let (named, more, off) = (try app("myapp:"), try app("myapp:"), try app("myapp:"))
    try named.alias("/konto/:id<int>", for: "/accounts/:id<int>")
    try await expect(
      "added: '/konto/:id<int>' is an old name of '/accounts/:id<int>' now.", of: named,
      since: app("myapp:"))
    try await expect(of: app("myapp:", "https://example.com"), since: app("myapp:"))
    try more.register("/offers", exposure: .external) { _ in nil }
    try await expect(
      "shadowed: Some links of '/:page' lead to '/offers' now, which is more specific.", of: more,
      since: app("myapp:"))
    off.switches.disable(.pattern("/accounts/:id<int>"))
    try await expect(of: app("myapp:"), since: off)
    // A family, whose emoji has invisible characters.
    let (web, open) = (try app("myapp:"), try app("myapp:"))
    try web.register("/👨‍👩‍👧", exposure: .only(.universalLink)) { _ in nil }
    try open.register("/👨‍👩‍👧", exposure: .external) { _ in nil }
    try await expect(
      "opened: Links of '/👨%E2%80%8D👩%E2%80%8D👧' may come from: external; before from: universalLink.",
      of: open,
      since: web)
  }

  @Test("A manifest that cannot be read is left as it is, and the failure says why")
  func unreadableManifest() async throws {
    let wireframe = Wireframe<Screen>(limits: .none)
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

/// A host whose moves wait for a test, as for a transition.
@MainActor
private final class SlowHost: NavigationHost {
  private(set) var state = NavigationState<Screen>()
  let events = NavigationEvents<Screen>()
  let gate = Barrier()
  private let moves = MoveQueue()

  func perform(_ operation: NavigationOperation<Screen>, animated: Bool) async throws {
    try await moves.enter()
    defer { moves.leave() }
    await gate.pass()
    let before = state
    state = try operation.target(from: state)
    events.send(from: before, to: state, by: .app)
  }
}
