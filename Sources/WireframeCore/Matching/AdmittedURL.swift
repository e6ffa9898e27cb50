/// A URL text that passed admission, with the places of its parts.
///
/// Parts are decoded when they are read: this is the only reading of a URL that matching, guards
/// and providers get.
struct AdmittedURL: Sendable {
  let text: String
  let parts: URLReader.Parts

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
    var segments: [Segment] = []
    forEachSegment(from: 0) { bytes, range, isHost in
      let decoded = EscapedBytes(bytes, range)
      segments.append(Segment(bytes: isHost ? decoded.map(\.lowercased) : Array(decoded)))
      return true
    }
    return segments
  }

  /// The decoded text of the segment at a place, or nil if the path is shorter.
  func segmentText(at place: Int) -> String? {
    var text: String?
    forEachSegment(from: place) { bytes, range, isHost in
      text = bytes.text(in: range, isPlain: parts.isPlain)
      if isHost { text = text?.asciiLowercased }
      return false
    }
    return text
  }

  /// Calls a closure for each segment from a place on, until it returns false.
  private func forEachSegment(
    from first: Int, _ body: (TextBytes, Range<Int>, _ isHost: Bool) -> Bool
  ) {
    text.withBytes { bytes in
      var place = 0
      if !parts.host.isEmpty {
        if first == 0, !body(bytes, parts.host, true) { return }
        place = 1
      }
      var start = parts.path.lowerBound
      while start < parts.path.upperBound {
        let end = bytes.first(UInt8(ascii: "/"), in: start..<parts.path.upperBound)
        if place >= first, !body(bytes, start..<end, false) { return }
        place += 1
        start = end + 1
      }
    }
  }

  /// The decoded query items, in order, duplicates included.
  var queryItems: [RouteQuery.Item] {
    var items: [RouteQuery.Item] = []
    text.withBytes { bytes in
      let query = URLReader.query(of: bytes, from: parts.tail)
      var start = query.lowerBound
      while start < query.upperBound {
        let end = bytes.first(UInt8(ascii: "&"), in: start..<query.upperBound)
        if start < end {
          let equals = bytes.first(UInt8(ascii: "="), in: start..<end)
          items.append(
            RouteQuery.Item(
              name: bytes.text(in: start..<equals, isPlain: false),
              value: bytes.text(in: min(equals + 1, end)..<end, isPlain: false)))
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
      return hash < bytes.count ? bytes.text(in: hash + 1..<bytes.count, isPlain: false) : nil
    }
  }
}
