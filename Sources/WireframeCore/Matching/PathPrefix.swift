/// A path that observers and mounted wireframes are bound to: the path itself and everything below it.
final class PathPrefix: Sendable {
  private let segments: [RoutePattern.Segment]
  private let types: [String: ParameterType]
  /// The path as a URL without escapes spells it; nil unless it consists of plain literals.
  private let plainText: String?
  /// The first eight bytes of the plain text, and which of them there are.
  private let start: UInt64
  private let mask: UInt64

  /// - Parameters:
  ///   - pattern: A pattern without source, optional segment and catch-all.
  ///   - types: The app's types that the pattern may name.
  init(_ pattern: RoutePattern, types: [String: ParameterType] = [:]) {
    segments = pattern.segments
    self.types = types
    let literals = segments.compactMap { segment -> String? in
      guard case .literal(let text) = segment, text.utf8.allSatisfy(\.isUnreserved) else {
        return nil
      }
      return text
    }
    plainText = literals.count == segments.count ? literals.joined(separator: "/") : nil
    start = plainText?.withBytes { $0.word(at: 0) } ?? 0
    mask = SWAR.firstBytes(plainText?.utf8.count ?? 0)
  }

  /// Whether a URL's path is the prefix or below it, as a table with these rules compares segments.
  ///
  /// - Parameters:
  ///   - url: The URL.
  ///   - depth: The number of segments to skip.
  ///   - rules: The table's rules.
  /// - Returns: True if it is.
  func contains(_ url: AdmittedURL, behind depth: Int, rules: MatchingRules) -> Bool {
    let parts = url.parts
    guard let plainText, depth == 0, parts.isPlain, !rules.ignoresCase else {
      return url.begins(with: segments, behind: depth, types: types, rules: rules)
    }
    let isPlainMatch = url.text.withBytes { bytes -> Bool? in
      // Host and path are one text: `shop/cart` in `myapp://shop/cart`.
      let first = parts.host.isEmpty ? parts.path.lowerBound : parts.host.lowerBound
      // Most observers are bound to other paths, which differ in their first bytes.
      guard bytes.word(at: first) & mask == start else {
        return bytes.holdsCapital(in: parts.host) ? nil : false
      }
      let end = max(parts.host.upperBound, parts.path.upperBound)
      return bytes.begins(with: plainText, in: first..<end)
    }
    return isPlainMatch
      ?? url.begins(with: segments, behind: depth, types: types, rules: rules)
  }
}

extension TextBytes {
  /// Whether the segments of a range begin with those of a text.
  fileprivate func begins(with prefix: String, in range: Range<Int>) -> Bool {
    prefix.withBytes { prefix in
      let end = range.lowerBound + prefix.count
      guard end <= range.upperBound, holds(prefix, at: range.lowerBound) else { return false }
      return prefix.count == 0 || end == range.upperBound || self[end] == UInt8(ascii: "/")
    }
  }
}
