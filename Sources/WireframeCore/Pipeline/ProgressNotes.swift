/// The routings of which watchers have heard that they began.
@MainActor
final class ProgressNotes {
  private var open: [ObjectIdentifier: (progress: RoutingProgress, watch: Registration?)] = [:]

  func begin(
    _ routing: Routing, _ progress: RoutingProgress, _ watchers: [any RoutingProgressWatcher]
  ) {
    for watcher in watchers { watcher.didBegin(progress) }
    let watch = routing.settings.limits.placeholder.map { time in
      routing.settings.watchdog.watch(for: time) { [weak routing] in
        guard let stage = routing?.stage else { return }
        for watcher in watchers { watcher.takesLong(progress, in: stage.rawValue) }
      }
    }
    open[ObjectIdentifier(routing)] = (progress, watch)
  }

  func end(_ routing: Routing, _ watchers: [any RoutingProgressWatcher]) {
    guard let note = open.removeValue(forKey: ObjectIdentifier(routing)) else { return }
    note.watch?.remove()
    for watcher in watchers { watcher.didEnd(note.progress) }
  }
}

extension Wireframe {
  /// Notes that a watcher wants to hear of progress, here and on the wireframes above.
  func noteProgressWatcher() {
    progress = progress ?? ProgressNotes()
    mount?.parent?.noteProgressWatcher()
  }

  func tellBegin(of routing: Routing) {
    guard let progress else { return }
    let request = routing.request.urlText.isEmpty ? nil : routing.request
    progress.begin(routing, RoutingProgress(id: makeID(), request: request), progressWatchers)
  }

  func tellEnd(of routing: Routing) { progress?.end(routing, progressWatchers) }

  private var progressWatchers: [any RoutingProgressWatcher] {
    observers(of: nil).compactMap(\.progressWatcher)
  }
}
