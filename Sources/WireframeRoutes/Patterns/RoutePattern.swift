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
public struct RoutePattern: Hashable, Sendable {
  /// One segment of a pattern.
  @usableFromInline
  package enum Segment: Hashable, Sendable, CustomStringConvertible {
    /// A text that the URL's decoded segment must equal.
    case literal(String)
    /// A named segment; `type` is nil if any text will do.
    case parameter(name: String, type: Constraint?, isOptional: Bool)
    /// All the segments that are left; a bare `*` is named `*`.
    case catchAll(name: String, isOptional: Bool)

    /// The segment in a pattern's spelling, without its slash.
    @usableFromInline package var description: String {
      switch self {
      case .literal(let text): PercentEncoding.encode(text)
      case .parameter(let name, let type, let isOptional):
        ":\(name)\(type.map { "<\($0)>" } ?? "")\(isOptional ? "?" : "")"
      case .catchAll(let name, let isOptional):
        "*\(name == "*" ? "" : name)\(isOptional ? "?" : "")"
      }
    }
  }

  /// What the text of a typed parameter must be.
  @usableFromInline
  package enum Constraint: Hashable, Sendable, CustomStringConvertible {
    /// A type by name: a built-in one, or one that the app added.
    case type(String)
    /// One of these words.
    case words([String])

    /// The constraint, without the angle brackets.
    @usableFromInline package var description: String {
      switch self {
      case .type(let name): name
      case .words(let words): words.map(PercentEncoding.encode).joined(separator: "|")
      }
    }
  }

  /// The parsed pattern; immutable, so that copies of a pattern share it.
  package let parts: Parts

  /// What the parser read from a pattern's text.
  package final class Parts: Sendable {
    package let text: String
    package let source: URLSource?
    package let segments: [Segment]
    package let endsWithSlash: Bool
    /// The named segments, from the left.
    package let parameters: [Parameter]
    private let endsWithOptional: Bool
    package let endsWithCatchAll: Bool
    /// The type of the values that the pattern was registered for, if it was for a type.
    package let routeType: (any Sendable.Type)?

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
      parameters = segments.enumerated().compactMap { Parameter(of: $1, at: $0) }
    }

    /// How many segments a URL can have that matches.
    package var lengths: ClosedRange<Int> {
      segments.count - (endsWithOptional ? 1 : 0)...(endsWithCatchAll ? .max : segments.count)
    }

    /// Whether the last segment may be more or less than one segment of a URL.
    package var hasTail: Bool { endsWithOptional || endsWithCatchAll }
  }

  /// A named segment, in the form in which the core looks names up.
  package struct Parameter: Sendable {
    /// The first eight bytes of the name, the first one lowest.
    package let start: UInt64
    package let length: Int32
    /// The index in the pattern, which is the index in a URL that matches.
    package let position: Int32

    /// Nil for a literal.
    fileprivate init?(of segment: Segment, at index: Int) {
      guard var name = segment.name else { return nil }
      (start, length) = name.withUTF8 { bytes in
        (
          bytes.prefix(8).reversed().reduce(0) { $0 << 8 | UInt64($1) },
          Int32(truncatingIfNeeded: bytes.count)
        )
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
  package var segments: [Segment] { parts.segments }
  /// Whether the text ends with a slash after a segment; it counts only if the table's rules say so.
  package var endsWithSlash: Bool { parts.endsWithSlash }

  /// The names of the parameters and of the catch-all, from the left.
  public var names: [String] {
    Steps.add(segments.count)
    return segments.compactMap(\.name)
  }

  func hasName(_ name: String) -> Bool { segments.contains { $0.name == name } }

  // The type of a typed route is here, so that neither a route nor its record needs more memory.
  /// The type of the values that the pattern was registered for; it plays no part in comparisons.
  package var routeType: (any Sendable.Type)? { parts.routeType }

  /// The same pattern, as it is registered for the values of a type.
  package func typed(as type: any Sendable.Type) -> RoutePattern {
    RoutePattern(
      parts: Parts(
        text: parts.text, source: parts.source, segments: parts.segments,
        endsWithSlash: parts.endsWithSlash, routeType: type))
  }

  /// The pattern behind the path of a mount, spelled as both were written.
  package func under(_ prefix: RoutePattern?) -> RoutePattern {
    guard let prefix else { return self }
    var text = prefix.endsWithSlash ? String(prefix.text.dropLast()) : prefix.text
    if let source {
      text = source.description + text
      for segment in segments { text += "/\(segment)" }
      if endsWithSlash, !segments.isEmpty { text += "/" }
    } else if !segments.isEmpty {
      text += self.text
    }
    return RoutePattern(
      parts: Parts(
        text: text, source: source, segments: prefix.segments + segments,
        endsWithSlash: endsWithSlash && !segments.isEmpty, routeType: routeType))
  }

  /// Whether two patterns are written the same, scalar by scalar, as their literals compare.
  public static func == (left: RoutePattern, right: RoutePattern) -> Bool {
    // `==` on strings equates `é` and `e` with an accent, which match different URLs.
    left.parts === right.parts || left.text.hasSameScalars(as: right.text)
  }

  /// Feeds the pattern's text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension RoutePattern.Segment {
  /// The name under which the segment's value is read; nil for a literal.
  package var name: String? {
    switch self {
    case .literal: nil
    case .parameter(let name, _, _), .catchAll(let name, _): name
    }
  }

  /// Whether the pattern also matches without this segment.
  package var isOptional: Bool {
    switch self {
    case .literal: false
    case .parameter(_, _, let isOptional), .catchAll(_, let isOptional): isOptional
    }
  }

  /// Whether the segment matches one decoded segment of a URL, in a table with these types and rules.
  package func matches(
    _ bytes: [UInt8], isHost: Bool, types: [String: ParameterType], rules: MatchingRules
  ) -> Bool {
    switch self {
    case .literal(let text): rules.equates(text, bytes, isHost: isHost)
    case .parameter(_, .words(let words)?, _):
      words.contains { rules.equates($0, bytes, isHost: isHost) }
    case .parameter(_, .type(let name)?, _):
      if let kind = TypeKind(name) {
        kind.accepts(bytes)
      } else {
        types[name]?.accepts(String(decoding: bytes, as: UTF8.self)) ?? false
      }
    case .parameter(_, nil, _): true
    case .catchAll: !bytes.contains(where: \.isSlash)
    }
  }
}

extension RoutePattern: ExpressibleByStringLiteral, DescribedValue {
  /// A pattern from a literal; a bad literal is a programmer's error and stops the program with the parse error's
  /// text, in release builds as well.
  public init(stringLiteral text: String) {
    self = literalValue { () throws(RoutingError) in try Self(text) }
  }

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
