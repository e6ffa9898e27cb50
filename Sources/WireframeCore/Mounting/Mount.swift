/// One wireframe mounted on another: the names that the child's routes and requests have in the parent.
@MainActor
package final class Mount<Controller>: MountedModule {
  package let child: Wireframe<Controller>
  weak var parent: Wireframe<Controller>?
  /// The child's patterns, by their names in the parent.
  private var patterns: [RoutePattern: RoutePattern] = [:]

  private let place: ScreenPlace
  package let prefix: RoutePattern?
  private let path: PathPrefix?
  private var depth: Int { prefix?.segments.count ?? 0 }

  init(
    _ child: Wireframe<Controller>, on parent: Wireframe<Controller>, at prefix: RoutePattern?,
    _ place: ScreenPlace
  ) {
    self.child = child
    self.place = place
    self.parent = parent
    self.prefix = prefix
    path = prefix.map { PathPrefix($0) }
  }

  var router: any Router { child }
  var gates: [GateEntry] { child.allGates }
  var names: [RoutePattern] { Array(patterns.keys) }

  func observers(of local: Route?, _ registered: RouteRecord?) -> [ObserverEntry] {
    child.observers(of: local, registered)
  }
  func optionProviders(for local: Route) -> [any RoutingOptionProvider] {
    child.optionProviders(for: local)
  }
  func unboundProviders(for local: Route) -> [ProviderEntry] { child.unboundProviders(for: local) }

  /// Notes the child's name for a pattern that it has registered in the parent.
  func note(_ local: RoutePattern, as absolute: RoutePattern) {
    patterns[absolute] = local
    parent?.modules.note(absolute, of: self)
  }

  /// The name in the parent of a pattern that the child has registered.
  func absolute(_ local: RoutePattern) -> RoutePattern? {
    let absolute = local.under(prefix)
    return patterns[absolute] == nil ? nil : absolute
  }

  /// A route of the child as the parent registers it.
  func absolute(_ entry: Wireframe<Controller>.Entry) -> Wireframe<Controller>.Entry {
    let (pattern, registered) = entry
    let target: RouteRecord.Target
    switch registered.target {
    case .alias(let route):
      return (pattern.under(prefix), RouteRecord(target: .alias(route.under(prefix))))
    case .provider:
      // They get the route as the child knows it, before the parent's unbound ones, whatever their priority.
      target = .provider(
        BoundProvider(alone: [], priority: .max) { [self] route in
          let local = route.local(pattern: pattern, behind: depth)
          return child.providers(of: local, registered).map { $0.mounted(as: local) }
        })
    case .handler(let handle):
      target = .handler { route, _ in try await handle(self.local(route) ?? route, self.child) }
    }
    return (
      pattern.under(prefix),
      RouteRecord(
        option: registered.option, tags: registered.tags, exposure: registered.exposure,
        target: target, place: absolute(placeOf: registered), module: (self, registered))
    )
  }

  /// The place of a child's route as the parent knows it. A top route has the mount's, but not its tab if the route's
  /// option names another one.
  private func absolute(placeOf registered: RouteRecord) -> ScreenPlace {
    // It shows nothing, and so is no tab's home.
    if case .handler = registered.target { return .onTop }
    var absolute = registered.place ?? .onTop
    if absolute.parents.isEmpty, absolute.tab == nil {
      absolute.parents = place.parents
      if registered.tab == nil || registered.tab == place.tab { absolute.tab = place.tab }
    } else {
      // Behind this path, or by its own name further up.
      absolute.parents = absolute.parents.map { $0.under(prefix) } + absolute.parents.suffix(1)
    }
    return absolute
  }

  /// A request of the child as the parent has to read it.
  /// The outermost wireframe's sources and rules count. A text that it does not admit is left alone, and refused there.
  package func absolute(_ request: RoutingRequest) -> RoutingRequest {
    if request.isWhole { return request }
    // A type of another module, or of one that is mounted on the child, gets that one's path.
    if let type = request.routeType {
      guard case .admitted(_, let index) = child.table.index.read(request.urlText, isTrusted: true),
        child.table.entry(at: index).pattern?.routeType == type
      else { return request }
    }
    guard let prefix, let table = parent?.outermost.table,
      case .admitted(let url, _) = table.index.read(request.urlText, isTrusted: request.mayBePath)
    else { return request }
    var absolute = request
    absolute.urlText = url.text(
      under: prefix, among: table.sources,
      lowercasesHost: child.table.index.needsLowercasedHost(of: url, readBy: table.index))
    absolute.routeType = request.routeType
    return absolute
  }

  func local(_ end: Ended) -> Ended { (end.summary.map { local($0) ?? $0 }, end.presentation) }

  func local(_ route: Route) -> Route? {
    if let pattern = route.pattern {
      return patterns[pattern].map { route.local(pattern: $0, behind: depth) }
    }
    guard path.map({ route.isUnder($0) }) ?? true else { return nil }
    return route.local(pattern: nil, behind: depth)
  }
}

// MARK: - Names

extension AdmittedURL {
  func text(
    under prefix: RoutePattern, among sources: [URLSource], lowercasesHost: Bool
  ) -> String {
    var path = prefix.segments.map { "/\($0)" }.joined()
    for (index, segment) in segmentTexts(from: 0).enumerated() {
      let spelling = PercentEncoding.encode(segment)
      path += "/" + (lowercasesHost && index == 0 ? spelling.asciiLowercased : spelling)
    }
    if parts.endsWithSlash { path += "/" }
    let start = parts.source < 0 ? path : sources[Int(parts.source)].urlText(at: path)
    return start + String(Substring(self.text.utf8.dropFirst(parts.tail)))
  }
}
