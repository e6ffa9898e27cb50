import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// What is on its way when the user changes, or the lock closes: as an app team found it.
@MainActor
@Suite(.hangsNever)
struct OnTheWayTests {
  @Test("After a sign-out, a private home is not seen while the login is being made")
  func privateHome() async throws {
    let app = try await SlowBank(privateHome: true)
    try await app.wireframe.route(to: "/")
    app.slow = ["/login"]
    app.user = nil
    let out = Task { try await app.wireframe.reevaluate(keeping: .nothing) }
    await app.loading()
    #expect(app.shown == "")
    app.arrive()
    _ = try await out.value
  }

  @Test("B does not see A's home, not even if B's own fails")
  func failingHome() async throws {
    let app = try await SlowBank(privateHome: true)
    try await app.wireframe.route(to: "/")
    app.broken = ["/"]
    app.user = "B"
    _ = try? await app.wireframe.reevaluate()  // throws providerFailed
    #expect(app.shown != "/(A)")
  }

  @Test("What A asked for is not shown to B, though nobody has called reevaluate")
  func readyBefore() async throws {
    let app = try await SlowBank()
    try await app.wireframe.route(to: "/")
    app.slow = ["/accounts"]
    let tap = Task { try await app.wireframe.route(to: "/accounts") }
    await app.loading()
    app.user = "B"  // e.g. while `reevaluate` of another window is awaited
    app.arrive()
    _ = try await tap.value
    #expect(app.shown == "/(A)")
  }

  @Test("A window that opens while the lock covers is covered")
  func newWindow() async throws {
    let app = try await SlowBank()
    try await app.wireframe.route(to: "/")
    app.lock.cover()  // in the background; the closure still says open
    let (tree, second) = (NavigationTree<Screen>(), Wireframe<Screen>())
    second.addStandardPresenters(on: tree)
    try second.register("/locked") { _ in Screen("/locked") }
    try second.register("/", option: .root) { _ in Screen("private") }
    try await second.add(lock: app.lock)
    try await second.route(to: "/")
    #expect(app.tree.cover != nil)
    #expect(tree.cover != nil)
  }

  @Test("A list that comes back while the lock closes comes when that opens")
  func listAndLock() async throws {
    let app = try await SlowBank()
    try await app.wireframe.route(to: "/")
    try await app.wireframe.route(to: "/accounts")
    try await app.wireframe.route(to: "/cards")
    app.user = nil
    try await app.wireframe.reevaluate()
    app.user = "A"
    app.slow = ["/cards"]
    Task { try await app.wireframe.resume(after: app.login) }
    await app.loading()
    app.isUnlocked = false
    app.lock.cover()
    app.arrive()
    await app.wireframe.settled()
    app.isUnlocked = true
    await #expect(throws: Never.self) { try await app.wireframe.resume(after: app.lock) }
    await app.wireframe.settled()
    #expect(app.shown == "/(A) /accounts(A) /cards(A)")
  }

  @Test(
    "The lock closes while a list comes back, and another user opens it: the login leaves, and nothing comes"
  )
  func othersLock() async throws {
    let app = try await SlowBank()
    for path in ["/", "/accounts", "/cards"] { try await app.wireframe.route(to: path) }
    app.user = nil
    try await app.wireframe.reevaluate()
    app.user = "A"
    app.slow = ["/cards"]
    Task { try await app.wireframe.resume(after: app.login) }
    await app.loading()
    app.lock.cover()
    app.arrive()
    await app.wireframe.settled()
    app.user = "B"
    try await app.wireframe.resume(after: app.lock)
    await app.wireframe.settled()
    #expect(app.shown == "/(A)")
    #expect(!app.loads.contains("B:/cards"))
  }

  @Test(
    "What a PIN has kept, and the lock has met, comes when the lock opens, and the PIN's screen leaves"
  )
  func pinAndLock() async throws {
    let app = try await SlowBank()
    try await app.wireframe.route(to: "/")
    try await app.wireframe.route(to: "/send")
    app.isPINRight = true
    app.slow = ["/send"]
    Task { try await app.wireframe.resume(after: "pin") }
    await app.loading()
    app.isPINRight = false
    app.isUnlocked = false
    app.lock.cover()
    app.arrive()
    await app.wireframe.settled()
    app.isUnlocked = true
    try await app.wireframe.resume(after: app.lock)
    await app.wireframe.settled()
    #expect(app.shown == "/(A) /send(A)" || app.shown == "/(A) /pin")
  }

  @Test("While a restoration waits for the lock, requests return at once")
  func restorationAndLock() async throws {
    let app = try await SlowBank()
    try await app.wireframe.route(to: "/")
    try await app.wireframe.route(to: "/accounts")
    let saved = try app.wireframe.savedState()
    app.slow = ["/accounts"]
    Task { try await app.wireframe.restore(saved, trusting: true) }
    await app.loading()
    app.isUnlocked = false
    app.lock.cover()
    app.arrive()
    var hasReturned = false
    Task {
      try await app.wireframe.route(to: "/cards")
      hasReturned = true
    }
    #expect(await eventually { hasReturned })
    app.isUnlocked = true
    try await app.wireframe.resume(after: app.lock)
  }

  @Test(
    "A sign-out for good while a restoration loads: the login is shown, and brings the screens back"
  )
  func signOutWhileRestoring() async throws {
    let app = try await SlowBank()
    try await app.wireframe.route(to: "/")
    try await app.wireframe.route(to: "/accounts")
    let saved = try app.wireframe.savedState()
    app.slow = ["/accounts"]
    let restoring = Task { try await app.wireframe.restore(saved, trusting: true) }
    await app.loading()
    app.user = nil
    try await app.wireframe.reevaluate(keeping: .nothing)
    app.arrive()
    _ = try await restoring.value
    await app.wireframe.settled()
    #expect(app.shown == "/(-)")
  }

  @Test("A list ends before the first screen that fails")
  func failingList() async throws {
    let app = try await SlowBank()
    try await app.wireframe.route(to: "/")
    try await app.wireframe.route(to: "/accounts")
    try await app.wireframe.route(to: "/cards")
    app.user = nil
    try await app.wireframe.reevaluate()
    app.user = "A"
    app.broken = ["/cards"]
    _ = try? await app.wireframe.resume(after: app.login)  // throws providerFailed
    #expect(app.shown == "/(A) /accounts(A)")
  }

  @Test("A login that is passed under the lock is passed when that opens")
  func loginUnderLock() async throws {
    let app = try await SlowBank()
    app.user = nil
    try await app.wireframe.route(to: "/")
    try await app.wireframe.route(to: "/accounts")
    app.lock.cover()  // the user looks into another app while the server answers
    app.user = "A"
    await #expect(throws: Never.self) { try await app.wireframe.resume(after: app.login) }
    try await app.wireframe.resume(after: app.lock)
    await app.wireframe.settled()
    #expect(app.shown == "/(-) /accounts(A)")
  }

  @Test("Opening a lock that has kept a restoration has passed, to its last screen")
  func outcomeOfLock() async throws {
    let app = try await SlowBank()
    try await app.wireframe.route(to: "/")
    try await app.wireframe.route(to: "/accounts")
    let saved = try app.wireframe.savedState()
    app.isUnlocked = false
    #expect(
      "\(try await app.wireframe.restore(saved, trusting: true))"
        == "0 restored, 2 kept by a gate, 0 left out")
    app.isUnlocked = true
    #expect("\(try await app.wireframe.resume(after: app.lock))".hasPrefix("passed"))
    #expect(app.shown == "/(A) /accounts(A)")
  }

  @Test(
    "A list with a screen behind a second gate: what needs no PIN waits for it, and is lost with it"
  )
  func secondGate() async throws {
    let app = try await SlowBank()
    try await app.wireframe.route(to: "/")
    try await app.wireframe.route(to: "/accounts")
    try await app.wireframe.route(to: "/send")
    app.isPINRight = true
    try await app.wireframe.resume(after: "pin")
    app.isPINRight = false
    #expect(app.shown == "/(A) /accounts(A) /send(A)")
    app.user = nil
    try await app.wireframe.reevaluate()
    app.user = "A"
    try await app.wireframe.resume(after: app.login)
    #expect(app.shown == "/(A) /accounts(A) /pin")
    try app.tree.performAsUser(.dismiss(1))
    await app.wireframe.settled()
    #expect(app.shown == "/(A) /accounts(A)")
  }

  @Test("What A asked for is never kept by a gate for B")
  func othersPIN() async throws {
    let app = try await SlowBank()
    try await app.wireframe.route(to: "/")
    app.slow = ["/pin"]
    let tap = Task { try await app.wireframe.route(to: "/send") }
    await app.loading()
    app.user = "B"
    try await app.wireframe.reevaluate()
    app.arrive()
    _ = try await tap.value
    app.isPINRight = true
    _ = try await app.wireframe.resume(after: "pin")
    #expect(!app.loads.contains("B:/send"))  // A has asked for it
    #expect(app.shown == "/(A)")
  }

  @Test("A login that a sign-out shows while a request has it made comes once")
  func loginTwice() async throws {
    let app = try await SlowBank()
    for path in ["/", "/accounts"] { try await app.wireframe.route(to: path) }
    (app.user, app.slow) = (nil, ["/login"])
    let tap = Task { try await app.wireframe.route(to: "/cards") }
    await app.loading()
    app.slow = []
    try await app.wireframe.reevaluate()
    #expect(app.shown == "/(A) /login")
    app.arrive()
    _ = try await tap.value
    #expect(app.shown == "/(A) /login")
    app.user = "A"
    try await app.wireframe.resume(after: app.login)
    #expect(app.shown == "/(A) /accounts(A) /cards(A)")
  }

  @Test("What the login keeps already comes above what the session's end takes away then")
  func keptBefore() async throws {
    let app = try await SlowBank()
    for path in ["/", "/accounts"] { try await app.wireframe.route(to: path) }
    app.user = nil
    try await app.wireframe.route(to: "/cards")
    #expect(app.shown == "/(A) /accounts(A) /login")
    try await app.wireframe.reevaluate()
    #expect(app.shown == "/(A) /login")
    app.user = "A"
    try await app.wireframe.resume(after: app.login)
    #expect(app.shown == "/(A) /accounts(A) /cards(A)")
  }

  @Test("Rights change while what a PIN has kept is made: it is made once, and needs no other PIN")
  func rightsBehindPIN() async throws {
    let app = try await SlowBank()
    for path in ["/", "/send"] { try await app.wireframe.route(to: path) }
    (app.isPINRight, app.slow) = (true, ["/send"])
    let passing = Task { _ = try await app.wireframe.resume(after: "pin") }
    await app.loading()
    try await app.wireframe.reevaluate()
    app.arrive()
    try await passing.value
    #expect(app.shown == "/(A) /send(A)")
    #expect(app.loads.filter { $0 == "A:/send" }.count == 1)
  }

  @Test(
    "What A asked for is not loaded for B, once its first parent is there",
    arguments: ["/accounts/7", "/accounts/7/card"])
  func othersParent(url: String) async throws {
    let app = try await SlowBank()
    try app.wireframe.register(
      "/accounts/:id/card", option: .push, tags: ["login"], place: .under("/accounts/:id")
    ) { [unowned app] in try await app.page($0.urlText) }
    try await app.wireframe.route(to: "/")
    app.slow = ["/accounts"]
    let link = Task { try await app.wireframe.route(to: url, landing: .underParents) }
    await app.loading()
    app.user = "B"
    try await app.wireframe.reevaluate()
    app.arrive()
    _ = try await link.value
    #expect(!app.loads.contains { $0.hasPrefix("B:/accounts/7") })
  }

  @Test(
    "A private parent that is made is not shown if its user goes while the public screen above loads",
    arguments: [nil, "B"])
  func formerParent(user: String?) async throws {
    let app = try await SlowBank()
    try app.wireframe.register("/guide", option: .push, place: .under("/accounts")) {
      [unowned app] in try await app.page($0.urlText)
    }
    try await app.wireframe.route(to: "/")
    app.slow = ["/guide"]
    let link = Task { try await app.wireframe.route(to: "/guide", landing: .underParents) }
    await app.loading()
    app.user = user
    if user == nil { try await app.wireframe.reevaluate() }
    app.arrive()
    _ = try await link.value
    #expect(app.loads.contains("A:/accounts"))
    #expect(app.shown == "/(A) /guide(\(user ?? "-"))")
  }

  @Test(
    "The lock closes while a screen in the middle of a restoration loads: unlocking does not uncover, and the list is cut"
  )
  func lockInRestoration() async throws {
    let app = try await SlowBank()
    for url in ["/", "/accounts", "/accounts/7"] { try await app.wireframe.route(to: url) }
    let saved = try app.wireframe.savedState()
    try await app.wireframe.route(to: "/")
    app.slow = ["/accounts"]
    Task { try await app.wireframe.restore(saved, trusting: true) }
    await app.loading()
    app.isUnlocked = false
    app.lock.cover()
    app.arrive()
    await app.wireframe.settled()
    app.isUnlocked = true
    _ = try await app.wireframe.resume(after: app.lock)
    await app.wireframe.settled()
    #expect(app.tree.cover == nil)  // the closure says open, and the user has just opened it
    #expect(app.shown == "/(A) /accounts(A) /accounts/7(A)")
    _ = try await app.wireframe.resume(after: app.lock)
    await app.wireframe.settled()
    #expect(app.tree.cover == nil, "after the second one")
    #expect(app.shown == "/(A) /accounts(A) /accounts/7(A)", "after the second one")
  }

  @Test("A sign-out that leaves only empty tabs returns with the login of the private home")
  func emptyTabs() async throws {
    let app = try await SlowBank(tabs: true, privateHome: true)
    try await app.wireframe.route(to: "/")
    try await app.wireframe.route(to: "/accounts")
    app.user = nil
    try await app.wireframe.reevaluate(keeping: .nothing)
    #expect(app.shown == "/login")
  }

  @Test("settled waits for what a lock has deferred")
  func settling() async throws {
    let app = try await SlowBank()
    for url in ["/", "/accounts"] { try await app.wireframe.route(to: url) }
    let saved = try app.wireframe.savedState()
    try await app.wireframe.route(to: "/")
    app.slow = ["/accounts"]
    Task { try await app.wireframe.restore(saved, trusting: true) }
    await app.loading()
    app.isUnlocked = false
    app.lock.cover()
    app.arrive()
    await app.wireframe.settled()
    app.isUnlocked = true
    _ = try await app.wireframe.resume(after: app.lock)
    await app.wireframe.settled()
    #expect(app.shown == "/(A) /accounts(A)")
  }

  @Test(
    "What A asked for is not loaded for B, once a leave guard has decided",
    arguments: [Landing.onTop, .underParents])
  func othersGuard(landing: Landing) async throws {
    let app = try await SlowBank()
    for url in ["/", "/cards"] { try await app.wireframe.route(to: url) }
    app.slow = ["guard"]
    app.wireframe.observeLeaving { _ in
      _ = try await app.page("guard")
      return .leave
    }
    let option: (any RoutingOption)? = landing == .onTop ? .replaceTop : nil
    let link = Task {
      try await app.wireframe.route(to: "/accounts/7", option: option, landing: landing)
    }
    await app.loading()
    app.user = "B"
    try await app.wireframe.reevaluate()
    app.arrive()
    _ = try await link.value
    #expect(!app.loads.contains("B:/accounts/7"))
  }
}
