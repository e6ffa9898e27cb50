import Testing
import WireframeCore

@testable import Orders

/// The module in a real wireframe, without a simulator.
@MainActor
struct OrdersRouteTests {
  final class OtherScreen: Screen {
    let title: String
    init(_ title: String) { self.title = title }
  }

  let tree = NavigationTree<any Screen>()

  func makeWireframe(hasDetails: Bool = true) async throws -> Wireframe<any Screen> {
    let wireframe = Wireframe<any Screen>(sources: ["myapp:"])
    wireframe.addStandardPresenters(on: tree)
    try OrdersModule.register(on: wireframe, store: FixedStore())
    try wireframe.register("/", option: .root) { _ in OtherScreen("Home") }
    if hasDetails {
      try wireframe.register("/orders/:id<int>", option: .push) { route in
        OtherScreen("Order \(try route["id"] as Int)")
      }
    }
    try await wireframe.route(to: "/")
    return wireframe
  }

  @Test func `a tap on an order pushes the screen of another module`() async throws {
    let wireframe = try await makeWireframe()
    try await wireframe.route(to: "/orders")
    let screen = try #require(tree.state.top?.controller as? OrdersScreen)
    await screen.load()
    await screen.tapLine(0)
    #expect(tree.state.shown.map(\.controller.title) == ["Home", "Orders", "Order 3"])
    #expect(screen.failure == nil)
  }

  @Test func `a tap without a route is shown as a failure`() async throws {
    let wireframe = try await makeWireframe(hasDetails: false)
    try await wireframe.route(to: "/orders")
    let screen = try #require(tree.state.top?.controller as? OrdersScreen)
    await screen.load()
    await screen.tapLine(0)
    #expect(screen.failure == "The order cannot be shown.")
  }

  @Test func `a failure is over once a tap shows the order`() async throws {
    let wireframe = try await makeWireframe(hasDetails: false)
    try await wireframe.route(to: "/orders")
    let screen = try #require(tree.state.top?.controller as? OrdersScreen)
    await screen.load()
    await screen.tapLine(0)
    #expect(screen.failure != nil)
    try wireframe.register("/orders/:id<int>", option: .push) { _ in OtherScreen("Order") }
    await screen.tapLine(0)
    #expect(tree.state.shown.map(\.controller.title) == ["Home", "Orders", "Order"])
    #expect(screen.failure == nil)
    withExtendedLifetime(wireframe) {}
  }

  @Test func `a tap that is given up is no failure`() async throws {
    let wireframe = try await makeWireframe()
    try await wireframe.route(to: "/orders")
    let screen = try #require(tree.state.top?.controller as? OrdersScreen)
    await screen.load()
    wireframe.close()
    await screen.tapLine(0)
    #expect(screen.failure == nil)
    withExtendedLifetime(wireframe) {}
  }

  @Test func `a screen that leaves is released`() async throws {
    let wireframe = try await makeWireframe()
    try await wireframe.route(to: "/orders")
    weak var screen: (any Screen)?
    screen = tree.state.top?.controller
    #expect(screen != nil)
    try await wireframe.route(to: "/")
    #expect(screen == nil)
  }
}
