import TestSupport
import Testing
import WireframeCore
import WireframeSwiftUI
import WireframeTesting

/// The columns of a split view: side by side, hidden, or one over the other.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ColumnTests {
  /// A stage with columns A, B and perhaps C, and screens in them.
  private func stage(_ screens: [String: [String]] = [:], names: [String], hides: Bool = false)
    async throws -> Stage
  {
    let stage = try Stage(columns: names, habits: Habits(hidesColumns: hides))
    for name in names {
      for (index, screen) in (screens[name] ?? []).enumerated() {
        try stage.wireframe.register(
          RoutePattern("/\(screen)"), option: .push, place: .init(tab: name)
        ) { _ in
          ViewScreen(screen)
        }
        if index == 0 {
          await stage.show("/\(screen)")
        } else {
          await stage.run { try await stage.host.push(ViewScreen(screen)) }
        }
      }
    }
    return stage
  }

  private func names(_ stage: Stage) -> [[String]] {
    stage.host.state.layers[0].stacks.map { $0.entries.map(\.controller.name) }
  }

  private func visibility(_ stage: Stage) -> ColumnVisibility {
    stage.host.columnVisibility(ofLayer: stage.host.state.layers[0].id)
  }

  @Test(
    arguments: [
      (ColumnVisibility.automatic, [nil, true], [nil, nil, true]),
      (.all, [true, true], [true, true, true]),
      (.doubleColumn, [true, true], [false, true, true]),
      (.detailOnly, [false, true], [false, false, true]),
    ] as [(ColumnVisibility, [Bool?], [Bool?])])
  func `the columns that are shown`(visibility: ColumnVisibility, two: [Bool?], three: [Bool?]) {
    #expect((0..<2).map { visibility.shows($0, of: 2) } == two)
    #expect((0..<3).map { visibility.shows($0, of: 3) } == three)
  }

  @Test func `a screen in a fourth column, which is never drawn, changes nothing about the others`()
    async throws
  {
    let host = SwiftUINavigationHost(columns: ["A", "B", "C", "D"], clock: ManualClock())
    let drawing = HostDrawing(of: host)
    try await host.selectTab("D")
    try await host.push(ViewScreen("d1"))
    #expect(host.columnVisibility(ofLayer: host.state.layers[0].id) == .automatic)
    #expect(host.state.top?.controller.name == "d1")
    withExtendedLifetime(drawing) {}
  }

  // MARK: - Hidden columns

  @Test func `no move waits for a column that is hidden`() async throws {
    let stage = try await stage(["A": ["a1"], "B": ["b1"]], names: ["A", "B"])
    try stage.wireframe.register(
      "/page/:id<int>", option: .push, exposure: .external, place: .under("/a2", tab: "B")
    ) { _ in ViewScreen("page") }
    try stage.wireframe.register("/a2", option: .push, place: .tab("A")) { _ in ViewScreen("a2") }
    #expect(stage.model.show(.detailOnly))
    await stage.settle()
    let count = stage.ended
    stage.start { _ = await stage.wireframe.open("shop://page/1", origin: .customScheme) }
    await stage.model.pass(.milliseconds(500))
    #expect(await eventually { stage.ended == count + 1 })
    #expect(names(stage) == [["a2"], ["page"]])
    #expect(visibility(stage) == .detailOnly)
    await stage.settle()
  }

  @Test(arguments: [false, true])
  func `a move to a hidden column shows it, and ends when its screen is there`(hides: Bool)
    async throws
  {
    let stage = try await stage(["B": ["b1"]], names: ["A", "B"], hides: hides)
    #expect(visibility(stage) == .automatic)
    stage.start { _ = await stage.wireframe.open("shop://in/A/1", origin: .customScheme) }
    await stage.model.pass(.milliseconds(300))
    #expect(await eventually { visibility(stage) == .all })
    #expect(stage.ended == 1)
    await stage.model.pass(.milliseconds(100))
    #expect(await eventually { stage.ended == 2 })
    await stage.settle()
    #expect(stage.model.columns == .all)
  }

  @Test func `the column in the middle is shown without the first one`() async throws {
    let stage = try await stage(
      ["A": ["a1"], "B": ["b1"], "C": ["c1"]], names: ["A", "B", "C"], hides: true)
    #expect(stage.model.show(.detailOnly))
    await stage.settle()
    await stage.run { try await stage.host.selectTab("B") }
    #expect(visibility(stage) == .doubleColumn)
  }

  @Test func `what the host has shown SwiftUI may hide again, and not what the user has shown`()
    async throws
  {
    let stage = try await stage(["A": ["a1"]], names: ["A", "B"], hides: true)
    #expect(visibility(stage) == .all)
    // SwiftUI's own word for it.
    stage.model.show(.doubleColumn)
    await stage.settle()
    await stage.run { _ = await stage.wireframe.open("shop://in/B/1", origin: .customScheme) }
    #expect(visibility(stage) == .automatic)
    #expect(stage.model.show(.all))
    await stage.settle()
    await stage.show("/push/2")
    #expect(names(stage) == [["a1"], ["/in/B/1", "/push/2"]])
    #expect(visibility(stage) == .all)
  }

  @Test(arguments: Habits.Write.allCases)
  func `if the user hides the selected column, pushes go to the first one that is shown`(
    write: Habits.Write
  ) async throws {
    let stage = try await stage(["B": ["b1"], "A": ["a1"]], names: ["A", "B"])
    stage.model.habits.write = write
    await stage.run { try await stage.host.selectTab("A") }
    #expect(stage.model.show(.detailOnly))
    await stage.settle()
    #expect(stage.changes.last?.cause == .user)
    await stage.show("/push/1")
    #expect(names(stage) == [["a1"], ["b1", "/push/1"]])
    #expect(visibility(stage) == .detailOnly)
  }

  @Test func `columns that the user has shown stay, wherever moves go`() async throws {
    let stage = try await stage(["B": ["b1"]], names: ["A", "B"], hides: true)
    #expect(stage.model.show(.all))
    await stage.settle()
    await stage.show("/in/A/1", "/in/B/2")
    #expect(visibility(stage) == .all)
  }

  @Test func `where all columns are one stack, hiding some selects no other`() async throws {
    let stage = try await stage(["B": ["b1"], "A": ["a1"]], names: ["A", "B"])
    await stage.run { try await stage.host.selectTab("A") }
    stage.model.toggleColumns()
    await stage.settle()
    let layer = stage.host.state.layers[0]
    stage.host.columnsChanged(to: .detailOnly, ofLayer: layer.id)
    await stage.settle()
    #expect(stage.host.state.layers[0].selected == 0)
  }

  @Test func `a column that is hidden while the others are empty is shown with the next move`()
    async throws
  {
    let stage = try await stage(["A": ["a1"]], names: ["A", "B"])
    #expect(stage.model.show(.detailOnly))
    await stage.settle()
    #expect(visibility(stage) == .detailOnly)
    await stage.show("/push/1")
    #expect(names(stage) == [["a1", "/push/1"], []])
    #expect(visibility(stage) == .all)
  }

  @Test func `a link into the last column fills the one before, which stays as it was`()
    async throws
  {
    let stage = try Stage(columns: ["A", "B"], habits: Habits(hidesColumns: true))
    try stage.wireframe.register("/home", option: .push, exposure: .external, place: .tab("A")) {
      _ in
      ViewScreen("home")
    }
    try stage.wireframe.register(
      "/page/:id<int>", option: .push, exposure: .external, place: .under("/home", tab: "B")
    ) { _ in ViewScreen("page") }
    await stage.run { _ = await stage.wireframe.open("shop://page/1", origin: .customScheme) }
    #expect(names(stage) == [["home"], ["page"]])
    #expect(visibility(stage) == .automatic)
  }

  // MARK: - One over the other

  @Test func `columns without room are one stack, in which back leads to the column before`()
    async throws
  {
    let stage = try await stage(["A": ["a1"], "B": ["b1", "b2"]], names: ["A", "B"])
    stage.model.toggleColumns()
    await stage.settle()
    #expect(stage.model.goBack())
    await stage.settle()
    #expect(names(stage) == [["a1"], ["b1"]])
    #expect(stage.host.state.layers[0].selected == 1)
    #expect(stage.model.goBack())
    await stage.settle()
    #expect(names(stage) == [["a1"], ["b1"]])
    #expect(stage.host.state.layers[0].selected == 0)
    #expect(!stage.model.goBack())
  }

  /// A way back over several screens, where columns are one stack.
  struct LongBack: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let screens: [String: [String]]
    let count: Int
    let left: [[String]]
    let selected: Int

    static let all = [
      LongBack(
        testDescription: "over a screen and an edge", screens: ["A": ["a1"], "B": ["b1", "b2"]],
        count: 2, left: [["a1"], ["b1"], []], selected: 0),
      LongBack(
        testDescription: "over an edge and a screen", screens: ["A": ["a1", "a2"], "B": ["b1"]],
        count: 2, left: [["a1"], ["b1"], []], selected: 0),
      LongBack(
        testDescription: "over two edges",
        screens: ["A": ["a1", "a2"], "B": ["b1", "b2"], "C": ["c1", "c2"]],
        count: 5, left: [["a1"], ["b1"], ["c1"]], selected: 0),
      LongBack(
        testDescription: "into the column in the middle",
        screens: ["A": ["a1"], "B": ["b1", "b2"], "C": ["c1", "c2"]],
        count: 3, left: [["a1"], ["b1"], ["c1"]], selected: 1),
      LongBack(
        testDescription: "over an empty column", screens: ["A": ["a1", "a2"], "C": ["c1", "c2"]],
        count: 2, left: [["a1", "a2"], [], ["c1"]], selected: 0),
      LongBack(
        testDescription: "within the first column that has screens",
        screens: ["B": ["b1", "b2", "b3"]], count: 2, left: [[], ["b1"], []], selected: 1),
    ]
  }

  @Test(arguments: LongBack.all, Habits.Write.allCases)
  func `a long way back is the same as one screen after the other`(
    back: LongBack, write: Habits.Write
  ) async throws {
    for isLong in [true, false] {
      let stage = try await stage(back.screens, names: ["A", "B", "C"])
      stage.model.habits.write = write
      stage.model.toggleColumns()
      await stage.settle()
      let changes = stage.changes.count
      for count in isLong ? [back.count] : Array(repeating: 1, count: back.count) {
        #expect(stage.model.goBack(by: count))
        await stage.settle()
      }
      #expect(names(stage) == back.left)
      #expect(stage.host.state.layers[0].selected == back.selected)
      if isLong { #expect(stage.changes.count == changes + 1) }
      #expect(stage.changes.last?.cause == .user)
    }
  }

  @Test(arguments: [false, true])
  func `a guard is asked about what a long way back takes away`(mayLeave: Bool) async throws {
    let stage = try await stage(["A": ["a1"], "B": ["b1"]], names: ["A", "B"])
    await stage.show("/edit/1", "/push/2")
    stage.mayLeave = mayLeave
    stage.model.toggleColumns()
    await stage.settle()
    #expect(stage.model.goBack(by: 3))
    await stage.settle()
    #expect(stage.asked.map(\.name) == ["/edit/1"])
    #expect(names(stage) == [["a1"], mayLeave ? ["b1"] : ["b1", "/edit/1", "/push/2"]])
    #expect(stage.host.state.layers[0].selected == (mayLeave ? 0 : 1))
  }

  @Test(arguments: Habits.Write.allCases, [false, true])
  func `with room again, the column that the user looked at is shown`(
    write: Habits.Write, waits: Bool
  ) async throws {
    let stage = try await stage(["A": ["a1"], "B": ["b1"]], names: ["A", "B"], hides: true)
    #expect(visibility(stage) == .automatic)
    stage.model.habits.write = write
    stage.model.toggleColumns()
    await stage.settle()
    #expect(stage.model.goBack())
    if waits { await stage.settle() }
    stage.model.toggleColumns()
    await stage.settle()
    #expect(visibility(stage) == .all)
    #expect(names(stage) == [["a1"], ["b1"]])
  }
}
