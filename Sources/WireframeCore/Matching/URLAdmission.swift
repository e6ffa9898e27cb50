/// What admission says of a URL text, before any pattern is looked at.
enum URLAdmission {
  case admitted(AdmittedURL)
  case refused(URLRefusal)
  case foreign

  /// Reads a text exactly as it came.
  ///
  /// Order: length, raw characters, scheme, userinfo and host and port, origin, path, query, fragment.
  static func admit(
    _ text: String, sources: [URLSource], rules: MatchingRules, isTrusted: Bool
  ) -> URLAdmission {
    var reader = URLReader(text: text, sources: sources, rules: rules, isTrusted: isTrusted)
    do {
      guard let url = try reader.read() else { return .foreign }
      return .admitted(url)
    } catch {
      return .refused(error)
    }
  }
}

/// Why a URL text was refused, and where.
public struct URLRefusal: Error, Hashable, Sendable {
  /// What was found wrong; more reasons may come.
  public enum Reason: String, Hashable, Sendable, CaseIterable {
    /// The text is empty.
    case empty
    /// The text is longer than the limit.
    case tooLong
    /// A raw control character stands in the text.
    case rawControl
    /// A raw space stands in the text.
    case rawSpace
    /// A raw backslash stands in the text.
    case rawBackslash
    /// The text begins neither with a scheme nor with a slash.
    case noSchemeOrSlash
    /// The text begins with two slashes: path or host, it has two readings.
    case leadingDoubleSlash
    /// A path without scheme came from outside the app.
    case pathFromOutside
    /// No slash follows the scheme.
    case noSlashAfterScheme
    /// A user name or password stands before the host.
    case userinfo
    /// The host is missing or holds characters that a host cannot have.
    case badHost
    /// The port is malformed, or stands on a custom scheme.
    case badPort
    /// An escape is not `%` and two hexadecimal digits, or the decoded bytes are not UTF-8.
    case badEscape
    /// The decoded path holds a control character.
    case encodedControl
    /// The decoded text holds a NUL.
    case encodedNUL
    /// The path has an empty segment.
    case emptySegment
    /// The path has a `.` or `..` segment, raw or encoded.
    case dotSegment
    /// The path has more segments than the limit.
    case tooManySegments
    /// The query has more items than the limit.
    case tooManyQueryItems
    /// The request comes from outside and carries a payload.
    case payloadFromOutside
  }

  /// What was found wrong.
  public let reason: Reason
  /// The UTF-8 offset of the part in which it was found.
  public let offset: Int
  /// The limit that was passed, for the reasons that are limits.
  public let limit: Int?

  init(_ reason: Reason, at offset: Int = 0, limit: Int? = nil) {
    self.reason = reason
    self.offset = offset
    self.limit = limit
  }
}

private struct URLReader {
  let text: String
  let sources: [URLSource]
  let rules: MatchingRules
  let isTrusted: Bool
  var bytes: [UInt8] = []

  init(text: String, sources: [URLSource], rules: MatchingRules, isTrusted: Bool) {
    self.text = text
    self.sources = sources
    self.rules = rules
    self.isTrusted = isTrusted
  }

  /// The parts of the text, or nil if it is foreign.
  mutating func read() throws(URLRefusal) -> AdmittedURL? {
    guard text.utf8.count <= rules.maximumLength else {
      throw URLRefusal(.tooLong, at: rules.maximumLength, limit: rules.maximumLength)
    }
    bytes = Array(text.utf8)
    try checkRawCharacters()
    guard let origin = try readOrigin() else { return nil }
    let endOfPath = end(from: origin.end, before: "?#")
    let (path, endsWithSlash) = try readPath(
      origin.end..<endOfPath, behind: origin.host)
    var query: Range<Int>?
    var endOfQuery = endOfPath
    if endOfPath < bytes.count, bytes[endOfPath] == UInt8(ascii: "?") {
      endOfQuery = end(from: endOfPath, before: "#")
      query = endOfPath + 1..<endOfQuery
    }
    let fragment = endOfQuery < bytes.count ? endOfQuery + 1..<bytes.count : nil
    if let query { try checkQuery(query) }
    if let fragment { try checkData(fragment) }
    return AdmittedURL(
      text: text, source: origin.source, host: origin.host, path: path,
      endsWithSlash: endsWithSlash, query: query, fragment: fragment)
  }

  private func checkRawCharacters() throws(URLRefusal) {
    for (offset, byte) in bytes.enumerated() where byte <= 0x20 || byte == 0x7F || byte == 0x5C {
      throw URLRefusal(
        byte == 0x20 ? .rawSpace : byte == 0x5C ? .rawBackslash : .rawControl, at: offset)
    }
  }

  private typealias Origin = (source: URLSource?, host: Range<Int>?, end: Int)

  /// The source, the host that is a segment, and where the path begins; nil if foreign.
  private func readOrigin() throws(URLRefusal) -> Origin? {
    guard let first = bytes.first else { throw URLRefusal(.empty) }
    if first == UInt8(ascii: "/") {
      guard !bytes.starts(with: "//".utf8) else { throw URLRefusal(.leadingDoubleSlash) }
      guard isTrusted else { throw URLRefusal(.pathFromOutside) }
      return (nil, nil, 0)
    }
    guard let colon = URLSource.endOfScheme(in: bytes) else {
      throw URLRefusal(.noSchemeOrSlash)
    }
    let scheme = String(decoding: bytes[..<colon].map(\.lowercased), as: UTF8.self)
    guard let declared = sources.first(where: { $0.scheme == scheme }) else { return nil }
    let start = colon + 1
    guard start < bytes.count, bytes[start] == UInt8(ascii: "/") else {
      throw URLRefusal(.noSlashAfterScheme, at: start)
    }
    guard bytes[start...].starts(with: "//".utf8) else {
      guard declared.isCustomScheme else { throw URLRefusal(.badHost, at: start) }
      return (declared, nil, start)
    }
    let authority = start + 2..<end(from: start + 2, before: "/?#")
    guard !bytes[authority].contains(UInt8(ascii: "@")) else {
      throw URLRefusal(.userinfo, at: authority.lowerBound)
    }
    let name = authority.lowerBound..<end(from: authority.lowerBound, before: "/?#:")
    guard bytes[name].allSatisfy(\.isHostCharacter) else {
      throw URLRefusal(.badHost, at: name.lowerBound)
    }
    if declared.isCustomScheme {
      guard name == authority else { throw URLRefusal(.badPort, at: name.upperBound) }
      return (declared, name.isEmpty ? nil : name, authority.upperBound)
    }
    guard !name.isEmpty else { throw URLRefusal(.badHost, at: name.lowerBound) }
    guard let origin = URLSource.authority(bytes[authority]) else {
      throw URLRefusal(.badPort, at: name.upperBound)
    }
    let source = URLSource(scheme: scheme, host: origin.host, port: origin.port)
    return sources.contains(source) ? (source, nil, authority.upperBound) : nil
  }

  /// The path without its outer slashes; throws for what no segment may be.
  private func readPath(
    _ range: Range<Int>, behind host: Range<Int>?
  ) throws(URLRefusal) -> (Range<Int>, endsWithSlash: Bool) {
    if let host {
      try checkSegment(host)
    }
    guard range.count > 1 else {
      return (range.upperBound..<range.upperBound, !range.isEmpty && host != nil)
    }
    var path = range.lowerBound + 1..<range.upperBound
    let endsWithSlash = bytes[path.upperBound - 1] == UInt8(ascii: "/")
    if endsWithSlash { path = path.lowerBound..<path.upperBound - 1 }
    let pieces = bytes[path].count { $0 == UInt8(ascii: "/") } + 1
    guard pieces + (host == nil ? 0 : 1) <= rules.maximumSegments else {
      throw URLRefusal(
        .tooManySegments, at: path.lowerBound, limit: rules.maximumSegments)
    }
    for piece in bytes[path].pieces(separatedBy: "/") {
      try checkSegment(piece.indices)
    }
    return (path, endsWithSlash)
  }

  private func checkSegment(_ range: Range<Int>) throws(URLRefusal) {
    guard !range.isEmpty else { throw URLRefusal(.emptySegment, at: range.lowerBound) }
    guard let decoded = PercentEncoding.decode(bytes[range]) else {
      throw URLRefusal(.badEscape, at: range.lowerBound)
    }
    guard !decoded.contains(0) else { throw URLRefusal(.encodedNUL, at: range.lowerBound) }
    guard !decoded.contains(where: \.isControl) else {
      throw URLRefusal(.encodedControl, at: range.lowerBound)
    }
    guard !AdmittedURL.Segment(bytes: decoded).isDots else {
      throw URLRefusal(.dotSegment, at: range.lowerBound)
    }
  }

  private func checkQuery(_ query: Range<Int>) throws(URLRefusal) {
    guard bytes[query].count(where: { $0 == UInt8(ascii: "&") }) < rules.maximumQueryItems else {
      throw URLRefusal(
        .tooManyQueryItems, at: query.lowerBound, limit: rules.maximumQueryItems)
    }
    for piece in bytes[query].pieces(separatedBy: "&") {
      let (name, value) = piece.halves(at: "=")
      try checkData(name.indices)
      try checkData(value.indices)
    }
  }

  private func checkData(_ range: Range<Int>) throws(URLRefusal) {
    guard let decoded = PercentEncoding.decode(bytes[range]) else {
      throw URLRefusal(.badEscape, at: range.lowerBound)
    }
    guard !decoded.contains(0) else { throw URLRefusal(.encodedNUL, at: range.lowerBound) }
  }

  /// Where the first of the stop characters stands, or the end of the text.
  private func end(from start: Int, before stops: String) -> Int {
    bytes[start...].firstIndex { stops.utf8.contains($0) } ?? bytes.count
  }
}
