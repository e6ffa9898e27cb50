import Foundation
import TestSupport
import WireframeCore

/// An app with a screen that is guarded twice, by tag and by path, and that watches itself.
///
/// Open routes beside the guarded one match all other URLs, as a wrong reading would.
@MainActor
final class GuardedApp {
  /// What the guards answer.
  enum Answer: Sendable, CaseIterable { case proceed, tagStops, pathStops, parks }

  /// How a URL gets in.
  enum Way: Hashable, Sendable {
    case open(RoutingOrigin)
    case route, enqueue, controller
    case redirect(isTrusted: Bool)
    case resume

    static let all: [Way] =
      [.universalLink, .customScheme, .notification, .app, "qr-code"].map { .open($0) }
      + [.route, .enqueue, .controller, .redirect(isTrusted: true), .redirect(isTrusted: false)]
      + [.resume]

    var isTrusted: Bool {
      switch self {
      case .open, .redirect(isTrusted: false), .resume: false
      default: true
      }
    }
  }

  /// What came of it, as the observers were told.
  enum Ending: Hashable, Sendable {
    case shown(RoutePattern?)
    case stopped
    case failed(RoutingError.Code)
  }

  struct GuardedURL: Sendable {
    let pattern: RoutePattern
    /// The prefix that is guarded.
    let prefix: RoutePattern
    let segments: [String]
    var end = ""

    /// The URL in all forms that lead to it.
    var spellings: [Spelling] {
      let starts: [String] =
        switch pattern.source?.scheme {
        case "myapp"?: ["myapp:/", "myapp://"]
        case "https"?: ["https://example.com/"]
        default: ["/", "myapp:///", "myapp://", "https://example.com/"]
        }
      return starts.map { Spelling(start: $0, segments: segments, end: end) }.filter {
        // A host holds no escape.
        !$0.hasHost || segments[0].utf8.allSatisfy { (0x61...0x7A).contains($0 | 0x20) }
      }
    }
  }

  nonisolated static let urls: [GuardedURL] = [
    GuardedURL(pattern: "/account", prefix: "/account", segments: ["account"]),
    GuardedURL(
      pattern: "/account/orders/:id<int>", prefix: "/account", segments: ["account", "orders", "7"]),
    GuardedURL(
      pattern: "/users/:name/secret", prefix: "/users/:any/secret",
      segments: ["users", "ada", "secret"]),
    GuardedURL(
      pattern: "/size/:s<small|large>/prices", prefix: "/size",
      segments: ["size", "small", "prices"]),
    GuardedURL(pattern: "/vault/:box?", prefix: "/vault", segments: ["vault"]),
    GuardedURL(pattern: "/vault/:box?", prefix: "/vault", segments: ["vault", "b1"]),
    GuardedURL(pattern: "/files/*rest", prefix: "/files", segments: ["files", "a", "b"]),
    GuardedURL(pattern: "/docs/*rest?", prefix: "/docs", segments: ["docs"]),
    GuardedURL(pattern: "/docs/*rest?", prefix: "/docs", segments: ["docs", "x"]),
    GuardedURL(pattern: "/caf%C3%A9/menu", prefix: "/café", segments: ["caf%C3%A9", "menu"]),
    GuardedURL(pattern: "/my%20vault", prefix: "/my%20vault", segments: ["my%20vault"]),
    GuardedURL(pattern: "/Admin/Panel", prefix: "/Admin", segments: ["Admin", "Panel"]),
    GuardedURL(pattern: "/strict/", prefix: "/strict", segments: ["strict"], end: "/"),
    GuardedURL(pattern: "myapp://hidden/:x", prefix: "/hidden", segments: ["hidden", "1"]),
    GuardedURL(
      pattern: "https://example.com/web/:x<bool>", prefix: "/web", segments: ["web", "true"]),
  ]

  let wireframe: Wireframe<Screen>
  let stage = Stage()
  let url: GuardedURL
  let rules: MatchingRules
  var answer = Answer.proceed
  /// Guarded screens that were built although not both guards had let the very URL pass, and the like.
  private(set) var breaches: [String] = []
  private var asked: Set<String> = []
  private var endings: [Ending] = []
  private var next: RoutingDecision = .proceed

  init(_ url: GuardedURL, rules: MatchingRules) throws {
    self.url = url
    self.rules = rules
    wireframe = Wireframe(
      sources: ["myapp:", "https://example.com"], rules: rules, defaultOption: OnStage(),
      limits: .none)
    wireframe.add(presenter: stage)
    try wireframe.register(url.pattern, tags: [.requiresLogin], exposure: .external) {
      [unowned self] route in
      check(route)
      return Screen(route.pattern?.text ?? "")
    }
    wireframe.observe(tag: .requiresLogin, priority: 1) { [unowned self] in ask("tag", $0) }
    try wireframe.observe(under: url.prefix) { [unowned self] in ask("path", $0) }
    for pattern: RoutePattern in ["/:any", "/:any/:other", "/:any/*rest"] {
      try wireframe.register(pattern, exposure: .external) { [unowned self] route in
        if isGuarded(route) { breaches.append("open screen for \(route.urlText)") }
        return Screen("open")
      }
    }
    try wireframe.handle("/barrier", exposure: .external) { _ in }
    try wireframe.register("/go", tags: ["go"], exposure: .external) { _ in nil }
    wireframe.observe(tag: "go") { [unowned self] _ in next }
    wireframe.add(watcher: EndWatcher { [unowned self] in endings.append($0) })
  }

  private func ask(_ name: String, _ route: Route) -> RoutingDecision {
    asked.insert("\(name) \(route.urlText)")
    return switch (answer, name) {
    case (.parks, _): .redirect(to: "/barrier", resuming: .newest)
    case (.tagStops, "tag"), (.pathStops, "path"): .stop("guarded")
    default: .proceed
    }
  }

  /// Called where a guarded screen is built.
  private func check(_ route: Route) {
    let text = route.urlText
    if answer != .proceed { breaches.append("\(answer), and yet built: \(text)") }
    for name in ["tag", "path"] where !asked.contains("\(name) \(text)") {
      breaches.append("the \(name) guard was not asked: \(text)")
    }
    let parts = route.pattern?.segments.map(folded) ?? []
    let path = route.path.map(folded)
    if !NaiveMatcher(patterns: []).matches(parts[...], path[...], hasHost: hasHost(text)) {
      breaches.append("the path that guards read is not the one that matched: \(text)")
    }
  }

  /// Whether a path as the guards read it lies under the prefix, and so may be shown by nobody unasked.
  private func isGuarded(_ route: Route) -> Bool {
    let prefix = url.prefix.segments.map(folded)
    let path = route.path.map(folded).prefix(prefix.count)
    return answer == .pathStops
      && NaiveMatcher(patterns: []).matches(
        prefix[...], path, hasHost: hasHost(route.urlText))
  }

  private func hasHost(_ text: String) -> Bool {
    let text = text.lowercased()
    return text.hasPrefix("myapp://") && !text.hasPrefix("myapp:///")
  }

  private func folded(_ text: String) -> String { rules.ignoresCase ? text.lowercased() : text }

  private func folded(_ segment: RoutePattern.Segment) -> RoutePattern.Segment {
    switch segment {
    case .literal(let text): .literal(folded(text))
    case .parameter(let name, .words(let words)?, let isOptional):
      .parameter(name: name, type: .words(words.map(folded)), isOptional: isOptional)
    default: segment
    }
  }
}

// MARK: - Ways in

extension GuardedApp {
  /// Lets a text in on one way, and says how it ended.
  func enter(_ text: String, by way: Way) async -> Ending? {
    (asked, endings) = ([], [])
    switch way {
    case .open(let origin): await wireframe.open(text, origin: origin)
    case .route: _ = try? await wireframe.route(to: text)
    case .controller: return await controller(RoutingRequest(text))
    case .enqueue:
      wireframe.enqueue(text)
      _ = try? await wireframe.route(to: "/barrier")
    case .redirect(let isTrusted):
      next = isTrusted ? .redirect(to: text) : .redirect(toUntrusted: text)
      await wireframe.open("myapp:/go", origin: .customScheme)
    case .resume:
      let wanted = answer
      answer = .parks
      await wireframe.open(text, origin: .customScheme)
      (answer, asked, endings) = (wanted, [], [])
      _ = try? await wireframe.resume()
      wireframe.discardParked()
    }
    return endings.first
  }

  /// Lets a `URL` in on one way, where that way takes one.
  func enter(_ url: URL, by way: Way) async -> Ending? {
    (asked, endings) = ([], [])
    switch way {
    case .open(let origin): await wireframe.open(url, origin: origin)
    case .route: _ = try? await wireframe.route(to: url)
    case .controller: return await controller(RoutingRequest(url))
    default: return await enter(url.absoluteString, by: way)
    }
    return endings.first
  }

  private func controller(_ request: RoutingRequest) async -> Ending? {
    do {
      _ = try await wireframe.controller(for: request)
      return .shown(nil)
    } catch {
      return error.code == .stopped ? .stopped : .failed(error.code)
    }
  }
}

/// Holds the one screen that was shown last.
@MainActor
final class Stage: ControllerRoutingPresenter {
  private(set) var shown: Screen?

  func present(_ controller: Screen, option: OnStage, event: RoutingEvent) { shown = controller }
}

struct OnStage: RoutingOption {}

/// Tells how each routing ends.
private final class EndWatcher: RoutingWatcher {
  private let tell: (GuardedApp.Ending) -> Void
  init(tell: @escaping (GuardedApp.Ending) -> Void) { self.tell = tell }

  func didRoute(_ event: RoutingEvent) { tell(.shown(event.route.pattern)) }
  func didStop(_ reason: String, route: Route, router: any Router) { tell(.stopped) }
  func didFail(_ error: RoutingError, route: Route?, router: any Router) {
    tell(.failed(error.code))
  }
}
