/// A wireframe's lock: the screen that covers all others, and what waits until it is open.
@MainActor
final class Lock<Controller> {
  let entry: GateEntry
  let controller: Controller
  private(set) weak var host: (any CoveringHost<Controller>)?
  /// What the app has asked for meanwhile, and what has to be done before anything is seen again.
  var deferred: [@MainActor () async throws -> Void] = []
  /// Those who wait until nothing is covered.
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(_ entry: GateEntry, _ controller: Controller, on host: any CoveringHost<Controller>) {
    self.entry = entry
    self.controller = controller
    self.host = host
  }

  func cover() {
    entry.isCovering = true
    entry.isPassing = false
    host?.events.isCovered = true
    host?.cover = controller
  }

  func uncover() {
    entry.isCovering = false
    host?.events.isCovered = false
    host?.cover = nil
    let waiting = waiting
    self.waiting = []
    for continuation in waiting { continuation.resume() }
  }

  func waitUntilOpen() async {
    while entry.isCovering { await withCheckedContinuation { waiting.append($0) } }
  }
}
