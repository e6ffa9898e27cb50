import Testing
import UIKit
import WireframeCoordinators
import WireframeCore
import WireframeUIKit

@MainActor
@Suite(.hangsNever)
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
    #expect(screen.wireframeCoordination === screen.wireframeCoordination)
    #expect(screen.wireframeCoordination !== child.wireframeCoordination)
    // A screen without a coordinator of its own has that of its stack.
    try await stage.run { try await stage.host.push(Screen("plain")) }
    #expect(try stage.host.topController?.go === stack)
  }

  @Test("3.9 A controller finds its coordinator as a concrete type") func concrete()
    async throws
  {
    let picker = PickerCoordinator("picker")
    try await stage.run { try await stage.host.setRoot(picker) }
    #expect(try picker.controller.go(as: PickerCoordinator.self) === picker)
    let error = #expect(throws: RoutingError.self) {
      try picker.controller.go(as: NavigationCoordinator<UIViewController>.self)
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
    weak var coordination: Coordination<UIViewController>?
    coordination = screen?.wireframeCoordination
    #expect(coordination != nil)
    screen = nil
    #expect(coordination == nil)
    _ = controller
  }
}
