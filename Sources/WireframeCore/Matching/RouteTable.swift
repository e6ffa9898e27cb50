/// Patterns with a value each: a table that finds the pattern which a URL text matches.
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
  /// The outcome of a text.
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
  public struct Match: DescribedValue {
    /// What was inserted for the pattern.
    @inlinable
    public var value: Value { entries[entryIndex].value }
    /// The pattern, as it was inserted.
    @inlinable
    public var pattern: RoutePattern { entries[entryIndex].pattern }
    // All entries and an index: one reference to count, whatever a value is. Clients inline the accesses, so that
    // they need no metadata of the values.
    @usableFromInline let entries: [Entry]
    @usableFromInline let entryIndex: Int
    @usableFromInline let url: AdmittedURL

    /// The path values under the pattern's names.
    @inlinable
    public var values: RouteValues { RouteValues(url: url, pattern: pattern) }
    /// The URL's query items.
    public var query: RouteQuery { RouteQuery(items: url.queryItems, pattern: pattern) }

    /// The pattern; free of values.
    public var description: String { "'\(pattern)'" }
  }

  /// A pattern and its value: all that a match keeps of the table.
  @usableFromInline
  struct Entry {
    @usableFromInline let pattern: RoutePattern
    @usableFromInline let value: Value
  }

  private(set) var index: PatternIndex
  private var all: [Entry] = []

  /// Makes an empty table.
  ///
  /// - Parameters:
  ///   - sources: The schemes and origins whose URLs the table reads; a path without scheme is always read.
  ///   - rules: Limits, letter case and trailing slashes.
  public init(sources: [URLSource] = [], rules: MatchingRules = MatchingRules()) {
    index = PatternIndex(sources: sources, rules: rules)
  }

  /// The schemes and origins whose URLs the table reads.
  public var sources: [URLSource] { index.sources }
  /// How strictly URLs are read.
  public var rules: MatchingRules { index.rules }
  /// The patterns of the table, in the order in which they were inserted.
  public var patterns: [RoutePattern] { index.patterns }

  /// Adds a type that later patterns may name.
  ///
  /// - Parameter type: The type.
  /// - Throws: ``RoutingError/Code/invalidPattern`` if the name is empty, malformed or taken.
  public mutating func add(type: ParameterType) throws(RoutingError) { try index.add(type: type) }

  /// Registers a value for a pattern; on an error the table is as it was.
  ///
  /// - Parameters:
  ///   - value: The pattern's value.
  ///   - pattern: The pattern.
  /// - Throws: ``RoutingError/Code/conflictingPattern`` if another pattern matches the same URLs,
  ///   ``RoutingError/Code/invalidPattern`` for a type that the table does not know, and
  ///   ``RoutingError/Code/invalidSource`` for a source that it does not declare.
  public mutating func insert(_ value: Value, for pattern: RoutePattern) throws(RoutingError) {
    try index.insert(pattern)
    all.append(Entry(pattern: pattern, value: value))
  }

  /// Takes a pattern out of the table.
  ///
  /// - Parameter pattern: The pattern as it was inserted.
  /// - Returns: Its value, or nil if the table does not hold it.
  /// - Complexity: On average that of an insertion, however many patterns there are.
  @discardableResult
  public mutating func remove(_ pattern: RoutePattern) -> Value? {
    guard let index = index.remove(pattern) else { return nil }
    all.swapAt(index, all.count - 1)
    return all.removeLast().value
  }

  package var entries: [(RoutePattern, Value)] {
    index.inOrder.map { (all[$0].pattern, all[$0].value) }
  }

  /// Returns the values: their `deinit` may remove others, once the table is no longer accessed.
  mutating func removeAll(_ gone: [RoutePattern]) -> [Value] { gone.compactMap { remove($0) } }

  /// Reads a URL text and looks up the pattern that matches it.
  ///
  /// - Parameters:
  ///   - text: The URL's text, exactly as it came.
  ///   - isTrusted: Whether the app itself chose the URL; a path without scheme is refused otherwise.
  /// - Returns: The outcome; faults are values, nothing is thrown.
  /// - Complexity: Linear in the length of the text.
  public func match(_ text: consuming String, isTrusted: Bool = true) -> Outcome {
    guard isTrusted else { return matchFully(text, isTrusted: false, triesFastPath: true) }
    let match = index.fastMatch(text)
    guard match.index >= 0 else {
      return matchFully(
        text, isTrusted: true, triesFastPath: match.index == RouteTrie.FastMatch.unsupported)
    }
    return .match(
      Match(entries: all, entryIndex: match.index, url: AdmittedURL(plainPath: text, match)))
  }

  private func matchFully(_ text: consuming String, isTrusted: Bool, triesFastPath: Bool)
    -> Outcome
  {
    switch index.readFully(text, isTrusted: isTrusted, triesFastPath: triesFastPath) {
    case .foreign: .foreign
    case .refused(let refusal): .refused(refusal)
    case .admitted(let url, nil): .noMatch(index.nearMiss(of: url))
    case .admitted(let url, let index?): .match(Match(entries: all, entryIndex: index, url: url))
    }
  }

  package func index(of pattern: RoutePattern) -> Int? { index.index(of: pattern) }
  package func index(ofShapeOf pattern: RoutePattern) -> Int? { index.index(ofShapeOf: pattern) }

  /// The types that patterns may name, besides those that every table knows.
  package var types: [String: ParameterType] { index.types }

  mutating func forget(types names: [String]) { index.forget(types: names) }

  package func entry(at index: Int?) -> (pattern: RoutePattern?, value: Value?) {
    guard let index else { return (nil, nil) }
    return (all[index].pattern, all[index].value)
  }
}

extension RouteTable: Sendable where Value: Sendable {}
extension RouteTable.Entry: Sendable where Value: Sendable {}
extension RouteTable.Outcome: Sendable where Value: Sendable {}
extension RouteTable.Match: Sendable where Value: Sendable {}
