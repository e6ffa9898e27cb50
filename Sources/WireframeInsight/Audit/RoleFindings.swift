internal import WireframeCore

extension Wireframe {
  /// Placeholders, paths of observers and guards of old names that have no route, modules included.
  func roleFindings(under prefix: RoutePattern? = nil) -> [AuditFinding] {
    func whole(_ pattern: RoutePattern) -> RoutePattern { pattern.under(prefix) }
    let own =
      unknownPlaceholders.map { entry in
        let names = [
          entry.pattern.map { "the pattern '\(whole($0))'" }, entry.tag.map { "the tag '\($0)'" },
        ]
        return AuditFinding(
          .unknownPlaceholder, entry.pattern.map(whole),
          "No route has \(names.compactMap(\.self).joined(separator: " and ")), for which a placeholder was added. "
            + "Correct it, or remove the placeholder.")
      }
      + unknownPaths.map { path in
        AuditFinding(
          .unknownPath, whole(path),
          "No route is at '\(whole(path))' or below it, where an observer is asked. Correct the path, or remove the "
            + "observer.")
      }
      + lostGuards.map { observer, name, route in
        AuditFinding(
          .lostGuard, whole(name),
          "\(observer.sentenceCased) observes the old name '\(whole(name))', and not '\(whole(route))', to which "
            + "it leads: it is asked about neither. Let it observe the new path, or allow this in the audit."
        )
      }
    let all = own + mounts.flatMap { $0.child.roleFindings(under: $0.prefix.map(whole) ?? prefix) }
    return all.filter { providers.isEmpty || $0.code != .unknownPath }
  }

  /// Whether a placeholder is for the routes with a tag, this one among them.
  func hasPlaceholder(for tag: RouteTag, _ record: RouteRecord?) -> Bool {
    let hasOwn = placeholders.elements.contains { entry in
      entry.tag == tag
        && entry.pattern.map { tableSnapshot.route(of: $0)?.registered === record } ?? true
    }
    guard !hasOwn, let module = module(of: record) else { return hasOwn }
    return module.wireframe.hasPlaceholder(for: tag, module.registered)
  }

  private var unknownPlaceholders: [PlaceholderEntry] {
    let routes = tableSnapshot.table.routes.map(\.1)
    return placeholders.elements.filter { $0.pattern != nil || $0.tag != nil }.filter { entry in
      let named =
        entry.pattern.map { tableSnapshot.route(of: $0).map { [$0.registered] } ?? [] } ?? routes
      return !named.contains { entry.tag.map($0.tags.contains) ?? true }
    }
  }

  /// The paths of observers that no route is under; none if a provider of the outermost wireframe may know more.
  private var unknownPaths: [RoutePattern] {
    guard outermost.providers.isEmpty else { return [] }
    let patterns = tableSnapshot.table.routes.map(\.0)
    return observers.elements.compactMap { ($0.watcher as? ClosureObserver)?.path }.filter { path in
      route("\(path)").map(mayBeKnown) != true
        && !patterns.contains { $0.mayBeUnder(path, in: table) }
    }
  }

  /// Guards that observe an old name by its path, and not the route's: nobody asks them about either.
  private var lostGuards: [(observer: String, name: RoutePattern, route: RoutePattern)] {
    let names = tableSnapshot.aliases.values.joined()
    guard !names.isEmpty else { return [] }
    let guards = observers.elements.filter(\.decides)
    return names.sorted { $0.text < $1.text }.flatMap { name in
      let routes = exampleURLs(of: name).compactMap(renamed)
      return guards.compactMap { entry in
        routes.first { entry.watcher.observes($0.old) && !entry.watcher.observes($0.new) }?
          .new.pattern.map { (roleName(entry.watcher), name, $0) }
      }
    }
  }
}

extension RoutePattern {
  /// Whether some URL of the pattern may be under a path.
  fileprivate func mayBeUnder(_ path: RoutePattern, in table: RouteTable<RouteRecord>) -> Bool {
    for (index, wanted) in path.segments.enumerated() {
      guard index < segments.count else { return false }
      let own = segments[index]
      if case .catchAll = own { return true }
      // It is not known whether two types have a text in common.
      let (texts, other) = own.words == nil ? (wanted.words, own) : (own.words, wanted)
      let isTaken = texts?.contains {
        other.matches(Array($0.utf8), isHost: false, types: table.types, rules: table.rules)
      }
      if isTaken == false { return false }
    }
    return true
  }
}

extension RoutePattern.Segment {
  /// All the texts that it takes; nil if they cannot be listed.
  fileprivate var words: [String]? {
    switch self {
    case .literal(let text): [text]
    case .parameter(_, .words(let words)?, _): words
    case .parameter, .catchAll: nil
    }
  }
}
