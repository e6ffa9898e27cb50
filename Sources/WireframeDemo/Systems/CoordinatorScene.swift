import WireframeCoordinators
import WireframeCore

/// Scene 3: friends → info → map with coordinators, and back; each tree is read from the host after the move.
@MainActor
struct CoordinatorScene {
  func run(_ console: Console) async throws {
    let navigation = NavigationTree<FriendScreen>()
    let wireframe = Wireframe<FriendScreen>(sources: ["friends:"], defaultOption: .push)
    wireframe.addStandardPresenters(on: navigation)
    let friends = FriendsCoordinator(friends: ["Ada", "Bo"])
    let app = NavigationCoordinator(root: friends)
    try wireframe.register("/info/:friend", under: app) { route in
      InfoCoordinator(friend: try route["friend"])
    }

    func show(_ title: String) {
      console.write("   \(title)")
      console.draw(navigation.state)
    }

    console.write(console.paint("3. Coordinators: screens say `go`", .bold))
    try await navigation.setRoot(app, router: wireframe)
    show("the root coordinator, in a stack")

    try await navigation.tapOnTop()
    show("a tap on Ada: the parent's own pushInfo(friend:)")
    try await navigation.tapOnTop()
    show("a tap on 'Map': go.presentFriendMap(friend:), a shortcut of all coordinators")
    try await navigation.state.top?.controller.go.popOrDismiss()
    show("go.popOrDismiss() dismisses what was presented")
    try await navigation.state.top?.controller.go.popOrDismiss()
    show("go.popOrDismiss() pops what was pushed")

    try await friends.route(to: "friends://info/Bo")
    show("go.route(to: \"friends://info/Bo\"): a coordinator behind a URL")
    if let root = navigation.state.shown.first { try navigation.performAsUser(.pop(to: root.id)) }
    show("a swipe back: \(friends.node.children.count) coordinators are left below the friends'")
  }
}

extension NavigationTree<FriendScreen> {
  fileprivate func tapOnTop() async throws { try await state.top?.controller.tap() }
}

/// A screen with one thing to tap, which its coordinator does.
@MainActor
private class FriendScreen: Coordinated, nonisolated CustomStringConvertible {
  let wireframeCoordination = Coordination<FriendScreen>()
  nonisolated let title: String

  init(_ title: String) { self.title = title }

  nonisolated var description: String { title.printable }

  func tap() async throws {}
}

private final class FriendsScreen: FriendScreen {
  var friends: [String] = []

  override func tap() async throws {
    guard let first = friends.first else { return }
    try await go(as: FriendsCoordinator.self).pushInfo(friend: first)
  }
}

private final class InfoScreen: FriendScreen {
  var friend = ""

  override func tap() async throws { try await go.presentFriendMap(friend: friend) }
}

private final class FriendsCoordinator: ManualCoordinator<FriendScreen> {
  private let friends: [String]
  private let screen = FriendsScreen("Friends")

  init(friends: [String]) {
    self.friends = friends
    super.init(screen)
  }

  override func start() { screen.friends = friends }

  func pushInfo(friend: String) async throws { try await push(InfoCoordinator(friend: friend)) }
}

private final class InfoCoordinator: ManualCoordinator<FriendScreen> {
  private let friend: String
  private let screen: InfoScreen

  init(friend: String) {
    self.friend = friend
    screen = InfoScreen("Info about \(friend)")
    super.init(screen)
  }

  override func start() { screen.friend = friend }
}

extension Coordinator where Controller == FriendScreen {
  fileprivate func presentFriendMap(friend: String) async throws {
    let map = ManualCoordinator(FriendScreen("Map of \(friend)"))
    try await present(NavigationCoordinator(root: map))
  }
}
