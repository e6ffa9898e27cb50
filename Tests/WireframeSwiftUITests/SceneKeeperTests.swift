import Foundation
import TestSupport
import Testing
import WireframeCore
import WireframeSwiftUI
import WireframeTesting

/// The scene's storage, and links that come before its screens are back.
@MainActor
@Suite(.hangsNever)
struct SceneKeeperTests {
  @Test func `what a scene has shown comes back`() async throws {
    let stage = try Stage()
    let kept = try await stage.keep("/push/1", "/stack/2", "/push/3")
    #expect(stage.shown == [["/", "/push/1"], ["/stack/2", "/push/3"]])

    let next = try Stage()
    await next.restore(kept)
    #expect(next.shown == stage.shown)
    #expect(next.model.dropCount == 0)
  }

  @Test func `a snapshot that is too large is not read`() async throws {
    let snapshot = try await Stage().keep("/push/1")
    // Spaces behind it leave it valid.
    for (size, shown) in [(1 << 20, ["/", "/push/1"]), (1 << 20 + 1, ["/"])] {
      let next = try Stage()
      await next.restore(snapshot + Data(repeating: 32, count: size - snapshot.count))
      #expect(next.shown == [shown])
    }
  }

  @Test func `a snapshot that would not be read is not kept`() async throws {
    let (host, wireframe) = (SwiftUINavigationHost(), Wireframe<ViewScreen>(limits: .none))
    wireframe.addStandardPresenters(on: host)
    try wireframe.register("/", option: .root) { _ in ViewScreen("home") }
    var sizes: [Int] = []
    let keeper = SceneKeeper(of: wireframe, on: host)
    await keeper.start(from: nil, trusting: true, first: "/") { sizes.append($0.count) }
    #expect(await eventually { !sizes.isEmpty })
    let long = "/?q=" + String(repeating: "x", count: 8_000)
    let route = try await wireframe.route(to: long, option: .push).route
    #expect(await eventually { (sizes.last ?? 0) > 8_000 })
    let more = (0..<150).map { _ in NavigationEntry(ViewScreen("more"), route: route) }
    try await host.perform(
      NavigationOperation { $0.layers[0].stacks[0].entries += more }, animated: false)
    // It saves in tasks of its own, one after the other.
    for _ in 0..<5 { await tasksHaveBegun() }
    try await host.backToRoot()
    #expect(await eventually { (sizes.last ?? 0) < 1_000 })
    #expect(sizes.allSatisfy { $0 <= SceneKeeper.maximumSize })
  }

  @Test(arguments: [nil, Data(), Data("{}".utf8)])
  func `a damaged snapshot shows the first screen`(snapshot: Data?) async throws {
    let stage = try Stage()
    var kept: Data?
    let keeper = SceneKeeper(of: stage.wireframe, on: stage.host)
    await stage.run { await keeper.start(from: snapshot, trusting: true, first: "/") { kept = $0 } }
    await stage.run {
      await keeper.start(from: snapshot, trusting: true, first: "/list") { _ in kept = nil }
    }
    #expect(stage.shown == [["/"]])
    #expect(kept != nil)
  }

  @Test(arguments: [true, false])
  func `what a lock keeps of a scene comes when it opens, else the first screen`(
    isKept: Bool
  ) async throws {
    let kept = try await Stage().keep("/push/1")
    let (stage, key) = (try Stage(), Key())
    let lock = Gate(at: "/locked", covers: true) { key.isOpen }
    try stage.wireframe.register("/locked") { _ in ViewScreen("lock") }
    try await stage.wireframe.add(lock: lock)
    let keeper = SceneKeeper(of: stage.wireframe, on: stage.host)
    stage.wireframe.observe { route in
      guard !isKept, route.urlText == "/", !key.hasRefused else { return .proceed }
      key.hasRefused = true
      return .stop("closed")
    }
    stage.start { await keeper.start(from: kept, trusting: true, first: "/") { _ in } }
    await stage.model.pass(.seconds(1))
    #expect(stage.shown.isEmpty)
    key.isOpen = true
    await stage.run { _ = try? await stage.wireframe.resume(after: lock) }
    await stage.settle()
    #expect(key.hasRefused == !isKept)
    #expect(stage.shown == [isKept ? ["/", "/push/1"] : ["/"]])
  }

  @Test(arguments: [true, false])
  func `what a gate keeps of a scene is not lost by one more restart, and then it saves again`(
    passes: Bool
  ) async throws {
    var snapshot: Data?
    for launch in 1...3 {
      let (stage, key, last) = (try Stage(), Key(), snapshot)
      key.isOpen = launch == 1
      stage.wireframe.addGate(for: "members", at: "/sheet/1") { key.isOpen }
      try stage.wireframe.register("/mine", option: .push, tags: ["members"]) { _ in
        ViewScreen("mine")
      }
      let keeper = SceneKeeper(of: stage.wireframe, on: stage.host)
      await stage.run {
        await keeper.start(from: last, trusting: true, first: "/") { snapshot = $0 }
      }
      if launch == 1 { await stage.show("/mine") }
      #expect(stage.shown == (launch == 1 ? [["/", "mine"]] : [["/"], ["/sheet/1"]]))
      guard launch == 3 else { continue }
      key.isOpen = passes
      if passes {
        await stage.run { _ = try await stage.wireframe.resume(after: "members") }
      } else {
        #expect(stage.model.swipeDown())
        await stage.settle()
      }
      #expect(stage.shown == [passes ? ["/", "mine"] : ["/"]])
      await stage.show("/push/1")
      let state = try stage.wireframe.savedState()
      #expect(
        await eventually {
          snapshot.flatMap { try? JSONDecoder().decode(SavedState.self, from: $0) } == state
        })
    }
  }

  @MainActor
  private final class Key {
    var isOpen = false
    var hasRefused = false
  }

  @Test func `what is on screen already is not replaced by a snapshot`() async throws {
    let kept = try await Stage().keep("/push/1")
    let stage = try Stage()
    await stage.show("/", "/push/2")
    let keeper = SceneKeeper(of: stage.wireframe, on: stage.host)
    await stage.run { await keeper.start(from: kept, trusting: true, first: "/list") { _ in } }
    #expect(stage.shown == [["/", "/push/2"]])
  }

  // MARK: - Disappearing

  @Test(arguments: [false, true])
  func `a view that disappears cuts no restoration short`(hasSnapshot: Bool) async throws {
    let stage = try SlowStage(opensAtOnce: false)
    let snapshot = hasSnapshot ? try await SlowStage().stage.keep("/slow", "/push/9") : nil
    let keeper = SceneKeeper(of: stage.wireframe, on: stage.host)
    let task = stage.start {
      await keeper.start(from: snapshot, trusting: true, first: "/slow") { _ in }
    }
    await stage.gate.waitForArrivals()
    task.cancel()
    await stage.stage.model.pass(.seconds(1))
    stage.gate.open()
    await stage.stage.settle()
    #expect(stage.stage.shown == [hasSnapshot ? ["/slow", "/push/9"] : ["/slow"]])
  }

  // MARK: - Links that come first

  @Test(arguments: [false, true], [false, true])
  func `a link that comes before the keeper begins lands on what it shows`(
    hasSnapshot: Bool, comesWhileItRuns: Bool
  ) async throws {
    let stage = try SlowStage(opensAtOnce: false)
    let snapshot = hasSnapshot ? try await SlowStage().stage.keep("/slow", "/push/9") : nil
    let keeper = SceneKeeper(of: stage.wireframe, on: stage.host)
    if !comesWhileItRuns { stage.open("shop://push/1", "shop://push/2") }
    await stage.stage.model.pass(.seconds(10))
    #expect(stage.stage.shown.isEmpty)
    stage.start { await keeper.start(from: snapshot, trusting: true, first: "/slow") { _ in } }
    await stage.gate.waitForArrivals()
    if comesWhileItRuns { stage.open("shop://push/1", "shop://push/2") }
    await stage.stage.model.pass(.seconds(1))
    #expect(stage.opened.isEmpty)
    stage.gate.open()
    #expect(await stage.stage.model.run { stage.opened.count == 2 })
    #expect(stage.opened == ["shop://push/1 handled", "shop://push/2 handled"])
    await stage.stage.settle()
    let below = hasSnapshot ? ["/slow", "/push/9"] : ["/slow"]
    #expect(stage.stage.shown == [below + ["/push/1", "/push/2"]])
  }

  @Test(arguments: [false, true])
  func `what the app opens itself before the keeper begins is not replaced`(
    hasSnapshot: Bool
  ) async throws {
    let stage = try SlowStage(opensAtOnce: false)
    let snapshot = hasSnapshot ? try await Stage().keep("/push/1") : nil
    let keeper = SceneKeeper(of: stage.wireframe, on: stage.host)
    // As for a notification or an intent, of which no view hears.
    stage.start { [wireframe = stage.wireframe] in try await wireframe.route(to: "/slow") }
    await stage.gate.waitForArrivals()
    stage.start { await keeper.start(from: snapshot, trusting: true, first: "/") { _ in } }
    stage.open("shop://push/2")
    await stage.stage.model.pass(.seconds(1))
    #expect(stage.opened.isEmpty)
    stage.gate.open()
    #expect(await stage.stage.model.run { stage.opened.count == 1 })
    await stage.stage.settle()
    #expect(stage.stage.shown == [["/slow", "/push/2"]])
  }

  @Test func `what the app opens itself below a lock is not replaced by the first screen`()
    async throws
  {
    let (stage, key) = (try Stage(), Key())
    let lock = Gate(at: "/locked", covers: true) { key.isOpen }
    try stage.wireframe.register("/locked") { _ in ViewScreen("lock") }
    try await stage.wireframe.add(lock: lock)
    await stage.wireframe.open("shop://list/3", origin: .notification)
    let keeper = SceneKeeper(of: stage.wireframe, on: stage.host)
    stage.start { await keeper.start(from: nil, trusting: true, first: "/") { _ in } }
    await stage.model.pass(.seconds(1))
    #expect(stage.shown.isEmpty)
    key.isOpen = true
    await stage.run { _ = try? await stage.wireframe.resume(after: lock) }
    await stage.settle()
    #expect(stage.shown == [["/", "/list", "/list/3"]])
  }

  @Test func `a link that comes while a lock keeps the first screen lands on it`() async throws {
    let (stage, key) = (try SlowStage(), Key())
    let lock = Gate(at: "/locked", covers: true) { key.isOpen }
    try stage.wireframe.register("/locked") { _ in ViewScreen("lock") }
    try await stage.wireframe.add(lock: lock)
    let keeper = SceneKeeper(of: stage.wireframe, on: stage.host)
    stage.open("shop://push/1")
    stage.start { await keeper.start(from: nil, trusting: true, first: "/") { _ in } }
    await stage.stage.model.pass(.seconds(1))
    #expect(stage.stage.shown.isEmpty)
    key.isOpen = true
    await stage.stage.run { _ = try? await stage.wireframe.resume(after: lock) }
    #expect(await stage.stage.model.run { stage.opened.count == 1 })
    await stage.stage.settle()
    #expect(stage.stage.shown == [["/", "/push/1"]])
  }

  @Test func `without a snapshot and a first screen a link brings its own screens`() async throws {
    let stage = try SlowStage()
    let keeper = SceneKeeper(of: stage.wireframe, on: stage.host)
    stage.open("shop://list/3")
    await stage.stage.run { await keeper.start(from: nil, trusting: true, first: nil) { _ in } }
    #expect(await stage.stage.model.run { stage.opened.count == 1 })
    #expect(stage.stage.shown == [["/", "/list", "/list/3"]])
  }

  @Test func `a link that waits for a first screen that fails is opened`() async throws {
    let stage = try SlowStage(opensAtOnce: false)
    let keeper = SceneKeeper(of: stage.wireframe, on: stage.host)
    stage.start {
      await keeper.start(from: nil, trusting: true, first: "/slow/broken") { _ in }
    }
    await stage.gate.waitForArrivals()
    stage.open("shop://list/3")
    stage.gate.open()
    #expect(await stage.stage.model.run { stage.opened.count == 1 })
    await stage.stage.settle()
    #expect(stage.stage.shown == [["/", "/list", "/list/3"]])
  }

  @Test(arguments: [false, true])
  func `a link lands on the placeholder of a first screen that loads, or has failed`(
    hasFailed: Bool
  ) async throws {
    let (stage, barrier) = (try Stage(), Barrier())
    let wireframe = Wireframe<ViewScreen>(
      sources: ["shop:"], limits: RoutingLimits(provide: nil, placeholder: .zero),
      clock: stage.clock)
    wireframe.addStandardPresenters(on: stage.host)
    wireframe.addPlaceholder(for: "/slow") { _, _ in ViewScreen("loading") }
    try wireframe.register("/slow", option: .root) { _ -> ViewScreen? in
      await barrier.pass()
      return nil
    }
    try wireframe.register("/news", option: .push, exposure: .external) { _ in ViewScreen("news") }
    if hasFailed { barrier.open() }
    let keeper = SceneKeeper(of: wireframe, on: stage.host)
    LinkDoor(to: wireframe, on: stage.host) { _, _ in }.open("shop://news")
    Task { await keeper.start(from: nil, trusting: true, first: "/slow") { _ in } }
    #expect(await stage.model.run { stage.shown == [["loading", "news"]] })
    barrier.open()
  }

  @Test func `no more links wait for a scene than may wait for their turn`() async throws {
    let stage = try Stage()
    let limits = RoutingLimits(provide: nil, present: nil, placeholder: nil, waitingLinks: 2)
    let wireframe = Wireframe<ViewScreen>(sources: ["shop:"], limits: limits)
    wireframe.addStandardPresenters(on: stage.host)
    try wireframe.register("/", option: .root) { _ in ViewScreen("home") }
    try wireframe.register("/news/:id<int>", option: .push, exposure: .external) { _ in
      ViewScreen("news")
    }
    let keeper = SceneKeeper(of: wireframe, on: stage.host)
    var ends: [String] = []
    let door = LinkDoor(to: wireframe, on: stage.host) { text, outcome in
      ends.append("\(text) \(outcome.error?.code.rawValue ?? "handled")")
    }
    for id in 1...4 { door.open("shop://news/\(id)") }
    #expect(ends == ["shop://news/3 busy", "shop://news/4 busy"])
    Task { await keeper.start(from: nil, trusting: true, first: "/") { _ in } }
    #expect(await stage.model.run { ends.count == 4 })
    #expect(stage.shown == [["home", "news", "news"]])
  }

  @Test func `a universal link that comes in two ways while a scene starts is opened once`()
    async throws
  {
    let stage = try SlowStage()
    let (keeper, link) = (
      SceneKeeper(of: stage.wireframe, on: stage.host), "https://shop.example/list/3"
    )
    stage.open(link)
    await stage.stage.model.pass(.seconds(1))
    stage.door.openLink(ofActivity: link)
    // After another one it is a new wish.
    stage.open("shop://push/2", link)
    await stage.stage.run { await keeper.start(from: nil, trusting: true, first: "/") { _ in } }
    let last = ["shop://push/2 handled", "\(link) handled"]
    #expect(await stage.stage.model.run { Array(stage.opened.suffix(2)) == last })
    #expect(stage.opened == ["\(link) handled"] + last)
  }

  @Test func `a keeper that is gone before it began holds no link back`() async throws {
    let stage = try SlowStage()
    var keeper: SceneKeeper? = SceneKeeper(of: stage.wireframe, on: stage.host)
    let other = SceneKeeper(of: stage.wireframe, on: stage.host)
    stage.open("shop://list")
    #expect(keeper != nil)
    keeper = nil
    await stage.stage.model.pass(.seconds(1))
    #expect(stage.opened.isEmpty, "there is another one")
    await stage.stage.run { await other.start(from: nil, trusting: true, first: nil) { _ in } }
    #expect(await stage.stage.model.run { stage.opened.count == 1 })
  }

  @Test func `a keeper that is gone lets go of what it has called`() async throws {
    let stage = try Stage()
    weak var storage: Storage?
    do {
      let stored = Storage(of: stage.host)
      storage = stored
      let keeper = SceneKeeper(of: stage.wireframe, on: stage.host)
      await stage.run {
        await keeper.start(from: nil, trusting: true, first: "/") { stored.snapshot = $0 }
      }
      #expect(stored.snapshot != nil)
    }
    #expect(await eventually { storage == nil })
    // The host goes on without it.
    await stage.show("/push/1")
  }

  @Test func `a link in a text waits, too, and says at once whose it is`() async throws {
    let stage = try SlowStage()
    let keeper = SceneKeeper(of: stage.wireframe, on: stage.host)
    #expect(stage.door.openInside("https://shop.example/list/3"))
    #expect(!stage.door.openInside("https://elsewhere.example/"))
    await stage.stage.model.pass(.seconds(1))
    #expect(stage.opened.isEmpty)
    await stage.stage.run { await keeper.start(from: nil, trusting: true, first: "/") { _ in } }
    #expect(await stage.stage.model.run { stage.opened.count == 1 })
    #expect(stage.stage.shown == [["/", "/list", "/list/3"]])
  }

  // MARK: - Hostile snapshots

  /// A snapshot that is well formed, and that this app has not written.
  struct Hostile: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var tabs: [String] = []
    let snapshot: String
    /// What is shown if the storage is trusted, and if it is not.
    var trusted = [["/"]]
    var untrusted = [["/"]]

    init(
      _ name: String, tabs: [String] = [], _ layers: [String], trusted: [[String]] = [["/"]],
      untrusted: [[String]] = [["/"]]
    ) {
      testDescription = name
      self.tabs = tabs
      snapshot = #"{"version":1,"omittedCount":0,"layers":[\#(layers.joined(separator: ","))]}"#
      (self.trusted, self.untrusted) = (trusted, untrusted)
    }

    static func layer(
      _ urls: String..., style: String? = nil, kind: String = "stack", name: String = "",
      more: String = ""
    ) -> String {
      let screens = urls.map { #"{"url":"\#($0)"}"# }.joined(separator: ",")
      let style = style.map { #","style":"\#($0)""# } ?? ""
      let stack = #"{"name":"\#(name)","canPush":true,"screens":[\#(screens)]}"#
      return #"{"kind":"\#(kind)","selected":0,"stacks":[\#(stack)\#(more)]\#(style)}"#
    }

    static let all = [
      Hostile(
        "a route that is not exposed", [layer("/", "/edit/1", "/push/2")],
        trusted: [["/", "/edit/1", "/push/2"]]),
      Hostile(
        "a sheet that is not exposed", [layer("/"), layer("/form/1", style: "sheet")],
        trusted: [["/"], ["/form/1"]]),
      Hostile("a route that does not exist", [layer("/", "/nowhere", "/push/1")]),
      Hostile("a value that does not fit", [layer("/", "/push/1x", "/push/1")]),
      Hostile("a URL of another source", [layer("/", "https://elsewhere.example/push/1")]),
      Hostile("a URL with two readings", [layer("/", "/push/..%2f1", "/list//3", "/push/1%00")]),
      Hostile("no URL at all", [layer("", "/push/1")]),
      Hostile("a screen of a gate", [layer("/", "/gate", "/push/1")]),
      Hostile("a route that is never restored", [layer("/", "/never", "/push/1")]),
      Hostile("a handler", [layer("/", "/handler", "/push/1")]),
      Hostile(
        "10,000 layers",
        [layer("/")] + (1..<10_000).map { layer("/sheet/\($0)", style: "sheet") }),
      Hostile("10,000 screens", [manyScreens]),
      Hostile("a kind that does not exist", [layer("/push/1", kind: "carousel")]),
      Hostile("a style that does not exist", [layer("/"), layer("/push/1", style: "hologram")]),
      Hostile("a modal below the root", [layer("/push/1", style: "sheet"), layer("/")]),
      Hostile("two tabs of one name", [layer("/push/1", kind: "tabs", more: stack(""))]),
      Hostile(
        "a tab that does not exist", tabs: ["A", "B"],
        [layer("/in/A/1", kind: "tabs", name: "Secret", more: stack("Other", "/in/B/2"))],
        // What was shown is restored in the tab that is shown.
        trusted: [["/in/A/1"]], untrusted: [["/in/A/1"]]),
      Hostile(
        "closed screens in a tab that is hidden", tabs: ["A", "B"],
        [layer("/in/A/1", kind: "tabs", name: "A", more: stack("B", "/edit/1"))],
        trusted: [["/in/A/1"]], untrusted: [["/in/A/1"]]),
    ]

    private static var manyScreens: String {
      let screens = (0..<10_000).map { #"{"url":"/push/\#($0)"}"# }.joined(separator: ",")
      return
        #"{"kind":"stack","selected":0,"stacks":[{"name":"","canPush":true,"screens":[\#(screens)]}]}"#
    }

    private static func stack(_ name: String, _ urls: String...) -> String {
      let screens = urls.map { #"{"url":"\#($0)"}"# }.joined(separator: ",")
      return #",{"name":"\#(name)","canPush":true,"screens":[\#(screens)]}"#
    }
  }

  @Test(arguments: Hostile.all, [false, true])
  func `a snapshot of somebody else shows no more than its trust allows`(
    hostile: Hostile, isTrusted: Bool
  ) async throws {
    let stage = try Stage(tabs: hostile.tabs)
    try stage.wireframe.register("/never", option: .push, place: .init(restoration: .never)) { _ in
      ViewScreen("/never")
    }
    try stage.wireframe.register("/gate", option: .push) { _ in ViewScreen("/gate") }
    stage.wireframe.addGate(for: "members", at: "/gate") { false }
    try stage.wireframe.handle("/handler", exposure: .external) { _ in
      Issue.record("A snapshot has called a handler.")
    }
    let first = hostile.tabs.isEmpty ? "/" : "/in/A/0"
    await stage.restore(Data(hostile.snapshot.utf8), trusting: isTrusted, first: first)
    #expect(stage.shown == (isTrusted ? hostile.trusted : hostile.untrusted))
    // Hidden tabs as well.
    let closed = stage.host.state.entries.map(\.controller.name).filter {
      $0.hasPrefix("/edit") || $0.hasPrefix("/form")
    }
    #expect(closed.isEmpty || isTrusted)
  }
}

/// A stage with a screen whose provider waits, and with a door for links.
@MainActor
private final class SlowStage {
  let stage: Stage
  let gate = Barrier()
  private(set) var opened: [String] = []

  var wireframe: Wireframe<ViewScreen> { stage.wireframe }
  var host: SwiftUINavigationHost { stage.host }
  private(set) lazy var door = LinkDoor(to: stage.wireframe, on: stage.host) {
    [weak self] text, outcome in
    self?.opened.append(outcome.result == nil ? "\(text) \(outcome)" : "\(text) handled")
  }

  init(opensAtOnce: Bool = true) throws {
    stage = try Stage()
    if opensAtOnce { gate.open() }
    try wireframe.register("/slow", option: .root) { [gate] _ in
      await gate.pass()
      return ViewScreen("/slow")
    }
    try wireframe.register("/slow/broken", option: .root) { [gate] _ -> ViewScreen? in
      await gate.pass()
      return nil
    }
  }

  @discardableResult
  func start(_ body: @escaping @MainActor () async throws -> Void) -> Task<Void, Never> {
    stage.start(body)
  }

  func open(_ urls: String...) {
    for url in urls { door.open(url) }
  }
}

extension Stage {
  /// Shows some screens above the first one, and returns what a scene's storage keeps of them.
  fileprivate func keep(_ urls: String...) async throws -> Data {
    var kept: Data?
    let keeper = SceneKeeper(of: wireframe, on: host)
    await run { await keeper.start(from: nil, trusting: true, first: "/") { kept = $0 } }
    for url in urls { await show(url) }
    return try #require(kept)
  }

  /// Brings back what a scene's storage holds.
  fileprivate func restore(
    _ snapshot: Data?, trusting isTrusted: Bool = true, first: String = "/"
  ) async {
    let keeper = SceneKeeper(of: wireframe, on: host)
    await run { await keeper.start(from: snapshot, trusting: isTrusted, first: first) { _ in } }
  }
}

/// Where a scene's snapshots are stored: as the modifier does, it knows the host.
@MainActor
private final class Storage {
  let host: SwiftUINavigationHost
  var snapshot: Data?

  init(of host: SwiftUINavigationHost) { self.host = host }
}
