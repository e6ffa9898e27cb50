import TestSupport
import Testing
import WireframeCore
import WireframeCoordinators
import WireframeTesting

/// Coordinators whose routing loads while another one has its turn.
@MainActor
@Suite(.hangsNever)
struct CoordinatorMeanwhileTests {
  @MainActor
  private final class Key {
    var isOpen = true
    var count = 0
  }

  private final class Shy: ManualCoordinator<Page> {
    var isWilling = true
    private(set) var hasStarted = false

    override func start() throws {
      guard isWilling else { throw Broken() }
      hasStarted = true
    }
  }

  /// A town whose map is slow, and has a placeholder.
  @MainActor
  private final class SlowTown {
    let tree = NavigationTree<Page>()
    let clock = ManualClock()
    let barrier = Barrier()
    let wireframe: Wireframe<Page>
    let app = NavigationCoordinator(root: FriendsCoordinator())
    let map = Shy(Page("Map"))
    private(set) var loading: ScreenLoading?

    init() async throws {
      wireframe = Wireframe<Page>(
        defaultOption: .push, limits: RoutingLimits(provide: nil, present: nil), clock: clock)
      wireframe.addStandardPresenters(on: tree)
      try await tree.setRoot(app, router: wireframe)
      wireframe.addPlaceholder(for: "/map") { [unowned self] _, loading in
        self.loading = loading
        return Page("Loading")
      }
      try wireframe.register("/map", under: app) { [barrier, map] _ in
        await barrier.pass()
        return map
      }
    }

    /// Routes to the map, and waits until its placeholder is there.
    func begin() async -> Task<Void, any Error> {
      let task = Task { [wireframe] in _ = try await wireframe.route(to: "/map") }
      await barrier.waitForArrivals()
      await clock.waitForSleepers(1)
      clock.advance(by: .milliseconds(300))
      #expect(await eventually { tree.state.top?.isPlaceholder == true })
      return task
    }
  }

  @Test("A coordinator that a handler presents behind a gate stays as the gate's screen leaves")
  func presentedBehindGate() async throws {
    let (town, key) = (try await Town(), Key())
    key.isOpen = false
    town.wireframe.addGate(for: "login", at: "/login") { key.isOpen }
    try town.wireframe.register("/login", option: .modal(hasStack: true)) { _ in Page("Log in") }
    let picker = PickerCoordinator(Page("Picker"))
    try town.wireframe.handle("/pick", tags: ["login"]) { _ in
      try await town.friends.present(picker)
    }
    try await town.wireframe.route(to: "/pick")
    key.isOpen = true
    try await town.wireframe.resume(after: "login")
    #expect(town.shown == ["Friends", "Picker"])
    try await picker.finish(with: 7)
    #expect(try await picker.result() == 7)
  }

  @Test("A coordinator whose start has failed behind its placeholder is shown by the next attempt")
  func failedStart() async throws {
    let town = try await SlowTown()
    town.map.isWilling = false
    let task = await town.begin()
    town.barrier.open()
    #expect(await eventually { town.loading?.failure != nil })
    town.map.isWilling = true
    town.loading?.retry()
    await town.clock.waitForSleepers(1)
    town.clock.advance(by: .milliseconds(300))
    #expect(
      await eventually {
        town.tree.state.top?.isPlaceholder == false || town.loading?.failure != nil
      })
    try #require(town.tree.shownPages == ["Friends", "Map"])
    try await task.value
  }

  @Test("A coordinator whose placeholder has left as it was ready can be shown again")
  func leftAsReady() async throws {
    let town = try await SlowTown()
    let task = await town.begin()
    town.barrier.open()
    #expect(await eventually { town.map.hasStarted })
    try await town.wireframe.back()
    #expect(await code { try await task.value } == .cancelled)
    try await town.wireframe.route(to: "/map")
    #expect(town.tree.shownPages == ["Friends", "Map"])
  }

  @Test("A coordinator that a lock has kept from coming is shown once the lock is open")
  func keptByLock() async throws {
    let (town, key, map) = (try await Town(), Key(), named("Map"))
    try town.wireframe.register("/locked") { _ in Page("Locked") }
    let lock = Gate(at: "/locked", covers: true) { true }
    try await town.wireframe.add(lock: lock)
    try town.wireframe.register("/map", under: town.app) { _ in
      key.count += 1
      if key.count == 1 { lock.cover() }
      return map
    }
    try await town.wireframe.route(to: "/map")
    #expect(town.shown == ["Friends"])
    try await town.wireframe.resume(after: lock)
    #expect(town.shown == ["Friends", "Map"])
    try await map.present(named("More"))
    #expect(town.shown == ["Friends", "Map", "More"])
  }

  @Test("A coordinator that a lock has kept from coming is released with its window")
  func keptForGood() async throws {
    weak var kept: MapCoordinator?
    do {
      let town = try await Town()
      try town.wireframe.register("/locked") { _ in Page("Locked") }
      let lock = Gate(at: "/locked", covers: true) { true }
      try await town.wireframe.add(lock: lock)
      try town.wireframe.register("/map", under: town.app) { _ in
        lock.cover()
        let map = MapCoordinator(friend: "Ada")
        kept = map
        return map
      }
      try await town.wireframe.route(to: "/map")
      #expect(town.shown == ["Friends"])
      #expect(kept != nil)
    }
    #expect(await eventually { kept == nil })
  }

  @Test(
    "A screen that a listener takes away as soon as it comes has left for its coordinators, too",
    arguments: [false, true])
  func takenAtOnce(hasStack: Bool) async throws {
    let (tree, friends) = (NavigationTree<Page>(), FriendsCoordinator())
    // It hears of the screen before the coordinators do.
    tree.onChange { [unowned tree] change in
      guard change.entered.contains(where: { "\($0.controller)" == "Picker" }) else { return }
      try? tree.performAsUser(.dismiss(1))
    }
    try await tree.setRoot(friends)
    let picker = PickerCoordinator(Page("Picker"))
    let presented: any Coordinator<Page> = hasStack ? NavigationCoordinator(root: picker) : picker
    try await friends.present(presented)
    #expect(tree.shownPages == ["Friends"])
    try #require(friends.node.children.isEmpty)
    #expect(try await picker.result() == nil)
  }

  @Test(
    "Of two calls that set a root, one that is refused takes nothing from the other",
    arguments: [0, 1])
  func twoRoots(refused: Int) async throws {
    let (town, key, barriers) = (try await Town(), Key(), [Barrier(), Barrier()])
    town.wireframe.observeLeaving { _ in
      let number = key.count
      key.count += 1
      await barriers[number].pass()
      return number == refused ? .stay("busy") : .leave
    }
    let next = named("Next")
    var calls: [Task<Void, any Error>] = []
    for barrier in barriers {
      calls.append(Task { try await town.tree.setRoot(next, router: town.wireframe) })
      await barrier.waitForArrivals()
    }
    for (call, barrier) in zip(calls, barriers) {
      barrier.open()
      _ = await call.result
    }
    #expect(town.shown == ["Next"])
    try await next.present(named("More"))
    #expect(town.shown == ["Next", "More"])
  }

  @Test("A push that is refused takes nothing from a call that makes the same coordinator the root")
  func pushAndRoot() async throws {
    let (town, key, barriers) = (try await Town(), Key(), [Barrier(), Barrier()])
    try await town.friends.present(named("Modal"))
    town.wireframe.observeLeaving { _ in
      let number = key.count
      key.count += 1
      await barriers[min(number, 1)].pass()
      return number == 0 ? .stay("busy") : .leave
    }
    let next = named("Next")
    let push = Task { try await town.friends.push(next) }
    await barriers[0].waitForArrivals()
    let root = Task { try await town.tree.setRoot(next, router: town.wireframe) }
    await barriers[1].waitForArrivals()
    barriers[0].open()
    #expect(await code { try await push.value } == .leaveRefused)
    barriers[1].open()
    try await root.value
    #expect(town.shown == ["Next"])
    try await next.present(named("More"))
    #expect(town.shown == ["Next", "More"])
  }

  @Test("A coordinator whose screen is still to come lives on while a sign-out shows a gate")
  func coming() async throws {
    let town = try await Town()
    let (key, barrier) = (Key(), Barrier())
    try town.wireframe.register("/login", option: .modal) { _ in Page("Log in") }
    town.wireframe.addGate(for: "login", at: "/login") { key.isOpen }
    try town.wireframe.register("/secret", option: .push, tags: ["login"]) { _ in Page("Secret") }
    try town.wireframe.register("/map", option: .push, under: town.app) { _ in
      MapCoordinator(friend: "Ada")
    }
    try town.wireframe.register("/map/pin", option: .push, place: .under("/map")) { _ in
      await barrier.pass()
      return Page("Pin")
    }
    try await town.wireframe.route(to: "/secret")
    let link = Task { try await town.wireframe.route(to: "/map/pin", landing: .underParents) }
    await barrier.waitForArrivals()
    key.isOpen = false
    try await town.wireframe.reevaluate()
    barrier.open()
    _ = try await link.value
    let map = try #require(
      town.tree.state.entries.first { $0.controller.description == "Map of Ada" })
    let coordinator = try map.controller.go(as: MapCoordinator.self)
    #expect(coordinator.node.parent != nil)
    #expect(try coordinator.host === town.tree)
  }

  @Test("A coordinator whose screen waits for its placeholder's time lives on while others route")
  func placeholder() async throws {
    let (tree, clock, barrier) = (NavigationTree<Page>(), ManualClock(), Barrier())
    let wireframe = Wireframe<Page>(
      defaultOption: .push, limits: RoutingLimits(provide: nil, present: nil), clock: clock)
    wireframe.addStandardPresenters(on: tree)
    let app = NavigationCoordinator(root: FriendsCoordinator())
    try await tree.setRoot(app, router: wireframe)
    wireframe.addPlaceholder(for: "/map") { _, _ in Page("Loading") }
    try wireframe.register("/help", option: .modal) { _ in Page("Help") }
    try wireframe.register("/map", under: app) { _ in
      await barrier.pass()
      return MapCoordinator(friend: "Ada")
    }
    let tap = Task { try await wireframe.route(to: "/map") }
    await barrier.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(300))
    #expect(await eventually { tree.state.top?.isPlaceholder == true })
    barrier.open()
    #expect(await eventually { barrier.passed > 0 })
    try await wireframe.route(to: "/help")
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(300))
    _ = try await tap.value
    let map = try #require(tree.state.entries.first { $0.controller.description == "Map of Ada" })
    #expect(try map.controller.go(as: MapCoordinator.self).node.parent != nil)
  }

  @Test("A coordinator that is made while the link of its placeholder loads on lives on")
  func placeholderBelow() async throws {
    let (tree, clock) = (NavigationTree<Page>(), ManualClock())
    let (ofMap, ofPin) = (Barrier(), Barrier())
    let wireframe = Wireframe<Page>(
      defaultOption: .push, limits: RoutingLimits(provide: nil, present: nil), clock: clock)
    wireframe.addStandardPresenters(on: tree)
    let app = NavigationCoordinator(root: FriendsCoordinator())
    try await tree.setRoot(app, router: wireframe)
    wireframe.addPlaceholder(for: "/map") { _, _ in Page("Loading") }
    try wireframe.register("/map", under: app) { _ in
      await ofMap.pass()
      return MapCoordinator(friend: "Ada")
    }
    try wireframe.register("/map/pin", place: .under("/map")) { _ in
      await ofPin.pass()
      return Page("Pin")
    }
    let link = Task { try await wireframe.route(to: "/map/pin", landing: .underParents) }
    await ofMap.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(300))
    await ofPin.waitForArrivals()
    ofMap.open()
    #expect(await eventually { ofMap.passed > 0 })
    ofPin.open()
    _ = try await link.value
    #expect(tree.state.entries.contains { $0.isPlaceholder })
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(300))
    #expect(await eventually { !tree.state.entries.contains(where: \.isPlaceholder) })
    let map = try #require(tree.state.entries.first { $0.controller.description == "Map of Ada" })
    #expect(try map.controller.go(as: MapCoordinator.self).node.parent != nil)
  }

  @Test("A screen above the placeholder of a stack's first screen finds the stack's coordinator")
  func aboveFirstPlaceholder() async throws {
    let (tree, clock, barrier) = (NavigationTree<Page>(), ManualClock(), Barrier())
    let wireframe = Wireframe<Page>(
      defaultOption: .push, limits: RoutingLimits(provide: nil, present: nil), clock: clock)
    wireframe.addStandardPresenters(on: tree)
    let app = named("App")
    try app.connect(to: tree, router: wireframe)
    wireframe.addPlaceholder(for: "/") { _, _ in Page("Loading") }
    try wireframe.register("/", option: .root, under: app) { _ in
      await barrier.pass()
      return NavigationCoordinator(root: named("Home"))
    }
    let home = Task { try await wireframe.route(to: "/") }
    await barrier.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(300))
    #expect(await eventually { tree.state.top?.isPlaceholder == true })
    let plain = Page("Plain")
    try await tree.push(plain)
    barrier.open()
    #expect(await eventually { barrier.passed > 0 })
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(300))
    _ = try await home.value
    #expect(tree.shownPages == ["Home", "Plain"])
    #expect(try plain.go is NavigationCoordinator<Page>)
  }

  @Test("A second tap that is refused as busy ends no coordinator of the first")
  func busy() async throws {
    let (tree, barrier) = (NavigationTree<Page>(), Barrier())
    let wireframe = Wireframe<Page>(defaultOption: .push, policy: .rejectWhileBusy, limits: .none)
    wireframe.addStandardPresenters(on: tree)
    let app = NavigationCoordinator(root: FriendsCoordinator())
    try await tree.setRoot(app, router: wireframe)
    try wireframe.register("/map", under: app) { _ in MapCoordinator(friend: "Ada") }
    try wireframe.register("/map/pin", place: .under("/map")) { _ in
      await barrier.pass()
      return Page("Pin")
    }
    let link = Task { try await wireframe.route(to: "/map/pin", landing: .underParents) }
    await barrier.waitForArrivals()
    #expect(await code { try await wireframe.route(to: "/map") } == .busy)
    barrier.open()
    _ = try await link.value
    let map = try #require(tree.state.entries.first { $0.controller.description == "Map of Ada" })
    #expect(try map.controller.go(as: MapCoordinator.self).node.parent != nil)
  }

  @Test("The coordinators of a screen and of its parents live on, also if the root has no router")
  func parentsWithoutRouter() async throws {
    let tree = NavigationTree<Page>()
    let wireframe = Wireframe<Page>(defaultOption: .push, limits: .none)
    wireframe.addStandardPresenters(on: tree)
    let app = NavigationCoordinator(root: FriendsCoordinator())
    try await tree.setRoot(app)
    try wireframe.register("/map", under: app) { _ in MapCoordinator(friend: "Ada") }
    try wireframe.register("/map/info", place: .under("/map"), under: app) { _ in
      InfoCoordinator(friend: "Ada")
    }
    try await wireframe.route(to: "/map/info", landing: .underParents)
    #expect(tree.shownPages.suffix(2) == ["Map of Ada", "Info"])
    let map = try #require(tree.state.entries.first { $0.controller.description == "Map of Ada" })
    let coordinator = try map.controller.go(as: MapCoordinator.self)
    #expect(coordinator.node.parent != nil)
    #expect(coordinator.node.children.count == 1)
  }

  @Test("A coordinator that the app keeps comes back with a restoration that begins anew, too")
  func restoredAnew() async throws {
    let (town, map, key) = (try await Town(), MapCoordinator(friend: "Ada"), Key())
    let wireframe = town.wireframe
    try wireframe.register("/home", option: .root) { _ in Page("Home") }
    try wireframe.register("/map", under: town.app) { _ in map }
    try wireframe.register("/late") { [unowned wireframe] _ in
      if key.count > 0 { wireframe.observe { $0.urlText == "/late" ? .stop("new") : .proceed } }
      return Page("Late")
    }
    for path in ["/home", "/map", "/late"] { try await wireframe.route(to: path) }
    let saved = try wireframe.savedState()
    try await wireframe.route(to: "/home")
    key.count = 1
    let report = try await wireframe.restore(saved, trusting: true)
    #expect(report.failures.map(\.code) == [.stopped])
    #expect(town.shown == ["Home", "Map of Ada"])
    #expect(map.node.parent != nil)
  }
}
