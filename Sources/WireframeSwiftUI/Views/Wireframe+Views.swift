#if canImport(SwiftUI) && !os(watchOS)
  public import SwiftUI
  public import WireframeCore

  extension Wireframe<ViewScreen> {
    /// Registers a pattern with a closure that makes a view.
    ///
    /// ```swift
    /// try wireframe.register("/products/:id<int>", option: .push) { route in
    ///   ProductView(id: try route["id"])
    /// }
    /// ```
    ///
    /// The view finds the router in its environment, as `@Environment(\.router)`.
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - option: How to present the route when the call names no option.
    ///   - tags: Marks by which observers know the route.
    ///   - exposure: Which requests from outside the app may reach the route; none by default.
    ///   - place: Where the screen belongs: its parent, its tab.
    ///   - priority: The closure's order among the providers that are asked for the route.
    ///   - view: Makes the view; nil means "not mine", and the providers that were added are asked.
    /// - Returns: The registration, for removing the route.
    /// - Throws: `RoutingError.Code.conflictingPattern`, `RoutingError.Code.invalidPattern`,
    ///   `RoutingError.Code.invalidSource`, `RoutingError.Code.invalidParent`; then nothing has changed.
    @discardableResult
    public func register<Content: View>(
      _ pattern: RoutePattern, option: (any RoutingOption)? = nil, tags: Set<RouteTag> = [],
      exposure: RouteExposure = .closed, place: ScreenPlace = .onTop, priority: Int = 0,
      view: @escaping @MainActor (Route) async throws -> Content?
    ) throws(RoutingError) -> Registration {
      try register(
        pattern, option: option, tags: tags, exposure: exposure, place: place, priority: priority
      ) { route -> ViewScreen? in
        guard let view = try await view(route) else { return nil }
        return ViewScreen(route.pattern?.description) { view }
      }
    }
  }
#endif
