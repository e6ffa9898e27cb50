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
    public var value: Value { all[index] }
    /// The pattern, as it was inserted.
    public let pattern: RoutePattern
    let url: AdmittedURL
    // All values and a place, so that a match costs the same whatever a value is.
    private let all: [Value]
    private let index: Int

    fileprivate init(values: [Value], index: Int, pattern: RoutePattern, url: AdmittedURL) {
      all = values
      self.index = index
      self.pattern = pattern
      self.url = url
    }

    /// The path values under the pattern's names.
    public var values: RouteValues { RouteValues(url: url, pattern: pattern) }
    /// The URL's query items.
    public var query: RouteQuery { RouteQuery(items: url.queryItems, pattern: pattern) }
  }

  /// The schemes and origins whose URLs the table reads.
  public let sources: [URLSource]
  /// How strictly URLs are read.
  public let rules: MatchingRules
  /// The patterns of the table, in the order in which they were inserted.
  public private(set) var patterns: [RoutePattern] = []

  private var values: [Value] = []
  private(set) var types: [String: ParameterType] = [:]
  private var trie: RouteTrie

  /// Makes an empty table.
  ///
  /// - Parameters:
  ///   - sources: The schemes and origins whose URLs the table reads; a path without scheme is always read.
  ///   - rules: Limits, letter case and trailing slashes.
  public init(sources: [URLSource] = [], rules: MatchingRules = MatchingRules()) {
    self.sources = sources
    self.rules = rules
    trie = RouteTrie(rules: rules)
  }

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
    let parts = pattern.parts
    let source = try place(of: parts.source, in: pattern)
    let matchers = try matchers(for: pattern, parts.segments)
    do {
      try trie.insert(
        parts.segments, matchers: matchers, source: source, endsWithSlash: parts.endsWithSlash,
        index: patterns.count)
    } catch {
      throw conflict(error, of: pattern)
    }
    patterns.append(pattern)
    values.append(value)
  }

  /// Takes a pattern out of the table.
  ///
  /// - Parameter pattern: The pattern as it was inserted.
  /// - Returns: Its value, or nil if the table does not hold it.
  /// - Complexity: Linear in the number of patterns.
  @discardableResult
  public mutating func remove(_ pattern: RoutePattern) -> Value? {
    guard let place = patterns.firstIndex(of: pattern) else { return nil }
    let removed = values[place]
    let rest = zip(patterns, values).enumerated().filter { $0.offset != place }.map(\.element)
    patterns = []
    values = []
    trie = RouteTrie(rules: rules)
    // What stood together before cannot conflict now.
    for (pattern, value) in rest { try? insert(value, for: pattern) }
    return removed
  }

  /// Says what a URL text comes to.
  ///
  /// - Parameters:
  ///   - text: The URL's text, exactly as it came.
  ///   - isTrusted: Whether the app itself chose the URL; a path without scheme is refused otherwise.
  /// - Returns: The outcome; faults are values, nothing is thrown.
  /// - Complexity: Linear in the length of the text.
  public func match(_ text: String, isTrusted: Bool = true) -> Outcome {
    switch read(text, isTrusted: isTrusted) {
    case .foreign: .foreign
    case .refused(let refusal): .refused(refusal)
    case .admitted(let url, let index):
      if index >= 0 {
        .match(
          Match(values: values, index: index, pattern: patterns[index], url: url))
      } else {
        .noMatch(nearMiss(of: url))
      }
    }
  }

  /// What a URL text comes to: the place of the pattern, or -1 if none matches.
  enum Reading {
    case admitted(AdmittedURL, index: Int)
    case refused(URLRefusal)
    case foreign
  }

  func read(_ text: String, isTrusted: Bool) -> Reading {
    text.withBytes { bytes in
      let reader = URLReader(bytes: bytes, sources: sources, rules: rules, isTrusted: isTrusted)
      do throws(URLRefusal) {
        guard let parts = try reader.read() else { return .foreign }
        var index = try find(parts, reader, capacity: SegmentList.stackCapacity)
        if index == nil { index = try find(parts, reader, capacity: rules.maximumSegments) }
        if parts.tail < bytes.count { try reader.checkTail(parts) }
        return .admitted(AdmittedURL(text: text, parts: parts), index: index ?? -1)
      } catch {
        return .refused(error)
      }
    }
  }

  /// The place of the pattern that matches, -1 if none does, or nil if the path has too many segments for
  /// the capacity.
  private func find(
    _ parts: URLReader.Parts, _ reader: URLReader, capacity: Int
  ) throws(URLRefusal) -> Int? {
    try SegmentList.with(capacity: capacity) { segments -> Result<Int?, URLRefusal> in
      var path = SplitPath(
        reader: SegmentReader(bytes: reader.bytes, ignoresCase: rules.ignoresCase),
        segments: segments, source: parts.source,
        endsWithSlash: rules.distinguishesTrailingSlash && parts.endsWithSlash)
      do throws(URLRefusal) {
        guard try reader.split(parts, into: &path) else { return .success(nil) }
        return .success(Int(trie.lookup(path)))
      } catch {
        return .failure(error)
      }
    }.get()
  }

  func value(at index: Int) -> Value { values[index] }

  /// Throws if the pattern names a type that the table does not know.
  func checkTypes(of pattern: RoutePattern) throws(RoutingError) {
    _ = try matchers(for: pattern, pattern.segments)
  }

  func nearMiss(of url: AdmittedURL) -> NearMiss {
    NearMiss(url: url, patterns: patterns, types: types, rules: rules)
  }

  /// The place of a pattern's source among the declared ones; -1 if the pattern bears none.
  private func place(
    of source: URLSource?, in pattern: RoutePattern
  ) throws(RoutingError) -> Int32 {
    guard let source else { return -1 }
    guard let place = sources.firstIndex(of: source) else {
      throw RoutingError(
        .undeclaredSource(pattern: pattern, source: source, declared: sources))
    }
    return Int32(truncatingIfNeeded: place)
  }

  private var knownTypes: [String] { (ParameterType.builtInNames + types.keys).sorted() }

  /// A matcher for each segment of the pattern that has a type.
  private func matchers(
    for pattern: RoutePattern, _ segments: [RoutePattern.Segment]
  ) throws(RoutingError) -> [SegmentMatcher?] {
    var matchers: [SegmentMatcher?] = []
    for segment in segments {
      guard case .parameter(_, let constraint?, _) = segment else {
        matchers.append(nil)
        continue
      }
      guard let matcher = SegmentMatcher(constraint, types: types, rules: rules) else {
        throw RoutingError(
          .invalidPattern(text: pattern.text, fault: pattern.unknownType(constraint, knownTypes)))
      }
      if Set(matcher.words).count < matcher.words.count {
        throw RoutingError(
          .invalidPattern(text: pattern.text, fault: pattern.wordsEqualWithoutCase(constraint)))
      }
      matchers.append(matcher)
    }
    return matchers
  }

  private func conflict(_ conflict: RouteTrie.Conflict, of pattern: RoutePattern) -> RoutingError {
    switch conflict {
    case .sameShape(let other):
      RoutingError(.sameShape(pattern: pattern, other: patterns[other]))
    case .sharedWord(let word, let other):
      RoutingError(.sharedWord(pattern: pattern, other: patterns[other], word: word))
    case .optionalWords(let other):
      RoutingError(.optionalWords(pattern: pattern, other: patterns[other]))
    }
  }
}

extension RouteTable: Sendable where Value: Sendable {}
extension RouteTable.Outcome: Sendable where Value: Sendable {}
extension RouteTable.Match: Sendable where Value: Sendable {}

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
