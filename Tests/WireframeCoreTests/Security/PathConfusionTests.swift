import Foundation
import TestSupport
import Testing
import WireframeCore

/// The classic ways around a guard, each by its name; ``TwoReadingsTests`` tries them all on everything.
@MainActor
@Suite(.hangsNever)
struct PathConfusionTests {
  enum Verdict: Sendable { case guarded, rejected, foreign, elsewhere }

  struct Row: Sendable, CustomTestStringConvertible {
    let threat: String
    let text: String
    let verdict: Verdict
    var testDescription: String { "\(threat): \(text.debugDescription)" }

    init(_ threat: String, _ text: String, _ verdict: Verdict) {
      self.threat = threat
      self.text = text
      self.verdict = verdict
    }
  }

  nonisolated static let rows: [Row] = [
    Row("Plain", "myapp://account/orders/7", .guarded),
    Row("Plain", "https://example.com/account/orders/7", .guarded),
    Row("Double slash", "myapp://account//orders/7", .rejected),
    Row("Double slash", "myapp:////account/orders/7", .rejected),
    Row("Double slash", "https://example.com//account", .rejected),
    Row("Double slash", "https://example.com/account//", .rejected),
    Row("Leading double slash", "//account/orders/7", .rejected),
    Row("Leading double slash", "//example.com/account", .rejected),
    Row("Encoded slash", "https://example.com/account%2Forders/7", .elsewhere),
    Row("Encoded slash", "https://example.com/account%2forders%2f7", .elsewhere),
    Row("Encoded slash", "https://example.com/%2Faccount", .elsewhere),
    Row("Encoded slash", "https://example.com/account%2F", .elsewhere),
    Row("Encoded slash", "myapp://account%2Forders/7", .rejected),
    Row("Backslash", "https://example.com/account\\orders\\7", .rejected),
    Row("Backslash", "https://example.com\\account", .rejected),
    Row("Encoded backslash", "https://example.com/account%5Corders/7", .elsewhere),
    Row("Encoded backslash", "https://example.com/%5caccount", .elsewhere),
    Row("Dot segments", "https://example.com/public/../account", .rejected),
    Row("Dot segments", "https://example.com/account/./orders/7", .rejected),
    Row("Dot segments", "https://example.com/account/..", .rejected),
    Row("Dot segments", "https://example.com/..;/account", .elsewhere),
    Row("Dot segments", "myapp://../account", .rejected),
    Row("Encoded dots", "https://example.com/public/%2e%2e/account", .rejected),
    Row("Encoded dots", "https://example.com/public/.%2E/account", .rejected),
    Row("Encoded dots", "https://example.com/%2e/account", .rejected),
    Row("Encoded dots", "https://example.com/public/%252e%252e/account", .elsewhere),
    Row("Encoded dots", "https://example.com/public/..%2Faccount", .elsewhere),
    Row("Overlong dots", "https://example.com/public/%c0%ae%c0%ae/account", .rejected),
    Row("Trailing slash", "https://example.com/account/", .guarded),
    Row("Trailing slash", "myapp://account/orders/7/", .guarded),
    Row("Trailing slash", "https://example.com/account/?x=1", .guarded),
    Row("Letter case", "https://example.com/Account", .elsewhere),
    Row("Letter case", "https://example.com/ACCOUNT/orders/7", .elsewhere),
    Row("Letter case", "MYAPP://ACCOUNT/orders/7", .guarded),
    Row("Letter case", "HTTPS://EXAMPLE.COM/account", .guarded),
    Row("Escaped letters", "https://example.com/%61ccount", .guarded),
    Row("Escaped letters", "https://example.com/%61%63%63%6F%75%6E%74/orders/%37", .guarded),
    Row("Escaped letters", "https://example.com/%2561ccount", .elsewhere),
    Row("Escaped letters", "https://example.com/%41ccount", .elsewhere),
    Row("Userinfo", "myapp://user@account/orders/7", .rejected),
    Row("Userinfo", "https://account@example.com/account", .rejected),
    Row("Port", "myapp://account:80/orders/7", .rejected),
    Row("Port", "https://example.com:443/account", .guarded),
    Row("Port", "https://example.com:8443/account", .foreign),
    Row("Trailing dot", "https://example.com./account", .foreign),
    Row("Trailing dot", "myapp://account./orders/7", .elsewhere),
    Row("Trailing dot", "https://example.com/account.", .elsewhere),
    Row("Unicode dots", "https://example\u{3002}com/account", .rejected),
    Row("Unicode dots", "https://example.com/public/\u{FF0E}\u{FF0E}/account", .elsewhere),
    Row("Unicode dots", "myapp://account\u{FF61}/orders/7", .rejected),
    Row("Unicode slash", "https://example.com/account\u{2215}orders/7", .elsewhere),
    Row("Unicode slash", "https://example.com/account%EF%BC%8Forders/7", .elsewhere),
    Row("Unicode letters", "https://example.com/\u{430}ccount", .elsewhere),
    Row("Unicode letters", "https://example.com/accoun\u{200B}t", .elsewhere),
    Row("Path parameters", "https://example.com/account;a=b", .elsewhere),
    Row("Path parameters", "https://example.com/account;/orders/7", .elsewhere),
    Row("Control characters", "https://example.com/account%00", .rejected),
    Row("Control characters", "https://example.com/account%0a", .rejected),
    Row("Control characters", "https://example.com/acc\tount", .rejected),
    Row("Control characters", "https://example.com/account%20", .elsewhere),
    Row("Query in the path", "https://example.com/account%3Fx", .elsewhere),
    Row("Query in the path", "https://example.com/account?/../public", .guarded),
    Row("Fragment", "https://example.com/account#/public", .guarded),
    Row("Fragment", "https://example.com/public#/../account", .elsewhere),
    Row("Types", "https://example.com/account/orders/+7", .guarded),
    Row("Types", "https://example.com/account/orders/0x7", .guarded),
    Row("Types", "https://example.com/account/orders/\u{FF17}", .guarded),
    Row("Below the prefix", "https://example.com/account/no/such/thing", .guarded),
  ]

  @Test("A capital behind the eighth letter of a host leads around no guard")
  func capitalBehindTheFirstWord() async throws {
    let shop = try await Shop()
    try shop.register("/transfers/new", exposure: .external)
    try shop.wireframe.observe(under: "/transfers") { _ in .stop("guarded") }
    let outcome = await shop.wireframe.open("myapp://transferS/new", origin: .customScheme)
    #expect(outcome.result?.outcome == .stopped(reason: "guarded"))
    #expect(shop.shown == ["root"])
  }

  @Test(
    "Path confusion: every spelling is refused, guarded, or leads elsewhere, as text and as URL",
    arguments: rows)
  func row(row: Row) async throws {
    let shop = try await Shop(sources: ["myapp:", "https://example.com"])
    try shop.register("/account", "/account/orders/:id<int>", exposure: .external)
    try shop.register("/:any", "/:any/*rest", "/:a/:b", "/:a/:b/:c", exposure: .external)
    try shop.wireframe.observe(under: "/account") { _ in .stop("guarded") }
    let url = URL(string: row.text)
    for isURL in [false, true] where !isURL || url?.absoluteString == row.text {
      let outcome =
        if isURL, let url {
          await shop.wireframe.open(url, origin: .universalLink)
        } else {
          await shop.wireframe.open(row.text, origin: .universalLink)
        }
      switch outcome {
      case .handled(let result) where result.outcome == .stopped(reason: "guarded"):
        #expect(row.verdict == .guarded)
      case .handled(let result):
        #expect(row.verdict == .elsewhere)
        #expect(result.route.path.first != "account")
      case .foreign: #expect(row.verdict == .foreign)
      case .refused(let error):
        #expect(row.verdict == .rejected)
        #expect(error.code == .rejected)
      case .failed(let error): #expect(row.verdict == .elsewhere && error.code == .noRoute)
      }
    }
    #expect(!shop.shown.contains { $0.hasPrefix("/account") })
  }
}
