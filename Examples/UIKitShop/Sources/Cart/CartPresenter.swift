import WireframeCore

/// What the cart's presenter knows of its view.
@MainActor
protocol CartView: AnyObject {
  func show(_ lines: [String])
}

/// The presenter: turns the cart into lines for the view, and taps into routes.
///
/// It holds the router weakly: the wireframe holds the host, the host the view, and the view the presenter.
@MainActor
final class CartPresenter {
  weak var view: (any CartView)?
  private weak var router: (any Router)?
  private let interactor: CartInteractor

  init(interactor: CartInteractor, router: any Router) {
    self.interactor = interactor
    self.router = router
  }

  func viewLoaded() {
    let cart = interactor.cart()
    view?.show(
      cart.items.map { "\($0.name), \(price($0.cents))" } + ["Total \(price(cart.cents))"])
  }

  func checkoutTapped() async throws { try await router?.route(to: "/checkout") }

  private func price(_ cents: Int) -> String {
    let rest = cents % 100
    return "€\(cents / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
