/// The steps of one routing, for a plan or a trace.
@MainActor
package final class RoutingJournal {
  /// Something that a stage has found out or done.
  package enum Step {
    case began(RoutingStage)
    case ended(RoutingStage)
    case matched(Route)
    case decided(any RoutingObserver, RoutingDecision, Route)
    /// An observer that plans do not ask.
    case notAsked(String, Route)
    case redirected(RoutingRequest)
    case answered(any RoutingOptionProvider, any RoutingOption)
    case settled(any RoutingOption, isDefault: Bool)
    case presenter(String)
    case leaving([LeavingScreen])
    case provider(String)
    case changed(entered: [Route?], left: [Route?])
    case finished(RoutingOutcome, Route)
    case failed(RoutingError)
  }

  package let request: RoutingRequest
  package private(set) var steps: [(time: Duration, step: Step)] = []
  /// What stood before the presenter was called.
  var before: NavigationState<PlannedScreen>?
  /// What would stand, in a plan: what is shown, from the root up.
  var landing: [RoutePattern?]?
  /// Whether the host, and no presenter of the app's own, would show the screen.
  var isLandingKnown = true

  private let time: @MainActor () -> Duration
  private let recorders: [any RoutingRecorder]

  /// Makes the journal of a routing about which a wireframe's recorders want to know.
  init(of request: RoutingRequest, for settings: PipelineSettings) {
    self.request = request
    time = Self.stopwatch(on: settings.clock)
    recorders = settings.recorders
    for recorder in recorders { recorder.didBegin(self) }
  }

  /// Makes the journal of a plan.
  init(planOf request: RoutingRequest) {
    self.request = request
    time = { .zero }
    recorders = []
  }

  func note(_ step: Step) {
    let time = time()
    steps.append((time, step))
    for recorder in recorders { recorder.didNote(step, at: time, in: self) }
  }

  func noteChange(to after: NavigationState<PlannedScreen>?) {
    guard let before, let after else { return }
    let change = NavigationChange(from: before, to: after, by: .app)
    note(.changed(entered: change.entered.map(\.route), left: change.left.map(\.route)))
  }

  func close() {
    for recorder in recorders { recorder.didEnd(self) }
  }

  /// Whether a gate has let a plan pass; nil if it was not asked.
  func isOpen(_ gate: Gate) -> Bool? {
    for case (_, .decided(let observer, let decision, _)) in steps.reversed()
    where observer as AnyObject === gate {
      if case .proceed = decision.kind { return true }
      return false
    }
    return nil
  }

  private static func stopwatch<C: Clock<Duration>>(on clock: C) -> @MainActor () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

/// Wants to know of each step of each routing.
@MainActor
package protocol RoutingRecorder: AnyObject {
  func didBegin(_ journal: RoutingJournal)
  func didNote(_ step: RoutingJournal.Step, at time: Duration, in journal: RoutingJournal)
  func didEnd(_ journal: RoutingJournal)
}

extension Wireframe {
  /// Tells a recorder of each routing that is asked for from now on.
  ///
  /// - Parameter recorder: The recorder.
  /// - Returns: The registration, for telling it no more.
  package func add(recorder: any RoutingRecorder) -> Registration {
    let settings = outermost.settings
    settings.recorders.append(recorder)
    return Registration { [weak recorder] in settings.recorders.removeAll { $0 === recorder } }
  }
}

/// Stands for a controller that a plan does not make.
struct Unmade {}

/// Stands for a screen in the state that a plan works out.
package struct PlannedScreen: Sendable {}

extension NavigationState {
  /// The same screens without their controllers, for a plan.
  package var planned: NavigationState<PlannedScreen> {
    NavigationState<PlannedScreen>(
      layers: layers.map { layer in
        .init(
          id: layer.id, kind: .init(description: layer.kind.description),
          stacks: layer.stacks.map { stack in
            .init(
              name: stack.name,
              entries: stack.entries.map {
                .init(id: $0.id, controller: PlannedScreen(), route: $0.route, option: $0.option)
              }, canPush: stack.canPush)
          }, selected: layer.selected, style: layer.style)
      })
  }
}

extension LandingPlan {
  /// The same without the controllers, which a plan does not make.
  var planned: LandingPlan<PlannedScreen> {
    let base: LandingPlan<PlannedScreen>.Base =
      switch base {
      case .top(let tab): .top(tab: tab)
      case .parents(let tab): .parents(tab: tab)
      case .entry(let entry, let replaced): .entry(entry, replaced: replaced)
      }
    return LandingPlan<PlannedScreen>(
      base: base, parents: parents.map(\.planned), gate: gate, target: target,
      isTargetRoot: isTargetRoot, keepsTarget: keepsTarget)
  }
}

extension ParentPlace {
  /// The same without the controller, which a plan does not make.
  fileprivate var planned: ParentPlace {
    var planned = self
    planned.made = made.map { (PlannedScreen(), $0.placement) }
    return planned
  }
}
