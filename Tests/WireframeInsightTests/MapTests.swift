import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeInsight

/// Pictures out of a table: what is in them stays text, whatever a pattern or a tag holds.
@MainActor
struct MapTests {
  private static let hostile: [RoutePattern] = [
    "/%3Cscript%3Ealert(1)", "/:size<S|M>", "/`code`", "/\"quoted\"", "/&amp;", "/--%3E", "/'x'",
    "/caf\u{E9}/\u{202E}x",
  ]

  private func manifest() throws -> RouteManifest {
    let wireframe = Wireframe<Screen>(sources: ["app:", "https://example.com"])
    try wireframe.register("/", option: .root) { _ in nil }
    try wireframe.register("/products", option: .push, tags: ["b", "a"], exposure: .external) { _ in
      nil
    }
    try wireframe.register(
      "/products/:id<int>", option: .push, exposure: .external, place: .under("/products")
    ) { _ in nil }
    try wireframe.register("/login", option: .modal) { _ in nil }
    wireframe.addGate(for: "a", at: "/login") { true }
    return RouteManifest(of: wireframe)
  }

  private func hostileManifest() throws -> RouteManifest {
    let wireframe = Wireframe<Screen>(sources: ["app:"])
    for pattern in Self.hostile {
      try wireframe.register(
        pattern, tags: ["</li>'\"", "a\u{2028}b"], place: .init(tab: "\"><img src=x>")
      ) {
        _ in nil
      }
    }
    wireframe.addGate(for: "</li>'\"", at: "/S") { true }
    return RouteManifest(of: wireframe)
  }

  @Test("The tab that a route's option names is on the maps, unless its place names another one")
  func tabs() throws {
    let wireframe = Wireframe<Screen>()
    try wireframe.register("/a", option: .tab("A")) { _ in nil }
    try wireframe.register("/b", option: .tab("B"), place: .tab("C")) { _ in nil }
    #expect(wireframe.routes.map(\.tab) == ["A", "C"])
    let manifest = RouteManifest(of: wireframe)
    #expect(manifest.markdown.contains("| A |  |") && manifest.markdown.contains("| C |  |"))
    #expect(manifest.html().contains("<dt>Tab</dt><dd>A</dd>"))
  }

  @Test("The Markdown table has a row a route")
  func markdown() throws {
    #expect(
      try manifest().markdown == """
        | Pattern | Option | Exposure | Tags | Guards | Parent | Tab | Module |
        | --- | --- | --- | --- | --- | --- | --- | --- |
        | `/` | Root | closed |  |  |  |  |  |
        | `/login` | Modal | closed |  |  |  |  |  |
        | `/products` | Push | external | `a`, `b` | the gate for 'a' |  |  |  |
        | `/products/:id<int>` | Push | external |  |  | `/products` |  |  |

        """)
    let lines = try hostileManifest().markdown.split(separator: "\n")
    #expect(lines.count == Self.hostile.count + 2)
    for line in lines {
      #expect(line.replacing("\\|", with: "").filter { $0 == "|" }.count == 9, "\(line)")
    }
  }

  @Test(
    "I5: a Markdown table shows what apps write as text: no element, no link, no end of a cell or of code"
  )
  func hostileMarkdown() throws {
    let wireframe = Wireframe<Screen>(sources: ["app:"])
    try wireframe.register(
      "/a", tags: ["``x`<b>", "a\\|b", "c|d"], exposure: .only("<img src=x>"),
      place: .init(tab: "<b>[x](javascript:y)\u{301}|*")
    ) { _ in nil }
    wireframe.addGate(for: "c|d", at: "/_gate_") { true }
    let cells = [
      "`/a`", "provider", "&lt;img src=x&gt;", #"``` ``x`<b> ```, a\\\|b, `c\|d`"#,
      #"the gate for 'c\|d'"#, "", #"&lt;b&gt;\[x\](javascript:y)"# + "\u{301}" + #"\|\*"#, "",
    ]
    let module = Wireframe<Screen>()
    try module.register("/z") { _ in nil }
    try wireframe.mount(module, at: "/_m_[x]")
    let rows = RouteManifest(of: wireframe).markdown.split(separator: "\n")
    #expect(rows.contains("| \(cells.joined(separator: " | ")) |"))
    #expect(rows.contains { $0.hasSuffix(#"| /\_m\_\[x\] |"#) }, "\(rows)")
  }

  @Test(
    "I5: a Markdown table shows an address as text: no link",
    arguments: [
      Case("www.example.com", #"www\.example.com"#),
      Case("https://example.com", #"https\://example.com"#),
    ])
  func addresses(row: Case<String, String>) throws {
    let wireframe = Wireframe<Screen>()
    try wireframe.register("/a", place: .tab(row.given)) { _ in nil }
    #expect(RouteManifest(of: wireframe).markdown.contains("| \(row.expected) |"))
  }

  @Test("The Mermaid flowchart has a node a route, edges by path, and the gates")
  func mermaid() throws {
    #expect(
      try manifest().mermaid == """
        flowchart LR
          r0["/"]
          r1["/login"]
          r2(["/products"])
          r3(["/products/:id#60;int#62;"])
          r0 --> r1
          r0 --> r2
          r2 --> r3
          g0{{"the gate for 'a'"}}
          g0 -.-> r1
          r2 -.- g0

        """)
  }

  @Test("The Mermaid flowchart puts a module's gate before the routes of the module only")
  func gateOfModule() throws {
    let (app, module) = (Wireframe<Screen>(), Wireframe<Screen>())
    for wireframe in [app, module] {
      try wireframe.register("/admin", tags: ["login"]) { _ in nil }
    }
    try module.register("/login") { _ in nil }
    module.addGate(for: "login", at: "/login") { true }
    try app.mount(module, at: "/shop")
    #expect(
      RouteManifest(of: app).mermaid == """
        flowchart LR
          r0["/admin"]
          r1["/shop/admin"]
          r2["/shop/login"]
          g0{{"the gate for 'login'"}}
          g0 -.-> r2
          r1 -.- g0

        """)
  }

  @Test("On the flowchart, of two gates of one name a module's is before the module's routes only")
  func gatesOfOneName() throws {
    let (app, module) = (Wireframe<Screen>(), Wireframe<Screen>())
    for wireframe in [app, module] {
      try wireframe.register("/admin", tags: ["login"]) { _ in nil }
      try wireframe.register("/login") { _ in nil }
      wireframe.addGate(for: "login", at: "/login") { true }
    }
    try app.mount(module, at: "/shop")
    let manifest = try RouteManifest(json: RouteManifest(of: app).json)
    let edges = manifest.mermaid.matches(of: /(r[0-9]) -\.- (g[0-9])/).map { "\($0.1) \($0.2)" }
    // The third route is the module's '/admin', before which both gates are.
    #expect(edges == ["r0 g0", "r2 g0", "r2 g1"])
  }

  @Test(
    "A route hangs on the longest route above it, of its own source, in the map and on the page")
  func parents() throws {
    let wireframe = Wireframe<Screen>(sources: ["app:", "https://example.com"])
    for pattern in ["/", "/a", "/a/:b", "/a/:b/c/d", "app:/a", "app:/a/:b/e"] as [RoutePattern] {
      try wireframe.register(pattern) { _ in nil }
    }
    let manifest = RouteManifest(of: wireframe)
    let names = manifest.routes.map { "\($0.pattern)" }
    let edges = manifest.mermaid.matches(of: /r([0-9]+) --> r([0-9]+)/).map {
      "\(names[Int($0.1) ?? 0]) → \(names[Int($0.2) ?? 0])"
    }
    #expect(
      edges.sorted() == [
        "/ → /a", "/a → /a/:b", "/a/:b → /a/:b/c/d", "app:/a → app:/a/:b/e",
      ])
    let depths = manifest.html().matches(
      of: /--depth:([0-9]+)"[^>]*><details><summary><code>([^<]+)/)
    #expect(
      Dictionary(uniqueKeysWithValues: depths.map { (String($0.2), String($0.1)) }) == [
        "/": "0", "/a": "1", "/a/:b": "2", "/a/:b/c/d": "3", "app:/a": "0", "app:/a/:b/e": "1",
      ])
  }

  @Test("Each line of a flowchart is one statement of Mermaid's grammar, whatever is in it")
  func mermaidGrammar() throws {
    let label = "\"(?:[\\p{L}\\p{M}0-9 /:.,\\-_'?*]|#[0-9]+;)+\""
    let statement = try Regex(
      "flowchart LR|  [rg][0-9]+(?:\\[\(label)\\]|\\(\\[\(label)\\]\\)|\\{\\{\(label)\\}\\})"
        + "|  [rg][0-9]+ (?:-->|-\\.->|-\\.-) [rg][0-9]+")
    for manifest in [try manifest(), try hostileManifest()] {
      for line in manifest.mermaid.split(separator: "\n") {
        #expect(line.wholeMatch(of: statement) != nil, "\(line)")
      }
    }
  }

  @Test("The page loads nothing, and has each pattern as contiguous text")
  func page() throws {
    for manifest in [try manifest(), try hostileManifest()] {
      let html = manifest.html(title: "<Shop>")
      #expect(html.matches(of: /<(?:img|link|iframe|object|embed|a)\b/).isEmpty)
      #expect(html.matches(of: /(?:src|href)\s*=\s*"/).isEmpty)
      #expect(html.matches(of: /<script>/).count == 1)
      #expect(html.matches(of: /<li\b/).count == html.matches(of: /<\/li>/).count)
      #expect(!html.contains("<S|M>"))
      #expect(html.contains("<title>&lt;Shop&gt;</title>"))
      for route in manifest.routes {
        let text = "\(route.pattern)".replacing("&", with: "&amp;").replacing(
          "<", with: "&lt;"
        )
        .replacing(">", with: "&gt;").replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
        #expect(html.contains("<code>\(text)</code>"), "\(text)")
      }
      #expect(
        Hostile.scalars(in: html.replacing("\n", with: "").replacing("\t", with: "")).isEmpty)
    }
  }

  @Test("The page of a thousand routes is smaller than a megabyte")
  func size() throws {
    let wireframe = Wireframe<Screen>(sources: ["app:"])
    for number in 0..<1_000 {
      try wireframe.register(
        RoutePattern("/module\(number / 40)/section\(number)/:id<int>/details"), option: .push,
        tags: ["requires-login", "beta"], exposure: .external
      ) { _ in nil }
    }
    wireframe.observe(tag: "beta") { _ in .proceed }
    let html = RouteManifest(of: wireframe).html()
    #expect(html.utf8.count < 1_000_000)
    print("HTML of 1,000 routes: \(html.utf8.count) bytes")
  }
}
