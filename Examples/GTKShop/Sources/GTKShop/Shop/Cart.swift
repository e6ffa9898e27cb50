/// What the user wants to buy, and who shows it.
final class Cart {
  private(set) var counts: [Int: Int] = [:] {
    didSet { for listener in listeners { listener() } }
  }
  private var listeners: [() -> Void] = []

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

  /// - Parameter listener: Called at each change; it holds its screen weakly.
  func onChange(_ listener: @escaping () -> Void) { listeners.append(listener) }
}
