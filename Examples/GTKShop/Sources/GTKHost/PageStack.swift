internal import CGTK
internal import WireframeCore

/// A screen in a window: its header bar, and the screen below it.
struct Page {
  let id: NavigationEntryID
  let widget: Widget
  let backButton: Widget

  /// Makes the page of an entry; an empty tab has one without screen.
  init(_ id: NavigationEntryID, _ screen: GTKScreen, goBack: @escaping () -> Void) {
    self.id = id
    backButton = iconButton("go-previous-symbolic", tooltip: "Back", action: goBack)
    guard let header = gtk_header_bar_new() else { preconditionFailure("GTK has no header bar.") }
    let title = label(screen.title, "title")
    gtk_label_set_wrap(title.opaque, 0)
    gtk_label_set_ellipsize(title.opaque, PANGO_ELLIPSIZE_END)
    gtk_header_bar_set_title_widget(header.opaque, title)
    gtk_header_bar_pack_start(header.opaque, backButton)
    for action in screen.actions { gtk_header_bar_pack_end(header.opaque, action) }
    widget = column([header, screen.content.expanding(vertically: true)])
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
  func show(_ entries: [NavigationEntry<GTKScreen>], animated: Bool) {
    removeLeft(always: true)
    let old = pages
    pages = entries.map { entry in
      old.first { $0.id == entry.id }
        ?? Page(entry.id, entry.controller) { [goBack] in goBack(entry.id) }
    }
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
  }

  private func removeLeft(always: Bool = false) {
    guard always || !isSliding else { return }
    for page in leaving {
      // A window that closes before it is drawn again would keep the page in which the focus was.
      if let root = gtk_widget_get_root(page), let focus = gtk_root_get_focus(root),
        focus == page || gtk_widget_is_ancestor(focus, page) != 0
      {
        gtk_root_set_focus(root, nil)
      }
      gtk_stack_remove(widget.opaque, page)
    }
    leaving = []
  }
}
