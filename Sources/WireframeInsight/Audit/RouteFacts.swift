internal import WireframeCore

/// What an audit and a manifest know of a route.
struct RouteFacts {
  /// The route.
  let route: RegisteredRoute
  /// What is registered for it.
  let record: RouteRecord
  /// A URL that leads to it; nil if none is known.
  let example: Route?
  /// Whether no URL at all leads to it, since other patterns outrank it everywhere.
  let isShadowed: Bool
  /// The names of the guards that are asked about the example, the gates included.
  let guards: [String]
}

extension Wireframe {
  /// The facts about each route, in the order of registration; the cost is linear in their number.
  var facts: [RouteFacts] {
    let table = tableSnapshot.table
    return table.routes.map { pattern, record -> RouteFacts in
      let spellings = Spellings(of: pattern, types: table.types)
      let example = spellings.texts.lazy.compactMap { self.route($0) }
        .first { $0.pattern == pattern }
      let asked = example.map { observers(of: $0, record) } ?? []
      return RouteFacts(
        route: describe(pattern, record), record: record, example: example,
        isShadowed: example == nil && spellings.areAll,
        guards: asked.filter { $0.gate?.isLock != true }.compactMap(\.observer).filter(\.isGuard)
          .map { guardName($0) })
    }
  }

  /// The route to which a text of the app's own leads.
  func route(_ text: String) -> Route? { try? find(RoutingRequest(text)).0 }

  /// An observer's name; of a closure, also where it was added.
  private func guardName(_ observer: any RoutingObserver) -> String {
    let place = (observer as? ClosureObserver).map { " at \($0.place)" } ?? ""
    return roleName(observer) + place
  }

  /// The tags for which no guard is made, each with the names of the roles that may read it all the same: those that
  /// change nothing about which guards are asked, neither without them, nor with them alone.
  func unknownTags(
    of route: Route, _ record: RouteRecord
  ) -> [(tag: RouteTag, readers: [String])] {
    guard !route.tags.isEmpty else { return [] }
    func observers(_ tags: Set<RouteTag>) -> [ObserverEntry] {
      self.observers(of: route.tagged(tags), record)
    }
    let all = observers(route.tags)
    let untagged = Set(observers([]).map(\.id))
    // A guard that is asked whatever the tags are may read them when it decides; a lock is told of no route.
    let unscoped = all.filter { $0.decides && $0.gate == nil && untagged.contains($0.id) }
    let optionProviders = optionProviders(for: route).map { roleName($0) }
    return route.tags.map(\.rawValue).sortedTexts().compactMap { name in
      let tag = RouteTag(rawValue: name)
      let (without, alone) = (observers(route.tags.filter { $0 != tag }), observers([tag]))
      let ids = Set(all.map(\.id)).symmetricDifference(without.map(\.id))
        .union(untagged.symmetricDifference(alone.map(\.id)))
      let scoped = (all + without + alone).filter { ids.contains($0.id) }
      guard !scoped.contains(where: \.decides), !hasPlaceholder(for: tag, record),
        !switches.off.contains(where: { $0.name == .tag(tag) })
      else { return nil }
      let names = (scoped + unscoped).map { roleName($0.watcher) } + optionProviders
      var seen: Set<String> = []
      return (tag, names.filter { seen.insert($0).inserted })
    }
  }

  func hasProvider(_ record: RouteRecord?) -> Bool {
    if !providers.isEmpty { return true }
    if let module = module(of: record) { return module.wireframe.hasProvider(module.registered) }
    if case .provider(nil)? = record?.target { return false }
    return true
  }

  var hasOptionProviders: Bool {
    !optionProviders.isEmpty || mounts.contains { $0.child.hasOptionProviders }
  }

  /// The parts that configured routes need by name, and that are not registered.
  var missingParts: [MissingPart] {
    partChecks.elements.flatMap { $0() }
      + mounts.flatMap { mount in
        mount.child.missingParts.map { missing in
          (pattern: missing.pattern.under(mount.prefix), part: missing.part)
        }
      }
  }

  /// The pattern of the route to which a redirect leads; nil if there is none.
  func route(of redirect: DeclaredRedirect) -> RoutePattern? {
    let pattern =
      switch redirect.target {
      case .pattern(let named): registeredPattern(of: named)
      case .request(let request): route(request.urlText)?.pattern
      }
    return pattern.flatMap { tableSnapshot.route(of: $0)?.pattern }
  }

  /// The gates that are asked before the screen of a gate is shown; none for an observer's redirect.
  func gates(before redirect: DeclaredRedirect) -> Set<ObjectIdentifier> {
    guard case .request(let request) = redirect.target,
      let (route, record) = try? find(RoutingRequest(request.urlText))
    else { return [] }
    return Set(observers(of: route, record).compactMap(\.gate).map(ObjectIdentifier.init))
  }

  /// URLs that a pattern of the table matches, made of examples for each of its segments; at most 64.
  func exampleURLs(of pattern: RoutePattern) -> [String] {
    Spellings(of: pattern, types: tableSnapshot.table.types).texts
  }

  /// The registered pattern to which the URLs of a pattern lead, the first of several; nil if some lead nowhere.
  private func registeredPattern(of pattern: RoutePattern) -> RoutePattern? {
    if let route = tableSnapshot.route(of: pattern) { return route.pattern }
    let texts = exampleURLs(of: pattern)
    let found = texts.compactMap { route($0)?.pattern }
    return found.count == texts.count ? found.first : nil
  }

  /// Where gates and observers lead that say so.
  var redirects: [DeclaredRedirect] {
    var all = observers.elements.flatMap { entry -> [DeclaredRedirect] in
      guard let observer = entry.observer else { return [] }
      let name = roleName(observer)
      guard let gate = entry.gate else {
        return observer.redirects.map { DeclaredRedirect(observer: name, target: .pattern($0)) }
      }
      let (tag, id) = (gate.tag ?? "lock", ObjectIdentifier(gate))
      return [DeclaredRedirect(observer: name, gate: (tag, id), target: .request(gate.request))]
    }
    for mount in mounts { all += mount.child.redirects.map { $0.absolute(mount) } }
    return all
  }
}

/// A redirect that a gate or an observer declares.
struct DeclaredRedirect {
  enum Target {
    case pattern(RoutePattern)
    case request(RoutingRequest)

    /// The pattern or the URL, as a finding names it.
    var text: String {
      switch self {
      case .pattern(let pattern): pattern.description
      case .request(let request): request.urlText.onOneLine
      }
    }
  }

  /// The observer's name.
  let observer: String
  /// The gate's tag and what identifies it; nil for an observer.
  var gate: (tag: RouteTag, id: ObjectIdentifier)?
  /// Where it leads; of a module's redirect, as the wireframe around the module reads it.
  var target: Target
  /// The path of the module that declares it, `/` for none; nil for the wireframe's own.
  var module: RoutePattern?

  @MainActor
  func absolute<Controller>(_ mount: Mount<Controller>) -> DeclaredRedirect {
    var redirect = self
    redirect.module = (module ?? "/").under(mount.prefix)
    switch target {
    case .pattern(let pattern): redirect.target = .pattern(pattern.under(mount.prefix))
    case .request(let request): redirect.target = .request(mount.absolute(request))
    }
    return redirect
  }
}

extension ObserverEntry {
  /// Whether it decides anything for the app.
  var decides: Bool { observer != nil || isLeaveGuardOfApp }
}

/// URLs of a pattern, made of examples for each of its segments; at most 64 and those without its optional segment.
struct Spellings {
  private(set) var texts: [String] = []
  /// Whether these are all URLs of the pattern.
  private(set) var areAll = true

  init(of pattern: RoutePattern, types: [String: ParameterType]) {
    var paths = [""]
    // A path may end early before an optional segment.
    var ends: [String] = []
    for segment in pattern.segments {
      if segment.isOptional { ends += paths }
      let examples = Self.examples(of: segment, types: types)
      areAll = areAll && examples.areAll
      let next = paths.flatMap { path in
        examples.texts.map { path + "/" + PercentEncoding.encode($0) }
      }
      areAll = areAll && next.count <= 64
      paths = Array(next.prefix(64))
    }
    if case .catchAll? = pattern.segments.last { ends += paths.map { $0 + "/more" } }
    let end = pattern.endsWithSlash ? "/" : ""
    texts = (paths + ends).map { path in
      let path = path.isEmpty ? "/" : path + end
      return pattern.source?.urlText(at: path) ?? path
    }
  }

  static func examples(
    of segment: RoutePattern.Segment, types: [String: ParameterType]
  ) -> (texts: [String], areAll: Bool) {
    switch segment {
    case .literal(let text): ([text], true)
    case .parameter(_, .words(let words)?, _): (words, true)
    case .parameter(_, .type("bool")?, _): (["true", "false"], true)
    case .parameter(_, .type("int")?, _): (["1", "-7", "1234567"], false)
    case .parameter(_, .type("uint")?, _): (["1", "1234567"], false)
    case .parameter(_, .type("double")?, _): (["1.5", "-12345.5"], false)
    case .parameter(_, .type("uuid")?, _): (["6F9619FF-8B86-D011-B42D-00CF4FC964FF"], false)
    case .parameter(_, .type(let name)?, _): ([types[name]?.example].compactMap(\.self), false)
    case .parameter(_, nil, _), .catchAll: (["example", "x-1", "any other 2"], false)
    }
  }
}
