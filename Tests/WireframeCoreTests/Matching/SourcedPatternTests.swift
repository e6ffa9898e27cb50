import TestSupport
import Testing
import WireframeCore

struct SourcedPatternTests {
  typealias SourceCase = Case<String, String?>

  static let sourceRows: [SourceCase] = [
    SourceCase("/hello", nil),
    SourceCase("myapp://hello", "myapp:"),
    SourceCase("MyApp:/hello", "myapp:"),
    SourceCase("myapp:///hello", "myapp:"),
    SourceCase("https://example.com/hello", "https://example.com"),
    SourceCase("HTTPS://Example.COM:443/hello", "https://example.com"),
    SourceCase("https://example.com:8443/hello/", "https://example.com:8443"),
  ]

  @Test("P3: a pattern may bear a source", arguments: sourceRows)
  func sources(row: SourceCase) throws {
    let pattern = try RoutePattern(row.given)
    #expect(pattern.source?.description == row.expected)
    #expect(pattern.segments == [.literal("hello")])
    #expect(pattern.text == row.given)
  }

  static let startRows: [TextCase] = [
    TextCase("myapp://", "myapp:/"),
    TextCase("myapp:///", "myapp://"),
    TextCase("myapp:/", "myapp:///"),
    TextCase("https://example.com", "https://example.com/"),
    TextCase("https://example.com/", "https://example.com"),
  ]

  @Test("P3: a source alone is the pattern of its start", arguments: startRows)
  func starts(start: TextCase) throws {
    #expect(try RoutePattern(start.given).segments.isEmpty)
    let table = try RouteTable([start.given])
    #expect(table.match(start.expected).finding == .match(start.given))
    #expect(table.match("/").finding == .noMatch)
  }

  @Test("P3: a custom scheme's host in a pattern is in lower case, or a parameter")
  func hosts() throws {
    let pattern: RoutePattern = "myapp://Shop/Cart"
    #expect(pattern.segments == [.literal("shop"), .literal("Cart")])
    for url in ["myapp://Shop/Cart", "myapp://SHOP/Cart", "myapp:/shop/Cart"] {
      #expect(throws: Never.self, "\(url)") { try Route(url, matching: pattern) }
    }
    #expect(try Route("myapp://SHOP/x", matching: "myapp://:host/x")["host"] == "SHOP")
    #expect(try Route("myapp://a/b", matching: "myapp://*all")["all"] == ["a", "b"])
  }

  @Test("P3: a pattern with a source serves that source only")
  func servesItsSourceOnly() throws {
    let table = try RouteTable(["myapp://hello", "https://example.com/bye"])
    #expect(table.match("myapp://hello").finding == .match("myapp://hello"))
    #expect(table.match("myapp:/hello").finding == .match("myapp://hello"))
    #expect(table.match("https://example.com/hello").finding == .noMatch)
    #expect(table.match("https://example.com/bye").finding == .match("https://example.com/bye"))
    #expect(table.match("myapp://bye").finding == .noMatch)
  }

  @Test("P3: a pattern with a source never serves a path without scheme")
  func neverAPath() throws {
    let table = try RouteTable(["myapp://hello", "https://example.com/bye"])
    #expect(table.match("/hello").finding == .noMatch)
    #expect(table.match("/bye").finding == .noMatch)
  }

  @Test("P3: a pattern without a source serves all of them")
  func servesAll() throws {
    let table = try RouteTable(["/hello"])
    for url in ["/hello", "myapp://hello", "https://example.com/hello"] {
      #expect(table.match(url).finding == .match("/hello"), "\(url)")
    }
  }

  @Test("P3: at equal shape a pattern with a source wins", arguments: [false, true])
  func winsAtEqualShape(isReversed: Bool) throws {
    let pairs = [
      ["/a", "myapp:///a"], ["/b/:x", "myapp://b/:y"], ["/c/:x?", "myapp://c/:y?"],
      ["/d/:x<int>?", "myapp://d/:y<int>?"], ["/e/*x", "myapp://e/*y"],
      ["/f/*x?", "myapp://f/*y?"], ["/g/:x<p|q>", "myapp://g/:y<q|p>"],
    ]
    let table = try RouteTable(pairs.flatMap { isReversed ? $0.reversed() : $0 })
    for (pair, path) in zip(pairs, ["/a", "/b/1", "/c/1", "/d/1", "/e/1", "/f/1", "/g/p"]) {
      #expect(table.match("myapp:\(path)").finding == .match(pair[1]))
      #expect(table.match("https://example.com\(path)").finding == .match(pair[0]))
      #expect(table.match(path).finding == .match(pair[0]))
    }
  }

  @Test("P3: a more specific pattern without source wins over one with a source")
  func specificityFirst() throws {
    let table = try RouteTable(["/a/b", "myapp://a/:x"])
    #expect(table.match("myapp://a/b").finding == .match("/a/b"))
    #expect(table.match("myapp://a/c").finding == .match("myapp://a/:x"))
  }

  @Test("P3: routes of the same text but another port are of another source")
  func ports() throws {
    let table = try RouteTable(
      ["https://example.com/a", "https://example.com:8443/a"],
      sources: ["https://example.com", "https://example.com:8443"])
    #expect(
      table.match("https://example.com:8443/a").finding == .match("https://example.com:8443/a"))
    #expect(table.match("https://example.com:443/a").finding == .match("https://example.com/a"))
  }
}
