import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// Journeys that end in the wrong place if one part does not know of another.
@MainActor
@Suite(.hangsNever)
struct JourneyEdgeTests {
  private func asking(_ bank: Bank, _ path: String = "/pick") async -> Task<Int?, any Error> {
    let count = bank.made.count
    let task = Task { try await bank.wireframe.answer(to: path, as: Int.self) }
    #expect(await eventually { bank.made.count > count })
    await bank.wireframe.settled()
    return task
  }

  // MARK: Answers

  @Test("A question gets a screen of its own, also where one is that would be brought to front")
  func ownScreen() async throws {
    let bank = try await Bank()
    try bank.wireframe.register("/pick", option: .modal, place: .init(ifPresented: .bringToFront)) {
      [unowned bank] route, router in
      bank.note("Pick")
      let screen = Screen("Pick")
      screen.token = AnswerHandle<Int>(for: route, router)
      return screen
    }
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/pick")
    let task = await asking(bank)
    #expect(bank.shown == ["Home", "Pick"])
    let handle = bank.navigation.state.top?.controller.token as? AnswerHandle<Int>
    await handle?.finish(with: 3)
    #expect(try await task.value == 3)
    #expect(bank.shown == ["Home"])
  }

  @Test(
    "A screen that the app's own presenter shows without a route answers, and leaves as others do")
  func ownPresenter() async throws {
    for swipes in [false, true] {
      let bank = try await Bank()
      bank.wireframe.add(presenter: RoutelessPresenter(on: bank.navigation))
      try await bank.wireframe.route(to: "/")
      try bank.wireframe.register("/pick", option: Routeless()) { [unowned bank] route, router in
        bank.note("Pick")
        let screen = Screen("Pick")
        screen.token = AnswerHandle<Int>(for: route, router)
        return screen
      }
      let task = await asking(bank)
      if swipes {
        try bank.navigation.performAsUser(.dismiss(1))
        #expect(try await task.value == nil)
      } else {
        task.cancel()
        await #expect(throws: RoutingError.self) { try await task.value }
      }
      #expect(bank.shown == ["Home"])
    }
  }

  @Test("The first screen of a tab that answers leaves its tab, and another tab is shown")
  func tabAnswer() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"])
    try bank.wireframe.register("/pick", option: .push, place: .tab("Accounts")) {
      [unowned bank] route, router in
      bank.note("Pick")
      let screen = Screen("Pick")
      screen.token = AnswerHandle<Int>(for: route, router)
      return screen
    }
    try await bank.wireframe.route(to: "/")
    let task = await asking(bank)
    #expect(bank.shown == ["Pick"])
    let handle = bank.navigation.state.top?.controller.token as? AnswerHandle<Int>
    await handle?.finish(with: 1)
    #expect(try await task.value == 1)
    #expect(bank.shown == ["Home"])
  }

  // MARK: No way round

  @Test("A parent whose URL leads to another route, which may be closed, is left out")
  func otherParent() async throws {
    let bank = try await Bank()
    try bank.register("/users/:name", "User")
    try bank.register("/users/:name/profile", "Profile", place: .under("/users/:name"))
    try bank.wireframe.register("/users/admin", option: .push) { _ in Screen("ADMIN") }
    try await bank.wireframe.route(to: "/")
    await bank.open("/users/admin/profile")
    #expect(bank.shown == ["Home", "Profile "])
  }

  @Test("A state that others may have written reaches no provider that knows every URL")
  func unboundProviders() async throws {
    let bank = try await Bank()
    let json = #"""
      {"version":1,"omittedCount":0,"layers":[{"kind":"stack","selected":0,"stacks":
      [{"name":"","canPush":true,"screens":[{"url":"/"},{"url":"/anything"}]}]}]}
      """#
    let saved = try JSONDecoder().decode(SavedState.self, from: Data(json.utf8))
    bank.wireframe.add(provider: EveryURL())
    for isTrusted in [false, true] {
      let report = try await bank.wireframe.restore(saved, trusting: isTrusted)
      #expect(bank.shown == ["Home"])
      #expect(report.omitted == ["/anything"])
      #expect(report.failures.map(\.code) == [.noRoute])
    }
  }

  @Test("A redirect of a sign-out does not pass a gate for once")
  func redirectBehindOnce() async throws {
    let bank = try await Bank()
    bank.wireframe.addGate(for: "secret", at: "/pin", keeps: .once) { true }
    try bank.register("/secret", "Secret", tags: ["secret"])
    try bank.register("/plain", "Plain", tags: ["plain"])
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/plain")
    bank.wireframe.observe(tag: "plain") { _ in .redirect(to: "/secret") }
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "PIN"])
  }

  // MARK: Gates

  @Test("A cold link behind a gate shows the gate, and its screens once the user has passed")
  func coldLink() async throws {
    let bank = try await Bank()
    await bank.open("/accounts/3")
    #expect(bank.shown == ["Log in"])
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts", "Account 3"])
  }

  @Test(
    "Behind a sign-out with two gates, what needs the first only comes back, and the second keeps the rest"
  )
  func twoGates() async throws {
    let bank = try await Bank()
    (bank.isLoggedIn, bank.isVaultOpen) = (true, true)
    try await bank.wireframe.route(to: "/")
    await bank.open("/accounts/7/transfer")
    try await bank.wireframe.route(to: "/help")
    let before = bank.shown
    (bank.isLoggedIn, bank.isVaultOpen) = (false, false)
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Log in"])
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts", "Account 7", "PIN"])
    #expect(bank.wireframe.keptRequestCount == 1)
    bank.isVaultOpen = true
    try await bank.wireframe.resume(after: .requiresPIN)
    #expect(bank.shown == before)
    #expect(bank.wireframe.keptRequestCount == 0)
  }

  @Test(
    "Behind a sign-out, the second gate's screen comes above what the first has let pass, though the app shows it below, too"
  )
  func secondGateBelow() async throws {
    let bank = try await Bank(loginOption: .push)
    bank.openGates = ["code"]
    try bank.register("/code", "Code")
    bank.wireframe.addGate(for: "code", at: "/code") { [unowned bank] in
      bank.openGates.contains("code")
    }
    try bank.register("/mine", "Mine", tags: [.requiresLogin])
    try bank.register("/safe", "Safe", tags: [.requiresLogin, "code"])
    bank.isLoggedIn = true
    for path in ["/", "/code", "/mine", "/safe"] { try await bank.wireframe.route(to: path) }
    (bank.isLoggedIn, bank.openGates) = (false, [])
    try await bank.wireframe.reevaluate()
    #expect(bank.shown == ["Home", "Code", "Log in"])
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Code", "Mine", "Code"])
    bank.openGates = ["code"]
    try await bank.wireframe.resume(after: "code")
    #expect(bank.shown == ["Home", "Code", "Mine", "Safe"])
  }

  @Test("If what was uppermost is stopped behind the gate, what was below it comes back")
  func stoppedTop() async throws {
    let bank = try await Bank()
    bank.isLoggedIn = true
    for path in ["/", "/accounts", "/accounts/3"] { try await bank.wireframe.route(to: path) }
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    bank.wireframe.add(observer: Stopping(pattern: "/accounts/:id<int>"))
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    #expect(bank.shown == ["Home", "Accounts"])
  }

  @Test("A gate that has forgotten its request leaves, and no empty tab behind")
  func forgottenRequest() async throws {
    let bank = try await Bank(tabs: ["Home", "Accounts"])
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/accounts")
    #expect(bank.navigation.state.layers[0].selected == 0)
    bank.isLoggedIn = true
    try await bank.wireframe.resume(after: .requiresLogin)
    bank.isLoggedIn = false
    try await bank.wireframe.reevaluate()
    bank.wireframe.discardParked()
    await bank.wireframe.settled()
    #expect(bank.shown == ["Home"])
  }

  @Test("Two gates of one tag: the one that keeps a request is passed, whichever was added first")
  func twoOfOneTag() async throws {
    let bank = try await Bank()
    try bank.register("/terms", "Terms", option: .modal)
    try bank.register("/code", "Code", option: .modal)
    try bank.register("/vault", "Vault", tags: ["kept"])
    for name in ["terms", "code"] {
      bank.wireframe.addGate(for: "kept", at: "/\(name)") { [unowned bank] in
        bank.openGates.contains(name)
      }
    }
    try await bank.wireframe.route(to: "/")
    bank.openGates = ["terms"]
    try await bank.wireframe.route(to: "/vault")
    #expect(bank.shown == ["Home", "Code"])
    bank.openGates = ["terms", "code"]
    try await bank.wireframe.resume(after: "kept")
    #expect(bank.shown == ["Home", "Vault"])
  }

  // MARK: Landing and saving

  @Test("A parent that the user takes away while a link is made is made again")
  func lostParent() async throws {
    let bank = try await Bank()
    try await bank.wireframe.route(to: "/")
    try await bank.wireframe.route(to: "/news")
    var pops = true
    try bank.wireframe.register(
      "/news/:id<int>/more", option: .push, exposure: .external, place: .under("/news")
    ) { [unowned bank] _ in
      if pops { try bank.navigation.performAsUser(.pop(to: bank.navigation.state.shown[0].id)) }
      pops = false
      return Screen("More")
    }
    await bank.open("/news/1/more")
    #expect(bank.shown == ["Home", "News", "More"])
  }

  @Test("Of two tabs of one name, the one that is shown is saved")
  func tabsOfOneName() async throws {
    let bank = try await Bank(tabs: ["", ""])
    try await bank.wireframe.route(to: "/news")
    try bank.navigation.performAsUser(.selectTab(1))
    try await bank.wireframe.route(to: "/news/7")
    let later = try await Bank(tabs: ["", ""])
    try await later.wireframe.restore(try bank.wireframe.savedState(), trusting: true)
    #expect(later.shown == ["Item 7"])
  }

  @Test("What is saved can be decoded: within its bounds, and with tabs that can be told apart")
  func bounds() async throws {
    let bank = try await Bank(tabs: ["", "", "Other"])
    try await bank.navigation.selectTab("Other")
    for _ in 0..<206 { try await bank.wireframe.route(to: "/news") }
    let saved = try bank.wireframe.savedState()
    let decoded = try JSONDecoder().decode(
      SavedState.self, from: try JSONEncoder().encode(saved))
    #expect(decoded == saved)
    #expect(saved.omittedCount == 6)
  }
}

private struct Routeless: RoutingOption {}

/// Shows as a sheet of the host, and gives it no route.
@MainActor
private final class RoutelessPresenter: ControllerRoutingPresenter {
  private let navigation: NavigationTree<Screen>

  init(on navigation: NavigationTree<Screen>) { self.navigation = navigation }

  func present(_ controller: Screen, option: Routeless, event: RoutingEvent) async throws {
    try await navigation.present(controller, option: .modal(.sheet))
  }
}

/// Knows every URL.
private struct EveryURL: ControllerProvider {
  func controller(for route: Route, option: any RoutingOption) async throws -> Screen? {
    Screen(route.urlText)
  }
}

private struct Stopping: RoutingObserver {
  let pattern: RoutePattern

  func observes(_ route: Route) -> Bool { route.pattern == pattern }
  func decision(for route: Route) -> RoutingDecision { .stop("closed") }
}
