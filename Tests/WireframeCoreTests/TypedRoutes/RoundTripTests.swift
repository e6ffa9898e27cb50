import Foundation
import TestSupport
import Testing
import WireframeCore

/// What is read of a value's URL is the same value, unless there is no URL.
@MainActor
struct RoundTripTests {
  @Test(arguments: generatedRoutes)
  func `each generated value that has a URL is read of it again`(
    type: any GeneratedRoute.Type
  ) throws {
    try roundTrip(type)
  }

  private func roundTrip<T: GeneratedRoute>(_ type: T.Type) throws {
    var generator = SplitMix64(seed: 42)
    let wireframe = Wireframe<Screen>(sources: ["myapp:", "https://example.com"])
    try wireframe.register(type) { _ in nil }
    let source: URLSource? = T.pattern.source == nil ? "https://example.com" : nil
    let count = Load.scaled(2_000)
    var written = 0
    for _ in 0..<count {
      let value = T.random(using: &generator)
      let urlText: String
      do {
        urlText = try wireframe.urlText(of: value, source: source)
      } catch {
        #expect([.unfitValue, .noRoute].contains(error.code), "\(error)")
        continue
      }
      written += 1
      let path = urlText.replacing("https://example.com/", with: "/")
      #expect(try Route(path, matching: T.pattern).as(type) == value, "\(urlText)")
      #expect(try RoutingRequest(value).urlText == path)
      // A URL has no two spellings by chance: the same value gives the same text.
      #expect(try wireframe.urlText(of: value, source: source) == urlText)
    }
    #expect(written > count / 20, "only \(written) of \(count) values have a URL")
  }

  @Test(arguments: generatedRoutes)
  func `a hostile URL is read as a value, or not, and never traps`(type: any GeneratedRoute.Type)
    throws
  {
    try fuzz(type)
  }

  private func fuzz<T: GeneratedRoute>(_ type: T.Type) throws {
    var generator = SplitMix64(seed: 7)
    let texts = [
      "99999999999999999999999", "-1", "256", "1e400", "nan", "inf", "-", "+5", "0x1F", "٣", "true",
      "TRUE", "2026-02-30T00:00:00Z", "2026-11-22T08:43:37.999999999999999999999999Z",
      "9999-12-31T23:59:59+23:59", "0000-01-01T00:00:00Z", "", "%00", "a%2Fb", "http://[::1",
      String(repeating: "9", count: 400), "0.\(String(repeating: "0", count: 400))1",
    ]
    let keys = [
      "a & b=c?", "ü", "d", "e", "f", "ref", "tags", "only", "other", "sizes", "date", "dates",
    ]
    var read = 0
    for _ in 0..<Load.scaled(2_000) {
      guard var path = try? RoutingRequest(T.random(using: &generator)).urlText else { continue }
      path = String(path.prefix { $0 != "?" })
      if let value = path.split(separator: "/").dropFirst(2).randomElement(using: &generator) {
        if generator.oneIn(2) { path.replace(value, with: generator.element(texts)) }
      }
      let items = generator.list { "\(encoded($0.element(keys)))=\(encoded($0.element(texts)))" }
      let text = "\(path)?\(items.joined(separator: "&"))"
      guard let route = try? Route(text, matching: T.pattern) else { continue }
      guard let value = route.as(type) else { continue }
      read += 1
      // What was read can be written, or is something that only URLs of another spelling hold.
      if let again = try? RoutingRequest(value).urlText {
        #expect(try Route(again, matching: T.pattern).as(type) == value, "\(text)")
      }
    }
    #expect(read > 0)
  }

  private func encoded(_ text: String) -> String {
    text.hasPrefix("%")
      ? text : text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  @Test func `ten thousand items are an array, within the limits`() async throws {
    let rules = MatchingRules(maximumLength: 1 << 20, maximumQueryItems: 1 << 16)
    let wireframe = Wireframe<Screen>(rules: rules)
    var read: FindProducts?
    try wireframe.handle(FindProducts.self) { find, _ in read = find }
    let find = FindProducts(words: "x", tags: (0..<10_000).map { "\($0)" })
    try await wireframe.route(to: try wireframe.urlText(of: find))
    #expect(read == find)
    try await wireframe.route(to: find)
  }
}

extension Wireframe<Screen> {
  /// A wireframe that has a type.
  static func registered<T: TypedRoute>(_ type: T.Type) throws -> Wireframe<Screen> {
    let wireframe = Wireframe<Screen>(sources: ["myapp:"])
    try wireframe.register(type) { _ in nil }
    return wireframe
  }
}
