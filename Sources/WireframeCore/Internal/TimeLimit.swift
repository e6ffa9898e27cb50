/// Runs a stage that can be left before it ends: when its time is up, or a later routing takes its place.
///
/// The stage runs in a task of its own, beside one that sleeps on the clock; the first to end wins.
/// A stage that ends late is dropped, and one that hangs for ever keeps only its own frame.
///
/// - Parameters:
///   - limit: How long the stage may take; nil for as long as it likes.
///   - clock: The clock that measures it.
///   - isCancellable: Whether a cancellation of the calling task reaches the stage.
///   - tasks: The tasks among which the stage's is while it runs.
///   - run: The routing whose stage it is, if a later one can take its place.
///   - body: The stage.
/// - Returns: What the stage returns.
/// - Throws: What the stage throws, ``LimitPassed``, or ``Superseded``.
@MainActor
func withTimeLimit<T>(
  _ limit: Duration?, on clock: any Clock<Duration>, isCancellable: Bool,
  tasks: RoutingTasks, of run: RoutingRun? = nil, _ body: @escaping @MainActor () async throws -> T
) async throws -> T {
  let race = Race<T>()
  let stage = Task { @MainActor in
    tasks.enter()
    defer { tasks.leave() }
    do {
      race.finish(.success(try await body()))
    } catch {
      race.finish(.failure(error))
    }
  }
  let timer = limit.map { limit in
    Task { @MainActor in
      // A stage that ends at once, as most do, has ended by now, and the clock is not troubled.
      guard !race.isOver else { return }
      try await sleep(limit, on: clock)
      race.finish(.failure(LimitPassed()))
      stage.cancel()
    }
  }
  run?.leaveStage = {
    race.finish(.failure(Superseded()))
    stage.cancel()
  }
  defer {
    timer?.cancel()
    run?.leaveStage = nil
  }
  await withTaskCancellationHandler {
    await race.wait()
  } onCancel: {
    if isCancellable { stage.cancel() }
  }
  return try race.takeResult()
}

/// Says that the limit passed before the stage ended.
struct LimitPassed: Error {}

/// Says that a later routing took the place of this one.
struct Superseded: Error {}

private func sleep<C: Clock<Duration>>(_ duration: Duration, on clock: C) async throws {
  try await clock.sleep(until: clock.now.advanced(by: duration), tolerance: nil)
}
