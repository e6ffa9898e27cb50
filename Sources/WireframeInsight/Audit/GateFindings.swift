internal import WireframeCore

extension Wireframe {
  /// Gates without owner in front of routes that no other gate's owner guards.
  func ownerFindings(_ facts: [RouteFacts]) -> [AuditFinding] {
    var first: [ObjectIdentifier: (tag: RouteTag, patterns: [RoutePattern])] = [:]
    var order: [ObjectIdentifier] = []
    for fact in facts {
      let gates = (fact.example.map { observers(of: $0) } ?? []).filter { !$0.isLock }
      guard !gates.contains(where: { $0.hasOwner == true }) else { continue }
      for gate in gates where gate.hasOwner == false {
        guard let (tag, _, id) = gate.gateFacts else { continue }
        if first[id] == nil { order.append(id) }
        first[id, default: (tag, [])].patterns.append(fact.route.pattern)
      }
    }
    return order.compactMap { first[$0] }.map { tag, patterns in
      AuditFinding(
        .ownerlessGate, patterns.first,
        "What the gate for '\(tag.rawValue)' keeps is shown to whoever passes: no gate in front of "
          + "'\(patterns[0])' has an owner. Add the gate with 'owner:'.")
    }
  }

  /// A home that no pattern matches.
  func homeFindings() -> [AuditFinding] {
    guard let home = homeRequest?.urlText, route(home)?.pattern == nil else { return [] }
    return [
      AuditFinding(
        .missingHome, nil,
        "The home '\(home)' of the wireframe is not registered. Register it, or name another one.")
    ]
  }
}

extension RouteFacts {
  /// A name whose values the parent does not all take, and the parent; nil for none.
  var unfitParentName: (String, RoutePattern)? {
    guard hasParent, let parent = route.parent else { return nil }
    for case .parameter(let name, let type?, _) in parent.segments {
      let own = route.pattern.segments.first { $0.name == name }
      if case .parameter(_, type, _)? = own { continue }
      return (name, parent)
    }
    return nil
  }
}
