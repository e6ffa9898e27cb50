/// The routings of which watchers have heard that they began.
@MainActor
final class ProgressNotes {
  private struct Note {
    let progress: RoutingProgress
    let watchers: [any RoutingProgressWatcher]
    /// Tells that it takes long.
    var watch: Registration?
    var hasTold = false
  }

  private var open: [ObjectIdentifier: Note] = [:]

  /// One watcher may hear of several wireframes.
  private static var lastID = 0

  func begin(_ routing: Routing, _ watchers: [any RoutingProgressWatcher]) {
    Self.lastID += 1
    let asksForNone = [Routing.Purpose.reevaluation, .restoration].contains(routing.purpose)
    let progress = RoutingProgress(id: Self.lastID, request: asksForNone ? nil : routing.request)
    for watcher in watchers { watcher.didBegin(progress) }
    open[ObjectIdentifier(routing)] = Note(progress: progress, watchers: watchers)
    watch(routing)
  }

  /// Tells the watchers if a routing takes long from now on.
  func watch(_ routing: Routing) {
    guard let note = open[ObjectIdentifier(routing)], !note.hasTold,
      let time = routing.settings.limits.placeholder
    else { return }
    open[ObjectIdentifier(routing)]?.watch = routing.settings.watchdog.watch(for: time) {
      [weak self, weak routing] in
      guard let routing else { return }
      self?.open[ObjectIdentifier(routing)]?.hasTold = true
      for watcher in note.watchers { watcher.takesLong(note.progress, in: routing.stage.rawValue) }
    }
  }

  /// Tells nothing of a routing whose placeholder does.
  func pause(_ routing: Routing) { open[ObjectIdentifier(routing)]?.watch?.remove() }

  func end(_ routing: Routing) {
    guard let note = open.removeValue(forKey: ObjectIdentifier(routing)) else { return }
    note.watch?.remove()
    for watcher in note.watchers { watcher.didEnd(note.progress) }
  }
}

extension Wireframe {
  /// Notes that a watcher wants to hear of progress, here and on the wireframes above.
  func noteProgressWatcher() {
    progress = progress ?? ProgressNotes()
    mount?.parent?.noteProgressWatcher()
  }

  func tellBegin(of routing: Routing) {
    progress?.begin(routing, observers(of: nil).compactMap(\.progressWatcher))
  }
}
