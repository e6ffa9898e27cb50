/// The interactor: knows where a cart comes from, and nothing of screens.
struct CartInteractor {
  /// The cart; a real shop would ask its server.
  func cart() -> Cart {
    Cart(items: [
      Cart.Item(name: "Lamp", count: 2, price: 24_90),
      Cart.Item(name: "Chair", count: 1, price: 89_00),
    ])
  }
}
