/// A request that was resolved against the table: the one thing that every role sees.
///
/// Path values, query and payload are three separate things, with no merged view.
/// Nothing else in the framework, and nothing in an app, needs to read the URL's text again.
public struct Route: Sendable, DescribedValue {
  // One reference, since every role gets a route, and a copy of all its parts would cost more than most roles.
  private let parts: Parts

  private final class Parts: Sendable {
    let request: RoutingRequest
    let pattern: RoutePattern?
    let tags: Set<RouteTag>
    let source: URLSource?
    let url: AdmittedURL
    /// Where the segments are; nil if few of them have names.
    let segments: [Range<Int>]?
    /// Nil without one, which most URLs do not have.
    let query: RouteQuery?
    let rules: MatchingRules
    /// The route as the outermost wireframe knows it, if this is how a mounted one does.
    let absolute: Parts?
    /// How many segments of the path belong to the wireframes above.
    let depth: Int

    init(
      _ request: RoutingRequest, _ pattern: RoutePattern?, _ tags: Set<RouteTag>,
      _ source: URLSource?, _ url: AdmittedURL, _ rules: MatchingRules, absolute: Parts? = nil,
      depth: Int = 0
    ) {
      let isLong = pattern?.hasManyNames == true
      segments = isLong ? absolute?.segments ?? url.segmentRanges : nil
      // Read once for all roles: whoever sends a link chooses how many items it has.
      var query = absolute?.query
      if absolute == nil, url.parts.tail < url.text.utf8.count {
        query = RouteQuery(items: url.queryItems, pattern: pattern)
      }
      query?.pattern = pattern
      self.query = query
      self.request = request  // Behind all calls, so that nothing is copied.
      self.pattern = pattern
      self.tags = tags
      self.source = source
      self.url = url
      self.rules = rules
      self.absolute = absolute
      self.depth = depth
    }
  }

  init(
    request: RoutingRequest, pattern: RoutePattern? = nil, tags: Set<RouteTag> = [],
    source: URLSource? = nil, url: AdmittedURL, rules: MatchingRules
  ) { parts = Parts(request, pattern, tags, source, url, rules) }

  private init(parts: Parts) { self.parts = parts }

  /// The same route, as a screen of the gates' owners.
  func owned(by owners: GateOwners?) -> Route {
    guard owners !== request.owners else { return self }
    var request = request
    request.owners = owners
    return Route(parts: Parts(request, pattern, tags, source, url, rules))
  }

  /// The same route, of a placeholder's stay.
  package func loading(_ loading: ScreenLoading) -> Route {
    var request = request
    request.loading = loading
    return Route(parts: Parts(request, pattern, tags, source, url, rules))
  }

  /// What is being made while a placeholder is shown in this stay; nil once the screen is there.
  var loading: ScreenLoading? { parts.request.loading }

  package func tagged(_ tags: Set<RouteTag>) -> Route {
    Route(request: request, pattern: pattern, tags: tags, source: source, url: url, rules: rules)
  }

  func local(pattern: RoutePattern?, behind count: Int) -> Route {
    Route(
      parts: Parts(
        request.whole, pattern, tags, source, url, rules, absolute: parts.absolute ?? parts,
        depth: depth + count))
  }

  /// The route as the outermost wireframe knows it; hosts get this one.
  var absolute: Route { parts.absolute.map(Route.init(parts:)) ?? self }

  /// The request that led here; after a redirect, the redirect's.
  public var request: RoutingRequest { parts.request }
  /// Whether the routing is only planned: nothing will be shown, and what a role does must have no effect.
  public var isDryRun: Bool { parts.request.isDryRun }
  /// The pattern that matches, or nil if none does.
  public var pattern: RoutePattern? { parts.pattern }
  /// The tags of the registered route.
  public var tags: Set<RouteTag> { parts.tags }
  /// The declared source of the URL, or nil for a path without scheme.
  public var source: URLSource? { parts.source }
  var url: AdmittedURL { parts.url }
  var rules: MatchingRules { parts.rules }
  var depth: Int { parts.depth }
  /// The pattern by which values are found: it covers the whole path.
  private var absolutePattern: RoutePattern? { parts.absolute.map(\.pattern) ?? parts.pattern }

  /// Whether the request says what happens to a screen that is already shown, or waits for an answer. Copies nothing.
  var hasPlacingRequest: Bool { parts.request.isPlacing }

  var waiter: (any RequestWaiter)? { parts.request.waiter }

  /// Whether it was let pass for somebody who has gone by now.
  @MainActor package var ownerHasGone: Bool { parts.request.owners?.hasFormer == true }
  /// Why it is not shown then.
  static let reasonOfOwners = "It is another owner's."

  /// Whether it is the same route of the same request, not only an equal one.
  func isIdentical(to other: Route) -> Bool { ofScreen.parts === other.ofScreen.parts }

  /// The outermost wireframe's route of the screen, also while its placeholder is shown.
  private var ofScreen: Route { (loading?.route ?? self).absolute }

  /// Whether the path is the prefix itself or below it, as the table compares segments.
  func isUnder(_ prefix: PathPrefix) -> Bool {
    prefix.contains(parts.url, behind: parts.depth, rules: parts.rules)
  }

  /// The request's option, without a copy of the request.
  var requestedOption: (any RoutingOption)? { parts.request.option }

  /// The URL's text; for a request by an old name, that of the new one.
  public var urlText: String { parts.url.text }
  /// The decoded path segments, from the left; a custom scheme's host is the first. In a module's
  /// wireframe that is mounted, those behind its path.
  public var path: [String] { url.segmentTexts(from: depth) }
  /// The path values under the pattern's names.
  public var values: RouteValues { RouteValues(url: url, pattern: absolutePattern, parts.segments) }
  /// The query items.
  public var query: RouteQuery { parts.query ?? RouteQuery(items: [], pattern: pattern) }
  /// The decoded fragment, or nil.
  public var fragment: String? { url.decodedFragment }
  /// The objects that the app passed with the request.
  public var payload: RoutingPayload {
    var payload = request.payload
    payload.pattern = pattern
    return payload
  }

  /// A path value as the type that is asked for.
  ///
  /// - Parameter name: A name of the pattern.
  /// - Throws: ``RoutingError/Code/missingValue`` or ``RoutingError/Code/unfitValue``, naming
  ///   parameter, type and pattern.
  public subscript<T: RouteTextConvertible>(name: String) -> T {
    get throws(RoutingError) { try values[name] }
  }

  /// The value of an optional parameter, or nil if the URL does not have it.
  ///
  /// - Parameter name: A name of the pattern.
  /// - Throws: ``RoutingError/Code/unfitValue`` or, for a name that the pattern does not declare,
  ///   ``RoutingError/Code/missingValue``.
  public subscript<T: RouteTextConvertible>(name: String) -> T? {
    get throws(RoutingError) { try values[name] }
  }

  /// The segments of a catch-all, each as the type that is asked for.
  ///
  /// - Parameter name: The catch-all's name.
  /// - Throws: ``RoutingError/Code/missingValue`` or ``RoutingError/Code/unfitValue``.
  public subscript<T: RouteTextConvertible>(name: String) -> [T] {
    get throws(RoutingError) { try values[name] }
  }

  /// Whether two routes lead to the same place: the same pattern, values and query. Scheme, fragment, payload and
  /// option do not count.
  public func leadsToSamePlace(as other: Route) -> Bool {
    hasSamePath(as: other)
      && query.items.elementsEqual(other.query.items) {
        $0.name.hasSameScalars(as: $1.name) && $0.value.hasSameScalars(as: $1.value)
      }
  }

  /// Whether two routes have the same pattern and values, whatever their queries.
  func hasSamePath(as other: Route) -> Bool {
    guard let pattern = other.absolutePattern else {
      return absolutePattern == nil && url.segments == other.url.segments
    }
    return isRoute(of: pattern, withValuesOf: other)
  }

  /// Whether it is the route of a pattern, and has the values that another route has under the pattern's names.
  func isRoute(of pattern: RoutePattern, withValuesOf other: Route) -> Bool {
    guard absolutePattern == pattern else { return false }
    for parameter in pattern.parts.parameters {
      let name = pattern.segments[Int(parameter.position)].name ?? ""
      guard values.value(of: name).hasSameScalars(as: other.values.value(of: name)) else {
        return false
      }
    }
    return true
  }

  /// The pattern; free of values.
  public var description: String { pattern.map { "'\($0)'" } ?? "a URL without pattern" }

  /// Makes a route for testing a provider, an observer or an option provider by itself.
  ///
  /// ```swift
  /// let route = try Route("/products/42?ref=mail", matching: "/products/:id<int>")
  /// let screen = try await ProductProvider().controller(for: route, option: .push)
  /// ```
  ///
  /// - Parameters:
  ///   - urlText: A path, or a URL of the pattern's source.
  ///   - pattern: The pattern; only built-in types are known.
  ///   - tags: The tags of the route.
  ///   - payload: Objects to pass with the request.
  /// - Throws: What routing would: ``RoutingError/Code/rejected``, ``RoutingError/Code/foreign``,
  ///   ``RoutingError/Code/noRoute``, ``RoutingError/Code/invalidPattern``.
  public init(
    _ urlText: String, matching pattern: RoutePattern, tags: Set<RouteTag> = [],
    payload: RoutingPayload = [:]
  ) throws(RoutingError) {
    var index = PatternIndex(sources: [pattern.source].compactMap(\.self), rules: MatchingRules())
    try index.insert(pattern)
    let request = RoutingRequest(urlText, payload: payload)
    switch index.read(urlText, isTrusted: true) {
    case .foreign:
      throw RoutingError(.foreign(declared: index.sources, urlText: urlText), request: request)
    case .refused(let refusal): throw RoutingError(.rejected(refusal), request: request)
    case .admitted(let url, nil):
      throw RoutingError(.noRoute(index.nearMiss(of: url), asked: []), request: request)
    case .admitted(let url, _):
      self.init(parts: Parts(request, pattern, tags, index.sources.first, url, index.rules))
    }
  }
}

extension RouteValue? {
  fileprivate func hasSameScalars(as other: Self) -> Bool {
    switch (self, other) {
    case (.text(let text)?, .text(let other)?): text.hasSameScalars(as: other)
    case (.list(let texts)?, .list(let others)?):
      texts.elementsEqual(others) { $0.hasSameScalars(as: $1) }
    case (nil, nil): true
    default: false
    }
  }
}
