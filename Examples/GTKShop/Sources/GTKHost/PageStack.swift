internal import CGTK
internal import WireframeCore

/// A screen in a window: its header bar, and the screen below it.
final class Page {
  let id: NavigationEntryID
  let widget = column([])
  let backButton: Widget
  private let title = label("", "title")
  private let header: Widget
  private var screen: GTKScreen?

  /// Makes the page of an entry; an empty tab has one without screen.
  init(_ id: NavigationEntryID, _ screen: GTKScreen, goBack: @escaping () -> Void) {
    self.id = id
    backButton = iconButton("go-previous-symbolic", tooltip: "Back", action: goBack)
    guard let header = gtk_header_bar_new() else { preconditionFailure("GTK has no header bar.") }
    self.header = header
    gtk_label_set_wrap(title.opaque, 0)
    gtk_label_set_ellipsize(title.opaque, PANGO_ELLIPSIZE_END)
    gtk_header_bar_set_title_widget(header.opaque, title)
    gtk_header_bar_pack_start(header.opaque, backButton)
    gtk_box_append(widget.cast(), header)
    show(screen)
  }

  /// Shows a screen in the place of the one before, which was its placeholder. The page stays where it is.
  ///
  /// - Returns: Whether it is another one.
  @discardableResult
  func show(_ screen: GTKScreen) -> Bool {
    guard screen !== self.screen else { return false }
    let old = self.screen
    let hadFocus = old != nil && widget.dropFocus()
    for action in old?.actionsIfMade ?? [] { gtk_header_bar_remove(header.opaque, action) }
    if let content = old?.contentIfMade { gtk_box_remove(widget.cast(), content) }
    self.screen = screen
    gtk_label_set_text(title.opaque, screen.title)
    for action in screen.madeActions { gtk_header_bar_pack_end(header.opaque, action) }
    gtk_box_append(widget.cast(), screen.content.expanding(vertically: true))
    if hadFocus { gtk_widget_child_focus(widget, GTK_DIR_TAB_FORWARD) }
    return old != nil
  }
}

extension Widget {
  /// Takes the focus away from it: a window that closes before it is drawn again would keep what had the focus.
  ///
  /// - Returns: Whether it had the focus, or something in it.
  fileprivate func dropFocus() -> Bool {
    guard let root = gtk_widget_get_root(self), let focus = gtk_root_get_focus(root),
      focus == self || gtk_widget_is_ancestor(focus, self) != 0
    else { return false }
    gtk_root_set_focus(root, nil)
    return true
  }
}

/// A stack of screens as a `GtkStack`, which slides from one to the next.
final class PageStack {
  let name: String
  let widget: Widget
  private var pages: [Page] = []
  /// What is shown without a screen: the window needs a header bar, by which it is moved and closed.
  private let empty: Page
  private let goBack: (NavigationEntryID) -> Void
  private var leaving: [Widget] = []

  /// Makes a stack without screens.
  ///
  /// - Parameters:
  ///   - name: The name of its tab.
  ///   - goBack: Called when the user wants to leave a screen by its back button.
  init(_ name: String, goBack: @escaping (NavigationEntryID) -> Void) {
    guard let stack = gtk_stack_new() else { preconditionFailure("GTK has no stack.") }
    self.name = name
    self.goBack = goBack
    widget = stack.expanding(vertically: true)
    empty = Page(NavigationEntryID(), GTKScreen(name), goBack: {})
    gtk_widget_set_visible(empty.backButton, 0)
    gtk_stack_add_named(widget.opaque, empty.widget, "empty")
    // What has slid out of sight goes.
    widget.onObject("notify::transition-running") { [weak self] _ in self?.removeLeft() }
  }

  var isSliding: Bool { gtk_stack_get_transition_running(widget.opaque) != 0 }

  /// Shows these entries: what left goes, what came is made, and the top slides in.
  ///
  /// - Returns: Whether a screen has taken the place of its placeholder.
  func show(_ entries: [NavigationEntry<GTKScreen>], animated: Bool) -> Bool {
    removeLeft(always: true)
    let old = pages
    pages = entries.map { entry in
      old.first { $0.id == entry.id }
        ?? Page(entry.id, entry.controller) { [goBack] in goBack(entry.id) }
    }
    let changed = zip(pages, entries).filter { page, entry in page.show(entry.controller) }
    let kept = zip(old, pages).prefix { $0.id == $1.id }.count
    let gone = old[kept...].map(\.widget)
    // A screen below which others have come stands anew, since a GtkStack keeps the order of its children.
    let moved = pages[kept...].map(\.widget).filter(gone.contains)
    for page in moved {
      g_object_ref(page)
      gtk_stack_remove(widget.opaque, page)
    }
    for page in pages[kept...] { gtk_stack_add_named(widget.opaque, page.widget, "\(page.id)") }
    for page in moved { g_object_unref(page) }
    for (index, page) in pages.enumerated() {
      gtk_widget_set_visible(page.backButton, index > 0 ? 1 : 0)
    }
    leaving = gone.filter { !moved.contains($0) }
    // A click on what slides away would be too late.
    for page in leaving { gtk_widget_set_can_target(page, 0) }
    let isBack = old.contains { $0.id == pages.last?.id } || pages.isEmpty
    gtk_stack_set_visible_child_full(
      widget.opaque, pages.last.map { "\($0.id)" } ?? "empty",
      !animated
        ? GTK_STACK_TRANSITION_TYPE_NONE
        : isBack
          ? GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT : GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT)
    removeLeft()
    return !changed.isEmpty
  }

  private func removeLeft(always: Bool = false) {
    guard always || !isSliding else { return }
    for page in leaving {
      _ = page.dropFocus()
      gtk_stack_remove(widget.opaque, page)
    }
    leaving = []
  }
}
