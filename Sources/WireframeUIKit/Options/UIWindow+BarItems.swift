#if canImport(UIKit) && !os(watchOS) && !os(tvOS)
  import UIKit

  extension UIWindow {
    /// Whether a bar of the window has a button, or a bar of a covered view that is out of the window. UIKit traps on a
    /// popover that points to any other one, and has no public way from a button to its view.
    func shows(_ item: UIBarButtonItem, orBelow covered: UIView? = nil) -> Bool {
      #if targetEnvironment(macCatalyst)
        // It may be in the toolbar of the Mac's window.
        return true
      #else
        if let view = item.customView {
          return view.window === self || covered.map(view.isDescendant) == true
        }
        return rootViewController?.hasButton(item, orBelow: covered) == true
      #endif
    }
  }

  extension UIViewController {
    fileprivate func hasButton(_ item: UIBarButtonItem, orBelow covered: UIView?) -> Bool {
      if let view = viewIfLoaded,
        view.window != nil || covered.map(view.isDescendant) == true,
        barItems.contains(item) || view.hasButton(item)
      {
        return true
      }
      let modals = [presentedViewController].compactMap(\.self)
        .filter { $0.presentingViewController === self }
      return (modals + children).contains { $0.hasButton(item, orBelow: covered) }
    }

    /// What it puts into the bars of its stack: nothing if it is embedded in a screen of that.
    private var barItems: [UIBarButtonItem] {
      guard let stack = parent as? UINavigationController else { return [] }
      let items = stack.isToolbarHidden ? [] : toolbarItems ?? []
      return stack.isNavigationBarHidden ? items : items + navigationItem.barItems
    }
  }

  extension UIView {
    /// Whether a bar in it has the button, or one of the keyboard that types into it.
    fileprivate func hasButton(_ item: UIBarButtonItem) -> Bool {
      guard !isHidden else { return false }
      let items: [UIBarButtonItem] =
        switch self {
        case let bar as UIToolbar: bar.items ?? []
        case let bar as UINavigationBar: bar.topItem?.barItems ?? []
        default: []
        }
      if items.contains(item) || isFirstResponder && keyboardShows(item) { return true }
      return subviews.contains { $0.hasButton(item) }
    }

    private func keyboardShows(_ item: UIBarButtonItem) -> Bool {
      #if os(visionOS)
        // Its keyboard shows no bars of apps.
        return false
      #else
        let groups =
          inputAssistantItem.leadingBarButtonGroups + inputAssistantItem.trailingBarButtonGroups
        return groups.flatMap(\.barItems).contains(item)
          || inputAccessoryView?.hasButton(item) == true
      #endif
    }
  }

  extension UINavigationItem {
    fileprivate var barItems: [UIBarButtonItem] {
      let groups =
        leadingItemGroups + centerItemGroups + trailingItemGroups
        + [pinnedTrailingGroup].compactMap(\.self)
      return (leftBarButtonItems ?? []) + (rightBarButtonItems ?? []) + groups.flatMap(\.barItems)
    }
  }

  extension UIBarButtonItemGroup {
    fileprivate var barItems: [UIBarButtonItem] {
      barButtonItems + [representativeItem].compactMap(\.self)
    }
  }
#endif
