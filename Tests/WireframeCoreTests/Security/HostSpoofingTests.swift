import Foundation
import TestSupport
import Testing
import WireframeCore

/// No URL of another host, scheme or port passes for one of the app's own.
@MainActor
@Suite(.hangsNever)
struct HostSpoofingTests {
  enum Verdict: Sendable { case ours, foreign, refused }

  nonisolated static let rows: [Case<String, Verdict>] = [
    // What is ours, however it is written.
    Case("https://example.com/a", .ours), Case("https://EXAMPLE.com/a", .ours),
    Case("HTTPS://Example.COM:443/a", .ours), Case("https://example.com", .ours),
    Case("https://example.com?@evil.net/", .ours), Case("https://example.com#@evil.net/", .ours),
    Case("https://example.com/@evil.net", .ours),
    Case("https://example.com/https://evil.net", .refused),
    Case("myapp://a", .ours), Case("MYAPP://a", .ours), Case("MyApp:/a", .ours),
    // Another host that looks like ours.
    Case("https://example.com.evil.net/", .foreign), Case("https://evil.net/example.com", .foreign),
    Case("https://evil.net#https://example.com", .foreign),
    Case("https://evil.net?https://example.com/", .foreign),
    Case("https://example.comevil.net/", .foreign), Case("https://example.com-evil.net/", .foreign),
    Case("https://example.co/", .foreign), Case("https://xexample.com/", .foreign),
    Case("https://www.example.com/", .foreign), Case("https://example.com./a", .foreign),
    Case("https://example.com../a", .foreign), Case("https://.example.com/a", .foreign),
    Case("https://example..com/a", .foreign), Case("https://exampl\u{65}.net/", .foreign),
    Case("https://xn--exmple-cua.com/", .foreign), Case("https://example.xn--com/", .foreign),
    Case("https://example.com;evil.net/", .foreign),
    Case("https://example.com,evil.net/", .foreign),
    Case("https://127.0.0.1/", .foreign), Case("https://localhost/", .foreign),
    // Userinfo.
    Case("https://example.com@evil.net", .refused), Case("https://evil.net@example.com/", .refused),
    Case("https://example.com:443@evil.net/", .refused), Case("https://@example.com/", .refused),
    Case("https://example.com%2F@evil.net/", .refused), Case("https://a:b@example.com/", .refused),
    Case("myapp://example.com@evil/", .refused), Case("myapp://user:word@a", .refused),
    // Ports.
    Case("https://example.com:444/", .foreign), Case("https://example.com:80/", .foreign),
    Case("https://example.com:0443/", .refused), Case("https://example.com:/", .refused),
    Case("https://example.com:65979/", .refused),
    Case("https://example.com:443evil.net/", .refused),
    Case("https://example.com:443:443/", .refused), Case("https://example.com:-443/", .refused),
    Case("https://example.com:\u{FF14}43/", .refused), Case("myapp://a:443/", .refused),
    // Dots and letters beyond ASCII, escapes.
    Case("https://example\u{3002}com/", .refused), Case("https://example\u{FF0E}com/", .refused),
    Case("https://example\u{FF61}com/", .refused), Case("https://ex\u{430}mple.com/", .refused),
    Case("https://example.com\u{3002}evil.net/", .refused),
    Case("https://example.com\u{FF0F}.evil.net/", .refused),
    Case("https://example.com\u{2044}evil.net/", .refused),
    Case("https://ex\u{AD}ample.com/", .refused), Case("https://example.com\u{200B}/", .refused),
    Case("https://e%78ample.com/", .refused), Case("https://example%2Ecom/", .refused),
    Case("https://example.com%00.evil.net/", .refused), Case("https://[::1]/", .refused),
    // Slashes.
    Case("https:/example.com", .refused), Case("https:example.com", .refused),
    Case("https:///example.com", .refused), Case("https:\\\\example.com", .refused),
    Case("https://evil.net\\@example.com/", .refused), Case("https:/\\example.com/", .refused),
    Case("//example.com/", .refused), Case("\\\\example.com/", .refused),
    Case("///example.com/", .refused), Case("/\\evil.net/", .refused), Case("/a", .refused),
    // Schemes.
    Case("http://example.com/a", .foreign), Case("httpss://example.com/a", .foreign),
    Case("myapp2://a", .foreign), Case("my://a", .foreign), Case("xmyapp://a", .foreign),
    Case("blob:https://example.com/a", .foreign),
    Case("view-source:https://example.com/", .foreign),
    Case("javascript:alert(1)", .foreign), Case("javascript://example.com/%0Aalert(1)", .foreign),
    Case("data:text/html,a", .foreign), Case("file:///etc/passwd", .foreign),
    Case("ht\ntps://example.com/a", .refused), Case("ht\ttps://example.com/", .refused),
    Case("\thttps://example.com/", .refused), Case("https://exam\rple.com/", .refused),
    Case(" https://example.com/", .refused), Case("https://example.com/ ", .refused),
    Case("https\0://example.com/", .refused), Case("https://example.com\0.evil.net/", .refused),
    Case("\u{FEFF}https://example.com/", .refused), Case("https%3A//example.com/", .refused),
    Case("https\u{FF1A}//example.com/", .refused), Case("\u{FF48}ttps://example.com/", .refused),
    Case("myapp:", .refused), Case("myapp", .refused), Case("my app://a", .refused),
    Case("", .refused), Case(":", .refused), Case("://example.com/", .refused),
  ]

  private func makeShop() async throws -> Shop {
    let shop = try await Shop(sources: ["myapp:", "https://example.com"])
    try shop.register("/*all?", exposure: .external)
    return shop
  }

  private func verdict<Result>(on outcome: OpenOutcome<Result>) -> Verdict? {
    switch outcome {
    case .handled: .ours
    case .foreign: .foreign
    case .refused: .refused
    case .failed: nil
    }
  }

  @Test("Host spoofing: only what is of a declared source, whole, is ours", arguments: rows)
  func text(row: Case<String, Verdict>) async throws {
    let shop = try await makeShop()
    let outcome = await shop.wireframe.open(row.given, origin: .universalLink)
    #expect(verdict(on: outcome) == row.expected)
    #expect(shop.shown.count == (row.expected == .ours ? 2 : 1))
    let request = RoutingRequest(untrusted: row.given, origin: .universalLink)
    #expect(shop.wireframe.canRoute(request) == (row.expected == .ours))
  }

  @Test("Host spoofing: what is ours as a URL is so by Foundation's reading, too", arguments: rows)
  func url(row: Case<String, Verdict>) async throws {
    guard let url = URL(string: row.given) else { return }
    let shop = try await makeShop()
    let outcome = await shop.wireframe.open(url, origin: .universalLink)
    if url.absoluteString == row.given { #expect(verdict(on: outcome) == row.expected) }
    guard case .handled = outcome else { return }
    #expect(url.user == nil && url.password == nil)
    switch url.scheme?.lowercased() {
    case "https":
      #expect(url.host?.lowercased() == "example.com")
      #expect(url.port == nil || url.port == 443)
    case let scheme:
      #expect(scheme == "myapp")
      #expect(url.port == nil)
    }
  }

  @Test(
    "Host spoofing: a route that is bound to a source is reached by no other",
    arguments: [
      ("https://example.com/pay", true), ("https://EXAMPLE.com:443/pay/", true),
      ("myapp://pay", false), ("myapp:/pay", false), ("/pay", false),
      ("https://example.com:444/pay", false), ("https://example.com.evil.net/pay", false),
      ("https://other.com/pay", false), ("myapp://example.com/pay", false),
    ])
  func boundRoutes(text: String, isReached: Bool) async throws {
    let shop = try await Shop(
      sources: ["myapp:", "https://example.com", "https://other.com"])
    try shop.register("https://example.com/pay", exposure: .external)
    await shop.wireframe.open(text, origin: .universalLink)
    _ = try? await shop.wireframe.route(to: text, option: .modal)
    #expect(shop.shown.contains("https://example.com/pay") == isReached)
  }
}
