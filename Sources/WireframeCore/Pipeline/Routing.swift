/// One routing, from the queue to its end.
@MainActor
final class Routing {
  /// The most times that observers may redirect one routing.
  nonisolated static let maximumRedirects = 10

  /// What is to come of a routing.
  enum Purpose: String {
    /// A screen, or a handler's work.
    case screen
    /// The screens of a kept request.
    case resumedScreen = "resumed"
    /// A controller, which the caller shows itself.
    case controller
    /// The first screen of the wireframe, or of a tab, where nothing else would be.
    case home
    /// A screen that takes its placeholder's place, or home that of an open gate's screen.
    case loadedScreen = "loaded"
    /// The observers' decisions on the screens that are shown.
    case reevaluation
    /// The screens of a saved state.
    case restoration
    /// What would come of it; nothing does.
    case plan
  }

  let purpose: Purpose
  /// Whether nothing may be shown, announced, kept or enqueued.
  let isDryRun: Bool
  let settings: PipelineSettings
  /// The journal of its steps; nil if there is no recorder.
  let journal: (any RoutingJournal)?
  private(set) var request: RoutingRequest
  /// What was kept and is run again, with the screens below; nil for a request of its own.
  private(set) var kept: KeptRequest?
  /// Its place in the queue, which RoutingQueue.swift changes.
  var turn = RoutingQueue.Turn.running
  /// Whether a role of the wireframe asked for it.
  let isFollowUp: Bool
  // Whether a later routing has replaced it while it ran, or the window has closed.
  private(set) var isSuperseded = false
  private var isClosed = false
  /// The earlier routing of the same request, and whether no observer had decided on it when this one came.
  var earlier: (routing: Routing, sharesDecisions: Bool)?
  /// How it ended, for later routings of the same request; nil if it was cancelled.
  var ending: Ending?
  /// What it does now, and how far it has come; errors and watchers are told.
  var stage = RoutingStage.queue
  var reached: Resolution?
  var askedToLeave: Set<NavigationEntryID?> = []
  /// What has to be remembered of the time since it was asked for; nil for nothing.
  private(set) var meanwhile: Meanwhile?
  var tasks = StageTasks()
  /// What watchers have heard of it; nil without any.
  var progress: ProgressNote?
  /// What it does now of what a lock has deferred.
  var nested: Routing? { didSet { if keepsNothing { nested?.note { $0.keepsNothing = true } } } }
  var innermost: Routing { nested ?? self }
  /// The number of the newest stack in which its screen may be wanted.
  private(set) var newestStack = NavigationEntryID.last

  init(
    _ request: consuming RoutingRequest, for purpose: Purpose = .screen,
    _ settings: PipelineSettings, isFollowUp: Bool = false, journal: (any RoutingJournal)? = nil
  ) {
    request.proveOrigin()
    request.dropState()
    // A route's request that the app asks for again is its own.
    if purpose == .screen { request.isIndirect = false }
    isDryRun = purpose == .plan
    // A plan's request may be routed later.
    request.isDryRun = isDryRun
    self.journal =
      isDryRun || settings.recorders.isEmpty
      ? journal : settings.journal(of: request, for: purpose.rawValue)
    self.request = consume request
    self.purpose = purpose
    self.settings = settings
    self.isFollowUp = isFollowUp
  }

  func take(_ kept: KeptRequest) {
    self.kept = kept
    // A guard that has kept a screen is asked again. A presenter of the app's own may name others now.
    askedToLeave = stage == .leave ? [] : askedToLeave.filter { $0 != nil }
    request = kept.request
    // Where redirects lead is the same asker's.
    let asker = kept.screens.lazy.compactMap(\.owners).first
    if asker != nil || meanwhile?.asker != nil { note { $0.asker = asker } }
  }

  /// What has happened since a routing was asked for.
  final class Meanwhile {
    /// Who has asked for it: the owners of the gates at that time; nil for nobody.
    var asker: GateOwners?
    /// What the user has done while its screen loads; nil for nothing.
    var userMoves: UserMoves?
    /// Whether a gate that is closed by now keeps nothing: the user has signed out for good.
    var keepsNothing = false
    /// Whether another one has had its turn.
    var wasInterrupted = false
  }

  struct UserMoves {
    /// The stack that was selected in a layer before the user chose another one.
    var stacks: [NavigationEntryID: Int] = [:]
    /// The layers that have left, with their identifiers' numbers. A routing may wait to replace a modal without stack.
    var left: [(isStack: Bool, number: Int)] = []
  }

  func note(_ note: (Meanwhile) -> Void) {
    let noted = meanwhile ?? Meanwhile()
    note(noted)
    meanwhile = noted
    nested?.note(note)
  }

  var keepsNothing: Bool { meanwhile?.keepsNothing == true }

  /// Whether a later request shares nothing with it: it was replaced, or whoever has asked for it has gone.
  var isOutdated: Bool { isSuperseded || keepsNothing || meanwhile?.asker?.hasFormer == true }

  /// Whether no caller's request is routed: it asks about screens that are shown, or were saved.
  var asksForNothing: Bool { purpose == .reevaluation || purpose == .restoration }

  /// Whether a link from outside asks for it; what a gate has kept of one is the app's to bring.
  var isLink: Bool { purpose == .screen && !request.isTrusted }

  /// Whether it has not begun to present, nor what it does of what a lock has deferred.
  var isLoading: Bool { stage != .present && nested?.isLoading != false }

  /// Whether a later routing may replace it, as long as nothing is presented.
  var isReplaceable: Bool { purpose == .screen || purpose == .resumedScreen || purpose == .home }

  /// Throws if a later routing has replaced it, or if it was cancelled.
  func checkMayGoOn() throws {
    if isSuperseded { throw error(.superseded) }
    // A handler's work cannot be undone.
    if stage.canBeSuperseded, Task.isCancelled { throw error(.cancelled(stage)) }
  }

  func supersede(isClosing: Bool = false) {
    nested?.supersede(isClosing: isClosing)
    let mayEnd = isReplaceable || isClosing && [.controller, .restoration].contains(purpose)
    guard mayEnd, stage.canBeSuperseded else { return }
    (isSuperseded, isClosed) = (true, isClosed || isClosing)
    tasks.abandon?()
  }

  func markRunning() {
    tasks = StageTasks(caller: RoutingTasks.current)
    newestStack = NavigationEntryID.last
  }

  /// Whether the calling task is one that the routing waits for.
  var isRunningInCurrentTask: Bool {
    guard let current = RoutingTasks.current else { return false }
    if let nested, nested.isRunningInCurrentTask { return true }
    return current == tasks.caller || tasks.ofStages?.contain(current) == true
  }

  /// Drops what a stage that hangs would keep alive with the routing, once it has failed.
  func releaseReferences() {
    reached = nil
    var request = request
    request.payload = [:]
    request.option = nil
    self.request = request
    kept = nil
  }

  // MARK: Errors

  func error(
    _ reason: CoreReason, _ request: RoutingRequest? = nil, underlying: (any Error)? = nil
  ) -> RoutingError { located(reason, request, underlying) }

  private func located(
    _ reason: any RoutingError.Reason, _ request: RoutingRequest? = nil,
    _ underlying: (any Error)? = nil, pattern: RoutePattern? = nil
  ) -> RoutingError {
    let request = request ?? reached?.route.request ?? self.request
    return RoutingError(
      reason, pattern: pattern ?? reached?.route.pattern, underlying: underlying,
      urlText: request.urlText, origin: request.origin,
      chain: (reached?.redirects ?? []).map(\.request.urlText) + [request.urlText])
  }

  /// The error for what ended the pipeline: a limit before its cancellation, both before what a role threw then.
  func error(endedBy error: any Error) -> RoutingError {
    switch error {
    case _ where isClosed: self.error(.closed)
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
  func error(_ error: any Error, thrownBy role: String, in stage: RoutingStage) -> RoutingError {
    if let error = error as? RoutingError, error.urlText == nil || error.code == .reentrant {
      return located(error.reason, nil, error.underlyingError, pattern: error.pattern)
    }
    return self.error(.roleFailed(stage, role: role, error: error), underlying: error)
  }

  var patterns: [String] {
    ((reached?.redirects ?? []) + [reached?.route].compactMap(\.self))
      .map { $0.pattern?.text ?? "(no pattern)" }
  }
}

package final class PipelineSettings {
  package let limits: RoutingLimits
  let clock: any Clock<Duration>
  let watchdog: Watchdog
  let policy: RoutingPolicy
  let recorders = PriorityList<any RoutingRecorder>()
  /// Whether a stage may begin in its task at once, where the system can do that; tests say no.
  package var startsTasksAtOnce = true

  @MainActor
  init(limits: RoutingLimits, clock: any Clock<Duration>, policy: RoutingPolicy) {
    self.limits = limits
    self.clock = clock
    watchdog = Watchdog(clock: clock)
    self.policy = policy
  }

  /// Whether something may end a stage before its roles do.
  func canEndEarly(_ stage: RoutingStage) -> Bool { policy == .latestWins || limits[stage] != nil }

  @MainActor
  func journal(of request: RoutingRequest, for purpose: String) -> any RoutingJournal {
    var seen: Set<ObjectIdentifier> = []
    let journals = recorders.elements.filter { seen.insert(ObjectIdentifier($0)).inserted }
      .map { $0.journal(of: request, for: purpose, on: clock) }
    return journals.count == 1 ? journals[0] : JournalList(journals)
  }
}
