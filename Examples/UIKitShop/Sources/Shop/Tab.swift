import UIKit

/// The tabs, by their titles.
enum Tab: String, CaseIterable {
  case shop = "Shop"
  case cart = "Cart"
}

/// Makes the tabs, each with a stack around its first screen.
@MainActor
func makeTabs(_ screens: [Tab: UIViewController]) -> UITabBarController {
  let tabs = UITabBarController()
  tabs.viewControllers = Tab.allCases.compactMap { tab in
    guard let screen = screens[tab] else { return nil }
    let stack = UINavigationController(rootViewController: screen)
    stack.tabBarItem?.title = tab.rawValue
    return stack
  }
  return tabs
}
