internal import WireframeCore

/// The steps of one routing, and when they were noted, since the routing was asked for.
final class TraceJournal: RoutingJournal {
  struct Entry {
    let time: Duration
    let step: RoutingStep
  }

  let request: RoutingRequest
  /// What the routing is for, in a word.
  let purpose: String
  /// Whether its steps hold objects that the app passed.
  private(set) var holdsObjects: Bool
  private(set) var entries: [Entry] = []
  private let elapsed: @MainActor () -> Duration
  private var recorder: TraceRecorder?

  init(
    of request: RoutingRequest, for purpose: String, by recorder: TraceRecorder,
    on clock: any Clock<Duration>
  ) {
    self.request = request
    self.purpose = purpose
    self.recorder = recorder
    elapsed = Self.stopwatch(on: clock)
    holdsObjects = request.holdsObjects
    entries.reserveCapacity(32)
  }

  func note(_ step: RoutingStep) {
    switch step {
    case .redirected(let request): holdsObjects = holdsObjects || request.holdsObjects
    case .screens(let screens):
      holdsObjects = holdsObjects || screens.contains { $0.route?.request.holdsObjects == true }
    default: break
    }
    entries.append(Entry(time: elapsed(), step: step))
    recorder?.didNote(step, in: self)
  }

  func close() {
    recorder?.didEnd(self)
    // The recorder may keep the journal.
    recorder = nil
  }

  private static func stopwatch<C: Clock<Duration>>(on clock: C) -> @MainActor () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
