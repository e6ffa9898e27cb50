import WireframeCore

/// A URL text as the rules of admission read it: cut, split, decode, to compare with.
///
/// It shares nothing with the library's reading, and knows no patterns: whatever it refuses has no
/// other reading in any table.
struct NaiveURL {
  enum Verdict: Error {
    case refused(URLRefusal.Reason)
    case foreign
  }

  private(set) var source: URLSource?
  private(set) var segments: [String] = []
  private(set) var hasHost = false
  private(set) var endsWithSlash = false
  private(set) var query: [(name: String, value: String)] = []
  private(set) var fragment: String?

  private typealias Bytes = ArraySlice<UInt8>

  init(
    _ text: String, sources: [URLSource], rules: MatchingRules, isTrusted: Bool
  ) throws(Verdict) {
    let bytes = Array(text.utf8)
    guard bytes.count <= rules.maximumLength else { throw .refused(.tooLong) }
    for byte in bytes {
      if byte == UInt8(ascii: " ") { throw .refused(.rawSpace) }
      if byte == UInt8(ascii: "\\") { throw .refused(.rawBackslash) }
      if byte < 0x20 || byte == 0x7F { throw .refused(.rawControl) }
    }
    guard !bytes.isEmpty else { throw .refused(.empty) }
    let (address, fragment) = bytes[...].cut(at: "#")
    let (place, query) = address.cut(at: "?")
    let path = try readOrigin(place, sources, isTrusted: isTrusted)
    try readPath(path, rules)
    try readQuery(query, rules)
    self.fragment = try fragment.map { piece throws(Verdict) in try Self.decoded(piece) }
  }

  /// Reads source and host, and returns the path.
  private mutating func readOrigin(
    _ place: Bytes, _ sources: [URLSource], isTrusted: Bool
  ) throws(Verdict) -> Bytes {
    if place.first == UInt8(ascii: "/") {
      guard !place.starts(with: "//".utf8) else { throw .refused(.leadingDoubleSlash) }
      guard isTrusted else { throw .refused(.pathFromOutside) }
      return place
    }
    guard case (let name, let rest?) = place.cut(at: ":"), name.isScheme else {
      throw .refused(.noSchemeOrSlash)
    }
    let scheme = name.lowercased
    guard let declared = sources.first(where: { $0.scheme == scheme }) else { throw .foreign }
    guard rest.first == UInt8(ascii: "/") else { throw .refused(.noSlashAfterScheme) }
    source = declared
    guard rest.starts(with: "//".utf8) else {
      guard declared.host == nil else { throw .refused(.badHost) }
      return rest
    }
    let authority = rest.dropFirst(2).prefix { $0 != UInt8(ascii: "/") }
    guard !authority.contains(UInt8(ascii: "@")) else { throw .refused(.userinfo) }
    let (host, port) = authority.cut(at: ":")
    guard host.allSatisfy(\.isHostCharacter) else { throw .refused(.badHost) }
    if declared.host == nil {
      guard port == nil else { throw .refused(.badPort) }
      if !host.isEmpty {
        segments = [String(decoding: host, as: UTF8.self)]
        hasHost = true
      }
    } else {
      guard !host.isEmpty else { throw .refused(.badHost) }
      let number = try port.map { digits throws(Verdict) in try Self.port(digits) } ?? 443
      source = sources.first { $0.host == host.lowercased && ($0.port ?? 443) == number }
      guard source != nil else { throw .foreign }
    }
    return rest[authority.endIndex...]
  }

  private static func port(_ digits: Bytes) throws(Verdict) -> Int {
    guard digits.allSatisfy({ (0x30...0x39).contains($0) }), digits.first != UInt8(ascii: "0"),
      let port = Int(String(decoding: digits, as: UTF8.self)), port <= 65_535
    else { throw .refused(.badPort) }
    return port
  }

  private mutating func readPath(_ path: Bytes, _ rules: MatchingRules) throws(Verdict) {
    var inner = path.dropFirst()
    endsWithSlash = inner.isEmpty ? hasHost && !path.isEmpty : inner.last == UInt8(ascii: "/")
    let pieces: [Bytes]
    if inner.isEmpty {
      pieces = []
    } else {
      if endsWithSlash { inner.removeLast() }
      pieces = inner.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    }
    guard segments.count + pieces.count <= rules.maximumSegments else {
      throw .refused(.tooManySegments)
    }
    if let host = segments.first { try Self.refuseDots(host) }
    for piece in pieces {
      guard !piece.isEmpty else { throw .refused(.emptySegment) }
      let segment = try Self.decoded(piece)
      guard !segment.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F }) else {
        throw .refused(.encodedControl)
      }
      try Self.refuseDots(segment)
      segments.append(segment)
    }
  }

  private static func refuseDots(_ segment: String) throws(Verdict) {
    guard segment != ".", segment != ".." else { throw .refused(.dotSegment) }
  }

  private mutating func readQuery(_ query: Bytes?, _ rules: MatchingRules) throws(Verdict) {
    guard let query, !query.isEmpty else { return }
    let pieces = query.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false)
    guard pieces.count <= rules.maximumQueryItems else { throw .refused(.tooManyQueryItems) }
    for piece in pieces where !piece.isEmpty {
      let (name, value) = piece.cut(at: "=")
      self.query.append((try Self.decoded(name), try Self.decoded(value ?? [])))
    }
  }

  /// A part, decoded once and strictly.
  private static func decoded(_ piece: Bytes) throws(Verdict) -> String {
    var rest = piece
    var bytes: [UInt8] = []
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = rest.popFirst()?.hexDigit, let low = rest.popFirst()?.hexDigit else {
        throw .refused(.badEscape)
      }
      bytes.append(high * 16 + low)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw .refused(.badEscape) }
    guard !text.utf8.contains(0) else { throw .refused(.encodedNUL) }
    return text
  }
}

extension ArraySlice<UInt8> {
  /// What stands before and behind the first separator; nothing behind if there is none.
  fileprivate func cut(at separator: Unicode.Scalar) -> (Self, Self?) {
    guard let place = firstIndex(of: UInt8(ascii: separator)) else { return (self, nil) }
    return (self[..<place], self[(place + 1)...])
  }

  fileprivate var lowercased: String { String(decoding: self, as: UTF8.self).lowercased() }

  fileprivate var isScheme: Bool {
    first?.isLetter == true
      && allSatisfy { $0.isLetter || $0.isDigit || "+-.".utf8.contains($0) }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
  fileprivate var isHostCharacter: Bool {
    isLetter || isDigit || "-._~!$&'()*+,;=".utf8.contains(self)
  }
  fileprivate var hexDigit: UInt8? {
    isLetter || isDigit ? UInt8(String(UnicodeScalar(self)), radix: 16) : nil
  }
}
