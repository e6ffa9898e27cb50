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
    entries.reserveCapacity(32)
  }

  func note(_ step: RoutingStep) {
    guard let recorder else { return }
    entries.append(Entry(time: elapsed(), step: step))
    recorder.didNote(step, in: self)
  }

  func close() {
    if !entries.isEmpty { recorder?.didEnd(self) }
    // What is noted after the end is in no trace.
    recorder = nil
  }

  private static func stopwatch<C: Clock<Duration>>(on clock: C) -> @MainActor () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}
