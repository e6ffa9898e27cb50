import TestSupport
import Testing
import WireframeCore

struct URLLimitTests {
  private func path(bytes: Int) -> String { "/" + String(repeating: "a", count: bytes - 1) }
  private func path(segments: Int) -> String { String(repeating: "/a", count: segments) }
  private func query(items: Int) -> String {
    "/?" + Array(repeating: "a=1", count: items).joined(separator: "&")
  }

  @Test("A6: 8,192 bytes are admitted, one more is refused")
  func length() throws {
    let table = try RouteTable.ofEverything()
    #expect(table.match(path(bytes: 8_192)).finding == .match("/*all?"))
    let refusal = table.match(path(bytes: 8_193)).refusal
    #expect(refusal?.reason == .tooLong)
    #expect(refusal?.limit == 8_192)
  }

  @Test("A6: the length is counted in bytes of the whole text")
  func lengthInBytes() throws {
    let table = try RouteTable.ofEverything(rules: MatchingRules(maximumLength: 5))
    #expect(table.match("/éé").finding == .match("/*all?"))
    #expect(table.match("/ééa").finding == .refused(.tooLong))
    #expect(table.match("/a?bc").finding == .match("/*all?"))
    #expect(table.match("/a?bcd").finding == .refused(.tooLong))
    #expect(table.match("/a#bcd").finding == .refused(.tooLong))
  }

  @Test("A6: 64 segments are admitted, one more is refused")
  func segments() throws {
    let table = try RouteTable.ofEverything()
    #expect(table.match(path(segments: 64)).finding == .match("/*all?"))
    #expect(table.match(path(segments: 64) + "/").finding == .match("/*all?"))
    let refusal = table.match(path(segments: 65)).refusal
    #expect(refusal?.reason == .tooManySegments)
    #expect(refusal?.limit == 64)
  }

  @Test("A6: a custom scheme's host counts as a segment")
  func hostCounts() throws {
    let table = try RouteTable.ofEverything()
    #expect(table.match("myapp://a" + path(segments: 63)).finding == .match("/*all?"))
    #expect(table.match("myapp://a" + path(segments: 64)).finding == .refused(.tooManySegments))
    #expect(table.match("myapp://" + path(segments: 64)).finding == .match("/*all?"))
    #expect(
      table.match("https://example.com" + path(segments: 64)).finding == .match("/*all?"))
  }

  @Test("A6: no segment is admitted if none is allowed", arguments: [0, -1])
  func noSegments(limit: Int) throws {
    let table = try RouteTable.ofEverything(rules: MatchingRules(maximumSegments: limit))
    for text in ["/a", "/%61", "/a?b", "myapp://a", "https://example.com/a"] {
      #expect(table.match(text).finding == .refused(.tooManySegments))
    }
  }

  @Test(
    "A6: an empty path has no segment, and an empty query no item",
    arguments: ["/", "/?", "/#f", "https://example.com", "https://example.com/?#f"])
  func noParts(text: String) throws {
    let rules = MatchingRules(maximumSegments: 0, maximumQueryItems: 0)
    #expect(try RouteTable.ofEverything(rules: rules).match(text).finding == .match("/*all?"))
    #expect(try RouteTable(["/a"], rules: rules).match(text).finding == .noMatch)
  }

  @Test("A6: as many segments as allowed are found by the full search, too", arguments: 1...65)
  func segmentsWithEscape(count: Int) throws {
    let table = try RouteTable.ofEverything()
    let path = path(segments: count - 1) + "/%61"
    for text in [path, path + "/", path + "?b", "https://example.com" + path] {
      let match = table.match(text).matched
      #expect(
        match?.values.all.first?.value
          == (count > 64 ? nil : .list(.init(repeating: "a", count: count))))
    }
  }

  @Test("A6: 256 query items are admitted, one more is refused")
  func queryItems() throws {
    let table = try RouteTable.ofEverything()
    #expect(table.match(query(items: 256)).matched?.query.items.count == 256)
    let refusal = table.match(query(items: 257)).refusal
    #expect(refusal?.reason == .tooManyQueryItems)
    #expect(refusal?.limit == 256)
  }

  @Test("A6: what a fragment has is no query item")
  func itemsBeforeFragment() throws {
    let table = try RouteTable.ofEverything()
    let fragment = "#" + String(repeating: "&", count: 300)
    for text in ["/a" + fragment, "/a?b" + fragment, query(items: 256) + fragment] {
      #expect(table.match(text).finding == .match("/*all?"))
    }
    #expect(table.match(query(items: 257) + fragment).finding == .refused(.tooManyQueryItems))
  }

  @Test(
    "A6: query items are counted in a query of any length, with and without escapes",
    arguments: [0, 1, 2, 7, 8, 9, 300], ["x", "%78"])
  func itemsOfLongQueries(bytes: Int, value: String) throws {
    let table = try RouteTable.ofEverything()
    let first = "/a?b=" + String(repeating: "x", count: bytes) + value
    for count in [1, 255, 256] {
      let text = first + String(repeating: "&", count: count - 1)
      #expect(table.match(text).finding == .match("/*all?"))
    }
    #expect(
      table.match(first + String(repeating: "&", count: 256)).finding
        == .refused(.tooManyQueryItems))
  }

  @Test("A6: the limits are configurable")
  func configurable() throws {
    let rules = MatchingRules(maximumLength: 12, maximumSegments: 2, maximumQueryItems: 1)
    let table = try RouteTable.ofEverything(rules: rules)
    #expect(table.match("/a/b?c=1").finding == .match("/*all?"))
    #expect(table.match("/a/b/c").finding == .refused(.tooManySegments))
    #expect(table.match("/a?c=1&d=2").finding == .refused(.tooManyQueryItems))
    #expect(table.match("/a?c=1234567").finding == .match("/*all?"))
    #expect(table.match("/a?c=12345678").finding == .refused(.tooLong))
    #expect(table.match("/a/b/c").refusal?.limit == 2)
  }

  @Test("A6: the limits come before the segments and items are read")
  func beforeReading() throws {
    let table = try RouteTable.ofEverything(
      rules: MatchingRules(maximumSegments: 2, maximumQueryItems: 2))
    #expect(table.match("/%zz//../").finding == .refused(.tooManySegments))
    #expect(table.match("myapp://../a/b").finding == .refused(.tooManySegments))
    #expect(table.match("myapp://../a").finding == .refused(.dotSegment))
    #expect(table.match("/?%zz&%zz&%zz").finding == .refused(.tooManyQueryItems))
  }

  @Test(
    "A6: as many segments as allowed are admitted, one more is refused, whatever the path's length",
    arguments: [64, 120, 126, 127, 128, 129, 130, 200, 512], [false, true])
  func segmentsOfLongPaths(length: Int, ignoresCase: Bool) throws {
    let table = try RouteTable.ofEverything(
      rules: MatchingRules(maximumSegments: 16, ignoresCase: ignoresCase))
    func path(_ segments: Int) -> String {
      let start = self.path(segments: segments - 1) + "/"
      return start + String(repeating: "b", count: length - start.utf8.count)
    }
    #expect(table.match(path(16)).finding == .match("/*all?"))
    #expect(table.match(path(17)).finding == .refused(.tooManySegments))
  }

  @Test(
    "A6: 64 segments are admitted and 65 refused where the path's length alone does not tell",
    arguments: [128, 129, 130, 131, 136, 200, 1_000], [false, true])
  func defaultSegmentsOfLongPaths(length: Int, endsWithSlash: Bool) throws {
    let table = try RouteTable(["/*all?", "/b/*rest"])
    for (segments, isAdmitted) in [(63, true), (64, true), (65, false)]
    where 2 * segments <= length {
      let path = path(segments: segments)
      let text =
        path + String(repeating: "b", count: length - path.utf8.count) + (endsWithSlash ? "/" : "")
      let finding = table.match(text).finding
      #expect(finding == (isAdmitted ? .match("/*all?") : .refused(.tooManySegments)))
    }
  }
}
