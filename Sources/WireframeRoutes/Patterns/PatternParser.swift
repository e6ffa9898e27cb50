/// What is wrong with a pattern's text, and at which column (the first is 1).
package struct PatternFault: Error, Equatable, Sendable {
  package enum Reason: Equatable, Sendable {
    case noSlash
    /// With the sentence that says why.
    case badSource(String)
    case badHost
    case rawCharacter
    case query
    case emptySegment
    case dotSegment
    case badEscape
    case encodedControl
    case encodedSlash
    case reservedCharacter(String)
    case emptyName
    case badName
    case repeatedName(String)
    case unclosedType
    case emptyType
    case emptyWord
    case repeatedWord(String)
    case textBehindType
    case notLast(String)
    case unknownType(String, known: [String])
  }

  package let reason: Reason
  package let column: Int

  package init(reason: Reason, column: Int) {
    self.reason = reason
    self.column = column
  }
}

struct PatternParser {
  private let text: String
  private let bytes: [UInt8]
  private var names: Set<String> = []

  init(_ text: String) {
    self.text = text
    bytes = Array(text.utf8)
  }

  mutating func parse() throws(PatternFault) -> RoutePattern.Parts {
    let bad = bytes.firstIndex {
      $0.isControl || $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\\")
    }
    if let bad { throw fault(.rawCharacter, bad) }
    let (source, host, start) = try readSource()
    var segments: [RoutePattern.Segment] = []
    // A slash at the end begins no segment.
    let slashes = bytes[start..<max(start, bytes.count - 1)].count { $0 == UInt8(ascii: "/") }
    segments.reserveCapacity(slashes + (host == nil ? 0 : 1))
    if let host {
      segments.append(try readSegment(host, isHost: true, isLast: start + 1 >= bytes.count))
    }
    var begin = start + 1
    while begin < bytes.count {
      let end = bytes[begin...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
      segments.append(try readSegment(begin..<end, isLast: end + 1 >= bytes.count))
      begin = end + 1
    }
    return RoutePattern.Parts(
      text: text, source: source, segments: segments,
      endsWithSlash: !segments.isEmpty && bytes.last == UInt8(ascii: "/"))
  }

  /// The source, the range of a custom scheme's host, and where the path begins.
  private func readSource() throws(PatternFault) -> (URLSource?, Range<Int>?, Int) {
    if bytes.first == UInt8(ascii: "/") { return (nil, nil, 0) }
    guard let colon = URLSource.endOfScheme(in: bytes) else { throw fault(.noSlash, 0) }
    let rest = bytes[(colon + 1)...]
    guard rest.first == UInt8(ascii: "/") else { throw fault(.noSlash, colon + 1) }
    guard rest.starts(with: "//".utf8) else { return (try source(upTo: colon + 1), nil, colon + 1) }
    let hostStart = colon + 3
    let hostEnd = bytes[hostStart...].firstIndex(of: UInt8(ascii: "/")) ?? bytes.count
    let isHTTPS = bytes[..<colon].map(\.lowercased).elementsEqual("https".utf8)
    let source = try source(upTo: isHTTPS ? hostEnd : colon + 1)
    return (source, isHTTPS || hostStart == hostEnd ? nil : hostStart..<hostEnd, hostEnd)
  }

  private func source(upTo end: Int) throws(PatternFault) -> URLSource {
    do {
      return try URLSource(String(decoding: bytes[..<end], as: UTF8.self))
    } catch {
      throw fault(.badSource(error.description), 0)
    }
  }

  private mutating func readSegment(
    _ range: Range<Int>, isHost: Bool = false, isLast: Bool
  ) throws(PatternFault) -> RoutePattern.Segment {
    let piece = bytes[range]
    let isOptional = piece.last == UInt8(ascii: "?")
    let body = isOptional ? piece.dropFirst().dropLast() : piece.dropFirst()
    switch piece.first {
    case nil: throw fault(.emptySegment, range.lowerBound)
    case UInt8(ascii: ":"):
      let (name, type) = try readType(body)
      guard let name = try readName(name) else { throw fault(.emptyName, range.lowerBound) }
      if isOptional, !isLast { throw fault(.notLast("an optional segment"), range.lowerBound) }
      return .parameter(name: name, type: type, isOptional: isOptional)
    case UInt8(ascii: "*"):
      let name = try readName(body) ?? "*"
      guard isLast else { throw fault(.notLast("a catch-all"), range.lowerBound) }
      return .catchAll(name: name, isOptional: isOptional)
    default:
      let text = try readLiteral(piece)
      guard isHost else { return .literal(text) }
      if let bad = piece.firstIndex(where: { !$0.isHostCharacter }) { throw fault(.badHost, bad) }
      return .literal(text.asciiLowercased)
    }
  }

  private func readType(
    _ body: ArraySlice<UInt8>
  ) throws(PatternFault) -> (name: ArraySlice<UInt8>, RoutePattern.Constraint?) {
    guard let open = body.firstIndex(of: UInt8(ascii: "<")) else { return (body, nil) }
    guard let close = body.firstIndex(of: UInt8(ascii: ">")) else {
      throw fault(.unclosedType, open)
    }
    guard close == body.endIndex - 1 else { throw fault(.textBehindType, close + 1) }
    let inner = body[(open + 1)..<close]
    guard !inner.isEmpty else { throw fault(.emptyType, open) }
    guard inner.contains(UInt8(ascii: "|")) else {
      if let bad = inner.firstIndex(where: { !ASCIISet.name.contains($0) }) {
        throw fault(.badName, bad)
      }
      return (body[..<open], .type(String(decoding: inner, as: UTF8.self)))
    }
    var words: [String] = []
    // Words compare byte by byte, as literals do.
    var known: Set<[UInt8]> = []
    for piece in inner.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false) {
      guard !piece.isEmpty else { throw fault(.emptyWord, piece.startIndex) }
      let word = try readLiteral(piece)
      guard known.insert(Array(word.utf8)).inserted else {
        throw fault(.repeatedWord(word), piece.startIndex)
      }
      words.append(word)
    }
    return (body[..<open], .words(words))
  }

  private mutating func readName(_ piece: ArraySlice<UInt8>) throws(PatternFault) -> String? {
    guard !piece.isEmpty else { return nil }
    if let bad = piece.firstIndex(where: { !ASCIISet.name.contains($0) }) {
      throw fault(.badName, bad)
    }
    let name = String(decoding: piece, as: UTF8.self)
    guard names.insert(name).inserted else { throw fault(.repeatedName(name), piece.startIndex) }
    return name
  }

  private func readLiteral(_ piece: ArraySlice<UInt8>) throws(PatternFault) -> String {
    if piece.allSatisfy(ASCIISet.unreserved.contains), piece.first != UInt8(ascii: ".") {
      return String(decoding: piece, as: UTF8.self)
    }
    if let bad = piece.firstIndex(where: ASCIISet.queryMarks.contains) { throw fault(.query, bad) }
    if let bad = piece.firstIndex(where: ASCIISet.reserved.contains) {
      throw fault(.reservedCharacter(String(Unicode.Scalar(piece[bad]))), bad)
    }
    guard let decoded = PercentEncoding.decode(piece) else {
      throw fault(.badEscape, piece.startIndex)
    }
    if decoded.contains(where: \.isControl) { throw fault(.encodedControl, piece.startIndex) }
    if decoded.contains(where: \.isSlash) { throw fault(.encodedSlash, piece.startIndex) }
    if decoded.isDots { throw fault(.dotSegment, piece.startIndex) }
    return String(decoding: decoded, as: UTF8.self)
  }

  private func fault(_ reason: PatternFault.Reason, _ offset: Int) -> PatternFault {
    let before = String(decoding: bytes[..<offset], as: UTF8.self)
    return PatternFault(reason: reason, column: before.count + 1)
  }
}
