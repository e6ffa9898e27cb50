/// Reads a URL text exactly as it came, in the order of the rules of admission: length, raw characters, scheme,
/// userinfo, host and port, origin, path, query, fragment. Without inlining a URL takes 3 to 5 % more instructions.
struct URLReader {
  let bytes: UTF8Bytes
  let sources: UnsafeElements<URLSource>
  let schemes: UnsafeElements<Scheme>
  let sourceCount: Int
  let rules: MatchingRules
  let isTrusted: Bool

  /// The offsets of a URL's parts, before the path is split.
  struct Parts: Sendable {
    /// The index of the source among the declared ones; -1 for a path without scheme.
    var source: Int32 = -1
    private var hostStart: Int32 = 0
    private var hostEnd: Int32 = 0
    var pathStart: Int32 = 0
    var tailStart: Int32 = 0
    var endsWithSlash = false
    /// Whether the part before query and fragment certainly has no escape.
    var isPlain = true
    /// The same for query and fragment.
    var isTailPlain = true

    /// The host of a custom scheme, which is the first segment; empty if there is none.
    var host: Range<Int> {
      get { Int(hostStart)..<Int(hostEnd) }
      set {
        hostStart = Int32(truncatingIfNeeded: newValue.lowerBound)
        hostEnd = Int32(truncatingIfNeeded: newValue.upperBound)
      }
    }

    /// The path after its first slash, without one trailing slash.
    var path: Range<Int> {
      Int(pathStart)..<Int(max(pathStart, endsWithSlash ? tailStart &- 1 : tailStart))
    }

    /// The offset of the `?` or `#`, or the end of the text.
    var tail: Int { Int(tailStart) }
  }

  /// Finds the parts; false if the URL is foreign.
  @inline(__always)
  func read(_ parts: inout Parts) throws(URLRefusal) -> Bool {
    guard bytes.count <= rules.longestText else {
      throw URLRefusal(.tooLong, at: rules.maximumLength, limit: rules.maximumLength)
    }
    let special = bytes.firstSpecial()
    let tail = isEndOfPath(special) ? special : endOfPath(from: special)
    parts.isPlain = special == tail
    if special < bytes.count {
      // The bytes before the first special are allowed, and no escapes.
      parts.isTailPlain = !bytes.mayContainEscapes(from: special)
      if !parts.isTailPlain, bytes[special..<bytes.count].mayContainForbidden {
        try checkRawCharacters()
      }
    }
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
    // A first slash belongs to no segment.
    parts.pathStart = Int32(truncatingIfNeeded: min(start + 1, tail))
    parts.tailStart = Int32(truncatingIfNeeded: tail)
    // The slash of an empty path is a trailing one only after a host.
    parts.endsWithSlash =
      tail > start + 1
      ? bytes[tail - 1] == UInt8(ascii: "/") : tail > start && !parts.host.isEmpty
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

  /// Reads source and host, and returns the offset of the path; nil if foreign.
  @inline(__always)
  private func readOrigin(_ parts: inout Parts) throws(URLRefusal) -> Int? {
    guard let declared = declaredScheme else {
      guard bytes.count > 0 else { throw URLRefusal(.empty) }
      guard hasScheme else { throw URLRefusal(.noSchemeOrSlash) }
      return nil
    }
    parts.source = declared
    let start = Int(schemes[declared].length)
    guard start < bytes.count, bytes[start] == UInt8(ascii: "/") else {
      throw URLRefusal(.noSlashAfterScheme, at: start)
    }
    guard start + 1 < bytes.count, bytes[start + 1] == UInt8(ascii: "/") else {
      guard schemes[declared].isCustom else { throw URLRefusal(.badHost, at: start) }
      return start
    }
    return try readAuthority(&parts, from: start, isCustom: schemes[declared].isCustom)
  }

  /// Reads the host, and an https origin's port, after two slashes.
  @inline(__always)
  private func readAuthority(
    _ parts: inout Parts, from start: Int, isCustom: Bool
  ) throws(URLRefusal) -> Int? {
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
    guard let origin = origin(at: name, port) else { return nil }
    parts.source = origin
    return authority.upperBound
  }

  /// The index of the first declared source with the text's scheme.
  @inline(__always)
  private var declaredScheme: Int32? {
    let start = SWAR.lowercased(bytes.word(at: 0))
    for index in 0..<Int32(truncatingIfNeeded: sourceCount) {
      let scheme = schemes[index]
      guard start & scheme.mask == scheme.start else { continue }
      if scheme.length <= 8 || isLong(index, Int(scheme.length) - 1) { return index }
    }
    return nil
  }

  @inline(never)
  private func isLong(_ source: Int32, _ colon: Int) -> Bool {
    colon < bytes.count && bytes[colon] == UInt8(ascii: ":")
      && equals(sources[source].scheme, 0..<colon)
  }

  private var hasScheme: Bool {
    let end = end(from: 0) { $0.isSchemeCharacter }
    return bytes[0].isLetter && end < bytes.count && bytes[end] == UInt8(ascii: ":")
  }

  /// The index of the first declared source with a host and a port.
  private func origin(at host: Range<Int>, _ port: Int) -> Int32? {
    let start = SWAR.lowercased(bytes.word(at: host.lowerBound))
    for index in 0..<Int32(truncatingIfNeeded: sourceCount) {
      // Most hosts differ in their first bytes.
      let scheme = schemes[index]
      guard Int(scheme.hostLength) == host.count, start & scheme.hostMask == scheme.hostStart
      else { continue }
      let source = sources[index]
      if equals(source.host ?? "", host), (source.port ?? 443) == port { return index }
    }
    return nil
  }

  private func equals(_ text: String, _ range: Range<Int>) -> Bool {
    text.withBytes {
      $0.count == range.count && bytes.contains($0, at: range.lowerBound, foldsCase: true)
    }
  }

  /// The port after a colon, 443 if there is none, or nil if it is malformed.
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

  /// The index of the pattern that the search finds, or -1; throws for a path that is not allowed.
  @inline(never)
  func find(_ parts: Parts, in trie: RouteTrie.View) throws(URLRefusal) -> Int32 {
    let path = RouteTrie.Path(
      reader: SegmentReader(bytes: bytes, ignoresCase: rules.ignoresCase), source: parts.source,
      endsWithSlash: rules.distinguishesTrailingSlash && parts.endsWithSlash)
    let count = segmentCount(of: parts)
    Steps.add(count)
    guard count <= rules.maximumSegments else {
      throw URLRefusal(.tooManySegments, at: parts.path.lowerBound, limit: rules.maximumSegments)
    }
    var refusal: URLRefusal?
    let found: Int32 = SegmentList.with(capacity: count) { segments in
      do throws(URLRefusal) {
        try split(parts, path.reader, into: &segments)
      } catch {
        refusal = error
      }
      guard refusal == nil else { return -1 }
      return trie.search(segments, path)
    }
    if let refusal { throw refusal }
    return found
  }

  /// The number of segments, the host among them.
  private func segmentCount(of parts: Parts) -> Int {
    let hosts = parts.host.isEmpty ? 0 : 1
    guard parts.tail > parts.path.lowerBound else { return hosts }
    return hosts + bytes[parts.path].slashCount + 1
  }

  private func split(
    _ parts: Parts, _ reader: SegmentReader, into segments: inout SegmentList
  ) throws(URLRefusal) {
    if !parts.host.isEmpty {
      segments.append(
        try reader.read(
          from: parts.host.lowerBound, to: parts.host.upperBound, isPlain: true, isHost: true))
    }
    guard parts.tail > parts.path.lowerBound else { return }
    var start = parts.path.lowerBound
    while true {
      let segment = try reader.read(from: start, to: parts.path.upperBound, isPlain: parts.isPlain)
      segments.append(segment)
      start = segment.range.upperBound
      guard start < parts.path.upperBound else { return }
      start += 1
    }
  }

  /// Whether query and fragment need no check: no escapes, and too short for too many items.
  func isTailChecked(_ parts: Parts) -> Bool {
    // An item and its `&` have at least one byte.
    parts.isTailPlain && bytes.count &- parts.tail <= rules.maximumQueryItems
  }

  @inline(never)
  func checkTail(_ parts: Parts) throws(URLRefusal) {
    let mayHaveTooMany = !bytes.hasFewer(
      than: rules.maximumQueryItems, of: UInt8(ascii: "&"), in: parts.tail..<bytes.count)
    guard mayHaveTooMany || !parts.isTailPlain else { return }
    let query = Self.query(of: bytes, from: parts.tail)
    let fragment = query.upperBound
    if mayHaveTooMany, !query.isEmpty,
      !bytes.hasFewer(than: rules.maximumQueryItems, of: UInt8(ascii: "&"), in: query)
    {
      throw URLRefusal(.tooManyQueryItems, at: query.lowerBound, limit: rules.maximumQueryItems)
    }
    guard !parts.isTailPlain else { return }
    var start = query.lowerBound
    while start <= query.upperBound {
      let end = bytes.first(UInt8(ascii: "&"), in: start..<query.upperBound)
      let equals = bytes.first(UInt8(ascii: "="), in: start..<end)
      try EscapeCheck.check(bytes, start..<equals, isPath: false)
      try EscapeCheck.check(bytes, min(equals + 1, end)..<end, isPath: false)
      start = end + 1
    }
    if fragment < bytes.count {
      try EscapeCheck.check(bytes, fragment + 1..<bytes.count, isPath: false)
    }
  }

  /// The query after its `?`, to the fragment's `#` or the end of the text.
  static func query(of bytes: UTF8Bytes, from tail: Int) -> Range<Int> {
    guard tail < bytes.count, bytes[tail] == UInt8(ascii: "?") else { return tail..<tail }
    return tail + 1..<bytes.first(UInt8(ascii: "#"), in: tail..<bytes.count)
  }

  private func isEndOfPath(_ offset: Int) -> Bool {
    offset == bytes.count || bytes[offset] == UInt8(ascii: "?")
      || bytes[offset] == UInt8(ascii: "#")
  }

  /// The offset of the first `?` or `#`, or the end of the text.
  private func endOfPath(from start: Int) -> Int {
    bytes.first(UInt8(ascii: "?"), or: UInt8(ascii: "#"), in: start..<bytes.count)
  }

  /// The end of the characters that belong to a part, or of the text.
  @inline(__always)
  private func end(from start: Int, _ belongs: (UInt8) -> Bool) -> Int {
    var offset = start
    while offset < bytes.count, belongs(bytes[offset]) { offset += 1 }
    return offset
  }
}

/// The scheme and the host of a declared source, as a lookup compares them.
struct Scheme: Sendable {
  /// The first eight bytes, the colon among them.
  let start: UInt64
  let mask: UInt64
  /// With the colon.
  let length: Int32
  let isCustom: Bool
  /// The host in the same form; without any, its length is 0.
  let hostStart: UInt64
  let hostMask: UInt64
  let hostLength: Int32

  init(of source: URLSource) {
    let (text, host) = ("\(source.scheme):", source.host ?? "")
    (start, mask) = (text.withBytes { $0.word(at: 0) }, SWAR.firstBytes(text.utf8.count))
    length = Int32(text.utf8.count)
    isCustom = source.isCustomScheme
    (hostStart, hostMask) = (host.withBytes { $0.word(at: 0) }, SWAR.firstBytes(host.utf8.count))
    hostLength = Int32(host.utf8.count)
  }
}

extension MatchingRules {
  /// How long a text may be: places are kept in 32 bits, whatever the rules allow.
  var longestText: Int { min(maximumLength, Int(Int32.max)) }
}
