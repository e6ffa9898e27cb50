import Foundation
import TestSupport
import Testing
import WireframeConfiguration
import WireframeCore
import WireframeTesting

/// The laws of roles: our own keep them, and each of them can be broken.
@MainActor
@Suite(.hangsNever)
struct RoleConformanceTests {
  private let product: Route
  private let cart: Route

  init() throws {
    product = try Route("/products/42", matching: "/products/:id<int>")
    cart = try Route("/cart", matching: "/cart")
  }

  /// The text of a check that fails.
  private func failure(_ body: () async throws -> Void) async -> String? {
    await #expect(throws: CheckFailure.self) { try await body() }?.description
  }

  // MARK: Providers

  private struct Products: ControllerProvider {
    enum Fault { case greedy, cached, hasty, blind }
    var fault: Fault?
    var cached = Screen("one")

    func controller(for route: Route, option: any RoutingOption) throws -> Screen? {
      let id: Int = fault == .hasty ? try route["id"] : 0
      guard fault == .greedy || route.pattern == "/products/:id<int>" else { return nil }
      if fault == .blind { return nil }
      return fault == .cached ? cached : Screen("product \(id)")
    }
  }

  @Test("A provider makes its own screens anew, and no others")
  func providers() async throws {
    try await RoleConformance.check(Products(), makes: [product], butNot: [cart])
    #expect(
      await failure {
        try await RoleConformance.check(Products(fault: .greedy), makes: [product], butNot: [cart])
      } == "It makes a controller for '/cart', which is not its own.")
    #expect(
      await failure {
        try await RoleConformance.check(Products(fault: .cached), makes: [product])
      }
        == "It makes one object for two requests for '/products/:id<int>'; no host can show it twice."
    )
    #expect(
      await failure {
        try await RoleConformance.check(Products(fault: .blind), makes: [product])
      } == "It makes no controller for '/products/:id<int>'.")
  }

  @Test("A provider that looks at values before it looks whose the route is throws for others")
  func hastyProvider() async throws {
    let text = await failure {
      try await RoleConformance.check(
        Products(fault: .hasty), makes: [cart, product], butNot: [cart, product])
    }
    let error = #expect(throws: RoutingError.self) { let _: Int = try cart["id"] }
    let thrown = error?.description ?? ""
    #expect(
      text?.split(separator: "\n").map(String.init) == [
        "It throws for '/cart': \(thrown)",
        "It throws for '/cart', which is not its own: \(thrown)",
        "It makes a controller for '/products/:id<int>', which is not its own.",
      ])
  }

  // MARK: Observers

  /// An observer that is what a closure says.
  private struct Observer: RoutingObserver {
    var redirects: [RoutePattern] = []
    var scope: @MainActor (Route) -> Bool = { _ in true }
    var decide: @MainActor (Route) throws -> RoutingDecision
    func observes(_ route: Route) -> Bool { scope(route) }
    func decision(for route: Route) throws -> RoutingDecision { try decide(route) }
  }

  private func login(_ redirects: RoutePattern...) -> Observer {
    Observer(redirects: redirects) {
      $0.pattern == "/login" ? .proceed : .redirect(to: "/login")
    }
  }

  @Test("A good observer passes, whether its redirects are known or not")
  func goodObservers() async throws {
    let patterns: [RoutePattern] = ["/cart", "/login"]
    try await RoleConformance.check(login(), about: [cart], in: patterns)
    try await RoleConformance.check(login("/login"), about: [cart])
    try await RoleConformance.check(login(), about: [cart, product])
    try await RoleConformance.check(RecordingObserver(), about: [cart, product])
    // By its tags, and by a name that the table does not have.
    let tagged = try Route("/a/1", matching: "/a/:id", tags: ["login"])
    let byTag = Observer(redirects: ["/users/:name"]) {
      $0.tags.contains("login") ? .redirect(to: "/users/7?next=%2Fa#top") : .proceed
    }
    try await RoleConformance.check(byTag, about: [tagged], in: ["/users/:id"])
    let chain = Observer {
      switch $0.urlText {
      case "/cart": .redirect(to: "/b")
      case "/b": .redirect(to: "/c")
      default: .proceed
      }
    }
    try await RoleConformance.check(chain, about: [cart])
  }

  @Test("What a redirect brings along is there when the observer is asked where it leads")
  func redirectedPayload() async throws {
    let escort = Observer { route in
      if route.pattern == "/cart" { return .redirect(to: "/checked", payload: ["by": "guard"]) }
      return route.payload["by", as: String.self] == nil ? .redirect(to: "/cart") : .proceed
    }
    try await RoleConformance.check(escort, about: [cart])
    try await RoleConformance.check(escort, about: [cart], in: ["/checked"])
  }

  @Test("An observer that makes a loop is found, with patterns and without")
  func loops() async throws {
    let cartAgain = Observer { _ in .redirect(to: "/cart?again") }
    let loop = "It redirects in a loop: '/cart', then '/cart'."
    #expect(
      await failure {
        try await RoleConformance.check(
          Observer { _ in .redirect(to: "/cart") }, about: [cart], in: ["/cart", "/login"])
      } == loop)
    #expect(
      await failure {
        try await RoleConformance.check(Observer { _ in .redirect(to: "/cart") }, about: [cart])
      } == loop)
    // A query makes another place, to which it redirects for ever.
    #expect(
      await failure { try await RoleConformance.check(cartAgain, about: [cart]) }
        == "It redirects in a loop: '/cart', then '/cart', then '/cart'.")
    let round = Observer {
      .redirect(to: $0.urlText == "/cart" ? "app://products/42" : "/cart")
    }
    #expect(
      await failure { try await RoleConformance.check(round, about: [cart]) }
        == "It redirects in a loop: '/cart', then '/products/42', then '/cart'.")
    #expect(
      await failure { try await RoleConformance.check(round, about: [cart], in: ["/products/:id"]) }
        == "It redirects in a loop: '/cart', then '/products/:id', then '/cart'.")
    let tagged = try Route("/login", matching: "/login", tags: ["login"])
    let byTag = Observer(scope: { $0.tags.contains("login") }) { _ in .redirect(to: "/login") }
    #expect(
      await failure { try await RoleConformance.check(byTag, about: [tagged]) }
        == "It redirects in a loop: '/login', then '/login'.")
    let endless = Observer { .redirect(to: $0.urlText + "x") }
    #expect(
      await failure { try await RoleConformance.check(endless, about: [cart]) }
        == "It redirects '/cart' more than ten times.")
  }

  @Test("An observer that redirects to what is no URL is found, unless a link has chosen that")
  func refusedRedirects() async throws {
    #expect(
      await failure {
        try await RoleConformance.check(Observer { _ in .redirect(to: "login") }, about: [cart])
      } == "It redirects '/cart' to 'login', which every wireframe refuses.")
    try await RoleConformance.check(
      Observer { _ in .redirect(toUntrusted: "login") }, about: [cart])
  }

  @Test("An observer redirects as often as a routing follows, and no more", arguments: [10, 11])
  func redirectCount(count: Int) async throws {
    let observer = Observer {
      $0.path.count > count ? .proceed : .redirect(to: $0.urlText + "/x")
    }
    let wireframe = Wireframe<Screen>()
    wireframe.add(observer: observer)
    try wireframe.handle("/*path") { _ in }
    var code: RoutingError.Code?
    do throws(RoutingError) {
      try await wireframe.route(to: "/cart")
    } catch {
      code = error.code
    }
    #expect(code == (count == 10 ? nil : .redirectLoop))
    guard count > 10 else { return try await RoleConformance.check(observer, about: [cart]) }
    #expect(
      await failure { try await RoleConformance.check(observer, about: [cart]) }
        == "It redirects '/cart' more than ten times.")
  }

  @Test("Where an observer redirects is read by the pattern that wins")
  func declaredRedirects() async throws {
    let undeclared = "It redirects '/cart' to a route that is not among its 'redirects'."
    #expect(
      await failure {
        try await RoleConformance.check(login("/pin"), about: [cart], in: ["/cart", "/login"])
      } == undeclared)
    #expect(
      await failure { try await RoleConformance.check(login("/pin"), about: [cart]) } == undeclared)
    let toB = Observer(redirects: ["/:any"]) { _ in .redirect(to: "/b") }
    #expect(
      await failure {
        try await RoleConformance.check(
          Observer(redirects: ["/:any"]) {
            $0.pattern == "/b" ? .proceed : .redirect(to: "/b")
          }, about: [cart], in: ["/b"])
      } == undeclared)
    let loop = await failure { try await RoleConformance.check(toB, about: [cart]) }
    #expect(loop == "It redirects in a loop: '/cart', then '/:any', then '/:any'.")
  }

  @Test("An observer that changes its mind, or throws, is found with all else that is wrong")
  func fickleObservers() async throws {
    var count = 0
    let fickle = Observer {
      count += 1
      return count.isMultiple(of: 2)
        ? .proceed : $0.pattern == "/login" ? .proceed : .redirect(to: "/login")
    }
    #expect(
      await failure { try await RoleConformance.check(fickle, about: [cart]) }
        == "Asked twice about '/cart', it says 'redirect to a request of the app' and 'proceed': a plan would change what "
        + "happens.")
    var asked = 0
    let moody = Observer(
      scope: { _ in
        asked += 1
        return asked.isMultiple(of: 2)
      }, decide: { _ in .proceed })
    #expect(
      await failure { try await RoleConformance.check(moody, about: [cart]) }
        == "'observes' changes its mind about '/cart'.")
    let throwing = Observer {
      guard $0.pattern == "/cart" else { throw Broken(what: "a\nb") }
      return .redirect(to: "/products/1")
    }
    let text = await failure {
      try await RoleConformance.check(throwing, about: [cart, product])
    }
    #expect(
      text == """
        It throws about '/products/:id<int>', to which it redirects '/cart': Broken(what: "a\\nb")
        It throws about '/products/:id<int>': Broken(what: "a\\nb")
        """)
  }

  // MARK: Option providers

  private struct Options: RoutingOptionProvider {
    var decide: @MainActor (Route, (any RoutingOption)?) throws -> (any RoutingOption)?
    func option(for route: Route, current: (any RoutingOption)?) throws -> (any RoutingOption)? {
      try decide(route, current)
    }
  }

  @Test(
    "An option provider answers the same twice, something that is presented, and does not throw")
  func optionProviders() async throws {
    try await RoleConformance.check(
      Options { $0.path.first == "cart" ? .modal(.sheet) : $1 }, about: [cart, product])
    var count = 0
    let fickle = Options { _, _ in
      count += 1
      return count.isMultiple(of: 2) ? .push : .modal
    }
    let text = await failure { try await RoleConformance.check(fickle, about: [cart]) }
    #expect(
      text?.split(separator: "\n").map(String.init)
        == Array(repeating: "Asked twice about '/cart', it says 'Modal' and 'Push'.", count: 4))
    var isSheet = false
    let restless = Options { _, _ in
      isSheet.toggle()
      return .modal(isSheet ? .sheet : .fullScreen)
    }
    let other = await failure { try await RoleConformance.check(restless, about: [cart]) }
    #expect(
      other?.hasSuffix("Asked twice about '/cart', it says 'Modal' and another 'Modal'.") == true)
    let embedding = await failure {
      try await RoleConformance.check(
        Options { $1 == nil ? .embedded : $1 }, about: [cart])
    }
    #expect(embedding == "It says 'Embedded' for '/cart', which no presenter takes.")
    let throwing = await failure {
      try await RoleConformance.check(
        Options {
          guard $1 != nil else { throw Broken() }
          return $0.path.isEmpty ? .root : nil
        }, about: [cart])
    }
    #expect(throwing == #"It throws about '/cart' and nothing: Broken(what: "broken")"#)
  }

  // MARK: Presenters

  private struct Banner: RoutingOption {}

  private final class Banners: ControllerRoutingPresenter {
    var readsValues = false
    var isLoud = false
    private(set) var texts: [String] = []

    func leavingScreens(for route: Route, option: Banner) -> [LeavingScreen] { [] }

    func present(_ controller: Screen, option: Banner, event: RoutingEvent) throws {
      if isLoud { throw Broken() }
      let id: Int = readsValues ? try event.route["id"] : 0
      texts.append("\(controller) \(id) \(event.route.tags.map(\.rawValue).sorted())")
    }
  }

  @Test("A presenter accepts its own option only, and returns when its screen is there")
  func presenters() async throws {
    let banners = Banners()
    try await RoleConformance.check(
      banners, showing: Screen("a"), by: Banner(), butNot: [.push, .root]
    ) { !banners.texts.isEmpty }
    #expect(banners.texts == ["a 0 []"])
    #expect(
      await failure {
        try await RoleConformance.check(Banners(), showing: Screen("a"), by: Banner()) { false }
      } == "It returns before its screen is there.")
    #expect(
      await failure {
        try await RoleConformance.check(Banners(), showing: Screen("a"), by: Banner()) { true }
      } == "The screen is shown before it is presented.")
    #expect(
      await failure {
        try await RoleConformance.check(
          Banners(), showing: Screen("a"), by: .push, butNot: [Banner()]
        ) { true }
      } == """
        It accepts 'Banner', which is not its own.
        It does not accept 'Push', its own option.
        """)
    let loud = Banners()
    loud.isLoud = true
    #expect(
      await failure {
        try await RoleConformance.check(
          loud, showing: Screen("a"), by: Banner(), butNot: [Banner()]
        ) { false }
      } == """
        It accepts 'Banner', which is not its own.
        It throws while it presents: Broken(what: "broken")
        """)
  }

  private final class Eager: ControllerRoutingPresenter {
    private(set) var isShown = false

    func existingController(for route: Route, option: Banner) -> Screen? {
      isShown = true
      return nil
    }

    func present(_ controller: Screen, option: Banner, event: RoutingEvent) { isShown = true }
  }

  @Test("A presenter that shows something when it is asked what is there is found")
  func eagerPresenter() async throws {
    let eager = Eager()
    let text = await failure {
      try await RoleConformance.check(eager, showing: Screen("a"), by: Banner()) { eager.isShown }
    }
    #expect(text == "The screen is shown before it is presented.")
  }

  @Test("A presenter gets the route that the check was given, with values, tags and its source")
  func presentersRoute() async throws {
    let routes = [
      try Route("/products/42", matching: "/products/:id<int>", tags: ["a"]),
      try Route("app://products/42?x#y", matching: "app://products/:id<int>", tags: ["a"]),
      try Route(
        "https://example.com/products/42", matching: "https://example.com/products/:id<int>",
        tags: ["a"]),
    ]
    for route in routes {
      let banners = Banners()
      banners.readsValues = true
      try await RoleConformance.check(
        banners, showing: Screen("a"), by: Banner(), butNot: [.push], route: route
      ) { !banners.texts.isEmpty }
      #expect(banners.texts == [#"a 42 ["a"]"#])
    }
    let banners = Banners()
    banners.readsValues = true
    let text = await failure {
      try await RoleConformance.check(banners, showing: Screen("a"), by: Banner()) { false }
    }
    #expect(text?.hasPrefix("It throws while it presents: ") == true)
  }

  // MARK: Our own

  /// Remembers who has presented.
  private final class Presenters: RoutingWatcher {
    var found: [(presenter: any ControllerRoutingPresenter<Screen>, option: any RoutingOption)] = []

    func didRoute(_ event: RoutingEvent) {
      guard let option = event.option,
        let presenter = event.presenter as? any ControllerRoutingPresenter<Screen>
      else { return }
      found.append((presenter, option))
    }
  }

  private func check<Presenter: ControllerRoutingPresenter<Screen>>(
    _ presenter: Presenter, by option: any RoutingOption, on tree: NavigationTree<Screen>
  ) async throws {
    let screen = Screen("checked")
    try await RoleConformance.check(
      presenter, showing: screen, by: option, butNot: [Banner(), .embedded], route: product
    ) { tree.state.top?.controller === screen }
  }

  @Test("The standard presenters keep the laws")
  func standardPresenters() async throws {
    let options: [any RoutingOption] = [.root, .push, .show, .replaceTop, .modal]
    for option in options {
      let tree = NavigationTree<Screen>(tabs: ["one", "two"])
      try await tree.push(Screen("first"))
      let wireframe = Wireframe<Screen>()
      wireframe.addStandardPresenters(on: tree)
      let presenters = Presenters()
      wireframe.add(watcher: presenters)
      try wireframe.register("/a", option: option) { _ in Screen("a") }
      try await wireframe.route(to: "/a")
      #expect(presenters.found.count == 1)
      for (presenter, option) in presenters.found {
        try await check(presenter, by: option, on: tree)
      }
    }
  }

  @Test("A tab's presenter keeps the laws where the tab is empty")
  func tabPresenter() async throws {
    let tree = NavigationTree<Screen>(tabs: ["one", "two", "three"])
    let wireframe = Wireframe<Screen>()
    wireframe.addStandardPresenters(on: tree)
    let presenters = Presenters()
    wireframe.add(watcher: presenters)
    try wireframe.register("/a", option: .tab("two")) { _ in Screen("a") }
    try await wireframe.route(to: "/a")
    let presenter = try #require(presenters.found.first?.presenter)
    try await check(presenter, by: .tab("three"), on: tree)
  }

  @Test(
    "The presenter of a file's navigators keeps the laws",
    arguments: ["push", "push-animated", "present", "present-animated", "root"])
  func navigators(name: String) async throws {
    let tree = NavigationTree<Screen>()
    try await tree.setRoot(Screen("first"))
    let wireframe = Wireframe<Screen>()
    let configuration = RouteConfiguration(wireframe, on: tree)
    configuration.register(builder: "screen") { _ in Screen("a") }
    let json = #"{"routes": [{"pattern": "/a", "builder": "screen", "navigator": "\#(name)"}]}"#
    try configuration.load(Data(json.utf8), named: "shop.json")
    let presenters = Presenters()
    wireframe.add(watcher: presenters)
    try await wireframe.route(to: "/a")
    #expect(presenters.found.count == 1)
    for (presenter, option) in presenters.found { try await check(presenter, by: option, on: tree) }
  }
}
