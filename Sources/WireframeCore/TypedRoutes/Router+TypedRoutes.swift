extension Router {
  /// Routes to a typed route through the whole pipeline, and returns when the screen is there.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - option: How to present.
  ///   - landing: Where the screen is shown; nil for on top, or as the first screen of its tab.
  ///   - ifPresented: What happens to a screen that is already shown; nil leaves it to the route.
  /// - Returns: The result: an observer may have stopped or redirected the request.
  /// - Throws: ``RoutingError``; see its codes. ``RoutingError/Code/noRoute`` names the type if it is not registered.
  @discardableResult
  public func route(
    to route: some TypedRoute, option: (any RoutingOption)? = nil, landing: Landing? = nil,
    ifPresented: PresentedRule? = nil
  ) async throws(RoutingError) -> RoutingSummary {
    try await perform(
      RoutingRequest(route, option: option, landing: landing, ifPresented: ifPresented))
  }

  /// The URL of a typed route, such as for sharing; the path of a mount included.
  ///
  /// ```swift
  /// try router.urlText(of: ShowProduct(id: 42, ref: "mail"), source: "https://example.com")
  /// // https://example.com/products/42?ref=mail
  /// ```
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - source: The scheme or origin of the URL, declared or not; nil for that of the pattern, and for a path if there
  ///     is none.
  /// - Returns: The URL's text, which the wireframe reads as the same value.
  /// - Throws: ``RoutingError/Code/unfitValue`` or ``RoutingError/Code/missingValue``, naming the property, if no URL
  ///   can hold the value; ``RoutingError/Code/rejected`` past the limits of length and count;
  ///   ``RoutingError/Code/noRoute`` if the type is not registered, or another route has the URL;
  ///   ``RoutingError/Code/invalidSource`` if the pattern is bound to another source.
  public func urlText<T: TypedRoute>(
    of route: T, source: URLSource? = nil
  ) throws(RoutingError) -> String {
    let source = try T.sourceOfPath(source)
    // A router of a test knows no routes.
    guard let own = self as? any OwnRouter else { return try route.urlText(source: source) }
    return try own.urlText(of: RoutingRequest(route), at: source)
  }

  /// Asks a screen for an answer: routes to it, and waits until it gives one or leaves.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - option: How to present.
  /// - Returns: The answer, or nil if the screen left without one.
  /// - Throws: As ``answer(to:as:payload:option:)``, and what making a request of the route throws.
  public func answer<T: AnsweringRoute>(
    to route: T, option: (any RoutingOption)? = nil
  ) async throws(RoutingError) -> T.Answer? {
    try await answer(to: RoutingRequest(route, option: option), as: T.Answer.self)
  }
}

// The overloads for types are disfavored: type checking a `register` of a pattern then tries half as much.
extension Wireframe {
  /// Routes to a typed route through the whole pipeline, and returns when the screen is there.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - option: How to present; nil leaves it to the route and the option providers.
  ///   - landing: Where the screen is shown; nil for on top, or as the first screen of its tab.
  ///   - ifPresented: What happens to a screen that is already shown; nil leaves it to the route.
  /// - Returns: The result.
  /// - Throws: ``RoutingError``; see its codes. ``RoutingError/Code/noRoute`` names the type if it is not registered.
  @discardableResult
  public func route(
    to route: some TypedRoute, option: (any RoutingOption)? = nil, landing: Landing? = nil,
    ifPresented: PresentedRule? = nil
  ) async throws(RoutingError) -> RoutingResult<Controller> {
    try await self.route(
      RoutingRequest(route, option: option, landing: landing, ifPresented: ifPresented))
  }

  /// Registers a typed route with a closure that makes its controller; the other parameters are those of a pattern.
  /// Throws ``RoutingError/Code/invalidTypedRoute`` with everything that is wrong with the type, and what registering
  /// its pattern and its old names throws; then nothing has changed.
  @discardableResult @_disfavoredOverload
  public func register<T: TypedRoute>(
    _ type: T.Type, option: (any RoutingOption)? = nil, tags: Set<RouteTag> = [],
    exposure: RouteExposure = .closed, place: ScreenPlace = .onTop, priority: Int = 0,
    controller: @escaping @MainActor (T) async throws -> Controller?
  ) throws(RoutingError) -> Registration {
    let registration = try register(
      TypeCheck.pattern(of: type), option: option, tags: tags, exposure: exposure, place: place,
      priority: priority
    ) { route in try await controller(try route.value(of: type)) }
    return try alias(type, registration)
  }

  /// Registers a typed route whose closure gets the router, too; throws as for a closure with one parameter.
  @discardableResult @_disfavoredOverload
  public func register<T: TypedRoute>(
    _ type: T.Type, option: (any RoutingOption)? = nil, tags: Set<RouteTag> = [],
    exposure: RouteExposure = .closed, place: ScreenPlace = .onTop, priority: Int = 0,
    controller: @escaping @MainActor (T, any Router) async throws -> Controller?
  ) throws(RoutingError) -> Registration {
    let registration = try register(
      TypeCheck.pattern(of: type), option: option, tags: tags, exposure: exposure, place: place,
      priority: priority
    ) { route, router in try await controller(try route.value(of: type), router) }
    return try alias(type, registration)
  }

  /// Registers a typed route with a closure that acts and shows nothing, and gets the router to call `enqueue`; the
  /// other parameters are those of a pattern. Throws as for a closure that makes a controller.
  @discardableResult @_disfavoredOverload
  public func handle<T: TypedRoute>(
    _ type: T.Type, tags: Set<RouteTag> = [], exposure: RouteExposure = .closed,
    handler: @escaping @MainActor (T, any Router) async throws -> Void
  ) throws(RoutingError) -> Registration {
    let registration = try handle(
      TypeCheck.pattern(of: type), tags: tags, exposure: exposure
    ) { route, router in try await handler(try route.value(of: type), router) }
    return try alias(type, registration)
  }

  /// Registers a typed route whose closure gets the router, and the handle of the answer; throws as for one parameter.
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

extension Route {
  /// The route as a value of its type, for observers, option providers and controller providers.
  ///
  /// ```swift
  /// wireframe.observe { route in
  ///   guard let show = route.as(ShowProduct.self), show.id == 13 else { return .proceed }
  ///   return .stop("Not for sale.")
  /// }
  /// ```
  ///
  /// - Parameter type: The type.
  /// - Returns: The value; nil if the route is registered for another type, or its URL holds what the type cannot.
  public func `as`<T: TypedRoute>(_ type: T.Type) -> T? {
    let isOfType = pattern?.routeType.map { $0 == type } ?? (pattern == T.pattern)
    return isOfType ? try? value(of: type) : nil
  }

  func value<T: TypedRoute>(of type: T.Type) throws(RoutingError) -> T {
    try RouteTexts(of: self).value(of: type)
  }
}

extension RoutingRequest {
  /// Makes a request of the app's own for a typed route, such as for a redirect or for `enqueue`.
  ///
  /// - Parameters:
  ///   - route: The route.
  ///   - payload: Objects to pass with the request.
  ///   - option: How to present.
  ///   - landing: Where the screen is shown; nil for on top, or as the first screen of its tab.
  ///   - ifPresented: What happens to a screen that is already shown; nil leaves it to the route.
  /// - Throws: ``RoutingError/Code/unfitValue`` or ``RoutingError/Code/missingValue``, naming the property, if no URL
  ///   can hold the value.
  public init<T: TypedRoute>(
    _ route: T, payload: RoutingPayload = [:], option: (any RoutingOption)? = nil,
    landing: Landing? = nil, ifPresented: PresentedRule? = nil
  ) throws(RoutingError) {
    self.init(
      try RouteTexts(of: route).urlText(for: T.pattern), payload: payload, option: option,
      landing: landing, ifPresented: ifPresented)
    routeType = T.self
  }
}

extension RouteTexts {
  init(of route: Route) {
    self.init()
    path = NamedValues(route.values.all)
    query = route.query.items.map { ($0.name, $0.value) }
    // Where letter case is ignored, and of a host, a word is read as the pattern spells it.
    for case .parameter(let name, .words(let words)?, _) in route.pattern?.segments ?? [] {
      guard case .text(let text)? = path[name], !words.contains(text) else { continue }
      let lower = text.asciiLowercased
      let word = words.contains(lower) ? lower : words.first { $0.asciiLowercased == lower }
      path[name] = .text(word ?? text)
    }
  }
}
