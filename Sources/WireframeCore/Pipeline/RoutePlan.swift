/// What routing to a URL would do right now: a value.
///
/// ```swift
/// let plan = await wireframe.plan("bank://accounts/7", origin: .universalLink)
/// plan.outcome         // .presented, as the routing's result would have it; nil if it would fail
/// plan.redirects       // the routes that would be left
/// plan.landing         // the patterns that would be on screen, from the root to the top
/// print(plan)          // safe to log
/// ```
///
/// What only happens in a routing is not in it: what a provider, a handler or a presenter of the app's own does, and
/// what the screens say that are asked to leave.
public struct RoutePlan: Sendable {
  /// What an observer said about a route.
  public struct Decision: Sendable {
    /// The observer's name, as errors have it.
    public let observer: String
    /// The route.
    public let route: Route
    /// What the observer said; nil if it is not asked in plans, and so unknown.
    public let decision: RoutingDecision?
  }

  /// The request.
  public let request: RoutingRequest
  /// How the routing would end; nil if it would fail.
  public let outcome: RoutingOutcome?
  /// Why the routing would fail; nil if it would not.
  public let error: RoutingError?
  /// The final route, or the one that would fail; nil if its URL is not admitted.
  public let route: Route?
  /// The routes that would be left by a redirect, in order.
  public let redirects: [Route]
  /// What the observers said, in order; about missing parents, too.
  public let decisions: [Decision]
  /// The settled option; nil if nothing would be presented.
  public let option: (any RoutingOption)?
  /// Who settled the option: the call, the route, an option provider by its name, or the default.
  public let optionSource: String?
  /// The presenter's name; nil if nothing would be presented.
  public let presenter: String?
  /// The name of the provider that would be asked first; nil if none would be.
  public let provider: String?
  /// The routes of the screens that would leave, the uppermost first; nil for one that came without a route. In
  /// the plan of a module, as the module knows them.
  public let leaving: [Route?]
  /// The patterns of what would be shown then, from the root to the top, as the outermost wireframe knows them; nil for
  /// a screen without pattern.
  public let landing: [RoutePattern?]
  /// Whether the host would show the screen. Otherwise a presenter of the app's own would, in a place of its own, and
  /// ``landing`` has it at the top.
  public let isLandingKnown: Bool

  /// Whether every observer was asked; if not, the result may differ.
  public var isCertain: Bool { decisions.allSatisfy { $0.decision != nil } }
}

extension RoutePlan: CustomStringConvertible {
  /// What would happen, step by step, a line each; free of values.
  public var description: String {
    var lines: [String] = []
    for decision in decisions {
      let text = decision.decision?.description ?? "unknown, since it is not asked in plans"
      lines.append("\(decision.observer) on \(decision.route): \(text)")
    }
    if let option, let optionSource {
      lines.append("option: \("\(type(of: option))"), by \(optionSource)")
    }
    if let presenter { lines.append("presenter: \(presenter)") }
    if let provider { lines.append("first provider: \(provider)") }
    if !leaving.isEmpty { lines.append("would leave: \(Self.list(leaving.map { $0?.pattern }))") }
    if let error {
      lines.append("would fail: \(error.code): \(error)")
    } else {
      lines.append("would be \(outcomeText): \(route.map { "\($0)" } ?? "no route")")
      let place = isLandingKnown ? "" : ", where its presenter puts it"
      lines.append("on screen: \(Self.list(landing))\(place)")
    }
    return lines.map(\.escaped).joined(separator: "\n")
  }

  private var outcomeText: String {
    switch outcome {
    case .presented?: "presented"
    case .handled?: "handled"
    case .stopped(let reason)?: "stopped (\(reason))"
    case nil: "failed"
    }
  }

  private static func list(_ patterns: [RoutePattern?]) -> String {
    patterns.isEmpty
      ? "nothing" : patterns.map { $0.map { "'\($0)'" } ?? "no pattern" }.joined(separator: " › ")
  }
}

extension RoutePlan: CustomReflectable {
  /// The description only; free of values.
  public var customMirror: Mirror { Mirror(describing: self) }
}

// MARK: - Planning

extension Wireframe {
  /// Finds out what routing to a URL would do right now, and does nothing of it.
  ///
  /// Observers and option providers are asked, with a route that says ``Route/isDryRun``; an observer that has said so
  /// is passed over. Nothing is made, shown, announced, kept or enqueued, no handler runs, and no screen is asked to
  /// leave. It runs at once, beside what is routing, and may be called in a stage.
  ///
  /// - Parameters:
  ///   - urlText: The URL's text.
  ///   - origin: Where the request begins; all but `.app` are planned as ``open(_:origin:)-(String,_)`` routes them.
  ///   - option: How to present; nil leaves it to the route and the option providers.
  ///   - landing: Where the screen is shown; nil for as usual.
  /// - Returns: The plan.
  public func plan(
    _ urlText: String, origin: RoutingOrigin = .app, option: (any RoutingOption)? = nil,
    landing: Landing? = nil
  ) async -> RoutePlan {
    var request =
      origin == .app
      ? RoutingRequest(urlText) : RoutingRequest(untrusted: urlText, origin: origin)
    request.option = option
    request.landing = landing
    return await plan(request)
  }

  /// Finds out what routing a request would do right now, and does nothing of it.
  ///
  /// - Parameter request: The request.
  /// - Returns: The plan.
  public func plan(_ request: RoutingRequest) async -> RoutePlan {
    if let (mount, parent, request) = forwarded(request) {
      return await parent.plan(request).map { mount.local($0) ?? $0 }
    }
    var request = request
    request.isDryRun = true
    let notes = PlanNotes()
    let routing = Routing(request, for: .plan, settings, journal: notes)
    do {
      let summary = try await show(routing).summary
      return RoutePlan(of: request, notes, .success(summary), routing, shown: shownPatterns)
    } catch {
      let error = routing.error(endedBy: error)
      return RoutePlan(of: request, notes, .failure(error), routing, shown: shownPatterns)
    }
  }

  /// The patterns of what is shown, from the root up.
  private var shownPatterns: [RoutePattern?] { host?.state.shown.map { $0.route?.pattern } ?? [] }

  /// Works out what would be on screen: the last stage of a plan.
  func planned(
    _ presentation: Presentation, _ wanted: Resolution, _ routing: Routing
  ) throws -> Ended {
    let state = try presentation.plannedState(for: wanted.route) ?? host?.state.planned
    var landing = state?.shown.map { $0.route?.pattern } ?? []
    let isKnown = presentation.placement != nil
    if !isKnown { landing.append(wanted.route.pattern) }
    routing.journal?.note(.landed(landing, isKnown: isKnown))
    return (RoutingSummary(.presented, route: wanted.route, redirects: wanted.redirects), nil)
  }
}

/// The steps of a plan.
private final class PlanNotes: RoutingJournal {
  private(set) var steps: [RoutingStep] = []

  func note(_ step: RoutingStep) { steps.append(step) }
  func close() {}
}

extension RoutePlan {
  @MainActor
  fileprivate init(
    of request: RoutingRequest, _ notes: PlanNotes,
    _ result: Result<RoutingSummary, RoutingError>, _ routing: Routing, shown: [RoutePattern?]
  ) {
    self.request = request
    var decisions: [Decision] = []
    var settled: (option: any RoutingOption, isDefault: Bool)?
    var (optionProvider, isLandingKnown): (String?, Bool) = (nil, true)
    var (leaving, landing): ([Route?], [RoutePattern?]?) = ([], nil)
    var (presenter, provider): (String?, String?)
    var (matched, left): (Route?, [Route]) = (nil, [])
    for step in notes.steps {
      switch step {
      case .matched(let route): matched = route
      case .redirected:
        left += [matched].compactMap(\.self)
        matched = nil
      case .decided(let observer, let decision, let route):
        decisions.append(Decision(observer: observer.name, route: route, decision: decision))
      case .notAsked(let observer, let route):
        decisions.append(Decision(observer: observer.name, route: route, decision: nil))
      case .answered(let role, _): optionProvider = role.name
      case .settled(let option, let isDefault): (settled, presenter) = ((option, isDefault), nil)
      case .presenter(let role): presenter = presenter ?? role.name
      // The parents' come first.
      case .provider(let role): provider = role.name
      case .leaving(let routes): leaving += routes
      case .landed(let patterns, let isKnown): (landing, isLandingKnown) = (patterns, isKnown)
      case .began, .ended, .screens, .finished, .failed: break
      }
    }
    switch result {
    case .success(let result):
      outcome = result.outcome
      error = nil
      route = result.route
      redirects = result.redirects
    case .failure(let failure):
      outcome = nil
      error = failure
      route = matched
      redirects = left
      // Nothing leaves.
      leaving = []
    }
    self.decisions = decisions
    option = settled?.option
    self.presenter = presenter
    self.provider = provider
    self.leaving = leaving
    optionSource =
      switch settled {
      case (_, isDefault: true)?: "the default option"
      case _?: optionProvider ?? (route?.requestedOption == nil ? "the route" : "the call")
      case nil: nil
      }
    self.landing = landing ?? shown
    self.isLandingKnown = isLandingKnown
  }

  private init(_ other: RoutePlan, _ map: (Route) -> Route) {
    request = other.request
    outcome = other.outcome
    error = other.error
    route = other.route.map(map)
    redirects = other.redirects.map(map)
    decisions = other.decisions.map {
      Decision(observer: $0.observer, route: map($0.route), decision: $0.decision)
    }
    option = other.option
    optionSource = other.optionSource
    presenter = other.presenter
    provider = other.provider
    leaving = other.leaving.map { $0.map(map) }
    landing = other.landing
    isLandingKnown = other.isLandingKnown
  }

  fileprivate func map(_ other: (Route) -> Route) -> RoutePlan { RoutePlan(self, other) }
}
