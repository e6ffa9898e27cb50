import Testing

@testable import Orders

/// The presenter alone: its view and the framework's router are fakes.
@MainActor
struct OrdersPresenterTests {
  let view = FakeView()
  let router = FakeRouter()

  func makePresenter(_ store: FixedStore = FixedStore()) -> OrdersPresenter {
    let presenter = OrdersPresenter(
      interactor: OrdersInteractor(store: store), router: OrdersRouter(router: router))
    presenter.view = view
    return presenter
  }

  @Test func `open orders are shown, the newest first`() async {
    await makePresenter().viewLoaded()
    #expect(view.lines == ["3: Desk", "2: Chair"])
    #expect(view.failure == nil)
  }

  @Test func `a failure of the store is shown`() async {
    await makePresenter(FixedStore(fails: true)).viewLoaded()
    #expect(view.lines.isEmpty)
    #expect(view.failure == "The orders cannot be loaded.")
  }

  @Test func `a tap routes to the order`() async {
    let presenter = makePresenter()
    await presenter.viewLoaded()
    await presenter.orderTapped(at: 1)
    await presenter.orderTapped(at: 2)  // there is no third line
    #expect(router.asked == ["/orders/2"])
  }
}
