import Foundation
import WireframeCore

/// A table beside the naive list of its patterns; every step is done to both, and compared.
struct TwinTable {
  static let sources: [URLSource] =
    RouteGenerator.sources + ["https://example.com:8443", "a.b+c:"]
  static let types = [
    RouteGenerator.appType, ParameterType("even") { $0.utf8.count.isMultiple(of: 2) },
  ]

  private var table: RouteTable<Int>
  private var naive: NaiveMatcher
  /// What was inserted, in the order of the patterns.
  private var numbers: [Int] = []
  private var count = 0
  private let isTrusted: Bool
  private let rules: MatchingRules

  /// An empty table whose rules are told by letters.
  ///
  /// - Parameter letters: `c` folds case, `s` tells trailing slashes apart, `l` sets low limits, `u` takes
  ///   the URLs as untrusted; others mean nothing.
  init(rules letters: some StringProtocol) {
    var rules = MatchingRules(
      ignoresCase: letters.contains("c"), distinguishesTrailingSlash: letters.contains("s"))
    if letters.contains("l") {
      rules.maximumLength = 40
      rules.maximumSegments = 4
      rules.maximumQueryItems = 2
    }
    self.rules = rules
    isTrusted = !letters.contains("u")
    var table = RouteTable<Int>(sources: Self.sources, rules: rules)
    unfailing("types") { for type in Self.types { try table.add(type: type) } }
    self.table = table
    naive = NaiveMatcher(patterns: [], types: Self.types, rules: rules)
  }

  /// Inserts the pattern that a text spells; of another text, a pattern that the generator makes of it.
  mutating func insert(_ text: String) {
    let pattern = (try? RoutePattern(text)) ?? Self.pattern(madeOf: text)
    let row = NaiveMatcher.Row(pattern)
    let fault = fault(of: row)
    var code: RoutingError.Code?
    do {
      try table.insert(count, for: pattern)
      numbers.append(count)
      naive.rows.append(row)
    } catch {
      code = error.code
    }
    count += 1
    claim(code == fault, "inserting \(pattern): \(code as Any), not \(fault as Any); \(self)")
    claim(table.patterns == naive.rows.map(\.pattern), "patterns of \(self)")
  }

  private static func pattern(madeOf text: String) -> RoutePattern {
    var generator = RouteGenerator(seed: text.utf8.reduce(0) { $0 &* 31 &+ UInt64($1) })
    return unfailing("a generated pattern") { try RoutePattern(generator.pattern()) }
  }

  /// Removes the pattern at a place, counted round.
  mutating func remove(at place: Int) {
    guard !numbers.isEmpty else { return }
    let place = place % numbers.count
    let number = numbers.remove(at: place)
    let pattern = naive.rows.remove(at: place).pattern
    claim(table.remove(pattern) == number, "removing \(pattern) from \(self)")
    claim(table.remove(pattern) == nil, "removing \(pattern) twice from \(self)")
    claim(table.patterns == naive.rows.map(\.pattern), "patterns of \(self)")
  }

  /// Why the table should refuse a pattern; nil if it should take it.
  private func fault(of row: NaiveMatcher.Row) -> RoutingError.Code? {
    if let source = row.source, !Self.sources.contains(source) { return .invalidSource }
    let names = ["bool", "double", "int", "uint", "uuid"] + Self.types.map(\.name)
    for case .parameter(_, let constraint?, _) in row.segments {
      switch constraint {
      case .type(let name):
        guard names.contains(name) else { return .invalidPattern }
      case .words(let words):
        guard Set(words.map(naive.folded)).count == words.count else { return .invalidPattern }
      }
    }
    return naive.rows.contains { naive.conflict($0, row) } ? .conflictingPattern : nil
  }
}

// MARK: - Looking up

extension TwinTable {
  /// Looks a text up, and checks the answer and, of a match, all that can be read out of it.
  @discardableResult
  func check(_ text: String) -> RouteTable<Int>.Outcome {
    let outcome = table.match(text, isTrusted: isTrusted)
    let url: NaiveURL
    do {
      url = try NaiveURL(text, sources: Self.sources, rules: rules, isTrusted: isTrusted)
    } catch {
      switch (error, outcome) {
      case (.foreign, .foreign): break
      case (.refused(let reason), .refused(let refusal)) where refusal.reason == reason:
        claim((0...text.utf8.count).contains(refusal.offset), "offset in \(text.debugDescription)")
        claim(!refusal.description.isEmpty, "sentence for \(text.debugDescription)")
      default: fail(text, outcome, "\(error)")
      }
      return outcome
    }
    let winner = naive.winner(
      for: url.segments, of: url.source, hasHost: url.hasHost, endsWithSlash: url.endsWithSlash)
    switch outcome {
    case .match(let match) where match.pattern == winner:
      check(match, url, text)
    case .noMatch where winner == nil:
      break
    default:
      fail(text, outcome, winner.map { "match \($0)" } ?? "no match")
    }
    return outcome
  }

  private func check(_ match: RouteTable<Int>.Match, _ url: NaiveURL, _ text: String) {
    func subject() -> String { "\(text.debugDescription) by \(match.pattern) of \(self)" }
    let place = table.patterns.firstIndex(of: match.pattern)
    claim(place.map { numbers[$0] } == match.value, "value of \(subject())")
    var expected: [(name: String, value: RouteValue)] = []
    for (place, segment) in match.pattern.segments.enumerated() {
      guard let name = segment.name else { continue }
      let rest = Array(url.segments.dropFirst(place))
      if case .catchAll = segment {
        expected.append((name, .list(rest)))
      } else if let first = rest.first {
        expected.append((name, .text(first)))
      } else {
        claim(match.values.value(of: name) == nil, "value '\(name)' of \(subject())")
      }
      if case .parameter(_, .type(let type)?, _) = segment, !rest.isEmpty {
        claim(Self.reads(name, as: type, match.values), "'\(name)' as \(type) of \(subject())")
      }
    }
    claim(match.values.all.elementsEqual(expected, by: isSame), "values of \(subject())")
    for (name, value) in expected {
      let found = match.values.value(of: name)
      claim(found.map { isSame($0, value) } == true, "'\(name)' of \(subject())")
    }
    let items = match.query.items.flatMap { [$0.name, $0.value] }
    claim(
      items.elementsEqual(url.query.flatMap { [$0.name, $0.value] }, by: isSame),
      "query of \(subject())")
    checkRebuilt(match, expected, url, subject)
    checkFragment(match.pattern, url, text, subject)
  }

  /// A matched URL rebuilt from pattern and values matches the same, with the same values, but for three exceptions: a
  /// host comes back in lower case if it is a word so only, a slash that a catch-all took and letter case do not.
  private func checkRebuilt(
    _ match: RouteTable<Int>.Match, _ values: [(name: String, value: RouteValue)],
    _ url: NaiveURL, _ subject: () -> String
  ) {
    let rebuilt = unfailing("rebuilding \(subject())") {
      try match.pattern.urlText(with: Dictionary(uniqueKeysWithValues: values), rules: rules)
    }
    guard rebuilt.utf8.count <= rules.maximumLength else { return }
    let expected = naive.rebuilt(values, by: match.pattern)
    func claimed(_ holds: Bool) {
      claim(holds, "rebuilt as \(rebuilt.debugDescription): \(subject())")
    }
    // Whatever else is registered, the pattern takes it.
    let alone = Self.table(of: match.pattern, rules: rules).match(rebuilt).matched
    claimed(alone?.values.all.elementsEqual(expected, by: isSame) == true)
    guard let winner = table.match(rebuilt).matched?.pattern else { return claimed(false) }
    claimed(
      winner == match.pattern
        || naive.mayMove(
          from: match.pattern, to: winner, of: url.segments, endsWithSlash: url.endsWithSlash)
    )
  }

  private static func table(of pattern: RoutePattern, rules: MatchingRules) -> RouteTable<Int> {
    var table = RouteTable<Int>(sources: sources, rules: rules)
    unfailing("a table of \(pattern)") {
      for type in types { try table.add(type: type) }
      try table.insert(0, for: pattern)
    }
    return table
  }

  /// Only a route reads the fragment.
  private func checkFragment(
    _ pattern: RoutePattern, _ url: NaiveURL, _ text: String, _ subject: () -> String
  ) {
    // A route by itself has default rules, no types of the app's, and no sources but the pattern's.
    guard let fragment = url.fragment, rules == MatchingRules(),
      pattern.source != nil || url.source == nil,
      !Self.types.contains(where: { pattern.text.contains("<\($0.name)>") })
    else { return }
    let route = unfailing("a route of \(subject())") { try Route(text, matching: pattern) }
    claim(route.path.elementsEqual(url.segments, by: isSame), "path of \(subject())")
    claim(route.fragment.map { isSame($0, fragment) } == true, "fragment of \(subject())")
  }

  private static func reads(_ name: String, as type: String, _ values: RouteValues) -> Bool {
    switch type {
    case "int": (try? values[name] as Int64) != nil
    case "uint": (try? values[name] as UInt64) != nil
    case "double": (try? values[name] as Double)?.isFinite == true
    case "bool": (try? values[name] as Bool) != nil
    case "uuid": (try? values[name] as UUID) != nil
    default: (try? values[name] as String) != nil
    }
  }

  private func fail(
    _ text: String, _ outcome: RouteTable<Int>.Outcome, _ expected: String
  ) -> Never {
    fatalError("\(text.debugDescription): \(outcome.finding), not \(expected), of \(self)")
  }
}

extension TwinTable: CustomStringConvertible {
  var description: String { "\(table.patterns.map(\.text)) under \(rules)" }
}
