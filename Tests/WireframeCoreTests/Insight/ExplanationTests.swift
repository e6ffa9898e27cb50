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

  @Test("What wins, and what matches without winning, is what the table says", arguments: 1...40)
  func agreement(seed: Int) throws {
    var generator = RouteGenerator(seed: UInt64(seed))
    let table = try generator.table(of: 12)
    let wireframe = Wireframe<Screen>(sources: RouteGenerator.sources)
    try wireframe.add(type: RouteGenerator.appType)
    for pattern in table.patterns { try wireframe.register(pattern) { _ in nil } }
    for _ in 0..<50 {
      let url = generator.url(for: table).text
      let explanation = wireframe.explain(url)
      let winner = table.match(url).matched?.pattern
      #expect(explanation.candidates.first { $0.verdict == .wins }?.pattern == winner, "\(url)")
      #expect(explanation.candidates.count <= 7)
      for candidate in explanation.candidates {
        var alone = RouteTable<Void>(sources: RouteGenerator.sources)
        try alone.add(type: RouteGenerator.appType)
        try alone.insert((), for: candidate.pattern)
        let matchesAlone = alone.match(url).matched != nil
        let saysSo =
          switch candidate.verdict {
          case .wins, .outranked: true
          default: false
          }
        #expect(matchesAlone == saysSo, "\(url) \(candidate)")
      }
    }
  }

  @Test("An explanation holds no value of the URL, however it is printed")
  func values() throws {
    for url in [
      "/products/secret", "/size/secret", "/cart/secret", "secret://secret", "/a/secret//",
    ] {
      for text in allTexts(of: try shop().explain(url)) {
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

  @Test("The routes of a wireframe are values, those of modules with their path, and survive JSON")
  func routes() throws {
    let wireframe = try shop()
    let orders = Wireframe<Screen>()
    try orders.register("/:id<int>", option: .modal, tags: ["b", "a"]) { _ in nil }
    try orders.handle("/archive") { _ in }
    try wireframe.register("/late", option: .push, place: .under("/cart", tab: "Cart"))
    try wireframe.mount(orders, at: "/orders")
    let routes = wireframe.routes
    #expect(
      routes.map(\.pattern.text).suffix(3) == ["/late", "/orders/:id<int>", "/orders/archive"])
    #expect(routes.map(\.target).suffix(3) == [.addedProviders, .provider, .handler])
    #expect(routes.map(\.module).suffix(3) == [nil, "/orders", "/orders"])
    #expect(routes.map(\.option).suffix(3) == ["Push", "Modal", nil])
    #expect(routes.first { $0.pattern == "/late" }?.parent == "/cart")
    #expect(routes.first { $0.pattern == "/late" }?.tab == "Cart")
    #expect(routes.first { $0.source != nil }?.source == "shop:")
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
