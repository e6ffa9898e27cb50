import Testing
import UIKit
import WireframeCoordinators
import WireframeCore
import WireframeUIKit

@MainActor
struct CoordinatedControllerTests {
  let stage = Stage()
  let list = ManualCoordinator<UIViewController>(Screen("list"))

  @Test("3.8 Every view controller has its coordinator, else that of its container")
  func ownAndContainer() async throws {
    let screen = try list.controller
    let stack = NavigationCoordinator(root: list)
    try await stage.run { try await stage.host.setRoot(stack) }
    #expect(try screen.go === list)
    let child = UIViewController()
    let grandchild = UIViewController()
    child.addChild(grandchild)
    #expect(throws: RoutingError.self) { try grandchild.go }
    screen.addChild(child)
    #expect(try grandchild.go === list)
    #expect(screen.coordination === screen.coordination)
    #expect(screen.coordination !== child.coordination)
    // A screen without a coordinator of its own has that of its stack.
    try await stage.run { try await stage.host.push(Screen("plain")) }
    #expect(try stage.host.topController?.go === stack)
  }

  @Test("3.8 A view has the coordinator of its controller") func views()
    async throws
  {
    let screen = try list.controller
    try await stage.run { try await stage.host.setRoot(NavigationCoordinator(root: list)) }
    let (view, cell, button) = (try #require(screen.view), UIView(), UIView())
    cell.addSubview(button)
    let error = #expect(throws: UIKitScreenError.self) { try button.go }
    #expect(error?.code == .noController)
    #expect(
      error?.description
        == "'UIView' is in no view controller. Add it to the view of one first.")
    view.addSubview(cell)
    #expect(try button.go === list)
    #expect(try view.go === list)
    // The view of a child of its own.
    let child = UIViewController()
    screen.addChild(child)
    view.addSubview(child.view)
    let label = UIView()
    child.view.addSubview(label)
    #expect(try label.go === list)
  }

  @Test("3.9 Controllers and views find their coordinator as a concrete type") func concrete()
    async throws
  {
    let picker = PickerCoordinator("picker")
    try await stage.run { try await stage.host.setRoot(picker) }
    let view = try #require(try picker.controller.view)
    #expect(try view.go(as: PickerCoordinator.self) === picker)
    #expect(try picker.controller.go(as: PickerCoordinator.self) === picker)
    let error = #expect(throws: RoutingError.self) {
      try view.go(as: NavigationCoordinator<UIViewController>.self)
    }
    #expect(error?.code == .noCoordinator)
  }

  @Test("3.8 A controller retains no coordinator, nor does its coordination keep it alive")
  func nothingIsRetained() async throws {
    var coordinator: PickerCoordinator? = PickerCoordinator("picker")
    let controller = try #require(try coordinator?.controller)
    let link = Weak(try #require(coordinator))
    try coordinator?.connect(to: stage.host)
    coordinator = nil
    #expect(link.object == nil)
    var screen: UIViewController? = UIViewController()
    weak let coordination = screen?.coordination
    #expect(coordination != nil)
    screen = nil
    #expect(coordination == nil)
    _ = controller
  }
}
