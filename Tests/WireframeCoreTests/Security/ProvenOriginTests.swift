import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// A link of a custom scheme that claims to be a universal link counts as what it is, on every way in.
@MainActor
@Suite(.hangsNever)
struct ProvenOriginTests {
  /// How the second URL comes out of the first one.
  enum Way: String, CaseIterable {
    case redirect, enqueue, parking, trustedHop
  }

  /// The wireframe that has the routes.
  enum Place: String, CaseIterable {
    case app, module, nestedModule
  }

  struct Row: CustomTestStringConvertible {
    let way: Way
    let place: Place
    let first: String
    let second: String
    /// Whether both are https: then, and only then, the claim holds.
    var isProven: Bool { first.hasPrefix("https") && second.hasPrefix("https") }
    var testDescription: String { "\(way) in \(place): \(first) → \(second)" }
  }

  @MainActor
  private final class Session { var hasPassed = false }

  nonisolated static let sources = [
    "myapp://", "other://", "https://example.com/", "https://b.net/",
  ]

  nonisolated static let rows: [Row] = Way.allCases.flatMap { way in
    Place.allCases.flatMap { place in
      sources.flatMap { first in
        sources.map { Row(way: way, place: place, first: first, second: $0) }
      }
    }
  }

  @Test("Every way × every place × every pair of sources", arguments: rows)
  func everyWay(row: Row) async throws {
    let shop = try await Shop(
      sources: ["myapp:", "other:", "https://example.com", "https://b.net"])
    var inner = shop.wireframe
    var prefix = ""
    for _ in 0..<(row.place == .app ? 0 : row.place == .module ? 1 : 2) {
      let child = Wireframe<Screen>()
      try inner.mount(child, at: "/m")
      inner = child
      prefix += "m/"
    }
    let module = inner
    let next = row.second + "reset"  // as the module writes it
    let session = Session()
    var origins: [RoutingOrigin] = []
    try module.register("/promo", exposure: .external) { _ in Screen("promo") }
    try module.register("/hop") { _ in Screen("hop") }
    try module.register("/reset", exposure: .only(.universalLink)) { _ in Screen("reset") }
    module.observe { route in
      origins.append(route.request.origin)
      switch (row.way, route.path.first) {
      case (.redirect, "promo"): return .redirect(toUntrusted: next)
      case (.enqueue, "promo"):
        module.enqueue(RoutingRequest(untrusted: next, origin: route.request.origin))
        return .stop("enqueued")
      case (.parking, "promo"):
        return session.hasPassed
          ? .redirect(toUntrusted: next) : .redirect(to: "/hop", resuming: .newest)
      case (.trustedHop, "promo"): return .redirect(to: "/hop")
      case (.trustedHop, "hop"): return .redirect(toUntrusted: next)
      default: return .proceed
      }
    }
    _ = await shop.wireframe.open(row.first + prefix + "promo", origin: .universalLink)
    if row.way == .parking {
      #expect(
        shop.wireframe.parked?.origin
          == (row.first.hasPrefix("https") ? .universalLink : .customScheme))
      session.hasPassed = true
      _ = try? await shop.wireframe.resume()
    }
    await shop.wireframe.settled()
    #expect(shop.shown.contains("reset") == row.isProven)
    #expect(
      origins.allSatisfy { $0 == .customScheme } == !row.first.hasPrefix("https"),
      "guards read the origin that is proven")
    if !row.isProven {
      #expect(shop.recorder.errors.last?.code == .notExposed)
      #expect(shop.recorder.errors.last?.origin == .customScheme)
    }
  }

  @Test(
    "Texts that are not https are no universal links, however they are written",
    arguments: [
      ("https://example.com/reset", true), ("HTTPS://EXAMPLE.com/reset", true),
      ("myapp://reset", false), ("MYAPP:/reset", false), ("https-x://reset", false),
    ])
  func spellings(text: String, isOpen: Bool) async throws {
    let shop = try await Shop(sources: ["myapp:", "https-x:", "https://example.com"])
    try shop.register("/reset", exposure: .only(.universalLink))
    let request = RoutingRequest(untrusted: text, origin: .universalLink)
    #expect(shop.wireframe.canRoute(request) == isOpen)
    #expect(
      await shop.wireframe.open(text, origin: .universalLink).error?.code
        == (isOpen ? nil : .notExposed))
  }

  @Test("A refused or foreign custom scheme's URL is logged with the origin that it can have")
  func errorsHaveTheProvenOrigin() async throws {
    let shop = try await Shop()
    let texts = ["myapp://a//b", "alien://a", "myapp://nowhere", "", "HTT", "https"]
    for text in texts { _ = await shop.wireframe.open(text, origin: .universalLink) }
    #expect(shop.recorder.errors.map(\.origin) == texts.map { _ in .customScheme })
  }
}
