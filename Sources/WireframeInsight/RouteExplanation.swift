public import WireframeCore

/// What a wireframe's table does with a URL, pattern by pattern: the answer to "why did this link not open?".
///
/// ```swift
/// print(wireframe.explain("bank://accounts/x"))
/// // No route matches '/accounts/…'. Did you mean '/accounts/:id<int>'? Segment 2 is not of type 'int'.
/// //   '/accounts/:id<int>': segment 2 is not 'int'
/// ```
///
/// No observer and no provider is asked. `wireframe.plan(_:)`, of the core, asks them.
public struct RouteExplanation: Sendable {
  /// What the table does with the URL.
  public enum Outcome: Sendable {
    /// A pattern matches, and the request may reach it.
    case match(RoutePattern)
    /// A pattern matches, but its route is closed to the request's origin.
    case notExposed(RoutePattern, RouteExposure)
    /// A pattern matches, but its route is switched off.
    case disabled(RoutePattern, by: RouteSwitches.Switch)
    /// No pattern matches.
    case noRoute(NearMiss)
    /// The URL has a fault, or two readings; the refusal says at which byte.
    case refused(URLRefusal)
    /// The URL is of no declared source; the nearest one, if one is near.
    case foreign(nearest: URLSource?)
  }

  /// A pattern, and what keeps it from the URL.
  public struct Candidate: Hashable, Sendable, CustomStringConvertible {
    /// The pattern.
    public let pattern: RoutePattern
    let reason: String

    /// The pattern, and why it matches or does not; free of values.
    public var description: String { "'\(pattern)': \(reason)".escaped }
  }

  /// The URL's text.
  public let urlText: String
  /// The origin by which exposure was looked at; a link of a custom scheme is no universal link.
  public let origin: RoutingOrigin
  /// What the table does with the URL.
  public let outcome: Outcome
  /// At most seven patterns: the one that matches, then those that are near, the nearest first.
  ///
  /// They are looked for when they are read, since that takes longer than all the rest.
  public var candidates: [Candidate] {
    near?.nearMiss.findings.candidates(of: near?.source, winner: near?.winner, but: oldName) ?? []
  }
  /// The old name by which the URL is written; nil for none.
  public let oldName: RoutePattern?
  /// The pattern for which the old name stands.
  let target: RoutePattern?
  let declared: [URLSource]
  /// Whether the URL's scheme decides on the origin, not the call.
  let isOriginByScheme: Bool
  /// What was admitted, and with what patterns it is compared; nil if nothing was.
  fileprivate let near: (nearMiss: NearMiss, source: URLSource?, winner: RoutePattern?)?
}

extension Wireframe {
  /// Says what the table does with a URL, and why; no role is asked.
  ///
  /// - Parameters:
  ///   - urlText: The URL's text.
  ///   - origin: Where the request begins; for all but `.app` it needs a source, and the route to be exposed.
  /// - Returns: The explanation.
  public func explain(_ urlText: String, origin: RoutingOrigin = .app) -> RouteExplanation {
    var request =
      origin == .app
      ? RoutingRequest(urlText) : RoutingRequest(untrusted: urlText, origin: origin)
    request.proveOrigin()
    if let (_, parent, forwarded) = forwarded(request) {
      return parent.explain(forwarded.urlText, origin: origin)
    }
    func explanation(
      _ outcome: RouteExplanation.Outcome, near route: Route? = nil
    ) -> RouteExplanation {
      let oldName = oldName(in: request)
      return RouteExplanation(
        urlText: urlText, origin: request.origin, outcome: outcome, oldName: oldName?.name,
        target: oldName?.target, declared: table.sources,
        isOriginByScheme: request.hasOriginByScheme,
        near: route.map { (nearMiss(of: $0), $0.source, $0.pattern ?? oldName?.name) })
    }
    do {
      // A closed route is found by its pattern all the same.
      let (route, record, exposure) = try findAnyway(request)
      guard let pattern = route.pattern, let record else {
        return explanation(.noRoute(nearMiss(of: route)), near: route)
      }
      let off = switchedOff(pattern, record).map {
        RouteExplanation.Outcome.disabled(pattern, by: $0)
      }
      return explanation(
        exposure.map { .notExposed(pattern, $0) } ?? off ?? .match(pattern), near: route)
    } catch {
      if let refusal = error.refusal { return explanation(.refused(refusal)) }
      return explanation(.foreign(nearest: URLSource.nearest(to: urlText, among: table.sources)))
    }
  }

  /// The pattern to which a universal link leads, and whether it is exposed to it; nil if there is none.
  func patternOfLink(_ urlText: String) -> (pattern: RoutePattern, isExposed: Bool)? {
    var request = RoutingRequest(untrusted: urlText, origin: .universalLink)
    request.proveOrigin()
    if let (_, parent, forwarded) = forwarded(request) {
      return parent.patternOfLink(forwarded.urlText)
    }
    guard let (route, _, exposure) = try? findAnyway(request), let pattern = route.pattern
    else { return nil }
    return (pattern, exposure == nil)
  }

  /// The route of a request, also if it is closed to it; then with its exposure.
  private func findAnyway(
    _ request: RoutingRequest
  ) throws(RoutingError) -> (Route, RouteRecord?, RouteExposure?) {
    do {
      let (route, record) = try find(request)
      return (route, record, nil)
    } catch {
      guard error.code == .notExposed else { throw error }
      var trusted = request
      trusted.isTrusted = true
      let (route, record) = try find(trusted)
      return (route, record, record?.exposure)
    }
  }
}

extension NearMiss.Findings {
  /// The patterns that were near, each with what keeps it from the URL; not the old name that the URL had.
  fileprivate func candidates(
    of source: URLSource?, winner: RoutePattern?, but oldName: RoutePattern?
  ) -> [RouteExplanation.Candidate] {
    var patterns = winner.map { [$0] } ?? []
    for other in near where other != oldName && !patterns.contains(other) { patterns.append(other) }
    return patterns.map {
      RouteExplanation.Candidate(pattern: $0, reason: reason(for: $0, of: source, winner: winner))
    }
  }

  /// Why a pattern matches, or does not; segments are counted from 1.
  private func reason(
    for pattern: RoutePattern, of source: URLSource?, winner: RoutePattern?
  ) -> String {
    if pattern == winner { return "wins" }
    let bound = pattern.source.flatMap { $0 == source ? nil : "is bound to '\($0)'" }
    return switch firstMismatch(of: pattern) {
    case .segment(let index, let expected)?:
      "segment \(index + 1) is not \(expected.hasPrefix("'") ? expected : "'\(expected)'")"
    case .letterCase(let index)?: "segment \(index + 1) differs only in letter case"
    case .missing(let index, let expected)?: "segment \(index + 1) is missing: \(expected)"
    case .surplus(let index)?: "ends before segment \(index + 1)"
    case .encodedSlash(let index)?:
      "segment \(index + 1) has an encoded slash, which a catch-all does not take"
    case .trailingSlash?: bound ?? "only the slash at the end differs"
    // What matches without winning is outranked.
    case nil: bound ?? "matches, but '\(winner ?? pattern)' is more specific"
    }
  }
}

// MARK: - In words

extension RouteExplanation: DescribedValue {
  /// What the table does with the URL, then a line for each candidate; free of values.
  public var description: String {
    ([sentence + nameSentence] + candidates.map { "  \($0)" }).map(\.escaped).joined(
      separator: "\n")
  }

  private var nameSentence: String {
    guard let oldName else { return "" }
    if case .noRoute = outcome { return "" }
    return " The URL has the old name '\(oldName)'."
  }

  private var sentence: String {
    switch outcome {
    case .match(let pattern): return "'\(pattern)' matches."
    case .notExposed(let pattern, let exposure):
      return CoreReason.notExposed(
        pattern: pattern, origin: origin, isByScheme: isOriginByScheme, exposure: exposure
      ).sentence(about: "'\(pattern)'")
    case .disabled(let pattern, let off):
      let sentence = CoreReason.disabled(by: "\(off.name)", fallback: nil).sentence(
        about: "'\(pattern)'")
      return off.fallback == nil ? sentence : "\(sentence) Its fallback is asked for instead."
    case .noRoute(let nearMiss):
      let oldName = oldName.flatMap { name in target.map { (name, $0) } }
      return CoreReason.noRoute(nearMiss, asked: [], oldName: oldName).sentence(about: "")
    case .refused(let refusal): return CoreReason.rejected(refusal).sentence(about: "")
    case .foreign(let nearest):
      return CoreReason.foreign(declared: declared).sentence(about: "")
        + (nearest.map { " Did you mean '\($0)'?" } ?? "")
    }
  }
}
