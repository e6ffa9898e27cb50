/// The entity: what somebody is about to buy.
struct Cart {
  var items: [(name: String, cents: Int)]

  /// The price of everything.
  var cents: Int { items.reduce(0) { $0 + $1.cents } }
}

/// The interactor: knows where a cart comes from, and nothing of screens.
struct CartInteractor {
  /// The cart; a real shop asks its server.
  func cart() -> Cart { Cart(items: [("Lamp", 49_80), ("Chair", 89_00)]) }
}
