#if canImport(os)
  internal import os
#endif
public import WireframeCore

/// Keeps the traces of the last routings; what is not added costs nothing.
///
/// ```swift
/// let recorder = TraceRecorder(keeping: 100)
/// recorder.record(wireframe)
/// …
/// report.attach(try JSONEncoder().encode(recorder.traces))
/// ```
///
/// On Apple systems each stage is an interval of signposts in the category "Wireframe", so that Instruments shows it.
@MainActor
public final class TraceRecorder {
  /// The traces of the routings that have ended, the oldest first.
  public private(set) var traces: [RoutingTrace] = []

  private let capacity: Int
  private let keepsValues: Bool
  #if canImport(os)
    private let signposter = OSSignposter(subsystem: "dev.wireframe", category: "Wireframe")
    private var intervals:
      [ObjectIdentifier: (name: StaticString, state: OSSignpostIntervalState)] = [:]
  #endif

  /// Makes a recorder.
  ///
  /// - Parameters:
  ///   - capacity: How many traces it keeps; older ones are dropped.
  ///   - keepsValues: Whether URLs are kept with their values. They may be private: leave it out of what users send.
  public init(keeping capacity: Int = 100, keepsValues: Bool = false) {
    self.capacity = max(1, capacity)
    self.keepsValues = keepsValues
  }

  /// Records the routings that a wireframe is asked for from now on.
  ///
  /// - Parameter wireframe: The wireframe; for a module's, the one on which it is mounted now.
  /// - Returns: The registration, for ending the recording.
  @discardableResult
  public func record<Controller>(_ wireframe: Wireframe<Controller>) -> Registration {
    wireframe.add(recorder: self)
  }

  /// Takes the traces out.
  ///
  /// - Returns: The traces, the oldest first.
  public func takeTraces() -> [RoutingTrace] {
    defer { traces = [] }
    return traces
  }
}

extension TraceRecorder: RoutingRecorder {
  package func journal(
    of request: RoutingRequest, for purpose: String, on clock: any Clock<Duration>
  ) -> any RoutingJournal { TraceJournal(of: request, for: purpose, by: self, on: clock) }

  func didNote(_ step: RoutingStep, in journal: TraceJournal) {
    #if canImport(os)
      switch step {
      case .began(let stage):
        endInterval(of: journal)
        intervals[ObjectIdentifier(journal)] = (
          stage.name,
          signposter.beginInterval(stage.name, id: signposter.makeSignpostID(from: journal))
        )
      case .ended, .finished, .failed: endInterval(of: journal)
      default: break
      }
    #endif
  }

  func didEnd(_ journal: TraceJournal) {
    #if canImport(os)
      endInterval(of: journal)
    #endif
    if traces.count == capacity { traces.removeFirst() }
    // A trace holds no objects of the app; the journal, which may, is released with its routing.
    traces.append(RoutingTrace(journal, keepsValues: keepsValues))
  }

  #if canImport(os)
    private func endInterval(of journal: TraceJournal) {
      guard let interval = intervals.removeValue(forKey: ObjectIdentifier(journal)) else { return }
      signposter.endInterval(interval.name, interval.state)
    }
  #endif
}
