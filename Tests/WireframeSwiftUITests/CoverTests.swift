import Testing
import TestSupport
import WireframeCore
import WireframeSwiftUI
import WireframeTesting

/// A cover over what SwiftUI draws: where it is drawn, and that nothing below it moves.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct CoverTests {
  private let lock = ViewScreen("lock")

  /// Where a cover is shown above everything.
  private final class Place: CoverPlace {
    var shown: [ViewScreen?] = []
    func show(_ cover: ViewScreen?) { shown.append(cover) }
  }

  // MARK: Where it is drawn

  @Test func `a place above everything has the cover at once, and no view draws it`() async throws {
    let stage = try Stage()
    await stage.show("/", "/sheet/1")
    let place = Place()
    stage.host.take(place)
    #expect(place.shown == [nil])
    stage.host.cover = lock
    #expect(place.shown == [nil, lock])
    for layer in stage.host.drawn.layers {
      #expect(stage.host.coverPart(ofLayer: layer.id) == nil)
    }
    #expect(stage.host.coverPart(ofLayer: nil) == nil)
    stage.host.cover = nil
    #expect(place.shown.last == .some(nil))
  }

  @Test func `a cover that was there before its place comes with it`() async throws {
    let stage = try Stage()
    await stage.show("/")
    stage.host.cover = lock
    let (first, second) = (Place(), Place())
    stage.host.take(first)
    #expect(first.shown == [lock])
    // A view in the place of another one.
    stage.host.take(second)
    #expect(first.shown == [lock, nil])
    #expect(second.shown == [lock])
    stage.host.leave(first)
    #expect(second.shown == [lock])
    #expect(stage.host.coverPart(ofLayer: stage.host.drawn.layers[0].id) == nil)
    stage.host.leave(second)
    #expect(second.shown == [lock, nil])
    #expect(stage.host.coverPart(ofLayer: stage.host.drawn.layers[0].id) == .screen(lock))
  }

  @Test func `without such a place the uppermost layer draws the cover, and all others hide`()
    async throws
  {
    let stage = try Stage()
    let host = stage.host
    host.cover = lock
    #expect(host.coverPart(ofLayer: nil) == .screen(lock))
    host.cover = nil
    await stage.show("/", "/sheet/1", "/cover/2")
    #expect(host.coverPart(ofLayer: host.drawn.layers[0].id) == nil)
    host.cover = lock
    let layers = host.drawn.layers.map(\.id)
    #expect(layers.map { host.coverPart(ofLayer: $0) } == [.blank, .blank, .screen(lock)])
    // A modal that slides away still shows its screens.
    stage.start { try await host.dismiss() }
    await stage.model.pass(.milliseconds(100))
    #expect(host.drawn.layers.count == 2)
    #expect(layers.map { host.coverPart(ofLayer: $0) } == [.blank, .screen(lock), .blank])
    #expect(host.coverPart(ofLayer: nil) == .blank)
    await stage.settle()
  }

  #if canImport(Combine)
    @Test func `views hear of a cover`() {
      let host = SwiftUINavigationHost()
      var count = 0
      let listener = host.objectWillChange.sink { count += 1 }
      host.cover = lock
      host.cover = nil
      #expect(count == 2)
      listener.cancel()
    }
  #endif

  // MARK: What is below

  @Test(arguments: [false, true], Habits.Write.allCases)
  func `what the user does while something covers the screens is put back`(
    isBarInReach: Bool, write: Habits.Write
  ) async throws {
    let stage = try Stage(tabs: ["A", "B"], habits: Habits(write: write, repeatsWrites: true))
    await stage.run { _ = await stage.wireframe.open("shop://in/B/1", origin: .customScheme) }
    await stage.run { _ = await stage.wireframe.open("shop://in/A/1", origin: .customScheme) }
    await stage.show("/push/2", "/stack/3", "/push/4")
    let (state, count) = (stage.host.state, stage.changes.count)
    stage.host.cover = lock
    stage.model.isBarInReach = isBarInReach
    #expect(stage.host.isGuarded(state.layers[1].id))
    let acts: [() -> Bool] = [
      { stage.model.goBack() }, { stage.model.swipeDown(isForced: true) },
    ]
    for act in acts {
      #expect(act() == isBarInReach)
      await stage.settle()
      #expect(stage.host.state == state)
    }
    await stage.run { try await stage.host.dismiss() }
    let below = stage.host.state
    for act in [{ stage.model.choose(1) }, { stage.model.tapAgain() }] {
      #expect(act() == isBarInReach)
      await stage.settle()
      #expect(stage.host.state == below)
    }
    #expect(stage.changes.count == count + 1)
    stage.host.cover = nil
    stage.model.isBarInReach = false
    #expect(stage.model.choose(1))
    await stage.settle()
    #expect(stage.shown == [["/in/B/1"]])
  }

  @Test(arguments: Habits.Write.allCases)
  func `what SwiftUI writes only when the cover has come is put back, too`(
    write: Habits.Write
  ) async throws {
    let stage = try Stage(habits: Habits(write: write))
    await stage.show("/", "/push/1")
    let state = stage.host.state
    #expect(stage.model.goBack())
    stage.host.cover = lock
    await stage.settle()
    // At once is before the cover.
    #expect(stage.host.state == state || write == .atOnce)
    #expect(stage.shown == [write == .atOnce ? ["/"] : ["/", "/push/1"]])
  }

  @Test func `a guard that lets go when the cover has come lets nothing leave`() async throws {
    let stage = try Stage()
    await stage.show("/", "/edit/1")
    stage.answersAfter = .seconds(1)
    #expect(stage.model.goBack())
    for _ in 0..<100 {
      guard stage.asked.isEmpty else { break }
      await stage.model.pass(.milliseconds(50))
    }
    #expect(!stage.asked.isEmpty)
    stage.host.cover = lock
    await stage.settle()
    #expect(stage.shown == [["/", "/edit/1"]])
    stage.host.cover = nil
    await stage.settle()
    #expect(stage.shown == [["/", "/edit/1"]])
  }

  @Test func `an empty tab is not chosen below a cover`() async throws {
    let stage = try Stage(tabs: ["A", "B"])
    await stage.run { _ = await stage.wireframe.open("shop://in/A/1", origin: .customScheme) }
    stage.host.cover = lock
    stage.model.isBarInReach = true
    #expect(stage.model.choose(1))
    await stage.settle()
    #expect(stage.shown == [["/in/A/1"]])
  }

  @Test func `the app's own moves go on below a cover, and it stays`() async throws {
    let stage = try Stage()
    await stage.show("/", "/sheet/1")
    stage.start { try await stage.host.dismiss() }
    await stage.model.pass(.milliseconds(100))
    stage.host.cover = lock
    await stage.settle()
    #expect(stage.shown == [["/"]])
    await stage.run { try await stage.host.push(ViewScreen("ready")) }
    #expect(stage.shown == [["/", "ready"]])
    #expect(stage.host.cover == lock)
  }

  @Test func `what SwiftUI drops again and again below a cover ends, too`() async throws {
    let stage = try Stage()
    let host = stage.host
    await stage.show("/")
    host.cover = lock
    // Nobody has seen it, and SwiftUI takes it away whenever it is drawn.
    var drops = 0
    host.redraws = { [model = stage.model] in
      model.drawSoon()
      guard let layer = host.drawn.layers.first, let modal = host.modal(over: layer.id) else {
        return
      }
      Task { @MainActor in
        guard drops < 100, host.modal(over: layer.id) == modal else { return }
        drops += 1
        host.modalChanged(modal)
      }
    }
    stage.start { try await host.present(ViewScreen("sheet")) }
    #expect(await stage.model.run { stage.isDone })
    #expect((1..<20).contains(drops))
  }

  // MARK: By chance

  @Test(arguments: 0..<4)
  func `below a cover nothing changes, whatever the user does and SwiftUI writes`(
    part: Int
  ) async throws {
    for number in 0..<Load.scaled(100) {
      let seed = UInt64(part * 10_000 + number)
      var random = SplitMix64(seed: seed)
      var habits = Habits.random(&random)
      // What SwiftUI drops again and again counts as gone.
      habits.drop = .isPresentedLater
      let stage = try Stage(
        tabs: random.oneIn(2) ? ["A", "B"] : [], habits: habits, seed: seed,
        limit: .milliseconds(800))
      let first = stage.host.state.layers.isEmpty ? "/" : "/in/A/0"
      await stage.show(first, "/push/1", "/stack/2", "/push/3")
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        act(on: stage.model, &random)
        await stage.model.pass(.milliseconds(Int.random(in: 0...600, using: &random)))
        stage.host.cover = lock
        stage.model.isBarInReach = random.oneIn(2)
        let (state, count) = (stage.host.state, stage.changes.count)
        for _ in 0..<3 {
          act(on: stage.model, &random)
          await stage.model.pass(.milliseconds(Int.random(in: 0...900, using: &random)))
        }
        if random.oneIn(2) { await stage.settle() }
        #expect(stage.host.state == state, "seed \(seed)")
        #expect(stage.changes.count == count, "seed \(seed)")
        stage.host.cover = nil
        stage.model.isBarInReach = false
      }
      await stage.settle()
    }
  }

  private func act(on model: SwiftUIModel, _ random: inout SplitMix64) {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: _ = model.goBack(by: Int.random(in: 1...2, using: &random))
    case 1: _ = model.swipeDown(isForced: true)
    case 2: _ = model.choose(Int.random(in: 0..<2, using: &random))
    case 3: _ = model.cancelSwipeBack()
    case 4: _ = model.tapAgain()
    default: model.flipInBackground()
    }
  }
}
