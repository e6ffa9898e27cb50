import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// Screens over a restart.
@MainActor
@Suite(.hangsNever)
struct RestorationTests {
  private func saved(_ bank: Bank) throws -> Data {
    try JSONEncoder().encode(bank.wireframe.savedState())
  }

  private func restored(
    _ data: Data, trusting: Bool = true, into bank: Bank
  ) async throws -> RestorationReport {
    try await bank.wireframe.restore(
      JSONDecoder().decode(SavedState.self, from: data), trusting: trusting)
  }

  @Test("Behind a gate, restored screens come back into the tab in which they were")
  func gatedInOtherTab() async throws {
    let tabs = ["Home", "Accounts"]
    let (bank, other) = (try await Bank(tabs: tabs), try await Bank(tabs: tabs))
    bank.isLoggedIn = true
    for path in ["/", "/accounts/7", "/accounts/8"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Home", "Account 7", "Account 8"])
    #expect(try await restored(try saved(bank), into: other).keptCount == 2)
    #expect(other.shown == ["Home", "Log in"])
    other.isLoggedIn = true
    try await other.wireframe.resume(after: .requiresLogin)
    #expect("\(other.navigation.state)" == "\(bank.navigation.state)")
  }

  @Test(
    "A screen behind two gates with one login comes back if both have their owners again",
    arguments: ["home", "other"])
  func twoOwners(household: String) async throws {
    func bank(of household: String) async throws -> Bank {
      let bank = try await makeBank()
      try bank.register("/budget", "Budget", tags: [.requiresLogin, "household"])
      bank.wireframe.addGate(for: "household", at: "/login", owner: { household }) { true }
      bank.user = "ada"
      return bank
    }
    let (first, other) = (try await bank(of: "home"), try await bank(of: household))
    try await first.wireframe.route(to: "/budget")
    let report = try await restored(try saved(first), into: other)
    #expect(report.restored.map(\.urlText) == (household == "home" ? ["/", "/budget"] : ["/"]))
    #expect(other.shown == (household == "home" ? ["Home", "Budget"] : ["Home"]))
  }

  @Test(
    "A saved screen with more owners than there are gates is shown to nobody: it was forged",
    arguments: [1, 100])
  func tooManyOwners(count: Int) async throws {
    let (first, other) = (try await makeBank(), try await makeBank())
    for bank in [first, other] { bank.user = "ada" }
    try await first.wireframe.route(to: "/accounts")
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let text = String(decoding: try encoder.encode(first.wireframe.savedState()), as: UTF8.self)
    let owner = #"{"gate":"/login","name":"ada"}"#
    #expect(text.contains(owner))
    let owners = Array(repeating: owner, count: count).joined(separator: ",")
    let report = try await restored(Data(text.replacing(owner, with: owners).utf8), into: other)
    #expect(report.restored.map(\.urlText) == (count == 1 ? ["/", "/accounts"] : ["/"]))
    #expect(other.shown == (count == 1 ? ["Home", "Accounts"] : ["Home"]))
  }

  @Test("Signed out for good while the gate's screen is made, a restoration has left out the rest")
  func signedOutAtGate() async throws {
    let first = try await SlowBank()
    for path in ["/", "/accounts"] { try await first.wireframe.route(to: path) }
    let (saved, bank) = (try first.wireframe.savedState(), try await SlowBank())
    (bank.user, bank.slow) = (nil, ["/login"])
    let restoring = Task { try await bank.wireframe.restore(saved, trusting: true) }
    await bank.loading()
    try await bank.wireframe.reevaluate(keeping: .nothing)
    bank.arrive()
    let report = try await restoring.value
    #expect(report.omitted == ["/accounts"])
    #expect(report.keptCount == 0)
  }

  /// A host whose tabs a test changes.
  private final class ChangingHost: NavigationHost {
    var state = NavigationTree<Screen>(tabs: ["More", "Home", "Else"]).state
    let events = NavigationEvents<Screen>()

    func perform(_ operation: NavigationOperation<Screen>, animated: Bool) async throws {
      let before = state
      state = try operation.target(from: before)
      events.send(from: before, to: state, by: .app)
    }
  }

  @Test("Screens are restored on the host that the window has when the restoration has its turn")
  func hostMeanwhile() async throws {
    let (old, new, gate) = (NavigationTree<Screen>(), NavigationTree<Screen>(), Barrier())
    let wireframe = Wireframe<Screen>(limits: .none)
    wireframe.addStandardPresenters(on: old)
    wireframe.add(presenter: SlowPresenter(gate))
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    try wireframe.register("/slow") { _ in Screen("Slow") }
    try await wireframe.route(to: "/")
    let saved = try wireframe.savedState()
    let routing = Task { try await wireframe.route(to: "/slow", option: Slow()) }
    await gate.waitForArrivals()
    let restoring = Task { try await wireframe.restore(saved, trusting: true) }
    #expect(await wireframe.isAwaited(by: 1))
    wireframe.addStandardPresenters(on: new)
    gate.open()
    _ = try await routing.value
    #expect(try await restoring.value.restored.map(\.urlText) == ["/"])
    #expect(new.state.shown.map(\.controller.description) == ["Home"])
  }

  @Test("The gate of restored screens comes above them, whatever tab the user chooses meanwhile")
  func choosesTabMeanwhile() async throws {
    let (isOpen, slow) = (OpenState(), Barrier())
    isOpen.isSet = true
    func window(
      _ barrier: Barrier? = nil
    ) throws -> (wireframe: Wireframe<Screen>, tree: NavigationTree<Screen>) {
      let tree = NavigationTree<Screen>(tabs: ["One", "Two"])
      let wireframe = Wireframe<Screen>(defaultOption: .push, limits: .none)
      wireframe.addStandardPresenters(on: tree)
      for (path, tab) in [("/one", "One"), ("/two", "Two")] as [(RoutePattern, String)] {
        try wireframe.register(path, place: .tab(tab)) { _ in Screen(path.text) }
      }
      try wireframe.register("/slow") { _ in
        await barrier?.pass()
        return Screen("/slow")
      }
      try wireframe.register("/mine", tags: [.requiresLogin]) { _ in Screen("/mine") }
      try wireframe.register("/login") { _ in Screen("/login") }
      wireframe.addGate(for: .requiresLogin, at: "/login") { isOpen.isSet }
      return (wireframe, tree)
    }
    let (first, (wireframe, tree)) = (try window(), try window(slow))
    for path in ["/two", "/slow", "/mine"] { try await first.wireframe.route(to: path) }
    let saved = try first.wireframe.savedState()
    isOpen.isSet = false
    for path in ["/two", "/one"] { try await wireframe.route(to: path) }
    let restoring = Task { _ = try await wireframe.restore(saved, trusting: true) }
    await slow.waitForArrivals()
    try tree.performAsUser(.selectTab(1))
    slow.open()
    try await restoring.value
    #expect("\(tree.state.shown.map(\.controller))" == "[/two, /slow, /login]")
  }

  @Test("Tabs that change while screens are restored keep what they show")
  func changingTabs() async throws {
    let bank = try await Bank(tabs: ["Home"])
    try await bank.wireframe.route(to: "/")
    let saved = try bank.wireframe.savedState()
    let (host, making) = (ChangingHost(), Barrier())
    let wireframe = Wireframe<Screen>(limits: .none)
    wireframe.addStandardPresenters(on: host)
    try wireframe.register("/", place: .tab("Home")) { _ in
      await making.pass()
      return Screen("Home")
    }
    let restoring = Task { try await wireframe.restore(saved, trusting: true) }
    await making.waitForArrivals()
    host.state.layers[0].stacks.swapAt(0, 2)
    host.state.layers[0].stacks.removeLast()
    making.open()
    #expect(try await restoring.value.restored.count == 1)
    #expect(host.state.shown.map(\.controller.description) == ["Home"])
  }

  @Test("What a gate keeps of a tab comes on top if the app has set another root meanwhile")
  func tabIsGone() async throws {
    let tabs = ["Home", "Other"]
    let bank = try await Bank(tabs: tabs)
    let other = try await Bank(tabs: tabs, loginOption: Aside())
    for bank in [bank, other] { try bank.register("/vault", "Vault", tags: [.requiresLogin]) }
    bank.isLoggedIn = true
    for path in ["/", "/vault", "/accounts/7"] { try await bank.wireframe.route(to: path) }
    other.wireframe.add(presenter: AsidePresenter())
    #expect(try await restored(try saved(bank), into: other).keptCount == 2)
    try await other.navigation.setRoot(Screen("Welcome"))
    other.isLoggedIn = true
    try await other.wireframe.resume(after: .requiresLogin)
    #expect(other.shown == ["Welcome", "Vault", "Account 7"])
  }

  @Test(
    "What leaves another tab while screens are restored does not come back: a sign-out, too",
    arguments: [["/"], ["/", "/note"]])
  func signOutInUnknownTab(saved paths: [String]) async throws {
    let (first, bank) = (try await SlowBank(), try await SlowBank(tabs: true))
    for bank in [first, bank] {
      try bank.wireframe.register("/note", option: .modal) { _ in Screen("/note") }
    }
    for path in paths { try await first.wireframe.route(to: path) }
    let saved = try first.wireframe.savedState()
    for path in ["/", "/accounts"] { try await bank.wireframe.route(to: path) }
    try await bank.tree.selectTab("Home")
    bank.slow = ["/"]
    let restoring = Task { try await bank.wireframe.restore(saved, trusting: true) }
    await bank.loading()
    bank.user = nil
    try await bank.wireframe.reevaluate(keeping: .nothing)
    bank.arrive()
    #expect(try await restoring.value.restored.map(\.urlText) == paths)
    #expect(!bank.tree.state.entries.contains { $0.controller.description == "/accounts(A)" })
  }

  @Test(
    "What is on screen is saved, and comes back, made anew, in one move",
    arguments: [
      ["/"], ["/", "/news", "/news/1?from=mail"], ["/", "/help", "/news", "/news/2"],
    ])
  func roundTrip(urls: [String]) async throws {
    let bank = try await Bank()
    for url in urls { try await bank.wireframe.route(to: url) }
    let other = try await Bank()
    var changes = 0
    other.navigation.onChange { _ in changes += 1 }
    let report = try await restored(try saved(bank), into: other)
    #expect(other.shown == bank.shown)
    #expect(other.navigation.state.layers.map(\.style) == bank.navigation.state.layers.map(\.style))
    #expect(other.navigation.state.entries.map(\.route?.urlText) == urls)
    #expect(other.navigation.state.entries.allSatisfy { $0.route?.request.origin == .restoration })
    #expect(report.restored.map(\.urlText) == urls)
    #expect(changes == 1)
  }

  @Test("Tabs come back by their names, the hidden ones with the shown one")
  func tabs() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"])
    bank.isLoggedIn = true
    for path in ["/", "/news", "/accounts", "/accounts/3", "/"] {
      try await bank.wireframe.route(to: path)
    }
    try await bank.wireframe.route(to: "/accounts/4", landing: .underParents)
    // The shown tab is neither the first one nor where it was.
    let other = try await Bank(tabs: ["News", "Home", "Accounts"])
    other.isLoggedIn = true
    _ = try await restored(try saved(bank), into: other)
    #expect(other.shown == ["Accounts", "Account 4"])
    #expect(other.navigation.state.layers[0].selected == 2)
    #expect(other.navigation.state.layers[0].stacks[1].entries.map(\.route?.urlText) == ["/"])
    let plain = try await Bank()
    plain.isLoggedIn = true
    let report = try await restored(try saved(bank), into: plain)
    #expect(plain.shown == ["Accounts", "Account 4"])
    #expect(report.omitted == ["/"])
  }

  @Test("What has no route, has a payload, or is never restored is left out with what is above it")
  func omissions() async throws {
    let bank = try await Bank()
    try bank.wireframe.register("/secret", option: .push, place: .init(restoration: .never)) { _ in
      Screen("S")
    }
    let ways: [(Bank) async throws -> Void] = [
      { _ = try await $0.wireframe.route(to: "/secret") },
      { _ = try await $0.wireframe.route(to: "/news", payload: ["x": 1]) },
      { try await $0.navigation.push(Screen("own")) },
    ]
    for way in ways {
      try await bank.wireframe.route(to: "/")
      try await way(bank)
      try await bank.wireframe.route(to: "/news/1")
      try await bank.wireframe.route(to: "/help")
      let state = try bank.wireframe.savedState()
      #expect(state.omittedCount == 3)
      let other = try await Bank()
      #expect(try await other.wireframe.restore(state, trusting: true).restored.count == 1)
      #expect(other.shown == ["Home"])
    }
  }

  @Test("Behind a closed gate modals are kept, too, each with its stack")
  func gatedModals() async throws {
    let bank = try await Bank()
    bank.isLoggedIn = true
    for path in ["/", "/accounts", "/help", "/news", "/accounts/3"] {
      try await bank.wireframe.route(to: path)
    }
    let other = try await Bank()
    let report = try await restored(try saved(bank), into: other)
    #expect(other.shown == ["Home", "Log in"])
    #expect(report.keptCount == 4)
    other.isLoggedIn = true
    try await other.wireframe.resume(after: .requiresLogin)
    #expect("\(other.navigation.state)" == "\(bank.navigation.state)")
  }

  @Test("Without trust, what a gate keeps is exposed, too")
  func exposureBehindGates() async throws {
    let bank = try await Bank()
    bank.isLoggedIn = true
    try bank.wireframe.register("/closed", option: .push) { _ in Screen("Closed") }
    for path in ["/", "/accounts", "/closed", "/news"] { try await bank.wireframe.route(to: path) }
    let data = try saved(bank)
    bank.isLoggedIn = false
    let report = try await restored(data, trusting: false, into: bank)
    #expect(report.omitted == ["/closed", "/news"])
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts"])
    #expect(bank.navigation.state.top?.route?.request.origin == .restoration)
  }

  @Test("A state that names a gate, a lock, or a route that is never restored, does not show it")
  func forgedScreens() async throws {
    let bank = try await Bank()
    try bank.wireframe.register("/secret", option: .push, place: .init(restoration: .never)) { _ in
      Screen("S")
    }
    try bank.wireframe.handle("/act") { _ in }
    try await bank.addLock()
    for url in ["/login", "/locked", "/secret", "/act"] {
      let json = #"""
        {"version":1,"layers":[{"kind":"stack","selected":0,"stacks":[{"name":"","canPush":true,
        "screens":[{"url":"/"},{"url":"\#(url)"}]}]}],"omittedCount":0}
        """#
      let report = try await restored(Data(json.utf8), into: bank)
      #expect(report.omitted == [url])
      #expect(
        report.failures.map(\.description) == [
          "A saved screen of '\(url)' is not restored: its route has a handler, is a gate's, or has "
            + "'restoration: .never'."
        ])
      #expect(bank.shown == ["Home"])
    }
  }

  @Test("A gate is not saved; behind a closed gate the rest is kept, and comes when it is passed")
  func gates() async throws {
    let bank = try await Bank()
    bank.isLoggedIn = true
    for path in ["/", "/accounts", "/accounts/3"] { try await bank.wireframe.route(to: path) }
    let other = try await Bank()
    let report = try await restored(try saved(bank), into: other)
    #expect(other.shown == ["Home", "Log in"])
    #expect(report.keptCount == 2)
    #expect(try other.wireframe.savedState().omittedCount == 1)
    other.isLoggedIn = true
    try await other.wireframe.resume(after: .requiresLogin)
    #expect(other.shown == ["Home", "Accounts", "Account 3"])
  }

  @Test(
    "What a guard refuses, a provider fails or nothing matches is left out, and the report says so")
  func refusals() async throws {
    let bank = try await Bank()
    for path in ["/", "/news", "/news/1", "/help"] { try await bank.wireframe.route(to: path) }
    let data = try saved(bank)
    let decisions: [(RoutingDecision, [String])] = [
      (.stop("no"), ["An observer stopped the request for '/news': no"]),
      (.redirect(to: "/help", resuming: .newest), []),
    ]
    for (decision, failures) in decisions {
      let other = try await Bank()
      other.wireframe.observe { $0.pattern == "/news" ? decision : .proceed }
      let report = try await restored(data, into: other)
      #expect(other.shown == ["Home"])
      #expect(report.omitted == ["/news", "/news/1", "/help"])
      #expect(report.failures.map(\.description) == failures)
      #expect(other.wireframe.parked == nil)
    }
  }

  @Test("A restoration that has taken as long as the limit of providers makes no further screens")
  func time() async throws {
    let bank = try await Bank()
    for path in ["/", "/news", "/news/1"] { try await bank.wireframe.route(to: path) }
    let clock = ManualClock()
    let other = Wireframe<Screen>(limits: RoutingLimits(provide: .seconds(30)), clock: clock)
    let navigation = NavigationTree<Screen>()
    other.addStandardPresenters(on: navigation)
    let slow = Barrier()
    try other.register("/") { _ in Screen("Home") }
    try other.register("/news") { _ in
      // The provider itself is within its limit: it began later.
      clock.advance(by: .seconds(20))
      await slow.pass()
      return Screen("News")
    }
    try other.register("/news/:id<int>") { _ in Screen("Item") }
    let saved = try bank.wireframe.savedState()
    let restoring = Task { try await other.restore(saved, trusting: true) }
    await slow.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(10))
    // The limit of the restoration has passed; now that of the provider is slept for.
    await clock.waitForSleepers(1)
    slow.open()
    let report = try await restoring.value
    #expect(navigation.state.shown.map { "\($0.controller)" } == ["Home", "News"])
    #expect(report.omitted == ["/news/1"])
    #expect(report.failures.map(\.code) == [.timedOut])
    #expect(report.failures.map(\.urlText) == ["/news/1"])
    #expect(report.failures.map(\.pattern) == [nil], "it was not looked up")
  }

  @Test("Without trust only exposed routes are restored")
  func exposure() async throws {
    let bank = try await Bank()
    try bank.wireframe.register("/closed", option: .push) { _ in Screen("Closed") }
    for path in ["/", "/closed", "/news"] { try await bank.wireframe.route(to: path) }
    let data = try saved(bank)
    #expect(try await restored(data, trusting: false, into: bank).omitted == ["/closed", "/news"])
    #expect(bank.shown == ["Home"])
  }

  private nonisolated static let modal = #"""
    {"kind":"stack","style":"sheet","selected":0,
    "stacks":[{"name":"","canPush":false,"screens":[{"url":"/help"}]}]}
    """#
  private nonisolated static let tab = #"{"name":"A","canPush":true,"screens":[]}"#
  /// Saved states of one stack with a modal above it, and of a tab, of which each argument changes one thing.
  private nonisolated static let wellFormed = [
    #"""
    {"version":1,"layers":[
    {"kind":"stack","selected":0,"stacks":[{"name":"","canPush":true,"screens":[{"url":"/"}]}]},
    \#(modal)],
    "omittedCount":0}
    """#,
    #"{"version":1,"layers":[{"kind":"tabs","selected":0,"stacks":[\#(tab)]}],"omittedCount":0}"#,
  ]

  @Test(
    "What is old, contradicts itself, or is too large is an error",
    arguments: [
      (#""version":1"#, #""version":2"#), (#""kind":"stack""#, #""kind":"x""#),
      (#""selected":0"#, #""selected":1"#), (#""selected":0"#, #""selected":-1"#),
      (#","style":"sheet""#, ""), (#""style":"sheet""#, #""style":"x""#),
      (#""kind":"stack","selected""#, #""kind":"stack","style":"sheet","selected""#),
      (#"[{"url":"/"}]"#, "[]"), (#"[{"url":"/help"}]"#, "[]"),
      (#"[{"url":"/help"}]"#, #"[{"url":"/help"},{"url":"/"}]"#),
      (#"{"name":"""#, #"{"name":"A","canPush":true,"screens":[{"url":"/"}]},{"name":"""#),
      (#""selected":0,"stacks":[{"name":"A""#, #""selected":1,"stacks":[{"name":"A""#),
      (tab, "\(tab),\(tab)"),
      (tab, (0...16).map { tab.replacing("A", with: "\($0)") }.joined(separator: ",")),
      (modal, Array(repeating: modal, count: 16).joined(separator: ",")),
      (#""omittedCount":0"#, #""omittedCount":-1"#),
      (#"{"url":"/"}"#, Array(repeating: #"{"url":"/"}"#, count: 200).joined(separator: ",")),
    ])
  func hostile(part: String, other: String) throws {
    for text in Self.wellFormed {
      _ = try JSONDecoder().decode(SavedState.self, from: Data(text.utf8))
    }
    let text = try #require(Self.wellFormed.first { $0.contains(part) })
    let range = try #require(text.range(of: part))
    let changed = text.replacingCharacters(in: range, with: other)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SavedState.self, from: Data(changed.utf8))
    }
  }

  @Test("What is no saved state is an error", arguments: ["", "null", "{}", "[]"])
  func malformed(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(SavedState.self, from: Data(json.utf8))
    }
  }

  @Test("Hostile URLs in a saved state are left out")
  func hostileURLs() async throws {
    for url in ["https://evil.example/", "/a/../b", "", "/news/%zz", "/missing", "/news/1\\u0000"] {
      let json = #"""
        {"version":1,"layers":[{"kind":"stack","selected":0,"stacks":[{"name":"","canPush":true,
        "screens":[{"url":"/"},{"url":"\#(url)"}]}]}],"omittedCount":0}
        """#
      let bank = try await Bank()
      let report = try await restored(Data(json.utf8), into: bank)
      #expect(bank.shown == ["Home"])
      #expect(report.omitted.count == 1)
    }
  }

  // MARK: What is saved

  @Test("What is saved can be read again, also if a modal or the last screens are left out")
  func readable() async throws {
    let bank = try await Bank(tabs: ["Home", "Other"])
    try bank.register("/other", "Other", place: .tab("Other"))
    try await bank.wireframe.route(to: "/")
    for _ in 1..<150 { try await bank.wireframe.route(to: "/news") }
    try await bank.wireframe.route(to: "/other")
    for _ in 1..<100 { try await bank.wireframe.route(to: "/news") }
    #expect(try bank.wireframe.savedState().omittedCount == 50)
    _ = try JSONDecoder().decode(SavedState.self, from: saved(bank))
    let other = try await Bank()
    try await other.wireframe.route(to: "/")
    try await other.wireframe.route(to: "/help", payload: ["x": 1])
    #expect(try other.wireframe.savedState().omittedCount == 1)
    let report = try await restored(try saved(other), into: try await Bank())
    #expect(report.restored.map(\.urlText) == ["/"])
    // A stack whose first screen is left out, more modals than are saved, and more tabs.
    try await other.navigation.setRoot(Screen("Welcome"))
    #expect(try await restored(try saved(other), into: try await Bank()).restored.isEmpty)
    try await other.wireframe.route(to: "/")
    for _ in 1...17 { try await other.wireframe.route(to: "/help") }
    let (layered, tabbed) = (try await Bank(), try await Bank(tabs: (1...17).map { "\($0)" }))
    #expect(try await restored(try saved(other), into: layered).restored.count == 16)
    try await tabbed.navigation.push(Screen("own"))
    #expect(try await restored(try saved(tabbed), into: try await Bank()).restored.isEmpty)
  }

  @Test("A gate's screen that was asked for by itself is not saved, either")
  func gateByItself() async throws {
    let bank = try await Bank()
    for path in ["/", "/login"] { try await bank.wireframe.route(to: path) }
    #expect(bank.shown == ["Home", "Log in"])
    #expect(try bank.wireframe.savedState().omittedCount == 1)
    let report = try await restored(try saved(bank), into: try await Bank())
    #expect(report.description == "1 restored, 0 kept by a gate, 0 left out")
    #expect(report.failures.isEmpty)
  }

  @Test("A modal with tabs whose shown screen is not saved is left out; each of its screens counts")
  func modalWithTabs() async throws {
    let bank = try await Bank()
    for path in ["/", "/news"] { try await bank.wireframe.route(to: path) }
    try bank.navigation.perform(
      NavigationOperation { state in
        let news = state.layers[0].stacks[0].entries.removeLast()
        state.layers.append(
          .init(
            id: NavigationEntryID(), kind: .tabs,
            stacks: [
              .init(name: "News", entries: [news]),
              .init(name: "Own", entries: [NavigationEntry(Screen("own"))]),
            ], selected: 1, style: .sheet))
      }, animated: false)
    let state = try bank.wireframe.savedState()
    #expect(state.description == "1 saved screens")
    #expect(state.omittedCount == 2)
  }

  @Test("A modal without a stack comes back as one, also behind a gate", arguments: [false, true])
  func plainModal(isGated: Bool) async throws {
    let bank = try await Bank()
    try bank.register("/note", "Note", option: .modal, tags: isGated ? [.requiresLogin] : [])
    bank.isLoggedIn = true
    for path in ["/", "/note"] { try await bank.wireframe.route(to: path) }
    let other = try await Bank()
    try other.register("/note", "Note", option: .modal, tags: isGated ? [.requiresLogin] : [])
    _ = try await restored(try saved(bank), into: other)
    if isGated {
      #expect(other.shown == ["Home", "Log in"])
      other.isLoggedIn = true
      try await other.wireframe.resume(after: .requiresLogin)
    }
    #expect("\(other.navigation.state)" == "\(bank.navigation.state)")
    try await other.wireframe.route(to: "/news")
    #expect(other.shown == ["Home", "News"])
  }

  @Test("A screen that is named twice, and whose provider makes one object, comes back once")
  func oneObject() async throws {
    let (bank, cached) = (try await Bank(), Screen("Cached"))
    try bank.wireframe.register("/cached", option: .push) { _ in cached }
    let json = #"""
      {"version":1,"layers":[{"kind":"stack","selected":0,"stacks":[{"name":"","canPush":true,
      "screens":[{"url":"/"},{"url":"/cached"},{"url":"/cached"}]}]}],"omittedCount":0}
      """#
    let report = try await restored(Data(json.utf8), into: bank)
    #expect(bank.shown == ["Home", "Cached"])
    #expect(report.omitted == ["/cached"])
    #expect(report.failures.map(\.urlText) == ["/cached"])
    #expect(
      report.failures.map(\.description) == [
        "The controller is already on screen, and cannot be in two places. Make a new one, or "
          + "go back to it with '.back'."
      ])
  }

  @Test("A tab that holds one screen gets one, also of a state in which it had a stack")
  func tabWithoutStack() async throws {
    let (first, bank) = (try await Bank(tabs: ["Home"]), try await Bank(tabs: ["Home"]))
    for path in ["/", "/news", "/help"] { try await first.wireframe.route(to: path) }
    try bank.navigation.perform(
      NavigationOperation { state in
        state.layers[0].stacks = [.init(name: "Home", canPush: false)]
      }, animated: false)
    let report = try await restored(try saved(first), into: bank)
    #expect(bank.shown == ["Home"])
    #expect(report.omitted == ["/news", "/help"])
    #expect(report.failures.map(\.code) == [.noStack])
    _ = try JSONDecoder().decode(SavedState.self, from: saved(bank))
  }

  @Test("A modal above a root without screens is not saved: what is saved can be read again")
  func modalAboveNothing() async throws {
    let bank = try await Bank()
    try bank.navigation.perform(
      NavigationOperation { state in
        state.layers = [.init(id: NavigationEntryID(), stacks: [.init()])]
      }, animated: false)
    try await bank.wireframe.route(to: "/help")
    #expect(bank.shown == ["Help"])
    #expect(try bank.wireframe.savedState().omittedCount == 1)
    #expect(try await restored(try saved(bank), into: try await Bank()).restored.isEmpty)
  }

  @Test("A root without a stack takes the place of one with a stack")
  func plainRoot() async throws {
    let bank = try await Bank()
    try await bank.wireframe.route(to: "/", option: .root(hasStack: false))
    let other = try await Bank()
    try await other.navigation.setRoot(Screen("Welcome"))
    _ = try await restored(try saved(bank), into: other)
    #expect("\(other.navigation.state)" == "\(bank.navigation.state)")
    #expect("\(other.navigation.state)" == "root: Home")
  }

  @Test("The first screen of a tab comes back into it from behind a gate, and keeps the tabs")
  func firstInTab() async throws {
    let tabs = ["Home", "Other"]
    let bank = try await Bank(tabs: tabs)
    let other = try await Bank(tabs: tabs, loginOption: Aside())
    for bank in [bank, other] { try bank.register("/vault", "Vault", tags: [.requiresLogin]) }
    bank.isLoggedIn = true
    try await bank.wireframe.route(to: "/")
    try await bank.navigation.selectTab("Other")
    try await bank.wireframe.route(to: "/vault")
    other.wireframe.add(presenter: AsidePresenter())
    #expect(try await restored(try saved(bank), into: other).keptCount == 1)
    // The login is not on the host: the user can still choose another tab.
    try other.navigation.performAsUser(.selectTab(0))
    other.isLoggedIn = true
    try await other.wireframe.resume(after: .requiresLogin)
    #expect(other.navigation.state.layers[0].kind == .tabs)
    #expect(other.shown == ["Vault"])
    #expect(other.navigation.state.layers[0].selectedStack.name == "Other")
  }

  @Test("A gate before a state's first screen takes the place of all", arguments: [false, true])
  func gatedRoot(isCold: Bool) async throws {
    let bank = try await Bank(root: .stack, homeTags: [.requiresLogin])
    bank.isLoggedIn = true
    for path in ["/", "/news"] { try await bank.wireframe.route(to: path) }
    let other = try await Bank(root: .stack, homeTags: [.requiresLogin])
    if !isCold { try await other.navigation.setRoot(Screen("Welcome")) }
    #expect(try await restored(try saved(bank), into: other).keptCount == 2)
    #expect(other.shown == ["Log in"])
    other.isLoggedIn = true
    try await other.wireframe.resume(after: .requiresLogin)
    #expect(other.shown == ["Home", "News"])
  }

  @Test("A saved stack behind a gate comes back into the tab that is shown, and keeps the tabs")
  func gatedStackInTabs() async throws {
    let (bank, other) = (try await Bank(), try await Bank(tabs: ["Home", "Other"]))
    for bank in [bank, other] { try bank.register("/vault", "Vault", tags: [.requiresLogin]) }
    bank.isLoggedIn = true
    try await bank.wireframe.route(to: "/vault", option: .root)
    try await other.wireframe.route(to: "/")
    try await other.navigation.selectTab("Other")
    #expect(try await restored(try saved(bank), into: other).keptCount == 1)
    #expect(other.shown == ["Log in"])
    other.isLoggedIn = true
    try await other.wireframe.resume(after: .requiresLogin)
    #expect(other.shown == ["Vault"])
    #expect(other.navigation.state.entries.map { "\($0.controller)" } == ["Home", "Vault"])
  }

  @Test("If the gate's screen is stopped, nothing is kept, the report says so, and home is shown")
  func stoppedGate() async throws {
    let (bank, other) = (try await Bank(), try await Bank(root: .stack, home: "/"))
    bank.isLoggedIn = true
    try await bank.wireframe.route(to: "/accounts", option: .root)
    other.wireframe.observe { $0.pattern == "/login" ? .stop("closed") : .proceed }
    let report = try await restored(try saved(bank), into: other)
    #expect(report.description == "0 restored, 0 kept by a gate, 1 left out")
    #expect(report.omitted == ["/accounts"])
    #expect(other.wireframe.keptRequestCount == 0)
    #expect(other.shown == ["Home"])
  }

  @Test("No leave guard is asked about what the gate of a restored screen replaces")
  func leaveGuards() async throws {
    let (bank, other) = (try await Bank(), try await Bank())
    bank.isLoggedIn = true
    try await bank.wireframe.route(to: "/accounts", option: .root)
    try await other.wireframe.route(to: "/")
    other.wireframe.observeLeaving { _ in .stay("unsaved") }
    #expect(try await restored(try saved(bank), into: other).keptCount == 1)
    #expect(other.shown == ["Log in"])
  }

  @Test("Above a modal that cannot come back nothing comes back")
  func refusedModal() async throws {
    let bank = try await Bank()
    let urls = ["/", "/help?page=1", "/help?page=2"]
    for url in urls { try await bank.wireframe.route(to: url) }
    let other = try await Bank()
    other.wireframe.observe { $0.urlText == urls[1] ? .stop("closed") : .proceed }
    #expect(try await restored(try saved(bank), into: other).omitted == Array(urls.dropFirst()))
    #expect(other.shown == ["Home"])
  }

  @Test("If nothing comes back where nothing is shown, the user sees home")
  func homeInstead() async throws {
    let bank = try await Bank()
    try await bank.wireframe.route(to: "/news", option: .root)
    let other = try await Bank(root: .stack, home: "/")
    other.wireframe.observe { $0.pattern == "/news" ? .stop("closed") : .proceed }
    #expect(try await restored(try saved(bank), into: other).omitted == ["/news"])
    #expect(other.shown == ["Home"])
  }

  // MARK: Tabs and columns

  @Test("If nothing comes back in the tab that was shown, its own first screen is there")
  func homeOfTab() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"])
    try await bank.wireframe.route(to: "/")
    try await bank.navigation.selectTab("Accounts")
    try await bank.wireframe.route(to: "/news")
    #expect(bank.shown == ["News"])
    let other = try await Bank(tabs: ["Home", "Accounts"])
    other.isLoggedIn = true
    other.wireframe.observe { $0.pattern == "/news" ? .stop("closed") : .proceed }
    #expect(try await restored(try saved(bank), into: other).omitted == ["/news"])
    #expect(other.shown == ["Accounts"])
  }

  @Test("A tab without a screen comes back, with the modal above it and the screens of the others")
  func emptyTab() async throws {
    let tabs = ["Home", "Other"]
    let bank = try await Bank(tabs: tabs)
    try await bank.wireframe.route(to: "/")
    try await bank.navigation.selectTab("Other")
    try await bank.wireframe.route(to: "/help")
    let other = try await Bank(tabs: tabs)
    _ = try await restored(try saved(bank), into: other)
    #expect("\(other.navigation.state)" == "\(bank.navigation.state)")
    // A modal is above nothing where there are no tabs.
    let plain = try await Bank()
    #expect(try await restored(try saved(bank), into: plain).omitted == ["/", "/help"])
    #expect(plain.shown == [])
  }

  @Test("A tab that a saved state does not know keeps its screens")
  func newTab() async throws {
    let bank = try await Bank(tabs: ["Home"])
    for path in ["/", "/news"] { try await bank.wireframe.route(to: path) }
    let other = try await Bank(tabs: ["Home", "New"])
    try other.register("/new", "New", place: .tab("New"))
    for path in ["/new", "/"] { try await other.wireframe.route(to: path) }
    _ = try await restored(try saved(bank), into: other)
    #expect(other.shown == ["Home", "News"])
    #expect(other.navigation.state.layers[0].stacks[1].entries.map(\.route?.urlText) == ["/new"])
  }

  @Test(
    "What was shown in a tab that the host does not have comes in its shown tab, without others",
    arguments: [["Home", "More"], ["More", "Home"]])
  func missingTab(tabs: [String]) async throws {
    let (bank, other) = (try await Bank(tabs: tabs), try await Bank(tabs: ["Home", "Accounts"]))
    try await bank.wireframe.route(to: "/")
    try await bank.navigation.selectTab("More")
    try await bank.wireframe.route(to: "/news")
    let report = try await restored(try saved(bank), into: other)
    #expect(other.shown == ["News"])
    #expect(report.restored.map(\.urlText) == ["/news"])
    #expect(report.omitted == ["/"])
  }

  @Test("Of tabs of one name, the one that a saved state does not know keeps its own screens")
  func otherTabOfOneName() async throws {
    let (bank, other) = (try await Bank(tabs: [""]), try await Bank(tabs: ["", ""]))
    try await bank.wireframe.route(to: "/news")
    try await other.wireframe.route(to: "/news/1")
    try other.navigation.performAsUser(.selectTab(1))
    try await other.wireframe.route(to: "/news/2")
    _ = try await restored(try saved(bank), into: other)
    #expect(other.navigation.state.entries.map { "\($0.controller)" } == ["News", "Item 2"])
  }

  @Test(
    "What code has put into a tab or a column of which nothing was saved stays",
    arguments: [Bank.Root.tabs(["List", "Detail"]), .columns])
  func ownScreens(root: Bank.Root) async throws {
    func bank() async throws -> Bank {
      let bank = try await Bank(root: root)
      try await bank.navigation.push(Screen("own"))
      try await bank.navigation.selectTab("Detail")
      return bank
    }
    let (first, other) = (try await bank(), try await bank())
    try await first.wireframe.route(to: "/news")
    _ = try await restored(try saved(first), into: other)
    #expect(other.navigation.state.entries.map { "\($0.controller)" } == ["own", "News"])
  }

  @Test("If nothing can be restored, the tabs that a saved state knows keep their screens, too")
  func nothingBesideNewTab() async throws {
    let (bank, other) = (try await Bank(tabs: ["Home"]), try await Bank(tabs: ["Home", "New"]))
    try other.register("/new", "New", place: .tab("New"))
    for path in ["/", "/news"] { try await bank.wireframe.route(to: path) }
    for path in ["/new", "/", "/news"] { try await other.wireframe.route(to: path) }
    let before = other.navigation.state.entries.map(\.id)
    other.wireframe.observe { _ in .stop("closed") }
    #expect(try await restored(try saved(bank), into: other).omitted == ["/", "/news"])
    #expect(other.navigation.state.entries.map(\.id) == before)
  }

  @Test("If nothing can be restored, what is on screen stays", arguments: [[], ["Home", "Other"]])
  func nothing(tabs: [String]) async throws {
    let bank = try await Bank(tabs: tabs)
    for path in ["/", "/help"] { try await bank.wireframe.route(to: path) }
    let data = try saved(bank)
    let before = bank.navigation.state.entries.map(\.id)
    bank.wireframe.observe { _ in .stop("closed") }
    let report = try await restored(data, into: bank)
    #expect(report.omitted == ["/", "/help"])
    #expect(bank.navigation.state.entries.map(\.id) == before)
  }

  @Test("A screen that is refused in a tab that is not shown keeps nothing else from coming back")
  func hiddenRefusal() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"])
    bank.isLoggedIn = true
    for path in ["/", "/news", "/accounts", "/help"] { try await bank.wireframe.route(to: path) }
    let other = try await Bank(tabs: ["Home", "Accounts"])
    other.isLoggedIn = true
    other.wireframe.observe { $0.pattern == "/news" ? .stop("closed") : .proceed }
    let report = try await restored(try saved(bank), into: other)
    #expect(report.omitted == ["/news"])
    #expect(other.shown == ["Accounts", "Help"])
    // Nor is a gate shown for it.
    let third = try await Bank(tabs: ["Home", "Accounts"])
    let opposite = try await Bank(tabs: ["Home", "Accounts"])
    opposite.isLoggedIn = true
    for path in ["/accounts", "/", "/help"] { try await opposite.wireframe.route(to: path) }
    #expect(try await restored(try saved(opposite), into: third).omitted == ["/accounts"])
    #expect(third.shown == ["Home", "Help"])
  }

  @Test("Behind a gate a tab of the state is shown, and none of its tabs has the screens of before")
  func gatedTab() async throws {
    let tabs = ["Home", "Accounts"]
    let (bank, other) = (try await Bank(tabs: tabs), try await Bank(tabs: tabs))
    bank.isLoggedIn = true
    try await bank.wireframe.route(to: "/accounts")
    for path in ["/", "/news"] { try await other.wireframe.route(to: path) }
    _ = try await restored(try saved(bank), into: other)
    #expect(other.navigation.state.entries.map { "\($0.controller)" } == ["Log in"])
    other.isLoggedIn = true
    try await other.wireframe.resume(after: .requiresLogin)
    #expect("\(other.navigation.state)" == "\(bank.navigation.state)")
  }

  @Test("Who leaves the gate of a restored tab sees another one, though none was shown before")
  func gatedTabLeft() async throws {
    let tabs = ["Home", "Accounts"]
    let (bank, other) = (try await Bank(tabs: tabs), try await Bank(tabs: tabs))
    bank.isLoggedIn = true
    for path in ["/", "/accounts"] { try await bank.wireframe.route(to: path) }
    _ = try await restored(try saved(bank), into: other)
    #expect(other.shown == ["Log in"])
    try other.navigation.performAsUser(.dismiss(1))
    await other.wireframe.settled()
    #expect(other.shown == ["Home"])
  }

  @Test("All columns are shown: what a gate refuses in any of them comes once the user has passed")
  func columns() async throws {
    let bank = try await Bank(root: .columns)
    bank.isLoggedIn = true
    await bank.open("/accounts/3")
    #expect(bank.shown == ["Home", "Accounts", "Account 3"])
    let other = try await Bank(root: .columns)
    let report = try await restored(try saved(bank), into: other)
    #expect(report.keptCount == 2)
    #expect(other.shown == ["Home", "Log in"])
    other.isLoggedIn = true
    try await other.wireframe.resume(after: .requiresLogin)
    #expect(other.shown == ["Home", "Accounts", "Account 3"])
  }

  @Test("Where gates refuse screens of two columns, the first column's is shown, then the other's")
  func twoGatedColumns() async throws {
    let (bank, other) = (try await Bank(root: .columns), try await Bank(root: .columns))
    for bank in [bank, other] { try bank.register("/vault", "Vault", tags: [.requiresPIN]) }
    (bank.isLoggedIn, bank.isVaultOpen) = (true, true)
    for path in ["/", "/accounts"] { try await bank.wireframe.route(to: path) }
    try bank.navigation.performAsUser(.selectTab(1))
    try await bank.wireframe.route(to: "/vault")
    #expect(bank.shown == ["Home", "Accounts", "Vault"])
    #expect(try await restored(try saved(bank), into: other).keptCount == 2)
    #expect(other.shown == ["Home", "Log in"])
    other.isLoggedIn = true
    try await other.wireframe.resume(after: .requiresLogin)
    #expect(other.shown == ["Home", "Accounts", "PIN"])
    other.isVaultOpen = true
    try await other.wireframe.resume(after: .requiresPIN)
    #expect("\(other.navigation.state)" == "\(bank.navigation.state)")
  }

  // MARK: Time

  @Test("A restoration that is cancelled restores nothing, whether it asks or makes screens")
  func cancelled() async throws {
    let bank = try await Bank()
    for path in ["/", "/news"] { try await bank.wireframe.route(to: path) }
    let data = try saved(bank)
    for isAsking in [true, false] {
      let other = try await Bank()
      let barrier = Barrier()
      if isAsking {
        other.wireframe.observe { route in
          if route.pattern == "/news" {
            await barrier.pass()
            try Task.checkCancellation()
          }
          return .proceed
        }
      } else {
        try other.wireframe.register("/news/slow", option: .push) { _ in
          await barrier.pass()
          try Task.checkCancellation()
          return Screen("Slow")
        }
      }
      let text = String(decoding: data, as: UTF8.self)
      let state = Data((isAsking ? text : text.replacing("/news", with: "/news/slow")).utf8)
      let restoring = Task { try await restored(state, into: other) }
      await barrier.waitForArrivals()
      restoring.cancel()
      barrier.open()
      #expect(try await failure { try await restoring.value }.code == .cancelled)
      #expect(other.shown == [])
    }
  }

  @Test("A wireframe that is closed while it makes screens shows none of them")
  func closed() async throws {
    let barrier = Barrier()
    let (bank, other) = (try await Bank(), try await Bank())
    try bank.register("/slow", "Slow")
    try other.register("/slow", "Slow", behind: barrier)
    for path in ["/", "/slow"] { try await bank.wireframe.route(to: path) }
    let data = try saved(bank)
    let restoring = Task { try await restored(data, into: other) }
    await barrier.waitForArrivals()
    other.wireframe.close()
    barrier.open()
    #expect(try await failure { try await restoring.value }.code == .cancelled)
    #expect(other.shown == [])
  }

  @Test("A navigation error that the host throws ends a restoration")
  func failingHost() async throws {
    let (bank, host) = (try await Bank(), FailingHost())
    try await bank.wireframe.route(to: "/")
    let saved = try bank.wireframe.savedState()
    let wireframe = Wireframe<Screen>(limits: .none)
    wireframe.addStandardPresenters(on: host)
    try wireframe.register("/", option: .root) { _ in Screen("Home") }
    let error = try await failure { try await wireframe.restore(saved, trusting: true) }
    #expect(error.code == .nothingToLeave)
  }

  @Test("A restoration whose window closes while the lock is asked is not put off")
  func closedAsLockIsAsked() async throws {
    let (bank, asking, isSlow) = (try await Bank(), Barrier(), OpenState())
    try bank.register("/locked", "Locked")
    try await bank.wireframe.add(
      lock: Gate(at: "/locked", covers: true) {
        if isSlow.isSet { await asking.pass() }
        return !isSlow.isSet
      })
    try await bank.wireframe.route(to: "/")
    let saved = try bank.wireframe.savedState()
    isSlow.isSet = true
    let restoring = Task { try await bank.wireframe.restore(saved, trusting: true) }
    await asking.waitForArrivals()
    bank.wireframe.close()
    asking.open()
    #expect(try await failure { try await restoring.value }.code == .cancelled)
  }

  @Test("A restoration waits for a sign-out that asks while its screens are made")
  func signOutMeanwhile() async throws {
    let (slow, asking) = (Barrier(), Barrier())
    let (bank, other) = (try await Bank(), try await Bank())
    try bank.register("/slow", "Slow")
    try other.register("/slow", "Slow", behind: slow)
    for path in ["/", "/slow"] { try await bank.wireframe.route(to: path) }
    let data = try saved(bank)
    try await other.wireframe.route(to: "/news", option: .root)
    let restoring = Task { try await restored(data, into: other) }
    await slow.waitForArrivals()
    other.wireframe.observe { route in
      if route.pattern == "/news" { await asking.pass() }
      return .proceed
    }
    let signOut = Task { try await other.wireframe.reevaluate() }
    await asking.waitForArrivals()
    slow.open()
    #expect(await eventually { other.made.contains("Slow") })
    await tasksHaveBegun()
    #expect(other.shown == ["News"])
    asking.open()
    _ = try await (signOut.value, restoring.value)
    #expect(other.shown == ["Home", "Slow"])
  }

  @Test("A restoration that still asks the lock when the lock opens is done after that")
  func lockOpensMeanwhile() async throws {
    let first = try await makeBank()
    try await first.wireframe.route(to: "/news")
    let (question, home) = (Barrier(), Barrier())
    let bank = try await Bank(root: .stack, home: "/start")
    try bank.register("/start", "Start", behind: home, option: .root)
    try bank.register("/locked", "Locked")
    let isFirst = OpenState()
    let lock = Gate(at: "/locked", covers: true) {
      if isFirst.isSet {
        isFirst.isSet = false
        await question.pass()
      }
      return true
    }
    try await bank.wireframe.add(lock: lock)
    isFirst.isSet = true
    let restoring = Task { try await bank.wireframe.restore(try first.wireframe.savedState()) }
    await question.waitForArrivals()
    lock.cover()
    let opening = Task { try await bank.wireframe.resume(after: lock) }
    await home.waitForArrivals()
    question.open()
    #expect(await eventually { question.passed > 0 })
    await tasksHaveBegun()
    home.open()
    _ = try await (opening.value, restoring.value)
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home", "News"])
  }

  @Test("A restoration that finds a lock closed which is removed meanwhile comes at once")
  func lockRemovedMeanwhile() async throws {
    let (first, bank, question) = (try await makeBank(), try await Bank(), Barrier())
    try await first.wireframe.route(to: "/news")
    let saved = try first.wireframe.savedState()
    try bank.register("/locked", "Locked")
    var count = 0
    let lock = Gate(at: "/locked", covers: true) {
      count += 1
      if count == 1 { return true }
      await question.pass()
      return false
    }
    let registration = try await bank.wireframe.add(lock: lock)
    let restoring = Task { try await bank.wireframe.restore(saved, trusting: true) }
    await question.waitForArrivals()
    registration.remove()
    question.open()
    #expect(try await restoring.value.keptCount == 0)
    #expect(bank.shown == ["Home", "News"])
  }

  @Test("A lock that closes while screens are made keeps them, also past the limit of providers")
  func lockPastTheLimit() async throws {
    let bank = try await Bank()
    for path in ["/", "/news"] { try await bank.wireframe.route(to: path) }
    let saved = try bank.wireframe.savedState()
    let (clock, slow, session) = (ManualClock(), Barrier(), OpenState())
    let other = Wireframe<Screen>(limits: RoutingLimits(provide: .seconds(30)), clock: clock)
    let navigation = NavigationTree<Screen>()
    other.addStandardPresenters(on: navigation)
    for path in ["/", "/locked"] as [RoutePattern] { try other.register(path) { _ in Screen("") } }
    try other.register("/news") { _ in
      if !slow.isOpen { clock.advance(by: .seconds(20)) }
      await slow.pass()
      return Screen("News")
    }
    session.isSet = true
    let lock = Gate(at: "/locked", covers: true) { session.isSet }
    try await other.add(lock: lock)
    let restoring = Task { try await other.restore(saved, trusting: true) }
    await slow.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(10))
    await clock.waitForSleepers(1)
    lock.cover()
    slow.open()
    #expect(try await restoring.value.keptCount == 2)
    try await other.resume(after: lock)
    #expect(navigation.state.top?.controller.description == "News")
  }

  @Test("One announcement is made, for the screen at the top")
  func announcement() async throws {
    let bank = try await Bank()
    for path in ["/", "/news", "/news/1"] { try await bank.wireframe.route(to: path) }
    let other = try await Bank()
    let recorder = Recorder()
    other.wireframe.add(observer: recorder)
    _ = try await restored(try saved(bank), into: other)
    #expect(recorder.events.filter { $0.hasPrefix("did") } == ["didRoute /news/1"])
    let event = try #require(recorder.routed.first)
    #expect(event.controller as? Screen === other.navigation.state.top?.controller)
    #expect(event.option as? Push == .push(animated: false))
  }

  @Test("Screens come back by options of their places, in one move without animation")
  func options() async throws {
    let bank = try await Bank()
    for path in ["/", "/news", "/help"] { try await bank.wireframe.route(to: path) }
    let host = RecordingHost()
    let wireframe = Wireframe<Screen>()
    wireframe.addStandardPresenters(on: host)
    for path in ["/", "/news", "/help"] as [RoutePattern] {
      try wireframe.register(path) { _ in Screen(path.text) }
    }
    try await wireframe.restore(bank.wireframe.savedState(), trusting: true)
    #expect(host.animations == [false])
    let options = host.state.entries.map(\.option)
    #expect(options.count == 3)
    #expect(options.first as? Root == .root)
    #expect(options.dropFirst().first as? Push == .push(animated: false))
    #expect(options.last as? Modal == .modal(.sheet, hasStack: true, animated: false))
  }

  private struct WidePush: PushOption {}
  private struct Card: ModalOption { var style: ModalStyle { .sheet } }

  @Test("Screens come back by their routes' own options where these fit their places")
  func ownOptions() async throws {
    let trees = [NavigationTree<Screen>(), NavigationTree<Screen>()]
    let wireframes = try trees.map { tree in
      let wireframe = Wireframe<Screen>(defaultOption: WidePush(), limits: .none)
      wireframe.addStandardPresenters(on: tree)
      try wireframe.register("/", option: .root) { _ in Screen("/") }
      try wireframe.register("/wide", option: WidePush()) { _ in Screen("/wide") }
      try wireframe.register("/plain") { _ in Screen("/plain") }
      try wireframe.register("/card", option: Card()) { _ in Screen("/card") }
      try wireframe.register("/note", option: .modal) { _ in Screen("/note") }
      return wireframe
    }
    for path in ["/", "/wide", "/plain", "/card"] { try await wireframes[0].route(to: path) }
    try await wireframes[0].route(to: "/card", option: .modal)
    try await wireframes[0].route(to: "/note")
    try await wireframes[1].restore(wireframes[0].savedState(), trusting: true)
    let options = trees[1].state.entries.map(\.option)
    try #require(options.count == 6)
    #expect(options[1] is WidePush)
    #expect(options[2] is WidePush)
    #expect(options[3] is Card)
    #expect(options[4] as? Modal == .modal(animated: false))
    #expect(options[5] as? Modal == .modal(animated: false))
  }

  /// Shows cards in a way of the app's own.
  private struct CardPresenter: ControllerRoutingPresenter {
    let tree: NavigationTree<Screen>

    func present(_ controller: Screen, option: Card, event: RoutingEvent) async throws {
      try await tree.present(controller, route: event.route, option: option)
    }
  }

  @Test("A modal of a presenter of the app's own comes back below another as a modal")
  func ownModalBelow() async throws {
    let isOpen = OpenState()
    isOpen.isSet = true
    let trees = [NavigationTree<Screen>(), NavigationTree<Screen>()]
    let wireframes = try trees.map { tree in
      let wireframe = Wireframe<Screen>(limits: .none)
      wireframe.addStandardPresenters(on: tree)
      wireframe.add(presenter: CardPresenter(tree: tree))
      try wireframe.register("/", option: .root) { _ in Screen("/") }
      try wireframe.register("/login", option: .modal) { _ in Screen("/login") }
      let options: [RoutePattern: any RoutingOption] = ["/card": Card(), "/help": Modal.modal]
      for (path, option) in options {
        try wireframe.register(path, option: option, tags: [.requiresLogin]) { _ in
          Screen(path.text)
        }
      }
      wireframe.addGate(for: .requiresLogin, at: "/login") { isOpen.isSet }
      return wireframe
    }
    for path in ["/", "/card", "/help"] { try await wireframes[0].route(to: path) }
    let saved = try wireframes[0].savedState()
    isOpen.isSet = false
    try await wireframes[0].reevaluate()
    try await wireframes[1].restore(saved, trusting: true)
    isOpen.isSet = true
    for (wireframe, tree) in zip(wireframes, trees) {
      try await wireframe.resume(after: .requiresLogin)
      #expect("\(tree.state.entries.map(\.controller))" == "[/, /card, /help]")
      #expect(tree.state.layers.map(\.style) == [nil, .sheet, .fullScreen])
    }
  }

  @Test("Where another host has come while saved screens were made, they are restored on that one")
  func hostReplacedMeanwhile() async throws {
    let bank = try await Bank()
    try await bank.wireframe.route(to: "/")
    let saved = try bank.wireframe.savedState()
    let (former, host) = (NavigationTree<Screen>(), NavigationTree<Screen>())
    let (wireframe, barrier) = (Wireframe<Screen>(limits: .none), Barrier())
    try wireframe.register("/", option: .root) { _ in
      await barrier.pass()
      return Screen("Home")
    }
    let presenters = wireframe.addStandardPresenters(on: former)
    let restoring = Task { _ = try await wireframe.restore(saved, trusting: true) }
    await barrier.waitForArrivals()
    presenters.remove()
    wireframe.addStandardPresenters(on: host)
    barrier.open()
    try await restoring.value
    #expect("\(host.state.entries.map(\.controller))" == "[Home]")
    #expect(former.state.entries.isEmpty)
  }

  @Test("Without a host, saving and moving are errors")
  func withoutHost() async throws {
    let wireframe = Wireframe<Screen>()
    #expect(throws: RoutingError.self) { try wireframe.savedState() }
    let route = try Route("/a", matching: "/a")
    for move in [RouterMove.back, .dismiss, .dismissAll, .backToRoot, .close(route)] {
      #expect(try await failure { try await wireframe.move(move) }.code == .noHost)
    }
    let error = try await failure { try await wireframe.reevaluate() }
    #expect(
      error.description == """
        The wireframe has no host. Call 'addStandardPresenters(on:)' on it, or on the wireframe on \
        which it is mounted.
        """)
  }

  @Test("A gate keeps restored screens whose routes an observer brings when it is asked")
  func bringsRoutesOfKept() async throws {
    let (trees, isOpen) = ([NavigationTree<Screen>(), NavigationTree<Screen>()], OpenState())
    let apps = try trees.map { tree in
      let app = Wireframe<Screen>(limits: .none)
      app.addStandardPresenters(on: tree)
      try app.register("/", option: .root) { _ in Screen("Home") }
      try app.register("/login", option: .modal) { _ in Screen("Log in") }
      try app.register("/club", option: .push, tags: [.requiresLogin]) { _ in Screen("Club") }
      app.addGate(for: .requiresLogin, at: "/login") { isOpen.isSet }
      return app
    }
    let modules = try (0..<2).map { _ in
      let module = Wireframe<Screen>()
      try module.register("/cart", option: .push) { _ in Screen("Cart") }
      return module
    }
    isOpen.isSet = true
    try apps[0].mount(modules[0], at: "/shop")
    for path in ["/", "/club", "/shop/cart"] { try await apps[0].route(to: path) }
    let saved = try apps[0].savedState()
    apps[1].observe { [unowned app = apps[1]] route in
      if route.path.first == "shop", route.pattern == nil { try app.mount(modules[1], at: "/shop") }
      return .proceed
    }
    isOpen.isSet = false
    #expect(try await apps[1].restore(saved, trusting: true).keptCount == 2)
    isOpen.isSet = true
    try await apps[1].resume(after: .requiresLogin)
    #expect(trees[1].state.shown.map { "\($0.controller)" } == ["Home", "Club", "Cart"])
  }
}

/// A host that has nothing to show.
@MainActor
private final class FailingHost: NavigationHost {
  let state = NavigationState<Screen>()
  let events = NavigationEvents<Screen>()

  func perform(_ operation: NavigationOperation<Screen>, animated: Bool) throws {
    _ = try NavigationOperation<Screen>.dismiss(1).target(from: state)
  }
}

private struct Aside: RoutingOption {}

/// Shows screens elsewhere than on the host.
private final class AsidePresenter: ControllerRoutingPresenter {
  func present(_ controller: Screen, option: Aside, event: RoutingEvent) {}
}
