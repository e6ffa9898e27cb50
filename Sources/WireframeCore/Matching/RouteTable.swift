/// Patterns and what they stand for: a pure value that says which pattern a URL text matches.
///
/// A wireframe holds one; it is also useful alone, in tests and tools. Registration throws on
/// conflicts, matching never throws or traps. The order of registration never matters.
///
/// ```swift
/// var table = RouteTable<Int>(sources: ["myapp:"])
/// try table.insert(1, for: "/products/:id<int>")
/// try table.insert(2, for: "/products/new")
///
/// if case .match(let match) = table.match("myapp://products/42") {
///   let id: Int = try match.values["id"]  // 42, and match.value is 1
/// }
/// ```
public struct RouteTable<Value> {
  /// What a text came to.
  public enum Outcome {
    /// A pattern matches.
    case match(Match)
    /// The URL is well-formed and of a declared source, but no pattern matches.
    case noMatch(NearMiss)
    /// The URL has a fault, or two readings.
    case refused(URLRefusal)
    /// The URL belongs to a scheme or an origin that the table does not declare.
    case foreign
  }

  /// A pattern that matches, with the URL's values.
  public struct Match {
    /// What was inserted for the pattern.
    public let value: Value
    /// The pattern, as it was inserted.
    public let pattern: RoutePattern
    let url: AdmittedURL

    /// The path values under the pattern's names.
    public var values: RouteValues { RouteValues(url: url, pattern: pattern) }
    /// The URL's query items.
    public var query: RouteQuery { RouteQuery(items: url.queryItems, pattern: pattern) }
  }

  /// The schemes and origins whose URLs the table reads.
  public let sources: [URLSource]
  /// How strictly URLs are read.
  public let rules: MatchingRules

  private var types: [String: ParameterType] = [:]
  private var entries: [Entry] = []
  private var trie: PatternTrie

  fileprivate struct Entry {
    let pattern: RoutePattern
    let value: Value
  }

  /// Makes an empty table.
  ///
  /// - Parameters:
  ///   - sources: The schemes and origins whose URLs the table reads; a path without scheme is always read.
  ///   - rules: Limits, letter case and trailing slashes.
  public init(sources: [URLSource] = [], rules: MatchingRules = MatchingRules()) {
    self.sources = sources
    self.rules = rules
    trie = PatternTrie(rules: rules)
  }

  /// The patterns of the table, in the order in which they were inserted.
  public var patterns: [RoutePattern] { entries.map(\.pattern) }

  /// Adds a type that later patterns may name.
  ///
  /// - Parameter type: The type.
  /// - Throws: ``RoutingError/Code/invalidPattern`` if the name is empty, malformed or taken.
  public mutating func add(type: ParameterType) throws(RoutingError) {
    let isWellFormed =
      !type.name.isEmpty && type.name.utf8.allSatisfy(PatternParser.isNameCharacter)
    guard isWellFormed, !knownTypes.contains(type.name) else {
      throw RoutingError(.invalidType(name: type.name, isTaken: isWellFormed))
    }
    types[type.name] = type
  }

  /// Registers a value for a pattern; on an error the table is as it was.
  ///
  /// - Parameters:
  ///   - value: What the pattern stands for.
  ///   - pattern: The pattern.
  /// - Throws: ``RoutingError/Code/conflictingPattern`` if another pattern matches the same URLs,
  ///   ``RoutingError/Code/invalidPattern`` for a type that the table does not know, and
  ///   ``RoutingError/Code/invalidSource`` for a source that it does not declare.
  public mutating func insert(
    _ value: Value, for pattern: RoutePattern
  ) throws(RoutingError) {
    if let source = pattern.source, !sources.contains(source) {
      throw RoutingError(
        .undeclaredSource(pattern: pattern, source: source, declared: sources))
    }
    let matchers = try matchers(for: pattern)
    do {
      try trie.insert(pattern, matchers: matchers, index: entries.count)
    } catch {
      throw conflict(error, of: pattern)
    }
    entries.append(Entry(pattern: pattern, value: value))
  }

  /// Takes a pattern out of the table.
  ///
  /// - Parameter pattern: The pattern as it was inserted.
  /// - Returns: Its value, or nil if the table does not hold it.
  /// - Complexity: Linear in the number of patterns.
  @discardableResult
  public mutating func remove(_ pattern: RoutePattern) -> Value? {
    guard let place = entries.firstIndex(where: { $0.pattern == pattern }) else { return nil }
    let removed = entries.remove(at: place)
    trie = PatternTrie(rules: rules)
    for (index, entry) in entries.enumerated() {
      // What stood together before cannot conflict now.
      try? trie.insert(
        entry.pattern, matchers: (try? matchers(for: entry.pattern)) ?? [], index: index)
    }
    return removed.value
  }

  /// Says what a URL text comes to.
  ///
  /// - Parameters:
  ///   - text: The URL's text, exactly as it came.
  ///   - isTrusted: Whether the app itself chose the URL; a path without scheme is refused otherwise.
  /// - Returns: The outcome; faults are values, nothing is thrown.
  /// - Complexity: Linear in the length of the text.
  public func match(_ text: String, isTrusted: Bool = true) -> Outcome {
    switch URLAdmission.admit(text, sources: sources, rules: rules, isTrusted: isTrusted) {
    case .foreign: .foreign
    case .refused(let refusal): .refused(refusal)
    case .admitted(let url):
      if let match = match(url) { .match(match) } else { .noMatch(nearMiss(of: url)) }
    }
  }

  func match(_ url: AdmittedURL) -> Match? {
    trie.lookup(url).map {
      Match(value: entries[$0].value, pattern: entries[$0].pattern, url: url)
    }
  }

  /// Throws if the pattern names a type that the table does not know.
  func checkTypes(of pattern: RoutePattern) throws(RoutingError) {
    _ = try matchers(for: pattern)
  }

  func nearMiss(of url: AdmittedURL) -> NearMiss {
    NearMiss(
      segments: url.segments, patterns: patterns, types: types, rules: rules)
  }

  private var knownTypes: [String] { (ParameterType.builtInNames + types.keys).sorted() }

  /// A matcher for each segment of the pattern that has a type.
  private func matchers(for pattern: RoutePattern) throws(RoutingError) -> [SegmentMatcher?] {
    var matchers: [SegmentMatcher?] = []
    for segment in pattern.segments {
      guard case .parameter(_, let constraint?, _) = segment else {
        matchers.append(nil)
        continue
      }
      guard let matcher = SegmentMatcher(constraint, types: types, rules: rules) else {
        throw RoutingError(
          .invalidPattern(text: pattern.text, fault: pattern.unknownType(constraint, knownTypes)))
      }
      if case .words(let words) = matcher, Set(words).count < words.count {
        throw RoutingError(
          .invalidPattern(text: pattern.text, fault: pattern.wordsEqualWithoutCase(constraint)))
      }
      matchers.append(matcher)
    }
    return matchers
  }

  private func conflict(_ conflict: PatternTrie.Conflict, of pattern: RoutePattern) -> RoutingError
  {
    switch conflict {
    case .sameShape(let other):
      RoutingError(.sameShape(pattern: pattern, other: entries[other].pattern))
    case .sharedWord(let word, let other):
      RoutingError(.sharedWord(pattern: pattern, other: entries[other].pattern, word: word))
    case .optionalWords(let other):
      RoutingError(.optionalWords(pattern: pattern, other: entries[other].pattern))
    }
  }
}

extension RouteTable: Sendable where Value: Sendable {}
extension RouteTable.Entry: Sendable where Value: Sendable {}
extension RouteTable.Outcome: Sendable where Value: Sendable {}
extension RouteTable.Match: Sendable where Value: Sendable {}

extension SegmentMatcher {
  /// The matcher of a constraint, or nil if its type is unknown.
  init?(
    _ constraint: RoutePattern.Constraint, types: [String: ParameterType], rules: MatchingRules
  ) {
    switch constraint {
    case .words(let words):
      let folded = words.map { rules.folded(Array($0.utf8)) }
      self = .words(folded.sorted { $0.lexicographicallyPrecedes($1) })
    case .type("uuid"): self = .uuid
    case .type("bool"): self = .bool
    case .type("uint"): self = .uint
    case .type("int"): self = .int
    case .type("double"): self = .double
    case .type(let name):
      guard let type = types[name] else { return nil }
      self = .custom(type)
    }
  }
}

extension RoutePattern {
  fileprivate func unknownType(_ constraint: Constraint, _ known: [String]) -> PatternFault {
    PatternFault(
      reason: .unknownType(constraint.description, known: known), column: column(of: constraint))
  }

  fileprivate func wordsEqualWithoutCase(_ constraint: Constraint) -> PatternFault {
    PatternFault(
      reason: .repeatedWord(constraint.description), column: column(of: constraint))
  }

  private func column(of constraint: Constraint) -> Int {
    let pieces = text.split(separator: "<", maxSplits: .max, omittingEmptySubsequences: false)
    var column = 1
    for piece in pieces.dropLast() {
      column += piece.count + 1
      if text.dropFirst(column - 1).hasPrefix("\(constraint)>") { break }
    }
    return column
  }
}
