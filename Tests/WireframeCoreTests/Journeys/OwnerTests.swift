import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeInsight
import WireframeTesting

/// Whose the screens are: what a bank's app and an attack found, by the numbers of the list.
@MainActor
@Suite(.hangsNever)
struct OwnerTests {
  nonisolated private static let tabs = Bank.Root.tabs(["Home", "Accounts", "More"])

  // MARK: J1

  enum SignOut: CaseIterable {
    case discardThenReevaluate, reevaluateThenDiscard, reevaluateOnly, keepingNothing, nothing

    @MainActor
    func callAsFunction(_ wireframe: Wireframe<Screen>) async throws {
      switch self {
      case .discardThenReevaluate:
        wireframe.discardParked()
        try await wireframe.reevaluate()
      case .reevaluateThenDiscard:
        try await wireframe.reevaluate()
        wireframe.discardParked()
      case .reevaluateOnly: try await wireframe.reevaluate()
      case .keepingNothing: try await wireframe.reevaluate(keeping: .nothing)
      case .nothing: break
      }
    }
  }

  @Test(
    "What was asked for in a blank window comes after the login for who has asked only",
    arguments: ["A", "B"])
  func publicAboveHome(user: String) async throws {
    let bank = try await SlowBank(privateHome: true)
    try bank.wireframe.register("/note", option: .modal) { [unowned bank] _ in
      try await bank.page("/note")
    }
    bank.slow = ["/note"]
    let task = Task { try await bank.wireframe.route(to: "/note", payload: ["text": "A's"]) }
    await bank.loading()
    bank.user = nil
    try await bank.wireframe.reevaluate()
    bank.arrive()
    _ = try await task.value
    #expect(bank.shown == "/login")
    bank.user = user
    try await bank.wireframe.resume(after: bank.login)
    #expect(bank.shown == (user == "A" ? "/(A) /note(A)" : "/(B)"))
  }

  @Test(
    "What a redirect parks before the login is asked is run for who has asked only",
    arguments: ["ada", "bob"])
  func parkedBeforeLogin(user: String) async throws {
    let (bank, hasAccepted) = (try await makeBank(), OpenState())
    try bank.register("/limit", "Limit", tags: ["terms", .requiresLogin])
    bank.wireframe.observe(tag: "terms", priority: 1) { _ in
      hasAccepted.isSet ? .proceed : .redirect(to: "/help", resuming: .newest)
    }
    bank.user = "ada"
    try await bank.wireframe.route(to: "/limit", payload: ["iban": "ada's"])
    #expect(bank.shown == ["Home", "Help"])
    bank.user = nil
    try await bank.wireframe.reevaluate()
    bank.user = user
    hasAccepted.isSet = true
    try await bank.wireframe.resume()
    #expect(bank.shown == ["Home", "Help"] + (user == "ada" ? ["Limit"] : []))
  }

  @Test(
    "J1 Another user never sees what was shown to the former one, whatever the order of the app's lines",
    arguments: SignOut.allCases, [Bank.Root.stack, tabs])
  func anotherUser(signOut: SignOut, root: Bank.Root) async throws {
    let bank = try await makeBank(root)
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts", landing: .underParents)
    try await bank.wireframe.route(to: "/accounts/7", payload: ["iban": "ada's"])
    bank.user = nil
    try await signOut(bank.wireframe)
    await bank.wireframe.settled()
    bank.user = "bob"
    _ = try? await bank.wireframe.resume(after: .requiresLogin)
    try await bank.wireframe.route(to: "/help")
    await bank.wireframe.settled()
    #expect(!bank.navigation.state.entries.map { "\($0.controller)" }.contains("Account 7"))
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test(
    "J1 An action that a gate or a lock keeps for one user does not run for the next one",
    arguments: ["ada", "bob"], [false, true])
  func keptAction(user: String, isLocked: Bool) async throws {
    let bank = try await makeBank()
    try await bank.addLock()
    var runs = 0
    try bank.wireframe.handle("/pay", tags: [.requiresLogin, .requiresPIN]) { _ in runs += 1 }
    bank.user = "ada"
    if isLocked { bank.cover() }
    try await bank.wireframe.route(to: "/pay")
    #expect(bank.wireframe.keptRequestCount == 1)
    (bank.user, bank.isVaultOpen) = (user, true)
    try await bank.unlock()
    try await bank.wireframe.resume(after: .requiresPIN)
    try await bank.wireframe.resume(after: .requiresPIN)
    #expect(runs == (user == "ada" ? 1 : 0))
  }

  @Test("J1 The same user gets it back, in its order")
  func sameUser() async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts")
    try await bank.wireframe.route(to: "/accounts/7")
    bank.user = nil
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Log in"])
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts", "Account 7"])
  }

  @Test("J1 Another user's list is dropped, and the outcome says so")
  func dropped() async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts")
    bank.user = nil
    try await bank.wireframe.reevaluate()
    bank.user = "bob"
    let outcome = try await bank.wireframe.resume(after: .requiresLogin)
    guard case .nothingKept = outcome else { throw Broken(what: "\(outcome)") }
    #expect(bank.shown == ["Home"])
  }

  @Test(
    "A name that is another one byte by byte is another user's, though Swift's texts are equal",
    arguments: [["Ren\u{E9}e", "Rene\u{301}e"], ["Kim", "\u{212A}im"]])
  func lookalikes(users: [String]) async throws {
    #expect(users[0] == users[1])
    let bank = try await makeBank()
    bank.user = users[0]
    try await bank.wireframe.route(to: "/accounts/7")
    bank.user = nil
    try await bank.wireframe.reevaluate()
    bank.user = users[1]
    let outcome = try await bank.wireframe.resume(after: .requiresLogin)
    guard case .nothingKept = outcome else { throw Broken(what: "\(outcome)") }
    #expect(bank.shown == ["Home"])
  }

  @Test(
    "A page that takes its time is not pushed for a user who has gone by then",
    arguments: [nil, "bob"])
  func slowPage(next: String?) async throws {
    let (bank, barrier) = (try await makeBank(), Barrier())
    let navigator = Navigator(bank.wireframe, on: bank.navigation)
    try navigator.register("balance", SlowPage.self, tags: [.requiresLogin])
    bank.user = "ada"
    let opening = Task { try await navigator.open("balance", objects: ["barrier": barrier]) }
    await barrier.waitForArrivals()
    bank.user = next
    try await bank.wireframe.reevaluate()
    barrier.open()
    let error = try await failure { try await opening.value }
    #expect(error.code == .stopped)
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home"])
  }

  /// An account behind a login, with a placeholder until the server answers.
  private func makeWireframe(
    on host: BusyHost, of owner: Owner, loadingFrom server: Barrier
  ) throws -> Wireframe<Screen> {
    let wireframe = Wireframe<Screen>(
      defaultOption: .push,
      limits: RoutingLimits(provide: nil, present: nil, placeholder: .zero))
    wireframe.addStandardPresenters(on: host)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/login") { _ in Screen("Log in") }
    try wireframe.register("/account", tags: [.requiresLogin]) { _ in
      await server.pass()
      return Screen("Account")
    }
    wireframe.addPlaceholder(for: "/account") { _, _ in Screen("Loading") }
    wireframe.addGate(for: .requiresLogin, at: "/login", owner: { owner.name }) {
      owner.name != nil
    }
    return wireframe
  }

  private func makeWireframe(
    on host: BusyHost, of owner: Owner, hasParent: Bool = false, home: String? = nil
  ) throws -> Wireframe<Screen> {
    let wireframe = Wireframe<Screen>(home: home, defaultOption: .push, limits: .none)
    wireframe.addStandardPresenters(on: host)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/list", tags: [.requiresLogin]) { _ in Screen("List") }
    try wireframe.register(
      "/account", tags: [.requiresLogin], place: hasParent ? .under("/list") : .onTop
    ) { _ in Screen("Account") }
    try wireframe.register("/login") { _ in Screen("Log in") }
    wireframe.addGate(for: .requiresLogin, at: "/login", owner: { owner.name }) {
      owner.name != nil
    }
    return wireframe
  }

  @Test(
    "A screen that waits until its host is free is not shown to another user",
    arguments: [false, true])
  func busyHost(hasParent: Bool) async throws {
    let (host, moving, owner) = (BusyHost(), Barrier(), Owner())
    let wireframe = try makeWireframe(on: host, of: owner, hasParent: hasParent)
    try await wireframe.route(to: "/")
    owner.name = "ada"
    host.barrier = moving
    let routing = Task { try await wireframe.route(to: "/account", landing: .underParents) }
    await moving.waitForArrivals()
    owner.name = "bob"
    moving.open()
    #expect(try await routing.value.outcome == .stopped(reason: "It is another owner's."))
    #expect(host.state.shown.map { "\($0.controller)" } == ["Home"])
  }

  @Test("A screen whose session ends before the host is free waits behind its gate")
  func sessionEndsOnBusyHost() async throws {
    let (host, moving, owner, recorder) = (BusyHost(), Barrier(), Owner(), Recorder())
    let wireframe = try makeWireframe(on: host, of: owner)
    try await wireframe.route(to: "/")
    wireframe.add(observer: recorder)
    owner.name = "ada"
    host.barrier = moving
    let routing = Task { try await wireframe.route(to: "/account") }
    await moving.waitForArrivals()
    owner.name = nil
    moving.open()
    #expect(try await routing.value.route.urlText == "/login")
    #expect(host.state.shown.map { "\($0.controller)" } == ["Home", "Log in"])
    let events = recorder.events.filter { !$0.hasPrefix("decide") }
    #expect(
      events == [
        "willPresent /account", "didFail /account stopped", "willPresent /login", "didRoute /login",
      ])
    owner.name = "ada"
    try await wireframe.resume(after: .requiresLogin)
    #expect(host.state.shown.map { "\($0.controller)" } == ["Home", "Account"])
  }

  @Test("A placeholder whose session ends before the host is free is not told of: none came")
  func sessionEndsBeforePlaceholder() async throws {
    let (host, moving, server, owner) = (BusyHost(), Barrier(), Barrier(), Owner())
    let recorder = Recorder()
    let wireframe = try makeWireframe(on: host, of: owner, loadingFrom: server)
    try await wireframe.route(to: "/")
    wireframe.add(observer: recorder)
    (owner.name, host.barrier) = ("ada", moving)
    let routing = Task { try await wireframe.route(to: "/account").route.urlText }
    await moving.waitForArrivals()
    owner.name = nil
    moving.open()
    #expect(try await routing.value == "/login")
    let events = recorder.events.filter { !$0.hasPrefix("decide") }
    #expect(events == ["willPresent /login", "didRoute /login"])
    server.open()
  }

  @Test("A placeholder for which its host had no time within the limit does not come later")
  func placeholderPastLimit() async throws {
    let (host, moving, server, clock) = (BusyHost(), Barrier(), Barrier(), ManualClock())
    let wireframe = Wireframe<Screen>(
      defaultOption: .push,
      limits: RoutingLimits(provide: nil, present: .seconds(5), placeholder: .zero), clock: clock)
    wireframe.addStandardPresenters(on: host)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/account") { _ in
      await server.pass()
      return Screen("Account")
    }
    wireframe.addPlaceholder(for: "/account") { _, _ in Screen("Loading") }
    try await wireframe.route(to: "/")
    host.barrier = moving
    let routing = Task { try await wireframe.route(to: "/account") }
    await moving.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    #expect(try await failure { try await routing.value }.code == .timedOut)
    moving.open()
    #expect(await eventually { moving.passed > 0 })
    #expect(host.state.shown.map { "\($0.controller)" } == ["Home"])
    server.open()
  }

  @Test("The login of a sign-out comes above what the user sees once the host is free")
  func movesOnBusyHost() async throws {
    let (host, moving, owner) = (BusyHost(), Barrier(), Owner())
    let wireframe = try makeWireframe(on: host, of: owner)
    try wireframe.register("/help", option: .modal(hasStack: true)) { _ in Screen("Help") }
    owner.name = "ada"
    for path in ["/", "/help", "/account"] { try await wireframe.route(to: path) }
    owner.name = nil
    host.barrier = moving
    let signingOut = Task { _ = try await wireframe.reevaluate() }
    await moving.waitForArrivals()
    try host.tree.performAsUser(.dismiss(1))
    moving.open()
    try await signingOut.value
    #expect(host.state.shown.map { "\($0.controller)" } == ["Home", "Log in"])
  }

  @Test("A screen behind a placeholder whose session ends before the host is free waits, too")
  func sessionEndsBehindPlaceholder() async throws {
    let (host, moving, server, owner) = (BusyHost(), Barrier(), Barrier(), Owner())
    let wireframe = try makeWireframe(on: host, of: owner, loadingFrom: server)
    func shown() -> [String] { host.state.shown.map { "\($0.controller)" } }
    try await wireframe.route(to: "/")
    owner.name = "ada"
    let routing = Task { try? await wireframe.route(to: "/account").route.urlText }
    #expect(await eventually { shown() == ["Home", "Loading"] })
    host.barrier = moving
    server.open()
    await moving.waitForArrivals()
    owner.name = nil
    moving.open()
    #expect(await eventually { shown() == ["Home", "Log in"] })
    await wireframe.settled()
    // Else it would wait for ever.
    wireframe.close()
    #expect(await routing.value == "/login")
  }

  @Test("Home comes into an empty window whose screen is another user's once the host is free")
  func busyHostOfEmptyWindow() async throws {
    let (host, moving, owner) = (BusyHost(), Barrier(), Owner())
    let wireframe = try makeWireframe(on: host, of: owner, home: "/")
    owner.name = "ada"
    host.barrier = moving
    let routing = Task { try await wireframe.route(to: "/account") }
    await moving.waitForArrivals()
    owner.name = "bob"
    moving.open()
    #expect(try await routing.value.outcome == .stopped(reason: "It is another owner's."))
    await wireframe.settled()
    #expect(host.state.shown.map { "\($0.controller)" } == ["Home"])
  }

  @Test("Screens that are restored once their host is free are left out for another user")
  func restoredOnBusyHost() async throws {
    let (former, host, moving, owner) = (BusyHost(), BusyHost(), Barrier(), Owner())
    owner.name = "ada"
    let before = try makeWireframe(on: former, of: owner)
    for path in ["/", "/account"] { try await before.route(to: path) }
    let saved = try before.savedState()
    let wireframe = try makeWireframe(on: host, of: owner)
    host.barrier = moving
    let restoring = Task { try await wireframe.restore(saved, trusting: true) }
    await moving.waitForArrivals()
    owner.name = "bob"
    moving.open()
    #expect(try await restoring.value.omitted == ["/account"])
    #expect(host.state.entries.map { "\($0.controller)" } == ["Home"])
  }

  @Test("A restoration that begins again for another user tells of no placeholder: none came")
  func restoredPlaceholderOnBusyHost() async throws {
    let (former, host, moving, owner) = (BusyHost(), BusyHost(), Barrier(), Owner())
    let (answering, server, recorder) = (Barrier(), Barrier(), Recorder())
    answering.open()
    owner.name = "ada"
    let before = try makeWireframe(on: former, of: owner, loadingFrom: answering)
    for path in ["/", "/account"] { try await before.route(to: path) }
    let saved = try before.savedState()
    let wireframe = try makeWireframe(on: host, of: owner, loadingFrom: server)
    wireframe.add(observer: recorder)
    host.barrier = moving
    let restoring = Task { try await wireframe.restore(saved, trusting: true) }
    await moving.waitForArrivals()
    owner.name = "bob"
    moving.open()
    #expect(try await restoring.value.omitted == ["/account"])
    #expect(recorder.errors.isEmpty)
    server.open()
  }

  @Test(
    "A second tap does not get the screen that the first one has brought for a former user",
    arguments: [nil, "bob"])
  func secondTap(next: String?) async throws {
    let (bank, asking, showing) = (try await makeBank(), Barrier(), Barrier())
    bank.wireframe.observe(priority: 1) { _ in
      await asking.pass()
      return .proceed
    }
    bank.wireframe.add(presenter: SlowPushes(navigation: bank.navigation, barrier: showing))
    try bank.register("/limit", "Limit", option: SlowPush(), tags: [.requiresLogin])
    bank.user = "ada"
    let first = Task { try await bank.wireframe.route(to: "/limit") }
    await asking.waitForArrivals()
    let second = Task { try await bank.wireframe.route(to: "/limit") }
    #expect(await bank.wireframe.isAwaited(by: 1))
    asking.open()
    await showing.waitForArrivals()
    bank.user = next
    if next == nil {
      let leaving = Task { try await bank.wireframe.reevaluate(keeping: .nothing) }
      #expect(await bank.wireframe.isAwaited(by: 2))
      showing.open()
      _ = try await leaving.value
    }
    showing.open()
    #expect(try await first.value.outcome == .presented)
    let reason =
      next == nil ? "It was asked for before the sign-out." : "It is another owner's."
    #expect(try await second.value.outcome == .stopped(reason: reason))
    #expect(bank.shown == ["Home"])
  }

  @Test("J1 A cold link is anybody's")
  func coldLink() async throws {
    let bank = try await makeBank()
    await bank.open("/accounts/7")
    bank.user = "bob"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts", "Account 7"])
  }

  @Test(
    "J1 A cold link that loads for one user is not shown to another one, who signs in meanwhile")
  func coldLinkWhileLoading() async throws {
    let (bank, barrier) = (try await makeBank(), Barrier())
    try bank.register("/slow", "Slow", behind: barrier, tags: [.requiresLogin])
    await bank.open("/slow")
    bank.user = "ada"
    let passing = Task { _ = try await bank.wireframe.resume(after: .requiresLogin) }
    await barrier.waitForArrivals()
    bank.user = nil
    try await bank.wireframe.reevaluate()
    barrier.open()
    try await passing.value
    bank.user = "bob"
    _ = try await bank.wireframe.resume(after: .requiresLogin)
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("J1 The owner changes while the gate stays open: the next routing takes the screens away")
  func switchedUser() async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts")
    await bank.open("/accounts/7/transfer")
    #expect(bank.shown == ["Home", "Accounts", "PIN"])
    bank.user = "bob"
    try await bank.wireframe.route(to: "/help")
    #expect(bank.shown == ["Home", "Help"])
    #expect(bank.wireframe.keptRequestCount == 0, "the PIN kept ada's transfer")
  }

  @Test("Where there is no home, a former user's first screen leaves, too: no link comes above it")
  func firstScreenWithoutHome() async throws {
    let bank = try await Bank(root: .stack, hasOwners: true)
    try bank.register("/dash", "Dash", option: .root, tags: [.requiresLogin])
    try bank.register("/card/:id<int>", "Card", tags: [.requiresLogin], place: .under("/dash"))
    bank.user = "ada"
    try await bank.wireframe.route(to: "/dash")
    bank.user = "bob"
    await bank.open("/card/3")
    #expect(bank.shown == ["Dash", "Card 3"])
    #expect(bank.made == ["Dash", "Dash", "Card 3"], "each user has a screen of their own")
  }

  @Test("J1 A saved state is its owner's")
  func savedOwner() async throws {
    let first = try await makeBank()
    first.user = "ada"
    try await first.wireframe.route(to: "/accounts")
    let data = try JSONEncoder().encode(first.wireframe.savedState())
    let state = try JSONDecoder().decode(SavedState.self, from: data)
    for (user, shown) in [("ada", ["Home", "Accounts"]), ("bob", ["Home"])] {
      let bank = try await makeBank()
      bank.user = user
      try await bank.wireframe.restore(state, trusting: true)
      #expect(bank.shown == shown)
      let late = try await makeBank()
      try await late.wireframe.restore(state, trusting: true)
      #expect(late.shown == ["Home", "Log in"])
      late.user = user
      try await late.wireframe.resume(after: .requiresLogin)
      #expect(late.shown == shown)
    }
  }

  @Test(
    "What is kept for a session without owner is not the next owner's, whoever owns other gates",
    arguments: [false, true])
  func sessionWithoutOwner(isOtherOwned: Bool) async throws {
    let bank = try await Bank()
    try bank.register("/basket", "Basket", tags: ["mine", .requiresPIN])
    bank.wireframe.addGate(
      for: "mine", at: "/login", owner: { [unowned bank] in bank.user }, priority: 1
    ) { true }
    if isOtherOwned {
      bank.wireframe.addGate(for: "other", at: "/help", owner: { "tablet" }) { true }
    }
    for path in ["/", "/basket"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Home", "PIN"])
    bank.user = "ann"
    bank.isVaultOpen = true
    _ = try? await bank.wireframe.resume(after: .requiresPIN)
    await bank.wireframe.settled()
    #expect(!bank.made.contains("Basket"))
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("A plan takes no screen away, and asks about home as about all else")
  func plans() async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts")
    bank.user = "bob"
    _ = await bank.wireframe.plan("/help")
    #expect(bank.shown == ["Home", "Accounts"])
    let empty = try await Bank(root: .stack, home: "/")
    var realCount = 0
    empty.wireframe.observe { route in
      if !route.isDryRun { realCount += 1 }
      return .proceed
    }
    let plan = await empty.wireframe.plan("/help")
    #expect(plan.landing == ["/", "/help"])
    #expect(realCount == 0)
  }

  @Test("The report names the screens of a former owner, too")
  func reportOfOthers() async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts")
    bank.user = "bob"
    #expect(try await bank.wireframe.reevaluate().refused.map(\.urlText) == ["/accounts"])
  }

  @Test("J1 The request of a former user's screen, asked for by another user, is that user's")
  func requestAgain() async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts")
    let request = try #require(bank.navigation.state.top?.route?.request)
    bank.user = "bob"
    #expect(try await bank.wireframe.route(request).outcome == .presented)
    #expect(bank.shown == ["Home", "Accounts"])
    #expect(bank.made.count == 3)
  }

  // MARK: J2

  @Test("J2 A list is cut at the first screen that cannot come back, never with a hole")
  func cutList() async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    try bank.register(
      "/amount", "Amount", option: .modal(.sheet, hasStack: true), tags: [.requiresLogin])
    try bank.register("/payee", "Payee", tags: [.requiresLogin])
    try await bank.wireframe.route(to: "/accounts")
    let amount = Task { try await bank.wireframe.answer(to: "/amount", as: Int.self) }
    #expect(await eventually { bank.shown.last == "Amount" })
    try await bank.wireframe.route(to: "/payee")
    bank.user = nil
    try await bank.wireframe.reevaluate()
    #expect(try await amount.value == nil)
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts"])
  }

  // MARK: J6

  @Test("J6 A sign-out does not wait for a screen that loads, and that one is never seen")
  func signOutWhileLoading() async throws {
    let bank = try await makeBank()
    let barrier = Barrier()
    bank.user = "ada"
    try bank.register("/slow", "Slow", behind: barrier, tags: [.requiresLogin])
    try await bank.wireframe.route(to: "/accounts")
    let slow = Task { try await bank.wireframe.route(to: "/slow") }
    await barrier.waitForArrivals()
    bank.user = nil
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Log in"])
    var seen: [String] = []
    bank.navigation.onChange { seen += $0.entered.map { "\($0.controller)" } }
    barrier.open()
    let result = try await slow.value
    #expect(result.redirects.map(\.urlText) == ["/slow"])
    #expect(seen.isEmpty, "the login is there already")
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts", "Slow"], "a request comes above a list")
  }

  @Test("A request that loads is of the user who asked for it, whoever is there when it is ready")
  func loadingOfAnother() async throws {
    for isPassedLater in [false, true] {
      let bank = try await makeBank()
      let barrier = Barrier()
      bank.user = "ada"
      try bank.register("/slow", "Slow", behind: barrier, tags: [.requiresLogin])
      let slow = Task { try await bank.wireframe.route(to: "/slow", payload: ["iban": "ada's"]) }
      await barrier.waitForArrivals()
      bank.user = nil
      try await bank.wireframe.reevaluate()
      if !isPassedLater { bank.user = "bob" }
      barrier.open()
      _ = try await slow.value
      bank.user = "bob"
      if isPassedLater { try await bank.wireframe.resume(after: .requiresLogin) }
      await bank.wireframe.settled()
      #expect(bank.shown == ["Home"])
      #expect(bank.wireframe.keptRequestCount == 0)
    }
  }

  @Test("Whose login has ended meanwhile shares nothing of an equal request from before the login")
  func joinedBeforeLogin() async throws {
    let bank = try await SlowBank()
    try bank.wireframe.register("/note", option: .push) { [unowned bank] _ in
      try await bank.page("/note")
    }
    (bank.user, bank.slow) = (nil, ["/note"])
    let note = Task { try await bank.wireframe.route(to: "/note") }
    await bank.loading()
    let anybodys = Task { try await bank.wireframe.route(to: "/cards") }
    #expect(await bank.wireframe.isAwaited(by: 1))
    bank.user = "A"
    let former = Task { try await bank.wireframe.route(to: "/cards") }
    #expect(await bank.wireframe.isAwaited(by: 2))
    bank.user = "B"
    bank.arrive()
    _ = try await note.value
    #expect(try await anybodys.value.outcome == .presented)
    #expect(try await former.value.outcome == .stopped(reason: "It is another owner's."))
  }

  @Test("After a sign-out for good nothing is kept of what loads, of redirects, or of tabs")
  func keepsNothing() async throws {
    let bank = try await makeBank(Self.tabs)
    let barrier = Barrier()
    bank.user = "ada"
    try bank.register("/slow", "Slow", behind: barrier, tags: [.requiresLogin])
    try bank.register("/admin", "Admin", tags: ["admin"])
    bank.wireframe.observe(tag: "admin") { [unowned bank] _ in
      bank.user == "ada" ? .proceed : .redirect(to: "/help", resuming: .newest)
    }
    try await bank.wireframe.route(to: "/admin")
    try await bank.wireframe.route(to: "/accounts")
    let slow = Task { try await bank.wireframe.route(to: "/slow") }
    await barrier.waitForArrivals()
    let waiting = Task { try await bank.wireframe.route(to: "/accounts/7") }
    #expect(await bank.wireframe.isAwaited(by: 1))
    bank.user = nil
    try await bank.wireframe.reevaluate(keeping: .nothing)
    barrier.open()
    let result = try await slow.value
    #expect(try await waiting.value.outcome == result.outcome)
    await bank.wireframe.settled()
    #expect(result.outcome == .stopped(reason: "It was asked for before the sign-out."))
    #expect(bank.shown == ["Home"])
    #expect(bank.wireframe.keptRequestCount == 0)
    #expect(bank.wireframe.parked == nil)
  }

  @Test(
    "What a handler asks for once its user's session has ended is for that user only",
    arguments: [KeepingRule.nothing, .screens], ["ada", "bob"])
  func followUpOfFormerUser(rule: KeepingRule, user: String) async throws {
    for isPassedLater in [false, true] {
      let (bank, barrier) = (try await makeBank(), Barrier())
      try bank.register("/receipt", "Receipt", tags: [.requiresLogin])
      try bank.wireframe.handle("/send", tags: [.requiresLogin]) { _, router in
        await barrier.pass()
        router.enqueue("/receipt", payload: ["iban": "ada's"])
      }
      bank.user = "ada"
      let sending = Task { try await bank.wireframe.route(to: "/send") }
      await barrier.waitForArrivals()
      bank.user = nil
      try await bank.wireframe.reevaluate(keeping: rule)
      if !isPassedLater { bank.user = user }
      barrier.open()
      _ = try await sending.value
      await bank.wireframe.settled()
      bank.user = user
      if isPassedLater { try await bank.wireframe.resume(after: .requiresLogin) }
      await bank.wireframe.settled()
      let isShown = user == "ada" && (rule == .screens || !isPassedLater)
      #expect(bank.shown == ["Home"] + (isShown ? ["Receipt"] : []))
      #expect(bank.wireframe.keptRequestCount == 0)
    }
  }

  @Test("After a sign-out for good, no redirect parks what was asked for before it")
  func redirectedAfterSignOut() async throws {
    let (bank, barrier) = (try await makeBank(), Barrier())
    try bank.register("/admin", "Admin", tags: ["admin"])
    bank.wireframe.observe(tag: "admin") { _ in
      await barrier.pass()
      return .redirect(to: "/help", resuming: .newest)
    }
    let admin = Task { try await bank.wireframe.route(to: "/admin") }
    await barrier.waitForArrivals()
    try await bank.wireframe.reevaluate(keeping: .nothing)
    barrier.open()
    #expect(try await admin.value.route.pattern == "/help")
    #expect(bank.wireframe.parked == nil)
  }

  @Test("Signed out for good while the first login's request loads, the login brings only home")
  func signedOutWhileFirstLoads() async throws {
    let (bank, barrier) = (try await makeBank(homeTags: [.requiresLogin]), Barrier())
    try bank.register("/slow", "Slow", behind: barrier, tags: [.requiresLogin])
    await bank.open("/slow")
    bank.user = "ada"
    let passing = Task { _ = try await bank.wireframe.resume(after: .requiresLogin) }
    await barrier.waitForArrivals()
    bank.user = nil
    try await bank.wireframe.reevaluate(keeping: .nothing)
    barrier.open()
    try await passing.value
    #expect(bank.shown == ["Log in"])
    bank.user = "bob"
    let outcome = try await bank.wireframe.resume(after: .requiresLogin)
    guard case .passed(let summary) = outcome else { throw Broken(what: "\(outcome)") }
    #expect(summary.route.pattern == "/")
    #expect(bank.shown == ["Home"])
  }

  @Test("A former user's screen that cannot leave its tab gives way to home, which comes once")
  func tabWithoutStack() async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts")
    let entry = try #require(bank.navigation.state.top)
    let alone = NavigationState<Screen>.Stack(name: "Alone", entries: [entry], canPush: false)
    try bank.navigation.perform(
      NavigationOperation { state in
        state.layers = [.init(id: NavigationEntryID(), kind: .tabs, stacks: [alone])]
      }, animated: false)
    bank.user = "bob"
    try await bank.wireframe.route(to: "/help")
    #expect(bank.shown == ["Home", "Help"])
    #expect(bank.made == ["Home", "Accounts", "Home", "Help"])
  }

  @Test("A PIN that is added before the login keeps its request for the user who asked")
  func pinFirst() async throws {
    let wireframe = Wireframe<Screen>(home: "/")
    let tree = NavigationTree<Screen>()
    let session = Owner()
    session.name = "ada"
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/pin", option: .modal) { _ in Screen("PIN") }
    try wireframe.register("/login", option: .modal) { _ in Screen("Log in") }
    try wireframe.register("/t", option: .push, tags: [.requiresLogin, .requiresPIN]) { _ in
      Screen("Transfer of \(session.name ?? "nobody")")
    }
    let isOpen = OpenState()
    wireframe.addGate(for: .requiresPIN, at: "/pin") { isOpen.isSet }
    wireframe.addGate(for: .requiresLogin, at: "/login", owner: { session.name }) {
      session.name != nil
    }
    try await wireframe.route(to: "/")
    try await wireframe.route(to: "/t", payload: ["iban": "ada's"])
    #expect(tree.state.top?.controller.description == "PIN")
    session.name = "bob"
    isOpen.isSet = true
    try await wireframe.resume(after: .requiresPIN)
    #expect(tree.state.shown.map(\.controller.description) == ["Home"])
  }

  @Test(
    "A PIN between two gates with owners keeps its request for the owners of both",
    arguments: ["nobody changes", "the user", "the account"])
  func pinBetween(change: String) async throws {
    let wireframe = Wireframe<Screen>(home: "/")
    let tree = NavigationTree<Screen>()
    let (user, account) = (Owner(), Owner())
    (user.name, account.name) = ("ada", "private")
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    for page in ["/login", "/pin", "/choose"] {
      try wireframe.register(RoutePattern(page), option: .modal) { _ in Screen(page) }
    }
    let tags: Set<RouteTag> = [.requiresLogin, .requiresPIN, "requires-account"]
    try wireframe.register("/t", option: .push, tags: tags) { _ in Screen("Transfer") }
    let isOpen = OpenState()
    wireframe.addGate(for: .requiresLogin, at: "/login", owner: { user.name }) { user.name != nil }
    wireframe.addGate(for: .requiresPIN, at: "/pin") { isOpen.isSet }
    wireframe.addGate(for: "requires-account", at: "/choose", owner: { account.name }) {
      account.name != nil
    }
    try await wireframe.route(to: "/")
    try await wireframe.route(to: "/t")
    #expect(tree.state.top?.controller.description == "/pin")
    if change == "the user" { user.name = "bob" }
    if change == "the account" { account.name = "business" }
    isOpen.isSet = true
    try await wireframe.resume(after: .requiresPIN)
    let shown = change == "nobody changes" ? ["Home", "Transfer"] : ["Home"]
    #expect(tree.state.shown.map(\.controller.description) == shown)
    #expect(wireframe.keptRequestCount == 0)
  }

  @Test("A restoration that loads asks again, and a sign-out does not wait for it")
  func restorationWhileLoading() async throws {
    let first = try await makeBank()
    first.user = "ada"
    try await first.wireframe.route(to: "/accounts")
    try first.register(
      "/slow", "Slow",
      behind: {
        let open = Barrier(); open.open(); return open
      }())
    try await first.wireframe.route(to: "/slow")
    let state = try first.wireframe.savedState()
    let bank = try await Bank(root: .stack, home: "/", hasOwners: true)
    let barrier = Barrier()
    try bank.register("/slow", "Slow", behind: barrier)
    bank.user = "ada"
    let restoration = Task { try await bank.wireframe.restore(state, trusting: true) }
    await barrier.waitForArrivals()
    bank.user = nil
    try await bank.wireframe.reevaluate()
    barrier.open()
    _ = try await restoration.value
    #expect(bank.shown == ["Home", "Log in"])
  }

  @Test("A restoration ends whose providers register routes each time")
  func restorationThatRegisters() async throws {
    let first = try await makeBank()
    try first.register("/lazy", "Lazy")
    try await first.wireframe.route(to: "/lazy")
    let state = try first.wireframe.savedState()
    let bank = try await Bank(root: .stack, home: "/")
    var count = 0
    try bank.wireframe.register("/lazy", option: .push) { [unowned bank] _ in
      count += 1
      try bank.register(RoutePattern("/late/\(count)"), "Late")
      return Screen("Lazy")
    }
    try await bank.wireframe.restore(state, trusting: true)
    #expect(bank.shown == ["Home", "Lazy"])
    #expect(count == 1)
  }

  @Test("What was parked for a user is run for that user only", arguments: ["ada", "bob", nil])
  func parkedOwner(user: String?) async throws {
    func bank(gate: RouteTag) async throws -> Bank {
      let bank = try await Bank(root: .stack, home: "/")
      try bank.register("/limit", "Limit", tags: ["private", "admin"])
      bank.wireframe.addGate(for: gate, at: "/\(gate)", owner: { [unowned bank] in bank.user }) {
        true
      }
      bank.wireframe.observe(tag: "admin") { [unowned bank] _ in
        bank.isVaultOpen ? .proceed : .redirect(to: "/pin", resuming: .newest)
      }
      try await bank.wireframe.route(to: "/")
      return bank
    }
    let first = try await bank(gate: "private")
    first.user = "ada"
    try await first.wireframe.route(to: "/limit")
    #expect(first.shown == ["Home", "PIN"])
    let stored = try JSONEncoder().encode(try #require(first.wireframe.parked))
    // Without a user, an app whose gate is no more.
    let second = try await bank(gate: user == nil ? "former" : "private")
    (second.user, second.isVaultOpen) = (user ?? "ada", true)
    second.wireframe.parked = try JSONDecoder().decode(ParkedRequest.self, from: stored)
    try await second.wireframe.resume()
    #expect(second.shown == (user == "ada" ? ["Home", "Limit"] : ["Home"]))
  }

  @Test("What was parked for a former user keeps no request of the next one from being parked")
  func parkedOldest() async throws {
    let bank = try await makeBank()
    try bank.register("/limit", "Limit", tags: ["terms", .requiresLogin])
    bank.wireframe.observe(tag: "terms", priority: 1) { _ in
      .redirect(to: "/help", resuming: .oldest)
    }
    for user in ["ada", "bob"] {
      bank.user = user
      try await bank.wireframe.route(to: "/limit?of=\(user)")
      #expect(bank.wireframe.parked?.urlText == "/limit?of=\(user)")
    }
  }

  @Test(
    "What a lock has kept, and a redirect leads on, is shown to the user who has asked for it only",
    arguments: ["ada", "bob"])
  func redirectedBehindLock(user: String) async throws {
    let bank = try await makeBank()
    try bank.register("/statement", "Statement")
    bank.wireframe.observe { $0.pattern == "/statement" ? .redirect(to: "/accounts/7") : .proceed }
    try await bank.addLock()
    bank.user = "ada"
    bank.cover()
    try await bank.wireframe.route(to: "/statement")
    bank.user = user
    try await bank.unlock()
    #expect(bank.shown == ["Home"] + (user == "ada" ? ["Account 7"] : []))
  }

  @Test(
    "What was parked, and a redirect leads to the login, is kept for the user who has asked only",
    arguments: ["ada", "bob"])
  func redirectedToLogin(user: String) async throws {
    let (bank, hasAccepted) = (try await makeBank(), OpenState())
    try bank.register("/statement", "Statement")
    bank.wireframe.observe { route in
      guard route.pattern == "/statement" else { return .proceed }
      return hasAccepted.isSet
        ? .redirect(to: "/accounts/7") : .redirect(to: "/help", resuming: .newest)
    }
    bank.user = "ada"
    try await bank.wireframe.route(to: "/statement")
    #expect(bank.shown == ["Home", "Help"])
    (bank.user, hasAccepted.isSet) = (nil, true)
    try await bank.wireframe.resume()
    #expect(bank.shown == ["Home", "Help", "Log in"])
    bank.user = user
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Help"] + (user == "ada" ? ["Account 7"] : []))
  }

  @Test("A screen behind two gates with owners is of both: it leaves with either")
  func twoOwners() async throws {
    for hasOtherUser in [true, false] {
      let (bank, account) = (try await makeBank(), Owner())
      try bank.register("/choose", "Choose", option: .modal)
      try bank.register("/both", "Both", tags: [.requiresLogin, "account"])
      bank.wireframe.addGate(for: "account", at: "/choose", owner: { account.name }) { true }
      (bank.user, account.name) = ("ada", "private")
      try await bank.wireframe.route(to: "/both")
      if hasOtherUser { bank.user = "bob" } else { account.name = "business" }
      try await bank.wireframe.route(to: "/help")
      #expect(bank.shown == ["Home", "Help"])
    }
  }

  @Test("What a gate for once has let in leaves with its owner, though nobody asks the gate")
  func ownerOfOnce() async throws {
    let bank = try await Bank(root: .stack, home: "/")
    try bank.register("/code", "Code", option: .modal)
    try bank.register("/pay", "Pay", tags: ["pays"])
    bank.wireframe.addGate(
      for: "pays", at: "/code", keeps: .once, owner: { [unowned bank] in bank.user }
    ) { true }
    bank.user = "ada"
    for path in ["/", "/pay"] { try await bank.wireframe.route(to: path) }
    try await bank.wireframe.resume(after: "pays")
    #expect(bank.shown == ["Home", "Pay"])
    bank.user = "bob"
    try await bank.wireframe.route(to: "/help")
    #expect(bank.shown == ["Home", "Help"])
  }

  @Test(
    "What a gate for once has let in waits for its owner once the session has ended",
    arguments: ["ada", "bob"])
  func sessionEndsBehindOnce(user: String) async throws {
    let bank = try await makeBank()
    try bank.register("/code", "Code", option: .modal)
    try bank.register("/pay", "Pay", tags: [.requiresLogin, "pays"])
    bank.wireframe.addGate(
      for: "pays", at: "/code", keeps: .once, owner: { [unowned bank] in bank.user }
    ) { true }
    bank.user = "ada"
    try await bank.wireframe.route(to: "/pay")
    try await bank.wireframe.resume(after: "pays")
    #expect(bank.shown == ["Home", "Pay"])
    bank.user = nil
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Log in"])
    bank.user = user
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home"] + (user == "ada" ? ["Code"] : []))
    guard user == "ada" else { return }
    try await bank.wireframe.resume(after: "pays")
    #expect(bank.shown == ["Home", "Pay"])
  }

  @Test("A user who is back before a gate is asked whose the screens are keeps them")
  func backBeforeAsked() async throws {
    let (tree, session) = (NavigationTree<Screen>(), Owner())
    let wireframe = Wireframe<Screen>(
      home: "/", limits: RoutingLimits(decide: .seconds(9), provide: nil, present: nil),
      clock: ManualClock())
    // Each question is a task, which begins later.
    wireframe.settings.startsTasksAtOnce = false
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/login", option: .modal) { _ in Screen("Log in") }
    try wireframe.register("/mine", option: .push, tags: [.requiresLogin]) { _ in Screen("Mine") }
    wireframe.addGate(for: .requiresLogin, at: "/login", owner: { session.name }) { true }
    session.name = "ada"
    for path in ["/", "/mine"] { try await wireframe.route(to: path) }
    session.name = "bob"
    let asking = Task { try await wireframe.reevaluate() }
    let back = Task { session.name = "ada" }
    await back.value
    #expect(try await asking.value.refused.isEmpty)
    #expect(tree.state.shown.map(\.controller.description) == ["Home", "Mine"])
  }

  @Test("A user whose session is renewed by asking the gate keeps the screens")
  func backAsAsked() async throws {
    let (tree, session) = (NavigationTree<Screen>(), Owner())
    let wireframe = Wireframe<Screen>(home: "/", limits: .none)
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/login", option: .modal) { _ in Screen("Log in") }
    try wireframe.register("/mine", option: .push, tags: [.requiresLogin]) { _ in Screen("Mine") }
    wireframe.addGate(for: .requiresLogin, at: "/login", owner: { session.name }) {
      session.name = "ada"
      return true
    }
    for path in ["/", "/mine"] { try await wireframe.route(to: path) }
    session.name = nil
    #expect(try await wireframe.reevaluate().refused.isEmpty)
    #expect(tree.state.shown.map(\.controller.description) == ["Home", "Mine"])
  }

  /// A window with ada's screen behind a login whose closure waits at a barrier while `isHeld` is set.
  private func hold(
    _ session: Owner, _ isHeld: OpenState, at barrier: Barrier, clock: ManualClock = ManualClock()
  ) async throws -> (Wireframe<Screen>, NavigationTree<Screen>) {
    let tree = NavigationTree<Screen>()
    let wireframe = Wireframe<Screen>(
      home: "/", limits: RoutingLimits(decide: .seconds(9), provide: nil, present: nil),
      clock: clock)
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/login", option: .modal) { _ in Screen("Log in") }
    try wireframe.register("/mine", option: .push, tags: [.requiresLogin]) { _ in Screen("Mine") }
    wireframe.addGate(for: .requiresLogin, at: "/login", owner: { session.name }) {
      if isHeld.isSet { await barrier.pass() }
      return session.name != nil
    }
    session.name = "ada"
    for path in ["/", "/mine"] { try await wireframe.route(to: path) }
    return (wireframe, tree)
  }

  @Test("A user who is back while a gate is asked whose the screens are keeps them")
  func backWhileAsked() async throws {
    let (session, isHeld, barrier) = (Owner(), OpenState(), Barrier())
    let (wireframe, tree) = try await hold(session, isHeld, at: barrier)
    (session.name, isHeld.isSet) = (nil, true)
    let asking = Task { try await wireframe.reevaluate() }
    await barrier.waitForArrivals()
    session.name = "ada"
    barrier.open()
    #expect(try await asking.value.refused.isEmpty)
    #expect(tree.state.shown.map(\.controller.description) == ["Home", "Mine"])
  }

  @Test("A sign-out takes the screens away, though the gate hangs when it is asked whose they are")
  func hangsWhenAsked() async throws {
    let (session, isHeld, barrier) = (Owner(), OpenState(), Barrier())
    let (clock, hasEnded) = (ManualClock(), OpenState())
    let (wireframe, tree) = try await hold(session, isHeld, at: barrier, clock: clock)
    (session.name, isHeld.isSet) = (nil, true)
    let asking = Task {
      defer { hasEnded.isSet = true }
      try await wireframe.reevaluate(keeping: .nothing)
    }
    #expect(
      await eventually {
        clock.advance(by: .seconds(9))
        return hasEnded.isSet
      })
    let error = try await failure { try await asking.value }
    #expect(error.code == .timedOut)
    #expect(tree.state.shown.map(\.controller.description) == ["Home"])
    barrier.open()
  }

  // MARK: What gates keep

  /// A bank with one screen behind the PIN, and one behind login and PIN, where ada has passed both.
  private func makeTwoGates() async throws -> Bank {
    let bank = try await makeBank()
    try bank.register("/plain", "Plain", tags: [.requiresPIN])
    try bank.register("/ask", "Ask", option: .modal, tags: [.requiresLogin, .requiresPIN])
    bank.user = "ada"
    bank.isVaultOpen = true
    return bank
  }

  @Test(
    "Of what a gate keeps, another user's reevaluation drops what is not theirs, and nothing else",
    arguments: [
      Case((["/plain"], "/ask"), ["Home", "Plain"]), Case((["/ask"], nil), ["Home"]),
      Case((["/ask"], "/ask"), ["Home"]),
    ] as [Case<(list: [String], next: String?), [String]>])
  func keptForAnother(row: Case<(list: [String], next: String?), [String]>) async throws {
    let bank = try await makeTwoGates()
    for path in row.given.list { try await bank.wireframe.route(to: path) }
    bank.isVaultOpen = false
    try await bank.wireframe.reevaluate()
    if let next = row.given.next { try await bank.wireframe.route(to: next) }
    #expect(bank.shown == ["Home", "PIN"])
    bank.user = "bob"
    try await bank.wireframe.reevaluate()
    let isKept = row.expected != ["Home"]
    #expect(bank.shown == (isKept ? ["Home", "PIN"] : ["Home"]))
    #expect(bank.wireframe.keptRequestCount == (isKept ? 1 : 0))
    bank.isVaultOpen = true
    try await bank.wireframe.resume(after: .requiresPIN)
    #expect(bank.shown == row.expected)
  }

  @Test("What another user's reevaluation has dropped does not come for the former one again")
  func droppedForGood() async throws {
    let bank = try await makeTwoGates()
    try await bank.wireframe.route(to: "/plain")
    bank.isVaultOpen = false
    try await bank.wireframe.reevaluate()
    try await bank.wireframe.route(to: "/ask")
    for user in ["bob", "ada"] {
      bank.user = user
      try await bank.wireframe.reevaluate()
    }
    bank.isVaultOpen = true
    try await bank.wireframe.resume(after: .requiresPIN)
    #expect(bank.shown == ["Home", "Plain"])
  }

  @Test("A code that is asked for before the login is dropped with what it kept for another user")
  func codeBeforeLogin() async throws {
    let bank = try await makeBank()
    try bank.register("/code", "Code", option: .modal)
    try bank.register("/ask", "Ask", option: .modal, tags: [.requiresLogin, "code"])
    bank.wireframe.addGate(for: "code", at: "/code", priority: 1) { false }
    bank.user = "ada"
    try await bank.wireframe.route(to: "/ask", payload: ["iban": "ada's"])
    #expect(bank.shown == ["Home", "Code"])
    bank.user = nil
    try await bank.wireframe.reevaluate()
    bank.user = "bob"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("What is kept for the owner of a gate that is no more is dropped, and its screen leaves")
  func ownerOfFormerGate() async throws {
    func bank() async throws -> Bank {
      let bank = try await makeBank()
      try bank.register("/both", "Both", tags: ["private", .requiresPIN])
      return bank
    }
    let first = try await bank()
    first.wireframe.addGate(for: "private", at: "/private", owner: { "ada" }) { true }
    first.isVaultOpen = true
    try await first.wireframe.route(to: "/both")
    let second = try await bank()
    try await second.wireframe.restore(try first.wireframe.savedState(), trusting: true)
    #expect(second.shown == ["Home", "PIN"])
    #expect(second.wireframe.keptRequestCount == 1)
    try await second.wireframe.route(to: "/help")
    #expect(second.shown == ["Home", "Help"])
    #expect(second.wireframe.keptRequestCount == 0)
  }

  @Test("What a gate has begun to keep while its former request is looked at stays")
  func keptMeanwhile() async throws {
    let (session, tree, wireframe) = (
      Owner(), NavigationTree<Screen>(), Wireframe<Screen>(home: "/", limits: .none)
    )
    let (isOpen, isSlow, barrier) = (OpenState(), OpenState(), Barrier())
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .root) { _ in Screen("/") }
    for page in ["/pin", "/login", "/help"] {
      try wireframe.register(RoutePattern(page), option: .modal) { _ in Screen(page) }
    }
    try wireframe.register("/plain", option: .push, tags: [.requiresPIN]) { _ in Screen("/plain") }
    let tags: Set<RouteTag> = [.requiresLogin, .requiresPIN]
    try wireframe.register("/ask", option: .push, tags: tags) { _ in Screen("/ask") }
    wireframe.addGate(for: .requiresLogin, at: "/login", owner: { session.name }) {
      guard isSlow.isSet else { return true }
      isSlow.isSet = false
      await barrier.pass()
      return true
    }
    wireframe.addGate(for: .requiresPIN, at: "/pin") { isOpen.isSet }
    (session.name, isOpen.isSet) = ("ada", true)
    for path in ["/", "/plain"] { try await wireframe.route(to: path) }
    isOpen.isSet = false
    try await wireframe.route(to: "/ask")
    (session.name, isSlow.isSet) = ("bob", true)
    let help = Task { try await wireframe.route(to: "/help") }
    await barrier.waitForArrivals()
    try await wireframe.reevaluate()
    #expect(tree.state.shown.map(\.controller.description) == ["/", "/pin"])
    barrier.open()
    _ = try await help.value
    #expect(tree.state.shown.map(\.controller.description) == ["/", "/pin", "/help"])
    isOpen.isSet = true
    try await wireframe.resume(after: .requiresPIN)
    #expect(tree.state.shown.map(\.controller.description) == ["/", "/plain"])
  }

  @Test("What the app parks while the former parked request is looked at stays")
  func parkedMeanwhile() async throws {
    let (bank, session) = (try await Bank(root: .stack, home: "/"), Owner())
    let (isHeld, asked) = (OpenState(), Barrier())
    try bank.register("/note/:id<int>", "Note", tags: ["terms"])
    bank.wireframe.addGate(for: "private", at: "/login", owner: { session.name }) {
      if isHeld.isSet { await asked.pass() }
      return true
    }
    bank.wireframe.observe(tag: "terms") { _ in .redirect(to: "/help", resuming: .newest) }
    session.name = "ada"
    for path in ["/", "/note/2"] { try await bank.wireframe.route(to: path) }
    let other = try #require(bank.wireframe.parked)
    try await bank.wireframe.route(to: "/note/1")
    (session.name, isHeld.isSet) = ("bob", true)
    let routing = Task { _ = try await bank.wireframe.route(to: "/news") }
    await asked.waitForArrivals()
    bank.wireframe.parked = other
    asked.open()
    try await routing.value
    #expect(bank.wireframe.parked?.urlText == "/note/2")
  }

  @Test("Who waits above a list for another user's screen is told, and the list stays")
  func waiterOfAnother() async throws {
    let bank = try await makeTwoGates()
    try await bank.wireframe.route(to: "/plain")
    bank.isVaultOpen = false
    try await bank.wireframe.reevaluate()
    let task = Task { try await bank.wireframe.answer(to: "/ask", as: Int.self) }
    #expect(await eventually { bank.made.filter { $0 == "PIN" }.count == 1 })
    #expect(await bank.wireframe.isAwaited(by: 0))
    await tasksHaveBegun()
    await bank.wireframe.settled()
    bank.user = "bob"
    try await bank.wireframe.reevaluate()
    #expect(try await task.value == nil)
    #expect(bank.wireframe.keptRequestCount == 1)
  }

  @Test("If a lock closes while it is asked, the report names the screens that have left already")
  func reportOfLocked() async throws {
    let bank = try await makeBank()
    try await bank.addLock()
    let isArmed = OpenState()
    bank.wireframe.observe { [unowned bank] _ in
      if isArmed.isSet { bank.cover() }
      return .proceed
    }
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts")
    bank.user = "bob"
    isArmed.isSet = true
    let report = try await bank.wireframe.reevaluate()
    #expect(report.isDeferred)
    #expect(report.refused.map(\.urlText) == ["/accounts"])
  }

  @Test("Below a lock that is closed, no gate is asked whose the screens are")
  func notAskedBelowLock() async throws {
    @MainActor final class Count { var asked = 0 }
    let (bank, count, session) = (try await Bank(root: .stack, home: "/"), Count(), Owner())
    try bank.register("/sign-in", "Sign in", option: .modal)
    try bank.register("/private", "Private", tags: ["private"])
    bank.wireframe.addGate(for: "private", at: "/sign-in", owner: { session.name }) {
      count.asked += 1
      return true
    }
    try await bank.addLock()
    session.name = "ada"
    for path in ["/", "/private"] { try await bank.wireframe.route(to: path) }
    (session.name, bank.isLocked) = ("bob", true)
    let before = count.asked
    try await bank.wireframe.route(to: "/help")
    #expect(count.asked == before)
    #expect(bank.shown == ["Home", "Private"])
    try await bank.unlock()
    #expect(bank.shown == ["Home", "Help"])
  }

  @Test("If a lock closes while a former user's first screen leaves, home comes when it opens")
  func lockedWhileFirstLeaves() async throws {
    let bank = try await makeBank(homeTags: [.requiresLogin])
    try await bank.addLock()
    bank.user = "ada"
    try await bank.wireframe.route(to: "/")
    let isArmed = OpenState()
    bank.navigation.onChange { [unowned bank] _ in if isArmed.isSet { bank.cover() } }
    (bank.user, isArmed.isSet) = ("bob", true)
    try await bank.wireframe.reevaluate()
    isArmed.isSet = false
    #expect(bank.seen == "Locked")
    #expect(bank.shown.isEmpty)
    #expect(bank.wireframe.keptRequestCount == 0)
    try await bank.unlock()
    #expect(bank.shown == ["Home"])
  }

  @Test("While a gate is asked whose the screens are, a lock may close: then none of them moves")
  func lockClosesMeanwhile() async throws {
    let bank = try await Bank(root: .stack, home: "/", hasOwners: true)
    try await bank.addLock()
    let isArmed = OpenState()
    bank.wireframe.addGate(for: "safe", at: "/login", owner: { bank.user }) {
      if isArmed.isSet { bank.cover() }
      return true
    }
    try bank.register("/safe", "Safe", tags: ["safe"])
    try await bank.wireframe.route(to: "/")
    bank.user = "ada"
    try await bank.wireframe.route(to: "/safe")
    (bank.user, isArmed.isSet) = ("bob", true)
    try await bank.wireframe.reevaluate()
    isArmed.isSet = false
    #expect(bank.seen == "Locked")
    #expect(bank.shown == ["Home", "Safe"])
    try await bank.unlock()
    #expect(bank.shown == ["Home"])
  }

  @Test("A login that leaves with a former user's screens keeps what it has kept for the new one")
  func loginAboveOthers() async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts")
    bank.user = nil
    try await bank.wireframe.route(to: "/accounts/7")
    #expect(bank.shown == ["Home", "Accounts", "Log in"])
    bank.user = "bob"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Account 7"])
  }

  @Test("A routing that was interrupted while it asks whose the screens are waits for its turn")
  func interruptedWhileAsking() async throws {
    let (bank, session) = (try await Bank(root: .stack, home: "/"), Owner())
    let barriers = [Barrier(), Barrier()]
    var open: [Barrier] = []
    try bank.register("/private", "Private", tags: ["private"])
    bank.wireframe.addGate(for: "private", at: "/login", owner: { session.name }) {
      if !open.isEmpty { await open.removeFirst().pass() }
      return true
    }
    session.name = "ada"
    for path in ["/", "/private"] { try await bank.wireframe.route(to: path) }
    (session.name, open) = ("bob", barriers)
    let routing = Task { try await bank.wireframe.route(to: "/help") }
    await barriers[0].waitForArrivals()
    let asking = Task { try await bank.wireframe.reevaluate() }
    await barriers[1].waitForArrivals()
    barriers[0].open()
    #expect(await eventually { barriers[0].passed > 0 })
    await tasksHaveBegun()
    #expect(bank.shown == ["Home", "Private"])
    barriers[1].open()
    _ = try await asking.value
    _ = try await routing.value
    #expect(bank.shown == ["Home", "Help"])
  }

  @Test("A gate with an owner, of a module that is mounted already, counts for all screens")
  func gateOfMountedModule() async throws {
    let bank = try await Bank(root: .stack, home: "/")
    let module = Wireframe<Screen>(defaultOption: .push)
    try bank.wireframe.mount(module, at: "/m")
    try module.register("/login") { _ in Screen("Module's login") }
    try module.register("/safe", tags: ["safe"]) { _ in Screen("Safe") }
    module.addGate(for: "safe", at: "/login", owner: { bank.user }) { true }
    try await bank.wireframe.route(to: "/")
    bank.user = "ada"
    try await bank.wireframe.route(to: "/m/safe")
    #expect(bank.shown == ["Home", "Safe"])
    bank.user = "bob"
    try await bank.wireframe.route(to: "/help")
    #expect(bank.shown == ["Home", "Help"])
  }

  @Test("Who logs in while a tab's screens leave gets each of them once")
  func logsInMeanwhile() async throws {
    let bank = try await makeBank(Self.tabs)
    bank.user = "ada"
    for path in ["/accounts", "/accounts/7"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Accounts", "Account 7"])
    let loggingIn = bank.navigation.onChange { [unowned bank] _ in bank.user = "ada" }
    bank.user = nil
    try await bank.wireframe.reevaluate()
    loggingIn.remove()
    #expect(bank.seen == "Log in")
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Accounts", "Account 7"])
  }

  @Test("A screen that nobody has asked for is saved without an owner, also behind a gate")
  func savedOfNobody() async throws {
    let bank = try await makeBank()
    try bank.register("/plain", "Plain", tags: [.requiresPIN])
    try await bank.wireframe.route(to: "/plain")
    bank.isVaultOpen = true
    try await bank.wireframe.resume(after: .requiresPIN)
    #expect(bank.shown == ["Home", "Plain"])
    let data = try JSONEncoder().encode(bank.wireframe.savedState())
    #expect(!String(decoding: data, as: UTF8.self).contains("owners"))
  }
}

/// A page that waits before it is there.
private struct SlowPage: Navigable {
  static func opened(_ url: OpenedURL<Screen>) async throws -> (any Sendable)? {
    let barrier: Barrier? = url.object("barrier")
    await barrier?.pass()
    try await url.push(Screen("Balance"))
    return nil
  }
}

/// A host whose moves wait at a barrier.
@MainActor
private final class BusyHost: NavigationHost {
  let tree = NavigationTree<Screen>()
  var barrier: Barrier?
  var state: NavigationState<Screen> { tree.state }
  var events: NavigationEvents<Screen> { tree.events }

  func perform(_ operation: NavigationOperation<Screen>, animated: Bool) async throws {
    await barrier?.pass()
    try tree.perform(operation, animated: animated)
  }
}

private struct SlowPush: RoutingOption {}

/// Pushes, and takes its time then.
private struct SlowPushes: ControllerRoutingPresenter {
  let navigation: NavigationTree<Screen>
  let barrier: Barrier

  func present(_ controller: Screen, option: SlowPush, event: RoutingEvent) async throws {
    try await navigation.push(controller, route: event.route)
    await barrier.pass()
  }
}

/// Who is logged in.
@MainActor
private final class Owner {
  var name: String?
}
