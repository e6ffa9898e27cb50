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
    guard case .admitted(let url, let index) = reading else {
      throw refusal(of: reading, request, after: redirects, snapshot)
    }
    let (pattern, registered) = snapshot.table.entry(at: index)
    if let type = request.routeType, pattern?.routeType != type {
      if let inModule = try requestInModule(of: request, url) {
        let found = try find(inModule, after: redirects)
        if found.0.pattern?.routeType == type { return found }
      }
      throw RoutingError(
        CoreReason.noRouteOfType(type, among: snapshot.table.patterns), request: request,
        redirects: redirects)
    }
    if let pattern, let registered {
      if registered.isAlias {
        return try find(request, byOldName: pattern, url, after: redirects, snapshot)
      }
      guard registered.exposure.admits(request.origin, isTrusted: request.isTrusted) else {
        throw notExposed(pattern, registered, to: request, after: redirects)
      }
    }
    let source = Int(url.parts.source)
    let route = Route(
      request: request, pattern: pattern, tags: registered?.tags ?? [],
      source: source >= 0 ? snapshot.table.sources[source] : nil, url: url,
      rules: snapshot.table.rules)
    return (route, registered)
  }

  private func notExposed(
    _ pattern: RoutePattern, _ registered: RouteRecord, to request: RoutingRequest,
    after redirects: [Route]
  ) -> RoutingError {
    RoutingError(
      CoreReason.notExposed(
        pattern: pattern, origin: request.origin, isByScheme: request.hasOriginByScheme,
        exposure: registered.exposure), request: request, redirects: redirects)
  }

  /// Finds the route of an old name: it has the new URL.
  private func find(
    _ request: RoutingRequest, byOldName name: RoutePattern, _ url: AdmittedURL,
    after redirects: [Route], _ snapshot: TableSnapshot
  ) throws(RoutingError) -> (Route, RouteRecord?) {
    let new: (url: AdmittedURL, pattern: RoutePattern, registered: RouteRecord)?
    do throws(URLRefusal) {
      new = try snapshot.route(of: url, named: name)
    } catch {
      throw refusal(of: .refused(error), request, after: redirects, snapshot)
    }
    if let new, !new.registered.exposure.admits(request.origin, isTrusted: request.isTrusted) {
      throw notExposed(new.pattern, new.registered, to: request, after: redirects)
    }
    let url = new?.url ?? url
    let source = Int(url.parts.source)
    let route = Route(
      request: request, pattern: new?.pattern, tags: new?.registered.tags ?? [],
      source: source >= 0 ? snapshot.table.sources[source] : nil, url: url,
      rules: snapshot.table.rules)
    return (route, new?.registered)
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
