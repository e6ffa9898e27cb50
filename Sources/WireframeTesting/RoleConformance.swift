public import WireframeCore

/// The laws of the four roles, checked against types of your own.
///
/// ```swift
/// try await RoleConformance.check(
///   ProductProvider(), makes: [try Route("/products/42", matching: "/products/:id<int>")],
///   butNot: [try Route("/cart", matching: "/cart")])
/// ```
@MainActor
public enum RoleConformance {
  /// Checks a provider: it makes a controller for each of its routes, an object anew each time, and answers nil for
  /// others.
  ///
  /// A provider that reads a route's values before it checks the pattern throws for other routes: a violation, since
  /// the routing would fail before the next provider is asked.
  ///
  /// - Parameters:
  ///   - provider: The provider.
  ///   - own: Routes that are its own.
  ///   - others: Routes that are not.
  ///   - option: The option with which it is asked.
  /// - Throws: ``CheckFailure``, also for what the provider throws.
  public static func check<Provider: ControllerProvider>(
    _ provider: Provider, makes own: [Route], butNot others: [Route] = [],
    option: any RoutingOption = .push
  ) async throws {
    var violations = Violations()
    for route in own {
      let answers = await violations.answer("for \(route)") {
        let first = try await provider.controller(for: route, option: option)
        let second = try await provider.controller(for: route, option: option)
        return (first, second)
      }
      guard let made = answers else { continue }
      violations.expect(made.0 != nil && made.1 != nil, "It makes no controller for \(route).")
      if let first = made.0, let second = made.1, type(of: first as Any) is any AnyObject.Type {
        violations.expect(
          first as AnyObject !== second as AnyObject,
          "It makes one object for two requests for \(route); no host can show it twice.")
      }
    }
    for route in others {
      await violations.note("for \(route), which is not its own") {
        let made = try await provider.controller(for: route, option: option)
        return made == nil ? nil : "It makes a controller for \(route), which is not its own."
      }
    }
    try violations.check()
  }

  /// Checks an observer: it is a question without effect, makes no loop, and redirects where it says.
  ///
  /// Asked twice about the same route, it answers the same. Its redirects are followed as a routing would follow them,
  /// each by the most specific pattern that matches: that of a route to ask about, with the route's tags, one of
  /// `patterns`, one that the observer declares, or else the URL itself. If it declares its redirects, it redirects
  /// nowhere else.
  ///
  /// - Parameters:
  ///   - observer: The observer.
  ///   - routes: Routes to ask about.
  ///   - patterns: The table's other patterns.
  /// - Throws: ``CheckFailure``, also for what the observer throws.
  public static func check(
    _ observer: any RoutingObserver, about routes: [Route], in patterns: [RoutePattern] = []
  ) async throws {
    var violations = Violations()
    let table = SmallTable(routes, patterns + observer.redirects)
    for route in routes {
      let observes = observer.observes(route)
      violations.expect(
        observer.observes(route) == observes, "'observes' changes its mind about \(route).")
      guard observes else { continue }
      let decisions = await violations.answer("about \(route)") {
        try await (observer.decision(for: route), observer.decision(for: route))
      }
      guard let (first, second) = decisions else { continue }
      violations.expect(
        "\(first)" == "\(second)"
          && first.redirectedRequest?.urlText == second.redirectedRequest?.urlText,
        "Asked twice about \(route), it says '\(first)' and '\(second)': a plan would change what happens."
      )
      await follow(first, of: observer, about: route, in: table, &violations)
    }
    try violations.check()
  }

  /// Follows the redirects of an observer from a route on.
  private static func follow(
    _ first: RoutingDecision, of observer: any RoutingObserver, about route: Route,
    in table: SmallTable, _ violations: inout Violations
  ) async {
    var chain = [route]
    var decision = first
    // A routing is redirected ten times at most.
    while let request = decision.redirectedRequest, let last = chain.last, chain.count <= 10 {
      let target = await table.route(to: request)
      if !observer.redirects.isEmpty {
        let isDeclared = observer.redirects.contains { declared in
          target?.pattern.map { table.equates(declared, $0) } ?? false
        }
        violations.expect(
          isDeclared, "It redirects \(last) to a route that is not among its 'redirects'.")
      }
      violations.expect(
        !request.isTrusted || !table.refuses(request),
        "It redirects \(last) to '\(request.urlText.escaped)', which every wireframe refuses.")
      guard let target else { return }
      let isLoop = chain.contains { $0.leadsToSamePlace(as: target) }
      chain.append(target)
      let names = chain.map(\.description).joined(separator: ", then ")
      violations.expect(!isLoop, "It redirects in a loop: \(names).")
      guard !isLoop, observer.observes(target) else { return }
      let answer = await violations.answer("about \(target), to which it redirects \(last)") {
        try await observer.decision(for: target)
      }
      guard let next = answer else { return }
      decision = next
    }
    violations.expect(
      decision.redirectedRequest == nil, "It redirects \(route) more than ten times.")
  }

  /// Checks an option provider: asked twice, it answers the same, also where nothing is settled yet.
  ///
  /// - Parameters:
  ///   - provider: The option provider.
  ///   - routes: Routes to ask about.
  /// - Throws: ``CheckFailure``, also for what the provider throws.
  public static func check(
    _ provider: any RoutingOptionProvider, about routes: [Route]
  ) async throws {
    var violations = Violations()
    for route in routes {
      for current in [nil, .push, .modal, .root] as [(any RoutingOption)?] {
        await violations.note("about \(route) and \(name(current))") {
          let first = try await provider.option(for: route, current: current)
          let second = try await provider.option(for: route, current: current)
          guard "\(first as Any)" == "\(second as Any)" else {
            let other = name(first) == name(second) ? "another " : ""
            return "Asked twice about \(route), it says \(name(first)) and \(other)\(name(second))."
          }
          return first is Embedded
            ? "It says 'Embedded' for \(route), which no presenter takes." : nil
        }
      }
    }
    try violations.check()
  }

  /// Checks a presenter: it accepts its option, its questions have no effect, and its screen is there when it returns.
  ///
  /// - Parameters:
  ///   - presenter: The presenter.
  ///   - controller: A screen to show.
  ///   - option: An option of its own.
  ///   - others: Options that are not its own.
  ///   - route: The route of the screen, with its values, tags and payload; nil for one without any.
  ///   - isShown: Whether the screen is there.
  /// - Throws: ``CheckFailure``, also for what the presenter throws.
  public static func check<Presenter: ControllerRoutingPresenter>(
    _ presenter: Presenter, showing controller: Presenter.Controller, by option: any RoutingOption,
    butNot others: [any RoutingOption] = [], route: Route? = nil, isShown: () -> Bool
  ) async throws {
    var violations = Violations()
    for other in others {
      violations.expect(
        presenter.accepts(other) == nil, "It accepts \(name(other)), which is not its own.")
    }
    guard let own = presenter.accepts(option) else {
      violations.expect(false, "It does not accept \(name(option)), its own option.")
      return try violations.check()
    }
    let route = try route ?? Route("/", matching: "/")
    let leaving = presenter.leavingScreens(for: route, option: own).count
    violations.expect(
      presenter.leavingScreens(for: route, option: own).count == leaving,
      "'leavingScreens' changes what it answers.")
    _ = try? presenter.existingController(for: route, option: own)
    violations.expect(!isShown(), "The screen is shown before it is presented.")
    // A wireframe of its own makes the event, as in an app.
    let wireframe = Wireframe<Presenter.Controller>(sources: [route.source].compactMap(\.self))
    wireframe.add(presenter: presenter)
    let pattern = route.pattern ?? "/*?"
    wireframe.addTypes(of: pattern)
    try wireframe.register(pattern, option: option, tags: route.tags) { _ in controller }
    await violations.note("while it presents") {
      let request = RoutingRequest(route.urlText, payload: route.request.payload)
      do {
        try await wireframe.route(request)
      } catch let error as RoutingError {
        throw error.underlyingError ?? error
      }
      return isShown() ? nil : "It returns before its screen is there."
    }
    try violations.check()
  }

  private static func name(_ option: (any RoutingOption)?) -> String {
    option.map { "'\(type(of: $0))'" } ?? "nothing"
  }
}

extension Violations {
  /// Asks a role; nil if it throws, which is noted.
  @MainActor
  fileprivate mutating func answer<Answer>(
    _ occasion: String, _ body: @MainActor () async throws -> Answer
  ) async -> Answer? {
    do {
      return try await body()
    } catch {
      expect(false, "It throws \(occasion): \("\(error)".escaped)")
      return nil
    }
  }

  /// Asks a role, and notes what is wrong with its answer, or that it throws.
  @MainActor
  fileprivate mutating func note(
    _ occasion: String, _ body: @MainActor () async throws -> String?
  ) async {
    if let said = await answer(occasion, body), let fault = said { expect(false, fault) }
  }
}

extension Wireframe {
  /// Adds the types of an app's own that a pattern names; they take every text.
  fileprivate func addTypes(of pattern: RoutePattern) {
    for case .parameter(_, .type(let name)?, _) in pattern.segments {
      // A built-in type is there already.
      try? add(type: ParameterType(name) { _ in true })
    }
  }
}

/// A table of some routes and patterns, to which URLs lead as they do in an app.
@MainActor
private final class SmallTable {
  private let wireframe: Wireframe<Never>
  private var found: Route?

  init(_ routes: [Route], _ patterns: [RoutePattern]) {
    let sources = routes.compactMap(\.source) + patterns.compactMap(\.source)
    wireframe = Wireframe(sources: Array(Set(sources)))
    // The first of two patterns for the same URLs counts: that of a route, whose tags are known.
    for route in routes {
      if let pattern = route.pattern { add(pattern, route.tags) }
    }
    for pattern in patterns { add(pattern, []) }
  }

  private func add(_ pattern: RoutePattern, _ tags: Set<RouteTag>) {
    wireframe.addTypes(of: pattern)
    _ = try? wireframe.handle(pattern, tags: tags) { [weak self] route in self?.found = route }
  }

  /// The route to which a request leads; if no pattern matches, that of a pattern for its URL alone.
  func route(to request: RoutingRequest) async -> Route? {
    var own = RoutingRequest(request.urlText, payload: request.payload, option: request.option)
    if let found = await registered(for: own) { return found }
    // The app may declare a source that none of the patterns has.
    guard let path = try? Route(anyURL: own.urlText).path else { return nil }
    let pathText = "/" + path.map(PercentEncoding.encode).joined(separator: "/")
    own.urlText = pathText + own.urlText.drop { $0 != "?" && $0 != "#" }
    if let found = await registered(for: own) { return found }
    return try? Route(own.urlText, matching: RoutePattern(pathText), payload: own.payload)
  }

  /// Whether a request's text is no URL, whatever routes there are.
  func refuses(_ request: RoutingRequest) -> Bool {
    do { _ = try wireframe.find(request) } catch { return error.code == .rejected }
    return false
  }

  private func registered(for request: RoutingRequest) async -> Route? {
    found = nil
    _ = try? await wireframe.route(request)
    return found
  }

  /// Whether two patterns match the same URLs, whatever their names are.
  func equates(_ left: RoutePattern, _ right: RoutePattern) -> Bool {
    guard left != right else { return true }
    let wireframe = Wireframe<Never>()
    for pattern in [left, right] { wireframe.addTypes(of: pattern) }
    do {
      for pattern in [left, right] { try wireframe.handle(pattern) { _ in } }
      return false
    } catch {
      return error.code == .conflictingPattern
    }
  }
}
