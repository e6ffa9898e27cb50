public import WireframeCore

/// Leads through a list of steps: loads the first screen, and moves on from one step to the next.
///
/// ```swift
/// let flow = StepFlow<Onboarding>(
///   [Step(.terms), Step(.name), Step(.address, status: .completed)],
///   wireframe: wireframe, host: navigation)
///
/// try await flow.start()                // .shown(.terms)
/// try await flow.advance(from: .terms)  // .shown(.name): what a screen says when it is done
/// try await flow.advance(from: .name)   // .finished
/// ```
///
/// Make it where the app is put together; one flow can serve a whole app. It holds wireframe and host weakly, so that a
/// screen may hold it. A step that is a URL is routed by the wireframe, guards included. Moves never overlap: first
/// come, first served; a call that repeats the one under way, such as a double tap, gets the same outcome.
@MainActor
public final class StepFlow<Guide: Guider> {
  /// The list of steps; a move that is under way goes on with the list that it began with.
  public var queue: StepQueue<Guide>
  /// How the run ends; a settled one is replaced when a step is shown, a gate keeps it, the first acts, or none is due.
  public private(set) var result: StepFlowResult

  private weak var wireframe: Wireframe<Guide.Controller>?
  private weak var host: (any NavigationHost<Guide.Controller>)?
  private let order: StepOrder<Guide>
  private let inquiry: StepInquiry

  private var trail = StepTrail<Guide>()
  private var isMoving = false
  /// Whether the steps on screen have left after a sign-out and are shown again.
  private var isStandingAgain = false
  /// Those whose turn is to come: they get the outcome of an equal move before it, or nil for a turn of their own.
  private let waiters = Waiters<Move, StepOutcome<Guide>?>()
  /// The entries that came by the flow's latest step.
  private var entered: [NavigationEntryID] = []
  /// The stacks that the user has left since a screen without a URL was asked for, by layer; nil while none is made.
  private var leftStacks: [NavigationEntryID: Int]?
  /// Whether the step that is being shown brought a change of the host; nil while none is.
  private var isOwn: ((NavigationChange<Guide.Controller>) -> Bool)?
  /// Waits for the step that a gate keeps, as long as no other one has come.
  private weak var kept: StepWaiter?
  private var registration: Registration?

  /// Makes a flow; nothing is shown yet.
  ///
  /// - Parameters:
  ///   - queue: The steps.
  ///   - wireframe: Routes the steps that are URLs.
  ///   - host: The host of the screens; it reports which of them left.
  ///   - order: How to get from one step to the next.
  ///   - limit: How long a validator, the order, or a screen without a URL may take; nil for ever.
  ///   - clock: The clock that measures the limit.
  public init(
    _ queue: StepQueue<Guide>, wireframe: Wireframe<Guide.Controller>,
    host: some NavigationHost<Guide.Controller>, order: StepOrder<Guide> = .guided,
    limit: Duration? = .seconds(30), clock: any Clock<Duration> = ContinuousClock()
  ) {
    (self.queue, self.order, self.wireframe, self.host) = (queue, order, wireframe, host)
    result = StepFlowResult(host.events.activity)
    inquiry = StepInquiry(limit: limit, clock: clock)
    registration = host.onChange { [weak self] change in
      self?.hostChanged(change)
    } whenGone: { [weak self] in
      Task { @MainActor in
        self?.registration = nil
        self?.leave()
      }
    }
  }

  deinit {
    Task { @MainActor [result, registration] in
      registration?.remove()
      result.settle(.left)
    }
  }

  /// The steps that the run has shown and that were not left, in order, with those that a later step replaced.
  public var shownSteps: [Guide] { trail.visits.map(\.guider) }

  /// The step that is on screen, or nil before the start and after the flow was left.
  public var current: Guide? { trail.visits.last?.guider }

  /// Shows the first step in the list whose validator agrees; with none left it shows nothing.
  ///
  /// Once the step is shown, a run that is under way ends as left; its screens stay. With no step left, it is finished.
  ///
  /// - Returns: The outcome; ``StepOutcome/finished`` if no step is left.
  /// - Throws: ``/WireframeCore/RoutingError``: what routing throws, or `RoutingError.Code.stepFailed`,
  ///   ``/WireframeCore/RoutingError/Code/timedOut``, ``/WireframeCore/RoutingError/Code/cancelled``,
  ///   ``/WireframeCore/RoutingError/Code/reentrant``, `RoutingError.Code.wireframeGone`; for a move without routing
  ///   ``/WireframeCore/RoutingError/Code/covered``, ``/WireframeCore/RoutingError/Code/leaveRefused``. Call again.
  @discardableResult
  public func start() async throws(RoutingError) -> StepOutcome<Guide> { try await inTurn(.start) }

  /// Moves on from a step: shows the next one whose validator agrees.
  ///
  /// The search starts at the step behind `current`. One that its validator refuses, or that is not in the list, hands
  /// over to *its* next step. At the end of the chain the flow is finished. If `current` is covered by a later step
  /// already, the call is a second tap: nothing happens. If `current` leaves while validators are asked, nothing is
  /// shown: the outcome is ``StepOutcome/stopped(_:reason:)``. A step that is being made by then is shown all the same.
  ///
  /// - Parameter current: The step whose screen asks.
  /// - Returns: The outcome.
  /// - Throws: As ``start()``; `RoutingError.Code.stepLoop` if the chain comes back to a step that was
  ///   refused, `RoutingError.Code.unknownStep` if the order does not know a step.
  @discardableResult
  public func advance(from current: Guide) async throws(RoutingError) -> StepOutcome<Guide> {
    try await inTurn(.advance(from: current))
  }

  /// Goes back to the step before the current one; no validator is asked.
  ///
  /// The current step's screen leaves, except the first of the window or of a tab. A step that is still there is
  /// uncovered. One that was replaced is shown again; one of `.present(_:)` comes above the current step, which stays.
  /// While a gate keeps the next step, only the gate's screen leaves.
  ///
  /// - Returns: The outcome.
  /// - Throws: As ``start()``; ``/WireframeCore/RoutingError/Code/nothingToLeave`` if there is no step before.
  @discardableResult
  public func back() async throws(RoutingError) -> StepOutcome<Guide> { try await inTurn(.back) }

  /// How far the flow is, by what the validators say now.
  ///
  /// A step whose route is a handler shows nothing, and does not count. What a guard would say is not known.
  ///
  /// - Returns: The current step's number among those that were shown and will be; nil if none is on screen.
  /// - Throws: As ``advance(from:)``.
  public func progress() async throws(RoutingError) -> StepProgress? {
    guard !inquiry.answers.containCurrent else { throw RoutingError(.reentrant) }
    guard let current else { return nil }
    let (queue, number) = (queue, trail.visits.count)
    var ahead: [Guide] = []
    while let step = try await step(behind: ahead.last ?? current, in: queue) {
      guard !ahead.contains(step.guider) else { throw RoutingError(circle: ahead + [step.guider]) }
      ahead.append(step.guider)
    }
    let screens = ahead.count { guider in
      guard case .request(let request) = guider.destination.kind else { return true }
      return wireframe?.runsHandler(for: request) != true
    }
    return StepProgress(number: number, count: number + screens)
  }
}

// MARK: - Order in time

extension StepFlow {
  private enum Move: Hashable {
    case start
    case advance(from: Guide)
    case back
  }

  /// Waits for the moves before this one; the outcome of an equal one just before is this one's, too.
  private func inTurn(_ move: Move) async throws(RoutingError) -> StepOutcome<Guide> {
    // The move, or what it waits for, waits for the calling task: to wait for the move would never end.
    guard !inquiry.tasks.containCurrent, !inquiry.answers.containCurrent,
      !isMoving || wireframe?.runningInCurrentTask == nil
    else { throw RoutingError(.reentrant) }
    if isMoving {
      guard let turn = await waiters.wait(as: move) else { throw RoutingError(.cancelled) }
      if let outcome = turn { return outcome }
    }
    isMoving = true
    let task = inquiry.tasks.enter()
    defer {
      inquiry.tasks.leave(task)
      isMoving = waiters.releaseFirst(with: nil)
    }
    let outcome = try await run(move)
    waiters.release(with: outcome) { $0 == move }
    return outcome
  }

  private func run(_ move: Move) async throws(RoutingError) -> StepOutcome<Guide> {
    switch move {
    case .start:
      guard let first = try await queue.next(inquiry) else { return finish() }
      return try await show(first.guider, .anew)
    case .advance(let current):
      if let step = trail.step(over: current, top: host?.state.top?.id) { return .shown(step) }
      let isShown = shownSteps.contains(current)
      let next = try await step(behind: current, in: queue)
      if isShown, !shownSteps.contains(current) {
        return .stopped(current, reason: "Its screen has left meanwhile.")
      }
      guard let next else { return finish() }
      return try await show(next.guider, .onward)
    case .back:
      // While a gate keeps the next step, only the gate's screen leaves.
      let covered = kept?.isAhead == true ? trail.onHost : nil
      guard let visit = covered ?? trail.before else { throw RoutingError(.noStepBefore) }
      guard case .entry(let entry) = visit.place else { return try await show(visit.guider, .back) }
      guard let host else { throw RoutingError(.wireframeGone) }
      let step = covered == nil ? trail.left(by: .back, in: host.state) : nil
      let clear = { (state: inout NavigationState<Guide.Controller>) throws(RoutingError) -> Void in
        state.take(away: step)
        try state.goBack(to: entry)
      }
      // No limit applies while the user is asked.
      let asked = try await inquiry.ask(.presentation, of: visit.guider, isLimited: false) {
        try await host.askToLeave(clear)
      }
      try await inquiry.ask(.presentation, of: visit.guider, isCancellable: false) {
        try await host.leave(true, besides: asked, clear)
      }
      trail.goBack(to: visit)
      if current != nil { enterRun(.back) }
      return .shown(visit.guider)
    }
  }

  // MARK: Where to

  /// The next step to show; a step that is not shown passes the search on to its own next step.
  private func step(
    behind guider: Guide, in queue: StepQueue<Guide>
  ) async throws(RoutingError) -> Step<Guide>? {
    // The most steps outside the list that a chain may skip, since computed steps might never end.
    let maximum = 1000
    var refused: [Guide] = []
    var known: Set<Guide> = []
    var unlisted = 0
    while let wanted = try await inquiry.ask(order, behind: refused.last ?? guider, in: queue) {
      guard known.insert(wanted).inserted else { throw RoutingError(circle: refused + [wanted]) }
      if let step = queue.step(of: wanted) {
        if try await inquiry.ask(whether: step) { return step }
      } else {
        unlisted += 1
        guard unlisted <= maximum else {
          throw RoutingError(.endlessChain(from: stepName(guider), limit: maximum))
        }
      }
      refused.append(wanted)
    }
    return nil
  }

  private func finish() -> StepOutcome<Guide> {
    if result.isSettled { result = StepFlowResult(result.activity) }
    result.settle(.finished)
    return .finished
  }

  /// A step begins a run, which ends the one before, or goes on with one, of which the result is not settled.
  private func enterRun(_ landing: StepTrail<Guide>.Landing) {
    if landing != .back { kept?.onLeave = nil }  // What a gate kept before is no part of the run.
    if landing == .anew, current != nil { leave() }
    // In a window that has closed nothing would settle another one.
    if result.isSettled, registration != nil { result = StepFlowResult(result.activity) }
  }

  // MARK: On screen

  private func show(
    _ guider: Guide, _ landing: StepTrail<Guide>.Landing
  ) async throws(RoutingError) -> StepOutcome<Guide> {
    guard let wireframe, let host else { throw RoutingError(.wireframeGone) }
    entered = []
    let step = trail.left(by: landing, in: host.state)
    defer {
      (isOwn, leftStacks) = (nil, nil)
      // What replaced the uppermost steps may not have come.
      leave([])
    }
    switch guider.destination.kind {
    case .request(var request):
      let (waiter, before) = (StepWaiter(leaving: step), host.state)
      let usual = trail.placement(landing, at: before.top).option
      // On the way back it replaces no other screen than the current step's.
      let isOther = landing == .back && trail.visits.last?.place != before.top.map { .entry($0.id) }
      if usual is ReplaceTop || isOther && request.option is ReplaceTop { request.option = usual }
      isOwn = { [weak wireframe] _ in wireframe?.isPresenting(for: waiter) == true }
      let result = try await wireframe.route(request.waited(for: waiter))
      if case .stopped(let reason) = result.outcome { return .stopped(guider, reason: reason) }
      guard result.redirects.isEmpty else {
        landBehindGate(waiter, landing, on: guider)
        return .redirected(guider, to: result.route.urlText)
      }
      guard case .presented = result.outcome else {
        // A run begins, though nothing of it is on screen yet.
        if landing == .anew { enterRun(landing) }
        return .handled(guider)
      }
      let places = [host.state, before].map { $0.nearest(of: result.route)?.id }
      // A presenter of the app's own may give the host no route, or show more. What was there may have left since.
      let own = entered.last { $0 == places[0] } ?? entered.last
      land(landing, on: guider, at: own ?? places[0] ?? places[1], waiter)
    case .screen(let make):
      leftStacks = [:]
      let layer = host.state.layers.last { $0.selectedStack.canPush }?.id
      let screen = try await inquiry.ask(.screen, of: guider, make)
      let clear = { (state: inout NavigationState<Guide.Controller>) throws(RoutingError) -> Void in
        state.take(away: step)
        try state.clear(by: self.trail.placement(landing, at: state.top), for: nil)
      }
      let asked = try await inquiry.ask(.presentation, of: guider, isLimited: false) {
        try await host.askToLeave(clear)
      }
      // As a routing, it comes onto no other stack than the one for which it was made, whichever is selected by then.
      let stacks = leftStacks ?? [:]
      if let layer, stacks[layer] != nil, host.state.layers.allSatisfy({ $0.id != layer }) {
        throw RoutingError(.stackLeft)
      }
      let placement = step == nil ? trail.placement(landing, at: host.state.top) : .push(.push)
      let entry = NavigationEntry(screen, option: placement.option)
      // A change that does not bring this screen is another's move.
      isOwn = { $0.entered.contains { $0.id == entry.id } }
      try await inquiry.ask(.presentation, of: guider, isCancellable: false) {
        let move = NavigationOperation<Guide.Controller> { state throws(RoutingError) in
          let chosen = state.select(stacks)
          state.take(away: step)
          try state.place(entry, by: placement, isNew: true)
          _ = state.select(chosen)
        }
        try await host.leave(placement.isAnimated, with: move, besides: asked, clear)
      }
      land(landing, on: guider, at: entry.id)
    case .present(let present):
      isOwn = { _ in true }
      try await inquiry.ask(.presentation, of: guider, isCancellable: false) {
        try await present(host)
      }
      land(landing, on: guider, at: entered.last)
    }
    return .shown(guider)
  }

  /// Notes where a step is. If it leaves after a sign-out and is shown again behind the gate, the run continues with
  /// it, unless it has gone on without it, or another one has begun.
  private func land(
    _ landing: StepTrail<Guide>.Landing, on guider: Guide, at entry: NavigationEntryID?,
    _ waiter: StepWaiter? = nil
  ) {
    enterRun(landing)
    kept?.leaving = nil
    (isStandingAgain, kept) = (false, nil)
    trail.land(landing, on: guider, at: entry.map { .entry($0) } ?? .elsewhere)
    let last = trail.visits.dropLast().lastIndex { $0.place != .replaced } ?? -1
    let below = Array(shownSteps.prefix(last + 1))
    waiter?.onShow = { [weak self] entry in
      guard let self, current == nil || isStandingAgain || shownSteps == below else { return }
      land(current == nil ? .anew : .onward, on: guider, at: entry)
      isStandingAgain = true
    }
    // The user may have been faster than the presenter.
    if let entry, host?.state.layer(of: entry) == nil { leave([entry]) }
  }

  /// A step that a gate keeps is the flow's once the user has passed, whoever resumes it; unless it has moved on.
  private func landBehindGate(
    _ waiter: StepWaiter, _ landing: StepTrail<Guide>.Landing, on guider: Guide
  ) {
    leave([])  // What the gate's screen has replaced is gone.
    if waiter.isKept { enterRun(landing) }  // As with a handler.
    let shown = shownSteps
    kept = waiter
    waiter.onShow = { [weak self, weak waiter] entry in
      guard let self, isStandingAgain || shownSteps == shown else { return }
      // Above steps that a sign-out had taken away, it goes on with their run, whose result its caller has.
      land(landing == .anew && isStandingAgain ? .onward : landing, on: guider, at: entry, waiter)
    }
    // If nothing of the flow is on screen, the user has left it at the gate.
    waiter.onLeave = { [weak self] in if let self, current == nil { leave() } }
  }

  private func hostChanged(_ change: NavigationChange<Guide.Controller>) {
    let left = Set(change.left.map(\.id))
    if change.cause == .user, leftStacks != nil {
      let now = Dictionary(change.state.layers.map { ($0.id, $0.selected) }) { first, _ in first }
      let former = change.before.layers.filter { now[$0.id] != $0.selected }
      leftStacks?.merge(former.map { ($0.id, $0.selected) }) { first, _ in first }
    }
    let isKept = change.entered.contains { kept != nil && $0.route?.request.waiter === kept }
    if change.cause == .app, isKept || isOwn?(change) == true {
      entered.append(contentsOf: change.entered.map(\.id))
      trail.replace(left)
    } else {
      leave(left)
    }
  }

  /// These entries are no steps any more; with the last of them the flow is left.
  private func leave(_ entries: Set<NavigationEntryID>) {
    // Without a step on screen a run may be about to begin, behind a gate for one.
    guard current != nil else { return }
    trail.leave(entries)
    if current == nil { leave() }
  }

  private func leave() {
    (trail, isStandingAgain) = (StepTrail<Guide>(), false)
    result.settle(.left)
  }
}
