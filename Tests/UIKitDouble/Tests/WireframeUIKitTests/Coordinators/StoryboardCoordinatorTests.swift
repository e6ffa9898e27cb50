import Testing
import UIKit
import WireframeCoordinators
import WireframeCore
import WireframeUIKit

@MainActor
@Suite(.hangsNever)
struct StoryboardCoordinatorTests {
  let resources: Resources
  var bundle: Bundle { resources.bundle }

  init() throws {
    resources = try Resources()
    try resources.addStoryboard(
      "Friends",
      [
        "": { FriendsController() }, "info": { InfoController() }, "map": { UIViewController() },
        "photo": { PhotoController() },
      ])
    try resources.addStoryboard("Empty", [:])
    try resources.addStoryboard("Silent", tellsIDs: false, ["a": { InfoController() }])
  }

  @Test("3.4 The storyboard's name is the coordinator's class name less 'Coordinator'")
  func nameOfTheClass() throws {
    let friends = FriendsCoordinator(in: bundle)
    #expect(friends.storyboard.name == "Friends")
    #expect(try friends.screen === friends.controller)
    #expect(Names.CartCoordinator(in: bundle).storyboard.name == "Cart")
    #expect(GenericCoordinator<[Int], UIViewController>(in: bundle).storyboard.name == "Generic")
    #expect(Checkout(in: bundle).storyboard.name == "Checkout")
  }

  @Test("3.5 Without an owner it takes the storyboard's initial controller, once")
  func initialController() throws {
    let friends = FriendsCoordinator(in: bundle)
    let screen: FriendsController = try friends.screen
    #expect(screen.storyboard != nil)
    #expect(try friends.screen === screen)
  }

  @Test(
    "3.6 With an owner it takes a controller out of the owner's storyboard; a tenant owns in turn")
  func owners() throws {
    let friends = FriendsCoordinator(in: bundle)
    let info = InfoCoordinator(owner: friends, id: "info")
    let photo = StoryboardCoordinator<PhotoController>(owner: info, id: "photo")
    #expect(info.storyboard.name == "Friends")
    #expect(try type(of: info.screen) == InfoController.self)
    #expect(try type(of: photo.screen) == PhotoController.self)
  }

  @Test("3.7 A storyboard may be named, with and without identifier") func namedStoryboard() throws
  {
    let initial = StoryboardCoordinator<FriendsController>(storyboard: "Friends", in: bundle)
    #expect(try type(of: initial.screen) == FriendsController.self)
    let info = StoryboardCoordinator<InfoController>(
      storyboard: "Friends", id: "info", in: bundle)
    #expect(try type(of: info.screen) == InfoController.self)
  }

  @Test(
    "3.7 What UIKit raises exceptions on is an error: a missing storyboard, an unknown identifier")
  func missing() throws {
    let before = UIStoryboard.faults
    expect(
      .missingStoryboard,
      "There is no storyboard 'Enemies' in the bundle 'Test.bundle'. Add it to the target, or name "
        + "another one, or its bundle."
    ) { try StoryboardCoordinator<UIViewController>(storyboard: "Enemies", in: bundle).screen }
    expect(
      .missingStoryboard,
      "There is no storyboard 'Enemies' in the bundle 'Test.bundle'. Add it to the target, or name "
        + "another one, or its bundle."
    ) {
      try StoryboardCoordinator<UIViewController>(storyboard: "Enemies", id: "a", in: bundle)
        .screen
    }
    expect(
      .unknownIdentifier,
      "The storyboard 'Friends' has no controller 'inof'. Its identifiers: 'info', 'map', 'photo'."
    ) { try InfoCoordinator(owner: FriendsCoordinator(in: bundle), id: "inof").screen }
    expect(
      .unknownIdentifier, "The storyboard 'Empty' has no controller 'a'. Its identifiers: none."
    ) { try StoryboardSource("Empty", in: bundle).controller("a") }
    #expect(UIStoryboard.faults == before)
  }

  @Test("3.7 No initial controller, and a controller of the wrong class, are errors") func wrong()
    throws
  {
    expect(
      .noInitialController,
      "The storyboard 'Empty' has no initial controller. Mark one there, or ask for one by its "
        + "identifier."
    ) { try StoryboardCoordinator<UIViewController>(storyboard: "Empty", in: bundle).screen }
    expect(
      .wrongClass,
      "The controller 'map' of the storyboard 'Friends' is of the class 'UIViewController', not "
        + "'InfoController'. Set its class and module in the storyboard."
    ) { try InfoCoordinator(owner: FriendsCoordinator(in: bundle), id: "map").screen }
    expect(
      .unknownIdentifier,
      #"The storyboard 'Friends' has no controller 'a\n\u{202E}b'. Its identifiers: 'info', 'map', 'photo'."#
    ) { try InfoCoordinator(storyboard: "Friends", id: "a\n\u{202E}b", in: bundle).screen }
    expect(
      .wrongClass,
      "The initial controller of the storyboard 'Friends' is of the class 'FriendsController', not "
        + "'InfoController'. Set its class and module in the storyboard."
    ) { try InfoCoordinator(storyboard: "Friends", in: bundle).screen }
  }

  @Test("3.7 A storyboard that does not tell its identifiers is trusted") func trusted() throws {
    #expect(try StoryboardSource("Silent", in: bundle).ids == nil)
    #expect(try InfoCoordinator(storyboard: "Silent", id: "a", in: bundle).screen.parent == nil)
  }

  @Test("3.7 The error comes out of the call that shows, and nothing is shown") func showing()
    async throws
  {
    let stage = Stage()
    let friends = FriendsCoordinator(in: bundle)
    try await stage.run { try await stage.host.setRoot(NavigationCoordinator(root: friends)) }
    let tenant = InfoCoordinator(owner: friends, id: "nobody")
    let error = await #expect(throws: UIKitError.self) { try await friends.push(tenant) }
    #expect(error?.code == .unknownIdentifier)
    #expect(friends.node.children.isEmpty)
    let info = InfoCoordinator(owner: friends, id: "info")
    try await stage.run { try await friends.push(info) }
    #expect(stage.host.topController is InfoController)
  }

  private func expect(
    _ code: UIKitError.Code, _ text: String,
    sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> UIViewController
  ) {
    let error = #expect(throws: UIKitError.self, sourceLocation: sourceLocation) {
      try body()
    }
    #expect(error?.code == code, sourceLocation: sourceLocation)
    #expect(error?.description == text, sourceLocation: sourceLocation)
    let other: (any Error)? = error
    #expect(other?.localizedDescription == text, sourceLocation: sourceLocation)
  }
}

extension StoryboardCoordinatorTests {
  final class FriendsController: UIViewController {}
  final class InfoController: UIViewController {}
  final class PhotoController: UIViewController {}
  final class FriendsCoordinator: StoryboardCoordinator<FriendsController> {}
  final class InfoCoordinator: StoryboardCoordinator<InfoController> {}
  final class GenericCoordinator<Item, C: UIViewController>: StoryboardCoordinator<C> {}
  final class Checkout: StoryboardCoordinator<UIViewController> {}
  enum Names {
    final class CartCoordinator: StoryboardCoordinator<UIViewController> {}
  }
}
