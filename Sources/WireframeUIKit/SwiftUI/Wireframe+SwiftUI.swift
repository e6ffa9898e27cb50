#if canImport(UIKit) && !os(watchOS) && canImport(SwiftUI)
  public import SwiftUI
  public import UIKit
  public import WireframeCore

  extension Wireframe<UIViewController> {
    /// Registers a pattern with a closure that makes a SwiftUI view, shown in a hosting controller.
    ///
    /// ```swift
    /// try wireframe.register("/products/:id<int>", option: .push, view: { route in
    ///   ProductView(id: try route["id"])
    /// })
    /// ```
    ///
    /// - Parameters:
    ///   - pattern: The pattern.
    ///   - option: How to present the route when the call names no option.
    ///   - tags: Marks by which observers know the route.
    ///   - exposure: Which requests from outside the app may reach the route; none by default.
    ///   - priority: The closure's order among the providers that are asked for the route.
    ///   - view: Makes the view; nil means "not mine", and the providers that were added are asked.
    /// - Returns: The registration, for removing the route.
    /// - Throws: `RoutingError.Code.conflictingPattern`, `RoutingError.Code.invalidPattern`,
    ///   `RoutingError.Code.invalidSource`; then nothing has changed.
    @discardableResult
    public func register<Content: View>(
      _ pattern: RoutePattern, option: (any RoutingOption)? = nil, tags: Set<RouteTag> = [],
      exposure: RouteExposure = .closed, priority: Int = 0,
      view: @escaping @MainActor (Route) async throws -> Content?
    ) throws(RoutingError) -> Registration {
      try register(
        pattern, option: option, tags: tags, exposure: exposure, priority: priority
      ) { route -> UIViewController? in
        guard let view = try await view(route) else { return nil }
        return UIHostingController(rootView: view)
      }
    }
  }
#endif
