extension RouteTable<RouteRecord> {
  /// The routes, without their old names, in order of registration.
  package var routes: [(RoutePattern, RouteRecord)] { entries.filter { !$0.1.isAlias } }

  /// Checks the parent of a new pattern: it has only names of the pattern, and its parents do not lead back.
  func check(parent: RoutePattern, of pattern: RoutePattern) throws(RoutingError) {
    let missing = parent.names.filter { !pattern.names.contains($0) }
    guard missing.isEmpty else {
      throw RoutingError(.parentNames(pattern: pattern, parent: parent, missing: missing))
    }
    var seen: Set<RoutePattern> = []
    var next: RoutePattern? = parent
    while let current = next, seen.insert(current).inserted {
      guard current != pattern else {
        throw RoutingError(.parentCircle(pattern: pattern, parent: parent))
      }
      let record = index(of: current).flatMap { entry(at: $0).value }
      next = record?.place?.parents.first
      if case .alias(let target)? = record?.target { next = target }
    }
  }
}

extension TableSnapshot {
  package func entry(
    of pattern: RoutePattern
  ) -> (pattern: RoutePattern, registered: RouteRecord)? {
    guard let index = table.index(of: pattern), case let (found?, record?) = table.entry(at: index)
    else { return nil }
    return (found, record)
  }

  /// The route of a pattern, or of an old name.
  package func route(
    of pattern: RoutePattern
  ) -> (pattern: RoutePattern, registered: RouteRecord)? {
    guard let found = entry(of: pattern) else { return nil }
    guard case .alias(let target) = found.registered.target else { return found }
    guard let route = entry(of: target), !route.registered.isAlias else { return nil }
    return route
  }

  /// The route of an old name's URL, with its new URL, which may be refused as too long; nil if not registered.
  func route(
    of url: AdmittedURL, named name: RoutePattern
  ) throws(URLRefusal) -> (url: AdmittedURL, pattern: RoutePattern, registered: RouteRecord)? {
    guard let (pattern, _) = route(of: name),
      var text = urlText(of: pattern, with: RouteValues(url: url, pattern: name))
    else { return nil }
    let source = Int(url.parts.source)
    if source >= 0, pattern.source == nil { text = table.sources[source].urlText(at: text) }
    text += String(Substring(url.text.utf8.dropFirst(url.parts.tail)))
    switch table.index.read(text, isTrusted: true) {
    case .admitted(let new, let index):
      // The new URL may be another route's, which is more specific.
      guard case (let pattern?, let registered?) = table.entry(at: index), !registered.isAlias
      else { return nil }
      return (new, pattern, registered)
    case .refused(let refusal): throw refusal
    case .foreign: return nil
    }
  }

  /// The URL of a pattern with the values of a URL of another one; nil if it does not match them.
  func urlText(of pattern: RoutePattern, with found: RouteValues) -> String? {
    var values: [String: RouteValue] = [:]
    for name in pattern.names { values[name] = found.value(of: name) }
    // As the host of a custom scheme, a word has matched in any case.
    if found.url.hasHost,
      case .parameter(let name, .words(let words)?, _)? = found.pattern?.segments.first,
      case .text(let text)? = values[name], !words.contains(text)
    {
      values[name] = .text(text.asciiLowercased)
    }
    return try? pattern.urlText(with: values, rules: table.rules)
  }
}
