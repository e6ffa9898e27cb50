import Testing
import TestSupport
import WireframeCore

/// Options that go back to a screen, on routes with a place and with rules for what is on screen.
@MainActor
@Suite(.hangsNever)
struct BackLandingTests {
  @Test(
    "Going back to a screen keeps it, whatever becomes of other requests for it",
    arguments: [PresentedRule.presentAgain, .bringToFront, .replace])
  func goesBack(rule: PresentedRule) async throws {
    let tree = NavigationTree<String>(tabs: ["Shop", "Cart"])
    let wireframe = Wireframe<String>(sources: ["https://shop.example"])
    wireframe.addStandardPresenters(on: tree)
    var count = 0
    for (pattern, parent, tab) in [
      ("/shop", nil, "Shop"), ("/products", "/shop", nil), ("/cart", nil, "Cart"),
    ] as [(RoutePattern, RoutePattern?, String?)] {
      try wireframe.register(
        pattern, option: .push, place: .init(under: parent, tab: tab, ifPresented: rule)
      ) {
        count += 1
        return $0.path.joined()
      }
    }
    for path in ["/shop", "/products", "/cart"] { try await wireframe.route(to: path) }
    let standing = tree.state.entries.map(\.id)
    for (path, option, left) in [
      ("/shop", .back, [standing[1]]), ("/cart", .tab("Cart"), []), ("/shop", .tab("Shop"), []),
    ] as [(String, any RoutingOption, [NavigationEntryID])] {
      for landing: Landing in [.onTop, .underParents] {
        let result = try await wireframe.route(
          RoutingRequest(path, option: option, landing: landing))
        #expect(result.outcome == .presented)
        #expect(tree.state.top?.controller == String(path.dropFirst()))
      }
      #expect(left.allSatisfy { id in !tree.state.entries.contains { $0.id == id } })
    }
    #expect(tree.state.entries.map(\.id) == [standing[0], standing[2]])
    #expect(count == 3)
  }
}
