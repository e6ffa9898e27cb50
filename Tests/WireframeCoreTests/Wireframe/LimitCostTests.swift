import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// What limits cost, counted by a clock, and what they do to roles that hang.
@MainActor
@Suite(.hangsNever)
struct LimitCostTests {
  private let clock = CountingClock()

  @available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test("What answers at once sets no timer and asks no clock", arguments: [false, true])
  func nothingForNothing(hasPlaceholder: Bool) async throws {
    let shop = try await Shop(
      limits: RoutingLimits(decide: .seconds(1), provide: .seconds(1), present: .seconds(1)),
      clock: clock)
    try shop.register("/a", tags: [.requiresLogin])
    try shop.wireframe.handle("/b") { _ in }
    shop.wireframe.observe { _ in .proceed }
    shop.wireframe.observeLeaving { _ in .leave }
    shop.wireframe.addGate(for: .requiresLogin, at: "/login") { true }
    if hasPlaceholder { shop.wireframe.addPlaceholder { _, _ in Screen("placeholder") } }
    for _ in 0..<3 {
      try await shop.wireframe.route(to: "/a", option: .replaceTop)
      try await shop.wireframe.route(to: "/b")
    }
    #expect(clock.reads == 0)
    #expect(clock.sleeps == 0)
  }

  @Test(
    "A leave guard of a move that was cancelled before sees the cancellation from its start",
    .onEverySystem)
  func cancelledBefore() async throws {
    let shop = try await Shop(limits: RoutingLimits(decide: .seconds(5)), clock: clock)
    try shop.register("/a")
    try await shop.wireframe.route(to: "/a")
    var seen: [Bool] = []
    shop.wireframe.observeLeaving { _ in
      seen.append(Task.isCancelled)
      return .leave
    }
    let move = Task { try await shop.navigation.pop() }
    move.cancel()
    _ = await move.result
    #expect(seen == [true])
  }

  @available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)
  @Test("A routing that its own stage replaces at once ends, whatever the stage does then")
  func replacedAtOnce() async throws {
    let shop = try await Shop(
      policy: .latestWins, limits: RoutingLimits(provide: .seconds(5)), clock: clock)
    try shop.register("/b")
    let gate = Barrier()
    var later: Task<RoutingResult<Screen>, any Error>?
    try shop.wireframe.register("/a") { _ in
      later = Task.immediate { try await shop.wireframe.route(to: "/b") }
      await gate.pass()
      return Screen("/a")
    }
    let error = try await shop.failure("/a")
    #expect(error.code == .cancelled)
    #expect(try await later?.value.outcome == .presented)
    #expect(shop.shown == ["root", "/b"])
    gate.open()
  }

  @Test(
    "A leave guard or a gate that thinks for ever ends with the limit for decisions",
    .onEverySystem,
    arguments: ["leave guard", "gate"])
  func deciders(role: String) async throws {
    let shop = try await Shop(limits: RoutingLimits(decide: .seconds(5)), clock: clock)
    try shop.register("/a", tags: [.requiresLogin])
    let gate = Barrier()
    let registration =
      if role == "gate" {
        shop.wireframe.addGate(for: .requiresLogin, at: "/login") {
          await gate.pass()
          return true
        }
      } else {
        shop.wireframe.observeLeaving { _ in
          await gate.pass()
          return .leave
        }
      }
    let routing = Task { try await shop.wireframe.route(to: "/a", option: .replaceTop) }
    await gate.waitForArrivals()
    await clock.manual.waitForSleepers(1)
    clock.manual.advance(by: .seconds(5))
    let error = await #expect(throws: RoutingError.self) { try await routing.value }
    #expect(error?.code == .timedOut)
    registration.remove()
    gate.open()
    try await shop.wireframe.route(to: "/a", option: .replaceTop)
    #expect(shop.shown == ["/a"])
    #expect(
      shop.recorder.events.filter { $0.hasPrefix("did") } == ["didFail /a timedOut", "didRoute /a"])
  }

  @Test("For all that is watched, one task sleeps until the oldest deadline")
  func oneSleeper() async {
    let watchdog = Watchdog(clock: clock)
    let (first, second) = (Barrier(), Barrier())
    let watch = watchdog.watch(for: .seconds(5)) { first.open() }
    let other = watchdog.watch(for: .seconds(9)) { second.open() }
    await clock.manual.waitForSleepers(1)
    clock.manual.advance(by: .seconds(5))
    await first.pass()
    #expect(!second.isOpen)
    await clock.manual.waitForSleepers(1)
    #expect(clock.sleeps == 2)
    clock.manual.advance(by: .seconds(4))
    await second.pass()
    watch.remove()
    other.remove()
  }

  @Test("A watchdog that goes wakes its sleeper")
  func sleeperOfNobody() async {
    var watchdog: Watchdog? = Watchdog(clock: clock)
    _ = watchdog?.watch(for: .seconds(5)) {}
    await clock.manual.waitForSleepers(1)
    watchdog = nil
    #expect(await eventually { clock.sleepers == 0 })
  }

  private final class Progress: RoutingProgressWatcher {}

  @Test(
    "Once a screen is there in time, no timer runs on for its placeholder, or for who hears of it",
    arguments: [false, true])
  func timerOfPlaceholder(isWatched: Bool) async throws {
    let shop = try await Shop(limits: RoutingLimits(provide: nil), clock: clock)
    let slow = Barrier()
    try shop.register("/a", behind: slow)
    if isWatched {
      shop.wireframe.add(watcher: Progress())
    } else {
      shop.wireframe.addPlaceholder { _, _ in Screen("placeholder") }
    }
    let routing = Task { try await shop.wireframe.route(to: "/a") }
    await clock.manual.waitForSleepers(1)
    slow.open()
    _ = try await routing.value
    #expect(await eventually { clock.sleepers == 0 })
    #expect(shop.shown == ["root", "/a"])
  }

  @Test("Once a placeholder has left, no timer runs on for its screen")
  func timerOfFormerPlaceholder() async throws {
    let shop = try await Shop(limits: RoutingLimits(provide: .seconds(30)), clock: clock)
    let slow = Barrier()
    try shop.register("/a", behind: slow)
    shop.wireframe.addPlaceholder { _, _ in Screen("placeholder") }
    let routing = Task { try await shop.wireframe.route(to: "/a") }
    await clock.manual.waitForSleepers(1)
    clock.manual.advance(by: .milliseconds(300))
    #expect(await eventually { shop.shown == ["root", "placeholder"] })
    try await shop.wireframe.back()
    #expect(try await failure { try await routing.value }.code == .cancelled)
    #expect(await eventually { clock.sleepers == 0 })
    slow.open()
  }

  @Test("A race keeps nothing of its error once that is thrown")
  func thrownError() async throws {
    final class Failure: Error {}
    let race = Race()
    weak var failure: Failure?
    do {
      let error = Failure()
      failure = error
      race.finish(throwing: error)
    }
    await #expect(throws: Failure.self) { try await race.end() }
    #expect(failure == nil)
    withExtendedLifetime(race) {}
  }

  @Test("Once a restoration has ended, no timer runs on")
  func timerOfRestoration() async throws {
    let shop = try await Shop(limits: RoutingLimits(provide: .seconds(30)), clock: clock)
    let slow = Barrier()
    try shop.wireframe.register("/a", option: .root) { _ in Screen("/a") }
    try await shop.wireframe.route(to: "/a")
    let saved = try shop.wireframe.savedState()
    shop.wireframe.observe { _ in
      await slow.pass()
      return .proceed
    }
    let restoring = Task { try await shop.wireframe.restore(saved, trusting: true) }
    await clock.manual.waitForSleepers(1)
    slow.open()
    _ = try await restoring.value
    #expect(await eventually { clock.sleepers == 0 })
  }

  @Test("An earlier deadline comes first; what is removed before its deadline is not called")
  func earlier() async {
    let watchdog = Watchdog(clock: clock)
    let (early, late, last) = (Barrier(), Barrier(), Barrier())
    let watch = watchdog.watch(for: .seconds(9)) { late.open() }
    let earlier = watchdog.watch(for: .seconds(5)) { early.open() }
    await clock.manual.waitForSleepers(1)
    clock.manual.advance(by: .seconds(5))
    await early.pass()
    earlier.remove()
    watch.remove()
    let final = watchdog.watch(for: .seconds(20)) { last.open() }
    await clock.manual.waitForSleepers(1)
    clock.manual.advance(by: .seconds(20))
    await last.pass()
    final.remove()
    #expect(!late.isOpen)
  }
}

/// A clock that a test moves, and that counts its uses.
private struct CountingClock: Clock {
  @MainActor
  private final class Counter {
    var reads = 0
    var sleeps = 0
    var sleepers = 0
  }

  let manual: ManualClock
  private let counter: Counter

  @MainActor
  init() {
    manual = ManualClock()
    counter = Counter()
  }

  @MainActor var reads: Int { counter.reads }
  @MainActor var sleeps: Int { counter.sleeps }
  @MainActor var sleepers: Int { counter.sleepers }

  var minimumResolution: Duration { manual.minimumResolution }

  var now: ContinuousClock.Instant {
    MainActor.assumeIsolated {
      counter.reads += 1
      return manual.now
    }
  }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    try await countedSleep(until: deadline)
  }

  @MainActor
  private func countedSleep(until deadline: ContinuousClock.Instant) async throws {
    counter.sleeps += 1
    counter.sleepers += 1
    defer { counter.sleepers -= 1 }
    try await manual.sleep(until: deadline, tolerance: nil)
  }
}
