import Foundation
import WireframeCore

/// The shop: its routes, its guard, its gates and its presenters, put together.
@MainActor
final class ShopWireframe {
  let wireframe: Wireframe<Screen>
  let navigation: NavigationTree<Screen>
  let banner = BannerPresenter()
  let session = Session()
  /// The providers that answer only when they are told to.
  let held = HeldProviders(detours: ["/access-denied", "/gate/login", "/gate/pin"])
  /// The app's lock, which covers all screens.
  private let lock: Gate
  let routes: [ShopRoute]

  /// Makes the shop, by a clock that somebody moves, or the system's if it is nil.
  init(hasTabs: Bool = false, clock: ShopClock? = nil) throws(RoutingError) {
    wireframe = Wireframe(
      sources: ["myshop:", "https://shop.example.com"], home: "/",
      clock: clock?.limits ?? ContinuousClock(), now: { clock?.date ?? Date() })
    lock = Gate(at: "/locked", covers: true) { [session] in !session.isLocked }
    navigation = hasTabs ? NavigationTree(tabs: ShopTab.allCases.map(\.rawValue)) : NavigationTree()
    routes =
      Self.table(session: session, router: wireframe) + WalletModule.routes(router: wireframe)
      + Self.gates(session: session, router: wireframe)
    for route in routes { try route.register(on: wireframe, withTabs: hasTabs, held) }
    try wireframe.alias("/items/:id<int>", for: "/products/:id<int>")

    wireframe.observe(tag: .requiresLogin) { [session] _ in
      session.isSignedIn ? .proceed : .redirect(to: "/access-denied", resuming: .newest)
    }

    let owner = { @MainActor [session] in session.user?.id }
    wireframe.addGate(for: .behindLogin, at: "/gate/login", owner: owner) { [session] in
      session.isSignedIn
    }
    wireframe.addGate(for: .behindPIN, at: "/gate/pin", owner: owner) { [session] in
      session.hasGivenPIN
    }

    wireframe.addPlaceholder(for: "/products/:id<int>") { route, loading in
      LoadingScreen("Loading product \(route.path.last ?? "")", route, loading)
    }

    wireframe.addStandardPresenters(on: navigation)
    wireframe.add(presenter: banner)
    wireframe.add(watcher: banner)
  }

  /// Adds the app's lock, for those who can open it.
  func addLock() async throws(RoutingError) { try await wireframe.add(lock: lock) }

  /// Shows the first screen.
  func start() async throws(RoutingError) { try await wireframe.route(to: "/") }

  /// The way back: the banner leaves first, then the top screen. Nothing leaves below the lock.
  func back() async throws(RoutingError) {
    if !isCovered, banner.takeDown() { return }
    try await wireframe.back()
  }

  /// Signs a user in. Another one who was signed in is signed out for good.
  func signIn(as user: Session.User) async throws(RoutingError) {
    if let former = session.user, former != user { try await signOutForGood() }
    session.signIn(as: user)
  }

  /// Closes all gates, forgets what they keep, and takes away what is behind them.
  func signOut() async throws(RoutingError) {
    session.signOut()
    wireframe.discardParked()
    try await wireframe.reevaluate()
  }

  /// Closes all gates, and takes away what is behind them: nothing of it comes back.
  func signOutForGood() async throws(RoutingError) {
    session.signOut()
    try await wireframe.reevaluate(keeping: .nothing)
  }

  /// The placeholders on screen and below.
  var placeholders: [LoadingScreen] {
    navigation.state.entries.compactMap { $0.controller as? LoadingScreen }
  }

  /// Whether a placeholder is on top.
  var isLoading: Bool { !isCovered && navigation.state.top?.isPlaceholder == true }

  /// Switches routes off, and takes their screens away.
  func disable(_ name: RouteSwitches.Name, fallback: String?) async throws(RoutingError) {
    wireframe.switches.disable(name, fallback: fallback)
    try await wireframe.reevaluate()
  }

  /// Switches routes on again.
  func enable(_ name: RouteSwitches.Name) async throws(RoutingError) {
    wireframe.switches.enable(name)
    try await wireframe.reevaluate()
  }

  /// Whether the lock covers the screens.
  var isCovered: Bool { navigation.cover != nil }

  /// Closes the lock: its screen comes over all others at once.
  func closeLock() {
    session.isLocked = true
    lock.cover()
  }

  /// Opens the lock, and passes it.
  func openLock() async throws(RoutingError) {
    session.isLocked = false
    try await wireframe.resume(after: lock)
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

  /// The titles on screen, from the root to the top; the lock's screen is above all.
  var titles: [String] {
    (navigation.state.shown.map(\.controller)
      + [banner.screen, navigation.cover].compactMap(\.self)).map(\.title)
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
        router.map { GateScreen("Log in", for: .behindLogin, $0) { session.signIn(as: $0) } }
      },
      .screen("/gate/pin", option: .modal) { [weak router] _ in
        router.map { GateScreen("PIN", for: .behindPIN, $0) { _ in session.givePIN() } }
      },
      .screen("/locked", option: .modal) { _ in Screen("Locked") },
    ]
  }
}
