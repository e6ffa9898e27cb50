import Testing
import TestSupport
import WireframeCore
import WireframeSwiftUI
import WireframeTesting

/// Journeys by chance of an app and its user, with habits of SwiftUI by chance.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct JourneyTests {
  nonisolated private static let seeds = Array(0..<10)

  @Test(arguments: seeds)
  func `after every journey SwiftUI shows the state, and everything has ended`(
    part: Int
  ) async throws {
    let count = (Load.isFull ? 10_000 : 40) / Self.seeds.count
    for number in 0..<count {
      let seed = UInt64(part * 100_000 + number)
      if let fault = try await Self.journey(seed) {
        Issue.record("Seed \(seed): \(fault)")
        return
      }
    }
  }

  @Test func `as long as only the app acts, SwiftUI drops no modal`() async throws {
    for seed in 0..<UInt64(Load.scaled(1_000)) {
      if let fault = try await Self.journey(1_000_000 + seed, hasUser: false) {
        Issue.record("Seed \(seed): \(fault)")
        return
      }
    }
  }

  /// What goes wrong in a journey; nil for nothing.
  private static func journey(_ seed: UInt64, hasUser: Bool = true) async throws -> String? {
    weak var host: SwiftUINavigationHost?
    weak var wireframe: Wireframe<ViewScreen>?
    do {
      var random = SplitMix64(seed: seed)
      let kind = Int.random(in: 0..<3, using: &random)
      var habits = Habits.random(&random)
      if !hasUser { (habits.losesAppearance, habits.losesDismissal) = (0, 0) }
      let stage = try Stage(
        tabs: kind == 1 ? ["A", "B", "C"] : [],
        columns: kind == 2 ? Array(["A", "B", "C"].prefix(random.oneIn(2) ? 2 : 3)) : [],
        habits: habits, seed: seed, limit: .milliseconds(800))
      host = stage.host
      wireframe = stage.wireframe
      stage.host.onChange { [weak stage] change in
        guard change.cause == .user, let stage, let root = stage.host.state.layers.first,
          root.kind == .tabs, root.stacks[root.selected].entries.isEmpty
        else { return }
        let name = root.stacks[root.selected].name
        guard name != "C" else { return }
        stage.start { [wireframe = stage.wireframe] in
          try await wireframe.route(to: "/in/\(name)/0")
        }
      }
      var journey = Journey(stage, random)
      let first = kind == 0 ? "/" : "/in/A/0"
      stage.start { [wireframe = stage.wireframe] in try await wireframe.route(to: first) }
      if let fault = await journey.run(hasUser: hasUser) { return fault }
      if !hasUser, stage.model.dropCount > 0 { return "a modal was dropped, \(journey.story)" }
      stage.model.close()
    }
    let isGone = await eventually { host == nil && wireframe == nil }
    return isGone ? nil : "something is still alive"
  }
}

@MainActor
private struct Journey {
  let stage: Stage
  var random: SplitMix64
  var steps: [String] = []
  var paths: [(StackPlace, [NavigationEntry<ViewScreen>])] = []

  init(_ stage: Stage, _ random: SplitMix64) {
    self.stage = stage
    self.random = random
  }

  mutating func run(hasUser: Bool) async -> String? {
    for _ in 0..<Int.random(in: 3...10, using: &random) {
      if random.oneIn(3) {
        await stage.model.pass(.milliseconds(Int.random(in: 0...900, using: &random)))
      }
      if !hasUser || random.oneIn(2) { app() } else { user() }
    }
    guard await stage.model.run(until: { stage.isDone }) else {
      return "it hangs, \(stage.begun - stage.ended) moves, \(story)"
    }
    return stage.fault.map { "\($0)\n\(story)" }
  }

  var story: String { "after \(steps.joined(separator: ", "))\nwith \(stage.model.habits)" }

  private mutating func app() {
    let number = Int.random(in: 1...99, using: &random)
    let (host, wireframe) = (stage.host, stage.wireframe)
    let urls = [
      "/push/\(number)", "/push/\(number)", "/sheet/\(number)", "/stack/\(number)",
      "/cover/\(number)", "/top/\(number)", "/list/\(number)", "/edit/\(number)",
      "/form/\(number)", "/in/A/\(number)", "/in/B/\(number)", "/in/C/\(number)",
    ]
    let url = urls.pick(&random)
    let task: Task<Void, Never>
    switch Int.random(in: 0..<14, using: &random) {
    case 0:
      steps.append("back")
      task = stage.start { try await wireframe.back() }
    case 1:
      steps.append("dismiss")
      task = stage.start { try await wireframe.dismiss() }
    case 2:
      let entry = host.state.entries.randomElement(using: &random)
      steps.append("back to \(entry?.controller.name ?? "nothing")")
      task = stage.start { if let entry { try await host.back(to: entry.id) } }
    case 3:
      steps.append("push on the host")
      task = stage.start { try await host.push(ViewScreen("host \(number)")) }
    case 4:
      let tab = ["A", "B", "C"].pick(&random)
      steps.append("tab \(tab)")
      task = stage.start { try await host.selectTab(tab) }
    case 5:
      steps.append("link to \(url)")
      task = stage.start { _ = await wireframe.open("shop:/\(url)", origin: .customScheme) }
    case 6:
      stage.mayLeave.toggle()
      stage.answersAfter = .milliseconds([0, 100, 800].pick(&random))
      steps.append("the guard lets \(stage.mayLeave ? "go" : "stay")")
      return
    case 7 where random.oneIn(3):
      steps.append("root")
      task = stage.start { try await host.setRoot(ViewScreen("root \(number)"), animated: true) }
    default:
      steps.append("route to \(url)")
      task = stage.start { try await wireframe.route(to: url) }
    }
    if random.oneIn(8) {
      steps.append("cancel")
      task.cancel()
    }
  }

  private mutating func user() {
    let model = stage.model
    if random.oneIn(4) { model.habits.write = Habits.Write.allCases.pick(&random) }
    switch Int.random(in: 0..<12, using: &random) {
    case 9:
      steps.append("the app is in the background")
      model.flipInBackground()
    case 10: steps.append("the user lets a swipe back go: \(model.cancelSwipeBack())")
    case 11: steps.append("the user taps the tab again: \(model.tapAgain())")
    case 0, 1, 2:
      let count = random.oneIn(3) ? Int.random(in: 2...4, using: &random) : 1
      let column = random.oneIn(2) ? nil : Int.random(in: 0..<2, using: &random)
      let hasGone = model.goBack(by: count, inColumn: column)
      steps.append(
        "the user goes back by \(count) in \(column.map(String.init) ?? "the column"): \(hasGone)")
    case 3, 4:
      let isForced = random.oneIn(3)
      steps.append("the user swipes down: \(model.swipeDown(isForced: isForced))")
    case 5:
      let tab = Int.random(in: 0..<3, using: &random)
      steps.append("the user chooses tab \(tab): \(model.choose(tab))")
    case 6:
      steps.append("the columns change")
      model.toggleColumns()
    case 7:
      let columns = [ColumnVisibility.all, .doubleColumn, .detailOnly].pick(&random)
      steps.append("the user shows the columns \(columns): \(model.show(columns))")
    default:
      if let layer = stage.host.drawn.layers.last {
        let place = StackPlace(layer: layer.id, stack: layer.selected)
        paths.append((place, Array(layer.stacks[layer.selected].entries.dropFirst())))
      }
      guard let (place, path) = paths.randomElement(using: &random) else { return }
      steps.append("an old path is written")
      model.write(path, of: place)
    }
  }
}
