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

  /// The pattern as it was written; everything else is read out of it.
  public let text: String
  private let namePlaces: NamePlaces

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
    namePlaces = NamePlaces(text)
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
  public var names: [String] { namedPlaces.map(\.name) }
}

extension RoutePattern {
  /// Where a name stands, found without parsing the pattern.
  @inline(__always)
  func place(of name: String) -> (place: Int, isCatchAll: Bool)? {
    text.withBytes { bytes in name.withBytes { namePlaces.place(of: $0, in: bytes) } }
  }

  /// The names from the left, and which segments they are, without parsing the pattern.
  var namedPlaces: [(name: String, place: Int, isCatchAll: Bool)] {
    text.withBytes { bytes in
      var found: [(String, Int, Bool)] = []
      bytes.forEachName { start, place in
        let end = (start..<bytes.count).first(where: bytes.isEndOfName) ?? bytes.count
        let name = start == end ? "*" : bytes.text(in: start..<end, isPlain: true)
        found.append((name, place, bytes[start - 1] == .star))
        return true
      }
      return found
    }
  }
}

/// Where the names of a pattern stand, if they are no more than four and begin within its first 256 bytes;
/// others are looked for each time.
private struct NamePlaces: Sendable {
  /// For each name, from the lowest bits on: where it begins in the text, and which segment it is.
  private var bits: UInt64 = 0

  init(_ pattern: String) {
    pattern.withBytes { bytes in
      var count: UInt64 = 0
      bytes.forEachName { start, place in
        // Each segment takes two bytes at least: a place is smaller than where its name begins.
        let isShort = count < 4 && start < 256
        bits = isShort ? bits | UInt64(place << 8 | start) &<< (16 * count) : 0
        count += 1
        return isShort
      }
    }
  }

  /// Where a name stands in the pattern, which is given again.
  @inline(never)
  func place(of name: TextBytes, in pattern: TextBytes) -> (place: Int, isCatchAll: Bool)? {
    let name = WantedName(name, in: pattern)
    // A name is letters and digits: what holds marks would find itself in the pattern's text, type and all.
    guard let (start, place) = find(name), !name.holdsMarks else { return nil }
    return (place, pattern[start &- 1] == .star)
  }

  @inline(__always)
  private func find(_ name: WantedName) -> (start: Int, place: Int)? {
    guard bits != 0 else { return name.search() }
    var rest = bits
    while rest != 0 {
      let start = Int(truncatingIfNeeded: rest & 0xFF)
      if name.stands(at: start) { return (start, Int(truncatingIfNeeded: rest &>> 8 & 0xFF)) }
      rest &>>= 16
    }
    return nil
  }
}

/// A name that is looked for in a pattern.
private struct WantedName {
  let bytes: TextBytes
  let pattern: TextBytes
  /// The first eight bytes.
  private let start: UInt64
  private let mask: UInt64

  init(_ bytes: TextBytes, in pattern: TextBytes) {
    self.bytes = bytes
    self.pattern = pattern
    start = bytes.word(at: 0)
    mask = SWAR.firstBytes(bytes.count)
  }

  /// Whether it is the name that begins in the pattern at an offset.
  @inline(__always)
  func stands(at offset: Int) -> Bool {
    guard !pattern.isEndOfName(offset) else {
      // A catch-all without a name.
      return bytes.count == 1 && bytes[0] == .star
    }
    return pattern.word(at: offset) & mask == start && bytes.count > 0
      && offset &+ bytes.count <= pattern.count && pattern.isEndOfName(offset &+ bytes.count)
      && (bytes.count <= 8 || isWhole(at: offset))
  }

  @inline(never)
  private func isWhole(at offset: Int) -> Bool { pattern.holds(bytes, at: offset) }

  /// Whether a mark stands in it that ends a name in a pattern.
  @inline(__always)
  var holdsMarks: Bool {
    guard bytes.count > 8 else {
      let slashes = SWAR.matches(start, UInt8(ascii: "/"))
      return slashes | SWAR.matches(start, .typeMark) | SWAR.matches(start, .optionalMark) != 0
    }
    return longNameHoldsMarks
  }

  @inline(never)
  private var longNameHoldsMarks: Bool { (0..<bytes.count).contains(where: bytes.isEndOfName) }

  @inline(never)
  func search() -> (start: Int, place: Int)? {
    var found: (start: Int, place: Int)?
    pattern.forEachName { start, place in
      if stands(at: start) { found = (start, place) }
      return found == nil
    }
    return found
  }
}

extension TextBytes {
  /// Calls a closure for each name of a pattern, from the left, until it returns false: with where it begins,
  /// and with its segment.
  fileprivate func forEachName(_ body: (_ start: Int, _ place: Int) -> Bool) {
    var place = 0
    var start = 0
    if self[0] != UInt8(ascii: "/") {
      start = first(UInt8(ascii: ":"), in: 0..<count) + 1
      if start + 1 < count, self[start + 1] == UInt8(ascii: "/") {
        start += 2
        // An https host is no segment; it bears no name, since it is all letters, digits and dots.
        if start < count, self[start] != UInt8(ascii: "/"), !isHTTPS {
          if isMark(start), !body(start + 1, 0) { return }
          place = 1
        }
        start = first(UInt8(ascii: "/"), in: start..<count)
      }
    }
    start += 1
    while start < count {
      if isMark(start), !body(start + 1, place) { return }
      start = first(UInt8(ascii: "/"), in: start..<count) + 1
      place += 1
    }
  }

  private func isMark(_ offset: Int) -> Bool {
    self[offset] == UInt8(ascii: ":") || self[offset] == .star
  }

  private var isHTTPS: Bool {
    SWAR.lowercased(word(at: 0)) & SWAR.firstBytes(6) == 0x3A_73_70_74_74_68
  }

  @inline(__always)
  fileprivate func isEndOfName(_ offset: Int) -> Bool {
    offset == count || self[offset] == UInt8(ascii: "/") || self[offset] == .typeMark
      || self[offset] == .optionalMark
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
  /// A pattern from a literal; a bad literal is a programmer's error and stops the program with the parse error's
  /// text, in release builds as well.
  public init(stringLiteral text: String) {
    do { try self.init(text) } catch { fatalError(error.description) }
  }
}

extension RoutePattern: CustomStringConvertible {
  /// The pattern as it was written, with invisible characters percent-encoded; it matches the same URLs.
  ///
  /// ``text`` is the pattern exactly as it was written.
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
