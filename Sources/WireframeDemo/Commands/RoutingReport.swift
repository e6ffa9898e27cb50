import WireframeCore

/// What became of one URL: the object of `route --json`, and its readable form.
@MainActor
struct RoutingReport {
  private let facts: RoutingFacts
  private let controller: Screen?
  private let titles: [String]

  /// Routes a text as the shop itself does, and writes down what became of it.
  init(
    routing urlText: String, landing: Landing = .onTop, in shop: ShopWireframe,
    _ failures: FailureWatcher
  ) async {
    failures.last = nil
    let result = try? await shop.wireframe.route(to: urlText, landing: landing)
    self.init(urlText, result, in: shop, failures)
  }

  /// Opens a text that came from outside, and writes down what became of it.
  init(opening urlText: String, in shop: ShopWireframe, _ failures: FailureWatcher) async {
    failures.last = nil
    let outcome = await shop.wireframe.open(urlText, origin: Self.origin(of: urlText))
    self.init(urlText, outcome.result, in: shop, failures)
  }

  /// How the system would hand a link over.
  static func origin(of urlText: String) -> RoutingOrigin {
    urlText.lowercased().hasPrefix("https:") ? .universalLink : .customScheme
  }

  /// Resumes what the guard has parked, and writes down what became of it; nil if there is nothing.
  init?(resumingIn shop: ShopWireframe, _ failures: FailureWatcher) async {
    guard let parked = shop.wireframe.parked else { return nil }
    failures.last = nil
    let result = try? await shop.wireframe.resume()
    self.init(parked.urlText, result, in: shop, failures)
  }

  private init(
    _ urlText: String, _ result: RoutingResult<Screen>?, in shop: ShopWireframe,
    _ failures: FailureWatcher
  ) {
    // The error knows the pattern, but values and query are the route's.
    let failure = result == nil ? failures.last : nil
    facts = RoutingFacts(
      urlText: urlText, outcome: result?.outcome, error: failure?.error,
      route: result?.route ?? failure?.route, left: result?.redirects ?? [],
      option: result?.option)
    controller = result?.controller
    titles = shop.titles
  }

  var error: RoutingError? { facts.error }

  var outcome: String { facts.word }

  /// Why it has failed, or was stopped.
  var message: String? { facts.message }

  /// The title of the screen that was presented.
  var screen: String? { controller?.title }

  /// The object: every key is always there, null or empty where there is nothing to say.
  var json: JSON {
    .object(
      facts.members + [
        .init("screen", JSON(screen)), .init("tree", .array(titles.map(JSON.string))),
      ])
  }

  /// Some lines for people.
  func lines(_ console: Console) -> [String] {
    var lines = [console.paint(facts.urlText.printable, .bold)]
    func add(_ name: String, _ text: String, _ colour: Console.Colour = .faint) {
      for (index, line) in text.wrapped(indent: 13).enumerated() {
        let head = (index == 0 ? name : "").padded(to: 10)
        lines.append("  \(console.paint(head, colour)) \(line)")
      }
    }
    let redirects = facts.redirects
    for redirect in redirects.dropFirst() + [facts.finalURLText] where !redirects.isEmpty {
      add("redirect", redirect.printable)
    }
    if let error {
      let code = error.code.rawValue
      add(outcome, "\(code == outcome ? "" : "\(code): ")\(error)", .red)
      if let reason = error.underlyingError { add("", "\(reason)".printable) }
    } else {
      let screen = controller.map { "\($0)" }
      let option = facts.option.map { "(\($0.name))" }
      let words = [screen, option, message?.printable].compactMap(\.self)
      add(outcome, words.joined(separator: " "), .green)
    }
    add("on screen", titles.map(\.printable).joined(separator: " > "))
    return lines
  }
}

/// What `route --json` and `plan --json` both say about a URL.
struct RoutingFacts {
  let urlText: String
  let outcome: RoutingOutcome?
  let error: RoutingError?
  /// The final route, or the one that failed; nil if its URL was not admitted.
  let route: Route?
  /// The routes that were left by a redirect; if it failed, the error has their URLs.
  let left: [Route]
  let option: (any RoutingOption)?

  var finalURLText: String { error?.chain.last ?? route?.urlText ?? urlText }

  /// The URLs that were left by a redirect.
  var redirects: [String] { error.map { $0.chain.dropLast() } ?? left.map(\.urlText) }

  var word: String {
    switch (outcome, error?.code) {
    case (.presented?, _): "presented"
    case (.handled?, _): "handled"
    case (.stopped?, _): "stopped"
    case (nil, .rejected?), (nil, .notExposed?): "rejected"
    case (nil, .foreign?): "foreign"
    default: "failed"
    }
  }

  var message: String? {
    if case .stopped(let reason)? = outcome { reason } else { error?.description }
  }

  /// The members of the object, in the documented order.
  var members: [JSON.Member] {
    let values = route?.values.all.map { name, value in
      switch value {
      case .text(let text): JSON.Member(name, .string(text))
      case .list(let texts): JSON.Member(name, .array(texts.map(JSON.string)))
      }
    }
    let query = route?.query.items.map { JSON.array([.string($0.name), .string($0.value)]) }
    return [
      .init("url", .string(urlText)),
      .init("outcome", .string(word)),
      .init("code", JSON(error?.code.rawValue)),
      .init("message", JSON(message)),
      .init("pattern", JSON((route?.pattern ?? error?.pattern)?.text)),
      .init("finalURL", .string(finalURLText)),
      .init("redirects", .array(redirects.map(JSON.string))),
      .init("values", .object(values ?? [])),
      .init("query", .array(query ?? [])),
      .init("option", JSON(option?.name)),
    ]
  }
}
