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
/// A pattern may bear a source (`myapp://hello`, `https://example.com/x`): then it serves that
/// source only. A pattern is a value; parsing a text throws, a bad literal traps with the same words.
public struct RoutePattern: Hashable, Sendable {
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

  /// The pattern as it was written.
  public let text: String
  /// The source that the pattern is bound to, or nil if it serves all of them.
  public let source: URLSource?
  /// The segments, from the left; the host of a custom scheme is the first.
  public let segments: [Segment]
  /// Whether the text ends with a slash behind a segment; it counts only if the table's rules say so.
  public let endsWithSlash: Bool

  /// Parses a pattern.
  ///
  /// - Parameter text: The pattern as text.
  /// - Throws: ``RoutingError/Code/invalidPattern`` with the column and what would be right there.
  public init(_ text: String) throws(RoutingError) {
    var parser = PatternParser(text)
    do {
      let parts = try parser.parse()
      self.text = text
      source = parts.source
      segments = parts.segments
      endsWithSlash = parts.endsWithSlash
    } catch {
      throw RoutingError(.invalidPattern(text: text, fault: error))
    }
  }

  /// The names of the parameters and of the catch-all, from the left.
  public var names: [String] { segments.compactMap(\.name) }
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

extension RoutePattern: ExpressibleByStringLiteral {
  /// A pattern from a literal; a bad literal is a programmer's error and traps with the parse error's words.
  public init(stringLiteral text: String) {
    do { try self.init(text) } catch { preconditionFailure(error.description) }
  }
}

extension RoutePattern: CustomStringConvertible {
  /// The pattern as it was written.
  public var description: String { text }
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
  /// The constraint as it stands between the angle brackets.
  public var description: String {
    switch self {
    case .type(let name): name
    case .words(let words): words.map(PercentEncoding.encode).joined(separator: "|")
    }
  }
}

extension RoutePattern.Segment {
  /// Whether one segment of a URL fits this part, as a table with these types and rules has it.
  func matches(
    _ segment: AdmittedURL.Segment, types: [String: ParameterType], rules: MatchingRules
  ) -> Bool {
    switch self {
    case .literal(let text):
      return rules.folded(Array(text.utf8)) == rules.folded(segment.bytes)
    case .parameter(_, let constraint?, _):
      return SegmentMatcher(constraint, types: types, rules: rules)?
        .accepts(segment.bytes, rules: rules) ?? false
    case .parameter(_, nil, _):
      return true
    case .catchAll:
      return !segment.holdsSlash
    }
  }
}
