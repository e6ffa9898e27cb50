import WireframeCore

/// The module's router: the only part that knows the URLs of other screens.
@MainActor
struct OrdersRouter {
  weak var router: (any Router)?  // the wireframe holds the host, and the host the screens

  func showOrder(_ id: Int) async throws(RoutingError) {
    do throws(RoutingError) {
      try await router?.route(to: "/orders/\(id)")
    } catch {
      // The user has left the order while it loaded: that is no failure.
      guard error.code == .cancelled else { throw error }
    }
  }
}
