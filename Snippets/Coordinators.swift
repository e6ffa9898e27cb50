// "Coordinators": screens that say `go`, the coordinators behind them, results, and URLs.
import WireframeCoordinators
import WireframeCore

// snippet.screens
struct Friend: Sendable { let name: String }

@MainActor
class Screen: Coordinated {
  let wireframeCoordination = Coordination<Screen>()
}

final class FriendsScreen: Screen {
  var friends: [Friend] = []

  func tapped(_ friend: Friend) async throws {
    try await go(as: FriendsCoordinator.self).pushInfo(friend: friend)
  }
}

final class FriendInfoScreen: Screen {
  var friend: Friend?

  func mapTapped() async throws { if let friend { try await go.presentFriendMap(friend: friend) } }
  func backTapped() async throws { try await go.popOrDismiss() }
}

// snippet.coordinators
final class FriendsCoordinator: ManualCoordinator<Screen> {
  private let friends: [Friend]
  private let screen = FriendsScreen()

  init(friends: [Friend]) {
    self.friends = friends  // captured here …
    super.init(screen)
  }

  override func start() { screen.friends = friends }  // … and handed over there

  func pushInfo(friend: Friend) async throws {
    try await push(FriendInfoCoordinator(friend: friend))
  }
}

final class FriendInfoCoordinator: ManualCoordinator<Screen> {
  private let friend: Friend
  private let screen = FriendInfoScreen()

  init(friend: Friend) {
    self.friend = friend
    super.init(screen)
  }

  override func start() { screen.friend = friend }
}

extension Coordinator where Controller == Screen {  // a shortcut for all coordinators
  func presentFriendMap(friend: Friend) async throws {
    let map = ManualCoordinator { Screen() }  // made when it is needed
    try await present(NavigationCoordinator(root: map), option: .modal(.sheet))
  }
}

// snippet.hide
let navigation = NavigationTree<Screen>()
let wireframe = Wireframe<Screen>(sources: ["myapp:"])
wireframe.addStandardPresenters(on: navigation)
let friends = [Friend(name: "Ada")]

// snippet.root
let app = NavigationCoordinator(root: FriendsCoordinator(friends: friends))
try await navigation.setRoot(app, router: wireframe)  // the app keeps `app`

// snippet.urls
try wireframe.register("/friends/:name", option: .push, under: app) { route in
  FriendInfoCoordinator(friend: Friend(name: try route["name"]))
}
try await app.route(to: "/friends/Ada")  // `go.route(to:)` in a screen

// snippet.result
final class FriendPickerCoordinator: ManualCoordinator<Screen>, ResultCoordinator {
  typealias Output = Friend
}

final class FriendPickerScreen: Screen {
  func tapped(_ friend: Friend) async throws {
    try await go(as: FriendPickerCoordinator.self).finish(with: friend)
  }
}

@MainActor func pickFriend(over screen: Screen) async throws -> Friend? {
  let picker = FriendPickerCoordinator(FriendPickerScreen())
  try await screen.go.present(picker)
  return try await picker.result()  // nil if the user simply leaves
}

// snippet.dismissal
final class EditorCoordinator: ManualCoordinator<Screen> {
  var hasChanges = false { didSet { allowsDismissal = !hasChanges } }
}

final class EditorScreen: Screen {
  func typed() throws { try go(as: EditorCoordinator.self).hasChanges = true }
}

// snippet.own
final class MapCoordinator: Coordinator {
  let node = CoordinatorNode<Screen>()
  let controller = Screen()
}

// snippet.hide
try await app.push(MapCoordinator())
try await app.push(EditorCoordinator(EditorScreen()))
print(navigation.state)
