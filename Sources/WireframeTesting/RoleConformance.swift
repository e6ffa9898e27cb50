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
  /// - Parameters:
  ///   - provider: The provider.
  ///   - own: Routes that are its own.
  ///   - others: Routes that are not.
  ///   - option: The option with which it is asked.
  /// - Throws: ``CheckFailure``.
  public static func check<Provider: ControllerProvider>(
    _ provider: Provider, makes own: [Route], butNot others: [Route] = [],
    option: any RoutingOption = .push
  ) async throws {
    var violations = Violations()
    for route in own {
      let first = try await provider.controller(for: route, option: option)
      let second = try await provider.controller(for: route, option: option)
      violations.expect(first != nil && second != nil, "It makes no controller for \(route).")
      if let first, let second, type(of: first as Any) is any AnyObject.Type {
        violations.expect(
          first as AnyObject !== second as AnyObject,
          "It makes one object for two requests for \(route); no host can show it twice.")
      }
    }
    for route in others {
      let made = try? await provider.controller(for: route, option: option)
      violations.expect(
        (made ?? nil) == nil, "It makes a controller for \(route), which is not its own.")
    }
    try violations.check()
  }

  /// Checks an observer: it is a question without effect, and what it redirects to passes.
  ///
  /// Asked twice about the same route, it answers the same; it does not redirect the route to which it redirects, which
  /// would be a loop; if it declares its redirects, it redirects nowhere else.
  ///
  /// - Parameters:
  ///   - observer: The observer.
  ///   - routes: Routes to ask about.
  ///   - patterns: The table's patterns, to read its redirects by.
  /// - Throws: ``CheckFailure``, or what the observer throws.
  public static func check(
    _ observer: any RoutingObserver, about routes: [Route], in patterns: [RoutePattern] = []
  ) async throws {
    var violations = Violations()
    for route in routes {
      let observes = observer.observes(route)
      violations.expect(
        observer.observes(route) == observes, "'observes' changes its mind about \(route).")
      guard observes else { continue }
      let first = try await observer.decision(for: route)
      let second = try await observer.decision(for: route)
      violations.expect(
        "\(first)" == "\(second)" && first.redirectedURLText == second.redirectedURLText,
        "Asked twice about \(route), it says '\(first)' and '\(second)': a plan would change what happens."
      )
      guard let urlText = first.redirectedURLText else { continue }
      let targets = patterns.compactMap { try? Route(urlText, matching: $0) }
      if !observer.redirects.isEmpty {
        violations.expect(
          targets.contains { $0.pattern.map(observer.redirects.contains) ?? false },
          "It redirects \(route) to a route that is not among its 'redirects'.")
      }
      for target in targets where observer.observes(target) {
        let next = try await observer.decision(for: target)
        violations.expect(
          next.redirectedURLText == nil,
          "It redirects \(target), to which it redirects \(route): a loop.")
      }
    }
    try violations.check()
  }

  /// Checks an option provider: asked twice, it answers the same, also where nothing is settled yet.
  ///
  /// - Parameters:
  ///   - provider: The option provider.
  ///   - routes: Routes to ask about.
  /// - Throws: ``CheckFailure``, or what the provider throws.
  public static func check(
    _ provider: any RoutingOptionProvider, about routes: [Route]
  ) async throws {
    var violations = Violations()
    for route in routes {
      for current in [nil, .push, .modal, .root] as [(any RoutingOption)?] {
        let first = try await provider.option(for: route, current: current)
        let second = try await provider.option(for: route, current: current)
        violations.expect(
          name(first) == name(second),
          "Asked twice about \(route), it says \(name(first)) and \(name(second)).")
        violations.expect(
          !(first is Embedded) || current is Embedded,
          "It says 'embedded' for \(route), which no presenter takes.")
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
  ///   - route: The route of the screen.
  ///   - isShown: Whether the screen is there.
  /// - Throws: ``CheckFailure``, or what the presenter throws.
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
      throw CheckFailure(violations.texts + ["It does not accept \(name(option)), its own option."])
    }
    let route = try route ?? Route("/", matching: "/")
    let leaving = presenter.leavingScreens(for: route, option: own).count
    violations.expect(
      presenter.leavingScreens(for: route, option: own).count == leaving,
      "'leavingScreens' changes what it answers.")
    violations.expect(!isShown(), "The screen is shown before it is presented.")
    // A wireframe of its own makes the event, as in an app.
    let wireframe = Wireframe<Presenter.Controller>()
    wireframe.add(presenter: presenter)
    try wireframe.register("/", option: option) { _ in controller }
    try await wireframe.route(to: "/")
    violations.expect(isShown(), "It returns before its screen is there.")
    try violations.check()
  }

  private static func name(_ option: (any RoutingOption)?) -> String {
    option.map { "'\(type(of: $0))'" } ?? "nothing"
  }
}
