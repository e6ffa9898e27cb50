// Time limits, cancellation and replacement by a later routing: written once, for every stage.
extension Routing {
  /// Runs one stage: names it in errors, notices cancellation, and ends it at its limit. A stage that can end early
  /// runs in another task. One that hangs for ever keeps only its own frame, so `body` must not hold the wireframe.
  /// Inlined, with a `body` that is made where it is needed: one more function to await costs 2 % of a routing.
  @inline(__always)
  func stage<T>(
    _ stage: RoutingStage, _ body: @autoclosure () -> @MainActor () async throws -> T
  ) async throws -> T {
    self.stage = stage
    journal?.note(.began(stage))
    // Every other stage begins where one has just ended.
    if case .observe = stage, Task.isCancelled { throw error(.cancelled(stage)) }
    let value =
      if settings.canEndEarly(stage) {
        try await withTimeLimit(
          settings.limits[stage], by: settings.watchdog, isCancellable: stage.isCancellable,
          tasks: tasksOfStages(), of: self, body())
      } else {
        try await body()()
      }
    journal?.note(.ended(stage))
    try checkMayGoOn()
    return value
  }

  /// The same for a stage in which there is nobody to ask. No function to await: that would cost 1 % of a routing.
  func pass(_ stage: RoutingStage) throws {
    self.stage = stage
    journal?.note(.began(stage))
    if Task.isCancelled { throw error(.cancelled(stage)) }
    journal?.note(.ended(stage))
    if isSuperseded { throw error(.superseded) }
  }

  /// Waits for an end that others bring, until the routing is replaced or cancelled.
  func wait(for race: Race) async throws {
    abandon = { race.finish(throwing: Superseded()) }
    try await race.end()
  }

  var abandon: (@MainActor () -> Void)? {
    get { tasks.abandon }
    set { changeTasks { $0.abandon = newValue } }
  }

  func tasksOfStages() -> RoutingTasks {
    if let known = tasks.ofStages { return known }
    let made = RoutingTasks()
    changeTasks { $0.ofStages = made }
    return made
  }

  /// The tasks are replaced, not changed in place: then reading them needs no check for exclusive access.
  private func changeTasks(_ change: (inout StageTasks) -> Void) {
    var tasks = tasks
    change(&tasks)
    self.tasks = tasks
  }
}

/// Runs a stage that can end early, in another task: at its limit, or when a later routing replaces `routing`. One that
/// ends without suspending costs only that task; the watchdog watches longer ones. A result that comes too late is
/// dropped. `isCancellable` says whether a cancellation of the calling task reaches the stage, whose own task is in
/// `tasks` while it runs. Throws what the stage throws, ``LimitPassed``, or ``Superseded``.
@MainActor
@inline(never)  // Inlined, it would cost the stages without limit.
func withTimeLimit<T>(
  _ limit: Duration?, by watchdog: Watchdog, isCancellable: Bool,
  tasks: RoutingTasks, of routing: Routing?,
  _ body: @escaping @MainActor () async throws -> T
) async throws -> T {
  let (end, stage) = startStage(isCancellable: isCancellable, tasks: tasks, of: routing, body)
  if !end.isOver {
    await end.wait(for: stage, limit, by: watchdog, isCancellable: isCancellable, of: routing)
  }
  try end.throwError()
  // Once it is over, the stage has set it: the error is never thrown.
  guard let value = end.value else { throw LimitPassed() }
  return value
}

/// Starts a stage in a task, at once where the system can do that. What ends at once has no function more to await.
@MainActor
private func startStage<T>(
  isCancellable: Bool, tasks: RoutingTasks, of routing: Routing?,
  _ body: @escaping @MainActor () async throws -> T
) -> (StageEnd<T>, Task<Void, Never>) {
  let end = StageEnd<T>()
  // A task that begins at once would not see a cancellation that it inherits.
  let atOnce = !(isCancellable && Task.isCancelled) && routing?.settings.startsTasksAtOnce != false
  let stage = startTask(atOnce: atOnce) { @MainActor in
    let task = tasks.enter()
    do { end.finish(with: try await body()) } catch { end.finish(throwing: error) }
    tasks.leave(task)
  }
  return (end, stage)
}

extension Race {
  /// Waits for a stage, and ends it at its limit, or when a later routing replaces `routing`.
  fileprivate func wait(
    for stage: Task<Void, Never>, _ limit: Duration?, by watchdog: Watchdog, isCancellable: Bool,
    of routing: Routing?
  ) async {
    func end(with error: any Error) {
      finish(throwing: error)
      stage.cancel()
    }
    let watch = limit.map { watchdog.watch(for: $0) { end(with: LimitPassed()) } }
    routing?.abandon = { end(with: Superseded()) }
    // What the stage has done at once may have replaced it.
    if routing?.isSuperseded == true { end(with: Superseded()) }
    defer {
      watch?.remove()
      routing?.abandon = nil
    }
    await withTaskCancellationHandler(
      operation: { await wait() }, onCancel: { if isCancellable { stage.cancel() } })
  }
}

/// Starts a task, at once where the system can do that. Generic as a task is: then its closure needs no thunks.
@MainActor
func startTask<T: Sendable>(
  atOnce: Bool = true, _ body: @escaping @Sendable @isolated(any) () async -> T
) -> Task<T, Never> {
  if atOnce, #available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
    return Task.immediate(operation: body)
  }
  return Task(operation: body)
}

package struct LimitPassed: Error {}

struct Superseded: Error {}

/// Runs the app's own code under a time limit, as a stage. Throws what the body throws, or ``LimitPassed``.
@MainActor
package func withTimeLimit<T>(
  _ limit: Duration?, by watchdog: Watchdog, isCancellable: Bool, tasks: RoutingTasks,
  _ body: @escaping @MainActor () async throws -> T
) async throws -> T {
  // Nothing ends it early then but a cancellation, which the calling task has itself.
  if limit == nil, isCancellable { return try await body() }
  return try await withTimeLimit(
    limit, by: watchdog, isCancellable: isCancellable, tasks: tasks, of: nil, body)
}

/// An end that several may bring: the first wins, and one waits for it.
@MainActor
package class Race {
  private(set) var isOver = false
  // Both are swapped, which avoids exclusivity checks: a `deinit` of an old value could run code.
  private var error: (any Error)?
  private var waiter: CheckedContinuation<Void, Never>?

  package init() {}

  package func finish(throwing error: (any Error)? = nil) {
    guard !isOver else { return }
    isOver = true
    var error = error
    swap(&self.error, &error)
    waiter?.resume()
  }

  func wait() async {
    guard !isOver else { return }
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      var waiter: CheckedContinuation<Void, Never>? = continuation
      swap(&self.waiter, &waiter)
    }
  }

  /// Throws the error with which it has ended, and drops it: a task that ends late still holds the race.
  func throwError() throws {
    var error: (any Error)?
    swap(&self.error, &error)
    if let error { throw error }
  }

  /// Waits for the end, or for the cancellation of the calling task. Throws the error with which it has ended.
  package func end() async throws {
    await withTaskCancellationHandler(
      operation: { await wait() },
      onCancel: { Task { @MainActor in finish(throwing: CancellationError()) } })
    try throwError()
  }
}

/// The end of a stage, with its value.
@MainActor
private final class StageEnd<T>: Race {
  // Swapped, as above.
  private(set) var value: T?

  /// Ends with a value; one that comes too late is dropped.
  func finish(with value: T) {
    guard !isOver else { return }
    var value: T? = value
    swap(&self.value, &value)
    finish()
  }
}

/// The tasks of one routing; most routings have only the caller's.
@MainActor
struct StageTasks {
  var caller: Int?
  var ofStages: RoutingTasks?
  /// Ends the current stage, if it runs in another task.
  var abandon: (@MainActor () -> Void)?
}

/// The tasks that run the pipeline for one routing: awaiting the wireframe in one of them would wait for itself.
/// A task is removed when it ends, since another one may get its identity then.
@MainActor
package final class RoutingTasks {
  // Mostly there is one: it needs no list.
  private var first: Int?
  private var others: [Int] = []

  package init() {}

  /// Adds the calling task, and returns it for its removal: to ask for it again would cost more.
  package func enter() -> Int? {
    let current = Self.current
    if first == nil { first = current } else if let current { others.append(current) }
    return current
  }

  package func leave(_ task: Int?) {
    if first == task { first = nil } else { others.removeAll { $0 == task } }
  }

  func contain(_ task: Int) -> Bool { first == task || others.contains(task) }

  package var containCurrent: Bool { Self.current.map(contain) ?? false }

  nonisolated static var current: Int? {
    // By its address, as long as that is all of it: a hash costs 2 % of a routing, and so would an optional.
    let current = withUnsafeCurrentTask { task in
      MemoryLayout<UnsafeCurrentTask?>.size == MemoryLayout<Int>.size
        ? unsafeBitCast(task, to: Int.self) : task?.hashValue ?? 0
    }
    return current == 0 ? nil : current
  }
}

/// Notices when something takes longer than it may: one task, which sleeps until the oldest deadline.
/// It sleeps only while something is watched, so that a test's clock has no needless sleeper.
@MainActor
package final class Watchdog {
  private let clock: any Clock<Duration>
  private lazy var stopwatch = Stopwatch(on: clock)
  private var watches: [(id: Int, deadline: Duration, action: @MainActor () -> Void)] = []
  private var lastID = 0
  /// When the task wakes up; nil while nothing is watched.
  private var wakeUp: Duration?
  private var sleeper: Task<Void, Never>?

  package init(clock: any Clock<Duration>) { self.clock = clock }

  deinit { sleeper?.cancel() }

  /// Calls a closure once a time has passed, unless the registration is removed before.
  package func watch(for time: Duration, _ action: @escaping @MainActor () -> Void) -> Registration
  {
    // A hundred years: the runtime's sleep traps on times that it cannot count in nanoseconds.
    guard time < .seconds(3_162_240_000) else { return Registration {} }
    lastID += 1
    watches.append((lastID, stopwatch.elapsed() + time, action))
    sleepUntilOldest()
    return Registration { [weak self, id = lastID] in
      guard let self else { return }
      watches.removeAll { $0.id == id }
      sleepUntilOldest()
    }
  }

  /// Sleeps until the oldest deadline; a task that wakes up earlier than that goes on sleeping.
  private func sleepUntilOldest() {
    let oldest = watches.map(\.deadline).min()
    if let wakeUp, let oldest, wakeUp <= oldest { return }
    sleeper?.cancel()
    wakeUp = oldest
    sleeper = oldest.map { deadline in
      Task { [weak self, stopwatch] in
        // If the clock cannot sleep, everything watched ends now: otherwise no limit would ever end anything.
        try? await stopwatch.sleep(deadline)
        if !Task.isCancelled { self?.endOverdue(at: deadline) }
      }
    }
  }

  private func endOverdue(at deadline: Duration) {
    wakeUp = nil
    // A clock may wake its sleepers without moving its time.
    let now = max(stopwatch.elapsed(), deadline)
    for watch in watches.take(where: { $0.deadline <= now }) { watch.action() }
    if wakeUp == nil { sleepUntilOldest() }
  }
}

/// The time since a start, without the type of the clock.
private struct Stopwatch: Sendable {
  let elapsed: @Sendable () -> Duration
  let sleep: @Sendable (_ until: Duration) async throws -> Void

  init(on clock: some Clock<Duration>) {
    let start = clock.now
    elapsed = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
  }
}
