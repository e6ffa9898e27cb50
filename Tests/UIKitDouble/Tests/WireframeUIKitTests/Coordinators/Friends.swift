import Testing
import UIKit
import WireframeCoordinators
import WireframeCore
import WireframeUIKit

final class FriendsController: UIViewController {
  func tap(_ friend: String) async throws {
    try await go(as: FriendsCoordinator.self).pushInfo(friend: friend)
  }
}

final class InfoController: UIViewController {
  weak var delegate: (any InfoDelegate)?

  func tapMap() async throws { try await go.presentFriendMap(friend: title ?? "") }

  func tapUnfriend() async throws {
    delegate?.info(self, didUnfriend: title ?? "")
    try await go.popOrDismiss()
  }
}

@MainActor
protocol InfoDelegate: AnyObject {
  func info(_ controller: InfoController, didUnfriend friend: String)
}

final class FriendsCoordinator: ManualCoordinator<UIViewController>, InfoDelegate {
  private let screen = FriendsController()
  private(set) var friends = ["Ada", "Bo"]

  init() { super.init(screen) }

  override func start() { screen.title = "friends" }

  func pushInfo(friend: String) async throws {
    try await push(InfoCoordinator(friend: friend, delegate: self))
  }

  func info(_ controller: InfoController, didUnfriend friend: String) {
    friends.removeAll { $0 == friend }
  }
}

final class InfoCoordinator: ManualCoordinator<UIViewController> {
  private let friend: String
  private weak var delegate: (any InfoDelegate)?
  private let screen = InfoController()

  init(friend: String, delegate: (any InfoDelegate)? = nil) {
    self.friend = friend
    self.delegate = delegate
    super.init(screen)
  }

  override func start() {
    screen.title = friend
    screen.delegate = delegate
  }
}

final class MapCoordinator: Coordinator {
  let node = CoordinatorNode<UIViewController>()
  let controller: UIViewController

  init(friend: String) { controller = Screen("map of \(friend)") }
}

extension Coordinator<UIViewController> {
  func presentFriendMap(friend: String) async throws {
    try await present(
      NavigationCoordinator(root: MapCoordinator(friend: friend)), option: .modal(.sheet))
  }
}

/// Leaves with a number.
final class PickerCoordinator: ManualCoordinator<UIViewController>, ResultCoordinator {
  typealias Output = Int
  convenience init(_ title: String) { self.init(Screen(title)) }
}

/// A window with the root coordinator on it.
@MainActor
struct Town {
  let stage = Stage()
  let friends = FriendsCoordinator()
  let app: NavigationCoordinator<UIViewController>

  init() async throws {
    app = NavigationCoordinator(root: friends)
    try await stage.run { [app, stage] in
      try await stage.host.setRoot(app, router: stage.wireframe)
    }
  }

  func run(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: @escaping @MainActor () async throws -> Void
  ) async throws {
    try await stage.run(sourceLocation: sourceLocation, body)
  }

  var top: UIViewController {
    get throws { try #require(stage.host.state.top?.controller) }
  }
}

/// The code of the error that the body has to throw.
@MainActor
func code(
  _ sourceLocation: SourceLocation = #_sourceLocation, of body: @MainActor () async throws -> Void
) async -> RoutingError.Code? {
  await #expect(throws: RoutingError.self, sourceLocation: sourceLocation) { try await body() }?
    .code
}
