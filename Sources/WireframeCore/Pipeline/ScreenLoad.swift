/// A screen that is being made, and the placeholder that keeps its place if that takes long.
@MainActor
final class ScreenLoad: PendingScreen {
  let wanted: Resolution
  let presenterRole: Any
  let loading: ScreenLoading
  /// The stay of the placeholder; nil before it is on screen.
  private(set) var stay: NavigationEntryID?
  /// What came of the providers; nil while they work.
  private(set) var made: Result<Any, any Error>?
  package private(set) var shown: Any = ()
  package private(set) var shownRoute: Route?

  private let settings: PipelineSettings
  private let tasks: RoutingTasks
  private(set) var taskOfProviders: Int?
  private let make: @MainActor () async throws -> Any
  /// Called when providers have answered, or have taken too long.
  private var whenMade: @MainActor () -> Void = {}
  private var task: Task<Void, Never>?
  private var limit: Registration?
  /// Tells the current attempt from one that ends too late.
  private var attempts = 0
  /// What ends with the placeholder's stay.
  private var watches: [Registration] = []
  /// Whether the placeholder was shown as long as it has to be.
  private var hasBeenSeen = false
  private var callers: [Race] = []
  private var result: Result<Ended, any Error>?

  init(
    _ wanted: Resolution, by presenterRole: Any, _ routing: Routing,
    make: @escaping @MainActor () async throws -> Any
  ) {
    self.wanted = wanted
    self.presenterRole = presenterRole
    self.make = make
    settings = routing.settings
    tasks = routing.tasksOfStages()
    loading = ScreenLoading(wanted.route)
  }

  deinit { task?.cancel() }

  /// Makes the screen, and waits for it until its placeholder is due: after a time, or at once if that is nil. If the
  /// providers throw before, the placeholder shows that with `showsFailure`; else it is thrown.
  func begin(
    for routing: Routing, _ time: Duration?, showsFailure: Bool,
    orShow placeholder: @MainActor (ScreenLoading) -> Any
  ) async throws {
    start()
    if made == nil, let time {
      let race = Race()
      whenMade = { race.finish() }
      let watch = settings.watchdog.watch(for: time) { race.finish() }
      defer { watch.remove() }
      try await routing.wait(for: race)
    }
    switch made {
    case .success(let screen)?: shown = screen
    case .failure(let error)? where !showsFailure: throw error
    case .failure?, nil:
      shownRoute = wanted.route.loading(loading)
      shown = placeholder(loading)
    }
  }

  func start() {
    attempts += 1
    made = nil
    let attempt = attempts
    task = startTask { @MainActor [weak self, make, tasks] in
      let task = tasks.enter()
      self?.taskOfProviders = task
      defer { tasks.leave(task) }
      let made: Result<Any, any Error>
      do { made = .success(try await make()) } catch { made = .failure(error) }
      self?.end(attempt, with: made)
    }
    if made == nil, let time = settings.limits[.provide] {
      limit = settings.watchdog.watch(for: time) { [weak self] in
        self?.task?.cancel()
        self?.end(attempt, with: .failure(LimitPassed()))
      }
    }
  }

  private func end(_ attempt: Int, with made: Result<Any, any Error>) {
    guard attempt == attempts, self.made == nil else { return }
    (self.made, taskOfProviders) = (made, nil)
    limit?.remove()
    whenMade()
  }

  /// Notes that the placeholder is on screen until `watch` ends. Calls `whenMade` when the screen can come, or fails.
  func stay(
    in stay: NavigationEntryID, _ watch: Registration, whenMade: @escaping @MainActor () -> Void
  ) {
    self.stay = stay
    self.whenMade = { [weak self] in
      guard let self else { return }
      if case .success = made, !hasBeenSeen { return }
      whenMade()
    }
    let time = settings.limits.placeholder ?? .zero
    watches = [
      watch,
      settings.watchdog.watch(for: time) { [weak self] in
        guard let self else { return }
        hasBeenSeen = true
        if case .success = made { self.whenMade() }
      },
    ]
    if made != nil { self.whenMade() }
  }

  /// Ends the load: the screen has taken its placeholder's place, or the placeholder has left.
  func end(with result: Result<Ended, any Error>) {
    guard self.result == nil else { return }
    self.result = result
    task?.cancel()
    limit?.remove()
    stopWatching()
    for caller in callers { caller.finish() }
  }

  var hasEnded: Bool { result != nil }
  var hasFailed: Bool { if case .failure = result { true } else { false } }

  /// Lets the placeholder leave without an end of the load.
  func stopWatching() {
    for watch in watches { watch.remove() }
    whenMade = {}
  }

  /// What a routing returns once the screen is there. Throws if the calling task is cancelled.
  func ended() async throws -> Ended {
    while true {
      if let result { return try result.get() }
      let caller = Race()
      callers.append(caller)
      defer { callers.removeAll { $0 === caller } }
      try await caller.end()
    }
  }
}
