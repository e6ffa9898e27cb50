import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// What happens on screen while an observer thinks about a leaving.
@MainActor
@Suite(.hangsNever)
struct LeaveQuestionTests {
  let shop: Shop
  let navigation: NavigationTree<Screen>

  init() async throws {
    shop = try await Shop()
    navigation = shop.navigation
    try shop.register("/a", "/b")
  }

  @Test("Two calls to dismiss take away one modal each, and each modal is asked")
  func doubleDismissal() async throws {
    let gate = Barrier()
    var asked: [String] = []
    shop.wireframe.observeLeaving { leaving in
      asked.append("\(leaving.controller)")
      await gate.pass()
      return .leave
    }
    try await navigation.present(Screen("lower"))
    try await navigation.present(Screen("upper"))
    let taps = (0..<2).map { _ in Task { try await navigation.dismiss() } }
    await gate.waitForArrivals(2)
    gate.open()
    for tap in taps { try await tap.value }
    #expect(asked == ["upper", "upper"])
    #expect(shop.shown == ["root", "lower"])
  }

  @Test("What is pushed while the top is asked is asked, too, before it goes with it")
  func pushedMeanwhile() async throws {
    try await shop.wireframe.route(to: "/a")
    let gate = Barrier()
    var asked: [String] = []
    shop.wireframe.observeLeaving { leaving in
      asked.append("\(leaving.controller)")
      await gate.pass()
      return leaving.from == nil ? .stay("unsaved") : .leave
    }
    let pop = Task { try await navigation.pop() }
    await gate.waitForArrivals()
    try await navigation.push(Screen("editor"))
    gate.open()
    let error = await #expect(throws: RoutingError.self) { try await pop.value }
    #expect(error?.code == .leaveRefused)
    #expect(asked == ["/a", "editor"])
    #expect(shop.shown == ["root", "/a", "editor"])
  }

  @Test("What a guard shows in place of the screen that it is asked about stays, unasked")
  func replacedMeanwhile() async throws {
    let root = try #require(navigation.state.top)
    try await shop.wireframe.route(to: "/a")
    var asked: [String] = []
    shop.wireframe.observeLeaving { leaving in
      asked.append("\(leaving.controller)")
      guard asked.count == 1 else { return .leave }
      try navigation.performAsUser(.pop(to: root.id))
      try await navigation.push(Screen("next"))
      return .leave
    }
    try await navigation.pop()
    #expect(asked == ["/a"])
    #expect(shop.shown == ["root", "next"])
  }

  @Test(
    "What comes over the stack while a controller is made is asked before the push dismisses it")
  func presentedMeanwhile() async throws {
    let gate = Barrier()
    try shop.register("/slow", behind: gate)
    shop.wireframe.observeLeaving { _ in .stay("unsaved") }
    let routing = Task { try await shop.wireframe.route(to: "/slow") }
    await gate.waitForArrivals()
    try await navigation.present(Screen("editor"))
    gate.open()
    #expect(try await routing.value.outcome == .stopped(reason: "unsaved"))
    #expect(shop.shown == ["root", "editor"])
  }

  @Test("What comes while a link's way is asked about is asked, too, before it leaves")
  func pushedInTheWayOfALink() async throws {
    let bank = try await makeBank()
    try await bank.wireframe.route(to: "/help")
    let gate = Barrier()
    var asked: [String] = []
    bank.wireframe.observeLeaving { leaving in
      asked.append("\(leaving.controller)")
      await gate.pass()
      return leaving.from == nil ? .stay("unsaved") : .leave
    }
    let link = Task {
      await bank.wireframe.open("bank://news/1", origin: .customScheme).result?.outcome
    }
    await gate.waitForArrivals()
    try await bank.navigation.push(Screen("editor"))
    gate.open()
    #expect(await link.value == .stopped(reason: "unsaved"))
    #expect(asked == ["Help", "editor"])
    #expect(bank.shown == ["Home", "Help", "editor"])
  }

  enum Way: CaseIterable {
    case pop, dismiss, dismissAll, backToRoot

    var isPop: Bool { self == .pop || self == .backToRoot }
  }

  @Test("What the user takes away while it is asked about leaves once", arguments: Way.allCases)
  func fasterUser(way: Way) async throws {
    let root = try #require(navigation.state.top)
    try await shop.wireframe.route(to: "/a", option: way.isPop ? .push : .modal)
    let gate = Barrier()
    shop.wireframe.observeLeaving { _ in
      await gate.pass()
      return .leave
    }
    var changes = 0
    navigation.onChange { _ in changes += 1 }
    let move = Task {
      switch way {
      case .pop: try await navigation.pop()
      case .dismiss: try await navigation.dismiss()
      case .dismissAll: try await navigation.dismissAll()
      case .backToRoot: try await navigation.backToRoot()
      }
    }
    await gate.waitForArrivals()
    try navigation.performAsUser(way.isPop ? .pop(to: root.id) : .dismiss(1))
    gate.open()
    try await move.value
    #expect(shop.shown == ["root"])
    #expect(changes == 1)
  }

  enum Move: CaseIterable {
    case back, pop, backToRoot, dismiss, replaceTop, setRoot, push

    @MainActor
    fileprivate func make(on host: BusyHost, backTo root: NavigationEntryID) async throws {
      switch self {
      case .back: try await host.back(to: root)
      case .pop: try await host.pop()
      case .backToRoot: try await host.backToRoot()
      case .dismiss: try await host.dismiss()
      case .replaceTop: try await host.replaceTop(Screen("next"))
      case .setRoot: try await host.setRoot(Screen("next"))
      case .push: try await host.push(Screen("next"))
      }
    }
  }

  @Test(
    "What comes before the host is free for a move is asked, too, before it leaves with it",
    arguments: Move.allCases, [true, false])
  func comesBeforeTheTurn(move: Move, mayLeave: Bool) async throws {
    let (host, wireframe) = (BusyHost(), Wireframe<Screen>(limits: .none))
    wireframe.guardLeaving(on: host)
    var asked: [String] = []
    wireframe.observeLeaving { leaving in
      asked.append("\(leaving.controller)")
      return "\(leaving.controller)" == "editor" && !mayLeave ? .stay("unsaved") : .leave
    }
    try await host.setRoot(Screen("root"))
    let root = try #require(host.state.top?.id)
    if move == .dismiss {
      try await host.present(Screen("a"))
    } else {
      try await host.push(Screen("a"))
    }
    let barrier = Barrier()
    host.barrier = barrier
    let coming = Task { try await host.present(Screen("editor")) }
    await barrier.waitForArrivals()
    let leaving = Task { try await move.make(on: host, backTo: root) }
    #expect(await eventually { host.calls == 4 })
    barrier.open()
    try await coming.value
    let result = await leaving.result
    #expect(asked.filter { $0 == "editor" }.count == 1)
    let isThere = host.state.shown.contains { "\($0.controller)" == "editor" }
    #expect(isThere == !mayLeave)
    if !mayLeave {
      let error = #expect(throws: RoutingError.self) { try result.get() }
      #expect(error?.code == .leaveRefused)
    }
    withExtendedLifetime(wireframe) {}
  }

  @Test(
    "A lock that closes before the host is free for a move refuses it",
    arguments: Move.allCases, [true, false])
  func coversBeforeTheTurn(move: Move, isGuarded: Bool) async throws {
    let (host, wireframe) = (BusyHost(), Wireframe<Screen>(limits: .none))
    wireframe.guardLeaving(on: host)
    if isGuarded { wireframe.observeLeaving { _ in .leave } }
    try await host.setRoot(Screen("root"))
    let root = try #require(host.state.top?.id)
    if move == .dismiss {
      try await host.present(Screen("a"))
    } else {
      try await host.push(Screen("a"))
    }
    let barrier = Barrier()
    host.barrier = barrier
    let other = Task { try await host.perform(NavigationOperation { _ in }, animated: false) }
    await barrier.waitForArrivals()
    let leaving = Task { try await move.make(on: host, backTo: root) }
    #expect(await eventually { host.calls == 4 })
    host.events.isCovered = true
    barrier.open()
    try await other.value
    let error = await #expect(throws: RoutingError.self) { try await leaving.value }
    #expect(error?.code == .covered)
    #expect(host.state.shown.map { "\($0.controller)" } == ["root", "a"])
    withExtendedLifetime(wireframe) {}
  }

  @Test(
    "What comes while a routing waits for the host is asked, too, before it leaves",
    arguments: ["/new", "/list/item"], [true, false])
  func comesBeforeARoutingPresents(path: String, mayLeave: Bool) async throws {
    let (host, wireframe) = (BusyHost(), Wireframe<Screen>(limits: .none))
    wireframe.addStandardPresenters(on: host)
    for path in ["/list", "/new"] as [RoutePattern] {
      try wireframe.register(path, option: .root) { _ in Screen(path.text) }
    }
    try wireframe.register("/list/item", option: .push, place: .under("/list")) { _ in
      Screen("item")
    }
    var asked: [String] = []
    wireframe.observeLeaving { leaving in
      asked.append("\(leaving.controller)")
      return "\(leaving.controller)" == "editor" && !mayLeave ? .stay("unsaved") : .leave
    }
    try await wireframe.route(to: "/list")
    let barrier = Barrier()
    host.barrier = barrier
    let coming = Task { try await host.present(Screen("editor")) }
    await barrier.waitForArrivals()
    let routing = Task { try await wireframe.route(to: path, landing: .underParents).outcome }
    #expect(await eventually { host.calls == 3 })
    barrier.open()
    try await coming.value
    #expect(try await routing.value == (mayLeave ? .presented : .stopped(reason: "unsaved")))
    #expect(asked == (path == "/new" ? ["/list", "editor"] : ["editor"]))
    let left = path == "/new" ? ["/new"] : ["/list", "item"]
    #expect(
      host.state.shown.map { "\($0.controller)" } == (mayLeave ? left : ["/list", "editor"]))
  }

  @Test("What comes while a routing asks once more is asked, too, and the new screen is made once")
  func comesWhileARoutingAsks() async throws {
    let (loading, asking) = (Barrier(), Barrier())
    var made = 0
    try shop.wireframe.register("/new", option: .root) { _ in
      made += 1
      await loading.pass()
      return Screen("new")
    }
    var asked: [String] = []
    shop.wireframe.observeLeaving { leaving in
      asked.append("\(leaving.controller)")
      if asked.last == "first" { await asking.pass() }
      return .leave
    }
    let routing = Task { try await shop.wireframe.route(to: "/new") }
    await loading.waitForArrivals()
    try await navigation.present(Screen("first"))
    loading.open()
    await asking.waitForArrivals()
    try await navigation.present(Screen("second"))
    asking.open()
    _ = try await routing.value
    #expect(asked == ["root", "first", "second"])
    #expect(shop.shown == ["new"])
    #expect(made == 1)
  }

  @Test("Nobody is asked where no screen leaves")
  func nothingLeaves() async throws {
    let (events, asker) = (NavigationEvents<Screen>(), RecordingAsker())
    let guarding = events.guardLeaving { asker }
    try await events.ask([])
    #expect(asker.asked.isEmpty)
    try await events.ask([LeavingScreen(of: Screen("a"), from: nil, to: nil)])
    #expect(asker.asked == [1])
    guarding.remove()
  }

  @Test("A presenter that names its leavingScreens and makes a move asks each screen once")
  func askedOnce() async throws {
    let presenter = Wrapping(navigation)
    shop.wireframe.add(presenter: presenter)
    try await navigation.present(Screen("modal"))
    var asked = 0
    shop.wireframe.observeLeaving { _ in
      asked += 1
      return .leave
    }
    try await shop.wireframe.route(to: "/a", option: WrappedPush())
    #expect(asked == 1)
    #expect(shop.shown == ["root", "/a"])
  }

  @Test(
    "A guard is asked once about a screen that an app's presenter names and the host moves",
    arguments: [false, true])
  func namedByApp(isOfRouting: Bool) async throws {
    shop.wireframe.add(presenter: Naming(host: navigation))
    try await shop.wireframe.route(to: "/a")
    var asked: [String] = []
    shop.wireframe.observeLeaving { leaving in
      asked.append("\(leaving.controller)")
      return .leave
    }
    if isOfRouting {
      try await shop.wireframe.route(to: "/b", option: NamedReplace())
    } else {
      _ = try await shop.wireframe.present(Screen("/b"), byOwnPresenterOf: NamedReplace())
    }
    #expect(asked == ["/a"])
    #expect(shop.shown == ["root", "/b"])
  }

  @Test("A screen that both a presenter and the place where it lands name is asked once")
  func namedTwice() async throws {
    shop.wireframe.add(presenter: NamingPush(host: navigation))
    try shop.wireframe.register("/a/c", option: NamedPush(), place: .under("/a")) { _ in
      Screen("/a/c")
    }
    for path in ["/a", "/b"] { try await shop.wireframe.route(to: path) }
    var asked: [String] = []
    shop.wireframe.observeLeaving { leaving in
      asked.append("\(leaving.controller)")
      return .leave
    }
    try await shop.wireframe.route(to: "/a/c", landing: .underParents)
    #expect(asked == ["/b"])
    #expect(shop.shown == ["root", "/a", "/a/c"])
  }

  @Test("A screen that an app's presenter names is asked once, also as a lock opens")
  func namedByAppAsALockOpens() async throws {
    let code = Barrier()
    shop.wireframe.add(presenter: Naming(host: navigation))
    shop.wireframe.add(presenter: OffHostPresenter())
    try shop.register("/locked")
    try shop.register("/code", option: OffHost())
    try shop.register("/private", option: NamedReplace(), tags: ["private"])
    shop.wireframe.addGate(for: "private", at: "/code") { code.isOpen }
    let lock = Gate(at: "/locked", covers: true) { true }
    try await shop.wireframe.add(lock: lock)
    for path in ["/a", "/private"] { try await shop.wireframe.route(to: path) }
    #expect(shop.shown == ["root", "/a"])
    var asked: [String] = []
    shop.wireframe.observeLeaving { leaving in
      asked.append("\(leaving.controller)")
      return .leave
    }
    lock.cover()
    code.open()
    try await shop.wireframe.resume(after: "private")
    try await shop.wireframe.resume(after: lock)
    #expect(asked == ["/a"])
    #expect(shop.shown == ["root", "/private"])
  }

  @Test("A presenter that presents by another one has what that one takes away asked about, too")
  func presenterInPresenter() async throws {
    let (outer, inner) = (Replacing<Outer>("outer"), Replacing<Inner>("inner"))
    outer.then = { [unowned wireframe = shop.wireframe] in
      _ = try await wireframe.present(Screen("new inner"), byOwnPresenterOf: Inner())
    }
    shop.wireframe.add(presenter: outer)
    shop.wireframe.add(presenter: inner)
    var asked: [String] = []
    shop.wireframe.observeLeaving { leaving in
      asked.append("\(leaving.controller)")
      return .leave
    }
    try await shop.wireframe.route(to: "/a", option: Outer())
    #expect(asked == ["outer", "inner"])
    #expect([outer.screen, inner.screen].map(\.description) == ["/a", "new inner"])
  }

  @Test("A guard that routes as a presenter moves hears that it waits for itself, limit or not")
  func routesInGuard() async throws {
    let clock = ManualClock()
    let shop = try await Shop(limits: RoutingLimits(decide: .seconds(5)), clock: clock)
    try shop.register("/a", "/b")
    shop.wireframe.add(presenter: Popping(shop.navigation))
    try await shop.wireframe.route(to: "/a")
    var codes: [RoutingError.Code] = []
    shop.wireframe.observeLeaving { [unowned wireframe = shop.wireframe] _ in
      do {
        try await wireframe.route(to: "/b")
      } catch let error as RoutingError {
        codes.append(error.code)
      }
      return .leave
    }
    let routing = Task { _ = try await shop.wireframe.route(to: "/b", option: Pop()) }
    #expect(await eventually { codes == [.reentrant] })
    // Otherwise only the limit would end it.
    clock.advance(by: .seconds(5))
    try await routing.value
    #expect(shop.shown == ["root"])
  }

  @Test("An observer that thinks for ever about a host's move ends with the limit for decisions")
  func limits() async throws {
    let clock = ManualClock()
    let shop = try await Shop(limits: RoutingLimits(decide: .seconds(5)), clock: clock)
    try shop.register("/a")
    try await shop.wireframe.route(to: "/a")
    let gate = Barrier()
    shop.wireframe.observeLeaving { _ in
      await gate.pass()
      return .leave
    }
    let pop = Task { try await shop.navigation.pop() }
    await gate.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    let error = await #expect(throws: RoutingError.self) { try await pop.value }
    #expect(error?.code == .timedOut)
    #expect(error?.description.contains("took longer than 5.0 seconds") == true)
    #expect(shop.shown == ["root", "/a"])
    gate.open()
  }
}

private struct Outer: RoutingOption {}
private struct Inner: RoutingOption {}

/// Shows one screen outside of the host; the new one takes the place of the old one.
@MainActor
private final class Replacing<Option: RoutingOption>: ControllerRoutingPresenter {
  private(set) var screen: Screen
  var then: @MainActor () async throws -> Void = {}

  init(_ title: String) { screen = Screen(title) }

  func leavingScreens(for route: Route, option: Option) -> [LeavingScreen] {
    [LeavingScreen(of: screen, from: nil, to: route)]
  }

  func present(_ controller: Screen, option: Option, event: RoutingEvent) async throws {
    screen = controller
    try await then()
  }
}

private struct Pop: RoutingOption {}

/// Takes the top away, and shows nothing.
private struct Popping: ControllerRoutingPresenter {
  let host: NavigationTree<Screen>
  init(_ host: NavigationTree<Screen>) { self.host = host }

  func present(_ controller: Screen, option: Pop, event: RoutingEvent) async throws {
    try await host.pop()
  }
}

private struct NamedReplace: RoutingOption {}

/// Names the screen that leaves by its controller and its route, and lets the host replace it.
private struct Naming: ControllerRoutingPresenter {
  let host: NavigationTree<Screen>

  func leavingScreens(for route: Route, option: NamedReplace) -> [LeavingScreen] {
    guard let top = host.state.top else { return [] }
    return [LeavingScreen(of: top.controller, from: top.route, to: route)]
  }

  func present(_ controller: Screen, option: NamedReplace, event: RoutingEvent) async throws {
    try await host.replaceTop(controller, route: event.route)
  }
}

private struct NamedPush: RoutingOption {}

/// Names the screen at the top by its controller and its route, and lets the host push above what has stayed.
private struct NamingPush: ControllerRoutingPresenter {
  let host: NavigationTree<Screen>

  func leavingScreens(for route: Route, option: NamedPush) -> [LeavingScreen] {
    guard let top = host.state.top, top.route?.pattern == "/b" else { return [] }
    return [LeavingScreen(of: top.controller, from: top.route, to: route)]
  }

  func present(_ controller: Screen, option: NamedPush, event: RoutingEvent) async throws {
    try await host.push(controller, route: event.route)
  }
}

/// A host whose moves wait for their turn, and one of them for a test, as for a transition.
@MainActor
private final class BusyHost: NavigationHost {
  private(set) var state = NavigationState<Screen>()
  let events = NavigationEvents<Screen>()
  /// Where the next move waits.
  var barrier: Barrier?
  /// How many moves have been asked for.
  private(set) var calls = 0
  private let moves = MoveQueue()

  func perform(_ operation: NavigationOperation<Screen>, animated: Bool) async throws {
    calls += 1
    try await moves.enter()
    defer { moves.leave() }
    let held = barrier
    barrier = nil
    await held?.pass()
    let before = state
    state = try operation.target(from: state)
    events.send(from: before, to: state, by: .app)
  }
}

private struct OffHost: RoutingOption {}

/// Shows nothing on the host, as one with a window of its own.
private struct OffHostPresenter: ControllerRoutingPresenter {
  func present(_ controller: Screen, option: OffHost, event: RoutingEvent) {}
}

private struct WrappedPush: RoutingOption {}

/// An app's own presenter around the standard push.
private struct Wrapping: ControllerRoutingPresenter {
  let host: NavigationTree<Screen>
  init(_ host: NavigationTree<Screen>) { self.host = host }

  func leavingScreens(for route: Route, option: WrappedPush) -> [LeavingScreen] {
    host.leavingScreens(by: .push(.push), for: route)
  }
  func present(_ controller: Screen, option: WrappedPush, event: RoutingEvent) async throws {
    try await host.push(controller, route: event.route)
  }
}
