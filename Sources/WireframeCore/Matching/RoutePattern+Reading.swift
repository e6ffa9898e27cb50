// What reading URLs asks of a pattern.
extension RoutePattern {
  /// Whether so many segments have names that it costs less to find all segments once than each by a search.
  var hasManyNames: Bool { parts.parameters.count > 4 }

  /// The segment of a name, or nil if the pattern has no such name.
  func segment(named name: String) -> (index: Int, isCatchAll: Bool)? {
    // Bytes are compared: `==` on strings equates some characters that no pattern's name can have.
    name.withBytes { name in
      let start = name.word(at: 0)
      let named = parts.parameters.first {
        $0.start == start && Int($0.length) == name.count
          && (name.count <= 8 || parts.segments[Int($0.position)].hasName(name))
      }
      // A catch-all is the last segment.
      return named.map {
        (Int($0.position), parts.endsWithCatchAll && $0.position == parts.segments.count - 1)
      }
    }
  }

  /// The bare name that opens the pattern, such as `hello` for `/hello/*?`; nil if no name does.
  var pageName: String? {
    let segments = segments
    guard source == nil, case .literal(let name)? = segments.first,
      segments.dropFirst().allSatisfy(\.isOptional)
    else { return nil }
    return name
  }
}

extension RoutePattern.Segment {
  fileprivate func hasName(_ name: UTF8Bytes) -> Bool {
    self.name?.withBytes { $0.equals(name) } ?? false
  }
}
