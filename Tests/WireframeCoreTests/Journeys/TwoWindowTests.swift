import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// What one window shows when something happens in another one, and what a modal does to tabs.
@MainActor
@Suite(.hangsNever)
struct TwoWindowTests {
  @MainActor
  private final class Session {
    var user: String? = "ada"
    var askedCount = 0
  }

  private func window(
    _ login: Gate, _ session: Session, _ policy: RoutingPolicy = .firstComeFirstServed
  ) throws -> (wireframe: Wireframe<Screen>, navigation: NavigationTree<Screen>) {
    let navigation = NavigationTree<Screen>()
    let wireframe = Wireframe<Screen>(home: "/", policy: policy, limits: .none)
    wireframe.addStandardPresenters(on: navigation)
    try wireframe.register("/", option: .root, tags: [.requiresLogin]) { _ in
      Screen("Home of \(session.user ?? "nobody")")
    }
    try wireframe.register("/accounts", option: .push, tags: [.requiresLogin]) { _ in
      Screen("Accounts of \(session.user ?? "nobody")")
    }
    try wireframe.register("/login", option: .modal) { _ in Screen("Log in") }
    wireframe.add(gate: login, for: .requiresLogin)
    return (wireframe, navigation)
  }

  @Test func `Who passes the login in one window takes the former user's screens out of all`()
    async throws
  {
    let session = Session()
    let login = Gate(at: "/login", owner: { session.user }) { session.user != nil }
    let (a, first) = try window(login, session)
    let (b, second) = try window(login, session)
    for wireframe in [a, b] {
      try await wireframe.route(to: "/")
      try await wireframe.route(to: "/accounts")
    }
    session.user = nil
    try await b.reevaluate(keeping: .nothing)
    session.user = "bob"
    try await b.resume(after: login)
    #expect(await eventually { "\(first.state.shown.map(\.controller))" == "[Home of bob]" })
    #expect("\(second.state.shown.map(\.controller))" == "[Home of bob]")
    await a.settled()
    #expect("\(first.state.shown.map(\.controller))" == "[Home of bob]")
  }

  @Test(arguments: [false, true])
  func `What a window is presenting for the former user leaves when the next one logs in`(
    isBehindGate: Bool
  ) async throws {
    let (session, barrier) = (Session(), Barrier())
    let login = Gate(at: "/login", owner: { session.user }) { session.user != nil }
    let (a, first) = try window(login, session)
    let (b, _) = try window(login, session)
    try a.register("/news", option: .root) { _ in Screen("News") }
    a.add(presenter: HeldPush(on: first, behind: barrier))
    try await a.route(to: "/news")
    if isBehindGate {
      session.user = nil
      try await a.route(to: "/accounts", option: HeldOption())
      session.user = "ada"
    }
    let presenting = Task {
      if isBehindGate {
        _ = try await a.resume(after: login)
      } else {
        _ = try await a.route(to: "/accounts", option: HeldOption())
      }
    }
    await barrier.waitForArrivals()
    session.user = "bob"
    try await b.resume(after: login)
    barrier.open()
    try await presenting.value
    await a.settled()
    #expect("\(first.state.shown.map(\.controller))" == "[News]")
  }

  @Test func `What a role has asked for comes, though another window passes a gate before`()
    async throws
  {
    let (session, barrier) = (Session(), Barrier())
    let login = Gate(at: "/login", owner: { session.user }) { session.user != nil }
    let (a, first) = try window(login, session, .latestWins)
    let (b, _) = try window(login, session)
    try a.register("/news", option: .push) { _ in Screen("News") }
    try a.register("/start", option: HeldOption()) { _, router in
      router.enqueue("/news")
      return Screen("Start")
    }
    a.add(presenter: HeldPush(on: first, behind: barrier))
    try await a.route(to: "/")
    let presenting = Task { try await a.route(to: "/start") }
    await barrier.waitForArrivals()
    try await b.resume(after: login)
    #expect(await a.isAwaited(by: 2))
    barrier.open()
    _ = try await presenting.value
    await a.settled()
    #expect("\(first.state.shown.map(\.controller))" == "[Home of ada, Start, News]")
  }

  @Test func `The former user's screens leave at once, though their window makes a controller`()
    async throws
  {
    let (session, slow) = (Session(), Barrier())
    let login = Gate(at: "/login", owner: { session.user }) { session.user != nil }
    let (a, _) = try window(login, session)
    let (b, second) = try window(login, session)
    try b.register("/slow") { _ in
      await slow.pass()
      return Screen("Slow")
    }
    for path in ["/", "/accounts"] { try await b.route(to: path) }
    session.user = nil
    try await a.route(to: "/")
    let making = Task { _ = try await b.controller(for: "/slow") }
    await slow.waitForArrivals()
    session.user = "bob"
    try await a.resume(after: login)
    #expect(await eventually { "\(second.state.shown.map(\.controller))" == "[Home of bob]" })
    slow.open()
    try await making.value
  }

  @Test func `A window with nothing behind a gate is not asked about when another one passes it`()
    async throws
  {
    let (session, recorder) = (Session(), Recorder())
    session.user = nil
    let login = Gate(at: "/login", owner: { session.user }) { session.user != nil }
    let (a, first) = try window(login, session)
    let (b, second) = try window(login, session)
    try b.register("/news", option: .root) { _ in Screen("News") }
    try await b.route(to: "/news")
    b.add(observer: recorder)
    try await a.route(to: "/")
    session.user = "ada"
    try await a.resume(after: login)
    await b.settled()
    #expect("\(first.state.shown.map(\.controller))" == "[Home of ada]")
    #expect("\(second.state.shown.map(\.controller))" == "[News]")
    #expect(recorder.events.isEmpty)
  }

  @Test func `A window that is passing a gate does not pass it once more with another window`()
    async throws
  {
    let (session, barrier) = (Session(), Barrier())
    session.user = nil
    let login = Gate(at: "/login", owner: { session.user }) { session.user != nil }
    let (a, first) = try window(login, session)
    let (b, second) = try window(login, session)
    for wireframe in [a, b] { try await wireframe.route(to: "/") }
    a.observe { route in
      if route.pattern == "/" { await barrier.pass() }
      return .proceed
    }
    session.user = "ada"
    let passing = Task { try await a.resume(after: login) }
    await barrier.waitForArrivals()
    await b.settled()
    #expect("\(second.state.shown.map(\.controller))" == "[Home of ada]")
    #expect(a.waitingCount == 0)
    barrier.open()
    _ = try await passing.value
    #expect("\(first.state.shown.map(\.controller))" == "[Home of ada]")
  }

  @Test func `A login that is passed while another window is restored is passed there, too`()
    async throws
  {
    let (session, slow) = (Session(), Barrier())
    let login = Gate(at: "/login") { session.user != nil }
    let windows = try [false, true].map { isSlow in
      let tree = NavigationTree<Screen>(tabs: ["One", "Two"])
      let wireframe = Wireframe<Screen>(limits: .none)
      wireframe.addStandardPresenters(on: tree)
      try wireframe.register("/one", option: .push, place: .tab("One")) { _ in Screen("One") }
      try wireframe.register("/mine", option: .push, tags: [.requiresLogin]) { _ in Screen("Mine") }
      try wireframe.register("/two", option: .push, place: .tab("Two")) { _ in
        if isSlow { await slow.pass() }
        return Screen("Two")
      }
      try wireframe.register("/login", option: .modal) { _ in Screen("Log in") }
      wireframe.add(gate: login, for: .requiresLogin)
      return (wireframe: wireframe, tree: tree)
    }
    let (a, b) = (windows[0].wireframe, windows[1].wireframe)
    for path in ["/two", "/one", "/mine"] { try await a.route(to: path) }
    let saved = try a.savedState()
    session.user = nil
    try await a.reevaluate()
    let restoring = Task { try await b.restore(saved, trusting: true) }
    await slow.waitForArrivals()
    session.user = "ada"
    try await a.resume(after: login)
    slow.open()
    _ = try await restoring.value
    await b.settled()
    let shown = windows.map { "\($0.tree.state.shown.map(\.controller))" }
    #expect(shown == ["[One, Mine]", "[One, Mine]"])
  }

  @Test func `A gate for once that is passed in one window still keeps what another one wants`()
    async throws
  {
    let code = Gate(at: "/code", keeps: .once) { true }
    let windows = try (0..<2).map { _ in
      let (wireframe, navigation) = (Wireframe<Screen>(), NavigationTree<Screen>())
      wireframe.addStandardPresenters(on: navigation)
      try wireframe.register("/", option: .root) { _ in Screen("Home") }
      try wireframe.register("/code", option: .modal) { _ in Screen("Code") }
      try wireframe.register("/pay", option: .push, tags: ["pays"]) { _ in Screen("Pay") }
      wireframe.add(gate: code, for: "pays")
      return (wireframe: wireframe, navigation: navigation)
    }
    for window in windows {
      for path in ["/", "/pay"] { try await window.wireframe.route(to: path) }
    }
    try await windows[0].wireframe.resume(after: code)
    await windows[1].wireframe.settled()
    let shown = windows.map { "\($0.navigation.state.shown.map(\.controller))" }
    #expect(shown == ["[Home, Pay]", "[Home, Code]"])
    #expect(windows[1].wireframe.keptRequestCount == 1)
  }

  @Test
  func `Two windows with nothing but the login tell each other once that it was passed`()
    async throws
  {
    let session = Session()
    session.user = nil
    // Later it is closed: else they would go on for ever.
    let login = Gate(at: "/login") {
      session.askedCount += 1
      return session.user != nil && session.askedCount < 50
    }
    let windows = try (0..<2).map { _ in
      let navigation = NavigationTree<Screen>()
      let wireframe = Wireframe<Screen>(limits: .none)
      wireframe.addStandardPresenters(on: navigation)
      try wireframe.register("/login", option: .root) { _ in Screen("Log in") }
      wireframe.add(gate: login, for: .requiresLogin)
      return (wireframe: wireframe, navigation: navigation)
    }
    for window in windows { try await window.wireframe.route(to: "/login") }
    session.user = "ada"
    try await windows[0].wireframe.resume(after: login)
    for window in windows + windows { await window.wireframe.settled() }
    #expect(session.askedCount == 2)
    for window in windows {
      #expect("\(window.navigation.state.shown.map(\.controller))" == "[Log in]")
    }
  }

  @Test
  func `A modal of a tab is no first screen of it, and does not choose it unless a link asks`()
    async throws
  {
    let navigation = NavigationTree<Screen>(tabs: ["Home", "Payments"])
    let wireframe = Wireframe<Screen>(sources: ["bank:"], home: "/")
    wireframe.addStandardPresenters(on: navigation)
    try wireframe.register("/", option: .push, place: .tab("Home")) { _ in Screen("Home") }
    try wireframe.register(
      "/transfer", option: .modal, exposure: .external, place: .tab("Payments")
    ) { _ in Screen("Transfer") }
    try wireframe.register("/payments", option: .push, place: .tab("Payments")) { _ in
      Screen("Payments")
    }
    try await wireframe.route(to: "/")
    try await wireframe.route(to: "/transfer")
    #expect("\(navigation.state.shown.map(\.controller))" == "[Home, Transfer]")
    try await wireframe.dismiss()
    #expect("\(navigation.state.shown.map(\.controller))" == "[Home]")
    await wireframe.open("bank://transfer", origin: .customScheme)
    #expect("\(navigation.state.shown.map(\.controller))" == "[Payments, Transfer]")
  }
}

private struct HeldOption: RoutingOption {}

/// Pushes once the test lets it.
private final class HeldPush: ControllerRoutingPresenter {
  private let tree: NavigationTree<Screen>
  private let barrier: Barrier

  init(on tree: NavigationTree<Screen>, behind barrier: Barrier) {
    (self.tree, self.barrier) = (tree, barrier)
  }

  func present(_ controller: Screen, option: HeldOption, event: RoutingEvent) async throws {
    await barrier.pass()
    try tree.perform(.push(controller, route: event.route, option: .push), animated: false)
  }
}
