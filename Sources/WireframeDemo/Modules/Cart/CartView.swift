/// What the cart's presenter knows of its view.
@MainActor
protocol CartView: AnyObject {
  func show(_ lines: [String])
}

/// The view: shows lines and hands taps on. It knows its presenter, and of routing nothing at all.
final class CartScreen: Screen, CartView {
  private let presenter: CartPresenter
  private var shownLines: [String] = []

  init(presenter: CartPresenter) {
    self.presenter = presenter
    super.init("Cart")
  }

  override var lines: [String] { shownLines }

  func show(_ lines: [String]) { shownLines = lines }

  func load() { presenter.viewLoaded() }

  func tapCheckout() async { await presenter.checkoutTapped() }
}
