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
/// what leave guards say.
public struct RoutePlan: Sendable, DescribedValue {
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
  public private(set) var request: RoutingRequest
  /// How the routing would end; nil if it would fail.
  public private(set) var outcome: RoutingOutcome?
  /// Why the routing would fail; nil if it would not.
  public private(set) var error: RoutingError?
  /// The final route, or the one that would fail; nil if its URL is not let in.
  public private(set) var route: Route?
  /// The routes that would be left by a redirect, in order.
  public private(set) var redirects: [Route] = []
  /// What the observers said, in order; about missing parents, too.
  public private(set) var decisions: [Decision] = []
  /// The settled option; nil if nothing would be presented.
  public private(set) var option: (any RoutingOption)?
  /// Who settled the option: the call, the redirect, the route, an option provider by its name, or the default.
  public private(set) var optionSource: String?
  /// The presenter's name; nil if nothing would be presented.
  public private(set) var presenter: String?
  /// The name of the provider that would be asked first; nil if none would be.
  public private(set) var provider: String?
  /// The routes of the screens that would leave, the uppermost first; nil for one that came without a route. In
  /// the plan of a module, as the module knows them.
  public private(set) var leaving: [Route?] = []
  /// The patterns of what would be shown then, from the root to the top, as the outermost wireframe knows them; nil for
  /// a screen without pattern.
  public private(set) var landing: [RoutePattern?]
  /// Whether the host would show the screen. Otherwise a presenter of the app's own would, in a place of its own, and
  /// ``landing`` has it at the top.
  public private(set) var isLandingKnown = true

  /// Whether every observer was asked; if not, the result may differ.
  public var isCertain: Bool { decisions.allSatisfy { $0.decision != nil } }

  /// What would happen, step by step, a line each; free of values.
  public var description: String {
    var lines = decisions.map { decision in
      let text = decision.decision?.description ?? "unknown, since it is not asked in plans"
      return "\(decision.observer) on \(decision.route): \(text)"
    }
    if let option, let optionSource {
      lines.append("option: \("\(type(of: option))"), by \(optionSource)")
    }
    if let presenter { lines.append("presenter: \(presenter)") }
    if let provider { lines.append("first provider: \(provider)") }
    if !leaving.isEmpty { lines.append("would leave: \(Self.list(leaving.map { $0?.pattern }))") }
    if let error {
      lines.append("would fail: \(error.code): \(error)")
    } else if let outcome {
      let reason = outcome.reason.map { " (\($0))" } ?? ""
      lines.append("would be \(outcome.name)\(reason): \(route.map { "\($0)" } ?? "no route")")
      let place = isLandingKnown ? "" : ", where its presenter puts it"
      lines.append("on screen: \(Self.list(landing))\(place)")
    }
    return lines.map(\.escaped).joined(separator: "\n")
  }

  private static func list(_ patterns: [RoutePattern?]) -> String {
    patterns.isEmpty
      ? "nothing" : patterns.map { $0.map { "'\($0)'" } ?? "no pattern" }.joined(separator: " › ")
  }

  @MainActor
  fileprivate init(
    of request: RoutingRequest, _ steps: [RoutingStep],
    _ result: Result<RoutingSummary, RoutingError>, reached: Resolution?, shown: [RoutePattern?]
  ) {
    self.request = request
    landing = shown
    var (isDefault, answered, optionProvider): (Bool, String?, String?) = (false, nil, nil)
    for step in steps {
      switch step {
      case .matched(let matched): route = matched
      case .redirected:
        if let left = route { redirects.append(left) }
        route = nil
      case .decided(let observer, let decision, let route):
        decisions.append(Decision(observer: observer, route: route, decision: decision))
      case .answered(let role, _): answered = role
      case .settled(let settled, let isDefaultOption):
        (option, isDefault, presenter) = (settled, isDefaultOption, nil)
        // An answer counts for what is settled next only: another screen, or a root, may come instead.
        (optionProvider, answered) = (answered, nil)
      case .presenter(let role): presenter = presenter ?? role
      // The parents' come first.
      case .provider(let role): provider = role
      case .leaving(let routes): leaving += routes
      case .landed(let patterns, let isKnown): (landing, isLandingKnown) = (patterns, isKnown)
      case .began, .ended, .screens, .finished, .failed: break
      }
    }
    switch result {
    case .success(let summary):
      (outcome, route, redirects) = (summary.outcome, summary.route, summary.redirects)
    case .failure(let failure):
      // Nothing leaves, and a fallback that leads nowhere is passed over.
      (error, leaving) = (failure, [])
      if let reached { (route, redirects) = (reached.route, reached.redirects) }
    }
    guard option != nil else { return }
    let named = redirects.isEmpty ? "the call" : "the redirect"
    optionSource =
      isDefault
      ? "the default option"
      : optionProvider ?? (route?.requestedOption == nil ? "the route" : named)
  }

  fileprivate func map(_ request: RoutingRequest, _ other: (Route) -> Route) -> RoutePlan {
    var plan = self
    plan.request = request
    plan.route = route.map(other)
    plan.redirects = redirects.map(other)
    plan.decisions = decisions.map {
      Decision(observer: $0.observer, route: other($0.route), decision: $0.decision)
    }
    plan.leaving = leaving.map { $0.map(other) }
    return plan
  }
}

// MARK: - Planning

extension Wireframe {
  /// Finds out what routing to a URL would do right now, and does nothing of it.
  ///
  /// Observers and option providers are asked, with a route that says ``Route/isDryRun``; an observer that has said so
  /// is passed over. Nothing is made, shown, announced, kept or enqueued, no handler runs, and no leave guard is
  /// asked. It runs at once, beside what is routing, and may be called in a stage.
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
      origin == .app ? RoutingRequest(urlText) : RoutingRequest(untrusted: urlText, origin: origin)
    (request.option, request.landing) = (option, landing)
    return await plan(request)
  }

  /// Finds out what routing a request would do right now, and does nothing of it, as for a URL.
  public func plan(_ request: RoutingRequest) async -> RoutePlan {
    if let (mount, parent, whole) = forwarded(request) {
      return await parent.plan(whole).map(request) { mount.local($0) ?? $0 }
    }
    let notes = PlanNotes()
    let routing = Routing(request, for: .plan, settings, journal: notes)
    // A stage that awaits the plan waits for its roles, too.
    routing.tasks.ofStages = queue.innermostInCurrentTask?.tasksOfStages()
    let result: Result<RoutingSummary, RoutingError>
    do {
      result = .success(try await show(routing).summary)
    } catch { result = .failure(routing.error(endedBy: error)) }
    let shown = host?.state.shown.map { $0.route?.pattern } ?? []
    return RoutePlan(of: request, notes.steps, result, reached: routing.reached, shown: shown)
  }

  /// Works out what would be on screen: the last stage of a plan.
  func planned(
    _ presentation: Presentation, _ wanted: Resolution, _ routing: Routing
  ) throws -> Ended {
    var state = host?.state.planned
    do {
      state = try presentation.plannedState(for: wanted.route) ?? state
    } catch { throw RoleError(of: presentation.role, error) }
    var landing = state?.shown.map { $0.route?.pattern } ?? []
    let isKnown = presentation.placement != nil
    if !isKnown { landing.append(wanted.route.pattern) }
    routing.journal?.note(.landed(landing, isKnown: isKnown))
    return ended(.presented, wanted, routing)
  }
}

private final class PlanNotes: RoutingJournal {
  private(set) var steps: [RoutingStep] = []

  func note(_ step: RoutingStep) { steps.append(step) }
  func close() {}
}
