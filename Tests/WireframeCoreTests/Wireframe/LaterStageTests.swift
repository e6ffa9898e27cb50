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

  @Test("A handler whose task begins late does not run for a user who has signed out by then")
  func lateHandler() async throws {
    let shop = try await Shop(limits: RoutingLimits(), clock: ManualClock())
    let isSignedOut = OpenState()
    shop.wireframe.settings.startsTasksAtOnce = false
    var count = 0
    try shop.wireframe.handle("/pay") { _ in count += 1 }
    shop.wireframe.observe { [unowned wireframe = shop.wireframe] _ in
      if isSignedOut.isSet { return .stop("signed out") }
      Task {
        isSignedOut.isSet = true
        _ = try? await wireframe.reevaluate()
      }
      return .proceed
    }
    let outcome = try await shop.wireframe.route(to: "/pay").outcome
    #expect(outcome == .stopped(reason: "signed out"))
    #expect(count == 0)
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
