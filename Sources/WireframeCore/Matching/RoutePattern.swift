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

  /// The pattern as it was written; everything else is read out of it.
  public let text: String

  /// Parses a pattern.
  ///
  /// - Parameter text: The pattern as text.
  /// - Throws: ``RoutingError/Code/invalidPattern`` with the column and what would be right there.
  public init(_ text: String) throws(RoutingError) {
    do {
      var parser = PatternParser(text)
      _ = try parser.parse()
    } catch {
      throw RoutingError(.invalidPattern(text: text, fault: error))
    }
    self.text = text
  }

  var parts: PatternParser.Parts {
    var parser = PatternParser(text)
    // The text has been parsed once: nothing here can fail.
    return (try? parser.parse()) ?? (nil, [], false)
  }

  /// The source that the pattern is bound to, or nil if it serves all of them.
  public var source: URLSource? { parts.source }
  /// The segments, from the left; the host of a custom scheme is the first.
  public var segments: [Segment] { parts.segments }
  /// Whether the text ends with a slash behind a segment; it counts only if the table's rules say so.
  public var endsWithSlash: Bool { parts.endsWithSlash }

  /// The names of the parameters and of the catch-all, from the left.
  public var names: [String] { segments.compactMap(\.name) }
}

extension RoutePattern {
  /// Where a name stands, found without parsing the pattern.
  func place(of name: String) -> (place: Int, isCatchAll: Bool)? {
    // A name is letters and digits: what holds these would find itself in the pattern's text, type and all.
    guard !name.isEmpty, !name.utf8.contains(where: { $0 == .typeMark || $0 == .optionalMark })
    else { return nil }
    return text.withBytes { bytes in
      name.withBytes { bytes.place(of: $0) }
    }
  }
}

extension TextBytes {
  /// Where a name stands in a pattern.
  fileprivate func place(of name: TextBytes) -> (place: Int, isCatchAll: Bool)? {
    var place = 0
    var start = 0
    if self[0] != UInt8(ascii: "/") {
      start = first(UInt8(ascii: ":"), in: 0..<count) + 1
      if start + 1 < count, self[start + 1] == UInt8(ascii: "/") {
        let host = start + 2..<first(UInt8(ascii: "/"), in: start + 2..<count)
        start = host.upperBound
        // An https host is no segment; it bears no name, since it is all letters, digits and dots.
        if !host.isEmpty, !isHTTPS {
          if names(name, in: host) { return (0, self[host.lowerBound] == .star) }
          place = 1
        }
      }
    }
    start += 1
    while start < count {
      if names(name, in: start..<count) { return (place, self[start] == .star) }
      // Segments are short: byte by byte is quicker than word by word.
      while start < count, self[start] != UInt8(ascii: "/") { start &+= 1 }
      place += 1
      start &+= 1
    }
    return nil
  }

  private var isHTTPS: Bool {
    SWAR.lowercased(word(at: 0)) & SWAR.firstBytes(6) == 0x3A_73_70_74_74_68
  }

  /// Whether the pattern's segment at the start of a range is a parameter or a catch-all of this name.
  @inline(__always)
  private func names(_ name: TextBytes, in range: Range<Int>) -> Bool {
    guard !range.isEmpty else { return false }
    let mark = self[range.lowerBound]
    guard mark == UInt8(ascii: ":") || mark == .star else { return false }
    let start = range.lowerBound + 1
    if isEndOfName(start, range) { return name.count == 1 && name[0] == .star }
    return start + name.count <= range.upperBound && holds(name, at: start)
      && isEndOfName(start + name.count, range)
  }

  private func isEndOfName(_ offset: Int, _ range: Range<Int>) -> Bool {
    offset == range.upperBound || self[offset] == UInt8(ascii: "/")
      || self[offset] == UInt8(ascii: "<") || self[offset] == UInt8(ascii: "?")
  }
}

extension UInt8 {
  fileprivate static var star: UInt8 { UInt8(ascii: "*") }
  fileprivate static var typeMark: UInt8 { UInt8(ascii: "<") }
  fileprivate static var optionalMark: UInt8 { UInt8(ascii: "?") }
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
    // A synthesised comparison would take `é` and `e` + accent, which match other URLs, as equal.
    left.text.hasSameScalars(as: right.text)
  }

  /// Feeds the pattern's text.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
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
