import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeInsight
import WireframeTesting

/// What a bank's app and an attack found, by the numbers of the list.
@MainActor
@Suite(.hangsNever)
struct BankFaultTests {
  nonisolated private static let tabs = Bank.Root.tabs(["Home", "Accounts", "More"])

  // MARK: J7

  @Test(
    "J7 The user changes the tab while a screen loads: it lands where it was asked for",
    arguments: [false, true], [false, true])
  func tabChanged(isLink: Bool, isOtherEmpty: Bool) async throws {
    let bank = try await makeBank(Self.tabs)
    let barrier = Barrier()
    if !isOtherEmpty {
      try await bank.navigation.selectTab("More")
      try await bank.wireframe.route(to: "/news")
      try await bank.navigation.selectTab("Home")
    }
    try bank.register("/slow", "Slow", behind: barrier, place: .init(under: isLink ? "/" : nil))
    let slow = Task {
      isLink
        ? await bank.wireframe.open("bank://slow", origin: .customScheme).result
        : try await bank.wireframe.route(to: "/slow")
    }
    await barrier.waitForArrivals()
    try bank.navigation.performAsUser(.selectTab(2))
    barrier.open()
    let result = try #require(try await slow.value)
    #expect(result.isHidden)
    #expect(bank.navigation.state.layers[0].selected == 2)
    #expect(
      bank.navigation.state.layers[0].stacks[0].entries.map { "\($0.controller)" } == [
        "Home", "Slow",
      ])
  }

  @Test(
    "J7 The user changes the tab twice while a screen loads: it lands where it was asked for",
    arguments: [3, 0])
  func tabChangedTwice(last: Int) async throws {
    let bank = try await makeBank(.tabs(["Home", "Accounts", "More", "Other"]))
    let barrier = Barrier()
    try bank.register("/slow", "Slow", behind: barrier)
    let slow = Task { try await bank.wireframe.route(to: "/slow") }
    await barrier.waitForArrivals()
    for tab in [2, last] { try bank.navigation.performAsUser(.selectTab(tab)) }
    barrier.open()
    #expect(try await slow.value.isHidden == (last != 0))
    let layer = bank.navigation.state.layers[0]
    let titles = layer.stacks.map { $0.entries.map { "\($0.controller)" } }
    #expect(titles == [["Home", "Slow"], [], [], []])
    #expect(layer.selected == last)
  }

  @Test("J7 The user only goes back while a screen loads: it lands in the tab that the app selects")
  func tabSelectedByCode() async throws {
    let (bank, barrier) = (try await makeBank(Self.tabs), Barrier())
    try await bank.wireframe.route(to: "/news")
    try bank.register("/slow", "Slow", behind: barrier)
    let slow = Task { try await bank.wireframe.route(to: "/slow") }
    await barrier.waitForArrivals()
    try bank.navigation.performAsUser(.pop(to: bank.navigation.state.shown[0].id))
    try await bank.navigation.selectTab("More")
    barrier.open()
    #expect(try await !slow.value.isHidden)
    #expect(bank.seen == "Slow")
  }

  @Test("J7 A screen that is on no host is not hidden, whatever the user has chosen meanwhile")
  func elsewhere() async throws {
    let bank = try await makeBank(.tabs(["Home", "Else"]))
    let barrier = Barrier()
    bank.wireframe.add(presenter: ElsewherePresenter())
    try bank.register("/slow", "Slow", behind: barrier, option: Elsewhere())
    let slow = Task { try await bank.wireframe.route(to: "/slow") }
    await barrier.waitForArrivals()
    try bank.navigation.performAsUser(.selectTab(1))
    var changeCount = 0
    bank.navigation.onChange { _ in changeCount += 1 }
    barrier.open()
    #expect(try await slow.value.isHidden == false)
    #expect(changeCount == 0)
  }

  @Test("J7 The stack in which a screen was wanted has left: the routing is cancelled")
  func stackLeft() async throws {
    let bank = try await makeBank()
    let barrier = Barrier()
    try bank.register("/slow", "Slow", behind: barrier)
    try await bank.wireframe.route(to: "/help")
    let slow = Task { try await bank.wireframe.route(to: "/slow") }
    await barrier.waitForArrivals()
    try bank.navigation.performAsUser(.dismiss(1))
    barrier.open()
    let error = try await failure { try await slow.value }
    #expect(error.code == .cancelled)
    #expect(
      error.description
        == "The routing was cancelled: the stack in which its screen was wanted has left.")
    #expect(bank.shown == ["Home"])
  }

  @Test("J7 The stack in which a modal was wanted has left: the modal comes, since it needs none")
  func stackOfModalLeft() async throws {
    let bank = try await makeBank()
    let barrier = Barrier()
    try bank.register("/slow", "Slow", behind: barrier, option: .modal)
    try await bank.wireframe.route(to: "/help")
    let slow = Task { try await bank.wireframe.route(to: "/slow") }
    await barrier.waitForArrivals()
    try bank.navigation.performAsUser(.dismiss(1))
    barrier.open()
    #expect(try await slow.value.outcome == .presented)
    #expect(bank.shown == ["Home", "Slow"])
  }

  @Test(
    "J7 The modal that a screen was to replace has left: it replaces no other screen",
    arguments: [true, false])
  func replacedModalLeft(wasThere: Bool) async throws {
    let bank = try await makeBank()
    let barrier = Barrier()
    try bank.register("/slow", "Slow", behind: barrier, option: .replaceTop)
    if wasThere { try await bank.navigation.present(Screen("Note")) }
    let slow = Task { try await bank.wireframe.route(to: "/slow").outcome }
    await barrier.waitForArrivals()
    if !wasThere { try await bank.navigation.present(Screen("Note")) }
    try bank.navigation.performAsUser(.dismiss(1))
    barrier.open()
    if wasThere {
      #expect(try await failure { try await slow.value }.code == .cancelled)
    } else {
      #expect(try await slow.value == .presented)
    }
    #expect(bank.shown == [wasThere ? "Home" : "Slow"])
  }

  @Test(
    "J7 A stack that came while a screen loads has left: the routing is cancelled only if its own has",
    arguments: [1, 2])
  func laterStackLeft(count: Int) async throws {
    let bank = try await makeBank()
    let barrier = Barrier()
    try bank.register("/slow", "Slow", behind: barrier)
    try await bank.wireframe.route(to: "/help")
    let slow = Task { try await bank.wireframe.route(to: "/slow").outcome }
    await barrier.waitForArrivals()
    try await bank.navigation.present(Screen("New"), option: .modal(.sheet, hasStack: true))
    try bank.navigation.performAsUser(.dismiss(count))
    barrier.open()
    if count == 1 {
      #expect(try await slow.value == .presented)
      #expect(bank.shown == ["Home", "Help", "Slow"])
    } else {
      #expect(try await failure { try await slow.value }.code == .cancelled)
      #expect(bank.shown == ["Home"])
    }
  }

  // MARK: J8

  @Test(
    "J8 What a sign-out took out of a tab comes back into that tab, not into that of its parents",
    arguments: [["/accounts/3"], ["/accounts/3", "/accounts/4"]])
  func takenOutOfTab(paths: [String]) async throws {
    let bank = try await makeBank(.tabs(["Home", "Accounts", "More"]))
    bank.user = "ada"
    for path in paths { try await bank.wireframe.route(to: path) }
    let shown = bank.shown
    bank.user = nil
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Log in"])
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == shown)
    // What the app asks for again comes where the user is.
    let request = try #require(bank.navigation.state.shown[1].route?.request)
    try await bank.navigation.selectTab("More")
    try await bank.wireframe.perform(request)
    #expect(bank.navigation.state.layers[0].selectedStack.name == "More")
  }

  @Test("J8 What a second gate keeps of a tab's screens comes back into that tab, too")
  func secondGateInTab() async throws {
    let bank = try await makeBank(.tabs(["Home", "Accounts", "More"]))
    try bank.register("/code", "Code")
    try bank.register("/vault", "Vault", tags: [.requiresLogin, "code"])
    bank.wireframe.addGate(for: "code", at: "/code") { bank.openGates.contains("code") }
    (bank.user, bank.openGates) = ("ada", ["code"])
    for path in ["/accounts", "/vault"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Accounts", "Vault"])
    (bank.user, bank.openGates) = (nil, [])
    try await bank.wireframe.reevaluate()
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Accounts", "Code"])
    try bank.navigation.performAsUser(.selectTab(0))
    bank.openGates = ["code"]
    try await bank.wireframe.resume(after: "code")
    #expect(bank.shown == ["Accounts", "Vault"])
  }

  @Test("J8 A link comes above what a sign-out took away", arguments: [true, false])
  func linkAboveList(isSameUser: Bool) async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts")
    bank.user = nil
    try await bank.wireframe.reevaluate()
    try await bank.wireframe.route(to: "/accounts/7")
    try await bank.wireframe.route(to: "/accounts/8")
    #expect(bank.wireframe.keptRequestCount == 1)
    bank.user = isSameUser ? "ada" : "bob"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(
      bank.shown == (isSameUser ? ["Home", "Accounts", "Account 8"] : ["Home", "Account 8"]))
  }

  @Test("J8 A link comes above restored screens")
  func linkAboveRestored() async throws {
    let first = try await makeBank()
    first.user = "ada"
    try await first.wireframe.route(to: "/accounts")
    let state = try first.wireframe.savedState()
    let bank = try await Bank(root: .stack, home: "/", hasOwners: true)
    try await bank.wireframe.restore(state, trusting: true)
    try await bank.wireframe.route(to: "/accounts/7")
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts", "Account 7"])
  }

  // MARK: J9

  @Test("J9 Passing a gate in one window passes it in all; each shows what it kept")
  func windows() async throws {
    let session = OpenState()
    let login = Gate(at: "/login") { session.isSet }
    var windows: [(Wireframe<Screen>, NavigationTree<Screen>)] = []
    for _ in 0..<2 {
      let wireframe = Wireframe<Screen>(home: "/")
      let tree = NavigationTree<Screen>()
      try wireframe.register("/", option: .root) { _ in Screen("Home") }
      try wireframe.register("/login", option: .modal) { _ in Screen("Log in") }
      try wireframe.register("/a/:id", option: .push, tags: [.requiresLogin]) {
        Screen(try $0["id"])
      }
      wireframe.addStandardPresenters(on: tree)
      wireframe.add(gate: login, for: .requiresLogin)
      windows.append((wireframe, tree))
      try await wireframe.route(to: "/")
      try await wireframe.route(to: "/a/\(windows.count)")
    }
    session.isSet = true
    try await windows[0].0.resume(after: login)
    await windows[1].0.settled()
    #expect(
      windows.map { $0.1.state.shown.map { "\($0.controller)" } } == [
        ["Home", "1"], ["Home", "2"],
      ])
  }

  // MARK: J11, J12, J13

  @Test("J11 A key for once does not open what an untrusted redirect leads to")
  func untrustedKey() async throws {
    let bank = try await makeBank(keyOfPIN: .once)
    bank.user = "ada"
    try bank.register("/gift", "Gift", tags: [.requiresPIN, "gift"])
    bank.wireframe.observe(tag: "gift") { _ in
      .redirect(toUntrusted: "bank://accounts/7/transfer")
    }
    try await bank.wireframe.route(to: "/gift", option: .push)
    #expect(bank.shown.last == "PIN")
    bank.isVaultOpen = true
    try await bank.wireframe.resume(after: .requiresPIN)
    #expect(bank.shown.last == "PIN", "the transfer asks for a PIN of its own")
    #expect(!bank.made.contains("Transfer 7"))
  }

  @Test("J12 An untrusted state stays untrusted, kept or not")
  func untrustedState() async throws {
    let first = try await makeBank()
    first.user = "ada"
    try first.register("/open", "Open", tags: [.requiresLogin])
    try await first.wireframe.route(to: "/open")
    let state = try first.wireframe.savedState()
    let bank = try await Bank(root: .stack, home: "/", hasOwners: true)
    try bank.register("/open", "Open", tags: [.requiresLogin])
    var trust: Set<Bool> = []
    bank.wireframe.observe { route in
      if route.pattern == "/open" { trust.insert(route.request.isTrusted) }
      return .proceed
    }
    try await bank.wireframe.restore(state, trusting: false)
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Open"])
    #expect(trust == [false])
  }

  @Test("J13 Exposure is asked again for each screen that a gate keeps")
  func closedMeanwhile() async throws {
    let bank = try await makeBank()
    let registration = try bank.wireframe.register(
      "/offers", option: .push, tags: [.requiresLogin], exposure: .external, place: .under("/")
    ) { _ in Screen("Offers") }
    bank.user = "ada"
    await bank.open("/offers")
    try await bank.wireframe.route(to: "/accounts")
    bank.user = nil
    try await bank.wireframe.reevaluate()
    registration.remove()
    try bank.wireframe.register("/offers", option: .push, tags: [.requiresLogin]) { _ in
      Screen("Offers")
    }
    bank.user = "ada"
    _ = try? await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home"])
  }

  // MARK: J14, J15

  @Test("J14 Closing the wireframe ends its questions, and frees what it held")
  func closed() async throws {
    weak var weakWireframe: Wireframe<Screen>?
    weak var weakTree: NavigationTree<Screen>?
    let task: Task<Int?, any Error>
    do {
      let bank = try await makeBank()
      try bank.register("/pick", "Pick", option: .modal)
      weakWireframe = bank.wireframe
      weakTree = bank.navigation
      task = Task { [wireframe = bank.wireframe] in
        try await wireframe.answer(to: "/pick", as: Int.self)
      }
      #expect(await eventually { bank.shown.last == "Pick" })
      bank.wireframe.close()
      let error = try await failure { try await bank.wireframe.route(to: "/help") }
      #expect(error.code == .cancelled)
      #expect(error.description == "The wireframe is closed. Make another one for another window.")
    }
    #expect(try await task.value == nil)
    #expect(await eventually { weakWireframe == nil && weakTree == nil })
  }

  @Test("J14 Closing a module's wireframe ends nothing of the window")
  func closedModule() async throws {
    let bank = try await makeBank()
    try bank.register("/pick", "Pick", option: .modal)
    let module = Wireframe<Screen>()
    try bank.wireframe.mount(module, at: "/m")
    let task = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { bank.shown.last == "Pick" })
    module.close()
    try await bank.wireframe.route(to: "/help")
    #expect(bank.shown == ["Home", "Pick", "Help"])
    bank.wireframe.close()
    #expect(try await task.value == nil)
  }

  @Test("J14 Closing the wireframe forgets the parked request")
  func closedWhileParked() async throws {
    let bank = try await makeBank()
    bank.wireframe.observe {
      $0.pattern == "/news" ? .redirect(to: "/help", resuming: .newest) : .proceed
    }
    try await bank.wireframe.route(to: "/news")
    #expect(bank.wireframe.parked?.urlText == "/news")
    bank.wireframe.close()
    #expect(bank.wireframe.parked == nil)
  }

  @Test("J14 Closing a module's wireframe forgets nothing that its gates keep")
  func closedModuleWithGate() async throws {
    let (bank, module) = (try await makeBank(), Wireframe<Screen>())
    try module.register("/code", option: .modal) { _ in Screen("Code") }
    try module.register("/list", option: .push, tags: ["mine"]) { _ in Screen("List") }
    module.addGate(for: "mine", at: "/code") { [unowned bank] in bank.isVaultOpen }
    try bank.wireframe.mount(module, at: "/m")
    try await module.route(to: "/list")
    module.close()
    #expect(bank.wireframe.keptRequestCount == 1)
    bank.isVaultOpen = true
    try await module.resume(after: "mine")
    #expect(bank.shown == ["Home", "List"])
  }

  @Test("J15 A request whose question has ended waits for nobody", arguments: [false, true])
  func endedQuestion(isRedirected: Bool) async throws {
    let bank = try await makeBank()
    var route: Route?
    try bank.wireframe.register("/pick", option: .modal) { made in
      route = made
      return Screen("Pick")
    }
    let task = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { bank.shown.last == "Pick" })
    try await bank.wireframe.back()
    #expect(try await task.value == nil)
    let request = try #require(route).request
    try bank.wireframe.handle("/again") { _ in }
    bank.wireframe.observe { $0.pattern == "/again" ? .redirect(to: request) : .proceed }
    try await bank.wireframe.route(isRedirected ? RoutingRequest("/again") : request)
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home", "Pick"])
  }

  // MARK: J16, J17, J18

  struct Offer: TypedRoute {
    static let pattern: RoutePattern = "/offer/:id<int>"
    var id: Int
  }

  @Test(
    "J16 A module finds a typed route of a module of its own, mounted itself or not",
    arguments: [false, true])
  func typeOfInnerModule(isMounted: Bool) async throws {
    let bank = try await makeBank()
    let (loans, offers) = (Wireframe<Screen>(defaultOption: .push), Wireframe<Screen>())
    try offers.register(Offer.self, option: .push) { Screen("Offer \($0.id)") }
    try loans.mount(offers, at: "/offers")
    if isMounted { try bank.wireframe.mount(loans, at: "/loans") }
    #expect(try loans.urlText(of: Offer(id: 1)) == (isMounted ? "/loans" : "") + "/offers/offer/1")
    for (number, asker) in [loans, offers].enumerated() {
      let offer = try await asker.controller(for: RoutingRequest(Offer(id: number)))
      #expect(offer.description == "Offer \(number)")
    }
  }

  @Test("J16 A typed route of a mounted module is found from everywhere")
  func mountedType() async throws {
    let bank = try await makeBank()
    let loans = Wireframe<Screen>(defaultOption: .push)
    try loans.register(Offer.self, option: .push) { Screen("Offer \($0.id)") }
    let cards = Wireframe<Screen>(defaultOption: .push)
    try bank.wireframe.mount(loans, at: "/loans")
    try bank.wireframe.mount(cards, at: "/cards")
    try await cards.route(to: Offer(id: 1))
    try await bank.wireframe.route(to: Offer(id: 2))
    try await loans.route(to: Offer(id: 3))
    #expect(bank.shown == ["Home", "Offer 1", "Offer 2", "Offer 3"])
    let text = try cards.urlText(of: Offer(id: 4), source: "bank:")
    #expect(text == "bank:///loans/offer/4")
    let others = Wireframe<Screen>(defaultOption: .push)
    try others.register(Offer.self, option: .push) { Screen("Other \($0.id)") }
    try bank.wireframe.mount(others, at: "/others")
    let error = try await failure { try await cards.route(to: Offer(id: 5)) }
    #expect(error.code == .noRoute)
    #expect(
      error.description
        == "'Offer' is registered in a module that is mounted at '/loans', '/others'. Ask the module's own router, or write the URL."
    )
    try await loans.route(to: Offer(id: 6))
    #expect(bank.shown.last == "Offer 6")
  }

  @Test(
    "J17 A parent whose type does not take the child's value is left out, and the audit names it")
  func unfitParent() async throws {
    let bank = try await makeBank()
    try bank.register("/club/:id<int>", "Club", place: .under("/"))
    try bank.register("/club/:id/news", "Club news", place: .under("/club/:id<int>"))
    await bank.open("/club/abc/news")
    #expect(bank.shown.first == "Home")
    #expect(bank.shown.count == 2)
    await bank.open("/club/7/news")
    #expect(bank.shown == ["Home", "Club 7", "Club news 7"])
    #expect(
      bank.wireframe.audit().contains { $0.code == .unfitParent && $0.pattern == "/club/:id/news" })
  }

  @Test("J17 A parent that is registered under other names is suggested")
  func otherNames() async throws {
    let bank = try await makeBank()
    try bank.register("/club/:id<int>", "Club")
    try bank.register("/club/:club<int>/news", "News", place: .under("/club/:club<int>"))
    let error = try #require(
      await bank.wireframe.open("bank://club/7/news", origin: .customScheme).error)
    #expect(error.description.contains("Did you mean '/club/:id<int>'?"))
  }

  @Test("J18 Nothing leaves by the plan of a request that fails")
  func failingPlan() async throws {
    let bank = try await makeBank()
    try bank.wireframe.register("/gone", option: .back) { _ in Screen("x") }
    try await bank.wireframe.route(to: "/news")
    let plan = await bank.wireframe.plan("/gone")
    #expect(plan.error?.code == .notOnScreen)
    #expect(plan.leaving.isEmpty)
  }

  // MARK: J19, J20

  @Test("J19 No time of day traps", arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
  func wildTime(seconds: Double) async throws {
    let bank = try await makeBank()
    bank.time = Date(timeIntervalSinceReferenceDate: seconds)
    bank.wireframe.observe(tag: "old") { _ in .redirect(to: "/help", resuming: .newest) }
    try bank.register("/old", "Old", tags: ["old"])
    try await bank.wireframe.route(to: "/old")
    _ = bank.wireframe.parked.map { "\($0)" }
    _ = try? await bank.wireframe.resume()
    try await bank.wireframe.route(to: "/accounts")
    bank.user = "ada"
    _ = try? await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown.first == "Home")
  }

  @Test("J20 Of the links that come during a restoration, the newest is opened")
  func linksDuringRestoration() async throws {
    let first = try await makeBank()
    let barrier = Barrier()
    try first.register("/slow", "Slow")
    try await first.wireframe.route(to: "/slow")
    let state = try first.wireframe.savedState()
    let bank = try await Bank(root: .stack, home: "/", hasOwners: true)
    try bank.register("/slow", "Slow", behind: barrier)
    let restoration = Task { try await bank.wireframe.restore(state, trusting: true) }
    await barrier.waitForArrivals()
    let links = (1...200).map { number in
      Task { await bank.wireframe.open("bank://news/\(number)", origin: .customScheme) }
    }
    await tasksHaveBegun()
    barrier.open()
    _ = try await restoration.value
    for link in links { _ = await link.value }
    #expect(bank.made.filter { $0.hasPrefix("Item") } == ["Item 200"])
  }

  // MARK: J21, J22

  @Test("J21 A screen that code has shown leaves with what is below it, or the report names it")
  func shownByHand() async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts")
    try await bank.navigation.present(Screen("By hand"))
    bank.user = nil
    var report = try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Log in"])
    #expect(report.refused.map(\.urlText) == ["/accounts"])
    #expect(report.unrouted.isEmpty)
    try await bank.navigation.setRoot(Screen("By hand"))
    report = try await bank.wireframe.reevaluate()
    #expect(report.unrouted == ["Screen"])
    #expect("\(report)" == "0 refused, 1 without route")
  }

  @Test("J22 A gate's screen leaves with the last thing that it kept, unless it was asked for")
  func idleGate() async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    await bank.open("/accounts/7/transfer")
    #expect(bank.shown == ["Home", "PIN"])
    bank.user = nil
    try await bank.wireframe.reevaluate(keeping: .nothing)
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home"])
    try await bank.wireframe.route(to: "/pin")
    bank.wireframe.discardParked()
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home", "PIN"])
  }
}

/// What a test changes and a gate asks.
@MainActor
final class OpenState {
  var isSet = false
}

private struct Elsewhere: RoutingOption {}

private struct ElsewherePresenter: ControllerRoutingPresenter {
  func present(_ controller: Screen, option: Elsewhere, event: RoutingEvent) {}
}
