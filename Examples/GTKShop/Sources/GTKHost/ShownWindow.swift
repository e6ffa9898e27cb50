internal import CGTK
public import WireframeCore

/// What the user sees of a layer: read from a window's widgets, or expected of a state. Checks compare the two.
public struct ShownWindow: Hashable, Codable, nonisolated CustomStringConvertible {
  /// The title that the header bar shows.
  public var title: String
  /// Whether the window is a dialog over another.
  public var isModal: Bool
  /// The titles of the tabs; none without a switcher.
  public var tabs: [String]
  /// The index of the pressed tab, or 0.
  public var selected: Int
  /// The screens of each stack, the visible one last: the entry's identifier and its title.
  public var stacks: [[String]]
  /// Whether the visible header bar has a back button.
  public var hasBackButton: Bool

  /// The window as a line of text.
  public nonisolated var description: String {
    let stacks = stacks.map { $0.joined(separator: " › ") }
    return "\(isModal ? "dialog" : "window") \"\(title)\"\(hasBackButton ? " with back" : ""): "
      + (tabs.isEmpty
        ? stacks.joined(separator: " | ")
        : zip(tabs.indices, zip(tabs, stacks)).map {
          "\($0 == selected ? "*" : "")\($1.0) [\($1.1)]"
        }.joined(separator: ", "))
  }
}

// MARK: - What the state says

extension ShownWindow {
  /// What the windows should show of a state, from the main window to the uppermost dialog.
  ///
  /// - Parameter state: The state.
  /// - Returns: The windows.
  public static func expected(of state: NavigationState<GTKScreen>) -> [ShownWindow] {
    state.layers.map { layer in
      let shown = layer.selectedStack
      return ShownWindow(
        title: shown.entries.last?.controller.title ?? shown.name, isModal: layer.style != nil,
        tabs: layer.kind == .tabs ? layer.stacks.map(\.name) : [], selected: layer.selected,
        stacks: layer.stacks.map { $0.entries.map { "\($0.id) \($0.controller.title)" } },
        hasBackButton: shown.entries.count > 1)
    }
  }
}

extension ShownWindow {
  /// What the windows should show of a host: of one that is covered, its cover alone.
  ///
  /// - Parameter host: The host.
  /// - Returns: The windows.
  public static func expected(of host: GTKNavigationHost) -> [ShownWindow] {
    host.cover.map { [ShownWindow(coveredBy: $0.title)] } ?? expected(of: host.state)
  }

  private init(coveredBy title: String) {
    (self.title, isModal, tabs, selected, hasBackButton) = (title, false, [], 0, false)
    stacks = [["cover \(title)"]]
  }
}

// MARK: - What the widgets show

extension ShownWindow {
  /// The windows that are on screen, from the main window to the uppermost dialog, without the app's alerts.
  ///
  /// - Returns: The windows, as their widgets are now.
  public static func all() -> [ShownWindow] { Widget.visibleWindows.compactMap(ShownWindow.init) }

  private init?(_ window: Widget) {
    let widgets = window.seenDescendants
    guard window.className == "GtkWindow",
      let header = widgets.first(where: { $0.className == "GtkHeaderBar" && $0.isSeen })
    else { return nil }
    let title = header.descendants.first { $0.hasStyle("title") }?.text ?? ""
    if window.cover != nil {
      self = ShownWindow(coveredBy: title)
      return
    }
    self.title = title
    isModal = gtk_window_get_transient_for(window.cast()) != nil
    hasBackButton = header.descendants.contains { $0.isSeen && $0.tooltip == "Back" }
    let pageStacks: [Widget]
    if let switcher = widgets.first(where: { $0.className == "GtkStackSwitcher" }),
      let tabStack = gtk_stack_switcher_get_stack(switcher.opaque)
    {
      tabs = switcher.children.map { $0.descendants.compactMap(\.text).joined() }
      selected =
        switcher.children.firstIndex { gtk_toggle_button_get_active($0.cast()) != 0 } ?? -1
      pageStacks = Widget(tabStack).children
      // The button that is pressed and the stack that is seen are two widgets.
      if Widget(gtk_stack_get_visible_child(tabStack)) != pageStacks[selected] { selected = -1 }
    } else {
      (tabs, selected) = ([], 0)
      let all = widgets.filter { $0.className == "GtkStack" }
      pageStacks = all.filter { stack in !all.contains { $0 != stack && stack.isInside($0) } }
    }
    stacks = pageStacks.map { stack in
      let visible = gtk_stack_get_visible_child(stack.opaque)
      let pages = stack.children.compactMap { page -> (Widget, String)? in
        guard let info = gtk_stack_get_page(stack.opaque, page),
          let name = gtk_stack_page_get_name(info).map({ String(cString: $0) }), name != "empty"
        else { return nil }
        let title = page.descendants.first { $0.hasStyle("title") }?.text ?? ""
        return (page, "\(name) \(title)")
      }
      // Whatever stands above what is seen would be a mistake.
      let isRight = pages.isEmpty || pages.last?.0 == visible
      return pages.map(\.1) + (isRight ? [] : ["(hidden above the top)"])
    }
  }
}

/// A widget that can be seen and used, and where it is in its window.
public struct ShownWidget: Hashable, Codable {
  /// The title of its window.
  public let window: String
  /// Its class, as `GtkButton`.
  public let kind: String
  /// Its name, if the app has given one; else its text.
  public let text: String
  /// The middle, from the left edge of the window's surface.
  public let x: Int
  /// The middle, from the upper edge of the window's surface.
  public let y: Int
  /// Whether it can be used.
  public let isEnabled: Bool

  /// All widgets with a text that are on screen.
  ///
  /// - Returns: The widgets, those of the main window first.
  public static func all() -> [ShownWidget] {
    Widget.visibleWindows.flatMap { window in
      window.seenDescendants.filter(\.isSeen).compactMap { ShownWidget($0, in: window) }
    }
  }

  private init?(_ widget: Widget, in window: Widget) {
    let name = String(cString: gtk_widget_get_name(widget))
    let named = name.hasPrefix("Gtk") ? nil : name
    let text =
      switch widget.className {
      case "GtkButton", "GtkToggleButton", "GtkListBoxRow", "GtkMenuButton", "GtkFlowBoxChild":
        widget.hasStyle("close")
          ? "Close window"
          : named ?? widget.descendants.lazy.compactMap(\.text).first ?? widget.tooltip
      case "GtkLabel": widget.text
      case "GtkEntry", "GtkSearchEntry", "GtkPasswordEntry", "GtkSpinButton": named
      default: nil as String?
      }
    var bounds = graphene_rect_t()
    var (left, top) = (0.0, 0.0)
    guard let text, gtk_widget_compute_bounds(widget, window, &bounds) != 0 else { return nil }
    gtk_native_get_surface_transform(window.opaque, &left, &top)
    self.window = String(cString: gtk_window_get_title(window.cast()))
    kind = widget.className
    self.text = text
    x = Int(Double(bounds.origin.x + bounds.size.width / 2) + left)
    y = Int(Double(bounds.origin.y + bounds.size.height / 2) + top)
    isEnabled = gtk_widget_is_sensitive(widget) != 0
  }
}

extension Widget {
  /// The windows on screen, each after the one that it is over.
  fileprivate static var visibleWindows: [Widget] {
    guard let list = gtk_window_get_toplevels() else { return [] }
    let all = (0..<g_list_model_get_n_items(list)).compactMap { index -> Widget? in
      guard let item = g_list_model_get_item(list, index) else { return nil }
      g_object_unref(item)
      return item.assumingMemoryBound(to: GtkWidget.self)
    }
    func depth(_ window: Widget) -> Int {
      gtk_window_get_transient_for(window.cast()).map {
        1 + depth(UnsafeMutableRawPointer($0).assumingMemoryBound(to: GtkWidget.self))
      } ?? 0
    }
    return all.filter(\.isSeen).sorted { depth($0) < depth($1) }
  }

  /// What covers a window.
  fileprivate var cover: Widget? { descendants.first { $0.hasStyle(WindowCover.style) } }
  /// What can be seen of a window: of one that is covered, what covers it.
  fileprivate var seenDescendants: [Widget] { (cover ?? self).descendants }
  fileprivate var isSeen: Bool { gtk_widget_get_mapped(self) != 0 }
  fileprivate func hasStyle(_ name: String) -> Bool { gtk_widget_has_css_class(self, name) != 0 }
  fileprivate func isInside(_ other: Widget) -> Bool { gtk_widget_is_ancestor(self, other) != 0 }
  fileprivate var tooltip: String? {
    gtk_widget_get_tooltip_text(self).map { String(cString: $0) }
  }
  fileprivate var text: String? {
    className == "GtkLabel" ? String(cString: gtk_label_get_text(opaque)) : nil
  }
}
