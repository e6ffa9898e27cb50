// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, NeverUseImplicitlyUnwrappedOptionals

@MainActor
public protocol UITabBarControllerDelegate: NSObjectProtocol {
  func tabBarController(
    _ tabBarController: UITabBarController, shouldSelect viewController: UIViewController
  ) -> Bool
  func tabBarController(
    _ tabBarController: UITabBarController, didSelect viewController: UIViewController)
  func tabBarController(
    _ tabBarController: UITabBarController, didSelectTab selectedTab: UITab, previousTab: UITab?)
  func tabBarController(
    _ tabBarController: UITabBarController, shouldSelectTab tab: UITab
  ) -> Bool
}

extension UITabBarControllerDelegate {
  public func tabBarController(
    _ tabBarController: UITabBarController, shouldSelectTab tab: UITab
  ) -> Bool {
    forwarded(
      self, "tabBarController:shouldSelectTab:", to: (any UITabBarControllerDelegate).self)?
      .tabBarController(tabBarController, shouldSelectTab: tab) ?? true
  }
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
  public func tabBarController(
    _ tabBarController: UITabBarController, didSelectTab selectedTab: UITab, previousTab: UITab?
  ) {
    forwarded(
      self, "tabBarController:didSelectTab:previousTab:",
      to: (any UITabBarControllerDelegate).self)?
      .tabBarController(tabBarController, didSelectTab: selectedTab, previousTab: previousTab)
  }
}

/// A tab of iOS 18: its controller is made when it is first shown.
@MainActor
open class UITab: NSObject {
  public let identifier: String
  open var title: String
  public internal(set) weak var parent: UITabGroup?
  private let provider: ((UITab) -> UIViewController)?
  private var made: UIViewController?
  public var isMade: Bool { made != nil }

  public init(
    title: String, image: AnyObject? = nil, identifier: String,
    viewControllerProvider: ((UITab) -> UIViewController)? = nil
  ) {
    self.title = title
    self.identifier = identifier
    provider = viewControllerProvider
  }

  open var viewController: UIViewController? {
    if made == nil {
      made = provider?(self)
      made?.tab = self
    }
    return made
  }
}

open class UITabGroup: UITab {
  open var children: [UITab]
  open var managingNavigationController: UINavigationController?
  open var selectedChild: UITab?

  public init(
    title: String, image: AnyObject? = nil, identifier: String, children: [UITab] = [],
    viewControllerProvider: ((UITab) -> UIViewController)? = nil
  ) {
    self.children = children
    super.init(
      title: title, image: image, identifier: identifier,
      viewControllerProvider: viewControllerProvider)
    for child in children { child.parent = self }
  }
}

extension UIViewController {
  /// The tab that has made the controller.
  public internal(set) var tab: UITab? {
    get { (objc_getAssociatedObject(self, &tabKey) as? WeakTab)?.tab }
    set {
      objc_setAssociatedObject(self, &tabKey, WeakTab(newValue), .OBJC_ASSOCIATION_RETAIN_NONATOMIC)
    }
  }
}

@MainActor
private final class WeakTab {
  weak var tab: UITab?
  init(_ tab: UITab?) { self.tab = tab }
}

@MainActor private var tabKey: UInt8 = 0

/// A class of its own, which is not public.
private final class UIMoreNavigationController: UINavigationController {}

open class UITabBarController: UIViewController {
  public weak var delegate: (any UITabBarControllerDelegate)?

  public convenience init(tabs: [UITab]) {
    self.init(nibName: nil, bundle: nil)
    self.tabs = tabs
    selectedTab = tabs.first
    // Observers do not hear of an initializer.
    if let first = tabs.first.flatMap(shown) { addChild(first) }
  }

  /// Once set, the properties of controllers are not used any more.
  open var tabs: [UITab] = []

  open var selectedTab: UITab? {
    didSet {
      guard selectedTab !== oldValue else { return }
      change(from: oldValue.flatMap(shown), to: selectedTab.flatMap(shown))
      // Whoever selects it.
      if let selectedTab { tellSelected(selectedTab, oldValue) }
    }
  }

  private func change(from old: UIViewController?, to new: UIViewController?) {
    if windowInSight != nil {
      old?.willHide(animated: false)
      old?.didHide(animated: false)
    }
    if let new, new.parent == nil { addChild(new) }
    if windowInSight != nil { new?.appear(animated: false) }
  }

  private func tellSelected(_ tab: UITab, _ previous: UITab?) {
    guard delegate?.responds(to: Selector("tabBarController:didSelectTab:previousTab:")) == true
    else { return }
    delegate?.tabBarController(self, didSelectTab: tab, previousTab: previous)
  }

  private func shown(_ tab: UITab) -> UIViewController? {
    let group = tab as? UITabGroup ?? tab.parent
    if let shown = group?.managingNavigationController ?? group?.viewController { return shown }
    return (group === tab ? group?.selectedChild : tab)?.viewController
  }

  /// The user taps a tab of iOS 18.
  public func tap(_ tab: UITab) {
    guard isInReach else { return }
    if delegate?.responds(to: Selector("tabBarController:shouldSelectTab:")) == true,
      delegate?.tabBarController(self, shouldSelectTab: tab) == false
    {
      return
    }
    // While the list of more tabs is shown, the selected tab is still the one before.
    let isSecondTap = selectedTab === tab && !showsMore
    showsMore = false
    guard selectedTab === tab else { return selectedTab = tab }
    if isSecondTap { goToFirstScreen(of: selectedViewController) }
    tellSelected(tab, tab)
  }

  open var viewControllers: [UIViewController]? {
    didSet {
      for controller in oldValue ?? [] where viewControllers?.contains(controller) != true {
        controller.removeFromParent()
      }
      for controller in viewControllers ?? [] where controller.parent !== self {
        addChild(controller)
      }
      if selectedIndex >= viewControllers?.count ?? 0 { selectedIndex = 0 }
      if windowInSight != nil { selectedViewController?.appear(animated: false) }
    }
  }

  open var selectedIndex = 0 {
    didSet {
      guard selectedIndex != oldValue, windowInSight != nil else { return }
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

  /// The list of the tabs for which the bar has no room; none of the tabs.
  public private(set) lazy var moreNavigationController: UINavigationController =
    UIMoreNavigationController(rootViewController: UIViewController())
  private var showsMore = false {
    didSet {
      guard showsMore != oldValue else { return }
      let other = chosenController
      if showsMore {
        change(from: other, to: moreNavigationController)
      } else {
        if other?.parent === moreNavigationController { other?.removeFromParent() }
        moreNavigationController.popToRootViewController(animated: false)
        change(from: moreNavigationController, to: other)
      }
    }
  }

  /// The user taps More: no delegate hears of it where tabs are those of iOS 18.
  public func tapMore() {
    if isInReach { showsMore = true }
  }

  /// The user chooses a tab of iOS 18 in the list of more tabs: it is pushed there, and not selected.
  public func chooseInMore(_ tab: UITab) {
    guard isInReach, showsMore, let controller = tab.viewController else { return }
    controller.removeFromParent()
    moreNavigationController.pushViewController(controller, animated: false)
  }

  private var chosenController: UIViewController? {
    if !tabs.isEmpty { return selectedTab.flatMap(shown) }
    return viewControllers.flatMap {
      $0.indices.contains(selectedIndex) ? $0[selectedIndex] : nil
    }
  }

  open var selectedViewController: UIViewController? {
    get { showsMore ? moreNavigationController : chosenController }
    set {
      if let tab = newValue?.tab, tab !== selectedTab || showsMore {
        showsMore = false
        selectedTab = tab
        return
      }
      if let index = viewControllers?.firstIndex(where: { $0 === newValue }) {
        if index != selectedIndex { showsMore = false }
        selectedIndex = index
        showsMore = false
      }
    }
  }

  override func isShowing(_ child: UIViewController) -> Bool { child === selectedViewController }

  /// A second tap on the selected tab: its stack goes back to its first screen.
  private func goToFirstScreen(of controller: UIViewController?) {
    guard let stack = controller as? UINavigationController, !stack.isChanging else { return }
    stack.popToRootViewController(animated: true)
  }

  /// The user taps a tab.
  public func tap(tab index: Int) {
    guard isInReach, let controller = viewControllers?[index],
      delegate?.tabBarController(self, shouldSelect: controller) ?? true
    else { return }
    if controller === selectedViewController { goToFirstScreen(of: controller) }
    selectedIndex = index
    delegate?.tabBarController(self, didSelect: controller)
  }
}
