import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// What users do in the very moment in which a screen comes, and while the app starts.
@MainActor
@Suite(.onEverySystem, .hangsNever)
struct FastUserTests {
  let bank: Bank

  init() async throws {
    bank = try await Bank()
    try await bank.wireframe.route(to: "/")
  }

  /// Swipes the modal of a title away as soon as the host has it, before its presenter has returned.
  private func swipeAtOnce(_ title: String) {
    bank.navigation.onChange { [bank] change in
      guard change.entered.contains(where: { "\($0.controller)" == title }) else { return }
      try? bank.navigation.performAsUser(.dismiss(1))
    }
  }

  @Test("A restoration does not wait for activate(), though a tab is just being filled")
  func restoredWhileTabIsFilled() async throws {
    let first = try await Bank(tabs: ["Home"])
    try await first.wireframe.route(to: "/")
    let saved = try first.wireframe.savedState()
    let (tree, home) = (NavigationTree<Screen>(tabs: ["Home"]), Barrier())
    let wireframe = Wireframe<Screen>(isSuspended: true, limits: .none)
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .push, place: .tab("Home")) { _ in
      await home.pass()
      return Screen("Home")
    }
    try tree.performAsUser(.selectTab(0))
    await home.waitForArrivals()
    let isBack = OpenState()
    let restoring = Task {
      _ = try await wireframe.restore(saved, trusting: true)
      isBack.isSet = true
    }
    await tasksHaveBegun()
    home.open()
    #expect(await eventually { isBack.isSet })
    wireframe.activate()
    try await restoring.value
  }

  @Test("A sign-out does not wait for a restoration that waits for its turn, and then loads")
  func signOutBeforeRestoration() async throws {
    let first = try await Bank()
    try await first.wireframe.route(to: "/")
    let saved = try first.wireframe.savedState()
    let (tree, asked, loading) = (NavigationTree<Screen>(), Barrier(), Barrier())
    let wireframe = Wireframe<Screen>(isSuspended: true, limits: .none)
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .root) { _ in
      await loading.pass()
      return Screen("Home")
    }
    try await tree.setRoot(Screen("News"), route: try Route("/news", matching: "/news"))
    wireframe.observe { route in
      if route.pattern == "/news" { await asked.pass() }
      return .proceed
    }
    let asking = Task { _ = try await wireframe.reevaluate() }
    await asked.waitForArrivals()
    let restoring = Task { _ = try await wireframe.restore(saved, trusting: true) }
    #expect(await wireframe.isAwaited(by: 1))
    let isDone = OpenState()
    let signOut = Task {
      _ = try await wireframe.reevaluate()
      isDone.isSet = true
    }
    #expect(await wireframe.isAwaited(by: 2))
    asked.open()
    #expect(await eventually { isDone.isSet })
    loading.open()
    for call in [asking, restoring, signOut] { try await call.value }
    #expect(tree.state.shown.map { "\($0.controller)" } == ["Home"])
  }

  @Test("A screen that is off leaves at once, though what a gate has kept above it still loads")
  func leavesBeforeTheNextLoads() async throws {
    let (bank, showing, loading) = (try await Bank(), Barrier(), Barrier())
    let presenter = HeldPresenter(bank.navigation)
    bank.wireframe.add(presenter: presenter)
    try bank.register("/private", "Private", option: Held(), tags: [.requiresLogin])
    try bank.register("/slow", "Slow", behind: loading, tags: [.requiresLogin])
    bank.isLoggedIn = true
    for path in ["/", "/private"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    try await bank.wireframe.route(to: "/slow")
    #expect(bank.shown == ["Home", "Log in"])
    bank.isLoggedIn = true
    presenter.barrier = showing
    let passing = Task { try await bank.wireframe.resume(after: .requiresLogin) }
    await showing.waitForArrivals()
    bank.wireframe.switches.disable(.pattern("/private"))
    let leaving = Task { try await bank.wireframe.reevaluate() }
    await tasksHaveBegun()
    showing.open()
    await loading.waitForArrivals()
    #expect(bank.shown == ["Home"])
    loading.open()
    #expect(try await leaving.value.refused.map(\.urlText) == ["/private"])
    _ = try await passing.value
    #expect(bank.shown == ["Home", "Slow"])
  }

  @Test("What is given up before the next part of what a gate has kept loads names that part")
  func givenUpBeforeTheNextLoads() async throws {
    let (bank, showing, asking) = (try await Bank(), Barrier(), Barrier())
    let presenter = HeldPresenter(bank.navigation)
    bank.wireframe.add(presenter: presenter)
    try bank.register("/private", "Private", option: Held(), tags: [.requiresLogin])
    bank.isLoggedIn = true
    for path in ["/", "/private"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    try await bank.wireframe.route(to: "/accounts")
    bank.isLoggedIn = true
    presenter.barrier = showing
    let passing = Task { try await bank.wireframe.resume(after: .requiresLogin) }
    await showing.waitForArrivals()
    bank.wireframe.observe { _ in
      await asking.pass()
      return .proceed
    }
    let leaving = Task { try await bank.wireframe.reevaluate() }
    await tasksHaveBegun()
    showing.open()
    await asking.waitForArrivals()
    passing.cancel()
    let error = try await failure { _ = try await passing.value }
    #expect(error.code == .cancelled)
    #expect(error.urlText == "/accounts")
    asking.open()
    _ = try await leaving.value
  }

  @Test("The login of a sign-out comes into the tab that the user chooses while guards are asked")
  func choosesTabDuringSignOut() async throws {
    let bank = try await Bank(tabs: ["Home", "Other"], loginOption: .push)
    try bank.register("/club", "Club", place: .tab("Other"))
    try bank.register("/budget", "Budget", tags: [.requiresLogin])
    bank.isLoggedIn = true
    for path in ["/", "/club", "/budget"] { try await bank.wireframe.route(to: path) }
    try await bank.navigation.selectTab("Home")
    let asked = Barrier()
    bank.wireframe.observe {
      if $0.pattern == "/" { await asked.pass() }
      return .proceed
    }
    bank.isLoggedIn = false
    let signingOut = Task { _ = try await bank.wireframe.reevaluate() }
    await asked.waitForArrivals()
    try bank.navigation.performAsUser(.selectTab(1))
    asked.open()
    try await signingOut.value
    #expect(bank.shown == ["Club", "Log in"])
  }

  @Test(
    "The login of a sign-out comes above what the user sees, also if that changes while it loads",
    arguments: [true, false])
  func movesWhileLoginLoads(hasTabs: Bool) async throws {
    let tree = hasTabs ? NavigationTree<Screen>(tabs: ["One", "Two"]) : NavigationTree<Screen>()
    let (wireframe, isOpen, login) = (Wireframe<Screen>(limits: .none), OpenState(), Barrier())
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/login", option: .push) { _ in
      await login.pass()
      return Screen("Log in")
    }
    wireframe.addGate(for: .requiresLogin, at: "/login") { isOpen.isSet }
    for (path, tab) in [("/two", "Two"), ("/one", "One")] {
      let option: any RoutingOption = path == "/two" ? .root : .modal(hasStack: true)
      if hasTabs {
        try wireframe.register(RoutePattern(path), option: .push, place: .tab(tab)) { _ in
          Screen(path)
        }
      } else {
        try wireframe.register(RoutePattern(path), option: option) { _ in Screen(path) }
      }
      try await wireframe.route(to: path)
    }
    try wireframe.register("/secret", option: .push, tags: [.requiresLogin]) { _ in
      Screen("Secret")
    }
    isOpen.isSet = true
    try await wireframe.route(to: "/secret")
    isOpen.isSet = false
    let signingOut = Task { _ = try await wireframe.reevaluate() }
    await login.waitForArrivals()
    try tree.performAsUser(hasTabs ? .selectTab(1) : .dismiss(1))
    login.open()
    try await signingOut.value
    #expect(tree.state.shown.map { "\($0.controller)" } == ["/two", "Log in"])
  }

  @Test("Of links during a restoration the newest opens, also while a reevaluation asks guards")
  func linksDuringRestoration() async throws {
    let (tree, loading, asked) = (NavigationTree<Screen>(), Barrier(), Barrier())
    let (isSlow, isAsking) = (OpenState(), OpenState())
    let wireframe = Wireframe<Screen>(sources: ["app:"], limits: .none)
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .root) { _ in
      if isSlow.isSet { await loading.pass() }
      return Screen("/")
    }
    for path in ["/a", "/b"] as [RoutePattern] {
      try wireframe.register(path, option: .push, exposure: .external) { _ in Screen(path.text) }
    }
    wireframe.observe { _ in
      if isAsking.isSet { await asked.pass() }
      return .proceed
    }
    try await wireframe.route(to: "/")
    let saved = try wireframe.savedState()
    isSlow.isSet = true
    let restoring = Task { _ = try await wireframe.restore(saved, trusting: true) }
    await loading.waitForArrivals()
    isAsking.isSet = true
    let reevaluating = Task { _ = try await wireframe.reevaluate() }
    await asked.waitForArrivals()
    let links = ["app://a", "app://b"].map { url in
      Task { await wireframe.open(url, origin: .customScheme).error?.code }
    }
    await tasksHaveBegun()
    asked.open()
    loading.open()
    try await reevaluating.value
    try await restoring.value
    #expect(await links[0].value == .cancelled)
    #expect(await links[1].value == nil)
    #expect(tree.state.shown.map { "\($0.controller)" } == ["/", "/b"])
  }

  @Test("Who asks a screen that is swiped at once gets nil")
  func answer() async throws {
    try bank.wireframe.register("/pick", option: .modal) { _ in Screen("Pick") }
    swipeAtOnce("Pick")
    #expect(try await bank.wireframe.answer(to: "/pick", as: Int.self) == nil)
  }

  @Test("A gate that is swiped at once keeps nothing")
  func gate() async throws {
    swipeAtOnce("Log in")
    _ = try? await bank.wireframe.route(to: "/accounts")
    #expect(bank.wireframe.keptRequestCount == 0)
    bank.isLoggedIn = true
    let outcome = try await bank.wireframe.resume(after: .requiresLogin)
    guard case .nothingKept = outcome else { return #expect(Bool(false), "\(outcome)") }
    #expect(bank.shown == ["Home"])
  }

  @Test("Who asks behind a gate that is swiped at once gets nil")
  func answerBehindGate() async throws {
    try bank.wireframe.register("/pick", option: .modal, tags: [.requiresLogin]) { _ in
      Screen("Pick")
    }
    swipeAtOnce("Log in")
    #expect(try await bank.wireframe.answer(to: "/pick", as: Int.self) == nil)
  }

  @Test("Who gives up a question takes the gate's screen away, which only the question had brought")
  func givenUp() async throws {
    try bank.wireframe.register("/pick", option: .modal, tags: [.requiresLogin]) { _ in
      Screen("Pick")
    }
    let task = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { bank.shown.last == "Log in" })
    task.cancel()
    let error = await #expect(throws: RoutingError.self) { try await task.value }
    #expect(error?.code == .cancelled)
    #expect(bank.shown == ["Home"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("After a sign-out the gate is shown, also in place of a question, which has no answer")
  func signOutOverQuestion() async throws {
    try bank.wireframe.register("/pick", option: .modal, tags: [.requiresLogin]) { _ in
      Screen("Pick")
    }
    bank.isLoggedIn = true
    try await bank.wireframe.route(to: "/accounts")
    let task = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { bank.shown.last == "Pick" })
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Log in"])
    #expect(try await task.value == nil)
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts"])
  }

  @Test("J2 After a sign-out over a question alone, no gate is shown: nothing can come back")
  func signOutOverQuestionAlone() async throws {
    try bank.wireframe.register("/pick", option: .modal, tags: [.requiresLogin]) { _ in
      Screen("Pick")
    }
    bank.isLoggedIn = true
    let task = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { bank.shown.last == "Pick" })
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home"])
    #expect(bank.wireframe.keptRequestCount == 0)
    #expect(try await task.value == nil)
  }

  @Test("A screen of the app's own presenter comes by it again after a sign-out")
  func ownPresenterAgain() async throws {
    let drawers = DrawerPresenter(on: bank.navigation)
    bank.wireframe.add(presenter: drawers)
    try bank.register("/filter", "Filter", option: DrawerOption(), tags: [.requiresLogin])
    bank.isLoggedIn = true
    try await bank.wireframe.route(to: "/filter")
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Filter"])
    #expect(drawers.count == 2)
  }

  @Test("If the app's own presenter fails after a sign-out, the screens below come once")
  func ownPresenterFails() async throws {
    let drawers = DrawerPresenter(on: bank.navigation)
    bank.wireframe.add(presenter: drawers)
    try bank.register("/filter", "Filter", option: DrawerOption(), tags: [.requiresLogin])
    bank.isLoggedIn = true
    for path in ["/accounts", "/filter"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Log in"])
    bank.isLoggedIn = true
    drawers.isBroken = true
    let error = await #expect(throws: RoutingError.self) {
      try await bank.wireframe.resume(after: .requiresLogin)
    }
    #expect(error?.code == .presenterFailed)
    #expect(bank.shown == ["Home", "Accounts"])
  }

  @Test(
    "A request for a tab's home that a tap has brought meanwhile returns the screen that is shown",
    arguments: [false, true])
  func tappedMeanwhile(hasPlaceholder: Bool) async throws {
    let (tree, barrier) = (NavigationTree<Screen>(tabs: ["Home", "Cart"]), Barrier())
    let wireframe = Wireframe<Screen>(
      home: "/", defaultOption: .push,
      limits: RoutingLimits(provide: nil, present: nil, placeholder: .seconds(9)),
      clock: ManualClock())
    wireframe.addStandardPresenters(on: tree)
    if hasPlaceholder { wireframe.addPlaceholder(for: "/cart") { _, _ in Screen("Loading") } }
    try wireframe.register("/", place: .tab("Home")) { _ in Screen("Home") }
    let isHeld = OpenState()
    isHeld.isSet = true
    try wireframe.register("/cart", place: .tab("Cart")) { _ in
      if isHeld.isSet { await barrier.pass() }
      return Screen("Cart")
    }
    try await wireframe.route(to: "/")
    let routing = Task { try await wireframe.route(to: "/cart") }
    await barrier.waitForArrivals()
    isHeld.isSet = false
    try tree.performAsUser(.selectTab(1))
    #expect(await eventually { tree.state.shown.map { "\($0.controller)" } == ["Cart"] })
    barrier.open()
    let result = try await routing.value
    #expect(result.controller === tree.state.top?.controller)
  }

  @Test("A request whose screen a tap has brought before its placeholder came is announced whole")
  func announcedThoughTapped() async throws {
    let (tree, barrier) = (NavigationTree<Screen>(tabs: ["Home", "Cart"]), Barrier())
    let (clock, isHeld, recorder) = (ManualClock(), OpenState(), RecordingObserver())
    let wireframe = Wireframe<Screen>(
      home: "/", defaultOption: .push,
      limits: RoutingLimits(provide: nil, present: nil, placeholder: .seconds(9)), clock: clock)
    wireframe.addStandardPresenters(on: tree)
    wireframe.addPlaceholder(for: "/cart") { _, _ in Screen("Loading") }
    try wireframe.register("/", place: .tab("Home")) { _ in Screen("Home") }
    isHeld.isSet = true
    try wireframe.register("/cart", place: .tab("Cart")) { _ in
      if isHeld.isSet { await barrier.pass() }
      return Screen("Cart")
    }
    try await wireframe.route(to: "/")
    wireframe.add(observer: recorder)
    let routing = Task { try await wireframe.route(to: "/cart") }
    await barrier.waitForArrivals()
    isHeld.isSet = false
    try tree.performAsUser(.selectTab(1))
    #expect(await eventually { recorder.events.contains(.didRoute("/cart")) })
    recorder.events = []
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(9))
    #expect(try await routing.value.controller === tree.state.top?.controller)
    let told = recorder.events.filter { $0 != .asked("/cart") }
    #expect(told == [.willPresent("/cart"), .didRoute("/cart")])
    barrier.open()
  }

  @Test("A request for a tab's home whose placeholder a tap has brought gets the screen, too")
  func placeholderTappedMeanwhile() async throws {
    let (tree, barrier) = (NavigationTree<Screen>(tabs: ["Home", "Cart"]), Barrier())
    let clock = ManualClock()
    let wireframe = Wireframe<Screen>(
      home: "/", defaultOption: .push, limits: RoutingLimits(provide: nil, present: nil),
      clock: clock)
    wireframe.addStandardPresenters(on: tree)
    wireframe.addPlaceholder(for: "/cart") { _, _ in Screen("Loading") }
    try wireframe.register("/", place: .tab("Home")) { _ in Screen("Home") }
    try wireframe.register("/cart", place: .tab("Cart")) { _ in
      await barrier.pass()
      return Screen("Cart")
    }
    try await wireframe.route(to: "/")
    let hasEnded = OpenState()
    let routing = Task {
      defer { hasEnded.isSet = true }
      return try await wireframe.route(to: "/cart")
    }
    await barrier.waitForArrivals()
    try tree.performAsUser(.selectTab(1))
    await barrier.waitForArrivals(2)
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(300))
    #expect(await eventually { tree.state.shown.map { "\($0.controller)" } == ["Loading"] })
    for _ in 0..<20 { await tasksHaveBegun() }
    barrier.open()
    #expect(
      await eventually {
        clock.advance(by: .milliseconds(300))
        return hasEnded.isSet
      })
    #expect(try await routing.value.controller?.description == "Cart")
  }

  @Test("A screen that is ready when a tap has brought its placeholder is announced once")
  func announcedOnceThoughTapped() async throws {
    let tree = NavigationTree<Screen>(tabs: ["Home", "Cart"])
    let (own, tapped, clock, recorder) = (Barrier(), Barrier(), ManualClock(), RecordingObserver())
    let wireframe = Wireframe<Screen>(
      home: "/", defaultOption: .push, limits: RoutingLimits(provide: nil, present: nil),
      clock: clock)
    wireframe.addStandardPresenters(on: tree)
    wireframe.addPlaceholder(for: "/cart") { _, _ in Screen("Loading") }
    try wireframe.register("/", place: .tab("Home")) { _ in Screen("Home") }
    let (isTapped, hasEnded) = (OpenState(), OpenState())
    try wireframe.register("/cart", place: .tab("Cart")) { _ in
      await (isTapped.isSet ? tapped : own).pass()
      return Screen("Cart")
    }
    try await wireframe.route(to: "/")
    wireframe.add(observer: recorder)
    let routing = Task {
      defer { hasEnded.isSet = true }
      return try await wireframe.route(to: "/cart")
    }
    await own.waitForArrivals()
    isTapped.isSet = true
    try tree.performAsUser(.selectTab(1))
    await tapped.waitForArrivals()
    own.open()
    for _ in 0..<20 { await tasksHaveBegun() }
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(300))
    #expect(await eventually { tree.state.top?.isPlaceholder == true })
    for _ in 0..<20 { await tasksHaveBegun() }
    tapped.open()
    #expect(
      await eventually {
        clock.advance(by: .milliseconds(300))
        return hasEnded.isSet
      })
    #expect(try await routing.value.controller === tree.state.top?.controller)
    let told = recorder.events.filter { $0 != .asked("/cart") }
    #expect(told == [.willPresent("/cart"), .didRoute("/cart")])
  }

  @Test("A placeholder that comes into a tab that the user has left gives way to its screen")
  func placeholderInHiddenTab() async throws {
    let (tree, barrier) = (NavigationTree<Screen>(tabs: ["Home", "Cart"]), Barrier())
    let clock = ManualClock()
    let wireframe = Wireframe<Screen>(home: "/", defaultOption: .push, clock: clock)
    wireframe.addStandardPresenters(on: tree)
    wireframe.addPlaceholder(for: "/slow") { _, _ in Screen("Loading") }
    try wireframe.register("/", place: .tab("Home")) { _ in Screen("Home") }
    try wireframe.register("/cart", place: .tab("Cart")) { _ in Screen("Cart") }
    try wireframe.register("/slow") { _ in
      await barrier.pass()
      return Screen("Slow")
    }
    try await wireframe.route(to: "/")
    let hasEnded = OpenState()
    let routing = Task {
      defer { hasEnded.isSet = true }
      return try await wireframe.route(to: "/slow")
    }
    await barrier.waitForArrivals()
    try tree.performAsUser(.selectTab(1))
    #expect(await eventually { tree.state.shown.map { "\($0.controller)" } == ["Cart"] })
    await clock.waitForSleepers(1)
    clock.advance(by: .milliseconds(300))
    #expect(await eventually { tree.state.entries.contains { "\($0.controller)" == "Loading" } })
    barrier.open()
    #expect(
      await eventually {
        clock.advance(by: .milliseconds(300))
        return hasEnded.isSet
      })
    #expect(try await routing.value.controller?.description == "Slow")
    #expect(tree.state.entries.map { "\($0.controller)" } == ["Home", "Slow", "Cart"])
  }

  @Test("A state is restored before the link that has started the app, which then lands on it")
  func suspendedStart() async throws {
    bank.isLoggedIn = true
    try await bank.wireframe.route(to: "/accounts")
    let saved = try bank.wireframe.savedState()
    let wireframe = Wireframe<Screen>(sources: ["bank:"], isSuspended: true, limits: .none)
    let navigation = NavigationTree<Screen>()
    wireframe.addStandardPresenters(on: navigation)
    for (pattern, option) in [("/", .root), ("/accounts", .push), ("/help", .modal)]
      as [(RoutePattern, any RoutingOption)]
    {
      try wireframe.register(pattern, option: option, exposure: .external) { _ in
        Screen(pattern.text)
      }
    }
    let link = Task { await wireframe.open("bank://help", origin: .customScheme) }
    #expect(await wireframe.isAwaited(by: 1))
    try await wireframe.restore(saved, trusting: true)
    #expect(navigation.state.shown.map { "\($0.controller)" } == ["/", "/accounts"])
    wireframe.activate()
    _ = await link.value
    #expect(navigation.state.shown.map { "\($0.controller)" } == ["/", "/accounts", "/help"])
  }
}

private struct DrawerOption: RoutingOption {}

/// Shows drawers as sheets of the host.
@MainActor
private final class DrawerPresenter: ControllerRoutingPresenter {
  private let navigation: NavigationTree<Screen>
  private(set) var count = 0
  var isBroken = false

  init(on navigation: NavigationTree<Screen>) { self.navigation = navigation }

  func present(_ controller: Screen, option: DrawerOption, event: RoutingEvent) async throws {
    count += 1
    if isBroken { throw Broken() }
    try await navigation.present(controller, route: event.route, option: .modal(.sheet))
  }
}

private struct Held: RoutingOption {}

/// Pushes once a test lets it.
@MainActor
private final class HeldPresenter: ControllerRoutingPresenter {
  private let navigation: NavigationTree<Screen>
  var barrier: Barrier?

  init(_ navigation: NavigationTree<Screen>) { self.navigation = navigation }

  func present(_ controller: Screen, option: Held, event: RoutingEvent) async throws {
    await barrier?.pass()
    try await navigation.push(controller, route: event.route)
  }
}
