import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// Callers that wait for an answer: each goes on, whatever becomes of the screen, its gates and what is below it.
@MainActor
@Suite(.hangsNever)
struct WaitingCallerTests {
  let bank: Bank

  init() async throws {
    bank = try await Bank()
    try Self.registerPick(on: bank.wireframe)
  }

  private static func registerPick(
    _ pattern: RoutePattern = "/pick", on wireframe: Wireframe<Screen>,
    option: any RoutingOption = .modal, tags: Set<RouteTag> = [], place: ScreenPlace = .onTop
  ) throws {
    try wireframe.register(pattern, option: option, tags: tags, place: place) { route, router in
      let screen = Screen("Pick")
      screen.token = AnswerHandle<Int>(for: route, router)
      return screen
    }
  }

  private func asking(
    _ bank: Bank, _ request: RoutingRequest, until shown: String
  ) async -> Task<Int?, any Error> {
    let task = Task { try await bank.wireframe.answer(to: request, as: Int.self) }
    #expect(await eventually { bank.shown.last == shown })
    await bank.wireframe.settled()
    return task
  }

  private func handle(_ bank: Bank) throws -> AnswerHandle<Int> {
    try #require(bank.navigation.state.top?.controller.token as? AnswerHandle<Int>)
  }

  @Test("A screen that cannot leave, since it is the root, answers, and stays")
  func root() async throws {
    let task = await asking(bank, RoutingRequest("/pick", option: .root), until: "Pick")
    try await handle(bank).finish(with: 4)
    #expect(try await task.value == 4)
    #expect(bank.shown == ["Pick"])
  }

  @Test(
    "A screen that has answered, and stays, is not asked again: a new question gets its own",
    arguments: [1, 2])
  func answeredRoot(count: Int) async throws {
    let request = RoutingRequest("/pick", option: .root)
    let first = (0..<count).map { _ in
      Task { try await bank.wireframe.answer(to: request, as: Int.self) }
    }
    #expect(await eventually { bank.shown == ["Pick"] })
    await bank.wireframe.settled()
    try await handle(bank).finish(with: 4)
    for task in first { #expect(try await task.value == 4) }
    let former = bank.navigation.state.top?.id
    let second = Task { try await bank.wireframe.answer(to: request, as: Int.self) }
    #expect(await eventually { bank.navigation.state.top?.id != former })
    await bank.wireframe.settled()
    try await handle(bank).finish(with: 5)
    #expect(try await second.value == 5)
  }

  @Test("Of two answers the first one counts, also if the screen leaves later")
  func firstAnswer() async throws {
    try await bank.addLock()
    try await bank.wireframe.route(to: "/")
    let task = await asking(bank, RoutingRequest("/pick"), until: "Pick")
    let handle = try handle(bank)
    bank.cover()
    let answers = [7, 8].map { answer in Task { await handle.finish(with: answer) } }
    await tasksHaveBegun()
    #expect(bank.shown == ["Home", "Pick"])
    try await bank.unlock()
    for answer in answers { await answer.value }
    #expect(try await task.value == 7)
  }

  @Test("A question under its parents gets a screen of its own, also where one is on screen")
  func underParents() async throws {
    try Self.registerPick("/news/pick", on: bank.wireframe, option: .push, place: .under("/news"))
    for path in ["/", "/news", "/news/pick"] { try await bank.wireframe.route(to: path) }
    let former = try #require(bank.navigation.state.top?.id)
    let task = Task {
      try await bank.wireframe.answer(
        to: RoutingRequest("/news/pick", landing: .underParents), as: Int.self)
    }
    #expect(await eventually { bank.navigation.state.top?.id != former })
    #expect(bank.shown == ["Home", "News", "Pick"])
    try await handle(bank).finish(with: 2)
    #expect(try await task.value == 2)
    #expect(bank.shown == ["Home", "News"])
  }

  @Test("A module's screen that answers in the only tab with a screen gives way to home")
  func lastOfModule() async throws {
    let bank = try await Bank(root: .tabs(["Home", "More"]), home: "/")
    let module = Wireframe<Screen>(limits: .none)
    try Self.registerPick(on: module, option: .push, place: .tab("More"))
    try bank.wireframe.mount(module, at: "/m")
    let task = await asking(bank, RoutingRequest("/m/pick"), until: "Pick")
    try await handle(bank).finish(with: 1)
    #expect(try await task.value == 1)
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home"])
  }

  // MARK: Gates

  @Test("A question passes two gates")
  func twoGates() async throws {
    try Self.registerPick(
      "/secret", on: bank.wireframe, tags: [.requiresLogin, .requiresPIN])
    try await bank.wireframe.route(to: "/")
    let task = await asking(bank, RoutingRequest("/secret"), until: "Log in")
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "PIN"])
    bank.isVaultOpen = true
    try await bank.wireframe.resume(after: .requiresPIN)
    #expect(bank.shown == ["Home", "Pick"])
    try await handle(bank).finish(with: 5)
    #expect(try await task.value == 5)
  }

  @Test("A question whose gate leaves for another one that cannot be shown is told")
  func failingGate() async throws {
    try Self.registerPick("/secret", on: bank.wireframe, tags: [.requiresLogin, "device"])
    bank.openGates = ["device"]
    bank.wireframe.addGate(for: "device", at: "/nowhere", priority: 1) { [unowned bank] in
      bank.openGates.contains("device")
    }
    try await bank.wireframe.route(to: "/")
    let task = await asking(bank, RoutingRequest("/secret"), until: "Log in")
    bank.openGates = []
    #expect(try await failure { try await bank.wireframe.reevaluate() }.code == .noRoute)
    #expect(try await task.value == nil)
    #expect(bank.shown == ["Home"])
  }

  @Test("A question whose gate leaves for another one is told if something else is shown instead")
  func redirectedSignOut() async throws {
    try Self.registerPick("/secret", on: bank.wireframe, tags: [.requiresLogin, "device"])
    try bank.register("/trust", "Trust")
    bank.openGates = ["device"]
    bank.wireframe.addGate(for: "device", at: "/trust", priority: 1) { [unowned bank] in
      bank.openGates.contains("device")
    }
    try await bank.wireframe.route(to: "/")
    let task = await asking(bank, RoutingRequest("/secret"), until: "Log in")
    try await bank.wireframe.route(to: "/help")
    bank.openGates = []
    bank.wireframe.observe { $0.pattern == "/help" ? .redirect(to: "/news") : .proceed }
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "News"])
    #expect(try await task.value == nil)
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  private func addDeviceGate(to bank: Bank) throws {
    try bank.register("/trust", "Trust", option: .modal)
    bank.openGates = ["device"]
    bank.wireframe.addGate(for: "device", at: "/trust", priority: 1) { [unowned bank] in
      bank.openGates.contains("device")
    }
  }

  @Test(
    "A question whose gate leaves for another one is told if that one's screen does not come",
    arguments: [true, false])
  func gateWithoutScreen(isStopped: Bool) async throws {
    try addDeviceGate(to: bank)
    try Self.registerPick("/secret", on: bank.wireframe, tags: [.requiresLogin, "device"])
    try await bank.wireframe.route(to: "/")
    let task = await asking(bank, RoutingRequest("/secret"), until: "Log in")
    bank.wireframe.observe { route in
      guard route.pattern == "/trust" else { return .proceed }
      return isStopped ? .stop("closed") : .redirect(to: "/news")
    }
    bank.openGates = []
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == (isStopped ? ["Home"] : ["Home", "News"]))
    #expect(bank.wireframe.keptRequestCount == 0)
    #expect(try await task.value == nil)
  }

  @Test("A question whose gate leaves a tab that is not shown, for another gate, is told")
  func hiddenGate() async throws {
    let bank = try await Bank(tabs: ["Home", "More"], loginOption: .push)
    try addDeviceGate(to: bank)
    try bank.register("/more", "More", place: .tab("More"))
    try Self.registerPick("/secret", on: bank.wireframe, tags: [.requiresLogin, "device"])
    for path in ["/more", "/"] { try await bank.wireframe.route(to: path) }
    let task = await asking(bank, RoutingRequest("/secret"), until: "Log in")
    try bank.navigation.performAsUser(.selectTab(1))
    bank.openGates = []
    try await bank.wireframe.reevaluate()
    #expect(try await task.value == nil)
    #expect(bank.shown == ["More"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("Of two questions whose gates leave for another gate that one keeps the upper one")
  func twoMovedGates() async throws {
    try addDeviceGate(to: bank)
    try Self.registerPick("/secret", on: bank.wireframe, tags: [.requiresLogin, "device"])
    try Self.registerPick("/code", on: bank.wireframe, tags: [.requiresPIN, "device"])
    try await bank.wireframe.route(to: "/")
    let lower = await asking(bank, RoutingRequest("/secret"), until: "Log in")
    let upper = await asking(bank, RoutingRequest("/code"), until: "PIN")
    #expect(bank.shown == ["Home", "Log in", "PIN"])
    bank.openGates = []
    try await bank.wireframe.reevaluate()
    #expect(try await lower.value == nil)
    #expect(bank.shown == ["Home", "Trust"])
    (bank.openGates, bank.isVaultOpen) = (["device"], true)
    try await bank.wireframe.resume(after: "device")
    try await handle(bank).finish(with: 3)
    #expect(try await upper.value == 3)
  }

  /// A question that waits behind the login, and that the gate in front of that stops from now on.
  private func behindAnotherGate(
    on host: StubbornHost, loggedIn isLoggedIn: OpenState = OpenState(),
    trusted isTrusted: OpenState
  ) async throws -> (Wireframe<Screen>, Task<Int?, any Error>) {
    let wireframe = Wireframe<Screen>(limits: .none)
    wireframe.addStandardPresenters(on: host)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    for path in ["/login", "/trust"] as [RoutePattern] {
      try wireframe.register(path, option: .modal) { _ in Screen(path.text) }
    }
    try Self.registerPick("/secret", on: wireframe, tags: [.requiresLogin, "device"])
    wireframe.addGate(for: .requiresLogin, at: "/login") { isLoggedIn.isSet }
    wireframe.addGate(for: "device", at: "/trust", priority: 1) { isTrusted.isSet }
    isTrusted.isSet = true
    try await wireframe.route(to: "/")
    let task = Task { try await wireframe.answer(to: "/secret", as: Int.self) }
    #expect(await eventually { host.state.top?.controller.description == "/login" })
    await wireframe.settled()
    isTrusted.isSet = false
    return (wireframe, task)
  }

  @Test("A question whose gate has to leave for another one stays if the host cannot do it")
  func failingHost() async throws {
    let (host, isLoggedIn, isTrusted) = (StubbornHost(), OpenState(), OpenState())
    let (wireframe, task) = try await behindAnotherGate(
      on: host, loggedIn: isLoggedIn, trusted: isTrusted)
    host.isStubborn = true
    #expect(try await failure { try await wireframe.reevaluate() }.code == .presenterFailed)
    #expect(wireframe.keptRequestCount == 1)
    (isTrusted.isSet, isLoggedIn.isSet, host.isStubborn) = (true, true, false)
    try await wireframe.resume(after: .requiresLogin)
    let asked = try #require(host.state.top?.controller.token as? AnswerHandle<Int>)
    await asked.finish(with: 3)
    #expect(try await task.value == 3)
  }

  @Test("A question whose gate's screen leaves, though the host then fails, is told")
  func failingLate() async throws {
    let host = StubbornHost()
    let (wireframe, task) = try await behindAnotherGate(on: host, trusted: OpenState())
    host.failsLate = true
    #expect(try await failure { try await wireframe.reevaluate() }.code == .presenterFailed)
    #expect(try await task.value == nil)
    #expect(wireframe.keptRequestCount == 0)
  }

  @Test("A question that has expired at its gate has no answer")
  func expired() async throws {
    try Self.registerPick("/secret", on: bank.wireframe, tags: [.requiresLogin])
    try await bank.wireframe.route(to: "/")
    let task = await asking(bank, RoutingRequest("/secret"), until: "Log in")
    bank.time += 600
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(try await task.value == nil)
    #expect(bank.shown == ["Home"])
  }

  @Test(
    "A question above a home behind a gate is told if it, or what is below it, does not come back",
    arguments: ["/news/pick", "/news"] as [RoutePattern])
  func stoppedBehindHome(stopped: RoutePattern) async throws {
    let bank = try await makeBank(homeTags: [.requiresLogin])
    try Self.registerPick("/news/pick", on: bank.wireframe, option: .push, place: .under("/news"))
    let task = await asking(
      bank, RoutingRequest("/news/pick", landing: .underParents), until: "Log in")
    #expect(bank.shown == ["Log in"])
    bank.wireframe.observe { $0.pattern == stopped ? .stop("closed") : .proceed }
    bank.user = "ann"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == (stopped == "/news" ? ["Home"] : ["Home", "News"]))
    #expect(try await failure { try await task.value }.code == .stopped)
  }

  @Test("Above a home behind a gate, another user's question is told, and home comes without it")
  func anotherUsersQuestion() async throws {
    let bank = try await makeBank(homeTags: [.requiresPIN])
    try Self.registerPick("/secret", on: bank.wireframe, tags: [.requiresLogin])
    bank.user = "ada"
    let task = await asking(bank, RoutingRequest("/secret"), until: "PIN")
    bank.user = "bob"
    bank.isVaultOpen = true
    try await bank.wireframe.resume(after: .requiresPIN)
    #expect(try await task.value == nil)
    #expect(bank.shown == ["Home"])
  }

  @Test("A caller that gives up while its screen is made behind a gate takes the screen away")
  func givenUpWhilePassing() async throws {
    let barrier = Barrier()
    try bank.register(
      "/slow", "Slow", behind: barrier, option: .modal, tags: [.requiresLogin])
    try await bank.wireframe.route(to: "/")
    let task = await asking(bank, RoutingRequest("/slow"), until: "Log in")
    bank.isLoggedIn = true
    let passing = Task { try await bank.wireframe.resume(after: .requiresLogin) }
    await barrier.waitForArrivals()
    task.cancel()
    #expect(try await failure { try await task.value }.code == .cancelled)
    barrier.open()
    _ = try await passing.value
    #expect(await eventually { bank.shown == ["Home"] })
  }

  @Test("A gate that goes with its wireframe tells a module that waits for an answer")
  func freedGate() async throws {
    let module = Wireframe<Screen>()
    try module.register("/pick", option: .modal, tags: ["picks"]) { _ in Screen("Pick") }
    let navigation = NavigationTree<Screen>()
    var app: Wireframe<Screen>? = Wireframe<Screen>()
    app?.addStandardPresenters(on: navigation)
    try app?.register("/", option: .root) { _ in Screen("Home") }
    try app?.register("/pin", option: .modal) { _ in Screen("PIN") }
    app?.addGate(for: "picks", at: "/pin") { false }
    try app?.mount(module, at: "/m")
    try await app?.route(to: "/")
    let task = Task { try await module.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { navigation.state.top?.controller.description == "PIN" })
    await module.settled()
    app = nil
    #expect(try await task.value == nil)
  }

  @Test("A lock whose wireframe is gone tells a module that waits, and uncovers once removed")
  func freedLock() async throws {
    let module = Wireframe<Screen>()
    try module.register("/pick", option: .modal) { _ in Screen("Pick") }
    let navigation = NavigationTree<Screen>()
    let lock = Gate(at: "/locked", covers: true) { false }
    var app: Wireframe<Screen>? = Wireframe<Screen>()
    app?.addStandardPresenters(on: navigation)
    try app?.register("/", option: .root) { _ in Screen("Home") }
    try app?.register("/locked", option: .push) { _ in Screen("Locked") }
    let registration = try await app?.add(lock: lock)
    try app?.mount(module, at: "/m")
    lock.cover()
    var answers: [Int?] = []
    Task { answers.append(try await module.answer(to: "/pick", as: Int.self)) }
    #expect(await eventually { app?.keptRequestCount == 1 })
    await module.settled()
    app = nil
    #expect(await eventually { answers == [nil] })
    registration?.remove()
    #expect(navigation.cover == nil)
  }

  @Test(
    "A caller is told behind a gate that goes away while a presenter brings the gate's screen",
    arguments: [false, true])
  func removedWhileScreenComes(isUnmounted: Bool) async throws {
    let (module, barrier) = (Wireframe<Screen>(limits: .none), Barrier())
    bank.wireframe.add(presenter: LatePresenter(navigation: bank.navigation, barrier: barrier))
    try module.register("/code", option: Late()) { _ in Screen("Code") }
    let gate = module.addGate(for: "vault", at: "/code") { false }
    try Self.registerPick(on: module, tags: ["vault"])
    let mount = try bank.wireframe.mount(module, at: "/m")
    try await bank.wireframe.route(to: "/")
    var answers: [Int?] = []
    Task { answers.append(try await bank.wireframe.answer(to: "/m/pick", as: Int.self)) }
    await barrier.waitForArrivals()
    (isUnmounted ? mount : gate).remove()
    barrier.open()
    #expect(await eventually { answers == [nil] })
    #expect(bank.shown == ["Home", "Code"])
  }

  @Test("A screen whose waiter waits again after a sign-out, as a flow does, is saved")
  func savedStep() async throws {
    try bank.register("/step", "Step")
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.perform(RoutingRequest("/step").waited(for: PatientWaiter()))
    #expect(bank.shown == ["Home", "Step"])
    #expect(try bank.wireframe.savedState().omittedCount == 0)
  }

  @Test("A caller whose screen comes again after a sign-out is told if one below it is no more")
  func removedBelow() async throws {
    let typed = try bank.wireframe.register(TypedScreen.self, option: .push, tags: [.requiresLogin])
    { _ in Screen("Typed") }
    try bank.register("/last", "Last", tags: [.requiresLogin])
    bank.isLoggedIn = true
    for path in ["/", "/accounts"] { try await bank.wireframe.route(to: path) }
    try await bank.wireframe.route(to: TypedScreen())
    let waiter = PatientWaiter()
    try await bank.wireframe.perform(RoutingRequest("/last").waited(for: waiter))
    #expect(bank.shown == ["Home", "Accounts", "Typed", "Last"])
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    typed.remove()
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts"])
    #expect(waiter.errors.map(\.code) == [.noRoute])
  }

  @Test(
    "Who waits for a screen that comes again is told if all is lost, not if only one above it is",
    arguments: [false, true])
  func failingAbove(isAllLost: Bool) async throws {
    for path in ["/step", "/last"] as [RoutePattern] {
      try bank.register(path, path.text, tags: [.requiresLogin])
    }
    let waiter = PatientWaiter()
    bank.isLoggedIn = true
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.perform(RoutingRequest("/step").waited(for: waiter))
    try await bank.wireframe.route(to: "/last")
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    let count = waiter.leaveCount
    bank.wireframe.observe { route in
      if route.pattern == (isAllLost ? "/step" : "/last") { throw Broken() }
      return .proceed
    }
    bank.isLoggedIn = true
    _ = try? await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == (isAllLost ? ["Home"] : ["Home", "/step"]))
    #expect((waiter.leaveCount > count) == isAllLost)
  }

  @Test("While a request is presented that a gate has kept above screens, it is the one presented")
  func presentedAboveList() async throws {
    let (wireframe, waiters) = (bank.wireframe, [PatientWaiter(), PatientWaiter()])
    bank.isLoggedIn = true
    try await wireframe.route(to: "/")
    try await wireframe.perform(RoutingRequest("/accounts").waited(for: waiters[0]))
    bank.isLoggedIn = false
    try await wireframe.reevaluate()
    try await wireframe.perform(RoutingRequest("/accounts/9").waited(for: waiters[1]))
    #expect(bank.shown == ["Home", "Log in"])
    var presented: [[Bool]] = []
    bank.navigation.onChange { _ in
      presented.append(waiters.map { wireframe.isPresenting(for: $0) })
    }
    bank.isLoggedIn = true
    try await wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts", "Account 9"])
    #expect(presented == [[true, false], [false, true]])
  }

  @Test("Callers that wait on after a sign-out share no screen: each has its own")
  func ownScreens() async throws {
    try bank.register("/step", "Step")
    try await bank.wireframe.route(to: "/")
    let waiters = [PatientWaiter(), PatientWaiter()]
    for waiter in waiters {
      try await bank.wireframe.perform(RoutingRequest("/step").waited(for: waiter))
    }
    #expect(bank.shown == ["Home", "Step", "Step"])
    #expect(waiters.map(\.leaveCount) == [0, 0])
  }

  @Test("What was asked, and kept for resume(), comes back after a sign-out: nobody waits for it")
  func parkedQuestion() async throws {
    try Self.registerPick("/secret", on: bank.wireframe, tags: ["late", .requiresPIN])
    bank.isVaultOpen = true
    try await bank.wireframe.route(to: "/")
    let redirect = bank.wireframe.observe(tag: "late", priority: 1) { _ in
      .redirect(to: "/help", resuming: .newest)
    }
    let error = try await failure {
      try await bank.wireframe.answer(to: RoutingRequest("/secret"), as: Int.self)
    }
    #expect(error.code == .stopped)
    redirect.remove()
    try await bank.wireframe.resume()
    #expect(bank.shown.last == "Pick")
    bank.isVaultOpen = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown.last == "PIN")
    bank.isVaultOpen = true
    try await bank.wireframe.resume(after: .requiresPIN)
    #expect(bank.shown.last == "Pick")
  }

  // MARK: Hosts and presenters

  @Test("A question whose host has gone has no answer")
  func goneHost() async throws {
    let wireframe = Wireframe<Screen>()
    try Self.registerPick(on: wireframe, option: .root)
    var navigation: NavigationTree<Screen>? = NavigationTree()
    var presenters = navigation.map { wireframe.addStandardPresenters(on: $0) }
    let task = Task { try await wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { navigation?.state.top != nil })
    await wireframe.settled()
    presenters?.remove()
    (presenters, navigation) = (nil, nil)
    #expect(try await task.value == nil)
  }

  @Test("Another screen that leaves while a presenter of the app's own presents ends no question")
  func otherScreen() async throws {
    let presenter = AsidePresenter(bank.navigation)
    bank.wireframe.add(presenter: presenter)
    try Self.registerPick("/aside", on: bank.wireframe, option: Aside())
    for path in ["/", "/help"] { try await bank.wireframe.route(to: path) }
    let task = Task { try await bank.wireframe.answer(to: "/aside", as: Int.self) }
    #expect(await eventually { presenter.screen != nil })
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home"])
    await (presenter.screen?.token as? AnswerHandle<Int>)?.finish(with: 5)
    #expect(try await task.value == 5)
  }

  @Test("A question that another presenter shows elsewhere does not share the answer of the first")
  func elsewhere() async throws {
    let presenter = AsidePresenter(bank.navigation, dismisses: false)
    bank.wireframe.add(presenter: presenter)
    try await bank.wireframe.route(to: "/")
    let first = await asking(bank, RoutingRequest("/pick"), until: "Pick")
    let second = Task {
      try await bank.wireframe.answer(to: RoutingRequest("/pick", option: Aside()), as: Int.self)
    }
    #expect(await eventually { presenter.screen != nil })
    await bank.wireframe.settled()
    try await handle(bank).finish(with: 1)
    await (presenter.screen?.token as? AnswerHandle<Int>)?.finish(with: 2)
    #expect(try await first.value == 1)
    #expect(try await second.value == 2)
  }

  @Test("A question does not share the answer of a screen whose route was replaced meanwhile")
  func replacedRoute() async throws {
    let presenter = AsidePresenter(bank.navigation, dismisses: false)
    bank.wireframe.add(presenter: presenter)
    let former = try bank.wireframe.register("/old", option: .modal) { route, router in
      let screen = Screen("Old")
      screen.token = AnswerHandle<Int>(for: route, router)
      return screen
    }
    try await bank.wireframe.route(to: "/")
    let first = await asking(bank, RoutingRequest("/old"), until: "Old")
    former.remove()
    try Self.registerPick("/:any", on: bank.wireframe, option: Aside())
    let second = Task { try await bank.wireframe.answer(to: "/old", as: Int.self) }
    #expect(await eventually { presenter.screen != nil })
    await bank.wireframe.settled()
    try await handle(bank).finish(with: 1)
    await (presenter.screen?.token as? AnswerHandle<Int>)?.finish(with: 2)
    #expect(try await first.value == 1)
    #expect(try await second.value == 2)
  }

  @Test("A caller whose screen is outside of the host is told when the window closes")
  func closedOutside() async throws {
    let presenter = AsidePresenter(bank.navigation, dismisses: false)
    bank.wireframe.add(presenter: presenter)
    try Self.registerPick("/aside", on: bank.wireframe, option: Aside())
    let task = Task { try await bank.wireframe.answer(to: "/aside", as: Int.self) }
    #expect(await eventually { presenter.screen != nil })
    await bank.wireframe.settled()
    bank.wireframe.close()
    // One whom nobody has told throws, and does not wait for ever.
    task.cancel()
    #expect(try await task.value == nil)
  }

  @Test("A caller that gives up below a lock does not wait: its screen leaves when that opens")
  func givenUpBelowLock() async throws {
    try await bank.addLock()
    try await bank.wireframe.route(to: "/")
    let task = await asking(bank, RoutingRequest("/pick"), until: "Pick")
    bank.cover()
    task.cancel()
    let hasEnded = OpenState()
    Task {
      _ = await task.result
      hasEnded.isSet = true
    }
    #expect(await eventually { hasEnded.isSet })
    #expect(bank.shown == ["Home", "Pick"])
    try await bank.unlock()
    #expect(try await failure { try await task.value }.code == .cancelled)
    #expect(await eventually { bank.shown == ["Home"] })
  }

  @Test("A caller that gives up takes only its own request from a gate")
  func givenUpAboveList() async throws {
    try Self.registerPick("/secret", on: bank.wireframe, tags: [.requiresLogin])
    bank.isLoggedIn = true
    for path in ["/", "/accounts"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    let task = Task { try await bank.wireframe.answer(to: "/secret", as: Int.self) }
    await tasksHaveBegun()
    await bank.wireframe.settled()
    task.cancel()
    #expect(try await failure { try await task.value }.code == .cancelled)
    #expect(bank.shown == ["Home", "Log in"])
    #expect(bank.wireframe.keptRequestCount == 1)
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts"])
  }

  @Test("A caller is told if the window closes while a lock covers what passes its gate")
  func closedBelowLock() async throws {
    let making = Barrier()
    try bank.register("/form", "Form", behind: making, tags: [.requiresLogin])
    try await bank.addLock()
    try await bank.wireframe.route(to: "/")
    let task = await asking(bank, RoutingRequest("/form"), until: "Log in")
    bank.isLoggedIn = true
    let passing = Task { try await bank.wireframe.resume(after: .requiresLogin) }
    await making.waitForArrivals()
    bank.cover()
    bank.wireframe.close()
    making.open()
    #expect(try await failure { try await passing.value }.code == .cancelled)
    #expect(try await failure { try await task.value }.code == .cancelled)
  }

  @Test("A caller that gives up takes its request also from a gate to which it was moved")
  func givenUpAfterMove() async throws {
    try Self.registerPick(
      "/secret", on: bank.wireframe, tags: [.requiresLogin, .requiresPIN])
    bank.isLoggedIn = true
    for path in ["/", "/accounts"] { try await bank.wireframe.route(to: path) }
    let task = await asking(bank, RoutingRequest("/secret"), until: "PIN")
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Log in"])
    task.cancel()
    #expect(try await failure { try await task.value }.code == .cancelled)
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts"])
  }
}

private struct TypedScreen: TypedRoute {
  static let pattern: RoutePattern = "/typed"
}

/// Waits on when its screen leaves with a sign-out, as a flow does.
private final class PatientWaiter: RequestWaiter {
  private(set) var errors: [RoutingError] = []
  private(set) var leaveCount = 0

  var isOver: Bool { false }
  var waitsAgain: Bool { true }

  func keep(discard: @escaping @MainActor () async -> Void) {}
  func show(_ entry: NavigationEntryID?, close: @escaping @MainActor () async -> Void) {}
  func note(_ answer: Any) {}
  func leave() { leaveCount += 1 }
  func fail(_ error: RoutingError) { errors.append(error) }
}

/// A host that a test lets fail.
@MainActor
private final class StubbornHost: NavigationHost {
  private let tree = NavigationTree<Screen>()
  var isStubborn = false
  var failsLate = false
  var state: NavigationState<Screen> { tree.state }
  var events: NavigationEvents<Screen> { tree.events }

  func perform(_ operation: NavigationOperation<Screen>, animated: Bool) throws {
    if isStubborn { throw Broken() }
    try tree.perform(operation, animated: animated)
    if failsLate { throw Broken() }
  }
}

private struct Aside: RoutingOption {}

/// Shows a screen outside of the host, whose modal may leave for it.
@MainActor
private final class AsidePresenter: ControllerRoutingPresenter {
  private let navigation: NavigationTree<Screen>
  private let dismisses: Bool
  private(set) var screen: Screen?

  init(_ navigation: NavigationTree<Screen>, dismisses: Bool = true) {
    self.navigation = navigation
    self.dismisses = dismisses
  }

  func present(_ controller: Screen, option: Aside, event: RoutingEvent) async throws {
    if dismisses { try navigation.performAsUser(.dismiss(1)) }
    screen = controller
  }
}

private struct Late: RoutingOption {}

/// Presents a modal once a test lets it.
private struct LatePresenter: ControllerRoutingPresenter {
  let navigation: NavigationTree<Screen>
  let barrier: Barrier

  func present(_ controller: Screen, option: Late, event: RoutingEvent) async throws {
    await barrier.pass()
    try await navigation.present(controller, route: event.route)
  }
}
