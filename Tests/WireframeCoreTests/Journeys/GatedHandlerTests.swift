import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// A handler that a gate has kept: the gate's screen leaves before it begins.
@MainActor
@Suite(.hangsNever)
struct GatedHandlerTests {
  nonisolated enum Front: CaseIterable, Sendable {
    case push, modal, modalWithStack, home, pinForOnce
  }

  @Test(
    "What a handler shows behind a gate stays: the gate's screen leaves before the handler begins",
    arguments: Front.allCases, [false, true])
  func leavesFirst(front: Front, presents: Bool) async throws {
    let login: any RoutingOption =
      front == .push ? Push.push : Modal.modal(hasStack: front == .modalWithStack)
    let bank = try await Bank(
      root: .stack, loginOption: login, home: "/",
      homeTags: front == .home ? [.requiresLogin] : [])
    try bank.register("/code", "Code", option: .modal(hasStack: true))
    bank.wireframe.addGate(for: "pays", at: "/code", keeps: .once) { true }
    let tag: RouteTag = front == .pinForOnce ? "pays" : .requiresLogin
    var before: [String] = []
    try bank.wireframe.handle("/page", tags: [tag]) { [unowned bank] route in
      before = bank.shown
      if presents {
        try await bank.navigation.present(Screen("Page"), route: route)
      } else {
        try await bank.navigation.push(Screen("Page"), route: route)
      }
    }
    for path in ["/", "/page"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = true
    let outcome = try await bank.wireframe.resume(after: tag)
    #expect("\(outcome)" == "passed(handled '/page')")
    #expect(before == ["Home"])
    #expect(bank.shown == ["Home", "Page"])
  }

  @Test("What a handler shows stays, though its gate keeps something for another tag, too")
  func twoTags() async throws {
    let (bank, isOpen) = (try await Bank(), OpenState())
    let gate = Gate(at: "/proof") { isOpen.isSet }
    for tag in ["acts", "sees"] as [RouteTag] { bank.wireframe.add(gate: gate, for: tag) }
    try bank.register("/proof", "Proof")
    try bank.register("/vault", "Vault", tags: ["sees"])
    try bank.wireframe.handle("/act", tags: ["acts"]) { [unowned bank] route in
      try await bank.navigation.push(Screen("Page"), route: route)
    }
    for path in ["/", "/act", "/vault"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Home", "Proof"])
    #expect(bank.wireframe.keptRequestCount == 2)
    isOpen.isSet = true
    try await bank.wireframe.resume(after: gate)
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home", "Page", "Vault"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("A handler behind a login and a PIN, with home behind the login, runs above home only")
  func twoGates() async throws {
    let bank = try await Bank(root: .stack, home: "/", homeTags: [.requiresLogin])
    var before: [String] = []
    try bank.wireframe.handle("/act", tags: [.requiresLogin, .requiresPIN]) { [unowned bank] _ in
      before = bank.shown
    }
    for path in ["/", "/act"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Log in"])
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "PIN"])
    #expect(bank.wireframe.keptRequestCount == 1)
    bank.isVaultOpen = true
    try await bank.wireframe.resume(after: .requiresPIN)
    #expect(before == ["Home"])
    #expect(bank.shown == ["Home"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("Where home fails before a handler begins, that does not run, and home may come later")
  func failingHome() async throws {
    let bank = try await Bank(root: .stack, home: "/", homeTags: [.requiresLogin])
    let isBroken = OpenState()
    try bank.wireframe.handle("/act", tags: [.requiresLogin]) { [unowned bank] _ in
      bank.note("Act")
    }
    for path in ["/", "/act"] { try await bank.wireframe.route(to: path) }
    bank.wireframe.observe { isBroken.isSet && $0.pattern == "/" ? .stop("closed") : .proceed }
    (bank.isLoggedIn, isBroken.isSet) = (true, true)
    let error = try await failure { try await bank.wireframe.resume(after: .requiresLogin) }
    #expect(error.code == .stopped)
    #expect(error.urlText == "/")
    #expect(bank.shown == ["Log in"])
    isBroken.isSet = false
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home"])
    #expect(!bank.made.contains("Act"))
  }

  @Test("A handler that throws has used up its key for once, and nothing is kept")
  func throwing() async throws {
    let bank = try await Bank()
    try bank.register("/code", "Code", option: .modal)
    bank.wireframe.addGate(for: "pays", at: "/code", keeps: .once) { true }
    try bank.wireframe.handle("/pay", tags: ["pays"]) { _ in throw Broken() }
    for path in ["/", "/pay"] { try await bank.wireframe.route(to: path) }
    let error = try await failure { try await bank.wireframe.resume(after: "pays") }
    #expect(error.code == .handlerFailed)
    #expect(bank.shown == ["Home"])
    #expect(bank.wireframe.keptRequestCount == 0)
    try await bank.wireframe.route(to: "/pay")
    #expect(bank.shown == ["Home", "Code"])
  }

  @Test("A handler does not run for a user who signs out while the gate's screen leaves")
  func signedOutMeanwhile() async throws {
    let bank = try await bankWithScreenAboveLogin { $0.user = nil }
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Log in"])
    #expect(!bank.made.contains("Act"))
  }

  @Test("A lock that closes while the gate's screen leaves keeps the handler, and that screen")
  func coveredMeanwhile() async throws {
    let bank = try await bankWithScreenAboveLogin { $0.cover() }
    try await bank.addLock()
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Log in", "Help"])
    #expect(!bank.made.contains("Act"))
    try await bank.unlock()
    #expect(bank.shown == ["Home"])
    #expect(bank.made.count { $0 == "Act" } == 1)
  }

  /// A bank whose login keeps a handler, with a screen above the login: something happens as that is to leave.
  private func bankWithScreenAboveLogin(
    _ happens: @escaping @MainActor (Bank) -> Void
  ) async throws -> Bank {
    let (bank, hasHappened) = (try await makeBank(), OpenState())
    try bank.wireframe.handle("/act", tags: [.requiresLogin]) { [unowned bank] _ in
      bank.note("Act")
    }
    for path in ["/act", "/help"] { try await bank.wireframe.route(to: path) }
    bank.wireframe.observeLeaving { [unowned bank] _ in
      if !hasHappened.isSet { happens(bank) }
      hasHappened.isSet = true
      return .leave
    }
    bank.user = "ada"
    return bank
  }
}
