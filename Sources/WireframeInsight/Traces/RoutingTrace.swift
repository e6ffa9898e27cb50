public import WireframeCore

/// What one routing did: every stage with its times, every decision, option, role and redirect, and how it ended.
///
/// A trace is a value, Codable, and free of values of URLs unless the recorder was asked for them: a report from the
/// field can hold a list of them, and `replay(on:trusting:)` of the list runs them again. It has the reasons and error
/// texts that the app itself gives as they are. Decoding a trace of another version of the format throws a
/// `DecodingError`.
public struct RoutingTrace: Codable, Hashable, Sendable, CustomStringConvertible {
  /// Something that happened, at a time since the routing was asked for.
  public struct Event: Codable, Hashable, Sendable, CustomStringConvertible {
    /// What happened. More kinds may come: a `switch` needs a default, and an older library refuses such a trace.
    public enum Kind: String, Codable, Hashable, Sendable {
      /// A stage began; the text is its name.
      case began
      /// A stage ended.
      case ended
      /// The URL was looked up; the pattern is nil if none matched.
      case matched
      /// An observer decided.
      case decided
      /// The routing was redirected: by an observer, a gate or a switch.
      case redirected
      /// An option provider answered.
      case answered
      /// The option was settled.
      case settled
      /// A presenter was found.
      case presenter
      /// A screen would leave: its leave guards are asked.
      case leaving
      /// A provider was asked.
      case provider
      /// A screen came.
      case entered
      /// A screen left.
      case left
      /// The routing ended.
      case finished
      /// The routing failed.
      case failed
    }

    /// A path value: the text of a parameter, or the texts of a catch-all.
    public struct Value: Codable, Hashable, Sendable {
      /// The name in the pattern.
      public let name: String
      /// The texts.
      public let texts: [String]
    }

    /// Nanoseconds since the routing was asked for.
    public let time: Int64
    /// What happened.
    public let kind: Kind
    /// The role, as errors name it; nil if none was involved.
    public let role: String?
    /// The pattern; nil if there is none.
    public let pattern: RoutePattern?
    /// The source, the decision, the option's type, the stage, the outcome, or the error's text; free of values.
    public let text: String?
    /// The URL, if values are kept.
    public let urlText: String?
    /// The path values of a match by name, if values are kept.
    public let values: [Value]?
    /// The error's code.
    public let code: String?

    /// What happened, with its time in milliseconds; without URL.
    public var description: String {
      let milliseconds = "\(time / 1_000_000).\(String(1_000 + time / 1_000 % 1_000).dropFirst())"
      let words = [role, pattern.map { "'\($0)'" }, text].compactMap(\.self)
      return "\(milliseconds) ms  \(kind.rawValue)  \(words.joined(separator: "  "))".escaped
    }
  }

  // Read first: in another version all the rest may be different.
  private let version: Version
  /// What the routing was for, in a word.
  ///
  /// - `screen`: a screen, or a handler's work
  /// - `resumed`: the screen of a request that a gate kept, or that was parked
  /// - `controller`: a controller, which the caller shows itself
  /// - `home`: the first screen of the wireframe, or of a tab, where nothing else would be
  /// - `loaded`: a screen that takes its placeholder's place
  /// - `reevaluation`: the observers' decisions on the screens that are shown
  /// - `restoration`: the screens of a saved state
  ///
  /// More may come.
  public let purpose: String
  /// The option that the request named; nil for none.
  let option: Option?
  /// How the request said that it lands; nil if it did not.
  let landing: String?
  /// What the request wanted for a screen that is already shown; nil if it did not say.
  let ifPresented: String?
  /// Whether the request carried a payload, or waited for an answer.
  let hasObjects: Bool
  /// The URL's text; nil if values are left out, and the route has some.
  public let urlText: String?
  /// Where the request began.
  public let origin: RoutingOrigin
  /// Whether the app itself chose the URL.
  public let isTrusted: Bool
  /// What happened, in order.
  public let events: [Event]

  /// How it ended: `presented`, `handled`, `stopped`, or an error's code; nil without an outcome, as a controller's.
  public var ending: String? { end?.code }

  /// The pattern of the final route; nil if there is none.
  public var pattern: RoutePattern? { end?.pattern }

  private var end: Event? { events.last { $0.kind == .finished || $0.kind == .failed } }

  /// The events, a line each, with their times in milliseconds.
  public var description: String {
    (["request from \(origin)"] + events.map(\.description)).map(\.escaped).joined(separator: "\n")
  }
}

extension RoutingTrace {
  @MainActor
  init(_ journal: TraceJournal, keepsValues: Bool) {
    let request = journal.request
    let routes = journal.entries.compactMap { step -> Route? in
      if case .matched(let route) = step.step { route } else { nil }
    }
    // The request for a module's type has the path of its mount.
    let typed = request.routeType.flatMap { type in routes.first { $0.pattern?.routeType == type } }
    let url = typed?.request.urlText ?? request.urlText
    let own = routes.first { $0.request.urlText == url }?.pattern
    // A URL without values is its pattern, and says nothing of the user.
    let isFixed = own?.names == [] && !url.utf8.contains { "?#".utf8.contains($0) }
    version = Version()
    purpose = journal.purpose
    option = request.option.map(Option.init)
    landing = Self.landings.first { $0.value == request.landing }?.key
    ifPresented = Self.rules.first { $0.value == request.ifPresented }?.key
    hasObjects = !request.payload.isEmpty || request.waiter?.waitsAgain == false
    urlText = keepsValues || isFixed ? url : nil
    origin = request.origin
    isTrusted = request.isTrusted
    var before: [EventWriter.Screen]?
    events = journal.entries.flatMap { entry -> [Event] in
      let writer = EventWriter(at: entry.time, keepsValues: keepsValues)
      guard case .screens(let screens) = entry.step else { return writer.events(of: entry.step) }
      defer { before = screens }
      return before.map { writer.events(from: $0, to: screens) } ?? []
    }
  }
}

/// The version of the format. No other one is read.
private struct Version: Codable, Hashable, Sendable {
  private static let current = 1

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let version = try container.decode(Int.self)
    guard version == Self.current else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "The version is \(version), and \(Self.current) is known.")
    }
  }

  func encode(to encoder: any Encoder) throws { try Self.current.encode(to: encoder) }
}

/// Writes down what happened at one time.
@MainActor
private struct EventWriter {
  typealias Event = RoutingTrace.Event
  typealias Screen = (id: NavigationEntryID, route: Route?)

  /// Nanoseconds since the routing was asked for, at most those of 285 years: a test's clock may go on by more.
  private let time: Int64
  private let keepsValues: Bool

  init(at time: Duration, keepsValues: Bool) {
    let (seconds, attoseconds) = time.components
    self.time = min(seconds, 9_000_000_000) * 1_000_000_000 + attoseconds / 1_000_000_000
    self.keepsValues = keepsValues
  }

  private func event(
    _ kind: Event.Kind, role: String? = nil, _ route: Route? = nil, _ text: String? = nil,
    pattern: RoutePattern? = nil, urlText: String? = nil, code: String? = nil
  ) -> Event {
    Event(
      time: time, kind: kind, role: role, pattern: pattern ?? route?.pattern, text: text?.escaped,
      urlText: keepsValues ? urlText ?? route?.urlText : nil,
      values: keepsValues && kind == .matched ? route?.values.all.map(Event.Value.init) : nil,
      code: code)
  }

  /// What left between two looks at the screen, and what came.
  func events(from before: [Screen], to after: [Screen]) -> [Event] {
    let (old, new) = (Set(before.map(\.id)), Set(after.map(\.id)))
    return before.reversed().filter { !new.contains($0.id) }.map { event(.left, $0.route) }
      + after.filter { !old.contains($0.id) }.map { event(.entered, $0.route) }
  }

  func events(of step: RoutingStep) -> [Event] {
    switch step {
    case .began(let stage): [event(.began, nil, "\(stage.name)")]
    case .ended(let stage): [event(.ended, nil, "\(stage.name)")]
    case .matched(let route): [event(.matched, route, route.source?.description)]
    case .decided(let observer, let decision, let route):
      [event(.decided, role: observer, route, decision?.description ?? "not asked")]
    case .redirected(let request): [event(.redirected, urlText: request.urlText)]
    case .answered(let provider, let option):
      [event(.answered, role: provider, nil, "\(type(of: option))")]
    case .settled(let option, _): [event(.settled, nil, "\(type(of: option))")]
    case .presenter(let role): [event(.presenter, role: role)]
    case .leaving(let routes): routes.map { event(.leaving, $0) }
    case .provider(let role): [event(.provider, role: role)]
    case .screens, .landed: []
    case .finished(let outcome, let route):
      [event(.finished, route, outcome.reason, code: outcome.name)]
    case .failed(let error):
      [
        event(
          .failed, nil, error.description, pattern: error.pattern, urlText: error.urlText,
          code: error.code.rawValue)
      ]
    }
  }
}

extension RoutingTrace.Event.Value {
  init(_ value: (name: String, value: RouteValue)) {
    name = value.name
    texts =
      switch value.value {
      case .text(let text): [text]
      case .list(let texts): texts
      }
  }
}

extension RoutingStage {
  /// The stage's name, as the pipeline is drawn, and as signposts have it.
  var name: StaticString {
    switch self {
    case .queue: "queue"
    case .observe: "observe"
    case .handle: "handle"
    case .option: "option"
    case .leave: "leave"
    case .provide: "provide"
    case .present: "present"
    }
  }
}
