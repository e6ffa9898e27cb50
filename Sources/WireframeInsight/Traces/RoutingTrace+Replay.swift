public import WireframeCore

/// The first difference between a trace and its replay.
public struct ReplayDifference: Hashable, Sendable, CustomStringConvertible {
  /// The index of the trace, from 0.
  public let trace: Int
  /// What the report says happened; nil for nothing more.
  public let recorded: String?
  /// What happened now; nil for nothing more.
  public let replayed: String?

  /// Both, on one line.
  public var description: String {
    "Routing \(trace + 1): recorded \(recorded ?? "nothing more"), replayed \(replayed ?? "nothing more")."
      .escaped
  }
}

extension RoutingTrace {
  /// Runs the request again, on a headless wireframe, and compares what happens.
  ///
  /// - Parameter wireframe: The app's wireframe, over a `NavigationTree`, in the state in which the report begins.
  /// - Returns: The first difference; nil if the same happens. Times do not count.
  /// - Throws: ``ReplayError`` if the trace was recorded without the values of its URL.
  @MainActor
  public func replay<Controller>(
    on wireframe: Wireframe<Controller>
  ) async throws -> ReplayDifference? {
    try await [self].replay(on: wireframe)
  }

  /// What counts in a comparison.
  fileprivate var essence: [String] {
    events.compactMap { event in
      guard event.kind != .began, event.kind != .ended else { return nil }
      let words = [event.role, event.pattern.map { "'\($0)'" }, event.text, event.code]
      return ([event.kind.rawValue] + words.compactMap(\.self)).joined(separator: " ")
    }
  }
}

extension [RoutingTrace] {
  /// Runs the requests of a report again, one after another, and compares what happens.
  ///
  /// - Parameter wireframe: The app's wireframe, over a `NavigationTree`, in the state in which the report begins.
  /// - Returns: The first difference; nil if the same happens. Times do not count.
  /// - Throws: ``ReplayError`` if a trace was recorded without the values of its URL.
  @MainActor
  public func replay<Controller>(
    on wireframe: Wireframe<Controller>
  ) async throws -> ReplayDifference? {
    let recorder = TraceRecorder(keeping: 1)
    let registration = recorder.record(wireframe)
    defer { registration.remove() }
    for (index, trace) in enumerated() {
      guard let urlText = trace.urlText else { throw ReplayError(trace: index) }
      var request =
        trace.isTrusted
        ? RoutingRequest(urlText) : RoutingRequest(untrusted: urlText, origin: trace.origin)
      request.origin = trace.origin
      _ = try? await wireframe.route(request)
      let replayed = recorder.takeTraces().last?.essence ?? []
      let recorded = trace.essence
      for step in 0..<Swift.max(recorded.count, replayed.count) {
        let (old, new) = (recorded.dropFirst(step).first, replayed.dropFirst(step).first)
        if old != new { return ReplayDifference(trace: index, recorded: old, replayed: new) }
      }
    }
    return nil
  }
}

/// A trace without the values of its URL cannot be run again.
public struct ReplayError: Error, Hashable, CustomStringConvertible {
  /// The index of the trace, from 0.
  public let trace: Int

  /// What happened and how to fix it.
  public var description: String {
    "Routing \(trace + 1) was recorded without the values of its URL, and cannot be run again. Record it "
      + "with 'keepsValues: true'."
  }
}
