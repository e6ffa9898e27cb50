// The stages admit and match: a request's URL is read, its pattern is found, and its exposure is checked.

extension Wireframe {
  /// Reads a request's URL, finds its pattern, and checks that the request may reach it. No role is asked.
  package func find(
    _ request: RoutingRequest, after redirects: [Route] = []
  ) throws(RoutingError) -> (Route, RouteRecord?) {
    guard request.isTrusted || !request.hasPayload else {
      throw RoutingError(
        CoreReason.rejected(URLRefusal(.payloadFromOutside)), request: request,
        redirects: redirects)
    }
    let snapshot = tableSnapshot
    let reading = snapshot.read(request.urlText, isTrusted: request.mayBePath)
    guard case .admitted(var url, let index) = reading else {
      throw refusal(of: reading, request, after: redirects, snapshot)
    }
    var (pattern, registered) = snapshot.table.entry(at: index)
    if let type = request.routeType, pattern?.routeType != type {
      if let inModule = try requestInModule(of: request, url) {
        let found = try find(inModule, after: redirects)
        if found.0.pattern?.routeType == type { return found }
      }
      throw RoutingError(
        CoreReason.noRouteOfType(type, among: snapshot.table.patterns), request: request,
        redirects: redirects)
    }
    if registered?.isAlias == true, let name = pattern {
      // The route of an old name has the new URL.
      do throws(URLRefusal) {
        let new = try snapshot.route(of: url, named: name)
        (pattern, registered) = (new?.pattern, new?.registered)
        url = new?.url ?? url
      } catch {
        throw refusal(of: .refused(error), request, after: redirects, snapshot)
      }
    }
    if let pattern, let registered,
      !registered.exposure.admits(request.origin, isTrusted: request.isTrusted)
    {
      throw RoutingError(
        CoreReason.notExposed(
          pattern: pattern, origin: request.origin, isByScheme: request.hasOriginByScheme,
          exposure: registered.exposure), request: request, redirects: redirects)
    }
    let source = Int(url.parts.source)
    let route = Route(
      request: request, pattern: pattern, tags: registered?.tags ?? [],
      source: source >= 0 ? snapshot.table.sources[source] : nil, url: url,
      rules: snapshot.table.rules)
    return (route, registered)
  }

  @inline(never)  // Most URLs are admitted.
  private func refusal(
    of reading: PatternIndex.Reading, _ request: RoutingRequest, after redirects: [Route],
    _ snapshot: TableSnapshot
  ) -> RoutingError {
    let reason: CoreReason =
      switch reading {
      case .refused(let refusal): .rejected(refusal)
      case .foreign where !request.isTrusted && !redirects.isEmpty:
        .rejected(URLRefusal(.foreignRedirect))
      case .foreign, .admitted: .foreign(declared: snapshot.table.sources)
      }
    return RoutingError(reason, request: request, redirects: redirects)
  }
}
