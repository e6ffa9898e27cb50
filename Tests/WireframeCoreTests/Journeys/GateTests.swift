import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// What is in front of others, and what comes after it.
@MainActor
@Suite(.hangsNever)
struct GateTests {
  @Test(
    "What has become an action while the user was signed out does not come back, nor run",
    arguments: [0, 1, 2])
  func handlerInAList(index: Int) async throws {
    @MainActor final class Session {
      var isLoggedIn = true
      var runs = 0
    }
    let wireframe = Wireframe<Screen>(defaultOption: .push, limits: .none)
    let navigation = NavigationTree<Screen>()
    wireframe.addStandardPresenters(on: navigation)
    try await navigation.setRoot(Screen("root"))
    let session = Session()
    try wireframe.register("/login", option: .modal) { _ in Screen("login") }
    wireframe.addGate(for: .requiresLogin, at: "/login") { session.isLoggedIn }
    let patterns: [RoutePattern] = ["/a", "/b", "/c"]
    var registrations: [Registration] = []
    for pattern in patterns {
      registrations.append(
        try wireframe.register(pattern, tags: [.requiresLogin]) { _ in Screen(pattern.text) })
      try await wireframe.route(to: pattern.text)
    }
    session.isLoggedIn = false
    try await wireframe.reevaluate()
    registrations[index].remove()
    try wireframe.handle(patterns[index], tags: [.requiresLogin]) { _ in session.runs += 1 }
    session.isLoggedIn = true
    try await wireframe.resume(after: .requiresLogin)
    #expect(
      navigation.state.shown.map { "\($0.controller)" }
        == ["root"] + patterns.prefix(index).map(\.text))
    #expect(session.runs == 0)
  }

  @Test("Two gates, each in front of the other one's screen, are a loop: nothing is shown or kept")
  func circle() async throws {
    let shop = try await Shop()
    try shop.register("/a", tags: ["b"])
    try shop.register("/b", "/mine", tags: ["a"])
    shop.wireframe.addGate(for: "a", at: "/a") { false }
    shop.wireframe.addGate(for: "b", at: "/b") { false }
    #expect(try await shop.failure("/mine").code == .redirectLoop)
    #expect(shop.shown == ["root"])
    #expect(shop.wireframe.keptRequestCount == 0)
  }

  @Test("login and PIN in front of a transfer, as the pages say: it ends at the transfer")
  func twoGates() async throws {
    let bank = try await Bank()
    try await bank.wireframe.route(to: "/")
    var changes = 0
    bank.navigation.onChange { _ in changes += 1 }
    await bank.open("/accounts/7/transfer")
    #expect(bank.shown == ["Home", "Log in"])
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "PIN"])
    #expect(bank.wireframe.keptRequestCount == 1)
    bank.isVaultOpen = true
    let outcome = try await bank.wireframe.resume(after: .requiresPIN)
    #expect(bank.shown == ["Home", "Accounts", "Account 7", "Transfer 7"])
    #expect(bank.wireframe.keptRequestCount == 0)
    #expect(changes == 3, "a move for each gate, and one for the screen")
    guard case .passed(let summary) = outcome else { throw Broken(what: "\(outcome)") }
    #expect(summary.route.pattern == "/accounts/:id<int>/transfer")
    #expect(summary.outcome == .presented)
  }

  @Test("a second guarded tap while the login is up: one login, and the newest is kept")
  func secondTap() async throws {
    let bank = try await Bank()
    try await bank.wireframe.route(to: "/")
    let first = try await bank.wireframe.route(to: "/accounts")
    #expect(first.redirects.map(\.urlText) == ["/accounts"])
    try await bank.wireframe.route(to: "/accounts/1")
    #expect(bank.shown == ["Home", "Log in"])
    #expect(bank.wireframe.keptRequestCount == 1)
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Account 1"])
  }

  @Test(
    "the login is swiped away, or leaves in any other way: what it kept is forgotten",
    arguments: ["swipe", "back", "link", "root", "discard"])
  func leftGates(way: String) async throws {
    let bank = try await Bank()
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/accounts")
    switch way {
    case "swipe": try bank.navigation.performAsUser(.dismiss(1))
    case "back": try await bank.wireframe.back()
    case "link": await bank.open("/news")
    case "root": try await bank.navigation.setRoot(Screen("new"))
    default: bank.wireframe.discardParked()
    }
    #expect(bank.wireframe.keptRequestCount == 0)
    let before = bank.shown.filter { $0 != "Log in" }
    bank.isLoggedIn = true
    let outcome = try await bank.wireframe.resume(after: .requiresLogin)
    guard case .nothingKept = outcome else { throw Broken(what: "\(outcome)") }
    #expect(bank.shown == before)
  }

  @Test("a gate that is still closed says so, and its screen stays")
  func stillClosed() async throws {
    let bank = try await Bank()
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/accounts")
    let outcome = try await bank.wireframe.resume(after: .requiresLogin)
    guard case .stillClosed = outcome else { throw Broken(what: "\(outcome)") }
    #expect(bank.shown == ["Home", "Log in"])
    #expect(bank.wireframe.keptRequestCount == 1)
  }

  @Test(
    "a gate that is passed too late, or before its time, says so; its screen leaves and nothing runs",
    arguments: [600.0, -1])
  func expiry(seconds: Double) async throws {
    let bank = try await Bank()
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/accounts")
    bank.time += seconds
    bank.isLoggedIn = true
    let outcome = try await bank.wireframe.resume(after: .requiresLogin)
    guard case .expired = outcome else { throw Broken(what: "\(outcome)") }
    #expect(bank.shown == ["Home"])
  }

  @Test("if screens come back, and the request above them has expired, the gate was passed")
  func expiredAboveScreens() async throws {
    let bank = try await Bank()
    bank.isLoggedIn = true
    for path in ["/", "/accounts"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    try await bank.wireframe.route(to: "/accounts/7")
    bank.time += 600
    bank.isLoggedIn = true
    let outcome = try await bank.wireframe.resume(after: .requiresLogin)
    guard case .passed(let summary) = outcome else { throw Broken(what: "\(outcome)") }
    #expect(summary.route.pattern == "/accounts")
    #expect(bank.shown == ["Home", "Accounts"])
  }

  @Test("`router.route(to:)` in a presenter, stopped by a guard: the outcome says so")
  func outcomes() async throws {
    let bank = try await Bank()
    bank.wireframe.observe { $0.pattern == "/news" ? .stop("closed") : .proceed }
    let router: any Router = bank.wireframe
    let summary = try await router.route(to: "/news")
    #expect(summary.outcome == .stopped(reason: "closed"))
    #expect(summary.route.pattern == "/news")
    let gated = try await router.route(to: "/accounts")
    #expect(gated.redirects.map(\.urlText) == ["/accounts"])
    #expect(gated.route.pattern == "/login")
  }

  @Test("a presenter wants to close its screen: it dismisses a modal, and goes back from a push")
  func closing() async throws {
    let bank = try await Bank()
    for path in ["/", "/news", "/help"] { try await bank.wireframe.route(to: path) }
    let router: any Router = bank.wireframe
    try await router.dismiss()
    #expect(bank.shown == ["Home", "News"])
    try await router.back()
    #expect(bank.shown == ["Home"])
    await #expect(throws: RoutingError.self) { try await router.back() }
  }

  @Test("payload and option are kept over a gate")
  func wholeRequests() async throws {
    let bank = try await Bank()
    var payloads: [Int?] = []
    try bank.wireframe.register("/note", option: .push, tags: [.requiresLogin]) { route in
      payloads.append(route.payload["number", as: Int.self])
      return Screen("Note")
    }
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/note", payload: ["number": 42], option: .modal(.sheet))
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(payloads == [42])
    #expect(bank.navigation.state.layers.last?.style == .sheet)
  }

  @Test("a key for once closes again when the screen behind the gate has been shown")
  func once() async throws {
    let bank = try await Bank()
    bank.isLoggedIn = true
    try bank.register("/code", "Code", option: .modal)
    try bank.register("/pay/:id<int>", "Pay", tags: ["pays"])
    bank.wireframe.addGate(for: "pays", at: "/code", keeps: .once) { true }
    try await bank.wireframe.route(to: "/")
    for number in 1...2 {
      try await bank.wireframe.route(to: "/pay/\(number)")
      #expect(bank.shown.last == "Code")
      try await bank.wireframe.resume(after: "pays")
      #expect(bank.shown.last == "Pay \(number)")
    }
    #expect(bank.shown == ["Home", "Pay 1", "Pay 2"])
    #expect(try await bank.wireframe.reevaluate().refused.isEmpty, "what it let in may stay")
  }

  @Test(
    "of a gate's screen that is behind another gate, that one keeps the request that was wanted")
  func gateBehindGate() async throws {
    let bank = try await Bank()
    try bank.register("/code", "Code", option: .modal, tags: ["device"])
    try bank.register("/trust", "Trust", option: .modal)
    try bank.register("/pay", "Pay", option: .push, tags: ["pays"])
    let (device, pays) = (Barrier(), Barrier())
    bank.wireframe.addGate(for: "device", at: "/trust") { device.isOpen }
    bank.wireframe.addGate(for: "pays", at: "/code") { pays.isOpen }
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/pay")
    #expect(bank.shown == ["Home", "Trust"])
    device.open()
    pays.open()
    try await bank.wireframe.resume(after: "device")
    #expect(bank.shown == ["Home", "Pay"])
  }

  @Test("a gate whose screen is redirected elsewhere keeps nothing, but one behind that does")
  func redirectedGate() async throws {
    let bank = try await Bank()
    try bank.register("/code", "Code", option: .modal)
    try bank.register("/pay", "Pay", option: .push, tags: ["pays"])
    try bank.register("/setup", "Set up", option: .modal)
    let pays = Barrier()
    bank.wireframe.addGate(for: "pays", at: "/code") { pays.isOpen }
    let isSetUp = Barrier()
    bank.wireframe.observe { route in
      route.pattern == "/code"
        ? .redirect(to: isSetUp.isOpen ? "/accounts" : "/setup") : .proceed
    }
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/pay")
    #expect(bank.shown == ["Home", "Set up"])
    #expect(bank.wireframe.keptRequestCount == 0)
    try await bank.wireframe.back()
    // The login keeps what was wanted first.
    isSetUp.open()
    try await bank.wireframe.route(to: "/pay")
    #expect(bank.shown == ["Home", "Log in"])
    pays.open()
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Pay"])
  }

  @Test("two keys for once in a row ask once each")
  func onceTwice() async throws {
    let bank = try await Bank()
    for name in ["one", "two"] {
      try bank.register(RoutePattern("/\(name)"), name, option: .modal)
      bank.wireframe.addGate(for: RouteTag(rawValue: name), at: "/\(name)", keeps: .once) { true }
    }
    try bank.register("/vault", "Vault", tags: ["one", "two"])
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/vault")
    #expect(bank.shown == ["Home", "one"])
    try await bank.wireframe.resume(after: "one")
    #expect(bank.shown == ["Home", "two"])
    try await bank.wireframe.resume(after: "two")
    #expect(bank.shown == ["Home", "Vault"])
  }

  @Test("what fails behind an open gate fails for who resumes, and the gate's screen leaves")
  func failures() async throws {
    let bank = try await Bank()
    try bank.wireframe.register("/bad", option: .push, tags: [.requiresLogin]) { _ in
      throw Broken()
    }
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/bad")
    bank.isLoggedIn = true
    let error = try await failure { try await bank.wireframe.resume(after: .requiresLogin) }
    #expect(error.code == .providerFailed)
    #expect(bank.shown == ["Home"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("what fails behind an open gate is told as its own failure, though home has come by then")
  func failureBeforeHome() async throws {
    let (bank, recorder) = (try await Bank(root: .stack, home: "/"), Recorder())
    try bank.wireframe.register("/bad", option: .push, tags: [.requiresLogin]) { _ in
      throw Broken()
    }
    try await bank.wireframe.route(to: "/bad")
    bank.wireframe.add(observer: recorder)
    bank.isLoggedIn = true
    await #expect(throws: RoutingError.self) {
      try await bank.wireframe.resume(after: .requiresLogin)
    }
    #expect(bank.shown == ["Home"])
    #expect(recorder.events.last == "didFail /bad providerFailed")
  }

  @Test("of a list and a request above it that both fail, each is told with its own route")
  func bothFail() async throws {
    let (bank, recorder, isBroken) = (try await Bank(), Recorder(), OpenState())
    for pattern in ["/first", "/second"] as [RoutePattern] {
      try bank.wireframe.register(pattern, option: .push, tags: [.requiresLogin]) { _ in
        if isBroken.isSet { throw Broken() }
        return Screen("Made")
      }
    }
    bank.isLoggedIn = true
    for path in ["/", "/first"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    try await bank.wireframe.route(to: "/second")
    bank.wireframe.add(observer: recorder)
    (bank.isLoggedIn, isBroken.isSet) = (true, true)
    let error = try await failure { try await bank.wireframe.resume(after: .requiresLogin) }
    #expect(error.pattern == "/first")
    let failures = recorder.events.filter { $0.hasPrefix("didFail") }
    #expect(failures == ["didFail /second providerFailed", "didFail /first providerFailed"])
  }

  @Test("a gate whose closure throws lets nothing pass")
  func throwingGates() async throws {
    let bank = try await Bank()
    bank.wireframe.addGate(for: "odd", at: "/pin") { throw Broken() }
    try bank.register("/odd", "Odd", tags: ["odd"])
    try await bank.wireframe.route(to: "/")
    let error = try await failure { try await bank.wireframe.route(to: "/odd") }
    #expect(error.code == .observerFailed)
    #expect(bank.shown == ["Home"])
  }

  @Test("a tag without a gate is an error that says what to do")
  func unknownGates() async throws {
    let bank = try await Bank()
    let error = try await failure { try await bank.wireframe.resume(after: "nobody") }
    #expect(error.code == .noGate)
    let advice = "Add it by 'addGate(for:at:)' or 'add(lock:)'."
    #expect(error.description == "There is no gate for 'nobody'. \(advice)")
    let lock = Gate(at: "/locked", covers: true) { true }
    let tooEarly = try await failure { try await bank.wireframe.resume(after: lock) }
    #expect(tooEarly.description == "There is no gate for '/locked'. \(advice)")
  }

  @Test("a gate that was removed is asked no more, and what it kept is forgotten")
  func removal() async throws {
    let bank = try await Bank()
    try bank.register("/odd", "Odd", tags: ["odd"])
    let gate = bank.wireframe.addGate(for: "odd", at: "/pin") { false }
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/odd")
    #expect(bank.wireframe.keptRequestCount == 1)
    gate.remove()
    #expect(bank.wireframe.keptRequestCount == 0)
    try await bank.wireframe.back()
    try await bank.wireframe.route(to: "/odd")
    #expect(bank.shown == ["Home", "Odd"])
  }

  @Test("a gate of a module is in front of the module's routes, at the module's path")
  func modules() async throws {
    let bank = try await Bank()
    let loans = Wireframe<Screen>(defaultOption: .push)
    try loans.register("/terms", option: .modal) { _ in Screen("Terms") }
    try loans.register("/list", tags: ["accepted"]) { _ in Screen("Loans") }
    loans.addGate(for: "accepted", at: "/terms") { [unowned bank] in bank.openGates.contains("gate")
    }
    try bank.wireframe.mount(loans, at: "/loans")
    try await bank.wireframe.route(to: "/")
    try await loans.route(to: "/list")
    #expect(bank.shown == ["Home", "Terms"])
    bank.openGates.insert("gate")
    try await loans.resume(after: "accepted")
    #expect(bank.shown == ["Home", "Loans"])
  }

  @Test("gates of one tag in two modules: a module's presenter passes its own module's")
  func sameTag() async throws {
    let bank = try await Bank()
    var modules: [Wireframe<Screen>] = []
    for name in ["one", "two"] {
      let module = Wireframe<Screen>(defaultOption: .push)
      try module.register("/code", option: .modal) { _ in Screen("Code \(name)") }
      try module.register("/list", option: .modal, tags: ["coded"]) { _ in Screen("List \(name)") }
      module.addGate(for: "coded", at: "/code") { [unowned bank] in bank.openGates.contains(name) }
      try bank.wireframe.mount(module, at: RoutePattern("/\(name)"))
      modules.append(module)
    }
    try await bank.wireframe.route(to: "/")
    for module in modules { try await module.route(to: "/list") }
    #expect(bank.shown == ["Home", "Code one", "Code two"])
    bank.openGates = ["two"]
    try await modules[1].resume(after: "coded")
    #expect(bank.shown == ["Home", "Code one", "List two"])
    #expect(bank.wireframe.keptRequestCount == 1)
    // The app has a gate of that tag, too, which keeps nothing.
    bank.wireframe.addGate(for: "coded", at: "/pin") { true }
    bank.openGates = ["one", "two"]
    try await bank.wireframe.resume(after: "coded")
    #expect(bank.shown == ["Home", "List one"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("a wireframe with a gate goes with its last reference, though its host stays")
  func released() async throws {
    let tree = NavigationTree<Screen>(tabs: ["Home"])
    weak var gone: Wireframe<Screen>?
    do {
      let wireframe = Wireframe<Screen>()
      gone = wireframe
      wireframe.addStandardPresenters(on: tree)
      wireframe.addGate(for: "x", at: "/x") { false }
      try wireframe.register("/", option: .push, place: .tab("Home")) { _ in Screen("Home") }
      try await wireframe.route(to: "/")
    }
    #expect(gone == nil)
  }

  @Test("a gate's screen that was shown again after a pass leaves with the next pass")
  func shownAgain() async throws {
    let bank = try await Bank()
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/accounts")
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    try await bank.wireframe.route(to: "/login")
    let outcome = try await bank.wireframe.resume(after: .requiresLogin)
    guard case .nothingKept = outcome else { throw Broken(what: "\(outcome)") }
    #expect(bank.shown == ["Home", "Accounts"])
  }

  @Test("a gate that opened by itself leaves with the next screen behind it")
  func openedByItself() async throws {
    let bank = try await Bank()
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/accounts")
    bank.isLoggedIn = true
    try await bank.wireframe.route(to: "/accounts/7/transfer")
    #expect(bank.shown == ["Home", "PIN"])
    bank.isVaultOpen = true
    try await bank.wireframe.resume(after: .requiresPIN)
    #expect(bank.shown == ["Home", "Transfer 7"])
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("the screen of a gate that opened by itself stays under a screen that is not behind it")
  func openedBelowAnother() async throws {
    let bank = try await Bank()
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/accounts")
    bank.isLoggedIn = true
    try await bank.wireframe.route(to: "/help")
    #expect(bank.shown == ["Home", "Log in", "Help"])
    #expect(bank.wireframe.keptRequestCount == 1)
  }

  @Test(
    "of two gates in front of a route, the one of higher priority comes first",
    arguments: [(0, 1, "two"), (1, 0, "one"), (0, 0, "one")])
  func priorities(one: Int, two: Int, first: String) async throws {
    let bank = try await Bank()
    for (name, priority) in [("one", one), ("two", two)] {
      try bank.register(RoutePattern("/\(name)"), name, option: .modal)
      bank.wireframe.addGate(
        for: RouteTag(rawValue: name), at: "/\(name)", priority: priority
      ) { false }
    }
    try bank.register("/vault", "Vault", tags: ["one", "two"])
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/vault")
    #expect(bank.shown == ["Home", first])
  }

  @Test("two gates may share a screen")
  func sharedScreens() async throws {
    let bank = try await Bank()
    for name in ["one", "two"] {
      bank.wireframe.addGate(for: RouteTag(rawValue: name), at: "/pin") { [unowned bank] in
        bank.openGates.contains(name)
      }
    }
    try bank.register("/vault", "Vault", tags: ["one", "two"])
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/vault")
    bank.openGates = ["one"]
    // The second one is a double tap.
    for _ in 1...2 { try await bank.wireframe.resume(after: "one") }
    #expect(bank.shown == ["Home", "PIN"])
    #expect(bank.wireframe.keptRequestCount == 1)
    bank.openGates = ["one", "two"]
    try await bank.wireframe.resume(after: "two")
    #expect(bank.shown == ["Home", "Vault"])
  }

  @Test("a link to a new root keeps the tabs, and leave guards are asked about what it replaces")
  func rootsOfTabs() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"])
    try await bank.navigation.push(Screen("own"))
    await bank.open("/news/1")
    #expect(bank.shown == ["Home", "News", "Item 1"])
    #expect(bank.navigation.state.layers[0].kind == .tabs)
    let plain = try await Bank()
    try await plain.navigation.setRoot(Screen("own"))
    let keeping = plain.wireframe.observeLeaving { _ in .stay("draft") }
    await plain.open("/news/1")
    #expect(plain.shown == ["own"])
    keeping.remove()
    await plain.open("/news/1")
    #expect(plain.shown == ["Home", "News", "Item 1"])
  }

  @Test(
    "a new root of a tab takes the place of the tab's home, and keeps the tabs",
    arguments: [("/start", ["Start"]), ("/start/more", ["Start", "More"])])
  func rootThatIsNoHome(path: String, expected: [String]) async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"])
    try bank.register("/start", "Start", option: .root, place: .tab("Home"))
    try bank.register("/start/more", "More", place: .under("/start"))
    try await bank.wireframe.route(to: "/")
    await bank.open(path)
    #expect(bank.shown == expected)
    #expect(bank.navigation.state.layers[0].kind == .tabs)
  }

  // MARK: Sign-out

  @Test("sign-out: a new root of a tab comes back in place of the tab's home, and keeps the tabs")
  func rootComesBack() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"])
    try bank.register(
      "/start", "Start", option: .root, tags: [.requiresLogin], place: .tab("Home"))
    try bank.register("/start/more", "More", place: .under("/start"))
    bank.isLoggedIn = true
    await bank.open("/start/more")
    #expect(bank.shown == ["Start", "More"])
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Log in"])
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Start", "More"])
    #expect(bank.navigation.state.layers.map(\.kind) == [.tabs])
  }

  @Test("sign-out in a tab: if the gate is left, the tab that was shown before returns")
  func tabBefore() async throws {
    let bank = try await Bank(tabs: ["Home", "News", "Accounts"])
    try bank.register("/news/today", "Today", place: .tab("News"))
    bank.isLoggedIn = true
    for url in ["/", "/news/today", "/accounts"] { try await bank.wireframe.route(to: url) }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Log in"])
    try bank.navigation.performAsUser(.dismiss(1))
    await bank.wireframe.settled()
    #expect(bank.shown == ["Today"])
    #expect(bank.navigation.state.layers[0].selected == 1)
  }

  @Test("sign-out above a modal that stays: what has left comes back above it, also in tabs")
  func aboveModalInTabs() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"])
    bank.isLoggedIn = true
    for url in ["/", "/help", "/accounts/3"] { try await bank.wireframe.route(to: url) }
    #expect(bank.shown == ["Home", "Help", "Account 3"])
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Help", "Account 3"])
    try await bank.navigation.dismiss()
    #expect(bank.shown == ["Home"])
  }

  @Test("sign-out above a modal that stays: a list comes back above it, not into a tab")
  func listAboveModalInTabs() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"])
    bank.isLoggedIn = true
    for url in ["/", "/help", "/accounts/7", "/accounts/8"] {
      try await bank.wireframe.route(to: url)
    }
    let before = bank.navigation.state
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Help", "Log in"])
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Help", "Account 7", "Account 8"])
    #expect(bank.navigation.state.layers.map(\.id) == before.layers.map(\.id))
  }

  @Test("What had replaced a screen comes back above what is below it", arguments: [false, true])
  func replacedTop(hasAccount: Bool) async throws {
    let bank = try await Bank()
    try bank.register("/receipt", "Receipt", option: .replaceTop, tags: [.requiresLogin])
    bank.isLoggedIn = true
    for path in ["/", "/accounts"] + (hasAccount ? ["/accounts/3"] : []) + ["/receipt"] {
      try await bank.wireframe.route(to: path)
    }
    let before = bank.shown
    #expect(before == (hasAccount ? ["Home", "Accounts", "Receipt"] : ["Home", "Receipt"]))
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Log in"])
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == before)
  }

  @Test("What a gate for once keeps goes back to its screen, as its route says")
  func backThroughGate() async throws {
    let bank = try await Bank(root: .stack, keyOfPIN: .once)
    try bank.register(
      "/vault", "Vault", tags: [.requiresPIN], place: .init(ifPresented: .bringToFront))
    bank.isVaultOpen = true
    for url in ["/", "/vault", "/news", "/vault"] {
      try await bank.wireframe.route(to: url)
      if url == "/vault" { try await bank.wireframe.resume(after: .requiresPIN) }
    }
    #expect(bank.shown == ["Home", "Vault"])
  }

  @Test(
    "sign-out: what is refused leaves, one gate is shown, and passing it restores the screens",
    arguments: [
      (["/", "/accounts", "/accounts/3"], ["Home", "Log in"]),
      (["/", "/news", "/accounts", "/help"], ["Home", "News", "Log in"]),
      (["/", "/accounts", "/help", "/accounts/3"], ["Home", "Log in"]),
      (["/", "/news"], ["Home", "News"]),
    ])
  func signOut(urls: [String], shown: [String]) async throws {
    let bank = try await Bank()
    bank.isLoggedIn = true
    for url in urls { try await bank.wireframe.route(to: url) }
    let before = bank.shown
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == shown)
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == before)
  }

  @Test("sign-out on Home / B, both guarded, `/login` a modal: Home and B are back afterwards")
  func guardedRoot() async throws {
    let bank = try await Bank()
    bank.isLoggedIn = true
    try bank.register("/start", "Start", option: .root, tags: [.requiresLogin])
    try await bank.wireframe.route(to: "/start")
    try await bank.wireframe.route(to: "/accounts")
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Log in"])
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Start", "Accounts"])
  }

  @Test(
    "a tab whose first screen is refused is empty under the gate; if that is left, a filled tab shows"
  )
  func emptyTabs() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"])
    bank.isLoggedIn = true
    for path in ["/", "/accounts", "/accounts/3"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Log in"])
    #expect(bank.navigation.state.layers[0].selected == 1)
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Accounts", "Account 3"])
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    try await bank.wireframe.back()
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home"])
  }
}
