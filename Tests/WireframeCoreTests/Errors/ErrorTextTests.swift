import TestSupport
import Testing
import WireframeCore

/// The exact sentences of failed routings; those of URLs and patterns are in the folder Matching.
@MainActor
@Suite(.hangsNever)
struct ErrorTextTests {
  @Test("foreign names the declared sources")
  func foreign() async throws {
    let shop = try await Shop(sources: ["myapp:", "https://example.com"])
    #expect(
      try await shop.failure("tel:1").description == """
        The URL is foreign: its scheme or origin is none of 'myapp:', 'https://example.com'. \
        Declare it among the wireframe's sources, or hand the URL to the system.
        """)
    let bare = try await Shop(sources: [])
    #expect(
      try await bare.failure("tel:1").description == """
        The URL is foreign: its scheme or origin is none of the declared ones (there are none). \
        Declare it among the wireframe's sources, or hand the URL to the system.
        """)
  }

  @Test(
    "noRoute offers the nearest patterns, else what is valid next, and shows no value",
    arguments: [
      ("/user/secret", "No route matches '/user/…'. Did you mean '/users/:id'?"),
      (
        "/Users/secret",
        "No route matches '/Users/…'. Did you mean '/users/:id'? Segment 1 differs only in letter case."
      ),
      (
        "/orders/secret",
        "No route matches '/orders/…'. Did you mean '/orders/:id<int>'? Segment 2 is not of type 'int'."
      ),
      (
        "/help/me/please/now/or/never",
        "No route matches '/help/me/…'. Valid after '/help/me': nothing."
      ),
      ("/help/secret", "No route matches '/help/…'. Valid after '/help': 'me'."),
      ("/secret/secret/secret", "No route matches '/…'. Register a pattern for it."),
      (
        "/item", "No route matches '/item'. Did you mean '/atem', '/items' or '/itemz'?"
      ),
    ])
  func noRoute(urlText: String, text: String) async throws {
    let shop = try await Shop()
    try shop.register("/users/:id", "/orders/:id<int>", "/help/me", "/items", "/itemz", "/atem")
    let error = try await shop.failure(urlText)
    #expect(error.code == .noRoute)
    #expect(error.description == text)
    #expect(error.urlText == urlText)
  }

  @Test(
    "A mistyped link is noRoute, also where unbound providers leave no option to present it with")
  func noRouteComesBeforeNoOption() async throws {
    let shop = try await Shop(defaultOption: nil)
    try shop.register("/products/:id")
    shop.wireframe.add(provider: Nobody())
    let error = try await shop.failure("/product/7")
    #expect(error.code == .noRoute)
    #expect(error.nearMiss?.nearestPatterns == ["/products/:id"])
  }

  @Test(
    "noRoute lists up to twenty segments that are valid next, and says if there are more",
    arguments: [20, 21])
  func manyValidNext(count: Int) async throws {
    let shop = try await Shop()
    let words = (0..<count).map { "word\($0 + 10)" }
    for word in words { try shop.register(RoutePattern("/help/\(word)")) }
    let list = words.prefix(20).map { "'\($0)'" }.joined(separator: ", ")
    #expect(
      try await shop.failure("/help/secrets").description
        == "No route matches '/help/…'. Valid after '/help': \(list)\(count > 20 ? ", …" : "").")
  }

  @Test("noRoute names the providers that were asked")
  func noRouteWithProviders() async throws {
    let shop = try await Shop()
    shop.wireframe.add(provider: Nobody())
    #expect(
      try await shop.failure("/a").description
        == "No route matches '/…'. Register a pattern for it. Asked: 'Nobody'.")
  }

  @Test("noController names the pattern and who was asked")
  func noController() async throws {
    let shop = try await Shop()
    try shop.wireframe.register("/users/:id") { _ in nil }
    shop.wireframe.add(provider: Nobody())
    #expect(
      try await shop.failure("/users/7").description == """
        No controller provider made a controller for '/users/:id'. Asked: 'the route's closure', \
        'Nobody'. To fix this, register the pattern with a closure that makes one, or add a provider.
        """)
  }

  @Test("noController for a handler says what to do instead")
  func handlerHasNoController() async throws {
    let shop = try await Shop()
    try shop.wireframe.handle("/sign-out") { _ in }
    let error = await #expect(throws: RoutingError.self) {
      try await shop.wireframe.controller(for: "/sign-out")
    }
    #expect(
      error?.description
        == "The route '/sign-out' is a handler and has no controller. Route to it instead.")
  }

  @Test("stopped tells the observer's reason")
  func stopped() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    shop.wireframe.observe { _ in .stop("not on Sundays") }
    let error = await #expect(throws: RoutingError.self) {
      try await shop.wireframe.controller(for: "/a")
    }
    #expect(
      error?.description
        == "An observer stopped the request for '/a': not on Sundays")
  }

  @Test("noOption lists the ways to name one")
  func noOption() async throws {
    let shop = try await Shop(defaultOption: nil)
    try shop.register("/users/:id")
    #expect(
      try await shop.failure("/users/7").description == """
        No option says how to present '/users/:id'. To fix this, name one in the call, register \
        the route with 'option:', add an option provider, or give the wireframe a 'defaultOption'.
        """)
  }

  @Test("noPresenter names the option's type and the presenters that there are")
  func noPresenter() async throws {
    let wireframe = Wireframe<Screen>(defaultOption: Unknown())
    try wireframe.register("/a") { _ in Screen("a") }
    wireframe.add(presenter: TintPresenter())
    wireframe.addStandardPresenters(on: NavigationTree<Screen>())
    let error = await #expect(throws: RoutingError.self) { try await wireframe.route(to: "/a") }
    #expect(
      error?.description == """
        No presenter accepts the option 'Unknown' of '/a'. The presenters are: \
        'TintPresenter', 'PushPresenter', 'ModalPresenter', 'ReplaceTopPresenter', \
        'RootPresenter', 'ShowPresenter', 'BackPresenter', 'TabPresenter'. To fix this, add a \
        presenter for 'Unknown' or use another option.
        """)
  }

  @Test("noPresenter without any presenter says which call is missing")
  func noPresenterAtAll() async throws {
    let wireframe = Wireframe<Screen>(defaultOption: .push)
    try wireframe.register("/a") { _ in Screen("a") }
    let error = await #expect(throws: RoutingError.self) { try await wireframe.route(to: "/a") }
    #expect(
      error?.description == """
        No presenter accepts the option 'Push' of '/a'. No presenter is \
        registered: call 'addStandardPresenters(on:)', or add one.
        """)
  }

  @Test("What is printed of a request, a route, a result or a payload shows no value")
  func descriptions() async throws {
    let shop = try await Shop()
    try shop.register("/users/:id")
    let result = try await shop.wireframe.route(
      to: "/users/s3cret?k=s3cret", payload: ["token": "s3cret"])
    #expect("\(result)" == "presented '/users/:id' with Push")
    #expect("\(result.route)" == "'/users/:id'")
    #expect("\(result.route.request)" == "request of the app")
    #expect("\(result.route.payload)" == "payload: token")
    let miss = try await shop.failure("/user/s3cret").nearMiss
    #expect("\(try #require(miss))" == "/user/…")
    shop.wireframe.observe { _ in .stop("no") }
    #expect("\(try await shop.wireframe.route(to: "/users/1"))" == "stopped '/users/:id': no")
    #expect("\(result.route.values)" == "values: id")
    #expect("\(result.route.query)" == "query of 1 items")
    #expect("\(try #require(shop.recorder.routed.first))" == "'/users/:id' with Push")
    #expect("\(RoutingPayload())" == "empty payload")
  }

  @Test("redirectLoop shows the chain by its patterns; the URLs are in the properties")
  func redirectLoop() async throws {
    let shop = try await Shop()
    try shop.register("/users/:id", "/login")
    shop.wireframe.observe { _ in .redirect(to: "/login?from=secret") }
    let error = try await shop.failure("/users/secret")
    #expect(
      error.description == """
        Redirects form a loop: '/users/:id' → '/login' → '/login'. Let the observer that \
        redirects proceed for the route that it redirects to.
        """)
    #expect(error.chain == ["/users/secret", "/login?from=secret", "/login?from=secret"])
  }

  @Test("redirectLoop for too many hops")
  func tooManyRedirects() async throws {
    let shop = try await Shop()
    try shop.register("/n/:n<int>")
    shop.wireframe.observe { .redirect(to: "/n/\(try $0["n"] as Int + 1)") }
    let chain = Array(repeating: "'/n/:n<int>'", count: 12).joined(separator: " → ")
    #expect(
      try await shop.failure("/n/0").description
        == "More than 10 redirects: \(chain). Redirect straight to the final route.")
  }

  @Test("A failed role is named with its stage, pattern and the type of what it threw")
  func failedRoles() async throws {
    let shop = try await Shop()
    try shop.wireframe.register("/p/:id") { _ in throw Broken(what: "secret") }
    try shop.wireframe.handle("/h") { _ in throw Broken(what: "secret") }
    try shop.register("/o", "/q")
    try shop.wireframe.observe(under: "/o") { _ in throw Broken(what: "secret") }
    shop.wireframe.add(presenter: ThrowingPresenter())
    let texts = [
      try await shop.failure("/p/secret").description,
      try await shop.failure("/h").description,
      try await shop.failure("/o").description,
      try await shop.failure("/q", option: Failing()).description,
    ]
    let end = "it threw Broken. See 'underlyingError'."
    #expect(
      texts == [
        "The route's closure failed while providing the controller for '/p/:id': \(end)",
        "The handler failed while handling for '/h': \(end)",
        "The closure observer under '/o' failed while observing for '/o': \(end)",
        "ThrowingPresenter failed while presenting for '/q': \(end)",
      ])
  }

  @Test("cancelled names the stage")
  func cancelled() async throws {
    let shop = try await Shop()
    try shop.register("/a")
    let routing = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await shop.wireframe.route(to: "/a")
    }
    let error = await #expect(throws: RoutingError.self) { try await routing.value }
    #expect(
      error?.description
        == "The routing was cancelled while observing, before anything was presented.")
  }

  @Test("A prefix that is no plain path is named, with what to do")
  func prefix() async throws {
    let shop = try await Shop()
    for prefix in ["/a/*", "/a/:b?", "myapp://a"] as [RoutePattern] {
      let error = #expect(throws: RoutingError.self) {
        try shop.wireframe.observe(under: prefix) { _ in .proceed }
      }
      #expect(error?.code == .invalidPattern)
      #expect(
        error?.description == """
          Pattern '\(prefix)' cannot be observed as a prefix: it has a source, or ends in an \
          optional segment or a catch-all. Use the plain path: it covers everything below it.
          """)
    }
  }

  @Test("The host's errors say how to fix them")
  func navigation() async throws {
    let tree = NavigationTree<String>()
    var texts: [String] = []
    func note(_ body: () async throws -> Void) async {
      let error = await #expect(throws: RoutingError.self) { try await body() }
      texts.append(error?.description ?? "")
    }
    await note { try await tree.push("a") }
    await note { try await tree.present("a") }
    try await tree.setRoot("root")
    await note { try await tree.pop() }
    await note { try await tree.dismiss() }
    await note { try await tree.popOrDismiss() }
    await note { try await tree.back(to: NavigationEntryID(9)) }
    await note { try await tree.selectTab("x") }
    try await tree.present("modal")
    await note { try await tree.push("a", option: .push(dismissesModals: false)) }
    #expect(
      texts == [
        "There is no stack to push onto. Set a root in a stack first, or use '.show' or '.modal'.",
        "Nothing is on screen yet to present over or to replace. Show a root first: "
          + "route to a route with the option '.root'.",
        "There is nothing to pop: the top screen is the first of its stack, or in no stack.",
        "There is nothing to dismiss: no modal is on screen.",
        "There is nothing to go back to: the first screen is at the top.",
        "The screen to go back to is not on screen. Use '.push' or '.show' to show it again.",
        "There is no tab 'x'. The tabs are: none.",
        "A modal is above the stack, and the push may not dismiss it. Dismiss it first, or push "
          + "with 'dismissesModals: true'.",
      ])
  }

  @Test("No text shows a value, a query or a fragment of the URL")
  func textsKeepSecrets() async throws {
    let shop = try await Shop(sources: ["myapp:", "https://example.com"], defaultOption: nil)
    try shop.wireframe.register("/users/:id", option: .push) { _ in throw Broken(what: "s3cret") }
    try shop.wireframe.register("/bare/:id")
    try shop.wireframe.register("/typed/:id", option: .push) { Screen("\(try $0["id"] as Int)") }
    for urlText in [
      "/users/s3cret", "/bare/s3cret", "/typed/s3cret", "/nowhere/s3cret?s3cret=s3cret#s3cret",
      "/x/%zzs3cret", "https://s3cret@example.com/", "s3cret:x", "/user/s3cret/s3cret",
    ] {
      let error = try await shop.failure(urlText)
      #expect(!error.description.contains("s3cret"), "\(urlText)")
      #expect(error.urlText == urlText)
    }
  }
}

private struct Nobody: ControllerProvider {
  func controller(for route: Route, option: any RoutingOption) -> Screen? { nil }
}
