import WireframeCore

/// The stages of one routing: only what the pipeline announced, in that order.
@MainActor
struct StageDrawing {
  enum Ending {
    case presented
    case handled
    case stopped(reason: String)
    case failed(RoutingError)

    init(_ outcome: RoutingOutcome) {
      switch outcome {
      case .presented: self = .presented
      case .handled: self = .handled
      case .stopped(let reason): self = .stopped(reason: reason)
      }
    }

    /// The ending that was announced; nil if none was, as for a routing that an observer stopped.
    init?(_ events: [RoutingRecorder.Event]) {
      switch events.last {
      case .didRoute(let event)?: self = event.controller == nil ? .handled : .presented
      case .didFail(let error, _)?: self = .failed(error)
      default: return nil
      }
    }
  }

  struct Line {
    let stage: String
    let text: String
    var isFailure = false
  }

  private(set) var lines: [Line] = []

  init(urlText: String, events: [RoutingRecorder.Event], ending: Ending) {
    add("request", urlText.printable)
    addHops(events, ending)
    for event in events {
      switch event {
      case .observed, .didFail: break
      case .optionAsked(let option): add("option", option?.name ?? "none yet")
      case .willPresent(let event):
        add("provide", event.controller.map { "\($0)" } ?? "nothing")
        add("present", "by \(event.presenter.map { Self.typeName($0) } ?? "nobody")")
      case .didRoute(let event):
        if event.controller == nil { add("handle", "the route's handler ran") }
        add("announce", "to the observers")
      }
    }
    if case .failed(let error) = ending, let stage = Self.failedStage[error.code] {
      add(stage, "failed", isFailure: true)
    }
    addResult(ending)
  }

  private mutating func add(_ stage: String, _ text: String, isFailure: Bool = false) {
    lines.append(Line(stage: stage, text: text, isFailure: isFailure))
  }

  /// admit → match → observe, as often as the routing was sent on.
  private mutating func addHops(_ events: [RoutingRecorder.Event], _ ending: Ending) {
    let routes = events.compactMap { if case .observed(let route) = $0 { route } else { nil } }
    for (index, route) in routes.enumerated() {
      addMatch(of: route)
      add("observe", answer(behind: index, routes, ending))
    }
    guard case .failed(let error) = ending, error.chain.count > routes.count else { return }
    // The last URL of the chain came to no observer: it was not admitted, or it closed a circle.
    if case .didFail(_, let route?)? = events.last {
      addMatch(of: route, note: "(once more)")
    } else {
      add("admit", "no", isFailure: true)
    }
  }

  private mutating func addMatch(of route: Route, note: String? = nil) {
    add("admit", route.source.map { "of source \($0)" } ?? "a path of the app's own")
    guard let pattern = route.pattern else {
      add("match", "no pattern")
      return
    }
    let values = route.values.all.map { name, value in
      switch value {
      case .text(let text): "\(name) = \(text.printable)"
      case .list(let texts): "\(name) = [\(texts.map(\.printable).joined(separator: ", "))]"
      }
    }
    let tags = route.tags.map { "[\($0.rawValue)]" }.sorted()
    let words = [pattern.text] + values + tags + [note].compactMap(\.self)
    add("match", words.joined(separator: "  "), isFailure: note != nil)
  }

  /// What the observers decided on a hop; the next stage shows it.
  private func answer(behind index: Int, _ routes: [Route], _ ending: Ending) -> String {
    if index + 1 < routes.count {
      return "redirect to \(routes[index + 1].urlText.printable)"
    }
    switch ending {
    case .failed(let error) where error.chain.count > index + 1:
      return "redirect to \(error.chain[index + 1].printable)"
    case .failed(let error) where error.code == .observerFailed: return "an observer failed"
    case .stopped(let reason): return "stop: \(reason.printable)"
    default: return "proceed"
    }
  }

  private mutating func addResult(_ ending: Ending) {
    switch ending {
    case .presented: add("result", "presented")
    case .handled: add("result", "handled")
    case .stopped: add("result", "stopped")
    case .failed(let error):
      add("result", "\(error.code.rawValue): \(error)", isFailure: true)
      if let reason = error.underlyingError {
        add("", "\(reason)".printable, isFailure: true)
      }
    }
  }

  /// The stage that a code belongs to, for stages without an event.
  private static let failedStage: [RoutingError.Code: String] = [
    .noOption: "option", .optionProviderFailed: "option",
    .noPresenter: "present", .presenterFailed: "present",
    .noController: "provide", .providerFailed: "provide", .missingValue: "provide",
    .unfitValue: "provide", .handlerFailed: "handle",
  ]

  /// The type of a presenter, or the name of a standard one.
  private static func typeName(_ value: Any) -> String {
    (value as? any CustomStringConvertible)?.description ?? "\(type(of: value))"
  }
}
