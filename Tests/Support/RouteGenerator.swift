package import WireframeCore

/// Makes tables and URLs out of few segments, so that many patterns compete for one URL.
package struct RouteGenerator {
  /// A URL as the generator means it, and as text with escapes by chance.
  package struct URL {
    package let source: URLSource?
    package let segments: [String]
    package let text: String
    /// Whether the first segment is the host of a custom scheme.
    package var hasHost = false
    /// Whether a slash follows the last segment, or a host.
    package var endsWithSlash: Bool { text.hasSuffix("/") && !segments.isEmpty }
  }

  package static let sources: [URLSource] = ["myapp:", "https://example.com"]
  package static let appType = ParameterType("short") { $0.count == 1 }

  package var random: SplitMix64

  package init(seed: UInt64) { random = SplitMix64(seed: seed) }

  private static let literals = [
    "a", "A", "b", "c", "1", "-1", "true", "caf%C3%A9", "b%20c", ".well-known", "Sections",
    "sections-of-a-shop",
  ]
  private static let types = [
    "<a|b>", "<A|B>", "<true|1>", "<int>", "<uint>", "<double>", "<bool>", "<uuid>", "<short>",
  ]
  private static let texts = [
    "a", "b", "c", "1", "-1", "+7", "1.5", "true", "TRUE", "café", "b c", "x/y", "x\\y", "other",
    "A", "B", "True",
    ".well-known", "Sections", "sections", "sections-of-a-shop", "sections-of-A-shop",
    "sections-of-b-shop",
    "6F9619FF-8B86-D011-B42D-00CF4FC964FF",
  ]

  package mutating func pattern() -> String {
    let prefix = random.oneIn(4) ? Self.sources.pick(&random) : nil
    let count = Int.random(in: 0...4, using: &random)
    var text = (0..<count).map { "/" + innerSegment($0) }.joined()
    if random.oneIn(2) { text += "/" + ending() }
    return Self.spelled(text, of: prefix)
  }

  private mutating func innerSegment(_ place: Int) -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0, 1: Self.literals.pick(&random)
    case 2: ":p\(place)"
    default: ":p\(place)\(Self.types.pick(&random))"
    }
  }

  private mutating func ending() -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: ":last?"
    case 1: ":last\(Self.types.pick(&random))?"
    case 2: "*last"
    default: "*last?"
    }
  }

  /// A table of the patterns that do not conflict, for which the generator may ask twice; some end with a slash where it
  /// counts.
  package mutating func table(
    of count: Int, rules: MatchingRules = MatchingRules()
  ) throws -> RouteTable<Void> {
    var table = RouteTable<Void>(sources: Self.sources, rules: rules)
    try table.add(type: Self.appType)
    for _ in 0..<count {
      var text = pattern()
      if rules.distinguishesTrailingSlash, !text.hasSuffix("/"), random.oneIn(3) { text += "/" }
      do {
        try table.insert((), for: RoutePattern(text))
      } catch {
        guard error.code == .conflictingPattern else { throw error }
      }
    }
    return table
  }

  /// A URL, half the time one that a pattern of the table resembles.
  package mutating func url(for table: RouteTable<Void>) -> URL {
    var segments: [String]
    if random.oneIn(2), !table.patterns.isEmpty {
      segments = table.patterns.pick(&random).segments.flatMap { fitting($0) }
    } else {
      segments = (0..<Int.random(in: 0...5, using: &random)).map { _ in Self.texts.pick(&random) }
    }
    if random.oneIn(8) { segments.append(Self.texts.pick(&random)) }
    let source = random.oneIn(2) ? Self.sources.pick(&random) : nil
    // Half of the texts are plain from end to end.
    let hasEscapes = random.oneIn(2)
    let spellings = segments.map { escaped($0, byChance: hasEscapes) }
    var path = spellings.map { "/" + $0 }.joined() + (random.oneIn(6) ? "/" : "")
    if let source, source.host == nil, let first = segments.first, first == spellings[0],
      first.utf8.allSatisfy(Self.isHostCharacter), random.oneIn(2)
    {
      path.removeFirst()
      return URL(source: source, segments: segments, text: "\(source)//\(path)", hasHost: true)
    }
    return URL(source: source, segments: segments, text: Self.spelled(path, of: source))
  }

  /// A URL with a letter too many, too few or another one, so that it is near to a pattern but seldom matches.
  package mutating func misspeltURL(for table: RouteTable<Void>) -> URL {
    let url = url(for: table)
    guard !url.hasHost, let index = url.segments.indices.randomElement(using: &random) else {
      return url
    }
    var segments = url.segments
    var letters = Array(segments[index])
    let letter = Int.random(in: letters.indices, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: letters.insert("x", at: letter)
    case 1: letters[letter] = "y"
    case 2: letters = letters.map { $0.isUppercase ? $0 : Character($0.uppercased()) }
    default: letters.swapAt(letter, letters.count - 1)
    }
    segments[index] = String(letters)
    guard !segments.contains(where: { $0 == "." || $0 == ".." }) else { return url }
    let path = segments.map { "/" + escaped($0, byChance: false) }.joined()
    return URL(source: nil, segments: segments, text: path)
  }

  private static func isHostCharacter(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return (0x61...0x7A).contains(letter) || (0x30...0x39).contains(byte) || byte == 0x2D
      || byte == 0x2E
  }

  /// A path behind its source; an empty path without source is the start.
  private static func spelled(_ path: String, of source: URLSource?) -> String {
    guard let source else { return path.isEmpty ? "/" : path }
    return source.host == nil ? "\(source)//\(path.isEmpty ? "/" : path)" : "\(source)\(path)"
  }

  private mutating func fitting(_ segment: RoutePattern.Segment) -> [String] {
    switch segment {
    case .literal(let text): [text]
    case .parameter(_, _, let isOptional):
      isOptional && random.oneIn(2) ? [] : [Self.texts.pick(&random)]
    case .catchAll:
      (0..<Int.random(in: 0...3, using: &random)).map { _ in Self.texts.pick(&random) }
    }
  }

  /// A segment with escapes where it needs them, and elsewhere by chance, in both letter cases.
  private mutating func escaped(_ text: String, byChance: Bool) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      let mustEscape = " /\\".unicodeScalars.contains(scalar)
      guard mustEscape || byChance && random.oneIn(4) else {
        escaped.unicodeScalars.append(scalar)
        continue
      }
      for byte in String(scalar).utf8 {
        let hex = String(byte, radix: 16, uppercase: random.oneIn(2))
        escaped += "%" + (hex.count == 1 ? "0" : "") + hex
      }
    }
    return escaped
  }
}
