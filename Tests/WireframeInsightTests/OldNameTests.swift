import TestSupport
import Testing
import WireframeCore
import WireframeInsight

/// What insight says of switches and old names.
@MainActor
@Suite(.hangsNever)
struct OldNameTests {
  private func bank(
    exposure: RouteExposure = .external, _ aliases: RoutePattern...,
    for pattern: RoutePattern = "/accounts/:id<int>"
  ) throws -> Wireframe<Screen> {
    let wireframe = Wireframe<Screen>(sources: ["bank:", "https://example.com"])
    wireframe.addStandardPresenters(on: NavigationTree())
    try wireframe.register(pattern, option: .root, exposure: exposure) { _ in nil }
    for alias in aliases { try wireframe.alias(alias, for: pattern) }
    return wireframe
  }

  private struct Anything: ControllerProvider {
    func controller(for route: Route, option: any RoutingOption) -> Screen? { nil }
  }

  private func findings(_ wireframe: Wireframe<Screen>) -> [String] {
    wireframe.audit().filter { ![.unguarded, .unusedSource].contains($0.code) }.map(\.description)
  }

  // MARK: Audit

  @Test("The audit finds an old name without route")
  func missingTarget() throws {
    let wireframe = try bank("/konto/:id<int>")
    #expect(findings(wireframe).isEmpty)
    try wireframe.alias("/old", for: "/new")
    #expect(
      findings(wireframe) == [
        "error: missingTarget: The old name '/old' is for '/new', which is not registered as a route. Register it, "
          + "or remove the old name."
      ])
  }

  private struct Under: RoutingObserver {
    let path: String
    func observes(_ route: Route) -> Bool { route.path.first == path }
    func decision(for route: Route) -> RoutingDecision { .proceed }
  }

  @Test("The audit finds a guard by path that a rename has lost, modules included")
  func lostGuards() throws {
    let wireframe = try bank("/old/:id<int>", "/accounts/old/:id<int>")
    let guarding = try wireframe.observe(under: "/old") { _ in .stop("closed") }
    wireframe.add(observer: Under(path: "old"))
    try wireframe.observe(under: "/accounts") { _ in .proceed }
    wireframe.add(watcher: Listening())
    let module = Wireframe<Screen>()
    try module.register("/new", option: .push) { _ in nil }
    try module.alias("/before", for: "/new")
    try module.observe(under: "/before") { _ in .proceed }
    try wireframe.mount(module, at: "/m")
    let lost = wireframe.audit().filter { $0.code == .lostGuard }
    #expect(
      lost.map(\.description) == [
        "warning: lostGuard: The closure observer under '/old' observes the old name '/old/:id<int>', and not "
          + "'/accounts/:id<int>', to which it leads: it is asked about neither. Let it observe the new path, or allow "
          + "this in the audit.",
        "warning: lostGuard: Under observes the old name '/old/:id<int>', and not '/accounts/:id<int>', to which it "
          + "leads: it is asked about neither. Let it observe the new path, or allow this in the audit.",
        "warning: lostGuard: The closure observer under '/before' observes the old name '/m/before', and not '/m/new', "
          + "to which it leads: it is asked about neither. Let it observe the new path, or allow this in the audit.",
      ])
    #expect(lost.map(\.pattern) == ["/old/:id<int>", "/old/:id<int>", "/m/before"])
    guarding.remove()
    #expect(wireframe.audit().filter { $0.code == .lostGuard }.count == 2)
  }

  private struct Listening: RoutingWatcher {
    func observes(_ route: Route) -> Bool { route.path.first == "old" }
  }

  @Test(
    "The audit finds a path of an observer at and below which no route can be",
    arguments: [
      ("/acounts", true), ("/accounts", false), ("/accounts/7", false), ("/accounts/:any", false),
      ("/accounts/7/more", true), ("/:kind<accounts|cards>", false), ("/:kind<cards|loans>", true),
      ("/:kind<blue|cards>", false), ("/", false), ("/Accounts", true), ("/files/a/b", false),
      ("/blue/x", false), ("/green", true), ("/m/in", true), ("/accounts/-7", false),
      ("/accounts/new", true), ("/:number<int>", true),
    ] as [(RoutePattern, Bool)])
  func unknownPaths(path: RoutePattern, isUnknown: Bool) throws {
    let wireframe = try bank()
    try wireframe.register("/files/*rest?", option: .push) { _ in nil }
    try wireframe.register("/:colour<red|blue>/x", option: .push) { _ in nil }
    let observer = try wireframe.observe(under: path) { _ in .proceed }
    let found = wireframe.audit().filter { $0.code == .unknownPath }
    #expect(
      found.map(\.description)
        == (isUnknown
          ? [
            "warning: unknownPath: No route is at '\(path)' or below it, where an observer is asked. Correct the path, "
              + "or remove the observer."
          ] : []))
    observer.remove()
    let module = Wireframe<Screen>()
    try module.register("/inner", option: .push) { _ in nil }
    try module.observe(under: "/inner") { _ in .proceed }
    try wireframe.mount(module, at: "/m")
    #expect(findings(wireframe).isEmpty)
    try module.observe(under: "/iner") { _ in .proceed }
    #expect(wireframe.audit().filter { $0.code == .unknownPath }.map(\.pattern) == ["/m/iner"])
  }

  @Test("The audit finds placeholders that no route has; old names are known")
  func placeholders() throws {
    let wireframe = try bank("/konto/:id<int>")
    let module = Wireframe<Screen>()
    try module.register("/offers", option: .push, tags: ["slow"]) { _ in nil }
    try wireframe.mount(module, at: "/m")
    for pattern in ["/accounts/:id<int>", "/konto/:id<int>", "/m/offers"] as [RoutePattern] {
      wireframe.addPlaceholder(for: pattern) { _, _ in Screen("") }
    }
    wireframe.addPlaceholder { _, _ in Screen("") }
    // Also says that the tag is used.
    module.addPlaceholder(for: "/offers", tag: "slow") { _, _ in Screen("") }
    #expect(findings(wireframe).isEmpty)
    wireframe.addPlaceholder(for: "/acounts/:id<int>") { _, _ in Screen("") }
    wireframe.addPlaceholder(tag: "form-server") { _, _ in Screen("") }
    wireframe.addPlaceholder(for: "/accounts/:id<int>", tag: "slow") { _, _ in Screen("") }
    module.addPlaceholder(for: "/ofers") { _, _ in Screen("") }
    let end = "for which a placeholder was added. Correct it, or remove the placeholder."
    #expect(
      findings(wireframe) == [
        "warning: unknownPlaceholder: No route has the pattern '/acounts/:id<int>', \(end)",
        "warning: unknownPlaceholder: No route has the tag 'form-server', \(end)",
        "warning: unknownPlaceholder: No route has the pattern '/accounts/:id<int>' and the tag 'slow', \(end)",
        "warning: unknownPlaceholder: No route has the pattern '/m/ofers', \(end)",
      ])
  }

  @Test("A tag is known to a placeholder for it, and to a switch")
  func usedTags() throws {
    let wireframe = Wireframe<Screen>()
    wireframe.addStandardPresenters(on: NavigationTree())
    try wireframe.register("/a", option: .push, tags: ["slow", "beta"]) { _ in nil }
    try wireframe.register("/b", option: .push, tags: ["slow"]) { _ in nil }
    func unknown() -> [String] {
      wireframe.audit().filter { $0.code == .unknownTag }.map { "\($0.pattern?.text ?? "")" }
    }
    #expect(unknown() == ["/a", "/a", "/b"])
    wireframe.switches.disable(.tag("beta"))
    #expect(unknown() == ["/a", "/b"])
    let one = wireframe.addPlaceholder(for: "/a", tag: "slow") { _, _ in Screen("") }
    #expect(unknown() == ["/b"])
    one.remove()
    wireframe.addPlaceholder(tag: "slow") { _, _ in Screen("") }
    #expect(unknown().isEmpty)
  }

  @Test("The audit finds names that nobody has, and routes that are never off")
  func switches() async throws {
    let wireframe = Wireframe<Screen>(home: "/")
    wireframe.addStandardPresenters(on: NavigationTree())
    for pattern in ["/", "/login", "/private"] as [RoutePattern] {
      try wireframe.register(pattern, option: .push, tags: ["all"]) { _ in nil }
    }
    wireframe.addGate(for: "all", at: "/login", owner: { nil }) { true }
    wireframe.switches.disable(.tag("beta"))
    wireframe.switches.disable(.pattern("no pattern"))
    wireframe.switches.disable(.pattern("/"))
    wireframe.switches.disable(.pattern("/login"))
    wireframe.switches.disable(.pattern("/private"))
    #expect(
      findings(wireframe).filter { !$0.contains("closedGate") } == [
        "warning: unknownSwitch: No route has the tag 'beta', which is switched off. Correct it, or leave it to other "
          + "versions of the app.",
        "warning: unknownSwitch: No route has the pattern 'no pattern', which is switched off. Correct it, or leave it "
          + "to other versions of the app.",
        "error: neverOff: '/' is the home, and so is never off. Leave the pattern '/' on, or let it not name the "
          + "route.",
        "error: neverOff: '/login' is the screen of a gate, and so is never off. Leave the pattern '/login' on, or "
          + "let it not name the route.",
      ])
  }

  @Test(
    "The audit finds fallbacks that are never shown",
    arguments: [
      ("/nowhere", "no route matches it"), ("//", "rejected"), ("tel:1", "foreign"),
      ("/act", "it is a handler"), ("/accounts/1", "it leads in a circle"),
      ("/loop", "it leads in a circle"), ("/off", "it is off itself"),
    ])
  func fallbacks(fallback: String, reason: String) throws {
    let wireframe = try bank(exposure: .closed)
    try wireframe.handle("/act") { _ in }
    for pattern in ["/loop", "/off"] as [RoutePattern] {
      try wireframe.register(pattern, option: .push) { _ in nil }
    }
    wireframe.switches.disable(.pattern("/accounts/:id<int>"), fallback: fallback)
    wireframe.switches.disable(.pattern("/loop"), fallback: "/accounts/2")
    wireframe.switches.disable(.pattern("/off"))
    #expect(
      findings(wireframe).first
        == "error: deadFallback: The fallback of the pattern '/accounts/:id<int>' is never shown: \(reason). Name a "
        + "screen, or none.")
  }

  @Test("The audit warns of a fallback that links do not reach")
  func closedFallback() throws {
    let wireframe = try bank()
    try wireframe.register("/later", option: .push) { _ in nil }
    wireframe.switches.disable(.pattern("/accounts/:id<int>"), fallback: "/later")
    #expect(
      findings(wireframe) == [
        "warning: deadFallback: Links from outside that reach '/accounts/:id<int>' do not all reach '/later', the "
          + "fallback of the pattern '/accounts/:id<int>'. Expose the fallback alike."
      ])
  }

  @Test(
    "The audit warns of a fallback that is off, and that links do not reach on their way on",
    arguments: ["a route", "a provider without pattern"])
  func closedWay(end: String) async throws {
    let wireframe = try bank()
    try wireframe.register("/later", option: .push) { _ in nil }
    if end == "a route" {
      try wireframe.register("/end", option: .push, exposure: .external) { _ in nil }
    } else {
      wireframe.add(provider: Anything())
    }
    wireframe.switches.disable(.pattern("/accounts/:id<int>"), fallback: "/later")
    wireframe.switches.disable(.pattern("/later"), fallback: "/end")
    #expect(
      findings(wireframe) == [
        "warning: deadFallback: Links from outside that reach '/accounts/:id<int>' do not all reach '/later', the "
          + "fallback of the pattern '/accounts/:id<int>'. Expose the fallback alike."
      ])
    let plan = await wireframe.plan("bank://accounts/7", origin: .customScheme)
    #expect(plan.error?.code == .disabled)
  }

  // MARK: Explanations

  @Test(
    "An explanation says by which switch a route is off, and by which old name a URL leads there")
  func explanations() throws {
    let wireframe = try bank("/konto/:id<int>")
    let old = wireframe.explain("bank://konto/7", origin: .customScheme)
    #expect(old.oldName == "/konto/:id<int>")
    #expect(
      old.description.hasPrefix(
        "'/accounts/:id<int>' matches. The URL has the old name '/konto/:id<int>'.\n"))
    #expect(wireframe.explain("/accounts/7").oldName == nil)
    wireframe.switches.disable(.pattern("/accounts/:id<int>"), fallback: "/later")
    let off = wireframe.explain("/konto/7")
    guard case .disabled("/accounts/:id<int>", let by) = off.outcome else {
      Issue.record("\(off)")
      return
    }
    #expect(by.fallback == "/later")
    #expect(
      off.description.hasPrefix(
        "The route '/accounts/:id<int>' is switched off by the pattern '/accounts/:id<int>'. Its fallback is asked for "
          + "instead. The URL has the old name '/konto/:id<int>'.\n"))
    try wireframe.alias("/old", for: "/new")
    #expect(
      wireframe.explain("/old").description.hasPrefix(
        "No route matches '/old': '/old' is an old name of '/new', which is not registered as a route. Register it, "
          + "or correct the old name.\n"))
  }

  @Test("An old name whose route is missing is not outranked by itself, and outranks others")
  func nameWithoutRoute() throws {
    let wireframe = Wireframe<Screen>()
    try wireframe.register("/:page") { _ in nil }
    try wireframe.alias("/old", for: "/new")
    #expect(
      "\(wireframe.explain("/old"))" == """
        No route matches '/old': '/old' is an old name of '/new', which is not registered as a route. Register it, or \
        correct the old name.
          '/old': wins
          '/:page': matches, but '/old' is more specific
        """)
  }

  @Test("An old name whose new URL is too long is refused as a whole: no byte of it is at fault")
  func longNewURL() throws {
    let wireframe = Wireframe<Screen>()
    let pattern = try RoutePattern("/\(String(repeating: "n", count: 60))/:id")
    try wireframe.register(pattern) { _ in nil }
    try wireframe.alias("/o/:id", for: pattern)
    let text = "/o/" + String(repeating: "1", count: MatchingRules().maximumLength - 3)
    guard case .refused(let refusal) = wireframe.explain(text).outcome else {
      Issue.record("not refused")
      return
    }
    #expect(refusal.reason == .tooLong && refusal.limit == MatchingRules().maximumLength)
    #expect(refusal.offset == 0)
  }

  @Test("A closed route is said to be closed, also if it is off")
  func closed() throws {
    let wireframe = try bank(exposure: .closed)
    wireframe.switches.disable(.pattern("/accounts/:id<int>"))
    guard case .notExposed = wireframe.explain("bank://accounts/7", origin: .customScheme).outcome
    else {
      Issue.record("not notExposed")
      return
    }
  }

  // MARK: Manifests

  private func changes(
    _ old: Wireframe<Screen>, _ new: Wireframe<Screen>
  ) throws -> [String] {
    let manifest = try RouteManifest(json: RouteManifest(of: old).json)
    return try RouteManifest(json: RouteManifest(of: new).json).changes(from: manifest)
      .map { "\($0.isBreaking ? "breaking " : "")\($0)" }
  }

  @Test("Renaming a route breaks nothing, if the old name stays")
  func renaming() throws {
    let old = try bank(for: "/konto/:id<int>")
    #expect(
      try changes(old, bank("/konto/:id<int>")) == [
        "added: '/accounts/:id<int>' is new.",
        "renamed: '/konto/:id<int>' is an old name of '/accounts/:id<int>' now.",
      ])
    #expect(
      try changes(old, bank()).contains(
        "breaking removed: '/konto/:id<int>' is gone, and its links lead nowhere."))
    let both = try bank()
    try both.register("/konto/:id<int>", exposure: .external) { _ in nil }
    #expect(
      try changes(both, bank("/konto/:id<int>")) == [
        "renamed: '/konto/:id<int>' is an old name of '/accounts/:id<int>' now."
      ])
    #expect(
      try changes(old, bank(exposure: .closed, "/konto/:id<int>")).filter { $0.hasPrefix("b") } == [
        "breaking closed: Links of '/konto/:id<int>' came from: external; now they may come from: closed."
      ])
  }

  @Test("A route whose pattern is an old name now is renamed, whatever its parameters are called")
  func renamingParameters() throws {
    let old = try bank()
    try old.register("/konto/:number<int>", exposure: .external) { _ in nil }
    #expect(
      try changes(old, bank("/konto/:id<int>")) == [
        "renamed: '/konto/:number<int>' is an old name of '/accounts/:id<int>' now."
      ])
  }

  @Test("A route that a guard by path has lost is named, and breaks nobody")
  func lostGuardOfManifest() throws {
    let old = try bank(for: "/old/:id<int>")
    let new = try bank("/old/:id<int>")
    for wireframe in [old, new] {
      try wireframe.observe(under: "/old", fileID: "Shop/Rules.swift", line: 10) { _ in
        .stop("closed")
      }
      wireframe.observe { _ in .proceed }
    }
    #expect(
      try changes(old, new) == [
        "added: '/accounts/:id<int>' is new.",
        "renamed: '/old/:id<int>' is an old name of '/accounts/:id<int>' now.",
        "unguarded: Links of '/old/:id<int>' are not asked about any more by guards: the closure observer under '/old' at Shop/Rules.swift:10.",
      ])
  }

  @Test("A new old name breaks nothing; removing one does, if links could use it")
  func oldNames() throws {
    #expect(
      try changes(bank(), bank("/konto/:id<int>")) == [
        "added: '/konto/:id<int>' is an old name of '/accounts/:id<int>' now."
      ])
    let gone = "The old name '/konto/:id<int>' of '/accounts/:id<int>' is gone, and its links lead"
    #expect(
      try changes(bank("/konto/:id<int>"), bank()) == ["breaking removed: \(gone) nowhere."])
    #expect(
      try changes(
        bank(exposure: .closed, "/konto/:id<int>"), bank(exposure: .closed)) == [
          "removed: \(gone) nowhere."
        ])
    #expect(try changes(bank("/konto/:id<int>"), bank("/konto/:id<int>")).isEmpty)
    let other = try bank()
    try other.register("/other", exposure: .external) { _ in nil }
    try other.register("/konto/:id<int>", exposure: .external) { _ in nil }
    let before = try bank("/konto/:id<int>")
    try before.register("/other", exposure: .external) { _ in nil }
    #expect(try changes(before, other).contains("breaking removed: \(gone) nowhere.") == false)
    // Renamed again: both old names lead to the newest one.
    #expect(
      try changes(
        bank("/k/:id<int>"),
        bank("/k/:id<int>", "/accounts/:id<int>", for: "/customers/:id<int>")
      ).filter { $0.hasPrefix("breaking") }.isEmpty)
  }

  @Test("Links by an old name of a closed route that lead to an exposed one break if it is gone")
  func oldNameOfClosedRoute() throws {
    let (old, new) = (try bank(for: "/tariffs/car"), try bank(for: "/tariffs/car"))
    for wireframe in [old, new] { try wireframe.register("/tariffs/:name") { _ in nil } }
    try old.alias("/tarife/:name", for: "/tariffs/:name")
    #expect(
      try changes(old, new) == [
        "removed: The old name '/tarife/:name' of '/tariffs/:name' is gone, and its links lead nowhere.",
        "breaking removed: The old name '/tarife/:name' of '/tariffs/car' is gone, and its links lead nowhere.",
      ])
    #expect(try changes(new, old).filter { $0.hasPrefix("breaking") }.isEmpty)
    let explanation = old.explain("https://example.com/tarife/car", origin: .universalLink)
    #expect(
      "\(explanation)" == """
        '/tariffs/car' matches. The URL has the old name '/tarife/:name'.
          '/tariffs/car': wins
          '/tariffs/:name': matches, but '/tariffs/car' is more specific
        """)
  }

  @Test(
    "An added old name that takes links to a closed route breaks them, also links that no usual example shows",
    arguments: [
      ("/:a/:b", "/x/y"), ("/a/:id", "https://example.com/a/new"), ("/a/:id/", "/a/new/"),
    ] as [(RoutePattern, RoutePattern)])
  func takenByOldName(pattern: RoutePattern, name: RoutePattern) throws {
    func table(_ names: RoutePattern...) throws -> Wireframe<Screen> {
      let wireframe = Wireframe<Screen>(
        sources: ["bank:", "https://example.com"],
        rules: MatchingRules(distinguishesTrailingSlash: pattern.text.hasSuffix("/")))
      try wireframe.register(pattern, exposure: .external) { _ in nil }
      try wireframe.register("/closed") { _ in nil }
      for name in names { try wireframe.alias(name, for: "/closed") }
      return wireframe
    }
    #expect(
      try changes(table(), table(name)) == [
        "breaking shadowed: Some links of '\(pattern)' lead to '/closed' now, which is more specific.",
        "breaking closed: Links of '\(pattern)' came from: external; now they may come from: closed.",
        "added: '\(name)' is an old name of '/closed' now.",
      ])
  }

  @Test("Each route to which the links of a removed old name lead is looked at")
  func heirsOfOldName() throws {
    let (old, new) = (try bank("/k/:id<int>"), try bank())
    for wireframe in [old, new] { try wireframe.register("/k/:name") { _ in nil } }
    try new.register("/k/1", exposure: .external) { _ in nil }
    #expect(
      try changes(old, new).filter { $0.hasPrefix("breaking") } == [
        "breaking removed: The old name '/k/:id<int>' of '/accounts/:id<int>' is gone, and its links lead to "
          + "'/k/:name'.",
        "breaking closed: Links of '/k/:id<int>' came from: external; now they may come from: closed.",
      ])
  }

  @Test("An old name is not gone if another one takes one of its links")
  func overtakenOldName() throws {
    let (old, new) = (try bank("/k/:id<int>"), try bank("/k/:id<int>"))
    for wireframe in [old, new] {
      try wireframe.register("/other", exposure: .external) { _ in nil }
    }
    try new.alias("/k/1", for: "/other")
    #expect(
      try changes(old, new) == [
        "shadowed: Some links of '/accounts/:id<int>' lead to '/other' now, which is more specific.",
        "added: '/k/1' is an old name of '/other' now.",
      ])
  }

  @Test("An old name that takes fewer links is narrowed, as its route is")
  func narrowedName() throws {
    let narrower = try bank("/konto/:id<uint>", for: "/accounts/:id<uint>")
    #expect(
      try changes(bank("/konto/:id<int>"), narrower) == [
        "breaking narrowed: Some links of '/accounts/:id<int>' lead nowhere; others lead to '/accounts/:id<uint>'.",
        "breaking narrowed: Some links of the old name '/konto/:id<int>' of '/accounts/:id<int>' lead nowhere.",
        "added: '/konto/:id<uint>' is an old name of '/accounts/:id<uint>' now.",
      ])
  }

  @Test("A route that is switched off breaks its links")
  func disabled() throws {
    let off = try bank()
    off.switches.disable(.pattern("/accounts/:id<int>"))
    #expect(
      try changes(bank(), off) == [
        "breaking disabled: Links of '/accounts/:id<int>' lead to a route that is switched off."
      ])
    #expect(try changes(off, bank()).isEmpty)
  }

  @Test("What befalls a route that was switched off before breaks no link")
  func offBefore() throws {
    let off = try bank("/konto/:id<int>")
    off.switches.disable(.pattern("/accounts/:id<int>"))
    #expect(
      try changes(off, Wireframe(sources: ["bank:"])) == [
        "sourceRemoved: The source 'https://example.com' is not declared any more.",
        "removed: '/accounts/:id<int>' is gone, and its links lead nowhere.",
        "removed: The old name '/konto/:id<int>' of '/accounts/:id<int>' is gone, and its links lead nowhere.",
      ])
    #expect(
      try changes(off, bank(exposure: .closed, "/konto/:id<int>")) == [
        "closed: Links of '/accounts/:id<int>' came from: external; now they may come from: closed."
      ])
  }

  @Test("An old manifest has neither, and is read; one with a name twice is not")
  func reading() throws {
    let json = RouteManifest(of: try bank("/konto/:id<int>")).json
    #expect(json.contains(#""aliases" : ["#) && !json.contains("isOff"))
    #expect(!RouteManifest(of: try bank()).json.contains("aliases"))
    let twice = json.replacing(#""/konto/:id<int>""#, with: #""/accounts/:id<int>""#)
    #expect(throws: InsightError.self) { try RouteManifest(json: twice) }
  }

  @Test("Maps show old names, and what is off")
  func maps() throws {
    let wireframe = try bank("/konto/:id<int>")
    wireframe.switches.disable(.pattern("/accounts/:id<int>"))
    let manifest = RouteManifest(of: wireframe)
    #expect(
      manifest.markdown.contains(
        "| `/accounts/:id<int>`, once `/konto/:id<int>` | Root | external, off |  |  |  |  |  |"))
    #expect(manifest.mermaid.contains("/accounts/:id#60;int#62;, once /konto/:id#60;int#62;, off"))
    #expect(manifest.html().contains("<dt>Old names</dt><dd>/konto/:id&lt;int&gt;</dd>"))
    #expect(manifest.html().contains("<dt>Switched</dt><dd>off</dd>"))
  }

  // MARK: Links

  @Test("The association file sends the links of old names, and its check asks for them")
  func association() throws {
    let wireframe = try bank("/konto/:id<int>")
    let (file, findings) = try AssociationFile.make(
      of: RouteManifest(of: wireframe), for: "https://example.com", appID: "TEAM123456.com.example")
    #expect(file.json.contains("/konto/?*") && file.json.contains("/accounts/?*"))
    #expect(Set(findings.map(\.pattern)) == ["/konto/:id<int>", "/accounts/:id<int>"])
    #expect(wireframe.check(file, for: "https://example.com").isEmpty)
    let (without, _) = try AssociationFile.make(
      of: RouteManifest(of: try bank()), for: "https://example.com", appID: "TEAM123456.com.example"
    )
    let missing = wireframe.check(without, for: "https://example.com")
    #expect(missing.map(\.pattern) == ["/accounts/:id<int>"])
    #expect(missing.first?.description.contains("/konto/") == true)
  }

  @Test("The check of published links knows old names and switches")
  func publishedLinks() async throws {
    let wireframe = try bank("/konto/:id<int>")
    let before = RouteManifest(of: wireframe)
    #expect(await wireframe.check(links: ["bank://konto/7"]).map(\.isDead) == [false])
    wireframe.switches.disable(.pattern("/accounts/:id<int>"))
    let check = try #require(await wireframe.check(links: ["bank://konto/7"], since: before).first)
    #expect(check.isDead && check.former == "/accounts/:id<int>")
  }

  @Test("A dead link by an old name led to the route of its own source, if there was one")
  func formerRouteOfSource() async throws {
    let wireframe = Wireframe<Screen>(sources: ["bank:"])
    try wireframe.register("/accounts/:id") { _ in nil }
    try wireframe.register("bank://accounts/:id", exposure: .external) { _ in nil }
    try wireframe.alias("/konto/:id", for: "/accounts/:id")
    let empty = Wireframe<Screen>(sources: ["bank:"])
    let checks = await empty.check(
      links: ["bank://konto/7", "BANK:/konto/7"], since: RouteManifest(of: wireframe))
    #expect(checks.map(\.former) == ["bank://accounts/:id", "bank://accounts/:id"])
  }
}
