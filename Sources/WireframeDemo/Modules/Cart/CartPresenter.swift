import WireframeCore

/// The presenter: turns the cart into lines for the view, and taps into routes.
///
/// It holds a router, never the wireframe with its screens; a test hands it a fake. The router is
/// held weakly, since the wireframe's host holds the view, and the view this presenter.
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
      cart.items.map { "\($0.count) × \($0.name), \(price($0.count * $0.price))" }
        + ["Total \(price(cart.total))"])
  }

  func checkoutTapped() async {
    do throws(RoutingError) {
      try await router?.route(to: "/checkout")
    } catch {
      view?.show(["The checkout cannot be opened: \(error)"])
    }
  }

  private func price(_ cents: Int) -> String {
    let rest = cents % 100
    return "€\(cents / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
