/// What the presenter knows of its view.
@MainActor
protocol OrdersView: AnyObject {
  func show(_ lines: [String])
  func show(failure: String?)  // nil: it is over
}

/// The presenter: turns entities into texts for the view, and taps into calls of the router.
@MainActor
final class OrdersPresenter {
  weak var view: (any OrdersView)?  // the view holds the presenter
  private let interactor: OrdersInteractor
  private let router: OrdersRouter
  private var orders: [Order] = []

  init(interactor: OrdersInteractor, router: OrdersRouter) {
    self.interactor = interactor
    self.router = router
  }

  func viewLoaded() async {
    do {
      orders = try await interactor.openOrders()
      view?.show(orders.map { "\($0.id): \($0.title)" })
      view?.show(failure: nil)
    } catch {
      view?.show(failure: "The orders cannot be loaded.")
    }
  }

  func orderTapped(at index: Int) async {
    guard orders.indices.contains(index) else { return }
    do {
      try await router.showOrder(orders[index].id)
      view?.show(failure: nil)
    } catch {
      view?.show(failure: "The order cannot be shown.")
    }
  }
}
