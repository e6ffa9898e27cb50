import TestSupport
import Testing
import WireframeCore

@Suite(.hangsNever)
struct RouteQueryTests {
  @Test("A7: the query is an ordered list with duplicates")
  func orderedWithDuplicates() throws {
    let query = try Route("/?b=1&a=2&b=3&A=4", matching: "/").query
    #expect(query.items.map(\.name) == ["b", "a", "b", "A"])
    #expect(query.items.map(\.value) == ["1", "2", "3", "4"])
    #expect(query["b"] == "1")
    #expect(query.all("b") == ["1", "3"])
    #expect(query["c"] == nil)
    #expect(query.all("c") == [])
  }

  static let itemsRows: [SegmentsCase] = [
    SegmentsCase("", []),
    SegmentsCase("?", []),
    SegmentsCase("?&", []),
    SegmentsCase("?a", ["a="]),
    SegmentsCase("?a=", ["a="]),
    SegmentsCase("?=b", ["=b"]),
    SegmentsCase("?=", ["="]),
    SegmentsCase("?a=b=c", ["a=b=c"]),
    SegmentsCase("?a=1&&b=2&", ["a=1", "b=2"]),
    SegmentsCase("?a;b=1", ["a;b=1"]),
    SegmentsCase("?a=/b/?c", ["a=/b/?c"]),
    SegmentsCase("?a[]=1&a[]=2", ["a[]=1", "a[]=2"]),
    SegmentsCase("?caf%C3%A9=%20", ["café= "]),
    SegmentsCase("?a=%0A", ["a=\n"]),
    SegmentsCase("?a#b=1", ["a="]),
  ]

  @Test("A7: how items are read", arguments: itemsRows)
  func items(query: SegmentsCase) throws {
    let items = try Route("/" + query.given, matching: "/").query.items
    #expect(items.map { "\($0.name)=\($0.value)" } == query.expected)
  }

  @Test("A7: keys compare by scalar")
  func keysByScalar() throws {
    let query = try Route("/?%C3%A9=1&e%CC%81=2", matching: "/").query
    #expect(query["\u{E9}"] == "1")
    #expect(query["e\u{301}"] == "2")
    #expect(query.all("e\u{301}") == ["2"])
  }

  @Test("A7: the query is data only: no pattern matches by it")
  func dataOnly() throws {
    let table = try RouteTable(["/a"])
    #expect(table.match("/a?b=/c/d").finding == .match("/a"))
    #expect(table.match("/?a").finding == .noMatch)
  }

  @Test("A7: the fragment is data only")
  func fragment() throws {
    #expect(try Route("/a#b/c?d=1#e", matching: "/a").fragment == "b/c?d=1#e")
    #expect(try Route("/a?q=1#b%20c", matching: "/a").fragment == "b c")
    #expect(try Route("/a#", matching: "/a").fragment == "")
    #expect(try Route("/a", matching: "/a").fragment == nil)
    #expect(try Route("/a#?q=1", matching: "/a").query.items.isEmpty)
  }

  @Test("A query value is read as a type")
  func typed() throws {
    let query = try Route("/list?page=2&on=true&page=x", matching: "/list").query
    #expect(try query["page", as: Int.self] == 2)
    #expect(try query["size", as: Int.self] == nil)
    #expect(try query.require("on") == true)
    #expect(try query.require("page", as: String.self) == "2")
  }

  @Test("A query value that is missing or does not fit is named, and its text is not")
  func faults() throws {
    let query = try Route("/list?page=secret", matching: "/list").query
    let missing = #expect(throws: RoutingError.self) { try query.require("size", as: Int.self) }
    #expect(missing?.code == .missingValue)
    #expect(missing?.pattern == "/list")
    #expect(
      missing?.description == """
        The query value 'size' (Int) of '/list' is missing. Read it as an optional, or use a \
        default.
        """)
    let unfit = #expect(throws: RoutingError.self) { try query["page", as: Int.self] }
    #expect(unfit?.code == .unfitValue)
    #expect(
      unfit?.description
        == "The query value 'page' of '/list' is not of type Int. Read it as another type.")
  }
}

@Suite(.hangsNever)
struct RouteDataSeparationTests {
  @Test("A7: path values, query and payload are three separate things")
  func threeThings() throws {
    let route = try Route("/p/path?id=query", matching: "/p/:id", payload: ["id": "payload"])
    #expect(try route["id"] == "path")
    #expect(route.query["id"] == "query")
    #expect(route.payload["id", as: String.self] == "payload")
  }

  @Test("A7: a name that the pattern declares is never filled from elsewhere")
  func neverFilledFromElsewhere() throws {
    let route = try Route("/p?id=query", matching: "/p/:id?", payload: ["id": "payload"])
    let id: String? = try route["id"]
    #expect(id == nil)
    #expect(route.values.value(of: "id") == nil)
    #expect(route.values.all.isEmpty)
  }

  @Test("A7: a name that only the query or the payload has is no path value")
  func onlyElsewhere() throws {
    let route = try Route("/p?q=query", matching: "/p", payload: ["user": "payload"])
    #expect(throws: RoutingError.self) { let _: String = try route["q"] }
    #expect(throws: RoutingError.self) { let _: String? = try route["user"] }
    #expect(route.query["user"] == nil)
    #expect(route.payload["q"] == nil)
  }

  @Test("A7: an untrusted request carries no payload")
  @MainActor func untrustedPayload() async throws {
    let wireframe = Wireframe<String>(sources: ["myapp:"])
    try wireframe.register("/a", option: .embedded) { _ in "a" }
    var request = RoutingRequest("myapp:/a", payload: ["user": 1])
    request.isTrusted = false
    let error = await #expect(throws: RoutingError.self) { try await wireframe.route(request) }
    #expect(error?.code == .rejected)
    #expect(error?.refusal?.reason == .payloadFromOutside)
    #expect(
      error?.description == """
        The URL was refused: a request from outside the app carries a payload. Payloads are the \
        app's own.
        """)
  }
}

@Suite(.hangsNever)
struct RoutingPayloadTests {
  struct User: Sendable, Equatable {
    let name: String
  }

  let payload: RoutingPayload = ["user": User(name: "Ada"), "count": 3, "count": 4]

  @Test("An object is read by key and type")
  func typed() throws {
    #expect(payload["user", as: User.self] == User(name: "Ada"))
    #expect(try payload.require("user") == User(name: "Ada"))
    #expect(try payload.require("count", as: Int.self) == 4, "the last of equal keys counts")
    #expect(payload["user", as: Int.self] == nil)
    #expect(payload["other", as: Int.self] == nil)
    #expect(payload["user"] is User)
    #expect(payload.keys == ["count", "user"])
  }

  @Test("A payload is changed by key")
  func changed() {
    var payload = RoutingPayload()
    #expect(payload.isEmpty)
    payload["a"] = 1
    #expect(payload["a", as: Int.self] == 1)
    payload["a"] = nil
    #expect(payload.isEmpty)
  }

  @Test("An object that is missing or of another type is named, with what there is")
  func faults() throws {
    let route = try Route("/profile", matching: "/profile", payload: payload)
    let missing = #expect(throws: RoutingError.self) {
      try route.payload.require("campaign", as: String.self)
    }
    #expect(missing?.code == .missingValue)
    #expect(
      missing?.description == """
        The payload object 'campaign' (String) of '/profile' is missing. The payload's keys are: \
        'count', 'user'.
        """)
    let unfit = #expect(throws: RoutingError.self) {
      try route.payload.require("user", as: String.self)
    }
    #expect(unfit?.code == .unfitValue)
    #expect(
      unfit?.description == """
        The payload object 'user' of '/profile' is not of type String. Read it as another type.
        """)
    let empty = #expect(throws: RoutingError.self) {
      try RoutingPayload().require("user", as: User.self)
    }
    #expect(
      empty?.description == """
        The payload object 'user' (User) of a URL without pattern is missing. The payload's keys \
        are: none.
        """)
  }
}
