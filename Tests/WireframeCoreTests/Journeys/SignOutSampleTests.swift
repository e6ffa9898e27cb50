import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// The sign-outs of the pages, line for line, with two users: what one has seen is never shown to the other.
@MainActor
@Suite(.hangsNever)
struct SignOutSampleTests {
  @Test("Every sample that ends a session is one of these")
  func samples() throws {
    let file = "Tests/WireframeCoreTests/Journeys/SignOutSampleTests.swift"
    let lines = DocumentationTests.codeLines(of: try DocumentationTests.text(of: file))
    var count = 0
    for page in DocumentationTests.pages {
      for block in try DocumentationTests.swiftBlocks(of: page)
      where block.contains("reevaluate(") && !block.contains("wireframe.switches") {
        count += 1
        let sample = DocumentationTests.codeLines(of: block)
        #expect(DocumentationTests.hasRun(of: sample, in: lines), "\(page):\n\(block)")
      }
    }
    #expect(count >= 6)
  }

  enum SignOut: CaseIterable { case byFunction, byHandler, sessionEnded }

  @Test(
    "Another user never sees what the former one has seen",
    arguments: SignOut.allCases, [["ada", "bob"], ["bob", "ada"]])
  func anotherUser(signOut: SignOut, users: [String]) async throws {
    let app = try BankApp()
    try await app.use(as: users[0])
    #expect(app.shown == ["Home", "Accounts of \(users[0])", "Transfer of \(users[0])"])
    switch signOut {
    case .byFunction: try await app.signOut()
    case .byHandler: try await app.wireframe.route(to: "/sign-out")
    case .sessionEnded: try await app.sessionDidEnd()
    }
    // The handler's task begins when it likes.
    let expected = signOut == .sessionEnded ? ["Home", "Log in"] : ["Home"]
    #expect(await eventually { app.shown == expected }, "\(app.shown)")
    await app.wireframe.settled()
    try await app.logIn(as: users[1])
    #expect(app.shown == ["Home"])
    #expect(app.wireframe.keptRequestCount == 0)
    #expect(!app.vault.isOpen, "the PIN was the former user's")
    try await app.use(as: users[1])
    #expect(app.shown == ["Home", "Accounts of \(users[1])", "Transfer of \(users[1])"])
  }

  @Test("When a session has ended, the same user gets the screens back; after a sign-out, nothing")
  func sameUser() async throws {
    let app = try BankApp()
    try await app.use(as: "ada")
    let before = app.shown
    try await app.sessionDidEnd()
    try await app.logIn(as: "ada")
    #expect(app.shown == ["Home", "Accounts of ada", "PIN"], "the vault was closed, too")
    app.vault.isOpen = true
    try await app.wireframe.resume(after: .requiresPIN)
    #expect(app.shown == before)
    try await app.signOut()
    try await app.logIn(as: "ada")
    #expect(app.shown == ["Home"])
  }

  nonisolated private static let orders = [
    [0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0],
  ]

  @Test(
    "The order of the lines does not matter to what another user sees",
    arguments: orders, [KeepingRule.screens, .nothing])
  func orderOfLines(order: [Int], keeping: KeepingRule) async throws {
    let app = try BankApp()
    try await app.use(as: "ada")
    for line in order {
      switch line {
      case 0: app.session.userID = nil
      case 1: app.wireframe.discardParked()
      default: try await app.wireframe.reevaluate(keeping: keeping)
      }
    }
    await app.wireframe.settled()
    try await app.logIn(as: "bob")
    try await app.wireframe.route(to: "/help")
    #expect(app.shown == ["Home", "Help"])
    #expect(app.wireframe.keptRequestCount == 0)
  }

  @Test("Another user in the same session: the screens leave, and are not kept")
  func switched() async throws {
    let app = try BankApp()
    try await app.use(as: "ada")
    try await app.switchUser(to: "bob")
    #expect(app.shown == ["Home"])
    #expect(!app.vault.isOpen, "the PIN was the former user's")
    #expect(app.wireframe.keptRequestCount == 0)
  }

  @Test(
    "A redirect parks nothing that another user is shown",
    arguments: [["ada", "bob"], ["bob", "ada"]]
  )
  func parked(users: [String]) async throws {
    let app = try LinksApp()
    try await app.wireframe.route(to: "/")
    app.user = users[0]
    try await app.didLogIn()
    try await app.wireframe.route(to: "/orders")
    #expect(app.shown == ["Home", "Orders of \(users[0])"])
    try await app.didSignOut()
    #expect(app.shown == ["Home"])
    #expect(app.wireframe.parked == nil)
    app.user = users[1]
    try await app.didLogIn()
    #expect(app.shown == ["Home"])
  }

  @Test("Log out on the lock's screen", arguments: [["ada", "bob"], ["bob", "ada"]])
  func lockedLogOut(users: [String]) async throws {
    let app = try await LockedApp()
    try await app.passwordAccepted(of: users[0])
    try await app.wireframe.route(to: "/accounts")
    app.leaveForLong()
    try await app.logOutTapped()
    #expect(app.seen == ["Home"])
    try await app.passwordAccepted(of: users[1])
    #expect(app.seen == ["Home"])
    #expect(app.wireframe.keptRequestCount == 0)
  }

  @Test("Forgot PIN on the lock's screen", arguments: [["ada", "bob"], ["bob", "ada"]])
  func forgotPIN(users: [String]) async throws {
    let app = try await LockedApp()
    try await app.passwordAccepted(of: users[0])
    try await app.wireframe.route(to: "/accounts")
    app.leaveForLong()
    try await app.forgotPINTapped()
    #expect(app.seen == ["Home", "Log in"])
    try await app.passwordAccepted(of: users[1])
    #expect(app.seen == ["Home", "New PIN of \(users[1])"])
  }

  @Test("Under the lock a link is handled at once, and a handler runs when it opens")
  func lockedRequests() async throws {
    let app = try await LockedApp()
    var calls = 0
    try app.wireframe.handle("/act") { _ in calls += 1 }
    try app.wireframe.register("/news", option: .push, exposure: .external) { _ in Screen("News") }
    try await app.passwordAccepted(of: "ada")
    app.leaveForLong()
    let outcome = await app.wireframe.open("bank://news", origin: .notification)
    guard case .handled(let result) = outcome else { throw Broken(what: "\(outcome)") }
    #expect(result.route.urlText == "/locked")
    #expect(app.seen == ["Locked"])
    app.vault.isOpen = true
    try await app.wireframe.resume(after: app.lock)
    #expect(app.seen == ["Home", "News"])
    app.leaveForLong()
    try await app.wireframe.route(to: "/act")
    #expect(calls == 0)
    app.vault.isOpen = true
    try await app.wireframe.resume(after: app.lock)
    #expect(calls == 1)
  }

  @Test("A session that ends under the lock", arguments: [true, false])
  func lockedSession(isSameUser: Bool) async throws {
    let app = try await LockedApp()
    try await app.passwordAccepted(of: "ada")
    try await app.wireframe.route(to: "/accounts")
    app.leaveForLong()
    try await app.sessionDidEnd()
    #expect(app.seen == ["Home", "Log in"])
    try await app.passwordAccepted(of: isSameUser ? "ada" : "bob")
    #expect(app.seen == (isSameUser ? ["Home", "Accounts of ada"] : ["Home"]))
  }
}

/// What the samples use.
@MainActor
private final class Session {
  var userID: String?
  var isLoggedIn: Bool { userID != nil }
}
@MainActor
private final class Vault {
  var isOpen = true
}

/// The app of "Gates".
@MainActor
private final class BankApp {
  let session = Session()
  let vault = Vault()
  let wireframe = Wireframe<Screen>(sources: ["bank:"], home: "/")
  let navigation = NavigationTree<Screen>()

  init() throws {
    let (session, vault, wireframe) = (session, vault, wireframe)
    wireframe.addStandardPresenters(on: navigation)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/help", option: .push) { _ in Screen("Help") }
    try wireframe.register("/accounts", option: .push, tags: [.requiresLogin]) { _ in
      Screen("Accounts of \(session.userID ?? "nobody")")
    }
    try wireframe.register("/transfer", option: .modal, tags: [.requiresLogin, .requiresPIN]) { _ in
      Screen("Transfer of \(session.userID ?? "nobody")")
    }
    try wireframe.register("/login", option: .modal) { _ in Screen("Log in") }
    try wireframe.register("/pin", option: .modal) { _ in Screen("PIN") }
    wireframe.addGate(for: .requiresLogin, at: "/login", owner: { session.userID }) {
      session.isLoggedIn
    }
    wireframe.addGate(for: .requiresPIN, at: "/pin") { vault.isOpen }
    try wireframe.handle("/sign-out") { [session, vault, weak wireframe] _, _ in
      session.userID = nil
      vault.isOpen = false
      Task { try await wireframe?.reevaluate(keeping: .nothing) }
    }
  }

  @MainActor func signOut() async throws {
    session.userID = nil
    vault.isOpen = false
    try await wireframe.reevaluate(keeping: .nothing)
  }

  @MainActor func sessionDidEnd() async throws {
    session.userID = nil
    vault.isOpen = false
    try await wireframe.reevaluate()  // the login keeps the screens, for the same user
  }

  @MainActor func switchUser(to user: String) async throws {
    session.userID = user  // the login stays open
    vault.isOpen = false
    try await wireframe.reevaluate()  // what the former user has seen leaves, and is not kept
  }

  func logIn(as user: String) async throws {
    session.userID = user
    try await wireframe.resume(after: .requiresLogin)
  }

  /// Opens two private screens, one with what only this user may know.
  func use(as user: String) async throws {
    session.userID = user
    vault.isOpen = true
    try await wireframe.route(to: "/")
    try await wireframe.route(to: "/accounts")
    try await wireframe.route(to: "/transfer", payload: ["iban": "\(user)'s"])
  }

  var shown: [String] { navigation.state.shown.map { "\($0.controller)" } }
}

/// The app of "Links from outside": a redirect parks, and there is no gate.
@MainActor
private final class LinksApp {
  @MainActor final class Session { var isLoggedIn = false }

  let session = Session()
  var user = ""
  let wireframe = Wireframe<Screen>(sources: ["myapp:"])
  let navigation = NavigationTree<Screen>()

  init() throws {
    wireframe.addStandardPresenters(on: navigation)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/login", option: .modal) { _ in Screen("Log in") }
    try wireframe.register("/orders", option: .push, tags: [.requiresLogin]) { [unowned self] _ in
      Screen("Orders of \(user)")
    }
    wireframe.observe(tag: .requiresLogin) { [session] _ in
      session.isLoggedIn ? .proceed : .redirect(to: "/login", resuming: .newest)
    }
  }

  @MainActor func didLogIn() async throws {
    session.isLoggedIn = true
    if try await wireframe.resume() == nil {  // nothing was parked, or it has expired
      try await wireframe.route(to: "/")
    }
  }

  @MainActor func didSignOut() async throws {
    session.isLoggedIn = false
    try await wireframe.reevaluate(keeping: .nothing)
  }

  var shown: [String] { navigation.state.shown.map { "\($0.controller)" } }
}

/// The app of "Locking the app".
@MainActor
private final class LockedApp {
  let session = Session()
  let vault = Vault()
  let lock: Gate
  let wireframe = Wireframe<Screen>(sources: ["bank:"], home: "/")
  let navigation = NavigationTree<Screen>()

  init() async throws {
    let (session, vault) = (session, vault)
    lock = Gate(at: "/locked", covers: true) {
      !session.isLoggedIn || vault.isOpen  // without a user there is nothing to lock
    }
    wireframe.addStandardPresenters(on: navigation)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/login", option: .modal) { _ in Screen("Log in") }
    try wireframe.register("/locked") { _ in Screen("Locked") }
    try wireframe.register("/accounts", option: .push, tags: [.requiresLogin]) { _ in
      Screen("Accounts of \(session.userID ?? "nobody")")
    }
    try wireframe.register("/pin/new", option: .push, tags: [.requiresLogin]) { _ in
      Screen("New PIN of \(session.userID ?? "nobody")")
    }
    wireframe.addGate(for: .requiresLogin, at: "/login", owner: { session.userID }) {
      session.isLoggedIn
    }
    try await wireframe.add(lock: lock)  // makes the lock's screen
    try await wireframe.route(to: "/")  // a closed lock covers, and home comes when it opens
  }

  /// Longer than the lock stays open.
  func leaveForLong() {
    vault.isOpen = false
    lock.cover()
    #expect(seen == ["Locked"])
  }

  @MainActor func passwordAccepted(of user: String) async throws {
    session.userID = user
    vault.isOpen = true
    try await wireframe.resume(after: .requiresLogin)
  }

  @MainActor func logOutTapped() async throws {
    session.userID = nil  // opens the lock: there is no user
    try await wireframe.reevaluate(keeping: .nothing)  // is done when the lock opens
    try await wireframe.resume(after: lock)
  }

  @MainActor func forgotPINTapped() async throws {
    try await logOutTapped()
    try await wireframe.route(to: "/pin/new")  // the login comes first
  }

  @MainActor func sessionDidEnd() async throws {
    session.userID = nil
    let report = try await wireframe.reevaluate()
    if report.isDeferred { try await wireframe.resume(after: lock) }
  }

  var seen: [String] {
    (navigation.cover.map { [$0] } ?? navigation.state.shown.map(\.controller)).map { "\($0)" }
  }
}
