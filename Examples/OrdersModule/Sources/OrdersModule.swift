import WireframeCore

/// The module's routes.
@MainActor
enum OrdersModule {
  static func register(
    on wireframe: Wireframe<any Screen>, store: any OrderStore
  ) throws(RoutingError) {
    try wireframe.register(
      "/orders", option: .push, provider: OrdersBuilder(store: store, router: wireframe))
  }
}
