#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  internal import WireframeCore

  extension UIViewController: Coordinated {
    /// A screen is a view controller.
    public typealias CoordinatedController = UIViewController

    /// What coordinators store with the controller; made when it is first read.
    public var wireframeCoordination: Coordination<UIViewController> {
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

  @MainActor private var coordinationKey: UInt8 = 0
#endif
