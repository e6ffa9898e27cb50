import Testing
import UIKit
import WireframeCoordinators
import WireframeCore
import WireframeUIKit

@MainActor
@Suite(.hangsNever)
struct NibCoordinatorTests {
  @Test("3.3 A nib coordinator makes its controller with the nib that bears the class's name")
  func nibOfTheClass() throws {
    let resources = try Resources()
    try resources.addNib("MapController")
    let coordinator = NibCoordinator<MapController>(in: resources.bundle)
    let screen = try coordinator.screen
    #expect(screen.nibName == "MapController")
    #expect(screen.nibBundle?.bundlePath == resources.bundle.bundlePath)
    #expect(try coordinator.controller === screen)
    #expect(try coordinator.screen === screen)
    screen.loadViewIfNeeded()
    #expect(!UIViewController.nibFaults.contains { $0.contains("'MapController'") })
  }

  @Test("3.3 The name is that of a nested class, and of a generic one without its arguments")
  func plainNames() throws {
    let resources = try Resources()
    try resources.addNib("Nested")
    try resources.addNib("GridController")
    #expect(try NibCoordinator<Outer.Nested>(in: resources.bundle).screen.nibName == "Nested")
    let list = NibCoordinator<GridController<[Int]>>(in: resources.bundle)
    #expect(try list.screen.nibName == "GridController")
  }

  @Test("3.3 A missing nib is an error that names it, and no exception; nothing is shown")
  func missingNib() async throws {
    let (stage, resources) = (Stage(), try Resources())
    let root = ManualCoordinator<UIViewController>(Screen("home"))
    let stack = NavigationCoordinator(root: root)
    try await stage.run { try await stage.host.setRoot(stack) }
    let coordinator = NibCoordinator<LostController>(in: resources.bundle)
    let error = try await #require(throws: UIKitError.self) {
      try await root.push(coordinator)
    }
    #expect(error.code == .missingNib)
    #expect(
      error.description == "There is no nib 'LostController' in the bundle 'Test.bundle'. "
        + "Give the nib this name and add it to the target, or name its bundle.")
    #expect(stage.titles == ["home"])
    #expect(root.node.children.isEmpty)
  }

  @Test("3.3 A nib may bear another name") func namedNib() throws {
    let resources = try Resources()
    try resources.addNib("Compact")
    let coordinator = NibCoordinator<MapController>(nib: "Compact", in: resources.bundle)
    #expect(try coordinator.screen.nibName == "Compact")
  }

  @Test("3.3 Without a bundle the nib is looked for in the app's") func mainBundle() throws {
    let error = #expect(throws: UIKitError.self) {
      try NibCoordinator<MapController>().screen
    }
    #expect(error?.code == .missingNib)
  }
}

private final class MapController: UIViewController {}
private final class LostController: UIViewController {}
private final class GridController<Item>: UIViewController {}
private enum Outer {
  final class Nested: UIViewController {}
}
