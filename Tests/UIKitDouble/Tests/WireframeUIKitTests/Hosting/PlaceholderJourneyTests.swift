import Testing
import UIKit
import WireframeCore
import WireframeUIKit

/// The journeys of users whose server is slow.
@MainActor
@Suite(.hangsNever)
struct PlaceholderJourneyTests {
  let shop: SlowShop
  let stage: Stage

  init() throws {
    shop = try SlowShop()
    stage = shop.stage
  }

  @Test("While a screen loads, links and the way back work, and the screen comes where it belongs")
  func freeQueue() async throws {
    try await shop.show("/")
    let task = await shop.begin("/a")
    try await shop.show("/help")
    #expect(shop.titles == ["/", "Loading /a", "/help"])
    try await stage.run { [wireframe = shop.wireframe] in try await wireframe.back() }
    #expect(shop.titles == ["/", "Loading /a"])
    await shop.answer("/a")
    #expect(try await task.value.get().controller === shop.top)
    #expect(shop.titles == ["/", "/a"])
  }

  enum Way: CaseIterable { case backButton, swipe, code }

  @Test("Whoever leaves the placeholder cancels the server's work", arguments: Way.allCases)
  func left(way: Way) async throws {
    try await shop.show("/")
    let task = await shop.begin("/a")
    switch way {
    case .backButton: try stage.stack.tapBackButton()
    case .swipe: try stage.stack.swipeBack()
    case .code: try await stage.run { [wireframe = shop.wireframe] in try await wireframe.back() }
    }
    await stage.rest()
    let error = await #expect(throws: RoutingError.self) { try await task.value.get() }
    #expect(error?.code == .cancelled)
    #expect(shop.server.cancelledCount == 1)
    #expect(shop.server.asked == [])
    #expect(shop.titles == ["/"])
  }

  @Test(
    "Swiping a placeholder's sheet down cancels the server's work", arguments: ["/sheet", "/flow"])
  func swipedDown(path: String) async throws {
    try await shop.show("/")
    let task = await shop.begin(path)
    stage.window.rootViewController?.presentedViewController?.swipeDown()
    await stage.rest()
    await #expect(throws: RoutingError.self) { try await task.value.get() }
    #expect(shop.server.cancelledCount == 1)
    #expect(shop.titles == ["/"])
  }

  @Test("A failure is told to the placeholder, which tries again")
  func failure() async throws {
    try await shop.show("/")
    let task = await shop.begin("/a")
    let loading = try #require(shop.loadings["/a"])
    await shop.answer("/a", with: NoNetwork())
    #expect(shop.titles == ["/", "Loading /a"])
    #expect(loading.failure?.underlyingError is NoNetwork)
    loading.retry()
    #expect(loading.failure == nil)
    await stage.rest()
    await shop.answer("/a")
    _ = try await task.value.get()
    #expect(shop.titles == ["/", "/a"])
  }

  @Test("Behind a gate the login comes first, then the placeholder, then the screen")
  func gate() async throws {
    shop.isLoggedIn = false
    try await shop.show("/")
    await shop.begin("/orders")
    #expect(shop.titles == ["/", "/login"])
    #expect(shop.server.asked == [])
    shop.isLoggedIn = true
    let resumed = Task { try await shop.wireframe.resume(after: "login") }
    await stage.rest()
    #expect(shop.titles == ["/", "Loading /orders"])
    await shop.answer("/orders")
    _ = try await resumed.value
    #expect(shop.titles == ["/", "/orders"])
  }

  @Test("A sign-out while a screen loads takes its placeholder away; after the login it loads anew")
  func signOut() async throws {
    try await shop.show("/")
    let task = await shop.begin("/orders")
    shop.isLoggedIn = false
    try await stage.run { [wireframe = shop.wireframe] in _ = try await wireframe.reevaluate() }
    #expect(shop.titles == ["/", "/login"])
    await #expect(throws: RoutingError.self) { try await task.value.get() }
    shop.isLoggedIn = true
    let resumed = Task { try await shop.wireframe.resume(after: "login") }
    await stage.rest()
    #expect(shop.titles == ["/", "Loading /orders"])
    await shop.answer("/orders")
    _ = try await resumed.value
    #expect(shop.titles == ["/", "/orders"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test("Saved screens come back as placeholders in one move, and become screens in any order")
  func restoration() async throws {
    try await shop.show("/")
    await shop.begin("/a")
    await shop.begin("/b")
    await shop.begin("/sheet")
    let state = try shop.wireframe.savedState()
    #expect(shop.titles == ["/", "Loading /a", "Loading /b", "Loading /sheet"])
    let again = try SlowShop()
    try await again.stage.run {
      _ = try await again.wireframe.restore(state, trusting: true)
    }
    #expect(again.titles == ["/", "Loading /a", "Loading /b", "Loading /sheet"])
    for path in ["/b", "/sheet", "/a"] { await again.answer(path) }
    #expect(again.titles == ["/", "/a", "/b", "/sheet"])
    #expect(again.stage.window.faults.isEmpty)
  }

  @Test(
    "An answer comes from the screen in the place of its placeholder; leaving either is no answer")
  func answers() async throws {
    var handle: AnswerHandle<Int>?
    try shop.wireframe.register("/pick", option: .sheet(), tags: ["slow"]) {
      [server = shop.server] route, router in
      try await server.load("/pick")
      handle = AnswerHandle(for: route, router)
      return Page("/pick")
    }
    try await shop.show("/")
    func ask() async -> Task<Int?, any Error> {
      let task = Task { try await shop.wireframe.answer(to: "/pick", as: Int.self) }
      await stage.rest()
      return task
    }
    let first = await ask()
    #expect(shop.titles == ["/", "Loading /pick"])
    shop.top?.swipeDown()
    await stage.rest()
    #expect(try await first.value == nil)
    let second = await ask()
    await shop.answer("/pick")
    #expect(shop.titles == ["/", "/pick"])
    try await stage.run { await handle?.finish(with: 7) }
    #expect(try await second.value == 7)
    #expect(shop.titles == ["/"])
    let third = await ask()
    await shop.answer("/pick")
    shop.top?.swipeDown()
    await stage.rest()
    #expect(try await third.value == nil)
  }

  @Test("A leave guard is asked about the screen that has come, by the back button as well")
  func leaveGuard() async throws {
    var asked: [String] = []
    try shop.add("/edit", .push, tags: ["editor"])
    shop.wireframe.observeLeaving(tag: "editor") { leaving in
      asked.append((leaving.controller as? UIViewController)?.title ?? "?")
      return .stay("changes")
    }
    try await shop.show("/")
    await shop.begin("/edit")
    await shop.answer("/edit")
    #expect(asked == [])
    try stage.stack.tapBackButton()
    await stage.rest()
    #expect(asked == ["/edit"])
    #expect(shop.titles == ["/", "/edit"])
  }
}
