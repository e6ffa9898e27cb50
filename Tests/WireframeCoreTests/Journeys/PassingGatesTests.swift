import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// What is left of a gate or a lock once it was passed or removed.
@MainActor
@Suite(.hangsNever)
struct PassingGatesTests {
  @Test("A gate that was removed cannot be passed any more, and others of its tag can")
  func removed() async throws {
    let bank = try await Bank()
    try bank.register("/odd", "Odd", tags: ["odd"])
    try await bank.wireframe.route(to: "/")
    let gate = bank.wireframe.addGate(for: "odd", at: "/pin") { false }
    gate.remove()
    let error = try await failure { try await bank.wireframe.resume(after: "odd") }
    #expect(error.code == .noGate)
    try await bank.wireframe.route(to: "/accounts")
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts"])
  }

  @Test("Screens come back after the login, though the route of their parent is gone by then")
  func removedParent() async throws {
    let bank = try await makeBank()
    let folder = try bank.wireframe.register("/folder") { _ in Screen("Folder") }
    for path in ["/file", "/page"] as [RoutePattern] {
      try bank.register(path, path.text, tags: [.requiresLogin], place: .under("/folder"))
    }
    bank.user = "ada"
    for path in ["/file", "/page"] { try await bank.wireframe.route(to: path) }
    folder.remove()
    bank.user = nil
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Log in"])
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "/file", "/page"])
  }

  @Test("Where the next gate's screen leads elsewhere, only that comes of what the first has kept")
  func redirectedGate() async throws {
    let bank = try await Bank()
    try bank.register("/vault", "Vault", tags: [.requiresLogin, .requiresPIN])
    (bank.isLoggedIn, bank.isVaultOpen) = (true, true)
    for path in ["/", "/accounts", "/vault", "/news"] { try await bank.wireframe.route(to: path) }
    (bank.isLoggedIn, bank.isVaultOpen) = (false, false)
    try await bank.wireframe.reevaluate()
    bank.wireframe.observe { $0.urlText == "/pin" ? .redirect(to: "/help") : .proceed }
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Help"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("A gate that was passed before forgets what it keeps once the user leaves it")
  func leftOnceMore() async throws {
    let bank = try await Bank()
    for path in ["/", "/accounts"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    bank.isLoggedIn = false
    try await bank.wireframe.route(to: "/accounts/7")
    #expect(bank.shown == ["Home", "Accounts", "Log in"])
    try bank.navigation.performAsUser(.dismiss(1))
    await bank.wireframe.settled()
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("A second tap replaces what a gate keeps for the same URL, though the first is given up")
  func secondTapReplaces() async throws {
    let (bank, asking, isSlow) = (try await Bank(), Barrier(), OpenState())
    bank.wireframe.observe(priority: 1) { _ in
      if isSlow.isSet { await asking.pass() }
      return .proceed
    }
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/accounts", option: .modal)
    #expect(bank.shown == ["Home", "Log in"])
    isSlow.isSet = true
    let first = Task { try await bank.wireframe.route(to: "/accounts") }
    await asking.waitForArrivals()
    let second = Task { try await bank.wireframe.route(to: "/accounts") }
    #expect(await bank.wireframe.isAwaited(by: 1))
    first.cancel()
    asking.open()
    #expect(try await failure { try await first.value }.code == .cancelled)
    _ = try await second.value
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts"])
    #expect(bank.navigation.state.layers.count == 1)
  }

  @Test("A gate that the user leaves while passing it is given up keeps nothing")
  func leftWhilePassing() async throws {
    @MainActor final class Session {
      var barrier: Barrier?
      var asked = 0
    }
    let (bank, session, barrier) = (try await makeBank(), Session(), Barrier())
    try bank.register("/locked", "Locked")
    let lock = Gate(at: "/locked", covers: true) {
      session.asked += 1
      // It is asked once before the gate is passed, and then again.
      if session.asked > 1 { await session.barrier?.pass() }
      return true
    }
    try await bank.wireframe.add(lock: lock)
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts")
    bank.user = nil
    try await bank.wireframe.route(to: "/accounts/7")
    #expect(bank.shown == ["Home", "Accounts", "Log in"])
    (bank.user, session.barrier, session.asked) = ("bob", barrier, 0)
    let passing = Task { try await bank.wireframe.resume(after: .requiresLogin) }
    await barrier.waitForArrivals()
    try bank.navigation.performAsUser(.dismiss(1))
    passing.cancel()
    barrier.open()
    #expect(try await failure { _ = try await passing.value }.code == .cancelled)
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("What another user has passed a gate for once for is kept by no later gate")
  func otherUserBeforeLaterGate() async throws {
    let bank = try await Bank(root: .stack, home: "/", hasOwners: true)
    try bank.register("/confirm", "Confirm", option: .modal)
    bank.wireframe.addGate(
      for: "once", at: "/confirm", keeps: .once, owner: { [unowned bank] in bank.user }, priority: 1
    ) { true }
    try bank.register("/pay", "Pay", tags: ["once", .requiresPIN])
    bank.user = "ada"
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/pay")
    #expect(bank.shown == ["Home", "Confirm"])
    bank.wireframe.observe(priority: 2) { [unowned bank] route in
      if route.pattern == "/pay" { bank.user = "bob" }
      return .proceed
    }
    let outcome = try await bank.wireframe.resume(after: "once")
    guard case .nothingKept = outcome else { throw Broken(what: "\(outcome)") }
    #expect(bank.shown == ["Home"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("A window that opens after the lock was passed in another one is not covered")
  func laterWindows() async throws {
    let bank = try await Bank(root: .stack, home: "/")
    try await bank.addLock()
    bank.cover()
    try await bank.unlock()
    let lock = try #require(bank.lock)
    let later = try await Bank(root: .stack, home: "/")
    try later.register("/locked", "Locked")
    try await later.wireframe.add(lock: lock)
    try await later.wireframe.route(to: "/")
    #expect(later.seen == "Home")
  }

  @Test("Screens that stop at a second gate take along what came above them: it waits, too")
  func secondGate() async throws {
    let bank = try await Bank()
    try await bank.wireframe.route(to: "/")
    (bank.isLoggedIn, bank.isVaultOpen) = (true, true)
    await bank.open("/accounts/7/transfer")
    (bank.isLoggedIn, bank.isVaultOpen) = (false, false)
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Log in"])
    try await bank.wireframe.route(to: "/accounts/9")
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts", "Account 7", "PIN"])
    #expect(bank.wireframe.keptRequestCount == 1)
    bank.isVaultOpen = true
    try await bank.wireframe.resume(after: .requiresPIN)
    #expect(bank.shown.last == "Account 9")
  }

  @Test("Screens that stop at a second gate come below what that keeps already")
  func secondGateKeepsAlready() async throws {
    let (bank, isOpen) = (try await Bank(tabs: ["Home", "More"]), OpenState())
    try bank.register("/code", "Code")
    bank.wireframe.addGate(for: "code", at: "/code") { isOpen.isSet }
    try bank.register("/x", "X", tags: [.requiresLogin, "code"], place: .tab("More"))
    try bank.register("/p", "P", tags: ["code"])
    (bank.isLoggedIn, isOpen.isSet) = (true, true)
    for path in ["/", "/x"] { try await bank.wireframe.route(to: path) }
    isOpen.isSet = false
    try await bank.navigation.selectTab("Home")
    try await bank.wireframe.route(to: "/p")
    #expect(bank.shown == ["Home", "Code"])
    try await bank.navigation.selectTab("More")
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Code"])
    isOpen.isSet = true
    try await bank.wireframe.resume(after: "code")
    #expect(bank.shown == ["X", "P"])
  }

  @Test("Screens whose uppermost cannot come back: those below it come back, all of them")
  func stoppedUppermost() async throws {
    let bank = try await Bank()
    let names = ["One", "Two", "Three"]
    for name in names {
      try bank.register(
        RoutePattern("/\(name)"), name, tags: [.requiresLogin])
    }
    try await bank.wireframe.route(to: "/")
    bank.isLoggedIn = true
    for name in names { try await bank.wireframe.route(to: "/\(name)") }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Log in"])
    bank.wireframe.observe { $0.pattern == "/Three" ? .stop("It has gone.") : .proceed }
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "One", "Two"])
  }

  @Test("Where a screen cannot come back, and the one below it fails, the error names that one")
  func failingBelowStopped() async throws {
    let (bank, isBack, recorder) = (try await Bank(), OpenState(), Recorder())
    try bank.wireframe.register("/one", option: .push, tags: [.requiresLogin]) { _ in
      if isBack.isSet { throw Broken() }
      return Screen("One")
    }
    try bank.register("/two", "Two", tags: [.requiresLogin])
    bank.wireframe.add(observer: recorder)
    bank.wireframe.observe {
      isBack.isSet && $0.pattern == "/two" ? .stop("It has gone.") : .proceed
    }
    bank.isLoggedIn = true
    for path in ["/", "/one", "/two"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    (bank.isLoggedIn, isBack.isSet) = (true, true)
    let error = try await failure { try await bank.wireframe.resume(after: .requiresLogin) }
    #expect(error.urlText == "/one")
    #expect(recorder.errors.map(\.urlText) == ["/one"])
    #expect(bank.shown == ["Home"])
  }

  @Test("An action that was a screen before the sign-out, and that a guard stops, says why")
  func stoppedAction() async throws {
    let bank = try await Bank()
    let registration = try bank.wireframe.register("/one", tags: [.requiresLogin]) { _ in
      Screen("One")
    }
    bank.isLoggedIn = true
    for path in ["/", "/one"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    registration.remove()
    try bank.wireframe.handle("/one", tags: [.requiresLogin]) { _ in }
    bank.wireframe.observe { $0.pattern == "/one" ? .stop("It has gone.") : .proceed }
    bank.isLoggedIn = true
    let outcome = try await bank.wireframe.resume(after: .requiresLogin)
    guard case .passed(let summary) = outcome else { throw Broken(what: "\(outcome)") }
    #expect(summary.outcome == .stopped(reason: "It has gone."))
  }

  @Test("The screen of a gate for once that nobody has passed stays when another gate closes")
  func otherGateCloses() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"])
    try bank.register("/confirm", "Confirm")
    bank.wireframe.addGate(for: "once", at: "/confirm", keeps: .once, priority: 1) { true }
    try bank.register("/safe", "Safe", tags: ["once", .requiresLogin], place: .tab("Accounts"))
    try bank.register("/pay", "Pay", tags: ["once"])
    bank.isLoggedIn = true
    for path in ["/", "/safe"] { try await bank.wireframe.route(to: path) }
    try await bank.wireframe.resume(after: "once")
    #expect(bank.shown == ["Accounts", "Safe"])
    try await bank.navigation.selectTab("Home")
    try await bank.wireframe.route(to: "/pay")
    try await bank.navigation.selectTab("Accounts")
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown.last == "Log in")
    #expect(bank.wireframe.keptRequestCount == 2)
    let home = bank.navigation.state.layers[0].stacks[0]
    #expect(home.entries.map { "\($0.controller)" } == ["Home", "Confirm"])
  }

  @Test(
    "A gate that closes while a later guard is asked lets nothing pass, neither screen nor action",
    arguments: [KeepingRule.screens, .nothing], ["/accounts", "/act"])
  func closedWhileAsking(keeping: KeepingRule, path: String) async throws {
    let (bank, barrier) = (try await Bank(), Barrier())
    try bank.wireframe.handle("/act", tags: [.requiresLogin]) { [unowned bank] _ in
      bank.note("Act")
    }
    try await bank.wireframe.route(to: "/")
    bank.isLoggedIn = true
    bank.wireframe.observe {
      if $0.pattern?.text == path { await barrier.pass() }
      return .proceed
    }
    let routing = Task { try await bank.wireframe.route(to: path) }
    await barrier.waitForArrivals()
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate(keeping: keeping)
    barrier.open()
    _ = try await routing.value
    #expect(bank.shown == ["Home"] + (keeping == .screens ? ["Log in"] : []))
    #expect(bank.made == ["Home"] + (keeping == .screens ? ["Log in"] : []))
  }

  @Test("A route that is registered anew behind a gate, while a guard is asked, needs the gate")
  func taggedWhileAsking() async throws {
    let (bank, barrier) = (try await Bank(), Barrier())
    let registration = try bank.wireframe.register("/new") { _ in Screen("Free") }
    bank.wireframe.observe {
      if $0.pattern == "/new" { await barrier.pass() }
      return .proceed
    }
    try await bank.wireframe.route(to: "/")
    let routing = Task { try await bank.wireframe.route(to: "/new") }
    await barrier.waitForArrivals()
    registration.remove()
    try bank.register("/new", "Private", tags: [.requiresLogin])
    barrier.open()
    _ = try await routing.value
    #expect(bank.shown == ["Home", "Log in"])
  }

  @Test("A controller that was made while another user comes is not handed over")
  func otherUserWhileEmbedding() async throws {
    let (bank, barrier) = (try await makeBank(), Barrier())
    try bank.register("/slow", "Slow", behind: barrier, tags: [.requiresLogin])
    bank.user = "ada"
    let embedding = Task { try await bank.wireframe.controller(for: "/slow") }
    await barrier.waitForArrivals()
    bank.user = "bob"
    barrier.open()
    let error = try await failure { try await embedding.value }
    #expect(error.code == .stopped)
  }

  @Test("A controller that was made while the user signs out is not handed over: the gate's is")
  func signedOutWhileEmbedding() async throws {
    let (bank, barrier) = (try await Bank(), Barrier())
    try bank.register("/slow", "Slow", behind: barrier, tags: [.requiresLogin])
    bank.isLoggedIn = true
    let embedding = Task { try await bank.wireframe.controller(for: "/slow") }
    await barrier.waitForArrivals()
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate(keeping: .nothing)
    barrier.open()
    #expect("\(try await embedding.value)" == "Log in")
    #expect(bank.wireframe.keptRequestCount == 0)
    #expect(await bank.wireframe.plan("/slow").redirects.map(\.urlText) == ["/slow"])
    bank.isLoggedIn = true
    #expect(await bank.wireframe.plan("/slow").redirects.isEmpty)
  }

  @Test(
    "Of screens that come back, the lower ones are asked about again if rights change meanwhile",
    arguments: ["a switch", "a guard"])
  func lowerScreenClosedMeanwhile(change: String) async throws {
    let (bank, barrier, isBack) = (try await Bank(), Barrier(), OpenState())
    for path in ["/one", "/two"] as [RoutePattern] {
      try bank.register(path, path.text, tags: [.requiresLogin])
    }
    bank.wireframe.observe {
      if isBack.isSet, $0.pattern == "/two" { await barrier.pass() }
      return .proceed
    }
    bank.isLoggedIn = true
    for path in ["/", "/one", "/two"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    (bank.isLoggedIn, isBack.isSet) = (true, true)
    let passing = Task { try await bank.wireframe.resume(after: .requiresLogin) }
    await barrier.waitForArrivals()
    if change == "a switch" {
      bank.wireframe.switches.disable(.pattern("/one"))
    } else {
      bank.wireframe.observe { $0.pattern == "/one" ? .stop("closed") : .proceed }
    }
    barrier.open()
    _ = try? await passing.value
    #expect(bank.shown == ["Home"])
  }

  @Test(
    "Screens that a sign-out has taken away come back however late, but not what a second gate kept above them"
  )
  func lateReturn() async throws {
    let bank = try await Bank()
    bank.isLoggedIn = true
    for path in ["/", "/accounts", "/accounts/7/transfer"] {
      try await bank.wireframe.route(to: path)
    }
    #expect(bank.shown == ["Home", "Accounts", "PIN"])
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Log in"])
    bank.time += 600
    (bank.isLoggedIn, bank.isVaultOpen) = (true, true)
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts"])
  }

  @Test(
    "Screens that two gates have kept one after the other stay a list: none expires, and a request comes above",
    arguments: [true, false])
  func listOfTwoGates(isLate: Bool) async throws {
    let bank = try await Bank()
    for path in ["/safe", "/next"] as [RoutePattern] {
      try bank.register(path, path.text, tags: [.requiresLogin, .requiresPIN])
    }
    (bank.isLoggedIn, bank.isVaultOpen) = (true, true)
    for path in ["/", "/accounts", "/safe"] { try await bank.wireframe.route(to: path) }
    bank.isVaultOpen = false
    try await bank.wireframe.reevaluate()
    try await bank.wireframe.route(to: "/next")
    #expect(bank.shown == ["Home", "Accounts", "PIN"])
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Log in"])
    if isLate { bank.time += 1e9 }
    (bank.isLoggedIn, bank.isVaultOpen) = (true, true)
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts", "/safe"] + (isLate ? [] : ["/next"]))
  }

  @Test(
    "What was passed is not dropped any more: the gate's screen stays until the wanted one comes")
  func discardedTooLate() async throws {
    let (bank, barrier) = (try await Bank(), Barrier())
    try bank.register("/slow", "Slow", behind: barrier, tags: [.requiresLogin])
    for path in ["/", "/slow"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = true
    let passing = Task { _ = try await bank.wireframe.resume(after: .requiresLogin) }
    await barrier.waitForArrivals()
    bank.wireframe.discardParked()
    await tasksHaveBegun()
    #expect(bank.shown == ["Home", "Log in"])
    barrier.open()
    try await passing.value
    #expect(bank.shown == ["Home", "Slow"])
  }

  @Test("What a gate kept is run in its turn, after a routing that is under way")
  func turn() async throws {
    let (bank, barrier) = (try await Bank(), Barrier())
    try bank.register("/slow", "Slow", behind: barrier, option: .modal)
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/accounts")
    let slow = Task { _ = try await bank.wireframe.route(to: "/slow") }
    await barrier.waitForArrivals()
    bank.isLoggedIn = true
    let passing = Task { _ = try await bank.wireframe.resume(after: .requiresLogin) }
    await tasksHaveBegun()
    barrier.open()
    try await slow.value
    try await passing.value
    #expect(bank.made.suffix(2) == ["Slow", "Accounts"])
  }

  @Test("Another user who passes a gate that keeps nothing never sees the former one's screens")
  func anotherUser() async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts")
    bank.user = nil
    try await bank.wireframe.route(to: "/login")
    #expect(bank.shown == ["Home", "Accounts", "Log in"])
    bank.user = "grace"
    let outcome = try await bank.wireframe.resume(after: .requiresLogin)
    guard case .nothingKept = outcome else { throw Broken(what: "\(outcome)") }
    #expect(bank.shown == ["Home"])
  }

  @Test("A lock that was removed in one window still covers the others, and only those")
  func removedInOneWindow() async throws {
    let banks = (try await Bank(root: .stack, home: "/"), try await Bank(root: .stack, home: "/"))
    let lock = Gate(at: "/locked", covers: true) { true }
    for bank in [banks.0, banks.1] {
      try bank.register("/locked", "Locked")
      try await bank.wireframe.route(to: "/")
    }
    let registration = try await banks.0.wireframe.add(lock: lock)
    try await banks.1.wireframe.add(lock: lock)
    registration.remove()
    lock.cover()
    #expect(banks.0.seen == "Home")
    #expect(banks.1.seen == "Locked")
  }

  @Test("A gate that is removed while it is asked runs nothing of what it kept")
  func removedWhileAsked() async throws {
    let bank = try await Bank()
    try bank.register("/odd", "Odd", tags: ["odd"])
    let (asked, isSlow) = (Barrier(), OpenState())
    let gate = bank.wireframe.addGate(for: "odd", at: "/pin") {
      guard isSlow.isSet else { return false }
      await asked.pass()
      return true
    }
    for path in ["/", "/odd"] { try await bank.wireframe.route(to: path) }
    isSlow.isSet = true
    let resuming = Task { try await bank.wireframe.resume(after: "odd") }
    await asked.waitForArrivals()
    gate.remove()
    asked.open()
    let outcome = try await resuming.value
    guard case .nothingKept = outcome else { throw Broken(what: "\(outcome)") }
    #expect(bank.shown == ["Home"])
  }

  @Test("A gate that is removed while its screen is made lets come what it has stopped")
  func removedWhileMade() async throws {
    let bank = try await Bank()
    let making = Barrier()
    try bank.register("/odd", "Odd", tags: ["odd"])
    try bank.wireframe.register("/proof", option: .modal) { _ in
      await making.pass()
      return Screen("Proof")
    }
    let gate = bank.wireframe.addGate(for: "odd", at: "/proof") { false }
    try await bank.wireframe.route(to: "/")
    let tap = Task { try await bank.wireframe.route(to: "/odd") }
    await making.waitForArrivals()
    gate.remove()
    making.open()
    _ = try await tap.value
    #expect(bank.shown == ["Home", "Odd"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("A module's gate whose screen is made while the module is unmounted is not shown")
  func unmountedWhileMade() async throws {
    let (bank, making, module) = (try await Bank(), Barrier(), Wireframe<Screen>(limits: .none))
    try bank.register("/proof", "Proof", behind: making, option: .modal)
    try module.register("/odd", option: .push, tags: ["odd"]) { _ in Screen("Odd") }
    module.addGate(for: "odd", at: "/proof") { false }
    let mounting = try bank.wireframe.mount(module)
    try await bank.wireframe.route(to: "/")
    let tap = Task { try await bank.wireframe.route(to: "/odd") }
    await making.waitForArrivals()
    mounting.remove()
    making.open()
    #expect(try await failure { try await tap.value }.code == .noRoute)
    #expect(bank.shown == ["Home"])
  }

  @Test("What a module's gate keeps is forgotten with the module's mount: who waits is told")
  func unmountedWhileKept() async throws {
    let (bank, module) = (try await Bank(), Wireframe<Screen>())
    try module.register("/odd", option: .push, tags: ["odd"]) { _ in Screen("Odd") }
    module.addGate(for: "odd", at: "/pin") { false }
    let mounting = try bank.wireframe.mount(module)
    try await bank.wireframe.route(to: "/")
    let task = Task { try await bank.wireframe.answer(to: "/odd", as: Int.self) }
    #expect(await eventually { bank.shown == ["Home", "PIN"] })
    await bank.wireframe.settled()
    mounting.remove()
    #expect(try await task.value == nil)
  }

  @Test("What a gate keeps once all was discarded stays, though its screen was about to leave")
  func keptAfterDiscarding() async throws {
    let bank = try await Bank()
    for path in ["/", "/accounts"] { try await bank.wireframe.route(to: path) }
    bank.wireframe.discardParked()
    try await bank.wireframe.route(to: "/accounts/7")
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home", "Log in"])
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Account 7"])
  }

  @Test("A login whose request was discarded below a lock stays for what it keeps when that opens")
  func keptAfterDiscardingBelowLock() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"], loginOption: .push)
    try await bank.addLock()
    try bank.register("/page", "Page", tags: [.requiresLogin])
    bank.isLoggedIn = true
    for path in ["/", "/accounts"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.navigation.selectTab("Home")
    try await bank.wireframe.route(to: "/page")
    #expect(bank.shown == ["Home", "Log in"])
    try await bank.navigation.selectTab("Accounts")
    bank.cover()
    bank.wireframe.discardParked()
    await tasksHaveBegun()
    try await bank.wireframe.reevaluate()
    try await bank.unlock()
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home", "Log in"])
    #expect(bank.wireframe.keptRequestCount == 1)
  }

  @Test("One gate for two tags that is passed once brings what it keeps for both")
  func twoTags() async throws {
    let (bank, isOpen) = (try await Bank(), OpenState())
    try bank.register("/proof", "Proof", option: .modal)
    try bank.register("/a", "A", tags: ["a"])
    try bank.register("/b", "B", tags: ["b"])
    let gate = Gate(at: "/proof") { isOpen.isSet }
    for tag in ["a", "b"] as [RouteTag] { bank.wireframe.add(gate: gate, for: tag) }
    for path in ["/", "/a", "/b"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Home", "Proof"])
    isOpen.isSet = true
    try await bank.wireframe.resume(after: gate)
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home", "A", "B"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test(
    "One gate for two tags brings screens back before what was asked for since",
    arguments: ["by the gate", "by a tag", "in another window"])
  func screensOfTwoTags(passed: String) async throws {
    let (bank, isOpen) = (try await Bank(), OpenState())
    let door = Gate(at: "/door") { isOpen.isSet }
    try bank.register("/door", "Door", option: .modal)
    try bank.register("/one", "One", tags: ["one"])
    try bank.register("/two", "Two", tags: ["two"])
    for tag in ["one", "two"] as [RouteTag] { bank.wireframe.add(gate: door, for: tag) }
    isOpen.isSet = true
    for path in ["/", "/two"] { try await bank.wireframe.route(to: path) }
    isOpen.isSet = false
    try await bank.wireframe.reevaluate()
    try await bank.wireframe.route(to: "/one")
    #expect(bank.shown == ["Home", "Door"])
    isOpen.isSet = true
    let other = Wireframe<Screen>(limits: .none)
    other.add(gate: door, for: "one")
    switch passed {
    case "by the gate": try await bank.wireframe.resume(after: door)
    case "by a tag": try await bank.wireframe.resume(after: "one")
    default: try await other.resume(after: door)
    }
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home", "Two", "One"])
  }

  @Test("A gate in front of home that is removed while its screen is made lets all of it come")
  func removedBeforeHome() async throws {
    let (tree, making) = (NavigationTree<Screen>(), Barrier())
    let wireframe = Wireframe<Screen>(home: "/", defaultOption: .push, limits: .none)
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .root, tags: ["odd"]) { _ in Screen("Home") }
    try wireframe.register("/a") { _ in Screen("A") }
    try wireframe.register("/proof", option: .modal) { _ in
      await making.pass()
      return Screen("Proof")
    }
    let gate = wireframe.addGate(for: "odd", at: "/proof") { false }
    let tap = Task { try await wireframe.route(to: "/a") }
    await making.waitForArrivals()
    gate.remove()
    making.open()
    _ = try await tap.value
    #expect(tree.state.shown.map(\.controller.description) == ["Home", "A"])
  }

  @Test("A gate that is removed while a sign-out makes its screen lets come what has left")
  func removedInSignOut() async throws {
    let (bank, making, isOpen) = (try await Bank(), Barrier(), OpenState())
    try bank.register("/odd", "Odd", tags: ["odd"])
    try bank.register("/proof", "Proof", behind: making, option: .modal)
    let gate = bank.wireframe.addGate(for: "odd", at: "/proof") { isOpen.isSet }
    isOpen.isSet = true
    for path in ["/", "/odd"] { try await bank.wireframe.route(to: path) }
    isOpen.isSet = false
    let out = Task { try await bank.wireframe.reevaluate() }
    await making.waitForArrivals()
    gate.remove()
    making.open()
    _ = try await out.value
    #expect(bank.shown == ["Home", "Odd"])
  }

  @Test("If no gate of a tag keeps anything, a module asks its own")
  func ownGate() async throws {
    let bank = try await Bank()
    var modules: [Wireframe<Screen>] = []
    for name in ["one", "two"] {
      let module = Wireframe<Screen>()
      module.addGate(for: "coded", at: "/code") { [unowned bank] in bank.openGates.contains(name) }
      try bank.wireframe.mount(module, at: RoutePattern("/\(name)"))
      modules.append(module)
    }
    for (index, name) in ["one", "two"].enumerated() {
      bank.openGates = [name]
      let own = try await modules[index].resume(after: "coded")
      guard case .nothingKept = own else { throw Broken(what: "\(own)") }
      let other = try await modules[1 - index].resume(after: "coded")
      guard case .stillClosed = other else { throw Broken(what: "\(other)") }
    }
  }

  @Test("A key for once lets the screens come back, and not what was asked for above them")
  func onceAboveScreens() async throws {
    let bank = try await Bank(root: .stack, keyOfPIN: .once)
    (bank.isLoggedIn, bank.isVaultOpen) = (true, true)
    for path in ["/", "/accounts/7/transfer"] { try await bank.wireframe.route(to: path) }
    try await bank.wireframe.resume(after: .requiresPIN)
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "PIN"])
    try await bank.wireframe.route(to: "/accounts/9/transfer")
    try await bank.wireframe.resume(after: .requiresPIN)
    #expect(bank.shown == ["Home", "Transfer 7", "PIN"])
    try await bank.wireframe.resume(after: .requiresPIN)
    #expect(bank.shown == ["Home", "Transfer 7", "Transfer 9"])
  }

  @Test("A request above screens that come back, which a second gate keeps, is shown once")
  func secondGateAboveScreens() async throws {
    let bank = try await Bank()
    bank.isLoggedIn = true
    for path in ["/", "/accounts"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    try await bank.wireframe.route(to: "/accounts/7/transfer")
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts", "PIN"])
    bank.isVaultOpen = true
    try await bank.wireframe.resume(after: .requiresPIN)
    #expect(bank.shown == ["Home", "Accounts", "Transfer 7"])
    #expect(bank.made.filter { $0 == "Transfer 7" }.count == 1)
  }

  @Test("The screen of a passed gate leaves in one move, also with an option that goes back")
  func oneMoveBack() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"], loginOption: .push)
    bank.isLoggedIn = true
    for path in ["/accounts", "/"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.wireframe.route(to: "/accounts", option: .tab("Accounts"))
    #expect(bank.shown == ["Home", "Log in"])
    var moves = 0
    bank.navigation.onChange { _ in moves += 1 }
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Accounts"])
    #expect(moves == 1)
    #expect(bank.made == ["Accounts", "Home", "Log in"])
    #expect(bank.navigation.state.entries.count == 2)
  }

  @Test("A screen that comes back, and leads elsewhere by now, brings that to the front")
  func redirectedList() async throws {
    let (bank, isMoved) = (try await Bank(), OpenState())
    try bank.register("/notice", "Notice", place: .init(ifPresented: .bringToFront))
    bank.wireframe.observe {
      $0.pattern == "/accounts" && isMoved.isSet ? .redirect(to: "/notice") : .proceed
    }
    bank.isLoggedIn = true
    for path in ["/", "/notice", "/accounts"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Notice", "Log in"])
    (bank.isLoggedIn, isMoved.isSet) = (true, true)
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Notice"])
  }

  @Test(
    "What is only above the gate's screen, which leaves, is made anew",
    arguments: [PresentedRule.bringToFront, .replace])
  func aboveTheGate(rule: PresentedRule) async throws {
    let (bank, isMoved) = (try await Bank(), OpenState())
    try bank.register("/notice", "Notice", option: .modal, place: .init(ifPresented: rule))
    bank.wireframe.observe {
      $0.pattern == "/accounts" && isMoved.isSet ? .redirect(to: "/notice") : .proceed
    }
    for path in ["/", "/accounts", "/notice"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Home", "Log in", "Notice"])
    (bank.isLoggedIn, isMoved.isSet) = (true, true)
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Notice"])
    #expect(bank.made == ["Home", "Log in", "Notice", "Notice"])
  }

  @Test("In a stage of the pipeline, passing a gate is re-entrant")
  func reentrant() async throws {
    let bank = try await Bank()
    try bank.wireframe.handle("/passes") { [unowned wireframe = bank.wireframe] _ in
      try await wireframe.resume(after: .requiresLogin)
    }
    let error = try await failure { try await bank.wireframe.route(to: "/passes") }
    #expect(error.code == .reentrant)
  }

  @Test("One gate for once, for two tags of a route, is passed once")
  func onceForTwoTags() async throws {
    let (bank, code) = (try await Bank(), Gate(at: "/code", keeps: .once) { true })
    try bank.register("/code", "Code", option: .modal)
    try bank.register("/pay", "Pay", tags: ["pays", "abroad"])
    for tag in ["pays", "abroad"] as [RouteTag] { bank.wireframe.add(gate: code, for: tag) }
    for path in ["/", "/pay"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Home", "Code"])
    try await bank.wireframe.resume(after: code)
    #expect(bank.shown == ["Home", "Pay"])
  }

  @Test("One gate for once, for two tags, keeps the newest request of both")
  func newestOnce() async throws {
    let (bank, code) = (try await Bank(), Gate(at: "/code", keeps: .once) { true })
    try bank.register("/code", "Code", option: .modal)
    try bank.register("/pay", "Pay", tags: ["pays"])
    try bank.register("/abroad", "Abroad", tags: ["abroad"])
    for tag in ["pays", "abroad"] as [RouteTag] { bank.wireframe.add(gate: code, for: tag) }
    for path in ["/", "/pay", "/abroad"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Home", "Code"])
    #expect(bank.wireframe.keptRequestCount == 1)
    try await bank.wireframe.resume(after: code)
    #expect(bank.shown == ["Home", "Abroad"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("One gate for once, for two tags, is passed by either, whichever it keeps something for")
  func onceByAnotherTag() async throws {
    let (bank, code) = (try await Bank(), Gate(at: "/code", keeps: .once) { true })
    try bank.register("/code", "Code", option: .modal)
    try bank.register("/pay", "Pay", tags: ["pays"])
    for tag in ["pays", "abroad"] as [RouteTag] { bank.wireframe.add(gate: code, for: tag) }
    for path in ["/", "/pay"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Home", "Code"])
    try await bank.wireframe.resume(after: "abroad")
    #expect(bank.shown == ["Home", "Pay"])
  }

  @Test("The screen of a gate for two tags that opened by itself leaves with a route of either")
  func openForTwoTags() async throws {
    let (bank, isOpen) = (try await Bank(), OpenState())
    let door = Gate(at: "/door") { isOpen.isSet }
    try bank.register("/door", "Door")
    try bank.register("/one", "One", tags: ["one"])
    try bank.register("/two", "Two", tags: ["two"])
    for tag in ["one", "two"] as [RouteTag] { bank.wireframe.add(gate: door, for: tag) }
    for path in ["/", "/one"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Home", "Door"])
    isOpen.isSet = true
    try await bank.wireframe.route(to: "/news")
    #expect(bank.shown == ["Home", "Door", "News"])
    try await bank.wireframe.route(to: "/two")
    #expect(bank.shown == ["Home", "Two"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("What one gate for two tags keeps comes above what a session's end takes away, and stays")
  func sessionEndAtTwoTags() async throws {
    let (bank, isOpen) = (try await Bank(), OpenState())
    let door = Gate(at: "/door") { isOpen.isSet }
    try bank.register("/door", "Door", option: .modal)
    try bank.register("/one", "One", tags: ["one"])
    try bank.register("/two", "Two", tags: ["two"])
    for tag in ["one", "two"] as [RouteTag] { bank.wireframe.add(gate: door, for: tag) }
    isOpen.isSet = true
    for path in ["/", "/one"] { try await bank.wireframe.route(to: path) }
    isOpen.isSet = false
    try await bank.wireframe.route(to: "/two")
    #expect(bank.shown == ["Home", "One", "Door"])
    try await bank.wireframe.reevaluate()
    let made = bank.made
    try await bank.wireframe.reevaluate()
    #expect(bank.made == made, "the gate's screen stays")
    #expect(bank.shown == ["Home", "Door"])
    isOpen.isSet = true
    try await bank.wireframe.resume(after: door)
    #expect(bank.shown == ["Home", "One", "Two"])
  }

  @Test(
    "Once the session has ended, the login keeps the newest of what a PIN for two tags has kept",
    arguments: [["/one", "/two"], ["/two", "/one"]])
  func sessionEndsAtPINForTwoTags(paths: [String]) async throws {
    let (bank, isOpen) = (try await Bank(), OpenState())
    let door = Gate(at: "/door") { isOpen.isSet }
    try bank.register("/door", "Door", option: .modal)
    try bank.register("/one", "/one", tags: [.requiresLogin, "one"])
    try bank.register("/two", "/two", tags: [.requiresLogin, "two"])
    for tag in ["one", "two"] as [RouteTag] { bank.wireframe.add(gate: door, for: tag) }
    bank.isLoggedIn = true
    for path in ["/"] + paths {
      bank.time += 1
      try await bank.wireframe.route(to: path)
    }
    #expect(bank.shown == ["Home", "Door"])
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Log in"])
    (bank.isLoggedIn, isOpen.isSet) = (true, true)
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", paths[1]])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("Who has agreed that screens leave is not asked again, though what comes back fails then")
  func agreedOnce() async throws {
    let (bank, isBroken) = (try await Bank(), OpenState())
    try bank.wireframe.register("/cards", option: .push, tags: [.requiresLogin]) { _ in
      if isBroken.isSet { throw Broken() }
      return Screen("Cards")
    }
    bank.isLoggedIn = true
    for path in ["/", "/accounts", "/cards"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    try await bank.wireframe.route(to: "/help")
    #expect(bank.shown == ["Home", "Log in", "Help"])
    var asked: [String] = []
    bank.wireframe.observeLeaving { leaving in
      asked.append("\(leaving.controller)")
      return .leave
    }
    (bank.isLoggedIn, isBroken.isSet) = (true, true)
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts"])
    #expect(asked == ["Help", "Log in"])
  }

  @Test(
    "What a leave guard keeps above the screen of an open gate stays, and so does that screen",
    arguments: ["/accounts", "/act"], [true, false])
  func keptAboveGate(path: String, mayLeave: Bool) async throws {
    let bank = try await Bank()
    try bank.wireframe.handle("/act", tags: [.requiresLogin]) { _ in }
    for path in ["/", path, "/help"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Home", "Log in", "Help"])
    var questions = 0
    bank.wireframe.observeLeaving { leaving in
      guard leaving.from?.pattern == "/help" else { return .leave }
      questions += 1
      return mayLeave ? .leave : .stay("unsaved changes")
    }
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(questions == 1)
    let left = path == "/act" ? ["Home"] : ["Home", "Accounts"]
    #expect(bank.shown == (mayLeave ? left : ["Home", "Log in", "Help"]))
  }

  @Test("A lock that closes while screens come back keeps also those below the next gate's")
  func lockBeforeNextGate() async throws {
    let bank = try await Bank()
    try await bank.addLock()
    try bank.register("/vault", "Vault", tags: [.requiresLogin, .requiresPIN])
    (bank.isLoggedIn, bank.isVaultOpen) = (true, true)
    for path in ["/", "/accounts", "/vault", "/news"] { try await bank.wireframe.route(to: path) }
    (bank.isLoggedIn, bank.isVaultOpen) = (false, false)
    try await bank.wireframe.reevaluate()
    let closing = bank.wireframe.observe(priority: 1) { [unowned bank] in
      if $0.pattern == "/vault" { bank.cover() }
      return .proceed
    }
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.seen == "Locked")
    closing.remove()
    try await bank.unlock()
    #expect(bank.shown == ["Home", "Accounts", "PIN"])
  }

  @Test("If the next gate's screen is stopped, the screens that need no second gate come back")
  func nextGateStopped() async throws {
    let bank = try await Bank()
    try bank.register("/vault", "Vault", tags: [.requiresLogin, .requiresPIN])
    (bank.isLoggedIn, bank.isVaultOpen) = (true, true)
    for path in ["/", "/accounts", "/vault", "/news"] { try await bank.wireframe.route(to: path) }
    (bank.isLoggedIn, bank.isVaultOpen) = (false, false)
    try await bank.wireframe.reevaluate()
    bank.wireframe.observe { $0.urlText == "/pin" ? .stop("no PIN today") : .proceed }
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("If the next gate's screen fails, the screens that need no second gate come back")
  func nextGateFails() async throws {
    let bank = try await SlowBank()
    for path in ["/", "/cards", "/send"] { try await bank.wireframe.route(to: path) }
    bank.isPINRight = true
    try await bank.wireframe.resume(after: "pin")
    #expect(bank.shown == "/(A) /cards(A) /send(A)")
    bank.user = nil
    try await bank.wireframe.reevaluate()
    (bank.user, bank.broken) = ("A", ["/pin"])
    try await bank.wireframe.resume(after: bank.login)
    #expect(bank.shown == "/(A) /cards(A)")
  }

  @Test("If the next gate of a screen by an old name fails, the screens below come back")
  func nextGateOfOldName() async throws {
    let bank = try await SlowBank()
    try bank.wireframe.alias("/pay", for: "/send")
    for path in ["/", "/cards", "/pay"] { try await bank.wireframe.route(to: path) }
    bank.isPINRight = true
    try await bank.wireframe.resume(after: "pin")
    #expect(bank.shown == "/(A) /cards(A) /send(A)")
    bank.user = nil
    try await bank.wireframe.reevaluate()
    (bank.user, bank.broken) = ("A", ["/pin"])
    _ = try? await bank.wireframe.resume(after: bank.login)
    #expect(bank.shown == "/(A) /cards(A)")
  }

  @Test("If a screen fails that comes back twice, the screens below the upper one come back")
  func twiceInList() async throws {
    let bank = try await makeBank()
    var loads = 0
    try bank.wireframe.register("/page", option: .push, tags: [.requiresLogin]) { _ in
      loads += 1
      if loads == 4 { throw Broken() }
      return Screen("Page")
    }
    bank.user = "ada"
    for path in ["/page", "/accounts", "/page"] { try await bank.wireframe.route(to: path) }
    bank.user = nil
    try await bank.wireframe.reevaluate()
    bank.user = "ada"
    _ = try? await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Page", "Accounts"])
  }

  @Test("Home that comes behind a second gate, as what the first has kept fails, comes alone")
  func homeBehindSecondGate() async throws {
    let bank = try await Bank(root: .stack, home: "/", homeTags: [.requiresPIN])
    let isBroken = OpenState()
    try bank.wireframe.register("/start", option: .root, tags: [.requiresLogin]) { _ in
      if isBroken.isSet { throw Broken() }
      return Screen("Start")
    }
    bank.isLoggedIn = true
    for path in ["/start", "/accounts"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Log in"])
    (bank.isLoggedIn, isBroken.isSet) = (true, true)
    await #expect(throws: RoutingError.self) {
      try await bank.wireframe.resume(after: .requiresLogin)
    }
    #expect(bank.shown == ["PIN"])
    bank.isVaultOpen = true
    try await bank.wireframe.resume(after: .requiresPIN)
    #expect(bank.shown == ["Home"])
  }

  @Test(
    "A session that ends while a PIN is passed loses no screen, and brings no PIN back",
    arguments: [false, true])
  func sessionEndsWhilePassing(wasShown: Bool) async throws {
    let (bank, barrier, isSlow) = (try await makeBank(), Barrier(), OpenState())
    try bank.wireframe.register("/vault", option: .push, tags: [.requiresLogin, .requiresPIN]) {
      _ in
      if isSlow.isSet { await barrier.pass() }
      return Screen("Vault")
    }
    (bank.user, bank.isVaultOpen) = ("ada", wasShown)
    for path in ["/accounts", "/vault"] { try await bank.wireframe.route(to: path) }
    bank.isVaultOpen = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Accounts", "PIN"])
    (bank.isVaultOpen, isSlow.isSet) = (true, true)
    let passing = Task { try await bank.wireframe.resume(after: .requiresPIN) }
    await barrier.waitForArrivals()
    bank.user = nil
    try await bank.wireframe.reevaluate()
    barrier.open()
    _ = try await passing.value
    #expect(bank.shown == ["Home", "Log in"])
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts", "Vault"])
  }

  @Test("A session that ends while a code is passed which is off the host loses no screen")
  func sessionEndsWhilePassingElsewhere() async throws {
    let (bank, barrier) = (try await makeBank(), Barrier())
    let (isOpen, isSlow) = (OpenState(), OpenState())
    bank.wireframe.add(presenter: OutsidePresenter())
    try bank.register("/code", "Code", option: Outside())
    bank.wireframe.addGate(for: "safe", at: "/code") { isOpen.isSet }
    try bank.wireframe.register("/vault", option: .push, tags: [.requiresLogin, "safe"]) { _ in
      if isSlow.isSet { await barrier.pass() }
      return Screen("Vault")
    }
    (bank.user, isOpen.isSet) = ("ada", true)
    for path in ["/accounts", "/vault"] { try await bank.wireframe.route(to: path) }
    isOpen.isSet = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Accounts"])
    (isOpen.isSet, isSlow.isSet) = (true, true)
    let passing = Task { try await bank.wireframe.resume(after: "safe") }
    await barrier.waitForArrivals()
    bank.user = nil
    try await bank.wireframe.reevaluate()
    barrier.open()
    _ = try await passing.value
    #expect(bank.shown == ["Home", "Log in"])
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts", "Vault"])
  }

  @Test("Of two requests above screens that come together, the newer one waits; the other ends")
  func requestsOfTwoGates() async throws {
    let (bank, barrier, isSlow) = (try await makeBank(), Barrier(), OpenState())
    try bank.register("/send", "Send", tags: [.requiresPIN])
    try bank.register("/ask", "Ask", tags: [.requiresLogin])
    try bank.wireframe.register("/vault", option: .push, tags: [.requiresLogin, .requiresPIN]) {
      _ in
      if isSlow.isSet { await barrier.pass() }
      return Screen("Vault")
    }
    (bank.user, bank.isVaultOpen) = ("ada", true)
    for path in ["/accounts", "/vault"] { try await bank.wireframe.route(to: path) }
    bank.isVaultOpen = false
    try await bank.wireframe.reevaluate()
    try await bank.wireframe.route(to: "/send")
    bank.user = nil
    var hasEnded = false
    let asking = Task {
      defer { hasEnded = true }
      return try await bank.wireframe.answer(to: "/ask", as: Int.self)
    }
    #expect(await eventually { bank.wireframe.keptRequestCount == 2 })
    #expect(bank.shown == ["Home", "Accounts", "PIN", "Log in"])
    (bank.user, bank.isVaultOpen, isSlow.isSet) = ("ada", true, true)
    let passing = Task { try await bank.wireframe.resume(after: .requiresPIN) }
    await barrier.waitForArrivals()
    bank.user = nil
    try await bank.wireframe.reevaluate()
    barrier.open()
    _ = try await passing.value
    #expect(await eventually { hasEnded })
    asking.cancel()
    #expect(try await asking.value == nil)
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts", "Vault", "Send"])
  }

  @Test("A second tap whose screen has left meanwhile, as the session has ended, brings it once")
  func secondTapAcrossSessionEnd() async throws {
    let (bank, loading, asked) = (try await makeBank(), Barrier(), Barrier())
    try bank.register("/slow", "Slow", behind: loading, tags: [.requiresLogin])
    var count = 0
    // It is asked before the gate.
    bank.wireframe.observe(priority: 1) { route in
      if route.pattern == "/slow" { count += 1 }
      if route.pattern == "/slow", count == 2 { await asked.pass() }
      return .proceed
    }
    bank.user = "ada"
    let tap = Task { try await bank.wireframe.route(to: "/slow") }
    await loading.waitForArrivals()
    let second = Task { try await bank.wireframe.route(to: "/slow") }
    #expect(await bank.wireframe.isAwaited(by: 1))
    loading.open()
    _ = try await tap.value
    await asked.waitForArrivals()
    bank.user = nil
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Log in"])
    asked.open()
    _ = try await second.value
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Slow"])
  }

  @Test("Where there is no home, the screen of a passed gate leaves its tab, and no tab is chosen")
  func noHome() async throws {
    let (tree, isOpen) = (NavigationTree<Screen>(tabs: ["One", "Two"]), OpenState())
    let wireframe = Wireframe<Screen>()
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/login", option: .modal) { _ in Screen("Log in") }
    try wireframe.handle("/act", tags: [.requiresLogin]) { _ in }
    wireframe.addGate(for: .requiresLogin, at: "/login") { isOpen.isSet }
    try await wireframe.route(to: "/act")
    #expect(tree.state.shown.map(\.controller.description) == ["Log in"])
    try tree.performAsUser(.selectTab(1))
    isOpen.isSet = true
    try await wireframe.resume(after: .requiresLogin)
    await wireframe.settled()
    #expect(tree.state.entries.isEmpty)
    #expect(tree.state.layers[0].selected == 1)
  }

  @Test("A screen behind a gate comes into the tab that its option names, wherever the gate's was")
  func tabByOption() async throws {
    let (tree, isOpen) = (NavigationTree<Screen>(tabs: ["One", "Two"]), OpenState())
    let wireframe = Wireframe<Screen>(limits: .none)
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .tab("One")) { _ in Screen("Home") }
    try wireframe.register("/inbox", option: .tab("Two"), tags: [.requiresLogin]) { _ in
      Screen("Inbox")
    }
    try wireframe.register("/login", option: .push) { _ in Screen("Log in") }
    wireframe.addGate(for: .requiresLogin, at: "/login") { isOpen.isSet }
    var tabs: [[String]] {
      tree.state.layers[0].stacks.map { $0.entries.map(\.controller.description) }
    }
    try await wireframe.route(to: "/inbox")
    #expect(tabs == [["Log in"], []])
    isOpen.isSet = true
    try await wireframe.resume(after: .requiresLogin)
    #expect(tabs == [[], ["Inbox"]])
    for path in ["/", "/inbox"] { try await wireframe.route(to: path) }
    isOpen.isSet = false
    try await wireframe.reevaluate()
    #expect(tabs == [["Home"], ["Log in"]])
    isOpen.isSet = true
    try await wireframe.resume(after: .requiresLogin)
    #expect(tabs == [["Home"], ["Inbox"]])
    #expect(tree.state.layers[0].selected == 1)
  }

  @Test("A gate that is passed again below a lock, while its screen is made, waits for the lock")
  func passedAgainBelowLock() async throws {
    let (bank, barrier) = (try await Bank(), Barrier())
    try await bank.addLock()
    try bank.register("/slow", "Slow", behind: barrier, tags: [.requiresLogin])
    for path in ["/", "/slow"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = true
    let passing = Task { try await bank.wireframe.resume(after: .requiresLogin) }
    await barrier.waitForArrivals()
    bank.cover()
    let outcome = try await bank.wireframe.resume(after: .requiresLogin)
    guard case .covered = outcome else { throw Broken(what: "\(outcome)") }
    barrier.open()
    _ = try await passing.value
    try await bank.unlock()
    #expect(bank.shown == ["Home", "Slow"])
  }

  @Test("The screen of a gate that is passed while the lock closes leaves when the lock opens")
  func lockedWhilePassing() async throws {
    let bank = try await Bank()
    try await bank.addLock()
    try bank.wireframe.handle("/act", tags: [.requiresLogin]) { _ in }
    for path in ["/", "/act"] { try await bank.wireframe.route(to: path) }
    bank.wireframe.observe { [unowned bank] in
      guard $0.pattern == "/act" else { return .proceed }
      bank.cover()
      return .stop("closed")
    }
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Log in"])
    try await bank.unlock()
    #expect(bank.shown == ["Home"])
  }

  @Test("The screen of a passed gate does not leave while screens are asked about")
  func askedWhilePassing() async throws {
    let bank = try await Bank()
    let (acting, asked, isSlow) = (Barrier(), Barrier(), OpenState())
    var runs = 0
    try bank.wireframe.handle("/act", tags: [.requiresLogin]) { _ in runs += 1 }
    for path in ["/", "/act"] { try await bank.wireframe.route(to: path) }
    bank.wireframe.observe { route in
      if route.pattern == "/act" { await acting.pass() }
      if isSlow.isSet, route.pattern == "/" { await asked.pass() }
      return .proceed
    }
    bank.isLoggedIn = true
    let resuming = Task { try await bank.wireframe.resume(after: .requiresLogin) }
    await acting.waitForArrivals()
    isSlow.isSet = true
    let asking = Task { try await bank.wireframe.reevaluate() }
    await asked.waitForArrivals()
    acting.open()
    #expect(await eventually { acting.passed == 1 })
    await tasksHaveBegun()
    #expect(bank.shown == ["Home", "Log in"])
    #expect(runs == 0)
    asked.open()
    _ = try await asking.value
    _ = try await resuming.value
    #expect(bank.shown == ["Home"])
    #expect(runs == 1)
  }

  @Test(
    "A lock that was removed covers nothing any more, also if a gate's closure never returns",
    arguments: [false, true])
  func removedWithSlowGate(isPINOutside: Bool) async throws {
    let window = try await SilentWindow(isPINOutside: isPINOutside)
    for path in ["/", "/pay"] { try await window.wireframe.route(to: path) }
    window.lock.cover()
    if !isPINOutside { try await window.wireframe.route(to: "/") }
    window.changeUser()
    var vainCount = 0
    window.tree.onChange { if $0.entered.isEmpty, $0.left.isEmpty { vainCount += 1 } }
    window.registration?.remove()
    await window.passLimit()
    #expect(window.tree.cover == nil)
    #expect(vainCount == 0, "where no screen has to leave, the host makes no move")
  }

  @Test("If a gate's closure never returns, a removed lock leaves a former user's first screen out")
  func firstScreenWithSlowGate() async throws {
    let window = try await SilentWindow(home: "/")
    try await window.wireframe.route(to: "/account", option: .root)
    window.lock.cover()
    window.changeUser()
    window.registration?.remove()
    await window.passLimit()
    #expect(window.tree.cover == nil)
    #expect(window.tree.state.entries.map(\.controller.description) == ["Home"])
  }

  @Test(
    "If a gate's closure never returns, a lock does not open: a former user's screens are below")
  func openedWithSlowGate() async throws {
    let window = try await SilentWindow()
    for path in ["/", "/account"] { try await window.wireframe.route(to: path) }
    window.lock.cover()
    window.changeUser()
    let opening = Task { try await window.wireframe.resume(after: window.lock) }
    await window.passLimit()
    #expect(try await failure { try await opening.value }.code == .timedOut)
    #expect(window.tree.cover != nil)
    try await window.wireframe.resume(after: window.lock)
    #expect(window.tree.cover == nil)
    #expect(window.tree.state.entries.map(\.controller.description) == ["Home"])
  }

  @Test("What a gate throws that is passed names the request that it keeps")
  func throwing() async throws {
    let (bank, isBroken) = (try await Bank(), OpenState())
    try bank.register("/odd", "Odd", tags: ["odd"])
    bank.wireframe.addGate(for: "odd", at: "/pin") {
      if isBroken.isSet { throw Broken() }
      return false
    }
    for path in ["/", "/odd"] { try await bank.wireframe.route(to: path) }
    isBroken.isSet = true
    let error = try await failure { try await bank.wireframe.resume(after: "odd") }
    #expect(error.code == .observerFailed)
    #expect(error.urlText == "/odd")
  }

  @Test("A gate that is passed takes its own screen away, not another gate's with the same URL")
  func sameScreen() async throws {
    let bank = try await Bank()
    bank.wireframe.add(presenter: OutsidePresenter())
    try bank.register("/code", "Code", option: Outside())
    for name in ["one", "two"] {
      try bank.register(
        RoutePattern("/\(name)"), name, option: .modal, tags: [RouteTag(rawValue: name)])
      bank.wireframe.addGate(for: RouteTag(rawValue: name), at: "/code") { [unowned bank] in
        bank.openGates.contains(name)
      }
    }
    for path in ["/", "/two"] { try await bank.wireframe.route(to: path) }
    try await bank.wireframe.route(to: "/code", option: .modal)
    try await bank.wireframe.route(to: "/one")
    #expect(bank.wireframe.keptRequestCount == 2)
    bank.openGates = ["two"]
    try await bank.wireframe.resume(after: "two")
    #expect(bank.shown == ["Home", "Code", "two"])
    #expect(bank.wireframe.keptRequestCount == 1)
  }
}

private struct Outside: RoutingOption {}

/// Shows screens outside of the host.
private struct OutsidePresenter: ControllerRoutingPresenter {
  func present(_ controller: Screen, option: Outside, event: RoutingEvent) async throws {}
}

/// A window with a lock. Once the user has changed, the login does not answer before the limit.
@MainActor
private final class SilentWindow {
  let (clock, hangs, tree) = (ManualClock(), Barrier(), NavigationTree<Screen>())
  let wireframe: Wireframe<Screen>
  let lock = Gate(at: "/locked", covers: true) { true }
  private(set) var registration: Registration?
  private let (isSilent, isOther) = (OpenState(), OpenState())

  init(home: String? = nil, isPINOutside: Bool = false) async throws {
    wireframe = Wireframe(home: home, limits: RoutingLimits(decide: .seconds(5)), clock: clock)
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    wireframe.add(presenter: OutsidePresenter())
    try wireframe.register("/pin", option: isPINOutside ? Outside() : .modal) { _ in Screen("PIN") }
    for path in ["/login", "/locked"] as [RoutePattern] {
      try wireframe.register(path, option: .modal) { _ in Screen(path.text) }
    }
    try wireframe.register("/account", option: .push, tags: [.requiresLogin]) { _ in
      Screen("Account")
    }
    try wireframe.register("/pay", option: .push, tags: [.requiresLogin, .requiresPIN]) { _ in
      Screen("Pay")
    }
    wireframe.addGate(
      for: .requiresLogin, at: "/login", owner: { [isOther] in isOther.isSet ? "bob" : "ada" },
      priority: 1
    ) { [isSilent, hangs] in
      if isSilent.isSet { await hangs.pass() }
      return true
    }
    wireframe.addGate(for: .requiresPIN, at: "/pin") { false }
    registration = try await wireframe.add(lock: lock)
  }

  func changeUser() { (isOther.isSet, isSilent.isSet) = (true, true) }

  /// Waits until the login is asked, and lets the limit pass.
  func passLimit() async {
    await hangs.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    await wireframe.settled()
    hangs.open()
  }
}
