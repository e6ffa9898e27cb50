import EdgeCount
import Foundation
import WireframeCore

/// Looks for the link that makes an app work most, under default rules, or says what given links cost.
///
/// Cost is counted in edges between basic blocks, which does not depend on the machine.
@main
@MainActor
struct LinkCost {
  /// What any link may cost: so much, and so much for each of its bytes.
  private static let bound = (base: 150_000, byte: 130)

  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst()
    let app = try App()
    // What is made at the first use only.
    for url in seeds { _ = await app.cost(of: url) }
    if let seconds = arguments.first.flatMap(Int.init) {
      let corpus = try arguments.dropFirst().map(link)
      await search(app, from: seeds + corpus, .seconds(seconds))
    } else {
      for path in arguments { await check(try link(path), app) }
    }
  }

  private static func link(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private static let seeds = [
    "https://example.com/products/42?ref=mail", "myapp://a/b/c/d", "https://example.com/files/a/b",
    "https://example.com/?a=b&a=c&%61=d", "https://example.com/nothing/like/this#x",
    "https://example.com/sizes/small", "myapp://products/x", "https://example.com/items/new",
  ]

  @discardableResult
  private static func check(_ url: String, _ app: App) async -> Int {
    let cost = await app.cost(of: url)
    claim(
      cost <= bound.base + bound.byte * url.utf8.count,
      "\(cost) edges for the \(url.utf8.count) bytes of \(url)")
    return cost
  }

  /// Keeps the dearest links, and those that are dearest by the byte, and makes others of them.
  private static func search(_ app: App, from seeds: [String], _ time: Duration) async {
    typealias Found = (url: String, cost: Int)
    var (dearest, dearestByte): ([Found], [Found]) = ([], [])
    var generator = SystemRandomNumberGenerator()
    let end = ContinuousClock.now + time
    var count = 0
    func rate(_ found: Found) -> Int { 1_000 * found.cost / (found.url.utf8.count + 40) }
    func note(_ url: String) async {
      let found = (url, await check(url, app))
      count += 1
      guard !dearest.contains(where: { $0.url == url }) else { return }
      dearest = Array((dearest + [found]).sorted { $0.cost > $1.cost }.prefix(24))
      dearestByte = Array((dearestByte + [found]).sorted { rate($0) > rate($1) }.prefix(24))
    }
    for url in seeds { await note(url) }
    while ContinuousClock.now < end {
      let parents = dearest + dearestByte
      guard let parent = parents.randomElement(using: &generator),
        let other = parents.randomElement(using: &generator)
      else { break }
      var bytes = Array(parent.url.utf8)
      for _ in 0..<Int.random(in: 1...3, using: &generator) {
        mutate(&bytes, Array(other.url.utf8), &generator)
      }
      await note(String(decoding: bytes.prefix(MatchingRules().maximumLength), as: UTF8.self))
    }
    for (name, found) in [("dearest", dearest.first), ("dearest-byte", dearestByte.first)] {
      guard let found else { continue }
      print("\(name): \(found.cost) edges, \(found.url.utf8.count) bytes\n\(found.url)")
    }
    print("stat::number_of_executed_units: \(count)")
  }

  private static let tokens = [
    "/", "//", "%41", "%2F", "%C3%A9", "&", "=", "&a=b", "a=1&", "?", "#", "a", "1", "-", ".", "x",
    "products", "files", "sizes", "items", "%61=%62&", "/a", "/1",
  ]

  private static func mutate(
    _ bytes: inout [UInt8], _ other: [UInt8], _ generator: inout SystemRandomNumberGenerator
  ) {
    func place() -> Int { Int.random(in: 0...bytes.count, using: &generator) }
    let (one, two) = (place(), place())
    let part = min(one, two)..<max(one, two)
    switch Int.random(in: 0..<6, using: &generator) {
    case 0: bytes.insert(contentsOf: (tokens.randomElement(using: &generator) ?? "").utf8, at: one)
    case 1: bytes.removeSubrange(part)
    case 2:
      let piece = Array(bytes[part].prefix(200))
      let times = Int.random(in: 1...64, using: &generator)
      bytes.insert(contentsOf: (0..<times).flatMap { _ in piece }, at: part.upperBound)
    case 3:
      let token = (tokens.randomElement(using: &generator) ?? "").utf8
      let times = Int.random(in: 1...2_000, using: &generator)
      bytes.insert(contentsOf: (0..<times).flatMap { _ in token }, at: one)
    case 4: bytes.replaceSubrange(part, with: other.suffix(from: min(one, other.count)))
    default:
      if one < bytes.count { bytes[one] = UInt8.random(in: 33..<127, using: &generator) }
    }
  }
}

/// An app that reads all that it is given, and writes all that failed.
@MainActor
private final class App {
  private let wireframe = Wireframe<String>(
    sources: ["myapp:", "https://example.com"], limits: .none)
  private let tree = NavigationTree<String>()
  private var read = 0

  init() throws {
    wireframe.addStandardPresenters(on: tree)
    try wireframe.observe(under: "/products") { [weak self] in self?.use($0) ?? .proceed }
    wireframe.observe { [weak self] in self?.use($0) ?? .proceed }
    let many = (0..<MatchingRules().maximumSegments).map { "/:value\($0)" }.joined()
    let patterns = [
      "/", "/products/:id<int>", "/products/:id<int>/:page?", "/files/*rest", many, "/:a/:b",
      "/:a/:b/:c<uuid>", "/sizes/:size<small|medium|large>", "/items/new", "/items/:id/edit",
    ]
    for pattern in try patterns.map({ try RoutePattern($0) }) {
      try wireframe.register(
        pattern, option: .root, exposure: .external
      ) { [weak self] (route: Route) -> String? in
        _ = self?.use(route)
        return "a screen"
      }
    }
  }

  /// The edges that opening a link takes.
  func cost(of url: String) async -> Int {
    let isCustom = url.hasPrefix("myapp:")
    let start = edgeCount
    let outcome = await wireframe.open(url, origin: isCustom ? .customScheme : .universalLink)
    read &+= outcome.error.map { "\($0)".utf8.count } ?? 0
    return edgeCount - start
  }

  private func use(_ route: Route) -> RoutingDecision {
    for name in route.values.names {
      read &+= ((try? route[name] as String) ?? "").utf8.count
      read &+= ((try? route[name] as [String]) ?? []).count
      if (try? route[name] as Int) == nil { read &+= 1 }
    }
    for item in route.query.items {
      read &+= (route.query[item.name]?.utf8.count ?? 0) + item.value.utf8.count
    }
    read &+= route.path.count + (route.fragment?.utf8.count ?? 0) + route.values.all.count
    return .proceed
  }
}
