/// A parsed URL pattern such as `/products/:id<int>`.
///
/// | part | matches |
/// |---|---|
/// | `/products` | the literal segment, compared decoded and with case |
/// | `/:id` | any one segment; its decoded text is the value `id` |
/// | `/:id<int>` | one segment that reads as the type; see ``ParameterType`` |
/// | `/:size<small\|large>` | one segment that is one of these words |
/// | `/:page?`, `/:page<int>?` | one segment or none; last only |
/// | `/*rest`, `/*` | one or more segments; last only; the value, `rest` or `*`, is a list |
/// | `/*rest?`, `/*?` | any number of segments, none included; last only |
///
/// A pattern may have a source (`myapp://hello`, `https://example.com/x`): then it serves that
/// source only. A pattern is a value; parsing a text throws, a bad literal stops the program with the same text.
public struct RoutePattern: Sendable {
  /// One segment of a pattern.
  public enum Segment: Hashable, Sendable {
    /// A text that the URL's decoded segment must equal.
    case literal(String)
    /// A named segment; `type` is nil if any text will do.
    case parameter(name: String, type: Constraint?, isOptional: Bool)
    /// All the segments that are left; a bare `*` is named `*`.
    case catchAll(name: String, isOptional: Bool)
  }

  /// What the text of a typed parameter must be.
  public enum Constraint: Hashable, Sendable {
    /// A type by name: a built-in one, or one that the app added.
    case type(String)
    /// One of these words.
    case words([String])
  }

  /// The parsed pattern; immutable, so that copies of a pattern share it.
  let parts: Parts

  /// What the parser read from a pattern's text.
  final class Parts: Sendable {
    let text: String
    let source: URLSource?
    let segments: [Segment]
    let endsWithSlash: Bool
    /// The named segments, from the left.
    let parameters: [Parameter]
    private let endsWithOptional: Bool
    let endsWithCatchAll: Bool
    /// The type of the values that the pattern was registered for, if it was for a type.
    let routeType: (any Sendable.Type)?

    init(
      text: String, source: URLSource?, segments: [Segment], endsWithSlash: Bool,
      routeType: (any Sendable.Type)? = nil
    ) {
      self.text = text
      self.routeType = routeType
      self.source = source
      self.segments = segments
      self.endsWithSlash = endsWithSlash
      endsWithOptional = segments.last?.isOptional == true
      endsWithCatchAll = if case .catchAll? = segments.last { true } else { false }
      var parameters: [Parameter] = []
      parameters.reserveCapacity(segments.count { !$0.isLiteral })
      for index in segments.indices {
        if let parameter = Parameter(of: segments[index], at: index) {
          parameters.append(parameter)
        }
      }
      self.parameters = parameters
    }

    /// How many segments a URL can have that matches.
    var lengths: ClosedRange<Int> {
      segments.count - (endsWithOptional ? 1 : 0)...(endsWithCatchAll ? .max : segments.count)
    }
  }

  /// A named segment, in the form in which names are looked up.
  struct Parameter: Sendable {
    /// The first eight bytes of the name.
    fileprivate let start: UInt64
    fileprivate let length: Int32
    /// The index in the pattern, which is the index in a URL that matches.
    fileprivate let position: Int32

    /// Nil for a literal.
    fileprivate init?(of segment: Segment, at index: Int) {
      guard let name = segment.name else { return nil }
      (start, length) = name.withBytes {
        ($0.word(at: 0), Int32(truncatingIfNeeded: $0.count))
      }
      position = Int32(truncatingIfNeeded: index)
    }
  }

  private init(parts: Parts) { self.parts = parts }

  /// Parses a pattern.
  ///
  /// - Parameter text: The pattern as text.
  /// - Throws: ``RoutingError/Code/invalidPattern`` with the column and what would be right there.
  public init(_ text: String) throws(RoutingError) {
    do {
      var parser = PatternParser(text)
      parts = try parser.parse()
    } catch {
      throw RoutingError(.invalidPattern(text: text, fault: error))
    }
  }

  /// The pattern as it was written.
  public var text: String { parts.text }
  /// The source that the pattern is bound to, or nil if it serves all of them.
  public var source: URLSource? { parts.source }
  /// The segments, from the left; the host of a custom scheme is the first.
  public var segments: [Segment] { parts.segments }
  /// Whether the text ends with a slash after a segment; it counts only if the table's rules say so.
  public var endsWithSlash: Bool { parts.endsWithSlash }

  /// The names of the parameters and of the catch-all, from the left.
  public var names: [String] { segments.compactMap(\.name) }

  /// The segment of a name, or nil if the pattern has no such name.
  func segment(named name: String) -> (index: Int, isCatchAll: Bool)? {
    // Bytes are compared: `==` on strings equates some characters that no pattern's name can have.
    name.withBytes { name in
      let start = name.word(at: 0)
      let named = parts.parameters.first {
        $0.start == start && Int($0.length) == name.count
          && (name.count <= 8 || parts.segments[Int($0.position)].hasName(name))
      }
      // A catch-all is the last segment.
      return named.map {
        (Int($0.position), parts.endsWithCatchAll && $0.position == parts.segments.count - 1)
      }
    }
  }
}

extension RoutePattern.Segment {
  fileprivate func hasName(_ name: UTF8Bytes) -> Bool {
    self.name?.withBytes { $0.equals(name) } ?? false
  }
}

extension RoutePattern.Segment {
  /// The name under which the segment's value is read; nil for a literal.
  public var name: String? {
    switch self {
    case .literal: nil
    case .parameter(let name, _, _): name
    case .catchAll(let name, _): name
    }
  }

  /// Whether the pattern also matches without this segment.
  public var isOptional: Bool {
    switch self {
    case .literal: false
    case .parameter(_, _, let isOptional), .catchAll(_, let isOptional): isOptional
    }
  }
}

extension RoutePattern: Hashable {
  /// Whether two patterns are written the same, scalar by scalar, as their literals compare.
  public static func == (left: RoutePattern, right: RoutePattern) -> Bool {
    // `==` on strings equates `é` and `e` with an accent, which match different URLs.
    left.parts === right.parts || left.text.hasSameScalars(as: right.text)
  }

  /// Feeds the pattern's text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
  }
}

extension RoutePattern: ExpressibleByStringLiteral {
  /// A pattern from a literal; a bad literal is a programmer's error and stops the program with the parse error's
  /// text, in release builds as well.
  public init(stringLiteral text: String) {
    self = literalValue { () throws(RoutingError) in try Self(text) }
  }
}

extension RoutePattern: CustomStringConvertible {
  /// The pattern as it was written, with invisible characters percent-encoded; it matches the same URLs.
  ///
  /// ``text`` is the pattern exactly as it was written.
  @inline(never)  // Most texts of errors hold it.
  public var description: String {
    guard text.unicodeScalars.contains(where: \.isUnprintable) else { return text }
    // Such characters can only be in literals and words, which are compared decoded.
    return text.unicodeScalars.map { scalar in
      scalar.isUnprintable ? PercentEncoding.encode(String(scalar)) : String(scalar)
    }.joined()
  }
}

extension RoutePattern.Segment: CustomStringConvertible {
  /// The segment in a pattern's spelling, without its slash.
  public var description: String {
    switch self {
    case .literal(let text):
      PercentEncoding.encode(text)
    case .parameter(let name, let type, let isOptional):
      ":\(name)\(type.map { "<\($0)>" } ?? "")\(isOptional ? "?" : "")"
    case .catchAll(let name, let isOptional):
      "*\(name == "*" ? "" : name)\(isOptional ? "?" : "")"
    }
  }
}

extension RoutePattern.Constraint: CustomStringConvertible {
  /// The constraint, without the angle brackets.
  public var description: String {
    switch self {
    case .type(let name): name
    case .words(let words): words.map(PercentEncoding.encode).joined(separator: "|")
    }
  }
}

extension RoutePattern.Segment {
  /// Whether the segment matches one decoded segment of a URL, in a table with these types and rules.
  func matches(
    _ bytes: some Sequence<UInt8>, isHost: Bool, types: [String: ParameterType],
    rules: MatchingRules
  ) -> Bool {
    switch self {
    case .literal(let text): rules.equates(text, bytes, isHost: isHost)
    case .parameter(_, .words(let words)?, _):
      words.contains { rules.equates($0, bytes, isHost: isHost) }
    case .parameter(_, .type(let name)?, _):
      if let kind = TypeKind(name) {
        kind.accepts(bytes)
      } else {
        types[name]?.accepts(String(decoding: Array(bytes), as: UTF8.self)) ?? false
      }
    case .parameter(_, nil, _): true
    case .catchAll: !bytes.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") }
    }
  }
}

extension RoutePattern: CustomReflectable {
  /// The description only, whose invisible characters are escaped.
  public var customMirror: Mirror { Mirror(describing: self) }
}

extension RoutePattern {
  /// The URL that the pattern matches with these values; the inverse of ``RouteValues``.
  ///
  /// A pattern with a source gives a whole URL, one without gives a path. Values are percent-encoded.
  ///
  /// ```swift
  /// let pattern: RoutePattern = "/products/:id<int>"
  /// try pattern.urlText(with: ["id": "42"])  // "/products/42"
  /// ```
  ///
  /// In a table that ignores letter case, words are matched in any case: pass that table's rules to get a URL
  /// back for every value that it gave. A first segment may have been the host of a custom scheme, which equals
  /// words in lower case, too: such a value is written in lower case.
  ///
  /// - Parameters:
  ///   - values: The values by name; an optional one may be left out.
  ///   - rules: The rules of the table that the URL is for.
  /// - Returns: The URL's text.
  /// - Throws: ``RoutingError/Code/unknownValue`` for names that the pattern does not have,
  ///   ``RoutingError/Code/missingValue`` for a name without value, and
  ///   ``RoutingError/Code/unfitValue`` for a value that the pattern could not give back: an empty text,
  ///   `.` or `..`, a control character, a text of another type (apps' own types are not checked), a
  ///   slash in a catch-all.
  public func urlText(
    with values: [String: RouteValues.Value], rules: MatchingRules = MatchingRules()
  ) throws(RoutingError) -> String {
    let names = names
    let unknown = values.keys.filter { !names.contains($0) }
    guard unknown.isEmpty else {
      throw RoutingError(.unknownNamesForURL(pattern: self, unknown: unknown.sortedTexts()))
    }
    var path = ""
    for (index, segment) in segments.enumerated() {
      for text in try texts(for: segment, at: index, values, rules) {
        path += "/" + PercentEncoding.encode(text)
      }
    }
    if endsWithSlash || path.isEmpty { path += "/" }
    return source?.urlText(at: path) ?? path
  }

  private func texts(
    for segment: Segment, at index: Int, _ values: [String: RouteValues.Value],
    _ rules: MatchingRules
  ) throws(RoutingError) -> [String] {
    if case .literal(let text) = segment { return [text] }
    let name = segment.name ?? ""
    let texts: [String]
    switch (values[name], segment) {
    case (nil, _):
      guard segment.isOptional else {
        throw RoutingError(.noValueForURL(pattern: self, name: name))
      }
      return []
    case (.text(let text)?, .parameter):
      texts = [text]
    case (.list(let list)?, .catchAll(_, let isOptional)) where isOptional || !list.isEmpty:
      texts = list
    default:
      throw RoutingError(.unfitForURL(pattern: self, segment: segment, name: name))
    }
    for text in texts {
      let read = AdmittedURL.Segment(bytes: Array(text.utf8))
      guard !text.isEmpty, !read.isDots, !read.bytes.contains(where: \.isControl),
        segment.matches(text.utf8, isHost: index == 0, types: [:], rules: rules)
          || segment.hasOwnType
      else {
        throw RoutingError(.unfitForURL(pattern: self, segment: segment, name: name))
      }
    }
    // The path that is printed has no host: what equals a word in lower case only is written so.
    let isSpelledOtherwise = texts.contains {
      !segment.matches($0.utf8, isHost: false, types: [:], rules: rules) && !segment.hasOwnType
    }
    return isSpelledOtherwise ? texts.map(\.asciiLowercased) : texts
  }
}

// What is registered for a type says so here, so that neither a route nor what is registered for it weighs more.
extension RoutePattern {
  /// The type of the values that the pattern was registered for; it plays no part in comparisons.
  package var routeType: (any Sendable.Type)? { parts.routeType }

  /// The same pattern, as it is registered for the values of a type.
  package func typed(as type: (any Sendable.Type)?) -> RoutePattern {
    guard let type else { return self }
    return RoutePattern(
      parts: Parts(
        text: parts.text, source: parts.source, segments: parts.segments,
        endsWithSlash: parts.endsWithSlash, routeType: type))
  }
}

extension RoutePattern {
  /// The bare name that opens the pattern, such as `hello` for `/hello/*?`; nil if no name does.
  var pageName: String? {
    let segments = segments
    guard source == nil, case .literal(let name)? = segments.first,
      segments.dropFirst().allSatisfy(\.isOptional)
    else { return nil }
    return name
  }
}

extension RoutePattern.Segment {
  fileprivate var isLiteral: Bool {
    if case .literal = self { true } else { false }
  }

  /// Whether its text must be of a type, or one of some words.
  var hasConstraint: Bool {
    if case .parameter(_, _?, _) = self { true } else { false }
  }

  fileprivate var hasOwnType: Bool {
    guard case .parameter(_, .type(let name)?, _) = self else { return false }
    return !ParameterType.builtInNames.contains(name)
  }
}

extension RouteValues.Value: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  /// A parameter's text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A catch-all's segments.
  public init(arrayLiteral elements: String...) { self = .list(elements) }
}

extension RoutePattern.Segment {
  /// The last segment of a pattern, if it may take more or less than one.
  enum Ending {
    case optional, catchAll, optionalCatchAll
  }

  var ending: Ending? {
    switch self {
    case .literal: nil
    case .parameter(_, _, let isOptional): isOptional ? .optional : nil
    case .catchAll(_, let isOptional): isOptional ? .optionalCatchAll : .catchAll
    }
  }
}

extension RoutePattern {
  /// A decoded segment as a URL has it.
  package static func encodedSegment(_ text: String) -> String { PercentEncoding.encode(text) }
}
