internal import WireframeCore

extension Wireframe {
  /// Gates without owner in front of routes that no other gate's owner guards, nor that of the lock.
  func ownerFindings(_ facts: [RouteFacts]) -> [AuditFinding] {
    var seen: Set<ObjectIdentifier> = []
    return facts.flatMap { fact -> [AuditFinding] in
      let pattern = fact.route.pattern
      let gates = fact.example.map { observers(of: $0, fact.record).compactMap(\.gate) } ?? []
      if gates.contains(where: { $0.gate.owner != nil }) { return [] }
      return gates.compactMap { gate in
        guard let tag = gate.tag, seen.insert(ObjectIdentifier(gate)).inserted else { return nil }
        return AuditFinding(
          .ownerlessGate, pattern,
          "What the gate for '\(tag.rawValue)' keeps is shown to whoever passes: no gate in front of "
            + "'\(pattern)' has an owner. Add the gate with 'owner:'.")
      }
    }
  }

  /// A home that no pattern matches, nor a provider without pattern may know.
  func homeFindings() -> [AuditFinding] {
    guard let home = homeRequest?.urlText,
      route(home).map({ $0.pattern == nil && !mayBeKnown($0) }) != false
    else { return [] }
    let message =
      "The home '\(home)' of the wireframe is not registered. Register it, or name another one."
    return [AuditFinding(.missingHome, nil, message)]
  }
}

extension RoutePattern {
  /// A name whose values a parent does not all take; nil for none.
  func name(unfitFor parent: RoutePattern, in table: RouteTable<RouteRecord>) -> String? {
    for segment in parent.segments {
      let own = segments.first { $0.name == segment.name }
      let isTaken = own.map { segment.takesAll(of: $0, in: table) }
      if let name = segment.name, isTaken != true { return name }
    }
    return nil
  }
}

extension RoutePattern.Segment {
  /// Whether it takes whatever another segment takes, and may be left out where that may be.
  fileprivate func takesAll(of other: Self, in table: RouteTable<RouteRecord>) -> Bool {
    guard isOptional || !other.isOptional else { return false }
    return switch (self, other) {
    case (.parameter(_, nil, _), .parameter), (.catchAll, .catchAll),
      (.parameter(_, .type("double")?, _), .parameter(_, .type("int")?, _)),
      (.parameter(_, .type("double")?, _), .parameter(_, .type("uint")?, _)):
      true
    case (.parameter, .parameter(_, .words(let words)?, _)):
      words.map { Array($0.utf8) }
        .allSatisfy { matches($0, isHost: false, types: table.types, rules: table.rules) }
    case (.parameter(_, let type, _), .parameter(_, let theirs, _)): type == theirs
    default: false
    }
  }
}
