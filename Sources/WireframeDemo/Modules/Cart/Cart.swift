/// The entity: what somebody is about to buy.
struct Cart {
  struct Item {
    let name: String
    let count: Int
    /// The price of one, in cents.
    let price: Int
  }

  var items: [Item]

  /// The price of everything, in cents.
  var total: Int { items.reduce(0) { $0 + $1.count * $1.price } }
}
