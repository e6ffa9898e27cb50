// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Containers beside stacks and tabs.

@MainActor
public protocol UISplitViewControllerDelegate: AnyObject {
  func splitViewController(
    _ svc: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
  ) -> UISplitViewController.Column
  func splitViewControllerDidCollapse(_ svc: UISplitViewController)
  func splitViewControllerDidExpand(_ svc: UISplitViewController)
}

extension UISplitViewControllerDelegate {
  public func splitViewController(
    _ svc: UISplitViewController,
    topColumnForCollapsingToProposedTopColumn proposedTopColumn: UISplitViewController.Column
  ) -> UISplitViewController.Column {
    forwarded(
      self, "splitViewController:topColumnForCollapsingToProposedTopColumn:",
      to: (any UISplitViewControllerDelegate).self)?
      .splitViewController(svc, topColumnForCollapsingToProposedTopColumn: proposedTopColumn)
      ?? proposedTopColumn
  }
  public func splitViewControllerDidCollapse(_ svc: UISplitViewController) {
    forwarded(
      self, "splitViewControllerDidCollapse:", to: (any UISplitViewControllerDelegate).self)?
      .splitViewControllerDidCollapse(svc)
  }
  public func splitViewControllerDidExpand(_ svc: UISplitViewController) {
    forwarded(self, "splitViewControllerDidExpand:", to: (any UISplitViewControllerDelegate).self)?
      .splitViewControllerDidExpand(svc)
  }
}

open class UISplitViewController: UIViewController {
  public enum Style: Int, Sendable { case unspecified, doubleColumn, tripleColumn }
  public enum Column: Int, Sendable { case primary, supplementary, secondary, compact }
  public enum DisplayMode: Int, Sendable { case automatic, secondaryOnly, oneBesideSecondary }

  public private(set) var style = Style.unspecified
  public weak var delegate: (any UISplitViewControllerDelegate)?
  public private(set) var isCollapsed = false
  /// There is no layout: the columns are side by side whatever it says.
  open var preferredDisplayMode = DisplayMode.automatic
  private var columns: [Column: UIViewController] = [:]

  public convenience init(style: Style) {
    self.init(nibName: nil, bundle: nil)
    self.style = style
  }

  /// The columns around which stacks were made.
  private var made: Set<Column> = []

  /// A stack that was made is not told of, only what is in it.
  open func viewController(for column: Column) -> UIViewController? {
    guard made.contains(column), let stack = columns[column] as? UINavigationController else {
      return columns[column]
    }
    return stack.viewControllers.first ?? stack
  }

  /// What the column shows: the stack that was made around what was set.
  public func shownContent(of column: Column) -> UIViewController? { columns[column] }

  /// The columns of a split view without a style; collapsed, only the first one.
  open var viewControllers: [UIViewController] = [] {
    didSet {
      guard style == .unspecified else { return }
      for controller in oldValue where !viewControllers.contains(controller) {
        if controller.parent === self { controller.removeFromParent() }
      }
      for controller in viewControllers where controller.parent !== self { addChild(controller) }
      if windowInSight != nil {
        for controller in viewControllers where !controller.isUp {
          controller.appear(animated: false)
        }
      }
    }
  }
  /// The second column while there is room for one only.
  private var removed: UINavigationController?

  /// What is no navigation controller gets one, except in the compact column.
  open func setViewController(_ vc: UIViewController?, for column: Column) {
    columns[column]?.removeFromParent()
    made.remove(column)
    if column != .compact, vc != nil, !(vc is UINavigationController) { made.insert(column) }
    columns[column] = vc.map {
      made.contains(column) ? UINavigationController(rootViewController: $0) : $0
    }
    if let controller = columns[column] { addChild(controller) }
    if windowInSight != nil, let vc, isShowing(vc) { vc.appear(animated: false) }
  }

  override func isShowing(_ child: UIViewController) -> Bool {
    if style == .unspecified { return viewControllers.contains(child) }
    guard isCollapsed else {
      return child !== columns[.compact] && !hidden.contains { columns[$0] === child }
    }
    return child === (columns[.compact] ?? columns[.primary])
  }

  private var stacked: [Column] {
    [.primary, .supplementary, .secondary].filter { columns[$0] != nil }
  }

  open func show(_ column: Column) {
    guard isCollapsed else {
      guard hidden.remove(column) != nil, windowInSight != nil else { return }
      columns[column]?.appear(animated: false)
      return
    }
    if columns[.compact] == nil { stack(upTo: column) }
  }

  /// The columns that the user, or the room, has hidden while the others are side by side.
  private var hidden: Set<Column> = []

  open func hide(_ column: Column) {
    guard !isCollapsed, column != .secondary, let controller = columns[column],
      hidden.insert(column).inserted, windowInSight != nil
    else { return }
    controller.willHide(animated: false)
    controller.didHide(animated: false)
  }

  /// Puts the stacks of the columns one onto the other, as a collapsed split view does.
  private func stack(upTo top: Column) {
    guard let primary = columns[.primary] as? UINavigationController else { return }
    let above = stacked.filter { $0 != .primary && $0.rawValue <= top.rawValue }
    primary.setViewControllers(
      primary.viewControllers.filter { !($0 is UINavigationController) }
        + above.compactMap { columns[$0] },
      animated: false)
  }

  /// The window becomes narrow.
  public func collapse(onto proposed: Column = .primary) {
    guard !isCollapsed else { return }
    let top =
      delegate?.splitViewController(self, topColumnForCollapsingToProposedTopColumn: proposed)
      ?? proposed
    for column in hidden { show(column) }
    isCollapsed = true
    if style == .unspecified, viewControllers.count > 1,
      let first = viewControllers[0] as? UINavigationController,
      let second = viewControllers[1] as? UINavigationController
    {
      viewControllers = [first]
      if top == .secondary {
        first.setViewControllers(first.viewControllers + [second], animated: false)
      }
      removed = second
    }
    if columns[.compact] == nil { stack(upTo: top) }
    if let compact = columns[.compact], windowInSight != nil {
      for column in stacked {
        columns[column]?.willHide(animated: false)
        columns[column]?.didHide(animated: false)
      }
      compact.appear(animated: false)
    }
    delegate?.splitViewControllerDidCollapse(self)
  }

  /// The window becomes wide.
  public func expand() {
    guard isCollapsed else { return }
    if columns[.compact] == nil { stack(upTo: .primary) }
    // What leaves the stack of the first column has left before it appears in its own.
    windowAround?.layOut()
    isCollapsed = false
    if let compact = columns[.compact], windowInSight != nil {
      compact.willHide(animated: false)
      compact.didHide(animated: false)
      columns[.primary]?.appear(animated: false)
    }
    if style == .unspecified, let second = removed {
      let first = viewControllers.first as? UINavigationController
      first?.setViewControllers(
        first?.viewControllers.filter { $0 !== second } ?? [], animated: false)
      removed = nil
      viewControllers += [second]
    }
    for column in stacked {
      if let controller = columns[column], controller.parent !== self { addChild(controller) }
      if windowInSight != nil, column != .primary { columns[column]?.appear(animated: false) }
    }
    delegate?.splitViewControllerDidExpand(self)
  }
}

@MainActor
public protocol UIPageViewControllerDelegate: NSObjectProtocol {
  func pageViewController(
    _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
    previousViewControllers: [UIViewController], transitionCompleted completed: Bool)
}

extension UIPageViewControllerDelegate {
  public func pageViewController(
    _ pageViewController: UIPageViewController, didFinishAnimating finished: Bool,
    previousViewControllers: [UIViewController], transitionCompleted completed: Bool
  ) {
    forwarded(
      self,
      "pageViewController:didFinishAnimating:previousViewControllers:transitionCompleted:",
      to: (any UIPageViewControllerDelegate).self)?
      .pageViewController(
        pageViewController, didFinishAnimating: finished,
        previousViewControllers: previousViewControllers, transitionCompleted: completed)
  }
}

open class UIPageViewController: UIViewController {
  public enum NavigationDirection: Int, Sendable { case forward, reverse }

  public weak var delegate: (any UIPageViewControllerDelegate)?
  open private(set) var viewControllers: [UIViewController]?

  open func setViewControllers(
    _ viewControllers: [UIViewController]?, direction: NavigationDirection, animated: Bool,
    completion: ((Bool) -> Void)? = nil
  ) {
    let old = self.viewControllers ?? []
    for controller in old where viewControllers?.contains(controller) != true {
      if windowInSight != nil {
        controller.willHide(animated: animated)
        controller.didHide(animated: animated)
      }
      controller.removeFromParent()
    }
    self.viewControllers = viewControllers
    for controller in viewControllers ?? [] where controller.parent !== self {
      addChild(controller)
      if windowInSight != nil { controller.appear(animated: animated) }
    }
    completion?(true)
  }

  /// The user turns the page, or lets go early.
  public func turn(to page: UIViewController, isCompleted: Bool = true) {
    guard isInReach else { return }
    let old = viewControllers ?? []
    if isCompleted { setViewControllers([page], direction: .forward, animated: true) }
    delegate?.pageViewController(
      self, didFinishAnimating: true, previousViewControllers: old, transitionCompleted: isCompleted
    )
  }
}
