extension RoutePattern {
  /// The URL that the pattern matches with these values; the inverse of reading one.
  ///
  /// A pattern with a source gives a whole URL, one without gives a path. Values are percent-encoded.
  ///
  /// ```swift
  /// let pattern: RoutePattern = "/products/:id<int>"
  /// try pattern.urlText(with: ["id": "42"])  // "/products/42"
  /// ```
  ///
  /// In a table that ignores letter case, words are matched in any case: pass that table's rules to get a URL
  /// back for every value that it gave. A first segment may have been the host of a custom scheme, which equals
  /// words in lower case, too: such a value is written in lower case.
  ///
  /// - Parameters:
  ///   - values: The values by name; an optional one may be left out.
  ///   - rules: The rules of the table that the URL is for.
  /// - Returns: The URL's text.
  /// - Throws: ``RoutingError/Code/unknownValue`` for names that the pattern does not have,
  ///   ``RoutingError/Code/missingValue`` for a name without value, and ``RoutingError/Code/unfitValue`` for a value
  ///   that the pattern could not give back: an empty text, `.` or `..`, a control character, a text of another type
  ///   (apps' own types are not checked), a slash in a catch-all.
  public func urlText(
    with values: [String: RouteValue], rules: MatchingRules = MatchingRules()
  ) throws(RoutingError) -> String {
    let unknown = values.keys.filter { !hasName($0) }
    guard unknown.isEmpty else {
      throw RoutingError(.unknownNamesForURL(pattern: self, unknown: unknown.sortedTexts()))
    }
    let path = try path(rules: rules, mayHaveHost: true) { values[$0] }
    return source?.urlText(at: path) ?? path
  }

  /// The same without the pattern's source; `mayHaveHost` says that the first value may have been a host.
  func path(
    rules: MatchingRules, mayHaveHost: Bool = false, with value: (String) -> RouteValue?
  ) throws(RoutingError) -> String {
    var path = ""
    func add(_ text: String) {
      path += "/"
      path += PercentEncoding.encode(text)
    }
    for (index, segment) in segments.enumerated() {
      if case .literal(let text) = segment {
        add(text)
      } else {
        let isHost = mayHaveHost && index == 0
        let value = value(segment.name ?? "")
        for text in try texts(for: segment, isHost: isHost, value, rules) { add(text) }
      }
    }
    if endsWithSlash || path.isEmpty { path += "/" }
    return path
  }

  private func texts(
    for segment: Segment, isHost: Bool, _ value: RouteValue?, _ rules: MatchingRules
  ) throws(RoutingError) -> [String] {
    let name = segment.name ?? ""
    let texts: [String]
    switch (value, segment) {
    case (nil, _):
      guard segment.isOptional else {
        throw RoutingError(.noValueForURL(pattern: self, name: name))
      }
      return []
    case (.text(let text)?, .parameter): texts = [text]
    case (.list(let list)?, .catchAll(_, let isOptional)) where isOptional || !list.isEmpty:
      texts = list
    default: throw RoutingError(.unfitForURL(pattern: self, segment: segment, name: name))
    }
    func fits(_ text: String, isHost: Bool) -> Bool {
      segment.matches(Array(text.utf8), isHost: isHost, types: [:], rules: rules)
        || segment.hasOwnType
    }
    for text in texts {
      guard !text.isEmpty, !text.utf8.isDots, !text.utf8.contains(where: \.isControl),
        fits(text, isHost: isHost)
      else { throw RoutingError(.unfitForURL(pattern: self, segment: segment, name: name)) }
    }
    // The path that is printed has no host: what equals a word in lower case only is written so.
    guard isHost, !texts.allSatisfy({ fits($0, isHost: false) }) else { return texts }
    return texts.map(\.asciiLowercased)
  }
}

extension RoutePattern.Segment {
  fileprivate var hasOwnType: Bool {
    guard case .parameter(_, .type(let name)?, _) = self else { return false }
    return !ParameterType.builtInNames.contains(name)
  }
}
