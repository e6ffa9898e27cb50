import Testing
import UIKit
import WireframeCore
import WireframeUIKit

extension RouteTag {
  fileprivate static let requiresLogin: RouteTag = "requires-login"
  fileprivate static let requiresPIN: RouteTag = "requires-pin"
}

/// Gates, answers, sign-out and restoration in a window: the journeys of a small bank.
@MainActor
@Suite(.hangsNever)
struct GateJourneyTests {
  @MainActor
  final class Keys {
    var isLoggedIn = false
    var isVaultOpen = false
    var answer: AnswerHandle<Int>?
  }

  let stage = Stage()
  let keys = Keys()

  init() throws {
    func add(
      _ path: RoutePattern, _ option: any RoutingOption, parent: RoutePattern? = nil,
      tags: Set<RouteTag> = []
    ) throws {
      try stage.wireframe.register(
        path, option: option, tags: tags, exposure: .external, place: .init(under: parent)
      ) { Screen(of: $0) }
    }
    try add("/", .root)
    try add("/accounts", .push, parent: "/", tags: [.requiresLogin])
    try add("/accounts/:id", .push, parent: "/accounts", tags: [.requiresLogin])
    try add(
      "/accounts/:id/transfer", .sheet(), parent: "/accounts/:id",
      tags: [.requiresLogin, .requiresPIN])
    try add("/help", .sheet())
    try add("/login", .uiModal(.fullScreen))
    try add("/pin", .sheet())
    try stage.wireframe.register("/pick", option: .sheet(), tags: [.requiresLogin]) {
      [keys] route, router in
      keys.answer = AnswerHandle(for: route, router)
      return Screen(of: route)
    }
    stage.wireframe.addGate(for: .requiresLogin, at: "/login") { [keys] in keys.isLoggedIn }
    stage.wireframe.addGate(for: .requiresPIN, at: "/pin") { [keys] in keys.isVaultOpen }
  }

  private func open(_ path: String) async throws {
    try await stage.run { [stage] in
      _ = await stage.wireframe.open("https://shop.example" + path, origin: .universalLink)
    }
  }

  private func route(to paths: String...) async throws {
    for path in paths {
      try await stage.run { [stage] in _ = try await stage.wireframe.route(to: path) }
    }
  }

  private func resume(after tag: RouteTag) async throws {
    try await stage.run { [stage] in _ = try await stage.wireframe.resume(after: tag) }
  }

  private func swipeDown() async throws {
    let top = try #require(stage.host.state.top?.controller)
    (top.navigationController ?? top).swipeDown()
    await stage.rest()
  }

  @Test("A link behind two gates shows them one after another, and then its screens")
  func twoGates() async throws {
    try await route(to: "/")
    try await open("/accounts/7/transfer")
    #expect(stage.titles == ["/", "/login"])
    keys.isLoggedIn = true
    try await resume(after: .requiresLogin)
    #expect(stage.titles == ["/", "/pin"])
    keys.isVaultOpen = true
    try await resume(after: .requiresPIN)
    #expect(stage.titles == ["/", "/accounts", "/accounts/7", "/accounts/7/transfer"])
    #expect(stage.wireframe.keptRequestCount == 0)
  }

  @Test("A cold link behind a gate shows the gate as the root")
  func coldLink() async throws {
    try await open("/accounts/7")
    #expect(stage.titles == ["/login"])
    keys.isLoggedIn = true
    try await resume(after: .requiresLogin)
    #expect(stage.titles == ["/", "/accounts", "/accounts/7"])
  }

  @Test("A gate is shown once; swiped away, it keeps nothing")
  func leftGate() async throws {
    keys.isLoggedIn = true
    try await route(to: "/")
    try await open("/accounts/7/transfer")
    try await open("/accounts/8/transfer")
    #expect(stage.titles == ["/", "/pin"])
    #expect(stage.wireframe.keptRequestCount == 1)
    try await swipeDown()
    #expect(stage.titles == ["/"])
    #expect(stage.wireframe.keptRequestCount == 0)
  }

  @Test("After a sign-out the login is shown; behind it the screens come back")
  func signOut() async throws {
    keys.isLoggedIn = true
    try await route(to: "/", "/accounts", "/accounts/3", "/help")
    let before = stage.titles
    keys.isLoggedIn = false
    try await stage.run { [stage] in _ = try await stage.wireframe.reevaluate() }
    #expect(stage.titles == ["/", "/login"])
    keys.isLoggedIn = true
    try await resume(after: .requiresLogin)
    #expect(stage.titles == before)
  }

  @Test("A question behind a gate is answered once, or left by a swipe", arguments: [true, false])
  func answers(isAnswered: Bool) async throws {
    try await route(to: "/")
    let question = Task { [stage] in
      try await stage.wireframe.answer(to: "/pick", as: Int.self)
    }
    await stage.rest()
    #expect(stage.titles == ["/", "/login"])
    keys.isLoggedIn = true
    try await resume(after: .requiresLogin)
    #expect(stage.titles == ["/", "/pick"])
    if isAnswered {
      try await stage.run { [keys] in await keys.answer?.finish(with: 3) }
    } else {
      try await swipeDown()
    }
    #expect(try await question.value == (isAnswered ? 3 : nil))
    #expect(stage.titles == ["/"])
  }

  @Test("A saved state comes back in another window, behind its gate if need be")
  func restoration() async throws {
    keys.isLoggedIn = true
    try await route(to: "/", "/accounts", "/accounts/3", "/help")
    let saved = try stage.wireframe.savedState()
    for isLoggedIn in [true, false] {
      let other = try GateJourneyTests()
      other.keys.isLoggedIn = isLoggedIn
      try await other.stage.run { [stage = other.stage] in
        _ = try await stage.wireframe.restore(saved, trusting: true)
      }
      if !isLoggedIn {
        #expect(other.stage.titles == ["/", "/login"])
        other.keys.isLoggedIn = true
        try await other.resume(after: .requiresLogin)
      }
      #expect(other.stage.titles == ["/", "/accounts", "/accounts/3", "/help"])
    }
  }
}
