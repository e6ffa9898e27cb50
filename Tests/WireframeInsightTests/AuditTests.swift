import TestSupport
import Testing
import WireframeCore
import WireframeInsight

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

  @Test("A table that can work has no findings")
  func clean() throws {
    let wireframe = app()
    try wireframe.register("/", option: .root) { _ in nil }
    try wireframe.register("/login", option: .modal) { _ in nil }
    try wireframe.register("/a/:id<int>", parent: "/", tags: ["login"], exposure: .external) { _ in
      nil
    }
    try wireframe.handle("/act") { _ in }
    wireframe.addGate(for: "login", at: "/login") { true }
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
      "error: noProvider: Nobody makes the screen of '/a'. Register it with a closure, or add a provider.",
      "error: noOption: Nothing says how to present '/b'. Register it with 'option:', or give the wireframe a "
        + "'defaultOption'.",
      "error: noPresenter: No presenter takes the option 'Sheet' of '/c'. Add one, or use another option.",
      "error: noProvider: Nobody makes the screen of '/m/d'. Register it with a closure, or add a provider.",
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
        "error: unknownTag: No observer and no gate looks at the tag 'logn' of '/b'. Correct its spelling, or add "
          + "the guard."
      ])
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
    try wireframe.observe(under: "/") { _ in .proceed }
    #expect(texts(wireframe, .allow(.unusedSource)) == [])
  }

  @Test(
    "Parents, gates and declared redirects have to lead somewhere, and no gate stands behind itself"
  )
  func targets() throws {
    let wireframe = app()
    try wireframe.register("/a", parent: "/missing", tags: ["one"]) { _ in nil }
    try wireframe.register("/one", tags: ["two"]) { _ in nil }
    try wireframe.register("/two", tags: ["one"]) { _ in nil }
    wireframe.addGate(for: "one", at: "/one") { true }
    wireframe.addGate(for: "two", at: "/two") { true }
    wireframe.addGate(for: "three", at: "/nowhere") { true }
    wireframe.add(observer: ByTag(tag: "four", redirects: ["/two", "/away"]))
    #expect(
      texts(wireframe) == [
        "error: missingParent: The parent '/missing' of '/a' is not registered. Register it, or remove 'parent:'.",
        "error: missingRedirect: The gate for 'three' leads to '/nowhere', which is not registered. Register it, or "
          + "lead elsewhere.",
        "error: missingRedirect: ByTag leads to '/away', which is not registered. Register it, or lead elsewhere.",
        "error: closedGate: The screen '/one' of the gate for 'one' is behind that gate itself. Remove the tag from "
          + "the route.",
        "error: closedGate: The screen '/two' of the gate for 'two' is behind that gate itself. Remove the tag from "
          + "the route.",
      ])
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
        "warning: notChecked: No URL of '/:code<sku>/x' is known, so nobody was asked about it. Give the types of "
          + "its parameters an 'example:'.",
      ])
    let other = app()
    try other.add(type: ParameterType("sku", example: "A-1") { $0 == "A-1" })
    try other.register("/:code<sku>/x") { _ in nil }
    #expect(texts(other) == [])
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
