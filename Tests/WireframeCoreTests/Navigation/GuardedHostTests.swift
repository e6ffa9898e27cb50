import TestSupport
import Testing
import WireframeCore

/// Who is asked when a host is guarded more than once.
@MainActor
@Suite(.hangsNever) struct GuardedHostTests {
  private final class Counter: LeaveGuard {
    var count = 0

    func decision(onLeaving leaving: LeavingScreen) -> LeaveDecision {
      count += 1
      return .leave
    }
  }

  @Test("A wireframe that guards a host twice asks its observers once")
  func guardedTwice() async throws {
    let shop = try await Shop()
    let counter = Counter()
    shop.wireframe.add(leaveGuard: counter)
    let again = shop.wireframe.guardLeaving(on: shop.navigation)
    try await shop.navigation.push(Screen("a"))
    try await shop.navigation.pop()
    #expect(counter.count == 1)
    again.remove()
    try await shop.navigation.push(Screen("b"))
    try await shop.navigation.pop()
    #expect(counter.count == 2)
  }

  @Test("A module that guards the host of the wireframe above it asks its observers once, too")
  func guardedByAModule() async throws {
    let shop = try await Shop()
    let module = Wireframe<Screen>()
    try shop.wireframe.mount(module, at: "/module")
    let counter = Counter()
    module.add(leaveGuard: counter)
    try module.register("/a", option: .push) { _ in Screen("a") }
    module.guardLeaving(on: shop.navigation)
    try await module.route(to: "/a")
    try await shop.navigation.pop()
    #expect(counter.count == 1)
  }
}
