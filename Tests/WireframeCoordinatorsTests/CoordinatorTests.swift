import TestSupport
import Testing
import WireframeCoordinators
import WireframeCore

/// Making, starting, showing: what a screen asks of `go`.
@MainActor
@Suite(.hangsNever)
struct CoordinatorTests {
  @Test("3.1 A coordinator is made, its controller is put into the hierarchy, and it is started")
  func threeSteps() async throws {
    let tree = NavigationTree<Page>(tabs: ["friends", "cart"])
    let friends = FriendsCoordinator(friends: ["Ada"])
    try friends.connect(to: tree)
    let page = try #require(try friends.controller as? FriendsPage)
    try await tree.push(page)
    #expect(page.friends == [])
    friends.start()
    #expect(page.friends == ["Ada"])
    try await page.tap("Ada")
    #expect(tree.shownPages == ["Friends", "Info"])
  }

  @Test("3.1 The root coordinator is connected, started and shown in one call")
  func rootInOneCall() async throws {
    let tree = NavigationTree<Page>()
    let friends = FriendsCoordinator(friends: ["Ada"])
    try await tree.setRoot(friends)
    #expect(tree.shownPages == ["Friends"])
    #expect(!tree.state.canPush)
    #expect((tree.state.top?.controller as? FriendsPage)?.friends == ["Ada"])
  }

  @Test("3.2 A manual coordinator takes a controller, or a factory that is asked once")
  func manualCoordinators() async throws {
    let town = try await Town()
    let page = Page("Given")
    try await town.friends.push(ManualCoordinator(page))
    #expect(town.tree.state.top?.controller === page)
    var made = 0
    let lazy = ManualCoordinator<Page> {
      made += 1
      return Page("Made \(made)")
    }
    #expect(made == 0)
    try await town.friends.push(lazy)
    #expect(town.shown == ["Friends", "Given", "Made 1"])
    #expect(try lazy.controller === town.tree.state.top?.controller)
    #expect(made == 1)
  }

  @Test("3.2 What a factory throws comes out of the call that shows, and nothing is shown")
  func factoriesMayThrow() async throws {
    let town = try await Town()
    let broken = ManualCoordinator<Page> { throw Broken() }
    await #expect(throws: Broken.self) { try await town.friends.push(broken) }
    #expect(town.shown == ["Friends"])
    #expect(town.friends.node.children.isEmpty)
  }

  @Test(
    "3.8 go is the controller's own coordinator, else that of its stack, else that of what embeds it"
  )
  func lookup() async throws {
    let town = try await Town()
    try await town.friends.pushInfo(friend: "Ada")
    let info = try #require(town.tree.state.top).controller
    #expect(try info.go === town.friends.node.children.first)

    let plain = Page("Plain")
    try await town.tree.push(plain)
    #expect(try plain.go === town.app)
    let badge = Page("Badge")
    badge.coordinatedContainer = info
    #expect(try badge.go === info.go)
    try await plain.go.push(named("Next"))
    #expect(town.shown == ["Friends", "Info", "Plain", "Next"])
  }

  @Test("3.10 A coordinator of a container is kept as long as something that it contains")
  func containers() async throws {
    let town = try await Town()
    let (box, first) = (Page("Box"), Page("First"))
    first.coordinatedContainer = box
    let coordinator = ManualCoordinator<Page>(box)
    try await town.tree.present(first, option: .modal(hasStack: true))
    #expect(await code { try await coordinator.push(named("Early")) } == .notOnScreen)
    try coordinator.connect(to: town.tree)
    try await coordinator.push(named("Next"))
    #expect(town.shown == ["Friends", "First", "Next"])
    try town.tree.performAsUser(.dismiss(1))
    #expect(await code { try await coordinator.push(named("Late")) } == .notOnScreen)
    #expect(town.shown == ["Friends"])
  }

  @Test("3.10 A coordinator of a container leaves from the uppermost place of what it contains")
  func containersInTwoLayers() async throws {
    let town = try await Town()
    let (box, first, second) = (Page("Box"), Page("First"), Page("Second"))
    first.coordinatedContainer = box
    second.coordinatedContainer = box
    let coordinator = ManualCoordinator<Page>(box)
    try await town.tree.push(first)
    try coordinator.connect(to: town.tree)
    try await town.tree.present(second)
    try await coordinator.popOrDismiss()
    #expect(town.tree.pages == [["Friends", "First"]])
    try await coordinator.popOrDismiss()
    #expect(town.tree.pages == [["Friends"]])
  }

  @Test("3.8 A stack's coordinator serves its own stack only, in a modal and in a tab")
  func lookupByStack() async throws {
    let town = try await Town()
    let outside = Page("Outside")
    try await town.tree.present(outside)
    #expect(await code { _ = try outside.go } == .noCoordinator)
    let stack = NavigationCoordinator(root: named("Root"))
    try await town.friends.present(stack)
    let plain = Page("Plain")
    try await town.tree.push(plain)
    #expect(try plain.go === stack)

    let tabs = NavigationTree<Page>(tabs: ["one", "two"])
    let one = NavigationCoordinator(root: named("One"))
    try one.connect(to: tabs)
    try await tabs.push(one.controller)
    let inOne = Page("In one")
    try await tabs.push(inOne)
    try await tabs.selectTab("two")
    let inTwo = Page("In two")
    try await tabs.push(inTwo)
    #expect(try inOne.go === one)
    #expect(await code { _ = try inTwo.go } == .noCoordinator)
  }

  @Test("3.8 A controller that moves to another stack finds the coordinator of that one")
  func lookupAfterAMove() async throws {
    let town = try await Town()
    let plain = Page("Plain")
    try await town.tree.push(plain)
    try await town.tree.pop()
    let other = NavigationCoordinator(root: named("Other"))
    try await town.friends.present(other)
    try await town.tree.push(plain)
    #expect(try plain.go === other)
    try await town.tree.setRoot(plain)
    #expect(await code { _ = try plain.go } == .noCoordinator)
  }

  @Test("3.9 go(as:) gives the nearest coordinator of a type, also by a protocol")
  func lookupByType() async throws {
    let town = try await Town()
    let page = try #require(town.tree.state.top).controller
    #expect(try page.go(as: FriendsCoordinator.self) === town.friends)
    #expect(try page.go(as: (any InfoDelegate).self) === town.friends)
    #expect(try page.go(as: NavigationCoordinator<Page>.self) === town.app)
    #expect(await code { _ = try page.go(as: MapCoordinator.self) } == .noCoordinator)
  }

  @Test("3.10 go presents, pushes, pops and dismisses, and starts the other coordinator itself")
  func moves() async throws {
    let town = try await Town()
    try await town.top.push(InfoCoordinator(friend: "Ada"))
    #expect((town.tree.state.top?.controller as? InfoPage)?.friend == "Ada")
    try await town.top.present(InfoCoordinator(friend: "Bo"), option: .modal(.sheet))
    #expect((town.tree.state.top?.controller as? InfoPage)?.friend == "Bo")
    #expect(town.tree.state.layers.map(\.style) == [nil, .sheet])
    try await town.top.dismiss()
    #expect(town.tree.pages == [["Friends", "Info"]])
    try await town.top.pop()
    #expect(town.tree.pages == [["Friends"]])
  }

  @Test(
    "3.10 The other coordinator is started before its screen is there, with its parent and go at hand"
  )
  func startingBeforeShowing() async throws {
    let town = try await Town()
    let starter = Starter(Page("Started"))
    starter.onStart = { [unowned starter] in
      let go = try starter.controller.go
      #expect(go === starter)
      #expect(go.node.parent === town.friends)
      #expect(town.shown == ["Friends"])
    }
    try await town.friends.push(starter)
    #expect(starter.starts == 1)
    #expect(town.shown == ["Friends", "Started"])
  }

  @Test("3.10 A coordinator that does not start is not shown, not retained, and may be tried again")
  func failingStart() async throws {
    let town = try await Town()
    let starter = Starter(Page("Started"))
    starter.onStart = { throw Broken() }
    let stack = NavigationCoordinator(root: starter)
    await #expect(throws: Broken.self) { try await town.friends.present(stack) }
    #expect(town.shown == ["Friends"])
    #expect(town.friends.node.children.isEmpty)
    starter.onStart = {}
    try await town.friends.present(stack)
    #expect(town.shown == ["Friends", "Started"])

    let tree = NavigationTree<Page>()
    starter.onStart = { throw Broken() }
    try await stack.dismiss()
    await #expect(throws: Broken.self) { try await tree.setRoot(stack) }
    #expect(tree.state.entries.isEmpty)
    starter.onStart = {}
    try await town.friends.present(stack)
    try await stack.dismiss()
    try await tree.setRoot(stack)
    #expect(tree.shownPages == ["Started"])
  }

  @Test(
    "3.10 A push goes onto the coordinator's own stack: modals over that are dismissed first")
  func pushesGoToTheOwnStack() async throws {
    let town = try await Town()
    try await town.friends.push(named("a"))
    try await town.friends.present(NavigationCoordinator(root: named("modal")))
    try await town.friends.push(named("b"))
    #expect(town.tree.pages == [["Friends", "a", "b"]])
  }

  @Test("3.10 A push that the host refuses leaves the modals over the stack alone")
  func refusedPushesDismissNothing() async throws {
    let (town, page) = (try await Town(), Page("plain"))
    try await town.tree.push(page)
    try await town.friends.present(named("modal"))
    #expect(await code { try await town.friends.push(ManualCoordinator(page)) } == .alreadyOnScreen)
    #expect(town.tree.pages == [["Friends", "plain"], ["modal"]])
    try await town.friends.push(named("next"))
    #expect(town.tree.pages == [["Friends", "plain", "next"]])
  }

  @Test("3.10 A push of a coordinator in a hidden tab shows that tab")
  func pushesShowTheirTab() async throws {
    let tree = NavigationTree<Page>(tabs: ["one", "two"])
    let one = named("One")
    try one.connect(to: tree)
    try await tree.push(one.controller)
    try await tree.selectTab("two")
    try await one.push(named("a"))
    #expect(tree.pages == [["One", "a"]])
  }

  /// A host with tabs on which the user does something while a move waits for its turn.
  @MainActor
  private final class BusyHost: NavigationHost {
    let tree = NavigationTree<Page>(tabs: ["one", "two"])
    var meanwhile: @MainActor () throws -> Void = {}
    var state: NavigationState<Page> { tree.state }
    var events: NavigationEvents<Page> { tree.events }

    func perform(_ operation: NavigationOperation<Page>, animated: Bool) throws {
      try meanwhile()
      try tree.perform(operation, animated: animated)
    }
  }

  @Test("3.10 A push goes onto the coordinator's own stack though the user chooses another tab")
  func pushesStayInTheirTab() async throws {
    let (host, one) = (BusyHost(), named("One"))
    try one.connect(to: host)
    try await host.push(one.controller)
    host.meanwhile = { [tree = host.tree] in try tree.performAsUser(.selectTab(1)) }
    try await one.push(named("a"))
    #expect(host.tree.pages == [["One", "a"]])
    #expect(one.node.children.count == 1)
  }

  @Test("3.10 A push of a coordinator whose screen has left by its turn shows nothing")
  func pushesNothingAfterLeaving() async throws {
    let (host, one, two, a) = (BusyHost(), named("One"), named("Two"), named("a"))
    try one.connect(to: host)
    try await host.push(one.controller)
    try await one.push(two)
    let first = try #require(host.state.top).id
    try await one.push(a)
    host.meanwhile = { [tree = host.tree] in try tree.performAsUser(.pop(to: first)) }
    try await two.push(named("b"))
    #expect(host.tree.pages == [["One", "Two", "b"]])
    host.meanwhile = { [tree = host.tree] in
      try tree.performAsUser(.pop(to: tree.state.shown[0].id))
    }
    #expect(await code { try await two.push(named("c")) } == .notOnScreen)
    #expect(host.tree.pages == [["One"]])
  }

  @Test(
    "3.10 A lock that closes before the host is free keeps another coordinator off the screen",
    arguments: [false, true])
  func coveredBeforeTheTurn(isModal: Bool) async throws {
    let (host, one, a) = (BusyHost(), named("One"), named("a"))
    try one.connect(to: host)
    try await host.push(one.controller)
    host.meanwhile = { [events = host.events] in events.isCovered = true }
    let refusal = await code {
      if isModal { try await one.present(a) } else { try await one.push(a) }
    }
    #expect(refusal == .covered)
    #expect(host.tree.pages == [["One"]])
    #expect(one.node.children.isEmpty)
  }

  @Test("3.20 A push asks about a modal that has come while it waited for its turn")
  func pushAsksAboutWhatHasCome() async throws {
    let (host, one, modal, a) = (BusyHost(), named("One"), named("modal"), named("a"))
    try one.connect(to: host)
    try await host.push(one.controller)
    try modal.connect(to: host)
    modal.allowsDismissal = false
    let page = try modal.controller
    host.meanwhile = { [tree = host.tree] in
      guard tree.state.layers.count == 1 else { return }
      try tree.perform(.present(page, route: nil, option: .modal), animated: false)
    }
    #expect(await code { try await one.push(a) } == .dismissalRejected)
    #expect(host.tree.pages == [["One"], ["modal"]])
    #expect(one.node.children.isEmpty)
    host.meanwhile = {}
    modal.allowsDismissal = true
    try await one.push(a)
    #expect(host.tree.pages == [["One", "a"]])
  }

  @Test("3.11 popOrDismiss pops what was pushed and dismisses what was presented")
  func popOrDismiss() async throws {
    let town = try await Town()
    try await town.friends.push(named("pushed"))
    try await town.top.present(named("presented"))
    try await town.top.present(NavigationCoordinator(root: named("stack")))
    try await town.top.push(named("in the stack"))
    var seen: [[String]] = []
    for _ in 1...4 {
      try await town.top.popOrDismiss()
      seen.append(town.shown)
    }
    #expect(
      seen == [
        ["Friends", "pushed", "presented", "stack"], ["Friends", "pushed", "presented"],
        ["Friends", "pushed"], ["Friends"],
      ])
    #expect(await code { try await town.top.popOrDismiss() } == .nothingToLeave)
  }

  @Test("3.11 pushOrPresent pushes in a stack, and presents where there is none, or brings its own")
  func pushOrPresent() async throws {
    let town = try await Town()
    try await town.top.pushOrPresent(named("pushed"))
    try await town.top.present(named("presented"))
    try await town.top.pushOrPresent(named("again"))
    #expect(town.tree.pages == [["Friends", "pushed"], ["presented"], ["again"]])
    try await town.friends.pushOrPresent(NavigationCoordinator(root: named("stack")))
    #expect(town.tree.pages.last == ["stack"])
    #expect(town.tree.state.canPush)
  }

  private struct Card: ModalOption { var style: ModalStyle { .sheet } }

  @Test("3.10 A stack that is presented keeps its option, of which the host may know more")
  func presentedStack() async throws {
    let town = try await Town()
    let stack = NavigationCoordinator(root: named("stack"))
    try await town.friends.present(stack, option: Card())
    #expect(town.tree.state.top?.option is Card)
    #expect(town.tree.state.layers.last?.style == .sheet)
    try await stack.push(named("above"))
    #expect(town.tree.pages == [["Friends"], ["stack", "above"]])
  }

  @Test("3.12 Coordinators of all kinds are kept and shown as any Coordinator")
  func erasure() async throws {
    let town = try await Town()
    let kinds: [any Coordinator<Page>] = [
      named("manual"), InfoCoordinator(friend: "Ada"), MapCoordinator(friend: "Bo"),
      NavigationCoordinator(root: named("stack")),
    ]
    for coordinator in kinds { try await town.friends.pushOrPresent(coordinator) }
    #expect(town.tree.pages == [["Friends", "manual", "Info", "Map of Bo"], ["stack"]])
    #expect(town.friends.node.children.count == 4)
    for child in town.friends.node.children { #expect(child.node.parent === town.friends) }
  }

  @Test("3.13 A subclass captures inputs in init and hands them over in start")
  func subclasses() async throws {
    let town = try await Town()
    let info = InfoCoordinator(friend: "Ada")
    let page = try #require(try info.controller as? InfoPage)
    #expect(page.friend == nil)
    try await town.friends.push(info)
    #expect(page.friend == "Ada")
  }

  @Test("3.13 A subclass of the navigation coordinator starts itself and then its root")
  func navigationSubclasses() async throws {
    let tree = NavigationTree<Page>()
    let stack = Settings(root: InfoCoordinator(friend: "Ada"))
    try await tree.setRoot(stack)
    #expect(stack.starts == 1)
    #expect((tree.state.top?.controller as? InfoPage)?.friend == "Ada")
  }

  @Test("3.14 A parent offers methods of its own")
  func ownMethods() async throws {
    let town = try await Town()
    let page = try #require(town.tree.state.top?.controller as? FriendsPage)
    try await page.tap("Bo")
    #expect((town.tree.state.top?.controller as? InfoPage)?.friend == "Bo")
  }

  @Test("3.15 An extension of the protocol adds a shortcut to all coordinators")
  func shortcuts() async throws {
    let town = try await Town()
    try await town.friends.pushInfo(friend: "Ada")
    try await #require(town.tree.state.top?.controller as? InfoPage).tapMap()
    #expect(town.tree.pages == [["Friends", "Info"], ["Map of Ada"]])
    try await town.app.presentFriendMap(friend: "Bo")
    #expect(town.tree.pages.last == ["Map of Bo"])
  }

  @Test("3.18 Kinds of coordinators mix, each the child of the one that showed it")
  func kindsMix() async throws {
    let town = try await Town()
    try await town.friends.pushInfo(friend: "Ada")
    try await town.top.push(MapCoordinator(friend: "Ada"))
    try await town.top.present(NavigationCoordinator(root: MapCoordinator(friend: "Bo")))
    try await town.top.push(named("last"))
    var chain: [String] = []
    var coordinator: (any Coordinator<Page>)? = try town.top
    while let current = coordinator {
      chain.append("\(type(of: current))")
      coordinator = current.node.parent
    }
    #expect(
      chain == [
        "ManualCoordinator<Page>", "MapCoordinator", "NavigationCoordinator<Page>",
        "MapCoordinator", "InfoCoordinator", "FriendsCoordinator", "NavigationCoordinator<Page>",
      ])
  }

  @Test("3.18 The app retains the root coordinator; nothing else does")
  func theAppRetainsTheRoot() async throws {
    let tree = NavigationTree<Page>()
    var app: FriendsCoordinator? = FriendsCoordinator()
    try await tree.setRoot(try #require(app))
    weak var root: FriendsCoordinator?
    root = app
    let page = try #require(tree.state.top).controller
    #expect(try page.go === root)
    app = nil
    #expect(root == nil)
    #expect(await code { _ = try page.go } == .noCoordinator)
  }
}

/// Does what a test says when it is started.
final class Starter: ManualCoordinator<Page> {
  var onStart: () throws -> Void = {}
  private(set) var starts = 0

  override func start() throws {
    starts += 1
    try onStart()
  }
}

private final class Settings: NavigationCoordinator<Page> {
  private(set) var starts = 0

  override func start() throws {
    starts += 1
    try super.start()
  }
}
