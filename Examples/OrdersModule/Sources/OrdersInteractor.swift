/// What the interactor needs from outside: a server, a database, an array in tests.
protocol OrderStore: Sendable {
  func orders() async throws -> [Order]
}

/// The interactor: what the app does with orders. It knows no screen and no URL.
struct OrdersInteractor: Sendable {
  let store: any OrderStore

  /// The orders that are not delivered, the newest first.
  func openOrders() async throws -> [Order] {
    try await store.orders().filter { !$0.isDelivered }.sorted { $0.id > $1.id }
  }
}
