import Testing
import UIKit
import WireframeCore
import WireframeTesting
import WireframeUIKit

/// What the user, or a screen itself, does while a move is under way.
@MainActor
@Suite(.hangsNever)
struct MeantimeTests {
  let stage = Stage()

  @Test func `A tab that the user chooses while a screen is being pushed stays chosen`()
    async throws
  {
    let (stage, host, tabs) = (stage, stage.host, makeTabs("Home", "Cart"))
    try await stage.run { try await host.setRoot(tabs) }
    let stack = try stage.stack
    let push = Task { try await host.push(Screen("detail")) }
    while stack.viewControllers.count == 1 { await Task.yield() }
    tabs.tap(tab: 1)
    try await stage.run { try await push.value }
    #expect(stage.titles == ["Cart"])
    #expect(host.state.layers[0].stacks.map(\.entries.count) == [2, 1])
  }

  @Test func `An empty tab that the user chooses while a screen is being pushed gets its home`()
    async throws
  {
    let (stage, host, tabs) = (stage, stage.host, makeTabs("Home", "Cart"))
    try stage.wireframe.register("/cart", option: .push, place: .init(tab: "Cart")) { _ in
      Screen("cart")
    }
    (tabs.viewControllers?[1] as? UINavigationController)?.viewControllers = []
    try await stage.run { try await host.setRoot(tabs) }
    let (stack, news) = (try stage.stack, News(of: host))
    let push = Task { try await host.push(Screen("detail")) }
    while stack.viewControllers.count == 1 { await Task.yield() }
    tabs.tap(tab: 1)
    try await stage.run { try await push.value }
    try await stage.run { await stage.wireframe.settled() }
    #expect(stage.titles == ["cart"])
    #expect(host.state.layers[0].stacks.map(\.entries.count) == [2, 1])
    #expect(news.take() == ["+detail app", "user", "+cart app"])
  }

  @Test(arguments: [true, false])
  func `A modal that is asked for while a search comes or leaves waits for that`(
    isLeaving: Bool
  ) async throws {
    let (stage, host, search) = (stage, stage.host, UISearchController())
    try await stage.show("list")
    let list = try #require(host.topController)
    list.definesPresentationContext = true
    search.begin(over: list)
    if isLeaving {
      await stage.rest()
      search.dismiss(animated: true)
    }
    try await stage.run { try await host.present(Screen("item"), option: .modal(.sheet)) }
    await stage.rest()
    #expect(stage.titles == ["list", "item"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test(arguments: [true, false])
  func `A root that covers itself as it appears has been shown`(isAnimated: Bool) async throws {
    let (stage, host) = (stage, stage.host)
    try await stage.run {
      try await host.setRoot(Greeter("home", animated: isAnimated), hasStack: false)
    }
    await stage.rest()
    #expect(stage.titles == ["home", "tour"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `A modal that covers itself as it appears has been shown, whoever tells of it`()
    async throws
  {
    let (stage, host) = (stage, stage.host)
    stage.window.timing.presentationCompletion = .never
    try await stage.show("home")
    try await stage.run {
      try await host.present(
        Greeter("modal", animated: false), option: .modal(.sheet, animated: false))
    }
    #expect(stage.titles == ["home", "modal", "tour"])
    #expect(stage.window.faults.isEmpty)
  }

  @Test func `A modal comes over what the screen below it presents itself as it appears`()
    async throws
  {
    let (stage, wireframe) = (stage, stage.wireframe)
    try wireframe.register("/", option: .root) { _ in Greeter("home", animated: true) }
    try wireframe.register("/help", option: .modal(.sheet), place: .under("/")) { _ in
      Screen("help")
    }
    try await stage.run {
      try await wireframe.route(.init("/help", landing: .underParents)).route
    }
    #expect(stage.titles == ["home", "tour", "help"])
    #expect(stage.window.faults.isEmpty)
  }
}

/// A screen that presents another one over itself as soon as it is there.
private final class Greeter: UIViewController {
  private var isAnimated = true
  private var hasGreeted = false

  convenience init(_ title: String, animated: Bool) {
    self.init()
    self.title = title
    isAnimated = animated
  }

  override func viewDidAppear(_ animated: Bool) {
    guard !hasGreeted else { return }
    hasGreeted = true
    let tour = Screen("tour")
    tour.modalPresentationStyle = .fullScreen
    present(tour, animated: isAnimated)
  }
}
