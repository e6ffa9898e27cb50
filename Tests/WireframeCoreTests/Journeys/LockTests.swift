import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// A lock covers, it does not clear.
@MainActor
@Suite(.hangsNever)
struct LockTests {
  private func makeBank(_ root: Bank.Root = .stack) async throws -> Bank {
    let bank = try await Bank(root: root, home: "/", hasOwners: true)
    try await bank.addLock()
    try await bank.wireframe.route(to: "/")
    return bank
  }

  @Test("A lock's closure that routes hears that it would wait for itself, with a limit, too")
  func routesInLock() async throws {
    let tree = NavigationTree<Screen>()
    let wireframe = Wireframe<Screen>(
      defaultOption: .root, limits: RoutingLimits(decide: .seconds(5), placeholder: nil),
      clock: ManualClock())
    wireframe.addStandardPresenters(on: tree)
    for path in ["/", "/login", "/locked", "/other"] as [RoutePattern] {
      try wireframe.register(path) { _ in Screen(path.text) }
    }
    wireframe.addGate(for: .requiresLogin, at: "/login", owner: { "ada" }) { true }
    var codes: Set<RoutingError.Code> = []
    let lock = Gate(at: "/locked", covers: true) { [unowned wireframe] in
      do {
        try await wireframe.route(to: "/other")
      } catch let error as RoutingError {
        codes.insert(error.code)
      }
      return true
    }
    try await wireframe.add(lock: lock)
    try await wireframe.route(to: "/")
    #expect(codes == [.reentrant])
    #expect(tree.state.shown.map { "\($0.controller)" } == ["/"])
  }

  @Test("What a presenter throws is its caller's, though the lock has closed meanwhile")
  func presenterFailsAsLockCloses() async throws {
    let bank = try await makeBank()
    bank.wireframe.add(presenter: FailingPresenter { [unowned bank] in bank.cover() })
    let error = try await failure {
      try await bank.wireframe.route(to: "/news", option: Held())
    }
    #expect(error.code == .presenterFailed)
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("The error of a home that fails as its lock opens names home")
  func homeFailsAsLockOpens() async throws {
    let (tree, wireframe) = (
      NavigationTree<Screen>(), Wireframe<Screen>(home: "/", defaultOption: .push, limits: .none)
    )
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .root) { _ in throw Broken() }
    try wireframe.register("/locked") { _ in Screen("Locked") }
    let lock = Gate(at: "/locked", covers: true) { true }
    try await wireframe.add(lock: lock)
    lock.cover()
    try await wireframe.route(to: "/")
    let error = try await failure { try await wireframe.resume(after: lock) }
    #expect(error.code == .providerFailed)
    #expect(error.urlText == "/")
  }

  @Test("Covering is synchronous, and takes nothing away")
  func covers() async throws {
    let bank = try await makeBank()
    try await bank.wireframe.route(to: "/help")
    let before = bank.navigation.state.entries.map(\.id)
    bank.cover()
    #expect(bank.seen == "Locked")
    #expect(bank.navigation.state.entries.map(\.id) == before)
    try await bank.unlock()
    #expect(bank.seen == "Help")
    #expect(bank.navigation.state.entries.map(\.id) == before)
    #expect(bank.made.filter { $0 == "Locked" }.count == 1, "made when it was added")
  }

  @Test("As long as a lock is open, the route of its screen is one like others")
  func routeOfOpenLock() async throws {
    let bank = try await makeBank()
    try await bank.wireframe.route(to: "/locked")
    #expect(bank.shown == ["Home", "Locked"])
  }

  @Test("A lock that is removed as it is asked about what a gate keeps takes no screen away")
  func removedAsKeptIsAsked() async throws {
    let bank = try await Bank()
    try bank.register("/locked", "Locked")
    var (asks, registration): (Int, Registration?) = (-100, nil)
    registration = try await bank.wireframe.add(
      lock: Gate(at: "/locked", covers: true) {
        asks += 1
        guard asks == 3 else { return true }
        registration?.remove()
        return false
      })
    for path in ["/", "/accounts"] { try await bank.wireframe.route(to: path) }
    asks = 0
    try await bank.wireframe.reevaluate()
    #expect(asks == 3, "before all, about Home, and about what the login keeps")
    #expect(bank.shown == ["Home", "Log in"])
    #expect(bank.wireframe.keptRequestCount == 1)
  }

  @Test("A lock that is also the gate of a tag opens")
  func alsoGateOfTag() async throws {
    let bank = try await makeBank()
    bank.wireframe.add(gate: try #require(bank.lock), for: "vault")
    bank.cover()
    try await bank.unlock()
    #expect(bank.seen == "Home")
  }

  private func makeBankOfUser() async throws -> (Bank, Gate) {
    let bank = try await Bank(root: .stack, home: "/")
    try bank.register("/locked", "Locked")
    let lock = Gate(at: "/locked", owner: { [unowned bank] in bank.user }, covers: true) { true }
    try await bank.wireframe.add(lock: lock)
    bank.user = "ada"
    return (bank, lock)
  }

  @Test("A lock with an owner shows nothing to the next one that the former one has seen")
  func owner() async throws {
    let (bank, lock) = try await makeBankOfUser()
    for path in ["/", "/news"] { try await bank.wireframe.route(to: path) }
    lock.cover()
    try await bank.wireframe.resume(after: lock)
    #expect(bank.shown == ["Home", "News"])
    lock.cover()
    bank.user = "bob"
    try await bank.wireframe.resume(after: lock)
    #expect(bank.shown == ["Home"])
  }

  @Test("What came below a lock with an owner before the login stays, and what that keeps comes")
  func ownerBeforeLogin() async throws {
    let (bank, _) = try await makeBankOfUser()
    bank.user = nil
    for path in ["/", "/news", "/accounts"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Home", "News", "Log in"])
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "News", "Accounts"])
    bank.user = nil
    try await bank.wireframe.reevaluate(keeping: .nothing)
    #expect(bank.shown == ["Home", "News"])
  }

  @Test("What a lock keeps is shown to the owner who has asked for it", arguments: ["ada", "bob"])
  func ownerOfKept(user: String) async throws {
    let (bank, lock) = try await makeBankOfUser()
    try await bank.wireframe.route(to: "/")
    lock.cover()
    try await bank.wireframe.route(to: "/news")
    bank.user = user
    try await bank.wireframe.resume(after: lock)
    #expect(bank.shown == ["Home"] + (user == "ada" ? ["News"] : []))
  }

  @Test("What was parked and stored is run for the owner of the lock", arguments: ["ada", "bob"])
  func ownerOfParked(user: String) async throws {
    let (bank, _) = try await makeBankOfUser()
    bank.wireframe.observe { [unowned bank] route in
      route.pattern == "/news" && !bank.isVaultOpen
        ? .redirect(to: "/pin", resuming: .newest) : .proceed
    }
    for path in ["/", "/news"] { try await bank.wireframe.route(to: path) }
    (bank.user, bank.isVaultOpen) = (user, true)
    let parked: ParkedRequest = try #require(bank.wireframe.parked)
    bank.wireframe.parked = parked
    try await bank.wireframe.resume()
    #expect((bank.shown == ["Home", "News"]) == (user == "ada"))
  }

  @Test("While it covers, moves of the app and of the user are refused")
  func refusesMoves() async throws {
    let bank = try await makeBank(.tabs(["Home", "Accounts"]))
    try await bank.wireframe.route(to: "/help")
    bank.cover()
    let moves: [@MainActor () async throws -> Void] = [
      { try await bank.wireframe.back() }, { try await bank.wireframe.dismiss() },
      { try await bank.navigation.push(Screen("x")) },
      { try await bank.navigation.present(Screen("x")) },
      { try await bank.navigation.setRoot(Screen("x")) },
      { try await bank.navigation.replaceTop(Screen("x")) },
      { try await bank.navigation.selectTab("Accounts") },
      { try bank.navigation.performAsUser(.dismiss(1)) },
    ]
    for move in moves {
      let error = try await failure { try await move() }
      #expect(error.code == .covered)
      #expect(
        error.description
          == "A lock covers the screens. Open it, and call 'resume(after:)' with it first.")
    }
    #expect(bank.shown == ["Home", "Help"])
  }

  enum SecondOpener: CaseIterable {
    case none, told, toldAndCovered
  }

  @Test(
    "Opening is cancelled while a passed gate's screens load: they come when it opens again",
    arguments: SecondOpener.allCases)
  func cancelledOpening(second: SecondOpener) async throws {
    let bank = try await makeBank()
    @MainActor final class Session { var barrier: Barrier? }
    let (session, barrier) = (Session(), Barrier())
    try bank.wireframe.register("/slow", tags: [.requiresLogin]) { _ in
      await session.barrier?.pass()
      return Screen("Slow")
    }
    bank.user = "ada"
    for path in ["/accounts", "/slow"] { try await bank.wireframe.route(to: path) }
    bank.user = nil
    try await bank.wireframe.reevaluate()
    bank.cover()
    bank.user = "ada"
    guard case .covered = try await bank.wireframe.resume(after: .requiresLogin) else {
      throw Broken(what: "it did not wait for the lock")
    }
    session.barrier = barrier
    let opening = Task { try await bank.unlock() }
    await barrier.waitForArrivals()
    if second != .none { try await bank.unlock() }
    if second == .toldAndCovered { bank.lock?.cover() }
    opening.cancel()
    barrier.open()
    await #expect(throws: RoutingError.self) { try await opening.value }
    await bank.wireframe.settled()
    if second != .told {
      #expect(bank.seen == "Locked")
      #expect(bank.wireframe.keptRequestCount == 1)
      try await bank.unlock()
    }
    #expect(bank.seen == "Slow")
    #expect(bank.shown == ["Home", "Accounts", "Slow"])
  }

  @Test(
    "A login that finds the lock closed is passed when that opens, as below one that covers",
    arguments: [false, true])
  func foundClosedByLogin(covers: Bool) async throws {
    let (bank, barrier) = (try await makeBank(), Barrier())
    try bank.register("/slow", "Slow", behind: barrier, tags: [.requiresLogin])
    try await bank.wireframe.route(to: "/slow")
    (bank.user, bank.isLocked) = ("ada", true)
    if covers { bank.cover() }
    let outcome = try await bank.wireframe.resume(after: .requiresLogin)
    #expect("\(outcome)" == "covered")
    #expect(bank.seen == "Locked")
    let opening = Task { try await bank.unlock() }
    await barrier.waitForArrivals()
    #expect(bank.seen == "Locked", "the login is not seen again")
    barrier.open()
    _ = try await opening.value
    #expect(bank.shown == ["Home", "Slow"])
  }

  @Test("The newest request is kept, and runs when the lock opens")
  func keeps() async throws {
    let bank = try await makeBank()
    bank.cover()
    let first = try await bank.wireframe.route(to: "/news")
    #expect(first.route.pattern == "/locked")
    #expect(first.redirects.map(\.urlText) == ["/news"])
    await bank.open("/news/2")
    #expect(bank.shown == ["Home"])
    #expect(bank.wireframe.keptRequestCount == 1)
    try await bank.unlock()
    #expect(bank.shown == ["Home", "News", "Item 2"])
    #expect(bank.seen == "Item 2")
  }

  @Test(
    "The newest request counts below a lock, also if nothing else is on screen",
    arguments: [false, true])
  func newestInEmptyWindow(isParked: Bool) async throws {
    let bank = try await Bank(root: .stack, home: "/")
    try await bank.addLock()
    try bank.wireframe.handle("/act") { _ in }
    bank.wireframe.observe { [unowned bank] route in
      route.pattern == "/news" && !bank.isVaultOpen
        ? .redirect(to: "/act", resuming: .newest) : .proceed
    }
    if isParked { try await bank.wireframe.route(to: "/news") }
    bank.isVaultOpen = true
    bank.cover()
    try await bank.wireframe.route(to: "/help")
    if isParked {
      try await bank.wireframe.resume()
    } else {
      try await bank.wireframe.route(to: "/news")
    }
    try await bank.unlock()
    #expect(bank.shown == ["Home", "News"])
  }

  @Test("Who opens a lock has it asked once, also where screens have owners")
  func askedOnce() async throws {
    @MainActor final class Count { var asked = 0 }
    let (bank, count) = (try await Bank(root: .stack, home: "/", hasOwners: true), Count())
    try bank.register("/locked", "Locked")
    let lock = Gate(at: "/locked", covers: true) {
      count.asked += 1
      return true
    }
    try await bank.wireframe.add(lock: lock)
    try await bank.wireframe.route(to: "/")
    lock.cover()
    count.asked = 0
    try await bank.wireframe.resume(after: lock)
    #expect(count.asked == 1)
    #expect(bank.seen == "Home")
  }

  @Test(
    "A plan below a closed lock covers nothing, and has nothing kept",
    arguments: ["/news", "/nowhere"])
  func plans(path: String) async throws {
    let bank = try await makeBank()
    bank.isLocked = true
    let code: RoutingError.Code? = path == "/news" ? nil : .noRoute
    #expect(await bank.wireframe.plan(path).error?.code == code)
    #expect(bank.seen == "Home")
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("A lock that closes while screens come back keeps them all, and what comes above them")
  func closesWhileResuming() async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts")
    try await bank.wireframe.route(to: "/accounts/7")
    bank.user = nil
    try await bank.wireframe.reevaluate()
    try await bank.wireframe.route(to: "/accounts/8")
    #expect(bank.shown == ["Home", "Log in"])
    bank.user = "ada"
    let closing = bank.wireframe.observe {
      if $0.pattern == "/accounts" { bank.isLocked = true }
      return .proceed
    }
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.seen == "Locked")
    closing.remove()
    try await bank.unlock()
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home", "Accounts", "Account 7", "Account 8"])
  }

  @Test("Below a lock that closes while screens come back, a link comes above them")
  func linkWhileResuming() async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts")
    try await bank.wireframe.route(to: "/accounts/7")
    bank.user = nil
    try await bank.wireframe.reevaluate()
    bank.user = "ada"
    let closing = bank.wireframe.observe {
      if $0.pattern == "/accounts" { bank.isLocked = true }
      return .proceed
    }
    try await bank.wireframe.resume(after: .requiresLogin)
    closing.remove()
    await bank.open("/news/2")
    #expect(bank.seen == "Locked")
    try await bank.unlock()
    await bank.wireframe.settled()
    // The link has parents of its own; what came back before it had been shown.
    #expect(bank.shown == ["Home", "News", "Item 2"])
    #expect(bank.made.filter { $0 == "Account 7" }.count == 2)
  }

  @Test("A PIN for once that finds the lock closed is passed when that opens, in one move")
  func closesAfterPIN() async throws {
    let bank = try await Bank(root: .stack, keyOfPIN: .once, home: "/", hasOwners: true)
    try await bank.addLock()
    try await bank.wireframe.route(to: "/")
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts/7/transfer", landing: .onTop)
    #expect(bank.shown == ["Home", "PIN"])
    (bank.isVaultOpen, bank.isLocked) = (true, true)
    try await bank.wireframe.resume(after: .requiresPIN)
    #expect(bank.seen == "Locked")
    #expect(bank.shown == ["Home", "PIN"], "nothing leaves below a lock")
    var moves = 0
    bank.navigation.onChange { _ in moves += 1 }
    try await bank.unlock()
    #expect(bank.shown == ["Home", "Transfer 7"])
    #expect(moves == 1, "the PIN leaves with the move that brings what it kept")
  }

  @Test("A module's sign-out drops what the lock keeps, too")
  func discardingInAModule() async throws {
    let bank = try await makeBank()
    let module = Wireframe<Screen>()
    try bank.wireframe.mount(module, at: "/module")
    bank.cover()
    try await bank.wireframe.route(to: "/news")
    #expect(bank.wireframe.keptRequestCount == 1)
    module.discardParked()
    #expect(bank.wireframe.keptRequestCount == 0)
    try await bank.unlock()
    #expect(bank.shown == ["Home"])
  }

  @Test("A request that finds the lock closed covers; the lock that is still closed stays")
  func foundClosed() async throws {
    let bank = try await makeBank()
    bank.isLocked = true
    try await bank.wireframe.route(to: "/news")
    #expect(bank.seen == "Locked")
    let lock = try #require(bank.lock)
    let outcome = try await bank.wireframe.resume(after: lock)
    guard case .stillClosed = outcome else { throw Broken(what: "\(outcome)") }
    #expect(bank.seen == "Locked")
    try await bank.unlock()
    #expect(bank.shown == ["Home", "News"])
  }

  @Test(
    "A request that finds the lock closed covers, though a guard of the lock's own route stops it",
    arguments: [false, true])
  func foundClosedAndStopped(throwsError: Bool) async throws {
    let bank = try await Bank(root: .stack, home: "/")
    try await bank.addLock()
    try await bank.wireframe.route(to: "/")
    bank.wireframe.observe { route in
      guard route.pattern == "/locked" else { return .proceed }
      if throwsError { throw Broken(what: "guard") }
      return .stop("maintenance")
    }
    bank.isLocked = true
    _ = await bank.wireframe.plan("/news")
    #expect(bank.seen == "Home")
    _ = try? await bank.wireframe.route(to: "/news")
    #expect(bank.seen == "Locked")
    #expect(bank.shown == ["Home"])
  }

  @Test("A lock found closed when a parent's guards are asked covers, and keeps the link")
  func foundClosedByParent() async throws {
    let bank = try await Bank(root: .stack, home: "/")
    try await bank.addLock()
    try await bank.wireframe.route(to: "/")
    let closing = bank.wireframe.observe { [unowned bank] route in
      if route.pattern == "/news/:id<int>" { bank.isLocked = true }
      return .proceed
    }
    await bank.open("/news/3")
    #expect(bank.seen == "Locked")
    #expect(bank.shown == ["Home"])
    closing.remove()
    try await bank.unlock()
    #expect(bank.shown == ["Home", "News", "Item 3"])
  }

  @Test("A request that finds a lock closed is shown if the lock opens while a guard is asked")
  func openedWhileStopping() async throws {
    let (bank, barrier) = (try await makeBank(), Barrier())
    bank.wireframe.observe { route in
      if route.pattern == "/locked" { await barrier.pass() }
      return .proceed
    }
    bank.isLocked = true
    let asking = Task { try await bank.wireframe.route(to: "/news") }
    await barrier.waitForArrivals()
    try await bank.unlock()
    #expect(bank.seen == "Home")
    barrier.open()
    #expect(try await asking.value.route.pattern == "/news")
    #expect(bank.seen == "News")
  }

  @Test("A request that is the lock's own by Unicode only, and not byte by byte, finds it closed")
  func alikePath() async throws {
    let bank = try await Bank(root: .stack, home: "/")
    try bank.register("/lock\u{E9}", "Locked")
    try bank.register("/:page", "Page")
    let lock = Gate(at: "/lock\u{E9}", covers: true) { [unowned bank] in !bank.isLocked }
    try await bank.wireframe.add(lock: lock)
    try await bank.wireframe.route(to: "/")
    bank.isLocked = true
    try await bank.wireframe.route(to: "/locke\u{301}")
    #expect(bank.seen == "Locked")
    #expect(!bank.made.contains { $0.hasPrefix("Page") })
  }

  @Test("A lock whose closure throws is closed")
  func throwing() async throws {
    let bank = try await Bank(root: .stack, home: "/")
    try bank.register("/locked", "Locked")
    let lock = Gate(at: "/locked", covers: true) { throw Broken(what: "app") }
    try await bank.wireframe.add(lock: lock)
    try await bank.wireframe.route(to: "/")
    #expect(bank.seen == "Locked")
    #expect(bank.shown.isEmpty)
  }

  @Test("A sign-out that is cancelled while an open lock is asked does not cover the screens")
  func cancelledAsking() async throws {
    @MainActor final class Session { var barrier: Barrier? }
    let (bank, session, barrier) = (try await Bank(root: .stack, home: "/"), Session(), Barrier())
    try bank.register("/locked", "Locked")
    let lock = Gate(at: "/locked", covers: true) {
      await session.barrier?.pass()
      try Task.checkCancellation()
      return true
    }
    try await bank.wireframe.add(lock: lock)
    try await bank.wireframe.route(to: "/")
    session.barrier = barrier
    let signOut = Task { try await bank.wireframe.reevaluate() }
    await barrier.waitForArrivals()
    signOut.cancel()
    barrier.open()
    #expect(try await failure { _ = try await signOut.value }.code == .cancelled)
    #expect(bank.seen == "Home")
  }

  /// A caller that waits for a number, and the handle of the screen that answers.
  private func asking(
    _ bank: Bank, _ option: any RoutingOption = .modal
  ) async throws -> (Task<Int?, any Error>, AnswerHandle<Int>) {
    var handle: AnswerHandle<Int>?
    try bank.wireframe.register("/pick", option: option) { route, router in
      handle = AnswerHandle(for: route, router)
      return Screen("Pick")
    }
    let task = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { bank.shown.last == "Pick" })
    return (task, try #require(handle))
  }

  /// Routes to a screen whose provider waits for the barrier.
  private func routing(_ bank: Bank, behind barrier: Barrier) async throws -> Task<Void, any Error>
  {
    try bank.register("/slow", "Slow", behind: barrier)
    let routing = Task { _ = try await bank.wireframe.route(to: "/slow") }
    await barrier.waitForArrivals()
    return routing
  }

  @Test("What gets ready below waits: it is made again when the lock opens")
  func whileLoading() async throws {
    let (bank, barrier) = (try await makeBank(), Barrier())
    let slow = try await routing(bank, behind: barrier)
    bank.cover()
    barrier.open()
    try await slow.value
    #expect(bank.shown == ["Home"])
    #expect(bank.wireframe.keptRequestCount == 1)
    try await bank.unlock()
    #expect(bank.shown == ["Home", "Slow"])
  }

  @Test("Opening does not wait for a screen that loads")
  func openingWhileLoading() async throws {
    let (bank, barrier) = (try await makeBank(), Barrier())
    let slow = try await routing(bank, behind: barrier)
    bank.cover()
    try await bank.unlock()
    #expect(bank.seen == "Home")
    barrier.open()
    try await slow.value
    #expect(bank.shown == ["Home", "Slow"])
  }

  @Test("A lock that closes again while it opens stays closed")
  func closingWhileOpening() async throws {
    let barrier = Barrier()
    let bank = try await bankSignedOutBelowLock(signIn: barrier)
    let opening = Task { try await bank.unlock() }
    await barrier.waitForArrivals()
    bank.cover()
    barrier.open()
    guard case .stillClosed? = try await opening.value else { throw Broken(what: "it has opened") }
    #expect(bank.seen == "Locked")
    try await bank.unlock()
    #expect(bank.shown == ["Home", "Sign in"])
    #expect(bank.seen == "Sign in")
  }

  @Test("A lock that opens is not passed again: what has to be done first is not seen")
  func passingTwice() async throws {
    let barrier = Barrier()
    let bank = try await bankSignedOutBelowLock(signIn: barrier)
    let opening = Task { try await bank.unlock() }
    await barrier.waitForArrivals()
    guard case .nothingKept? = try await bank.unlock() else { throw Broken(what: "passed") }
    #expect(bank.seen == "Locked")
    barrier.open()
    _ = try await opening.value
    #expect(bank.seen == "Sign in")
  }

  @Test(
    "Signed out for good while a lock opens onto a login: it does not come, and keeps nothing",
    arguments: ["/", nil])
  func signedOutWhileOpening(home: String?) async throws {
    let barrier = Barrier()
    let bank = try await bankSignedOutBelowLock(signIn: barrier, home: home)
    let opening = Task { try await bank.unlock() }
    await barrier.waitForArrivals()
    try await bank.wireframe.reevaluate(keeping: .nothing)
    barrier.open()
    _ = try await opening.value
    #expect(bank.shown == ["Home"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("Signed out for good while a lock opens onto a login: who waits behind it is told")
  func toldWhileOpening() async throws {
    let (bank, barrier) = (try await Bank(root: .stack, home: "/"), Barrier())
    try await bank.addLock()
    try bank.register("/ask", "Ask", tags: [.requiresLogin])
    bank.isLoggedIn = true
    for path in ["/", "/accounts"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    var isTold = false
    Task {
      _ = try? await bank.wireframe.answer(to: "/ask", as: Int.self)
      isTold = true
    }
    #expect(await eventually { bank.shown.last == "Log in" })
    await bank.wireframe.settled()
    bank.cover()
    #expect(try await bank.wireframe.reevaluate().isDeferred)
    bank.wireframe.observe { [unowned bank] route in
      if route.pattern == "/login", bank.shown == ["Home"] { await barrier.pass() }
      return .proceed
    }
    let opening = Task { try await bank.unlock() }
    await barrier.waitForArrivals()
    try await bank.wireframe.reevaluate(keeping: .nothing)
    barrier.open()
    _ = try await opening.value
    #expect(bank.shown == ["Home"])
    #expect(await eventually { isTold })
  }

  @Test(
    "Signed out for good while a lock opens onto the first screen's login: it keeps nothing",
    arguments: [nil, "/private"])
  func firstLoginWhileOpening(home: String?) async throws {
    let (bank, signIn) = (try await Bank(root: .stack, home: home), Barrier())
    try bank.register("/private", "Private", option: .root, tags: ["private"])
    try bank.register("/sign-in", "Sign in", behind: signIn, option: .modal)
    bank.wireframe.addGate(for: "private", at: "/sign-in") { [unowned bank] in bank.isLoggedIn }
    try await bank.addLock()
    bank.isLoggedIn = true
    try await bank.wireframe.route(to: "/private")
    bank.cover()
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    let opening = Task { try await bank.unlock() }
    await signIn.waitForArrivals()
    try await bank.wireframe.reevaluate(keeping: .nothing)
    signIn.open()
    _ = try await opening.value
    #expect(bank.seen == "Sign in")
    #expect(bank.wireframe.keptRequestCount == 0)
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: "private")
    #expect(bank.shown == [home == nil ? "Sign in" : "Private"])
  }

  @Test("A lock that closes again while what it kept is made covers at once when it is asked")
  func closingWhileMaking() async throws {
    let (bank, barrier) = (try await Bank(root: .stack), Barrier())
    try await bank.addLock()
    try await bank.navigation.setRoot(Screen("Own"))
    try bank.register("/slow", "Slow", behind: barrier)
    bank.cover()
    try await bank.wireframe.route(to: "/slow")
    let opening = Task { try await bank.unlock() }
    await barrier.waitForArrivals()
    #expect(bank.seen == "Own")
    bank.isLocked = true
    #expect(try await bank.wireframe.reevaluate().isDeferred)
    #expect(bank.seen == "Locked")
    barrier.open()
    _ = try await opening.value
    #expect(bank.seen == "Locked")
    try await bank.unlock()
    #expect(bank.shown == ["Own", "Slow"])
  }

  @Test("What a lock has kept stays, though the screen leaves that has answered below the lock")
  func answersBelowKept() async throws {
    let bank = try await Bank(root: .stack, home: "/")
    try await bank.addLock()
    try await bank.wireframe.route(to: "/")
    let (task, handle) = try await asking(bank, .push)
    bank.cover()
    let finish = Task { await handle.finish(with: 7) }
    await tasksHaveBegun()
    try await bank.wireframe.route(to: "/news")
    try await bank.unlock()
    await finish.value
    #expect(try await task.value == 7)
    #expect(bank.shown == ["Home", "News"])
  }

  @Test("What a lock has kept stays, though a gate's screen leaves that keeps nothing any more")
  func keptAboveGivenUpGate() async throws {
    let bank = try await Bank(root: .stack, loginOption: .push, home: "/")
    try await bank.addLock()
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/accounts")
    bank.cover()
    bank.wireframe.discardParked()
    await tasksHaveBegun()
    #expect(bank.shown == ["Home", "Log in"])
    try await bank.wireframe.route(to: "/news")
    try await bank.unlock()
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home", "News"])
  }

  @Test("A question lives below, and its answer waits until the lock opens")
  func answers() async throws {
    let bank = try await makeBank()
    let (task, handle) = try await asking(bank)
    bank.cover()
    let finish = Task { await handle.finish(with: 7) }
    await tasksHaveBegun()
    #expect(bank.shown == ["Home", "Pick"])
    try await bank.unlock()
    await finish.value
    #expect(try await task.value == 7)
    #expect(bank.shown == ["Home"])
    // Nobody waits any more.
    for _ in 1...2 {
      bank.cover()
      #expect(bank.seen == "Locked")
      try await bank.unlock()
      #expect(bank.seen == "Home")
    }
  }

  @Test("An answer that waits for a lock that is removed waits for the one after it, too")
  func answerBelowNextLock() async throws {
    let bank = try await Bank(root: .stack, home: "/")
    for path in ["/locked", "/other"] as [RoutePattern] { try bank.register(path, path.text) }
    let former = Gate(at: "/locked", covers: true) { true }
    let next = Gate(at: "/other", covers: true) { true }
    let registration = try await bank.wireframe.add(lock: former)
    try await bank.wireframe.route(to: "/")
    let (task, handle) = try await asking(bank)
    former.cover()
    let finish = Task { await handle.finish(with: 7) }
    await tasksHaveBegun()
    next.cover()
    registration.remove()
    try await bank.wireframe.add(lock: next)
    for _ in 0..<20 { await tasksHaveBegun() }
    #expect(bank.shown == ["Home", "Pick"])
    try await bank.wireframe.resume(after: next)
    await finish.value
    #expect(try await task.value == 7)
    #expect(bank.shown == ["Home"])
  }

  @Test("A sign-out meanwhile is done when the lock opens, before anything is seen")
  func signOut() async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts")
    bank.cover()
    bank.user = nil
    let report = try await bank.wireframe.reevaluate()
    #expect(report.isDeferred)
    #expect(bank.shown == ["Home", "Accounts"])
    try await bank.unlock()
    #expect(bank.shown == ["Home", "Log in"])
    #expect(bank.wireframe.keptRequestCount == 1)
  }

  @Test("However often the app asks below a lock, each screen is asked about once when it opens")
  func askedOnceWhenOpened() async throws {
    var counts: [Int] = []
    for times in [1, 5] {
      let (bank, recorder) = (try await makeBank(), Recorder())
      bank.cover()
      for _ in 0..<times {
        #expect(try await bank.wireframe.reevaluate().isDeferred)
      }
      bank.wireframe.add(observer: recorder)
      try await bank.unlock()
      counts.append(recorder.events.count)
      // What is asked for later is done at the next opening.
      bank.cover()
      try await bank.wireframe.reevaluate()
      try await bank.unlock()
      #expect(recorder.events.count == 2 * counts[0])
    }
    #expect(counts[0] > 0 && counts[0] == counts[1])
  }

  @Test("A sign-out that finds the lock closed covers, also where no screen has a route")
  func signOutFindsClosed() async throws {
    let bank = try await Bank()
    try await bank.addLock()
    try await bank.navigation.setRoot(Screen("Welcome"))
    bank.isLocked = true
    #expect(try await bank.wireframe.reevaluate().isDeferred)
    #expect(bank.seen == "Locked")
  }

  @Test(
    "If the lock is removed while a sign-out asks it, the others are asked about every screen",
    arguments: [2, 3])
  func removedWhileAsked(count: Int) async throws {
    @MainActor final class Lock {
      var registration: Registration?
      var count = Int.max
    }
    let bank = try await Bank()
    try bank.register("/locked", "Locked")
    bank.isLoggedIn = true
    for path in ["/", "/accounts"] { try await bank.wireframe.route(to: path) }
    let lock = Lock()
    lock.registration = try await bank.wireframe.add(
      lock: Gate(at: "/locked", covers: true) {
        lock.count -= 1
        if lock.count == 0 { lock.registration?.remove() }
        return lock.count > 0
      })
    bank.isLoggedIn = false
    lock.count = count
    try await bank.wireframe.reevaluate()
    #expect(lock.count == 0)
    #expect(bank.navigation.cover == nil)
    #expect(bank.shown == ["Home", "Log in"])
  }

  @Test(
    "A lock that is found closed after it was removed does not close the next one",
    arguments: ["request", "sign-out", "restoration"])
  func foundClosedTooLate(way: String) async throws {
    @MainActor final class Questions { var count = 0 }
    let (bank, questions, asking) = (try await Bank(), Questions(), Barrier())
    for path in ["/locked", "/other"] as [RoutePattern] { try bank.register(path, path.text) }
    try await bank.wireframe.route(to: "/")
    let saved = try bank.wireframe.savedState()
    // A sign-out and a restoration ask the lock themselves first.
    let last = way == "request" ? 1 : 2
    let former = Gate(at: "/locked", covers: true) {
      questions.count += 1
      guard questions.count == last else { return true }
      await asking.pass()
      return false
    }
    let registration = try await bank.wireframe.add(lock: former)
    let call = Task {
      switch way {
      case "request": _ = try await bank.wireframe.route(to: "/nowhere")
      case "sign-out": _ = try await bank.wireframe.reevaluate()
      default: _ = try await bank.wireframe.restore(saved, trusting: true)
      }
    }
    await asking.waitForArrivals()
    registration.remove()
    try await bank.wireframe.add(lock: Gate(at: "/other", covers: true) { true })
    asking.open()
    _ = await call.result
    #expect(bank.navigation.cover == nil)
    #expect(bank.shown == ["Home"])
  }

  @Test("Of what fails while a lock opens watchers hear, if the lock has closed again meanwhile")
  func failsAndCloses() async throws {
    let (bank, recorder) = (try await Bank(root: .stack, home: "/start"), Recorder())
    bank.wireframe.add(observer: recorder)
    try bank.wireframe.register("/start", option: .root) { [unowned bank] _ in
      bank.cover()
      throw Broken()
    }
    try await bank.addLock()
    bank.cover()
    guard case .stillClosed? = try await bank.unlock() else { throw Broken(what: "it has opened") }
    #expect(recorder.errors.map(\.code) == [.providerFailed])
    #expect(bank.seen == "Locked")
  }

  @Test(
    "The error of what fails while a lock opens says what has failed, though home comes since",
    arguments: [false, true])
  func failsAndShows(isDeferred: Bool) async throws {
    let bank = try await Bank(root: .stack, home: "/start")
    var loads = 0
    try bank.wireframe.register("/start", option: .root) { _ in
      loads += 1
      if loads == 1 { throw Broken() }
      return Screen("Start")
    }
    try await bank.addLock()
    bank.cover()
    if isDeferred { #expect(try await bank.wireframe.reevaluate().isDeferred) }
    #expect(try await failure { _ = try await bank.unlock() }.code == .providerFailed)
    #expect(bank.seen == "Start")
  }

  @Test(
    "What a lock keeps comes above screens that it keeps later, as it closes while it opens",
    arguments: [false, true])
  func keepsBoth(isHomePrivate: Bool) async throws {
    let bank = try await Bank(
      root: .stack, home: "/", hasOwners: true, homeTags: isHomePrivate ? [.requiresLogin] : [])
    try await bank.addLock()
    bank.user = "ada"
    for path in ["/", "/accounts"] { try await bank.wireframe.route(to: path) }
    bank.cover()
    try await bank.wireframe.route(to: "/news")
    bank.user = nil
    try await bank.wireframe.reevaluate()
    let closing = bank.wireframe.observe { [unowned bank] in
      if $0.pattern == "/login" { bank.cover() }
      return .proceed
    }
    try await bank.unlock()
    #expect(bank.seen == "Locked")
    closing.remove()
    try await bank.unlock()
    #expect(bank.shown == (isHomePrivate ? ["Log in"] : ["Home", "Log in"]))
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts", "News"])
  }

  @Test("What a lock keeps comes above screens, in place of what their gate has kept above them")
  func keepsNewest() async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    for path in ["/accounts", "/accounts/7/transfer"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Home", "Accounts", "PIN"])
    bank.cover()
    try await bank.wireframe.route(to: "/news")
    bank.user = nil
    try await bank.wireframe.reevaluate()
    let closing = bank.wireframe.observe { [unowned bank] in
      if $0.pattern == "/login" { bank.cover() }
      return .proceed
    }
    try await bank.unlock()
    closing.remove()
    try await bank.unlock()
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts", "News"])
  }

  @Test("A screen whose owner is gone only while it is asked about stays, with what is above it")
  func ownerIsBack() async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    bank.cover()
    // What the lock keeps is its owner's, though it is behind no gate.
    try await bank.wireframe.route(to: "/news")
    try await bank.unlock()
    try await bank.wireframe.route(to: "/accounts")
    bank.wireframe.observe(priority: 1) { [unowned bank] route in
      if route.pattern == "/news" { bank.user = nil }
      if route.pattern == "/accounts" { bank.user = "ada" }
      return .proceed
    }
    #expect(try await bank.wireframe.reevaluate().refused.isEmpty)
    #expect(bank.shown == ["Home", "News", "Accounts"])
  }

  @Test("Below a lock, neither a sign-out nor a restoration waits for what runs")
  func nothingWaitedFor() async throws {
    let (bank, barrier) = (try await makeBank(), Barrier())
    let saved = try bank.wireframe.savedState()
    bank.wireframe.add(presenter: HeldPresenter(until: barrier))
    let acting = Task { try await bank.wireframe.route(to: "/help", option: Held()) }
    await barrier.waitForArrivals()
    bank.cover()
    #expect(try await bank.wireframe.reevaluate().isDeferred)
    #expect(try await bank.wireframe.restore(saved, trusting: true).keptCount == 1)
    barrier.open()
    _ = try await acting.value
  }

  @Test("A sign-out for good drops what the lock keeps")
  func signOutForGood() async throws {
    let bank = try await makeBank()
    bank.cover()
    try await bank.wireframe.route(to: "/news")
    try await bank.wireframe.reevaluate(keeping: .nothing)
    #expect(bank.wireframe.keptRequestCount == 0)
    try await bank.unlock()
    #expect(bank.shown == ["Home"])
  }

  @Test(
    "A sign-out that finds the lock closed halfway changes nothing before it is open",
    arguments: ["/news", "/accounts"])
  func closesWhileAsking(path: String) async throws {
    let bank = try await makeBank()
    try await bank.wireframe.route(to: path)
    let (before, keptCount) = (bank.shown, bank.wireframe.keptRequestCount)
    bank.wireframe.observe { [unowned bank] _ in
      bank.isLocked = true
      return .proceed
    }
    #expect(try await bank.wireframe.reevaluate().isDeferred)
    #expect(bank.shown == before)
    #expect(bank.seen == "Locked")
    #expect(bank.wireframe.keptRequestCount == keptCount)
  }

  @Test("An answer that waits for the lock does not count if its screen leaves with a sign-out")
  func forgottenAnswer() async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    var handle: AnswerHandle<Int>?
    try bank.wireframe.register("/pick", option: .modal, tags: [.requiresLogin]) { route, router in
      handle = AnswerHandle(for: route, router)
      return Screen("Pick")
    }
    let task = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { bank.shown.last == "Pick" })
    await bank.wireframe.settled()
    bank.cover()
    let finish = Task { [handle] in await handle?.finish(with: 7) }
    await tasksHaveBegun()
    bank.user = nil
    #expect(try await bank.wireframe.reevaluate().isDeferred)
    try await bank.unlock()
    await finish.value
    #expect(try await task.value == nil)
  }

  @Test("A restoration that finds the lock closed comes as a whole once it is open")
  func closesWhileRestoring() async throws {
    let first = try await makeBank()
    try await first.wireframe.route(to: "/news")
    let state = try first.wireframe.savedState()
    let bank = try await Bank()
    try await bank.addLock()
    let closing = bank.wireframe.observe { [unowned bank] in
      if $0.pattern == "/" { bank.isLocked = true }
      return .proceed
    }
    #expect(try await bank.wireframe.restore(state, trusting: true).keptCount == 2)
    #expect(bank.seen == "Locked")
    #expect(bank.shown == [])
    #expect(bank.wireframe.keptRequestCount == 1)
    closing.remove()
    try await bank.unlock()
    #expect(bank.shown == ["Home", "News"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("A restoration counts as kept until it has ended, though the call that opens is cancelled")
  func countsUntilRestored() async throws {
    let (first, bank, slow) = (try await makeBank(), try await Bank(), Barrier())
    try await bank.addLock()
    try first.register("/slow", "Slow")
    try bank.register("/slow", "Slow", behind: slow)
    try await first.wireframe.route(to: "/slow")
    bank.cover()
    try await bank.wireframe.restore(try first.wireframe.savedState(), trusting: true)
    let opening = Task { try await bank.unlock() }
    await slow.waitForArrivals()
    #expect(bank.wireframe.keptRequestCount == 1)
    opening.cancel()
    slow.open()
    #expect(try await failure { _ = try await opening.value }.code == .cancelled)
    #expect(bank.seen == "Locked")
    #expect(bank.wireframe.keptRequestCount == 1)
    try await bank.unlock()
    #expect(bank.shown == ["Home", "Slow"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("A request that waits for the UI comes above what is restored, though a lock is asked")
  func restoredBeforeRequest() async throws {
    let (question, isArmed) = (Barrier(), OpenState())
    let shop = try await Shop(isSuspended: true)
    try shop.register("/start", option: .root)
    try shop.register("/a", "/b", "/locked")
    let first = try await Shop()
    try first.register("/start", option: .root)
    try first.register("/a")
    for path in ["/start", "/a"] { try await first.wireframe.route(to: path) }
    let lock = Gate(at: "/locked", covers: true) {
      guard isArmed.isSet else { return true }
      isArmed.isSet = false
      await question.pass()
      return true
    }
    try await shop.wireframe.add(lock: lock)
    shop.wireframe.enqueue("/b")
    isArmed.isSet = true
    let state = try first.wireframe.savedState()
    let restoring = Task { try await shop.wireframe.restore(state, trusting: true) }
    await question.waitForArrivals()
    shop.wireframe.activate()
    question.open()
    _ = try await restoring.value
    await shop.wireframe.settled()
    #expect(shop.shown == ["/start", "/a", "/b"])
  }

  @Test("A state that is restored meanwhile comes when the lock opens, and a link above it")
  func restored() async throws {
    let first = try await makeBank()
    try await first.wireframe.route(to: "/news")
    let state = try first.wireframe.savedState()
    let bank = try await Bank(root: .stack, home: "/", hasOwners: true)
    try await bank.addLock()
    bank.isLocked = true
    let report = try await bank.wireframe.restore(state, trusting: true)
    #expect(report.keptCount == 2)
    #expect(bank.seen == "Locked")
    try await bank.wireframe.route(to: "/help")
    try await bank.unlock()
    #expect(bank.shown == ["Home", "News", "Help"])
  }

  @Test("A lock that opens over an empty window shows home, which is made before the cover leaves")
  func emptyWindow() async throws {
    let (bank, barrier) = (try await Bank(root: .stack, home: "/start"), Barrier())
    try bank.register("/start", "Start", behind: barrier, option: .root)
    try await bank.addLock()
    bank.cover()
    let opening = Task { try await bank.unlock() }
    await barrier.waitForArrivals()
    #expect(bank.seen == "Locked")
    barrier.open()
    _ = try await opening.value
    #expect(bank.seen == "Start")
  }

  @Test(
    "An app that starts locked has its home made once, when the lock opens or is removed",
    arguments: [false, true])
  func lockedStart(isRemoved: Bool) async throws {
    let (bank, vault) = (try await Bank(root: .stack, home: "/"), OpenState())
    try bank.register("/locked", "Locked")
    let lock = Gate(at: "/locked", covers: true) { vault.isSet }
    let registration = try await bank.wireframe.add(lock: lock)
    try await bank.wireframe.route(to: "/")
    #expect(bank.seen == "Locked")
    vault.isSet = true
    if isRemoved {
      registration.remove()
    } else {
      let outcome = try await bank.wireframe.resume(after: lock)
      #expect("\(outcome)" == "nothingKept")
    }
    await bank.wireframe.settled()
    #expect(bank.seen == "Home")
    #expect(bank.made == ["Locked", "Home"])
  }

  @Test(
    "A lock that is passed while the first screen loads brings no second one",
    arguments: [false, true])
  func passedWhileHomeLoads(covers: Bool) async throws {
    let (bank, barrier) = (try await Bank(root: .stack, home: "/start"), Barrier())
    try bank.register("/start", "Start", behind: barrier, option: .root)
    try await bank.addLock()
    let first = Task { try await bank.wireframe.route(to: "/start") }
    await barrier.waitForArrivals()
    if covers { bank.cover() }
    let passing = Task { try await bank.unlock() }
    await tasksHaveBegun()
    barrier.open()
    _ = try await first.value
    _ = try await passing.value
    #expect(bank.made == ["Locked", "Start"])
    #expect(bank.seen == "Start")
    #expect(bank.shown == ["Start"])
  }

  @Test("A lock that opens brings no second home where one has found it closed, and is on its way")
  func passedWhileHomeIsStopped() async throws {
    let (bank, asking) = (try await Bank(root: .stack, home: "/"), Barrier())
    try await bank.addLock()
    bank.wireframe.observe { route in
      if route.urlText == "/locked" { await asking.pass() }
      return .proceed
    }
    bank.cover()
    let home = Task { try await bank.wireframe.route(to: "/") }
    await asking.waitForArrivals()
    let opening = Task { try await bank.unlock() }
    for _ in 0..<20 { await tasksHaveBegun() }
    asking.open()
    _ = try await opening.value
    _ = try await home.value
    #expect(bank.made == ["Locked", "Home"])
    #expect(bank.seen == "Home")
  }

  @Test("A lock and a gate that have both kept home do not wait for each other if that fails once")
  func bothHaveKeptHome() async throws {
    let navigation = NavigationTree<Screen>(tabs: ["News", "Home"])
    let wireframe = Wireframe<Screen>(home: "/", defaultOption: .push, limits: .none)
    wireframe.addStandardPresenters(on: navigation)
    let (isUnlocked, isLoggedIn) = (OpenState(), OpenState())
    let (loading, filling) = (Barrier(), Barrier())
    for path in ["/news", "/login", "/locked"] as [RoutePattern] {
      try wireframe.register(path) { _ in Screen(path.text) }
    }
    var count = 0
    try wireframe.register("/", tags: [.requiresLogin], place: .init(tab: "Home")) { _ in
      count += 1
      if count == 1 {
        await loading.pass()
        throw Broken(what: "server")
      }
      if count == 2 { await filling.pass() }
      return Screen("Home")
    }
    wireframe.addGate(for: .requiresLogin, at: "/login") { isLoggedIn.isSet }
    let lock = Gate(at: "/locked", covers: true) { isUnlocked.isSet }
    isUnlocked.isSet = true
    try await wireframe.add(lock: lock)
    for path in ["/news", "/"] { try await wireframe.route(to: path) }
    isLoggedIn.isSet = true
    let passing = Task { _ = try await wireframe.resume(after: .requiresLogin) }
    await loading.waitForArrivals()
    // Home is asked for a second time, and the lock keeps that.
    try navigation.performAsUser(.selectTab(1))
    await filling.waitForArrivals()
    isUnlocked.isSet = false
    lock.cover()
    filling.open()
    #expect(await eventually { wireframe.keptRequestCount == 1 })
    isUnlocked.isSet = true
    let opening = Task { _ = try await wireframe.resume(after: lock) }
    for _ in 0..<20 { await tasksHaveBegun() }
    loading.open()
    #expect(try await failure { try await passing.value }.code == .providerFailed)
    try await opening.value
    #expect(navigation.cover == nil)
    #expect(navigation.state.top.map { "\($0.controller)" } == "Home")
  }

  @Test(
    "Opening a lock is cancelled while home loads: it stays closed, and watchers are told once",
    arguments: [false, true])
  func givesUpWhileHomeLoads(isAskedFor: Bool) async throws {
    let (bank, barrier) = (try await Bank(root: .stack, home: "/start"), Barrier())
    try bank.register("/start", "Start", behind: barrier, option: .root)
    try await bank.addLock()
    let recorder = RecordingObserver()
    bank.wireframe.add(observer: recorder)
    let home = Task { if isAskedFor { _ = try await bank.wireframe.route(to: "/start") } }
    if isAskedFor { await barrier.waitForArrivals() }
    bank.cover()
    let opening = Task { try await bank.unlock() }
    await barrier.waitForArrivals()
    await tasksHaveBegun()
    opening.cancel()
    if !isAskedFor { barrier.open() }
    #expect(try await failure { _ = try await opening.value }.code == .cancelled)
    #expect(bank.seen == "Locked")
    #expect(recorder.errors.map(\.code) == [.cancelled])
    barrier.open()
    try await home.value
    try await bank.unlock()
    #expect(bank.seen == "Start")
  }

  @Test("A lock opens over a screen at once, though home is asked for and loads")
  func passedWhileHomeLoadsAnew() async throws {
    let (bank, barrier) = (try await Bank(root: .stack, home: "/start"), Barrier())
    try bank.register("/start", "Start", behind: barrier, option: .root)
    try await bank.addLock()
    try await bank.navigation.setRoot(Screen("Own"))
    let home = Task { try await bank.wireframe.route(to: "/start") }
    await barrier.waitForArrivals()
    bank.cover()
    try await bank.unlock()
    #expect(bank.seen == "Own")
    barrier.open()
    _ = try await home.value
    #expect(bank.shown == ["Start"])
  }

  @Test("A lock that closes again while home fills the window loses nothing that it keeps")
  func closesWhileFilling() async throws {
    let (bank, barrier) = (try await Bank(root: .stack, home: "/start"), Barrier())
    try bank.register("/start", "Start", behind: barrier, option: .root)
    try await bank.addLock()
    bank.cover()
    try await bank.wireframe.route(to: "/help")
    let opening = Task { try await bank.unlock() }
    await barrier.waitForArrivals()
    bank.cover()
    barrier.open()
    guard case .stillClosed? = try await opening.value else { throw Broken(what: "it has opened") }
    try await bank.unlock()
    #expect(bank.shown == ["Start", "Help"])
  }

  @Test("A lock that closes and opens again while home fills the window keeps what it has kept")
  func opensAgainWhileFilling() async throws {
    let (bank, barrier) = (try await Bank(root: .stack, home: "/start"), Barrier())
    try bank.register("/start", "Start", behind: barrier, option: .root)
    try await bank.addLock()
    bank.cover()
    try await bank.wireframe.route(to: "/help")
    let opening = Task { try await bank.unlock() }
    await barrier.waitForArrivals()
    bank.cover()
    let again = Task { try await bank.unlock() }
    await tasksHaveBegun()
    barrier.open()
    _ = try await opening.value
    _ = try await again.value
    #expect(bank.seen == "Help")
    #expect(bank.shown == ["Start", "Help"])
  }

  @Test(
    "What comes as a lock opens may move the host itself, as presenters and pages do",
    arguments: ["/own", "/page"])
  func movesAsItOpens(path: String) async throws {
    let bank = try await makeBank()
    bank.wireframe.add(presenter: OwnPusher(host: bank.navigation))
    try bank.register("/own", "Shown", option: OwnPush(), tags: [.requiresLogin])
    try bank.wireframe.handle("/page", tags: [.requiresLogin]) { [unowned bank] route in
      try await bank.navigation.push(Screen("Shown"), route: route)
    }
    try await bank.wireframe.route(to: path)
    #expect(bank.shown == ["Home", "Log in"])
    bank.cover()
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(try await failure { try await bank.navigation.dismiss() }.code == .covered)
    try await bank.unlock()
    #expect(bank.shown == ["Home", "Shown"])
  }

  @Test("A lock keeps a request whose presenter has prepared its move when the lock covers")
  func coveredWhilePresenting() async throws {
    let (bank, barrier) = (try await makeBank(), Barrier())
    bank.wireframe.add(presenter: OwnPusher(host: bank.navigation, isPrepared: barrier))
    try bank.register("/own", "Shown", option: OwnPush())
    let routing = Task { try await bank.wireframe.route(to: "/own") }
    await barrier.waitForArrivals()
    bank.cover()
    barrier.open()
    #expect(try await routing.value.route.pattern == "/locked")
    #expect(bank.shown == ["Home"])
    try await bank.unlock()
    #expect(bank.shown == ["Home", "Shown"])
  }

  @Test("Screens that have come back stay alone if the lock covers before the uppermost one comes")
  func coveredAbovePartOfList() async throws {
    let (bank, barrier) = (try await makeBank(), Barrier())
    bank.wireframe.add(presenter: OwnPusher(host: bank.navigation))
    try bank.register("/own", "Shown", option: OwnPush(), tags: [.requiresLogin])
    bank.user = "ada"
    for path in ["/accounts", "/own"] { try await bank.wireframe.route(to: path) }
    bank.user = nil
    try await bank.wireframe.reevaluate()
    bank.wireframe.add(
      presenter: OwnPusher(host: bank.navigation, isPrepared: barrier), priority: 1)
    bank.user = "ada"
    let passing = Task { _ = try await bank.wireframe.resume(after: .requiresLogin) }
    await barrier.waitForArrivals()
    #expect(bank.shown == ["Home", "Accounts"])
    bank.cover()
    barrier.open()
    try await passing.value
    try await bank.unlock()
    #expect(bank.shown == ["Home", "Accounts", "Shown"])
  }

  @Test("Screens that have come back come once if passing is given up as the lock covers")
  func givenUpAbovePartOfList() async throws {
    let (bank, barrier) = (try await makeBank(), Barrier())
    let presenter = bank.wireframe.add(presenter: OwnPusher(host: bank.navigation))
    try bank.register("/own", "Shown", option: OwnPush(), tags: [.requiresLogin])
    bank.user = "ada"
    for path in ["/accounts", "/own"] { try await bank.wireframe.route(to: path) }
    bank.user = nil
    try await bank.wireframe.reevaluate()
    presenter.remove()
    bank.wireframe.add(presenter: OwnPusher(host: bank.navigation, isPrepared: barrier))
    bank.user = "ada"
    let passing = Task { _ = try await bank.wireframe.resume(after: .requiresLogin) }
    await barrier.waitForArrivals()
    #expect(bank.shown == ["Home", "Accounts"])
    bank.cover()
    passing.cancel()
    barrier.open()
    #expect(try await failure { try await passing.value }.code == .cancelled)
    try await bank.unlock()
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts", "Shown"])
  }

  @Test("A gate that is passed in another window leaves, though its screen is made as a lock opens")
  func passedElsewhereAsItOpens() async throws {
    let (bank, making, isOpen) = (try await makeBank(), Barrier(), OpenState())
    let door = Gate(at: "/door") { isOpen.isSet }
    try bank.register("/door", "Door", behind: making, option: .modal)
    try bank.register("/vault", "Vault", tags: [.requiresLogin, "door"])
    bank.wireframe.add(gate: door, for: "door")
    try await bank.wireframe.route(to: "/vault")
    bank.cover()
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    let opening = Task { try await bank.unlock() }
    await making.waitForArrivals()
    isOpen.isSet = true
    let other = Wireframe<Screen>(limits: .none)
    other.add(gate: door, for: "door")
    try await other.resume(after: door)
    making.open()
    _ = try await opening.value
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home", "Vault"])
  }

  @Test("Of the links that come while a lock that opens restores screens, the newest is shown")
  func linksWhileRestoring() async throws {
    let (bank, barrier, isSlow) = (try await makeBank(), Barrier(), OpenState())
    try bank.wireframe.register("/file", option: .push) { _ in
      if isSlow.isSet { await barrier.pass() }
      return Screen("File")
    }
    try await bank.wireframe.route(to: "/file")
    let saved = try bank.wireframe.savedState()
    bank.cover()
    isSlow.isSet = true
    try await bank.wireframe.restore(saved, trusting: true)
    let opening = Task { try await bank.unlock() }
    await barrier.waitForArrivals()
    for link in ["bank://news", "bank://help"] {
      bank.wireframe.enqueue(RoutingRequest(untrusted: link, origin: .customScheme))
    }
    barrier.open()
    _ = try await opening.value
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home", "File", "Help"])
  }

  @Test("A role of what comes as a lock opens hears in which stage it awaits its own wireframe")
  func reentrantAsItOpens() async throws {
    let bank = try await makeBank()
    var texts: [String] = []
    try bank.wireframe.register("/odd", option: .push, tags: [.requiresLogin]) {
      [unowned bank] _ in
      let error = try await failure { try await bank.wireframe.route(to: "/news") }
      texts.append(error.description)
      return Screen("Odd")
    }
    try await bank.wireframe.route(to: "/odd")
    bank.cover()
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    try await bank.unlock()
    #expect(texts.map { $0.contains("while providing the controller for '/odd'") } == [true])
  }

  @Test("What has failed as a lock opens is told, though who opens it gives up after that")
  func failureBeforeGivingUp() async throws {
    let (bank, barrier, recorder) = (try await Bank(), Barrier(), RecordingObserver())
    try await bank.addLock()
    try bank.register("/slow", "Slow", behind: barrier, tags: [.requiresLogin])
    try bank.wireframe.register("/broken", option: .push, tags: [.requiresPIN]) { _ in
      throw Broken()
    }
    for path in ["/", "/slow", "/broken"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Home", "Log in", "PIN"])
    bank.cover()
    (bank.isLoggedIn, bank.isVaultOpen) = (true, true)
    for tag in [.requiresPIN, .requiresLogin] as [RouteTag] {
      try await bank.wireframe.resume(after: tag)
    }
    bank.wireframe.add(observer: recorder)
    let opening = Task { try await bank.unlock() }
    await barrier.waitForArrivals()
    opening.cancel()
    barrier.open()
    #expect(try await failure { _ = try await opening.value }.code == .cancelled)
    #expect(recorder.errors.map(\.code) == [.providerFailed, .cancelled])
  }

  @Test("Opening a lock is cancelled while a screen comes: it stays closed, and loses nothing")
  func givesUpWhilePresenting() async throws {
    let (bank, barrier) = (try await makeBank(), Barrier())
    bank.wireframe.add(presenter: OwnPusher(host: bank.navigation, isPrepared: barrier))
    try bank.register("/own", "Shown", option: OwnPush(), tags: [.requiresLogin])
    try await bank.wireframe.route(to: "/own")
    bank.cover()
    try await bank.wireframe.route(to: "/news")
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    let opening = Task { try await bank.unlock() }
    await barrier.waitForArrivals()
    opening.cancel()
    barrier.open()
    #expect(try await failure { _ = try await opening.value }.code == .cancelled)
    #expect(bank.seen == "Locked")
    try await bank.unlock()
    #expect(bank.shown == ["Home", "Shown", "News"])
  }

  @Test("A lock that has closed again opens, though who has opened it before gives up")
  func opensAgainWhileGivingUp() async throws {
    let (bank, slow, asked, isArmed) = (try await makeBank(), Barrier(), Barrier(), OpenState())
    try bank.register("/slow", "Slow", behind: slow)
    bank.cover()
    try await bank.wireframe.route(to: "/slow")
    let opening = Task { try await bank.unlock() }
    await slow.waitForArrivals()
    bank.cover()
    #expect(try await bank.wireframe.reevaluate().isDeferred)
    bank.wireframe.observe { _ in
      if isArmed.isSet { await asked.pass() }
      return .proceed
    }
    isArmed.isSet = true
    let again = Task { try await bank.unlock() }
    await asked.waitForArrivals()
    opening.cancel()
    slow.open()
    _ = await opening.result
    asked.open()
    guard case .passed? = try await again.value else { throw Broken(what: "it has not opened") }
    #expect(bank.seen == "Slow")
  }

  @Test("Behind a gate that was removed meanwhile, a lock that closes keeps all the screens")
  func closesBehindRemovedGate() async throws {
    let bank = try await makeBank()
    for path in ["/a", "/b"] as [RoutePattern] {
      try bank.register(path, path.text, tags: ["private"])
    }
    try bank.register("/sign-in", "Sign in", option: .modal)
    let gate = bank.wireframe.addGate(for: "private", at: "/sign-in") { [unowned bank] in
      bank.isLoggedIn
    }
    bank.isLoggedIn = true
    for path in ["/a", "/b"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    let closing = bank.wireframe.observe { [unowned bank] route in
      if route.pattern == "/sign-in" { gate.remove() }
      if route.pattern == "/a" { bank.isLocked = true }
      return .proceed
    }
    try await bank.wireframe.reevaluate()
    #expect(bank.seen == "Locked")
    closing.remove()
    try await bank.unlock()
    #expect(bank.shown == ["Home", "/a", "/b"])
  }

  @Test("A lock covers every window, and opens in all")
  func windows() async throws {
    let session = OpenState()
    let lock = Gate(at: "/locked", covers: true) { session.isSet }
    session.isSet = true
    var windows: [(Wireframe<Screen>, NavigationTree<Screen>)] = []
    for _ in 0..<2 {
      let wireframe = Wireframe<Screen>(home: "/")
      let tree = NavigationTree<Screen>()
      wireframe.addStandardPresenters(on: tree)
      try wireframe.register("/", option: .root) { _ in Screen("Home") }
      try wireframe.register("/locked") { _ in Screen("Locked") }
      try await wireframe.add(lock: lock)
      try await wireframe.route(to: "/")
      windows.append((wireframe, tree))
    }
    session.isSet = false
    lock.cover()
    #expect(windows.allSatisfy { $0.1.cover != nil })
    session.isSet = true
    try await windows[1].0.resume(after: lock)
    await windows[0].0.settled()
    #expect(windows.allSatisfy { $0.1.cover == nil })
  }

  @Test("A lock covers the host that the wireframe has now", arguments: [false, true])
  func newerHost(coversBefore: Bool) async throws {
    let (old, new, session) = (NavigationTree<Screen>(), NavigationTree<Screen>(), OpenState())
    let wireframe = Wireframe<Screen>(limits: .none)
    let presenters = wireframe.addStandardPresenters(on: old)
    try wireframe.register("/locked") { _ in Screen("Locked") }
    let lock = Gate(at: "/locked", covers: true) { session.isSet }
    try await wireframe.add(lock: lock)
    try await new.setRoot(Screen("Home"))
    if coversBefore { lock.cover() }
    presenters.remove()
    wireframe.addStandardPresenters(on: new)
    if !coversBefore { lock.cover() }
    #expect(new.cover?.description == "Locked")
    #expect(try await failure { try await wireframe.back() }.code == .covered)
    session.isSet = true
    try await wireframe.resume(after: lock)
    #expect(new.cover == nil)
    #expect(try await failure { try await wireframe.back() }.code == .nothingToLeave)
  }

  @Test("A lock covers the host that the wireframe has once its screen is made")
  func hostOfLaterLock() async throws {
    let (old, new, screen) = (NavigationTree<Screen>(), NavigationTree<Screen>(), Barrier())
    let wireframe = Wireframe<Screen>(limits: .none)
    wireframe.addStandardPresenters(on: old)
    try wireframe.register("/locked") { _ in
      await screen.pass()
      return Screen("Locked")
    }
    let lock = Gate(at: "/locked", covers: true) { false }
    let adding = Task { try await wireframe.add(lock: lock) }
    await screen.waitForArrivals()
    wireframe.addStandardPresenters(on: new)
    screen.open()
    _ = try await adding.value
    lock.cover()
    #expect(new.cover?.description == "Locked")
    #expect(old.cover == nil)
  }

  @Test("A gate that cannot be the lock is refused, with the reason")
  func refusedLocks() async throws {
    let bank = try await Bank()
    try bank.register("/locked", "Locked")
    func refusal(_ gate: Gate) async throws -> String {
      let error = try await failure { try await bank.wireframe.add(lock: gate) }
      #expect(error.code == .invalidLock)
      return error.description
    }
    #expect(
      try await refusal(Gate(at: "/locked") { true })
        == "The gate does not cover. Make it with 'covers: true'.")
    #expect(
      try await refusal(Gate(at: "/locked", keeps: .once, covers: true) { true })
        == "A lock cannot be passed for once: it is in front of every route. Make it without 'keeps: .once'."
    )
    let lock = Gate(at: "/locked", covers: true) { true }
    let registration = try await bank.wireframe.add(lock: lock)
    #expect(
      try await refusal(lock) == "The wireframe has a lock already. Remove its registration first.")
    registration.remove()
    try await bank.wireframe.add(lock: lock).remove()
    let missing = try await failure {
      try await bank.wireframe.add(lock: Gate(at: "/nowhere", covers: true) { true })
    }
    #expect(missing.code == .noRoute)
    let module = Wireframe<Screen>()
    try bank.wireframe.mount(module, at: "/m")
    let ofModule = try await failure { try await module.add(lock: lock) }
    #expect(
      ofModule.description
        == "A mounted wireframe has no lock of its own. Add the lock to the outermost one: it covers all modules."
    )
    let other = try await Bank()
    try await other.addLock()
    let mounted = #expect(throws: RoutingError.self) { try bank.wireframe.mount(other.wireframe) }
    #expect(mounted?.description == ofModule.description)
    let bare = try await failure { try await Wireframe<Screen>().add(lock: lock) }
    #expect(
      bare.description
        == "The host cannot cover its screens. Let it be a 'CoveringHost', and add the standard presenters first."
    )
  }

  @Test("A second lock that is refused leaves the first as it is: that one's route is never off")
  func refusedSecond() async throws {
    let bank = try await Bank()
    try await bank.addLock()
    let error = try await failure {
      try await bank.wireframe.add(lock: Gate(at: "/help", covers: true) { true })
    }
    #expect(error.code == .invalidLock)
    bank.wireframe.switches.disable(.pattern("/locked"))
    bank.wireframe.switches.disable(.pattern("/help"))
    #expect(bank.wireframe.routes.filter(\.isOff).map(\.pattern) == ["/help"])
  }

  @Test("A lock that is removed while it is open is gone at once: another one can be added")
  func removedWhileOpen() async throws {
    let bank = try await Bank(root: .stack, home: "/", hasOwners: true)
    try bank.register("/other", "Other")
    let lock = Gate(at: "/other", covers: true) { true }
    try await bank.wireframe.add(lock: lock).remove()
    try await bank.addLock()
    bank.cover()
    #expect(bank.seen == "Locked")
  }

  @Test("A lock that covers already is not put over the screens once more")
  func coversOnce() async throws {
    let (host, wireframe) = (CountingHost(), Wireframe<Screen>())
    wireframe.addStandardPresenters(on: host)
    for path in ["/locked", "/news"] as [RoutePattern] {
      try wireframe.register(path, option: .push) { _ in Screen(path.text) }
    }
    let lock = Gate(at: "/locked", covers: true) { false }
    try await wireframe.add(lock: lock)
    for _ in 1...2 { lock.cover() }
    try await wireframe.route(to: "/news")
    try await wireframe.reevaluate()
    #expect(host.coverCount == 1)
  }

  @Test("What fails behind a gate while the lock closes is kept no more, and who waits is told")
  func failsWhileLocked() async throws {
    let bank = try await makeBank()
    try bank.wireframe.register("/bad", option: .modal, tags: [.requiresLogin]) {
      [unowned bank] _ in
      bank.cover()
      throw Broken()
    }
    let task = Task { try await bank.wireframe.answer(to: "/bad", as: Int.self) }
    #expect(await eventually { bank.shown.last == "Log in" })
    await bank.wireframe.settled()
    bank.user = "ada"
    let error = try await failure { try await bank.wireframe.resume(after: .requiresLogin) }
    #expect(error.code == .providerFailed)
    try #require(bank.wireframe.keptRequestCount == 0)
    #expect(try await failure { try await task.value }.code == .providerFailed)
    try await bank.unlock()
    #expect(bank.shown == ["Home"])
  }

  @Test("A sign-out for good during which the lock closes ends, and is done when that opens")
  func closesWhileDropping() async throws {
    let bank = try await makeBank()
    try bank.register("/code", "Code", tags: [.requiresPIN])
    for path in ["/code", "/accounts"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Home", "PIN", "Log in"])
    let closing = bank.navigation.onChange { [unowned bank] _ in bank.cover() }
    var report: ReevaluationReport?
    Task { report = try await bank.wireframe.reevaluate(keeping: .nothing) }
    try #require(await eventually { report?.isDeferred == true })
    closing.remove()
    #expect(bank.seen == "Locked")
    #expect(bank.wireframe.keptRequestCount == 1)
    try await bank.unlock()
    #expect(bank.shown == ["Home"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("A lock whose screen cannot be made leaves nothing behind: its route can be switched off")
  func notAdded() async throws {
    let bank = try await Bank()
    try bank.wireframe.register("/locked") { _ -> Screen? in throw Broken(what: "app") }
    let lock = Gate(at: "/locked", covers: true) { true }
    #expect(try await failure { try await bank.wireframe.add(lock: lock) }.code == .providerFailed)
    bank.wireframe.switches.disable(.pattern("/locked"))
    let off = try await failure { try await bank.wireframe.route(to: "/locked") }
    #expect(off.description == "The route '/locked' is switched off by the pattern '/locked'.")
  }

  @Test("Of two locks that are added at the same time the first whose screen is made counts")
  func addedTwice() async throws {
    let (bank, barrier) = (try await Bank(), Barrier())
    try bank.register("/slow", "Slow", behind: barrier)
    let slow = Gate(at: "/slow", covers: true) { true }
    let adding = Task { try await bank.wireframe.add(lock: slow) }
    await barrier.waitForArrivals()
    try await bank.addLock()
    barrier.open()
    let error = try await failure { try await adding.value }
    #expect(
      error.description == "The wireframe has a lock already. Remove its registration first.")
    try await bank.wireframe.route(to: "/")
    bank.cover()
    #expect(bank.seen == "Locked")
  }

  @Test(
    "Removing the lock does what was asked for meanwhile, and uncovers", arguments: [false, true])
  func removedWhileCovering(hasOwners: Bool) async throws {
    let bank = try await Bank(root: .stack, home: "/", hasOwners: hasOwners)
    try bank.register("/locked", "Locked")
    let lock = Gate(at: "/locked", covers: true) { true }
    let registration = try await bank.wireframe.add(lock: lock)
    try await bank.wireframe.route(to: "/")
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts")
    lock.cover()
    bank.user = nil
    try await bank.wireframe.reevaluate()
    registration.remove()
    await bank.wireframe.settled()
    #expect(bank.navigation.cover == nil)
    #expect(bank.shown == ["Home", "Log in"])
  }

  @Test("Closing the wireframe shows nothing that is covered")
  func closedWhileCovering() async throws {
    let bank = try await makeBank()
    bank.cover()
    bank.wireframe.close()
    #expect(bank.seen == "Locked")
  }

  @Test(
    "Once the lock is open, or is removed, the screens move again", arguments: [false, true])
  func movesAgain(isRemoved: Bool) async throws {
    let bank = try await Bank(root: .stack, home: "/")
    try bank.register("/locked", "Locked")
    let lock = Gate(at: "/locked", covers: true) { true }
    let registration = try await bank.wireframe.add(lock: lock)
    for path in ["/", "/news"] { try await bank.wireframe.route(to: path) }
    lock.cover()
    if isRemoved {
      registration.remove()
    } else {
      try await bank.wireframe.resume(after: lock)
    }
    await bank.wireframe.settled()
    try await bank.wireframe.back()
    #expect(bank.seen == "Home")
  }

  @Test("Closing the wireframe lets a screen go on that waits with its answer for the lock")
  func closedWhileAnswering() async throws {
    let bank = try await makeBank()
    let (task, handle) = try await asking(bank)
    bank.cover()
    var hasFinished = false
    Task {
      await handle.finish(with: 7)
      hasFinished = true
    }
    await tasksHaveBegun()
    #expect(!hasFinished)
    bank.wireframe.close()
    #expect(await eventually { hasFinished })
    #expect(bank.seen == "Locked")
    _ = try await task.value
  }

  @Test("Closing the wireframe forgets what the lock keeps: who waits for its answer gets none")
  func closedWhileKeeping() async throws {
    let bank = try await makeBank()
    try bank.register("/pick", "Pick", option: .modal)
    bank.cover()
    let task = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { bank.wireframe.keptRequestCount == 1 })
    await bank.wireframe.settled()
    bank.wireframe.close()
    try #require(bank.wireframe.keptRequestCount == 0)
    #expect(try await task.value == nil)
  }

  @Test("Removing the lock uncovers")
  func removed() async throws {
    let bank = try await Bank()
    try bank.register("/locked", "Locked")
    let lock = Gate(at: "/locked", covers: true) { true }
    let registration = try await bank.wireframe.add(lock: lock)
    lock.cover()
    #expect(bank.seen == "Locked")
    registration.remove()
    #expect(bank.navigation.cover == nil)
    try await bank.wireframe.route(to: "/")
    #expect(bank.seen == "Home")
  }

  @Test("A lock that was removed is in front of nothing any more, also if it is closed")
  func removedAndClosed() async throws {
    let bank = try await Bank()
    try bank.register("/locked", "Locked")
    let registration = try await bank.wireframe.add(
      lock: Gate(at: "/locked", covers: true) { false })
    registration.remove()
    try await bank.wireframe.route(to: "/")
    #expect(bank.seen == "Home")
  }

  @Test("Who passes a lock that was removed meanwhile does not open the one that came after it")
  func passingFormerLock() async throws {
    let (bank, barrier) = (try await Bank(), Barrier())
    for path in ["/locked", "/other"] as [RoutePattern] { try bank.register(path, path.text) }
    let former = Gate(at: "/locked", covers: true) { true }
    let registration = try await bank.wireframe.add(lock: former)
    try await bank.wireframe.route(to: "/")
    bank.wireframe.observe { _ in
      await barrier.pass()
      return .proceed
    }
    let asking = Task { try await bank.wireframe.reevaluate() }
    await barrier.waitForArrivals()
    let passing = Task { try await bank.wireframe.resume(after: former) }
    await tasksHaveBegun()
    registration.remove()
    barrier.open()
    let lock = Gate(at: "/other", covers: true) { false }
    try await bank.wireframe.add(lock: lock)
    lock.cover()
    _ = try await asking.value
    guard case .nothingKept = try await passing.value else { throw Broken(what: "passed") }
    #expect(bank.seen == "/other")
  }

  @Test(
    "A lock that is removed while it is asked, and is closed, does not close the one after it",
    arguments: [false, true])
  func closedFormerLock(isPassed: Bool) async throws {
    let (bank, question, isArmed) = (try await Bank(), Barrier(), OpenState())
    for path in ["/locked", "/other"] as [RoutePattern] { try bank.register(path, path.text) }
    let former = Gate(at: "/locked", covers: true) {
      guard isArmed.isSet else { return true }
      await question.pass()
      return false
    }
    let registration = try await bank.wireframe.add(lock: former)
    try await bank.wireframe.route(to: "/")
    isArmed.isSet = true
    let asking = Task {
      if isPassed {
        _ = try await bank.wireframe.resume(after: former)
      } else {
        _ = try await bank.wireframe.reevaluate()
      }
    }
    await question.waitForArrivals()
    registration.remove()
    try await bank.wireframe.add(lock: Gate(at: "/other", covers: true) { true })
    question.open()
    try await asking.value
    #expect(bank.seen == "Home")
  }

  @Test(
    "A lock that is removed while screens are asked about, and is closed, closes no later one",
    arguments: [false, true])
  func formerLockOfScreens(areRestored: Bool) async throws {
    let (bank, question, isArmed) = (try await Bank(), Barrier(), OpenState())
    for path in ["/locked", "/other"] as [RoutePattern] { try bank.register(path, path.text) }
    var count = 0
    let former = Gate(at: "/locked", covers: true) {
      guard isArmed.isSet else { return true }
      count += 1
      if count == 1 { return true }
      await question.pass()
      return false
    }
    let registration = try await bank.wireframe.add(lock: former)
    try await bank.wireframe.route(to: "/")
    let saved = try bank.wireframe.savedState()
    isArmed.isSet = true
    let asking = Task {
      if areRestored {
        _ = try await bank.wireframe.restore(saved, trusting: true)
      } else {
        _ = try await bank.wireframe.reevaluate()
      }
    }
    await question.waitForArrivals()
    registration.remove()
    try await bank.wireframe.add(lock: Gate(at: "/other", covers: true) { true })
    question.open()
    try await asking.value
    #expect(bank.seen == "Home")
  }

  @Test("A lock that is removed while it opens takes no cover from the one that came after it")
  func openingFormerLock() async throws {
    let (bank, barrier) = (try await Bank(root: .stack, home: "/start"), Barrier())
    try bank.register("/start", "Start", behind: barrier, option: .root)
    for path in ["/locked", "/other"] as [RoutePattern] { try bank.register(path, path.text) }
    let former = Gate(at: "/locked", covers: true) { true }
    let registration = try await bank.wireframe.add(lock: former)
    former.cover()
    let opening = Task { try await bank.wireframe.resume(after: former) }
    await barrier.waitForArrivals()
    registration.remove()
    let lock = Gate(at: "/other", covers: true) { false }
    try await bank.wireframe.add(lock: lock)
    lock.cover()
    barrier.open()
    _ = try await opening.value
    #expect(bank.seen == "/other")
  }

  /// Holds the next request that is asked about once it is armed.
  private func passOnce(_ barrier: Barrier, if isArmed: OpenState, in bank: Bank) {
    bank.wireframe.observe { _ in
      guard isArmed.isSet else { return .proceed }
      isArmed.isSet = false
      await barrier.pass()
      return .proceed
    }
  }

  @Test(
    "A lock that is removed while it opens covers until everything that was deferred is done",
    arguments: [true, false])
  func removedWhileOpening(restores: Bool) async throws {
    let (bank, barrier, isArmed) = (try await Bank(root: .stack, home: "/"), Barrier(), OpenState())
    try bank.register("/locked", "Locked")
    let lock = Gate(at: "/locked", covers: true) { true }
    let registration = try await bank.wireframe.add(lock: lock)
    for path in ["/", "/news"] { try await bank.wireframe.route(to: path) }
    passOnce(barrier, if: isArmed, in: bank)
    lock.cover()
    #expect(try await bank.wireframe.reevaluate().isDeferred)
    let saved = try bank.wireframe.savedState()
    if restores { try await bank.wireframe.restore(saved, trusting: true) }
    isArmed.isSet = true
    let opening = Task { try await bank.wireframe.resume(after: lock) }
    await barrier.waitForArrivals()
    registration.remove()
    for _ in 0..<20 { await tasksHaveBegun() }
    #expect(bank.seen == "Locked")
    barrier.open()
    #expect("\(try await opening.value)".hasPrefix(restores ? "passed" : "nothingKept"))
    #expect(bank.seen == "News")
    try await bank.wireframe.add(lock: lock)
  }

  @Test("A removed lock opens, though the call that opens it is cancelled, and it is closed")
  func removedWhileGivingUp() async throws {
    let (bank, barrier, isArmed) = (try await Bank(root: .stack, home: "/"), Barrier(), OpenState())
    try bank.register("/locked", "Locked")
    let lock = Gate(at: "/locked", covers: true) { [unowned bank] in !bank.isLocked }
    let registration = try await bank.wireframe.add(lock: lock)
    for path in ["/", "/news"] { try await bank.wireframe.route(to: path) }
    passOnce(barrier, if: isArmed, in: bank)
    lock.cover()
    #expect(try await bank.wireframe.reevaluate().isDeferred)
    isArmed.isSet = true
    let opening = Task { try await bank.wireframe.resume(after: lock) }
    await barrier.waitForArrivals()
    registration.remove()
    await tasksHaveBegun()
    bank.isLocked = true
    opening.cancel()
    barrier.open()
    #expect(try await failure { _ = try await opening.value }.code == .cancelled)
    await bank.wireframe.settled()
    #expect(bank.seen == "News")
  }

  @Test("A request that finds a lock closed which is removed meanwhile is shown")
  func removedWhileStopping() async throws {
    let barrier = Barrier()
    let (bank, registration) = try await bankWithClosedLock(askedBefore: barrier)
    let asking = Task { try await bank.wireframe.route(to: "/news") }
    await barrier.waitForArrivals()
    registration.remove()
    barrier.open()
    #expect(try await asking.value.route.pattern == "/news")
    #expect(bank.shown == ["Own", "News"])
  }

  @Test("A lock that is removed while the first screen loads brings no second one")
  func removedWhileHomeLoads() async throws {
    let bank = try await Bank(root: .stack, home: "/start", hasOwners: true)
    let barrier = Barrier()
    try bank.register("/start", "Start", behind: barrier, option: .root)
    try bank.register("/locked", "Locked")
    let lock = Gate(at: "/locked", covers: true) { true }
    let registration = try await bank.wireframe.add(lock: lock)
    let first = Task { try await bank.wireframe.route(to: "/start") }
    await barrier.waitForArrivals()
    lock.cover()
    registration.remove()
    for _ in 0..<20 { await tasksHaveBegun() }
    barrier.open()
    _ = try await first.value
    await bank.wireframe.settled()
    #expect(bank.made == ["Locked", "Start"])
    #expect(bank.seen == "Start")
  }

  @Test("A lock stays that is added while what a removed one has kept still loads")
  func addedWhileKeptLoads() async throws {
    let (bank, barrier) = (try await Bank(root: .stack, home: "/"), Barrier())
    for path in ["/locked", "/other"] as [RoutePattern] { try bank.register(path, path.text) }
    try bank.register("/slow", "Slow", behind: barrier)
    let former = Gate(at: "/locked", covers: true) { true }
    let registration = try await bank.wireframe.add(lock: former)
    try await bank.wireframe.route(to: "/")
    former.cover()
    try await bank.wireframe.route(to: "/slow")
    registration.remove()
    await barrier.waitForArrivals()
    try await bank.wireframe.resume(after: former)
    let lock = Gate(at: "/other", covers: true) { true }
    try await bank.wireframe.add(lock: lock)
    barrier.open()
    await bank.wireframe.settled()
    #expect(bank.seen == "Slow")
    lock.cover()
    #expect(bank.seen == "/other")
  }

  @Test("Nothing is settled while a sign-out asks the lock")
  func asksForSignOut() async throws {
    let (bank, asking, isArmed) = (try await Bank(), Barrier(), OpenState())
    try bank.register("/locked", "Locked")
    try await bank.wireframe.add(
      lock: Gate(at: "/locked", covers: true) {
        if isArmed.isSet { await asking.pass() }
        return true
      })
    try await bank.wireframe.route(to: "/")
    isArmed.isSet = true
    let out = Task { try await bank.wireframe.reevaluate() }
    await asking.waitForArrivals()
    let isSettled = OpenState()
    let settling = Task {
      await bank.wireframe.settled()
      isSettled.isSet = true
    }
    for _ in 0..<20 { await tasksHaveBegun() }
    #expect(!isSettled.isSet)
    asking.open()
    _ = try await out.value
    await settling.value
  }

  @Test("After a sign-out for good no gate keeps what has found a lock that was removed meanwhile")
  func removedDuringSignOut() async throws {
    let barrier = Barrier()
    let (bank, registration) = try await bankWithClosedLock(askedBefore: barrier)
    bank.isLoggedIn = true
    let asking = Task { try await bank.wireframe.route(to: "/accounts") }
    await barrier.waitForArrivals()
    registration.remove()
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate(keeping: .nothing)
    barrier.open()
    #expect(
      try await asking.value.outcome == .stopped(reason: "It was asked for before the sign-out."))
    #expect(bank.shown == ["Own"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("A lock that was removed does not cover once more while it opens by itself")
  func coveredOnceMore() async throws {
    let (bank, barrier, isArmed) = (try await makeBank(), Barrier(), OpenState())
    let former = Gate(at: "/locked", covers: true) { true }
    let other = try await Bank(root: .stack, home: "/", hasOwners: true)
    try other.register("/locked", "Locked")
    let registration = try await other.wireframe.add(lock: former)
    try await other.wireframe.route(to: "/")
    other.wireframe.observe { _ in
      if isArmed.isSet { await barrier.pass() }
      return .proceed
    }
    try await bank.wireframe.route(to: "/news")
    former.cover()
    try await other.wireframe.restore(try bank.wireframe.savedState(), trusting: true)
    isArmed.isSet = true
    registration.remove()
    await barrier.waitForArrivals()
    #expect(other.seen == "Locked")
    former.cover()
    barrier.open()
    await other.wireframe.settled()
    #expect(other.seen == "News")
  }

  @Test(
    "What a login keeps again, since a lock closed while it was passed, comes with the next pass")
  func cancelledPassing() async throws {
    let (bank, barrier) = (try await makeBank(), Barrier())
    try bank.register("/slow", "Slow", behind: barrier, tags: [.requiresLogin])
    for path in ["/accounts", "/slow"] { try await bank.wireframe.route(to: path) }
    bank.user = "ada"
    let passing = Task { try await bank.wireframe.resume(after: .requiresLogin) }
    await barrier.waitForArrivals()
    bank.cover()
    passing.cancel()
    barrier.open()
    #expect(try await failure { _ = try await passing.value }.code == .cancelled)
    try await bank.unlock()
    #expect(bank.seen == "Home")
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Slow"])
  }

  /// A request that has found the lock closed, and waits at a guard of the lock's screen.
  private func request(
    _ urlText: String, heldBy barrier: Barrier, _ bank: Bank
  ) async -> Task<RoutingResult<Screen>, any Error> {
    let isArmed = OpenState()
    isArmed.isSet = true
    bank.wireframe.observe { route in
      if isArmed.isSet, route.pattern == "/locked" { await barrier.pass() }
      return .proceed
    }
    let request = Task { try await bank.wireframe.route(to: urlText) }
    await barrier.waitForArrivals()
    isArmed.isSet = false
    return request
  }

  @Test("A removed lock also runs what it keeps while an earlier request is presented")
  func keptByRemovedLock() async throws {
    let (bank, moved, asked) = (try await Bank(), Barrier(), Barrier())
    bank.wireframe.add(presenter: OwnPusher(host: bank.navigation, isPrepared: moved))
    try bank.register("/own", "Shown", option: OwnPush())
    try bank.register("/locked", "Locked")
    let lock = Gate(at: "/locked", covers: true) { false }
    let registration = try await bank.wireframe.add(lock: lock)
    try await bank.navigation.setRoot(Screen("Own"))
    lock.cover()
    try await bank.wireframe.route(to: "/own")
    let request = await request("/news", heldBy: asked, bank)
    registration.remove()
    await moved.waitForArrivals()
    asked.open()
    #expect(try await request.value.route.pattern == "/locked")
    moved.open()
    await bank.wireframe.settled()
    #expect(bank.shown == ["Own", "Shown", "News"])
  }

  @Test("A removed lock that is opened twice takes no cover from the lock that came after it")
  func openedTwice() async throws {
    let (bank, slow, asked) = (try await Bank(), Barrier(), Barrier())
    try bank.register("/slow", "Slow", behind: slow)
    for path in ["/locked", "/other"] as [RoutePattern] { try bank.register(path, path.text) }
    let former = Gate(at: "/locked", covers: true) { false }
    let registration = try await bank.wireframe.add(lock: former)
    try await bank.navigation.setRoot(Screen("Own"))
    former.cover()
    try await bank.wireframe.route(to: "/slow")
    let request = await request("/help", heldBy: asked, bank)
    registration.remove()
    await slow.waitForArrivals()
    // The request opens the lock for good, too.
    asked.open()
    _ = try await request.value
    #expect(await eventually { bank.shown.last == "Help" })
    await tasksHaveBegun()
    let lock = Gate(at: "/other", covers: true) { false }
    try await bank.wireframe.add(lock: lock)
    lock.cover()
    slow.open()
    await bank.wireframe.settled()
    #expect(bank.seen == "/other")
    let error = try await failure { try await bank.wireframe.back() }
    #expect(error.code == .covered)
  }
}

private struct OwnPush: RoutingOption {}

/// A presenter as an app writes it.
private struct OwnPusher: ControllerRoutingPresenter {
  let host: NavigationTree<Screen>
  var isPrepared: Barrier?

  func present(_ controller: Screen, option: OwnPush, event: RoutingEvent) async throws {
    await isPrepared?.pass()
    try await host.push(controller, route: event.route)
  }
}

/// A bank with a closed lock that covers nothing yet; its screen is asked about once a barrier opens.
@MainActor
private func bankWithClosedLock(askedBefore barrier: Barrier) async throws -> (Bank, Registration) {
  let bank = try await Bank()
  try bank.register("/locked", "Locked")
  let registration = try await bank.wireframe.add(
    lock: Gate(at: "/locked", covers: true) { false })
  try await bank.navigation.setRoot(Screen("Own"))
  bank.wireframe.observe { route in
    if route.pattern == "/locked" { await barrier.pass() }
    return .proceed
  }
  return (bank, registration)
}

/// A bank whose user has signed out on a private page while the lock covers; the login screen waits for a barrier.
@MainActor
private func bankSignedOutBelowLock(
  signIn barrier: Barrier, home: String? = "/"
) async throws -> Bank {
  let bank = try await Bank(root: .stack, home: home, hasOwners: true)
  try bank.register("/private", "Private", tags: ["private"])
  try bank.register("/sign-in", "Sign in", behind: barrier, option: .modal)
  bank.wireframe.addGate(for: "private", at: "/sign-in") { [unowned bank] in bank.isLoggedIn }
  try await bank.addLock()
  try await bank.wireframe.route(to: "/")
  bank.user = "ada"
  try await bank.wireframe.route(to: "/private")
  bank.cover()
  bank.user = nil
  try await bank.wireframe.reevaluate()
  return bank
}

/// Counts how often a screen is put over the others.
@MainActor
private final class CountingHost: CoveringHost {
  private let tree = NavigationTree<Screen>()
  private(set) var coverCount = 0
  var cover: Screen? { didSet { if cover != nil { coverCount += 1 } } }
  var state: NavigationState<Screen> { tree.state }
  var events: NavigationEvents<Screen> { tree.events }

  func perform(_ operation: NavigationOperation<Screen>, animated: Bool) throws {
    try tree.perform(operation, animated: animated)
  }
}

private struct Held: RoutingOption {}

/// Presents until a test goes on.
private final class HeldPresenter: ControllerRoutingPresenter {
  private let barrier: Barrier

  init(until barrier: Barrier) { self.barrier = barrier }

  func present(_ controller: Screen, option: Held, event: RoutingEvent) async {
    await barrier.pass()
  }
}

/// Fails, once a test has done something.
private struct FailingPresenter: ControllerRoutingPresenter {
  let willFail: @MainActor () -> Void

  func present(_ controller: Screen, option: Held, event: RoutingEvent) async throws {
    willFail()
    throw Broken()
  }
}
