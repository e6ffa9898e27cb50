/// A URL text that passed admission, with the offsets of its parts, which are decoded when they are read. Matching,
/// guards and providers all get this one reading of a URL.
@usableFromInline
struct AdmittedURL: Sendable {
  let text: String
  let parts: URLReader.Parts

  /// Whether the first segment is the host of a custom scheme.
  var hasHost: Bool { !parts.host.isEmpty }

  /// The decoded segments, from the left; a custom scheme's host is the first.
  var segments: [[UInt8]] {
    text.withBytes { bytes in
      SegmentRanges(of: bytes, parts).map { Array(EscapedBytes(bytes, $0.range)) }
    }
  }

  /// The decoded text of the segment at an index, or nil if the path is shorter.
  @inline(__always)  // Out of line, it costs 2 % of a lookup whose values are read.
  func segmentText(at index: Int) -> String? {
    text.withBytes { bytes in
      Steps.add(parts.path.count)
      let hosts = hasHost ? 1 : 0
      let segment =
        index < hosts ? parts.host : bytes.segment(at: index &- hosts, in: parts.path)
      return segment.map { bytes.text(in: $0, isPlain: parts.isPlain) }
    }
  }

  func segmentText(in range: Range<Int>) -> String {
    text.withBytes { $0.text(in: range, isPlain: parts.isPlain) }
  }

  var segmentRanges: [Range<Int>] {
    text.withBytes { bytes in
      Steps.add(bytes.count)
      return SegmentRanges(of: bytes, parts).map { $0.range }
    }
  }

  func segmentTexts(from first: Int) -> [String] {
    text.withBytes { bytes in
      SegmentRanges(of: bytes, parts).dropFirst(first).map {
        bytes.text(in: $0.range, isPlain: parts.isPlain)
      }
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
          Steps.add()
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

  var decodedFragment: String? {
    text.withBytes { bytes in
      let hash = URLReader.query(of: bytes, from: parts.tail).upperBound
      return hash < bytes.count
        ? bytes.text(in: hash + 1..<bytes.count, isPlain: parts.isTailPlain) : nil
    }
  }
}

private struct SegmentRanges: Sequence, IteratorProtocol {
  private let bytes: UTF8Bytes
  private var host: Range<Int>
  private var path: Range<Int>

  init(of bytes: UTF8Bytes, _ parts: URLReader.Parts) {
    self.bytes = bytes
    host = parts.host
    path = parts.path
  }

  mutating func next() -> (range: Range<Int>, isHost: Bool)? {
    guard host.isEmpty else {
      defer { host = 0..<0 }
      return (host, true)
    }
    guard !path.isEmpty else { return nil }
    let segment = path.lowerBound..<bytes.first(UInt8(ascii: "/"), in: path)
    path = Swift.min(segment.upperBound + 1, path.upperBound)..<path.upperBound
    return (segment, false)
  }
}

/// A path that observers and mounted wireframes are bound to: the path itself and everything below it.
final class PathPrefix: Sendable {
  private let segments: [RoutePattern.Segment]
  private let types: [String: ParameterType]
  /// The path as a URL without escapes spells it; nil unless it consists of literals.
  private let plainText: String?
  /// The first eight bytes of the plain text, and which of them there are.
  private let start: UInt64
  private let mask: UInt64

  /// The pattern has no source, optional segment and catch-all; `types` are the app's that it may name.
  init(_ pattern: RoutePattern, types: [String: ParameterType] = [:]) {
    segments = pattern.segments
    self.types = types
    let literals = segments.compactMap { segment -> String? in
      guard case .literal(let text) = segment else { return nil }
      return text
    }
    plainText = literals.count == segments.count ? literals.joined(separator: "/") : nil
    start = plainText?.withBytes { $0.word(at: 0) } ?? 0
    mask = SWAR.firstBytes(plainText?.utf8.count ?? 0)
  }

  /// Whether a URL's path behind so many segments is the prefix or below it, as a table with these rules compares them.
  func contains(_ url: AdmittedURL, behind depth: Int, rules: MatchingRules) -> Bool {
    let parts = url.parts
    guard plainText != nil, depth == 0, parts.isPlain, !rules.ignoresCase else {
      return isBeginning(of: url, behind: depth, rules)
    }
    let host = parts.host
    // Host and path are one text: `shop/cart` in `myapp://shop/cart`.
    let first = host.isEmpty ? parts.path.lowerBound : host.lowerBound
    let isPlainMatch = url.text.withBytes { bytes -> Bool? in
      let end = max(host.upperBound, parts.path.upperBound)
      // Most observers are bound to other paths, which differ in their first bytes.
      if bytes.word(at: first) & mask == start, bytes.begins(with: plainText ?? "", in: first..<end)
      {
        return true
      }
      // A host matches in lower case, too.
      return bytes.containsCapital(in: host) ? nil : false
    }
    return isPlainMatch ?? isBeginning(of: url, behind: depth, rules)
  }

  /// The same, segment by segment; the path is split only as far as it matches.
  private func isBeginning(
    of url: AdmittedURL, behind depth: Int, _ rules: MatchingRules
  ) -> Bool {
    url.text.withBytes { bytes in
      var others = SegmentRanges(of: bytes, url.parts)
      for _ in 0..<depth { _ = others.next() }
      return segments.allSatisfy { segment in
        guard let other = others.next() else { return false }
        return segment.matches(
          Array(EscapedBytes(bytes, other.range)), isHost: other.isHost, types: types, rules: rules)
      }
    }
  }
}

extension UTF8Bytes {
  /// Whether the segments of a range begin with those of a text.
  fileprivate func begins(with prefix: String, in range: Range<Int>) -> Bool {
    prefix.withBytes { prefix in
      let end = range.lowerBound + prefix.count
      guard end <= range.upperBound, contains(prefix, at: range.lowerBound) else { return false }
      return prefix.count == 0 || end == range.upperBound || self[end] == UInt8(ascii: "/")
    }
  }
}
