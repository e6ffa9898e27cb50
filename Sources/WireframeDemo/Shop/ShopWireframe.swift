import Foundation
import WireframeCore

/// The shop: its routes, its guard, its gates and its presenters, put together.
@MainActor
final class ShopWireframe {
  let wireframe = Wireframe<Screen>(sources: ["myshop:", "https://shop.example.com"])
  let navigation: NavigationTree<Screen>
  let banner = BannerPresenter()
  let session = Session()
  let routes: [ShopRoute]

  init(hasTabs: Bool = false) throws(RoutingError) {
    navigation =
      hasTabs ? NavigationTree(tabs: ShopTab.allCases.map(\.rawValue)) : NavigationTree()
    routes =
      Self.table(session: session, router: wireframe) + WalletModule.routes(router: wireframe)
      + Self.gates(session: session, router: wireframe)
    for route in routes { try route.register(on: wireframe, withTabs: hasTabs) }

    wireframe.observe(tag: .requiresLogin) { [session] _ in
      session.isSignedIn ? .proceed : .redirect(to: "/access-denied", resuming: .newest)
    }

    wireframe.addGate(for: .behindLogin, at: "/gate/login") { [session] in session.isSignedIn }
    wireframe.addGate(for: .behindPIN, at: "/gate/pin") { [session] in session.hasGivenPIN }

    wireframe.addStandardPresenters(on: navigation)
    wireframe.add(presenter: banner)
    wireframe.add(watcher: banner)
  }

  /// Shows the first screen.
  func start() async throws(RoutingError) {
    try await wireframe.route(to: "/")
  }

  /// The way back: the banner leaves first, then the top screen.
  func back() async throws(RoutingError) {
    if banner.takeDown() { return }
    try await wireframe.back()
  }

  /// Closes all gates, forgets what they keep, and takes away what is behind them.
  func signOut() async throws(RoutingError) {
    session.signOut()
    wireframe.discardParked()
    try await wireframe.reevaluate()
  }

  /// The screens as JSON, for `restore`.
  func snapshot() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(wireframe.savedState()), as: UTF8.self)
  }

  /// Brings the screens of a snapshot back, which the shop itself has written.
  func restore(_ snapshot: String) async throws {
    let saved = try JSONDecoder().decode(SavedState.self, from: Data(snapshot.utf8))
    try await wireframe.restore(saved, trusting: true)
  }

  /// The titles on screen, from the root to the top.
  var titles: [String] {
    (navigation.state.shown.map(\.controller) + [banner.screen].compactMap(\.self)).map(\.title)
  }

  private static func table(session: Session, router: any Router) -> [ShopRoute] {
    let catalogue = Catalogue()
    return [
      .screen("/", option: .root, tab: .shop) { _ in Screen("Home") },
      .screen("/products", option: .push, parent: "/", exposure: .external) { _ in
        Screen("Products")
      },
      .screen(
        "/products/:id<int>", option: .push, parent: "/products", exposure: .external
      ) { route in
        Screen("Product \(try catalogue.product(route["id"]))")
      },
      .screen(
        "/products/:id<int>/reviews", option: .push, parent: "/products/:id<int>",
        exposure: .external
      ) { route in
        Screen("Reviews of \(try catalogue.product(route["id"]))")
      },
      .screen("/search", option: .push, parent: "/", exposure: .external) { route in
        let words = route.query["q"] ?? ""
        return Screen(words.isEmpty ? "Search" : "Search: \(words)")
      },
      .screen("/help/*topic", option: .modal, exposure: .external) { route in
        let topic: [String] = try route["topic"]
        return Screen("Help: \(topic.joined(separator: " / "))")
      },
      // Weak: the wireframe keeps this closure, and must not keep itself alive by it.
      .screen("/cart", option: .push, parent: "/", tab: .cart) { [weak router] _ in
        router.map(CartModule.screen)
      },
      .screen("/checkout", option: .modal, tags: [.requiresLogin]) { _ in Screen("Checkout") },
      .screen(
        "/account/:section<orders|addresses|payment>?", option: .push, parent: "/", tab: .account,
        tags: [.requiresLogin], exposure: .external
      ) { route in
        let section: String? = try route["section"]
        return Screen("Account: \(section ?? "overview")")
      },
      .screen("/login", option: .modal) { _ in Screen("Log in") },
      .screen("/access-denied", option: .modal) { _ in Screen("Access denied") },
      .screen("/promo/:code", option: .banner, exposure: .external) { route in
        let code: String = try route["code"]
        return Screen("Promo \(code)")
      },
      .action("/sign-out") { session.signOut() },
    ]
  }

  private static func gates(session: Session, router: any Router) -> [ShopRoute] {
    [
      .screen("/gate/login", option: .modal) { [weak router] _ in
        router.map { GateScreen("Log in", for: .behindLogin, $0) { session.signIn() } }
      },
      .screen("/gate/pin", option: .modal) { [weak router] _ in
        router.map { GateScreen("PIN", for: .behindPIN, $0) { session.givePIN() } }
      },
    ]
  }
}
