extension RoutePattern {
  /// The URL that the pattern matches with these values; the way back from ``RouteValues``.
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
  ///   ``RoutingError/Code/missingValue`` for a name without value, and
  ///   ``RoutingError/Code/unfitValue`` for a value that the pattern could not give back: an empty text,
  ///   `.` or `..`, a control character, a text of another type (apps' own types are not checked), a
  ///   slash in a catch-all.
  public func urlText(
    with values: [String: RouteValues.Value], rules: MatchingRules = MatchingRules()
  ) throws(RoutingError) -> String {
    let unknown = Set(values.keys).subtracting(names)
    guard unknown.isEmpty else {
      throw RoutingError(.unknownNamesForURL(pattern: self, unknown: unknown.sorted()))
    }
    var path = ""
    for (index, segment) in segments.enumerated() {
      for text in try texts(for: segment, at: index, values, rules) {
        path += "/" + PercentEncoding.encode(text)
      }
    }
    if endsWithSlash || path.isEmpty { path += "/" }
    guard let source else { return path }
    return source.isCustomScheme ? "\(source)//\(path)" : "\(source)\(path)"
  }

  private func texts(
    for segment: Segment, at index: Int, _ values: [String: RouteValues.Value],
    _ rules: MatchingRules
  ) throws(RoutingError) -> [String] {
    if case .literal(let text) = segment { return [text] }
    let name = segment.name ?? ""
    let texts: [String]
    switch (values[name], segment) {
    case (nil, _):
      guard segment.isOptional else {
        throw RoutingError(.noValueForURL(pattern: self, name: name))
      }
      return []
    case (.text(let text)?, .parameter):
      texts = [text]
    case (.list(let list)?, .catchAll(_, let isOptional)) where isOptional || !list.isEmpty:
      texts = list
    default:
      throw RoutingError(.unfitForURL(pattern: self, segment: segment, name: name))
    }
    for text in texts {
      let read = AdmittedURL.Segment(bytes: Array(text.utf8))
      guard !text.isEmpty, !read.isDots, !read.bytes.contains(where: \.isControl),
        segment.matches(text.utf8, isHost: index == 0, types: [:], rules: rules)
          || segment.hasOwnType
      else {
        throw RoutingError(.unfitForURL(pattern: self, segment: segment, name: name))
      }
    }
    // The path that is printed has no host: what equals a word in lower case only is written so.
    let isSpelledOtherwise = texts.contains {
      !segment.matches($0.utf8, isHost: false, types: [:], rules: rules) && !segment.hasOwnType
    }
    return isSpelledOtherwise ? texts.map(\.asciiLowercased) : texts
  }
}

extension RoutePattern {
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
  fileprivate var hasOwnType: Bool {
    guard case .parameter(_, .type(let name)?, _) = self else { return false }
    return !ParameterType.builtInNames.contains(name)
  }
}

extension RouteValues.Value: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
  /// A parameter's text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// A catch-all's segments.
  public init(arrayLiteral elements: String...) { self = .list(elements) }
}
