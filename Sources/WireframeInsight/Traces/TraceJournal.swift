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
    holdsObjects = request.mayHoldObjects
    entries.reserveCapacity(32)
  }

  func note(_ step: RoutingStep) {
    guard let recorder else { return }
    if !holdsObjects { holdsObjects = step.mayHoldObjects }
    entries.append(Entry(time: elapsed(), step: step))
    recorder.didNote(step, in: self)
  }

  func close() {
    if !entries.isEmpty { recorder?.didEnd(self) }
    // The recorder may keep the journal.
    recorder = nil
  }

  private static func stopwatch<C: Clock<Duration>>(on clock: C) -> @MainActor () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

extension RoutingStep {
  /// Whether it may hold objects of the app.
  fileprivate var mayHoldObjects: Bool {
    switch self {
    case .redirected(let request): request.mayHoldObjects
    // One that is not followed is in no other step; a gate's holds the gate.
    case .decided(_, let decision, _) where decision.redirectedRequest != nil: true
    case .matched(let route), .decided(_, _, let route), .finished(_, let route):
      route.request.mayHoldObjects
    case .leaving(let routes): routes.contains { $0?.request.mayHoldObjects == true }
    case .screens(let screens): screens.contains { $0.route?.request.mayHoldObjects == true }
    case .answered(_, let option), .settled(let option, _): option.mayHoldObjects
    case .failed(let error): error.underlyingError != nil
    default: false
    }
  }
}

extension RoutingRequest {
  /// Whether it may hold objects of the app.
  fileprivate var mayHoldObjects: Bool { holdsObjects || option?.mayHoldObjects == true }
}

extension RoutingOption {
  /// Whether it may hold objects of the app: the core's own options do not.
  fileprivate var mayHoldObjects: Bool {
    let type: any RoutingOption.Type = type(of: self)
    return ![
      Push.self, Modal.self, ReplaceTop.self, Root.self, Back.self, Show.self, SelectTab.self,
      Embedded.self,
    ].contains { $0 == type }
  }
}
