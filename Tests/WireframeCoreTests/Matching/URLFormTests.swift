import TestSupport
import Testing
import WireframeCore

struct URLFormTests {
  static let formsRows: [SegmentsCase] = [
    SegmentsCase("myapp://hello?title=world", ["hello"]),
    SegmentsCase("myapp://shop/products/1", ["shop", "products", "1"]),
    SegmentsCase("myapp:///products/1", ["products", "1"]),
    SegmentsCase("myapp:/products/1", ["products", "1"]),
    SegmentsCase("/products/1", ["products", "1"]),
    SegmentsCase("https://example.com/products/1", ["products", "1"]),
    SegmentsCase("https://example.com?q=/a", []),
    SegmentsCase("https://example.com#/a", []),
    SegmentsCase("myapp://hello#/a", ["hello"]),
    SegmentsCase("https://example.com", []),
    SegmentsCase("https://example.com/", []),
    SegmentsCase("myapp://", []),
    SegmentsCase("myapp:///", []),
    SegmentsCase("myapp:/", []),
    SegmentsCase("/", []),
    SegmentsCase("/?q=1", []),
    SegmentsCase("/:/a:b", [":", "a:b"]),
  ]

  @Test("A1: the forms of a URL and their segments", arguments: formsRows)
  func forms(form: SegmentsCase) throws {
    let match = try #require(RouteTable.ofEverything().match(form.given).matched)
    #expect(try match.values["all"] == form.expected)
  }

  @Test("A1: the query of the first form is title=world")
  func queryOfTheFirstForm() throws {
    let match = try #require(
      RouteTable.ofEverything().match("myapp://hello?title=world").matched)
    #expect(match.query.items.map(\.name) == ["title"])
    #expect(match.query["title"] == "world")
  }

  static let notFormsRows: [RefusalCase] = [
    RefusalCase("", .empty),
    RefusalCase("products/1", .noSchemeOrSlash),
    RefusalCase("?q=1", .noSchemeOrSlash),
    RefusalCase("#top", .noSchemeOrSlash),
    RefusalCase(":", .noSchemeOrSlash),
    RefusalCase("1app://x", .noSchemeOrSlash),
    RefusalCase("my_app://x", .noSchemeOrSlash),
    RefusalCase("éapp://x", .noSchemeOrSlash),
    RefusalCase("myapp", .noSchemeOrSlash),
    RefusalCase("myapp:", .noSlashAfterScheme),
    RefusalCase("myapp:products/1", .noSlashAfterScheme),
    RefusalCase("myapp:?q=1", .noSlashAfterScheme),
    RefusalCase("https:example.com", .noSlashAfterScheme),
    RefusalCase("//products/1", .leadingDoubleSlash),
    RefusalCase("//", .leadingDoubleSlash),
    RefusalCase("//example.com/a", .leadingDoubleSlash),
    RefusalCase("https:///products/1", .badHost),
    RefusalCase("https:/products/1", .badHost),
    RefusalCase("https://", .badHost),
    RefusalCase("https://?q=1", .badHost),
    RefusalCase("https://:443/", .badHost),
  ]

  @Test("A1: a text that is no URL and no path is refused", arguments: notFormsRows)
  func notForms(text: RefusalCase) throws {
    #expect(try RouteTable.ofEverything().match(text.given).finding == .refused(text.expected))
  }

  static let orderRows: [FindingCase] = [
    FindingCase("/ " + String(repeating: "a", count: 8_192), .refused(.tooLong)),
    FindingCase("other:" + String(repeating: "a", count: 8_192), .refused(.tooLong)),
    FindingCase("tel: 1", .refused(.rawSpace)),
    FindingCase("products 1", .refused(.rawSpace)),
    FindingCase("javascript:alert(1)", .foreign),
    FindingCase("tel:+49", .foreign),
    FindingCase("other:products", .foreign),
    FindingCase("other://user@host:99999//a/../%zz?%zz", .foreign),
    FindingCase("myapp:user@host", .refused(.noSlashAfterScheme)),
    FindingCase("myapp://user@host//a", .refused(.userinfo)),
    FindingCase("https://user@evil.net/", .refused(.userinfo)),
    FindingCase("https://user@evil.net:0/", .refused(.userinfo)),
    FindingCase("https://evil.net:0/", .refused(.badPort)),
    FindingCase("https://evil%2Enet/", .refused(.badHost)),
    FindingCase("https://evil%2Enet:0/", .refused(.badHost)),
    FindingCase("https://evil.net//a/../%zz?%zz", .foreign),
    FindingCase("/a//b?%zz", .refused(.emptySegment)),
    FindingCase("/a?%zz#%00", .refused(.badEscape)),
    FindingCase("/a?%00#%zz", .refused(.encodedNUL)),
  ]

  @Test(
    "A: length, characters, scheme, host, origin, path and query are judged in this order",
    arguments: orderRows)
  func order(text: FindingCase) throws {
    #expect(try RouteTable.ofEverything().match(text.given).finding == text.expected)
  }
}

struct URLSourceMatchingTests {
  static let everything = Finding.match("/*all?")

  static let wholeRows: [FindingCase] = [
    FindingCase("MyApp://hello", everything),
    FindingCase("MYAPP:/hello", everything),
    FindingCase("HTTPS://EXAMPLE.COM/x", everything),
    FindingCase("https://eXample.com/x", everything),
    FindingCase("my-app://hello", .foreign),
    FindingCase("myapp2://hello", .foreign),
    FindingCase("myap://hello", .foreign),
    FindingCase("http://example.com/x", .foreign),
    FindingCase("https://www.example.com/x", .foreign),
    FindingCase("https://example.com.evil.net/x", .foreign),
    FindingCase("https://example.co/x", .foreign),
    FindingCase("https://notexample.com/x", .foreign),
    FindingCase("https://example.com./x", .foreign),
    FindingCase("https://evil.net/https://example.com/", .foreign),
    FindingCase("https://evil.net?https://example.com/", .foreign),
    FindingCase("https://evil.net#https://example.com/", .foreign),
    FindingCase("https://example.com?@evil.net/", everything),
    FindingCase("https://example.com#@evil.net/", everything),
  ]

  @Test("A2: scheme and host compare without case and whole", arguments: wholeRows)
  func whole(text: FindingCase) throws {
    #expect(try RouteTable.ofEverything().match(text.given).finding == text.expected)
  }

  static let portRows: [FindingCase] = [
    FindingCase("https://example.com:443/x", everything),
    FindingCase("https://example.com:8443/x", .foreign),
    FindingCase("https://example.com:80/x", .foreign),
    FindingCase("https://example.com:65535/x", .foreign),
    FindingCase("https://example.org:8443/x", everything),
    FindingCase("https://example.org/x", .foreign),
    FindingCase("https://example.org:443/x", .foreign),
    FindingCase("https://example.net/x", everything),
    FindingCase("https://example.net:443/x", everything),
  ]

  @Test("A2: the port is part of an origin, and 443 is none", arguments: portRows)
  func port(text: FindingCase) throws {
    let table = try RouteTable(
      ["/*all?"],
      sources: ["https://example.com", "https://example.org:8443", "https://example.net:443"])
    #expect(table.match(text.given).finding == text.expected)
  }

  static let refusedRows: [RefusalCase] = [
    RefusalCase("https://user@example.com/x", .userinfo),
    RefusalCase("https://user:word@example.com/x", .userinfo),
    RefusalCase("https://@example.com/x", .userinfo),
    RefusalCase("https://example.com@evil.net/x", .userinfo),
    RefusalCase("https://example.com:443@evil.net/x", .userinfo),
    RefusalCase("myapp://user@hello", .userinfo),
    RefusalCase("https://example.com:/x", .badPort),
    RefusalCase("https://example.com:0/x", .badPort),
    RefusalCase("https://example.com:0443/x", .badPort),
    RefusalCase("https://example.com:65536/x", .badPort),
    RefusalCase("https://example.com:443443/x", .badPort),
    RefusalCase("https://example.com:+443/x", .badPort),
    RefusalCase("https://example.com:44a/x", .badPort),
    RefusalCase("https://example.com:443:443/x", .badPort),
    RefusalCase("myapp://hello:80", .badPort),
    RefusalCase("myapp://hello:443/x", .badPort),
    RefusalCase("myapp://hello:", .badPort),
    RefusalCase("myapp://:80/x", .badPort),
    RefusalCase("https://exämple.com/x", .badHost),
    RefusalCase("https://xn\u{2010}1.com/x", .badHost),
    RefusalCase("https://example%2Ecom/x", .badHost),
    RefusalCase("https://example.com%2F@evil.net/x", .userinfo),
    RefusalCase("https://example.com%2F.evil.net/x", .badHost),
    RefusalCase("https://[::1]/x", .badHost),
    RefusalCase("myapp://héllo/x", .badHost),
    RefusalCase("myapp://h%65llo/x", .badHost),
  ]

  @Test(
    "A2: userinfo, bad ports, a custom scheme's port and a host beyond ASCII are refused",
    arguments: refusedRows)
  func refused(text: RefusalCase) throws {
    #expect(try RouteTable.ofEverything().match(text.given).finding == .refused(text.expected))
  }

  @Test("A2: a value keeps the spelling of a custom scheme's host", arguments: [false, true])
  func hostKeepsItsSpelling(ignoresCase: Bool) throws {
    let rules = MatchingRules(ignoresCase: ignoresCase)
    let loud = ParameterType("loud") { $0 == $0.uppercased() }
    let everything = try RouteTable.ofEverything(rules: rules)
    let match = try #require(everything.match("myapp://SHOP/Cart").matched)
    #expect(try match.values["all"] == ["SHOP", "Cart"])
    let table = try RouteTable(
      ["/:code", "/:code/a", "/:code<loud>/b", "/:on<bool>/c"], types: [loud], rules: rules)
    for url in ["myapp://SPRING24", "myapp://SPRING24/a", "myapp://SPRING24/%61"] {
      #expect(try table.match(url).matched?.values["code"] == "SPRING24", "\(url)")
    }
    #expect(table.match("myapp://SPRING24/b").finding == .match("/:code<loud>/b"))
    #expect(table.match("myapp://Spring24/b").finding == .noMatch)
    #expect(table.match("myapp://TRUE/c").finding == .noMatch, "a type reads it as it is spelled")
    let words = try RouteTable(["/:size<small|large>/a"], rules: rules)
    #expect(try words.match("myapp://Small/a").matched?.values["size"] == "Small")
  }

  static let hostRows: [FindingCase] = [
    FindingCase("myapp://Promo/A", .match("/Promo/:code")),
    FindingCase("myapp://promo/A", .noMatch),
    FindingCase("myapp://PROMO/A", .noMatch),
    FindingCase("myapp://shop/cart", .match("/shop/cart")),
    FindingCase("myapp://SHOP/cart", .match("/shop/cart")),
    FindingCase("myapp://Shop/%63art", .match("/shop/cart")),
    FindingCase("myapp:/SHOP/cart", .noMatch),
    FindingCase("myapp://SHOP/Cart", .noMatch),
    FindingCase("myapp://An-Offer-Of-Today", .match("/an-offer-of-today")),
    FindingCase("myapp://An-Offer-Of-Todaz", .noMatch),
    FindingCase("myapp://S", .match("/:size<s|M|l>?")),
    FindingCase("myapp://M", .match("/:size<s|M|l>?")),
    FindingCase("myapp://m", .noMatch),
    FindingCase("myapp://A/x", .match("/A/x")),
    FindingCase("myapp://A/y", .match("/a/y")),
    FindingCase("myapp://a/x", .match("/a/:z")),
    FindingCase("myapp://A/z", .match("/a/:z")),
    FindingCase("myapp://B/z", .match("/:w<A|b>/z")),
    FindingCase("myapp://B/z/1", .match("/:w<B|c>/z/:n")),
    FindingCase("myapp://C/z/1", .match("/:w<B|c>/z/:n")),
  ]

  @Test(
    "A2: a literal or a word equals a host as it is spelled, else in lower case",
    arguments: hostRows)
  func hostAsSpelledElseInLowerCase(row: FindingCase) throws {
    let table = try RouteTable([
      "/Promo/:code", "/shop/cart", "/an-offer-of-today", "/:size<s|M|l>?", "/A/x", "/a/y",
      "/a/:z", "/:w<A|b>/z", "/:w<B|c>/z/:n",
    ])
    #expect(table.match(row.given).finding == row.expected)
  }

  @Test("A2: a declared https source without host is a configuration error")
  func sourceWithoutHost() {
    let text = "https:"
    let error = #expect(throws: RoutingError.self) { try URLSource(text) }
    #expect(error?.code == .invalidSource)
  }

  @Test("A2: a path without scheme is the app's own, and refused as an untrusted link")
  func pathFromOutside() throws {
    let table = try RouteTable.ofEverything()
    #expect(table.match("/x", isTrusted: true).finding == Self.everything)
    #expect(table.match("/x", isTrusted: false).finding == .refused(.pathFromOutside))
    #expect(table.match("/a//b", isTrusted: false).finding == .refused(.pathFromOutside))
    #expect(table.match("myapp:/x", isTrusted: false).finding == Self.everything)
    #expect(table.match("https://example.com/x", isTrusted: false).finding == Self.everything)
  }

  @Test("A2: without declared sources only paths are read")
  func noSources() throws {
    let table = try RouteTable(["/*all?"], sources: [])
    #expect(table.match("/x").finding == Self.everything)
    #expect(table.match("myapp:/x").finding == .foreign)
    #expect(table.match("https://example.com").finding == .foreign)
  }
}
