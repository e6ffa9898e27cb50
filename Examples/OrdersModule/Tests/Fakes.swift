import WireframeCore

@testable import Orders

struct FixedStore: OrderStore {
  var fails = false

  func orders() async throws -> [Order] {
    if fails { throw Offline() }
    return [
      Order(id: 1, title: "Lamp", cents: 49_80, isDelivered: true),
      Order(id: 2, title: "Chair", cents: 89_00), Order(id: 3, title: "Desk", cents: 240_00),
    ]
  }
}

struct Offline: Error {}

@MainActor
final class FakeRouter: Router {
  private(set) var asked: [String] = []

  func perform(_ request: RoutingRequest) async throws(RoutingError) -> RoutingSummary {
    asked.append(request.urlText)
    return RoutingSummary(route: try Route(request.urlText, matching: "/*?"))
  }

  func enqueue(_ request: RoutingRequest) { asked.append(request.urlText) }
  func canRoute(_ request: RoutingRequest) -> Bool { true }
}

@MainActor
final class FakeView: OrdersView {
  private(set) var lines: [String] = []
  private(set) var failure: String?

  func show(_ lines: [String]) { self.lines = lines }
  func show(failure: String?) { self.failure = failure }
}
