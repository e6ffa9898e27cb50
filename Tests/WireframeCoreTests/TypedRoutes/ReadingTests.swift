import Foundation
import TestSupport
import Testing
import WireframeCore

/// What a URL holds is read as a value, or fails with the property's name.
@MainActor
struct ReadingTests {
  struct Reading: TypedRoute, Equatable {
    static let pattern: RoutePattern = "/read/:id/:page?"
    var id: UInt8
    var page: Int?
    var on: Bool?
    var day: Date?
    var link: URL?
    var small: Float?
    var size: Size?
    var tags: [Int] = []
  }

  @Test(
    arguments: [
      Case("/read/7", Reading(id: 7)),
      Case("/read/007/+3", Reading(id: 7, page: 3)),
      Case("/read/255/-3?unknown=1&tags=&&=&%00a", nil),
      Case("/read/255/-3?unknown=1&&=&x", Reading(id: 255, page: -3)),
      Case("/read/1?tags=1&on=true&tags=-2&tags=1", Reading(id: 1, on: true, tags: [1, -2, 1])),
      Case("/read/1?id=2&page=9", Reading(id: 1)),
      Case("/read/1?size=extra%20large&small=-1.5", Reading(id: 1, small: -1.5, size: .extra)),
      Case("/read/1?link=myapp:/x?y", Reading(id: 1, link: URL(string: "myapp:/x?y"))),
      Case("/read/1?day=1970-01-01T01:00:00%2B01:00", day(0)),
      Case("/read/1?day=1970-01-01T01:00:00.250+01:00", day(0.25)),
      Case("/read/1?day=1969-12-31T22:30:00-01:30", day(0)),
      Case("/read/1?day=1970-01-01T00:00:00", nil), Case("/read/1?day=1970-01-01", nil),
      Case("/read/1?day=1970-01-01T00:00:00.Z", nil), Case("/read/1?day=1970-02-29T00:00:00Z", nil),
      Case("/read/1?day=1970-13-01T00:00:00Z", nil), Case("/read/1?day=1970-01-01T24:00:00Z", nil),
      Case("/read/1?day=1970-01-01T00:00:00%2B24:00", nil),
      Case("/read/1?day=1970-01-01T00:00:60Z", nil), Case("/read/1?day=1970-01-01T00:60:00Z", nil),
      Case("/read/1?day=1970-01-01t00:00:00Z", nil),
      Case("/read/1?day=%D9%A1970-01-01T00:00:00Z", nil),
      Case("/read/1?day=1970-01-01T00:00:00Zx", nil),
      Case("/read/256", nil), Case("/read/-1", nil), Case("/read/+1", nil), Case("/read/1/x", nil),
      Case("/read/1/99999999999999999999", nil), Case("/read/1?on=TRUE", nil),
      Case("/read/1?on", nil),
      Case("/read/1?small=1e39", nil), Case("/read/1?small=nan", nil),
      Case("/read/1?size=Small", nil),
      Case("/read/1?small=\(String(repeating: "9", count: 40))", nil),
      Case("/read/1?tags=1&tags=x", nil),
      Case("/read/1?link=", nil), Case("/read/1?on=true&on=true", nil),
      // Foundation would rewrite it: the value would not be that of the URL.
      Case("/read/1?link=myapp:/%20a%20b", nil), Case("/read/1?link=myapp:/%C3%BC", nil),
    ] as [Case<String, Reading?>])
  func `a URL is read strictly`(row: Case<String, Reading?>) throws {
    guard let route = try? Route(row.given, matching: Reading.pattern) else {
      #expect(row.expected == nil)
      return
    }
    #expect(route.as(Reading.self) == row.expected)
  }

  nonisolated static func day(_ time: Double) -> Reading {
    Reading(id: 1, day: Date(timeIntervalSince1970: time))
  }

  @Test(arguments: [
    Case(
      "/read/1?on=true&on=false",
      "The query of '/read/:id/:page?' has 'on' more than once, which has two readings: in 'Reading' it is "
        + "one value. Leave one item, or make the property an array."),
    Case(
      "/read/x",
      "The path value 'id' of '/read/:id/:page?' is not of type UInt8. Read it as another type, or give the "
        + "parameter a type in the pattern."),
    Case(
      "/read/1?tags=secret",
      "The query value 'tags' of '/read/:id/:page?' is not of type Array<Int>. Read it as another type."
    ),
    Case(
      "/read/1?size=secret",
      "The query value 'size' of '/read/:id/:page?' is not of type Size. Read it as another type."),
  ])
  func `a URL that holds no value is the routing's error`(row: TextCase) async throws {
    let shop = try await Shop()
    try shop.wireframe.register(Reading.self) { _ in Screen("read") }
    let error = try await shop.failure(row.given)
    #expect(error.description == row.expected)
    #expect(error.code == .unfitValue)
    #expect(error.pattern == Reading.pattern)
    #expect(error.urlText == row.given)
  }

  @Test func `a property is read from the path or from the query, never from the other`() throws {
    struct One: TypedRoute {
      static let pattern: RoutePattern = "/one/*rest"
      var rest: String
    }
    struct Listing: TypedRoute {
      static let pattern: RoutePattern = "/list/:ids?"
      var ids: [Int]
    }
    struct Nested: TypedRoute {
      static let pattern: RoutePattern = "/nested"
      var numbers: Tagged<[Int]>
    }
    // A catch-all is no single value, even if one segment is all that it has.
    for url in ["/one/a", "/one/a/b"] {
      #expect(try Route(url, matching: One.pattern).as(One.self) == nil)
    }
    // A segment is no list, and a path value is not looked for in the query.
    #expect(try Route("/list/1", matching: Listing.pattern).as(Listing.self) == nil)
    #expect(try Route("/list?ids=1&ids=2", matching: Listing.pattern).as(Listing.self)?.ids == [])
    // A list that is wrapped is not one text.
    #expect(try Route("/nested?numbers=1", matching: Nested.pattern).as(Nested.self) == nil)
  }

  @Test func `a word is read as the pattern spells it, where letter case is ignored`() async throws
  {
    struct Sized: TypedRoute, Equatable {
      static let pattern: RoutePattern = "/sized/:size<small|large>"
      var size: Size
      var k: Int?
    }
    let wireframe = Wireframe<Screen>(rules: MatchingRules(ignoresCase: true))
    var read: [Sized] = []
    try wireframe.handle(Sized.self) { sized, _ in read.append(sized) }
    try await wireframe.route(to: "/SIZED/SMALL?K=1")
    try await wireframe.route(to: "/sized/large?k=1")
    #expect(read == [Sized(size: .small), Sized(size: .large, k: 1)])
  }

  @Test func `a word with capitals is read as such, where letter case is ignored`() async throws {
    struct Headed: TypedRoute, Equatable {
      static let pattern: RoutePattern = "/headed/:way<North|South>"
      enum Way: String, Codable, CaseIterable { case north = "North", south = "South" }
      var way: Way
    }
    let wireframe = Wireframe<Screen>(rules: MatchingRules(ignoresCase: true))
    var read: [Headed.Way] = []
    try wireframe.handle(Headed.self) { headed, _ in read.append(headed.way) }
    for path in ["/headed/NORTH", "/headed/south"] { try await wireframe.route(to: path) }
    #expect(read == [.north, .south])
  }

  @Test func `words that differ in letter case only are two values`() throws {
    struct Graded: TypedRoute, Equatable {
      static let pattern: RoutePattern = "/graded/:grade<A|a>"
      enum Grade: String, Codable, CaseIterable { case large = "A", small = "a" }
      var grade: Grade
    }
    #expect(try Route("/graded/A", matching: Graded.pattern).as(Graded.self)?.grade == .large)
    #expect(try Route("/graded/a", matching: Graded.pattern).as(Graded.self)?.grade == .small)
  }

  @Test func `a host that no word equals as it is spelled is read as the word in lower case`()
    async throws
  {
    struct Graded: TypedRoute, Equatable {
      static let pattern: RoutePattern = "/:grade<AB|ab>"
      enum Grade: String, Codable, CaseIterable { case large = "AB", small = "ab" }
      var grade: Grade
    }
    let wireframe = Wireframe<Screen>(sources: ["myapp:"])
    var read: [Graded.Grade] = []
    try wireframe.handle(Graded.self) { graded, _ in read.append(graded.grade) }
    for urlText in ["myapp://AB", "myapp://ab", "myapp://Ab"] {
      try await wireframe.route(to: urlText)
    }
    #expect(read == [.large, .small, .small])
  }

  @Test func `a key is compared byte by byte`() throws {
    struct Keyed: TypedRoute {
      static let pattern: RoutePattern = "/keyed"
      var K: Int?
    }
    // The sign of Kelvin, which is equal to a letter as Swift compares characters.
    let other = try Route("/keyed?%E2%84%AA=x", matching: "/keyed").as(Keyed.self)
    #expect(other != nil && other?.K == nil)
    #expect(try Route("/keyed?%E2%84%AA=1&K=2", matching: "/keyed").as(Keyed.self)?.K == 2)
  }

  @Test func `a type's own decoder may need an item, and may throw what it wants`() async throws {
    struct Picky: TypedRoute {
      static let pattern: RoutePattern = "/picky"
      static let examples = [Self(code: "X")]
      var code: String?
      enum CodingKeys: CodingKey { case code }

      init(code: String) { self.code = code }

      init(from decoder: any Decoder) throws {
        code = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(
          String.self, forKey: .code)
        guard code == "X" else { throw Broken(what: "secret") }
      }
    }
    let shop = try await Shop()
    try shop.wireframe.register(Picky.self) { _ in Screen("picky") }
    try await shop.wireframe.route(to: Picky(code: "X"))
    let error = try await shop.failure("/picky?code=Y")
    #expect(error.code == .unfitValue)
    #expect(error.underlyingError as? Broken == Broken(what: "secret"))
    #expect(
      error.description
        == "The URL of '/picky' holds no 'Picky': its 'init(from:)' threw. See 'underlyingError'.")
  }

  @Test func `a missing value is named, as what a type reads that was never registered`()
    async throws
  {
    let route = try Route("/query", matching: "/query")
    struct Needy: TypedRoute {
      static let pattern: RoutePattern = "/query"
      var page: Int
    }
    #expect(route.as(Needy.self) == nil)
    #expect(try Route("/query?page=1", matching: "/query").as(Needy.self)?.page == 1)
    #expect(try Route("/query?page=1", matching: "/:query").as(Needy.self) == nil)
  }
}
