import WireframeCore

/// Puts the cart's view, interactor and presenter together.
@MainActor
enum CartModule {
  static func screen(router: any Router) -> Screen {
    let presenter = CartPresenter(interactor: CartInteractor(), router: router)
    let screen = CartScreen(presenter: presenter)
    presenter.view = screen
    screen.load()
    return screen
  }
}
