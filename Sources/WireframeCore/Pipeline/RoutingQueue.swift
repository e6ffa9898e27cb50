/// The order of routings: they never overlap, and run first come, first served, as the policy says.
@MainActor
final class RoutingQueue {
  /// The most requests of the app's own that wait for ``Wireframe/activate()``.
  nonisolated static let maximumSuspended = 100

  enum Turn {
    case reserved
    case waiting(Race)
    case regaining(Race)
    case running
    case lost(CoreReason)
  }

  private(set) var current: Routing?
  /// Those that load while a later one has their turn, the last one last.
  private(set) var interrupted: [Routing] = [] { didSet { noteWhetherOthersWait() } }
  /// Those that make a lock's screen, which wait for no turn.
  var beside: [Routing] = []
  /// Those that come before all others that wait.
  private var urgent: [Routing] = [] { didSet { noteWhetherOthersWait() } }
  private(set) var isSuspended: Bool
  private(set) var isClosed = false
  private let maximumLinks: Int
  private var waiting = WaitingList() { didSet { noteWhetherOthersWait() } }
  /// Lets a routing skip the lists, whose reading needs exclusivity checks.
  private var doOthersWait = false
  private var waitingLinks = 0
  /// Who waits at gates, or for screens that are not on the host: the end of the window tells them.
  private var waitersOffHost: [@MainActor () -> (any RequestWaiter)?] = []

  init(isSuspended: Bool, maximumLinks: Int) {
    self.isSuspended = isSuspended
    self.maximumLinks = maximumLinks
  }

  /// What the wireframe does beside the queue, and who waits until nothing is under way.
  let activity = Activity()

  var isIdle: Bool { current == nil && waiting.isEmpty }

  /// Whether nothing runs, and nothing can run before ``Wireframe/activate()``.
  var isAtRest: Bool { current == nil && (isSuspended || waiting.isEmpty) }

  var waitingCount: Int { waiting.count + urgent.count }

  /// The routing that would end last.
  var last: Routing? { doOthersWait ? waiting.last ?? interrupted.first ?? current : current }

  /// Whether a routing to a screen runs or waits.
  var isBusy: Bool {
    Steps.add(waiting.count)
    return (running + waiting.all).contains(where: \.isReplaceable)
  }

  /// Those that load while a later one has their turn, and the one that has it.
  var running: [Routing] { interrupted + [current].compactMap(\.self) }

  /// Why no other request may wait: too many are waiting; nil if it may.
  func refusal(ofLink isLink: Bool) -> CoreReason? {
    if isLink { return waitingLinks >= maximumLinks ? .tooManyLinks(limit: maximumLinks) : nil }
    guard isSuspended, waiting.count >= Self.maximumSuspended else { return nil }
    return .tooManyWaiting(limit: Self.maximumSuspended)
  }

  /// Puts a routing at the end of the queue, or before those that wait for the UI; it may run at once.
  func reserve(_ routing: Routing, isFirst: Bool = false) {
    if isClosed { return routing.turn = .lost(.closed) }
    if current == nil, !isSuspended || isFirst {
      current = routing
      return
    }
    routing.turn = .reserved
    if isFirst, isSuspended { return urgent.append(routing) }
    let isLink = routing.isLink
    // Before the UI is there, only the newest link is kept, with those that it joins.
    let isRestoring = isLink && running.contains { $0.innermost.purpose == .restoration }
    if isLink && isSuspended || isRestoring {
      for other in waiting.all
      where other.isLink && (routing.earlier == nil || !other.request.isSame(as: routing.request)) {
        lose(other, .superseded)
      }
    }
    if let reason = refusal(ofLink: isLink) { return lose(routing, reason) }
    if isLink { waitingLinks += 1 }
    waiting.append(routing)
  }

  /// Takes the turn of a routing that loads: what is refused leaves at once. One that presents comes first.
  func interrupt(by routing: Routing) {
    if isClosed { return routing.turn = .lost(.closed) }
    guard let current, current.isLoading, current.purpose != .reevaluation else {
      if self.current == nil { return self.current = routing }
      routing.turn = .reserved
      // Before a restoration, which loads.
      let index = urgent.firstIndex { $0.purpose == .restoration } ?? urgent.endIndex
      return urgent.insert(routing, at: index)
    }
    current.note { $0.wasInterrupted = true }
    interrupted.append(current)
    self.current = routing
  }

  /// Waits until an interrupted routing has its turn again. Throws if it is given up or replaced meanwhile.
  func regainTurn(_ routing: Routing) async throws {
    while let interrupted = interrupted(routing) {
      let race = Race()
      interrupted.turn = .regaining(race)
      try await routing.wait(for: race)
    }
  }

  /// Gives the turn to an interrupted routing, and waits until that has ended.
  func giveWay(_ routing: Routing, to former: Routing) async throws {
    interrupted.removeAll { $0 === former }
    interrupted.append(routing)
    give(former)
    try await regainTurn(routing)
  }

  /// Lets one go first that came while a routing presented, before that loads more: a sign-out does not wait for loads.
  func letUrgentGo(before routing: Routing) async throws {
    guard current === routing, let next = urgent.first, next.purpose != .restoration else { return }
    urgent.removeFirst()
    routing.note { $0.wasInterrupted = true }
    (routing.stage, routing.reached) = (.queue, nil)
    try await giveWay(routing, to: next)
  }

  /// A routing while another one has its turn, or the one that opens the lock for it; nil if it has its turn.
  func interrupted(_ routing: Routing) -> Routing? {
    interrupted.first { $0 === routing || $0.nested === routing }
  }

  /// The routing whose role is the calling task.
  var runningInCurrentTask: Routing? {
    guard let current else { return nil }
    if current.isRunningInCurrentTask { return current }
    return interrupted.first(where: \.isRunningInCurrentTask)
  }

  /// The same, or what that does of what a lock has deferred.
  var innermostInCurrentTask: Routing? { runningInCurrentTask?.innermost }

  /// Notes that nothing is kept of what loads or waits now; a home has no owner.
  func keepNothing() {
    for routing in running + urgent + waiting.all where routing.purpose != .home {
      routing.note { $0.keepsNothing = true }
    }
  }

  /// Notes what the user does while screens load. The login of a sign-out comes above what is seen by then.
  func note(_ note: (inout Routing.UserMoves) -> Void) {
    for routing in running where routing.isLoading {
      let isLogin = routing.reached?.redirects.isEmpty == false
      if isLogin, routing.asksForNothing { continue }
      var moves = routing.meanwhile?.userMoves ?? .init()
      note(&moves)
      routing.note { $0.userMoves = moves }
    }
  }

  /// Waits for the turn; a cancelled waiter leaves at once. Nil once the routing may run, or why it never will.
  func waitForTurn(_ routing: Routing) async -> CoreReason? {
    if case .reserved = routing.turn {
      let race = Race()
      routing.turn = .waiting(race)
      if Task.isCancelled { lose(routing, .cancelled(.queue)) }
      await withTaskCancellationHandler(
        operation: { await race.wait() },
        onCancel: { Task { @MainActor [weak self] in self?.lose(routing, .cancelled(.queue)) } })
      if case .lost = routing.turn { activity.end() }
    }
    return if case .lost(let reason) = routing.turn { reason } else { nil }
  }

  /// Ends a routing's turn and gives the next one its own.
  func leave(_ routing: Routing) {
    guard current === routing else { return interrupted.removeAll { $0 === routing } }
    current = nil
    if doOthersWait {
      // Before those that load, too: what is refused leaves at once.
      if !urgent.isEmpty { return give(urgent.removeFirst()) }
      if !interrupted.isEmpty { return give(interrupted.removeLast()) }
      if !isSuspended { return advance() }
    }
    if activity.isAwaited { activity.wake() }
  }

  private func noteWhetherOthersWait() {
    doOthersWait = !waiting.isEmpty || !urgent.isEmpty || !interrupted.isEmpty
  }

  /// Lets the routings run that came before the UI was there.
  func activate() {
    isSuspended = false
    if current == nil { advance() }
  }

  /// Cancels routings that have not begun to present, for a later one.
  func supersede() {
    for other in waiting.all where other.isReplaceable { lose(other, .superseded) }
    for other in running { other.supersede() }
  }

  /// Ends all waiting once the wireframe is gone: no routing would get its turn.
  func close() {
    isClosed = true
    for routing in running + beside { routing.supersede(isClosing: true) }
    for routing in urgent + waiting.all { lose(routing, .closed) }
    for waiter in waitersOffHost { waiter()?.leave() }
  }

  func note(offHost waiter: @escaping @MainActor () -> (any RequestWaiter)?) {
    waitersOffHost.removeAll { $0()?.isOver != false }
    waitersOffHost.append(waiter)
  }

  private func advance() {
    guard let next = waiting.popFirst() else { return }
    if next.isLink { waitingLinks -= 1 }
    give(next)
  }

  private func give(_ next: Routing) {
    current = next
    let turn = next.turn
    next.turn = .running
    if case .waiting(let race) = turn { race.finish() }
    if case .regaining(let race) = turn { race.finish() }
  }

  private func lose(_ routing: Routing, _ reason: CoreReason) {
    let turn = routing.turn
    switch turn {
    case .regaining, .running, .lost: return
    case .reserved, .waiting: routing.turn = .lost(reason)
    }
    urgent.removeAll { $0 === routing }
    if waiting.remove(routing), routing.isLink { waitingLinks -= 1 }
    guard case .waiting(let race) = turn else { return }
    // Until its caller goes on, which is told then.
    activity.begin()
    race.finish()
  }
}

/// The routings that wait, in order. Adding, removing and taking the first one cost the same however many wait.
@MainActor
private struct WaitingList {
  /// Nil for what has left; the first and the last are never nil.
  private var slots: ArraySlice<Routing?> = []
  /// The indices that `slots` would have if nothing had been taken off its front.
  private var indices: [ObjectIdentifier: Int] = [:]

  var isEmpty: Bool { indices.isEmpty }
  var count: Int { indices.count }
  var last: Routing? { slots.last ?? nil }
  var all: [Routing] { slots.compactMap(\.self) }

  mutating func append(_ routing: Routing) {
    slots.append(routing)
    indices[ObjectIdentifier(routing)] = slots.endIndex - 1
  }

  mutating func popFirst() -> Routing? {
    guard let first = slots.first ?? nil else { return nil }
    remove(first)
    return first
  }

  @discardableResult
  mutating func remove(_ routing: Routing) -> Bool {
    guard let index = indices.removeValue(forKey: ObjectIdentifier(routing)) else { return false }
    slots[index] = nil
    while let last = slots.last, last == nil { slots.removeLast() }
    while let first = slots.first, first == nil { slots.removeFirst() }
    return true
  }
}
