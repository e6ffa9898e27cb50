import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// Stages on systems where no task can begin at once.
@MainActor
@Suite(.hangsNever)
struct LaterStageTests {
  @Test("Where no task can begin at once, a stage waits for its turn")
  func turn() async throws {
    let shop = try await Shop(limits: RoutingLimits(decide: .seconds(60)), clock: ManualClock())
    shop.wireframe.settings.startsTasksAtOnce = false
    var order: [String] = []
    shop.wireframe.observe { _ in
      order.append("stage")
      return .stop("seen")
    }
    Task { order.append("earlier task") }
    _ = try? await shop.wireframe.route(to: "/a")
    #expect(order == ["earlier task", "stage"])
  }

  @Test("What ends at its limit leaves the next stage a task of its own")
  func limits() async throws {
    let clock = ManualClock()
    let gate = Barrier()
    let shop = try await Shop(limits: RoutingLimits(provide: .seconds(5)), clock: clock)
    shop.wireframe.settings.startsTasksAtOnce = false
    try shop.wireframe.register("/a") { _ in
      await gate.pass()
      return nil
    }
    try shop.register("/b")
    let routing = Task { try await shop.wireframe.route(to: "/a") }
    await gate.waitForArrivals()
    await clock.waitForSleepers(1)
    clock.advance(by: .seconds(5))
    let error = await #expect(throws: RoutingError.self) { try await routing.value }
    #expect(error?.code == .timedOut)
    #expect(try await shop.wireframe.route(to: "/b").outcome == .presented)
    gate.open()
  }
}
