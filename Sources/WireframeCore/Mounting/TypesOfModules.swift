// A typed route is written as its module knows it. The path of the module's mount is put before it, whoever asks.
extension Wireframe {
  /// A request whose URL, read as `url`, does not lead to a route of its type, with the path of the module that has
  /// registered the type; nil if it is not registered elsewhere. Throws if the module is mounted more than once.
  func requestInModule(
    of request: RoutingRequest, _ url: AdmittedURL
  ) throws(RoutingError) -> RoutingRequest? {
    guard let type = request.routeType, let own = (type as? any TypedRoute.Type)?.pattern else {
      return nil
    }
    let found = table.patterns.filter {
      $0.routeType.map { $0 == type } == true && $0.segments.count > own.segments.count
    }
    // The path of the mount of each.
    let mounts = found.map { pattern in
      pattern.segments.dropLast(own.segments.count).map { "/\($0)" }.joined()
    }
    guard let mount = mounts.first else { return nil }
    guard mounts.count == 1 else {
      throw RoutingError(
        CoreReason.ambiguousMount(type: "\(type)", mounts: mounts), request: request)
    }
    guard let prefix = try? RoutePattern(mount) else { return nil }
    var request = request
    request.urlText = url.text(under: prefix, among: table.sources, lowercasesHost: false)
    request.routeType = nil
    return request
  }
}
