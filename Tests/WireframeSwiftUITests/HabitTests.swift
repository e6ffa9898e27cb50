import Testing
import TestSupport
import WireframeCore
import WireframeSwiftUI
import WireframeTesting

/// Each habit of SwiftUI's alone.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct HabitTests {
  // MARK: - Seeing

  @Test func `a push ends when its screen has appeared, not when it begins to`() async throws {
    let stage = try Stage()
    await stage.show("/")
    let push = stage.start { try await stage.wireframe.route(to: "/push/1") }
    await stage.model.pass(.milliseconds(300))
    #expect(stage.host.state.top?.controller.name == "/push/1")
    #expect(stage.ended == 1)
    await stage.model.pass(.milliseconds(100))
    #expect(await eventually { stage.ended == 2 })
    await push.value
  }

  @Test func `a screen that never reports its appearance ends the move with the limit`()
    async throws
  {
    let stage = try Stage(habits: Habits(losesAppearance: 1))
    stage.start { try await stage.wireframe.route(to: "/") }
    await stage.model.pass(.milliseconds(1900))
    #expect(stage.ended == 0)
    await stage.model.pass(.milliseconds(200))
    #expect(await eventually { stage.ended == 1 })
    await stage.show("/push/1", "/sheet/2")
    #expect(stage.shown == [["/", "/push/1"], ["/sheet/2"]])
    #expect(stage.model.dropCount == 0)
  }

  @Test func `a dismissal that is never reported ends with the limit`() async throws {
    let stage = try Stage(habits: Habits(losesDismissal: 1))
    await stage.show("/", "/sheet/1")
    await stage.run { try await stage.wireframe.dismiss() }
    await stage.show("/sheet/2")
    #expect(stage.shown == [["/"], ["/sheet/2"]])
  }

  @Test func `without a view moves end at once, and a view that comes later shows the state`()
    async throws
  {
    let clock = ManualClock()
    let host = SwiftUINavigationHost(clock: clock)
    try await host.setRoot(ViewScreen("root"))
    try await host.push(ViewScreen("pushed"))
    try await host.present(ViewScreen("sheet"))
    #expect(host.drawn.layers.isEmpty)
    let model = SwiftUIModel(of: host, clock: clock)
    #expect(await model.run { host.isSettled })
    #expect(model.picture == host.state)
    #expect(host.state.layers.count == 2)
    model.close()
    #expect(await eventually { host.drawn.layers.isEmpty })
    try await host.dismiss()
  }

  @Test func `a limit of a hundred years or more is none`() async throws {
    let host = SwiftUINavigationHost(limit: .seconds(Int64.max))
    let drawing = HostDrawing(of: host)
    let move = Task { try await host.setRoot(ViewScreen("root")) }
    #expect(await eventually { host.drawn.top != nil })
    for _ in 0..<20 { await tasksHaveBegun() }
    for entry in host.drawn.entries { host.didAppear(entry.id) }
    try await move.value
    withExtendedLifetime(drawing) {}
  }

  // MARK: - Modals

  @Test(arguments: Habits.Drop.allCases)
  func `modals leave and come one at a time, so that SwiftUI drops none`(drop: Habits.Drop)
    async throws
  {
    let stage = try Stage(habits: Habits(drop: drop))
    await stage.show("/", "/sheet/1", "/stack/2", "/cover/3")
    await stage.run { try await stage.host.back(to: stage.host.state.layers[0].entries[0].id) }
    await stage.show("/sheet/4")
    await stage.run {
      try await stage.wireframe.route(to: "/")
      try await stage.wireframe.route(to: "/sheet/5")
    }
    #expect(stage.shown == [["/"], ["/sheet/5"]])
    #expect(stage.model.dropCount == 0)
  }

  @Test func `modals leave singly, and the last step of a move alone is animated`() async throws {
    let stage = try Stage()
    await stage.show("/", "/sheet/1", "/stack/2", "/cover/3")
    var steps: [String] = []
    stage.host.transact = { [unowned host = stage.host] isAnimated, change in
      change()
      steps.append("\(host.drawn.layers.count)\(isAnimated ? ", animated" : "")")
    }
    await stage.run { try await stage.host.back(to: stage.host.state.layers[0].entries[0].id) }
    #expect(steps == ["3", "2", "1, animated"])
  }

  @Test func `a modal that never appears is presented twice, and the move ends`() async throws {
    let clock = ManualClock()
    let host = SwiftUINavigationHost(limit: .seconds(2), clock: clock)
    let drawing = HostDrawing(of: host)
    var presentations = 0
    host.transact = { _, change in
      change()
      presentations += host.drawn.layers.count > 1 ? 1 : 0
    }
    var hasEnded = false
    let move = Task {
      try await host.setRoot(ViewScreen("root"))
      try await host.present(ViewScreen("modal"))
      hasEnded = true
    }
    var rounds = 0
    while !hasEnded, rounds < 5_000 {
      for _ in 0..<20 { await tasksHaveBegun() }
      clock.advance(by: .seconds(2))
      rounds += 1
    }
    #expect(hasEnded && presentations == 2)
    move.cancel()
    host.transact = { $1() }
    withExtendedLifetime(drawing) {}
  }

  @Test func `with a modal that leaves, nobody waits for those above it`() async throws {
    let stage = try Stage()
    await stage.show("/", "/sheet/1", "/cover/2")
    let lower = stage.model.modals[0].shown
    stage.model.leave(0)
    stage.host.modalChanged(lower)
    await stage.model.pass(.seconds(1))
    #expect(stage.host.isSettled)
    #expect(stage.shown == [["/"]])
  }

  @Test(arguments: Habits.Drop.allCases, Habits.Write.allCases)
  func `a sheet that comes while the user swipes another away is shown`(
    drop: Habits.Drop, write: Habits.Write
  ) async throws {
    let stage = try Stage(habits: Habits(write: write, drop: drop))
    await stage.show("/", "/sheet/1")
    #expect(stage.model.swipeDown())
    await stage.model.pass(.milliseconds(100))
    await stage.show("/sheet/2")
    #expect(stage.shown == [["/"], ["/sheet/2"]])
    #expect(stage.changes.last { !$0.left.isEmpty }?.cause == .user)
  }

  @Test func `a swipe that is reported and never written is the user's move`() async throws {
    let stage = try Stage(habits: Habits(losesWrites: true))
    await stage.show("/", "/sheet/1")
    #expect(stage.model.swipeDown())
    await stage.settle()
    #expect(stage.shown == [["/"]])
    #expect(stage.changes.last?.cause == .user)
  }

  @Test(.timeLimit(.minutes(30)))
  func `what SwiftUI drops again and again counts as left by the user`() async throws {
    let clock = ManualClock()
    let host = SwiftUINavigationHost(clock: clock)
    let drawing = HostDrawing(of: host)
    var causes: [NavigationChange<ViewScreen>.Cause] = []
    host.onChange { causes.append($0.cause) }
    host.redraws = { [weak host] in
      guard let host, let root = host.drawn.layers.first?.top else { return }
      Task { host.didAppear(root.id) }
    }
    try await host.setRoot(ViewScreen("root"))
    let presenting = Task { try await host.present(ViewScreen("sheet")) }
    for drop in 1...4 {
      #expect(host.state.layers.count == (drop == 1 ? 1 : 2))
      while host.drawn.layers.count < 2 {
        await Task.yield()
        clock.advance(by: .milliseconds(10))
      }
      let modal = try #require(host.modal(over: host.drawn.layers[0].id))
      host.modalChanged(modal)
    }
    try await presenting.value
    #expect(host.state.layers.count == 1)
    #expect(causes == [.app, .app, .user])
    withExtendedLifetime(drawing) {}
  }

  @Test func `a late report of an earlier presentation takes nothing away`() async throws {
    let stage = try Stage()
    await stage.show("/", "/form/1")
    let root = stage.host.state.layers[0].id
    let old = try #require(stage.host.modal(over: root))
    stage.mayLeave = false
    #expect(stage.model.swipeDown(isForced: true))
    await stage.settle()
    // It is there again, in another presentation.
    let new = try #require(stage.host.modal(over: root))
    #expect(new.layer == old.layer)
    #expect(new != old)
    stage.host.didDismiss(old)
    stage.host.modalChanged(old)
    stage.host.didAppear(NavigationEntryID())
    await stage.settle()
    #expect(stage.shown == [["/"], ["/form/1"]])
    #expect(stage.asked.count == 1)
  }

  @Test(arguments: [
    (["/", "/stack/1", "/push/2"], [["/", "/push/3"]], ["/push/2", "/stack/1"]),
    (["/", "/sheet/1", "/stack/2"], [["/"], ["/sheet/1"]], ["/push/3", "/stack/2"]),
    (["/", "/stack/1", "/stack/2"], [["/"], ["/stack/1", "/push/3"]], ["/stack/2"]),
  ])
  func `what was pushed into a sheet after a swipe comes below it, if there is a stack`(
    urls: [String], shown: [[String]], left: [String]
  ) async throws {
    let stage = try Stage(habits: Habits(write: .late))
    for url in urls { await stage.show(url) }
    #expect(stage.model.swipeDown())
    await stage.model.pass(.milliseconds(100))
    await stage.show("/push/3")
    #expect(stage.shown == shown)
    #expect(stage.changes.last { !$0.left.isEmpty }?.left.map(\.controller.name) == left)
  }

  @Test(arguments: 1...6)
  func `a sheet that the user swipes away between two pushes takes only the first one along`(
    turns: Int
  ) async throws {
    let stage = try Stage(habits: Habits(drawsLate: true, turns: turns...turns))
    await stage.show("/", "/stack/1")
    stage.start { try await stage.wireframe.route(to: "/push/2") }
    stage.start { try await stage.host.push(ViewScreen("later")) }
    while stage.host.state.entries.count < 3 { await Task.yield() }
    // The first one has appeared. The second one has its turn now, and is not drawn yet.
    await stage.model.pass(.milliseconds(16) + stage.model.habits.transition)
    #expect(stage.model.swipeDown())
    await stage.settle()
    #expect(stage.shown == [["/", "later"]])
  }

  @Test func `what a move has not drawn yet comes below a sheet that the user swipes away`()
    async throws
  {
    let stage = try Stage(habits: Habits(losesDismissal: 1))
    await stage.show("/", "/stack/1", "/sheet/2")
    stage.start { try await stage.wireframe.route(to: "/push/3") }
    while stage.host.state.layers.count > 2 { await Task.yield() }
    // The upper sheet has gone without a report: the host waits for that, and has not drawn the push.
    await stage.model.pass(.milliseconds(500))
    #expect(stage.model.swipeDown())
    await stage.settle()
    #expect(stage.shown == [["/", "/push/3"]])
  }

  @Test func `a report that was lost hides no later dismissal`() async throws {
    let stage = try Stage()
    let (host, reports) = (stage.host, ShownModals())
    await stage.show("/", "/sheet/1")
    let root = host.state.layers[0].id
    reports.appeared(try #require(host.modal(over: root)), on: host)
    await stage.run { try await stage.wireframe.dismiss() }
    // Its dismissal was not reported here. Now the next one comes, and SwiftUI reports it as leaving.
    await stage.show("/sheet/2")
    let second = try #require(host.modal(over: root))
    reports.appeared(second, on: host)
    reports.appeared(second, on: host)
    host.modalChanged(second)
    reports.dismissed(on: host)
    await stage.settle()
    #expect(stage.shown == [["/"]])
    await stage.show("/sheet/3")
    reports.appeared(try #require(host.modal(over: root)), on: host)
    // Still drawn: the user has dismissed it, and nothing was written.
    reports.dismissed(on: host)
    await stage.settle()
    #expect(stage.shown == [["/"]])
    reports.dismissed(on: host)
  }

  // MARK: - Views

  @Test func `a second view draws everything anew, and what the first one reports is void`()
    async throws
  {
    let stage = try Stage()
    let host = stage.host
    await stage.show("/", "/push/1", "/sheet/2")
    let old = try #require(host.modal(over: host.state.layers[0].id))
    let second = HostDrawing(of: host)
    await stage.settle()
    let new = try #require(host.modal(over: host.state.layers[0].id))
    #expect(new != old)
    host.didDismiss(old)
    await stage.settle()
    #expect(stage.shown == [["/", "/push/1"], ["/sheet/2"]])
    withExtendedLifetime(second) {}
  }

  @Test func `a view that comes in the turn in which another one goes draws everything anew`()
    async throws
  {
    let stage = try Stage()
    let host = stage.host
    await stage.show("/", "/push/1", "/sheet/2")
    let old = try #require(host.modal(over: host.state.layers[0].id))
    stage.model.close()
    let next = SwiftUIModel(of: host, clock: stage.clock)
    #expect(await next.run { host.isSettled })
    #expect(next.picture == host.state)
    #expect(host.modal(over: host.state.layers[0].id) != old)
    next.close()
  }

  @Test func `a view that goes in the middle of a move ends it`() async throws {
    let stage = try Stage(habits: Habits(losesAppearance: 1))
    stage.start { try await stage.wireframe.route(to: "/") }
    stage.start { try await stage.wireframe.route(to: "/sheet/1") }
    await stage.model.pass(.milliseconds(100))
    #expect(stage.ended == 0)
    stage.model.close()
    #expect(await eventually { stage.ended == 2 && stage.host.isSettled })
    #expect(stage.shown == [["/"], ["/sheet/1"]])
  }

  // MARK: - Stacks

  @Test(arguments: Habits.Write.allCases, [false, true])
  func `a swipe back is one move of the user's, whenever and however often it is written`(
    write: Habits.Write, repeats: Bool
  ) async throws {
    let stage = try Stage(habits: Habits(write: write, repeatsWrites: repeats))
    await stage.show("/", "/push/1", "/push/2")
    #expect(stage.model.goBack())
    await stage.settle()
    #expect(stage.shown == [["/", "/push/1"]])
    #expect(stage.changes.count == 4)
    #expect(stage.changes.last?.cause == .user)
    #expect(stage.changes.last?.left.map(\.controller.name) == ["/push/2"])
  }

  @Test func `a pop while the screen is being pushed takes it away, and the push ends`()
    async throws
  {
    let stage = try Stage()
    await stage.show("/")
    stage.start { try await stage.wireframe.route(to: "/push/1") }
    await stage.model.pass(.milliseconds(100))
    #expect(stage.model.goBack())
    await stage.settle()
    #expect(stage.shown == [["/"]])
  }

  @Test func `a screen that a guard keeps is back when it appears again, not by an old report`()
    async throws
  {
    let stage = try Stage()
    stage.mayLeave = false
    await stage.show("/")
    stage.start { try await stage.wireframe.route(to: "/edit/1") }
    await stage.model.pass(.milliseconds(100))
    let editor = try #require(stage.host.state.top).id
    #expect(stage.model.goBack())
    // It is not drawn now, and its first transition ends.
    stage.host.didAppear(editor)
    while stage.host.drawn.top?.id != editor { await stage.model.pass(.milliseconds(50)) }
    // It is on its way once more.
    await stage.model.pass(.milliseconds(100))
    #expect(stage.model.isMoving && stage.ended == 1)
    await stage.settle()
    #expect(stage.shown == [["/", "/edit/1"]])
    #expect(stage.asked.count == 1)
  }

  @Test func `a late write takes away what the user had seen, not what has come since`()
    async throws
  {
    let stage = try Stage(habits: Habits(drawsLate: true))
    await stage.show("/", "/push/1")
    let place = StackPlace(layer: stage.host.state.layers[0].id, stack: 0)
    stage.start { try await stage.wireframe.route(to: "/push/2") }
    while stage.host.state.entries.count < 3 { await Task.yield() }
    stage.model.write([], of: place)
    await stage.settle()
    #expect(stage.shown == [["/", "/push/2"]])
  }

  @Test func `a path with a screen that has left, or is not known, is put back`() async throws {
    let stage = try Stage()
    await stage.show("/", "/push/1", "/push/2")
    let old = Array(stage.host.state.layers[0].entries.dropFirst())
    let place = StackPlace(layer: stage.host.state.layers[0].id, stack: 0)
    await stage.run { try await stage.wireframe.back() }
    stage.model.write(old, of: place)
    stage.model.write([NavigationEntry(ViewScreen("unknown"))], of: place)
    stage.model.write(old.reversed(), of: place)
    stage.model.write(old, of: StackPlace(layer: NavigationEntryID(), stack: 0))
    await stage.settle()
    #expect(stage.shown == [["/", "/push/1"]])
    #expect(stage.changes.count == 4)
  }

  @Test func `a path that lacks a screen in the middle is put back`() async throws {
    let stage = try Stage()
    await stage.show("/", "/push/1", "/push/2", "/push/3")
    let layer = stage.host.state.layers[0]
    stage.model.write([layer.entries[2]], of: StackPlace(layer: layer.id, stack: 0))
    await stage.settle()
    #expect(stage.shown == [["/", "/push/1", "/push/2", "/push/3"]])
  }

  // MARK: - Tabs

  @Test(arguments: [false, true])
  func `a tab that the user chooses is one move`(repeats: Bool) async throws {
    let stage = try Stage(tabs: ["A", "B"], habits: Habits(repeatsWrites: repeats))
    await stage.run { _ = await stage.wireframe.open("shop://in/A/1", origin: .customScheme) }
    await stage.run { _ = await stage.wireframe.open("shop://in/B/2", origin: .customScheme) }
    let count = stage.changes.count
    #expect(stage.model.choose(0))
    await stage.settle()
    #expect(stage.shown == [["/in/A/1"]])
    #expect(stage.changes.count == count + 1)
    #expect(stage.changes.last?.cause == .user)
  }

  @Test func `an empty tab is chosen like any other, and whoever hears of it can fill it`()
    async throws
  {
    let stage = try Stage(tabs: ["A", "B"])
    await stage.run { _ = await stage.wireframe.open("shop://in/A/1", origin: .customScheme) }
    var chosen: [String] = []
    stage.host.onChange { [weak stage] change in
      guard let stage, change.cause == .user, let root = stage.host.state.layers.first,
        root.stacks[root.selected].entries.isEmpty
      else { return }
      chosen.append(root.stacks[root.selected].name)
      stage.start { _ = await stage.wireframe.open("shop://in/B/1", origin: .customScheme) }
    }
    #expect(stage.model.choose(1))
    await stage.settle()
    #expect(chosen == ["B"])
    #expect(stage.shown == [["/in/B/1"]])
  }

  @Test func `an empty tab that nobody fills stays empty, and the one before keeps its screens`()
    async throws
  {
    let stage = try Stage(tabs: ["A", "B"])
    await stage.run { _ = await stage.wireframe.open("shop://in/A/1", origin: .customScheme) }
    let count = stage.changes.count
    #expect(stage.model.choose(1))
    await stage.settle()
    #expect(stage.shown == [[]])
    #expect(stage.changes.count == count + 1)
    #expect(stage.changes.last?.cause == .user)
    #expect(stage.model.choose(0))
    await stage.settle()
    #expect(stage.shown == [["/in/A/1"]])
  }

  // MARK: - Moves

  @Test func `what the user does is decided on, though the move that has the turn is cancelled`()
    async throws
  {
    let stage = try Stage()
    let host = stage.host
    await stage.show("/", "/push/1")
    let place = StackPlace(layer: host.state.layers[0].id, stack: 0)
    stage.start {
      try await host.present(ViewScreen("sheet"))
      // The second move has the turn now, and does not know yet that it is cancelled.
      host.pathChanged(to: [], of: place)
    }
    let second = stage.start { try await host.push(ViewScreen("never")) }
    await stage.model.pass(.milliseconds(100))
    second.cancel()
    await stage.settle()
    #expect(stage.shown == [["/"], ["sheet"]])
    #expect(stage.changes.last?.cause == .user)
  }

  @Test func `moves run one after the other, whoever calls`() async throws {
    let stage = try Stage()
    await stage.show("/")
    for number in 1...3 {
      stage.start { try await stage.host.push(ViewScreen("\(number)")) }
      stage.start { try await stage.host.present(ViewScreen("sheet \(number)")) }
    }
    await stage.settle()
    // Each push dismisses the sheet that is shown then.
    #expect(stage.shown == [["/", "1", "2", "3"], ["sheet 3"]])
    #expect(stage.model.dropCount == 0)
  }

  @Test func `a caller that is cancelled leaves all as it should be`() async throws {
    let stage = try Stage()
    await stage.show("/")
    let first = stage.start { try await stage.host.present(ViewScreen("sheet")) }
    let second = stage.start { try await stage.host.push(ViewScreen("never")) }
    await stage.model.pass(.milliseconds(100))
    first.cancel()
    second.cancel()
    await stage.settle()
    #expect(stage.shown == [["/"], ["sheet"]])
  }
}
