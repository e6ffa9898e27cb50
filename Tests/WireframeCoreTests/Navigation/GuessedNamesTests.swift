import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// Names that people look for.
@MainActor
@Suite(.hangsNever)
struct GuessedNamesTests {
  private func makeShop(tabs: [String] = []) async throws -> Shop {
    let shop = try Shop(tabs)
    try await shop.wireframe.route(to: "/")
    return shop
  }

  @MainActor
  private final class Shop {
    let wireframe = Wireframe<Screen>(sources: ["shop:"], home: "/")
    let tree: NavigationTree<Screen>

    init(_ tabs: [String]) throws {
      tree = tabs.isEmpty ? NavigationTree() : NavigationTree(tabs: tabs)
      wireframe.addStandardPresenters(on: tree)
      let place: ScreenPlace = tabs.isEmpty ? .onTop : .tab(tabs[0])
      try wireframe.register("/", option: .root, place: place) { _ in Screen("Home") }
      try wireframe.register("/items/:id<int>", option: .push, exposure: .external) {
        Screen("Item \(try $0["id"] as Int)")
      }
      try wireframe.register("/help", option: .modal(.sheet, hasStack: true)) { _ in Screen("Help")
      }
    }

    var shown: [String] { tree.state.shown.map { "\($0.controller)" } }
  }

  @Test("backToRoot dismisses all modals and pops to the first screen; dismissAll only dismisses")
  func back() async throws {
    let shop = try await makeShop()
    let router: any Router = shop.wireframe
    for path in ["/items/1", "/items/2", "/help", "/items/3", "/help"] {
      try await router.route(to: path)
    }
    try await router.dismissAll()
    #expect(shop.shown == ["Home", "Item 1", "Item 2"])
    try await router.dismissAll()
    try await router.route(to: "/help")
    try await router.backToRoot()
    #expect(shop.shown == ["Home"])
    try await router.backToRoot()
    #expect(shop.shown == ["Home"])
  }

  @Test("Leave guards are asked before, and what they keep stays")
  func guards() async throws {
    let shop = try await makeShop()
    try await shop.wireframe.route(to: "/items/1")
    try await shop.wireframe.route(to: "/help")
    shop.wireframe.observeLeaving { screen in
      screen.from?.urlText == "/items/1" ? .stay("a draft") : .leave
    }
    let error = await #expect(throws: RoutingError.self) {
      try await shop.wireframe.backToRoot()
    }
    #expect(error?.code == .leaveRefused)
    try await shop.wireframe.dismissAll()
    #expect(shop.shown == ["Home", "Item 1"])
  }

  @Test("A modal over an empty tab leaves no empty tab")
  func emptyTab() async throws {
    let shop = try await makeShop(tabs: ["Home", "Other"])
    try await shop.tree.selectTab("Other")
    try await shop.wireframe.route(to: "/help")
    #expect(shop.shown.last == "Help")
    try await shop.wireframe.dismissAll()
    await shop.wireframe.settled()
    #expect(shop.shown == ["Home"])
  }

  @Test("isShown knows URLs by what they lead to")
  func shown() async throws {
    let shop = try await makeShop()
    try await shop.wireframe.route(to: "/items/1?ref=mail")
    #expect(shop.wireframe.isShown("shop://items/1?ref=mail"))
    #expect(!shop.wireframe.isShown("/items/1"))
    #expect(!shop.wireframe.isShown("/items/2") && !shop.wireframe.isShown("/nowhere"))
    #expect(!shop.wireframe.isShown("https://other.example.com"))
    #expect(shop.tree.state.currentRoute?.urlText == "/items/1?ref=mail")
  }

  @Test("A change has the state, a tag and an origin are made of a text, a router may cross actors")
  func values() async throws {
    let shop = try await makeShop()
    var states: [String] = []
    shop.tree.onChange { states.append($0.state.top.map { "\($0.controller)" } ?? "") }
    let router: any Router & Sendable = shop.wireframe
    try await router.route(to: "/items/1")
    #expect(states == ["Item 1"])
    #expect(RouteTag("x") == "x" && RoutingOrigin("qr") == "qr")
    #expect([RoutingOrigin.content, .shortcut].map(\.rawValue) == ["content", "shortcut"])
  }
}
