import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeInsight
import WireframeTesting

/// No blank window, no empty tab: what a bank's app and an attack found, by the numbers of the list.
@MainActor
@Suite(.hangsNever)
struct HomeTests {
  nonisolated private static let tabs = Bank.Root.tabs(["Home", "Accounts", "More"])

  // MARK: J3

  @Test("J3 A modal never fills an empty window: home comes below it")
  func coldModal() async throws {
    let bank = try await Bank(root: .stack, home: "/", hasOwners: true)
    await bank.open("/help")
    #expect(bank.shown == ["Home", "Help"])
    try await bank.wireframe.back()
    #expect(bank.shown == ["Home"])
    _ = try JSONDecoder().decode(
      SavedState.self, from: JSONEncoder().encode(bank.wireframe.savedState()))
  }

  @Test("A screen that a leave guard keeps from what the login has kept is not replaced by home")
  func keptByLeaveGuard() async throws {
    let bank = try await Bank(root: .stack, home: "/", homeTags: [.requiresLogin])
    for path in ["/", "/help"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Log in", "Help"])
    var questions = 0
    bank.wireframe.observeLeaving { leaving in
      guard leaving.from?.pattern == "/help" else { return .leave }
      questions += 1
      return .stay("unsaved changes")
    }
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Log in", "Help"])
    #expect(questions == 1)
  }

  @Test("A login that a leave guard keeps is asked about again before home comes in its place")
  func keptLogin() async throws {
    let bank = try await Bank(root: .stack, home: "/", homeTags: [.requiresLogin])
    try await bank.wireframe.route(to: "/")
    #expect(bank.shown == ["Log in"])
    var questions = 0
    bank.wireframe.observeLeaving { _ in
      questions += 1
      return questions == 1 ? .stay("one moment") : .leave
    }
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(questions == 2)
    #expect(bank.shown == ["Home"])
  }

  @Test("Home asks whether screens leave also if a lock has closed before it could come")
  func keptByLeaveGuardBelowLock() async throws {
    let bank = try await Bank(root: .stack, home: "/", homeTags: [.requiresLogin])
    try await bank.addLock()
    for path in ["/", "/help"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Log in", "Help"])
    var asked = 0
    bank.wireframe.observeLeaving { [unowned bank] leaving in
      guard leaving.from?.pattern == "/help" else { return .leave }
      asked += 1
      if asked == 1 { bank.cover() }
      return .stay("unsaved changes")
    }
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.seen == "Locked")
    try await bank.unlock()
    #expect(bank.shown == ["Log in", "Help"])
    #expect(asked == 2)
  }

  @Test("J3 A cold link to a modal behind a gate has home below it")
  func coldModalBehindGate() async throws {
    let bank = try await Bank(root: .stack, home: "/", hasOwners: true)
    try bank.register("/inbox", "Inbox", option: .modal, tags: [.requiresLogin])
    await bank.open("/inbox")
    #expect(bank.shown == ["Log in"])
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Inbox"])
  }

  @Test("Home is made once if a lock covers before it comes below what a login has kept")
  func coveredBeforeHomeComes() async throws {
    let bank = try await Bank(root: .stack, home: "/", hasOwners: true)
    try await bank.addLock()
    try bank.register("/inbox", "Inbox", option: .modal, tags: [.requiresLogin])
    await bank.open("/inbox")
    #expect(bank.shown == ["Log in"])
    let covering = bank.wireframe.observe { [unowned bank] route in
      if route.pattern == "/inbox" { bank.cover() }
      return .proceed
    }
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.seen == "Locked")
    covering.remove()
    let changes = Changes(of: bank)
    try await bank.unlock()
    #expect(bank.shown == ["Home", "Inbox"])
    #expect(bank.made.count { $0 == "Home" } == 1)
    #expect(changes.count == 1)
  }

  @Test(
    "If a lock covers while home comes in place of a gate's screen, that stays until the lock opens",
    arguments: [Bank.Root.tabs(["Home", "Accounts"]), .stack])
  func coveredWhileHomeReplacesGate(root: Bank.Root) async throws {
    let bank = try await Bank(root: root, home: "/", homeTags: [.requiresLogin])
    try await bank.addLock()
    try await bank.wireframe.route(to: "/")
    #expect(bank.shown == ["Log in"])
    bank.time += 1e9
    let covering = bank.wireframe.observe(tag: .requiresLogin) { [unowned bank] _ in
      bank.cover()
      return .proceed
    }
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    covering.remove()
    #expect(bank.seen == "Locked")
    #expect(bank.shown == ["Log in"])
    try await bank.wireframe.route(to: "/news")
    try await bank.unlock()
    #expect(bank.shown == ["Home", "News"])
  }

  @Test("What has failed behind a login does not come again with home, if a lock keeps that")
  func homeKeptAfterFailure() async throws {
    let (bank, isBroken) = (try await Bank(root: .stack, home: "/start"), OpenState())
    try await bank.addLock()
    var starts = 0
    try bank.wireframe.register("/start", option: .root) { [unowned bank] _ in
      starts += 1
      if starts == 3 { bank.cover() }
      return Screen("Start")
    }
    try bank.wireframe.register("/desk", option: .replaceTop, tags: [.requiresLogin]) { _ in
      if isBroken.isSet { throw Broken() }
      return Screen("Desk")
    }
    bank.isLoggedIn = true
    for path in ["/start", "/desk", "/accounts"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    (bank.isLoggedIn, isBroken.isSet) = (true, true)
    let error = try await failure { try await bank.wireframe.resume(after: .requiresLogin) }
    #expect(error.urlText == "/desk")
    #expect(bank.seen == "Locked")
    try await bank.unlock()
    #expect(bank.shown == ["Start"])
  }

  @Test(
    "Screens that come back above a private home are kept with what waits above them, and do not expire",
    arguments: [false, true])
  func listAbovePrivateHome(isLate: Bool) async throws {
    let bank = try await Bank(root: .stack, home: "/", homeTags: [.requiresPIN])
    try bank.register("/desk", "Desk", option: .replaceTop, tags: [.requiresLogin])
    (bank.isLoggedIn, bank.isVaultOpen) = (true, true)
    for path in ["/", "/desk"] { try await bank.wireframe.route(to: path) }
    (bank.isLoggedIn, bank.isVaultOpen) = (false, false)
    try await bank.wireframe.reevaluate()
    try await bank.wireframe.route(to: "/accounts")
    #expect(bank.shown == ["Log in"])
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["PIN"])
    if isLate { bank.time += 1e9 }
    bank.isVaultOpen = true
    try await bank.wireframe.resume(after: .requiresPIN)
    #expect(bank.shown == ["Home", "Desk"] + (isLate ? [] : ["Accounts"]))
  }

  @Test("J3 Signed out on a private tab, a modal comes above the tab's screen, not into its place")
  func modalIntoTab() async throws {
    let bank = try await makeBank(Self.tabs)
    try bank.register("/inbox", "Inbox", option: .modal, tags: [.requiresLogin])
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts")
    bank.user = nil
    try await bank.wireframe.reevaluate()
    await bank.open("/inbox")
    #expect(bank.shown == ["Log in"])
    bank.user = "bob"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Accounts", "Inbox"])
    try await bank.wireframe.back()
    #expect(bank.shown == ["Accounts"])
  }

  @Test("J3 A link whose root parent is stopped has home below it")
  func stoppedParent() async throws {
    let bank = try await Bank(root: .stack, home: "/welcome", hasOwners: true)
    try bank.register("/welcome", "Welcome", option: .root)
    bank.wireframe.observe { $0.pattern == "/" ? .stop("closed") : .proceed }
    await bank.open("/news/1")
    #expect(bank.shown == ["Welcome", "News", "Item 1"])
  }

  @Test("A link whose lowest parent is a root of its own has no home below it, and none is made")
  func rootParent() async throws {
    let bank = try await Bank(root: .stack, home: "/welcome")
    try bank.register("/welcome", "Welcome", option: .root)
    await bank.open("/news/1")
    #expect(bank.shown == ["Home", "News", "Item 1"])
    #expect(bank.made == ["Home", "News", "Item 1"])
  }

  @Test(
    "A first screen that a new one replaces needs no home below it, whoever refuses that",
    arguments: [true, false])
  func replacedFirstScreen(isGated: Bool) async throws {
    let bank = try await Bank(root: .stack, home: "/", homeTags: isGated ? [.requiresLogin] : [])
    if !isGated { bank.wireframe.observe { $0.pattern == "/" ? .stop("closed") : .proceed } }
    try bank.register("/welcome", "Welcome")
    try await bank.wireframe.route(to: "/welcome", option: .root)
    try await bank.wireframe.route(to: "/welcome", ifPresented: .replace)
    #expect(bank.shown == ["Welcome"])
    #expect(bank.made == ["Welcome", "Welcome"])
  }

  // MARK: J4

  enum Fate: CaseIterable { case expired, handler, stopped, failed, discarded }

  @Test("J4 The login of a home behind it always leaves once it is open", arguments: Fate.allCases)
  func stuckLogin(fate: Fate) async throws {
    let bank = try await makeBank(homeTags: [.requiresLogin])
    try bank.wireframe.handle("/act", tags: [.requiresLogin]) { _ in }
    try bank.wireframe.register("/broken", tags: [.requiresLogin]) { _ -> Screen? in
      throw Broken(what: "app")
    }
    try bank.register("/stopped", "Stopped", tags: [.requiresLogin, "stopped"])
    bank.wireframe.observe(tag: "stopped") { _ in .stop("closed") }
    let path =
      switch fate {
      case .handler: "/act"
      case .stopped: "/stopped"
      case .failed: "/broken"
      case .expired, .discarded: "/accounts"
      }
    try await bank.wireframe.route(to: path)
    #expect(bank.shown == ["Log in"])
    if fate == .expired { bank.time += 1e9 }
    if fate == .discarded {
      bank.wireframe.discardParked()
      await bank.wireframe.settled()
    }
    bank.user = "ada"
    _ = try? await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home"])
  }

  @Test("J4 What a sign-out has taken away does not expire while the login is shown")
  func noExpiry() async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    try await bank.wireframe.route(to: "/accounts")
    bank.user = nil
    try await bank.wireframe.reevaluate()
    bank.time += 1e9
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts"])
  }

  @Test("J4 A first login leaves with what is above it")
  func loginWithScreenAbove() async throws {
    let bank = try await makeBank(homeTags: [.requiresLogin])
    try bank.wireframe.handle("/act", tags: [.requiresLogin]) { _ in }
    try bank.register("/forgotten", "Forgotten password")
    try await bank.wireframe.route(to: "/act")
    try await bank.wireframe.route(to: "/forgotten")
    #expect(bank.shown == ["Log in", "Forgotten password"])
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home"])
  }

  @Test("J4 A login that fills the only tab, and whose request is discarded, gives way to home")
  func discardedInTab() async throws {
    let bank = try await makeBank(Self.tabs, home: "/news", homeTags: [.requiresLogin])
    await bank.open("/accounts")
    #expect(bank.shown == ["Log in"])
    bank.wireframe.discardParked()
    await bank.wireframe.settled()
    #expect(bank.shown == ["News"])
  }

  @Test("J4 Where home is stopped, a modal fails and names home; a login is the first screen")
  func loginWithoutHome() async throws {
    let bank = try await makeBank(homeTags: ["closed"])
    // As a navigation controller that the app has put on screen without a screen.
    try bank.navigation.perform(
      NavigationOperation { $0.layers = [.init(id: NavigationEntryID(), stacks: [.init()])] },
      animated: false)
    bank.wireframe.observe(tag: "closed") { _ in .stop("closed") }
    let error = try await failure { try await bank.wireframe.route(to: "/help") }
    #expect(error.code == .stopped)
    #expect(error.pattern == "/")
    await bank.open("/accounts")
    #expect(bank.shown == ["Log in"])
  }

  @Test("Where home leads elsewhere, a modal that would come first fails, and names home")
  func redirectedHome() async throws {
    let bank = try await Bank(root: .stack, home: "/")
    bank.wireframe.observe { $0.pattern == "/" ? .redirect(to: "/news") : .proceed }
    let error = try await failure { try await bank.wireframe.route(to: "/help") }
    #expect(error.code == .nothingOnScreen)
    #expect(error.pattern == "/")
    #expect(bank.shown.isEmpty)
  }

  // MARK: J5

  @Test("J5 A screen that is stopped further down does not keep the login from being shown")
  func stoppedBelow() async throws {
    let bank = try await makeBank(Self.tabs)
    bank.user = "ada"
    try await bank.wireframe.route(to: "/news")
    try await bank.wireframe.route(to: "/accounts")
    bank.wireframe.observe { [unowned bank] in
      $0.pattern == "/news" && !bank.isLoggedIn ? .stop("closed") : .proceed
    }
    bank.user = nil
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Log in"])
    #expect(bank.wireframe.keptRequestCount == 1)
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Accounts"])
  }

  @Test("A screen over an empty tab leaves: another tab is shown")
  func emptyTabBelow() async throws {
    let bank = try await makeBank(Self.tabs)
    try bank.register("/more", "More", tags: ["more"], place: .tab("More"))
    bank.wireframe.observe(tag: "more") { _ in .redirect(to: "/help") }
    try bank.navigation.performAsUser(.selectTab(2))
    await bank.wireframe.settled()
    #expect(bank.shown == ["Help"])
    try bank.navigation.performAsUser(.dismiss(1))
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home"])
  }

  @Test("The app's own way back from a modal over an empty tab shows another tab, too")
  func emptyTabLeftByCode() async throws {
    let bank = try await makeBank(Self.tabs)
    bank.wireframe.observe(tag: .requiresLogin) { _ in .redirect(to: "/help") }
    bank.isLoggedIn = true
    try bank.navigation.performAsUser(.selectTab(1))
    await bank.wireframe.settled()
    #expect(bank.shown == ["Help"])
    try await bank.wireframe.dismiss()
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home"])
  }

  @Test("A gate over an empty tab that leaves by an operation of the app shows another tab, too")
  func gateLeftByOperation() async throws {
    let bank = try await makeBank(Self.tabs)
    try bank.navigation.performAsUser(.selectTab(1))
    await bank.wireframe.settled()
    #expect(bank.shown == ["Log in"])
    try bank.navigation.perform(
      NavigationOperation { $0.layers.removeLast() }, animated: false)
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home"])
  }

  @Test("A tab without screens that is chosen below a modal is not filled: the modal stays on top")
  func emptyTabBelowModal() async throws {
    let bank = try await makeBank(Self.tabs)
    try await bank.wireframe.route(to: "/help")
    // As on an iPad, beside a sheet that does not dim what is below.
    try bank.navigation.performAsUser(NavigationOperation { $0.layers[0].selected = 1 })
    await bank.wireframe.settled()
    #expect(bank.shown == ["Help"])
  }

  @Test("The user leaves a gate's screen that fills a tab: the tab before is shown, not the gate")
  func gateLeftInTab() async throws {
    let bank = try await Bank(root: Self.tabs, loginOption: .push, home: "/")
    try await bank.wireframe.route(to: "/")
    try bank.navigation.performAsUser(.selectTab(1))
    await bank.wireframe.settled()
    #expect(bank.shown == ["Log in"])
    try bank.navigation.performAsUser(NavigationOperation { $0.layers[0].stacks[1].entries = [] })
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home"])
  }

  @Test(
    "A tab that the user chooses at once after a gate has left stays shown, also the same one",
    arguments: [false, true])
  func tabChosenAfterGate(isDismissedByApp: Bool) async throws {
    let bank = try await makeBank(Self.tabs)
    try bank.navigation.performAsUser(.selectTab(1))
    await bank.wireframe.settled()
    #expect(bank.shown == ["Log in"])
    if isDismissedByApp {
      try await bank.wireframe.dismissAll()
    } else {
      try bank.navigation.performAsUser(.dismiss(1))
    }
    try bank.navigation.performAsUser(.selectTab(1))
    await bank.wireframe.settled()
    #expect(bank.shown == ["Log in"], "above the empty tab, not above the tab before")
    #expect(bank.navigation.state.layers[0].selected == 1)
  }

  @Test("A column that is chosen in a window without screens brings none")
  func columnOfBlankWindow() async throws {
    let bank = try await Bank(root: .columns, home: "/")
    try bank.navigation.performAsUser(.selectTab(1))
    await bank.wireframe.settled()
    #expect(bank.made == [])
  }

  @Test("The only screen of the columns leaves for another column: the window's home comes")
  func onlyScreenOfColumns() async throws {
    let bank = try await Bank(root: .columns, home: "/start")
    try bank.register("/start", "Start", option: .root)
    try await bank.navigation.selectTab("Detail")
    try await bank.navigation.push(Screen("Own"))
    try bank.navigation.performAsUser(
      NavigationOperation {
        $0.layers[0].stacks[1].entries = []
        $0.layers[0].selected = 0
      })
    await bank.wireframe.settled()
    #expect(bank.shown == ["Start"])
  }

  @Test("A host whose presenters were removed is followed no more: an empty tab stays as it is")
  func removedHost() async throws {
    let tree = NavigationTree<Screen>(tabs: ["One", "Two"])
    let (wireframe, recorder) = (Wireframe<Screen>(), Recorder())
    wireframe.add(observer: recorder)
    try wireframe.register("/two", option: .push, place: .tab("Two")) { _ in Screen("Two") }
    let registration = wireframe.addStandardPresenters(on: tree)
    registration.remove()
    try tree.performAsUser(.selectTab(1))
    await wireframe.settled()
    #expect(recorder.events == [])
  }

  // MARK: Homes that are being made

  @Test("A sign-out while a private home is being made leads to the login")
  func signOutWhileHomeLoads() async throws {
    let app = try await SlowBank(privateHome: true)
    app.slow = ["/"]
    let first = Task { try await app.wireframe.route(to: "/") }
    await app.loading()
    app.user = nil
    try await app.wireframe.reevaluate(keeping: .nothing)
    app.arrive()
    _ = try await first.value
    await app.wireframe.settled()
    #expect(app.shown == "/login")
  }

  @Test("Another user who comes while a private home is being made gets his own")
  func userWhileHomeLoads() async throws {
    let app = try await SlowBank(privateHome: true)
    app.slow = ["/"]
    let first = Task { try await app.wireframe.route(to: "/") }
    await app.loading()
    app.user = "B"
    try await app.wireframe.reevaluate()
    app.arrive()
    _ = try await first.value
    await app.wireframe.settled()
    #expect(app.shown == "/(B)")
  }

  private func changeUser(of app: SlowBank, whileTabLoads path: String) async throws {
    try await app.wireframe.route(to: "/")
    app.slow = [path]
    try app.tree.performAsUser(.selectTab(1))
    await app.loading()
    app.user = "B"
    try await app.wireframe.reevaluate()
    app.arrive()
    await app.wireframe.settled()
  }

  @Test("Another user who comes while a tab's home is being made gets his own")
  func userWhileTabLoads() async throws {
    let app = try await SlowBank(tabs: true)
    try await changeUser(of: app, whileTabLoads: "/accounts")
    #expect(app.shown == "/accounts(B)")
  }

  @Test("A third user who comes while a tab's home is made for the second gets his own")
  func usersWhileTabIsFilled() async throws {
    let app = try await SlowBank(tabs: true)
    for path in ["/", "/accounts"] { try await app.wireframe.route(to: path) }
    #expect(app.shown == "/accounts(A)")
    (app.user, app.slow) = ("B", ["/accounts"])
    let change = Task { try await app.wireframe.reevaluate() }
    await app.loading()
    app.user = "C"
    app.arrive()
    _ = try await change.value
    await app.wireframe.settled()
    #expect(app.shown == "/accounts(C)")
  }

  @Test("Another user who comes while the page is made to which a tab's home leads gets his own")
  func userWhileRedirectedTabLoads() async throws {
    let app = try await SlowBank(tabs: true)
    try app.wireframe.register("/overview", option: .push, tags: ["login"]) {
      [unowned app] route in try await app.page(route.urlText)
    }
    app.wireframe.observe { $0.pattern == "/accounts" ? .redirect(to: "/overview") : .proceed }
    try await changeUser(of: app, whileTabLoads: "/overview")
    #expect(app.shown == "/overview(B)")
  }

  @Test("Another user who comes while a cold link is redirected behind a gate has home")
  func userWhileLinkIsRedirected() async throws {
    let (bank, barrier) = (try await makeBank(homeTags: [.requiresPIN]), Barrier())
    (bank.user, bank.isVaultOpen) = ("ada", true)
    bank.wireframe.observe { $0.pattern == "/accounts" ? .redirect(to: "/news") : .proceed }
    bank.wireframe.observe { route in
      if route.pattern == "/news" { await barrier.pass() }
      return .proceed
    }
    let link = Task { try await bank.wireframe.route(to: "/accounts") }
    await barrier.waitForArrivals()
    bank.user = "bob"
    barrier.open()
    #expect(try await link.value.outcome == .stopped(reason: "It is another owner's."))
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home"])
  }

  @Test("An action does not wait for the home of a tab that the user chooses meanwhile")
  func actionWhileTabLoads() async throws {
    let (bank, home, asked) = (try await makeBank(Self.tabs), Barrier(), Barrier())
    var calls = 0
    try bank.register("/more", "More", behind: home, place: .tab("More"))
    try bank.wireframe.handle("/act") { _ in calls += 1 }
    bank.wireframe.observe {
      if $0.pattern == "/act" { await asked.pass() }
      return .proceed
    }
    let action = Task { try await bank.wireframe.route(to: "/act") }
    await asked.waitForArrivals()
    try bank.navigation.performAsUser(.selectTab(2))
    await home.waitForArrivals()
    asked.open()
    #expect(await eventually { calls == 1 })
    home.open()
    _ = try await action.value
    await bank.wireframe.settled()
    #expect(bank.shown == ["More"])
  }

  @Test("If a tab's home fails, the tab before is shown again")
  func failingTab() async throws {
    let app = try await SlowBank(tabs: true)
    try await app.wireframe.route(to: "/")
    app.broken = ["/accounts"]
    try app.tree.performAsUser(.selectTab(1))
    await app.wireframe.settled()
    #expect(app.shown == "/(A)")
    app.broken = []
    try app.tree.performAsUser(.selectTab(1))
    await app.wireframe.settled()
    #expect(app.shown == "/accounts(A)", "it is tried again")
  }

  @Test("Without a gate, too, the tab before is shown again if a tab's home fails")
  func failingTabWithoutGates() async throws {
    let tree = NavigationTree<Screen>(tabs: ["Home", "News", "More"])
    let wireframe = Wireframe<Screen>()
    wireframe.addStandardPresenters(on: tree)
    for (path, tab) in [("/", "Home"), ("/news", "News"), ("/more", "More")]
      as [(RoutePattern, String)]
    {
      try wireframe.register(path, option: .push, place: .tab(tab)) { route, _ in
        if path == "/more" { throw CocoaError(.fileReadUnknown) }
        return Screen(route.urlText)
      }
    }
    try await wireframe.route(to: "/")
    try await wireframe.route(to: "/news")
    try tree.performAsUser(.selectTab(2))
    await wireframe.settled()
    #expect(tree.state.layers[0].selectedStack.name == "News")
  }

  @Test(
    "A tab that was left without a screen is not the tab before, also if it has one by now",
    arguments: [false, true])
  func tabLeftEmpty(hadScreen: Bool) async throws {
    let (tree, wireframe) = (
      NavigationTree<Screen>(tabs: ["One", "Two", "Three"]), Wireframe<Screen>(limits: .none)
    )
    wireframe.addStandardPresenters(on: tree)
    let barrier = Barrier()
    try wireframe.register("/three", option: .push, place: .tab("Three")) { _ in
      await barrier.pass()
      throw Broken()
    }
    try await tree.push(Screen("One"))
    try tree.performAsUser(.selectTab(1))
    if hadScreen {
      try await tree.push(Screen("Two"))
      try tree.perform(NavigationOperation { $0.layers[0].stacks[1].entries = [] }, animated: false)
    }
    try tree.performAsUser(.selectTab(2))
    await barrier.waitForArrivals()
    try tree.perform(
      NavigationOperation { $0.layers[0].stacks[1].entries = [NavigationEntry(Screen("Two"))] },
      animated: false)
    barrier.open()
    await wireframe.settled()
    #expect(tree.state.layers[0].selectedStack.name == "One")
  }

  @Test("If the tab before has no screen any more, the one before that is shown")
  func tabBeforeIsEmpty() async throws {
    let names = ["One", "Two", "Three", "Four"]
    let (tree, wireframe) = (NavigationTree<Screen>(tabs: names), Wireframe<Screen>())
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/four", option: .push, place: .tab("Four")) { _ in throw Broken() }
    for name in names.dropLast() {
      try await tree.selectTab(name)
      try await tree.push(Screen(name))
    }
    try tree.performAsUser(
      NavigationOperation {
        $0.layers[0].stacks[2].entries = []
        $0.layers[0].selected = 3
      })
    await wireframe.settled()
    #expect(tree.state.layers[0].selectedStack.name == "Two")
  }

  @Test("A tab that code selects is filled with its home, also if it is shown already")
  func tabSelectedByCode() async throws {
    let app = try await SlowBank(tabs: true)
    try await app.tree.selectTab("Home")
    await app.wireframe.settled()
    #expect(app.shown == "/(A)")
    try await app.tree.selectTab("Accounts")
    await app.wireframe.settled()
    #expect(app.shown == "/accounts(A)")
  }

  @Test("A tab's home is made once, however often the user chooses the tab meanwhile")
  func impatientUser() async throws {
    let app = try await SlowBank(tabs: true)
    try await app.wireframe.route(to: "/")
    app.slow = ["/accounts"]
    for index in [1, 0, 1, 1] {
      try app.tree.performAsUser(.selectTab(index))
      await app.loading()
    }
    app.arrive()
    await app.wireframe.settled()
    #expect(app.shown == "/accounts(A)")
    #expect(app.loads.filter { $0 == "A:/accounts" }.count == 1)
  }

  @Test(
    "While a tab's home has its turn, a screen that is ready is given up, or replaced: it is not shown",
    arguments: [RoutingPolicy.firstComeFirstServed, .latestWins])
  func endsWhileTabIsFilled(policy: RoutingPolicy) async throws {
    let tree = NavigationTree<Screen>(tabs: ["Home", "More"])
    let (slow, filling) = (Barrier(), Barrier())
    let wireframe = Wireframe<Screen>(defaultOption: .push, policy: policy, limits: .none)
    wireframe.addStandardPresenters(on: tree)
    for path in ["/", "/later"] as [RoutePattern] {
      try wireframe.register(path, place: .tab("Home")) { _ in Screen(path.text) }
    }
    try wireframe.register("/slow") { _ in
      await slow.pass()
      return Screen("/slow")
    }
    try wireframe.register("/more", place: .tab("More")) { _ in
      await filling.pass()
      return Screen("/more")
    }
    try await wireframe.route(to: "/")
    let recorder = Recorder()
    wireframe.add(observer: recorder)
    let routing = Task { _ = try await wireframe.route(to: "/slow") }
    await slow.waitForArrivals()
    try tree.performAsUser(.selectTab(1))
    await filling.waitForArrivals()
    slow.open()
    #expect(await eventually { slow.passed > 0 })
    for _ in 0..<5 { await tasksHaveBegun() }
    if policy == .latestWins { wireframe.enqueue("/later") } else { routing.cancel() }
    filling.open()
    #expect(try await failure { try await routing.value }.code == .cancelled)
    await wireframe.settled()
    #expect(!recorder.events.contains("willPresent /slow"))
    #expect(!tree.state.entries.contains { "\($0.controller)" == "/slow" })
  }

  @Test("latestWins: what is asked for while an empty tab's home is made comes into that tab")
  func replacedWhileTabLoads() async throws {
    let (tree, filling) = (NavigationTree<Screen>(tabs: ["Home", "More"]), Barrier())
    let wireframe = Wireframe<Screen>(defaultOption: .push, policy: .latestWins, limits: .none)
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", place: .tab("Home")) { _ in Screen("/") }
    try wireframe.register("/help") { _ in Screen("/help") }
    var calls = 0
    try wireframe.register("/more", place: .tab("More")) { _ in
      calls += 1
      if calls == 1 { await filling.pass() }
      return Screen("/more")
    }
    try await wireframe.route(to: "/")
    try tree.performAsUser(.selectTab(1))
    await filling.waitForArrivals()
    try await wireframe.route(to: "/help")
    filling.open()
    await wireframe.settled()
    #expect(tree.state.layers[0].selected == 1)
    #expect(tree.state.shown.map { "\($0.controller)" } == ["/more", "/help"])
  }

  @Test("latestWins: a tab that the user has left while it was filled is filled once chosen again")
  func chosenAgain() async throws {
    let (tree, filling) = (NavigationTree<Screen>(tabs: ["Home", "More"]), Barrier())
    let wireframe = Wireframe<Screen>(defaultOption: .push, policy: .latestWins, limits: .none)
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", place: .tab("Home")) { _ in Screen("/") }
    try wireframe.register("/more", place: .tab("More")) { _ in
      await filling.pass()
      return Screen("/more")
    }
    try await wireframe.route(to: "/")
    try tree.performAsUser(.selectTab(1))
    await filling.waitForArrivals()
    try await wireframe.route(to: "/", option: .tab("Home"))
    filling.open()
    await wireframe.settled()
    #expect(tree.state.shown.map { "\($0.controller)" } == ["/"])
    try tree.performAsUser(.selectTab(1))
    await wireframe.settled()
    #expect(tree.state.shown.map { "\($0.controller)" } == ["/more"])
  }

  @Test("If a lock closes while a tab's home is made, the tab is shown still when it opens")
  func lockedWhileTabLoads() async throws {
    let app = try await SlowBank(tabs: true)
    try await app.wireframe.route(to: "/")
    app.slow = ["/accounts"]
    try app.tree.performAsUser(.selectTab(1))
    await app.loading()
    app.isUnlocked = false
    app.lock.cover()
    app.arrive()
    await app.wireframe.settled()
    var shown: [Int] = []
    app.tree.onChange { [unowned app] _ in shown.append(app.tree.state.layers[0].selected) }
    app.isUnlocked = true
    try await app.wireframe.resume(after: app.lock)
    #expect(app.shown == "/accounts(A)")
    #expect(Set(shown) == [1])
  }

  @Test("A home that is the shown tab's, too, is tried once if it fails")
  func failingHome() async throws {
    let app = try await SlowBank(tabs: true, privateHome: true)
    try await app.wireframe.route(to: "/")
    (app.user, app.broken) = ("B", ["/"])
    _ = try await failure { try await app.wireframe.reevaluate() }
    #expect(app.loads.filter { $0 == "B:/" }.count == 1)
  }

  @Test("If a lock closes while a tab's home is asked about, nothing moves before it opens")
  func lockedWhileTabIsAsked() async throws {
    let (bank, isArmed) = (try await makeBank(Self.tabs), OpenState())
    try bank.register("/more", "More", place: .tab("More"))
    try await bank.addLock()
    bank.user = "ada"
    for path in ["/more", "/accounts"] { try await bank.wireframe.route(to: path) }
    (bank.user, isArmed.isSet) = (nil, true)
    bank.wireframe.observe(tag: .requiresLogin, priority: 1) { [unowned bank] _ in
      if isArmed.isSet, bank.shown.isEmpty { bank.cover() }
      return .proceed
    }
    try await bank.wireframe.reevaluate(keeping: .nothing)
    isArmed.isSet = false
    #expect(bank.seen == "Locked")
    #expect(bank.navigation.state.layers[0].selected == 1)
    try await bank.unlock()
    #expect(bank.seen == "More")
  }

  @Test("A tab that is filled while the user signs out for good shows its gate all the same")
  func signedOutWhileTabIsFilled() async throws {
    let app = try await SlowBank(tabs: true)
    app.user = nil
    try await app.wireframe.route(to: "/")
    app.slow = ["/login"]
    try app.tree.performAsUser(.selectTab(1))
    await app.loading()
    try await app.wireframe.reevaluate(keeping: .nothing)
    app.arrive()
    await app.wireframe.settled()
    #expect(app.shown == "/login")
    app.user = "B"
    try await app.wireframe.resume(after: app.login)
    #expect(app.shown == "/accounts(B)")
  }

  @Test("A tab that the user chooses while the empty one's home is asked about stays shown")
  func tabChosenWhileEmptyOneIsAsked() async throws {
    let (bank, isArmed) = (try await makeBank(Self.tabs), OpenState())
    try bank.register("/more", "More", place: .tab("More"))
    bank.user = "ada"
    for path in ["/more", "/accounts"] { try await bank.wireframe.route(to: path) }
    (bank.user, isArmed.isSet) = (nil, true)
    bank.wireframe.observe(tag: .requiresLogin, priority: 1) { [unowned bank] _ in
      if isArmed.isSet, bank.shown.isEmpty { try bank.navigation.performAsUser(.selectTab(2)) }
      return .proceed
    }
    try await bank.wireframe.reevaluate(keeping: .nothing)
    await bank.wireframe.settled()
    #expect(bank.shown == ["More"])
  }

  @Test("A tab that the user chooses as another one's home comes stays chosen while it is filled")
  func hastyUser() async throws {
    let (bank, barrier) = (try await makeBank(Self.tabs), Barrier())
    bank.user = "ada"
    try bank.register("/more", "More", behind: barrier, place: .tab("More"))
    bank.navigation.onChange { [unowned bank] change in
      guard change.entered.contains(where: { "\($0.controller)" == "Accounts" }) else { return }
      try? bank.navigation.performAsUser(.selectTab(2))
    }
    try bank.navigation.performAsUser(.selectTab(1))
    await barrier.waitForArrivals()
    for _ in 0..<20 { await tasksHaveBegun() }
    #expect(bank.navigation.state.layers[0].selected == 2)
    barrier.open()
    await bank.wireframe.settled()
    #expect(bank.shown == ["More"])
  }

  @Test("Empty columns show home, and no other screen that belongs there, also below a modal")
  func emptyColumns() async throws {
    for home in [nil, "/news"] {
      let bank = try await Bank(root: .columns, home: home)
      try await bank.wireframe.reevaluate()
      #expect(bank.shown == (home == nil ? [] : ["News"]))
      try await bank.wireframe.route(to: "/help")
      #expect(bank.shown == (home == nil ? ["Help"] : ["News", "Help"]))
    }
  }

  @Test("A modal that answers leaves the column as it is that was chosen below it")
  func columnBelowModal() async throws {
    let bank = try await Bank(root: .columns)
    try bank.wireframe.register("/pick", option: .modal) { _ in Screen("Pick") }
    try await bank.wireframe.route(to: "/")
    try bank.navigation.performAsUser(.selectTab(1))
    let task = Task { try await bank.wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { bank.shown == ["Home", "Pick"] })
    await bank.wireframe.settled()
    task.cancel()
    #expect(try await failure { try await task.value }.code == .cancelled)
    #expect(bank.shown == ["Home"])
    #expect(bank.navigation.state.layers[0].selected == 1)
  }

  @Test("A modal that answers leaves the tab as it is that was chosen below it")
  func tabBelowModal() async throws {
    let (tree, wireframe) = (NavigationTree<Screen>(tabs: ["One", "Two"]), Wireframe<Screen>())
    wireframe.addStandardPresenters(on: tree)
    for (path, tab) in [("/one", "One"), ("/two", "Two")] {
      try wireframe.register(RoutePattern(path), option: .push, place: .tab(tab)) { _ in
        Screen(path)
      }
      try await wireframe.route(to: path)
    }
    try wireframe.register("/pick", option: .modal) { _ in Screen("Pick") }
    try tree.performAsUser(.selectTab(1))
    let task = Task { try await wireframe.answer(to: "/pick", as: Int.self) }
    #expect(await eventually { tree.state.layers.count == 2 })
    await wireframe.settled()
    task.cancel()
    #expect(try await failure { try await task.value }.code == .cancelled)
    #expect(tree.state.shown.map(\.controller.description) == ["/two"])
  }

  @Test("The tab before is also that which was shown when the gate was added")
  func tabBeforeGate() async throws {
    let (tree, wireframe) = (
      NavigationTree<Screen>(tabs: ["One", "Two", "Three"]), Wireframe<Screen>()
    )
    wireframe.addStandardPresenters(on: tree)
    for (index, tab) in ["One", "Two"].enumerated() {
      try await tree.selectTab(tab)
      try await tree.push(Screen("\(index)"))
    }
    wireframe.addGate(for: .requiresLogin, at: "/login") { false }
    try wireframe.register("/three", option: .push, place: .tab("Three")) { _ in throw Broken() }
    try tree.performAsUser(.selectTab(2))
    await wireframe.settled()
    #expect(tree.state.layers[0].selected == 1)
  }

  @Test("The tab before is also that which was shown when the app's tabs came")
  func tabBeforeOfLaterTabs() async throws {
    let (tabs, tree) = (
      NavigationTree<Screen>(tabs: ["One", "Two", "Three"]), NavigationTree<Screen>()
    )
    let wireframe = Wireframe<Screen>()
    wireframe.addStandardPresenters(on: tree)
    for (index, tab) in ["One", "Two"].enumerated() {
      try await tabs.selectTab(tab)
      try await tabs.push(Screen("\(index)"))
    }
    let layers = tabs.state.layers
    try tree.perform(NavigationOperation { $0.layers = layers }, animated: false)
    try wireframe.register("/three", option: .push, place: .tab("Three")) { _ in throw Broken() }
    try tree.performAsUser(.selectTab(2))
    await wireframe.settled()
    #expect(tree.state.layers[0].selected == 1)
  }

  @Test("If the rules admit no URL for a tab's first screen, the wireframe's home is shown instead")
  func refusedHomeOfTab() async throws {
    let (tree, wireframe) = (
      NavigationTree<Screen>(tabs: ["One", "Two"]),
      Wireframe<Screen>(home: "/", rules: MatchingRules(maximumSegments: 1))
    )
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/a/b", option: .push, place: .tab("One")) { _ in Screen("One") }
    try await wireframe.reevaluate()
    #expect(tree.state.shown.map(\.controller.description) == ["Home"])
  }

  @Test("A tab's first screen that a mounted module registers comes below a modal, too")
  func homeOfModule() async throws {
    let (tree, app, module) = (
      NavigationTree<Screen>(tabs: ["One"]), Wireframe<Screen>(), Wireframe<Screen>()
    )
    app.addStandardPresenters(on: tree)
    try app.mount(module, at: "/module")
    try module.register("/first", option: .push, place: .tab("One")) { _ in Screen("First") }
    try module.register("/modal", option: .modal) { _ in Screen("Modal") }
    try await module.route(to: "/modal")
    #expect(tree.state.shown.map(\.controller.description) == ["First", "Modal"])
  }

  @Test("A module's route that has a tab of its own does not get the parent of the mount")
  func tabOfModule() async throws {
    let (tree, app, module) = (
      NavigationTree<Screen>(tabs: ["Home", "Cart"]), Wireframe<Screen>(), Wireframe<Screen>()
    )
    app.addStandardPresenters(on: tree)
    try app.register("/front", option: .push) { _ in Screen("Front") }
    try module.register("/cart", option: .push, place: .tab("Cart")) { _ in Screen("Cart") }
    try app.mount(module, at: "/shop", parent: "/front")
    try await app.route(to: "/shop/cart", landing: .underParents)
    #expect(tree.state.shown.map(\.controller.description) == ["Cart"])
  }

  /// Says that a login is a sheet, and gives up if it is asked too often.
  private final class SheetForLogin: RoutingOptionProvider {
    private(set) var count = 0

    func option(for route: Route, current: (any RoutingOption)?) throws -> (any RoutingOption)? {
      count += 1
      if count > 20 { throw Broken() }
      return route.path.first == "login" ? .modal(.sheet) : current
    }
  }

  /// Names its screen by the option.
  private struct Login: ControllerProvider {
    func controller(for route: Route, option: any RoutingOption) -> Screen? {
      Screen("Log in by \(type(of: option))")
    }
  }

  private struct Pages: ControllerProvider {
    func controller(for route: Route, option: any RoutingOption) -> Screen? {
      Screen(route.urlText)
    }
  }

  @Test(
    "A home that only a provider without pattern knows comes below a modal, whoever knows that one",
    arguments: [false, true])
  func homeWithoutPattern(isRegistered: Bool) async throws {
    let (tree, wireframe) = (NavigationTree<Screen>(), Wireframe<Screen>(home: "/", limits: .none))
    wireframe.addStandardPresenters(on: tree)
    wireframe.add(provider: Pages())
    if isRegistered { try wireframe.register("/help") { _ in Screen("/help") } }
    #expect(try await wireframe.failure("/", option: .push).code == .noStack, "not below itself")
    try await wireframe.route(to: "/help", option: .modal)
    #expect(tree.state.shown.map(\.controller.description) == ["/", "/help"])
  }

  @Test("What makes the login of a private home knows that it is the first screen")
  func providerOfFirstScreen() async throws {
    let (tree, wireframe) = (NavigationTree<Screen>(), Wireframe<Screen>(home: "/", limits: .none))
    wireframe.addStandardPresenters(on: tree)
    wireframe.add(optionProvider: SheetForLogin())
    try wireframe.register("/", option: .root, tags: ["odd"]) { _ in Screen("Home") }
    try wireframe.register("/login", provider: Login())
    wireframe.addGate(for: "odd", at: "/login") { false }
    try await wireframe.route(to: "/")
    #expect(tree.state.shown.map(\.controller.description) == ["Log in by Root"])
  }

  @Test(
    "What comes instead of a private home's login is the first screen", arguments: [false, true])
  func redirectedLogin(isPush: Bool) async throws {
    let bank = try await SlowBank(privateHome: true)
    let option: any RoutingOption = if isPush { .push } else { .modal }
    for path in ["/setup", "/help"] as [RoutePattern] {
      try bank.wireframe.register(path, option: option) { _ in Screen(path.text) }
    }
    var count = 0
    bank.wireframe.observe { route in
      count += 1
      if count > 100 { throw Broken() }
      return route.pattern == "/login" ? .redirect(to: "/setup") : .proceed
    }
    bank.user = nil
    for path in ["/", "/help"] {
      #expect(await bank.wireframe.plan(path).route?.pattern == "/setup")
    }
    try await bank.wireframe.route(to: "/")
    #expect(bank.shown == "/setup")
    bank.user = "A"
    try await bank.wireframe.route(to: "/")
    #expect(bank.shown == "/(A)")
    bank.user = nil
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == "/setup")
  }

  @Test("A plan names option and presenter of what comes first, the login of a private home")
  func presenterOfLogin() async throws {
    let bank = try await SlowBank(privateHome: true)
    try bank.wireframe.register("/help", option: .modal) { _ in Screen("/help") }
    bank.user = nil
    let plan = await bank.wireframe.plan("/help")
    #expect(plan.route?.pattern == "/login")
    #expect(plan.option is Root && plan.presenter == "RootPresenter")
  }

  @Test("The login of a private home is the first screen, whatever an option provider says")
  func optionOfFirstScreen() async throws {
    let (bank, provider) = (try await SlowBank(privateHome: true), SheetForLogin())
    bank.user = nil
    bank.wireframe.add(optionProvider: provider)
    #expect(await bank.wireframe.plan("/").outcome == .presented)
    try await bank.wireframe.route(to: "/")
    #expect(bank.shown == "/login")
    bank.user = "A"
    try await bank.wireframe.resume(after: bank.login)
    #expect(bank.shown == "/(A)")
    bank.user = nil
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == "/login")
    #expect(provider.count < 10)
  }

  @Test(
    "An empty tab that the user taps while a screen loads has its home once",
    arguments: [[0], [1, 0]])
  func homeBelowOnce(taps: [Int]) async throws {
    let app = try await SlowBank(tabs: true)
    app.slow = ["/cards"]
    let routing = Task { try await app.wireframe.route(to: "/cards") }
    await app.loading()
    for index in taps { try app.tree.performAsUser(.selectTab(index)) }
    #expect(await eventually { app.shown == "/(A)" })
    app.arrive()
    _ = try await routing.value
    await app.wireframe.settled()
    #expect(app.shown == "/(A) /cards(A)")
  }

  @Test("What comes first into the tab that is shown at the start has its first screen below it")
  func pushIntoEmptyTab() async throws {
    let bank = try await Bank(root: Self.tabs)
    try await bank.wireframe.route(to: "/news/3")
    #expect(bank.shown == ["Home", "Item 3"])
  }

  @Test("What is pushed into an empty tab whose first screen is behind a gate fills it itself")
  func pushIntoGatedTab() async throws {
    let bank = try await Bank(root: Self.tabs, homeTags: [.requiresLogin])
    try await bank.wireframe.route(to: "/news")
    #expect(bank.shown == ["News"])
  }

  @Test("A modal in an empty tab whose first screen is behind a gate comes with that screen")
  func modalIntoGatedTab() async throws {
    let bank = try await Bank(root: Self.tabs, homeTags: [.requiresLogin])
    try await bank.wireframe.route(to: "/help")
    #expect(bank.shown == ["Log in"])
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Help"])
  }

  @Test("What chooses another tab by its option needs no first screen in the one that is shown")
  func otherTabByOption() async throws {
    let bank = try await Bank(root: Self.tabs)
    try bank.register("/inbox", "Inbox", option: .tab("More"))
    try await bank.wireframe.route(to: "/inbox")
    #expect(bank.made == ["Inbox"])
    #expect(bank.shown == ["Inbox"])
    try bank.navigation.performAsUser(.selectTab(0))
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home"])
  }

  @Test("A gate's modal over an empty tab has the tab's first screen below it")
  func gateOverEmptyTab() async throws {
    let bank = try await makeBank(Self.tabs)
    try bank.navigation.performAsUser(.selectTab(2))
    await bank.wireframe.settled()
    try bank.register("/more", "More", place: .tab("More"))
    try bank.register("/inbox", "Inbox", option: .modal, tags: [.requiresLogin])
    try await bank.navigation.selectTab("More")
    try await bank.wireframe.route(to: "/inbox")
    #expect(bank.shown == ["More", "Log in"])
  }

  @Test("Within a modal over an empty tab, no first screen of the tab comes below what is pushed")
  func modalOverEmptyTab() async throws {
    let bank = try await makeBank(Self.tabs)
    try bank.navigation.performAsUser(.selectTab(2))
    await bank.wireframe.settled()
    try await bank.navigation.present(Screen("Sheet"), option: .modal(.sheet, hasStack: true))
    try bank.register("/more", "More", place: .tab("More"))
    try await bank.wireframe.route(to: "/news")
    #expect(bank.shown == ["Sheet", "News"])
  }

  @Test(
    "Signed out for good on a private first screen, the user sees home; without one, the login",
    arguments: [Case("/welcome", ["Welcome"]), Case(nil, ["Log in"])] as [Case<String?, [String]>])
  func firstScreenSignedOut(row: Case<String?, [String]>) async throws {
    let bank = try await Bank(root: .stack, home: row.given, hasOwners: true)
    try bank.register("/welcome", "Welcome", option: .root)
    try bank.register("/start", "Start", option: .root, tags: [.requiresLogin])
    bank.user = "ada"
    try await bank.wireframe.route(to: "/start")
    bank.user = nil
    try await bank.wireframe.reevaluate(keeping: .nothing)
    #expect(bank.shown == row.expected)
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test("A home comes as its own option says, below a modal and by itself, also if that is no root")
  func homeOption() async throws {
    for option in [.root(animated: true), .push] as [any RoutingOption] {
      let bank = try await Bank(root: .stack, home: "/welcome", hasOwners: true)
      try bank.register("/welcome", "Welcome", option: option)
      try bank.register("/start", "Start", option: .root, tags: [.requiresLogin])
      await bank.open("/help")
      #expect(bank.shown == ["Welcome", "Help"])
      let wanted = option as? Root ?? .root
      #expect(bank.navigation.state.entries[0].option as? Root == wanted)
      bank.user = "ada"
      try await bank.wireframe.route(to: "/start")
      bank.user = nil
      try await bank.wireframe.reevaluate(keeping: .nothing)
      #expect(bank.shown == ["Welcome"])
      #expect(bank.navigation.state.entries[0].option as? Root == wanted)
    }
  }

  @Test("A home that was behind a gate comes as its own option says")
  func homeOptionBehindGate() async throws {
    let bank = try await Bank(root: .tabs(["More", "Else"]), home: "/start", hasOwners: true)
    try bank.register(
      "/start", "Start", option: .push, tags: [.requiresLogin], place: .tab("More"))
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Log in"])
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Start"])
    #expect(bank.navigation.state.entries[0].option is Push)
  }

  @Test("A gate in front of home is the first screen, also if others were shown: nobody leaves it")
  func gateInsteadOfHome() async throws {
    let bank = try await makeBank(homeTags: [.requiresLogin])
    try await bank.navigation.setRoot(Screen("Welcome"))
    try await bank.wireframe.route(to: "/")
    #expect(bank.shown == ["Log in"])
  }

  @Test(
    "A private home that is made comes for the user who is there when it is ready",
    arguments: [nil, "More"])
  func homeOfNewUser(tab: String?) async throws {
    let bank = try await Bank(
      root: tab == nil ? .stack : Self.tabs, home: tab == nil ? "/start" : "/", hasOwners: true)
    if let tab { try await bank.navigation.selectTab(tab) }
    let barrier = Barrier()
    try bank.register(
      "/start", "Start", behind: barrier, option: tab == nil ? .root : .push,
      tags: [.requiresLogin], place: .init(tab: tab))
    bank.user = "ada"
    let asking = Task { try await bank.wireframe.reevaluate() }
    await barrier.waitForArrivals()
    bank.user = "bob"
    barrier.open()
    _ = try await asking.value
    #expect(bank.shown == ["Start"])
    #expect(bank.made == ["Start", "Start"])
  }

  @Test("A tab that the user chooses while home is asked about does not take what was wanted")
  func tabChosenWhileHomeIsAsked() async throws {
    let bank = try await makeBank(Self.tabs)
    try await bank.navigation.selectTab("More")
    try bank.register("/more", "More", place: .tab("More"))
    let (asked, homeAsked) = (Barrier(), Barrier())
    bank.wireframe.observe { route in
      if route.pattern == "/help" { await asked.pass() }
      if route.pattern == "/more" { await homeAsked.pass() }
      return .proceed
    }
    let routing = Task { try await bank.wireframe.route(to: "/help") }
    await asked.waitForArrivals()
    try await bank.wireframe.reevaluate()
    asked.open()
    await homeAsked.waitForArrivals()
    try bank.navigation.performAsUser(.selectTab(0))
    homeAsked.open()
    _ = try await routing.value
    await bank.wireframe.settled()
    #expect(
      bank.navigation.state.layers[0].stacks.map { $0.entries.map { "\($0.controller)" } }
        == [["Home"], [], ["More"]])
  }

  @Test("What was wanted in an empty tab comes there, though the user chooses other tabs meanwhile")
  func tabsChosenWhileHomeIsAsked() async throws {
    let (bank, asked, homeAsked) = (try await Bank(root: Self.tabs), Barrier(), Barrier())
    bank.isLoggedIn = true
    try bank.register("/more", "More", place: .tab("More"))
    bank.wireframe.observe { route in
      if route.pattern == "/news" { await asked.pass() }
      if route.pattern == "/" { await homeAsked.pass() }
      return .proceed
    }
    let routing = Task { try await bank.wireframe.route(to: "/news") }
    await asked.waitForArrivals()
    try bank.navigation.performAsUser(.selectTab(1))
    #expect(await eventually { bank.shown == ["Accounts"] })
    asked.open()
    await homeAsked.waitForArrivals()
    try bank.navigation.performAsUser(.selectTab(2))
    #expect(await eventually { bank.shown == ["More"] })
    homeAsked.open()
    _ = try await routing.value
    await bank.wireframe.settled()
    #expect(
      bank.navigation.state.layers[0].stacks.map { $0.entries.map { "\($0.controller)" } }
        == [["Home", "News"], ["Accounts"], ["More"]])
  }

  @Test("A tab that is chosen while home is asked about stays so, though a modal has left before")
  func tabChosenAfterModalHasLeft() async throws {
    let (bank, asked, homeAsked) = (try await Bank(root: Self.tabs), Barrier(), Barrier())
    bank.isLoggedIn = true
    try bank.register("/more", "More", place: .tab("More"))
    try bank.register("/more/:id<int>", "Offer", place: .tab("More"))
    for path in ["/accounts", "/", "/help"] { try await bank.wireframe.route(to: path) }
    bank.wireframe.observe { route in
      if route.pattern == "/more/:id<int>" { await asked.pass() }
      if route.pattern == "/more" { await homeAsked.pass() }
      return .proceed
    }
    let routing = Task { try await bank.wireframe.route(to: "/more/7") }
    await asked.waitForArrivals()
    try bank.navigation.performAsUser(.dismiss(1))
    asked.open()
    await homeAsked.waitForArrivals()
    try bank.navigation.performAsUser(.selectTab(1))
    homeAsked.open()
    _ = try await routing.value
    await bank.wireframe.settled()
    #expect(bank.made.suffix(2) == ["More", "Offer 7"])
    #expect(bank.shown == ["Accounts"])
  }

  @Test("Where there is no home, the screen of an open gate stays if nothing else is shown")
  func onlyGateWithoutHome() async throws {
    let (tree, wireframe) = (NavigationTree<Screen>(tabs: ["One", "Two"]), Wireframe<Screen>())
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/login", option: .push) { _ in Screen("Log in") }
    wireframe.addGate(for: .requiresLogin, at: "/login") { true }
    try await wireframe.route(to: "/login")
    try await wireframe.reevaluate()
    #expect(tree.state.shown.map(\.controller.description) == ["Log in"])
  }

  @Test("As long as the app suspends its requests, asking again brings no home")
  func suspended() async throws {
    let (tree, wireframe) = (
      NavigationTree<Screen>(), Wireframe<Screen>(home: "/", isSuspended: true)
    )
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try await wireframe.reevaluate()
    #expect(tree.state.entries.isEmpty)
    wireframe.activate()
    try await wireframe.reevaluate()
    #expect(tree.state.shown.map(\.controller.description) == ["Home"])
  }

  @Test("Below a screen that a presenter of the app's own shows no home comes: it may be elsewhere")
  func ownPresenter() async throws {
    for root in [.stack, Self.tabs] as [Bank.Root] {
      let bank = try await Bank(root: root, home: "/")
      bank.wireframe.add(presenter: BannerPresenter())
      try bank.register("/banner", "Banner", option: BannerOption())
      try await bank.wireframe.route(to: "/banner")
      #expect(bank.made == ["Banner"])
      #expect(bank.shown.isEmpty)
    }
  }

  @Test("A first request that a guard stops shows nothing, not even home")
  func stoppedFirst() async throws {
    let bank = try await Bank(root: .stack, home: "/", hasOwners: true)
    bank.wireframe.observe { $0.pattern == "/news" ? .stop("closed") : .proceed }
    try await bank.wireframe.route(to: "/news")
    await bank.wireframe.settled()
    #expect(bank.shown.isEmpty)
  }

  @Test("A PIN that was given before a private home's login is not asked again")
  func pinBeforeHome() async throws {
    let bank = try await makeBank(homeTags: [.requiresLogin], keyOfPIN: .once)
    try bank.register("/pay", "Pay", tags: [.requiresPIN])
    try await bank.wireframe.route(to: "/pay")
    #expect(bank.shown == ["PIN"])
    bank.isVaultOpen = true
    try await bank.wireframe.resume(after: .requiresPIN)
    #expect(bank.shown == ["Log in"])
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Pay"])
  }

  @Test("A gate's screen that comes first in a tab comes at once, without an animation")
  func firstGateInTab() async throws {
    let bank = try await makeBank(Self.tabs, homeTags: [.requiresLogin])
    try await bank.wireframe.route(to: "/accounts")
    #expect(bank.shown == ["Log in"])
    #expect(bank.navigation.state.entries[0].option as? Push == .push(animated: false))
  }

  @Test("In a tab without a home, the only screen is a gate's: home replaces it, or it stays")
  func onlyGateInTab() async throws {
    let bank = try await Bank(root: Self.tabs, home: "/")
    bank.wireframe.observe { [unowned bank] route in
      route.pattern == "/" && bank.isLocked ? .stop("closed") : .proceed
    }
    try bank.wireframe.handle("/act", tags: [.requiresLogin]) { _ in }
    try bank.navigation.performAsUser(.selectTab(2))
    try await bank.wireframe.route(to: "/act")
    #expect(bank.shown == ["Log in"])
    (bank.isLoggedIn, bank.isLocked) = (true, true)
    let error = try await failure { try await bank.wireframe.resume(after: .requiresLogin) }
    #expect(error.code == .stopped)
    #expect(bank.shown == ["Log in"])
    bank.isLocked = false
    let changes = Changes(of: bank)
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home"])
    #expect(changes.count == 1, "nothing empty is seen in between")
  }

  @Test("Signed out for good on a private tab, the user sees the tab that was shown before")
  func signedOutInTab() async throws {
    let bank = try await makeBank(Self.tabs)
    try bank.register("/more", "More", place: .tab("More"))
    bank.user = "ada"
    for path in ["/more", "/accounts"] { try await bank.wireframe.route(to: path) }
    bank.user = nil
    try await bank.wireframe.reevaluate(keeping: .nothing)
    #expect(bank.shown == ["More"])
  }

  @Test("A home that comes already, since a modal has left, is not brought by reevaluate(), too")
  func homeOnce() async throws {
    let (bank, barrier) = (try await Bank(root: Self.tabs, home: "/"), Barrier())
    let recorder = Recorder()
    try await bank.navigation.present(Screen("Help"), route: Route("/help", matching: "/help"))
    bank.wireframe.observe { route in
      if route.pattern == "/help" { await barrier.pass() }
      return .proceed
    }
    bank.wireframe.add(observer: recorder)
    let asking = Task { try await bank.wireframe.reevaluate() }
    await barrier.waitForArrivals()
    try bank.navigation.performAsUser(.dismiss(1))
    await tasksHaveBegun()
    barrier.open()
    _ = try await asking.value
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home"])
    #expect(recorder.routed.map(\.route.urlText) == ["/"])
  }

  @Test("An empty tab of a host that is the window's no more brings no home to the next host")
  func emptyTabOfFormerHost() async throws {
    let (old, new) = (NavigationTree<Screen>(tabs: ["One"]), NavigationTree<Screen>())
    let wireframe = Wireframe<Screen>(home: "/", limits: .none)
    let presenters = wireframe.addStandardPresenters(on: old)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try await old.present(Screen("Modal"))
    try await new.setRoot(Screen("Other"))
    try old.performAsUser(.dismiss(1))
    presenters.remove()
    wireframe.addStandardPresenters(on: new)
    await wireframe.settled()
    #expect("\(new.state.shown.map(\.controller))" == "[Other]")
  }

  @Test("Asking again makes no home anew, whichever gates are open")
  func homeStays() async throws {
    let bank = try await makeBank()
    bank.user = "ada"
    let before = bank.navigation.state.entries.map(\.id)
    try await bank.wireframe.reevaluate()
    #expect(bank.navigation.state.entries.map(\.id) == before)
  }

  @Test("A closed gate's screen that is the only one stays, whoever asks again")
  func onlyClosedGate() async throws {
    let bank = try await makeBank()
    try await bank.wireframe.route(to: "/login", option: .root)
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Log in"])
  }

  @Test("A gate over an empty tab that is passed too late leaves, and the tab's first screen comes")
  func expiredOverTab() async throws {
    let bank = try await makeBank(Self.tabs)
    try bank.navigation.performAsUser(.selectTab(1))
    await bank.wireframe.settled()
    #expect(bank.shown == ["Log in"])
    bank.time += 1e9
    bank.user = "ada"
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Accounts"])
  }

  @Test("A gate that fills the only tab leaves as well if it is passed too late")
  func expiredInOnlyTab() async throws {
    let bank = try await Bank(root: .tabs(["Home"]), homeTags: [.requiresLogin])
    try await bank.wireframe.route(to: "/")
    #expect(bank.shown == ["Log in"])
    bank.time += 1e9
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home"])
    #expect(bank.navigation.state.layers.map(\.kind) == [.tabs])
  }

  @Test("The screen of a gate for once does not leave before the user has passed it")
  func onlyGateForOnce() async throws {
    let bank = try await makeBank(keyOfPIN: .once)
    bank.isVaultOpen = true
    try await bank.wireframe.route(to: "/pin", option: .root)
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["PIN"])
  }

  @Test("The home of a tab is a screen that has no parent there")
  func homeWithoutParent() async throws {
    let bank = try await makeBank(Self.tabs)
    for path in ["/a", "/z"] as [RoutePattern] {
      try bank.register(path, path.text, place: .under("/more", tab: "More"))
    }
    try bank.register("/more", "More", place: .under("/", tab: "More"))
    try bank.navigation.performAsUser(.selectTab(2))
    await bank.wireframe.settled()
    #expect(bank.shown == ["More"])
  }
}

/// Counts the changes of a bank's screens.
@MainActor
private final class Changes {
  private(set) var count = 0

  init(of bank: Bank) { bank.navigation.onChange { [weak self] _ in self?.count += 1 } }
}

private struct BannerOption: RoutingOption {}

/// Shows banners outside of the host.
private struct BannerPresenter: ControllerRoutingPresenter {
  func present(_ controller: Screen, option: BannerOption, event: RoutingEvent) async throws {}
}
