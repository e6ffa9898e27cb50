internal import WireframeCore

extension Wireframe {
  /// Old names of routes that are not registered, or are old names themselves.
  func aliasFindings() -> [AuditFinding] {
    let snapshot = tableSnapshot
    return snapshot.table.patterns.compactMap { name in
      guard case .alias(let target)? = snapshot.entry(of: name)?.registered.target,
        snapshot.route(of: name) == nil
      else { return nil }
      return AuditFinding(
        .missingTarget, name,
        "The old name '\(name)' is for '\(target)', which is not registered as a route. Register it, or "
          + "remove the old name.")
    }
  }

  /// What is wrong with the switches.
  func switchFindings() -> [AuditFinding] {
    switches.off.flatMap { off -> [AuditFinding] in
      let named = routes(of: off.name)
      guard !named.isEmpty else {
        return [
          AuditFinding(
            .unknownSwitch, nil,
            "No route has \(off.name), which is switched off. Correct it, or leave it to other versions of the app."
          )
        ]
      }
      let fixed = named.compactMap { pattern, record in
        reasonNeverOff(pattern, record).map { reason in
          AuditFinding(
            .neverOff, pattern,
            "'\(pattern)' is \(reason), and so is never off. Leave \(off.name) on, or let it not name the route."
          )
        }
      }
      return fixed + fallbackFindings(of: off, named.filter { switchedOff($0.0, $0.1) == off })
    }
  }

  /// The routes that a switch names.
  private func routes(of name: RouteSwitches.Name) -> [(RoutePattern, RouteRecord)] {
    switch name {
    case .pattern(let text):
      (try? RoutePattern(text)).flatMap { tableSnapshot.route(of: $0) }.map { [$0] } ?? []
    case .tag(let tag): tableSnapshot.table.routes.filter { $0.1.tags.contains(tag) }
    }
  }

  private func fallbackFindings(
    of off: RouteSwitches.Switch, _ closed: [(RoutePattern, RouteRecord)]
  ) -> [AuditFinding] {
    switch end(of: off) {
    case .never(let reason):
      closed.prefix(1).map { route, _ in
        AuditFinding(
          .deadFallback, route,
          "The fallback of \(off.name) is never shown: \(reason). Name a screen, or none.")
      }
    case .shown(let way):
      closed.compactMap { route, record in
        way.first { !$0.exposure.includes(record.exposure) }.map { fallback in
          AuditFinding(
            .deadFallback, route,
            "Links from outside that reach '\(route)' do not all reach '\(fallback.pattern)', the fallback of "
              + "\(off.name). Expose the fallback alike.", isWarning: true)
        }
      }
    }
  }

  private func end(of off: RouteSwitches.Switch) -> FallbackEnd {
    guard off.fallback != nil else { return .shown([]) }
    var next: RouteSwitches.Switch? = off
    var seen: Set<RoutePattern> = []
    var way: [(pattern: RoutePattern, exposure: RouteExposure)] = []
    while let text = next?.fallback {
      do {
        let (route, record) = try find(RoutingRequest(text))
        guard let pattern = route.pattern, let record else {
          return mayBeKnown(route) ? .shown(way) : .never("no route matches it")
        }
        if case .handler = record.target { return .never("it is a handler") }
        way.append((pattern, record.exposure))
        guard let switched = switchedOff(pattern, record) else { return .shown(way) }
        guard seen.insert(pattern).inserted else { return .never("it leads in a circle") }
        next = switched
      } catch { return .never("\(error.code)") }
    }
    return .never("it is off itself")
  }
}

/// Where the fallback of a switch leads in the end.
private enum FallbackEnd {
  /// The routes on the way, each of which a link has to reach, as far as they have patterns.
  case shown([(pattern: RoutePattern, exposure: RouteExposure)])
  /// Why it is never shown.
  case never(String)
}
