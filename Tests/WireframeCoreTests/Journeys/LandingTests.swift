import TestSupport
import Testing
import WireframeCore

/// Where a screen belongs: parents, tabs, and what is on screen already.
@MainActor
@Suite(.hangsNever)
struct LandingTests {
  @Test(
    "A link lands above its parents; those that are on screen are kept",
    arguments: [
      ([], "/news/1", ["Home", "News", "Item 1"], ["News", "Item 1"]),
      (["/news"], "/news/1", ["Home", "News", "Item 1"], ["Item 1"]),
      (["/news", "/news/7"], "/news/1", ["Home", "News", "Item 1"], ["Item 1"]),
      (["/news", "/news/1", "/help"], "/news/1", ["Home", "News", "Item 1"], []),
      (["/news", "/news/1", "/news/1"], "/news/1", ["Home", "News", "Item 1"], []),
      (["/news/7"], "/news/1", ["Home", "News", "Item 1"], ["News", "Item 1"]),
      (["/help", "/news"], "/news/1", ["Home", "News", "Item 1"], ["News", "Item 1"]),
      (["/news", "/news/1"], "/news", ["Home", "News"], []),
      (["/news"], "/help", ["Home", "News", "Help"], ["Help"]),
    ])
  func links(before: [String], link: String, shown: [String], made: [String]) async throws {
    let bank = try await Bank()
    try await bank.wireframe.route(to: "/")
    for path in before { try await bank.wireframe.route(to: path) }
    let count = bank.made.count
    var changes = 0
    bank.navigation.onChange { _ in changes += 1 }
    await bank.open(link)
    #expect(bank.shown == shown)
    #expect(Array(bank.made.dropFirst(count)) == made)
    #expect(changes == 1, "one move of the host")
  }

  @Test("a cold link to an account, or behind it: back leads to its parents, in order")
  func wayBack() async throws {
    let bank = try await Bank()
    bank.isLoggedIn = true
    bank.isVaultOpen = true
    await bank.open("/accounts/3/transfer")
    #expect(bank.shown == ["Home", "Accounts", "Account 3", "Transfer 3"])
    #expect(try await bank.seenGoingBack() == ["Account 3", "Accounts", "Home"])
  }

  @Test("The app's own requests land on top, or above their parents if the call says so")
  func landing() async throws {
    let bank = try await Bank()
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/news/1")
    #expect(bank.shown == ["Home", "Item 1"])
    try await bank.wireframe.route(to: "/news/2", landing: .underParents)
    #expect(bank.shown == ["Home", "News", "Item 2"])
    try await bank.wireframe.perform(
      RoutingRequest(untrusted: "bank://news/3", origin: .customScheme))
    #expect(bank.shown == ["Home", "News", "Item 3"])
  }

  @Test("A screen above a parent in its tab goes on top of another one, if the app asks for that")
  func onTopOfAnotherTab() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"])
    try bank.register("/statements", "Statements", place: .under("/accounts", tab: "Accounts"))
    for path in ["/", "/statements"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Home", "Statements"])
  }

  @Test("A screen with another query, or a payload, is made anew in its place")
  func queries() async throws {
    let bank = try await Bank()
    await bank.open("/news/1")
    await bank.open("/news/1?from=mail")
    #expect(bank.shown == ["Home", "News", "Item 1"])
    #expect(bank.made == ["Home", "News", "Item 1", "Item 1"])
    try await bank.wireframe.route(
      to: "/news/1?from=mail", payload: ["x": 1], landing: .underParents)
    #expect(bank.shown == ["Home", "News", "Item 1"])
    #expect(bank.made.count == 5)
  }

  @Test("Where none of the parents is on screen, the first screen of the stack is kept")
  func foreignRoot() async throws {
    let bank = try await Bank()
    try bank.register("/list", "List")
    try bank.register("/list/:id<int>", "Entry", place: .under("/list"))
    try await bank.navigation.setRoot(Screen("Welcome"))
    try await bank.navigation.push(Screen("Tour"))
    await bank.open("/list/1")
    #expect(bank.shown == ["Welcome", "List", "Entry 1"])
  }

  @Test("Below a link's modal, a first screen of its parent with other values is replaced")
  func modalAboveOtherParent() async throws {
    let bank = try await Bank()
    try bank.register("/shop/:id<int>", "Shop")
    try bank.register("/shop/:id<int>/map", "Map", option: .modal, place: .under("/shop/:id<int>"))
    try await bank.wireframe.route(to: "/shop/1", option: .root)
    await bank.open("/shop/2/map")
    #expect(bank.shown == ["Shop 2", "Map 2"])
  }

  @Test("What replaces the top takes the place of its parent if that is a modal without a stack")
  func replacedModal() async throws {
    let bank = try await Bank()
    try bank.register("/sheet", "Sheet", option: .modal)
    try bank.register("/sheet/next", "Next", option: .replaceTop, place: .under("/sheet"))
    try await bank.wireframe.route(to: "/")
    await bank.open("/sheet/next")
    #expect(bank.shown == ["Home", "Next"])
  }

  @Test("A parent that an observer refuses is left out, and nothing is parked for it")
  func refusedParents() async throws {
    let bank = try await Bank()
    try bank.register("/free/:id<int>", "Free", place: .under("/accounts"))
    await bank.open("/free/1")
    #expect(bank.shown == ["Home", "Free 1"])
    #expect(bank.wireframe.keptRequestCount == 0)
    bank.wireframe.observe { route in
      if route.pattern == "/" { throw Broken() }
      return route.pattern == "/news" ? .redirect(to: "/help", resuming: .newest) : .proceed
    }
    try await bank.navigation.setRoot(Screen("Welcome"))
    await bank.open("/news/1")
    #expect(bank.shown == ["Welcome", "Item 1"])
    #expect(bank.wireframe.parked == nil)
  }

  @Test(
    "A parent that an observer stops is left out alone",
    arguments: [
      (["/"], ["Welcome", "News", "Item 1"]), (["/news"], ["Home", "Item 1"]),
      (["/", "/news"], ["Welcome", "Item 1"]),
    ] as [([RoutePattern], [String])])
  func stoppedParents(stopped: [RoutePattern], shown: [String]) async throws {
    let bank = try await Bank()
    if stopped.contains("/") { try await bank.navigation.setRoot(Screen("Welcome")) }
    bank.wireframe.observe { route in
      route.pattern.map(stopped.contains) == true ? .stop("closed") : .proceed
    }
    await bank.open("/news/1")
    #expect(bank.shown == shown)
  }

  @Test("A link that a guard sends elsewhere lands under the parents of where it is sent")
  func redirects() async throws {
    let bank = try await Bank()
    bank.wireframe.observe { $0.pattern == "/help" ? .redirect(to: "/news/4") : .proceed }
    await bank.open("/help")
    #expect(bank.shown == ["Home", "News", "Item 4"])
    #expect(bank.navigation.state.top?.route?.request.origin == .customScheme)
  }

  @Test("If a parent cannot be made, nothing has changed, and the error names it")
  func failingParents() async throws {
    let bank = try await Bank()
    try bank.wireframe.register("/broken", option: .push, place: .under("/")) { _ in throw Broken()
    }
    try bank.register("/broken/:id<int>", "Entry", place: .under("/broken"))
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/help")
    let error = try await failure {
      try await bank.wireframe.route(to: "/broken/1", landing: .underParents)
    }
    #expect(error.code == .providerFailed)
    #expect(error.pattern == "/broken")
    #expect(bank.shown == ["Home", "Help"])
  }

  @Test("A parent that another screen has replaced while the link's screen loads is made again")
  func replacedParent() async throws {
    let (bank, barrier) = (try await Bank(), Barrier())
    try bank.register("/slow", "Slow", behind: barrier, place: .under("/news"))
    for path in ["/", "/news"] { try await bank.wireframe.route(to: path) }
    let slow = Task { await bank.open("/slow") }
    await barrier.waitForArrivals()
    let tree = bank.navigation
    try tree.performAsUser(.pop(to: tree.state.shown[0].id))
    try await tree.push(Screen("Chat"))
    barrier.open()
    await slow.value
    #expect(bank.shown == ["Home", "News", "Slow"])
    #expect(bank.made == ["Home", "News", "Slow", "News"])
  }

  @Test(
    "A link whose screen loads lands under its parents, whatever the app shows meanwhile",
    arguments: ["no modal", "another modal", "another tab"])
  func movesMeanwhile(_ shown: String) async throws {
    let (bank, barrier) = (try await Bank(tabs: ["Home", "Accounts"]), Barrier())
    let tree = bank.navigation
    try bank.register("/slow", "Slow", behind: barrier, place: .under("/news"))
    for path in ["/", "/news"] { try await bank.wireframe.route(to: path) }
    if shown.contains("modal") { try await tree.present(Screen("Sheet")) }
    let slow = Task { await bank.open("/slow") }
    await barrier.waitForArrivals()
    if shown.contains("modal") { try await tree.dismiss() }
    if shown == "another modal" { try await tree.present(Screen("Sheet")) }
    if shown == "another tab" { try await tree.selectTab("Accounts") }
    barrier.open()
    await slow.value
    #expect(bank.shown == ["Home", "News", "Slow"])
  }

  @Test("A screen that comes while a link to it loads stays, if a parent is closed by now")
  func broughtMeanwhile() async throws {
    let (bank, barrier, isClosed) = (try await Bank(), Barrier(), Flag(false))
    try bank.register("/slow", "Slow", behind: barrier, option: .replaceTop, place: .under("/news"))
    bank.wireframe.observe { $0.pattern == "/news" && isClosed.value ? .stop("closed") : .proceed }
    for path in ["/", "/news"] { try await bank.wireframe.route(to: path) }
    let slow = Task { await bank.open("/slow") }
    await barrier.waitForArrivals()
    isClosed.value = true
    let tree = bank.navigation
    try tree.performAsUser(.pop(to: tree.state.shown[0].id))
    try await tree.push(Screen("Slow"), route: try Route("/slow", matching: "/slow"))
    let before = tree.state.entries.map(\.id)
    barrier.open()
    await slow.value
    #expect(tree.state.entries.map(\.id) == before)
  }

  @Test("A screen that code brings while a link to it loads is the link's result")
  func broughtByCode() async throws {
    let (bank, barrier, isSlow) = (try await Bank(), Barrier(), OpenState())
    try bank.wireframe.register("/slow", option: .push, place: .under("/")) { _ in
      if isSlow.isSet { await barrier.pass() }
      return Screen("Slow")
    }
    try await bank.wireframe.route(to: "/")
    let route = try await bank.wireframe.route(to: "/slow").route
    try await bank.wireframe.back()
    isSlow.isSet = true
    let link = Task { try await bank.wireframe.route(to: "/slow", landing: .underParents) }
    await barrier.waitForArrivals()
    let brought = Screen("Brought")
    try await bank.navigation.push(brought, route: route)
    barrier.open()
    #expect(try await link.value.controller === brought)
    #expect(bank.shown == ["Home", "Brought"])
  }

  @Test("A screen whose tab the app removes while it loads comes into the tab that is shown")
  func removedTab() async throws {
    let (bank, barrier) = (try await Bank(tabs: ["Home", "Accounts", "More"]), Barrier())
    let tree = bank.navigation
    try bank.register("/slow", "Slow", behind: barrier)
    try await bank.wireframe.route(to: "/")
    try await tree.selectTab("More")
    try await tree.push(Screen("More"))
    let slow = Task { try await bank.wireframe.route(to: "/slow") }
    await barrier.waitForArrivals()
    try tree.performAsUser(.selectTab(0))
    try tree.perform(NavigationOperation { $0.layers[0].stacks.removeLast() }, animated: false)
    barrier.open()
    _ = try await slow.value
    #expect(bank.shown == ["Home", "Slow"])
  }

  @Test("Leave guards are asked about the tab in which a screen lands, not one chosen meanwhile")
  func leaveGuardsOfAnotherTab() async throws {
    let (bank, barrier) = (try await Bank(tabs: ["Home", "Accounts"]), Barrier())
    let tree = bank.navigation
    try bank.register("/slow", "Slow", behind: barrier, option: .replaceTop)
    try await tree.selectTab("Accounts")
    try await tree.push(Screen("Draft"))
    for path in ["/", "/news"] { try await bank.wireframe.route(to: path) }
    var asked: [String] = []
    bank.wireframe.observeLeaving { leaving in
      asked.append("\(leaving.controller)")
      return .leave
    }
    let slow = Task { try await bank.wireframe.route(to: "/slow") }
    await barrier.waitForArrivals()
    try tree.performAsUser(.selectTab(1))
    barrier.open()
    _ = try await slow.value
    #expect(asked == ["News"])
    #expect(bank.shown == ["Draft"])
    #expect(tree.state.layers[0].stacks[0].entries.map { "\($0.controller)" } == ["Home", "Slow"])
  }

  @Test("Leave guards are asked about all that leaves, before anything is made")
  func leaveGuards() async throws {
    let bank = try await Bank()
    try await bank.wireframe.route(to: "/")
    for path in ["/news/7", "/help"] { try await bank.wireframe.route(to: path) }
    var asked: [String] = []
    let keeping = bank.wireframe.observeLeaving { leaving in
      asked.append("\(leaving.controller)")
      return leaving.from?.pattern == "/news/:id<int>" ? .stay("draft") : .leave
    }
    let count = bank.made.count
    await bank.open("/news/1")
    #expect(asked == ["Help", "Item 7"])
    #expect(bank.shown == ["Home", "Item 7", "Help"])
    #expect(bank.made.count == count)
    keeping.remove()
    await bank.open("/news/1")
    #expect(bank.shown == ["Home", "News", "Item 1"])
  }

  @Test("A presenter of the app's own presents on the parents that have landed")
  func ownPresenters() async throws {
    let bank = try await Bank()
    let presenter = TopPresenter(bank.navigation)
    bank.wireframe.add(presenter: presenter)
    try bank.register("/poster/:id<int>", "Poster", option: OnTop(), place: .under("/news"))
    await bank.open("/poster/1")
    #expect(bank.shown == ["Home", "News", "Poster 1"])
    #expect(presenter.below == ["Home", "News"])
    // What is there already is not presented again.
    let again = await bank.wireframe.open("bank://poster/1", origin: .customScheme)
    #expect(again.error == nil)
    #expect(bank.shown == ["Home", "News", "Poster 1"])
    #expect(bank.made == ["Home", "News", "Poster 1"])
  }

  @Test(
    "A link's screen that replaces others is above its parents, too",
    arguments: [[], ["/"], ["/", "/news", "/help"]])
  func replacingLink(before: [String]) async throws {
    let bank = try await Bank()
    try bank.register("/receipt", "Receipt", option: .replaceTop, place: .under("/news"))
    for path in before { try await bank.wireframe.route(to: path) }
    await bank.open("/receipt")
    #expect(bank.shown == ["Home", "News", "Receipt"])
  }

  // MARK: Tabs

  @Test("A parent whose option is a tab is in that tab, and what belongs to it, too")
  func parentWithTabOption() async throws {
    let tree = NavigationTree<Screen>(tabs: ["One", "Two"])
    let wireframe = Wireframe<Screen>(sources: ["bank:"], limits: .none)
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .tab("One")) { _ in Screen("Home") }
    try wireframe.register("/inbox", option: .tab("Two")) { _ in Screen("Inbox") }
    try wireframe.register(
      "/inbox/:id", option: .push, exposure: .external, place: .under("/inbox")
    ) {
      Screen("Mail \(try $0["id"] as String)")
    }
    for id in 1...2 {
      try await wireframe.route(to: "/")
      await wireframe.open("bank://inbox/\(id)", origin: .customScheme)
      #expect(
        tree.state.layers[0].stacks.map { $0.entries.map { "\($0.controller)" } } == [
          ["Home"], ["Inbox", "Mail \(id)"],
        ])
      #expect(tree.state.layers[0].selected == 1)
    }
  }

  @Test("A screen and its parent come into the empty tab that the app chooses while they are made")
  func emptyTabChosenMeanwhile() async throws {
    let (tree, barrier) = (NavigationTree<Screen>(tabs: ["One", "Two"]), Barrier())
    let wireframe = Wireframe<Screen>(limits: .none)
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/list", option: .push) { _ in Screen("List") }
    try wireframe.register("/list/:id", option: .push, place: .under("/list")) { _ in
      await barrier.pass()
      return Screen("Item")
    }
    let routing = Task { try await wireframe.route(to: "/list/1", landing: .underParents) }
    await barrier.waitForArrivals()
    try await tree.selectTab("Two")
    barrier.open()
    _ = try await routing.value
    let stacks = tree.state.layers[0].stacks.map { $0.entries.map { "\($0.controller)" } }
    #expect(stacks == [[], ["List", "Item"]])
    #expect(tree.state.layers[0].selected == 1)
  }

  @Test("What replaces the top fills an empty tab from behind a gate, though others have screens")
  func replaceTopInEmptyTab() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts", "More"])
    try bank.register("/offer", "Offer", option: .replaceTop, tags: [.requiresLogin])
    try await bank.wireframe.route(to: "/")
    try await bank.navigation.selectTab("More")
    try await bank.wireframe.route(to: "/offer")
    #expect(bank.shown == ["Log in"])
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Offer"])
  }

  @Test("What replaces the top, and belongs to a tab, replaces the first screen there")
  func replacingInTab() async throws {
    let tree = NavigationTree<Screen>(tabs: ["Home", "Cart"])
    let wireframe = Wireframe<Screen>(limits: .none)
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .push, place: .tab("Home")) { _ in Screen("Home") }
    try wireframe.register("/cart", option: .push, place: .tab("Cart")) { _ in Screen("Cart") }
    try wireframe.register("/order", option: .replaceTop, place: .tab("Cart")) { _ in
      Screen("Order")
    }
    for path in ["/", "/cart", "/order"] { try await wireframe.route(to: path) }
    let stacks = tree.state.layers[0].stacks.map { $0.entries.map { "\($0.controller)" } }
    #expect(stacks == [["Home"], ["Order"]])
  }

  @Test(
    "a link while a help sheet with a stack is up, or in an app with tabs: the sheet leaves, the tab is chosen",
    arguments: [
      ("/news/1", ["Home", "News", "Item 1"], 0),
      ("/accounts/3", ["Accounts", "Account 3"], 1),
      ("/accounts", ["Accounts"], 1),
      ("/", ["Home"], 0),
    ])
  func tabs(link: String, shown: [String], tab: Int) async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"])
    bank.isLoggedIn = true
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/help")
    await bank.open(link)
    #expect(bank.shown == shown)
    #expect(bank.navigation.state.layers.count == 1)
    #expect(bank.navigation.state.layers[0].selected == tab)
  }

  @Test("What a sign-out has taken out of a tab comes back there, also if another one is shown")
  func otherTabAfterLogin() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"], loginOption: .push)
    bank.isLoggedIn = true
    for path in ["/", "/accounts", "/accounts/3"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Log in"])
    try bank.navigation.performAsUser(.selectTab(0))
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Accounts", "Account 3"])
  }

  @Test("A screen that was in another tab than its own is there again after the login")
  func foreignScreenAfterLogin() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"])
    bank.isLoggedIn = true
    for path in ["/", "/accounts", "/news"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Log in"])
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Accounts", "News"])
  }

  @Test("An app with one tab keeps it, whichever screens come")
  func oneTab() async throws {
    let bank = try await Bank(tabs: ["Home"])
    try await bank.wireframe.route(to: "/")
    #expect(bank.shown == ["Home"])
    #expect(bank.navigation.state.layers.map(\.kind) == [.tabs])
  }

  @Test("The first screen of a tab is never elsewhere: a request for it goes back to it")
  func firstScreens() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"])
    bank.isLoggedIn = true
    for path in ["/", "/news/1", "/accounts", "/accounts/3"] {
      try await bank.wireframe.route(to: path)
    }
    #expect(bank.shown == ["Accounts", "Account 3"])
    try await bank.wireframe.route(to: "/")
    #expect(bank.shown == ["Home"])
    try await bank.wireframe.route(to: "/accounts")
    #expect(bank.shown == ["Accounts"])
    #expect(bank.made == ["Home", "Item 1", "Accounts", "Account 3"])
    try await bank.wireframe.route(to: "/accounts?sort=name")
    #expect(bank.shown == ["Accounts"])
    #expect(bank.made.last == "Accounts")
    #expect(bank.made.count == 5)
  }

  @Test("What is pushed in another tab while a link's screen is made stays there")
  func otherTab() async throws {
    let (bank, barrier) = (try await Bank(tabs: ["Home", "Accounts"]), Barrier())
    bank.isLoggedIn = true
    try bank.register("/slow", "Slow", behind: barrier, place: .under("/"))
    for path in ["/", "/accounts"] { try await bank.wireframe.route(to: path) }
    let link = Task { await bank.open("/slow") }
    await barrier.waitForArrivals()
    try await bank.navigation.push(Screen("Chat"))
    barrier.open()
    await link.value
    #expect(bank.shown == ["Home", "Slow"])
    let all = bank.navigation.state.entries.map { "\($0.controller)" }
    #expect(all == ["Home", "Slow", "Accounts", "Chat"])
  }

  @Test("A tab that does not exist is an error that names those that do")
  func unknownTab() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"])
    try bank.register("/cart", "Cart", place: .tab("Cart"))
    let error = try await failure { try await bank.wireframe.route(to: "/cart") }
    #expect(error.code == .noTab)
    #expect(error.description == "There is no tab 'Cart'. The tabs are: 'Home', 'Accounts'.")
  }

  @Test("Columns are stacks with names, too")
  func columns() async throws {
    let tree = NavigationTree<Screen>(columns: ["List", "Detail"])
    let wireframe = Wireframe<Screen>(sources: ["bank:"])
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/items", option: .push, exposure: .external, place: .tab("List")) { _ in
      Screen("Items")
    }
    try wireframe.register("/items/:id", option: .push, exposure: .external, place: .tab("Detail"))
    {
      Screen("Item \(try $0["id"] as String)")
    }
    try await wireframe.route(to: "/items")
    _ = await wireframe.open("bank://items/1", origin: .customScheme)
    #expect(
      "\(tree.state)" == """
        root, columns
        ├─ List
        │  └─ Items
        └─ Detail (selected)
           └─ Item 1
        """)
    _ = await wireframe.open("bank://items/2", origin: .customScheme)
    #expect(tree.state.shown.map { "\($0.controller)" } == ["Items", "Item 2"])
    #expect(tree.state.top?.controller.description == "Item 2")
  }

  // MARK: What is on screen already

  @Test(
    "ifPresented says what becomes of a screen that is on screen already",
    arguments: [
      (PresentedRule.presentAgain, ["Home", "News", "Item 1", "News"], 1),
      (.bringToFront, ["Home", "News"], 0), (.replace, ["Home", "News"], 1),
    ])
  func ifPresented(rule: PresentedRule, shown: [String], made: Int) async throws {
    let bank = try await Bank()
    for path in ["/", "/news", "/news/1"] { try await bank.wireframe.route(to: path) }
    let before = try #require(bank.navigation.state.shown.dropFirst().first?.id)
    let count = bank.made.count
    let result = try await bank.wireframe.route(to: "/news", ifPresented: rule)
    #expect(bank.shown == shown)
    #expect(bank.made.count - count == made)
    #expect(result.controller === bank.navigation.state.top?.controller)
    #expect((bank.navigation.state.shown[1].id == before) == (rule != .replace))
  }

  @Test("A route may say it for all its requests; the call decides")
  func ruleOfTheRoute() async throws {
    let bank = try await Bank()
    try bank.wireframe.register("/inbox", option: .modal, place: .init(ifPresented: .bringToFront))
    { _ in
      Screen("Inbox")
    }
    for path in ["/", "/inbox", "/inbox"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Home", "Inbox"])
    try await bank.wireframe.route(to: "/inbox", ifPresented: .presentAgain)
    #expect(bank.shown == ["Home", "Inbox", "Inbox"])
  }

  @Test("What the app's presenter presents in its own place leaves no empty modal below it")
  func replacedByOwnPresenter() async throws {
    let bank = try await Bank()
    bank.wireframe.add(presenter: DrawerPresenter(navigation: bank.navigation))
    try bank.register("/filter", "Filter", option: Drawer(), place: .init(ifPresented: .replace))
    for path in ["/", "/filter", "/filter"] { try await bank.wireframe.route(to: path) }
    #expect(bank.made == ["Home", "Filter", "Filter"])
    #expect(bank.navigation.state.layers.map(\.entries.count) == [1, 1])
  }

  // MARK: Registration

  @Test("A parent's names are among its child's, and parents do not lead back")
  func unfitParents() async throws {
    let wireframe = Wireframe<Screen>()
    let names = #expect(throws: RoutingError.self) {
      try wireframe.register("/a/:id", place: .under("/b/:id/:other"))
    }
    #expect(names?.code == .invalidParent)
    #expect(
      names?.description == """
        '/b/:id/:other' cannot be the parent of '/a/:id', which has no value for 'other'. Use a \
        parent whose names are among its child's.
        """)
    try wireframe.register("/one", place: .under("/two"))
    try wireframe.register("/two", place: .under("/three"))
    let circle = #expect(throws: RoutingError.self) {
      try wireframe.register("/three", place: .under("/one"))
    }
    #expect(circle?.code == .invalidParent)
    #expect(
      circle?.description
        == "The parents of '/three' lead back to it: its parent is '/one'. Name another.")
    #expect(throws: RoutingError.self) { try wireframe.register("/self", place: .under("/self")) }
    try wireframe.alias("/old", for: "/new")
    let own = #expect(throws: RoutingError.self) {
      try wireframe.register("/new", place: .under("/old"))
    }
    #expect(
      own?.description
        == "The parents of '/new' lead back to it: its parent is '/old'. Name another.")
    #expect(!wireframe.canRoute(to: "/three"))
  }

  @Test("A parent that is not registered is an error of the link, with both patterns")
  func missingParents() async throws {
    let bank = try await Bank()
    try bank.register("/orphan", "Orphan", place: .under("/nowhere"))
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/orphan")
    #expect(bank.shown == ["Home", "Orphan"])
    let error = try await failure {
      try await bank.wireframe.route(to: "/orphan", landing: .underParents)
    }
    #expect(error.code == .invalidParent)
    #expect(
      error.description == """
        The parent '/nowhere' of '/orphan' is not registered. Register it, or remove it from \
        the route's place.
        """)
  }

  // MARK: Modules

  @Test(
    "A module's parents are its own routes, or those of the app; the mount says where it belongs")
  func modules() async throws {
    let bank = try await Bank()
    let loans = Wireframe<Screen>(defaultOption: .push)
    func register(_ pattern: RoutePattern, _ title: String, place: ScreenPlace = .onTop) throws {
      try loans.register(pattern, exposure: .external, place: place) { _ in
        Screen(title)
      }
    }
    try register("/list", "Loans")
    try register("/list/:id<int>", "Loan", place: .under("/list"))
    try register("/faq", "FAQ", place: .under("/news"))
    try bank.wireframe.mount(loans, at: "/loans", parent: "/news")
    await bank.open("/loans/list/1")
    #expect(bank.shown == ["Home", "News", "Loans", "Loan"])
    await bank.open("/loans/faq")
    #expect(bank.shown == ["Home", "News", "FAQ"])
    try await loans.route(to: "/list/2", landing: .underParents)
    #expect(bank.shown == ["Home", "News", "Loans", "Loan"])
    let error = #expect(throws: RoutingError.self) {
      try bank.wireframe.mount(Wireframe<Screen>(), at: "/x", parent: "/news/:id<int>")
    }
    #expect(error?.code == .invalidMount)
  }
}

/// Which of the routes on the way have to be exposed.
@MainActor
struct ParentExposureTests {
  @Test("Exposure is asked of the link's own route only, also in a module: parents may be closed")
  func closedParents() async throws {
    let app = Wireframe<Screen>(sources: ["bank:"], defaultOption: .push, limits: .none)
    let navigation = NavigationTree<Screen>()
    app.addStandardPresenters(on: navigation)
    try app.register("/", option: .root) { _ in Screen("Home") }
    let loans = Wireframe<Screen>()
    try loans.register("/list") { _ in Screen("Loans") }
    try loans.register("/list/:id<int>", exposure: .external, place: .under("/list")) { _ in
      Screen("Loan")
    }
    try app.mount(loans, at: "/loans", parent: "/")
    _ = await app.open("bank://loans/list/1", origin: .customScheme)
    #expect(navigation.state.shown.map { "\($0.controller)" } == ["Home", "Loans", "Loan"])
    let outcome = await app.open("bank://loans/list", origin: .customScheme)
    #expect(outcome.error?.code == .notExposed)
  }
}

private struct OnTop: RoutingOption {}

/// Pushes, and notes what is below.
private final class TopPresenter: ControllerRoutingPresenter {
  let navigation: NavigationTree<Screen>
  var below: [String] = []
  init(_ navigation: NavigationTree<Screen>) { self.navigation = navigation }

  func present(_ controller: Screen, option: OnTop, event: RoutingEvent) async throws {
    below = navigation.state.shown.map { "\($0.controller)" }
    try await navigation.push(controller, route: event.route)
  }
}

private struct Drawer: RoutingOption {}

/// Presents modals by a move of the host.
private struct DrawerPresenter: ControllerRoutingPresenter {
  let navigation: NavigationTree<Screen>

  func present(_ controller: Screen, option: Drawer, event: RoutingEvent) async throws {
    try await navigation.present(controller, route: event.route)
  }
}
