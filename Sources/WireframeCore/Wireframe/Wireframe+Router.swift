extension Wireframe: Router {
  /// Routes a request through the whole pipeline, and returns when the screen is there.
  ///
  /// - Parameter request: The request.
  /// - Returns: The final route, behind all redirects.
  /// - Throws: ``RoutingError``; see its codes.
  @discardableResult
  public func perform(_ request: RoutingRequest) async throws(RoutingError) -> Route {
    try await result(of: request).route
  }

  /// Whether a pattern matches the request's URL; guards and providers are not asked.
  ///
  /// - Parameter request: The request.
  /// - Returns: False for what only providers without a pattern may know.
  public func canRoute(_ request: RoutingRequest) -> Bool {
    if let (_, parent, request) = forwarded(request) { return parent.canRoute(request) }
    guard request.isTrusted || request.payload.isEmpty else { return false }
    return switch table.match(request.urlText, isTrusted: request.isTrusted) {
    case .match(let match):
      match.value.exposure.admits(
        request.withProvenOrigin.origin, isTrusted: request.isTrusted)
    case .noMatch, .refused, .foreign: false
    }
  }

  /// Runs the parked request again; ``resume()`` is the call for it.
  ///
  /// - Returns: The final route, or nil if nothing is parked or what was parked has expired.
  /// - Throws: ``RoutingError``; see its codes.
  public func performParked() async throws(RoutingError) -> Route? {
    try await resumedResult()?.route
  }
}
