/// A wireframe's lock: the screen that covers all others, and what waits until it is open.
@MainActor
final class Lock<Controller> {
  let entry: GateEntry
  let controller: Controller
  /// The wireframe's host. A former one stays covered.
  weak var host: (any CoveringHost<Controller>)? { didSet { show() } }
  /// Of its entry as an observer, which is asked about each request.
  var registration: Registration?
  /// What the app has asked for meanwhile, and what has to be done before anything is seen again. Each may bring a
  /// screen, which is the outcome of opening if nothing was kept.
  var deferred: [(isRestoration: Bool, run: @MainActor () async throws -> RoutingSummary?)] = []
  /// The rules of the re-evaluations that are among it.
  var reevaluations: Set<KeepingRule> = []
  /// What shows the screens that got ready meanwhile, unless what is deferred has taken their placeholders away.
  var ready: [@MainActor () -> Void] = []
  /// How many calls are opening it: the first one's routing does what has to be done, and the others have returned.
  var openers = 0
  private let waiting = Activity()
  private var isEnded = false

  init(_ entry: GateEntry, _ controller: Controller, on host: any CoveringHost<Controller>) {
    self.entry = entry
    self.controller = controller
    self.host = host
  }

  func cover() {
    (entry.isCovering, entry.isPassing) = (true, false)
    openers = min(openers, 1)  // What the others were told does not hold any more.
    show()
  }

  func uncover() {
    entry.isCovering = false
    show()
    for present in ready.take() { present() }
  }

  private func show() {
    host?.events.isCovered = entry.isCovering
    host?.cover = entry.isCovering ? controller : nil
    waiting.wake()
  }

  /// - Throws: ``RoutingError/Code/cancelled`` if the window goes away first.
  func waitUntilOpen(toLeave leaves: Bool) async throws(RoutingError) {
    if leaves { waiting.begin() }
    defer { if leaves { waiting.end() } }
    while entry.isCovering {
      if isEnded { throw RoutingError(.closed, request: entry.request) }
      await waiting.change()
    }
  }

  /// Lets screens leave that have waited for that, before others come above them: those would leave, too.
  func letScreensLeave() async {
    while waiting.isUnderWay, !entry.isCovering { await waiting.change() }
  }

  /// Keeps nothing and lets nobody wait any more, though the screens stay covered: the window goes away.
  func endWaiting() {
    entry.discard()
    isEnded = true
    deferred = []
    ready = []
    waiting.wake()
  }
}
