import Testing
import TestSupport
import WireframeCore
import WireframeSwiftUI
import WireframeTesting

/// Leave guards hear of what the user does.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct GuardTests {
  @Test(arguments: Habits.Write.allCases, [false, true])
  func `a swipe back over a guarded screen is put back, and the guard is asked once`(
    write: Habits.Write, mayLeave: Bool
  ) async throws {
    let stage = try Stage(habits: Habits(write: write, repeatsWrites: true))
    await stage.show("/", "/edit/1")
    stage.mayLeave = mayLeave
    #expect(stage.model.goBack())
    await stage.settle()
    #expect(stage.asked.map(\.name) == ["/edit/1"])
    #expect(stage.shown == (mayLeave ? [["/"]] : [["/", "/edit/1"]]))
    #expect(stage.changes.last?.cause == (mayLeave ? .user : .app))
  }

  @Test func `'settled()' after a swipe waits for the guard's answer, and for what leaves then`()
    async throws
  {
    let stage = try Stage()
    await stage.show("/", "/edit/1")
    #expect(stage.model.goBack())
    let time = Task { await stage.settle() }
    await stage.wireframe.settled()
    #expect(stage.asked.map(\.name) == ["/edit/1"])
    #expect(stage.shown == [["/"]])
    await time.value
  }

  @Test func `a sheet with a guard holds on to swipes`() async throws {
    let stage = try Stage()
    await stage.show("/", "/form/1")
    let layer = stage.host.state.layers[1].id
    #expect(stage.host.isGuarded(layer))
    #expect(!stage.model.swipeDown())
    await stage.show("/", "/sheet/2")
    #expect(!stage.host.isGuarded(stage.host.state.layers[1].id))
    #expect(!stage.host.isGuarded(layer))
  }

  @Test(arguments: Habits.Write.allCases, [false, true])
  func `a dismissal that could not be held comes back, and the guard is asked`(
    write: Habits.Write, mayLeave: Bool
  ) async throws {
    let stage = try Stage(habits: Habits(write: write))
    await stage.show("/", "/form/1")
    stage.mayLeave = mayLeave
    #expect(stage.model.swipeDown(isForced: true))
    await stage.settle()
    #expect(stage.asked.map(\.name) == ["/form/1"])
    #expect(stage.shown == (mayLeave ? [["/"]] : [["/"], ["/form/1"]]))
    #expect(stage.model.dropCount == 0)
  }

  @Test func `what comes into a modal while the guard is asked about it is asked about, too`()
    async throws
  {
    let stage = try Stage()
    await stage.show("/", "/stack/1", "/edit/2")
    stage.answersAfter = .seconds(1)
    #expect(stage.model.swipeDown(isForced: true))
    for _ in 0..<100 {
      guard stage.asked.isEmpty else { break }
      await stage.model.pass(.milliseconds(50))
    }
    stage.start { try await stage.wireframe.route(to: "/edit/3") }
    await stage.settle()
    #expect(stage.asked.map(\.name) == ["/edit/2", "/edit/3"])
    #expect(stage.shown == [["/"]])
  }

  @Test func `what comes between the last answer and the user's move is asked about, too`()
    async throws
  {
    let stage = try Stage()
    await stage.show("/", "/stack/1", "/edit/2")
    stage.answersAfter = .milliseconds(1200)
    #expect(stage.model.swipeDown(isForced: true))
    for _ in 0..<200 {
      guard stage.asked.isEmpty else { break }
      await stage.model.pass(.milliseconds(50))
    }
    await stage.model.pass(.milliseconds(1000))
    // This one has the turn when the guard answers, and the next one comes before the user's move.
    stage.start { try await stage.host.push(ViewScreen("other")) }
    stage.start { try await stage.wireframe.route(to: "/edit/3") }
    await stage.model.pass(.milliseconds(100))
    #expect(stage.host.state.top?.controller.name == "other")
    await stage.model.pass(.milliseconds(150))
    #expect(stage.asked.map(\.name) == ["/edit/2"])
    await stage.settle()
    #expect(stage.asked.map(\.name) == ["/edit/2", "/edit/3"])
    #expect(stage.shown == [["/"]])
    #expect(stage.changes.last?.cause == .user)
  }

  @Test func `a guard may show a dialog on the host before it answers`() async throws {
    let stage = try Stage()
    let host = stage.host
    stage.wireframe.observeLeaving(tag: .editor) { [weak host] _ in
      guard let host else { return .leave }
      try await host.present(ViewScreen("Discard?"))
      try await host.dismiss()
      return .leave
    }
    await stage.show("/", "/edit/1")
    #expect(stage.model.goBack())
    await stage.settle()
    #expect(stage.shown == [["/"]])
  }

  @Test func `a user who swipes again while being asked is not asked twice`() async throws {
    let stage = try Stage()
    await stage.show("/", "/edit/1")
    stage.answersAfter = .seconds(3)
    #expect(stage.model.goBack())
    for _ in 0..<20 { await stage.model.pass(.milliseconds(50)) }
    #expect(stage.model.goBack())
    await stage.settle()
    #expect(stage.asked.map(\.name) == ["/edit/1"])
    #expect(stage.shown == [["/"]])
  }

  @Test func `the guard is asked when the screen is back`() async throws {
    let stage = try Stage()
    var seen: [[String]] = []
    stage.wireframe.observeLeaving(tag: .editor) { [weak stage] _ in
      seen.append(stage?.model.picture.entries.map(\.controller.name) ?? [])
      return .leave
    }
    await stage.show("/", "/edit/1")
    #expect(stage.model.goBack())
    await stage.settle()
    #expect(seen == [["/", "/edit/1"]])
  }

  @Test func `what comes while the guard is asked stays`() async throws {
    let stage = try Stage()
    await stage.show("/", "/edit/1")
    stage.answersAfter = .seconds(1)
    #expect(stage.model.goBack())
    await stage.model.pass(.milliseconds(700))
    await stage.show("/push/2")
    #expect(stage.asked.map(\.name) == ["/edit/1"])
    #expect(stage.shown == [["/", "/push/2"]])
  }

  @Test func `a view that goes while the guard is asked changes nothing about the answer`()
    async throws
  {
    let stage = try Stage()
    await stage.show("/", "/edit/1")
    stage.answersAfter = .seconds(3)
    #expect(stage.model.goBack())
    for _ in 0..<200 {
      guard stage.asked.isEmpty else { break }
      await stage.model.pass(.milliseconds(50))
    }
    #expect(stage.shown == [["/", "/edit/1"]])
    stage.model.close()
    await stage.model.pass(.seconds(4))
    #expect(await eventually { stage.shown == [["/"]] && stage.host.isSettled })
    #expect(stage.changes.last?.cause == .user)
  }
}
