import Foundation
import TestSupport
import Testing
import WireframeCore

/// What an app has stored of a parked request may have been written by somebody else, or at another time.
@MainActor
final class ForgedParkedRequestTests {
  private var now = Date(timeIntervalSinceReferenceDate: 1_000)
  private var isAsked = 0

  private func makeShop() async throws -> Shop {
    let shop = try await Shop(now: { [unowned self] in now })
    try shop.register("/open", "/guarded", exposure: .external)
    try shop.register("/closed", "/login")
    try shop.wireframe.observe(under: "/guarded") { [unowned self] _ in
      isAsked += 1
      return .stop("signed out")
    }
    return shop
  }

  private func decode(_ json: String) throws -> ParkedRequest {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try decoder.decode(ParkedRequest.self, from: Data(json.utf8))
  }

  private func json(
    url: String = "myapp://open", isTrusted: String = "false", from: String = "1000",
    until: String = "1600"
  ) throws -> String {
    let text = String(decoding: try JSONEncoder().encode([url]), as: UTF8.self).dropFirst()
      .dropLast()
    return #"""
      {"urlText": \#(text), "origin": "customScheme", "isTrusted": \#(isTrusted),
       "parkedAt": \#(from), "expiresAt": \#(until)}
      """#
  }

  @Test("Forged parked requests: an honest one is run, so that the others could be")
  func honest() async throws {
    let shop = try await makeShop()
    shop.wireframe.parked = try decode(try json())
    #expect(try await shop.wireframe.resume()?.route.pattern == "/open")
  }

  @Test("Forged parked requests: a custom scheme's URL is no universal link, whatever is claimed")
  func claimedOrigin() async throws {
    let shop = try await makeShop()
    try shop.register("/reset", exposure: .only(.universalLink))
    shop.wireframe.parked = try decode(
      try json(url: "myapp://reset").replacing("customScheme", with: "universalLink"))
    let error = try await failure { try await shop.wireframe.resume() }
    #expect(error.code == .notExposed && error.origin == .customScheme)
  }

  @Test(
    "Forged parked requests: what is none is not decoded",
    arguments: [
      "", "null", "[]", "{}", "\"myapp://open\"", "{\"urlText\": \"myapp://open\"}", "\u{0}", "{",
      #"{"urlText": null, "origin": "app", "isTrusted": true, "parkedAt": 0, "expiresAt": 1e9}"#,
      #"{"urlText": 1, "origin": "app", "isTrusted": true, "parkedAt": 0, "expiresAt": 1e9}"#,
      #"{"urlText": "/closed", "origin": "app", "isTrusted": 1, "parkedAt": 0, "expiresAt": 1e9}"#,
      #"{"urlText": "/closed", "origin": "app", "isTrusted": "true", "parkedAt": 0, "expiresAt": 1e9}"#,
      #"{"urlText": "/closed", "origin": "app", "parkedAt": 0, "expiresAt": 1e9}"#,
      #"{"urlText": "/closed", "origin": "app", "isTrusted": true, "parkedAt": 0}"#,
      #"{"urlText": "/closed", "origin": "app", "isTrusted": true, "parkedAt": "0", "expiresAt": "1e9"}"#,
      #"{"urlText": "/closed", "origin": null, "isTrusted": true, "parkedAt": 0, "expiresAt": 1e9}"#,
    ])
  func rubbish(json: String) {
    #expect(throws: (any Error).self) { try decode(json) }
  }

  @Test(
    "Forged parked requests: times that cannot be are no times to run at",
    arguments: [
      ("1000", "1000"), ("1000", "999"), ("1001", "1600"), ("1000", "-1e300"), ("1e300", "2e300"),
      ("\"nan\"", "1600"), ("1000", "\"nan\""), ("\"nan\"", "\"nan\""), ("1000", "\"-inf\""),
      ("\"inf\"", "\"inf\""), ("\"inf\"", "1600"), ("-1e300", "-1e299"), ("1600", "1000"),
    ])
  func times(from: String, until: String) async throws {
    let shop = try await makeShop()
    let parked = try decode(try json(from: from, until: until))
    #expect(
      "\(parked)".hasPrefix("parked request from customScheme, from "), "printing does not trap")
    shop.wireframe.parked = parked
    #expect(shop.wireframe.parked == nil)
    #expect(try await shop.wireframe.resume() == nil)
    #expect(shop.shown == ["root"])
  }

  @Test(
    "Forged parked requests: a wrong clock at the resuming runs nothing",
    arguments: [999, 1600, -1e300, 1e300, .nan, .infinity, -.infinity])
  func clocks(seconds: Double) async throws {
    let shop = try await makeShop()
    shop.wireframe.parked = try decode(try json())
    now = Date(timeIntervalSinceReferenceDate: seconds)
    #expect(try await shop.wireframe.resume() == nil)
    now = Date(timeIntervalSinceReferenceDate: 1_100)
    #expect(try await shop.wireframe.resume() == nil, "it was dropped, not kept for a better time")
    #expect(shop.shown == ["root"])
  }

  @Test(
    "Forged parked requests: the URL is admitted as from outside, whatever it is",
    arguments: [
      ("myapp://closed", .notExposed), ("https://evil.net/open", .foreign), ("/open", .rejected),
      ("", .rejected), ("myapp://open/../closed", .rejected), ("myapp://open\0", .rejected),
      ("//open", .rejected), ("myapp://nothing", .noRoute), ("javascript:alert(1)", .foreign),
      (String(repeating: "/a", count: 100_000), .rejected),
    ] as [(String, RoutingError.Code)])
  func urls(url: String, code: RoutingError.Code) async throws {
    let shop = try await makeShop()
    shop.wireframe.parked = try decode(try json(url: url))
    let error = await #expect(throws: RoutingError.self) { _ = try await shop.wireframe.resume() }
    #expect(error?.code == code)
    #expect(try await shop.wireframe.resume() == nil, "once")
    #expect(shop.shown == ["root"])
  }

  @Test(
    "Forged parked requests: the guards are asked, also about one that claims to be trusted",
    arguments: ["false", "true"])
  func guards(isTrusted: String) async throws {
    let shop = try await makeShop()
    shop.wireframe.parked = try decode(try json(url: "myapp://guarded", isTrusted: isTrusted))
    #expect(try await shop.wireframe.resume()?.outcome == .stopped(reason: "signed out"))
    #expect(isAsked == 1)
    #expect(shop.shown == ["root"])
  }

  @Test(
    "Forged parked requests: whatever expiry is stored, the wireframe's own limit holds",
    arguments: ["1601", "1e9", "\"inf\""])
  func expiry(until: String) async throws {
    let shop = try await makeShop()
    shop.wireframe.parked = try decode(try json(until: until))
    now = Date(timeIntervalSinceReferenceDate: 1_599)
    #expect(shop.wireframe.parked?.expiresAt == now + 1)
    now += 1
    #expect(shop.wireframe.parked == nil)
    #expect(try await shop.wireframe.resume() == nil)
    #expect(shop.shown == ["root"])
  }

  @Test("Forged parked requests: an origin can neither break nor forge a line of a log")
  func origins() async throws {
    let shop = try await makeShop()
    let origin =
      #"app\n2001-01-01 \u001b[31m\u202E\u2028\u0000"# + String(repeating: "x", count: 200)
    let forged = try json(url: "myapp://closed").replacing("customScheme", with: origin)
    let parked = try decode(forged)
    shop.wireframe.parked = parked
    let error = await #expect(throws: RoutingError.self) { _ = try await shop.wireframe.resume() }
    #expect(error?.code == .notExposed)
    var request = RoutingRequest("/open")
    request.origin = parked.origin
    for text in ["\(parked)", "\(request)", "\(try #require(error))"] {
      #expect(text.contains(#"app\n2001-01-01 \u{1B}[31m\u{202E}\u{2028}\u{0}xxx"#))
      #expect(text.unicodeScalars.allSatisfy { $0 == "…" || (" "..."~").contains($0) })
      #expect(text.count < 450)
    }
  }

  @Test("Forged parked requests: no payload and no option come out of storage")
  func noPayload() async throws {
    let shop = try await makeShop()
    let forged = try json().replacing(
      "{\"urlText\"", with: #"{"payload": {"isAdmin": true}, "option": "root", "urlText""#)
    shop.wireframe.parked = try decode(forged)
    let result = try #require(try await shop.wireframe.resume())
    #expect(result.route.payload.isEmpty)
    #expect(result.option is Push)
  }
}
