/// Reads a URL text exactly as it came, in the order of the rules of admission: length, raw characters,
/// scheme, userinfo and host and port, origin, path, query, fragment.
struct URLReader {
  let bytes: TextBytes
  let sources: Borrowed<URLSource>
  let rules: MatchingRules
  let isTrusted: Bool

  /// Where the parts of a URL stand, before the path has been split.
  struct Parts: Sendable {
    /// The place of the source among the declared ones; -1 for a path without scheme.
    var source: Int32 = -1
    private var hostStart: Int32 = 0
    private var hostEnd: Int32 = 0
    private var pathStart: Int32 = 0
    private var pathEnd: Int32 = 0
    private var tailStart: Int32 = 0
    var endsWithSlash = false
    /// Whether what stands before query and fragment is known to hold no escape.
    var isPlain = true

    init() {}

    /// The parts of a text that is nothing but a plain path.
    init(plainPathOfLength count: Int, endsWithSlash: Bool) {
      self.endsWithSlash = endsWithSlash
      pathStart = 1
      pathEnd = Int32(truncatingIfNeeded: endsWithSlash ? count &- 1 : count)
      tailStart = Int32(truncatingIfNeeded: count)
    }

    /// The host of a custom scheme, which is the first segment; empty if there is none.
    var host: Range<Int> {
      get { Int(hostStart)..<Int(hostEnd) }
      set {
        hostStart = Int32(truncatingIfNeeded: newValue.lowerBound)
        hostEnd = Int32(truncatingIfNeeded: newValue.upperBound)
      }
    }

    /// The path behind its first slash, without one trailing slash.
    var path: Range<Int> {
      @inline(__always) get { Int(pathStart)..<Int(pathEnd) }
      @inline(__always) set {
        pathStart = Int32(truncatingIfNeeded: newValue.lowerBound)
        pathEnd = Int32(truncatingIfNeeded: newValue.upperBound)
      }
    }

    /// From the `?` or `#` on.
    var tail: Int {
      @inline(__always) get { Int(tailStart) }
      @inline(__always) set { tailStart = Int32(truncatingIfNeeded: newValue) }
    }
  }

  /// Finds the parts; false if the URL is foreign.
  @inline(__always)
  func read(_ parts: inout Parts) throws(URLRefusal) -> Bool {
    // Places are kept in 32 bits, whatever the rules allow.
    guard bytes.count <= min(rules.maximumLength, Int(Int32.max)) else {
      throw URLRefusal(.tooLong, at: rules.maximumLength, limit: rules.maximumLength)
    }
    let isPlain = !bytes.maySpecialsStand
    if !isPlain, bytes.mayForbiddenStand { try checkRawCharacters() }
    var start = 0
    if bytes.count > 0, bytes[0] == UInt8(ascii: "/") {
      guard bytes.count == 1 || bytes[1] != UInt8(ascii: "/") else {
        throw URLRefusal(.leadingDoubleSlash)
      }
      guard isTrusted else { throw URLRefusal(.pathFromOutside) }
    } else {
      guard let end = try readOrigin(&parts) else { return false }
      start = end
    }
    parts.tail = isPlain ? bytes.count : endOfPath(from: start)
    parts.isPlain = isPlain || !bytes.prefix(parts.tail).maySpecialsStand
    guard parts.tail - start > 1 else {
      parts.path = parts.tail..<parts.tail
      parts.endsWithSlash = parts.tail > start && !parts.host.isEmpty
      return true
    }
    parts.endsWithSlash = bytes[parts.tail - 1] == UInt8(ascii: "/")
    parts.path = start + 1..<(parts.endsWithSlash ? parts.tail - 1 : parts.tail)
    return true
  }

  @inline(never)
  private func checkRawCharacters() throws(URLRefusal) {
    for offset in 0..<bytes.count {
      switch bytes[offset] {
      case 0x20: throw URLRefusal(.rawSpace, at: offset)
      case 0x5C: throw URLRefusal(.rawBackslash, at: offset)
      case let byte where byte.isControl: throw URLRefusal(.rawControl, at: offset)
      default: continue
      }
    }
  }

  /// Reads source and host, and returns where the path begins; nil if foreign.
  @inline(never)
  private func readOrigin(_ parts: inout Parts) throws(URLRefusal) -> Int? {
    guard bytes.count > 0 else { throw URLRefusal(.empty) }
    guard let colon = endOfScheme else { throw URLRefusal(.noSchemeOrSlash) }
    guard let declared = firstSource(where: { equals($0.scheme, 0..<colon) }) else { return nil }
    let isCustom = sources[declared].isCustomScheme
    parts.source = declared
    let start = colon + 1
    guard start < bytes.count, bytes[start] == UInt8(ascii: "/") else {
      throw URLRefusal(.noSlashAfterScheme, at: start)
    }
    guard start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "/") else {
      guard isCustom else { throw URLRefusal(.badHost, at: start) }
      return start
    }
    let name = start + 2..<end(from: start + 2) { ASCIISet.host.contains($0) }
    let authority =
      name.lowerBound..<end(from: name.upperBound) { !ASCIISet.endsOfAuthority.contains($0) }
    if name != authority {
      guard bytes.first(UInt8(ascii: "@"), in: authority) == authority.upperBound else {
        throw URLRefusal(.userinfo, at: authority.lowerBound)
      }
      guard bytes[name.upperBound] == UInt8(ascii: ":") else {
        throw URLRefusal(.badHost, at: name.lowerBound)
      }
    }
    if isCustom {
      guard name == authority else { throw URLRefusal(.badPort, at: name.upperBound) }
      parts.host = name
      return authority.upperBound
    }
    guard !name.isEmpty else { throw URLRefusal(.badHost, at: name.lowerBound) }
    guard let port = port(in: name.upperBound..<authority.upperBound) else {
      throw URLRefusal(.badPort, at: name.upperBound)
    }
    let origin = firstSource {
      $0.host.map { equals($0, name) } == true && ($0.port ?? 443) == port
    }
    guard let origin else { return nil }
    parts.source = origin
    return authority.upperBound
  }

  private var endOfScheme: Int? {
    guard bytes[0].isLetter else { return nil }
    for offset in 1..<bytes.count {
      let byte = bytes[offset]
      if byte == UInt8(ascii: ":") { return offset }
      guard byte.isSchemeCharacter else { return nil }
    }
    return nil
  }

  private func firstSource(where isWanted: (URLSource) -> Bool) -> Int32? {
    (0..<Int32(truncatingIfNeeded: sources.count)).first { isWanted(sources[$0]) }
  }

  /// Whether a range, in small letters, is a text.
  private func equals(_ text: String, _ range: Range<Int>) -> Bool {
    text.withBytes {
      $0.count == range.count && bytes.holds($0, at: range.lowerBound, foldsCase: true)
    }
  }

  /// The port behind a colon, 443 if there is none, or nil if it is malformed.
  private func port(in range: Range<Int>) -> Int? {
    guard !range.isEmpty else { return 443 }
    let digits = range.dropFirst()
    guard (1...5).contains(digits.count), bytes[digits.lowerBound] != UInt8(ascii: "0") else {
      return nil
    }
    var port = 0
    for offset in digits {
      guard bytes[offset].isDigit else { return nil }
      port = port * 10 + Int(bytes[offset] - UInt8(ascii: "0"))
    }
    return port <= 65_535 ? port : nil
  }

  /// The place of the pattern that matches by the quick way, or -1 if only a search can tell.
  private func quickPlace(_ parts: Parts, in trie: RouteTrie.View) -> Int32 {
    var node: Int32 = 0
    if !parts.host.isEmpty {
      let reader = SegmentReader(bytes: bytes, ignoresCase: false)
      let host = try? reader.read(
        from: parts.host.lowerBound, to: parts.host.upperBound, isPlain: true, isHost: true)
      guard let host else { return -1 }
      node = trie.straightChild(of: 0, host, reader)
      guard node >= 0 else { return -1 }
    }
    guard parts.tail > parts.path.lowerBound else {
      return trie.straightEnd(of: node, source: parts.source)
    }
    return trie.quickPlace(
      bytes.prefix(parts.tail), from: parts.path.lowerBound, to: parts.path.upperBound, at: node,
      source: parts.source, maximumSegments: rules.maximumSegments - (node == 0 ? 0 : 1))
  }

  /// The place of the pattern that matches, or -1; throws for a path that is not allowed.
  func find(
    _ parts: Parts, in trie: RouteTrie.View, triesQuickWay: Bool
  ) throws(URLRefusal) -> Int32 {
    if parts.isPlain, triesQuickWay {
      let place = quickPlace(parts, in: trie)
      if place >= 0 { return place }
    }
    let path = RouteTrie.Path(
      reader: SegmentReader(bytes: bytes, ignoresCase: rules.ignoresCase), source: parts.source,
      endsWithSlash: rules.distinguishesTrailingSlash && parts.endsWithSlash)
    // No path has more segments than half its bytes.
    let most = min(rules.maximumSegments, bytes.count / 2 + 2)
    for capacity in [SegmentList.stackCapacity, most] {
      var refusal: URLRefusal?
      let found: Int32? = SegmentList.with(capacity: capacity) { segments in
        var lastWithSlash: Int32 = -1
        do throws(URLRefusal) {
          guard try split(parts, path.reader, into: &segments, &lastWithSlash) else { return nil }
        } catch {
          refusal = error
        }
        return refusal == nil ? trie.search(segments, path, lastWithSlash: lastWithSlash) : -1
      }
      if let refusal { throw refusal }
      if let found { return found }
    }
    return -1
  }

  /// Splits and checks the path; false if the list has no room.
  private func split(
    _ parts: Parts, _ reader: SegmentReader, into segments: inout SegmentList,
    _ lastWithSlash: inout Int32
  ) throws(URLRefusal) -> Bool {
    if !parts.host.isEmpty {
      let host = try read(parts.host, parts, reader, isHost: true)
      guard segments.append(host) else { return false }
    }
    guard parts.tail > parts.path.lowerBound else { return true }
    var start = parts.path.lowerBound
    while true {
      let segment = try read(start..<parts.path.upperBound, parts, reader)
      guard segments.count < rules.maximumSegments else { throw tooManySegments(parts) }
      if segment.holdsSlash { lastWithSlash = segments.count }
      guard segments.append(segment) else { return false }
      start = segment.range.upperBound
      guard start < parts.path.upperBound else { return true }
      start += 1
    }
  }

  /// Reads the first segment of a range; too many segments come before what is wrong with one of them.
  @inline(never)
  private func read(
    _ range: Range<Int>, _ parts: Parts, _ reader: SegmentReader, isHost: Bool = false
  ) throws(URLRefusal) -> PathSegment {
    do {
      return try reader.read(
        from: range.lowerBound, to: range.upperBound, isPlain: isHost || parts.isPlain,
        isHost: isHost)
    } catch {
      var count = parts.host.isEmpty ? 0 : 1
      if parts.tail > parts.path.lowerBound { count += 1 }
      for offset in parts.path where bytes[offset] == UInt8(ascii: "/") { count += 1 }
      throw count > rules.maximumSegments ? tooManySegments(parts) : error
    }
  }

  private func tooManySegments(_ parts: Parts) -> URLRefusal {
    URLRefusal(.tooManySegments, at: parts.path.lowerBound, limit: rules.maximumSegments)
  }

  /// Checks query and fragment.
  @inline(never)
  func checkTail(_ parts: Parts) throws(URLRefusal) {
    let query = Self.query(of: bytes, from: parts.tail)
    let fragment = query.upperBound
    if !query.isEmpty {
      var items = 1
      for offset in query where bytes[offset] == UInt8(ascii: "&") { items += 1 }
      guard items <= rules.maximumQueryItems else {
        throw URLRefusal(
          .tooManyQueryItems, at: query.lowerBound, limit: rules.maximumQueryItems)
      }
    }
    // What is left to check is escapes.
    guard bytes.first(UInt8(ascii: "%"), in: parts.tail..<bytes.count) < bytes.count else { return }
    if !query.isEmpty {
      var start = query.lowerBound
      while start <= query.upperBound {
        let end = bytes.first(UInt8(ascii: "&"), in: start..<query.upperBound)
        let equals = bytes.first(UInt8(ascii: "="), in: start..<end)
        try EscapeCheck.check(bytes, start..<equals, isPath: false)
        try EscapeCheck.check(bytes, min(equals + 1, end)..<end, isPath: false)
        start = end + 1
      }
    }
    if fragment < bytes.count {
      try EscapeCheck.check(bytes, fragment + 1..<bytes.count, isPath: false)
    }
  }

  /// The query behind its `?`, and at its end the fragment's `#` or the end of the text.
  static func query(of bytes: TextBytes, from tail: Int) -> Range<Int> {
    guard tail < bytes.count, bytes[tail] == UInt8(ascii: "?") else { return tail..<tail }
    return tail + 1..<bytes.first(UInt8(ascii: "#"), in: tail + 1..<bytes.count)
  }

  /// Where the query or, without one, the fragment begins, or the end of the text.
  private func endOfPath(from start: Int) -> Int {
    bytes.first(UInt8(ascii: "?"), or: UInt8(ascii: "#"), in: start..<bytes.count)
  }

  /// Where the characters end that belong to a part, or the text.
  @inline(__always)
  private func end(from start: Int, _ belongs: (UInt8) -> Bool) -> Int {
    var offset = start
    while offset < bytes.count, belongs(bytes[offset]) { offset += 1 }
    return offset
  }
}
