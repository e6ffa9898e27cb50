#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  internal import WireframeCore
  internal import WireframeUIKit

  extension UIViewController: Coordinated {
    /// A screen is a view controller.
    public typealias Controller = UIViewController

    /// Where coordinators write down that the controller is theirs; made when it is asked for first.
    public var coordination: Coordination<UIViewController> {
      if let coordination = objc_getAssociatedObject(self, &coordinationKey)
        as? Coordination<UIViewController>
      {
        return coordination
      }
      let coordination = Coordination<UIViewController>()
      objc_setAssociatedObject(
        self, &coordinationKey, coordination, .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
      return coordination
    }

    /// The parent, whose coordinator serves for its children.
    public var coordinatedContainer: UIViewController? { parent }
  }

  extension UIView {
    /// The coordinator of the view controller in which the view stands.
    ///
    /// - Throws: `UIKitScreenError.Code.noController` if it stands in none;
    ///   `RoutingError.Code.noCoordinator`.
    public var go: any Coordinator<UIViewController> {
      get throws { try controller.go }
    }

    /// The nearest coordinator of a type of the view controller in which the view stands.
    ///
    /// - Parameter type: A class, or a protocol: `(any FriendPicking).self`.
    /// - Returns: The coordinator.
    /// - Throws: `UIKitScreenError.Code.noController` if it stands in none;
    ///   `RoutingError.Code.noCoordinator`.
    public func go<T>(as type: T.Type) throws -> T { try controller.go(as: type) }

    private var controller: UIViewController {
      get throws(UIKitScreenError) {
        var responder = next
        while let current = responder {
          if let controller = current as? UIViewController { return controller }
          responder = current.next
        }
        throw .noController(self)
      }
    }
  }

  @MainActor private var coordinationKey: UInt8 = 0
#endif
