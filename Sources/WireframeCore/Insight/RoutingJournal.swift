/// The steps of one routing, for a plan or a trace.
@MainActor
package final class RoutingJournal {
  /// Something that a stage has found out or done.
  // One reference, indirect where it would be more; what each observer notes allocates nothing.
  package enum Step {
    case began(RoutingStage)
    case ended(RoutingStage)
    case matched(Route)
    /// An observer has let the last route pass that was matched.
    case passed(RoleReference)
    indirect case decided(RoleReference, RoutingDecision, Route)
    /// An observer that plans do not ask.
    indirect case notAsked(RoleReference, Route)
    indirect case redirected(RoutingRequest)
    indirect case answered(RoleReference, any RoutingOption)
    indirect case settled(any RoutingOption, isDefault: Bool)
    case presenter(RoleReference)
    /// The routes of screens that were asked to leave.
    case leaving([Route?])
    case provider(RoleReference)
    indirect case changed(entered: [Route?], left: [Route?])
    indirect case finished(RoutingOutcome, Route)
    indirect case failed(RoutingError)
  }

  /// A step, and when it was noted, since the routing was asked for.
  package struct TimedStep {
    package let time: Duration
    package let step: Step
  }

  package let request: RoutingRequest
  /// The name of what the routing is for.
  package let purpose: String
  /// Whether its steps hold objects that the app handed along.
  package private(set) var holdsObjects: Bool
  package private(set) var steps: [TimedStep] = []
  /// What stood before the presenter was called.
  var before: [StandingScreen]?
  /// What would stand, in a plan: what is shown, from the root up.
  var landing: [RoutePattern?]?
  /// Whether the host, and no presenter of the app's own, would show the screen.
  var isLandingKnown = true

  private var lastMatched: Route?
  private var answers: [ObjectIdentifier: Bool] = [:]
  /// When the routing was asked for, on the usual clock, which is read without a look at its type.
  private let start: ContinuousClock.Instant?
  /// The time since then, on another clock.
  private let elapsed: (@MainActor () -> Duration)?
  private var recorders: [any RoutingRecorder]
  private let tellsSteps: Bool

  /// Makes the journal of a routing about which a wireframe's recorders want to know.
  init(of request: RoutingRequest, _ purpose: Routing.Purpose, for settings: PipelineSettings) {
    self.request = request
    self.purpose = purpose.name
    holdsObjects = request.holdsObjects
    start = (settings.clock as? ContinuousClock)?.now
    elapsed = start == nil ? Self.stopwatch(on: settings.clock) : nil
    recorders = settings.recorders
    tellsSteps = recorders.contains(where: \.wantsSteps)
    steps.reserveCapacity(32)
    for recorder in recorders { recorder.didBegin(self) }
  }

  /// Makes the journal of a plan.
  init(planOf request: RoutingRequest) {
    self.request = request
    purpose = Routing.Purpose.plan.name
    holdsObjects = request.holdsObjects
    start = nil
    elapsed = nil
    recorders = []
    tellsSteps = false
  }

  func note(_ step: Step) {
    if case .matched(let route) = step { lastMatched = route }
    steps.append(TimedStep(time: start?.duration(to: .now) ?? elapsed?() ?? .zero, step: step))
    if tellsSteps { for recorder in recorders { recorder.didNote(step, in: self) } }
  }

  fileprivate func noteChange(to after: [StandingScreen]?) {
    guard let before, let after else { return }
    let (stood, stand) = (Set(before.map(\.id)), Set(after.map(\.id)))
    note(
      .changed(
        entered: after.filter { !stood.contains($0.id) }.map(\.route),
        left: before.reversed().filter { !stand.contains($0.id) }.map(\.route)))
  }

  func close() {
    let recorders = recorders
    // They may keep the journal, which must not keep them.
    self.recorders = []
    before = nil
    for recorder in recorders { recorder.didEnd(self) }
  }

  /// Whether a gate has let a plan pass; nil if it was not asked.
  func isOpen(_ gate: Gate) -> Bool? { answers[ObjectIdentifier(gate)] }

  /// Notes what an observer has decided, and in a plan whether a gate is open.
  func note(_ decision: RoutingDecision, of entry: ObserverEntry, about route: Route) {
    if decision.isProceed, lastMatched?.isIdentical(to: route) == true {
      note(.passed(entry.role))
    } else {
      note(.decided(entry.role, RoutingDecision(kind: entry.absolute(decision.kind)), route))
    }
    if route.isDryRun, let gate = entry.observer as? Gate {
      answers[ObjectIdentifier(gate)] = decision.isProceed
    }
  }

  /// Notes where the routing goes instead.
  func noteRedirect(to request: RoutingRequest) {
    note(.redirected(request))
    if request.holdsObjects { holdsObjects = true }
  }

  private static func stopwatch<C: Clock<Duration>>(on clock: C) -> @MainActor () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

extension Routing.Purpose {
  fileprivate var name: String {
    switch self {
    case .screen: "screen"
    case .resumedScreen: "resumed"
    case .controller: "controller"
    case .reevaluation: "reevaluation"
    case .restoration: "restoration"
    case .plan: "plan"
    }
  }
}

/// A role that is named later, since making the name costs more than most routings; it does not retain the role.
package final class RoleReference {
  private enum Role {
    case words(String)
    case type(Any.Type)
  }

  private let role: Role

  /// The types that are known to wrap no other role: asking each time would cost thousands of instructions.
  @MainActor private static var plainTypes: Set<ObjectIdentifier> = []

  @MainActor
  package init(_ role: Any) { self.role = Self.named(role) }

  @MainActor
  private static func named(_ role: Any) -> Role {
    let type = Swift.type(of: role)
    if !plainTypes.contains(ObjectIdentifier(type)) {
      if let words = role as? String { return .words(words) }
      if let wrapper = role as? any RoleWrapper { return named(wrapper.role) }
      plainTypes.insert(ObjectIdentifier(type))
    }
    return .type(type)
  }

  /// The name that errors have, too.
  package var name: String {
    switch role {
    case .words(let words): words
    case .type(let type): String("\(type)".prefix { $0 != "<" })
    }
  }
}

/// Wants to know of each step of each routing.
@MainActor
package protocol RoutingRecorder: AnyObject {
  func didBegin(_ journal: RoutingJournal)
  /// Whether it is told of each step while the routing runs.
  var wantsSteps: Bool { get }
  func didNote(_ step: RoutingJournal.Step, in journal: RoutingJournal)
  func didEnd(_ journal: RoutingJournal)
}

extension Wireframe {
  /// Tells a recorder of each routing that is asked for from now on.
  ///
  /// - Parameter recorder: The recorder.
  /// - Returns: The registration, for telling it no more.
  package func add(recorder: any RoutingRecorder) -> Registration {
    let settings = outermost.settings
    settings.set(recorders: settings.recorders + [recorder])
    return Registration { [weak recorder] in
      settings.set(recorders: settings.recorders.filter { $0 !== recorder })
    }
  }
}

extension Wireframe {
  // Apart from the stages: a routing without journal must not look these types up.

  /// Notes what stands before the presenter is called.
  @inline(never)
  func noteStanding(in journal: RoutingJournal) { journal.before = host?.state.standing }

  /// Notes what came and what left.
  @inline(never)
  func noteChange(in journal: RoutingJournal) { journal.noteChange(to: host?.state.standing) }
}

/// A screen that stands, without what it is.
struct StandingScreen {
  let id: NavigationEntryID
  let route: Route?
}

extension NavigationState {
  /// The screens of all stacks, without their controllers.
  fileprivate var standing: [StandingScreen] {
    var standing: [StandingScreen] = []
    for layer in layers {
      for stack in layer.stacks {
        for entry in stack.entries {
          standing.append(StandingScreen(id: entry.id, route: entry.route))
        }
      }
    }
    return standing
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
      base: base, parents: parents.map(\.planned), tab: tab, gate: gate, target: target,
      isTargetRoot: isTargetRoot, keepsTarget: keepsTarget)
  }
}

extension ParentPlace {
  /// The same as if it were made; a plan does not make its controller.
  fileprivate var planned: ParentPlace {
    var planned = self
    planned.made = PlannedScreen()
    return planned
  }
}
