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
    public var value: Value { all[place] }
    /// The pattern, as it was inserted.
    public let pattern: RoutePattern
    let url: AdmittedURL
    // All values and a place, so that a match costs the same whatever a value is.
    private let all: [Value]
    private let place: Int

    fileprivate init(all: [Value], place: Int, pattern: RoutePattern, url: AdmittedURL) {
      self.all = all
      self.place = place
      self.pattern = pattern
      self.url = url
    }

    /// The path values under the pattern's names.
    public var values: RouteValues { RouteValues(url: url, pattern: pattern) }
    /// The URL's query items.
    public var query: RouteQuery { RouteQuery(items: url.queryItems, pattern: pattern) }
  }

  private(set) var index: PatternIndex
  private var values: [Value] = []

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
  public mutating func add(type: ParameterType) throws(RoutingError) {
    try index.add(type: type)
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
    try index.insert(pattern)
    values.append(value)
  }

  /// Takes a pattern out of the table.
  ///
  /// - Parameter pattern: The pattern as it was inserted.
  /// - Returns: Its value, or nil if the table does not hold it.
  /// - Complexity: Linear in the number of patterns.
  @discardableResult
  public mutating func remove(_ pattern: RoutePattern) -> Value? {
    index.remove(pattern).map { values.remove(at: $0) }
  }

  /// All patterns with their values, in order of registration.
  var entries: [(RoutePattern, Value)] { Array(zip(patterns, values)) }

  mutating func removeAll(_ gone: Set<RoutePattern>) {
    guard !gone.isEmpty else { return }
    values = entries.filter { !gone.contains($0.0) }.map(\.1)
    index.removeAll(gone)
  }

  /// Says what a URL text comes to.
  ///
  /// - Parameters:
  ///   - text: The URL's text, exactly as it came.
  ///   - isTrusted: Whether the app itself chose the URL; a path without scheme is refused otherwise.
  /// - Returns: The outcome; faults are values, nothing is thrown.
  /// - Complexity: Linear in the length of the text.
  public func match(_ text: String, isTrusted: Bool = true) -> Outcome {
    var parts = URLReader.Parts()
    let place =
      isTrusted ? index.quickPlace(text, &parts) : RouteTrie.QuickWay.isClosed
    guard place >= 0 else {
      return slowly(text, isTrusted, triesQuickWay: place == RouteTrie.QuickWay.isClosed)
    }
    return .match(match(Int(place), AdmittedURL(text: text, parts: parts)))
  }

  @inline(never)
  private func slowly(_ text: String, _ isTrusted: Bool, triesQuickWay: Bool) -> Outcome {
    switch index.read(text, isTrusted: isTrusted, triesQuickWay: triesQuickWay) {
    case .foreign: .foreign
    case .refused(let refusal): .refused(refusal)
    case .admitted(let url, nil): .noMatch(index.nearMiss(of: url))
    case .admitted(let url, let place?): .match(match(place, url))
    }
  }

  @inline(__always)
  private func match(_ place: Int, _ url: AdmittedURL) -> Match {
    Match(all: values, place: place, pattern: index.patterns[place], url: url)
  }

  /// The pattern and the value at a place that a reading found.
  func entry(at place: Int?) -> (pattern: RoutePattern?, value: Value?) {
    guard let place else { return (nil, nil) }
    return (index.patterns[place], values[place])
  }
}

extension RouteTable: Sendable where Value: Sendable {}
extension RouteTable.Outcome: Sendable where Value: Sendable {}
extension RouteTable.Match: Sendable where Value: Sendable {}
