import TestSupport
import Testing
import WireframeCore
import WireframeCoordinators

/// Ways to leave, those that are refused, and who is released.
@MainActor
@Suite(.hangsNever)
struct CoordinatorLeavingTests {
  @Test("3.16 The root of a navigation coordinator is not popped")
  func rootsAreNotPopped() async throws {
    let town = try await Town()
    #expect(await code { try await town.top.pop() } == .nothingToLeave)
    #expect(await code { try await town.app.pop() } == .nothingToLeave)
    #expect(await code { try await town.top.dismiss() } == .nothingToLeave)
    try await town.friends.present(NavigationCoordinator(root: named("stack")))
    #expect(await code { try await town.top.pop() } == .nothingToLeave)
    #expect(town.shown == ["Friends", "stack"])
    try await town.top.popOrDismiss()
    #expect(town.shown == ["Friends"])
  }

  @Test(
    "3.16 A coordinator that is popped takes along all above it, in hidden tabs too"
  )
  func popsTakeAlong() async throws {
    let town = try await Town()
    let first = named("first")
    try await town.friends.push(first)
    try await first.push(named("second"))
    try await town.top.present(named("modal"))
    try await first.pop()
    #expect(town.shown == ["Friends"])

    let tree = NavigationTree<Page>(tabs: ["one", "two"])
    let one = named("One")
    try one.connect(to: tree)
    try await tree.push(one.controller)
    try await one.push(first)
    try await tree.selectTab("two")
    try await first.pop()
    #expect(tree.pages == [["One"]])
  }

  @Test("A dismissal with all above is one move")
  func dismissalsAreOneMove() async throws {
    let town = try await Town()
    let modal = named("modal")
    try await town.friends.present(modal)
    try await modal.present(named("over"))
    var changes = 0
    town.tree.onChange { _ in changes += 1 }
    try await modal.dismiss()
    #expect(town.shown == ["Friends"] && changes == 1)
  }

  @Test(
    "A dismissal takes the coordinator's modal and all above it, also over an empty tab")
  func dismissalsTakeAlong() async throws {
    let town = try await Town()
    let modal = named("modal")
    try await town.friends.present(modal)
    try await modal.present(named("over"))
    try await modal.dismiss()
    #expect(town.shown == ["Friends"])

    let tree = NavigationTree<Page>(tabs: ["empty"])
    try modal.connect(to: tree)
    try await tree.present(modal.controller)
    try await modal.present(named("over"))
    try await modal.dismiss()
    #expect(tree.shownPages == [])
    #expect(tree.state.layers.count == 1)
  }

  @Test("A dismissal leaves the column selected that was")
  func dismissalsSelectNothing() async throws {
    let (tree, list, modal) = (
      NavigationTree<Page>(columns: ["List", "Detail"]), named("list"), named("modal")
    )
    try list.connect(to: tree)
    try await tree.push(list.controller)
    try await tree.selectTab("Detail")
    try await tree.push(Page("detail"))
    try await tree.selectTab("List")
    try await list.present(modal)
    try await modal.dismiss()
    #expect(tree.pages == [["list", "detail"]])
    #expect(tree.state.layers[0].selected == 0)
  }

  @Test("3.19 Pushing with no stack is an error, whatever is below", arguments: [true, false])
  func pushesNeedAStack(isModal: Bool) async throws {
    let tree = NavigationTree<Page>()
    let lone = named("lone")
    let app: any Coordinator<Page> = isModal ? NavigationCoordinator(root: named("root")) : lone
    try await tree.setRoot(app)
    if isModal { try await app.present(lone) }
    let before = tree.shownPages
    let pushed = named("pushed")
    #expect(await code { try await lone.push(pushed) } == .noStack)
    #expect(tree.shownPages == before)
    #expect(lone.node.children.isEmpty)
    try await lone.pushOrPresent(pushed)
    #expect(tree.shownPages == before + ["pushed"])
  }

  @Test("3.19 The error of the host comes through a route that go asks for")
  func hostErrorsComeThrough() async throws {
    let tree = NavigationTree<Page>()
    let wireframe = Wireframe<Page>(defaultOption: .push)
    wireframe.addStandardPresenters(on: tree)
    let lone = named("lone")
    try await tree.setRoot(lone, router: wireframe)
    try wireframe.register("/map", under: lone) { _ in MapCoordinator(friend: "Ada") }
    #expect(await code { try await lone.route(to: "/map") } == .noStack)
    #expect(lone.node.children.isEmpty)
  }

  @Test("A navigation coordinator is not pushed, nor the root of another one")
  func stacksInStacks() async throws {
    let town = try await Town()
    let stack = NavigationCoordinator(root: named("stack"))
    #expect(await code { try await town.friends.push(stack) } == .noStack)
    let double = NavigationCoordinator(root: stack)
    #expect(await code { try await town.friends.present(double) } == .noStack)
    try await town.friends.present(stack)
    #expect(town.shown == ["Friends", "stack"])
  }

  @Test("A coordinator is shown once at a time, and again after it has left")
  func shownOnce() async throws {
    let town = try await Town()
    let info = named("info")
    try await town.friends.push(info)
    #expect(await code { try await town.friends.present(info) } == .alreadyOnScreen)
    #expect(await code { try await town.tree.setRoot(info) } == .alreadyOnScreen)
    let stack = NavigationCoordinator(root: info)
    #expect(await code { try await town.friends.present(stack) } == .alreadyOnScreen)
    try await info.pop()
    #expect(await code { try await info.pop() } == .notOnScreen)
    #expect(await code { try await info.present(named("a")) } == .notOnScreen)
    try await town.tree.push(info.controller)  // its screen comes back, and not by a coordinator
    #expect(await code { try await info.pop() } == .notOnScreen)
    try await town.tree.pop()
    try await town.friends.present(stack)
    #expect(town.tree.pages == [["Friends"], ["info"]])
  }

  @Test("A root coordinator whose host is gone is shown on another one", arguments: [false, true])
  func rootsOfGoneHosts(hasStack: Bool) async throws {
    let root = named("root")
    let app: any Coordinator<Page> = hasStack ? NavigationCoordinator(root: root) : root
    var tree = NavigationTree<Page>()
    try await tree.setRoot(app)
    try await root.present(named("modal"))
    let former = Weak(tree)
    tree = NavigationTree()
    #expect(former.object == nil)
    try await tree.setRoot(app)
    #expect(root.node.children.isEmpty)
    try await root.present(named("next"))
    #expect(tree.shownPages == ["root", "next"])
  }

  @Test("A coordinator that was never shown cannot show or leave")
  func neverShown() async throws {
    let info = named("info")
    #expect(await code { try await info.push(named("a")) } == .notOnScreen)
    #expect(await code { try await info.present(named("a")) } == .notOnScreen)
    #expect(await code { try await info.popOrDismiss() } == .notOnScreen)
    #expect(await code { try await info.route(to: "/") } == .noRouter)
    let tree = NavigationTree<Page>()
    try info.connect(to: tree)
    #expect(await code { try await info.dismiss() } == .notOnScreen)
    try await tree.setRoot(info)
    #expect(tree.shownPages == ["info"])
  }

  @Test(
    "3.20 A coordinator that does not allow its dismissal rejects every way to leave it",
    arguments: Way.all)
  func dismissalRejected(way: Way) async throws {
    let town = try await Town()
    let lower = named("lower")
    let editor = named("editor")
    try await way.show(lower, editor, town)
    let before = town.shown
    editor.allowsDismissal = false
    #expect(await code { try await way.leave(lower, editor, town) } == .dismissalRejected)
    #expect(town.shown == before)
    editor.allowsDismissal = true
    try await way.leave(lower, editor, town)
    #expect(!town.shown.contains("editor"))
  }

  @Test(
    "3.20 Routings and moves of the host are rejected, too; the user is not asked",
    arguments: Taking.all)
  func otherMovesRejected(taking: Taking) async throws {
    let town = try await Town()
    try town.wireframe.register("/next") { _ in Page("next") }
    let lower = named("lower")
    let editor = named("editor")
    try await town.friends.push(lower)
    try await lower.present(editor)
    editor.allowsDismissal = false
    #expect(await code { try await taking.move(lower, town) } == .dismissalRejected)
    #expect(town.tree.pages == [["Friends", "lower"], ["editor"]])
    try town.tree.performAsUser(.dismiss(1))
    #expect(town.tree.pages == [["Friends", "lower"]])
    editor.allowsDismissal = true
    try await lower.present(editor)
    try await taking.move(lower, town)
    #expect(!town.shown.contains("editor"))
  }

  @Test("3.20 A move of the host is rejected as such, also while a routing asks who may leave")
  func rejectedWhileARoutingAsks() async throws {
    let town = try await Town()
    try town.wireframe.register("/next") { _ in Page("next") }
    let (lower, editor) = (named("lower"), named("editor"))
    try await town.friends.present(lower)
    let barrier = Barrier()
    town.wireframe.observeLeaving { leaving in
      if leaving.controller as? Page === (try? lower.controller) { await barrier.pass() }
      return .leave
    }
    let routing = Task { try await town.wireframe.route(to: "/next") }
    await barrier.waitForArrivals()
    try await lower.present(editor)
    editor.allowsDismissal = false
    #expect(await code { try await town.tree.dismiss() } == .dismissalRejected)
    editor.allowsDismissal = true
    barrier.open()
    _ = try await routing.value
    #expect(town.shown == ["Friends", "next"])
  }

  @Test("3.20 What a lock lets come when it opens asks the coordinators whose screens would leave")
  func rejectedAsALockOpens() async throws {
    let (town, editor) = (try await Town(), named("editor"))
    try town.wireframe.register("/locked") { _ in Page("Locked") }
    try town.wireframe.register("/login", option: .modal) { _ in Page("Log in") }
    try town.wireframe.register("/private", option: .root, tags: ["private"]) { _ in
      Page("Private")
    }
    town.wireframe.addGate(for: "private", at: "/login") { !editor.allowsDismissal }
    let lock = Gate(at: "/locked", covers: true) { true }
    try await town.wireframe.add(lock: lock)
    try await town.friends.present(editor)
    try await town.wireframe.route(to: "/private")
    #expect(town.shown == ["Friends", "editor", "Log in"])
    editor.allowsDismissal = false
    lock.cover()
    guard case .covered = try await town.wireframe.resume(after: "private") else {
      Issue.record("The lock does not cover.")
      return
    }
    #expect(await code { try await town.wireframe.resume(after: lock) } == .dismissalRejected)
    #expect(town.shown == ["Friends", "editor"])
  }

  @Test("3.20 A host and a wireframe ask no coordinator that is gone")
  func goneCoordinatorsAreNotAsked() async throws {
    let town = try await Town()
    try await {
      let other = NavigationCoordinator(root: named("other"))
      other.allowsDismissal = false
      try await town.tree.setRoot(other, router: town.wireframe)
    }()
    await tasksHaveBegun()
    try town.wireframe.register("/home", option: .root) { _ in Page("home") }
    try await town.wireframe.route(to: "/home")
    #expect(town.shown == ["home"])
  }

  @Test("3.20 The stack's coordinator rejects its dismissal, and not a pop within")
  func stackRejectsDismissal() async throws {
    let town = try await Town()
    let stack = NavigationCoordinator(root: named("stack"))
    try await town.friends.present(stack)
    stack.allowsDismissal = false
    try await town.top.push(named("inner"))
    #expect(await code { try await town.top.dismiss() } == .dismissalRejected)
    try await town.top.pop()
    #expect(town.shown == ["Friends", "stack"])
    #expect(await code { try await town.top.popOrDismiss() } == .dismissalRejected)
  }

  @Test("3.20 A coordinator whose push is rejected is not started")
  func rejectedPush() async throws {
    let (town, editor) = (try await Town(), named("editor"))
    try await town.friends.present(editor)
    editor.allowsDismissal = false
    let info = InfoCoordinator(friend: "Ada")
    #expect(await code { try await town.friends.push(info) } == .dismissalRejected)
    let page = try #require(try info.controller as? InfoPage)
    #expect(page.friend == nil)
  }

  @Test("3.20 A container's coordinator rejects that the first screen in it leaves, and no other")
  func containerRejectsDismissal() async throws {
    let town = try await Town()
    let (box, first, second) = (Page("Box"), Page("First"), Page("Second"))
    for page in [first, second] { page.coordinatedContainer = box }
    let coordinator = ManualCoordinator<Page>(box)
    try await town.tree.push(first)
    try coordinator.connect(to: town.tree)
    coordinator.allowsDismissal = false
    try await town.tree.present(second)
    try await town.tree.dismiss()
    #expect(await code { try await town.tree.pop() } == .dismissalRejected)
    #expect(town.shown == ["Friends", "First"])
  }

  @Test(
    "3.22 A parent retains its children until their screens leave; after that nothing does",
    arguments: Exit.all)
  func nothingLeaks(exit: Exit) async throws {
    let town = try await Town()
    var links: [Weak] = []
    try await show(in: town, isModal: exit.isModal, &links)
    #expect(links.allSatisfy { $0.object != nil })
    #expect(town.friends.node.children.count == 1)
    try await exit.leave(town)
    #expect(links.allSatisfy { $0.object == nil })
  }

  private func show(in town: Town, isModal: Bool, _ links: inout [Weak]) async throws {
    let child = named("child")
    let grandchild = named("grandchild")
    links = [
      Weak(child), Weak(try child.controller), Weak(grandchild), Weak(try grandchild.controller),
    ]
    if isModal {
      let stack = NavigationCoordinator(root: child)
      links.append(Weak(stack))
      try await town.friends.present(stack)
    } else {
      try await town.friends.push(child)
    }
    try await child.pushOrPresent(grandchild)
  }

  @Test("3.22 A child that stays is handed to the parent's parent when its parent leaves")
  func childrenThatStandOn() async throws {
    let town = try await Town()
    try await town.friends.pushInfo(friend: "Ada")
    try await town.tree.setRoot(#require(town.tree.state.top).controller)
    #expect(town.friends.node.children.isEmpty)
    #expect(try town.top === town.app.node.children.first)
    #expect(try town.top.node.parent === town.app)
    try await town.top.push(named("next"))
    #expect(town.shown == ["Info", "next"])
  }

  @Test("3.22 A screen that leaves another host releases nobody here")
  func otherHosts() async throws {
    let (town, other) = (try await Town(), try await Town())
    let info = named("info")
    try await town.friends.push(info)
    try await other.tree.push(info.controller)
    try await other.tree.pop()
    #expect(town.friends.node.children.first === info)
  }

  @Test("3.22 A coordinator retains neither the host nor the wireframe")
  func hostsAndWireframesAreNotRetained() async throws {
    var town: Town? = try await Town()
    let app = try #require(town).app
    weak var tree: NavigationTree<Page>?
    tree = town?.tree
    weak var wireframe: Wireframe<Page>?
    wireframe = town?.wireframe
    try await #require(town).friends.push(named("child"))
    town = nil
    #expect(tree == nil)
    #expect(wireframe == nil)
    #expect(await code { try await app.root.push(named("a")) } == .notOnScreen)
  }

  @Test("3.22 A tab change keeps the coordinators of the tab that is hidden")
  func tabsKeepTheirs() async throws {
    let tree = NavigationTree<Page>(tabs: ["one", "two"])
    let one = named("One")
    try one.connect(to: tree)
    try await tree.push(one.controller)
    try await one.push(named("a"))
    try tree.performAsUser(.selectTab(1))
    #expect(one.node.children.count == 1)
    try await tree.selectTab("one")
    try await one.node.children.first?.pop()
    #expect(one.node.children.isEmpty)
  }
}

/// A weak reference.
struct Weak {
  weak var object: AnyObject?
  init(_ object: AnyObject) { self.object = object }
}

/// A way to leave an editor, by itself or by a screen below it.
struct Way: Sendable, CustomTestStringConvertible {
  typealias Step =
    @MainActor @Sendable (ManualCoordinator<Page>, ManualCoordinator<Page>, Town) async throws ->
    Void

  let testDescription: String
  var show: Step = { lower, editor, town in
    try await town.friends.push(lower)
    try await lower.push(editor)
  }
  let leave: Step

  static let all: [Way] = [
    Way(testDescription: "pop") { _, editor, _ in try await editor.pop() },
    Way(testDescription: "popOrDismiss") { _, editor, _ in try await editor.popOrDismiss() },
    Way(testDescription: "pop of what is below") { lower, _, _ in try await lower.pop() },
    Way(testDescription: "dismiss", show: presented) { _, editor, _ in try await editor.dismiss() },
    Way(testDescription: "popOrDismiss of a modal", show: presented) { _, editor, _ in
      try await editor.popOrDismiss()
    },
    Way(testDescription: "pop of what presented it", show: presented) { lower, _, _ in
      try await lower.pop()
    },
    Way(testDescription: "push onto the stack below the modal", show: presented) { lower, _, _ in
      try await lower.push(named("next"))
    },
    Way(testDescription: "dismiss of the modal below", show: twice) { lower, _, _ in
      try await lower.dismiss()
    },
  ]

  private static let presented: Step = { lower, editor, town in
    try await town.friends.push(lower)
    try await lower.present(editor)
  }

  private static let twice: Step = { lower, editor, town in
    try await town.friends.present(lower)
    try await lower.present(editor)
  }
}

/// A way that takes a modal away and is no move of a coordinator.
struct Taking: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let move: @MainActor @Sendable (ManualCoordinator<Page>, Town) async throws -> Void

  static let all: [Taking] = [
    Taking(testDescription: "go routes to a push") { lower, _ in
      try await lower.route(to: "/next", option: .push)
    },
    Taking(testDescription: "a route with a new root") { _, town in
      try await town.wireframe.route(to: "/next", option: .root)
    },
    Taking(testDescription: "a route in the place of the top") { _, town in
      try await town.wireframe.route(to: "/next", option: .replaceTop)
    },
    Taking(testDescription: "the host's dismissal") { _, town in try await town.tree.dismiss() },
    Taking(testDescription: "the host's new root") { _, town in
      try await town.tree.setRoot(Page("new"))
    },
  ]
}

/// A way by which a screen leaves, whoever causes it.
struct Exit: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var isModal = false
  let leave: @MainActor @Sendable (Town) async throws -> Void

  static let all: [Exit] = [
    Exit(testDescription: "pop") { try await $0.friends.node.children.first?.pop() },
    Exit(testDescription: "swipe back") { try $0.tree.performAsUser(.pop(to: $0.rootEntry)) },
    Exit(testDescription: "back to the root") { try await $0.tree.back(to: $0.rootEntry) },
    Exit(testDescription: "dismiss", isModal: true) {
      try await $0.friends.node.children.first?.dismiss()
    },
    Exit(testDescription: "swipe down", isModal: true) { try $0.tree.performAsUser(.dismiss(1)) },
    Exit(testDescription: "a push that dismisses modals", isModal: true) {
      try await $0.friends.push(named("next"))
    },
    Exit(testDescription: "a new root") { try await $0.tree.setRoot(Page("New")) },
    Exit(testDescription: "a route with a new root", isModal: true) { town in
      try town.wireframe.register("/", option: .root) { _ in Page("Home") }
      try await town.wireframe.route(to: "/")
    },
  ]
}

extension Town {
  fileprivate var rootEntry: NavigationEntryID {
    get throws { try #require(tree.state.shown.first).id }
  }
}
