import TestSupport
import Testing
import WireframeCore
import WireframeSwiftUI
import WireframeTesting

extension RouteTag {
  fileprivate static let requiresLogin: RouteTag = "login"
  fileprivate static let requiresPIN: RouteTag = "pin"
}

/// The journeys of an app's users, from one end to the other.
@MainActor
@Suite(.hangsNever)
struct WireframeJourneyTests {
  /// A bank: behind the login an account, behind the PIN a transfer.
  @MainActor
  private final class Bank {
    let stage: Stage
    var isLoggedIn = false
    var hasPIN = false

    init(tabs: [String] = [], habits: Habits = Habits()) throws {
      stage = try Stage(tabs: tabs, habits: habits)
      let wireframe = stage.wireframe
      for (pattern, option, parent, tags) in [
        ("/login", .modal(.sheet), nil, []), ("/pin", .modal(.sheet), nil, []),
        ("/account", .push, "/", [.requiresLogin]),
        ("/transfer", .modal(.sheet), "/account", [.requiresLogin, .requiresPIN]),
      ] as [(String, any RoutingOption, RoutePattern?, Set<RouteTag>)] {
        try wireframe.register(
          RoutePattern(pattern), option: option, tags: tags, exposure: .external,
          place: .init(under: parent)
        ) { _ in ViewScreen(pattern) }
      }
      wireframe.addGate(for: .requiresLogin, at: "/login") { [weak self] in
        self?.isLoggedIn == true
      }
      wireframe.addGate(for: .requiresPIN, at: "/pin") { [weak self] in self?.hasPIN == true }
    }
  }

  nonisolated static let habits = [
    Habits(), Habits(write: .late, repeatsWrites: true, drop: .isWrittenNil, drawsLate: true),
    Habits(losesAppearance: 3, losesDismissal: 3),
  ]

  @Test(arguments: 0..<3)
  func `a cold link passes login and PIN, and lands above its parents`(habits: Int) async throws {
    let bank = try Bank(habits: Self.habits[habits])
    let stage = bank.stage
    await stage.show("/")
    await stage.run { _ = await stage.wireframe.open("shop://transfer", origin: .customScheme) }
    #expect(stage.shown.last == ["/login"])
    bank.isLoggedIn = true
    await stage.run { try await stage.wireframe.resume(after: .requiresLogin) }
    #expect(stage.shown.last == ["/pin"])
    bank.hasPIN = true
    await stage.run { try await stage.wireframe.resume(after: .requiresPIN) }
    #expect(stage.shown == [["/", "/account"], ["/transfer"]])
  }

  @Test(arguments: 0..<3)
  func `a login that is swiped away discards what it kept`(habits: Int) async throws {
    let bank = try Bank(habits: Self.habits[habits])
    let stage = bank.stage
    await stage.show("/", "/account")
    #expect(stage.shown == [["/"], ["/login"]])
    #expect(stage.model.swipeDown())
    await stage.settle()
    #expect(stage.shown == [["/"]])
    bank.isLoggedIn = true
    await stage.run {
      let outcome = try await stage.wireframe.resume(after: .requiresLogin)
      #expect(outcome.isNothingKept)
    }
    #expect(stage.shown == [["/"]])
  }

  @Test(arguments: 0..<3)
  func `a sign-out takes away what is behind the login, and passing it brings it back`(
    habits: Int
  ) async throws {
    let bank = try Bank(habits: Self.habits[habits])
    let stage = bank.stage
    bank.isLoggedIn = true
    await stage.show("/", "/account")
    bank.isLoggedIn = false
    await stage.run { _ = try await stage.wireframe.reevaluate() }
    #expect(stage.shown == [["/"], ["/login"]])
    bank.isLoggedIn = true
    await stage.run { try await stage.wireframe.resume(after: .requiresLogin) }
    #expect(stage.shown == [["/", "/account"]])
  }

  @Test(arguments: 0..<3)
  func `a link while a sheet is up and another tab is shown lands in its tab`(
    habits: Int
  ) async throws {
    let stage = try Stage(tabs: ["A", "B"], habits: Self.habits[habits])
    for url in ["shop://in/A/1", "shop://in/B/2"] {
      await stage.run { _ = await stage.wireframe.open(url, origin: .customScheme) }
    }
    await stage.show("/stack/3", "/push/4")
    await stage.run { _ = await stage.wireframe.open("shop://in/A/5", origin: .customScheme) }
    #expect(stage.shown == [["/in/A/5"]])
  }

  @Test(arguments: 0..<3)
  func `an answer comes exactly once, also when the user swipes the screen away`(
    habits: Int
  ) async throws {
    let stage = try Stage(habits: Self.habits[habits])
    await stage.show("/")
    var answers: [Int?] = []
    var handle: AnswerHandle<Int>?
    try stage.wireframe.register("/pick", option: .modal(.sheet)) { route, router in
      handle = AnswerHandle(for: route, router)
      return ViewScreen("pick")
    }
    func ask() {
      stage.start { answers.append(try await stage.wireframe.answer(to: "/pick", as: Int.self)) }
    }
    ask()
    #expect(await stage.model.run { stage.host.isSettled && stage.host.state.layers.count == 2 })
    #expect(stage.model.swipeDown())
    await stage.settle()
    #expect(answers == [nil])
    ask()
    #expect(await stage.model.run { stage.host.isSettled && stage.host.state.layers.count == 2 })
    await stage.run { await handle?.finish(with: 7) }
    #expect(answers == [nil, 7])
    #expect(stage.shown == [["/"]])
  }
}

extension GateOutcome {
  fileprivate var isNothingKept: Bool {
    if case .nothingKept = self { true } else { false }
  }
}
