/// One routing, from the queue to its end.
@MainActor
final class Routing {
  /// The most times that observers may redirect one routing.
  nonisolated static let maximumRedirects = 10

  /// What is to come of a routing.
  enum Purpose {
    /// A screen, or a handler's work.
    case screen
    /// The screen of the parked request.
    case resumedScreen
    /// A controller, which the caller shows itself.
    case controller
    /// The observers' decisions on the screens that are shown.
    case reevaluation
    /// The screens of a saved state.
    case restoration
    /// What would come of it; nothing does.
    case plan
  }

  let purpose: Purpose
  let settings: PipelineSettings
  var request: RoutingRequest
  /// The request that errors name before there is a route; nil for `request`.
  var subject: RoutingRequest?

  // Its state in the queue, which RoutingQueue.swift changes.
  var turn = RoutingQueue.Turn.running
  /// Whether a role of the wireframe asked for it.
  var isFollowUp = false
  /// The earlier routing of the same request; this one may share its result.
  var earlier: Routing?
  /// Whether no observer had decided on the earlier routing when this one was asked for.
  var sharesDecisions = false
  /// Whether it ended with the earlier routing's error, which the observers know.
  var isJoined = false
  /// How it ended, for later routings of the same request; nil if it was cancelled.
  var ending: Ending?
  private(set) var isSuperseded = false

  // What the stages find out.
  var stage = RoutingStage.queue
  /// The routes that were left by a redirect, in order.
  var redirects: [Route] = []
  /// The route of the current hop, once matched.
  var route: Route?
  /// What is registered for it.
  var registered: RouteRecord?
  /// The observers of the current hop's route, in order.
  var observers: [ObserverEntry] = []
  /// The wireframe's ``Wireframe/observersVersion`` when they were looked up.
  var observersVersion = 0
  /// Whether an observer has decided, or there was none to decide.
  var hasDecisions = false
  /// Why an observer stopped the routing.
  var stopReason: String?
  var askedToLeave: Set<NavigationEntryID?> = []
  /// Whether screens are asked at all before they leave.
  var asksToLeave = true
  /// Whether observers are asked about screens that stand.
  var isAboutStanding = false
  /// The gate to whose screen the last redirect led.
  var gate: Gate?
  /// The request that the first gate has stopped.
  var gated: RoutingRequest?
  /// The gates that the user has passed for this request.
  var keys: [Gate] = []
  /// The gate's screen that leaves with the move, and what stood below the request that the gate kept.
  var gateToLeave: NavigationEntryID?
  var kept: [RoutingRequest] = []
  /// What comes and leaves while it presents; nil if nobody waits for its screen.
  var presence: Presence?
  /// The parked request that this routing runs again.
  var resumed: ParkedRequest?

  /// What is noted of its steps; nil if nobody wants to know. Never replaced, so that reading it needs no guarding.
  let journal: RoutingJournal?

  /// The task that runs the pipeline, and those in which stages run.
  private var task: Int?
  private var tasksOfStages: RoutingTasks?
  private var ownRunner: StageRunner?
  /// Ends the current stage, if it runs in another task.
  var abandonStage: (@MainActor () -> Void)?

  init(
    _ request: RoutingRequest, for purpose: Purpose = .screen, _ settings: PipelineSettings,
    journal: RoutingJournal? = nil
  ) {
    var request = request
    request.proveOrigin()
    self.request = request
    self.purpose = purpose
    self.settings = settings
    self.journal =
      settings.hasRecorders && purpose != .plan
      ? RoutingJournal(of: request, purpose, for: settings) : journal
  }

  /// Whether nothing may be shown, announced, kept or enqueued.
  var isDryRun: Bool { purpose == .plan }

  /// Whether a later routing may replace it, as long as nothing is presented.
  var isReplaceable: Bool { purpose == .screen || purpose == .resumedScreen }

  func supersede() {
    guard isReplaceable, stage.canBeSuperseded else { return }
    isSuperseded = true
    abandonStage?()
  }

  /// Notes that the calling task runs the pipeline now.
  func markRunning() { task = RoutingTasks.current }

  /// Whether the calling task is one that the routing waits for.
  var isRunningInCurrentTask: Bool {
    guard let current = RoutingTasks.current else { return false }
    return current == task || tasksOfStages?.contain(current) == true
  }

  /// Runs the stages where no task can begin at once; most routings have none.
  var runner: StageRunner {
    let runner = ownRunner ?? StageRunner()
    ownRunner = runner
    return runner
  }

  /// Ends the runner's task, which a stage may still hold; the next stage gets another one.
  func closeRunner() {
    ownRunner?.close()
    ownRunner = nil
  }

  /// The tasks in which stages run; most routings have none.
  var stageTasks: RoutingTasks {
    let tasks = tasksOfStages ?? RoutingTasks()
    tasksOfStages = tasks
    return tasks
  }

  /// Whether a gate is open for this routing alone. What stands behind a gate for once was let in.
  func passes(_ gate: Gate) -> Bool {
    gate.key == .once && (isAboutStanding || keys.contains { $0 === gate })
  }

  /// Drops what a stage that hangs would keep alive with the routing, once it has failed.
  func releaseReferences() {
    observers = []
    redirects = []
    route = nil
    registered = nil
    subject = nil
    resumed = nil
    gated = nil
    kept = []
    // Replaced, not changed in place, as `observers` are: then reading it needs no guarding.
    var request = request
    request.payload = [:]
    request.option = nil
    self.request = request
  }
}

/// The limits, clock and policy of a wireframe's routings.
final class PipelineSettings {
  let limits: RoutingLimits
  let clock: any Clock<Duration>
  let watchdog: Watchdog
  let policy: RoutingPolicy
  /// Who wants to know of each step of each routing; the list is replaced, so that reading it needs no guarding.
  private(set) var recorders: [any RoutingRecorder] = []
  private(set) var hasRecorders = false
  /// Whether a stage may begin in its task at once, where the system can do that; tests say no.
  var startsTasksAtOnce = true

  @MainActor
  init(limits: RoutingLimits, clock: any Clock<Duration>, policy: RoutingPolicy) {
    self.limits = limits
    self.clock = clock
    watchdog = Watchdog(clock: clock)
    self.policy = policy
  }

  @MainActor
  func set(recorders: [any RoutingRecorder]) {
    self.recorders = recorders
    hasRecorders = !recorders.isEmpty
  }

  /// Whether something may end a stage before its roles do.
  func canEndEarly(_ stage: RoutingStage) -> Bool { policy == .latestWins || limits[stage] != nil }
}

// MARK: - Errors

extension Routing {
  func error(
    _ reason: CoreReason, _ request: RoutingRequest? = nil, underlying: (any Error)? = nil
  ) -> RoutingError {
    located(reason, request, underlying)
  }

  private func located(
    _ reason: any RoutingError.Reason, _ request: RoutingRequest? = nil,
    _ underlying: (any Error)? = nil, pattern: RoutePattern? = nil
  ) -> RoutingError {
    RoutingError(
      reason, request: request ?? route?.request ?? subject ?? self.request, redirects: redirects,
      pattern: pattern ?? route?.pattern, underlying: underlying)
  }

  /// The routing's error for whatever ended the pipeline. A limit comes before the cancellation that it causes, and
  /// both come before what a role threw because of them.
  func error(endedBy error: any Error) -> RoutingError {
    switch error {
    case let error as RoutingError: error
    case is LimitPassed: self.error(.timedOut(stage, limit: settings.limits[stage] ?? .zero))
    case _ where isSuperseded: self.error(.superseded)
    case _ where stage.isCancellable && Task.isCancelled: self.error(.cancelled(stage))
    case let failed as RoleError: self.error(failed.error, thrownBy: failed.role, in: stage)
    default: self.error(error, thrownBy: "a role", in: stage)
    }
  }

  /// The routing's error for what a role threw. An error of ours that belongs to no routing keeps its code, and so
  /// does the one that says that the role awaited its own wireframe.
  func error(
    _ error: any Error, thrownBy role: String, in stage: RoutingStage
  ) -> RoutingError {
    if let error = error as? RoutingError, error.urlText == nil || error.code == .reentrant {
      return located(error.reason, nil, error.underlyingError, pattern: error.pattern)
    }
    return self.error(.roleFailed(stage, role: role, error: error), underlying: error)
  }

  /// The patterns of the chain, for error texts.
  var patterns: [String] {
    (redirects + [route].compactMap(\.self)).map { $0.pattern?.text ?? "(no pattern)" }
  }
}
