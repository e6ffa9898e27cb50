import Testing
import WireframeCore
import WireframeCoordinators

/// A screen that finds its coordinator.
@MainActor
class Page: Coordinated, nonisolated CustomStringConvertible {
  nonisolated let description: String
  let wireframeCoordination = Coordination<Page>()
  weak var coordinatedContainer: Page?

  init(_ description: String) { self.description = description }
}

final class FriendsPage: Page {
  var friends: [String] = []

  func tap(_ friend: String) async throws {
    try await go(as: FriendsCoordinator.self).pushInfo(friend: friend)
  }
}

final class InfoPage: Page {
  var friend: String?
  weak var delegate: (any InfoDelegate)?

  func tapMap() async throws { try await go.presentFriendMap(friend: friend ?? "") }

  func tapUnfriend() async throws {
    delegate?.infoPage(self, didUnfriend: friend ?? "")
    try await go.popOrDismiss()
  }
}

@MainActor
protocol InfoDelegate: AnyObject {
  func infoPage(_ page: InfoPage, didUnfriend friend: String)
}

final class FriendsCoordinator: ManualCoordinator<Page>, InfoDelegate {
  private let page = FriendsPage("Friends")
  private(set) var friends: [String]

  init(friends: [String] = ["Ada", "Bo"]) {
    self.friends = friends
    super.init(page)
  }

  override func start() { page.friends = friends }

  func pushInfo(friend: String) async throws {
    try await push(InfoCoordinator(friend: friend, delegate: self))
  }

  func infoPage(_ page: InfoPage, didUnfriend friend: String) {
    friends.removeAll { $0 == friend }
  }
}

final class InfoCoordinator: ManualCoordinator<Page> {
  private let friend: String
  private weak var delegate: (any InfoDelegate)?
  private let page = InfoPage("Info")

  init(friend: String, delegate: (any InfoDelegate)? = nil) {
    self.friend = friend
    self.delegate = delegate
    super.init(page)
  }

  override func start() {
    page.friend = friend
    page.delegate = delegate
  }
}

/// No subclass of anything: the two requirements, and no more.
final class MapCoordinator: Coordinator {
  let node = CoordinatorNode<Page>()
  let controller: Page

  init(friend: String) { controller = Page("Map of \(friend)") }
}

extension Coordinator where Controller == Page {
  func presentFriendMap(friend: String) async throws {
    try await present(NavigationCoordinator(root: MapCoordinator(friend: friend)))
  }
}

/// Leaves with a number.
final class PickerCoordinator: ManualCoordinator<Page>, ResultCoordinator {
  typealias Output = Int
}

/// A host with the root coordinator on it, and a wireframe beside it.
@MainActor
struct Town {
  let tree = NavigationTree<Page>()
  let wireframe = Wireframe<Page>(sources: ["myapp:"], defaultOption: .push, limits: .none)
  let friends = FriendsCoordinator()
  let app: NavigationCoordinator<Page>

  init() async throws {
    app = NavigationCoordinator(root: friends)
    wireframe.addStandardPresenters(on: tree)
    try await tree.setRoot(app, router: wireframe)
  }

  var shown: [String] { tree.shownPages }

  /// The coordinator of the top.
  var top: any Coordinator<Page> {
    get throws { try #require(tree.state.top).controller.go }
  }
}

extension NavigationTree<Page> {
  var shownPages: [String] { state.shown.map { "\($0.controller)" } }

  /// The layers' pages, from the root up.
  var pages: [[String]] { state.layers.map { $0.shown.map { "\($0.controller)" } } }
}

/// A coordinator of a page of this name.
@MainActor
func named(_ name: String) -> ManualCoordinator<Page> { ManualCoordinator(Page(name)) }

/// The code of the error that the body has to throw.
@MainActor
func code(
  _ location: SourceLocation = #_sourceLocation,
  of body: @MainActor () async throws -> Void
) async -> RoutingError.Code? {
  let error = await #expect(throws: RoutingError.self, sourceLocation: location) {
    try await body()
  }
  return error?.code
}
