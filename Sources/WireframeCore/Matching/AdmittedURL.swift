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

  /// The decoded segments, from the left; a custom scheme's host is the first.
  var segments: [Segment] {
    let parts = parts
    return text.withBytes { bytes in
      var segments: [Segment] = []
      if !parts.host.isEmpty {
        segments.append(Segment(bytes: EscapedBytes(bytes, parts.host).map(\.lowercased)))
      }
      var start = parts.path.lowerBound
      while start < parts.path.upperBound {
        let range = bytes.segment(from: start, in: parts)
        segments.append(Segment(bytes: Array(EscapedBytes(bytes, range))))
        start = range.upperBound + 1
      }
      return segments
    }
  }

  /// The decoded text of the segment at a place, or nil if the path is shorter.
  @inline(__always)
  func segmentText(at place: Int) -> String? {
    let parts = parts
    return text.withBytes { $0.segmentText(at: place, in: parts) }
  }

  /// The decoded texts of the segments from a place on.
  func segmentTexts(from first: Int) -> [String] {
    let parts = parts
    return text.withBytes { bytes in
      var texts: [String] = []
      var place = 0
      if !parts.host.isEmpty {
        if first == 0 { texts.append(bytes.text(in: parts.host, isPlain: true).asciiLowercased) }
        place = 1
      }
      var start = parts.path.lowerBound
      while start < parts.path.upperBound {
        let range = bytes.segment(from: start, in: parts)
        if place >= first { texts.append(bytes.text(in: range, isPlain: parts.isPlain)) }
        place += 1
        start = range.upperBound + 1
      }
      return texts
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

extension TextBytes {
  /// The decoded text of the segment at a place, or nil if the path is shorter.
  @inline(__always)
  fileprivate func segmentText(at place: Int, in parts: URLReader.Parts) -> String? {
    var place = place
    if !parts.host.isEmpty {
      guard place > 0 else { return text(in: parts.host, isPlain: true).asciiLowercased }
      place -= 1
    }
    var start = parts.path.lowerBound
    while start < parts.path.upperBound {
      let range = segment(from: start, in: parts)
      if place == 0 { return text(in: range, isPlain: parts.isPlain) }
      place &-= 1
      start = range.upperBound &+ 1
    }
    return nil
  }

  /// The segment that starts at an offset.
  @inline(__always)
  fileprivate func segment(from start: Int, in parts: URLReader.Parts) -> Range<Int> {
    start..<first(UInt8(ascii: "/"), in: start..<parts.path.upperBound)
  }
}
