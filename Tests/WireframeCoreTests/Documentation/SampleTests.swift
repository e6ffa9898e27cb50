import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeInsight
import WireframeTesting

/// The samples of "Testing routes" that are tests themselves.
enum SampleTests {
  struct Screen: Equatable { let title: String }

  @MainActor final class Session { var isLoggedIn = false }

  struct ProductProvider: ControllerProvider {
    func controller(for route: Route, option: any RoutingOption) async throws -> Screen? {
      Screen(title: "Product \(try route["id"] as Int)")
    }
  }

  struct LoginGuard: RoutingObserver {
    let session: Session

    func decision(for route: Route) -> RoutingDecision {
      session.isLoggedIn ? .proceed : .redirect(to: "/access-denied")
    }
  }

  @MainActor
  static func makeShop(
    _ session: Session, on tree: NavigationTree<Screen>
  ) throws -> Wireframe<Screen> {
    let wireframe = Wireframe<Screen>(sources: ["myapp:", "https://example.com"])
    wireframe.addStandardPresenters(on: tree)
    try wireframe.register("/", option: .root) { _ in Screen(title: "Home") }
    try wireframe.register(
      "/products/:id<int>", option: .push, exposure: .external, provider: ProductProvider())
    try wireframe.register("/account", option: .push, tags: ["requires-login"]) { _ in
      Screen(title: "Account")
    }
    try wireframe.register("/access-denied", option: .modal) { _ in
      Screen(title: "Access denied")
    }
    wireframe.observe(tag: "requires-login") { _ in
      session.isLoggedIn ? .proceed : .redirect(to: "/access-denied")
    }
    return wireframe
  }

  // The app's own tests, as the article shows them.

  struct AccountRouteTests {
    @Test @MainActor func `the account is for members`() async throws {
      let (session, tree) = (Session(), NavigationTree<Screen>())
      let wireframe = try makeShop(session, on: tree)
      try await wireframe.route(to: "/")
      try await wireframe.route(to: "/account")
      #expect(tree.shownPatterns == ["/", "/access-denied"])
      session.isLoggedIn = true
      try await wireframe.route(to: "/account")  // the push dismisses the modal first
      #expect(tree.shownPatterns == ["/", "/account"])
    }
  }

  struct DrawingTests {
    @MainActor
    final class CartScreen: CustomStringConvertible {
      nonisolated let description: String
      init(title: String) { description = title }
    }

    @Test @MainActor func `the tree draws itself`() async throws {
      let tree = NavigationTree<CartScreen>()
      try await tree.setRoot(CartScreen(title: "Cart"))
      #expect("\(tree.state)" == "root, stack\n└─ Cart")
    }
  }

  @MainActor
  struct LinkTests {
    @Test(arguments: ["myapp://account", "https://example.com/products/42", "/"])
    func `a link in our mails is ours`(link: String) throws {
      let wireframe = try makeShop(Session(), on: NavigationTree())
      #expect(wireframe.canRoute(to: link))
    }

    @Test func `others link to products, and not to inner screens`() throws {
      let wireframe = try makeShop(Session(), on: NavigationTree())
      let product = RoutingRequest(untrusted: "myapp://products/42", origin: .customScheme)
      let denied = RoutingRequest(untrusted: "myapp://access-denied", origin: .customScheme)
      #expect(wireframe.canRoute(product))
      #expect(!wireframe.canRoute(denied))  // the route is closed
    }

    @Test func `a word is no product`() async throws {
      let wireframe = try makeShop(Session(), on: NavigationTree())
      let error = await #expect(throws: RoutingError.self) {
        try await wireframe.route(to: "/products/lamp")
      }
      #expect(error?.code == .noRoute)
      #expect(error?.nearMiss?.longestPrefix == "/products")
    }
  }

  @MainActor
  struct RoleTests {
    @Test func `the provider reads the id`() async throws {
      let route = try Route("/products/42?ref=mail", matching: "/products/:id<int>")
      let screen = try await ProductProvider().controller(for: route, option: .push)
      #expect(screen == Screen(title: "Product 42"))
    }

    @Test func `a guard of its own target makes a loop`() async throws {
      let wireframe = Wireframe<Screen>(defaultOption: .root)
      wireframe.addStandardPresenters(on: NavigationTree())
      wireframe.add(observer: LoginGuard(session: Session()))
      try wireframe.handle("/access-denied") { _ in }
      let error = await #expect(throws: RoutingError.self) {
        try await wireframe.route(to: "/account")
      }
      #expect(error?.code == .redirectLoop)  // it guards the page that it redirects to
    }
  }

  @MainActor
  final class CartPresenter {
    private weak var router: (any Router)?
    init(router: any Router) { self.router = router }

    func checkoutTapped() async throws { try await router?.route(to: "/checkout") }
  }

  @MainActor
  struct CartPresenterTests {
    @Test func `a tap on check-out routes there`() async throws {
      let router = RecordingRouter()
      try await CartPresenter(router: router).checkoutTapped()
      #expect(router.urlTexts == ["/checkout"])
    }
  }

  @MainActor
  struct KitTests {
    @Test func `a tap that is not awaited`() async throws {
      let tree = NavigationTree<Screen>()
      let wireframe = try makeShop(Session(), on: tree)
      wireframe.enqueue("/")
      wireframe.enqueue("/products/42")
      await wireframe.settled()
      #expect(tree.shownPatterns == ["/", "/products/:id<int>"])
    }

    @MainActor
    func until(_ isSo: () -> Bool) async throws {
      while !isSo() {
        try Task.checkCancellation()  // the test's time limit
        await Task.yield()
      }
    }

    @Test func `the payee comes back`() async throws {
      let tree = NavigationTree<Screen>()
      let wireframe = try makeShop(Session(), on: tree)
      var handle: AnswerHandle<Int>?
      try wireframe.register("/payees/pick", option: .modal) { route, router in
        handle = AnswerHandle(for: route, router)
        return Screen(title: "Pick a payee")
      }
      try await wireframe.route(to: "/")

      async let payee = wireframe.answer(to: "/payees/pick", as: Int.self)
      try await until { tree.state.currentRoute?.pattern == "/payees/pick" }
      await handle?.finish(with: 7)  // as the screen does
      #expect(try await payee == 7)
      #expect(tree.shownPatterns == ["/"])
    }

    @Test func `our roles keep the laws`() async throws {
      let (product, account) = (
        try Route("/products/42", matching: "/products/:id<int>"),
        try Route("/account", matching: "/account")
      )
      try await RoleConformance.check(ProductProvider(), makes: [product])
      let session = Session()
      session.isLoggedIn = true
      try await RoleConformance.check(LoginGuard(session: session), about: [account])
      try await HostConformance.check {
        NavigationTree<Screen>()
      } screen: {
        Screen(title: "\($0)")
      }
    }

    @Test func `one link is asked about once`() async throws {
      let wireframe = try makeShop(Session(), on: NavigationTree())
      let observer = RecordingObserver()
      wireframe.add(observer: observer)
      try await wireframe.route(to: "/")
      #expect(observer.events == [.asked("/"), .willPresent("/"), .didRoute("/")])
    }

    @Test func `a slow screen is given up`() async throws {
      let clock = ManualClock()
      let wireframe = Wireframe<Screen>(
        defaultOption: .root, limits: RoutingLimits(provide: .seconds(30)), clock: clock)
      wireframe.addStandardPresenters(on: NavigationTree())
      try wireframe.register("/slow") { _ in
        try await clock.sleep(until: clock.now.advanced(by: .seconds(60)), tolerance: nil)
        return Screen(title: "Slow")
      }
      async let routing = wireframe.route(to: "/slow")
      await clock.waitForSleepers(2)  // the screen, and the limit
      clock.advance(by: .seconds(30))
      do {
        _ = try await routing
        Issue.record("The screen was shown.")
      } catch let error as RoutingError {
        #expect(error.code == .timedOut)
      }
    }

    @Test func `a product that takes long has a placeholder`() async throws {
      let (clock, tree) = (ManualClock(), NavigationTree<Screen>())
      let wireframe = Wireframe<Screen>(defaultOption: .root, clock: clock)
      wireframe.addStandardPresenters(on: tree)
      let (names, server) = AsyncStream.makeStream(of: String.self)
      try wireframe.register("/products/:id<int>") { _ in
        for await name in names { return Screen(title: name) }
        return nil
      }
      wireframe.addPlaceholder { _, _ in Screen(title: "Loading …") }

      async let routing = wireframe.route(to: "/products/42")
      await clock.waitForSleepers(1)  // all limits of a wireframe are one sleeper
      clock.advance(by: .milliseconds(300))
      await wireframe.settled()  // until the placeholder is there, not until the screen is
      #expect(tree.state.top?.controller == Screen(title: "Loading …"))

      server.yield("Lamp")
      clock.advance(by: .milliseconds(300))  // the placeholder stays so long
      #expect(try await routing.controller == Screen(title: "Lamp"))
    }

    @Test func `nothing keeps the shop`() async throws {
      let leaks = LeakCheck()
      do {
        let wireframe = try makeShop(Session(), on: NavigationTree())
        leaks.watch(wireframe)
        try await wireframe.route(to: "/")
      }
      try await leaks.check()
    }

    @Test func `the table can work`() throws {
      let wireframe = try makeShop(Session(), on: NavigationTree())
      #expect(wireframe.audit(allowing: [.allow(.unguarded, "/products/:id<int>")]).isEmpty)
    }
  }

  @MainActor
  struct InterfaceTests {
    private let manifestFile: URL

    /// The file that a release has checked in.
    init() throws {
      manifestFile = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
      let released = Wireframe<Screen>(sources: ["myapp:", "https://example.com"])
      try released.register("/products/:id<int>", exposure: .external) { _ in nil }
      try Data(RouteManifest(of: released).json.utf8).write(to: manifestFile)
    }

    @Test func `no link of the world dies`() async throws {
      let wireframe = try makeShop(Session(), on: NavigationTree())
      try await wireframe.route(to: "/")  // links land on the first screen
      try await wireframe.check(against: manifestFile, links: ["https://example.com/products/42"])
    }
  }

  @MainActor
  struct LeavingTests {
    @Test func `a swipe back is reported`() async throws {
      let tree = NavigationTree<Screen>()
      let wireframe = try makeShop(Session(), on: tree)
      var left: [String] = []
      tree.onChange { change in
        if change.cause == .user { left += change.left.map(\.controller.title) }
      }
      try await wireframe.route(to: "/")
      try await wireframe.route(to: "/products/42")

      let home = try #require(tree.state.shown.first)
      try tree.performAsUser(.pop(to: home.id))
      #expect(left == ["Product 42"])
    }

    @Test func `a swipe down dismisses the modal`() async throws {
      let tree = NavigationTree<Screen>()
      let wireframe = try makeShop(Session(), on: tree)
      try await wireframe.route(to: "/")
      try await wireframe.route(to: "/account")  // redirected to a modal
      try tree.performAsUser(.dismiss(1))
      #expect(tree.state.shown.map(\.controller.title) == ["Home"])
    }

    @Test func `a tap on a tab shows its screens`() async throws {
      let tree = NavigationTree<Screen>(tabs: ["Home", "Cart"])
      try await tree.push(Screen(title: "Home"))
      try tree.performAsUser(.selectTab(1))
      #expect(tree.state.layers.first?.selectedStack.name == "Cart")
      #expect(tree.state.shown.isEmpty)  // those of the second tab: none yet
    }
  }
}
