import WireframeCore

/// The builder: makes the module's parts, and connects them.
struct OrdersBuilder: ControllerProvider {
  let store: any OrderStore
  weak var router: (any Router)?  // the wireframe holds its providers

  func controller(for route: Route, option: any RoutingOption) async throws -> (any Screen)? {
    let presenter = OrdersPresenter(
      interactor: OrdersInteractor(store: store), router: OrdersRouter(router: router))
    let screen = OrdersScreen(presenter: presenter)
    presenter.view = screen
    return screen
  }
}
