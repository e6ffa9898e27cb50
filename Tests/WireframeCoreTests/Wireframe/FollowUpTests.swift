import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// What observers and roles ask for while something else is under way.
@MainActor
@Suite(.hangsNever)
struct FollowUpTests {
  @Test(
    "An observer that enqueues on 'busy' is not told for ever: what it enqueues waits for its turn")
  func busyAndEnqueued() async throws {
    let shop = try await Shop(policy: .rejectWhileBusy)
    let gate = Barrier()
    try shop.register("/a", behind: gate)
    try shop.register("/b", "/error", exposure: .external)
    let observer = EnqueuesOnFailure()
    shop.wireframe.add(watcher: observer)
    let a = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    #expect(await shop.wireframe.open("myapp://b", origin: .customScheme).error?.code == .busy)
    gate.open()
    _ = try await a.value
    #expect(await eventually { shop.shown == ["root", "/a", "/error"] })
    #expect(observer.told == 1)
  }

  @available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test("What is enqueued in an announcement waits for its turn, also after an announcement within")
  func nestedAnnouncement() async throws {
    final class AsksAgain: RoutingWatcher {
      var told = 0
      func didFail(_ error: RoutingError, route: Route?, router: any Router) {
        told += 1
        guard told == 1 else { return }
        // Refused while the first refusal is announced.
        Task.immediate { _ = try? await router.route(to: "/c") }
        router.enqueue("/b")
      }
    }
    let shop = try await Shop(policy: .rejectWhileBusy)
    let gate = Barrier()
    try shop.register("/a", behind: gate)
    try shop.register("/b", "/c")
    let watcher = AsksAgain()
    shop.wireframe.add(watcher: watcher)
    let a = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    #expect(try await shop.failure("/c").code == .busy)
    gate.open()
    _ = try await a.value
    await shop.wireframe.settled()
    #expect(shop.shown == ["root", "/a", "/b"])
    #expect(watcher.told == 2)
  }

  @Test("Where nothing more can wait for the UI, an observer that enqueues gets one report")
  func fullAndEnqueued() async throws {
    let shop = try await Shop(isSuspended: true)
    try shop.register("/:n")
    let observer = EnqueuesOnFailure()
    shop.wireframe.add(watcher: observer)
    for number in 0...100 { shop.wireframe.enqueue("/\(number)") }
    await shop.wireframe.settled()
    #expect(observer.told == 1)
    shop.wireframe.activate()
    try await shop.wireframe.route(to: "/last")
    #expect(shop.shown.count == 102)
  }

  @Test(
    "Before the UI is there, nothing is busy and nothing of the app's own is cancelled",
    arguments: [RoutingPolicy.rejectWhileBusy, .latestWins])
  func policiesBeginWithTheUI(policy: RoutingPolicy) async throws {
    let shop = try await Shop(policy: policy, isSuspended: true)
    try shop.register("/own", "/old", "/new", exposure: .external)
    shop.wireframe.enqueue("/own")
    let old = Task { await shop.wireframe.open("myapp://old", origin: .notification) }
    #expect(await shop.wireframe.isAwaited(by: 2))
    let new = Task { await shop.wireframe.open("myapp://new", origin: .notification) }
    await tasksHaveBegun()
    #expect(await shop.wireframe.isAwaited(by: 2))
    shop.wireframe.activate()
    #expect(await old.value.error?.code == .cancelled)
    #expect(await new.value.result != nil)
    #expect(shop.shown == ["root", "/own", "/new"])
  }

  @Test("latestWins: what a role enqueues does not cancel what the user asked for meanwhile")
  func followUpsSpareTheUser() async throws {
    let shop = try await Shop(policy: .latestWins)
    let gate = Barrier()
    try shop.register("/a", "/tapped", "/badge")
    shop.wireframe.add(presenter: SlowPresenter(gate))
    shop.wireframe.add(
      watcher: Follows { event in
        if event.route.pattern == "/a" { event.router.enqueue("/badge") }
      })
    let a = Task { try await shop.wireframe.route(to: "/a", option: Slow()) }
    await gate.waitForArrivals()
    let tapped = Task { try await shop.wireframe.route(to: "/tapped") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    _ = try await a.value
    #expect(try await tapped.value.outcome == .presented)
    #expect(await eventually { shop.shown == ["root", "/tapped", "/badge"] })
  }

  @Test(
    "What a provider enqueues behind its placeholder waits for its turn, and replaces nothing",
    arguments: [RoutingPolicy.rejectWhileBusy, .latestWins])
  func enqueuedBehindPlaceholder(policy: RoutingPolicy) async throws {
    var limits = RoutingLimits.none
    limits.placeholder = .zero
    let shop = try await Shop(policy: policy, limits: limits, clock: ManualClock())
    let (server, gate) = (Barrier(), Barrier())
    try shop.wireframe.register("/product") { _, router in
      await server.pass()
      router.enqueue("/news")
      return Screen("product")
    }
    shop.wireframe.addPlaceholder(for: "/product") { _, _ in Screen("loading") }
    try shop.register("/slow", behind: gate)
    try shop.register("/news")
    let product = Task { try await shop.wireframe.route(to: "/product") }
    #expect(await eventually { shop.shown == ["root", "loading"] })
    let slow = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    server.open()
    #expect(await shop.wireframe.isAwaited(by: 1))
    gate.open()
    _ = try await product.value
    #expect(try await slow.value.outcome == .presented)
    await shop.wireframe.settled()
    #expect(shop.shown == ["root", "product", "/slow", "/news"])
  }

  @Test("latestWins: an observer that enqueues on each failure is not told for ever")
  func supersededAndEnqueued() async throws {
    let (shop, gate) = (try await Shop(policy: .latestWins), Barrier())
    try shop.register("/a", "/b", "/c", "/d", "/error")
    shop.wireframe.add(presenter: SlowPresenter(gate))
    let observer = EnqueuesOnFailure()
    shop.wireframe.add(watcher: observer)
    let a = Task { try await shop.wireframe.route(to: "/a", option: Slow()) }
    await gate.waitForArrivals()
    let taps = ["/b", "/c", "/d"].map { path in
      Task { _ = try await shop.wireframe.route(to: path) }
    }
    // The last tap, and what was asked for since: once for each of the others.
    #expect(await shop.wireframe.isAwaited(by: 3))
    gate.open()
    _ = try await a.value
    for tap in taps { _ = await tap.result }
    #expect(await eventually { shop.shown == ["root", "/d", "/error", "/error"] })
    #expect(observer.told == 2)
  }

  @Test(
    "What is enqueued and joined a routing is not lost when its caller gives up; places are kept")
  func heirs() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.register("/slow", behind: gate)
    try shop.register("/x", "/y")
    let slow = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    let x = Task { try await shop.wireframe.route(to: "/x") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    shop.wireframe.enqueue("/x")
    let y = Task { try await shop.wireframe.route(to: "/y") }
    #expect(await shop.wireframe.isAwaited(by: 3))
    x.cancel()
    _ = await x.result
    gate.open()
    _ = try await slow.value
    _ = try await y.value
    #expect(shop.shown == ["root", "/slow", "/x", "/y"])
  }

  @Test("Who takes over a routing that ran comes before those that waited behind it")
  func heirsOfRunningRoutings() async throws {
    let shop = try await Shop()
    let gate = Barrier()
    try shop.register("/x", behind: gate)
    try shop.register("/y")
    let first = Task { try await shop.wireframe.route(to: "/x") }
    await gate.waitForArrivals()
    let second = Task { try await shop.wireframe.route(to: "/x") }
    #expect(await shop.wireframe.isAwaited(by: 1))
    let y = Task { try await shop.wireframe.route(to: "/y") }
    #expect(await shop.wireframe.isAwaited(by: 2))
    first.cancel()
    gate.open()
    let error = await #expect(throws: RoutingError.self) { _ = try await first.value }
    #expect(error?.code == .cancelled)
    _ = try await second.value
    _ = try await y.value
    #expect(shop.shown == ["root", "/x", "/y"])
  }

  @Test("What is enqueued and waits does not keep the wireframe alive")
  func enqueuedKeepsNothing() async throws {
    weak var wireframe: Wireframe<Screen>?
    do {
      let own = Wireframe<Screen>(isSuspended: true)
      own.enqueue("/a")
      wireframe = own
      await tasksHaveBegun()
    }
    #expect(await eventually { wireframe == nil })
  }

  @Test("Any priority will do, the least and the greatest")
  func extremePriorities() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    var asked: [String] = []
    func note(_ name: String) -> RoutingDecision {
      asked.append(name)
      return .proceed
    }
    shop.wireframe.observe(priority: .min) { _ in note("min") }
    shop.wireframe.observe(priority: .max) { _ in note("max") }
    shop.wireframe.observe(priority: .min) { _ in note("min again") }
    try await shop.wireframe.route(to: "/a")
    #expect(asked == ["max", "min", "min again"])
  }
}

/// Routes to '/error' after each failure.
private final class EnqueuesOnFailure: RoutingWatcher {
  var told = 0
  func didFail(_ error: RoutingError, route: Route?, router: any Router) {
    told += 1
    if told < 1000 { router.enqueue("/error") }
  }
}

private struct Follows: RoutingWatcher {
  let follow: @MainActor (RoutingEvent) -> Void
  func didRoute(_ event: RoutingEvent) { follow(event) }
}
