import UIKit
import WireframeCore

/// The tabs, by their titles.
enum Tab: String, CaseIterable {
  case shop = "Shop"
  case cart = "Cart"
  case wallet = "Wallet"

  /// The URL of the first screen.
  var firstURL: String { self == .shop ? "/" : "/\(rawValue.lowercased())" }

  /// Whether a stack of the host is in the tab: the tab's own, or a column of its split view.
  func holds(_ stack: NavigationState<UIViewController>.Stack) -> Bool {
    stack.name == rawValue || stack.name.hasPrefix("\(rawValue)/")
  }
}

/// Makes the tabs with empty stacks: their first screens have routes, as all others do. Where there is room, the shop
/// is a split view: its list has the name `Shop/primary`, and its details that of the tab.
@MainActor
func makeTabs(isWide: Bool) -> UITabBarController {
  let tabs = UITabBarController()
  tabs.viewControllers = Tab.allCases.map { tab in
    let controller: UIViewController
    if tab == .shop, isWide {
      let split = UISplitViewController(style: .doubleColumn)
      split.setViewController(UINavigationController(), for: .primary)
      split.setViewController(UINavigationController(), for: .secondary)
      controller = split
    } else {
      controller = UINavigationController()
    }
    controller.tabBarItem?.title = tab.rawValue
    return controller
  }
  return tabs
}
