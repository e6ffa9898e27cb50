import TestSupport
import Testing
import WireframeCoordinators
import WireframeCore

/// An app's own option, of which neither hosts nor coordinators know.
struct Drawer: RoutingOption {}

/// Shows drawers as sheets of the host, or nowhere.
@MainActor
private final class DrawerPresenter: ControllerRoutingPresenter {
  private let tree: NavigationTree<Page>?
  private(set) var patterns: [RoutePattern?] = []

  init(on tree: NavigationTree<Page>?) { self.tree = tree }

  func present(_ controller: Page, option: Drawer, event: RoutingEvent) async throws {
    patterns.append(event.route.pattern)
    try await tree?.present(controller, route: event.route, option: .modal(.sheet))
  }

  func leavingScreens(for route: Route, option: Drawer) -> [LeavingScreen] {
    guard let top = tree?.state.top, tree?.state.layers.count ?? 0 > 1 else { return [] }
    return [LeavingScreen(of: top.controller, from: top.route, to: route)]
  }
}

/// Coordinators on the mechanisms that routes have: answers, presenters of the app's own, parents.
@MainActor
@Suite(.hangsNever)
struct CoordinatorAnswerTests {
  /// How a picker leaves.
  enum Way: CaseIterable {
    case finish, swipe, discardedGate
  }

  @Test(
    "The result of a route's coordinator is the answer, also in a stack and behind a gate",
    arguments: Way.allCases, [false, true])
  func answers(way: Way, hasStack: Bool) async throws {
    let town = try await Town()
    let key = Key(isOpen: way == .swipe)
    try town.wireframe.register("/login", option: .modal) { _ in Page("Log in") }
    town.wireframe.addGate(for: "login", at: "/login") { key.isOpen }
    try town.wireframe.register(
      "/pick", option: .modal, tags: ["login"], under: town.app
    ) { _ in
      let picker = PickerCoordinator(Page("Pick"))
      return hasStack ? NavigationCoordinator(root: picker) : picker
    }
    let answer = Task { try await town.wireframe.answer(to: "/pick", as: Int.self) }
    if way != .swipe { await waitFor("Log in", in: town) }
    if way == .discardedGate {
      town.wireframe.discardParked()
      #expect(try await answer.value == nil)
      return
    }
    if way == .finish {
      key.isOpen = true
      try await town.wireframe.resume(after: "login")
    }
    await waitFor("Pick", in: town)
    if way == .finish {
      try await #require(town.tree.state.top).controller.go(as: PickerCoordinator.self)
        .finish(with: 7)
    } else {
      try town.tree.performAsUser(.dismiss(1))
    }
    #expect(try await answer.value == (way == .finish ? 7 : nil))
    #expect(town.shown == ["Friends"])
  }

  /// A stack of its own that leaves with a number.
  private final class PickerStack: NavigationCoordinator<Page>, ResultCoordinator {
    typealias Output = Int
  }

  @Test("The result of a route's navigation coordinator is the answer, too")
  func stackAnswers() async throws {
    let town = try await Town()
    try town.wireframe.register("/pick", option: .modal, under: town.app) { _ in
      PickerStack(root: named("Pick"))
    }
    let answer = Task { try await town.wireframe.answer(to: "/pick", as: Int.self) }
    await waitFor("Pick", in: town)
    try await #require(town.tree.state.top).controller.go(as: PickerStack.self).finish(with: 7)
    #expect(try await answer.value == 7)
    #expect(town.shown == ["Friends"])
  }

  @Test("A coordinator that ends with another type fails who asked, by name")
  func otherType() async throws {
    let town = try await Town()
    try town.wireframe.register("/pick", option: .modal, under: town.app) { _ in
      PickerCoordinator(Page("Pick"))
    }
    let answer = Task { try await town.wireframe.answer(to: "/pick", as: String.self) }
    await waitFor("Pick", in: town)
    try await #require(town.tree.state.top).controller.go(as: PickerCoordinator.self)
      .finish(with: 7)
    let error = await #expect(throws: RoutingError.self) { try await answer.value }
    #expect(
      error?.description
        == "The screen answers with 'Int', and 'String' was asked for. Let 'answer(to:as:)' name the type of "
        + "the screen's answer.")
  }

  @Test("`coordinator.present(x, option: .drawer)`: the drawer's presenter is asked")
  func ownOption() async throws {
    let town = try await Town()
    let drawers = DrawerPresenter(on: town.tree)
    town.wireframe.add(presenter: drawers)
    let picker = PickerCoordinator(Page("Drawer"))
    try await town.friends.present(picker, option: Drawer())
    #expect(town.tree.pages == [["Friends"], ["Drawer"]])
    #expect(drawers.patterns == [nil])
    #expect(town.friends.node.children.contains { $0 === picker })
    let result = Task { try await picker.result() }
    try await picker.finish(with: 3)
    #expect(try await result.value == 3)
    #expect(town.friends.node.children.isEmpty)
  }

  @Test("Before a presenter of the app's own takes a screen away, its leave guards are asked")
  func leaveGuards() async throws {
    let town = try await Town()
    town.wireframe.add(presenter: DrawerPresenter(on: town.tree))
    try await town.friends.present(named("Draft"), option: Drawer())
    town.wireframe.observeLeaving { _ in .stay("unsaved") }
    let other = named("Other")
    #expect(
      await code { try await town.friends.present(other, option: Drawer()) } == .leaveRefused)
    #expect(town.tree.pages == [["Friends"], ["Draft"]])
    #expect(!town.friends.node.children.contains { $0 === other })
  }

  @Test("While a lock covers the screens, no presenter of the app's own shows a coordinator")
  func covered() async throws {
    let town = try await Town()
    let drawers = DrawerPresenter(on: nil)
    town.wireframe.add(presenter: drawers)
    try town.wireframe.register("/locked") { _ in Page("Locked") }
    let lock = Gate(at: "/locked", covers: true) { true }
    try await town.wireframe.add(lock: lock)
    lock.cover()
    let drawer = named("Drawer")
    #expect(await code { try await town.friends.present(drawer, option: Drawer()) } == .covered)
    #expect(drawers.patterns.isEmpty)
    #expect(town.friends.node.children.isEmpty)
  }

  @Test("What the app's presenter shows elsewhere than on the host is not kept")
  func shownElsewhere() async throws {
    let town = try await Town()
    town.wireframe.add(presenter: DrawerPresenter(on: nil))
    let lost = named("Drawer")
    #expect(await code { try await town.friends.present(lost, option: Drawer()) } == .notOnScreen)
    #expect(town.friends.node.children.isEmpty)
    try await town.friends.push(lost)
    #expect(town.shown == ["Friends", "Drawer"])
  }

  /// Shows sheets whose user is faster than it.
  private struct OvertakenPresenter: ControllerRoutingPresenter {
    let tree: NavigationTree<Page>

    func present(_ controller: Page, option: Drawer, event: RoutingEvent) async throws {
      try await tree.present(controller, option: .modal(.sheet))
      try tree.performAsUser(.dismiss(1))
    }
  }

  @Test("A coordinator that the user leaves before the app's presenter returns has been shown")
  func leftAtOnce() async throws {
    let town = try await Town()
    town.wireframe.add(presenter: OvertakenPresenter(tree: town.tree))
    let picker = PickerCoordinator(Page("Drawer"))
    try await town.friends.present(picker, option: Drawer())
    #expect(try await picker.result() == nil)
    #expect(town.shown == ["Friends"])
    #expect(town.friends.node.children.isEmpty)
  }

  /// Fails long after the user has left its first sheet, and holds the next ones.
  @MainActor
  private final class LatePresenter: ControllerRoutingPresenter {
    let failure = Barrier()
    let next = Barrier()
    private let tree: NavigationTree<Page>
    private var isFirst = true

    init(on tree: NavigationTree<Page>) { self.tree = tree }

    func present(_ controller: Page, option: Drawer, event: RoutingEvent) async throws {
      guard isFirst else {
        await next.pass()
        return try await tree.present(controller, option: .modal(.sheet))
      }
      isFirst = false
      try await tree.present(controller, option: .modal(.sheet))
      try tree.performAsUser(.dismiss(1))
      await failure.pass()
      throw Lost()
    }
  }

  @Test("A coordinator that is about to be shown again stays though its first call fails late")
  func shownAgain() async throws {
    let town = try await Town()
    let presenter = LatePresenter(on: town.tree)
    town.wireframe.add(presenter: presenter)
    let drawer = named("Drawer")
    let first = Task { try await town.friends.present(drawer, option: Drawer()) }
    await presenter.failure.waitForArrivals()
    let second = Task { try await town.friends.present(drawer, option: Drawer()) }
    await presenter.next.waitForArrivals()
    presenter.failure.open()
    await #expect(throws: RoutingError.self) { try await first.value }
    presenter.next.open()
    try await second.value
    #expect(town.tree.pages == [["Friends"], ["Drawer"]])
    #expect(town.friends.node.children.contains { $0 === drawer })
    try await drawer.dismiss()
    #expect(town.friends.node.children.isEmpty)
  }

  @Test("A link to a coordinator's route brings the coordinators of its parents")
  func parents() async throws {
    let town = try await Town()
    try town.wireframe.register("/friends/:name", option: .push, under: town.app) { route in
      named("Info of \(try route["name"] as String)")
    }
    try town.wireframe.register(
      "/friends/:name/map", option: .push, exposure: .external, place: .under("/friends/:name"),
      under: town.app
    ) { _ in named("Map") }
    await town.wireframe.open("myapp://friends/Ada/map", origin: .customScheme)
    #expect(town.shown == ["Friends", "Info of Ada", "Map"])
    let (info, map) = (town.tree.state.shown[1].controller, town.tree.state.shown[2].controller)
    #expect(try map.go.node.parent === info.go)
    #expect(try info.go.node.parent === town.friends)
    try town.tree.performAsUser(.pop(to: town.tree.state.shown[0].id))
    #expect(town.friends.node.children.isEmpty)
  }

  @Test("A root coordinator of a route is restored with what is above it")
  func restoration() async throws {
    let town = try await Town()
    try town.wireframe.register("/", option: .root, under: town.app) { _ in
      NavigationCoordinator(root: named("Home"))
    }
    try town.wireframe.register(
      "/friends/:name", option: .push, place: .under("/"), under: town.app
    ) { _ in named("Info") }
    try await town.wireframe.route(to: "/")
    try await town.wireframe.route(to: "/friends/Ada")
    let saved = try town.wireframe.savedState()
    try await town.tree.setRoot(Page("other"))
    let report = try await town.wireframe.restore(saved, trusting: true)
    #expect(report.failures.isEmpty)
    #expect(town.shown == ["Home", "Info"])
    let info = try town.tree.state.shown[1].controller.go
    #expect(type(of: info) == ManualCoordinator<Page>.self)
  }

  @Test("The coordinator of a parent is not kept if the wanted screen fails")
  func failedChild() async throws {
    let town = try await Town()
    weak var parent: ManualCoordinator<Page>?
    try town.wireframe.register("/friends/:name", option: .push, under: town.app) { _ in
      let coordinator = named("Info")
      parent = coordinator
      return coordinator
    }
    try town.wireframe.register(
      "/friends/:name/map", option: .push, exposure: .external, place: .under("/friends/:name")
    ) { _ in throw Lost() }
    await town.wireframe.open("myapp://friends/Ada/map", origin: .customScheme)
    #expect(town.shown == ["Friends"])
    #expect(parent == nil)
  }

  private struct Lost: Error {}

  @MainActor
  private final class Key {
    var isOpen: Bool
    init(isOpen: Bool) { self.isOpen = isOpen }
  }

  private func waitFor(_ title: String, in town: Town) async {
    #expect(await eventually { town.shown.last == title })
  }
}
