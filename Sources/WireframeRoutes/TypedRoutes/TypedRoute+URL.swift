extension TypedRoute {
  /// The URL of the value, written without a router: for widgets, extensions, and whatever else shows no screen.
  ///
  /// ```swift
  /// try ShowProduct(id: 42).urlText(source: "https://example.com", under: "/shop")
  /// // https://example.com/shop/products/42
  /// ```
  ///
  /// Reading the URL gives the same value, and it is within the limits of ``MatchingRules``. Whether a route is
  /// registered for it is only known to a router: `urlText(of:source:)` of the core asks that, too.
  ///
  /// - Parameters:
  ///   - source: The scheme or origin of the URL; nil for that of the pattern, and for a path if there is none.
  ///   - path: The path at which the wireframe of the route is mounted, such as `/shop`; nil if there is none.
  /// - Returns: The URL's text.
  /// - Throws: ``RoutingError/Code/unfitValue`` or ``RoutingError/Code/missingValue``, naming the property, if no URL
  ///   can hold the value; ``RoutingError/Code/rejected`` past the limits of length and count;
  ///   ``RoutingError/Code/invalidSource`` if the pattern is bound to another source;
  ///   ``RoutingError/Code/invalidPattern`` if nothing can be mounted at the path.
  public func urlText(
    source: URLSource? = nil, under path: RoutePattern? = nil
  ) throws(RoutingError) -> String {
    let source = try Self.sourceOfPath(source) ?? Self.pattern.source
    if let path, !path.isMountPath { throw RoutingError(.noMountPath(path)) }
    let texts = try RouteTexts(of: self)
    let own = try texts.path(of: Self.pattern)
    let mount = path?.segments ?? []
    // The path of a mount has no slash at its end.
    let whole = mount.map { "/\($0)" }.joined() + (own == "/" && !mount.isEmpty ? "" : own)
    let start = source?.urlText(at: whole) ?? whole
    let text = start + texts.queryText
    let fault = passedLimit(of: text, path: whole, query: texts.query.count, behind: start)
    if let fault { throw RoutingError(fault, pattern: Self.pattern, urlText: text) }
    return text
  }

  /// The source to put before the path of the pattern; nil if the pattern has it already.
  package static func sourceOfPath(_ source: URLSource?) throws(RoutingError) -> URLSource? {
    guard let bound = pattern.source else { return source }
    guard source == nil || source == bound else {
      throw RoutingError(.otherSource(type: "\(Self.self)", pattern, source: "\(bound)"))
    }
    return nil
  }

  /// The first limit that a URL passes, and the offset of the part that does.
  private func passedLimit(
    of text: String, path: String, query: Int, behind start: String
  ) -> RouteReason? {
    let rules = MatchingRules()
    if text.utf8.count > rules.maximumLength {
      return .overLimit(.length, rules.maximumLength, offset: rules.maximumLength)
    }
    if path.utf8.split(separator: UInt8(ascii: "/")).count > rules.maximumSegments {
      // The offset of the first segment.
      let offset = start.utf8.count - path.utf8.count + 1
      return .overLimit(.segments, rules.maximumSegments, offset: offset)
    }
    guard query > rules.maximumQueryItems else { return nil }
    return .overLimit(.queryItems, rules.maximumQueryItems, offset: start.utf8.count + 1)
  }
}

extension RoutePattern {
  package var isMountPath: Bool { source == nil && !segments.isEmpty && names.isEmpty }
}
