/// The view: shows texts, and passes taps to its presenter. With UIKit it is a view controller.
@MainActor
final class OrdersScreen: Screen, OrdersView {
  let title = "Orders"
  private(set) var lines: [String] = []
  private(set) var failure: String?
  private let presenter: OrdersPresenter

  init(presenter: OrdersPresenter) { self.presenter = presenter }

  func load() async { await presenter.viewLoaded() }  // with UIKit, from viewDidLoad()
  func tapLine(_ index: Int) async { await presenter.orderTapped(at: index) }

  func show(_ lines: [String]) { self.lines = lines }
  func show(failure: String?) { self.failure = failure }
}
