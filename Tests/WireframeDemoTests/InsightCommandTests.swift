import Foundation
import TestSupport
import Testing

/// `explain`, `plan`, `map`, `audit`, `check-links` and `association`, run as processes.
@Suite(.hangsNever) struct InsightCommandTests {
  private static let urls =
    (TableRow.all + TableRow.variants).map(\.url) + [
      "", "tel:1", "/product/42?a=1", "/products/%2E%2E/cart", "/wallet",
      "/wallet/payees/3/transfer",
      "https://shop.example.com/help/a", "myshop://cart",
      "https://shop.example.com/wallet/payees/1/transfer",
      "/gate/login", "/help",
    ]

  private static func object(_ text: String) throws -> [String: NSObject] {
    try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: NSObject])
  }

  private static let flags = [
    [], ["--signed-in"], ["--external"], ["--external", "--signed-in"],
  ]

  /// Each URL with all flags at full size, otherwise every fourth with one of them.
  @Test(arguments: Array(flags.enumerated()))
  func `a plan says what route says for the same flags and URL on a fresh start`(
    number: Int, flags: [String]
  ) throws {
    for (index, url) in Self.urls.enumerated() where Load.isFull || index % 16 == number {
      let plan = try DemoRun(["plan", "--json"] + flags + ["--", url])
      let route = try DemoRun(["route", "--json"] + flags + ["--", url])
      var (planned, routed) = (try Self.object(plan.output), try Self.object(route.output))
      let landing = try #require(planned.removeValue(forKey: "landing") as? [NSObject])
      routed["screen"] = nil
      let tree = try #require(routed.removeValue(forKey: "tree") as? [String])
      #expect(planned == routed, "\(url)")
      #expect(plan.status == route.status, "\(url)")
      #expect(landing.count == tree.count, "\(url)")
    }
  }

  @Test func `a plan has the keys of route in their order, with landing at the end`() throws {
    let run = try DemoRun(["plan", "--json", "--signed-in", "/account/orders"])
    #expect(
      run.output == #"{"url":"/account/orders","outcome":"presented","code":null,"message":null,"#
        + #""pattern":"/account/:section<orders|addresses|payment>?","finalURL":"/account/orders","#
        + #""redirects":[],"values":{"section":"orders"},"query":[],"option":"push","#
        + #""landing":["/","/account/:section<orders|addresses|payment>?"]}"# + "\n")
  }

  @Test func `a link lands in a plan where it lands in a routing, parents included`() throws {
    let url = "https://shop.example.com/products/1/reviews"
    let plan = try Self.object(try DemoRun(["plan", "--json", "--external", url]).output)
    #expect(
      plan["landing"] as? [String] == [
        "/", "/products", "/products/:id<int>", "/products/:id<int>/reviews",
      ])
  }

  @Test func `without JSON a plan is read by a person`() throws {
    let run = try DemoRun(["plan", "/checkout"])
    #expect(
      run.output == """
        /checkout
          the closure observer of 'requires-login' on '/checkout': redirect to a
            request of the app
          option: Modal, by the route
          presenter: ModalPresenter
          first provider: the route's closure
          would be presented: '/access-denied'
          on screen: '/' › '/access-denied'

        """)
  }

  @Test func `explain says what keeps each pattern from a URL`() throws {
    let run = try DemoRun(["explain", "/products/x"])
    #expect(
      run.output == """
        No route matches '/products/…'. Did you mean '/products' or
          '/products/:id<int>'? Segment 2 is not of type 'int'.
          '/products': ends before segment 2
          '/products/:id<int>': segment 2 is not 'int'

        """)
    #expect(run.status == 0 && run.errors == "")
  }

  @Test func `audit warns of what is exposed without a guard, and finds no error`() throws {
    let run = try DemoRun(["audit"])
    #expect(run.status == 0)
    let findings = run.lines.filter { !$0.hasPrefix(" ") }
    #expect(findings.count == 6)
    #expect(findings.allSatisfy { $0.hasPrefix("warning: unguarded: ") })
    #expect(run.lines.allSatisfy { $0.count <= 80 })
  }

  private static func file(_ text: String) throws -> URL {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).txt")
    try Data(text.utf8).write(to: file)
    return file
  }

  @Test func `check-links prints each link as written there, and what becomes of it`() throws {
    let file = try Self.file(
      "https://shop.example.com/products/1?x=%41\r\n\nmyshop://wallet/payees/3/transfer\nmyshop://nothing\n"
    )
    defer { try? FileManager.default.removeItem(at: file) }
    let run = try DemoRun(["check-links", file.path])
    #expect(
      run.output == """
        https://shop.example.com/products/1?x=%41
          opens '/products/:id<int>'
        myshop://wallet/payees/3/transfer
          opens '/gate/login', redirected from '/wallet/payees/:id<int>/transfer'
        myshop://nothing
          dead: noRoute: No route matches '/…'. Register a pattern for it.

        """)
    #expect(run.status == 1)
    let pushed = try Self.file(
      "notification myshop://products/1\nnotification https://shop.example.com/nothing\nnotification myshop://cart"
    )
    defer { try? FileManager.default.removeItem(at: pushed) }
    let pushedRun = try DemoRun(["check-links", pushed.path])
    #expect(
      pushedRun.output == """
        notification myshop://products/1
          opens '/products/:id<int>'
        notification https://shop.example.com/nothing
          dead: noRoute: No route matches '/…'. Register a pattern for it.
        notification myshop://cart
          dead: notExposed: The route '/cart' is not open to links in notifications.
            The call named this origin. The route's exposure is: closed. To open it to
            such links, register it with 'exposure: .only(.notification)'.

        """)
    let good = try Self.file("https://shop.example.com/products/1")
    defer { try? FileManager.default.removeItem(at: good) }
    #expect(try DemoRun(["check-links", good.path]).status == 0)
    let marked = try Self.file("\u{FEFF}https://shop.example.com/products/1\rmyshop://a\u{2028}b")
    defer { try? FileManager.default.removeItem(at: marked) }
    let others = try DemoRun(["check-links", marked.path])
    #expect(others.output.hasPrefix("https://shop.example.com/products/1\n  opens"))
    #expect(others.output.contains("\nmyshop://a\\u{2028}b\n  dead: "))
    // A space before a link is the link's, as it is where it is routed to.
    let spaced = try Self.file(" myshop://products/1")
    defer { try? FileManager.default.removeItem(at: spaced) }
    let spacedRun = try DemoRun(["check-links", spaced.path])
    #expect(spacedRun.output.contains("a raw space is at byte 0") && spacedRun.status == 1)
    let binary = try Self.file("")
    defer { try? FileManager.default.removeItem(at: binary) }
    try Data([0xFF]).write(to: binary)
    #expect(
      try DemoRun(["check-links", binary.path]).errors
        == "error: The file '\(binary.path)' is not read: found bytes that are not UTF-8; allowed: text in UTF-8.\n"
    )
    let missing = try DemoRun(["check-links", "/nowhere"])
    #expect(missing.errors == "error: The file '/nowhere' cannot be read.\n" && missing.status == 1)
  }

  @Test(arguments: ["markdown", "mermaid", "json", "html"])
  func `map writes each format to a file or to standard output`(format: String) throws {
    let run = try DemoRun(["map", "--format", format])
    let file = try Self.file("")
    defer { try? FileManager.default.removeItem(at: file) }
    let written = try DemoRun(["map", "--output", file.path, "--format", format])
    #expect(written.output == "" && written.status == 0)
    #expect(try String(contentsOf: file, encoding: .utf8) == run.output)
    for row in TableRow.all {
      let texts = [row.pattern, row.pattern.replacing("|", with: "\\|")].flatMap {
        [
          $0, $0.replacing("<", with: "&lt;").replacing(">", with: "&gt;"),
          $0.replacing("<", with: "#60;").replacing(">", with: "#62;").replacing(
            "|", with: "#124;"),
        ]
      }
      #expect(texts.contains { run.output.contains($0) }, "\(row.pattern)")
    }
    #expect(try DemoRun(["map", "--output", "/nowhere/x"]).status == 1)
  }

  @Test func `association prints a file for the web site, and what it cannot say`() throws {
    let run = try DemoRun(["association", "--app-id", "TEAM.shop"])
    let file = try Self.object(run.output)
    #expect(file["applinks"] != nil)
    #expect(run.output.contains(#""TEAM.shop""#))
    #expect(
      run.errors.contains(
        "'/products/?*' also sends links that '/products/:id<int>' does not match"))
    #expect(run.status == 0)
  }

  @Test(arguments: ["", "shop", #"a"\e"#, "TEAM.\u{202E}shop"])
  func `association refuses what is no identifier of an app`(appID: String) throws {
    let run = try DemoRun(["association", "--app-id", appID])
    let shown = appID.replacing("\u{202E}", with: "\\u{202E}")
    #expect(
      run.errors == """
        error: '\(shown)' is not an app identifier. Write the team's, a dot, and the bundle's, as in \
        'TEAM123456.com.example.shop'.
        See 'WireframeDemo help'.

        """)
    #expect(run.output == "" && run.status == 2)
  }
}
