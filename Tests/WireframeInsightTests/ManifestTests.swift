import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeInsight

/// Links are an interface: a manifest remembers them, and says what a change of the table does to them.
@MainActor
@Suite(.hangsNever)
struct ManifestTests {
  private func manifest(
    sources: [URLSource] = ["app:"], _ body: (Wireframe<Screen>) throws -> Void
  ) rethrows -> RouteManifest {
    let wireframe = Wireframe<Screen>(sources: sources)
    try body(wireframe)
    return RouteManifest(of: wireframe)
  }

  private func manifest(_ patterns: RoutePattern...) throws -> RouteManifest {
    try manifest { wireframe in
      for pattern in patterns { try wireframe.register(pattern, exposure: .external) { _ in nil } }
    }
  }

  @Test("A manifest is written as the same text each time, and read again")
  func json() throws {
    let manifest = try manifest(sources: ["app:", "https://example.com"]) { wireframe in
      try wireframe.register("/b", option: .push, tags: ["z", "a", "m"], exposure: .external) { _ in
        nil
      }
      try wireframe.register("/a/:id<int>", exposure: .only(.notification, .customScheme)) { _ in
        nil
      }
      try wireframe.register("/gate") { _ in nil }
      wireframe.addGate(for: "z", at: "/gate") { true }
    }
    #expect(
      manifest.json == """
        {
          "distinguishesTrailingSlash" : false,
          "ignoresCase" : false,
          "redirects" : [
            {
              "gate" : "z",
              "observer" : "the gate for 'z'",
              "target" : "/gate"
            }
          ],
          "routes" : [
            {
              "exposure" : [
                "customScheme",
                "notification"
              ],
              "guards" : [

              ],
              "pattern" : "/a/:id<int>",
              "tags" : [

              ],
              "target" : "provider"
            },
            {
              "exposure" : "external",
              "guards" : [
                "the gate for 'z'"
              ],
              "option" : "Push",
              "pattern" : "/b",
              "tags" : [
                "a",
                "m",
                "z"
              ],
              "target" : "provider"
            },
            {
              "exposure" : "closed",
              "guards" : [

              ],
              "pattern" : "/gate",
              "tags" : [

              ],
              "target" : "provider"
            }
          ],
          "sources" : [
            "app:",
            "https://example.com"
          ],
          "version" : 1
        }

        """)
    #expect(try RouteManifest(json: manifest.json) == manifest)
  }

  @Test("The origins of an exposure are in the order of their names")
  func origins() throws {
    let names = (0..<8).map { "origin\($0)" }
    let manifest = try manifest { wireframe in
      try wireframe.register("/a", exposure: .only(Set(names.map { RoutingOrigin($0) }))) { _ in
        nil
      }
    }
    let lines = manifest.json.split(separator: "\n").map { $0.filter { !" \",".contains($0) } }
    #expect(lines.filter { $0.hasPrefix("origin") } == names)
  }

  @Test("A manifest of another version is refused with what to do")
  func version() throws {
    var error = #expect(throws: InsightError.self) {
      try RouteManifest(json: #"{"version":2}"#)
    }
    #expect(
      error?.description
        == "The manifest has version 2; this library reads version 1. Write it anew, or update the library."
    )
    #expect(throws: InsightError.self) {
      try JSONDecoder().decode([RouteManifest].self, from: Data(#"[{"version":2}]"#.utf8))
    }
    #expect(throws: DecodingError.self) { try RouteManifest(json: "{}") }
    let entry =
      #"{"pattern": "/a", "tags": [], "exposure": "closed", "target": "provider", "guards": []}"#
    error = #expect(throws: InsightError.self) {
      try RouteManifest(
        json: """
          {"version": 1, "sources": [], "ignoresCase": false, "distinguishesTrailingSlash": false,
          "redirects": [], "routes": [\(entry), \(entry)]}
          """)
    }
    #expect(
      error?.description == "The manifest has '/a' twice, as after a merge. Remove one of the two.")
  }

  @Test("A manifest with a route that does something unknown is refused")
  func unknownTarget() throws {
    let json = try manifest("/a").json
    let later = json.replacing(#""target" : "provider""#, with: #""target" : "praise""#)
    #expect(later != json)
    #expect(throws: DecodingError.self) { try RouteManifest(json: later) }
  }

  private func changes(_ new: RouteManifest, _ old: RouteManifest) -> [String] {
    new.changes(from: old).map { ($0.isBreaking ? "! " : "") + $0.description }
  }

  @Test("A manifest has not changed since itself, nor where only names or order have")
  func same() throws {
    let old = try manifest("/a/:id<int>", "/b/*rest?", "/c")
    #expect(changes(old, old) == [])
    #expect(changes(try manifest("/c", "/b/*others?", "/a/:number<int>"), old) == [])
    #expect(changes(try manifest("/a/:id", "/b/*rest?", "/c"), old) == [])
  }

  @Test("Routes that come, go, or take fewer links are named")
  func routes() throws {
    let old = try manifest("/a/:name", "/b", "/c/:size<S|M|L>", "/d/:page?")
    let new = try manifest("/a/:name<int>", "/c/:size<S|M>", "/d", "/e")
    #expect(
      changes(new, old) == [
        "! narrowed: Some links of '/a/:name' lead nowhere; others lead to '/a/:name<int>'.",
        "! removed: '/b' is gone, and its links lead nowhere.",
        "! narrowed: Some links of '/c/:size<S|M|L>' lead nowhere; others lead to '/c/:size<S|M>'.",
        "! narrowed: Some links of '/d/:page?' lead nowhere; others lead to '/d'.",
        "added: '/e' is new.",
      ])
  }

  @Test(
    "A route that goes is named, also if its links lead to a route that was there before",
    arguments: [
      (["/products/sale", "/products/:id"], "/products/sale", "/products/:id"),
      (["/sale", "/:page"], "/sale", "/:page"),
      (["/c/1/:last<true|1>?", "/*r"], "/c/1/:last<true|1>?", "/*r"),
      (["/p/:id<sku>", "/p/:id"], "/p/:id<sku>", "/p/:id"),
    ])
  func heirs(patterns: [String], gone: String, heir: String) throws {
    func manifest(_ patterns: [String]) throws -> RouteManifest {
      try self.manifest { wireframe in
        try wireframe.add(type: ParameterType("sku", example: "AB-1") { $0.contains("-") })
        for pattern in patterns {
          try wireframe.register(RoutePattern(pattern), exposure: .external) { _ in nil }
        }
      }
    }
    #expect(
      changes(try manifest([heir]), try manifest(patterns)) == [
        "! removed: '\(gone)' is gone, and its links lead to '\(heir)'."
      ])
  }

  @Test("A name that gets a type of the app's own takes fewer links; one that loses it takes more")
  func ownTypes() throws {
    func manifest(_ pattern: RoutePattern) throws -> RouteManifest {
      try self.manifest { wireframe in
        try wireframe.add(type: ParameterType("sku", example: "AB-1") { $0.contains("-") })
        try wireframe.register(pattern, exposure: .external) { _ in nil }
      }
    }
    let (plain, typed) = (try manifest("/p/:id"), try manifest("/p/:id<sku>"))
    #expect(
      changes(typed, plain) == [
        "! narrowed: Some links of '/p/:id' lead nowhere; others lead to '/p/:id<sku>'."
      ])
    #expect(changes(plain, typed) == [])
  }

  @Test("Rules that match fewer links break them; rules that match more are named only")
  func rules() throws {
    func manifest(_ rules: MatchingRules) throws -> RouteManifest {
      let wireframe = Wireframe<Screen>(sources: ["app:"], rules: rules)
      try wireframe.register("/cart", exposure: .external) { _ in nil }
      return RouteManifest(of: wireframe)
    }
    let old = try manifest(MatchingRules(ignoresCase: true, distinguishesTrailingSlash: false))
    let new = try manifest(MatchingRules(ignoresCase: false, distinguishesTrailingSlash: true))
    #expect(
      changes(new, old) == [
        "! rules: Links in another letter case do not match any more.",
        "! rules: Links with a trailing slash more or less than their pattern do not match any more.",
      ])
    #expect(
      changes(old, new) == [
        "rules: Links in another letter case match now.",
        "rules: Links with a trailing slash more or less than their pattern match now.",
      ])
  }

  @Test("A guard that has another name now is named, and breaks nobody")
  func renamedGuards() throws {
    func manifest(_ observer: any RoutingObserver) throws -> RouteManifest {
      try self.manifest { wireframe in
        try wireframe.register("/a", exposure: .external) { _ in nil }
        wireframe.add(observer: observer)
      }
    }
    #expect(
      changes(try manifest(NewGuard()), try manifest(OldGuard())) == [
        "guarded: Links of '/a' are asked about by other guards: NewGuard."
      ])
  }

  @Test("A second guard of the same name is one more; one that goes is named, and breaks nobody")
  func guardsOfOneName() throws {
    func manifest(guards count: Int) throws -> RouteManifest {
      try self.manifest { wireframe in
        try wireframe.register("/a", exposure: .external) { _ in nil }
        for _ in 0..<count {
          wireframe.observe(fileID: "Shop/Rules.swift", line: 10) { _ in .proceed }
        }
      }
    }
    #expect(
      changes(try manifest(guards: 2), try manifest(guards: 1)) == [
        "! guarded: Links of '/a' are asked about by more guards: a closure observer at Shop/Rules.swift:10."
      ])
    #expect(
      changes(try manifest(guards: 1), try manifest(guards: 2)) == [
        "unguarded: Links of '/a' are not asked about any more by guards: a closure observer at Shop/Rules.swift:10."
      ])
  }

  @Test("A more specific route that is open as well takes links over, and breaks none")
  func openHeirs() throws {
    #expect(
      changes(try manifest("/c/:name", "/c/new"), try manifest("/c/:name")) == [
        "shadowed: Some links of '/c/:name' lead to '/c/new' now, which is more specific."
      ])
  }

  @Test(
    "Links that are shorter or longer than the usual example of a pattern count, too",
    arguments: [
      ("/a/:b/:c<int>?", ["/a/:b/:c<int>"]), ("/a/:b/:c<int>?", ["/a/:b"]),
      ("/a/:b<int>/:c?", ["/a/1", "/a/:b<int>/:c"]),
      ("/docs/*rest", ["/docs/:one", "/docs/:one/:two"]), ("/docs/*rest", ["/docs/:one"]),
    ] as [(RoutePattern, [RoutePattern])])
  func lengths(pattern: RoutePattern, heirs: [RoutePattern]) throws {
    let new = try manifest { wireframe in
      for heir in heirs { try wireframe.register(heir, exposure: .external) { _ in nil } }
    }
    let changes = changes(new, try manifest(pattern))
    #expect(
      changes.contains { $0.hasPrefix("! narrowed: Some links of '\(pattern)' lead nowhere") })
  }

  @Test("Of several routes that take links over each is looked at, also for the shorter links")
  func severalHeirs() throws {
    let new = try manifest { wireframe in
      try wireframe.register("/a/:b/:c?", exposure: .external) { _ in nil }
      try wireframe.register("/a/m", exposure: .external) { _ in nil }
      try wireframe.register("/a/w") { _ in nil }
    }
    #expect(
      changes(new, try manifest("/a/:b/:c?")).contains(
        "! closed: Links of '/a/:b/:c?' came from: external; now they may come from: closed."))
  }

  @Test("Each new route that takes links over is looked at, also if only its own URLs are taken")
  func eachHeir() throws {
    let new = try manifest { wireframe in
      try wireframe.register("/:a/:b", exposure: .external) { _ in nil }
      try wireframe.register("/v/w", exposure: .external) { _ in nil }
      try wireframe.register("/x/y") { _ in nil }
    }
    #expect(
      changes(new, try manifest("/:a/:b")) == [
        "shadowed: Some links of '/:a/:b' lead to '/v/w' now, which is more specific.",
        "! shadowed: Some links of '/:a/:b' lead to '/x/y' now, which is more specific.",
        "! closed: Links of '/:a/:b' came from: external; now they may come from: closed.",
      ])
  }

  @Test("A new route is looked at for each route whose links it takes")
  func eachFormerRoute() throws {
    func table(_ added: RoutePattern...) throws -> RouteManifest {
      try manifest { wireframe in
        try wireframe.register("/:a/:b/:c") { _ in nil }
        try wireframe.register("/:a/:b/new", exposure: .external) { _ in nil }
        for pattern in added { try wireframe.register(pattern) { _ in nil } }
      }
    }
    #expect(
      changes(try table("/x/y/:c"), try table()) == [
        "shadowed: Some links of '/:a/:b/:c' lead to '/x/y/:c' now, which is more specific.",
        "! shadowed: Some links of '/:a/:b/new' lead to '/x/y/:c' now, which is more specific.",
        "! closed: Links of '/:a/:b/new' came from: external; now they may come from: closed.",
      ])
  }

  @Test("A route for all sources that becomes one for each source loses no link")
  func sourceBySource() throws {
    func table(_ patterns: RoutePattern...) throws -> RouteManifest {
      try manifest(sources: ["app:", "https://example.com"]) { wireframe in
        for pattern in patterns {
          try wireframe.register(pattern, exposure: .external) { _ in nil }
        }
      }
    }
    let old = try table("/a/:id")
    #expect(changes(try table("app:/a/:id", "https://example.com/a/:id"), old) == [])
    #expect(
      changes(try table("app:/a/:id"), old) == [
        "! narrowed: Some links of '/a/:id' lead nowhere; others lead to 'app:/a/:id'."
      ])
  }

  @Test("A source that goes breaks nobody if no route was open to its links")
  func idleSources() throws {
    func manifest(_ sources: URLSource...) throws -> RouteManifest {
      try self.manifest(sources: sources) { wireframe in
        try wireframe.register("app://a", exposure: .external) { _ in nil }
        try wireframe.register("/b") { _ in nil }
      }
    }
    #expect(
      changes(try manifest("app:"), try manifest("app:", "https://example.com")) == [
        "sourceRemoved: The source 'https://example.com' is not declared any more."
      ])
  }

  @Test(
    "A custom scheme that goes breaks nobody if all routes were open to universal links only",
    arguments: [(.only(.universalLink), false), (.only(.universalLink, .notification), true)]
      as [(RouteExposure, Bool)])
  func unreachedSources(exposure: RouteExposure, isBreaking: Bool) throws {
    func manifest(_ sources: URLSource...) throws -> RouteManifest {
      try self.manifest(sources: sources) { wireframe in
        try wireframe.register("/a", exposure: exposure) { _ in nil }
      }
    }
    let old = try manifest("app:", "https://example.com")
    #expect(
      changes(try manifest("https://example.com"), old) == [
        "\(isBreaking ? "! " : "")sourceRemoved: The source 'app:' is not declared any more."
      ])
    #expect(try manifest("app:").changes(from: old).map(\.isBreaking) == [true])
  }

  @Test(
    "A link of a closed route is dead, whoever closed it; letter case of the scheme says nothing")
  func closedLinks() async throws {
    let links = ["HTTPS://example.com/open", "https://example.com/closed", "app://open"]
    let wireframe = Wireframe<Screen>(
      sources: ["app:", "https://example.com"], defaultOption: .root)
    wireframe.addStandardPresenters(on: NavigationTree())
    try wireframe.register("/open", exposure: .only(.universalLink)) { _ in Screen("open") }
    let closed = try wireframe.register("/closed") { _ in Screen("closed") }
    let old = RouteManifest(of: wireframe)
    var checks = await wireframe.check(links: links, since: old)
    #expect(checks.map(\.plan.error?.code) == [nil, .notExposed, .notExposed])
    #expect(checks.map(\.isDead) == [false, true, true])
    guard case .notExposed("/closed", .closed) = checks[1].explanation.outcome else {
      throw Broken(what: "\(checks[1].explanation)")
    }
    // What was dead before has led nowhere.
    closed.remove()
    checks = await wireframe.check(links: links, since: old)
    #expect(checks.map(\.former) == ["/open", nil, nil])
  }

  @Test("Changes of a thousand routes that all have new names are found in time")
  func size() throws {
    let patterns = try (0..<Load.scaled(1000)).map { try RoutePattern("/old\($0)/:id") }
    let renamed = try (0..<Load.scaled(1000)).map { try RoutePattern("/new\($0)/:id") }
    func manifest(_ patterns: [RoutePattern]) throws -> RouteManifest {
      try self.manifest { wireframe in
        for pattern in patterns {
          try wireframe.register(pattern, exposure: .external) { _ in nil }
        }
      }
    }
    let changes = try manifest(renamed).changes(from: try manifest(patterns))
    #expect(changes.filter { $0.kind == .removed }.count == patterns.count)
    #expect(changes.filter { $0.kind == .added }.count == patterns.count)
  }

  @Test(
    "What closes, guards or takes over links is named; what nobody outside could reach breaks nobody"
  )
  func exposure() throws {
    let line: UInt = 7
    let old = try manifest { wireframe in
      try wireframe.register("/a", exposure: .external) { _ in nil }
      try wireframe.register("/b", tags: ["t"], exposure: .only(.universalLink)) { _ in nil }
      try wireframe.register("/c/:name", exposure: .external) { _ in nil }
      try wireframe.register("/internal") { _ in nil }
    }
    let new = try manifest(sources: ["new:"]) { wireframe in
      try wireframe.register("/a", exposure: .only(.universalLink)) { _ in nil }
      try wireframe.register("/b", tags: ["t"], exposure: .external) { _ in nil }
      try wireframe.register("/c/:name", exposure: .external) { _ in nil }
      try wireframe.register("/c/new") { _ in nil }
      wireframe.observe(tag: "t", line: line) { _ in .proceed }
    }
    #expect(
      changes(new, old) == [
        "! sourceRemoved: The source 'app:' is not declared any more.",
        "! closed: Links of '/a' came from: external; now they may come from: universalLink.",
        "opened: Links of '/b' may come from: external; before from: universalLink.",
        "! guarded: Links of '/b' are asked about by more guards: the closure observer of 't' at "
          + "WireframeInsightTests/ManifestTests.swift:\(line).",
        "! shadowed: Some links of '/c/:name' lead to '/c/new' now, which is more specific.",
        "! closed: Links of '/c/:name' came from: external; now they may come from: closed.",
        "removed: '/internal' is gone, and its links lead nowhere.",
      ])
  }

  @Test(
    "I10: a manifest names closures by tag, path and the place where they were added; a line that moves is no change"
  )
  func closures() throws {
    func manifest(adding lines: UInt, in fileID: StaticString = "Shop/Rules.swift") throws
      -> RouteManifest
    {
      try self.manifest { wireframe in
        try wireframe.register("/a", tags: ["t"], exposure: .external) { _ in nil }
        wireframe.observe(fileID: fileID, line: 10 + lines) { _ in .proceed }
        wireframe.observe(tag: "t", fileID: fileID, line: 20 + lines) { _ in .proceed }
        try wireframe.observe(under: "/a", fileID: fileID, line: 30 + lines) { _ in .proceed }
      }
    }
    let old = try manifest(adding: 0)
    #expect(
      old.guards == [
        "/a": [
          "a closure observer at Shop/Rules.swift:10",
          "the closure observer of 't' at Shop/Rules.swift:20",
          "the closure observer under '/a' at Shop/Rules.swift:30",
        ]
      ])
    #expect(changes(try manifest(adding: 5), old) == [])
    #expect(
      changes(try manifest(adding: 0, in: "Shop/Others.swift"), old) == [
        "guarded: Links of '/a' are asked about by other guards: a closure observer at Shop/Others.swift:10, the "
          + "closure observer of 't' at Shop/Others.swift:20, the closure observer under '/a' at "
          + "Shop/Others.swift:30."
      ])
    let wireframe = Wireframe<Screen>(sources: ["app:"])
    try wireframe.register("/a") { _ in nil }
    wireframe.observe { _ in .proceed }
    let name = RouteManifest(of: wireframe).guards["/a"]?.first
    #expect(name == "a closure observer at WireframeInsightTests/ManifestTests.swift:\(#line - 2)")
  }

  @Test(
    "No link of a pattern with one value dies or moves without a breaking change",
    arguments: 1...Load.scaled(300))
  func noSilentDeath(seed: Int) throws {
    var generator = RouteGenerator(seed: UInt64(seed))
    var patterns = try generator.table(of: 12).patterns
    let table = try generated(patterns, asTable: true)
    for _ in 0..<3 {
      patterns.remove(at: Int.random(in: patterns.indices, using: &generator.random))
    }
    let (old, new) = (try generated(table.patterns), try generated(patterns))
    let broken = Set(new.changes(from: old).filter(\.isBreaking).map(\.subject))
    let kept = Set(patterns)
    for _ in 0..<100 {
      let url = generator.url(for: table).text
      guard case .match(let before) = table.match(url), !kept.contains(before.pattern),
        before.pattern.names.count < 2, !before.pattern.text.contains("*")
      else { continue }
      // It is dead, or leads to a route that was there before.
      #expect(broken.contains(before.pattern.text), "seed \(seed), \(url)")
    }
  }

  private func generated(_ patterns: [RoutePattern]) throws -> RouteManifest {
    try manifest(sources: RouteGenerator.sources) { wireframe in
      try wireframe.add(type: RouteGenerator.appType)
      for pattern in patterns { try wireframe.register(pattern, exposure: .external) { _ in nil } }
    }
  }

  private func generated(_ patterns: [RoutePattern], asTable: Bool) throws -> RouteTable<Void> {
    try RouteTable(
      patterns.map(\.text), sources: RouteGenerator.sources, types: [RouteGenerator.appType])
  }

  @Test("A link list says which link is dead, and since which route")
  func links() async throws {
    let old = try manifest("/products/:id<int>", "/cart")
    let wireframe = Wireframe<Screen>(sources: ["app:"], defaultOption: .push)
    let tree = NavigationTree<Screen>()
    wireframe.addStandardPresenters(on: tree)
    try await tree.setRoot(Screen("root"))
    try wireframe.register("/cart", exposure: .external) { _ in Screen("cart") }
    try wireframe.register("/articles/:id<int>", exposure: .external) { _ in Screen("article") }
    let checks = await wireframe.check(
      links: ["app://cart?utm=mail", "app://products/42", "tel:1"], since: old)
    #expect(checks.map(\.isDead) == [false, true, true])
    #expect(
      checks.map(\.description) == [
        "app://cart?utm=mail: '/cart'",
        "app://products/42: dead: noRoute: No route matches '/…'. Register a pattern for it. It led to "
          + "'/products/:id<int>' before.",
        "tel:1: dead: foreign: The URL is foreign: its scheme or origin is none of 'app:'. Declare it among the "
          + "wireframe's sources, or hand the URL to the system.",
      ])
  }
}

/// What becomes of links that are neither opened nor dead.
@MainActor
@Suite(.hangsNever)
struct LinkCheckTests {
  @Test(
    "I8: links are checked as they come: one that is open to notifications only is not dead there")
  func origins() async throws {
    let wireframe = Wireframe<Screen>(
      sources: ["app:", "https://example.com"], defaultOption: .push)
    wireframe.addStandardPresenters(on: NavigationTree())
    try wireframe.register("/a", option: .root, exposure: .only(.notification)) { _ in Screen("a") }
    try wireframe.register("/b", option: .root, exposure: .only(.universalLink)) { _ in Screen("b")
    }
    let links = ["app://a", "https://example.com/a", "https://example.com/b"]
    #expect(await wireframe.check(links: links).map(\.isDead) == [true, true, false])
    let checks = await wireframe.check(links: links, origin: .notification)
    #expect(checks.map(\.isDead) == [false, false, true])
    #expect(checks.map(\.explanation.origin) == [.notification, .notification, .notification])
    let former = await wireframe.check(
      links: links, origin: .notification, since: RouteManifest(of: wireframe))
    #expect(former.map(\.former) == ["/a", "/a", nil])
    // No link of a custom scheme is a universal link, whatever the caller says.
    let scheme = await wireframe.check(
      links: ["app://b"], origin: .universalLink, since: RouteManifest(of: wireframe))
    #expect(scheme.map(\.former) == [nil])
  }

  @Test("A link whose route was off in the older manifest has led nowhere")
  func formerlyOff() async throws {
    let wireframe = Wireframe<Screen>(sources: ["app:"], defaultOption: .push)
    try wireframe.register("/a", exposure: .external) { _ in nil }
    wireframe.switches.disable(.pattern("/a"))
    let checks = await wireframe.check(links: ["app://a"], since: RouteManifest(of: wireframe))
    #expect(checks.map(\.isDead) == [true])
    #expect(checks.map(\.former) == [nil])
  }

  @Test("A link that a guard stops says so; one about which an observer is not asked says that")
  func stops() async throws {
    final class Shy: RoutingObserver {
      let isAskedInPlans = false
      func decision(for route: Route) -> RoutingDecision { .proceed }
    }
    let wireframe = Wireframe<Screen>(sources: ["app:"], defaultOption: .push)
    wireframe.addStandardPresenters(on: NavigationTree())
    try wireframe.register("/a", option: .root, exposure: .external) { _ in Screen("a") }
    let guarding = wireframe.observe { _ in .stop("closed\u{7}") }
    var checks = await wireframe.check(links: ["app://a"])
    #expect(checks.map(\.description) == ["app://a: stopped at '/a': closed\\u{7}"])
    #expect(checks.map(\.isDead) == [false])
    guarding.remove()
    wireframe.add(observer: Shy())
    checks = await wireframe.check(links: ["app://a"])
    #expect(
      checks.map(\.description) == [
        "app://a: '/a', if the observers that plans do not ask let it pass"
      ])
  }
}

private final class OldGuard: RoutingObserver {
  func decision(for route: Route) -> RoutingDecision { .proceed }
}

private final class NewGuard: RoutingObserver {
  func decision(for route: Route) -> RoutingDecision { .proceed }
}
