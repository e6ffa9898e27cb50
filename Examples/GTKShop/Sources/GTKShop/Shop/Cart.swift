/// What the user wants to buy, and who shows it.
final class Cart {
  private(set) var counts: [Int: Int] = [:] {
    didSet {
      listeners.removeAll { $0.owner == nil }
      for listener in listeners { listener.body() }
    }
  }
  private var listeners: [Listener] = []

  private struct Listener {
    weak var owner: AnyObject?
    let body: () -> Void
  }

  /// The numbers of the products, in their order.
  var products: [Int] { counts.keys.sorted() }
  var count: Int { counts.values.reduce(0, +) }

  func add(_ product: Int, _ number: Int = 1) {
    let count = min((counts[product] ?? 0) + number, 99)
    counts[product] = count > 0 ? count : nil
  }

  func clear() { counts = [:] }

  /// Takes over what was saved; only what the shop sells.
  func restore(_ saved: [Int: Int], from catalogue: Catalogue) {
    counts = saved.filter { catalogue[$0.key] != nil && (1...99).contains($0.value) }
  }

  /// Calls a closure at each change, as long as its owner lives.
  func onChange(for owner: AnyObject, _ body: @escaping () -> Void) {
    listeners.append(Listener(owner: owner, body: body))
  }
}
