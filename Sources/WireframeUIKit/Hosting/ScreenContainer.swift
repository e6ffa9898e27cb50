#if canImport(UIKit) && !os(watchOS)
  public import UIKit
  public import WireframeCore

  /// A container of an app's own whose children are stacks or screens: a drawer, a pager, a split view.
  ///
  /// The host reads ``containedScreens`` whenever it looks, pushes onto the navigation controllers among the children,
  /// and presents over the selected one. UIKit's own containers need no conformance: tab bars, split views, and page
  /// view controllers whose page is a navigation controller. A child may be a container itself: then its children are
  /// in its place.
  ///
  /// ```swift
  /// extension DrawerViewController: ScreenContainer {
  ///   var containedScreens: ContainedScreens {
  ///     ContainedScreens(
  ///       kind: .columns, [("menu", menu), ("content", content)], selected: isOpen ? 0 : 1)
  ///   }
  ///   func select(_ index: Int) { isOpen = index == 0 }
  /// }
  /// ```
  ///
  /// Call `wireframeHost.refresh()` when the user has changed what is selected.
  @MainActor
  public protocol ScreenContainer: UIViewController {
    /// The children that are there now, and the selected one. If there are none, the host loads the view first.
    var containedScreens: ContainedScreens { get }

    /// Shows another child, without animation.
    ///
    /// - Parameter index: The index of the child.
    func select(_ index: Int)

    /// Replaces a child that is not a navigation controller. By default nothing happens, and the move fails with
    /// ``UIKitError/Code/cannotBeReplaced``.
    ///
    /// - Parameters:
    ///   - index: The index of the child.
    ///   - controller: The new child.
    func replace(_ index: Int, with controller: UIViewController)
  }

  extension ScreenContainer {
    /// Does nothing: the children are always the same, or are navigation controllers.
    public func replace(_ index: Int, with controller: UIViewController) {}
  }

  /// What a container holds: one child that covers the others, or several side by side.
  public struct ContainedScreens {
    let kind: LayerKind
    let children: [(name: String, controller: UIViewController?)]
    let selected: Int

    /// Makes the value.
    ///
    /// - Parameters:
    ///   - kind: Tabs, columns, or one stack, which has one child.
    ///   - children: The names by which routes find the children, and the children; nil for one that has not been made
    ///     yet.
    ///   - selected: The index of the child that is shown, or onto which screens are pushed.
    public init(
      kind: LayerKind, _ children: [(name: String, controller: UIViewController?)], selected: Int
    ) {
      (self.kind, self.children, self.selected) = (kind, children, selected)
    }
  }

  @available(*, unavailable)
  extension ContainedScreens: Sendable {}

  // MARK: - The containers that the host knows

  /// A container with children, as the host uses it.
  @MainActor
  struct ScreenContent {
    /// The container, and those nested in it.
    var owners: [UIViewController]
    let screens: ContainedScreens
    var select: @MainActor (Int) -> Void = { _ in }
    var replace: @MainActor (Int, UIViewController) -> Void = { _, _ in }

    var selected: UIViewController? { screens.children[screens.selected].controller }

    /// The index of a child: by its name, since containers may have come among those before it.
    func index(of name: String, at index: Int) -> Int? {
      let isThere = screens.children.indices.contains(index) && screens.children[index].name == name
      return isThere ? index : screens.children.firstIndex { $0.name == name }
    }

    /// The controller of a child, if it has been made.
    func controller(of name: String, at index: Int) -> UIViewController? {
      self.index(of: name, at: index).flatMap { screens.children[$0].controller }
    }

    /// The same with the children of nested containers in the place of those.
    ///
    /// Tabs keep their names. In other containers the last child, onto which screens are pushed, has the name of the
    /// container itself: a split view in a tab has a column by the name of the tab. The name of any other child follows
    /// that of its container, as in `Mail/primary`, and so does one that is taken already.
    fileprivate func flattened(_ depth: Int) -> ScreenContent {
      var (owners, kind, selected) = (owners, screens.kind, screens.selected)
      var children: [(name: String, controller: UIViewController?)] = []
      var places: [(content: ScreenContent, index: Int, outer: Int?)] = []
      // The names of the container's own children come first, since the app knows those.
      var taken = Set(screens.children.map(\.name))
      for (index, child) in screens.children.enumerated() {
        if index == screens.selected { selected = children.count }
        // A stack keeps its screens. The depth guards against a container that holds itself.
        guard depth < 4, let controller = child.controller, controller.asStack == nil,
          let inner = controller.content(depth: depth + 1)
        else {
          children.append(child)
          places.append((self, index, nil))
          continue
        }
        owners += inner.owners
        if inner.screens.kind == .tabs { kind = .tabs }
        if index == screens.selected { selected += inner.screens.selected }
        for (place, own) in inner.screens.children.enumerated() {
          let isMain = place == inner.screens.children.count - 1 && inner.screens.kind != .tabs
          let name = isMain ? child.name : inner.screens.kind == .tabs ? own.name : ""
          let isFree = isMain || !name.isEmpty && taken.insert(name).inserted
          let unique = isFree ? name : "\(child.name)/\(own.name)"
          taken.insert(unique)
          children.append((unique, own.controller))
          places.append((inner, place, index))
        }
      }
      return ScreenContent(
        owners: owners, screens: ContainedScreens(kind: kind, children, selected: selected),
        select: { [select] in
          if let outer = places[$0].outer { select(outer) }
          places[$0].content.select(places[$0].index)
        },
        replace: { places[$0].content.replace(places[$0].index, $1) })
    }
  }

  extension UIViewController {
    /// Its children, if they are stacks or screens of their own; nil for one screen, or one stack of screens.
    ///
    /// A container at the top of a stack, such as tabs after a login, counts as that stack's content.
    func content(depth: Int = 0) -> ScreenContent? {
      let own: ScreenContent?
      switch self {
      case let container as any ScreenContainer:
        own = ScreenContent(
          owners: [container], screens: container.containedScreens,
          select: { container.select($0) }, replace: { container.replace($0, with: $1) })
      case let tabs as UITabBarController: own = tabs.tabContent
      case let pages as UIPageViewController: own = pages.pageContent
      case let split as UISplitViewController: own = split.columnContent
      default: return asStack?.topViewController?.content(depth: depth)
      }
      guard let content = own, content.screens.children.indices.contains(content.screens.selected)
      else {
        // A container without children is one screen; they may come with its view only.
        guard !isViewLoaded else { return nil }
        loadViewIfNeeded()
        return self.content(depth: depth)
      }
      return content.flattened(depth)
    }

    /// Its name as a tab: its restoration identifier, else the title of its tab bar item, which differs from language
    /// to language. It keeps the name that it had first: UIKit gives a tab the title of its stack's first screen.
    fileprivate var nameAsTab: String {
      // A title may come later.
      if notes.tabName.isEmpty { notes.tabName = restorationIdentifier ?? tabBarItem?.title ?? "" }
      return notes.tabName
    }
  }

  extension UITabBarController {
    fileprivate var tabContent: ScreenContent? {
      if #available(iOS 18, tvOS 18, visionOS 2, *), !tabs.isEmpty { return newTabContent }
      guard let tabs = viewControllers, !tabs.isEmpty else { return nil }
      let controllers: [UIViewController] = tabs + (shownMore.map { [$0] } ?? [])
      return ScreenContent(
        owners: [self],
        screens: ContainedScreens(
          kind: .tabs, controllers.map { ($0.nameAsTab, $0) },
          selected: controllers.firstIndex { $0 === selectedViewController } ?? 0),
        select: { [unowned self] in selectedViewController = controllers[$0] },
        replace: { [unowned self] index, controller in
          guard tabs.indices.contains(index) else { return }
          if controller.tabBarItem?.image == nil { controller.tabBarItem = tabs[index].tabBarItem }
          controller.notes.tabName = tabs[index].nameAsTab
          viewControllers?[index] = controller
        })
    }

    /// The stack of the tabs for which the bar has no room, while its list or one of them is shown.
    var shownMore: UINavigationController? {
      #if os(tvOS) || os(visionOS)
        nil
      #else
        // UIKit makes it when it is asked for. It is no plain stack, as most tabs are.
        guard let stack = selectedViewController as? UINavigationController,
          type(of: stack) != UINavigationController.self, stack === moreNavigationController
        else { return nil }
        return stack
      #endif
    }
  }

  @available(iOS 18, tvOS 18, visionOS 2, *)
  extension UITabBarController {
    /// The tabs by their identifiers, those of groups each for itself. The controller of a tab is made when the tab is
    /// first shown: until then it is an empty stack.
    fileprivate var newTabContent: ScreenContent? {
      let leaves = tabs.flatMap(\.leaves)
      // While More is shown, `selectedTab` is the tab before, also if another one was chosen in the list.
      let more = shownMore
      let inMore = more?.topViewController?.tab
      let list = inMore == nil ? more : nil
      let selected = inMore ?? selectedTab
      let chosen = leaves.firstIndex { leaf in
        list == nil
          && sequence(first: selected?.selectedLeaf ?? leaf, next: { $0.parent })
            .contains { $0 === leaf }
      }
      let children = leaves.enumerated().map { index, leaf in
        (leaf.identifier, index == chosen ? leaf.shown : made(leaf))
      }
      return ScreenContent(
        owners: [self] + (more.map { [$0] } ?? []),
        screens: ContainedScreens(
          kind: .tabs, children + (list.map { [("", $0)] } ?? []),
          selected: chosen ?? (list == nil ? 0 : leaves.count)),
        select: { [unowned self] index in
          guard leaves.indices.contains(index) else { return }
          // The tab before More is selected already: only its controller leads back to it.
          if more != nil, let controller = leaves[index].shown {
            selectedViewController = controller
          }
          if selectedTab !== leaves[index] { selectedTab = leaves[index] }
        })
    }

    /// The controller of a tab, if it has been made.
    private func made(_ tab: UITab) -> UIViewController? {
      (tab as? UITabGroup)?.managingNavigationController ?? children.first { $0.tab === tab }
    }
  }

  @available(iOS 18, tvOS 18, visionOS 2, *)
  extension UITab {
    /// The tabs in a group, unless the group has a stack for all of them, or a controller that is shown for each.
    fileprivate var leaves: [UITab] {
      guard let group = self as? UITabGroup, group.managingNavigationController == nil,
        !group.children.isEmpty, group.viewController == nil
      else { return [self] }
      return group.children.flatMap(\.leaves)
    }

    /// The tab that is selected in it.
    fileprivate var selectedLeaf: UITab {
      (self as? UITabGroup)?.selectedChild?.selectedLeaf ?? self
    }

    /// What is shown while it is selected.
    fileprivate var shown: UIViewController? {
      (self as? UITabGroup)?.managingNavigationController ?? viewController
    }
  }

  extension UIPageViewController {
    /// The page that is shown, if it is a stack; otherwise the pages are one screen.
    fileprivate var pageContent: ScreenContent? {
      guard let page = viewControllers?.first, page.asStack != nil else { return nil }
      return ScreenContent(
        owners: [self], screens: ContainedScreens(kind: .stack, [("", page)], selected: 0))
    }
  }

  extension UISplitViewController {
    /// The columns that there are, in the order of the languages that are written from left to right. Collapsed, the
    /// uppermost column is selected; otherwise the one that was selected last, at first the secondary one.
    fileprivate var columnContent: ScreenContent? {
      guard style != .unspecified else { return oldContent }
      if isCollapsed, let compact = viewController(for: .compact) {
        return compact.content()
          ?? ScreenContent(
            owners: [self, compact],
            screens: ContainedScreens(kind: .stack, [("", compact)], selected: 0))
      }
      let columns: [(name: String, column: Column)] = [
        ("primary", .primary), ("supplementary", .supplementary), ("secondary", .secondary),
      ].filter { viewController(for: $0.1) != nil }
      // A column that the user has hidden is not selected any more. One that is still appearing has a coordinator.
      if !isCollapsed, transitionCoordinator == nil, viewIfLoaded?.window != nil,
        content(of: notes.selectedColumn)?.isSeen == false
      {
        notes.selectedColumn = .secondary
      }
      let children = columns.map { (name: $0.name, controller: content(of: $0.column)) }
      let shown = columns.lastIndex {
        isCollapsed ? isStacked($0.column) : $0.column == notes.selectedColumn
      }
      return ScreenContent(
        owners: [self],
        screens: ContainedScreens(kind: .columns, children, selected: shown ?? columns.count - 1),
        select: { [unowned self] index in
          show(columns[index].column)
          notes.selectedColumn = columns[index].column
        },
        replace: { [unowned self] in setViewController($1, for: columns[$0].column) })
    }

    /// The two columns of a split view without a style. Collapsed, the second one is on the stack of the first.
    private var oldContent: ScreenContent? {
      guard let first = viewControllers.first else { return nil }
      let stacked = first.asStack?.viewControllers.last as? UINavigationController
      let second = viewControllers.count > 1 ? viewControllers[1] : stacked
      let columns = [("primary", first)] + (second.map { [("secondary", $0)] } ?? [])
      let isSecond = second != nil && (isCollapsed || notes.selectedColumn == .secondary)
      return ScreenContent(
        owners: [self],
        screens: ContainedScreens(
          kind: .columns, columns.map { ($0, $1) }, selected: isSecond ? 1 : 0),
        select: { [unowned self] index in
          notes.selectedColumn = index == 0 ? .primary : .secondary
          guard index == 0, isCollapsed, let stack = first.asStack else { return }
          stack.setViewControllers(stack.ownScreens, animated: false)
        },
        replace: { [unowned self] index, controller in
          if viewControllers.indices.contains(index) { viewControllers[index] = controller }
        })
    }

    /// The stack of a column. UIKit makes one around a screen that was set without, and tells of the screen only.
    private func content(of column: Column) -> UIViewController? {
      let told = viewController(for: column)
      guard let controller = told, controller.asStack == nil else { return told }
      if let stack = controller.navigationController, stack !== navigationController {
        notes.columnStacks[column] = WeakController(controller: stack)
        return stack
      }
      // Another screen may have taken its place on the stack.
      let stack = notes.columnStacks[column]?.controller
      let isHere = sequence(first: stack, next: { $0?.parent }).contains { $0 === self }
      return isHere ? stack : controller
    }

    /// Whether a column is on the stack that a collapsed split view shows.
    private func isStacked(_ column: Column) -> Bool {
      guard let controller = content(of: column) else { return false }
      return column == .primary || controller.viewIfLoaded?.window != nil
        || controller.parent?.asStack != nil
    }
  }
#endif
