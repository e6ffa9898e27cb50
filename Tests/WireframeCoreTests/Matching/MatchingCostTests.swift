import Testing
import WireframeCore

/// Costs as ratios of the best of several runs, with bounds that only another order of growth passes.
@Suite(.serialized) struct MatchingCostTests {
  private func best(of runs: Int = 7, _ body: () -> Void) -> Duration {
    let clock = ContinuousClock()
    return (0..<runs).map { _ in clock.measure(body) }.min() ?? .zero
  }

  /// Patterns of this length, each a literal at another place and parameters elsewhere.
  private func overlapping(_ length: Int) -> [String] {
    (0..<length).map { literal in
      (0..<length).map { $0 == literal ? "/a" : "/:p\($0)" }.joined()
    }
  }

  @Test("C4: overlapping patterns make no exponential table", .timeLimit(.minutes(5)))
  func noExponentialTable() throws {
    // A table with a state for each set of patterns that still fit would have 2^48 of them.
    let patterns = overlapping(48)
    let table = try RouteTable(patterns)
    for place in patterns.indices {
      let url = patterns.indices.map { $0 == place ? "/a" : "/b" }.joined()
      #expect(table.match(url).finding == .match(patterns[place]))
    }
    #expect(table.match(String(repeating: "/b", count: 48)).finding == .noMatch)
    #expect(table.match(String(repeating: "/a", count: 48)).finding == .match(patterns[0]))
  }

  @Test("C4: a search that always turns back visits each node at most once")
  func noExponentialSearch() throws {
    // Eight times as long, a table of this kind has 64 times the nodes.
    let durations = try [6, 48].map { length in
      let table = try RouteTable(overlapping(length).map { $0 + "/end" })
      let url = String(repeating: "/a", count: length) + "/other"
      return best { _ = table.match(url).finding }
    }
    #expect(durations[1] < durations[0] * 1_000)
  }

  @Test("I5: time is linear in the URL's length: long segments")
  func longSegments() throws {
    let table = try RouteTable(
      ["/:a/:b/c", "/*rest"], rules: MatchingRules(maximumLength: 1_000_000))
    let durations = [2_000, 64_000].map { length in
      let url =
        "/x/" + String(repeating: "%41", count: length) + "/y?"
        + String(repeating: "b", count: length)
      return best { _ = table.match(url).matched }
    }
    #expect(durations[1] < durations[0] * 32 * 8, "32 times the length")
  }

  @Test("I5: time is linear in the URL's length: many segments")
  func manySegments() throws {
    let table = try RouteTable(
      ["/*rest", "/a/:b"], rules: MatchingRules(maximumLength: 1_000_000, maximumSegments: 100_000))
    let durations = [250, 8_000].map { count in
      let url = String(repeating: "/ab", count: count)
      return best { _ = table.match(url).matched }
    }
    #expect(durations[1] < durations[0] * 32 * 8, "32 times the segments")
  }

  @Test("I5: time is linear in the URL's length: many query items")
  func manyItems() throws {
    let table = try RouteTable(
      ["/"], rules: MatchingRules(maximumLength: 1_000_000, maximumQueryItems: 100_000))
    let durations = [250, 8_000].map { count in
      let url = "/?" + String(repeating: "a=1&", count: count)
      return best { _ = table.match(url).matched?.query.items.count }
    }
    #expect(durations[1] < durations[0] * 32 * 8, "32 times the items")
  }

  static let urls = [
    "/shop7/products/5", "/shop7/items/new", "/shop7/nothing/5", "/unlike/anything/x/y",
  ]

  @Test("I5: a hit and a miss are independent of the number of routes", arguments: urls)
  func numberOfRoutes(url: String) throws {
    let durations = try [10, 5_000].map { count in
      let table = try RouteTable(
        (0..<count).flatMap { ["/shop\($0)/products/:id<int>", "/shop\($0)/items/new"] })
      return best(of: 15) { for _ in 0..<20 { _ = table.match(url).finding } }
    }
    #expect(durations[1] < durations[0] * 10, "500 times the routes")
  }

  /// Where siblings of eight bytes differ: what a hash overlooks makes them collide.
  enum Difference: CaseIterable {
    case atStart, inMiddle, atEnd, apart, inBothHalves

    func sibling(_ number: Int) -> String {
      let digits = String(String(10_000 + number).dropFirst())
      return switch self {
      case .atStart: digits + "aaaa"
      case .inMiddle: "aa" + digits + "aa"
      case .atEnd: "aaaa" + digits
      case .apart: digits.prefix(2) + "aaaa" + digits.suffix(2)
      case .inBothHalves: digits + digits
      }
    }
  }

  @Test(
    "I5: siblings of eight bytes do not collide, wherever they differ", .timeLimit(.minutes(5)),
    arguments: Difference.allCases)
  func siblingsOfOneWord(difference: Difference) throws {
    let durations = try [10, 5_000].map { count in
      let table = try RouteTable((0..<count).map { "/" + difference.sibling($0) })
      let urls = (0..<10).map { "/" + difference.sibling($0 * count / 10) }
      return best(of: 15) { for url in urls { _ = table.match(url).finding } }
    }
    #expect(durations[1] < durations[0] * 5, "500 times the siblings")
  }

  @Test("A registration costs the same whether or not there was a routing before it")
  @MainActor
  func registrationAmongRoutings() async throws {
    let wireframe = Wireframe<Screen>(limits: .none)
    for number in 0..<10_000 { try wireframe.handle("/p\(number)/:id") }
    var durations: [Duration] = []
    for name in ["q", "r"] {
      var total = Duration.zero
      for number in 0..<50 {
        if name == "r" { _ = try await wireframe.route(to: "/p1/2") }
        total += try ContinuousClock().measure { try wireframe.handle("/\(name)\(number)/:id") }
      }
      durations.append(total)
    }
    #expect(durations[1] < durations[0] * 10 + .milliseconds(1))
  }
}

extension Wireframe<Screen> {
  fileprivate func handle(_ pattern: String) throws { try handle(RoutePattern(pattern)) { _ in } }
}
