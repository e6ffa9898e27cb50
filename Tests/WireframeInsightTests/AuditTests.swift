import Foundation
import TestSupport
import Testing
import WireframeConfiguration
import WireframeCoordinators
import WireframeCore
import WireframeInsight

enum AuditShop {
  struct Detail: TypedRoute {
    static let pattern: RoutePattern = "/shop/:id<int>"
    var id: Int
  }
}

enum AuditOrders {
  struct Detail: TypedRoute {
    static let pattern: RoutePattern = "/orders/:id<int>"
    var id: Int
  }
}

/// A screen that finds its coordinator.
@MainActor
private final class Page: Coordinated {
  let wireframeCoordination = Coordination<Page>()
}

/// An audit finds what cannot work before a user does.
@MainActor
struct AuditTests {
  private struct Sheet: RoutingOption {}

  private struct ByTag: RoutingObserver {
    let tag: RouteTag
    var redirects: [RoutePattern] = []
    func observes(_ route: Route) -> Bool { route.tags.contains(tag) }
    func decision(for route: Route) -> RoutingDecision { .proceed }
  }

  private struct Anything: ControllerProvider {
    func controller(for route: Route, option: any RoutingOption) -> Screen? { nil }
  }

  private func app(defaultOption: (any RoutingOption)? = .push) -> Wireframe<Screen> {
    let wireframe = Wireframe<Screen>(sources: ["app:"], defaultOption: defaultOption)
    wireframe.addStandardPresenters(on: NavigationTree())
    return wireframe
  }

  private func texts(_ wireframe: Wireframe<Screen>, _ allowed: AuditAllowance...) -> [String] {
    wireframe.audit(allowing: allowed).map(\.description)
  }

  @Test("A table from which a route was removed has the findings of one that never had it")
  func removedRoutes() throws {
    func register(_ patterns: [RoutePattern], on wireframe: Wireframe<Screen>) throws {
      for pattern in patterns {
        try wireframe.register(pattern, tags: ["member"], exposure: .external) { _ in nil }
      }
    }
    let (fresh, changed) = (app(), app())
    for wireframe in [fresh, changed] { wireframe.observe(tag: "member") { _ in .proceed } }
    let removed = try changed.register("/a") { _ in nil }
    for wireframe in [fresh, changed] { try register(["/b", "/c", "/:any"], on: wireframe) }
    removed.remove()
    #expect(texts(changed) == texts(fresh))
    #expect(RouteManifest(of: changed) == RouteManifest(of: fresh))
    #expect(RouteManifest(of: changed).guards.values.allSatisfy { !$0.isEmpty })
  }

  @Test("A table that can work has no findings")
  func clean() throws {
    let wireframe = app()
    try wireframe.register("/", option: .root) { _ in nil }
    try wireframe.register("/login", option: .modal) { _ in nil }
    try wireframe.register("/a/:id<int>", tags: ["login"], exposure: .external, place: .under("/"))
    { _ in
      nil
    }
    try wireframe.handle("/act") { _ in }
    wireframe.addGate(for: "login", at: "/login", owner: { nil }) { true }
    #expect(texts(wireframe) == [])
  }

  @Test("Who makes and who presents a screen is looked for, in modules as well")
  func roles() throws {
    let wireframe = app(defaultOption: nil)
    try wireframe.register("/a", option: .push)
    try wireframe.register("/b") { _ in nil }
    try wireframe.register("/c", option: Sheet()) { _ in nil }
    let module = Wireframe<Screen>()
    try module.register("/d", option: .push)
    try wireframe.mount(module, at: "/m")
    let expected = [
      "error: noProvider: Nothing makes the screen of '/a'. Register it with a closure, or add a provider.",
      "error: noOption: Nothing says how to present '/b'. Register it with 'option:', or give the wireframe a "
        + "'defaultOption'.",
      "error: noPresenter: No presenter accepts the option 'Sheet' of '/c'. Add one, or use another option.",
      "error: noProvider: Nothing makes the screen of '/m/d'. Register it with a closure, or add a provider.",
    ]
    #expect(texts(wireframe) == expected)
    module.add(provider: Anything())
    #expect(texts(wireframe) == Array(expected.dropLast()))
    wireframe.add(provider: Anything())
    #expect(texts(wireframe) == Array(expected[1...2]))
  }

  @Test("A tag that is misspelt is found, whoever would look at it")
  func tags() throws {
    let wireframe = app()
    try wireframe.register("/a", tags: ["login", "beta"]) { _ in nil }
    try wireframe.register("/b", tags: ["logn"]) { _ in nil }
    wireframe.observe(tag: "login") { _ in .proceed }
    wireframe.add(observer: ByTag(tag: "beta"))
    #expect(
      texts(wireframe) == [
        "error: unknownTag: No observer or gate uses the tag 'logn' of '/b'. Correct its spelling, or add "
          + "the guard."
      ])
  }

  private struct ByEither: RoutingObserver {
    func observes(_ route: Route) -> Bool { !route.tags.isDisjoint(with: ["login", "pin"]) }
    func decision(for route: Route) -> RoutingDecision { .proceed }
  }

  @Test("Tags of which a guard needs only one are known, also those of a route that has both")
  func eitherTag() throws {
    let wireframe = app()
    try wireframe.register("/a", tags: ["login", "pin"]) { _ in nil }
    try wireframe.register("/b", tags: ["login", "pin", "logn"]) { _ in nil }
    wireframe.add(observer: ByEither())
    #expect(
      texts(wireframe) == [
        "error: unknownTag: No observer or gate uses the tag 'logn' of '/b'. Correct its spelling, or add "
          + "the guard."
      ])
  }

  private struct Logger: RoutingObserver {
    func decision(for route: Route) -> RoutingDecision { .proceed }
  }

  private struct TagWatcher: RoutingWatcher {
    func observes(_ route: Route) -> Bool { route.tags.contains("logn") }
  }

  private struct Sheets: RoutingOptionProvider {
    func option(for route: Route, current: (any RoutingOption)?) -> (any RoutingOption)? {
      route.tags.contains("sheet") ? .modal(.sheet) : current
    }
  }

  private struct Anyone: RoutingObserver {
    func observes(_ route: Route) -> Bool { !route.tags.contains("login") }
    func decision(for route: Route) -> RoutingDecision { .stop("sign in") }
  }

  @Test("A tag that an option provider, a guard of all routes or a watcher may read is a warning")
  func readers() throws {
    let wireframe = app()
    try wireframe.register("/a", tags: ["logn"]) { _ in nil }
    func warning(_ readers: String) -> [String] {
      [
        "warning: unknownTag: No observer or gate uses the tag 'logn' of '/a', but \(readers) may read "
          + "it. Correct its spelling, add the guard, or allow it in the audit."
      ]
    }
    let error = texts(wireframe)
    #expect(error.map { $0.hasPrefix("error: unknownTag: ") } == [true])
    // One that is only told, about all routes, reads no tags that matter.
    wireframe.add(watcher: RoutingLog())
    wireframe.observe(tag: "other") { _ in .proceed }
    #expect(texts(wireframe) == error)
    let watcher = wireframe.add(watcher: TagWatcher())
    #expect(texts(wireframe) == warning("TagWatcher"))
    watcher.remove()
    let provider = wireframe.add(optionProvider: Sheets())
    #expect(texts(wireframe) == warning("Sheets"))
    provider.remove()
    let logger = wireframe.add(observer: Logger())
    #expect(texts(wireframe) == warning("Logger"))
    wireframe.add(optionProvider: Sheets())
    #expect(texts(wireframe) == warning("Logger, Sheets"))
    #expect(texts(wireframe, .allow(.unknownTag, "/a")) == [])
    logger.remove()
    wireframe.observe(tag: "logn") { _ in .proceed }
    #expect(texts(wireframe) == [])
  }

  private struct RoutingLog: RoutingWatcher {}

  @Test("A tag is known to a leave guard, and to an observer of the routes without it")
  func scopes() throws {
    let wireframe = app()
    try wireframe.register("/draft", tags: ["editor"]) { _ in nil }
    try wireframe.register("/a", tags: ["login"]) { _ in nil }
    #expect(wireframe.audit().map(\.code) == [.unknownTag, .unknownTag])
    wireframe.observeLeaving(tag: "editor") { _ in .leave }
    #expect(wireframe.audit().map(\.pattern) == ["/a"])
    let anyone = wireframe.add(observer: Anyone())
    #expect(texts(wireframe) == [])
    anyone.remove()
    let module = Wireframe<Screen>()
    try module.register("/b", tags: ["editor", "beta"]) { _ in nil }
    try wireframe.mount(module, at: "/m")
    #expect(wireframe.audit().map(\.pattern) == ["/a", "/m/b"])
    module.observe(tag: "beta") { _ in .proceed }
    #expect(wireframe.audit().map(\.pattern) == ["/a"])
  }

  @Test("What is exposed without a guard has to be allowed, and what is allowed has to be there")
  func exposure() throws {
    let wireframe = Wireframe<Screen>(
      sources: ["app:", "https://example.com"], defaultOption: .push)
    wireframe.addStandardPresenters(on: NavigationTree())
    try wireframe.register("/a", exposure: .only(.customScheme)) { _ in nil }
    try wireframe.register("/b", exposure: .only(.customScheme)) { _ in nil }
    let unguarded =
      "Links from outside reach '/a', and no observer or gate is asked. Allow it in the audit, or guard it."
    #expect(
      texts(wireframe, .allow(.unguarded, "/b"), .allow(.unusedSource)) == [
        "warning: unguarded: \(unguarded)"
      ])
    #expect(
      texts(wireframe, .allow(.unguarded)) == [
        "warning: unusedSource: No route is exposed to the links of 'https://example.com'. Register some with "
          + "'exposure: .only(.universalLink)', or remove the source."
      ])
    #expect(
      texts(wireframe, .allow(.unguarded), .allow(.unusedSource), .allow(.noOption, "/a")) == [
        "error: unusedAllowance: 'noOption' is allowed for '/a', but was not found. Remove the allowance."
      ])
    // Of several patterns each has to be there.
    #expect(
      texts(wireframe, .allow(.unguarded, "/a", "/c", "/b", "/d"), .allow(.unusedSource)) == [
        "error: unusedAllowance: 'unguarded' is allowed for '/c', '/d', but was not found. Remove the allowance."
      ])
    // An allowance for a route does not cover what belongs to none.
    #expect(
      Set(wireframe.audit(allowing: [.allow(.unguarded), .allow(.unusedSource, "/a")]).map(\.code))
        == [.unusedSource, .unusedAllowance])
    try wireframe.observe(under: "/") { _ in .proceed }
    #expect(texts(wireframe, .allow(.unusedSource)) == [])
  }

  @Test("An option provider may say how to present, here or in a module")
  func optionProviders() throws {
    for isInModule in [false, true] {
      let wireframe = app(defaultOption: nil)
      try wireframe.register("/a") { _ in nil }
      let module = Wireframe<Screen>()
      try wireframe.mount(module, at: "/m")
      #expect(wireframe.audit().map(\.code) == [.noOption])
      (isInModule ? module : wireframe).add(optionProvider: Sheets())
      #expect(texts(wireframe) == [])
    }
  }

  @Test("A redirect of which a part only is registered leads nowhere")
  func partlyKnownRedirects() throws {
    let wireframe = app()
    try wireframe.register("/help/one") { _ in nil }
    wireframe.add(observer: ByTag(tag: "t", redirects: ["/help/:page<one|two>"]))
    #expect(wireframe.audit().map(\.code) == [.missingRedirect])
    try wireframe.register("/help/two") { _ in nil }
    #expect(wireframe.audit().map(\.code) == [])
  }

  @Test(
    "Parents, gates and declared redirects have to lead somewhere, and no gate is behind itself"
  )
  func targets() throws {
    let wireframe = app()
    try wireframe.register("/a", tags: ["one"], place: .under("/missing")) { _ in nil }
    try wireframe.register("/one", tags: ["two"]) { _ in nil }
    try wireframe.register("/two", tags: ["one"]) { _ in nil }
    wireframe.addGate(for: "one", at: "/one", owner: { nil }) { true }
    wireframe.addGate(for: "two", at: "/two", owner: { nil }) { true }
    wireframe.addGate(for: "three", at: "/nowhere", owner: { nil }) { true }
    wireframe.add(observer: ByTag(tag: "four", redirects: ["/two", "/away"]))
    #expect(
      texts(wireframe) == [
        "error: missingParent: The parent '/missing' of '/a' is not registered. Register it, or remove it from its place.",
        "error: missingRedirect: The gate for 'three' leads to '/nowhere', which is not registered. Register it, or "
          + "redirect elsewhere.",
        "error: missingRedirect: ByTag leads to '/away', which is not registered. Register it, or redirect elsewhere.",
        "error: closedGate: The screen '/one' of the gate for 'one' is behind that gate itself. Remove the tag from "
          + "the route.",
        "error: closedGate: The screen '/two' of the gate for 'two' is behind that gate itself. Remove the tag from "
          + "the route.",
      ])
  }

  @Test("A gate that leads to a handler, which keeps nothing, is found, also by an old name")
  func gateAtHandler() throws {
    let wireframe = app()
    try wireframe.register("/a", tags: ["one", "two"]) { _ in nil }
    try wireframe.handle("/act") { _ in }
    try wireframe.alias("/old", for: "/act")
    wireframe.addGate(for: "one", at: "/act", owner: { nil }) { true }
    wireframe.addGate(for: "two", at: "/old", owner: { nil }) { true }
    // An observer may send there, since it keeps nothing.
    wireframe.add(observer: ByTag(tag: "one", redirects: ["/act"]))
    #expect(
      texts(wireframe) == [
        "error: missingRedirect: The gate for 'one' leads to '/act', which is a handler: the gate keeps nothing. "
          + "Register a screen there.",
        "error: missingRedirect: The gate for 'two' leads to '/old', which is a handler: the gate keeps nothing. "
          + "Register a screen there.",
      ])
  }

  @Test(
    "J17: a parent is found that takes less than its child, or needs what that may lack",
    arguments: [
      (":id", ":id", false), (":id", ":id<int>", false), (":id<int>", ":id", true),
      (":id<int>", ":id<int>", false), (":id<int>", ":id<double>", true),
      (":id<double>", ":id<int>", false), (":id<double>", ":id<uint>", false),
      (":id<int>", ":id<uint>", true), (":id<a|b|c>", ":id<b|a>", false),
      (":id<int>", ":id<1|-2>", false), (":id<bool>", ":id<true|false>", false),
      (":id<int>", ":id<1|b>", true),
      (":id<a|b>", ":id<b|a>", false), (":id<a|b>", ":id<b|c>", true), (":id", ":id?", true),
      (":id?", ":id?", false),
      (":id?", ":id", false), (":id", "*id", true), ("*id", ":id", true), ("*id", "*id", false),
      ("*id", "*id?", true),
    ])
  func unfitParents(parent: String, child: String, isFound: Bool) throws {
    let wireframe = app()
    let (below, above) = (try RoutePattern("/list/\(parent)"), try RoutePattern("/more/\(child)"))
    try wireframe.register(below) { _ in nil }
    try wireframe.register(above, place: .under(below)) { _ in nil }
    #expect(
      texts(wireframe)
        == (isFound
          ? [
            "warning: unfitParent: The parent '\(below)' of '\(above)' takes only some values of ':id': links with "
              + "others, or without one, do not have it below them. Write ':id' as the parent does."
          ] : []))
  }

  @Test("J17: a parent takes a child's words by a type of the app's own, and in any letter case")
  func fitParents() throws {
    let wireframe = Wireframe<Screen>(
      rules: MatchingRules(ignoresCase: true), defaultOption: .push)
    wireframe.addStandardPresenters(on: NavigationTree())
    try wireframe.add(type: ParameterType("short") { $0.count == 1 })
    for (below, above) in [
      ("/list/:id<short>", "/more/:id<a|b>"), ("/words/:id<A|b>", "/others/:id<a|B>"),
    ] as [(RoutePattern, RoutePattern)] {
      try wireframe.register(below) { _ in nil }
      try wireframe.register(above, place: .under(below)) { _ in nil }
    }
    #expect(wireframe.audit().map(\.code).filter { $0 == .unfitParent } == [])
  }

  @Test("A home and a gate's screen that a provider without pattern may know are no errors")
  func unboundScreens() throws {
    let wireframe = Wireframe<Screen>(home: "/home", defaultOption: .push)
    wireframe.addStandardPresenters(on: NavigationTree())
    wireframe.addGate(for: "login", at: "/login", owner: { nil }) { true }
    #expect(wireframe.audit().map(\.code) == [.missingRedirect, .missingHome])
    wireframe.add(provider: Anything())
    #expect(texts(wireframe) == [])
  }

  @Test("What a module's provider without pattern may know, below the module's path, is no error")
  func unboundScreensOfModules() throws {
    let wireframe = Wireframe<Screen>(home: "/m/home", defaultOption: .push)
    wireframe.addStandardPresenters(on: NavigationTree())
    try wireframe.register("/a") { _ in nil }
    wireframe.addGate(for: "login", at: "/m/login", owner: { nil }) { true }
    try wireframe.observe(under: "/m/area") { _ in .proceed }
    wireframe.switches.disable(.pattern("/a"), fallback: "/m/away")
    let module = Wireframe<Screen>()
    try wireframe.mount(module, at: "/m")
    #expect(
      wireframe.audit().map(\.code) == [
        .missingRedirect, .missingHome, .unknownPath, .deadFallback,
      ])
    module.add(provider: Anything())
    #expect(texts(wireframe) == [])
  }

  @Test(
    "A path below a module that an outer provider without pattern may know is not unknown",
    arguments: [0, 1, 2])
  func unboundPathsOfModules(depth: Int) throws {
    let wireframe = Wireframe<Screen>(defaultOption: .push)
    let (outer, inner) = (Wireframe<Screen>(), Wireframe<Screen>())
    wireframe.addStandardPresenters(on: NavigationTree())
    try inner.observe(under: "/area") { _ in .proceed }
    try outer.mount(inner, at: "/inner")
    try wireframe.mount(outer, at: "/outer")
    #expect(wireframe.audit().map(\.code) == [.unknownPath])
    [wireframe, outer, inner][depth].add(provider: Anything())
    #expect(texts(wireframe) == [])
  }

  @Test("What a gate keeps behind a lock with an owner is not shown to whoever passes")
  func ownerOfLock() async throws {
    let wireframe = app()
    for path in ["/locked", "/login"] as [RoutePattern] {
      try wireframe.register(path) { _ in Screen(path.text) }
    }
    try wireframe.register("/a", tags: ["login"]) { _ in nil }
    wireframe.addGate(for: "login", at: "/login") { true }
    #expect(wireframe.audit().map(\.code) == [.ownerlessGate])
    try await wireframe.add(lock: Gate(at: "/locked", owner: { nil }, covers: true) { true })
    #expect(texts(wireframe) == [])
  }

  @Test("A module's gate is not in front of a route that another module has by now")
  func formerGate() throws {
    let wireframe = app()
    let (module, heir) = (Wireframe<Screen>(), Wireframe<Screen>())
    for mounted in [module, heir] { try wireframe.mount(mounted, at: "/m") }
    module.addGate(for: "login", at: "/login", owner: { nil }) { true }
    for path in ["/list", "/login"] as [RoutePattern] {
      let former = try module.register(path, tags: ["login"]) { _ in nil }
      former.remove()
      try heir.register(path, tags: ["login"]) { _ in nil }
    }
    try heir.register("/pin") { _ in nil }
    heir.addGate(for: "login", at: "/pin") { true }
    #expect(wireframe.audit().map(\.code) == [.ownerlessGate])
  }

  @Test("An option that an option provider replaces needs no presenter")
  func replacedOptions() throws {
    let wireframe = app()
    try wireframe.register("/a", option: Sheet(), tags: ["sheet"]) { _ in nil }
    wireframe.observe(tag: "sheet") { _ in .proceed }
    #expect(wireframe.audit().map(\.code) == [.noPresenter])
    wireframe.add(optionProvider: Sheets())
    #expect(texts(wireframe) == [])
  }

  @Test("Values of a navigator's option in code are found that it does not take, as those of files")
  func unfitValues() throws {
    let wireframe = app()
    let configuration = RouteConfiguration(wireframe, on: NavigationTree())
    let options: [String: OptionValues] = ["/a": ["colour": .string("red")], "/b": [:]]
    for (path, values) in options {
      let pattern = try RoutePattern(path)
      try wireframe.register(pattern, option: .navigator("push", options: values)) { _ in nil }
    }
    let finding = try #require(wireframe.audit().first)
    #expect(wireframe.audit().count == 1)
    #expect(finding.code == .noPresenter && finding.pattern == "/a")
    #expect(finding.message.hasPrefix("The option 'colour' for '/a' does not fit the navigator"))
    // A builder may read it.
    configuration.register(builder: "screen", options: ["colour": .string]) { _ in nil }
    #expect(texts(wireframe) == [])
  }

  @Test("A source is used by the old name of a route of another source")
  func sourcesOfOldNames() async throws {
    let wireframe = Wireframe<Screen>(
      sources: ["app:", "https://example.com"], defaultOption: .root)
    wireframe.addStandardPresenters(on: NavigationTree())
    try wireframe.register("app://new/:id", exposure: .external) { _ in nil }
    #expect(wireframe.audit(allowing: [.allow(.unguarded)]).map(\.code) == [.unusedSource])
    try wireframe.alias("https://example.com/old/:id", for: "app://new/:id")
    #expect(await wireframe.plan("https://example.com/old/7", origin: .universalLink).error == nil)
    #expect(texts(wireframe, .allow(.unguarded)) == [])
  }

  @Test("A gate of a module and one of the wireframe may have one tag, and be closed to themselves")
  func gatesOfOneTag() throws {
    for isInModule in [false, true] {
      let wireframe = app()
      let module = Wireframe<Screen>()
      try wireframe.register("/outer", tags: isInModule ? [] : ["login"]) { _ in nil }
      try module.register("/inner", tags: isInModule ? ["login"] : []) { _ in nil }
      try wireframe.mount(module, at: "/m")
      wireframe.addGate(for: "login", at: "/outer", owner: { nil }) { true }
      module.addGate(for: "login", at: "/inner", owner: { nil }) { true }
      let screen = isInModule ? "/m/inner" : "/outer"
      #expect(
        texts(wireframe) == [
          "error: closedGate: The screen '\(screen)' of the gate for 'login' is behind that gate itself. Remove "
            + "the tag from the route."
        ])
    }
    // The module's gate is not in front of the wireframe's screens, whatever their tags are.
    let wireframe = app()
    let module = Wireframe<Screen>()
    try wireframe.register("/login", tags: ["pin"]) { _ in nil }
    try module.register("/pin", tags: ["login"]) { _ in nil }
    try wireframe.mount(module, at: "/m")
    wireframe.addGate(for: "login", at: "/login", owner: { nil }) { true }
    module.addGate(for: "pin", at: "/pin", owner: { nil }) { true }
    #expect(wireframe.audit().map(\.code) == [.unknownTag])
  }

  @Test(
    "A declared redirect is read as the table reads it: names do not count, and parts of a route are its own",
    arguments: [
      Case("/users/:name", true), Case("/users/me", true), Case("/users/:who<a|b>", true),
      Case("/shop/:id", false), Case("/shop/:id<int>", true), Case("/shop/:n<uint>", true),
      Case("/users", false), Case("/users/:id/:tab", false), Case("app://users/:name", true),
      Case("/m/inner/:any", true),
    ])
  func declared(row: Case<RoutePattern, Bool>) throws {
    let wireframe = app()
    try wireframe.register("/users/:id") { _ in nil }
    try wireframe.register("/shop/:number<int>") { _ in nil }
    let module = Wireframe<Screen>()
    try module.register("/inner/:id") { _ in nil }
    try wireframe.mount(module, at: "/m")
    let observer = wireframe.add(observer: ByTag(tag: "x", redirects: [row.given]))
    let expected = [
      "error: missingRedirect: ByTag leads to '\(row.given)', which is not registered. Register it, or redirect elsewhere."
    ]
    #expect(texts(wireframe) == (row.expected ? [] : expected))
    observer.remove()
    guard row.given == "/users/:name" else { return }
    module.add(observer: ByTag(tag: "x", redirects: ["/inner/:name", "/outer"]))
    #expect(
      texts(wireframe) == [
        "error: missingRedirect: ByTag leads to '/m/outer', which is not registered. Register it, or redirect elsewhere."
      ])
  }

  @Test("Two routes for values of one type clash; types that only have one name do not")
  func typedRoutes() throws {
    let wireframe = app()
    try wireframe.register(AuditShop.Detail.self) { _ in nil }
    let module = Wireframe<Screen>()
    try module.register(AuditShop.Detail.self) { _ in nil }
    let clash = "error: typeClash: '/m/shop/:id<int>' is registered for the type "
    let hint = "as is '/shop/:id<int>'. Give each route a type of its own."
    #expect(texts(wireframe) == [])
    let mount = try wireframe.mount(module, at: "/m")
    #expect(texts(wireframe) == [clash + "'Detail', " + hint])
    try wireframe.register(AuditOrders.Detail.self) { _ in nil }
    #expect(texts(wireframe) == [clash + "'WireframeInsightTests.AuditShop.Detail', " + hint])
    mount.remove()
    #expect(texts(wireframe) == [])
  }

  @Test("A route of a file needs its parts; with all of them it can work")
  func file() throws {
    let wireframe = Wireframe<Screen>(sources: ["app:"])
    let configuration = RouteConfiguration(wireframe, on: NavigationTree(), tags: ["login"])
    let builder = configuration.register(builder: "screen") { _ in nil }
    let navigator = configuration.register(navigator: "curl") { _ in }
    let storyboard = configuration.register(storyboard: "Main") { _, _ in nil }
    let json = """
      {"routes": [
        {"pattern": "/a", "builder": "screen", "navigator": "push", "tags": ["login"]},
        {"pattern": "/b", "storyboard": "Main", "id": "B", "navigator": "curl", "exposure": "external"},
        {"pattern": "/back", "navigator": "pop"}
      ]}
      """
    let file = try configuration.load(Data(json.utf8), named: "shop.json")
    let login = wireframe.addGate(for: "login", at: "/a", owner: { nil }) { true }
    #expect(
      texts(wireframe, .allow(.unguarded, "/b")) == [
        "error: closedGate: The screen '/a' of the gate for 'login' is behind that gate itself. Remove the tag from "
          + "the route."
      ])
    login.remove()
    wireframe.observe(tag: "login") { _ in .proceed }
    #expect(texts(wireframe, .allow(.unguarded, "/b")) == [])
    builder.remove()
    storyboard.remove()
    navigator.remove()
    #expect(
      texts(wireframe, .allow(.unguarded, "/b")) == [
        "error: missingPart: '/a' needs the builder 'screen', which is not registered. Register it.",
        "error: noPresenter: No navigator 'curl' that shows a screen is registered, but '/b' needs it. Register it on "
          + "the 'RouteConfiguration', and keep it registered.",
        "error: missingPart: '/b' needs the navigator 'curl', which is not registered. Register it.",
        "error: missingPart: '/b' needs the storyboard 'Main', which is not registered. Register it.",
      ])
    // What code registers in place of a file that is gone needs no parts.
    file.remove()
    try wireframe.handle("/a") { _ in }
    #expect(texts(wireframe) == [])
  }

  @Test("A page that is opened by name, and a coordinator, are routes as any other")
  func styles() throws {
    let wireframe = Wireframe<Page>(sources: ["app:"])
    let tree = NavigationTree<Page>()
    wireframe.addStandardPresenters(on: tree)
    let root = ManualCoordinator { Page() }
    try root.connect(to: tree, router: wireframe)
    try wireframe.register("/", option: .root, under: root) { _ in
      NavigationCoordinator(root: ManualCoordinator(Page()))
    }
    try wireframe.register("/cards/:id", option: .push, place: .under("/wallet"), under: root) {
      _ in
      ManualCoordinator(Page())
    }
    #expect(
      wireframe.audit().map(\.description) == [
        "error: missingParent: The parent '/wallet' of '/cards/:id' is not registered. Register it, or remove "
          + "it from its place."
      ])
    try wireframe.register("/wallet", under: root) { _ in ManualCoordinator(Page()) }
    #expect(
      wireframe.audit().map(\.description) == [
        "error: noOption: Nothing says how to present '/wallet'. Register it with 'option:', or give the wireframe a "
          + "'defaultOption'."
      ])
  }

  @Test("A misspelt tag is an error beside coordinators, too: their guard reads no tags")
  func tagsBesideCoordinators() throws {
    let wireframe = Wireframe<Page>(defaultOption: .push)
    let tree = NavigationTree<Page>()
    wireframe.addStandardPresenters(on: tree)
    let root = ManualCoordinator { Page() }
    try root.connect(to: tree, router: wireframe)
    try wireframe.register("/a", tags: ["logn"], under: root) { _ in ManualCoordinator(Page()) }
    #expect(
      wireframe.audit().map(\.description) == [
        "error: unknownTag: No observer or gate uses the tag 'logn' of '/a'. Correct its spelling, or add the guard."
      ])
  }

  @Test("A misspelt tag is an error below a lock, too, which is told of no route")
  func tagsBelowLocks() async throws {
    let wireframe = app()
    try wireframe.register("/locked") { _ in Screen("locked") }
    try wireframe.register("/a", tags: ["logn"]) { _ in nil }
    try await wireframe.add(lock: Gate(at: "/locked", covers: true) { true })
    #expect(
      texts(wireframe) == [
        "error: unknownTag: No observer or gate uses the tag 'logn' of '/a'. Correct its spelling, or add the guard."
      ])
  }

  @Test("What is wrong in a module is found under the names that it has outside")
  func modules() throws {
    let wireframe = app(defaultOption: nil)
    let module = Wireframe<Screen>(defaultOption: .push)
    try module.register("/:switch<on|off>", exposure: .external) { _ in nil }
    try module.register("/on") { _ in nil }
    try module.register("/off", tags: ["beta"]) { _ in nil }
    try module.register("/child", option: Sheet(), place: .under("/gone")) { _ in nil }
    try module.register("/open", exposure: .external) { _ in nil }
    try wireframe.mount(module, at: "/m")
    #expect(
      texts(wireframe) == [
        "error: shadowed: No URL leads to '/m/:switch<on|off>': other patterns are more specific for each. Remove it.",
        "error: unknownTag: No observer or gate uses the tag 'beta' of '/m/off'. Correct its spelling, or "
          + "add the guard.",
        "error: noPresenter: No presenter accepts the option 'Sheet' of '/m/child'. Add one, or use another option.",
        "error: missingParent: The parent '/m/gone' of '/m/child' is not registered. Register it, or remove it from its place.",
        "warning: unguarded: Links from outside reach '/m/open', and no observer or gate is asked. Allow it in the "
          + "audit, or guard it.",
      ])
    // Any observer counts, one that only counts calls as well.
    module.add(observer: Logger())
    #expect(!wireframe.audit().contains { $0.code == .unguarded })
  }

  @Test("The audit of a mounted module is that of the app, whose presenters and parents it needs")
  func mountedModule() throws {
    let (wireframe, module) = (app(), Wireframe<Screen>())
    try wireframe.register("/home") { _ in nil }
    try module.register("/a", option: .push, place: .under("/home")) { _ in nil }
    try module.register("/b") { _ in nil }
    try wireframe.mount(module, at: "/m")
    #expect(texts(module) == [])
    try module.register("/c", option: Sheet()) { _ in nil }
    #expect(module.audit().map(\.pattern) == ["/m/c"])
    #expect(texts(module, .allow(.noPresenter, "/m/c")) == [])
  }

  private struct Maintenance: RoutingObserver {
    let isGuard = false
    func decision(for route: Route) -> RoutingDecision { .proceed }
  }

  @Test(
    "I7: an observer that says it is no guard leaves exposed routes unguarded, and is in no manifest"
  )
  func noGuard() throws {
    let wireframe = app()
    try wireframe.register("/a", exposure: .external) { _ in nil }
    try wireframe.register("/b", tags: ["admin"], exposure: .external) { _ in nil }
    wireframe.observe(tag: "admin") { _ in .proceed }
    wireframe.add(observer: Maintenance())
    #expect(wireframe.audit().filter { $0.code == .unguarded }.map(\.pattern) == ["/a"])
    #expect(RouteManifest(of: wireframe).guards.mapValues(\.count) == ["/a": 0, "/b": 1])
    let module = Wireframe<Screen>()
    try module.register("/c", exposure: .external) { _ in nil }
    module.add(observer: Maintenance())
    try wireframe.mount(module, at: "/m")
    #expect(wireframe.audit().filter { $0.code == .unguarded }.map(\.pattern) == ["/a", "/m/c"])
  }

  @Test("A pattern that can never win is found, and one of which no URL is known is not checked")
  func shadowed() throws {
    let wireframe = app()
    for pattern in ["/:switch<on|off>", "/on", "/off", "/:flag<bool>", "/:code<sku>/x"]
      as [RoutePattern]
    {
      if pattern == "/:code<sku>/x" {
        try wireframe.add(type: ParameterType("sku") { $0 == "A-1" })
      }
      try wireframe.register(pattern) { _ in nil }
    }
    #expect(
      texts(wireframe) == [
        "error: shadowed: No URL leads to '/:switch<on|off>': other patterns are more specific for each. Remove it.",
        "warning: notChecked: No URL of '/:code<sku>/x' is known, so no observer was asked about it. Give the types of "
          + "its parameters an 'example:'.",
      ])
    let other = app()
    try other.add(type: ParameterType("sku", example: "A-1") { $0 == "A-1" })
    try other.register("/:code<sku>/x") { _ in nil }
    #expect(texts(other) == [])
  }

  @Test(
    "A pattern is not shadowed that matches without its last segment, or more than the examples",
    arguments: [
      ["/:switch<on|off>?", "/on", "/off"], ["/:text", "/:word<example|x-1|any%20other%202>"],
    ] as [[RoutePattern]])
  func notShadowed(patterns: [RoutePattern]) throws {
    let wireframe = app()
    for pattern in patterns { try wireframe.register(pattern) { _ in nil } }
    #expect(!wireframe.audit().contains { $0.code == .shadowed })
  }

  private struct Map: Navigable {
    static func opened(_ url: OpenedURL<Screen>) -> (any Sendable)? { nil }
  }

  @Test("A route that takes a navigator's bare name is found, one beside it is not")
  func takenNames() throws {
    let wireframe = app()
    let navigator = Navigator(wireframe, on: NavigationTree<Screen>())
    for name in ["map", "tour"] { try navigator.register(name, Map.self) }
    for pattern in ["/map", "/tour/new", "/:any"] as [RoutePattern] {
      try wireframe.register(pattern) { _ in nil }
    }
    #expect(
      texts(wireframe) == [
        "warning: shadowed: The bare name of '/map/*?' opens '/map'. Rename one, or allow it."
      ])
    #expect(texts(wireframe, .allow(.shadowed, "/map/*?")) == [])
  }

  @Test("A pattern is shadowed only if no URL leads to it", arguments: 1...Load.scaled(400))
  func shadowing(seed: Int) throws {
    var generator = RouteGenerator(seed: UInt64(seed))
    let table = try generator.table(of: 14)
    let wireframe = Wireframe<Screen>(sources: RouteGenerator.sources)
    try wireframe.add(type: ParameterType("short", example: "s") { $0.count == 1 })
    for pattern in table.patterns { try wireframe.register(pattern) { _ in nil } }
    let shadowed = Set(wireframe.audit().filter { $0.code == .shadowed }.compactMap(\.pattern))
    for _ in 0..<200 {
      guard case .match(let match) = table.match(generator.url(for: table).text) else { continue }
      #expect(!shadowed.contains(match.pattern), "seed \(seed)")
    }
  }
}
