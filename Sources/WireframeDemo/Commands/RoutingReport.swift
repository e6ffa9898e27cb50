import WireframeCore

/// What became of one URL: the object of `route --json`, and its readable form.
@MainActor
struct RoutingReport {
  let urlText: String
  let error: RoutingError?
  private let result: RoutingResult<Screen>?
  /// The final route, or the one that failed; nil if its URL was not admitted.
  private let route: Route?
  private let titles: [String]

  /// Routes a text and writes down what became of it.
  init(routing urlText: String, in shop: ShopWireframe, _ recorder: RoutingRecorder) async {
    self.urlText = urlText
    _ = recorder.takeEvents()
    do throws(RoutingError) {
      let result = try await shop.wireframe.route(to: urlText)
      (self.result, error, route) = (result, nil, result.route)
    } catch {
      (result, self.error) = (nil, error)
      // The error knows the pattern, but values and query are the route's.
      if case .didFail(_, let failed)? = recorder.takeEvents().last {
        route = failed
      } else {
        route = nil
      }
    }
    titles = shop.titles
  }

  var outcome: String {
    switch (result?.outcome, error?.code) {
    case (.presented?, _): "presented"
    case (.handled?, _): "handled"
    case (.stopped?, _): "stopped"
    case (nil, .rejected?), (nil, RoutingError.Code(rawValue: "notExposed")?): "rejected"
    case (nil, .foreign?): "foreign"
    default: "failed"
    }
  }

  private var finalURLText: String { result?.route.urlText ?? error?.chain.last ?? urlText }

  private var redirects: [String] {
    result?.redirects.map(\.urlText) ?? error.map { $0.chain.dropLast() } ?? []
  }

  /// The object: every key is always there, null or empty where there is nothing to say.
  var json: JSON {
    let values = route?.values.all.map { name, value in
      switch value {
      case .text(let text): JSON.Member(name, .string(text))
      case .list(let texts): JSON.Member(name, .array(texts.map(JSON.string)))
      }
    }
    let query = route?.query.items.map { JSON.array([.string($0.name), .string($0.value)]) }
    return .object([
      .init("url", .string(urlText)),
      .init("outcome", .string(outcome)),
      .init("code", JSON(error?.code.rawValue)),
      .init("message", JSON(error?.description)),
      .init("pattern", JSON(route?.pattern?.text)),
      .init("finalURL", .string(finalURLText)),
      .init("redirects", .array(redirects.map(JSON.string))),
      .init("values", .object(values ?? [])),
      .init("query", .array(query ?? [])),
      .init("option", JSON(result?.option?.name)),
      .init("screen", JSON(result?.controller?.title)),
      .init("tree", .array(titles.map(JSON.string))),
    ])
  }

  /// Some lines for people.
  func lines(_ console: Console) -> [String] {
    var lines = [console.paint(urlText.printable, .bold)]
    func add(_ name: String, _ text: String, _ colour: Console.Colour = .faint) {
      lines.append("  \(console.paint(name.padded(to: 10), colour)) \(text)")
    }
    for redirect in redirects.dropFirst() + [finalURLText] where !redirects.isEmpty {
      add("redirect", redirect.printable)
    }
    if let error {
      add(outcome, "\(error.code.rawValue): \(error)", .red)
      if let reason = error.underlyingError { add("", "\(reason)".printable) }
    } else {
      let screen = result?.controller.map { "\($0)" }
      let option = result?.option.map { "(\($0.name))" }
      let words = [screen, option].compactMap(\.self)
      add(outcome, words.joined(separator: " "), .green)
    }
    add("on screen", titles.map(\.printable).joined(separator: " > "))
    return lines
  }
}
