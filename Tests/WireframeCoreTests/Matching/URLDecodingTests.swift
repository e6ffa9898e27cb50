import TestSupport
import Testing
import WireframeCore

struct URLDecodingTests {
  static let segmentsRows: [TextCase] = [
    TextCase("%41", "A"),
    TextCase("%2541", "%41"),
    TextCase("%25", "%"),
    TextCase("%252F", "%2F"),
    TextCase("a+b", "a+b"),
    TextCase("a%2Bb", "a+b"),
    TextCase("a%20b", "a b"),
    TextCase("a%3Fb%23c", "a?b#c"),
    TextCase("a&b=c;d,e", "a&b=c;d,e"),
    TextCase("%e2%82%AC", "€"),
    TextCase("caf%C3%A9", "café"),
    TextCase("café", "café"),
    TextCase("é%C3%A9", "éé"),
    TextCase("%F0%9F%98%80", "😀"),
    TextCase("%F4%8F%BF%BF", "\u{10FFFF}"),
    TextCase("%C2%80", "\u{80}"),
  ]

  @Test(
    "A3: a segment is decoded once, whatever the letter case of its escapes",
    arguments: segmentsRows)
  func segments(segment: TextCase) throws {
    let route = try Route("/" + segment.given, matching: "/:text")
    #expect(route.path == [segment.expected])
    #expect(try Array((route["text"] as String).utf8) == Array(segment.expected.utf8))
  }

  @Test("A3: an encoded slash, ampersand or equals sign is split off no more")
  func splitsFirst() throws {
    let route = try Route("/a%2Fb/c?k%3D1%261=v%26w%3Dx&a=b=c", matching: "/:first/:second")
    #expect(route.path == ["a/b", "c"])
    #expect(route.query.items.map(\.name) == ["k=1&1", "a"])
    #expect(route.query.items.map(\.value) == ["v&w=x", "b=c"])
  }

  @Test("A3: a plus sign stays one in segments, keys, values and fragments")
  func plus() throws {
    let route = try Route("/a+b?c+d=e+f#g+h", matching: "/:text")
    #expect(route.path == ["a+b"])
    #expect(route.query["c+d"] == "e+f")
    #expect(route.fragment == "g+h")
  }

  static let badTexts = [
    "%", "%4", "%zz", "%4g", "%g4", "%%41", "a%", "%+1", "%-1", "%é",
    // A lone lead byte, a lone continuation, a lead byte without its continuation.
    "%C3", "%A9", "%C3%28", "%C3a",
    // Overlong forms of '/', 'A' and NUL.
    "%C0%AF", "%C1%81", "%C0%80", "%E0%80%AF", "%E0%9F%BF", "%F0%80%80%AF", "%F0%8F%BF%BF",
    // Surrogates, what is beyond Unicode, bytes that UTF-8 never has.
    "%ED%A0%80", "%ED%BF%BF", "%F4%90%80%80", "%F5%80%80%80", "%F8%88%80%80%80", "%FE", "%FF",
    // Truncated, and torn apart by raw characters.
    "%E2%82", "%F0%9F%98", "%C3é", "é%A9", "%E2é%AC",
  ]

  @Test("A3: a bad escape or bad UTF-8 is refused in every part", arguments: badTexts)
  func badEscapes(text: String) throws {
    let table = try RouteTable.ofEverything()
    for url in [
      "/\(text)", "/a/\(text)/b", "/?\(text)", "/?k=\(text)", "/?a&\(text)=1", "/#\(text)",
    ] {
      #expect(table.match(url).finding == .refused(.badEscape), "\(url)")
    }
  }

  @Test("A3: a character with bytes in two parts is refused")
  func tornCharacters() throws {
    let table = try RouteTable.ofEverything()
    #expect(table.match("/%C3/%A9").finding == .refused(.badEscape))
    #expect(table.match("/?%C3=%A9").finding == .refused(.badEscape))
    #expect(table.match("/?%C3&%A9").finding == .refused(.badEscape))
  }
}

struct URLCharacterTests {
  static let controls = (Array(0...0x1F) + [0x7F]).map { Unicode.Scalar(UInt8($0)) }

  @Test("A4: raw controls are refused anywhere", arguments: controls)
  func rawControls(control: Unicode.Scalar) throws {
    let table = try RouteTable.ofEverything()
    for frame in ["%/a", "/%", "/a%b", "/a?%", "/a?k=%", "/a#%", "myapp://%", "my%app:/a", "/a%"] {
      let url = frame.replacing("%", with: String(control))
      #expect(table.match(url).finding == .refused(.rawControl), "\(url.debugDescription)")
    }
  }

  static let rawSpacesAndBackslashesRows: [RefusalCase] = [
    RefusalCase(" ", .rawSpace), RefusalCase("\\", .rawBackslash),
  ]

  @Test(
    "A4: raw spaces and backslashes are refused anywhere", arguments: rawSpacesAndBackslashesRows)
  func rawSpacesAndBackslashes(text: RefusalCase) throws {
    let table = try RouteTable.ofEverything()
    for frame in [
      "%/a", "/%", "/a%b", "/a/%", "/a?%", "/a?k=%", "/a#%", "myapp:%%hello", "myapp://hello%x",
      "https://example.com%@evil.net", "other:%",
    ] {
      let url = frame.replacing("%", with: text.given)
      #expect(table.match(url).finding == .refused(text.expected), "\(url)")
    }
  }

  @Test("A4: an encoded control is refused in a path, and allowed in query and fragment")
  func encodedControls() throws {
    let table = try RouteTable(["/*all?"])
    for control in 1...0x7F where control < 0x20 || control == 0x7F {
      let escape = "%" + (control < 0x10 ? "0" : "") + String(control, radix: 16)
      #expect(table.match("/a\(escape)").finding == .refused(.encodedControl), "\(escape)")
      let url = "/?\(escape)=\(escape)&a#\(escape)"
      #expect(table.match(url).finding == .match("/*all?"), "\(escape)")
    }
    #expect(table.match("/%C2%80").finding == .match("/*all?"), "only C0 and DEL are controls here")
  }

  @Test(
    "A4: an encoded NUL is refused anywhere",
    arguments: [
      "/%00", "/a%00b", "/a/%00", "/%00%01", "/%01%00", "/?%00", "/?a=%00", "/?a=1&b%00=2", "/#%00",
      "/#a%00",
    ])
  func encodedNUL(url: String) throws {
    #expect(try RouteTable.ofEverything().match(url).finding == .refused(.encodedNUL))
  }

  static let emptyAndDotSegmentsRows: [RefusalCase] = [
    RefusalCase("/a//b", .emptySegment),
    RefusalCase("/a//", .emptySegment),
    RefusalCase("/a/b//", .emptySegment),
    RefusalCase("myapp:////", .emptySegment),
    RefusalCase("myapp:////a", .emptySegment),
    RefusalCase("myapp://hello//a", .emptySegment),
    RefusalCase("myapp://hello//", .emptySegment),
    RefusalCase("https://example.com//a", .emptySegment),
    RefusalCase("https://example.com//", .emptySegment),
    RefusalCase("/.", .dotSegment),
    RefusalCase("/..", .dotSegment),
    RefusalCase("/./", .dotSegment),
    RefusalCase("/a/./b", .dotSegment),
    RefusalCase("/a/../b", .dotSegment),
    RefusalCase("/a/..", .dotSegment),
    RefusalCase("/%2e", .dotSegment),
    RefusalCase("/%2E%2e", .dotSegment),
    RefusalCase("/.%2E/a", .dotSegment),
    RefusalCase("/%2E.", .dotSegment),
    RefusalCase("myapp://../a", .dotSegment),
    RefusalCase("myapp://./a", .dotSegment),
    RefusalCase("/a%0Ab", .encodedControl),
    RefusalCase("/%7F", .encodedControl),
  ]

  @Test(
    "A4: empty segments, dot segments and controls are refused", arguments: emptyAndDotSegmentsRows)
  func emptyAndDotSegments(url: RefusalCase) throws {
    #expect(try RouteTable.ofEverything().match(url.given).finding == .refused(url.expected))
  }

  @Test(
    "A4: dots within a segment, and encoded twice, are text",
    arguments: ["/...", "/.a", "/a..", "/%252E", "/?a=..", "/#..", "myapp://a.b/c"])
  func dotsAsText(url: String) throws {
    #expect(try RouteTable.ofEverything().match(url).finding == .match("/*all?"))
  }

  static let trailingSlashRows: [TextCase] = [
    TextCase("/cart", "/cart/"), TextCase("/cart/", "/cart"), TextCase("/cart/", "/cart/"),
    TextCase("myapp://cart", "myapp://cart/"), TextCase("myapp://cart/", "myapp://cart"),
    TextCase("https://example.com/cart/", "https://example.com/cart?q=1"),
    TextCase("/:id/", "/5"), TextCase("/*all", "/a/b/"), TextCase("/a/:b?/", "/a"),
  ]

  @Test("A4: one trailing slash is ignored, in patterns too", arguments: trailingSlashRows)
  func trailingSlash(row: TextCase) throws {
    #expect(try RouteTable([row.given]).match(row.expected).finding == .match(row.given))
  }

  static let strictTrailingSlashRows: [FindingCase] = [
    FindingCase("/cart", .match("/cart")),
    FindingCase("/cart/", .match("/cart/")),
    FindingCase("/cart/?q=1", .match("/cart/")),
    FindingCase("/shop", .noMatch),
    FindingCase("/shop/", .match("/shop/")),
    FindingCase("/home/", .noMatch),
    FindingCase("/home", .match("/home")),
    FindingCase("myapp://home/", .noMatch),
    FindingCase("myapp://shop", .noMatch),
    FindingCase("myapp://shop/", .match("/shop/")),
    FindingCase("/", .match("/")),
    FindingCase("https://example.com", .match("/")),
    FindingCase("https://example.com/", .match("/")),
  ]

  @Test("A4: the strict option tells a trailing slash apart", arguments: strictTrailingSlashRows)
  func strictTrailingSlash(url: FindingCase) throws {
    let table = try RouteTable(
      ["/", "/cart", "/cart/", "/shop/", "/home"],
      rules: MatchingRules(distinguishesTrailingSlash: true))
    #expect(table.match(url.given).finding == url.expected)
  }

  static let strictCatchAllRows: [FindingCase] = [
    FindingCase("/foo/x", .match("/foo/*bar")),
    FindingCase("/foo/x/", .match("/foo/*bar")),
    FindingCase("/foo/x/y/", .match("/foo/*bar")),
    FindingCase("/foo/", .noMatch),
    FindingCase("/maybe/", .match("/maybe/*bar?")),
    FindingCase("/maybe/x/", .match("/maybe/*bar?")),
    FindingCase("/exact/x", .noMatch),
    FindingCase("/exact/x/", .match("/exact/*bar/")),
    FindingCase("/both/x", .match("/both/*bar")),
    FindingCase("/both/x/", .match("/both/*bar/")),
    FindingCase("/leaf/x/", .match("/leaf/*bar")),
    FindingCase("myapp:/bound/x/", .match("/bound/*bar/")),
    FindingCase("myapp:/bound/x", .match("myapp:/bound/*bar")),
  ]

  @Test(
    "A4: under the strict option a catch-all takes a slash at the end, too; one with a slash requires it",
    arguments: strictCatchAllRows)
  func strictCatchAll(url: FindingCase) throws {
    let table = try RouteTable(
      [
        "/foo/*bar", "/maybe/*bar?", "/exact/*bar/", "/both/*bar", "/both/*bar/", "/leaf/x",
        "/leaf/*bar", "myapp:/bound/*bar", "/bound/*bar/",
      ],
      rules: MatchingRules(distinguishesTrailingSlash: true))
    #expect(table.match(url.given).finding == url.expected)
  }

  @Test(
    "I3: under the strict option the URL that a catch-all gives matches it again",
    arguments: ["/foo/*bar", "/foo/*bar/", "/foo/*bar?", "/foo/*bar?/"] as [RoutePattern])
  func strictCatchAllRebuilt(pattern: RoutePattern) throws {
    let table = try RouteTable(
      [pattern.text], rules: MatchingRules(distinguishesTrailingSlash: true))
    for url in ["/foo", "/foo/", "/foo/x", "/foo/x/", "/foo/x/y/"] {
      guard let match = table.match(url).matched else { continue }
      let values = Dictionary(uniqueKeysWithValues: match.values.all.map { ($0.name, $0.value) })
      let rebuilt = try pattern.urlText(with: values)
      let again = try #require(table.match(rebuilt).matched)
      #expect(again.values.value(of: "bar") == match.values.value(of: "bar"))
      #expect(rebuilt == url || rebuilt + "/" == url)
    }
  }
}

struct EncodedSlashTests {
  @Test(
    "A5: an encoded slash or backslash never separates and never equals a literal",
    arguments: ["%2F", "%2f", "%5C", "%5c"])
  func neverSeparates(slash: String) throws {
    let table = try RouteTable(["/a/b", "/a/:x/c", "/files/a/b"])
    #expect(table.match("/a\(slash)b").finding == .noMatch)
    #expect(table.match("/files\(slash)a/b").finding == .noMatch)
    #expect(table.match("/files/a\(slash)b").finding == .noMatch)
    #expect(throws: RoutingError.self) { try RoutePattern("/a\(slash)b") }
    #expect(throws: RoutingError.self) { try RoutePattern("/:x<a\(slash)b|c>") }
  }

  static let insideParametersRows: [TextCase] = [
    TextCase("%2F", "a/b"), TextCase("%5C", "a\\b"),
  ]

  @Test(
    "A5: an encoded slash or backslash may be inside one parameter",
    arguments: insideParametersRows)
  func insideParameters(slash: TextCase) throws {
    for pattern in ["/x/:name", "/x/:name?"] {
      let route = try Route("/x/a\(slash.given)b", matching: RoutePattern(pattern))
      #expect(try route["name"] == slash.expected)
    }
    let type = ParameterType("any") { _ in true }
    let table = try RouteTable(["/:name<any>"], types: [type])
    #expect(table.match("/a\(slash.given)b").finding == .match("/:name<any>"))
  }

  @Test(
    "A5: a catch-all does not match a segment that holds one",
    arguments: ["/x/a%2Fb", "/x/a/b%2Fc", "/x/a%5Cb/c", "/x/%2F", "/x/%5c"])
  func notInCatchAlls(url: String) throws {
    #expect(try RouteTable(["/x/*rest"]).match(url).finding == .noMatch)
    #expect(try RouteTable(["/x/*rest?"]).match(url).finding == .noMatch)
    #expect(try RouteTable(["/*"]).match(url).finding == .noMatch)
  }

  @Test("A5: a slash before the catch-all's part does not matter to it")
  func beforeCatchAlls() throws {
    #expect(try RouteTable(["/:x/*rest"]).match("/a%2Fb/c").finding == .match("/:x/*rest"))
  }
}
