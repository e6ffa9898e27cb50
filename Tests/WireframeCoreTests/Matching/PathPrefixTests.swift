import TestSupport
import Testing
import WireframeCore

/// Observers that are bound to a path, beside a naive comparison of the path's first segments.
@MainActor
@Suite(.hangsNever)
struct PathPrefixTests {
  private var generator: RouteGenerator

  init() { generator = RouteGenerator(seed: 7) }

  nonisolated static let rules = [
    MatchingRules(), MatchingRules(ignoresCase: true),
    MatchingRules(distinguishesTrailingSlash: true),
  ]

  /// Whether an observer under a path is asked about a URL, on a wireframe or on one that is mounted at `/m`.
  private func isAsked(
    under prefix: RoutePattern, about text: String, rules: MatchingRules, isMounted: Bool
  ) async throws -> Bool {
    let wireframe = Wireframe<Screen>(
      sources: RouteGenerator.sources, rules: rules, limits: .none)
    let module = isMounted ? Wireframe<Screen>() : wireframe
    try module.add(type: RouteGenerator.appType)
    var isAsked = false
    try module.observe(under: prefix) { _ in
      isAsked = true
      return .stop("asked")
    }
    if isMounted { try wireframe.mount(module, at: "/m") }
    _ = try? await wireframe.route(to: text)
    return isAsked
  }

  @Test(
    "A guarded path of nine letters is guarded as a host, too, whichever is a capital",
    arguments: [
      Case("myapp://transferS", true), Case("myapp://transferS/new", true),
      Case("myapp://transferS?x=1", true), Case("myapp://TRANSFERS/new", true),
      Case("myapp://transfers/new", true), Case("myapp://transferSx/new", false),
      Case("myapp:///transferS/new", false), Case("/transferS", false),
    ] as [Case<String, Bool>])
  func longHosts(row: Case<String, Bool>) async throws {
    let isAsked = try await isAsked(
      under: "/transfers", about: row.given, rules: MatchingRules(), isMounted: false)
    #expect(isAsked == row.expected)
  }

  @Test("An observer under a path sees the URLs that begin with its segments", arguments: rules)
  mutating func oracle(rules: MatchingRules) async throws {
    let naive = NaiveMatcher(patterns: [], rules: rules)
    let empty = RouteTable<Void>()
    var counts = [true: 0, false: 0]
    for _ in 0..<Load.scaled(1_500) {
      let prefix = try RoutePattern(generator.pattern())
      guard prefix.source == nil, prefix.segments.last?.isOptional != true,
        !prefix.text.contains("*")
      else { continue }
      let count = prefix.segments.count
      let table =
        generator.random.oneIn(2)
        ? try RouteTable([prefix.text], types: [RouteGenerator.appType]) : empty
      let url = generator.url(for: table)
      let expected =
        url.segments.count >= count
        && naive.matches(prefix.segments[...], url.segments.prefix(count), hasHost: url.hasHost)
      counts[expected, default: 0] += 1
      let isAsked = try await isAsked(
        under: prefix, about: url.text, rules: rules, isMounted: false)
      #expect(isAsked == expected, "\(prefix), \(url.text)")
      // Behind the path of a mount there is no host.
      guard !url.hasHost, url.source == nil else { continue }
      let isAskedBelow = try await self.isAsked(
        under: prefix, about: "/m" + url.text, rules: rules, isMounted: true)
      #expect(isAskedBelow == expected, "\(prefix), /m\(url.text)")
    }
    #expect(counts.values.allSatisfy { $0 >= Load.scaled(60) }, "\(counts)")
  }

  static nonisolated let hostRows: [Case<String, Bool>] = [
    Case("myapp://account", true), Case("myapp://ACCOUNT/x", true),
    Case("myapp://Account?x", true), Case("myapp://account/%78", true),
    Case("myapp://accounts", false), Case("myapp://Accounts/account", false),
    Case("myapp:///account/x", true), Case("myapp:///Account/x", false),
    Case("https://example.com/account", true), Case("https://account.example.com/x", false),
    Case("/account", true), Case("/account/", true), Case("/acc", false), Case("/", false),
  ]

  @Test("A guarded path is guarded as a host, in any letter case", arguments: hostRows)
  func hosts(row: Case<String, Bool>) async throws {
    let isAsked = try await isAsked(
      under: "/account", about: row.given, rules: MatchingRules(), isMounted: false)
    #expect(isAsked == row.expected)
  }

  static nonisolated let longRows: [Case<String, Bool>] = [
    Case("/products/special", true), Case("/products/special/", true),
    Case("/products/special/1", true), Case("/products/special?x=1", true),
    Case("/products/speci%61l", true), Case("/products/specials", false),
    Case("/products/specify", false), Case("/products/spec", false), Case("/products", false),
    Case("/products/", false), Case("/products?/special", false), Case("/products/Special", false),
    Case("myapp://products/special/1", true), Case("myapp://products/specify", false),
    Case("myapp://products", false), Case("myapp://PRODUCTS/special", true),
    Case("myapp://PRODUCTS/specify", false), Case("https://example.com/products/special", true),
    Case("https://example.com/products/specify", false),
  ]

  @Test(
    "A long path is guarded, and what is below it, but none that only begins like it",
    arguments: longRows)
  func longPaths(row: Case<String, Bool>) async throws {
    let isAsked = try await isAsked(
      under: "/products/special", about: row.given, rules: MatchingRules(), isMounted: false)
    #expect(isAsked == row.expected)
  }

  static nonisolated let spelledRows: [Case<(RoutePattern, String), Bool>] = [
    Case(("/a+b", "/a+b/c"), true), Case(("/a+b", "/a%2Bb"), true), Case(("/a+b", "/a%20b"), false),
    Case(("/a%3Fb", "/a%3Fb"), true), Case(("/a%3Fb", "/a?b"), false),
    Case(("/a%23b/c", "/a%23b/c"), true), Case(("/a%23b/c", "/a#b/c"), false),
    Case(("/caf\u{E9}", "/caf\u{E9}/x"), true), Case(("/caf\u{E9}", "/caf%C3%A9"), true),
    Case(("/caf\u{E9}", "/cafe"), false), Case(("/a%2561", "/a%61"), false),
    Case(("/a%2561", "/a%2561"), true), Case(("/%23b", "myapp://a#b"), false),
  ]

  @Test(
    "A guarded path may have any characters, and ends where the URL's path ends",
    arguments: spelledRows)
  func anyCharacters(row: Case<(RoutePattern, String), Bool>) async throws {
    let isAsked = try await isAsked(
      under: row.given.0, about: row.given.1, rules: MatchingRules(), isMounted: false)
    #expect(isAsked == row.expected)
  }

  @Test("A module that is mounted reads a host as it does alone", arguments: [false, true])
  func hostsOfMountedModules(isMounted: Bool) async throws {
    let app = Wireframe<Screen>(sources: ["myapp:"], limits: .none)
    let module = Wireframe<Screen>(sources: ["myapp:"], limits: .none)
    var seen: [String] = []
    for pattern: RoutePattern in ["/cart", "/:code", "/Promo/:id", "/:size<s|l>/x"] {
      try module.handle(pattern) { seen.append("\(pattern) \($0.path.joined(separator: "/"))") }
    }
    if isMounted { try app.mount(module, at: "/shop") }
    for url in ["myapp://CART", "myapp://SPRING24", "myapp://Promo/A", "myapp://S/x"] {
      try await module.route(to: url)
    }
    let first = isMounted ? "/cart cart" : "/cart CART"
    let last = isMounted ? "/:size<s|l>/x s/x" : "/:size<s|l>/x S/x"
    #expect(seen == [first, "/:code SPRING24", "/Promo/:id Promo/A", last])
  }

  static nonisolated let removedRows: [Case<[RoutePattern], RoutePattern>] = [
    Case(["/CART/x", "/cart", "/other"], "/cart"),
    Case(["/:a<CART|BASKET>/x", "/cart", "/other"], "/cart"),
    Case(["/:a<CART|BASKET>?", "/cart", "/other"], "/cart"),
    Case(["/CART/x", "/cart", "/:a<red|green>"], "/cart"),
    Case(["/CART/x", "/cart", "/:code"], "/cart"),
    Case(["/CART/x", "/cart", "/CART"], "/CART"),
    Case(["/CART/x", "/cart/y", "/:a<CART|BASKET>"], "/:a<CART|BASKET>"),
    Case(["/CART/x", "/cart/y", "/:a<CART|BASKET>?"], "/:a<CART|BASKET>?"),
  ]

  @Test(
    "What a module has removed does not change how it reads a host",
    arguments: removedRows, [false, true])
  func hostAfterRemoval(row: Case<[RoutePattern], RoutePattern>, isMounted: Bool) async throws {
    let app = Wireframe<Screen>(sources: ["myapp:"], limits: .none)
    let module = Wireframe<Screen>(sources: ["myapp:"], limits: .none)
    var seen: [RoutePattern] = []
    let registrations = try row.given.map { pattern in
      try module.handle(pattern) { _ in seen.append(pattern) }
    }
    registrations[0].remove()
    if isMounted { try app.mount(module, at: "/shop") }
    try await module.route(to: "myapp://CART")
    #expect(seen == [row.expected])
  }
}
