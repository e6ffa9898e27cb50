// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@MainActor
public protocol UITabBarControllerDelegate: NSObjectProtocol {
  func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool
  func tabBarController(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController)
}

extension UITabBarControllerDelegate {
  public func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool {
    forwarded(
      self, "tabBarController:shouldSelectViewController:",
      to: (any UITabBarControllerDelegate).self)?
      .tabBarController(tabBarController, shouldSelect: viewController) ?? true
  }
  public func tabBarController(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController
  ) {
    forwarded(
      self, "tabBarController:didSelectViewController:", to: (any UITabBarControllerDelegate).self)?
      .tabBarController(tabBarController, didSelect: viewController)
  }
}

open class UITabBarController: UIViewController {
  public weak var delegate: (any UITabBarControllerDelegate)?

  open var viewControllers: [UIViewController]? {
    didSet {
      for controller in oldValue ?? [] where viewControllers?.contains(controller) != true {
        controller.removeFromParent()
      }
      for controller in viewControllers ?? [] where controller.parent !== self {
        addChild(controller)
      }
      if selectedIndex >= viewControllers?.count ?? 0 { selectedIndex = 0 }
      if windowAround != nil { selectedViewController?.appear(animated: false) }
    }
  }

  open var selectedIndex = 0 {
    didSet {
      guard selectedIndex != oldValue, windowAround != nil else { return }
      if let old = viewControllers?[oldValue] {
        if (old as? UINavigationController)?.isChanging == true {
          windowAround?.record("Unbalanced calls to begin/end appearance transitions")
        }
        old.willHide(animated: false)
        old.didHide(animated: false)
      }
      selectedViewController?.appear(animated: false)
    }
  }

  open var selectedViewController: UIViewController? {
    get { viewControllers.flatMap { $0.indices.contains(selectedIndex) ? $0[selectedIndex] : nil } }
    set {
      if let index = viewControllers?.firstIndex(where: { $0 === newValue }) {
        selectedIndex = index
      }
    }
  }

  override func isShowing(_ child: UIViewController) -> Bool { child === selectedViewController }

  /// The user taps a tab.
  public func tap(tab index: Int) {
    guard let controller = viewControllers?[index],
      delegate?.tabBarController(self, shouldSelect: controller) ?? true
    else { return }
    selectedIndex = index
    delegate?.tabBarController(self, didSelect: controller)
  }
}
