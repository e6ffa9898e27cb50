/// A presentation whose screen lands otherwise than on top: its parents come with it, in one move where possible.
final class LandedPresentation<Controller>: Presentation {
  private let inner: Presentation
  private let host: any NavigationHost<Controller>
  private var plan: LandingPlan<Controller>
  /// What the plan clears, as long as the user does not move.
  private var cleared: Cleared?
  /// The parents that have to be made, by their index.
  private(set) var missing: [Int] = []
  private var hasMadeParents = false

  init(
    _ inner: Presentation, on host: any NavigationHost<Controller>, _ plan: LandingPlan<Controller>
  ) {
    self.inner = inner
    self.host = host
    self.plan = plan
    super.init(inner.option, isExact: inner.isExact)
    if let existing = inner.controller { take(existing, isNew: false) }
  }

  private struct Cleared {
    let before: NavigationState<Controller>
    let after: NavigationState<Controller>
    let standing: LandingPlan<Controller>.Standing
  }

  override var role: Any { inner.role }

  override var placement: Placement? { inner.placement }

  override var parentRoutes: [Route] {
    hasMadeParents ? plan.parents.compactMap { $0.made == nil ? nil : $0.hop?.route } : []
  }

  override var missesParents: Bool { !missing.isEmpty }
  override var hasParents: Bool { !plan.parents.isEmpty }

  override func take(_ controller: Any, isNew: Bool) {
    super.take(controller, isNew: isNew)
    if isNew { inner.take(controller, isNew: true) }
  }

  /// Finds out what stands: takes the wanted screen over, or notes which parents are missing.
  @MainActor
  func settle() throws(RoutingError) {
    let cleared = try cleared(host.state)
    missing = cleared.standing.missing
    if cleared.standing.hasTarget, let top = cleared.after.top {
      take(top.controller, isNew: false)
    }
  }

  /// Whether parents that stood, or that nobody has asked about, have to be made now.
  @MainActor
  func hasLostParents() throws(RoutingError) -> Bool {
    missing = try cleared(host.state).standing.missing
    return missing.contains { plan.parents[$0].made == nil }
  }

  private func cleared(_ state: NavigationState<Controller>) throws(RoutingError) -> Cleared {
    if let cleared, cleared.before.hasSameScreens(as: state) { return cleared }
    var after = state
    let standing = try plan.clear(&after)
    let cleared = Cleared(before: state, after: after, standing: standing)
    self.cleared = cleared
    return cleared
  }

  func parent(_ index: Int) -> ParentPlace { plan.parents[index] }

  /// Notes the route of a missing parent, and how it is put below its child.
  func set(_ hop: Hop, ofParent index: Int, by placement: Placement) {
    plan.parents[index].hop = hop
    plan.parents[index].placement = placement
  }

  /// Leaves missing parents out that their observers refuse: more may stand of what is left.
  @MainActor
  func remove(parents indices: [Int]) throws(RoutingError) {
    guard !indices.isEmpty else { return }
    for index in indices.sorted().reversed() { plan.parents.remove(at: index) }
    cleared = nil
    if hasController { missing = try cleared(host.state).standing.missing } else { try settle() }
  }

  func take(_ controller: Any, asParent index: Int) {
    plan.parents[index].made = controller
    hasMadeParents = true
  }

  @MainActor
  override func leavingScreens(for route: Route) -> [LeavingScreen] {
    // What the parents' options take away leaves, too: what would stand is worked out as in a plan.
    guard let after = try? plannedState(for: route) else { return [] }
    let state = host.state
    let leaving = state.planned.leavingScreens(to: after, showing: route).map { screen in
      screen.showing(state.entries.first { $0.id == screen.entry }?.controller ?? screen.controller)
    }
    guard inner.placement == nil else { return leaving }
    let known = Set(leaving.map(\.entry))
    return leaving + inner.leavingScreens(for: route).filter { !known.contains($0.entry) }
  }

  @MainActor
  override func show(_ event: RoutingEvent) async throws {
    do {
      if inner.placement == nil {
        try await land(nil, event.route, isAnimated: false)
        if isNew || inner.hasController { try await inner.show(event) }
      } else {
        try await land(
          inner.placement, event.route, isAnimated: inner.placement?.isAnimated ?? true)
      }
    } catch {
      throw RoleError(of: role, error)
    }
  }

  /// Does all of it in one operation; without placement, all but the wanted screen.
  @MainActor
  private func land(
    _ placement: Placement?, _ route: Route, isAnimated: Bool
  ) async throws {
    let (plan, isNew, goesBack) = (plan, isNew, inner.hasController && !inner.isNew)
    let controller = taken as? Controller
    let operation = NavigationOperation<Controller> { state throws(RoutingError) in
      let cleared = try self.cleared(state)
      state = cleared.after
      try plan.land(
        controller, by: placement, of: route, isNew: isNew, goesBack: goesBack,
        behind: cleared.standing, in: &state)
    }
    try await host.perform(operation, animated: isAnimated)
  }

  @MainActor
  override func plannedState(for route: Route) throws -> NavigationState<PlannedScreen>? {
    var state = host.state.planned
    do {
      let planned = plan.planned
      let standing = try planned.clear(&state)
      try planned.land(
        PlannedScreen(), by: inner.placement, of: route, isNew: isNew,
        goesBack: inner.hasController && !inner.isNew, behind: standing, in: &state)
    } catch {
      throw RoleError(of: role, error)
    }
    return state
  }
}
