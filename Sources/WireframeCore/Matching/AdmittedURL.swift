/// A URL text that passed admission, with the places of its parts.
///
/// Parts are decoded when they are read: this is the only reading of a URL that matching, guards
/// and providers get.
@usableFromInline
struct AdmittedURL: Sendable {
  let text: String
  let parts: URLReader.Parts

  init(text: String, parts: URLReader.Parts) {
    self.text = text
    self.parts = parts
  }

  /// A text that is nothing but a plain path, as the quick way has found.
  @inline(__always)
  init(plainPath text: String, _ end: RouteTrie.QuickEnd) {
    self.text = text
    parts = URLReader.Parts(plainPathOfLength: end.length, endsWithSlash: end.isSlash)
  }

  /// A decoded path segment.
  struct Segment: Hashable, Sendable {
    let bytes: [UInt8]
    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// Whether it held an encoded slash or backslash, which never separates and never is a literal's.
    var holdsSlash: Bool { bytes.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "\\") } }
    var isDots: Bool { bytes.elementsEqual(".".utf8) || bytes.elementsEqual("..".utf8) }
  }

  /// Whether the first segment is the host of a custom scheme.
  var hasHost: Bool { !parts.host.isEmpty }

  /// The decoded segments, from the left; a custom scheme's host is the first.
  var segments: [Segment] {
    withSegments { bytes, segments in
      var decoded: [Segment] = []
      while let segment = segments.next() {
        decoded.append(Segment(bytes: Array(EscapedBytes(bytes, segment.range))))
      }
      return decoded
    }
  }

  /// The decoded text of the segment at an index, or nil if the path is shorter.
  @inline(__always)
  func segmentText(at index: Int) -> String? {
    withSegments { bytes, segments in
      for _ in 0..<index { guard segments.next() != nil else { return nil } }
      return segments.next().map { bytes.text(in: $0.range, isPlain: parts.isPlain) }
    }
  }

  /// The decoded texts of the segments from an index on.
  func segmentTexts(from first: Int) -> [String] {
    withSegments { bytes, segments in
      for _ in 0..<first { _ = segments.next() }
      var texts: [String] = []
      while let segment = segments.next() {
        texts.append(bytes.text(in: segment.range, isPlain: parts.isPlain))
      }
      return texts
    }
  }

  /// Whether the path begins with the segments of a prefix, as a table compares them.
  ///
  /// The path is split only as far as it matches.
  func begins(
    with prefix: [RoutePattern.Segment], behind depth: Int, types: [String: ParameterType],
    rules: MatchingRules
  ) -> Bool {
    withSegments { bytes, segments in
      for _ in 0..<depth { _ = segments.next() }
      return prefix.allSatisfy { part in
        guard let segment = segments.next() else { return false }
        return part.matches(
          EscapedBytes(bytes, segment.range), isHost: segment.isHost, types: types, rules: rules)
      }
    }
  }

  @inline(__always)
  private func withSegments<R>(_ body: (TextBytes, inout SegmentRanges) -> R) -> R {
    let parts = parts
    return text.withBytes { bytes in
      var segments = SegmentRanges(of: bytes, parts)
      return body(bytes, &segments)
    }
  }

  /// The decoded query items, in order, duplicates included.
  var queryItems: [RouteQuery.Item] {
    var items: [RouteQuery.Item] = []
    let parts = parts
    text.withBytes { bytes in
      let query = URLReader.query(of: bytes, from: parts.tail)
      var start = query.lowerBound
      while start < query.upperBound {
        let end = bytes.first(UInt8(ascii: "&"), in: start..<query.upperBound)
        if start < end {
          let equals = bytes.first(UInt8(ascii: "="), in: start..<end)
          items.append(
            RouteQuery.Item(
              name: bytes.text(in: start..<equals, isPlain: parts.isTailPlain),
              value: bytes.text(in: min(equals + 1, end)..<end, isPlain: parts.isTailPlain)))
        }
        start = end + 1
      }
    }
    return items
  }

  /// The decoded fragment.
  var decodedFragment: String? {
    text.withBytes { bytes in
      let hash = URLReader.query(of: bytes, from: parts.tail).upperBound
      return hash < bytes.count
        ? bytes.text(in: hash + 1..<bytes.count, isPlain: parts.isTailPlain) : nil
    }
  }
}

/// The segments of an admitted URL, from the left; each is found when it is asked for.
private struct SegmentRanges: IteratorProtocol {
  private let bytes: TextBytes
  private var host: Range<Int>
  private var path: Range<Int>

  init(of bytes: TextBytes, _ parts: URLReader.Parts) {
    self.bytes = bytes
    host = parts.host
    path = parts.path
  }

  @inline(__always)
  mutating func next() -> (range: Range<Int>, isHost: Bool)? {
    guard host.isEmpty else {
      defer { host = 0..<0 }
      return (host, true)
    }
    guard !path.isEmpty else { return nil }
    let segment = path.lowerBound..<bytes.first(UInt8(ascii: "/"), in: path)
    path = min(segment.upperBound + 1, path.upperBound)..<path.upperBound
    return (segment, false)
  }
}
