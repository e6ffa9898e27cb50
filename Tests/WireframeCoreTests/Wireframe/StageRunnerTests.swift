import TestSupport
import Testing
import WireframeCore
import WireframeTesting

/// Stages on systems where no task can begin at once: one task for all of a routing's.
@MainActor
@Suite(.hangsNever)
struct StageRunnerTests {
  @Test("The stages of a routing share one task, in their order")
  func oneTask() async {
    let runner = StageRunner()
    var tasks: [Task<Void, Never>] = []
    var ended: [Int] = []
    for number in 1...3 {
      let gate = Barrier()
      tasks.append(
        runner.run {
          ended.append(number)
          gate.open()
        })
      await gate.pass()
    }
    #expect(Set(tasks).count == 1)
    #expect(ended == [1, 2, 3])
    runner.close()
    await tasks[0].value
  }

  @Test("A routing whose stages have limits needs one task more for all of them")
  func oneTaskForARouting() async throws {
    @MainActor final class Tasks {
      var all: [Int?] = []
      func note() { all.append(withUnsafeCurrentTask { $0?.hashValue }) }
    }
    let limits = RoutingLimits(decide: .seconds(60))
    let shop = try await Shop(limits: limits, clock: ManualClock())
    shop.wireframe.settings.startsTasksAtOnce = false
    let tasks = Tasks()
    shop.wireframe.observe { _ in
      tasks.note()
      return .proceed
    }
    try shop.wireframe.register("/a") { _ in
      tasks.note()
      return Screen("a")
    }
    try await shop.wireframe.route(to: "/a")
    #expect(tasks.all.count == 2)
    #expect(Set(tasks.all).count == 1)
    tasks.note()
    #expect(Set(tasks.all).count == 2)
  }

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

  @Test("A stage that hangs keeps the task only until it ends, and none comes behind it")
  func hanging() async {
    weak var released: StageRunner?
    let gate = Barrier()
    var task: Task<Void, Never>
    do {
      let runner = StageRunner()
      released = runner
      task = runner.run { await gate.pass() }
      await gate.waitForArrivals()
      runner.close()
    }
    gate.open()
    await task.value
    #expect(await eventually { released == nil })
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
