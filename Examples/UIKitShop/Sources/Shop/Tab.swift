import UIKit

/// The tabs, by their titles.
enum Tab: String, CaseIterable {
  case shop = "Shop"
  case cart = "Cart"
  case wallet = "Wallet"
}

/// Makes the tabs with empty stacks: their first screens have routes, as all others do. Where there is room, the shop
/// is a split view: its list has the name `Shop/primary`, and its details that of the tab.
@MainActor
func makeTabs(isWide: Bool) -> UITabBarController {
  let tabs = UITabBarController()
  tabs.viewControllers = Tab.allCases.map { tab in
    let controller: UIViewController
    if tab == .shop, isWide {
      let split = ShopSplit(style: .doubleColumn)
      // In portrait, too.
      split.preferredDisplayMode = .oneBesideSecondary
      split.delegate = split
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

/// The list of the products, and beside it what was chosen there.
final class ShopSplit: UISplitViewController, UISplitViewControllerDelegate {
  /// A narrow window shows the list if nothing was chosen: UIKit would show the empty column.
  func splitViewController(
    _ svc: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
  ) -> UISplitViewController.Column {
    let details = viewController(for: .secondary) as? UINavigationController
    return details?.viewControllers.isEmpty == false ? proposedTopColumn : .primary
  }
}
