// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Bars and their buttons; nothing is drawn.

@MainActor
open class UIBarButtonItem: NSObject {
  open var customView: UIView?
  public nonisolated override init() {}

  /// Whether a bar of the window shows it.
  func isInBar(of window: UIWindow) -> Bool {
    if let customView { return customView.window === window }
    var open = [window.rootViewController].compactMap(\.self)
    while let controller = open.popLast() {
      open += controller.children + [controller.ownPresented].compactMap(\.self)
      guard controller.viewIfLoaded?.window === window else { continue }
      if let stack = controller.parent as? UINavigationController {
        if !stack.isNavigationBarHidden, controller.navigationItem.all.contains(self) {
          return true
        }
        if !stack.isToolbarHidden, controller.toolbarItems?.contains(self) == true { return true }
      }
      if controller.viewIfLoaded?.hasBar(with: self) == true { return true }
    }
    return false
  }
}

@MainActor
open class UIBarButtonItemGroup: NSObject {
  open var barButtonItems: [UIBarButtonItem]
  open var representativeItem: UIBarButtonItem?
  public init(barButtonItems: [UIBarButtonItem], representativeItem: UIBarButtonItem?) {
    self.barButtonItems = barButtonItems
    self.representativeItem = representativeItem
  }
}

@MainActor
open class UINavigationItem: NSObject {
  public nonisolated override init() {}
  open var leftBarButtonItems: [UIBarButtonItem]?
  open var leftItemsSupplementBackButton = false
  open var hidesBackButton = false
  /// Whether the bar has a back button: items at its place take it away.
  var hasBackButton: Bool {
    !hidesBackButton
      && (leftItemsSupplementBackButton
        || (leftBarButtonItems ?? []).isEmpty && leadingItemGroups.isEmpty)
  }
  open var titleView: UIView?
  private var ownBackAction: UIAction?
  /// In the place of the back button's pop; copied.
  open var backAction: UIAction? {
    get { ownBackAction }
    set { ownBackAction = newValue?.copied }
  }
  open var rightBarButtonItems: [UIBarButtonItem]?
  open var leadingItemGroups: [UIBarButtonItemGroup] = []
  open var centerItemGroups: [UIBarButtonItemGroup] = []
  open var trailingItemGroups: [UIBarButtonItemGroup] = []
  open var pinnedTrailingGroup: UIBarButtonItemGroup?

  fileprivate var all: [UIBarButtonItem] {
    let groups = [leadingItemGroups, centerItemGroups, trailingItemGroups].flatMap(\.self)
    let pinned = [pinnedTrailingGroup].compactMap(\.self)
    return (leftBarButtonItems ?? []) + (rightBarButtonItems ?? [])
      + (groups + pinned).flatMap {
        $0.barButtonItems + [$0.representativeItem].compactMap(\.self)
      }
  }
}

open class UIToolbar: UIView {
  open var items: [UIBarButtonItem]?
}

open class UINavigationBar: UIView {
  open var items: [UINavigationItem]?
  open var topItem: UINavigationItem? { items?.last }
}

@MainActor
open class UITextInputAssistantItem: NSObject {
  open var leadingBarButtonGroups: [UIBarButtonItemGroup] = []
  open var trailingBarButtonGroups: [UIBarButtonItemGroup] = []
}

extension UIView {
  fileprivate func hasBar(with item: UIBarButtonItem) -> Bool {
    if isHidden { return false }
    if let bar = self as? UIToolbar, bar.items?.contains(item) == true { return true }
    if let bar = self as? UINavigationBar, bar.topItem?.all.contains(item) == true { return true }
    if isFirstResponder {
      // What is above the keyboard, in a window of its own.
      let groups =
        inputAssistantItem.leadingBarButtonGroups + inputAssistantItem.trailingBarButtonGroups
      if groups.contains(where: { $0.barButtonItems.contains(item) }) { return true }
      if inputAccessoryView?.hasBar(with: item) == true { return true }
    }
    return subviews.contains { $0.hasBar(with: item) }
  }
}
