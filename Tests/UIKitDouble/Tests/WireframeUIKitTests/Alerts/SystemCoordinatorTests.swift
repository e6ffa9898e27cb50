import Testing
import UIKit
import WireframeCoordinators
import WireframeCore
import WireframeUIKit

/// The share sheet and the image picker.
@MainActor
@Suite(.hangsNever)
struct SystemCoordinatorTests {
  private struct Offline: Error {}

  @Test("3.21 A share sheet ends with the activity and whether it is done") func activity()
    async throws
  {
    let town = try await Town()
    let share = ActivityCoordinator(items: ["text"])
    try await town.run { try await town.friends.present(share) }
    #expect(share.activityController.activityItems.count == 1)
    share.activityController.choose(.mail)
    await town.stage.rest()
    try #require(town.friends.node.children.isEmpty)
    let outcome = try await share.outcome()
    #expect(outcome.activityType == .mail)
    #expect(outcome.isCompleted)
    #expect(town.stage.window.faults.isEmpty)
  }

  @Test("3.21 A share sheet that is closed, or swiped away, is not completed") func closed()
    async throws
  {
    for isSwiped in [true, false] {
      let town = try await Town()
      let share = ActivityCoordinator(items: ["text"])
      try await town.run { try await town.friends.present(share, option: .modal(.sheet)) }
      if isSwiped {
        share.activityController.swipeDown()
      } else {
        share.activityController.choose(nil)
      }
      await town.stage.rest()
      try #require(town.friends.node.children.isEmpty)
      let outcome = try await share.outcome()
      #expect(outcome.activityType == nil)
      #expect(!outcome.isCompleted)
      #expect(town.stage.titles == ["friends"])
    }
  }

  @Test("3.21 A share sheet that leaves without an animation is noticed, too")
  func withoutAnimation()
    async throws
  {
    let town = try await Town()
    let share = ActivityCoordinator(items: ["text"])
    try await town.run { try await town.friends.present(share) }
    share.activityController.choose(.mail, animated: false)
    await town.stage.rest()
    try #require(town.friends.node.children.isEmpty)
    #expect(try await share.outcome().isCompleted)
  }

  @Test("3.21 The error of an activity is thrown") func activityError() async throws {
    let town = try await Town()
    let share = ActivityCoordinator(items: ["text"])
    try await town.run { try await town.friends.present(share) }
    share.activityController.choose(.mail, error: Offline())
    await town.stage.rest()
    try #require(town.friends.node.children.isEmpty)
    await #expect(throws: Offline.self) { try await share.outcome() }
  }

  @Test("3.21 An image picker ends with the image, and is dismissed") func image() async throws {
    let town = try await Town()
    let picker = ImagePickerCoordinator { $0.title = "prepared" }
    try await town.run { try await town.friends.present(picker) }
    let controller = try controller(of: picker)
    #expect(controller.title == "prepared")
    #expect(controller.sourceType == .photoLibrary)
    #expect(town.stage.host.state.top?.controller === controller)
    controller.choose([.imageURL: "file"])
    await town.stage.rest()
    try #require(town.friends.node.children.isEmpty)
    #expect(try await picker.result()?[.imageURL] as? String == "file")
    #expect(town.stage.titles == ["friends"])
    #expect(town.stage.window.faults.isEmpty)
  }

  @Test("3.21 An image picker that is cancelled ends with nothing") func cancelled() async throws {
    let town = try await Town()
    let picker = ImagePickerCoordinator()
    try await town.run { try await town.friends.present(picker) }
    try controller(of: picker).choose(nil)
    await town.stage.rest()
    try #require(town.friends.node.children.isEmpty)
    #expect(try await picker.result() == nil)
    #expect(town.stage.titles == ["friends"])
  }

  @Test("3.21 A source of images that is not there is an error, and nothing is shown")
  func notAvailable() async throws {
    let town = try await Town()
    let picker = ImagePickerCoordinator(source: .camera)
    let error = await #expect(throws: UIKitError.self) {
      try await town.friends.present(picker)
    }
    #expect(error?.code == .sourceNotAvailable)
    #expect(
      error?.description == "The image source 'camera' is not available here. "
        + "Ask 'UIImagePickerController.isSourceTypeAvailable' before you offer it.")
    #expect(town.stage.titles == ["friends"])
    #expect(town.friends.node.children.isEmpty)
  }

  @Test("3.21 Nothing keeps a share sheet or a picker that has left, or was never shown")
  func released() async throws {
    let town = try await Town()
    for isShown in [true, false] {
      var links: [Weak] = []
      try await use(in: town, isShown: isShown, &links)
      await town.stage.rest()
      #expect(links.count == 4)
      #expect(links.allSatisfy { $0.object == nil }, "shown: \(isShown)")
    }
  }

  private func use(in town: Town, isShown: Bool, _ links: inout [Weak]) async throws {
    let (share, picker) = (ActivityCoordinator(items: []), ImagePickerCoordinator())
    links = [
      Weak(share), Weak(share.activityController), Weak(picker),
      Weak(try controller(of: picker)),
    ]
    guard isShown else { return }
    try await town.run { try await town.friends.present(share) }
    share.activityController.choose(.mail)
    await town.stage.rest()
    try await town.run { try await town.friends.present(picker) }
    try controller(of: picker).choose([:])
    await town.stage.rest()
  }

  private func controller(of picker: ImagePickerCoordinator) throws -> UIImagePickerController {
    let controller = try picker.controller
    return try #require(controller as? UIImagePickerController)
  }
}
