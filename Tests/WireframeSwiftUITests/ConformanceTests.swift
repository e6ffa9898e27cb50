import TestSupport
import Testing
import WireframeCore
import WireframeSwiftUI
import WireframeTesting

/// The laws of hosts, with SwiftUI's habits and without a view.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ConformanceTests {
  nonisolated static let roots: [(LayerKind?, [String])] = [
    (nil, []), (.tabs, ["A", "B", "C"]), (.columns, ["A", "B"]),
  ]

  @Test(arguments: 0..<3, UInt64(1)...(Load.isFull ? 6 : 1))
  func `the host keeps the laws`(root: Int, seed: UInt64) async throws {
    let (kind, names) = Self.roots[root]
    let clock = ManualClock()
    var random = SplitMix64(seed: seed)
    let habits = Habits.random(&random)
    var model: SwiftUIModel?
    let check = Task {
      try await HostConformance.check(seed: seed, operations: Load.isFull ? 120 : 60, root: kind) {
        let host = Self.host(kind, names, clock)
        model = SwiftUIModel(of: host, clock: clock, habits: habits, seed: seed)
        return host
      } screen: {
        ViewScreen("\($0)")
      }
    }
    var isDone = false
    let watch = Task {
      _ = try? await check.value
      isDone = true
    }
    while !isDone {
      if let model { await model.pass(.milliseconds(100)) } else { await Task.yield() }
    }
    await watch.value
    try await check.value
    let drawn = try #require(model)
    #expect(await drawn.run { drawn.host.isSettled })
    #expect(drawn.picture == drawn.host.state)
  }

  @Test(arguments: 0..<3)
  func `the host keeps the laws without a view`(root: Int) async throws {
    let (kind, names) = Self.roots[root]
    try await HostConformance.check(operations: Load.isFull ? 200 : 80, root: kind) {
      Self.host(kind, names, ManualClock())
    } screen: {
      ViewScreen("\($0)")
    }
  }

  private static func host(
    _ kind: LayerKind?, _ names: [String], _ clock: ManualClock
  ) -> SwiftUINavigationHost {
    kind == .columns
      ? SwiftUINavigationHost(columns: names, clock: clock)
      : SwiftUINavigationHost(tabs: names, clock: clock)
  }
}
