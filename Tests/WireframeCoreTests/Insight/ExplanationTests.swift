import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeInsight

/// What a wireframe says about its table, and about a URL.
@MainActor
struct ExplanationTests {
  private func shop() throws -> Wireframe<Screen> {
    let wireframe = Wireframe<Screen>(
      sources: ["shop:", "https://shop.example.com"],
      rules: MatchingRules(distinguishesTrailingSlash: true))
    let all: [RoutePattern] = [
      "/products/:id<int>", "/products/new", "/products/:name", "/help/*topic", "/size/:size<S|M>",
      "/cart", "/folder/", "shop://only/here",
    ]
    for pattern in all { try wireframe.register(pattern, exposure: .external) { _ in nil } }
    try wireframe.register("/admin", exposure: .only(.universalLink)) { _ in nil }
    return wireframe
  }

  @Test(
    "An explanation names what matches, what is outranked, and where a pattern parts from the URL",
    arguments: [
      TextCase(
        "/products/new",
        """
        '/products/new' matches.
          '/products/new': wins
          '/products/:name': matches, but '/products/new' is more specific
          '/products/:id<int>': segment 2 is not 'int'
        """),
      TextCase(
        "shop://products/42",
        """
        '/products/:id<int>' matches.
          '/products/:id<int>': wins
          '/products/:name': matches, but '/products/:id<int>' is more specific
        """),
      TextCase(
        "/size/XL",
        """
        No route matches '/size/…'. Did you mean '/size/:size<S|M>'? Segment 2 is not of type 'S|M'.
          '/size/:size<S|M>': segment 2 is not 'S|M'
        """),
      TextCase(
        "/Cart",
        """
        No route matches '/Cart'. Did you mean '/cart'? Segment 1 differs only in letter case.
          '/cart': segment 1 differs only in letter case
        """),
      TextCase(
        "/help/a%2Fb",
        """
        No route matches '/help/…'. Did you mean '/help/*topic'? Segment 2 has an encoded slash, which a \
        catch-all does not take.
          '/help/*topic': segment 2 has an encoded slash, which a catch-all does not take
        """),
      TextCase(
        "/cart/",
        """
        No route matches '/cart'. Did you mean '/cart'? Only the slash at the end differs.
          '/cart': only the slash at the end differs
        """),
      TextCase(
        "/help",
        """
        No route matches '/help'. Did you mean '/help/*topic'?
          '/help/*topic': segment 2 is missing: *topic
        """),
      TextCase(
        "/cart/secret",
        """
        No route matches '/cart/…'. Did you mean '/cart'?
          '/cart': ends before segment 2
        """),
      TextCase(
        "https://shop.example.com/only/here",
        """
        No route matches '/only/here'. Did you mean 'shop://only/here'?
          'shop://only/here': is bound to 'shop:'
        """),
      TextCase(
        "/a//b",
        "The URL was refused: the path has an empty segment at byte 3. Write one '/' between segments."
      ),
      TextCase(
        "shp://cart",
        "The URL is foreign: its scheme or origin is none of 'shop:', 'https://shop.example.com'. "
          + "Declare it among the wireframe's sources, or hand the URL to the system. "
          + "Did you mean 'shop:'?"),
      TextCase(
        "https://www.shop.example.com/cart",
        "The URL is foreign: its scheme or origin is none of 'shop:', 'https://shop.example.com'. "
          + "Declare it among the wireframe's sources, or hand the URL to the system. "
          + "Did you mean 'https://shop.example.com'?"),
    ])
  func texts(row: TextCase) throws {
    #expect("\(try shop().explain(row.given))" == row.expected)
  }

  @Test("A link is explained as it would be opened: a path is refused, a closed route says so")
  func links() throws {
    let wireframe = try shop()
    guard case .refused(let refusal) = wireframe.explain("/cart", origin: .customScheme).outcome
    else {
      Issue.record("a path from outside")
      return
    }
    #expect(refusal.reason == .pathFromOutside)
    let closed = wireframe.explain("shop://admin", origin: .universalLink)
    guard case .notExposed(let pattern, let exposure) = closed.outcome else {
      Issue.record("a closed route")
      return
    }
    #expect(pattern == "/admin" && exposure == .only(.universalLink))
    #expect(closed.origin == .customScheme)
    #expect("\(closed)".hasPrefix("The route '/admin' is not open to "))
  }

  @Test(
    "I2: only the slash at the end differs where nothing else does, and it counts for the pattern")
  func slashes() throws {
    let wireframe = Wireframe<Screen>(
      sources: ["shop:", "https://shop.example.com"],
      rules: MatchingRules(distinguishesTrailingSlash: true))
    for pattern: RoutePattern in [
      "/cart", "/:page/", "/*rest", "/cart/:item?", "shop://cart/", "/bag/*rest?", "/bag/",
    ] {
      try wireframe.register(pattern) { _ in nil }
    }
    #expect(
      "\(wireframe.explain("/cart/"))" == """
        '/:page/' matches.
          '/:page/': wins
          '/*rest': matches, but '/:page/' is more specific
          '/cart': only the slash at the end differs
          '/cart/:item?': only the slash at the end differs
          'shop://cart/': is bound to 'shop:'
        """)
    #expect(
      "\(wireframe.explain("/bag"))" == """
        '/bag/*rest?' matches.
          '/bag/*rest?': wins
          '/*rest': matches, but '/bag/*rest?' is more specific
          '/:page/': only the slash at the end differs
          '/bag/': only the slash at the end differs
        """)
  }

  @Test(
    "I2: an error names the slash only if nothing else keeps the URL from the pattern",
    arguments: [
      ("shop://cart", "shop://cart/", true), ("shop://cart", "SHOP:///cart/", true),
      ("shop://cart", "/cart/", false), ("shop://cart", "https://shop.example.com/cart/", false),
      ("https://shop.example.com/cart", "https://shop.example.com/cart/", true),
      ("https://shop.example.com/cart", "HTTPS://Shop.example.com/cart/?a=1", true),
      ("https://shop.example.com/cart", "https://shop.example.com:8443/cart/", false),
      ("https://shop.example.com/cart", "shop://cart/", false),
    ])
  func slashesInErrors(pattern: RoutePattern, url: String, isNamed: Bool) throws {
    let wireframe = Wireframe<Screen>(
      sources: ["shop:", "https://shop.example.com", "https://shop.example.com:8443"],
      rules: MatchingRules(distinguishesTrailingSlash: true))
    try wireframe.register(pattern) { _ in nil }
    let start = "No route matches '/cart'. Did you mean '\(pattern)'?"
    let end = isNamed ? " Only the slash at the end differs." : ""
    #expect("\(wireframe.explain(url))".hasPrefix(start + end + "\n"))
  }

  @Test("I2: of several segments in another letter case the first is named")
  func firstInOtherCase() throws {
    let wireframe = Wireframe<Screen>()
    try wireframe.register("/my/accounts/today") { _ in nil }
    let candidate = try #require(wireframe.explain("/my/ACCOUNTS/TODAY").candidates.first)
    #expect("\(candidate)".hasSuffix("': segment 2 differs only in letter case"))
  }

  @Test(
    "I2: beside three near patterns none that is farther is named, in any order of registration",
    arguments: [("/cars", 3), ("/carts", 4)], [false, true])
  func farther(third: (pattern: RoutePattern, count: Int), isReversed: Bool) throws {
    let wireframe = Wireframe<Screen>()
    let all: [RoutePattern] = ["/card", "/care", third.pattern, "/:id<int>"]
    for pattern in isReversed ? all.reversed() : all {
      try wireframe.register(pattern) { _ in nil }
    }
    let near = wireframe.explain("/carx").candidates.map(\.pattern)
    #expect(Set(near) == Set(all.prefix(third.count)))
  }

  /// The verdicts that came up: a generator that reaches only one proves nothing.
  private final class Tally {
    var verdicts: Set<Verdict.Kind> = []
    var count = 0
  }

  @Test("I2: a type compares with case where the table ignores it, and the reason says so")
  func typesUnderIgnoredCase() throws {
    let wireframe = Wireframe<Screen>(rules: MatchingRules(ignoresCase: true))
    try wireframe.register("/flag/:on<bool>") { _ in nil }
    #expect(
      "\(wireframe.explain("/Flag/TRUE"))" == """
        No route matches '/Flag/…'. Did you mean '/flag/:on<bool>'? Segment 2 is not of type 'bool'.
          '/flag/:on<bool>': segment 2 is not 'bool'
        """)
  }

  @Test("I2: each verdict is what a table of that pattern alone says of the URL")
  func verdicts() throws {
    let tally = Tally()
    for seed in 1...(Load.isFull ? 500 : 6) {
      for rules in [
        MatchingRules(), MatchingRules(distinguishesTrailingSlash: true),
        MatchingRules(ignoresCase: true),
        MatchingRules(ignoresCase: true, distinguishesTrailingSlash: true),
      ] {
        try checkVerdicts(seed, rules, tally)
      }
    }
    #expect(tally.verdicts == Set(Verdict.Kind.allCases), "\(tally.verdicts)")
    #expect(tally.count > (Load.isFull ? 50_000 : 600), "\(tally.count)")
  }

  private func checkVerdicts(_ seed: Int, _ rules: MatchingRules, _ tally: Tally) throws {
    var generator = RouteGenerator(seed: UInt64(seed))
    let table = try generator.table(of: 12, rules: rules)
    let wireframe = Wireframe<Screen>(sources: RouteGenerator.sources, rules: rules)
    try wireframe.add(type: RouteGenerator.appType)
    for pattern in table.patterns { try wireframe.register(pattern) { _ in nil } }
    for _ in 1...12 {
      let url =
        generator.random.oneIn(2) ? generator.url(for: table) : generator.misspeltURL(for: table)
      let explanation = wireframe.explain(url.text)
      let winner = table.match(url.text).matched?.pattern
      var winners: [RoutePattern] = []
      #expect(explanation.candidates.count <= 7)
      for candidate in explanation.candidates {
        tally.count += 1
        let verdict = try #require(Verdict(of: candidate), "\(candidate)")
        tally.verdicts.insert(verdict.kind)
        if verdict.kind == .wins { winners.append(candidate.pattern) }
        #expect(
          try holds(verdict, on: candidate.pattern, of: url, rules, winner),
          "seed \(seed), \(url.text), \(candidate), \(rules), \(table.patterns.map(\.text))")
      }
      #expect(winners == [winner].compactMap(\.self), "\(url)")
    }
  }

  /// What a candidate's text says.
  private struct Verdict {
    /// The kinds, by the words with which they begin.
    enum Kind: String, CaseIterable {
      case wins
      case outranked = "matches, but "
      case differs = "is not "
      case letterCase = "differs only in letter case"
      case tooShort = "is missing: "
      case tooLong = "ends before segment "
      case encodedSlash = "has an encoded slash"
      case trailingSlash = "only the slash at the end differs"
      case source = "is bound to "
    }

    let kind: Kind
    /// The segment, counted from 1; 0 if the text names none.
    let segment: Int
    /// What follows the words.
    let rest: String

    init?(of candidate: RouteExplanation.Candidate) {
      var text = "\(candidate)".dropFirst("'\(candidate.pattern)': ".escaped.count)
      var segment = 0
      if text.hasPrefix("segment ") {
        text = text.dropFirst("segment ".count)
        segment = Int(text.prefix(while: \.isNumber)) ?? 0
        text = text.drop(while: \.isNumber).dropFirst()
      }
      guard let kind = Kind.allCases.first(where: { text.hasPrefix($0.rawValue) }) else {
        return nil
      }
      self.kind = kind
      rest = String(text.dropFirst(kind.rawValue.count))
      self.segment = kind == .tooLong ? Int(rest) ?? 0 : segment
    }
  }

  /// Whether a verdict is true, by tables of the pattern alone and by the naive matcher.
  private func holds(
    _ verdict: Verdict, on pattern: RoutePattern, of url: RouteGenerator.URL,
    _ rules: MatchingRules, _ winner: RoutePattern?
  ) throws -> Bool {
    let parts = pattern.segments
    let path = "/" + parts.map(\.description).joined(separator: "/")
    func matches(_ pattern: RoutePattern, anySlash: Bool = false, anyCase: Bool = false) throws
      -> Bool
    {
      var rules = rules
      if anySlash { rules.distinguishesTrailingSlash = false }
      if anyCase { rules.ignoresCase = true }
      var alone = RouteTable<Void>(sources: RouteGenerator.sources, rules: rules)
      try alone.add(type: RouteGenerator.appType)
      try alone.insert((), for: pattern)
      return alone.match(url.text).matched != nil
    }
    let matchesAlone = try matches(pattern)
    let matchesButForSlash = try matches(pattern, anySlash: true)
    let matchesByPath = try matches(RoutePattern(path), anySlash: true)
    func begins(_ count: Int, _ rules: MatchingRules) -> Bool {
      NaiveMatcher(patterns: [], rules: rules).matches(
        parts.prefix(count), url.segments.prefix(count), hasHost: url.hasHost)
    }
    let (texts, segment, rest) = (url.segments, verdict.segment, verdict.rest)
    switch verdict.kind {
    case .wins: return matchesAlone && pattern == winner
    case .outranked:
      return matchesAlone && pattern != winner
        && winner.map { rest == "'\($0)' is more specific".escaped } == true
    case .trailingSlash: return !matchesAlone && matchesButForSlash
    case .source:
      return !matchesButForSlash && matchesByPath && pattern.source != url.source
        && pattern.source.map { rest == "'\($0)'" } == true
    case .letterCase:
      return try !matchesByPath && matches(RoutePattern(path), anySlash: true, anyCase: true)
        && begins(segment - 1, rules) && !begins(segment, rules)
    case .differs:
      return !matchesByPath && begins(segment - 1, MatchingRules(ignoresCase: true))
        && !begins(segment, rules)
    case .tooShort:
      return !matchesByPath && texts.count == segment - 1
        && rest == parts[segment - 1].description.escaped
    case .tooLong:
      return !matchesByPath && parts.count == segment - 1 && texts.count >= segment
    case .encodedSlash:
      return !matchesByPath && texts[segment - 1].contains { "/\\".contains($0) }
        && segment >= parts.count
    }
  }

  @Test("An explanation holds no value of the URL, however it is printed")
  func values() throws {
    for url in [
      "/products/secret", "/size/secret", "/cart/secret", "secret://secret", "/a/secret//",
    ] {
      let explanation = try shop().explain(url)
      for text in allTexts(of: explanation) + allTexts(of: explanation.outcome) {
        #expect(!text.contains("secret"), "\(url)")
      }
    }
  }

  @Test("A module's parent is named as it is registered: in the module, or in the app around it")
  func parentsOfModules() throws {
    let wireframe = Wireframe<Screen>()
    let module = Wireframe<Screen>()
    try wireframe.register("/home") { _ in nil }
    try module.register("/list") { _ in nil }
    try module.register("/list/:id", place: .under("/list")) { _ in nil }
    try module.register("/about", place: .under("/home")) { _ in nil }
    try module.register("/lost", place: .under("/nowhere")) { _ in nil }
    try wireframe.mount(module, at: "/module")
    let parents = wireframe.routes.map { "\($0.pattern): \($0.parent.map(\.text) ?? "none")" }
    #expect(
      parents == [
        "/home: none", "/module/list: none", "/module/list/:id: /module/list",
        "/module/about: /home", "/module/lost: /module/nowhere",
      ])
  }

  @Test(
    "A route of a module in a module has the whole path of its module, and what it does there",
    arguments: [
      (nil, nil, "/"), ("/outer", nil, "/outer"), (nil, "/inner", "/inner"),
      ("/outer", "/inner", "/outer/inner"), ("/outer/", "/inner/", "/outer/inner"),
    ] as [(RoutePattern?, RoutePattern?, String)])
  func nested(outer: RoutePattern?, inner: RoutePattern?, path: String) throws {
    let (wireframe, module, nested) = (
      Wireframe<Screen>(), Wireframe<Screen>(), Wireframe<Screen>()
    )
    try nested.register("/late", option: .push)
    try nested.register("/list") { _ in nil }
    try nested.handle("/go") { _ in }
    try module.mount(nested, at: inner)
    try wireframe.mount(module, at: outer)
    #expect(wireframe.routes.map(\.module) == [path, path, path])
    #expect(wireframe.routes.map(\.target) == [.addedProviders, .provider, .handler])
  }

  @Test("The routes of a wireframe are values, those of modules with their path, and survive JSON")
  func routes() throws {
    let wireframe = try shop()
    let orders = Wireframe<Screen>()
    try orders.register("/:id<int>", option: .modal, tags: ["b", "a"]) { _ in nil }
    try orders.handle("/archive") { _ in }
    try wireframe.register("/late", option: .push, place: .under("/cart", tab: "Cart"))
    try wireframe.mount(orders, at: "/orders")
    let typed = try wireframe.register(FindProducts.self) { _ in nil }
    #expect(wireframe.routes.last?.type == "FindProducts")
    let withType = try JSONEncoder().encode(wireframe.routes)
    #expect(try JSONDecoder().decode([RegisteredRoute].self, from: withType) == wireframe.routes)
    typed.remove()
    let routes = wireframe.routes
    #expect(
      routes.map(\.pattern.text).suffix(3) == ["/late", "/orders/:id<int>", "/orders/archive"])
    #expect(routes.map(\.target).suffix(3) == [.addedProviders, .provider, .handler])
    #expect(routes.map(\.module).suffix(3) == [nil, "/orders", "/orders"])
    #expect(routes.map(\.option).suffix(3) == ["Push", "Modal", nil])
    #expect(routes.first { $0.pattern == "/late" }?.parent == "/cart")
    #expect(routes.first { $0.pattern == "/late" }?.tab == "Cart")
    #expect(routes.compactMap(\.pattern.source).first == "shop:")
    #expect(orders.routes.map(\.pattern) == ["/:id<int>", "/archive"])
    let late = try orders.register("/late", option: .push)
    #expect(wireframe.routes.last?.target == .addedProviders)
    late.remove()
    // A module explains a URL as it knows it.
    guard case .match("/orders/archive") = orders.explain("/archive").outcome else {
      throw Broken(what: "\(orders.explain("/archive"))")
    }
    let data = try JSONEncoder().encode(routes)
    #expect(try JSONDecoder().decode([RegisteredRoute].self, from: data) == routes)
    #expect("\(routes[8])" == "'/admin'  provider  universalLink")
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([RoutePattern].self, from: Data(#"["no pattern"]"#.utf8))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([RouteExposure].self, from: Data(#"["open"]"#.utf8))
    }
  }
}
