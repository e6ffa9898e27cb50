extension Wireframe: Router {
  /// Routes a request through the whole pipeline, and returns when the screen is there.
  ///
  /// - Parameter request: The request.
  /// - Returns: The final route, behind all redirects.
  /// - Throws: ``RoutingError``; see its codes.
  @discardableResult
  public func perform(_ request: RoutingRequest) async throws(RoutingError) -> Route {
    try await route(request).route
  }

  /// Whether a pattern matches the request's URL; guards and providers are not asked.
  ///
  /// - Parameter request: The request.
  /// - Returns: False for what only providers without a pattern may know.
  public func canRoute(_ request: RoutingRequest) -> Bool {
    switch table.match(request.urlText, isTrusted: request.isTrusted) {
    case .match: true
    case .noMatch, .refused, .foreign: false
    }
  }
}
