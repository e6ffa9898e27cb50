import WireframeCore
import WireframeInsight

/// The stages of one routing: only what its trace has, in that order.
struct StageDrawing {
  struct Line {
    let stage: String
    let text: String
    var isFailure = false
  }

  private(set) var lines: [Line] = []
  private let tags: [RoutePattern: Set<RouteTag>]

  /// Draws a trace that was recorded with values; `reason` is what the shop's own code threw, if that is why it failed.
  init(_ trace: RoutingTrace, _ routes: [RegisteredRoute], reason: (any Error)?) {
    tags = Dictionary(uniqueKeysWithValues: routes.map { ($0.pattern, $0.tags) })
    add("request", (trace.urlText ?? "").printable)
    let events = trace.events
    for (index, event) in events.enumerated() {
      draw(event, before: events[(index + 1)...], behind: events[..<index])
    }
    if let reason { add("", "\(reason)".printable, isFailure: true) }
  }

  private mutating func add(_ stage: String, _ text: String, isFailure: Bool = false) {
    lines.append(Line(stage: stage, text: text, isFailure: isFailure))
  }

  private mutating func draw(
    _ event: RoutingTrace.Event, before next: ArraySlice<RoutingTrace.Event>,
    behind earlier: ArraySlice<RoutingTrace.Event>
  ) {
    let role = event.role ?? "nobody"
    let hasFailed = next.first?.kind == .failed
    switch (event.kind, event.text) {
    case (.matched, let source):
      add("admit", source.map { "of source \($0)" } ?? "a path of the app's own")
      drawMatch(event, isRepeated: next.first?.code == "redirectLoop")
    // Observers are also asked about missing parents.
    case (.began, "observe") where earlier.last?.kind == .matched:
      add("observe", Self.answer(of: next))
    case (.settled, let option):
      add("option", (option ?? "none").replacing("Option", with: "").lowercased())
    case (.provider, _):
      if next.first?.kind != .provider {
        add("provide", hasFailed ? "failed" : "by \(role)", isFailure: hasFailed)
      }
    case (.began, "present"):
      let presenter = earlier.last { $0.kind == .presenter }?.role ?? "nobody"
      add("present", hasFailed ? "failed" : "by \(presenter)", isFailure: hasFailed)
    case (.began, "handle"):
      add("handle", hasFailed ? "failed" : "the route's handler ran", isFailure: hasFailed)
    case (.finished, _):
      if event.code != "stopped" { add("announce", "to the watchers") }
      add("result", event.code ?? "")
    case (.failed, let text):
      let isRefused = earlier.isEmpty || earlier.last?.kind == .redirected
      if isRefused { add("admit", "no", isFailure: true) }
      if event.code == "noOption" { add("option", "failed", isFailure: true) }
      if event.code == "noPresenter" { add("present", "failed", isFailure: true) }
      add("result", "\(event.code ?? ""): \(text ?? "")", isFailure: true)
    default: break
    }
  }

  private mutating func drawMatch(_ event: RoutingTrace.Event, isRepeated: Bool) {
    guard let pattern = event.pattern else { return add("match", "no pattern") }
    let values = (event.values ?? []).map { value in
      let texts = value.texts.map(\.printable).joined(separator: ", ")
      let isList = pattern.segments.contains {
        $0 == .catchAll(name: value.name, isOptional: $0.isOptional)
      }
      return "\(value.name) = \(isList ? "[\(texts)]" : texts)"
    }
    let marks = (tags[pattern] ?? []).map { "[\($0.rawValue)]" }.sorted()
    let words = [pattern.text] + values + marks + (isRepeated ? ["(once more)"] : [])
    add("match", words.joined(separator: "  "), isFailure: isRepeated)
  }

  /// What the observers decided on a hop; the next event that is not theirs shows it.
  private static func answer(of next: ArraySlice<RoutingTrace.Event>) -> String {
    guard let event = next.first(where: { $0.kind != .decided && $0.kind != .ended }) else {
      return "proceed"
    }
    switch (event.kind, event.code) {
    case (.redirected, _): return "redirect to \((event.urlText ?? "").printable)"
    case (.failed, "observerFailed"): return "an observer failed"
    case (.finished, "stopped"): return "stop: \((event.text ?? "").printable)"
    default: return "proceed"
    }
  }
}
