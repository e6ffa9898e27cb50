import TestSupport
import Testing
import WireframeCore

/// A value means what it means once, and comes from where the route says.
@MainActor
@Suite(.hangsNever)
struct PollutionTests {
  @Test(
    "Parameter pollution: a path value is filled from the path only",
    arguments: [
      "/users/7?id=8", "/users/7?id=8&id=9", "/users/7/?id=", "/users/7?%69d=8", "/users/7#id=8",
      "/users/7?:id=8", "/users/7?users/8",
    ])
  func pathValues(urlText: String) throws {
    let route = try Route(urlText, matching: "/users/:id<int>", payload: ["id": 10])
    #expect(try route["id"] == 7)
    #expect(route.values.value(of: "id") == .text("7"))
    #expect(route.payload["id", as: Int.self] == 10)
  }

  @Test("Parameter pollution: a value that the path leaves out is filled from nowhere else")
  func optionals() throws {
    let route = try Route("/users?id=8&rest=x", matching: "/users/:id?", payload: ["id": "10"])
    let id: String? = try route["id"]
    #expect(id == nil)
    let files = try Route("/files?rest=secret", matching: "/files/*rest?")
    #expect(try files["rest"] == [String]())
  }

  @Test(
    "Parameter pollution: of a repeated key the first value counts, everywhere, and all can be had",
    arguments: [
      ("role=user&role=admin", ["user", "admin"]), ("role=user&%72ole=admin", ["user", "admin"]),
      ("role=&role=admin", ["", "admin"]), ("role&role=admin", ["", "admin"]),
      ("&&role=user&&role=admin&", ["user", "admin"]), ("Role=admin&role=user", ["user"]),
      ("role[]=admin&role=user", ["user"]), ("role=user;role=admin", ["user;role=admin"]),
      ("role=user%26role=admin", ["user&role=admin"]), ("a=1?role=admin&role=user", ["user"]),
      ("role=user#&role=admin", ["user"]), ("role%00=admin", nil),
      ("rôle=admin&role=user", ["user"]),
      ("role=user=admin", ["user=admin"]), (" role=admin", nil),
      ("+role=admin&role=user", ["user"]),
    ] as [(String, [String]?)])
  func queries(query: String, roles: [String]?) throws {
    let route = try? Route("/x?\(query)", matching: "/x")
    #expect(route?.query.all("role") == roles)
    #expect(route?.query["role"] == roles?.first)
    if let route, let first = roles?.first { #expect(try route.query.require("role") == first) }
  }

  @Test("Parameter pollution: no value of a URL is a payload, a tag, an option or an origin")
  func otherRoles() async throws {
    let shop = try await Shop()
    try shop.register("/x", exposure: .external)
    let text = "myapp://x?payload=a&option=root&origin=app&isTrusted=true&tags=requires-login"
    let outcome = await shop.wireframe.open(text, origin: .customScheme)
    let result = try #require(outcome.result)
    #expect(result.route.payload.isEmpty)
    #expect(result.option is Push)
    #expect(result.route.request.origin == .customScheme)
    #expect(!result.route.request.isTrusted)
    #expect(result.route.tags.isEmpty)
  }

  @Test(
    "Double decoding: an escape of an escape is text, in the path, the query and the fragment",
    arguments: [
      ("%2561", "%61"), ("%252e%252e", "%2e%2e"), ("%252F", "%2F"), ("%25", "%"), ("%2500", "%00"),
      ("%25252e", "%252e"), ("%26%2361%3B", "&#61;"), ("%u0061", nil), ("%%36%31", nil),
      ("%2%35", nil), ("\\u0061", nil), ("%5Cu0061", "\\u0061"), ("%C3%83%C2%A9", "Ã©"),
      ("%2B", "+"), ("+", "+"),
    ] as [(String, String?)])
  func decodedOnce(escaped: String, text: String?) throws {
    let route = try? Route("/x/\(escaped)?q=\(escaped)#\(escaped)", matching: "/x/:v")
    #expect((route.map { try? $0["v"] as String } ?? nil) == text)
    #expect(route?.path.last == text)
    #expect(route?.query["q"] == text)
    #expect(route?.fragment == text)
  }

  @Test("Double decoding: a value that is spelled out again comes back as the same value, no more")
  func roundTrips() throws {
    let pattern: RoutePattern = "/x/:v"
    for value in ["%61", "%2e%2e", "a/b", "a\\b", "%", "a b", "a?b#c", "%2F", "é", "+"] {
      var text = value
      for _ in 0..<3 {
        let route = try Route(try pattern.urlText(with: ["v": .text(text)]), matching: pattern)
        text = try route["v"]
      }
      #expect(text == value)
    }
  }

  @Test(
    "Control characters: none reaches a role by the path, raw none at all",
    arguments: (Array(UInt8(0)...0x1F) + [0x7F]))
  func controls(byte: UInt8) async throws {
    let shop = try await Shop()
    try shop.register("/x/:v", "/x/y/*rest", "/*any", exposure: .external)
    shop.recorder.events = []
    let raw = String(Unicode.Scalar(byte))
    let escape = "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    for text in [
      "myapp://x/\(raw)", "myapp://x/a\(raw)b", "myapp:\(raw)//x/a", "\(raw)myapp://x/a",
      "myapp://x/a\(raw)", "myapp://x/a?q=\(raw)", "myapp://x/a#\(raw)", "myapp://x\(raw)/a",
      "myapp://x/\(escape)", "myapp://x/a\(escape)b", "myapp://x/y/z/\(escape)",
      "myapp://x\(escape)/a",
    ] {
      let outcome = await shop.wireframe.open(text, origin: .customScheme)
      #expect(outcome.error?.code == .rejected, "\(text.debugDescription)")
      #expect(outcome.error?.description.unicodeScalars.contains(Unicode.Scalar(byte)) == false)
    }
    #expect(!shop.recorder.events.contains { $0.hasPrefix("decide") })
    #expect(shop.shown == ["root"])
  }
}
