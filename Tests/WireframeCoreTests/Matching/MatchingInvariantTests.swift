import TestSupport
import Testing
import WireframeCore

/// What holds of every table and URL; each failure names the seed, the table and the URL.
struct MatchingInvariantTests {
  static let seeds = (1...Load.scaled(40)).map(UInt64.init)

  private func comment(_ seed: UInt64, _ url: String, _ table: RouteTable<Void>) -> Comment {
    "seed \(seed), URL \(url.debugDescription), patterns \(table.patterns.map(\.text))"
  }

  @Test("I1: the same result as a naive matcher that tries all patterns", arguments: seeds)
  func oracle(seed: UInt64) throws {
    var generator = RouteGenerator(seed: seed)
    let table = try generator.table(of: Int.random(in: 1...30, using: &generator.random))
    let naive = NaiveMatcher(patterns: table.patterns)
    for _ in 0..<80 {
      let url = generator.url(for: table)
      let winner = naive.winner(for: url.segments, of: url.source, hasHost: url.hasHost)
      let finding = table.match(url.text).finding
      #expect(
        finding == winner.map { .match($0.text) } ?? .noMatch, comment(seed, url.text, table))
    }
  }

  @Test("I1: the same where case is ignored, or a slash at the end counts", arguments: seeds)
  func oracleUnderOtherRules(seed: UInt64) throws {
    for rules in [
      MatchingRules(ignoresCase: true), MatchingRules(distinguishesTrailingSlash: true),
    ] {
      var generator = RouteGenerator(seed: seed)
      let table = try generator.table(
        of: Int.random(in: 1...30, using: &generator.random), rules: rules)
      let naive = NaiveMatcher(patterns: table.patterns, rules: rules)
      for _ in 0..<80 {
        let url = generator.url(for: table)
        let winner = naive.winner(
          for: url.segments, of: url.source, hasHost: url.hasHost,
          endsWithSlash: url.endsWithSlash)
        #expect(
          table.match(url.text).finding == winner.map { .match($0.text) } ?? .noMatch,
          comment(seed, url.text, table))
      }
    }
  }

  @Test("I1: the values are the segments in the pattern's places", arguments: seeds)
  func values(seed: UInt64) throws {
    var generator = RouteGenerator(seed: seed)
    let table = try generator.table(of: 15)
    for _ in 0..<80 {
      let url = generator.url(for: table)
      guard let match = table.match(url.text).matched else { continue }
      for (place, segment) in match.pattern.segments.enumerated() {
        guard let name = segment.name else { continue }
        let rest = Array(url.segments.dropFirst(place))
        let expected: RouteValue? =
          if case .catchAll = segment { .list(rest) } else { rest.first.map { .text($0) } }
        #expect(match.values.value(of: name) == expected, comment(seed, url.text, table))
      }
    }
  }

  @Test("I1: the generated URLs match, and miss, often enough to mean something")
  func generatorIsUseful() throws {
    var matched: [String: Int] = [:]
    var missed = 0
    for seed in Self.seeds {
      var generator = RouteGenerator(seed: seed)
      let table = try generator.table(of: 15)
      for _ in 0..<80 {
        switch table.match(generator.url(for: table).text).finding {
        case .match(let text): matched[text, default: 0] += 1
        case .noMatch: missed += 1
        case let other: Issue.record("seed \(seed): \(other)")
        }
      }
    }
    #expect(matched.count > Load.scaled(50))
    #expect(matched.values.reduce(0, +) > Load.scaled(500))
    #expect(missed > Load.scaled(300))
  }

  static let smallSets: [[String]] = [
    ["/a/:x", "/:y/b", "/*z", "/a/b", "myapp://a/b"],
    ["/a", "/a/:x?", "/a/:x<int>?", "/a/*y?", "/:z"],
    ["/:x<int>/a", "/:x<uint>/b", "/:x<double>/c", "/:x/d", "/*r"],
    ["/:a<x|y>/1", "/:b<z|w>/1", "/x/1", "/:c/1", "/:d?"],
    ["/", "/:x?", "/*y?", "/*z", "https://example.com"],
  ]

  static let smallURLs = [
    "/", "/a", "/a/b", "/a/5", "/5/b", "/5/d", "/-5/b", "/1.5/c", "/x/1", "/z/1", "/q/1", "/a/b/c",
    "myapp://a/b", "https://example.com", "https://example.com/a/b",
  ]

  @Test("I2: every permutation of registration gives the same match", arguments: smallSets)
  func permutations(patterns: [String]) throws {
    let findings = try patterns.permutations.map { order in
      let table = try RouteTable(order)
      return Self.smallURLs.map { table.match($0).finding }
    }
    #expect(findings.count == 120)
    #expect(Set(findings).count == 1)
    #expect(Set(findings[0]).count > 3, "one outcome for all would say nothing")
  }

  @Test("I2: a shuffled registration of a generated table gives the same match", arguments: seeds)
  func shuffled(seed: UInt64) throws {
    var generator = RouteGenerator(seed: seed)
    let table = try generator.table(of: 30)
    let order = table.patterns.shuffled(using: &generator.random).map(\.text)
    let other = try RouteTable(order, types: [RouteGenerator.appType])
    for _ in 0..<80 {
      let url = generator.url(for: table).text
      #expect(other.match(url).finding == table.match(url).finding, comment(seed, url, table))
    }
  }

  @Test("I3: parse then print is idempotent", arguments: seeds)
  func printing(seed: UInt64) throws {
    var generator = RouteGenerator(seed: seed)
    for _ in 0..<80 {
      let text = generator.pattern()
      let pattern = try RoutePattern(text)
      #expect(pattern.description == text, "seed \(seed)")
      let path = "/" + pattern.segments.map(\.description).joined(separator: "/")
      let parsed = try RoutePattern(path)
      #expect(parsed.segments == pattern.segments, "seed \(seed), \(text)")
      #expect(
        "/" + parsed.segments.map(\.description).joined(separator: "/") == path,
        "seed \(seed), \(text)")
    }
  }

  @Test(
    "I3: a URL rebuilt from pattern and values matches the same, but for the three exceptions",
    arguments: seeds, [false, true])
  func rebuilding(seed: UInt64, ignoresCase: Bool) throws {
    for isStrict in [false, true] {
      let rules = MatchingRules(ignoresCase: ignoresCase, distinguishesTrailingSlash: isStrict)
      var generator = RouteGenerator(seed: seed)
      let table = try generator.table(of: 30, rules: rules)
      for _ in 0..<50 {
        let url = generator.url(for: table)
        guard let match = table.match(url.text).matched else { continue }
        try checkRebuilt(match, url, table, rules, comment(seed, url.text, table))
      }
    }
  }

  private func checkRebuilt(
    _ match: RouteTable<Void>.Match, _ url: RouteGenerator.URL, _ table: RouteTable<Void>,
    _ rules: MatchingRules, _ comment: Comment
  ) throws {
    let pattern = match.pattern
    let naive = NaiveMatcher(patterns: table.patterns, rules: rules)
    let values = Dictionary(uniqueKeysWithValues: match.values.all.map { ($0.name, $0.value) })
    let rebuilt = try pattern.urlText(with: values, rules: rules)
    // A host that is a word in lower case only comes back so.
    let expected = naive.rebuilt(match.values.all, by: pattern)
    var alone = RouteTable<Void>(sources: RouteGenerator.sources, rules: rules)
    try alone.add(type: RouteGenerator.appType)
    try alone.insert((), for: pattern)
    let again = try #require(alone.match(rebuilt).matched, comment)
    #expect(again.values.all.map(\.name) == expected.map(\.name), comment)
    #expect(again.values.all.map(\.value) == expected.map(\.value), comment)
    let winner = try #require(table.match(rebuilt).matched, comment)
    #expect(
      winner.pattern == pattern
        || naive.mayMove(
          from: pattern, to: winner.pattern, of: url.segments, endsWithSlash: url.endsWithSlash),
      comment)
  }

  @Test(
    "I3: the three exceptions: a host in lower case, a slash that a catch-all took, and letter case"
  )
  func exceptions() throws {
    struct Row {
      let patterns: [String]
      let rules: MatchingRules
      let url: String
      let rebuilt: String
      let winner: String
    }
    for row in [
      Row(
        patterns: ["/:size<small|large>"], rules: MatchingRules(), url: "myapp://SMALL",
        rebuilt: "/small", winner: "/:size<small|large>"),
      Row(
        patterns: ["/:size<true|1>?", "/:a<bool>"], rules: MatchingRules(), url: "myapp://TRUE",
        rebuilt: "/true", winner: "/:a<bool>"),
      Row(
        patterns: ["/a", "/:x/*rest?"], rules: MatchingRules(distinguishesTrailingSlash: true),
        url: "/a/", rebuilt: "/a", winner: "/a"),
      Row(
        patterns: ["/:x/true", "/:a<bool>/:b<bool>"], rules: MatchingRules(ignoresCase: true),
        url: "/true/True", rebuilt: "/true/true", winner: "/:a<bool>/:b<bool>"),
    ] {
      let table = try RouteTable(row.patterns, rules: row.rules)
      let match = try #require(table.match(row.url).matched)
      let values = Dictionary(uniqueKeysWithValues: match.values.all.map { ($0.name, $0.value) })
      let rebuilt = try match.pattern.urlText(with: values, rules: row.rules)
      #expect(rebuilt == row.rebuilt)
      #expect(table.match(rebuilt).finding == .match(row.winner))
      #expect(match.pattern.text == row.winner || row.patterns.count == 2)
    }
  }

  @Test("I4: removing a pattern that lost never changes the winner", arguments: seeds)
  func removingLosers(seed: UInt64) throws {
    var generator = RouteGenerator(seed: seed)
    let table = try generator.table(of: 12)
    for _ in 0..<12 {
      let url = generator.url(for: table).text
      let winner = table.match(url).finding
      for loser in table.patterns where winner != .match(loser.text) {
        var smaller = table
        smaller.remove(loser)
        #expect(smaller.match(url).finding == winner, comment(seed, url, smaller))
      }
    }
  }

  @Test("I4: removing the winner gives the match of a table that never had it", arguments: seeds)
  func removingWinners(seed: UInt64) throws {
    var generator = RouteGenerator(seed: seed)
    let table = try generator.table(of: 12)
    for _ in 0..<12 {
      let url = generator.url(for: table).text
      guard let match = table.match(url).matched else { continue }
      var smaller = table
      smaller.remove(match.pattern)
      let rest = table.patterns.filter { $0 != match.pattern }
      let fresh = try RouteTable(rest.map(\.text), types: [RouteGenerator.appType])
      #expect(smaller.patterns == rest)
      #expect(smaller.match(url).finding == fresh.match(url).finding, comment(seed, url, smaller))
      try smaller.insert((), for: match.pattern)
      #expect(smaller.match(url).finding == .match(match.pattern.text))
    }
  }

  @Test(
    "I4: after removals and insertions a table is one that was made of what is left",
    arguments: seeds)
  func churn(seed: UInt64) throws {
    var generator = RouteGenerator(seed: seed)
    var table = try generator.table(of: 24)
    let all = table.patterns
    var (kept, removed) = (all, [RoutePattern]())
    for _ in 0..<60 {
      if removed.isEmpty || !kept.isEmpty && generator.random.oneIn(2) {
        let index = Int.random(in: kept.indices, using: &generator.random)
        removed.append(kept.remove(at: index))
        table.remove(removed[removed.count - 1])
      } else {
        let index = Int.random(in: removed.indices, using: &generator.random)
        kept.append(removed.remove(at: index))
        try table.insert((), for: kept[kept.count - 1])
      }
      var fresh = try RouteTable(kept.map(\.text), types: [RouteGenerator.appType])
      #expect(table.patterns == kept)
      for _ in 0..<6 {
        let url = generator.url(for: fresh).text
        #expect(table.match(url).finding == fresh.match(url).finding, comment(seed, url, fresh))
      }
      var copy = table
      let text = all[Int.random(in: all.indices, using: &generator.random)].text
      #expect(
        refusal(of: text, by: &copy) == refusal(of: text, by: &fresh), comment(seed, text, fresh))
    }
  }

  private func refusal(of text: String, by table: inout RouteTable<Void>) -> String? {
    do {
      try table.insert((), for: RoutePattern(text))
      return nil
    } catch {
      return error.description
    }
  }

  @Test(
    "I4: of patterns that differ in source and slash only each is removed and comes back alone",
    arguments: [
      TextCase("/a", "/a"), TextCase("/a/:x?", "/a/5"), TextCase("/a/:x<int>?", "/a/5"),
      TextCase("/a/*x", "/a/5"), TextCase("/a/*x?", "/a/5"),
    ])
  func sourcesAndSlashes(row: TextCase) throws {
    let rules = MatchingRules(distinguishesTrailingSlash: true)
    func all(_ path: String) -> [String] {
      ["", "myapp:"].flatMap { [$0 + path, $0 + path + "/"] }
    }
    let table = try RouteTable(all(row.given), rules: rules)
    for gone in table.patterns {
      var smaller = table
      smaller.remove(gone)
      let rest = all(row.given).filter { $0 != gone.text }
      let fresh = try RouteTable(rest, rules: rules)
      for url in all(row.expected) {
        #expect(smaller.match(url).finding == fresh.match(url).finding, "\(url) without \(gone)")
      }
      for _ in 0..<2 {
        try smaller.insert((), for: gone)
        for url in all(row.expected) {
          #expect(smaller.match(url).finding == table.match(url).finding, "\(url) with \(gone)")
        }
        smaller.remove(gone)
      }
    }
  }

  @Test("A list of words that was removed conflicts with no other, and no conflict names it")
  func removedWords() throws {
    var table = try RouteTable(["/:x<red|green>/a", "/:y<blue|grey>/b"])
    table.remove("/:x<red|green>/a")
    try table.insert((), for: "/:z<red|yellow>/c")
    let error = #expect(throws: RoutingError.self) {
      try table.insert((), for: "/:v<green|blue>/d")
    }
    #expect(error?.description.contains("'/:y<blue|grey>/b'") == true)
    #expect(table.match("/green/a").finding == .noMatch)
    #expect(table.patterns.map(\.text) == ["/:y<blue|grey>/b", "/:z<red|yellow>/c"])
  }

  @Test("A table keeps nothing of a value that was removed")
  func removedValues() throws {
    final class Value {}
    var table = RouteTable<Value>()
    weak var first: Value?
    do {
      let value = Value()
      first = value
      try table.insert(value, for: "/a")
    }
    let second = Value()
    try table.insert(second, for: "/b")
    table.remove("/a")
    #expect(first == nil)
    guard case .match(let match) = table.match("/b") else { throw Broken() }
    #expect(match.value === second)
  }
}
