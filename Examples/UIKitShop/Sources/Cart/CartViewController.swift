import UIKit
import WireframeCore

/// The view: shows lines, and hands taps to its presenter.
final class CartViewController: ShopScreen, CartView {
  private var presenter: CartPresenter?

  convenience init(presenter: CartPresenter) {
    self.init("Cart")
    self.presenter = presenter
  }

  override func viewDidLoad() {
    super.viewDidLoad()
    presenter?.viewLoaded()
  }

  func show(_ lines: [String]) {
    let checkout = ShopButton("Check out") { [weak presenter] in
      try await presenter?.checkoutTapped()
    }
    show(lines, [checkout])
  }
}

/// Puts the cart's view, interactor and presenter together.
@MainActor
enum CartModule {
  static func screen(router: any Router) -> UIViewController {
    let presenter = CartPresenter(interactor: CartInteractor(), router: router)
    let view = CartViewController(presenter: presenter)
    presenter.view = view
    return view
  }
}
