extension Router {
  /// Asks a screen for an answer: routes to it, and waits until it gives one or leaves.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - option: How to present.
  /// - Returns: The answer, or nil if the screen left without one.
  /// - Throws: As `answer(to:as:payload:option:)` of the core, and what making a request of the
  ///   route throws.
  public func answer<T: AnsweringRoute>(
    to route: T, option: (any RoutingOption)? = nil
  ) async throws(RoutingError) -> T.Answer? {
    try await answer(to: RoutingRequest(route, option: option), as: T.Answer.self)
  }
}

extension Wireframe {
  /// Registers a typed route whose screen gives an answer.
  ///
  /// - Parameters:
  ///   - type: The route's type.
  ///   - option: How to present the route when the call names no option.
  ///   - tags: Marks by which observers know the route.
  ///   - exposure: Which requests from outside the app may reach the route; none by default.
  ///   - place: Where the screen belongs: its parent, its tab.
  ///   - priority: The closure's order among the providers that are asked for the route.
  ///   - controller: Makes the controller; gets the router, and the handle through which the screen answers.
  /// - Returns: The registration, for removing the route.
  /// - Throws: ``RoutingError/Code/invalidTypedRoute`` with everything that is wrong with the type, and what
  ///   registering its pattern throws; then nothing has changed.
  @discardableResult @_disfavoredOverload
  public func register<T: AnsweringRoute>(
    _ type: T.Type, option: (any RoutingOption)? = nil, tags: Set<RouteTag> = [],
    exposure: RouteExposure = .closed, place: ScreenPlace = .onTop, priority: Int = 0,
    controller:
      @escaping @MainActor (T, any Router, AnswerHandle<T.Answer>) async throws -> Controller?
  ) throws(RoutingError) -> Registration {
    let registration = try register(
      TypeCheck.pattern(of: type), option: option, tags: tags, exposure: exposure, place: place,
      priority: priority
    ) { route, router in
      let answer = AnswerHandle<T.Answer>(for: route, router)
      return try await controller(try route.value(of: type), router, answer)
    }
    return try alias(type, registration)
  }
}
