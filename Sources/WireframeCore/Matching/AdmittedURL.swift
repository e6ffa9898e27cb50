/// A URL text that passed admission, with the places of its parts.
///
/// It holds offsets into the text's UTF-8 and decodes a part when it is read: this is the only
/// reading of a URL that matching, guards and providers get.
struct AdmittedURL: Sendable {
  let text: String
  /// The declared source, or nil for a path without scheme.
  let source: URLSource?
  /// The host of a custom scheme: the first segment, read in small letters.
  let host: Range<Int>?
  /// The path without its leading slash and without one trailing slash.
  let path: Range<Int>
  let endsWithSlash: Bool
  let query: Range<Int>?
  let fragment: Range<Int>?

  /// A decoded path segment.
  struct Segment: Hashable, Sendable {
    let bytes: [UInt8]
    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// Whether it held an encoded slash or backslash, which never separates and never is a literal's.
    var holdsSlash: Bool { bytes.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") } }
    var isDots: Bool { bytes.elementsEqual(".".utf8) || bytes.elementsEqual("..".utf8) }
  }

  /// The decoded segments, from the left.
  var segments: [Segment] {
    var segments: [Segment] = []
    if let host {
      segments.append(Segment(bytes: text.bytes(in: host).map(\.lowercased)))
    }
    if !path.isEmpty {
      for piece in text.bytes(in: path).pieces(separatedBy: "/") {
        // Admission has seen every escape: nothing here can fail.
        segments.append(Segment(bytes: PercentEncoding.decode(piece) ?? []))
      }
    }
    return segments
  }

  /// The decoded query items, in order, duplicates included.
  var queryItems: [RouteQuery.Item] {
    guard let query else { return [] }
    return text.bytes(in: query).pieces(separatedBy: "&").filter { !$0.isEmpty }.map { piece in
      let (name, value) = piece.halves(at: "=")
      return RouteQuery.Item(
        name: PercentEncoding.text(name) ?? "", value: PercentEncoding.text(value) ?? "")
    }
  }

  /// The decoded fragment.
  var decodedFragment: String? {
    fragment.flatMap { PercentEncoding.text(text.bytes(in: $0)) }
  }
}

extension String {
  func bytes(in range: Range<Int>) -> Substring.UTF8View {
    let start = utf8.index(startIndex, offsetBy: range.lowerBound)
    return self[start..<utf8.index(start, offsetBy: range.count)].utf8
  }
}

extension Collection<UInt8> {
  /// The pieces between separators, empty ones included.
  func pieces(separatedBy separator: Unicode.Scalar) -> [SubSequence] {
    split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
  }

  /// What stands before the first separator and what stands behind it.
  func halves(at separator: Unicode.Scalar) -> (SubSequence, SubSequence) {
    guard let place = firstIndex(of: UInt8(ascii: separator)) else {
      return (self[...], self[endIndex...])
    }
    return (self[..<place], self[index(after: place)...])
  }
}
