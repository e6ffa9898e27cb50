import TestSupport
import Testing
import WireframeCore

/// Many routings at once, and what they leave behind.
@MainActor
@Suite(.hangsNever)
struct LoadTests {
  /// A wireframe in which the number of a call decides what becomes of it.
  @MainActor
  private final class World {
    let wireframe: Wireframe<Screen>
    let navigation = NavigationTree<Screen>()
    private(set) var running = 0
    private(set) var most = 0
    private(set) var routed = 0

    init(limits: RoutingLimits = .none) async throws {
      var limits = limits
      limits.waitingLinks = .max
      wireframe = Wireframe(sources: ["myapp:"], defaultOption: .replaceTop, limits: limits)
      wireframe.addStandardPresenters(on: navigation)
      try await navigation.setRoot(Screen("root"))
      try wireframe.register("/shown/:n", exposure: .external) { [unowned self] route in
        running += 1
        most = max(most, running)
        await Task.yield()
        running -= 1
        return Screen("\(try route["n"] as Int)")
      }
      try wireframe.handle("/handled/:n", exposure: .external) { _ in await Task.yield() }
      try wireframe.register("/broken/:n", exposure: .external) { _ in throw Broken() }
      try wireframe.register("/closed/:n") { _ in Screen("closed") }
      try wireframe.register("/stopped/:n", tags: ["stopped"], exposure: .external)
      try wireframe.register("/moved/:n", tags: ["moved"], exposure: .external)
      wireframe.observe(tag: "stopped") { _ in .stop("stop") }
      wireframe.observe(tag: "moved") { .redirect(to: "/shown/\(try $0["n"] as Int)") }
      wireframe.add(watcher: Ends { [unowned self] in routed += 1 })
    }

    static let kinds = [
      "shown", "handled", "broken", "closed", "stopped", "moved", "nothing", "shown//x",
    ]

    /// Every hundredth call brings a route of its own, which the next one uses.
    func register(_ number: Int) throws {
      guard number.isMultiple(of: 100) else { return }
      try wireframe.register(RoutePattern("/extra\(number + 1)/:n"), exposure: .external) { _ in
        Screen("extra")
      }
    }

    func call(_ number: Int) async -> String {
      let kind = number % 100 == 1 ? "extra\(number)" : Self.kinds[number % Self.kinds.count]
      let outcome = await wireframe.open("myapp://\(kind)/\(number)", origin: .customScheme)
      switch outcome {
      case .handled(let result): return "\(number) \(result.outcome) \(result.route.urlText)"
      case .foreign: return "\(number) foreign"
      case .refused(let error), .failed(let error): return "\(number) \(error.code)"
      }
    }
  }

  private static let calls = Load.isFull ? 10_000 : 500

  @Test(
    "Concurrent calls, with registrations between them, end once each, as in a serial run",
    arguments: [RoutingLimits.none, RoutingLimits(decide: .seconds(600), provide: .seconds(600))])
  func concurrentCalls(limits: RoutingLimits) async throws {
    let serial = try await World()
    var expected: [String] = []
    for number in 0..<Self.calls {
      try serial.register(number)
      expected.append(await serial.call(number))
    }
    #expect(Set(expected.map { $0.split(separator: " ")[1] }).count >= 7)

    let world = try await World(limits: limits)
    var results: [Int: [String]] = [:]
    var calls: [Task<Void, Never>] = []
    for number in 0..<Self.calls {
      try world.register(number)
      let end = { @MainActor (result: String) in results[number, default: []].append(result) }
      // From the main actor and from elsewhere alike.
      calls.append(
        number.isMultiple(of: 3)
          ? Task.detached { await end(world.call(number)) }
          : Task { end(await world.call(number)) })
    }
    for call in calls { await call.value }
    #expect(results.values.allSatisfy { $0.count == 1 })
    #expect((0..<Self.calls).map { results[$0]?.first } == expected)
    #expect(world.most == 1)
    #expect(world.routed == Self.calls)
    try await world.wireframe.route(to: "/shown/1")
    #expect(world.navigation.state.top?.controller.description == "1")
  }

  @Test("Of many concurrent calls, those that are cancelled end as cancelled or as the others do")
  func concurrentCancellation() async throws {
    let world = try await World()
    for number in stride(from: 0, to: Self.calls, by: 100) { try world.register(number) }
    var random = SplitMix64(seed: 4)
    var doomed: Set<Int> = []
    let tasks = (0..<Self.calls).map { number in Task { await world.call(number) } }
    for (number, task) in tasks.enumerated() where random.next() % 3 == 0 {
      if random.next() % 50 == 0 { await Task.yield() }
      doomed.insert(number)
      task.cancel()
    }
    let serial = try await World()
    for number in stride(from: 0, to: Self.calls, by: 100) { try serial.register(number) }
    var cancelled = 0
    for (number, task) in tasks.enumerated() {
      let result = await task.value
      if result == "\(number) cancelled" {
        #expect(doomed.contains(number))
        cancelled += 1
      } else if number % 16 == 0 || doomed.contains(number) {
        #expect(result == (await serial.call(number)))
      }
    }
    #expect(cancelled > Self.calls / 10)
    #expect(cancelled <= doomed.count)
    #expect(world.most == 1)
  }

  @Test("Many routings leave no object behind: screens, closures, payloads, the wireframe itself")
  func nothingIsLeft() async throws {
    let census = Census()
    weak var wireframe: Wireframe<Screen>?
    do {
      let navigation = NavigationTree<Screen>()
      let own = Wireframe<Screen>(sources: ["myapp:"], limits: .none)
      wireframe = own
      own.addStandardPresenters(on: navigation)
      let closure = Token(census)
      try own.register("/:n", option: .push, exposure: .external) { route in
        withExtendedLifetime(closure) {}
        return Screen("\(try route["n"] as Int)", census)
      }
      try own.register("/modal/:n", option: .modal) { _, router in
        _ = router
        return Screen("modal", census)
      }
      own.observe { [closure] route in
        withExtendedLifetime(closure) {}
        return route.path == ["7"] ? .redirect(to: "/8", resuming: .newest) : .proceed
      }
      own.observeLeaving { _ in .leave }
      try await navigation.setRoot(Screen("root", census))
      for number in 0..<Self.calls {
        switch number % 7 {
        case 0: try await navigation.setRoot(Screen("root", census))
        case 1: await own.open("myapp://\(number)", origin: .notification)
        case 2: try await own.route(to: "/modal/\(number)", payload: ["token": Token(census)])
        case 3: own.enqueue(RoutingRequest("/\(number)", payload: ["token": Token(census)]))
        case 4: _ = try await own.controller(for: "/\(number)")
        case 5: _ = try? await own.route(to: "/no/\(number)", payload: ["token": Token(census)])
        default: try await own.route(to: "/\(number % 14)")
        }
      }
      #expect(census.total > Self.calls)
      #expect(census.count < 30)
    }
    #expect(await eventually { census.count == 0 })
    #expect(wireframe == nil)
  }
}

/// Counts how often a routing ends.
private final class Ends: RoutingWatcher {
  let count: () -> Void
  init(count: @escaping () -> Void) { self.count = count }
  func didRoute(_ event: RoutingEvent) { count() }
  func didStop(_ reason: String, route: Route, router: any Router) { count() }
  func didFail(_ error: RoutingError, route: Route?, router: any Router) { count() }
}
