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
