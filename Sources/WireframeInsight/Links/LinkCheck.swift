public import WireframeCore

/// What opening one link of a list would do: of an e-mail, an advertisement, a printed code.
///
/// ```swift
/// let links = await wireframe.check(links: ["https://example.com/products/42"])
/// #expect(links.filter(\.isDead).isEmpty)
/// ```
public struct LinkCheck: Sendable, CustomStringConvertible {
  /// The link.
  public let urlText: String
  /// What opening it would do.
  public let plan: RoutePlan
  /// What the table does with it.
  public let explanation: RouteExplanation
  /// The pattern to which it led in the older manifest; nil without one, or if it was dead then.
  public let former: RoutePattern?

  /// Whether opening it fails. A link that an observer stops does not fail, but shows nothing either.
  public var isDead: Bool { plan.error != nil }

  /// The link, and what opening it would do; a link of a list is no secret, so it is shown.
  public var description: String {
    guard let error = plan.error else {
      let pattern = plan.route.map { "\($0)" } ?? "a URL without pattern"
      let redirect = plan.redirects.first.map { ", redirected from \($0)" } ?? ""
      let doubt = plan.isCertain ? "" : ", if the observers that plans do not ask let it pass"
      if case .stopped(let reason)? = plan.outcome {
        return "\(urlText.escaped): stopped at \(pattern)\(redirect): \(reason.escaped)"
      }
      return "\(urlText.escaped): \(pattern)\(redirect)\(doubt)"
    }
    let since = former.map { " It led to '\($0)' before." } ?? ""
    return "\(urlText.escaped): dead: \(error.code): \(error)\(since)".escaped
  }
}

extension Wireframe {
  /// Finds out what opening published links would do.
  ///
  /// Each is planned as a link from outside.
  ///
  /// - Parameters:
  ///   - links: The links.
  ///   - origin: Where they are opened, for instance `.notification`; nil for web and mail, where an https link is a
  ///     universal link, and others are links of a custom scheme.
  ///   - old: An older manifest, to say since which route a link is dead.
  /// - Returns: The check of each link, in order.
  public func check(
    links: [String], origin: RoutingOrigin? = nil, since old: RouteManifest? = nil
  ) async -> [LinkCheck] {
    let table = old?.table
    var checks: [LinkCheck] = []
    for link in links {
      let isWebLink = link.lowercased().hasPrefix("https:")
      let origin = origin ?? (isWebLink ? .universalLink : .customScheme)
      let plan = await plan(link, origin: origin)
      let explanation = explain(link, origin: origin)
      let former = table?.find(link, isTrusted: false)?.entry.route
      let wasAlive = former?.exposure.admits(explanation.origin) == true && former?.isOff == false
      checks.append(
        LinkCheck(
          urlText: link, plan: plan, explanation: explanation,
          former: wasAlive ? former?.pattern : nil))
    }
    return checks
  }
}
