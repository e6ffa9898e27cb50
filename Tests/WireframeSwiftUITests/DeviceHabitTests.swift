import Foundation
import Testing
import TestSupport
import WireframeCore
import WireframeSwiftUI
import WireframeTesting

/// What SwiftUI does on devices, beside what it does in its own time: W1 to W4, and what users do.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct DeviceHabitTests {
  @Test func `W1 columns stay as they are while the system draws the app in several size classes`()
    async throws
  {
    let stage = try Stage(columns: ["A", "B"])
    await stage.show("/in/A/1", "/in/B/2")
    stage.model.toggleColumns()
    await stage.settle()
    let remakes = stage.model.remakes
    #expect(remakes == 1)
    stage.model.flipInBackground()
    await stage.settle()
    #expect(stage.model.remakes == remakes)
    #expect(stage.model.isCollapsed)
    // What has changed there counts when the window is active again.
    stage.model.isActive = false
    stage.model.toggleColumns()
    #expect(stage.model.isCollapsed)
    stage.model.flipInBackground()
    await stage.settle()
    #expect(!stage.model.isCollapsed)
    #expect(stage.model.remakes == remakes + 1)
  }

  @Test func `W1 the first size class counts, also of a window that is not active yet`()
    async throws
  {
    let stage = try Stage(columns: ["A", "B"])
    stage.model.isActive = false
    await stage.show("/in/A/1")
    #expect(stage.host.isCollapsed(layer: stage.host.state.layers[0].id) == nil)
    stage.model.toggleColumns()
    #expect(stage.model.isCollapsed)
  }

  @Test func `W2 a modal whose screen reports nothing is presented once`() async throws {
    let stage = try Stage(habits: Habits(hasSilentScreens: true))
    await stage.show("/", "/sheet/1")
    #expect(stage.model.presentationCount == 1)
    #expect(stage.shown == [["/"], ["/sheet/1"]])
  }

  @Test func `W3 a path that SwiftUI ignores is sent again`() async throws {
    let stage = try Stage()
    var missing: [String] = []
    stage.host.notShown = { missing.append($0.name) }
    await stage.show("/", "/push/1")
    stage.model.habits.ignoresPaths = (1, 1)
    await stage.show("/push/2")
    #expect(stage.model.picture == stage.host.state)
    #expect(stage.shown == [["/", "/push/1", "/push/2"]])
    await stage.run { try await stage.wireframe.back() }
    #expect(stage.shown == [["/", "/push/1"]])
    #expect(missing.isEmpty)
    #expect(stage.changes.allSatisfy { $0.cause == .app })
  }

  @Test func `W3 of a path that SwiftUI ignores twice the app is told`() async throws {
    let stage = try Stage()
    var missing: [String] = []
    stage.host.notShown = { missing.append($0.name) }
    await stage.show("/")
    stage.model.habits.ignoresPaths = (2, 1)
    stage.start { try await stage.wireframe.route(to: "/push/1") }
    #expect(await stage.model.run { stage.isDone })
    #expect(missing == ["/push/1"])
    #expect(stage.shown == [["/", "/push/1"]])
    #expect(stage.model.picture != stage.host.state)
    // The next path is another one.
    stage.model.habits.ignoresPaths = (0, 1)
    await stage.show("/push/2")
    #expect(stage.model.picture == stage.host.state)
    #expect(missing == ["/push/1"])
  }

  @Test func `W3 a path ignored in a tab that is left is sent again when the tab is shown`()
    async throws
  {
    let stage = try Stage(tabs: ["A", "B"])
    await stage.show("/in/B/1", "/in/A/2")
    stage.model.habits.ignoresPaths = (1, 1)
    stage.start { try await stage.wireframe.route(to: "/push/3") }
    await stage.model.pass(.milliseconds(100))
    // Nobody sees the tab any more, so the move does not wait for it.
    #expect(stage.model.choose(1))
    await stage.settle()
    #expect(stage.model.picture.layers[0].stacks[0].entries.count == 1)
    #expect(stage.model.choose(0))
    await stage.settle()
    #expect(stage.shown == [["/in/A/2", "/push/3"]])
    #expect(stage.model.picture == stage.host.state)
    #expect(stage.changes.last?.entered.isEmpty == true)
  }

  @Test func `W3 in the background nobody is told, since nothing is reported there`() async throws {
    let stage = try Stage()
    var missing = 0
    stage.host.notShown = { _ in missing += 1 }
    await stage.show("/")
    stage.host.isInForeground = false
    stage.model.habits.hasSilentScreens = true
    await stage.show("/push/1")
    #expect(missing == 0)
    #expect(stage.shown == [["/", "/push/1"]])
  }

  @Test func `W4 a swipe back that the user lets go changes nothing`() async throws {
    let stage = try Stage()
    await stage.show("/", "/push/1", "/edit/2")
    let count = stage.changes.count
    for _ in 0..<2 {
      #expect(stage.model.cancelSwipeBack())
      await stage.settle()
    }
    #expect(stage.shown == [["/", "/push/1", "/edit/2"]])
    #expect(stage.changes.count == count)
    #expect(stage.asked.isEmpty)
    #expect(stage.model.goBack())
    await stage.settle()
    #expect(stage.asked.map(\.name) == ["/edit/2"])
    #expect(stage.shown == [["/", "/push/1"]])
  }

  @Test(arguments: [true, false])
  func `a second tap on a tab leads to its first screen, if the guards let it`(mayLeave: Bool)
    async throws
  {
    let stage = try Stage(tabs: ["A", "B"])
    await stage.show("/in/A/1", "/edit/2", "/push/3")
    stage.mayLeave = mayLeave
    #expect(stage.model.tapAgain())
    await stage.settle()
    #expect(stage.asked.map(\.name) == ["/edit/2"])
    #expect(stage.shown == [mayLeave ? ["/in/A/1"] : ["/in/A/1", "/edit/2", "/push/3"]])
  }

  @Test func `P4 one universal link that comes in two ways opens once`() async throws {
    let stage = try Stage()
    await stage.show("/")
    var opened: [String] = []
    func door() -> LinkDoor {
      LinkDoor(to: stage.wireframe, on: stage.host) { text, _ in opened.append(text) }
    }
    let link = "https://shop.example/list/3"
    // The view was made anew between the two.
    door().open(link)
    door().openLink(ofActivity: link)
    door().open("https://shop.example/list/4")
    await stage.settle()
    #expect(await eventually { opened.count == 2 })
    #expect(opened.sorted() == [link, "https://shop.example/list/4"])
    // The user taps it again.
    door().openLink(ofActivity: link)
    await stage.settle()
    #expect(await eventually { opened.count == 3 })
  }

  @Test func `each habit of the model has its fact for devices, by its name`() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent()
    let facts = try String(
      contentsOf: tests.appendingPathComponent("Device/Facts/SwiftUIFacts.swift"), encoding: .utf8)
    for name in Habits.names {
      #expect(facts.contains("\"\(name): "), "no fact for \(name)")
      #expect(facts.contains("func \(name)("), "no fact for \(name)")
    }
    // None is forgotten in the list.
    let fields = Mirror(reflecting: Habits()).children.compactMap(\.label)
    #expect(Set(fields).subtracting(Habits.names).isEmpty)
  }
}
