import Foundation
import TestSupport
import Testing
import WireframeCore

/// A URL as large as an attacker likes costs next to nothing, and is right where the limits allow it.
@MainActor
@Suite(.hangsNever, .serialized)
struct OversizedURLTests {
  nonisolated static let size = Load.scaled(10_000_000)

  private static func filled(_ start: String, _ piece: String) -> String {
    let thousand = String(repeating: piece, count: 1_000)
    return start + String(repeating: thousand, count: size / thousand.utf8.count)
  }

  nonisolated static let pieces: [(start: String, piece: String)] = [
    ("myapp://x/", "a"), ("myapp://x", "/a"), ("myapp://x", "/"), ("myapp://x/", "%2F"),
    ("myapp://x?", "a"), ("myapp://x?", "a=1&"), ("myapp://x?", "&"), ("myapp://x?q=", "%25"),
    ("myapp://x#", "a"), ("myapp://x/%", "25"), ("myapp://x", "/.."), ("myapp://x/", "\\"),
    ("myapp://x/", "\u{0}"), ("myapp://x/", "é"), ("myapp://", "a"), ("", "a"), ("", "/"),
    ("", "a:"),
    ("https://example.com/", "%C3%A9"), ("https://", "a."), ("https://evil.net/", "a"), ("", "%"),
    ("myapp://user@", "@"), ("myapp://x:", "1"), ("foreign:", "a"),
  ]

  @Test(
    "Oversized URLs: megabytes are refused by their length, whatever they are made of",
    arguments: pieces)
  func refused(beginning: String, piece: String) async throws {
    let shop = try await Shop(sources: ["myapp:", "https://example.com"])
    try shop.register("/*all?", exposure: .external)
    shop.recorder.events = []
    let text = Self.filled(beginning, piece)
    var errors: [RoutingError?] = []
    errors.append(await shop.wireframe.open(text, origin: .customScheme).error)
    for request in [RoutingRequest(text), RoutingRequest(untrusted: text, origin: .app)] {
      #expect(!shop.wireframe.canRoute(request))
      do throws(RoutingError) {
        _ = try await shop.wireframe.controller(for: request)
      } catch {
        errors.append(error)
      }
    }
    let reasons = errors.map { $0?.refusal?.reason }
    // Printing a refusal does not cost what reading the URL would have.
    #expect(errors.allSatisfy { ($0?.description.utf8.count ?? 0) < 200 })
    #expect(reasons == [.tooLong, .tooLong, .tooLong])
    #expect(!shop.recorder.events.contains { $0.hasPrefix("decide") })
    #expect(shop.shown == ["root"])
  }

  @Test("Oversized URLs: one out of a query, ten times redirected, is refused as well")
  func redirected() async throws {
    let shop = try await Shop()
    try shop.register("/go", exposure: .external)
    shop.wireframe.observe { _ in .redirect(toUntrusted: Self.filled("myapp://x/", "a")) }
    let outcome = await shop.wireframe.open("myapp://go", origin: .customScheme)
    #expect(outcome.error?.refusal?.reason == .tooLong)
    #expect(outcome.error?.chain.count == 2)
  }

  @Test("Oversized URLs: the limits of segments and items hold where the length allows more")
  func otherLimits() async throws {
    let wireframe = Wireframe<Screen>(
      sources: ["myapp:"], rules: MatchingRules(maximumLength: .max), limits: .none)
    try wireframe.register("/*all?", exposure: .external) { _ in Screen("all") }
    func reason(_ text: String) async -> URLRefusal.Reason? {
      await wireframe.open(text, origin: .customScheme).error?.refusal?.reason
    }
    #expect(await reason("myapp:" + String(repeating: "/a", count: 100_000)) == .tooManySegments)
    #expect(await reason("myapp:" + String(repeating: "/", count: 100_000)) == .tooManySegments)
    let items = String(repeating: "a=1&", count: 100_000)
    #expect(await reason("myapp://x?" + items) == .tooManyQueryItems)
    #expect(await reason("myapp://x#" + items) == nil, "a fragment has no items")
  }

  @Test("Oversized URLs: with the limits raised they are read right")
  func raised() throws {
    let rules = MatchingRules(
      maximumLength: .max, maximumSegments: .max, maximumQueryItems: .max)
    var table = RouteTable<Void>(rules: rules)
    try table.insert((), for: "/guarded/*rest?")
    try table.insert((), for: "/*rest")
    let count = Load.scaled(100_000)
    let many = table.match("/guarded" + String(repeating: "/a", count: count))
    #expect(many.finding == .match("/guarded/*rest?"))
    #expect(try (many.matched?.values["rest"] as [String]?)?.count == count)
    let items = table.match("/guarded?" + String(repeating: "a=1&", count: count))
    #expect(items.matched?.query.items.count == count)
    let long = table.match("/guarded/" + String(repeating: "%41", count: 3 * count))
    #expect(try long.matched?.values["rest"] == [String(repeating: "A", count: 3 * count)])
    let slashes = table.match("/guarded/" + String(repeating: "%2F", count: 3 * count))
    #expect(slashes.finding == .noMatch)
  }

  @Test("Oversized URLs: escapes of escapes, however deep, are decoded once")
  func deepEscapes() throws {
    let route = try Route(
      "/x/" + "%" + String(repeating: "25", count: 4_000) + "41", matching: "/x/:v")
    #expect(try route["v"] == "%" + String(repeating: "25", count: 3_999) + "41")
  }

  @Test("Oversized URLs: a miss among many patterns is printed in a short text")
  func misses() async throws {
    let wireframe = Wireframe<Screen>(
      sources: ["myapp:"], rules: MatchingRules(maximumLength: .max), limits: .none)
    for number in 0..<500 {
      try wireframe.register(RoutePattern("/literal\(number)/:id"), exposure: .external) { _ in nil
      }
    }
    let text = "myapp:/" + String(repeating: "literal", count: Load.scaled(100_000))
    let error = try #require(await wireframe.open(text, origin: .customScheme).error)
    #expect(error.code == .noRoute)
    #expect(error.description.utf8.count < 200)
  }
}
