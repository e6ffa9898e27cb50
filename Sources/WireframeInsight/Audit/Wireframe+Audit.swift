public import WireframeCore

extension Wireframe {
  /// Finds everything in the table that cannot work, or that may not be intended, at once.
  ///
  /// ```swift
  /// #expect(wireframe.audit(allowing: [.allow(.unguarded, "/products")]).isEmpty)
  /// ```
  ///
  /// Nothing is routed. Observers are asked with an example of each pattern whether they observe it; a type of the
  /// app's own gives an example, or its routes are reported as ``AuditFinding/Code/notChecked``. A mounted wireframe
  /// has the findings of the outermost one, whose presenters and guards its routes need.
  ///
  /// - Parameter allowances: What is meant as it is; an allowance of something that is not found is a finding itself.
  /// - Returns: The findings: those of single routes, in the order of registration, then those of the rest.
  /// - Complexity: Linear in the number of routes.
  public func audit(allowing allowances: [AuditAllowance] = []) -> [AuditFinding] {
    guard outermost === self else { return outermost.audit(allowing: allowances) }
    let facts = facts
    let missing = Dictionary(grouping: missingParts, by: \.pattern)
    let ofRoutes = facts.flatMap { fact in
      findings(of: fact, missing[fact.route.pattern, default: []].map(\.part))
    }
    let all =
      ofRoutes + typeClashes(facts) + redirectFindings() + sourceFindings(facts.map(\.route))
      + ownerFindings(facts) + homeFindings() + aliasFindings() + roleFindings() + switchFindings()
      + hostFindings()
    return all.filter { finding in !allowances.contains { $0.allows(finding) } }
      + allowances.compactMap { allowance -> AuditFinding? in
        let found = all.filter(allowance.allows)
        let idle = allowance.patterns.subtracting(found.compactMap(\.pattern))
        guard found.isEmpty || !idle.isEmpty else { return nil }
        let patterns = idle.map { "'\($0)'" }.sorted().joined(separator: ", ")
        return AuditFinding(
          .unusedAllowance, nil,
          "'\(allowance.code.rawValue)' is allowed\(patterns.isEmpty ? "" : " for \(patterns)"), but was not found. "
            + "Remove the allowance.")
      }
  }

  private func typeClashes(_ facts: [RouteFacts]) -> [AuditFinding] {
    let typed = facts.compactMap { fact in
      fact.route.pattern.routeType.map { (type: $0, pattern: fact.route.pattern) }
    }
    let types = Dictionary(typed.map { (ObjectIdentifier($0.type), $0) }) { first, _ in first }
    let names = Dictionary(grouping: types.values) { "\($0.type)" }
    return typed.compactMap { type, pattern in
      guard let first = types[ObjectIdentifier(type)]?.pattern, first != pattern else { return nil }
      let name = names["\(type)"]?.count == 1 ? "\(type)" : String(reflecting: type)
      return AuditFinding(
        .typeClash, pattern,
        "'\(pattern)' is registered for the type '\(name)', as is '\(first)'. Give each route a type of its own."
      )
    }
  }

  private func redirectFindings() -> [AuditFinding] {
    let redirects = redirects
    let before = Dictionary(
      redirects.compactMap { redirect in redirect.gate.map { ($0.id, gates(before: redirect)) } }
    ) { $0.union($1) }
    let missing = redirects.compactMap { redirect -> AuditFinding? in
      let text = redirect.target.text
      // A provider without pattern may know more.
      let isMissing = route(of: redirect) == nil && route(text).map(mayBeKnown) != true
      let isHandler = redirect.gate != nil && runsHandler(for: RoutingRequest(text))
      guard isMissing || isHandler else { return nil }
      let fault =
        isMissing
        ? "not registered. Register it, or redirect elsewhere."
        : "a handler: the gate keeps nothing. Register a screen there."
      return AuditFinding(
        .missingRedirect, nil,
        "\(redirect.observer.sentenceCased) leads to '\(text)', which is \(fault)")
    }
    let closed = redirects.compactMap { redirect -> AuditFinding? in
      guard let gate = redirect.gate?.id, Self.gates(before: gate, before).contains(gate),
        let route = route(of: redirect)
      else { return nil }
      return AuditFinding(
        .closedGate, route,
        "The screen '\(route)' of \(redirect.observer) is behind that gate itself. Remove the tag "
          + "from the route.")
    }
    return missing + closed
  }

  /// All gates that have to be passed before the screen of a gate is seen.
  private static func gates(
    before gate: ObjectIdentifier, _ gates: [ObjectIdentifier: Set<ObjectIdentifier>]
  ) -> Set<ObjectIdentifier> {
    var found: Set<ObjectIdentifier> = []
    var next = gates[gate] ?? []
    while let gate = next.popFirst() {
      if found.insert(gate).inserted { next.formUnion(gates[gate] ?? []) }
    }
    return found
  }

  private func sourceFindings(_ routes: [RegisteredRoute]) -> [AuditFinding] {
    table.sources.filter { $0.host != nil }.filter { source in
      !routes.contains { route in
        route.exposure.admits(.universalLink)
          && route.names.contains { ($0.source ?? source) == source }
      }
    }.map { source in
      AuditFinding(
        .unusedSource, nil,
        "No route is exposed to the links of '\(source)'. Register some with "
          + "'exposure: .only(.universalLink)', or remove the source.")
    }
  }

  private func hostFindings() -> [AuditFinding] {
    let ways = unaskedWays.joined(separator: "; ")
    let message =
      "Leave guards are not asked about these ways of the user: \(ways). Keep what the user would lose, and allow it "
      + "in the audit."
    return ways.isEmpty ? [] : [AuditFinding(.unaskedWays, nil, message)]
  }
}

extension Wireframe {
  /// What is wrong with a route, for which these parts are missing.
  private func findings(of fact: RouteFacts, _ missingParts: [String]) -> [AuditFinding] {
    let (route, record) = (fact.route, fact.record)
    let pattern = route.pattern
    let isHandler = route.target == .handler
    let option = record.option ?? defaultOption(for: record)
    var findings: [AuditFinding] = []
    func add(_ code: AuditFinding.Code, _ message: String, isWarning: Bool = false) {
      findings.append(AuditFinding(code, pattern, message, isWarning: isWarning))
    }
    if !isHandler, !hasProvider(record) {
      add(
        .noProvider,
        "Nothing makes the screen of '\(pattern)'. Register it with a closure, or add a provider.")
    }
    if !isHandler, option == nil, !hasOptionProviders, !isScreenOfLock(record) {
      add(
        .noOption,
        "Nothing says how to present '\(pattern)'. Register it with 'option:', or give the wireframe "
          + "a 'defaultOption'.")
    }
    if !isHandler, let option, !hasOptionProviders, let fault = fault(of: option, fact) {
      add(.noPresenter, fault)
    }
    for part in missingParts.sortedTexts() {
      add(.missingPart, "'\(pattern)' needs the \(part), which is not registered. Register it.")
    }
    if let parent = route.parent, tableSnapshot.route(of: parent) == nil {
      add(
        .missingParent,
        "The parent '\(parent)' of '\(pattern)' is not registered. Register it, or remove it from its place."
      )
    } else if let parent = route.parent, let name = pattern.name(unfitFor: parent, in: table) {
      add(
        .unfitParent,
        "The parent '\(parent)' of '\(pattern)' takes only some values of ':\(name)': links with others, or without "
          + "one, do not have it below them. Write ':\(name)' as the parent does.")
    }
    if fact.isShadowed {
      add(
        .shadowed,
        "No URL leads to '\(pattern)': other patterns are more specific for each. Remove it.")
      return findings
    }
    if isHandler, pattern.text.hasSuffix("/*?"), !pattern.text.contains(":"),
      let other = self.route("\(pattern.text.dropLast(3))")?.pattern, other != pattern
    {
      add(
        .shadowed, "The bare name of '\(pattern)' opens '\(other)'. Rename one, or allow it.",
        isWarning: true)
    }
    guard let example = fact.example else {
      add(
        .notChecked,
        "No URL of '\(pattern)' is known, so no observer was asked about it. Give the types of its "
          + "parameters an 'example:'.")
      return findings
    }
    for unknown in unknownTags(of: example, record) {
      let readers = unknown.readers.joined(separator: ", ")
      let advice =
        unknown.readers.isEmpty
        ? ". Correct its spelling, or add the guard."
        : ", but \(readers) may read it. Correct its spelling, add the guard, or allow it in the audit."
      add(
        .unknownTag, "No observer or gate uses the tag '\(unknown.tag)' of '\(pattern)'\(advice)",
        isWarning: !unknown.readers.isEmpty)
    }
    if route.exposure != .closed, fact.guards.isEmpty {
      add(
        .unguarded,
        "Links from outside reach '\(pattern)', and no observer or gate is asked. Allow it in the audit, or guard it."
      )
    }
    return findings
  }

  /// Why no presenter shows a route by its option; nil if one does.
  private func fault(of option: any RoutingOption, _ fact: RouteFacts) -> String? {
    let (pattern, named) = (fact.route.pattern, option as? any NamedOption)
    guard let found = presentation(with: option, by: presenters(for: fact.record, of: nil)) else {
      return named?.missingPart.sentence(about: "'\(pattern)'")
        ?? "No presenter accepts the option '\(type(of: option))' of '\(pattern)'. Add one, or use another option."
    }
    // A navigator by name may not take the values of its option; those of files were checked when loaded.
    guard named != nil, let example = fact.example,
      case .failure(let error as RoutingError) = Result(catching: { try found.reuse(for: example) })
    else { return nil }
    return error.coreReason?.sentence(about: "'\(pattern)'")
  }
}
