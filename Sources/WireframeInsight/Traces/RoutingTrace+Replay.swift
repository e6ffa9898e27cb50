public import WireframeCore

extension RoutingTrace {
  /// Whether it ended as an equal request before it: a double tap, which shows nothing itself.
  fileprivate func hasJoined(_ former: RoutingTrace) -> Bool {
    if events.first?.kind == .finished { return true }
    let isShared = former.isPastObservers || events.count == 1 && former.events.count > 1
    return isShared && !isPastObservers && former.urlText == urlText && former.ending == ending
      && former.events.last?.text == events.last?.text
  }

  /// Whether more than its observers were asked: only then an equal request shares its end behind its own observers.
  private var isPastObservers: Bool {
    events.contains { $0.kind == .settled || ["option", "handle"].contains($0.text) }
  }

  /// The first event that is not as another trace has it, and that event, on one line.
  fileprivate func difference(from other: RoutingTrace?) -> String? {
    func counting(_ events: [Event]) -> [Event] {
      events.filter { $0.kind != .began && $0.kind != .ended }
    }
    let (own, others) = (counting(events), counting(other?.events ?? []))
    for step in 0..<Swift.max(own.count, others.count) {
      let (event, theirs) = (own.dropFirst(step).first, others.dropFirst(step).first)
      let recorded = event?.essence(comparedWith: theirs)
      let replayed = theirs?.essence(comparedWith: event)
      if recorded != replayed {
        let nothing = "nothing more"
        return "recorded \(recorded ?? nothing), replayed \(replayed ?? nothing).".escaped
      }
    }
    return nil
  }
}

extension RoutingTrace.Event {
  /// What counts in a comparison, on one line.
  fileprivate var essence: String {
    let words = [role, pattern.map { "'\($0)'" }, text, code]
    return ([kind.rawValue] + words.compactMap(\.self)).joined(separator: " ")
  }

  /// The essence with what else both events tell: URL and values, if they were kept.
  fileprivate func essence(comparedWith other: Self?) -> String {
    guard let other, essence == other.essence else { return essence }
    if let urlText, let theirs = other.urlText, urlText != theirs { return "\(essence) \(urlText)" }
    if let values, let theirs = other.values, values != theirs {
      return "\(essence) \(values.map { "\($0.name)=\($0.texts.joined(separator: "/"))" })"
    }
    return essence
  }
}

extension [RoutingTrace] {
  /// Runs the requests of a report again, one after another, on a headless wireframe, and compares what happens.
  ///
  /// Times do not count; URLs and values do if they were kept.
  ///
  /// - Parameters:
  ///   - wireframe: The app's wireframe, over a `NavigationTree`, with the screens and the rights with which the report
  ///     began: traces hold neither, nor what the user and `back()` have taken away.
  ///   - isTrusted: Whether requests that the report calls the app's own are run as such. They reach closed routes and
  ///     run their handlers: say so only of a report that nobody else could write.
  /// - Returns: The first difference, on one line: the number of the routing, what was recorded, and what was replayed;
  ///   nil if the same happens.
  /// - Throws: ``InsightError`` at the first trace that cannot be run again, see ``RoutingTrace/replayObstacle``, or is
  ///   not trusted.
  @MainActor public func replay<Controller>(
    on wireframe: Wireframe<Controller>, trusting isTrusted: Bool = false
  ) async throws -> String? {
    let recorder = TraceRecorder(keepsValues: true)
    let registration = recorder.record(wireframe)
    defer { registration.remove() }
    var former: RoutingTrace?
    for (index, trace) in enumerated() {
      if let former, trace.hasJoined(former) { continue }
      former = trace
      guard let request = trace.request else {
        throw InsightError("Routing \(index + 1) \(trace.replayObstacle ?? "")")
      }
      guard isTrusted || !request.isTrusted else {
        throw InsightError(
          "Routing \(index + 1) says that it is a request of the app itself, which reaches closed routes. If you "
            + "know who wrote the report, replay it with 'trusting: true'.")
      }
      _ = try? await wireframe.route(request)
      // A screen that comes after its placeholder has a trace of its own. Where a handler has asked for the same
      // already, that is the routing, and this request has only shared its end.
      let replayed = recorder.takeTraces().first {
        $0.purpose == trace.purpose && $0.urlText == trace.urlText
      }
      if let difference = trace.difference(from: replayed) {
        return "Routing \(index + 1): \(difference)"
      }
    }
    return nil
  }
}
