import TestSupport
import Testing
import WireframeCore

/// Guards of paths where letter case is ignored.
@MainActor
@Suite(.hangsNever)
struct GuardedCaseTests {
  nonisolated static let rows: [Case<String, Bool>] = [
    Case("/account", true), Case("/ACCOUNT", true), Case("/Account/7", true),
    Case("/aCCOUNT/%37", true), Case("myapp://ACCOUNT/7", true), Case("myapp:///Account", true),
    Case("/ACCOUNTS", false), Case("/news/account", false), Case("/ACC", false),
  ]

  @Test("Where letter case is ignored, a guarded path is guarded in any case", arguments: rows)
  func guards(row: Case<String, Bool>) async throws {
    let wireframe = Wireframe<Screen>(
      sources: ["myapp:"], rules: MatchingRules(ignoresCase: true), limits: .none)
    var isAsked = false
    try wireframe.observe(under: "/account") { _ in
      isAsked = true
      return .proceed
    }
    try wireframe.handle("/*rest") { _ in }
    try await wireframe.route(to: row.given)
    #expect(isAsked == row.expected)
  }
}
