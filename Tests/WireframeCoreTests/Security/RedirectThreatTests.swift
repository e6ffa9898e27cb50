import Foundation
import TestSupport
import Testing
import WireframeCore

/// Redirects lead nobody out of the app or into what is closed.
@MainActor
final class RedirectThreatTests {
  /// What the observers of a route answer.
  private var answers: [String: (Route) -> RoutingDecision] = [:]

  private func makeShop() async throws -> Shop {
    let shop = try await Shop(sources: ["myapp:", "https://example.com"])
    try shop.register("/go", "/open", "/hop/:n<int>", exposure: .external)
    try shop.register("/closed", "/login", "/account")
    shop.wireframe.observe { [unowned self] route in
      answers[route.path.first ?? ""].map { $0(route) } ?? .proceed
    }
    return shop
  }

  typealias Row = Case<String, RoutingError.Code?>

  /// Values of `next`, decoded, and how the opening ends.
  nonisolated static let rows: [Row] = [
    Row("myapp://open", nil), Row("https://example.com/open?x=1", nil), Row("MYAPP:/open", nil),
    Row("https://evil.net", .rejected), Row("https://evil.net/open", .rejected),
    Row("HTTPS://EVIL.NET", .rejected), Row("http://example.com/open", .rejected),
    Row("//evil.net", .rejected), Row("//example.com/open", .rejected), Row("///open", .rejected),
    Row("/\\evil.net", .rejected), Row("\\\\evil.net", .rejected),
    Row("https:\\\\evil.net", .rejected),
    Row("https:/evil.net", .rejected), Row("https:evil.net", .rejected), Row("evil.net", .rejected),
    Row("/account", .rejected), Row("/open", .rejected), Row("open", .rejected), Row("", .rejected),
    Row("?next=myapp://open", .rejected), Row("#", .rejected), Row("..", .rejected),
    Row("myapp:%2f%2fevil", .rejected), Row("myapp:%2Fopen", .rejected),
    Row("myapp:%5c%5cevil", .rejected), Row("https%3A%2F%2Fevil.net", .rejected),
    Row("https://example.com@evil.net", .rejected), Row("https://evil.net@example.com", .rejected),
    Row("https://example.com.evil.net", .rejected), Row("https://example.com:444", .rejected),
    Row("https://example.com\\.evil.net", .rejected), Row("https://example\u{3002}com", .rejected),
    Row("https://example.com//open", .rejected), Row("myapp://open/../closed", .rejected),
    Row("myapp://open/%2e%2e/closed", .rejected), Row("myapp://open\0", .rejected),
    Row("\thttps://evil.net", .rejected), Row(" myapp://open", .rejected),
    Row("myapp://open\r\nSet-Cookie: a=b", .rejected), Row("java\nscript:alert(1)", .rejected),
    Row("javascript:alert(1)", .rejected), Row("data:text/html,a", .rejected),
    Row("tel:112", .rejected), Row("file:///etc/passwd", .rejected), Row("other://open", .rejected),
    Row("myapp://closed", .notExposed), Row("myapp://account", .notExposed),
    Row("https://example.com/account", .notExposed), Row("myapp://login", .notExposed),
    Row("myapp://nothing", .noRoute), Row("myapp://evil.net", .noRoute),
    Row("myapp://go?next=https://evil.net", .rejected),
    Row("myapp://go?next=myapp://go%3Fnext=https://evil.net", .rejected),
    Row("myapp://go?next=myapp://closed", .notExposed),
    Row("myapp://go?next=myapp://go%3Fnext%3Dmyapp://open", nil),
  ]

  @Test(
    "Open redirect: a target out of the query leads out of the app on no way, and never 'foreign'",
    arguments: rows)
  func openRedirects(row: Row) async throws {
    let shop = try await makeShop()
    answers["go"] = { .redirect(toUntrusted: $0.query["next"] ?? "") }
    let escaped = row.given.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let first = "https://example.com/go?next="
    let outcome = await shop.wireframe.open(first + escaped, origin: .universalLink)
    if case .foreign = outcome { Issue.record("the app would hand on what is not the link") }
    if case .failed = outcome { #expect(row.expected == .noRoute) }
    #expect(outcome.error?.code == row.expected)
    if row.expected == nil { #expect(outcome.result?.route.pattern == "/open") }
    if let url = URL(string: first + escaped) {
      let same = await shop.wireframe.open(url, origin: .universalLink)
      #expect(same.error?.code == row.expected)
    }
    // A NUL is refused in the first URL already.
    if !row.given.contains("\0") {
      let polluted = await shop.wireframe.open(
        first + "myapp%3A%2F%2Fopen&next=" + escaped, origin: .universalLink)
      #expect(polluted.result?.route.pattern == "/open", "the first value counts, and it alone")
    }
    #expect(Set(shop.shown).isSubset(of: ["root", "/open"]))
  }

  @Test("Open redirect: the same targets raw in the query are decoded once, and no more")
  func rawTargets() async throws {
    let shop = try await makeShop()
    answers["go"] = { .redirect(toUntrusted: $0.query["next"] ?? "") }
    for (next, code) in [
      ("https://evil.net", .rejected), ("//evil", .rejected), ("/account", .rejected),
      ("myapp:%2f%2fevil", .noRoute), ("myapp:%2f%2fclosed", .notExposed),
      ("myapp:%252f%252fevil", .rejected), ("myapp://%63losed", .notExposed),
      ("myapp://%2563losed", .rejected), ("myapp:/closed", .notExposed),
      ("myapp:/%2563losed", .notExposed), ("myapp:/%252563losed", .noRoute),
    ] as [(String, RoutingError.Code)] {
      let outcome = await shop.wireframe.open("myapp://go?next=\(next)", origin: .customScheme)
      #expect(outcome.error?.code == code, "\(next)")
    }
    #expect(shop.shown == ["root"])
  }

  @Test("Open redirect: an app that trusts the query's value still hands nothing on to the system")
  func trustedMistake() async throws {
    let shop = try await makeShop()
    answers["go"] = { .redirect(to: $0.query["next"] ?? "") }
    let outcome = await shop.wireframe.open(
      "myapp://go?next=https://evil.net", origin: .customScheme)
    guard case .failed(let error) = outcome else { throw Broken(what: "\(outcome)") }
    #expect(error.code == .foreign)
  }

  @Test(
    "Redirect laundering: no chain of untrusted redirects reaches a closed route", arguments: 0...9)
  func chains(hops: Int) async throws {
    let shop = try await makeShop()
    answers["hop"] = { route in
      let left = (try? route["n"] as Int) ?? 0
      return .redirect(toUntrusted: left > 0 ? "myapp://hop/\(left - 1)" : "myapp://closed")
    }
    for isFromApp in [false, true] {
      let error =
        isFromApp
        ? try await shop.failure("/hop/\(hops)")
        : await shop.wireframe.open("myapp://hop/\(hops)", origin: .customScheme).error
      #expect(error?.code == .notExposed)
      #expect(error?.chain.count == hops + 2)
    }
    #expect(shop.shown == ["root"])
    answers["hop"] = { _ in .redirect(to: "/closed") }
    await shop.wireframe.open("myapp://hop/\(hops)", origin: .customScheme)
    #expect(shop.shown == ["root", "/closed"], "what the app itself chose does")
  }

  @Test("Redirect laundering: trust that one redirect gives does not pass on to the next target")
  func trustEnds() async throws {
    let shop = try await makeShop()
    answers["go"] = { .redirect(to: "/login?next=\($0.query["next"] ?? "")") }
    answers["login"] = { .redirect(toUntrusted: $0.query["next"] ?? "") }
    var outcome = await shop.wireframe.open("myapp://go?next=myapp://closed", origin: .customScheme)
    #expect(outcome.error?.code == .notExposed)
    #expect(outcome.error?.origin == .customScheme)
    outcome = await shop.wireframe.open("myapp://go?next=myapp://open", origin: .customScheme)
    #expect(outcome.result?.route.pattern == "/open")
    #expect(outcome.result?.route.request.isTrusted == false)
    #expect(outcome.result?.route.request.origin == .customScheme)
  }

  @Test("Redirect laundering: a request that an observer takes over and changes stays untrusted")
  func changedRequests() async throws {
    let shop = try await makeShop()
    answers["go"] = { route in
      var request = route.request
      request.urlText = "myapp://closed"
      request.origin = .app
      return .redirect(to: request)
    }
    let outcome = await shop.wireframe.open("myapp://go", origin: .notification)
    #expect(outcome.error?.code == .notExposed)
    #expect(outcome.error?.origin == .notification)
    try await shop.wireframe.route(to: "/go")
    #expect(shop.shown == ["root", "/closed"])
  }

  @Test("Redirect laundering: neither what is enqueued nor what is asked again is trusted more")
  func otherCalls() async throws {
    let shop = try await makeShop()
    try shop.wireframe.handle("/later", exposure: .external) { route, router in
      let next = route.query["next"] ?? ""
      router.enqueue(RoutingRequest(untrusted: next, origin: route.request.origin))
    }
    await shop.wireframe.open("myapp://later?next=myapp://closed", origin: .customScheme)
    await shop.wireframe.open("myapp://open", origin: .customScheme)
    #expect(shop.recorder.errors.map(\.code) == [.notExposed])
    answers["open"] = { _ in .redirect(toUntrusted: "myapp://closed") }
    let error = await #expect(throws: RoutingError.self) {
      try await shop.wireframe.reevaluate()
    }
    #expect(error?.code == .notExposed)
    #expect(shop.shown == ["root"])
  }

  @Test("Redirect laundering: what is parked from outside is run from outside")
  func parking() async throws {
    let shop = try await makeShop()
    var isLoggedIn = false
    answers["open"] = { _ in
      isLoggedIn
        ? .redirect(toUntrusted: "myapp://closed") : .redirect(to: "/login", resuming: .newest)
    }
    await shop.wireframe.open("myapp://open", origin: .notification)
    #expect(shop.shown == ["root", "/login"])
    isLoggedIn = true
    let error = await #expect(throws: RoutingError.self) { _ = try await shop.wireframe.resume() }
    #expect(error?.code == .notExposed)
    #expect(error?.origin == .notification)
    #expect(shop.shown == ["root", "/login"])
  }

  @Test("Redirect laundering: what was parked from outside is asked for its exposure again")
  func parkedThenClosed() async throws {
    let shop = try await makeShop()
    let registration = try shop.wireframe.register("/offer", exposure: .external) { _ in nil }
    answers["offer"] = { _ in .redirect(to: "/login", resuming: .newest) }
    await shop.wireframe.open("myapp://offer", origin: .notification)
    registration.remove()
    try shop.register("/offer")
    answers = [:]
    let error = await #expect(throws: RoutingError.self) { _ = try await shop.wireframe.resume() }
    #expect(error?.code == .notExposed)
    #expect(shop.shown == ["root", "/login"])
  }
}
