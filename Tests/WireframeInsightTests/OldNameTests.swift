import TestSupport
import Testing
import WireframeCore
import WireframeInsight

/// What insight says of switches and old names.
@MainActor
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
        "error: missingTarget: The old name '/old' is for '/new', which is not registered. Register it, or remove the "
          + "old name."
      ])
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
      wireframe.explain("/old").description.contains(
        " The route of its old name '/old' is not registered."))
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

  @Test("An old manifest has neither, and is read; one with a name twice is not")
  func reading() throws {
    let json = RouteManifest(of: try bank("/konto/:id<int>")).json
    #expect(json.contains(#""aliases" : ["#) && !json.contains("isOff"))
    #expect(!RouteManifest(of: try bank()).json.contains("aliases"))
    let twice = json.replacing(#""/konto/:id<int>""#, with: #""/accounts/:id<int>""#)
    #expect(throws: RouteManifestError.self) { try RouteManifest(json: twice) }
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
    #expect(missing.first?.message.contains("/konto/") == true)
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
}
